"""The code that follows from the declared fields of a state (see `state_fields`)."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, TypeGuard, Union, get_args, get_origin

from tabletop_kernel.contract.basics import OpenDecision, Outcome, View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.zones import Faces, MayLook, everyone, nobody, owner

AS_NEW = "as new"  # a field that a written position leaves out is as in a new state
REQUIRED = "required"  # a written position can't leave it out
PLAIN = (int, str, bool, float)
FACT, ZONE, KEPT, SHARED = "fact", "zone", "kept", "shared"
# The functions of a declaration. Their first argument, and what they make, is as each game declares it.
Allowed = Container[object] | Callable[[Any], Container[object]] | None  # numbers or words; or state -> these
Pieces = Callable[[Any], Iterable[tuple[object, int]]]  # rules -> the pieces of a zone, with their numbers
Convert = Callable[[Any], object]  # between what a field holds and plain data, or from a state to what it shows
Lay = Callable[[Any, View], None]  # (state, data): sets fields from data
Names = dict[str, Any]  # the names that generated code uses, and what they stand for
FUNCTIONS = ("set_defaults", "clone", "fill", "open_facts", "view", "truth")


@dataclass(kw_only=True, slots=True, repr=False)
class Field:
    """The declaration of one field; `state_fields` says what its parts mean."""

    role: str
    name: str = ""
    kind: object = None  # its annotation
    default: object = None
    per_seat: bool = False
    sees: MayLook = everyone
    faces: Faces | None = None
    counted: bool = True
    of: Pieces | None = None
    within: Allowed = None
    fault: str = ""
    written: object = AS_NEW
    shape: Any = None
    write: Convert | None = None
    read: Convert | None = None
    get: Convert | None = None
    lay: Lay | None = None

    def __repr__(self) -> str:
        return f"<Field {self.name}: {self.role}{', one for each seat' * self.per_seat}>"

    @property
    def stored(self) -> bool:
        """Tell if a slot of the state holds it."""
        return self.get is None


def fields(kind: type) -> list[Field]:
    """Return all fields of a class, those of its base first."""
    return [*getattr(kind, "fields", {}).values()]


def stored(kind: type) -> list[Field]:
    return [one for one in fields(kind) if one.stored]


def shown(kind: type, *roles: str) -> list[Field]:
    """Return the fields with an entry in each view: the facts, the zones, or both in the order of declaration."""
    return [one for one in fields(kind) if one.role in (roles or (FACT, ZONE))]


def complete(made: Any, own: Mapping[str, Field]) -> None:
    """Give a new class its fields, and the functions that it doesn't define itself."""
    module = sys.modules[made.__module__]
    for name, one in own.items():
        note = made.__annotations__.get(name)
        if one.role != SHARED:
            one.kind = eval(note, vars(module)) if isinstance(note, str) else note
            _check(made, one)
        else:
            one.kind = Chance if note in ("Chance", Chance) else object
    made.fields = {**made.fields, **own}
    code, known = _code(made)
    made.source = code
    place = f"<fields of {made.__module__}.{made.__qualname__}>"
    linecache.cache[place] = (len(code), None, code.splitlines(keepends=True), place)  # for tracebacks
    exec(compile(code, place, "exec"), known)
    for name in FUNCTIONS:
        if name in known and name not in vars(made):
            known[name].__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, known[name])


def _check(made: type, one: Field) -> None:
    """Raise SetupError for a field that can't be copied, or for a zone without pieces or its owner."""
    kind = one.kind
    if not one.stored:
        return
    if not _copies(kind) and (one.role != KEPT or kind in (list, dict, set)):
        raise SetupError(
            f"The field '{one.name}' of {made.__qualname__} can't be copied as {kind}. "
            "Use numbers, words and tuples, or a list or dict of them, such as list[int]."
        )
    if one.per_seat and get_origin(kind) is list:
        kind = get_args(kind)[0]
    elif one.per_seat:
        kind = None
    if one.role == ZONE and get_origin(kind) not in (list, tuple):
        each = " for each seat" if one.per_seat else ""
        raise SetupError(
            f"The zone '{one.name}' of {made.__qualname__} needs a list or tuple of pieces{each}, not {one.kind}. "
            "To show a public number, declare a fact."
        )
    if one.sees is owner and not one.per_seat:
        raise SetupError(f"The zone '{one.name}' of {made.__qualname__} has no owner: declare it with zone_per_seat.")


def _copies(kind: object) -> bool:
    """Tell if a clone of this kind shares nothing that can change."""
    container, inner = parts(kind)
    if container is list and len(inner) == 1 and parts(inner[0])[0] in (list, dict):
        inner = parts(inner[0])[1]
    some = besides_none(kind) or kind
    return (container in (list, dict) and all(map(_never_changes, inner))) or is_record(some) or _never_changes(kind)


def _never_changes(kind: object) -> bool:
    container, inner = parts(kind)
    if container in (tuple, frozenset, Union, UnionType):
        return all(map(_never_changes, inner))
    return kind in (*PLAIN, NoneType, Any, Outcome)


# -- the code ----------------------------------------------------------------------------------------------------------


def lists(data: Iterable[object]) -> list[object]:
    """Return tuples as lists, at any depth."""
    return [lists(part) if isinstance(part, tuple) else part for part in data]


def tuples(data: object) -> object:
    """Return lists as tuples, at any depth."""
    return (
        tuple([tuples(part) if isinstance(part, list) else part for part in data]) if isinstance(data, list) else data
    )


def outcome_read(data: Sequence[Any] | None) -> Outcome | None:
    if data is None:
        return None
    rule, results, scores = data
    return Outcome(rule, tuple(results), tuple(scores))


def _code(made: type) -> tuple[str, Names]:
    """Return the code of a class's functions, and the names that it uses. Raise SetupError for a zone in a record."""
    known: Names = {
        "new": object.__new__, made.__name__: made, "lists": lists, "tuples": tuples, "outcome_read": outcome_read
    }  # fmt: skip
    facts = [f'"{one.name}": {_written(one, known)}' for one in shown(made, FACT)]
    zones = shown(made, ZONE)
    full = [f'["{one.name}"] = {_written(one, known)}' for one in zones]
    seen = [f'["{one.name}"] = {_seen(one, known)}' for one in zones]
    twin = [f"twin.{one.name} = {_copied(one.kind, f'self.{one.name}')}" for one in stored(made)]
    laid = [f"lay_{one.name}(self, data)" for one in shown(made) if _let(known, f"lay_{one.name}", one.lay)]
    functions = [
        ("set_defaults(self, seats)", [_default(one, known) for one in stored(made) if one.role != SHARED]),
        ("clone(self)", [f"twin = new({made.__name__})", *twin, "return twin"]),
        ("fill(self, data)", [*(_filled(one, known) for one in shown(made) if one.stored), *laid]),
        ("open_facts(self)", _returned(facts)),
    ]
    if hasattr(made, "view"):  # a whole state
        functions.append(("view(self, seat)", _added(['["seat"] = seat', *seen])))
        functions.append(("truth(self)", _added(full)))
    elif zones:
        raise SetupError(f"Only a state can have zones, so {zones[0].name} can't be one.")
    text = [f"def {head}:\n" + "\n".join(f"    {line}" for line in body or ["pass"]) for head, body in functions]
    return "\n\n\n".join(text) + "\n", known


def _returned(entries: list[str]) -> list[str]:
    return ["return {", *(f"    {entry}," for entry in entries), "}"]


def _added(entries: list[str]) -> list[str]:
    """Return the lines of a function that adds entries to the open facts."""
    return ["seen = self.open_facts()", *(f"seen{entry}" for entry in entries), "return seen"]


def _let(known: Names, name: str, value: object) -> bool:
    """Make a function known to the code, if there is one."""
    if value is not None:
        known[name] = value
    return value is not None


def _default(one: Field, known: Names) -> str:
    """Return the line that sets a field to its default."""
    default = one.default
    if one.role == ZONE:
        kind = get_args(one.kind)[0] if one.per_seat else one.kind
        default = parts(kind)[0]()
    if callable(default):
        known[f"default_{one.name}"] = default
        text = f"default_{one.name}()"
    else:
        text = repr(default)
    if one.per_seat:
        same = default is None or isinstance(default, (*PLAIN, tuple))
        text = f"[{text}] * seats" if same else f"[{text} for _ in range(seats)]"
    return f"self.{one.name} = {text}"


def _filled(one: Field, known: Names) -> str:
    """Return the line that sets a field from plain data."""
    return f"self.{one.name} = {_reading(one, known)}"


def _reading(one: Field, known: Names) -> str:
    """Return the expression for a field in plain data."""
    data = f'data["{one.name}"]'
    if _let(known, f"read_{one.name}", one.read):
        return f"read_{one.name}({data})"
    return _read(one.kind, data, known)


def _written(one: Field, known: Names) -> str:
    """Return the expression for a field as plain data."""
    if _let(known, f"write_{one.name}", one.write):
        return f"write_{one.name}(self.{one.name})"
    return f"self.{one.name}" if one.get is not None else _plain(one.kind, f"self.{one.name}")


def _seen(one: Field, known: Names) -> str:
    """Return the expression for what a viewer sees of a zone."""
    if one.sees is everyone and one.faces is None:
        return _written(one, known)
    value = f"self.{one.name}"
    if not one.per_seat:
        return _seen_by(one, one.kind, value, "None", known)
    if one.sees is nobody and one.faces is None:
        return f"[*map(len, {value})]" if one.counted else f"[None] * len({value})"
    (kind,) = get_args(one.kind)
    return f"[{_seen_by(one, kind, 'held', 'owner', known)} for owner, held in enumerate({value})]"


def _seen_by(one: Field, kind: object, held: str, owned: str, known: Names) -> str:
    """Return the expression for what a viewer sees of one pile of a zone."""
    if _let(known, f"faces_{one.name}", one.faces):
        return f"faces_{one.name}(self, {held}, {owned}, seat)"
    hidden = f"len({held})" if one.counted else "None"
    if one.sees is nobody:
        return hidden
    if one.sees is owner:
        return f"{_plain(kind, held)} if {owned} == seat else {hidden}"
    known[f"sees_{one.name}"] = one.sees
    return f"{_plain(kind, held)} if sees_{one.name}(self, {owned}, seat) else {hidden}"


def readers(kind: type) -> dict[str, Callable[[View], Any]]:
    """Return a function for each field that every view shows in full: it reads the field from a view."""
    known: Names = {"lists": lists, "tuples": tuples, "outcome_read": outcome_read}
    open_to_all = [one for one in shown(kind) if one.stored and one.sees is everyone and one.faces is None]
    return {one.name: eval(f"lambda data: {_reading(one, known)}", known) for one in open_to_all}


# -- what an annotation tells ------------------------------------------------------------------------------------------


def parts(kind: object) -> tuple[Any, tuple[object, ...]]:
    """Return the container that an annotation names, and the kinds of its parts without repetition."""
    inner = tuple(part for part in get_args(kind) if part is not Ellipsis)
    return get_origin(kind), tuple(dict.fromkeys(inner))


def besides_none(kind: object) -> object:
    """Return the kind that an annotation allows besides None, or None if it doesn't allow None."""
    if get_origin(kind) not in (Union, UnionType):
        return None
    left = [part for part in get_args(kind) if part is not NoneType]
    return left[0] if len(left) == 1 and len(get_args(kind)) == 2 else None


def is_record(kind: object) -> TypeGuard[type]:
    """Tell if this is a class with declared fields of its own."""
    return isinstance(kind, type) and hasattr(kind, "fields")


def is_row(kind: object) -> bool:
    """Tell if this is a list or tuple of plain values."""
    container, inner = parts(kind)
    return container in (list, tuple) and all(part in PLAIN for part in inner)


def _copied(kind: object, value: str) -> str:
    """Return the expression for a copy."""
    container, inner = parts(kind)
    if kind is Chance or is_record(kind):
        return f"{value}.clone()"
    if is_record(besides_none(kind)):
        return f"{value} and {value}.clone()"
    if container is list and parts(inner[0])[0] is list:
        return f"[part[:] for part in {value}]"
    if container is list and parts(inner[0])[0] is dict:
        return f"[part.copy() for part in {value}]"
    return f"{value}[:]" if container is list else f"{value}.copy()" if container is dict else value


def _plain(kind: object, value: str) -> str:
    """Return the expression for a value as new plain data."""
    container, inner = parts(kind)
    some = besides_none(kind)
    if some is Outcome:
        return f"{value} and [{value}.rule, [*{value}.results], [*{value}.scores]]"
    if is_record(some):
        return f"{value} and {value}.open_facts()"
    if some is not None:
        return value if some in PLAIN else f"None if {value} is None else {_plain(some, value)}"
    if kind == list[OpenDecision]:
        return f"[[kind, whose, lists(more)] for kind, whose, more in {value}]"
    if is_row(kind):
        return f"[*{value}]"
    if container in (list, tuple) and len(inner) == 1 and is_row(inner[0]):
        return f"[*map(list, {value})]"
    if container is list and parts(inner[0])[0] is dict:
        return f"[part.copy() for part in {value}]"
    if container is list and parts(inner[0])[0] is tuple:
        return f"[*map(lists, {value})]"
    return f"lists({value})" if container is tuple else f"{value}.copy()" if container is dict else value


def _read(kind: object, data: str, known: Names) -> str:
    """Return the expression for the value that plain data describes."""
    container, inner = parts(kind)
    some = besides_none(kind)
    if some is Outcome:
        return f"outcome_read({data})"
    if is_record(kind):
        known[kind.__name__] = kind
        return f"{kind.__name__}.read({data})"
    if some is not None:
        return data if some in PLAIN else f"None if {data} is None else {_read(some, data, known)}"
    if kind == list[OpenDecision]:
        return f"[(kind, whose, tuples(more)) for kind, whose, more in {data}]"
    if is_row(kind):
        return f"{container.__name__}({data})"
    if container is list and len(inner) == 1 and is_row(inner[0]):
        return f"[*map({parts(inner[0])[0].__name__}, {data})]"
    if container is list and parts(inner[0])[0] is dict:
        return f"[*map(dict, {data})]"
    if container is list:
        return f"[*map(tuples, {data})]"
    return f"tuples([*{data}])" if container is tuple else f"dict({data})" if container is dict else data
