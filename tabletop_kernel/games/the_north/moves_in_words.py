"""Moves in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_north.content import SHOWS_FACILITY
from tabletop_kernel.games.the_north.naming import (
    DIRECTIVE_IN_WORDS,
    ancient_name,
    card_name,
    seat_name,
    side_names,
    value_in_brackets,
)
from tabletop_kernel.games.the_north.state import DISCHARGED, HIDDEN_CARD, Rules, State


def phrase(state: State, seat: int, move: Move) -> str:
    """Return a move in words, for a button or a list. Moves that would look the same include their difference."""
    verb, faces = str(move[0]), [str(part) for part in move[1:]]
    if verb == "end":
        return {"announce": "Stop naming", "directive": "Stop here"}.get(state.frames[-1][0], "Turn the card over")
    if verb == "announce":
        return f"Name “{DIRECTIVE_IN_WORDS[faces[0]]}”"
    if verb == "discharge":
        again = "again, " if state.node[seat] == DISCHARGED else ""
        return f"Discharge the Node {again}at level {state.node[seat]}"
    if verb in _PHRASE_BY_VERB:
        return _PHRASE_BY_VERB[verb](state, seat, faces)
    return {"shuffle": "Shuffle and draw", "decline": "Decline"}[verb]


def _full_name(rules: Rules, face: str, among: Iterable[str], shows: str = "ancient") -> str:
    """Return a card by both names, and for a starting card next to its twin also its first owner."""
    twins = {other for other in among if other != face and other.split("@")[0] == face.split("@")[0]}
    whose = f"{seat_name(rules, int(face.split('@')[1][0]) - 1)}'s " if twins and "@" in face else ""
    return f"{whose}{card_name(rules, face, shows)}"


def _short_name(rules: Rules, face: str, among: Iterable[str]) -> str:
    """Return a card by its Ancient's name, or its full name if another Ancient has that name."""
    among = list(among)
    alike = any(other != face and ancient_name(rules, other) == ancient_name(rules, face) for other in among)
    return _full_name(rules, face, among) if alike else ancient_name(rules, face)


def _wastes_faces(state: State) -> list[str]:
    return [state.face(card, "ancient") for card in state.wastes]


def _zone_faces(state: State, seat: int, side: str) -> list[str]:
    return [state.face(card, side) for card in state.row(side)[seat]]


def _say_reprogram(state: State, seat: int, faces: list[str]) -> str:
    rules = state.rules
    target = f"{_short_name(rules, faces[-1], _wastes_faces(state))}{value_in_brackets(rules, faces[-1])}"
    if state.frames[-1][0] == "reprogram":  # an ability asks for it, so it is free
        return f"Reprogram {target}"
    paid = _short_name(rules, faces[0], state.hand[seat])
    return f"Discard {paid}, with nothing to Reprogram" if len(faces) == 1 else f"Discard {paid} to Reprogram {target}"


def _say_facility(state: State, seat: int, faces: list[str]) -> str:
    """Return the cost and the gain of a Facility Directive, as far as they are seen."""
    paid = _short_name(state.rules, faces[0], (*state.hand[seat], *_zone_faces(state, seat, "ancient")))
    if not state.wastes_deck:
        return f"Discard {paid}, with nothing to play"
    facility = side_names(state.rules, state.top())[1] or "the hidden top card"
    return f"Discard {paid} to play {facility} from the Wastes Deck"


def _say_play(state: State, seat: int, faces: list[str]) -> str:
    held = state.frames[-1][2][0] == "hand"
    among = state.hand[seat] if held else [state.face(card, "ancient") for card in state.discard[seat]]
    if side_names(state.rules, faces[0])[1]:
        return f"Play {_full_name(state.rules, faces[0], among, 'facility')}"
    return f"Play an unseen Facility (with {ancient_name(state.rules, faces[0])} on the other side)"


def _say_exchange(state: State, seat: int, faces: list[str]) -> str:
    given, got = (_say_exchanged(state, seat, *both) for both in zip(faces, state.frames[-1][2], strict=False))
    return f"Exchange {given} for {got}"


def _say_exchanged(state: State, seat: int, face: str, place: str) -> str:
    shows = "facility" if place in SHOWS_FACILITY else "ancient"
    open_faces = (
        *_wastes_faces(state),
        *_zone_faces(state, seat, shows),
        *(state.face(card, "ancient") for card in state.discard[seat]),
    )
    name = _full_name(state.rules, face, open_faces, shows)
    return f"the {name}" if face == HIDDEN_CARD else name


def _say_flip(state: State, seat: int, faces: list[str]) -> str:
    both = {side: _zone_faces(state, seat, side) for side in ("ancient", "facility")}
    shows = "facility" if faces[0] in both["facility"] else "ancient"
    return f"Flip {_full_name(state.rules, faces[0], both[shows], shows)}"


def _say_take(state: State, seat: int, faces: list[str]) -> str:
    name = _full_name(state.rules, faces[0], _wastes_faces(state))
    return f"Take {name}{value_in_brackets(state.rules, faces[0])} from The Wastes"


def _say_copy(state: State, seat: int, faces: list[str]) -> str:
    ability = str(state.frames[-1][2][0]).capitalize()
    return f"Use the {ability} of {_short_name(state.rules, faces[0], _wastes_faces(state))}"


def _say_recover(state: State, seat: int, faces: list[str]) -> str:
    faces_in_discard = [state.face(card, "ancient") for card in state.discard[seat]]
    return f"Take back {_full_name(state.rules, faces[0], faces_in_discard)}"


_PHRASE_BY_VERB: dict[str, Callable[[State, int, list[str]], str]] = {
    "reprogram": _say_reprogram,
    "facility": _say_facility,
    "ancient": lambda state, seat, faces: f"Play {_full_name(state.rules, faces[0], state.hand[seat])} as an Ancient",
    "discard": lambda state, seat, faces: f"Discard {_full_name(state.rules, faces[0], state.hand[seat])}",
    "play": _say_play,
    "exchange": _say_exchange,
    "flip": _say_flip,
    "take": _say_take,
    "copy": _say_copy,
    "recover": _say_recover,
}
