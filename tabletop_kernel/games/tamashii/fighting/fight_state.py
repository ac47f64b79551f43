"""The state of a Combat: its dice, and the number die on the stack of enemies.

The frame is `("combat", seat, Fight)`. Enemies count from 0 at the top, so the number die walks down to 0 and then
leaves, at -1. Dice are `?` until they are rolled.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import NUMBER_DIE, SYMBOL_DIE
from tabletop_kernel.games.tamashii.state import State

NOT_ROLLED = "?"
NOWHERE = -1  # the number die is on no enemy
MOST_DICE = 10
PREPARE, ROLLED, FIGHT, ENEMY, WALK = "prepare", "rolled", "fight", "enemy", "walk"
STAGES = (PREPARE, ROLLED, FIGHT, ENEMY, WALK)
CANCEL = "combat:cancel"  # the next enemy frame is skipped
BLANK = "combat:blank"  # the number die counts as blank
BEGUN = "combat:begun"  # a frame has been used
REROLLED = "combat:rerolled"  # reroll assets have changed the attack roll
NOT_PLACED = "combat:not-placed"  # the number die was blank, so it is on no enemy


class Fight(NamedTuple):
    """A running Combat. `number` is the number die's face (0: blank) until it is placed, and then its enemy's place."""

    stage: str
    dice: str  # not on a frame yet, sorted
    number: int
    symbol: str
    used: tuple[str, ...] = ()  # frames that have been activated
    passed: int = 0
    late: tuple[int, ...] = ()  # enemies that joined late and act after the others, in order
    walked: int = 0  # 1 once all others have acted: the number die is on the first late enemy


def depth_of_fight(state: State, seat: int) -> int | None:
    """Return the position of a player's Combat on the stack of frames, or None."""
    for depth in reversed(range(len(state.frames))):
        if state.frames[depth][0] == "combat" and state.frames[depth][1] == seat:
            return depth
    return None


def fight_of(state: State, seat: int) -> Fight | None:
    """Return a player's Combat, or None."""
    depth = depth_of_fight(state, seat)
    return None if depth is None else Fight(*state.frames[depth][2])


def put_fight(state: State, seat: int, fight: Fight) -> None:
    depth = depth_of_fight(state, seat)
    assert depth is not None
    state.frames[depth] = ("combat", seat, fight[:])


# -- the number die ----------------------------------------------------------------------------------------------------


def place_number_die(state: State, seat: int, emit: Emit | None) -> None:
    """Put the number die on the enemy it shows, counting from the top."""
    fight = fight_of(state, seat)
    assert fight is not None
    shown, count = fight.number, len(state.enemies[seat])
    on = min(shown, count) - 1  # nowhere for a blank die or an empty stack
    put_fight(state, seat, fight._replace(number=on, stage=FIGHT))
    state.used[seat] = tuple(mark for mark in state.used[seat] if mark != NOT_PLACED)  # it may be placed again
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


def remove_from_fight(state: State, seat: int, index: int) -> bool:
    """Update the Combat after an enemy left this place in the stack. Tell if the number die was on it."""
    fight = fight_of(state, seat)
    if fight is None or fight.stage in (PREPARE, ROLLED):
        return False
    if index > fight.number:
        put_fight(state, seat, _without_enemy(fight, index, on_it=False))
        return False
    on_it = index == fight.number
    stage = FIGHT if on_it and fight.stage == WALK else fight.stage  # it has already moved on
    after = with_die_moved_on(fight) if on_it else fight._replace(number=fight.number - 1)
    put_fight(state, seat, _without_enemy(after, index, on_it)._replace(stage=stage))
    return on_it


def _without_enemy(fight: Fight, index: int, on_it: bool) -> Fight:
    """Return the Combat with its places shifted after an enemy left the stack."""
    late = tuple(one - (one > index) for one in fight.late if one != index)
    number = fight.number - 1 if on_it and fight.number > index else fight.number
    return fight._replace(late=late, number=number)


def with_die_moved_on(fight: Fight) -> Fight:
    """Move the number die on from its enemy: up the stack, and from the top to enemies that joined late."""
    if fight.number < 0:
        return fight
    if not fight.walked and fight.number > 0:
        return fight._replace(number=fight.number - 1)
    late = fight.late[1:] if fight.walked else fight.late
    return fight._replace(number=late[0] if late else NOWHERE, late=late, walked=1)


def follow_rotation(state: State, seat: int) -> None:
    """Keep the number die on its enemy after the top enemy went to the bottom."""
    fight = fight_of(state, seat)
    if fight is not None and fight.stage not in (PREPARE, ROLLED) and fight.number >= 0:
        size = len(state.enemies[seat])
        late = tuple((one - 1) % size for one in fight.late)
        put_fight(state, seat, fight._replace(number=(fight.number - 1) % size, late=late))


def queue_late_enemy(state: State, seat: int, emit: Emit | None) -> None:
    """Let an enemy that joined during a Combat act after all others, under one ruling."""
    fight = fight_of(state, seat)
    if fight is None or fight.stage in (PREPARE, ROLLED) or fight.number < 0:
        return
    if state.ruling["ruling.combat.late-enemy"] == "acts":
        put_fight(state, seat, fight._replace(late=(*fight.late, len(state.enemies[seat]) - 1)))
        if emit:
            card = state.enemies[seat][-1][0]
            emit("acts-late", "ruling.combat.late-enemy", EVERYONE, seat=seat, enemy=card)


def fix_roll(state: State, seat: int) -> None:
    """Fix the attack roll, because a frame is being used."""
    if BEGUN not in state.used[seat]:
        state.used[seat] += (BEGUN,)


def roll_number_die(state: State, seat: int, emit: Emit | None, rule: str = "combat.roll") -> int:
    """Return the number die's roll; 0 if a card has made it blank."""
    number = NUMBER_DIE[state.chance.roll("number") - 1]
    kind = "number-rolled" if number else "number-blank"
    if BLANK in state.used[seat]:
        kind, number = "number-as-blank", 0
    if emit:
        emit(kind, rule, EVERYONE, seat=seat, number=number, goes=_goes_text(number, len(state.enemies[seat])))
    return number


def _goes_text(number: int, enemies: int) -> str:
    """Return where a number goes that exceeds the number of enemies, as the end of a sentence; empty if it doesn't."""
    if not 0 < enemies < number:
        return ""
    return "; it goes to the only enemy" if enemies == 1 else f"; with {enemies} enemies, it goes to the bottom one"


def roll_symbol_die(state: State, seat: int, emit: Emit | None, rule: str = "combat.roll") -> str:
    symbol = SYMBOL_DIE[state.chance.roll("symbol") - 1]
    if emit:
        emit("symbol-rolled", rule, EVERYONE, seat=seat, symbol=symbol)
    return symbol


# -- the supply of dice ------------------------------------------------------------------------------------------------


def cap_dice(state: State, number: int) -> int:
    """Return this number of dice for a roll, or fewer if there aren't enough."""
    return min(number, MOST_DICE) if state.ruling["ruling.dice.supply"] == "10" else number


def tell_missing_dice(state: State, seat: int, missing: int, emit: Emit | None) -> None:
    """Report how many dice are missing from a roll, if any."""
    if missing > 0 and emit:
        emit("dice-short", "ruling.dice.supply", EVERYONE, seat=seat, count=missing)


# -- what effects do to a Combat ---------------------------------------------------------------------------------------


def add_dice(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Add dice to an attack that isn't rolled yet. Return how many were added."""
    fight = fight_of(state, seat)
    if fight is None or fight.stage != PREPARE:
        return 0
    added = max(0, cap_dice(state, len(fight.dice) + number) - len(fight.dice))
    put_fight(state, seat, fight._replace(dice=fight.dice + NOT_ROLLED * added))
    if added and emit:
        emit("more-dice", rule, EVERYONE, seat=seat, count=added, number=len(fight.dice) + added)
    tell_missing_dice(state, seat, number - added, emit)
    return added


def cancel_next(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Skip the next enemy frame of this Combat."""
    if CANCEL not in state.used[seat]:
        state.used[seat] += (CANCEL,)
    if emit:
        emit("next-cancelled", rule, EVERYONE, seat=seat)


def lower_number_die(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Lower the number die, but not below 1. A blank die stays blank."""
    fight = fight_of(state, seat)
    if fight is None or fight.stage == PREPARE or fight.walked:
        return
    least = 1 if fight.stage == ROLLED else 0
    after = max(least, fight.number - number)
    if fight.number > least:
        put_fight(state, seat, fight._replace(number=after))
        if emit:
            emit("number-down", rule, EVERYONE, seat=seat, number=after + 1 - least)


def blank_number_die(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Make the number die blank for this Combat, even before it is rolled."""
    if BLANK not in state.used[seat]:
        state.used[seat] += (BLANK,)
    fight = fight_of(state, seat)
    if fight is not None and fight.stage != PREPARE:
        put_fight(state, seat, fight._replace(number=0 if fight.stage == ROLLED else NOWHERE))
    if emit:
        emit("number-blanked", rule, EVERYONE, seat=seat)


def reroll_enemy_die(state: State, seat: int, die: str, rule: str, emit: Emit | None) -> None:
    """Roll the number die or the symbol die again, if a ruling lets rerolls reach them."""
    fight = fight_of(state, seat)
    assert fight is not None
    if die == "symbol":
        put_fight(state, seat, fight._replace(symbol=roll_symbol_die(state, seat, emit, rule)))
        return
    placed = fight.stage != ROLLED
    put_fight(state, seat, fight._replace(number=roll_number_die(state, seat, emit, rule)))
    if placed:
        place_number_die(state, seat, emit)
