"""The facts that lessons ask for, computed by the rules and never written down beside them.

Each fact takes a state and plain arguments, and doesn't change the state. If the rules are a process, the fact runs it
on a copy and reads the result. Places in the middle count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from tabletop_kernel.contract.decision_stack import DecisionGame, play_moves
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.the_west_ascendant import actions, scoring, turn, waiting_effects
from tabletop_kernel.games.the_west_ascendant.abilities import does_something
from tabletop_kernel.games.the_west_ascendant.choices import Exchange
from tabletop_kernel.games.the_west_ascendant.state import MOST_TURNS, SEATS, State

# -- the table as it lies --------------------------------------------------------------------------------------------


def commonest(state: State) -> list[int]:
    """Return the places of the most frequent types in the middle."""
    most = max(map(state.middle.count, state.middle))
    return _places(state, [name for name in state.middle if state.middle.count(name) == most])


def takable(state: State) -> list[int]:
    """Return the places of the types that can be taken from the middle now."""
    return _places(state, [str(move[1]) for move in actions.facility_actions(state) if move[0] == "all"])


def _places(state: State, names: Collection[str]) -> list[int]:
    return [place for place, name in enumerate(state.middle) if name in names]


def in_both(state: State, seat: int) -> list[str]:
    """Return the cards in a hand whose type can be taken from the middle."""
    return _cards_of_types(
        state, seat, [name for name in state.rules.types if ("all", name) in actions.facility_actions(state)]
    )


def _cards_of_types(state: State, seat: int, names: Collection[str]) -> list[str]:
    """Return the cards of these types in a hand, numbered by type: “kiln-0”."""
    held = [name for name in state.hand[seat] if name in names]
    return [f"{name}-{held[:place].count(name)}" for place, name in enumerate(held)]


def swappable(state: State, seat: int) -> int:
    """Return the number of cards in a hand that can be exchanged with the middle."""
    given = {pair[0] for pair in Exchange().picks(state, seat, ())}
    return sum(name in given for name in state.hand[seat])


def recoverable(state: State) -> list[str]:
    """Return the types that can be recovered from the discard pile."""
    return list(dict.fromkeys(state.recoverable()))


def draw_pile(state: State) -> list[str]:
    """Return the pile for drawn cards and Doppelgates; empty if it has no cards."""
    return ["facility"] if state.deck else []


def matching(state: State, seat: int) -> list[str]:
    """Return the cards in a hand that can pay for a Doppelgate."""
    return _cards_of_types(state, seat, [price[0] for price in turn.gate_prices(state, seat)])


def tops(state: State, kind: str = "") -> list[str]:
    """Return the Loci on top of their decks; only “prime” or “trigger” if `kind` is given."""
    return [locus for locus in state.tops if kind in ("", state.rules.content.loci[locus].kind)]


def payable(state: State, seat: int) -> list[str]:
    """Return the Loci that a seat can build now."""
    return [str(move[1]) for move in actions.locus_actions(state, seat)]


def built(state: State, seat: int) -> list[str]:
    """Return the Loci in a Zone."""
    return list(state.zone[seat])


def active(state: State) -> int:
    """Return the active seat."""
    return state.active


def completed(state: State) -> list[int]:
    """Return the seats with a Complete Cityengine."""
    return [seat for seat in range(SEATS) if state.city[seat]]


def last_up(state: State) -> int:
    """Return the seat that takes the last turn a game can have."""
    return state.active if (MOST_TURNS - state.turn) % SEATS == 0 else 1 - state.active


def second(state: State) -> int:
    """Return the seat with the Second Player card."""
    return 1 - state.first


def winner(state: State) -> list[int]:
    """Return the winners if the game ended now."""
    totals = [score.total for score in scoring.scores(state)]
    return [seat for seat in range(SEATS) if totals[seat] == max(totals)]


# -- playing on ------------------------------------------------------------------------------------------------------


def after(game: DecisionGame[State], state: State, what: str, seat: int, *moves: list[str | int]) -> int:
    """Return a seat's points, or the size of one of its piles, after these moves."""
    value = getattr(play_moves(game, state, moves), what)[seat]
    return value if isinstance(value, int) else len(value)


def after_cards(game: DecisionGame[State], state: State, *move: str) -> int:
    """Return the other player's points right after they lose points for the cards taken."""
    events: list[Event] = []
    game.apply(state.clone(), state.active, move, recorder(events))
    return int(next(data["left"] for kind, _, _, data in events if kind == "loses"))


def deck_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> int:
    """Return the number of cards in the deck after these moves."""
    return len(play_moves(game, state, moves).deck)


def dearest(game: DecisionGame[State], state: State) -> list[int]:
    """Return the places of the types that cost the other player most if all of the type is taken."""
    other = 1 - state.active
    names = dict.fromkeys(state.middle)
    left = {name: play_moves(game, state, [["all", name]]).points[other] for name in names}
    return _places(state, [name for name in names if left[name] == min(left.values())])


def emptying(game: DecisionGame[State], state: State) -> list[int]:
    """Return the places of the types that empty the deck if all of the type is taken."""
    names = dict.fromkeys(state.middle)
    return _places(state, [name for name in names if not play_moves(game, state, [["all", name]]).deck])


def makable(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> int:
    """Return the number of Doppelgates that a player can make at a time after these moves."""
    return int(bool(turn.gate_prices(play_moves(game, state, moves), seat)))


def takable_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the places in the current middle whose type can be taken after these moves."""
    return _places(
        state, [str(move[1]) for move in actions.facility_actions(play_moves(game, state, moves)) if move[0] == "all"]
    )


def asked_at(game: DecisionGame[State], state: State, *moves: list[str | int]) -> int:
    """Return the number of the step that waits for a decision after these moves."""
    later = play_moves(game, state, moves)
    return later.rules.number[later.step]


def next_up(game: DecisionGame[State], state: State, *moves: list[str | int]) -> int:
    """Return the seat that decides after these moves."""
    return int(play_moves(game, state, moves).frames[-1][1])


def losing(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats that have lost points after these moves."""
    later = play_moves(game, state, moves)
    return [seat for seat in range(SEATS) if later.points[seat] < state.points[seat]]


def firing(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[str]:
    """Return the waiting Triggers that do something after these moves."""
    later = play_moves(game, state, moves)
    kind, seat, data = later.frames[-1]
    waiting = data[1] if kind == "use" else ()
    return [
        name
        for name in waiting
        if name not in (waiting_effects.GATE, waiting_effects.FIRST_GATE) and does_something(later, seat, name)
    ]


FACTS: Mapping[str, Callable[..., object]] = {
    fact.__name__: fact
    for fact in (
        commonest, takable, in_both, swappable, recoverable, draw_pile, matching, tops, payable, built, active,
        completed, last_up, second, winner,
    )
}  # fmt: skip
FACTS_OF_PLAY = (
    after, after_cards, deck_after, dearest, emptying, makable, takable_after, asked_at, next_up, losing, firing,
)  # fmt: skip


def facts(game: DecisionGame[State]) -> Mapping[str, Callable[..., object]]:
    """Return all facts by name; some need the game to make moves."""
    return {**FACTS, **{fact.__name__: partial(fact, game) for fact in FACTS_OF_PLAY}}
