"""The shape of each frame's data: a written position may hold anything."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.games.deck_goes_west.days.phases import PHASES
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.jobs.under_way import ALONE, BATTLE, EVENT, GATHER, job_of
from tabletop_kernel.games.deck_goes_west.state import DANGERS, State

Shape = Callable[[object], bool]
LARGEST = 999
RULES = ("battle.pain", "cards.gain", "move.leave-bandits", "night.exhaustion", "reveal.run-out", "train.leave-bandits")


def number(value: object) -> bool:
    return type(value) is int and -1 <= value <= LARGEST


def text(value: object) -> bool:
    return type(value) is str


def one_of(*words: str) -> Shape:
    return lambda value: type(value) is str and value in words


def row(*parts: Shape, least: int | None = None) -> Shape:
    """Return the shape of these parts in order; parts after the first `least` may be missing."""
    few = len(parts) if least is None else least
    return lambda value: (
        isinstance(value, tuple)
        and few <= len(value) <= len(parts)
        and all(part(one) for part, one in zip(parts, value, strict=False))
    )


def many(part: Shape) -> Shape:
    """Return the shape of any number of the same part."""
    return lambda value: isinstance(value, tuple) and all(map(part, value))


def _event(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and number(value[0]) and all(map(text, value[1:]))


KIND, NOTHING = one_of(*KINDS), row()
PLACE = row(lambda value: type(value) is int, lambda value: type(value) is int)
PART = row(number, text, number, number, many(KIND))
GOODS = many(row(text, number))
DOING = row(text, number, one_of(GATHER, ALONE, BATTLE, EVENT), number, number, many(KIND), number, many(text), number)
GATHERED = row(one_of("act", "more", "join", "carry"), number, many(PART), least=2)
PROPOSAL = row(number, number, text, GOODS, GOODS, many(number), least=2)
FRAME = row(text, number, DOING)
SHAPES: dict[str, Shape] = {
    "round": row(one_of(*PHASES)),
    "act": row(number, number, least=0),
    "rest": NOTHING,
    "character": NOTHING,
    "action": NOTHING,
    "commit": NOTHING,
    "reached": NOTHING,
    "job": DOING,
    "gather": GATHERED,
    "carry": GATHERED,
    "danger": row(one_of(*DANGERS), number, one_of(*RULES), number),
    "bought": row(number, number),
    "shop": row(text, number),
    "who": row(number, many(text), many(number)),
    "moving": row(
        number, many(PLACE), number, number, number, many(number), lambda v: v == () or PLACE(v), number, many(PLACE),
        least=2,
    ),
    "telescope": row(number),
    "haul": row(number, many(PLACE), many(text), least=2),
    "wagon": PLACE,
    "crew": row(PLACE, PLACE),
    "dice-kind": row(many(PART), many(lambda value: value == "" or KIND(value)), least=1),
    "bonus": row(KIND, many(row(number, number)), number, number, least=3),
    "invited": row(number, KIND),
    "trade": PROPOSAL,
    "offered": PROPOSAL,
    "event": _event,
    "battle": row(
        PLACE, number, number, many(number), many(one_of("players", "bandits")),
        many(row(number, number, number, number, number)), many(row(number, number)), many(FRAME), least=5,
    ),
    "night": row(number),
    "tired": many(number),
    "raid": many(PLACE),
}  # fmt: skip


def misshapen(state: State, kind: str, seat: int, data: Data) -> bool:
    """Tell if a frame's data has the wrong shape, or names a job that doesn't exist."""
    if not SHAPES[kind](plain(data)):
        return True
    jobs = [(seat, data[0], data[1])] if kind == "job" else []
    if kind in ("gather", "carry", "dice-kind"):
        jobs = [tuple(part)[:3] for parts in (data[:1] if kind == "dice-kind" else data[2:]) for part in parts]
    return not all(_is_job(state, *job) for job in jobs)


def plain(data: object) -> object:
    """Return nested data as plain tuples."""
    return tuple(map(plain, data)) if isinstance(data, (tuple, list)) else data


def _is_job(state: State, seat: int, source: str, n: int) -> bool:
    try:
        return 0 <= seat < state.rules.seats and n >= 0 and bool(job_of(state, seat, source, n))
    except (LookupError, ValueError):
        return False
