"""What a teacher can order: a step, a prediction, the same table for all, one table to look at, groups, a pause.

One thing is wanted at a time. Each order has a number, by which pupils' pages know whether they have followed it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.errors import SaveError, SetupError, clip
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import find_step
from tabletop_kernel.table.saves import CODE_PREFIXES
from tabletop_kernel.table.session import Session
from widgets import groups, links, plan
from widgets.messages import a_code, a_flag, a_number, a_text, act, one_of
from widgets.overview import step_key
from widgets.plan import Part, Plan
from widgets.shared.classes import Classes, Orders, Pupil, SchoolClass
from widgets.shared.database import CannotKeep
from widgets.shared.following import follower
from widgets.shared.schema import desk_of
from widgets.shared.store import Store

Data = dict[str, Any]

NO_CLASS = "Open a class first."
EVERYBODY, FREE = "everybody", "free"


def first_orders(game: str, chosen: Plan | None) -> Data:
    """What is wanted of a class that was just opened: nothing yet."""
    return {
        "n": 0,
        "game": game,
        "order": None,
        "pause": False,
        "at_once": True,
        "since": 0.0,  # when the class was last told to go on
        "plan": asdict(chosen) if chosen else None,
        "begun": 0.0,  # when the plan was begun; 0: not yet
        "part": -1,
        "part_begun": 0.0,
        "part_order": -1,  # the number of the order that it gave: by hand, something else may be ordered since
        "parts": [],  # those that were begun
        "told": [],  # the steps whose answers the wall has shown
        "groups": [],
        "seats": {},  # which pupil sits at which of their tables, at which place
    }


class Ordering:
    """The orders of one teacher's page."""

    _class: SchoolClass | None
    _orders: Orders
    _links: dict[str, str]  # tables that this page can open, and how
    _store: Store
    _along: Data  # what is written together with the next order, or not at all

    @property
    def _classes(self) -> Classes:
        return Classes(self._store)

    @property
    def _id(self) -> str:
        if self._class is None:
            raise SetupError(NO_CLASS)
        return self._class.id

    @property
    def _game(self) -> Game[Any]:
        if self._class is None:
            raise SetupError(NO_CLASS)
        return load(self._orders.data["game"])

    @property
    def _plan(self) -> Plan | None:
        kept = self._orders.data.get("plan")
        return plan.check(kept, "plan") if kept else None

    def _here(self) -> list[Pupil]:
        """The pupils whose pages are open."""
        here = {one.place for one in self._store.present(self._id)}
        return [pupil for pupil in self._classes.pupils(self._id) if pupil.id in here]

    def _change(self, change: Callable[[Data], None]) -> None:
        """Change what is wanted, and have everybody look."""
        self._orders = self._classes.order(self._id, change)
        bells = follower(self._store)
        bells.ring(self._id)
        bells.ring(desk_of(self._id))

    def _give(self, kind: str, game: str, **order: Any) -> None:
        """Something else is wanted from now on; whatever was wanted before is no longer."""

        def change(orders: Data) -> None:
            orders["n"] += 1
            orders |= {"pause": False, "since": time.time()}
            orders["order"] = {"kind": kind, "game": game, "at_once": orders["at_once"], **order}
            orders.update(self._along)

        self._change(change)

    @contextmanager
    def _together(self, **along: Any) -> Iterator[None]:
        """What belongs to an order is written with it: a class never has the one without the other."""
        before = self._along
        self._along = {**before, **along}
        try:
            yield
        finally:
            self._along = before

    # -- lessons ------------------------------------------------------------------------------------------------------

    @act(step=a_text)
    def step(self, step: str) -> None:
        """Everybody goes to a step, and on from there as they like."""
        self._give("step", self._game.name, step=find_step(self._game.teaching.chapters, step).id)

    def _steps(self, steps: list[str]) -> None:
        """Everybody does these steps, one after the other, and no others."""
        self._give("step", self._game.name, step=steps[0], steps=steps)

    @act(step=a_text)
    def foresee(self, step: str) -> None:
        """Everybody says what will happen at a step; who has done so waits until the answer is shown."""
        found = find_step(self._game.teaching.chapters, step)
        if found.predict is None:
            raise SetupError(f"You can't ask for a prediction at {clip(found.title)}: this step has no question.")
        key = step_key(self._game.name, found.id)
        told = [one for one in self._orders.data.get("told", ()) if one != key]  # who is new is asked like anybody
        with self._together(told=told):
            self._give("predict", self._game.name, step=found.id, steps=[found.id], shown=False)

    @act()
    def show_tally(self) -> None:
        """What the class thinks goes onto the wall, though not everybody has answered."""
        if (self._orders.data.get("order") or {}).get("kind") != "predict":
            raise SetupError("The class isn't predicting anything just now.")
        self._change(lambda orders: (orders["order"] or {}).update(tally=True))

    @act()
    def show_answer(self) -> None:
        """The class has looked at what it thinks: now everybody may play on, and the answer is marked."""
        order = self._orders.data.get("order") or {}
        if order.get("kind") != "predict":
            raise SetupError("The class isn't predicting anything just now.")
        key = step_key(order["game"], order["step"])

        def change(orders: Data) -> None:
            (orders["order"] or {}).update(shown=True)
            orders["since"] = time.time()
            orders["told"] = sorted({*orders.get("told", ()), key})

        self._change(change)

    # -- tables -------------------------------------------------------------------------------------------------------

    @act(code=a_code)
    def position(self, code: str) -> None:
        """Everybody plays from the table of a save code."""
        kind, kept = links.from_anything(code)
        text = kept.rpartition("~")[2]
        if kind != "table" or not text.startswith(CODE_PREFIXES):
            raise SaveError("We don't recognise this save code. Every table shows its code under Save.")
        session = Session.from_code(text)
        self._give("position", session.game.name, code=text)

    @act(seed=a_number)
    def deal(self, seed: int) -> None:
        """Everybody gets the same cards and the same dice."""
        self._give("position", self._game.name, code=groups.dealt(self._game, seed=seed).code())

    @act(code=a_code)
    def look_at(self, code: str) -> None:
        """Everybody looks at the table of a code that its host has told."""
        game, secret = self._store.by_code(code)
        found = self._store.by_invitation(secret)
        assert found is not None
        self._give("look", game, table=found[0])

    @act(table=a_text)
    def look_at_group(self, table: str) -> None:
        """Everybody looks at a table of the class."""
        group = self._group(table)
        self._give("look", group["game"], table=table)

    @act()
    def show_table(self) -> None:
        """Everybody looks at a new table, which is played from this page's own link."""
        place, ticket = groups.to_show(self._store, self._id, self._game)
        self._links[place.table] = self._link(self._game.name, ticket)
        self._give("look", self._game.name, table=place.table)

    @act(table=a_text)
    def host(self, table: str) -> None:
        """A link by which the teacher comes to a table of the class, and may give its chairs away."""
        group = self._group(table)
        _, ticket = self._store.admit(table, host=True)
        self._links[table] = self._link(group["game"], ticket)

    def _link(self, game: str, ticket: str) -> str:
        return f"{game}.ipynb#play={links.TICKET}{ticket}"

    def _group(self, table: str) -> Data:
        found: list[Data] = [group for group in self._orders.data.get("groups", ()) if group["table"] == table]
        if not found:
            raise SetupError("Your class doesn't have that table.")
        return found[0]

    @act(size=a_number, who=one_of(EVERYBODY, FREE))
    def form(self, size: int, who: str = EVERYBODY) -> None:
        """Form tables by chance: of everybody who is there, or of those who sit at none yet."""
        game = self._game
        seats = dict(self._seats())
        free = [pupil for pupil in self._here() if who == EVERYBODY or pupil.id not in seats]
        kept = [dict(group) for group in self._orders.data["groups"]] if who == FREE else []
        if who == EVERYBODY:
            seats = {}
        elif free:
            joined = groups.fill(self._store, [group for group in kept if group["game"] == game.name], free, size)
            seats |= joined
            free = [pupil for pupil in free if pupil.id not in joined]
            if not free:
                with self._together(groups=kept, seats=seats):
                    self._give("tables", game.name, seats=seats)
                return
        formed = groups.form(self._store, self._id, game, free, size)
        rows = [{"table": one.table, "game": game.name, "names": one.names} for one in formed]
        seats |= {pupil: [one.table, place] for one in formed for pupil, place in one.places.items()}
        with self._together(groups=[*kept, *rows], seats=seats):
            self._give("tables", game.name, seats=seats, now=who == EVERYBODY)  # then no move is left to be ended
        if who == EVERYBODY:
            with suppress(CannotKeep):  # then they go when others are formed, or with the class
                self._classes.clear_groups(self._id, [one.table for one in formed])

    @act()
    def reseat(self) -> None:
        """Everybody comes back to the table at which they sit."""
        seats = self._seats()
        if not seats:
            raise SetupError("No pupil has a seat yet. Form tables first.")
        self._give("tables", self._orders.data["groups"][0]["game"], seats=seats)

    def _seats(self) -> Data:
        """Who sits at which table of the class."""
        seats: Data = self._orders.data.get("seats", {})
        return seats

    # -- everybody ----------------------------------------------------------------------------------------------------

    @act(on=a_flag)
    def pause(self, on: bool) -> None:
        """Cover all screens, or go on."""
        self._change(lambda orders: orders.update(pause=on, since=time.time()))

    @act(on=a_flag)
    def at_once(self, on: bool) -> None:
        """Whether pupils' pages follow an order by themselves, or by a button."""
        self._change(lambda orders: orders.update(at_once=on))

    @act()
    def bring(self) -> None:
        """Whoever is in the middle of a move is brought there too, and gives that move up."""
        if not self._orders.data.get("order"):
            raise SetupError("You can't bring pupils anywhere: the class has no task just now.")
        self._change(lambda orders: (orders["order"] or {}).update(now=True, at_once=True))

    @act()
    def call_off(self) -> None:
        """Nothing is wanted any more: everybody does what they like."""
        self._change(lambda orders: orders.update(order=None, pause=False, since=time.time()))

    @act(pupil=a_text)
    def dismiss(self, pupil: str) -> None:
        """Somebody is no longer in the class."""
        name = next((one.name for one in self._classes.pupils(self._id) if one.id == pupil), "")
        if not name:
            raise SetupError("That pupil isn't in your class.")
        self._classes.dismiss(pupil)
        groups.leave(self._store, self._id, self._orders.data["groups"], pupil, name)
        follower(self._store).ring(self._id)

    # -- the plan -----------------------------------------------------------------------------------------------------

    @act(number=a_number)
    def part(self, number: int) -> None:
        """Go on to a part of the plan: what it says is ordered, and its minutes begin."""
        chosen = self._plan
        if chosen is None or not 0 <= number < len(chosen.parts):
            raise SetupError("Your plan doesn't have that part.")
        if self._orders.data["game"] != chosen.game:  # another one was looked at meanwhile
            self._change(lambda orders: orders.update(game=chosen.game))
        now, data = time.time(), self._orders.data
        parts = sorted({*data.get("parts", ()), number})
        along = {"part": number, "part_begun": now, "part_order": data["n"] + 1, "begun": data["begun"] or now}
        with self._together(**along, parts=parts):
            self._order_part(chosen.parts[number])

    def _order_part(self, part: Part) -> None:
        if part.do == "learn":
            self._steps(part.steps)
        elif part.do == "predict":
            self.foresee(part.steps[0])
        elif part.do == "look":
            self.show_table()
        else:
            allowed = plan.sizes(self._game)
            usual = min(max(self._game.agreement.usual_seats({}), allowed[0]), allowed[-1])
            self.form(part.people or usual)
