"""The valid data of each frame, since a written position can contain anything."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.games.tamashii import setup
from tabletop_kernel.games.tamashii.components import BASIC, DIE, NUMBER_DIE, SLOT, SLOTS, SYMBOL_DIE, TOKENS
from tabletop_kernel.games.tamashii.fighting import fight_state
from tabletop_kernel.games.tamashii.pack.pieces import Content
from tabletop_kernel.games.tamashii.phases import order_of_turn, planning
from tabletop_kernel.games.tamashii.state import State

Shape = Callable[[State, object], bool]
LARGEST = 999
OPEN_TO_ALL = ("turn", "setup", "world", "destabilization", "plan", "activity", "test")  # frames without an owner


def number(state: State, value: object) -> bool:
    return type(value) is int and -2 <= value <= LARGEST


def flag(state: State, value: object) -> bool:
    return type(value) is int and value in (0, 1)


def bits(state: State, value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << state.rules.seats


def seat(state: State, value: object) -> bool:
    return type(value) is int and 0 <= value < state.rules.seats


def text(state: State, value: object) -> bool:
    return type(value) is str


def slot(state: State, value: object) -> bool:
    return type(value) is int and 0 <= value < len(SLOTS)


def place(state: State, value: object) -> bool:
    return isinstance(value, tuple) and value in state.tiles


def line(state: State, value: object) -> bool:
    """Tell if this is the key of a line, or empty."""
    return type(value) is str and (value == "" or value in state.rules.lines)


def letters(of: str) -> Shape:
    return lambda state, value: type(value) is str and set(value) <= set(of)


def one_of(*words: str) -> Shape:
    return lambda state, value: type(value) is str and value in words


def named(kind: str) -> Shape:
    """Return a check for the id of something in the pack."""

    def known(state: State, value: object) -> bool:
        content: Content = state.rules.content
        return type(value) is str and value in getattr(content, kind)

    return known


def row(*parts: Shape) -> Shape:
    """Return a check for these parts, one after another."""
    return lambda state, value: (
        isinstance(value, tuple)
        and len(value) == len(parts)
        and all(part(state, one) for part, one in zip(parts, value, strict=True))
    )


def many(part: Shape, least: int = 0) -> Shape:
    return lambda state, value: (
        isinstance(value, tuple) and len(value) >= least and all(part(state, one) for one in value)
    )


NOTHING, DICE, AUGMENTS = row(), letters(DIE), many(named("augments"))
LETTER = one_of(*BASIC)
SHAPES: dict[str, Shape] = {
    **dict.fromkeys(
        (
            *("active-body", "board", "choose", "class", "district-over", "first", "goals", "inhabit", "launch"),
            *("lose-asset", "offer", "pull-enemy", "refill", "repelled", "shelter", "start", "pick-body", "pick-core"),
            *("pick-return", "frame-again"),
        ),
        NOTHING,
    ),
    "turn": row(number),
    "setup": row(number),
    "activity": row(bits),
    "after-launch": row(flag, letters(TOKENS + "D")),
    "arrive": row(place, text),
    "breaks": row(named("augments")),
    "catie-effects": row(letters("CD"), text),
    "combat": row(
        one_of(*fight_state.STAGES),
        letters(f"{DIE}{fight_state.NOT_ROLLED}"),
        *(number, text, many(text), flag, many(number), flag),
    ),
    "destabilization": many(row(one_of("enemies", "players"), number)),
    "district": row(place, flag),
    "effect": row(line, number, number, text, text),
    "event-met": row(named("events")),
    "event-price": row(named("events")),
    "fatal": row(number, text),
    "find": row(named("finds")),
    "go": row(number),
    "bot-go": row(number),
    "goal-test": row(named("goals"), flag),
    "heist": row(number, many(named("rewards"))),
    "inari": row(many(slot)),
    "launch-effect": row(text, text, line),
    "launched": row(text, letters("CD"), many(row(text, text, line, flag), least=1)),
    "move": row(flag),
    "offered": row(seat, seat, AUGMENTS, AUGMENTS),
    "order": row(number, many(number), number),
    "part-with": row(named("bodies")),
    "pick-asset": row(number, flag, many(text)),
    "pick-augment": AUGMENTS,
    "pick-die": row(number, DICE),
    "pick-discard": row(number, text, flag),
    "pick-dump": row(number, text, flag),
    "pick-equip": row(number),
    "pick-line": row(one_of("row", "column")),
    "pick-lock": row(number),
    "pick-player": row(many(seat, least=1)),
    "pick-tile": row(number),
    "pick-type": row(number, flag),
    "plan": row(one_of(planning.BEGIN, planning.ROLLED, planning.PROGRAM), bits, bits),
    "prepare": row(letters(TOKENS)),
    "program": row(number, number),
    "protocol": many(named("protocols")),
    "reset": many(text),
    "roll": row(one_of("trace", "attack", "test"), DICE, many(text), flag, bits),
    "side": row(slot),
    "swap-dump": row(number),
    "take-asset": row(number, number),
    "test": row(
        LETTER, number, seat, many(seat), many(one_of(*SLOT)), number, many(row(seat, number)), text, flag
    ),
    "trade": row(seat, seat, AUGMENTS, AUGMENTS),
    "turn-up": row(place, flag),
    "world": row(text, number, flag),
    "wounds": row(number, text),
}  # fmt: skip


def misshapen(state: State, kind: str, whose: int, data: Data) -> bool:
    """Tell if a frame has impossible data, or belongs to nobody when someone must decide."""
    if whose == ANYONE and kind not in OPEN_TO_ALL:
        return True
    if not SHAPES[kind](state, plain(data)):
        return True
    return kind in _MORE and not _MORE[kind](state, whose, data)


def plain(data: object) -> object:
    """Return named parts as bare tuples."""
    return tuple(map(plain, data)) if isinstance(data, (tuple, list)) else data


# -- what must fit the rest of the table -------------------------------------------------------------------------------


def _turn(state: State, whose: int, data: Data) -> bool:
    return bool(0 <= data[0] <= len(order_of_turn.steps_of(state)))


def _setup(state: State, whose: int, data: Data) -> bool:
    return bool(0 <= data[0] <= len(setup.steps_of(state.rules)))


def _effect(state: State, whose: int, data: Data) -> bool:
    """Tell if a running line is between its first operation and its end."""
    key, at, end, _, _ = data
    return bool(key in state.rules.lines and 0 <= at <= end <= len(state.rules.lines[key].ops))


def _combat(state: State, whose: int, data: Data) -> bool:
    """Tell if the number die is on an enemy of the stack, or shows a number before it is placed."""
    stage, _, shown, symbol, _, _, late, _ = data
    if not all(0 <= one < len(state.enemies[whose]) for one in late) or len(set(late)) < len(late):
        return False
    if symbol not in (*SYMBOL_DIE, ""):
        return False
    if stage in (fight_state.PREPARE, fight_state.ROLLED):
        return bool(0 <= shown <= max(NUMBER_DIE))
    on_stack = bool(-1 <= shown < len(state.enemies[whose]))
    return on_stack and bool(symbol or shown < 0)


def _trade(state: State, whose: int, data: Data) -> bool:
    return bool(data[0] == whose) and _exchange(state, data)


def _offered(state: State, whose: int, data: Data) -> bool:
    return bool(data[1] == whose) and _exchange(state, data)


def _exchange(state: State, data: Data) -> bool:
    """Tell if the offered cards are there, and two different players trade."""
    seat, partner, give, ask = data
    own = (*state.equipped[seat], *state.unequipped[seat])
    theirs = (*state.equipped[partner], *state.unequipped[partner])
    factions = all(state.augment(card).faction for card in (*give, *ask))
    return seat != partner and set(give) <= set(own) and set(ask) <= set(theirs) and factions


def _world(state: State, whose: int, data: Data) -> bool:
    scenario = state.rules.scenario
    return scenario is not None and bool(data[0] in scenario.cards and data[1] >= 0)


def _roll(state: State, whose: int, data: Data) -> bool:
    """Tell if the batch is part of the roll, and its Combat or test is there."""
    purpose, dice, batch, _, _ = data
    named_dice = [die for die in batch if die not in ("number", "symbol")]
    fits = all(named_dice.count(die) <= dice.count(die) for die in named_dice)
    kinds = [frame[0] for frame in state.frames]
    return fits and {"attack": "combat", "test": "test"}.get(purpose, "turn") in kinds


_MORE: dict[str, Callable[[State, int, Data], bool]] = {
    "turn": _turn,
    "setup": _setup,
    "effect": _effect,
    "combat": _combat,
    "trade": _trade,
    "offered": _offered,
    "world": _world,
    "roll": _roll,
}
