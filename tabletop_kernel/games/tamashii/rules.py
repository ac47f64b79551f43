"""Tamashii's rules, as the kernel calls them.

The top frame of the state's stack says what to decide next; `kinds_of_frames` lists them all. `order_of_turn` has the
order of a turn; `planning`, `moving`, `district`, `launching`, `combat` and `quest` have its phases; `running` and the
`doers` carry out cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE, DecisionGame
from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.events import Emit, Event
from tabletop_kernel.contract.game import (
    CONFIGURATIONS,
    Config,
    Figure,
    Follower,
    Move,
    Option,
    PerConfig,
    Position,
    SeatPrompt,
    View,
)
from tabletop_kernel.contract.rulebook import Rulebook, read_rulebook
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.tamashii import charting, lesson_facts, options, report_figures, setup
from tabletop_kernel.games.tamashii.fighting import rolling
from tabletop_kernel.games.tamashii.fighting.odds_words import odds_in_words
from tabletop_kernel.games.tamashii.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.tamashii.launch import launcher
from tabletop_kernel.games.tamashii.modes import competing
from tabletop_kernel.games.tamashii.opinions import aims_in_words, appraisal, imagining, outlook, tips
from tabletop_kernel.games.tamashii.options import check_spelling
from tabletop_kernel.games.tamashii.pack import content
from tabletop_kernel.games.tamashii.phases import anytime, planning
from tabletop_kernel.games.tamashii.records import faults, positions
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import astray, missing_modules, naming, prompting, refusing, resting, words

UPGRADING = ("discard-token", "gain-token", "equip", "upgrade")


def _with_upgrading(verb: str, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Add the rule on upgrading to a verb that upgrades, so that a lesson without these verbs doesn't repeat it."""
    return (*rules, "plan.upgrade-anytime") if verb in UPGRADING else rules


MODULES = {part: part for part in ("city", "catie", "diary", "dog", "inari", "yokai")}  # by part of the rulebook
MODULES["destab"] = "destabilization"


class Tamashii(DecisionGame[State]):
    name = "tamashii"
    title = "Tamashii"
    version = "1"
    seat_facts = words.SEAT_KEYS
    nameless = words.SEAT_KEYS
    about_seats = words.ABOUT_SEATS
    decisions = DECISIONS
    automatic = AUTOMATIC
    aside = anytime.ANYTIME
    composed: Mapping[str, Move] = {"trade": ("drop",)}
    allowed_by = {verb: _with_upgrading(verb, rules) for verb, rules in refusing.ALLOWED_BY.items()}
    reveals = words.REVEALS
    in_vain = words.IN_VAIN
    takes_back = True
    turn_of_all = True
    carries_on = words.CARRIES_ON
    step = "step"
    iterations = 40

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read(folder, self.rulebook)
        self.digest = self.content.digest
        self.seats = options.sizes(self.content)
        self._options_kept: dict[tuple[Any, ...], tuple[Option, ...]] = {}
        work_out = partial(setup.work_out, content=self.content)
        self.rules_for: PerConfig[Rules] = PerConfig(work_out)
        self.course_file = here / "lessons.toml"
        self.facts: Mapping[str, Callable[..., Any]] = lesson_facts.facts(self)
        self._written = self.rulebook
        self.rulebook = self.book(self.configure())

    # -- before the game -----------------------------------------------------------------------------------------------

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        """Return the options, cached: a table asks for them again and again while it is being opened."""
        asked = (seats, *sorted(chosen.items()))
        if asked not in self._options_kept:
            if len(self._options_kept) >= CONFIGURATIONS:
                self._options_kept.clear()
            self._options_kept[asked] = options.options_for(self.content, seats, chosen)
        return self._options_kept[asked]

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        return options.seats_for(self.content, chosen)

    def wrong_seats(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """Return a clearer error if the game allows this number of seats, but the pack has nothing to play at it."""
        if type(seats) is int and seats not in self.seats and seats in options.ANY_NUMBER:
            return options.nothing_to_play(seats)
        return super().wrong_seats(seats, chosen)

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        if isinstance(options, Mapping):
            check_spelling(self.content, options.get("unlocked"))
        return super().configure(seats, rulings, options)

    def together(self, config: Config) -> bool:
        return self.rules_for(config).mode != "versus"

    def unused_parts(self, config: Config) -> Set[str]:
        rules = self.rules_for(config)
        others = {"versus": {"scen", "end", "solo", "camp", "mode"}, "solo": {"comp", "vp"}}
        return frozenset(
            others.get(rules.mode, {"comp", "vp", "solo"})
            | {part for part, module in MODULES.items() if module not in rules.modules}
        )

    def open_hands(self, config: Config) -> bool:
        """Tell if seats can share hidden cards: not among rivals, who never sit in for each other."""
        return self.together(config)

    def book(self, config: Config) -> Rulebook:
        """Return the rulebook. Its numbers come from the pack alone, so tables with the same rulings share a book."""
        return super().book(Config(1, config.rulings))

    def numbers(self, config: Config) -> Mapping[str, Any]:
        return content.counts(self.content)

    # -- playing -------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        emit = naming.naming(state, emit)
        setup.lay_table(state, emit)
        self.settle(state, emit)
        return state

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        if move[0] not in self.aside.verbs:
            anytime.moved(state, seat)
        super().apply(state, seat, move, naming.naming(state, emit))

    def settle(self, state: State, emit: Emit | None) -> None:
        """Settle everything automatic, then give goals to players who meet them."""
        super().settle(state, emit)
        competing.check_goals(state, emit)

    def judge(self, state: State, seat: int, move: Move) -> Verdict | None:
        verdict = self.refusal(state, seat, move)
        return None if verdict is None else words.explained(state, seat, move, verdict)

    def refusal(self, state: State, seat: int, move: Move) -> Verdict | None:
        """Return a verdict before it is put into words: its `what` is a short word for the case."""
        verdict = super().judge(state, seat, move)
        if verdict is None or state.result is not None:
            return verdict
        return missing_modules.absent(state, move) or verdict

    def over(self, state: State) -> Verdict:
        return refusing.over(state)

    def not_yours(self, state: State, seat: int, move: Move) -> Verdict:
        return refusing.not_yours(state, seat, move)

    def elsewhere(self, state: State, seat: int, move: Move) -> Verdict | None:
        return refusing.elsewhere(state, seat, move)

    def read_move(self, state: State, seat: int, move: Move) -> Move:
        """Return a move with its slots or dice in order, and a diary card that fits any time in its one spelling."""
        return launcher.in_order(anytime.read(state, seat, move))

    def rests_on(self, move: Move) -> Sequence[str]:
        return resting.rests_on(move)

    def at_work(self, event: Event) -> Sequence[str]:
        return resting.at_work(event)

    def resolving(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] not in refusing.AT_REST

    def astray(self, see: str, wanted: Any, before: Any, now: Any) -> str:
        return astray.astray(see, wanted, before, now)

    def any_order(self, state: State) -> bool:
        """Tell if this is the Program step, where everyone has something to do; windows before it concern only some."""
        return super().any_order(state) and state.frames[-1][0] == "plan" and planning.in_program(state)

    def apart(self, state: State) -> bool:
        """Tell if this is the Program step, where each player has a launcher."""
        return self.any_order(state)

    def for_all(self, state: State, move: Move) -> bool:
        """Tell if this move ends a window for everyone who could upgrade, as before the Program step."""
        together = [frame[:2] for frame in state.frames[-1:]] == [("plan", ANYONE)]
        return together and move == ("done",) and not planning.in_program(state)

    def formal(self, state: State, seat: int) -> Move | None:
        """Return the only move of a player without a real choice: keep unalterable dice, or pass a window again.

        A window counts as passed if there was no trace roll since the one before.
        """
        kind, owner, data = state.frames[-1] if state.frames else ("", 0, ())
        if kind == "roll":
            return rolling.ALTER.formal(state, seat)
        again = kind == "plan" and data[0] == planning.ROLLED and not planning.has_rolled(state, owner)
        return ("done",) if again else None

    def opening(self, state: State) -> bool:
        return bool(state.frames) and state.frames[0][0] == "setup"

    # -- views and sentences
    # ----------------------------------------------------------------------------------------------

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        rules = self.rules_for(config)

        def laid() -> State:
            state = State(rules, chance)
            setup.lay_table(state, None)
            return state

        state = positions.read(rules, position, chance, laid, faults.faults)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return faults.faults(state)

    def word(self, state: State, key: str, value: Any, you: int | None = None) -> str:
        return words.word(state, key, value, you)

    def phrase(self, state: State, seat: int, move: Move) -> str:
        return words.phrase(state, seat, move)

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        said = super().prompt(config, view)
        return said and replace(said, rules=prompting.cited(self.rules_for(config), view, said.rules))

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return prompting.topic(self.rules_for(config), view)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        return odds_in_words(self.rules_for(config), view)

    def warnings(self) -> list[str]:
        from tabletop_kernel.games.tamashii.pack.pack_warnings import warnings

        return warnings(self.content)

    def cards(self) -> Mapping[str, Sequence[str]]:
        from tabletop_kernel.games.tamashii.pack.cards import in_words

        return in_words(self.content)

    def portray(self, config: Config, view: View) -> list[str]:
        from tabletop_kernel.games.tamashii.telling.portrait import portray

        return portray(self.rules_for(config), view)

    def map(self, config: Config, view: View) -> Any:
        return charting.seen(self.content, view)

    # -- opinions ------------------------------------------------------------------------------------------------------

    def essence(self, state: State) -> Position:
        return {**self.write(state), "frames": [planning.unnoted(frame) for frame in state.frames]}

    def tip_fits(self, view: View, moves: Sequence[Move], rule: str) -> bool:
        return tips.fits(view, moves, rule)

    def standing(self, state: State) -> Sequence[float]:
        return outlook.standing(state)

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return appraisal.appraise(self, config, view, moves)

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        return appraisal.quick(self, state, seat, moves, rng)

    def prospects(self, state: State) -> Sequence[float]:
        if state.result is not None:
            return self.worth(state.rules.config, state.result)
        return outlook.prospects(state)

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        return aims_in_words.aims(self.rules_for(config), view, seat, move)

    def count(self, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
        return report_figures.count(self.content, kind, rule, data)

    def follower(self) -> Follower:
        return report_figures.count_shields

    def figures(self, state: State) -> Mapping[Figure, float]:
        return report_figures.figures(state)

    def first_player(self, state: State) -> int | None:
        return report_figures.began(state) if state.rules.mode == "versus" else None

    def legend(self) -> Mapping[str, str]:
        return report_figures.LEGEND
