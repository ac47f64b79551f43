"""Trades of faction augments: an offer, put together card by card, and the partner's answer.

The frame is `("trade", seat, Offer)` while a player makes the offer, and `("offered", partner, Offer)` while the
partner decides. Nothing changes hands before the partner accepts. The Planning frame is below both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State


class Offer(NamedTuple):
    """A player's offer: the cards to give and to get."""

    seat: int
    partner: int
    give: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()


# Faults of a trade, in words.
FAULT_TEXTS = {
    "trade-alone": "you have no one to trade with",
    "trade-whom": "choose the other player",
    "trade-out": "{partner} has reset and skips the rest of this phase",
    "trade-no-cards": "neither of you has a faction augment",
    "trade-declined": "your last offer to that player was declined this turn",
    "trade-card": "choose an augment",
    "trade-not-yours": "you don't have that augment",
    "trade-not-theirs": "the other player doesn't have that augment",
    "trade-named": "that is already in your offer",
    "trade-not-named": "that isn't in your offer",
    "trade-nothing": "your offer is still empty",
    "trade-again": "the two of you have already traded these augments this turn",
    "trade-none": "no trade is underway",
    "trade-answer": "accept or decline the whole offer",
}


def current_offer(state: State) -> Offer:
    """Return the offer on top of the stack."""
    return Offer(*state.frames[-1][2])


# -- with whom ---------------------------------------------------------------------------------------------------------


def trades_to_begin(state: State, seat: int) -> Iterator[Move]:
    """Yield the trades that a player can begin."""
    yield from (
        ("trade", other) for other in range(state.rules.seats) if not refuse_trade(state, seat, ("trade", other))
    )


def refuse_trade(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why a player can't begin this trade, or None."""
    if state.rules.seats == 1:
        return Verdict("upg.trade", what="trade-alone")
    partner = move[1] if has_arguments(move, 1) else None
    if type(partner) is not int or partner == seat or not 0 <= partner < state.rules.seats:
        return Verdict("upg.trade", what="trade-whom")
    if state.is_out(partner):
        return Verdict("upg.trade", what="trade-out", partner=partner)
    own, theirs = augments.faction_augments(state, seat), augments.faction_augments(state, partner)
    if not own and not theirs:
        return Verdict("upg.trade", what="trade-no-cards", partner=partner)
    if state.ruling["ruling.upg.trade-gift"] == "equal" and not (own and theirs):
        return Verdict("ruling.upg.trade-gift", partner=partner)
    if _declined_mark(partner) in state.used[seat]:
        return Verdict("upg.trade", what="trade-declined", partner=partner)
    return None


def _declined_mark(partner: int) -> str:
    """Return the mark of a player whose offer this partner has declined."""
    return f"turn:declined-by-{partner}"


def begin_offer(state: State, seat: int, partner: int) -> None:
    """Let a player begin an offer."""
    state.frames.append(("trade", seat, Offer(seat, partner)[:]))


# -- offering ----------------------------------------------------------------------------------------------------------


class Propose(Decision[State]):
    """Cards to give and to get, each of which can be taken back, until the offer is made or dropped."""

    verbs = ("give", "ask", "propose", "drop", TAKE_BACK)

    def moves(self, state: State, seat: int) -> list[Move]:
        offer = current_offer(state)
        moves: list[Move] = [("give", one) for one in augments.faction_augments(state, seat) if one not in offer.give]
        moves += [("ask", one) for one in augments.faction_augments(state, offer.partner) if one not in offer.ask]
        if not _refuse_offer(state, offer):
            moves.append(("propose",))
        return [*moves, ("drop",), *_take_back_moves(offer)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        offer, verb = current_offer(state), str(move[0])
        if verb == TAKE_BACK:
            return Verdict("upg.trade", what="trade-not-named")
        if verb in ("propose", "drop"):
            if len(move) > 1:
                return Verdict("upg.trade", what="trade-answer")
            return _refuse_offer(state, offer) if verb == "propose" else None
        return _refuse_card(state, offer, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        offer, verb = current_offer(state), str(move[0])
        if verb == "drop":
            state.frames.pop()
        elif verb == "propose":
            state.frames[-1] = ("offered", offer.partner, offer[:])
            if emit:
                facts = {"seat": seat, "partner": offer.partner, "give": list(offer.give), "ask": list(offer.ask)}
                emit("offers-trade", "upg.trade", EVERYONE, **facts)
        else:
            state.frames[-1] = ("trade", seat, _with_change(offer, move)[:])


def _take_back_moves(offer: Offer) -> list[Move]:
    """Return the moves that take cards out of an offer."""
    return [(TAKE_BACK, verb, one) for verb, cards in (("give", offer.give), ("ask", offer.ask)) for one in cards]


def _with_change(offer: Offer, move: Move) -> Offer:
    """Return the offer with one more card, or with one taken back."""
    takes_back = move[0] == TAKE_BACK
    verb, card = str(move[1 if takes_back else 0]), str(move[-1])
    cards: tuple[str, ...] = offer.give if verb == "give" else offer.ask
    changed = tuple(one for one in cards if one != card) if takes_back else (*cards, card)
    return offer._replace(give=changed) if verb == "give" else offer._replace(ask=changed)


def _refuse_card(state: State, offer: Offer, move: Move) -> Verdict | None:
    """Return why a card can't be added to an offer, or None."""
    verb, card = str(move[0]), move[1] if has_arguments(move, 1) else None
    if not isinstance(card, str) or card not in state.rules.content.augments:
        return Verdict("upg.trade", what="trade-card")
    if not state.augment(card).faction:
        return Verdict("upg.trade-no-class", augment=card)
    giver, named = (offer.seat, offer.give) if verb == "give" else (offer.partner, offer.ask)
    if card not in augments.all_augments(state, giver):
        return Verdict("upg.trade", what="trade-not-yours" if verb == "give" else "trade-not-theirs", augment=card)
    return Verdict("upg.trade", what="trade-named", augment=card) if card in named else None


def _refuse_offer(state: State, offer: Offer) -> Verdict | None:
    """Return why an offer can't be made like this, or None."""
    if not offer.give and not offer.ask:
        return Verdict("upg.trade", what="trade-nothing")
    if len(offer.give) != len(offer.ask) and state.ruling["ruling.upg.trade-gift"] == "equal":
        return Verdict("ruling.upg.trade-gift", partner=offer.partner)
    if _settled_mark(offer) in state.used[offer.seat]:
        return Verdict("upg.trade", what="trade-again", partner=offer.partner)
    return None


def _settled_mark(offer: Offer) -> str:
    """Return the mark of two players who have traded or declined these augments this turn, in either direction."""
    seats = "-".join(map(str, sorted((offer.seat, offer.partner))))
    return f"turn:traded-{seats}:{'+'.join(sorted((*offer.give, *offer.ask)))}"


# -- answering ---------------------------------------------------------------------------------------------------------


class Answer(Decision[State]):
    """The partner's answer: accept the whole offer, or none of it."""

    verbs = ("accept", "decline")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("accept",), ("decline",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        return Verdict("upg.trade", what="trade-answer") if len(move) > 1 else None

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        offer = current_offer(state)
        state.frames.pop()
        if emit:
            emit(f"{move[0]}s-trade", "upg.trade", EVERYONE, seat=seat, partner=offer.seat)
        for one in (seat, offer.seat):
            state.used[one] += (_settled_mark(offer),)
        if move[0] == "decline":
            state.used[offer.seat] += (_declined_mark(seat),)
            return
        for card in offer.give:
            augments.hand_over(state, offer.seat, seat, card, emit)
        for card in offer.ask:
            augments.hand_over(state, seat, offer.seat, card, emit)


DECISIONS: dict[str, Decision[State]] = {"trade": Propose(), "offered": Answer()}
