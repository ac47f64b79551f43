"""Deck Goes West at the table: from what a seat sees to what the page draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.game import WON
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out
from widgets.beats import Beat
from widgets.charts import Chart
from widgets.face import Face, SeatName
from widgets.games.deck_goes_west import bar, board, hand, land, playback, reading, retelling, side
from widgets.games.deck_goes_west.asked import asked
from widgets.games.deck_goes_west.look import Look
from widgets.scene import Group, Page, Scene

BY_RULE = {
    "goal.lose-time": "the days ran out",
    "versus.day-end": "the days ran out",
    "death.danger-hand": "a hand held too many danger cards",
    "death.full-hand": "a hand was full in the morning",
    "goal.lose-death": "a character died",
}


class DeckFace(Face[Look]):
    emblem = "wagon"
    look = Look
    quiet = playback.QUIET
    minor = playback.MINOR
    moments = playback.MOMENTS
    together = playback.TOGETHER
    passing = playback.PASSING
    pages = {"journey": "The journey", "scores": "Scores by day", "deaths": "Where characters die"}

    def scene(self, look: Look) -> Scene:
        """Tracks and players above, the map in the middle, what is asked and the rest of the table beside it."""
        if look.kind == "character":
            return [*board.tracks(look), *asked(look), land.map_part(look), side.mission(look)]
        return [
            *board.tracks(look),
            board.seats(look),
            land.map_part(look),
            *asked(look),
            *([side.night(look, look.night)] if look.night else []),
            side.trade_row(look),
            side.mission(look),
            *([] if look.night else [side.order(look)]),
            side.piles(look),
            *hand.character(look),
            *hand.hand(look),
        ]

    def groups(self, look: Look) -> list[Group]:
        return bar.groups(look)

    def beat(self, look: Look, entry: Entry) -> Beat:
        return playback.beat(look, entry)

    def retold(self, look: Look, log: Sequence[Entry], seat: int) -> list[Entry]:
        return retelling.retold(look, log, seat)

    def threat(self, look: Look, entry: Entry, seat: int) -> int:
        return retelling.threat(look, entry, seat)

    def read(self, look: Look, piece: str) -> list[Page]:
        """Cards, tiles and people."""
        return reading.pages(look, piece)

    def where(self, look: Look) -> str:
        if look.kind == "over":
            return f"{look.rules.mission.name}, the end"
        end = f" of {look.rules.board.day_end}" if can_days_run_out(look.rules) else ""
        day = f"{look.rules.mission.name}, day {look.today}{end}"
        return f"{day}, night" if look.night else day

    def ending(self, look: Look, name: SeatName) -> str:
        """Who has won or lost, and why; a team is told by the heading whether it has."""
        rule, results, scores = look.view["result"]
        winners = [seat for seat, result in enumerate(results) if result == WON]
        reason = f": {BY_RULE[rule]}" if rule in BY_RULE else ""
        if look.mode == "versus":
            return _ended_versus(look, winners, reason, name)
        points = f"{scores[0]} of {look.rules.board.score_end} points"
        if look.mode == "coop":
            dead = listed(name(seat) for seat in look.seats if look.view["dead"] >> seat & 1)
            return f"The team has {points}{reason}{f' ({dead})' if dead else ''}."
        who = "You have" if look.me == 0 else f"{name(0)} has"
        return f"{who} {'won' if winners else 'lost'}, with {points}{reason}."

    def scores(self, look: Look, name: SeatName) -> list[dict[str, Any]]:
        scores = look.view["result"][2]
        seats = look.seats if look.mode == "versus" else look.seats[:1]
        return [
            {
                "seat": seat,
                "name": name(seat) if look.mode != "coop" else "The team",
                "figure": str(scores[seat]),
                "addends": [
                    {"text": "Points", "figure": str(scores[seat]), "rule": "goal.score-source"},
                    {"text": "Furthest West", "figure": f"column {look.view['far'][seat]}", "rule": "versus.tiebreak"},
                ],
            }
            for seat in seats
        ]

    def chart(self, look: Look) -> Chart | None:
        """What the bandits on the tile at hand may do."""
        from widgets.games.deck_goes_west.odds import odds

        return odds(look)

    def atlas(self, look: Look, page: str) -> Chart | None:
        """The journey, the scores, or where people die in many games."""
        from widgets.games.deck_goes_west import journey

        if page == "deaths":
            return journey.deaths(look)
        return journey.scores(look) if page == "scores" else journey.journeys(look)

    def explore(self, look: Look, page: str) -> None:
        from widgets.games.deck_goes_west import journey

        if page == "deaths":
            journey.more_deaths(look)


def _ended_versus(look: Look, winners: list[int], reason: str, name: SeatName) -> str:
    """Each against all: who has won, the points of all with the winner first, and what decided among equals."""
    scores = look.view["result"][2]
    if len(winners) > 1:
        said = f"{listed(map(name, winners))} share the victory"
    elif winners:
        said = "You have won" if winners == [look.me] else f"{name(winners[0])} has won"
    else:
        said = "No one has won"
    if look.view["dead"] and [seat for seat in look.seats if look.lives(seat)] == winners:
        reason = f": no one {'else ' * bool(winners)}is alive"
    elif len(winners) == 1 and scores.count(max(scores)) > 1:
        reason += " (tie broken by who is furthest West, then by resources)"
    order = sorted(look.seats, key=lambda seat: (seat not in winners, -scores[seat]))  # the dead may have had more
    return f"{said}, {' to '.join(str(scores[seat]) for seat in order)}{reason}."


FACE = DeckFace()
