"""Scenarios of an outsider who knew the rulebook and not the code: where play or words were wrong, and the best."""

from __future__ import annotations

from typing import Any

import pytest
from telling import asked, kinds_told, numbers_in, told, why
from west import GAME, QUIET, A, B, C, K, O, R, decline, end, frame, play, refused, rules_of, table

from tabletop_kernel.games.the_west_ascendant.prompting import WAY_BY_VERB

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
BASIN, MERIDIAN, FOUNDRY = "trigger.mirror-basin", "trigger.null-meridian", "trigger.arc-foundry"
NO_LOCI: dict[str, Any] = {"tops": [None, None, None], "loci_left": [0, 0, 0]}
IDLE: dict[str, Any] = {"middle": "", "hand": ("K", "KC"), **NO_LOCI}  # nothing can be chosen


def text(rule: str, **rulings: str) -> str:
    """What the book of a table says."""
    named = {f"ruling.{key.replace('_', '-')}": value for key, value in rulings.items()}
    return str(GAME.telling.book(GAME.agreement.configure(rulings=named))[rule].text)


# -- rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "move"), [(2, ("all", K)), (1, ("all", K)), (2, ("two", K, K))])
def test_a_pulse_that_comes_too_late_is_void(points: int, move: tuple[str, ...]) -> None:
    """The cards cost the other player their last points before the PULSE comes."""
    rulings = {"void-pulse": "no", "two-same-type": "yes"}
    assert refused(table(rulings, points=[40, points], middle="KKCOR"), move) == "ruling.void-pulse"
    assert table(rulings, points=[40, 3], middle="KKCOR").judge(A, move) is None


def test_a_prompt_offers_no_pulse_that_is_void() -> None:
    session = table({"void-pulse": "no"}, middle="RO", loci_left=[1, 1, 1])
    assert (asked(session).kind, asked(session).facts["ways"]) == ("choose-one", WAY_BY_VERB["two"])


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
    ("position", "first", "seat", "key"),
    [
        ({"middle": "CK", "hand": ("", "KK")}, ("all", C), B, "turn.barter"),
        (
            {"now": "prime", "middle": "KK", "hand": "KK", "tops": [CLOCK, DAWNFORGE, QUENCH]},
            ("use", CLOCK),
            A,
            CLOCK,
        ),
    ],
)
def test_whoever_cannot_use_an_offer_is_told_so_alone(
    position: dict[str, Any], first: tuple[str, ...], seat: int, key: str
) -> None:
    session = table(**position)
    play(session, first)
    assert session.moves(seat) == [("leave",)]
    assert asked(session).kind.endswith("-none")
    play(session, ("leave",), seat=seat)
    assert "cannot" in [entry.kind for entry in session.log(seat)]
    for viewer in (1 - seat, None):
        assert "cannot" not in [entry.kind for entry in session.log(viewer)]
    assert ("declines", {"seat": seat, "key": key}) in told(session)


def test_a_reaction_that_could_not_be_used_was_not_declined() -> None:
    session = table(middle="CK", hand=("", "KK"))
    play(session, ("all", C))
    play(session, ("leave",), seat=B)
    assert why(session, ("exchange", K, K), B) == ("reaction.may", {"key": "turn.barter"})


# -- reasons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [("all", K), ("two", K, K), ("skip",), ("city", K, C, O, R)])
def test_a_step_without_a_choice_is_no_choice(move: tuple[str, ...]) -> None:
    assert why(table(**IDLE), move) == ("turn.one-choice", {"chosen": "none"})


def test_the_log_knows_a_skip_from_a_step_without_a_choice() -> None:
    session = table(now="gate", middle="", hand=("", "K"), active=A, dusk=1, deck_left=0, **NO_LOCI)
    play(session, ("end",))
    assert told(session, "turn.no-action") == [("no-choice", {"seat": B})]
    skipping = table({"voluntary-pass": "yes"}, middle="KC")
    play(skipping, ("skip",))
    assert told(skipping, "ruling.voluntary-pass") == [("no-action", {"seat": A})]
    assert why(skipping, ("all", K)) == ("turn.one-choice", {"chosen": "skip"})


def test_too_many_cards() -> None:
    session = table({"hand-limit": "5"}, now="gate", hand="KKKKKKCC")
    play(session, ("end",))
    assert why(session, ("discard", R)) == ("hand.no-limit", {"type": R})
    assert why(session, ("gate", K, K, K)) == ("ruling.hand-limit", {"held": 8, "limit": 5})


def test_primes_after_their_step() -> None:
    session = table(now="prime", hand="K", tops=[DAWNFORGE, QUENCH, WIRE], zone=[[], [HALL]])
    play(session, ("use", DAWNFORGE))
    assert refused(session, ("use", DAWNFORGE)) == "prime.list"
    assert refused(session, ("use", HALL)) == "prime.own-zone"
    assert why(session, ("use", MAST)) == ("prime.when", {})


def test_a_doppelgate_waits_for_first_gate() -> None:
    session = table({"radiate-when": "end-of-turn", "voluntary-pass": "yes"}, hand="KKKK")
    assert why(session, ("gate", K, K, K)) == ("gate.when", {"number": 2})
    play(session, ("skip",))
    assert why(session, ("gate", K, K, K)) == ("effect.may", {"effect": "reference-a.radiate", "asks": "offer"})


def test_the_cityengine_where_it_is_an_action() -> None:
    session = table({"city-is-action": "yes"}, hand=("KCOR", "K"), tops=[DAWNFORGE, QUENCH, WIRE])
    play(session, ("city", K, C, O, R))
    assert told(session, "city.instead") == [("chooses-city", {"seat": A})]
    assert asked(session).kind == "salvage"
    assert session.book.prompts["salvage"].you != GAME.rulebook.prompts["salvage"].you, "any type that was discarded"
    assert why(session, ("exchange", K, C), B) == ("reaction.barter", {"effect": "turn.barter", "asks": "facility"})


SALVAGE: dict[str, Any] = {"now": "reaction", "action": "locus", "paid": "KC", "discard": "KCO", "hand": ("", "R")}


def paid(name: str) -> tuple[str, dict[str, Any]]:
    """A type just discarded is what it asks for, and this is none."""
    return "reaction.salvage", {"effect": "turn.salvage", "asks": ["paid", "unpaid", name]}


def test_an_accepted_salvage_is_carried_out() -> None:
    session = table(**SALVAGE)
    assert why(session, ("recover", K), B) == ("reaction.salvage", {"effect": "turn.salvage", "asks": "offer"})
    play(session, ("do",), seat=B)
    rule, facts = why(session, ("leave",), B)
    assert (rule, facts["effects"], facts["duty"]) == ("effect.mandatory", ["turn.salvage"], "accepted")
    assert why(session, ("recover", O), B) == paid(O)


def test_what_first_gate_discards_is_no_required_facility() -> None:
    session = table(hand="KOR", tops=[DAWNFORGE, *QUIET[:2]], discard="")
    play(session, ("locus", DAWNFORGE, K, O), ("discard", R))
    while session.deciders == (A,):
        play(session, session.moves(A)[0])
    assert asked(session).kind == "salvage"
    play(session, ("do",), seat=B)
    assert why(session, ("recover", R), B) == paid(R)


def test_a_trigger_that_did_nothing_says_so_for_the_rest_of_the_turn() -> None:
    session = table(middle="KKCOR", tops=[FOUNDRY, ALMANAC, QUENCH])
    assert why(session, ("use", ALMANAC)) == ("trigger.when", {})
    play(session, ("all", K), ("use", FOUNDRY))
    assert frame(session) == "gate"
    assert why(session, ("use", ALMANAC)) == ("effect.condition", {"locus": ALMANAC})
    assert why(session, ("use", FOUNDRY)) == ("trigger.when", {})


@pytest.mark.parametrize("move", [("gate", O, O, O), ("city", K, C, O, R), ("end",)])
def test_what_belongs_to_a_turn_is_refused_in_a_reaction(move: tuple[str, ...]) -> None:
    session = table(now="reaction", action="two", took="KC", middle="KCR", hand=("", "OOO"))
    assert why(session, move, B) == ("turn.holder", {"seat": A, "meanwhile": "reaction"})


def test_a_table_that_stands_still_is_not_ended_by_its_length() -> None:
    session = table({"no-action": "turn-ends"}, middle="", deck_left=5, turn=9)
    assert session.outcome is not None and session.outcome.rule == "turn.no-action"
    assert why(session, ("end",)) == ("turn.no-action", {})


def test_each_reaction_follows_its_action() -> None:
    salvage = table(**SALVAGE)
    assert refused(salvage, ("exchange", R, K), B) == "reaction.barter"
    play(salvage, ("leave",), seat=B)
    assert refused(salvage, ("exchange", R, K), B) == "reaction.barter"
    barter = table(middle="KKC", hand=("", "R"))
    play(barter, ("all", K))
    assert refused(barter, ("recover", K), B) == "reaction.salvage"
    play(barter, ("exchange", R, C), seat=B)
    assert why(barter, ("recover", K), B) == ("reaction.salvage", {"effect": "turn.salvage", "asks": "locus"})
    assert why(barter, ("exchange", C, R), B) == ("reaction.barter", {"effect": "turn.barter", "asks": "used"})


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        (("exchange", C, K), ["holds", C, 0]),
        (("exchange", K, O), ["absent", O]),
        (("exchange", K, K), ["alike"]),
        (("exchange", K), ["unnamed"]),
    ],
)
def test_what_is_wrong_with_an_exchange(move: tuple[str, ...], fault: list[Any]) -> None:
    session = table(now="prime", hand="KR", middle="KC", tops=[CLOCK, QUENCH, WIRE])
    play(session, ("use", CLOCK))
    assert why(session, move) == ("effect.exchange", {"trade": fault})


@pytest.mark.parametrize(
    ("hand", "middle", "fault"),
    [("KK", "KC", "only-held"), ("KR", "KK", "only-lie"), ("KK", "KK", "only-lie")],
)
def test_where_hardly_any_exchange_is_possible_that_is_the_reason(hand: str, middle: str, fault: str) -> None:
    session = table(now="prime", hand=hand, middle=middle, tops=[CLOCK, QUENCH, WIRE])
    play(session, ("use", CLOCK))
    assert why(session, ("exchange", K, K)) == ("effect.exchange", {"trade": [fault, K]})


def test_who_is_asked_for_an_exchange_and_tries_something_else_hears_of_the_exchange() -> None:
    session = table(now="prime", hand="K", middle="KC", tops=[CLOCK, QUENCH, WIRE])
    play(session, ("use", CLOCK))
    assert why(session, ("discard", K)) == ("effect.may", {"effect": CLOCK, "asks": "exchange"})


def test_what_is_missing_for_a_price() -> None:
    session = table(now="gate", hand="KKC")
    for card, held in ((K, 2), (C, 1), (O, 0)):
        assert why(session, ("gate", card, card, card)) == ("gate.matching", {"fault": ["holds", card, held]})
    for hand, last, fault in (("KCOO", R, ["lacks", R]), ("KCORR", O, ["named"])):
        rule, facts = why(table(hand=hand), ("city", K, C, O, last))
        assert (rule, facts["fault"]) == ("city.plan", fault)


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "position", "kind", "fallen"),
    [
        ({}, {"points": [10, 0]}, "ends-zero", 1),
        ({}, {"points": [0, 0]}, "ends-zero", 2),
        ({}, {"dusk": 1, "deck_left": 0}, "ends-deck", 0),
        ({"end-deck": "5"}, {"dusk": 1, "deck_left": 4}, "ends-deck", 0),
        ({"turncard-sides": "single-day"}, {"deck_left": 0}, "ends-deck", 0),
        ({}, {"turn": 120}, "ends-long", 0),
        ({"no-action": "game-ends"}, {"last": 1}, "ends-idle", 0),
    ],
)
def test_the_end_has_a_reason(rulings: dict[str, str], position: dict[str, Any], kind: str, fallen: int) -> None:
    session = table(rulings, now="gate", active=B, middle="KKCOR", **position)
    left, points = len(session.truth.deck), list(session.truth.points)
    play(session, ("end",), seat=B)
    assert [facts for ends, facts in told(session) if ends == kind] == [
        {"count": left, "points": points, "fallen": fallen}
    ]


def test_the_end_of_the_deck_is_told_as_this_table_plays_it() -> None:
    ends = [
        GAME.telling.book(GAME.agreement.configure(rulings=rulings)).events["ends-deck"] for rulings in ENDS_OF_THE_DECK
    ]
    assert len(set(ends)) == len(ends)


ENDS_OF_THE_DECK: list[dict[str, str]] = [{}, {"ruling.end-deck": "5"}, {"ruling.turncard-sides": "single-day"}]


@pytest.mark.parametrize("tie", ["loci", "second-player"])
def test_a_tie_is_broken_for_a_reason(tie: str) -> None:
    session = table({"tie": tie}, now="gate", active=B, points=[10, 0], zone=[[], [CLOCK, DRIFT]])
    play(session, ("end",), seat=B)
    assert told(session)[-1] == ("wins-tie", {"seat": B, "total": 10})


def test_ties_that_are_broken_otherwise_are_told_otherwise() -> None:
    options = [option for option in GAME.rulebook.rulings["ruling.tie"].options if option != "draw"]
    told_so = {
        GAME.telling.book(GAME.agreement.configure(rulings={"ruling.tie": option})).events["wins-tie"]
        for option in options
    }
    assert len(told_so) == len(options) > 1


# -- the book, prompts and the order of the log ------------------------------------------------------------------------


def test_the_book_under_rulings() -> None:
    plays_on = text("points.zero-plays")
    assert text("points.zero-plays", end_check="at-once") != plays_on
    assert text("points.zero-plays", end_check="at-once", end_zero="no") == plays_on
    for when, bring in (("no-pulse", True), ("with-pulse", True), ("end-of-turn", False), ("when-made", False)):
        for rule in ("facility.took-middle", "facility.loss"):
            assert ("Doppelgate" in text(rule, took_counts="yes", radiate_when=when)) == bring
    assert "points" in text("reaction.impossible")
    assert "points" not in text("reaction.impossible", salvage_zero="free")
    assert "front" not in text("turn.steps")
    halves = text("turn.steps", turncard_sides="two-halves")
    assert "front" in halves and {1, 4} <= {*numbers_in(halves)}
    assert {6, 8} <= {*numbers_in(text("turn.steps", turncard_sides="two-halves", refill_when="start"))}
    assert text("gate.once", gate_per_turn="any") != text("gate.once")
    assert text("prime.steamwright-hall", hand_count="no") != text("prime.steamwright-hall")
    assert "refilled" in text("turn.no-action", no_action="turn-ends")
    assert "refilled" not in text("turn.no-action", no_action="turn-ends", refill_when="start")


def test_titles_and_refusals_of_the_book_under_rulings() -> None:
    day = GAME.telling.book(GAME.agreement.configure(rulings={"ruling.turncard-sides": "single-day"}))
    assert "usk" not in day["deck.dusk-bare"].title + day["deck.out"].why
    nearly = GAME.telling.book(GAME.agreement.configure(rulings={"ruling.end-deck": "5"}))
    assert nearly["end.deck"].title != GAME.rulebook["end.deck"].title
    open_decks = {
        GAME.telling.book(GAME.agreement.configure(rulings={ruling: option}))["card.locus-sides"].why
        for ruling, option in (("ruling.locus-browse", "yes"), ("ruling.face-up", "all"))
    }
    assert len(open_decks) == 1 and GAME.rulebook["card.locus-sides"].why not in open_decks


def test_a_salvage_from_the_top_of_the_pile() -> None:
    session = table({"discard-open": "top"}, **SALVAGE)
    assert asked(session).kind == "salvage"
    assert session.book.prompts["salvage"].you != GAME.rulebook.prompts["salvage"].you


@pytest.mark.parametrize(
    ("rulings", "middle", "move", "pulses"),
    [
        ({"two-same-type": "yes", "pulse-count": "per-card"}, "KKCOR", ("two", K, K), [2, 2]),
        ({"two-same-type": "yes", "pulse-count": "per-card"}, "KKCOR", ("all", K), [2, 2]),
        ({"two-same-type": "yes", "pulse-count": "per-card"}, "KKCOR", ("all", C), []),
        ({"two-same-type": "yes"}, "KKCOR", ("two", K, K), [2]),
    ],
)
def test_a_choice_names_its_pulses(
    rulings: dict[str, str], middle: str, move: tuple[str, ...], pulses: list[int]
) -> None:
    said = table(rulings, middle=middle).phrase(A, move)
    assert "PULSE" in said and numbers_in(said) == pulses


def test_a_choice_without_a_pulse_names_none() -> None:
    session = table({"two-same-type": "yes"}, middle="KKKCR")
    assert "PULSE" not in session.phrase(A, ("two", K, K))


def test_one_way_is_no_list() -> None:
    one, two = asked(table(middle="", hand="KC")), asked(table(middle="KK", hand="KC"))
    assert (one.kind, one.facts["ways"]) == ("choose-one", WAY_BY_VERB["locus"])
    assert two.kind == "choose" and two.facts["ways"].endswith(f" or {WAY_BY_VERB['locus']}")


@pytest.mark.parametrize(
    ("position", "moves", "kind"),
    [
        ({"now": "gate", "hand": "KKK", "middle": "KCCOR"}, [("gate", K, K, K)], "makes"),
        ({"middle": "CKKOR"}, [("all", C)], "draws"),
        ({"now": "prime", "tops": [DRIFT, QUENCH, WIRE]}, [("use", DRIFT), ("clear", K)], "replaced"),
        ({"now": "gate", "middle": "KKC"}, [("end",)], "refill"),
    ],
)
@pytest.mark.parametrize("dusk", [0, 1])
def test_the_last_card_goes_before_the_deck_is_out(
    dusk: int, position: dict[str, Any], moves: list[tuple[str, ...]], kind: str
) -> None:
    session = table(deck="R", deck_left=1, discard="OO", dusk=dusk, **{"middle": "KKCOR", **position})
    play(session, *moves)
    kinds = kinds_told(session)
    out = min(kinds.index(end) for end in ("dusk", "deck-out") if end in kinds)
    assert kinds.index(kind) < out


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
    assert not {"pulse", "two-pulse", "radiate", "radiates", "no-radiate"} & {*kinds_told(session)}


def test_a_cityengine_that_ends_the_game_lets_not_all_radiate() -> None:
    session = table({"end-check": "at-once"}, points=[40, 1], hand="KCOR", gates="??")
    play(session, ("city", K, C, O, R))
    assert session.outcome is not None
    begun = ("radiate", {"seat": A, "key": "reference-a.radiate", "count": 2})
    assert begun in told(session)
    assert session.book.events["radiate"] != GAME.rulebook.events["radiate"], "they begin to: not all of them do"
    assert kinds_told(session).count("radiates") == 1


def test_a_new_doppelgate_that_ends_the_game_does_not_radiate() -> None:
    session = table(
        {"end-check": "at-once", "radiate-when": "when-made"}, now="gate", hand="KKK", deck="R", deck_left=1, dusk=1
    )
    play(session, ("gate", K, K, K))
    assert session.outcome is not None
    assert "radiates" not in kinds_told(session)


def test_radiate_is_told_after_the_pulse() -> None:
    session = table({"radiate-when": "with-pulse"}, middle="KKCOR", gates="?")
    play(session, ("all", K))
    pulse, loss, radiate = (
        told(session).index(line)
        for line in (
            ("pulse", {"seat": A, "type": K}),
            ("loses", {"seat": B, "points": 2, "left": 36}),
            ("radiate", {"seat": A, "key": "reference-a.radiate", "count": 1}),
        )
    )
    assert pulse < loss < radiate


# -- a second reading --------------------------------------------------------------------------------------------------


PASSES = {"no_action": "game-ends", "voluntary_pass": "yes"}


def test_a_round_that_ends_the_game_under_rulings() -> None:
    texts = [text("end.on-card", **rulings) for rulings in ({}, {"no_action": "game-ends"}, PASSES)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("when", ["no-pulse", "with-pulse", "end-of-turn", "when-made"])
@pytest.mark.parametrize("city", ["no", "yes"])
def test_doppelgates_also_radiate_by_the_cityengine(when: str, city: str) -> None:
    assert "Cityengine" in text("radiate.when", radiate_when=when, city_is_action=city)
    session = table({"radiate-when": when, "city-is-action": city}, hand="KCOR")
    play(session, ("city", K, C, O, R))
    decline(session)
    decline(session, B)
    verdict = session.judge(A, ("radiate",))
    assert verdict is not None and verdict.rule == "radiate.when"
    assert "Cityengine" in verdict.text and "in a turn" not in verdict.text


def test_a_turn_that_is_cut_short_leaves_a_full_hand() -> None:
    cut = {"no_action": "turn-ends", "hand_limit": "5"}
    assert "ends at once" in text("hand.no-limit", **cut)
    assert "ends at once" not in text("hand.no-limit", hand_limit="5")
    assert "refilled" not in text("turn.no-action", refill_when="start", **cut)
    assert text("turn.no-action", **cut) != text("turn.no-action", no_action="turn-ends"), "nobody discards down"
    assert "RADIATE" in text("turn.no-action", radiate_when="end-of-turn", **cut)
    assert "RADIATE" not in text("turn.no-action", **cut)


def test_a_choice_is_made_before_its_step_is_over() -> None:
    session = table(hand="KCORR")
    play(session, ("city", K, C, O, R))
    assert why(session, ("all", K)) == ("turn.one-choice", {"chosen": "city"})
    assert why(session, ("end",)) == ("turn.follow", {"step": "choose", "number": 2})


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
    assert "no-reaction" in kinds_told(session)
    assert not any(name in entry.text for entry in session.log(None) for name in ("Barter", "Salvage"))
    assert "reaction" not in kinds_told(session)


def test_what_counts_as_a_pulse_and_what_facilities_are_for() -> None:
    counts = "facility.pulse-counts"
    texts = [text(counts, **rulings) for rulings in ({}, {"void_pulse": "no"}, {"two_same_type": "yes"})]
    assert len(set(texts)) == len(texts)
    assert text("card.facility-uses", hand_limit="5") != text("card.facility-uses")


def test_an_offer_stands_in_the_way_by_its_own_rule() -> None:
    session = table(hand="KCORR")
    for verb in (("under", QUENCH), ("do",), ("leave",)):
        assert refused(session, verb) == "effect.may"
        assert why(session, verb) == ("effect.may", {"effect": "", "asks": "nothing"})
    play(session, ("city", K, C, O, R))
    assert refused(session, ("use", HALL)) == "effect.may"
    assert why(session, ("use", HALL)) == ("effect.may", {"effect": "reference-a.radiate", "asks": "offer"})
    assert why(session, ("do",)) == ("effect.may", {"effect": "reference-a.radiate", "asks": "named"})


def test_the_check_of_a_table_that_checks_all_the_time() -> None:
    assert text("end.check", end_check="at-once") != text("end.check")
    session = table({"end-check": "at-once"}, now="gate")
    play(session, ("end",))
    assert [facts["seat"] for kind, facts in told(session) if kind == "check"] == [A]
    assert session.book.events["check"] != GAME.rulebook.events["check"], "once more, at the end of the turn"


def test_a_loss_that_is_left_out_is_not_stated() -> None:
    assert numbers_in(text(MERIDIAN)) == [1, 1], "one is lost, and one drawn"
    assert numbers_in(text(MERIDIAN, self_loss="no")) == [1]
