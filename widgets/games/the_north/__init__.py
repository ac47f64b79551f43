"""The North at the table: from what a seat sees to what the page draws.

Every function works from the view of one seat (None: the projector) and the legal moves of that seat, and from nothing
else; so a scene can hold nothing that its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletop_kernel.game import Config, Move, View
from tabletop_kernel.games.the_north.state import A_TURN
from widgets.games.the_north import bar, reading, table
from widgets.games.the_north.end import ending, scores
from widgets.games.the_north.look import Look
from widgets.games.the_north.turn import turn_card
from widgets.look import Phrase
from widgets.scene import Group, Page, Scene

if TYPE_CHECKING:
    from tabletop_kernel.games.the_north.rules import TheNorth

__all__ = ["EMBLEM", "chart", "ending", "groups", "read", "scene", "scores", "where"]

EMBLEM = "compass"


def scene(
    game: TheNorth,
    config: Config,
    view: View,
    moves: Sequence[Move],
    phrase: Phrase,
    people: Mapping[int, str] | None = None,
) -> Scene:
    """The table as one seat sees it: the other side above, The Wastes in the middle, oneself below."""
    look = Look(game, config, view, moves, phrase, people)
    near = look.me if look.me is not None else config.seats - 1
    far = table.collector(look) if look.solo else table.player(look, 1 - near, "top")
    return [
        far,
        table.wastes(look),
        turn_card(look),
        table.player(look, near, "hand"),
        *table.hand(look),
        table.tally(look),
    ]


def groups(
    game: TheNorth,
    config: Config,
    view: View,
    moves: Sequence[Move],
    phrase: Phrase,
    people: Mapping[int, str] | None = None,
) -> list[Group]:
    """The legal moves as buttons."""
    return bar.groups(Look(game, config, view, moves, phrase, people))


def chart(game: TheNorth, config: Config, view: View) -> dict[str, Any] | None:
    """What the next hand may hold: sentences, and a figure as plain data for plotly."""
    from widgets.games.the_north.odds import chart as draw

    return draw(game, config, view)


def read(game: TheNorth, config: Config, view: View, piece: str, people: Mapping[int, str] | None = None) -> list[Page]:
    """The whole text of a piece that shows only a part of it, one page for each card."""
    return reading.pages(Look(game, config, view, people=people), piece)


def where(game: TheNorth, config: Config, view: View) -> str:
    """Where in the game the table stands, in a few words."""
    turn, used = view["turn"], len(view["used"])
    head = f"Turn {turn}" if config.seats == 1 else f"Round {(turn + 1) // 2}"
    if not view["frames"]:
        return f"{head}, the end"
    kind = view["frames"][-1][0]
    if kind == "shuffle":
        return f"{head}, a turn begins"
    if kind == "take-one":
        return f"{head}, back of the turn card"
    if kind == "end":
        return f"{head}, Directives done"
    number = used + 1 if kind in ("directive", "announce") else used
    return f"{head}, Directive {number} of {A_TURN}"
