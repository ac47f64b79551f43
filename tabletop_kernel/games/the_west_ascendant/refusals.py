"""Refusals of moves that don't fit the current decision, each with its reason."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant.abilities import BARTER, MACHINE, SALVAGE, is_void, running
from tabletop_kernel.games.the_west_ascendant.actions import not_over
from tabletop_kernel.games.the_west_ascendant.choices import Offer, other_reaction
from tabletop_kernel.games.the_west_ascendant.state import DECLINED, FACILITY_ACTIONS, IMPOSSIBLE, USED, State, browsed
from tabletop_kernel.games.the_west_ascendant.turn import is_action, too_many
from tabletop_kernel.games.the_west_ascendant.waiting_effects import (
    FIRST_GATE,
    GATE,
    counting,
    listed,
    still_waiting,
    waits_to_ask,
)

MANDATORY = ("discard", "clear", "recover", "exchange", "under")  # kinds of frames with a required choice
REACTING = ("exchange", "recover", "do", "leave")  # the verbs of a reaction
OF_AN_ACTION = ("all", "two", "locus", "pulse", "radiate", "take")
OF_A_TURN = ("city", "skip", "use", "end", "gate", "pass")  # not in a reaction, just like an ACTION
OPEN = ("middle", "discard", "zone", "zones", "tops", "points")  # zones that everyone can see

# The rule that refuses a verb, if one rule is enough.
ELSEWHERE = {
    "discard": "card.facility-uses",
    "recover": "effect.recover",
    "clear": "zone.discard",
    "draw": "effect.draw",
    "take": "facility.either",
    "pass": "turn.pass",
    "start": "setup.start-player",
    "engine": "setup.cityengine",
}


def elsewhere(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why the deciding player can't do this now."""
    kind, verb = state.frames[-1][0], str(move[0])
    if verb in _ALWAYS:
        return _ALWAYS[verb](state, seat, move)
    if verb not in _ANSWERS and verb not in ELSEWHERE:
        return _unknown(move)
    if kind in ("start", "engine"):
        return _not_begun(state)
    if kind == "limit":
        return too_many(state, seat)
    if first := waits_to_ask(state, seat, verb):
        return first
    if kind in MANDATORY:
        return Verdict("effect.mandatory", effects=[running(state)], count=1, duty=_duty(state))
    if seat != state.active and verb in OF_AN_ACTION:
        return Verdict("reaction.not-action")
    if seat != state.active and verb in OF_A_TURN:
        return Verdict("turn.holder", seat=state.active, meanwhile="reaction")
    if verb in _ANSWERS:
        return _ANSWERS[verb](state, seat, move)
    return Verdict(ELSEWHERE[verb])


def _unknown(move: Move) -> Verdict:
    return Verdict("table.unknown", move=" ".join(map(str, move[:2])))


def _not_begun(state: State) -> Verdict:
    kind, decider, _ = state.frames[-1]
    return Verdict("setup.begin", seat=decider, pending=kind)


def _goes_on(state: State) -> Verdict:
    """Return the refusal while an effect in progress has an offer open."""
    asks = "hopeless" if Offer().hopeless(state, state.frames[-1][1]) else "offer"
    return Verdict("effect.may", effect=running(state), asks=asks)


def _duty(state: State) -> str:
    """Return why a choice is required: the effect is mandatory, or its offer was accepted."""
    key, at, _ = state.frames[-2][2]
    ops = MACHINE.effect(state, key).ops
    if any(op.offer for op in ops if op.step == ops[at - 1].step):
        return "accepted"
    return "part" if any(op.offer for op in ops) else "must"


def _choice(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a player can't choose an action now: too early, or a choice was made."""
    steps = state.rules.steps
    if steps.index(state.step) < steps.index("choose"):
        return not_over(state, seat)
    return Verdict("turn.one-choice", chosen=state.action)


def _use(state: State, seat: int, move: Move) -> Verdict:
    name = move[1] if len(move) > 1 else ""
    if name in (GATE, FIRST_GATE):
        return _radiate(state, seat, move)
    if name not in state.rules.loci:
        return _unknown(move)
    if state.frames[-1][0] == "offer":
        return _goes_on(state)
    kind = "prime" if name in state.rules.prime else "trigger"
    if name in state.zone[1 - seat]:
        return Verdict(f"{kind}.own-zone", locus=name)
    if state.step == "choose" and not state.action and name in counting(state, seat, "prime"):
        return Verdict("prime.list", locus=name)  # all that counted have just been used
    if kind == "trigger" and _did_nothing(state, seat, name):
        return Verdict("effect.condition", locus=name)
    return Verdict(f"{kind}.when")


def _did_nothing(state: State, seat: int, trigger: str) -> bool:
    """Tell if a Trigger counted in this turn but had no effect because the ACTION didn't meet its condition."""
    return is_action(state) and trigger in listed(state, seat, "trigger") and is_void(state, seat, trigger)


def _end(state: State, seat: int, move: Move) -> Verdict:
    return not_over(state, seat)


def _pulse(state: State, seat: int, move: Move) -> Verdict:
    if running(state).endswith(".pulse"):
        return _goes_on(state)
    return Verdict("facility.two-no-pulse" if state.action == "two" and not state.pulse else "facility.pulse")


def _radiate(state: State, seat: int, move: Move) -> Verdict:
    if running(state).endswith(".radiate"):
        return Verdict("radiate.all")
    waiting = any(kind == "use" and data[0] == "radiate" for kind, _, data in state.frames)
    if waiting and state.frames[-1][0] == "offer":
        return _goes_on(state)  # the PULSE comes first
    return Verdict("radiate.all" if waiting else "radiate.when")


def _gate(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a Doppelgate can't be made now: not its step, or other effects come first."""
    number = state.rules.number
    if number[state.step] != number["gate"]:
        return Verdict("gate.when", number=number[state.step])
    return _goes_on(state) if state.frames[-1][0] == "offer" else still_waiting(state, seat)


def _answer(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("effect.may", effect="", asks="nothing")


def _exchange(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("effect.exchange", trade=["unasked"])


def _shuffle(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("deck.out" if state.dusk else "deck.dusk")


def _look(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a player can't look at cards: they are hidden, or visible anyway."""
    what = move[1] if len(move) > 1 else ""
    if what == "loci":
        return Verdict("ruling.locus-browse" if browsed(state) else "card.locus-sides")
    if what == "discard" and state.ruling["ruling.discard-open"] == "top":
        return Verdict("ruling.discard-open")
    covered = {"gates": "gate.unseen", "deck": "setup.deck", "hand": "zone.hand-hidden"}
    if what in covered:
        return Verdict(covered[str(what)])
    return Verdict("zone.open") if what in OPEN else _unknown(move)


Answer = Callable[[State, int, Move], Verdict]
_ALWAYS: dict[str, Answer] = {  # the same answer for either player
    "look": _look,
    "shuffle": _shuffle,
    "refill": lambda state, seat, move: Verdict("refill.five"),
    "stop": lambda state, seat, move: Verdict("end.check"),
    "score": lambda state, seat, move: Verdict("score.card"),
    "gain": lambda state, seat, move: Verdict("points.only-lose"),
}
_ANSWERS: dict[str, Answer] = {
    "all": _choice,
    "two": _choice,
    "locus": _choice,
    "city": _choice,
    "skip": _choice,
    "use": _use,
    "end": _end,
    "pulse": _pulse,
    "radiate": _radiate,
    "gate": _gate,
    "exchange": _exchange,
    "under": _answer,
    "do": _answer,
    "leave": _answer,
}


def not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a player who doesn't decide now can't do this."""
    decider, verb = state.frames[-1][1], str(move[0])
    if verb in _ALWAYS:
        return _ALWAYS[verb](state, seat, move)
    if state.step == "":
        return _not_begun(state)
    if seat == state.active:
        return Verdict("reaction.other", seat=decider)
    if verb not in REACTING or not state.action:
        return Verdict("turn.holder", seat=state.active, meanwhile="")
    if not is_action(state):
        return Verdict("reaction.not-city")
    if wrong := other_reaction(state, verb):
        return wrong
    steps = state.rules.steps
    if steps.index(state.step) < steps.index("reaction"):
        return Verdict("reaction.when")
    return _reaction_over(state)


def _reaction_over(state: State) -> Verdict:
    """Return the reason why this turn's reaction is over."""
    facility = state.action in FACILITY_ACTIONS
    key = BARTER if facility else SALVAGE
    if state.reacted == USED:
        return Verdict("reaction.barter" if facility else "reaction.salvage", effect=key, asks="used")
    if state.reacted == DECLINED:
        return Verdict("reaction.may", key=key)
    if state.reacted == IMPOSSIBLE:
        return Verdict("reaction.impossible", key=key)
    return Verdict("turn.holder", seat=state.active, meanwhile="")
