"""The plain types of the contract: moves, views and positions, what is agreed before a game, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from tabletop_kernel.contract.chance import Chance

Move = tuple[str | int, ...]  # ("buy", "7C"): a verb, then its arguments
Data = tuple[Any, ...]  # what a decision is about: plain values; the game that put them there knows their types
OpenDecision = tuple[str, int, Data]  # (kind of decision, seat, open data); the top frame is decided now
View = dict[str, Any]
Position = dict[str, Any]

MOST_CONFIGURATIONS = 64  # how many to cache; a server may see many in its life
WON, LOST, DRAWN = "won", "lost", "drawn"  # a seat's possible results
TAKE_BACK = "take-back"  # the verb of moves that undo part of an unfinished pick; bots never use them


class State(Protocol):
    """The part of a game's state that the kernel relies on."""

    chance: Chance

    def clone(self: S) -> S: ...

    def view(self, seat: int | None) -> View: ...

    def truth(self) -> Position: ...


S = TypeVar("S", bound=State)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of content before a game, such as the board. The first choice is the default."""

    id: str
    question: str
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Config:
    """The complete, checked agreement before a game; it never changes. Make one with `game.agreement.configure(…)`."""

    seats: int
    rulings: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the rule that ended it, and each seat's result (won, lost or drawn) and score."""

    rule: str
    results: tuple[str, ...]
    scores: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that won; empty if everyone lost or drew."""
        return self.seats_with(WON)

    def seats_with(self, result: str) -> tuple[int, ...]:
        """Return the seats with this result."""
        return tuple(seat for seat, own in enumerate(self.results) if own == result)


def outcome_for(rule: str, winners: Collection[int], scores: Sequence[float]) -> Outcome:
    """Return the outcome of a game that `winners` won, alone or together, and all other seats lost."""
    return Outcome(rule, tuple(WON if seat in winners else LOST for seat in range(len(scores))), tuple(scores))


def shares_when_alone(outcome: Outcome) -> list[float]:
    """Return each seat's share of the win when everyone plays alone: seats with equal results share, losers get 0."""
    results = outcome.results
    return [0.0 if result == LOST else 1 / results.count(result) for result in results]


class PerConfig(Generic[R]):
    """A cache of one value per configuration."""

    def __init__(self, work_out: Callable[[Config], R]) -> None:
        self._work_out = work_out
        self._kept: dict[Hashable, R] = {}
        self._last: tuple[Config, R] | None = None

    def __call__(self, config: Config) -> R:
        last = self._last
        if last is None or last[0] is not config:  # nearly always the same table calls again
            last = self._last = config, self._look_up(config)
        return last[1]

    def _look_up(self, config: Config) -> R:
        key = (config.seats, tuple(config.rulings.values()), tuple(config.options.items()))
        if key not in self._kept:
            if len(self._kept) >= MOST_CONFIGURATIONS:
                self._kept.clear()
            self._kept[key] = self._work_out(config)
        return self._kept[key]
