"""Facts for lessons, computed by the rules, never written down beside them.

Each fact takes a state and plain arguments, and leaves the state unchanged. To answer what a process leads to, a fact
runs it on a copy and looks at the result. Most answers are pieces on the table, or the ends of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tabletop_kernel.contract.decision_stack import DecisionGame, play_moves
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.deck_goes_west.cards import trade_row
from tabletop_kernel.games.deck_goes_west.components import JOB_DIE
from tabletop_kernel.games.deck_goes_west.days import day, night
from tabletop_kernel.games.deck_goes_west.days.phases import night_steps
from tabletop_kernel.games.deck_goes_west.jobs.language import THIS
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, jobs_on
from tabletop_kernel.games.deck_goes_west.land import bandits, revealing
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.state import Place, State

# -- cards and jobs ----------------------------------------------------------------------------------------------------


def held(state: State, seat: int, *sorts: str) -> list[str]:
    """Return the cards in a hand of these kinds or colours: “trade”, “pain”, “blue”."""
    kinds = state.rules.cards
    return [card for card in dict.fromkeys(state.hand[seat]) if {kinds[card].kind, kinds[card].colour} & set(sorts)]


def usable(state: State, seat: int) -> list[str]:
    """Return the cards in a hand with a job that can be done now."""
    return [
        card
        for card in dict.fromkeys(state.hand[seat])
        if any(not day.refuse_job_action(state, seat, card, n) for n in range(len(jobs_on(state, seat, card))))
    ]


def most_rolled(state: State, dice: int) -> int:
    """Return the most that this many job dice can show."""
    return dice * max(JOB_DIE)


def for_event(state: State, *events: str) -> list[int]:
    """Return the mission jobs for these events, or for all events if none is named."""
    return [n for n, job in enumerate(state.rules.jobs) if job.event and job.event in (events or (job.event,))]


def scoring(state: State) -> list[int]:
    """Return the mission jobs that bring points."""
    return [n for n, job in enumerate(state.rules.jobs) if any(step.verb == "score" for step in job.steps)]


def moving_abilities(state: State, seat: int) -> list[int]:
    """Return the abilities of a character that move the meeple."""
    return [n for n, job in enumerate(jobs_on(state, seat, CHARACTER)) if job.is_movement]


def hand_size(state: State, seat: int) -> int:
    """Return how many cards a player draws up to."""
    return state.character_of(seat).hand


def self_ending(state: State, seat: int) -> list[str]:
    """Return the cards in a hand whose jobs all end with the card itself."""
    jobs = {card: jobs_on(state, seat, card) for card in dict.fromkeys(state.hand[seat])}
    return [card for card in jobs if all(job.final.what == THIS for job in jobs[card])]


def leaving(state: State) -> int:
    """Return the place in the trade row, from 1, whose card leaves tonight."""
    return trade_row.front_slot(state) + 1


def threats(state: State) -> list[int]:
    """Return the seats with a danger card among the known cards on top of their draw pile."""
    return [seat for seat in state.living_seats() if any(map(state.is_danger, state.draw[seat][: state.top[seat]]))]


# -- players -----------------------------------------------------------------------------------------------------------


def leaders(state: State) -> list[int]:
    """Return the seats with the most points."""
    points = {seat: state.points_of(seat) for seat in state.living_seats()}
    return [seat for seat in points if points[seat] == max(points.values())]


def endangered(state: State) -> list[int]:
    """Return the seats that are closest to a deadly number of danger cards."""
    left = {seat: state.danger_limit(seat) - state.count_dangers(seat) for seat in state.living_seats()}
    return [seat for seat in left if left[seat] == min(left.values())]


# -- the map -----------------------------------------------------------------------------------------------------------


def _place_names(places: list[Place]) -> list[str]:
    return [f"{column},{row}" for column, row in places]


def lands(state: State, *types: str) -> list[str]:
    """Return the face-up tiles of any of these types."""
    kinds = chart(state).nodes(data="types", default=())
    return _place_names([place for place in state.places() if set(kinds[place]) & set(types)])


def railways(state: State) -> list[str]:
    """Return the tiles with a railway."""
    return _place_names([place for place in state.places() if chart(state).has_railway(place)])


def standing(state: State, seat: int) -> list[str]:
    """Return the tile where a meeple is."""
    return _place_names([state.meeple[seat]])


def ways_on(state: State, seat: int) -> int:
    """Return how many tiles are next to a meeple."""
    return len(list(chart(state).beside(state.meeple[seat])))


def starter(state: State) -> list[int]:
    """Return the seats that can start a battle now."""
    return [seat for seat in state.living_seats() if state.meeple[seat] in state.bandits and state.active == seat]


def starred(state: State, *numbers: int) -> list[str]:
    """Return the tiles where bandits come when these numbers are rolled."""
    return _place_names([place for place in state.places() if set(numbers) & set(bandits.stars_on(state, place))])


def raids(state: State) -> list[str]:
    """Return the tile where bandits attack first tonight; empty if they attack nowhere."""
    groups = [place for place in bandits.bandit_tiles(state) if state.seats_on(place)]
    return _place_names(groups[:1])


def movers(state: State) -> list[str]:
    """Return the tiles of the groups of bandits that roll the compass die tonight."""
    return _place_names([place for place in bandits.bandit_tiles(state) if not bandits.is_staying(state, place)])


def removed(state: State) -> list[str]:
    """Return the tiles that leave the map tonight if no meeple moves before."""
    limit = next(int(step.split()[1]) for step in night_steps(state.rules) if step.startswith("remove"))
    return _place_names(night.tiles_left_behind(state, limit))


def risk_track(state: State) -> str:
    """Return the track that sets the bandit risk: “score” if its token is in a riskier section, else “day”."""
    behind = [part for part in state.rules.board.sections if part.day <= state.day]
    return "score" if bandits.count_risk_rolls(state) > behind[-1].risk else "day"


# -- what comes of it --------------------------------------------------------------------------------------------------


def best_step(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return the face-down tiles beside a meeple that bring most points on a step there after these moves."""
    return _best_tiles(game, play_moves(game, state, moves), seat, "step")


def best_reveal(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return the tiles in sight of a telescope that bring most points when revealed after these moves."""
    return _best_tiles(game, play_moves(game, state, moves), seat, "reveal")


def _best_tiles(game: DecisionGame[State], state: State, seat: int, verb: str) -> list[str]:
    """Return the tiles whose reveal by a single move brings most points."""
    worth: dict[Place, int] = {}
    for move in game.moves(state, seat):
        place = revealing.read_place(move[1:3])
        if move[0] == verb and place is not None and place not in state.up:
            worth[place] = play_moves(game, state, [move]).points_of(seat)
    return _place_names([place for place in worth if worth[place] == max(worth.values())])


def after(game: DecisionGame[State], state: State, what: str, at: int, *moves: list[str | int]) -> int:
    """Return a number after these moves: a seat's score or resources in `what`, or how many cards it has there."""
    found = getattr(play_moves(game, state, moves), what)[at]
    return found if isinstance(found, int) else len(found)


def gained(game: DecisionGame[State], state: State, seat: int, kind: str, *moves: list[str | int]) -> int:
    """Return how much more of a resource a seat has after these moves."""
    return play_moves(game, state, moves).resource_count(seat, kind) - state.resource_count(seat, kind)


def may_act(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats that may act after these moves."""
    return list(game.deciders(play_moves(game, state, moves)))


def first_tomorrow(game: DecisionGame[State], state: State, *moves: list[str | int]) -> int:
    """Return the seat with the P1 token after these moves."""
    return play_moves(game, state, moves).p1


def danger_pile(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return the danger pile from which a player must take a card after these moves."""
    twin = play_moves(game, state, moves)
    return next(str(data[0]) for kind, _, data in reversed(twin.frames) if kind == "danger")


def reshuffled(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats whose discard piles are shuffled during these moves."""
    told: list[Event] = []
    twin = state.clone()
    for move in moves:
        game.apply(twin, game.pace.next_up(twin), tuple(move), recorder(told))
    return [data["seat"] for kind, _, _, data in told if kind == "reshuffles"]


def laid(game: DecisionGame[State], state: State, *moves: list[str | int]) -> int:
    """Return how many new tiles are on the map after these moves."""
    return len(play_moves(game, state, moves).tiles) - len(state.tiles)


def robbers(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[str]:
    """Return the tiles with bandits after these moves."""
    twin = play_moves(game, state, moves)
    return _place_names(bandits.bandit_tiles(twin))


def newcomer(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the places in the trade row, from 1, that have a new card after these moves."""
    return [at for at, card in enumerate(play_moves(game, state, moves).row, start=1) if card not in state.row]


def fate(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> str:
    """Return in words if a character lives after these moves."""
    twin = play_moves(game, state, moves)
    dead = twin.dead >> seat & 1 or (twin.result is not None and twin.result.rule.startswith("death."))
    return "you die" if dead else "you live"


def dead_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats that are out of the game after these moves."""
    twin = play_moves(game, state, moves)
    return [seat for seat in range(state.rules.seats) if seat not in twin.living_seats()]


def goes_on(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return in words if the game goes on after these moves."""
    return "it is over for all" if play_moves(game, state, moves).result else "the others go on"


def decided_by(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return the track that ends the game with these moves: “day” or “score”. The moves must end the game."""
    result = play_moves(game, state, moves).result
    assert result is not None, "these moves don't end the game"
    return "day" if result.rule in ("goal.lose-time", "versus.day-end") else "score"


def winner(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats that have won after these moves; empty if the game is lost. The moves must end the game."""
    result = play_moves(game, state, moves).result
    assert result is not None, "these moves don't end the game"
    return list(result.winners)


def losers(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats that have lost after these moves. The moves must end the game."""
    winners = winner(game, state, *moves)
    return [seat for seat in range(state.rules.seats) if seat not in winners]


def facts(game: DecisionGame[State]) -> Mapping[str, Callable[..., object]]:
    """Return all facts by name; some need the game to play on."""
    return {fact.__name__: fact for fact in FACTS_OF_STATE} | {
        fact.__name__: partial(fact, game) for fact in FACTS_OF_GAME
    }


FACTS_OF_STATE: tuple[Callable[..., object], ...] = (
    held,
    usable,
    most_rolled,
    for_event,
    scoring,
    moving_abilities,
    hand_size,
    self_ending,
    leaving,
    threats,
    leaders,
    endangered,
    lands,
    railways,
    standing,
    ways_on,
    starter,
    starred,
    raids,
    movers,
    removed,
    risk_track,
)
FACTS_OF_GAME: tuple[Callable[..., object], ...] = (
    best_step,
    best_reveal,
    after,
    gained,
    may_act,
    first_tomorrow,
    danger_pile,
    reshuffled,
    laid,
    robbers,
    newcomer,
    fate,
    dead_after,
    goes_on,
    decided_by,
    winner,
    losers,
)
