"""Revealing land: turn up a tile and lay new ones around it; and what happens when none are left."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.cards import danger_cards
from tabletop_kernel.games.deck_goes_west.days import ending, events
from tabletop_kernel.games.deck_goes_west.jobs.language import SCOPE_RANGE
from tabletop_kernel.games.deck_goes_west.land import bandits, step_costs
from tabletop_kernel.games.deck_goes_west.land.step_costs import tiles_in_sight
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
    """Reveal a tile for a seat. `west` for a step to the West; `event` to run the mission's jobs for it."""
    _turn_up(state, seat, place, emit, True, rule)
    if event and not state.result:
        events.fire(state, "reveal", [seat], place, emit, west=west)


def _turn_up(
    state: State, seat: int, place: Place, emit: Emit | None, run_out: bool, rule: str = "reveal.flip"
) -> None:
    """Turn a tile face up, and fill the empty places around it.

    `run_out` allows taking land away in the East. Tiles turned up because land was taken away don't allow it, or the
    map would move West by itself.
    """
    state.map = state.map.turned_up(place)
    if emit:
        emit("reveals", rule, EVERYONE, seat=seat, **step_costs.place_facts(state, place))
    if state.tile(place).camp:
        bandits.add_bandits(state, place, 1, "reveal.camp", emit)
    _surround(state, seat, place, emit, run_out)


def _surround(state: State, seat: int, place: Place, emit: Emit | None, run_out: bool) -> None:
    """Fill the empty places around a tile with face-down tiles."""
    laid_places: list[Place] = []
    if emit and (place[0] - 1, place[1]) not in state.tiles and not is_open(state, (place[0] - 1, place[1])):
        emit("east-edge", "reveal.not-east", EVERYONE)
    for other in grid.neighbours_with_corners(place, eight=state.ruling["ruling.around"] == "eight"):
        if is_open(state, other) and not state.land:
            _emit_laid(seat, laid_places, emit)
            if not _new_pile(state, seat, emit, run_out) or place not in state.tiles:
                return
        if is_open(state, other):  # the new pile may have taken away the East of the map
            state.map, state.land = state.map.laid({other: state.land[0]}), state.land[1:]
            laid_places.append(other)
    _emit_laid(seat, laid_places, emit)


def is_open(state: State, place: Place) -> bool:
    """Tell if a place can get a tile: it has none, and isn't East of the map, or of its face-up part by a ruling."""
    if place in state.tiles:
        return False
    tiles = state.up if state.ruling["ruling.east-limit"] == "face-up" else state.tiles
    return place[0] >= min(column for column, _ in tiles)


def _emit_laid(seat: int, laid: list[Place], emit: Emit | None) -> None:
    if emit and laid:
        emit("lays", "reveal.surround", EVERYONE, seat=seat, count=len(laid), places=laid[:])
    laid.clear()


# -- no tiles left -----------------------------------------------------------------------------------------------------


def _new_pile(state: State, seat: int, emit: Emit | None, run_out: bool) -> bool:
    """Make a new land pile from the removed tiles or the eastmost line; return False if there is none."""
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
        ending.end_early(state, "reveal.run-out", emit)
    return False


def _shuffle_in(state: State, tiles: list[int], rule: str, emit: Emit | None) -> None:
    state.chance.shuffle("land", tiles)
    state.land = tuple(tiles)
    if emit:
        emit("land-shuffled", rule, EVERYONE, count=len(tiles))


def _eastmost_line(state: State) -> list[Place]:
    """Return the tiles furthest East, North first; empty if there is no land West of them."""
    columns = {column for column, _ in state.tiles}
    line = sorted(place for place in state.tiles if place[0] == min(columns))
    if len(columns) == 1:
        return []
    return line if state.ruling["ruling.eastmost-line"] == "column" else line[:1]


def _take_line(state: State, seat: int, line: list[Place], emit: Emit | None) -> None:
    """Make the eastmost tiles the new pile, and move everything on them West."""
    if emit:
        emit("line-gone", "reveal.run-out", EVERYONE, count=len(line), places=line)
    _emit_lost_railways(state, line, emit)
    stranded = [(other, place) for place in line for other in state.seats_on(place)]
    groups = [(place, state.bandits.pop(place)) for place in line if place in state.bandits]
    _emit_lost_bandits(state, groups, emit)
    tiles = sorted(state.tiles[place] for place in line)
    state.map = state.map.without(*line)
    _move_bandits(state, groups, emit)
    _shuffle_in(state, tiles, "reveal.run-out", emit)
    if state.wagon in line:
        shift_wagon(state, seat, emit)
    _shift_players(state, stranded, emit)


def _emit_lost_railways(state: State, line: list[Place], emit: Emit | None) -> None:
    """Report the railways that leave the map, while their tiles still have names."""
    for place in line:
        if emit and place in state.rails:
            emit("rail-gone", "ruling.removed-things", EVERYONE, place=place)


def _emit_lost_bandits(state: State, groups: list[tuple[Place, int]], emit: Emit | None) -> None:
    """Report the bandits that leave the map under a ruling, while their tiles still have names."""
    if emit and state.ruling["ruling.removed-things"] == "supply":
        for place, count in groups:
            emit("bandits-gone", "ruling.removed-things", EVERYONE, place=place, count=count)


def _move_bandits(state: State, groups: list[tuple[Place, int]], emit: Emit | None) -> None:
    """Move bandits West if their tiles are gone, under a ruling."""
    for place, count in groups if state.ruling["ruling.removed-things"] == "follow" else ():
        target = _west_of(state, place)
        state.bandits[target] = state.bandits.get(target, 0) + count
        if emit:
            emit("bandits-move", "ruling.removed-things", EVERYONE, place=place, to=target, count=count)


def _west_of(state: State, place: Place) -> Place:
    """Return the tile in the next column West that is nearest by row, North first."""
    column = min(column for column, _ in state.tiles if column > place[0])
    rows = (other for other in state.tiles if other[0] == column)
    return min(rows, key=lambda other: (abs(other[1] - place[1]), other[1]))


def shift_wagon(state: State, seat: int, emit: Emit | None, run_out: bool = False) -> None:
    """Move the wagon West because its tile is gone."""
    assert state.wagon is not None
    state.wagon = _west_of(state, state.wagon)
    if emit:
        emit("wagon-shifts", "ruling.removed-things", EVERYONE, place=state.wagon)
    _uncover(state, seat, state.wagon, emit, event=False, run_out=run_out)


def _shift_players(state: State, stranded: list[tuple[int, Place]], emit: Emit | None) -> None:
    """Move players West for free if their tiles are gone; each takes an exhaustion card."""
    for seat, place in stranded:
        target = _west_of(state, place)
        if emit:
            emit("shifts", "reveal.run-out", EVERYONE, seat=seat, **step_costs.place_facts(state, target))
        step_costs.put_meeple(state, seat, target, emit)
    for seat, _ in reversed(stranded):  # the first of them chooses a pile first
        danger_cards.take_danger(state, seat, "exhaustion", 1, "reveal.run-out", emit, plain=True)
    for seat, _ in stranded:
        _uncover(state, seat, state.meeple[seat], emit, state.ruling["ruling.shift-west"] == "normal-reveal")


def _uncover(state: State, seat: int, place: Place, emit: Emit | None, event: bool, run_out: bool = False) -> None:
    """Turn up the tile that a player or the wagon was moved onto, if it is face down."""
    if place in state.up:
        return
    _turn_up(state, seat, place, emit, run_out)
    if event:
        events.fire(state, "reveal", [seat], place, emit, west=True)


# -- the telescope -----------------------------------------------------------------------------------------------------


class Telescope(Decision[State]):
    """A player's choice of face-down tiles to reveal, one after the other."""

    verbs = ("reveal",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (count,) = state.frames[-1]
        if count and tiles_in_sight(state, seat):
            return True
        state.frames.pop()
        if emit and count:
            emit("sees-nothing", "scope.range", EVERYONE, seat=seat, count=count)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("reveal", *place) for place in tiles_in_sight(state, seat)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        place = read_place(move[1:])
        if place is None:
            return Verdict("scope.one-by-one")
        if place in state.up:
            return Verdict("reveal.flip", **step_costs.place_facts(state, place))
        return Verdict("scope.range", what="not-there", limit=SCOPE_RANGE, place=place)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        (count,) = state.frames[-1][2]
        place = read_place(move[1:])
        assert place is not None
        state.frames[-1] = ("telescope", seat, (count - 1,))
        reveal(state, seat, place, emit, rule="scope.one-by-one" if count > 1 else "scope.range")


def read_place(parts: Move) -> Place | None:
    """Return the column and row in a move; None if it has anything else."""
    numbers = list(_numbers(parts))
    return (numbers[0], numbers[1]) if len(numbers) == len(parts) == len(("column", "row")) else None


def _numbers(parts: Move) -> Iterator[int]:
    return (part for part in parts if type(part) is int)
