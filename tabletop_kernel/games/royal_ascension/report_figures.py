"""The figures that playtests count: action cards, weapons, territories in battle, and drawn cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.report_figures import Counted, Figure, Figures, Follower
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.royal_ascension.state import State

FIGURE_BY_EVENT: Mapping[str, Figure] = {
    "attack": ("battles", "one opponent challenged"),
    "pass": ("battles", "skipped by choice"),
    "no-battle": ("battles", "impossible"),
    "ally": ("battles", "avoided by a Secret Alliance"),
    "out": ("players", "who were out"),
}
BATTLE_BY_EVENT: Mapping[str, Figure] = {
    "battle": ("battles", "fought"),
    "everyone": ("battles", "fought"),
}  # by a Royal Decree
LEGEND_BY_FIGURE: Mapping[str, str] = {  # what each kind of figure counts, and for whom
    "battles": ("All players' battles, by outcome: a Decree counts once, and avoided challenges count too."),
    "players": "How many players at the table lost their last territory and left the game.",
    "action cards": (
        "Action cards that all players drew, by effect; Secret Alliances don't count, because players keep them."
    ),
    "weapons": ("Weapons that all players bought in Shops, and weapons they committed, counted once for each battle."),
    "territories in battle": "How often players committed each territory to a battle.",
    "cards drawn": (
        "Hearts, diamonds and clubs that all players drew from the decks, including opening cards but not "
        "weapons from Shops."
    ),
}


def count_battles(kind: str, rule: str, data: Facts) -> Counted | None:
    """Count battles of every kind, for all players rather than for the attacker; None for other events."""
    return (BATTLE_BY_EVENT[kind], 1.0, -1) if kind in BATTLE_BY_EVENT else None


class RoyalFigures(Figures[State]):
    """What playtests count in The Royal Ascension."""

    def count(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float] | None:
        """Return the figure that an event adds to, and how much; None for most events."""
        if kind in FIGURE_BY_EVENT:
            return FIGURE_BY_EVENT[kind], 1.0
        if kind == "action":
            return ("action cards", str(data["action"]).replace("-", " ")), 1.0
        if kind == "buy":
            return ("weapons", "bought"), float(len(data["weapons"]))
        if kind == "weapons":
            return ("weapons", "used in battle"), float(data["count"])
        if kind == "reveal" and data["territory"]:
            return ("territories in battle", str(data["territory"])), 1.0
        if kind == "drew":
            return ("cards drawn", str(data["suit"])), 1.0
        return None

    def follower(self) -> Follower:
        return count_battles

    def standing(self, state: State) -> Sequence[float]:
        return [len(lands) for lands in state.territories]

    def first_player(self, state: State) -> int | None:
        return state.turns[0] if state.turns else None

    def legend(self) -> Mapping[str, str]:
        return LEGEND_BY_FIGURE
