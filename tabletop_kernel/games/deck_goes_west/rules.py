"""Deck Goes West: the game as the kernel sees it.

The top frame of the state's stack is what players decide now; `kinds_of_decisions` lists all kinds of frames. The day
and its turns are in `day`, the night in `night`, jobs in `doing`, and the effects of their steps in modules with
their names: `moving`, `revealing`, `railways`, `battle` and so on.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Edition, Move, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.games.deck_goes_west import lesson_facts, setup
from tabletop_kernel.games.deck_goes_west.kinds_of_decisions import AUTOMATIC_STEPS, DECISIONS
from tabletop_kernel.games.deck_goes_west.opinions import imagining
from tabletop_kernel.games.deck_goes_west.opinions.appraisal import DeckOpinions
from tabletop_kernel.games.deck_goes_west.pack import content
from tabletop_kernel.games.deck_goes_west.records import state_faults, written_positions
from tabletop_kernel.games.deck_goes_west.report_figures import DeckFigures
from tabletop_kernel.games.deck_goes_west.state import Rules, State
from tabletop_kernel.games.deck_goes_west.table_options import DeckAgreement
from tabletop_kernel.games.deck_goes_west.telling import refusals, words
from tabletop_kernel.games.deck_goes_west.telling.game_in_words import DeckTelling
from tabletop_kernel.games.deck_goes_west.telling.teaching import DeckTeaching
from tabletop_kernel.games.deck_goes_west.turns_and_rounds import DeckPace


class DeckGoesWest(DecisionGame[State]):
    """Deck Goes West, with one content pack."""

    name = "deck_goes_west"
    title = "Deck Goes West"
    version = "1"
    decisions = DECISIONS
    automatic = AUTOMATIC_STEPS
    reveals = words.REVEALING_EVENTS
    beats_all = frozenset({"goal.lose-death"})
    takes_back = True

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read_content(folder, self.rulebook)
        self.edition = Edition(self.content.digest)
        self.seats = setup.seat_counts(self.content)
        work_out = partial(setup.make_rules, content=self.content)
        self.rules_for: PerConfig[Rules] = PerConfig(work_out)
        self.agreement = DeckAgreement(self, self.content, self.rules_for)
        self.telling = DeckTelling(self, self.content, self.rules_for)
        self.opinions = DeckOpinions(self, self.rules_for)
        self.figures = DeckFigures(self, self.content)
        self.pace = DeckPace(self)
        self.teaching = DeckTeaching(here / "lessons.toml", lesson_facts.facts(self), refusals.RULES_ALLOWING_VERB)
        self.rulebook = self.telling.book(self.agreement.configure())

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        emit = words.emit_with_tile_names(state, emit)
        setup.set_up_table(state, emit)
        self.settle(state, emit)
        return state

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, words.emit_with_tile_names(state, emit))

    refuse_after_end = staticmethod(refusals.refuse_after_end)
    refuse_unasked_seat = staticmethod(refusals.refuse_unasked_seat)
    refuse_verb_now = staticmethod(refusals.refuse_wrong_moment)

    # -- seeing and saying, each in a module of its own -------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> View:
        """Return the view of a seat, with each player's hidden cards: everyone knows which cards these are."""
        seen = super().view(state, seat)
        seen["hidden"] = [state.hidden_cards(other) for other in range(state.rules.seats)]
        seen["open_hands"] = state.open_hands()
        return seen

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = written_positions.read_written(self.rules_for(config), position, chance)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return state_faults.faults(state)
