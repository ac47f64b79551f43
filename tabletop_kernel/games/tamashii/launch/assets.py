"""Assets, EXP and maximum integrity: gained, lost and spent, each within its track."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.state import State

EXP_LIMIT = 10  # applies only under a ruling


def gain_asset(state: State, seat: int, asset: str, number: int, rule: str, emit: Emit | None) -> int:
    """Gain an asset, up to the end of its track. Return how much was gained."""
    gained = state.add_asset(seat, asset, number)
    if emit:
        if gained:
            emit("gains", rule, EVERYONE, seat=seat, count=gained, asset=asset)
        if gained < number:
            emit("track-full", "asset.range", EVERYONE, seat=seat, asset=asset, count=number - gained)
    return gained


def lose_asset(state: State, seat: int, asset: str, number: int, rule: str, emit: Emit | None) -> int:
    """Lose an asset, but never below 0. Return how much was lost."""
    removed = -state.add_asset(seat, asset, -number)
    if removed and emit:
        emit("loses", rule, EVERYONE, seat=seat, count=removed, asset=asset)
    return removed


def spend_asset(state: State, seat: int, asset: str, number: int, rule: str, emit: Emit | None) -> None:
    """Pay with an asset; the player must have enough."""
    assert state.has(seat, asset) >= number
    state.add_asset(seat, asset, -number)
    if number and emit:
        emit("spends", rule, EVERYONE, seat=seat, count=number, asset=asset)


def gain_exp(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Gain EXP, up to the limit if a ruling sets one. Return how much was gained."""
    limited = state.ruling["ruling.exp.cap"] != "none"
    gained = max(0, min(number, EXP_LIMIT - state.exp[seat])) if limited else number
    state.exp[seat] += gained
    if emit:
        if gained:
            emit("gains-exp", rule, EVERYONE, seat=seat, count=gained, exp=state.exp[seat])
        if gained < number:
            emit("exp-full", "ruling.exp.cap", EVERYONE, seat=seat, count=number - gained, limit=EXP_LIMIT)
    return gained


def spend_exp(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Pay with EXP; the player must have enough."""
    assert state.exp[seat] >= number
    state.exp[seat] -= number
    if emit:
        emit("spends-exp", rule, EVERYONE, seat=seat, count=number, exp=state.exp[seat])


def raise_maximum(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Raise maximum integrity and integrity, up to the end of the track. Return by how much."""
    raised = max(0, min(number, int(state.ruling["ruling.upg.max-cap"]) - state.maximum[seat]))
    state.maximum[seat] += raised
    state.integrity[seat] += raised
    if raised and emit:
        facts = {"count": raised, "integrity": state.integrity[seat], "maximum": state.maximum[seat]}
        emit("raises-maximum", rule, EVERYONE, seat=seat, **facts)
    return raised
