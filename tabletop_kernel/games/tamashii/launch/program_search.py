"""A search on the launcher for the slides and switches that lead to patterns.

It checks every launcher that a few moves can make, all together (`many_launchers`), and only works out the joint
worth of patterns where it could beat the best so far. Up to `MOVES_TOGETHER` moves, the search is exact. More moves are
searched in portions, each from the best end of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import INARI
from tabletop_kernel.games.tamashii.launch import launcher
from tabletop_kernel.games.tamashii.launch.enough_tokens import (
    Keep,
    Wanted,
    possible_patterns,
    price_by_token,
    sets_with_enough,
    smallest_sets_above,
)
from tabletop_kernel.games.tamashii.launch.launcher import USUAL_HANDLING, Handling, Step
from tabletop_kernel.games.tamashii.launch.many_launchers import Chances, LauncherScan, lowest_bit
from tabletop_kernel.games.tamashii.launch.pattern_matching import Reading, Slots, search_places

MOVES_TOGETHER = 3  # moves searched together
MOVES_TOGETHER_IN_IMAGINED = 2  # moves searched together in imagined games, where speed counts
MOVE_COST = 0.02  # cost of a move: the shortest of equal programs wins


class Launches(NamedTuple):
    """Patterns that can be launched together, and their worth minus the cost of their tokens."""

    worth: float
    patterns: tuple[tuple[str, Slots], ...]


class Program(NamedTuple):
    """Moves, and the launches they make possible."""

    worth: float
    steps: tuple[tuple[str, int, int], ...]
    launches: Launches


NO_LAUNCHES = Launches(0.0, ())
Place = tuple[float, int, Slots]  # a pattern's place: its worth there, and its slots as bits and as numbers


# -- the best launches from one launcher -------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def best_launches(grid: str, core: str, reading: Reading, wanted: tuple[Wanted, ...], keep: Keep = ()) -> Launches:
    """Return the set of patterns worth most, without using a token twice."""
    price = price_by_token(keep)
    dear = [price.get(token, 0.0) for token in grid]
    along = price.get(INARI, 0.0) if INARI in grid else 0.0
    choices: list[tuple[Wanted, list[Place]]] = []
    for one in wanted:
        fits = search_places(grid, one.cells, core, reading, one.connected)  # cached here, so not there
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
    return _best_choices(choices, bounds, 0, 0, frozenset())


def _inari_beside(grid: str, slots: Slots) -> int:
    """Return how many Inari tokens could be launched along with a pattern."""
    return len({other for slot in slots for other in launcher.NEIGHBOURS[slot] if grid[other] == INARI})


@lru_cache(maxsize=4096)
def _bits(slots: Slots) -> int:
    return sum(1 << slot for slot in slots)


MOST_PLACES = 6  # places tried for each pattern


def _best_choices(
    choices: list[tuple[Wanted, list[Place]]], bounds: list[float], at: int, taken: int, groups: frozenset[str]
) -> Launches:
    """Return the best of the remaining choices. `bounds` has the most that the choices from each on are worth."""
    if at == len(choices):
        return NO_LAUNCHES
    one, places = choices[at]
    best = _best_choices(choices, bounds, at + 1, taken, groups)
    if one.group and one.group in groups:
        return best
    after = groups | {one.group} if one.group else groups
    for worth, bits, slots in places[:MOST_PLACES]:
        if bits & taken or bounds[at] <= best.worth:
            continue
        rest = _best_choices(choices, bounds, at + 1, taken | bits, after)
        if worth + rest.worth > best.worth:
            best = Launches(worth + rest.worth, ((one.key, slots), *rest.patterns))
    return best


# -- the best moves ----------------------------------------------------------------------------------------------------


def best_program(
    grid: str,
    core: str,
    reading: Reading,
    moves: int,
    wanted: tuple[Wanted, ...],
    keep: Keep = (),
    handling: Handling = USUAL_HANDLING,
    deep: int = MOVES_TOGETHER,
) -> Program:
    """Return the moves that lead to the best launches; no moves if they gain nothing."""
    able = possible_patterns(grid, core, wanted)
    steps: tuple[tuple[str, int, int], ...] = ()
    best = best_launches(grid, core, reading, able, keep)
    while moves > 0 and able:
        portion = min(moves, deep)
        portion_found = _search(grid, core, reading, portion, able, keep, handling)
        if portion_found is None or portion_found.worth <= best.worth - MOVE_COST * len(steps):
            break
        steps += portion_found.steps
        best = portion_found.launches
        if portion == moves:
            break  # more of these moves couldn't do any better
        moves -= len(portion_found.steps)
        for _, a, b in portion_found.steps:
            grid = launcher.exchange_slots(grid, a, b)
    return Program(best.worth - MOVE_COST * len(steps), steps, best)


Path = tuple[Step, ...]
_Reached = tuple[str, Path]  # a launcher, and the moves that made it


@lru_cache(maxsize=8192)
def _search(
    grid: str,
    core: str,
    reading: Reading,
    moves: int,
    wanted: tuple[Wanted, ...],
    keep: Keep,
    handling: Handling,
) -> Program | None:
    """Return the best program of up to `moves` moves, checking every launcher, or None if moves don't help."""
    sets = sets_with_enough("".join(sorted(grid)), core, wanted, keep)
    patterns = {number: one.cells for number, one in enumerate(wanted) if not one.connected}
    best: Program | None = None
    most = best_launches(grid, core, reading, wanted, keep).worth
    made: list[_Reached] = [(grid, ())]
    seen, pairs = {grid}, launcher.free_pairs(grid)
    scan = LauncherScan([grid], core, reading.mirrors, patterns)
    for depth in range(1, moves + 1):
        aims = smallest_sets_above(sets, most + MOVE_COST * depth)
        if not aims:
            break  # even the best launches wouldn't be worth this many moves
        if depth > 1 and depth == moves:  # last moves are many, so only promising ones are made
            made = _last_moves(made, handling, scan.chances(aims, pairs))
        else:
            made = _one_move_more(made, handling, pairs, seen)
        scan = LauncherScan([one for one, _ in made], core, reading.mirrors, patterns)
        promising = scan.promising(aims)
        while promising:
            after, path = made[lowest_bit(promising)]
            promising &= promising - 1
            launches = best_launches(after, core, reading, wanted, keep)
            if launches.worth - MOVE_COST * depth > most:
                most = launches.worth - MOVE_COST * depth
                best = Program(most, path, launches)
                promising &= scan.promising(smallest_sets_above(sets, most + MOVE_COST * depth))
    return best


def _one_move_more(made: list[_Reached], handling: Handling, pairs: Sequence[int], seen: set[str]) -> list[_Reached]:
    """Return the new launchers that one more move makes."""
    found: list[_Reached] = []
    for before, path in made:
        known = launcher.EARLIER_STEPS_ALIKE[path[-1]] if path else ()
        for step in launcher.steps_between(before, pairs, handling):
            _, a, b = step
            if before[a] == before[b] or step in known:
                continue
            after = launcher.exchange_slots(before, a, b)
            if after not in seen:
                seen.add(after)
                found.append((after, (*path, step)))
    return found


def _last_moves(made: list[_Reached], handling: Handling, chances: Chances) -> list[_Reached]:
    """Return the launchers made by the promising last moves."""
    return [
        (launcher.exchange_slots(made[number][0], step[1], step[2]), (*made[number][1], step))
        for number in sorted(chances)
        for step in launcher.steps_between(made[number][0], chances[number], handling)
    ]
