"""Planning: the trace roll, the refill and the Program step, with windows around them in which players upgrade.

A window is a decision in open order, `("plan", ANYONE, Window)`: whoever is not done may act, one move at a time. Where
a ruling lets players plan one after another, its seat is the one player whose window it is. The window «program» is the
Program step itself; the others pass by themselves when nobody can do anything in them but trade, which can wait for the
Program step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.decisions import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Frame, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import CATIE, EMPTY, SLOTS, STRIKE, SURGE, TRACE_DICE
from tabletop_kernel.games.tamashii.fighting import enemies, rolling
from tabletop_kernel.games.tamashii.gear import abilities, augments, swapping
from tabletop_kernel.games.tamashii.launch import launcher, tokens
from tabletop_kernel.games.tamashii.modes import city
from tabletop_kernel.games.tamashii.pack import keys
from tabletop_kernel.games.tamashii.phases import trace, upgrading
from tabletop_kernel.games.tamashii.state import State

BEGIN, ROLLED, PROGRAM = "begin", "rolled", "program"  # the windows, in order
NO_TRACE_ROLL = "turn:no-trace-roll"  # the mark of a player whose trace roll is left out in this turn
TRACE_ROLL = "turn:trace-roll"  # the mark of a player who has rolled for trace in this turn
MOVING = ("slide", "switch")


class Window(NamedTuple):
    name: str
    done: int = 0  # seats that are through with it
    begun: int = 0  # seats that have moved a token in it


# -- the trace roll ----------------------------------------------------------------------------------------------------


def trace_roll(state: State, seat: int, emit: Emit | None) -> None:
    """A player rolls for trace: as many dice as the track shows, and none in the first turn."""
    if not state.rules.traced or state.is_out(seat):
        return
    if state.turn <= 1:
        if seat == state.first and emit:
            emit("no-trace-roll", "trace.skip-first", EVERYONE)
        return
    if not will_roll(state, seat):
        return
    if seat == state.first and state.rules.seats > 1 and emit:
        emit("trace-rolls", "trace.order", EVERYONE, seat=seat)
    abilities.mark(state, seat, TRACE_ROLL)
    rolling.roll(state, seat, "trace", TRACE_DICE[state.trace[seat]], emit)


def will_roll(state: State, seat: int) -> bool:
    """Whether a trace roll with dice waits for a player."""
    rolls = state.rules.traced and state.turn > 1 and TRACE_DICE[state.trace[seat]] > 0
    return rolls and not state.is_out(seat) and NO_TRACE_ROLL not in state.used[seat]


def rolls_ahead(state: State, owner: int) -> bool:
    """Whether anybody will roll for trace behind a window, which is one player's or everybody's."""
    return any(will_roll(state, seat) for seat in (state.clockwise() if owner == ANYONE else (owner,)))


def has_rolled(state: State, owner: int) -> bool:
    """Whether anybody has rolled for trace before a window, which is one player's or everybody's."""
    return any(TRACE_ROLL in state.used[seat] for seat in (state.clockwise() if owner == ANYONE else (owner,)))


def after_trace_roll(state: State, seat: int, dice: str, emit: Emit | None) -> None:
    """The symbols that spawn bring an enemy each; if one came, trace falls to 0."""
    surges = dice.count(SURGE) if state.ruling["ruling.trace.symbols"] == "strike-surge" else 0
    spawning = dice.count(STRIKE) + surges
    if not spawning:
        if emit:
            emit("no-spawn", "trace.no-spawn", EVERYONE, seat=seat)
        return
    drawn = 0
    for number, rule in ((dice.count(STRIKE), "trace.spawn"), (surges, "ruling.trace.symbols")):
        if number:
            drawn += enemies.attach(state, seat, number, rule, emit)
    if drawn:
        trace.to_zero(state, seat, "trace.zero-after-spawn", emit)
    elif state.ruling["ruling.trace.no-card"] == "zero" and state.trace[seat]:
        trace.to_zero(state, seat, "ruling.trace.no-card", emit)
    elif emit:
        emit("trace-stays", "ruling.trace.no-card", EVERYONE, seat=seat, trace=state.trace[seat])


rolling.AFTER["trace"] = after_trace_roll


# -- the refill --------------------------------------------------------------------------------------------------------


def refill(state: State, seat: int, emit: Emit | None) -> None:
    """A player refills the launcher; after a reset in this phase only if the ruling says so."""
    if state.is_out(seat) and state.ruling["ruling.reset.planning"] == "nothing":
        if emit:
            emit("no-refill", "ruling.reset.planning", EVERYONE, seat=seat)
        return
    state.frames.append(("refill", seat, ()))


def to_fill(state: State, seat: int) -> list[int]:
    """The highlighted slots that are empty, in the order in which they are filled."""
    order = launcher.READING[state.ruling["ruling.refill.direction"]]
    return [slot for slot in order if state.grid[seat][slot] == EMPTY and state.lit(slot)]


def go_on_refilling(state: State, emit: Emit | None) -> None:
    """Fill slot by slot; a Catie token stops it until its side is chosen."""
    seat = state.frames[-1][1]
    drawn = ""
    slots: list[int] = []
    for slot in to_fill(state, seat):
        if not state.bag[seat]:
            _tell(state, seat, drawn, slots, emit)
            drawn, slots = "", []
        token = tokens.draw(state, seat, emit)
        if not token:
            if emit:
                emit("nothing-to-draw", "refill.fills-all", EVERYONE, seat=seat)
            break
        drawn, slots = drawn + token, [*slots, slot]
        tokens.put(state, seat, slot, token, emit)
        if token == CATIE:
            _tell(state, seat, drawn, slots, emit)
            return
    _tell(state, seat, drawn, slots, emit)
    state.frames.pop()


def _tell(state: State, seat: int, drawn: str, slots: list[int], emit: Emit | None) -> None:
    if drawn and emit:
        rule = "refill.order" if len(slots) > 1 else "refill.light"
        emit("refills", rule, EVERYONE, seat=seat, tokens=drawn, slots=[SLOTS[slot] for slot in slots])


# -- windows -----------------------------------------------------------------------------------------------------------


def open_window(state: State, name: str, emit: Emit | None, seat: int = ANYONE) -> None:
    """Players may upgrade, and in the Program step move tokens: all at will, or one alone."""
    state.frames.append(("plan", seat, Window(name)[:]))
    for one in state.clockwise() if seat == ANYONE else (seat,):
        if state.is_out(one):
            continue
        if name == PROGRAM:
            state.moves_left[one] = max(0, state.body(one).pro + abilities.modifier(state, one, keys.PRO))
            if emit:
                emit("may-program", "prog.moves", EVERYONE, seat=one, count=state.moves_left[one])
        elif name == BEGIN:
            city.check(state, one, "planning", emit)


class Plan(Decision[State]):
    """Upgrade, trade, use what cards allow in Planning, move tokens in the Program step; then be done."""

    verbs = (*MOVING, *upgrading.VERBS, "trade", "use", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        frame = state.frames[-1]
        if self.deciders(state, frame):
            return True
        if frame[2][0] == PROGRAM:
            for seat in range(state.rules.seats):
                state.moves_left[seat] = 0
        state.frames.pop()
        return False

    def deciders(self, state: State, frame: Frame) -> Sequence[int]:
        window, left = Window(*frame[2]), _not_through(state, frame)
        if window.name == PROGRAM:
            return left
        return [seat for seat in left if _is_asked(state, seat, window)]

    def welcome(self, state: State, frame: Frame) -> Sequence[int]:
        """While somebody else has something to do, the others may begin a trade."""
        if frame[2][0] == PROGRAM or not (asked := self.deciders(state, frame)):
            return ()
        others = [seat for seat in _not_through(state, frame) if seat not in asked]
        return [seat for seat in others if next(swapping.openings(state, seat), None) is not None]

    def open_to(self, state: State, frame: Frame, seat: int) -> bool:
        """Who has something to do in a window may act, whatever the others have."""
        window = Window(*frame[2])
        if seat not in _not_through(state, frame):
            return False
        return window.name == PROGRAM or _is_asked(state, seat, window) or seat in self.welcome(state, frame)

    def moves(self, state: State, seat: int) -> list[Move]:
        found = list(_options(state, seat, window_of(state)))
        return found if self.judge(state, seat, ("done",)) else [*found, ("done",)]

    def judge(self, state: State, seat: int, move: Move) -> Verdict | None:
        window, verb = window_of(state), str(move[0])
        if verb in MOVING:
            return _no_program(state, seat, window, move)
        if verb == "done":
            return _not_done(state, seat, window, move)
        if verb == "use":
            return abilities.judge_use(state, seat, move, _moments(window))
        if _underway(state, seat, window):
            return Verdict("ruling.plan.windows")
        return swapping.why_not(state, seat, move) if verb == "trade" else upgrading.why_not(state, seat, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        window, verb = window_of(state), str(move[0])
        kind, owner, _ = state.frames[-1]
        if verb in MOVING:
            state.moves_left[seat] -= 1
            state.frames[-1] = (kind, owner, window._replace(begun=window.begun | 1 << seat)[:])
            launcher.program(state, seat, move, f"prog.{verb}", emit)
        elif verb == "done":
            state.frames[-1] = (kind, owner, window._replace(done=window.done | 1 << seat)[:])
            _tell_done(state, seat, window, emit)
        elif verb == "use":
            _use(state, seat, str(move[1]), window, emit)
        elif verb == "trade":
            swapping.begin(state, seat, int(move[1]))
        else:
            upgrading.apply(state, seat, move, emit)


def unnoted(frame: Frame) -> Frame:
    """A frame without the note of who has begun to program: it only closes the other steps to them."""
    kind, owner, data = frame
    return (kind, owner, Window(*data)._replace(begun=0)[:]) if kind == "plan" else frame


def _not_through(state: State, frame: Frame) -> list[int]:
    """Whose window it is, without those who are done with it or out."""
    seats = state.clockwise() if frame[1] == ANYONE else [frame[1]]
    away = Window(*frame[2]).done | state.out
    return [seat for seat in seats if not away >> seat & 1]


def _is_asked(state: State, seat: int, window: Window) -> bool:
    """Whether a player has anything to do in a window but trade."""
    return any(move[0] != "trade" for move in _options(state, seat, window))


def window_of(state: State) -> Window:
    """The window on top of the stack."""
    return Window(*state.frames[-1][2])


def in_program(state: State) -> bool:
    """Whether the window on top of the stack is the Program step."""
    return window_of(state).name == PROGRAM


def _moments(window: Window) -> tuple[str, ...]:
    """The timings of abilities that belong to a window."""
    return ("planning", *_OWN_MOMENTS.get(window.name, ()))


_OWN_MOMENTS = {BEGIN: ("before-trace",), PROGRAM: ("program",)}


def underway(state: State, seat: int) -> bool:
    """The same, of the window on top of the stack."""
    return _underway(state, seat, window_of(state))


def _underway(state: State, seat: int, window: Window) -> bool:
    """Whether a player is in the middle of a step, where upgrades belong between steps."""
    return bool(window.begun >> seat & 1) and state.ruling["ruling.plan.windows"] == "between-steps"


def _options(state: State, seat: int, window: Window) -> Iterator[Move]:
    """Everything that a player can do in a window but be done, in a fixed order."""
    if window.name == PROGRAM and state.moves_left[seat]:
        yield from launcher.program_moves(state, seat)
    if not _underway(state, seat, window):
        yield from upgrading.options(state, seat)
        yield from swapping.openings(state, seat)
    usable = (name for when in _moments(window) for name in abilities.usable(state, seat, when))
    yield from (("use", name) for name in dict.fromkeys(usable))


def _no_program(state: State, seat: int, window: Window, move: Move) -> Verdict | None:
    """Why a token cannot be moved."""
    if window.name != PROGRAM:
        return Verdict("plan.steps")
    if not state.moves_left[seat]:
        return Verdict("prog.moves")
    return launcher.why_not(state, seat, move)


def _not_done(state: State, seat: int, window: Window, move: Move) -> Verdict | None:
    """Why a player cannot go on yet."""
    if len(move) > 1:
        return Verdict("table.form", problem="write just 'done'")
    left = state.moves_left[seat] if window.name == PROGRAM else 0
    if left and state.ruling["ruling.prog.must"] == "must" and launcher.program_moves(state, seat):
        return Verdict("ruling.prog.must", count=left)
    return None


def _tell_done(state: State, seat: int, window: Window, emit: Emit | None) -> None:
    """Whoever goes on says so in every window; behind the last of them Planning is over for that player."""
    if window.name != PROGRAM:
        if emit:
            emit("goes-on", "plan.upgrade-anytime", EVERYONE, seat=seat)
        return
    left, state.moves_left[seat] = state.moves_left[seat], 0
    if emit and left:
        emit("stops-early", "prog.optional", EVERYONE, seat=seat, count=left)
    elif emit:
        emit("planned", "plan.simultaneous", EVERYONE, seat=seat)


def _use(state: State, seat: int, name: str, window: Window, emit: Emit | None) -> None:
    """Use an ability at the first of the window's moments at which it helps."""
    when = next(when for when in _moments(window) if name in abilities.usable(state, seat, when))
    abilities.use(state, seat, name, emit, when)


DECISIONS: dict[str, Decision[State]] = {
    "plan": Plan(),
    "side": tokens.ChooseSide(),
    "pick-augment": augments.PickAugment(),
    **swapping.DECISIONS,
}
AUTOMATIC = {"refill": go_on_refilling}
