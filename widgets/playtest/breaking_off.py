"""A shared game that is broken off: the host ends it for everybody before its end, and so its record can be taken home.

The record holds what was hidden, so it is over then as any other game is: questions are asked, notes are read, and
nobody moves. It can go on all the same, and everybody reads that hidden cards may have been seen.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.game import Move
from widgets import panel
from widgets.messages import a_flag, act
from widgets.playtest.jotting import JottingRoom
from widgets.shared.entries import STOP

Data = dict[str, Any]

HEAD = "The game was ended early"
ENDED = (
    "{} ended this game early, at move {}, so nobody has won. The host can download the record, which shows all cards."
)
SURE = (
    "This ends the game for everyone: nobody can move, and you can read all notes. Everyone is asked how they liked "
    "it. Anyone who gets the record sees all cards."
)
NO_MOVES = "You can't move: the host has ended this game."
GOES_ON = "{} has resumed the game. Anyone with its record or save code may know hidden cards and future dice."
NOT_HERE = "You can end a game early only if others joined from their own screens, and only before it is over."


class BreakingOffRoom(JottingRoom):
    """One of the screens at a table whose game may be ended early."""

    def _begin_playtest(self) -> None:
        super()._begin_playtest()
        self._about_to_end = False  # whether the host is asked if they are sure

    @property
    def _may_break_off(self) -> bool:
        hosts = self._is_host and not self._projected and not self._keeping.of_class
        return self.started and hosts and self._keeping.had_others and not self.is_over

    def legal(self) -> list[Move]:
        return [] if self.is_broken_off else super().legal()

    @property
    def _decides(self) -> bool:
        return super()._decides and not self.is_broken_off

    def _current_card(self, scene: Any) -> Data | None:
        return None if self.is_broken_off else super()._current_card(scene)

    def _broken_off(self) -> Data:
        """What everybody reads who looks at the table as it stands."""
        text = self._told_of_end()
        buttons = []
        if self._is_host and not self._projected:
            buttons = [panel.button("Resume game", "let-go-on"), panel.button("Play again", "again")]
        return {"kind": "past", "head": HEAD, "text": text, "rules": [], "buttons": buttons}

    def opened(self, drawer: str, rule: str) -> None:
        self._about_to_end = False  # whoever comes back to it is asked anew
        super().opened(drawer, rule)

    def company(self) -> Data:
        """Who is there, and the way to end it: that is looked for among the people as well as beside the record."""
        data, ends = super().company(), self._ways_to_break_off()
        if len(ends) > 1:  # then it is about nothing else
            return {**data, "warning": SURE, "buttons": ends} | {"code": ""}
        data["buttons"] += ends
        return data

    def _ways_to_break_off(self) -> list[Data]:
        """For the host, who is asked before it is done."""
        if not self._may_break_off:
            return []
        if not self._about_to_end:
            return [panel.button("End game for everyone", "break-off", glyph="stop")]
        sure = panel.button("Yes, end it", "break-off", sure=True, main=True)
        return [sure, panel.button("No, play on", "break-off", never_mind=True)]

    @act(sure=a_flag, never_mind=a_flag)
    def break_off(self, sure: bool = False, never_mind: bool = False) -> None:
        """End the game for everybody; whoever presses is asked first."""
        self._hosts_only()
        if not self._may_break_off:
            raise SetupError(NOT_HERE)
        self._about_to_end = not sure and not never_mind
        if sure:
            self._take_off()
            self._forget_composed()
            self.session.goto(self.session.length)
            self._keeping.note(STOP, {"over": True, "place": self._keeping.place})
            self.desk.say(ENDED.format(self._hosting(self._keeping.place), self.moments.name(self.moments.length)))
            self.desk.put_away("company")

    @act()
    def let_go_on(self) -> None:
        """The host has thought again."""
        self._hosts_only()
        if not self.is_broken_off:
            raise SetupError("You can't resume this game: nobody ended it early.")
        self._keeping.note(STOP, {"over": False, "place": self._keeping.place})
        self.desk.say(GOES_ON.format(self._hosting(self._keeping.place)))

    def _told_of_end(self) -> str:
        table = self._keeping.table
        return ENDED.format(self._hosting(table.stopped_by if table else ""), self.moments.name(self.moments.length))

    def _hosting(self, place: str) -> str:
        """Who hosts the table from there; by name where several do."""
        table = self._keeping.table
        return self._at_place(place) if table and table.deputies else "The host"

    def _tell_of_stop(self, over: bool) -> None:
        table = self._keeping.table
        if over:
            self.desk.say(self._told_of_end())  # it stands at the table, too
        else:
            self._notify(GOES_ON.format(self._hosting(table.stopped_by if table else "")))
