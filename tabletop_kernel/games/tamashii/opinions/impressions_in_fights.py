"""First impressions of dice, wounds and tests: what to reroll, what to use, what to ignore."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import OPEN, SLOT
from tabletop_kernel.games.tamashii.fighting import combat, fight_state, odds, rolling, token_tests, wounds
from tabletop_kernel.games.tamashii.fighting.rolling import Roll
from tabletop_kernel.games.tamashii.fighting.token_tests import LEFT_MARK, Trial
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.lines.needs import Need
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.opinions import piece_worth
from tabletop_kernel.games.tamashii.opinions.look_at_table import (
    JUDGEMENT_BY_DECISION,
    WORTH_OF_FREE,
    WORTH_OF_NEVER,
    Judgement,
    Look,
)
from tabletop_kernel.games.tamashii.phases import activity, purchases
from tabletop_kernel.games.tamashii.state import State

PER_DIE = 5 / 6  # average damage or successes of a die
WORTH_A_TRY = 0.35  # the lowest chance at which to try a test
LAST_TURNS = 2  # of a card: any chance is taken then
SURE_CHANCE = 0.93
SHIELD_FACTOR = 0.6  # factor on the worth of shields, which are there to be spent
HOPELESS_CHANCE = 0.08
VALUE_OF_FACE = {
    "attack": {"S": 1, "D": 2, "T": 0},
    "test": {"S": 1, "D": 2, "T": 0},
    "trace": {"S": -1, "D": 0, "T": 0},
}


# -- Combat ------------------------------------------------------------------------------------------------------------


def battle(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of Combat moves: dice before the roll, then the strongest frames with the fewest dice."""
    now = fight_state.Fight(*look.state.frames[-1][2])
    if now.stage == fight_state.PREPARE:
        return [_worth_before_roll(look, move, len(now.dice)) for move in moves]
    if look.deep and look.level == 0 and len(moves) <= MOST_TRIED:
        return [look.after(move, "combat") if move[0] not in LEFT_ALONE else WORTH_OF_NEVER for move in moves]
    return [_frame_worth(look, move) for move in moves]


MOST_TRIED = 14
LEFT_ALONE = ("battery", "reroll")  # in a fight: the roll was good enough to keep


def _worth_before_roll(look: Look, move: Move, dice: int) -> float:
    """Return the worth of moves before the roll. Power is for when one more die makes the difference."""
    state, seat = look.state, look.seat
    if move[0] == "roll":
        return 0.0
    if move[0] == "use":
        return look.after(move) + (0.15 if look.deep else 0.0)
    card, taken = state.enemies[seat][0]
    left = state.integrity_of(card) - taken
    whole = piece_worth.defeat_worth(state, seat, card) + piece_worth.threat_of(state, seat, card)
    price = -piece_worth.asset_worth(state, seat, "power", -1)
    if look.deep:
        better = float(odds.defeat_chance(state, seat, dice + 1) - odds.defeat_chance(state, seat, dice))
    else:
        better = 0.2 if PER_DIE * dice < left + 1 else 0.05
    spare = 0.25 if len(state.enemies[seat]) > 1 else 0.0
    return whole * better * 1.3 + spare - price


def _frame_worth(look: Look, move: Move) -> float:
    """Return a frame's immediate worth."""
    if move[0] != "frame":
        return WORTH_OF_NEVER if move[0] in LEFT_ALONE else 0.0
    state, seat = look.state, look.seat
    choice = combat.frame_choices(state, seat)[str(move[1])]
    dice = str(move[2])
    return piece_worth.line_worth(state, seat, choice.line, dice) - 0.05 * len(dice)


# -- rolls -------------------------------------------------------------------------------------------------------------


def roll(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of moves on a roll: which dice to reroll, and what else to use on them."""
    state = look.state
    _, roller, data = state.frames[-1]
    now = Roll(*data)
    batch = _dice_to_reroll(look, roller, now)
    chosen = tuple(sorted(now.batch))
    worths = []
    for move in moves:
        if move[0] == "keep":
            worths.append(0.0)
        elif move[0] == "again":
            worths.append(1.0 if batch == chosen else 0.1)
        elif move[0] == "reroll":
            worths.append(0.5 if batch.count(str(move[1])) > chosen.count(str(move[1])) else WORTH_OF_NEVER)
        elif move[0] in (*purchases.VERBS, "trade"):  # there are windows for these before and after the roll
            worths.append(WORTH_OF_NEVER)
        else:
            worths.append(_use_worth(look, str(move[1]), roller, now))
    return worths


def _dice_to_reroll(look: Look, roller: int, now: Roll) -> tuple[str, ...]:
    """Return the dice that are each worth a reroll."""
    state = look.state
    good = VALUE_OF_FACE[now.purpose]
    worst = min(good.values())
    bad = [face for face in now.dice if good[face] == worst]
    most = min(len(bad), state.has(roller, "reroll"))
    price = -piece_worth.asset_worth(state, roller, "reroll", -1)
    gain = _reroll_gain(look, roller, now)
    return tuple(sorted(bad[:most])) if gain > price else ()


def _reroll_gain(look: Look, roller: int, now: Roll) -> float:
    """Return the worth of rerolling a bad die."""
    state = look.state
    if now.purpose == "trace":
        return 0.5 * piece_worth.enemy_cost(state, roller) * (1.4 if state.integrity[roller] <= 2 else 1.0)
    if now.purpose == "attack":
        return piece_worth.damage_worth(state, roller, _damage_of_dice(now.dice) + PER_DIE) - piece_worth.damage_worth(
            state, roller, _damage_of_dice(now.dice)
        )
    trial = _trial_underway(state)
    if trial is None:
        return 0.0
    missing = trial.number - trial.total - token_tests.count_successes(now.dice)
    return 0.0 if missing <= 0 else needs.CARD_WORTH * 0.4 / missing


def _damage_of_dice(dice: str) -> int:
    return sum(VALUE_OF_FACE["attack"][face] for face in dice)


def _trial_underway(state: State) -> Trial | None:
    return next((Trial(*data) for kind, _, data in reversed(state.frames) if kind == "test"), None)


def _use_worth(look: Look, name: str, roller: int, now: Roll) -> float:
    """Return the worth of an ability on a roll: only for better dice, and never for a rival's."""
    state, seat = look.state, look.seat
    if seat != roller and piece_worth.is_versus(state):
        return WORTH_OF_NEVER
    acts = [act for one in abilities.abilities_of(state, seat) if one.name == name for act in one.use.line.acts()]
    gain = sum(_on_dice(act, now) for act in acts)
    if gain <= 0:
        return -1.0
    return min(1.5, gain * max(0.2, _reroll_gain(look, roller, now))) - 0.08 * sum(
        act.verb == "dump-token" for act in acts
    )


def _on_dice(act: Act, now: Roll) -> float:
    """Return how much an act improves the dice, on average."""
    good = VALUE_OF_FACE[now.purpose]
    average = sum(good[face] * often for face, often in (("S", 3), ("D", 1), ("T", 2))) / 6
    worth = [average - good[face] for face in now.dice]
    if act.verb == "turn-die" and act.args[1] in now.dice:
        return float(good[act.args[2]] - good[act.args[1]])
    if act.verb in ("reroll", "lend-reroll"):
        return max((*worth, 0.0))
    if act.verb == "reroll-all":
        return sum(worth)
    return 0.6 if act.verb in ("number-down", "number-blank") and now.purpose == "attack" else 0.0


# -- wounds ------------------------------------------------------------------------------------------------------------


def wounded(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of moves on wounds: shields when integrity is dear, free prevention at once."""
    state, seat = look.state, look.seat
    count = int(state.frames[-1][2][0])
    now = state.integrity[seat]

    def firm(lost: int) -> float:
        return piece_worth.integrity_worth(state, seat, max(0, now - lost)) - (
            piece_worth.RESET if lost >= now else 0.0
        )

    worths = []
    for move in moves:
        if move[0] == "shield":
            spent = wounds.count_shields(state, seat, count)
            worths.append(
                firm(count - spent)
                - firm(count)
                + SHIELD_FACTOR * piece_worth.asset_worth(state, seat, "shield", -spent)
            )
        elif move[0] == "use":
            acts = [
                act for one in abilities.abilities_of(state, seat) if one.name == move[1] for act in one.use.line.acts()
            ]
            paid = any(act.verb in ("dump-token", "spend-asset", "spend-exp") for act in acts)
            worths.append(firm(count - 1) - firm(count) + (-0.15 if paid else WORTH_OF_FREE))
        else:
            worths.append(0.0)
    return worths


def fatal(look: Look, moves: Sequence[Move]) -> list[float]:
    return [piece_worth.RESET if move[0] == "use" else 0.0 for move in moves]


# -- tests and activities ----------------------------------------------------------------------------------------------


def act(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of activities: likely tests, any test when time runs out, and gifts."""
    state, seat = look.state, look.seat
    worths = []
    for move in moves:
        if move[0] == "act":
            need = next((one for one in look.needs if one.activity == move[1]), None)
            worths.append(_tried(look, need) if need is not None else look.after(move))
        elif move[0] == "attempt":
            need = next((one for one in look.needs if one.goal == move[1]), None)
            worths.append(_tried(look, need) if need is not None else 0.0)
        elif move[0] == "battery":
            worths.append(_with_the_bot(look) if activity.possible_activities(state, seat) == [] else -2.0)
        else:
            worths.append(0.0)
    return worths


def _tried(look: Look, need: Need) -> float:
    """Return the worth of trying a test or giving a gift."""
    if need.kind == needs.GIFT:
        return need.each
    if LEFT_MARK in look.state.used[look.seat]:
        return -1.0  # a player who has left a test doesn't start it again and again
    likely = look.test_chance(need, look.state.figure(look.seat))
    pressed = look.state.time <= LAST_TURNS
    if likely < HOPELESS_CHANCE or (likely < WORTH_A_TRY and not pressed):
        return -1.0
    return need.each * likely


def _with_the_bot(look: Look) -> float:
    """Return the worth of a battery, which helps if the BOT is where a need can be met."""
    state = look.state
    for need in look.needs:
        if need.activity >= 0 and state.bot is not None and needs.fits_place(state, need, state.bot):
            if need.kind == needs.GIFT:
                return need.each
            likely = look.test_chance(need, state.bot)
            if likely >= WORTH_A_TRY or (state.time <= LAST_TURNS and likely > HOPELESS_CHANCE):
                return need.each * likely
    return -2.0


def trial(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of moves in a test: enough tokens to be nearly sure, or none if it is hopeless."""
    state, seat = look.state, look.seat
    now = Trial(*state.frames[-1][2])
    fitting = token_tests.fitting_slots(state, seat, now.letter)
    missing = now.number - now.total
    helpers = sum(len(token_tests.fitting_slots(state, other, now.letter)) for other in now.waiting)
    pledged = sum(number for _, number in now.pledged)
    hopeless = needs.success_chance(len(fitting) + helpers + pledged, missing) < HOPELESS_CHANCE
    enough = next(
        (n for n in range(1, len(fitting)) if needs.success_chance(n + pledged, missing) >= SURE_CHANCE), len(fitting)
    )
    worths = []
    for move in moves:
        if move[0] == "put":
            real = state.grid[seat][SLOT[str(move[1])]] == OPEN
            more = len(now.put) < enough and not hopeless
            worths.append(1.0 - 0.1 * real if more else -1.0)
        elif move[0] == "roll":
            worths.append(0.5)
        else:
            worths.append(0.0 if hopeless or not now.put else -1.0)
    return worths


FIGHT_JUDGEMENTS: dict[str, Judgement] = {
    "combat": battle,
    "roll": roll,
    "wounds": wounded,
    "fatal": fatal,
    "activity": act,
    "goals": act,
    "test": trial,
}
JUDGEMENT_BY_DECISION.update(FIGHT_JUDGEMENTS)
assert set(VALUE_OF_FACE) == set(rolling.RULE_BY_PURPOSE)
