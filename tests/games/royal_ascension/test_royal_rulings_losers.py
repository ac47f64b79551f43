"""Rulings about the losers of battles, whom nobody may choose: every option does what its row says."""

from __future__ import annotations

from royal import A, B, C, D, frame, play, refused, table
from royal_landings import (
    ALLIANCE,
    DECREE,
    HIGH,
    LANDS,
    LOW,
    PLAGUE,
    SPADES,
    STAKE,
    _full,
    battle,
    cited,
    duel,
    holders,
    land,
    next_landing,
    step_from_spades,
    targets,
)

from tabletop_kernel import Session

# -- repeat-scope ----------------------------------------------------------------------------------------------------


def second_loser(option: str) -> Session:
    """A lost the battle before last, B loses the last one against C; then D lands on Spades."""
    rulings = {"repeat-scope": option}
    dice = [*HIGH, *LOW, *SPADES]
    session = step_from_spades(PLAGUE, PLAGUE, rulings=rulings, dice=dice, active=C, excluded=[A])
    land(session, C)
    duel(session, C, B)
    play(session, C, ("end",))
    next_landing(session, D)
    return session


def test_repeat_scope_last_battle() -> None:
    """Only the loser of the most recent battle is excluded: an earlier loser may be chosen again."""
    session = second_loser("last-battle")
    assert session.view(None)["excluded"] == [B]
    assert targets(session, D) == [A, C]
    assert refused(session, D, ("attack", B)) == "battle.no-previous-loser"


def test_repeat_scope_ever() -> None:
    """Everybody who has lost a battle stays excluded, until a Royal Decree."""
    session = second_loser("ever")
    assert session.view(None)["excluded"] == [A, B]
    assert targets(session, D) == [C]
    assert refused(session, D, ("attack", A)) == "battle.no-previous-loser"
    assert refused(session, D, ("attack", B)) == "battle.no-previous-loser"
    decree = step_from_spades(DECREE, rulings={"repeat-scope": "ever"}, dice=[*HIGH, *LOW, *LOW, *LOW], excluded=[B, C])
    land(decree, A)
    battle(decree, A, B, C, D)
    assert decree.view(None)["excluded"] == []


# -- repeat-initiator ------------------------------------------------------------------------------------------------


def test_repeat_initiator_no() -> None:
    """The previous loser carries out the card but starts no battle, unless it is a Royal Decree."""
    session = step_from_spades(PLAGUE, excluded=[C], active=C)
    events = land(session, C)
    assert ("no-battle", "battle.back-to-back") in cited(events)
    assert session.view(None)["plague"] == [0, 0, 10, 0]
    assert frame(session) == "end"
    assert refused(session, C, ("attack", A)) == "battle.back-to-back"
    decree = step_from_spades(DECREE, excluded=[C], active=C)
    land(decree, C)
    assert frame(decree) == "commit"
    assert sorted(decree.deciders) == [A, B, C, D]


def test_repeat_initiator_yes() -> None:
    """The previous loser may start a battle and is only protected from being chosen."""
    rulings = {"repeat-initiator": "yes"}
    session = step_from_spades(ALLIANCE, rulings=rulings, dice=[*HIGH, *LOW], excluded=[C], active=C)
    land(session, C)
    assert targets(session, C) == [A, B, D]
    duel(session, C, A)
    assert STAKE[A] in holders(session)[C]
    assert session.view(None)["excluded"] == [A]
    other = step_from_spades(PLAGUE, rulings=rulings, excluded=[C])
    land(other, A)
    assert targets(other, A) == [B, D]
    assert refused(other, A, ("attack", C)) == "battle.no-previous-loser"


# -- repeat-last-two -------------------------------------------------------------------------------------------------


def two_left(option: str, active: int) -> Session:
    """A and B are left, B lost the last battle, and one of them lands on Spades."""
    session = step_from_spades(
        PLAGUE,
        rulings={"repeat-last-two": option},
        active=active,
        territories=[[*LANDS[A], *LANDS[C]], [*LANDS[B], *LANDS[D]], [], []],
        out=[0, 0, 1, 1],
        tokens=[3, 3, -1, -1],
        excluded=[B],
    )
    land(session, active)
    return session


def test_repeat_last_two_lifted() -> None:
    """While two players remain nobody is excluded: the loser may be chosen and may attack."""
    session = two_left("lifted", A)
    assert session.moves(A) == [("attack", B)]
    play(session, A, ("attack", B))
    assert session.view(None)["battle"]["fighters"] == [A, B]
    assert two_left("lifted", B).moves(B) == [("attack", A)]


def test_repeat_last_two_kept() -> None:
    """The exclusion holds between the last two: no battle, whoever of them lands on Spades."""
    for seat in (A, B):
        session = two_left("kept", seat)
        assert session.log(None)[-2].kind == "no-battle"
        assert session.moves(seat) == [("end",)]
        assert session.view(None)["battle"] is None
        assert session.view(None)["excluded"] == [B]


# -- repeat-clears ---------------------------------------------------------------------------------------------------


def landing_without_battle(option: str) -> Session:
    """C lost the last battle. A challenges B, who shows an alliance; then B lands on Spades."""
    session = step_from_spades(
        PLAGUE,
        PLAGUE,
        rulings={"repeat-clears": option},
        dice=[*SPADES, *HIGH, *LOW],
        alliances=[[], [ALLIANCE], [], []],
        excluded=[C],
    )
    land(session, A)
    assert targets(session, A) == [B, D]
    play(session, A, ("attack", B))
    play(session, B, ("ally",))
    assert session.view(None)["excluded"] == [C]  # the turn is not over yet
    play(session, A, ("end",))
    return session


def test_repeat_clears_next_battle() -> None:
    """A landing without a battle changes nothing; the next battle moves the exclusion to its loser."""
    session = landing_without_battle("next-battle")
    assert session.view(None)["excluded"] == [C]
    next_landing(session, B)
    assert refused(session, B, ("attack", C)) == "battle.no-previous-loser"
    duel(session, B, D)
    assert session.view(None)["excluded"] == [D]


def test_repeat_clears_one_spade() -> None:
    """The next Spades landing ends the exclusion even without a battle; another space does not."""
    session = landing_without_battle("one-spade")
    assert session.view(None)["excluded"] == []
    next_landing(session, B)
    assert targets(session, B) == [A, C, D]
    duel(session, B, D)
    play(session, B, ("end",))
    assert session.view(None)["excluded"] == [D]  # this landing was fought: its own loser is barred
    elsewhere = table(_full({"repeat-clears": "one-spade"}), now="walk", die=2, tokens=[3] * 4, excluded=[C])
    play(elsewhere, A, ("walk", 1), ("end",))
    assert elsewhere.view(None)["excluded"] == [C]
