"""The part of a game that the objects it hands over rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tabletop_kernel.contract.basics import Config, Move, Outcome, Position, View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.rulebook import Rulebook


class Playable(Protocol):
    """The rules of a game, as its words, opinions and figures use them."""

    @property
    def title(self) -> str: ...

    @property
    def seats(self) -> range: ...

    @property
    def rulebook(self) -> Rulebook: ...

    def deciders(self, state: Any) -> Sequence[int]: ...

    def asked(self, state: Any) -> Sequence[int]: ...

    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None: ...

    def outcome(self, state: Any) -> Outcome | None: ...

    def imagine(self, config: Config, view: View, chance: Chance) -> Any: ...

    def write(self, state: Any) -> Position: ...


class Part:
    """An object that a game hands over: its words, say, or its opinions. It knows its game."""

    def __init__(self, game: Playable) -> None:
        self.game = game
