"""The contract that every game fulfils, on one page: its rules, and the objects with everything else.

A game is a set of pure functions over a small mutable state. The state declares its fields (see `state_fields`), and
can `clone` itself; it holds no random generator, no log and no widget. Open decisions are a stack of plain frames
`(kind, seat, data)` in the state, so a half-finished decision can be copied, saved and shown.

One law holds in every game: `judge(state, seat, move)` is None exactly when `move` is in `moves(state, seat)`. The
kernel keeps it. A game lists its moves, and explains with `refuse` why any other move isn't allowed.

All else is optional. A game hands it over as objects, each with its own page: its words (`telling`), what bots and the
coach think of it (`opinions`), what reports count (`figures`), its turns and rounds (`pace`), what is agreed before it
begins (`agreement`), and its course (`teaching`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, final

from tabletop_kernel.contract.basics import (
    DRAWN,
    LOST,
    MOST_CONFIGURATIONS,
    TAKE_BACK,
    WON,
    Config,
    Move,
    OpenDecision,
    Option,
    Outcome,
    PerConfig,
    Position,
    S,
    State,
    View,
    outcome_for,
    shares_when_alone,
)
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.common_words import count_text, listed
from tabletop_kernel.contract.errors import PositionError, RulesError, clip
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.html import table, with_title
from tabletop_kernel.contract.open_information import hidden_zones, set_facts
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.contract.pack_reading import NO_CONTENTS, Contents
from tabletop_kernel.contract.report_figures import Figures
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.contract.telling import Telling
from tabletop_kernel.contract.turns_and_rounds import Pace
from tabletop_kernel.contract.verdict import Verdict

__all__ = [
    "DRAWN",
    "LOST",
    "MOST_CONFIGURATIONS",
    "TAKE_BACK",
    "WON",
    "Config",
    "Edition",
    "Game",
    "Move",
    "OpenDecision",
    "Option",
    "Outcome",
    "PerConfig",
    "Position",
    "S",
    "State",
    "View",
    "outcome_for",
    "shares_when_alone",
]


@dataclass(frozen=True, slots=True)
class Edition:
    """The content pack that a game is played with."""

    digest: str = "none"  # of the pack's contents
    pack: str = "house"  # its name
    folder: Path | None = None  # its folder; None for the house pack
    contents: Contents = NO_CONTENTS  # the contents of its files
    change: Mapping[str, dict[str, dict[str, object]]] = field(default_factory=dict)  # made at a table
    unchanged: AnyGame | None = None  # the game without those changes


class Game(ABC, Generic[S]):
    """A game with one content pack."""

    name: str
    title: str
    version: str  # of the coded rules; saves from other versions don't load
    seats: range
    rulebook: Rulebook
    edition: Edition = Edition()
    reveals: frozenset[str] = frozenset()  # kinds of events that a table can't undo, because they show hidden things
    takes_back: bool = False  # whether `moves` can offer ("take-back", …)
    beats_all: frozenset[str] = frozenset()  # rules that can make everyone lose, even when each plays alone

    def __repr__(self) -> str:
        counts = f"{len(self.rulebook)} rules, {count_text(len(self.rulebook.rulings), 'ruling')}"
        return f"<Game {self.title}: {self.edition.pack} pack, {counts}>"

    def _repr_html_(self) -> str:
        players = f"{self.seats[0]} to {self.seats[-1]}" if len(self.seats) > 1 else str(self.seats[0])
        rows = [
            ("players", players),
            ("pack", f"{self.edition.pack} {self.edition.digest}"),
            ("rules", str(len(self.rulebook))),
            ("rulings", str(len(self.rulebook.rulings))),
            ("lessons", str(sum(len(chapter.steps) for chapter in self.teaching.chapters))),
        ]
        chapters = [(title, len(rules)) for title, rules in self.rulebook.by_chapter().items()]
        return with_title(self.title, table(("what", "value"), rows), table(("chapter", "rules"), chapters))

    # -- playing ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> S:
        """Return the state before the first decision."""

    @abstractmethod
    def deciders(self, state: S) -> Sequence[int]:
        """Return the seats that may act now, at once or in any order; empty when the game is over."""

    def asked(self, state: S) -> Sequence[int]:
        """Return the seats that the game waits for: deciders, except those with only anytime moves."""
        return self.deciders(state)

    @abstractmethod
    def moves(self, state: S, seat: int) -> list[Move]:
        """Return every legal move of a seat, in a fixed order."""

    @abstractmethod
    def refuse(self, state: S, seat: int, move: Move) -> Verdict | None:
        """Return the rule that refuses a move that isn't legal, with facts that this seat may know.

        Only `judge` calls it. None is a fault: every refusal has a reason.
        """

    @final
    def judge(self, state: S, seat: int, move: Move, legal: Collection[Move] | None = None) -> Verdict | None:
        """Return None if the move is legal, or else the rule that refuses it. Raise RulesError if there is no reason.

        Give the `legal` moves of the seat if you have them; else they are listed again.
        """
        if legal is None:
            legal = self.moves(state, seat) if seat in self.deciders(state) else ()
        if move in legal:
            return None
        verdict = self.refuse(state, seat, move)
        if verdict is None:
            raise RulesError(f"{self.title} refuses {clip(move)} without a reason: its `refuse` must return a Verdict.")
        return verdict

    def read_move(self, state: S, seat: int, move: Move) -> Move:
        """Return a move the way `moves` writes it, if its parts can come in any order.

        A table calls this on every move.
        """
        return move

    @abstractmethod
    def apply(self, state: S, seat: int, move: Move, emit: Emit | None = None) -> None:
        """Carry out a legal move.

        `emit(kind, rule, audience, **data)` reports each event; it is None in bulk simulation.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> View:
        """Return what one seat sees; None is the projector, which sees what everyone sees."""
        return state.view(seat)

    def imagine(self, config: Config, view: View, chance: Chance) -> S:
        """Return a full state that looks just like this view to its seat, with the hidden rest dealt by `chance`.

        By default nothing is hidden. Raise RulesError if a zone is.
        """
        if hidden := hidden_zones(self.setup(config, chance.clone())):
            raise RulesError(f"{self.title} hides {listed(hidden)}, so it needs its own imagine: how are they dealt?")
        return self.read(config, view, chance)

    # -- writing down -------------------------------------------------------------------------------------------------

    def read(self, config: Config, position: Position, chance: Chance) -> S:
        """Return the state that a written position describes. Raise PositionError if the position is wrong.

        By default a position has the facts of the state; those it leaves out are as in a new game.
        """
        state = self.setup(config, chance.clone())
        state.chance = chance
        set_facts(state, position)
        if wrong := self.faults(state):
            raise PositionError(f"position: {wrong[0]}")
        return state

    def write(self, state: S) -> Position:
        """Return a state as plain data that `read` accepts."""
        return state.truth()

    def faults(self, state: S) -> list[str]:
        """Return all faults in a state; empty for every state that play can reach."""
        return []

    # -- the objects with everything else: a game sets its own in `__init__` -------------------------------------------

    @cached_property
    def telling(self) -> Telling[S]:
        """Return the game in words."""
        return Telling(self)

    @cached_property
    def opinions(self) -> Opinions[S]:
        """Return what bots and the coach ask."""
        return Opinions(self)

    @cached_property
    def figures(self) -> Figures[S]:
        """Return what reports count."""
        return Figures(self)

    @cached_property
    def pace(self) -> Pace[S]:
        """Return its turns and rounds."""
        return Pace(self)

    @cached_property
    def agreement(self) -> Agreement:
        """Return what a table agrees on before it begins."""
        return Agreement(self)

    @cached_property
    def teaching(self) -> Teaching:
        """Return its course."""
        return Teaching()


AnyGame = Game[Any]  # for code that takes a state from a game and only ever hands it back to the same game
