"""Cards as a player names them: which card is meant, where it lies, and why it cannot be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop_kernel.games.the_north.state import State

Absence = list[str]  # what was named (empty if there is no such card), where it lies (empty if unseen), where it should


def by_face(state: State, cards: Iterable[str], side: str) -> dict[str, str]:
    """What is seen of some open cards -> the cards."""
    if state.ruling["ruling.inspect"] == "yes":  # every card looks like itself
        return {card: card for card in cards}
    found: dict[str, str] = {}
    for card in cards:
        found.setdefault(state.face(card, side), card)
    return found


def _seen(state: State, seat: int) -> Iterator[tuple[str, Iterable[str]]]:
    """The places that a seat can look into, each with the faces that lie there; others' as «discard:1»."""
    yield "hand", state.hand[seat]
    yield "wastes", by_face(state, state.wastes, "ancient")
    yield "aside", by_face(state, state.aside, "ancient")
    for whose in sorted(range(state.seats), key=lambda other: other != seat):
        more = "" if whose == seat else f":{whose}"
        yield f"discard{more}", by_face(state, state.discard[whose], "ancient")
        yield f"ancients{more}", by_face(state, state.ancients[whose], "ancient")
        yield f"facilities{more}", by_face(state, state.facilities[whose], "facility")


def absence(state: State, seat: int, face: object, wanted: str) -> Absence:
    """What to say of a card that does not lie where it should; what its player does not see is not told."""
    named = str(face)
    place = next((place for place, faces in _seen(state, seat) if named in faces), "")
    plain = wanted == "hand" or (wanted != "top" and state.ruling["ruling.inspect"] == "yes")  # all of it is seen there
    return [named if place or (plain and named in state.rules.ancient) else "", place, wanted]
