"""Sentences on the odds of the attack being prepared, the next trace roll, or a test."""

from __future__ import annotations

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.common_words import listed, percent
from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.tamashii.components import TRACE_DICE
from tabletop_kernel.games.tamashii.fighting import fight_state, odds, token_tests
from tabletop_kernel.games.tamashii.fighting.fight_state import PREPARE, Fight
from tabletop_kernel.games.tamashii.modes import versus_goals
from tabletop_kernel.games.tamashii.opinions.imagining import imagine
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import naming
from tabletop_kernel.toolkit.odds import Distribution

MOST_TOKENS = 6  # the most tokens whose chances are listed


def odds_in_words(rules: Rules, view: View) -> list[str]:
    """Return the exact odds of the coming roll, if they matter for the current decision; empty otherwise."""
    if not view["frames"]:
        return []
    state = imagine(rules, view, Chance(0))
    kind, owner, data = state.frames[-1]
    me = view["seat"] if view["seat"] is not None else state.first
    if kind == "combat" and Fight(*data).stage == PREPARE:
        return _attack_sentences(state, owner, len(Fight(*data).dice))
    if kind == "plan":
        return _trace_roll_sentences(state, me, data[0] == planning.BEGIN)
    if kind == "goals":
        return goal_chances_in_words(state, owner)
    return _test_sentences(state, token_tests.Trial(*data)) if kind == "test" else []


def goal_chances_in_words(state: State, seat: int) -> list[str]:
    """Return the chances of the goal tests that a player can try now, one sentence each."""
    goals = versus_goals.goals_to_try(state, seat)
    return [_goal_chance_text(state, goal.id, versus_goals.prospect_of(state, seat, goal)) for goal in goals]


def _goal_chance_text(state: State, goal: str, prospect: versus_goals.Prospect) -> str:
    name, token = naming.ability_name(state, f"goal.{goal}"), naming.token_name(prospect.letter)
    if prospect.most < prospect.number:
        return (
            f"{name}: all {token} tokens on the launcher give at most {prospect.most} of {prospect.number} successes."
        )
    return f"{name}: with all {token} tokens on the launcher, the chance to pass is {percent(pass_chance(prospect))}."


def pass_chance(prospect: versus_goals.Prospect) -> float:
    return float((odds.success_odds(prospect.dice) + prospect.kept).at_least(prospect.number))


def _chance_text(number: int, noun: str, distribution: Distribution) -> str:
    return f"{Number(number):{noun}} {percent(float(distribution.chance(number)))}"


def _spread_text(distribution: Distribution, noun: str) -> str:
    """Return odds such as “0 wounds 25%, 1 wound 50% or 2 wounds 25%”."""
    return listed((_chance_text(number, noun, distribution) for number in distribution.counts), "or")


def _average_text(distribution: Distribution) -> str:
    return f"{float(distribution.mean):.1f}"


def _attack_sentences(state: State, seat: int, dice: int) -> list[str]:
    """Return sentences on the attack with the dice taken so far, and with one more if there is power for it."""
    top = naming.enemy_name(state, state.enemies[seat][0][0])
    exchange = odds.exchange_odds(state, seat, dice)
    chance = percent(float(odds.defeat_chance(state, seat, dice)))
    lines = [f"With {Number(dice):die/dice}, the chance to defeat {top} is {chance}."]
    if state.has(seat, "power") and fight_state.cap_dice(state, dice + 1) > dice:
        more = percent(float(odds.defeat_chance(state, seat, dice + 1)))
        lines.append(f"With one more die, it is {more}.")
    lines.append(f"Using the hardest hits first deals {_average_text(exchange.damage)} damage on average.")
    lines.append(f"Wounds from enemies, before shields: {_spread_text(exchange.wounds, 'wound')}.")
    return lines


def _trace_roll_sentences(state: State, seat: int, still_to_come: bool) -> list[str]:
    """Return a sentence on this turn's trace roll, or, after it, on the next one if trace stays the same."""
    number = TRACE_DICE[state.trace[seat]] if state.rules.traced else 0
    if not number or (still_to_come and state.turn <= 1):
        return []
    when = "in the trace roll" if still_to_come else "in the next trace roll, if trace doesn't change"
    spread = _spread_text(odds.spawn_odds(state, seat), "enemy/enemies")
    return [f"{Number(number):die/dice} {when}: {spread}."]


def _test_sentences(state: State, trial: token_tests.Trial) -> list[str]:
    """Return the chance to pass with the tokens put in, or with each number of them, if nobody else adds any."""
    needed = max(0, trial.number - trial.total)
    put = token_tests.count_dice_put_in(state, trial)
    numbers = [put] if put else [number for number in range(1, MOST_TOKENS + 1) if 2 * number >= needed]
    chances = (
        f"{Number(number):die/dice} {percent(float(odds.success_odds(number).at_least(needed)))}" for number in numbers
    )
    return [f"Chance to pass with these dice alone: {listed(chances)}."] if numbers else []
