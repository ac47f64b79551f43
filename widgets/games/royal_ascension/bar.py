"""The move bar: every legal move as a button, in groups."""

from __future__ import annotations

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.royal_ascension.state import HOME, SUIT_OF_LETTER
from widgets.games.royal_ascension.battle_sheet import addends
from widgets.games.royal_ascension.look import GLYPH, Look
from widgets.games.royal_ascension.table import SPACE_GLYPH
from widgets.scene import Button, Group

GROUP = {
    "walk": "Walk to",
    "take": "Take a territory",
    "character": "Choose a character",
    "draw": "Draw a card",
    "attach": "Put the heart under",
    "attack": "Challenge",
    "pass": "Or",
    "ally": "Answer",
    "fight": "Answer",
    "buy": "Buy a weapon",
    "pay": "Pay with",
    "discard": "Discard",
    "give": "Give up a territory",
    "claim": "Claim a territory",
    "pick": "Pick a card",
    "give-up": "Give up health",
    TAKE_BACK: "Take back",
}
MAIN = ("roll", "seal", "end", "done")  # what brings the turn on; never two of them at the same time
ENDS = ("end",)  # what is left is lost then: the main one only when nothing is left


def groups(look: Look) -> list[Group]:
    """The groups in the order of the moves; then what can be taken back, and the main button at the end."""
    found: dict[str, Group] = {}
    for move in look.legal:
        label = "" if _is_main(look, move) or move[0] in ENDS else _group(look, move)
        found.setdefault(label, {"label": label, "buttons": []})["buttons"].append(button(look, move))
    last = [GROUP[TAKE_BACK], ""]
    return sorted(found.values(), key=lambda group: last.index(group["label"]) if group["label"] in last else -1)


def _is_main(look: Look, move: Move) -> bool:
    return len(look.legal) == 1 or (move[0] in MAIN and move[0] not in ENDS)


def _group(look: Look, move: Move) -> str:
    verb = str(move[0])
    if verb == "commit":
        if move[1] in look.rules.strength:
            return "Commit a territory"
        return "Add health" if str(move[1])[-1] == "H" else "Add a weapon"
    return GROUP[verb]


def button(look: Look, move: Move) -> Button:
    """A move as a button: a few words or a glyph, with the whole sentence as its label."""
    made: Button = {**_face(look, move), "do": {"do": "move", "move": list(move)}, "label": look.phrase(move)}
    if _is_main(look, move):
        made["main"] = True
    elif move[0] != TAKE_BACK:
        made["legal"] = True
    if move[0] in ENDS and not _is_main(look, move):
        made["ends"] = True
    return made


def _face(look: Look, move: Move) -> Button:
    verb = str(move[0])
    if verb == "seal" and look.me is not None and "totals" not in look.hidden:
        return {"text": f"Seal at {sum(addends(look, look.me) or ())}", "do": {}}
    if len(move) == 1 or _is_main(look, move):
        return {"text": look.phrase(move), "do": {}}
    what = move[1]
    if isinstance(what, int):
        return _space(look, what) if verb == "walk" else _seat(look, what, verb)
    if what in look.rules.strength:
        return {"text": what, "strong": str(look.rules.strength[what]), "do": {}}
    if what in GLYPH:
        return {"text": what.capitalize(), "glyph": GLYPH[what], "do": {}}
    return _card(look, verb, what) if verb != "character" else {"text": what, "do": {}}


def _space(look: Look, space: int) -> Button:
    if space == HOME:
        return {"text": "Home", "glyph": "castle", "do": {}}
    return {"text": str(space), "glyph": SPACE_GLYPH[look.rules.layout.kinds[space]], "do": {}}


def _seat(look: Look, seat: int, verb: str) -> Button:
    text = f"Ally with {look.short(seat)}" if verb == "ally" else look.short(seat)
    return {"text": text, "glyph": f"seat{seat + 1}", "do": {}}


def _card(look: Look, verb: str, card: str) -> Button:
    face: Button = {"text": card[:-1], "glyph": GLYPH[SUIT_OF_LETTER[card[-1]]], "do": {}}
    value = look.rules.value.get(card)
    if verb == "commit":
        face["strong"] = f"+{value}"
    elif verb == "buy":
        face["strong"] = f"for {value}"
    elif verb == "pay" and str(value) != card[:-1]:
        face["strong"] = str(value)
    return face
