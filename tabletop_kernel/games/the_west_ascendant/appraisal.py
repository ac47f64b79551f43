"""Opinions for bots: the greedy bot looks to the end of the turn; the search uses quick judgements and chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.game import Config, Move, PerConfig, View, shares_when_alone
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.games.the_west_ascendant.abilities import BARTER
from tabletop_kernel.games.the_west_ascendant.imagining import Imagined
from tabletop_kernel.games.the_west_ascendant.scoring import (
    count_scoring_cards,
    points_at_end,
    points_for_city,
    points_for_one,
)
from tabletop_kernel.games.the_west_ascendant.state import Counts, Rules, State
from tabletop_kernel.toolkit.quick_judgement import chance_by_lead, try_out

WORLDS = 2  # imagined tables for each move
MOST_POINTS_BEHIND = 4.0  # a move this many points behind on one table isn't tried on another
MOST_MOVES_IN_TURN = 60  # moves to the end of a turn
MOST_OF_A_TYPE = 2  # cards of a type; quick judgement counts no further
NOISE = 1.0  # the error of quick judgement, in points
DECLINE: Move = ("leave",)
WIN_WORTH = 100.0  # the worth of a win, in points
LOSS_PER_TURN = 4.5  # points that a player loses in the other player's turn
CARDS_PER_ROUND = 5.0  # cards that leave the deck in two turns
CARDS_TO_DISCARD = 10  # cards that will still come to the discard pile before dusk
# The worth of things at the end, in points, fitted to the results of some thousand games between bots:
POINT = 0.7  # a point on the counter: some of them will be lost
CARD, LATER_CARD = 0.8, 0.3  # a card in hand, and one beyond the first few
CARDS_OF_FULL_WORTH = 6
GATE_PER_TURN = 0.4  # a made Doppelgate in each turn to come
LOCUS_PER_TURN = 0.8  # a Locus in the Zone in each turn to come, for every point of its line's rough worth,
MOST_TURNS_AHEAD = 3.0  # as far as it makes sense to look ahead
MakeMove = Callable[[State, int, Move], None]  # a move
EVEN_LEAD, LEAD_PER_TURN = (
    4.0,
    1.2,
)  # a lead that makes a win three times as likely as a loss: at the end, and more for each turn


# -- to the end of the turn, from a view -------------------------------------------------------------------------------


def _play_on(game: DecisionGame[State], in_turn: MakeMove, state: State, seat: int, rng: Random) -> None:
    """Play the turn to its end by quick judgement, including the other player's reaction.

    A Barter that only changes which cards players hold makes no difference at the end of the turn, so it is declined.
    """
    now, frames, decisions, idle = state.turn, state.frames, game.decisions, state.rules.barter_is_idle
    make: MakeMove = in_turn if state.rules.quiet else game.apply
    for _ in range(MOST_MOVES_IN_TURN):
        if not frames or state.turn != now:
            return
        kind, mover, _ = frames[-1]
        moves = decisions[kind].moves(state, mover)
        if len(moves) == 1:
            make(state, mover, moves[0])
        elif idle and kind == "offer" and frames[-2][2][0] == BARTER:
            for _ in moves:
                rng.random()  # judging takes as many random numbers, and the turn must go on as if it had
            make(state, mover, DECLINE)
        else:
            make(state, mover, Impressions(state, mover).best(moves, rng))


def estimate_turns_left(state: State) -> float:
    """Estimate the turns that each player has left, until a player is at 0 or the deck has run out twice."""
    cards = len(state.deck) if state.dusk else len(state.deck) + len(state.discard) + CARDS_TO_DISCARD
    mine, theirs = state.points
    by_cards = max(0.0, cards - state.rules.last_cards) / CARDS_PER_ROUND
    by_points = (mine if mine < theirs else theirs) / LOSS_PER_TURN
    return by_cards if by_cards <= by_points else by_points


def _lead_worth(state: State, seat: int) -> float:
    """Return the lead plus the future worth of cards in hand, Doppelgates and Loci."""
    if state.result is not None:
        return WIN_WORTH * ((seat in state.result.winners) - (1 - seat in state.result.winners))
    turns, counts = estimate_turns_left(state), count_scoring_cards(state)
    near = turns if turns < 1.0 else 1.0  # in the last turn only points count, and cards are worthless
    works = LOCUS_PER_TURN * (turns if turns < MOST_TURNS_AHEAD else MOST_TURNS_AHEAD)
    mine = _seat_worth(state, seat, turns, near, works, counts)
    return mine - _seat_worth(state, 1 - seat, turns, near, works, counts)


def _seat_worth(state: State, seat: int, turns: float, near: float, works: float, counts: Counts) -> float:
    cards, points = len(state.hand[seat]), state.points[seat]
    hand = (
        CARD * cards
        if cards <= CARDS_OF_FULL_WORTH
        else CARD * CARDS_OF_FULL_WORTH + LATER_CARD * (cards - CARDS_OF_FULL_WORTH)
    )
    gates = GATE_PER_TURN * counts[seat][1] * turns
    zone = state.zone[seat]
    loci = works * sum(map(state.rules.worth.__getitem__, zone)) if zone else 0.0
    engine = state.engine[seat] if state.city[seat] else ""
    total = points + points_at_end(state.rules, seat, counts, engine)
    return total - (1 - POINT) * near * points + near * hand + gates + loci


# -- at a glance, from an imagined state -------------------------------------------------------------------------------


class Impressions:
    """A table as one seat sees it for one decision.

    The worth of most moves depends on little: none, one or more of each type in hand, the tops, and the made
    Doppelgates. So it is remembered.
    """

    __slots__ = ("_known", "_tops", "rules", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.rules, self.seat = state, state.rules, seat
        self._tops = tuple([deck[0] for deck in state.loci if deck])
        key = (_count_each_type(state, state.hand[seat]), self._tops, len(state.gates[seat]))
        known = state.rules.glances.get(key)
        self._known: dict[Move, float] = state.rules.glances.keep(key, {}) if known is None else known

    def best(self, moves: Sequence[Move], rng: Random) -> Move:
        """Return the best move at first sight, with a little noise: a faster `plausible` that reuses known worths."""
        worths, random = self._known, rng.random
        best, most = moves[0], float("-inf")
        for move in moves:
            worth = worths.get(move)
            if worth is None:
                worth = self.glance(move)
            worth += NOISE * random()
            if worth > most:
                best, most = move, worth
        return best

    def glance(self, move: Move) -> float:
        """Return a move's worth in points, and remember it if it depends on nothing else."""
        verb = str(move[0])
        worth = _WORTH_OF_MOVE_BY_VERB.get(verb, _fixed_worth)(self, move)
        if verb not in VERBS_NOT_REMEMBERED:
            self._known[move] = worth
        return worth

    def use(self, name: str) -> float:
        """Return how well a card suits the hand; remembered, because many moves ask for the same types."""
        fit = self._known.get((name,))
        if fit is None:
            fit = self._known[(name,)] = _fit_of_type(self.state, self.seat, name, self._tops)
        return fit


def _count_each_type(state: State, hand: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many of each type a hand has, up to the most that `_fit_of_type` distinguishes."""
    memory = state.rules.few_of_each
    counts = memory.get(hand)
    if counts is None:
        counts = memory.keep(hand, tuple(min(hand.count(name), MOST_OF_A_TYPE) for name in state.rules.types))
    return counts


def _fit_of_type(state: State, seat: int, name: str, tops: Sequence[str]) -> float:
    """Return how well a card suits a hand: towards three of a kind, or to complete a pair for a Locus."""
    hand = state.hand[seat]
    if name in hand:
        return 0.3 * min(hand.count(name), MOST_OF_A_TYPE)
    worth = 0.0
    for top in tops:
        needed = state.rules.required[top]
        if name in needed and any(other in hand for other in needed if other != name):
            worth += 0.4
    return worth


VERBS_NOT_REMEMBERED = (
    "all",
    "locus",
    "city",
    "gate",
)  # moves whose worth depends on more than a hand, tops and Doppelgates
_WORTH_BY_VERB = {"do": 0.4, "use": 0.0, "leave": 0.0, "end": -0.5, "skip": -2.0, "under": -0.2}


def _fixed_worth(seen: Impressions, move: Move) -> float:
    """Return a fixed worth: doing something is slightly better than declining, and ending a turn comes last."""
    return _WORTH_BY_VERB.get(str(move[0]), 0.0)


def _all_worth(seen: Impressions, move: Move) -> float:
    count = seen.state.middle.count(str(move[1]))
    return (POINT + CARD) * count + POINT * seen.rules.worth[f"{move[1]}.pulse"]


def _two_worth(seen: Impressions, move: Move) -> float:
    radiate = POINT * len(seen.state.gates[seen.seat])
    return 2 * (POINT + CARD) + radiate + (seen.use(str(move[1])) + seen.use(str(move[2])))


def _locus_worth(seen: Impressions, move: Move) -> float:
    works = LOCUS_PER_TURN * min(estimate_turns_left(seen.state), MOST_TURNS_AHEAD) * seen.rules.worth[str(move[1])]
    return points_for_one(seen.rules, "locus") + works + POINT * len(seen.state.gates[seen.seat]) - 2 * CARD


def _city_worth(seen: Impressions, move: Move) -> float:
    radiate = POINT * len(seen.state.gates[seen.seat])
    return points_for_city(seen.state, seen.seat) + radiate - (len(move) - 1) * CARD


def _gate_worth(seen: Impressions, move: Move) -> float:
    return (
        points_for_one(seen.rules, "gate")
        + GATE_PER_TURN * estimate_turns_left(seen.state)
        - 0.6 * CARD * seen.rules.gate_cost
    )


def _discard_worth(seen: Impressions, move: Move) -> float:
    """Prefer the card least missed; what the discard buys decides if it is worth it."""
    return 0.3 - seen.use(str(move[1])) / 2


def _recover_worth(seen: Impressions, move: Move) -> float:
    return seen.use(str(move[1]))


def _exchange_worth(seen: Impressions, move: Move) -> float:
    return seen.use(str(move[2])) - seen.use(str(move[1])) - 0.3


_WORTH_OF_MOVE_BY_VERB: dict[str, Callable[[Impressions, Move], float]] = {
    "all": _all_worth,
    "two": _two_worth,
    "locus": _locus_worth,
    "city": _city_worth,
    "gate": _gate_worth,
    "discard": _discard_worth,
    "recover": _recover_worth,
    "exchange": _exchange_worth,
}


class WestOpinions(Opinions[State]):
    """The judgement of bots and the coach: to the end of the turn, or at a glance."""

    game: DecisionGame[State]
    lookahead = 2  # the other player moves next with what is left in the middle
    in_vain = frozenset(("condition", "nothing", "no-offer", "pulse-void"))

    def __init__(self, game: DecisionGame[State], rules_for: PerConfig[Rules], in_turn: MakeMove) -> None:
        """Judge moves by trying them; `in_turn` makes a move without events, and stops at the end of the turn."""
        super().__init__(game)
        self.rules_for, self.in_turn = rules_for, in_turn

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return what each move adds to the table's worth by the end of the turn, on a few tables like this one."""
        table = Imagined(self.rules_for(config), view).table
        play_on = partial(_play_on, self.game, self.in_turn)
        return try_out(self.game, config, view, moves, play_on, _lead_worth, WORLDS, MOST_POINTS_BEHIND, imagine=table)

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return a plausible move, found fast: the one with the best immediate worth, with a little noise."""
        return moves[0] if len(moves) == 1 else Impressions(state, seat).best(moves, rng)

    def prospects(self, state: State) -> list[float]:
        """Return each seat's chance to win, from the lead and the turns still to come."""
        if state.result is not None:
            return shares_when_alone(state.result)
        mine = chance_by_lead(_lead_worth(state, 0), EVEN_LEAD + LEAD_PER_TURN * estimate_turns_left(state))
        return [mine, 1 - mine]

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        from tabletop_kernel.games.the_west_ascendant.aims_in_words import (
            aim_in_words,  # imported late: few tables need it
        )

        return aim_in_words(self.game, self.rules_for(config), config, view, seat, move)
