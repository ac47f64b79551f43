"""Every option of every ruling: what it changes.

Tests of a default option name no ruling, so that they also fail when another option becomes the default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
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
    everything,
    frame,
    kinds_of,
    losses,
    play,
    refused,
    rules_of,
    said,
    table,
)

from tabletop_kernel import Session

Test = TypeVar("Test", bound=Callable[..., None])
COVERED: set[tuple[str, str]] = set()
DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
BASIN, MERIDIAN, FOUNDRY = "trigger.mirror-basin", "trigger.null-meridian", "trigger.arc-foundry"
PRIMES = [DAWNFORGE, CLOCK, PYRE]


def option(ruling: str, *options: str) -> Callable[[Test], Test]:
    """Marks a test as saying what these options do."""
    for name in options:
        assert name in GAME.rulebook.rulings[f"ruling.{ruling}"].options, (ruling, name)
        COVERED.add((f"ruling.{ruling}", name))
    return lambda test: test


def rule(ruling: str, choice: str) -> dict[str, str]:
    """The ruling, unless it is the default: that has to be so without saying."""
    return {} if GAME.rulebook.rulings[f"ruling.{ruling}"].default == choice else {ruling: choice}


# -- setup -------------------------------------------------------------------------------------------------------------


def opened(seed: int = 0, options: dict[str, str] | None = None, **rulings: str) -> Session:
    named = {f"ruling.{key.replace('_', '-')}": value for key, value in rulings.items()}
    return Session(GAME, 2, seed, named, options)


@option("start-player", "random")
def test_chance_says_who_begins() -> None:
    assert {opened(seed).truth.first for seed in range(12)} == {A, B}
    assert "setup.start-player" in rules_of(everything(opened()))


@option("start-player", "chosen")
def test_the_table_says_who_begins() -> None:
    for seat in (A, B):
        session = opened(start_player="chosen")
        assert session.moves(A) == [("start", A), ("start", B)]
        assert refused(session, ("start", 2)) == "setup.start-player"
        assert refused(session, ("all", K)) == "setup.begin"
        assert refused(session, ("start", B), B) == "setup.begin"
        assert GAME.pace.is_opening(session.truth)
        events = play(session, ("start", seat))
        assert session.truth.first == seat
        assert said(events, "second") == [{"seat": 1 - seat}]
        assert not GAME.pace.is_opening(session.truth)


@option("start-player", "last-loser")
def test_the_last_loser_begins() -> None:
    for number, seat in (("player-1", A), ("player-2", B)):
        for seed in range(6):
            assert opened(seed, {"last-loser": number}, start_player="last-loser").truth.first == seat
    assert {opened(seed, start_player="last-loser").truth.first for seed in range(12)} == {A, B}
    assert {opened(seed, {"last-loser": "player-2"}).truth.first for seed in range(12)} == {A, B}


@option("city-deal", "random", "choice")
def test_who_gets_which_cityengine() -> None:
    assert {opened(seed).truth.engine[A] for seed in range(12)} == {"cityengine-strider", "cityengine-hauler"}
    session = opened(city_deal="choice")
    first = session.truth.first
    assert session.deciders == (first,)
    assert refused(session, ("engine", "x"), first) == "setup.cityengine"
    events = play(session, ("engine", "cityengine-hauler"), seat=first)
    assert session.truth.engine[first] == "cityengine-hauler"
    assert session.truth.engine[1 - first] == "cityengine-strider"
    assert "ruling.city-deal" in rules_of(events)


# -- the turn card -----------------------------------------------------------------------------------------------------

LAST_CARDS: dict[str, Any] = {
    "now": "gate",
    "action": "two",
    "deck": "KC",
    "deck_left": 2,
    "discard": "OOR",
    "middle": "COR",
}


@option("turncard-sides", "day-dusk")
def test_the_back_is_dusk() -> None:
    session = table(**LAST_CARDS)
    assert session.view(A)["side"] == "front"
    end(session)
    assert (session.truth.dusk, len(session.truth.deck)) == (1, 3)
    assert session.view(A)["side"] == "back"
    assert session.outcome is None


@option("turncard-sides", "single-day")
def test_one_day_and_no_new_deck() -> None:
    session = table(rule("turncard-sides", "single-day"), **LAST_CARDS)
    events = end(session)
    assert (session.truth.dusk, session.truth.deck, len(session.truth.discard)) == (0, (), 3)
    assert session.view(A)["side"] == "front"
    assert "ruling.turncard-sides" in rules_of(events)
    check = table(rule("turncard-sides", "single-day"), now="check", active=B, deck_left=0)
    assert check.outcome is not None
    assert check.outcome.rule == "end.deck"


@option("turncard-sides", "two-halves")
def test_the_back_is_the_second_half_of_a_turn() -> None:
    session = table(rule("turncard-sides", "two-halves"), middle="KKCOR", deck="KC", deck_left=2, discard="OOR")
    assert (session.view(A)["side"], session.view(A)["step"]) == ("front", 2)
    events = play(session, ("two", K, C))
    events += decline(session)
    events += play(session, ("end",))
    assert said(events, "back-half") == [{"seat": A}]
    assert (session.truth.dusk, session.view(A)["side"]) == (1, "front")  # the next turn, at dusk


@option("voluntary-pass", "no", "yes")
def test_skipping_an_action() -> None:
    assert refused(table(middle="KC"), ("skip",)) == "turn.must-act"
    session = table(rule("voluntary-pass", "yes"), middle="KC", hand=("", "O"))
    events = play(session, ("skip",))
    assert "ruling.voluntary-pass" in rules_of(events)
    assert frame(session) == "gate"
    last = table(rule("voluntary-pass", "yes"), now="check", turn=120)
    assert last.outcome is not None
    assert last.outcome.rule == "end.long"


NOTHING: dict[str, Any] = {"dusk": 1, "deck_left": 12, "middle": "", "hand": ("", "KC"), "points": [20, 20]}


@option("no-action", "skip")
def test_nothing_to_do_leads_to_the_doppelgate_step() -> None:
    session = table(**NOTHING)
    assert frame(session) == "gate"
    assert session.truth.action == "none"


@option("no-action", "turn-ends")
def test_nothing_to_do_ends_the_turn() -> None:
    session = table(rule("no-action", "turn-ends"), **NOTHING)
    assert session.truth.turn == 2
    assert session.truth.active == B
    assert session.truth.middle == ()  # it was not refilled


@option("no-action", "game-ends")
def test_nothing_to_do_ends_the_game_after_the_round() -> None:
    session = table(rule("no-action", "game-ends"), **NOTHING)
    assert session.truth.last == 1
    play(session, ("end",))
    assert session.outcome is None
    assert session.deciders == (B,)
    second = table(rule("no-action", "game-ends"), active=B, **{**NOTHING, "hand": ("KC", "")})
    play(second, ("end",), seat=B)
    assert second.outcome is not None
    assert second.outcome.rule == "turn.no-action"


# -- effects -----------------------------------------------------------------------------------------------------------


@option("effect-list", "fixed", "re-check")
def test_effects_that_come_into_sight() -> None:
    """Only a pack whose Prime moves a top can show it; here the list is made, and then a top is moved by hand."""
    for choice, waiting in (("fixed", [("use", PYRE)]), ("re-check", [("use", PYRE), ("use", MAST)])):
        session = table(
            rule("effect-list", choice), now="prime", loci=[[DAWNFORGE], [PYRE], [QUENCH]], gates="?", hand="K"
        )
        assert session.moves(A) == [("use", DAWNFORGE), ("use", PYRE)]
        state = session.truth
        at = next(n for n, deck in enumerate(state.loci) if MAST in deck)
        state.loci[at] = tuple(locus for locus in state.loci[at] if locus != MAST)
        state.loci[2] = (MAST, *state.loci[2])
        GAME.apply(state, A, ("use", DAWNFORGE))
        assert GAME.moves(state, A) == waiting


@option("trigger-when", "after")
def test_triggers_are_checked_after_the_action() -> None:
    session = table(hand="KOR", loci=[[DAWNFORGE, MERIDIAN], [PYRE], [CLOCK]])
    play(session, ("locus", DAWNFORGE, K, O))
    decline(session)
    assert session.moves(A) == [("use", MERIDIAN)]


@option("trigger-when", "declared")
def test_triggers_are_listed_when_the_action_is_announced() -> None:
    session = table(rule("trigger-when", "declared"), hand="KOR", loci=[[DAWNFORGE, MERIDIAN], [PYRE], [CLOCK]])
    play(session, ("locus", DAWNFORGE, K, O))
    decline(session)
    assert frame(session) != "use"  # the top that was revealed does not count
    under = table(rule("trigger-when", "declared"), middle="OKCRR", loci=[[MERIDIAN, DAWNFORGE], [PYRE], [CLOCK]])
    play(under, ("all", O), ("under", MERIDIAN))
    assert under.moves(A) == [("use", MERIDIAN)]  # it was listed before it went under


@option("face-up", "tops", "all")
def test_which_triggers_are_face_up() -> None:
    position: dict[str, Any] = {
        "middle": "KKCOR",
        "loci": [[DAWNFORGE, MERIDIAN], [PYRE, FOUNDRY], [CLOCK]],
        "loci_left": [2, 2, 1],
    }
    session = table(**position)
    assert session.view(B)["loci"][0] == [DAWNFORGE, "?"]
    play(session, ("all", K))
    assert frame(session) != "use"
    session = table(rule("face-up", "all"), **position)
    assert session.view(B)["loci"][0] == [DAWNFORGE, MERIDIAN]
    play(session, ("all", K))
    assert session.moves(A) == [("use", MERIDIAN), ("use", FOUNDRY)]


@option("pulse-count", "once", "per-card")
def test_how_often_a_pulse_is_used() -> None:
    assert losses(play(table(middle="KKKCO"), ("all", K))) == [(B, 3), (B, 2)]
    events = play(table(rule("pulse-count", "per-card"), middle="KKKCO"), ("all", K))
    assert losses(events) == [(B, 3), (B, 2), (B, 2), (B, 2)]
    assert "ruling.pulse-count" in rules_of(events)


@option("void-pulse", "yes", "no")
def test_a_pulse_that_can_do_nothing() -> None:
    assert ("all", R) in table(middle="RRKCO").moves(A)
    session = table(rule("void-pulse", "no"), middle="RRKCO")
    assert ("all", R) not in session.moves(A)
    assert refused(session, ("all", R)) == "ruling.void-pulse"
    assert ("all", R) in table(rule("void-pulse", "no"), middle="RRKCO", discard="K").moves(A)


@option("two-same-type", "no", "yes")
def test_two_that_are_all_of_their_type() -> None:
    assert losses(play(table(middle="KKCOR"), ("two", K, K))) == [(B, 2)]
    session = table(rule("two-same-type", "yes"), middle="KKCOR", gates="?")
    events = play(session, ("two", K, K))
    assert losses(events) == [(B, 2), (B, 2)]
    assert "ruling.two-same-type" in rules_of(events)
    assert "radiates" not in kinds_of(events)
    assert session.truth.pulse == 1
    three = table(rule("two-same-type", "yes"), middle="KKKCO")
    assert losses(play(three, ("two", K, K))) == [(B, 2)]


@option("took-counts", "no", "yes")
def test_cards_that_effects_bring() -> None:
    assert losses(play(table(middle="CCKOR"), ("all", C))) == [(B, 2)]
    events = play(table(rule("took-counts", "yes"), middle="CCKOR"), ("all", C))
    assert losses(events) == [(B, 2), (B, 1)]
    assert "ruling.took-counts" in rules_of(events)
    relay = table(rule("took-counts", "yes"), middle="RKCOO", discard="K")
    play(relay, ("all", R))
    assert losses(play(relay, ("recover", K))) == [(B, 1)]
    built = table(rule("took-counts", "yes"), hand="KCO", tops=[HALL, PYRE, CLOCK])
    play(built, ("locus", HALL, K, C))
    assert losses(play(built, ("discard", O))) == []  # only the FACILITY ACTION


GATES: dict[str, Any] = {"middle": "KKCOR", "gates": "??"}


@option("radiate-when", "no-pulse")
def test_doppelgates_radiate_without_a_pulse() -> None:
    assert losses(play(table(**GATES), ("all", K))) == [(B, 2), (B, 2)]
    assert losses(play(table(**GATES), ("two", K, C))) == [(B, 2), (B, 1), (B, 1)]


@option("radiate-when", "with-pulse")
def test_doppelgates_radiate_with_a_pulse() -> None:
    ruling = rule("radiate-when", "with-pulse")
    assert losses(play(table(ruling, **GATES), ("all", K))) == [(B, 2), (B, 2), (B, 1), (B, 1)]
    assert losses(play(table(ruling, **GATES), ("two", K, C))) == [(B, 2)]


@option("radiate-when", "end-of-turn")
def test_doppelgates_radiate_in_every_turn() -> None:
    ruling = rule("radiate-when", "end-of-turn")
    for move, first in ((("all", K), [(B, 2), (B, 2)]), (("two", K, C), [(B, 2)])):
        session = table(ruling, hand=("", ""), **GATES)
        events = play(session, move)
        assert losses(events) == [*first, (B, 1), (B, 1)]
        assert frame(session) == "offer"  # First Gate
        decline(session)
        assert frame(session) == "gate"
    made = table(ruling, now="gate", hand="KKK")
    assert losses(play(made, ("gate", K, K, K), ("end",))) == []


@option("radiate-when", "when-made")
def test_a_doppelgate_radiates_when_it_is_made() -> None:
    ruling = rule("radiate-when", "when-made")
    assert losses(play(table(ruling, **GATES), ("two", K, C))) == [(B, 2)]
    events = play(table(ruling, now="gate", hand="KKK"), ("gate", K, K, K))
    assert losses(events) == [(B, 1)]
    assert "ruling.radiate-when" in rules_of(events)
    assert losses(play(table(ruling, hand="KCOR", gates="??"), ("city", K, C, O, R))) == [(B, 1), (B, 1)]


@option("self-loss", "yes", "no")
def test_effects_that_cost_their_own_user() -> None:
    for choice, points in (("yes", 39), ("no", 40)):
        session = table(rule("self-loss", choice), middle="KKCOR", tops=[MERIDIAN, DAWNFORGE, CLOCK])
        play(session, ("all", K))
        events = play(session, ("use", MERIDIAN))
        assert session.truth.points[A] == points
        assert ("ruling.self-loss" in rules_of(events)) == (choice == "no")
        assert len(session.truth.hand[A]) == 3
    price = salvaging(rule("self-loss", "no"))
    play(price, ("do",), seat=B)
    assert price.truth.points[B] == 39  # a price that one chooses to pay


@option("exchange-same", "no", "yes")
def test_swapping_two_of_one_type() -> None:
    position: dict[str, Any] = {"now": "reaction", "action": "two", "middle": "C", "hand": ("K", "CC")}
    session = table(**position)
    assert session.moves(B) == [("leave",)]
    assert refused(session, ("exchange", C, C), B) == "effect.exchange"
    session = table(rule("exchange-same", "yes"), **position)
    assert session.moves(B) == [("exchange", C, C), ("leave",)]
    play(session, ("exchange", C, C), seat=B)
    assert session.truth.hand[B] == (C, C)


# -- reactions and the Cityengine --------------------------------------------------------------------------------------


def salvaging(rulings: dict[str, str], **more: Any) -> Session:
    """A has built a Locus with a Kiln and a Cistern, and B may react."""
    position: dict[str, Any] = {"now": "reaction", "action": "locus", "paid": "KC", "discard": "KC", **more}
    return table(rulings, tops=PRIMES, **position)


@option("salvage-zero", "no", "free")
def test_a_salvage_at_zero() -> None:
    assert frame(salvaging({}, points=[20, 0])) == "gate"
    session = salvaging(rule("salvage-zero", "free"), points=[20, 0])
    assert session.moves(B) == [("do",), ("leave",)]
    play(session, ("do",), ("recover", K), seat=B)
    assert session.truth.points[B] == 0
    assert session.truth.hand[B] == (K,)
    paid = salvaging(rule("salvage-zero", "free"), points=[20, 5])
    play(paid, ("do",), seat=B)
    assert paid.truth.points[B] == 4


@option("city-is-action", "no", "yes")
def test_whether_the_cityengine_is_an_action() -> None:
    position: dict[str, Any] = {"hand": "KCOR", "tops": [MERIDIAN, DAWNFORGE, CLOCK]}
    session = table(**position)
    events = play(session, ("city", K, C, O, R))
    assert frame(session) == "gate"
    assert {"city.not-action", "reaction.not-city"} <= set(rules_of(events))
    session = table(rule("city-is-action", "yes"), **position)
    play(session, ("city", K, C, O, R))
    assert session.moves(A) == [("use", MERIDIAN)]
    play(session, ("use", MERIDIAN))
    play(session, ("do",), seat=B)
    assert session.moves(B) == [("recover", name) for name in (K, C, O, R)]


@option("reaction-when", "after", "before")
def test_when_the_reaction_comes() -> None:
    position: dict[str, Any] = {"middle": "KKCOR", "hand": ("", "O"), "tops": [FOUNDRY, DAWNFORGE, CLOCK]}
    session = table(**position)
    play(session, ("all", K))
    assert (session.deciders, frame(session)) == ((A,), "use")
    assert refused(session, ("leave",), B) == "reaction.when"
    session = table(rule("reaction-when", "before"), **position)
    play(session, ("all", K))
    assert session.deciders == (B,)
    play(session, ("leave",), seat=B)
    assert session.moves(A) == [("use", FOUNDRY)]


# -- Doppelgates -------------------------------------------------------------------------------------------------------


@option("gate-cost", "3", "2", "4")
def test_the_price_of_a_doppelgate() -> None:
    for cost in (3, 2, 4):
        session = table(rule("gate-cost", str(cost)), now="gate", hand="KKKKK")
        assert session.moves(A) == [("gate", *[K] * cost), ("end",)]
        wrong = ("gate", *[K] * (cost + 1))
        assert refused(session, wrong) == "gate.cost"
        play(session, ("gate", *[K] * cost))
        assert len(session.truth.discard) == cost


@option("gate-per-turn", "1", "any")
def test_how_many_doppelgates_in_a_turn() -> None:
    session = table(now="gate", hand="KKKCCC")
    play(session, ("gate", K, K, K))
    assert refused(session, ("gate", C, C, C)) == "gate.once"
    session = table(rule("gate-per-turn", "any"), now="gate", hand="KKKCCC")
    play(session, ("gate", K, K, K), ("gate", C, C, C))
    assert len(session.truth.gates[A]) == 2


@option("gate-order", "before", "after")
def test_doppelgate_and_refill() -> None:
    position: dict[str, Any] = {"now": "reaction", "action": "two", "middle": "COR", "hand": "KKK"}
    assert len(table(**position).truth.middle) == 3
    session = table(rule("gate-order", "after"), **position)
    assert frame(session) == "gate"
    assert len(session.truth.middle) == 5
    assert session.view(A)["step"] == 6


@option("gate-peek", "no", "owner")
def test_behind_a_doppelgate() -> None:
    position: dict[str, Any] = {"now": "gate", "hand": "KKK", "deck": "R"}
    session = table(**position)
    events = play(session, ("gate", K, K, K))
    assert session.view(A)["gates"][A] == ["?"]
    assert refused(session, ("look", "gates")) == "gate.unseen"
    assert R not in str([event[3] for event in events])
    session = table(rule("gate-peek", "owner"), **position)
    play(session, ("gate", K, K, K))
    assert session.view(A)["gates"][A] == [R]
    assert session.view(B)["gates"][A] == session.view(None)["gates"][A] == ["?"]
    assert "Relay" in " ".join(entry.text for entry in session.log(A) if entry.kind == "peeks")
    assert not [entry for entry in session.log(B) if entry.kind == "peeks"]


# -- cards -------------------------------------------------------------------------------------------------------------


@option("refill-when", "end", "start", "two-left")
def test_when_the_middle_is_refilled() -> None:
    after_two: dict[str, Any] = {"now": "gate", "action": "two", "middle": "COR"}
    session = table(**after_two)
    end(session)
    assert len(session.truth.middle) == 5
    session = table(rule("refill-when", "start"), **after_two)
    events = end(session)
    assert kinds_of(events).index("turn") < kinds_of(events).index("refill")
    assert len(session.truth.middle) == 5
    session = table(rule("refill-when", "two-left"), **after_two)
    end(session)
    assert len(session.truth.middle) == 3
    session = table(rule("refill-when", "two-left"), **{**after_two, "middle": "CO"})
    end(session)
    assert len(session.truth.middle) == 5


@option("hand-limit", "none", "7", "5")
def test_the_limit_of_a_hand() -> None:
    position: dict[str, Any] = {"now": "gate", "action": "two", "hand": "KKCCOORR"}
    session = table(**position)
    play(session, ("end",))
    assert len(session.truth.hand[A]) == 8
    for limit in (7, 5):
        session = table(rule("hand-limit", str(limit)), **position)
        play(session, ("end",))
        assert refused(session, ("end",)) == "ruling.hand-limit"
        events = []
        while frame(session) == "limit":
            events += play(session, session.moves(A)[0])
        assert len(session.truth.hand[A]) == limit
        assert "ruling.hand-limit" in rules_of(events)


@option("hand-count", "yes", "no")
def test_counting_the_other_hand() -> None:
    position: dict[str, Any] = {"now": "prime", "hand": ("K", "CC"), "tops": [HALL, QUENCH, WIRE]}
    session = table(**position)
    assert session.view(A)["hand"] == [[K], 2]
    assert session.view(None)["hand"] == [1, 2]
    assert "hands-compared" not in kinds_of(play(session, ("use", HALL)))
    session = table(rule("hand-count", "no"), **position)
    assert session.view(A)["hand"] == [[K], None]
    events = play(session, ("use", HALL))
    assert said(events, "hands-compared") == [{"seat": A, "count": 1, "opponent": B, "other": 2}]


@option("discard-open", "yes", "top")
def test_looking_through_the_discard_pile() -> None:
    position: dict[str, Any] = {"middle": "RKCOO", "discard": "KCO"}
    session = table(**position)
    assert session.view(A)["discard"] == [K, C, O]
    assert refused(session, ("look", "discard")) == "zone.open"
    play(session, ("all", R))
    assert session.moves(A) == [("recover", K), ("recover", C), ("recover", O)]
    session = table(rule("discard-open", "top"), **position)
    assert session.view(A)["discard"] == [K, "?", "?"]
    assert refused(session, ("look", "discard")) == "ruling.discard-open"
    play(session, ("all", R))
    assert session.moves(A) == [("recover", K)]


@option("locus-browse", "no", "yes")
def test_looking_through_the_locus_decks() -> None:
    position: dict[str, Any] = {"loci": [[DAWNFORGE, MERIDIAN], [PYRE], [CLOCK]], "loci_left": [2, 1, 1]}
    session = table(**position)
    assert session.view(A)["loci"][0] == [DAWNFORGE, "?"]
    assert refused(session, ("look", "loci")) == "card.locus-sides"
    session = table(rule("locus-browse", "yes"), **position)
    assert session.view(A)["loci"][0] == session.view(None)["loci"][0] == [DAWNFORGE, MERIDIAN]
    assert refused(session, ("look", "loci")) == "ruling.locus-browse"


# -- the end -----------------------------------------------------------------------------------------------------------


def checked(rulings: dict[str, str], **position: Any) -> str:
    """The rule that ends the game at a check; empty if it goes on."""
    outcome = table(rulings, now="check", **{"active": B, **position}).outcome
    return outcome.rule if outcome else ""


@option("end-zero", "yes", "no")
def test_zero_points() -> None:
    assert checked({}, points=[0, 20]) == "end.zero"
    assert checked(rule("end-zero", "no"), points=[0, 20]) == ""


@option("end-deck", "0", "3", "5")
def test_cards_left_at_dusk() -> None:
    for limit in (0, 3, 5):
        ruling = rule("end-deck", str(limit))
        assert checked(ruling, dusk=1, deck_left=limit) == "end.deck"
        assert checked(ruling, dusk=1, deck_left=limit + 1) == ""
        assert checked(ruling, dusk=0, deck_left=max(1, limit)) == ""


@option("end-check", "second", "every")
def test_who_checks() -> None:
    assert checked({}, active=A, points=[0, 20]) == ""
    assert checked({}, active=B, points=[0, 20]) == "end.zero"
    assert checked(rule("end-check", "every"), active=A, points=[0, 20]) == "end.zero"


@option("end-check", "at-once")
def test_the_game_ends_in_mid_turn() -> None:
    ruling = rule("end-check", "at-once")
    session = table(ruling, points=[20, 2], middle="KKCOR")
    events = play(session, ("all", K))
    assert session.outcome is not None
    assert session.outcome.rule == "end.zero"
    assert "pulse.kiln" not in rules_of(events)  # the cards alone were enough
    deck = table(ruling, dusk=1, deck_left=1, middle="CKOOR")
    play(deck, ("all", C))
    assert deck.outcome is not None
    assert deck.outcome.rule == "end.deck"


@option("tie", "draw", "loci", "second-player")
def test_equal_totals() -> None:
    position: dict[str, Any] = {
        "now": "score",
        "points": [18, 23],
        "zone": [[DAWNFORGE, PYRE, CLOCK], [MAST, HALL]],
        "tops": QUIET,
    }
    assert table(**position).outcome.results == ("drawn", "drawn")  # type: ignore[union-attr]
    assert table(rule("tie", "loci"), **position).outcome.winners == (A,)  # type: ignore[union-attr]
    assert table(rule("tie", "second-player"), **position).outcome.winners == (B,)  # type: ignore[union-attr]
    level: dict[str, Any] = {"now": "score", "points": [20, 20]}
    assert table(rule("tie", "loci"), **level).outcome.results == ("drawn", "drawn")  # type: ignore[union-attr]


# -- all of them -------------------------------------------------------------------------------------------------------


def test_every_option_is_covered() -> None:
    wanted = {(key, name) for key, ruling in GAME.rulebook.rulings.items() for name in ruling.options}
    assert wanted - COVERED == set()


@pytest.mark.parametrize("key", list(GAME.rulebook.rulings))
def test_a_game_ends_under_every_option(key: str) -> None:
    import random

    for number, name in enumerate(GAME.rulebook.rulings[key].options):
        session = Session(GAME, 2, number, {key: name})
        rng = random.Random(number)
        while session.deciders and session.length < 3000:
            seat = session.deciders[0]
            session.submit(seat, rng.choice(session.moves(seat)))
        assert session.outcome is not None
