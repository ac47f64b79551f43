"""The West: Ascendant: the game as the kernel sees it.

The top frame of the state's stack is the current decision. The steps of a turn are in `turn`, the choice of an action
in `actions`, waiting effects in `waiting`, and the effects and their choices in `abilities` and `choices`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import LONGEST, Decision, DecisionGame, endless
from tabletop_kernel.contract.errors import UnknownName, clip, nearest
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Figure, Move, Option, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.the_west_ascendant import (
    abilities,
    actions,
    appraisal,
    cards_in_words,
    choices,
    content,
    faults,
    imagining,
    lesson_facts,
    pack_warnings,
    previews,
    prompting,
    refusing,
    report_figures,
    rulebook_facts,
    scoring,
    seeing,
    setup,
    turn,
    waiting_effects,
    words,
    written_positions,
)
from tabletop_kernel.games.the_west_ascendant.language import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.previews import Payment, Preview
from tabletop_kernel.games.the_west_ascendant.scoring import Score
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Rules, State

if TYPE_CHECKING:
    from random import Random

DECISIONS: dict[str, Decision[State]] = {
    "start": setup.Start(),
    "engine": setup.Engine(),
    "use": waiting_effects.Use(),
    "choose": actions.Choose(),
    "gate": turn.Gate(),
    "limit": turn.Limit(),
    "offer": choices.Offer(),
    **choices.CHOICES,
}

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    abilities.MACHINE.kind: abilities.MACHINE.advance,
    "turn": turn.advance,
    "finish": turn.end_at_once,
}

# The function for a frame that comes to the top: it runs by itself, or returns True if a player must decide.
ON_TOP: dict[str, Callable[[State, Emit | None], bool | None]] = {
    **AUTOMATIC,
    **{kind: decision.due for kind, decision in DECISIONS.items()},
}

OPTIONS = (
    Option(
        "last-loser",
        "Who lost the last game? (This matters only if the loser begins.)",
        {"nobody": "No one did, so the choice is random.", "player-1": "Player 1.", "player-2": "Player 2."},
    ),
)

AT_REST = ("start", "engine", "choose", "gate")  # decisions outside effects and reactions

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
    name = "the_west_ascendant"
    title = "The West: Ascendant"
    version = "2"
    seats = range(SEATS, SEATS + 1)
    options = OPTIONS
    seat_facts = words.SEAT_KEYS
    nameless = ("seat", "points")
    lookahead = 2  # the other player moves next with what is left in the middle
    decisions = DECISIONS
    automatic = AUTOMATIC
    allowed_by = ALLOWED_BY
    in_vain = frozenset(("condition", "nothing", "no-offer", "pulse-void"))
    reveals = frozenset(
        (
            "drew", "draws", "dusk", "refill", "replaced", "next-top", "under", "makes", "peeks",
            "pays", "discard", "exchange",
        )
    )  # fmt: skip

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read(folder, self.rulebook)
        self.digest = self.content.digest
        self.course_file = here / "lessons.toml"
        self.facts: Mapping[str, Callable[..., Any]] = lesson_facts.facts(self)
        work_out = partial(setup.work_out, content=self.content, book=self.rulebook)
        self.rules_for: PerConfig[Rules] = PerConfig(work_out)
        self._written = self.rulebook
        self.rulebook = self.book(self.configure())

    def numbers(self, config: Config) -> Mapping[str, Any]:
        return rulebook_facts.numbers(self.rules_for(config), self._written)

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        setup.lay_table(state, emit)
        self.settle(state, emit)
        return state

    def settle(self, state: State, emit: Emit | None) -> None:
        """Run all automatic frames; if a ruling ends the game at once, check for the end before each of them."""
        frames, at_once = state.frames, state.rules.at_once
        for _ in range(LONGEST):
            if not frames:
                return
            if at_once and state.step and (ending := turn.over(state)):
                scoring.finish(state, ending, emit)
            elif ON_TOP[frames[-1][0]](state, emit):
                return
        raise endless()

    def apply_in_turn(self, state: State, seat: int, move: Move) -> None:
        """Make a move without events and run automatic frames, but stop at the end of the turn.

        The next turn's automatic frames wouldn't matter if the rules are `quiet`.
        """
        frames, now = state.frames, state.turn
        DECISIONS[frames[-1][0]].apply(state, seat, move, None)
        for _ in range(LONGEST):
            if not frames or state.turn != now or ON_TOP[frames[-1][0]](state, None):
                return
        raise endless()

    def not_yours(self, state: State, seat: int, move: Move) -> Verdict:
        return refusing.not_yours(state, seat, move)

    def elsewhere(self, state: State, seat: int, move: Move) -> Verdict | None:
        return refusing.elsewhere(state, seat, move)

    def read_move(self, state: State, seat: int, move: Move) -> Move:
        """Return the move with its cards in order: the order has no meaning if they are taken or discarded together."""
        fixed = {"two": 1, "city": 1, "locus": 2}.get(str(move[0]))
        order = state.rules.order
        if fixed is None or any(part not in order for part in move[fixed:]):
            return move
        return (*move[:fixed], *sorted(move[fixed:], key=lambda part: order[str(part)]))

    def resolving(self, state: State) -> bool:
        """Tell if an effect or a reaction is in progress."""
        return bool(state.frames) and state.frames[-1][0] not in AT_REST

    def opening(self, state: State) -> bool:
        """Tell if the players still choose who begins, or their Cityengines, under a ruling."""
        return bool(state.frames) and state.frames[0][0] in ("start", "engine")

    # -- seeing and saying, each in a room of its own -----------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> View:
        """Return a seat's view, with the step, the turn card's side, and the waiting effects."""
        seen = super().view(state, seat)
        seen["step"], seen["side"] = seeing.number(state), seeing.side(state)
        seen["waiting"] = waiting_effects.overview(state)
        return seen

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

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
        return words.portray(self.rules_for(config), view)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        return words.odds_in_words(self.rules_for(config), view)

    def tally(self, config: Config, view: View) -> list[Score]:
        """Return each player's score if the game ended now, with its parts."""
        return scoring.tally(self.rules_for(config), view)

    def previews(self, config: Config, view: View, moves: Sequence[Move]) -> list[Preview]:
        """Return the other player's loss for each choice in step 2, in parts."""
        return previews.previews(self.rules_for(config), view, moves)

    def payments(self, config: Config, view: View) -> list[Payment]:
        """Return the purchases that the viewer's hand allows: each Locus on top, a Doppelgate, the Cityengine."""
        return previews.payments(self.rules_for(config), view)

    def warnings(self) -> list[str]:
        """Return the pack's lines that never do anything."""
        return pack_warnings.doubts(self.content)

    def reads(self, key: str) -> str:
        """Return an effect in words, generated from its line.

        Raise UnknownName if the pack has no such line.
        """
        effects = self.content.effects
        if key not in effects:
            raise UnknownName(f"This pack has no card text {clip(key)}: {nearest(key, effects)}")
        return LANGUAGE.words(effects[key])

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.in_words(self.content)

    # -- opinions -----------------------------------------------------------------------------------------------------

    def standing(self, state: State) -> Sequence[float]:
        return [scoring.total(state, seat) for seat in range(SEATS)]

    def count(self, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
        return report_figures.count(self.content, kind, rule, data)

    def follower(self) -> report_figures.Following:
        return report_figures.Following(self.content)

    def figures(self, state: State) -> Mapping[Figure, float]:
        return report_figures.figures(state)

    def first_player(self, state: State) -> int | None:
        return state.first

    def legend(self) -> Mapping[str, str]:
        return report_figures.LEGEND

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        from tabletop_kernel.games.the_west_ascendant.aims_in_words import (
            aims,  # imported late: most tables never need it
        )

        return aims(self, self.rules_for(config), config, view, seat, move)

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return appraisal.appraise(self, self.rules_for(config), self.apply_in_turn, config, view, moves)

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        return appraisal.quick(state, seat, moves, rng)

    def prospects(self, state: State) -> Sequence[float]:
        return appraisal.prospects(state)
