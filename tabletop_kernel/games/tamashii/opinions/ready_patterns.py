"""The patterns that are ready on a launcher, and combinations that can be launched in one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.launch import pattern_list
from tabletop_kernel.games.tamashii.launch.enough_tokens import Wanted
from tabletop_kernel.games.tamashii.opinions.pieces_in_words import damage_of
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import pattern_name

ENEMY = "enemy"  # the group of patterns that remove the top enemy


def open_patterns(state: State, seat: int) -> tuple[Wanted, ...]:
    """Return every pattern worth launching with the right tokens, wherever its card wants the player."""
    known = pattern_list.sources_for(state, seat).values()
    return tuple(
        Wanted(one.key, one.cells, 1.0, one.connected, _group_of(state, seat, one))
        for one in known
        if _is_open(one) and _is_worth_it(state, seat, one)
    )


def _is_worth_it(state: State, seat: int, source: pattern_list.Source) -> bool:
    """Tell if a pattern does something where it matches, or anywhere if it matches nowhere."""
    lying = pattern_list.places_of(state, seat, source) or ((),)
    return any(pattern_list.does_something(state, seat, source, slots) for slots in lying)


def _group_of(state: State, seat: int, source: pattern_list.Source) -> str:
    """Return the group that allows only one of several patterns: the top enemy or the augment."""
    if source.kind == "augment":
        return source.key.split(".")[1]
    return ENEMY if _removes_top_enemy(state, seat, source) else ""


def _is_open(source: pattern_list.Source) -> bool:
    """Tell if a pattern is open; a card's pattern counts, since the player may still move there."""
    return not source.blocked or source.kind == "card"


def _removes_top_enemy(state: State, seat: int, source: pattern_list.Source) -> bool:
    """Tell if a pattern removes the top enemy, and with it the enemy's other patterns."""
    if source.kind == "repel" or not source.key.startswith("enemy.") or not state.enemies[seat]:
        return source.kind == "repel"
    card, taken = state.enemies[seat][0]
    return damage_of(state, seat, source.line) >= state.integrity_of(card) - taken


def ready_keys(state: State, seat: int, grid: str) -> list[str]:
    """Return the keys of the patterns that match a launcher."""
    table = _table_with_grid(state, seat, grid)
    known = pattern_list.sources_for(table, seat)
    return [one.key for one in open_patterns(table, seat) if pattern_list.places_of(table, seat, known[one.key])]


def ready_keys_now(state: State, seat: int) -> list[str]:
    """Return the keys of the patterns that can be launched now, from the player's place."""
    known = pattern_list.sources_for(state, seat)
    able = [
        (key, slots) for key, slots in pattern_list.launches_now(state, seat) if pattern_list.JOINING_SIGN not in key
    ]
    useful = (key for key, slots in able if pattern_list.does_something(state, seat, known[key], slots))
    return list(dict.fromkeys(useful))


def ready_in_words(state: State, seat: int, grid: str, keys: Sequence[str]) -> str:
    """Return the names of patterns on a launcher: “A and B” only if both can be launched."""
    table, names = _table_with_grid(state, seat, grid), [pattern_name(state, key) for key in keys]
    if len(keys) < 2 or _largest_set(table, seat, frozenset(keys)):
        return listed(names)
    if any(_largest_set(table, seat, frozenset(pair)) for pair in combinations(keys, 2)):
        return f"{listed(names)} (but not all of them)"
    return f"either {listed(names, 'or')}"


def _table_with_grid(state: State, seat: int, grid: str) -> State:
    table = state.clone()
    table.grid[seat] = grid
    return table


def _largest_set(table: State, seat: int, keys: frozenset[str]) -> bool:
    """Tell if these patterns can be launched one after another, in some order, without using a token twice."""
    return not keys or any(_largest_set(twin, seat, keys - launched) for launched, twin in _launches(table, seat, keys))


def _launches(table: State, seat: int, keys: frozenset[str]) -> Iterator[tuple[frozenset[str], State]]:
    """Yield each launch of one of these patterns, or of several if a ruling lets them share tokens."""
    known = pattern_list.sources_for(table, seat)
    single = [one for key, one in known.items() if key in keys and _is_open(one)]
    found = [(one.key, slots) for one in single for slots in pattern_list.places_of(table, seat, one)]
    joint = [(key, slots) for key, slots in pattern_list.launches_now(table, seat) if pattern_list.JOINING_SIGN in key]
    for key, slots in [*joint, *found]:
        parts = frozenset(key.split(pattern_list.JOINING_SIGN))
        if not parts <= keys:
            continue
        grid = "".join("." if slot in slots else token for slot, token in enumerate(table.grid[seat]))
        twin = _table_with_grid(table, seat, grid)
        pattern_list.note_launch(twin, seat, key)
        if any(_removes_top_enemy(table, seat, known[one]) for one in key.split(pattern_list.JOINING_SIGN)):
            twin.enemies[seat] = twin.enemies[seat][1:]
        yield parts, twin
