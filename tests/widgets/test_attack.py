"""A short attack with forged messages, in every run of the tests; `make attack` makes long ones."""

from __future__ import annotations

from messages import attack

from widgets.play import PlayRoom


def test_no_forged_message_does_any_harm() -> None:
    tally = attack(seed=7, count=1500)
    assert tally.faults == []
    assert tally.sent == 1500
    assert tally.refused > 500 and len(tally.taken) >= 25, "the attack reaches what it attacks"


def test_the_same_seed_makes_the_same_attack() -> None:
    assert attack(seed=5, count=150).taken == attack(seed=5, count=150).taken


def test_an_attack_would_notice_a_fault(monkeypatch) -> None:
    def undo(self: PlayRoom) -> None:
        raise TypeError

    monkeypatch.setattr(PlayRoom.undo, "__code__", undo.__code__)
    assert any("an inner fault" in fault for fault in attack(seed=1, count=800).faults)


def test_an_attack_would_notice_what_a_refusal_changes(monkeypatch) -> None:
    move_on = PlayRoom._look_who_decides

    def submit(self: PlayRoom, move: tuple[str, ...]) -> None:
        self.started = True
        self.lines[0].submit(self.viewer or 0, move)
        move_on(self)

    monkeypatch.setattr(PlayRoom, "submit", submit)
    assert any("yet the table changed" in fault for fault in attack(seed=3, count=800).faults)
