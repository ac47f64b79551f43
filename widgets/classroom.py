"""The part that somebody at this page has in a class: who they are there, how far they come, what is wanted of them.

A page is one kernel and one person, so there is one such part for all tables of a page. It tells the class about
progress at most once a second, in counts and names of steps and rules alone, and it brings the teacher's orders to the
page. Whoever is in no class costs nothing: nothing is looked up, nothing is kept.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import Step
from widgets import groups
from widgets.errors import guarded, note
from widgets.links import merged
from widgets.messages import a_number, act
from widgets.obedience import CLASS, OVER, PUPIL, Obedience
from widgets.overview import ALONE, BESIDE, ENDED, LOOKS_ON, NO_TRIES, OTHERS, THEIRS, TRIES, step_key
from widgets.shared import codes
from widgets.shared.classes import NoSuchClass, Orders, Ticket
from widgets.shared.database import CannotKeep, OutOfReach
from widgets.shared.following import follower
from widgets.shared.schema import OF_CLASS, desk_of
from widgets.shared.store import NoSuchTable, the_store
from widgets.table import TableView

if TYPE_CHECKING:
    from widgets.desk import Desk
    from widgets.room import Room

Data = dict[str, Any]

JOIN, OBEY = "join", "obey"  # keys of a link: the code of a class, an order to follow
WAS = "was"  # the ticket that this browser had last: who types the same code again, in another window, is no new pupil
MOST_FORESEEN = 60  # steps at which somebody has foreseen something, as far as it is remembered
OPENING = 20.0  # seconds in which the tables of a page come onto it by themselves
EVERY = 1.0  # seconds from one report to the next, at least
SOON = 0.15  # seconds in which an order leads to a step, which is then told in the same breath
CUT_OFF = "We can't reach your class just now ({}). Nothing has changed. Try again in a moment."
GONE = "That table no longer exists. Tell your teacher."
OUT_OF_REACH = "We can't reach your class just now. Reload the page in a moment."


class Attendance(Obedience):
    """What the class knows of this page, and what this page knows of its class."""

    def __init__(self) -> None:
        super().__init__(the_store())
        self._refused: Counter[str] = Counter()  # what was refused since the class was last told something
        self._mark: Any = None  # by which progress is known
        self._was = ""  # the ticket that this browser had last
        self._shown_first: ClassDesk | None = None  # a table that was just shown, and at which nothing was done yet
        self._at_desk: ClassDesk | None = None  # the table at which somebody was last
        self._opened = time.monotonic()
        self._news = False  # whether there is something that the class was not told yet
        self._last = 0.0  # when it was told something
        self._planned = False  # whether it will be

    def rooms(self) -> list[Room]:
        """All rooms of this page, those included that wait until somebody comes back to them."""
        before = self._before[1] if self._before else None
        return [*(room for desk in self.desks for room in desk.rooms), *([before] if before else [])]

    # -- coming and going ---------------------------------------------------------------------------------------------

    @property
    def in_class(self) -> bool:
        return self._ticket is not None

    @property
    def name(self) -> str:
        """What somebody is called in their class."""
        return self._ticket.pupil.name if self._ticket else ""

    def arrive(self, desk: ClassDesk, link: dict[str, str]) -> None:
        """A table of the page is shown for the first time, and its link may say in which class somebody is."""
        if desk not in self._told:
            self._told.append(desk)
            self._shown_first = desk
        self._was = link.get(WAS, self._was)
        self._link = link
        with guarded(self._say_farewell):
            try:
                self._arrive(link)
            except CannotKeep:
                self._later = {"ticket": link.get(CLASS, ""), "join": link.get(JOIN, "")}
                self._say_farewell(OUT_OF_REACH)
        self.tell()

    def _arrive(self, link: dict[str, str]) -> None:
        self._attend(link.get(CLASS, ""))
        if link.get(JOIN):
            self.join(self._store.look_up(link[JOIN]).in_class)
        if self.in_class and link.get(OBEY) == str(self._number):
            self.obey(self._number)

    def _attend(self, secret: str) -> None:
        """Come back into a class by a ticket; one that is worth nothing is forgotten."""
        if self.in_class or not secret or self._farewell:
            return
        ticket = self._classes.pupil(secret.removeprefix(PUPIL))
        if ticket is None:
            raise NoSuchClass(OVER)
        self._enter(ticket, secret.removeprefix(PUPIL))
        self._follow_again()

    def known_as(self) -> Data | None:
        """Who somebody at the door is in their class, also if its window was closed in this browser."""
        try:
            ticket = self._ticket or (self._classes.pupil(self._was.removeprefix(PUPIL)) if self._was else None)
        except CannotKeep:
            return None
        return ticket and {"name": ticket.pupil.name, "colour": ticket.pupil.colour, "code": codes.shown(ticket.code)}

    def come_in_again(self) -> None:
        """Come back into the class that this browser was in last."""
        if self._ticket is None:
            secret = self._was.removeprefix(PUPIL)
            ticket = self._classes.pupil(secret)
            if ticket is None:
                raise NoSuchClass(OVER)
            self._enter(ticket, secret)

    def join(self, class_id: str) -> None:
        """Come into a class by its code; whoever is in it already stays who they are."""
        if not class_id:
            raise NoSuchClass("This code is for a table, not for a class.")
        if self._ticket is not None and self._ticket.class_id == class_id:
            return
        if self._ticket is not None:
            self.leave()
        was = self._was.removeprefix(PUPIL)
        known = self._classes.pupil(was)
        if known is not None and known.class_id == class_id:
            self._enter(known, was)
        else:
            self._enter(*self._classes.join(class_id))

    def _enter(self, ticket: Ticket, secret: str) -> None:
        """This page is a pupil's from now on. What the class knows of them already goes on: a reload is no progress."""
        self._ticket, self._secret, self._farewell, self._later = ticket, secret, "", {}
        self._store.visitor = OF_CLASS.format(ticket.class_id) + ticket.pupil.id  # tables of theirs go with the class
        self._state = state = ticket.pupil.state
        self._mark = state.get("mark")
        at_door = {} if self._game else {"game": "", "step": "", "mark": None}
        since = {"moved": state.get("moved", time.time()), **{key: state.get(key, 0) for key in TRIES}}
        self._own = {**at_door, **since, "learn": {}, "knows": {}}
        self._orders = Orders(0, {})
        follower(self._store).follow(ticket.class_id, ticket.pupil.id, self.look)
        self.look()
        self._report_soon()

    def leave(self) -> None:
        """Leave the class: what it knew of this page is deleted."""
        ticket = self._ticket
        if ticket is None:
            raise SetupError("You aren't in a class.")
        self._classes.dismiss(ticket.pupil.id)
        formed = self._orders.data.get("groups", ())
        groups.leave(self._store, ticket.class_id, formed, ticket.pupil.id, ticket.pupil.name)
        self._stand_up(ticket.pupil.id)
        self._out("")
        self._ring(ticket.class_id)

    def _out(self, why: str) -> None:
        """This page is in no class any more."""
        if self._ticket is not None:
            follower(self._store).unfollow(self._ticket.class_id)
            self._store.visitor = codes.new_id()
        self._stop_looking()
        self._ticket, self._secret, self._orders, self._goto = None, "", Orders(0, {}), None
        self._say_farewell(why)

    def _say_farewell(self, why: str) -> None:
        self._farewell = why

    # -- what the class is told ---------------------------------------------------------------------------------------

    def refused(self, game: Game[Any], rule: str = "") -> None:
        """Count what was refused: by a rule, or because it is no part of a step, which helps nobody on either."""
        if not self.in_class or self._cover():  # whoever has answered waits, and tries nothing
            return
        self._own["since"] += 1
        self._refused[f"{game.name}/{rule if rule in game.rulebook else BESIDE}"] += 1

    def took_back(self) -> None:
        """Count a move that was taken back: somebody who does so again and again looks for a way."""
        if self.in_class:
            self._own["undone"] += 1

    def foresaw(self, game: str, step: Step, answer: str, words: str) -> None:
        """Somebody says what will happen, and does not know yet: what the wall has shown is no longer foreseen."""
        if self._ticket is None or step_key(game, step.id) in self._orders.data.get("told", ()):
            return
        with guarded(note):
            choice = json.dumps([answer, words], ensure_ascii=False)
            self._classes.foresee(self._ticket.class_id, self._ticket.pupil.id, step_key(game, step.id), choice)
            key = step_key(game, step.id)
            before = [one for one in self._state.get("foresaw", ()) if one != key]
            said = {"foreseen": key, "foreseen_for": self._number, "foresaw": [*before, key][-MOST_FORESEEN:]}
            self._own |= said
            self._state |= said

    def has_seen(self, game: str, step: str) -> bool:
        """Whether the class was shown the answer to what is asked at a step."""
        return self.in_class and step_key(game, step) in self._orders.data.get("told", ())

    def noticed(self, desk: Desk, by_hand: bool = True) -> None:
        """Something has happened at a table of this page; where nobody did it, they may be at another."""
        if not self.in_class or desk.room is None:
            return
        with guarded(note):
            is_first = self._shown_first is desk
            late = time.monotonic() > self._opened + OPENING
            # A chapter comes when it is opened; any other table when somebody scrolls by, which says nothing.
            if by_hand or (is_first and desk.room.learning and (late or not self._plays)):
                self._note(desk, desk.room)
            elif is_first and not self._plays and self._state.get("game") != desk.game.name:
                self._own |= {"game": desk.game.name, "step": "", "mark": None}
            self._note_learned(desk)
            if self._plays and (desk is self._at_desk or desk.room.followed is not None):  # another says nothing of it
                self._note_turn(desk.room)  # bots may have brought it
            self._shown_first = None
            self._report_soon()
            self._obey_at_once()
            self.tell()

    def _note(self, desk: Desk, room: Room) -> None:
        """Where somebody is, and how far."""
        self._at_desk = desk
        step, done = room.learning, desk.progress.done
        self._plays = not step
        mark = [desk.game.name, step, len(done)] if step else [desk.game.name, room.session.seed, room.session.length]
        if self._mark is None or mark[:-1] != self._mark[:-1] or mark[-1] > self._mark[-1]:  # one that is taken back
            self._mark = mark  # and made again is no progress
            self._own |= {**NO_TRIES, "moved": time.time()}
        self._own |= {"game": desk.game.name, "step": step, "mark": self._mark}
        self._note_turn(room)

    def heard(self, desk: Desk) -> None:
        """Others have done something at a shared table of this page: now it may be somebody's turn, or no longer."""
        if self.in_class and self._plays and desk.room is not None and self._note_turn(desk.room):
            self._report_soon()

    def _note_turn(self, room: Room) -> bool:
        """Whether somebody waits for others, or others for them, and since when; whether that has changed."""
        table = room.followed.place.table if room.followed is not None and not room.learning else ""
        if table and room.viewer is None:
            turn = LOOKS_ON
        elif room.is_over and not room.learning:
            turn = ENDED
        elif table and room.has_company:
            turn = THEIRS if room.viewer in room.session.asked else OTHERS
        else:
            turn = ALONE  # each for themselves, or with bots
        now = {"turn": turn, "at_table": table}
        if now == {key: self._own.get(key) for key in now}:
            return False
        went_on = now == {key: self._state.get(key, "") for key in now}  # a page that was opened again
        self._own |= now if went_on else {**now, "moved": time.time()}
        return not went_on

    def _note_learned(self, desk: Desk) -> None:
        self._own["learn"][desk.game.name] = desk.progress.write()
        self._own["knows"][desk.game.name] = desk.knowledge.ledger.counts()

    def _report_what_waits(self) -> None:
        if self._news and not self._planned:
            self._report_soon()

    def _report_soon(self) -> None:
        """Tell the class in a moment, so that what comes together is told together, and once a second at most."""
        self._news = True
        wait = self._last + EVERY - time.monotonic()
        if not self._planned:
            self._planned = follower(self._store).later(max(wait, SOON), self.report)
        if not self._planned and wait <= 0:
            self.report()

    def report(self) -> None:
        """Tell the class what it does not know yet."""
        self._planned = False
        if self._ticket is None or not self._news:
            return
        self._last = time.monotonic()
        try:
            self._state = self._classes.report(self._ticket.pupil.id, self._add_to)
        except CannotKeep:
            return  # the next report says all that this one would have
        except NoSuchClass:
            self.look()
            return
        self._news = False
        self._refused.clear()
        self._ring(self._ticket.class_id)

    def _add_to(self, kept: Data) -> None:
        """Add what this page has to say to what the class knows already: somebody may have several pages."""
        learned, known = kept.setdefault("learn", {}), kept.setdefault("knows", {})
        for game, progress in self._own["learn"].items():
            learned[game] = merged(progress, learned.get(game, ""))
        for game, counts in self._own["knows"].items():
            known[game] = min(counts, known.get(game, counts), key=lambda one: one.get("new", 0))
        kept["refused"] = dict(Counter(kept.get("refused", {})) + self._refused)
        kept |= {key: value for key, value in self._own.items() if key not in ("learn", "knows")}

    def _ring(self, class_id: str) -> None:
        follower(self._store).ring(desk_of(class_id))


@contextmanager
def _reaching() -> Iterator[None]:
    """Whoever wants something of a class that cannot be reached is told so."""
    try:
        yield
    except CannotKeep as error:
        raise OutOfReach(CUT_OFF.format(error)) from None


@cache
def attendance() -> Attendance:
    """The one of this page."""
    return Attendance()


class ClassDesk:
    """What a table, or the door, has to do with a class."""

    view: TableView
    plays: str = ""  # the name of its game; the door has none

    def _begin_class(self) -> None:
        self.attendance = attendance()
        self.attendance.desks.append(self)

    def orders_changed(self) -> None:
        """What the class does has changed, and with it perhaps the way on from a step."""

    @property
    def at(self) -> Room | None:
        """The room in which somebody is."""
        return None

    @property
    def rooms(self) -> list[Room]:
        """That room, and one to which somebody comes back from it."""
        return []

    @act()
    def leave_class(self) -> None:
        """Leave the class; what one has learned stays."""
        with _reaching():
            self.attendance.leave()
        self.attendance.tell()

    @act()
    def back_to_class(self) -> None:
        """Go where the class is."""
        try:
            with _reaching():
                self.attendance.come_back()
        except NoSuchTable:
            raise SetupError(GONE) from None
        self.attendance.tell()

    @act(n=a_number)
    def obey(self, n: int) -> None:
        """Do what the teacher wants."""
        try:
            with _reaching():
                self.attendance.obey(n)
        except NoSuchTable:
            raise SetupError(GONE) from None
        self.attendance.tell()
