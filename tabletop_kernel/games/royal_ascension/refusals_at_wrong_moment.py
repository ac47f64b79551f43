"""Refusals of moves at the wrong moment, each with the rule that really prevents them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.battle import unsealed_fighters
from tabletop_kernel.games.royal_ascension.content import SHOP
from tabletop_kernel.games.royal_ascension.opponents import (
    challengeable,
    is_barred_from_starting,
    moment_of_turn,
    refuse_opponent,
    seats_on_space,
)
from tabletop_kernel.games.royal_ascension.setup import KINDS_BEFORE_PLAY, refuse_other_seat
from tabletop_kernel.games.royal_ascension.state import BATTLE_VERBS, TURN_VERBS, Battle, State

# -- whose decision it is ----------------------------------------------------------------------------------------------


def refuse_after_end(state: State) -> Verdict:
    """Refuse any move after the end, citing the rule that ended the game."""
    assert state.result is not None
    rule, winners = state.result.rule, state.result.winners
    if rule == "end.no-majority":  # several can share the throne
        return Verdict(rule, seats=list(winners))
    return Verdict(rule, winner=winners[0])


def refuse_unasked_seat(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a move of a seat that isn't asked: it is out, it has decided already, or another seat decides."""
    if state.out[seat]:
        return Verdict("elim.zero", opponent=seat)
    kind, decider, _ = state.frames[-1]
    if kind in KINDS_BEFORE_PLAY:
        return refuse_other_seat(state, kind, seat, decider)
    if kind == "commit":
        battle = state.battle
        assert battle is not None
        if seat in battle.sealed:
            return Verdict("battle.reveal")
        if seat not in battle.fighters and move[0] in BATTLE_VERBS:
            return _refuse_bystander(state, battle, seat)
        decider = unsealed_fighters(state)[0]
    return Verdict("turn.clockwise", seat=decider)


def _refuse_bystander(state: State, battle: Battle, seat: int) -> Verdict:
    """Refuse a battle move of a seat that isn't in this battle."""
    if battle.kind == "duel" and is_barred_from_starting(state, seat):
        return Verdict("battle.back-to-back")
    return Verdict("battle.high-wins", fighters=list(battle.fighters))


# -- what the moment is for --------------------------------------------------------------------------------------------


def refuse_wrong_moment(state: State, seat: int, move: Move) -> Verdict | None:
    """Refuse a verb that doesn't fit this decision; return None if the game doesn't know the verb."""
    verb = str(move[0])
    if verb not in REFUSAL_BY_VERB:
        return None
    if state.frames[0][0] in KINDS_BEFORE_PLAY and verb != "character":  # a heart of the opening hand is being placed
        return Verdict("setup.share" if verb == "take" else "setup.resources")
    refusal = REFUSAL_BY_VERB[verb]
    return Verdict(refusal) if isinstance(refusal, str) else refusal(state, seat, move)


def _refuse_battle(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a battle that can't start or continue now."""
    if any(frame[0] == "challenge" for frame in state.frames):
        return Verdict("action.first")
    can_meet = state.ruling["ruling.shared-space"] == "battle" and seat == state.active and state.landed
    other = move[-1] if move[0] == "attack" else None
    if can_meet and type(other) is int and other in seats_on_space(state, seat):
        choices = challengeable(state, seat)
        if other not in choices:
            return refuse_opponent(state, seat, other, choices)
        return Verdict("ruling.shared-space", opponent=other, so="later", choices=choices)
    return Verdict("battle.start")


def _refuse_turn_step(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a roll, a walk or an end of turn by what this turn still asks for."""
    return Verdict("turn.end", so=moment_of_turn(state, seat))


def _refuse_shop(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a purchase outside a Shop visit: the seat has left the Shop this turn, or didn't stop on one."""
    space = state.tokens[seat]
    was_in_shop = seat == state.active and state.landed and state.rules.layout.kinds[space] == SHOP
    return _refuse_turn_step(state, seat, move) if was_in_shop else Verdict("shop.landing-only")


def _refuse_take_back(state: State, seat: int, move: Move) -> Verdict:
    """Refuse to take back a card: it is on the discard pile, or nothing was put down that could go back."""
    return Verdict("discard.pile") if move[-1] in state.discard else _refuse_turn_step(state, seat, move)


def _refuse_character(state: State, seat: int, move: Move) -> Verdict:
    """Refuse the choice of a character: this seat has one, by its own choice or because the ruling gave it one."""
    return Verdict("pieces.token" if state.ruling["ruling.characters"] == "free-choice" else "ruling.characters")


def _refuse_because(rule: str, so: str) -> Callable[[State, int, Move], Verdict]:
    """Return a function that refuses every move with one rule and one of the reasons in REASON_TEXT."""
    return lambda state, seat, move: Verdict(rule, so=so)


Refusal = str | Callable[[State, int, Move], Verdict]

# Verb -> what refuses it at a moment that doesn't fit it: a rule, or a function if the rule depends on the table.
REFUSAL_BY_VERB: Mapping[str, Refusal] = {
    **dict.fromkeys(TURN_VERBS, _refuse_turn_step),
    **dict.fromkeys(BATTLE_VERBS, _refuse_battle),
    **dict.fromkeys(("buy", "pay", "done"), _refuse_shop),
    **dict.fromkeys(("take", "claim", "give"), "end.conquer"),
    "draw": "turn.land",
    "ally": "alliance.use",
    "pick": _refuse_because("battle.pick-health", "not-now"),
    "give-up": _refuse_because("ruling.one-heart", "not-due"),
    "discard": "discard.pile",
    TAKE_BACK: _refuse_take_back,
    "attach": _refuse_because("ruling.health-attach", "no-heart"),
    "character": _refuse_character,
}
