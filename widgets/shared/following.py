"""A page follows its tables, and its class: it looks when its bell rings, and now and then without being called.

Everything happens between two messages of the page, in the one thread that a kernel has. Where nothing runs between
messages, as in a plain script, a table is looked at whenever something is done at it.
"""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from widgets.errors import guarded, note
from widgets.shared.bell import Bell, LocalBell, PostgresBell
from widgets.shared.database import CannotKeep
from widgets.shared.postgres import Postgres
from widgets.shared.store import Present, Store

EVERY = 2.0  # seconds from one look to the next, when no bell rings
STAY = 40.0  # seconds that a page counts as there after its last word
BEATS = 7  # looks from one such word to the next


class Followed(NamedTuple):
    """Something that has news, a table or a class: under which name it is followed, and who looks."""

    place: str
    look: Callable[[], None]


class Follower:
    """All that one page follows."""

    def __init__(self, store: Store, bell: Bell) -> None:
        self._store = store
        self._bell = bell
        self._followed: dict[str, Followed] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waits = -1  # for which bell the loop waits
        self._beat = 0

    def follow(self, id: str, place: str, look: Callable[[], None]) -> bool:
        """From now on `look` is called whenever something may have happened there; whether that is new."""
        known = self._followed.get(id)
        if known is not None and known.place == place:
            return False
        self._followed[id] = Followed(place, look)
        self._bell.hang(id)
        self._say_hello()
        self.ring(id)
        self._start()
        return True

    def unfollow(self, id: str) -> None:
        """What happens there no longer matters to this page, and it no longer counts as there."""
        if self._followed.pop(id, None) is not None:
            with suppress(CannotKeep):
                self._store.leave(id)
            self.ring(id)

    def farewell(self) -> None:
        """This page closes: it is nowhere any more, and the others see that at once."""
        for id in list(self._followed):
            self.unfollow(id)

    def ring(self, id: str, there: Sequence[Present] | None = None) -> None:
        """Tell the other pages there to look: those that were there, if that is known, else those that are."""
        with suppress(CannotKeep):
            present = self._store.present(id) if there is None else there
            self._bell.ring(id, [one for one in present if one.page != self._store.page])

    def later(self, seconds: float, run: Callable[[], None]) -> bool:
        """Have something done after a while, unless nothing runs between messages here; whether it will be."""
        self._start()
        if self._loop is None:
            return False

        def guardedly() -> None:
            with guarded(note):
                run()

        self._loop.call_later(seconds, guardedly)
        return True

    def _start(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # nothing runs between messages here
        if self._loop is not loop:
            self._loop = loop
            loop.call_later(EVERY, self._tick)
        self._wait_for_bell()

    def _wait_for_bell(self) -> None:
        """Have the loop wait for the bell that there is now: one that was lost has been replaced."""
        loop, bell = self._loop, self._bell.fileno()
        if loop is None or bell == self._waits:
            return
        if self._waits >= 0:
            loop.remove_reader(self._waits)
        self._waits = bell
        if bell >= 0:
            try:
                loop.add_reader(bell, self._heard)
            except NotImplementedError:  # Windows' usual loop waits for no sockets: then the page looks now and then
                self._waits = -1

    def _heard(self) -> None:
        self._bell.answer()
        self._wait_for_bell()
        self._look()

    def _tick(self) -> None:
        with guarded(note):
            self._beat = (self._beat + 1) % BEATS
            if self._beat == 0:
                self._say_hello()
            self._wait_for_bell()
            self._look()
        if self._loop is not None:
            self._loop.call_later(EVERY, self._tick)

    def _look(self) -> None:
        for followed in list(self._followed.values()):
            with guarded(note):
                followed.look()

    def _say_hello(self) -> None:
        with suppress(CannotKeep):
            for id, followed in self._followed.items():
                self._store.arrive(id, followed.place, self._bell.number, STAY)


@cache
def follower(store: Store) -> Follower:
    """The one of a page, which has one store."""
    database = store.database
    bell = PostgresBell(database.address) if isinstance(database, Postgres) else LocalBell()
    found = Follower(store, bell)
    atexit.register(found.farewell)  # a closed page ends its kernel: nobody is to wait until its last word is old
    return found
