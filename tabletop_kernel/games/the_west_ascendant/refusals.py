"""Refusals of moves that don't fit the current decision, each with its reason."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant.abilities import BARTER, MACHINE, SALVAGE, is_void, running_key
from tabletop_kernel.games.the_west_ascendant.actions import refuse_to_go_on
from tabletop_kernel.games.the_west_ascendant.choices import Offer, refuse_other_reaction
from tabletop_kernel.games.the_west_ascendant.state import (
    DECLINED,
    FACILITY_ACTIONS,
    IMPOSSIBLE,
    USED,
    State,
    are_locus_decks_open,
)
from tabletop_kernel.games.the_west_ascendant.turn import is_action, refuse_over_limit
from tabletop_kernel.games.the_west_ascendant.waiting_effects import (
    FIRST_GATE,
    GATE,
    effects_of_step,
    effects_that_count,
    refuse_early_answer,
    refuse_while_waiting,
)

MANDATORY_CHOICES = ("discard", "clear", "recover", "exchange", "under")  # kinds of frames with a required choice
REACTION_VERBS = ("exchange", "recover", "do", "leave")  # the verbs of a reaction
ACTION_VERBS = ("all", "two", "locus", "pulse", "radiate", "take")
TURN_VERBS = ("city", "skip", "use", "end", "gate", "pass")  # not in a reaction, just like an ACTION
OPEN_ZONES = ("middle", "discard", "zone", "zones", "tops", "points")  # zones that everyone can see

# The rule that refuses a verb, if one rule is enough.
RULE_BY_VERB = {
    "discard": "card.facility-uses",
    "recover": "effect.recover",
    "clear": "zone.discard",
    "draw": "effect.draw",
    "take": "facility.either",
    "pass": "turn.pass",
    "start": "setup.start-player",
    "engine": "setup.cityengine",
}


def refuse_elsewhere(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why the deciding player can't do this now."""
    kind, verb = state.frames[-1][0], str(move[0])
    if verb in _ALWAYS_REFUSE_BY_VERB:
        return _ALWAYS_REFUSE_BY_VERB[verb](state, seat, move)
    if verb not in _REFUSE_BY_VERB and verb not in RULE_BY_VERB:
        return _refuse_unknown(move)
    if kind in ("start", "engine"):
        return _refuse_before_start(state)
    if kind == "limit":
        return refuse_over_limit(state, seat)
    if first := refuse_early_answer(state, seat, verb):
        return first
    if kind in MANDATORY_CHOICES:
        return Verdict("effect.mandatory", effects=[running_key(state)], count=1, duty=_duty_key(state))
    if seat != state.active and verb in ACTION_VERBS:
        return Verdict("reaction.not-action")
    if seat != state.active and verb in TURN_VERBS:
        return Verdict("turn.holder", seat=state.active, meanwhile="reaction")
    if verb in _REFUSE_BY_VERB:
        return _REFUSE_BY_VERB[verb](state, seat, move)
    return Verdict(RULE_BY_VERB[verb])


def _refuse_unknown(move: Move) -> Verdict:
    return Verdict("table.unknown", move=" ".join(map(str, move[:2])))


def _refuse_before_start(state: State) -> Verdict:
    kind, decider, _ = state.frames[-1]
    return Verdict("setup.begin", seat=decider, pending=kind)


def _refuse_while_offered(state: State) -> Verdict:
    """Return the refusal while an effect in progress has an offer open."""
    asks = "hopeless" if Offer().is_hopeless(state, state.frames[-1][1]) else "offer"
    return Verdict("effect.may", effect=running_key(state), asks=asks)


def _duty_key(state: State) -> str:
    """Return why a choice is required: the effect is mandatory, or its offer was accepted."""
    key, at, _ = state.frames[-2][2]
    ops = MACHINE.effect(state, key).ops
    if any(op.offer for op in ops if op.step == ops[at - 1].step):
        return "accepted"
    return "part" if any(op.offer for op in ops) else "must"


def _refuse_choice(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a player can't choose an action now: too early, or a choice was made."""
    steps = state.rules.steps
    if steps.index(state.step) < steps.index("choose"):
        return refuse_to_go_on(state, seat)
    return Verdict("turn.one-choice", chosen=state.action)


def _refuse_use(state: State, seat: int, move: Move) -> Verdict:
    name = move[1] if len(move) > 1 else ""
    if name in (GATE, FIRST_GATE):
        return _refuse_radiate(state, seat, move)
    if name not in state.rules.loci:
        return _refuse_unknown(move)
    if state.frames[-1][0] == "offer":
        return _refuse_while_offered(state)
    kind = "prime" if name in state.rules.prime else "trigger"
    if name in state.zone[1 - seat]:
        return Verdict(f"{kind}.own-zone", locus=name)
    if state.step == "choose" and not state.action and name in effects_that_count(state, seat, "prime"):
        return Verdict("prime.list", locus=name)  # all that counted have just been used
    if kind == "trigger" and _was_void_trigger(state, seat, name):
        return Verdict("effect.condition", locus=name)
    return Verdict(f"{kind}.when")


def _was_void_trigger(state: State, seat: int, trigger: str) -> bool:
    """Tell if a Trigger counted in this turn but had no effect because the ACTION didn't meet its condition."""
    return is_action(state) and trigger in effects_of_step(state, seat, "trigger") and is_void(state, seat, trigger)


def _refuse_end(state: State, seat: int, move: Move) -> Verdict:
    return refuse_to_go_on(state, seat)


def _refuse_pulse(state: State, seat: int, move: Move) -> Verdict:
    if running_key(state).endswith(".pulse"):
        return _refuse_while_offered(state)
    return Verdict("facility.two-no-pulse" if state.action == "two" and not state.pulse else "facility.pulse")


def _refuse_radiate(state: State, seat: int, move: Move) -> Verdict:
    if running_key(state).endswith(".radiate"):
        return Verdict("radiate.all")
    waiting = any(kind == "use" and data[0] == "radiate" for kind, _, data in state.frames)
    if waiting and state.frames[-1][0] == "offer":
        return _refuse_while_offered(state)  # the PULSE comes first
    return Verdict("radiate.all" if waiting else "radiate.when")


def _refuse_gate(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a Doppelgate can't be made now: not its step, or other effects come first."""
    number = state.rules.number
    if number[state.step] != number["gate"]:
        return Verdict("gate.when", number=number[state.step])
    return _refuse_while_offered(state) if state.frames[-1][0] == "offer" else refuse_while_waiting(state, seat)


def _refuse_answer(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("effect.may", effect="", asks="nothing")


def _refuse_exchange(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("effect.exchange", trade=["unasked"])


def _refuse_shuffle(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("deck.out" if state.dusk else "deck.dusk")


def _refuse_look(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a player can't look at cards: they are hidden, or visible anyway."""
    what = move[1] if len(move) > 1 else ""
    if what == "loci":
        return Verdict("ruling.locus-browse" if are_locus_decks_open(state) else "card.locus-sides")
    if what == "discard" and state.ruling["ruling.discard-open"] == "top":
        return Verdict("ruling.discard-open")
    covered = {"gates": "gate.unseen", "deck": "setup.deck", "hand": "zone.hand-hidden"}
    if what in covered:
        return Verdict(covered[str(what)])
    return Verdict("zone.open") if what in OPEN_ZONES else _refuse_unknown(move)


Refuse = Callable[[State, int, Move], Verdict]
_ALWAYS_REFUSE_BY_VERB: dict[str, Refuse] = {  # the same answer for either player
    "look": _refuse_look,
    "shuffle": _refuse_shuffle,
    "refill": lambda state, seat, move: Verdict("refill.five"),
    "stop": lambda state, seat, move: Verdict("end.check"),
    "score": lambda state, seat, move: Verdict("score.card"),
    "gain": lambda state, seat, move: Verdict("points.only-lose"),
}
_REFUSE_BY_VERB: dict[str, Refuse] = {
    "all": _refuse_choice,
    "two": _refuse_choice,
    "locus": _refuse_choice,
    "city": _refuse_choice,
    "skip": _refuse_choice,
    "use": _refuse_use,
    "end": _refuse_end,
    "pulse": _refuse_pulse,
    "radiate": _refuse_radiate,
    "gate": _refuse_gate,
    "exchange": _refuse_exchange,
    "under": _refuse_answer,
    "do": _refuse_answer,
    "leave": _refuse_answer,
}


def refuse_not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a player who doesn't decide now can't do this."""
    decider, verb = state.frames[-1][1], str(move[0])
    if verb in _ALWAYS_REFUSE_BY_VERB:
        return _ALWAYS_REFUSE_BY_VERB[verb](state, seat, move)
    if state.step == "":
        return _refuse_before_start(state)
    if seat == state.active:
        return Verdict("reaction.other", seat=decider)
    if verb not in REACTION_VERBS or not state.action:
        return Verdict("turn.holder", seat=state.active, meanwhile="")
    if not is_action(state):
        return Verdict("reaction.not-city")
    if wrong := refuse_other_reaction(state, verb):
        return wrong
    steps = state.rules.steps
    if steps.index(state.step) < steps.index("reaction"):
        return Verdict("reaction.when")
    return _refuse_late_reaction(state)


def _refuse_late_reaction(state: State) -> Verdict:
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
