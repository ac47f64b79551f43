"""The own hand, grouped by type, with what each type is good for now."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_west_ascendant.names_and_moves import engine_name
from tabletop_kernel.games.the_west_ascendant.previews import Payment
from widgets.games.the_west_ascendant.centre import another, held_id
from widgets.games.the_west_ascendant.look import Look
from widgets.scene import Card, Hand, Held


def hand(look: Look) -> list[Hand]:
    if look.me is None:
        return []
    held = look.hand()
    groups = [_group(look, name, held.count(name)) for name in look.rules.types if name in held]
    return [
        {
            "part": "hand",
            "place": "hand",
            "zone": "hand",
            "title": "Your hand",
            "note": " ".join(["Only you see these cards.", _city(look)]).strip() if held else "You hold no cards.",
            "rule": "zone.hand-hidden",
            "groups": groups,
        }
    ]


def _group(look: Look, name: str, number: int) -> Held:
    return {"label": caption(look, name), "cards": [_held(look, name, place) for place in range(number)]}


def caption(look: Look, name: str) -> str:
    """«pays for Dawnforge; three of a kind»: what the cards of a type can help to pay now."""
    loci = look.rules.content.loci
    built = [loci[one.what].name for one in look.payments if one.pays and one.what in loci and name in one.price]
    said = [f"pays for {', '.join(built)}"] if built else []
    if any(one.what == "gate" and name in one.price for one in look.payments):
        cost = look.rules.gate_cost
        said.append({2: "two of a kind", 3: "three of a kind", 4: "four of a kind"}.get(cost, f"{cost} of a kind"))
    said += [_price(look, one) for one in look.payments if one.what == "city" and one.pays and name in one.price]
    return "; ".join(said)


def _city(look: Look) -> str:
    """How far the hand is from the price of the Cityengine."""
    payment = next((one for one in look.payments if one.what == "city"), None)
    if payment is None or look.me is None:
        return ""
    name = engine_name(look.rules, look.view["engine"][look.me])
    if payment.pays:
        price = _price(look, payment)
        return f"{price[:1].upper()}{price[1:]}: pays for {name}."
    return f"For {name} you lack {look.types(payment.missing)}."


def _price(look: Look, payment: Payment) -> str:
    """The price of a Plan in a few words."""
    return "one of each" if payment.price == look.rules.types else "the Plan's price"


def _held(look: Look, name: str, place: int) -> Card:
    swaps = [move for move in look.moves("exchange") if move[1] == name]
    gates = [move for move in look.moves("gate") if move[1] == name]
    can: list[Move] = [("discard", name), *swaps, *gates]
    label = f"In your hand: {look.said_facility(name)}"
    piece = look.piece(held_id(name, place), label, can, _attempt(look, name), "card.facility-uses")
    if swaps and piece.get("moves"):
        piece["choose"] = True
        text = f"You give {look.type_name(name)}. Choose the card you get from the middle."
        piece["chosen"] = {"text": text, "rules": ["effect.exchange"]}
    return look.facility(name, piece)


def _attempt(look: Look, name: str) -> Move:
    """What a click on a card of the hand means where it can do nothing: what the open decision is about."""
    if look.asked_for("exchange"):
        return ("exchange", name, another(look.view["middle"], name))
    if look.kind == "gate":
        return ("gate", *[name] * look.rules.gate_cost)
    return ("discard", name)
