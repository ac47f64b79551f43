"""Alone with the BOT, as an outsider reads the rules."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    A,
    allowed,
    at,
    facts,
    in_turn,
    let_pass,
    make,
    opened,
    refused,
    rules,
    table,
    why,
)

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

LINE = "r1c1+r1c2+r1c3"
MAST, SHELTER, CLINIC = [1, -1], [0, 0], [0, 1]
STREET = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "neon-arcade", 1, "", []],
    [0, 1, "free-clinic", 1, "", []],
    [-1, 1, "back-alley", 0, "plate", []],
    [-1, 0, "data-bazaar", 0, "", []],
    [0, -1, "commoner-canteen", 0, "", []],
    [1, -1, "broadcast-mast", 1, "", []],
]
OPEN_ROADS = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "cold-storage", 1, "", []],
    [0, 1, "riot-line", 1, "", []],
    [-1, 1, "old-subway", 1, "", []],
    [-1, 0, "transit-hub", 1, "", []],
    [0, -1, "ninkyo-teahouse", 0, "", []],
    [1, -1, "seeker-observatory", 0, "", []],
    [2, -1, "server-farm", 1, "", []],
    [-2, 1, "reactor-row", 1, "", []],
    [0, 2, "scrap-field", 1, "", []],
]


def alone(moment: str = "launch", rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """First Light for one: the way to the Mast is open."""
    return table(1, moment=moment, rulings=rulings, **{"ground": STREET, "finds_left": [], **changes})


def test_the_set_up_for_one() -> None:
    # solo.bot-start, solo.batteries, solo.first
    session = let_pass(opened(1, rulings={"setup.first-player": "ask"}), in_turn(1))
    assert at(session, "bot") == at(session, "place")[A] == SHELTER and at(session, "batteries") == 5
    let_pass(session, in_turn(2))
    assert at(session, "first") == A and "quest.pass-token" not in rules(session.log(None))


def test_a_battery_lets_the_bot_launch_where_only_it_stands() -> None:
    # W21: solo.bot-use, solo.bot-per-step, solo.bot-example
    session = alone(card="S01-3", bot=MAST, batteries=3, grid=["FEF.#....#....#....#"])
    launch = ("launch", "card.S01-3", LINE)
    assert refused(session, A, *launch) == "solo.bot-example"
    make(session, A, "battery")
    assert refused(session, A, "battery") == "solo.bot-per-step"
    make(session, A, *launch)
    assert at(session, "on_card") == {"success": 1} and at(session, "batteries") == 2


def test_a_step_of_the_bot_is_no_step_of_yours() -> None:
    # solo.bot-use: your own figure is not used in that step
    session = alone(card="S01-3", place=[MAST], bot=SHELTER, grid=["FEF.#....#....#....#"])
    assert allowed(session, A, "launch", "card.S01-3", LINE)
    make(session, A, "battery")
    assert not allowed(session, A, "launch", "card.S01-3", LINE)


def test_the_bot_moves_free_of_trace_and_finds_things_for_you() -> None:
    # solo.bot-move, solo.bot-free, solo.bot-reveals, solo.bot-rewards
    session = alone("move", trace=[2])
    told = make(session, A, "bot-move", "-1,1")
    assert at(session, "bot") == [-1, 1] and at(session, "place") == [SHELTER] and at(session, "trace") == [2]
    assert at(session, "assets")[A] == [1, 0, 0, 0]  # the token there was a plate
    assert {"solo.bot-reveals", "solo.bot-rewards", "solo.bot-free"} <= set(rules(told))
    assert refused(session, A, "bot-move", "0,0") == "solo.bot-move"
    make(session, A, "move", "1,0")
    assert at(session, "trace") == [3]  # your own way costs as ever


def test_used_in_the_move_step_the_bot_brings_the_trace_of_its_tile() -> None:
    # solo.bot-use, solo.bot-trace
    session = alone("move", trace=[2])
    make(session, A, "battery")
    make(session, A, "move", "1,-1")
    assert at(session, "bot") == MAST and at(session, "place") == [SHELTER] and at(session, "trace") == [5]
    session = alone("move", bot=MAST)
    make(session, A, "battery")
    make(session, A, "stay")
    assert at(session, "trace") == [3]  # the stationary value of the Mast


def test_a_free_move_of_the_bot_is_its_only_one() -> None:
    # solo.bot-move, solo.bot-use
    session = alone("move")
    make(session, A, "bot-move", "0,1")
    make(session, A, "battery")
    assert session.moves(A) == [("stay",)]
    make(session, A, "stay")
    assert at(session, "trace") == [1]  # the entry value of the Clinic, since the BOT moved


@pytest.mark.parametrize(("steps", "far"), [("bot", False), ("yours", True)])
def test_as_you_the_bot_walks_two_tiles_or_as_far_as_you(steps: str, far: bool) -> None:
    # solo.bot-use, ruling.solo.bot-as-you: the Runner has MOV 3
    session = table(1, "S02", moment="move", rulings={"solo.bot-as-you": steps}, ground=OPEN_ROADS, bot=[2, -1])
    make(session, A, "battery")
    assert allowed(session, A, "move", "0,0") and allowed(session, A, "move", "-1,0") is far


@pytest.mark.parametrize(("when", "trace"), [("replace", 5), ("per-step", 3)])
def test_a_district_effect_through_the_bot_changes_the_trace(when: str, trace: int) -> None:
    # solo.bot-trace, ruling.solo.bot-trace-when
    session = alone("move", {"solo.bot-trace-when": when}, trace=[2], bot=MAST)
    make(session, A, "stay")
    let_pass(session, lambda now: now.truth.frames[-1][0] == "district")
    assert at(session, "trace") == [3]
    make(session, A, "battery")
    make(session, A, "district")
    assert at(session, "trace") == [trace] and at(session, "exp") == [1]


def test_enemies_that_came_stay_when_the_trace_is_taken_back() -> None:
    # solo.bot-trace, trace.top
    session = alone("move", trace=[6], bot=MAST, place=[CLINIC])
    make(session, A, "stay")  # 3 more: the top
    let_pass(session, lambda now: ("district",) in now.moves(A))
    make(session, A, "battery")
    make(session, A, "district")
    assert at(session, "trace") == [3] and len(at(session, "enemies")[A]) == 2


@pytest.mark.parametrize("leaves", ["step-end", "at-once"])
def test_the_last_battery(leaves: str) -> None:
    # solo.bot-gone, ruling.solo.last-battery
    session = alone(
        rulings={"solo.last-battery": leaves}, card="S01-3", bot=MAST, batteries=1, grid=["FEF.#....#....#....#"]
    )
    if leaves == "at-once":
        assert refused(session, A, "battery") == "ruling.solo.last-battery"
        return
    make(session, A, "battery")
    make(session, A, "launch", "card.S01-3", LINE)
    assert at(session, "bot") == MAST
    told = make(session, A, "done")
    assert at(session, "bot") is None and facts(told, "solo.bot-gone") == [{}]


def test_a_recharge_in_the_step_of_the_last_battery_keeps_the_bot() -> None:
    # solo.recharge, solo.bot-gone
    session = alone(bot=MAST, batteries=1, grid=["EFE.#....#....#....#"])
    make(session, A, "battery")
    make(session, A, "launch", "bot", LINE)
    make(session, A, "done")
    assert at(session, "bot") == MAST and at(session, "batteries") == 1


def test_a_recharge_is_a_hack_once_a_step_and_never_with_full_slots() -> None:
    # solo.recharge, solo.recharge-full, solo.recharge-hack, pattern.once
    session = alone(batteries=5, grid=["EFE.#....#....#....#"])
    assert refused(session, A, "launch", "bot", LINE) == "solo.recharge-full"
    session = alone(
        batteries=3,
        classes=["Whisperer"],
        equipped=[["soliloquy"]],
        class_deck=[["backdoor"]],
        grid=["EFE.#....#EFE.#....#"],
    )
    told = make(session, A, "launch", "bot", LINE)
    assert at(session, "batteries") == 4 and "solo.recharge-hack" in rules(told)
    assert at(session, "assets")[A] == [0, 0, 0, 1]  # Soliloquy gives a reroll for a hack
    assert refused(session, A, "launch", "bot", "r3c1+r3c2+r3c3") == "pattern.once"


def test_without_the_bot_nothing_can_be_asked_of_it() -> None:
    # solo.bot-gone, solo.bot-start
    session = alone("move", bot=None, batteries=0)
    assert refused(session, A, "bot-move", "0,1") == refused(session, A, "battery") == "solo.bot-gone"
    pair = table(moment="move", seat=A)
    assert refused(pair, A, "bot-move", "0,1") == refused(pair, A, "battery") == "solo.bot-start"


@pytest.mark.parametrize("limits", ["yes", "no"])
def test_face_down_tiles_stop_the_bot_or_do_not(limits: str) -> None:
    # solo.bot-move, ruling.solo.bot-limits
    session = table(1, "S02", moment="move", rulings={"solo.bot-limits": limits})
    if limits == "yes":
        assert refused(session, A, "bot-move", "2,-1") == "move.no-through-unrevealed"
        return
    make(session, A, "bot-move", "2,-1")
    face = {(q, r): up for q, r, _, up, *_ in at(session, "ground")}
    assert face[2, -1] == 1 and face[1, -1] == face[1, 0] == 0  # only where it ends


@pytest.mark.parametrize(("bot", "batteries", "won"), [([1, 0], 5, False), ([0, 0], 5, True), (None, 0, True)])
def test_the_bot_must_come_home_as_long_as_it_is_in_play(bot: list[int] | None, batteries: int, won: bool) -> None:
    # solo.bot-presence, solo.scenario-rules
    session = table(
        1, "S02", card="S02-2", time=3, bot=bot, batteries=batteries, tally=[{"defeated-card": 4, "defeated-game": 4}]
    )
    make(session, A, "done")
    assert (session.outcome is not None) is won


def test_the_bot_stays_where_it_is_when_you_reset() -> None:
    # reset.shelter, solo.bot-presence
    session = alone(bot=MAST, place=[[1, 0]], destabilized=[1], integrity=[1], luck={"symbol": [4]})
    make(session, A, "done")
    assert at(session, "bot") == MAST and at(session, "place") == [SHELTER]


@pytest.mark.parametrize(("number", "lore"), [("1", 4), ("2", 7)])
def test_the_bot_makes_a_group_test_harder_only_where_it_counts(number: str, lore: int) -> None:
    # solo.bot-presence, solo.group-tests, scen.player-number, ruling.solo.number
    session = alone(rulings={"solo.number": number}, card="S01-2", place=[MAST], grid=["L...#....#....#....#"])
    make(session, A, "done")
    told = make(session, A, "act", 0)
    assert facts(told, "solo.group-tests") == [{"seat": A, "token": "L", "number": lore}]


@pytest.mark.parametrize("battery", [False, True])
def test_the_bot_may_stand_for_you_in_combat(battery: bool) -> None:
    # solo.bot-use: any step; the event wants an enemy defeated on a hideout
    street = [[q, r, tile, int(up or tile == "commoner-canteen"), "", []] for q, r, tile, up, *_ in STREET]
    deck = at(table(1, options={"city": "on"}), "event_deck")
    session = table(
        1,
        options={"city": "on"},
        ground=street,
        bot=[0, -1],
        event=[["house-call"]],
        event_deck=[event for event in deck if event != "house-call"],
        enemies=[[["adware-swarm", 1]]],
        enemy_deck=[],
        luck={"dice-0": [1, 1], "number": [6]},
    )
    make(session, A, "done")
    make(session, A, "roll")
    let_pass(session, lambda now: ("frame", "0", "S") in now.moves(A))
    if battery:
        make(session, A, "battery")
    make(session, A, "frame", "0", "S")
    assert (session.moves(A) == [("heist",), ("no-heist",)]) is battery  # city.heist-start


def test_a_battery_is_too_late_when_the_effect_of_the_tile_is_being_done() -> None:
    # solo.bot-use, district.optional: the step does depend on where a figure stands
    swapped = {"shelter": "transit-hub", "transit-hub": "shelter"}
    ground = [[q, r, swapped.get(tile, tile), *rest] for q, r, tile, *rest in OPEN_ROADS]
    session = alone("district", ground=ground, batteries=3)
    make(session, A, "district")
    assert why(session, A, "battery") == Verdict("solo.bot-use", what="own")
