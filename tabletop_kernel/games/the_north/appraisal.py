"""Opinions for bots: the greedy bot looks one step ahead; the search uses quick judgements and chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.game import Config, Move, PerConfig, View, shares_when_alone
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.games.the_north.back_of_turn_card import LAST_CARDS
from tabletop_kernel.games.the_north.scoring import scores, total_score
from tabletop_kernel.games.the_north.state import Rules, State
from tabletop_kernel.games.the_north.worth_of_effects import CARD_IN_HAND, CARD_IN_ZONE, NODE_CHARGE
from tabletop_kernel.toolkit.quick_judgement import chance_by_lead, pick_plausible, try_out

WORLDS = 2  # imagined tables for each move
NOISE = 0.8  # the error of quick judgement, in points
MOST_POINTS_BEHIND = 1.5  # a move this many points behind on one table isn't tried on another
MOST_MOVES_IN_CHAIN = 60  # moves followed in one chain
EVEN_LEAD = 6.0  # a lead of this many points, with no cards to come, makes a win three times as likely as a loss
WIN_WORTH = 100.0  # the worth of a win, in points
LEAD_PER_CARD = 0.35  # each card still to come from the Wastes Deck adds this to EVEN


# -- one step ahead, from a view ---------------------------------------------------------------------------------------


def _has_met_luck(table: State, twin: State, seat: int) -> bool:
    """Tell if a move revealed anything new to its seat; if not, it has the same result on every table."""
    if twin.deck[seat] is not table.deck[seat]:
        return True
    if twin.wastes_deck is table.wastes_deck:
        return False
    showed_top = table.ruling["ruling.wastes-deck-side"] == "facility-up" and twin.flipped == table.flipped
    return not showed_top or twin.wastes_deck != table.wastes_deck[1:]  # the Facility on top was visible


def _play_on(game: DecisionGame[State], state: State, seat: int, rng: Random) -> None:
    """Play the chain to its end by quick judgement: up to a new Directive, or another seat's decision."""
    for _ in range(MOST_MOVES_IN_CHAIN):
        if not state.frames or state.frames[-1][1] != seat or state.frames[-1][0] in ("shuffle", "directive", "end"):
            return
        game.apply(state, seat, quick_move(state, seat, game.moves(state, seat), rng))


def _table_worth(state: State, seat: int) -> float:
    """Return the lead plus the worth of cards in hand, the Node, and a certain win."""
    if state.result is not None:
        return WIN_WORTH if seat in state.result.winners else -WIN_WORTH
    lead = _lead(state, seat)
    if state.active == seat:
        lead += CARD_IN_HAND * len(state.hand[seat])
    return lead + NODE_CHARGE * (state.node[seat] - (0 if state.solo else state.node[1 - seat]))


def _lead(state: State, seat: int) -> float:
    if state.solo:
        mine, theirs = scores(state)
        return mine.total - theirs.total
    return total_score(state, seat) - total_score(state, 1 - seat)


# -- at a glance, from an imagined state -------------------------------------------------------------------------------


def quick_move(state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
    """Return a plausible move, found fast: the one with the best immediate worth, with a little noise."""
    return pick_plausible(moves, partial(_glance, state, state.rules, seat), NOISE, rng)


def _glance(state: State, rules: Rules, seat: int, move: Move) -> float:
    """Return a move's immediate worth; a face that isn't fully seen counts 0."""
    verb = move[0]
    kind = state.frames[-1][0]
    if verb == "reprogram":
        return _reprogram_worth(rules, str(move[-1])) - (1.0 if kind == "directive" else 0.0) if len(move) > 1 else -1.0
    if verb == "facility":
        top = rules.facility[state.wastes_deck[0]] if state.wastes_deck else ""
        return CARD_IN_ZONE + rules.worth.get(f"{top}.protocol", 0.0) - 1.0
    if verb == "ancient":
        card = str(move[1])
        return CARD_IN_ZONE + rules.worth[f"{rules.ancient[card]}.protocol"] - rules.value[card] - CARD_IN_HAND
    if verb == "discharge":
        return rules.worth.get(f"node.{state.node[seat]}", 0.0) - NODE_CHARGE * state.node[seat]
    if verb == "take":
        return _value_of_named_card(rules, move) + (0.3 if kind == "take-one" else 0.0)
    if verb == "copy":
        name = str(move[1]).split("/")[0]
        return rules.worth.get(f"{name}.{state.frames[-1][2][0]}", 0.0)
    if verb == "play":
        card = str(move[1])
        return (
            CARD_IN_ZONE
            + rules.worth.get(f"{rules.facility.get(card)}.protocol", 0.0)
            - _value_of_named_card(rules, move)
        )
    if verb == "flip":
        card = str(move[1])
        other = rules.facility.get(card) if card in state.ancients[seat] else rules.ancient.get(card)
        return rules.worth.get(f"{other}.protocol", 0.0)
    if verb == "exchange":
        return _value_of_named_card(rules, (move[0], move[2])) - _value_of_named_card(rules, move)
    if verb == "discard":
        return -_value_of_named_card(rules, move)
    return -1.0 if verb in ("end", "decline") else 0.0


def _value_of_named_card(rules: Rules, move: Move) -> float:
    ancient = rules.content.ancients.get(str(move[1]).split("/")[0])
    return float(ancient.worth) if ancient else 0.0


def _reprogram_worth(rules: Rules, face: str) -> float:
    name = face.split("/")[0]
    ancient = rules.content.ancients.get(name)
    return ancient.worth + rules.worth[f"{name}.spark"] if ancient else 0.0


class NorthOpinions(Opinions[State]):
    """The judgement of bots and the coach: by what moves and their effects add to the table."""

    game: DecisionGame[State]
    in_vain = frozenset(("nothing", "no-charge", "cap", "no-target", "no-top", "exchange-void", "not-played"))
    quick = staticmethod(quick_move)

    def __init__(self, game: DecisionGame[State], rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.rules_for = rules_for

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return what each move and its effects add to the table's worth, on a few tables that look like this one."""
        return try_out(
            self.game,
            config,
            view,
            moves,
            partial(_play_on, self.game),
            _table_worth,
            WORLDS,
            MOST_POINTS_BEHIND,
            _has_met_luck,
        )

    def prospects(self, state: State) -> list[float]:
        """Return each seat's chance to win, from the lead and the number of cards still to come."""
        if state.result is not None:
            return shares_when_alone(state.result)
        to_come = max(0, len(state.wastes_deck) - LAST_CARDS)
        mine = chance_by_lead(_table_worth(state, 0), EVEN_LEAD + LEAD_PER_CARD * to_come)
        return [mine] if state.solo else [mine, 1 - mine]

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        from tabletop_kernel.games.the_north.aims_in_words import (
            aim_in_words,  # imported late: most tables never need it
        )

        return aim_in_words(self.game, self.rules_for(config), config, view, seat, move)
