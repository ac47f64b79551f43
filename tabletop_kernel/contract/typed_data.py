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
UNKNOWN_FIELD = "unknown field"
MOST_FAULTS_PER_ENTRY = 10  # faults shown per entry, at most


def structure(data: object, shape: type[T], file: str, root: str) -> T:
    """Return plain data as typed entries. Raise PackError for the first fault."""
    try:
        return _converter().structure(data, shape)
    except Exception as error:
        where, problem = _faults_to_report(error, root, data)[0]
        raise PackError(": ".join(part for part in (file, where, problem) if part)) from None


def structure_entry(row: object, shape: type[T], place: str) -> T:
    """Return one typed entry. Raise PackError with all its faults, at most OF_AN_ENTRY."""
    try:
        return _converter().structure(row, shape)
    except Exception as error:
        faults = _faults_to_report(error, place, row)[:MOST_FAULTS_PER_ENTRY]
        raise PackError(*(f"{where}: {problem}" for where, problem in faults)) from None


def _faults_to_report(error: Exception, root: str, data: object) -> list[tuple[str, str]]:
    """Return the faults to report. Misspelt fields come first, and hide the missing fields that they explain."""
    faults = list(_faults_inside(error, root, data)) or [(root, str(error))]
    misspelt = [fault for fault in faults if fault[1].startswith(UNKNOWN_FIELD)]
    meant = {(where, problem.partition("did you mean ")[2].rstrip("?")) for where, problem in misspelt}
    others = [(where, problem) for where, problem in faults if not problem.startswith(UNKNOWN_FIELD)]
    return misspelt + [
        fault for fault in others if (fault[0], fault[1].removeprefix("the field ").partition(" ")[0]) not in meant
    ]


_converters: list[Converter] = []


def _converter() -> Converter:
    """Return the shared cattrs converter. It is strict: a text is not a number, and an unknown field is a mistake."""
    if not _converters:
        import cattrs
        from cattrs import cols

        converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
        for kind, expected in ((int, "a whole number"), (str, "a text"), (bool, "true or false")):
            converter.register_structure_hook(kind, _hook_for_exactly(kind, expected))
        converter.register_structure_hook_factory(is_dataclass)(_hook_for_entry)
        sequences = _check_type_first(list, "a list", cols.list_structure_factory)
        converter.register_structure_hook_factory(cols.is_sequence)(sequences)
        mappings = _check_type_first(dict, "a table", cols.mapping_structure_factory)
        converter.register_structure_hook_factory(cols.is_mapping)(mappings)
        _converters.append(converter)
    return _converters[0]


def _hook_for_exactly(kind: type, expected: str) -> Hook:
    """Return a hook that takes only this type; for anything else it raises TypeError, which says what it expected."""

    def check(value: object, _: object) -> object:
        if type(value) is not kind:
            raise TypeError(f"expected {expected}, not {clip(value)}.")
        if isinstance(value, int) and abs(value) >= MAX_NUMBER:
            raise TypeError("a number that is too large.")
        return value

    return check


def _hook_for_entry(shape: Any, converter: Converter) -> Hook:
    """Return a hook for an entry. An entry that declares `written_as` may also be a text, which fills that field."""
    field = getattr(shape, "written_as", "")
    hook = converter.gen_structure_attrs_fromdict(shape)
    check = _hook_for_exactly(dict, "text or a table" if field else "a table")
    return lambda value, shape: hook({field: value} if field and isinstance(value, str) else check(value, shape), shape)


def _check_type_first(kind: type, expected: str, factory: HookFactory) -> HookFactory:
    """Return a hook for a container, because cattrs would accept a text as a list of letters."""

    def make(shape: object, converter: Converter) -> Hook:
        hook, check = factory(shape, converter), _hook_for_exactly(kind, expected)
        return lambda value, shape: hook(check(value, shape), shape)

    return make


def _faults_inside(error: BaseException, where: str, data: object) -> Iterator[tuple[str, str]]:
    """Yield every fault inside a cattrs error, with its place in the file."""
    from cattrs.errors import ForbiddenExtraKeysError

    inner_errors = getattr(error, "exceptions", None)
    if inner_errors is None:
        if isinstance(error, ForbiddenExtraKeysError):
            known = list(getattr(error.cl, "__dataclass_fields__", {}))
            for extra in sorted(error.extra_fields)[:MOST_FAULTS_PER_ENTRY]:
                yield where, f"{UNKNOWN_FIELD} {clip(extra)}: {nearest(extra, known)}"
        elif isinstance(error, KeyError):
            yield where, f"the field '{error.args[0]}' is missing."
        else:
            yield where, str(error)
        return
    for part_error in inner_errors:
        place, part = _place_inside(part_error, data)
        yield from _faults_inside(part_error, f"{where} {place}".strip(), part)


def _place_inside(error: BaseException, data: Any) -> tuple[str, object]:
    """Return the place of a nested error in words, and the data there."""
    from cattrs import AttributeValidationNote, IterableValidationNote

    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            missing = isinstance(error, KeyError)  # then its text names the field
            return ("" if missing else note.name), data.get(note.name)
        if isinstance(note, IterableValidationNote) and isinstance(data, dict):
            return clip(note.index), data.get(note.index)
        if isinstance(note, IterableValidationNote) and isinstance(note.index, int):
            return number_and_label(note.index + 1, data[note.index]), data[note.index]
    return "", data


def number_and_label(number: int, row: object) -> str:
    """Return the name of a list entry as a person would say it: “3 ('Old Regent')”."""
    if not isinstance(row, dict):
        return f"entry {number}"
    return f"{number} ({clip(entry_label(row))})" if entry_label(row) else f"{number}"


def entry_label(row: Mapping[str, object]) -> str:
    """Return an entry's id, or its name if the id is missing or a number; empty if it has neither."""
    return next((label for label in (row.get("id"), row.get("name")) if label and isinstance(label, str)), "")
