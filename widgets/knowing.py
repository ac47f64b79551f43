"""What the person at a page knows of a game's rules: kept by its tables, remembered in the link, shown as a map.

A page is one kernel and one person, so there is one ledger for each game of it, whatever tables it has. With several
people at a screen, or everybody's eyes on it, nobody could say who has learned something: then the ledger rests.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from tabletop_kernel.contract.errors import SaveError, SetupError
from tabletop_kernel.contract.game import Config, Game
from tabletop_kernel.learning.rule_progress import Ledger
from tabletop_kernel.table.session import Session
from widgets.campaigns import memory_of
from widgets.links import Progress
from widgets.messages import a_flag, act

if TYPE_CHECKING:
    from widgets.desk import Desk
    from widgets.room import Room

Data = dict[str, Any]

KEY = "know"  # of the link


class Followed(NamedTuple):
    """How much of a table is in the ledger."""

    seat: int | None  # whose eyes looked
    noticed: int  # inputs of which they noticed anything
    inputs: int  # all there were


def _noticed(session: Session, seat: int, told: int) -> list[int]:
    """Of the first so many inputs those that a seat has made, or of which it was told anything; nothing of what others
    have sealed."""
    made = enumerate(session.inputs[:told], 1)
    return [number for number, one in made if one.seat == seat or session.events_at(seat, number)]


def _new(numbers: list[int], seat: int, known: Followed | None) -> list[int]:
    """Those of the inputs that are not in the ledger. They are counted as the seat counts them: what others seal
    before them, or take back, gives them other numbers."""
    if known is None:
        return []
    if known.seat == seat:
        return numbers[known.noticed :]
    return [number for number in numbers if number > known.inputs]


class Knowledge:
    """One person's ledger of one game, for all tables of a page."""

    def __init__(self, game: str, rules: tuple[str, ...]) -> None:
        self.ledger = Ledger(game, rules)
        self.trouble = ""  # why a link was of no use
        self.desks: WeakSet[Desk] = WeakSet()
        self._followed: WeakKeyDictionary[Session, Followed] = WeakKeyDictionary()

    def arrive(self, link: dict[str, str]) -> None:
        """A table of the page is shown for the first time."""
        try:
            if link.get(KEY):
                self.ledger.read(link[KEY])
        except SaveError as error:
            self.trouble = str(error)

    def follow(self, session: Session, seat: int | None, told: int) -> None:
        """Take in what has happened since the last look, but not what is only put together after `told` inputs. A table
        that was opened in the middle counts from there."""
        known, numbers = self._followed.get(session), []
        if seat is not None:
            if known is None and not session.length:
                self.ledger.meet(session.rules_at(seat, 0))
            numbers = _noticed(session, seat, told)
            for number in _new(numbers, seat, known):
                self.ledger.see(session, seat, number)
        self._followed[session] = Followed(seat, len(numbers), told)

    def drawer(self, game: Game[Any], config: Config, resting: bool) -> Data:
        """The map of the rulebook: each rule a cell, by chapter."""
        book, ledger = game.telling.book(config), self.ledger
        chapters = [
            {
                "title": title,
                "rules": [{"id": rule, "title": book[rule].title, "state": ledger[rule]} for rule in rules],
                "counts": ledger.counts(rules),
            }
            for title, rules in book.by_chapter().items()
        ]
        return {
            "kind": KEY,
            "chapters": chapters,
            "counts": ledger.counts(),
            "coached": ledger.coached,
            "keeping": ledger.keeping,
            "resting": resting,
            "trouble": self.trouble,
        }

    def forget(self, progress: Progress) -> None:
        """The next one at this machine begins anew: nothing is met, and no step is done."""
        self.ledger.forget()
        self.trouble = ""
        progress.now = ""
        progress.done.clear()


@cache
def knowledge_of(game: str, rules: tuple[str, ...]) -> Knowledge:
    """The same for all tables of a game on this page."""
    return Knowledge(game, rules)


class KnowingDesk:
    """What a desk does with it."""

    game: Game[Any]
    room: Room | None
    progress: Progress

    def _begin_to_know(self) -> None:
        self.knowledge = knowledge_of(self.game.name, tuple(self.game.rulebook))
        self.knowledge.desks.add(self)  # type: ignore[arg-type]
        self._forgot = False  # whether the page is to forget what its browser has kept

    def _with_knowledge(self, screen: Data) -> Data:
        """A screen with the tool that opens the map, and with what the link is to remember."""
        if "tools" in screen:
            first, *others = screen["tools"]
            screen["tools"] = [first, KEY, *others]  # beside the rulebook
        kept = self.knowledge.ledger.write()
        if kept or self._forgot:
            gone = {"learn": ""} if self._forgot else {}
            screen["keep"] = {KEY: kept, **gone, **screen.get("keep", {})}  # the table stays last: it is come back to
        if self._forgot:
            screen["forgot"] = True
            self._forgot = False
        return screen

    def _map(self, room: Room) -> Data:
        return self.knowledge.drawer(self.game, room.config, resting=room.learner is None)

    @act(on=a_flag)
    def coached(self, on: bool) -> None:
        """Whether the coach speaks up by itself."""
        self.knowledge.ledger.coach = on

    @act(on=a_flag)
    def remember(self, on: bool) -> None:
        """Whether the ledger is kept; what is in it stays."""
        self.knowledge.ledger.keeping = on

    @act(sure=a_flag)
    def forget(self, sure: bool) -> None:
        """Forget what is known and learned, in the page, its link and its browser, for whoever sits down next."""
        if not sure:
            raise SetupError("You must confirm before anything is erased.")
        self.knowledge.forget(self.progress)
        memory_of(self.game.name).take("")
        self._forgot = True
        for desk in set(self.knowledge.desks) - {self}:
            if desk.room is not None:
                desk.draw()
