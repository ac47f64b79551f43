"""Imagining whole states that look just like a view."""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.dealing import deal_hidden
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import named_cards
from tabletop_kernel.games.deck_goes_west.state import UNSEEN, Rules, State


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """Return a state that looks like this view to its seat, or to everyone, with the hidden rest dealt at random."""
    data = dict(view)
    _imagine_land(rules, data, chance)
    _imagine_decks(rules, data, chance)
    return State.from_data(rules, deal_hidden(State, rules, data, chance), chance)


def _imagine_land(rules: Rules, data: View, chance: Chance) -> None:
    """Deal face-down tiles that match the backs in view; the rest go to the pile."""
    seen = {tile[2] for tile in data["ground"]} | set(data["land_discard"])
    unseen_tiles = [tile for tile in rules.tiles if tile not in seen]
    chance.shuffle("imagine", unseen_tiles)
    ground = data["ground"][:]
    by_back: dict[int, list[int]] = {}
    for unseen in reversed(unseen_tiles):
        by_back.setdefault(rules.tiles[unseen].back, []).append(unseen)
    used = set()
    for at, (column, row, tile, up, back) in enumerate(ground):
        if not tile:
            face = by_back[back].pop()
            used.add(face)
            ground[at] = [column, row, face, up, back]
    data["ground"], data["land"] = ground, [unseen for unseen in unseen_tiles if unseen not in used][: data["land"]]


def view_with_decks(rules: Rules, view: View, chance: Chance) -> View:
    """Return the view with each player's hidden cards dealt, and nothing else imagined."""
    data = dict(view)
    _imagine_decks(rules, data, chance)
    return data


def _imagine_decks(rules: Rules, data: View, chance: Chance) -> None:
    """Deal each player's hidden cards, which everyone knows, to the hand, the cards aside and the draw pile."""
    for name in ("hand", "aside", "draw"):
        data[name] = [*data[name]]
    for seat, hidden in enumerate(data["hidden"]):
        pool = Counter(hidden)
        for name in ("hand", "aside"):
            if not isinstance(data[name][seat], int) and (name == "aside" or not data["open_hands"]):
                pool.subtract(data[name][seat])
        known_cards = named_cards(data["frames"], seat) if isinstance(data["hand"][seat], int) else []
        pool.subtract(known_cards)
        cards = list(pool.elements())
        chance.shuffle("imagine", cards)
        if isinstance(data["hand"][seat], int):
            hand = [*known_cards, *(cards.pop() for _ in range(data["hand"][seat] - len(known_cards)))]
            data["hand"][seat] = sorted(hand, key=rules.order.__getitem__)
        if isinstance(data["aside"][seat], int):
            data["aside"][seat] = [cards.pop() for _ in range(data["aside"][seat])]
        data["draw"][seat] = [cards.pop() if card == UNSEEN else card for card in data["draw"][seat]]
