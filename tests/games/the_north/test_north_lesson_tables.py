"""Every table of the course could have come about by play: cards, hands, Nodes and points fit each other."""

from __future__ import annotations

from itertools import chain

import pytest
from north import GAME

from tabletop_kernel.contract.lessons import Step
from tabletop_kernel.games.the_north.content import WASTES_SIZE
from tabletop_kernel.games.the_north.state import COLLECTOR, DIRECTIVES_PER_TURN, DISCHARGED, State
from tabletop_kernel.learning.lesson_run import Lesson

STEPS = {step.id: step for chapter in GAME.teaching.chapters for step in chapter.steps}
HAND = GAME.content.numbers.hand
MOST_LOST = 12  # in one turn of the other player; more would astonish even who has played often
every_step = pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))


def first_seen(step: Step) -> State:
    state = Lesson(GAME, step).session.truth
    assert isinstance(state, State)
    return state


def is_short(step: Step) -> bool:
    """A game with fewer cards and points, which the step has to say."""
    return "short game" in step.say


def kind_of(state: State) -> str:
    return state.frames[-1][0]


def turns_before(state: State, seat: int) -> int:
    """The turns that a player has finished."""
    if state.solo:
        return state.turn - 1
    return sum((turn % 2 == 1) == (seat == state.first) for turn in range(1, state.turn))


def owned(state: State, seat: int) -> list[str]:
    piles = (state.hand, state.deck, state.discard, state.ancients, state.facilities)
    return [card for pile in piles for card in pile[seat]]


def amount(state: State, key: str, verb: str) -> int:
    """How much of something an ability does in any case, such as the points that it takes."""
    steps = state.rules.effects[key].steps
    acts = [act for step in steps if not step.tests for act in step.acts if act.verb == verb]
    return sum(act.args[0] if act.args else 1 for act in acts if not any(act.args[1:]))


def used_here(state: State, seat: int) -> list[str]:
    """The abilities that the cards of a Zone and, by Sparks, of a Discard have used."""
    rules = state.rules
    keys = [f"{rules.ancient[card]}.protocol" for card in state.ancients[seat]]
    keys += [f"{rules.facility[card]}.protocol" for card in state.facilities[seat]]
    return keys + [f"{rules.ancient[card]}.spark" for card in state.discard[seat] if card not in rules.origin]


@every_step
def test_all_cards_are_there(step: Step) -> None:
    state = first_seen(step)
    both = chain.from_iterable(owned(state, seat) for seat in range(state.seats))
    there = [*both, *state.wastes, *state.wastes_deck, *state.collector, *state.box]
    assert sorted(there) == sorted(state.rules.cards)
    assert not state.box or is_short(step), "cards are missing, and the step does not say so"
    assert not [card for card in (*state.wastes, *state.wastes_deck) if card in state.rules.origin]


@every_step
def test_the_wastes_lack_what_was_reprogrammed(step: Step) -> None:
    state = first_seen(step)
    assert len(state.wastes) == WASTES_SIZE - state.used.count("reprogram")


@every_step
def test_the_turn_has_left_its_cards(step: Step) -> None:
    """The Discard is empty when a turn begins; what was played lies in the Zone, and the rest of three in the hand."""
    state = first_seen(step)
    me, kind, used = state.active, kind_of(state), state.used
    assert state.solo or (state.turn % 2 == 1) == (me == state.first), "whose turn is it?"
    if kind == "shuffle":
        assert len(state.hand[me]) <= HAND
        return
    if state.ruling["ruling.must-three"] == "must":
        assert (len(used) == DIRECTIVES_PER_TURN) == (kind in ("end", "take-one"))
    assert len(state.discard[me]) == 2 * used.count("reprogram") + used.count("facility")
    assert len(state.ancients[me]) >= used.count("ancient") and len(state.facilities[me]) >= used.count("facility")
    drawn = sum(amount(state, key, "draw") for key in used_here(state, me)) + used.count("discharge")
    cost = sum(kind != "discharge" for kind in used)
    least = min(HAND, cost + len(state.hand[me]) + len(state.deck[me])) - cost  # an empty Deck may have had too few
    assert least <= len(state.hand[me]) <= HAND - cost + (drawn if used else 0)


@every_step
def test_nodes_have_had_the_time_to_grow(step: Step) -> None:
    state = first_seen(step)
    in_turn = kind_of(state) in ("directive", "end")
    for seat, level in enumerate(state.node):
        discharged = in_turn and seat == state.active and "discharge" in state.used
        assert (level == DISCHARGED) == discharged
        charged = sum(amount(state, key, "charge") for key in used_here(state, seat))
        assert level <= 1 + turns_before(state, seat) + charged


@every_step
def test_everybody_was_given_an_ancient_for_each_turn_of_the_other(step: Step) -> None:
    state = first_seen(step)
    if state.solo:
        assert len(state.collector) >= turns_before(state, 0), "the top card of the Wastes Deck, turn by turn"
        return
    for seat in range(state.seats):
        taken = turns_before(state, 1 - seat) if state.ruling["ruling.take-one-choice"] == "must" else 0
        gained = sum(state.used.count(kind) for kind in ("reprogram", "facility")) if seat == state.active else 0
        others = [card for card in owned(state, seat) if card not in state.rules.origin]
        assert len(others) >= taken + gained
        zone = len(state.ancients[seat]) + len(state.facilities[seat])
        assert zone <= DIRECTIVES_PER_TURN * turns_before(state, seat) + (
            len(state.used) if seat == state.active else 0
        )
    if state.turn == 1 and not state.used:
        assert all(card in state.rules.origin for card in owned(state, state.active))


@every_step
def test_points_are_lost_by_what_lies_there(step: Step) -> None:
    """Nobody has points that a card in a Zone, a Spark of this turn or the back side has already taken."""
    state = first_seen(step)
    numbers = GAME.content.numbers
    began = [numbers.solo_points, numbers.collector_standard] if state.solo else [numbers.points] * 2
    for seat in range(2):
        lost = 0
        if not (state.solo and seat == 0):
            other = 1 - seat
            lost += sum(amount(state, key, "other-loses") for key in used_here(state, other) if "spark" not in key)
            if other == state.active and "discharge" in state.used:
                lost += 1
        if not (state.solo and seat == COLLECTOR):
            lost += sum(amount(state, key, "lose") for key in used_here(state, seat) if "spark" not in key)
        if state.solo and seat == 0:  # 2 a turn and 1 for each Ancient that The Collector got besides its top cards
            lost += turns_before(state, 0) + len(state.collector)
        assert state.points[seat] <= began[seat] - lost
        if not is_short(step):
            turns = turns_before(state, 0 if state.solo else 1 - seat) + bool(state.used)
            assert state.points[seat] >= began[seat] - MOST_LOST * turns


@every_step
def test_sparks_of_this_turn_have_taken_their_points(step: Step) -> None:
    """Of the cards in the Discard at most those that were paid are without effect."""
    state = first_seen(step)
    me = state.active
    if kind_of(state) == "shuffle" or state.solo:
        return
    rules = state.rules
    sparks = sorted(
        amount(state, f"{rules.ancient[card]}.spark", "other-loses")
        for card in state.discard[me]
        if card not in rules.origin
    )
    zone = [key for key in used_here(state, me) if "spark" not in key]
    lost = sum(sparks[: state.used.count("reprogram")]) + sum(amount(state, key, "other-loses") for key in zone)
    assert state.points[1 - me] <= GAME.content.numbers.points - lost


@every_step
def test_a_choice_has_more_than_one_option(step: Step) -> None:
    """What an ability asks for on the way of a step is a decision; what has one option only is no task."""
    lesson = Lesson(GAME, step)
    lesson.pointed |= set(lesson.unfound)
    lesson.predicted = "said"
    for move in step.way:
        state = lesson.session.truth
        if GAME.pace.is_resolving(state) and state.frames[-1][1] == step.seat:
            assert len(lesson.session.moves(step.seat)) > 1, f"before {move}"
        lesson.submit(tuple(move))
