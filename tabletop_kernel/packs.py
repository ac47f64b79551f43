"""Content packs: TOML files -> typed entries, with errors that name file, entry, field and the nearest right word.

A pack is a folder. What an entry may hold is a dataclass of the game; cattrs does the structuring.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, TypeVar, cast

from tabletop_kernel.errors import PackError, clip, nearest

T = TypeVar("T")
MAX_BYTES = 400_000  # a file is written by people; anything larger is a mistake or an attack
MAX_NUMBER = 1 << 63
MAX_NAME = 30  # letters of a card's name
UNKNOWN = "unknown field"
MAX_DOTS = 40  # in a line: tomllib takes quadratic time for a key of many parts, hours for one of 100,000


class Pack:
    """A folder of TOML files, read once; `digest` identifies the content, whatever its comments and layout."""

    def __init__(self, folder: Path, files: tuple[str, ...]) -> None:
        if not _is(folder, S_ISDIR):
            raise PackError(f"There is no pack folder {clip(str(folder), 200)}.")
        self.folder = folder
        self._data = {name: read_toml(folder / name) for name in files}
        for extra in sorted(path.name for path in folder.glob("*.toml")):
            if extra not in self._data:
                raise PackError(f"{clip(extra)}: not a file of this game's packs: {nearest(extra, files)}")

    @property
    def digest(self) -> str:
        import hashlib
        import json

        canonical = json.dumps(self._data, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2s(canonical.encode(), digest_size=8).hexdigest()

    def entries(self, file: str, table: str, shape: type[T]) -> list[T]:
        """The entries `[[table]]` of a file, as instances of `shape`; ids must differ."""
        data = self._data[file]
        for key in data:
            if key != table:
                raise PackError(f"{file}: unknown table {clip(key)}: {nearest(key, [table])}")
        found = structure(data.get(table, []), list[shape], file, table)  # type: ignore[valid-type]
        unique(found, file, table)
        return cast(list[T], found)


def read_toml(path: Path) -> dict[str, Any]:
    """One TOML file; PackError says what is wrong with it and in which line."""
    try:
        return tomllib.loads(_read_text(path))
    except RecursionError:
        raise PackError(f"{path.name}: nested too deeply.") from None
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{path.name}: not TOML: {error}.") from None
    except ValueError:
        raise PackError(f"{path.name}: a number with thousands of digits.") from None


def _read_text(path: Path) -> str:
    """The text of a file that people wrote: a plain file of a modest size, in UTF-8, with keys of a modest length."""
    if not _is(path, S_ISREG):
        raise PackError(f"{path.name}: this file is missing from {clip(str(path.parent), 200)}.")
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise PackError(f"{path.name}: larger than {MAX_BYTES:,} bytes.")
        text = raw.decode()
    except OSError as error:
        raise PackError(f"{path.name}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise PackError(f"{path.name}: not a text in UTF-8.") from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise PackError(f"{path.name}: line {number} has more than {MAX_DOTS} dots.")
    return text


def _is(path: Path, kind: Callable[[int], bool]) -> bool:
    """Whether something of this kind is there; a pipe is no file: to open it would wait forever."""
    try:
        return kind(path.stat().st_mode)
    except (OSError, ValueError):  # nothing there, no permission, a loop of links, an impossible name
        return False


def unique(entries: list[Any], file: str, table: str) -> None:
    """Refuse two entries with one id."""
    seen: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        key = getattr(entry, "id", None) or getattr(entry, "name", None)
        if key in seen:
            raise PackError(f"{file}: {table} {number} ({clip(key)}): the same id as entry {seen[key]}.")
        if key is not None:
            seen[key] = number


def slug(name: str) -> str:
    """A name as a word of moves: «Frost Widow» is frost-widow."""
    return name.lower().replace(" ", "-")


def check_names(named: list[tuple[str, str]]) -> None:
    """Refuse (place, name) pairs with names that cannot be words of moves and buttons, or are too much alike."""
    slugs: dict[str, str] = {}
    for where, name in named:
        if not 1 <= len(name) <= MAX_NAME or not all(c.isalpha() or c in " -'" for c in name) or name != name.strip():
            raise PackError(f"{where} {clip(name)}: a name has 1 to {MAX_NAME} letters, blanks and hyphens.")
        if slug(name) in slugs:
            raise PackError(f"{where} {clip(name)}: too much like {clip(slugs[slug(name)])}.")
        slugs[slug(name)] = name


def structure(data: Any, shape: Any, file: str, root: str) -> Any:
    """Plain data as typed entries."""
    try:
        return _converter().structure(data, shape)
    except Exception as error:
        found = [*_problems(error, root, data), (root, str(error))]
        misspelt = (problem for problem in found if problem[1].startswith(UNKNOWN))  # explains what is missing, too
        where, problem = next(misspelt, found[0])
        raise PackError(": ".join(part for part in (file, where, problem) if part)) from None


_converters: list[Any] = []


def _converter() -> Any:
    """A cattrs converter that takes values as they are: a text is not a number, an unknown field is a mistake."""
    if not _converters:
        import cattrs
        from cattrs import cols

        converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
        for kind, said in ((int, "a whole number"), (str, "a text"), (bool, "true or false")):
            converter.register_structure_hook(kind, _exactly(kind, said))
        entries = _first_exactly(dict, "a table", lambda shape, inner: inner.gen_structure_attrs_fromdict(shape))
        converter.register_structure_hook_factory(is_dataclass)(entries)
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
            extra = sorted(error.extra_fields)[0]
            known = list(getattr(error.cl, "__dataclass_fields__", {}))
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
            part = data[note.index]
            label = part.get("id") or part.get("name") if isinstance(part, dict) else None
            number = f"{note.index + 1}" if isinstance(part, dict) else f"entry {note.index + 1}"
            return (f"{number} ({clip(label)})" if isinstance(label, str) else number), part
    return "", data
