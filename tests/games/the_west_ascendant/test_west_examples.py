"""The worked examples of the rules, each by its number: given, move, result, and the rules that say so."""

from __future__ import annotations

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

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
BASIN, MERIDIAN, FOUNDRY = "trigger.mirror-basin", "trigger.null-meridian", "trigger.arc-foundry"


def test_w1_the_table_is_laid() -> None:
    session = Session(GAME, 2, seed=4)
    state = session.truth
    first, second = state.first, 1 - state.first
    assert len(state.middle) == 5
    assert [len(hand) for hand in state.hand] == [3, 3]
    assert len(state.deck) == 25
    assert [len(deck) for deck in state.loci] == [4, 4, 4]
    assert state.points == [40, 40]
    assert state.city == [0, 0]
    assert sorted(state.engine) == ["cityengine-hauler", "cityengine-strider"]
    assert (state.active, session.view(None)["side"]) == (first, "front")
    events = everything(session)
    assert said(events, "second") == [{"seat": second}]
    assert len(said(events, "reference")) == 2
    setup = {
        "setup.points", "setup.reference", "setup.cityengine", "setup.deck", "setup.middle", "setup.hand", "setup.loci",
        "setup.start-player", "setup.second-player", "setup.begin",
    }  # fmt: skip
    assert setup <= set(rules_of(events))


def test_w2_all_of_one_type_with_its_pulse() -> None:
    session = table(middle="KKCOR", hand=("", "OR"))
    events = play(session, ("all", K))
    assert session.truth.hand[A] == (K, K)
    assert losses(events) == [(B, 2), (B, 2)]
    assert session.truth.points == [40, 36]
    assert "radiate" not in kinds_of(events)
    assert session.truth.middle == (C, O, R)
    assert session.deciders == (B,)
    assert ("exchange", O, C) in session.moves(B)
    found = ["facility.all-of-type", "facility.loss", "facility.pulse", "pulse.kiln", "reaction.other"]
    assert [rule for rule in rules_of(events) if rule in found] == found


def test_w3_any_two_and_the_doppelgates_radiate() -> None:
    session = table(middle="KKCOR", gates="??", deck="R")
    events = play(session, ("two", K, C))
    assert losses(events) == [(B, 2), (B, 1), (B, 1)]
    assert session.truth.points[B] == 36
    assert session.moves(A) == [("discard", K), ("discard", C), ("leave",)]
    events += play(session, ("discard", C))
    assert session.truth.hand[A] == (K, R)
    assert session.truth.middle == (K, O, R)
    assert "pulse" not in kinds_of(events)
    found = ["facility.any-two", "facility.two-no-pulse", "radiate.when", "radiate.all", "radiate.gate"]
    assert set(found) <= set(rules_of(events))
    assert "radiate.first-gate" in rules_of(events)


def test_w4_a_type_that_is_not_there() -> None:
    session = table(middle="KKKCR")
    assert refused(session, ("all", O)) == "facility.type-present"


def test_w5_all_means_all() -> None:
    session = table(middle="KKKCR")
    assert refused(session, ("all", K, 2)) == "facility.all-of-type"
    events = play(session, ("two", K, K))
    assert losses(events) == [(B, 2)]
    assert "facility.two-no-pulse" in rules_of(events)


def test_w6_one_card_and_an_empty_deck() -> None:
    session = table(dusk=1, deck_left=0, middle="C")
    assert refused(session, ("two", C, C)) == "facility.two-needed"
    events = play(session, ("all", C))
    assert losses(events) == [(B, 1)]
    assert {"facility.pulse-counts", "effect.best"} <= set(rules_of(events))
    assert session.truth.hand[A] == (C,)
    events = end(session)
    assert said(events, "refill-short") == [{"count": 0}]


def test_w7_a_locus_needs_its_own_two() -> None:
    session = table(hand="KKC", tops=[DAWNFORGE, HALL, FOUNDRY])
    assert refused(session, ("locus", DAWNFORGE, K, K)) == "locus.exact"
    assert refused(session, ("locus", DAWNFORGE, K, O)) == "locus.pay"
    assert refused(session, ("locus", DAWNFORGE)) == "turn.complete-only"
    events = play(session, ("locus", HALL, K, C))
    assert session.truth.hand[A] == (K,)
    assert sorted(session.truth.discard) == [C, K]
    assert session.truth.zone[A] == (HALL,)
    assert losses(events) == []
    assert {"locus.pay", "locus.to-zone", "locus.no-loss"} <= set(rules_of(events))


def test_w8_triggers_of_a_locus_and_a_salvage() -> None:
    session = table(hand="KCR", gates="?", loci=[[QUENCH, DAWNFORGE], [WIRE], [CLOCK]])
    events = play(session, ("locus", QUENCH, K, C))
    assert said(events, "next-top") == [{"locus": DAWNFORGE, "deck": 1}]
    assert losses(events) == [(B, 1)]
    play(session, ("leave",))
    assert session.moves(A) == [("use", WIRE), ("use", QUENCH)]
    events = play(session, ("use", QUENCH), ("use", WIRE))
    assert losses(events) == [(B, 2)]
    assert {"trigger.own-zone", "trigger.tops", "trigger.quench-yard"} <= set(rules_of(events))
    play(session, ("recover", C))
    assert session.truth.discard == (K,)
    assert session.moves(B) == [("do",), ("leave",)]
    play(session, ("do",), seat=B)
    assert refused(session, ("recover", C), B) == "reaction.salvage"
    events = play(session, ("recover", K), seat=B)
    assert "reaction.salvage" in rules_of(events)
    assert session.truth.points == [40, 36]
    assert session.truth.hand == [(C, R), (K,)]


def test_w9_primes_in_any_order() -> None:
    session = table(now="prime", tops=[DAWNFORGE, PYRE, BASIN], zone=[[MAST], [CLOCK]], gates="?", hand="K")
    assert session.moves(A) == [("use", DAWNFORGE), ("use", PYRE), ("use", MAST)]
    assert refused(session, ("use", BASIN)) == "trigger.when"
    assert refused(session, ("use", CLOCK)) == "prime.own-zone"
    events = play(session, ("use", MAST), ("use", PYRE), ("discard", K), ("use", DAWNFORGE))
    assert losses(events) == [(B, 1), (B, 2), (B, 1)]
    assert session.truth.points[B] == 36
    assert frame(session) == "choose"
    found = {"prime.tops", "prime.own-zone", "prime.dawnforge", "prime.signal-pyre", "prime.farsight-mast"}
    assert found <= set(rules_of(events))


def test_w10_an_effect_that_hurts_is_a_duty_too() -> None:
    session = table(points=[3, 40], tops=[MERIDIAN, DAWNFORGE, CLOCK], middle="KKCOR", deck="O")
    play(session, ("two", K, C))
    decline(session)
    for skip in (("skip",), ("leave",)):
        assert refused(session, skip) == "effect.mandatory"
    events = play(session, ("use", MERIDIAN))
    assert losses(events) == [(A, 1)]
    assert session.truth.points == [2, 38]
    assert session.truth.hand[A] == (K, C, O)
    assert set(rules_of(events)) >= {"trigger.null-meridian"}


def test_w11_a_pulse_that_does_nothing_counts() -> None:
    session = table(middle="RRKCO", gates="?")
    events = play(session, ("all", R))
    assert losses(events) == [(B, 2)]
    assert {"facility.pulse-counts", "effect.best", "radiate.when"} <= set(rules_of(events))
    assert "radiates" not in kinds_of(events)
    assert session.truth.pulse == 1


def test_w12_three_of_a_kind_for_a_doppelgate() -> None:
    session = table(now="gate", hand="KKKCC", deck_left=14)
    assert refused(session, ("gate", K, K, C)) == "gate.matching"
    assert refused(session, ("gate", C, C)) == "gate.cost"
    events = play(session, ("gate", K, K, K))
    assert session.truth.discard == (K, K, K)
    assert len(session.truth.deck) == 13
    assert session.view(A)["gates"] == [["?"], []]
    assert {"gate.matching", "gate.source", "gate.unseen", "gate.not-yet"} <= set(rules_of(events))
    assert refused(session, ("gate", C, C, C)) == "gate.once"


def test_w13_the_cityengine() -> None:
    session = table(hand="KCORR", gates="??", tops=[MERIDIAN, DAWNFORGE, CLOCK], deck="K")
    events = play(session, ("city", K, C, O, R))
    assert session.truth.city == [1, 0]
    assert losses(events) == [(B, 1), (B, 1)]
    assert session.moves(A) == [("discard", R), ("leave",)]
    events += play(session, ("discard", R))
    assert session.truth.hand[A] == (K,)
    assert {"city.plan", "city.result", "city.not-action", "reaction.not-city"} <= set(rules_of(events))
    assert session.truth.points == [40, 38]
    assert frame(session) == "gate"
    assert refused(session, ("leave",), B) == "reaction.not-city"
    later = table(hand="KCOR", city=[1, 0])
    assert refused(later, ("city", K, C, O, R)) == "city.once"


def test_w14_at_zero_the_second_player_still_has_a_turn() -> None:
    session = table(points=[40, 3], middle="KKKCR", tops=[DAWNFORGE, CLOCK, PYRE])
    events = play(session, ("all", K))
    assert losses(events) == [(B, 3)]  # who has nothing left loses nothing
    assert "points.floor" in rules_of(events)
    events = end(session)
    assert session.outcome is None
    assert "points.zero-plays" in rules_of(events)
    while session.deciders == (B,) and frame(session) != "choose":
        play(session, session.moves(B)[-1], seat=B)
    play(session, session.moves(B)[0], seat=B)
    while session.outcome is None:
        seat = session.deciders[0]
        assert session.truth.turn == 2
        play(session, session.moves(seat)[-1], seat=seat)
    assert session.outcome.rule == "end.zero"


def test_w15_a_refill_across_the_seam() -> None:
    session = table(now="gate", action="two", took="KK", deck="KC", deck_left=2, discard="KKCCOOR", middle="COR")
    events = end(session)
    assert said(events, "dusk") == [{"count": 7}]
    assert session.truth.middle == (C, O, R, K, C)
    assert (len(session.truth.deck), session.truth.discard) == (7, ())
    assert session.view(None)["side"] == "back"
    assert {"refill.five", "deck.dusk"} <= set(rules_of(events))


def test_w16_a_barter_is_one_exchange_and_no_action() -> None:
    session = table(middle="KKCOR", hand=("", "OOR"))
    play(session, ("two", K, C))
    decline(session)
    assert session.truth.middle == (K, O, R)
    assert refused(session, ("exchange", O, O), B) == "effect.exchange"
    events = play(session, ("exchange", O, K), seat=B)
    assert session.truth.hand[B] == (K, O, R)
    assert session.truth.middle == (O, O, R)
    assert losses(events) == []
    assert "uses-top" not in kinds_of(events)
    assert refused(session, ("exchange", O, R), B) == "reaction.barter"
    assert session.truth.points == [40, 38]


def test_w17_the_final_sum() -> None:
    mine = [DAWNFORGE, PYRE, CLOCK]
    theirs = [MAST, HALL]
    session = table(
        now="check", active=B, first=A, dusk=1, deck_left=0, points=[9, 17], zone=[mine, theirs],
        gates=("???", "????"), city=[1, 0], hand=("KCOR", ""), tops=QUIET,
    )  # fmt: skip
    assert session.outcome is not None
    assert session.outcome.rule == "end.deck"
    assert session.outcome.scores == (42, 35)
    assert session.outcome.winners == (A,)
    first = GAME.telling.tally(session.config, session.view(B))[A]
    assert [(addend.rule, addend.points) for addend in first.addends] == [
        ("score.left", 9),
        ("score.locus", 15),
        ("score.gate", 6),
        ("score.city", 12),
    ]


def test_w18_no_check_after_the_first_players_turn() -> None:
    session = table(now="gate", action="two", dusk=1, deck_left=0, middle="KC", tops=QUIET)
    events = end(session)
    assert session.outcome is None
    assert session.deciders == (B,)
    assert frame(session) == "choose"
    assert {"end.check", "turn.pass", "turn.holder"} <= set(rules_of(events))


def test_w19_drift_exchange_with_the_last_card() -> None:
    session = table(now="prime", tops=[DRIFT, QUENCH, WIRE], middle="KKCOR", deck="O", deck_left=1, discard="CCR")
    events = play(session, ("use", DRIFT), ("clear", K))
    assert session.truth.middle == (O, K, C, O, R)
    assert (len(session.truth.deck), session.truth.discard, session.truth.dusk) == (4, (), 1)
    assert losses(events) == []
    assert {"prime.drift-exchange", "deck.dusk"} <= set(rules_of(events))


def test_w20_no_skipping_while_there_is_an_action() -> None:
    session = table(dusk=1, deck_left=0, middle="K", hand=("", "C"))
    assert refused(session, ("skip",)) == "turn.must-act"
    events = play(session, ("all", K))
    assert losses(events) == [(B, 1), (B, 2)]
    assert session.truth.points[B] == 37
    assert "reaction.impossible" in rules_of(events)
    assert session.deciders == (A,)
