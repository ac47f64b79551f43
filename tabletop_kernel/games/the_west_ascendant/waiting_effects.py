"""Effects that wait for use: Primes, Triggers, and Doppelgates that RADIATE.

The frame is `("use", seat, (which, waiting, spent))`. The effects that count are fixed when it is pushed, unless a
ruling checks them again. An effect made void by the turn's ACTION doesn't wait. If no waiting effect would do anything,
they all run by themselves; otherwise the player picks them one by one, so that everyone sees what is waiting.
"""

from __future__ import annotations

from itertools import dropwhile

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant.abilities import (
    MACHINE,
    compares_hands,
    does_something,
    effect_rule,
    is_void,
    running_key,
)
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.state import State
from tabletop_kernel.toolkit.card_language import Effect

GATE, FIRST_GATE = "gate", "first-gate"  # waiting effects when Doppelgates RADIATE
GATE_KEY = f"{MADE}.radiate"


def effects_that_count(state: State, seat: int, which: str) -> tuple[str, ...]:
    """Return a player's Primes or Triggers that count now: in their Zone, and on top of the Locus decks.

    Under a ruling, Triggers count anywhere in the decks.
    """
    loci = state.tops
    if which == "trigger" and state.ruling["ruling.face-up"] == "all":
        loci = [locus for deck in state.loci for locus in deck]
    wanted, prime = which == "prime", state.rules.prime
    return tuple([locus for locus in (*loci, *state.zone[seat]) if (locus in prime) == wanted])


def begin_waiting(state: State, seat: int, which: str, listed: tuple[str, ...], emit: Emit | None) -> None:
    """Begin the step: fix the effects that count, and emit which of them are void."""
    waiting = _drop_void(state, seat, listed)
    if emit:
        void = [locus for locus in listed if locus not in waiting]
        if void:
            emit("void", "effect.condition", EVERYONE, seat=seat, loci=void, count=len(void))
        if waiting:
            emit("waiting", f"{which}.list", EVERYONE, seat=seat, loci=list(waiting), count=len(waiting))
        if len(waiting) > 1 and any(does_something(state, seat, name) for name in waiting):
            emit("any-order", f"{which}.order", EVERYONE, seat=seat)
    if waiting or checks_again(state, which):
        state.frames.append(("use", seat, (which, waiting, ())))


def _drop_void(state: State, seat: int, listed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the effects that this turn's ACTION hasn't made void; remembered, because nothing else decides it."""
    memory, case = state.rules.not_void, (listed, state.action, state.pulse, state.took)
    waiting = memory.get(case)
    if waiting is None:
        waiting = memory.keep(case, tuple(locus for locus in listed if not is_void(state, seat, locus)))
    return waiting


def checks_again(state: State, which: str) -> bool:
    """Tell if the effects that count are checked again after each use; never for Triggers fixed at the announcement."""
    if state.ruling["ruling.effect-list"] != "re-check":
        return False
    return which != "trigger" or state.ruling["ruling.trigger-when"] != "declared"


def effect_key(state: State, seat: int, name: str) -> str:
    """Return the key of the effect that waits under a name."""
    if name == GATE:
        return GATE_KEY
    return state.rules.first_gates[seat] if name == FIRST_GATE else name


def effect_place(state: State, seat: int, name: str) -> str:
    """Return the place of a waiting effect: “zone”, “top” of a Locus deck, or “deck” (under some rulings)."""
    if name in state.zone[seat] or name in (GATE, FIRST_GATE):
        return "zone"
    return "top" if name in state.tops else "deck"


def fixed_loss(effect: Effect) -> int:
    """Return the points an effect costs the other player if it does nothing else; 0 otherwise."""
    return sum(act.args[0] for _, _, act in effect.acts()) if is_plain_loss(effect) else 0


def is_plain_loss(effect: Effect) -> bool:
    """Tell if an effect only costs the other player a fixed number of points, so that its order doesn't matter."""
    return all(
        not step.tests and not step.may and act.verb == "other-loses" and act.args[1] is None
        for _, step, act in effect.acts()
    )


class Use(Decision[State]):
    """The choice of a waiting effect. Frame data: prime, trigger or radiate; the waiting effects; the used ones."""

    verbs = ("use", "leave", "skip")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (which, waiting, spent) = state.frames[-1]
        if which == "radiate":
            if emit and not spent:
                _tell_gates(state, seat, emit)
            return self._must_order_gates(state, seat, waiting, emit)
        if checks_again(state, which):
            waiting = self._check_again(state, seat, emit)
        if not waiting:
            state.frames.pop()
            return False
        lines = state.rules.lines
        for name in waiting:
            if lines[name].does(state, seat):
                return True
        self._use(state, seat, waiting[0], emit)
        return False

    def _check_again(self, state: State, seat: int, emit: Emit | None) -> tuple[str, ...]:
        """Update and return the unused effects that count now; emit those that are new."""
        _, _, (which, before, spent) = state.frames[-1]
        counts = (name for name in effects_that_count(state, seat, which) if name not in spent)
        now = tuple(name for name in counts if not is_void(state, seat, name))
        state.frames[-1] = ("use", seat, (which, now, spent))
        new = [name for name in now if name not in before]
        if new and emit:
            emit("waiting", "ruling.effect-list", EVERYONE, seat=seat, loci=new, count=len(new))
        return now

    def _must_order_gates(self, state: State, seat: int, waiting: tuple[str, ...], emit: Emit | None) -> bool:
        """Tell if the player chooses the order of Doppelgates; otherwise use the next one."""
        if not waiting:
            state.frames.pop()
            return False
        both = waiting[0] == GATE and waiting[-1] == FIRST_GATE
        if both and not state.rules.plain_gates:
            if all(does_something(state, seat, effect_key(state, seat, name)) for name in (GATE, FIRST_GATE)):
                return True
        if waiting[0] == GATE and not emit and state.rules.plain_gates and not state.rules.at_once:
            waiting = self._radiate_silently(state, seat, waiting)
            if not waiting:
                state.frames.pop()
                return False
        self._use(state, seat, waiting[0], emit)
        return False

    def _radiate_silently(self, state: State, seat: int, waiting: tuple[str, ...]) -> tuple[str, ...]:
        """Use all Doppelgates that only cost points at once, without events; return the remaining effects."""
        _, _, (which, _, spent) = state.frames[-1]
        rest = tuple(dropwhile(GATE.__eq__, waiting))
        gates = len(waiting) - len(rest)
        state.frames[-1] = ("use", seat, (which, rest, (*spent, *waiting[:gates])))
        state.lose(1 - seat, gates * state.rules.gate_loss, effect_rule(state, GATE_KEY), None)
        return rest

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("use", name) for name in dict.fromkeys(state.frames[-1][2][1])]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        which, _, spent = state.frames[-1][2]
        if move[0] != "use" or len(move) != 2:
            return refuse_while_waiting(state, seat)
        if which == "radiate":
            return Verdict("radiate.all")
        name = str(move[1])
        if name in spent:
            return Verdict(f"{which}.list", locus=name)
        return refuse_not_counting(state, seat, which, name)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        self._use(state, seat, str(move[1]), emit)

    def _use(self, state: State, seat: int, name: str, emit: Emit | None) -> None:
        _, _, (which, waiting, spent) = state.frames[-1]
        at = waiting.index(name)
        state.frames[-1] = ("use", seat, (which, waiting[:at] + waiting[at + 1 :], (*spent, name)))
        key = effect_key(state, seat, name)
        if emit:
            if which == "radiate":
                emit("radiates", "radiate.all", EVERYONE, seat=seat, key=key)
            else:
                place = effect_place(state, seat, name)
                emit(f"uses-{place}", _counting_rule(state, which, place), EVERYONE, seat=seat, key=key)
                _tell_hands(state, seat, key, emit)
            MACHINE.begin(state, seat, key)
        else:
            MACHINE.begin_silently(state, seat, key)


def _tell_gates(state: State, seat: int, emit: Emit) -> None:
    """Emit that Doppelgates RADIATE, because of the Cityengine, the rule or a ruling."""
    if not state.gates[seat]:
        return
    usual = state.ruling["ruling.radiate-when"] == "no-pulse"
    rule = "city.result" if running_key(state) else "radiate.when" if usual else "ruling.radiate-when"
    key = effect_key(state, seat, FIRST_GATE)
    emit("radiate", rule, EVERYONE, seat=seat, key=key, count=len(state.gates[seat]))


def _counting_rule(state: State, which: str, place: str) -> str:
    """Return the rule by which an effect counts in its place."""
    if place == "deck":
        return "ruling.face-up" if state.ruling["ruling.face-up"] == "all" else "ruling.trigger-when"
    return f"{which}.own-zone" if place == "zone" else f"{which}.tops"


def _tell_hands(state: State, seat: int, key: str, emit: Emit) -> None:
    """Emit both hand sizes when an effect compares them, if a ruling hides them."""
    if state.ruling["ruling.hand-count"] == "yes":
        return
    if any(compares_hands(test) for step in state.rules.effects[key].steps for test in step.tests):
        mine, theirs = len(state.hand[seat]), len(state.hand[1 - seat])
        emit("hands-compared", "ruling.hand-count", EVERYONE, seat=seat, count=mine, opponent=1 - seat, other=theirs)


def refuse_while_waiting(state: State, seat: int) -> Verdict:
    """Return the refusal of other moves while effects wait."""
    keys = _waiting_keys(state, seat)
    may = any(step.may for key in keys for step in state.rules.effects[key].steps)
    return Verdict("effect.mandatory", effects=keys, count=len(keys), duty="waiting" if may else "must")


def refuse_early_answer(state: State, seat: int, verb: str) -> Verdict | None:
    """Return the refusal of an answer that a waiting effect will ask for; None if no such effect waits."""
    if state.frames[-1][0] != "use":
        return None
    lines = state.rules.lines
    keys = [key for key in _waiting_keys(state, seat) if any(asks and asks[0] == verb for asks in lines[key].asks)]
    return Verdict("effect.mandatory", effects=keys, count=len(keys), duty="first") if keys else None


def _waiting_keys(state: State, seat: int) -> list[str]:
    return [effect_key(state, seat, name) for name in dict.fromkeys(state.frames[-1][2][1])]


def refuse_not_counting(state: State, seat: int, which: str, name: str) -> Verdict:
    """Return the reason why an effect isn't waiting."""
    if name not in state.rules.loci:
        return Verdict(f"{which}.tops")
    kind = "prime" if name in state.rules.prime else "trigger"
    if name in state.zone[1 - seat]:
        return Verdict(f"{kind}.own-zone", locus=name)
    if kind != which:
        return Verdict(f"{kind}.when")
    if name in effects_of_step(state, seat, which) and is_void(state, seat, name):
        return Verdict("effect.condition", locus=name)
    return (
        Verdict(f"{which}.list", locus=name)
        if name in effects_that_count(state, seat, which)
        else Verdict(f"{which}.tops")
    )


def effects_of_step(state: State, seat: int, which: str) -> tuple[str, ...]:
    """Return the effects that count for a player in this step, used or not; a ruling fixes them at the announcement."""
    declared = which == "trigger" and state.ruling["ruling.trigger-when"] == "declared"
    return state.declared if declared else effects_that_count(state, seat, which)


def describe_waiting(state: State) -> list[dict[str, object]]:
    """Return the current step's effects, each with its place, whether it was used, and whether it would do anything."""
    for kind, seat, data in reversed(state.frames):
        if kind == "use":
            _, waits, spent = data
            listed = [*((name, True) for name in spent), *((name, False) for name in waits)]
            return [_describe_effect(state, seat, name, done) for name, done in listed]
    return []


def _describe_effect(state: State, seat: int, name: str, done: bool) -> dict[str, object]:
    key = effect_key(state, seat, name)
    does = not done and does_something(state, seat, key)
    return {"id": name, "key": key, "from": effect_place(state, seat, name), "done": done, "does": does}
