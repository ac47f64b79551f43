"""Small tables of Deck Goes West for journeys: a piece of map, and movement that is already in hand."""

from __future__ import annotations

from typing import Any

from tabletop_kernel import Session, load
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import Event

GAME: Any = load("deck_goes_west")

HERE, WEST, EAST, NORTH, SOUTH = (1, 1), (2, 1), (0, 1), (1, 0), (1, 2)
Ground = dict[tuple[int, int], str]


class Tile:
    """Tiles of the house pack by what they are."""

    PRAIRIE, PRAIRIE_2, PRAIRIE_3, PRAIRIE_4 = "Long Grass", "Buffalo Wallow", "Windmill Rise", "Larkspur Meadow"
    FOREST, FOREST_2, THICKET = "Pine Hollow", "Aspen Stand", "Berry Thicket"  # the last one has a job
    MOUNTAIN, MOUNTAIN_2 = "Snowline", "Eagle Ledge"
    LAKE, LAKE_2, FORD = "Cold Lake", "Long Lake", "Wide Ford"  # the ford is prairie and river
    GATE, RIDGE, GULCH = "Canyon Gate", "Wooded Ridge", "Rustlers' Gulch"  # mountain and river; and forest; a camp


def table(
    up: Ground, down: Ground | None = None, mission: str = "", rulings: dict[str, str] | None = None, **position: Any
) -> Session:
    """A table with these tiles and nothing else on the map; everybody is on the middle one unless said otherwise.

    Rulings go without «ruling.». `walk=1` and the like is movement that the first player has begun to use.
    """
    seats = position.pop("seats", 1)
    mission = mission or ("new_world" if seats == 1 else "wide_country")
    position["ground"] = [
        *([*place, name, 1] for place, name in up.items()),
        *([*place, name, 0] for place, name in (down or {}).items()),
    ]
    position.setdefault("meeple", [list(HERE)] * seats)
    position.setdefault("stock", [{}] * seats)
    movement = {name: position.pop(name) for name in ("walk", "climb", "sail", "rides") if name in position}
    if movement:
        position["frames"] = frames(mission, position["meeple"], position.pop("whom", 0), **movement)
    named = {f"ruling.{key}": value for key, value in (rulings or {}).items()}
    header = {"seats": seats, "rulings": named, "options": {"mission": mission, **position.pop("options", {})}}
    return Session.at(GAME, {**header, "chance": {"script": position.pop("script", {})}, **position})


def frames(
    mission: str, meeple: list[list[int]], whom: int, walk: int = 0, climb: int = 0, sail: int = 0, rides: Any = ()
) -> list[list[Any]]:
    """The stack while the first player moves a meeple."""
    versus = GAME.content.missions[mission].mode == "versus"
    pool = [walk, climb, sail, sorted(rides)]
    return [
        ["round", ANYONE, ["act"]],
        ["act", 0 if versus else ANYONE, [0, 2 if versus else 0]],
        ["action", 0, []],
        ["moving", 0, [whom, [meeple[whom]], *pool, [], 0]],
    ]


def play(session: Session, *moves: tuple[Any, ...], seat: int = 0) -> list[Event]:
    """Make several moves for one seat; of every move that is offered on the way the referee must think the same."""
    events: list[Event] = []
    for move in moves:
        assert all(session.judge(seat, one) is None for one in session.moves(seat))
        events += session.submit(seat, move)
    return events


def meeple(session: Session, seat: int = 0) -> tuple[int, int]:
    place: tuple[int, int] = session.truth.meeple[seat]
    return place


def left(session: Session) -> dict[str, int]:
    """The movement that is being used, without rides."""
    _, _, (_, _, walk, climb, sail, *_) = session.truth.frames[-1]
    return {kind: count for kind, count in {"walk": walk, "climb": climb, "sail": sail}.items() if count}


def steps(session: Session) -> list[tuple[Any, ...]]:
    """The moves at hand, without stopping."""
    return [move for move in session.moves(0) if move != ("stop",)]


def step(place: tuple[int, int], *way: str) -> tuple[Any, ...]:
    return ("step", *place, *way)
