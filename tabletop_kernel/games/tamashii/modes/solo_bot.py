"""Solo games: the J.O.R.D.A.N. BOT, a second figure that runs on batteries."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import BATTERIES
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.operations import Test
from tabletop_kernel.games.tamashii.state import State


def place_bot(state: State, emit: Emit | None) -> None:
    """Place the BOT next to its player, with full batteries."""
    state.bot, state.batteries = state.place[0], BATTERIES
    if emit:
        emit("bot-start", "solo.bot-start", EVERYONE, place=state.bot, tile=state.tiles[state.bot])
        emit("batteries", "solo.batteries", EVERYONE, count=state.batteries)


# -- batteries ---------------------------------------------------------------------------------------------------------


def refuse_battery(state: State, seat: int) -> Verdict | None:
    """Return why the BOT's figure can't be used in this step, or None."""
    if state.rules.mode != "solo":
        return Verdict("solo.bot-start")
    if state.bot is None:
        return Verdict("solo.bot-gone")
    if state.bot_used:
        return Verdict("solo.bot-per-step")
    if state.batteries == 1 and state.ruling["ruling.solo.last-battery"] == "at-once":
        return Verdict("ruling.solo.last-battery")
    return None


def why_no_figure(state: State, seat: int) -> Verdict:
    """Return why a battery is useless in a step where no figure's place matters."""
    return refuse_battery(state, seat) or Verdict("solo.bot-use", what="no-figure")


def why_too_late(state: State, seat: int) -> Verdict:
    """Return why a battery comes too late in a step whose effect is already running."""
    return refuse_battery(state, seat) or Verdict("solo.bot-use", what="own")


def would_own_figure_do(state: State, seat: int, where: Sequence[Test]) -> bool:
    """Tell if the player's own figure is where something needs it, while the BOT's, now in use, isn't."""
    if not state.bot_used:
        return False
    twin = state.clone()
    twin.bot_used = ""
    return running.holds(twin, seat, where)


def can_use(state: State, seat: int) -> bool:
    return refuse_battery(state, seat) is None


def use_bot(state: State, seat: int, step: str, emit: Emit | None) -> None:
    """Spend a battery: for one step, use the BOT's figure instead of the player's own."""
    state.batteries -= 1
    state.bot_used = step
    if emit:
        emit("battery-spent", "solo.bot-use", EVERYONE, seat=seat, count=state.batteries)


def end_step(state: State, emit: Emit | None) -> None:
    """End a step: the player's own figure is used again, and a BOT without batteries leaves."""
    state.bot_used = ""
    if state.bot is not None and state.batteries == 0:
        state.bot = None
        if emit:
            emit("bot-gone", "solo.bot-gone", EVERYONE)


# -- its pattern -------------------------------------------------------------------------------------------------------


def recharge(state: State, seat: int, emit: Emit | None) -> None:
    """Recharge a battery for the launched pattern."""
    if state.bot is None or state.batteries >= BATTERIES:
        return
    state.batteries += 1
    if emit:
        emit("recharged", "solo.recharge", EVERYONE, seat=seat, count=state.batteries)
        emit("recharge-hack", "solo.recharge-hack", EVERYONE, seat=seat)
