"""A game in time: looking back, taking back, playing on from another moment, and where a game was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tabletop_kernel.contract.errors import Refused, SetupError, clip
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.campaign_room import CampaignRoom
from widgets.guests import OTHER_WAYS
from widgets.messages import a_number, act
from widgets.playtest.breaking_off import NO_MOVES

if TYPE_CHECKING:
    from widgets.play import PlayRoom

Data = dict[str, Any]

OTHERS_PLAY = (
    "This would show you hidden cards, and others have joined or are invited. Wait until the game is over. "
    "Your link brings you back to this table."
)
LINES = 12  # ways in which a game is played on
MANY_LINES = "This game already has twelve lines of play. Save one and open it again."


class TimelineRoom(CampaignRoom):
    """A game with its moments, and the ways in which it was played on."""

    lines: list[Session]
    names: list[str]  # of the lines
    _earlier: list[list[tuple[int, Session]]]  # of each line: the game with other cards, before so many moves
    _line: int
    _turned: tuple[int | None, Data] | None  # where the game was decided, and for whose eyes

    @property
    def session(self) -> Session:  # type: ignore[override]
        return self.lines[self._line]

    def _copy(self, session: Session) -> None:
        self.lines[self._line] = session
        session.to_all = self._shared

    def _time(self) -> Data:
        time = panel.time(self.session, self.moments, self.session.turn_starts, self.names, self._line)
        time["undo"] = time["undo"] and not (self._looks_on or self.is_broken_off)  # they have nothing to take back
        if time["undo"] and (verdict := self._no_undo()):
            time |= {"undo": False, "no_undo": verdict.text}
        time["branches"] = self._may_branch
        if self._others_play:
            time["lines"] = [line for line in time["lines"] if line["now"]]
        return {**time, "notes": notes} if (notes := self._notes_on_slider()) else time

    @property
    def _may_branch(self) -> bool:
        """Whether this screen may play on from another moment: a game of several is its host's to play on."""
        return not self._others_play and (self._is_host or not self._keeping.had_others)

    def _worded(self, verdict: Verdict, **facts: Any) -> Verdict:
        verdict.facts.update(facts)
        verdict.text = self.session.book.why(verdict, lambda _, value: str(value))
        return verdict

    def refuse(self, move: Move, verdict: Verdict) -> None:
        """The session counts inputs where it says why not; those who look count moments."""
        if verdict.rule in ("table.past", "table.long"):
            moments = self.moments
            self._worded(verdict, at=moments.named(self.session.at_input), length=moments.name(moments.length))
        super().refuse(move, verdict)

    @act(moves_on=True, number=a_number)
    def goto(self, number: int) -> None:
        """Show the table as it once stood. Who looks back no longer skips ahead."""
        super().goto(number)
        self._wait_for_people()

    # -- taking back --------------------------------------------------------------------------------------------------

    @act(moves_on=True)
    def undo(self) -> None:
        """Take back one's own last move, as far as nothing was rolled, drawn or shown.

        What others have sealed since then stays: that there is any must not be told by a refusal.
        """
        if self.is_broken_off:
            raise SetupError(NO_MOVES)
        session, last = self.session, self._last_of_all_at_once() or self.moments.last
        if session.at_input < session.length:
            raise Refused(self._worded(Verdict("table.past", at=0, length=0)))  # the numbers are those of moments
        with self._noting_what_is_left():
            self._take_back_after(session, last)

    def _no_undo(self) -> Verdict | None:
        """Why the last move cannot be taken back; None if it can, or if others can be asked whether it may be."""
        session = self.session
        self._copy(session.branch(self._last_of_all_at_once() or self.moments.last))
        try:
            self._take_back()
        except Refused as refusal:
            return refusal.verdict
        finally:
            self._copy(session)
        return None

    def _take_back_after(self, session: Session, last: int) -> None:
        """Take back one's own move, which is the last of so many; or ask those who have seen it."""
        made = list(session.inputs)
        if self._keeping.others or last < session.length:
            self._copy(session.branch(last))  # to try it
        try:
            self._take_back()
            left = self.session.length
        finally:
            self._copy(session)
        mover = made[left].seat  # whose decision it was: what the table did for others comes after it
        if self._keeping.others and self._ask_to_take_back(mover, left):
            return
        if left < session.length:
            self._leave_out(mover, left)
        self._told_taken_back(mover)

    def _last_of_all_at_once(self) -> int:
        """The last input of this screen's people where all act in any order: what others do meanwhile does not make it
        somebody else's turn, so it is not in the way. 0 where they take turns."""
        session, game = self.session, self.game
        if not self._keeping.others or not game.pace.is_any_order(session.truth):
            return 0
        numbers = range(session.length, 0, -1)
        last = next((number for number in numbers if self.is_own(session.inputs[number - 1].seat)), 0)
        truth, turn = session.branch(last).truth, game.pace.turns(session.truth)
        for seat, move, luck in session.inputs[last:]:
            if luck or not game.pace.is_any_order(truth) or game.pace.turns(truth) != turn:
                return 0
            game.apply(truth, seat, move)
        return last

    def _told_taken_back(self, mover: int) -> None:
        """Whoever has taken a move back looks at the table as it stood before it."""
        self._wait_for_people()
        if mover != self.viewer:
            self._take_chair(mover)
        self.why = None
        self._seen = min(self._seen, self.session.log_length(self.viewer))
        self.desk.attendance.took_back()
        self.desk.say("Taken back.")

    def _take_back(self) -> None:
        """Take back the last decision: what the table has done for its person goes with the move before it."""
        session = self.session
        last = session.inputs[-1] if session.inputs else None
        if last is None:
            return session.undo()  # which says that there is nothing
        theirs = Refused(self._worded(Verdict("table.theirs"), seat=self.name(last.seat)))
        try:
            session.undo()
        except Refused as refusal:
            raise (refusal if self.is_own(last.seat) else theirs) from None
        is_formal = self.game.pace.forced_move(session.truth, last.seat) == last.move
        if not is_formal and self.is_own(last.seat):
            return None
        try:
            if not is_formal:
                raise theirs
            self._take_back()
        except Refused:  # then nothing is taken back: a person would stand before a question that is none
            session.submit(last.seat, last.move)
            raise

    def _let_go(self, seat: int, move: Move) -> bool:
        """Take back something that was only picked, if nothing has happened since: then it never was a move.

        Where others play at screens of their own, what was made is kept, and taking it back is a move like any other;
        but for what they have not heard of yet.
        """
        session = self.session
        if self._leaves_out(seat, move):
            return True
        if move[0] != TAKE_BACK or self._keeping.others or session.at_input < session.length:
            return False
        later: list[Move] = []
        for number in range(session.length, 0, -1):
            done = session.inputs[number - 1]
            if done.seat != seat or done.results or session.events_at(seat, number):
                return False
            if done.move == move[1:]:
                session.cut(number - 1)
                for one in reversed(later):
                    session.submit(seat, one)
                return True
            later.append(done.move)
        return False

    # -- playing on from another moment -------------------------------------------------------------------------------

    @act(moves_on=True, number=a_number)
    def branch(self, number: int | None = None) -> None:
        """Play on from the moment that is shown, or from another; the game as it was stays as another line."""
        if self._others_play:
            raise SetupError(OTHERS_PLAY)
        if self._keeping.had_others:
            self._hosts_only()  # it is the game of all who are here
        if len(self.lines) >= LINES:
            raise SetupError(MANY_LINES)
        moments = self.moments
        twin = self.session.branch(None if number is None else moments.input(number))
        self._copied()
        if self.is_broken_off:
            self.let_go_on()  # everybody is told, and so is whoever reads the record
        self.session.goto(self.session.length)
        with self._noting_what_is_left():
            self._add_line(twin, f"From move {moments.named(twin.length)}", twin.length)

    @act(moves_on=True, id=a_number)
    def line(self, id: int) -> None:
        """Go to another way this game was played on."""
        if not 0 <= id < len(self.lines):
            raise SetupError(f"This game has no line of play {clip(id)}.")
        if self._others_play and id != self._line:
            raise SetupError(OTHER_WAYS)
        if self._keeping.had_others:
            self._hosts_only()
        self.session.goto(self.session.length)
        self._enter_line(id)

    def _add_line(self, session: Session, name: str, same: int, *replaced: Session) -> None:
        """Go on with another way to play this game, which has its first moves, and may have `replaced` its cards."""
        earlier = [(min(until, same), one) for until, one in self._earlier[self._line]]
        self.lines.append(session)
        self.names.append(name)
        self._earlier.append([*earlier, *((same, one.branch(same)) for one in replaced)])
        self._enter_line(len(self.lines) - 1)

    def _enter_line(self, number: int) -> None:
        self._line = number
        self._begin_with_bots()
        self._begin_in_chairs()
        self._turned = None
        self._seen = self.session.log_length(self.viewer)
        self.why = None
        self._look_who_decides()

    # -- the end ------------------------------------------------------------------------------------------------------

    @property
    def _at_the_end(self) -> bool:
        session = self.session
        return session.outcome is not None and session.at_input == session.length

    @act()
    def turning(self) -> None:
        """Where the game was decided, as far as the game's own estimate tells."""
        if not self._at_the_end:
            raise SetupError("You can't see the turning point before the game is over.")
        if self._turning is None:
            from widgets.turning import turning

            self._turned = (self.viewer, {})  # whatever comes of it: a page asks once
            self._turned = (self.viewer, turning(cast("PlayRoom", self)))

    @property
    def _turning(self) -> Data | None:
        """What was found out for those who look now; other eyes may know something else."""
        return self._turned[1] if self._turned and self._turned[0] == self.viewer else None
