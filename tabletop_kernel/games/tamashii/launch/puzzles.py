"""Puzzles on the launcher, such as “make this pattern in three moves”, each proved to need exactly that many.

A puzzle is found by placing tokens at random and searching all reachable launchers, move by move. The same search finds
what can still be done later. It skips dead ends: a move brings at most two tokens one slot closer.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import BASIC, COLUMNS, CORRUPTED, EMPTY, LIGHT, LOCK, OPEN, SLOT, SLOTS
from tabletop_kernel.games.tamashii.launch.launcher import USUAL_HANDLING, Handling, exchange_slots, possible_steps
from tabletop_kernel.games.tamashii.launch.pattern_matching import (
    EMPTY_CELL,
    Placed,
    Reading,
    placements,
    search_places,
    tokens_for_cell,
)
from tabletop_kernel.games.tamashii.pack.pieces import Cells

Step = tuple[str, str, str]  # ("slide", "r1c1", "r1c2")

PATTERNS: tuple[Cells, ...] = (
    *((letter * 3,) for letter in BASIC),
    ("EW", "LF"),
    ("E?E", ".E."),
    ("WW", "WW"),
    ("LL", ".F"),
    ("F.F", ".W."),
    ("EEWW",),
    ("L@",),
    ("@?@",),
    ("WLW", ".@."),
)
MOST_MOVES = 5  # moves; beyond that the search takes seconds
_MOST_TRIES = 400
_UNREACHABLE = 1000  # moves


class Puzzle(NamedTuple):
    grid: str
    pattern: Cells
    moves: int
    solution: tuple[Step, ...]
    core: str


def make_puzzle(seed: int, moves: int, patterns: tuple[Cells, ...] = PATTERNS) -> Puzzle:
    """Return a puzzle that needs exactly this many moves; the same seed gives the same puzzle.

    Raise ValueError if `moves` is out of range, or LookupError if these patterns give no such puzzle.
    """
    if not 1 <= moves <= MOST_MOVES:
        raise ValueError(f"a puzzle has 1 to {MOST_MOVES} moves, not {moves}")
    rng = Random(f"puzzle {seed} {moves}")
    for attempt in range(_MOST_TRIES):
        pattern, core = rng.choice(patterns), rng.choice(BASIC)
        grid = _random_launcher(rng, moves, spare=attempt < _MOST_TRIES // 2)
        steps = solution(grid, pattern, core, moves)
        if steps is not None and len(steps) == moves:
            return Puzzle(grid, pattern, moves, steps, core)
    raise LookupError(f"no puzzle of {moves} moves was found for these patterns")


def _random_launcher(rng: Random, moves: int, spare: bool) -> str:
    """Return a random launcher: as after a refill, or with fewer tokens, which makes a puzzle harder."""
    light = [SLOT[name] for name in LIGHT["checker-centre"]]
    kept = light if spare and moves < 3 else rng.sample(light, rng.randint(5, 8))
    letters = BASIC * 3 + OPEN + CORRUPTED
    grid = [LOCK if slot % 5 == 4 else EMPTY for slot in range(len(SLOTS))]
    for slot in kept:
        grid[slot] = rng.choice(letters)
    return "".join(grid)


def solution(
    grid: str,
    pattern: Cells,
    core: str,
    moves: int,
    reading: Reading | None = None,
    handling: Handling = USUAL_HANDLING,
) -> tuple[Step, ...] | None:
    """Return the shortest way to a pattern in at most `moves` moves, or None."""
    reading = reading or Reading()
    if search_places(grid, pattern, core, reading):
        return ()
    if not _has_enough_tokens(grid, pattern, core):
        return None
    came: dict[str, tuple[str, tuple[str, int, int]] | None] = {grid: None}
    edge = [grid]
    for left in range(moves, 0, -1):
        further = []
        for here in edge:
            if _fewest_moves(here, pattern, core, reading.mirrors) > left:
                continue
            for step in possible_steps(here, handling):
                there = exchange_slots(here, step[1], step[2])
                if there in came:
                    continue
                came[there] = (here, step)
                if search_places(there, pattern, core, reading):
                    return _path_to(came, there)
                further.append(there)
        edge = further
    return None


def _has_enough_tokens(grid: str, pattern: Cells, core: str) -> bool:
    """Tell if there is a different token for every cell."""
    cells = [cell for row in pattern for cell in row if cell != EMPTY_CELL]
    holder: dict[int, int] = {}  # the cell that a token is meant for

    def place(number: int, tried: set[int]) -> bool:
        for slot, token in enumerate(grid):
            if token in tokens_for_cell(cells[number], core) and slot not in tried:
                tried.add(slot)
                if slot not in holder or place(holder[slot], tried):
                    holder[slot] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(cells)))


def _fewest_moves(grid: str, pattern: Cells, core: str, mirrors: bool) -> int:
    """Return a lower bound for a pattern's moves, from the nearest fitting token for each cell."""
    far: dict[str, list[int]] = {}
    for cell in {cell for row in pattern for cell in row if cell != EMPTY_CELL}:
        able = [slot for slot, token in enumerate(grid) if token in tokens_for_cell(cell, core)]
        far[cell] = [min(_DISTANCE[slot][other] for other in able) for slot in range(len(SLOTS))]
    nearest = min(
        (sum(far[cell][slot] for slot, cell in way) for way in _cached_placements(pattern, mirrors)),
        default=_UNREACHABLE,
    )
    return -(-nearest // 2)


_DISTANCE = [
    [abs(a // COLUMNS - b // COLUMNS) + abs(a % COLUMNS - b % COLUMNS) for b in range(len(SLOTS))]
    for a in range(len(SLOTS))
]


@lru_cache(maxsize=256)
def _cached_placements(pattern: Cells, mirrors: bool) -> tuple[Placed, ...]:
    return tuple(dict.fromkeys(placements(pattern, mirrors)))


def _path_to(came: dict[str, tuple[str, tuple[str, int, int]] | None], end: str) -> tuple[Step, ...]:
    """Return the moves that led to a launcher."""
    way: list[Step] = []
    while before := came[end]:
        end, (verb, a, b) = before
        way.append((verb, SLOTS[a], SLOTS[b]))
    return tuple(reversed(way))


def is_solvable(
    grid: str,
    pattern: Cells,
    core: str,
    moves: int,
    reading: Reading | None = None,
    handling: Handling = USUAL_HANDLING,
) -> bool:
    """Tell if a pattern can still be made with the moves left."""
    return solution(grid, pattern, core, moves, reading, handling) is not None
