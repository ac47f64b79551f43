"""Bodies: taken from the market, swapped and lost; the active one is on top."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import MOST_BODIES
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State

TAKEN_RULE = "body.place"


def refuse_another_body(state: State, seat: int) -> Verdict | None:
    """Return why a player can't take another body, or None."""
    if len(state.bodies[seat]) >= MOST_BODIES and state.ruling["ruling.body.third"] == "refused":
        return Verdict("ruling.body.third", body=state.bodies[seat][0], other_body=state.bodies[seat][1])
    return None


def take_body(state: State, seat: int, body: str, emit: Emit | None, rule: str = TAKEN_RULE) -> None:
    """Take a body from the market. A third one first makes the player part with another."""
    if body not in state.market or refuse_another_body(state, seat) is not None:
        return
    if len(state.bodies[seat]) >= MOST_BODIES:
        state.frames.append(("part-with", seat, (body,)))
    else:
        _place_body(state, seat, body, emit, rule)


def _place_body(state: State, seat: int, body: str, emit: Emit | None, rule: str = TAKEN_RULE) -> None:
    """Put a body into its slot, on top of the other one, and refill the market."""
    at = state.market.index(body)
    state.market = (*state.market[:at], *state.market[at + 1 :])
    state.bodies[seat] = (body, *state.bodies[seat])
    if emit:
        emit("inhabits", rule, EVERYONE, seat=seat, body=body)
    refill_market(state, emit)
    if len(state.bodies[seat]) == MOST_BODIES and state.ruling["ruling.body.new-active"] == "choose":
        state.frames.append(("active-body", seat, ()))


def refill_market(state: State, emit: Emit | None) -> None:
    """Turn up the next body from the deck."""
    if not state.body_deck:
        return
    body, state.body_deck = state.body_deck[0], state.body_deck[1:]
    state.market += (body,)
    if emit:
        emit("market-body", "body.refill", EVERYONE, body=body)


def carry_out_inhabit(state: State, seat: int, emit: Emit | None) -> None:
    """INHABIT: swap the two advanced bodies. Under a ruling, take one from the market instead."""
    if state.ruling["ruling.body.keyword"] == "market":
        state.frames.append(("inhabit", seat, ()))
    elif len(state.bodies[seat]) == MOST_BODIES:
        _swap_bodies(state, seat, "body.inhabit-swap", emit)


def can_inhabit(state: State, seat: int) -> bool:
    """Tell if INHABIT would do anything for a player."""
    market = (
        state.ruling["ruling.body.keyword"] == "market" and state.market and refuse_another_body(state, seat) is None
    )
    return len(state.bodies[seat]) == MOST_BODIES or bool(market)


def _swap_bodies(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    upper, lower = state.bodies[seat]
    state.bodies[seat] = (lower, upper)
    if emit:
        emit("swaps-bodies", rule, EVERYONE, seat=seat, body=lower, other_body=upper)


def lose_body(state: State, seat: int, emit: Emit | None, rule: str = "reset.lose-body") -> None:
    """Put the active advanced body under the body deck. The other one, or the walker, becomes active."""
    if not state.bodies[seat]:
        return
    kind = "body-gone-always" if rule == "body.ability" else "body-gone"
    _put_under_deck(state, seat, state.bodies[seat][0], rule, emit, kind)
    if emit:
        kind = "next-body" if state.bodies[seat] else "back-in-walker"
        emit(kind, "reset.next-body", EVERYONE, seat=seat, body=state.body(seat).id)


def _put_under_deck(state: State, seat: int, body: str, rule: str, emit: Emit | None, kind: str = "body-gone") -> None:
    """Put a body at the bottom of the body deck."""
    state.bodies[seat] = tuple(held for held in state.bodies[seat] if held != body)
    state.body_deck += (body,)
    if emit:
        emit(kind, rule, EVERYONE, seat=seat, body=body)


# -- decisions ---------------------------------------------------------------------------------------------------------


def _refuse_walker(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why the printed walker can't be chosen, or None if the move doesn't name it."""
    return Verdict("body.no-walker") if state.walker[seat] in move[1:] and state.bodies[seat] else None


class PartWith(Decision[State]):
    """One of two bodies to put under the deck, to make room for a third."""

    verbs = ("part-with",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("part-with", body) for body in state.bodies[seat]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("body.two")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        body = state.frames.pop()[2][0]
        _put_under_deck(state, seat, str(move[1]), "ruling.body.third", emit)
        _place_body(state, seat, body, emit)


class ActiveBody(Decision[State]):
    """The active one of two bodies, under a ruling."""

    verbs = ("active",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("active", body) for body in state.bodies[seat]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        refusal = Verdict("table.form", problem="name one of your two bodies")
        return _refuse_walker(state, seat, move) or refusal

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[1] != state.bodies[seat][0]:
            _swap_bodies(state, seat, "ruling.body.new-active", emit)


class Inhabit(Decision[State]):
    """INHABIT with access to the market: swap bodies, take one, or neither."""

    verbs = ("swap", "take", "leave")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, _ = state.frames[-1]
        if can_inhabit(state, seat) and not state.is_out(seat):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = [("swap",), *(("take", body) for body in state.market), ("leave",)]
        return [move for move in moves if self.refuse(state, seat, move) is None]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "take":
            if not has_arguments(move, 1) or move[1] not in state.market:
                return _refuse_walker(state, seat, move) or Verdict("body.market-access", body=str(move[-1]))
            return refuse_another_body(state, seat)
        if move == ("swap",) and len(state.bodies[seat]) < MOST_BODIES:
            return Verdict("body.no-walker" if state.bodies[seat] else "body.inhabit-swap")
        return None if len(move) == 1 else Verdict("table.form", problem=f"write just '{move[0]}'")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "swap":
            _swap_bodies(state, seat, "body.inhabit-swap", emit)
        elif move[0] == "take":
            take_body(state, seat, str(move[1]), emit, "ruling.body.keyword")


DECISIONS: dict[str, Decision[State]] = {"part-with": PartWith(), "active-body": ActiveBody(), "inhabit": Inhabit()}
