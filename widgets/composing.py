"""What somebody only puts together, such as a trade: it stays on the page of its author until a move makes it matter.

Where others play at screens of their own, the pieces are moves on their author's copy, after all that is written at the
table. They are not written, so the others go on meanwhile. Whatever they do comes before the pieces: these are taken
off, the news are played, and the pieces are put back as far as the rules still allow them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tabletop_kernel.contract.errors import Refused
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.saves import Input
from tabletop_kernel.table.session import Session
from widgets.coach.room import CoachedRoom
from widgets.keeping import Keeping
from widgets.shared.chair import PERSON, Chair
from widgets.shared.table import SharedTable, in_common

OFF = "“{}” no longer works. {}"
LEFT_OUT = "Left out: “{}”. {}"
WAITS = "“{}” will come back when the current move is over."
UNNAMED = "Your unfinished move"


class Composed(NamedTuple):
    """What somebody at this screen puts together: all its moves, the first of which begins it."""

    seed: int  # of the game it is for
    seat: int
    moves: tuple[Move, ...]


class ComposingRoom(CoachedRoom):
    """One of the screens at a table, where something may be put together before anybody else hears of it."""

    seats: list[Chair]
    _keeping: Keeping

    def _begin_composing(self) -> None:
        """Nothing is put together yet."""
        self._composed: Composed | None = None  # as it was when this page was last in accord with the table
        self._is_off = False  # whether it does not lie on this copy just now,
        self._waits = False  # and its author has read that it comes back
        self._told_until: tuple[tuple[object, ...], int] = (), 0  # what was worked out last, of what
        self._of_composed, self._of_composed_at = "", 0  # what has become of it, and after how many moves

    @property
    def _people(self) -> list[int]:
        """The chairs of people at this screen."""
        here = ("", self._keeping.place)
        return [number for number, chair in enumerate(self.seats) if chair.who == PERSON and chair.place in here]

    @property
    def told(self) -> int:
        """After how many moves of this copy something begins that is only put together; else all of them."""
        session, table = self.session, self._keeping.table
        if table is None or not self._keeping.others or not session.length:
            return session.length
        of: tuple[object, ...] = (session, session.inputs[-1], session.length, table, table.known)
        known, found = self._told_until
        if len(known) != len(of) or any(
            one is not other and one != other for one, other in zip(known, of, strict=True)
        ):
            found = self._where_composed(session, table)
            self._told_until = of, found
        return found

    def _where_composed(self, session: Session, table: SharedTable) -> int:
        game, length = session.game, session.length
        if session.at_input == length and game.pace.move_that_drops_composition(session.truth) is None:
            return length
        same = in_common(session.inputs, table.moves)
        truth, begun = session.branch(same).truth, length
        for number, (seat, move, _) in enumerate(session.inputs[same:], same):
            if game.pace.move_that_drops_composition(truth) is None:
                begun = number if seat in self._people else length
            game.apply(truth, seat, move)
        return length if game.pace.move_that_drops_composition(truth) is None else begun

    @property
    def put_together(self) -> Sequence[Input]:
        return self.session.inputs[self.told :]

    def _told_truth(self) -> object:
        """The table as all know it, at the moment that is shown."""
        told = self.told
        return self.session.truth if self.session.at_input <= told else self.session.branch(told).truth

    @property
    def _told_asked(self) -> Sequence[int]:
        """Those for whom the table waits, as all know it."""
        return self.game.asked(self._told_truth())

    @property
    def each_apart(self) -> bool:
        return self.game.pace.acts_independently(self._told_truth())

    @property
    def any_order(self) -> bool:
        return self.game.pace.is_any_order(self._told_truth())

    # -- off the table and back ---------------------------------------------------------------------------------------

    def _take_off(self) -> None:
        """Take what is put together off this copy, which then stands as the table does."""
        session, told = self.session, self.told
        if told == session.length:
            return
        made = session.inputs[told:]
        self._composed = Composed(session.seed, made[0].seat, tuple(one.move for one in made))
        self._is_off = True
        at = min(session.at_input, told)
        session.cut(told)
        if at < told:
            session.goto(at)

    def _put_back(self) -> str:
        """Put it back as far as it is allowed; what its author should read about that. Whoever looks back still does.

        While something is being carried out it has to wait, and is tried again at the next news.
        """
        found, session, table = self._composed, self.session, self._keeping.table
        if found is None or not self._is_off:
            return ""
        stopped = table is not None and table.stopped
        if stopped or found.seed != session.seed or found.seat not in self._people or session.outcome is not None:
            self._forget_composed()  # that the game is another, or over, or the seat somebody else's, they read anyway
            return ""
        at, length = session.at_input, session.length
        session.goto(length)
        try:
            return self._put_pieces_back(found, session)
        finally:
            if at < length:
                session.goto(at)

    def _put_pieces_back(self, found: Composed, session: Session) -> str:
        first = found.moves[0]
        if wrong := session.judge(found.seat, first):
            said = session.attempted(found.seat, first) or UNNAMED
            if self.game.pace.is_resolving(session.truth):
                known, self._waits = self._waits, True
                return "" if known else WAITS.format(said)
            self._forget_composed()
            return OFF.format(said, wrong.text)
        made, left = [], list[tuple[Move, Verdict]]()
        for move in found.moves:
            if wrong := session.judge(found.seat, move):
                left.append((move, wrong))
            else:
                session.submit(found.seat, move)
                made.append(move)
        self._composed, self._is_off, self._waits = found._replace(moves=tuple(made)), False, False
        if not left:
            return ""
        said = "”, “".join(dict.fromkeys(session.attempted(found.seat, move) or UNNAMED for move, _ in left))
        return LEFT_OUT.format(said, left[0][1].text)

    def _forget_composed(self) -> None:
        self._composed, self._is_off, self._waits = None, False, False

    @contextmanager
    def _without_composed(self) -> Iterator[None]:
        """In here the table stands as all know it."""
        self._take_off()
        try:
            yield
        finally:
            self._tell_of_composed(self._put_back())

    def _note_composed(self) -> None:
        """All is written but what is put together: that is remembered, and what had to wait comes back if it may."""
        session, told = self.session, self.told
        if told < session.length:
            made = session.inputs[told:]
            self._composed = Composed(session.seed, made[0].seat, tuple(one.move for one in made))
            self._is_off = self._waits = False
        elif not self._is_off:
            self._composed = None
        else:
            self._tell_of_composed(self._put_back())

    def _tell_of_composed(self, text: str) -> None:
        """Say what has become of it to its author, who reads it until their next move."""
        if text:
            self._of_composed, self._of_composed_at = text, self.session.length
            self.desk.say(text)

    # -- moves --------------------------------------------------------------------------------------------------------

    def _is_beside(self, seat: int, move: Move) -> bool:
        """Whether a move has nothing to do with what is put together: it is possible without that, too."""
        session, told = self.session, self.told
        if told == session.length or move not in session.moves(seat):
            return False
        return move in self.game.moves(session.branch(told).truth, seat)

    def _leaves_out(self, seat: int, move: Move) -> bool:
        """Drop what is put together, or take back a piece of it, and leave no trace; whether the move was that."""
        session, told = self.session, self.told
        if told == session.length or session.at_input < session.length:
            return False
        if move == self.game.pace.move_that_drops_composition(session.truth):
            session.cut(told)
            return True
        return move[0] == TAKE_BACK and self._leaves_piece_out(session, told, seat, move)

    def _leaves_piece_out(self, session: Session, told: int, seat: int, move: Move) -> bool:
        wanted = session.branch()
        wanted.submit(seat, move)
        goal, made = self.game.write(wanted.truth), session.inputs[told:]
        for number in range(len(made) - 1, 0, -1):
            others, twin = [*made[:number], *made[number + 1 :]], session.branch(told)
            try:
                for one in others:
                    twin.submit(one.seat, one.move)
            except Refused:
                continue
            if self.game.write(twin.truth) == goal:
                session.cut(told)
                for one in others:
                    session.submit(one.seat, one.move)
                return True
        return False
