"""Bodies, resets, protocols and augments, as an outsider reads the rules."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    EMPTY,
    A,
    B,
    allowed,
    at,
    facts,
    in_turn,
    let_pass,
    make,
    refused,
    rules,
    table,
    why,
    without,
)

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

SQUARE = "r1c1+r1c2+r2c1+r2c2"
LINE = "r1c1+r1c2+r1c3"
MARKET = ["tin-saint", "night-florist", "cybercat"]
BRIDGES = {"mode": "versus", "map": "two-bridges"}
FANG, WIRE = 1, 4


def bodied(mine: list[str], moment: str = "launch", rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """You have these bodies, and what the Tin Saint wants lies on your launcher."""
    fresh = table()
    deck = without(at(fresh, "body_deck") + at(fresh, "market"), *MARKET, *mine)
    changes = {"grid": ["WW..#WW..#....#....#", EMPTY], "bodies": [mine, []], "market": MARKET, **changes}
    return table(moment=moment, seat=A, rulings=rulings, body_deck=deck, **changes)


def falling(
    symbol: int,
    enemy: str = "riot-shell",
    mine: tuple[str, ...] = ("tin-saint", "night-florist"),
    rulings: dict[str, str] | None = None,
    options: dict[str, str] | None = None,
    roll: int = WIRE,
    **changes: Any,
) -> Session:
    """You are in Combat with integrity 1, and the enemy is next to act."""
    fresh = table(scenario="S02", options=options)
    deck = without(at(fresh, "body_deck") + at(fresh, "market"), *mine)
    session = table(
        scenario="S02",
        rulings=rulings,
        options=options,
        integrity=[1, 5],
        bodies=[list(mine), []],
        market=deck[:3],
        body_deck=deck[3:],
        enemies=[[[enemy, 0]], []],
        enemy_deck=without(at(fresh, "enemy_deck"), enemy),
        grid=["EW..#....#....#....#", EMPTY],
        place=[[-1, 0], [0, 0]],
        luck={"dice-0": [6] * 6, "number": [1], "symbol": [roll, symbol]},
        **changes,
    )
    make(session, B, "done")
    make(session, A, "roll")
    return let_pass(session, lambda now: ("pass",) in now.moves(A))


def test_a_reset_does_everything_in_its_order() -> None:
    # W18: reset.trigger, reset.roll, reset.lose-body, reset.next-body, reset.corrupted, reset.dump-launcher,
    # reset.enemies, reset.trace, reset.integrity, reset.shelter, combat.end-reset, enemy.discard-no-exp
    session = falling(FANG, corrupted=5, trace=[4, 0])
    told = make(session, A, "pass")
    steps = [rule for rule in rules(told) if rule.startswith("reset.") and rule != "reset.skip-phase"]
    assert steps == [
        "reset.trigger",
        "reset.roll",
        "reset.lose-body",
        "reset.next-body",
        "reset.corrupted",
        "reset.dump-launcher",
        "reset.enemies",
        "reset.trace",
        "reset.integrity",
        "reset.shelter",
    ]
    assert at(session, "bodies")[A] == ["night-florist"] and at(session, "body_deck")[-1] == "tin-saint"
    assert at(session, "corrupted") == 3 and at(session, "enemies")[A] == [] and at(session, "exp") == [0, 0]
    assert at(session, "trace")[A] == 0 and at(session, "integrity")[A] == 5 and at(session, "place")[A] == [0, 0]
    assert {"combat.end-reset", "reset.skip-phase"} <= set(rules(told))
    assert at(session, "enemy_discard") == ["riot-shell"]


@pytest.mark.parametrize(
    ("loses", "symbol", "left"),
    [
        ("fang", FANG, ["night-florist"]),
        ("fang", WIRE, ["tin-saint", "night-florist"]),
        ("wire", WIRE, ["night-florist"]),
        ("wire", FANG, ["tin-saint", "night-florist"]),
    ],
)
def test_one_symbol_costs_the_body_and_the_other_keeps_it(loses: str, symbol: int, left: list[str]) -> None:
    # reset.lose-body, reset.keep-body, ruling.reset.symbol
    session = falling(symbol, rulings={"reset.symbol": loses})
    told = make(session, A, "pass")
    assert at(session, "bodies")[A] == left
    assert ("reset.keep-body" in rules(told)) is (len(left) == 2)


def test_an_insane_reset_takes_the_body_without_a_roll() -> None:
    # mode.insane-reset, reset.roll
    session = falling(WIRE, enemy="grid-bailiff", options={"difficulty": "insane"})
    told = make(session, A, "pass")
    assert at(session, "bodies")[A] == ["night-florist"] and "reset.roll" not in rules(told)
    assert facts(told, "mode.insane-reset") == [{"seat": 0, "body": "tin-saint"}]


def test_who_loses_the_only_body_is_in_the_walker_again() -> None:
    # reset.next-body, body.no-walker
    session = falling(FANG, mine=("tin-saint",))
    told = make(session, A, "pass")
    assert at(session, "bodies")[A] == [] and "reset.next-body" in rules(told)


def test_the_borrowed_crown_is_lost_on_either_symbol() -> None:
    # reset.keep-body: unless its own card says that it is lost
    session = falling(WIRE, mine=("borrowed-crown", "tin-saint"), options={"unlocked": "all"})
    told = make(session, A, "pass")
    assert facts(told, "body.ability") == [{"seat": 0, "body": "borrowed-crown"}]
    assert at(session, "bodies")[A] == ["tin-saint"] and at(session, "body_deck")[-1] == "borrowed-crown"


@pytest.mark.parametrize(("rest", "memory"), [("lost", 2), ("finish", 1)])
def test_the_rest_of_an_effect_that_makes_you_reset(rest: str, memory: int) -> None:
    # reset.trigger, ruling.reset.rest-of-effect: the Toll Clerk wounds and takes a memory
    session = falling(WIRE, enemy="toll-clerk", rulings={"reset.rest-of-effect": rest}, assets=[[0, 2, 0, 0], [0] * 4])
    told = make(session, A, "pass")
    assert at(session, "assets")[A][1] == memory
    lost = {"seat": A, "key": "enemy.toll-clerk.wire", "what": "the rest of this effect"}
    assert (lost in facts(told, "ruling.reset.rest-of-effect")) is (rest == "lost")


@pytest.mark.parametrize(("rule", "over"), [("short", True), ("sheet", False)])
def test_a_reset_takes_what_the_pool_still_has(rule: str, over: bool) -> None:
    # reset.corrupted, end.cd-out, ruling.end.cd-empty
    session = falling(FANG, rulings={"end.cd-empty": rule}, corrupted=1)
    told = make(session, A, "pass")
    assert (session.outcome is not None) is over and at(session, "corrupted") == 0
    assert facts(told, "reset.corrupted") == [{"seat": 0, "token": "X", "count": 1}]
    assert ("reset.shelter" in rules(told)) is not over


@pytest.mark.parametrize(("planning", "filled"), [("nothing", False), ("refill", True)])
def test_a_reset_in_planning_costs_the_refill_unless_the_table_says_otherwise(planning: str, filled: bool) -> None:
    # reset.skip-phase, destab.tick, destab.player-clear, ruling.reset.planning
    session = table(
        rulings={"reset.planning": planning}, destabilized=[1, 0], integrity=[1, 5], luck={"symbol": [WIRE]}
    )
    make(session, B, "done")
    assert at(session, "destabilized") == [0, 0]
    assert why(session, A, "upgrade", "integrity") == Verdict("reset.skip-phase")
    let_pass(session, lambda now: bool(now.truth.phase == "action"))
    assert (at(session, "grid")[A] != EMPTY) is filled
    assert ("ruling.reset.planning" in rules(session.log(None))) is not filled


@pytest.mark.parametrize(
    ("which", "place", "choices"),
    [
        ("nearest", [4, 0], 0),
        ("nearest", [2, -1], 2),
        ("any", [4, 0], 2),
    ],
)
def test_a_reset_leads_to_the_nearest_shelter_or_to_any(which: str, place: list[int], choices: int) -> None:
    # reset.shelter, ruling.reset.which-shelter
    session = table(
        options=BRIDGES,
        rulings={"reset.which-shelter": which},
        destabilized=[1, 0],
        integrity=[1, 5],
        place=[place, [0, 0]],
        luck={"symbol": [WIRE]},
    )
    make(session, B, "done")
    if choices:
        assert session.moves(A) == [("shelter", "0,0"), ("shelter", "4,-1")]
        assert refused(session, A, "shelter", "2,0") == "reset.shelter"
        make(session, A, "shelter", "0,0")
        assert at(session, "place")[A] == [0, 0]
    else:
        assert at(session, "place")[A] == [4, -1]


def test_without_a_shelter_a_reset_leads_home() -> None:
    # reset.shelter, ruling.reset.which-shelter
    session = table(
        options={"mode": "versus", "map": "long-quay"},
        destabilized=[1, 0],
        integrity=[1, 5],
        place=[[3, 2], [3, 0]],
        luck={"symbol": [WIRE]},
    )
    make(session, B, "done")
    assert at(session, "place")[A] == at(session, "start_place")[A] != [3, 2]


def test_a_body_of_the_market_is_inhabited_by_its_pattern() -> None:
    # body.inhabit-pattern, body.place, body.refill, body.market-access, body.two
    session = bodied([], place=[[0, 1], [0, 0]])
    told = make(session, A, "launch", "body.tin-saint", SQUARE)
    assert at(session, "bodies")[A] == ["tin-saint"] and at(session, "dump")[A] == "WWWW"
    assert len(at(session, "market")) == 3 and "tin-saint" not in at(session, "market")
    assert rules(told)[-2:] == ["body.place", "body.refill"]
    session = bodied(["glass-courier"])
    make(session, A, "launch", "body.tin-saint", SQUARE)
    assert at(session, "bodies")[A] == ["tin-saint", "glass-courier"]


def test_a_new_body_fights_in_this_turn() -> None:
    # body.place: ATT in this turn's Combat
    session = bodied([], enemies=[[["riot-shell", 0]], []], enemy_deck=[])
    make(session, A, "launch", "body.tin-saint", SQUARE)
    let_pass(session, lambda now: bool(now.truth.phase == "combat"))
    assert facts(session.log(None), "combat.dice")[0] == {"seat": A, "count": 3, "number": 1}
    assert refused(session, A, "launch", "body.cybercat", SQUARE) == "launch.only-here"


@pytest.mark.parametrize("third", ["swap", "refused"])
def test_a_third_body_costs_one_of_two_or_is_refused(third: str) -> None:
    # body.two, ruling.body.third
    session = bodied(["glass-courier", "paper-tiger"], rulings={"body.third": third})
    if third == "refused":
        assert refused(session, A, "launch", "body.tin-saint", SQUARE) == "ruling.body.third"
        return
    make(session, A, "launch", "body.tin-saint", SQUARE)
    assert session.moves(A) == [("part-with", "glass-courier"), ("part-with", "paper-tiger")]
    make(session, A, "part-with", "glass-courier")
    assert at(session, "bodies")[A] == ["tin-saint", "paper-tiger"] and at(session, "body_deck")[-1] == "glass-courier"


def test_the_table_may_let_players_choose_the_active_body() -> None:
    # body.place, ruling.body.new-active
    session = bodied(["glass-courier"], rulings={"body.new-active": "choose"})
    make(session, A, "launch", "body.tin-saint", SQUARE)
    assert session.moves(A) == [("active", "tin-saint"), ("active", "glass-courier")]
    make(session, A, "active", "glass-courier")
    assert at(session, "bodies")[A] == ["glass-courier", "tin-saint"]
    session = bodied([], rulings={"body.new-active": "choose"})
    make(session, A, "launch", "body.tin-saint", SQUARE)
    assert session.moves(A) == [("done",)]  # with one body there is nothing to choose


def test_inhabit_swaps_two_bodies() -> None:
    # body.inhabit-swap, body.no-walker
    session = bodied(["glass-courier", "paper-tiger"], moment="move", integrity=[4, 5])
    make(session, A, "stay")
    make(session, A, "district")
    told = make(session, A, "choose", 1)
    assert at(session, "bodies")[A] == ["paper-tiger", "glass-courier"] and rules(told) == ["body.inhabit-swap"]
    session = bodied(["glass-courier"], moment="move", integrity=[4, 5])
    make(session, A, "stay")
    make(session, A, "district")  # with one body only the other choice is left
    assert at(session, "integrity")[A] == 5


@pytest.mark.parametrize("third", ["swap", "refused"])
def test_inhabit_may_take_a_body_where_the_table_says_so(third: str) -> None:
    # body.inhabit-swap, body.no-walker, body.market-access, ruling.body.keyword, ruling.body.third
    rulings = {"body.keyword": "market", "body.third": third}
    session = bodied(["glass-courier", "paper-tiger"], moment="move", rulings=rulings)
    for move in (("stay",), ("district",)):
        make(session, A, *move)
    assert ("swap",) in session.moves(A) and ("leave",) in session.moves(A)
    assert refused(session, A, "take", "runner") == "body.no-walker"
    assert why(session, A, "take", "glass-courier") == Verdict("body.market-access", body="glass-courier")
    if third == "refused":
        assert refused(session, A, "take", "tin-saint") == "ruling.body.third"
        return
    make(session, A, "take", "tin-saint")
    make(session, A, "part-with", "paper-tiger")
    assert at(session, "bodies")[A] == ["tin-saint", "glass-courier"]


def learner(protocol: str = "thrift", rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    return table(seat=A, rulings=rulings, protocol=[protocol, "hunger"], protocol_deck=[], **changes)


def test_steps_come_in_order_and_end_after_the_third() -> None:
    # learn.order, learn.mark, learn.anytime, learn.done
    session = learner("endurance", maximum=[6, 5], integrity=[5, 5])
    make(session, A, "learn")
    assert why(session, A, "learn") == Verdict("learn.anytime", what="not-met", step=2)
    session = learner("endurance", maximum=[7, 5], integrity=[5, 5], learned=[1, 0])
    assert refused(session, A, "learn") == "learn.order"  # step 3 is met, but step 2 is not
    assert refused(learner("endurance", maximum=[7, 5], learned=[3, 0]), A, "learn") == "learn.done"


@pytest.mark.parametrize("three", ["all", "two"])
def test_three_steps_at_one_moment(three: str) -> None:
    # learn.two, ruling.learn.three
    session = learner("endurance", {"learn.three": three}, maximum=[7, 5], integrity=[7, 5])
    for _ in range(2):
        make(session, A, "learn")
    if three == "all":
        make(session, A, "learn")
        assert at(session, "learned")[A] == 3 and at(session, "dump")[A] == "O"
        return
    assert refused(session, A, "learn") == "ruling.learn.three"
    make(session, A, "done")
    assert allowed(session, A, "learn")


@pytest.mark.parametrize("when", ["any", "own"])
def test_a_step_while_another_player_acts(when: str) -> None:
    # learn.anytime, ruling.learn.when
    session = table(
        seat=A,
        rulings={"learn.when": when},
        protocol=["hunger", "endurance"],
        protocol_deck=[],
        maximum=[5, 6],
        integrity=[5, 5],
    )
    assert session.asked == (A,)
    if when == "any":
        make(session, B, "learn")
        assert at(session, "assets")[B] == [1, 0, 0, 0]
    else:
        assert refused(session, B, "learn") == "ruling.learn.when"
        assert session.deciders == (A,)


def owner(equipped: list[str], unequipped: list[str], moment: str = "launch", seat: int = A, **changes: Any) -> Session:
    """You have these augments of the Commoners besides your starting ones."""
    fresh = table()
    mine = equipped + unequipped
    return table(
        moment=moment,
        seat=seat,
        equipped=[[*at(fresh, "equipped")[A], *equipped], at(fresh, "equipped")[B]],
        unequipped=[unequipped, []],
        factions=[[house, without(cards, *mine)] for house, cards in at(fresh, "factions")],
        grid=["WWE.#....#....#....#", EMPTY],
        **changes,
    )


def test_an_augment_that_breaks_is_gone_for_this_game() -> None:
    # aug.break, camp.break-keeps, aug.faction-launch
    session = owner(["barricade"], [], card="S01-3", on_card={"success": 4})
    told = make(session, A, "launch", "aug.barricade", LINE)
    assert facts(told, "aug.break") == [{"seat": 0, "augment": "barricade"}]
    assert "barricade" in at(session, "box") and "barricade" not in at(session, "equipped")[A]
    let_pass(session, in_turn(2))
    assert facts(session.log(None), "camp.break-keeps") == [{"augments": ["barricade"]}]


def test_an_unequipped_augment_is_of_no_use_before_it_is_paid_for() -> None:
    # aug.two-states, aug.equip, aug.stays, upg.mem-equip
    session = owner([], ["barricade"])
    assert why(session, A, "launch", "aug.barricade", LINE) == Verdict(
        "aug.two-states", what="unequipped", ability="aug.barricade"
    )
    session = owner([], ["barricade", "market-day"], moment="plan", seat=-1, assets=[[0, 1, 0, 0], [0] * 4])
    assert why(session, A, "equip", "market-day") == Verdict("upg.mem-equip", need=2, have=1, augment="market-day")
    assert refused(session, A, "equip", "loaded-dice") == "aug.stays"
    assert refused(session, A, "equip", "many-hands") == "aug.equip"
    make(session, A, "equip", "barricade")
    assert at(session, "equipped")[A][-1] == "barricade" and at(session, "assets")[A][1] == 0


def test_an_augment_works_at_its_own_time_and_for_its_own_class() -> None:
    # aug.timing, aug.class-only
    session = owner([], [])
    assert why(session, A, "use", "aug.loaded-dice") == Verdict(
        "aug.timing", what="timing", ability="aug.loaded-dice", when="after-roll"
    )
    assert refused(session, A, "use", "aug.murmur") == "aug.class-only"
