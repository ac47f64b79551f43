"""What lessons may ask about the quest, playing alone and versus; `facts` has what they ask about the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kernel.contract.decisions import FrameGame, played
from tabletop_kernel.games.tamashii.components import DICE_TOKENS, FREE_CODE, SLOTS
from tabletop_kernel.games.tamashii.fighting import data_tests
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import campaign, competing, scoring
from tabletop_kernel.games.tamashii.phases import laying
from tabletop_kernel.games.tamashii.state import PHASES, State, written

# -- the quest ---------------------------------------------------------------------------------------------------------


def world_block(state: State) -> list[int]:
    """The block of the world activity that would be resolved as things stand, if later ones are skipped."""
    card = state.plot()
    blocks = card.world if card is not None else ()
    true = (n for n, one in enumerate(blocks) if not one.tests or running.holds(state, state.first, one.tests))
    return [next(true)]


def fit_for_test(state: State, seat: int, letter: str) -> list[str]:
    """The slots whose tokens a test of a type takes."""
    return [SLOTS[slot] for slot in data_tests.fitting(state, seat, letter)]


def wanted(state: State, token: str) -> int:
    """How many tokens of a kind the first block of the plot card asks for at this table."""
    card = state.plot()
    tests = card.world[0].tests if card is not None else ()
    return next(running.amount(state, state.first, test.right) for test in tests if test.left == f"{token} here")


def specials(state: State) -> list[str]:
    """The special cards that lie beside the board."""
    return list(state.specials)


def missing_die(state: State) -> str:
    """Of a set of three dice tokens, the face that has not been turned up yet."""
    shown = {mark[4] for marks in state.markers.values() for mark in marks if mark.endswith("!")}
    return next(FACES[face] for face in DICE_TOKENS if face not in shown)


FACES = {"S": "Strike", "D": "Surge", "T": "Static"}


def successes(state: State, dice: str) -> int:
    """What dice are worth in a test."""
    return data_tests.successes(dice)


def in_pool(state: State, token: str) -> int:
    """How many tokens of a kind the neutral pool holds."""
    return state.supply[token]


def codes_in_class_deck(state: State, seat: int) -> str:
    """Whether a class deck has parts that were locked at first."""
    free = all(state.augment(card).code == FREE_CODE for card in state.class_deck[seat])
    return "X00 only" if free else "all codes"


def relocks(state: State, seat: int) -> list[str]:
    """The card of a player that is locked again once it is used."""
    return [f"diary:{seat}"] if state.diary[seat] else []


# -- alone -------------------------------------------------------------------------------------------------------------


def batteries(state: State) -> int:
    return state.batteries


def figures(state: State) -> list[str]:
    """All who count where everybody must be on a tile."""
    return [*(f"figure:{seat}" for seat in range(state.rules.seats)), *(["bot"] if state.bot is not None else [])]


# -- against each other ------------------------------------------------------------------------------------------------


def start_tiles(state: State) -> list[str]:
    """The tiles on which somebody may still start."""
    return [written(place) for place in laying.start_tiles(state) if not state.here(place)]


def goals_to_try(state: State, seat: int) -> list[str]:
    """The goals whose test a player could try as things stand."""
    return [goal.id for goal in competing.tested(state) if competing.refused(state, seat, goal.id) is None]


def next_phase(state: State) -> str:
    """The phase that follows the one that is played."""
    return PHASES[(PHASES.index(state.phase) + 1) % len(PHASES)]


def next_goal(state: State) -> list[str]:
    """The goal that will take the place of one that is taken, by its name on the table."""
    return ["next"] if state.goal_deck else []


def points(state: State, seat: int, *rules: str) -> int:
    """The points of a player: all of them, or those of some rows."""
    return sum(row.points for row in scoring.rows(state, seat) if not rules or row.rule in rules)


def worth_points(state: State, seat: int) -> list[str]:
    """The equipped augments that bring points."""
    cards = [state.augment(name) for name in state.equipped[seat]]
    return [one.id for one in cards if (not one.breaks if one.faction else not one.start)]


# -- what comes of it --------------------------------------------------------------------------------------------------


def winners_after(game: FrameGame[State], state: State, *moves: list[Any]) -> list[int]:
    """Who has won after these moves."""
    result = played(game, state, moves).result
    return list(result.winners) if result is not None else []


def marked_after(game: FrameGame[State], state: State, *moves: list[Any]) -> str:
    """Whether the scenario is marked on the progress sheet after these moves."""
    return "yes" if campaign.progress(played(game, state, moves)).marked else "no"


def unlocked_after(game: FrameGame[State], state: State, *moves: list[Any]) -> list[str]:
    """The codes that these moves unlock."""
    return list(campaign.progress(played(game, state, moves)).unlocked)


def first_after(game: FrameGame[State], state: State, *moves: list[Any]) -> list[int]:
    """Who has the first player token after these moves."""
    return [played(game, state, moves).first]


def attached_after(game: FrameGame[State], state: State, *moves: list[Any]) -> list[int]:
    """The players who have more enemies after these moves than before."""
    twin = played(game, state, moves)
    return [seat for seat, stack in enumerate(twin.enemies) if len(stack) > len(state.enemies[seat])]


PLAIN: tuple[Callable[..., Any], ...] = (
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
PLAYING: tuple[Callable[..., Any], ...] = (winners_after, marked_after, unlocked_after, first_after, attached_after)
