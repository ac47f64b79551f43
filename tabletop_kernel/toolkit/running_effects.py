"""Effects in progress, carried out one operation at a time.

A running effect is a frame `(kind, seat, (key, at, it, …))` on the state's stack: the effect, its next operation, the
card that the last one moved, and data of the game's own. So an effect that waits for a choice, or for another effect
that it triggered, can be copied, saved and shown like any other decision.

Every effect ends, because its operations only lead forward. Each game limits how often effects trigger others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import Decision, DecisionState
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.toolkit.card_language import COMPARISONS, MAX_DIGITS, Act, Condition, Effect, Op, Rate

F = TypeVar("F", bound=DecisionState)
Doer = Callable[[F, int, Data, Act, Emit | None], None]


class Machine(ABC, Generic[F]):
    """A runner of effects, one operation at a time, so that choices and other effects can come in between.

    `advance` is the automatic function for frames of this `kind`. A doer carries out one act as far as possible: it
    changes the table, or puts a choice or another effect on the stack.
    """

    kind = "effect"
    doers: Mapping[str, Doer[F]]

    @abstractmethod
    def effect(self, state: F, key: str) -> Effect:
        """Return the effect with this key."""

    @abstractmethod
    def amount(self, state: F, seat: int, data: Data, word: str) -> int | None:
        """Return an amount that a test or rate counts; None if there is nothing to count, which fails every test."""

    def fact(self, state: F, seat: int, data: Data, word: str) -> bool:
        """Tell if a fact is true. Raise LookupError in a game without facts."""
        raise LookupError(f"this game has no fact '{word}'")

    def able(self, state: F, seat: int, data: Data, act: Act) -> bool:
        """Tell if an offered act can be done in full."""
        return True

    def is_cut_off(self, state: F, seat: int, data: Data) -> bool:
        """Tell if the rest of a running effect is lost."""
        return False

    def left_out(self, state: F, seat: int, data: Data, op: Op, emit: Emit | None) -> None:
        """React to a skipped step: its condition fails, or its offer is impossible."""
        return

    def asks(self, state: F, seat: int, data: Data, act: Act) -> OpenDecision | None:
        """Return the frame of the choice that an act needs, or None."""
        return None

    def begin(self, state: F, seat: int, key: str, *more: object) -> None:
        """Put an effect on the stack, to run next."""
        state.frames.append((self.kind, seat, (key, 0, "", *more)))

    def advance(self, state: F, emit: Emit | None) -> None:
        """Run the next operation of the top effect; tests that pass run together with the operation after them."""
        frames = state.frames
        kind, seat, data = frames[-1]
        key, at = data[0], data[1]
        ops = self.effect(state, key).ops
        if at >= len(ops) or self.is_cut_off(state, seat, data):
            frames.pop()
            return
        op = ops[at]
        if op.tests:
            for test in op.tests:
                if not self.holds(state, seat, data, test):
                    self._leave_out(state, op, len(ops), emit)
                    return
            at += 1
            data = (key, at, *data[2:])
            frames[-1] = (kind, seat, data)
            op = ops[at]
        if not op.offer:
            done = self._do(state, op, emit)
            if at + 1 == len(ops) and frames and frames[-1] is done:
                frames.pop()  # that was the last act, and it added nothing to the stack
        elif self.able(state, seat, data, op.act):  # type: ignore[arg-type]
            frames.append(("offer", seat, ()))
        else:
            self._leave_out(state, op, len(ops), emit)

    def _leave_out(self, state: F, op: Op, last: int, emit: Emit | None) -> None:
        """Skip a step. It moves no card, so the next step has no “it”."""
        kind, seat, data = state.frames[-1]
        if op.skip == last:
            state.frames.pop()
        else:
            state.frames[-1] = (kind, seat, (data[0], op.skip, "", *data[3:]))
        self.left_out(state, seat, data, op, emit)

    def carry_out(self, state: F, emit: Emit | None) -> None:
        """Do the next act of the top effect, and move past it."""
        key, at = state.frames[-1][2][:2]
        self._do(state, self.effect(state, key).ops[at], emit)

    def _do(self, state: F, op: Op, emit: Emit | None) -> OpenDecision:
        """Do an act, and return the frame in which its effect continues."""
        kind, seat, data = state.frames[-1]
        act = op.act
        assert act is not None
        after = state.frames[-1] = (kind, seat, (data[0], data[1] + 1, "", *data[3:]))
        self.doers[act.verb](state, seat, data, act, emit)
        return after

    def leave(self, state: F) -> None:
        """Skip the rest of the step."""
        kind, seat, (key, at, _, *more) = state.frames[-1]
        ops = self.effect(state, key).ops
        if ops[at].skip == len(ops):
            state.frames.pop()
        else:
            state.frames[-1] = (kind, seat, (key, ops[at].skip, "", *more))

    def moved(self, state: F, card: str) -> None:
        """Note that the top effect moved this card, so that its next step may call it “it”."""
        kind, seat, (key, at, _, *more) = state.frames[-1]
        state.frames[-1] = (kind, seat, (key, at, card, *more))

    def holds(self, state: F, seat: int, data: Data, test: Condition) -> bool:
        """Tell if a test passes."""
        if not test.compare:
            return self.fact(state, seat, data, test.left)
        left = self.amount(state, seat, data, test.left)
        right = test.right if isinstance(test.right, int) else self.amount(state, seat, data, test.right)
        return left is not None and right is not None and COMPARISONS[test.compare](left, right)

    def holding(self, state: F, seat: int, data: Data) -> Effect:
        """Return an effect without the steps whose conditions fail now."""
        steps = self.effect(state, data[0]).steps
        return Effect(tuple(step for step in steps if all(self.holds(state, seat, data, test) for test in step.tests)))

    def times(self, state: F, seat: int, data: Data, number: int, rate: Rate | None) -> int:
        """Return a number multiplied by its rate."""
        if rate is None:
            return number
        total = number * ((self.amount(state, seat, data, rate.amount) or 0) // rate.each)
        return total if rate.most is None else min(total, rate.most)


class EffectChoice(Decision[F]):
    """A choice that an effect needs. Its frame is on top of the effect's."""

    verb = ""

    def __init__(self) -> None:
        self.verbs = (self.verb,)

    @abstractmethod
    def picks(self, state: F, seat: int, data: Data) -> Sequence[tuple[str, ...]]:
        """Return the picks that may follow the verb; `data` comes from the choice's frame."""

    @abstractmethod
    def pick(self, state: F, seat: int, picked: tuple[str, ...], emit: Emit | None) -> None:
        """Carry out a pick; the choice's frame is still on the stack."""

    @abstractmethod
    def refusal(self, state: F, seat: int, move: Move) -> Verdict:
        """Return why another pick isn't possible."""

    def due(self, state: F, emit: Emit | None) -> bool:
        """Tell if there is still something to pick; if not, take the frame off. Under some rulings picks can vanish."""
        _, seat, data = state.frames[-1]
        if self.picks(state, seat, data):
            return True
        state.frames.pop()
        return False

    def moves(self, state: F, seat: int) -> list[Move]:
        return [(self.verb, *picked) for picked in self.picks(state, seat, state.frames[-1][2])]

    def refuse(self, state: F, seat: int, move: Move) -> Verdict:
        return self.refusal(state, seat, move)

    def apply(self, state: F, seat: int, move: Move, emit: Emit | None) -> None:
        self.pick(state, seat, tuple(map(str, move[1:])), emit)


class EffectOffer(Decision[F]):
    """An offer by `may`: do it or leave it. Its frame is on top of the effect's.

    If doing it means picking something, each pick is a move.
    """

    def __init__(self, machine: Machine[F], rule: str, choices: Mapping[str, EffectChoice[F]] | None = None) -> None:
        self._machine, self._rule, self._choices = machine, rule, choices or {}
        self.verbs = ("do", "leave", *(choice.verb for choice in self._choices.values()))

    def asked(self, state: F) -> tuple[EffectChoice[F], Data] | None:
        """Return the choice behind “do”, with the data of its frame; None if there is nothing to pick."""
        _, seat, data = state.frames[-2]
        act = self._machine.effect(state, data[0]).ops[data[1]].act
        assert act is not None
        frame = self._machine.asks(state, seat, data, act)
        return (self._choices[frame[0]], frame[2]) if frame else None

    def moves(self, state: F, seat: int) -> list[Move]:
        asked = self.asked(state)
        if asked is None:
            return [("do",), ("leave",)]
        choice, data = asked
        verb = choice.verb
        moves: list[Move] = [(verb, *picked) for picked in choice.picks(state, seat, data)]
        moves.append(("leave",))
        return moves

    def refuse(self, state: F, seat: int, move: Move) -> Verdict:
        choice_and_data = self.asked(state)
        if choice_and_data is not None and move[0] == choice_and_data[0].verb:
            return choice_and_data[0].refusal(state, seat, move)
        return Verdict(self._rule)

    def apply(self, state: F, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "leave":
            self._machine.leave(state)
            return
        self._machine.carry_out(state, emit)
        if move[0] != "do":
            self._choices[state.frames[-1][0]].apply(state, seat, move, emit)


def is_count(data: Data) -> bool:
    """Tell if these can be the data of a choice that repeats: one number from 1 up."""
    return len(data) == 1 and type(data[0]) is int and 1 <= data[0] < 10**MAX_DIGITS


def is_running(effects: Mapping[str, Effect], data: Data, more: int = 0) -> bool:
    """Tell if these can be the data of a running effect, with `more` texts that the game adds."""
    return (
        len(data) == 3 + more
        and all(type(part) is str for part in (data[0], *data[2:]))
        and type(data[1]) is int
        and data[0] in effects
        and 0 <= data[1] <= len(effects[data[0]].ops)
    )
