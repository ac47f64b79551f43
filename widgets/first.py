"""The table at the top of a notebook: a prepared game whose first turns are eventful, whatever sensible thing one does.

The others follow what is written down for them as long as that fits, and are ordinary bots from then on. All that
follows from the moves alone, so a link brings it back; *Play again* starts an ordinary game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import Refused, TabletopError
from tabletop_kernel.contract.lessons import FirstTable
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.learning.lesson_run import open_first_table, reply_once
from widgets.messages import act
from widgets.play import PlayRoom
from widgets.room import Room
from widgets.shared.chair import PERSON, Chair

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter

Data = dict[str, Any]


class FirstRoom(PlayRoom):
    """One newcomer at a prepared table; an ordinary table once another game is started at it."""

    _by_the_script = False  # whether the last move of another was written down for it

    def __init__(self, desk: Desk) -> None:
        session = open_first_table(desk.game)
        super().__init__(desk, seats=session.config.seats)
        seats = [Chair("greedy") for _ in self.setup.seats]
        assert desk.game.teaching.first_table is not None
        seats[desk.game.teaching.first_table.seat] = Chair(PERSON)
        self._take(session, seats)
        self._sit_down()

    @property
    def _script(self) -> FirstTable | None:
        """What the others follow; nothing at any other table than the prepared one."""
        first = self.game.teaching.first_table
        return first if first is not None and self.session.start == first.position else None

    @property
    def _untouched(self) -> bool:
        """Whether the newcomer has not moved yet."""
        return all(done.seat != self.viewer for done in self.session.inputs)

    def try_to_resume(self, kept: str) -> None:
        """A link that is of no use leaves the prepared table as it is, and says why."""
        try:
            self.resume(kept)
        except TabletopError as error:
            self.why = {"what": "That link did not work.", "text": str(error), "rules": [], "can": []}

    def resume(self, kept: str) -> None:
        super().resume(kept)
        self.session.free_undo = self._script is not None  # a code does not say so

    def _bot_moves(self, seat: int, kind: str) -> int:
        script = self._script
        self._by_the_script = script is not None and reply_once(script, self.session)
        return 1 if self._by_the_script else super()._bot_moves(seat, kind)

    def _last_was_a_bot(self) -> bool:
        return super()._last_was_a_bot() and not self._by_the_script  # which has no reasons of its own

    def _now(self) -> Data:
        now = super()._now()
        script = self._script
        if script is None or not self._untouched or now["kind"] != "yours":
            return now
        return {**now, "head": "Your first move", "text": script.say, "rules": []}

    def _next_card(self, scene: Any) -> Data | None:
        """The coach is silent before the first move: what to do stands beside the table already."""
        return None if self._script is not None and self._untouched else super()._next_card(scene)

    def _no_undo(self) -> Verdict | None:
        """At the prepared table there is something to take back as soon as the newcomer has moved."""
        if self._script is None or self.viewer is None:
            return super()._no_undo()
        return self._worded(Verdict("table.first")) if self._untouched else None

    @act(moves_on=True)
    def undo(self) -> None:
        """At the prepared table everything may be taken back, with what the others answered."""
        session, viewer = self.session, self.viewer
        if self._script is None or viewer is None:
            super().undo()
            return
        if verdict := self._no_undo():
            raise Refused(verdict)
        while session.inputs[-1].seat != viewer:
            session.undo()
        session.undo()
        self.why = None
        self._seen = min(self._seen, session.log_length(viewer))
        self.desk.attendance.took_back()
        self.desk.say("Taken back.")


def opening_room(slot: str) -> Enter:
    """How the first table is entered: as its link has kept it, or as it was prepared."""

    def enter(desk: Desk, link: dict[str, str]) -> Room:
        try:
            room: PlayRoom = FirstRoom(desk)
        except TabletopError:  # cards of one's own may not have what the prepared table needs
            room = PlayRoom(desk)
            room.deal()
        if link.get(slot):
            room.try_to_resume(link[slot])
        return room

    return enter
