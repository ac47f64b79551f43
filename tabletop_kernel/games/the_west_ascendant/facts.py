"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process, a fact lets
that process run on a copy and looks at what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tabletop_kernel.chance import Chance
from tabletop_kernel.frames import FrameGame, played
from tabletop_kernel.games.the_west_ascendant import scoring, setup, turn
from tabletop_kernel.games.the_west_ascendant.state import State
from tabletop_kernel.games.the_west_ascendant.words import locus_name, seat_name, type_name

KIND = {"prime": "Prime", "trigger": "Trigger"}

# -- setup -----------------------------------------------------------------------------------------------------------


def _laid(state: State) -> State:
    """A table just laid."""
    table = State(state.rules, Chance(1))
    setup.lay_table(table, None)
    return table


def start_points(state: State) -> int:
    """The points with which each player begins."""
    return _laid(state).points[0]


def players(state: State) -> int:
    return len(_laid(state).points)


def facilities(state: State) -> int:
    """How many Facility cards there are."""
    return len(state.rules.cards)


def start_side(state: State) -> str:
    """The side on which a Cityengine lies at the beginning."""
    return "Complete" if _laid(state).city[0] else "Plan"


def start_gates(state: State) -> int:
    """How many Doppelgates lie in a Zone at the beginning: the starting one."""
    return len(_laid(state).gates[0]) + 1


def start_deck(state: State) -> int:
    """How many cards the deck has when all is dealt."""
    return len(_laid(state).deck)


def start_hand(state: State) -> int:
    return len(_laid(state).hand[0])


def start_middle(state: State) -> int:
    return len(_laid(state).middle)


def locus_decks(state: State) -> str:
    """How the Loci are split."""
    decks = _laid(state).loci
    return f"{len(decks)} decks of {len(decks[0])}"


def kind(state: State, locus: str) -> str:
    """Prime or Trigger."""
    return KIND[state.rules.content.loci[locus].kind]


def required(state: State, locus: str) -> str:
    """The two Required Facilities."""
    return " and ".join(type_name(state.rules, name) for name in state.rules.content.loci[locus].required)


def active(state: State) -> str:
    """Who has the turn card."""
    return seat_name(state.active)


def second(state: State) -> str:
    """Who has the Second Player card."""
    return seat_name(1 - state.first)


def hand_size(state: State, seat: int) -> int:
    return len(state.hand[seat])


# -- playing on ------------------------------------------------------------------------------------------------------


def after(game: FrameGame[State], state: State, what: str, seat: int, *moves: list[Any]) -> int:
    """A seat's points, or the size of a pile of its own, once these moves have been made."""
    value = getattr(played(game, state, moves), what)[seat]
    return value if isinstance(value, int) else len(value)


def size_after(game: FrameGame[State], state: State, what: str, *moves: list[Any]) -> int:
    """The size of the deck, the middle or the discard pile once these moves have been made."""
    return len(getattr(played(game, state, moves), what))


def top_after(game: FrameGame[State], state: State, deck: int, *moves: list[Any]) -> str:
    """The top of a Locus deck (counted from 1) once these moves have been made."""
    cards = played(game, state, moves).loci[deck - 1]
    return locus_name(state.rules, cards[0]) if cards else "none"


def next_up(game: FrameGame[State], state: State, *moves: list[Any]) -> str:
    """Who decides once these moves have been made."""
    twin = played(game, state, moves)
    return seat_name(twin.frames[-1][1]) if twin.frames else "nobody"


def may_skip(game: FrameGame[State], state: State, seat: int) -> str:
    return "yes" if ("skip",) in game.moves(state, seat) else "no"


def could(game: FrameGame[State], state: State, seat: int, verb: str) -> int:
    """How many moves of a kind a seat has now."""
    return sum(move[0] == verb for move in game.moves(state, seat))


# -- the end ---------------------------------------------------------------------------------------------------------


def ending(state: State) -> str:
    """Whether a check would end the game now."""
    return "yes" if turn.over(state) else "no"


def score(state: State, seat: int, rule: str = "") -> int:
    """A seat's score if the game ended now, or what one rule adds to it."""
    found = scoring.scores(state)[seat]
    return found.part(rule) if rule else found.total


def winner(state: State) -> str:
    """Who would win if the game ended now."""
    twin = state.clone()
    scoring.finish(twin, "end.deck", None)
    assert twin.result is not None
    winners = [seat_name(seat) for seat in twin.result.winners]
    return winners[0] if len(winners) == 1 else "nobody: it is a draw"


def modes(state: State) -> int:
    """How many ways to play the source describes: the game knows one number of players and no other mode."""
    return len([state.rules.config.seats])


FACTS: Mapping[str, Callable[..., Any]] = {
    fact.__name__: fact
    for fact in (
        start_points, players, facilities, start_side, start_gates, start_deck, start_hand, start_middle, locus_decks,
        kind, required, active, second, hand_size, ending, score, winner, modes,
    )
}  # fmt: skip
PLAYED = (after, size_after, top_after, next_up, may_skip, could)


def facts(game: FrameGame[State]) -> Mapping[str, Callable[..., Any]]:
    """All facts by name; some need the game to play on."""
    return {**FACTS, **{fact.__name__: partial(fact, game) for fact in PLAYED}}
