"""The figures of a playtest: how games end, which actions occur, what costs points, which Loci matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.game import LOST, shares_when_alone
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.report_figures import Figure, Figures
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.the_west_ascendant.content import Content
from tabletop_kernel.games.the_west_ascendant.scoring import NAME_BY_RULE, scores, total_score
from tabletop_kernel.games.the_west_ascendant.state import SEATS, State

CHOICE_BY_EVENT = {
    "chooses-all": "all of one type",
    "chooses-two": "any two",
    "chooses-locus": "LOCUS",
    "chooses-city": "Cityengine",
    "no-action": "none",
    "no-choice": "none",
}
REACTION_BY_EVENT = {"reacts": "used", "no-reaction": "impossible"}
CAUSE_BY_RULE = {
    "facility.loss": "for cards taken",
    "ruling.took-counts": "for cards gained by effects",
    "facility.pulse": "to PULSE",  # for a type without its own rule
    "reaction.salvage": "for a Salvage",
}
CAUSE_BY_RULE_GROUP = {"pulse": "to PULSE", "radiate": "to RADIATE", "prime": "to Primes", "trigger": "to Triggers"}
PLACE_BY_EVENT = {"uses-top": "from the top", "uses-zone": "from a Zone"}
LOCUS_RULE_GROUPS = ("prime", "trigger")  # the first word of the rules that their effects cite
EFFECT_EVENTS = (
    "loses",
    "drew",
    "discard",
    "clear",
    "recover",
    "exchange",
    "under",
    "replaced",
)  # what an effect can do
LEGEND: Mapping[str, str] = {  # what each kind of figure counts, and for whom
    "what was chosen": "The choices that both players made on their turns; “none” means that they did nothing.",
    "points lost": "Points that both players lost in total, by cause.",
    "Loci built": "Loci that both players built in total.",
    "use of Loci": "How often both players used a Locus that did something, from the top of a deck or from a Zone.",
    "reactions": (
        "How often both players used or declined reactions; "
        "“impossible” includes reactions blocked only by hidden cards."
    ),
    "PULSE": "How often both players used each type's PULSE, with or without effect; one ruling gives one per card.",
    "PULSE without effect": (
        "Both players' turns when a PULSE could do nothing on its first use; “PULSE” counts every use."
    ),
    "a player's score": "One player's average final score, and its parts.",
    "score": "The gap between the two final scores.",
    "a player's Zone": "One player's Zone at the end, on average.",
    "a player's hand": "One player's hand at the end, on average.",
    "wins": "The share of games won by the player who began; a draw counts as half.",
    "order": "How often the player who was ahead before the final scoring went on to lose.",
}


class Following:
    """A counter of figures that need several events.

    A Locus counts as used when its effect does something, which a later event shows. A declined reaction may have been
    impossible in secret, which an earlier event shows.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._begun: tuple[Figure, int] | None = None  # an effect without a result yet, and its owner
        self._unable = False  # True: the reacting player can't react

    def __call__(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float, int] | None:
        if kind.startswith("uses-"):
            self._begun = (
                (_figure_of_use(self._content, kind, data["key"]), data["seat"]) if kind in PLACE_BY_EVENT else None
            )
        elif self._begun and kind in EFFECT_EVENTS and rule.partition(".")[0] in LOCUS_RULE_GROUPS:
            (figure, seat), self._begun = self._begun, None
            return figure, 1.0, seat
        elif kind == "cannot":
            self._unable = rule == "reaction.impossible"
        elif kind == "declines" and rule == "reaction.may":
            figure, self._unable = _figure_of_declining(self._unable), False
            return figure, 1.0, data["seat"]
        return None


def _figure_of_use(content: Content, kind: str, key: str) -> Figure:
    return "use of Loci", f"{content.loci[key].name}, {PLACE_BY_EVENT[kind]}"


def _figure_of_declining(unable: bool) -> Figure:
    return "reactions", REACTION_BY_EVENT["no-reaction"] if unable else "declined"


class WestFigures(Figures[State]):
    """What playtests count in The West: Ascendant."""

    def __init__(self, game: Playable, content: Content) -> None:
        super().__init__(game)
        self.content = content

    def count(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float] | None:
        """Return the figure that an event adds to, and how much; None for most events."""
        if kind in CHOICE_BY_EVENT:
            return ("what was chosen", CHOICE_BY_EVENT[kind]), 1.0
        if kind == "loses":
            cause = CAUSE_BY_RULE.get(rule) or CAUSE_BY_RULE_GROUP.get(rule.partition(".")[0], "otherwise")
            return ("points lost", cause), float(data["points"])
        if kind == "builds":
            return ("Loci built", self.content.loci[data["locus"]].name), 1.0
        if kind in REACTION_BY_EVENT:
            return ("reactions", REACTION_BY_EVENT[kind]), 1.0
        if kind in ("pulse", "pulse-void"):
            return ("PULSE" if kind == "pulse" else "PULSE without effect", self.content.types[data["type"]].name), 1.0
        if kind == "pulses":  # under a ruling, once for each card
            return ("PULSE", self.content.types[data["type"]].name), float(data["count"])
        return None

    def at_end(self, state: State) -> dict[Figure, float]:
        """Return figures of a finished game: the parts of the score, averaged over the players, and who won."""
        final = scores(state)
        assert state.result is not None
        figures: dict[Figure, float] = {
            ("a player's score", name): sum(score.part(rule) for score in final) / SEATS
            for rule, name in NAME_BY_RULE.items()
        }
        figures["a player's score", "total"] = sum(score.total for score in final) / SEATS
        figures["score", "margin"] = float(abs(final[0].total - final[1].total))
        figures["a player's Zone", "Loci"] = sum(len(zone) for zone in state.zone) / SEATS
        figures["a player's Zone", "made Doppelgates"] = sum(len(gates) for gates in state.gates) / SEATS
        figures["a player's Zone", "Complete Cityengines"] = sum(state.city) / SEATS
        figures["a player's hand", "cards at the end"] = sum(len(hand) for hand in state.hand) / SEATS
        figures["wins", "first player"] = shares_when_alone(state.result)[state.first]
        leader = int(state.points[1] > state.points[0])
        turned = state.points[0] != state.points[1] and state.result.results[leader] == LOST
        figures["order", "leader on points loses"] = float(turned)
        return figures

    def follower(self) -> Following:
        return Following(self.content)

    def first_player(self, state: State) -> int | None:
        return state.first

    def standing(self, state: State) -> Sequence[float]:
        return [total_score(state, seat) for seat in range(SEATS)]

    def legend(self) -> Mapping[str, str]:
        return LEGEND
