"""The shape of each frame's data: a written position may hold anything."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.games.deck_goes_west.days.phases import PHASES
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.jobs.under_way import ALONE, BATTLE, EVENT, GATHER, job_of
from tabletop_kernel.games.deck_goes_west.state import DANGERS, State

Shape = Callable[[object], bool]
LARGEST_NUMBER = 999
DANGER_RULES = (
    "battle.pain",
    "cards.gain",
    "move.leave-bandits",
    "night.exhaustion",
    "reveal.run-out",
    "train.leave-bandits",
)


def is_number(value: object) -> bool:
    """Tell if a value is -1 or a number that a frame can hold."""
    return type(value) is int and -1 <= value <= LARGEST_NUMBER


def is_text(value: object) -> bool:
    """Tell if a value is a text."""
    return type(value) is str


def one_of(*words: str) -> Shape:
    """Return the shape of any of these words."""
    return lambda value: type(value) is str and value in words


def row_of(*parts: Shape, least: int | None = None) -> Shape:
    """Return the shape of these parts in order; parts after the first `least` may be missing."""
    fewest = len(parts) if least is None else least
    return lambda value: (
        isinstance(value, tuple)
        and fewest <= len(value) <= len(parts)
        and all(fits(part) for fits, part in zip(parts, value, strict=False))
    )


def many_of(part: Shape) -> Shape:
    """Return the shape of any number of the same part."""
    return lambda value: isinstance(value, tuple) and all(map(part, value))


def _is_event(value: object) -> bool:
    """Tell if a value is a mission job's number, followed by the conditions that are met."""
    return isinstance(value, tuple) and bool(value) and is_number(value[0]) and all(map(is_text, value[1:]))


RESOURCE_SHAPE, EMPTY_SHAPE = one_of(*KINDS), row_of()
PLACE_SHAPE = row_of(lambda value: type(value) is int, lambda value: type(value) is int)
PART_SHAPE = row_of(is_number, is_text, is_number, is_number, many_of(RESOURCE_SHAPE))
GOODS_SHAPE = many_of(row_of(is_text, is_number))
JOB_SHAPE = row_of(
    is_text,
    is_number,
    one_of(GATHER, ALONE, BATTLE, EVENT),
    is_number,
    is_number,
    many_of(RESOURCE_SHAPE),
    is_number,
    many_of(is_text),
    is_number,
)
GATHERED_SHAPE = row_of(one_of("act", "more", "join", "carry"), is_number, many_of(PART_SHAPE), least=2)
PROPOSAL_SHAPE = row_of(is_number, is_number, is_text, GOODS_SHAPE, GOODS_SHAPE, many_of(is_number), least=2)
JOB_FRAME_SHAPE = row_of(is_text, is_number, JOB_SHAPE)
SHAPE_BY_KIND: dict[str, Shape] = {
    "round": row_of(one_of(*PHASES)),
    "act": row_of(is_number, is_number, least=0),
    "rest": EMPTY_SHAPE,
    "character": EMPTY_SHAPE,
    "action": EMPTY_SHAPE,
    "commit": EMPTY_SHAPE,
    "reached": EMPTY_SHAPE,
    "job": JOB_SHAPE,
    "gather": GATHERED_SHAPE,
    "carry": GATHERED_SHAPE,
    "danger": row_of(one_of(*DANGERS), is_number, one_of(*DANGER_RULES), is_number),
    "bought": row_of(is_number, is_number),
    "shop": row_of(is_text, is_number),
    "who": row_of(is_number, many_of(is_text), many_of(is_number)),
    "moving": row_of(
        is_number,
        many_of(PLACE_SHAPE),
        is_number,
        is_number,
        is_number,
        many_of(is_number),
        lambda value: value == () or PLACE_SHAPE(value),
        is_number,
        many_of(PLACE_SHAPE),
        least=2,
    ),
    "telescope": row_of(is_number),
    "haul": row_of(is_number, many_of(PLACE_SHAPE), many_of(is_text), least=2),
    "wagon": PLACE_SHAPE,
    "crew": row_of(PLACE_SHAPE, PLACE_SHAPE),
    "dice-kind": row_of(many_of(PART_SHAPE), many_of(lambda value: value == "" or RESOURCE_SHAPE(value)), least=1),
    "bonus": row_of(RESOURCE_SHAPE, many_of(row_of(is_number, is_number)), is_number, is_number, least=3),
    "invited": row_of(is_number, RESOURCE_SHAPE),
    "trade": PROPOSAL_SHAPE,
    "offered": PROPOSAL_SHAPE,
    "event": _is_event,
    "battle": row_of(
        PLACE_SHAPE,
        is_number,
        is_number,
        many_of(is_number),
        many_of(one_of("players", "bandits")),
        many_of(row_of(is_number, is_number, is_number, is_number, is_number)),
        many_of(row_of(is_number, is_number)),
        many_of(JOB_FRAME_SHAPE),
        least=5,
    ),
    "night": row_of(is_number),
    "tired": many_of(is_number),
    "raid": many_of(PLACE_SHAPE),
}


def is_misshapen(state: State, kind: str, seat: int, data: Data) -> bool:
    """Tell if a frame's data has the wrong shape, or names a job that doesn't exist."""
    if not SHAPE_BY_KIND[kind](as_plain_tuples(data)):
        return True
    jobs = [(seat, data[0], data[1])] if kind == "job" else []
    if kind in ("gather", "carry", "dice-kind"):
        jobs = [tuple(part)[:3] for parts in (data[:1] if kind == "dice-kind" else data[2:]) for part in parts]
    return not all(_is_job(state, *job) for job in jobs)


def as_plain_tuples(data: object) -> object:
    """Return nested data as plain tuples."""
    return tuple(map(as_plain_tuples, data)) if isinstance(data, (tuple, list)) else data


def _is_job(state: State, seat: int, source: str, n: int) -> bool:
    """Tell if a seat has this job."""
    try:
        return 0 <= seat < state.rules.seats and n >= 0 and bool(job_of(state, seat, source, n))
    except (LookupError, ValueError):
        return False
