"""Opinions: a sensible player's first impression of each move, and of the whole table at a glance.

The first part, for the greedy bot, works with a seat's view. The second works with imagined states and must be quick: a
search calls it thousands of times a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

from tabletop_kernel.contract.game import Config, Move, PerConfig, View, shares_when_alone
from tabletop_kernel.contract.opinions import Agreed, Opinions
from tabletop_kernel.games.royal_ascension.content import SHOP, SPADES
from tabletop_kernel.games.royal_ascension.state import Rules, State
from tabletop_kernel.games.royal_ascension.sums_in_view import AVERAGE_CARD, Sight, count_cards

if TYPE_CHECKING:
    from random import Random

GOLD_WORTH = 0.5  # the worth of 1 gold in hand, in points of strength
BATTLE_WORTH = 14.0  # the worth of winning a territory, in points of strength
LEAST_CHANCE_TO_FIGHT = 0.5  # a sensible player avoids a battle with a lower chance to win

# -- at first sight, from a view -------------------------------------------------------------------------------------


def _rate_other(sight: Sight, move: Move) -> float:
    return 0.0


def _rate_territory(sight: Sight, move: Move) -> float:
    return float(sight.rules.strength[str(move[1])])


def _rate_walk(sight: Sight, move: Move) -> float:
    """Return a space's worth, in points of strength."""
    kind = sight.rules.layout.kinds[int(move[1])]
    if kind == "H":
        return _heart_worth(sight)
    if kind in "DC":
        return AVERAGE_CARD * (GOLD_WORTH if kind == "D" else 1.0)
    if kind == SHOP:
        return float(min(sight.gold, 20)) * (1 - GOLD_WORTH) * 1.2 - 1
    if kind == SPADES:
        best = max((sight.chance_to_beat(other) for other in sight.likely_targets()), default=LEAST_CHANCE_TO_FIGHT)
        return (best - LEAST_CHANCE_TO_FIGHT) * 2 * BATTLE_WORTH
    return 0.0


def _heart_worth(sight: Sight) -> float:
    """Return how much one more heart improves the best two, on average."""
    second = sight.hearts[1] if len(sight.hearts) > 1 else 0
    return sum(max(0, value - second) for value in range(1, 14)) / 13


def _rate_challenge(sight: Sight, move: Move) -> float:
    """Prefer the likeliest victory; among equals, the rival with more territories."""
    other = int(move[1])
    return sight.chance_to_beat(other) + 0.01 * count_cards(sight.view["territories"][other])


def _rate_no_battle(sight: Sight, move: Move) -> float:
    return LEAST_CHANCE_TO_FIGHT


def _rate_alliance(sight: Sight, move: Move) -> float:
    """Prefer to stay out of a likely defeat, or if everything is at stake."""
    view = sight.view
    if view["active"] == sight.seat:
        return 1 - max((sight.chance_to_beat(other) for other in sight.likely_targets()), default=0.0)
    return 1.0 if view["all_in"][view["active"]] else 1 - sight.chance_to_beat(view["active"])


def _rate_commitment(sight: Sight, move: Move) -> float:
    """Prefer the strongest piece."""
    piece = str(move[1])
    return 100.0 + sight.rules.strength.get(piece, 0) + sight.rules.value.get(piece, 0)


def _rate_weapon(sight: Sight, move: Move) -> float:
    return float(sight.rules.value[str(move[1])])


def _rate_payment(sight: Sight, move: Move) -> float:
    """Prefer the smallest card that completes the payment, or else the largest card."""
    weapons, paid = sight.view["frames"][-1][2]
    value = sight.rules.value
    need = sum(value[card] for card in weapons) - sum(value[card] for card in paid) - sight.view["credit"][sight.seat]
    worth = value[str(move[1])]
    return 50.0 - worth if worth >= need else float(worth)


def _rate_paid(sight: Sight, move: Move) -> float:
    return 100.0


def _rate_draw(sight: Sight, move: Move) -> float:
    return _heart_worth(sight) if move[1] == "hearts" else AVERAGE_CARD * GOLD_WORTH


def _rate_loss(sight: Sight, move: Move) -> float:
    """Prefer to give away the least valuable piece."""
    piece = str(move[1])
    return -float(sight.rules.strength.get(piece, 0) + sight.rules.value.get(piece, 0))


def _rate_pick(sight: Sight, move: Move) -> float:
    return float(sight.rules.value.get(str(move[1]), 0))


def _rate_end(sight: Sight, move: Move) -> float:
    return LEAST_CHANCE_TO_FIGHT


RATING_BY_VERB: dict[str, Callable[[Sight, Move], float]] = {
    "take": _rate_territory,
    "claim": _rate_territory,
    "attach": _rate_territory,
    "walk": _rate_walk,
    "attack": _rate_challenge,
    "pass": _rate_no_battle,
    "ally": _rate_alliance,
    "fight": _rate_no_battle,
    "commit": _rate_commitment,
    "buy": _rate_weapon,
    "pay": _rate_payment,
    "done": _rate_paid,
    "draw": _rate_draw,
    "give": _rate_loss,
    "give-up": _rate_loss,
    "discard": _rate_loss,
    "pick": _rate_pick,
    "end": _rate_end,
}

# -- at a glance, from an imagined state -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a softmax over the seats: how much each possession adds to the chance to win."""

    lands: float
    lands_squared: float
    six_lands: float  # for a sixth territory: one more wins
    power: float  # for power times territories
    best_hearts: float
    other_hearts: float
    weapons: float
    best_land: float
    gold: float
    alliance: float
    excluded: float  # for a seat that can't be attacked
    on_turn: float


# Fitted to 900 games between greedy bots for each number of players.
WEIGHTS = {
    3: Weights(-0.160, 0.0615, 0.005, 0.0022, 0.046, 0.021, 0.076, 0.039, 0.009, 0.105, 0.135, 0.267),
    4: Weights(0.250, -0.0074, 0.633, 0.0046, 0.035, 0.018, 0.090, 0.064, 0.017, 0.075, 0.167, 0.304),
}


def _commitment_strength(state: State, move: Move) -> int:
    if move[0] != "commit":
        return 0
    piece = str(move[1])
    return state.rules.strength.get(piece, 0) + state.rules.value.get(piece, 0)


def _choose_walk(state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
    """Choose a walk to Spades if strong, or to another space if weak; at random among equals."""
    own_power = _battle_power(state, seat)
    weaker_rivals = sum(own_power > _battle_power(state, other) for other in range(state.seats) if other != seat)
    is_strong = 2 * weaker_rivals >= state.seats - 1
    kinds = state.rules.layout.kinds
    preferred = [move for move in moves if (kinds[int(move[1])] == SPADES) == is_strong]
    choices = preferred or moves
    return choices[int(rng.random() * len(choices))]


def _battle_power(state: State, seat: int) -> int:
    """Return the strength a seat can bring to a battle; 99 without territories, so that no one attacks it."""
    value, lands = state.rules.value, state.territories[seat]
    if not lands:
        return 99
    power = max(state.rules.strength[land] for land in lands) - state.plague[seat]
    for card in state.hearts[seat][-2:]:
        power += value[card]
    for card in state.clubs[seat]:
        power += value[card]
    return power


def _seat_score(state: State, seat: int) -> float:
    value, weight = state.rules.value, WEIGHTS[state.seats]
    lands, hearts = len(state.territories[seat]), state.hearts[seat]
    best_hearts = sum(value[card] for card in hearts[-2:])
    weapons = sum(value[card] for card in state.clubs[seat])
    best_land = max((state.rules.strength[land] for land in state.territories[seat]), default=0)
    return (
        weight.lands * lands
        + weight.lands_squared * lands * lands
        + weight.six_lands * (lands >= 6)
        + weight.power * lands * (best_hearts + weapons + best_land)
        + weight.best_hearts * best_hearts
        + weight.other_hearts * sum(value[card] for card in hearts[:-2])
        + weight.weapons * weapons
        + weight.best_land * best_land
        + weight.gold * sum(value[card] for card in state.diamonds[seat])
        + weight.alliance * len(state.alliances[seat])
        + weight.excluded * (seat in state.excluded)
        + weight.on_turn * (seat == state.active)
    )


class RoyalOpinions(Opinions[State]):
    """The judgement of bots and the coach: by strength, territories and gold."""

    def __init__(self, game: Agreed[State], rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.rules_for = rules_for

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        sight = Sight(self.rules_for(config), view)
        return [RATING_BY_VERB.get(str(move[0]), _rate_other)(sight, move) for move in moves]

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return a plausible move, found fast."""
        kind = state.frames[-1][0]
        if kind == "commit":
            return max(moves, key=lambda move: _commitment_strength(state, move))
        if kind == "walk":
            return _choose_walk(state, seat, moves, rng)
        if kind == "attack":
            return min(moves, key=lambda move: _battle_power(state, int(move[1])) if len(move) > 1 else 99)
        if kind == "alliance":
            return moves[0] if _battle_power(state, seat) < _battle_power(state, state.active) else moves[-1]
        if kind == "draft":
            return max(moves, key=lambda move: state.rules.strength[str(move[1])])
        if kind == "pay" and ("done",) in moves:
            return ("done",)
        if kind == "shop" and len(moves) > 1:
            return moves[-2]
        return moves[int(rng.random() * len(moves))]

    def prospects(self, state: State) -> list[float]:
        """Return each seat's chance to win, mostly from its territories, then from its strength."""
        if state.result is not None:
            return shares_when_alone(state.result)
        weights = [0.0 if state.out[seat] else exp(_seat_score(state, seat)) for seat in range(state.seats)]
        total = sum(weights)
        return [weight / total for weight in weights]

    def is_out(self, state: State, seat: int) -> bool:
        return bool(state.out[seat])

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        # Imported late: fractions are slow to import.
        from tabletop_kernel.games.royal_ascension.aims_in_words import aim_text

        return aim_text(self.rules_for(config), view, seat, move)
