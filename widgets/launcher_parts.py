"""Parts for a game in which tokens are laid into patterns: the launcher, its patterns, enemies, meters, dice and cards.

The slots of a launcher have names, row by row: `r1c1`. Whatever speaks of several slots lists their names.

A token is picked up and put down by `choose` and `ends` (see `scene`). What could be launched after each slide or
switch is in `reach`, so that the page can light it up while a token is held, without asking.
"""

# Annotations stay objects here (no `from __future__ import annotations`): `scene.check` reads them.
from collections.abc import Iterator
from typing import Any, Literal, Required, TypedDict

from widgets.pieces import Counter, Die, Part, Piece, SeatPiece, Word

# Ember, Ward, Lore, Flux, open, corrupted, Inari, and Catie with one of her two sides up.
Data = Literal["E", "W", "L", "F", "O", "X", "N", "C", "D"]
CELLS = frozenset("EWLFOC@?.")  # what a pattern may ask for; "@" is core data, "?" any, "." nothing

# -- the launcher ------------------------------------------------------------------------------------------------------


class Slot(Piece, total=False):
    """A place for one token. Light ones are refilled."""

    at: Required[str]
    token: Data
    light: bool
    lock: bool
    unfit: str  # why no pattern takes this token, for a hand that marks it


class Drawn(Piece):
    """A token that was drawn and waits for its slot."""

    token: Data


class Lit(TypedDict, total=False):
    """Slots that are outlined together, with what they would bring on a pill: «+1 EXP»."""

    slots: Required[list[str]]
    pill: Required[str]
    pattern: str  # the piece of which it is a match


Reach = TypedDict("Reach", {"from": str, "to": str, "lit": list[Lit]})  # what could be launched after one shift


class Store(Piece, total=False):
    """A bag or a dump: how many tokens are in it."""

    text: Required[str]
    figure: Required[str]


class Launcher(Part, total=False):
    """Slots in rows. A token that is let go where it cannot lie tries one of two `shifts`: onto nothing, a token.

    Where patterns are launched, tokens can be marked, and the pattern that is pressed then is tried with just these:
    `marks` is the verb of that; `can_launch` tells whether there is a pattern to be launched.
    """

    slots: Required[list[Slot]]
    columns: Required[int]
    stores: list[Store]
    drawn: list[Drawn]  # what waits for its slot
    core: str  # the data that counts as core
    shifts: list[str]
    marks: str
    can_launch: bool
    reach: list[Reach]
    lit: list[Lit]  # what is outlined while nobody looks at a pattern
    figure: str  # how many moves are left: "2 of 3 moves"


# -- patterns ----------------------------------------------------------------------------------------------------------


class Picture(TypedDict, total=False):
    """A pattern as it is printed: its rows."""

    cells: Required[list[str]]
    core: str


class Pattern(Piece, total=False):
    """A pattern that somebody has: what it brings, where it lies, or why it cannot be launched."""

    name: Required[str]
    picture: Required[Picture]
    gives: Required[str]
    pill: str  # what it gives, as short as it gets
    matches: list[list[str]]  # where it lies; one for each of its moves where it has moves
    why: str
    used: bool


class Source(TypedDict):
    """Patterns of one kind."""

    label: str
    patterns: list[Pattern]


class Patterns(Part, total=False):
    """Shapes of tokens that a player looks for, by where they come from."""

    sources: Required[list[Source]]
    note: str


# -- enemies -----------------------------------------------------------------------------------------------------------


class FoeLine(TypedDict, total=False):
    """What an enemy does by one side of the symbol die."""

    glyph: Required[str]
    text: Required[str]
    now: bool  # the symbol die shows it


class FoePattern(TypedDict):
    picture: Picture
    text: str


class Foe(Piece, total=False):
    """An enemy card; only the top one is read in full."""

    name: Required[str]
    level: str
    damage: Required[int]
    integrity: Required[int]
    lines: list[FoeLine]
    patterns: list[FoePattern]


class FoeDie(Piece, total=False):
    """A die of the enemies, and the enemy at which it stands: the first is 0, nobody -1."""

    figure: Required[str]
    glyph: Required[str]
    at: Required[int]


class Stack(Part, total=False):
    """Enemies on a player, the top one first."""

    note: str
    foes: Required[list[Foe]]
    dice: list[FoeDie]
    empty: str


# -- a player, a fight, a card -----------------------------------------------------------------------------------------


class Stat(Piece, total=False):
    """A number with its name."""

    figure: Required[str]
    text: Required[str]


class Meter(Piece, total=False):
    """Something that is counted on a short track."""

    glyph: Required[str]
    text: Required[str]
    level: Required[int]
    levels: Required[int]


class Meters(Part, total=False):
    """The numbers of one player; `tight`: there is little room for them."""

    tight: bool
    who: Required[SeatPiece]
    stats: Required[list[Stat]]
    meters: Required[list[Meter]]


class Frame(Piece, total=False):
    """What dice can be spent on: so many of these faces, or as many as one likes, again and again."""

    needs: Required[list[str]]
    repeat: bool
    text: Required[str]
    used: bool


class Press(TypedDict, total=False):
    """A button in the head of a part."""

    text: Required[str]
    label: Required[str]
    do: Required[dict[str, str]]


class Face(TypedDict):
    """A sign on a die, and its name."""

    glyph: str
    text: str


class Fight(Part, total=False):
    """Dice as they lie, and what they can do; before they are rolled, the way to their odds."""

    button: Press
    dice: Required[list[Die]]
    frames: Required[list[Frame]]
    faces: list[Face]  # the names of the signs on the dice
    notes: list[Word]


class Block(Piece, total=False):
    """A sign of a card: «If time is 0», and what happens then. `now`: it would happen as things stand."""

    head: str
    text: Required[str]
    now: bool


class Section(TypedDict):
    label: str
    blocks: list[Block]


class Plot(Part, total=False):
    """A card with sections that are read from top to bottom."""

    name: Required[str]
    code: str
    card: Piece
    sections: Required[list[Section]]
    stats: list[Stat]


class Board(TypedDict, total=False):
    """Another player's board: a line, and all of it once it is opened."""

    who: Required[SeatPiece]
    tokens: Required[str]  # a letter for each slot; "." is empty, "#" a lock
    columns: Required[int]
    counters: list[Counter]
    lines: list[str]


class Boards(Part, total=False):
    """The boards of all players, side by side."""

    boards: Required[list[Board]]


PARTS: dict[str, type] = {
    "launcher": Launcher,
    "patterns": Patterns,
    "stack": Stack,
    "meters": Meters,
    "fight": Fight,
    "plot": Plot,
    "boards": Boards,
}

# -- laws: what types cannot say ---------------------------------------------------------------------------------------


def wrong_in_launcher(part: Any) -> Iterator[str]:
    """Every slot is there once, in full rows, and nothing is said of others."""
    names = [slot["at"] for slot in part["slots"]]
    if not names or part["columns"] < 1 or len(names) % part["columns"]:
        yield f"{len(names)} slots don't fill rows of {part['columns']}"
    yield from (f"two slots are called {name}" for number, name in enumerate(names) if name in names[:number])
    yield from (
        f"{slot['at']} has a lock and a token" for slot in part["slots"] if slot.get("lock") and "token" in slot
    )
    for reach in part.get("reach", []):
        if reach["from"] == reach["to"]:
            yield f"a token can't move from {reach['from']} to itself"
        yield from _unknown([reach["from"], reach["to"]], names)
        yield from (wrong for lit in reach["lit"] for wrong in _wrong_in_lit(lit, names))
    yield from (wrong for lit in part.get("lit", []) for wrong in _wrong_in_lit(lit, names))
    if len(part.get("shifts", ("onto nothing", "onto a token"))) != len(("onto nothing", "onto a token")):
        yield "shifts need two verbs: one onto an empty slot, one onto a token"


def _wrong_in_lit(lit: Any, names: list[str]) -> Iterator[str]:
    yield from _unknown(lit["slots"], names)
    if not lit["slots"]:
        yield "an outline needs at least one slot"


def _unknown(slots: list[str], names: list[str]) -> Iterator[str]:
    yield from (f"there is no slot {slot!r}" for slot in slots if slot not in names)


def wrong_in_patterns(part: Any) -> Iterator[str]:
    for pattern in (one for source in part["sources"] for one in source["patterns"]):
        yield from _wrong_in_picture(pattern["picture"], pattern["id"])
        moves, matches = pattern.get("moves", []), pattern.get("matches", [])
        if moves and len(matches) != len(moves):
            yield f"{pattern['id']}: each of its moves needs one match"
        if moves and (pattern.get("used") or pattern.get("why")):
            yield f"{pattern['id']}: a pattern with moves can't also be used up or impossible"


def _wrong_in_picture(picture: Any, name: str) -> Iterator[str]:
    cells = picture["cells"]
    if not cells or len({len(row) for row in cells}) != 1 or not set("".join(cells)) - {"."}:
        yield f"{name}: a pattern needs rows of equal length with at least one token"
    yield from (f"{name}: a cell can't ask for {cell!r}" for row in cells for cell in row if cell not in CELLS)


def wrong_in_stack(part: Any) -> Iterator[str]:
    for foe in part["foes"]:
        if not 0 <= foe["damage"] <= foe["integrity"]:
            yield f"{foe['id']}: damage {foe['damage']} of {foe['integrity']}"
        yield from (wrong for one in foe.get("patterns", []) for wrong in _wrong_in_picture(one["picture"], foe["id"]))
    last = len(part["foes"]) - 1
    for die in part.get("dice", ()):
        if die["at"] > last:
            yield f"{die['label']!r} is at {die['at']}, but there is no such enemy"


def wrong_in_meters(part: Any) -> Iterator[str]:
    for meter in part["meters"]:
        if not 0 <= meter["level"] <= meter["levels"]:
            yield f"{meter['id']}: {meter['level']} of {meter['levels']}"


def wrong_in_boards(part: Any) -> Iterator[str]:
    for board in part["boards"]:
        if board["columns"] < 1 or len(board["tokens"]) % board["columns"]:
            yield f"{board['who']['id']}: {len(board['tokens'])} slots don't fill rows of {board['columns']}"


LAWS = {
    "launcher": wrong_in_launcher,
    "patterns": wrong_in_patterns,
    "stack": wrong_in_stack,
    "meters": wrong_in_meters,
    "boards": wrong_in_boards,
}
