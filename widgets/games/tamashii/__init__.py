"""Tamashii at the table: from what a seat sees to what the page draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.game import WON
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.tamashii.modes import scoring
from widgets.beats import Beat
from widgets.charts import Chart
from widgets.face import Face, SeatName
from widgets.games.tamashii import (
    agreeing,
    asked,
    bar,
    cards,
    city,
    fight,
    grid,
    patterns,
    playback,
    player,
    quest,
    reading,
)
from widgets.games.tamashii.campaigning import CAMPAIGN
from widgets.games.tamashii.look import Look
from widgets.questions import Offered
from widgets.scene import Group, Page, Scene

if TYPE_CHECKING:
    from widgets.desk import Enter

VP = {
    "vp.assets": "Assets",
    "vp.slots": "Unlocked slots",
    "vp.open": "Open tokens",
    "vp.integrity": "Maximum integrity above 5",
    "vp.faction": "Faction augments",
    "vp.class": "Class augments",
    "vp.goals": "Goals",
    "vp.corrupted": "Corrupted tokens",
}


class TamashiiFace(Face[Look]):
    emblem = "soul"
    look = Look
    quiet = playback.QUIET
    minor = playback.MINOR
    moments = playback.MOMENTS
    together = playback.TOGETHER
    passing = playback.PASSING
    campaign = CAMPAIGN
    pages = {
        "city": "This game",
        "entered": "Tiles entered",
        "enemies": "Enemies",
        "finds": "Finds",
        "resets": "Resets",
    }

    def scene(self, look: Look) -> Scene:
        """Phases and the others above; launcher and map; what is asked, patterns, cards; enemies and numbers."""
        dice = fight.parts(look)
        made: Scene = [*quest.top(look), *player.boards(look)]
        if look.seated:
            made.append(grid.board(look))
        if look.view["ground"]:
            made.append(city.part(look))
        made += asked.opening(look)
        made += dice
        if look.seated:
            made.append(patterns.part(look, tabbed=bool(dice)))
        made += quest.scenario(look)
        if look.seated:
            made += [*cards.upgrades(look), cards.part(look)]
            made += [player.stack(look), player.meters(look), *player.trace(look)]
        first = next((n for n, one in enumerate(made) if one["place"] == "beside"), len(made))
        return [*made[:first], *asked.part(look, made), *made[first:]]

    def groups(self, look: Look) -> list[Group]:
        return bar.groups(look)

    def beat(self, look: Look, entry: Entry) -> Beat:
        return playback.beat(look, entry)

    def read(self, look: Look, piece: str) -> list[Page]:
        return reading.pages(look, piece)

    def chart(self, look: Look) -> Chart | None:
        """The exact odds of the next roll."""
        from widgets.games.tamashii.odds import found

        return found(look)

    def atlas(self, look: Look, page: str) -> Chart | None:
        """The ways of this game, or what happens where in many."""
        from widgets.games.tamashii import journey

        return journey.ways(look) if page == "city" else journey.counted(look, page)

    def explore(self, look: Look, page: str) -> None:
        from widgets.games.tamashii import journey

        if page != "city":
            journey.count_on(look)

    def retold(self, look: Look, log: Sequence[Entry], seat: int) -> list[Entry]:
        return playback.retold(log, seat)

    def moments_of(self, log: Sequence[Entry]) -> list[Entry]:
        return playback.moments_of(log)

    def threat(self, look: Look, entry: Entry, seat: int) -> int:
        return playback.threat(entry, seat)

    def where(self, look: Look) -> str:
        """«First Light, turn 3»"""
        scenario = look.rules.scenario
        name = scenario.name if scenario is not None else "Versus"
        if look.kind == "over":
            return f"{name}, the end"
        return f"{name}, turn {look.view['turn']}" if look.view["turn"] else f"{name}, setup"

    def ending(self, look: Look, name: SeatName) -> str:
        rule, results, scores = look.view["result"]
        winners = [seat for seat, result in enumerate(results) if result == WON]
        if look.rules.scenario is not None:
            why = "the corrupted data has run out" if rule == "end.cd-out" else "its last card is drawn"
            where = f"{look.rules.scenario.name} is {'won' if winners else 'lost'} in turn {look.view['turn']}"
            return f"{where}: {why}. {_deeds(look)}"
        said = "You have won" if winners == [look.me] else f"{listed(map(name, winners))} won"
        order = sorted(look.seats, key=lambda seat: (seat not in winners, -scores[seat]))
        return f"{said}, {' to '.join(f'{scores[seat]:.0f}' for seat in order)}."

    def form(self, game: Any, campaign: str, offered: Offered, seats: int) -> list[dict[str, Any]]:
        return agreeing.form(game.content, campaign, offered, seats)

    def puzzles(self, slot: str, moves: int, number: int | None) -> Enter:
        """A pattern on a launcher alone."""
        from widgets.games.tamashii.puzzle import FIRST, opening_room

        return opening_room(slot, moves, FIRST if number is None else number)

    def scores(self, look: Look, name: SeatName) -> list[dict[str, Any]]:
        """In versus the points of everybody, row by row, the most first: the goals of all are open at the end."""
        if look.rules.mode != "versus":
            return []
        scores = look.view["result"][2]
        return [
            {
                "seat": seat,
                "name": name(seat),
                "figure": f"{scores[seat]:.0f}",
                "addends": _addends(look, seat, scores[seat]),
            }
            for seat in sorted(look.seats, key=lambda seat: -scores[seat])
        ]


def _deeds(look: Look) -> str:
    """What a story has seen, where there are no points to count."""
    defeated, revealed, resets = (
        Number(sum(counts.get(what, 0) for counts in look.view["tally"])) for what in ("defeated", "revealed", "resets")
    )
    again = f"Resets: {resets}." if resets else "No resets."
    return f"Defeated: {defeated:enemy/enemies}. Turned up: {revealed:tile}. {again}"  # by people, or by bots alone


def _addends(look: Look, seat: int, total: float) -> list[dict[str, str]]:
    """What everybody can count, and what the goals must have added to it, by their names."""
    rows = scoring.score_rows(look.state, seat, goals=False)
    goals = round(total) - sum(row.points for row in rows)
    found = [{"text": VP[row.rule], "figure": str(row.points), "rule": row.rule} for row in rows if row.points]
    names = listed(look.rules.content.goals[goal].name for goal in look.view["goals_taken"][seat])
    text = f"{VP['vp.goals']}: {names}" if names else VP["vp.goals"]
    return [*found, {"text": text, "figure": str(goals), "rule": "vp.goals"}]


FACE = TamashiiFace()
