"""What a teacher wants of somebody in a class: how it is heard, done on this page or on another, and shown there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.lessons import find_step
from widgets import links
from widgets.errors import guarded, note
from widgets.overview import LOOKS_ON, NO_TRIES, done_steps, has_foreseen, step_key
from widgets.shared import codes
from widgets.shared.classes import Classes, NoSuchClass, Orders, Ticket
from widgets.shared.database import CannotKeep
from widgets.shared.store import Store

if TYPE_CHECKING:
    from widgets.classroom import ClassDesk
    from widgets.desk import Desk
    from widgets.room import Room

Data = dict[str, Any]

PUPIL = "TP1."  # how a pupil's ticket begins
CLASS = "class"  # the key of a link that has the ticket
TABLE = "play"  # the slot of the table that a class plays at
OVER = "This class is over and its data is deleted. Your progress is still in your link."
DISMISSED = "You are no longer in this class. Your progress is still in your link."
PAUSED = "A short pause: please look up. Your teacher will go on in a moment."
FORESEEN = "Your answer is in. Wait until your teacher lets the class play on."
FORESEEN_BEFORE = (
    "You have already answered here, and that answer counts. Wait until your teacher lets the class play on."
)
BEFORE = "You are the {}. Your teacher will begin in a moment. Look around until then."
SHOWN = "Your teacher is showing this table to the whole class."
NO_SEAT = "The class is playing in groups, but you don't have a seat yet. Tell your teacher."


class Obedience:
    """What this page knows of the orders of its class."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.desks: list[ClassDesk] = []  # all tables of the page
        self._told: list[ClassDesk] = []  # those that are on the page by now
        self._ticket: Ticket | None = None
        self._secret = ""
        self._orders = Orders(0, {})
        self._state: Data = {}  # what the class knows of this pupil, also from other pages
        self._own: Data = {}  # what this page has to say
        self._goto: Data | None = None  # where the page is to go
        self._ways = 0  # how often it was led anywhere
        self._before: tuple[Desk, Room | None] | None = None  # what was on a table before the class looked at another
        self._plays = False  # whether somebody was last at a table, and not at a step
        self._link: dict[str, str] = {}  # what the page has kept of its tables
        self._farewell = ""  # why this page is in no class any more
        self._later: Data = {}  # what the link keeps, though it cannot be used just now
        self._shown: Data = {}  # what the page was told last

    @property
    def _classes(self) -> Classes:
        return Classes(self._store)

    def _out(self, why: str) -> None:
        """This page is in no class any more."""

    def _note(self, desk: Desk, room: Room) -> None:
        """Where somebody is, and how far."""

    def _report_soon(self) -> None:
        """Tell the class what this page has to say."""

    def _report_what_waits(self) -> None:
        """Tell the class what could not be told before."""

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
        if not game or self._goto:
            return ""
        learned = self._state.get("learn", {}).get(game, "")  # whoever was here before goes on from there
        return f"{game}.ipynb#{CLASS}={PUPIL}{self._secret}" + (f"&learn={quote(learned, safe='')}" if learned else "")

    def look(self) -> None:
        """Something may have happened in the class."""
        if self._ticket is None:
            return
        try:
            orders = self._classes.orders(self._ticket.class_id, self._orders.version)
            if orders is None and not self._classes.has(self._ticket.pupil.id):
                raise NoSuchClass(DISMISSED)
        except NoSuchClass as gone:
            self._out(DISMISSED if str(gone) == DISMISSED else OVER)
            self.tell()
            return
        except CannotKeep:
            return  # it is looked at again
        if orders is not None:
            self._orders = orders
            for desk in self._told:
                desk.orders_changed()
            if self._order.get("kind") != "look":
                self._stop_looking()
        self._report_what_waits()
        self._obey_at_once()
        self.tell()

    @property
    def _waits(self) -> bool:
        """Whether something is wanted that was not done here yet."""
        return bool(self._order) and self._state.get("obeyed", 0) < self._number

    def _obey_at_once(self) -> None:
        """Follow an order without being asked, if the teacher wants it so and nothing is half done here."""
        asked = self._goto is not None and self._goto["n"] == self._number
        held = self._busy and not self._order.get("now") and not self._is_there
        if self._waits and self._order.get("at_once") and not asked and not held and self._has_part:
            with guarded(note):
                self.obey(self._number)

    @property
    def _busy(self) -> bool:
        """Whether somebody is in the middle of a move of a game here; a step of a lesson is soon taken again."""
        rooms = [desk.at for desk in self.desks if desk.at is not None and not desk.at.learning]
        return any(
            room.viewer in room.session.asked and room.game.pace.is_resolving(room.session.truth) for room in rooms
        )

    @property
    def _is_there(self) -> bool:
        """Whether somebody sits at the very table that is wanted: then nothing is given up by coming to it."""
        if self._order.get("game") != self._game:
            return False
        if self._order["kind"] == "look":
            return self._sits_at(self._order["table"])
        return self._order["kind"] == "tables" and self._has_seat

    @property
    def _has_part(self) -> bool:
        """Whether an order is for this pupil too: where groups are formed, somebody may be in none."""
        assert self._ticket is not None
        return self._order.get("kind") != "tables" or self._ticket.pupil.id in self._order["seats"]

    def obey(self, number: int) -> None:
        """Do what is wanted, on this page or on that of another game."""
        order = self._order
        if self._ticket is None or not order or number != self._number or not self._has_part:
            raise SetupError("Your teacher has already moved on to something else.")
        if order["game"] != self._game:
            part = "learn" if order["kind"] in ("step", "predict") else TABLE
            self._lead(page=f"{order['game']}.ipynb", game=order["game"], part=part)
            return
        self._lay_table()
        if not self._is_there:  # else it is no progress
            self._own |= {**NO_TRIES, "moved": time.time()}
        self._go_there(order)
        self._own["obeyed"] = number
        self._state["obeyed"] = number
        self._report_soon()

    def _go_there(self, order: Data) -> None:
        """Lead the page to a step, or to a table that is put there first."""
        if order["kind"] in ("step", "predict"):
            step = self._first_open(order)
            self._lead(step=step)
            self._own |= {"game": order["game"], "step": step}
            self._plays = False
        else:
            self._to_table(order)
            self._lead(slot=self._table.slot)

    def _first_open(self, order: Data) -> str:
        """The step to which an order leads: the first that was not done yet, where there are several."""
        done = done_steps(self._state, order["game"])
        steps: list[str] = order.get("steps") or [order["step"]]
        return next((step for step in steps if step not in done), steps[0])

    def next_step(self, game: str, step: str) -> str | None:
        """The step that comes after this one in what the class does now: empty after the last of them, and None where
        the class is about something else."""
        order = self._order
        steps: list[str] = order.get("steps", [])
        if order.get("game") != game or step not in steps:
            return None
        return next(iter(steps[steps.index(step) + 1 :]), "")

    def _follow_again(self) -> None:
        """A page that was opened anew follows once more what was followed before, unless something is lost by it."""
        order = self._order
        if not order.get("at_once") or self._waits or order["game"] != self._game or not self._has_part:
            return
        self._lay_table()
        if order["kind"] == "position":
            self._lead(slot=self._table.slot)  # the link has the game as it stands
        elif order["kind"] not in ("step", "predict") or self._first_open(order) not in done_steps(
            self._state, order["game"]
        ):
            self._go_there(order)

    @property
    def _may_come_back(self) -> bool:
        """Whether the class is somewhere, and this pupil was there before."""
        return bool(self._order) and not self._waits and self._has_part

    def come_back(self) -> None:
        """Go once more where the class is; whoever has played on at their own table there finds it as it was."""
        if self._ticket is None or not self._order or not self._has_part:
            raise SetupError("Your class has no step or table for you just now.")
        self._lay_table()
        if self._waits or self._order["game"] != self._game:
            self.obey(self._number)
        elif self._order["kind"] == "position" or self._has_seat:
            self._lead(slot=self._table.slot)
            self._note(self._table, cast("Room", self._table.room))
        else:
            self._go_there(self._order)
        self._report_soon()

    @property
    def _has_seat(self) -> bool:
        """Whether somebody sits at their table of the class already."""
        assert self._ticket is not None
        table, _ = self._order.get("seats", {}).get(self._ticket.pupil.id, ("", ""))
        return bool(table) and self._sits_at(table)

    def _lead(self, **where: Any) -> None:
        """The page is to go somewhere; each time counts, also if it is the same place."""
        self._ways += 1
        self._goto = {"n": self._number, "way": self._ways, **where}

    @property
    def _game(self) -> str:
        """The game of this page; the door has none."""
        return next((desk.plays for desk in self.desks if desk.plays), "")

    @property
    def _table(self) -> Desk:
        """The table of this page at which a class plays."""
        desks = [cast("Desk", desk) for desk in self.desks if desk.plays]
        return next((desk for desk in desks if desk.slot == TABLE), desks[0])

    def _lay_table(self) -> None:
        """Lay the table at which a class plays as the link has kept it, where nobody has scrolled to it yet: whoever
        sits there still does, and finds it there after the class has looked at another."""
        order = self._order
        if order.get("kind") in ("position", "look", "tables") and order["game"] == self._game:
            desk = self._table
            if desk.room is None:
                desk.lay(self._link)

    def _to_table(self, order: Data) -> None:
        """Put the table that is wanted where this page has its table for whole games."""
        from widgets.play import PlayRoom

        assert self._ticket is not None
        desk = self._table
        room = PlayRoom(desk)
        if self._is_there:
            self._note(desk, cast("Room", desk.room))
            return  # others come to look, or are seated: whoever sits there plays on
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
        self._note(desk, room)

    def _stand_up(self, pupil: str) -> None:
        """Whoever leaves the class has no place at its tables any more."""
        from widgets.play import PlayRoom

        table, _ = self._order.get("seats", {}).get(pupil, ("", ""))
        if table and self._game and self._sits_at(table):
            self._table.take_room(PlayRoom(self._table))

    def _sits_at(self, table: str) -> bool:
        """Whether a shared table is the one that stands on this page."""
        room = self._table.room
        return room is not None and room.followed is not None and room.followed.place.table == table

    def _stop_looking(self) -> None:
        """The class no longer looks at one table: everybody has their own again."""
        if self._before is None:
            return
        from widgets.play import PlayRoom

        (desk, room), self._before = self._before, None
        room = room or PlayRoom(desk)
        desk.take_room(room)
        if self._own.get("turn", self._state.get("turn")) == LOOKS_ON:  # else they have gone elsewhere meanwhile
            self._note(desk, room)
            self._report_soon()

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
            return {"gone": self._farewell, **self._later} if self._farewell else ({"gone": ""} if self._shown else {})
        pupil = self._ticket.pupil
        return {
            "name": pupil.name,
            "colour": pupil.colour,
            "code": codes.shown(self._ticket.code),
            "ticket": PUPIL + self._secret,
            "order": self._bar(),
            "cover": self._cover(),
            "covers_all": bool(self._orders.data.get("pause")),
            "goto": self._goto,
            "back": self._may_come_back,
        }

    def _bar(self) -> Data | None:
        """The sentence of an order that waits, with a button; else what there is to know of what the class does."""
        if not self._waits:
            text = self._meanwhile
            return {"n": self._number, "text": text, "button": ""} if text else None
        if not self._has_part:
            return {"n": self._number, "text": NO_SEAT, "button": ""}
        text, button = told(self._order)
        return {"n": self._number, "text": text, "button": button}

    @property
    def _meanwhile(self) -> str:
        """What a pupil reads who has nothing to follow: that it begins soon, or whose table this is."""
        assert self._ticket is not None
        if not self._number:
            return BEFORE.format(self._ticket.pupil.name)
        looked_at = self._order.get("kind") == "look" and self._is_there
        return SHOWN if looked_at and cast("Room", self._table.room).viewer is None else ""

    def _cover(self) -> str:
        """What stands on the cover while nobody is to play."""
        if self._orders.data.get("pause"):
            return PAUSED
        if not self._asked or not has_foreseen(self._state, self._asked):
            return ""
        return FORESEEN if self._state.get("foreseen_for", 0) >= self._number else FORESEEN_BEFORE

    @property
    def _asked(self) -> str:
        """The step at which the class is asked what will happen; empty if it is not, or has seen the answer."""
        order = self._order
        held = order.get("kind") == "predict" and not order.get("shown")
        return step_key(order["game"], order["step"]) if held else ""

    @property
    def holds(self) -> bool:
        """Whether somebody waits for the class, and plays nothing until it goes on."""
        return self._ticket is not None and bool(self._cover())

    def asks(self, game: str, step: str) -> bool:
        """Whether this pupil is asked what will happen at a step, and has not said it yet."""
        return self._asked == step_key(game, step) and not has_foreseen(self._state, self._asked)


def told(order: Data) -> tuple[str, str]:
    """An order as a pupil reads it: a sentence, and what the button says."""
    from tabletop_kernel.content.game_loading import load

    game = load(order["game"])
    if order["kind"] == "step":
        return f"Your teacher asks you to go to “{find_step(game.teaching.chapters, order['step']).title}”.", "Go there"
    if order["kind"] == "predict":
        title = find_step(game.teaching.chapters, order["step"]).title
        return f"Go to “{title}” and predict what will happen before you play.", "Go there"
    if order["kind"] == "position":
        return f"Everyone now plays {game.title} from the same position, each at their own table.", "Play"
    if order["kind"] == "look":
        return f"Everyone is watching one table of {game.title}.", "Watch"
    return f"You have a seat at a table of {game.title}.", "Sit down"
