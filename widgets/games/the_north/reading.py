"""What can be read of pieces that lie there as a strip, a pile or a back: the text of every card that may be seen."""

from __future__ import annotations

from widgets.games.the_north.look import Look, bare
from widgets.scene import Page

STAYS = "It stays here unless an ability moves it, and scores 1 at the end."


def pages(look: Look, piece: str) -> list[Page]:
    """One page for each card; nothing for a piece that is not there, or of which no side is seen."""
    kind, _, rest = piece.partition(":")
    found: list[Page] = []
    if kind == "zone":
        found = _zone(look, rest)
    elif kind == "discard":
        found = [
            _page(look, face, f"in {_whose(look, rest)} Discard", ["score.gather"]) for face in _pile(look, kind, rest)
        ]
    elif kind == "held":
        seat, _, number = rest.partition(":")
        held = {str(at): face for at, face in enumerate(_pile(look, "hand", seat))}
        face = held.get(number)
        found = [_page(look, face, f"in {_whose(look, seat)} hand", ["ruling.hand-backs"])] if face else []
    elif piece == "wastes-deck":
        found = [_page(look, face, "on top of the Wastes Deck", ["end.deck"]) for face in look.view["wastes_deck"][:1]]
    elif kind == "aside":
        found = [
            _page(look, face, "discarded for a Directive and set aside for now", ["ruling.discard-first"])
            for face in look.view["aside"]
        ]
    return [page for page in found if page[1]]


def _zone(look: Look, rest: str) -> list[Page]:
    """`1:facilities:outpost`: all cards of a Zone that show this name."""
    seat, row, slug = (*rest.split(":"), "", "")[:3]
    if row not in ("ancients", "facilities"):
        return []
    side = 0 if row == "ancients" else 1
    where = f"in {_whose(look, seat)} Zone as {'an Ancient' if side == 0 else 'a Facility'}"
    faces = [face for face in _pile(look, row, seat) if bare(face).split("/")[side] == slug]
    found = [_page(look, face, where, ["zone.stays", "score.zone"], side) for face in faces]
    return [(what, f"{text} {STAYS}", rules) for what, text, rules in found]


def _pile(look: Look, name: str, seat: str) -> list[str]:
    """The cards of a seat in a place, as they are seen; none for a seat that does not exist."""
    return list(look.view[name][int(seat)]) if seat in map(str, look.seats) else []


def _whose(look: Look, seat: str) -> str:
    return look.whose(int(seat)) if seat in map(str, look.seats) else ""


def _page(look: Look, face: str, where: str, rules: list[str], shows: int = 0) -> Page:
    """A card by the side that shows (0: the Ancient), and then the other one, as far as they are seen."""
    sides = [_ancient(look, face), _facility(look, face)]
    (name, text), (other, behind) = sides[shows], sides[1 - shows]
    if not name:
        name, text, other = other, behind, ""
    more = f" On the other side: {other}. {behind}" if other else ""
    return f"{name}, {where}.", f"{text}{more}", rules


def _ancient(look: Look, face: str) -> tuple[str, str]:
    ancient, slug = look.sides(face)[0], bare(face).partition("/")[0]
    if ancient is None:
        return "", ""
    abilities = f"Protocol: {look.text(f'{slug}.protocol')} Spark: {look.text(f'{slug}.spark')}"
    return ancient.name, f"Ancient of Value {ancient.value}. {abilities}"


def _facility(look: Look, face: str) -> tuple[str, str]:
    facility, slug = look.sides(face)[1], bare(face).partition("/")[2]
    return (facility.name, f"Facility. Protocol: {look.text(f'{slug}.protocol')}") if facility else ("", "")
