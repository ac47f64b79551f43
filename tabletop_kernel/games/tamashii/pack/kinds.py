"""Kinds of cards, tiles and tokens, as a pack describes them once it has been read: frozen, with all lines compiled."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kernel.games.tamashii.lines.ops import Act, Line, Test

Place = tuple[int, int]
Cells = tuple[str, ...]  # the rows of a pattern: ("EW", "LF"), with "." for an empty frame


@dataclass(frozen=True, slots=True)
class Use:
    """Something that a card lets its owner do, or that it does by itself, at one moment of the game."""

    when: str  # a moment of `vocabulary.TIMINGS`
    line: Line  # what is paid for it stands at its beginning
    limit: str = ""  # once per turn, combat, roll or game
    pay: tuple[Act, ...] = ()  # the first acts of the line, all of which must be possible
    needs: tuple[Test, ...] = ()
    dice: str = ""  # of a combat frame
    pattern: Cells = ()  # of a launch
    hack: bool = False  # whether it counts as a hack


@dataclass(frozen=True, slots=True)
class Frame:
    """A combat frame: the dice that it takes, and what it does. Starred frames take any number, and again and again."""

    dice: str  # "SS", "DD", "T"; starred: "S" or "D"
    repeat: bool
    line: Line


@dataclass(frozen=True, slots=True)
class Body:
    """A walker, which has a core type, or an advanced body, which has a pattern."""

    id: str
    name: str
    code: str
    core: str
    mov: int
    pro: int
    att: int
    pattern: Cells
    frames: tuple[Frame, ...]
    uses: tuple[Use, ...]
    modify: tuple[tuple[str, int], ...]
    text: str  # its ability in words; empty if it has none
    replaces: str = ""  # the body whose place it takes: the cyberdog instead of the cybercat


@dataclass(frozen=True, slots=True)
class EnemyPattern:
    kind: str  # hack or repel
    cells: Cells
    line: Line


@dataclass(frozen=True, slots=True)
class Enemy:
    id: str
    name: str
    code: str
    level: int
    integrity: int
    copies: int
    fang: Line
    wire: Line
    patterns: tuple[EnemyPattern, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    id: str
    name: str
    kind: str  # shelter, damaged, hideout, plain or gardens
    faction: str
    copies: int
    entry: int
    stationary: int
    line: Line


@dataclass(frozen=True, slots=True)
class Find:
    """An exploration token: one of its rewards is gained."""

    id: str
    copies: int
    rewards: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Augment:
    """Of a class (`owner` is its name) or of a faction."""

    id: str
    name: str
    code: str
    owner: str
    faction: bool
    start: str  # plain, co-op or solo for a starting augment; empty for the others
    cost: int
    uses: tuple[Use, ...]
    breaks: bool
    text: str


@dataclass(frozen=True, slots=True)
class Protocol:
    """A learning protocol: for each of its steps what it asks for, and what it gives."""

    id: str
    name: str
    steps: tuple[tuple[tuple[Test, ...], Line], ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Activity:
    """A part of a card's PLAYER ACTIVITY: where one must be, what else is asked for, and what it does."""

    where: tuple[Test, ...]
    line: Line
    group: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A sign of a WORLD ACTIVITY. Without tests it is the OTHERWISE."""

    tests: tuple[Test, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Card:
    """A scenario card."""

    code: str
    name: str
    special: bool
    story: str
    immediate: Line
    pattern: Cells
    pattern_where: tuple[Test, ...]
    pattern_line: Line
    activities: tuple[Activity, ...]
    world: tuple[Block, ...]
    modify: tuple[tuple[str, int], ...]
    ends: str  # won or lost; empty for the others
    stays: bool = False  # as a special card, when another one takes its place


@dataclass(frozen=True, slots=True)
class Laid:
    """A place of a scenario's map: a tile, or one of those that are shuffled (`tile` is empty then)."""

    place: Place
    tile: str
    up: bool
    find: bool
    relay: bool = False
    die: bool = False  # a dice token lies on it, face down, one of a set


@dataclass(frozen=True, slots=True)
class EnemyLot:
    """Some enemy cards of a deck: named ones, or random ones of a level; so many, and so many more for each player."""

    enemy: str
    level: int
    number: int
    each: int
    most: int | None = None
    mark: str = ""
    shuffled: bool = False  # together with the lot before it
    aside: bool = False  # not in the deck
    fill: bool = False  # so many as the deck lacks to have this number in all


@dataclass(frozen=True, slots=True)
class Scenario:
    """A sheet with its cards."""

    code: str
    name: str
    kind: str  # prologue, story, yokai or forbidden
    seats: tuple[int, ...]
    map: tuple[Laid, ...]
    shuffled: tuple[str, ...]  # tiles for the places that name none
    start: Place
    enemies: tuple[EnemyLot, ...]
    without: tuple[str, ...]  # enemies that are never drawn at random
    corrupted: tuple[int, int]  # so many in the pool, and so many more for each player
    factions: tuple[str, ...]
    first: str
    cards: dict[str, Card]
    special_rules: tuple[str, ...]  # slugs that the engine knows: "first-reset-one", "yokai", "gods", "inari-success"
    rules_text: tuple[str, ...]  # the same in words
    solo_text: str
    modify: tuple[tuple[str, int], ...]
    unlocks: tuple[str, ...]  # what its victory unlocks, as its card says
    needs: str = ""  # the code that must be unlocked to play it; empty: open from the start


@dataclass(frozen=True, slots=True)
class MapCard:
    """A map set-up card of the competitive mode. Places without a tile get random ones, `hideouts` of them hideouts."""

    id: str
    name: str
    map: tuple[Laid, ...]
    hideouts: int


@dataclass(frozen=True, slots=True)
class Conditions:
    id: str
    name: str
    enemies: tuple[EnemyLot, ...]
    bonus: Line


@dataclass(frozen=True, slots=True)
class TableCard:
    """An enhancement or a PvP card: what it lets everybody do, and what it changes, all game long."""

    id: str
    name: str
    uses: tuple[Use, ...]
    modify: tuple[tuple[str, int], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Goal:
    id: str
    name: str
    vp: int
    tests: tuple[Test, ...]  # met: taken at once
    when: str  # empty: at any time; "acted": at the end of one's action; "quest": a test that is passed
    test: tuple[str, int] | None  # letter and number of the test of a goal that tests
    where: tuple[Test, ...]
    text: str


@dataclass(frozen=True, slots=True)
class CityEvent:
    id: str
    name: str
    number: int
    when: str  # launch, move, defeat or planning: the moment at which it is looked at
    tests: tuple[Test, ...]
    pay: Line | None  # what meeting it costs
    text: str


@dataclass(frozen=True, slots=True)
class Reward:
    id: str
    number: int
    copies: int
    line: Line


@dataclass(frozen=True, slots=True)
class Diary:
    id: str
    name: str
    code: str
    use: Use
    text: str


@dataclass(frozen=True, slots=True)
class Content:
    """A whole pack. `lines` holds every line by its key, so that a running effect is a key and a number."""

    bodies: dict[str, Body]  # walkers first
    enemies: dict[str, Enemy]
    tiles: dict[str, Tile]
    finds: dict[str, Find]
    augments: dict[str, Augment]
    protocols: dict[str, Protocol]
    scenarios: dict[str, Scenario]
    maps: dict[str, MapCard]
    conditions: dict[str, Conditions]
    enhancements: dict[str, TableCard]
    pvp: dict[str, TableCard]
    goals: dict[str, Goal]
    events: dict[str, CityEvent]
    rewards: dict[str, Reward]
    diary: dict[str, Diary]
    lines: dict[str, Line]
    places: dict[str, str]  # file and entry of «body.kindle», for what is said about a pack
    digest: str

    @property
    def walkers(self) -> list[Body]:
        return [body for body in self.bodies.values() if body.core]
