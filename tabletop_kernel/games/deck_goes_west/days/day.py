"""The day: untap, draw, act, discard; and whose turn it is.

The first frame is `("round", ANYONE, (phase,))`. When nothing is left on top of it, its phase is over and the next one
begins. In versus a turn is a frame `("act", seat, Turn)`; in the other modes anyone who hasn't passed may act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west import battle
from tabletop_kernel.games.deck_goes_west.cards import buying, draws, trade_offers
from tabletop_kernel.games.deck_goes_west.components import MOST_ACTIONS, MOST_DAYS
from tabletop_kernel.games.deck_goes_west.days import ending, night
from tabletop_kernel.games.deck_goes_west.days.ending import first_seat
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out, phase_after
from tabletop_kernel.games.deck_goes_west.jobs import joined_jobs, under_way
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on, sources
from tabletop_kernel.games.deck_goes_west.land import moving
from tabletop_kernel.games.deck_goes_west.state import State

MOST_ACTIONS_IN_TURN = 2  # the most in a turn of versus


def advance(state: State, emit: Emit | None) -> None:
    """Begin a phase of the day, or go on with its next player."""
    (phase,) = state.frames[-1][2]
    STEP_BY_PHASE[phase](state, emit)


def _set_phase(state: State, phase: str) -> None:
    state.frames[0] = ("round", ANYONE, (phase,))


def _morning(state: State, emit: Emit | None) -> None:
    if state.begun == MOST_DAYS and not can_days_run_out(state.rules):
        if emit:
            emit("days-enough", "ruling.bandit-tracker", EVERYONE, count=MOST_DAYS)
        ending.end_early(state, "versus.day-end", emit)
        return
    state.begun += 1
    state.acted = state.passed = 0
    state.refused, state.fed, state.worked = (), (), ()
    state.kept = [()] * state.rules.seats
    state.active = first_seat(state)
    if emit:
        days_over, limit = state.begun - 1, state.rules.board.day_end
        gone = (days_over, limit) if can_days_run_out(state.rules) else (days_over,)
        emit("day", "goal.cycle", EVERYONE, day=days_over, limit=limit, gone=gone)
    _set_phase(state, phase_after(state, "morning"))


def _untap(state: State, emit: Emit | None) -> None:
    for seat in state.living_seats():
        if emit and state.tapped >> seat & 1:
            emit("untaps", "day.untap", EVERYONE, seat=seat)
    state.tapped = 0
    _set_phase(state, phase_after(state, "untap"))


def _draw(state: State, emit: Emit | None) -> None:
    """Let everyone draw up to their hand size. Players with a full hand draw nothing, and may die."""
    _set_phase(state, phase_after(state, "draw"))
    doomed: dict[int, str] = {}
    for seat in state.clockwise(first_seat(state)):
        size = state.character_of(seat).hand
        if len(state.hand[seat]) < size:
            if draws.draw_until_deadly(state, seat, size - len(state.hand[seat]), "day.draw", emit):
                doomed[seat] = "death.danger-hand"
        elif _is_full_hand_deadly(state, seat):
            doomed[seat] = "death.full-hand"
    state.used = 0
    ending.die_together(state, doomed, emit)


def _is_full_hand_deadly(state: State, seat: int) -> bool:
    """Tell if a full hand at the Draw step is deadly."""
    ruling = state.ruling["ruling.idle-death"]
    return ruling in ("draw-test", "either") or (ruling == "both" and not state.used >> seat & 1)


# -- actions -----------------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A turn in versus."""

    done: int = 0  # actions so far
    most: int = MOST_ACTIONS_IN_TURN


def _act(state: State, emit: Emit | None) -> None:
    """Begin the next turn, or the next phase if nobody can act."""
    acting = [seat for seat in state.living_seats() if not state.passed >> seat & 1]
    if acting and _is_action_limit_reached(state):
        if emit:
            emit("actions-enough", "day.most-actions", EVERYONE, count=state.acted)
        acting = []
    if not acting:
        _set_phase(state, phase_after(state, "act"))
    elif state.rules.mode != "versus":
        state.frames.append(("act", ANYONE, Turn(0, 0)))
        if emit and state.rules.mode == "coop" and not (state.acted or state.passed):
            emit("open-order", "coop.any-order", EVERYONE)
    else:
        is_first_turn = state.active < 0 or not (state.acted or state.passed)
        seat = first_seat(state) if is_first_turn else _next_player(state, state.active)
        is_single = is_first_turn and state.p1 == seat  # without the token, the first turn is like any other
        state.active = seat
        state.frames.append(("act", seat, Turn(0, 1 if is_single else MOST_ACTIONS_IN_TURN)))
        if emit:
            emit("turn", "turn.p1-first" if is_single else "turn.one-or-two", EVERYONE, seat=seat)


def _is_action_limit_reached(state: State) -> bool:
    """Tell if the day has seen all the actions it allows."""
    return state.acted >= MOST_ACTIONS * state.rules.seats


def _next_player(state: State, seat: int) -> int:
    """Return the next player clockwise who hasn't passed."""
    seats = state.rules.seats
    order = [(seat + step) % seats for step in range(1, seats + 1)]
    return next(seat for seat in order if not (state.dead | state.passed) >> seat & 1)


def has_just_begun_day(state: State, seat: int) -> bool:
    """Tell if a versus player has just begun the day with a single action, and the next hasn't acted yet."""
    kind, owner, turn = state.frames[-1]
    is_second_turn = kind == "act" and state.acted == 1 and not state.passed and not Turn(*turn).done
    return is_second_turn and seat == state.p1 and owner == _next_player(state, seat)


class Act(Decision[State]):
    """One action: a job, a purchase, a battle or a trade; or nothing more today."""

    verbs = ("job", "buy", "trade", "move", "pass", "end")

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        if frame[1] != ANYONE:
            return (frame[1],)
        return [seat for seat in state.living_seats() if not state.passed >> seat & 1]

    def moves(self, state: State, seat: int) -> list[Move]:
        moves = _usable_jobs(state, seat)
        moves += buying.purchase_moves(state, seat)
        moves += trade_offers.trade_moves(state, seat)
        if moving.can_use_kept(state, seat):
            moves.append(("move",))
        turn = Turn(*state.frames[-1][2])
        if not self._no_end(state, turn):
            moves.append(("end",))
        if not self._no_pass(state, seat, turn, bool(moves)):
            moves.append(("pass",))
        return moves

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        return REFUSAL_BY_VERB[str(move[0])](state, seat, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        verb = str(move[0])
        if verb == "pass":
            _pass(state, seat, emit)
            return
        if verb == "end":
            state.frames.pop()
            return
        if state.rules.mode != "versus":
            state.active = seat
        state.frames.append(("action", seat, ()))
        if verb == "job":
            _begin_job(state, seat, str(move[1]), int(move[2]), emit)
        elif verb == "buy":
            buying.begin_purchase(state, seat, int(move[1]), int(move[2]), emit)
        elif verb == "trade":
            trade_offers.begin_trade(state, seat, int(move[1]), emit)
        else:
            moving.use_kept(state, seat, emit)

    @staticmethod
    def _no_end(state: State, turn: Turn) -> Verdict | None:
        """Return why a turn can't end without a pass; None if it can."""
        if state.rules.mode != "versus":
            return Verdict("day.free-order")
        return None if turn.done else Verdict("turn.one-or-two")

    @staticmethod
    def _no_pass(state: State, seat: int, turn: Turn, can_act: bool) -> Verdict | None:
        """Return why a player can't pass now; None if they can."""
        if turn.done and state.ruling["ruling.act-then-pass"] == "no":
            return Verdict("ruling.act-then-pass")
        if turn.most == 1 and can_act and state.ruling["ruling.p1-pass"] == "no":
            return Verdict("ruling.p1-pass")
        return None


def refuse_job_action(state: State, seat: int, source: str, n: int) -> Verdict | None:
    """Return why a job can't be used as an action now; None if it can."""
    jobs = jobs_on(state, seat, source)
    if 0 <= n < len(jobs) and jobs[n].is_battle:
        return battle.refuse_start(state, seat, source, n)
    return under_way.refuse_job(state, seat, source, n)


def _usable_jobs(state: State, seat: int) -> list[Move]:
    """Return the moves for all jobs that can be used now."""
    peaceful_jobs = set(under_way.usable_jobs(state, seat, lambda source, n, job: not job.is_battle and not job.event))
    return [
        ("job", source, n)
        for source in sources(state, seat)
        for n, job in enumerate(jobs_on(state, seat, source))
        if (source, n) in peaceful_jobs or (job.is_battle and battle.refuse_start(state, seat, source, n) is None)
    ]


def _begin_job(state: State, seat: int, source: str, n: int, emit: Emit | None) -> None:
    if jobs_on(state, seat, source)[n].is_battle:
        battle.start_battle(state, seat, source, n, emit)
    else:
        joined_jobs.start_action(state, seat, source, n, emit)


def _refuse_job(state: State, seat: int, move: Move) -> Verdict | None:
    is_well_formed = len(move) == len(("job", "source", "n")) and type(move[1]) is str and type(move[2]) is int
    if not is_well_formed or str(move[1]).startswith(("row", "tile ")):
        return Verdict("job.everywhere", what="no-such-job")
    return refuse_job_action(state, seat, str(move[1]), int(move[2]))


def _refuse_buy(state: State, seat: int, move: Move) -> Verdict | None:
    is_well_formed = len(move) == len(("buy", "slot", "n")) and type(move[1]) is int and type(move[2]) is int
    return buying.refuse_purchase(state, seat, int(move[1]), int(move[2])) if is_well_formed else Verdict("buy.five")


def _refuse_trade(state: State, seat: int, move: Move) -> Verdict | None:
    is_well_formed = len(move) == len(("trade", "seat")) and type(move[1]) is int
    return (
        trade_offers.refuse_trade(state, seat, int(move[1]))
        if is_well_formed
        else Verdict("trade.goods", what="trade-whom")
    )


def _refuse_move(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("ruling.unused-movement")


def _refuse_pass(state: State, seat: int, move: Move) -> Verdict:
    return ACT._no_pass(state, seat, Turn(*state.frames[-1][2]), True) or Verdict("day.actions")


def _refuse_end(state: State, seat: int, move: Move) -> Verdict:
    return ACT._no_end(state, Turn(*state.frames[-1][2])) or Verdict("day.actions")


ACT = Act()
REFUSAL_BY_VERB: dict[str, Callable[[State, int, Move], Verdict | None]] = {
    "job": _refuse_job,
    "buy": _refuse_buy,
    "trade": _refuse_trade,
    "move": _refuse_move,
    "pass": _refuse_pass,
    "end": _refuse_end,
}


def _pass(state: State, seat: int, emit: Emit | None) -> None:
    state.passed |= 1 << seat
    state.frames.pop()
    if emit:
        emit("passes", "day.actions", EVERYONE, seat=seat)


def end_action(state: State, emit: Emit | None) -> None:
    """End an action: run the events that waited for it, then count it."""
    _, seat, _ = state.frames[-1]
    if state.pending:
        state.frames += reversed(state.pending)
        state.pending = ()
        return
    state.frames.pop()
    for other in state.living_seats():
        under_way.discard_played(state, other)
    state.acted += 1
    state.refused = tuple(pair for pair in state.refused if pair[0] != seat)
    if state.ruling["ruling.pass-final"] == "no":
        state.passed = 0
    kind, owner, data = state.frames[-1]
    if kind != "act" or (owner == ANYONE and not _is_action_limit_reached(state)):
        return
    turn = Turn(*data)
    if turn.done + 1 >= turn.most or _is_action_limit_reached(state):
        state.frames.pop()
    else:
        state.frames[-1] = (kind, owner, turn._replace(done=turn.done + 1))


# -- discarding --------------------------------------------------------------------------------------------------------


def _rest(state: State, emit: Emit | None) -> None:
    _set_phase(state, phase_after(state, "rest"))
    if emit:
        emit("rest", "day.order", EVERYONE)
    order = state.clockwise(first_seat(state))
    if state.rules.mode == "versus" and state.ruling["ruling.discard-order"] == "p1-clockwise":
        state.frames += [("rest", seat, ()) for seat in reversed(order)]
    else:
        state.frames.append(("rest", ANYONE, ()))
    state.passed = 0


class Rest(Decision[State]):
    """The end of the day, when players may discard item cards."""

    verbs = ("drop", "keep")

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if anyone has something to decide; open hands without item cards don't."""
        _, owner, _ = state.frames[-1]
        if owner != ANYONE:
            if state.hand[owner] and not (state.open_hands() and not item_cards(state, owner)):
                return True
            state.frames.pop()
            return False
        if state.open_hands():
            for seat in state.living_seats():
                if not item_cards(state, seat):
                    state.passed |= 1 << seat
        if self.deciders(state, state.frames[-1]):
            return True
        state.frames.pop()
        _discard_aside(state, emit)
        state.passed = 0
        return False

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        if frame[1] != ANYONE:
            return (frame[1],)
        return [seat for seat in state.living_seats() if not state.passed >> seat & 1]

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("drop", card) for card in dict.fromkeys(item_cards(state, seat))), ("keep",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        card = move[1] if len(move) == len(("drop", "card")) else ""
        if card in state.hand[seat] and not state.is_danger(str(card)):
            return Verdict("day.discard", what="keep-all")
        if card in state.hand[seat]:
            return Verdict("day.no-danger-discard", card=card)
        return Verdict("cards.discard", card=card)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, owner, _ = state.frames[-1]
        if move[0] == "drop":
            _drop(state, seat, str(move[1]), emit)
        elif owner == ANYONE:
            state.passed |= 1 << seat
        else:
            state.frames.pop()


def item_cards(state: State, seat: int) -> list[str]:
    """Return the item cards in a hand."""
    return [card for card in state.hand[seat] if not state.is_danger(card)]


def _is_discard_secret(state: State) -> bool:
    return state.rules.mode == "versus" and state.ruling["ruling.discard-order"] == "secret"


def _drop(state: State, seat: int, card: str, emit: Emit | None) -> None:
    state.take_from_hand(seat, card)
    if not _is_discard_secret(state):
        state.put_on_discard(seat, card)
        if emit:
            emit("discards", "day.discard", EVERYONE, seat=seat, card=card)
        return
    state.aside[seat] = (*state.aside[seat], card)
    if emit:
        emit("discards", "day.discard", only(seat), seat=seat, card=card)
        emit("lays-aside", "ruling.discard-order", all_but(seat), seat=seat)


def _discard_aside(state: State, emit: Emit | None) -> None:
    """Discard the cards that were chosen in secret."""
    for seat in state.living_seats():
        for card in state.aside[seat]:
            state.put_on_discard(seat, card)
            if emit:
                emit("discards", "ruling.discard-order", EVERYONE, seat=seat, card=card)
        state.aside[seat] = ()


# -- the end of the day ------------------------------------------------------------------------------------------------


def _evening(state: State, emit: Emit | None) -> None:
    """Check for two deaths that a ruling may put here: too much danger, or a day without using a card."""
    _set_phase(state, phase_after(state, "evening"))
    doomed: dict[int, str] = {}
    for seat in state.living_seats():
        is_idle = not state.used >> seat & 1 and state.hand[seat]
        if state.ruling["ruling.danger-death-time"] == "end-of-day" and draws.has_too_much_danger(state, seat):
            doomed[seat] = "death.danger-hand"
        elif is_idle and state.ruling["ruling.idle-death"] in ("played-test", "either"):
            doomed[seat] = "death.full-hand"
    ending.die_together(state, doomed, emit, evening=True)


def _night(state: State, emit: Emit | None) -> None:
    state.active = ANYONE
    if emit:
        emit("night", "goal.cycle", EVERYONE, day=state.day)
    night.begin_night(state, emit)


STEP_BY_PHASE: dict[str, Callable[[State, Emit | None], None]] = {
    "morning": _morning,
    "untap": _untap,
    "draw": _draw,
    "act": _act,
    "rest": _rest,
    "evening": _evening,
    "night": _night,
}
