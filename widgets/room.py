"""What a game that is played and a lesson have in common: a table, a pair of eyes, moves, refusals and time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from tabletop_kernel.cli.terminal import move_from_line
from tabletop_kernel.contract.common_words import sentence
from tabletop_kernel.contract.errors import Refused
from tabletop_kernel.contract.game import Config, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.saves import Input
from tabletop_kernel.table.session import Session
from widgets import log, panel, playback, recap
from widgets.eyes import has_secrets
from widgets.look import TableLook
from widgets.messages import a_flag, a_move, a_number, a_text, act
from widgets.moments import Moments, all_moments
from widgets.scene import READ, Page, Scene, pieces

if TYPE_CHECKING:
    from widgets.desk import Desk
    from widgets.shared.table import SharedTable

Data = dict[str, Any]

THINK = "think"  # the act by which a page asks for more thought


class News(IntEnum):
    """What others have done at a table, to those who look at a page."""

    NONE = 0
    UNSEEN = 1  # something sealed: nobody here may know of it, and whatever they were about to do they still can
    AROUND = 2  # who sits where, what somebody asks: the page shows it, and the table stands as it stood
    SEEN = 3


class Room(ABC):
    """One table with somebody in front of it. `viewer` is the seat whose eyes the page has; None: everybody's."""

    session: Session
    viewer: int | None

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.game = desk.game
        self.why: Data | None = None  # the last refusal; it stays until the next move
        self._seen = 0  # lines of the log that have been on screen
        self._unplayed: tuple[int, Data, int | None] | None = None  # not shown yet: after which input, to whose eyes
        self._thought: Any = None  # a question to the coach while it is thought over

    @property
    def each_apart(self) -> bool:
        """Whether all at this table act now, each before themselves."""
        return self.game.pace.acts_independently(self.session.truth)

    @property
    def any_order(self) -> bool:
        """Whether all at this table act now as they like, nobody after anybody else."""
        return self.game.pace.is_any_order(self.session.truth)

    @property
    def told(self) -> int:
        """After how many moves those come of which nobody at another screen has heard, as they are not made yet."""
        return self.session.length

    @property
    def put_together(self) -> Sequence[Input]:
        """These moves: what somebody here puts together."""
        return ()

    @property
    def decided_elsewhere(self) -> int:
        """How often somebody here has decided at another screen: of one chair that is open twice."""
        return 0

    @property
    def has_company(self) -> bool:
        """Whether other people sit at this table, at screens of their own."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether the game at this table has ended."""
        return self.session.outcome is not None

    @property
    def covered(self) -> bool:
        """Whether a curtain hides the table from everybody."""
        return False

    @property
    def learner(self) -> int | None:
        """The seat of the one person whose knowledge of the rules grows here; None if nobody could tell whose."""
        return self.viewer

    @property
    def learning(self) -> str:
        """The step of a lesson that is taken here; empty where a game is played."""
        return ""

    def instead_of(self, gone: Exception) -> Room:
        """The room that takes the place of this one when its table is no longer kept."""
        return self

    def interrupted_by(self, method: str) -> None:
        """The page asks for something: what was being thought over stops, unless that is it."""
        if method != THINK:
            self._thought = None

    @property
    def may_be_shared(self) -> bool:
        """Whether a link to this table may stand on the screen, for all who see it."""
        return True

    @abstractmethod
    def project(self, on: bool) -> None:
        """The page is on a projector, or no longer."""

    def catch_up(self) -> News:
        """Hear what others have done at this table, at screens of their own."""
        return News.NONE

    def sight(self) -> object:
        """All that those who look go by when they act; as long as it is the same, their move means the same."""
        return None

    @property
    def first_drawer(self) -> str:
        """What is open when somebody comes here; usually nothing."""
        return ""

    @property
    def followed(self) -> SharedTable | None:
        """The table whose news are for this room; None if nobody else can do anything here."""
        return None

    def look_around(self) -> bool:
        """See who else is at the table; whether that has changed."""
        return False

    def settle(self) -> bool:
        """Write down what was done here, if this table is kept; whether there was anything to write."""
        return False

    def refused(self, rule: str) -> None:  # noqa: B027
        """A move was tried here, and a rule has refused it: for those who count such things."""

    def opened(self, drawer: str, rule: str) -> None:  # noqa: B027
        """A drawer was opened here, the rulebook perhaps at a rule."""

    def remembered(self, text: str) -> None:  # noqa: B027
        """What the browser has kept of this table besides its link."""

    @property
    def may_change_cards(self) -> bool:
        """Whether those who look can change what the cards say."""
        return False

    def with_ways_to_change(self, drawer: Data) -> Data:
        """The rulebook as it lies open here; where cards can be changed, they lead there."""
        return drawer

    @property
    def config(self) -> Config:
        return self.session.config

    @abstractmethod
    def screen(self) -> Data:
        """Everything the page shows, but for what is the same in every room."""

    @abstractmethod
    def drawer(self, kind: str) -> Data | None:
        """What lies in a drawer; None if this room has no such drawer."""

    @abstractmethod
    def submit(self, move: Move) -> None:
        """The viewer's move; Refused if the rules say no."""

    # -- drawing ------------------------------------------------------------------------------------------------------

    def table(self, moves: list[Move]) -> Data:
        """The table with the panels that every room has."""
        session, viewer, face = self.session, self.viewer, self.desk.face
        self.desk.knowledge.follow(session, self.learner, self.told)
        happened = log.blocks(session, viewer, self._seen, self.moments)
        if session.at_input == session.length:
            self._seen = session.log_length(viewer)
        table: Data = {
            "scene": self.scene(moves),
            "moves": face.groups(self.look(viewer, moves)),
            "log": happened,
            "why": self.why,
        }
        if stages := self._playback():
            table["play"] = stages
        if meanwhile := self._recap():
            table["recap"] = meanwhile
        return table

    def scene(self, moves: Sequence[Move] = ()) -> Scene:
        """The table as the viewer sees it."""
        return self.desk.face.scene(self.look(self.viewer, moves))

    def name(self, seat: int) -> str:
        """A seat as people know it."""
        return panel.seat_name(self.session, seat)

    def is_own(self, seat: int | None) -> bool:
        """Whether what a seat does is done, and seen, by those who look at the screen."""
        return seat == self.viewer

    @property
    def moments(self) -> Moments:
        """The moves as those who look can count them: in these numbers a page speaks of them."""
        return self.moments_for(self.viewer)

    def moments_for(self, eyes: int | None) -> Moments:
        """The same for other eyes."""
        return all_moments(self.session)

    # -- what others did ----------------------------------------------------------------------------------------------

    @contextmanager
    def _played_back(self) -> Iterator[None]:
        """Whatever happens at the table in here is played back, to the eyes that look before it.

        If the screen then goes to somebody else without a curtain, whoever has moved still sees how that ends.
        """
        viewer, session = self.viewer, self.session
        after, before = session.length, session.view(viewer)
        yield
        if self.session is session and session.at_input == session.length > after and self._still_looks(viewer):
            self._unplayed = (after, before, self.viewer if self.is_own(viewer) else viewer)

    def _still_looks(self, seat: int | None) -> bool:
        """Whether what a seat sees may be played on the screen as it is now: it is theirs, or they hide nothing."""
        if self.is_own(seat):
            return True
        return seat is not None and self.viewer is not None and not has_secrets(self.session, seat, self.viewer)

    def _playback(self) -> list[Data]:
        """The stages that the next screen plays; nothing is played twice."""
        unplayed, self._unplayed = self._unplayed, None
        if not unplayed or self.covered:
            return []
        after, before, eyes = unplayed
        return playback.stages(self, after, {**before, "seat": eyes}, eyes)

    def _recap(self) -> Data | None:
        """What the others have done, for somebody who is asked again."""
        session, viewer = self.session, self.viewer
        if viewer is None or viewer not in session.asked or session.at_input < session.length:
            return None
        return recap.recap(self, viewer, viewer)

    @property
    def as_it_was(self) -> Session:
        """The table at the moment that is shown, with the cards that it had then."""
        return self.session

    def look(self, viewer: int | None, moves: Sequence[Move] = ()) -> TableLook:
        """The table to a pair of eyes. Each part of a page takes a look of its own: pieces are counted in it."""

        def phrase(move: Move) -> str:
            return self.session.phrase(viewer or 0, move)

        then = self.as_it_was
        people = self.session.people if self.game.telling.nameless else {}
        look: TableLook = self.desk.face.look(
            then.game, then.config, then.view(viewer), moves, phrase, people, self.hidden
        )
        look.told = partial(self.session.events, viewer)
        return look

    @property
    def hidden(self) -> Collection[str]:
        """What is not shown, though the viewer might see it: a lesson does not answer its own questions."""
        return ()

    def legal(self) -> list[Move]:
        """What the viewer may do now."""
        return self.session.moves(self.viewer) if self.viewer is not None else []

    def judge(self, move: Move) -> Verdict | None:
        """Why the viewer may not make a move; None if it is allowed."""
        return Verdict("table.wait") if self.viewer is None else self.session.judge(self.viewer, move)

    def odds(self) -> Data | None:
        """The exact odds of what is about to be decided, as sentences and as a chart."""
        chart = self.desk.face.chart(self.look(self.viewer))
        nothing = {"title": "Odds", "lines": ["There are no odds to work out now."], "figure": None, "rules": []}
        return {"kind": "odds", **(chart or nothing)}

    def refuse(self, move: Move, verdict: Verdict) -> None:
        """Show why not; the table stays as it is."""
        if self.learner is not None:
            self.desk.knowledge.ledger.refused(verdict.rule)
        self.why = panel.refusal(self.session, self.viewer, move, verdict)
        self.why["piece"] = self._piece_of(list(move))
        self.desk.say(f"{self.why['what']} {verdict.text}", assertive=True)

    def turn_down(self, move: Move, verdict: Verdict) -> None:
        """Show why not to somebody who has tried it, and count it."""
        self.refuse(move, verdict)
        self.desk.attendance.refused(self.game, verdict.rule)
        self.refused(verdict.rule)

    def _piece_of(self, move: list[Any]) -> str:
        """The piece on the table that a refused move was tried with; empty if none was."""
        scene = self.desk.face.scene(self.look(self.viewer))
        meant = [p for p in pieces(scene) if p.get("try") == move or move in p.get("with", {}).values()]
        meant.sort(key=lambda piece: bool(piece.get("moves")))  # a click tries what is refused where there is no move
        return meant[0]["id"] if meant else ""

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(moves_on=True, move=a_move, sure=a_flag)
    def move(self, move: Move, sure: bool = False) -> None:
        """Make a move. Anything may be tried: what the rules refuse is explained."""
        if self._read(move) or (not sure and self._asks_first(move)):
            return
        viewer, before = self.viewer, self.session.log_length(self.viewer)
        with self._played_back():
            self.submit(move)
        self.why = None
        if self.viewer == viewer:  # else the news are not for whoever looks now
            self._tell_news(before)

    @act(move=a_move)
    def ask(self, move: Move) -> None:
        """Ask «why not?» without trying."""
        if self._read(move):
            return
        verdict = self.judge(move)
        if verdict is not None:
            raise Refused(verdict)
        said = self.session.phrase(self.viewer or 0, move)
        self.why = {"what": "That is allowed.", "text": sentence(said), "rules": [], "can": [], "told": True}

    def _asks_first(self, move: Move) -> bool:
        """Whether a move is so grave that whoever makes it is asked first, and has been asked now."""
        return False

    def _read(self, move: Move) -> bool:
        """`("read", piece)`: not a move, but a wish to read what is too small on the table; `("read",)` has done so.

        A piece may have several pages; a number says which.
        """
        if move[0] != READ:
            return False
        if len(move) == 1:
            self.why = None
            return True
        piece, number = str(move[1]), move[2] if len(move) > 2 else 1
        pages = self.desk.face.read(self.look(self.viewer), piece)
        if not pages:
            return False
        self.why = _page(piece, pages, number)
        self.desk.say(f"{self.why['what']} {self.why['text']}")
        return True

    @act(moves_on=True, text=a_text)
    def type(self, text: str) -> None:
        """A move that was typed: `commit 6C`."""
        if text:
            self.move(move_from_line(self.legal(), text))

    @act(moves_on=True, number=a_number)
    def goto(self, number: int) -> None:
        """Show the table as it once stood."""
        self.session.goto(self.moments.input(number))
        self.why = None

    def _tell_news(self, before: int) -> None:
        """Have read out what the move did, the beginning of it at least."""
        news = [entry.text for entry in log.told(self.session, self.viewer, before)]
        if news:
            self.desk.say(" ".join(news[:4]))


def _page(piece: str, pages: list[Page], number: Any) -> Data:
    """One page as a panel, with ways to the others and out of it."""
    at = number if type(number) is int and 1 <= number <= len(pages) else 1
    title, text, rules = pages[at - 1]
    counted = f" ({at} of {len(pages)})" if len(pages) > 1 else ""
    can = [panel.button("Close", "move", move=[READ])]
    if len(pages) > 1:
        following = at % len(pages) + 1
        can.insert(0, panel.button("Next card", "move", move=[READ, piece, following]))
    return {"head": f"A closer look{counted}", "what": title, "text": text, "rules": rules, "can": can, "told": True}
