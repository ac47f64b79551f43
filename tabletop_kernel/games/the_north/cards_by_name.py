"""Cards as a player names them: which card is meant, its place, and why it can't be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop_kernel.games.the_north.state import State

Absence = list[str]  # the name (empty if there is no such card), its place (empty if unseen), the wanted place


def cards_by_face(state: State, cards: Iterable[str], side: str) -> dict[str, str]:
    """Return open cards by face."""
    if state.ruling["ruling.inspect"] == "yes":  # then every face is unique
        return {card: card for card in cards}
    cards_of_faces: dict[str, str] = {}
    for card in cards:
        cards_of_faces.setdefault(state.face(card, side), card)
    return cards_of_faces


def _visible_places(state: State, seat: int) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the places a seat can see, each with its faces; another player's places look like “discard:1”."""
    yield "hand", state.hand[seat]
    yield "wastes", cards_by_face(state, state.wastes, "ancient")
    yield "aside", cards_by_face(state, state.aside, "ancient")
    for whose in sorted(range(state.seats), key=lambda other: other != seat):
        more = "" if whose == seat else f":{whose}"
        yield f"discard{more}", cards_by_face(state, state.discard[whose], "ancient")
        yield f"ancients{more}", cards_by_face(state, state.ancients[whose], "ancient")
        yield f"facilities{more}", cards_by_face(state, state.facilities[whose], "facility")


def locate_missing_card(state: State, seat: int, face: object, wanted: str) -> Absence:
    """Return a card's name, its place and the wanted place, but only as far as the player can see it."""
    named = str(face)
    place = next((place for place, faces in _visible_places(state, seat) if named in faces), "")
    plain = wanted == "hand" or (wanted != "top" and state.ruling["ruling.inspect"] == "yes")  # all is seen there
    return [named if place or (plain and named in state.rules.ancient) else "", place, wanted]
