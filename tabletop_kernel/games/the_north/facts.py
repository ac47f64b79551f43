"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process, a fact lets
that process run on a copy and looks at what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any

from tabletop_kernel.chance import Chance
from tabletop_kernel.frames import FrameGame, played
from tabletop_kernel.game import Config
from tabletop_kernel.games.the_north import back, front, scoring, setup
from tabletop_kernel.games.the_north.content import LONGEST, Ancient, Facility
from tabletop_kernel.games.the_north.naming import names, seat_name
from tabletop_kernel.games.the_north.state import COLLECTOR, DISCHARGED, State

PARTS = {"value": "a Value", "name": "a name", "protocol": "a Protocol", "spark": "a Spark"}  # what a side may show

# -- cards -----------------------------------------------------------------------------------------------------------


def parts(state: State, side: str) -> list[str]:
    """What one side of a card shows; each of these is right."""
    entry = Ancient if side == "ancient" else Facility
    return [PARTS[part.name] for part in fields(entry) if part.name in PARTS]


def count_parts(state: State, side: str) -> int:
    """How many things one side of a card shows."""
    return len(parts(state, side))


def value(state: State, card: str) -> str:
    """The Value of the Ancient on a card, as printed."""
    return state.rules.content.ancients[state.rules.ancient[card]].value


def back_of(state: State, card: str) -> str:
    """The name on the back of a card."""
    return f"the Facility {names(state.rules, card)[1]}"


# -- setup -----------------------------------------------------------------------------------------------------------


def _laid(state: State, seats: int) -> State:
    """A table of this size, just laid."""
    config = Config(seats, state.ruling, state.rules.config.options)
    table = State(setup.work_out(config, state.rules.content), Chance(0))
    setup.lay_table(table, None)
    return table


def start_points(state: State, seats: int, seat: int) -> int:
    """The points with which a seat begins; seat 1 of a solo table is The Collector."""
    return _laid(state, seats).points[seat]


def start_cards(state: State, seats: int, seat: int) -> int:
    """How many cards a seat begins with."""
    table = _laid(state, seats)
    return len(table.deck[seat]) if seat < seats else len(table.collector)


def start_wastes_deck(state: State) -> int:
    """How many cards the Wastes Deck has when The Wastes have been laid out."""
    return len(_laid(state, state.seats).wastes_deck)


def start_level(state: State) -> int:
    """The level of a Node at the beginning."""
    return _laid(state, state.seats).node[0]


def second(state: State) -> str:
    """Who holds the Second Player card."""
    return seat_name(state.rules, 1 - state.first)


# -- the turn --------------------------------------------------------------------------------------------------------


def shuffled(state: State, seat: int) -> int:
    """How many cards the shuffle at the beginning of a turn brings together."""
    return len(state.hand[seat]) + len(state.discard[seat]) + len(state.deck[seat])


def level_after(state: State, seat: int) -> int:
    """The level of a Node once this seat has ended its Directives."""
    twin = state.clone()
    twin.frames[:] = [("end", seat, ())]
    front.End().apply(twin, seat, ("end",), None)
    return twin.node[seat]


def level_now(state: State, seat: int) -> str:
    """The level of a Node, if it has one."""
    return "none" if state.node[seat] == DISCHARGED else str(state.node[seat])


def after(game: FrameGame[State], state: State, what: str, seat: int, *moves: list[Any]) -> int:
    """A seat's points, or the level of its Node, once the player on turn has made these moves."""
    return int(getattr(played(game, state, moves), what)[seat])


def hand_loss(state: State, seat: int) -> int:
    """How much the cards in this seat's hand cost the other side."""
    twin = state.clone()
    twin.frames[:] = [("hand-loss", seat, ())]
    back.hand_loss(twin, None)
    return state.points[1 - seat] - twin.points[1 - seat]


def solo_loss(state: State) -> int:
    """How much the solo player loses on the back side."""
    twin = state.clone()
    twin.frames[:] = [("you-lose", 0, ())]
    back.you_lose(twin, None)
    return state.points[0] - twin.points[0]


def collects(state: State) -> int:
    """How many cards go to The Collector on the back side."""
    twin = state.clone()
    twin.frames[:] = [("collect", 0, ())]
    back.collect(twin, None)
    return len(twin.collector) - len(state.collector)


# -- the end ---------------------------------------------------------------------------------------------------------


def checker(state: State) -> str:
    """Who checks for the end."""
    return second(state) if not state.solo else seat_name(state.rules, 0)


def last_cards(state: State) -> int:
    """The size of the Wastes Deck at which a check ends the game."""
    return back.LAST_CARDS


def longest(state: State) -> int:
    """The turn that ends the game at the latest."""
    return LONGEST


def score(state: State, seat: int, part: str) -> int:
    """A part of a seat's score if the game ended now: points, values, zone, cards or total."""
    return int(getattr(scoring.scores(state)[seat], part))


def winner(state: State) -> str:
    """Who would win if the game ended now."""
    twin = state.clone()
    scoring.finish(twin, "end.deck", None)
    assert twin.result is not None
    winners = twin.result.winners or (COLLECTOR,)  # alone, whoever has not won has lost to The Collector
    return seat_name(state.rules, winners[0]) if len(winners) == 1 else "nobody: it is a draw"


def facts(game: FrameGame[State]) -> Mapping[str, Callable[..., Any]]:
    """All facts by name; some need the game to play on."""
    return {**FACTS, "after": partial(after, game)}


FACTS: Mapping[str, Callable[..., Any]] = {
    fact.__name__: fact
    for fact in (
        parts, count_parts, value, back_of,
        start_points, start_cards, start_wastes_deck, start_level, second,
        shuffled, level_after, level_now, hand_loss, solo_loss, collects,
        checker, last_cards, longest, score, winner,
    )
}  # fmt: skip
