"""Tamashii's rules, as the kernel calls them.

The top frame of the state's stack says what to decide next; `kinds_of_decisions` lists them all. `order_of_turn` has
the order of a turn; `planning`, `moving`, `district`, `launch_step`, `combat` and `quest` have its phases; `running`
and the `effects` carry out cards.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import (
    Config,
    Edition,
    Move,
    PerConfig,
    Position,
    View,
)
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii import lesson_facts, option_rules, setup
from tabletop_kernel.games.tamashii.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.tamashii.launch import launcher
from tabletop_kernel.games.tamashii.modes import versus_goals
from tabletop_kernel.games.tamashii.opinions import imagining
from tabletop_kernel.games.tamashii.opinions.appraisal import TamashiiOpinions
from tabletop_kernel.games.tamashii.pack import content
from tabletop_kernel.games.tamashii.phases import anytime
from tabletop_kernel.games.tamashii.records import state_faults, written_positions
from tabletop_kernel.games.tamashii.report_figures import TamashiiFigures
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.table_options import TamashiiAgreement
from tabletop_kernel.games.tamashii.telling import naming, refusals, refusals_of_missing_modules, words
from tabletop_kernel.games.tamashii.telling.game_in_words import TamashiiTelling
from tabletop_kernel.games.tamashii.telling.teaching import RULES_BY_VERB_IN_LESSONS, TamashiiTeaching
from tabletop_kernel.games.tamashii.turns_and_rounds import TamashiiPace


class Tamashii(DecisionGame[State]):
    name = "tamashii"
    title = "Tamashii"
    version = "1"
    decisions = DECISIONS
    automatic = AUTOMATIC
    aside = anytime.ANYTIME
    reveals = words.REVEALING_EVENTS
    takes_back = True

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read(folder, self.rulebook)
        self.edition = Edition(self.content.digest)
        self.seats = option_rules.sizes(self.content)
        work_out = partial(setup.work_out, content=self.content)
        self.rules_for: PerConfig[Rules] = PerConfig(work_out)
        self.agreement = TamashiiAgreement(self, self.content, self.rules_for)
        self.telling = TamashiiTelling(self, self.content, self.rules_for)
        self.opinions = TamashiiOpinions(self, self.rules_for)
        self.figures = TamashiiFigures(self, self.content)
        self.pace = TamashiiPace(self)
        self.teaching = TamashiiTeaching(here / "lessons.toml", lesson_facts.facts(self), RULES_BY_VERB_IN_LESSONS)
        self.rulebook = self.telling.book(self.agreement.configure())

    # -- playing -------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        emit = naming.naming_emitter(state, emit)
        setup.lay_table(state, emit)
        self.settle(state, emit)
        return state

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        if move[0] not in self.aside.verbs:
            anytime.end_learning_moment(state, seat)
        super().apply(state, seat, move, naming.naming_emitter(state, emit))

    def settle(self, state: State, emit: Emit | None) -> None:
        """Settle everything automatic, then give goals to players who meet them."""
        super().settle(state, emit)
        versus_goals.check_goals(state, emit)

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        verdict = self.refusal(state, seat, move)
        return None if verdict is None else words.explain_refusal(state, seat, move, verdict)

    def refusal(self, state: State, seat: int, move: Move) -> Verdict | None:
        """Return a verdict before it is put into words: its `what` is a short word for the case."""
        verdict = super().refuse(state, seat, move)
        if verdict is None or state.result is not None:
            return verdict
        return refusals_of_missing_modules.refuse_missing(state, move) or verdict

    refuse_after_end = staticmethod(refusals.why_over)
    refuse_unasked_seat = staticmethod(refusals.why_not_yours)
    refuse_verb_now = staticmethod(refusals.refuse_here_and_now)

    def read_move(self, state: State, seat: int, move: Move) -> Move:
        """Return a move with its slots or dice in order, and a diary card that fits any time in its one spelling."""
        return launcher.with_slots_in_order(anytime.as_listed(state, seat, move))

    # -- seeing and writing down ---------------------------------------------------------------------------------------

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        rules = self.rules_for(config)

        def laid() -> State:
            state = State(rules, chance)
            setup.lay_table(state, None)
            return state

        state = written_positions.read(rules, position, chance, laid, state_faults.faults)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return state_faults.faults(state)
