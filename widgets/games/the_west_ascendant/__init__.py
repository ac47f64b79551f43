"""The West: Ascendant at the table: from what a seat sees to what the page draws.

Every function works from the view of one seat (None: the projector) and the legal moves of that seat, and from nothing
else; so a scene can hold nothing that its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletop_kernel.game import Config, Move, View
from tabletop_kernel.games.the_west_ascendant.steps import NAMES
from widgets.games.the_west_ascendant import bar, centre, turn, zone
from widgets.games.the_west_ascendant.hand import hand
from widgets.games.the_west_ascendant.key import key
from widgets.games.the_west_ascendant.look import Look
from widgets.look import Phrase
from widgets.scene import Group, Scene

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.rules import TheWest

EMBLEM = "city"


def scene(
    game: TheWest,
    config: Config,
    view: View,
    moves: Sequence[Move],
    phrase: Phrase,
    people: Mapping[int, str] | None = None,
) -> Scene:
    """The table as one seat sees it: the other Zone above, what both share in the middle, oneself below."""
    look = Look(game, config, view, moves, phrase, people)
    near = look.me if look.me is not None else config.seats - 1
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


def groups(
    game: TheWest,
    config: Config,
    view: View,
    moves: Sequence[Move],
    phrase: Phrase,
    people: Mapping[int, str] | None = None,
) -> list[Group]:
    """The legal moves as buttons."""
    return bar.groups(Look(game, config, view, moves, phrase, people))


def chart(game: TheWest, config: Config, view: View) -> dict[str, Any] | None:
    """What the next card may be: sentences, and a figure as plain data for plotly."""
    from widgets.games.the_west_ascendant.odds import chart as draw

    return draw(game, config, view)


def where(game: TheWest, config: Config, view: View) -> str:
    """Where in the game the table stands, in a few words."""
    head = f"Round {(view['turn'] + 1) // 2}"
    if config.rulings["ruling.turncard-sides"] != "single-day":
        head += ", dusk" if view["dusk"] else ", day"
    if not view["frames"]:
        return f"{head}, the end"
    step = view["step"]
    names = {at: NAMES[name] for name, at in game.rules_for(config).number.items() if name in NAMES}
    return f"{head}, step {step}: {names[step]}" if step else head


def ending(game: TheWest, config: Config, view: View, name: Callable[[int], str]) -> str:
    """Who has won, and by how much."""
    winners, totals = view["result"][1], sorted((score.total for score in game.tally(config, view)), reverse=True)
    figures = " to ".join(map(str, totals))
    if len(winners) > 1:
        return f"It is a draw, {figures}."
    said = "You have won" if winners == [view["seat"]] else f"{name(winners[0])} has won"
    tie = {"loci": ", with more Loci", "second-player": ", as the Second Player"}
    by = tie.get(config.rulings["ruling.tie"], "") if totals[0] == totals[1] else ""
    return f"{said}, {figures}{by}."


def scores(game: TheWest, config: Config, view: View, name: Callable[[int], str]) -> list[dict[str, Any]]:
    """The end, with every addend and its rule."""
    return [
        {
            "seat": seat,
            "name": name(seat),
            "figure": str(score.total),
            "addends": [
                {"text": addend.text, "figure": str(addend.points), "rule": addend.rule} for addend in score.addends
            ],
        }
        for seat, score in enumerate(game.tally(config, view))
    ]
