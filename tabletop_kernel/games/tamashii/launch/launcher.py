"""The launcher as a string: which slots are adjacent, and how tokens move.

Every move of tokens by “program” uses this module: the Program step of Planning, and all effects with that word. For
the string, slides and switches are the same, a swap of two letters; they differ in why they are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import COLUMNS, CORRUPTED, EMPTY, INARI, LOCK, ROWS, SLOT, SLOTS
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State

# Faults of a token move, in words.
FAULT_TEXTS = {
    "two-slots": "choose two slots on your launcher",
    "same-slot": "choose two different slots",
    "no-token": "{slot} has no token",
    "no-second": "{slot} is empty, so slide a token there instead",
    "locked": "{slot} is locked",
    "occupied": "{slot} already holds a token",
    "not-beside": "{slot} isn't next to {other}",
    "order": "name the two slots in reading order",
}


def _neighbours(slot: int, ways: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    row, column = divmod(slot, COLUMNS)
    places = ((row + down, column + across) for down, across in ways)
    return tuple(r * COLUMNS + c for r, c in places if 0 <= r < ROWS and 0 <= c < COLUMNS)


NEIGHBOURS = tuple(_neighbours(slot, ((-1, 0), (0, -1), (0, 1), (1, 0))) for slot in range(len(SLOTS)))
DIAGONAL_NEIGHBOURS = tuple(
    _neighbours(slot, ((-1, -1), (-1, 1), (1, -1), (1, 1))) for slot in range(len(SLOTS))
)  # diagonally
NEIGHBOUR_PAIRS = tuple((a, b) for a in range(len(SLOTS)) for b in NEIGHBOURS[a] if a < b)
DIAGONAL_PAIRS = tuple((a, b) for a in range(len(SLOTS)) for b in DIAGONAL_NEIGHBOURS[a] if a < b)
SLOTS_BY_READING_DIRECTION = {
    "rows": tuple(range(len(SLOTS))),
    "columns": tuple(row * COLUMNS + column for column in range(COLUMNS) for row in range(ROWS)),
}


Step = tuple[str, int, int]  # a slide or a switch, and its two slots


class Handling(NamedTuple):
    """A table's rulings on moving tokens."""

    stuck: str = ""  # letters of tokens that never move
    light_only: frozenset[int] | None = None  # the slots that tokens can slide to, if not all


USUAL_HANDLING = Handling()


# -- writing slots -----------------------------------------------------------------------------------------------------


def slot_of(name: object) -> int | None:
    """Return the slot that a move names, or None."""
    return SLOT.get(name) if isinstance(name, str) else None


def slots_text(slots: tuple[int, ...]) -> str:
    """Return slots as moves write them, such as “r2c2+r2c3”, in reading order."""
    return "+".join(SLOTS[slot] for slot in sorted(slots))


def slots_of(text: object) -> tuple[int, ...] | None:
    """Return the slots in text such as “r2c2+r2c3”, or None unless all exist, once each, in reading order."""
    slots = [slot_of(name) for name in text.split("+")] if isinstance(text, str) else [None]
    known_slots = tuple(slot for slot in slots if slot is not None)
    return known_slots if len(known_slots) == len(slots) and list(known_slots) == sorted(set(known_slots)) else None


def with_slots_in_order(move: Move) -> Move:
    """Return a move with its slots or dice sorted where order doesn't matter: a switch, a launch, a combat frame."""
    if move[0] == "switch" and has_arguments(move, 2):
        a, b = slot_of(move[1]), slot_of(move[2])
        return ("switch", SLOTS[b], SLOTS[a]) if a is not None and b is not None and b < a else move
    if move[0] == "launch" and has_arguments(move, 2) and isinstance(move[2], str):
        names = sorted(move[2].split("+"), key=lambda name: SLOT.get(name, -1))
        return (*move[:2], "+".join(names))
    if move[0] == "frame" and len(move) > 2 and isinstance(move[2], str):
        return (*move[:2], "".join(sorted(move[2])), *move[3:])
    return move


# -- moving tokens -----------------------------------------------------------------------------------------------------


def exchange_slots(grid: str, a: int, b: int) -> str:
    """Return the launcher after a slide or a switch."""
    if a > b:
        a, b = b, a
    return f"{grid[:a]}{grid[b]}{grid[a + 1 : b]}{grid[a]}{grid[b + 1 :]}"


# The possible steps between two slots: a switch, a slide forward, a slide back.
_STEPS_BY_PAIR: tuple[tuple[int, int, Step, Step, Step], ...] = tuple(
    (a, b, ("switch", a, b), ("slide", a, b), ("slide", b, a)) for a, b in NEIGHBOUR_PAIRS
)
_ALL_STEPS: tuple[Step, ...] = (  # in the order of `steps_between`: slides first
    *(step for _, _, _, onwards, back in _STEPS_BY_PAIR for step in (onwards, back)),
    *(switch for _, _, switch, _, _ in _STEPS_BY_PAIR),
)
# Steps without a common slot can be made in either order. For each step, these are the ones named before it that give
# the same launcher if made first. A search that tries steps in order has already seen those launchers.
EARLIER_STEPS_ALIKE: Mapping[Step, frozenset[Step]] = {
    step: frozenset(other for other in _ALL_STEPS[:at] if {*other[1:]}.isdisjoint(step[1:]))
    for at, step in enumerate(_ALL_STEPS)
}


@lru_cache(maxsize=4096)
def possible_steps(grid: str, handling: Handling = USUAL_HANDLING, diagonal: bool = False) -> tuple[Step, ...]:
    """Return every possible slide and switch, in a fixed order: ("slide", from, to), ("switch", a, b)."""
    straight = steps_between(grid, range(len(NEIGHBOUR_PAIRS)), handling)
    if not diagonal:
        return tuple(straight)
    stays = EMPTY + LOCK + handling.stuck
    askew = [("switch", a, b) for a, b in DIAGONAL_PAIRS if grid[a] not in stays and grid[b] not in stays]
    return (*straight, *askew)


def free_pairs(grid: str) -> list[int]:
    """Return the numbers of the PAIRS without a locked slot."""
    return [number for number, (a, b) in enumerate(NEIGHBOUR_PAIRS) if grid[a] != LOCK and grid[b] != LOCK]


def steps_between(grid: str, pairs: Iterable[int], handling: Handling = USUAL_HANDLING) -> list[Step]:
    """Return the slides and switches between the slots of these PAIRS, given by number."""
    stays, light = LOCK + handling.stuck, handling.light_only
    slides, switches = [], []
    for number in pairs:
        a, b, switch, onwards, back = _STEPS_BY_PAIR[number]
        first, second = grid[a], grid[b]
        if first in stays or second in stays:
            continue
        if first == EMPTY:
            if second != EMPTY and (light is None or a in light):
                slides.append(back)
        elif second != EMPTY:
            switches.append(switch)
        elif light is None or b in light:
            slides.append(onwards)
    return slides + switches


def handling_at(state: State) -> Handling:
    """Return how tokens can move at this table."""
    stuck = CORRUPTED + INARI if state.ruling["ruling.prog.corrupted-moves"] == "no" else ""
    if state.ruling["ruling.prog.dark-slots"] == "yes":
        return Handling(stuck)
    return Handling(stuck, frozenset(slot for slot in range(len(SLOTS)) if state.lit(slot)))


def program_moves(state: State, seat: int, diagonal: bool = False) -> list[Move]:
    """Return a player's possible slides and switches. `diagonal`: an effect also allows diagonal switches."""
    steps = possible_steps(state.grid[seat], handling_at(state), diagonal)
    return [(verb, SLOTS[a], SLOTS[b]) for verb, a, b in steps]


def refuse_step(state: State, seat: int, move: Move, diagonal: bool = False) -> Verdict | None:
    """Return why tokens can't be moved like this, or None."""
    verb = str(move[0])
    slots = [slot_of(name) for name in move[1:]]
    if not has_arguments(move, 2) or slots[0] is None or slots[1] is None:
        return Verdict(f"prog.{verb}", what="two-slots")
    a, b = slots[0], slots[1]
    if a == b:
        return Verdict(f"prog.{verb}", what="same-slot")
    if b in DIAGONAL_NEIGHBOURS[a] and not (diagonal and verb == "switch"):
        return Verdict("prog.no-diagonal", slot=SLOTS[a], other=SLOTS[b])
    if b not in NEIGHBOURS[a] and b not in DIAGONAL_NEIGHBOURS[a]:
        return Verdict(f"prog.{verb}", what="not-beside", slot=SLOTS[b], other=SLOTS[a])
    refusal = _refuse_slide(state, seat, a, b) if verb == "slide" else _refuse_switch(state, seat, a, b)
    if refusal:
        return refusal
    return Verdict("prog.switch", what="order") if verb == "switch" and b < a else None


def _refuse_slide(state: State, seat: int, a: int, b: int) -> Verdict | None:
    grid = state.grid[seat]
    if grid[a] in (EMPTY, LOCK):
        return Verdict("prog.slide", what="no-token", slot=SLOTS[a])
    if grid[b] != EMPTY:
        return Verdict("prog.slide", what="locked" if grid[b] == LOCK else "occupied", slot=SLOTS[b])
    if refusal := _refuse_token(state, grid[a]):
        return refusal
    if state.ruling["ruling.prog.dark-slots"] == "no" and not state.lit(b):
        return Verdict("ruling.prog.dark-slots", slot=SLOTS[b])
    return None


def _refuse_switch(state: State, seat: int, a: int, b: int) -> Verdict | None:
    grid = state.grid[seat]
    for slot in (a, b):
        if grid[slot] == LOCK:
            return Verdict("prog.switch", what="locked", slot=SLOTS[slot])
    if grid[a] == EMPTY or grid[b] == EMPTY:
        empty = a if grid[a] == EMPTY else b
        slide = None if grid[a] == grid[b] else _refuse_slide(state, seat, a + b - empty, empty)
        if slide:
            return slide
        return Verdict("prog.switch", what="no-token" if grid[a] == grid[b] else "no-second", slot=SLOTS[empty])
    return _refuse_token(state, grid[a]) or _refuse_token(state, grid[b])


def _refuse_token(state: State, token: str) -> Verdict | None:
    """Return why a token can never move, or None."""
    if token in (CORRUPTED, INARI) and state.ruling["ruling.prog.corrupted-moves"] == "no":
        return Verdict("ruling.prog.corrupted-moves", token=token)
    return None


def move_tokens(state: State, seat: int, move: Move, rule: str, emit: Emit | None) -> None:
    """Make a slide or a switch."""
    verb, start, end = str(move[0]), SLOT[str(move[1])], SLOT[str(move[2])]
    grid = state.grid[seat]
    state.grid[seat] = exchange_slots(grid, start, end)
    if emit:
        facts = {"seat": seat, "token": grid[start], "slot": SLOTS[start], "to": SLOTS[end]}
        if verb == "slide":
            emit("slides", rule, EVERYONE, **facts)
        else:
            emit("switches", rule, EVERYONE, **facts, other=grid[end])


# -- locks -------------------------------------------------------------------------------------------------------------


def locked_slots(state: State, seat: int) -> list[int]:
    """Return the locked slots."""
    return [slot for slot, letter in enumerate(state.grid[seat]) if letter == LOCK]


def unlock_slot(state: State, seat: int, slot: int, rule: str, emit: Emit | None) -> None:
    """Remove a lock. The slot is highlighted from now on."""
    assert state.grid[seat][slot] == LOCK
    state.set_slot(seat, slot, EMPTY)
    if emit:
        emit("unlocks", rule, EVERYONE, seat=seat, slot=SLOTS[slot])
        emit("slot-light", "kw.unlocked-light", EVERYONE, slot=SLOTS[slot])
