"""Scenario cards, goals, events and diary cards for tests, written as a pack would write them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii import setup
from tabletop_kernel.games.tamashii.components import ASCEND, DESTABILIZATION, SUCCESS
from tabletop_kernel.games.tamashii.fighting import resetting, rolling, token_tests, wounds
from tabletop_kernel.games.tamashii.lines import all_verbs, choices, language, running
from tabletop_kernel.games.tamashii.modes import destabilization_damage, living_city, versus_goals
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Activity, Block, Card, CityEvent, Goal, Reward
from tabletop_kernel.games.tamashii.phases import activity, quest, setup_choices
from tabletop_kernel.games.tamashii.state import State

assert all_verbs  # the verbs enter themselves when this is opened
DECISIONS: dict[str, Decision[State]] = {
    **setup_choices.DECISIONS,
    **activity.DECISIONS,
    **token_tests.DECISIONS,
    **versus_goals.DECISIONS,
    **living_city.DECISIONS,
    **rolling.DECISIONS,
    **wounds.DECISIONS,
    **resetting.DECISIONS,
    **choices.DECISIONS,
}
AUTOMATIC: dict[str, Any] = {
    **setup.AUTOMATIC,
    **quest.AUTOMATIC,
    **versus_goals.AUTOMATIC,
    **destabilization_damage.AUTOMATIC,
    **running.AUTOMATIC,
    **resetting.AUTOMATIC,
}


# -- cards -------------------------------------------------------------------------------------------------------------


def card(
    code: str,
    immediate: str = "nothing",
    world: tuple[str, ...] = (),
    activities: tuple[str, ...] = (),
    **more: Any,
) -> Card:
    """A scenario card: its parts as a pack writes them."""
    blocks = [language.read_block(text) for text in world]
    acts = [language.read_block(text) for text in activities]
    return Card(
        *(code, code, more.get("special", False), f"The story of {code}.", language.read(immediate)),
        *((), (), language.read("nothing")),
        tuple(Activity(one.tests, one.line, "group test" in text) for one, text in zip(acts, activities, strict=True)),
        tuple(Block(one.tests, one.line) for one in blocks),
        *((), more.get("ends", ""), more.get("stays", False)),
    )


WON = card("V", ends="won", immediate="unlock code A01; mark progress")
LOST = card("L", ends="lost", immediate="unlock code D01")


def with_cards(state: State, *cards: Card) -> State:
    """The table plays a scenario of these cards, the first of which is active; the last ones are always there."""
    every = {one.code: one for one in (*cards, WON, LOST)}
    assert state.rules.scenario is not None
    lines = dict(state.rules.lines)
    for one in every.values():
        lines[line_keys.card(one.code, "immediate")] = one.immediate
        lines |= {line_keys.card(one.code, "world", at): block.line for at, block in enumerate(one.world)}
        lines |= {line_keys.card(one.code, "activity", at): part.line for at, part in enumerate(one.activities)}
    scenario = replace(state.rules.scenario, cards=every)
    state.rules = replace(state.rules, scenario=scenario, lines=lines)
    state.card = cards[0].code if cards else ""
    state.supply |= {"success": SUCCESS, "ascend": ASCEND, "destabilization": DESTABILIZATION}
    state.phase = "quest"
    return state


def with_goals(state: State, *goals: Goal) -> State:
    """These goals lie face up, as far as there is room for two; the others are the deck."""
    content = replace(state.rules.content, goals={goal.id: goal for goal in goals})
    state.rules = replace(state.rules, content=content)
    names = tuple(goal.id for goal in goals)
    state.goals, state.goal_deck = names[:2], names[2:]
    return state


def goal(name: str, needs: str = "", vp: int = 3, **more: Any) -> Goal:
    where = language.read_tests(more.get("where", ""))
    return Goal(
        name, name, vp, language.read_tests(needs), more.get("when", ""), more.get("test"), where, "what it asks for"
    )


def with_city(state: State, *events: CityEvent, rewards: tuple[tuple[str, int, str], ...] = ()) -> State:
    """A city with these events and rewards (name, number, line); the rewards lie in this order."""
    found = {name: Reward(name, number, 1, language.read(line)) for name, number, line in rewards}
    content = replace(state.rules.content, events={event.id: event for event in events}, rewards=found)
    lines = {**state.rules.lines, **{line_keys.reward(name): one.line for name, one in found.items()}}
    lines |= {line_keys.event_price(event.id): event.pay for event in events if event.pay is not None}
    modules = state.rules.modules | {"city"}
    state.rules = replace(state.rules, content=content, lines=lines, modules=modules)
    state.event_deck, state.reward_deck = tuple(event.id for event in events), tuple(found)
    return state


def event(name: str, number: int, when: str, needs: str = "", pay: str = "") -> CityEvent:
    return CityEvent(name, name, number, when, language.read_tests(needs), language.read(pay) if pay else None, "")


# -- playing -----------------------------------------------------------------------------------------------------------


def settled(state: State) -> list[Event]:
    """Run what needs nobody, and tell what happened."""
    events: list[Event] = []
    while state.frames:
        kind = state.frames[-1][0]
        if kind in AUTOMATIC:
            AUTOMATIC[kind](state, recorder(events))
        elif DECISIONS[kind].due(state, recorder(events)):
            break
    return events


def asked(state: State) -> tuple[str, list[int]]:
    """The kind of decision at hand, and who is asked."""
    frame = state.frames[-1]
    return frame[0], list(DECISIONS[frame[0]].deciders(state, frame))


def moves(state: State, seat: int) -> list[Move]:
    return DECISIONS[state.frames[-1][0]].moves(state, seat)


def judged(state: State, seat: int, *move: Any) -> Verdict | None:
    """What the decision at hand says to a move: a reason against each that it doesn't offer."""
    decision = DECISIONS[state.frames[-1][0]]
    if move in decision.moves(state, seat):
        return None
    verdict = decision.refuse(state, seat, move)
    assert verdict is not None, move
    return verdict


def refused(state: State, seat: int, *move: Any) -> str:
    verdict = judged(state, seat, *move)
    return verdict.rule if verdict is not None else ""


def play(state: State, seat: int, *move: Any) -> list[Event]:
    """Make a move, and let everything run that follows from it."""
    assert seat in asked(state)[1], (seat, asked(state))
    assert judged(state, seat, *move) is None, move
    events: list[Event] = []
    DECISIONS[state.frames[-1][0]].apply(state, seat, move, recorder(events))
    return events + settled(state)


def kinds(events: list[Event]) -> list[str]:
    return [one[0] for one in events]


def rule_of(events: list[Event], kind: str) -> str:
    """The rule of the one event of a kind."""
    (rule,) = {one[1] for one in events if one[0] == kind}
    return rule


def data_of(events: list[Event], kind: str) -> dict[str, Any]:
    """The facts of the first event of a kind."""
    return next(one[3] for one in events if one[0] == kind)
