"""Why something is not possible now: for whatever a player may try that has nothing to do with what is decided."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.game import Move
from tabletop_kernel.games.the_west_ascendant import abilities
from tabletop_kernel.games.the_west_ascendant.seeing import browsed
from tabletop_kernel.games.the_west_ascendant.state import FACILITY_ACTIONS, State
from tabletop_kernel.games.the_west_ascendant.turn import is_action
from tabletop_kernel.rulebook import Verdict

MANDATORY = ("discard", "clear", "recover", "exchange", "under")  # kinds of frames: a choice that has to be made
REACTING = ("exchange", "recover", "do", "leave")  # what a reaction is made of

# The rule that refuses a verb, where one rule says it all.
ELSEWHERE = {
    "gate": "gate.when",
    "discard": "card.facility-uses",
    "recover": "effect.recover",
    "clear": "zone.discard",
    "exchange": "effect.exchange",
    "under": "pulse.orrery",
    "do": "effect.may",
    "leave": "effect.may",
    "draw": "effect.draw",
    "radiate": "radiate.when",
    "take": "facility.either",
    "pass": "turn.pass",
    "start": "setup.start-player",
    "engine": "setup.cityengine",
}


def elsewhere(state: State, seat: int, move: Move) -> Verdict:
    """Why the player who decides cannot do this now."""
    kind, verb = state.frames[-1][0], str(move[0])
    if verb in _ALWAYS:
        return _ALWAYS[verb](state, seat, move)
    if verb not in _ANSWERS and verb not in ELSEWHERE:
        return Verdict("table.unknown", move=" ".join(map(str, move)))
    if kind in ("start", "engine"):
        return Verdict("setup.begin")
    if kind in MANDATORY:
        return Verdict("effect.mandatory", effects=[abilities.running(state)])
    if verb in _ANSWERS:
        return _ANSWERS[verb](state, seat, move)
    return Verdict(ELSEWHERE[verb])


def _choice(state: State, seat: int, move: Move) -> Verdict:
    """One thing is chosen in a turn, after the Primes, and not in a reaction."""
    if seat != state.active:
        return Verdict("reaction.not-action")
    return Verdict("turn.one-choice" if state.action else "prime.when")


def _use(state: State, seat: int, move: Move) -> Verdict:
    locus = move[1] if len(move) > 1 else ""
    return Verdict("trigger.when" if locus in state.rules.loci and locus not in state.rules.prime else "prime.when")


def _end(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("turn.must-act" if state.step == "choose" and not state.action else "turn.follow")


def _pulse(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("facility.two-no-pulse" if state.action == "two" and not state.pulse else "facility.pulse")


def _shuffle(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("deck.out" if state.dusk else "deck.dusk")


def _look(state: State, seat: int, move: Move) -> Verdict:
    """Covered cards are not looked at."""
    what = move[1] if len(move) > 1 else ""
    if what == "gates":
        return Verdict("gate.unseen")
    if what == "loci":
        return Verdict("ruling.locus-browse" if browsed(state) else "card.locus-sides")
    if what == "discard" and state.rule["ruling.discard-open"] == "top":
        return Verdict("ruling.discard-open")
    if what == "deck":
        return Verdict("setup.deck")
    return Verdict("zone.hand-hidden" if what == "hand" else "zone.open")


_ALWAYS: dict[str, Callable[[State, int, Move], Verdict]] = {  # the same answer whoever decides
    "look": _look,
    "shuffle": _shuffle,
    "refill": lambda state, seat, move: Verdict("refill.five"),
    "stop": lambda state, seat, move: Verdict("end.check"),
    "score": lambda state, seat, move: Verdict("score.card"),
    "gain": lambda state, seat, move: Verdict("points.only-lose"),
}
_ANSWERS: dict[str, Callable[[State, int, Move], Verdict]] = {
    "all": _choice,
    "two": _choice,
    "locus": _choice,
    "city": _choice,
    "skip": _choice,
    "use": _use,
    "end": _end,
    "pulse": _pulse,
}


def not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Why the player who does not decide now cannot do this."""
    decider, verb = state.frames[-1][1], str(move[0])
    if verb in _ALWAYS:
        return _ALWAYS[verb](state, seat, move)
    if state.step == "":
        return Verdict("setup.begin")
    if seat == state.active:
        return Verdict("reaction.other", seat=decider)
    if verb not in REACTING or not state.action:
        return Verdict("turn.holder", seat=state.active)
    if not is_action(state):
        return Verdict("reaction.not-city")
    steps = state.rules.steps
    if steps.index(state.step) < steps.index("reaction"):
        return Verdict("reaction.when")
    if not state.reacted:
        return Verdict("turn.holder", seat=state.active)
    return Verdict("reaction.barter" if state.action in FACILITY_ACTIONS else "reaction.salvage")
