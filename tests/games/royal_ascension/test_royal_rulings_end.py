"""Rulings about elimination, full hands and the end: every option does what its row says."""

from __future__ import annotations

from typing import Any

from royal import GAME, A, B, C, D, frame, kinds_of, play, refused, table
from royal_landings import (
    ALLIANCE,
    HIGH,
    LANDS,
    LOW,
    PLAGUE,
    STAKE,
    Events,
    _full,
    battle,
    cited,
    duel,
    holders,
    land,
    step_from_spades,
    totals,
)

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance

# -- elimination -----------------------------------------------------------------------------------------------------

FIVE = ["Jiggy Jungle", "Lucio Land", "Venom Valley", "Dragon Dominion", "Pika Hills"]
LAST_LAND = [FIVE, [STAKE[B]], LANDS[C], LANDS[D]]


def last_stand(rulings: dict[str, str], **position: Any) -> tuple[Session, Events]:
    """A takes the last territory of B."""
    session = step_from_spades(
        PLAGUE, rulings=rulings, dice=[*HIGH, *LOW], **{"territories": LAST_LAND, "tokens": [3, 12, 3, 3], **position}
    )
    land(session, A)
    play(session, A, ("attack", B))
    if frame(session) == "alliance":
        play(session, B, ("fight",))
    return session, battle(session, A, B)


def test_elim_alliance_discard() -> None:
    """The held Secret Alliance of an eliminated player is discarded, and no Plague is left."""
    session, _ = last_stand({}, alliances=[[], ["5S"], [], []], plague=[0, 10, 0, 0])
    assert session.view(None)["out"] == [0, 1, 0, 0]
    assert session.truth.alliances == [(), (), (), ()]
    assert "5S" in session.truth.discard
    assert session.view(None)["plague"] == [0, 0, 0, 0]


def test_elim_alliance_to_eliminator() -> None:
    """The held Secret Alliance passes to the player who eliminated its holder (a Plague was used up in the battle)."""
    rulings = {"elim-alliance": "to-eliminator"}
    session, events = last_stand(rulings, alliances=[["6S"], ["5S"], [], []], plague=[0, 10, 0, 0])
    assert session.truth.alliances == [("5S", "6S"), (), (), ()]
    assert "5S" not in session.truth.discard
    assert totals(events)[B] == 15 + 4 - 10
    assert session.view(None)["plague"] == [0, 0, 0, 0]


def test_inherited_alliances_stay_secret() -> None:
    """Where alliances are hidden, only the two concerned learn how many pass to the eliminator."""
    rulings = {"elim-alliance": "to-eliminator", "alliance-open": "hidden"}
    session, _ = last_stand(rulings, alliances=[[], ["5S"], [], []])
    assert session.view(A)["alliances"][A] == ["5S"]
    assert session.view(C)["alliances"] == [None, None, [], None]
    for viewer, learns in ((A, True), (B, True), (C, False), (None, False)):
        assert ("left" in [entry.kind for entry in session.log(viewer)]) is learns


def test_elim_token_removed() -> None:
    """The token of an eliminated player leaves the board, and the seat is skipped."""
    session, _ = last_stand({"elim-token": "removed"})
    assert session.view(None)["tokens"] == [4, -1, 3, 3]
    play(session, A, ("end",))
    assert session.deciders == (C,)
    assert refused(session, B, ("roll", 1)) == "elim.zero"


def test_elim_token_stays() -> None:
    """The token of an eliminated player stays where it stood, and the seat is skipped all the same."""
    session, _ = last_stand({"elim-token": "stays"})
    assert session.view(None)["tokens"] == [4, 12, 3, 3]
    play(session, A, ("end",))
    assert session.deciders == (C,)
    assert refused(session, B, ("roll", 1)) == "elim.zero"


# -- hand-limit ------------------------------------------------------------------------------------------------------


def full_hands(option: str) -> Session:
    """A ends a turn with twelve cards, D holds eleven with an alliance among them, B exactly ten."""
    low_hearts = [f"{number}H" for number in range(2, 10)]
    low_gold = [f"{number}D" for number in range(2, 11)]
    return table(
        _full({"hand-limit": option}),
        now="end",
        territories=LANDS,
        tokens=[1, 0, 0, 0],
        hearts=[[*low_hearts, "10H"], low_hearts, [], ["AH"]],
        diamonds=[["JD"], ["QD"], [], low_gold],
        clubs=[["2C", "3C"], ["4C"], [], []],
        alliances=[[], [], [], [ALLIANCE]],
    )


def test_whoever_has_to_discard_is_imagined_with_enough_alliances() -> None:
    """Ten open numbers and a hidden alliance: that D has to discard tells the others of it, and nothing else may."""
    position = full_hands("ten").position() | {"frames": [["close", A, []], ["limit", D, []]]}
    position["hearts"][A], position["hearts_deck"] = [], [*position["hearts"][A], *position["hearts_deck"]]
    position["rulings"] = {"ruling.hand-limit": "ten", "ruling.alliance-open": "hidden"}
    session = Session.at(GAME, position)
    for luck in range(20):
        imagined = GAME.imagine(session.config, session.view(B), Chance(luck))
        assert GAME.faults(imagined) == []
        assert len(imagined.alliances[D]) == 1


def test_hand_limit_none() -> None:
    """Any number of cards may be held."""
    session = full_hands("none")
    play(session, A, ("end",))
    assert session.deciders == (B,)
    assert frame(session) == "roll"
    assert len(session.truth.hearts[A]) == 9
    assert session.truth.discard == []
    assert refused(session, B, ("discard", "4C")) == "discard.pile"


def test_hand_limit_ten() -> None:
    """At the end of a turn whoever holds more than ten cards discards down to ten, of their own choice."""
    session = full_hands("ten")
    play(session, A, ("end",))
    assert (session.deciders, frame(session)) == ((A,), "limit")
    assert refused(session, A, ("discard", "KH")) == "ruling.hand-limit"
    assert refused(session, A, ("end",)) == "ruling.hand-limit"
    play(session, A, ("discard", "2H"), ("discard", "3C"))
    assert session.deciders == (D,)
    play(session, D, ("discard", ALLIANCE))
    assert session.truth.discard == ["2H", "3C", ALLIANCE]
    assert session.truth.alliances[D] == ()
    assert session.truth.clubs[A] == ("2C",)
    assert (session.deciders, frame(session)) == ((B,), "roll")


# -- elim-picks ------------------------------------------------------------------------------------------------------


def test_elim_picks_yes() -> None:
    """An eliminated loser still makes the picks, and is out only after them."""
    session, _ = last_stand({}, hearts=[["9H"], [], [], []], clubs=[["4C"], [], [], []])
    assert (session.deciders, frame(session)) == ((B,), "pick")
    assert session.view(None)["out"] == [0, 0, 0, 0]
    play(session, B, ("pick", "hearts"), ("pick", "clubs"))
    assert session.truth.discard[-2:] == ["9H", "4C"]
    assert (session.truth.hearts[A], session.truth.clubs[A]) == ((), ())
    assert session.view(None)["out"] == [0, 1, 0, 0]


def test_elim_picks_no() -> None:
    """A loser without a territory is out at once and picks nothing."""
    session, events = last_stand({"elim-picks": "no"}, hearts=[["9H"], [], [], []], clubs=[["4C"], [], [], []])
    assert cited(events).count(("no-picks", "ruling.elim-picks")) == 1  # for all of them
    assert session.view(None)["out"] == [0, 1, 0, 0]
    assert (session.truth.hearts[A], session.truth.clubs[A]) == (("9H",), ("4C",))
    assert (session.deciders, frame(session)) == ((A,), "end")
    stays, _ = last_stand(
        {"elim-picks": "no"},
        hearts=[["9H"], [], [], []],
        territories=[FIVE[:4], [STAKE[B], "Pika Hills"], LANDS[C], LANDS[D]],
    )
    assert (stays.deciders, frame(stays)) == ((B,), "pick")  # who keeps a territory picks as ever


# -- end-timing ------------------------------------------------------------------------------------------------------


def seventh(option: str) -> tuple[Session, Events]:
    """A, who owns six territories and a heart, wins the seventh from B, who keeps one."""
    session = step_from_spades(
        PLAGUE,
        rulings={"end-timing": option},
        dice=[*HIGH, *LOW],
        territories=[[*FIVE, "Vapor Vale"], [STAKE[B], "Mewtopia"], LANDS[C][1:], LANDS[D][:2]],
        hearts=[["9H"], [], [], []],
    )
    land(session, A)
    return session, duel(session, A, B)


def test_end_timing_at_once() -> None:
    """The game is over as soon as somebody owns seven territories: there are no picks."""
    session, events = seventh("at-once")
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.majority", (A,))
    assert session.outcome.scores == (7.0, 1.0, 2.0, 2.0)
    assert session.deciders == ()
    assert "pick" not in kinds_of(events)
    assert session.truth.hearts[A] == ("9H",)


def test_end_timing_end_of_turn() -> None:
    """The turn is played to its end, picks included, and then the majority wins."""
    session, _ = seventh("end-of-turn")
    assert len(holders(session)[A]) == 7
    assert session.outcome is None
    play(session, B, ("pick", "hearts"))
    assert session.truth.hearts[A] == ()
    assert session.outcome is None
    events = play(session, A, ("end",))
    assert kinds_of(events) == ["end", "over"]
    assert session.outcome is not None
    assert session.outcome.winners == (A,)
    assert session.deciders == ()
