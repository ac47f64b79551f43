"""Short ways to set up a table of The West: Ascendant."""

from __future__ import annotations

from typing import Any

from asking import everything, frame, kinds_of, losses, play, refused, rules_of, said
from telling import names_in

from tabletop_kernel import Session, load

__all__ = ["everything", "frame", "kinds_of", "losses", "play", "refused", "rules_of", "said"]

GAME: Any = load("the_west_ascendant")
A, B = 0, 1  # the seats; A begins

K, C, O, R = "kiln", "cistern", "orrery", "relay"  # noqa: E741
LETTER = {"K": K, "C": C, "O": O, "R": R, "?": "?"}
QUIET = ["trigger.quench-yard", "trigger.undertow-wire", "trigger.cinder-almanac"]
PILES = ("middle", "discard", "deck", "box", "took", "paid", "renewed")
PAIRS = ("hand", "gates", "known")


def cards(letters: str) -> list[str]:
    """«KKC» as cards."""
    return [LETTER[letter] for letter in letters]


def table(rulings: dict[str, str] | None = None, **position: Any) -> Session:
    """A table that stands as described, at A's step 2 and with quiet tops unless said otherwise.

    Cards are letters; of hands, Doppelgates and Zones a single entry is A's. Rulings go without «ruling.».
    """
    named = {f"ruling.{key}": value for key, value in (rulings or {}).items()}
    header = {name: position.pop(name) for name in ("options",) if name in position}
    script = position.pop("script", {})
    for name in PILES:
        if isinstance(position.get(name), str):
            position[name] = cards(position[name])
    for name in PAIRS:
        if name in position:
            both = position[name] if isinstance(position[name], (list, tuple)) else (position[name], "")
            position[name] = [cards(letters) for letters in both]
    if "zone" in position and (not position["zone"] or isinstance(position["zone"][0], str)):
        position["zone"] = [position["zone"], []]
    taken = [locus for zone in position.get("zone", ()) for locus in zone]
    tops = position.pop("tops", None)
    if tops is not None or "loci" not in position:
        position["loci"] = [[] if top is None or top in taken else [top] for top in (tops or QUIET)]
    if "frames" not in position:
        position.setdefault("now", "choose")
    return Session.at(GAME, {"seats": 2, "rulings": named, "chance": {"script": script}, **header, **position})


def end(session: Session, seat: int = A) -> list[Any]:
    """Let the other player do without a reaction, and end the turn."""
    events = []
    other = 1 - seat
    if session.deciders == (other,):
        events += play(session, ("leave",), seat=other)
    return events + play(session, ("end",), seat=seat)


def decline(session: Session, seat: int = A) -> list[Any]:
    """Decline everything that is offered to a seat."""
    events = []
    while session.deciders == (seat,) and ("leave",) in session.moves(seat):
        events += play(session, ("leave",), seat=seat)
    return events


def names_of(text: str) -> list[str]:
    """The ids of the types, Loci and Cityengines whose names a text has, in its order."""
    return names_in(text, GAME.content.types, GAME.content.loci, GAME.content.engines)
