"""Faults of a state that follow from its declared fields: entries for each seat, and the range of each value."""

from __future__ import annotations

from functools import cache
from typing import Any

from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.field_code import Field, shown
from tabletop_kernel.contract.state_fields import Record


def length_faults(state: Record, seats: int, says: str = "") -> list[str]:
    """Return a fault for each field that doesn't have one entry for each seat; `says` comes before the numbers."""
    found = []
    for one in shown(type(state)):
        length = len(getattr(state, one.name)) if one.per_seat else seats
        if length != seats:
            found.append(f"{one.name}: {says}{length} entries for {seats} seats.")
    return found


def range_faults(state: Record) -> list[str]:
    """Return the faults of fields with values out of range; fields that share a sentence are told once."""
    return list(dict.fromkeys(fault for one in _limited(type(state)) if (fault := _fault(state, one))))


@cache
def _limited(kind: type[Record]) -> list[Field]:
    """Return the fields of a state that can't have every value."""
    return [one for one in shown(kind) if one.within is not None]


def _fault(state: Record, one: Field) -> str:
    """Return the fault of a field, or nothing."""
    allowed = one.within(state) if callable(one.within) else one.within
    wrong = [] if allowed is None else [value for value in _values(getattr(state, one.name)) if value not in allowed]
    if not wrong:
        return ""
    if not isinstance(allowed, range):
        return one.fault or f"{one.name}: {clip(wrong[0])} isn't allowed."
    fault = one.fault or "{name}: use a number from {low} to {high}."
    return fault.format(name=one.name, low=allowed[0], high=allowed[-1], value=clip(wrong[0]))


def _values(value: Any) -> list[Any]:
    """Return every number and word in a field."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (list, tuple)):
        return [value]
    found: list[Any] = []
    for part in value:
        if isinstance(part, (list, tuple, dict)):
            found += _values(part)
        else:
            found.append(part)
    return found
