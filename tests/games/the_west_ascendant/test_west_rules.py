"""Rules that the worked examples leave out: the seam of dusk, what is told to whom, and who is asked when."""

from __future__ import annotations

from typing import Any

import pytest
from telling import names_in
from west import (
    GAME,
    QUIET,
    A,
    B,
    C,
    K,
    O,
    R,
    decline,
    end,
    frame,
    kinds_of,
    play,
    refused,
    rules_of,
    said,
    table,
)

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
BASIN, MERIDIAN, FOUNDRY = "trigger.mirror-basin", "trigger.null-meridian", "trigger.arc-foundry"


# -- dusk --------------------------------------------------------------------------------------------------------------


def test_a_draw_goes_on_with_the_new_deck() -> None:
    rulings = {"pulse-count": "per-card"}
    session = table(rulings, middle="CCCKO", deck="R", deck_left=1, discard="OOOO")
    events = play(session, ("all", C))  # three draws: one from the old deck, two from the new one
    assert session.truth.hand[A] == (C, C, C, O, O, R)
    assert (session.truth.dusk, len(session.truth.deck)) == (1, 2)
    assert kinds_of([event for event in events if event[0] in ("drew", "dusk")]) == ["drew", "dusk", "drew", "drew"]


def test_the_price_of_a_doppelgate_is_in_the_new_deck() -> None:
    session = table(now="gate", action="two", hand="KKK", deck="R", deck_left=1, discard="")
    events = play(session, ("gate", K, K, K))
    assert said(events, "dusk") == [{"count": 3}]
    assert session.truth.deck == (K, K, K)
    assert session.truth.gates[A] == (R,)
    assert session.truth.discard == ()


def test_dusk_without_discards() -> None:
    session = table(middle="CKOOR", deck="R", deck_left=1)
    events = play(session, ("all", C))
    assert "deck.dusk-bare" in rules_of(events)
    assert (session.truth.dusk, session.truth.deck) == (1, ())
    assert session.view(A)["side"] == "back"


def test_an_empty_deck_at_dusk_stays_empty() -> None:
    session = table(dusk=1, middle="CKOOR", deck="R", deck_left=1, discard="KKK")
    events = play(session, ("all", C))
    assert "deck.out" in rules_of(events)
    assert (session.truth.deck, len(session.truth.discard)) == ((), 3)
    again = table(dusk=1, middle="CKOOR", deck_left=0, discard="KKK", tops=[MERIDIAN, DAWNFORGE, CLOCK])
    events = play(again, ("all", C), ("use", MERIDIAN))
    assert said(events, "draw-short") == [{"seat": A, "count": 1}] * 2
    assert again.truth.points[A] == 39


# -- what is told to whom ----------------------------------------------------------------------------------------------


def test_a_drawn_card_is_named_to_its_owner_alone() -> None:
    session = table(middle="CKOOR", deck="R")
    play(session, ("all", C))
    relay = GAME.content.types[R].name
    (mine,) = [entry for entry in session.log(A) if entry.kind == "drew"]
    assert mine.data == {"seat": A, "card": R} and relay in mine.text
    for viewer in (B, None):
        log = [entry.text for entry in session.log(viewer)]
        assert "draws" in [entry.kind for entry in session.log(viewer)]
        assert not any("Relay" in text for text in log)


def test_what_is_taken_recovered_and_exchanged_is_named_to_all() -> None:
    session = table(middle="RKCOO", discard="K", hand=("", "C"))
    play(session, ("all", R), ("recover", K))
    play(session, ("exchange", C, O), seat=B)
    names = GAME.content.types
    lines = {entry.kind: entry.text for entry in session.log(None)}
    for kind, cards in (("takes", [R]), ("recover", [K]), ("exchange", [C, O])):
        assert names_in(lines[kind], names) == cards


def test_nobody_learns_what_is_behind_a_doppelgate() -> None:
    for card in (R, O):
        session = table(now="gate", hand="KKK", deck=[card], deck_left=5)
        play(session, ("gate", K, K, K))
        for viewer in (A, B, None):
            assert session.view(viewer)["gates"] == [["?"], []]
            assert not any(
                GAME.telling.word(session.truth, "card", card) in entry.text for entry in session.log(viewer)
            )


# -- who is asked ------------------------------------------------------------------------------------------------------


def test_a_hidden_hand_is_asked_though_it_cannot_barter() -> None:
    session = table(middle="KKC", hand=("", "CC"))
    play(session, ("all", K))
    assert session.moves(B) == [("leave",)]
    told = [entry.kind for entry in session.log(B)]
    assert "cannot" in told
    assert "cannot" not in [entry.kind for entry in session.log(A)]


@pytest.mark.parametrize(
    "position",
    [
        {"middle": "KKC", "hand": ("", "")},  # an empty hand is seen by all
        {"middle": "KK", "hand": ("", "CC")},  # and so is an empty middle
    ],
)
def test_where_all_can_see_it_nobody_is_asked(position: dict[str, Any]) -> None:
    session = table(**position)
    events = play(session, ("all", K))
    assert session.deciders == (A,)
    assert "reaction.impossible" in rules_of(events)


def test_no_salvage_without_a_card_of_a_paid_type() -> None:
    session = table(hand="KC", loci=[[HALL, DAWNFORGE], [WIRE], [CLOCK]], discard="OO")
    play(session, ("locus", HALL, K, C), ("use", WIRE), ("recover", K))
    assert session.deciders == (B,)  # a Cistern is left
    gone = table(now="reaction", action="locus", paid="KC", discard="OO")
    assert frame(gone) == "gate"


def test_the_end_of_a_turn_is_asked_in_any_case() -> None:
    for hand in ("", "KKK", "KC"):
        session = table(now="gate", hand=hand)
        assert session.deciders == (A,)
        assert ("end",) in session.moves(A)


def test_with_only_the_cityengine_one_may_skip() -> None:
    tops = [QUENCH, WIRE, ALMANAC]
    session = table(middle="", dusk=1, deck_left=2, hand="KCOR", loci=[[], [], []], loci_left=[0, 0, 0])
    assert session.moves(A) == [("city", K, C, O, R), ("skip",)]
    play(session, ("skip",))
    assert frame(session) == "gate"
    built = table(middle="", dusk=1, deck_left=2, hand="KCOR", tops=tops)
    assert refused(built, ("skip",)) == "turn.must-act"  # a Locus can be built
    hidden = table(middle="", dusk=1, deck_left=2, hand="OO", tops=tops)
    assert hidden.moves(A) == [("skip",)]  # nobody else knows that there was nothing


# -- effects that wait -------------------------------------------------------------------------------------------------


def test_nothing_is_asked_where_nothing_would_happen() -> None:
    session = table(now="prime", tops=[HALL, MAST, QUENCH], hand=("K", "C"))
    assert frame(session) == "choose"
    quiet = table(middle="KKC", hand=("", "O"))
    events = play(quiet, ("all", K))
    assert said(events, "void") == [{"seat": A, "loci": QUIET, "count": 3}]
    assert quiet.deciders == (B,)


def test_one_effect_is_picked_too() -> None:
    session = table(now="prime", tops=[DAWNFORGE, QUENCH, WIRE])
    assert session.moves(A) == [("use", DAWNFORGE)]
    assert refused(session, ("leave",)) == "effect.mandatory"


def test_an_effect_may_be_used_while_it_does_nothing() -> None:
    session = table(now="prime", tops=[HALL, PYRE, QUENCH], hand=("KK", "CC"))
    events = play(session, ("use", HALL))
    assert "effect.condition" in rules_of(events)
    play(session, ("use", PYRE), ("discard", K))
    assert len(session.truth.hand[A]) == 1  # too late for Steamwright Hall


def test_orrery_can_hide_a_trigger_from_its_step() -> None:
    session = table(middle="OKCRR", loci=[[MERIDIAN, DAWNFORGE], [PYRE], [CLOCK]])
    play(session, ("all", O), ("under", MERIDIAN))
    assert session.truth.loci[0][0] == DAWNFORGE
    assert session.truth.loci[0][-1] == MERIDIAN
    assert session.truth.points[A] == 40


def test_a_trigger_in_the_other_zone_is_not_used() -> None:
    session = table(middle="KKCOR", tops=[DAWNFORGE, CLOCK, PYRE], zone=[[FOUNDRY], [MERIDIAN]])
    play(session, ("all", K))
    assert session.moves(A) == [("use", FOUNDRY)]


def test_mirror_basin_counts_types() -> None:
    for pair, drawn in ((("two", K, C), 1), (("two", K, K), 0)):
        session = table(middle="KKCOR", tops=[BASIN, CLOCK, PYRE], hand=("", "R"))
        play(session, pair)
        decline(session)
        if drawn:
            play(session, ("use", BASIN))
        assert len(session.truth.hand[A]) == 2 + drawn
    one_type = table(middle="CCKOR", tops=[BASIN, CLOCK, PYRE])
    events = play(one_type, ("all", C))
    assert said(events, "void") == [{"seat": A, "loci": [BASIN], "count": 1}]


# -- a whole round -----------------------------------------------------------------------------------------------------


def test_steps_have_their_numbers() -> None:
    session = table(now="prime", tops=[DAWNFORGE, QUENCH, WIRE], middle="KKCOR", hand=("", "R"))
    numbers = [session.view(None)["step"]]
    play(session, ("use", DAWNFORGE))
    numbers.append(session.view(None)["step"])
    play(session, ("all", K))
    numbers.append(session.view(None)["step"])
    play(session, ("leave",), seat=B)
    numbers.append(session.view(None)["step"])
    assert numbers == [1, 2, 4, 5]
    end(session)
    assert (session.view(None)["step"], session.truth.active, session.truth.turn) == (1, B, 2)


def test_zero_points_can_still_win() -> None:
    session = table(now="check", active=B, points=[0, 9], zone=[[DAWNFORGE, PYRE], []], tops=QUIET)
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.zero", (A,))


def test_undo_stops_at_what_was_seen() -> None:
    from tabletop_kernel import Refused

    session = table(middle="CKOOR", deck="R")
    play(session, ("all", C))
    with pytest.raises(Refused):
        session.undo()
    plain = table(middle="KKCOR", hand=("", "O"))
    play(plain, ("all", K))
    plain.undo()
    assert plain.length == 0
