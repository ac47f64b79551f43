"""Short ways to set up a table of The North and to ask it things."""

from __future__ import annotations

from typing import Any

from asking import everything, frame, kinds_of, losses, play, refused, rules_of, said
from telling import names_in

from tabletop_kernel import Session, load
from tabletop_kernel.contract.events import Event

__all__ = ["everything", "frame", "kinds_of", "losses", "play", "refused", "rules_of", "said"]

GAME: Any = load("the_north")
A, B = 0, 1  # the seats; B is The Collector where A plays alone
OWN = ["pale-drone/outpost", "pale-drone/conduit", "pale-drone/archive", "ice-porter/foundry", "ice-porter/beacon"]

DRONE, DRONE_2, DRONE_3 = "pale-drone/outpost@1", "pale-drone/conduit@1", "pale-drone/archive@1"
PORTER, PORTER_2 = "ice-porter/foundry@1", "ice-porter/beacon@1"
REGENT = "old-regent/depot@1"


def table(rulings: dict[str, str] | None = None, seats: int = 2, **position: Any) -> Session:
    """A table that stands as described, at A's first Directive unless said otherwise. Rulings without «ruling.»."""
    named = {f"ruling.{key}": value for key, value in (rulings or {}).items()}
    script = position.pop("script", {})
    for name in ("hand", "discard", "deck", "ancients", "facilities"):  # a flat list is A's
        pile = position.get(name)
        if pile is not None and (not pile or isinstance(pile[0], str)):
            position[name] = [pile] if seats == 1 else [pile, None if name == "deck" else []]
    position.setdefault("now", "directive")
    if "frames" in position:
        position.pop("now")
    return Session.at(GAME, {"seats": seats, "rulings": named, "chance": {"script": script}, **position})


def finish_turn(session: Session, seat: int = A) -> list[Event]:
    """End the Directives; the other player takes the first Ancient there is."""
    events = play(session, ("end",), seat=seat)
    if frame(session) == "take-one":
        other = session.deciders[0]
        events += play(session, session.moves(other)[0], seat=other)
    return events


def names_of(text: str) -> list[str]:
    """The ids of the Ancients and Facilities whose names a text has, in its order."""
    return names_in(text, GAME.content.ancients, GAME.content.facilities)
