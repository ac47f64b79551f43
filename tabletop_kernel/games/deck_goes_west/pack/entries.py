"""The entries of a pack, as its files write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Line:
    """A job: the line alone, or the line with its marks."""

    do: str
    printed: bool = False  # from the rulebook, not house content
    limit: str = ""
    plain_move: bool = False
    written_as: ClassVar[str] = "do"


@dataclass(frozen=True, slots=True)
class CharacterEntry:
    """A character card."""

    id: str
    name: str
    role: str
    difficulty: int
    hand: int
    start: dict[str, int]
    jobs: list[Line]
    extra: str = ""
    limit: int = 0  # how many danger cards are deadly, if a ruling separates it; 0: the hand size


@dataclass(frozen=True, slots=True)
class StarterEntry:
    """A starter card; `core` of its copies are in every deck."""

    id: str
    name: str
    colour: str
    copies: int
    core: int
    jobs: list[Line]


@dataclass(frozen=True, slots=True)
class TradeEntry:
    """A trade card, with the jobs that buy it."""

    id: str
    name: str
    colour: str
    buy: list[Line]
    jobs: list[Line]
    copies: int = 2


@dataclass(frozen=True, slots=True)
class DangerEntry:
    """A danger card."""

    id: str
    name: str
    kind: str
    copies: int
    jobs: list[Line]
    colour: ClassVar[str] = ""


CardEntry = StarterEntry | TradeEntry | DangerEntry


@dataclass(frozen=True, slots=True)
class TileEntry:
    """A land tile, with the red stars on its face and its back."""

    id: int
    name: str
    types: list[str]
    face: list[int]
    back: int
    job: Line | None = None


@dataclass(frozen=True, slots=True)
class WagonEntry:
    """The wagon of a mission."""

    leash: int | None = None
    fragile: bool = False


@dataclass(frozen=True, slots=True)
class MissionEntry:
    """A mission card."""

    id: str
    name: str
    mode: str
    difficulty: int
    boards: list[str]
    jobs: list[Line]
    night: list[str]
    extra: dict[str, int] = field(default_factory=dict)
    bandits: str = ""
    wagon: WagonEntry | None = None
    first: bool = False
    printed: bool = False


NamedEntry = CharacterEntry | CardEntry | MissionEntry  # whose id is a word in moves


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a scoreboard: the day and score where it begins, and its bandit risk."""

    day: int
    score: int
    risk: int


@dataclass(frozen=True, slots=True)
class Board:
    """A scoreboard; its tracks end at `day_end` and `score_end`."""

    id: str
    day_end: int
    score_end: int
    sections: list[Section]
