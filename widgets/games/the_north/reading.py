"""What can be read of pieces that lie there as a strip, a pile or a back: the text of every card that may be seen."""

from __future__ import annotations

from widgets.games.the_north.look import Look, bare, named

Page = tuple[str, str, list[str]]  # what it is, its whole text, the rules behind it
STAYS = "It stays here to the end of the game, unless an ability moves it, and scores 1."


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
        held = dict(enumerate(_pile(look, "hand", seat)))
        face = held.get(int(number)) if number.isdecimal() else None
        found = [_page(look, face, f"in {_whose(look, seat)} hand", ["ruling.hand-backs"])] if face else []
    elif piece == "wastes-deck":
        found = [_page(look, face, "on top of the Wastes Deck", ["end.deck"]) for face in look.view["wastes_deck"][:1]]
    elif kind == "aside":
        found = [_page(look, face, "paid, and aside", ["ruling.discard-first"]) for face in look.view["aside"]]
    return [page for page in found if page[1]]


def _zone(look: Look, rest: str) -> list[Page]:
    """`1:facilities:outpost`: all cards of a Zone that show this name."""
    seat, row, slug = (*rest.split(":"), "", "")[:3]
    if row not in ("ancients", "facilities"):
        return []
    side = 0 if row == "ancients" else 1
    where = f"in {_whose(look, seat)} Zone as {'an Ancient' if side == 0 else 'a Facility'}"
    faces = [face for face in _pile(look, row, seat) if bare(face).split("/")[side] == slug]
    found = [_page(look, face, where, ["zone.stays", "score.zone"]) for face in faces]
    return [(what, f"{text} {STAYS}" if text else "", rules) for what, text, rules in found]


def _pile(look: Look, name: str, seat: str) -> list[str]:
    """The cards of a seat in a place, as they are seen; none for a seat that does not exist."""
    seats = {str(number): number for number in look.seats}
    return list(look.view[name][seats[seat]]) if seat in seats else []


def _whose(look: Look, seat: str) -> str:
    return look.whose(int(seat)) if seat.isdecimal() else ""


def _page(look: Look, face: str, where: str, rules: list[str]) -> Page:
    seen = any(look.sides(face))
    return f"{named(look, face)}, {where}.", look.said(face) if seen else "", rules
