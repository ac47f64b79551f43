"""The still picture of a table, for a cell of a notebook: HTML and SVG that need neither a page of ours nor a kernel.

It is made of the same scene that a page draws, for everybody's eyes. Pieces are boxes with a name or a figure, and say
their whole sentence when the mouse rests on them; boards and maps are drawn. Colours are mixed from the notebook's own,
so that it can be read in any theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from math import ceil, cos, pi, sin, sqrt
from typing import Any

from tabletop_kernel.table.session import Session
from widgets.face import face_of
from widgets.games import drawn
from widgets.scene import Scene, pieces

Data = dict[str, Any]

LEFT_OUT = ("key", "patterns", "note", "plot")  # what is there to look things up
MOST_LINES = 8  # of a list
SUITS = {"heart": "♥", "diamond": "♦", "club": "♣", "spade": "♠", "shop": "$", "plain": ""}
SEATS = ("#c2410c", "#1d4ed8", "#15803d", "#a21caf", "#b45309")
LANDS = {
    "forest": "#5f8f57", "prairie": "#c9b458", "mountain": "#8c8279", "water": "#5b8fb9", "river": "#7fb0cf",
    "village": "#b98a6a", "shelter": "#b98a6a", "damaged": "#8c8279", "hideout": "#7a6a94", "plain": "#9aa5ad",
    "gardens": "#5f8f57",
}  # fmt: skip
FACE_DOWN = "#7b7b7b"
BOX = "border:1px solid rgba(128,128,128,.6);border-radius:4px;padding:1px 5px;background:rgba(128,128,128,.12)"
ROW = "display:flex;flex-wrap:wrap;gap:4px;align-items:center"
TILE, SPACE = 74, 26  # pixels


def draw(session: Session) -> str | None:
    """The table as everybody may see it; None if nobody has said how this game looks."""
    if session.game.name not in drawn():
        return None
    face = face_of(session.game.name)
    people = session.people if session.game.telling.nameless else {}
    look = face.look(session.game, session.config, session.view(None), people=people)
    look.told = partial(session.events, None)
    return picture(face.scene(look))


def picture(scene: Scene) -> str:
    """A scene as HTML; the board first, and what belongs to it around it."""
    parts: list[Data] = [dict(part) for part in scene if part["part"] not in LEFT_OUT]
    shown = [_part(part) for part in parts]
    flow = "display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start;max-width:70em;font-size:13px;line-height:1.45"
    return f"<div style='{flow}'>{''.join(shown)}</div>"


def _part(part: Data) -> str:
    title = f"<div style='font-weight:600'>{escape(part['title'])}</div>" if part.get("title") else ""
    return f"<div>{title}{_DRAWN.get(part['part'], _pieces)(part)}</div>"


# -- pieces as boxes ---------------------------------------------------------------------------------------------------


def _pieces(part: Data) -> str:
    """Any part: a box for each of its pieces."""
    return _row(map(_box, pieces(part)))


def _row(boxes: Iterable[str]) -> str:
    return f"<div style='{ROW}'>{''.join(boxes)}</div>"


def _box(piece: Data, style: str = "") -> str:
    """A piece with what it is called on the table; its sentence is read by those who point at it."""
    edge = f";border-left:5px solid {SEATS[piece['seat'] % len(SEATS)]}" if "seat" in piece else ""
    now = ";outline:2px solid #2e9e4f" if piece.get("now") else ""
    return f"<span style='{BOX}{edge}{now}{style}' title='{escape(piece['label'])}'>{escape(_name(piece))}</span>"


def _name(piece: Data) -> str:
    """A piece in a word or two."""
    if piece.get("face") == "back":
        return f"{piece['label'].split(',')[0]}: {piece['count']}" if "count" in piece else "face down"
    if piece.get("face") == "suit":
        return f"{piece.get('rank', '')}{SUITS.get(piece.get('suit', ''), '')}"
    words = (piece.get("name") or piece.get("text") or "", str(piece.get("figure") or piece.get("worth") or ""))
    said = " ".join(filter(None, words))
    if not said and "figure" in piece:
        return "?"  # a die before it is rolled
    if not said:
        said = piece["label"].split(",")[0].split(":")[0]
    return f"{said} × {piece['count']}" if piece.get("count", 1) > 1 else said


def _seat(one: Data) -> str:
    """A player: the name, the score, and what is counted."""
    score = f" {one['score']}{'/' + one['of'] if one.get('of') else ''}" if one.get("score") else ""
    counted = [f"{counter['figure']} {counter['glyph']}" for counter in one.get("counters", ())]
    told = ", ".join(filter(None, [*counted, one.get("line", "")]))
    return _box({**one, "name": f"{one['name']}{score}", "text": "", "figure": f"({told})" if told else ""})


def _seats(part: Data) -> str:
    return _row(map(_seat, part["seats"]))


def _cards(part: Data) -> str:
    pile = [part["pile"]] if part.get("pile") else []
    return _row(_laid([*pile, *part["cards"]])) if pile or part["cards"] else escape(part.get("empty", ""))


def _player(part: Data) -> str:
    """A player with all that lies before them."""
    rows = [(row["label"], row["cards"]) for row in part["rows"]]
    rows += [(pile["title"], pile["cards"]) for pile in part["piles"]]
    dials = [{**dial, "figure": f"{dial['level']}/{dial['levels']}"} for dial in [part.get("dial")] if dial]
    lines = [_row([_seat(part["who"]), *map(_box, dials)])]
    lines += [_row([f"<span>{escape(label)}</span>", *_laid(cards)]) for label, cards in rows if cards]
    return "".join(f"<div style='margin-top:3px'>{line}</div>" for line in lines)


def _laid(cards: Sequence[Data]) -> list[str]:
    """Cards side by side; of those that nobody may see, only how many they are."""
    hidden = [card for card in cards if card.get("face") == "back" and "count" not in card]
    boxes = [_box(card) for card in cards if card not in hidden]
    said = "face down" if len(hidden) == 1 else f"{len(hidden)} face down"
    return boxes if not hidden else [*boxes, f"<span style='{BOX}'>{said}</span>"]


# -- lines and tables --------------------------------------------------------------------------------------------------


def _list(part: Data) -> str:
    items = part["items"]
    if part.get("across"):
        return _row(map(_box, items))
    lines = [part.get("lead", ""), *map(_name, items[:MOST_LINES])]
    if len(items) > MOST_LINES:
        lines.append(f"and {len(items) - MOST_LINES} more")
    return "".join(f"<div>{escape(line)}</div>" for line in lines if line)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = [[f"<th>{escape(one)}</th>" for one in ("", *head)]]
    cells += [[f"<td>{one}</td>" for one in row] for row in rows]
    return f"<table>{''.join('<tr>' + ''.join(row) + '</tr>' for row in cells)}</table>"


def _sheet(part: Data) -> str:
    def cell(one: Data | None) -> str:
        if not one:
            return ""
        shown = [_box(piece) for piece in (*one.get("cards", ()), *one.get("dice", ()))]
        return " ".join([*shown, escape(one.get("text", "")), escape(one.get("figure", ""))])

    rows = [(escape(row["label"]), *map(cell, row["cells"])) for row in part["rows"]]
    return _table([column["title"] for column in part["columns"]], rows)


def _tally(part: Data) -> str:
    rows = [(escape(row["label"]), *map(escape, row["figures"])) for row in part["rows"]]
    return _table([column["title"] for column in part["columns"]], rows)


def _track(part: Data) -> str:
    at = {tracker["at"] for tracker in part["trackers"]}
    marked = ";background:#2e9e4f;color:white"
    spaces = [
        f"<span style='{BOX}{marked if n in at else ''}'>{escape(text)}</span>" for n, text in enumerate(part["spaces"])
    ]
    return f"<div style='{ROW};gap:1px' title='{escape(part['label'])}'>{''.join(spaces)}</div>"


def _launcher(part: Data) -> str:
    """Tokens in their slots."""
    columns = part["columns"]
    slots = [
        f"<span style='{BOX};text-align:center' title='{escape(slot['label'])}'>{escape(slot.get('token', '·'))}</span>"
        for slot in part["slots"]
    ]
    grid = f"display:inline-grid;grid-template-columns:repeat({columns},2em);gap:2px"
    return f"<div style='{grid}'>{''.join(slots)}</div>{_row(map(_box, part.get('stores', ())))}"


# -- boards ------------------------------------------------------------------------------------------------------------


def _svg(width: float, height: float, shapes: Iterable[str]) -> str:
    size = f"width='{width:.0f}' viewBox='0 0 {width:.0f} {height:.0f}'"
    return f"<svg {size} style='max-width:100%;height:auto' font-family='sans-serif'>{''.join(shapes)}</svg>"


def _words(x: float, y: float, text: str, size: int = 10, colour: str = "currentColor") -> str:
    said = f"text-anchor='middle' font-size='{size}' fill='{colour}'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {said}>{escape(text)}</text>"


def _disc(x: float, y: float, token: Data, text: str = "", size: int = 8) -> str:
    colour = SEATS[token["seat"] % len(SEATS)] if "seat" in token else "#222"
    disc = f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{size}' fill='{colour}' stroke='white'/>"
    return _titled(disc + _words(x, y + 3, text, 9, "white"), token)


def _titled(shape: str, piece: Data) -> str:
    return f"<g><title>{escape(piece['label'])}</title>{shape}</g>"


def _ring(part: Data) -> str:
    """Spaces in a circle, with their numbers and signs; tokens stand inside of them."""
    spaces, tokens = part["spaces"], part["tokens"]
    radius = max(90.0, len(spaces) * SPACE / 2 / pi)
    middle = radius + SPACE
    around = [(2 * pi * n / len(spaces) - pi / 2) for n in range(len(spaces))]
    spots = [(middle + radius * cos(angle), middle + radius * sin(angle)) for angle in around]
    shapes = []
    for (x, y), space in zip(spots, spaces, strict=True):
        red = space["kind"] in ("heart", "diamond")
        edge = "#2e9e4f" if space.get("mark") else "rgba(128,128,128,.7)"
        circle = f"<circle cx='{x:.1f}' cy='{y:.1f}' r='11' fill='rgba(128,128,128,.15)' stroke='{edge}'/>"
        sign = _words(x, y + 4, SUITS[space["kind"]] or space["n"], 12, "#c0392b" if red else "currentColor")
        shapes.append(_titled(circle + sign, space))
    home = [token for token in tokens if token["at"] < 0]
    for n, token in enumerate(home):
        shapes.append(_disc(middle + (n - (len(home) - 1) / 2) * 20, middle + 14, token, str(token["seat"] + 1)))
    for n, token in enumerate(token for token in tokens if token["at"] >= 0):
        angle, near = around[token["at"]], radius - 20 - 3 * (n % 3)
        shapes.append(_disc(middle + near * cos(angle), middle + near * sin(angle), token, str(token["seat"] + 1)))
    shapes.append(_words(middle, middle - 6, part["home"].get("text") or "Home", 11))
    cards = [*part.get("middle", ()), *([part["discard"]] if part.get("discard") else []), *part.get("dice", ())]
    return _svg(2 * middle, 2 * middle, shapes) + _row(map(_box, cards))


def _map(part: Data) -> str:
    """Tiles side by side, squares or hexes, with what stands on them."""
    hexes, left = part.get("shape") == "hexes", part.get("grow") == "left"
    places = {(tile["at"][0], tile["at"][1]): _spot(tile["at"], hexes, left) for tile in part["tiles"]}
    if not places:
        return ""
    low = [min(spot[axis] for spot in places.values()) for axis in (0, 1)]
    size = [max(spot[axis] for spot in places.values()) - low[axis] + TILE for axis in (0, 1)]
    shapes = []
    for tile in part["tiles"]:
        x, y = _spot(tile["at"], hexes, left)
        standing = [token for token in part.get("tokens", ()) if token["at"] == tile["at"]]
        shapes.append(_tile(x - low[0], y - low[1], tile, standing, hexes))
    return _svg(size[0], size[1], shapes)


def _spot(at: Sequence[int], hexes: bool, left: bool) -> tuple[float, float]:
    column, row = at
    if hexes:
        return TILE * (column + row / 2), TILE * row * sqrt(3) / 2
    return TILE * (-column if left else column), float(TILE * row)


def _tile(x: float, y: float, tile: Data, standing: Sequence[Data], hexes: bool) -> str:
    lands = tile.get("terrain") or ([tile["district"]] if tile.get("district") else [])
    colour = LANDS.get(lands[0], FACE_DOWN) if lands else FACE_DOWN
    half = TILE / 2
    if hexes:
        turns = [(half + half * sin(n * pi / 3) * 1.12, half + half * cos(n * pi / 3) * 1.12) for n in range(6)]
        points = " ".join(f"{x + across:.1f},{y + down:.1f}" for across, down in turns)
        shape = f"<polygon points='{points}' fill='{colour}' stroke='white'/>"
    else:
        shape = f"<rect x='{x:.1f}' y='{y:.1f}' width='{TILE - 2}' height='{TILE - 2}' rx='4' fill='{colour}'/>"
    name = tile.get("name", "?")
    lines = [name] if len(name) <= 12 or " " not in name else _two_lines(name)
    shape += "".join(_words(x + half, y + 18 + 11 * n, line, 10, "white") for n, line in enumerate(lines))
    stars = " ".join(f"★{number}" for number in tile.get("stars", ()))
    shape += _words(x + half, y + TILE - 8, stars, 9, "white") if stars else ""
    discs = []
    for n, token in enumerate(standing):
        text = token.get("figure") or (str(token["seat"] + 1) if "seat" in token else token["kind"][0].upper())
        discs.append(_disc(x + half + (n - (len(standing) - 1) / 2) * 17, y + half + 8, token, text))
    return _titled(shape, tile) + "".join(discs)


def _two_lines(name: str) -> list[str]:
    words = name.split()
    middle = ceil(len(words) / 2)
    return [" ".join(words[:middle]), " ".join(words[middle:])]


_DRAWN: dict[str, Callable[[Data], str]] = {
    "seats": _seats, "cards": _cards, "player": _player, "list": _list, "sheet": _sheet, "tally": _tally,
    "track": _track, "launcher": _launcher, "ring": _ring, "map": _map,
}  # fmt: skip
