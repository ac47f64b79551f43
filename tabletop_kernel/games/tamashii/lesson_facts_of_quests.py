"""Facts for lessons about the quest, solo games and versus; `lesson_facts` has the rest."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import DecisionGame, play_moves
from tabletop_kernel.games.tamashii.components import DICE_TOKENS, FREE_CODE, SLOTS
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import campaign, scoring, versus_goals
from tabletop_kernel.games.tamashii.phases import laying
from tabletop_kernel.games.tamashii.state import PHASES, State, written

# -- the quest ---------------------------------------------------------------------------------------------------------


def world_block(state: State) -> list[int]:
    """Return the block of the world activity that would be resolved now, if later ones are skipped."""
    card = state.plot()
    blocks = card.world if card is not None else ()
    true = (n for n, one in enumerate(blocks) if not one.tests or running.holds(state, state.first, one.tests))
    return [next(true)]


def fit_for_test(state: State, seat: int, letter: str) -> list[str]:
    """Return the slots whose tokens count for a test of this type."""
    return [SLOTS[slot] for slot in token_tests.fitting_slots(state, seat, letter)]


def wanted(state: State, token: str) -> int:
    """Return how many tokens of a kind the plot card's first block needs at this table."""
    card = state.plot()
    tests = card.world[0].tests if card is not None else ()
    return next(running.amount(state, state.first, test.right) for test in tests if test.left == f"{token} here")


def specials(state: State) -> list[str]:
    """Return the special cards beside the board."""
    return list(state.specials)


def missing_die(state: State) -> str:
    """Return the face that isn't turned up yet, from a set of three dice tokens."""
    shown = {mark[4] for marks in state.markers.values() for mark in marks if mark.endswith("!")}
    return next(FACES[face] for face in DICE_TOKENS if face not in shown)


FACES = {"S": "Strike", "D": "Surge", "T": "Static"}


def successes(state: State, dice: str) -> int:
    """Return the successes of dice in a test."""
    return token_tests.count_successes(dice)


def in_pool(state: State, token: str) -> int:
    """Return how many tokens of a kind are in the neutral pool."""
    return state.supply[token]


def codes_in_class_deck(state: State, seat: int) -> str:
    """Return “X00 only”, or “all codes” if a class deck has cards that started locked."""
    free = all(state.augment(card).code == FREE_CODE for card in state.class_deck[seat])
    return "X00 only" if free else "all codes"


def relocks(state: State, seat: int) -> list[str]:
    """Return the player's card that is locked again after use."""
    return [f"diary:{seat}"] if state.diary[seat] else []


# -- alone -------------------------------------------------------------------------------------------------------------


def batteries(state: State) -> int:
    return state.batteries


def figures(state: State) -> list[str]:
    """Return the figures that count when everyone must be on a tile."""
    return [*(f"figure:{seat}" for seat in range(state.rules.seats)), *(["bot"] if state.bot is not None else [])]


# -- against each other ------------------------------------------------------------------------------------------------


def start_tiles(state: State) -> list[str]:
    """Return the tiles where someone can still start."""
    return [written(place) for place in laying.start_tiles(state) if not state.here(place)]


def goals_to_try(state: State, seat: int) -> list[str]:
    """Return the goals whose test a player could try now."""
    return [
        goal.id
        for goal in versus_goals.goals_with_test(state)
        if versus_goals.refuse_goal_test(state, seat, goal.id) is None
    ]


def next_phase(state: State) -> str:
    """Return the phase after the current one."""
    return PHASES[(PHASES.index(state.phase) + 1) % len(PHASES)]


def next_goal(state: State) -> list[str]:
    """Return the goal that will replace the next one taken, by its name on the table."""
    return ["next"] if state.goal_deck else []


def points(state: State, seat: int, *rules: str) -> int:
    """Return a player's points, in all rows or in these."""
    return sum(row.points for row in scoring.score_rows(state, seat) if not rules or row.rule in rules)


def worth_points(state: State, seat: int) -> list[str]:
    """Return the equipped augments that score points."""
    cards = [state.augment(name) for name in state.equipped[seat]]
    return [one.id for one in cards if (not one.breaks if one.faction else not one.start)]


# -- after some moves --------------------------------------------------------------------------------------------------


def winners_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the winners after these moves."""
    result = play_moves(game, state, moves).result
    return list(result.winners) if result is not None else []


def marked_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return “yes” if the scenario is marked as won after these moves, else “no”."""
    return "yes" if campaign.changes_of_game(play_moves(game, state, moves)).marked else "no"


def unlocked_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[str]:
    """Return the codes that these moves unlock."""
    return list(campaign.changes_of_game(play_moves(game, state, moves)).unlocked)


def first_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the first player after these moves."""
    return [play_moves(game, state, moves).first]


def attached_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the players with more enemies after these moves than before."""
    twin = play_moves(game, state, moves)
    return [seat for seat, stack in enumerate(twin.enemies) if len(stack) > len(state.enemies[seat])]


PLAIN: tuple[Callable[..., object], ...] = (
    world_block,
    fit_for_test,
    wanted,
    specials,
    missing_die,
    successes,
    in_pool,
    codes_in_class_deck,
    relocks,
    batteries,
    figures,
    start_tiles,
    goals_to_try,
    next_phase,
    next_goal,
    points,
    worth_points,
)
PLAYING: tuple[Callable[..., object], ...] = (winners_after, marked_after, unlocked_after, first_after, attached_after)
