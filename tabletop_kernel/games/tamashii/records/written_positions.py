"""Positions as plain data: from what a person writes, or a full record, to a state.

Anything left out is as after setup, so that a position says only what matters:

    grid = ["EEE. .W.. .... ...."], now = "launch"

A launcher is four rows of four or five letters; the fifth slot of a row is locked unless it is written. Cards, tiles
and bodies go by name or id. Cards written somewhere leave the decks, and decks that are written have those cards on
top. `written_fields` has the fields; `completing` completes a position.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.field_code import shown_fields
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import (
    build_state,
    check_script,
    read_written,
    without_header,
)
from tabletop_kernel.games.tamashii.records import completing
from tabletop_kernel.games.tamashii.records.written_fields import SHAPE, Written
from tabletop_kernel.games.tamashii.state import Rules, State

# The luck that a script can fix: the two enemy dice, and each seat's dice and draws from the bag.
STREAMS = ("number", "symbol", "first", *(f"{what}-{seat}" for what in ("dice", "bag") for seat in range(4)))
FULL = frozenset(one.name for one in shown_fields(State))


def read(
    rules: Rules, position: Position, chance: Chance, laid: Callable[[], State], faults: Callable[[State], list[str]]
) -> State:
    """Return the state for a written position; an empty one is `laid` as for a new game."""
    check_script(chance, STREAMS)
    data = without_header(position)
    if not data:
        return laid()
    written: Written = read_written(data, SHAPE)
    if set(data) >= FULL:
        return build_state(lambda: State.from_data(rules, data, chance), faults)
    return build_state(lambda: _filled(rules, written, chance), faults)


def _filled(rules: Rules, written: Written, chance: Chance) -> State:
    state = State.from_data(rules, completing.complete(rules, written, Chance(chance.seed)), chance)
    completing.set_moment(state, written)
    return state
