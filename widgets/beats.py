"""Beats: what a page plays back of one event - a sentence, what it concerns, and what travels.

A beat names pieces by their ids in the scene. Where a piece has lain and where it comes to lie is given as several ids,
the best first: the page takes the first one that is on the table. Everything is made from a line of the viewer's own
log and from the viewer's own look, so a beat can hold nothing that its viewer may not know.
"""

# Annotations stay objects here (no `from __future__ import annotations`): `scene.check_data` reads them.
from typing import Any, Required, TypedDict

from tabletop_kernel.contract.events import Entry
from widgets.scene import Card, Die, Items, Sheet

MINUS = "−"
NAMED = ("seat", "opponent", "loser", "winner", "partner")  # facts of an event that are a seat
LISTED = ("seats", "fighters")  # and those that are several

Travel = TypedDict("Travel", {"from": list[str], "to": list[str], "card": Card}, total=False)


class Delta(TypedDict):
    """What stands at a score while it changes: «−2»."""

    piece: str
    text: str


class Throw(TypedDict, total=False):
    """What one seat has rolled; `rolling`: just now. `total` is what it comes to with all else."""

    seat: Required[int]
    name: Required[str]
    dice: Required[list[Die]]
    figure: str
    total: str
    rolling: bool
    note: str  # why it does not count any more
    won: bool


class Beat(TypedDict, total=False):
    """One event as it is played back."""

    text: Required[str]
    rule: Required[str]
    pieces: Required[list[str]]
    travel: list[Travel]
    deltas: list[Delta]
    cards: list[Card]  # shown large
    throws: list[Throw]
    big: bool  # it decides something, and stays longer
    becomes: list[str]  # zones that from now on are as the stage leaves them: what was rolled lies there
    parts: list[Sheet]  # of the scene, as they are when this is told: each in the place of the one of its zone
    seat: int  # whom it is about, if that is not who moves
    steps: Items | None  # stands beside the board from now on; the item that is `now` notes what is told. None: no more


def seat_piece(seat: int) -> str:
    """The piece that stands for a player, in every game."""
    return f"seat:{seat}"


def concerned(entry: Entry) -> list[int]:
    """The seats that an event is about, the one that acts first."""
    data = entry.data
    one_by_one = [data[key] for key in NAMED if type(data.get(key)) is int]
    together = [seat for key in LISTED for seat in data.get(key) or () if type(seat) is int]
    return list(dict.fromkeys([*one_by_one, *together]))


def points(number: int) -> str:
    """«+1», «−2»."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def delta(seat: int, number: int) -> Delta:
    return {"piece": seat_piece(seat), "text": points(number)}


def plain(entry: Entry, **more: Any) -> Beat:
    """What can be said of any event of any game: who acts, and points that are lost or gained."""
    beat: Beat = {
        "text": entry.text,
        "rule": entry.rule,
        "pieces": [seat_piece(seat) for seat in concerned(entry)[:1]],
    }
    seat, number = entry.data.get("seat"), entry.data.get("points")
    if type(seat) is int:
        beat["seat"] = seat
    if entry.kind in ("loses", "gains") and type(seat) is int and type(number) is int:
        beat["deltas"] = [delta(seat, -number if entry.kind == "loses" else number)]
    beat.update(more)  # type: ignore[typeddict-item]
    return beat


def travel(start: list[str], end: list[str], card: Card | None = None) -> Travel:
    """Something goes from one place to another; without a card it looks as the piece that is there."""
    going: Travel = {"from": start, "to": end}
    if card is not None:
        going["card"] = card
    return going
