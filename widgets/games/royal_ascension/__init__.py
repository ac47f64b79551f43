"""The Royal Ascension at the table: from what a seat sees to what the page draws."""

from __future__ import annotations

from tabletop_kernel.contract.events import Entry
from widgets.beats import Beat
from widgets.charts import Chart
from widgets.face import Face
from widgets.games.royal_ascension import bar, playback, table
from widgets.games.royal_ascension.look import Look
from widgets.games.royal_ascension.moments import beside
from widgets.scene import Group, Scene


class RoyalFace(Face[Look]):
    emblem = "crown"
    look = Look
    quiet = playback.QUIET
    minor = playback.MINOR
    moments = playback.MOMENTS

    def scene(self, look: Look) -> Scene:
        return [table.seats(look), table.ring(look), *beside(look), table.key(look), *table.hand(look)]

    def groups(self, look: Look) -> list[Group]:
        return bar.groups(look)

    def beat(self, look: Look, entry: Entry) -> Beat:
        return playback.beat(look, entry)

    def chart(self, look: Look) -> Chart | None:
        """The odds of the battle at hand."""
        from widgets.games.royal_ascension.odds import odds  # here: fractions are slow to import

        return odds(look)


FACE = RoyalFace()
