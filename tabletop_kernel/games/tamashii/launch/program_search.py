"""A search on the launcher for the slides and switches that lead to patterns.

It checks every launcher that a few moves can make, all together (`many_launchers`), and only works out the joint
worth of patterns where it could beat the best so far. Up to `DEEP` moves, the search is exact. More moves are
searched in portions, each from the best end of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import INARI
from tabletop_kernel.games.tamashii.launch import launcher
from tabletop_kernel.games.tamashii.launch.enough_tokens import Keep, Wanted, possible, prices, together, worth_more
from tabletop_kernel.games.tamashii.launch.launcher import USUAL, Handling, Step
from tabletop_kernel.games.tamashii.launch.many_launchers import Chances, LauncherScan, lowest
from tabletop_kernel.games.tamashii.launch.pattern_matching import Reading, Slots, search

DEEP = 3  # moves searched together
SHALLOW = 2  # moves searched together in imagined games, where speed counts
STEP = 0.02  # cost of a move: the shortest of equal programs wins


class Launches(NamedTuple):
    """Patterns that can be launched together, and their worth minus the cost of their tokens."""

    worth: float
    patterns: tuple[tuple[str, Slots], ...]


class Program(NamedTuple):
    """Moves, and the launches they make possible."""

    worth: float
    steps: tuple[tuple[str, int, int], ...]
    launches: Launches


NOTHING = Launches(0.0, ())
Place = tuple[float, int, Slots]  # a pattern's place: its worth there, and its slots as bits and as numbers


# -- the best launches from one launcher -------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def best_launches(grid: str, core: str, how: Reading, wanted: tuple[Wanted, ...], keep: Keep = ()) -> Launches:
    """Return the set of patterns worth most, without using a token twice."""
    price = prices(keep)
    dear = [price.get(token, 0.0) for token in grid]
    along = price.get(INARI, 0.0) if INARI in grid else 0.0
    choices: list[tuple[Wanted, list[Place]]] = []
    for one in wanted:
        fits = search(grid, one.cells, core, how, one.connected)  # cached here, so not there
        if not fits:
            continue
        costs = [sum([dear[slot] for slot in slots]) for slots in fits]
        if along:
            costs = [cost - along * _inari_beside(grid, slots) for cost, slots in zip(costs, fits, strict=True)]
        worths = [one.worth - cost for cost in costs]
        good = [(worth, _bits(slots), slots) for worth, slots in zip(worths, fits, strict=True) if worth > 0]
        if good:
            good.sort(key=lambda place: (-place[0], place[2]))
            choices.append((one, good))
    choices.sort(key=lambda choice: -choice[1][0][0])
    bounds = [sum([places[0][0] for _, places in choices[at:]]) for at in range(len(choices))]
    return _packed(choices, bounds, 0, 0, frozenset())


def _inari_beside(grid: str, slots: Slots) -> int:
    """Return how many Inari tokens could be launched along with a pattern."""
    return len({other for slot in slots for other in launcher.BESIDE[slot] if grid[other] == INARI})


@lru_cache(maxsize=4096)
def _bits(slots: Slots) -> int:
    return sum(1 << slot for slot in slots)


MOST_PLACES = 6  # places tried for each pattern


def _packed(
    choices: list[tuple[Wanted, list[Place]]], bounds: list[float], at: int, taken: int, groups: frozenset[str]
) -> Launches:
    """Return the best of the remaining choices. `bounds` has the most that the choices from each on are worth."""
    if at == len(choices):
        return NOTHING
    one, places = choices[at]
    best = _packed(choices, bounds, at + 1, taken, groups)
    if one.group and one.group in groups:
        return best
    after = groups | {one.group} if one.group else groups
    for worth, bits, slots in places[:MOST_PLACES]:
        if bits & taken or bounds[at] <= best.worth:
            continue
        rest = _packed(choices, bounds, at + 1, taken | bits, after)
        if worth + rest.worth > best.worth:
            best = Launches(worth + rest.worth, ((one.key, slots), *rest.patterns))
    return best


# -- the best moves ----------------------------------------------------------------------------------------------------


def best_program(
    grid: str,
    core: str,
    how: Reading,
    moves: int,
    wanted: tuple[Wanted, ...],
    keep: Keep = (),
    handling: Handling = USUAL,
    deep: int = DEEP,
) -> Program:
    """Return the moves that lead to the best launches; no moves if they gain nothing."""
    able = possible(grid, core, wanted)
    steps: tuple[tuple[str, int, int], ...] = ()
    best = best_launches(grid, core, how, able, keep)
    while moves > 0 and able:
        portion = min(moves, deep)
        found_ = _search(grid, core, how, portion, able, keep, handling)
        if found_ is None or found_.worth <= best.worth - STEP * len(steps):
            break
        steps += found_.steps
        best = found_.launches
        if portion == moves:
            break  # more of these moves couldn't do any better
        moves -= len(found_.steps)
        for _, a, b in found_.steps:
            grid = launcher.exchanged(grid, a, b)
    return Program(best.worth - STEP * len(steps), steps, best)


Path = tuple[Step, ...]
_Made = tuple[str, Path]  # a launcher, and the moves that made it


@lru_cache(maxsize=8192)
def _search(
    grid: str,
    core: str,
    how: Reading,
    moves: int,
    wanted: tuple[Wanted, ...],
    keep: Keep,
    handling: Handling,
) -> Program | None:
    """Return the best program of up to `moves` moves, checking every launcher, or None if moves don't help."""
    sets = together("".join(sorted(grid)), core, wanted, keep)
    patterns = {number: one.cells for number, one in enumerate(wanted) if not one.connected}
    best: Program | None = None
    most = best_launches(grid, core, how, wanted, keep).worth
    made: list[_Made] = [(grid, ())]
    seen, pairs = {grid}, launcher.free_pairs(grid)
    scan = LauncherScan([grid], core, how.mirrors, patterns)
    for depth in range(1, moves + 1):
        aims = worth_more(sets, most + STEP * depth)
        if not aims:
            break  # even the best launches wouldn't be worth this many moves
        if depth > 1 and depth == moves:  # last moves are many, so only promising ones are made
            made = _last(made, handling, scan.chances(aims, pairs))
        else:
            made = _grown(made, handling, pairs, seen)
        scan = LauncherScan([one for one, _ in made], core, how.mirrors, patterns)
        promising = scan.promising(aims)
        while promising:
            after, path = made[lowest(promising)]
            promising &= promising - 1
            launches = best_launches(after, core, how, wanted, keep)
            if launches.worth - STEP * depth > most:
                most = launches.worth - STEP * depth
                best = Program(most, path, launches)
                promising &= scan.promising(worth_more(sets, most + STEP * depth))
    return best


def _grown(made: list[_Made], handling: Handling, pairs: Sequence[int], seen: set[str]) -> list[_Made]:
    """Return the new launchers that one more move makes."""
    found: list[_Made] = []
    for before, path in made:
        known = launcher.SEEN_BEFORE[path[-1]] if path else ()
        for step in launcher.steps_of(before, pairs, handling):
            _, a, b = step
            if before[a] == before[b] or step in known:
                continue
            after = launcher.exchanged(before, a, b)
            if after not in seen:
                seen.add(after)
                found.append((after, (*path, step)))
    return found


def _last(made: list[_Made], handling: Handling, chances: Chances) -> list[_Made]:
    """Return the launchers made by the promising last moves."""
    return [
        (launcher.exchanged(made[number][0], step[1], step[2]), (*made[number][1], step))
        for number in sorted(chances)
        for step in launcher.steps_of(made[number][0], chances[number], handling)
    ]
