"""The move bar: every legal move as a button, in groups, with what it costs the other player."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from widgets.games.the_west_ascendant.centre import held_id
from widgets.games.the_west_ascendant.look import Look
from widgets.scene import Button, Group, PieceChoice

GROUP = {
    "start": "Who begins",
    "engine": "Cityengine",
    "use": "Use next",
    "all": "All of one type",
    "locus": "Build",
    "city": "Cityengine",
    "gate": "Make a Doppelgate",
    "discard": "Discard",
    "clear": "Discard from the middle",
    "recover": "Recover",
    "under": "Put under its deck",
    "do": "You may",
    "leave": "Or",
    "skip": "Or",
}
ENDS = ("end",)  # what is left is lost then: the main button only when nothing is left


def groups(look: Look) -> list[Group]:
    """The moves by kind; the pairs of «any two» and of an exchange behind the card that is chosen first."""
    found: dict[str, Group] = {}
    for move in look.legal:
        key, group = _place(look, move)
        found.setdefault(key, group)["buttons"].append(_button(look, move))
    return list(found.values())


def _place(look: Look, move: Move) -> tuple[str, Group]:
    """The group that a move belongs to: its key, and the group as it begins."""
    verb = str(move[0])
    if _is_main(look, move) or verb in ENDS:
        return "", {"label": "", "buttons": []}
    if verb not in ("two", "exchange"):
        return GROUP[verb], {"label": GROUP[verb], "buttons": []}
    first = str(move[1])
    label = f"{look.type_name(first)} and" if verb == "two" else f"Give {look.type_name(first)} for"
    return label, {"label": label, "buttons": [], "choice": _choice(look, verb, first)}


def _choice(look: Look, verb: str, name: str) -> PieceChoice:
    text = look.type_name(name)
    if verb == "exchange":
        return {"piece": held_id(name, 0), "text": text, "label": f"Choose {text} from your hand to give"}
    piece = f"middle:m{look.view['middle'].index(name)}"
    return {"piece": piece, "text": f"{text} + …", "label": f"Choose {text} for any two"}


def _is_main(look: Look, move: Move) -> bool:
    return len(look.legal) == 1


def _button(look: Look, move: Move) -> Button:
    """A move as a button: a few words, with the whole sentence as its label."""
    made: Button = {"text": _text(look, move), "do": {"do": "move", "move": list(move)}, "label": look.phrase(move)}
    if move in look.costs:
        made["strong"] = f"−{look.costs[move].total}"
    sign = _sign(look, move)
    if sign and not _is_main(look, move):
        made["glyph"] = sign
    if _is_main(look, move):
        made["main"] = True
    else:
        made["legal"] = True
        if move[0] in ENDS:
            made["ends"] = True
    return made


def _text(look: Look, move: Move) -> str:
    verb, rest = str(move[0]), [str(part) for part in move[1:]]
    types, loci, engines = look.rules.content.types, look.rules.content.loci, look.rules.content.engines
    if _is_main(look, move) or not rest:
        return look.phrase(move)
    if verb == "all":
        return look.several(rest[0], look.view["middle"].count(rest[0]))
    if verb == "gate":
        return look.several(rest[0], len(rest))
    if verb == "start":
        return look.name(int(rest[0]))
    if verb == "city":
        return engines[look.view["engine"][look.decider]].name
    last = rest[-1] if verb in ("two", "exchange") else rest[0]
    entry = types.get(last) or loci.get(last) or engines.get(last)
    return entry.name if entry else look.phrase(move).removeprefix("Use ")


def _sign(look: Look, move: Move) -> str:
    """The sign of the type that a move is about."""
    last = str(move[-1]) if move[0] in ("two", "exchange") else str(move[1]) if len(move) > 1 else ""
    return look.sign(last) if last in look.rules.types else ""
