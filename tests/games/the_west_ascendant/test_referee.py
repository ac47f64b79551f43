"""Scenarios of an outsider who knew the rulebook and not the code: where play or words were wrong, and the best."""

from __future__ import annotations

from typing import Any

import pytest
from west import GAME, QUIET, A, B, C, K, O, R, decline, end, frame, play, refused, rules_of, table

from tabletop_kernel import Session

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
BASIN, MERIDIAN, FOUNDRY = "trigger.mirror-basin", "trigger.null-meridian", "trigger.arc-foundry"
NO_LOCI: dict[str, Any] = {"tops": [None, None, None], "loci_left": [0, 0, 0]}
IDLE: dict[str, Any] = {"middle": "", "hand": ("K", "KC"), **NO_LOCI}  # nothing can be chosen


def why(session: Session, move: tuple[Any, ...], seat: int = A) -> str:
    verdict = session.judge(seat, move)
    assert verdict is not None, move
    return verdict.text


def prompt(session: Session) -> str:
    seat = session.deciders[0]
    return str(GAME.prompt(session.config, session.view(seat)).text)


def log(session: Session, viewer: int | None = None) -> list[str]:
    return [entry.text for entry in session.log(viewer)]


def text(rule: str, **rulings: str) -> str:
    """What the book of a table says."""
    named = {f"ruling.{key.replace('_', '-')}": value for key, value in rulings.items()}
    return str(GAME.book(GAME.configure(rulings=named))[rule].text)


# -- rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "move"), [(2, ("all", K)), (1, ("all", K)), (2, ("two", K, K))])
def test_a_pulse_that_comes_too_late_is_void(points: int, move: tuple[str, ...]) -> None:
    """The cards cost the other player their last points before the PULSE comes."""
    rulings = {"void-pulse": "no", "two-same-type": "yes"}
    assert refused(table(rulings, points=[40, points], middle="KKCOR"), move) == "ruling.void-pulse"
    assert table(rulings, points=[40, 3], middle="KKCOR").judge(A, move) is None


def test_a_prompt_offers_no_pulse_that_is_void() -> None:
    session = table({"void-pulse": "no"}, middle="RO", loci_left=[1, 1, 1])
    assert prompt(session) == "All that you can do now is take any two."


def test_an_uncounted_hand_is_not_compared_before_its_time() -> None:
    seen = [
        table({"hand-count": "no"}, now="prime", hand=("K", held), tops=[HALL, DAWNFORGE, QUENCH]).view(viewer)[
            "waiting"
        ]
        for held in ("R", "RRR")
        for viewer in (A, None)
    ]
    assert all(one == seen[0] for one in seen)


def test_an_uncounted_empty_hand_is_asked() -> None:
    session = table({"hand-count": "no"}, middle="KKC")
    play(session, ("all", K))
    assert session.moves(B) == [("leave",)]


@pytest.mark.parametrize(
    ("position", "first", "seat", "name"),
    [
        ({"middle": "CK", "hand": ("", "KK")}, ("all", C), B, "Barter"),
        (
            {"now": "prime", "middle": "KK", "hand": "KK", "tops": [CLOCK, DAWNFORGE, QUENCH]},
            ("use", CLOCK),
            A,
            "Tidal",
        ),
    ],
)
def test_whoever_cannot_use_an_offer_is_told_so_alone(
    position: dict[str, Any], first: tuple[str, ...], seat: int, name: str
) -> None:
    session = table(**position)
    play(session, first)
    assert session.moves(seat) == [("leave",)]
    assert "no way to use it" in prompt(session)
    play(session, ("leave",), seat=seat)
    assert any("no way to use" in line for line in log(session, seat))
    for viewer in (1 - seat, None):
        assert not any("no way to use" in line for line in log(session, viewer))
    assert any(f"does without {name}" in line for line in log(session))
    assert not any("decline" in line for line in log(session, seat))


def test_a_reaction_that_could_not_be_used_was_not_declined() -> None:
    session = table(middle="CK", hand=("", "KK"))
    play(session, ("all", C))
    play(session, ("leave",), seat=B)
    assert why(session, ("exchange", K, K), B) == (
        "Barter is over in this turn: you did without it, and it does not come again."
    )


# -- reasons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [("all", K), ("two", K, K), ("skip",), ("city", K, C, O, R)])
def test_a_step_without_a_choice_is_no_choice(move: tuple[str, ...]) -> None:
    assert (
        why(table(**IDLE), move) == "Step 2 of this turn lies behind you: nothing could be chosen, so it was skipped."
    )


def test_the_log_knows_a_skip_from_a_step_without_a_choice() -> None:
    session = table(now="gate", middle="", hand=("", "K"), active=A, dusk=1, deck_left=0, **NO_LOCI)
    play(session, ("end",))
    assert "Nothing can be chosen: player 2 has to skip step 2." in log(session)
    skipping = table({"voluntary-pass": "yes"}, middle="KC")
    play(skipping, ("skip",))
    assert "Player 1 does nothing in step 2." in log(skipping)
    assert "you did nothing in it" in why(skipping, ("all", K))


def test_too_many_cards() -> None:
    session = table({"hand-limit": "5"}, now="gate", hand="KKKKKKCC")
    play(session, ("end",))
    assert why(session, ("discard", R)) == "You hold no Relay, and you discard what you hold."
    assert "You hold 8 cards" in why(session, ("gate", K, K, K))


def test_primes_after_their_step() -> None:
    session = table(now="prime", hand="K", tops=[DAWNFORGE, QUENCH, WIRE], zone=[[], [HALL]])
    play(session, ("use", DAWNFORGE))
    assert refused(session, ("use", DAWNFORGE)) == "prime.list"
    assert refused(session, ("use", HALL)) == "prime.own-zone"
    assert why(session, ("use", MAST)).startswith("The Prime step of this turn is over")


def test_a_doppelgate_waits_for_first_gate() -> None:
    session = table({"radiate-when": "end-of-turn", "voluntary-pass": "yes"}, hand="KKKK")
    assert why(session, ("gate", K, K, K)).endswith("in step 5, at the end of your turn, and this is step 2.")
    play(session, ("skip",))
    assert why(session, ("gate", K, K, K)).startswith("First Gate asks for an answer first")


def test_the_cityengine_where_it_is_an_action() -> None:
    session = table({"city-is-action": "yes"}, hand=("KCOR", "K"), tops=[DAWNFORGE, QUENCH, WIRE])
    play(session, ("city", K, C, O, R))
    assert "Player 1 follows the Cityengine instead of a FACILITY or LOCUS ACTION." in log(session)
    assert "After the Cityengine any type discarded for it will do." in prompt(session)
    assert why(session, ("exchange", K, C), B) == "Barter follows a FACILITY ACTION, which this turn did not have."


SALVAGE: dict[str, Any] = {"now": "reaction", "action": "locus", "paid": "KC", "discard": "KCO", "hand": ("", "R")}


def test_an_accepted_salvage_is_carried_out() -> None:
    session = table(**SALVAGE)
    assert why(session, ("recover", K), B).startswith("Salvage asks for an answer first")
    play(session, ("do",), seat=B)
    assert why(session, ("leave",), B).endswith("you have accepted it, and now you choose the card.")
    assert why(session, ("recover", O), B) == (
        "Salvage asks for a Facility in the discard pile, of a type just discarded as a Required Facility."
    )


def test_what_first_gate_discards_is_no_required_facility() -> None:
    session = table(hand="KOR", tops=[DAWNFORGE, *QUIET[:2]], discard="")
    play(session, ("locus", DAWNFORGE, K, O), ("discard", R))
    while session.deciders == (A,):
        play(session, session.moves(A)[0])
    assert "of a type just discarded as a Required Facility" in prompt(session)
    play(session, ("do",), seat=B)
    assert why(session, ("recover", R), B).endswith("of a type just discarded as a Required Facility.")


def test_a_trigger_that_did_nothing_says_so_for_the_rest_of_the_turn() -> None:
    session = table(middle="KKCOR", tops=[FOUNDRY, ALMANAC, QUENCH])
    assert why(session, ("use", ALMANAC)).startswith("Triggers wait for an ACTION")
    play(session, ("all", K), ("use", FOUNDRY))
    assert frame(session) == "gate"
    assert why(session, ("use", ALMANAC)) == (
        "Cinder Almanac does nothing after what you did: its condition is not met."
    )
    assert why(session, ("use", FOUNDRY)).endswith("they are used directly after it, and only then.")


@pytest.mark.parametrize("move", [("gate", O, O, O), ("city", K, C, O, R), ("end",)])
def test_what_belongs_to_a_turn_is_refused_in_a_reaction(move: tuple[str, ...]) -> None:
    session = table(now="reaction", action="two", took="KC", middle="KCR", hand=("", "OOO"))
    assert why(session, move, B) == (
        "It is not your turn: player 1 holds the Turn Sequence card. "
        "Now you decide about your reaction, and nothing else."
    )


def test_a_table_that_stands_still_is_not_ended_by_its_length() -> None:
    session = table({"no-action": "turn-ends"}, middle="", deck_left=5, turn=9)
    assert session.outcome is not None and session.outcome.rule == "turn.no-action"
    assert why(session, ("end",)) == "The game is over: a player could take no FACILITY or LOCUS ACTION."


def test_each_reaction_follows_its_action() -> None:
    salvage = table(**SALVAGE)
    assert refused(salvage, ("exchange", R, K), B) == "reaction.barter"
    play(salvage, ("leave",), seat=B)
    assert refused(salvage, ("exchange", R, K), B) == "reaction.barter"
    barter = table(middle="KKC", hand=("", "R"))
    play(barter, ("all", K))
    assert refused(barter, ("recover", K), B) == "reaction.salvage"
    play(barter, ("exchange", R, C), seat=B)
    assert why(barter, ("recover", K), B) == "Salvage follows a LOCUS ACTION, which this turn did not have."
    assert why(barter, ("exchange", C, R), B) == "Barter comes once in a turn, and you have used it."


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (("exchange", C, K), "you hold no Cistern"),
        (("exchange", K, O), "no Orrery lies there"),
        (("exchange", K, K), "these two are alike"),
        (("exchange", K), "name both of them"),
    ],
)
def test_what_is_wrong_with_an_exchange(move: tuple[str, ...], said: str) -> None:
    session = table(now="prime", hand="KR", middle="KC", tops=[CLOCK, QUENCH, WIRE])
    play(session, ("use", CLOCK))
    assert why(session, move).endswith(f"in the middle: {said}.")


@pytest.mark.parametrize(
    ("hand", "middle", "said"),
    [
        ("KK", "KC", "you hold nothing but Kilns"),
        ("KR", "KK", "nothing but Kilns lies there"),
        ("KK", "KK", "nothing but Kilns lies there"),
    ],
)
def test_where_hardly_any_exchange_is_possible_that_is_the_reason(hand: str, middle: str, said: str) -> None:
    session = table(now="prime", hand=hand, middle=middle, tops=[CLOCK, QUENCH, WIRE])
    play(session, ("use", CLOCK))
    assert why(session, ("exchange", K, K)).endswith(f"in the middle: {said}.")


def test_who_is_asked_for_an_exchange_and_tries_something_else_hears_of_the_exchange() -> None:
    session = table(now="prime", hand="K", middle="KC", tops=[CLOCK, QUENCH, WIRE])
    play(session, ("use", CLOCK))
    assert why(session, ("discard", K)).startswith("Tidal Clock asks for a card of your hand that you give")


def test_what_is_missing_for_a_price() -> None:
    session = table(now="gate", hand="KKC")
    assert why(session, ("gate", K, K, K)).endswith(": you hold only two Kilns.")
    assert why(session, ("gate", C, C, C)).endswith(": you hold only one Cistern.")
    assert why(session, ("gate", O, O, O)).endswith(": you hold no Orrery.")
    city = table(hand="KCOO")
    assert why(city, ("city", K, C, O, R)).endswith("no more and no less: you lack a Relay.")
    assert why(table(hand="KCORR"), ("city", K, C, O, O)).endswith("no more and no less: name just these.")


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "position", "said"),
    [
        ({}, {"points": [10, 0]}, "because a player is at 0."),
        ({}, {"points": [0, 0]}, "because both players are at 0."),
        ({}, {"dusk": 1, "deck_left": 0}, "because it is dusk and the Facility deck is empty."),
        (
            {"end-deck": "5"},
            {"dusk": 1, "deck_left": 4},
            "because it is dusk and the Facility deck has four cards left.",
        ),
        ({"turncard-sides": "single-day"}, {"deck_left": 0}, "because the Facility deck is empty."),
        ({}, {"turn": 120}, "because it has taken 120 turns."),
        ({"no-action": "game-ends"}, {"last": 1}, "because somebody could take no FACILITY or LOCUS ACTION."),
    ],
)
def test_the_end_has_a_reason(rulings: dict[str, str], position: dict[str, Any], said: str) -> None:
    session = table(rulings, now="gate", active=B, middle="KKCOR", **position)
    play(session, ("end",), seat=B)
    assert any(line.startswith(f"The game ends, {said} Points: ") for line in log(session))


@pytest.mark.parametrize(("tie", "said"), [("loci", "with more Loci"), ("second-player", "as the Second Player")])
def test_a_tie_is_broken_for_a_reason(tie: str, said: str) -> None:
    session = table({"tie": tie}, now="gate", active=B, points=[10, 0], zone=[[], [CLOCK, DRIFT]])
    play(session, ("end",), seat=B)
    assert log(session)[-1] == f"Both have 10: player 2 wins {said}."


# -- the book, prompts and the order of the log ------------------------------------------------------------------------


def test_the_book_under_rulings() -> None:
    zero = "points.zero-plays"
    assert "does not play on" in text(zero, end_check="at-once")
    assert "goes on playing" in text(zero, end_check="at-once", end_zero="no")
    for when, bring in (("no-pulse", True), ("with-pulse", True), ("end-of-turn", False), ("when-made", False)):
        for rule in ("facility.took-middle", "facility.loss"):
            assert ("Doppelgate" in text(rule, took_counts="yes", radiate_when=when)) == bring
    assert "too few points" in text("reaction.impossible")
    assert "points" not in text("reaction.impossible", salvage_zero="free")
    assert "front" not in text("turn.steps")
    assert "Steps 1 to 4 are on the front" in text("turn.steps", turncard_sides="two-halves")
    assert "6 to 8 on its back" in text("turn.steps", turncard_sides="two-halves", refill_when="start")
    assert "may be made" in text("gate.once", gate_per_turn="any")
    assert text("prime.steamwright-hall", hand_count="no").endswith("When it is used, both numbers are told.")
    assert "the middle is not refilled" in text("turn.no-action", no_action="turn-ends")
    assert "refilled" not in text("turn.no-action", no_action="turn-ends", refill_when="start")


def test_titles_and_refusals_of_the_book_under_rulings() -> None:
    day = GAME.book(GAME.configure(rulings={"ruling.turncard-sides": "single-day"}))
    assert "usk" not in day["deck.dusk-bare"].title + day["deck.out"].why
    assert GAME.book(GAME.configure(rulings={"ruling.end-deck": "5"}))["end.deck"].title == "The deck is nearly out"
    for ruling, option in (("ruling.locus-browse", "yes"), ("ruling.face-up", "all")):
        assert (
            GAME.book(GAME.configure(rulings={ruling: option}))["card.locus-sides"].why == "The Locus decks lie open."
        )


def test_a_salvage_from_the_top_of_the_pile() -> None:
    assert prompt(table({"discard-open": "top"}, **SALVAGE)).endswith("Only the top card of the pile can be recovered.")


def test_a_choice_names_its_pulses() -> None:
    both = table({"two-same-type": "yes", "pulse-count": "per-card"}, middle="KKCOR")
    assert both.phrase(A, ("two", K, K)) == "Take any two: 2 Kilns, with 2 PULSES"
    assert both.phrase(A, ("all", K)) == "Take all Kilns (2), with 2 PULSES"
    assert both.phrase(A, ("all", C)) == "Take the only Cistern, with the PULSE"
    assert table({"two-same-type": "yes"}, middle="KKCOR").phrase(A, ("two", K, K)).endswith(", with the PULSE")
    assert table({"two-same-type": "yes"}, middle="KKKCR").phrase(A, ("two", K, K)) == "Take any two: 2 Kilns"


def test_one_way_is_no_list() -> None:
    assert prompt(table(middle="", hand="KC")) == "All that you can do now is build a Locus."
    assert prompt(table(middle="KK", hand="KC")) == "Choose one: take from the middle or build a Locus."


@pytest.mark.parametrize(
    ("position", "moves", "told"),
    [
        ({"now": "gate", "hand": "KKK", "middle": "KCCOR"}, [("gate", K, K, K)], "lays the top card"),
        ({"middle": "CKKOR"}, [("all", C)], "draws a card"),
        ({"now": "prime", "tops": [DRIFT, QUENCH, WIRE]}, [("use", DRIFT), ("clear", K)], "is laid in its place"),
        ({"now": "gate", "middle": "KKC"}, [("end",)], "refilled with 1 Relay. The deck has no cards left"),
    ],
)
@pytest.mark.parametrize("dusk", [0, 1])
def test_the_last_card_goes_before_the_deck_is_out(
    dusk: int, position: dict[str, Any], moves: list[tuple[str, ...]], told: str
) -> None:
    session = table(deck="R", deck_left=1, discard="OO", dusk=dusk, **{"middle": "KKCOR", **position})
    play(session, *moves)
    lines = log(session)
    goes = next(at for at, line in enumerate(lines) if told in line)
    out = next(at for at, line in enumerate(lines) if "last card has left" in line or "stays empty" in line)
    assert goes < out


# -- and some that were right ------------------------------------------------------------------------------------------


def test_only_a_deck_of_two_turns_and_its_new_top_counts() -> None:
    session = table(middle="OKKCC", loci=[[QUENCH], [DAWNFORGE, FOUNDRY], []], loci_left=[1, 2, 0])
    play(session, ("all", O))
    assert session.moves(A) == [("under", DAWNFORGE), ("leave",)]
    play(session, ("under", DAWNFORGE), ("use", FOUNDRY))
    assert session.truth.points[B] == 38


def test_a_locus_and_the_top_under_it_both_trigger() -> None:
    session = table(hand=("OR", "K"), loci=[[MERIDIAN, QUENCH], [HALL], [DAWNFORGE]])
    play(session, ("locus", MERIDIAN, O, R), ("use", MERIDIAN), ("use", QUENCH))
    assert session.truth.points == [39, 38]
    assert len(session.truth.hand[A]) == 1


def test_the_order_of_primes_is_worth_a_card() -> None:
    for order, held in (([PYRE, HALL], 1), ([HALL, PYRE], 0)):
        session = table(now="prime", hand=("K", "R"), tops=[PYRE, HALL, QUENCH])
        for prime in order:
            play(session, ("use", prime), *[("discard", K)] * (prime == PYRE))
        assert len(session.truth.hand[A]) == held


def test_the_price_of_the_last_doppelgate_refills_the_middle() -> None:
    session = table(now="gate", hand="KKK", middle="COR", deck="C", deck_left=1)
    play(session, ("gate", K, K, K), ("end",))
    assert session.truth.gates[A] == (C,)
    assert (sorted(session.truth.middle), session.truth.deck) == (sorted([C, O, R, K, K]), (K,))


def test_a_cityengine_and_a_doppelgate_in_one_turn() -> None:
    session = table(hand=("KCORRRR", "KK"), tops=[MERIDIAN, WIRE, ALMANAC], gates="?")
    play(session, ("city", K, C, O, R))
    decline(session)
    play(session, ("gate", R, R, R))
    assert (session.truth.points, len(session.truth.gates[A]), session.truth.city) == ([40, 39], 2, [1, 0])


def test_a_player_at_0_wins_by_loci() -> None:
    session = table(now="gate", active=B, points=[10, 0], zone=[[], [HALL, CLOCK, DRIFT]])
    play(session, ("end",), seat=B)
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners, session.outcome.scores) == ("end.zero", (B,), (10, 15))


def test_a_salvage_may_cost_the_last_point() -> None:
    session = table(hand=("KC", "O"), points=[40, 1], tops=[HALL, BASIN, ALMANAC], loci_left=[1, 1, 1])
    play(session, ("locus", HALL, K, C))
    play(session, ("do",), ("recover", K), seat=B)
    end(session)
    assert (session.truth.points, session.outcome, session.deciders) == ([40, 0], None, (B,))


def test_two_pulses_that_bring_cards_cost_for_each() -> None:
    session = table({"pulse-count": "per-card", "took-counts": "yes"}, middle="CCKKR", hand=("", "R"))
    play(session, ("all", C))
    assert (session.truth.points[B], len(session.truth.hand[A])) == (36, 4)


def test_a_reaction_before_the_triggers_takes_what_they_want() -> None:
    session = table({"reaction-when": "before"}, hand=("KC", "O"), tops=[HALL, WIRE, ALMANAC], loci_left=[1, 1, 1])
    play(session, ("locus", HALL, K, C))
    play(session, ("do",), ("recover", K), seat=B)
    play(session, ("use", WIRE))
    assert session.moves(A) == [("recover", C)]


def test_a_trigger_that_was_announced_counts_under_its_deck() -> None:
    session = table(
        {"trigger-when": "declared"}, middle="OKKCC", loci=[[FOUNDRY, MERIDIAN], [BASIN], [ALMANAC]], hand=("", "K")
    )
    play(session, ("all", O), ("under", FOUNDRY), ("use", FOUNDRY))
    assert session.truth.points == [40, 38]


def test_a_refill_before_the_doppelgate_and_a_limit_after_it() -> None:
    session = table({"gate-order": "after", "hand-limit": "5"}, hand=("KKKKKKKC", "RR"), middle="CCOOR")
    play(session, ("two", O, O), ("leave",))
    play(session, ("leave",), seat=B)
    assert len(session.truth.middle) == 5
    play(session, ("gate", K, K, K), ("end",))
    assert frame(session) == "limit"
    play(session, ("discard", K), ("discard", K))
    assert (len(session.truth.hand[A]), session.deciders) == (5, (B,))


def test_a_game_that_ends_at_once_uses_no_pulse() -> None:
    session = table({"end-check": "at-once"}, points=[40, 2], middle="KKCOR")
    events = play(session, ("all", K))
    assert session.outcome is not None
    assert session.outcome.rule == "end.zero"
    assert "pulse.kiln" not in rules_of(events)


# -- what is told when it begins ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "points", "move"),
    [
        ({}, 1, ("all", C)),
        ({}, 2, ("two", C, R)),
        ({"radiate-when": "with-pulse"}, 1, ("all", O)),
        ({"two-same-type": "yes"}, 2, ("two", K, K)),
        ({"pulse-count": "per-card"}, 2, ("all", K)),
    ],
)
def test_nothing_is_told_that_the_end_forestalls(rulings: dict[str, str], points: int, move: tuple[str, ...]) -> None:
    """The loss ends the game at once: no PULSE is used then, and no Doppelgate RADIATES."""
    session = table({"end-check": "at-once", **rulings}, points=[40, points], middle="KKCOR", gates="??")
    play(session, move)
    assert session.outcome is not None
    told = [line for line in log(session) if "uses the PULSE" in line or "RADIATE" in line or "gets the PULSE" in line]
    assert told == []


def test_a_cityengine_that_ends_the_game_lets_not_all_radiate() -> None:
    session = table({"end-check": "at-once"}, points=[40, 1], hand="KCOR", gates="??")
    play(session, ("city", K, C, O, R))
    assert session.outcome is not None
    lines = log(session)
    assert "The Doppelgates of player 1 begin to RADIATE: First Gate and 2 more." in lines
    assert not any("All Doppelgates" in line for line in lines)
    assert lines.count("A Doppelgate of player 1 RADIATES.") == 1


def test_a_new_doppelgate_that_ends_the_game_does_not_radiate() -> None:
    session = table(
        {"end-check": "at-once", "radiate-when": "when-made"}, now="gate", hand="KKK", deck="R", deck_left=1, dusk=1
    )
    play(session, ("gate", K, K, K))
    assert session.outcome is not None
    assert not any("RADIATES" in line for line in log(session))


def test_radiate_is_told_after_the_pulse() -> None:
    session = table({"radiate-when": "with-pulse"}, middle="KKCOR", gates="?")
    play(session, ("all", K))
    lines = log(session)
    pulse, loss = lines.index("Player 1 uses the PULSE of Kiln."), lines.index("Player 2 loses 2, and has 36 left.")
    assert pulse < loss < lines.index("All Doppelgates of player 1 RADIATE: First Gate and 1 more.")


# -- a second reading --------------------------------------------------------------------------------------------------


def test_a_round_that_ends_the_game_under_rulings() -> None:
    assert text("end.on-card", no_action="game-ends").endswith(
        "in which somebody did nothing because no FACILITY or LOCUS ACTION was possible."
    )
    assert text("end.on-card", no_action="game-ends", voluntary_pass="yes").endswith(
        "because nothing could be chosen, and everybody could see it."
    )


@pytest.mark.parametrize("when", ["no-pulse", "with-pulse", "end-of-turn", "when-made"])
@pytest.mark.parametrize("city", ["no", "yes"])
def test_doppelgates_also_radiate_by_the_cityengine(when: str, city: str) -> None:
    assert "Cityengine" in text("radiate.when", radiate_when=when, city_is_action=city)
    session = table({"radiate-when": when, "city-is-action": city}, hand="KCOR")
    play(session, ("city", K, C, O, R))
    decline(session)
    decline(session, B)
    said = why(session, ("radiate",))
    assert "by the Cityengine" in said
    assert "once in a turn" not in said


def test_a_turn_that_is_cut_short_leaves_a_full_hand() -> None:
    cut = {"no_action": "turn-ends", "hand_limit": "5"}
    assert text("hand.no-limit", **cut).endswith(", unless nothing could be chosen and the turn is cut short.")
    assert "cut short" not in text("hand.no-limit", hand_limit="5")
    assert "no Doppelgate is made, nobody discards down to the limit of a hand, and" in text("turn.no-action", **cut)
    assert "is made, nobody discards down to the limit of a hand." in text("turn.no-action", refill_when="start", **cut)
    assert "no Doppelgate RADIATES or is made" in text("turn.no-action", radiate_when="end-of-turn", **cut)


def test_a_choice_is_made_before_its_step_is_over() -> None:
    session = table(hand="KCORR")
    play(session, ("city", K, C, O, R))
    assert why(session, ("all", K)) == "You have chosen in step 2, and there is no second choice."
    assert why(session, ("end",)).endswith("step 2, Choose, is not over.")


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ({"middle": "KKC"}, ("all", K)),
        ({"points": [40, 0], "hand": "KC", "tops": [HALL, BASIN, ALMANAC]}, ("locus", HALL, K, C)),
    ],
)
def test_a_reaction_that_nobody_can_use_does_not_come(position: dict[str, Any], move: tuple[str, ...]) -> None:
    """It is not called by its name either: a learner meets this line before either reaction."""
    session = table(loci_left=[1, 1, 1], **position)
    play(session, move)
    decline(session)
    lines = log(session)
    assert "Player 2 cannot answer that." in lines
    assert not any("Barter" in line or "Salvage" in line for line in lines)
    assert not any("gets a reaction" in line for line in lines)


def test_what_counts_as_a_pulse_and_what_facilities_are_for() -> None:
    counts = "facility.pulse-counts"
    assert "changes nothing or is declined" in text(counts)
    assert "changes nothing" not in text(counts, void_pulse="no")
    assert text(counts, two_same_type="yes").startswith("Taking all of one type, or two that are all of their type,")
    assert text("card.facility-uses").endswith("or for an effect that asks for them.")
    assert text("card.facility-uses", hand_limit="5").endswith("or leave a hand that is too full.")


def test_an_offer_stands_in_the_way_by_its_own_rule() -> None:
    session = table(hand="KCORR")
    for verb in (("under", QUENCH), ("do",), ("leave",)):
        assert refused(session, verb) == "effect.may"
        assert why(session, verb) == "No effect asks for that now."
    play(session, ("city", K, C, O, R))
    assert refused(session, ("use", HALL)) == "effect.may"
    assert why(session, ("use", HALL)) == "First Gate asks for an answer first: use it, or do without it."
    assert why(session, ("do",)) == "First Gate is used by naming what you choose for it, and not otherwise."


def test_the_check_of_a_table_that_checks_all_the_time() -> None:
    assert "in the Check step and at any other moment" in text("end.check", end_check="at-once")
    session = table({"end-check": "at-once"}, now="gate")
    play(session, ("end",))
    assert any(line.startswith("At the end of the turn player 1 checks once more: ") for line in log(session))


def test_a_loss_that_is_left_out_is_not_stated() -> None:
    assert text("trigger.null-meridian") == "Trigger: you lose 1. Draw 1 card."
    assert text("trigger.null-meridian", self_loss="no") == "Trigger: draw 1 card."
