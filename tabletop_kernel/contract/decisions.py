"""Decisions as frames on a stack: the way to write a game with nested decisions.

The top frame `(kind, seat, data)` of `state.frames` is what is decided now. Each kind is a `Decision`; kinds that need
nobody are plain functions that run by themselves. Applying a move changes the stack, then everything automatic runs
until somebody has to decide, or the stack is empty and the game over.

Some moves are possible at any time, whatever is decided and whoever is asked: a game puts them `aside`, as a decision
that has no frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PackError
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Frame, Game, Move, Outcome, SeatPrompt, View
from tabletop_kernel.contract.rulebook import fill
from tabletop_kernel.contract.sentences import Seat, seat_or_you
from tabletop_kernel.contract.verdict import Facts, Verdict

LONGEST = 20_000  # frames that may run by themselves after a move; in play a few hundred are many
ANYONE = -1  # the seat of a frame that is nobody's own: its decision says who may act


def endless() -> PackError:
    return PackError("This never ends: cards in this pack keep setting each other off.")


class FramedState(Protocol):
    chance: Chance
    frames: list[Frame]
    result: Outcome | None

    @property
    def turn(self) -> int: ...  # turns begun so far

    def clone(self: F) -> F: ...


F = TypeVar("F", bound=FramedState)


class Decision(ABC, Generic[F]):
    """One kind of decision: what may be done, why not something else, and what it does."""

    verbs: tuple[str, ...] = ()  # whose refusals it words itself; the game answers for the others

    def due(self, state: F, emit: Emit | None) -> bool:
        """Called when the frame comes to the top: False if there is nothing to decide and it took itself away."""
        return True

    def deciders(self, state: F, frame: Frame) -> Sequence[int]:
        """Who may act while this frame is on top: its seat, or, where several may, those who still can."""
        return (frame[1],)

    def welcome(self, state: F, frame: Frame) -> Sequence[int]:
        """Who may act besides them, and is not waited for."""
        return ()

    def open_to(self, state: F, frame: Frame, seat: int) -> bool:
        """Whether a seat may act while this frame is on top, waited for or not."""
        return seat in self.deciders(state, frame) or seat in self.welcome(state, frame)

    @abstractmethod
    def moves(self, state: F, seat: int) -> list[Move]: ...

    @abstractmethod
    def judge(self, state: F, seat: int, move: Move) -> Verdict | None: ...

    @abstractmethod
    def apply(self, state: F, seat: int, move: Move, emit: Emit | None) -> None: ...


class FrameGame(Game[F]):
    """A game whose flow is a stack of frames."""

    decisions: Mapping[str, Decision[Any]]
    automatic: Mapping[str, Callable[[Any, Emit | None], None]]
    aside: Decision[Any] | None = None  # what may be done at any time; its verbs are its own
    composed: Mapping[str, Move] = {}  # kinds of frames in which a seat only puts something together: what drops it

    def asked(self, state: F) -> Sequence[int]:
        if not state.frames:
            return ()
        frame = state.frames[-1]
        return self.decisions[frame[0]].deciders(state, frame)

    def deciders(self, state: F) -> Sequence[int]:
        asked = self.asked(state)
        if not asked:
            return asked
        frame = state.frames[-1]
        aside = self.aside.deciders(state, frame) if self.aside is not None else ()
        besides = dict.fromkeys((*self.decisions[frame[0]].welcome(state, frame), *aside))
        return (*asked, *(seat for seat in besides if seat not in asked))

    def moves(self, state: F, seat: int) -> list[Move]:
        decision = self.decisions[state.frames[-1][0]]
        if self.aside is None:
            return decision.moves(state, seat)
        moves = decision.moves(state, seat) if self._may_answer(state, seat) else []
        return [*moves, *self.aside.moves(state, seat)]

    def _may_answer(self, state: F, seat: int) -> bool:
        """Whether the decision at hand is open to a seat, waited for or not."""
        frame = state.frames[-1]
        return self.decisions[frame[0]].open_to(state, frame, seat)

    def judge(self, state: F, seat: int, move: Move) -> Verdict | None:
        """Is the game over? Is this seat asked? Does the decision at hand know the verb? Then: may this be done?"""
        if state.result is not None:
            return self.over(state)
        if self.aside is not None and move[0] in self.aside.verbs:
            return self.aside.judge(state, seat, move)
        if not self._may_answer(state, seat):
            return self.not_yours(state, seat, move)
        decision = self.decisions[state.frames[-1][0]]
        if move[0] in decision.verbs:
            return decision.judge(state, seat, move)
        return self.elsewhere(state, seat, move) or Verdict("table.unknown", move=" ".join(map(str, move)))

    def over(self, state: F) -> Verdict:
        """Why nothing more is played."""
        assert state.result is not None
        return Verdict(state.result.rule)

    @abstractmethod
    def not_yours(self, state: F, seat: int, move: Move) -> Verdict:
        """Why a seat that is not asked cannot do this."""

    @abstractmethod
    def elsewhere(self, state: F, seat: int, move: Move) -> Verdict | None:
        """Why a verb has nothing to do with what is decided now; None if the game does not know it."""

    def apply(self, state: F, seat: int, move: Move, emit: Emit | None = None) -> None:
        aside = self.aside
        decision = self.decisions[state.frames[-1][0]] if aside is None or move[0] not in aside.verbs else aside
        decision.apply(state, seat, move, emit)
        self.settle(state, emit)

    def settle(self, state: F, emit: Emit | None) -> None:
        """Run what needs nobody, until somebody has to decide."""
        frames, automatic, decisions = state.frames, self.automatic, self.decisions
        for _ in range(LONGEST):
            if not frames:
                return
            kind = frames[-1][0]
            run = automatic.get(kind)
            if run is not None:
                run(state, emit)
            elif decisions[kind].due(state, emit):
                return
        raise endless()

    def outcome(self, state: F) -> Outcome | None:
        return state.result

    def resolving(self, state: F) -> bool:
        return len(state.frames) > 1

    def any_order(self, state: F) -> bool:
        return bool(state.frames) and state.frames[-1][1] == ANYONE

    def composing(self, state: F) -> Move | None:
        return self.composed.get(state.frames[-1][0]) if state.frames else None

    def turns(self, state: F) -> int:
        return state.turn

    # -- saying what is decided ----------------------------------------------------------------------------------------

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        """The prompt for the top frame of a view (`view["frames"]`), with the facts that the game supplies."""
        if not view["frames"]:
            return None
        key, asked, facts = self.topic(config, view)
        prompt = self.book(config).prompts.get(key)
        if prompt is None:
            return None
        yours = view["seat"] in asked
        text = fill(prompt.you if yours else prompt.they, facts, _in_words_already)
        return SeatPrompt(text, tuple(prompt.rules), yours)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        """Which prompt fits a view, the seats that are asked, and facts for the braces, in words already."""
        kind, seat, _ = view["frames"][-1]
        if seat == ANYONE:
            return kind, (view["seat"],), {"seat": "anyone"}
        return kind, (seat,), {"seat": seat_or_you(f"player {seat + 1}", seat == view["seat"])}


def _in_words_already(name: str, value: Any) -> str:
    return value if isinstance(value, Seat) else str(value)


def stack_faults(state: FramedState, deepest: int) -> list[str]:
    """What is wrong with a stack of frames in any game: one too many, or none where somebody should decide."""
    if state.result is not None:
        return ["frames: the game is over, but a decision is still open."] if state.frames else []
    if not state.frames:
        return ["frames: no decision is open, but the game isn't over."]
    return ["frames: too many."] if len(state.frames) > deepest else []


def played(game: FrameGame[F], state: F, moves: Iterable[Sequence[str | int]]) -> F:
    """A copy of the state on which these moves have been made, each by whoever is next then."""
    twin = state.clone()
    for move in moves:
        game.apply(twin, game.next_up(twin), tuple(move))
    return twin
