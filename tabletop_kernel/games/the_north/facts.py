"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process, a fact lets
that process run on a copy and looks at what came out. Most answers are pieces of the table, or the end of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tabletop_kernel.effects import Effect
from tabletop_kernel.frames import FrameGame, played
from tabletop_kernel.games.the_north import front
from tabletop_kernel.games.the_north.state import State

# -- cards -----------------------------------------------------------------------------------------------------------


def costliest(state: State, ability: str) -> list[str]:
    """The Ancients of The Wastes whose Protocol or Spark costs the other player most."""
    cost = {card: _cost(state.rules.effects[f"{state.rules.ancient[card]}.{ability}"]) for card in state.wastes}
    return [card for card in state.wastes if cost[card] == max(cost.values())]


def _cost(effect: Effect) -> int:
    """What a line takes from the other player in any case."""
    sure = [act for step in effect.steps if not step.tests for act in step.acts if act.verb == "other-loses"]
    return sum(act.args[0] for act in sure if act.args[1] is None)


def payable(state: State, card: str) -> list[str]:
    """The Ancients of The Wastes that can be Reprogrammed with a card."""
    return [str(move[2]) for move in front.reprograms(state, state.active) if move[1] == card and len(move) > 2]


def zone(state: State, seat: int, *sides: str) -> list[str]:
    """The cards in a Zone, by side and name; of both sides, or of those that are named."""
    return [
        f"{row}:{state.name(card, side)}"
        for side, row in (("ancient", "ancients"), ("facility", "facilities"))
        for card in state.row(side)[seat]
        if side in (sides or (side,))
    ]


# -- what comes of it ------------------------------------------------------------------------------------------------


def winner(game: FrameGame[State], state: State, *moves: list[Any]) -> str:
    """The seat that has won, once these moves have been made; alone, whoever has not won has lost to The Collector."""
    result = played(game, state, moves).result
    assert result is not None, "these moves do not end the game"
    if state.solo and not result.winners:
        return "collector"
    return str(result.winners[0]) if len(result.winners) == 1 else "nobody"


def facts(game: FrameGame[State]) -> Mapping[str, Callable[..., Any]]:
    """All facts by name; some need the game to play on."""
    plain = {fact.__name__: fact for fact in (costliest, payable, zone)}
    return {**plain, "winner": partial(winner, game)}
