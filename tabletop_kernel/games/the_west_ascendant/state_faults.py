"""The faults of a state, in sentences. Play never causes them, but a written position can have some.

The checks ensure that a state without faults can be played to the end. Tests damage thousands of positions to find a
missing check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import stack_faults
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.the_west_ascendant.abilities import MACHINE, REACTIONS
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import WHICH_CARDS
from tabletop_kernel.games.the_west_ascendant.state import CHOICES as ACTED
from tabletop_kernel.games.the_west_ascendant.state import SEATS, State
from tabletop_kernel.games.the_west_ascendant.waiting_effects import FIRST_GATE, GATE
from tabletop_kernel.toolkit.running_effects import is_count, is_running

CHOICE_KINDS = ("discard", "clear", "recover", "exchange", "under", "offer")
MOST_FRAMES = 200  # frames; play needs far fewer


def find_faults(state: State) -> list[str]:
    """Return the faults that the first failing check finds, in sentences; later checks rely on earlier ones."""
    for ask in (_shape_faults, _card_faults, _locus_faults, _turn_faults, _stack_faults, _frame_faults):
        wrong = ask(state)
        if wrong:
            return wrong
    return []


def _shape_faults(state: State) -> list[str]:
    """Return faults of seats and numbers: each list has one entry per seat, and each number is possible."""
    return length_faults(state, SEATS, "there are ") + range_faults(state)


def _is_within(part: Iterable[str], whole: Iterable[str]) -> bool:
    count = Counter(whole)
    count.subtract(Counter(part))
    return min(count.values(), default=0) >= 0


def _card_faults(state: State) -> list[str]:
    """Return faults of cards: each one exists, in the right number and in a possible place."""
    rules = state.rules
    piles = [*state.hand, *state.gates, state.deck, state.middle, state.discard]
    cards = [card for pile in piles for card in pile]
    strange = [card for card in cards if card not in rules.order]
    if strange:
        return [f"there is no card {clip(strange[0])}."]
    there = Counter([*cards, *(card for card in state.box if card in rules.order)])
    for name, count in Counter(rules.cards).items():
        if there[name] != count:
            return [f"There are {there[name]} {clip(name)} cards, but there should be {count}."]
    wrong = []
    if len(state.middle) > rules.content.numbers.middle:
        wrong.append(f"middle: it has {len(state.middle)} cards, but at most {rules.content.numbers.middle} fit.")
    if any(pile != state.in_order(pile) for pile in state.hand):
        wrong.append("hand: the cards are not in order.")
    for seat in range(SEATS):
        if not _is_within(state.known[seat], state.hand[seat]) or state.known[seat] != state.in_order(
            state.known[seat]
        ):
            wrong.append("known: list only cards of that hand, in order.")
    if not state.deck and not state.dusk and state.ruling["ruling.turncard-sides"] != "single-day":
        wrong.append("deck: it is never empty by day.")
    if state.dusk and state.ruling["ruling.turncard-sides"] == "single-day":
        wrong.append("dusk: this table has no dusk.")
    if state.renewed and not (state.dusk and _is_within(state.deck, state.renewed)):
        wrong.append("renewed: use this only at dusk, and include the deck's cards.")
    if state.renewed and state.ruling["ruling.discard-open"] == "top":
        wrong.append("renewed: no one has seen these cards.")
    return wrong


def _locus_faults(state: State) -> list[str]:
    rules = state.rules
    if len(state.loci) != rules.content.numbers.locus_decks:
        return [f"loci: there are {len(state.loci)} decks, but there should be {rules.content.numbers.locus_decks}."]
    lying = Counter(locus for pile in (*state.loci, *state.zone) for locus in pile)
    lying.update(locus for locus in state.box if locus not in rules.order)
    for locus, times in lying.items():
        if locus not in rules.loci:
            return [f"there is no Locus {clip(locus)}."]
        if times > 1:
            return [f"the Locus {clip(locus)} appears {times} times."]
    missing = [locus for locus in rules.loci if locus not in lying]
    if missing:
        return [f"the Locus {clip(missing[0])} is missing."]
    before = bool(state.frames) and state.frames[0][0] in ("start", "engine")
    if before != (state.engine == ["", ""]) or (not before and sorted(state.engine) != sorted(rules.engines)):
        return ["engine: each player must have one of the Cityengines."]
    return []


def _turn_faults(state: State) -> list[str]:
    wrong = []
    if state.action not in ("", *ACTED):
        wrong.append(f"action: {clip(state.action)} can't be chosen.")
    if any(card not in state.rules.order for card in (*state.took, *state.paid)):
        wrong.append("took and paid: name Facility types.")
    if any(locus not in state.rules.loci for locus in state.declared):
        wrong.append("declared: name Loci.")
    return wrong


# -- the stack of decisions --------------------------------------------------------------------------------------------


def _stack_faults(state: State) -> list[str]:
    """Return faults of the stack: its decisions must follow each other as in play."""
    if (wrong := stack_faults(state, MOST_FRAMES)) or not state.frames:
        return wrong
    kinds = [kind for kind, _, _ in state.frames]
    if kinds[0] in ("finish", "start", "engine"):
        return (
            [] if len(kinds) == 1 and _is_valid_alone(state) else [f"frames: {clip(kinds[0])} must be the only frame."]
        )
    if kinds[0] != "turn":
        return [f"frames: {clip(kinds[0])} can't be the first frame."]
    if state.frames[0][1] != state.active:
        return ["frames: it isn't that seat's turn."]
    return _order_faults(state, kinds)


def _is_valid_alone(state: State) -> bool:
    kind, seat, _ = state.frames[0]
    if kind == "finish":
        return seat == -1
    if kind == "start":
        return state.ruling["ruling.start-player"] == "chosen" and seat == 0
    return state.ruling["ruling.city-deal"] == "choice" and seat == state.first


def _order_faults(state: State, kinds: list[str]) -> list[str]:
    """Return faults above the turn: its step's decision, or effects with at most one choice on top."""
    step = state.step
    if step not in state.rules.steps:
        return [f"frames: turn: {clip(step)} isn't a step."]
    if step == state.rules.steps[-1]:
        return ["frames: after the last step the turn is over."]
    for at, kind in enumerate(kinds[1:], 1):
        last, under = at == len(kinds) - 1, kinds[at - 1]
        seat = state.frames[at][1]
        if kind == "limit" and state.ruling["ruling.hand-limit"] == "none":
            return ["frames: limit: there is no hand limit at this table."]
        if kind in ("choose", "gate", "limit"):
            if step != kind or under != "turn" or seat != state.active or (kind != "gate" and not last):
                return [f"frames: {kind} is in the wrong place."]
        elif kind in CHOICE_KINDS:
            if not last or under != MACHINE.kind or seat != state.frames[at - 1][1]:
                return [f"frames: {kind} is in the wrong place."]
        elif kind not in (MACHINE.kind, "use"):
            return [f"frames: {clip(kind)} isn't a decision in a turn."]
        elif kind == "use" and seat != state.active:
            return ["frames: only the active player can have effects waiting."]
    return _reaction_faults(state)


def _reaction_faults(state: State) -> list[str]:
    """Return faults of reactions: a reaction is the other player's only effect, alone in its step."""
    for at, (kind, seat, data) in enumerate(state.frames[1:], 1):
        if kind != MACHINE.kind:
            continue
        theirs = bool(data) and data[0] in REACTIONS
        if theirs != (seat != state.active) or theirs != (state.step == "reaction") or (theirs and at != 1):
            return ["frames: an effect belongs to the wrong seat."]
        if seat not in range(SEATS):
            return ["frames: this seat does not exist."]
    return []


def _frame_faults(state: State) -> list[str]:
    for at, (kind, _, data) in enumerate(state.frames):
        if not _DATA_CHECK_BY_KIND.get(kind, _is_empty)(state, data):
            return [f"frames: {kind}: this data is not valid: {clip(list(data))}."]
        if kind == "offer" and not _is_offer(state, at):
            return ["frames: offer: the effect under it offers nothing now."]
    return []


def _is_offer(state: State, at: int) -> bool:
    key, place, _ = state.frames[at - 1][2]
    ops = state.rules.effects[key].ops
    return place < len(ops) and ops[place].offer


def _is_empty(state: State, data: Data) -> bool:
    return not data


def _is_running_effect(state: State, data: Data) -> bool:
    """Tell if an effect can run: prices and scores can't. “It” must be a place in the middle."""
    if not is_running(state.rules.effects, data):
        return False
    what = data[0].rpartition(".")[2]
    return what not in ("cost", "score", "gate_cost") and (data[2] == "" or (data[2].isdecimal() and len(data[2]) == 1))


def _is_waiting_data(state: State, data: Data) -> bool:
    if len(data) != 3 or not all(isinstance(part, tuple) for part in data[1:]):
        return False
    which, waiting, spent = data
    if which == "radiate":
        gates = [name for name in waiting if name != FIRST_GATE]
        known = all(name in (GATE, FIRST_GATE) for name in (*waiting, *spent))
        in_order = waiting in ((*gates, FIRST_GATE), tuple(gates))
        return known and in_order and len(gates) <= len(state.gates[state.active])
    names = (*waiting, *spent)
    return (
        which in ("prime", "trigger")
        and all(name in state.rules.loci for name in names)
        and len(set(names)) == len(names)
        and all((name in state.rules.prime) == (which == "prime") for name in names)
    )


def _is_count(state: State, data: Data) -> bool:
    return is_count(data)


def _is_discard_data(state: State, data: Data) -> bool:
    return len(data) == 2 and is_count(data[:1]) and data[1] in ("", *WHICH_CARDS)


def _is_recover_data(state: State, data: Data) -> bool:
    return len(data) == 2 and is_count(data[:1]) and data[1] in ("", "of paid type")


def _is_step(state: State, data: Data) -> bool:
    return len(data) == 1 and data[0] in state.rules.steps


def _is_finish_data(state: State, data: Data) -> bool:
    return data in (("end.zero",), ("end.deck",), ("end.long",))


_DATA_CHECK_BY_KIND: dict[str, Callable[[State, Data], bool]] = {
    "turn": _is_step,
    MACHINE.kind: _is_running_effect,
    "use": _is_waiting_data,
    "discard": _is_discard_data,
    "clear": _is_count,
    "recover": _is_recover_data,
    "finish": _is_finish_data,
}
