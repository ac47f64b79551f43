"""What one holds: the character with its abilities, and the cards in hand, each with its jobs."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.state import DANGERS
from widgets.games.deck_goes_west.ahead import if_used
from widgets.games.deck_goes_west.board import danger_words
from widgets.games.deck_goes_west.look import CHARACTER, Look, counted
from widgets.scene import Card, Hand, Held, Item, Items, card, item


def character(look: Look) -> list[Items]:
    """The character card: one ability a day."""
    seat = look.me
    person = look.person(seat) if seat is not None else None
    if seat is None or person is None or not look.lives(seat):
        return []
    tapped = bool(look.view["tapped"] >> seat & 1)
    return [
        {
            "part": "list",
            "place": "hand",
            "zone": "character",
            "title": f"{person.name}, {'tapped' if tapped else person.role}",
            "items": [_ability(look, seat, n, tapped) for n in range(len(person.jobs))],
        }
    ]


def _ability(look: Look, seat: int, n: int, tapped: bool) -> Item:
    person = look.person(seat)
    assert person is not None
    job, move = person.jobs[n], look.uses(CHARACTER, n)
    label = f"Ability: {look.job(job)}{' Tapped.' * tapped}"
    piece = look.piece(f"character:{n}", label, [move], move, "job.tap")
    if piece.get("moves"):
        if_used(look, piece, job, person.name)
    return item(piece, text=look.job(job))


def hand(look: Look) -> list[Hand]:
    """The cards in hand; copies of a card lie on one another."""
    seat = look.me
    held = look.held(seat) if seat is not None else None
    if seat is None or held is None or look.person(seat) is None or not look.lives(seat):
        return []
    groups: list[Held] = [{"label": "", "cards": [_held(look, name, n) for name, n in counted(held).items()]}]
    played = [_played(look, name) for name in look.view["played"][seat] if name in look.rules.cards]
    if played:
        groups.append({"label": "In use", "cards": played})
    open_hands = look.view["open_hands"] and look.mode == "coop"
    return [
        {
            "part": "hand",
            "place": "hand",
            "zone": "hand",
            "share": True,
            "title": "Your hand",
            "note": f"{_title(danger_words(look, seat))}. " + ("Everyone can see it." if open_hands else ""),
            "rule": "death.danger-hand",
            "groups": groups,
        }
    ]


def _played(look: Look, name: str) -> Card:
    """A card whose job is being done."""
    return look.text_card(look.piece(f"played:{name}", look.card_said(name), rule="job.item"), name)


def _title(text: str) -> str:
    return text[0].upper() + text[1:]


def _held(look: Look, name: str, number: int) -> Card:
    kind = look.card(name)
    can, attempt = _uses(look, name)
    times = f"{number} × " if number > 1 else ""
    piece = look.piece(f"hand:{name}", f"{times}{look.card_said(name)}", can, attempt, "job.item")
    legal = [job for n, job in enumerate(kind.jobs) if list(look.uses(name, n)) in piece.get("moves", [])]
    if legal:
        if_used(look, piece, legal[0], kind.name)
    made = look.text_card(piece, name, now=True)
    return card(made, count=number) if number > 1 else made


def _uses(look: Look, name: str) -> tuple[list[Move], Move]:
    """What can be done with a card of the own hand, and what a click tries."""
    if look.kind == "job":
        verbs = [str(move[0]) for move in look.moves("discard", "scrap")]
        verb = verbs[0] if verbs else "discard"
        return [(verb, name)], (verb, name)
    if look.kind == "rest":
        return [("drop", name)], ("drop", name)
    if look.kind == "trade":
        can = [move for move in look.moves("cost", "give") if move[1] == name]
        return can, ("give", name, 1) if look.data[2] else ("cost", name)
    can, attempt = look.use_of(name, look.card(name).jobs)
    if look.kind == "act" and look.card(name).kind in DANGERS:
        return can, ("discard", name)  # what everybody would like to do with it
    return can, attempt
