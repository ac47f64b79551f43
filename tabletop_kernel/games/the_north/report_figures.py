"""The figures of a playtest: how games end, which actions occur, what costs points, which cards are used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.game import shares_when_alone
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.report_figures import Figure, Figures
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.the_north.content import Content
from tabletop_kernel.games.the_north.scoring import scores, total_score
from tabletop_kernel.games.the_north.state import State

DIRECTIVE_NAME = {"reprogram": "Reprogram", "facility": "Facility", "ancient": "Ancient", "discharge": "Discharge"}
CAUSE_BY_RULE = {
    "ability.spark": "to Sparks",
    "ability.protocol": "to Protocols",
    "outpost.loss": "to Protocols",
    "outpost.trio": "to Protocols",
    "node.table": "to the Node",
    "back.hand-loss": "to cards in hand",
    "solo.hand-loss": "to cards in hand",
    "solo.you-lose": "to The Wastes (solo)",
}
SET_SIZE = 3  # Facilities of one name that most Protocols need
LEGEND: Mapping[str, str] = {  # what each kind of figure counts, and for whom
    "Directives": "The total number of Directives that all players started.",
    "points lost": "Total points lost by both sides, by cause; in a solo game, one side is The Collector.",
    "cards used": ("All Protocols and Sparks that players used; “copied” means used through another card's ability."),
    "Discharges": "All players' Discharges in total, by Node level; Discharges without a level don't count.",
    "a player's score": (
        "A player's average result, not counting The Collector; “the Deck” means all cards outside the Zone."
    ),
    "score": "With two players: the difference between the two final scores.",
    "wins": "With two players: the share of games won by the player who began; a shared win counts as half.",
}


def _name_of_key(content: Content, key: str) -> str:
    slug = key.partition(".")[0]
    entry = content.ancients.get(slug) or content.facilities.get(slug)
    return entry.name if entry else slug


def _count_sets(state: State, seat: int) -> int:
    names = Counter(state.rules.facility[card] for card in state.facilities[seat])
    return sum(number >= SET_SIZE for number in names.values())


class NorthFigures(Figures[State]):
    """What playtests count in The North."""

    def __init__(self, game: Playable, content: Content) -> None:
        super().__init__(game)
        self.content = content

    def count(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float] | None:
        """Return the figure that an event adds to, and how much; None for most events."""
        if kind == "directive":
            return ("Directives", DIRECTIVE_NAME[data["directive"]]), 1.0
        if kind == "loses":
            return ("points lost", CAUSE_BY_RULE.get(rule, "otherwise")), float(data["points"])
        if kind in ("protocol", "spark"):
            return ("cards used", f"{_name_of_key(self.content, data['key'])}, {kind.capitalize()}"), 1.0
        if kind == "copy":
            ability = data["key"].rpartition(".")[2].capitalize()
            return ("cards used", f"{_name_of_key(self.content, data['key'])}, {ability} copied"), 1.0
        if kind == "discharge" and data["level"]:
            return ("Discharges", f"at level {data['level']}"), 1.0
        return None

    def at_end(self, state: State) -> dict[Figure, float]:
        """Return figures of a finished game: the parts of the score, averaged over the players, and the lead."""
        final = scores(state)[: state.seats]
        sides = len(final)
        figures: dict[Figure, float] = {
            ("a player's score", "points left"): sum(score.points for score in final) / sides,
            ("a player's score", "Values in the Deck"): sum(score.values for score in final) / sides,
            ("a player's score", "cards in the Zone"): sum(score.zone for score in final) / sides,
            ("a player's score", "total"): sum(score.total for score in final) / sides,
            ("a player's score", "cards in the Deck"): sum(score.cards - score.zone for score in final) / sides,
            ("a player's score", "sets of three in the Zone"): sum(_count_sets(state, seat) for seat in range(sides))
            / sides,
        }
        if not state.solo:
            figures["score", "winner ahead by"] = abs(final[0].total - final[1].total)
            figures["wins", "first player"] = shares_when_alone(state.result)[state.first] if state.result else 0.0
        return figures

    def first_player(self, state: State) -> int | None:
        return None if state.solo else state.first

    def standing(self, state: State) -> Sequence[float]:
        """Return the two totals; empty for a solo game, because The Collector starts with far more."""
        return () if state.solo else (total_score(state, 0), total_score(state, 1))

    def legend(self) -> Mapping[str, str]:
        return LEGEND
