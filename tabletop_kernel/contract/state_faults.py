"""Faults of a state that follow from its declared fields: entries for each seat, and the range of each value."""

from __future__ import annotations

from functools import cache

from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.field_code import Field, shown_fields
from tabletop_kernel.contract.state_fields import Record


def length_faults(state: Record, seats: int, says: str = "") -> list[str]:
    """Return a fault for each field that doesn't have one entry for each seat; `says` comes before the numbers."""
    faults = []
    for field in shown_fields(type(state)):
        length = len(getattr(state, field.name)) if field.per_seat else seats
        if length != seats:
            faults.append(f"{field.name}: {says}{length} entries for {seats} seats.")
    return faults


def range_faults(state: Record) -> list[str]:
    """Return the faults of fields with values out of range; fields that share a sentence are told once."""
    return list(dict.fromkeys(fault for field in _limited_fields(type(state)) if (fault := _range_fault(state, field))))


@cache
def _limited_fields(kind: type[Record]) -> list[Field]:
    """Return the fields of a state that can't have every value."""
    return [field for field in shown_fields(kind) if field.within is not None]


def _range_fault(state: Record, field: Field) -> str:
    """Return the fault of a field, or nothing."""
    allowed = field.within(state) if callable(field.within) else field.within
    wrong = [] if allowed is None else [value for value in _values(getattr(state, field.name)) if value not in allowed]
    if not wrong:
        return ""
    if not isinstance(allowed, range):
        return field.fault or f"{field.name}: {clip(wrong[0])} isn't allowed."
    sentence = field.fault or "{name}: use a number from {low} to {high}."
    return sentence.format(name=field.name, low=allowed[0], high=allowed[-1], value=clip(wrong[0]))


def _values(value: object) -> list[object]:
    """Return every number and word in a field."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (list, tuple)):
        return [value]
    found: list[object] = []
    for part in value:
        if isinstance(part, (list, tuple, dict)):
            found += _values(part)
        else:
            found.append(part)
    return found
