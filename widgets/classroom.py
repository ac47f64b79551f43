"""The part that somebody at this page has in a class: who they are there, how far they come, what is wanted of them.

A page is one kernel and one person, so there is one such part for all tables of a page. It tells the class about
progress at most once a second, in counts and names of steps and rules alone, and it brings the teacher's orders to the
page. Whoever is in no class costs nothing: nothing is looked up, nothing is kept.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from tabletop_kernel.errors import SetupError
from tabletop_kernel.game import Game
from tabletop_kernel.lessons import Step, find_step
from widgets import links
from widgets.errors import guarded, note
from widgets.messages import a_number, act
from widgets.shared import codes
from widgets.shared.classes import Classes, NoSuchClass, Orders, Ticket
from widgets.shared.database import CannotKeep
from widgets.shared.following import follower
from widgets.shared.schema import OF_CLASS, desk_of
from widgets.shared.store import NoSuchTable, the_store
from widgets.table import TableView

if TYPE_CHECKING:
    from widgets.desk import Desk
    from widgets.room import Room

Data = dict[str, Any]

PUPIL = "TP1."  # how a pupil's ticket begins
CLASS, JOIN, OBEY = "class", "join", "obey"  # keys of a link: the ticket, the code of a class, an order to follow
EVERY = 1.0  # seconds from one report to the next, at least
SOON = 0.15  # seconds in which an order leads to a step, which is then told in the same breath
TABLE = "play"  # the slot of the table that a class plays at
OVER = "This class is over, and nothing of it is kept. What you have learned stays in your link."
DISMISSED = "You are no longer in this class. What you have learned stays in your link."
OUT_OF_REACH = "Your class cannot be reached just now. Reload the page in a moment."
PAUSED = "A short pause: look up, please. Your teacher goes on in a moment."
FORESEEN = "Your answer is in. Look up: you play on when everybody has seen what the class thinks."
NO_SEAT = "The class plays in groups, and there is no seat for you yet: tell your teacher."


class Attendance:
    """What the class knows of this page, and what this page knows of its class."""

    def __init__(self) -> None:
        self.desks: list[ClassDesk] = []  # all tables of the page
        self._told: list[ClassDesk] = []  # those that are on the page by now
        self._store = the_store()
        self._ticket: Ticket | None = None
        self._secret = ""
        self._orders = Orders(0, {})
        self._state: Data = {}  # what the class knows of this pupil, also from other pages
        self._own: Data = {}  # what this page has to say
        self._refused: Counter[str] = Counter()  # what was refused since the class was last told something
        self._mark: Any = None  # by which progress is known
        self._news = False  # whether there is something that the class was not told yet
        self._last = 0.0  # when it was told something
        self._planned = False  # whether it will be
        self._goto: Data | None = None  # where the page is to go
        self._before: tuple[Desk, Room | None] | None = None  # what was on a table before the class looked at another
        self._farewell = ""  # why this page is in no class any more
        self._shown: Data = {}  # what the page was told last

    # -- coming and going ---------------------------------------------------------------------------------------------

    @property
    def in_class(self) -> bool:
        return self._ticket is not None

    @property
    def name(self) -> str:
        """What somebody is called in their class."""
        return self._ticket.pupil.name if self._ticket else ""

    @property
    def _classes(self) -> Classes:
        return Classes(self._store)

    def arrive(self, desk: ClassDesk, link: dict[str, str]) -> None:
        """A table of the page is shown for the first time, and its link may say in which class somebody is."""
        if desk not in self._told:
            self._told.append(desk)
        with guarded(self._say_farewell):
            self._attend(link.get(CLASS, ""))
            if link.get(JOIN):
                self.join(self._store.look_up(link[JOIN]).in_class)
            if self.in_class and link.get(OBEY) == str(self._number):
                self.obey(self._number)
        self.tell()

    def _attend(self, secret: str) -> None:
        """Come back into a class by a ticket; one that is worth nothing is forgotten."""
        if self.in_class or not secret or self._farewell:
            return
        try:
            ticket = self._classes.pupil(secret.removeprefix(PUPIL))
        except CannotKeep:
            raise NoSuchClass(OUT_OF_REACH) from None
        if ticket is None:
            raise NoSuchClass(OVER)
        self._enter(ticket, secret.removeprefix(PUPIL))

    def join(self, class_id: str) -> None:
        """Come into a class by its code; whoever is in it already stays who they are."""
        if not class_id:
            raise NoSuchClass("This is the code of a table, not of a class.")
        if self._ticket is not None and self._ticket.class_id == class_id:
            return
        if self._ticket is not None:
            self.leave()
        self._enter(*self._classes.join(class_id))

    def _enter(self, ticket: Ticket, secret: str) -> None:
        self._ticket, self._secret, self._farewell = ticket, secret, ""
        self._store.visitor = OF_CLASS.format(ticket.class_id) + ticket.pupil.id  # tables of theirs go with the class
        self._state, self._own = ticket.pupil.state, {"since": 0, "moved": time.time(), "learn": {}, "knows": {}}
        self._orders = Orders(0, {})
        follower(self._store).follow(ticket.class_id, ticket.pupil.id, self.look)
        self.look()
        self._report_soon()

    def leave(self) -> None:
        """Leave the class: what it knew of this page is deleted."""
        ticket = self._ticket
        if ticket is None:
            raise SetupError("You are in no class.")
        self._classes.dismiss(ticket.pupil.id)
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

    # -- what the teacher wants ---------------------------------------------------------------------------------------

    @property
    def _order(self) -> Data:
        """What is wanted now; empty if nothing is."""
        order: Data = self._orders.data.get("order") or {}
        return order

    @property
    def _number(self) -> int:
        return int(self._orders.data.get("n", 0))

    @property
    def way(self) -> str:
        """Where somebody on the first page goes who is in a class that is about a game; empty if they stay."""
        game = self._orders.data.get("game", "")
        return f"{game}.ipynb#{CLASS}={PUPIL}{self._secret}" if game and not self._goto else ""

    def look(self) -> None:
        """Something may have happened in the class."""
        if self._ticket is None:
            return
        try:
            orders = self._classes.orders(self._ticket.class_id, self._orders.version)
            if orders is None and self._classes.pupil(self._secret) is None:
                raise NoSuchClass(DISMISSED)
        except NoSuchClass as gone:
            self._out(DISMISSED if str(gone) == DISMISSED else OVER)
            self.tell()
            return
        except CannotKeep:
            return  # it is looked at again
        if orders is not None:
            self._orders = orders
            if self._order.get("kind") != "look":
                self._stop_looking()
        self._obey_at_once()
        self.tell()

    @property
    def _waits(self) -> bool:
        """Whether something is wanted that was not done here yet."""
        return bool(self._order) and self._state.get("obeyed", 0) < self._number

    def _obey_at_once(self) -> None:
        """Follow an order without being asked, if the teacher wants it so and nothing is half done here."""
        asked = self._goto is not None and self._goto["n"] == self._number
        if self._waits and self._order.get("at_once") and not asked and not self._busy and self._has_part:
            with guarded(note):
                self.obey(self._number)

    @property
    def _busy(self) -> bool:
        """Whether somebody is in the middle of a move at a table of this page."""
        rooms = [desk.at for desk in self.desks if desk.at is not None]
        return any(room.viewer in room.session.asked and room.game.resolving(room.session.truth) for room in rooms)

    @property
    def _has_part(self) -> bool:
        """Whether an order is for this pupil too: where groups are formed, somebody may be in none."""
        assert self._ticket is not None
        return self._order.get("kind") != "tables" or self._ticket.pupil.id in self._order["seats"]

    def obey(self, number: int) -> None:
        """Do what is wanted, on this page or on that of another game."""
        order = self._order
        if self._ticket is None or not order or number != self._number or not self._has_part:
            raise SetupError("Your teacher wants something else by now.")
        game = next((desk.plays for desk in self.desks if desk.plays), "")
        if order["game"] != game:
            part = "learn" if order["kind"] in ("step", "predict") else TABLE
            self._goto = {"n": number, "page": f"{order['game']}.ipynb", "game": order["game"], "part": part}
            return
        if order["kind"] in ("step", "predict"):
            self._goto = {"n": number, "step": order["step"]}
        else:
            self._to_table(order)
            self._goto = {"n": number, "slot": self._table.slot}
        self._own |= {"obeyed": number, "since": 0, "moved": time.time()}
        self._state["obeyed"] = number
        self._report_soon()

    @property
    def _table(self) -> Desk:
        """The table of this page at which a class plays."""
        desks = [cast("Desk", desk) for desk in self.desks if desk.plays]
        return next((desk for desk in desks if desk.slot == TABLE), desks[0])

    def _to_table(self, order: Data) -> None:
        """Put the table that is wanted where this page has its table for whole games."""
        from widgets.play import PlayRoom

        assert self._ticket is not None
        desk = self._table
        room = PlayRoom(desk)
        if order["kind"] == "position":
            room.resume(order["code"])
        elif order["kind"] == "look":
            room.watch(order["table"])
            self._before = self._before or (desk, desk.room)
        else:
            table, place = order["seats"][self._ticket.pupil.id]
            _, ticket = self._store.admit(table, place)
            room.resume(links.TICKET + ticket)
        desk.take_room(room)

    def _stop_looking(self) -> None:
        """The class no longer looks at one table: everybody has their own again."""
        if self._before is None:
            return
        from widgets.play import PlayRoom

        (desk, room), self._before = self._before, None
        desk.take_room(room or PlayRoom(desk))

    # -- what the page shows ------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Give the page what it shows of the class."""
        shown = self._page()
        self._shown = shown
        for desk in self._told:
            if desk.view.classroom != shown:
                desk.view.classroom = shown

    def _page(self) -> Data:
        if self._ticket is None:
            return {"gone": self._farewell} if self._farewell else ({"gone": ""} if self._shown else {})
        pupil = self._ticket.pupil
        return {
            "name": pupil.name,
            "colour": pupil.colour,
            "code": codes.shown(self._ticket.code),
            "ticket": PUPIL + self._secret,
            "order": self._bar(),
            "cover": self._cover(),
            "goto": self._goto,
        }

    def _bar(self) -> Data | None:
        """The sentence of an order that waits, with a button."""
        if not self._waits:
            return None
        if not self._has_part:
            return {"n": self._number, "text": NO_SEAT, "button": ""}
        text, button = told(self._order)
        return {"n": self._number, "text": text, "button": button}

    def _cover(self) -> str:
        """What stands on the cover while nobody is to play."""
        if self._orders.data.get("pause"):
            return PAUSED
        order = self._order
        held = order.get("kind") == "predict" and not order.get("shown")
        return FORESEEN if held and self._state.get("foreseen") == step_key(order["game"], order["step"]) else ""

    # -- what the class is told ---------------------------------------------------------------------------------------

    def refused(self, game: Game[Any], rule: str) -> None:
        """A move was refused by a rule."""
        if self.in_class and rule in game.rulebook:
            self._refused[f"{game.name}/{rule}"] += 1
            self._own["since"] += 1

    def foresaw(self, game: str, step: Step, answer: str, said: str) -> None:
        """Somebody says what will happen, and does not know yet."""
        if self._ticket is None:
            return
        with guarded(note):
            choice = json.dumps([answer, said], ensure_ascii=False)
            self._classes.foresee(self._ticket.class_id, self._ticket.pupil.id, step_key(game, step.id), choice)
            self._own["foreseen"] = self._state["foreseen"] = step_key(game, step.id)

    def noticed(self, desk: Desk) -> None:
        """Something was done at a table of this page."""
        if not self.in_class or desk.room is None:
            return
        with guarded(note):
            self._note(desk, desk.room)
            self._report_soon()
            self._obey_at_once()
            self.tell()

    def _note(self, desk: Desk, room: Room) -> None:
        step, done = room.learning, desk.progress.done
        mark = [desk.game.name, step, len(done)] if step else [desk.game.name, room.session.length]
        if mark != self._mark:
            self._mark = mark
            self._own |= {"since": 0, "moved": time.time()}
        self._own |= {"game": desk.game.name, "step": step}
        self._own["learn"][desk.game.name] = desk.progress.write()
        self._own["knows"][desk.game.name] = desk.knowledge.ledger.counts()

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
        for key in ("learn", "knows"):
            kept[key] = {**kept.get(key, {}), **self._own[key]}
        kept["refused"] = dict(Counter(kept.get("refused", {})) + self._refused)
        kept |= {key: value for key, value in self._own.items() if key not in ("learn", "knows")}

    def _ring(self, class_id: str) -> None:
        follower(self._store).ring(desk_of(class_id))


def step_key(game: str, step: str) -> str:
    """A step of a game, as a class keeps it."""
    return f"{game}/{step}"


def told(order: Data) -> tuple[str, str]:
    """An order as a pupil reads it: a sentence, and what the button says."""
    from tabletop_kernel.games import load

    game = load(order["game"])
    if order["kind"] == "step":
        return f"Your teacher asks you to go to “{find_step(game.lessons, order['step']).title}”.", "Go there"
    if order["kind"] == "predict":
        title = find_step(game.lessons, order["step"]).title
        return f"What do you think? Go to “{title}”, and say what will happen before you play.", "Go there"
    if order["kind"] == "position":
        return f"Everybody plays {game.title} from the same table now.", "Play it"
    if order["kind"] == "look":
        return f"Everybody looks at one table of {game.title} now.", "Look there"
    return f"You have a seat at a table of {game.title}.", "Sit down"


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

    @property
    def at(self) -> Room | None:
        """The room in which somebody is."""
        return None

    @act()
    def leave_class(self) -> None:
        """Leave the class; what one has learned stays."""
        self.attendance.leave()
        self.attendance.tell()

    @act(n=a_number)
    def obey(self, n: int) -> None:
        """Do what the teacher wants."""
        try:
            self.attendance.obey(n)
        except NoSuchTable:
            raise SetupError("That table is gone by now.") from None
        self.attendance.tell()
