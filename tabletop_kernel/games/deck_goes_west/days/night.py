"""The night: the steps of the mission, one after the other.

The frame is `("night", ANYONE, (begun,))`, with the number of steps that have begun. Steps in which players decide push
frames of their own onto it.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west import battle
from tabletop_kernel.games.deck_goes_west.cards import danger_cards, trade_row
from tabletop_kernel.games.deck_goes_west.days import ending, phases
from tabletop_kernel.games.deck_goes_west.days.ending import first_seat
from tabletop_kernel.games.deck_goes_west.land import bandits, revealing
from tabletop_kernel.games.deck_goes_west.state import Place, State


def begin_night(state: State, emit: Emit | None) -> None:
    """Begin the night."""
    state.frames.append(("night", ANYONE, (0,)))


def begin_next_step(state: State, emit: Emit | None) -> None:
    """Begin the next step of the night, or a new day after the last one."""
    (begun,) = state.frames[-1][2]
    order = phases.night_steps(state.rules)
    if begun == len(order):
        if emit:
            emit("night-over", "night.then-day", EVERYONE)
        state.frames.pop()
        phases.begin_day(state)
        return
    state.frames[-1] = ("night", ANYONE, (begun + 1,))
    name, *number = order[begun].split()
    if emit:
        is_standard = state.ruling["ruling.night-order"] == "standard"
        rule = "night.standard" if is_standard else "night.mission-order"
        emit("night-step", rule, EVERYONE, step=name, number=begun + 1, count=len(order))
    EFFECT_BY_STEP[name](state, int(number[0]) if number else 0, emit)


def _day(state: State, number: int, emit: Emit | None) -> None:
    """Move the day tracker on; at the end of its track the game is over."""
    state.day += 1
    end = state.rules.board.day_end
    if emit:
        emit("tracker", "night.day", EVERYONE, day=state.day, limit=end)
    if state.day >= end:
        ending.end_by_time(state, emit)


def _row(state: State, number: int, emit: Emit | None) -> None:
    trade_row.move_on_at_night(state, emit)


def _exhaustion(state: State, number: int, emit: Emit | None) -> None:
    state.frames.append(("tired", ANYONE, tuple(state.clockwise(first_seat(state)))))


def take_exhaustion(state: State, emit: Emit | None) -> None:
    """Make the next player take an exhaustion card."""
    seat, *rest = state.frames.pop()[2]
    if rest:
        state.frames.append(("tired", ANYONE, tuple(rest)))
    if seat in state.living_seats():
        danger_cards.take_danger(state, seat, "exhaustion", 1, "night.exhaustion", emit)


# -- bandits -----------------------------------------------------------------------------------------------------------


def _attack(state: State, number: int, emit: Emit | None) -> None:
    """Let each group with a target start a battle, from West to East, North before South."""
    if _is_quiet(state, emit):
        return
    groups = bandits.bandit_tiles(state)
    if any(battle.can_be_attacked(state, place) for place in groups):
        state.frames.append(("raid", ANYONE, tuple(groups)))
    elif emit:
        emit("no-raid", "night.attack", EVERYONE)


def let_next_group_attack(state: State, emit: Emit | None) -> None:
    """Let the next group attack, if it still has a target."""
    place, *rest = state.frames.pop()[2]
    if rest:
        state.frames.append(("raid", ANYONE, tuple(rest)))
    if place in state.bandits and battle.can_be_attacked(state, place):
        battle.begin_night_battle(state, place, emit)


def _move(state: State, number: int, emit: Emit | None) -> None:
    if not _is_quiet(state, emit):
        bandits.let_bandits_march(state, emit)


def _is_quiet(state: State, emit: Emit | None) -> bool:
    """Tell if there are no bandits at all, and report it."""
    if state.bandits:
        return False
    if emit:
        emit("quiet", "night.no-bandits", EVERYONE)
    return True


def _appear(state: State, number: int, emit: Emit | None) -> None:
    bandits.let_bandits_appear(state, emit)
    bandits.split_groups(state, emit)


# -- land and token ----------------------------------------------------------------------------------------------------


def _remove(state: State, number: int, emit: Emit | None) -> None:
    """Take away the land too far East of the eastmost meeple, with everything on it."""
    removed = tiles_left_behind(state, number)
    for place in removed:
        _remove_tile(state, place, emit)
    if emit:
        kind = "land-gone" if removed else "land-stays"
        emit(kind, "night.remove", EVERYONE, places=removed, count=len(removed), limit=number)
        if removed:
            emit("land-aside", "night.tile-discard", EVERYONE, count=len(state.land_discard))
    if state.wagon in removed:
        revealing.shift_wagon(state, first_seat(state), emit, run_out=True)


def tiles_left_behind(state: State, limit: int) -> list[Place]:
    """Return the tiles more than this many spaces East of the eastmost meeple."""
    holders = [state.meeple[seat] for seat in state.living_seats()]
    if state.wagon and state.ruling["ruling.remove-wagon"] == "as-meeple":
        holders.append(state.wagon)
    east = min(column for column, _ in holders)
    counts_columns = state.ruling["ruling.remove-column"] == "columns"
    rows = [row for column, row in holders if column == east]

    def distance(place: Place) -> int:
        aside = 0 if counts_columns else min(abs(row - place[1]) for row in rows)
        return east - place[0] + aside

    return [place for place in state.places() if place[0] < east and distance(place) > limit]


def _remove_tile(state: State, place: Place, emit: Emit | None) -> None:
    """Move a tile to the discard pile of the land; its bandits and its railway go back to the supply."""
    lost = bandits.remove_bandits(state, place, state.bandits.get(place, 0))
    if emit and lost:
        emit("bandits-gone", "night.remove", EVERYONE, place=place, count=lost)
    if emit and place in state.rails:
        emit("rail-gone", "ruling.removed-things", EVERYONE, place=place)
    state.land_discard = (state.tiles[place], *state.land_discard)
    state.map = state.map.without(place)


def _pass_p1(state: State, number: int, emit: Emit | None) -> None:
    """Pass the P1 token to the left; if nobody has it, from where it was."""
    holder = state.p1 if state.p1 >= 0 else ~state.p1
    state.p1 = state.clockwise(holder + 1)[0]
    if emit:
        emit("token", "night.pass-p1", EVERYONE, seat=state.p1)


EFFECT_BY_STEP: dict[str, Callable[[State, int, Emit | None], None]] = {
    "day": _day,
    "row": _row,
    "exhaustion": _exhaustion,
    "attack": _attack,
    "move": _move,
    "remove": _remove,
    "appear": _appear,
    "pass-p1": _pass_p1,
}

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    "night": begin_next_step,
    "tired": take_exhaustion,
    "raid": let_next_group_attack,
}
