"""Deck Goes West: the game as the kernel sees it.

The top frame of the state's stack is what players decide now; `decisions` lists all kinds of frames. The day and its
turns are in `day`, the night in `night`, jobs in `doing`, and the effects of their steps in modules with their names:
`moving`, `revealing`, `building`, `battle` and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.events import Emit, Event
from tabletop_kernel.contract.game import Config, Figure, Move, Option, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.deck_goes_west import (
    aims_in_words,
    appraisal,
    cards_in_words,
    charting,
    content,
    faults,
    glimpsing,
    imagining,
    lesson_facts,
    pack_warnings,
    portrait,
    prompting,
    refusing,
    report_figures,
    resting,
    setup,
    together,
    vain,
    words,
    written_positions,
)
from tabletop_kernel.games.deck_goes_west.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.deck_goes_west.ruling_types import rulings_of
from tabletop_kernel.games.deck_goes_west.state import Rules, State

if TYPE_CHECKING:
    from random import Random

# The plan is the job that a player begins, or the step they make: these verbs only carry it on.
CARRIES_ON = frozenset(
    {
        "cost", "discard", "end", "gain", "go", "keep", "pay", "put", "ready", "roll", "scrap", "stop", "type", "who",
        "x",
    }
)  # fmt: skip


WAYS = frozenset({"coop", "solo", "versus"})  # modes of play, which are also the first words of their rules' ids


class DeckGoesWest(DecisionGame[State]):
    """Deck Goes West, with one content pack."""

    name = "deck_goes_west"
    title = "Deck Goes West"
    version = "1"
    seat_facts = words.SEAT_KEYS
    decisions = DECISIONS
    automatic = AUTOMATIC
    allowed_by = refusing.ALLOWED_BY
    reveals = words.REVEALS
    in_vain = words.IN_VAIN
    beats_all = frozenset({"goal.lose-death"})
    takes_back = True
    composed: Mapping[str, Move] = {"trade": ("drop",)}
    carries_on = CARRIES_ON
    round = "day"
    dusk = frozenset({"night"})
    usual_bot = "quick"  # without a wagon the greedy bot wins more often, but it plays every day to its end
    iterations = 60

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read(folder, self.rulebook)
        self.digest = self.content.digest
        self.seats = setup.sizes(self.content)
        self.options = self.options_for(self.usual_seats({}), {})
        self.first_seats = min(self.seats)  # alone if the pack has a solo mission, since the short way teaches that
        work_out = partial(setup.work_out, content=self.content)
        self.rules_for: PerConfig[Rules] = PerConfig(work_out)
        self.course_file = here / "lessons.toml"
        self.facts: Mapping[str, Callable[..., Any]] = lesson_facts.facts(self)
        self._written = self.rulebook
        self.rulebook = self.book(self.configure())

    # -- before the game ----------------------------------------------------------------------------------------------

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        return setup.options_for(self.content, seats, chosen)

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        """Return the numbers of players for the chosen mission: one, or several."""
        mission = self.content.missions.get(chosen.get("mission", ""))
        if mission is None:
            return self.seats
        return setup.ALONE if mission.mode == "solo" else setup.IN_COMPANY

    def wrong_seats(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """Return the error for a number of seats; say so if it is only the pack that has no mission for it."""
        if type(seats) is int and seats not in self.seats and seats in (*setup.ALONE, *setup.IN_COMPANY):
            return setup.no_mission(seats)
        return super().wrong_seats(seats, chosen)

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        config = super().configure(seats, rulings, options)
        most = int(rulings_of(config)["ruling.players-max"])
        if config.seats > most:
            raise SetupError(
                f"This ruling allows at most {most} players. Choose fewer seats or change the ruling.",
                rule="ruling.players-max",
            )
        return config

    def together(self, config: Config) -> bool:
        return self.rules_for(config).mode != "versus"

    def unused_parts(self, config: Config) -> Set[str]:
        return WAYS - {self.rules_for(config).mode}

    def open_hands(self, config: Config) -> bool:
        return self.rules_for(config).open_hands

    def numbers(self, config: Config) -> Mapping[str, Any]:
        return content.counts(self.content)

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        emit = words.naming(state, emit)
        setup.lay_table(state, emit)
        self.settle(state, emit)
        return state

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, words.naming(state, emit))

    def next_up(self, state: State) -> int:
        """Return the seat that acts next: in open order, the last to act goes on as long as it may."""
        deciders = self.deciders(state)
        return state.active if state.active in deciders else deciders[0]

    def over(self, state: State) -> Verdict:
        return refusing.over(state)

    def not_yours(self, state: State, seat: int, move: Move) -> Verdict:
        return refusing.not_yours(state, seat, move)

    def elsewhere(self, state: State, seat: int, move: Move) -> Verdict | None:
        return refusing.elsewhere(state, seat, move)

    def rests_on(self, move: Move) -> Sequence[str]:
        return resting.rests_on(move)

    def at_work(self, event: Event) -> Sequence[str]:
        return resting.at_work(event)

    def resolving(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] not in refusing.AT_REST

    def apart(self, state: State) -> bool:
        """Tell if it is the end of a day, when everyone sorts out their own hand in any order."""
        return self.any_order(state) and state.frames[-1][0] == "rest"

    def formal(self, state: State, seat: int) -> Move | None:
        return together.formal(state, seat)

    def opening(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] == "character"

    # -- seeing and saying, each in a module of its own -------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> View:
        """Return the view of a seat, with each player's hidden cards: everyone knows which cards these are."""
        seen = super().view(state, seat)
        seen["hidden"] = [state.hidden(other) for other in range(state.rules.seats)]
        seen["open_hands"] = state.open_hands()
        return seen

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def glimpse(self, config: Config, view: View, chance: Chance) -> State:
        return glimpsing.Glimpse(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = written_positions.read(self.rules_for(config), position, chance)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return faults.faults(state)

    def word(self, state: State, key: str, value: Any, you: int | None = None) -> str:
        return words.word(state, key, value, you)

    def phrase(self, state: State, seat: int, move: Move) -> str:
        return words.phrase(state, seat, move)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return prompting.topic(self.rules_for(config), view)

    def portray(self, config: Config, view: View) -> list[str]:
        return portrait.portray(self.rules_for(config), view)

    def map(self, config: Config, view: View) -> Any:
        return charting.seen(self.rules_for(config), view)

    def warnings(self) -> list[str]:
        return pack_warnings.warnings(self.content)

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.in_words(self.content)

    # -- opinions -----------------------------------------------------------------------------------------------------

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return appraisal.appraise(self, config, view, moves)

    def at_once(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return appraisal.at_once(self, config, view, moves)

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        return appraisal.quick(state, seat, moves, rng)

    def prospects(self, state: State) -> Sequence[float]:
        if state.result is not None:
            return self.worth(state.rules.config, state.result)
        return appraisal.prospects(state)

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        return aims_in_words.aims(self.rules_for(config), view, seat, move)

    def wasted(self, config: Config, view: View, seat: int, move: Move) -> Verdict | None:
        return vain.wasted(imagining.imagine(self.rules_for(config), view, Chance(1)), seat, move)

    def count(self, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
        return report_figures.count(self.content, kind, rule, data)

    def figures(self, state: State) -> Mapping[Figure, float]:
        return report_figures.figures(state)

    def first_player(self, state: State) -> int | None:
        return report_figures.began(state) if state.rules.mode == "versus" and not state.dead else None

    def legend(self) -> Mapping[str, str]:
        return report_figures.LEGEND

    def is_out(self, state: State, seat: int) -> bool:
        return bool(state.dead >> seat & 1)

    def standing(self, state: State) -> Sequence[float]:
        return [state.points(seat) for seat in range(state.rules.seats)]
