"""Tables for a class: the same table for everybody, one that all look at, and tables for groups of pupils."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Any, NamedTuple

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.game import Game
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.plan import sizes
from widgets.seating import Setup, usual_seats
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.shared.classes import Classes, Pupil
from widgets.shared.codes import new_id
from widgets.shared.entries import CHAIRS, Entry, seated
from widgets.shared.following import follower
from widgets.shared.schema import GROUPS
from widgets.shared.store import MovedOn, NoSuchTable, Place, Store
from widgets.shared.table import whole

Data = dict[str, Any]

DRAFTER = "greedy"
TRIES = 20  # at a table where somebody else is always faster


class Group(NamedTuple):
    """Some pupils at one table: where it is, and each one's place at it."""

    table: str
    places: dict[str, str]
    names: list[str]


def dealt(game: Game[Any], seats: int | None = None, seed: int | None = None) -> Session:
    """A table after its draft, if the game has one: bots drafted for everybody, so that all begin in a turn."""
    session = Setup(game, usual_seats(game, seats)).open(seed)
    while game.pace.is_opening(session.truth):
        seat = session.next_up
        bot = make_bot(DRAFTER, game, session.config, seat, session.seed + session.length)
        session.submit(seat, bot.choose(session.view(seat), forward(session.moves(seat))))
    return session


def in_groups(count: int, size: int, most: int) -> list[int]:
    """How large each group is when so many pupils sit down in groups of a size, as evenly as possible.

    Nobody is left alone if a group may be larger by one.
    """
    many = -(-count // size)
    if many > 1 and count // many < 2 and size < most:
        many -= 1
    return [count // many + (number < count % many) for number in range(many)] if many else []


def form(store: Store, class_id: str, game: Game[Any], pupils: Sequence[Pupil], size: int) -> list[Group]:
    """Tables for all of these pupils, who sit together by chance; where a game wants more players, bots sit down."""
    allowed = sizes(game)
    if size not in allowed:
        raise SetupError(f"A table for {game.title} has room for {allowed[0]} to {allowed[-1]} pupils.")
    if not pupils:
        raise SetupError("You have no pupils to seat just now.")
    mixed = list(pupils)
    SystemRandom().shuffle(mixed)
    groups, start = [], 0
    for number, many in enumerate(in_groups(len(mixed), size, allowed[-1])):
        groups.append(_seat(store, GROUPS.format(class_id) + str(number), game, mixed[start : start + many]))
        start += many
    return groups


def _seat(store: Store, visitor: str, game: Game[Any], pupils: Sequence[Pupil]) -> Group:
    places = {pupil.id: new_id() for pupil in pupils}
    session = dealt(game, max(len(pupils), min(game.agreement.seats_for({}))))
    chairs = [Chair(PERSON, pupil.name, places[pupil.id]) for pupil in pupils]
    place, _ = _open(store, visitor, session, chairs, new_id())
    return Group(place.table, places, [pupil.name for pupil in pupils])


def fill(store: Store, groups: Sequence[Data], pupils: Sequence[Pupil], size: int) -> dict[str, list[str]]:
    """Seat pupils on chairs of bots, at tables with fewer pupils than wanted; one who would be alone, at any table.

    The names of the groups grow with them; what is returned is each one's table and place.
    """
    seats: dict[str, list[str]] = {}
    for number, pupil in enumerate(pupils):
        is_alone = len(pupils) - number == 1
        for group in sorted(groups, key=lambda one: len(one["names"])):
            if (len(group["names"]) < size or is_alone) and (place := _sit_down(store, group["table"], pupil.name)):
                group["names"] = [*group["names"], pupil.name]
                seats[pupil.id] = [group["table"], place]
                follower(store).ring(group["table"])
                break
    return seats


def _sit_down(store: Store, table: str, name: str) -> str:
    """Somebody takes the chair of a bot: their place there; empty if no bot sits there, or the table is gone."""
    for _ in range(TRIES):
        try:
            log = store.read(table)
        except NoSuchTable:
            return ""
        chairs = _chairs(log)
        free = next((number for number, chair in enumerate(chairs) if chair.who not in (PERSON, OPEN)), None)
        if free is None:
            return ""
        place = new_id()
        chairs[free] = Chair(PERSON, name, place)
        with suppress(MovedOn):
            store.append(table, log[-1].number + 1, [seated(chairs)])
            return place
    return ""


def _chairs(log: Sequence[Entry]) -> list[Chair]:
    """Who sits where at a table, by the last word about it."""
    return next([Chair(**chair) for chair in entry.data] for entry in reversed(log) if entry.kind == CHAIRS)


def leave(store: Store, class_id: str, groups: Sequence[Data], pupil: str, name: str) -> None:
    """Whoever is no longer in the class has no chair at its tables: a bot plays on for them, and nobody waits."""
    theirs = [group["table"] for group in groups if name in group["names"]]
    for table in theirs:
        with suppress(NoSuchTable):
            _give_up(store, table, name)
        follower(store).ring(table)

    def change(orders: Data) -> None:
        orders.get("seats", {}).pop(pupil, None)
        for group in orders["groups"]:
            group["names"] = [one for one in group["names"] if one != name]

    if theirs:
        Classes(store).order(class_id, change)


def _give_up(store: Store, table: str, name: str) -> None:
    """A bot on the chair of somebody at a table."""
    for _ in range(TRIES):
        log = store.read(table)
        chairs = _chairs(log)
        if not any(chair.name == name for chair in chairs):
            return
        left = [Chair(DRAFTER) if chair.name == name else chair for chair in chairs]
        for chair in chairs:
            if chair.name == name:
                store.revoke(table, chair.place)
        with suppress(MovedOn):
            store.append(table, log[-1].number + 1, [seated(left)])
            return


def to_show(store: Store, class_id: str, game: Game[Any]) -> tuple[Place, str]:
    """A table that the teacher plays and everybody looks at; the ticket for the teacher's chair."""
    host = new_id()
    place, ticket = _open(store, f"{GROUPS.format(class_id)}show", dealt(game), [Chair(PERSON, "", host)], host)
    store.invite(place.table)
    return place, ticket


def _open(store: Store, visitor: str, session: Session, chairs: list[Chair], host: str) -> tuple[Place, str]:
    """A table in the store, whose host has a place of this name. Bots have the chairs that are left."""
    bots = [Chair("greedy") for _ in range(session.config.seats - len(chairs))]
    game, *moves = whole(session)
    usual, store.visitor = store.visitor, visitor
    try:
        return store.open(session.game.name, [game, seated([*chairs, *bots]), *moves], host)
    finally:
        store.visitor = usual
