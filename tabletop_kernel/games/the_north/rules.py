"""The North: the game as the kernel sees it.

The top frame of the state's stack is the current decision. The front of the turn card is in `front_of_turn_card`, its
back in `back_of_turn_card`, abilities and their choices are in `abilities` and `choices`. Automatic frames run by
themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import Decision, DecisionGame
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Edition, Move, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_north import (
    abilities,
    back_of_turn_card,
    cards_by_name,
    choices,
    content,
    front_of_turn_card,
    imagining,
    lesson_facts,
    setup,
    state_faults,
    view_extras,
    written_positions,
)
from tabletop_kernel.games.the_north.appraisal import NorthOpinions
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS
from tabletop_kernel.games.the_north.game_in_words import NorthTelling
from tabletop_kernel.games.the_north.report_figures import NorthFigures
from tabletop_kernel.games.the_north.state import DISCHARGED, Rules, State

if TYPE_CHECKING:
    pass

DECISIONS: dict[str, Decision[State]] = {
    "shuffle": front_of_turn_card.Shuffle(),
    "announce": front_of_turn_card.Announce(),
    "directive": front_of_turn_card.Directive(),
    "end": front_of_turn_card.End(),
    "take-one": back_of_turn_card.TakeOne(),
    "discard": choices.Discard(),
    "recover": choices.Recover(),
    "flip": choices.Flip(),
    "take": choices.Take(),
    "reprogram": choices.Reprogram(),
    "play": choices.Play(),
    "copy": choices.Copy(),
    "exchange": choices.Exchange(),
}

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    abilities.MACHINE.kind: abilities.MACHINE.advance,
    abilities.WAITING: abilities.begin_waiting,
    "copied": abilities.move_copied_card,
    "paid": front_of_turn_card.discard_payment,
    "hand-loss": back_of_turn_card.take_hand_loss,
    "you-lose": back_of_turn_card.take_solo_loss,
    "collect": back_of_turn_card.collect_wastes,
    "refill": back_of_turn_card.refill_wastes,
    "finish": back_of_turn_card.end_now,
}

# The rule that refuses each verb used directly: it happens by itself, at another moment, or by an ability.
RULE_BY_VERB = {
    "shuffle": "turn.shuffle",
    "draw": "turn.draw",
    "take": "back.take-one",
    "decline": "ruling.take-one-choice",
    "flip": "flip.as-added",
    "play": "facility.several-ways",
    "copy": "outpost.copy",
    "exchange": "ruling.exchange-meaning",
    "spark": "reprogram.move-first",
    "skip": "ability.mandatory",
    "score": "back.end-check",
    "reset": "turn.reset",
    "refill": "back.refill",
    "charge": "node.charge",
}
SOLO_RULE = {
    "back.end-check": "solo.end-check",
    "back.refill": "solo.refill",
    "back.take-one": "solo.collect",
    "ruling.take-one-choice": "solo.collect",
}
# The rules that allow a move. An ability's choices rest on the ability, whatever the verb. Taking an Ancient rests
# on an ability or on the back of the card; the event says which.
DIRECTIVE_RULES = ("turn.three", "turn.one-twice")
ALLOWED_BY = {
    "shuffle": ("turn.shuffle",),
    "reprogram": ("directive.reprogram", "reprogram.different-value", "ancient.value", *DIRECTIVE_RULES),
    "facility": ("directive.facility", "facility.back", "facility.several-ways", *DIRECTIVE_RULES),
    "ancient": ("directive.ancient", *DIRECTIVE_RULES),
    "discharge": ("directive.discharge", *DIRECTIVE_RULES),
    "end": ("turn.flip-card",),
    "discard": ("ability.mandatory",),
    "recover": ("ability.mandatory",),
    "flip": ("ability.mandatory", "flip.as-added"),
    "play": ("ability.mandatory", "facility.several-ways"),
    "copy": ("ability.mandatory",),
    "exchange": ("ability.mandatory", "exchange.same-name"),
}
KNOWN_VERBS = {*RULE_BY_VERB, *(verb for decision in DECISIONS.values() for verb in decision.verbs)}


class TheNorth(DecisionGame[State]):
    telling: NorthTelling

    name = "the_north"
    title = "The North"
    version = "2"
    seats = range(1, 3)
    decisions = DECISIONS
    automatic = AUTOMATIC
    reveals = frozenset(
        (
            "drew", "draws", "shuffle", "reshuffle", "refill", "collect", "pays", "discard",
            "enters-facility", "enters-ancient", "exchange", "exchange-void", "flips-to-ancient", "flips-to-facility",
        )
    )  # fmt: skip

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content = content.read_pack(folder, self.rulebook)
        self.edition = Edition(self.content.digest)
        self.rules_for: PerConfig[Rules] = PerConfig(partial(setup.work_out_rules, content=self.content))
        self.telling = NorthTelling(self, self.content, self.rules_for)
        self.opinions = NorthOpinions(self, self.rules_for)
        self.figures = NorthFigures(self, self.content)
        self.teaching = Teaching(here / "lessons.toml", lesson_facts.facts(self), ALLOWED_BY)
        if content.has_gains(self.content):
            self._let_gain()
        self.rulebook = self.telling.book(self.agreement.configure())

    def _let_gain(self) -> None:
        """Make points from cards the default ruling, because the pack has cards that give points."""
        written = self.rulebook.written
        assert written is not None
        written.prefer("ruling.no-gain", "pack")
        self.rulebook = written.book(written.defaults(), {})

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        setup.lay_table(state, emit)
        return state

    def refuse_unasked_seat(self, state: State, seat: int, move: Move) -> Verdict:
        kind, decider, _ = state.frames[-1]
        if kind == "take-one":
            return Verdict("back.take-one", taker=decider, besides=[])
        takes = ("take", "decline") if state.ruling["ruling.take-one-choice"] == "may" else ("take",)
        if kind == "end" and move[0] in takes:
            return back_of_turn_card.refuse_before_back(state, seat)
        return Verdict("back.pass", seat=decider)

    def refuse_verb_now(self, state: State, seat: int, move: Move) -> Verdict | None:
        kind, verb = state.frames[-1][0], str(move[0])
        if verb not in KNOWN_VERBS:
            return None
        if kind == "take-one":
            return Verdict("back.take-one", taker=back_of_turn_card.YOU, besides=[])
        if kind in state_faults.CHOICE_KINDS:
            return choices.refuse_unfit(state)
        return _refuse_known_verb(state, seat, verb, move)

    # -- seeing and saying, each in a room of its own -----------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> View:
        """Return a seat's view, with the cards that everyone knows to be in Decks and hands."""
        view = super().view(state, seat)
        view["owned"] = view_extras.list_owned(state)
        if state.ruling["ruling.inspect"] == "no":
            view["frames"] = view_extras.mask_frames(state)
        return view

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = written_positions.read(self.rules_for(config), position, chance)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return state_faults.find_faults(state)


def _refuse_known_verb(state: State, seat: int, verb: str, move: Move) -> Verdict:
    """Return the reason why a move doesn't fit this decision."""
    rule = RULE_BY_VERB[verb]
    if verb == "charge":
        return _refuse_charge(state, seat)
    if verb == "spark":
        return _refuse_spark(state, move)
    if rule == "turn.shuffle":
        return Verdict(rule, begin=False, once=False)
    if rule == "ability.mandatory":
        return Verdict(rule, key="", but=[])
    if state.solo and rule in SOLO_RULE:
        return Verdict(SOLO_RULE[rule])
    if rule == "back.take-one":
        return back_of_turn_card.refuse_before_back(state, seat)
    return back_of_turn_card.refuse_decline(1 - seat, move) if rule == "ruling.take-one-choice" else Verdict(rule)


def _refuse_spark(state: State, move: Move) -> Verdict:
    """Return the reason why a Spark can't be used now."""
    faces_in_wastes = cards_by_name.cards_by_face(state, state.wastes, "ancient")
    comes_too_early = state.frames[-1][0] == "directive" and len(move) == 2 and move[1] in faces_in_wastes
    return Verdict("reprogram.move-first" if comes_too_early else "ability.spark")


def _refuse_charge(state: State, seat: int) -> Verdict:
    """Return the reason why a Node can't be Charged now."""
    if state.node[seat] == LEVELS:
        return Verdict("node.cap")
    if state.frames[-1][0] != "end":
        return Verdict("node.charge")
    return Verdict("turn.reset" if state.node[seat] == DISCHARGED else "turn.charge")
