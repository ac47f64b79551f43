"""The entries of a pack as written in its files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from tabletop_kernel.games.tamashii.components import FREE_CODE


class WithId(Protocol):
    """Anything in a pack with an id."""

    @property
    def id(self) -> str: ...


class WithName(WithId, Protocol):
    """Anything in a pack with an id and a name."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class UseEntry:
    """An ability with its moment."""

    do: str
    when: str = ""  # may be empty with a pattern, which is launched
    pay: str = ""
    limit: str = ""
    needs: str = ""
    dice: str = ""
    pattern: str = ""
    hack: bool = False


@dataclass(frozen=True, slots=True)
class BodyEntry:
    """A walker with a core type, or an advanced body with a pattern."""

    id: str
    name: str
    mov: int
    pro: int
    att: int
    frames: list[str]
    code: str = FREE_CODE
    core: str = ""
    pattern: str = ""
    use: UseEntry | None = None
    modify: list[str] = field(default_factory=list)
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class EnemyEntry:
    id: str
    name: str
    level: int
    integrity: int
    copies: int
    fang: str
    wire: str
    repel: str = ""
    hacks: list[str] = field(default_factory=list)
    code: str = FREE_CODE


@dataclass(frozen=True, slots=True)
class TileEntry:
    id: str
    name: str
    kind: str
    entry: int
    stationary: int
    do: str
    copies: int = 1
    faction: str = ""


@dataclass(frozen=True, slots=True)
class FindEntry:
    id: str
    rewards: list[str]
    copies: int = 1


@dataclass(frozen=True, slots=True)
class AugmentEntry:
    """An augment of a class or a faction, with the fields of its use."""

    id: str
    name: str
    owner: str
    cost: int
    do: str
    code: str = FREE_CODE
    start: str = ""
    breaks: bool = False
    when: str = ""
    pay: str = ""
    limit: str = ""
    needs: str = ""
    dice: str = ""
    pattern: str = ""
    hack: bool = False


@dataclass(frozen=True, slots=True)
class ProtocolEntry:
    id: str
    name: str
    steps: list[str]


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """A place of a map: axial coordinates, and what is there. Without a tile, it gets a random one."""

    at: list[int]
    tile: str = ""
    up: bool = False
    find: bool = False
    relay: bool = False
    die: bool = False


@dataclass(frozen=True, slots=True)
class LotEntry:
    """Enemies of a deck: of one kind, or any of a level."""

    enemy: str = ""
    level: int = 0
    number: int = 0
    each: int = 0
    most: int | None = None
    mark: str = ""
    shuffled: bool = False
    aside: bool = False
    fill: bool = False


@dataclass(frozen=True, slots=True)
class ManyEntry:
    """A number, plus another for each player."""

    number: int = 0
    each: int = 0


@dataclass(frozen=True, slots=True)
class CardEntry:
    code: str
    name: str
    story: str = ""
    immediate: str = "nothing"
    pattern: str = ""
    launch: str = ""
    activities: list[str] = field(default_factory=list)
    world: list[str] = field(default_factory=list)
    modify: list[str] = field(default_factory=list)
    special: bool = False
    stays: bool = False
    ends: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioEntry:
    """A sheet with its cards."""

    code: str
    name: str
    map: list[PlaceEntry]
    start: list[int]
    enemies: list[LotEntry]
    corrupted: ManyEntry
    first: str
    cards: list[CardEntry]
    kind: str = "story"
    needs: str = ""
    seats: list[int] = field(default_factory=lambda: [1, 2, 3, 4])
    factions: list[str] = field(default_factory=list)
    special: list[str] = field(default_factory=list)
    modify: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    shuffled: list[str] = field(default_factory=list)
    solo: str = ""


@dataclass(frozen=True, slots=True)
class MapEntry:
    id: str
    name: str
    map: list[PlaceEntry]
    hideouts: int = 0


@dataclass(frozen=True, slots=True)
class ConditionsEntry:
    id: str
    name: str
    enemies: list[LotEntry]
    bonus: str


@dataclass(frozen=True, slots=True)
class TableCardEntry:
    """An enhancement or a PvP card."""

    id: str
    name: str
    use: UseEntry | None = None
    modify: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GoalEntry:
    id: str
    name: str
    vp: int
    needs: str = ""
    when: str = ""
    test: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class EventEntry:
    id: str
    name: str
    number: int
    when: str
    needs: str = ""
    pay: str = ""


@dataclass(frozen=True, slots=True)
class RewardEntry:
    id: str
    number: int
    do: str
    copies: int = 1


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    id: str
    name: str
    code: str
    do: str
    when: str = ""
    pay: str = ""
    limit: str = ""
    needs: str = ""
    dice: ClassVar[str] = ""
    pattern: ClassVar[str] = ""
    hack: ClassVar[bool] = False


Using = UseEntry | AugmentEntry | DiaryEntry
