"""Positions as plain data: from what a person writes, or a full record, to a state.

Anything left out is as after setup, so that a position says only what matters:

    grid = ["EEE. .W.. .... ...."], now = "launch"

A launcher is four rows of four or five letters; the fifth slot of a row is locked unless it is written. Cards, tiles
and bodies go by name or id. Cards written somewhere leave the decks, and decks that are written have those cards on
top. `written` has the fields; `filling` completes a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.field_code import tuples
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import (
    body,
    check_script,
    frames_of,
    outcome_of,
    sound,
    understood,
)
from tabletop_kernel.games.tamashii import seeing
from tabletop_kernel.games.tamashii.records import filling
from tabletop_kernel.games.tamashii.records.written import Written
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.toolkit.maps import Map

# The luck that a script can fix: the two enemy dice, and each seat's dice and draws from the bag.
STREAMS = ("number", "symbol", "first", *(f"{what}-{seat}" for what in ("dice", "bag") for seat in range(4)))
FULL = frozenset(
    (
        *seeing.VALUES,
        *seeing.TEXTS,
        *seeing.LISTS,
        *seeing.TUPLES,
        *seeing.COUNTS,
        *seeing.PILES,
        *seeing.PER_SEAT,
        *("tally", "guest", "bot", "ground", "factions", "frames", "result"),
    )
)
_NESTED = ("assets", "place", "start_place", "enemies")  # lists per seat that can contain lists
_WORDS = ("launched", "used", *seeing.PER_SEAT)  # lists of words per seat


def build(rules: Rules, data: Mapping[str, Any], chance: Chance) -> State:
    """Return the state for complete plain data."""
    state = State(rules, chance)
    for name in seeing.VALUES:
        setattr(state, name, data[name])
    for name in seeing.LISTS:
        setattr(state, name, list(data[name]))
    for name in _NESTED:
        setattr(state, name, [tuples(list(part)) for part in data[name]])
    for name in _WORDS:
        setattr(state, name, [*map(tuple, data[name])])
    for name in (*seeing.TEXTS, *seeing.PILES):
        setattr(state, name, tuple(data[name]))
    for name in seeing.COUNTS:
        setattr(state, name, dict(data[name]))
    state.tally = [dict(counts) for counts in data["tally"]]
    card, damage, holder = data["guest"]
    state.guest = (card, damage, holder)
    state.bot = tuples(list(data["bot"])) if data["bot"] is not None else None
    state.faction_deck = {faction: tuple(deck) for faction, deck in data["factions"]}
    _build_map(state, data["ground"])
    state.frames, state.result = frames_of(data), outcome_of(data)
    return state


def _build_map(state: State, ground: list[list[Any]]) -> None:
    tiles = {(q, r): tile for q, r, tile, *_ in ground}
    state.map = Map(tiles, frozenset((q, r) for q, r, _, up, *_ in ground if up))
    for q, r, _, _, find, markers in ground:
        place = (q, r)
        if find:
            state.finds[place] = find
        if markers:
            state.markers[place] = tuple(markers)


def read(
    rules: Rules, position: Position, chance: Chance, laid: Callable[[], State], faults: Callable[[State], list[str]]
) -> State:
    """Return the state for a written position; an empty one is `laid` as for a new game."""
    check_script(chance, STREAMS)
    data = body(position)
    if not data:
        return laid()
    written = understood(data, Written)
    if set(data) >= FULL:
        return sound(lambda: build(rules, data, chance), faults)
    return sound(lambda: _filled(rules, written, chance), faults)


def _filled(rules: Rules, written: Written, chance: Chance) -> State:
    state = build(rules, filling.complete(rules, written, Chance(chance.seed)), chance)
    filling.set_moment(state, written)
    return state
