"""Versus: goals that players take as soon as they meet them, their tests, and the end of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import scoring
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import decks
from tabletop_kernel.games.tamashii.pack.pieces import Goal, Place
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State

# -- goals -------------------------------------------------------------------------------------------------------------


def check_goals(state: State, emit: Emit | None) -> None:
    """Give goals to players who meet them, from the first player on, until nobody meets any."""
    if state.rules.mode != "versus" or state.turn == 0:
        return
    while state.result is None and (found := _next_met_goal(state, "")) is not None:
        take_goal(state, *found, emit)


def check_goals_of_action(state: State, seat: int, emit: Emit | None) -> None:
    """End a player's action: check goals that look at this moment."""
    if state.rules.mode != "versus":
        return
    check_goals(state, emit)  # while this is still the player's step
    while (found := _next_met_goal(state, "acted", seat)) is not None:
        take_goal(state, *found, emit)


def _next_met_goal(state: State, when: str, only: int | None = None) -> tuple[int, str] | None:
    """Return the next player who meets a face-up goal, and the goal, or None."""
    for seat in state.clockwise():
        if only not in (None, seat) or (only is None and not _can_claim(state, seat)):
            continue
        for goal in state.goals:
            card = state.rules.content.goals[goal]
            if card.when == when and card.test is None and running.holds(state, seat, (*card.where, *card.tests)):
                return seat, goal
    return None


def _can_claim(state: State, seat: int) -> bool:
    """Tell if a player can take a goal now: at once, or under a ruling only in Planning and in their own steps."""
    if state.ruling["ruling.comp.goal-claim"] == "at-once":
        return True
    return state.phase == "planning" or state.active == seat


def take_goal(state: State, seat: int, goal: str, emit: Emit | None) -> None:
    """Give a goal to its player, face down. The next goal replaces it, and another is turned up on the deck."""
    at = state.goals.index(goal)
    state.goals_taken[seat] += (goal,)
    new, state.goal_deck = state.goal_deck[:1], state.goal_deck[1:]
    state.goals = (*state.goals[:at], *new, *state.goals[at + 1 :])
    for name in [name for name in state.on_card if name.startswith(f"{token_tests.KEPT_PREFIX}goal.{goal}:")]:
        del state.on_card[name]
    if emit:
        emit("goal-taken", "comp.goal-take", EVERYONE, seat=seat, goal=goal)
        emit("goal-hidden", "comp.goal-hidden", EVERYONE, seat=seat, count=len(state.goals_taken[seat]))
        if new:
            emit("goal-refilled", "comp.goal-refill", EVERYONE, goal=new[0])
        if new and state.goal_deck:
            emit("next-goal", "comp.goal-refill", EVERYONE, goal=state.goal_deck[0])


# -- tests of goals ----------------------------------------------------------------------------------------------------


def begin_goal_tests(state: State, emit: Emit | None) -> None:
    """Let players try goal tests in order, in the Quest phase."""
    state.frames += [("goals", seat, ()) for seat in reversed(state.clockwise())]


def goals_with_test(state: State) -> list[Goal]:
    """Return the goals on the table with a test."""
    goals = (state.rules.content.goals[goal] for goal in state.goals)
    return [goal for goal in goals if goal.test is not None]


def refuse_goal_test(state: State, seat: int, goal: str) -> Verdict | None:
    """Return why a player can't try a goal's test, or None."""
    card = next((one for one in goals_with_test(state) if one.id == goal), None)
    if card is None:
        return Verdict("comp.quest", what="goal")
    assert card.test is not None
    token = card.test[0]
    if _attempt_mark(goal) in state.used[seat]:
        return Verdict("ruling.quest.attempts")
    if not running.holds(state, seat, (*card.where, *card.tests)):
        return Verdict("comp.quest", what="where", goal=goal)
    if not token_tests.fitting_slots(state, seat, token):
        return Verdict("test.contribute", what="no-token", type=token, token=token)
    return None


class Prospect(NamedTuple):
    """A player's best result in a goal's test, with all tokens but without rerolls and cards."""

    letter: str
    number: int  # successes needed
    kept: int  # successes already there, if a ruling keeps them
    dice: int

    @property
    def most(self) -> int:
        return self.kept + self.dice * max(token_tests.SUCCESSES_BY_FACE.values())


def prospect_of(state: State, seat: int, goal: Goal) -> Prospect:
    """Return a player's prospect in a goal's test."""
    assert goal.test is not None
    token, number = goal.test
    kept = token_tests.count_kept_alone(state, seat, token, f"goal.{goal.id}")
    return Prospect(token, number, kept, token_tests.count_dice(state, seat, token))


def goals_to_try(state: State, seat: int) -> list[Goal]:
    """Return the goals whose test a player can try."""
    return [goal for goal in goals_with_test(state) if refuse_goal_test(state, seat, goal.id) is None]


def _attempt_mark(goal: str) -> str:
    return token_tests.attempt_mark(f"goal.{goal}")


class TryGoals(Decision[State]):
    """A goal's test to try, or the end of trying."""

    verbs = ("attempt", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        seat = state.frames[-1][1]
        state.active = seat
        if not state.is_out(seat) and len(self.moves(state, seat)) > 1:
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("attempt", goal.id) for goal in goals_to_try(state, seat)), ("done",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "attempt" and has_arguments(move, 1):
            return refuse_goal_test(state, seat, str(move[1]))
        return Verdict("table.form", problem=f"'{move[0]}' takes {_ARGUMENTS_BY_VERB[str(move[0])]}")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move == ("done",):
            state.frames.pop()
            return
        goal = str(move[1])
        card = state.rules.content.goals[goal]
        assert card.test is not None
        if emit:
            emit("attempts", "comp.quest", EVERYONE, seat=seat, goal=goal)
        state.frames.append(("goal-test", seat, (goal, 0)))
        token, number = card.test
        token_tests.begin_test(state, seat, token, number, False, emit, about=f"goal.{goal}")


_ARGUMENTS_BY_VERB = {"attempt": "the name of a goal", "done": "nothing more"}


def finish_goal_test(state: State, emit: Emit | None) -> None:
    """Finish a goal's test: if it was passed, take the goal."""
    _, seat, (goal, passed) = state.frames.pop()
    if passed and goal in state.goals:
        take_goal(state, seat, goal, emit)


# -- time and map ------------------------------------------------------------------------------------------------------


def lower_time(state: State, emit: Emit | None) -> None:
    """Lower time by 1 after each Quest phase. At 0, the game ends."""
    check_goals(state, emit)
    quest.time_down(state, 1, "comp.quest-end", emit)
    if state.time == 0:
        scoring.finish_game(state, emit)


def replace_last_tile(state: State, place: Place, emit: Emit | None) -> None:
    """Replace the last revealed tile with a random hideout, if the map has none."""
    if state.rules.mode != "versus" or len(state.up) < len(state.tiles) or state.hideouts():
        return
    hideouts = [tile.id for tile in state.rules.content.tiles.values() if tile.kind == "hideout"]
    if not hideouts:
        return
    old = state.tiles[place]
    state.map = state.map.laid({place: hideouts[state.chance.pick("last-tile", len(hideouts))]})
    faction = state.tile(place).faction
    if faction not in state.faction_deck:
        state.faction_deck[faction] = decks.faction_deck(state, faction)
    if emit:
        emit("last-tile", "comp.last-tile", EVERYONE, tile=old, new=state.tiles[place], place=place)


DECISIONS: dict[str, Decision[State]] = {"goals": TryGoals()}
AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {"goal-test": finish_goal_test}
