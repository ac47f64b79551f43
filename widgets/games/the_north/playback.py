"""The North played back: cards between Deck, hand, Zone and The Wastes, and the back of the turn card."""

from __future__ import annotations

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.games.the_north.state import COLLECTOR
from widgets.beats import Beat, delta, plain, seat_piece, travel
from widgets.games.the_north.look import Look, bare
from widgets.games.the_north.turn import back_lines
from widgets.scene import Card, Line, card

QUIET = frozenset(
    {
        "top", "pass", "front", "again", "no-spark", "home", "aside", "node-flip", "not-played", "apart", "gather",
        "values", "zone", "states", "cap", "no-directive",
    }
)  # fmt: skip
MINOR = frozenset(
    {
        "directive", "shuffle", "check", "spark", "protocol", "copy", "charge", "reset", "draws", "floor",
        "refill", "turn-card", "pays", "discard",
    }
)  # fmt: skip
MOMENTS = frozenset(
    {
        "drew", "turn-card", "ends", "ends-at-zero", "ends-by-both", "too-long",
        "wins", "wins-tie", "wins-second", "shared", "shared-alone",
    }
)  # fmt: skip
ENDS = MOMENTS - {"drew", "turn-card"}


def beat(look: Look, entry: Entry) -> Beat:
    kind, data = entry.kind, entry.data
    if kind in ("drew", "draws"):
        return _drawn(look, entry)
    if kind in ("loses", "gains"):
        return _points(look, entry)
    if kind in ("charge", "reset", "discharge", "node", "no-charge", "no-level"):
        return plain(entry, pieces=[f"node:{data['seat']}"])
    if kind == "turn-card":
        return plain(entry, cards=[turn_card_back(look)], big=True)
    if kind in ENDS:
        return plain(entry, big=True)
    if kind in ("protocol", "spark") and "card" in data:
        slug = data["key"].split(".")[0]
        return plain(entry, cards=[_shown(look, data["card"], facility=bare(data["card"]).endswith(f"/{slug}"))])
    return _moved(look, entry)


def _points(look: Look, entry: Entry) -> Beat:
    """Points change at the side they belong to; alone, the other side has no seat."""
    seat, number = entry.data["seat"], entry.data["points"]
    made = plain(entry)
    change = delta(seat, -number if entry.kind == "loses" else number)
    if look.solo and seat == COLLECTOR:
        change["piece"] = "seat:collector"
        made["pieces"] = [change["piece"]]
    made["deltas"] = [change]
    return made


def _drawn(look: Look, entry: Entry) -> Beat:
    data = entry.data
    seat = data["seat"]
    shown = _shown(look, data["card"]) if "card" in data else _covered(look, data["facility"])
    end = [] if seat == look.me else [f"held:{seat}:0", seat_piece(seat)]  # into the own hand it goes by itself
    return plain(entry, cards=[shown], travel=[travel([f"deck:{seat}"], end, shown)])


def _moved(look: Look, entry: Entry) -> Beat:
    """A card of which everybody sees where it goes."""
    kind, data = entry.kind, entry.data
    seat = data.get("seat")
    face = data.get("facility") if kind == "enters-facility" else data.get("ancient")
    if not isinstance(face, str) or seat is None:
        return plain(entry)
    own = seat == look.me
    hand = [f"hand:{face}"] if own else [f"held:{seat}:0"]
    thrown, zone = [f"discard:{seat}"], _zone(look, seat, face, kind)
    ways = {
        "pays": (hand, thrown),
        "discard": (hand, thrown),
        "reprogram": ([f"wastes:{face}"], thrown),
        "take": ([f"wastes:{face}"], thrown),
        "takes-one": ([f"wastes:{face}"], thrown),
        "recover": (thrown, [f"held:{seat}:0"]),
        "enters-ancient": (hand, zone),
        "enters-facility": (["wastes-deck"], zone),
    }
    if kind not in ways:
        return plain(entry)
    start, end = ways[kind]
    shown = _shown(look, face, facility=kind == "enters-facility")
    return plain(entry, cards=[shown], travel=[travel(start, [*end, seat_piece(seat)], shown)])


def _zone(look: Look, seat: int, face: str, kind: str) -> list[str]:
    one, _, two = bare(face).partition("/")
    row, slug = ("facilities", two) if kind == "enters-facility" else ("ancients", one)
    return [f"zone:{seat}:{row}:{slug}"]


# -- cards -------------------------------------------------------------------------------------------------------------


def _shown(look: Look, face: str, facility: bool = False) -> Card:
    """A card large, by the side that counts, as far as that side is seen."""
    ancient, building = look.sides(face)
    if building and (facility or not ancient):
        piece = look.piece(f"shown:{face}", f"{building.name}, Facility")
        return card(piece, face="text", size="text", **look.behind(face))
    if ancient is None:
        return _covered(look, face)
    piece = look.piece(f"shown:{face}", f"{ancient.name}, Ancient of Value {ancient.value}")
    return card(piece, face="text", size="text", **look.front(face))


def _covered(look: Look, face: str) -> Card:
    """The back of a card in another's hand."""
    return card(look.back_card("shown:back", face, "A card, face down", (), (), ""), size="hand")


def turn_card_back(look: Look) -> Card:
    """What the back of the turn card has everybody do, line by line."""
    titles = list(back_lines(look).values())
    body: list[Line] = [{"name": str(number), "text": title} for number, title in enumerate(titles, 1)]
    piece = look.piece("shown:turn-card", "The back of the turn card: " + "; ".join(titles))
    return card(piece, face="text", size="text", name="Turn card, back", glyph="turn-over", tone="value0", body=body)
