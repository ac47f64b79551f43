"""Trade: proposals, answers, goods that change hands, and meeples that others move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from company import (
    ANN,
    BEN,
    CAT,
    CHARACTERS,
    GAME,
    GRASS,
    TOWN,
    WOOD,
    frame,
    kinds_of,
    lawful,
    named,
    offer,
    play,
    refused,
    rules_of,
    said,
    stock,
    table,
)
from deck import topic, why

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import TAKE_BACK
from tabletop_kernel.games.deck_goes_west.cards import trade_offers

PLAIN: dict[str, Any] = {"hand": [["pan", "boots"], ["knife"]], "stock": [{"wood": 3}, {"food": 2}]}
CARRY = ("carry", BEN)


def accept(session: Session, seat: int = BEN) -> list[Any]:
    return play(session, ("accept",), seat=seat)


# -- worked examples ---------------------------------------------------------------------------------------------------


def test_w17_alone_there_is_no_trade() -> None:
    session = table(seats=1, options={"mission": "new_world"}, hand=[["pan"]])
    assert not [move for move in session.moves(ANN) if move[0] == "trade"]
    assert refused(session, ("trade", 1)) == "trade.modes"


def w29(**position: Any) -> Session:
    session = table(hand=[["boots", "pan"]], stock=[{"food": 1}, {}], **position)
    assert refused(session, ("use", "boots", 0)) == "trade.goods"
    offer(session, CARRY)
    return session


def test_w29_ann_moves_ben() -> None:
    session = w29()
    accept(session)
    play(session, ("use", "boots", 0))
    play(session, ("step", *GRASS, "walk"))
    state = session.truth
    assert state.meeple == [WOOD, GRASS]
    assert (stock(session, ANN), sorted(state.discard[ANN]), state.hand[ANN]) == ({}, ["boots", "pan"], ())
    assert (frame(session), state.acted) == ("act", 1)


def test_w29_without_bens_consent() -> None:
    session = w29()
    play(session, ("refuse",), seat=BEN)
    assert session.truth.meeple == [WOOD, WOOD]
    assert session.truth.hand[ANN] == ("boots", "pan")
    play(session, ("job", "boots", 0))
    assert session.truth.frames[-1][2][0] == ANN, "a Boot moves its owner"
    session = table(hand=[["boots", "pan"]], stock=[{"food": 1}, {}])
    play(session, ("trade", BEN), ("cost", "pan"))
    assert refused(session, ("use", "boots", 0)) == "trade.move"


def test_lesson_swap_wood_for_a_card_between_railways() -> None:
    session = table(rails=[list(WOOD), list(TOWN)], meeple=[WOOD, TOWN], **PLAIN)
    offer(session, ("give", "wood", 2), ("ask", "knife", 1))
    events = accept(session)
    state = session.truth
    assert (stock(session, ANN), stock(session, BEN)) == ({"wood": 1}, {"wood": 2, "food": 2})
    assert (state.hand, state.discard[ANN]) == ([("boots", "knife"), ()], ("pan",))
    assert rules_of(events) == ["trade.goods", "trade.cost", "trade.goods", "trade.goods"]
    assert kinds_of(events) == ["accepts-trade", "discards", "gives", "gives-card"]


def test_lesson_danger_stays_with_its_owner() -> None:
    session = table(hand=[["pan", "leg_wound"], []])
    play(session, ("trade", BEN))
    assert refused(session, ("cost", "leg_wound")) == "trade.cost"
    play(session, ("cost", "pan"))
    assert refused(session, ("give", "leg_wound", 1)) == "trade.goods"
    assert refused(session, ("ask", "blisters", 1)) == "trade.goods"


def test_lesson_an_ability_moves_nobody_else() -> None:
    session = table(hand=[["boots", "boots", "pan"]], stock=[{"food": 2, "wood": 1}, {}])
    offer(session, CARRY)
    accept(session)
    assert session.moves(ANN) == [("use", "boots", 0), ("go",)]
    assert refused(session, ("use", "character", 0)) == "trade.move"


# -- with whom ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meeples", "rails", "possible"),
    [
        ((WOOD, WOOD), [], True),
        ((WOOD, GRASS), [], False),
        ((WOOD, GRASS), [WOOD], False),
        ((WOOD, GRASS), [WOOD, GRASS], True),
        ((WOOD, WOOD), [TOWN], True),
    ],
)
def test_where(meeples: Any, rails: Any, possible: bool) -> None:
    session = table(meeple=list(meeples), rails=[list(place) for place in rails], **PLAIN)
    assert (("trade", BEN) in session.moves(ANN)) == possible
    if not possible:
        assert refused(session, ("trade", BEN)) == "trade.where"


def test_one_trades_with_somebody_else() -> None:
    session = table(**PLAIN)
    for partner in (ANN, -1, 7):
        assert refused(session, ("trade", partner)) == "trade.goods"


def test_who_is_out_of_the_game_does_not_trade() -> None:
    session = table(versus=True, seats=3, dead=1 << CAT, hand=[["pan"]])
    assert refused(session, ("trade", CAT)) == "goal.lose-death"


def test_a_trade_needs_a_card_for_its_price() -> None:
    session = table(hand=[["leg_wound"], ["knife"]], stock=[{"wood": 1}, {}])
    assert refused(session, ("trade", BEN)) == "trade.cost"
    assert ("trade", BEN) in table({"trade-card": "any"}, hand=[["leg_wound"], []]).moves(ANN)


@pytest.mark.parametrize(("ruling", "possible"), [("no", True), ("yes", False)])
def test_ruling_trade_bandits(ruling: str, possible: bool) -> None:
    for place in (WOOD, TOWN):
        rails = [list(WOOD), list(TOWN)]
        bandits = [[*place, 1]]
        session = table({"trade-bandits": ruling}, meeple=[WOOD, TOWN], rails=rails, bandits=bandits, **PLAIN)
        assert (("trade", BEN) in session.moves(ANN)) == possible
        if not possible:
            assert refused(session, ("trade", BEN)) == "ruling.trade-bandits"


@pytest.mark.parametrize(("ruling", "possible"), [("yes", True), ("no", False)])
def test_ruling_invite_passed(ruling: str, possible: bool) -> None:
    session = table({"invite-passed": ruling}, passed=1 << BEN, **PLAIN)
    assert (("trade", BEN) in session.moves(ANN)) == possible
    if not possible:
        assert refused(session, ("trade", BEN)) == "ruling.invite-passed"


# -- proposing ---------------------------------------------------------------------------------------------------------


def proposing(rulings: dict[str, str] | None = None, **position: Any) -> Session:
    session = table(rulings, **{**PLAIN, **position})
    play(session, ("trade", BEN), ("cost", "pan"))
    return session


def test_the_price_comes_first() -> None:
    session = table(**PLAIN)
    play(session, ("trade", BEN))
    assert session.moves(ANN) == [("cost", "boots"), ("cost", "pan"), ("drop",)]
    for move in (("give", "wood", 1), ("ask", "food", 1), CARRY, ("offer",), ("cost", "knife"), ("cost",)):
        assert refused(session, move) == "trade.cost"


def test_what_can_be_proposed() -> None:
    assert proposing().moves(ANN) == [
        *(("give", "wood", count) for count in (1, 2, 3)),
        ("give", "boots", 1),
        *(("ask", "food", count) for count in (1, 2)),
        ("ask", "knife", 1),
        ("carry", ANN),
        ("carry", BEN),
        ("drop",),
        (TAKE_BACK, "cost"),
    ]


def test_nobody_gives_what_they_have_not() -> None:
    session = proposing()
    moves = [("give", "wood", 4), ("give", "gold", 1), ("give", "knife", 1), ("ask", "food", 3), ("ask", "boots", 1)]
    for move in (*moves, ("give", "wood", 0), ("give", "gems", 1), ("give", "wood"), ("ask",)):
        assert refused(session, move) == "trade.goods"


def test_the_price_is_not_given_away() -> None:
    session = proposing()
    assert refused(session, ("give", "pan", 1)) == "trade.goods"
    assert refused(session, ("cost", "boots")) == "trade.goods"
    session = proposing(hand=[["pan", "pan"], []])
    assert ("give", "pan", 1) in session.moves(ANN)
    assert ("give", "pan", 2) not in session.moves(ANN)
    play(session, ("give", "pan", 1), (TAKE_BACK, "cost"))
    assert session.moves(ANN)[0] == ("cost", "pan")


def test_given_cards_are_not_the_price() -> None:
    session = proposing()
    play(session, ("give", "boots", 1), (TAKE_BACK, "cost"))
    assert refused(session, ("cost", "boots")) == "trade.goods"
    assert ("cost", "pan") in session.moves(ANN)


def test_every_piece_is_named_once_and_can_be_taken_back() -> None:
    session = proposing()
    play(session, ("give", "wood", 1), ("ask", "food", 2), CARRY)
    for move in (("give", "wood", 2), ("ask", "food", 1), CARRY):
        assert refused(session, move) == "trade.goods"
    assert session.moves(ANN)[-4:] == [
        (TAKE_BACK, "cost"),
        (TAKE_BACK, "give", "wood"),
        (TAKE_BACK, "ask", "food"),
        (TAKE_BACK, "carry", BEN),
    ]
    play(session, *session.moves(ANN)[-3:])
    assert trade_offers.current_proposal(session.truth) == trade_offers.Proposal(ANN, BEN, "pan")
    assert refused(session, (TAKE_BACK, "give", "wood")) == "trade.goods"
    play(session, ("give", "wood", 3))


def test_an_empty_proposal_is_none() -> None:
    assert refused(proposing(), ("offer",)) == "trade.goods"


def test_only_the_two_of_them_are_moved() -> None:
    session = proposing(seats=3, stock=[{}] * 3)
    assert refused(session, ("carry", CAT)) == "trade.move"


def test_a_dropped_proposal_costs_nothing() -> None:
    session = table(**PLAIN)
    before = session.position()
    play(session, ("trade", BEN), ("cost", "pan"), ("give", "wood", 1), ("drop",))
    after = session.position()
    assert (before["hand"], before["stock"], before["acted"]) == (after["hand"], after["stock"], after["acted"])
    assert (frame(session), after["refused"]) == ("act", [])
    assert ("trade", BEN) in session.moves(ANN)


def test_in_closed_hands_one_asks_for_what_may_be_there() -> None:
    """The Knife is in Ben's hand, his other starter cards lie in his draw pile: Ann cannot tell."""
    session = proposing(versus=True)
    asked = [move for move in session.moves(ANN) if move[0] == "ask" and move[1] not in ("food",)]
    assert {move[1] for move in asked} == {"boots", "knife", "pan", "pickaxe", "hatchet", "peddlers_pack", "spike_maul"}
    assert {move[2] for move in asked} == {1}, "Ben holds a single card"
    assert refused(session, ("ask", "cow", 1)) == "trade.goods"
    play(session, ("ask", "boots", 1))
    assert refused(session, ("ask", "knife", 1)) == "trade.goods"
    play(session, ("offer",))
    assert session.moves(BEN) == [("refuse",)]
    assert refused(session, ("accept",), BEN) == "trade.goods"


def test_moves_tell_nothing_of_a_closed_hand() -> None:
    """Whatever Ben holds, Ann can ask for the same."""
    session = proposing(versus=True)
    for seed in range(5):
        twin = GAME.imagine(session.config, session.view(ANN), Chance(seed))
        assert GAME.moves(twin, ANN) == session.moves(ANN)


def test_named_cards_are_in_every_imagined_hand() -> None:
    session = proposing(versus=True, hand=[["pan", "boots", "knife"], ["hatchet"]])
    play(session, ("give", "boots", 1), ("offer",))
    for seed in range(10):
        twin = GAME.imagine(session.config, session.view(BEN), Chance(seed))
        assert {"pan", "boots"} <= set(twin.hand[ANN])
        GAME.apply(twin, BEN, ("accept",))
        assert "boots" in twin.hand[BEN]


def test_a_trade_is_finished_before_anything_else() -> None:
    session = table(hand=[["pan", "boots"], ["knife"]], stock=[{"food": 1}, {}])
    play(session, ("trade", BEN))
    tries = [("job", "boots", 0), ("pass",), ("trade", BEN), ("accept",), ("invite", BEN), ("roll",), ("go",)]
    for move in tries:
        assert refused(session, move) == "trade.goods"
    assert refused(session, ("job", "knife", 0), BEN) == "table.wait"
    play(session, ("cost", "pan"), CARRY, ("offer",))
    for move in (("job", "knife", 0), ("give", "food", 1), ("pass",)):
        assert refused(session, move, BEN) == "trade.goods"
    assert refused(session, ("drop",)) == "table.wait"
    accept(session)
    for move in (("job", "boots", 0), ("step", *GRASS, "walk"), ("pass",)):
        assert refused(session, move) == "job.steps"


# -- answering ---------------------------------------------------------------------------------------------------------


def test_a_refused_trade_is_no_action_and_is_not_asked_again() -> None:
    session = table(versus=True, **PLAIN)
    offer(session, ("give", "wood", 1))
    play(session, ("refuse",), seat=BEN)
    state = session.truth
    assert (state.acted, state.hand[ANN], stock(session, ANN)) == (0, ("boots", "pan"), {"wood": 3})
    assert frame(session) == "act"
    assert refused(session, ("trade", BEN)) == "trade.again"


def test_after_an_action_one_may_ask_again() -> None:
    session = table(hand=[["pan", "peddlers_pack"], []], stock=[{"wood": 2}, {}])
    offer(session, ("give", "wood", 1))
    play(session, ("refuse",), seat=BEN)
    play(session, ("job", "peddlers_pack", 0), ("x", 0))
    assert ("trade", BEN) in session.moves(ANN)


def test_a_refusal_is_between_two() -> None:
    session = table(seats=3, hand=[["pan"], ["pan"]], stock=[{"wood": 1}, {"wood": 1}, {}])
    offer(session, ("give", "wood", 1))
    play(session, ("refuse",), seat=BEN)
    assert ("trade", CAT) in session.moves(ANN)
    assert ("trade", ANN) in session.moves(BEN)


def test_an_accepted_trade_is_an_action() -> None:
    session = table(versus=True, **PLAIN)
    offer(session, ("give", "wood", 1))
    accept(session)
    assert session.truth.acted == 1
    assert session.truth.used >> ANN & 1


def test_only_the_partner_answers_and_to_all_of_it() -> None:
    session = table(**PLAIN)
    offer(session, ("give", "wood", 1))
    assert session.deciders == (BEN,)
    refused(session, ("accept",), ANN)
    assert refused(session, ("accept", 1), BEN) == "trade.goods"


def test_the_partner_cannot_give_what_is_not_there() -> None:
    session = table(versus=True, hand=[["pan"], ["knife", "hatchet"]])
    offer(session, ("ask", "knife", 1))
    assert session.moves(BEN) == [("accept",), ("refuse",)]


def test_several_goods_in_both_directions() -> None:
    hand = [["pan", "boots", "boots"], ["knife", "boots"]]
    session = table(hand=hand, stock=[{"wood": 3, "gold": 1}, {"food": 2}])
    offer(session, ("give", "wood", 3), ("give", "boots", 2), ("ask", "food", 1), ("ask", "boots", 1))
    accept(session)
    assert session.truth.hand == [("boots",), ("boots", "boots", "knife")]
    assert (stock(session, ANN), stock(session, BEN)) == ({"gold": 1, "food": 1}, {"wood": 3, "food": 1})


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_ruling_trade_card_any() -> None:
    session = table({"trade-card": "any"}, hand=[["leg_wound", "boots"], []], stock=[{"wood": 1}, {}])
    offer(session, ("give", "wood", 1), cost="leg_wound")
    accept(session)
    assert session.truth.discard[ANN] == ("leg_wound",)


def test_ruling_trade_gift() -> None:
    for piece in (("give", "wood", 1), ("ask", "food", 1), ("carry", ANN), ("carry", BEN)):
        session = proposing({"trade-gift": "no"})
        play(session, piece)
        assert refused(session, ("offer",)) == "ruling.trade-gift"
        session = proposing()
        play(session, piece)
        assert ("offer",) in session.moves(ANN)
    session = proposing({"trade-gift": "no"})
    play(session, ("give", "wood", 1), ("carry", ANN), ("offer",))
    assert frame(session) == "offered"


@pytest.mark.parametrize(("ruling", "possible"), [("allowed", True), ("stop-at-size", False)])
def test_ruling_over_hand(ruling: str, possible: bool) -> None:
    """Ada and Hester hold six cards at most."""
    full = ["boots", "knife", "pan", "pickaxe", "hatchet", "spike_maul"]
    session = table({"over-hand": ruling}, hand=[["pan", "boots"], full])
    play(session, ("trade", BEN), ("cost", "pan"), ("give", "boots", 1))
    assert (("offer",) in session.moves(ANN)) == possible
    if not possible:
        assert refused(session, ("offer",)) == "ruling.over-hand"
        play(session, ("ask", "knife", 1), ("offer",))
    session = table({"over-hand": ruling}, hand=[full, ["boots", "knife"]])
    play(session, ("trade", BEN), ("cost", "pan"), ("ask", "boots", 1))
    assert ("offer",) in session.moves(ANN), "the price makes room"
    play(session, ("ask", "knife", 1))
    assert (("offer",) in session.moves(ANN)) == possible


def test_ruling_supply_does_not_hinder_a_trade() -> None:
    session = table({"supply": "limited"}, hand=[["pan"]], stock=[{"food": 40}, {"food": 30}])
    offer(session, ("give", "food", 40))
    accept(session)
    assert stock(session, BEN) == {"food": 70}


# -- moving each other -------------------------------------------------------------------------------------------------


def carrying(rulings: dict[str, str] | None = None, *pieces: Any, **position: Any) -> Session:
    position.setdefault("hand", [["pan", "boots", "boots"], []])
    position.setdefault("stock", [{"food": 3, "wood": 1}, {"food": 3}])
    session = table(rulings, **position)
    offer(session, *(pieces or (CARRY,)))
    accept(session)
    return session


def test_movement_is_added_up() -> None:
    session = carrying()
    play(session, ("use", "boots", 0), ("use", "boots", 0))
    play(session, ("step", *GRASS, "walk"), ("step", *TOWN, "walk"))
    assert session.truth.meeple == [WOOD, TOWN]
    assert stock(session, ANN) == {"food": 1, "wood": 1}


def test_who_is_moved_may_add_movement() -> None:
    session = carrying(hand=[["pan", "boots"], ["boots"]])
    play(session, ("use", "boots", 0))
    assert session.moves(BEN) == [("use", "boots", 0), ("go",)]
    play(session, ("use", "boots", 0), seat=BEN)
    play(session, ("step", *GRASS, "walk"), ("step", *TOWN, "walk"))
    assert session.truth.meeple[BEN] == TOWN
    assert session.truth.discard[BEN] == ("boots",)
    assert (stock(session, ANN)["food"], stock(session, BEN)["food"]) == (2, 2)


def test_nobody_has_to_move_the_other() -> None:
    session = carrying()
    events = play(session, ("go",))
    assert "carries-not" in kinds_of(events)
    assert (frame(session), session.truth.acted) == ("act", 1)


def test_where_hands_are_open_nobody_is_asked_for_movement_in_vain() -> None:
    session = carrying(hand=[["pan"], ["boots"]])
    assert (frame(session), session.truth.meeple) == ("act", [WOOD, WOOD])


def test_both_move_each_other_in_the_order_of_the_proposal() -> None:
    session = carrying(None, ("carry", ANN), CARRY, hand=[["pan", "boots"], ["boots"]])
    play(session, ("use", "boots", 0), seat=BEN)
    play(session, ("go",))
    play(session, ("step", *GRASS, "walk"), seat=BEN)
    assert session.truth.meeple == [GRASS, WOOD]
    play(session, ("use", "boots", 0))
    play(session, ("step", *GRASS, "walk"))
    assert session.truth.meeple == [GRASS, GRASS]


def test_goods_come_before_movement() -> None:
    """Ben pays for his journey with the food that Ann's Boot needs."""
    session = carrying(None, ("ask", "food", 1), CARRY, hand=[["pan", "boots"], []], stock=[{}, {"food": 1}])
    play(session, ("use", "boots", 0))
    assert frame(session) == "moving"


def test_what_does_not_move_a_partner() -> None:
    session = carrying(hand=[["pan", "boots", "knife", "log_raft", "leg_wound"], []], stock=[{}, {}])
    rules = {
        ("use", "knife", 0): "trade.move",
        ("use", "leg_wound", 0): "trade.move",
        ("use", "mission", 0): "trade.move",
        ("use", "boots", 0): "res.pay",
        ("use", "handcar", 0): "act.job",
        ("use", "boots", 5): "job.everywhere",
        ("use",): "trade.move",
    }
    for move, rule in rules.items():
        assert refused(session, move) == rule, move
    assert session.moves(ANN) == [("use", "log_raft", 0), ("use", "log_raft", 1), ("go",)]


def test_ruling_trade_move_jobs() -> None:
    session = carrying({"trade-move-jobs": "any-movement-job"})
    assert ("use", "character", 0) in session.moves(ANN)
    play(session, ("use", "character", 0), ("go",))
    play(session, ("step", *GRASS, "walk"))
    assert session.truth.meeple == [WOOD, GRASS]
    assert session.truth.tapped == 1 << ANN


@pytest.mark.parametrize(("ruling", "who"), [("card-owner", ANN), ("meeple-owner", BEN)])
def test_ruling_trade_move_credit(ruling: str, who: int) -> None:
    """A tile that is revealed on the way scores for the one who caused it."""
    ground = [[*WOOD, "Pine Hollow"], [*GRASS, "Long Grass", 0]]
    session = carrying({"trade-move-credit": ruling}, versus=True, ground=ground)
    play(session, ("use", "boots", 0), ("go",))
    play(session, ("go",), seat=BEN)
    play(session, ("step", *GRASS))
    assert [points > 0 for points in session.truth.score] == [who == ANN, who == BEN]


def test_pain_for_leaving_bandits_is_for_who_is_moved() -> None:
    session = carrying(bandits=[[*WOOD, 1]])
    play(session, ("use", "boots", 0), ("go",))
    play(session, ("step", *GRASS, "walk"))
    assert session.deciders == (BEN,)
    play(session, ("put", "discard"), seat=BEN)
    assert len(session.truth.discard[BEN]) == 1


def test_ruling_same_final_holds_for_both() -> None:
    strict = {"same-final": "kind-strict"}
    session = carrying(strict, hand=[["pan", "boots", "log_raft"], ["boots", "log_raft"]])
    play(session, ("use", "boots", 0))
    assert refused(session, ("use", "log_raft", 0), BEN) == "ruling.same-final"
    assert ("use", "boots", 0) in session.moves(BEN)


def test_ruling_played_when_puts_cards_away_after_the_action() -> None:
    session = carrying({"played-when": "last"})
    play(session, ("use", "boots", 0), ("go",))
    assert session.truth.played[ANN] == ("boots",)
    play(session, ("step", *GRASS, "walk"))
    assert sorted(session.truth.discard[ANN]) == ["boots", "pan"]
    assert session.truth.played == [(), ()]


# -- law, words, secrets -----------------------------------------------------------------------------------------------

STRANGE: list[tuple[Any, ...]] = [
    ("cost", 3),
    ("cost", "nothing"),
    ("give", 1, "wood"),
    ("give", "wood", -1),
    ("give", "wood", "1"),
    ("ask", "row 1", 1),
    ("carry", -1),
    ("carry", "0"),
    ("carry",),
    ("offer", 1),
    ("drop", 1),
    (TAKE_BACK,),
    (TAKE_BACK, "carry", 5),
    ("use", "boots", 0),
]


@pytest.mark.parametrize("versus", [False, True])
def test_judge_and_moves_agree(versus: bool) -> None:
    session = table(versus=versus, **PLAIN)
    play(session, ("trade", BEN))
    for move in (("cost", "pan"), ("give", "wood", 2), ("carry", BEN), ("carry", ANN), ("ask", "food", 1)):
        lawful(session, STRANGE, ANN)
        assert session.judge(ANN, ("give", "wood", True)) is not None
        play(session, move)
    assert session.judge(ANN, (TAKE_BACK, "carry", True)) is not None
    play(session, ("offer",))
    lawful(session, [("accept", 1), ("refuse", 0)], BEN)
    accept(session)
    lawful(session, [("use",), ("use", "row 7", 0), ("use", "boots"), ("go", 1), ("use", "tile 5", 0)], ANN)


def test_frames_survive_plain_data() -> None:
    session = table(hand=[["boots", "pan"], ["boots"]], stock=[{"food": 1, "wood": 2}, {"food": 1}])
    moves = [(ANN, ("trade", BEN)), (ANN, ("cost", "pan")), (ANN, ("give", "wood", 1)), (ANN, CARRY), (ANN, ("offer",))]
    moves += [(BEN, ("accept",)), (ANN, ("use", "boots", 0)), (BEN, ("use", "boots", 0))]
    for seat, move in moves:
        session = Session.at(GAME, session.position())
        play(session, move, seat=seat)
    assert frame(session) == "moving"
    assert stock(session, BEN) == {"wood": 1}


def test_what_is_asked_and_told_of_a_trade() -> None:
    session = table(**PLAIN)
    ann, ben = named(CHARACTERS[ANN]), named(CHARACTERS[BEN])
    play(session, ("trade", BEN))
    kind, facts = topic(session, ANN)
    assert (kind, facts["partner"]) == ("trade-price", ben)
    play(session, ("cost", "pan"), ("give", "wood", 2), ("ask", "knife", 1), CARRY)
    kind, facts = topic(session, ANN)
    assert (kind, facts["partner"], facts["give"], facts["ask"]) == ("trade", ben, "2 Wood", "Knife")
    assert ben in facts["carry"]
    play(session, ("offer",))
    kind, facts = topic(session, BEN)
    assert (kind, facts["partner"], facts["give"], facts["ask"]) == ("offered", ann, "2 Wood", "Knife")
    assert ben not in facts["carry"] and "you" in facts["carry"]
    events = accept(session)
    assert [(kind, data["seat"]) for kind, _, _, data in events[:4]] == [
        ("accepts-trade", BEN),
        ("discards", ANN),
        ("gives", ANN),
        ("gives-card", BEN),
    ]
    (offered,) = said(session.events(BEN), "offers")
    assert (offered["give"], offered["ask"], offered["carry"]) == ([["wood", 2]], [["knife", 1]], [BEN])


def test_moves_of_a_trade_name_what_they_are_about() -> None:
    session = table(**PLAIN)
    play(session, ("trade", BEN), ("cost", "pan"), ("give", "wood", 2), CARRY)
    phrases = {move: session.phrase(ANN, move) for move in session.moves(ANN)}
    assert len(set(phrases.values())) == len(phrases)
    assert named(CHARACTERS[BEN]) in phrases[TAKE_BACK, "carry", BEN]
    for move, words in {
        ("give", "boots", 1): "Boot",
        ("ask", "food", 2): "2 Food",
        (TAKE_BACK, "give", "wood"): "Wood",
    }.items():
        assert phrases[move].endswith(words)


def test_who_is_asked_about_a_meeple_that_is_moved() -> None:
    session = carrying(hand=[["pan", "boots"], ["boots"]])
    assert [topic(session, seat)[0] for seat in (ANN, BEN)] == ["carry", "carry"]
    assert "Boot" in session.phrase(ANN, ("use", "boots", 0))
    play(session, ("use", "boots", 0))
    assert topic(session, BEN) == ("carry-own", {"seat": "you", "partner": "you"})
    assert topic(session, ANN)[1]["seat"] == named(CHARACTERS[BEN])
    assert said(play(session, ("go",), seat=BEN), "carries") == [{"seat": ANN, "partner": BEN}]


def test_reasons_of_refused_trades() -> None:
    session = table(**PLAIN)
    offer(session, ("give", "wood", 1))
    play(session, ("refuse",), seat=BEN)
    rule, facts = why(session, ("trade", BEN))
    assert (rule, facts["partner"]) == ("trade.again", BEN)
    rule, facts = why(proposing(), ("give", "wood", 9))
    assert (rule, facts["what"]) == ("trade.goods", "trade-not-yours")


def test_every_fault_is_found_somewhere() -> None:
    source = Path(trade_offers.__file__).read_text(encoding="utf-8")
    for fault in trade_offers.FAULT_TEXT:
        assert source.count(f'"{fault}"') > 1, fault
