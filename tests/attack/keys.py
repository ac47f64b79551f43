"""Keys that open a table or a class, forged and replayed: tickets, invitations, codes, tickets of pupils, secrets of
teachers, and messages that were somebody else's. Each is answered with a sentence, nobody gets in, nothing changes.

The same seed makes the same attack. All pages are of this process; what they share is a file of its own.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "widgets"))

from attempts import Attempts
from page import room_of
from school import School, Visitor

from tabletop_kernel.contract.errors import TabletopError
from widgets import app
from widgets.keeping import read_table
from widgets.links import INVITATION, TICKET
from widgets.shared import codes, guesses
from widgets.shared.classes import Classes
from widgets.shared.sqlite import FILE, FOLDER
from widgets.shared.store import Store, open_database

INNER_FAULT = "Something went wrong, but nothing changed"
A_WHILE = 500  # tries in a minute of the attacker's
PAGES = 10  # of so many tries one goes to a page, the others straight to what is behind all pages
KEPT = (  # what nobody may change by a key that is not theirs; when somebody last looked is no change
    "SELECT id, game, visitor, length, code, invitation FROM tables ORDER BY id",
    "SELECT * FROM entries ORDER BY table_id, number",
    "SELECT * FROM tickets ORDER BY secret",
    "SELECT id, code, secret, orders, version, until FROM classes ORDER BY id",
    "SELECT id, class_id, secret, animal FROM pupils ORDER BY id",
    "SELECT * FROM predictions ORDER BY class_id, step, pupil",
)


class Recorded(Visitor):
    """A page whose messages somebody has listened to."""

    said: list[dict[str, Any]]

    def raw(self, content: Any, buffers: Any = None) -> dict[str, Any]:
        if isinstance(content, dict):
            self.__dict__.setdefault("said", []).append(deepcopy(content))
        return super().raw(content, buffers)


class Town:
    """A table with a host, a guest and somebody who looks on; a class; and a stranger with pages of their own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000.0
        patch.setattr("time.time", lambda: self.now)
        patch.setattr("time.sleep", lambda seconds: None)
        patch.setattr("school.Visitor", Recorded)
        self.school = school = School(patch)
        self.host = self.table()
        self.host.send("start", dealt=True)
        drawer = self.host.send("invite")["drawer"]
        self.invitation = str(drawer["share"]["link"]).partition("#play=")[2]
        self.code = str(drawer["code"]).replace("-", "")
        self.guest = self.table(self.invitation)
        self.guest.send("sit-down", chair=1, name="Mara")
        self.watcher = self.table(self.invitation)
        self.teacher = school.teacher()
        self.pupil = school.pupil(self.teacher, chapter=None)
        for page in (self.host, self.guest, self.watcher, self.pupil, self.teacher):
            page.look()
        self.teacher.send("step", step="walk.exact")
        self.stranger, self.door, self.desk = self.table(), school.door(), school.visit(app.classroom, "class")
        self.outside = Store(open_database(""))
        self.pages = [self.host, self.guest, self.watcher, self.teacher, self.pupil]
        self.said = [message for page in self.pages for message in page.said]  # type: ignore[attr-defined]
        self.keys = {
            TICKET: [ticket(self.host), ticket(self.guest)],
            INVITATION: [self.invitation.removeprefix(INVITATION)],
            "TP1.": [self.pupil.ticket.removeprefix("TP1.")],
            "TC1.": [self.teacher.screen["keep"]["teach"].removeprefix("TC1.")],
        }
        self.good = {key for some in self.keys.values() for key in some}
        self.codes = [self.code, self.teacher.screen["code"].replace("-", "")]

    def table(self, link: str = "") -> Visitor:
        kept = {"play": link} if link else {}
        return self.school.visit(lambda: app.play("royal_ascension", seed=3, seats=3), "royal_ascension", kept)

    def inside(self) -> list[Any]:
        """Who sits where, and who is whose teacher or pupil."""
        rooms = [room_of(page) for page in (self.host, self.guest, self.watcher, self.stranger)]
        seats = [(room.viewer, room._is_host, [str(one) for one in room.seats], room.session.code()) for room in rooms]
        return [*seats, self.pupil.shown.get("name"), self.teacher.screen["stage"], self.desk.screen["stage"]]


def ticket(page: Visitor) -> str:
    return str(page.screen["keep"]["play"]).removeprefix(TICKET)


class Kept:
    """What is in the file, looked at from outside; nothing is read again unless somebody wrote."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        self._version, self._text = -1, ""

    def text(self) -> str:
        version = self._db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._version = version
            self._text = json.dumps([self._db.execute(select).fetchall() for select in KEPT])
        return self._text

    def guesses(self) -> float:
        return float(self._db.execute("SELECT sum(wrong) FROM guesses").fetchone()[0] or 0.0)

    def close(self) -> None:
        self._db.close()


# -- keys that are none ------------------------------------------------------------------------------------------------


def forged_key(town: Town, rng: random.Random) -> str:
    """A secret that looks like one: a good one with a sign changed, or cut, or longer; one by chance; or nonsense."""
    good = rng.choice(sorted(town.good))
    at = rng.randrange(len(good))
    made = rng.choice(
        [
            good[:at] + rng.choice("AZaz09_-") + good[at + 1 :],
            good[:at],
            good + rng.choice("AZaz09_-"),
            good.swapcase(),
            good[::-1],
            codes.digest(good)[:40],
            f"{rng.getrandbits(128):022x}"[:22],
            rng.choice(["", "x", "\0", "é" * 22, "' OR 1=1 --", "%" * 22, "A" * 4000, "../" * 7, "\ud800" * 20]),
        ]
    )
    return "x" if made in town.good else made


def forged_code(town: Town, rng: random.Random) -> str:
    """A code that nobody has told: nearly a good one, or any."""
    code = rng.choice(town.codes)
    at = rng.randrange(len(code))
    made = rng.choice(
        [
            code[:at] + rng.choice(codes.LETTERS) + code[at + 1 :],
            "".join(rng.choice(codes.LETTERS) for _ in range(codes.LENGTH)),
            code[:at],
            "' OR 1=1",
        ]
    )
    return "CDFHJKM" if made in town.codes else made


def behind_all_pages(town: Town, rng: random.Random) -> str:
    """A key that is tried at what all pages ask; what it gave, which must be nothing."""
    store, classes = town.outside, Classes(town.outside)
    way, key = rng.randrange(6), forged_key(town, rng)
    if way == 5 and rng.random() < 0.9:
        way = 0  # each typed code is written down: nobody types so many
    if way == 0:
        return repr(store.find(key) or store.by_invitation(key) or classes.pupil(key) or "")
    if way == 1:  # a good key of another kind opens nothing either
        prefix, (other, *_) = rng.choice(sorted(town.keys.items()))
        found = [] if prefix == TICKET else [store.find(other)]
        found += [] if prefix == INVITATION else [store.by_invitation(other)]
        found += [] if prefix == "TP1." else [classes.pupil(other)]
        return repr(next(filter(None, found), ""))
    if way == 2:
        return repr(classes.pupil(key) or "")
    if way in (3, 4):
        town.school.current = store
        read_table((TICKET if way == 3 else INVITATION) + key)
        return "a table"
    town.outside.look_up(forged_code(town, rng))
    return "a code"


# -- pages of a stranger -----------------------------------------------------------------------------------------------


def at_a_page(town: Town, rng: random.Random) -> str:
    """A stranger's page with a key, or a page that gets what another has said; what it was told."""
    way, key = rng.randrange(6), forged_key(town, rng)
    if way == 0:
        screen = town.stranger.send("restore", code=rng.choice([TICKET, INVITATION]) + key)
        return str((screen.get("why") or {}).get("text", ""))
    if way == 1:
        return str(town.desk.send("hello", link={"teach": f"TC1.{key}"}, address="")["problem"] or "nothing asked")
    if way == 2:
        return str(town.door.send("restore", code=forged_code(town, rng))["problem"])
    if way == 3:
        act = rng.choice([{"do": "pause", "on": True}, {"do": "end", "sure": True}, {"do": "form", "size": 2}])
        return str(town.desk.send(**act)["problem"])
    if way == 4:
        do, fields = rng.choice(HOSTS)
        page = rng.choice([town.guest, town.watcher])
        return str((page.send(do, **fields).get("why") or {}).get("text", ""))
    page = rng.choice([town.host, town.guest, town.watcher, town.stranger])
    message = rng.choice([one for one in town.said if one["do"] in REPLAYED])
    screen = page.raw({**message, "at": page.screen["at"] - 1})
    return str((screen.get("why") or {}).get("text", ""))


REPLAYED = ("start", "sit-down", "step", "open-class", "restore")  # what must not happen twice
HOSTS: list[tuple[str, dict[str, Any]]] = [
    ("invite", {}),
    ("uninvite", {}),
    ("give", {"chair": 0, "who": "greedy"}),
    ("relink", {"chair": 0}),
    ("again", {}),
    ("sit-down", {"chair": 0}),
    ("sit-down", {"chair": 1}),
    ("stand-up", {"chair": 0}),
    ("answer", {"yes": True}),
]


def forged_keys(tries: int, rng: random.Random) -> Attempts:
    """So many keys and messages that are not one's own."""
    found = Attempts("forged and replayed keys")
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOP_STATE", folder)
        town = Town(patch)
        with closing(Kept(Path(folder) / FOLDER / FILE)) as kept:
            before, inside = kept.text(), town.inside()
            for number in range(tries):
                if number % A_WHILE == 0:
                    town.now += 61.0
                _try(town, rng, found, number)
                found.expect(kept.text() == before, f"try {number} changed what is kept")
                if number % PAGES == 0:
                    found.expect(town.inside() == inside, f"try {number} has got in")
                if found.through[20:]:
                    break
            found.expect(0 < kept.guesses() <= guesses.MOST, "nobody counts what is guessed")
            _check_good_keys(town, found)
        for page in town.school.pages:
            page.view.close()
    return found


def _try(town: Town, rng: random.Random, found: Attempts, number: int) -> None:
    """One try: it ends in a sentence, or finds nothing."""
    at_page = number % PAGES == 0
    said = ""
    with found.one(f"try {number}"):
        said = at_a_page(town, rng) if at_page else behind_all_pages(town, rng)
        if at_page and said:
            raise TabletopError(said)
        if not at_page and said == repr(""):
            raise TabletopError("nothing was found")
        found.through.append(f"try {number} gave {said!r}")
    if INNER_FAULT in said:
        found.through.append(f"try {number}: an inner fault")


def _check_good_keys(town: Town, found: Attempts) -> None:
    """After all of it the right keys still open what they are for."""
    town.now += 61.0
    outside = Store(open_database(""))
    for key in town.keys[TICKET]:
        found.expect(outside.find(key) is not None, "a ticket is worth nothing any more")
    found.expect(outside.by_invitation(town.keys[INVITATION][0]) is not None, "an invitation is gone")
    found.expect(outside.by_code(town.codes[0])[1] == town.keys[INVITATION][0], "a code leads nowhere")
    found.expect(Classes(outside).pupil(town.keys["TP1."][0]) is not None, "a pupil is in no class any more")
    found.expect(Classes(outside).find(town.keys["TC1."][0]) is not None, "a teacher has lost the class")
    twin = town.table(TICKET + town.keys[TICKET][0])
    found.expect(room_of(twin).session.code() == room_of(town.host).session.code(), "two hosts have two tables")
