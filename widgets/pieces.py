"""Pieces: whatever can be pointed at, and what a part of a scene has in common with all others.

What a piece does is told in `scene`, which has the parts that every game uses; `launcher_parts` has those of a board on
which tokens are laid into patterns.
"""

# Annotations stay objects here (no `from __future__ import annotations`): `scene.check` reads them.
from typing import Literal, Required, TypedDict

MoveParts = list[str | int]
READ = "read"  # the verb of what is no move: to read a piece
Page = tuple[str, str, list[str]]  # something to read: what it is, its whole text, and the rules behind it
PieceState = Literal["legal", "back", "unsure", "later", "happened", "selected", "refused", "empty", "vain"]
Place = Literal["top", "board", "beside", "near", "hand", "under"]


class Chosen(TypedDict, total=False):
    """What the page says while a piece is chosen and the other half of the move is not.

    `quiet`: its part shows that by itself, and nothing else of the page may change under the hand.
    """

    text: Required[str]
    rules: Required[list[str]]
    quiet: bool


class Word(TypedDict):
    """A word with the rule behind it."""

    text: str
    rule: str


class Ahead(TypedDict, total=False):
    """What a piece's move would bring, in the order in which it comes: «If you take Glass Titan».

    It is told once the piece is chosen, or, with `glance`, as soon as somebody looks at it.
    """

    title: Required[str]
    lines: Required[list[Word]]
    glance: bool


class Also(TypedDict):
    """Something else that one may try with a piece, in words; it may be refused."""

    text: str
    move: MoveParts


Piece = TypedDict(
    "Piece",
    {
        "id": Required[str],
        "label": Required[str],
        "moves": list[MoveParts],
        "texts": list[str],  # the words for `moves`, in the same order
        "route": list[MoveParts],  # where it has no move: several that a click makes one after the other
        "try": MoveParts,
        "also": list[Also],  # what else is in its menu: it is tried, and the table says what comes of it
        "rule": str,
        "state": PieceState,  # "legal" goes without saying where there are moves
        "choose": bool,
        "chosen": Chosen,
        "with": dict[str, MoveParts],
        "ends": dict[str, list[MoveParts]],
        "point": bool,  # a click only names the piece, and the lesson says what that means
        "sign": Literal["right", "said"],  # pointed at and right; said before it happened
        "ahead": Ahead,
    },
    total=False,
)


class Die(Piece, total=False):
    figure: Required[str]  # "" before it is rolled; a word such as "strike" is drawn as its sign
    seat: int


class Counter(TypedDict, total=False):
    glyph: Required[str]
    figure: Required[str]
    what: str  # behind the figure, where there is room
    label: Required[str]


class Badge(TypedDict):
    glyph: str
    text: str


class SeatPiece(Piece, total=False):
    seat: Required[int]
    name: Required[str]
    you: bool
    now: bool  # asked to decide
    score: str
    of: str
    counters: list[Counter]
    line: str
    badge: Badge | None
    out: bool


class Part(TypedDict, total=False):
    part: Required[str]
    place: Required[Place]
    zone: str  # what lessons call it: the steps that do not play in it draw it dimmed
    dimmed: bool
    wanted: bool  # a lesson asks for a piece of it, or points at one
    title: str
    rule: str
    share: bool  # it stands in one row with the part before it, where there is room
    tab: str  # its short name; of the parts of a place that have one, only one is shown, best one with a move
