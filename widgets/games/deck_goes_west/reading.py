"""What can be read of a piece: cards, tiles, people, with every job in words."""

from __future__ import annotations

from functools import partial

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.land.map_drawing import WATER, chart, costs_from_land
from tabletop_kernel.games.deck_goes_west.land.map_graph import SAIL
from tabletop_kernel.games.deck_goes_west.land.movement_points import movement_in_words
from tabletop_kernel.games.deck_goes_west.state import START, Place
from tabletop_kernel.games.deck_goes_west.telling.words import cards_in_words, stock_in_words
from tabletop_kernel.toolkit.grid import steps
from widgets.games.deck_goes_west.board import danger_in_full
from widgets.games.deck_goes_west.look import Look
from widgets.look import count
from widgets.maps import where
from widgets.scene import Page


def pages(look: Look, piece: str) -> list[Page]:
    """The whole text of a piece; nothing for one that is not there, or of which nothing is seen."""
    kind, _, rest = piece.partition(":")
    if kind == "tile":
        return _tile(look, rest)
    if kind == "row" and rest.isdigit() and 1 <= int(rest) <= len(look.view["row"]):
        return [_card(look, look.view["row"][int(rest) - 1], "in the trade row", ["act.buy", "job.buy", "night.row"])]
    if kind == "hand" and look.me is not None and rest in (look.held(look.me) or []):
        return [_card(look, rest, "in your hand", ["job.item"])]
    if kind == "seat" and rest.isdigit() and int(rest) in look.seats:
        return _person(look, int(rest))
    return []


def _card(look: Look, name: str, place: str, rules: list[str]) -> Page:
    card = look.card(name)
    jobs = " Or: ".join(map(look.job, card.jobs))
    price = f" To buy it: {' Or: '.join(map(look.job, card.buy))}" if card.buy else ""
    kind = f"{card.colour} item card" if card.is_item else f"{card.kind} card"
    return f"{card.name}, {place}.", f"{kind.capitalize()}. {jobs}{price}", rules


def _tile(look: Look, rest: str) -> list[Page]:
    """A tile that lies face up."""
    found = [tile for tile in look.view["ground"] if f"{tile[0]},{tile[1]}" == rest and tile[3]]
    if not found:
        return []
    column, row, number = found[0][:3]
    tile = look.rules.tiles[number]
    rolled = " or ".join(map(str, tile.face))
    bandits = f"Bandits appear here on a roll of {rolled}." if rolled else "Bandits never appear here."
    parts = [f"{' and '.join(tile.types).capitalize()}.", bandits]
    rules = ["move.onto", "night.appear"]
    if entering := _entering(look, (column, row)):
        parts.append(entering)
        rules += ["move.walk-water"] if tile.types == (WATER,) else []
    if tile.camp:
        parts.append("A bandit camp: bandits here don't move.")
        rules.append("reveal.camp")
    if tile.job:
        parts.append(f"Job: {look.job(tile.job)}")
        rules.insert(0, "job.land")
    if wrong := _why_not_there(look, (column, row)):
        parts.insert(0, look.game.telling.book(look.config).why(wrong, partial(look.game.telling.word, look.state)))
        rules.insert(0, wrong.rule)
    return [(f"{tile.name}, {where((column, row), START)}.", " ".join(parts), rules)]


def _why_not_there(look: Look, place: Place) -> Verdict | None:
    """Why a click on a tile does not lead there, for whoever may act; at other times one only wants to read."""
    if look.kind != "act" or look.me not in look.asked or look.place_of(look.me) == place:
        return None
    return look.game.judge(look.state, look.me, ("step", *place, "walk"))


def _entering(look: Look, place: Place) -> str:
    """What it costs to enter a tile; landing from a boat counts only for whoever may do so next."""
    if look.me is None or look.person(look.me) is None or look.place_of(look.me) == place:
        return ""
    here = look.place_of(look.me)
    beside = steps(here, place) == 1
    prices = chart(look.state).costs(here, place) if beside else costs_from_land(look.state, place)
    if set(prices) == {SAIL}:
        return f"You can enter only by sailing, for {prices[SAIL]}."
    return f"Entering it costs {listed((movement_in_words([price]) for price in prices.items()), 'or')}."


def _person(look: Look, seat: int) -> list[Page]:
    person, view = look.person(seat), look.view
    if person is None:
        return []
    jobs = " Or: ".join(map(look.job, person.jobs))
    tapped = "Tapped" if view["tapped"] >> seat & 1 else "Untapped"
    held = look.held(seat)
    size = len(held) if held is not None else view["hand"][seat]
    hand = f"{count(size, 'card')} in hand" + (f": {cards_in_words(look.rules, held)}" if held else "")
    thrown = view["discard"][seat]
    piles = f"{count(len(view['draw'][seat]), 'card')} to draw, {len(thrown)} discarded"
    piles += f": {cards_in_words(look.rules, thrown)}" if thrown else ""
    things = f"{stock_in_words(view['stock'][seat])}. {hand}. {piles}. {danger_in_full(look, seat)}"
    text = f"{person.role.capitalize()}, hand of {person.hand}. {tapped}. Abilities (one a day): {jobs} Has {things}"
    name = look.name(seat) if look.name(seat) == person.name else f"{look.name(seat)}, who plays {person.name}"
    return [(f"{name}.", text, ["job.tap", "char.card", "death.danger-hand"])]
