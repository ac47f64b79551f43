"""The West: Ascendant: the game as the kernel sees it.

The top frame of the state's stack is the current decision. The steps of a turn are in `turn`, the choice of an action
in `actions`, waiting effects in `waiting_effects`, and the effects and their choices in `abilities` and `choices`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import MOST_AUTOMATIC_FRAMES, Decision, DecisionGame, endless_error
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Edition, Move, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.games.the_west_ascendant import (
    abilities,
    actions,
    choices,
    content,
    imagining,
    lesson_facts,
    refusals,
    scoring,
    setup,
    state_faults,
    turn,
    view_extras,
    waiting_effects,
    written_positions,
)
from tabletop_kernel.games.the_west_ascendant.appraisal import WestOpinions
from tabletop_kernel.games.the_west_ascendant.game_in_words import WestTelling
from tabletop_kernel.games.the_west_ascendant.report_figures import WestFigures
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Rules, State
from tabletop_kernel.games.the_west_ascendant.table_options import WestAgreement
from tabletop_kernel.games.the_west_ascendant.turns_and_rounds import WestPace

DECISIONS: dict[str, Decision[State]] = {
    "start": setup.Start(),
    "engine": setup.Engine(),
    "use": waiting_effects.Use(),
    "choose": actions.Choose(),
    "gate": turn.Gate(),
    "limit": turn.Limit(),
    "offer": choices.Offer(),
    **choices.CHOICE_BY_KIND,
}

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    abilities.MACHINE.kind: abilities.MACHINE.advance,
    "turn": turn.advance,
    "finish": turn.end_at_once,
}

# The function for a frame that comes to the top: it runs by itself, or returns True if a player must decide.
RUN_BY_KIND: dict[str, Callable[[State, Emit | None], bool | None]] = {
    **AUTOMATIC,
    **{kind: decision.due for kind, decision in DECISIONS.items()},
}

# Each verb with the rules that allow it.
ALLOWED_BY = {
    "start": ("setup.start-player",),
    "engine": ("setup.cityengine",),
    "all": (
        "turn.one-choice", "card.facility-type", "card.facility-pulse", "facility.either", "facility.all-of-type",
        "facility.loss", "facility.to-hand", "facility.order", "facility.pulse",
    ),
    "two": (
        "turn.one-choice", "facility.either", "facility.any-two", "facility.two-no-pulse", "facility.loss",
        "facility.to-hand", "facility.order", "radiate.when",
    ),
    "locus": (
        "turn.one-choice", "turn.complete-only", "card.facility-uses", "card.locus-required", "locus.pay",
        "locus.exact", "locus.top-only", "locus.to-zone", "locus.one",
    ),
    "city": (
        "turn.one-choice", "card.facility-uses", "card.city-sides", "city.instead", "city.plan", "city.once",
        "city.result",
    ),
    "gate": ("card.facility-uses", "card.gate-back", "gate.when", "gate.matching", "gate.cost", "gate.source"),
    "skip": ("turn.no-action",),
    "use": ("effect.mandatory",),
    "do": ("effect.may",),
    "leave": ("effect.may",),
    "discard": ("zone.discard",),
    "clear": ("zone.discard",),
    "recover": ("zone.discard", "effect.recover"),
    "exchange": ("effect.exchange",),
    "under": ("card.locus-sides",),
    "end": ("turn.follow", "turn.pass"),
}  # fmt: skip


class TheWest(DecisionGame[State]):
    telling: WestTelling

    name = "the_west_ascendant"
    title = "The West: Ascendant"
    version = "2"
    seats = range(SEATS, SEATS + 1)
    decisions = DECISIONS
    automatic = AUTOMATIC
    reveals = frozenset(
        (
            "drew", "draws", "dusk", "refill", "replaced", "next-top", "under", "makes", "peeks",
            "pays", "discard", "exchange",
        )
    )  # fmt: skip

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read_pack(folder, self.rulebook)
        self.edition = Edition(self.content.digest)
        work_out = partial(setup.work_out_rules, content=self.content, book=self.rulebook)
        self.rules_for: PerConfig[Rules] = PerConfig(work_out)
        self.agreement = WestAgreement(self)
        self.telling = WestTelling(self, self.content, self.rules_for)
        self.opinions = WestOpinions(self, self.rules_for, self.apply_in_turn)
        self.figures = WestFigures(self, self.content)
        self.pace = WestPace(self)
        self.teaching = Teaching(here / "lessons.toml", lesson_facts.facts(self), ALLOWED_BY)
        self.rulebook = self.telling.book(self.agreement.configure())

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        setup.lay_table(state, emit)
        self.settle(state, emit)
        return state

    def settle(self, state: State, emit: Emit | None) -> None:
        """Run all automatic frames; if a ruling ends the game at once, check for the end before each of them.

        Raise PackError if they never end.
        """
        frames, at_once = state.frames, state.rules.at_once
        for _ in range(MOST_AUTOMATIC_FRAMES):
            if not frames:
                return
            if at_once and state.step and (rule := turn.end_rule(state)):
                scoring.finish(state, rule, emit)
            elif RUN_BY_KIND[frames[-1][0]](state, emit):
                return
        raise endless_error()

    def apply_in_turn(self, state: State, seat: int, move: Move) -> None:
        """Make a move without events and run automatic frames, but stop at the end of the turn.

        The next turn's automatic frames wouldn't matter if the rules are `quiet`. Raise PackError if they never end.
        """
        frames, now = state.frames, state.turn
        DECISIONS[frames[-1][0]].apply(state, seat, move, None)
        for _ in range(MOST_AUTOMATIC_FRAMES):
            if not frames or state.turn != now or RUN_BY_KIND[frames[-1][0]](state, None):
                return
        raise endless_error()

    refuse_unasked_seat = staticmethod(refusals.refuse_not_yours)
    refuse_verb_now = staticmethod(refusals.refuse_elsewhere)

    def read_move(self, state: State, seat: int, move: Move) -> Move:
        """Return the move with its cards in order: the order has no meaning if they are taken or discarded together."""
        fixed = {"two": 1, "city": 1, "locus": 2}.get(str(move[0]))
        order = state.rules.order
        if fixed is None or any(part not in order for part in move[fixed:]):
            return move
        return (*move[:fixed], *sorted(move[fixed:], key=lambda part: order[str(part)]))

    # -- seeing and saying, each in a room of its own -----------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> View:
        """Return a seat's view, with the step, the turn card's side, and the waiting effects."""
        view = super().view(state, seat)
        view["step"], view["side"] = view_extras.step_number(state), view_extras.turn_card_side(state)
        view["waiting"] = waiting_effects.describe_waiting(state)
        return view

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = written_positions.read(self.rules_for(config), position, chance)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return state_faults.find_faults(state)
