"""Puzzles on the launcher, such as “make this pattern in three moves”, each proved to need exactly that many.

A puzzle is found by placing tokens at random and searching all reachable launchers, move by move. The same search finds
what can still be done later. It skips dead ends: a move brings at most two tokens one slot closer.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import BASIC, COLUMNS, CORRUPTED, EMPTY, LIGHT, LOCK, OPEN, SLOT, SLOTS
from tabletop_kernel.games.tamashii.launch.launcher import USUAL, Handling, exchanged, steps
from tabletop_kernel.games.tamashii.launch.pattern_matching import FREE, Placed, Reading, fillers, placements, search
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
HARDEST = 5  # moves; beyond that the search takes seconds
_TRIES = 400
_NEVER = 1000  # moves


class Puzzle(NamedTuple):
    grid: str
    pattern: Cells
    moves: int
    solution: tuple[Step, ...]
    core: str


def generate(seed: int, moves: int, patterns: tuple[Cells, ...] = PATTERNS) -> Puzzle:
    """Return a puzzle that needs exactly this many moves; the same seed gives the same puzzle.

    Raise ValueError if `moves` is out of range, or LookupError if these patterns give no such puzzle.
    """
    if not 1 <= moves <= HARDEST:
        raise ValueError(f"a puzzle has 1 to {HARDEST} moves, not {moves}")
    rng = Random(f"puzzle {seed} {moves}")
    for attempt in range(_TRIES):
        pattern, core = rng.choice(patterns), rng.choice(BASIC)
        grid = _laid(rng, moves, spare=attempt < _TRIES // 2)
        found = solution(grid, pattern, core, moves)
        if found is not None and len(found) == moves:
            return Puzzle(grid, pattern, moves, found, core)
    raise LookupError(f"no puzzle of {moves} moves was found for these patterns")


def _laid(rng: Random, moves: int, spare: bool) -> str:
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
    how: Reading | None = None,
    handling: Handling = USUAL,
) -> tuple[Step, ...] | None:
    """Return the shortest way to a pattern in at most `moves` moves, or None."""
    reading = how or Reading()
    if search(grid, pattern, core, reading):
        return ()
    if not _enough(grid, pattern, core):
        return None
    came: dict[str, tuple[str, tuple[str, int, int]] | None] = {grid: None}
    edge = [grid]
    for left in range(moves, 0, -1):
        further = []
        for here in edge:
            if _at_least(here, pattern, core, reading.mirrors) > left:
                continue
            for step in steps(here, handling):
                there = exchanged(here, step[1], step[2])
                if there in came:
                    continue
                came[there] = (here, step)
                if search(there, pattern, core, reading):
                    return _way(came, there)
                further.append(there)
        edge = further
    return None


def _enough(grid: str, pattern: Cells, core: str) -> bool:
    """Tell if there is a different token for every cell."""
    cells = [cell for row in pattern for cell in row if cell != FREE]
    holder: dict[int, int] = {}  # the cell that a token is meant for

    def place(number: int, tried: set[int]) -> bool:
        for slot, token in enumerate(grid):
            if token in fillers(cells[number], core) and slot not in tried:
                tried.add(slot)
                if slot not in holder or place(holder[slot], tried):
                    holder[slot] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(cells)))


def _at_least(grid: str, pattern: Cells, core: str, mirrors: bool) -> int:
    """Return a lower bound for a pattern's moves, from the nearest fitting token for each cell."""
    far: dict[str, list[int]] = {}
    for cell in {cell for row in pattern for cell in row if cell != FREE}:
        able = [slot for slot, token in enumerate(grid) if token in fillers(cell, core)]
        far[cell] = [min(_FAR[slot][other] for other in able) for slot in range(len(SLOTS))]
    nearest = min((sum(far[cell][slot] for slot, cell in way) for way in _ways(pattern, mirrors)), default=_NEVER)
    return -(-nearest // 2)


_FAR = [
    [abs(a // COLUMNS - b // COLUMNS) + abs(a % COLUMNS - b % COLUMNS) for b in range(len(SLOTS))]
    for a in range(len(SLOTS))
]


@lru_cache(maxsize=256)
def _ways(pattern: Cells, mirrors: bool) -> tuple[Placed, ...]:
    return tuple(dict.fromkeys(placements(pattern, mirrors)))


def _way(came: dict[str, tuple[str, tuple[str, int, int]] | None], end: str) -> tuple[Step, ...]:
    """Return the moves that led to a launcher."""
    way: list[Step] = []
    while before := came[end]:
        end, (verb, a, b) = before
        way.append((verb, SLOTS[a], SLOTS[b]))
    return tuple(reversed(way))


def solvable(
    grid: str,
    pattern: Cells,
    core: str,
    moves: int,
    how: Reading | None = None,
    handling: Handling = USUAL,
) -> bool:
    """Tell if a pattern can still be made with the moves left."""
    return solution(grid, pattern, core, moves, how, handling) is not None
