"""What bots think: a look to the end of the turn for the greedy one, quick judgement and chances for the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from tabletop_kernel.evaluation import by_lead, plausible, try_out
from tabletop_kernel.game import Config, Move, View, each_for_oneself
from tabletop_kernel.games.the_west_ascendant.scoring import each_adds, gain_of_city, total
from tabletop_kernel.games.the_west_ascendant.state import Rules, State

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.rules import TheWest

WORLDS = 2  # imagined tables on which a move is tried
HOPELESS = 4.0  # points that a move has to be behind on one table not to be tried on another
LONGEST = 60  # moves to the end of a turn
NOISE = 1.0  # points by which quick judgement errs
CERTAIN = 100.0  # points that a win is worth
LOSS = 4.5  # points that a player loses in a turn of the other
ROUND = 5.0  # cards that leave the deck in two turns
LATER = 10  # cards that will still come to the discard pile before dusk
# What things are worth in points at the end, fitted to the results of some thousand games between bots:
POINT = 0.7  # a point on the counter: some of it will be lost anyway
CARD, MORE = 0.8, 0.3  # a card in hand, and one beyond the first few
FEW = 6
RADIATES = 0.4  # a made Doppelgate in each turn to come
WORKS = 0.8  # a Locus in the Zone in each turn to come, for every point that its line is worth at a glance,
SOON = 3.0  # as far as one should look ahead
EVEN, PER_TURN = 4.0, 1.2  # how many points ahead make a game three to one: at the end, and for each turn to come


# -- to the end of the turn, from a view -------------------------------------------------------------------------------


def appraise(game: TheWest, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
    """What each move adds to the worth of the table by the end of the turn, on a few tables that look like this one."""
    return try_out(game, config, view, moves, partial(_play_on, game), _worth, WORLDS, HOPELESS)


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
    cards = len(state.deck) if state.dusk else len(state.deck) + len(state.discard) + LATER
    by_cards = max(0.0, cards - state.rules.last_cards) / ROUND
    return min(by_cards, min(state.points) / LOSS)


def _worth(state: State, seat: int) -> float:
    """The lead, with what is not yet points: cards in hand, and what Doppelgates and Loci will still do."""
    if state.result is not None:
        return CERTAIN * ((seat in state.result.winners) - (1 - seat in state.result.winners))
    turns = to_come(state)
    return _standing(state, seat, turns) - _standing(state, 1 - seat, turns)


def _standing(state: State, seat: int, turns: float) -> float:
    near = min(1.0, turns)  # in the last turn points are points, and cards are nothing
    cards = len(state.hand[seat])
    hand = CARD * min(cards, FEW) + MORE * max(0, cards - FEW)
    gates = RADIATES * len(state.gates[seat]) * turns
    own = state.rules.worth
    loci = WORKS * min(turns, SOON) * sum(own[locus] for locus in state.zone[seat])
    return total(state, seat) - (1 - POINT) * near * state.points[seat] + near * hand + gates + loci


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
    return (POINT + CARD) * count + POINT * rules.worth[f"{move[1]}.pulse"]


def _two(state: State, rules: Rules, seat: int, move: Move) -> float:
    radiate = POINT * len(state.gates[seat])
    return 2 * (POINT + CARD) + radiate + sum(_use_for(state, rules, seat, str(name)) for name in move[1:])


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
    works = WORKS * min(to_come(state), SOON) * rules.worth[str(move[1])]
    return each_adds(rules, "locus") + works + POINT * len(state.gates[seat]) - 2 * CARD


def _city(state: State, rules: Rules, seat: int, move: Move) -> float:
    radiate = POINT * len(state.gates[seat])
    return gain_of_city(state, seat) + radiate - (len(move) - 1) * CARD


def _gate(state: State, rules: Rules, seat: int, move: Move) -> float:
    return each_adds(rules, "gate") + RADIATES * to_come(state) - 0.6 * CARD * rules.gate_cost


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
        return each_for_oneself(state.result)
    mine = by_lead(_worth(state, 0), EVEN + PER_TURN * to_come(state))
    return [mine, 1 - mine]
