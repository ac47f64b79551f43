"""The Royal Ascension: the game as the kernel sees it.

The top frame of the state's stack is the current decision; each kind of decision is a class in the module of its phase
(setup, walking, shop, actions, battle). Automatic frames run by themselves until a seat has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import Decision, DecisionGame
from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Config, Figure, Follower, Move, Option, PerConfig, Position, View
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.royal_ascension import (
    actions,
    appraisal,
    battle,
    cards_in_words,
    content,
    faults,
    imagining,
    lesson_facts,
    prompting,
    refusing,
    report_figures,
    rulebook_facts,
    setup,
    shop,
    spoils,
    walking,
    words,
    written_positions,
)
from tabletop_kernel.games.royal_ascension.content import RANKS, Content, Layout
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.state import LETTER, RANK_VALUE, SUITS, Rules, State

if TYPE_CHECKING:
    from random import Random

    from tabletop_kernel.games.royal_ascension.odds import Odds


DECISIONS: dict[str, Decision[State]] = {
    "character": setup.Character(),
    "select": setup.Select(),
    "draft": setup.Draft(),
    "opening": setup.Opening(),
    "attach": setup.Attach(),
    "roll": walking.Roll(),
    "walk": walking.Walk(),
    "end": walking.End(),
    "limit": walking.Limit(),
    "shop": shop.Shop(),
    "pay": shop.Pay(),
    "npc": actions.Npc(),
    "prize": actions.Prize(),
    "attack": battle.Attack(),
    "alliance": battle.Alliance(),
    "commit": battle.Commit(),
    "dice": battle.Dice(),
    "claim": spoils.Claim(),
    "give": spoils.Give(),
    "pick": spoils.Pick(),
    "forfeit": spoils.Forfeit(),
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

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    "first": setup.first_turn,
    "challenge": battle.challenge,
    "muster": battle.muster,
    "majority": spoils.majority,
    "aftermath": spoils.aftermath,
    "close": walking.close_turn,
}


class RoyalAscension(DecisionGame[State]):
    name = "royal_ascension"
    title = "The Royal Ascension"
    version = "2"
    seats = range(3, 5)
    takes_back = True
    allowed_by = ALLOWED_BY
    seat_facts = (*words.SEAT_KEYS, *words.SEATS_KEYS, "attacker", "waiting", "opponents")
    decisions = DECISIONS
    automatic = AUTOMATIC
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
        self.content: Content = content.read(folder, self.rulebook)
        self.digest = self.content.digest
        self.course_file = here / "lessons.toml"
        self.facts: Mapping[str, Callable[..., Any]] = lesson_facts.FACTS
        choices = {"auto": "The first board that fits the rulings."}
        choices.update({layout.id: f"{layout.name}: {layout.line}" for layout in self.content.layouts})
        self.options = (Option("layout", "Which board?", choices),)
        usual = super().configure()  # even if the pack has no board for it
        self.rulebook = self.rulebook.under(usual.rulings, self.numbers(usual))
        self.rules_for: PerConfig[Rules] = PerConfig(self._work_out)

    def numbers(self, config: Config) -> Mapping[str, Any]:
        return rulebook_facts.numbers(self.content, config)

    # -- playing ------------------------------------------------------------------------------------------------------

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(self.rules_for(config), chance)
        setup.lay_table(state, emit)
        return state

    def over(self, state: State) -> Verdict:
        return refusing.over(state)

    def not_yours(self, state: State, seat: int, move: Move) -> Verdict:
        return refusing.not_asked(state, seat, move)

    def elsewhere(self, state: State, seat: int, move: Move) -> Verdict | None:
        kind, verb = state.frames[-1][0], move[0]
        if kind in setup.BEFORE_PLAY and verb in refusing.ELSEWHERE and verb != "character":
            return DECISIONS[kind].judge(state, seat, move)  # first the table is set up
        return refusing.not_now(state, seat, move)

    # -- opening a table ----------------------------------------------------------------------------------------------

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        config = super().configure(seats, rulings, options)
        self.layout_for(config)
        return config

    def wrong_seats(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        verdict = Verdict("players.count", seats=clip(seats))
        return SetupError(self.rulebook.why(verdict, lambda key, value: str(value)), rule="players.count")

    def layout_for(self, config: Config) -> Layout:
        """Return the board chosen in the options, or the first one that fits the rulings.

        Raise SetupError if the chosen board doesn't fit, or none does.
        """
        length = 34 if rulings_of(config)["ruling.home-counted"] == "counted" else 35
        clubs = rulings_of(config)["ruling.club-spaces"] == "some"
        asked = config.options["layout"]
        for layout in self.content.layouts:
            fits = layout.length == length and ("C" in layout.kinds) == clubs
            if asked == "auto" and fits:
                return layout
            if asked == layout.id:
                if fits:
                    return layout
                rule = "ruling.home-counted" if layout.length != length else "ruling.club-spaces"
                raise SetupError(f"The board '{asked}' doesn't work with {rule}={config.rulings[rule]}.", rule=rule)
        raise SetupError(f"This pack has no board with {length} spaces and {'some' if clubs else 'no'} club spaces.")

    def _work_out(self, config: Config) -> Rules:
        ace = int(rulings_of(config)["ruling.ace-value"])
        points = {rank: ace if rank == "A" else RANK_VALUE[rank] for rank in RANKS}
        value = {rank + letter: points[rank] for letter in "HDC" for rank in RANKS}
        territories = {territory.name: territory.value for territory in self.content.territories}
        action = {rank + "S": entry.id for entry in self.content.actions for rank in entry.ranks}
        cards = sorted((rank + LETTER[suit] for suit in SUITS for rank in RANKS), key=lambda c: value.get(c, 0))
        order = {piece: number for number, piece in enumerate([*territories, *cards])}
        return Rules(config, self.content, self.layout_for(config), value, territories, action, order)

    # -- seeing and saying, each in a room of its own -----------------------------------------------------------------

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

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.in_words(self.content)

    def portray(self, config: Config, view: View) -> list[str]:
        return words.portray(self.rules_for(config), view)

    def opening(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] in setup.BEFORE_PLAY

    def is_out(self, state: State, seat: int) -> bool:
        return bool(state.out[seat])

    def standing(self, state: State) -> Sequence[float]:
        return [len(lands) for lands in state.territories]

    def count(self, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
        return report_figures.count(kind, data)

    def follower(self) -> Follower:
        return report_figures.count_battles

    def first_player(self, state: State) -> int | None:
        return state.turns[0] if state.turns else None

    def legend(self) -> Mapping[str, str]:
        return report_figures.LEGEND

    def odds(
        self, config: Config, view: View, opponent: int | None = None, territory: str | None = None
    ) -> Odds | None:
        """Return the exact odds of the current battle, or against an opponent; None if there are none."""
        from tabletop_kernel.games.royal_ascension.odds import odds  # imported late: fractions are slow to import

        return odds(self.rules_for(config), view, opponent, territory)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        from tabletop_kernel.games.royal_ascension.odds import odds_in_words

        return odds_in_words(self.rules_for(config), view)

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        from tabletop_kernel.games.royal_ascension.aims_in_words import aims

        return aims(self.rules_for(config), view, seat, move)

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return appraisal.appraise(self.rules_for(config), view, moves)

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        return appraisal.quick(state, seat, moves, rng)

    def prospects(self, state: State) -> Sequence[float]:
        return appraisal.prospects(state)
