"""Buying cards from the trade row, each by one of the jobs in its corner."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.cards import trade_row
from tabletop_kernel.games.deck_goes_west.cards.danger_cards import DISCARD, DRAW
from tabletop_kernel.games.deck_goes_west.jobs import can_be_done, joined_jobs, under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import Job
from tabletop_kernel.games.deck_goes_west.jobs.sources import ROW
from tabletop_kernel.games.deck_goes_west.state import State


def purchase_moves(state: State, seat: int) -> list[Move]:
    """Return the moves that buy a card with a job that can be done; places in the row count from 1."""
    means = can_be_done.current_means(state, seat)
    return [
        ("buy", slot, n)
        for slot, card in enumerate(state.row, start=1)
        for n, job in enumerate(state.rules.cards[card].buy)
        if can_be_done.is_possible(state, seat, job, means)
    ]


def refuse_purchase(state: State, seat: int, slot: int, n: int) -> Verdict | None:
    """Return why a card can't be bought; None if it can."""
    if not 1 <= slot <= len(state.row):
        return Verdict("buy.five", count=len(state.row))
    jobs = state.rules.cards[state.row[slot - 1]].buy
    if not 0 <= n < len(jobs):
        return Verdict("act.buy", card=state.row[slot - 1])
    return can_be_done.refuse_job(state, seat, jobs[n], can_be_done.current_means(state, seat))


def begin_purchase(state: State, seat: int, slot: int, n: int, emit: Emit | None) -> None:
    """Begin to buy a card: first its job, then its pile."""
    state.frames.append(("bought", seat, (slot, n)))
    under_way.begin_job(state, seat, f"{ROW} {slot}", n, under_way.ALONE, emit)


class Bought(Decision[State]):
    """A player's choice between draw and discard pile for a new card."""

    verbs = ("put",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("put", DRAW), ("put", DISCARD)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        card = state.row[state.frames[-1][2][0] - 1]
        return Verdict("job.buy", card=card)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (slot, n) = state.frames.pop()
        card = state.row[slot - 1]
        if move[1] == DRAW:
            state.put_on_draw(seat, card)
        else:
            state.put_on_discard(seat, card)
        if emit:
            emit("buys", "job.buy", EVERYONE, seat=seat, card=card, pile=move[1])
        trade_row.refill_after_purchase(state, slot - 1, emit)
        if state.ruling["ruling.buy-combine"] == "same-final":
            job = state.rules.cards[card].buy[n]
            state.frames.append(("shop", seat, (card, n)))
            if not further_purchases(state, seat, job):
                state.frames.pop()


class Shop(Decision[State]):
    """The choice to buy another card with the same last step, under a ruling."""

    verbs = ("buy", "go")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*further_purchases(state, seat, _first_purchase_job(state)), ("go",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        numbers = [part for part in move[1:] if type(part) is int]
        refusal = (
            refuse_purchase(state, seat, *numbers) if len(numbers) == len(("slot", "n")) == len(move) - 1 else None
        )
        return refusal or Verdict("ruling.buy-combine", job=_first_purchase_job(state).line)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "buy":
            begin_purchase(state, seat, int(move[1]), int(move[2]), emit)


def _first_purchase_job(state: State) -> Job:
    card, n = state.frames[-1][2]
    return state.rules.cards[card].buy[n]


def further_purchases(state: State, seat: int, first: Job) -> list[Move]:
    """Return the purchases with the same last step."""
    moves = []
    for move in purchase_moves(state, seat):
        job = state.rules.cards[state.row[int(move[1]) - 1]].buy[int(move[2])]
        if joined_jobs.has_same_final(state, first, job):
            moves.append(move)
    return moves
