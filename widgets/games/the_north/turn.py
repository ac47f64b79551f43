"""The turn card: the Directives with how often each was used, or the abilities that are running."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_north.abilities import ability_rule
from tabletop_kernel.games.the_north.naming import key_name
from tabletop_kernel.games.the_north.state import DIRECTIVES, DISCHARGED, MOST_OF_ONE_DIRECTIVE
from tabletop_kernel.games.the_north.words import CHAIN_WORD_BY_KIND
from widgets.games.the_north.look import Look, listed
from widgets.scene import Item, Items, item

TEXT = {
    "reprogram": "Reprogram",
    "facility": "Top card as Facility",
    "ancient": "Hand card as Ancient",
    "discharge": "Discharge the Node",
}
SIGN = {"reprogram": "spark", "facility": "archive", "ancient": "protocol", "discharge": "node"}

ALONE = ("solo.hand-loss", "solo.you-lose", "solo.collect", "solo.refill", "solo.end-check")
BACK = ("back.hand-loss", "back.take-one", "back.refill", "back.end-check", "back.pass")  # the card's back, in order

_ORDER = {"nested": "finish the innermost first", "queue": "finish the last of these first"}


def turn_card(look: Look) -> Items:
    """What the active player can do, or what is going on because of it."""
    chain = [
        (data[0], data[1] if kind == "ability" else 0)
        for kind, _, data in look.view["frames"]
        if kind in CHAIN_WORD_BY_KIND
    ]
    if chain:
        return _chain(look, chain)
    return _back(look) if look.kind == "take-one" else _front(look)


def back_lines(look: Look) -> dict[str, str]:
    """What the back of the card has everybody do, in order: the rules with their titles."""
    book = look.game.telling.book(look.config)
    return {rule: book[rule].title for rule in (ALONE if look.solo else BACK)}


def _back(look: Look) -> Items:
    """The card is turned over, and somebody takes an Ancient; all the rest on its back happens by itself."""

    def line(rule: str, title: str) -> Item:
        return item(look.piece(f"back:{rule}", title, rule=rule), text=title, now=rule == "back.take-one")

    return {
        "part": "list",
        "place": "beside",
        "zone": "directives",
        "title": "Turn card, back",
        "note": "“You” is the player whose turn it is",
        "items": [line(rule, title) for rule, title in back_lines(look).items()],
    }


def _front(look: Look) -> Items:
    """The Directives, and how the card is turned over after them."""
    announced = look.view["announced"]
    number = "Three" if look.ruling["ruling.must-three"] == "must" else "Up to three"
    part: Items = {
        "part": "list",
        "place": "beside",
        "zone": "directives",
        "title": "Turn card",
        "rule": "turn.one-twice",
        "note": f"{number} Directives, each at most twice",
        "items": [*(_directive(look, kind) for kind in DIRECTIVES), *_turned_over(look)],
    }
    if announced:
        part["note"] = f"named: {listed(TEXT[kind] for kind in announced)}"
        part["rule"] = "ruling.sequential"
    return part


def _directive(look: Look, kind: str) -> Item:
    """A Directive with a box for each time it may be used."""
    level = look.view["node"][look.view["active"]]
    text = f"Discharge at {level}" if kind == "discharge" and level != DISCHARGED else TEXT[kind]
    used = look.view["used"].count(kind)
    boxes = 1 if kind == "discharge" and look.ruling["ruling.discharge-twice"] == "no" else MOST_OF_ONE_DIRECTIVE
    can: list[Move] = [("announce", kind)] if look.kind == "announce" else []
    attempt: Move = ("announce", kind) if look.kind == "announce" else (kind,)
    if look.kind == "directive":
        can = look.moves(kind)
    label = f"Directive: {text}, used {used} of {boxes} times this turn"
    piece = look.piece(f"directive:{kind}", label, can, attempt, f"directive.{kind}")
    if kind != "discharge" and look.kind == "directive" and piece.get("moves"):
        piece["state"] = "later"
    return item(piece, text=text, ticked=used, boxes=boxes)


def _turned_over(look: Look) -> list[Item]:
    """The last line of the card, once the Directives are done: it is turned over here."""
    if look.kind != "end":
        return []
    label = "The front of the turn card is finished, so turn the card over now"
    piece = look.piece("turn-card", label, [("end",)], ("end",), "turn.flip-card")
    return [item(piece, text="Turn the card over", glyph="turn-over")]


def _chain(look: Look, chain: list[tuple[str, int]]) -> Items:
    """The abilities that are running or wait, the outermost first, each with the step it has come to."""
    return {
        "part": "list",
        "place": "beside",
        "zone": "directives",
        "title": "Happening now",
        "rule": "ruling.nesting",
        "note": _ORDER[look.ruling["ruling.nesting"]] if len(chain) > 1 else "",
        "items": [_ability(look, *one, depth, depth == len(chain) - 1) for depth, one in enumerate(chain)],
    }


def _ability(look: Look, key: str, at: int, depth: int, now: bool) -> Item:
    name = key_name(look.rules, key).removeprefix("the ")
    text = name[0].upper() + name[1:]
    note = _step(look, key, at)
    glyph = {"protocol": "protocol", "spark": "spark"}.get(key.rpartition(".")[2], "node")
    label = f"{text} is running: {note}" if at else f"{text} waits."
    piece = look.piece(f"running:{depth}", label, rule=ability_rule(key))
    return item(piece, text=text, note=note, glyph=glyph, depth=depth, now=now)


def _step(look: Look, key: str, at: int) -> str:
    """The sentence an ability has come to: the frame names the operation behind it."""
    ops = look.rules.effects[key].ops
    if at == 0 or not ops:
        return "It waits."
    return look.steps(key)[ops[min(at, len(ops)) - 1].step]
