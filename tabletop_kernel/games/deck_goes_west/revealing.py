"""Revealing land: a tile is turned up, new ones are laid around it; and what happens when there are none left."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west import bandit_movement, danger, ending, events, land
from tabletop_kernel.games.deck_goes_west.jobs import SCOPE_RANGE
from tabletop_kernel.games.deck_goes_west.land import in_sight
from tabletop_kernel.games.deck_goes_west.state import Place, State
from tabletop_kernel.toolkit import grid


def reveal(
    state: State,
    seat: int,
    place: Place,
    emit: Emit | None,
    west: bool = False,
    event: bool = True,
    rule: str = "reveal.flip",
) -> None:
    """Somebody reveals a tile. `west`: by a step to the West; `event`: whether the mission's jobs for it are done."""
    _turn_up(state, seat, place, emit, True, rule)
    if event and not state.result:
        events.fire(state, "reveal", [seat], place, emit, west=west)


def _turn_up(
    state: State, seat: int, place: Place, emit: Emit | None, run_out: bool, rule: str = "reveal.flip"
) -> None:
    """A tile is turned face up, and the empty places around it are filled.

    `run_out`: land may be taken away in the East for it. It is not for tiles that are turned up because it was, so
    that the map does not walk on by itself.
    """
    state.map = state.map.turned_up(place)
    if emit:
        emit("reveals", rule, EVERYONE, seat=seat, **land.named(state, place))
    if state.tile(place).camp:
        bandit_movement.add(state, place, 1, "reveal.camp", emit)
    _surround(state, seat, place, emit, run_out)


def _surround(state: State, seat: int, place: Place, emit: Emit | None, run_out: bool) -> None:
    """The empty places around a tile are filled with face-down tiles."""
    laid: list[Place] = []
    if emit and (place[0] - 1, place[1]) not in state.tiles and not is_open(state, (place[0] - 1, place[1])):
        emit("east-edge", "reveal.not-east", EVERYONE)
    for other in grid.around(place, eight=state.ruling["ruling.around"] == "eight"):
        if is_open(state, other) and not state.land:
            _tell_laid(seat, laid, emit)
            if not _new_pile(state, seat, emit, run_out) or place not in state.tiles:
                return
        if is_open(state, other):  # a new pile may have cost the East of the map
            state.map, state.land = state.map.laid({other: state.land[0]}), state.land[1:]
            laid.append(other)
    _tell_laid(seat, laid, emit)


def is_open(state: State, place: Place) -> bool:
    """Check that a place can get a tile: it has none, and is not further East than what shows."""
    if place in state.tiles:
        return False
    seen = state.up if state.ruling["ruling.east-limit"] == "face-up" else state.tiles
    return place[0] >= min(column for column, _ in seen)


def _tell_laid(seat: int, laid: list[Place], emit: Emit | None) -> None:
    if emit and laid:
        emit("lays", "reveal.surround", EVERYONE, seat=seat, count=len(laid), places=laid[:])
    laid.clear()


# -- no tiles left -----------------------------------------------------------------------------------------------------


def _new_pile(state: State, seat: int, emit: Emit | None, run_out: bool) -> bool:
    """A new pile of land: the removed tiles, or else the eastmost line. False: there is none."""
    if state.land_discard and state.ruling["ruling.run-out"] == "discard-then-east":
        tiles = sorted(state.land_discard)
        state.land_discard = ()
        _shuffle_in(state, tiles, "night.tile-discard", emit)
        return True
    line = _eastmost_line(state) if run_out else []
    if line:
        _take_line(state, seat, line, emit)
    if state.land:
        return True
    if emit:
        emit("no-land", "ruling.no-tiles-left", EVERYONE)
    if run_out and state.ruling["ruling.no-tiles-left"] == "game-end":
        ending.stop(state, "reveal.run-out", emit)
    return False


def _shuffle_in(state: State, tiles: list[int], rule: str, emit: Emit | None) -> None:
    state.chance.shuffle("land", tiles)
    state.land = tuple(tiles)
    if emit:
        emit("land-shuffled", rule, EVERYONE, count=len(tiles))


def _eastmost_line(state: State) -> list[Place]:
    """The tiles furthest East, North first; none if there is no land West of them."""
    columns = {column for column, _ in state.tiles}
    line = sorted(place for place in state.tiles if place[0] == min(columns))
    if len(columns) == 1:
        return []
    return line if state.ruling["ruling.eastmost-line"] == "column" else line[:1]


def _take_line(state: State, seat: int, line: list[Place], emit: Emit | None) -> None:
    """The eastmost tiles become the new pile; whoever is there goes West."""
    if emit:
        emit("line-gone", "reveal.run-out", EVERYONE, count=len(line), places=line)
    _tell_rails(state, line, emit)
    stranded = [(other, place) for place in line for other in state.here(place)]
    groups = [(place, state.bandits.pop(place)) for place in line if place in state.bandits]
    _tell_gone(state, groups, emit)
    tiles = sorted(state.tiles[place] for place in line)
    state.map = state.map.without(*line)
    _move_bandits(state, groups, emit)
    _shuffle_in(state, tiles, "reveal.run-out", emit)
    if state.wagon in line:
        shift_wagon(state, seat, emit)
    _shift(state, stranded, emit)


def _tell_rails(state: State, line: list[Place], emit: Emit | None) -> None:
    """Railways leave the map with their tiles, which still have their names."""
    for place in line:
        if emit and place in state.rails:
            emit("rail-gone", "ruling.removed-things", EVERYONE, place=place)


def _tell_gone(state: State, groups: list[tuple[Place, int]], emit: Emit | None) -> None:
    """Bandits leave the map with their tiles, which still have their names."""
    if emit and state.ruling["ruling.removed-things"] == "supply":
        for place, count in groups:
            emit("bandits-gone", "ruling.removed-things", EVERYONE, place=place, count=count)


def _move_bandits(state: State, groups: list[tuple[Place, int]], emit: Emit | None) -> None:
    """Under a ruling bandits whose tiles are gone go West."""
    for place, count in groups if state.ruling["ruling.removed-things"] == "follow" else ():
        to = _west_of(state, place)
        state.bandits[to] = state.bandits.get(to, 0) + count
        if emit:
            emit("bandits-move", "ruling.removed-things", EVERYONE, place=place, to=to, count=count)


def _west_of(state: State, place: Place) -> Place:
    """The nearest tile by row in the next column to the West, North first."""
    column = min(column for column, _ in state.tiles if column > place[0])
    rows = (other for other in state.tiles if other[0] == column)
    return min(rows, key=lambda other: (abs(other[1] - place[1]), other[1]))


def shift_wagon(state: State, seat: int, emit: Emit | None, run_out: bool = False) -> None:
    """The wagon does not leave the map with its tile: it goes West."""
    assert state.wagon is not None
    state.wagon = _west_of(state, state.wagon)
    if emit:
        emit("wagon-shifts", "ruling.removed-things", EVERYONE, place=state.wagon)
    _uncover(state, seat, state.wagon, emit, event=False, run_out=run_out)


def _shift(state: State, stranded: list[tuple[int, Place]], emit: Emit | None) -> None:
    """Players whose tiles are gone move West, for nothing, and each takes an exhaustion card."""
    for seat, place in stranded:
        to = _west_of(state, place)
        if emit:
            emit("shifts", "reveal.run-out", EVERYONE, seat=seat, **land.named(state, to))
        land.put(state, seat, to, emit)
    for seat, _ in reversed(stranded):  # the first of them is asked first for a pile
        danger.take(state, seat, "exhaustion", 1, "reveal.run-out", emit, plain=True)
    for seat, _ in stranded:
        _uncover(state, seat, state.meeple[seat], emit, state.ruling["ruling.shift-west"] == "normal-reveal")


def _uncover(state: State, seat: int, place: Place, emit: Emit | None, event: bool, run_out: bool = False) -> None:
    """Who is moved onto a face-down tile turns it up."""
    if place in state.up:
        return
    _turn_up(state, seat, place, emit, run_out)
    if event:
        events.fire(state, "reveal", [seat], place, emit, west=True)


# -- the telescope -----------------------------------------------------------------------------------------------------


class Telescope(Decision[State]):
    """So many face-down tiles are revealed, one after the other."""

    verbs = ("reveal",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (count,) = state.frames[-1]
        if count and in_sight(state, seat):
            return True
        state.frames.pop()
        if emit and count:
            emit("sees-nothing", "scope.range", EVERYONE, seat=seat, count=count)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("reveal", *place) for place in in_sight(state, seat)]

    def judge(self, state: State, seat: int, move: Move) -> Verdict | None:
        place = read_place(move[1:])
        if place is None:
            return Verdict("scope.one-by-one")
        if place in state.up:
            return Verdict("reveal.flip", **land.named(state, place))
        return (
            None
            if place in in_sight(state, seat)
            else Verdict("scope.range", what="not-there", limit=SCOPE_RANGE, place=place)
        )

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        (count,) = state.frames[-1][2]
        place = read_place(move[1:])
        assert place is not None
        state.frames[-1] = ("telescope", seat, (count - 1,))
        reveal(state, seat, place, emit, rule="scope.one-by-one" if count > 1 else "scope.range")


def read_place(parts: Move) -> Place | None:
    """Read a column and a row from a move; None if it doesn't have them."""
    numbers = list(_numbers(parts))
    return (numbers[0], numbers[1]) if len(numbers) == len(parts) == len(("column", "row")) else None


def _numbers(parts: Move) -> Iterator[int]:
    return (part for part in parts if type(part) is int)
