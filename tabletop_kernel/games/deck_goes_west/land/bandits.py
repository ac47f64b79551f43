"""Bandits on the map: they appear, grow, move, meet, and split when there are too many.

All bandits on a tile are one group. Only while groups move can two of them share a tile until the step is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west.components import COMPASS_DIE, SPLIT_SIZE
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.state import BANDITS_IN_SUPPLY, DIRECTIONS, Place, State

OPPOSITE = {"N": "S", "S": "N", "W": "E", "E": "W"}
PLUS = "+"  # a face of the compass die
BANDIT_COUNTERS = 40  # small and big counters, if a big one counts as a single bandit
HIGHEST_STAR = 12  # the highest number that a ruling doesn't reroll
MOST_SPLITS = 200  # most splits in one night
MOST_TRIES = 100  # rolls at most, to get a number up to the highest star


# -- groups ------------------------------------------------------------------------------------------------------------


def bandit_tiles(state: State) -> list[Place]:
    """Return the tiles with bandits from West to East, North before South."""
    return sorted(state.bandits, key=lambda place: (-place[0], place[1]))


def add_bandits(state: State, place: Place, count: int, rule: str, emit: Emit | None) -> int:
    """Put bandits from the supply on a tile, and return how many there were."""
    added = min(count, _supply(state)) if state.ruling["ruling.supply"] == "limited" else count
    if added:
        _change_size(state, place, added)
        if emit:
            emit("bandits", rule, EVERYONE, place=place, count=added, total=state.bandits[place])
    if emit and added < count:
        emit("bandits-out", "ruling.supply", EVERYONE, place=place)
    return added


def _supply(state: State) -> int:
    """Return how many bandits are left in the box."""
    most = BANDITS_IN_SUPPLY if state.ruling["ruling.bandit-coins"] == "five" else BANDIT_COUNTERS
    return max(0, most - sum(state.bandits.values()))


def remove_bandits(state: State, place: Place, count: int) -> int:
    """Take bandits off a tile, as far as there are any, and return how many left."""
    removed = min(count, state.bandits.get(place, 0))
    if removed:
        _change_size(state, place, -removed)
    return removed


def _change_size(state: State, place: Place, count: int) -> None:
    total = state.bandits.get(place, 0) + count
    if total:
        state.bandits[place] = total
    else:
        del state.bandits[place]


# -- moving ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Group:
    """Bandits that move together tonight."""

    place: Place
    size: int  # 0: merged into another group
    rolls: int = 0  # so far


def let_bandits_march(state: State, emit: Emit | None) -> None:
    """Let each group that doesn't stay roll the compass die and move, from West to East, North before South."""
    groups = [Group(place, state.bandits[place]) for place in bandit_tiles(state)]
    for group in groups:
        if group.size and not group.rolls and not is_staying(state, group.place):
            _roll_compass(state, groups, group, emit)
    if emit and not any(group.rolls for group in groups):
        emit("bandits-stay", "night.move", EVERYONE, count=len(groups))
    for place in bandit_tiles(state):
        _merge(state, [group for group in groups if group.size and group.place == place], emit)


def is_staying(state: State, place: Place) -> bool:
    """Tell if a group stays where it is: with a player, or on a bandit camp."""
    is_ignored = place not in state.up and state.ruling["ruling.camp-hidden"] == "no"
    return bool(state.seats_on(place)) or (state.tile(place).camp and not is_ignored)


def _roll_compass(state: State, groups: list[Group], group: Group, emit: Emit | None) -> None:
    """Roll the compass die for a group and move it; groups it meets roll next."""
    group.rolls += 1
    face = COMPASS_DIE[state.chance.roll("compass", len(COMPASS_DIE)) - 1]
    if emit:
        emit("compass", "night.move", EVERYONE, place=group.place, count=group.size, compass=face)
    target, rule = _way_of_roll(state, group.place, face)
    if target is None:
        group.size += add_bandits(state, group.place, 1, rule, emit)
        return
    _change_size(state, group.place, -group.size)
    _change_size(state, target, group.size)
    if emit:
        kind = "bandits-move" if rule == "night.move" else "bandits-turn"
        emit(kind, rule, EVERYONE, place=group.place, to=target, count=group.size)
        if target not in state.up:
            emit("bandits-hidden", "night.any-tile", EVERYONE, place=target)
    group.place = target
    for other in groups:
        if other is not group and other.size and group.size and other.place == group.place == target:
            _let_met_group_roll(state, groups, group, other, emit)


def _way_of_roll(state: State, place: Place, face: str) -> tuple[Place | None, str]:
    """Return where a roll sends a group, and by which rule; None if the group stays and grows."""
    if face == PLUS:
        return None, "night.plus"
    for direction, rule in ((face, "night.move"), (OPPOSITE[face], "night.opposite")):
        if (to := chart(state).toward(place, direction)) is not None:
            return to, rule
    return None, "night.stuck"


def _let_met_group_roll(state: State, groups: list[Group], group: Group, other: Group, emit: Emit | None) -> None:
    """Let a group roll at once when another arrives on it, if it still may."""
    if is_staying(state, other.place) and state.ruling["ruling.meet-fixed"] == "merge":
        return
    if other.rolls >= (1 if state.ruling["ruling.group-once"] == "no" else 2):
        return
    place = other.place
    if emit:
        rule = "ruling.meet-fixed" if is_staying(state, place) else "night.meet"
        emit("bandits-meet", rule, EVERYONE, place=place)
    _roll_compass(state, groups, other, emit)
    are_together = other.place == place == group.place
    if are_together and state.ruling["ruling.meet-plus"] == "merge-at-once":
        _merge(state, [group, other], emit)


def _merge(state: State, groups: list[Group], emit: Emit | None) -> None:
    """Make one group of several on a tile."""
    if len(groups) < 2:
        return
    first, *others = groups
    for other in others:
        first.size, other.size = first.size + other.size, 0
        first.rolls = max(first.rolls, other.rolls)
    if emit:
        emit("bandits-merge", "night.merge", EVERYONE, place=first.place, total=first.size)


# -- appearing ---------------------------------------------------------------------------------------------------------


def count_risk_rolls(state: State) -> int:
    """Return how often to roll the bandit dice: the number in the section that the foremost token has reached."""
    points = [state.points_of(seat) for seat in state.living_seats()]
    score = min(points) if state.ruling["ruling.risk-token"] == "last" else max(points)
    sections = state.rules.board.sections
    return [part.risk for part in sections if part.day <= state.day or part.score <= score][-1]


def let_bandits_appear(state: State, emit: Emit | None) -> None:
    """Roll the bandit dice as often as the risk says, and put bandits on the stars they show."""
    rolls = count_risk_rolls(state)
    if emit:
        emit("risk", "night.risk", EVERYONE, count=rolls)
    for at in range(rolls):
        for number in _numbers_rolled(state, at, emit):
            _add_on_stars(state, number, emit)


def _numbers_rolled(state: State, at: int, emit: Emit | None) -> list[int]:
    """Return the numbers that count in one roll of the bandit dice."""
    ruling, dice = state.ruling["ruling.both-dice"], state.rules.dice
    if ruling == "alternate":
        easy_first = sorted(dice, reverse=True)
        return [_bandit_die(state, easy_first[at % len(dice)], emit)]
    numbers = [_bandit_die(state, sides, emit) for sides in dice]
    if ruling == "each" or len(dice) == 1:
        return numbers
    if emit:
        emit("bandit-lower", "ruling.both-dice", EVERYONE, number=min(numbers))
    return [min(numbers)]


def _bandit_die(state: State, sides: int, emit: Emit | None) -> int:
    is_rerolled = state.ruling["ruling.roll-high"] == "reroll"
    for _ in range(MOST_TRIES):
        number = state.chance.roll("bandit", sides)
        if emit:
            emit("bandit-die", "night.appear", EVERYONE, die=sides, number=number)
        if number <= HIGHEST_STAR or not is_rerolled:
            break
        if emit:
            emit("bandit-again", "ruling.roll-high", EVERYONE, number=number)
    return number


def _add_on_stars(state: State, number: int, emit: Emit | None) -> None:
    """Put one bandit on every tile with this star."""
    places = [place for place in state.places() if number in stars_on(state, place)]
    for place in places:
        add_bandits(state, place, 1, "night.appear", emit)
    if emit and not places:
        _emit_no_star(state, number, emit)


def _emit_no_star(state: State, number: int, emit: Emit) -> None:
    """Emit why no bandit comes: no tile shows the number, or only in stars that a ruling ignores."""
    if any(state.tile(place).back == number for place in state.places() if place not in state.up):
        emit("star-idle", "ruling.star-side", EVERYONE, number=number)
    elif any(number in state.tile(place).face for place in state.up):
        emit("star-idle", "ruling.multi-star", EVERYONE, number=number)
    else:
        emit("no-star", "night.appear", EVERYONE, number=number)


def stars_on(state: State, place: Place) -> tuple[int, ...]:
    """Return the red stars that count on a tile."""
    tile = state.tile(place)
    if place not in state.up:
        return (tile.back,) if state.ruling["ruling.star-side"] == "showing" else ()
    return tile.face if state.ruling["ruling.multi-star"] == "any-match" else tile.face[:1]


# -- splitting ---------------------------------------------------------------------------------------------------------


def split_groups(state: State, emit: Emit | None) -> None:
    """Let groups that are too large send one bandit each way, and repeat while that makes new ones."""
    large_before = set(_iter_groups_to_split(state))
    is_once = state.ruling["ruling.split-repeat"] == "once-per-tile"
    split_before: set[Place] = set()
    for _ in range(MOST_SPLITS):
        place = next((place for place in _iter_groups_to_split(state) if not (is_once and place in split_before)), None)
        if place is None:
            return
        is_again = place in split_before or place not in large_before
        _split(state, place, "night.split-again" if is_again else "night.split", emit)
        split_before.add(place)
    if emit and any(True for _ in _iter_groups_to_split(state)):
        emit("split-end", "ruling.split-repeat", EVERYONE, count=MOST_SPLITS)


def _iter_groups_to_split(state: State) -> Iterator[Place]:
    """Return an iterator over the tiles whose groups split; those with nowhere to go don't."""
    return (
        place
        for place in bandit_tiles(state)
        if state.bandits[place] >= SPLIT_SIZE and _tiles_to_split_to(state, place)
    )


def _tiles_to_split_to(state: State, place: Place) -> list[Place]:
    """Return the tiles where a group can send a bandit."""
    is_any_tile = state.ruling["ruling.split-where"] == "any-tile"
    return [other for other in chart(state).beside(place) if is_any_tile or not state.seats_on(other)]


def _split(state: State, place: Place, rule: str, emit: Emit | None) -> None:
    ways = _tiles_to_split_to(state, place)
    for other in ways:
        _change_size(state, place, -1)
        _change_size(state, other, 1)
    if not emit:
        return
    emit("split", rule, EVERYONE, place=place, places=ways, count=len(ways), left=state.bandits[place])
    if len(ways) < len(DIRECTIONS):
        emit("split-blocked", "night.split-blocked", EVERYONE, place=place, count=len(DIRECTIONS) - len(ways))
