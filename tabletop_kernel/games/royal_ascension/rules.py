"""The Royal Ascension: the game as the kernel sees it.

The top frame of the state's stack is the current decision; each kind of decision is a class in the module of its phase
(setup, turn, shop, action cards, challenges, battle, after the battle). Automatic frames run by themselves until a seat
has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import Decision, DecisionGame
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Edition, Move, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension import (
    action_cards,
    after_battle,
    battle,
    challenges,
    content,
    imagining,
    lesson_facts,
    refusals_at_wrong_moment,
    setup,
    shop,
    state_faults,
    turn,
    written_positions,
)
from tabletop_kernel.games.royal_ascension.appraisal import RoyalOpinions
from tabletop_kernel.games.royal_ascension.content import CARD_RANKS, Content
from tabletop_kernel.games.royal_ascension.game_in_words import RoyalTelling
from tabletop_kernel.games.royal_ascension.report_figures import RoyalFigures
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.state import RANK_VALUE, SUIT_LETTER, SUITS, Rules, State
from tabletop_kernel.games.royal_ascension.table_options import RoyalAgreement
from tabletop_kernel.games.royal_ascension.turns_and_rounds import RoyalPace

DECISIONS: dict[str, Decision[State]] = {
    "character": setup.Character(),
    "select": setup.Select(),
    "draft": setup.Draft(),
    "opening": setup.Opening(),
    "attach": setup.Attach(),
    "roll": turn.Roll(),
    "walk": turn.Walk(),
    "end": turn.End(),
    "limit": turn.Limit(),
    "shop": shop.Shop(),
    "pay": shop.Pay(),
    "npc": action_cards.Npc(),
    "prize": action_cards.Prize(),
    "attack": challenges.Attack(),
    "alliance": challenges.Alliance(),
    "commit": battle.Commit(),
    "dice": battle.Dice(),
    "claim": after_battle.Claim(),
    "give": after_battle.Give(),
    "pick": after_battle.Pick(),
    "forfeit": after_battle.Forfeit(),
}

ALLOWED_BY: dict[str, list[str]] = {  # what a player's move rests on at any time
    "character": ["pieces.token"],
    "take": ["setup.draft"],
    "draw": ["setup.decks"],
    "roll": ["pieces.dice"],
    "walk": ["turn.direction", "turn.move-exact", "turn.land"],
    "end": ["turn.end"],
    "buy": ["board.shops", "shop.may", "shop.landing-only"],
    "pay": ["shop.currency", "cards.value"],
    "done": ["shop.price"],
    "attack": ["action.first", "battle.start", "battle.opponent", "battle.no-previous-loser"],
    "ally": ["alliance.use", "alliance.optional"],
    "fight": ["alliance.optional"],
    "commit": ["battle.reveal"],
    "seal": ["battle.reveal", "battle.territory"],
    "claim": ["decree.spoils"],
    "give": ["decree.spoils"],
}

AUTOMATIC_STEPS: dict[str, Callable[[State, Emit | None], None]] = {
    "first": setup.start_first_turn,
    "challenge": challenges.ask_for_opponent,
    "muster": challenges.start_battle_of_all,
    "majority": after_battle.end_at_majority,
    "aftermath": after_battle.clean_up_battle,
    "close": turn.close_turn,
}


class RoyalAscension(DecisionGame[State]):
    agreement: RoyalAgreement
    telling: RoyalTelling

    name = "royal_ascension"
    title = "The Royal Ascension"
    version = "2"
    seats = range(3, 5)
    takes_back = True
    decisions = DECISIONS
    automatic = AUTOMATIC_STEPS
    reveals = frozenset(  # cards that others have seen, and answers they have heard
        (
            "drew", "draws", "offer", "action", "action-hidden", "alliance", "reveal", "pick", "forfeit", "limit",
            "buy", "spend", "ally", "alliance-spent", "partner", "fights", "spoils", "spoils-hidden", "resources",
            "hearts-under",
        )
    )  # fmt: skip

    def __init__(self, folder: Path) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook.toml")
        self.content: Content = content.read_content(folder, self.rulebook)
        self.edition = Edition(self.content.digest)
        self.rules_for: PerConfig[Rules] = PerConfig(self._work_out)
        self.agreement = RoyalAgreement(self, self.content)
        self.telling = RoyalTelling(self, self.content, self.rules_for)
        self.opinions = RoyalOpinions(self, self.rules_for)
        self.figures = RoyalFigures(self)
        self.pace = RoyalPace(self)
        self.teaching = Teaching(here / "lessons.toml", lesson_facts.FACTS, ALLOWED_BY)
        usual = self.agreement.usual()
        self.rulebook = self.rulebook.under(usual.rulings, self.telling.numbers(usual))

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        setup.set_up_table(state, emit)
        return state

    refuse_after_end = staticmethod(refusals_at_wrong_moment.refuse_after_end)
    refuse_unasked_seat = staticmethod(refusals_at_wrong_moment.refuse_unasked_seat)

    def refuse_verb_now(self, state: State, seat: int, move: Move) -> Verdict | None:
        kind, verb = state.frames[-1][0], move[0]
        if kind in setup.KINDS_BEFORE_PLAY and verb in refusals_at_wrong_moment.REFUSAL_BY_VERB and verb != "character":
            return DECISIONS[kind].refuse(state, seat, move)  # first the table is set up
        return refusals_at_wrong_moment.refuse_wrong_moment(state, seat, move)

    def _work_out(self, config: Config) -> Rules:
        ace = int(rulings_of(config)["ruling.ace-value"])
        points = {rank: ace if rank == "A" else RANK_VALUE[rank] for rank in CARD_RANKS}
        value = {rank + letter: points[rank] for letter in "HDC" for rank in CARD_RANKS}
        territories = {territory.name: territory.value for territory in self.content.territories}
        action = {rank + "S": entry.id for entry in self.content.actions for rank in entry.ranks}
        cards = sorted(
            (rank + SUIT_LETTER[suit] for suit in SUITS for rank in CARD_RANKS), key=lambda c: value.get(c, 0)
        )
        order = {piece: number for number, piece in enumerate([*territories, *cards])}
        return Rules(config, self.content, self.agreement.layout_for(config), value, territories, action, order)

    # -- seeing and writing down, each in a room of its own -----------------------------------------------------------

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return imagining.imagine(self.rules_for(config), view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = written_positions.read_written(self.rules_for(config), position, chance)
        self.settle(state, None)
        return state

    def faults(self, state: State) -> list[str]:
        return state_faults.faults(state)
