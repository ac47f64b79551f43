"""What a scene is made of: the vocabulary of every table, as plain data.

A scene is a list of parts, each `{"part": type, "place": where, …}`. Inside the parts lie pieces: whatever can be
pointed at. A piece has an `id` that is its own in the whole scene and a `label`, the sentence that is spoken for it.
Its `moves` are the legal moves that it stands for; `try` is the move that a click means where it has none (it will be
refused, and the refusal teaches); `rule` is shown where there is neither. What else people try with a piece is in its
menu too (`also`): an augment that can be equipped is taken for one that can be used.

Some moves take two pieces: what one pays and what one gets for it. Then the first has `choose`: a click on it chooses
it and nothing else happens, its `chosen` says what now, and of all other pieces only the moves that are also its own
stay legal. A piece with no such move may have `with`: the move that a click then tries, by the id of the chosen piece.
Where either of two pieces can be chosen first, each has `ends`: the moves that it finishes, by the id of the other.
A piece may say what its move would bring (`ahead`): the page shows it beside the table while the piece is looked at.

Where a lesson asks to point at something, or does not show what can be done, a piece has `point` in place of all that.

A piece that shows less than there is to read, and has no move, may `try` ["read", id]: nothing happens at the table,
and the panel beside it shows the whole text, which the game's `read` has.

Everything here is text, numbers, lists and dicts, ready for JSON. `check` finds what is not: for tests, not every move.
"""

# Annotations stay objects here (no `from __future__ import annotations`): `check` reads them, `Required` included.
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    Required,
    TypedDict,
    Union,
    Unpack,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from widgets import launcher_parts
from widgets.pieces import READ as READ
from widgets.pieces import Ahead as Ahead
from widgets.pieces import Also as Also
from widgets.pieces import Badge as Badge
from widgets.pieces import Chosen as Chosen
from widgets.pieces import Counter as Counter
from widgets.pieces import Die as Die
from widgets.pieces import MoveParts as MoveParts
from widgets.pieces import Page as Page
from widgets.pieces import Part as Part
from widgets.pieces import Piece as Piece
from widgets.pieces import PieceState as PieceState
from widgets.pieces import Place as Place
from widgets.pieces import SeatPiece as SeatPiece
from widgets.pieces import Word as Word

Suit = Literal["heart", "diamond", "club", "spade", "flame", "drop", "rings", "mast"]
Kind = Literal["heart", "diamond", "club", "spade", "shop", "plain"]  # of a space
Mark = Literal["selected", "happened"] | None

# -- pieces ------------------------------------------------------------------------------------------------------------


class Line(TypedDict, total=False):
    """One ability on a card, or what stands at its foot."""

    glyph: str
    name: str
    signs: list[str]  # the same as the text, as short as it gets: ["−1", "food", "›", "walk", "1"]
    text: str


class Side(TypedDict, total=False):
    """The other side of a text card: the page turns it over to be read."""

    figure: str
    glyph: str
    name: Required[str]
    tone: str
    body: list[Line]
    house: bool


class Face(TypedDict, total=False):
    """What a card shows; `face` says which of the other keys count."""

    face: Literal["suit", "picture", "back", "text", "empty"]
    rank: str
    suit: Suit
    worth: str
    figure: str
    name: str
    art: str
    hue: int
    tone: str
    emblem: str
    glyph: str  # in the place of a figure
    body: list[Line]
    foot: Line
    back: Side  # what is behind the foot
    house: bool  # our content, not the designers'
    dots: int  # of a strip: so many of its kind are there,
    of: int  # and so many make a set
    size: Literal["mini", "zone", "hand", "text", "strip"]
    count: int  # of a pile
    note: str


class Card(Piece, Face):
    """A piece with a face."""


def card(piece: Piece, **face: Unpack[Face]) -> Card:
    """A piece that is a card, or a card that shows more than before."""
    return cast(Card, {**piece, **face})


class Level(TypedDict):
    """One line of the table beside a dial."""

    text: str
    counts: bool  # it would be given now


class Dial(Piece, total=False):
    """Something with levels, turned from one to the next."""

    level: Required[int]  # 0: none
    levels: Required[int]
    text: str
    seat: int
    lines: list[Level]  # what each level gives


class Space(Piece, total=False):
    n: Required[str]
    kind: Required[Kind]
    gate: int | None  # the seat whose gate it is
    mark: Mark


class Home(Piece, total=False):
    text: str
    glyph: str


class Token(Piece, total=False):
    seat: Required[int]
    at: Required[int]  # index among the spaces; -1 is home


class Button(TypedDict, total=False):
    text: Required[str]
    strong: str
    glyph: str
    do: Required[dict[str, Any]]  # the message it sends
    main: bool
    ends: bool  # it ends something that could go on: it stands by itself, after all others, and is never folded away
    legal: bool
    label: str
    off: bool
    looks: str  # the piece that is looked at together with it, such as the pattern that it launches
    match: int  # and which of its places


class PieceChoice(TypedDict, total=False):
    """A piece to be chosen first, as a button of the move bar."""

    piece: Required[str]
    text: Required[str]
    strong: str
    label: str
    what: str  # what is chosen: "a token"; a card, if nothing is said


class Group(TypedDict, total=False):
    """Buttons of the move bar that belong together; those of a `choice` are shown once its piece is chosen."""

    label: Required[str]
    buttons: Required[list[Button]]
    choice: PieceChoice


# -- parts -------------------------------------------------------------------------------------------------------------


class Seats(Part, total=False):
    """Who plays, with what each has: figures, states, and whose turn it is."""

    seats: Required[list[SeatPiece]]
    means: bool  # what the viewer has is in sight all the time, on a phone too
    people: dict[str, str]  # by the number of a seat: who plays there, where its name is the character's


class Ring(Part, total=False):
    """A board whose spaces lie in a ring around what is in its middle."""

    spaces: Required[list[Space]]
    home: Required[Home]
    tokens: Required[list[Token]]
    middle: list[Card]
    discard: Card | None
    dice: list[Die]


class Column(TypedDict, total=False):
    seat: int
    glyph: str  # of a side that has no seat
    title: Required[str]


class Cell(TypedDict, total=False):
    cards: list[Card]
    dice: list[Die]
    text: str
    figure: str


class Row(TypedDict, total=False):
    label: Required[str]
    note: str
    rule: str
    strong: bool
    slim: bool  # what is over, in small; its label is only read out
    stays: bool  # it is never out of sight, however long the sheet is; what is strong stays too
    cells: Required[list[Cell | None]]


Cover = TypedDict("Cover", {"column": int, "from": int, "to": int, "seat": int, "text": str})  # rows that are not shown


class Sheet(Part, total=False):
    """A table with a column for each side and cells that hold cards, as in a battle."""

    glyph: str
    button: Button
    columns: Required[list[Column]]
    rows: Required[list[Row]]
    covers: list[Cover]


class Cards(Part, total=False):
    """A row of cards, and the pile that they come from."""

    note: str
    cards: Required[list[Card]]
    pile: Card  # the pile they come from
    bare: bool  # they lie on the mat itself
    empty: str  # why there are none


class Held(TypedDict):
    label: str
    cards: list[Card]


class Hand(Part, total=False):
    """The cards in somebody's hand, in groups."""

    note: str
    groups: Required[list[Held]]


class KeyRow(TypedDict, total=False):
    glyph: str
    figure: str
    text: Required[str]
    rule: str


class Key(Part, total=False):
    """What signs on the board mean."""

    rows: Required[list[KeyRow]]


class Owned(TypedDict):
    seat: int
    name: str
    cards: list[Card]


class Realm(Part, total=False):
    """What each player owns, in a line for each."""

    rows: Required[list[Owned]]


class Note(Part, total=False):
    """A sentence of its own."""

    text: Required[str]


class Strips(TypedDict, total=False):
    """One row of a player's cards, as strips."""

    label: Required[str]
    cards: Required[list[Card]]
    slot: Card  # where the next card would come


class Heap(TypedDict):
    """A pile with its name; several cards are fanned."""

    title: str
    cards: list[Card]


class Reckoning(TypedDict):
    """A sum in one line: «If it ended now: 31 points left + 10 Loci = 41»."""

    text: str
    addends: list[Word]
    total: Word


class Player(Part, total=False):
    """All that lies before one player: points, a dial, rows of cards, piles."""

    who: Required[SeatPiece]
    unit: str  # what the score counts
    dial: Dial
    rows: Required[list[Strips]]
    piles: Required[list[Heap]]
    note: str
    reckoning: Reckoning


class Entry(TypedDict, total=False):
    """What a line of a list says, with boxes that are ticked as often as it was used."""

    text: Required[str]
    figure: str
    note: str
    cite: str  # the rule to be read under it
    glyph: str
    ticked: int
    boxes: int
    depth: int  # how far it is set in
    now: bool
    tone: str  # the colour of its edge
    signs: list[str]  # what it costs, as on a card: ["−2", "food"]


class Item(Piece, Entry):
    """A piece that is a line of a list."""


def item(piece: Piece, **entry: Unpack[Entry]) -> Item:
    return cast(Item, {**piece, **entry})


class Items(Part, total=False):
    """A list of lines, some of which can be chosen."""

    note: str
    lead: str  # a sentence above the items
    figure: str  # in large type beside the title
    steps: bool  # the items come one after the other: each takes a line, and what it did stands below it
    across: bool  # the items stand side by side
    items: Required[list[Item]]


class Head(TypedDict, total=False):
    """Above a column of figures: a player, or what is counted in it."""

    title: Required[str]
    seat: int
    rule: str


class Sum(TypedDict, total=False):
    label: Required[str]
    rule: str
    piece: Piece  # the label is a piece: the line is a choice
    strong: bool
    figures: Required[list[str]]


class TallyPart(Part, total=False):
    """A small table of addends, one column for each player or for each addend."""

    columns: Required[list[Head]]
    rows: Required[list[Sum]]
    note: str


Spot = list[int]  # a place on a map: [column, row]
Terrain = Literal["forest", "prairie", "mountain", "water", "river", "village"]
District = Literal["shelter", "damaged", "hideout", "plain", "gardens"]


class TileMark(TypedDict, total=False):
    """Something small that lies on a tile: a find or a die face down, a relay."""

    glyph: Required[str]
    text: Required[str]
    figure: str


class Tile(Piece, total=False):
    """One place of a map. Without a terrain or a district it lies face down."""

    at: Required[Spot]
    name: str
    terrain: list[Terrain]  # one, or two that share the tile
    stars: list[str]  # the numbers in its stars; on a back at most one
    job: list[str]  # what can be done there, as a line of signs and short texts: ["swap", "+2", "dice"]
    railway: bool
    camp: bool
    district: District
    values: list[str]  # of a district: what entering it costs, and what staying there does
    marks: list[TileMark]
    cost: str  # what it takes to get there, where that may be done now: "1", "free", "?"
    dear: bool  # it is more than there is


class Gap(Piece, total=False):
    """A place of a map where no tile lies, but which somebody may point at."""

    at: Required[Spot]
    grows: bool  # whether a tile may still come there


class Standing(Piece, total=False):
    """Something that stands on a tile, and walks by itself to where it stands next."""

    kind: Required[Literal["meeple", "bandits", "wagon", "bot", "disc"]]
    at: Required[Spot]
    seat: int
    lying: bool
    figure: str  # how many, or what a disc says
    glyph: str  # of a disc


class Record(TypedDict, total=False):
    """A line behind a column, as far as somebody has come."""

    column: Required[int]
    text: Required[str]
    seat: int


class Way(TypedDict, total=False):
    """A line through tiles: where somebody went, or would go."""

    at: Required[list[Spot]]
    seat: int
    planned: bool


class Map(Part, total=False):
    """Tiles side by side. The page shows all of them, or those around `follow`, where things happen."""

    shape: Literal["squares", "hexes"]
    grow: Literal["left", "down"]  # columns are counted to the left, or to the right
    tiles: Required[list[Tile]]
    tokens: list[Standing]
    open: list[Spot]  # where land may still come
    gaps: list[Gap]
    records: list[Record]
    columns: bool  # their numbers stand above them
    far: str  # what lies beyond the edge to which the map grows: "West"
    ways: list[Way]
    follow: Spot | None


class Stretch(TypedDict, total=False):
    """Some spaces of a track that have something in common, from the first to the last: «risk 2»."""

    first: Required[int]
    last: Required[int]
    text: Required[str]
    glyph: str
    figure: str  # in place of the text where there is little room
    tone: Literal["calm", "warning", "danger"]
    now: bool  # what counts at present


class Tracker(TypedDict, total=False):
    at: Required[int]
    seat: int  # none: the track's own, which fills its space


class Track(Part, total=False):
    """A row of spaces along which something is counted. `label` says in a sentence what it shows."""

    label: Required[str]
    figure: str  # how far it has come, in figures: "4 / 24"
    spaces: Required[list[str]]
    stretches: list[Stretch]
    trackers: Required[list[Tracker]]
    finish: str  # what happens at its last space
    piece: Piece  # the whole track is a piece


Scene = list[Part]
PARTS: dict[str, type] = {
    "seats": Seats,
    "ring": Ring,
    "sheet": Sheet,
    "cards": Cards,
    "hand": Hand,
    "key": Key,
    "realm": Realm,
    "note": Note,
    "player": Player,
    "list": Items,
    "tally": TallyPart,
    "map": Map,
    "track": Track,
    **launcher_parts.PARTS,
}


def explained(part: str = "") -> str:
    """The fields of a part, with those of whatever lies in it; without a name, what each part is.

    >>> print(explained("note").splitlines()[0])
    note: A sentence of its own.
    """
    if not part:
        return "\n".join(f"{name}: {_about(kind)}" for name, kind in PARTS.items())
    if part not in PARTS:
        raise ValueError(f"there is no part {part!r}: {', '.join(PARTS)}")
    lines: list[str] = []
    waiting: list[tuple[str, Any]] = [(part, PARTS[part])]
    known: set[Any] = set()
    while waiting:
        name, kind = waiting.pop(0)
        lines.append(f"{name}: {_about(kind)}".rstrip(": "))
        for key, hint in get_type_hints(kind).items():
            lines.append(f"  {key}{'*' * (key in kind.__required_keys__)}: {_type_said(hint)}")
            inner = [one for one in _dicts_in(hint) if one not in known]
            known.update(inner)
            waiting += [(one.__name__, one) for one in inner]
    return "\n".join([*lines, "* required"])


def _about(kind: Any) -> str:
    said = str(kind.__doc__ or "").partition("\n")[0]
    return "" if said.startswith("dict(") else said


def _dicts_in(hint: Any) -> Iterator[Any]:
    if is_typeddict(hint):
        yield hint
    for inner in get_args(hint):
        yield from _dicts_in(inner)


def _type_said(hint: Any) -> str:
    """«list of Card», «'top' or 'board'»."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin in (Union, UnionType):
        return " or ".join(map(_type_said, inner))
    if origin is list:
        return f"list of {_type_said(inner[0])}"
    if origin is dict:
        return f"dict of {_type_said(inner[1])}"
    return "None" if hint is NoneType else str(getattr(hint, "__name__", hint))


# -- checking ----------------------------------------------------------------------------------------------------------


def check(scene: Scene) -> None:
    """ValueError names the first thing that a page could not draw, and where it is."""
    if not isinstance(scene, list):
        raise ValueError("a scene is a list of parts")
    ids: set[str] = set()
    for number, part in enumerate(scene):
        kind = part.get("part") if isinstance(part, dict) else None
        if kind not in PARTS:
            raise ValueError(f"part {number}: there is no part {kind!r}")
        problem = _finder(PARTS[kind])(part)
        if problem:
            raise ValueError(f"{kind}{problem}")
        for piece in pieces(part):
            _check_piece(piece, ids)
        for wrong in LAWS.get(kind, _no_law)(part):
            raise ValueError(f"{kind}: {wrong}")


def check_groups(groups: list[Group]) -> None:
    """The same for the groups of a move bar; at most one button is the main one."""
    problem = _finder(list[Group])(groups)
    if problem:
        raise ValueError(f"groups{problem}")
    if sum(button.get("main", False) for group in groups for button in group["buttons"]) > 1:
        raise ValueError("groups: more than one main button")


def check_data(hint: Any, data: Any) -> None:
    """The same for other data that goes to a page, such as a beat."""
    problem = _finder(hint)(data)
    if problem:
        raise ValueError(f"{hint.__name__}{problem}")


ABOUT_MOVES = frozenset({"moves", "texts", "try", "with", "ends", "reach", "matches"})  # no piece lies in there


def pieces(data: Any) -> list[dict[str, Any]]:
    """Every piece of a part, or of a whole scene."""
    found: list[dict[str, Any]] = []
    _collect(data, found)
    return found


def _collect(data: Any, found: list[dict[str, Any]]) -> None:
    """In a piece lies no other. The rest of a scene mostly says which moves can be made: no need to look there."""
    if type(data) is dict:
        if "id" in data:
            found.append(data)
            return
        data = [value for name, value in data.items() if name not in ABOUT_MOVES]
    for value in data:
        if value and (type(value) is dict or type(value) is list):
            _collect(value, found)


def _check_piece(piece: dict[str, Any], ids: set[str]) -> None:
    name, label = piece["id"], piece["label"]
    if not name or name in ids:
        raise ValueError(f"the id {name!r} is empty or used twice in the scene")
    if not label:
        raise ValueError(f"{name}: a piece needs a label")
    if len(piece.get("texts", ())) != len(piece.get("moves", ())):
        raise ValueError(f"{name}: each of its moves needs one text")
    ids.add(name)


def _no_law(part: Any) -> Iterator[str]:
    yield from ()


def _wrong_in_map(part: Any) -> Iterator[str]:
    """What types cannot say: places have two numbers, no tile lies on another, and everything stands on one."""
    tiles = [tile["at"] for tile in part["tiles"]]
    gaps = [gap["at"] for gap in part.get("gaps", [])]
    standing = {token["id"]: token["at"] for token in part.get("tokens", [])}
    ways = [place for way in part.get("ways", []) for place in way["at"]]
    for place in [*tiles, *gaps, *standing.values(), *ways, *part.get("open", [])]:
        if len(place) != 2:
            yield f"{place} isn't a place: a place has a column and a row"
    yield from (f"{place} has a tile, so it isn't a gap" for place in gaps if place in tiles)
    yield from (f"there are two tiles at {place}" for number, place in enumerate(tiles) if place in tiles[:number])
    yield from (f"{name} is at {place}, which has no tile" for name, place in standing.items() if place not in tiles)
    if part.get("follow") is not None and part["follow"] not in tiles:
        yield f"it follows {part['follow']}, which has no tile"


def _wrong_in_track(part: Any) -> Iterator[str]:
    last = len(part["spaces"]) - 1
    yield from (f"there is no space {one['at']}" for one in part["trackers"] if not 0 <= one["at"] <= last)
    for stretch in part.get("stretches", []):
        if not 0 <= stretch["first"] <= stretch["last"] <= last:
            yield f"{stretch['text']!r} doesn't fit on the track: {stretch['first']} to {stretch['last']}"


LAWS = {"map": _wrong_in_map, "track": _wrong_in_track, **launcher_parts.LAWS}  # of what there are no types for


# A finder says what is wrong with a value, beginning with where: ".cards[2].rank: str, not 5"; "" if nothing is.
Finder = Callable[[Any], str]


@lru_cache(maxsize=256)
def _finder(hint: Any) -> Finder:
    """The finder for a type of this module, made once."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return _find_in_dict(hint)
    if origin is list:
        return _find_in_list(_finder(inner[0]))
    if origin in (Union, UnionType):
        finders = [_finder(choice) for choice in inner]
        return lambda value: min((finder(value) for finder in finders), key=len)  # "" if one of them is content
    if origin is Literal:
        return lambda value: "" if value in inner else f": one of {', '.join(inner)}, not {value!r:.60}"
    if origin is dict:
        return _find_in_json if inner[1] is Any else _find_in_map(_finder(inner[1]))
    return lambda value: "" if type(value) is hint else f": {hint.__name__}, not {value!r:.60}"


def _find_in_dict(hint: Any) -> Finder:
    name = hint.__name__
    finders = {key: _finder(inner) for key, inner in get_type_hints(hint).items()}
    required = [*sorted(hint.__required_keys__), *(["face"] if hint is Card else [])]

    def find(value: Any) -> str:
        if type(value) is not dict:
            return f": {name}, not {value!r:.60}"
        for key in required:
            if key not in value:
                return f": {name} needs the key {key!r}"
        for key, item in value.items():
            if key not in finders:
                return f": {name} has no key {key!r}"
            problem = finders[key](item)
            if problem:
                return f".{key}{problem}"
        return ""

    return find


def _find_in_list(finder: Finder) -> Finder:
    def find(value: Any) -> str:
        if type(value) is not list:
            return f": a list, not {value!r:.60}"
        for number, item in enumerate(value):
            problem = finder(item)
            if problem:
                return f"[{number}]{problem}"
        return ""

    return find


def _find_in_map(finder: Finder) -> Finder:
    """Texts for keys, and values of one type."""

    def find(value: Any) -> str:
        problem = _find_in_json(value) if type(value) is dict else f": a dict, not {value!r:.60}"
        return problem or next((f".{key}{found}" for key, item in value.items() if (found := finder(item))), "")

    return find


def _find_in_json(value: Any) -> str:
    """Any plain data with text for keys."""
    if type(value) is dict:
        for key, item in value.items():
            problem = f": the key {key!r:.60} isn't text" if type(key) is not str else _find_in_json(item)
            if problem:
                return f".{key}{problem}"
    elif type(value) is list:
        return next((problem for problem in map(_find_in_json, value) if problem), "")
    elif type(value) not in (str, int, float, bool, NoneType):
        return f": {value!r:.60} can't be written as JSON"
    return ""
