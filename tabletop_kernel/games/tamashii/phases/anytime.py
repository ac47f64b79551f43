"""Moves that are possible at any time, whatever the decision: learning steps, and some diary cards.

They are not frames: the game keeps them aside (`DecisionGame.aside`). Their effects run at once, on top of the current
decision, which is then checked again.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.state import State

LEARNT_MARK = "moment:learn"  # a mark for each step completed since the player's last other move
OF_COMBAT = "defeated this combat"  # a learning step's condition that is reset as a Combat ends
MOST_STEPS_AT_ONCE = 2  # the most steps in one moment, if a ruling limits them


def end_learning_moment(state: State, seat: int) -> None:
    """Begin a new moment for learning after another move, unless that move only answered a question from a step."""
    if LEARNT_MARK in state.used[seat] and not _is_step_running(state, seat):
        state.used[seat] = tuple(mark for mark in state.used[seat] if mark != LEARNT_MARK)


def _is_step_running(state: State, seat: int) -> bool:
    """Tell if the effect of a player's learning step is still running."""
    return any(
        kind == "effect" and owner == seat and str(data[0]).startswith(line_keys.PROTOCOL)
        for kind, owner, data in state.frames
    )


def refuse_step(state: State, seat: int) -> Verdict | None:
    """Return why a player can't complete a learning step now, or None."""
    if state.turn == 0:
        return Verdict("turn.phases")
    if not state.protocol[seat]:
        return _why_no_protocol(state)
    steps = state.rules.content.protocols[state.protocol[seat]].steps
    done = state.learned[seat]
    if done >= len(steps):
        return Verdict("learn.done")
    if refusal := _refuse_moment(state, seat):
        return refusal
    if not running.holds(state, seat, steps[done][0]):
        later = any(running.holds(state, seat, tests) for tests, _ in steps[done + 1 :])
        return Verdict("learn.order" if later else "learn.anytime", what="later" if later else "not-met", step=done + 1)
    if state.ruling["ruling.learn.three"] == "two" and state.used[seat].count(LEARNT_MARK) >= MOST_STEPS_AT_ONCE:
        return Verdict("ruling.learn.three")
    return None


def is_step_lost_with_combat(state: State, seat: int) -> bool:
    """Tell if the player can complete a learning step now that counts defeats in this Combat."""
    if refuse_step(state, seat) is not None:
        return False
    tests = state.rules.content.protocols[state.protocol[seat]].steps[state.learned[seat]][0]
    return any(test.left == OF_COMBAT for test in tests)


def _why_no_protocol(state: State) -> Verdict:
    """Return why a player has no learning protocol."""
    if state.rules.mode == "versus":
        return Verdict("comp.no-protocols")
    return Verdict("setup.prologue-skips", what="learning protocols") if state.rules.prologue else Verdict("learn.one")


def _refuse_moment(state: State, seat: int) -> Verdict | None:
    """Return why a player can't do anything at this moment, or None."""
    if state.is_out(seat):
        return Verdict("reset.skip-phase")
    own = state.phase == "planning" or state.active == seat
    return None if own or state.ruling["ruling.learn.when"] == "any" else Verdict("ruling.learn.when")


def refuse_diary(state: State, seat: int) -> Verdict | None:
    """Return why a player can't use a diary card now, or None."""
    card = state.diary[seat]
    if "diary" not in state.rules.modules:
        return Verdict("diary.include")
    if not card:
        return Verdict("diary.one", what="used" if "game:diary" in state.used[seat] else "none")
    name = f"diary.{card}"
    if state.turn == 0:
        return Verdict("turn.phases")
    return (
        None
        if name in abilities.usable_names(state, seat, abilities.ANY)
        else abilities.why_not_usable(state, seat, name, abilities.ANY)
    )


def as_listed(state: State, seat: int, move: Move) -> Move:
    """Return a move as `moves` writes it: to use an anytime diary card is `("diary",)`."""
    card = state.diary[seat] if 0 <= seat < state.rules.seats else ""
    if card and move == ("use", f"diary.{card}") and state.rules.content.diary[card].use.when == abilities.ANY:
        return ("diary",)
    return move


def other_abilities(state: State, seat: int) -> list[str]:
    """Return the anytime abilities besides the diary card."""
    if state.turn == 0:
        return []
    return [name for name in abilities.usable_names(state, seat, abilities.ANY) if not name.startswith("diary.")]


class AtAnyTime(Decision[State]):
    """Complete the next learning step, use the diary card, or use another anytime ability."""

    verbs = ("learn", "diary", "anytime")

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        return [seat for seat in state.clockwise() if self.moves(state, seat)]

    def moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = [("learn",)] if refuse_step(state, seat) is None else []
        moves += [("diary",)] if refuse_diary(state, seat) is None else []
        return moves + [("anytime", name) for name in other_abilities(state, seat)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "anytime" and has_arguments(move, 1):
            name = str(move[1])
            return self._no_other(state, seat, name)
        if len(move) > 1 or move[0] == "anytime":
            return Verdict("table.unknown", move=" ".join(map(str, move)))
        return refuse_step(state, seat) if move[0] == "learn" else refuse_diary(state, seat)

    @staticmethod
    def _no_other(state: State, seat: int, name: str) -> Verdict:
        if name.startswith("diary."):
            return Verdict("table.form", problem="use a diary card with 'diary'")
        return Verdict("turn.phases") if state.turn == 0 else abilities.why_not_usable(state, seat, name, abilities.ANY)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] != "learn":
            name = str(move[1]) if move[0] == "anytime" else f"diary.{state.diary[seat]}"
            abilities.use_ability(state, seat, name, emit, abilities.ANY)
            return
        step = state.learned[seat]
        protocol = state.protocol[seat]
        state.learned[seat] = step + 1
        together = LEARNT_MARK in state.used[seat]
        abilities.add_mark(state, seat, LEARNT_MARK)
        if emit:
            rule = "learn.two" if together else "learn.mark"
            emit("learns", rule, EVERYONE, seat=seat, protocol=protocol, step=step + 1)
        running.begin_line(state, seat, line_keys.step(protocol, step))


ANYTIME = AtAnyTime()
