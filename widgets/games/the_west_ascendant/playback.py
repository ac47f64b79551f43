"""The West: Ascendant played back: cards between deck, middle, hands and discard pile, Loci, and points."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.events import Entry
from widgets.beats import Beat, Travel, plain, seat_piece, travel
from widgets.games.the_west_ascendant.centre import held_id, place_id
from widgets.games.the_west_ascendant.look import KIND_SIGN, KIND_TONE, Look
from widgets.scene import Card, Line, card

QUIET = frozenset(
    {
        "void", "waiting", "any-order", "condition", "no-offer", "no-pulse", "no-radiate", "no-loss", "not-action",
        "reaction", "no-reaction", "no-reaction-due", "cannot", "unseen", "not-yet", "no-check", "check", "pass",
        "turn", "chooses-all", "chooses-two", "chooses-locus", "hands-compared", "pulse-void", "declines", "scoring",
        "worthless", "keeps", "scores",
    }
)  # fmt: skip
ENDS = ("ends", "ends-zero", "ends-deck", "ends-long", "ends-idle", "wins", "wins-tie", "draw", "dusk")
MINOR = frozenset(
    {
        "pulse", "pulses", "radiate", "next-top", "replaced", "refill", "draws", "floor", "at-zero", "uses-top",
        "uses-zone", "uses-deck", "reacts",
    }
)  # fmt: skip
MOMENTS = frozenset({"drew", "peeks", *ENDS})
MANY = 4  # cards that are shown large at a time


def beat(look: Look, entry: Entry) -> Beat:
    kind, data = entry.kind, entry.data
    if kind in ENDS:
        return plain(entry, big=True)
    if kind in ("drew", "draws", "peeks"):
        shown = _facility(look, data["card"]) if "card" in data else _back(look)
        return plain(entry, cards=[shown], travel=[travel(["deck:facility"], _hand(look, data["seat"]), shown)])
    if kind in ("uses-top", "uses-zone", "uses-deck", "builds"):
        return _locus(look, entry)
    if kind == "makes":
        seat = data["seat"]
        end = [f"zone:{seat}:gates{seat}", seat_piece(seat)]
        return plain(entry, travel=[travel(["deck:facility"], end, _back(look))])
    if kind == "radiates":
        seat = data["seat"]
        return plain(entry, pieces=[f"zone:{seat}:gates{seat}", f"zone:{seat}:first{seat}"])
    if kind == "complete":
        return plain(entry, pieces=[f"zone:{data['seat']}:engine{data['seat']}"], big=True)
    return _moved(look, entry)


def _moved(look: Look, entry: Entry) -> Beat:
    """Facilities that go from one place to another; which of several alike it is makes no difference."""
    kind, data = entry.kind, entry.data
    if kind == "exchange":
        seat, given, got = data["seat"], data["given"], data["got"]
        middle = _middle(look, [got])
        gets = _way(look, got, middle, _hand(look, seat))
        return plain(entry, travel=[gets, _way(look, given, _held(look, seat, given), middle)])
    if kind not in ("takes", "discard", "pays", "clear", "recover"):
        return plain(entry)
    names = data.get("cards") or [data["card"]]
    places = iter(_middle(look, names))
    ways = [_way(look, name, *_ends(look, kind, data["seat"], name, places)) for name in names]
    return plain(entry, cards=[_facility(look, name) for name in names[:MANY]], travel=ways)


def _ends(look: Look, kind: str, seat: int, name: str, places: Iterator[str]) -> tuple[list[str], list[str]]:
    """Where a Facility comes from, and where it goes."""
    pile = [f"discard:d-{name}", "deck:facility"]
    if kind == "recover":
        return pile, _hand(look, seat)
    if kind in ("takes", "clear"):
        return [next(places, "deck:facility")], _hand(look, seat) if kind == "takes" else pile
    return _held(look, seat, name), pile


def _way(look: Look, name: str, start: list[str], end: list[str]) -> Travel:
    return travel(start, end, _facility(look, name))


def _middle(look: Look, names: list[str]) -> list[str]:
    """Where cards of these names lay in the middle before."""
    left, found = list(look.before["middle"]), []
    for name in names:
        if name in left:
            at = left.index(name)
            left[at] = ""
            found.append(place_id(at))
    return found


def _held(look: Look, seat: int, name: str) -> list[str]:
    """Where a card of a hand lies: only the viewer's own are told apart."""
    return [held_id(name, 0)] if seat == look.me else _hand(look, seat)


def _hand(look: Look, seat: int) -> list[str]:
    """Another's hand; into the own one a card goes by itself, once it is there."""
    return [] if seat == look.me else [f"held:b{seat}0", seat_piece(seat)]


# -- cards -------------------------------------------------------------------------------------------------------------


def _facility(look: Look, name: str) -> Card:
    return look.facility(name, look.piece(f"shown:{name}", look.said_facility(name)))


def _back(look: Look) -> Card:
    piece = look.piece("shown:back", "A Facility, face down")
    return card(piece, face="back", tone="facility", emblem="gate", size="hand")


def _locus(look: Look, entry: Entry) -> Beat:
    """A Locus large, with its text: it works now, or it goes into a Zone."""
    seat, key = entry.data["seat"], str(entry.data.get("locus") or entry.data.get("key"))
    if key not in look.rules.content.loci:
        return plain(entry)
    made = look.rules.content.loci[key]
    body: list[Line] = [{"glyph": KIND_SIGN[made.kind], "name": made.kind.upper(), "text": look.text(key)}]
    piece = look.piece(f"shown:{key}", look.said_locus(key))
    shown = card(piece, face="text", size="text", name=made.name, tone=KIND_TONE[made.kind], body=body)
    places = [f"top:{key}", f"zone:{seat}:{key}"]
    if entry.kind == "builds":
        return plain(entry, cards=[shown], travel=[travel(places[:1], [places[1], seat_piece(seat)], shown)], big=True)
    return plain(entry, pieces=places, cards=[shown])
