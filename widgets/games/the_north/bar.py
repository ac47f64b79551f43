"""The move bar: every legal move as a button, in groups."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from widgets.games.the_north.look import Look, named
from widgets.games.the_north.turn import SIGN, TEXT
from widgets.scene import Button, Group, PieceChoice

GROUP = {
    "announce": "Announce",
    "take": "Take from The Wastes",
    "decline": "Or",
    "discard": "Discard",
    "recover": "Take back",
    "flip": "Flip",
    "reprogram": "Reprogram",
    "play": "Play as a Facility",
    "copy": "Use an ability of",
    "exchange": "Exchange",
    "discharge": "The Node",
    "facility": "Pay from your Zone",
}
ENDS = ("end",)  # what is left is lost then: the main button only when nothing is left


def groups(look: Look) -> list[Group]:
    """Directives by the card that is paid or played; what an ability asks for in one group; the main button last."""
    found: dict[str, Group] = {}
    for move in look.legal:
        key, group = _place(look, move)
        found.setdefault(key, group)["buttons"].append(button(look, move))
    for group in found.values():
        _tell_apart(look, group["buttons"])
    hand = [f"hand:{card}" for card in look.held()]

    def order(group: Group) -> tuple[bool, int]:
        return group["label"] == "", hand.index(group["choice"]["piece"]) if "choice" in group else len(hand)

    return sorted(found.values(), key=order)


def _tell_apart(look: Look, buttons: list[Button]) -> None:
    """Cards of one name differ in their backs."""
    texts = [made["text"] for made in buttons]
    for made in buttons:
        if texts.count(made["text"]) > 1 and "glyph" not in made:
            made["glyph"] = look.sign(str(made["do"]["move"][-1]))


def _place(look: Look, move: Move) -> tuple[str, Group]:
    """The group that a move belongs to: its key, and the group as it begins."""
    verb = str(move[0])
    if _is_main(look, move) or verb in ENDS:
        return "", {"label": "", "buttons": []}
    paid = str(move[1]) if len(move) > 1 else ""
    if look.kind == "directive" and paid in look.held():
        label = f"Reprogram with {_name(look, paid)}" if verb == "reprogram" else "Or play"
        return f"{label} {paid}", {"label": label, "buttons": [], "choice": _choice(look, paid)}
    return verb, {"label": GROUP[verb], "buttons": []}


def _choice(look: Look, card: str) -> PieceChoice:
    ancient, facility = look.sides(card)
    assert ancient is not None
    back = f" with {facility.name} on its back" if facility else ""
    return {
        "piece": f"hand:{card}",
        "text": ancient.name,
        "strong": ancient.value,
        "label": f"Choose {ancient.name}, Value {ancient.value}{back}",
    }


def _is_main(look: Look, move: Move) -> bool:
    return len(look.legal) == 1


def button(look: Look, move: Move) -> Button:
    """A move as a button: a few words, with the whole sentence as its label."""
    made: Button = {**_face(look, move), "do": {"do": "move", "move": list(move)}, "label": look.phrase(move)}
    if _is_main(look, move):
        made["main"] = True
    else:
        made["legal"] = True
        if move[0] in ENDS:
            made["ends"] = True
    return made


def _face(look: Look, move: Move) -> Button:
    verb = str(move[0])
    if len(move) == 1 or _is_main(look, move):
        return {"text": look.phrase(move), "do": {}}
    if verb == "announce":
        return {"text": TEXT[str(move[1])], "glyph": SIGN[str(move[1])], "do": {}}
    if verb == "facility":
        top = look.view["wastes_deck"][0] if look.view["wastes_deck"] else "?/?"
        facility = look.sides(top)[1]
        text = facility.name if facility else "the top card"
        if str(move[1]) not in look.held():
            text = f"{text} for {_name(look, str(move[1]))}"
        return {"text": text, "glyph": look.sign(top), "do": {}}
    if verb == "ancient":
        return {"text": "it as an Ancient", "glyph": "protocol", "do": {}}
    if verb == "exchange":
        return {"text": f"{named(look, str(move[1]))} for {named(look, str(move[2]))}", "do": {}}
    return _card(look, verb, str(move[-1]))


def _card(look: Look, verb: str, face: str) -> Button:
    """A card as a button, by the side that counts; the back tells cards of one name apart."""
    ancient, facility = look.sides(face)
    if verb == "flip":
        return {"text": named(look, face), "do": {}}
    if facility and (verb == "play" or not ancient):
        return {"text": facility.name, "glyph": look.sign(face), "do": {}}
    if ancient is None:
        return {"text": "A hidden card", "do": {}}
    return {"text": ancient.name, "strong": ancient.value, "do": {}}


def _name(look: Look, face: str) -> str:
    ancient, facility = look.sides(face)
    side = ancient or facility
    return side.name if side else "a hidden card"
