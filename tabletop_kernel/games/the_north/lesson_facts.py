"""The facts that lessons ask for, computed by the rules and never written down beside them.

Each fact takes a state and plain arguments, and doesn't change the state. If the rules are a process, the fact runs it
on a copy and reads the result. Most answers are pieces on the table, or the ends of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tabletop_kernel.contract.decision_stack import DecisionGame, play_moves
from tabletop_kernel.games.the_north import back_of_turn_card, front_of_turn_card
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS
from tabletop_kernel.games.the_north.state import State
from tabletop_kernel.toolkit.card_language import Effect

# -- cards -----------------------------------------------------------------------------------------------------------


def costliest(state: State, ability: str) -> list[str]:
    """Return the Ancients in The Wastes whose Protocol or Spark costs the other player the most."""
    cost = {card: _certain_cost(state.rules.effects[f"{state.rules.ancient[card]}.{ability}"]) for card in state.wastes}
    return [card for card in state.wastes if cost[card] == max(cost.values())]


def _certain_cost(effect: Effect) -> int:
    """Return the points that a line always costs the other player."""
    sure = [act for step in effect.steps if not step.tests for act in step.acts if act.verb == "other-loses"]
    return sum(act.args[0] for act in sure if act.args[1] is None)


def payable(state: State, card: str) -> list[str]:
    """Return the Ancients in The Wastes that a card can pay to Reprogram."""
    return [
        str(move[2])
        for move in front_of_turn_card.reprogram_moves(state, state.active)
        if move[1] == card and len(move) > 2
    ]


def zone(state: State, seat: int, *sides: str) -> list[str]:
    """Return the cards in a Zone by side and name; only the given sides, if any are given."""
    return [
        f"{row}:{state.name(card, side)}"
        for side, row in (("ancient", "ancients"), ("facility", "facilities"))
        for card in state.row(side)[seat]
        if side in (sides or (side,))
    ]


def backed(state: State, seat: int, facility: str) -> list[str]:
    """Return the cards in a hand with this Facility on the back."""
    return [card for card in state.hand[seat] if state.rules.facility[card] == facility]


def on_top(state: State, facility: str) -> list[str]:
    """Return the Decks with this Facility on top."""
    decks = {**{f"deck:{seat}": deck for seat, deck in enumerate(state.deck)}, "wastes-deck": state.wastes_deck}
    return [pile for pile, deck in decks.items() if deck and state.rules.facility[deck[0]] == facility]


def drawn_from(state: State, seat: int) -> str:
    """Return the pile that a seat's next card comes from."""
    return f"deck:{seat}" if state.deck[seat] else f"discard:{seat}"


def full_nodes(state: State) -> list[int]:
    """Return the seats whose Node can't be Charged."""
    return [seat for seat, level in enumerate(state.node) if level == LEVELS]


def checker(state: State) -> int:
    """Return the seat that checks for the end."""
    return 0 if state.solo else 1 - state.first


def collected(state: State) -> list[str]:
    """Return the cards that The Collector would take if the card were turned over now."""
    twin = state.clone()
    twin.frames[:] = [("collect", 0, ())]
    back_of_turn_card.collect_wastes(twin, None)
    taken = twin.collector[len(state.collector) :]
    return [f"wastes:{card}" if card in state.wastes else "wastes-deck" for card in taken]


# -- what comes of it ------------------------------------------------------------------------------------------------


def after(game: DecisionGame[State], state: State, what: str, seat: int, *moves: list[str | int]) -> int:
    """Return a seat's points, or its Node's level, after the active player makes these moves."""
    return int(getattr(play_moves(game, state, moves), what)[seat])


def winner(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return the winning seat after these moves, “nobody” for a tie, or “collector” if the solo player loses."""
    result = play_moves(game, state, moves).result
    assert result is not None, "these moves do not end the game"
    if state.solo and not result.winners:
        return "collector"
    return str(result.winners[0]) if len(result.winners) == 1 else "nobody"


def facts(game: DecisionGame[State]) -> Mapping[str, Callable[..., object]]:
    """Return all facts by name; some need the game to make moves."""
    return {**FACTS, "after": partial(after, game), "winner": partial(winner, game)}


FACTS: Mapping[str, Callable[..., object]] = {
    fact.__name__: fact
    for fact in (costliest, payable, zone, backed, on_top, drawn_from, full_nodes, checker, collected)
}
