"""What lies beside the board: it depends on the moment."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.royal_ascension.names_and_moves import card_name, the_cards
from widgets.games.royal_ascension.battle_sheet import battle_sheet, bouts
from widgets.games.royal_ascension.look import GLYPH, Look, count
from widgets.games.royal_ascension.table import action_card, realm
from widgets.scene import Card, Cards, Cell, Die, Note, Part, Row, Sheet, card

MANY = 10  # covered cards in a row; more lie as one pile


def beside(look: Look) -> list[Part]:
    """The parts that explain what is being decided, the most urgent first."""
    kind = look.kind
    if kind == "character":
        return [characters(look)]
    if kind == "select":
        return [selection(look), draft(look)]
    if kind == "draft":
        return [draft(look)]
    if kind == "shop":
        return [offer(look), realm(look)]
    if kind == "pay":
        return [purchase(look), offer(look)]
    parts: list[Part] = [winners_cards(look)] if kind == "pick" else []
    if look.battle:
        parts += [battle_sheet(look), *bouts(look)]
        if look.fighting:
            return parts
    elif kind != "over":
        parts += drawn_action(look)
    if look.view["offer"]:
        parts.append(offer(look))
    return [*parts, realm(look)]


# -- before the first turn ---------------------------------------------------------------------------------------------


def characters(look: Look) -> Cards:
    taken = {number: seat for seat, number in enumerate(look.view["characters"])}
    cards: list[Card] = []
    for number, character in enumerate(look.rules.content.characters):
        note = f"Player {taken[number] + 1}" if number in taken else "free"
        choose: Move = ("character", character.name)
        label = f"{character.name}, {'taken by ' + note if number in taken else note}. {character.house_line}"
        cards.append(
            card(
                look.piece(f"character:{number}", label, [choose], choose, "pieces.token"),
                face="text",
                name=character.name,
                tone=f"seat{taken[number] + 1}" if number in taken else "plain",
                body=[{"text": character.house_line}],
                house=True,
                size="text",
                note=note,
            )
        )
    return {
        "part": "cards",
        "place": "beside",
        "zone": "characters",
        "title": "Who plays whom?",
        "rule": "pieces.token",
        "cards": cards,
    }


def selection(look: Look) -> Sheet:
    """The rolls for the order of selection; those who tie roll again in a new row."""
    rolls = look.view["rolls"]
    dice = 1 if look.ruling["ruling.selection-dice"] == "one" else 2
    ahead = len(rolls[look.decider])  # the row that is being rolled
    rows: list[Row] = []
    for number in range(max(ahead + 1, *map(len, rolls))):
        row: Row = {"label": "Again" if number else "Roll", "rule": "setup.roll", "cells": []}
        for seat in look.seats:
            if number < len(rolls[seat]):
                row["cells"].append({"figure": str(rolls[seat][number])})
            elif seat == look.decider and number == ahead:
                row["cells"].append({"dice": [selection_die(look, seat, dice) for _ in range(dice)]})
            else:
                row["cells"].append(None)
        rows.append(row)
    return {
        "part": "sheet",
        "place": "beside",
        "zone": "rolls",
        "title": "Who chooses first?",
        "rule": "setup.order",
        "glyph": "dice",
        "columns": [{"seat": seat, "title": look.short(seat)} for seat in look.seats],
        "rows": rows,
    }


def selection_die(look: Look, seat: int, dice: int) -> Die:
    roll: Move = ("roll", dice)
    piece = look.piece(f"die:select:{seat}", f"{look.short(seat)}'s die, not rolled yet", [roll], roll, "setup.roll")
    return {**piece, "figure": "", "seat": seat}


def draft(look: Look) -> Cards:
    """All twelve territories with their owners; where ownership is secret, as far as it is known."""
    view = look.view
    owners = {land: seat for seat, lands in enumerate(view["territories"]) if isinstance(lands, list) for land in lands}
    cards: list[Card] = []
    for land in look.rules.strength:
        if land in owners:
            owner = "you" if owners[land] == look.me else look.short(owners[land])
            note, place = owner, f"taken by {owner}"
        elif isinstance(view["pool"], list):
            note, place = ("", "free to take") if land in view["pool"] else ("taken", "taken by someone")
        else:
            note, place = "", "free or taken, but that is secret"
        take: Move = ("take", land)
        cards.append(card(look.land_card("draft", land, place, [take], take), size="hand", note=note))
    part: Cards = {
        "part": "cards",
        "place": "beside",
        "zone": "draft",
        "title": "The twelve territories",
        "rule": "setup.draft",
        "cards": cards,
    }
    if view["order"]:
        part["note"] = f"Order: {listed(look.short(seat) for seat in view['order'])}."
    return part


# -- the Shop ----------------------------------------------------------------------------------------------------------


def offer(look: Look) -> Cards:
    """The weapons that lie open, without those on the bill."""
    left = list(look.view["offer"])
    if look.kind == "pay":
        for weapon in look.data[0]:
            left.remove(weapon)
    value = look.rules.value
    cards: list[Card] = []
    for weapon in left:
        buy: Move = ("buy", weapon)
        lying = look.suit_card("offer", weapon, f"on offer for {value[weapon]} gold", [buy], buy, "shop.price")
        cards.append(card(lying, size="hand", note=f"{value[weapon]} gold"))
    return {
        "part": "cards",
        "place": "beside",
        "zone": "shop",
        "title": "On offer",
        "rule": "ruling.shop-offer",
        "note": "A weapon costs as much gold as it adds to your strength.",
        "cards": cards,
        "empty": "There are no weapons left to buy.",
    }


def purchase(look: Look) -> Sheet:
    """What is being bought, the gold laid down for it, and what is missing."""
    weapons, paid = look.data
    value, seat = look.rules.value, look.decider
    price, laid = (sum(value[name] for name in names) for names in (weapons, paid))
    credit = look.view["credit"][seat]
    rows: list[Row] = [
        {"label": "Price", "rule": "shop.price", "cells": [{"cards": _bill(look, weapons), "figure": str(price)}]},
        {"label": "Gold", "rule": "shop.currency", "cells": [{"cards": _bill(look, paid), "figure": str(laid)}]},
    ]
    if any(move[0] == TAKE_BACK for move in look.legal):
        rows[0]["note"] = "click to put back"
    if credit:
        rows.append({"label": "Credit", "rule": "ruling.shop-overpay", "cells": [{"figure": str(credit)}]})
    missing = price - laid - credit
    surplus = "New credit" if look.ruling["ruling.shop-overpay"] == "change" else "Too much"
    label, rule = (surplus, "ruling.shop-overpay") if missing < 0 else ("Still to pay", "shop.price")
    due: Cell = {"text": label.lower(), "figure": str(abs(missing))}  # a strong row has no other words on the page
    rows.append({"label": label, "rule": rule, "cells": [due], "strong": True})
    return {
        "part": "sheet",
        "place": "beside",
        "zone": "shop",
        "title": f"Buying {the_cards(weapons)}",
        "rule": "shop.may",
        "glyph": "shop",
        "columns": [{"seat": seat, "title": look.name(seat) + (", you" if seat == look.me else "")}],
        "rows": rows,
    }


def _bill(look: Look, cards: list[str]) -> list[Card]:
    """Cards that can be taken back until the gold is handed over."""
    found: list[Card] = []
    for name in cards:
        back: Move = (TAKE_BACK, name)
        found.append(card(look.suit_card("bill", name, "on the bill", [back], back), size="mini"))
    return found


# -- after a Spades landing --------------------------------------------------------------------------------------------


def drawn_action(look: Look) -> list[Part]:
    """The action card of this turn: the card itself while it is carried out, then a line that tells of it."""
    drawn = look.view["card"]
    if not drawn:
        return []
    who = look.short(look.view["active"])
    if look.kind in ("npc", "prize"):
        lying: Cards = {
            "part": "cards",
            "place": "beside",
            "zone": "action",
            "title": f"{who} drew",
            "rule": "action.first",
            "cards": [action_card(look, drawn)],
        }
        return [lying]
    action = look.action(drawn)
    rule = action.rules[0] if action.rules else "action.draw"
    text = f"{who} drew the {card_name(drawn)}, {action.name}. {look.reminder(action)}"
    told: Note = {"part": "note", "place": "beside", "zone": "action", "text": text, "rule": rule}
    return [told]


def winners_cards(look: Look) -> Cards:
    """The cards of the winner's from which the loser picks: covered, or open where a ruling lets the loser look."""
    suit, rule = look.data
    assert look.battle is not None
    winner = look.battle["winner"]
    open_cards = [str(move[1]) for move in look.legal if move[0] == "pick" and move[1] != suit]
    cards: list[Card] = []
    for name in open_cards:
        pick: Move = ("pick", name)
        cards.append(card(look.suit_card("pick", name, f"held by {look.short(winner)}", [pick], pick), size="hand"))
    return {
        "part": "cards",
        "place": "beside",
        "zone": "picks",
        "title": f"{look.short(winner)}'s {suit}",
        "rule": rule,
        "cards": cards or _covered_cards(look, winner, suit),
        "empty": "There is nothing to pick.",
    }


def _covered_cards(look: Look, winner: int, suit: str) -> list[Card]:
    zone = suit
    if look.ruling["ruling.pick-pool"] != "all-held":
        zone = "committed_health" if suit == "hearts" else "committed_weapons"
    number = count(look.view[zone][winner])
    glyph = GLYPH[suit]
    pick: Move = ("pick", suit)
    piles = number if number <= MANY else 1
    label = f"One of {look.short(winner)}'s face-down cards" if piles == number else f"{number} face-down cards"
    cards: list[Card] = []
    for place in range(piles):
        piece = look.piece(f"pick:{place}", label, [pick], pick, look.data[1])
        cards.append(card(piece, face="back", tone=glyph, emblem=glyph, size="zone"))
        if piles != number:
            cards[-1]["count"] = number
    return cards
