"""The North at the table: from what a seat sees to what the page draws."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.games.the_north.state import DIRECTIVES_PER_TURN
from widgets.beats import Beat
from widgets.charts import Chart
from widgets.face import Face, SeatName
from widgets.games.the_north import bar, end, playback, reading, table
from widgets.games.the_north.look import Look
from widgets.games.the_north.turn import turn_card
from widgets.scene import Group, Page, Scene


class NorthFace(Face[Look]):
    emblem = "compass"
    wide = 1260  # four cards with their pile and the Turn card lie in one row
    look = Look
    quiet = playback.QUIET
    minor = playback.MINOR
    moments = playback.MOMENTS

    def scene(self, look: Look) -> Scene:
        """The other side above, The Wastes in the middle, oneself below."""
        near = look.me if look.me is not None else look.seats[-1]
        far = table.collector(look) if look.solo else table.player(look, 1 - near, "top")
        return [
            far,
            table.wastes(look),
            turn_card(look),
            table.player(look, near, "hand"),
            *table.hand(look),
            table.tally(look),
        ]

    def groups(self, look: Look) -> list[Group]:
        return bar.groups(look)

    def beat(self, look: Look, entry: Entry) -> Beat:
        return playback.beat(look, entry)

    def chart(self, look: Look) -> Chart | None:
        """What the next hand may hold."""
        from widgets.games.the_north.odds import odds

        return odds(look)

    def read(self, look: Look, piece: str) -> list[Page]:
        """One page for each card."""
        return reading.pages(look, piece)

    def where(self, look: Look) -> str:
        turn, used = look.view["turn"], len(look.view["used"])
        head = f"Turn {turn}" if look.solo else f"Round {(turn + 1) // 2}"
        moments = {
            "over": "the end",
            "shuffle": "a turn begins",
            "take-one": "back of the turn card",
            "announce": "naming Directives",
            "end": "Directives done",
        }
        number = used + 1 if look.kind == "directive" else used
        return f"{head}, {moments.get(look.kind, f'Directive {number} of {DIRECTIVES_PER_TURN}')}"

    def ending(self, look: Look, name: SeatName) -> str:
        return end.ending(look, name)

    def scores(self, look: Look, name: SeatName) -> list[dict[str, Any]]:
        return end.scores(look, name)


FACE = NorthFace()
