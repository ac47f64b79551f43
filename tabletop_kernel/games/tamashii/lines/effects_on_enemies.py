"""Effects of lines on enemies, and on dice in rolls and Combat."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.fighting import enemies, fight_state, rolling
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import assets
from tabletop_kernel.games.tamashii.lines import choices_of_pieces
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.lines.running import Run, Verb, first_amount, rule_of, store_it, tell_left_out
from tabletop_kernel.games.tamashii.modes import destabilization_tokens
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import State

PAIR = 2  # a stack needs two enemies to rotate


def _has_enemy(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.enemies[seat])


def _none(state: State, seat: int, run: Run, emit: Emit | None) -> None:
    tell_left_out(state, seat, run.key, "no enemy is attached", "enemy.top", emit)


# -- coming and going --------------------------------------------------------------------------------------------------


def _attach(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    enemies.draw_and_attach(state, seat, first_amount(state, seat, run, act), "enemy.attach", emit)


def _can_attach(state: State, seat: int, run: Run, act: Act) -> bool:
    again = state.ruling["ruling.enemy.deck-empty"] == "reshuffle"
    return bool(state.enemy_deck or (again and state.enemy_discard))


def _attach_guest(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.guest[0]:
        enemies.attach_guest(state, seat, rule_of(state, run.key), emit)
    else:
        tell_left_out(state, seat, run.key, "no enemy is waiting on the card", rule_of(state, run.key), emit)


def _guest_waits(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.guest[0])


def _discard_top(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.enemies[seat]:
        enemies.discard_top(state, seat, "enemy.discard-no-exp", emit)
    else:
        _none(state, seat, run, emit)


def _rotate(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _has_two(state, seat, run, act):
        enemies.rotate_stack(state, seat, rule_of(state, run.key), emit)
    else:
        tell_left_out(state, seat, run.key, "there aren't two enemies in the stack", rule_of(state, run.key), emit)


def _has_two(state: State, seat: int, run: Run, act: Act) -> bool:
    return len(state.enemies[seat]) >= PAIR


def _pull(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if choices_of_pieces.seats_to_pull_from(state, seat):
        state.frames.append(("pull-enemy", seat, ()))
    else:
        tell_left_out(state, seat, run.key, "no other player has an enemy", rule_of(state, run.key), emit)


def _can_pull(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_pieces.seats_to_pull_from(state, seat))


def _look(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.enemy_deck:
        bury = first_amount(state, seat, run, Act("", act.args[1:])) if act.verb == "look-bury" else 0
        choices_of_pieces.show_top_enemies(
            state, seat, first_amount(state, seat, run, act), bury, rule_of(state, run.key), emit
        )
    else:
        tell_left_out(state, seat, run.key, "the enemy deck is empty", rule_of(state, run.key), emit)


def _has_deck(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.enemy_deck)


# -- damage ------------------------------------------------------------------------------------------------------------


def _damage_rule(state: State, run: Run) -> str:
    """Return the rule for damage; combat frames have their own for the top enemy."""
    rule = rule_of(state, run.key)
    return "frame.top-only" if rule == "combat.player-frame" else rule


def _deal(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.enemies[seat]:
        enemies.damage_top(state, seat, first_amount(state, seat, run, act), _damage_rule(state, run), emit)
    else:
        _none(state, seat, run, emit)


def _deal_each(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.enemies[seat]:
        enemies.damage_each(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)
    else:
        _none(state, seat, run, emit)


def _can_deal(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.enemies[seat]) and first_amount(state, seat, run, act) > 0


def _index(state: State, seat: int, run: Run) -> int:
    """Return the enemy whose effect is running, or the top one."""
    fought = fight_state.fight_of(state, seat)
    acting = run.key.startswith("enemy.") and run.key.endswith((".fang", ".wire"))
    return fought.number if acting and fought is not None and fought.number >= 0 else 0


def _heal(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    count = first_amount(state, seat, run, act)
    if not enemies.heal_enemy(state, seat, _index(state, seat, run), count, rule_of(state, run.key), emit):
        tell_left_out(state, seat, run.key, "there is no damage to remove", rule_of(state, run.key), emit)


def _is_damaged(state: State, seat: int, run: Run, act: Act) -> bool:
    index = _index(state, seat, run)
    return index < len(state.enemies[seat]) and state.enemies[seat][index][1] > 0


def _clear_damage(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Remove the top enemy's damage, and keep the amount for “per damage removed”."""
    damage = state.enemies[seat][0][1] if state.enemies[seat] else 0
    removed = enemies.heal_enemy(state, seat, 0, damage, rule_of(state, run.key), emit)
    if not removed:
        tell_left_out(state, seat, run.key, "there is no damage to remove", rule_of(state, run.key), emit)
    store_it(state, str(removed))


def _top_damaged(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.enemies[seat]) and state.enemies[seat][0][1] > 0


def _destabilize(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    put = (
        destabilization_tokens.place_on_board if act.verb == "destabilize" else destabilization_tokens.place_on_enemies
    )
    if not put(state, seat, first_amount(state, seat, run, act), "destab.place", emit):
        what = "no enemy is attached" if act.verb != "destabilize" and not state.enemies[seat] else "no tokens are left"
        tell_left_out(state, seat, run.key, what, "destab.place", emit)


def _can_destabilize(state: State, seat: int, run: Run, act: Act) -> bool:
    there = act.verb == "destabilize" or bool(state.enemies[seat])
    return there and state.supply.get(destabilization_tokens.SUPPLY_NAME, 0) > 0


# -- dice --------------------------------------------------------------------------------------------------------------


def _roll_more(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Add dice to an open roll, or to the coming attack."""
    count, rule = first_amount(state, seat, run, act), rule_of(state, run.key)
    if rolling.current_roll(state) is not None:
        rolling.add_dice(state, seat, count, rule, emit)
    elif _before_attack(state, seat):
        fight_state.add_dice(state, seat, count, rule, emit)
    elif count:
        tell_left_out(state, seat, run.key, "there is no roll to add dice to", rule, emit)


def _before_attack(state: State, seat: int) -> bool:
    """Tell if a player is preparing an attack roll."""
    fought = fight_state.fight_of(state, seat)
    return fought is not None and fought.stage == fight_state.PREPARE


def _can_roll_more(state: State, seat: int, run: Run, act: Act) -> bool:
    """Tell if dice can be added. The amount may depend on earlier acts of the line, so only time and room count."""
    if rolling.current_roll(state) is not None:
        return rolling.has_room(state)
    fought = fight_state.fight_of(state, seat)
    return fought is not None and _before_attack(state, seat) and _room_for(state, fought)


def _room_for(state: State, fought: fight_state.Fight) -> bool:
    """Tell if an attack can take one more die."""
    return fight_state.cap_dice(state, len(fought.dice) + 1) > len(fought.dice)


def _reroll(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    now = rolling.current_roll(state)
    if now is None or not now.dice:
        tell_left_out(state, seat, run.key, "there are no dice to reroll", rule_of(state, run.key), emit)
    elif act.verb == "reroll-all":
        rolling.reroll_dice(state, now.dice, rule_of(state, run.key), emit, seat)
    else:
        state.frames.append(("pick-die", seat, (first_amount(state, seat, run, act), "")))


def _has_dice(state: State, seat: int, run: Run, act: Act) -> bool:
    now = rolling.current_roll(state)
    return now is not None and bool(now.dice)


def _turn_die(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Turn dice with one face to another."""
    now = rolling.current_roll(state)
    old, new = str(act.args[1]), str(act.args[2])
    count = min(first_amount(state, seat, run, act), now.dice.count(old)) if now is not None else 0
    if now is None or not count:
        tell_left_out(state, seat, run.key, "no die shows that face", rule_of(state, run.key), emit)
        return
    rolling.change_dice(state, now.dice.replace(old, new, count))
    if emit:
        emit("turns-die", rule_of(state, run.key), EVERYONE, seat=seat, count=count, die=old, face=new)


def _has_face(state: State, seat: int, run: Run, act: Act) -> bool:
    now = rolling.current_roll(state)
    return now is not None and str(act.args[1]) in now.dice


def _lend(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Spend one of the helper's own reroll assets on a die of another player's roll."""
    if not _can_lend(state, seat, run, act):
        tell_left_out(state, seat, run.key, "there is no reroll to lend", "asset.spend", emit)
        return
    assets.spend_asset(state, seat, "reroll", 1, rule_of(state, run.key), emit)
    state.frames.append(("pick-die", seat, (1, "")))


def _can_lend(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.has(seat, "reroll") > 0 and _has_dice(state, seat, run, act)


# -- the dice of Combat ------------------------------------------------------------------------------------------------


def _cancel(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_cancel(state, seat, run, act):
        fight_state.cancel_next(state, seat, rule_of(state, run.key), emit)
    else:
        tell_left_out(state, seat, run.key, "no more enemy frames can be cancelled now", rule_of(state, run.key), emit)


def _can_cancel(state: State, seat: int, run: Run, act: Act) -> bool:
    fought = fight_state.fight_of(state, seat)
    return fought is not None and fought.number >= 0 and fight_state.CANCEL not in state.used[seat]


def _number_down(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_go_down(state, seat, run, act):
        fight_state.lower_number_die(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)
    else:
        tell_left_out(state, seat, run.key, "the number die can't go any lower", rule_of(state, run.key), emit)


def _can_go_down(state: State, seat: int, run: Run, act: Act) -> bool:
    fought = fight_state.fight_of(state, seat)
    if fought is None or fought.stage == fight_state.PREPARE:
        return False
    return fought.number > (1 if fought.stage == fight_state.ROLLED else 0)


def _number_blank(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    fight_state.blank_number_die(state, seat, rule_of(state, run.key), emit)


def _can_blank(state: State, seat: int, run: Run, act: Act) -> bool:
    return fight_state.fight_of(state, seat) is not None and fight_state.BLANK not in state.used[seat]


def _frame_again(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _has_used_frame(state, seat, run, act):
        state.frames.append(("frame-again", seat, ()))
    else:
        tell_left_out(state, seat, run.key, "no combat frame has been used", "frame.once", emit)


def _has_used_frame(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_pieces.used_frames(state, seat))


def _skip_trace_roll(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not _can_skip(state, seat, run, act):
        tell_left_out(state, seat, run.key, "there is no trace roll to skip", "trace.dice", emit)
        return
    abilities.add_mark(state, seat, planning.NO_TRACE_ROLL_MARK)
    if emit:
        emit("skips-trace-roll", rule_of(state, run.key), EVERYONE, seat=seat)


def _can_skip(state: State, seat: int, run: Run, act: Act) -> bool:
    """Tell if a trace roll with dice is coming."""
    return planning.will_roll_for_trace(state, seat)


VERBS = {
    "attach": Verb(_attach, _can_attach),
    "attach-guest": Verb(_attach_guest, _guest_waits),
    "deal": Verb(_deal, _can_deal),
    "deal-each": Verb(_deal_each, _can_deal),
    "discard-top": Verb(_discard_top, _has_enemy),
    "rotate": Verb(_rotate, _has_two),
    "pull-enemy": Verb(_pull, _can_pull),
    "look": Verb(_look, _has_deck),
    "look-bury": Verb(_look, _has_deck),
    "heal": Verb(_heal, _is_damaged),
    "clear-damage": Verb(_clear_damage, _top_damaged),
    "destabilize": Verb(_destabilize, _can_destabilize),
    "destabilize-enemies": Verb(_destabilize, _can_destabilize),
    "roll-more": Verb(_roll_more, _can_roll_more),
    "reroll": Verb(_reroll, _has_dice),
    "reroll-all": Verb(_reroll, _has_dice),
    "turn-die": Verb(_turn_die, _has_face),
    "lend-reroll": Verb(_lend, _can_lend),
    "cancel-frame": Verb(_cancel, _can_cancel),
    "number-down": Verb(_number_down, _can_go_down),
    "number-blank": Verb(_number_blank, _can_blank),
    "frame-again": Verb(_frame_again, _has_used_frame),
    "skip-trace-roll": Verb(_skip_trace_roll, _can_skip),
}
