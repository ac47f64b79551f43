"""What can be read of cards that lie there as a strip: both sides of a Cityengine and of a Reference card."""

from __future__ import annotations

from widgets.games.the_west_ascendant.look import Look
from widgets.scene import Page


def pages(look: Look, piece: str) -> list[Page]:
    """One page for such a card; nothing for any other piece."""
    for seat in look.seats:
        if piece == f"zone:{seat}:engine{seat}" and look.view["engine"][seat]:
            return [_engine(look, seat)]
        if piece == f"zone:{seat}:first{seat}":
            return [_reference(look, seat)]
    return []


def _engine(look: Look, seat: int) -> Page:
    """Both sides, first the one that lies up."""
    engine = look.view["engine"][seat]
    what = f"{look.rules.content.engines[engine].name}, {look.whose(seat)} Cityengine."
    plan = f"Plan: {look.text(f'{engine}.cost')} Then: {look.text(f'{engine}.effect')}"
    complete = f"Complete: {look.text(f'{engine}.score')}"
    sides = [complete, plan] if look.view["city"][seat] else [plan, complete]
    return what, " On the other side, ".join(sides), ["city.plan", "city.result", "score.city"]


def _reference(look: Look, seat: int) -> Page:
    """The side that lies up, and for its owner the back."""
    reference = look.rules.references[seat]
    what = f"{look.rules.content.gates[reference].name}, {look.whose(seat)} Reference card."
    text, rules = f"RADIATE: {look.text(f'{reference}.radiate')}", ["radiate.first-gate"]
    if seat == look.me:
        text += f" On its back: {look.text(f'{reference}.score')}"
        rules += ["card.reference-look", "score.card"]
    return what, text, rules
