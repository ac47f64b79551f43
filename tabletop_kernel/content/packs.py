"""Content packs: TOML files turned into typed entries. Errors name the file, entry, field and closest right word.

A pack is a folder. A game defines its entries as dataclasses, and cattrs converts them. It also names its files;
`missions/*.toml` is a folder of them, which a group extends by adding a file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TypeVar
from unicodedata import name as unicode_name
from unicodedata import normalize

from tabletop_kernel.contract.errors import PackError, character_in_words, clip, nearest, printed
from tabletop_kernel.contract.pack_reading import Contents, given_contents, report_contents
from tabletop_kernel.contract.toml_files import MAX_BYTES, TomlTable, is_there, read_toml, text_or_nothing
from tabletop_kernel.contract.typed_data import MOST_FAULTS_PER_ENTRY, entry_label, number_and_label, structure_entry

T = TypeVar("T")
MAX_FILES = 200  # files in a folder of a pack
MAX_PACK_BYTES = 2_000_000  # for all files together
MAX_ENTRIES, MAX_PACK_ENTRIES = 500, 1_200  # per table and in total: ten times the largest house pack
MAX_NAME = 30  # letters of a card's name
SCRIPTS_WITH_LOOKALIKES = (
    "LATIN",
    "CYRILLIC",
    "GREEK",
    "ARMENIAN",
    "COPTIC",
    "CHEROKEE",
    "LISU",
)  # scripts with look-alike letters
MOST_FAULTS = 100  # reported at once; nobody fixes more in one go


class Pack:
    """A folder of TOML files, read once; `digest` identifies its content, regardless of comments and layout.

    Faults are collected, and `finish` raises them all at once. Consequences of a reported fault aren't reported again:
    checks of a whole file first ask if the file is `whole`.
    """

    def __init__(self, folder: Path, files: tuple[str, ...], rules: Collection[str] = ()) -> None:
        given = given_contents()
        if given is None:
            check_folder(folder)
        self.folder = folder
        self.faults: list[str] = []
        self._rules = rules
        self._shapes: dict[str, tuple[str, type]] = {}
        list_files = partial(_files_matching, folder) if given is None else partial(_names_matching, given.files)
        self._parts = {name: list_files(name) if "*" in name else [name] for name in files}
        self._files = [name for names in self._parts.values() for name in names]
        self._data: dict[str, TomlTable] = {}
        self._broken: set[str] = set()  # files that couldn't be read fully
        self._places: dict[int, str] = {}  # id() of an entry -> its place
        self._shown = {name: printed(name) for name in self._files}  # file names can contain anything
        if given is not None:
            self._data = given.files
        report_contents(Contents(folder, self._data, self._shapes))
        if given is None:
            self._read_files()
            self.note(self._faults_of_folder())

    def _read_files(self) -> None:
        """Read the files until they are too large for a pack that people wrote."""
        size = entries = 0
        for name in self._files:
            if size > MAX_PACK_BYTES or entries > MAX_PACK_ENTRIES:
                self._broken.add(name)  # skipped: the pack's size was already reported
                continue
            with self.noting(name):
                data = read_in_pack(self.folder, name)
                entries += sum(len(rows) for rows in data.values() if isinstance(rows, list))
                size += _size_of(self.folder / name)
                if size > MAX_PACK_BYTES:
                    raise PackError(f"{self._shown[name]}: this file takes the pack over {MAX_PACK_BYTES:,} bytes.")
                if entries > MAX_PACK_ENTRIES:
                    raise PackError(f"{self._shown[name]}: this file takes the pack over {MAX_PACK_ENTRIES:,} entries.")
                self._data[name] = data

    @property
    def digest(self) -> str:
        """Return a short hash of the pack's content."""
        import hashlib
        import json

        data = dict(self._data)
        for folder, names in self._parts.items():
            if "*" in folder:  # the names and order of its files are only layout
                read = [data.pop(name) for name in names if name in data]  # a faulty file has no data
                data[folder] = {"": sorted(json.dumps(one, sort_keys=True) for one in read)}
        canonical = json.dumps(data, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2s(canonical.encode(), digest_size=8).hexdigest()

    @contextmanager
    def noting(self, file: str = "") -> Iterator[None]:
        """Collect the faults raised inside this block, and mark `file` as not whole."""
        try:
            yield
        except PackError as error:
            self.faults += error.faults
            self._broken.add(file)

    def note(self, faults: Iterable[str]) -> None:
        """Collect a check's faults, up to MOST_FAULTS in total."""
        with self.noting():
            self.faults.extend(islice(faults, max(0, MOST_FAULTS - len(self.faults))))

    def whole(self, *files: str) -> bool:
        """Tell if every entry of these files could be read; otherwise counting them makes no sense."""
        return all(self._broken.isdisjoint((file, *self._parts[file])) for file in files)

    def finish(self) -> None:
        """Raise PackError if there are faults: by file and entry, with faults about the whole pack last."""
        if self.faults:
            raise PackError(*sorted(self.faults, key=self._sort_key))

    def _sort_key(self, fault: str) -> tuple[int, int]:
        file, _, rest = fault.partition(": ")
        entry = re.match(r"\w+ (\d+)", rest)
        shown = list(self._shown.values())
        place = shown.index(file) if file in shown else len(shown)
        return place, int(entry[1]) if entry else MAX_BYTES

    def entries(self, file: str, table: str, shape: type[T]) -> list[T]:
        """Return a file's or folder's valid `[[table]]` entries as instances of `shape`. Duplicate ids are faults."""
        entries: list[T] = []
        self._shapes[table] = (file, shape)
        for name in self._parts[file]:
            if name in self._data:
                self.note(self._faults_of_table(name, table))
        if self._too_many(file, table):
            return []
        for place, row in self._rows(file, table):
            if len(self.faults) >= MOST_FAULTS:
                break
            with self.noting(file):
                entry: T = structure_entry(row, shape, place)
                self._places[id(entry)] = place
                entries.append(entry)
        self.note(_double_ids([(self.where(entry), entry) for entry in entries]))
        self.note(fault for entry in entries for fault in self._unknown_rules(entry))
        return entries

    def _too_many(self, file: str, table: str) -> bool:
        """Tell if a table has too many entries to check; note that as its only fault."""
        number = 0
        for name in self._parts[file]:
            rows = self._data.get(name, {}).get(table)
            number += len(rows) if isinstance(rows, list) else 0
            if number > MAX_ENTRIES:
                with self.noting(file):
                    raise PackError(f"{self._shown[name]}: more than {MAX_ENTRIES} entries [[{table}]].")
                return True
        return False

    def where(self, entry: object) -> str:
        """Return an entry's place, as faults name it: “ancients.toml: ancient 3 ('Old Regent')”."""
        return self._places[id(entry)]

    def has_rule(self, rule: str) -> bool:
        """Tell if an entry may cite this rule."""
        return rule in self._rules

    def texts(self, file: str, table: str, *fields: str) -> Iterator[tuple[str, str, str, str]]:
        """Yield (place, id or name, field, text) for every entry, even if its other fields are faulty."""
        for place, row in self._rows(file, table):
            for field in fields:
                if isinstance(row, dict) and isinstance(row.get(field), str):
                    yield f"{place}: {field}", entry_label(row), field, row[field]

    def _rows(self, file: str, table: str) -> Iterator[tuple[str, object]]:
        for name in self._parts[file]:
            rows = self._data.get(name, {}).get(table)
            if isinstance(rows, dict):  # [table] in place of [[table]]: reported elsewhere, but still read
                rows = [rows]
            for number, row in enumerate(rows if isinstance(rows, list) else (), 1):
                yield f"{self._shown[name]}: {table} {number_and_label(number, row)}", row

    def _faults_of_folder(self) -> Iterator[str]:
        """Yield faults about files: too many, missing, or unknown to this game."""
        folders = [name for name in self._parts if "*" in name]
        for name in folders:
            if not self._parts[name]:
                self._broken.add(name)
                yield f"{name}: there is no such file in {clip(str(self.folder), 200)}."
            elif len(self._parts[name]) > MAX_FILES:
                yield f"{name}: more than {MAX_FILES} files."
        for pattern in ("*.toml", "*/*.toml") if folders else ("*.toml",):
            for extra in _files_matching(self.folder, pattern):
                if extra not in self._files:
                    yield f"{clip(extra)}: not a file of this game's packs: {nearest(extra, self._parts)}"

    def _faults_of_table(self, file: str, table: str) -> Iterator[str]:
        """Yield faults of a file as a whole: it may hold only `[[table]]` entries."""
        data, shown = self._data[file], self._shown[file]
        others = [key for key in data if key != table][:MOST_FAULTS_PER_ENTRY]
        wrong = [f"{shown}: unknown table {clip(key)}: {nearest(key, [table])}" for key in others]
        if table in data and isinstance(data[table], dict):
            wrong.append(f"{shown}: {table} 1: {_brackets_hint(table)}.")
        elif table in data and not isinstance(data[table], list):
            wrong.append(f"{shown}: {table}: expected a list, not {clip(data[table])}.")
        elif not data:
            wrong.append(f"{shown}: this file is empty: 0 entries [[{table}]].")
        if wrong:
            self._broken.add(file)
        yield from wrong

    def _unknown_rules(self, entry: object) -> Iterator[str]:
        """Yield faults for unknown rules that an entry says it carries out."""
        for rule in getattr(entry, "rules", ()):
            if not self.has_rule(rule):
                yield f"{self.where(entry)}: rules: there is no rule {clip(rule)}: {nearest(rule, self._rules)}"


def check_folder(folder: Path) -> None:
    """Raise PackError if there is no such folder."""
    if not is_there(folder, S_ISDIR):
        what = ": that is a file, and a pack is a folder" if is_there(folder, S_ISREG) else ""
        raise PackError(f"There is no pack folder {clip(str(folder), 200)}{what}.")


def _files_matching(folder: Path, pattern: str) -> list[str]:
    """Return the files in a pack that match a pattern, by their names in it; at most one more than allowed."""
    return sorted(path.relative_to(folder).as_posix() for path in islice(folder.glob(pattern), MAX_FILES + 1))


def _names_matching(files: Iterable[str], pattern: str) -> list[str]:
    """Return the files already read that match a pattern."""
    return sorted(name for name in files if name.count("/") == pattern.count("/") and fnmatchcase(name, pattern))


def read_in_pack(folder: Path, name: str) -> TomlTable:
    """Return the data in a pack's file. Raise PackError, with a hint if single brackets may be the cause."""
    path = folder / name
    if _leads_out(folder, path):
        raise PackError(f"{printed(name)}: this link leads out of the pack.")
    try:
        return read_toml(path, name)
    except PackError as error:
        single = re.search(r"^[ \t]*\[([\w-]{1,40})\][ \t]*(#.*)?$", text_or_nothing(path), re.MULTILINE)
        if single is None:
            raise
        raise PackError(f"{error} Note that {_brackets_hint(single[1])}.") from None


def _leads_out(folder: Path, path: Path) -> bool:
    """Tell if a path leads out of the pack through a link."""
    try:
        return path.exists() and not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links leads nowhere
        return False


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # deleted since it was read
        return 0


def _brackets_hint(table: str) -> str:
    return f"start an entry with [[{table}]], with two pairs of brackets, not [{table}]"


def _double_ids(entries: list[tuple[str, object]]) -> Iterator[str]:
    """Yield a fault for each id used twice, from (place, entry) pairs."""
    seen: dict[str, str] = {}
    for place, entry in entries:
        key = getattr(entry, "id", None) or getattr(entry, "name", None)
        if key in seen:
            (file, _, other), mine = seen[key].partition(": "), place.partition(": ")[0]
            yield f"{place}: the same id as {other if file == mine else seen[key]}."
        elif key is not None:
            seen[key] = place


def slug(name: str) -> str:
    """Return a name as a word in moves: “frost-widow” for “Frost Widow”."""
    return name.lower().replace(" ", "-")


def name_faults(named: list[tuple[str, str]]) -> Iterator[str]:
    """Yield faults of names, from (place, name) pairs: they must suit moves and buttons, and must not look alike."""
    slugs: dict[str, str] = {}
    for where, name in named:
        wrong_letter = next((c for c in name if not (_is_plain_letter(c) or c in " -'")), "")
        if not 1 <= len(name) <= MAX_NAME or wrong_letter or name != name.strip():
            other = (
                f" {character_in_words(wrong_letter)[:1].upper()}{character_in_words(wrong_letter)[1:]} isn't allowed."
                if wrong_letter
                else ""
            )
            yield f"{where} {clip(name)}: a name has 1 to {MAX_NAME} letters, spaces and hyphens.{other}"
        elif mixture := _mixed_scripts(name):
            yield f"{where} {clip(name)}: letters of two scripts look alike: {mixture}."
        elif slug(name) in slugs:
            yield f"{where} {clip(name)}: too much like {slugs[slug(name)]}."
        slugs.setdefault(slug(name), f"{clip(name)}{_entry_in_words(where)}")


def _is_plain_letter(letter: str) -> bool:
    """Tell if this is a normal letter, not a variant such as a wide or raised one."""
    return letter.isalpha() and normalize("NFKC", letter) == letter


def _mixed_scripts(name: str) -> str:
    """Return a note if a name mixes look-alike scripts, such as “'L' is Latin and 'о' is Cyrillic”; else empty."""
    letter_of_script: dict[str, str] = {}
    for letter in name:
        script = unicode_name(letter, "").partition(" ")[0]
        if script in SCRIPTS_WITH_LOOKALIKES:
            letter_of_script.setdefault(script, letter)
    notes = [f"'{letter}' is {script.capitalize()}" for script, letter in letter_of_script.items()]
    return " and ".join(notes[:2]) if len(notes) > 1 else ""


def _entry_in_words(where: str) -> str:
    """Return “ of tile 3” for a place that names its entry; else empty."""
    entry = re.search(r": (\w+ \d+)\b", where)
    return f" of {entry[1]}" if entry else ""
