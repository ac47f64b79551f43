"""Pupils who join classes in the same second, while somebody guesses codes: in a file, and on PostgreSQL."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeVar
from unittest.mock import patch

import databases
from attempts import Attempts

from tabletop_kernel.contract.errors import TabletopError
from widgets.shared import codes, guesses
from widgets.shared.classes import Classes
from widgets.shared.database import CannotKeep
from widgets.shared.store import Store, open_database

T = TypeVar("T")

AT_ONCE = 20  # pages that write at the same time
A_CLASS = 40
OFTEN = 30  # times that somebody tries who is told that too many are writing


def joins(tries: int, rng: random.Random) -> Attempts:
    """So many pupils join classes of forty, in a file."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, TABLETOP_STATE=folder):
        return _join(Attempts("pupils who join at once"), tries, rng, "")


def joins_on_postgresql(tries: int, rng: random.Random) -> Attempts:
    with databases.a_database() as address:
        return _join(Attempts("the same with PostgreSQL"), tries, rng, address)


def _join(found: Attempts, tries: int, rng: random.Random, address: str) -> Attempts:
    with closing(Store(open_database(address))) as store:
        teacher = Classes(store)
        opened = [teacher.open({})[0] for _ in range(-(-tries // A_CLASS))]
        wrong = ["".join(rng.choice(codes.LETTERS) for _ in range(codes.LENGTH)) for _ in range(tries)]

        def come(number: int) -> str:
            with closing(Store(open_database(address))) as page:
                _guess(page, wrong[number])
                room = opened[number % len(opened)]
                found_class = _again(lambda: page.look_up(room.code)).in_class
                ticket, _ = _again(lambda: Classes(page).join(found_class))
                _again(lambda: page.arrive(room.id, ticket.pupil.id, 0, 40.0))
                return f"{ticket.class_id} {ticket.pupil.animal}"

        slow = patch.multiple(guesses, FREE=0.0, LONGEST=0.01)
        with slow, ThreadPoolExecutor(AT_ONCE) as pool:
            pupils = list(pool.map(come, range(tries)))
        found.expect(len(set(pupils)) == tries, "two pupils are the same animal")
        for room in opened:
            many = len(teacher.pupils(room.id))
            found.expect(many == pupils_of(room.id, pupils), f"{many} pupils are in a class")
            teacher.delete(room.id)
            found.expect(not teacher.pupils(room.id) and not store.present(room.id), "a class was not deleted whole")
    found.tries += tries
    return found


def pupils_of(class_id: str, pupils: list[str]) -> int:
    return sum(one.startswith(class_id) for one in pupils)


def _guess(page: Store, code: str) -> None:
    try:
        page.look_up(code)
    except TabletopError:
        return


def _again(what: Callable[[], T]) -> T:
    """What somebody does who is told to try again."""
    for _ in range(OFTEN):
        try:
            return what()
        except CannotKeep:
            continue
    return what()
