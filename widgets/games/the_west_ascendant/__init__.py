"""The West: Ascendant at the table: from what a seat sees to what the page draws."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.game import DRAWN, WON
from tabletop_kernel.games.the_west_ascendant.steps import PRINTED_NAMES
from widgets.beats import Beat
from widgets.charts import Chart
from widgets.face import Face, SeatName
from widgets.games.the_west_ascendant import bar, centre, playback, reading, turn, zone
from widgets.games.the_west_ascendant.hand import hand
from widgets.games.the_west_ascendant.key import key
from widgets.games.the_west_ascendant.look import Look
from widgets.scene import Group, Page, Scene


class WestFace(Face[Look]):
    emblem = "city"
    look = Look
    quiet = playback.QUIET
    minor = playback.MINOR
    moments = playback.MOMENTS

    def scene(self, look: Look) -> Scene:
        """The other Zone above, what both share in the middle, oneself below."""
        near = look.me if look.me is not None else look.seats[-1]
        return [
            turn.turn_card(look),
            zone.player(look, 1 - near, "top"),
            centre.middle(look),
            centre.discard(look),
            centre.loci(look),
            *turn.at_hand(look),
            key(look),
            zone.player(look, near, "hand"),
            *hand(look),
        ]

    def groups(self, look: Look) -> list[Group]:
        return bar.groups(look)

    def beat(self, look: Look, entry: Entry) -> Beat:
        return playback.beat(look, entry)

    def read(self, look: Look, piece: str) -> list[Page]:
        """Both sides of a card that lies there as a strip."""
        return reading.pages(look, piece)

    def chart(self, look: Look) -> Chart | None:
        """What the next card may be."""
        from widgets.games.the_west_ascendant.odds import odds

        return odds(look)

    def where(self, look: Look) -> str:
        view = look.view
        head = f"Round {(view['turn'] + 1) // 2}"
        if look.ruling["ruling.turncard-sides"] != "single-day":
            head += ", dusk" if view["dusk"] else ", day"
        if look.kind == "over":
            return f"{head}, the end"
        step = view["step"]
        names = {at: PRINTED_NAMES[name] for name, at in look.rules.number.items() if name in PRINTED_NAMES}
        return f"{head}, step {step}: {names[step]}" if step else head

    def ending(self, look: Look, name: SeatName) -> str:
        """Who has won, and by how much."""
        results, totals = look.view["result"][1], sorted((score.total for score in look.scores), reverse=True)
        figures = " to ".join(map(str, totals))
        if DRAWN in results:
            return f"It is a draw, {figures}."
        winner = results.index(WON)
        said = "You have won" if winner == look.me else f"{name(winner)} has won"
        tie = {"loci": ", with more Loci", "second-player": ", as the Second Player"}
        by = tie.get(look.ruling["ruling.tie"], "") if totals[0] == totals[1] else ""
        return f"{said}, {figures}{by}."

    def scores(self, look: Look, name: SeatName) -> list[dict[str, Any]]:
        return [
            {
                "seat": seat,
                "name": name(seat),
                "figure": str(score.total),
                "addends": [
                    {"text": addend.text, "figure": str(addend.points), "rule": addend.rule} for addend in score.addends
                ],
            }
            for seat, score in enumerate(look.scores)
        ]


FACE = WestFace()
