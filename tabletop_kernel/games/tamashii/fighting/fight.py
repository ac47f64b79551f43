"""What lies on the table in a Combat: the dice, and the number die on the stack of enemies.

The frame is `("combat", seat, Fight)`. Enemies are counted from the top one, which is 0, so that the number die walks
down to 0 and then leaves: -1. Before the dice are rolled, each of them is a `?`.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import NUMBER_DIE, SYMBOL_DIE
from tabletop_kernel.games.tamashii.state import State

NOT_ROLLED = "?"
NOWHERE = -1  # the number die lies on no enemy
MOST_DICE = 10
PREPARE, ROLLED, FIGHT, ENEMY, WALK = "prepare", "rolled", "fight", "enemy", "walk"
STAGES = (PREPARE, ROLLED, FIGHT, ENEMY, WALK)
CANCEL = "combat:cancel"  # a mark: the next enemy frame is skipped
BLANK = "combat:blank"  # a mark: the number die counts as blank
BEGUN = "combat:begun"  # a mark: a frame has been used
REROLLED = "combat:rerolled"  # a mark: reroll assets have altered the attack roll
NOT_PLACED = "combat:not-placed"  # a mark: it was blank, and lies on no enemy for that reason


class Fight(NamedTuple):
    """A Combat that goes on. Until it is placed, `number` is what the number die shows (0: blank)."""

    stage: str
    dice: str  # not on a frame yet, sorted
    number: int
    symbol: str
    used: tuple[str, ...] = ()  # frames that have been activated
    passed: int = 0
    late: tuple[int, ...] = ()  # enemies that came meanwhile and act after all others, in order of arrival
    walked: int = 0  # whether all others have acted: the number die lies on the first of the late ones


def at(state: State, seat: int) -> int | None:
    """Where in the stack of frames a player's Combat lies; None if there is none."""
    for depth in reversed(range(len(state.frames))):
        if state.frames[depth][0] == "combat" and state.frames[depth][1] == seat:
            return depth
    return None


def of(state: State, seat: int) -> Fight | None:
    """The Combat that a player is in."""
    depth = at(state, seat)
    return None if depth is None else Fight(*state.frames[depth][2])


def put(state: State, seat: int, fight: Fight) -> None:
    depth = at(state, seat)
    assert depth is not None
    state.frames[depth] = ("combat", seat, fight[:])


# -- the number die ----------------------------------------------------------------------------------------------------


def place_number_die(state: State, seat: int, emit: Emit | None) -> None:
    """Put the number die on the enemy that it shows, counted from the top one."""
    fight = of(state, seat)
    assert fight is not None
    shown, count = fight.number, len(state.enemies[seat])
    on = min(shown, count) - 1  # a blank die, and a stack that is gone, leave it nowhere
    put(state, seat, fight._replace(number=on, stage=FIGHT))
    state.used[seat] = tuple(mark for mark in state.used[seat] if mark != NOT_PLACED)  # it may be placed anew
    if shown == 0:
        state.used[seat] += (NOT_PLACED,)
    if not emit:
        return
    if shown == 0:
        emit("die-blank", "combat.blank", EVERYONE, seat=seat)
    elif count:
        rule = "combat.number-die" if shown <= count else "combat.number-over"
        emit("die-placed", rule, EVERYONE, seat=seat, number=shown, enemy=state.enemies[seat][on][0])
        emit("active-enemy", "combat.active-enemy", EVERYONE, seat=seat, enemy=state.enemies[seat][on][0])


def gone(state: State, seat: int, index: int) -> bool:
    """An enemy has left the stack at this place: whether the number die, which lay on it, had to move."""
    fight = of(state, seat)
    if fight is None or fight.stage in (PREPARE, ROLLED):
        return False
    if index > fight.number:
        put(state, seat, _without(fight, index, on_it=False))
        return False
    on_it = index == fight.number
    stage = FIGHT if on_it and fight.stage == WALK else fight.stage  # it has moved on already
    now = moved_on(fight) if on_it else fight._replace(number=fight.number - 1)
    put(state, seat, _without(now, index, on_it)._replace(stage=stage))
    return on_it


def _without(fight: Fight, index: int, on_it: bool) -> Fight:
    """Where everything lies once an enemy has left its place in the stack."""
    late = tuple(one - (one > index) for one in fight.late if one != index)
    number = fight.number - 1 if on_it and fight.number > index else fight.number
    return fight._replace(late=late, number=number)


def moved_on(fight: Fight) -> Fight:
    """The enemy under the number die is done with: the die goes up, and from the top to those that have come late."""
    if fight.number < 0:
        return fight
    if not fight.walked and fight.number > 0:
        return fight._replace(number=fight.number - 1)
    late = fight.late[1:] if fight.walked else fight.late
    return fight._replace(number=late[0] if late else NOWHERE, late=late, walked=1)


def rotated(state: State, seat: int) -> None:
    """The top enemy has gone to the bottom of the stack: the number die stays on its enemy."""
    fight = of(state, seat)
    if fight is not None and fight.stage not in (PREPARE, ROLLED) and fight.number >= 0:
        size = len(state.enemies[seat])
        late = tuple((one - 1) % size for one in fight.late)
        put(state, seat, fight._replace(number=(fight.number - 1) % size, late=late))


def joined(state: State, seat: int, emit: Emit | None) -> None:
    """An enemy has been attached in the middle of a Combat: under one ruling it acts when all others have acted."""
    fight = of(state, seat)
    if fight is None or fight.stage in (PREPARE, ROLLED) or fight.number < 0:
        return
    if state.ruling["ruling.combat.late-enemy"] == "acts":
        put(state, seat, fight._replace(late=(*fight.late, len(state.enemies[seat]) - 1)))
        if emit:
            card = state.enemies[seat][-1][0]
            emit("acts-late", "ruling.combat.late-enemy", EVERYONE, seat=seat, enemy=card)


def begin(state: State, seat: int) -> None:
    """A frame is used: from now on the attack roll stays as it is."""
    if BEGUN not in state.used[seat]:
        state.used[seat] += (BEGUN,)


def roll_number_die(state: State, seat: int, emit: Emit | None, rule: str = "combat.roll") -> int:
    """What the number die shows; a card may have made it blank beforehand."""
    number = NUMBER_DIE[state.chance.roll("number") - 1]
    kind = "number-rolled" if number else "number-blank"
    if BLANK in state.used[seat]:
        kind, number = "number-as-blank", 0
    if emit:
        emit(kind, rule, EVERYONE, seat=seat, number=number, goes=_goes(number, len(state.enemies[seat])))
    return number


def _goes(number: int, enemies: int) -> str:
    """Where a number goes for which there are too few enemies, to be said behind it."""
    if not 0 < enemies < number:
        return ""
    return "; it goes to the only enemy" if enemies == 1 else f"; with {enemies} enemies, it goes to the leftmost one"


def roll_symbol_die(state: State, seat: int, emit: Emit | None, rule: str = "combat.roll") -> str:
    symbol = SYMBOL_DIE[state.chance.roll("symbol") - 1]
    if emit:
        emit("symbol-rolled", rule, EVERYONE, seat=seat, symbol=symbol)
    return symbol


# -- how many dice there are -------------------------------------------------------------------------------------------


def capped(state: State, number: int) -> int:
    """So many dice for one roll, or all that there are if that is fewer."""
    return min(number, MOST_DICE) if state.ruling["ruling.dice.supply"] == "10" else number


def tell_short(state: State, seat: int, missing: int, emit: Emit | None) -> None:
    """Say how many dice are left out of a roll, if any are."""
    if missing > 0 and emit:
        emit("dice-short", "ruling.dice.supply", EVERYONE, seat=seat, count=missing)


# -- what effects do to a Combat ---------------------------------------------------------------------------------------


def add_dice(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """More dice for an attack roll that has not been made; how many."""
    fight = of(state, seat)
    if fight is None or fight.stage != PREPARE:
        return 0
    added = max(0, capped(state, len(fight.dice) + number) - len(fight.dice))
    put(state, seat, fight._replace(dice=fight.dice + NOT_ROLLED * added))
    if added and emit:
        emit("more-dice", rule, EVERYONE, seat=seat, count=added, number=len(fight.dice) + added)
    tell_short(state, seat, number - added, emit)
    return added


def cancel_next(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """The next enemy frame of this Combat will be skipped."""
    if CANCEL not in state.used[seat]:
        state.used[seat] += (CANCEL,)
    if emit:
        emit("next-cancelled", rule, EVERYONE, seat=seat)


def number_die_down(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """The number die counts as less, but at least 1; a blank one stays blank."""
    fight = of(state, seat)
    if fight is None or fight.stage == PREPARE or fight.walked:
        return
    least = 1 if fight.stage == ROLLED else 0
    now = max(least, fight.number - number)
    if fight.number > least:
        put(state, seat, fight._replace(number=now))
        if emit:
            emit("number-down", rule, EVERYONE, seat=seat, number=now + 1 - least)


def blank_number_die(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """The number die of this Combat counts as blank, whenever it is rolled."""
    if BLANK not in state.used[seat]:
        state.used[seat] += (BLANK,)
    fight = of(state, seat)
    if fight is not None and fight.stage != PREPARE:
        put(state, seat, fight._replace(number=0 if fight.stage == ROLLED else NOWHERE))
    if emit:
        emit("number-blanked", rule, EVERYONE, seat=seat)


def reroll_enemy_die(state: State, seat: int, die: str, rule: str, emit: Emit | None) -> None:
    """Roll the number or the symbol die again, where a ruling lets rerolls reach them."""
    fight = of(state, seat)
    assert fight is not None
    if die == "symbol":
        put(state, seat, fight._replace(symbol=roll_symbol_die(state, seat, emit, rule)))
        return
    placed = fight.stage != ROLLED
    put(state, seat, fight._replace(number=roll_number_die(state, seat, emit, rule)))
    if placed:
        place_number_die(state, seat, emit)
