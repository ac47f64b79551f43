"""A player's enemies: drawn, attached below the others, damaged and removed.

The text after a card's `!` is a mark from a scenario or a token: `guest`, `god`, `fuse2`. Marks leave with the card,
except that a scenario's guest keeps its damage until it is attached again.
"""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import DIE
from tabletop_kernel.games.tamashii.fighting import fight_state
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import assets, pattern_list
from tabletop_kernel.games.tamashii.modes import destabilization_tokens, living_city
from tabletop_kernel.games.tamashii.state import State

GUEST, GOD = "guest", "god"
BEATEN = -2  # as the holder in `state.guest`: the guest was defeated


def unmarked(card: str) -> str:
    """Return an enemy card without its marks."""
    return card.partition("!")[0]


def has_mark(card: str, mark: str) -> bool:
    return mark in card.split("!")[1:]


# -- drawing and attaching ---------------------------------------------------------------------------------------------


def draw_and_attach(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Draw enemies and attach them. Return how many came."""
    attached = 0
    while attached < number and (card := _draw_card(state, emit)):
        attach_card(state, seat, card, 0, rule, emit)
        attached += 1
    if attached < number and emit:
        emit("no-enemy-left", "ruling.enemy.deck-empty", EVERYONE, seat=seat, count=number - attached)
    return attached


def count_drawable(state: State) -> int:
    """Return how many enemies can still be drawn."""
    reshuffles = state.ruling["ruling.enemy.deck-empty"] == "reshuffle"
    return len(state.enemy_deck) + (len(state.enemy_discard) if reshuffles else 0)


def _draw_card(state: State, emit: Emit | None) -> str:
    """Return the top card of the enemy deck, drawing it; empty if there is none."""
    reshuffles = state.ruling["ruling.enemy.deck-empty"] == "reshuffle"
    if not state.enemy_deck and state.enemy_discard and reshuffles:
        deck = sorted(state.enemy_discard)
        state.chance.shuffle("enemies", deck)
        state.enemy_deck, state.enemy_discard = tuple(deck), ()
        if emit:
            emit("enemies-reshuffled", "ruling.enemy.deck-empty", EVERYONE, count=len(deck))
    card, state.enemy_deck = (state.enemy_deck or ("",))[0], state.enemy_deck[1:]
    return card


def attach_card(state: State, seat: int, card: str, damage: int, rule: str, emit: Emit | None) -> None:
    """Attach a card at the bottom of the stack, on the far left."""
    if has_mark(card, GUEST):
        state.guest = ("", 0, seat)
    state.enemies[seat] += ((card, damage),)
    if emit:
        emit("attached", rule, EVERYONE, seat=seat, enemy=card, count=len(state.enemies[seat]))
    fight_state.queue_late_enemy(state, seat, emit)


def pull_enemy(state: State, seat: int, other: int, rule: str, emit: Emit | None) -> None:
    """Take the bottom enemy from another player, with its damage."""
    if not state.enemies[other]:
        return
    index = len(state.enemies[other]) - 1
    card, damage = state.enemies[other][index]
    _take_off_stack(state, other, index, emit)
    if emit:
        emit("enemy-pulled", rule, EVERYONE, seat=seat, other=other, enemy=card)
    attach_card(state, seat, card, damage, rule, emit)


def hand_over_top(state: State, seat: int, other: int, rule: str, emit: Emit | None) -> None:
    """Give the top enemy to another player, with its damage."""
    card, damage = state.enemies[seat][0]
    _take_off_stack(state, seat, 0, emit)
    if emit:
        emit("enemy-handed", rule, EVERYONE, seat=seat, other=other, enemy=card)
    attach_card(state, other, card, damage, rule, emit)


def rotate_stack(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Move the top enemy to the bottom of its stack."""
    stack = state.enemies[seat]
    if len(stack) <= 1:
        return
    state.enemies[seat] = (*stack[1:], stack[0])
    if any(unmarked(card) == unmarked(stack[0][0]) for card, _ in stack[1:]):
        pattern_list.free_enemy_keys(state, seat, unmarked(stack[0][0]))
    fight_state.follow_rotation(state, seat)
    if emit:
        emit("rotated", rule, EVERYONE, seat=seat, enemy=stack[0][0], other_enemy=stack[1][0])


# -- damage ------------------------------------------------------------------------------------------------------------


def damage_top(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Damage the top enemy and return the damage dealt. The excess is lost, or hits the next enemy under a ruling."""
    dealt = 0
    is_frame_running = _is_frame_running(state)  # asked first: a defeat's effects run in front of the frame
    carries = not is_frame_running and state.ruling["ruling.combat.excess-elsewhere"] == "carries"
    while number > dealt and state.enemies[seat]:
        damage = _damage_enemy(
            state, seat, 0, number - dealt, "ruling.combat.excess-elsewhere" if dealt else rule, emit
        )
        dealt += damage
        if dealt < number and not carries:
            if emit:
                lost_rule = "frame.excess-lost" if is_frame_running else "ruling.combat.excess-elsewhere"
                emit("excess-lost", lost_rule, EVERYONE, seat=seat, count=number - dealt)
            return dealt
    return dealt


def _is_frame_running(state: State) -> bool:
    """Tell if a combat frame is running: its line then runs for the dice on it."""
    for kind, _, data in reversed(state.frames):
        if kind == "effect":
            by = str(data[4])
            return bool(by) and set(by) <= set(DIE)
    return False


def damage_each(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Damage every attached enemy, from the bottom up so that places don't shift. Return the total."""
    return sum(
        _damage_enemy(state, seat, index, number, rule, emit) for index in reversed(range(len(state.enemies[seat])))
    )


def damage_at(state: State, seat: int, index: int, number: int, rule: str, emit: Emit | None) -> int:
    """Damage one enemy of the stack. Return the damage it took."""
    return _damage_enemy(state, seat, index, number, rule, emit)


def _damage_enemy(state: State, seat: int, index: int, number: int, rule: str, emit: Emit | None) -> int:
    card, damage = state.enemies[seat][index]
    integrity_left = state.integrity_of(card) - damage
    taken = min(number, integrity_left)
    if taken <= 0:
        return 0
    _set_damage(state, seat, index, damage + taken)
    if emit:
        emit("damaged", rule, EVERYONE, seat=seat, enemy=card, count=taken, left=integrity_left - taken)
    if taken == integrity_left:
        remove_enemy(state, seat, index, True, "enemy.defeat", emit)
    return taken


def _set_damage(state: State, seat: int, index: int, damage: int) -> None:
    stack = state.enemies[seat]
    state.enemies[seat] = (*stack[:index], (stack[index][0], damage), *stack[index + 1 :])


def heal_enemy(state: State, seat: int, index: int, number: int, rule: str, emit: Emit | None) -> int:
    """Remove damage from an enemy. Return how much."""
    if not 0 <= index < len(state.enemies[seat]):
        return 0
    card, damage = state.enemies[seat][index]
    healed = min(number, damage)
    if healed > 0:
        _set_damage(state, seat, index, damage - healed)
        if emit:
            emit("healed", rule, EVERYONE, seat=seat, enemy=card, count=healed)
    return max(0, healed)


# -- leaving -----------------------------------------------------------------------------------------------------------


def discard_top(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Discard the top enemy without defeating it."""
    if state.enemies[seat]:
        remove_enemy(state, seat, 0, False, rule, emit)


def discard_all(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Discard all of a player's enemies without defeating them, in the order set by a ruling."""
    shuffled = state.ruling["ruling.yokai.order"] == "random" and "yokai" in state.rules.modules
    while state.enemies[seat]:
        index = state.chance.pick("yokai", len(state.enemies[seat])) if shuffled else 0
        remove_enemy(state, seat, index, False, rule, emit)


def remove_enemy(state: State, seat: int, index: int, defeated: bool, rule: str, emit: Emit | None) -> None:
    """Remove an enemy. A defeat gives EXP and counts for everything that counts defeats."""
    card, damage = state.enemies[seat][index]
    in_combat = fight_state.fight_of(state, seat) is not None
    if emit:
        emit("defeated" if defeated else "enemy-discarded", rule, EVERYONE, seat=seat, enemy=card)
    _take_off_stack(state, seat, index, emit)
    _put_away(state, seat, card, damage, defeated, emit)
    if defeated:
        _count_defeat(state, seat, card, in_combat)
        assets.gain_exp(state, seat, 1, "enemy.defeat", emit)
        _reward_small_god(state, seat, card, emit)
        abilities.run_triggers(state, seat, "defeat", emit)
        living_city.ask_about_events(state, seat, "defeat", emit)


def _take_off_stack(state: State, seat: int, index: int, emit: Emit | None) -> None:
    """Take a card off a stack. The number die and the tokens on enemies follow."""
    stack = state.enemies[seat]
    state.enemies[seat] = (*stack[:index], *stack[index + 1 :])
    destabilization_tokens.clear_enemy(state, seat, stack[index][0], emit)
    if index == 0 or unmarked(stack[0][0]) != unmarked(stack[index][0]):  # marks belong to the top enemy
        pattern_list.free_enemy_keys(state, seat, unmarked(stack[index][0]))
    was_top = index == 0
    if was_top and state.enemies[seat] and emit:
        emit("next-top", "enemy.next-top", EVERYONE, seat=seat, enemy=state.enemies[seat][0][0])
    fight = fight_state.fight_of(state, seat)
    has_acted = fight is not None and fight.stage == fight_state.WALK
    if fight_state.remove_from_fight(state, seat, index) and emit:
        rule = "combat.die-shift" if has_acted else "combat.dead-dont-act"
        moved_fight = fight_state.fight_of(state, seat)
        assert moved_fight is not None
        if moved_fight.number < 0:
            emit("die-removed", rule, EVERYONE, seat=seat, enemy=stack[index][0])
            return
        acting = state.enemies[seat][moved_fight.number][0]
        if moved_fight.walked:
            emit("late-turn", "ruling.combat.late-enemy", EVERYONE, seat=seat, enemy=acting)
        else:
            emit("die-shifted", rule, EVERYONE, seat=seat, enemy=acting, other_enemy=stack[index][0])


def _put_away(state: State, seat: int, card: str, damage: int, defeated: bool, emit: Emit | None) -> None:
    """Put a card away: on the discard pile, under the deck in the Yokai scenario, or back on the scenario card."""
    if has_mark(card, GUEST):
        if not defeated:
            state.guest = (f"{unmarked(card)}!{GUEST}", damage, seat)
            if emit:
                emit("guest-waits", "scen.special-rules", EVERYONE, seat=seat, enemy=card, damage=damage)
            return
        state.guest = ("", 0, BEATEN)
    card_kept = f"{unmarked(card)}!{GOD}" if has_mark(card, GOD) and not defeated else unmarked(card)
    if "yokai" in state.rules.modules:
        state.enemy_deck += (card_kept,)
        if emit:
            emit("enemy-to-bottom", "yokai.bottom", EVERYONE, enemy=card)
        return
    state.enemy_discard += (card_kept,)
    if emit:
        emit("enemy-to-pile", "enemy.discard-pile", EVERYONE, enemy=card)


def _count_defeat(state: State, seat: int, card: str, in_combat: bool) -> None:
    for name in ("defeated", "defeated-turn", "defeated-card", *(["defeated-combat"] if in_combat else [])):
        state.count(seat, name)
    largest = state.tally[seat].get("largest", 0)
    state.tally[seat]["largest"] = max(largest, state.enemy(card).integrity)


def _reward_small_god(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Put a success token on the active card when a small god is first defeated. It then loses its mark."""
    scenario = state.rules.scenario
    if not has_mark(card, GOD) or scenario is None or "gods" not in scenario.special_rules or not state.card:
        return
    put_success(state, seat, "scen.special-rules", emit)


def put_success(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Put a success token on the active card for a special rule, if one is left."""
    if state.supply.get("success", 0) <= 0:
        return
    state.supply["success"] -= 1
    state.on_card["success"] = state.on_card.get("success", 0) + 1
    if emit:
        emit("success-token", rule, EVERYONE, seat=seat, count=state.on_card["success"])


# -- the guest of a scenario -------------------------------------------------------------------------------------------


def is_guest_waiting(state: State) -> bool:
    return bool(state.guest[0])


def is_guest_beaten(state: State) -> bool:
    return state.guest[2] == BEATEN


def attach_guest(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Attach the waiting guest to a player, with its damage."""
    card, damage, _ = state.guest
    if card:
        attach_card(state, seat, card, damage, rule, emit)
