"""What bots think: a look to the end of the turn for the greedy one, quick judgement and chances for the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from tabletop_kernel.game import Config, Move, View
from tabletop_kernel.games.the_west_ascendant.scoring import total
from tabletop_kernel.games.the_west_ascendant.state import Rules, State
from tabletop_kernel.judgement import by_lead, decided, plausible, try_out

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.rules import TheWest

WORLDS = 2  # imagined tables on which a move is tried
LONGEST = 60  # moves to the end of a turn
NOISE = 1.0  # points by which quick judgement errs
CERTAIN = 100.0  # points that a win is worth
LOCUS, GATE, CITY = 5.0, 2.0, 6.0  # what the house cards score
CARD = 0.9  # a card in hand, as long as there is time to use it
EVEN, PER_TURN = 4.0, 1.2  # how many points ahead make a game three to one: at the end, and for each turn to come
LOSS = 4.5  # points that a player loses in a turn of the other


# -- to the end of the turn, from a view -------------------------------------------------------------------------------


def appraise(game: TheWest, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
    """What the table is worth at the end of the turn after each move, on a few tables that look like this one."""
    return try_out(game, config, view, moves, WORLDS, partial(_play_on, game), _worth)


def _play_on(game: TheWest, state: State, seat: int, rng: Random) -> None:
    """Carry the turn to its end by quick judgement, the reaction of the other player included."""
    now = state.turn
    for _ in range(LONGEST):
        if not state.frames or state.turn != now:
            return
        mover = state.frames[-1][1]
        game.apply(state, mover, quick(state, mover, game.moves(state, mover), rng))


def to_come(state: State) -> float:
    """How many more turns each player has, roughly: until somebody is at 0, or the deck has run out twice."""
    cards = len(state.deck) if state.dusk else len(state.deck) + len(state.discard) + 10
    by_cards = max(0.0, cards - state.rules.last_cards) / 5.0
    return min(by_cards, min(state.points) / LOSS)


def _worth(state: State, seat: int) -> float:
    """The lead, with what is not yet points: cards in hand, and what Doppelgates and Loci will still do."""
    if state.result is not None:
        return CERTAIN * ((seat in state.result.winners) - (1 - seat in state.result.winners))
    turns = to_come(state)
    return _standing(state, seat, turns) - _standing(state, 1 - seat, turns)


def _standing(state: State, seat: int, turns: float) -> float:
    own = state.rules.worth
    each_turn = 0.5 * len(state.gates[seat]) + 0.5 * sum(own[locus] for locus in state.zone[seat])
    return total(state, seat) + turns * each_turn + _hand(state, seat, turns)


def _hand(state: State, seat: int, turns: float) -> float:
    """What the cards in a hand may become in the turns that are left."""
    hand = state.hand[seat]
    usable = min(len(hand), 2.5 * turns)
    worth = CARD * usable
    if turns < 1:
        return worth
    cost = state.rules.gate_cost
    worth += sum(0.6 for name in state.rules.types if hand.count(name) >= cost)
    if not state.city[seat] and all(name in hand for name in state.rules.types):
        worth += 1.5
    return worth


# -- at a glance, from an imagined state -------------------------------------------------------------------------------


def quick(state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
    """A plausible move, found fast: the best by the plain worth of what it does, with a little noise."""
    return plausible(moves, partial(_glance, state, state.rules, seat), NOISE, rng)


def _glance(state: State, rules: Rules, seat: int, move: Move) -> float:
    """The worth of one move, in points."""
    return _GLANCES.get(str(move[0]), _flat)(state, rules, seat, move)


def _flat(state: State, rules: Rules, seat: int, move: Move) -> float:
    """Doing something beats leaving it by a little; ending a turn comes last."""
    return {"do": 0.4, "use": 0.0, "leave": 0.0, "end": -0.5, "skip": -2.0, "under": -0.2}.get(str(move[0]), 0.0)


def _all(state: State, rules: Rules, seat: int, move: Move) -> float:
    count = state.middle.count(str(move[1]))
    return (1 + CARD) * count + rules.worth[f"{move[1]}.pulse"]


def _two(state: State, rules: Rules, seat: int, move: Move) -> float:
    return 2 * (1 + CARD) + len(state.gates[seat]) + sum(_use_for(state, rules, seat, str(name)) for name in move[1:])


def _use_for(state: State, rules: Rules, seat: int, name: str) -> float:
    """How well a card goes with a hand: towards three of a kind, or to complete a pair for a Locus."""
    hand = state.hand[seat]
    worth = 0.3 * min(hand.count(name), 2)
    for top in state.tops:
        needed = rules.required[top]
        if name in needed and name not in hand and any(other in hand for other in needed if other != name):
            worth += 0.4
    return worth


def _locus(state: State, rules: Rules, seat: int, move: Move) -> float:
    later = 0.5 * to_come(state) * rules.worth[str(move[1])]
    return LOCUS - 2 * CARD + len(state.gates[seat]) + later + (2.0 if state.city[seat] else 0.0)


def _city(state: State, rules: Rules, seat: int, move: Move) -> float:
    pairs = min(len(state.zone[seat]), len(state.gates[seat]))
    return CITY + 2 * pairs + len(state.gates[seat]) - 4 * CARD


def _gate(state: State, rules: Rules, seat: int, move: Move) -> float:
    return GATE + 0.5 * to_come(state) - rules.gate_cost * CARD * 0.6


def _discard(state: State, rules: Rules, seat: int, move: Move) -> float:
    """The card that is least missed; whether it is worth it depends on what it buys."""
    return 0.3 - _use_for(state, rules, seat, str(move[1])) / 2


def _recover(state: State, rules: Rules, seat: int, move: Move) -> float:
    return _use_for(state, rules, seat, str(move[1]))


def _exchange(state: State, rules: Rules, seat: int, move: Move) -> float:
    return _use_for(state, rules, seat, str(move[2])) - _use_for(state, rules, seat, str(move[1])) - 0.3


_GLANCES: dict[str, Callable[[State, Rules, int, Move], float]] = {
    "all": _all,
    "two": _two,
    "locus": _locus,
    "city": _city,
    "gate": _gate,
    "discard": _discard,
    "recover": _recover,
    "exchange": _exchange,
}


def prospects(state: State) -> list[float]:
    """Each seat's chance to win, by the lead and by how long the game will still take."""
    if state.result is not None:
        return decided(state.result, 2)
    mine = by_lead(_worth(state, 0), EVEN + PER_TURN * to_come(state))
    return [mine, 1 - mine]
