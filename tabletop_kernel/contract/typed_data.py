"""Plain data as typed entries. Each fault is one sentence: the entry, the field and the closest right word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tabletop_kernel.contract.errors import PackError, clip, nearest

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]  # (value, shape) -> the value with that type, as cattrs calls it
HookFactory = Callable[[Any, "Converter"], Hook]  # (shape, converter) -> the hook for this shape
MAX_NUMBER = 1 << 63
UNKNOWN = "unknown field"
OF_AN_ENTRY = 10  # faults shown per entry, at most


def structure(data: object, shape: type[T], file: str, root: str) -> T:
    """Return plain data as typed entries. Raise PackError for the first fault."""
    try:
        return _converter().structure(data, shape)
    except Exception as error:
        where, problem = _told(error, root, data)[0]
        raise PackError(": ".join(part for part in (file, where, problem) if part)) from None


def structured_entry(row: object, shape: type[T], place: str) -> T:
    """Return one typed entry. Raise PackError with all its faults, at most OF_AN_ENTRY."""
    try:
        return _converter().structure(row, shape)
    except Exception as error:
        told = _told(error, place, row)[:OF_AN_ENTRY]
        raise PackError(*(f"{where}: {problem}" for where, problem in told)) from None


def _told(error: Exception, root: str, data: object) -> list[tuple[str, str]]:
    """Return the faults to report. Misspelt fields come first, and hide the missing fields that they explain."""
    found = list(_problems(error, root, data)) or [(root, str(error))]
    misspelt = [one for one in found if one[1].startswith(UNKNOWN)]
    meant = {(where, problem.partition("did you mean ")[2].rstrip("?")) for where, problem in misspelt}
    rest = [(where, problem) for where, problem in found if not problem.startswith(UNKNOWN)]
    return misspelt + [
        one for one in rest if (one[0], one[1].removeprefix("the field ").partition(" ")[0]) not in meant
    ]


_converters: list[Converter] = []


def _converter() -> Converter:
    """Return the shared cattrs converter. It is strict: a text is not a number, and an unknown field is a mistake."""
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


def _exactly(kind: type, said: str) -> Hook:
    """Return a hook that takes only this type; for anything else it raises TypeError, which says what it expected."""

    def check(value: object, _: object) -> object:
        if type(value) is not kind:
            raise TypeError(f"expected {said}, not {clip(value)}.")
        if isinstance(value, int) and abs(value) >= MAX_NUMBER:
            raise TypeError("a number that is too large.")
        return value

    return check


def _entry(shape: Any, converter: Converter) -> Hook:
    """Return a hook for an entry. An entry that declares `written_as` may also be a text, which fills that field."""
    field = getattr(shape, "written_as", "")
    inner = converter.gen_structure_attrs_fromdict(shape)
    check = _exactly(dict, "text or a table" if field else "a table")
    return lambda value, shape: inner(
        {field: value} if field and isinstance(value, str) else check(value, shape), shape
    )


def _first_exactly(kind: type, said: str, factory: HookFactory) -> HookFactory:
    """Return a hook for a container, because cattrs would accept a text as a list of letters."""

    def make(shape: object, converter: Converter) -> Hook:
        inner, check = factory(shape, converter), _exactly(kind, said)
        return lambda value, shape: inner(check(value, shape), shape)

    return make


def _problems(error: BaseException, where: str, data: object) -> Iterator[tuple[str, str]]:
    """Yield every fault inside a cattrs error, with its place in the file."""
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


def _place(error: BaseException, data: Any) -> tuple[str, object]:
    """Return the place of a nested error in words, and the data there."""
    from cattrs import AttributeValidationNote, IterableValidationNote

    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            missing = isinstance(error, KeyError)  # then its text names the field
            return ("" if missing else note.name), data.get(note.name)
        if isinstance(note, IterableValidationNote) and isinstance(data, dict):
            return clip(note.index), data.get(note.index)
        if isinstance(note, IterableValidationNote) and isinstance(note.index, int):
            return numbered(note.index + 1, data[note.index]), data[note.index]
    return "", data


def numbered(number: int, row: object) -> str:
    """Return the name of a list entry as a person would say it: “3 ('Old Regent')”."""
    if not isinstance(row, dict):
        return f"entry {number}"
    return f"{number} ({clip(label(row))})" if label(row) else f"{number}"


def label(row: Mapping[str, object]) -> str:
    """Return an entry's id, or its name if the id is missing or a number; empty if it has neither."""
    return next((known for known in (row.get("id"), row.get("name")) if known and isinstance(known, str)), "")
