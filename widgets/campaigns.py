"""A campaign: what people keep from one game to the next, as one code that the page remembers, and that can be kept.

A page is one group, so there is one campaign for each game of it, whatever tables it has. The browser keeps its code
for the next visit. A table knows of a campaign only what its options say; what it adds at its end is worked out here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.contract.game import Game

if TYPE_CHECKING:
    from widgets.look import TableLook

Data = dict[str, Any]
Line = tuple[str, str]  # a sentence, and the rule that it rests on

KEY = "campaign"  # under which a browser keeps the code


class End(NamedTuple):
    """What a finished game leaves behind."""

    code: str  # of the campaign after it
    belongs: bool  # whether the game was played in the campaign at hand
    lines: Sequence[Line]
    following: str  # the name of what is to be played next; empty: nothing is left


class Campaign(ABC):
    """How the campaigns of one game are written and read. A code is one line; "" is a campaign that has not begun."""

    file: str  # the name of a file with a code in it

    @abstractmethod
    def read(self, text: str) -> str:
        """A code in its one spelling; SaveError says what is wrong with it."""

    @abstractmethod
    def choices(self, game: Game[Any], code: str) -> dict[str, str]:
        """The options by which a table goes on from there, whatever is played at it."""

    @abstractmethod
    def following(self, game: Game[Any], code: str) -> dict[str, str]:
        """The options by which the next game of the campaign is played."""

    @abstractmethod
    def apart(self, game: Game[Any], code: str, options: Mapping[str, str]) -> bool:
        """Whether a table with these options stands for itself, and has no part in the campaign."""

    @abstractmethod
    def said(self, game: Game[Any], code: str) -> str:
        """A campaign in a few words."""

    @abstractmethod
    def lines(self, game: Game[Any], code: str) -> Sequence[Line]:
        """All that is in it."""

    @abstractmethod
    def question(self, game: Game[Any], code: str, options: Mapping[str, str]) -> Data:
        """Whether a table goes on from the campaign, or stands for itself."""

    @abstractmethod
    def end(self, look: TableLook, code: str) -> End | None:
        """What a finished game does to a campaign; None for a game that has no part in any."""


class Memory:
    """The campaign of one game, for all tables of a page."""

    def __init__(self) -> None:
        self.code = ""
        self.trouble = ""  # why what the browser had kept was of no use
        self._told = False  # whether the browser is to keep what stands here

    def arrive(self, campaign: Campaign, kept: str) -> None:
        """A table of the page is shown, and the browser says what it has kept; the first one counts."""
        if not kept or self._told or self.code:
            return
        try:
            self.code = campaign.read(kept)
        except SaveError as error:
            self.trouble = f"We can't read the campaign saved in this browser. {error}"

    def take(self, code: str) -> None:
        """A campaign goes on, or another one takes its place; "": it is put away."""
        self.code, self.trouble, self._told = code, "", True

    @property
    def remembered(self) -> Data:
        """What the browser is to keep; nothing as long as it may know more than we do."""
        return {"remember": {KEY: self.code}} if self._told or self.code else {}


@cache
def memory_of(game: str) -> Memory:
    """The same for all tables of a game on this page."""
    return Memory()
