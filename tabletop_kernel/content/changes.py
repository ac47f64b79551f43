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
from tabletop_kernel.content.pack_diff import between, tables_in
from tabletop_kernel.contract.errors import PackError, clip, nearest
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.pack_reading import Contents
from tabletop_kernel.contract.toml_files import TomlTable
from tabletop_kernel.contract.untrusted import Most, dump, unfit

Change = dict[str, dict[str, dict[str, object]]]

A_CHANGE = Most(1_500, 12_000)  # the most a code may carry; a scenario with all its cards has 2,500 characters
KEYS = ("id", "code", "name")  # fields that identify an entry
FIXED = ("id", "code")  # identifying fields that can't change: other cards and moves refer to them
UNSHOWN = ("house", "source")  # these only mark an entry's source
KEPT = 8

_kept: dict[tuple[str, str, str], AnyGame] = {}  # the last games read with changes


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
    found: dict[tuple[str, str], Entry] = {}
    for table, (file, shape) in contents.shapes.items():
        rows = [row for name in _files(contents, file) for row in tables_in(contents.files[name]).get(table, [])]
        for entry in _entries(table, shape, rows):
            found[table, entry.key] = entry
        for inner, part in _tables_inside(shape):
            within = [one for row in rows for one in row.get(inner) or () if isinstance(one, dict)]
            found |= {(one.table, one.key): one for one in _entries(f"{table}.{inner}", part, within)}
    return found


def _files(contents: Contents, file: str) -> list[str]:
    """Return the files of a table: one, or all in a folder."""
    if "*" not in file:
        return [file] if file in contents.files else []
    return sorted(name for name in contents.files if name.startswith(file.partition("*")[0]))


def _entries(table: str, shape: type, rows: list[TomlTable]) -> Iterator[Entry]:
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        field = next((one for one in KEYS if isinstance(row.get(one), str | int) and row[one] != ""), "")
        key = str(row[field]) if field else str(number)
        if key in seen:
            key = f"{key} #{number}"
        seen.add(key)
        name = _called(table, row, number if len(rows) > 1 else 0)
        yield Entry(table, key, name, row, shape, field if field in FIXED else "")


def _called(table: str, row: TomlTable, number: int) -> str:
    """Return an entry's name for people: its name, its kind if it is the only one, or else its first texts."""
    if isinstance(row.get("name"), str):
        return str(row["name"])
    if not number:
        return table.capitalize()
    known = next((row[key] for key in KEYS if isinstance(row.get(key), str | int)), "")
    texts = [value for value in row.values() if isinstance(value, str)][:2]
    return f"{table.rpartition('.')[2]} {known or number}" + (f" ({', '.join(texts)})" if texts and not known else "")


def _tables_inside(shape: type) -> Iterator[tuple[str, type]]:
    """Yield the fields of an entry that are lists of named entries."""
    for name, kind in hints(shape).items():
        part = (get_args(kind) or (None,))[0]
        if get_origin(kind) is list and is_dataclass(part) and {"code", "name"} <= {one.name for one in fields(part)}:
            assert isinstance(part, type)
            yield name, part


@cache
def hints(shape: type) -> dict[str, object]:
    """Return the type of each field of an entry."""
    known = get_type_hints(shape)
    return {field.name: known[field.name] for field in fields(shape)}


def part_of(kind: object) -> type | None:
    """Return the dataclass of a field that holds a part with its own fields; None for any other field.

    A part that may be written as a text alone counts as a line, not a part.
    """
    kinds = (
        [one for one in get_args(kind) if one is not type(None)] if get_origin(kind) in (Union, UnionType) else [kind]
    )
    found = kinds[0] if len(kinds) == 1 else None
    return found if isinstance(found, type) and is_dataclass(found) and not hasattr(found, "written_as") else None


def fields_of(entry: Entry) -> dict[str, object]:
    """Return the changeable fields of an entry with their types."""
    inside = {name for name, _ in _tables_inside(entry.shape)}
    found: dict[str, object] = {}
    for name, kind in hints(entry.shape).items():
        if name == entry.fixed or name in inside or name in UNSHOWN:
            continue
        part = part_of(kind)
        found |= {f"{name}.{one}": inner for one, inner in hints(part).items()} if part else {name: kind}
    return found


def value_of(row: TomlTable, field: str) -> object:
    """Return a field's value, or None if the field is left out."""
    first, _, rest = field.partition(".")
    inner = row.get(first)
    if not rest:
        return inner
    return inner.get(rest) if isinstance(inner, dict) else None


def _put(row: TomlTable, field: str, value: object) -> None:
    first, _, rest = field.partition(".")
    if rest:
        inner = row.setdefault(first, {})
        if not isinstance(inner, dict):
            inner = row[first] = {}
        _put(inner, rest, value)
        if not inner:  # remove a part with no fields left
            del row[first]
    elif value is None:
        row.pop(field, None)
    else:
        row[field] = value


# -- a change ----------------------------------------------------------------------------------------------------------


def checked(data: Any) -> Change:
    """Return data from anywhere as a change. Raise PackError if they don't have the form of one or are too large."""
    problem = unfit(data, A_CHANGE) or ("" if _has_form(data) else "it needs a table, an entry, a field and a value")
    try:
        written = "" if problem else dump(data)
    except TypeError:  # TOML has dates and times, JSON doesn't
        problem = "it contains a date or a time"
    if problem:
        raise PackError(f"This doesn't change a card: {problem}.")
    if len(written) > A_CHANGE.characters:
        raise PackError(
            f"These changes don't fit into a code: they have more than {A_CHANGE.characters:,} characters. "
            "Make your own pack, in a folder, instead."
        )
    return {table: {key: dict(new) for key, new in entries.items()} for table, entries in data.items()}


def _has_form(data: object) -> bool:
    return isinstance(data, Mapping) and all(
        isinstance(entries, Mapping) and all(isinstance(new, Mapping) for new in entries.values())
        for entries in data.values()
    )


def meaning(game: AnyGame, change: Change) -> Change:
    """Return only the parts of a change that differ from the pack, always in the same order.

    Raise PackError if it names something that the pack doesn't have.
    """
    base = original(game)
    known = entries_of(base.edition.contents)
    tables = list(dict.fromkeys(table for table, _ in known))
    meant: Change = {}
    for table, entries in change.items():
        if table not in tables:
            raise PackError(f"There is no table {clip(table)}: {nearest(table, tables)}")
        for called, new in entries.items():
            key = _key_of(known, table, called)
            _check_fields(known[table, key], new)
            if key in meant.setdefault(table, {}):
                raise PackError(f"The {table} {clip(key)} is changed twice, once by its name.")
            meant[table][key] = new
    found: Change = {}
    for (table, key), entry in known.items():
        new = meant.get(table, {}).get(key, {})
        differs = {field: new[field] for field in fields_of(entry) if field in new}
        differs = {field: value for field, value in differs.items() if not _same(value, value_of(entry.row, field))}
        if differs:
            found.setdefault(table, {})[key] = differs
    return found


def _key_of(known: Mapping[tuple[str, str], Entry], table: str, called: str) -> str:
    """Return an entry's key, given the key or a unique name. Raise PackError if there is no such entry."""
    if (table, called) in known:
        return called
    keys = {key: entry.name for (place, key), entry in known.items() if place == table}
    named = [key for key, name in keys.items() if name == called]
    if len(named) == 1:
        return named[0]
    names = list(dict.fromkeys([*keys, *keys.values()]))
    which = f"{len(named)} have that name: {', '.join(map(clip, named[:6]))}." if named else nearest(called, names)
    raise PackError(f"There is no {table} {clip(called)}: {which}")


def _same(one: object, two: object) -> bool:
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


def changed(game: AnyGame, change: object) -> AnyGame:
    """Return the game with this change in place of any other. Raise PackError with all faults."""
    base = original(game)
    change = meaning(base, checked(change))
    if not change:
        return base
    name = base.name, base.edition.digest, dump(change)
    if name not in _kept:
        found = read_again(base.name, _with(base.edition.contents, change))
        pack = f"{base.edition.pack}, changed"
        found.edition = replace(found.edition, pack=pack, change=change, unchanged=base)
        found.teaching.teach_like(base.teaching)
        _kept[name] = found
        if len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return _kept[name]


def _with(contents: Contents, change: Change) -> Contents:
    """Return a pack's contents with a change applied."""
    new = contents.copy()
    known = entries_of(new)
    for table, entries in change.items():
        for key, values in entries.items():
            for field, value in values.items():
                _put(known[table, key].row, field, value)
    return new


def differences(old: AnyGame, new: AnyGame) -> list[str]:
    """Return the differences between the packs of two games, as lines from `pack_diff`."""
    before, after = (
        {file: tables_in(data) for file, data in game.edition.contents.files.items()} for game in (old, new)
    )
    return between(before, after)


class Told(NamedTuple):
    """One changed field of an entry, with its old and new value; None means no value."""

    entry: Entry
    field: str
    was: object
    now: object


def told(game: AnyGame) -> list[Told]:
    """Return every changed field of a game's cards."""
    if not game.edition.change:  # some games have no pack
        return []
    known = entries_of(original(game).edition.contents)
    return [
        Told(known[table, key], field, value_of(known[table, key].row, field), value)
        for table, entries in game.edition.change.items()
        for key, new in entries.items()
        for field, value in new.items()
    ]


def entry_called(game: AnyGame, card: str) -> Entry | None:
    """Return the entry behind a card's name in `game.telling.cards()`, such as “Knife” or “S02-1 Three Lamps”; or None.

    It is the original pack's entry, even if the card is renamed, so that further changes apply to it.
    """
    return _cards(game)[0].get(card)


def card_called(game: AnyGame, entry: Entry) -> str:
    """Return an entry's name in `game.telling.cards()`; empty if it has no card."""
    return _cards(game)[1].get((entry.table, entry.key), "")


@lru_cache(KEPT)
def _cards(game: AnyGame) -> tuple[dict[str, Entry], dict[tuple[str, str], str]]:
    """Return the entry of each card, and the card of each entry."""
    entries = list(entries_of(game.edition.contents).values())
    unchanged = dict(zip(map(id, entries), entries_of(original(game).edition.contents).values(), strict=True))
    known: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in {entry.name, f"{entry.key} {entry.name}", f"… {entry.key}".casefold(), f"{entry.table} …"}:
            known.setdefault(name, []).append(entry)
    found: dict[str, Entry] = {}
    for card in game.telling.cards():
        first, _, last = card.casefold().partition(" ")
        ways = (card, f"… {last.rpartition(' ')[2]}", f"{first} …") if last else (card,)
        one = next((known[way] for way in ways if way in known), [])
        if len(one) == 1:
            found[card] = unchanged[id(one[0])]
    return found, {(entry.table, entry.key): card for card, entry in found.items()}
