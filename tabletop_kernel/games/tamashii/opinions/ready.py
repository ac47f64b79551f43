"""Which patterns lie ready on a launcher, and which of them can be launched in the same step: the rules are asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.launch import patterns
from tabletop_kernel.games.tamashii.launch.enough import Wanted
from tabletop_kernel.games.tamashii.opinions.aims_of_pieces import damage_of
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import pattern_name

ENEMY = "enemy"  # the group of the patterns after which the top enemy is gone


def open_patterns(state: State, seat: int) -> tuple[Wanted, ...]:
    """Every pattern worth launching if the tokens lay right, wherever its card wants its player to stand."""
    known = patterns.sources(state, seat).values()
    return tuple(
        Wanted(one.key, one.cells, 1.0, one.connected, _group(state, seat, one))
        for one in known
        if _is_open(one) and _is_worth_it(state, seat, one)
    )


def _is_worth_it(state: State, seat: int, source: patterns.Source) -> bool:
    """Whether a pattern does something where it lies, or would if it lay anywhere."""
    lying = patterns.places(state, seat, source) or ((),)
    return any(patterns.does_something(state, seat, source, slots) for slots in lying)


def _group(state: State, seat: int, source: patterns.Source) -> str:
    """What allows only one of several patterns: the top enemy that is gone, or the augment that is used."""
    if source.kind == "augment":
        return source.key.split(".")[1]
    return ENEMY if _rids(state, seat, source) else ""


def _is_open(source: patterns.Source) -> bool:
    """Before a player has moved, it does not matter that a card wants them somewhere else."""
    return not source.blocked or source.kind == "card"


def _rids(state: State, seat: int, source: patterns.Source) -> bool:
    """Whether a pattern takes the top enemy away, so that its other patterns are gone."""
    if source.kind == "repel" or not source.key.startswith("enemy.") or not state.enemies[seat]:
        return source.kind == "repel"
    card, taken = state.enemies[seat][0]
    return damage_of(state, seat, source.line) >= state.integrity_of(card) - taken


def ready(state: State, seat: int, grid: str) -> list[str]:
    """The keys of the patterns that lie on a launcher."""
    table = _with(state, seat, grid)
    known = patterns.sources(table, seat)
    return [one.key for one in open_patterns(table, seat) if patterns.places(table, seat, known[one.key])]


def ready_now(state: State, seat: int) -> list[str]:
    """The same in a launch step: what can be launched from where the player stands."""
    known = patterns.sources(state, seat)
    able = [(key, slots) for key, slots in patterns.launchable(state, seat) if patterns.TOGETHER not in key]
    useful = (key for key, slots in able if patterns.does_something(state, seat, known[key], slots))
    return list(dict.fromkeys(useful))


def ready_in_words(state: State, seat: int, grid: str, keys: Sequence[str]) -> str:
    """Patterns that lie on a launcher, by their names: «A and B» only where both can be launched."""
    table, names = _with(state, seat, grid), [pattern_name(state, key) for key in keys]
    if len(keys) < 2 or _together(table, seat, frozenset(keys)):
        return listed(names)
    if any(_together(table, seat, frozenset(pair)) for pair in combinations(keys, 2)):
        return f"{listed(names)} (but not all of them)"
    return f"either {listed(names, 'or')}"


def _with(state: State, seat: int, grid: str) -> State:
    table = state.clone()
    table.grid[seat] = grid
    return table


def _together(table: State, seat: int, keys: frozenset[str]) -> bool:
    """Whether these patterns can be launched one after the other, in some order, no token used twice."""
    return not keys or any(_together(twin, seat, keys - launched) for launched, twin in _launches(table, seat, keys))


def _launches(table: State, seat: int, keys: frozenset[str]) -> Iterator[tuple[frozenset[str], State]]:
    """Each launch of one of these patterns, or of several at once where a ruling lets them share their tokens."""
    known = patterns.sources(table, seat)
    single = [one for key, one in known.items() if key in keys and _is_open(one)]
    found = [(one.key, slots) for one in single for slots in patterns.places(table, seat, one)]
    joint = [(key, slots) for key, slots in patterns.launchable(table, seat) if patterns.TOGETHER in key]
    for key, slots in [*joint, *found]:
        parts = frozenset(key.split(patterns.TOGETHER))
        if not parts <= keys:
            continue
        grid = "".join("." if slot in slots else token for slot, token in enumerate(table.grid[seat]))
        twin = _with(table, seat, grid)
        patterns.note(twin, seat, key)
        if any(_rids(table, seat, known[one]) for one in key.split(patterns.TOGETHER)):
            twin.enemies[seat] = twin.enemies[seat][1:]
        yield parts, twin
