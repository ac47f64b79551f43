"""The faults of a state, in sentences. Play never causes them, but a written position can have some.

The checks ensure that a state without faults can be played to the end. Tests damage thousands of positions to find a
missing check.
"""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import stack_faults
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.the_north import abilities
from tabletop_kernel.games.the_north.card_vocabulary import PLACES, VALUES
from tabletop_kernel.games.the_north.content import WASTES_SIZE
from tabletop_kernel.games.the_north.state import (
    DIRECTIVES,
    DIRECTIVES_PER_TURN,
    MOST_OF_ONE_DIRECTIVE,
    PER_SEAT,
    SHARED_ZONES,
    State,
)
from tabletop_kernel.toolkit.running_effects import is_count, is_running

FRONT_KINDS = ("shuffle", "announce", "directive", "end")
BACK_KINDS = ("refill", "collect", "you-lose", "hand-loss", "take-one")
CHOICE_KINDS = ("discard", "recover", "flip", "take", "reprogram", "play", "copy", "exchange")
WHY_NO_DIRECTIVE = ("done", "impossible", "stopped", "named", "lost")  # why there are no more Directives
MOST_FRAMES = 400  # frames; chains are far shorter


def find_faults(state: State) -> list[str]:
    """Return the faults that the first failing check finds, in sentences; later checks rely on earlier ones."""
    for ask in (_shape_faults, _card_faults, _turn_faults, _stack_faults, _frame_faults):
        wrong = ask(state)
        if wrong:
            return wrong
    return []


def _shape_faults(state: State) -> list[str]:
    """Return faults of seats and numbers: each list has one entry per seat, and each number is possible."""
    wrong = length_faults(state, state.seats, "there are ")
    if len(state.points) != 2:
        wrong.append("points: give two numbers, one for each side.")
    if any(points < 0 for points in state.points) and state.ruling["ruling.floor"] == "no":
        wrong.append("points: no one can have fewer than 0 points at this table.")
    return wrong + range_faults(state)


def _card_faults(state: State) -> list[str]:
    """Return faults of cards: each one exists, exactly once and in a possible place."""
    cards = [card for name in PER_SEAT for pile in getattr(state, name) for card in pile]
    cards += [card for name in SHARED_ZONES for card in getattr(state, name)]
    count = Counter(cards)
    for card, times in count.items():
        if card not in state.rules.ancient:
            return [f"there is no card {clip(card)}."]
        if times > 1:
            return [f"the card {clip(card)} appears {times} times."]
    missing = [card for card in state.rules.cards if card not in count]
    if missing:
        return [f"the card {clip(missing[0])} is missing."]
    wrong = []
    if len(state.wastes) > WASTES_SIZE:
        wrong.append(f"wastes: there are {len(state.wastes)} cards, but only {WASTES_SIZE} fit.")
    if state.collector and not state.solo:
        wrong.append("collector: there is no Collector at a table for two.")
    if len(state.aside) > 1 or (state.aside and state.ruling["ruling.discard-first"] == "yes"):
        wrong.append("aside: no card can be set aside here.")
    hands = [list(hand) for hand in state.hand]
    if any(hand != sorted(hand, key=state.rules.order.__getitem__) for hand in hands):
        wrong.append("hand: the cards are not in order.")
    return wrong


def _turn_faults(state: State) -> list[str]:
    wrong = []
    kinds = (*state.used, *state.announced)
    if (
        any(kind not in DIRECTIVES for kind in kinds)
        or len(kinds) > DIRECTIVES_PER_TURN
        or any(kinds.count(k) > MOST_OF_ONE_DIRECTIVE for k in kinds)
    ):
        wrong.append("used and announced: list up to three Directives, each no more than twice.")
    now = state.frames[0][0] if state.frames else ""
    if (state.used and now in ("shuffle", "announce")) or (state.announced and now == "shuffle"):
        wrong.append("used: first the cards must be drawn, and all Directives announced. Then you can use one.")
    if state.announced and state.ruling["ruling.sequential"] != "announce-all":
        wrong.append("announced: players don't announce Directives at this table.")
    if len(set(state.flipped)) < len(state.flipped) or any(card not in state.rules.ancient for card in state.flipped):
        wrong.append("flipped: list cards that exist, each only once.")
    return wrong


# -- the stack of decisions -------------------------------------------------------------------------------------------


def _stack_faults(state: State) -> list[str]:
    """Return faults of the stack: its decisions must follow each other as in play."""
    if (wrong := stack_faults(state, MOST_FRAMES)) or not state.frames:
        return wrong
    kinds = [kind for kind, _, _ in state.frames]
    if kinds[0] == "finish":
        return [] if len(kinds) == 1 else ["frames: 'finish' must be the only frame."]
    if kinds[0] in BACK_KINDS:
        return _back_faults(state, kinds)
    if kinds[0] not in FRONT_KINDS:
        return [f"frames: {clip(kinds[0])} can't be the first frame."]
    if state.frames[0][1] != state.active:
        return ["frames: it isn't that seat's turn."]
    if kinds[0] == "announce" and state.ruling["ruling.sequential"] != "announce-all":
        return ["frames: players don't announce Directives at this table."]
    if kinds == ["directive"] and state.ruling["ruling.sequential"] == "announce-all" and not state.announced:
        return ["announced: there are no Directives left to perform. Use the moment 'announce' or 'end'."]
    if len(kinds) > 1 and kinds[0] != "directive":
        return [f"frames: no frame can follow {clip(kinds[0])}."]
    return _chain_faults(state, kinds[1:])


def _back_faults(state: State, kinds: list[str]) -> list[str]:
    whole = ["refill", "collect", "you-lose", "hand-loss"] if state.solo else ["refill", "take-one", "hand-loss"]
    finish = ["finish"] if kinds[-1] == "finish" else []
    if kinds != [*whole[: len(kinds) - len(finish)], *finish]:
        return ["frames: the back of the turn card has a different order."]
    for kind, seat, data in state.frames:
        expected = 1 - state.active if kind == "take-one" else -1 if kind == "finish" else state.active
        if seat != expected or (data and kind != "finish"):
            return [f"frames: {kind} belongs to the wrong seat."]
    return []


def _chain_faults(state: State, kinds: list[str]) -> list[str]:
    """Return faults above a Directive: first the paid Ancient, then abilities and copies, then at most one choice."""
    if bool(state.aside) != ("paid" in kinds):
        return ["frames: an Ancient stays set aside only until its Directive is done."]
    if "paid" in kinds[1:]:
        return ["frames: a Directive discards only one Ancient, and does so first."]
    rest = kinds[1:] if kinds[:1] == ["paid"] else kinds
    for at, kind in enumerate(rest):
        last = at == len(rest) - 1
        if kind in CHOICE_KINDS or kind == "finish":
            if not last or (kind in CHOICE_KINDS and (at == 0 or rest[at - 1] != "ability")):
                return [f"frames: {clip(kind)} is in the wrong place."]
        elif kind not in ("ability", "copied", abilities.WAITING):
            return [f"frames: {clip(kind)} isn't a decision in a chain."]
    if any(seat != (state.active if kind != "finish" else -1) for kind, seat, _ in state.frames):
        return ["frames: a chain belongs to the player whose turn it is."]
    return []


def _frame_faults(state: State) -> list[str]:
    for kind, _, data in state.frames:
        if not _DATA_CHECK_BY_KIND.get(kind, _is_empty)(state, data):
            return [f"frames: {kind}: this data is not valid: {clip(list(data))}."]
    return []


def _is_empty(state: State, data: Data) -> bool:
    return not data


def _is_ability_data(state: State, data: Data) -> bool:
    if not is_running(state.rules.effects, data, 2):
        return False
    _, _, it, card, place = data
    cards = state.rules.ancient
    return (
        (not it or it in cards)
        and (not card or card in cards)
        and (place in ("", "ancient", "facility", "discard") or _is_gone(state, place))
        and bool(card) == bool(place)
    )


def _is_gone(state: State, place: str) -> bool:
    return place in abilities.WHY_CARD_IS_GONE and state.ruling["ruling.source-gone"] == "no"


def _is_count(state: State, data: Data) -> bool:
    return is_count(data)


def _is_recover_data(state: State, data: Data) -> bool:
    return len(data) == 2 and is_count(data[:1]) and (data[1] == "" or data[1] in state.rules.ancient)


def _is_one_card(state: State, data: Data) -> bool:
    return len(data) == 1 and isinstance(data[0], str) and (not data[0] or data[0] in state.rules.ancient)


def _is_value(state: State, data: Data) -> bool:
    return len(data) == 1 and data[0] in ("", *VALUES)


def _is_pile(state: State, data: Data) -> bool:
    return data in (("hand",), ("discard",))


def _is_copy_data(state: State, data: Data) -> bool:
    rules = {"ability.protocol", "ability.spark", "node.table", *(r for own in state.rules.cites.values() for r in own)}
    return len(data) == 2 and data[0] in ("protocol", "spark") and data[1] in rules


def _is_exchange_data(state: State, data: Data) -> bool:
    if len(data) < 3 or len(data) % 2 == 0 or data[0] not in PLACES or data[1] not in PLACES:
        return False
    return all(_is_one_card(state, (card,)) for card in data[2:])  # the running card, and failed pairs


def _is_finish_data(state: State, data: Data) -> bool:
    at_zero = data == ("end.zero",) and min(state.points) <= 0
    return at_zero or data in (("end.deck",), ("end.long",))


def _is_end_data(state: State, data: Data) -> bool:
    return data in ((), *((why,) for why in WHY_NO_DIRECTIVE))


def _is_waiting_data(state: State, data: Data) -> bool:
    if len(data) != 3 or not data[1] or not _is_ability_data(state, (data[0], 0, "", *data[1:])):
        return False
    return data[0].rpartition(".")[2] in abilities.RULE_BY_ABILITY


def _is_copied_data(state: State, data: Data) -> bool:
    return _is_one_card(state, data) and bool(data[0])


_DATA_CHECK_BY_KIND = {
    abilities.MACHINE.kind: _is_ability_data,
    abilities.WAITING: _is_waiting_data,
    "end": _is_end_data,
    "discard": _is_count,
    "take": _is_count,
    "recover": _is_recover_data,
    "flip": _is_one_card,
    "copied": _is_copied_data,
    "reprogram": _is_value,
    "play": _is_pile,
    "copy": _is_copy_data,
    "exchange": _is_exchange_data,
    "finish": _is_finish_data,
}
