"""Trade: a proposal built piece by piece, the partner's answer, and moving each other's meeples.

While a player builds a proposal, the frame is `("trade", seat, Proposal)`. While the partner thinks, it is
`("offered", partner, Proposal)`. The frame of the action lies under both. Nothing changes hands before the partner
accepts, and a proposal without result isn't an action. Meeples are moved last, each in a frame
`("carry", seat, Gathered)`, where `seat` adds movement: first the player who moves the meeple, then its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import TAKE_BACK, Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import joined_jobs, under_way
from tabletop_kernel.games.deck_goes_west.jobs.dice_bonus import passed_out
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, fact_of
from tabletop_kernel.games.deck_goes_west.jobs.sources import FIXED, barred, jobs_on, sources
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.state import State

Goods = tuple[tuple[str, int], ...]  # kinds of resources and cards, each with how many


class Proposal(NamedTuple):
    """A player's proposal to a partner."""

    seat: int
    partner: int
    cost: str = ""  # the card discarded for the trade
    give: Goods = ()
    ask: Goods = ()
    carry: tuple[int, ...] = ()  # the seats whose meeples move, each by the other player


# Faults in a piece of a proposal, in words.
FAULTS = {
    "trade-what": "name what you want to trade, and how many",
    "trade-whom": "choose another player",
    "trade-danger": "a danger card stays with its owner",
    "trade-named": "that is already in your proposal",
    "trade-not-named": "that isn't in your proposal",
    "trade-price": "you are already discarding that card for this trade",
    "trade-not-yours": "you don't have enough",
    "trade-not-theirs": "the other player doesn't have enough",
    "trade-nothing": "your proposal is still empty",
    "trade-answer": "accept or refuse the whole offer",
    "trade-none": "you have not started a trade",
    "trade-open": "first make your offer, or cancel it",
}


def proposal(state: State) -> Proposal:
    """Return the proposal on top of the stack."""
    return Proposal(*state.frames[-1][2])


def cards_in(goods: Goods) -> list[str]:
    """Return the cards among goods, copy by copy."""
    return [what for what, count in goods if what not in KINDS for _ in range(count)]


def shown_cards(frames: Sequence[OpenDecision], seat: int) -> list[str]:
    """Return the cards in a hand that its owner has named while proposing a trade."""
    said = (Proposal(*data) for kind, _, data in frames if kind in ("trade", "offered"))
    return [card for one in said if one.seat == seat for card in (one.cost, *cards_in(one.give)) if card]


def comes_first(state: State) -> Verdict:
    """Return why everything else must wait while players trade."""
    return Verdict("trade.goods", what="trade-open" if state.frames[-1][0] == "trade" else "trade-answer")


def none_begun(state: State) -> Verdict:
    """Return why a move about a trade is impossible while there is none."""
    return Verdict("trade.modes") if state.rules.mode == "solo" else Verdict("trade.goods", what="trade-none")


# -- with whom ---------------------------------------------------------------------------------------------------------


def openings(state: State, seat: int) -> list[Move]:
    """Return the trades that a player can begin."""
    return [("trade", other) for other in state.living() if not refuses(state, seat, other)]


def refuses(state: State, seat: int, partner: int) -> Verdict | None:
    """Return why a player can't begin to trade with another; None if they can."""
    if state.rules.mode == "solo":
        return Verdict("trade.modes")
    if partner == seat or not 0 <= partner < state.rules.seats:
        return Verdict("trade.goods", what="trade-whom")
    if partner not in state.living():
        return Verdict("goal.lose-death", seat=partner)
    if not _in_reach(state, seat, partner):
        return Verdict("trade.where", partner=partner)
    if state.ruling["ruling.trade-bandits"] == "yes":
        for place in (state.meeple[seat], state.meeple[partner]):
            if place in state.bandits:
                return Verdict("ruling.trade-bandits", partner=partner, tile=place)
    if wrong := passed_out(state, partner):
        return wrong
    if (seat, partner) in state.refused:
        return Verdict("trade.again", partner=partner)
    return None if any(not _no_price(state, seat, card) for card in state.hand[seat]) else Verdict("trade.cost")


def _in_reach(state: State, seat: int, partner: int) -> bool:
    """Tell if two players are on one tile, or both on railways."""
    here, there = state.meeple[seat], state.meeple[partner]
    land = chart(state)
    return here == there or (land.has_railway(here) and land.has_railway(there))


def _no_price(state: State, seat: int, card: str | int) -> Verdict | None:
    """Return why a card can't be discarded for a trade; None if it can."""
    danger = card in state.hand[seat] and state.is_danger(card)
    if card not in state.hand[seat] or (danger and state.ruling["ruling.trade-card"] == "item"):
        return Verdict("trade.cost", card=card)
    return None


def begin(state: State, seat: int, partner: int, emit: Emit | None) -> None:
    """Begin a proposal; the frame of the action is on the stack already."""
    state.frames.append(("trade", seat, Proposal(seat, partner)))


def _call_off(state: State) -> None:
    """Call off a trade, which then was no action either."""
    state.frames.pop()
    assert state.frames[-1][0] == "action"
    state.frames.pop()


# -- proposing ---------------------------------------------------------------------------------------------------------


class Propose(Decision[State]):
    """A player's next piece of a proposal: the price first, then goods and meeples; then the offer."""

    verbs = ("cost", "give", "ask", "carry", "offer", "drop", "use", TAKE_BACK)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [move for move in _pieces(state, proposal(state)) if not self.refuse(state, seat, move)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        said, verb = proposal(state), str(move[0])
        if verb in ("drop", TAKE_BACK):
            known = move == ("drop",) or (move in _named(said) and type(move[-1]) is not bool)
            return None if known else Verdict("trade.goods", what="trade-not-named")
        if verb == "use":
            return Verdict("trade.move", partner=said.partner)
        if not said.cost and verb != "cost":
            return Verdict("trade.cost")
        if verb == "offer":
            return _no_offer(state, said) if len(move) == 1 else Verdict("trade.goods", what="trade-what")
        return _WRONG[verb](state, said, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        said, verb = proposal(state), str(move[0])
        if verb == "drop":
            _call_off(state)
        elif verb == "offer":
            _make_offer(state, said, emit)
        else:
            state.frames[-1] = ("trade", seat, _taken_back(said, move) if verb == TAKE_BACK else _added(said, move))


def _pieces(state: State, said: Proposal) -> Iterator[Move]:
    """Yield every possible next piece, and last the moves that take one back."""
    hand = state.hand[said.seat]
    yield from (("cost", card) for card in dict.fromkeys(hand))
    for verb, cards in (("give", hand), ("ask", _shown(state, said))):
        for what in (*KINDS, *dict.fromkeys(cards)):
            yield from ((verb, what, count) for count in range(1, _most(state, said, verb, what) + 1))
    yield from (("carry", whom) for whom in (said.seat, said.partner))
    yield ("offer",)
    yield ("drop",)
    yield from _named(said)


def _named(said: Proposal) -> list[Move]:
    """Return the moves that take a piece back."""
    found: list[Move] = [(TAKE_BACK, "cost")] if said.cost else []
    for verb in ("give", "ask"):
        found += [(TAKE_BACK, verb, what) for what, _ in getattr(said, verb)]
    return [*found, *((TAKE_BACK, "carry", whom) for whom in said.carry)]


def _added(said: Proposal, move: Move) -> Proposal:
    verb = str(move[0])
    if verb == "cost":
        return said._replace(cost=str(move[1]))
    piece = move[1] if verb == "carry" else move[1:]
    return _with(said, verb, (*getattr(said, verb), piece))


def _taken_back(said: Proposal, move: Move) -> Proposal:
    verb = str(move[1])
    if verb == "cost":
        return said._replace(cost="")
    left = (piece for piece in getattr(said, verb) if (piece if verb == "carry" else piece[0]) != move[2])
    return _with(said, verb, tuple(left))


def _with(said: Proposal, verb: str, pieces: tuple[object, ...]) -> Proposal:
    changes: dict[str, Any] = {verb: pieces}
    return said._replace(**changes)


def _shown(state: State, said: Proposal) -> Sequence[str]:
    """Return the cards that a player can ask for: those in an open hand, or all that may be in a closed one."""
    return state.hand[said.partner] if state.open_hands() else state.hidden(said.partner)


def _most(state: State, said: Proposal, verb: str, what: str) -> int:
    """Return how many of a resource or card a player can give, or ask for as far as anyone knows."""
    giver = said.seat if verb == "give" else said.partner
    if what in KINDS:
        return state.has(giver, what)
    if state.is_danger(what):
        return 0
    if verb == "give":
        return state.hand[giver].count(what) - (what == said.cost)
    return min(_shown(state, said).count(what), len(state.hand[giver]) - len(cards_in(said.ask)))


# -- what can't be proposed --------------------------------------------------------------------------------------------


def _wrong_cost(state: State, said: Proposal, move: Move) -> Verdict | None:
    if said.cost:
        return Verdict("trade.goods", what="trade-named")
    card = move[1] if len(move) == len(("cost", "card")) else ""
    if wrong := _no_price(state, said.seat, card):
        return wrong
    given = cards_in(said.give).count(str(card)) == state.hand[said.seat].count(str(card))
    return Verdict("trade.goods", what="trade-named") if given else None


def _wrong_goods(state: State, said: Proposal, move: Move) -> Verdict | None:
    verb, what, count = move if len(move) == len(("give", "what", "count")) else (move[0], "", 0)
    if type(what) is not str or type(count) is not int or count < 1 or what not in (*KINDS, *state.rules.cards):
        return Verdict("trade.goods", what="trade-what")
    if what not in KINDS and state.is_danger(what):
        return Verdict("trade.goods", what="trade-danger", card=what)
    if any(what == piece for piece, _ in getattr(said, str(verb))):
        return Verdict("trade.goods", what="trade-named")
    have = _most(state, said, str(verb), what)
    if count <= have:
        return None
    price = verb == "give" and what == said.cost and count == have + 1
    fault = "trade-price" if price else "trade-not-yours" if verb == "give" else "trade-not-theirs"
    return Verdict("trade.goods", what=fault, need=count, have=have)


def _wrong_carry(state: State, said: Proposal, move: Move) -> Verdict | None:
    whom = move[1] if len(move) == len(("carry", "seat")) and type(move[1]) is int else None
    if whom not in (said.seat, said.partner):
        return Verdict("trade.move", partner=said.partner)
    return Verdict("trade.goods", what="trade-named") if whom in said.carry else None


_WRONG: dict[str, Callable[[State, Proposal, Move], Verdict | None]] = {
    "cost": _wrong_cost,
    "give": _wrong_goods,
    "ask": _wrong_goods,
    "carry": _wrong_carry,
}


def both_sides(said: Proposal) -> tuple[bool, bool]:
    """Tell for each side if it gives something: goods, or movement for the other's meeple."""
    return bool(said.give) or said.partner in said.carry, bool(said.ask) or said.seat in said.carry


def _no_offer(state: State, said: Proposal) -> Verdict | None:
    """Return why a proposal can't be offered like this; None if it can."""
    gives, gets = both_sides(said)
    if not gives and not gets:
        return Verdict("trade.goods", what="trade-nothing")
    if not (gives and gets) and state.ruling["ruling.trade-gift"] == "no":
        return Verdict("ruling.trade-gift", partner=said.partner)
    if state.ruling["ruling.over-hand"] == "stop-at-size":
        given, asked = len(cards_in(said.give)), len(cards_in(said.ask))
        for seat, lost, got in ((said.seat, given + 1, asked), (said.partner, asked, given)):
            limit = state.person(seat).hand
            if got and len(state.hand[seat]) - lost + got > limit:
                return Verdict("ruling.over-hand", seat=seat, limit=limit)
    return None


def _make_offer(state: State, said: Proposal, emit: Emit | None) -> None:
    state.frames[-1] = ("offered", said.partner, said)
    if emit:
        facts = {"seat": said.seat, "partner": said.partner, "card": said.cost, "carry": list(said.carry)}
        if said.give or said.ask:
            emit("offers", "trade.goods", EVERYONE, **facts, give=_plain(said.give), ask=_plain(said.ask))
        else:
            emit("offers-move", "trade.move", EVERYONE, **facts)


def _plain(goods: Goods) -> list[list[str | int]]:
    return [list(piece) for piece in goods]


# -- answering ---------------------------------------------------------------------------------------------------------


class Answer(Decision[State]):
    """The partner's answer: accept the whole proposal, or refuse it."""

    verbs = ("accept", "refuse")

    def moves(self, state: State, seat: int) -> list[Move]:
        refusal: list[Move] = [("refuse",)]
        return refusal if _missing(state, proposal(state)) else [("accept",), *refusal]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if len(move) > 1:
            return Verdict("trade.goods", what="trade-answer")
        return Verdict("trade.goods", what="trade-not-yours", card=_missing(state, proposal(state)))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        said = proposal(state)
        if emit:
            emit(f"{move[0]}s-trade", "trade.goods", EVERYONE, seat=seat, partner=said.seat)
        if move[0] == "refuse":
            state.refused = (*state.refused, (said.seat, seat))
            _call_off(state)
            return
        state.frames.pop()
        _exchange(state, said, emit)
        for whom in reversed(said.carry):
            carrier = said.seat if whom == said.partner else said.partner
            state.frames.append(("carry", carrier, under_way.Gathered("carry", whom)))


def _missing(state: State, said: Proposal) -> str:
    """Return a card that the partner was asked for but doesn't hold; empty if none. Only the partner knows."""
    asked = cards_in(said.ask)
    return next((card for card in asked if asked.count(card) > state.hand[said.partner].count(card)), "")


def _exchange(state: State, said: Proposal, emit: Emit | None) -> None:
    """Pay the price, then exchange the goods."""
    state.from_hand(said.seat, said.cost)
    state.onto_discard(said.seat, said.cost)
    if emit:
        emit("discards", "trade.cost", EVERYONE, seat=said.seat, card=said.cost)
    for giver, taker, goods in ((said.seat, said.partner, said.give), (said.partner, said.seat, said.ask)):
        for what, count in goods:
            _hand_over(state, giver, taker, what, count, emit)


def _hand_over(state: State, giver: int, taker: int, what: str, count: int, emit: Emit | None) -> None:
    if what in KINDS:
        state.add(giver, what, -count)
        state.add(taker, what, count)
        if emit:
            emit("gives", "trade.goods", EVERYONE, seat=giver, partner=taker, kind=what, count=count)
        return
    for _ in range(count):
        state.from_hand(giver, what)
        state.to_hand(taker, what)
        if emit:
            emit("gives-card", "trade.goods", EVERYONE, seat=giver, partner=taker, card=what)


# -- moving each other -------------------------------------------------------------------------------------------------


class Carry(Decision[State]):
    """A choice of movement for a meeple: by the other player first, then by its owner."""

    verbs = ("use", "go")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        if under_way.Gathered(*data).whom not in state.living():
            state.frames.pop()
            return False
        if not state.open_hands() or len(self.moves(state, seat)) > 1:
            return True
        self.apply(state, seat, ("go",), emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        gathered = under_way.Gathered(*state.frames[-1][2])
        found: list[Move] = [
            ("use", source, n)
            for source in sources(state, seat)
            for n in range(len(jobs_on(state, seat, source)))
            if not _moves_nobody(state, seat, gathered, source, n)
        ]
        return [*found, ("go",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        gathered = under_way.Gathered(*state.frames[-1][2])
        good = len(move) == len(("use", "source", "n")) and type(move[1]) is str and type(move[2]) is int
        if not good or move[0] != "use":
            return Verdict("trade.move", partner=gathered.whom)
        return _moves_nobody(state, seat, gathered, str(move[1]), int(move[2]))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "use":
            under_way.begin(state, seat, str(move[1]), int(move[2]), under_way.GATHER, emit)
            return
        gathered = under_way.Gathered(*state.frames[-1][2])
        if gathered.parts and seat != gathered.whom:  # the meeple's owner may add to it
            state.frames[-1] = ("carry", gathered.whom, gathered)
            return
        state.frames.pop()
        if gathered.parts:
            carrier = under_way.Part(*gathered.parts[0]).seat
            if emit:
                emit("carries", "trade.move", EVERYONE, seat=carrier, partner=gathered.whom)
            joined_jobs.finish_together(state, carrier, gathered, emit)
        elif emit:
            emit("carries-not", "trade.move", EVERYONE, seat=seat, partner=gathered.whom)


def _moves_nobody(state: State, seat: int, gathered: under_way.Gathered, source: str, n: int) -> Verdict | None:
    """Return why a job can't move the meeple; None if it can."""
    if wrong := barred(state, seat, source, n):
        return wrong
    job = jobs_on(state, seat, source)[n]
    only_cards = state.ruling["ruling.trade-move-jobs"] == "movement-cards"
    if not job.is_movement or (only_cards and source in FIXED):
        return Verdict("trade.move", partner=gathered.whom, job=fact_of(job))
    if job.is_battle:
        return Verdict("battle.jobs", job=fact_of(job))
    unfit = joined_jobs.unfit(state, seat, gathered, source, n) if gathered.parts else None
    return unfit or under_way.refuses(state, seat, source, n)
