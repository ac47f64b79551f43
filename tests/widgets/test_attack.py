"""A short attack with forged messages, in every run of the tests; `make attack` makes long ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from depth import draw
from messages import FRESH, STAGES, against_bots, attack, forge
from page import Page, room_of
from screens import a_move_of, screens_with_choices, state
from test_whole_truth import dealt_unseen, invite_nobody_else

from tabletop_kernel.table.saves import CODE_PREFIX
from widgets.play import PlayRoom

__all__ = ["state"]  # a folder for each test, and a new store


@pytest.mark.deep
def test_no_forged_message_does_any_harm() -> None:
    count, fresh = draw(20 * len(STAGES), deep=3000), draw(20, deep=FRESH)
    tally = attack(seed=7, count=count, fresh=fresh)
    assert tally.faults == []
    assert tally.sent == count
    assert tally.refused > count / 3, "most messages are nearly right"
    assert len(tally.taken) >= 25 and tally.taken["move"] >= 5, "the attack reaches what it attacks"


def test_the_same_seed_makes_the_same_attack() -> None:
    one, other = (attack(seed=5, count=40, stages=[against_bots]) for _ in range(2))
    assert one.taken == other.taken and one.refused == other.refused


def test_an_attack_would_notice_a_fault(monkeypatch) -> None:
    def submit(self: PlayRoom, move: tuple[str, ...]) -> None:
        raise TypeError

    monkeypatch.setattr(PlayRoom, "submit", submit)
    assert any("an inner fault" in fault for fault in attack(seed=3, count=40, stages=[against_bots]).faults)


def test_an_attack_would_notice_what_a_refusal_changes(monkeypatch) -> None:
    by_the_rules = PlayRoom.submit

    def submit(self: PlayRoom, move: tuple[str, ...]) -> None:
        self.desk.progress.done.add(repr(move))  # before it is known whether it is allowed
        by_the_rules(self, move)

    monkeypatch.setattr(PlayRoom, "submit", submit)
    assert any("yet the table changed" in fault for fault in attack(seed=3, count=40, stages=[against_bots]).faults)


@pytest.mark.deep
@pytest.mark.parametrize("game", ["royal_ascension", "deck_goes_west"])
def test_no_forged_message_gets_a_host_the_whole_of_a_game_that_others_have_played(game: str) -> None:
    rng, asked, most = Random(11), 0, draw(100, deep=600)
    while asked < most:
        host, guest = dealt_unseen(game)
        for _ in range(rng.randrange(4)):
            for page in screens_with_choices([host, guest]):
                a_move_of(page, rng)
        invite_nobody_else(host, guest)
        for page in (host, guest):
            asked += forged(page, rng)


def forged(page: Page, rng: Random) -> int:
    """Send forged messages as long as the page is at the same game and that goes on; how many there were."""
    seed, table = room_of(page).session.seed, room_of(page).followed
    for number in range(40):
        before, message = len(page.traffic), without_codes(forge(page, rng))
        page.raw(message)
        room = room_of(page)
        if room.followed is not table or room.session.seed != seed or room.is_over:
            return number  # a new game, or one that everybody knows to be ended
        sent = "".join(page.traffic[before:])
        assert CODE_PREFIX not in sent and "tabletop record" not in sent, message
        assert len(room.lines) == 1, message
    return 40


def without_codes(message: Any) -> Any:
    """A message that brings no game along, whose code could come back."""
    if not isinstance(message, dict):
        return message
    return {key: value for key, value in message.items() if key not in ("code", "link")}
