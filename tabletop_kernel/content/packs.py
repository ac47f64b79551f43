"""Content packs: TOML files -> typed entries, with errors that name file, entry, field and the nearest right word.

A pack is a folder. What an entry may hold is a dataclass of the game; cattrs does the structuring.
A game names its files; `missions/*.toml` is a folder of them, to which a group adds by adding a file.
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
from typing import Any, TypeVar
from unicodedata import name as unicode_name
from unicodedata import normalize

from tabletop_kernel.contract.errors import PackError, clip, nearest, printed, sign
from tabletop_kernel.contract.pack_contents import Contents, being_read, tell_reader
from tabletop_kernel.contract.toml_files import MAX_BYTES, is_there, read_toml, text_or_nothing
from tabletop_kernel.contract.typed_data import OF_AN_ENTRY, label, numbered, structured_entry

T = TypeVar("T")
MAX_FILES = 200  # in a folder of a pack
MAX_PACK_BYTES = 2_000_000  # all files together
MAX_ENTRIES, MAX_PACK_ENTRIES = 500, 1_200  # in a table, and in all of them: ten times the largest house pack
MAX_NAME = 30  # letters of a card's name
ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU")  # scripts with letters in common
MOST_FAULTS = 100  # that are told at once; nobody mends more in one go


class Pack:
    """A folder of TOML files, read once; `digest` identifies the content, whatever its comments and layout.

    Faults are collected, so that all of them can be told at once: `finish` raises them. What follows from a fault that
    has been told is not told again: a check of a whole file asks first whether the file is `whole`.
    """

    def __init__(self, folder: Path, files: tuple[str, ...], rules: Collection[str] = ()) -> None:
        given = being_read()
        if given is None:
            check_folder(folder)
        self.folder = folder
        self.faults: list[str] = []
        self._rules = rules
        self._shapes: dict[str, tuple[str, type]] = {}
        found = partial(_matching, folder) if given is None else partial(_among, given.files)
        self._parts = {name: found(name) if "*" in name else [name] for name in files}
        self._files = [name for names in self._parts.values() for name in names]
        self._data: dict[str, dict[str, Any]] = {}
        self._broken: set[str] = set()  # files in which something can't be read
        self._places: dict[int, str] = {}  # where each entry stands
        self._shown = {name: printed(name) for name in self._files}  # a name may hold anything, as may what is in it
        if given is not None:
            self._data = given.files
        tell_reader(Contents(folder, self._data, self._shapes))
        if given is None:
            self._read_files()
            self.note(self._faults_of_folder())

    def _read_files(self) -> None:
        """Read the files, as long as they are not too much to be a pack that people wrote."""
        size = entries = 0
        for name in self._files:
            if size > MAX_PACK_BYTES or entries > MAX_PACK_ENTRIES:
                self._broken.add(name)  # not read: what is too much has been told
                continue
            with self.noting(name):
                data = read_in_pack(self.folder, name)
                entries += sum(len(rows) for rows in data.values() if isinstance(rows, list))
                size += _size(self.folder / name)
                if size > MAX_PACK_BYTES:
                    raise PackError(f"{self._shown[name]}: this file takes the pack over {MAX_PACK_BYTES:,} bytes.")
                if entries > MAX_PACK_ENTRIES:
                    raise PackError(f"{self._shown[name]}: this file takes the pack over {MAX_PACK_ENTRIES:,} entries.")
                self._data[name] = data

    @property
    def digest(self) -> str:
        import hashlib
        import json

        data = dict(self._data)
        for folder, names in self._parts.items():
            if "*" in folder:  # what its files are called, and in which order they come, is layout
                read = [data.pop(name) for name in names if name in data]  # a file with a fault has no data
                data[folder] = {"": sorted(json.dumps(one, sort_keys=True) for one in read)}
        canonical = json.dumps(data, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2s(canonical.encode(), digest_size=8).hexdigest()

    @contextmanager
    def noting(self, file: str = "") -> Iterator[None]:
        """Keep the faults of what is tried; with a file's name, that file is not whole then."""
        try:
            yield
        except PackError as error:
            self.faults += error.faults
            self._broken.add(file)

    def note(self, faults: Iterable[str]) -> None:
        """Keep the faults that a check finds."""
        with self.noting():
            self.faults.extend(islice(faults, max(0, MOST_FAULTS - len(self.faults))))

    def whole(self, *files: str) -> bool:
        """Whether every entry of these files could be read: otherwise there is no point in counting them."""
        return all(self._broken.isdisjoint((file, *self._parts[file])) for file in files)

    def finish(self) -> None:
        """Raise PackError if there were faults: file by file, entry by entry, and what is about all entries last."""
        if self.faults:
            raise PackError(*sorted(self.faults, key=self._order))

    def _order(self, fault: str) -> tuple[int, int]:
        file, _, rest = fault.partition(": ")
        entry = re.match(r"\w+ (\d+)", rest)
        shown = list(self._shown.values())
        place = shown.index(file) if file in shown else len(shown)
        return place, int(entry[1]) if entry else MAX_BYTES

    def entries(self, file: str, table: str, shape: type[T]) -> list[T]:
        """The entries `[[table]]` of a file or folder that are in order, as instances of `shape`; ids must differ."""
        found: list[T] = []
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
                entry: T = structured_entry(row, shape, place)
                self._places[id(entry)] = place
                found.append(entry)
        self.note(_doubles([(self.where(entry), entry) for entry in found]))
        self.note(fault for entry in found for fault in self._unknown_rules(entry))
        return found

    def _too_many(self, file: str, table: str) -> bool:
        """Whether a table has more entries than can be checked; then that is all that is told of it."""
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
        """The place of an entry, as a fault names it: «ancients.toml: ancient 3 ('Old Regent')»."""
        return self._places[id(entry)]

    def has_rule(self, rule: str) -> bool:
        """Whether an entry may cite this rule."""
        return rule in self._rules

    def texts(self, file: str, table: str, *fields: str) -> Iterator[tuple[str, str, str, str]]:
        """(place, id or name, field, text) of every entry: these texts can be checked whatever else is wrong there."""
        for place, row in self._rows(file, table):
            for field in fields:
                if isinstance(row, dict) and isinstance(row.get(field), str):
                    yield f"{place}: {field}", label(row), field, row[field]

    def _rows(self, file: str, table: str) -> Iterator[tuple[str, Any]]:
        for name in self._parts[file]:
            rows = self._data.get(name, {}).get(table)
            if isinstance(rows, dict):  # [table] in place of [[table]]: told elsewhere, and read all the same
                rows = [rows]
            for number, row in enumerate(rows if isinstance(rows, list) else (), 1):
                yield f"{self._shown[name]}: {table} {numbered(number, row)}", row

    def _faults_of_folder(self) -> Iterator[str]:
        """Files that are too many, missing, or not of this game."""
        folders = [name for name in self._parts if "*" in name]
        for name in folders:
            if not self._parts[name]:
                self._broken.add(name)
                yield f"{name}: there is no such file in {clip(str(self.folder), 200)}."
            elif len(self._parts[name]) > MAX_FILES:
                yield f"{name}: more than {MAX_FILES} files."
        for pattern in ("*.toml", *["*/*.toml"] * bool(folders)):
            for extra in _matching(self.folder, pattern):
                if extra not in self._files:
                    yield f"{clip(extra)}: not a file of this game's packs: {nearest(extra, self._parts)}"

    def _faults_of_table(self, file: str, table: str) -> Iterator[str]:
        """What is wrong with a file as a whole: it holds entries `[[table]]` and nothing else."""
        data, shown = self._data[file], self._shown[file]
        others = [key for key in data if key != table][:OF_AN_ENTRY]
        wrong = [f"{shown}: unknown table {clip(key)}: {nearest(key, [table])}" for key in others]
        if table in data and isinstance(data[table], dict):
            wrong.append(f"{shown}: {table} 1: {_brackets(table)}.")
        elif table in data and not isinstance(data[table], list):
            wrong.append(f"{shown}: {table}: expected a list, not {clip(data[table])}.")
        elif not data:
            wrong.append(f"{shown}: this file is empty: 0 entries [[{table}]].")
        if wrong:
            self._broken.add(file)
        yield from wrong

    def _unknown_rules(self, entry: object) -> Iterator[str]:
        """An entry may name the rules that it carries out."""
        for rule in getattr(entry, "rules", ()):
            if not self.has_rule(rule):
                yield f"{self.where(entry)}: rules: there is no rule {clip(rule)}: {nearest(rule, self._rules)}"


def check_folder(folder: Path) -> None:
    """PackError if there is no such folder."""
    if not is_there(folder, S_ISDIR):
        what = ": that is a file, and a pack is a folder" if is_there(folder, S_ISREG) else ""
        raise PackError(f"There is no pack folder {clip(str(folder), 200)}{what}.")


def _matching(folder: Path, pattern: str) -> list[str]:
    """The files of a pack that a pattern means, as they are called in it; not many more than there may be."""
    return sorted(path.relative_to(folder).as_posix() for path in islice(folder.glob(pattern), MAX_FILES + 1))


def _among(files: Iterable[str], pattern: str) -> list[str]:
    """The same of files that were read already."""
    return sorted(name for name in files if name.count("/") == pattern.count("/") and fnmatchcase(name, pattern))


def read_in_pack(folder: Path, name: str) -> dict[str, Any]:
    """A file of entries. Where it is no TOML, a heading in single brackets may be the cause: it says so."""
    path = folder / name
    if _leads_out(folder, path):
        raise PackError(f"{printed(name)}: this link leads out of the pack.")
    try:
        return read_toml(path, name)
    except PackError as error:
        single = re.search(r"^[ \t]*\[([\w-]{1,40})\][ \t]*(#.*)?$", text_or_nothing(path), re.MULTILINE)
        if single is None:
            raise
        raise PackError(f"{error} Note that {_brackets(single[1])}.") from None


def _leads_out(folder: Path, path: Path) -> bool:
    """Whether there is something behind a link, or in a folder that is one, which does not lie in the pack."""
    try:
        return path.exists() and not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links leads nowhere
        return False


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # gone since it was read
        return 0


def _brackets(table: str) -> str:
    return f"start an entry with [[{table}]], with two pairs of brackets, not [{table}]"


def _doubles(entries: list[tuple[str, Any]]) -> Iterator[str]:
    """Two entries with one id, of (place, entry) pairs."""
    seen: dict[str, str] = {}
    for place, entry in entries:
        key = getattr(entry, "id", None) or getattr(entry, "name", None)
        if key in seen:
            (file, _, other), mine = seen[key].partition(": "), place.partition(": ")[0]
            yield f"{place}: the same id as {other if file == mine else seen[key]}."
        elif key is not None:
            seen[key] = place


def slug(name: str) -> str:
    """A name as a word of moves: «Frost Widow» is frost-widow."""
    return name.lower().replace(" ", "-")


def wrong_names(named: list[tuple[str, str]]) -> Iterator[str]:
    """What is wrong with names, of (place, name) pairs: they are words of moves and buttons, and must not be alike."""
    slugs: dict[str, str] = {}
    for where, name in named:
        odd = next((c for c in name if not (_plain(c) or c in " -'")), "")
        if not 1 <= len(name) <= MAX_NAME or odd or name != name.strip():
            other = f" {sign(odd)[:1].upper()}{sign(odd)[1:]} isn't allowed." if odd else ""
            yield f"{where} {clip(name)}: a name has 1 to {MAX_NAME} letters, spaces and hyphens.{other}"
        elif mixed := _two_scripts(name):
            yield f"{where} {clip(name)}: letters of two scripts look alike: {mixed}."
        elif slug(name) in slugs:
            yield f"{where} {clip(name)}: too much like {slugs[slug(name)]}."
        slugs.setdefault(slug(name), f"{clip(name)}{_of_entry(where)}")


def _plain(letter: str) -> bool:
    """Whether this is a letter, and not another way to write one, such as a wide or a raised one."""
    return letter.isalpha() and normalize("NFKC", letter) == letter


def _two_scripts(name: str) -> str:
    """Letters of scripts that look alike, if a name has such of two of them: «'L' is Latin and 'о' is Cyrillic»."""
    found: dict[str, str] = {}
    for letter in name:
        script = unicode_name(letter, "").partition(" ")[0]
        if script in ALIKE:
            found.setdefault(script, letter)
    said = [f"'{letter}' is {script.capitalize()}" for script, letter in found.items()]
    return " and ".join(said[:2]) if len(said) > 1 else ""


def _of_entry(where: str) -> str:
    """Which entry a place means, if it says so: « of tile 3»."""
    entry = re.search(r": (\w+ \d+)\b", where)
    return f" of {entry[1]}" if entry else ""
