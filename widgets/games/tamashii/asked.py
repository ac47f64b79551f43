"""What is to be decided and lies on no piece of the table: choices of effects, cards to pick, offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import BASIC, CLASSES
from tabletop_kernel.games.tamashii.gear.swapping import Offer
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.pack import line_keys
from widgets.games.tamashii.look import Look
from widgets.scene import Item, Items, Scene, item, pieces

# Verbs that only a button has: they end something, or bring it on.
BUTTONS = frozenset(
    {
        "done",
        "battery",
        "roll",
        "leave",
        "pass",
        "end",
        "suffer",
        "fall",
        "no-district",
        "no-go",
        "no-inari",
        "no-pay",
        "no-heist",
        "dump-corrupted",
        "discard-enemy",
        "again",
        "stay",
        "stop",
        "drop",
        "propose",
        "decline",
        "event",
    }
)
LINE = "line"  # in place of a rule: that of the card or tile that prints the line
TITLES = {
    "first": ("Who goes first?", "scen.first-player"),
    "board": ("Choose your board", "setup.board"),
    "class": ("Choose your class", "setup.class"),
    "protocol": ("Keep one protocol", "setup.protocol"),
    "start": ("Choose where you start", "comp.start-tiles"),
    "find": ("Choose your reward", "explore.token-first"),
    "offer": ("An offer", LINE),
    "choose": ("Choose one", LINE),
    "pick-type": ("Which token?", "data.gain"),
    "pick-core": ("Which core data?", "data.core-change"),
    "pick-augment": ("Keep one augment", "upg.exp-augment"),
    "pick-asset": ("Which asset?", "asset.gain"),
    "inhabit": ("Your bodies", "body.inhabit-swap"),
    "part-with": ("Part with one body", "body.two"),
    "trade": ("Your offer", "upg.trade"),
    "offered": ("An offer to you", "upg.trade"),
    "side": ("Which side up?", "catie.side"),
    "order": ("The top of the enemy deck", "enemy.attach"),
    "heist": ("The heist", "city.heist-on"),
    "wounds": ("Face the wounds", "combat.shield"),
    "event-met": ("A heist?", "city.heist-start"),
    "event-price": ("Meet the event?", "city.heist-start"),
}


WHOLE = {"pick-type": "type", "pick-core": "core", "board": "board", "class": "class"}


def part(look: Look, scene: Scene) -> list[Items]:
    """The moves that nothing on the table stands for, line by line; and what an offer consists of."""
    reached = {tuple(move) for piece in pieces(scene) for move in piece.get("moves", ())}
    rest = [move for move in look.legal if (move not in reached or move[0] == "first") and not _is_button(move)]
    lines = [*_terms(look), *(look.choice(move, **_entry(look, move)) for move in rest), *_refused(look)]
    if not lines:
        return []
    title, rule = TITLES.get(look.kind, ("Choose", ""))
    made: Items = {"part": "list", "place": "beside", "title": title, "items": lines}  # of no zone: of every lesson
    if rule:
        made["rule"] = running.rule_of(look.state, running.running_key(look.state)) if rule == LINE else rule
    if look.kind == "board":
        made["lead"] = _what_boards_are(look)
    return [made]


def _what_boards_are(look: Look) -> str:
    """What the name on a board means, for those who take it for a class."""
    said = "Your board holds your launcher and your first body, and is named after that body."
    return f"{said} The prologue has no classes." if look.rules.prologue else f"{said} You also get a class."


def _refused(look: Look) -> Iterable[Item]:
    """What one might choose as well, were it not taken or used up: a click says so."""
    verb = WHOLE.get(look.kind, "")
    if not look.asks_me or not look.moves(verb):
        return
    every = {"board": [body.id for body in look.rules.content.walkers], "class": [*CLASSES]}
    for name in every.get(verb, [*BASIC]):
        move = (verb, name)
        if move not in look.legal:
            text = look.phrase(move)
            piece = look.piece(f"choice:{verb}-{name}", text, attempt=move)
            yield item(piece, text=text[:1].upper() + text[1:], note=_entry(look, move).get("note", ""))


def opening(look: Look) -> list[Items]:
    """The boards, while they are being chosen: whoever waits can read them, too."""
    if look.kind == "board" or all(look.view["walker"]):
        return []
    lines = []
    for body in look.rules.content.walkers:
        owner = next((seat for seat in look.seats if look.view["walker"][seat] == body.id), None)
        text = body.name if owner is None else f"{body.name} ({look.people.get(owner) or f'player {owner + 1}'})"
        piece = look.piece(f"walker:{body.id}", f"Board: {text}", rule="setup.board")
        lines.append(item(piece, text=text, note=_body(look, body.id)))
    made: Items = {"part": "list", "place": "board", "zone": "boards", "title": "The boards", "items": lines}
    made["lead"] = f"You can only read these for now. {_what_boards_are(look)}"
    return [made]


def _is_button(move: Move) -> bool:
    return (move[0] in BUTTONS and len(move) == 1) or move == ("keep",)


def _terms(look: Look) -> Iterable[Item]:
    """What is in an offer of a trade."""
    if look.kind not in ("trade", "offered"):
        return
    offer = Offer(*look.data)
    for verb, giver, cards in (("give", offer.seat, offer.give), ("ask", offer.partner, offer.ask)):
        for card in cards:
            text = f"{look.name(giver)} gives {look.named(f'aug.{card}')}"
            piece = look.piece(f"term:{verb}:{card}", text, [("take-back", verb, card)], rule="upg.trade-unequips")
            yield item(piece, text=text)


# -- what a choice means -----------------------------------------------------------------------------------------------


def _entry(look: Look, move: Move) -> dict[str, str]:
    """The text of the card that a move is about, below the move."""
    noted = NOTES.get(str(move[0]))
    note = noted(look, str(move[1])) if noted is not None and len(move) > 1 else ""
    return {"note": note} if note else {}


def _body(look: Look, name: str) -> str:
    body = look.rules.content.bodies.get(name)
    if body is None:
        return ""
    frames = " · ".join(look.line(line_keys.frame(body.id, at)) for at in range(len(body.frames)))
    return f"MOV {body.mov}, PRO {body.pro}, ATT {body.att}. {body.text} Frames: {frames}."


def _augment(look: Look, name: str) -> str:
    card = look.rules.content.augments.get(name)
    return f"{card.owner}, {card.cost} memory. {card.text}" if card is not None else ""


def idle(look: Look, move: Move) -> bool:
    """Whether a move takes a reward that would do nothing now."""
    if move[0] != "reward" or look.kind != "find":
        return False
    return not running.does_something(look.state, look.whose, line_keys.find(str(look.data[0]), int(move[1])))


def _reward(look: Look, number: str) -> str:
    return "This would do nothing now." if idle(look, ("reward", int(number))) else ""


def _protocol(look: Look, name: str) -> str:
    card = look.rules.content.protocols.get(name)
    return " ".join(f"{n}. {text}" for n, text in enumerate(card.texts, 1)) if card is not None else ""


NOTES: dict[str, Callable[[Look, str], str]] = {
    "board": _body,
    "take": _body,
    "active": _body,
    "part-with": _body,
    "keep": _augment,
    "equip": _augment,
    "return": _augment,
    "give": _augment,
    "ask": _augment,
    "protocol": _protocol,
    "reward": _reward,
}
