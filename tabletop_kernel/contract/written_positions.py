"""Written positions, as people or full records give them, and the steps to a state that games share.

What a position may contain follows from the fields of the state; a game adds what only positions have, fills in what is
missing, and builds the state. Any fault is reported in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, fields, make_dataclass
from types import GenericAlias
from typing import Any, Protocol, TypeVar

from tabletop_kernel.contract.chance import MAX_SEED, Chance
from tabletop_kernel.contract.errors import PackError, PositionError, clip, nearest
from tabletop_kernel.contract.field_code import (
    AS_NEW,
    PLAIN,
    REQUIRED,
    container_and_parts,
    is_record,
    kind_besides_none,
    shown_fields,
)
from tabletop_kernel.contract.game import DRAWN, LOST, WON, Outcome, Position
from tabletop_kernel.contract.state_fields import Record, TableState
from tabletop_kernel.contract.typed_data import structure

HEADER = ("seats", "rulings", "options", "chance")  # the parts of a position that describe the table


class WrittenPosition(Protocol):
    """The fields that every written position has."""

    frames: list[list[Any]] | None
    result: list[Any] | None


W = TypeVar("W", bound=WrittenPosition)
S = TypeVar("S", bound=TableState)


# -- the fields of a position ------------------------------------------------------------------------------------------


def shape_of(kind: type, more: type | None = None, optional: bool = False) -> type:
    """Return a dataclass for what people write of a state or record: its fields, and those of `more`.

    If it's `optional`, the game fills in whatever is left out.
    """
    rows: list[Any] = []
    for field_of_state in shown_fields(kind):
        shape = field_of_state.shape or _data_shape(field_of_state.kind)
        if shape is not Any and (
            optional or field_of_state.written is None or (field_of_state.per_seat and field_of_state.written is AS_NEW)
        ):
            shape = shape | None
        rows.append(
            (field_of_state.name, shape)
            if field_of_state.written is REQUIRED
            else (field_of_state.name, shape, field(default=None))
        )
    return make_dataclass(f"Written{kind.__name__}", rows, bases=(more,) if more else (), kw_only=True)


def _data_shape(kind: object) -> Any:
    """Return the type of the plain data for a kind of field."""
    container, inner = container_and_parts(kind)
    inner_kind = kind_besides_none(kind)
    if inner_kind is not None:
        return _data_shape(inner_kind) | None
    if is_record(kind):
        return shape_of(kind)
    if kind in PLAIN:
        return kind
    if kind is Outcome:
        return list[Any]
    if container in (list, tuple):
        return GenericAlias(list, (_data_shape(inner[0]) if len(inner) == 1 else Any,))
    return GenericAlias(dict, inner) if container is dict else Any


def fill_in_position(written: Any, new: Record) -> Position:
    """Return a written position as plain data; what it leaves out is as in the `new` state, or as declared."""
    full = {part.name: getattr(written, part.name) for part in fields(written)}
    new_data = new.truth() if isinstance(new, TableState) else new.open_facts()
    for field_of_state in shown_fields(type(new)):
        if full[field_of_state.name] is None:
            full[field_of_state.name] = (
                new_data[field_of_state.name] if field_of_state.written is AS_NEW else field_of_state.written
            )
    return full


# -- from a position to a state ----------------------------------------------------------------------------------------


def without_header(position: Position) -> Position:
    """Return a position without its header; an empty body means the set-up of a new game."""
    return {key: value for key, value in position.items() if key not in HEADER}


def read_chance(position: Position) -> Chance:
    """Return the luck of a written position: seed and counters, or scripted dice. Raise PositionError for a fault."""
    data = position.get("chance", {})
    if not isinstance(data, Mapping):
        raise PositionError(f"chance: expected a table, not {clip(data)}.")
    for key in data:
        if key not in ("seed", "counts", "script"):
            raise PositionError(f"chance: unknown field {clip(key)}; use seed, counts or script.")
    seed, counts, script = data.get("seed", 0), data.get("counts", {}), data.get("script", {})
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise PositionError(f"chance.seed: expected a whole number from 0 to 2^63 - 1, not {clip(seed)}.")
    if not isinstance(counts, Mapping) or not all(type(n) is int and 0 <= n < 10**9 for n in counts.values()):
        raise PositionError("chance.counts: expected a whole number for each stream.")
    if not isinstance(script, Mapping) or not all(_is_script(values) for values in script.values()):
        raise PositionError("chance.script: expected a list of results from 1 to 100 for each stream.")
    return Chance(seed, counts, {stream: tuple(values) for stream, values in script.items()})


def _is_script(values: object) -> bool:
    return isinstance(values, Sequence) and all(type(v) is int and 1 <= v <= 100 for v in values)


def check_script(chance: Chance, streams: Collection[str]) -> None:
    """Raise PositionError if a script names luck that can't be scripted; write shuffled decks out instead."""
    for stream in chance.script:
        if stream not in streams:
            raise PositionError(f"chance.script: there is no luck {clip(stream)}: {nearest(stream, streams)}")


def read_position(
    new: S,
    position: Position,
    streams: Collection[str],
    shape: type[W],
    lay: Callable[[S, None], None],
    complete: Callable[[S, Position], None],
    faults: Callable[[S], list[str]],
) -> S:
    """Return the `new` state as a written position describes it, or with its table laid if the position is empty.

    `streams` is the luck that can be scripted, and `shape` the fields of a position. `complete` fills in what it leaves
    out, where it isn't as in a new state. Raise PositionError for a fault.
    """
    check_script(new.chance, streams)
    data = without_header(position)
    if not data:
        lay(new, None)
        return new
    written = read_written(data, shape)

    def build() -> S:
        full = fill_in_position(written, new)
        complete(new, full)
        new.fill(full)
        return new

    return build_state(build, faults)


def read_written(data: Position, shape: type[W]) -> W:
    """Return plain data as an instance of `shape`. Raise PositionError if it doesn't fit."""
    try:
        written: W = structure(data, shape, "position", "")
    except PackError as error:
        raise PositionError(str(error)) from None
    for frame in written.frames or ():
        if [type(part) for part in frame] != [str, int, list]:
            raise PositionError(f"position: frames: each must be [kind, seat, data], not {clip(frame)}.")
    if written.result is not None:
        _check_result(written.result)
    return written


def _check_result(result: list[Any]) -> None:
    """Raise PositionError unless this is a rule with results and scores."""
    if [type(part) for part in result] != [str, list, list]:
        raise PositionError(f"position: result: expected [rule, results, scores], not {clip(result)}.")
    _, results, scores = result
    if any(part not in (WON, LOST, DRAWN) for part in results) or any(
        type(part) not in (int, float) for part in scores
    ):
        raise PositionError(
            f"position: result: expected won, lost or drawn for each seat, and scores, not {clip(result)}."
        )


def check_outcome(outcome: Outcome | None, rules: Collection[str], seats: int) -> None:
    """Raise PositionError if an outcome cites an unknown rule or doesn't have a result and score for each seat."""
    if outcome is None:
        return
    if outcome.rule not in rules:
        raise PositionError(f"position: result: there is no rule {clip(outcome.rule)}: {nearest(outcome.rule, rules)}")
    if not len(outcome.results) == len(outcome.scores) == seats:
        raise PositionError(f"position: result: needs a result and a score for each of {seats} seats.")


def build_state(build: Callable[[], S], faults: Callable[[S], list[str]]) -> S:
    """Return the state from `build`. Raise PositionError if it has faults or can't be built."""
    try:
        state = build()
        wrong = faults(state)
    except (LookupError, ValueError, TypeError, AttributeError) as error:  # broken data that `faults` doesn't expect
        raise PositionError(f"position: its parts don't fit together ({clip(str(error))}).") from None
    if wrong:
        raise PositionError(f"position: {wrong[0]}")
    return state


def unknown_moment_error(now: str, named: Collection[str]) -> PositionError:
    return PositionError(f"position: now: {clip(now)} doesn't name a moment: {nearest(now, named)}")
