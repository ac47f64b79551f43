"""What playtests count of Tamashii, worked out here a second time from events and from the table at the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from street import A, Street

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.fighting import resetting, wounds
from tabletop_kernel.games.tamashii.gear import bodies
from tabletop_kernel.games.tamashii.launch import assets, tokens
from tabletop_kernel.games.tamashii.modes import scoring
from tabletop_kernel.games.tamashii.phases import planning, purchases, quest, trace, turn
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.players.bots import forward

GAME: Any = load("tamashii")
TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"scenario": "S01"}),
    (2, {"scenario": "P00"}),
    (2, {"mode": "versus", "city": "on"}),
]


def played(seats: int, options: dict[str, str], seed: int) -> tuple[State, list[Event], int]:
    """A game in which quick judgement decides, with all that was told and who began."""
    events: list[Event] = []
    state = GAME.setup(GAME.agreement.configure(seats, None, options), Chance(seed), recorder(events))
    rng = Random(seed)
    began = -1
    while GAME.asked(state):
        began = state.first if began < 0 and state.turn else began
        seat = GAME.pace.next_up(state)
        GAME.apply(
            state, seat, GAME.opinions.quick(state, seat, forward(GAME.moves(state, seat)), rng), recorder(events)
        )
    return state, events, began


def counted(events: list[Event]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for kind, rule, _, data in events:
        figure = GAME.figures.count(kind, rule, data)
        if figure is not None:
            found[figure[0]] += figure[1]  # type: ignore[assignment]
    return found


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_events_and_the_last_table_tell_the_same(seats: int, options: dict[str, str]) -> None:
    state, events, began = played(seats, options, 4)
    found, figures = counted(events), GAME.figures.at_end(state)
    assert figures["end", "turn"] == state.turn
    assert found["resets", "in all"] == sum(one.get("resets", 0) for one in state.tally)
    assert figures["end", "resets per player"] * seats == pytest.approx(found["resets", "in all"])
    assert found["enemies", "defeated"] == sum(one.get("defeated", 0) for one in state.tally)
    launches = sum(kind == "launches" for kind, *_ in events)
    sources = {name: number for (section, name), number in found.items() if section == "launches"}
    assert sum(number for name, number in sources.items() if name != "tokens left over") == launches > 0
    attached = sum(number for (section, _), number in found.items() if section == "enemies attached")
    assert attached == sum(kind == "attached" for kind, *_ in events)
    if options.get("mode") == "versus":
        assert state.result is not None
        assert figures["wins", "who began"] == (began in state.result.winners) / len(state.result.winners)


def test_a_winner_of_versus_is_counted_row_by_row() -> None:
    state, _, _ = played(2, {"mode": "versus"}, 6)
    assert state.result is not None
    best, figures = state.result.winners, GAME.figures.at_end(state)
    rows = {name: value for (section, name), value in figures.items() if section == "winner's points"}
    whole = sum(scoring.total_points(state, seat) for seat in best) / len(best)
    assert rows.pop("in all") == pytest.approx(whole) and sum(rows.values()) == pytest.approx(whole)


def test_a_story_ends_with_time_left_or_with_a_cause() -> None:
    state, events, _ = played(2, {"scenario": "P00"}, 1)
    assert state.result is not None
    figures = GAME.figures.at_end(state)
    assert figures["end", "time left"] == state.time, "of every game: what only won ones have counts as 0 in others"
    assert figures["end", "corrupted pool left"] == state.corrupted
    causes = [number for (section, _), number in counted(events).items() if section == "lost by"]
    assert causes == ([] if state.result.winners else [1.0])


@pytest.mark.parametrize(
    ("kind", "rule", "data", "figure"),
    [
        ("launches", "pattern.asset", {"pattern": "basic.power"}, ("launches", "basic")),
        ("launches", "pattern.hack-repel", {"pattern": "enemy.stray-drone.hack0"}, ("launches", "hack")),
        ("launches", "pattern.hack-repel", {"pattern": "enemy.stray-drone.repel"}, ("launches", "repel")),
        ("attached", "trace.spawn", {"enemy": "stray-drone"}, ("enemies attached", "by a trace roll")),
        ("attached", "quest.world", {"enemy": "stray-drone"}, ("enemies attached", "by cards and enemies")),
        ("unlocks", "upg.exp-unlock", {"slot": "r1c5"}, ("upgrades", "a slot")),
        ("inhabits", "body.place", {"body": "tin-saint"}, ("bodies", "Tin Saint")),
        ("heist-failed", "city.heist-bust", {"count": 9}, ("heists", "that failed")),
    ],
)
def test_what_is_counted(kind: str, rule: str, data: dict[str, object], figure: tuple[str, str]) -> None:
    assert GAME.figures.count(kind, rule, data) == (figure, 1.0)


def test_what_is_not_counted() -> None:
    assert GAME.figures.count("unlocks", "quest.activity", {"slot": "r1c5"}) is None
    assert GAME.figures.count("turn", "turn.phases", {}) is None


# -- the same under every ruling ---------------------------------------------------------------------------------------


def test_a_third_body_that_drives_one_away_is_no_reset() -> None:
    street = Street().body(A, "glass-courier", "choir-engine")  # ruling.body.third
    street.state.market, street.state.frames = ("tin-saint",), [("waits", ANYONE, ())]
    bodies.take_body(street.state, A, "tin-saint", recorder(street.events))
    street.settle().play("part-with", "glass-courier")
    assert street.by("body-gone") and not counted(street.events)["resets", "that cost a body"]


@pytest.mark.parametrize("difficulty", ["normal", "insane"])
def test_a_reset_that_costs_a_body_is_counted(difficulty: str) -> None:
    street = Street(difficulty=difficulty, script={"symbol": [1]}).body(A, "tin-saint")  # a fang
    resetting.reset_player(street.state, A, "reset.trigger", recorder(street.events))
    assert counted(street.events)["resets", "that cost a body"] == 1


def test_enemies_of_a_trace_roll_are_counted_whichever_symbol_has_brought_them() -> None:
    street = Street(trace__symbols="strike-surge")
    planning.after_trace_roll(street.state, A, "DST", recorder(street.events))
    assert counted(street.events)["enemies attached", "by a trace roll"] == 2


@pytest.mark.parametrize(("choice", "level"), [("stays", 3), ("zero", 3), ("zero", 0)])
def test_a_strike_that_finds_no_card_is_a_roll_without_an_enemy(choice: str, level: int) -> None:
    street = Street(trace__no_card=choice)
    street.state.enemy_deck, street.state.trace[A] = (), level
    for dice in ("S", "T"):
        planning.after_trace_roll(street.state, A, dice, recorder(street.events))
    assert counted(street.events)["trace", "rolls without an enemy"] == 2
    assert street.state.trace[A] == (3 if choice == "stays" else 0)


@pytest.mark.parametrize("deck", [(), ("stray-drone",)])
def test_the_top_of_the_trace_track_is_reached_whether_or_not_enemies_come(deck: tuple[str, ...]) -> None:
    street = Street()
    street.state.enemy_deck, street.state.trace[A] = deck, 8
    trace.raise_trace(street.state, A, 1, "trace.entry", recorder(street.events))
    assert counted(street.events)["trace", "reached the top"] == 1


@pytest.mark.parametrize("limits", ["yes", "no"])
def test_the_bot_goes_into_the_unknown_with_or_without_limits(limits: str) -> None:
    street = Street(1, mode="solo", solo__bot_limits=limits).clear()
    for place, up in (((0, 0), True), ((1, 0), False), ((0, 1), True)):
        street.tile("damaged-district", place, up)
    street.begin("move").play("bot-move", "1,0").play("move", "0,1")
    assert counted(street.events)["moves", "onto face-down tiles"] == 1


@pytest.mark.parametrize("agreed", [{}, {"mode": "versus"}, {"mode": "versus", "comp__cd_discard": "box"}])
def test_corrupted_tokens_that_are_discarded_are_counted_wherever_they_go(agreed: dict[str, str]) -> None:
    street = Street(**agreed).launcher(A, "XEX.").asset(A, memory=2)
    for slot in ("r1c1", "r1c2"):
        purchases.buy_upgrade(street.state, A, ("discard-token", slot), recorder(street.events))
    tokens.discard_tokens(street.state, A, [2], "data.discard", recorder(street.events))
    found = counted(street.events)
    assert found["upgrades", "a corrupted token discarded"] == 1
    assert found["upgrades", "a token discarded (not corrupted)"] == 1
    assert found["tokens", "corrupted tokens discarded by effects"] == 1


def test_memory_is_spent_like_every_asset() -> None:
    street = Street().asset(A, memory=3, power=1)
    purchases.buy_upgrade(street.state, A, ("gain-token", "E"), recorder(street.events))
    assets.spend_asset(street.state, A, "memory", 2, "scen.special-aside", recorder(street.events))
    found = counted(street.events)
    assert found["spent", "memory"] == 3 and found["upgrades", "a token"] == 1


@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (2, "story")])
def test_a_combat_is_counted_for_each_who_has_enemies_also_alone(seats: int, mode: str) -> None:
    street = Street(seats, mode=mode)
    street.state.enemies[A] = (("stray-drone", 0),)
    for seat in range(seats):
        turn._begin_combat(street.state, seat, recorder(street.events))
    assert counted(street.events)["combats", "fought"] == 1


@pytest.mark.parametrize(("phase", "batches"), [("combat", "effect"), ("combat", "combat"), ("action", "effect")])
def test_what_shields_stop_is_prevented_and_their_price_is_spent(phase: str, batches: str) -> None:
    street = Street(combat__wound_batches=batches).asset(A, shield=2)
    street.state.phase = phase
    wounds.wound_player(street.state, A, 3, "combat.enemy-frame", recorder(street.events))
    street.settle().play("shield", 2)
    follower = GAME.figures.follower()
    assert [one for kind, rule, _, data in street.events if (one := follower(kind, rule, data))] == [
        (("wounds", "prevented by shields"), 2.0, A)
    ]
    found = counted(street.events)
    assert found["spent", "shield"] == 2 and found["wounds", "suffered"] == 1


def test_shields_that_pay_for_something_else_stop_no_wound() -> None:
    street = Street().asset(A, shield=2)
    assets.spend_asset(street.state, A, "shield", 1, "asset.spend", recorder(street.events))
    assert counted(street.events)["spent", "shield"] == 1
    assert not any(GAME.figures.follower()(kind, rule, data) for kind, rule, _, data in street.events)


@pytest.mark.parametrize(
    ("agreed", "number", "cause", "by"),
    [
        ({}, 2, "a corrupted pool with too few tokens", "end.cd-out"),
        ({"end__cd_empty": "empty"}, 1, "an empty corrupted pool, as the ruling says", "end.cd-out"),
        ({"end__cd_empty": "empty"}, 2, "a corrupted pool with too few tokens", "end.cd-out"),
        ({"end__time_zero": "lost"}, 0, "time at 0, as the ruling says", "end.scenario"),
        ({}, 0, "a card, at time 0", "end.scenario"),
    ],
)
def test_a_loss_is_counted_by_what_has_caused_it(agreed: dict[str, str], number: int, cause: str, by: str) -> None:
    street = Street(**agreed)
    street.state.corrupted, street.state.time = 1, 1
    if number:
        tokens.gain_corrupted(street.state, A, number, "reset.corrupted", recorder(street.events))
    else:
        quest.time_down(street.state, 1, "quest.world", recorder(street.events))
        quest.lose_scenario(street.state, "end.scenario", recorder(street.events))
    assert street.state.result is not None and street.state.result.rule == by
    assert {name for section, name in counted(street.events) if section == "lost by"} == {cause}


def test_a_card_may_lose_a_scenario_while_there_is_time() -> None:
    street = Street()
    street.state.time = 2
    quest.lose_scenario(street.state, "end.scenario", recorder(street.events))
    assert counted(street.events)["lost by", "a card, with time left"] == 1
