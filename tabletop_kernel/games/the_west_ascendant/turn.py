"""The Turn Sequence card: the steps of a turn in order, the Doppelgate step, the refill and the check.

The first frame is `("turn", seat, (step,))`. When it is alone on the stack, the step is over and the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant import abilities, waiting_effects
from tabletop_kernel.games.the_west_ascendant.abilities import BARTER, MACHINE, SALVAGE
from tabletop_kernel.games.the_west_ascendant.actions import prices
from tabletop_kernel.games.the_west_ascendant.choices import distinct_types
from tabletop_kernel.games.the_west_ascendant.scoring import finish
from tabletop_kernel.games.the_west_ascendant.state import (
    ACTIONS,
    FACILITY_ACTIONS,
    MOST_TURNS,
    NO_CHOICE,
    NOT_YET,
    SEATS,
    State,
    StepAhead,
)
from tabletop_kernel.games.the_west_ascendant.view_extras import turn_card_side

REFILL_AT = 2  # under a ruling the middle is refilled only if it has this many cards, or fewer


def advance(state: State, emit: Emit | None) -> None:
    """Begin the next steps until one of them puts a frame on the stack.

    If a ruling ends the game at once, begin only one step: the end is checked after each.
    """
    frames, rules = state.frames, state.rules
    _, seat, (step,) = frames[-1]
    for frame_by_seat, run in rules.steps_after[step]:
        before = turn_card_side(state) if emit else ""
        frames[-1] = frame_by_seat[seat]
        if emit and state.ruling["ruling.turncard-sides"] == "two-halves" and turn_card_side(state) != before:
            emit("back-half", "ruling.turncard-sides", EVERYONE, seat=seat)
        run(state, seat, emit)
        if rules.at_once or len(frames) > 1:
            return


def begin(state: State, seat: int, emit: Emit | None) -> None:
    """Begin a turn with a clean slate."""
    state.active = seat
    state.action, state.pulse, state.took, state.paid = "", 0, (), ()
    state.made, state.reacted, state.declared = 0, NOT_YET, ()
    state.frames[:] = [("turn", seat, ("begin",))]
    if emit:
        emit("turn", "turn.holder", EVERYONE, seat=seat, turn=state.turn)
        if not state.points[seat]:
            emit("plays-on", "points.zero-plays", EVERYONE, seat=seat)


# -- the steps ---------------------------------------------------------------------------------------------------------


def _begin_primes(state: State, seat: int, emit: Emit | None) -> None:
    waiting_effects.begin_waiting(state, seat, "prime", waiting_effects.effects_that_count(state, seat, "prime"), emit)


def _ask_for_action(state: State, seat: int, emit: Emit | None) -> None:
    state.frames.append(("choose", seat, ()))


def is_action(state: State) -> bool:
    """Tell if the choice counts as an ACTION, for Triggers and the reaction."""
    return state.action in ACTIONS or (state.action == "city" and state.ruling["ruling.city-is-action"] == "yes")


def _begin_triggers(state: State, seat: int, emit: Emit | None) -> None:
    if not is_action(state):
        if emit and state.action == "city":
            emit("not-action", "city.not-action", EVERYONE, seat=seat)
        return
    waiting_effects.begin_waiting(state, seat, "trigger", waiting_effects.effects_of_step(state, seat, "trigger"), emit)


def _begin_reaction(state: State, seat: int, emit: Emit | None) -> None:
    """Begin the other player's reaction. They are asked even if only their hidden cards prevent it."""
    other = 1 - seat
    if not is_action(state):
        if emit:
            emit("no-reaction-due", "reaction.not-city", EVERYONE, seat=other)
        return
    key = BARTER if state.action in FACILITY_ACTIONS else SALVAGE
    if not emit:
        MACHINE.begin_silently(state, other, key)
        return
    if abilities.can_react(state, other, key):
        emit("reaction", "reaction.other", EVERYONE, seat=other)
    MACHINE.begin(state, other, key)


def _radiate(state: State, seat: int, emit: Emit | None) -> None:
    """Let Doppelgates RADIATE once, under the ruling that does so every turn."""
    abilities.radiate(state, seat)


def _ask_for_gate(state: State, seat: int, emit: Emit | None) -> None:
    state.frames.append(("gate", seat, ()))


def _ask_for_discards(state: State, seat: int, emit: Emit | None) -> None:
    state.frames.append(("limit", seat, ()))


def refill(state: State, seat: int, emit: Emit | None) -> None:
    """Refill the middle to its full size, as far as there are cards."""
    size = state.rules.content.numbers.middle
    if state.ruling["ruling.refill-when"] == "two-left" and len(state.middle) > REFILL_AT:
        return
    while len(state.middle) < size and state.deck:
        cards = state.take_tops(size - len(state.middle))
        state.middle += cards
        if emit:
            emit("refill", "refill.five", EVERYONE, cards=list(cards), count=len(state.deck))
        state.renew_if_empty(emit)  # it continues with a new deck
    if emit and len(state.middle) < size:
        emit("refill-short", "refill.short", EVERYONE, count=len(state.middle))


def _check(state: State, seat: int, emit: Emit | None) -> None:
    """Check for the end, by default only after the Second Player's turn; if the game goes on, begin the next turn."""
    if emit and _is_check_due(state, seat):
        emit("check", "end.on-card", EVERYONE, seat=seat, count=len(state.deck), points=list(state.points))
    elif emit:
        emit("no-check", "end.check", EVERYONE, seat=seat)
    if rule := _end_rule_after_turn(state, seat):
        finish(state, rule, emit)
        return
    state.turn += 1
    if emit:
        emit("pass", "turn.pass", EVERYONE, seat=1 - seat)
    begin(state, 1 - seat, emit)


def _is_check_due(state: State, seat: int) -> bool:
    """Tell if a turn of this seat ends with the check for the end."""
    return seat != state.first or state.ruling["ruling.end-check"] != "second"


def _end_rule_after_turn(state: State, seat: int) -> str:
    """Return the rule that ends the game after a turn of this seat; empty if the game goes on."""
    if _is_check_due(state, seat) and (rule := end_rule(state)):
        return rule
    if state.last and seat != state.first:
        return "turn.no-action"
    if state.turn < MOST_TURNS:
        return ""
    stalled = state.action == NO_CHOICE and state.ruling["ruling.no-action"] == "turn-ends"  # and nothing is refilled
    return "turn.no-action" if stalled else "end.long"


def end_rule(state: State) -> str:
    """Return the rule of the end condition that is met now; empty if none is."""
    if min(state.points) == 0 and state.ruling["ruling.end-zero"] == "yes":
        return "end.zero"
    is_last_deck = state.dusk or state.ruling["ruling.turncard-sides"] == "single-day"
    return "end.deck" if is_last_deck and len(state.deck) <= state.rules.last_cards else ""


def end_at_once(state: State, emit: Emit | None) -> None:
    """End and score the game, for a written position that asks for it."""
    finish(state, state.frames[-1][2][0], emit, "ends")


BEGIN_BY_STEP: dict[str, Callable[[State, int, Emit | None], None]] = {
    "prime": _begin_primes,
    "choose": _ask_for_action,
    "trigger": _begin_triggers,
    "reaction": _begin_reaction,
    "radiate": _radiate,
    "gate": _ask_for_gate,
    "limit": _ask_for_discards,
    "refill": refill,
    "check": _check,
}


def steps_after(order: Sequence[str], rulings: Mapping[str, str]) -> dict[str, tuple[StepAhead, ...]]:
    """Return the steps after each step, without the hand limit if there is none."""
    omitted = ("limit",) if rulings["ruling.hand-limit"] == "none" else ()
    ahead = {step: (tuple(("turn", seat, (step,)) for seat in range(SEATS)), BEGIN_BY_STEP[step]) for step in order[1:]}
    return {step: tuple(ahead[name] for name in order[at:] if name not in omitted) for at, step in enumerate(order, 1)}


# -- making a Doppelgate -----------------------------------------------------------------------------------------------


class Gate(Decision[State]):
    """The choice to make a Doppelgate, or end the turn. Asked every turn, so that it doesn't reveal who could."""

    verbs = ("gate", "end")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("gate", *price) for price in gate_prices(state, seat)), ("end",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "end":
            return Verdict("turn.pass")
        return _refuse_gate(state, seat, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "end":
            state.frames.pop()
            return
        paid = tuple(map(str, move[1:]))
        state.throw(seat, paid)
        if emit:
            emit("pays", "gate.matching", EVERYONE, seat=seat, cards=list(paid))
        card = state.take_top(seen=False)
        state.gates[seat] = (*state.gates[seat], card)
        state.made += 1
        if emit:
            emit("makes", "gate.source", EVERYONE, seat=seat, count=len(state.gates[seat]))
            if state.ruling["ruling.gate-peek"] == "owner":
                emit("peeks", "ruling.gate-peek", only(seat), seat=seat, card=card)
            else:
                emit("unseen", "gate.unseen", EVERYONE, seat=seat)
        state.renew_if_empty(emit)
        if state.ruling["ruling.radiate-when"] == "when-made":
            MACHINE.begin(state, seat, waiting_effects.effect_key(state, seat, waiting_effects.GATE))
        elif emit:
            emit("not-yet", "gate.not-yet", EVERYONE, seat=seat)


def gate_prices(state: State, seat: int) -> Sequence[tuple[str, ...]]:
    """Return the ways a player can pay for a Doppelgate now."""
    if not state.deck or (state.made and state.ruling["ruling.gate-per-turn"] == "1"):
        return []
    hand, rules = state.hand[seat], state.rules
    known_prices = rules.gate_prices.get(hand)
    return (
        rules.gate_prices.keep(hand, prices(state, hand, rules.gate_cost, "of one type"))
        if known_prices is None
        else known_prices
    )


def _refuse_gate(state: State, seat: int, move: Move) -> Verdict:
    if state.made and state.ruling["ruling.gate-per-turn"] == "1":
        return Verdict("gate.once")
    if not state.deck:
        return Verdict("gate.deck-empty")
    if len(set(move[1:])) > 1:
        return Verdict("gate.matching", fault=["mixed"])
    cost = state.rules.gate_cost
    if len(move) - 1 != cost:
        return Verdict("gate.cost", cost=cost)
    name = str(move[1])
    return Verdict("gate.matching", fault=["holds", name, state.hand[seat].count(name)])


def refuse_over_limit(state: State, seat: int) -> Verdict:
    """Return the refusal of other moves while a hand has too many cards."""
    return Verdict("ruling.hand-limit", held=len(state.hand[seat]), limit=int(state.ruling["ruling.hand-limit"]))


class Limit(Decision[State]):
    """The discard down to the hand limit, if a ruling sets one."""

    verbs = ("discard", "end")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, _ = state.frames[-1]
        if len(state.hand[seat]) > int(state.ruling["ruling.hand-limit"]):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("discard", name) for name in distinct_types(state, state.hand[seat])]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "discard" and len(move) == 2:
            return Verdict("hand.no-limit", type=move[1])
        return refuse_over_limit(state, seat)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        cards = (str(move[1]),)
        state.throw(seat, cards)
        if emit:
            emit("discard", "ruling.hand-limit", EVERYONE, seat=seat, cards=list(cards))
