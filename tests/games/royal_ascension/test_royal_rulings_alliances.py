"""Rulings about Secret Alliances: every option does what its row says."""

from __future__ import annotations

import json

from royal import GAME, A, B, C, D, frame, kinds_of, play, refused
from royal_landings import (
    ALL_IN,
    ALLIANCE,
    DECREE,
    DIAMONDS,
    FARTHER,
    HIGH,
    LANDS,
    LOW,
    PLAGUE,
    SPADES,
    STAKE,
    battle,
    cited,
    duel,
    event,
    holders,
    land,
    next_landing,
    quiet_turn,
    step_from_spades,
    targets,
    told,
)
from telling import why

from tabletop_kernel import Session

# -- alliance-draw-turn ----------------------------------------------------------------------------------------------


def test_alliance_draw_turn_no() -> None:
    """A Secret Alliance just drawn is held, and the drawer's battle follows."""
    session = step_from_spades(ALLIANCE)
    land(session, A)
    assert frame(session) == "attack"
    assert refused(session, A, ("ally",)) == "ruling.alliance-draw-turn"
    assert session.truth.alliances[A] == (ALLIANCE,)
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]


def test_alliance_draw_turn_yes() -> None:
    """A Secret Alliance just drawn may be shown at once, and there is no battle this turn; or it is kept."""
    session = step_from_spades(ALLIANCE, rulings={"alliance-draw-turn": "yes"})
    land(session, A)
    assert session.moves(A) == [("ally",), ("fight",)]
    kept = session.branch()
    events = play(session, A, ("ally",))
    assert ("alliance-spent", "alliance.spent") in cited(events)
    assert session.truth.alliances[A] == ()
    assert session.truth.discard == [ALLIANCE]
    assert session.moves(A) == [("end",)]
    play(kept, A, ("fight",))
    assert targets(kept, A) == [B, C, D]
    assert kept.truth.alliances[A] == (ALLIANCE,)


# -- alliance-effect -------------------------------------------------------------------------------------------------


def shown_alliance(option: str, *cards: str, dice: list[int] | None = None) -> Session:
    """A challenges B, who shows a Secret Alliance."""
    session = step_from_spades(
        *cards, rulings={"alliance-effect": option}, dice=dice, alliances=[[], [ALLIANCE], [], []]
    )
    land(session, A)
    play(session, A, ("attack", B))
    play(session, B, ("ally",))
    assert ALLIANCE in session.truth.discard
    assert session.truth.battle is None
    return session


def test_alliance_effect_cancel() -> None:
    """There is no battle, the turn ends, and the two may choose each other the next time."""
    session = shown_alliance("cancel", PLAGUE, PLAGUE, dice=SPADES)
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", C)) == "ruling.alliance-effect"
    play(session, A, ("end",))
    next_landing(session, B)
    assert targets(session, B) == [A, C, D]


def test_alliance_effect_choose_again() -> None:
    """The attacker names another opponent, but not the one who stayed out."""
    session = shown_alliance("choose-again", PLAGUE)
    assert session.moves(A) == [("attack", C), ("attack", D)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"
    play(session, A, ("attack", C))
    assert session.view(None)["battle"]["fighters"] == [A, C]


def test_alliance_effect_choose_again_where_nobody_is_left() -> None:
    """Whoever is still asked for is refused by what protects that player, for the turn goes on in vain."""
    session = step_from_spades(
        PLAGUE, rulings={"alliance-effect": "choose-again"}, alliances=[[], [ALLIANCE], ["5S"], []], excluded=[D]
    )
    land(session, A)
    for other in (B, C):
        play(session, A, ("attack", other))
        play(session, other, ("ally",))
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", D)) == "battle.no-previous-loser"
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"
    assert refused(session, A, ("fight",)) == "space.spades"
    assert why(session, ("attack", D)) == ("battle.no-previous-loser", {"opponent": D, "choices": []})
    assert why(session, ("attack", B)) == ("ruling.alliance-effect", {"opponent": B, "so": "this-turn"})
    assert session.book["alliance.use"].text != GAME.rulebook["alliance.use"].text


def test_alliance_effect_choose_again_after_a_meeting_too() -> None:
    """An alliance does not end the turn here, so whoever then does without a battle may still fight whom they met."""
    rulings = {"alliance-effect": "choose-again", "battle-must": "may", "shared-space": "battle"}
    session = step_from_spades(PLAGUE, rulings=rulings, alliances=[[], [ALLIANCE], [], []], tokens=[3, 3, 4, 3])
    land(session, A)
    play(session, A, ("attack", B))
    play(session, B, ("ally",))
    play(session, A, ("pass",))
    assert session.moves(A) == [("attack", C), ("end",)]


def test_an_alliance_ends_all_in_even_where_the_attacker_chooses_again() -> None:
    session = step_from_spades(
        ALL_IN, rulings={"alliance-effect": "choose-again"}, dice=[*HIGH, *LOW], alliances=[[], [ALLIANCE], [], []]
    )
    land(session, A)
    play(session, A, ("attack", B))
    assert ("all-in-lost", "ruling.alliance-vs-allin") in cited(play(session, B, ("ally",)))
    assert "everything" not in kinds_of(duel(session, A, C))
    assert "Secret Alliance" in session.book["allin.win"].text
    against = Session(GAME, 4, 1, {"ruling.alliance-vs-allin": "no"})
    assert "Secret Alliance" not in against.book["allin.win"].text


def test_alliance_effect_truce() -> None:
    """No battle, and the two may not choose each other until each has had a turn."""
    dice = [*SPADES, *HIGH, *LOW, *DIAMONDS, *DIAMONDS, *FARTHER, *HIGH, *LOW, *FARTHER]
    session = shown_alliance("truce", "3S", "5S", "6S", "3S", dice=dice)
    assert session.moves(A) == [("end",)]
    play(session, A, ("end",))
    next_landing(session, B)  # the first turn of B since then
    assert targets(session, B) == [C, D]
    assert refused(session, B, ("attack", A)) == "ruling.alliance-effect"
    duel(session, B, C)
    play(session, B, ("end",))
    quiet_turn(session, C)
    quiet_turn(session, D)
    next_landing(session, A, 7)  # the first turn of A since then; C is barred, having lost
    assert session.moves(A) == [("attack", D)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"
    duel(session, A, D)
    play(session, A, ("end",))
    assert session.view(None)["truces"] == []
    next_landing(session, B, 7)
    assert targets(session, B) == [A, C]


# -- alliance-partner ------------------------------------------------------------------------------------------------


def asked_for_alliance(option: str) -> Session:
    session = step_from_spades(
        PLAGUE, rulings={"alliance-partner": option}, alliances=[[], [ALLIANCE], [], []], hearts=[[], [], ["8H"], []]
    )
    land(session, A)
    play(session, A, ("attack", B))
    return session


def test_alliance_partner_none() -> None:
    """No partner is named."""
    session = asked_for_alliance("none")
    assert session.moves(B) == [("ally",), ("fight",)]
    assert refused(session, B, ("ally", C)) == "ruling.alliance-partner"
    assert "partner" not in kinds_of(play(session, B, ("ally",)))
    assert frame(session) == "end"


def test_alliance_partner_named() -> None:
    """The user announces a third player, who gains and loses nothing by it."""
    session = asked_for_alliance("named")
    assert session.moves(B) == [("ally", C), ("ally", D), ("fight",)]
    for move in (("ally",), ("ally", A), ("ally", B)):
        assert refused(session, B, move) == "ruling.alliance-partner"
    events = play(session, B, ("ally", C))
    assert event(events, "partner") == {"seat": B, "partner": C}
    assert "Thaddeus" in next(entry.text for entry in session.log(None) if entry.kind == "partner")
    assert holders(session) == LANDS
    assert session.truth.hearts[C] == ("8H",)
    assert session.moves(A) == [("end",)]
    assert session.view(None)["truces"] == []


# -- alliance-vs-decree ----------------------------------------------------------------------------------------------


def decree_with_holder(option: str) -> Session:
    """A draws a Royal Decree while B holds a Secret Alliance."""
    session = step_from_spades(
        DECREE,
        rulings={"alliance-vs-decree": option},
        dice=[*HIGH, *LOW, *LOW, *LOW],
        alliances=[[], [ALLIANCE], [], []],
    )
    land(session, A)
    return session


def test_alliance_vs_decree_no() -> None:
    """Everyone fights, whatever they hold."""
    session = decree_with_holder("no")
    assert sorted(session.deciders) == [A, B, C, D]
    assert refused(session, B, ("ally",)) == "ruling.alliance-vs-decree"
    battle(session, A, B, C, D)
    assert STAKE[B] in holders(session)[A]
    assert session.truth.alliances[B] == (ALLIANCE,)


def test_alliance_vs_decree_yes() -> None:
    """A holder may stay out of the Royal Decree and loses nothing; the others fight."""
    session = decree_with_holder("yes")
    assert session.deciders == (B,)
    play(session, B, ("ally",))
    assert session.view(None)["battle"]["fighters"] == [A, C, D]
    battle(session, A, C, D)
    assert holders(session)[B] == LANDS[B]
    assert len(holders(session)[A]) == 5
    assert session.truth.alliances[B] == ()
    assert ALLIANCE in session.truth.discard


def test_an_alliance_shown_against_the_decree_holds_for_the_battle_after_it() -> None:
    """B stays out of the Royal Decree, so B is not asked again when A's waiting All In calls the table."""
    rulings = {"alliance-vs-decree": "yes", "allin-stake": "drawer-vs-table", "decree-replaces": "extra"}
    session = step_from_spades(
        DECREE, rulings=rulings | {"allin-no-battle": "waits"}, dice=[*HIGH, *LOW, *LOW, *HIGH, *LOW, *LOW],
        alliances=[[], [ALLIANCE, "5S"], [], []], all_in=[1, 0, 0, 0],
    )  # fmt: skip
    land(session, A)
    play(session, B, ("ally",))
    battle(session, A, C, D)
    assert session.view(None)["battle"]["kind"] == "table"
    assert session.view(None)["battle"]["fighters"] == [A, C, D]
    assert session.truth.alliances[B] == ("5S",)
    assert session.truth.allied == (B,)
    assert Session.at(GAME, session.position()).position() == session.position()


# -- alliance-vs-allin -----------------------------------------------------------------------------------------------


def all_in_against_holder(option: str, **more: str) -> Session:
    """A draws All In while B holds a Secret Alliance."""
    rulings = {"alliance-vs-allin": option, **more}
    session = step_from_spades(ALL_IN, rulings=rulings, alliances=[[], [ALLIANCE], [], []])
    land(session, A)
    return session


def test_alliance_vs_allin_yes() -> None:
    """The chosen holder stays out, and All In is discarded without effect, even where it would wait."""
    for unfought in ("lost", "waits"):
        session = all_in_against_holder("yes", **{"allin-no-battle": unfought})
        play(session, A, ("attack", B))
        assert session.moves(B) == [("ally",), ("fight",)]
        events = play(session, B, ("ally",))
        assert ("all-in-lost", "ruling.alliance-vs-allin") in cited(events)
        assert session.view(None)["all_in"] == [0, 0, 0, 0]
        assert session.truth.discard == [ALL_IN, ALLIANCE]
        assert holders(session) == LANDS
        assert session.moves(A) == [("end",)]


def test_alliance_vs_allin_no() -> None:
    """A player chosen for All In has to fight."""
    session = all_in_against_holder("no")
    play(session, A, ("attack", B))
    assert frame(session) == "commit"
    assert session.view(None)["battle"]["all_in"] == A
    assert refused(session, B, ("ally",)) == "ruling.alliance-vs-allin"
    assert session.truth.alliances[B] == (ALLIANCE,)


def test_alliance_against_all_in_of_the_whole_table() -> None:
    """Where All In is a showdown of all, its own ruling says whether an alliance helps, not that of the Decree."""
    helps = all_in_against_holder("yes", **{"allin-stake": "drawer-vs-table", "alliance-vs-decree": "no"})
    assert helps.deciders == (B,)
    play(helps, B, ("ally",))
    assert helps.view(None)["battle"]["fighters"] == [A, C, D]
    useless = all_in_against_holder("no", **{"allin-stake": "drawer-vs-table", "alliance-vs-decree": "yes"})
    assert useless.view(None)["battle"]["fighters"] == [A, B, C, D]
    assert refused(useless, B, ("ally",)) == "ruling.alliance-vs-allin"


# -- alliance-open ---------------------------------------------------------------------------------------------------


def drawn_alliance(option: str) -> Session:
    """A draws a Secret Alliance; D holds one already."""
    session = step_from_spades(ALLIANCE, rulings={"alliance-open": option}, alliances=[[], [], [], ["6S"]])
    land(session, A)
    return session


def test_alliance_open_open() -> None:
    """Everyone sees who holds a Secret Alliance; who holds none is not asked for one."""
    session = drawn_alliance("open")
    for viewer in (A, B, D, None):
        assert session.view(viewer)["alliances"] == [[ALLIANCE], [], [], ["6S"]]
        assert "4 of spades" in told(session, viewer)
    play(session, A, ("attack", B))
    assert frame(session) == "commit"


def test_alliance_open_hidden() -> None:
    """Only the holder sees held alliances; so every chosen player is asked, even one who holds none."""
    session = drawn_alliance("hidden")
    assert session.view(A)["alliances"] == [[ALLIANCE], None, None, None]
    assert session.view(D)["alliances"] == [None, None, None, ["6S"]]
    assert "4 of spades" in told(session, A)
    for viewer in (B, None):
        own: list[str] | None = [] if viewer == B else None
        assert session.view(viewer)["alliances"] == [None, own, None, None]
        assert ALLIANCE not in json.dumps(session.view(viewer))
        assert "4 of spades" not in told(session, viewer)
        assert ALLIANCE not in told(session, viewer)
        assert "action-hidden" in [entry.kind for entry in session.log(viewer)]
    holder = session.branch()
    play(session, A, ("attack", B))
    play(holder, A, ("attack", D))
    for viewer in (C, None):  # to the others it looks the same whether the one who is asked holds one or not
        assert [entry.kind for entry in session.log(viewer)] == [entry.kind for entry in holder.log(viewer)]
        assert frame(session) == frame(holder) == "alliance"
    assert holder.moves(D) == [("ally",), ("fight",)]
    assert session.moves(B) == [("fight",)]
    assert refused(session, B, ("ally",)) == "alliance.use"
    play(session, B, ("fight",))
    assert session.view(None)["battle"]["fighters"] == [A, B]
