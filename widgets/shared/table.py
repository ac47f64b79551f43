"""A shared table as one page knows it: what its log has come to, and how this page writes on in it.

A page plays on its own copy first, and then writes down what is new; whoever was faster is heard first, and then the
copy falls back to what is written. So there is one order of moves for all, and no page ever shows one that is not kept.
What is jotted is in the same log, but it is no news: it is heard in passing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletop_kernel.contract.game import Game, Move
from tabletop_kernel.table.saves import Input
from tabletop_kernel.table.session import Session
from widgets.moments import shown_to
from widgets.playtest.journal import Journal
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.shared.entries import (
    AGAIN,
    ANSWER,
    ASIDE,
    ASK,
    BACK,
    CHAIRS,
    GAME,
    HOSTS,
    JOTTED,
    KNOWN,
    LINKED,
    MOVE,
    ON,
    SEALED,
    STOP,
    Entry,
    New,
)
from widgets.shared.store import MovedOn, Place, Store


@dataclass
class Asking:
    """Somebody would like to take back what others have seen already, and asks them."""

    seat: int
    left: int  # how many moves of their own would be left: others may have sealed something, and take that back
    agreed: list[str] = field(default_factory=list)  # places that have said yes


class SharedTable:
    """The log of a table, as far as this page has read it."""

    def __init__(self, store: Store, place: Place, ticket: str = "") -> None:
        self.store = store
        self.place = place
        self.ticket = ticket
        self.known = 0  # entries that were read, or written here
        self.code = ""  # the game as it was set
        self.earlier: list[tuple[int, str]] = []  # with which other cards the game was played, before so many moves
        self.moves: list[tuple[int, Move]] = []  # what has been played since, without what was taken back
        self._sealed: list[bool] = []  # of each move, whether nobody but who made it has seen anything of it
        self.chairs: list[Chair] = []
        self.held: dict[int, set[str]] = {}  # the places that have had a chair in this game, and so have seen its hand
        self.given: list[tuple[int, int, Chair]] = []  # chairs that changed hands: after so many moves, which, whose
        self.stopped = False  # whether the host has ended this game before its end,
        self.stops: list[tuple[int, bool]] = []  # and all that they did about it: after so many moves, whether ended
        self.stopped_by = ""  # the place of whoever did that last: a table may have several hosts
        self.deputies: list[str] = []  # the places of those who host the table beside whoever opened it
        self.linked = False  # whether the address and the code of this game were to be had before others came
        self.copied: int | None = None  # after how many moves somebody could copy all of it, before others came
        self.asking: Asking | None = None
        self.declined: tuple[int, str] | None = None  # whose wish to take a move back was not granted, and who said so:
        # nobody, where the game has gone on; CHAIRS, where others sit there now
        self.journal = Journal()  # what was jotted in this game
        self._begun: tuple[Session, str] | None = None  # a game, and how it was set

    def news(self) -> list[Entry]:
        """What has happened since this page last looked, without what was jotted."""
        found = self.store.read(self.place.table, self.known)
        for entry in found:
            self._take(entry)
        return [entry for entry in found if entry.kind not in JOTTED]

    def _take(self, entry: Entry) -> None:
        self.known = entry.number + 1
        kind, data = entry.kind, entry.data
        if kind == GAME or (kind in (MOVE, BACK) and not (data.get(SEALED) or data.get(AGAIN) or data.get(ASIDE))):
            # What somebody seals meanwhile, or unseals, is no answer, and nobody must know of it.
            overtaken = self.asking if kind == MOVE else None
            self.declined = (overtaken.seat, "") if overtaken and overtaken.seat != data["seat"] else None
            self.asking = None
        if kind == MOVE:
            self.moves.append((data["seat"], tuple(data["move"])))
            self._sealed.append(bool(data.get(SEALED)))
        elif kind == BACK:
            del self.moves[data["to"] :], self._sealed[data["to"] :]
            self.earlier = [(min(until, data["to"]), code) for until, code in self.earlier]
        elif kind in JOTTED:
            self.journal.take(kind, data)
        elif kind in _TAKE:
            _TAKE[kind](self, data)

    def _take_game(self, data: Any) -> None:
        self.earlier = [*self.earlier, (data[ON], self.code)] if ON in data else []
        self.code, self.moves, self._sealed = data["code"], [], []
        self.stopped = False
        if ON not in data:
            self.journal, self.held, self.given, self.stops = Journal(), {}, [], []
            self.linked, self.copied = bool(data.get(LINKED)), None
        self._note_who_holds()

    def _take_chairs(self, data: Any) -> None:
        before, self.chairs = self.chairs, [Chair(**chair) for chair in data]
        self._note_who_holds()
        for seat, (was, now) in enumerate(zip(before, self.chairs, strict=False)):
            if (was.who, was.place) == (now.who, now.place):
                continue
            if was.who != OPEN:
                self.given.append((len(self.moves), seat, was))
            if self.asking is not None:  # those who were asked are not those who sit there now
                self.declined, self.asking = (self.asking.seat, CHAIRS), None

    def _take_stop(self, data: Any) -> None:
        self.stopped, self.stopped_by = data["over"], data.get("place", "")
        self.stops.append((len(self.moves), self.stopped))
        self.asking = None  # nobody takes anything back in a game that is over

    def _take_known(self, _: Any) -> None:
        self.copied = len(self.moves) if self.copied is None else self.copied

    def _take_host(self, data: Any) -> None:
        self.deputies.append(data["place"])

    def _take_question(self, data: Any) -> None:
        self.declined = None
        made = [seat for seat, _ in self.moves[: data["to"]]]
        self.asking = Asking(data["seat"], made.count(data["seat"]))

    def _take_answer(self, data: Any) -> None:
        if self.asking is None:
            return
        if data["yes"]:
            self.asking.agreed.append(data["place"])
        else:
            self.declined, self.asking = (self.asking.seat, data["place"]), None

    def _note_who_holds(self) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.who == PERSON:
                self.held.setdefault(seat, set()).add(chair.place)

    @property
    def asked_back_to(self) -> int:
        """How many moves there were before the first of those that somebody would like to take back."""
        assert self.asking is not None
        own = [number for number, (seat, _) in enumerate(self.moves) if seat == self.asking.seat]
        return own[self.asking.left] if self.asking.left < len(own) else len(self.moves)

    def session(self, game: Game[Any] | None = None) -> Session:
        """The game as the log tells it."""
        session = Session.from_code(self.code, game)
        for seat, move in self.moves:
            session.submit(seat, move)
        return session

    def session_before(self, moves: int, code: str, game: Game[Any]) -> Session:
        """The first moves of the game, with the cards that it had then."""
        session = Session.from_code(code, game)
        for seat, move in self.moves[:moves]:
            session.submit(seat, move)
        return session

    def write(self, log: list[New]) -> None:
        """Write on; MovedOn, if something has happened since this page last looked. What was jotted is nothing."""
        while log:
            try:
                self.store.append(self.place.table, self.known, log)
            except MovedOn:
                if not self._only_jotted():
                    raise
                continue
            for number, (kind, data) in enumerate(log, self.known):
                self._take(Entry(number, kind, data))
            return

    def _only_jotted(self) -> bool:
        """Whether all that came since was jotted; then it is known now, and whoever wants to write may try again."""
        came = self.store.read(self.place.table, self.known)
        if any(entry.kind not in JOTTED for entry in came):
            return False
        for entry in came:
            self._take(entry)
        return bool(came)

    def jot(self, log: list[New]) -> None:
        """Write what has no part in the game. It comes back with the news, for this page as for any other."""
        self.store.jot(self.place.table, log)

    def played(self, session: Session, told: int | None = None) -> list[New]:
        """What has been played on a copy of this table and is not written yet, up to the move after which somebody
        only puts something together."""
        beginning = self._beginning(session)
        if told is not None and told < session.length:
            session = session.branch(told)
        same = in_common(session.inputs, self.moves)
        if beginning != self.code:
            same_luck = Session.from_code(self.code, session.game).seed == session.seed
            goes_on = same_luck and same == len(self.moves)
            return whole(session, goes_on, linked=same_luck and not goes_on)  # whoever was there knows what comes
        if same == len(self.moves):
            return self._with_asides(session, _moves(session, same), same)
        new = _moves(session, same)
        gone = self._mark_those_that_stay(new, same)
        sealed = {SEALED: True} if all(self._sealed[number] for number in gone) else {}
        return [(BACK, {"to": same, **sealed}), *new]

    def _with_asides(self, session: Session, new: list[New], same: int) -> list[New]:
        """Mark what others do while somebody asks to take a move back, where each acts before themselves."""
        if self.asking is None:
            return new
        for number, (_, data) in enumerate(new, same):
            if data["seat"] != self.asking.seat and session.game.pace.acts_independently(session.branch(number).truth):
                data[ASIDE] = True
        return new

    def _mark_those_that_stay(self, new: list[New], same: int) -> list[int]:
        """Say of moves that are to be written which of them were there before, in this order; which others are gone."""
        gone: list[int] = []
        number = same
        for _, data in new:
            move = data["seat"], tuple(data["move"])
            if move not in self.moves[number:]:
                continue
            found = self.moves.index(move, number)
            gone += range(number, found)
            number, data[AGAIN] = found + 1, True
        return [*gone, *range(number, len(self.moves))]

    def _beginning(self, session: Session) -> str:
        """How a game was set, as a code; it is asked for after every move."""
        if self._begun is None or self._begun[0] is not session:
            self._begun = session, session.branch(0).code()
        return self._begun[1]


_TAKE: Mapping[str, Callable[[SharedTable, Any], None]] = {
    GAME: SharedTable._take_game,
    CHAIRS: SharedTable._take_chairs,
    STOP: SharedTable._take_stop,
    KNOWN: SharedTable._take_known,
    HOSTS: SharedTable._take_host,
    ASK: SharedTable._take_question,
    ANSWER: SharedTable._take_answer,
}


def whole(session: Session, goes_on: bool = False, linked: bool = False) -> list[New]:
    """A game as a log tells it: how it was set, and all moves. It may be one that `goes_on` with other cards, or one
    whose address was `linked` before."""
    more = {**({ON: session.length} if goes_on else {}), **({LINKED: True} if linked else {})}
    return [(GAME, {"code": session.branch(0).code(), **more}), *_moves(session, 0)]


def _moves(session: Session, after: int) -> list[New]:
    """The moves after so many, as a log tells them."""
    found: list[New] = []
    for number, each in enumerate(session.inputs[after:], after + 1):
        sealed = {SEALED: True} if _is_sealed(session, number, each.seat) else {}
        found.append((MOVE, {"seat": each.seat, "move": list(each.move), **sealed}))
    return found


def _is_sealed(session: Session, number: int, seat: int) -> bool:
    """Whether nobody but who made it has seen anything of a move."""
    others = [None, *(eyes for eyes in range(session.config.seats) if eyes != seat)]
    return not any(session.events_at(eyes, number) for eyes in others) and not any(
        shown_to(session, eyes)[number - 1] for eyes in others
    )


def in_common(inputs: Sequence[Input], moves: Sequence[tuple[int, Move]]) -> int:
    """How many moves two games have in common, from the beginning."""
    same = 0
    for made, (seat, move) in zip(inputs, moves, strict=False):
        if made.seat != seat or made.move != move:
            break
        same += 1
    return same
