"""Exact odds of the next roll, from every possible roll.

An attack is played out with the hardest hit first: what the dice can do, which enemies fall, and what the others answer
before they fall. Shields and abilities are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import DIE, NUMBER_DIE, STRIKE, SURGE, SYMBOL_DIE, TRACE_DICE
from tabletop_kernel.games.tamashii.fighting import combat, enemies
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.odds import Distribution, always, mixture

FACES = ("D", "S", "T")
SUCCESSES_BY_FACE = {STRIKE: 1, SURGE: 2}


# -- player dice -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def all_rolls(number: int) -> tuple[tuple[str, int], ...]:
    """Return every sorted result of this many dice, with the number of ways to roll it."""
    result = []
    for surges in range(number + 1):
        for strikes in range(number + 1 - surges):
            counts = dict(zip(FACES, (surges, strikes, number - surges - strikes), strict=True))
            orders = factorial(number) // prod(factorial(count) for count in counts.values())
            ways = orders * prod(DIE.count(face) ** count for face, count in counts.items())
            result.append(("".join(face * counts[face] for face in FACES), ways))
    return tuple(result)


def success_odds(number: int) -> Distribution:
    """Return the odds of a test's successes with this many dice."""
    return _odds_by_value(
        {dice: sum(SUCCESSES_BY_FACE.get(face, 0) for face in dice) for dice, _ in all_rolls(number)}, number
    )


def spawn_odds(state: State, seat: int) -> Distribution:
    """Return the odds of enemies from a player's next trace roll, assuming the deck has enough."""
    if not state.rules.traced or state.turn < 1:
        return always(0)
    number = TRACE_DICE[state.trace[seat]]
    spawning = STRIKE + (SURGE if state.ruling["ruling.trace.symbols"] == "strike-surge" else "")
    return _odds_by_value({dice: sum(face in spawning for face in dice) for dice, _ in all_rolls(number)}, number)


def _odds_by_value(value: dict[str, int], number: int) -> Distribution:
    ways: dict[int, int] = {}
    for dice, count in all_rolls(number):
        ways[value[dice]] = ways.get(value[dice], 0) + count
    return Distribution(ways)


# -- what lines do -----------------------------------------------------------------------------------------------------


def _sum_of_verb(state: State, seat: int, line: str, verb: str, by: str = "") -> int:
    """Return how much of a verb a line does for certain, without offers and choices."""
    ops, at, total = state.rules.lines[line].ops, 0, 0
    while at < len(ops):
        op = ops[at]
        at += 1
        fails = op.kind == "test" and not running.holds(state, seat, op.tests)
        if fails or op.kind in ("offer", "choose", "jump", "who"):
            at = op.skip
        elif op.kind == "do" and op.act is not None and op.act.verb == verb:
            total += running.amount(state, seat, op.act.args[0], by)
    return total


class Blow(NamedTuple):
    """A combat frame that deals damage, with its dice."""

    key: str
    dice: str
    repeat: bool
    damage: tuple[int, ...]  # by number of dice for a starred frame; one number otherwise


def damaging_frames(state: State, seat: int, most: int) -> tuple[Blow, ...]:
    """Return a player's frames that deal damage with up to `most` dice."""
    result = []
    for key, frame in combat.frame_choices(state, seat).items():
        ways = [frame.dice * number for number in range(1, most + 1)] if frame.repeat else [frame.dice]
        damage = tuple(_sum_of_verb(state, seat, frame.line, "deal", dice) for dice in ways)
        if any(damage):
            result.append(Blow(key, frame.dice, frame.repeat, damage))
    return tuple(result)


# -- what dice can do --------------------------------------------------------------------------------------------------


def damage_odds(state: State, seat: int, number: int) -> Distribution:
    """Return the odds of the most damage an attack with this many dice can deal, if none is lost."""
    blows = damaging_frames(state, seat, number)
    return _odds_by_value({dice: _most_damage(dice, blows) for dice, _ in all_rolls(number)}, number)


@lru_cache(maxsize=4096)
def _most_damage(dice: str, blows: tuple[Blow, ...]) -> int:
    """Return the most damage from these dice. Starred frames get the dice that the others leave."""
    best = 0
    for at, frame in enumerate(blows):
        if not frame.repeat and all(dice.count(face) >= frame.dice.count(face) for face in frame.dice):
            best = max(
                best, frame.damage[0] + _most_damage(_dice_without(dice, frame.dice), blows[:at] + blows[at + 1 :])
            )
    starred = {frame.dice: frame for frame in blows if frame.repeat}
    rest = sum(max(frame.damage[: dice.count(face)], default=0) for face, frame in starred.items())
    return max(best, rest)


def _dice_without(dice: str, some: str) -> str:
    left = list(dice)
    for face in some:
        left.remove(face)
    return "".join(left)


def defeat_chance(state: State, seat: int, number: int) -> Fraction:
    """Return the chance that an attack with this many dice defeats the top enemy, whatever it answers."""
    if not state.enemies[seat]:
        return Fraction(0)
    card, taken = state.enemies[seat][0]
    return damage_odds(state, seat, number).at_least(state.integrity_of(card) - taken)


# -- a whole attack ----------------------------------------------------------------------------------------------------


class Exchange(NamedTuple):
    """The result of an attack: damage dealt, enemies defeated, and wounds before shields."""

    damage: Distribution
    defeated: Distribution
    wounds: Distribution


def wound_odds(state: State, seat: int) -> Distribution:
    """Return the odds of wounds from a player's enemies, before shields, if nothing stops them."""
    return mixture((1, always(_wounds_unhindered(state, seat, number, symbol))) for number, symbol in _enemy_dice())


def _enemy_dice() -> Iterator[tuple[int, str]]:
    return ((number, symbol) for number in NUMBER_DIE for symbol in SYMBOL_DIE)


def wounds_from_enemy(state: State, seat: int, card: str, symbol: str) -> int:
    """Return the wounds from one enemy's frame."""
    return _sum_of_verb(state, seat, line_keys.enemy(enemies.unmarked(card), symbol), "wound")


def _wounds_unhindered(state: State, seat: int, number: int, symbol: str) -> int:
    stack = state.enemies[seat]
    return sum(wounds_from_enemy(state, seat, card, symbol) for card, _ in stack[: min(number, len(stack))])


def exchange_odds(state: State, seat: int, number: int) -> Exchange:
    """Return the odds of everything an attack with this many dice can lead to, hit by hit."""
    blows = damaging_frames(state, seat, number)
    lives = tuple(state.integrity_of(card) - taken for card, taken in state.enemies[seat])
    hits = {
        symbol: tuple(wounds_from_enemy(state, seat, card, symbol) for card, _ in state.enemies[seat])
        for symbol in dict.fromkeys(SYMBOL_DIE)
    }
    totals: tuple[dict[int, int], ...] = ({}, {}, {})
    for dice, ways in all_rolls(number):
        for shown, symbol in _enemy_dice():
            for counts, result in zip(totals, _fight_out(dice, blows, lives, hits[symbol], shown), strict=True):
                counts[result] = counts.get(result, 0) + ways
    return Exchange(*map(Distribution, totals))


@lru_cache(maxsize=65536)
def _fight_out(
    dice: str, blows: tuple[Blow, ...], lives: tuple[int, ...], hits: tuple[int, ...], shown: int
) -> tuple[int, int, int]:
    """Return one roll's damage, defeated enemies and wounds. `shown` is the number die's face."""
    stack = list(zip(lives, hits, strict=True))
    on = min(shown, len(stack)) - 1
    dealt = wounds = 0
    while True:
        blow = _hardest_hit(dice, blows, stack[0][0]) if stack else None
        if blow is not None:
            frame, used, strength = blow
            dice = _dice_without(dice, used)
            blows = blows if frame.repeat else tuple(other for other in blows if other != frame)
            left, hit = stack[0]
            dealt += min(strength, left)
            stack[0] = (left - strength, hit)
            if left <= strength:
                stack.pop(0)
                on -= 1  # the die stays on its enemy, which moved up, or leaves with the top one
        elif on < 0:
            return dealt, len(lives) - len(stack), wounds
        if on >= 0:
            wounds += stack[on][1]
            on -= 1


def _hardest_hit(dice: str, blows: tuple[Blow, ...], left: int) -> tuple[Blow, str, int] | None:
    """Return the hit that takes most from an enemy, using the fewest dice, or None."""
    best: tuple[int, int, Blow, str, int] | None = None
    for frame in blows:
        for used, strength in _ways_to_hit(frame, dice):
            rank = (min(strength, left), -len(used))
            if strength > 0 and (best is None or rank > best[:2]):
                best = (*rank, frame, used, strength)
    return best[2:] if best is not None else None


def _ways_to_hit(frame: Blow, dice: str) -> Iterator[tuple[str, int]]:
    if frame.repeat:
        for number in range(1, dice.count(frame.dice) + 1):
            yield frame.dice * number, frame.damage[number - 1]
    elif all(dice.count(face) >= frame.dice.count(face) for face in frame.dice):
        yield frame.dice, frame.damage[0]
