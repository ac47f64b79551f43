"""The world activity of the second engine: blocks, new cards and the first player token."""

from __future__ import annotations

from typing import Any

from second import lines
from second.table import GameOver, Play, Stopped, Table


class CardDrawn(Stopped):
    """A new plot card has come: the world activity is over."""


def split(block: str) -> tuple[str, str]:
    """A block: what stands in its head (tests, «otherwise» or nothing), and its line."""
    if block.startswith("otherwise: "):
        return "otherwise", block.removeprefix("otherwise: ")
    if block.startswith("if "):
        head, _, line = block.removeprefix("if ").partition(": ")
        return head, line
    return "", block


def quest(table: Table) -> Play:
    """The rest of the Quest phase: the world activity, and the token for the next player."""
    try:
        yield from world(table)
    except CardDrawn:
        table.settle()
    token = table.at["first"]
    if not (table.ruled("reset.token", "stays") and token in table.has_reset):
        table.at["first"] = (token + 1) % table.seats


def world(table: Table) -> Play:
    """Every block from the top; after a true one the rest is skipped, unless all ifs are checked.

    A last block without a head is an OTHERWISE that does not say so.
    """
    met = False
    for block in table.pack.cards[table.at["card"]].get("world", []):
        head, line = split(block)
        if met and (head in ("", "otherwise") or not table.ruled("quest.blocks", "all-ifs")):
            continue
        if head not in ("", "otherwise"):
            if not lines.holds(table, table.at["first"], head):
                continue
            met = True
        yield from lines.run(table, table.at["first"], line)
        table.settle()


def draw(table: Table, code: str) -> Play:
    """A new card: the old one goes with all that lies on it, then the immediate effect of the new one."""
    card: dict[str, Any] = table.pack.cards[code]
    if card.get("special"):
        if code not in table.at["specials"]:
            if table.ruled("quest.special-draw", "yes"):
                clear(table)
            yield from put(table, code)
        if table.ruled("quest.special-draw", "yes"):
            raise CardDrawn
        return
    old = table.pack.cards[table.at["card"]]
    if old.get("stays"):
        table.at["specials"].append(old["code"])
    clear(table)
    table.at["card"] = code
    yield from lines.run(table, table.at["first"], card.get("immediate", "nothing"))
    if "ends" in card:
        table.result = card["ends"]
        raise GameOver
    raise CardDrawn


def clear(table: Table) -> None:
    """All that lies on the active card goes back."""
    for kind, number in table.at["on_card"].items():
        table.at["supply"][kind] += number
    table.at["on_card"] = {}


def finish(table: Table, result: str) -> Play:
    """Draw the card that ends the scenario so, or end it without one."""
    scenario = table.at["card"].partition("-")[0]
    for card in table.pack.scenarios[scenario]["cards"]:
        if card.get("ends") == result:
            yield from draw(table, card["code"])
    table.end(result)


def act(table: Table, words: str) -> Play:
    """Acts that bring cards."""
    if words in ("victory", "lost"):
        yield from finish(table, "won" if words == "victory" else "lost")
    elif words.startswith("draw card "):
        yield from draw(table, words.removeprefix("draw card "))
    else:
        yield from put(table, words.removeprefix("put card ").removesuffix(" into play"))


def put(table: Table, code: str) -> Play:
    """A special card is laid beside the plot card, whatever a ruling says of drawing; it is there only once."""
    if code in table.at["specials"]:
        return
    table.at["specials"].append(code)
    yield from lines.run(table, table.at["first"], table.pack.cards[code].get("immediate", "nothing"))


lines.CARDS.append(act)
