"""Lines of cards being carried out, one operation at a time.

A running line is a frame `("effect", seat, (key, at, end, it, by))`: the key of the line, the operation that comes
next, the one where this frame stops, what the last act left behind (a slot, a place, a seat), and what the effect is
of (the dice on a combat frame). Operations only ever lead forward, so a line that waits for a choice, or for another
line that it set off, can be copied, saved and shown like any other decision.

What the verbs do stands in the `doers`; they enter themselves in VERBS, so that every other room can begin a line
without knowing them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.lines import counting
from tabletop_kernel.games.tamashii.lines.ops import Act, Amount, Op, Test
from tabletop_kernel.games.tamashii.state import State

OWN = "own"  # marks the part of a table's line that is one player's: a reset ends it


class Run(NamedTuple):
    """The data of the frame of a running line."""

    key: str
    at: int
    end: int
    it: str = ""
    by: str = ""


Doer = Callable[[State, int, Run, Act, Emit | None], None]
Able = Callable[[State, int, Run, Act], bool]


class Verb(NamedTuple):
    """What a verb does; whether it would do anything now; whether it can be done in full, as a price has to be."""

    do: Doer
    can: Able
    full: Able | None = None


VERBS: dict[str, Verb] = {}


def begin(state: State, seat: int, key: str, by: str = "") -> None:
    """Let a line run next, before whatever is on the stack."""
    state.frames.append(("effect", seat, Run(key, 0, len(state.rules.lines[key].ops), "", by)[:]))


def holds(state: State, seat: int, tests: Sequence[Test], it: str = "") -> bool:
    """Whether all tests hold for a player now."""
    return all(counting.holds(state, seat, test, it) for test in tests)


def amount(state: State, seat: int, wanted: Amount | int, by: str = "", it: str = "") -> int:
    return counting.amount(state, seat, wanted, by, it)


def number(state: State, seat: int, run: Run, act: Act) -> int:
    """The first amount of an act."""
    return counting.amount(state, seat, act.args[0], run.by, run.it)


def always(state: State, seat: int, run: Run, act: Act) -> bool:
    """Of a verb that always does something."""
    return True


# -- whose line it is, and by which rule -------------------------------------------------------------------------------

_RULES = {
    "tile": "district.optional",
    "find": "explore.token-first",
    "frame": "combat.player-frame",
    "event": "city.event",
    "reward": "city.heist-gain",
    "protocol": "learn.anytime",
    "diary": "diary.one",
    "pvp": "comp.pvp",
    "enhancement": "comp.enhancement",
    "conditions": "comp.conditions",
    "catie": "catie.launch",
}
_CARD = {"immediate": "quest.new-card", "pattern": "pattern.other-places", "activity": "quest.activity"}


def rule_of(state: State, key: str) -> str:
    """The rule by which a line is carried out: that of the place where it is printed."""
    place, name, *rest = key.split(".")
    if place == "enemy":
        return "combat.enemy-frame" if rest[0] in ("fang", "wire") else "pattern.hack-repel"
    if place == "card":
        return _CARD.get(rest[0], "quest.world")
    if place == "basic":
        return "pattern.exp" if name == "exp" else "pattern.long" if name.endswith("-long") else "pattern.asset"
    if place == "body":
        return "body.ability"
    if place == "aug":
        return _rule_of_augment(state, name, int(rest[1]) if len(rest) > 1 else 0)
    return _RULES[place]


def _rule_of_augment(state: State, augment: str, number: int) -> str:
    """Faction augments are launched, and so are some of the classes; others are combat frames, or have a moment."""
    entry = state.rules.content.augments[augment]
    when = entry.uses[number].when if number < len(entry.uses) else ""
    if when == "frame":
        return "combat.player-frame"
    if entry.faction:
        return "aug.faction-launch"
    return "pattern.augments" if when == "pattern" else "aug.timing"


def of_table(run: Run) -> bool:
    """Whether a line is the scenario's own: it goes on although the player who reads it skips the phase."""
    place, _, *part = run.key.split(".")
    return run.by != OWN and place == "card" and part[0] in ("world", "immediate")


# -- the operations ----------------------------------------------------------------------------------------------------


def advance(state: State, emit: Emit | None) -> None:
    """The next operation of the line on top of the stack."""
    _, seat, data = state.frames[-1]
    run = Run(*data)
    if run.at >= run.end or (state.is_out(seat) and not of_table(run)):
        state.frames.pop()
        return
    op = state.rules.lines[run.key].ops[run.at]
    _OPERATIONS[op.kind](state, seat, run, op, emit)


def go(state: State, seat: int, run: Run, at: int) -> None:
    """Let the line on top of the stack go on at another operation."""
    state.frames[-1] = ("effect", seat, run._replace(at=at)[:])


def _test(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    go(state, seat, run, run.at + 1 if holds(state, seat, op.tests, run.it) else op.skip)


def _jump(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    go(state, seat, run, op.skip)


def _do(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    assert op.act is not None
    go(state, seat, run, run.at + 1)
    VERBS[op.act.verb].do(state, seat, run, op.act, emit)


def _who(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    """The part up to `skip` runs for each player who is meant; where one has to be chosen, it waits for that."""
    found = meant(state, seat, run, op)
    if op.who in counting.ASKED and len(found) > 1:
        state.frames.append(("pick-player", seat, (tuple(found),)))
        return
    if not found:
        _nobody_meant(state, seat, run.key, op.who, emit)
    for_players(state, found)


def _nobody_meant(state: State, seat: int, key: str, who: str, emit: Emit | None) -> None:
    """A part that is meant for nobody at this moment, or only for players who sit out the rest of the phase."""
    if not emit:
        return
    sitting = [other for other in counting.players(state, seat, who) if state.is_out(other)]
    if sitting:
        kind = "left-out-besides" if _others(state, seat, who) else "left-out-sitting"
        emit(kind, "reset.skip-phase", EVERYONE, key=key, seats=sitting, who=_WHOM.get(who, ""))
        return
    what = _NOBODY.get(who, "there is no such player")
    emit("left-out-for-all", rule_of(state, key), EVERYONE, key=key, what=what)


def _others(state: State, seat: int, who: str) -> bool:
    """Whether some of those whom a part may be meant for do take part, and could only make no use of it."""
    return any(not state.is_out(other) for other in counting.players(state, seat, who))


_WHOM = {
    "another player": "no other player",
    "another player here": "no other player on this tile",
    "another player near": "no other player nearby",
}
_NOBODY = {
    **{who: f"{words} could use it" for who, words in _WHOM.items()},
    "each other player": "there are no other players",
    "each player without enemies": "every player has an enemy",
}


def meant(state: State, seat: int, run: Run, op: Op) -> list[int]:
    """The players whom «each player:» and its like mean. A player to be chosen is one for whom it does something."""
    found = [other for other in counting.players(state, seat, op.who) if not state.is_out(other)]
    if op.who in counting.ASKED:
        return [other for other in found if _does(state, other, run, run.at + 1, op.skip)]
    return found


def for_players(state: State, seats: Sequence[int]) -> None:
    """The part behind a «who» runs for these players, one after the other; then the line goes on behind it."""
    _, seat, data = state.frames[-1]
    run = Run(*data)
    skip = state.rules.lines[run.key].ops[run.at].skip
    go(state, seat, run, skip)
    by = OWN if of_table(run) else run.by
    for other in reversed(seats):
        state.frames.append(("effect", other, (run.key, run.at + 1, skip, run.it, by)))


def _offer(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    """What a «may» offers is offered only if it can be done."""
    act = offered(state, run)
    if able(state, seat, run, act):
        state.frames.append(("offer", seat, ()))
    else:
        left_out(state, seat, run.key, "what it offers isn't possible now", rule_of(state, run.key), emit)
        go(state, seat, run, op.skip)


def offered(state: State, run: Run) -> Act:
    """The act that the offer at hand is about."""
    ops = state.rules.lines[run.key].ops
    act = ops[run.at].act or ops[run.at + 1].act
    assert act is not None
    return act


def _choose(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    """Only parts that do something are to be chosen from; a single one is nobody's choice."""
    parts = open_parts(state, seat, run, op)
    if len(parts) > 1:
        state.frames.append(("choose", seat, ()))
    elif parts:
        go(state, seat, run, op.starts[parts[0]])
    else:
        left_out(state, seat, run.key, "none of its options would do anything", rule_of(state, run.key), emit)
        go(state, seat, run, op.skip)


def open_parts(state: State, seat: int, run: Run, op: Op) -> list[int]:
    """Which of the parts of a choice would do something now."""
    ends = (*op.starts[1:], op.skip)
    return [at for at, start in enumerate(op.starts) if _does(state, seat, run, start, ends[at])]


_OPERATIONS = {"test": _test, "jump": _jump, "do": _do, "who": _who, "offer": _offer, "choose": _choose}


# -- what would happen -------------------------------------------------------------------------------------------------


def does_something(state: State, seat: int, key: str, by: str = "") -> bool:
    """Whether a line would do anything if it ran for a player now."""
    end = len(state.rules.lines[key].ops)
    return _does(state, seat, Run(key, 0, end, "", by), 0, end)


def _does(state: State, seat: int, run: Run, at: int, end: int) -> bool:
    """Whether the operations from one up to another would do anything for a player."""
    ops = state.rules.lines[run.key].ops
    while at < end:
        op = ops[at]
        here = run._replace(at=at)
        if op.kind == "test":
            at = at + 1 if holds(state, seat, op.tests, run.it) else op.skip
        elif op.kind == "jump":
            at = op.skip
        elif op.kind == "who":
            if any(_does(state, other, run, at + 1, op.skip) for other in meant(state, seat, here, op)):
                return True
            at = op.skip
        elif op.kind == "offer":
            if able(state, seat, here, offered(state, here)):
                return True
            at = op.skip
        elif op.kind == "choose":
            if open_parts(state, seat, here, op):
                return True
            at = op.skip
        elif op.act is not None and VERBS[op.act.verb].can(state, seat, here, op.act):
            return True
        else:
            at += 1
    return False


def able(state: State, seat: int, run: Run, act: Act) -> bool:
    """Whether an act can be done in full."""
    verb = VERBS[act.verb]
    return (verb.full or verb.can)(state, seat, run, act)


def goes(state: State, seat: int, key: str, prices: int) -> bool:
    """Whether all the acts that a line begins with, its price, are possible, and what they pay for does something."""
    ops = state.rules.lines[key].ops
    run = Run(key, 0, len(ops))
    paid = all(able(state, seat, run, op.act) for op in ops[:prices] if op.act is not None)
    return paid and _does(state, seat, run, prices, len(ops))


def can_pay(state: State, seat: int, key: str) -> bool:
    """Whether a line that is nothing but a price can be paid in full."""
    run = Run(key, 0, len(state.rules.lines[key].ops))
    return all(able(state, seat, run, act) for act in state.rules.lines[key].acts())


# -- from inside a line ------------------------------------------------------------------------------------------------


def left_out(state: State, seat: int, key: str, what: str, rule: str, emit: Emit | None) -> None:
    """A part that cannot be done is left out, and told."""
    if emit:
        emit("left-out", rule, EVERYONE, seat=seat, key=key, what=what)


def top_line(state: State) -> int:
    """Where on the stack the line lies that runs now; -1 if none does."""
    return next((at for at in range(len(state.frames) - 1, -1, -1) if state.frames[at][0] == "effect"), -1)


def running_key(state: State) -> str:
    """The key of the line that runs now."""
    at = top_line(state)
    return "" if at < 0 else str(state.frames[at][2][0])


def leave_it(state: State, text: str) -> None:
    """The line that runs now has something that its next acts call «it»."""
    at = top_line(state)
    if at >= 0:
        kind, seat, data = state.frames[at]
        state.frames[at] = (kind, seat, Run(*data)._replace(it=text)[:])


def stop(state: State) -> None:
    """The rest of the line that runs now is lost."""
    at = top_line(state)
    if at >= 0:
        kind, seat, data = state.frames[at]
        run = Run(*data)
        state.frames[at] = (kind, seat, run._replace(at=run.end)[:])


AUTOMATIC = {"effect": advance}
