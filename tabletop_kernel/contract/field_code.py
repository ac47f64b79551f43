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
GENERATED_FUNCTIONS = ("set_defaults", "clone", "fill", "open_facts", "view", "truth")


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
        return f"<Field {self.name}: {self.role}{', one for each seat' if self.per_seat else ''}>"

    @property
    def stored(self) -> bool:
        """Tell if a slot of the state holds it."""
        return self.get is None


def fields(kind: type) -> list[Field]:
    """Return all fields of a class, those of its base first."""
    return [*getattr(kind, "fields", {}).values()]


def stored_fields(kind: type) -> list[Field]:
    """Return the fields that a slot of the state holds; the others are worked out."""
    return [field for field in fields(kind) if field.stored]


def shown_fields(kind: type, *roles: str) -> list[Field]:
    """Return the fields with an entry in each view: the facts, the zones, or both in the order of declaration."""
    return [field for field in fields(kind) if field.role in (roles or (FACT, ZONE))]


def add_functions(new_class: Any, own_fields: Mapping[str, Field]) -> None:
    """Give a new class its fields, and the functions that it doesn't define itself."""
    module = sys.modules[new_class.__module__]
    for name, field in own_fields.items():
        note = new_class.__annotations__.get(name)
        if field.role != SHARED:
            field.kind = eval(note, vars(module)) if isinstance(note, str) else note
            _check_field(new_class, field)
        else:
            field.kind = Chance if note in ("Chance", Chance) else object
    new_class.fields = {**new_class.fields, **own_fields}
    code, names = _functions_code(new_class)
    new_class.source = code
    place = f"<fields of {new_class.__module__}.{new_class.__qualname__}>"
    linecache.cache[place] = (len(code), None, code.splitlines(keepends=True), place)  # for tracebacks
    exec(compile(code, place, "exec"), names)
    for name in GENERATED_FUNCTIONS:
        if name in names and name not in vars(new_class):
            names[name].__qualname__ = f"{new_class.__qualname__}.{name}"
            setattr(new_class, name, names[name])


def _check_field(new_class: type, field: Field) -> None:
    """Raise SetupError for a field that can't be copied, or for a zone without pieces or its owner."""
    kind = field.kind
    if not field.stored:
        return
    if not _can_be_copied(kind) and (field.role != KEPT or kind in (list, dict, set)):
        raise SetupError(
            f"The field '{field.name}' of {new_class.__qualname__} can't be copied as {kind}. "
            "Use numbers, words and tuples, or a list or dict of them, such as list[int]."
        )
    if field.per_seat and get_origin(kind) is list:
        kind = get_args(kind)[0]
    elif field.per_seat:
        kind = None
    if field.role == ZONE and get_origin(kind) not in (list, tuple):
        each = " for each seat" if field.per_seat else ""
        raise SetupError(
            f"The zone '{field.name}' of {new_class.__qualname__} needs a list or tuple of pieces{each}, "
            f"not {field.kind}. To show a public number, declare a fact."
        )
    if field.sees is owner and not field.per_seat:
        raise SetupError(
            f"The zone '{field.name}' of {new_class.__qualname__} has no owner: declare it with zone_per_seat."
        )


def _can_be_copied(kind: object) -> bool:
    """Tell if a clone of this kind shares nothing that can change."""
    container, inner = container_and_parts(kind)
    if container is list and len(inner) == 1 and container_and_parts(inner[0])[0] in (list, dict):
        inner = container_and_parts(inner[0])[1]
    inner_kind = kind_besides_none(kind) or kind
    return (
        (container in (list, dict) and all(map(_never_changes, inner))) or is_record(inner_kind) or _never_changes(kind)
    )


def _never_changes(kind: object) -> bool:
    container, inner = container_and_parts(kind)
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


def read_outcome(data: Sequence[Any] | None) -> Outcome | None:
    """Return the outcome in [rule, results, scores], or None for None."""
    if data is None:
        return None
    rule, results, scores = data
    return Outcome(rule, tuple(results), tuple(scores))


def _functions_code(new_class: type) -> tuple[str, Names]:
    """Return the code of a class's functions, and the names that it uses. Raise SetupError for a zone in a record."""
    names: Names = {
        "new": object.__new__,
        new_class.__name__: new_class,
        "lists": lists,
        "tuples": tuples,
        "read_outcome": read_outcome,
    }
    facts = [f'"{field.name}": {_field_as_data(field, names)}' for field in shown_fields(new_class, FACT)]
    zones = shown_fields(new_class, ZONE)
    zones_in_full = [f'["{field.name}"] = {_field_as_data(field, names)}' for field in zones]
    zones_as_seen = [f'["{field.name}"] = {_zone_as_seen(field, names)}' for field in zones]
    copies = [
        f"twin.{field.name} = {_copy_expression(field.kind, f'self.{field.name}')}"
        for field in stored_fields(new_class)
    ]
    lay_calls = [
        f"lay_{field.name}(self, data)"
        for field in shown_fields(new_class)
        if _add_name(names, f"lay_{field.name}", field.lay)
    ]
    functions = [
        (
            "set_defaults(self, seats)",
            [_default_line(field, names) for field in stored_fields(new_class) if field.role != SHARED],
        ),
        ("clone(self)", [f"twin = new({new_class.__name__})", *copies, "return twin"]),
        (
            "fill(self, data)",
            [*(_fill_line(field, names) for field in shown_fields(new_class) if field.stored), *lay_calls],
        ),
        ("open_facts(self)", _return_lines(facts)),
    ]
    if hasattr(new_class, "view"):  # a whole state
        functions.append(("view(self, seat)", _add_lines(['["seat"] = seat', *zones_as_seen])))
        functions.append(("truth(self)", _add_lines(zones_in_full)))
    elif zones:
        raise SetupError(f"Only a state can have zones, so {zones[0].name} can't be one.")
    functions_text = [
        f"def {head}:\n" + "\n".join(f"    {line}" for line in body or ["pass"]) for head, body in functions
    ]
    return "\n\n\n".join(functions_text) + "\n", names


def _return_lines(entries: list[str]) -> list[str]:
    return ["return {", *(f"    {entry}," for entry in entries), "}"]


def _add_lines(entries: list[str]) -> list[str]:
    """Return the lines of a function that adds entries to the open facts."""
    return ["seen = self.open_facts()", *(f"seen{entry}" for entry in entries), "return seen"]


def _add_name(names: Names, name: str, value: object) -> bool:
    """Give the code a name for a function. Return False if there is no function."""
    if value is not None:
        names[name] = value
    return value is not None


def _default_line(field: Field, names: Names) -> str:
    """Return the line that sets a field to its default."""
    default = field.default
    if field.role == ZONE:
        kind = get_args(field.kind)[0] if field.per_seat else field.kind
        default = container_and_parts(kind)[0]()
    if callable(default):
        names[f"default_{field.name}"] = default
        text = f"default_{field.name}()"
    else:
        text = repr(default)
    if field.per_seat:
        same = default is None or isinstance(default, (*PLAIN, tuple))
        text = f"[{text}] * seats" if same else f"[{text} for _ in range(seats)]"
    return f"self.{field.name} = {text}"


def _fill_line(field: Field, names: Names) -> str:
    """Return the line that sets a field from plain data."""
    return f"self.{field.name} = {_field_from_data(field, names)}"


def _field_from_data(field: Field, names: Names) -> str:
    """Return the expression for a field in plain data."""
    data = f'data["{field.name}"]'
    if _add_name(names, f"read_{field.name}", field.read):
        return f"read_{field.name}({data})"
    return _value_expression(field.kind, data, names)


def _field_as_data(field: Field, names: Names) -> str:
    """Return the expression for a field as plain data."""
    if _add_name(names, f"write_{field.name}", field.write):
        return f"write_{field.name}(self.{field.name})"
    return f"self.{field.name}" if field.get is not None else _data_expression(field.kind, f"self.{field.name}")


def _zone_as_seen(field: Field, names: Names) -> str:
    """Return the expression for what a viewer sees of a zone."""
    if field.sees is everyone and field.faces is None:
        return _field_as_data(field, names)
    value = f"self.{field.name}"
    if not field.per_seat:
        return _pile_as_seen(field, field.kind, value, "None", names)
    if field.sees is nobody and field.faces is None:
        return f"[*map(len, {value})]" if field.counted else f"[None] * len({value})"
    (kind,) = get_args(field.kind)
    return f"[{_pile_as_seen(field, kind, 'held', 'owner', names)} for owner, held in enumerate({value})]"


def _pile_as_seen(field: Field, kind: object, held: str, owned: str, names: Names) -> str:
    """Return the expression for what a viewer sees of one pile of a zone."""
    if _add_name(names, f"faces_{field.name}", field.faces):
        return f"faces_{field.name}(self, {held}, {owned}, seat)"
    hidden = f"len({held})" if field.counted else "None"
    if field.sees is nobody:
        return hidden
    if field.sees is owner:
        return f"{_data_expression(kind, held)} if {owned} == seat else {hidden}"
    names[f"sees_{field.name}"] = field.sees
    return f"{_data_expression(kind, held)} if sees_{field.name}(self, {owned}, seat) else {hidden}"


def field_readers(kind: type) -> dict[str, Callable[[View], Any]]:
    """Return a function for each field that every view shows in full: it reads the field from a view."""
    names: Names = {"lists": lists, "tuples": tuples, "read_outcome": read_outcome}
    open_to_all = [
        field for field in shown_fields(kind) if field.stored and field.sees is everyone and field.faces is None
    ]
    return {field.name: eval(f"lambda data: {_field_from_data(field, names)}", names) for field in open_to_all}


# -- what an annotation tells ------------------------------------------------------------------------------------------


def container_and_parts(kind: object) -> tuple[Any, tuple[object, ...]]:
    """Return the container that an annotation names, and the kinds of its parts without repetition.

    `dict[str, list[int]]` -> (dict, (str, list[int])); `tuple[int, int]` -> (tuple, (int,)); `int` -> (None, ())
    """
    inner = tuple(part for part in get_args(kind) if part is not Ellipsis)
    return get_origin(kind), tuple(dict.fromkeys(inner))


def kind_besides_none(kind: object) -> object:
    """Return the one kind that an annotation allows besides None, such as `int` for `int | None`; else None."""
    if get_origin(kind) not in (Union, UnionType):
        return None
    others = [part for part in get_args(kind) if part is not NoneType]
    return others[0] if len(others) == 1 and len(get_args(kind)) == 2 else None


def is_record(kind: object) -> TypeGuard[type]:
    """Tell if this is a class with declared fields of its own."""
    return isinstance(kind, type) and hasattr(kind, "fields")


def is_row(kind: object) -> bool:
    """Tell if this is a list or tuple of plain values."""
    container, inner = container_and_parts(kind)
    return container in (list, tuple) and all(part in PLAIN for part in inner)


def _copy_expression(kind: object, value: str) -> str:
    """Return the expression for a copy."""
    container, inner = container_and_parts(kind)
    if kind is Chance or is_record(kind):
        return f"{value}.clone()"
    if is_record(kind_besides_none(kind)):
        return f"{value} and {value}.clone()"
    if container is list and container_and_parts(inner[0])[0] is list:
        return f"[part[:] for part in {value}]"
    if container is list and container_and_parts(inner[0])[0] is dict:
        return f"[part.copy() for part in {value}]"
    return f"{value}[:]" if container is list else f"{value}.copy()" if container is dict else value


def _data_expression(kind: object, value: str) -> str:
    """Return the expression for a value as new plain data."""
    container, inner = container_and_parts(kind)
    inner_kind = kind_besides_none(kind)
    if inner_kind is Outcome:
        return f"{value} and [{value}.rule, [*{value}.results], [*{value}.scores]]"
    if is_record(inner_kind):
        return f"{value} and {value}.open_facts()"
    if inner_kind is not None:
        return value if inner_kind in PLAIN else f"None if {value} is None else {_data_expression(inner_kind, value)}"
    if kind == list[OpenDecision]:
        return f"[[kind, whose, lists(more)] for kind, whose, more in {value}]"
    if is_row(kind):
        return f"[*{value}]"
    if container in (list, tuple) and len(inner) == 1 and is_row(inner[0]):
        return f"[*map(list, {value})]"
    if container is list and container_and_parts(inner[0])[0] is dict:
        return f"[part.copy() for part in {value}]"
    if container is list and container_and_parts(inner[0])[0] is tuple:
        return f"[*map(lists, {value})]"
    return f"lists({value})" if container is tuple else f"{value}.copy()" if container is dict else value


def _value_expression(kind: object, data: str, names: Names) -> str:
    """Return the expression for the value that plain data describes."""
    container, inner = container_and_parts(kind)
    inner_kind = kind_besides_none(kind)
    if inner_kind is Outcome:
        return f"read_outcome({data})"
    if is_record(kind):
        names[kind.__name__] = kind
        return f"{kind.__name__}.read({data})"
    if inner_kind is not None:
        return (
            data if inner_kind in PLAIN else f"None if {data} is None else {_value_expression(inner_kind, data, names)}"
        )
    if kind == list[OpenDecision]:
        return f"[(kind, whose, tuples(more)) for kind, whose, more in {data}]"
    if is_row(kind):
        return f"{container.__name__}({data})"
    if container is list and len(inner) == 1 and is_row(inner[0]):
        return f"[*map({container_and_parts(inner[0])[0].__name__}, {data})]"
    if container is list and container_and_parts(inner[0])[0] is dict:
        return f"[*map(dict, {data})]"
    if container is list:
        return f"[*map(tuples, {data})]"
    return f"tuples([*{data}])" if container is tuple else f"dict({data})" if container is dict else data
