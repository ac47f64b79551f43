"""The BOT's figure in the steps of a turn: a battery lets it stand for the player's own during one step."""

from __future__ import annotations

from tabletop_kernel.events import EVERYONE, Emit
from tabletop_kernel.game import Move
from tabletop_kernel.games.tamashii import trace
from tabletop_kernel.games.tamashii.components import BOT_MOVE
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.rulebook import Verdict

STEPS = BOT_MOVE
BATTERY: Move = ("battery",)


def absent(state: State) -> Verdict:
    """Why there is no BOT: it has left, or several people play."""
    return Verdict("solo.bot-gone" if state.rules.mode == "solo" else "solo.bot-start")


def no_battery(state: State, move: Move = BATTERY) -> Verdict | None:
    """Why no battery can be spent on this step."""
    if move != BATTERY:
        return Verdict("table.form", problem="'battery' stands alone")
    if state.bot is None or state.batteries < 1:
        return absent(state)
    return Verdict("solo.bot-per-step") if state.bot_used else None


def spend(state: State, seat: int, step: str, emit: Emit | None) -> None:
    """Discard a battery: for the rest of this step the BOT's figure is the player's."""
    state.batteries -= 1
    state.bot_used = step
    if emit:
        emit("battery-spent", "solo.bot-use", EVERYONE, seat=seat, count=state.batteries)
    if state.batteries == 0 and state.ruling["ruling.solo.last-battery"] == "at-once":
        _leave(state, "ruling.solo.last-battery", emit)


def step_over(state: State, emit: Emit | None) -> None:
    """A step ends: everybody uses their own figure again, and a BOT without batteries leaves."""
    state.bot_used = ""
    if state.bot is not None and state.batteries == 0:
        _leave(state, "solo.bot-gone", emit)


def _leave(state: State, rule: str, emit: Emit | None) -> None:
    state.bot, state.bot_used = None, ""
    if emit:
        emit("bot-gone", rule, EVERYONE)


def recharge(state: State, seat: int, emit: Emit | None) -> None:
    """The pattern of its card puts a battery back."""
    state.batteries += 1
    if emit:
        emit("recharged", "solo.recharge", EVERYONE, seat=seat, count=state.batteries)


def instead(state: State, seat: int, emit: Emit | None) -> None:
    """The BOT is used for a district effect: by a ruling its tile's trace counts instead of that of the own tile."""
    counts = state.tally[seat]
    if state.ruling["ruling.solo.bot-trace-when"] != "replace" or counts.get("bot-traced") or state.bot is None:
        return
    counts["bot-traced"] = 1
    trace.down(state, seat, counts.pop("rise", 0), "solo.bot-trace", emit)
    moved = bool(counts.get("bot-moved"))
    trace.up(state, seat, trace.value(state, seat, state.bot, moved), "solo.bot-trace", emit)
