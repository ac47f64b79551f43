"""Playing alone: the J.O.R.D.A.N. BOT joins the table. What its figure does in the steps of a turn stands in `bot`."""

from __future__ import annotations

from tabletop_kernel.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import BATTERIES
from tabletop_kernel.games.tamashii.state import State


def place_bot(state: State, emit: Emit | None) -> None:
    """The BOT starts beside its player, with all batteries full."""
    state.bot, state.batteries = state.place[0], BATTERIES
    if emit:
        emit("bot-start", "solo.bot-start", EVERYONE, place=state.bot, tile=state.tiles[state.bot])
        emit("batteries", "solo.batteries", EVERYONE, count=state.batteries)
