"""Lines of the card language let loose on small tables, with the answers to what they ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from judging import judged
from small_tables import table

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Emit, Event, recorder
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import ASCEND, DESTABILIZATION, SUCCESS
from tabletop_kernel.games.tamashii.fighting import combat, resetting, rolling, token_tests, wounds
from tabletop_kernel.games.tamashii.gear import bodies
from tabletop_kernel.games.tamashii.lines import choices, language, running
from tabletop_kernel.games.tamashii.modes import destabilization_damage
from tabletop_kernel.games.tamashii.pack.pieces import Use
from tabletop_kernel.games.tamashii.phases import exploring, moving, planning, quest
from tabletop_kernel.games.tamashii.state import State

DECISIONS: dict[str, Decision[State]] = {
    **planning.DECISIONS,
    **moving.DECISIONS,
    **exploring.DECISIONS,
    **bodies.DECISIONS,
    **combat.DECISIONS,
    **token_tests.DECISIONS,
    **rolling.DECISIONS,
    **wounds.DECISIONS,
    **resetting.DECISIONS,
    **choices.DECISIONS,
}
AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    **planning.AUTOMATIC,
    **moving.AUTOMATIC,
    **exploring.AUTOMATIC,
    **destabilization_damage.AUTOMATIC,
    **quest.AUTOMATIC,
    **running.AUTOMATIC,
    **resetting.AUTOMATIC,
}


def desk(seats: int = 2, script: dict[str, list[int]] | None = None, **agreed: Any) -> State:
    """A table in its second turn with everything that lines may take: supplies, a deck of enemies, a market."""
    state = table(seats, script, **agreed)
    state.supply |= {"destabilization": DESTABILIZATION, "success": SUCCESS, "ascend": ASCEND}
    state.phase = "action"
    return state


def with_lines(state: State, **lines: str) -> State:
    """The same table with more lines: `tile__x="gain 1 power"` is the line «tile.x»."""
    more = {key.replace("__", "."): language.read(text) for key, text in lines.items()}
    state.rules = replace(state.rules, lines={**state.rules.lines, **more})
    return state


def with_uses(state: State, augment: str, *uses: Use) -> State:
    """The same table, at which an augment has these uses."""
    entry = replace(state.rules.content.augments[augment], uses=uses)
    pack = replace(state.rules.content, augments={**state.rules.content.augments, augment: entry})
    more = {f"aug.{augment}.use.{number}": use.line for number, use in enumerate(uses)}
    state.rules = replace(state.rules, content=pack, lines={**state.rules.lines, **more})
    return state


def use(when: str, do: str, pay: str = "", **more: Any) -> Use:
    """A use as a pack would have it."""
    line = language.read(f"{pay} and {do}" if pay else do)
    return Use(when, line, pay=language.read_acts(pay), **more)


def go_on(state: State) -> list[Event]:
    """Run what needs nobody, until somebody is asked."""
    events: list[Event] = []
    while state.frames:
        kind = state.frames[-1][0]
        if kind in AUTOMATIC:
            AUTOMATIC[kind](state, recorder(events))
        elif DECISIONS[kind].due(state, recorder(events)):
            break
    return events


def run(state: State, seat: int, line: str, key: str = "tile.x", by: str = "") -> list[Event]:
    """Let a line run as if it stood at a place of its own, until something is asked."""
    with_lines(state, **{key: line})
    running.begin_line(state, seat, key, by)
    return go_on(state)


def asked(state: State) -> Decision[State]:
    return DECISIONS[state.frames[-1][0]]


def offers(state: State, seat: int) -> list[Move]:
    """What a player may do about the choice at hand."""
    return asked(state).moves(state, seat)


def answer(state: State, seat: int, *move: str | int) -> list[Event]:
    """Make a move, which must be allowed."""
    wrong = judged(asked(state), state, seat, move)
    assert wrong is None, wrong
    assert move in offers(state, seat)
    events: list[Event] = []
    asked(state).apply(state, seat, move, recorder(events))
    return events + go_on(state)


def refused(state: State, seat: int, *move: str | int) -> str:
    """The rule that refuses a move."""
    wrong = judged(asked(state), state, seat, move)
    assert isinstance(wrong, Verdict), f"{move} is allowed"
    assert move not in offers(state, seat)
    return wrong.rule


def told(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(kind, rule) for kind, rule, _, _ in events]


def fact(events: Sequence[Event], kind: str, name: str) -> Any:
    """What the first event of a kind says about something."""
    return next(data[name] for one, _, _, data in events if one == kind)
