"""Content packs: TOML files -> typed entries, with errors that name file, entry, field and the nearest right word.

A pack is a folder. What an entry may hold is a dataclass of the game; cattrs does the structuring.
A game names its files; `missions/*.toml` is a folder of them, to which a group adds by adding a file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from datetime import date, time
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, TypeVar, cast
from unicodedata import name as unicode_name
from unicodedata import normalize

from tabletop_kernel.contract.contents import Contents, being_read, tell_reader
from tabletop_kernel.contract.errors import PackError, clip, nearest, printed, sign

T = TypeVar("T")
MAX_FILES = 200  # in a folder of a pack
MAX_BYTES = 400_000  # a file is written by people; anything larger is a mistake or an attack
MAX_PACK_BYTES = 2_000_000  # all files together
MAX_ENTRIES, MAX_PACK_ENTRIES = 500, 1_200  # in a table, and in all of them: ten times the largest house pack
MAX_NUMBER = 1 << 63
MAX_NAME = 30  # letters of a card's name
ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU")  # scripts with letters in common
UNKNOWN = "unknown field"
MOST_FAULTS = 100  # that are told at once; nobody mends more in one go
OF_AN_ENTRY = 10  # of them, at most
MAX_DOTS = 40  # in a line: tomllib takes quadratic time for a key of many parts, hours for one of 100,000


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
                entry: T = _structured(row, shape, place)
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
                yield f"{self._shown[name]}: {table} {_numbered(number, row)}", row

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
    if not _is(folder, S_ISDIR):
        what = ": that is a file, and a pack is a folder" if _is(folder, S_ISREG) else ""
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
        single = re.search(r"^[ \t]*\[([\w-]{1,40})\][ \t]*(#.*)?$", _text_or_nothing(path), re.MULTILINE)
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


def _text_or_nothing(path: Path) -> str:
    try:
        return _read_text(path, path.name)
    except PackError:
        return ""


def read_toml(path: Path, name: str = "") -> dict[str, Any]:
    """One TOML file; PackError says what is wrong with it and in which line. `name` is what its pack calls it."""
    name = printed(name or path.name)
    return toml_in(_read_text(path, name), name)


def toml_in(text: str, name: str) -> dict[str, Any]:
    """The same of a text that somebody has read already, or sent."""
    _check_text(text, name)
    try:
        data = tomllib.loads(text)
        if dated := _dated(data):
            raise PackError(f"{name}: {clip(dated)} is a date or a time. Write a number, or put it in quotes.")
        return data
    except RecursionError:
        raise PackError(f"{name}: nested too deeply.") from None
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{name}: not TOML: {error}{_quoted(text, str(error))}.") from None
    except ValueError:
        raise PackError(f"{name}: this number has thousands of digits.") from None


def _dated(value: Any) -> str:
    """Return where TOML has a date or a time, which no file of ours has; empty if there is none."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        if isinstance(one, date | time):
            return str(key) if isinstance(key, str) else str(one)
        if found := _dated(one):
            return found
    return ""


def _check_text(text: str, name: str) -> None:
    """A text of a modest size, with keys of a modest length: what is not would take hours to read."""
    if len(text) > MAX_BYTES:
        raise PackError(f"{name}: larger than {MAX_BYTES:,} bytes.")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise PackError(f"{name}: line {number} has more than {MAX_DOTS} dots.")


def _quoted(text: str, problem: str) -> str:
    """The line that a problem is about, for those who do not count lines."""
    at = re.search(r"\(at line (\d+)", problem)
    line = text.split("\n")[int(at[1]) - 1].strip() if at else ""
    return f": {clip(line)}" if line else ""


def _read_text(path: Path, name: str) -> str:
    """The text of a file that people wrote: a plain file of a modest size, in UTF-8."""
    if not _is(path, S_ISREG):
        if _is(path, bool):
            raise PackError(f"{name}: this isn't a file: it is a folder, a pipe or a device.")
        raise PackError(f"{name}: this file is missing from {clip(str(path.parent), 200)}.")
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise PackError(f"{name}: larger than {MAX_BYTES:,} bytes.")
    except OSError as error:
        raise PackError(f"{name}: can't be read ({error.strerror}).") from None
    return _decoded(name, raw)


def _decoded(name: str, raw: bytes) -> str:
    """The text that these bytes are, in UTF-8 and in nothing else."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PackError(f"{name}: written in UTF-16. Save it in UTF-8.")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise PackError(
            f"{name}: begins with a byte-order mark. Save it in UTF-8 without one (not as “UTF-8 with BOM”)."
        )
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PackError(f"{name}: line {line} is not written in UTF-8. Save the file in UTF-8.") from None


def _is(path: Path, kind: Callable[[int], bool]) -> bool:
    """Whether something of this kind is there; a pipe is no file: to open it would wait forever."""
    try:
        return kind(path.stat().st_mode)
    except (OSError, ValueError):  # nothing there, no permission, a loop of links, an impossible name
        return False


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


def structure(data: Any, shape: Any, file: str, root: str) -> Any:
    """Plain data as typed entries; PackError names the first fault."""
    try:
        return _converter().structure(data, shape)
    except Exception as error:
        where, problem = _told(error, root, data)[0]
        raise PackError(": ".join(part for part in (file, where, problem) if part)) from None


def _structured(row: Any, shape: type[T], place: str) -> T:
    """One entry; PackError names all its faults."""
    try:
        return cast(T, _converter().structure(row, shape))
    except Exception as error:
        told = _told(error, place, row)[:OF_AN_ENTRY]
        raise PackError(*(f"{where}: {problem}" for where, problem in told)) from None


def _told(error: Exception, root: str, data: Any) -> list[tuple[str, str]]:
    """The faults worth telling: a misspelt field explains the one that is missing, and comes first."""
    found = list(_problems(error, root, data)) or [(root, str(error))]
    misspelt = [one for one in found if one[1].startswith(UNKNOWN)]
    meant = {(where, problem.partition("did you mean ")[2].rstrip("?")) for where, problem in misspelt}
    rest = [(where, problem) for where, problem in found if not problem.startswith(UNKNOWN)]
    return misspelt + [
        one for one in rest if (one[0], one[1].removeprefix("the field ").partition(" ")[0]) not in meant
    ]


_converters: list[Any] = []


def _converter() -> Any:
    """A cattrs converter that takes values as they are: a text is not a number, an unknown field is a mistake."""
    if not _converters:
        import cattrs
        from cattrs import cols

        converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
        for kind, said in ((int, "a whole number"), (str, "a text"), (bool, "true or false")):
            converter.register_structure_hook(kind, _exactly(kind, said))
        converter.register_structure_hook_factory(is_dataclass)(_entry)
        sequences = _first_exactly(list, "a list", cols.list_structure_factory)
        converter.register_structure_hook_factory(cols.is_sequence)(sequences)
        mappings = _first_exactly(dict, "a table", cols.mapping_structure_factory)
        converter.register_structure_hook_factory(cols.is_mapping)(mappings)
        _converters.append(converter)
    return _converters[0]


def _exactly(kind: type, said: str) -> Any:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {said}, not {clip(value)}.")
        if isinstance(value, int) and abs(value) >= MAX_NUMBER:
            raise TypeError("a number that is too large.")
        return value

    return check


def _entry(shape: Any, converter: Any) -> Any:
    """A hook for an entry. One that declares `written_as` may be written as a text alone, which is that field."""
    field = getattr(shape, "written_as", "")
    inner = converter.gen_structure_attrs_fromdict(shape)
    check = _exactly(dict, "text or a table" if field else "a table")
    return lambda value, shape: inner(
        {field: value} if field and isinstance(value, str) else check(value, shape), shape
    )


def _first_exactly(kind: type, said: str, factory: Any) -> Any:
    """A hook for a container: cattrs would take a text for a list of letters."""

    def make(shape: Any, converter: Any) -> Any:
        inner, check = factory(shape, converter), _exactly(kind, said)
        return lambda value, shape: inner(check(value, shape), shape)

    return make


def _problems(error: BaseException, where: str, data: Any) -> Iterator[tuple[str, str]]:
    """Every fault inside an error of cattrs, with its place in the file."""
    from cattrs.errors import ForbiddenExtraKeysError

    inner = getattr(error, "exceptions", None)
    if inner is None:
        if isinstance(error, ForbiddenExtraKeysError):
            known = list(getattr(error.cl, "__dataclass_fields__", {}))
            for extra in sorted(error.extra_fields)[:OF_AN_ENTRY]:
                yield where, f"{UNKNOWN} {clip(extra)}: {nearest(extra, known)}"
        elif isinstance(error, KeyError):
            yield where, f"the field '{error.args[0]}' is missing."
        else:
            yield where, str(error)
        return
    for each in inner:
        place, part = _place(each, data)
        yield from _problems(each, f"{where} {place}".strip(), part)


def _place(error: BaseException, data: Any) -> tuple[str, Any]:
    """Where in `data` a nested error belongs, as a person would say it; and what stands there."""
    from cattrs import AttributeValidationNote, IterableValidationNote

    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            missing = isinstance(error, KeyError)  # then its text names the field
            return ("" if missing else note.name), data.get(note.name)
        if isinstance(note, IterableValidationNote) and isinstance(data, dict):
            return clip(note.index), data.get(note.index)
        if isinstance(note, IterableValidationNote) and isinstance(note.index, int):
            return _numbered(note.index + 1, data[note.index]), data[note.index]
    return "", data


def _numbered(number: int, row: Any) -> str:
    """An entry of a list as a person would name it: «3 ('Old Regent')»."""
    if not isinstance(row, dict):
        return f"entry {number}"
    return f"{number} ({clip(label(row))})" if label(row) else f"{number}"


def label(row: dict[str, Any]) -> str:
    """What an entry is known by: its id, or its name where the id is a number or not there."""
    return next((known for known in (row.get("id"), row.get("name")) if known and isinstance(known, str)), "")
