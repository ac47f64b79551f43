"""What a playtest wants to know of many games: where points come from, what kills, what is bought, how far one gets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tabletop_kernel.game import Figure
from tabletop_kernel.games.deck_goes_west.content import Content
from tabletop_kernel.games.deck_goes_west.jobs import in_words, read_job
from tabletop_kernel.games.deck_goes_west.state import State

DEATHS = {
    "death.danger-hand": "too much danger in hand",
    "death.full-hand": "a hand that was full in the morning",
    "ruling.danger-empty": "no danger card left to take",
}
IDLE = "a day on which no card left the hand"
PLAIN: Mapping[str, Figure] = {  # events that are only counted
    "battle": ("battles", "by day"),
    "clears": ("battles", "that cleared a tile"),
    "split": ("bandits", "groups that split"),
    "reveals": ("land", "tiles revealed"),
    "declines": ("land", "reveals not entered"),
    "line-gone": ("land", "lines taken away because the pile had run out"),
    "land-shuffled": ("land", "new piles"),
    "steps": ("movement", "steps"),
    "steps-free": ("movement", "steps"),  # onto a railway tile
    "steps-half": ("movement", "steps"),  # onto one on a mountain, under a ruling
    "rides": ("movement", "rides by railway"),
    "rides-along": ("movement", "rides with the wagon"),
    "builds": ("railways", "built"),
    "rail-gone": ("railways", "lost in the East"),
    "joins": ("together", "joined rolls"),
    "stays-out": ("together", "refused rolls"),
    "accepts-trade": ("together", "trades"),
    "refuses-trade": ("together", "refused trades"),
    "together": ("actions", "jobs done together"),
    "passes": ("actions", "passes"),
    "reshuffles": ("cards", "decks shuffled again"),
}
LEGEND: Mapping[str, str] = {  # what each kind of figures counts, and of whom
    "battles": (
        "Of all players together: battles that a player began («by day») or bandits («by night»), and how many "
        "left no bandit on the tile."
    ),
    "bandits": (
        "On the whole map: large groups that sent bandits to tiles beside them, and attacks on a wagon where no "
        "player is."
    ),
    "land": (
        "On the whole map: tiles turned up, tiles that somebody then declined to enter, lines taken from the "
        "East for a new pile, and new piles."
    ),
    "movement": "Steps on foot or by boat, rides by railway, and rides along with the wagon, of all players together.",
    "railways": "Railways that all players together built, and those lost with tiles that left the map.",
    "together": (
        "Of all players together: invitations to a roll that were taken, or not, also by who could not; trades "
        "that were accepted or refused."
    ),
    "actions": "How often, of all players together, somebody did several jobs as one, and how often somebody passed.",
    "cards": "How often the discard pile of a player became their new draw pile, of all players together.",
    "points": (
        "Points that all players together gained, by what they were for; «lost» are points that were taken away again."
    ),
    "deaths": "Deaths of all players together, by cause; alone and in a team, the first one ends the game.",
    "cards bought": "Cards that all players together bought.",
    "abilities": "How often all players together used the abilities of their characters.",
    "pain": "Pain cards that all players together took, scrapped, or only discarded, so that they stay in a deck.",
    "exhaustion": (
        "Exhaustion cards that all players together took, scrapped, or only discarded, so that they stay in a deck."
    ),
    "end": (
        "At the end: days begun, furthest column anybody ever reached, best score, all bandits; danger and resources "
        "of one player who had not left, on average."
    ),
    "played": "How many players of a game had this character, on average.",
    "won": "How many players of a game had this character and won, on average; compare it with «played».",
    "wins": (
        "In versus: of the games that nobody had to leave, the part won by whoever began; a shared win counts in part."
    ),
}


def count(content: Content, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
    """Points by what they were for, deaths by their cause, danger taken and lost, cards bought, abilities used."""
    if kind in PLAIN:
        return PLAIN[kind], 1.0
    if kind == "scores":
        return ("points", data["what"].replace("-", " ")), float(data["points"])
    if kind == "loses-points":
        return ("points", "lost"), float(data["points"])
    if kind == "attacked":  # where nobody is, there is no battle, but a wagon that is hit
        return (("battles", "by night") if data["seats"] else ("bandits", "attacks on a wagon alone")), 1.0
    if kind == "dies":
        return ("deaths", IDLE if data["idle"] else DEATHS.get(rule, rule)), 1.0
    if kind == "buys":
        return ("cards bought", content.cards[data["card"]].name), 1.0
    if kind == "does" and data["source"] == "character":
        return ("abilities", _ability(data["job"])), 1.0
    if kind in ("takes", "scraps", "discards"):
        return _danger(content, kind, data["card"])
    return None


@lru_cache(200)
def _ability(line: str) -> str:
    """«Gain 1 die of Food»: an ability as it reads, for those who do not know how lines are written."""
    return in_words(read_job(line))


def _danger(content: Content, kind: str, card: str) -> tuple[Figure, float] | None:
    """Danger that is taken, scrapped or only discarded."""
    found = content.cards[card].kind
    said = {"takes": "taken", "scraps": "scrapped", "discards": "only discarded"}[kind]
    return ((found, said), 1.0) if found in DANGERS else None


DANGERS = ("pain", "exhaustion")


def figures(state: State) -> dict[Figure, float]:
    """A finished game: when and how far West it ended, with what in hand, and which characters have won."""
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
        found["wins", "who began"] = float(began(state) in state.result.winners) / max(1, len(state.result.winners))
    return found


def _belongings(state: State) -> dict[Figure, float]:
    """What those have who did not have to leave: all that others had is gone with them. Nothing, if all are out.

    Who dies alone or in a team ends the game, and has everything still.
    """
    living = state.living()
    if not living:
        return {}
    owned = [card for seat in living for card in state.hand[seat] + state.draw[seat] + state.discard[seat]]
    return {
        ("end", "danger in a deck"): sum(map(state.is_danger, owned)) / len(living),
        ("end", "resources of a player"): sum(sum(state.stock[seat]) for seat in living) / len(living),
    }


def began(state: State) -> int:
    """Find who had the P1 token on the first day. It goes on every night, except one in which the game ends."""
    return (state.p1 - (state.turn - 1)) % state.rules.seats
