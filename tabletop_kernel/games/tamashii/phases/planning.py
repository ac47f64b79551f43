"""Planning: the trace roll, the refill and the Program step, with windows around them for upgrades.

A window is a decision in open order, `("plan", ANYONE, Window)`: players who aren't done act one move at a time. If a
ruling makes players plan one after another, its seat is the only player in it. The window “program” is the Program step
itself. Other windows end on their own when trading is all anyone could do, since trades can wait for the Program step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import CATIE, EMPTY, SLOTS, STRIKE, SURGE, TRACE_DICE
from tabletop_kernel.games.tamashii.fighting import enemies, rolling
from tabletop_kernel.games.tamashii.gear import abilities, augments, swapping
from tabletop_kernel.games.tamashii.launch import launcher, tokens
from tabletop_kernel.games.tamashii.modes import living_city
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import purchases, trace
from tabletop_kernel.games.tamashii.state import State

BEGIN, ROLLED, PROGRAM = "begin", "rolled", "program"  # the windows, in order
NO_TRACE_ROLL_MARK = "turn:no-trace-roll"  # marks a player who skips the trace roll this turn
TRACE_ROLL_MARK = "turn:trace-roll"  # marks a player who has rolled for trace this turn
MOVING_VERBS = ("slide", "switch")


class Window(NamedTuple):
    name: str
    done: int = 0  # seats that have finished it
    begun: int = 0  # seats that have moved a token in it


# -- the trace roll ----------------------------------------------------------------------------------------------------


def trace_roll(state: State, seat: int, emit: Emit | None) -> None:
    """Roll a player's trace dice, as many as the track shows; none in the first turn."""
    if not state.rules.traced or state.is_out(seat):
        return
    if state.turn <= 1:
        if seat == state.first and emit:
            emit("no-trace-roll", "trace.skip-first", EVERYONE)
        return
    if not will_roll_for_trace(state, seat):
        return
    if seat == state.first and state.rules.seats > 1 and emit:
        emit("trace-rolls", "trace.order", EVERYONE, seat=seat)
    abilities.add_mark(state, seat, TRACE_ROLL_MARK)
    rolling.begin_roll(state, seat, "trace", TRACE_DICE[state.trace[seat]], emit)


def will_roll_for_trace(state: State, seat: int) -> bool:
    """Tell if a player will make a trace roll with dice."""
    rolls = state.rules.traced and state.turn > 1 and TRACE_DICE[state.trace[seat]] > 0
    return rolls and not state.is_out(seat) and NO_TRACE_ROLL_MARK not in state.used[seat]


def has_trace_roll_ahead(state: State, owner: int) -> bool:
    """Tell if anyone in this window rolls for trace after it."""
    return any(will_roll_for_trace(state, seat) for seat in (state.clockwise() if owner == ANYONE else (owner,)))


def has_rolled_for_trace(state: State, owner: int) -> bool:
    """Tell if anyone in this window rolled for trace before it."""
    return any(TRACE_ROLL_MARK in state.used[seat] for seat in (state.clockwise() if owner == ANYONE else (owner,)))


def after_trace_roll(state: State, seat: int, dice: str, emit: Emit | None) -> None:
    """Attach an enemy for each spawning symbol. If one came, trace falls to 0."""
    surges = dice.count(SURGE) if state.ruling["ruling.trace.symbols"] == "strike-surge" else 0
    spawning = dice.count(STRIKE) + surges
    if not spawning:
        if emit:
            emit("no-spawn", "trace.no-spawn", EVERYONE, seat=seat)
        return
    drawn = 0
    for number, rule in ((dice.count(STRIKE), "trace.spawn"), (surges, "ruling.trace.symbols")):
        if number:
            drawn += enemies.draw_and_attach(state, seat, number, rule, emit)
    if drawn:
        trace.reset_trace(state, seat, "trace.zero-after-spawn", emit)
    elif state.ruling["ruling.trace.no-card"] == "zero" and state.trace[seat]:
        trace.reset_trace(state, seat, "ruling.trace.no-card", emit)
    elif emit:
        emit("trace-stays", "ruling.trace.no-card", EVERYONE, seat=seat, trace=state.trace[seat])


rolling.AFTER["trace"] = after_trace_roll


# -- the refill --------------------------------------------------------------------------------------------------------


def begin_refill(state: State, seat: int, emit: Emit | None) -> None:
    """Refill a player's launcher. After a reset in this phase, a ruling decides whether it happens."""
    if state.is_out(seat) and state.ruling["ruling.reset.planning"] == "nothing":
        if emit:
            emit("no-refill", "ruling.reset.planning", EVERYONE, seat=seat)
        return
    state.frames.append(("refill", seat, ()))


def slots_to_fill(state: State, seat: int) -> list[int]:
    """Return the empty highlighted slots, in filling order."""
    order = launcher.SLOTS_BY_READING_DIRECTION[state.ruling["ruling.refill.direction"]]
    return [slot for slot in order if state.grid[seat][slot] == EMPTY and state.lit(slot)]


def go_on_refilling(state: State, emit: Emit | None) -> None:
    """Fill slot by slot, stopping at a Catie token until its side is chosen."""
    seat = state.frames[-1][1]
    drawn = ""
    slots: list[int] = []
    for slot in slots_to_fill(state, seat):
        if not state.bag[seat]:
            _tell_refill(state, seat, drawn, slots, emit)
            drawn, slots = "", []
        token = tokens.draw_token(state, seat, emit)
        if not token:
            if emit:
                emit("nothing-to-draw", "refill.fills-all", EVERYONE, seat=seat)
            break
        drawn, slots = drawn + token, [*slots, slot]
        tokens.put_on_launcher(state, seat, slot, token, emit)
        if token == CATIE:
            _tell_refill(state, seat, drawn, slots, emit)
            return
    _tell_refill(state, seat, drawn, slots, emit)
    state.frames.pop()


def _tell_refill(state: State, seat: int, drawn: str, slots: list[int], emit: Emit | None) -> None:
    if drawn and emit:
        rule = "refill.order" if len(slots) > 1 else "refill.light"
        emit("refills", rule, EVERYONE, seat=seat, tokens=drawn, slots=[SLOTS[slot] for slot in slots])


# -- windows -----------------------------------------------------------------------------------------------------------


def open_window(state: State, name: str, emit: Emit | None, seat: int = ANYONE) -> None:
    """Open a window in which players upgrade and, in the Program step, move tokens: together, or one alone."""
    state.frames.append(("plan", seat, Window(name)[:]))
    for one in state.clockwise() if seat == ANYONE else (seat,):
        if state.is_out(one):
            continue
        if name == PROGRAM:
            state.moves_left[one] = max(0, state.body(one).pro + abilities.modifier(state, one, line_keys.PRO))
            if emit:
                emit("may-program", "prog.moves", EVERYONE, seat=one, count=state.moves_left[one])
        elif name == BEGIN:
            living_city.ask_about_events(state, one, "planning", emit)


class Plan(Decision[State]):
    """Upgrades, trades, Planning abilities and, in the Program step, token moves, until the player is done."""

    verbs = (*MOVING_VERBS, *purchases.VERBS, "trade", "use", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        frame = state.frames[-1]
        if self.deciders(state, frame):
            return True
        if frame[2][0] == PROGRAM:
            for seat in range(state.rules.seats):
                state.moves_left[seat] = 0
        state.frames.pop()
        return False

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        window, left = Window(*frame[2]), _unfinished_seats(state, frame)
        if window.name == PROGRAM:
            return left
        return [seat for seat in left if _has_option(state, seat, window)]

    def optional_deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        """Return the players who can only start trades, while others have something else to do."""
        if frame[2][0] == PROGRAM or not (asked := self.deciders(state, frame)):
            return ()
        others = [seat for seat in _unfinished_seats(state, frame) if seat not in asked]
        return [seat for seat in others if next(swapping.trades_to_begin(state, seat), None) is not None]

    def can_act(self, state: State, frame: OpenDecision, seat: int) -> bool:
        """Tell if a player can act in a window, regardless of the others."""
        window = Window(*frame[2])
        if seat not in _unfinished_seats(state, frame):
            return False
        return (
            window.name == PROGRAM or _has_option(state, seat, window) or seat in self.optional_deciders(state, frame)
        )

    def moves(self, state: State, seat: int) -> list[Move]:
        moves = list(_options(state, seat, window_of(state)))
        return moves if self.refuse(state, seat, ("done",)) else [*moves, ("done",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        window, verb = window_of(state), str(move[0])
        if verb in MOVING_VERBS:
            return _refuse_program(state, seat, window, move)
        if verb == "done":
            return _refuse_done(state, seat, window, move)
        if verb == "use":
            return abilities.refuse_use(state, seat, move, _timings(window))
        if _is_underway(state, seat, window):
            return Verdict("ruling.plan.windows")
        return (
            swapping.refuse_trade(state, seat, move) if verb == "trade" else purchases.refuse_upgrade(state, seat, move)
        )

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        window, verb = window_of(state), str(move[0])
        kind, owner, _ = state.frames[-1]
        if verb in MOVING_VERBS:
            state.moves_left[seat] -= 1
            state.frames[-1] = (kind, owner, window._replace(begun=window.begun | 1 << seat)[:])
            launcher.move_tokens(state, seat, move, f"prog.{verb}", emit)
        elif verb == "done":
            state.frames[-1] = (kind, owner, window._replace(done=window.done | 1 << seat)[:])
            _tell_done(state, seat, window, emit)
        elif verb == "use":
            _use_ability(state, seat, str(move[1]), window, emit)
        elif verb == "trade":
            swapping.begin_offer(state, seat, int(move[1]))
        else:
            purchases.buy_upgrade(state, seat, move, emit)


def without_begun(frame: OpenDecision) -> OpenDecision:
    """Return a frame without its note of who has moved tokens, since the note only closes other steps."""
    kind, owner, data = frame
    return (kind, owner, Window(*data)._replace(begun=0)[:]) if kind == "plan" else frame


def _unfinished_seats(state: State, frame: OpenDecision) -> list[int]:
    """Return the window's players, except those who are done or out."""
    seats = state.clockwise() if frame[1] == ANYONE else [frame[1]]
    away = Window(*frame[2]).done | state.out
    return [seat for seat in seats if not away >> seat & 1]


def _has_option(state: State, seat: int, window: Window) -> bool:
    """Tell if a player can do anything in a window besides trading."""
    return any(True for _ in _options(state, seat, window, trades=False))


def window_of(state: State) -> Window:
    """Return the window on top of the stack."""
    return Window(*state.frames[-1][2])


def in_program(state: State) -> bool:
    """Tell if the window on top of the stack is the Program step."""
    return window_of(state).name == PROGRAM


def _timings(window: Window) -> tuple[str, ...]:
    """Return the ability timings that belong to a window."""
    return ("planning", *_TIMINGS_BY_WINDOW.get(window.name, ()))


_TIMINGS_BY_WINDOW = {BEGIN: ("before-trace",), PROGRAM: ("program",)}


def is_step_underway(state: State, seat: int) -> bool:
    """Tell if a player is in the middle of a step that allows no upgrades, in the window on top of the stack."""
    return _is_underway(state, seat, window_of(state))


def _is_underway(state: State, seat: int, window: Window) -> bool:
    """Tell if a player is in the middle of a step, when upgrades are only allowed between steps."""
    return bool(window.begun >> seat & 1) and state.ruling["ruling.plan.windows"] == "between-steps"


def _options(state: State, seat: int, window: Window, trades: bool = True) -> Iterator[Move]:
    """Yield everything that a player can do in a window except finish it, in a fixed order."""
    if window.name == PROGRAM and state.moves_left[seat]:
        yield from launcher.program_moves(state, seat)
    if not _is_underway(state, seat, window):
        yield from purchases.upgrades(state, seat)
        yield from swapping.trades_to_begin(state, seat) if trades else ()
    usable = (name for when in _timings(window) for name in abilities.usable_names(state, seat, when))
    yield from (("use", name) for name in dict.fromkeys(usable))


def _refuse_program(state: State, seat: int, window: Window, move: Move) -> Verdict | None:
    """Return why a token can't be moved, or None."""
    if window.name != PROGRAM:
        return Verdict("plan.steps")
    if not state.moves_left[seat]:
        return Verdict("prog.moves")
    return launcher.refuse_step(state, seat, move)


def _refuse_done(state: State, seat: int, window: Window, move: Move) -> Verdict | None:
    """Return why a player can't be done yet, or None."""
    if len(move) > 1:
        return Verdict("table.form", problem="write just 'done'")
    left = state.moves_left[seat] if window.name == PROGRAM else 0
    if left and state.ruling["ruling.prog.must"] == "must" and launcher.program_moves(state, seat):
        return Verdict("ruling.prog.must", count=left)
    return None


def _tell_done(state: State, seat: int, window: Window, emit: Emit | None) -> None:
    """Report that a player is done with a window. After the last one, Planning is over for that player."""
    if window.name != PROGRAM:
        if emit:
            emit("goes-on", "plan.upgrade-anytime", EVERYONE, seat=seat)
        return
    left, state.moves_left[seat] = state.moves_left[seat], 0
    if emit and left:
        emit("stops-early", "prog.optional", EVERYONE, seat=seat, count=left)
    elif emit:
        emit("planned", "plan.simultaneous", EVERYONE, seat=seat)


def _use_ability(state: State, seat: int, name: str, window: Window, emit: Emit | None) -> None:
    """Use an ability at the first of the window's timings that fits it."""
    when = next(when for when in _timings(window) if name in abilities.usable_names(state, seat, when))
    abilities.use_ability(state, seat, name, emit, when)


DECISIONS: dict[str, Decision[State]] = {
    "plan": Plan(),
    "side": tokens.ChooseSide(),
    "pick-augment": augments.PickAugment(),
    **swapping.DECISIONS,
}
AUTOMATIC = {"refill": go_on_refilling}
