"""Tables of the house pack as a set-up lays them."""

from __future__ import annotations

from typing import Any

from small_tables import RULINGS, house
from storyboard import AUTOMATIC, DECISIONS

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Config
from tabletop_kernel.contract.table_options import first_choice
from tabletop_kernel.games.tamashii import option_rules, setup
from tabletop_kernel.games.tamashii.state import State


def config(seats: int = 2, rulings: dict[str, str] | None = None, **chosen: str) -> Config:
    """A whole configuration; what is not said is as usual."""
    found: dict[str, str] = {}
    while option := next((o for o in option_rules.options_for(house(), seats, found) if o.id not in found), None):
        found[option.id] = chosen.get(option.id, first_choice(option))
        assert found[option.id] in option.choices, (option.id, found[option.id])
    assert chosen.keys() <= found.keys(), chosen
    return Config(seats, RULINGS | (rulings or {}), found)


def laid(
    seats: int = 2, seed: int = 1, rulings: dict[str, str] | None = None, **chosen: Any
) -> tuple[State, list[Event]]:
    """A table up to its first decision, or to the first turn, and what was told."""
    state = State(setup.work_out(config(seats, rulings, **chosen), house()), Chance(seed))
    events: list[Event] = []
    setup.lay_table(state, recorder(events))
    go_on(state, events)
    return state, events


def go_on(state: State, events: list[Event]) -> None:
    """Run what needs nobody; a turn is not begun."""
    while state.frames and state.frames[-1][0] != "turn":
        kind = state.frames[-1][0]
        if kind in AUTOMATIC:
            AUTOMATIC[kind](state, recorder(events))
        elif DECISIONS[kind].due(state, recorder(events)):
            return


def begun(
    seats: int = 2, seed: int = 1, rulings: dict[str, str] | None = None, **chosen: Any
) -> tuple[State, list[Event]]:
    """A table before its first turn: whatever is asked in the set-up gets the first answer."""
    state, events = laid(seats, seed, rulings, **chosen)
    while state.frames[-1][0] != "turn":
        kind, seat, _ = state.frames[-1]
        decision = DECISIONS[kind]
        decision.apply(state, seat, decision.moves(state, seat)[0], recorder(events))
        go_on(state, events)
    return state, events
