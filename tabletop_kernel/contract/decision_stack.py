"""Decisions as frames on a stack: the way to write a game with nested decisions.

The top frame `(kind, seat, data)` of `state.frames` is decided now. Each kind is a `Decision`, or a plain function for
steps that need no player. After a move changes the stack, the automatic steps run until a player must decide, or until
the stack is empty and the game is over.

Some moves are possible at any time, whatever is decided. A game puts them `aside`, as a decision without a frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from tabletop_kernel.contract.errors import PackError
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Game, Move, OpenDecision, Outcome, State, View
from tabletop_kernel.contract.rulebook import fill_template
from tabletop_kernel.contract.sentences import Seat, seat_or_you
from tabletop_kernel.contract.telling import SeatPrompt, Telling
from tabletop_kernel.contract.turns_and_rounds import Pace
from tabletop_kernel.contract.verdict import Facts, Verdict

MOST_AUTOMATIC_FRAMES = 20_000  # frames that may run automatically after a move; real games rarely reach a few hundred
ANYONE = -1  # the seat of a frame that belongs to no single seat: its decision says who may act


def endless_error() -> PackError:
    """Return the error for cards that keep setting each other off."""
    return PackError("This never ends: cards in this pack keep setting each other off.")


class DecisionState(State, Protocol):
    """A state whose open decisions are a stack of frames."""

    frames: list[OpenDecision]
    result: Outcome | None

    @property
    def turn(self) -> int: ...  # turns begun so far


F = TypeVar("F", bound=DecisionState)


class Decision(ABC, Generic[F]):
    """One kind of decision: its legal moves, its refusals and its effects."""

    verbs: tuple[str, ...] = ()  # verbs that it refuses itself; the game refuses the others

    def due(self, state: F, emit: Emit | None) -> bool:
        """Tell if there is something to decide, when the frame comes to the top. If not, take the frame off first."""
        return True

    def deciders(self, state: F, frame: OpenDecision) -> Sequence[int]:
        """Return the seats that must act on this frame: its own seat by default."""
        return (frame[1],)

    def optional_deciders(self, state: F, frame: OpenDecision) -> Sequence[int]:
        """Return the seats that may also act, though nobody waits for them."""
        return ()

    def can_act(self, state: F, frame: OpenDecision, seat: int) -> bool:
        """Tell if a seat may act on this frame, waited for or not."""
        return seat in self.deciders(state, frame) or seat in self.optional_deciders(state, frame)

    @abstractmethod
    def moves(self, state: F, seat: int) -> list[Move]: ...

    @abstractmethod
    def refuse(self, state: F, seat: int, move: Move) -> Verdict | None:
        """Return why a move with one of its verbs isn't allowed, if it isn't in `moves`; None then is a fault."""

    @abstractmethod
    def apply(self, state: F, seat: int, move: Move, emit: Emit | None) -> None: ...


class DecisionGame(Game[F]):
    """A game that runs on a stack of frames."""

    decisions: Mapping[str, Decision[F]]
    automatic: Mapping[str, Callable[[F, Emit | None], None]]
    aside: Decision[F] | None = None  # moves possible at any time; no other decision uses their verbs

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
        besides = dict.fromkeys((*self.decisions[frame[0]].optional_deciders(state, frame), *aside))
        return (*asked, *(seat for seat in besides if seat not in asked))

    def moves(self, state: F, seat: int) -> list[Move]:
        decision = self.decisions[state.frames[-1][0]]
        if self.aside is None:
            return decision.moves(state, seat)
        moves = decision.moves(state, seat) if self._may_answer(state, seat) else []
        return [*moves, *self.aside.moves(state, seat)]

    def _may_answer(self, state: F, seat: int) -> bool:
        """Tell if a seat may act on the top frame, waited for or not."""
        frame = state.frames[-1]
        return self.decisions[frame[0]].can_act(state, frame, seat)

    def refuse(self, state: F, seat: int, move: Move) -> Verdict | None:
        """Return the first reason against a move.

        The reasons come in this order: the game is over, another seat decides, the verb doesn't fit, a rule forbids it.
        `aside` answers for its own verbs as soon as the game isn't over, because any seat may use them at any time.
        """
        if state.result is not None:
            return self.refuse_after_end(state)
        if self.aside is not None and move[0] in self.aside.verbs:
            return self.aside.refuse(state, seat, move)
        if not self._may_answer(state, seat):
            return self.refuse_unasked_seat(state, seat, move)
        decision = self.decisions[state.frames[-1][0]]
        if move[0] in decision.verbs:
            return decision.refuse(state, seat, move)
        return self.refuse_verb_now(state, seat, move) or Verdict("table.unknown", move=" ".join(map(str, move)))

    def refuse_after_end(self, state: F) -> Verdict:
        """Return why no more moves are possible."""
        assert state.result is not None
        return Verdict(state.result.rule)

    @abstractmethod
    def refuse_unasked_seat(self, state: F, seat: int, move: Move) -> Verdict:
        """Return why a seat can't make this move while it isn't asked."""

    @abstractmethod
    def refuse_verb_now(self, state: F, seat: int, move: Move) -> Verdict | None:
        """Return why this verb doesn't fit the current decision, or None if the game doesn't know the verb."""

    def apply(self, state: F, seat: int, move: Move, emit: Emit | None = None) -> None:
        aside = self.aside
        decision = self.decisions[state.frames[-1][0]] if aside is None or move[0] not in aside.verbs else aside
        decision.apply(state, seat, move, emit)
        self.settle(state, emit)

    def settle(self, state: F, emit: Emit | None) -> None:
        """Run automatic frames until a player must decide. Raise PackError if they never end."""
        frames, automatic, decisions = state.frames, self.automatic, self.decisions
        for _ in range(MOST_AUTOMATIC_FRAMES):
            if not frames:
                return
            kind = frames[-1][0]
            run = automatic.get(kind)
            if run is not None:
                run(state, emit)
            elif decisions[kind].due(state, emit):
                return
        raise endless_error()

    def outcome(self, state: F) -> Outcome | None:
        return state.result

    # -- the objects with everything else -----------------------------------------------------------------------------

    @cached_property
    def pace(self) -> Pace[F]:
        return StackPace(self)

    @cached_property
    def telling(self) -> Telling[F]:
        return StackTelling(self)


class StackPace(Pace[F]):
    """The pace of a game that runs on a stack of frames."""

    composed: Mapping[str, Move] = {}  # kinds of frames that only compose, such as a trade -> the move that drops it

    def turns(self, state: F) -> int:
        return state.turn

    def is_resolving(self, state: F) -> bool:
        return len(state.frames) > 1

    def is_any_order(self, state: F) -> bool:
        return bool(state.frames) and state.frames[-1][1] == ANYONE

    def move_that_drops_composition(self, state: F) -> Move | None:
        return self.composed.get(state.frames[-1][0]) if state.frames else None


class StackTelling(Telling[F]):
    """The words of a game that runs on a stack of frames: its prompts stand in the rulebook, one for each kind."""

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        """Return the prompt for the top frame of a view, filled with the game's facts, or None if it has none."""
        if not view["frames"]:
            return None
        key, asked, facts = self.topic(config, view)
        prompt = self.book(config).prompts.get(key)
        if prompt is None:
            return None
        yours = view["seat"] in asked
        text = fill_template(prompt.you if yours else prompt.they, facts, _plain_text)
        return SeatPrompt(text, tuple(prompt.rules), yours)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        """Return the key of the prompt, the seats it asks, and facts for its braces, already in words."""
        kind, seat, _ = view["frames"][-1]
        if seat == ANYONE:
            return kind, (view["seat"],), {"seat": "anyone"}
        return kind, (seat,), {"seat": seat_or_you(f"player {seat + 1}", seat == view["seat"])}


def _plain_text(name: str, value: object) -> str:
    return value if isinstance(value, Seat) else str(value)


def stack_faults(state: DecisionState, most_frames: int) -> list[str]:
    """Return faults in a stack of frames: too many, none while the game goes on, or some after its end."""
    if state.result is not None:
        return ["frames: the game is over, but a decision is still open."] if state.frames else []
    if not state.frames:
        return ["frames: no decision is open, but the game isn't over."]
    return ["frames: too many."] if len(state.frames) > most_frames else []


def play_moves(game: DecisionGame[F], state: F, moves: Iterable[Sequence[str | int]]) -> F:
    """Return a copy of the state after these moves, each made by the seat that is next at that point."""
    twin = state.clone()
    for move in moves:
        game.apply(twin, game.pace.next_up(twin), tuple(move))
    return twin
