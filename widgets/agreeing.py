"""What is agreed before a game: who plays, on which board, and how doubtful rules are read; and the game that starts
as agreed.

A running game goes on as it was agreed until a new one is started.
"""

from __future__ import annotations

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.guests import WITH_THE_CLASS
from widgets.keeping import Keeping
from widgets.messages import a_flag, a_number, a_text, act, one_of
from widgets.seating import WHO, Setup, usual_seats
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.timeline import TimelineRoom

NO_NAMES = "You can't use a name in a class. Others know you by your animal and colour."
STARTED = "The game has started. You can invite friends under Players."
DEALT_UNSEEN = "The game was dealt again for your guests, so no one can know what comes next."


class AgreeingRoom(TimelineRoom):
    """A table that is set as people agree on it."""

    _seed: int | None
    _drafted = -1  # how many inputs bots have made for everybody at a table that was dealt here; -1: it came by a code
    _problem: str
    _notice: str

    def _take(self, session: Session, seats: list[Chair], keeping: Keeping | None = None) -> None:
        """Sit down at a table."""

    def _sit_down(self) -> None:
        """The game begins."""

    def deal(self) -> None:
        """The game begins after its draft."""

    @act(moves_on=True, dealt=a_flag)
    def start(self, dealt: bool = False) -> None:
        """Start, with the draft or after it."""
        self._open_new()
        if dealt:
            self.deal()
        else:
            self._sit_down()
        self._invite_whoever_is_missing()

    @act(moves_on=True, sure=a_flag)
    def first_game(self, sure: bool = False) -> None:
        """From the short way into the game that it is about; a game that is under way here is not lost unasked."""
        if self._is_for_others:
            return
        if self.started and self.session.outcome is None and self._has_decided and not sure:
            self.why = panel.game_under_way(self.desk.face.where(self.look(self.viewer)))
            self.desk.say(f"{self.why['head']}. {self.why['text']}", assertive=True)
            return
        self.setup = Setup(self.game, usual_seats(self.game, self.game.agreement.first_seats or None), self._form)
        self.start(dealt=True)

    @property
    def _is_for_others(self) -> bool:
        """Whether what is played here is not for one newcomer to say: with friends, in a class, or on a projector."""
        return self.desk.attendance.in_class or self._projected or self._keeping.had_others

    @act(moves_on=True, count=a_number)
    def with_friends(self, count: int) -> None:
        """Start a game of so many seats: one here, the others for friends, who come with a code."""
        if self.started or self._projected:
            raise SetupError(STARTED)
        if self.desk.attendance.in_class:
            raise SetupError(WITH_THE_CLASS)
        self.setup.set_count(count)
        self.setup.set_who(0, PERSON)
        for chair in range(1, count):
            self.setup.set_who(chair, OPEN)
            self.setup.set_name(chair, "")
        self.start()

    @act(moves_on=True, sure=a_flag)
    def again(self, sure: bool = False) -> None:
        """The same players, a new game; what others are still writing of this one is not lost unasked."""
        if (writing := self._still_answering) and not sure:
            self.why = panel.still_answering(writing)
            self.desk.say(f"{self.why['head']}. {self.why['text']}", assertive=True)
            return
        self._open_new()
        self._sit_down()
        self._invite_whoever_is_missing()

    def _open_new(self) -> None:
        """A new table as agreed; the first one has the cards that lay there while it was agreed, unless friends come:
        its address and its code may be known by then, and they hold all of its luck."""
        if self._keeping.had_others:
            self._hosts_only()
        friends = any(chair.who == OPEN for chair in self.setup.seats) and self._seed is None
        session = self.setup.open(None if self.started or friends else self.session.seed)
        self._problem = self._notice = ""
        self._take(session, self._seats_again(), self._keeping if self._keeping.table else None)
        self._drafted = 0
        self.desk.close()

    def _deal_unseen(self) -> None:
        begun = self._has_decided or len(self.lines) > 1 or self.journal.notes
        if begun or self._drafted < 0 or self._seed is not None:
            return
        dealt = self._drafted > 0
        self._open_new()
        if dealt:
            self.deal()
        else:
            self._sit_down()
        self._keeping.unseen = True
        self.desk.say(DEALT_UNSEEN)

    @property
    def _has_decided(self) -> bool:
        """Whether somebody at this screen has made a move for which there was a choice, since the draft."""
        session = self.session
        numbers = range(max(0, self._drafted), session.length)
        own = (number for number in numbers if session.inputs[number].seat in self._people)
        return any(len(session.branch(number).moves(session.inputs[number].seat)) > 1 for number in own)

    @act(count=a_number)
    def players(self, count: int) -> None:
        """How many play."""
        self.setup.set_count(count)
        self._lay_out()

    @act(chair=a_number, who=one_of(*WHO))
    def sit(self, chair: int, who: str) -> None:
        """A person or a bot takes a chair."""
        self.setup.set_who(chair, who)
        self._lay_out()

    @act(chair=a_number, name=a_text)
    def call(self, chair: int, name: str) -> None:
        """A person has a name."""
        if self.desk.attendance.in_class and name:
            raise SetupError(NO_NAMES)
        self.setup.set_name(chair, name)
        self._lay_out()

    @act(id=a_text, choice=a_text)
    def option(self, id: str, choice: str) -> None:
        """The board, and whatever else the game lets one choose."""
        self.setup.set_option(id, choice)
        self._agreed()
        self._lay_out()

    @act(id=a_text, choice=a_text)
    def ruling(self, id: str, choice: str) -> None:
        """How a doubtful rule is read."""
        self.setup.set_ruling(id, choice)
        self._lay_out()

    def _lay_out(self) -> None:
        """Before a game the table is set as was just agreed."""
        if not self.started and not self.setup.problem:
            self._take(self.setup.open(self._seed), self.setup.seats)
