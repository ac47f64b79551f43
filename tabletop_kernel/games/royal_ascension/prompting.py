"""The current decision from one seat's view: its prompt in the rulebook, and the facts for its braces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.sentences import Seat, list_seats, seat_or_you
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.royal_ascension.board import destinations
from tabletop_kernel.games.royal_ascension.content import TERRITORY_COUNT
from tabletop_kernel.games.royal_ascension.names_and_moves import space_name, the_cards
from tabletop_kernel.games.royal_ascension.ruling_types import Rulings, rulings_of
from tabletop_kernel.games.royal_ascension.shop import is_paid_together, reachable_sums
from tabletop_kernel.games.royal_ascension.state import HOME, RESOURCES, Rules
from tabletop_kernel.games.royal_ascension.sums_in_view import count_cards
from tabletop_kernel.games.royal_ascension.turn import HAND_LIMIT

FrameData = list[Any]  # what a decision is about, as a view shows it
Topic = tuple[str, Facts]  # the key of a prompt, and facts besides the deciding seat


def topic(rules: Rules, view: View) -> tuple[str, Sequence[int], Facts]:
    """Return the prompt, the deciding seats, and the facts in words."""
    kind, seat, data = view["frames"][-1]
    asked: Sequence[int] = (seat,)
    if kind == "commit":
        battle = view["battle"]
        asked = [fighter for fighter in battle["fighters"] if fighter not in battle["sealed"]]
    key, facts = TOPIC_BY_KIND[kind](rules, view, data) if kind in TOPIC_BY_KIND else (kind, {})
    return key, asked, {"seat": _name(rules, view, asked[0]), **facts}


def _name(rules: Rules, view: View, seat: int) -> Seat:
    character = view["characters"][seat]
    name = rules.content.characters[character].short if character >= 0 else f"player {seat + 1}"
    return seat_or_you(name, seat == view["seat"])


def _names(rules: Rules, view: View, seats: Sequence[int]) -> Seat:
    return list_seats(_name(rules, view, seat) for seat in seats)


def _draft_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    pool = view["pool"]
    left = pool if isinstance(pool, int) else len(pool)
    return "draft", {"left": left, "share": TERRITORY_COUNT // len(view["tokens"])}


def _walk_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    """Return the prompt for a walk: on the ring, out of home or onto a gate."""
    seat, die = view["active"], view["die"]
    start, character = view["tokens"][seat], view["characters"][seat]
    ends = destinations(rules, character, start, die)
    can_turn = (
        rulings_of(rules.config)["ruling.one-direction"] == "yes" and die > 2
    )  # with 2 steps it would lead nowhere
    facts = {"die": die, "turn": "; you may turn round once" if can_turn else ""}
    if start != HOME:
        return "walk-home" if HOME in ends else "walk", facts
    if die > 1:
        return "walk-out", facts
    gates = listed((space_name(rules, space) for space in ends), "or")
    return "walk-gates" if len(ends) > 1 else "walk-gate", {"spaces": gates}


def _end_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    return "end-met" if _can_meet(rulings_of(rules.config), view) else "end", {}


def _can_meet(ruling: Rulings, view: View) -> bool:
    """Tell if the active player may still challenge a player on the same space; all of that is public."""
    seat, tokens = view["active"], view["tokens"]
    if ruling["ruling.shared-space"] != "battle" or (view["allied"] and not view["fought"]) or tokens[seat] == HOME:
        return False
    is_lifted = ruling["ruling.repeat-last-two"] == "lifted" and view["out"].count(0) == 2
    barred = () if is_lifted else view["excluded"]
    if seat in barred and ruling["ruling.repeat-initiator"] == "no":
        return False
    in_truce = {other for a, b, *_ in view["truces"] for other in (a, b) if seat in (a, b)}
    return any(
        token == tokens[seat] and other != seat and other not in (*barred, *view["allied"], *in_truce)
        for other, token in enumerate(tokens)
        if not view["out"][other]
    )


def _shop_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    """Return the prompt for the Shop. Hidden gold counts as 0; the prompts of other players don't use it."""
    can_meet = _can_meet(rulings_of(rules.config), view)  # then the turn continues after the Shop
    if data[0] and rulings_of(rules.config)["ruling.shop-limit"] == "one":
        return "shop-done" if can_meet else "end", {}
    held = view["diamonds"][view["active"]]
    gold = [rules.value[card] for card in held] if isinstance(held, list) else []
    worth = sum(gold) + view["credit"][view["active"]]
    leaving = "leave the Shop" if can_meet else "end your turn"
    facts = {"gold": worth, "leave": leaving, "go": leaving[0].upper() + leaving[1:], "but": "but" if worth else "so"}
    prices = [rules.value[weapon] for weapon in view["offer"]]
    if not prices:
        return "shop-none", facts
    if rulings_of(rules.config)["ruling.shop-overpay"] == "exact-only":
        is_payable = _can_pay_exactly(prices, gold, is_paid_together(rulings_of(rules.config)))
    else:
        is_payable = any(price <= worth for price in prices)
    return "shop" if is_payable else "shop-empty", facts


def _can_pay_exactly(prices: list[int], gold: list[int], together: bool) -> bool:
    """Tell if some of the gold equals a price exactly, or a sum of prices."""
    wanted = reachable_sums(0, prices) if together else sum({1 << price for price in prices})
    return bool(wanted & reachable_sums(0, gold) & ~1)  # buying nothing for nothing doesn't count


def _pay_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    weapons, paid = data
    price = sum(rules.value[weapon] for weapon in weapons)
    gold = sum(rules.value[card] for card in paid)
    missing = price - gold - view["credit"][view["active"]]
    facts = {"weapons": the_cards(weapons), "price": price, "missing": missing}
    if missing <= 0:
        return "pay-enough", {**facts, "means": _means_text(gold, price)}
    held = view["diamonds"][view["active"]]
    must_be_exact = rulings_of(rules.config)["ruling.shop-overpay"] == "exact-only" and isinstance(held, list)
    if must_be_exact and not _can_pay_exactly([price], [rules.value[card] for card in held], together=False):
        return "pay-more", facts
    return "pay", facts


def _means_text(gold: int, price: int) -> str:
    """Return the words for a payment: gold, credit, or both."""
    if gold >= price:
        return "Your gold covers"
    return "Your gold and credit cover" if gold else "Your credit covers"


def _limit_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    """Return the prompt for discarding, with the number of cards over the limit."""
    seat = view["frames"][-1][1]
    held = sum(count_cards(view[zone][seat]) for zone in (*RESOURCES, "alliances"))
    return "limit", {"held": held, "count": held - HAND_LIMIT}


def _prize_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    """Return the prompt for the prize, with the number of cards still to draw; the second of two suits is fixed."""
    if data and rulings_of(rules.config)["ruling.npc-prize"] == "one-of-each":
        return "prize-other", {"suit": "diamond" if data[0] == "hearts" else "heart"}
    return "prize", {"count": view["prize"]}


def _alliance_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    """Return the prompt for an alliance. If alliances are secret, only the deciding seat knows if it has one."""
    seat = view["frames"][-1][1]
    facts = {"attacker": _name(rules, view, view["active"])}
    if data[0] in ("own", "muster"):
        return {"own": "alliance-own", "muster": "alliance-all"}[data[0]], facts
    return "alliance-none" if view["alliances"][seat] == [] else "alliance", facts


def _commit_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    battle, me = view["battle"], view["seat"]
    waiting = [seat for seat in battle["fighters"] if seat not in battle["sealed"]]
    others = [seat for seat in battle["fighters"] if seat != me]
    facts = {"waiting": _names(rules, view, waiting), "opponents": _names(rules, view, others)}
    has_territory = me is not None and view["committed_territory"][me]
    return "commit-more" if has_territory else "commit", facts


def _dice_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    """Return the prompt for the dice; after a tie the bout has totals from the throw before."""
    battle = view["battle"]
    is_tied = any(battle["totals"][seat] for seat in battle["bout"])
    return "dice-again" if is_tied else "dice", {}


def _claim_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    return "claim", {"loser": _name(rules, view, data[0])}


def _pick_topic(rules: Rules, view: View, data: FrameData) -> Topic:
    key = {"battle.pick-weapon": "pick-weapon", "decree.penalty": "pick-decree"}.get(data[1], "pick")
    return key, {"winner": _name(rules, view, view["battle"]["winner"])}


TOPIC_BY_KIND: dict[str, Callable[[Rules, View, FrameData], Topic]] = {
    "draft": _draft_topic,
    "walk": _walk_topic,
    "end": _end_topic,
    "limit": _limit_topic,
    "shop": _shop_topic,
    "pay": _pay_topic,
    "prize": _prize_topic,
    "alliance": _alliance_topic,
    "commit": _commit_topic,
    "dice": _dice_topic,
    "claim": _claim_topic,
    "pick": _pick_topic,
}
