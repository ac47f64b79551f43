"""What lies between the players: the Facility deck, the middle, the discard pile and the three Locus decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_west_ascendant.state import UNSEEN
from widgets.games.the_west_ascendant.look import KIND_SIGN, KIND_TONE, Look
from widgets.look import count
from widgets.scene import Card, Cards, Chosen, Line, Piece, card

# -- the Facility deck and the middle ----------------------------------------------------------------------------------


def middle(look: Look) -> Cards:
    """The row that both take from, and the deck that fills it."""
    row = look.view["middle"]
    return {
        "part": "cards",
        "place": "board",
        "zone": "middle",
        "title": "Middle",
        "bare": True,
        "pile": _deck(look),
        "cards": [_lying(look, number, name) for number, name in enumerate(row)],
        "empty": "The middle is empty.",
    }


def _deck(look: Look) -> Card:
    """The back of every Facility is a Doppelgate: whoever makes one takes it from here."""
    left, dusk = look.view["deck"], look.view["dusk"]
    label = f"Facility deck, {count(left, 'card')}, face down, with Doppelgates on the backs"
    rule = "deck.out" if dusk else "deck.dusk"
    piece = look.piece("deck:facility", label, look.moves("gate"), _from_deck(look), rule)
    if look.moves("gate"):
        piece["state"] = "unsure"  # what lies there is not seen, not even by who makes a Doppelgate of it
    return card(piece, face="back", tone="facility", emblem="gate", size="hand", count=left)


def _from_deck(look: Look) -> Move:
    """What a click on the deck means where it can do nothing: a Doppelgate if the hand has a set, else to draw."""
    hand, cost = look.hand(), look.rules.gate_cost
    most = max(look.rules.types, key=hand.count)
    return ("gate", *[most] * cost) if hand.count(most) >= cost else ("draw",)


def _lying(look: Look, number: int, name: str) -> Card:
    """A Facility of the middle, with everything that can be done with it at some moment."""
    pairs = [move for move in look.moves("two") if name in move[1:]]
    swaps = [move for move in look.moves("exchange") if move[2] == name]
    can: list[Move] = [("all", name), *pairs, ("clear", name), *swaps]
    label = f"In the middle: {look.said_facility(name)}"
    piece = look.piece(place_id(number), label, can, _attempt(look, name), "facility.either")
    if pairs and piece.get("moves"):
        piece["choose"] = True
        piece["chosen"] = _chosen(look, name)
        piece["ends"] = _ends(look, number, name)
    if look.moves("exchange"):
        _later(look, piece, name)
    return look.facility(name, piece)


def _attempt(look: Look, name: str) -> Move:
    """What a click on a card of the middle means where it can do nothing: what the open decision is about."""
    if look.asked_for("exchange"):
        return ("exchange", another(look.hand(), name), name)
    return ("clear", name) if look.moves("clear") else ("all", name)


def another(cards: Iterable[str], name: str) -> str:
    """A card of another type, to be exchanged; where there is none, one that is alike."""
    return next((other for other in cards if other != name), name)


def place_id(number: int) -> str:
    return f"middle:m{number}"


def _ends(look: Look, number: int, name: str) -> dict[str, list[list[str | int]]]:
    """Which moves this card finishes once another card of the middle has been chosen."""
    found: dict[str, list[list[str | int]]] = {}
    for place, other in enumerate(look.view["middle"]):
        both = sorted((name, other), key=look.rules.order.__getitem__)
        moves: list[Move] = [("two", *both), *([("all", name)] if other == name else [])]
        if place != number:
            found[place_id(place)] = [list(move) for move in moves if move in look.legal]
    return found


def _chosen(look: Look, name: str) -> Chosen:
    """What can be done with a card of the middle, and what either way costs the other player."""
    number = look.view["middle"].count(name)
    if not look.costs:
        whole_type = ", or take all of its type" if ("all", name) in look.legal else ""
        return {"text": f"{look.type_name(name)}. Choose a second card{whole_type}.", "rules": []}
    pair = next(cost for move, cost in look.costs.items() if move[0] == "two" and name in move[1:])
    text = f"{look.type_name(name)}. Choose a second card: {_sum(pair.parts)}."
    parts = list(pair.parts)
    whole = look.costs.get(("all", name))
    if whole:
        text += f" Or take all of its type, {look.several(name, number)}: {_sum(whole.parts)}."
        parts += whole.parts
    rules = dict.fromkeys(["facility.either", "radiate.when", *(part.rule for part in parts)])
    return {"text": text, "rules": list(rules)}


def _sum(parts: tuple[tuple[str, int, str], ...]) -> str:
    """«2 (cards) + 3 (RADIATE)»"""
    return " + ".join(f"{points} ({text})" for text, points, _ in parts) or "costs nothing"


def _later(look: Look, piece: Piece, name: str) -> None:
    """The second half of an exchange: dotted until a card of the hand is chosen, and then tried with it."""
    if piece.get("moves"):
        piece["state"] = "later"
    tries: dict[str, Move] = {held_id(held, 0): ("exchange", held, name) for held in dict.fromkeys(look.hand())}
    refused = {held: list(move) for held, move in tries.items() if move not in look.legal}
    if refused:
        piece["with"] = refused


def held_id(name: str, number: int) -> str:
    """The id of a card in the own hand."""
    return f"hand:h-{name}-{number}"


# -- the discard pile --------------------------------------------------------------------------------------------------


def discard(look: Look) -> Cards:
    """One common pile; everybody may look through it, so it lies sorted by type."""
    pile = look.view["discard"]
    found: Counter[str] = Counter(pile)
    hidden = found.pop(UNSEEN, 0)
    cards = [_thrown(look, name, found[name]) for name in look.rules.types if found[name]]
    if hidden:
        label = f"Under the top card: {count(hidden, 'card')}"
        piece = look.piece("discard:d-hidden", label, rule="ruling.discard-open")
        cards.append(card(piece, face="text", glyph="covered", name=f"{hidden} under it", size="strip"))
    return {
        "part": "cards",
        "place": "board",
        "share": True,
        "zone": "discard",
        "title": "Discard pile",
        "cards": cards,
        "empty": "Empty so far.",
    }


def _thrown(look: Look, name: str, number: int) -> Card:
    several = look.several(name, number)
    label = f"In the discard pile: {several}"
    piece = look.piece(f"discard:d-{name}", label, [("recover", name)], ("recover", name), "zone.discard")
    return card(piece, face="text", glyph=look.sign(name), name=several, size="strip")


# -- the Locus decks ---------------------------------------------------------------------------------------------------


def loci(look: Look) -> Cards:
    """The three tops: everybody reads them, and they work for whoever has the turn."""
    decks = look.view["loci"]
    return {
        "part": "cards",
        "place": "board",
        "zone": "loci",
        "title": "Loci",
        "bare": True,
        "cards": [_top(look, number, deck) for number, deck in enumerate(decks)],
    }


def _top(look: Look, number: int, deck: list[str]) -> Card:
    if not deck:
        label = f"Locus deck {number + 1}, empty"
        piece = look.piece(f"deck:locus{number}", label, attempt=("locus",), rule="locus.next-top")
        return card(piece, face="text", name="", size="text", count=0, note="empty, and stays empty")
    locus = deck[0]
    entry = look.rules.content.loci[locus]
    required = look.rules.required[locus]
    can: list[Move] = [("use", locus), ("locus", locus, *required), ("under", locus)]
    attempt: Move = ("use", locus) if look.kind == "use" else ("locus", locus, *required)
    if look.asked_for("under"):
        attempt = ("under", locus)
    under = [look.rules.content.loci[name].name for name in deck[1:] if name != UNSEEN]
    label = f"{look.said_locus(locus)} It is on top of Locus deck {number + 1}, {count(len(deck), 'card')}."
    label += f" Under it: {', '.join(under)}." if under else ""
    piece = look.piece(f"top:{locus}", label, can, attempt, "card.locus-sides")
    body: list[Line] = [{"glyph": KIND_SIGN[entry.kind], "name": entry.kind.upper(), "text": look.text(locus)}]
    body += [{"glyph": look.sign(name), "name": look.type_name(name), "text": ""} for name in required]
    made = card(piece, face="text", name=entry.name, tone=KIND_TONE[entry.kind], body=body, house=look.is_house(entry))
    return card(made, size="text", count=len(deck), note=_remark(look, locus))


def _remark(look: Look, locus: str) -> str:
    """Whether a top counts in the step that is going on; else whether the viewer's hand pays for it."""
    step = look.step_of_effects()
    prime = locus in look.rules.prime
    if any(kind == "effect" and what[0] == locus for kind, _, what in look.view["frames"]):
        return "at work now"
    if step in ("prime", "trigger") and prime == (step == "prime"):
        found = [one["done"] for one in look.view["waiting"] if one["id"] == locus]
        return "does nothing this turn" if not found else "used" if all(found) else "counts now"
    payment = next((one for one in look.payments if one.what == locus), None)
    if payment is None:
        return ""
    return "your hand pays for it" if payment.pays else f"you lack {look.types(payment.missing)}"
