"""What lessons may ask: facts that the rules compute, never written down beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_kernel.games.royal_ascension import battle, setup
from tabletop_kernel.games.royal_ascension.state import State
from tabletop_kernel.games.royal_ascension.words import seat_name


def worth(state: State, card: str) -> int:
    """What a heart, diamond or club is worth."""
    return state.rules.value[card]


def action(state: State, card: str) -> str:
    """What a spade means."""
    kind = state.rules.action[card]
    return next(entry.name for entry in state.rules.content.actions if entry.id == kind)


def richest(state: State) -> str:
    """The territory with the highest value."""
    return max(state.rules.strength, key=state.rules.strength.__getitem__)


def select(state: State, place: int) -> str:
    """Who selects in this place, counted from 1."""
    return seat_name(state, setup.selection_order(state)[place - 1])


def plays(state: State, place: int) -> str:
    """Who takes this turn of the round, counted from 1."""
    return seat_name(state, state.turns[place - 1])


def total(state: State, seat: int, dice: int) -> int:
    """A fighter's total, once the dice show so much."""
    return battle.strength(state, seat) + dice


def opponents(state: State, seat: int) -> list[str]:
    """Everybody whom a seat may challenge; naming any of them is right."""
    return [seat_name(state, other) for other in battle.eligible(state, seat)]


def stake(state: State, seat: int) -> int:
    """How many territories a seat loses if it loses this battle."""
    ruling = state.rule["ruling.allin-stake"]
    everything = state.all_in[seat] or (ruling == "both-all" and any(state.all_in))
    return len(state.territories[seat]) if everything else 1


def players(state: State) -> list[str]:
    """For how many people a table can be opened."""
    return ["3", "4"]


FACTS: Mapping[str, Callable[..., Any]] = {
    "worth": worth,
    "action": action,
    "richest": richest,
    "select": select,
    "plays": plays,
    "total": total,
    "opponents": opponents,
    "stake": stake,
    "players": players,
}
