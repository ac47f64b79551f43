"""Classes: a teacher with a code, pupils without names, orders for all of them, and what they foresee.

A class lives for a day at most. The teacher's secret and each pupil's are known here by their digests alone. What is
kept of a pupil is an animal, a colour, and how far they have come in a game: no name, no free text, no address.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tabletop_kernel.contract.errors import TabletopError
from widgets.shared import animals, clock, codes
from widgets.shared.database import CannotKeep, Rows
from widgets.shared.entries import written
from widgets.shared.schema import GROUPS, forget_class, forget_old_classes
from widgets.shared.store import Store, free_code

Data = dict[str, Any]

DAY = 86_400.0
CLASSES = 200  # that are open at the same time on one store; a school has fewer
MAX_ORDERS = 60_000  # characters: the largest is a plan of somebody's own with a position
MAX_STATE = 20_000
MAX_CHOICE = 200

PUPIL = "SELECT id, animal, colour, state, seen FROM pupils WHERE class_id = ?"
BY_TICKET = """
SELECT pupils.id, animal, colour, state, seen, classes.id, classes.code FROM pupils
JOIN classes ON classes.id = class_id WHERE pupils.secret = ? AND until >= ?"""
NEW_PUPIL = "INSERT INTO pupils VALUES (?, ?, ?, ?, ?, ?, ?)"
FORESEE = """
INSERT INTO predictions VALUES (?, ?, ?, ?)
ON CONFLICT (class_id, step, pupil) DO UPDATE SET choice = excluded.choice"""


class NoSuchClass(TabletopError):
    """There is no class by this code, link or ticket, or it is over."""


class SchoolClass(NamedTuple):
    """A class as its teacher has it."""

    id: str
    code: str
    created: float


class Pupil(NamedTuple):
    """Somebody in a class, and how far they have come."""

    id: str
    animal: str
    colour: str
    state: Data
    seen: float

    @property
    def name(self) -> str:
        return f"{self.colour} {self.animal}"


class Ticket(NamedTuple):
    """What a pupil's ticket gives: who they are, and in which class."""

    pupil: Pupil
    class_id: str
    code: str


class Orders(NamedTuple):
    """What a teacher wants of a class, and the number of the change that brought it."""

    version: int
    data: Data


class Classes:
    """All classes, as one page sees them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._database = store.database

    # -- the teacher's ------------------------------------------------------------------------------------------------

    def open(self, orders: Data) -> tuple[SchoolClass, str]:
        """A new class, and the secret that makes somebody its teacher."""
        class_id, secret = codes.new_id(), codes.new_secret()
        text = _text(orders, MAX_ORDERS)

        def work(rows: Rows) -> SchoolClass:
            now = self._database.time(rows)
            forget_old_classes(rows, now)
            if rows.execute("SELECT count(*) FROM classes").fetchone()[0] >= CLASSES:
                raise CannotKeep("too many classes are open on this server today")
            code = free_code(rows)
            row = (class_id, code, codes.digest(secret), text, 1, now, now + DAY)
            rows.execute("INSERT INTO classes VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            return SchoolClass(class_id, code, now)

        return self._database.write(work), secret

    def find(self, secret: str) -> SchoolClass | None:
        """The class of a teacher's secret."""
        if not codes.is_secret(secret) or not self._database.is_there:
            return None

        def work(rows: Rows) -> SchoolClass | None:
            now = self._database.time(rows)
            forget_old_classes(rows, now)
            select = "SELECT id, code, created FROM classes WHERE secret = ? AND until >= ?"
            row = rows.execute(select, (codes.digest(secret), now)).fetchone()
            return SchoolClass(*row) if row else None

        found = self._database.write(work)
        self._database.scrub()  # for an old class may have gone
        return found

    def of_wall(self, key: str) -> SchoolClass | None:
        """The class of the key of a wall, which is made from the teacher's secret and does not lead back to it."""
        if not codes.is_secret(key) or not self._database.is_there:
            return None
        select = "SELECT id, code, created, secret FROM classes WHERE until >= ?"
        rows = self._database.read(lambda rows: rows.execute(select, (self._database.time(rows),)).fetchall())
        return next((SchoolClass(*row[:3]) for row in rows if codes.public_part(row[3]) == key), None)

    def order(self, class_id: str, change: Callable[[Data], None]) -> Orders:
        """Change what is wanted of a class; two windows of a teacher change one after the other."""

        def work(rows: Rows) -> Orders:
            raised = "UPDATE classes SET version = version + 1 WHERE id = ?"
            if not rows.execute(raised, (class_id,)).rowcount:
                raise NoSuchClass("This class is over.")
            version, text = rows.execute("SELECT version, orders FROM classes WHERE id = ?", (class_id,)).fetchone()
            orders = json.loads(text)
            change(orders)
            rows.execute("UPDATE classes SET orders = ? WHERE id = ?", (_text(orders, MAX_ORDERS), class_id))
            return Orders(version, orders)

        return self._database.write(work)

    def clear_groups(self, class_id: str, but: Sequence[str]) -> None:
        """The tables that were formed for a class go, but for those that have taken their place."""
        whose = GROUPS.format(class_id)
        find = "SELECT id FROM tables WHERE substr(visitor, 1, ?) = ?"

        def work(rows: Rows) -> None:
            for (table,) in rows.execute(find, (len(whose), whose)).fetchall():
                if table not in but:
                    rows.execute("DELETE FROM tables WHERE id = ?", (table,))

        self._erase(work)

    def delete(self, class_id: str) -> None:
        """The class is over, and nothing is kept of it: neither pupils nor what they foresaw, nor their tables."""
        self._erase(lambda rows: forget_class(rows, class_id))

    def pupils(self, class_id: str) -> list[Pupil]:
        """Everybody in a class, by their animals."""
        rows = self._database.read(lambda rows: rows.execute(f"{PUPIL} ORDER BY animal", (class_id,)).fetchall())
        return [_pupil(row) for row in rows]

    def pulse(self, class_id: str) -> tuple[Any, ...]:
        """What changes whenever anything happens in a class; for those who look often."""

        def work(rows: Rows) -> tuple[Any, ...]:
            order = rows.execute("SELECT version FROM classes WHERE id = ?", (class_id,)).fetchone()
            seen = "SELECT count(*), max(seen), sum(seen) FROM pupils WHERE class_id = ?"
            return (order, *rows.execute(seen, (class_id,)).fetchone())

        return self._database.read(work)

    def dismiss(self, pupil: str) -> None:
        """Somebody is no longer in their class; their animal is free again."""
        self._erase(lambda rows: rows.execute("DELETE FROM pupils WHERE id = ?", (pupil,)))

    def _erase(self, work: Callable[[Rows], object]) -> None:
        """Delete something, also from what the database keeps beside its rows."""
        self._database.write(work)
        self._database.scrub()

    def predictions(self, class_id: str, step: str) -> dict[str, int]:
        """How often each answer was given at a step."""
        select = "SELECT choice FROM predictions WHERE class_id = ? AND step = ? ORDER BY choice"
        rows = self._database.read(lambda rows: rows.execute(select, (class_id, step)).fetchall())
        return dict(Counter(choice for (choice,) in rows))

    def predicted(self, class_id: str) -> list[tuple[str, str, int]]:
        """All that was foreseen in a class: the step, the answer, and how often it was given."""
        select = "SELECT step, choice, count(*) FROM predictions WHERE class_id = ? GROUP BY step, choice ORDER BY 1, 2"
        rows = self._database.read(lambda rows: rows.execute(select, (class_id,)).fetchall())
        return [(step, choice, int(many)) for step, choice, many in rows]

    # -- everybody's --------------------------------------------------------------------------------------------------

    def orders(self, class_id: str, known: int = 0) -> Orders | None:
        """What is wanted of a class, if that is newer than what is known; NoSuchClass, if it is over."""

        def work(rows: Rows) -> Any:
            select = "SELECT version, orders FROM classes WHERE id = ? AND until >= ?"
            judged = clock.judged(rows, self._database.time(rows))  # whoever is in goes on, though the clock jumps
            return rows.execute(select, (class_id, judged)).fetchone()

        row = self._database.read(work)
        if row is None:
            raise NoSuchClass("This class is over.")
        return Orders(row[0], json.loads(row[1])) if row[0] != known else None

    # -- the pupils' --------------------------------------------------------------------------------------------------

    def join(self, class_id: str) -> tuple[Ticket, str]:
        """Somebody comes into a class: who they are there, and the secret that proves it."""
        pupil, secret = codes.new_id(), codes.new_secret()

        def work(rows: Rows) -> Ticket:
            now = self._database.time(rows)
            forget_old_classes(rows, now)
            found = rows.execute("SELECT code FROM classes WHERE id = ?", (class_id,)).fetchone()
            if found is None:
                raise NoSuchClass("This class is over.")
            # A change that changes nothing makes those who join at the same moment wait for each other.
            rows.execute("UPDATE classes SET version = version WHERE id = ?", (class_id,))
            taken = rows.execute("SELECT animal, colour FROM pupils WHERE class_id = ?", (class_id,)).fetchall()
            picked = animals.pick([(animal, colour) for animal, colour in taken])
            if picked is None:
                raise NoSuchClass(f"This class is full: it has {len(taken)} pupils.")
            rows.execute(NEW_PUPIL, (pupil, class_id, *picked, codes.digest(secret), "{}", now))
            return Ticket(Pupil(pupil, *picked, {}, now), class_id, found[0])

        return self._database.write(work), secret

    def pupil(self, secret: str) -> Ticket | None:
        """Who somebody is by their ticket; None if it is none, or their class is over, or they were dismissed."""
        if not codes.is_secret(secret) or not self._database.is_there:
            return None
        key = codes.digest(secret)
        row = self._database.read(lambda rows: rows.execute(BY_TICKET, (key, self._database.time(rows))).fetchone())
        return Ticket(_pupil(row[:5]), row[5], row[6]) if row else None

    def has(self, pupil: str) -> bool:
        """Return whether a pupil was not dismissed; `orders` says whether their class goes on."""
        here = "SELECT 1 FROM pupils WHERE id = ?"
        return self._database.read(lambda rows: rows.execute(here, (pupil,)).fetchone()) is not None

    def report(self, pupil: str, change: Callable[[Data], None]) -> Data:
        """Change what is known of somebody, and how it stands then; NoSuchClass, if they are in no class any more."""

        def work(rows: Rows) -> Data:
            now = self._database.time(rows)
            if not rows.execute("UPDATE pupils SET seen = ? WHERE id = ?", (now, pupil)).rowcount:
                raise NoSuchClass("You are no longer in a class.")
            (text,) = rows.execute("SELECT state FROM pupils WHERE id = ?", (pupil,)).fetchone()
            state: Data = json.loads(text)
            change(state)
            rows.execute("UPDATE pupils SET state = ? WHERE id = ?", (_text(state, MAX_STATE), pupil))
            return state

        return self._database.write(work)

    def foresee(self, class_id: str, pupil: str, step: str, choice: str) -> None:
        """What somebody says will happen; whoever thinks again is counted once."""

        def work(rows: Rows) -> None:
            here = "SELECT 1 FROM pupils WHERE id = ? AND class_id = ?"
            if rows.execute(here, (pupil, class_id)).fetchone():
                rows.execute(FORESEE, (class_id, step, pupil, choice[:MAX_CHOICE]))

        self._database.write(work)


def _pupil(row: Any) -> Pupil:
    id, animal, colour, state, seen = row
    return Pupil(id, animal, colour, json.loads(state), seen)


def _text(data: Data, most: int) -> str:
    text = written(data)
    if len(text) > most:
        raise CannotKeep("its data has grown too large")
    return text
