"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process, a fact lets
that process run on a copy and looks at what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tabletop_kernel.chance import Chance
from tabletop_kernel.events import Event, recorder
from tabletop_kernel.frames import FrameGame, played
from tabletop_kernel.games.the_west_ascendant import actions, scoring, seeing, setup, turn, waiting
from tabletop_kernel.games.the_west_ascendant.abilities import does_something
from tabletop_kernel.games.the_west_ascendant.state import State
from tabletop_kernel.games.the_west_ascendant.steps import NAMES
from tabletop_kernel.games.the_west_ascendant.words import locus_name, seat_name, type_name

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
    return state.rules.config.seats


def facilities(state: State) -> int:
    """How many Facility cards there are."""
    return len(state.rules.cards)


def types(state: State) -> int:
    """How many types of Facilities there are."""
    return len(state.rules.types)


def pulses(state: State, name: str) -> int:
    """How many different PULSES the Facilities of a type have."""
    return len({state.rules.effects[f"{card}.pulse"].steps for card in state.rules.cards if card == name})


def start_side(state: State) -> str:
    """The side on which a Cityengine lies at the beginning."""
    return "Complete" if _laid(state).city[0] else "Plan"


def start_gates(state: State) -> int:
    """How many Doppelgates lie in a Zone at the beginning, the starting one included."""
    return len(_laid(state).gates[0]) + 1


def start_deck(state: State) -> int:
    """How many cards the deck has when all is dealt."""
    return len(_laid(state).deck)


def dealt_first(state: State) -> str:
    """Whether the top cards of the shuffled deck come to the middle or to the hands."""
    deck = list(state.rules.cards)
    Chance(1).shuffle("deck", deck)
    middle = _laid(state).middle
    return "the middle" if tuple(deck[: len(middle)]) == middle else "the hands"


def back_of(state: State, name: str) -> str:
    """What is on the back of a Facility."""
    content = state.rules.content
    return f"a {content.gates[content.types[name].back].name}"


def locus_decks(state: State) -> str:
    """How the Loci are split."""
    decks = _laid(state).loci
    return f"{len(decks)} decks of {len(decks[0])}"


def at_the_end(state: State, what: str) -> int:
    """What one more Locus ("locus") or made Doppelgate ("gate") adds at the end."""
    return scoring.each_adds(state.rules, what)


# -- cards and eyes --------------------------------------------------------------------------------------------------


def kind(state: State, locus: str) -> str:
    """Prime or Trigger."""
    return state.rules.content.loci[locus].kind.capitalize()


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


def discard_top(state: State) -> str:
    return type_name(state.rules, state.discard[0])


def sees_under(state: State) -> str:
    """Whether a player may look at the second card of a Locus deck."""
    return _yes(seeing.UNSEEN not in seeing.stacked(state, state.rules.loci[:2], None, 0))


def sees_behind(state: State) -> str:
    """Who may look at the Facility side of a made Doppelgate."""
    mine = seeing.made(state, state.rules.types[:1], 0, 0)
    return "nobody" if mine == [seeing.UNSEEN] else "its owner"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


# -- playing on ------------------------------------------------------------------------------------------------------

HAPPENS = {"takes": "the cards are taken", "loses": "the points are lost"}


def step_name(state: State, number: int) -> str:
    """The name of a step of the turn card."""
    return next(NAMES[step] for step, at in state.rules.number.items() if at == number and step in NAMES)


def after(game: FrameGame[State], state: State, what: str, seat: int, *moves: list[Any]) -> int:
    """A seat's points, or the size of a pile of its own, once these moves have been made."""
    value = getattr(played(game, state, moves), what)[seat]
    return value if isinstance(value, int) else len(value)


def comes_first(game: FrameGame[State], state: State, move: list[Any], *kinds: str) -> str:
    """Which of these kinds of events a move causes first, in words."""
    events: list[Event] = []
    game.apply(state.clone(), state.frames[-1][1], tuple(move), recorder(events))
    return HAPPENS[next(event[0] for event in events if event[0] in kinds)]


def top_after(game: FrameGame[State], state: State, deck: int, *moves: list[Any]) -> str:
    """The top of a Locus deck (counted from 1) once these moves have been made."""
    cards = played(game, state, moves).loci[deck - 1]
    return locus_name(state.rules, cards[0]) if cards else "none"


def next_up(game: FrameGame[State], state: State, *moves: list[Any]) -> str:
    """Who decides once these moves have been made."""
    twin = played(game, state, moves)
    return seat_name(twin.frames[-1][1]) if twin.frames else "nobody"


def over_after(game: FrameGame[State], state: State, *moves: list[Any]) -> str:
    """Whether the game is over once these moves have been made."""
    return _yes(played(game, state, moves).result is not None)


def firing(game: FrameGame[State], state: State, *moves: list[Any]) -> list[str]:
    """The Triggers that would do something once these moves have been made."""
    twin = played(game, state, moves)
    seat = twin.active
    listed = waiting.counting(twin, seat, "trigger")
    return [locus_name(state.rules, name) for name in listed if does_something(twin, seat, name)]


def allowed(game: FrameGame[State], state: State, *move: str) -> str:
    """Whether a move is possible now."""
    return _yes(game.judge(state, state.frames[-1][1], move) is None)


def could(game: FrameGame[State], state: State, seat: int, verb: str) -> int:
    """How many moves of a kind a seat has now."""
    return sum(move[0] == verb for move in game.moves(state, seat))


def modes(game: FrameGame[State], state: State) -> int:
    """How many numbers of players there are rules for."""
    return len(game.seats)


# -- on another table: the same, but … -------------------------------------------------------------------------------


def without(game: FrameGame[State], state: State, pile: str, *move: str) -> str:
    """Whether a move would be possible if the discard pile, the middle or the deck were empty."""
    return allowed(game, _emptied(state, pile), *move)


def pulse_without(game: FrameGame[State], state: State, pile: str, *move: str) -> str:
    """Whether a move would count as using a PULSE if a pile were empty."""
    return _yes(bool(played(game, _emptied(state, pile), [list(move)]).pulse))


def _emptied(state: State, pile: str) -> State:
    twin = state.clone()
    twin.box += getattr(twin, pile)
    setattr(twin, pile, ())
    return twin


def refilled(state: State, left: int) -> int:
    """How many cards the middle would have after a refill with so many cards in the deck, at dusk."""
    twin = state.clone()
    twin.dusk, twin.deck = 1, twin.deck[:left]
    turn.refill(twin, twin.active, None)
    return len(twin.middle)


def renewed_bare(state: State) -> int:
    """How many cards the new deck would have if the last card left it with an empty discard pile."""
    twin = state.clone()
    twin.deck, twin.discard = twin.deck[:1], ()
    twin.take_top(False)
    twin.after_top(None)
    return len(twin.deck)


def cities_left(state: State, seat: int) -> int:
    """How many more times a player could complete a Complete Cityengine, with any cards in hand."""
    twin = state.clone()
    twin.city[seat], twin.hand[seat] = 1, twin.rules.cards
    return len(actions.city_prices(twin, seat))


def radiates_at_once(state: State) -> str:
    """Whether a new Doppelgate RADIATES in the turn in which it is made."""
    steps = state.rules.steps
    made_at = steps.index("gate")
    late = any(step == "radiate" and at > made_at for at, step in enumerate(steps))
    return _yes(late or state.ruling["ruling.radiate-when"] == "when-made")


# -- the end ---------------------------------------------------------------------------------------------------------


def ending(state: State) -> str:
    """Whether a check would end the game now."""
    return _yes(bool(turn.over(state)))


def ending_with(state: State, points: int, dusk: int, deck: int) -> str:
    """Whether a check would end the game with these points, at day or dusk, and so many cards in the deck."""
    twin = state.clone()
    twin.points, twin.dusk, twin.deck = [points, points], dusk, twin.deck[:deck]
    return ending(twin)


def longest(state: State) -> int:
    """The turn after which every game is over."""
    return turn.LONGEST


def score(state: State, seat: int, rule: str = "") -> int:
    """A seat's score if the game ended now, or what one rule adds to it."""
    found = scoring.scores(state)[seat]
    return found.part(rule) if rule else found.total


def winner(state: State, *fewer: int) -> str:
    """Who would win if the game ended now, with so many points fewer for each seat."""
    twin = state.clone()
    for seat, points in enumerate(fewer):
        twin.points[seat] -= points
    scoring.finish(twin, "end.deck", None)
    assert twin.result is not None
    winners = [seat_name(seat) for seat in twin.result.winners]
    return winners[0] if len(winners) == 1 else "nobody"


FACTS: Mapping[str, Callable[..., Any]] = {
    fact.__name__: fact
    for fact in (
        start_points, players, facilities, types, pulses, start_side, start_gates, start_deck, dealt_first, back_of,
        locus_decks, at_the_end, kind, required, active, second, hand_size, discard_top, sees_under, sees_behind,
        step_name, refilled, renewed_bare, cities_left, radiates_at_once, ending, ending_with, longest, score, winner,
    )
}  # fmt: skip
PLAYED = (after, comes_first, top_after, next_up, over_after, firing, allowed, could, modes, without, pulse_without)


def facts(game: FrameGame[State]) -> Mapping[str, Callable[..., Any]]:
    """All facts by name; some need the game to play on."""
    return {**FACTS, **{fact.__name__: partial(fact, game) for fact in PLAYED}}
