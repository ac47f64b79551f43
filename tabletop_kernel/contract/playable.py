"""The part of a game that the objects it hands over rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from tabletop_kernel.contract.basics import Config, Move, Outcome, Position, S, View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.rulebook import Rulebook


class Playable(Protocol):
    """A game as its words and its agreement use it, before there is a table."""

    @property
    def title(self) -> str: ...

    @property
    def seats(self) -> range: ...

    @property
    def rulebook(self) -> Rulebook: ...


class Played(Playable, Protocol[S]):
    """A game as its pace and its opinions use it: they ask about states, and try moves on them."""

    def deciders(self, state: S) -> Sequence[int]: ...

    def asked(self, state: S) -> Sequence[int]: ...

    def apply(self, state: S, seat: int, move: Move, emit: Emit | None = None) -> None: ...

    def outcome(self, state: S) -> Outcome | None: ...

    def imagine(self, config: Config, view: View, chance: Chance) -> S: ...

    def write(self, state: S) -> Position: ...


P = TypeVar("P", bound=Playable)


class Part(Generic[P]):
    """An object that a game hands over: its words, say, or its opinions. It knows its game."""

    def __init__(self, game: P) -> None:
        self.game = game
