"""Figures for playtests: where points come from, what kills, what players buy, how far they get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.report_figures import Figure, Figures
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job
from tabletop_kernel.games.deck_goes_west.pack.content import Content
from tabletop_kernel.games.deck_goes_west.state import State

DEATH_TEXT = {
    "death.danger-hand": "too many danger cards in hand",
    "death.full-hand": "a full hand in the morning",
    "ruling.danger-empty": "no danger cards left to take",
}
IDLE_DEATH_TEXT = "a day without using a card"
FIGURE_BY_EVENT: Mapping[str, Figure] = {  # events that are only counted
    "battle": ("battles", "by day"),
    "clears": ("battles", "that cleared a tile"),
    "split": ("bandits", "groups that split"),
    "reveals": ("land", "tiles revealed"),
    "declines": ("land", "tiles revealed but not entered"),
    "line-gone": ("land", "lines removed because the draw pile ran out"),
    "land-shuffled": ("land", "new piles"),
    "steps": ("movement", "steps"),
    "steps-free": ("movement", "steps"),  # onto a railway tile
    "steps-half": ("movement", "steps"),  # onto a railway tile on a mountain, under a ruling
    "rides": ("movement", "rides by railway"),
    "rides-along": ("movement", "rides with the wagon"),
    "builds": ("railways", "built"),
    "rail-gone": ("railways", "lost in the East"),
    "joins": ("together", "joined rolls"),
    "stays-out": ("together", "refused rolls"),
    "accepts-trade": ("together", "trades"),
    "refuses-trade": ("together", "refused trades"),
    "together": ("actions", "combined jobs"),
    "passes": ("actions", "passes"),
    "reshuffles": ("cards", "decks reshuffled"),
}
LEGEND_BY_FIGURE: Mapping[str, str] = {  # what each kind of figure counts, and for whom
    "battles": (
        "All players: battles started by a player (“by day”) or by bandits (“by night”), and how many cleared the tile."
    ),
    "bandits": ("The whole map: large groups that split, and attacks on a wagon with no players on its tile."),
    "land": ("The whole map: tiles revealed, revealed tiles not entered, eastern lines removed and new draw piles."),
    "movement": "All players: steps by walking, climbing and sailing, railway rides and rides with the wagon.",
    "railways": "All players: railways built, and railways lost with removed tiles.",
    "together": (
        "All players: trades and invitations to a roll, accepted or refused "
        "(players who couldn't join count as refusing)."
    ),
    "actions": "All players: how often they combined jobs, and how often they passed.",
    "cards": "All players: how often a discard pile became a new draw pile.",
    "points": ("All players: points gained, by source (“lost” counts points that players gained and then lost)."),
    "deaths": "All players: deaths by cause (alone or in a team, the first death ends the game).",
    "cards bought": "All players: cards bought.",
    "abilities": "All players: how often they used their characters' abilities.",
    "pain": "All players: pain cards taken, scrapped, or only discarded (discarded cards stay in a deck).",
    "exhaustion": (
        "All players: exhaustion cards taken, scrapped, or only discarded (discarded cards stay in a deck)."
    ),
    "end": (
        "At the end: days begun, furthest column reached, best score, bandits, "
        "and average danger cards and resources per surviving player."
    ),
    "played": "The average number of players per game who had this character.",
    "won": "The average number of players per game who won with this character (compare it with “played”).",
    "wins": (
        "In versus: the first player's share of wins, counting only games without deaths and splitting shared wins."
    ),
}


@lru_cache(200)
def _ability_text(line: str) -> str:
    """Return an ability in words, such as “Gain 1 die of Food”, for readers who don't know the job language."""
    return job_in_words(read_job(line))


def _danger_figure(content: Content, kind: str, card: str) -> tuple[Figure, float] | None:
    """Return the figure for danger that is taken, scrapped or only discarded; None for other cards."""
    danger_kind = content.cards[card].kind
    action = {"takes": "taken", "scraps": "scrapped", "discards": "only discarded"}[kind]
    return ((danger_kind, action), 1.0) if danger_kind in DANGERS else None


DANGERS = ("pain", "exhaustion")


def _belongings(state: State) -> dict[Figure, float]:
    """Return what the survivors own on average; empty if all players are out, since their things are gone.

    A player who dies alone or in a team ends the game, and still has everything.
    """
    living = state.living_seats()
    if not living:
        return {}
    owned = [card for seat in living for card in state.hand[seat] + state.draw[seat] + state.discard[seat]]
    return {
        ("end", "danger cards in a deck"): sum(map(state.is_danger, owned)) / len(living),
        ("end", "resources per player"): sum(sum(state.stock[seat]) for seat in living) / len(living),
    }


def first_day_seat(state: State) -> int:
    """Return the seat with the P1 token on the first day. It moves on every night, except one that ends the game."""
    return (state.p1 - (state.turn - 1)) % state.rules.seats


class DeckFigures(Figures[State]):
    """What playtests count in Deck Goes West."""

    def __init__(self, game: Playable, content: Content) -> None:
        super().__init__(game)
        self.content = content

    def count(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float] | None:
        """Return what an event counts for, and how much; None for most events."""
        if kind in FIGURE_BY_EVENT:
            return FIGURE_BY_EVENT[kind], 1.0
        if kind == "scores":
            return ("points", data["what"].replace("-", " ")), float(data["points"])
        if kind == "loses-points":
            return ("points", "lost"), float(data["points"])
        if kind == "attacked":  # with nobody there it isn't a battle, only an attack on the wagon
            return (("battles", "by night") if data["seats"] else ("bandits", "attacks on a lone wagon")), 1.0
        if kind == "dies":
            return ("deaths", IDLE_DEATH_TEXT if data["idle"] else DEATH_TEXT.get(rule, rule)), 1.0
        if kind == "buys":
            return ("cards bought", self.content.cards[data["card"]].name), 1.0
        if kind == "does" and data["source"] == "character":
            return ("abilities", _ability_text(data["job"])), 1.0
        if kind in ("takes", "scraps", "discards"):
            return _danger_figure(self.content, kind, data["card"])
        return None

    def at_end(self, state: State) -> dict[Figure, float]:
        """Return a finished game's figures: when and how far West it ended, what players had, and who won."""
        assert state.result is not None
        found: dict[Figure, float] = {
            ("end", "day"): float(state.turn),
            ("end", "best score"): float(max(state.score)),
            ("end", "furthest column"): float(max(state.far)),
            ("end", "bandits on the map"): float(sum(state.bandits.values())),
            **_belongings(state),
        }
        for seat in range(state.rules.seats):
            name = state.rules.characters[state.character[seat]].name
            found["played", name] = found.get(("played", name), 0.0) + 1.0
            found["won", name] = found.get(("won", name), 0.0) + float(seat in state.result.winners)
        if state.rules.mode == "versus" and not state.dead:
            found["wins", "first player"] = float(first_day_seat(state) in state.result.winners) / max(
                1, len(state.result.winners)
            )
        return found

    def first_player(self, state: State) -> int | None:
        return first_day_seat(state) if state.rules.mode == "versus" and not state.dead else None

    def standing(self, state: State) -> Sequence[float]:
        return [state.points_of(seat) for seat in range(state.rules.seats)]

    def legend(self) -> Mapping[str, str]:
        return LEGEND_BY_FIGURE
