"""What happens in many games of players who act at random: counted while somebody waits, a few games at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import ceil
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.game import Config, Game
from tabletop_kernel.players.bots import forward
from widgets.look import TableLook

MOST = 8  # tables whose surveys a page keeps
Note = Callable[[str, dict[str, Any]], None]  # the kind of an event, and its facts
S = TypeVar("S", bound="Survey")


class Survey(ABC):
    """A count over many games. It grows, and each game is played once, whoever asks for it."""

    name: str  # of the luck that its games have

    def __init__(self, game: Game[Any], config: Config) -> None:
        self._game, self._config = game, config
        self.games = 0
        self._spent = 0.0

    @abstractmethod
    def watch(self, state: Any) -> Note:
        """Another game begins: the function that is told of all that happens in it."""

    def play(self, games: int) -> None:
        """Play on until there are so many games."""
        began = perf_counter()
        while self.games < games:
            self._play_one(derive(1, self.name, self.games))
            self.games += 1
        self._spent += perf_counter() - began

    def _play_one(self, seed: int) -> None:
        game, state, rng = self._game, self._game.setup(self._config, Chance(seed)), Random(seed)

        watch = self.watch(state)

        def note(kind: str, rule: str, audience: int, /, **data: Any) -> None:
            watch(kind, data)

        while seats := game.deciders(state):
            seat = seats[0] if len(seats) == 1 else game.pace.next_up(state)
            game.apply(state, seat, rng.choice(forward(game.moves(state, seat))), note)

    def seconds_for(self, games: int) -> int:
        """How long it takes until there are so many, going by those that were played."""
        return ceil((games - self.games) * self._spent / max(1, self.games))


def survey_of(known: dict[str, S], look: TableLook, make: Callable[[Game[Any], Config], S]) -> S:
    """The survey of a table, as long as the page lives: the same one for all tables that were agreed like it."""
    config = look.config
    key = repr((id(look.game), config.seats, sorted(config.rulings.items()), sorted(config.options.items())))
    if key not in known:
        if len(known) > MOST:
            known.clear()
        known[key] = make(look.game, config)
    return known[key]
