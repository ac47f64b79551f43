"""PULSE, RADIATE, Prime and Trigger effects, reactions and the Cityengine's result: how lines run.

A running effect is a frame `("effect", seat, (key, at, it))`. Its owner makes its choices. Public facts alone decide if
a player is asked, never a hidden hand: the question itself would give hints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import OpenDecision
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import ACTION_WORDS, amount_of
from tabletop_kernel.games.the_west_ascendant.state import FACILITY_ACTIONS, IMPOSSIBLE, NOT_YET, State
from tabletop_kernel.toolkit.card_language import Act, Condition, Effect, Op
from tabletop_kernel.toolkit.running_effects import Doer, Machine

BARTER, SALVAGE = "turn.barter", "turn.salvage"
REACTIONS = (BARTER, SALVAGE)


class Effects(Machine[State]):
    """This game's machine; the functions below carry out its acts."""

    def effect(self, state: State, key: str) -> Effect:
        return state.rules.effects[key]

    def begin_silently(self, state: State, seat: int, key: str) -> None:
        """Begin an effect without events, and run its first operation if a function is ready for it.

        Don't use this for a PULSE: its cards have just cost points, and a ruling may end the game before it.
        """
        state.frames.append((self.kind, seat, (key, 0, "")))
        run = state.rules.lines[key].run[0]
        if run is not None:
            run(state, seat)

    def advance(self, state: State, emit: Emit | None) -> None:
        """Run the next operation. The effect's start is emitted only now, because the game can end before it."""
        _, seat, (key, at, _) = state.frames[-1]
        if not emit:
            run = state.rules.lines[key].run[at]
            if run is not None:
                run(state, seat)
                return
        elif not at:
            _tell_beginning(state, seat, key, emit)
        super().advance(state, emit)

    def amount(self, state: State, seat: int, data: Data, word: str) -> int:
        return count_amount(state, seat, word)

    def fact(self, state: State, seat: int, data: Data, word: str) -> bool:
        if word == "pulse used":
            return bool(state.pulse)
        return state.action == "locus" if word == "locus action" else state.action in FACILITY_ACTIONS

    def able(self, state: State, seat: int, data: Data, act: Act) -> bool:
        """Tell if an offer can be made: as far as everyone can see, it can be done in full."""
        able = state.rules.lines[data[0]].able[data[1]]
        assert able is not None
        return able(state, seat)

    def left_out(self, state: State, seat: int, data: Data, op: Op, emit: Emit | None) -> None:
        key = data[0]
        if key in REACTIONS and state.reacted == NOT_YET:
            state.reacted = IMPOSSIBLE
        if not emit:
            return
        if op.tests:
            emit("condition", "effect.condition", EVERYONE, seat=seat, key=key)
        elif key in REACTIONS:
            emit("no-reaction", "reaction.impossible", EVERYONE, seat=seat, key=key)
        else:
            emit("no-offer", "effect.best", EVERYONE, seat=seat, key=key)

    def asks(self, state: State, seat: int, data: Data, act: Act) -> OpenDecision | None:
        choice = choice_for(act)
        return choice and (choice[0], seat, choice[1])


MACHINE = Effects()


def choice_for(act: Act) -> tuple[str, Data] | None:
    """Return the kind and frame data of the choice an act asks for; None if it asks for nothing."""
    if act.verb == "discard":
        count, which = act.args
        return ("clear", (count,)) if which == "from middle" else ("discard", (count, which or ""))
    if act.verb == "recover":
        return ("recover", (act.args[0], act.args[1] or ""))
    return (act.verb, ()) if act.verb in ("exchange", "under") else None


def count_amount(state: State, seat: int, word: str) -> int:
    """Return the amount that a word stands for, for the effect's owner."""
    thing, other = amount_of(word)
    return COUNT_BY_THING[thing](state, 1 - seat if other else seat)


COUNT_BY_THING: dict[str, Callable[[State, int], int]] = {
    "took": lambda state, who: len(state.took),
    "types": lambda state, who: len(set(state.took)),
    "hand": lambda state, who: len(state.hand[who]),
    "loci": lambda state, who: len(state.zone[who]),
    "gates": lambda state, who: len(state.gates[who]),
    "pairs": lambda state, who: min(len(state.zone[who]), len(state.gates[who])),
}


def running_key(state: State) -> str:
    """Return the key of the running effect; empty if there is none."""
    for kind, _, data in reversed(state.frames):
        if kind == MACHINE.kind:
            return str(data[0])
    return ""


def effect_rule(state: State, key: str) -> str:
    """Return the rule that an effect carries out."""
    return state.rules.cites[key]


def count_pulses(state: State) -> int:
    """Return how often this turn's PULSE is used."""
    return len(state.took) if state.ruling["ruling.pulse-count"] == "per-card" else 1


def _tell_beginning(state: State, seat: int, key: str, emit: Emit) -> None:
    """Emit the start of a PULSE or of a new Doppelgate's RADIATE; other effects are announced when picked."""
    if key.endswith(".pulse"):
        if sum(frame[2][:1] == (key,) for frame in state.frames) == count_pulses(
            state
        ):  # emit only for the first of them
            _tell_pulse(state, seat, key, emit)
    elif state.frames[-2][0] == "gate":
        emit("radiates-new", "ruling.radiate-when", EVERYONE, seat=seat)


def _tell_pulse(state: State, seat: int, key: str, emit: Emit) -> None:
    name, times = key.removesuffix(".pulse"), count_pulses(state)
    if state.action == "two":
        emit("two-pulse", "ruling.two-same-type", EVERYONE, seat=seat, type=name)
    if times == 1:
        emit("pulse", "facility.pulse", EVERYONE, seat=seat, type=name)
    else:
        emit("pulses", "ruling.pulse-count", EVERYONE, seat=seat, type=name, count=times)
    if not does_something(state, seat, key):
        emit("pulse-void", "facility.pulse-counts", EVERYONE, seat=seat, type=name)
    if state.gates[seat] and state.ruling["ruling.radiate-when"] == "no-pulse":
        emit("no-radiate", "radiate.when", EVERYONE, seat=seat)


# -- what can be done --------------------------------------------------------------------------------------------------


def recoverable_cards(state: State, which: str) -> list[str]:
    """Return the cards in the discard pile that an effect can recover."""
    return [card for card in state.recoverable() if not which or card in state.paid]


def can_react(state: State, seat: int, key: str) -> bool:
    """Tell if a reaction can happen at all, as far as everyone can see."""
    offers = [(at, op.act) for at, op in enumerate(state.rules.effects[key].ops) if op.offer and op.act]
    return not offers or any(MACHINE.able(state, seat, (key, at, ""), act) for at, act in offers)


def does_something(state: State, seat: int, key: str) -> bool:
    """Tell if an effect would do anything now, as far as everyone can see."""
    return state.rules.lines[key].does(state, seat)


def compares_hands(test: Condition) -> bool:
    """Tell if a test asks for the number of cards in a hand."""
    words = (word for word in (test.left, test.right) if isinstance(word, str))
    return bool(test.compare) and any(amount_of(word).thing == "hand" for word in words)


def is_void(state: State, seat: int, key: str) -> bool:
    """Tell if this turn's ACTION makes an effect do nothing, whatever else may still change."""
    data = (key, 0, "")
    return key in state.rules.by_action and all(
        any(is_about_action(test) and not MACHINE.holds(state, seat, data, test) for test in step.tests)
        for step in state.rules.effects[key].steps
    )


def is_about_action(test: Condition) -> bool:
    """Tell if a test asks only about the turn's ACTION."""
    return test.left in ACTION_WORDS and (isinstance(test.right, int) or test.right in ACTION_WORDS)


def depends_on_action(effect: Effect) -> bool:
    """Tell if an ACTION can make an effect void: every step has a test about the ACTION."""
    return all(any(map(is_about_action, step.tests)) for step in effect.steps)


# -- the acts ----------------------------------------------------------------------------------------------------------


def tell_nothing_done(
    state: State, seat: int, key: str, what: str, emit: Emit | None, rule: str = "effect.best"
) -> None:
    """Emit that a part of an effect does nothing; `what` is the reason."""
    if emit:
        emit("nothing", rule, EVERYONE, seat=seat, key=key, what=what)


def _take_points(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    number, rate = act.args
    points = MACHINE.times(state, seat, data, number, rate)
    loses_self = act.verb == "lose"
    price = state.rules.effects[data[0]].ops[data[1]].offer
    if loses_self and not price and state.ruling["ruling.self-loss"] == "no":
        tell_nothing_done(
            state, seat, data[0], "at this table, your own effects cost you nothing", emit, "ruling.self-loss"
        )
    elif loses_self and price and not state.points[seat]:
        tell_nothing_done(state, seat, data[0], "at 0 points it costs nothing", emit, "ruling.salvage-zero")
    elif not points:
        tell_nothing_done(state, seat, data[0], "no one loses points", emit)
    else:
        state.lose(seat if loses_self else 1 - seat, points, effect_rule(state, data[0]), emit)


def _draw(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    drawn = state.draw(seat, act.args[0], effect_rule(state, data[0]), emit)
    charge_gains(state, seat, drawn, emit)


def charge_gains(state: State, seat: int, count: int, emit: Emit | None) -> None:
    """Take points from the other player for cards gained by an effect in a FACILITY ACTION, under a ruling."""
    if not count or state.ruling["ruling.took-counts"] == "no" or seat != state.active:
        return
    if state.step == "choose" and state.action in FACILITY_ACTIONS:
        state.lose(1 - seat, count, "ruling.took-counts", emit)


def _ask_for_choice(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    """Ask for an act's choice, or emit that nothing happens if there is nothing to choose."""
    frame, possible = MACHINE.asks(state, seat, data, act), state.rules.lines[data[0]].possible[data[1]]
    assert frame is not None and possible is not None
    if possible(state, seat) and act.args[:1] != (0,):
        state.frames.append(frame)
    else:
        tell_nothing_done(state, seat, data[0], WHY_NO_CHOICE[frame[0]], emit)


WHY_NO_CHOICE = {
    "discard": "there is no card in the hand to discard",
    "clear": "there is no card in the middle",
    "recover": "there is no such card in the discard pile",
    "exchange": "there is nothing to exchange",
    "under": "no Locus deck has two cards",
}


def _replace(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    """Put the deck's top card in the place that “it” has left."""
    if not data[2]:
        tell_nothing_done(state, seat, data[0], "no card was moved", emit)
    elif not state.deck:
        tell_nothing_done(state, seat, data[0], "the Facility deck is empty", emit)
    else:
        card, at = state.take_top(seen=True), int(data[2])
        state.middle = (*state.middle[:at], card, *state.middle[at:])
        if emit:
            emit("replaced", effect_rule(state, data[0]), EVERYONE, seat=seat, card=card)
        state.renew_if_empty(emit)


def _flip(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    state.city[seat] = 1
    if emit:
        emit("complete", effect_rule(state, data[0]), EVERYONE, seat=seat, engine=state.engine[seat])


def _radiate(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    radiate(state, seat)


def radiate(state: State, seat: int) -> None:
    """Let every Doppelgate in a Zone RADIATE once, after the frames put on top of this one."""
    waiting = (*["gate"] * len(state.gates[seat]), "first-gate")
    state.frames.append(("use", seat, ("radiate", waiting, ())))


DOER_BY_VERB: Mapping[str, Doer[State]] = {
    "other-loses": _take_points,
    "lose": _take_points,
    "draw": _draw,
    "discard": _ask_for_choice,
    "recover": _ask_for_choice,
    "exchange": _ask_for_choice,
    "under": _ask_for_choice,
    "replace": _replace,
    "flip": _flip,
    "radiate": _radiate,
}
MACHINE.doers = DOER_BY_VERB
