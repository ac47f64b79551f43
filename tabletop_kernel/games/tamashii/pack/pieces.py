"""Cards, tiles and tokens of a pack once it has been read: frozen, with all lines compiled."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kernel.games.tamashii.lines.operations import Act, Line, Test

Place = tuple[int, int]
Cells = tuple[str, ...]  # the rows of a pattern: ("EW", "LF"), with "." for an empty frame


@dataclass(frozen=True, slots=True)
class Use:
    """An ability of a card, used by its owner or running on its own, at one moment of the game."""

    when: str  # a moment of `vocabulary.TIMINGS`
    line: Line  # it begins with the price
    limit: str = ""  # once per turn, combat, roll or game
    pay: tuple[Act, ...] = ()  # the line's first acts, which must all be possible
    needs: tuple[Test, ...] = ()
    dice: str = ""  # for a combat frame
    pattern: Cells = ()  # for a launch
    hack: bool = False  # True: it counts as a hack


@dataclass(frozen=True, slots=True)
class Frame:
    """A combat frame: its dice and its line. Starred frames take any number of dice, repeatedly."""

    dice: str  # "SS", "DD", "T"; starred: "S" or "D"
    repeat: bool
    line: Line


@dataclass(frozen=True, slots=True)
class Body:
    """A walker with a core type, or an advanced body with a pattern."""

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
    replaces: str = ""  # the body it takes the place of: the cyberdog replaces the cybercat


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
    """An exploration token, which gives one of its rewards."""

    id: str
    copies: int
    rewards: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Augment:
    """An augment of a class (named by `owner`) or of a faction."""

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
    """A learning protocol: the condition and effect of each step."""

    id: str
    name: str
    steps: tuple[tuple[tuple[Test, ...], Line], ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Activity:
    """A part of a card's PLAYER ACTIVITY: its conditions and its line."""

    where: tuple[Test, ...]
    line: Line
    group: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a WORLD ACTIVITY. Without tests, it is the OTHERWISE."""

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
    stays: bool = False  # as a special card, when another one replaces it


@dataclass(frozen=True, slots=True)
class Laid:
    """A place of a scenario's map: a named tile, or a shuffled one if `tile` is empty."""

    place: Place
    tile: str
    up: bool
    find: bool
    relay: bool = False
    die: bool = False  # a face-down dice token, from a set


@dataclass(frozen=True, slots=True)
class EnemyLot:
    """Some enemy cards of a deck: named or random by level, with a number and an extra number per player."""

    enemy: str
    level: int
    number: int
    each: int
    most: int | None = None
    mark: str = ""
    shuffled: bool = False  # with the lot before it
    aside: bool = False  # not in the deck
    fill: bool = False  # only what the deck still lacks of this number


@dataclass(frozen=True, slots=True)
class Scenario:
    """A sheet with its cards."""

    code: str
    name: str
    kind: str  # prologue, story, yokai or forbidden
    seats: tuple[int, ...]
    map: tuple[Laid, ...]
    shuffled: tuple[str, ...]  # tiles for the places without a named one
    start: Place
    enemies: tuple[EnemyLot, ...]
    without: tuple[str, ...]  # enemies that are never drawn at random
    corrupted: tuple[int, int]  # tokens in the pool, and extra ones per player
    factions: tuple[str, ...]
    first: str
    cards: dict[str, Card]
    special_rules: tuple[str, ...]  # slugs known to the engine: "first-reset-one", "yokai", "gods", "inari-success"
    rules_text: tuple[str, ...]  # the special rules in words
    solo_text: str
    modify: tuple[tuple[str, int], ...]
    unlocks: tuple[str, ...]  # codes that its victory card unlocks
    needs: str = ""  # the code needed to play it; empty: always open


@dataclass(frozen=True, slots=True)
class MapCard:
    """A map setup card for versus. Places without a tile get random ones, with `hideouts` hideouts among them."""

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
    """An enhancement or a PvP card: its abilities and modifiers, for everyone and all game long."""

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
    tests: tuple[Test, ...]  # once met, the goal is taken
    when: str  # empty: any time; "acted": at the end of an action; "quest": after passing its test
    test: tuple[str, int] | None  # letter and number of its test, if it has one
    where: tuple[Test, ...]
    text: str


@dataclass(frozen=True, slots=True)
class CityEvent:
    id: str
    name: str
    number: int
    when: str  # when it is checked: launch, move, defeat or planning
    tests: tuple[Test, ...]
    pay: Line | None  # its price
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
    """A whole pack. `lines` has every line by key, so that a running effect is a key and a number."""

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
    places: dict[str, str]  # file and entry for keys such as “body.kindle”, for messages about the pack
    digest: str

    @property
    def walkers(self) -> list[Body]:
        return [body for body in self.bodies.values() if body.core]
