"""What a browser keeps of a table that is in no store: its journal, from the first note on.

When the page comes back it brings the journal along, and it counts if it is of the game that the link has kept.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2s
from typing import Any

from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.contract.untrusted import SizeLimit, dump, parse_save
from tabletop_kernel.table.session import Session
from widgets.playtest.journal import Journal
from widgets.shared.entries import TALLY

KEY = "notes"  # under which a page brings them along
A_JOURNAL = SizeLimit(60_000, 90_000)  # what a message may hold of it


class Memory:
    """How much of a journal the browser has."""

    def __init__(self) -> None:
        self._kept = ""  # the journal as the browser has it
        self._length = 0  # entries that were in it

    def keep(self, send: Callable[[Any], None], session: Session, journal: Journal) -> None:
        """Have the page keep what is new, once there is something that somebody wrote."""
        if journal.length == self._length or not (journal.notes or journal.opinions or self._kept):
            return
        self._length = journal.length
        start, entries = start_of(session), journal.entries()
        text = dump({"start": start, "entries": entries})
        if len(text) > A_JOURNAL.characters:  # what somebody wrote comes before what was counted
            text = dump({"start": start, "entries": [entry for entry in entries if entry[0] != TALLY]})
        if text != self._kept:
            self._kept = text
            send({"keep_notes": text})

    def bring_back(self, text: str, session: Session, journal: Journal) -> None:
        """Take over what a page has kept; what is damaged, or of another game, is left out."""
        try:
            body = parse_save(text, A_JOURNAL)
        except SaveError:
            return
        if body.get("start") != start_of(session):
            return
        entries = body.get("entries")
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], dict):
                journal.take(str(entry[0]), {**entry[1], "place": ""})
        self._kept, self._length = text, journal.length


def start_of(session: Session) -> str:
    """What stands for the beginning of a game: the same as long as it is the same game."""
    return blake2s(session.branch(0).code().encode(), digest_size=8).hexdigest()
