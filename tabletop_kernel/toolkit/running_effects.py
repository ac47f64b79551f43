"""Effects being carried out, one operation at a time.

A running effect is a frame `(kind, seat, (key, at, it, …))` on the state's stack: which effect, which operation comes
next, the card that the last one moved, and whatever the game adds. So an effect that waits for a choice, or for another
effect that it set off, can be copied, saved and shown like any other decision.

Every effect ends: its operations only ever lead forward. How often effects set off others is the game's to limit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from tabletop_kernel.contract.decisions import Decision, FramedState
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Frame, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.toolkit.effects import COMPARE, MAX_DIGITS, Act, Condition, Effect, Op, Rate

F = TypeVar("F", bound=FramedState)
Data = tuple[Any, ...]  # (key, at, it, …) of the frame of a running effect
Doer = Callable[[F, int, Data, Act, Emit | None], None]


class Machine(ABC, Generic[F]):
    """Carries out effects, one operation at a time, so that choices and other effects can come between.

    `advance` is the automatic function of the frames of this `kind`. A doer carries out one act: it changes the table,
    puts a choice or another effect on top of the stack, and does as much as is possible.
    """

    kind = "effect"
    doers: Mapping[str, Doer[F]]

    @abstractmethod
    def effect(self, state: F, key: str) -> Effect:
        """The effect with this key."""

    @abstractmethod
    def amount(self, state: F, seat: int, data: Data, word: str) -> int | None:
        """What is counted; None if there is nothing to count, so that every test of it fails."""

    def fact(self, state: F, seat: int, data: Data, word: str) -> bool:
        """Whether a fact holds; a language without facts never asks."""
        raise LookupError(f"this game has no fact '{word}'")

    def able(self, state: F, seat: int, data: Data, act: Act) -> bool:
        """Whether an act that is offered can be done in full."""
        return True

    def over(self, state: F, seat: int, data: Data) -> bool:
        """Whether the rest of a running effect is lost."""
        return False

    def left_out(self, state: F, seat: int, data: Data, op: Op, emit: Emit | None) -> None:
        """A step is left out: its condition does not hold, or what it offers is not possible."""
        return

    def asks(self, state: F, seat: int, data: Data, act: Act) -> Frame | None:
        """The frame of the choice that an act asks for; None if it asks for nothing."""
        return None

    def begin(self, state: F, seat: int, key: str, *more: Any) -> None:
        """Let an effect run next, before whatever is on the stack."""
        state.frames.append((self.kind, seat, (key, 0, "", *more)))

    def advance(self, state: F, emit: Emit | None) -> None:
        """The next operation of the effect on top of the stack; tests that hold, and the one that they lead to."""
        frames = state.frames
        kind, seat, data = frames[-1]
        key, at = data[0], data[1]
        ops = self.effect(state, key).ops
        if at >= len(ops) or self.over(state, seat, data):
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
                frames.pop()  # that was the last act, and nothing lies on it
        elif self.able(state, seat, data, op.act):  # type: ignore[arg-type]
            frames.append(("offer", seat, ()))
        else:
            self._leave_out(state, op, len(ops), emit)

    def _leave_out(self, state: F, op: Op, last: int, emit: Emit | None) -> None:
        """Go on behind a step; it moves nothing, so the next one has no «it»."""
        kind, seat, data = state.frames[-1]
        if op.skip == last:
            state.frames.pop()
        else:
            state.frames[-1] = (kind, seat, (data[0], op.skip, "", *data[3:]))
        self.left_out(state, seat, data, op, emit)

    def carry_out(self, state: F, emit: Emit | None) -> None:
        """Do the act that is next, and go on behind it."""
        key, at = state.frames[-1][2][:2]
        self._do(state, self.effect(state, key).ops[at], emit)

    def _do(self, state: F, op: Op, emit: Emit | None) -> Frame:
        """Carry out an act; the frame with which the effect goes on behind it."""
        kind, seat, data = state.frames[-1]
        act = op.act
        assert act is not None
        after = state.frames[-1] = (kind, seat, (data[0], data[1] + 1, "", *data[3:]))
        self.doers[act.verb](state, seat, data, act, emit)
        return after

    def leave(self, state: F) -> None:
        """Leave out the rest of the step."""
        kind, seat, (key, at, _, *more) = state.frames[-1]
        ops = self.effect(state, key).ops
        if ops[at].skip == len(ops):
            state.frames.pop()
        else:
            state.frames[-1] = (kind, seat, (key, ops[at].skip, "", *more))

    def moved(self, state: F, card: str) -> None:
        """The effect on top of the stack has moved a card: the next step may call it «it»."""
        kind, seat, (key, at, _, *more) = state.frames[-1]
        state.frames[-1] = (kind, seat, (key, at, card, *more))

    def holds(self, state: F, seat: int, data: Data, test: Condition) -> bool:
        if not test.compare:
            return self.fact(state, seat, data, test.left)
        left = self.amount(state, seat, data, test.left)
        right = test.right if isinstance(test.right, int) else self.amount(state, seat, data, test.right)
        return left is not None and right is not None and COMPARE[test.compare](left, right)

    def holding(self, state: F, seat: int, data: Data) -> Effect:
        """An effect as far as it goes now: without the steps whose conditions do not hold."""
        steps = self.effect(state, data[0]).steps
        return Effect(tuple(step for step in steps if all(self.holds(state, seat, data, test) for test in step.tests)))

    def times(self, state: F, seat: int, data: Data, number: int, rate: Rate | None) -> int:
        """A number, multiplied as its rate says."""
        if rate is None:
            return number
        total = number * ((self.amount(state, seat, data, rate.amount) or 0) // rate.each)
        return total if rate.most is None else min(total, rate.most)


class EffectChoice(Decision[F]):
    """Something is picked. The frame lies on the effect that asks."""

    verb = ""

    def __init__(self) -> None:
        self.verbs = (self.verb,)

    @abstractmethod
    def picks(self, state: F, seat: int, data: Data) -> Sequence[tuple[str, ...]]:
        """What may follow the verb; `data` are those of the frame."""

    @abstractmethod
    def pick(self, state: F, seat: int, picked: tuple[str, ...], emit: Emit | None) -> None:
        """Do it; the frame is still there."""

    @abstractmethod
    def refusal(self, state: F, seat: int, move: Move) -> Verdict:
        """Why something else cannot be picked."""

    def due(self, state: F, emit: Emit | None) -> bool:
        """A choice that was open when it was asked for may have gone since (under some rulings)."""
        _, seat, data = state.frames[-1]
        if self.picks(state, seat, data):
            return True
        state.frames.pop()
        return False

    def moves(self, state: F, seat: int) -> list[Move]:
        return [(self.verb, *picked) for picked in self.picks(state, seat, state.frames[-1][2])]

    def judge(self, state: F, seat: int, move: Move) -> Verdict | None:
        return None if move in self.moves(state, seat) else self.refusal(state, seat, move)

    def apply(self, state: F, seat: int, move: Move, emit: Emit | None) -> None:
        self.pick(state, seat, tuple(map(str, move[1:])), emit)


class EffectOffer(Decision[F]):
    """What a `may` offers: do it or leave it. Where doing it means to pick something, the pick alone is the move.

    The frame lies on the effect that offers.
    """

    def __init__(self, machine: Machine[F], rule: str, choices: Mapping[str, EffectChoice[F]] | None = None) -> None:
        self._machine, self._rule, self._choices = machine, rule, choices or {}
        self.verbs = ("do", "leave", *(choice.verb for choice in self._choices.values()))

    def asked(self, state: F) -> tuple[EffectChoice[F], Data] | None:
        """The choice that doing it means, with the data of its frame."""
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
        found: list[Move] = [(verb, *picked) for picked in choice.picks(state, seat, data)]
        found.append(("leave",))
        return found

    def judge(self, state: F, seat: int, move: Move) -> Verdict | None:
        if move in self.moves(state, seat):
            return None
        asked = self.asked(state)
        if asked is not None and move[0] == asked[0].verb:
            return asked[0].refusal(state, seat, move)
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
    """Whether these can be the data of a choice that is made so many times."""
    return len(data) == 1 and type(data[0]) is int and 1 <= data[0] < 10**MAX_DIGITS


def is_running(effects: Mapping[str, Effect], data: Data, more: int = 0) -> bool:
    """Whether these can be the data of a running effect, with so many texts that the game adds."""
    return (
        len(data) == 3 + more
        and all(type(part) is str for part in (data[0], *data[2:]))
        and type(data[1]) is int
        and data[0] in effects
        and 0 <= data[1] <= len(effects[data[0]].ops)
    )
