"""The Shop: weapons for gold, without overpaying."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.opponents import challengeable
from tabletop_kernel.games.royal_ascension.ruling_types import Rulings
from tabletop_kernel.games.royal_ascension.state import SUIT_OF_LETTER, State

OFFER_SIZE = 3


def enter_shop(state: State, seat: int, emit: Emit | None) -> None:
    """Lay out the weapons on offer; the visit replaces the end of the turn, which is one of its moves."""
    state.frames[-1] = ("shop", seat, (0,))
    ruling, offer_before = state.ruling["ruling.shop-offer"], state.offer
    if ruling in ("reveal-3", "market-3"):  # a market is full already, unless the clubs ran out
        _fill_offer(state, OFFER_SIZE, emit)
    elif ruling == "top-1":
        _fill_offer(state, 1, emit)
    elif ruling == "browse-all":
        if not state.clubs_deck:
            _fill_offer(state, 1, emit)
        state.offer = tuple(sorted((*state.offer, *state.clubs_deck), key=state.rules.order.__getitem__))
        state.clubs_deck.clear()
    if emit and (ruling != "market-3" or state.offer != offer_before):
        emit_offer(state, emit)


def emit_offer(state: State, emit: Emit) -> None:
    """Emit the weapons on offer, or that there are none."""
    if state.offer:
        emit("offer", "ruling.shop-offer", EVERYONE, offer=list(state.offer))
    else:
        emit("sold-out", "ruling.shop-offer", EVERYONE)


def _fill_offer(state: State, count: int, emit: Emit | None) -> None:
    """Turn up clubs until the offer has `count` cards, or until there are no more."""
    while len(state.offer) < count:
        card = state.draw_card("clubs", emit)
        if not card:
            return
        state.offer = (*state.offer, card)


def leave_shop(state: State, seat: int, emit: Emit | None) -> None:
    """Return unsold weapons and end the turn, unless the player can still challenge someone in the Shop."""
    ruling = state.ruling["ruling.shop-offer"]
    if ruling != "market-3":
        state.clubs_deck.extend(state.offer)
        state.offer = ()
        if ruling == "browse-all":
            state.chance.shuffle("decks", state.clubs_deck)
    state.frames[-1] = ("end" if challengeable(state, seat) else "close", seat, ())


# -- what can be paid ------------------------------------------------------------------------------------------------


def is_paid_together(ruling: Rulings) -> bool:
    """Tell if one payment can cover several weapons."""
    return ruling["ruling.shop-combine"] == "yes" and ruling["ruling.shop-limit"] == "any"


def price(state: State, weapons: tuple[str, ...]) -> int:
    """Return the gold that weapons cost together."""
    return sum(state.rules.value[weapon] for weapon in weapons)


def can_complete_payment(state: State, seat: int, weapons: tuple[str, ...], paid: tuple[str, ...]) -> bool:
    """Tell if the gold paid so far is, or can still become, a payment that the rulings accept.

    A payment is tight if it needs its smallest card: sum - smallest < price. So for each possible smallest value the
    code looks at the sums of cards of at least that value; the bits of an int are the sums.
    """
    must_be_tight = state.ruling["ruling.shop-tight"] == "no"
    value = state.rules.value
    need = max(0, price(state, weapons) - state.credit[seat])
    paid_amounts = [value[card] for card in paid]
    rest = [value[card] for card in state.diamonds[seat]]
    for amount in paid_amounts:
        rest.remove(amount)
    if need == 0:
        return not paid_amounts or not must_be_tight
    if state.ruling["ruling.shop-overpay"] == "exact-only":
        return bool(reachable_sums(sum(paid_amounts), rest) >> need & 1)
    if not must_be_tight:
        return sum(paid_amounts) + sum(rest) >= need
    largest = min(paid_amounts, default=99)
    for smallest in {amount for amount in (*rest, largest) if amount <= largest}:
        usable = [amount for amount in rest if amount >= smallest]
        if reachable_sums(sum(paid_amounts), usable) >> need & ((1 << smallest) - 1):
            return True
    return False


def reachable_sums(start: int, amounts: list[int]) -> int:
    """Return every sum of `start` and some of the amounts, as the set bits of an int.

    Starting at 1 with the amounts 2 and 3, the sums are 1, 3, 4 and 6, so the bits are 0b1011010.
    """
    bits = 1 << start
    for amount in amounts:
        bits |= bits << amount
    return bits


def is_paid(state: State, seat: int, weapons: tuple[str, ...], paid: tuple[str, ...]) -> bool:
    """Tell if the gold paid is enough, or exact if the ruling requires that."""
    need = max(0, price(state, weapons) - state.credit[seat])
    gold = sum(state.rules.value[card] for card in paid)
    return gold == need if state.ruling["ruling.shop-overpay"] == "exact-only" else gold >= need


class Shop(Decision[State]):
    """The choice of a weapon, or to leave."""

    verbs = ("buy", "pay", "done", "end", "draw", "roll", "walk")

    def moves(self, state: State, seat: int) -> list[Move]:
        buys: list[Move] = [
            ("buy", weapon) for weapon in dict.fromkeys(state.offer) if self._refuse_weapon(state, seat, weapon) is None
        ]
        return [*buys, ("end",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "buy" and len(move) == 2:
            return self._refuse_weapon(state, seat, str(move[1]))
        if move[0] in ("buy", "pay", "done"):
            return Verdict("shop.may")
        return Verdict("board.shops") if move[0] == "draw" else Verdict("turn.end", so="unfit")

    def _refuse_weapon(self, state: State, seat: int, weapon: str) -> Verdict | None:
        bought = state.frames[-1][2][0]
        if bought and state.ruling["ruling.shop-limit"] == "one":
            return Verdict("ruling.shop-limit")
        return refuse_payment(state, seat, (weapon,)) if weapon in state.offer else Verdict("ruling.shop-offer")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "end":
            leave_shop(state, seat, emit)
        else:
            state.frames.append(("pay", seat, ((move[1],), ())))


def refuse_payment(state: State, seat: int, weapons: tuple[str, ...]) -> Verdict | None:
    """Refuse a purchase that this seat can't pay for; return None if it can."""
    is_together = is_paid_together(state.ruling) and len(state.offer) > len(weapons)
    if can_complete_payment(state, seat, weapons, ()) or (is_together and _can_pay_with_more(state, seat, weapons)):
        return None
    cost = price(state, weapons)
    gold = sum(state.rules.value[card] for card in state.diamonds[seat]) + state.credit[seat]
    if gold >= cost:
        return _refuse_inexact(state, weapons, "sums" if is_together else "sum")
    return Verdict("shop.price", weapons=list(weapons), price=cost, gold=gold)


def _can_pay_with_more(state: State, seat: int, weapons: tuple[str, ...]) -> bool:
    """Tell if exact gold pays for these weapons together with others; if overpaying is allowed, others don't help."""
    if state.ruling["ruling.shop-overpay"] != "exact-only":
        return False
    value, offer = state.rules.value, state.offer
    for weapon in weapons:
        offer = without(offer, weapon)
    prices = reachable_sums(price(state, weapons), [value[weapon] for weapon in offer])
    return bool(prices & reachable_sums(0, [value[card] for card in state.diamonds[seat]]))


def _refuse_inexact(state: State, weapons: tuple[str, ...], so: str) -> Verdict:
    return Verdict("ruling.shop-overpay", so=so, weapons=list(weapons), price=price(state, weapons))


class Pay(Decision[State]):
    """The payment for the chosen weapons, one card at a time. Frame data: (weapons, gold paid)."""

    verbs = ("pay", "buy", "done", "end", "draw", TAKE_BACK)

    def moves(self, state: State, seat: int) -> list[Move]:
        weapons, paid = state.frames[-1][2]
        hand = state.diamonds[seat]
        for card in paid:
            hand = without(hand, card)
        moves: list[Move] = [
            ("pay", card) for card in dict.fromkeys(hand) if can_complete_payment(state, seat, weapons, (*paid, card))
        ]
        if is_paid(state, seat, weapons, paid):
            moves.append(("done",))
        if is_paid_together(state.ruling) and not paid:
            moves += [
                ("buy", weapon)
                for weapon in dict.fromkeys(state.offer)
                if self._refuse_more(state, seat, weapons, paid, weapon) is None
            ]
        moves += [(TAKE_BACK, card) for card in dict.fromkeys((*paid, *weapons))]
        return moves

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        weapons, paid = state.frames[-1][2]
        verb = move[0]
        if move == ("done",):
            gold = sum(state.rules.value[card] for card in paid) + state.credit[seat]
            return Verdict("shop.price", weapons=list(weapons), price=price(state, weapons), gold=gold)
        if verb == "pay" and len(move) == 2:
            return self._refuse_gold(state, seat, weapons, paid, move[1])
        if verb == "buy" and len(move) == 2:
            return self._refuse_more(state, seat, weapons, paid, str(move[1]))
        return Verdict("board.shops" if verb == "draw" else "shop.may")

    def _refuse_gold(
        self, state: State, seat: int, weapons: tuple[str, ...], paid: tuple[str, ...], card: object
    ) -> Verdict:
        if card not in state.diamonds[seat] or paid.count(str(card)) >= state.diamonds[seat].count(str(card)):
            return Verdict("shop.currency")
        gold = (*paid, str(card))
        if state.ruling["ruling.shop-overpay"] == "exact-only":
            return _refuse_inexact(state, weapons, "gold")
        so = "too-many" if is_paid(state, seat, weapons, gold) else "in-vain"
        return Verdict("ruling.shop-tight", card=card, weapons=list(weapons), price=price(state, weapons), so=so)

    def _refuse_more(
        self, state: State, seat: int, weapons: tuple[str, ...], paid: tuple[str, ...], weapon: str
    ) -> Verdict | None:
        """Refuse one more weapon that can't join this purchase; return None if it can."""
        if state.ruling["ruling.shop-limit"] == "one":
            return Verdict("ruling.shop-limit")
        if paid or state.ruling["ruling.shop-combine"] != "yes":
            return Verdict("ruling.shop-combine")
        if weapons.count(weapon) >= state.offer.count(weapon):
            return Verdict("ruling.shop-offer")
        return refuse_payment(state, seat, (*weapons, weapon))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        weapons, paid = state.frames[-1][2]
        if move[0] == "done":
            state.frames.pop()
            self._complete_purchase(state, seat, weapons, paid, emit)
        elif move[0] == "pay":
            state.frames[-1] = ("pay", seat, (weapons, (*paid, move[1])))
        elif move[0] == "buy":
            state.frames[-1] = ("pay", seat, ((*weapons, move[1]), ()))
        elif move[1] in paid:
            state.frames[-1] = ("pay", seat, (weapons, without(paid, str(move[1]))))
        else:  # a weapon goes back to the offer, and the gold paid for it goes back to the hand
            state.frames.pop()
            left = without(weapons, str(move[1]))
            if left:
                state.frames.append(("pay", seat, (left, ())))

    def _complete_purchase(
        self, state: State, seat: int, weapons: tuple[str, ...], paid: tuple[str, ...], emit: Emit | None
    ) -> None:
        cost = price(state, weapons)
        gold = sum(state.rules.value[card] for card in paid)
        if state.ruling["ruling.shop-overpay"] == "change":
            state.credit[seat] += gold - cost
        for card in paid:
            state.discard_from_hand(seat, "diamonds", card)
        for weapon in weapons:
            state.offer = without(state.offer, weapon)
            state.add_to_hand(seat, SUIT_OF_LETTER["C"], weapon)
        kind, _, (bought,) = state.frames[-1]
        state.frames[-1] = (kind, seat, (bought + len(weapons),))
        if emit:
            emit("buy", "shop.price", EVERYONE, seat=seat, weapons=list(weapons), price=cost, paid=gold)
            if paid:
                emit("spend", "shop.spent", EVERYONE, seat=seat, gold=list(paid))
            if gold != cost:
                amount = {"lost": gold - cost} if gold > cost else {"used": cost - gold}
                emit("overpay" if gold > cost else "credit", "ruling.shop-overpay", EVERYONE, seat=seat, **amount)
        size = self._refill_size(state)
        if len(state.offer) < size:
            _fill_offer(state, size, emit)
            if emit:
                emit_offer(state, emit)

    def _refill_size(self, state: State) -> int:
        """Return the size that the offer is refilled to after a purchase; 0 for no refill."""
        offer, limit = state.ruling["ruling.shop-offer"], state.ruling["ruling.shop-limit"]
        if offer == "top-1":
            return 1 if limit == "any" else 0
        return OFFER_SIZE if offer == "market-3" else 0
