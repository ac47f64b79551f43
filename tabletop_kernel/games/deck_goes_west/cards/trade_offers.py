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
from tabletop_kernel.games.deck_goes_west.jobs.dice_bonus import refuse_passed
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, job_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import FIXED_SOURCES, jobs_on, refuse_source, sources
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
FAULT_TEXT = {
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


def current_proposal(state: State) -> Proposal:
    """Return the proposal on top of the stack."""
    return Proposal(*state.frames[-1][2])


def cards_among(goods: Goods) -> list[str]:
    """Return the cards among goods, copy by copy."""
    return [what for what, count in goods if what not in KINDS for _ in range(count)]


def named_cards(frames: Sequence[OpenDecision], seat: int) -> list[str]:
    """Return the cards in a hand that its owner has named while proposing a trade."""
    proposals = (Proposal(*data) for kind, _, data in frames if kind in ("trade", "offered"))
    return [
        card
        for proposal in proposals
        if proposal.seat == seat
        for card in (proposal.cost, *cards_among(proposal.give))
        if card
    ]


def refuse_before_trade_ends(state: State) -> Verdict:
    """Return why everything else must wait while players trade."""
    return Verdict("trade.goods", what="trade-open" if state.frames[-1][0] == "trade" else "trade-answer")


def refuse_without_trade(state: State) -> Verdict:
    """Return why a move about a trade is impossible while there is none."""
    return Verdict("trade.modes") if state.rules.mode == "solo" else Verdict("trade.goods", what="trade-none")


# -- with whom ---------------------------------------------------------------------------------------------------------


def trade_moves(state: State, seat: int) -> list[Move]:
    """Return the trades that a player can begin."""
    return [("trade", other) for other in state.living_seats() if not refuse_trade(state, seat, other)]


def refuse_trade(state: State, seat: int, partner: int) -> Verdict | None:
    """Return why a player can't begin to trade with another; None if they can."""
    if state.rules.mode == "solo":
        return Verdict("trade.modes")
    if partner == seat or not 0 <= partner < state.rules.seats:
        return Verdict("trade.goods", what="trade-whom")
    if partner not in state.living_seats():
        return Verdict("goal.lose-death", seat=partner)
    if not _is_in_reach(state, seat, partner):
        return Verdict("trade.where", partner=partner)
    if state.ruling["ruling.trade-bandits"] == "yes":
        for place in (state.meeple[seat], state.meeple[partner]):
            if place in state.bandits:
                return Verdict("ruling.trade-bandits", partner=partner, tile=place)
    if refusal := refuse_passed(state, partner):
        return refusal
    if (seat, partner) in state.refused:
        return Verdict("trade.again", partner=partner)
    return None if any(not _refuse_price(state, seat, card) for card in state.hand[seat]) else Verdict("trade.cost")


def _is_in_reach(state: State, seat: int, partner: int) -> bool:
    """Tell if two players are on one tile, or both on railways."""
    here, there = state.meeple[seat], state.meeple[partner]
    land = chart(state)
    return here == there or (land.has_railway(here) and land.has_railway(there))


def _refuse_price(state: State, seat: int, card: str | int) -> Verdict | None:
    """Return why a card can't be discarded for a trade; None if it can."""
    is_danger = card in state.hand[seat] and state.is_danger(card)
    if card not in state.hand[seat] or (is_danger and state.ruling["ruling.trade-card"] == "item"):
        return Verdict("trade.cost", card=card)
    return None


def begin_trade(state: State, seat: int, partner: int, emit: Emit | None) -> None:
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
        return [move for move in _possible_pieces(state, current_proposal(state)) if not self.refuse(state, seat, move)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        proposal, verb = current_proposal(state), str(move[0])
        if verb in ("drop", TAKE_BACK):
            is_named = move == ("drop",) or (move in _take_back_moves(proposal) and type(move[-1]) is not bool)
            return None if is_named else Verdict("trade.goods", what="trade-not-named")
        if verb == "use":
            return Verdict("trade.move", partner=proposal.partner)
        if not proposal.cost and verb != "cost":
            return Verdict("trade.cost")
        if verb == "offer":
            return _refuse_offer(state, proposal) if len(move) == 1 else Verdict("trade.goods", what="trade-what")
        return REFUSAL_BY_VERB[verb](state, proposal, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        proposal, verb = current_proposal(state), str(move[0])
        if verb == "drop":
            _call_off(state)
        elif verb == "offer":
            _make_offer(state, proposal, emit)
        else:
            state.frames[-1] = (
                "trade",
                seat,
                _without_piece(proposal, move) if verb == TAKE_BACK else _with_piece(proposal, move),
            )


def _possible_pieces(state: State, proposal: Proposal) -> Iterator[Move]:
    """Yield every possible next piece, and last the moves that take one back."""
    hand = state.hand[proposal.seat]
    yield from (("cost", card) for card in dict.fromkeys(hand))
    for verb, cards in (("give", hand), ("ask", _askable_cards(state, proposal))):
        for what in (*KINDS, *dict.fromkeys(cards)):
            yield from ((verb, what, count) for count in range(1, _most_to_trade(state, proposal, verb, what) + 1))
    yield from (("carry", whom) for whom in (proposal.seat, proposal.partner))
    yield ("offer",)
    yield ("drop",)
    yield from _take_back_moves(proposal)


def _take_back_moves(proposal: Proposal) -> list[Move]:
    """Return the moves that take a piece back."""
    moves: list[Move] = [(TAKE_BACK, "cost")] if proposal.cost else []
    for verb in ("give", "ask"):
        moves += [(TAKE_BACK, verb, what) for what, _ in getattr(proposal, verb)]
    return [*moves, *((TAKE_BACK, "carry", whom) for whom in proposal.carry)]


def _with_piece(proposal: Proposal, move: Move) -> Proposal:
    verb = str(move[0])
    if verb == "cost":
        return proposal._replace(cost=str(move[1]))
    piece = move[1] if verb == "carry" else move[1:]
    return _with_pieces(proposal, verb, (*getattr(proposal, verb), piece))


def _without_piece(proposal: Proposal, move: Move) -> Proposal:
    verb = str(move[1])
    if verb == "cost":
        return proposal._replace(cost="")
    pieces = (piece for piece in getattr(proposal, verb) if (piece if verb == "carry" else piece[0]) != move[2])
    return _with_pieces(proposal, verb, tuple(pieces))


def _with_pieces(proposal: Proposal, verb: str, pieces: tuple[object, ...]) -> Proposal:
    changes: dict[str, Any] = {verb: pieces}
    return proposal._replace(**changes)


def _askable_cards(state: State, proposal: Proposal) -> Sequence[str]:
    """Return the cards that a player can ask for: those in an open hand, or all that may be in a closed one."""
    return state.hand[proposal.partner] if state.open_hands() else state.hidden_cards(proposal.partner)


def _most_to_trade(state: State, proposal: Proposal, verb: str, what: str) -> int:
    """Return how many of a resource or card a player can give, or ask for as far as anyone knows."""
    giver = proposal.seat if verb == "give" else proposal.partner
    if what in KINDS:
        return state.resource_count(giver, what)
    if state.is_danger(what):
        return 0
    if verb == "give":
        return state.hand[giver].count(what) - (what == proposal.cost)
    return min(_askable_cards(state, proposal).count(what), len(state.hand[giver]) - len(cards_among(proposal.ask)))


# -- what can't be proposed --------------------------------------------------------------------------------------------


def _refuse_cost(state: State, proposal: Proposal, move: Move) -> Verdict | None:
    if proposal.cost:
        return Verdict("trade.goods", what="trade-named")
    card = move[1] if len(move) == len(("cost", "card")) else ""
    if refusal := _refuse_price(state, proposal.seat, card):
        return refusal
    is_given = cards_among(proposal.give).count(str(card)) == state.hand[proposal.seat].count(str(card))
    return Verdict("trade.goods", what="trade-named") if is_given else None


def _refuse_goods(state: State, proposal: Proposal, move: Move) -> Verdict | None:
    verb, what, count = move if len(move) == len(("give", "what", "count")) else (move[0], "", 0)
    if type(what) is not str or type(count) is not int or count < 1 or what not in (*KINDS, *state.rules.cards):
        return Verdict("trade.goods", what="trade-what")
    if what not in KINDS and state.is_danger(what):
        return Verdict("trade.goods", what="trade-danger", card=what)
    if any(what == piece for piece, _ in getattr(proposal, str(verb))):
        return Verdict("trade.goods", what="trade-named")
    most = _most_to_trade(state, proposal, str(verb), what)
    if count <= most:
        return None
    is_price = verb == "give" and what == proposal.cost and count == most + 1
    fault = "trade-price" if is_price else "trade-not-yours" if verb == "give" else "trade-not-theirs"
    return Verdict("trade.goods", what=fault, need=count, have=most)


def _refuse_carry(state: State, proposal: Proposal, move: Move) -> Verdict | None:
    whom = move[1] if len(move) == len(("carry", "seat")) and type(move[1]) is int else None
    if whom not in (proposal.seat, proposal.partner):
        return Verdict("trade.move", partner=proposal.partner)
    return Verdict("trade.goods", what="trade-named") if whom in proposal.carry else None


REFUSAL_BY_VERB: dict[str, Callable[[State, Proposal, Move], Verdict | None]] = {
    "cost": _refuse_cost,
    "give": _refuse_goods,
    "ask": _refuse_goods,
    "carry": _refuse_carry,
}


def sides_that_give(proposal: Proposal) -> tuple[bool, bool]:
    """Tell for each side if it gives something: goods, or movement for the other's meeple."""
    return bool(proposal.give) or proposal.partner in proposal.carry, bool(
        proposal.ask
    ) or proposal.seat in proposal.carry


def _refuse_offer(state: State, proposal: Proposal) -> Verdict | None:
    """Return why a proposal can't be offered like this; None if it can."""
    gives, gets = sides_that_give(proposal)
    if not gives and not gets:
        return Verdict("trade.goods", what="trade-nothing")
    if not (gives and gets) and state.ruling["ruling.trade-gift"] == "no":
        return Verdict("ruling.trade-gift", partner=proposal.partner)
    if state.ruling["ruling.over-hand"] == "stop-at-size":
        given, asked = len(cards_among(proposal.give)), len(cards_among(proposal.ask))
        for seat, lost, got in ((proposal.seat, given + 1, asked), (proposal.partner, asked, given)):
            limit = state.character_of(seat).hand
            if got and len(state.hand[seat]) - lost + got > limit:
                return Verdict("ruling.over-hand", seat=seat, limit=limit)
    return None


def _make_offer(state: State, proposal: Proposal, emit: Emit | None) -> None:
    state.frames[-1] = ("offered", proposal.partner, proposal)
    if emit:
        facts = {
            "seat": proposal.seat,
            "partner": proposal.partner,
            "card": proposal.cost,
            "carry": list(proposal.carry),
        }
        if proposal.give or proposal.ask:
            emit(
                "offers",
                "trade.goods",
                EVERYONE,
                **facts,
                give=_plain_goods(proposal.give),
                ask=_plain_goods(proposal.ask),
            )
        else:
            emit("offers-move", "trade.move", EVERYONE, **facts)


def _plain_goods(goods: Goods) -> list[list[str | int]]:
    return [list(piece) for piece in goods]


# -- answering ---------------------------------------------------------------------------------------------------------


class Answer(Decision[State]):
    """The partner's answer: accept the whole proposal, or refuse it."""

    verbs = ("accept", "refuse")

    def moves(self, state: State, seat: int) -> list[Move]:
        refusal: list[Move] = [("refuse",)]
        return refusal if _missing_card(state, current_proposal(state)) else [("accept",), *refusal]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if len(move) > 1:
            return Verdict("trade.goods", what="trade-answer")
        return Verdict("trade.goods", what="trade-not-yours", card=_missing_card(state, current_proposal(state)))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        proposal = current_proposal(state)
        if emit:
            emit(f"{move[0]}s-trade", "trade.goods", EVERYONE, seat=seat, partner=proposal.seat)
        if move[0] == "refuse":
            state.refused = (*state.refused, (proposal.seat, seat))
            _call_off(state)
            return
        state.frames.pop()
        _exchange_goods(state, proposal, emit)
        for whom in reversed(proposal.carry):
            carrier = proposal.seat if whom == proposal.partner else proposal.partner
            state.frames.append(("carry", carrier, under_way.Gathered("carry", whom)))


def _missing_card(state: State, proposal: Proposal) -> str:
    """Return a card that the partner was asked for but doesn't hold; empty if none. Only the partner knows."""
    asked_cards = cards_among(proposal.ask)
    return next(
        (card for card in asked_cards if asked_cards.count(card) > state.hand[proposal.partner].count(card)), ""
    )


def _exchange_goods(state: State, proposal: Proposal, emit: Emit | None) -> None:
    """Pay the price, then exchange the goods."""
    state.take_from_hand(proposal.seat, proposal.cost)
    state.put_on_discard(proposal.seat, proposal.cost)
    if emit:
        emit("discards", "trade.cost", EVERYONE, seat=proposal.seat, card=proposal.cost)
    for giver, taker, goods in (
        (proposal.seat, proposal.partner, proposal.give),
        (proposal.partner, proposal.seat, proposal.ask),
    ):
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
        state.take_from_hand(giver, what)
        state.put_in_hand(taker, what)
        if emit:
            emit("gives-card", "trade.goods", EVERYONE, seat=giver, partner=taker, card=what)


# -- moving each other -------------------------------------------------------------------------------------------------


class Carry(Decision[State]):
    """A choice of movement for a meeple: by the other player first, then by its owner."""

    verbs = ("use", "go")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        if under_way.Gathered(*data).whom not in state.living_seats():
            state.frames.pop()
            return False
        if not state.open_hands() or len(self.moves(state, seat)) > 1:
            return True
        self.apply(state, seat, ("go",), emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        gathered = under_way.Gathered(*state.frames[-1][2])
        moves: list[Move] = [
            ("use", source, n)
            for source in sources(state, seat)
            for n in range(len(jobs_on(state, seat, source)))
            if not _refuse_carrying_job(state, seat, gathered, source, n)
        ]
        return [*moves, ("go",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        gathered = under_way.Gathered(*state.frames[-1][2])
        is_well_formed = len(move) == len(("use", "source", "n")) and type(move[1]) is str and type(move[2]) is int
        if not is_well_formed or move[0] != "use":
            return Verdict("trade.move", partner=gathered.whom)
        return _refuse_carrying_job(state, seat, gathered, str(move[1]), int(move[2]))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "use":
            under_way.begin_job(state, seat, str(move[1]), int(move[2]), under_way.GATHER, emit)
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


def _refuse_carrying_job(state: State, seat: int, gathered: under_way.Gathered, source: str, n: int) -> Verdict | None:
    """Return why a job can't move the meeple; None if it can."""
    if refusal := refuse_source(state, seat, source, n):
        return refusal
    job = jobs_on(state, seat, source)[n]
    must_be_card = state.ruling["ruling.trade-move-jobs"] == "movement-cards"
    if not job.is_movement or (must_be_card and source in FIXED_SOURCES):
        return Verdict("trade.move", partner=gathered.whom, job=job_fact(job))
    if job.is_battle:
        return Verdict("battle.jobs", job=job_fact(job))
    refusal = joined_jobs.refuse_other_job(state, seat, gathered, source, n) if gathered.parts else None
    return refusal or under_way.refuse_job(state, seat, source, n)
