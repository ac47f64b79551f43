"""Aims of moves in Combat, rolls, tests and wounds, with their chances."""

from __future__ import annotations

from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.common_words import listed, percent
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.tamashii.fighting import combat, fight_state, odds, rolling, token_tests, wounds
from tabletop_kernel.games.tamashii.fighting.rolling import Roll
from tabletop_kernel.games.tamashii.fighting.token_tests import Trial
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.opinions.pieces_in_words import (
    Aim,
    damage_of,
    effect_or_nothing_text,
    printed_quote,
)
from tabletop_kernel.games.tamashii.phases import activity
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import FACE_NAMES, dice_in_words, enemy_name, token_name

# -- Combat ------------------------------------------------------------------------------------------------------------


def _power(state: State, seat: int, move: Move) -> str:
    now = fight_state.Fight(*state.frames[-1][2])
    name = enemy_name(state, state.enemies[seat][0][0])
    before, after = (odds.defeat_chance(state, seat, len(now.dice) + more) for more in (0, 1))
    chances = f"from {percent(float(before))} to {percent(float(after))}"
    return reason(f"raises the chance to defeat {name} {chances}", but="costs 1 power")


def _roll(state: State, seat: int, move: Move) -> str:
    kind, _, data = state.frames[-1]
    if kind == "test":
        return _tested(state, Trial(*data))
    now = fight_state.Fight(*data)
    name = enemy_name(state, state.enemies[seat][0][0])
    return (
        f"{Number(len(now.dice)):~die/dice}: the chance to defeat {name} is "
        f"{percent(float(odds.defeat_chance(state, seat, len(now.dice))))}"
    )


def _frame(state: State, seat: int, move: Move) -> str:
    choice = combat.frame_choices(state, seat)[str(move[1])]
    dealt = damage_of(state, seat, choice.line, str(move[2]))
    if not state.enemies[seat] or not dealt:
        return effect_or_nothing_text(state, seat, choice.line, str(move[2]))
    card, taken = state.enemies[seat][0]
    left, name = state.integrity_of(card) - taken, enemy_name(state, card)
    if dealt >= left:
        over = dealt - left
        return reason(f"defeats {name}, which gives 1 EXP", but=f"wastes {over} damage" if over else "")
    return f"deals {dealt} of the {left} damage needed to defeat {name}"


def _pass(state: State, seat: int, move: Move) -> str:
    now = fight_state.Fight(*state.frames[-1][2])
    if now.number < 0:
        return "ends Combat"
    return f"lets {enemy_name(state, state.enemies[seat][now.number][0])} act"


def _shield(state: State, seat: int, move: Move) -> str:
    count = int(state.frames[-1][2][0])
    spent = wounds.count_shields(state, seat, count)
    left = state.integrity[seat] - (count - spent)
    return reason(f"integrity stays at {max(0, left)}", but=f"costs {Number(spent):~shield}")


def _suffer(state: State, seat: int, move: Move) -> str:
    left = state.integrity[seat] - int(state.frames[-1][2][0])
    costs = "causes a reset" if left <= 0 else f"integrity falls to {left}"
    held = state.has(seat, "shield")
    return reason(f"keeps {Number(held):~shield}" if held else "", but=costs)


# -- rolls and tests ---------------------------------------------------------------------------------------------------


def _reroll(state: State, seat: int, move: Move) -> str:
    face = str(move[1])
    return reason(f"rerolls the {FACE_NAMES.get(face, f'{face} die')}", but="costs 1 reroll")


def _again(state: State, seat: int, move: Move) -> str:
    now = Roll(*state.frames[-1][2])
    faces = "".join(face for face in now.batch if face in FACE_NAMES)
    enemy = [f"the {die} die" for die in rolling.ENEMY_DICE if die in now.batch]
    named = listed([*([dice_in_words(faces)] if faces else []), *enemy])
    return reason(f"rerolls {named}", but=f"costs {Number(len(now.batch)):~reroll}")


def _tested(state: State, trial: Trial) -> str:
    """Return the chance of a test with the tokens put in."""
    missing = trial.number - trial.total
    dice, before = token_tests.count_dice_put_in(state, trial), token_tests.count_pledged_dice(state, trial)
    chance = needs.success_chance(dice + before, missing)
    others = f", with {before} from the others," if before else ""
    wanted = f"{Number(missing):~success/successes}"
    return f"{Number(dice):~die/dice}{others} for {wanted}: the chance is {percent(chance)}"


def _put(state: State, seat: int, move: Move) -> str:
    trial = Trial(*state.frames[-1][2])
    missing = trial.number - trial.total
    others = token_tests.count_pledged_dice(state, trial)
    old, new = (token_tests.count_dice_put_in(state, trial, more) + others for more in (0, 1))
    if old == new:
        return reason(but=f"adds no die, because there are only {token_tests.count_dice_put_in(state, trial)}")
    before, after = (needs.success_chance(dice, missing) for dice in (old, new))
    if not after:
        dice, successes = Number(new), Number(missing)
        return reason("adds a die", but=f"{dice:die/dice} can't give {successes:success/successes} yet")
    return f"raises the chance to pass from {percent(before)} to {percent(after)}"


def _leave(state: State, seat: int, move: Move) -> str:
    kind, _, data = state.frames[-1]
    if kind != "test":
        return "declines the offer"
    return f"keeps the {token_name(Trial(*data).letter)} tokens for patterns"


def _act(state: State, seat: int, move: Move) -> str:
    """Return the text of a card's activity, or of a goal's test, with its chance."""
    place = state.figure(seat)
    matching = [need for need in needs.needs_of(state) if move[1] in ((need.goal or None), need.activity)]
    line = printed_quote(state, activity.activities(state)[int(move[1])].line) if move[0] == "act" else ""
    tests = needs.tests_at(state, matching[0], place) if matching else []
    if len(tests) != 1:
        return line
    letter, number = tests[0]
    givers = range(state.rules.seats) if matching[0].group else (seat,)
    dice = sum(token_tests.count_dice(state, one, letter) for one in givers)
    all_of_it = f"all {token_name(letter)} tokens on the {'launchers' if len(givers) > 1 else 'launcher'}"
    return reason(line, f"with {all_of_it}, the chance to pass is {percent(needs.success_chance(dice, number))}")


DICE_AIM_BY_VERB: dict[str, Aim] = {
    "power": _power,
    "roll": _roll,
    "frame": _frame,
    **dict.fromkeys(("pass", "end"), _pass),
    "shield": _shield,
    "suffer": _suffer,
    "fall": lambda state, seat, move: "accepts the reset",
    "reroll": _reroll,
    "die": lambda state, seat, move: f"rerolls the {FACE_NAMES.get(str(move[1]), str(move[1]))}",
    "again": _again,
    "put": _put,
    "leave": _leave,
    **dict.fromkeys(("act", "attempt"), _act),
}
