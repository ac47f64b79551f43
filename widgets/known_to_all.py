"""What everybody at a table should know for as long as its game lasts: who may know more, whose seat has passed on."""

from __future__ import annotations

from itertools import pairwise

from tabletop_kernel.players.bots import BOTS
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.moments import Moments
from widgets.shared.chair import OPEN, PERSON
from widgets.shared.table import SharedTable

BEGUN_ALONE = (
    "This game began before others could join. Anyone who copied its link or code then may know hidden cards and "
    "future dice. Only a new game keeps them secret."
)
WENT_ON = (
    "This game was ended and then resumed. Anyone with its record or save code may know hidden cards and future dice."
)
COPIED = (
    "Someone could have copied this game at move {}, before others joined. They may know hidden cards and future dice. "
    "Only a new game keeps them secret."
)
PASSED_ON = "{} took {}'s seat after move {}."


def who_knows_more(table: SharedTable, moments: Moments) -> list[str]:
    """Say whether somebody may know what is hidden from the others."""
    if any(over for _, over in table.stops):
        return [WENT_ON]
    if table.linked:
        return [BEGUN_ALONE]
    return [] if table.copied is None else [COPIED.format(moments.named(table.copied))]


def passed_on(table: SharedTable, session: Session, moments: Moments) -> list[str]:
    """Say which seats have passed from a person to somebody else, or to a bot, in this game."""
    found = []
    for seat, chair in enumerate(table.chairs):
        had = [(until, was) for until, one, was in table.given if one == seat]
        seen = False  # whether a person has had the seat
        for (since, was), (_, now) in pairwise([*had, (0, chair)]):
            seen = seen or was.who == PERSON
            if seen and now.who != OPEN:
                who = "A bot" if now.who in BOTS else now.name or "Someone"
                found.append(PASSED_ON.format(who, panel.seat_name(session, seat), moments.named(since)))
    return found
