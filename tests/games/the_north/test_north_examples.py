"""The worked examples of the rules, each by its number: given, move, result, and the rules that say so."""

from __future__ import annotations

from north import (
    DRONE,
    DRONE_2,
    DRONE_3,
    GAME,
    PORTER,
    PORTER_2,
    REGENT,
    A,
    B,
    everything,
    finish_turn,
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

WASTES = ["snow-marshal/depot", "glass-titan/archive", "frost-widow/beacon", "hollow-scout/conduit"]


def first_hand() -> Session:
    return table(hand=[DRONE, PORTER, PORTER_2], wastes=WASTES)


def test_w1_reprogramming_moves_first_and_then_sparks() -> None:
    session = first_hand()
    events = play(session, ("reprogram", DRONE, "snow-marshal/depot"))
    assert sorted(session.truth.discard[A]) == [DRONE, "snow-marshal/depot"]
    assert session.truth.points == [30, 28]
    assert session.truth.wastes == ("glass-titan/archive", "frost-widow/beacon", "hollow-scout/conduit")
    assert rules_of(events) == [
        "turn.three", "directive.reprogram", "reprogram.move-first", "ability.spark", "ability.spark"
    ]  # fmt: skip


def test_w2_the_same_value_is_refused() -> None:
    session = first_hand()
    assert refused(session, ("reprogram", PORTER, "hollow-scout/conduit")) == "reprogram.different-value"


def test_w3_a_third_time_is_refused_and_the_others_are_open() -> None:
    session = table(hand=[DRONE, PORTER], wastes=WASTES, used=["reprogram", "reprogram"])
    assert refused(session, ("reprogram", DRONE, "glass-titan/archive")) == "turn.one-twice"
    assert {move[0] for move in session.moves(A)} == {"facility", "ancient", "discharge"}


def test_w4_the_third_outpost_with_a_copied_protocol() -> None:
    session = table(
        hand=[DRONE_2],
        facilities=["signal-keeper/outpost", "rust-shepherd/outpost"],
        wastes=["frost-widow/beacon", "deep-tinker/depot"],
        wastes_deck=["glass-titan/outpost"],
    )
    events = play(session, ("facility", DRONE_2), ("copy", "frost-widow/beacon"))
    assert losses(events) == [(B, 2), (B, 1), (B, 2)]
    assert session.truth.points[B] == 25
    assert "frost-widow/beacon" in session.truth.wastes
    assert rules_of(events)[-5:] == [
        "ability.protocol",
        "outpost.copy",
        "ability.protocol",
        "outpost.loss",
        "outpost.trio",
    ]


def discharging() -> Session:
    deck = [DRONE_3, PORTER, PORTER_2, REGENT]
    return table(hand=[DRONE, DRONE_2], deck=deck, node=[3, 1], wastes=WASTES)


def test_w5_a_discharge_at_level_three() -> None:
    session = discharging()
    events = play(session, ("discharge",))
    assert said(events, "discharge") == [{"seat": A, "level": 3}]
    assert losses(events) == [(B, 1), (B, 2)]
    assert (len(session.truth.hand[A]), len(session.truth.deck[A])) == (3, 3)
    assert session.truth.points[B] == 27
    assert session.truth.node[A] == 0
    assert rules_of(events)[1:4] == ["directive.discharge", "node.flip", "node.table"]


def test_w6_no_second_discharge_and_a_reset_at_the_end() -> None:
    session = discharging()
    play(session, ("discharge",))
    assert refused(session, ("discharge",)) == "ruling.discharge-twice"
    play(session, ("ancient", DRONE), ("ancient", DRONE_2))
    events = play(session, ("end",))
    assert said(events, "reset") == [{"seat": A, "level": 1}]
    assert "turn.reset" in rules_of(events)
    assert "turn.charge" not in rules_of(events)
    assert session.truth.node[A] == 1


def test_w7_level_four_stays() -> None:
    session = table(now="end", node=[4, 1])
    events = play(session, ("end",))
    assert "node.cap" in rules_of(events)
    assert session.truth.node[A] == 4


def test_w8_nobody_checks_in_the_first_players_turn() -> None:
    session = table(now="end", hand=[DRONE, PORTER], points=[20, 1], wastes_left=20)
    events = finish_turn(session)
    assert session.truth.points[B] == 0
    assert {"ruling.floor", "back.hand-loss", "back.take-one", "back.refill"} <= set(rules_of(events))
    assert "back.end-check" not in rules_of(events)
    assert session.outcome is None
    assert session.deciders == (B,)


def test_w9_taking_uses_no_spark() -> None:
    session = table(now="end", wastes=["winter-crown/conduit", "frost-widow/beacon"])
    play(session, ("end",))
    events = play(session, ("take", "winter-crown/conduit"), seat=B)
    assert "winter-crown/conduit" in session.truth.discard[B]
    assert losses(events) == []
    assert len(said(events, "refill")[0]["ancients"]) == 3
    assert len(session.truth.wastes) == 4
    assert {"back.take-one", "back.no-spark", "back.refill"} <= set(rules_of(events))


def test_w10_the_second_players_refill_ends_the_game() -> None:
    session = table(now="end", active=B, wastes=["winter-crown/conduit", "frost-widow/beacon"], wastes_left=7)
    events = finish_turn(session, B)
    assert len(session.truth.wastes_deck) == 4
    assert session.outcome is not None
    assert session.outcome.rule == "end.deck"
    assert "end.deck" in rules_of(events)


def test_w11_a_flipped_card_is_finished_first() -> None:
    session = table(hand=["rust-shepherd/outpost"], facilities=["frost-widow/outpost"])
    play(session, ("ancient", "rust-shepherd/outpost"))
    assert session.moves(A) == [("flip", "frost-widow/outpost")]
    events = play(session, ("flip", "frost-widow/outpost"))
    assert losses(events) == [(B, 2), (B, 1)]
    assert session.truth.points[B] == 27
    assert rules_of(events)[0] == "flip.as-added"


def test_w12_an_impossible_exchange_is_left_out() -> None:
    session = table(
        hand=[PORTER, "snow-marshal/depot"],
        facilities=["signal-keeper/archive"],
        wastes=["frost-widow/beacon", "ember-choir/conduit"],
        wastes_deck=["glass-titan/archive"],
    )
    events = play(session, ("reprogram", PORTER, "frost-widow/beacon"), ("play", "snow-marshal/depot"))
    assert "exchange.same-name" in rules_of(events)
    assert session.truth.facilities[A] == ("signal-keeper/archive", "snow-marshal/depot")
    assert losses(events) == [(B, 1)]


def test_w13_an_empty_deck_is_renewed() -> None:
    others = [DRONE_2, DRONE_3, PORTER_2]
    session = table(hand=[PORTER], deck=[], discard=[DRONE, REGENT], ancients=others)
    events = play(session, ("ancient", PORTER))
    assert rules_of(events).count("deck.reshuffle") == 1
    assert (len(session.truth.hand[A]), len(session.truth.deck[A]), session.truth.discard[A]) == (1, 1, ())


def test_w14_what_counts_at_the_end() -> None:
    session = table(
        now="end",
        points=[7, 30],
        hand=[PORTER],
        discard=["glass-titan/archive", DRONE],
        deck=[REGENT, "snow-marshal/conduit"],
        ancients=["winter-crown/conduit", DRONE_2],
        facilities=["frost-widow/outpost", PORTER_2],
        wastes=["pale-drone/archive@1"],
    )
    mine = GAME.telling.tally(session.config, session.view(A))[A]
    assert (mine.points, mine.values, mine.zone, mine.total, mine.cards) == (7, 6, 4, 17, 9)


def test_w15_the_back_side_alone() -> None:
    wastes = ["frost-widow/beacon", "hollow-scout/depot"]
    session = table(seats=1, now="end", points=[12, 20], hand=[PORTER], wastes=wastes, wastes_left=15)
    before = len(session.truth.collector)
    events = play(session, ("end",))
    assert session.truth.points == [8, 19]
    assert len(session.truth.collector) == before + 3
    assert (len(session.truth.wastes), len(session.truth.wastes_deck)) == (4, 10)
    assert session.outcome is None
    solo = [rule for rule in rules_of(events) if rule.startswith("solo.")]
    assert solo == [
        "solo.hand-loss", "solo.you-lose", "solo.collect", "solo.refill", "solo.end-check", "solo.again", "solo.front",
    ]  # fmt: skip


def test_w16_at_zero_one_plays_on() -> None:
    session = table(points=[1, 20], hand=[DRONE, PORTER], wastes=["winter-crown/conduit"])
    events = play(session, ("reprogram", DRONE, "winter-crown/conduit"))
    assert losses(events) == [(B, 2), (A, 1)]
    assert session.truth.points == [0, 18]
    assert session.outcome is None
    assert frame(session) == "directive"


def test_w17_two_shepherds_flip_each_other() -> None:
    q, r = "rust-shepherd/archive", "rust-shepherd/outpost"
    session = table(hand=[r], facilities=[q], wastes=["frost-widow/beacon"])
    play(session, ("ancient", r))
    assert session.moves(A) == [("flip", q)]
    play(session, ("flip", q))
    assert session.moves(A) == [("flip", r)]
    play(session, ("flip", r))
    play(session, ("copy", "frost-widow/beacon"))
    events = everything(session)
    assert losses(events) == [(B, 2), (B, 1), (B, 1), (B, 1)]
    assert session.truth.points[B] == 25
    assert session.truth.ancients[A] == (q,)
    assert session.truth.facilities[A] == (r,)
    assert set(session.truth.flipped) == {q, r}


def test_w18_a_discharged_node_has_no_level_meanwhile() -> None:
    session = table(
        node=[4, 1],
        hand=[DRONE],
        deck=[DRONE_2, PORTER, PORTER_2, REGENT],
        ancients=[DRONE_3],
        wastes=["signal-keeper/beacon"],
        wastes_deck=["glass-titan/outpost"],
    )
    play(session, ("discharge",))
    play(session, ("copy", "signal-keeper/beacon"))
    events = everything(session)
    assert losses(events) == [(B, 1), (B, 2), (B, 1)]
    assert session.truth.points[B] == 26
    assert "ruling.charge-while-discharged" in rules_of(events)
    assert kinds_of(events).count("drew") == 1
