"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process, a fact lets
that process run on a copy and looks at what came out. A place in the middle is counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from tabletop_kernel.contract.decisions import FrameGame, played
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.the_west_ascendant import actions, scoring, turn, waiting
from tabletop_kernel.games.the_west_ascendant.abilities import does_something
from tabletop_kernel.games.the_west_ascendant.choices import Exchange
from tabletop_kernel.games.the_west_ascendant.state import SEATS, State

# -- the table as it lies --------------------------------------------------------------------------------------------


def commonest(state: State) -> list[int]:
    """The places of the type that lies in the middle most often."""
    most = max(map(state.middle.count, state.middle))
    return _places(state, [name for name in state.middle if state.middle.count(name) == most])


def takable(state: State) -> list[int]:
    """The places of the types that can be taken from the middle now."""
    return _places(state, [str(move[1]) for move in actions.takes(state) if move[0] == "all"])


def _places(state: State, names: Collection[str]) -> list[int]:
    return [place for place, name in enumerate(state.middle) if name in names]


def in_both(state: State, seat: int) -> list[str]:
    """The cards of a hand of whose type more could be taken from the middle."""
    return _held(state, seat, [name for name in state.rules.types if ("all", name) in actions.takes(state)])


def _held(state: State, seat: int, names: Collection[str]) -> list[str]:
    """The cards of these types in a hand, counted type by type: «kiln-0»."""
    held = [name for name in state.hand[seat] if name in names]
    return [f"{name}-{held[:place].count(name)}" for place, name in enumerate(held)]


def swappable(state: State, seat: int) -> int:
    """How many cards of a hand could be exchanged with the middle."""
    given = {pair[0] for pair in Exchange().picks(state, seat, ())}
    return sum(name in given for name in state.hand[seat])


def recoverable(state: State) -> list[str]:
    """The types in the part of the discard pile that can be recovered."""
    return list(dict.fromkeys(state.recoverable()))


def draw_pile(state: State) -> list[str]:
    """The pile that cards are drawn from, and that Doppelgates come from; none if it is empty."""
    return ["facility"] if state.deck else []


def matching(state: State, seat: int) -> list[str]:
    """The cards of a hand that could pay for a Doppelgate."""
    return _held(state, seat, [price[0] for price in turn.gate_prices(state, seat)])


def tops(state: State, kind: str = "") -> list[str]:
    """The Loci on top of their decks; those of a kind, "prime" or "trigger", if one is named."""
    return [locus for locus in state.tops if kind in ("", state.rules.content.loci[locus].kind)]


def payable(state: State, seat: int) -> list[str]:
    """The Loci that a seat could build now."""
    return [str(move[1]) for move in actions.builds(state, seat)]


def built(state: State, seat: int) -> list[str]:
    """The Loci in a Zone."""
    return list(state.zone[seat])


def active(state: State) -> int:
    """Who has the turn."""
    return state.active


def completed(state: State) -> list[int]:
    """Whose Cityengine is Complete."""
    return [seat for seat in range(SEATS) if state.city[seat]]


def last_up(state: State) -> int:
    """Who has the last turn that a game can have."""
    return state.active if (turn.LONGEST - state.turn) % SEATS == 0 else 1 - state.active


def second(state: State) -> int:
    """The seat that has the Second Player card."""
    return 1 - state.first


def winner(state: State) -> list[int]:
    """Who would win if the game ended now."""
    totals = [score.total for score in scoring.scores(state)]
    return [seat for seat in range(SEATS) if totals[seat] == max(totals)]


# -- playing on ------------------------------------------------------------------------------------------------------


def after(game: FrameGame[State], state: State, what: str, seat: int, *moves: list[Any]) -> int:
    """A seat's points, or the size of a pile of its own, once these moves have been made."""
    value = getattr(played(game, state, moves), what)[seat]
    return value if isinstance(value, int) else len(value)


def after_cards(game: FrameGame[State], state: State, *move: str) -> int:
    """The points that the other player has when the cards of an action are paid for, and nothing else."""
    events: list[Event] = []
    game.apply(state.clone(), state.active, move, recorder(events))
    return int(next(data["left"] for kind, _, _, data in events if kind == "loses"))


def deck_after(game: FrameGame[State], state: State, *moves: list[Any]) -> int:
    """How many cards the deck has once these moves have been made."""
    return len(played(game, state, moves).deck)


def dearest(game: FrameGame[State], state: State) -> list[int]:
    """The places of the type that costs the other player most, if all of it is taken."""
    other = 1 - state.active
    names = dict.fromkeys(state.middle)
    left = {name: played(game, state, [["all", name]]).points[other] for name in names}
    return _places(state, [name for name in names if left[name] == min(left.values())])


def emptying(game: FrameGame[State], state: State) -> list[int]:
    """The places of the types that leave no card in the deck, if all of the type is taken."""
    names = dict.fromkeys(state.middle)
    return _places(state, [name for name in names if not played(game, state, [["all", name]]).deck])


def makable(game: FrameGame[State], state: State, seat: int, *moves: list[Any]) -> int:
    """How many Doppelgates a player can make at a time once these moves have been made."""
    return int(bool(turn.gate_prices(played(game, state, moves), seat)))


def takable_after(game: FrameGame[State], state: State, *moves: list[Any]) -> list[int]:
    """Which of the cards that lie in the middle now can be taken once these moves have been made."""
    return _places(state, [str(move[1]) for move in actions.takes(played(game, state, moves)) if move[0] == "all"])


def asked_at(game: FrameGame[State], state: State, *moves: list[Any]) -> int:
    """The number of the step in which somebody decides once these moves have been made."""
    then = played(game, state, moves)
    return then.rules.number[then.step]


def next_up(game: FrameGame[State], state: State, *moves: list[Any]) -> int:
    """Who decides once these moves have been made."""
    return int(played(game, state, moves).frames[-1][1])


def losing(game: FrameGame[State], state: State, *moves: list[Any]) -> list[int]:
    """Who has fewer points once these moves have been made."""
    then = played(game, state, moves)
    return [seat for seat in range(SEATS) if then.points[seat] < state.points[seat]]


def firing(game: FrameGame[State], state: State, *moves: list[Any]) -> list[str]:
    """The Triggers that wait and do something once these moves have been made."""
    then = played(game, state, moves)
    kind, seat, data = then.frames[-1]
    found = data[1] if kind == "use" else ()
    return [
        name for name in found if name not in (waiting.GATE, waiting.FIRST_GATE) and does_something(then, seat, name)
    ]


FACTS: Mapping[str, Callable[..., Any]] = {
    fact.__name__: fact
    for fact in (
        commonest, takable, in_both, swappable, recoverable, draw_pile, matching, tops, payable, built, active,
        completed, last_up, second, winner,
    )
}  # fmt: skip
PLAYED = (
    after, after_cards, deck_after, dearest, emptying, makable, takable_after, asked_at, next_up, losing, firing,
)  # fmt: skip


def facts(game: FrameGame[State]) -> Mapping[str, Callable[..., Any]]:
    """All facts by name; some need the game to play on."""
    return {**FACTS, **{fact.__name__: partial(fact, game) for fact in PLAYED}}
