"""Fields of a state, each declared once: what it holds, how it starts, and who sees it.

    class State(TableState):
        turn: int = fact(1, within=range(1, 100))
        points: list[int] = fact_per_seat(0)
        hand: list[tuple[str, ...]] = zone_per_seat(sees=owner)
        deck: list[str] = zone()  # face down: zones are hidden unless declared otherwise

The annotation tells how a field is copied, written and read. From these lines the class gets its slots and functions
(`set_defaults`, `clone`, `fill`, `open_facts`, `view` and `truth`); `print(State.source)` shows their code. Positions
as people write them, and their faults, follow from the same lines (see `written_positions` and `state_faults`). The
full truth has a loud name, `truth`: it has the entries of a view without `seat`, and differs only where a seat can't
see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self, TypedDict, TypeVar, Unpack, cast

from tabletop_kernel.contract.basics import Position, View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.dealing import deal_hidden
from tabletop_kernel.contract.field_code import (
    FACT,
    KEPT,
    REQUIRED,
    SHARED,
    ZONE,
    Allowed,
    Convert,
    Field,
    Lay,
    Pieces,
    add_functions,
    shown_fields,
)
from tabletop_kernel.contract.zones import Faces, MayLook, nobody

__all__ = (
    "REQUIRED",
    "FieldOptions",
    "Record",
    "TableState",
    "computed",
    "fact",
    "fact_per_seat",
    "kept",
    "shared",
    "zone",
    "zone_per_seat",
    "zones_of",
)

T = TypeVar("T")


# -- declaring ---------------------------------------------------------------------------------------------------------


class FieldOptions(TypedDict, total=False):
    """What a declaration may add about any field that views show."""

    within: Allowed  # the allowed numbers or words, or a function from the state to them
    fault: str  # the sentence if one isn't allowed; a range fills in {name}, {low}, {high}, {value}
    written: object  # if a position leaves it out: a value (AS_NEW by default), REQUIRED, or None: the game fills it in
    shape: Any  # the type of its data in a written position, if the annotation doesn't tell
    write: Convert  # makes plain data from it, if the annotation doesn't tell how
    read: Convert  # makes it from plain data


def fact(default: T, **more: Unpack[FieldOptions]) -> T:
    """Declare a fact that everyone sees."""
    return cast(T, Field(role=FACT, default=default, **more))


def fact_per_seat(default: T, **more: Unpack[FieldOptions]) -> list[T]:
    """Declare an open fact about each seat."""
    return cast(list[T], Field(role=FACT, default=default, per_seat=True, **more))


class ZoneOptions(FieldOptions, total=False):
    """What the declaration of a zone may add."""

    sees: MayLook  # who sees the pieces
    counted: bool  # whether other viewers see their number; otherwise they see None
    faces: Faces  # what each viewer sees, where `sees` isn't enough
    of: Pieces  # the pieces it can have


def zone(**more: Unpack[ZoneOptions]) -> Any:
    """Declare a zone: a list or tuple of pieces, face down unless declared otherwise."""
    more.setdefault("sees", nobody)
    return Field(role=ZONE, **more)


def zone_per_seat(**more: Unpack[ZoneOptions]) -> Any:
    """Declare a zone of each seat."""
    more.setdefault("sees", nobody)
    return Field(role=ZONE, per_seat=True, **more)


def computed(get: Convert, lay: Lay | None = None, **more: Unpack[ZoneOptions]) -> Any:
    """Declare something that views show, but other fields hold: `get` works it out, `lay` sets those fields.

    It is a fact, or a zone if `faces` is given.
    """
    return Field(role=ZONE if "faces" in more else FACT, get=get, lay=lay, **more)


def kept(make: Callable[[], T]) -> T:
    """Declare a field that no view shows by itself; `make` makes the first one."""
    return cast(T, Field(role=KEPT, default=make))


def shared() -> Any:
    """Declare a field that never changes during a game; the state's `__init__` sets it."""
    return Field(role=SHARED)


def zones_of(kind: type[Record], per_seat: bool) -> tuple[str, ...]:
    """Return the names of the zones that each seat has, or of those in the middle."""
    return tuple(zone.name for zone in shown_fields(kind, ZONE) if zone.per_seat == per_seat)


# -- the classes -------------------------------------------------------------------------------------------------------


class DeclaredFields(type):
    """The type of classes with declared fields: it turns the declarations into slots and functions."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> DeclaredFields:
        own_fields = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        for key, field in own_fields.items():
            field.name = key
            del namespace[key]
            if field.get is not None:
                namespace[key] = property(field.get)
        slots = tuple(key for key, field in own_fields.items() if field.stored)
        new_class = super().__new__(
            cls, name, bases, {**namespace, "__slots__": (*namespace.get("__slots__", ()), *slots)}
        )
        if own_fields:
            add_functions(new_class, own_fields)
        return new_class


class Record(metaclass=DeclaredFields):
    """A part of a state with declared facts, such as a battle."""

    fields: ClassVar[Mapping[str, Field]] = {}
    source: ClassVar[str] = ""  # the code of the functions that follow from the fields

    def set_defaults(self, seats: int) -> None:
        """Set every field to its default."""
        raise NotImplementedError

    def clone(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError

    def fill(self, data: Mapping[str, object]) -> None:
        """Set every shown field from complete plain data."""
        raise NotImplementedError

    def open_facts(self) -> View:
        """Return the facts that everyone sees, as plain data."""
        raise NotImplementedError

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Self:
        """Return the record that complete plain data describes."""
        record = cls.__new__(cls)
        record.fill(data)
        return record


class TableState(Record):
    """Everything on and around a table. A game adds its fields, and an `__init__` that sets the shared ones."""

    chance: Chance = shared()

    def __init__(self, rules: object, chance: Chance) -> None:
        raise NotImplementedError

    @classmethod
    def from_data(cls, rules: object, data: Mapping[str, object], chance: Chance) -> Self:
        """Return the state that complete plain data describes."""
        state = cls(rules, chance)
        state.fill(data)
        return state

    @classmethod
    def imagined(cls, rules: object, view: View, chance: Chance) -> Self:
        """Return a state that looks like a view, with hidden pieces dealt at random from where the fields say."""
        return cls.from_data(rules, deal_hidden(cls, rules, dict(view), chance), chance)

    def view(self, seat: int | None) -> View:
        """Return what one seat sees; None is the projector, which sees what everyone sees."""
        raise NotImplementedError

    def truth(self) -> Position:
        """Return everything in the same shape as a view, for saves, positions and tests. Never show it to a player."""
        raise NotImplementedError
