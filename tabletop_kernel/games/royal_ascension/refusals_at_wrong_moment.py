"""Refusals of moves at the wrong moment, each with the rule that really prevents them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.battle import (
    deciding,
    may_not_start,
    met,
    moment_of_turn,
    tokens_met,
    why_not,
)
from tabletop_kernel.games.royal_ascension.setup import BEFORE_PLAY, not_yours
from tabletop_kernel.games.royal_ascension.state import BATTLE_VERBS, TURN_VERBS, Battle, State

# -- whose decision it is ----------------------------------------------------------------------------------------------


def over(state: State) -> Verdict:
    """Return the reason why the game is over."""
    assert state.result is not None
    rule, winners = state.result.rule, state.result.winners
    if rule == "end.no-majority":  # several can share the throne
        return Verdict(rule, seats=list(winners))
    return Verdict(rule, winner=winners[0])


def not_asked(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a seat can't decide anything now."""
    if state.out[seat]:
        return Verdict("elim.zero", opponent=seat)
    kind, decider, _ = state.frames[-1]
    if kind in BEFORE_PLAY:
        return not_yours(state, kind, seat, decider)
    if kind == "commit":
        battle = state.battle
        assert battle is not None
        if seat in battle.sealed:
            return Verdict("battle.reveal")
        if seat not in battle.fighters and move[0] in BATTLE_VERBS:
            return _not_in_it(state, battle, seat)
        decider = deciding(state)[0]
    return Verdict("turn.clockwise", seat=decider)


def _not_in_it(state: State, battle: Battle, seat: int) -> Verdict:
    """Return the reason why a seat isn't part of this battle."""
    if battle.kind == "duel" and may_not_start(state, seat):
        return Verdict("battle.back-to-back")
    return Verdict("battle.high-wins", fighters=list(battle.fighters))


# -- what the moment is for --------------------------------------------------------------------------------------------


def not_now(state: State, seat: int, move: Move) -> Verdict | None:
    """Return the reason why a verb doesn't fit this decision; None if the game doesn't know the verb."""
    verb = str(move[0])
    if verb not in ELSEWHERE:
        return None
    if state.frames[0][0] in BEFORE_PLAY and verb != "character":  # a heart of the opening hand is being placed
        return Verdict("setup.share" if verb == "take" else "setup.resources")
    reason = ELSEWHERE[verb]
    return Verdict(reason) if isinstance(reason, str) else reason(state, seat, move)


def _no_battle_yet(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a battle can't start or continue now."""
    if any(frame[0] == "challenge" for frame in state.frames):
        return Verdict("action.first")
    meets = state.ruling["ruling.shared-space"] == "battle" and seat == state.active and state.landed
    other = move[-1] if move[0] == "attack" else None
    if meets and type(other) is int and other in tokens_met(state, seat):
        choices = met(state, seat)
        if other not in choices:
            return why_not(state, seat, other, choices)
        return Verdict("ruling.shared-space", opponent=other, so="later", choices=choices)
    return Verdict("battle.start")


def _no_part_of_turn(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("turn.end", so=moment_of_turn(state, seat))


def _no_shop(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why a seat can't use a Shop now: not in one, or it has left it this turn."""
    space = state.tokens[seat]
    visited = seat == state.active and state.landed and state.rules.layout.kinds[space] == "$"
    return _no_part_of_turn(state, seat, move) if visited else Verdict("shop.landing-only")


def _nothing_laid_down(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("discard.pile") if move[-1] in state.discard else _no_part_of_turn(state, seat, move)


def _has_character(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("pieces.token" if state.ruling["ruling.characters"] == "free-choice" else "ruling.characters")


def _nothing_to_pick(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("battle.pick-health", so="not-now")


def _nothing_to_give_up(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("ruling.one-heart", so="not-due")


def _no_heart_to_lay(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("ruling.health-attach", so="no-heart")


Reason = str | Callable[[State, int, Move], Verdict]

# The rule that refuses each verb at a moment that doesn't fit it.
ELSEWHERE: Mapping[str, Reason] = {
    **dict.fromkeys(TURN_VERBS, _no_part_of_turn),
    **dict.fromkeys(BATTLE_VERBS, _no_battle_yet),
    **dict.fromkeys(("buy", "pay", "done"), _no_shop),
    **dict.fromkeys(("take", "claim", "give"), "end.conquer"),
    "draw": "turn.land",
    "ally": "alliance.use",
    "pick": _nothing_to_pick,
    "give-up": _nothing_to_give_up,
    "discard": "discard.pile",
    TAKE_BACK: _nothing_laid_down,
    "attach": _no_heart_to_lay,
    "character": _has_character,
}
