"""The differences between two content packs, entry by entry and field by field, shortened to what differs.

- cards.toml: card 8 ('Frost Widow', 'Archive')
+ ancients.toml: ancient 'Snow Bride'
  ancients.toml: ancient 'Signal Keeper': protocol: '… other loses 2' -> '… other loses 3'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from tabletop_kernel.content.packs import check_folder, read_in_pack
from tabletop_kernel.contract.errors import PackError, clip, printed
from tabletop_kernel.contract.toml_files import TomlTable
from tabletop_kernel.contract.typed_data import entry_label

Entry = TomlTable  # an entry as its file has it
Entries = dict[str, list[Entry]]  # table -> its entries
WORDS_OF_CONTEXT = 2  # words shown before and after the words that differ
MOST_SHOWN_CHARACTERS = 160  # characters of a value shown
MOST_COMPARED = 100_000  # pairs of nameless entries to compare


def differences(old: Path, new: Path) -> list[str]:
    """Return the changes from one pack to another, as lines. Raise PackError if a pack can't be read."""
    return changes_between(read_tables(old, new), read_tables(new, old))


def changes_between(before: Mapping[str, Entries], after: Mapping[str, Entries]) -> list[str]:
    """Return the changes between packs that are already read, as lines."""
    lines: list[str] = []
    for file in sorted({*before, *after}):
        one, two = before.get(file, {}), after.get(file, {})
        for table in dict.fromkeys([*one, *two]):
            lines += _changes_of_table(f"{printed(file)}: {printed(table)}", one.get(table, []), two.get(table, []))
    return lines


def read_tables(folder: Path, other: Path) -> dict[str, Entries]:
    """Return the tables of a pack's files. Subfolders count only if the other pack has them too.

    Raise PackError if the folder has no TOML files or one can't be read.
    """
    check_folder(folder)
    inside = [path for path in sorted(folder.glob("*/*.toml")) if (other / path.parent.name).is_dir()]
    files = [*sorted(folder.glob("*.toml")), *inside]
    if not files:
        raise PackError(f"We found no pack in {clip(str(folder), 200)}.")
    names = [path.relative_to(folder).as_posix() for path in files]
    return {name: tables_in(read_in_pack(folder, name)) for name in names}


def tables_in(data: Mapping[str, object]) -> Entries:
    """Return the tables of entries in a file's data; skip everything else."""
    listed = {table: [part] if isinstance(part, dict) else part for table, part in data.items()}
    return {
        table: [entry for entry in entries if isinstance(entry, dict)]
        for table, entries in listed.items()
        if isinstance(entries, list)
    }


# -- which entry became which ------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """An entry's places in both packs; None where it is missing."""

    old: int | None
    new: int | None


def _changes_of_table(where: str, old: list[Entry], new: list[Entry]) -> Iterator[str]:
    pairs = _pair_entries(old, new)
    for one, two in pairs:
        if one is not None and two is not None:
            yield from _fields(f"{where}{_name_of_entry(old, one, new[two])}", old[one], new[two])
        elif one is not None:
            yield f"- {where}{_name_of_entry(old, one)}"
        elif two is not None:
            yield f"+ {where}{_name_of_entry(new, two)}"
    pairs_in_both = [pair for pair in pairs if None not in pair]
    for pair, in_new_order in zip(pairs_in_both, sorted(pairs_in_both, key=lambda pair: pair.new or 0), strict=True):
        if pair != in_new_order and pair.old is not None and in_new_order.old is not None:
            yield f"  {where}: order: {_said(old, pair.old)} -> {_said(old, in_new_order.old)}"
            return


def _pair_entries(old: list[Entry], new: list[Entry]) -> list[Pair]:
    """Return the pairs of entries that belong together: by id or name, and the rest if they are equal or most alike."""
    before, after = _places_by_key(old), _places_by_key(new)
    new_place_of = {before[key]: after[key] for key in before if key in after}
    gone = [place for key, place in before.items() if key not in after]
    come = [place for key, place in after.items() if key not in before]
    for one, two in _pairs_most_alike(old, new, gone, come):
        new_place_of[one] = two
    added = sorted(set(come) - set(new_place_of.values()))
    return [Pair(place, new_place_of.get(place)) for place in range(len(old))] + [Pair(None, place) for place in added]


def _places_by_key(entries: list[Entry]) -> dict[tuple[str, int], int]:
    """Return each entry's place by its label or content, with a count for equal ones."""
    places: dict[tuple[str, int], int] = {}
    times: dict[str, int] = {}
    for place, entry in enumerate(entries):
        key = entry_label(entry) or repr(sorted(entry.items(), key=lambda item: item[0]))
        times[key] = times.get(key, 0) + 1
        places[key, times[key]] = place
    return places


def _pairs_most_alike(
    old: list[Entry], new: list[Entry], gone: list[int], come: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of entries that share over half of their fields, or are alone in their file; the most alike first."""
    if len(gone) * len(come) > MOST_COMPARED:
        return
    least = 0.5 if max(len(old), len(new)) > 1 else -1.0
    alike = [(_share_of_equal_fields(old[one], new[two]), one, two) for one in gone for two in come]
    taken: tuple[set[int], set[int]] = (set(), set())
    for shared, one, two in sorted(alike, key=lambda each: (-each[0], abs(each[1] - each[2]))):
        if shared > least and one not in taken[0] and two not in taken[1]:
            taken[0].add(one)
            taken[1].add(two)
            yield one, two


def _share_of_equal_fields(old: Entry, new: Entry) -> float:
    same = [key for key in old if key in new and old[key] == new[key]]
    return len(same) / max(1, len({*old, *new}))


def _name_of_entry(entries: list[Entry], place: int, other: Entry | None = None) -> str:
    """Return the text after a table's name: the entry's name, or its number with texts that it shares with `other`."""
    entry = entries[place]
    if entry_label(entry):
        return f" {clip(entry_label(entry))}"
    if len(entries) == 1:
        return ""
    texts = [
        clip(text) for key, text in entry.items() if isinstance(text, str) and (not other or other.get(key) == text)
    ]
    return f" {place + 1}" + (f" ({', '.join(texts[:2])})" if texts else "")


def _said(entries: list[Entry], place: int) -> str:
    return _name_of_entry(entries, place).strip()


# -- what differs in an entry ------------------------------------------------------------------------------------------


def _fields(where: str, old: Entry, new: Entry) -> Iterator[str]:
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            was, now = _parts(old[key], new[key]) if key in old and key in new else (_shown(old, key), _shown(new, key))
            yield f"  {where}: {printed(key)}: {was} -> {now}"


def _shown(entry: Entry, key: str) -> str:
    return clip(entry[key], MOST_SHOWN_CHARACTERS) if key in entry else "(not there)"


def _parts(old: object, new: object) -> tuple[str, str]:
    """Return both values without what they share at the beginning and end."""
    if isinstance(old, str) and isinstance(new, str):
        one, two = _apart(old.split(" "), new.split(" "), WORDS_OF_CONTEXT)
        return clip(" ".join(one), MOST_SHOWN_CHARACTERS), clip(" ".join(two), MOST_SHOWN_CHARACTERS)
    if isinstance(old, list) and isinstance(new, list):
        one, two = _apart([clip(part) for part in old], [clip(part) for part in new], 0)
        return f"[{', '.join(one)}]", f"[{', '.join(two)}]"
    return clip(old, MOST_SHOWN_CHARACTERS), clip(new, MOST_SHOWN_CHARACTERS)


def _apart(old: Sequence[str], new: Sequence[str], context: int) -> tuple[list[str], list[str]]:
    """Return the parts that differ, with some context."""
    head = _alike(old, new)
    tail = min(_alike(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    first, last = (shared - context if shared > context + 1 else 0 for shared in (head, tail))  # “…”: two or more

    def cut(parts: Sequence[str]) -> list[str]:
        before, after = ["…"] if first else [], ["…"] if last else []
        return [*before, *parts[first : len(parts) - last], *after]

    return cut(old), cut(new)


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many parts are equal at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
