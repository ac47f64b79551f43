"""A shared table as one page knows it: what its log has come to, and how this page writes on in it.

A page plays on its own copy first, and then writes down what is new; whoever was faster is heard first, and then the
copy falls back to what is written. So there is one order of moves for all, and no page ever shows one that is not kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tabletop_kernel.game import Game, Move
from tabletop_kernel.session import Session
from widgets.shared.chair import Chair
from widgets.shared.entries import ANSWER, ASK, BACK, CHAIRS, GAME, MOVE, Entry, New
from widgets.shared.store import Place, Store


@dataclass
class Asking:
    """Somebody would like to take back what others have seen already, and asks them."""

    seat: int
    to: int  # how many moves would be left
    agreed: list[str] = field(default_factory=list)  # places that have said yes


class SharedTable:
    """The log of a table, as far as this page has read it."""

    def __init__(self, store: Store, place: Place, ticket: str = "") -> None:
        self.store = store
        self.place = place
        self.ticket = ticket
        self.known = 0  # entries that were read, or written here
        self.code = ""  # the game as it was set
        self.moves: list[tuple[int, Move]] = []  # what has been played since, without what was taken back
        self.chairs: list[Chair] = []
        self.asking: Asking | None = None

    def news(self) -> list[Entry]:
        """What has been written since this page last looked."""
        found = self.store.read(self.place.table, self.known)
        for entry in found:
            self._take(entry)
        return found

    def _take(self, entry: Entry) -> None:
        self.known = entry.number + 1
        kind, data = entry.kind, entry.data
        if kind in (GAME, MOVE, BACK):
            self.asking = None
        if kind == GAME:
            self.code, self.moves = data["code"], []
        elif kind == MOVE:
            self.moves.append((data["seat"], tuple(data["move"])))
        elif kind == BACK:
            del self.moves[data["to"] :]
        elif kind == CHAIRS:
            self.chairs = [Chair(**chair) for chair in data]
        elif kind == ASK:
            self.asking = Asking(data["seat"], data["to"])
        elif kind == ANSWER and self.asking is not None:
            if data["yes"]:
                self.asking.agreed.append(data["place"])
            else:
                self.asking = None

    def session(self, game: Game[Any] | None = None) -> Session:
        """The game as the log tells it."""
        session = Session.from_code(self.code, game)
        for seat, move in self.moves:
            session.submit(seat, move)
        return session

    def write(self, log: list[New]) -> None:
        """Write on; MovedOn, if somebody else did so since this page last looked."""
        if log:
            self.store.append(self.place.table, self.known, log)
            for number, (kind, data) in enumerate(log, self.known):
                self._take(Entry(number, kind, data))

    def played(self, session: Session) -> list[New]:
        """What has been played on a copy of this table and is not written yet."""
        start = session.branch(0).code()
        moves = [(each.seat, each.move) for each in session.inputs]
        new: list[New] = []
        same = 0
        if start != self.code:
            new.append((GAME, {"code": start}))
        else:
            same = _common(moves, self.moves)
            if same < len(self.moves):
                new.append((BACK, {"to": same}))
        return [*new, *((MOVE, {"seat": seat, "move": list(move)}) for seat, move in moves[same:])]


def _common(first: list[tuple[int, Move]], second: list[tuple[int, Move]]) -> int:
    """How many moves two games have in common, from the beginning."""
    same = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        same += 1
    return same
