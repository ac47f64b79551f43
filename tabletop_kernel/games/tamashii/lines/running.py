"""Running lines of cards, one operation at a time.

A running line is a frame `("effect", seat, (key, at, end, it, by))`: the line's key, the next operation, the one
where this frame stops, what the last act left behind (a slot, a place, a seat), and the effect's source (the dice on
a combat frame). Operations only lead forward. So a line that waits for a choice, or for another line, can be copied,
saved and shown like any other decision.

The modules `effects_on_…` have the effects of verbs. They add themselves to VERBS, so that other modules can begin a
line without importing them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.lines import counting
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount, Op, Test
from tabletop_kernel.games.tamashii.state import State

OWN_PART = "own"  # marks a player's part of a table's line, which a reset ends


class Run(NamedTuple):
    """The data of a running line's frame."""

    key: str
    at: int
    end: int
    it: str = ""
    by: str = ""


Doer = Callable[[State, int, Run, Act, Emit | None], None]
Able = Callable[[State, int, Run, Act], bool]


class Verb(NamedTuple):
    """A verb: its effect, a check if it would do anything, and a check if it can be done in full, like a price."""

    do: Doer
    can: Able
    full: Able | None = None


VERBS: dict[str, Verb] = {}


def begin_line(state: State, seat: int, key: str, by: str = "") -> None:
    """Run a line next, before everything on the stack."""
    state.frames.append(("effect", seat, Run(key, 0, len(state.rules.lines[key].ops), "", by)[:]))


def holds(state: State, seat: int, tests: Sequence[Test], it: str = "") -> bool:
    """Tell if all tests hold for a player now."""
    return all(counting.holds(state, seat, test, it) for test in tests)


def amount(state: State, seat: int, wanted: Amount | int, by: str = "", it: str = "") -> int:
    return counting.amount(state, seat, wanted, by, it)


def first_amount(state: State, seat: int, run: Run, act: Act) -> int:
    """Return the first amount of an act."""
    return counting.amount(state, seat, act.args[0], run.by, run.it)


def always_true(state: State, seat: int, run: Run, act: Act) -> bool:
    """Return True, for verbs that always do something."""
    return True


# -- a line's owner and rule -------------------------------------------------------------------------------------------

_RULE_BY_PLACE = {
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
_RULE_BY_CARD_PART = {"immediate": "quest.new-card", "pattern": "pattern.other-places", "activity": "quest.activity"}


def rule_of(state: State, key: str) -> str:
    """Return the rule for a line, by the kind of card or tile that prints it."""
    place, name, *rest = key.split(".")
    if place == "enemy":
        return "combat.enemy-frame" if rest[0] in ("fang", "wire") else "pattern.hack-repel"
    if place == "card":
        return _RULE_BY_CARD_PART.get(rest[0], "quest.world")
    if place == "basic":
        return "pattern.exp" if name == "exp" else "pattern.long" if name.endswith("-long") else "pattern.asset"
    if place == "body":
        return "body.ability"
    if place == "aug":
        return _rule_of_augment(state, name, int(rest[1]) if len(rest) > 1 else 0)
    return _RULE_BY_PLACE[place]


def _rule_of_augment(state: State, augment: str, number: int) -> str:
    """Return the rule for an augment's line: launched, used as a combat frame, or at its own moment."""
    entry = state.rules.content.augments[augment]
    when = entry.uses[number].when if number < len(entry.uses) else ""
    if when == "frame":
        return "combat.player-frame"
    if entry.faction:
        return "aug.faction-launch"
    return "pattern.augments" if when == "pattern" else "aug.timing"


def is_of_table(run: Run) -> bool:
    """Tell if a line is the scenario's own. It goes on even if the player who reads it skips the phase."""
    place, _, *part = run.key.split(".")
    return run.by != OWN_PART and place == "card" and part[0] in ("world", "immediate")


# -- the operations ----------------------------------------------------------------------------------------------------


def carry_out_operation(state: State, emit: Emit | None) -> None:
    """Carry out the next operation of the line on top of the stack."""
    _, seat, data = state.frames[-1]
    run = Run(*data)
    if run.at >= run.end:
        state.frames.pop()
        return
    if state.is_out(seat) and not is_of_table(run):
        _cut_off(state, seat, run.key, emit)
        return
    op = state.rules.lines[run.key].ops[run.at]
    _FUNCTION_BY_OPERATION[op.kind](state, seat, run, op, emit)


def _cut_off(state: State, seat: int, key: str, emit: Emit | None) -> None:
    """End a line whose player has reset, with all its parts for that player. Report it if that changes anything."""
    parts = [frame for frame in state.frames if frame[:2] == ("effect", seat) and frame[2][0] == key]
    runs = [run for run in (Run(*data) for _, _, data in parts) if not is_of_table(run)]
    for run in runs:
        state.frames.remove(("effect", seat, run[:]))
    if emit and any(_does_anything(state, seat, run, run.at, run.end) for run in runs):
        rest = any(run.at for run in runs) and state.ruling["ruling.reset.rest-of-effect"] == "lost"
        rule = "ruling.reset.rest-of-effect" if rest else "reset.skip-phase"
        what = "the rest of this effect" if rest else "this effect"
        emit("effect-lost", rule, EVERYONE, seat=seat, key=key, what=what)


def continue_at(state: State, seat: int, run: Run, at: int) -> None:
    """Continue the line on top of the stack at another operation."""
    state.frames[-1] = ("effect", seat, run._replace(at=at)[:])


def _test(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    continue_at(state, seat, run, run.at + 1 if holds(state, seat, op.tests, run.it) else op.skip)


def _jump(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    continue_at(state, seat, run, op.skip)


def _do(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    assert op.act is not None
    continue_at(state, seat, run, run.at + 1)
    VERBS[op.act.verb].do(state, seat, run, op.act, emit)


def _who(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    """Run the part up to `skip` for each player meant, or ask for one if the player is chosen."""
    seats = players_meant(state, seat, run, op)
    if op.who in counting.CHOSEN_PLAYERS and len(seats) > 1:
        state.frames.append(("pick-player", seat, (tuple(seats),)))
        return
    if not seats:
        _nobody_meant(state, seat, run.key, op.who, emit)
    for_players(state, seats)


def _nobody_meant(state: State, seat: int, key: str, who: str, emit: Emit | None) -> None:
    """Report a part that is for nobody now, or only for players who skip the rest of the phase."""
    if not emit:
        return
    sitting = [other for other in counting.players_named(state, seat, who) if state.is_out(other)]
    if sitting:
        kind = "left-out-besides" if _do_some_take_part(state, seat, who) else "left-out-sitting"
        emit(kind, "reset.skip-phase", EVERYONE, key=key, seats=sitting, who=_NOBODY_OF.get(who, ""))
        return
    what = _NOBODY_TEXT.get(who, "there is no such player")
    emit("left-out-for-all", rule_of(state, key), EVERYONE, key=key, what=what)


def _do_some_take_part(state: State, seat: int, who: str) -> bool:
    """Tell if some of these players take part, and just couldn't use it."""
    return any(not state.is_out(other) for other in counting.players_named(state, seat, who))


_NOBODY_OF = {
    "another player": "no other player",
    "another player here": "no other player on this tile",
    "another player near": "no other player nearby",
}
_NOBODY_TEXT = {
    **{who: f"{words} could use it" for who, words in _NOBODY_OF.items()},
    "each other player": "there are no other players",
    "each player without enemies": "every player has an enemy",
}


def players_meant(state: State, seat: int, run: Run, op: Op) -> list[int]:
    """Return the players that “each player:” and the like mean. If one is chosen, it must do something for them."""
    seats = [other for other in counting.players_named(state, seat, op.who) if not state.is_out(other)]
    if op.who in counting.CHOSEN_PLAYERS:
        return [other for other in seats if _does_anything(state, other, run, run.at + 1, op.skip)]
    return seats


def for_players(state: State, seats: Sequence[int]) -> None:
    """Run the part after a “who” for these players, one after another; then the line continues after it."""
    _, seat, data = state.frames[-1]
    run = Run(*data)
    skip = state.rules.lines[run.key].ops[run.at].skip
    continue_at(state, seat, run, skip)
    by = OWN_PART if is_of_table(run) else run.by
    for other in reversed(seats):
        state.frames.append(("effect", other, (run.key, run.at + 1, skip, run.it, by)))


def _offer(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    """Ask about a “may” if it can be done."""
    act = offered_act(state, run)
    if can_do_fully(state, seat, run, act):
        state.frames.append(("offer", seat, ()))
    else:
        tell_left_out(state, seat, run.key, "what it offers isn't possible now", rule_of(state, run.key), emit)
        continue_at(state, seat, run, op.skip)


def offered_act(state: State, run: Run) -> Act:
    """Return the act of the current offer."""
    ops = state.rules.lines[run.key].ops
    act = ops[run.at].act or ops[run.at + 1].act
    assert act is not None
    return act


def _choose(state: State, seat: int, run: Run, op: Op, emit: Emit | None) -> None:
    """Ask for one of the parts that do something; a single one needs no choice."""
    parts = open_parts(state, seat, run, op)
    if len(parts) > 1:
        state.frames.append(("choose", seat, ()))
    elif parts:
        continue_at(state, seat, run, op.starts[parts[0]])
    else:
        tell_left_out(state, seat, run.key, "none of its options would do anything", rule_of(state, run.key), emit)
        continue_at(state, seat, run, op.skip)


def open_parts(state: State, seat: int, run: Run, op: Op) -> list[int]:
    """Return the parts of a choice that would do something now."""
    ends = (*op.starts[1:], op.skip)
    return [at for at, start in enumerate(op.starts) if _does_anything(state, seat, run, start, ends[at])]


_FUNCTION_BY_OPERATION = {"test": _test, "jump": _jump, "do": _do, "who": _who, "offer": _offer, "choose": _choose}


# -- what would happen -------------------------------------------------------------------------------------------------


def does_something(state: State, seat: int, key: str, by: str = "") -> bool:
    """Tell if a line would do anything for a player now."""
    end = len(state.rules.lines[key].ops)
    return _does_anything(state, seat, Run(key, 0, end, "", by), 0, end)


def _does_anything(state: State, seat: int, run: Run, at: int, end: int) -> bool:
    """Tell if a range of operations would do anything for a player."""
    ops = state.rules.lines[run.key].ops
    while at < end:
        op = ops[at]
        here = run._replace(at=at)
        if op.kind == "test":
            at = at + 1 if holds(state, seat, op.tests, run.it) else op.skip
        elif op.kind == "jump":
            at = op.skip
        elif op.kind == "who":
            if any(
                _does_anything(state, other, run, at + 1, op.skip) for other in players_meant(state, seat, here, op)
            ):
                return True
            at = op.skip
        elif op.kind == "offer":
            if can_do_fully(state, seat, here, offered_act(state, here)):
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


def can_do_fully(state: State, seat: int, run: Run, act: Act) -> bool:
    """Tell if an act can be done in full."""
    verb = VERBS[act.verb]
    return (verb.full or verb.can)(state, seat, run, act)


def is_worth_its_price(state: State, seat: int, key: str, prices: int) -> bool:
    """Tell if a line's price, its first acts, can be paid, and the rest does something."""
    ops = state.rules.lines[key].ops
    run = Run(key, 0, len(ops))
    paid = all(can_do_fully(state, seat, run, op.act) for op in ops[:prices] if op.act is not None)
    return paid and _does_anything(state, seat, run, prices, len(ops))


def can_pay(state: State, seat: int, key: str) -> bool:
    """Tell if a line that is only a price can be paid in full."""
    run = Run(key, 0, len(state.rules.lines[key].ops))
    return all(can_do_fully(state, seat, run, act) for act in state.rules.lines[key].acts())


# -- from inside a line ------------------------------------------------------------------------------------------------


def tell_left_out(state: State, seat: int, key: str, what: str, rule: str, emit: Emit | None) -> None:
    """Report a part that is left out because it can't be done."""
    if emit:
        emit("left-out", rule, EVERYONE, seat=seat, key=key, what=what)


def top_line(state: State) -> int:
    """Return the position of the running line on the stack, or -1."""
    return next((at for at in range(len(state.frames) - 1, -1, -1) if state.frames[at][0] == "effect"), -1)


def running_key(state: State) -> str:
    """Return the key of the running line, or ""."""
    at = top_line(state)
    return "" if at < 0 else str(state.frames[at][2][0])


def store_it(state: State, text: str) -> None:
    """Store something in the running line that its next acts call “it”."""
    at = top_line(state)
    if at >= 0:
        kind, seat, data = state.frames[at]
        state.frames[at] = (kind, seat, Run(*data)._replace(it=text)[:])


def stop_line(state: State) -> None:
    """Skip the rest of the running line."""
    at = top_line(state)
    if at >= 0:
        kind, seat, data = state.frames[at]
        run = Run(*data)
        state.frames[at] = (kind, seat, run._replace(at=run.end)[:])


AUTOMATIC = {"effect": carry_out_operation}
