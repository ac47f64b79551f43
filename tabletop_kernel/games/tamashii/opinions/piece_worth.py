"""The worth of things to a player, in points, from the pack's lines and the player's position.

A finished card of the story is worth `needs.CARD_WORTH` of these points. A line's acts are added up, so the augments,
tiles, enemies and bodies of any pack have a worth.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.games.tamashii.components import ASSETS, CORRUPTED, MOST_ASSETS, OPEN, TRACE_DICE, TRACE_TOP
from tabletop_kernel.games.tamashii.launch import pattern_matching
from tabletop_kernel.games.tamashii.lines import counting, needs, running
from tabletop_kernel.games.tamashii.lines.needs import POINT_WORTH
from tabletop_kernel.games.tamashii.lines.operations import Act, Args, Line, Op
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Body
from tabletop_kernel.games.tamashii.state import State

WORTH_BY_ASSET = {"shield": 0.85, "memory": 0.85, "power": 0.65, "reroll": 0.6}
FACTOR_BY_AMOUNT = (1.0, 0.95, 0.85, 0.65, 0.5, 0.0)  # factor on one more, by the amount held
EXP = 1.25
UNLOCK, OPEN_TOKEN, RAISE, CLASS_CARD = 2.3, 1.7, 1.6, 2.0  # bought with EXP
WORTH_BY_INTEGRITY = (-6.0, -2.8, -1.6, -0.8, -0.3, 0.0)  # worth of integrity by amount, before any threat
WORTH_OF_MORE_INTEGRITY = 0.12  # each point above that
RESET = 5.0
CORRUPTED_TOKEN = -0.9
BASIC_TOKEN = 0.15
ENEMY = 0.7  # a new enemy, minus the gain from its defeat
ACTS_BEFORE_DEFEAT = 0.6  # how often an attached enemy acts before it is defeated
PREPARED, PROGRAMMED = 0.3, 0.2
STEP_OF_BODY = {"mov": 0.25, "pro": 0.55, "att": 0.7}
BODY = 0.9  # a second body, held in reserve
AUGMENT = 0.45  # factor on an augment's effect, for having it in coming turns
UNEQUIPPED = 0.5  # factor on an augment's worth until it is equipped
MOST_WAITING = 2  # augments that wait for memory before more are worth little
TURNS = 4  # the most turns to plan ahead


def is_versus(state: State) -> bool:
    return state.rules.mode == "versus"


def asset_worth(state: State, seat: int, name: str, number: int) -> float:
    """Return the worth of gaining or losing this much of an asset."""
    have = state.has(seat, name)
    there = max(0, min(MOST_ASSETS, have + number))
    levels = range(have, there) if there > have else range(there, have)
    each = WORTH_BY_ASSET[name] + (POINT_WORTH / 3 * 0.8 if is_versus(state) else 0.0)
    if name == "memory":
        waiting = bool(state.unequipped[seat]) * (1 + is_versus(state) * POINT_WORTH)  # an equipped augment scores
        each += 0.35 * waiting + 0.25 * (CORRUPTED in state.pool(seat))
    if name == "shield":
        each += 0.25 * (state.integrity[seat] <= 3) + 0.15 * bool(state.enemies[seat])
    worth = sum(FACTOR_BY_AMOUNT[level] * each for level in levels)
    if there < have:
        return -worth
    more = there - have
    return (
        worth
        + needs.worth_for_goals(state, seat, "assets", more)
        + needs.worth_for_goals(state, seat, "best asset", more * (have >= 2))
    )


def integrity_worth(state: State, seat: int, integrity: int) -> float:
    """Return the worth of this much integrity. Low values risk a reset, especially with enemies attached."""
    known = (
        WORTH_BY_INTEGRITY[integrity]
        if integrity < len(WORTH_BY_INTEGRITY)
        else WORTH_OF_MORE_INTEGRITY * (integrity - len(WORTH_BY_INTEGRITY) + 1)
    )
    return known * _WEIGHT_BY_ENEMIES[min(3, len(state.enemies[seat]))]


_WEIGHT_BY_ENEMIES = tuple(0.7 + 0.25 * enemies for enemies in range(4))  # weight of integrity, by number of enemies


def wounds_worth(state: State, seat: int, number: float) -> float:
    """Return the cost of wounds, after shields; fractions are interpolated."""
    stopped = min(state.has(seat, "shield"), number)
    left = number - stopped
    now = state.integrity[seat]
    whole = min(now, int(left))
    lost = integrity_worth(state, seat, now) - integrity_worth(state, seat, now - whole)
    more = integrity_worth(state, seat, max(0, now - whole)) - integrity_worth(state, seat, max(0, now - whole - 1))
    return -(lost + more * (left - int(left)) + 0.6 * stopped)


def trace_cost(state: State, seat: int, level: int) -> float:
    """Return the cost of a place on the trace track: the enemies that the next roll may bring."""
    if not state.rules.traced:
        return 0.0
    if level >= TRACE_TOP:
        return 2 * enemy_cost(state, seat) + 0.4
    return 0.5 * TRACE_DICE[level] * enemy_cost(state, seat) + 0.06 * level


def enemy_cost(state: State, seat: int) -> float:
    """Return the cost of a new enemy: low for a strong player, high for one close to a reset."""
    weak = max(0, 4 - state.integrity[seat]) * 0.35 + 0.3 * len(state.enemies[seat])
    hunted = 0.7 if _are_defeats_counted(state) else 0.0
    return ENEMY + weak - hunted - 0.1 * state.has(seat, "shield")


def _are_defeats_counted(state: State) -> bool:
    """Tell if the active card counts defeated enemies."""
    card = state.plot()
    return card is not None and any(test.left == "defeated since card" for block in card.world for test in block.tests)


def threat_of(state: State, seat: int, card: str) -> float:
    """Return the harm that an attached enemy threatens its player with."""
    enemy = state.enemy(card)
    both = [
        line_worth(state, seat, key) for key in (line_keys.enemy(enemy.id, "fang"), line_keys.enemy(enemy.id, "wire"))
    ]
    return max(0.2, -ACTS_BEFORE_DEFEAT * sum(both) / 2 * 1.6)


def defeat_worth(state: State, seat: int, card: str) -> float:
    """Return the gain from defeating an enemy, besides its absence."""
    return own_defeat_worth(state, seat, card) + story_defeat_worth(state, card)


def own_defeat_worth(state: State, seat: int, card: str) -> float:
    """Return a player's own gain from defeating an enemy, apart from the story."""
    large = state.enemy(card).integrity - state.tally[seat].get("largest", 0)
    goals = sum(needs.worth_for_goals(state, seat, left) for left in ("defeated this game", "defeated this combat"))
    return exp_worth(state) + goals + needs.worth_for_goals(state, seat, "printed integrity defeated", max(0, large))


def exp_worth(state: State) -> float:
    """Return the worth of EXP: two of them buy an upgrade, which scores at least one victory point."""
    return EXP + (POINT_WORTH / 2 if is_versus(state) else 0.0)


def story_defeat_worth(state: State, card: str) -> float:
    """Return the story's gain from defeating an enemy."""
    worth = 0.0
    for need in needs.needs_of(state):
        if (
            need.kind == needs.DEFEAT
            or (need.kind == needs.GUEST and card.endswith("!guest"))
            or (need.kind == needs.GODS and "!god" in card)
        ):
            worth += need.each
    return worth


def damage_worth(state: State, seat: int, number: float) -> float:
    """Return the worth of damage to the top enemy."""
    if not state.enemies[seat] or number <= 0:
        return 0.0
    card, taken = state.enemies[seat][0]
    left = max(1, state.integrity_of(card) - taken)
    whole = defeat_worth(state, seat, card) + threat_of(state, seat, card)
    if number >= left:
        return whole
    return 0.7 * whole * number / max(left, state.integrity_of(card) * 0.6)


def removal_worth(state: State, seat: int) -> float:
    """Return the worth of removing the top enemy without a prize."""
    if not state.enemies[seat]:
        return 0.0
    card = state.enemies[seat][0][0]
    if card.endswith("!guest") or ("!god" in card and _are_gods_hunted(state)):
        return -2.0
    weak = 0.3 * max(0, 4 - state.integrity[seat])
    return threat_of(state, seat, card) * (1.0 + weak) - 0.25 * EXP - 0.5 * story_defeat_worth(state, card)


def _are_gods_hunted(state: State) -> bool:
    return state.rules.scenario is not None and "gods" in state.rules.scenario.special_rules


# -- lines -------------------------------------------------------------------------------------------------------------


def line_worth(state: State, seat: int, key: str, dice: str = "") -> float:
    """Return the worth of a line to its player."""
    return worth_of_line(state, seat, state.rules.lines[key], dice)


def worth_of_line(state: State, seat: int, written: Line, dice: str = "") -> float:
    return _part_worth(state, seat, written.ops, 0, len(written.ops), dice)


def _part_worth(state: State, seat: int, ops: tuple[Op, ...], at: int, end: int, dice: str) -> float:
    """Return the worth of a range of operations."""
    worth = 0.0
    while at < end:
        op = ops[at]
        if op.kind == "test":
            at = at + 1 if running.holds(state, seat, op.tests) else op.skip
        elif op.kind == "jump":
            at = op.skip
        elif op.kind == "who":
            worth += _worth_for_others(state, seat, ops, at, dice)
            at = op.skip
        elif op.kind == "offer":
            worth += max(0.0, _part_worth(state, seat, ops, at + 1, op.skip, dice))
            at = op.skip
        elif op.kind == "choose":
            ends = (*op.starts[1:], op.skip)
            parts = [_part_worth(state, seat, ops, one, stop, dice) for one, stop in zip(op.starts, ends, strict=True)]
            worth += max(parts, default=0.0)
            at = max(op.skip, at + 1)
        else:
            worth += act_worth(state, seat, op.act, dice) if op.act is not None else 0.0
            at += 1
    return worth


def _worth_for_others(state: State, seat: int, ops: tuple[Op, ...], at: int, dice: str) -> float:
    """Return the worth of a part that runs for several players or another one."""
    op = ops[at]
    meant = counting.players_named(state, seat, op.who)
    if op.who in counting.CHOSEN_PLAYERS:
        meant = meant[:1]
    worths = [(other, _part_worth(state, other, ops, at + 1, op.skip, dice)) for other in meant]
    if is_versus(state):
        return sum(worth if other == seat else -0.4 * worth for other, worth in worths)
    return sum(worth for _, worth in worths)


def act_worth(state: State, seat: int, done: Act, dice: str = "") -> float:
    """Return the worth of an act."""
    worth = _WORTH_BY_VERB.get(done.verb)
    return worth(state, seat, done.args, dice) if worth is not None else 0.0


ActWorth = Callable[[State, int, Args, str], float]


def _number(state: State, seat: int, args: Args, dice: str) -> int:
    return counting.amount(state, seat, args[0], dice) if args else 1


def _worth_times_number(each: float) -> ActWorth:
    return lambda state, seat, args, dice: each * _number(state, seat, args, dice)


def _fixed_worth(worth: float) -> ActWorth:
    return lambda state, seat, args, dice: worth


def best_asset_worth(state: State, seat: int) -> float:
    return max(asset_worth(state, seat, name, 1) for name in ASSETS)


def _gained_tokens_worth(state: State, seat: int, args: Args, dice: str) -> float:
    """Return the worth of gaining tokens."""
    number, letter = _number(state, seat, args, dice), args[1]
    open_token = OPEN_TOKEN + (POINT_WORTH if is_versus(state) else 0.0)
    each = {CORRUPTED: CORRUPTED_TOKEN, OPEN: open_token, "C": 0.8, "N": 0.7}.get(letter, BASIC_TOKEN)
    if letter == CORRUPTED and not is_versus(state) and state.corrupted <= 4:
        each -= 2.0
    return each * number


def _lost_tokens_worth(state: State, seat: int, args: Args, dice: str) -> float:
    """Return the worth of losing tokens; corrupted ones cost nothing."""
    number, letter = _number(state, seat, args, dice), args[1]
    bad = state.grid[seat].count(CORRUPTED)
    if letter in (CORRUPTED, "*") and bad:
        return 0.9 * min(bad, number)
    return 0.0 if letter == CORRUPTED else -0.1 * number


def _trace_change_worth(state: State, seat: int, number: int) -> float:
    now = state.trace[seat]
    return trace_cost(state, seat, now) - trace_cost(state, seat, max(0, min(TRACE_TOP, now + number)))


def _unlock_worth(state: State, seat: int, number: int) -> float:
    left = min(number, len(state.grid[seat]) // 5 - state.unlocked(seat))
    return left * (UNLOCK + (POINT_WORTH if is_versus(state) else 0.0))


def _recovery_worth(state: State, seat: int, number: int) -> float:
    now = state.integrity[seat]
    then = min(state.maximum[seat], now + number)
    return integrity_worth(state, seat, then) - integrity_worth(state, seat, now)


_WORTH_BY_VERB: dict[str, ActWorth] = {
    "gain-asset": lambda s, seat, args, dice: asset_worth(s, seat, args[1], _number(s, seat, args, dice)),
    "lose-asset": lambda s, seat, args, dice: asset_worth(s, seat, args[1], -_number(s, seat, args, dice)),
    "spend-asset": lambda s, seat, args, dice: asset_worth(s, seat, args[1], -_number(s, seat, args, dice)),
    "gain-any": lambda s, seat, args, dice: best_asset_worth(s, seat) * _number(s, seat, args, dice),
    "gain-different": lambda s, seat, args, dice: best_asset_worth(s, seat) * _number(s, seat, args, dice) * 0.9,
    "lose-each": lambda s, seat, args, dice: sum(
        asset_worth(s, seat, name, -_number(s, seat, args, dice)) for name in ASSETS
    ),
    "take-asset": lambda s, seat, args, dice: 1.3 * best_asset_worth(s, seat),
    "gain-exp": lambda s, seat, args, dice: exp_worth(s) * _number(s, seat, args, dice),
    "lose-exp": _worth_times_number(-EXP),
    "spend-exp": _worth_times_number(-EXP),
    "recover": lambda s, seat, args, dice: _recovery_worth(s, seat, _number(s, seat, args, dice)),
    "wound": lambda s, seat, args, dice: wounds_worth(s, seat, _number(s, seat, args, dice)),
    "raise-max": _worth_times_number(RAISE),
    "unlock": lambda s, seat, args, dice: _unlock_worth(s, seat, _number(s, seat, args, dice)),
    "prevent": _worth_times_number(0.7),
    "guard": lambda s, seat, args, dice: 0.5 * _number(s, seat, args, dice) * bool(s.enemies[seat]),
    "gain-token": _gained_tokens_worth,
    "bag-token": _gained_tokens_worth,
    "discard-token": _lost_tokens_worth,
    "dump-token": lambda s, seat, args, dice: -0.12 * _number(s, seat, args, dice),
    "dump-line": _fixed_worth(-0.4),
    "dump-all": _fixed_worth(-1.0),
    "prepare": _worth_times_number(PREPARED),
    "program": _worth_times_number(PROGRAMMED),
    "program-diagonal": _worth_times_number(PROGRAMMED),
    "swap-dump": _worth_times_number(0.25),
    "change-core": _fixed_worth(0.15),
    "corrupted-open": lambda s, seat, args, dice: 0.3 * (CORRUPTED in s.grid[seat]),
    "move": _fixed_worth(0.3),
    "move-bot": _fixed_worth(0.2),
    "reveal-tile": lambda s, seat, args, dice: 0.8 * (len(s.up) < len(s.tiles)),
    "trace-up": lambda s, seat, args, dice: _trace_change_worth(s, seat, _number(s, seat, args, dice)),
    "trace-down": lambda s, seat, args, dice: _trace_change_worth(s, seat, -_number(s, seat, args, dice)),
    "trace-zero": lambda s, seat, args, dice: _trace_change_worth(s, seat, -s.trace[seat]),
    "attach": lambda s, seat, args, dice: -enemy_cost(s, seat) * _number(s, seat, args, dice),
    "deal": lambda s, seat, args, dice: damage_worth(s, seat, _number(s, seat, args, dice)),
    "deal-each": lambda s, seat, args, dice: (
        damage_worth(s, seat, _number(s, seat, args, dice)) * (1 + 0.6 * max(0, len(s.enemies[seat]) - 1))
    ),
    "discard-top": lambda s, seat, args, dice: removal_worth(s, seat),
    "rotate": lambda s, seat, args, dice: 0.1 * (len(s.enemies[seat]) > 1),
    "pull-enemy": _fixed_worth(0.2),
    "look": _fixed_worth(0.1),
    "look-bury": _fixed_worth(0.3),
    "heal": lambda s, seat, args, dice: -0.3 * _number(s, seat, args, dice),
    "clear-damage": lambda s, seat, args, dice: -0.5 * counting.COUNT_BY_PHRASE["top damage"](s, seat),
    "destabilize": _worth_times_number(-1.0),
    "destabilize-enemies": lambda s, seat, args, dice: 0.8 * _number(s, seat, args, dice) * bool(s.enemies[seat]),
    "roll-more": _worth_times_number(0.6),
    "reroll": _worth_times_number(0.4),
    "reroll-all": _fixed_worth(0.5),
    "turn-die": _worth_times_number(0.5),
    "cancel-frame": _fixed_worth(0.8),
    "number-down": _fixed_worth(0.5),
    "number-blank": _fixed_worth(1.0),
    "frame-again": _fixed_worth(0.5),
    "draw-faction": lambda s, seat, args, dice: (
        1.1 + 0.3 * POINT_WORTH * is_versus(s) * (len(s.unequipped[seat]) < MOST_WAITING)
    ),
    "draw-class": _fixed_worth(CLASS_CARD),
    "equip-free": lambda s, seat, args, dice: 1.5 * bool(s.unequipped[seat]),
    "equip-cheaper": lambda s, seat, args, dice: 1.0 * _is_affordable_with(s, seat, _number(s, seat, args, dice)),
    "return-faction": _fixed_worth(-1.0),
    "take-body": _fixed_worth(1.5),
    "draw-event": _fixed_worth(0.4),
    "put-counter": _fixed_worth(3.0),
    "victory": _fixed_worth(8.0),
    "lost": _fixed_worth(-8.0),
}


def _is_affordable_with(state: State, seat: int, less: int) -> bool:
    """Tell if the discount makes an augment affordable."""
    return any(state.augment(one).cost - less <= state.has(seat, "memory") for one in state.unequipped[seat])


# -- augments and bodies -----------------------------------------------------------------------------------------------


def augment_worth(state: State, seat: int, name: str) -> float:
    """Return the worth of an equipped augment for the rest of the game."""
    card = state.augment(name)
    later = min(TURNS, 1 + state.time) if state.time else TURNS
    per_turn = max((_use(state, seat, card, number) for number in range(len(card.uses))), default=0.0)
    worth = 0.4 + AUGMENT * per_turn * (1.0 if card.breaks else 0.35 * later)
    return worth + points_of(state, name)


def points_of(state: State, name: str) -> float:
    """Return an equipped augment's victory points, in bot points."""
    card = state.augment(name)
    if not is_versus(state) or card.start or (card.faction and card.breaks):
        return 0.0
    return POINT_WORTH * (1 if card.faction else 2)


def _use(state: State, seat: int, card: Augment, number: int) -> float:
    """Return the worth of one use of an augment, with or without an enemy now."""
    use = card.uses[number]
    acts = use.line.acts()
    brings = sum(_usually(state, seat, one) for one in acts)
    often = {0: 0.8, 1: 1.0, 2: 0.9, 3: 0.65, 4: 0.4}.get(pattern_matching.token_count(use.pattern), 0.3)
    return max(0.3, brings) * often


def _usually(state: State, seat: int, done: Act) -> float:
    """Return an act's average worth, which counts enemies and wounds still to come."""
    usual = {"deal": 0.6, "recover": 0.5, "deal-each": 1.0, "discard-top": 1.0, "guard": 0.4}
    if done.verb in usual:
        return usual[done.verb] * max(1, _number(state, seat, done.args, "S"))
    return act_worth(state, seat, done, "S")


def body_worth(state: State, seat: int, name: str) -> float:
    """Return the worth of gaining a body: better values than the active one, or a reserve."""
    wanted, now = state.rules.content.bodies[name], state.body(seat)
    better = stats_worth(wanted) - stats_worth(now)
    first = 0.7 if not state.bodies[seat] else 0.0
    return BODY * max(0.4, better) + first + needs.worth_for_goals(state, seat, "bodies")


def stats_worth(one: Body) -> float:
    return STEP_OF_BODY["mov"] * one.mov + STEP_OF_BODY["pro"] * one.pro + STEP_OF_BODY["att"] * one.att
