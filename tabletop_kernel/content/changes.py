"""Changed cards: changes that a designer makes at a table, as plain data on top of a pack.

    {"locus": {"prime.dawnforge": {"effect": "draw 2"}}}       table -> entry -> field -> value; None leaves a field out

An entry is known by its id, code or name, or by its number if it has none of them. An entry with an id can also be
called by its name ("Dawnforge"). Parts inside an entry can change too: the cards of a scenario are their own table,
"scenario.cards", and a field of a part has a dot, "use.do". A change is small and checked like any pack, so that saves
and codes can carry it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from tabletop_kernel.content.installed_games import read_again
from tabletop_kernel.content.pack_diff import changes_between, tables_in
from tabletop_kernel.contract.errors import PackError, clip, nearest
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.pack_reading import Contents
from tabletop_kernel.contract.toml_files import TomlTable
from tabletop_kernel.contract.untrusted import SizeLimit, dump, why_unfit

Change = dict[str, dict[str, dict[str, object]]]

CHANGE_LIMIT = SizeLimit(1_500, 12_000)  # the most a code may carry; a scenario with all its cards has 2,500 characters
KEYS = ("id", "code", "name")  # fields that identify an entry
FIXED_KEYS = ("id", "code")  # identifying fields that can't change: other cards and moves refer to them
HIDDEN_FIELDS = ("house", "source")  # these only mark an entry's source
MOST_CACHED_GAMES = 8

_cached_games: dict[tuple[str, str, str], AnyGame] = {}  # the last games read with changes


# -- the entries of a pack ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a pack: a card, a tile, a scenario, or the numbers of the set-up."""

    table: str
    key: str
    name: str
    row: TomlTable  # as in its file
    shape: type  # its dataclass
    fixed: str  # the field that identifies it, if that can't change; else empty


def entries_of(contents: Contents) -> dict[tuple[str, str], Entry]:
    """Return every entry by table and key, in the order of the files."""
    entries: dict[tuple[str, str], Entry] = {}
    for table, (file, shape) in contents.shapes.items():
        rows = [row for name in _files(contents, file) for row in tables_in(contents.files[name]).get(table, [])]
        for entry in _entries_of_table(table, shape, rows):
            entries[table, entry.key] = entry
        for inner, part in _tables_inside(shape):
            rows_inside = [one for row in rows for one in row.get(inner) or () if isinstance(one, dict)]
            entries |= {(one.table, one.key): one for one in _entries_of_table(f"{table}.{inner}", part, rows_inside)}
    return entries


def _files(contents: Contents, file: str) -> list[str]:
    """Return the files of a table: one, or all in a folder."""
    if "*" not in file:
        return [file] if file in contents.files else []
    return sorted(name for name in contents.files if name.startswith(file.partition("*")[0]))


def _entries_of_table(table: str, shape: type, rows: list[TomlTable]) -> Iterator[Entry]:
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        field = next((one for one in KEYS if isinstance(row.get(one), str | int) and row[one] != ""), "")
        key = str(row[field]) if field else str(number)
        if key in seen:
            key = f"{key} #{number}"
        seen.add(key)
        name = _entry_name(table, row, number if len(rows) > 1 else 0)
        yield Entry(table, key, name, row, shape, field if field in FIXED_KEYS else "")


def _entry_name(table: str, row: TomlTable, number: int) -> str:
    """Return an entry's name for people: its name, its kind if it is the only one, or else its first texts."""
    if isinstance(row.get("name"), str):
        return str(row["name"])
    if not number:
        return table.capitalize()
    key = next((row[field] for field in KEYS if isinstance(row.get(field), str | int)), "")
    texts = [value for value in row.values() if isinstance(value, str)][:2]
    return f"{table.rpartition('.')[2]} {key or number}" + (f" ({', '.join(texts)})" if texts and not key else "")


def _tables_inside(shape: type) -> Iterator[tuple[str, type]]:
    """Yield the fields of an entry that are lists of named entries."""
    for name, kind in field_types(shape).items():
        part = (get_args(kind) or (None,))[0]
        if get_origin(kind) is list and is_dataclass(part) and {"code", "name"} <= {one.name for one in fields(part)}:
            assert isinstance(part, type)
            yield name, part


@cache
def field_types(shape: type) -> dict[str, object]:
    """Return the type of each field of an entry."""
    known = get_type_hints(shape)
    return {field.name: known[field.name] for field in fields(shape)}


def part_class(kind: object) -> type | None:
    """Return the dataclass of a field that holds a part with its own fields; None for any other field.

    A part that may be written as a text alone counts as a line, not a part.
    """
    is_union = get_origin(kind) in (Union, UnionType)
    kinds = [part for part in get_args(kind) if part is not type(None)] if is_union else [kind]
    only = kinds[0] if len(kinds) == 1 else None
    return only if isinstance(only, type) and is_dataclass(only) and not hasattr(only, "written_as") else None


def fields_of(entry: Entry) -> dict[str, object]:
    """Return the changeable fields of an entry with their types."""
    inside = {name for name, _ in _tables_inside(entry.shape)}
    types: dict[str, object] = {}
    for name, kind in field_types(entry.shape).items():
        if name == entry.fixed or name in inside or name in HIDDEN_FIELDS:
            continue
        part = part_class(kind)
        types |= {f"{name}.{one}": inner for one, inner in field_types(part).items()} if part else {name: kind}
    return types


def value_of(row: TomlTable, field: str) -> object:
    """Return a field's value, or None if the field is left out."""
    first, _, rest = field.partition(".")
    inner = row.get(first)
    if not rest:
        return inner
    return inner.get(rest) if isinstance(inner, dict) else None


def _set_value(row: TomlTable, field: str, value: object) -> None:
    first, _, rest = field.partition(".")
    if rest:
        inner = row.setdefault(first, {})
        if not isinstance(inner, dict):
            inner = row[first] = {}
        _set_value(inner, rest, value)
        if not inner:  # remove a part with no fields left
            del row[first]
    elif value is None:
        row.pop(field, None)
    else:
        row[field] = value


# -- a change ----------------------------------------------------------------------------------------------------------


def check_change(data: Any) -> Change:
    """Return data from anywhere as a change. Raise PackError if they don't have the form of one or are too large."""
    problem = why_unfit(data, CHANGE_LIMIT) or (
        "" if _has_form(data) else "it needs a table, an entry, a field and a value"
    )
    try:
        written = "" if problem else dump(data)
    except TypeError:  # TOML has dates and times, JSON doesn't
        problem = "it contains a date or a time"
    if problem:
        raise PackError(f"This doesn't change a card: {problem}.")
    if len(written) > CHANGE_LIMIT.characters:
        raise PackError(
            f"These changes don't fit into a code: they have more than {CHANGE_LIMIT.characters:,} characters. "
            "Make your own pack, in a folder, instead."
        )
    return {table: {key: dict(new) for key, new in entries.items()} for table, entries in data.items()}


def _has_form(data: object) -> bool:
    return isinstance(data, Mapping) and all(
        isinstance(entries, Mapping) and all(isinstance(new, Mapping) for new in entries.values())
        for entries in data.values()
    )


def effective_change(game: AnyGame, change: Change) -> Change:
    """Return only the parts of a change that differ from the pack, always in the same order.

    Raise PackError if it names something that the pack doesn't have.
    """
    base = original(game)
    known = entries_of(base.edition.contents)
    tables = list(dict.fromkeys(table for table, _ in known))
    change_by_key: Change = {}
    for table, entries in change.items():
        if table not in tables:
            raise PackError(f"There is no table {clip(table)}: {nearest(table, tables)}")
        for name, new in entries.items():
            key = _find_key(known, table, name)
            _check_fields(known[table, key], new)
            if key in change_by_key.setdefault(table, {}):
                raise PackError(f"The {table} {clip(key)} is changed twice, once by its name.")
            change_by_key[table][key] = new
    effective: Change = {}
    for (table, key), entry in known.items():
        new = change_by_key.get(table, {}).get(key, {})
        differs = {field: new[field] for field in fields_of(entry) if field in new}
        differs = {
            field: value for field, value in differs.items() if not _look_the_same(value, value_of(entry.row, field))
        }
        if differs:
            effective.setdefault(table, {})[key] = differs
    return effective


def _find_key(known: Mapping[tuple[str, str], Entry], table: str, name_or_key: str) -> str:
    """Return an entry's key, given the key or a unique name. Raise PackError if there is no such entry."""
    if (table, name_or_key) in known:
        return name_or_key
    keys = {key: entry.name for (place, key), entry in known.items() if place == table}
    keys_of_name = [key for key, name in keys.items() if name == name_or_key]
    if len(keys_of_name) == 1:
        return keys_of_name[0]
    names = list(dict.fromkeys([*keys, *keys.values()]))
    which = (
        f"{len(keys_of_name)} have that name: {', '.join(map(clip, keys_of_name[:6]))}."
        if keys_of_name
        else nearest(name_or_key, names)
    )
    raise PackError(f"There is no {table} {clip(name_or_key)}: {which}")


def _look_the_same(one: object, two: object) -> bool:
    """Tell if two values look the same in a file, where 1 and true differ."""
    return dump(one) == dump(two)


def _check_fields(entry: Entry, new: Mapping[str, object]) -> None:
    """Raise PackError for a field that the entry doesn't have, or that can't change."""
    known = fields_of(entry)
    for field in new:
        if field == entry.fixed:
            raise PackError(
                f"{entry.table} {clip(entry.key)}: its {field} can't change, because other cards and moves refer to it."
            )
        if field not in known:
            raise PackError(f"{entry.table} {clip(entry.key)}: unknown field {clip(field)}: {nearest(field, known)}")


# -- a game with a change ----------------------------------------------------------------------------------------------


def original(game: AnyGame) -> AnyGame:
    """Return the game with its original pack, without changes made at a table."""
    return game.edition.unchanged or game


def with_change(game: AnyGame, change: object) -> AnyGame:
    """Return the game with this change in place of any other. Raise PackError with all faults."""
    base = original(game)
    change = effective_change(base, check_change(change))
    if not change:
        return base
    cache_key = base.name, base.edition.digest, dump(change)
    if cache_key not in _cached_games:
        game_with_change = read_again(base.name, _apply_change(base.edition.contents, change))
        pack = f"{base.edition.pack}, changed"
        game_with_change.edition = replace(game_with_change.edition, pack=pack, change=change, unchanged=base)
        game_with_change.teaching.teach_like(base.teaching)
        _cached_games[cache_key] = game_with_change
        if len(_cached_games) > MOST_CACHED_GAMES:
            del _cached_games[next(iter(_cached_games))]
    return _cached_games[cache_key]


def _apply_change(contents: Contents, change: Change) -> Contents:
    """Return a pack's contents with a change applied."""
    new = contents.copy()
    known = entries_of(new)
    for table, entries in change.items():
        for key, values in entries.items():
            for field, value in values.items():
                _set_value(known[table, key].row, field, value)
    return new


def differences(old: AnyGame, new: AnyGame) -> list[str]:
    """Return the differences between the packs of two games, as lines from `pack_diff`."""
    before, after = (
        {file: tables_in(data) for file, data in game.edition.contents.files.items()} for game in (old, new)
    )
    return changes_between(before, after)


class ChangedField(NamedTuple):
    """One changed field of an entry, with its old and new value; None means no value."""

    entry: Entry
    field: str
    was: object
    now: object


def changed_fields(game: AnyGame) -> list[ChangedField]:
    """Return every changed field of a game's cards."""
    if not game.edition.change:  # some games have no pack
        return []
    known = entries_of(original(game).edition.contents)
    return [
        ChangedField(known[table, key], field, value_of(known[table, key].row, field), value)
        for table, entries in game.edition.change.items()
        for key, new in entries.items()
        for field, value in new.items()
    ]


def entry_of_card(game: AnyGame, card: str) -> Entry | None:
    """Return the entry behind a card's name in `game.telling.cards()`, such as “Knife” or “S02-1 Three Lamps”; or None.

    It is the original pack's entry, even if the card is renamed, so that further changes apply to it.
    """
    return _cards_and_entries(game)[0].get(card)


def card_of_entry(game: AnyGame, entry: Entry) -> str:
    """Return an entry's name in `game.telling.cards()`; empty if it has no card."""
    return _cards_and_entries(game)[1].get((entry.table, entry.key), "")


@lru_cache(MOST_CACHED_GAMES)
def _cards_and_entries(game: AnyGame) -> tuple[dict[str, Entry], dict[tuple[str, str], str]]:
    """Return the entry of each card, and the card of each entry."""
    entries = list(entries_of(game.edition.contents).values())
    unchanged = dict(zip(map(id, entries), entries_of(original(game).edition.contents).values(), strict=True))
    entries_by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in {entry.name, f"{entry.key} {entry.name}", f"… {entry.key}".casefold(), f"{entry.table} …"}:
            entries_by_name.setdefault(name, []).append(entry)
    entry_of_card: dict[str, Entry] = {}
    for card in game.telling.cards():
        first, _, last = card.casefold().partition(" ")
        spellings = (card, f"… {last.rpartition(' ')[2]}", f"{first} …") if last else (card,)
        fitting = next((entries_by_name[way] for way in spellings if way in entries_by_name), [])
        if len(fitting) == 1:
            entry_of_card[card] = unchanged[id(fitting[0])]
    return entry_of_card, {(entry.table, entry.key): card for card, entry in entry_of_card.items()}
