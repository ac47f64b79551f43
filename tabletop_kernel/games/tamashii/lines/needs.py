"""The needs of the active card, or of goals on the table, read from their lines, so that they work for any pack.

A card's WORLD ACTIVITY says what brings the next card; its PLAYER ACTIVITY and pattern say how to get there. Both
become needs that bots can plan for: tiles to turn up, tests at places, patterns, enemies to defeat.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.games.tamashii.lines import counting, running
from tabletop_kernel.games.tamashii.lines.operations import Act, Line, Op, Test
from tabletop_kernel.games.tamashii.pack.pieces import Activity, Block, Card, Cells, Place, Scenario
from tabletop_kernel.games.tamashii.state import State

REVEAL, TEST, PATTERN, DEFEAT, GATHER, GIFT, GUEST, GODS, SEEDS = (
    *("reveal", "test", "pattern", "defeat", "gather", "gift", "guest", "gods", "seeds"),
)
RELAY_HERE = "relay here"
DIE_HERE = "die here is "
CARD_WORTH = 12.0  # worth of a finished card, in bot points


class Need(NamedTuple):
    """One thing to do: `each` is the worth of doing it once, `missing` how often it must be done."""

    kind: str
    missing: int
    each: float
    where: tuple[Test, ...] = ()  # conditions on the player's place
    activity: int = -1  # the number of its activity
    group: bool = False
    cells: Cells = ()
    goal: str = ""  # in versus: the goal with a test


# -- the way to victory ------------------------------------------------------------------------------------------------


def next_card(block: Block) -> str:
    """Return the card that a block of a world activity brings once something is done; empty if none."""
    if not block.tests or any(test.left == "time" for test in block.tests):
        return ""
    for act in block.line.acts():
        if act.verb == "draw-card":
            return str(act.args[0])
        if act.verb == "victory":
            return "victory"
    return ""


@lru_cache(maxsize=256)
def _way_of_world(world: tuple[Block, ...]) -> tuple[Block, str] | None:
    """Return the block that leads on, with its card, or None."""
    return next(((block, next_card(block)) for block in world if next_card(block)), None)


def cards_left(scenario: Scenario, code: str) -> int:
    """Return the number of cards until victory, including this one."""
    left, seen = 0, set()
    while code in scenario.cards and code not in seen and not scenario.cards[code].ends:
        seen.add(code)
        left += 1
        way = _way_of_world(scenario.cards[code].world)
        code = way[1] if way is not None else ""
    return left


def cards_left_now(state: State) -> int:
    """Return the number of cards until victory, cached for each card."""
    known: dict[str, int] = state.rules.more.setdefault("cards left", {})
    if state.card not in known:
        assert state.rules.scenario is not None
        known[state.card] = cards_left(state.rules.scenario, state.card)
    return known[state.card]


def _way_of_card(state: State) -> tuple[Block, str] | None:
    """Return how the story goes on from the active card, or None; cached."""
    known: dict[str, tuple[Block, str] | None] = state.rules.more.setdefault("ways on", {})
    if state.card not in known:
        card = state.plot()
        known[state.card] = _way_of_world(card.world) if card is not None else None
    return known[state.card]


def share_done(state: State) -> float:
    """Return how much of the active card is done, from 0 to 1."""
    way = _way_of_card(state)
    if way is None:
        return 0.0
    parts = [_share_of_test(state, test) for test in way[0].tests]
    return sum(parts) / len(parts)


def _share_of_test(state: State, test: Test) -> float:
    """Return how far a test is met, from 0 to 1."""
    if running.holds(state, state.first, (test,)):
        return 1.0
    if test.left == "guest defeated":
        return _guest_damage_share(state)
    if test.left.startswith("all on "):
        wanted = test.left.removeprefix("all on ")
        return sum(counting.is_on(state, place, wanted) for place in state.place) / (state.rules.seats + 1)
    if not test.compare:
        return 0.0
    now, goal = counting.COUNT_BY_PHRASE[test.left](state, state.first), counting.amount(state, state.first, test.right)
    if test.compare in (">=", ">"):
        return max(0.0, min(1.0, (now + _damage_share(state, test.left, goal - now)) / max(1, goal)))
    return 1 / (1 + abs(now - goal))


DAMAGE_WEIGHT = 0.7  # share of a defeat for an almost defeated enemy, so that finishing it is always worth more


def _damage_share(state: State, left: str, missing: int) -> float:
    """Return the damage on enemies that a test will count once defeated, for at most `missing` of them."""
    gods = left == "success here" and state.rules.scenario is not None and "gods" in state.rules.scenario.special_rules
    if left != "defeated since card" and not gods:
        return 0.0
    hunted = [pair for stack in state.enemies for pair in stack if not gods or "!god" in pair[0]]
    shares = sorted((damage / max(1, state.integrity_of(card)) for card, damage in hunted), reverse=True)
    return DAMAGE_WEIGHT * sum(shares[:missing])


def _guest_damage_share(state: State) -> float:
    """Return the damage on a guest, as a share of its integrity."""
    stacks = [pair for stack in state.enemies for pair in stack if pair[0].endswith("!guest")]
    if state.guest[0]:
        stacks.append((state.guest[0], state.guest[1]))
    return max((damage / max(1, state.integrity_of(card)) for card, damage in stacks), default=0.0)


# -- current needs -----------------------------------------------------------------------------------------------------


def needs_of(state: State) -> list[Need]:
    """Return everything that would help with the active card, or with the tests of goals."""
    if state.rules.mode == "versus":
        return list(_needs_of_goals(state))
    card, way = state.plot(), _way_of_card(state)
    if card is None or way is None:
        return []
    unmet = [test for test in way[0].tests if _gathers_players(test) or not running.holds(state, state.first, (test,))]
    worth = CARD_WORTH * (1.4 if state.time <= TURNS_UNDER_PRESSURE else 1.0) / len(way[0].tests)
    return [need for test in unmet for need in _needs_for_test(state, card, test, worth)]


def _gathers_players(test: Test) -> bool:
    """Tell if a test wants players at a place when it is checked, so that they must stay."""
    return test.left.startswith("all on ")


TURNS_UNDER_PRESSURE = 2  # turns left at which everything else waits


POINT_WORTH = 3.0  # worth of a victory point, in bot points


def _needs_of_goals(state: State) -> Iterator[Need]:
    for name in state.goals:
        goal = state.rules.content.goals[name]
        if goal.test is not None:
            yield Need(TEST, 1, POINT_WORTH * goal.vp, goal.where, goal=name)


def _needs_for_test(state: State, card: Card, test: Test, worth: float) -> Iterator[Need]:
    """Yield the ways to meet a test."""
    if test.left.startswith("all on "):
        yield Need(GATHER, 1, worth, (Test(test.left.removeprefix("all ")),))
    elif test.left == "guest defeated":
        yield Need(GUEST, 1, worth)
    elif test.compare:
        goal = counting.amount(state, state.first, test.right)
        missing = max(1, abs(goal - counting.COUNT_BY_PHRASE[test.left](state, state.first)))
        each = worth / missing
        if test.left == "tiles revealed":
            yield Need(REVEAL, missing, each)
        elif test.left == "defeated since card":
            yield Need(DEFEAT, missing, each)
        else:
            yield from _needs_for_counter(state, card, test.left, missing, each)


def _needs_for_counter(state: State, card: Card, left: str, missing: int, each: float) -> Iterator[Need]:
    """Yield the ways to put tokens on a card, or to remove relays from the map."""
    for number, activity in enumerate(card.activities):
        if any(_changes_count(act, left) for act in activity.line.acts()):
            kind = TEST if tests_in_line(activity.line) else GIFT
            yield Need(kind, missing, each, activity.where, number, activity.group)
    if card.pattern and any(_changes_count(act, left) for act in card.pattern_line.acts()):
        yield Need(PATTERN, missing, each, card.pattern_where, cells=card.pattern)
    scenario = state.rules.scenario
    special = scenario.special_rules if scenario is not None else ()
    if left == "success here" and "gods" in special:
        yield Need(GODS, missing, each)
    if left == "success here" and "inari-success" in special and scenario is not None and card.code == scenario.first:
        yield Need(SEEDS, missing, each)


def _changes_count(act: Act, left: str) -> bool:
    """Tell if an act changes what a test counts."""
    if act.verb == "put-counter":
        return left == f"{act.args[1]} here"
    return act.verb == "remove-relay" and left == "relays left"


# -- goals in versus ---------------------------------------------------------------------------------------------------

NEARNESS_WEIGHT = 0.4  # share of a goal's points for being close to it


def worth_for_goals(state: State, seat: int, left: str, more: int = 1) -> float:
    """Return the worth, for the goals on the table, of having `more` of what they count."""
    if state.rules.mode != "versus" or not more:
        return 0.0
    worth = 0.0
    for name in state.goals:
        goal = state.rules.content.goals[name]
        for test in goal.tests:
            if test.left == left and test.compare in (">=", ">"):
                now, wanted = counting.COUNT_BY_PHRASE[left](state, seat), counting.amount(state, seat, test.right)
                worth += (
                    POINT_WORTH
                    * goal.vp
                    * (_share_of_goal(now + more, wanted) - _share_of_goal(now, wanted))
                    / len(goal.tests)
                )
    return worth


def _share_of_goal(now: int, wanted: int) -> float:
    """Return how much a goal counts for a player with this much of what it needs."""
    return 1.0 if now >= wanted else NEARNESS_WEIGHT * (max(0, now) / max(1, wanted)) ** 2


def points_near(state: State, seat: int) -> float:
    """Return how close a player is to the goals on the table, in victory points."""
    points = 0.0
    for name in state.goals:
        goal = state.rules.content.goals[name]
        if goal.tests and all(test.compare in (">=", ">") for test in goal.tests):
            parts = [
                _share_of_goal(
                    counting.COUNT_BY_PHRASE[test.left](state, seat), counting.amount(state, seat, test.right)
                )
                for test in goal.tests
            ]
            points += goal.vp * min(parts)
    return points


# -- tests -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _tests_with_guards(ops: tuple[Op, ...]) -> tuple[tuple[Act, tuple[Test, ...]], ...]:
    """Return the tests in a line, each with the conditions before it."""
    tests: list[tuple[Act, tuple[Test, ...]]] = []
    for at, op in enumerate(ops):
        if op.kind == "do" and op.act is not None and op.act.verb in ("test", "group-test"):
            guards = [one for one in ops[:at] if one.kind == "test" and one.skip > at]
            tests.append((op.act, tuple(test for one in guards for test in one.tests)))
    return tuple(tests)


def tests_in_line(line: Line) -> tuple[tuple[Act, tuple[Test, ...]], ...]:
    return _tests_with_guards(line.ops)


def tests_at(state: State, need: Need, place: Place) -> list[tuple[str, int]]:
    """Return the possible tests (letter, number) of a need at a place; several if a dice token is face down."""
    if need.goal:
        test = state.rules.content.goals[need.goal].test
        return [test] if test is not None else []
    card = state.plot()
    if card is None or not 0 <= need.activity < len(card.activities):
        return []
    activity: Activity = card.activities[need.activity]
    markers = state.markers.get(place, ())
    tests = []
    for act, guards in tests_in_line(activity.line):
        if all(_can_hold(guard, markers) for guard in guards):
            tests.append((str(act.args[0]), counting.amount(state, state.first, act.args[1])))
    return tests


def _can_hold(guard: Test, markers: tuple[str, ...]) -> bool:
    """Tell if a condition on a dice token can hold; a face-down one may show anything."""
    if not guard.left.startswith(DIE_HERE):
        return True
    shown = f"die:{counting.FACES[guard.left.removeprefix(DIE_HERE)]}!"
    return shown in markers or not any(marker.endswith("!") for marker in markers)


def fits_place(state: State, need: Need, place: Place) -> bool:
    """Tell if a place is where a need wants a player."""
    return all(_is_met(state, test, place) for test in need.where)


def _is_met(state: State, test: Test, place: Place) -> bool:
    if test.left.startswith("on "):
        return counting.is_on(state, place, test.left.removeprefix("on ")) != test.negated
    if test.left == RELAY_HERE:
        return (counting.RELAY in state.markers.get(place, ())) != test.negated
    return True  # the place doesn't matter


def could_be_there(state: State, need: Need, place: Place) -> bool:
    """Tell if a face-down tile could meet a need, judging by the visible names."""
    for test in need.where:
        if test.left == RELAY_HERE:
            return counting.RELAY in state.markers.get(place, ())
        if test.left.startswith("on "):
            wanted = test.left.removeprefix("on ")
            if any(counting.is_on(state, up, wanted) for up in state.up) and wanted in state.rules.content.tiles:
                return False
    return bool(need.where)


@lru_cache(maxsize=4096)
def success_chance(dice: int, number: int) -> float:
    """Return the chance that dice reach this many successes. Strikes count 1, Surges 2 and Statics 0."""
    if number <= 0:
        return 1.0
    if dice <= 0:
        return 0.0
    return (
        success_chance(dice - 1, number - 1) / 2
        + success_chance(dice - 1, number - 2) / 6
        + success_chance(dice - 1, number) / 3
    )
