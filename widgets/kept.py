"""A table that is kept: what is played at it is written down before it is shown, and what others write is heard.

A message from a page is obeyed in three steps. First the page hears what others have done meanwhile; if that was
anything, whoever wanted to move looks again. Then it plays on its own copy. Then it writes down what is new, and if
somebody was faster after all, the copy falls back to what is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.composing import ComposingRoom
from widgets.keeping import is_private
from widgets.log import of_others
from widgets.moments import Moments, seen_moments
from widgets.room import News
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.shared.database import CUT_OFF, CannotKeep, OutOfReach
from widgets.shared.entries import (
    AGAIN,
    ANSWER,
    ASK,
    BACK,
    CHAIRS,
    GAME,
    HOSTS,
    MOVE,
    NEW_LINK,
    ON,
    SEALED,
    STOP,
    Entry,
)
from widgets.shared.store import MovedOn, Present
from widgets.shared.table import SharedTable

Data = dict[str, Any]

ANOTHER = "Your place now has a new link, so this one no longer works. You can still watch."
DEALT_AGAIN = "The host has started a new game."
CHANGED = "The host has changed cards. The changes apply after move {}."
HOSTS_TOO = "{} now also hosts this table."
NEW_LINK_FOR = "The host has made a new link to {}'s seat. Anyone who opens it sees that hand."
HAS_LEFT, IS_BACK = "has left.", "is back."
OUT_OF_SIGHT = "We can't reach the table right now ({}). You will see what others do once it is back."


class KeptRoom(ComposingRoom):
    """One of the screens at a table."""

    _projected: bool
    _curtain: int | None
    _lost_chair = ""  # how whoever looks on here has come to lose their chair
    _there: Sequence[Present] = ()  # the other screens at the table, when last looked
    _counted: tuple[tuple[Any, ...], Moments | None] = (), None  # the moments that were asked for last, of what
    _left: Sequence[str] = ()  # the places of those who sit here and have closed their page
    _out_of_sight = ""  # why it is not known here what others do
    _told_so = ""  # what of that the page was told
    _elsewhere = 0  # how often somebody here has decided at another screen
    _notice, _noticed_at = "", 0  # what others have changed at the table itself, and after how many moves

    def _copy(self, session: Session) -> None:
        """Go on with another copy of the table."""

    def _look_who_decides(self) -> None:
        """Bring the next decision before those whose it is."""

    def _only_person(self) -> int | None:
        """The one who looks at the screen all the time, if there is one."""

    def _after_a_change(self) -> None:
        """The chairs of this screen are others than before: whoever has lost theirs no longer looks from it."""
        self._name_seats(self.session)
        if self.viewer not in self._people:
            self.viewer, self._curtain, self.why = self._only_person(), None, None
            self._seen = self.session.log_length(self.viewer)
        self._look_who_decides()

    # -- what others do -----------------------------------------------------------------------------------------------

    def catch_up(self) -> News:
        """Hear what was written by others at this table, and whether those who look here may know of it."""
        table, asking = self._keeping.table, self._asking()
        wish = table.asking.seat if table is not None and table.asking is not None else None
        try:
            news = table.news() if table is not None else []
        except CannotKeep as error:  # it is tried again at the next look
            self._out_of_sight = OUT_OF_SIGHT.format(error) if self._keeping.others else ""
            return News.NONE
        self._out_of_sight = ""
        if not news:
            return News.NONE
        kinds = {entry.kind for entry in news}
        before, why, unplayed, trouble = self.sight(), self.why, self._unplayed, self._in_the_way
        length = self.moments.length
        self._hear(news)
        if wish is not None and table is not None and table.asking is None:
            self._tell_of_wish(wish, news, asking is not None)
        if kinds & {GAME, STOP} or (self.sight(), self._in_the_way) != (before, trouble):
            return News.SEEN
        self.why, self._unplayed = why, unplayed  # whoever was told why not still wants to know
        asked = kinds & {ASK, ANSWER} and self._asking() != asking
        longer = self.moments.length != length  # whoever looks back reads how far the others are
        return News.AROUND if asked or longer or kinds & {CHAIRS, HOSTS, NEW_LINK} else News.UNSEEN

    def _tell_of_wish(self, seat: int, news: Sequence[Entry], asked: bool) -> None:
        """What has become of somebody's wish to take a move back, for those here who were asked or have asked."""
        own = seat in self._people
        if any(entry.kind == BACK and not entry.data.get(SEALED) for entry in news):
            self._notify("Your move was taken back." if own else f"{self.name(seat)} took back their last move.")
        elif asked and not own:
            # Somebody said no, or the game has gone on.
            self._notify(f"{self.name(seat)}'s last move was not taken back.")

    def _asking(self) -> Data | None:
        """What others ask of those at this screen, or those at this screen of others."""

    def moments_for(self, eyes: int | None) -> Moments:
        """At a table of several people what others seal is not counted: how much of it there is, is sealed too."""
        if self._keeping.table is None:
            return super().moments_for(eyes)
        session = self.session
        own = [seat for seat in range(len(self.seats)) if (self.is_own(seat) if eyes == self.viewer else seat == eyes)]
        last, more = session.inputs[-1] if session.inputs else None, (session.length, eyes, own, self.told)
        known, found = self._counted
        if found is None or known[0] is not session or known[1] is not last or known[2:] != more:
            found = seen_moments(session, eyes, own, self.told)
            self._counted = (session, last, *more), found
        return found

    def sight(self) -> object:
        """What is sealed by others is no part of it, not even how much of it there is."""
        session, viewer = self.session, self.viewer
        eyes = viewer, self._curtain, session.log_length(viewer), session.asked, session.outcome is None
        return eyes, session.view(viewer), [] if viewer is None else session.moves(viewer)

    @property
    def decided_elsewhere(self) -> int:
        return self._elsewhere

    @property
    def has_company(self) -> bool:
        return any(chair.who == PERSON and seat not in self._people for seat, chair in enumerate(self.seats))

    @property
    def followed(self) -> SharedTable | None:
        return self._keeping.table

    def look_around(self) -> bool:
        """See who is at the table, and whether one's own place is still one's own; whether anything has changed."""
        table = self._keeping.table
        if table is None:
            return False
        self._keeping.look_at_invitation()
        if not self._keeping.withheld:
            return False
        if self._out_of_sight != self._told_so:
            self._told_so = self._out_of_sight
            self.desk.say(self._out_of_sight)
            return True
        before = self._around(table)
        if self._keeping.no_bots:
            self._keeping.plays_bots()  # perhaps it is possible again
        try:
            there = [one for one in table.store.present(table.place.table) if one.page != table.store.page]
            self._tell_who_left({one.place for one in there})
            self._there = there
            if table.ticket and not table.store.is_valid(table.ticket, table.place):
                self._lose_place(table)
        except CannotKeep:
            return False  # it is looked at again
        return before != self._around(table)

    def _around(self, table: SharedTable) -> tuple[list[str], str, str]:
        return [one.place for one in self._there], table.ticket, self._keeping.no_bots

    @property
    def _in_the_way(self) -> str:
        """What stands in the way of this table just now."""
        return self._keeping.trouble or self._out_of_sight or self._keeping.no_bots

    @property
    def _noticed(self) -> str:
        """What others have changed at the table itself, for those at this screen who have not done anything since; or,
        to those who look on, for as long as nobody has. The same for what has become of something put together."""
        said = (self._notice, self._noticed_at), (self._of_composed, self._of_composed_at)
        return " ".join(text for text, at in said if text and not self._has_moved_since(at))

    def _has_moved_since(self, at: int) -> bool:
        return any(made.seat in self._people or not self._people for made in self.session.inputs[at:])

    def _notify(self, text: str) -> None:
        self._notice, self._noticed_at = text, self.session.length
        self.desk.say(text)

    def _tell_of_chairs(self, before: Sequence[Chair]) -> None:
        """Say who has got whose chair: a hand goes with it, and nobody gets one unnoticed."""
        found = []
        for seat, (was, now) in enumerate(zip(before, self.seats, strict=False)):
            if (was.who, was.place) == (now.who, now.place) or seat in self._people:
                continue
            character = panel.seat_name(self.session, seat)
            if now.who == PERSON:
                has_sat_down = now.name == character or not now.name
                found.append(f"{character} has sat down." if has_sat_down else f"{now.name} now plays {character}.")
            elif was.who == PERSON:
                found.append(f"{character}'s seat is free." if now.who == OPEN else f"A bot now plays {character}.")
        if found:
            self._notify(" ".join(found))

    def _tell_who_left(self, there: set[str]) -> None:
        """Say who has closed their page, and who of them is back."""
        before, left = {one.place for one in self._there}, set(self._left)
        elsewhere = {chair.place for chair in self.seats if chair.who == PERSON} - {self._keeping.place}
        gone, back = sorted((before - there) & elsewhere), sorted(left & there)
        self._left = sorted((left | set(gone)) - there)
        said = [f"{self._at_place(place)} {HAS_LEFT}" for place in gone]
        said += [f"{self._at_place(place)} {IS_BACK}" for place in back if place in elsewhere]
        if said:
            self._notify(" ".join(said))

    def _lose_place(self, table: SharedTable) -> None:
        """Somebody has a new link for this place: this page has no part in the table any more, but to look on."""
        table.ticket, table.place = "", table.place._replace(name="", host=False)
        self._after_a_change()
        self._lost_chair = ANOTHER
        self.desk.say(ANOTHER)

    def _hear(self, news: Sequence[Entry]) -> None:
        before, chairs = self.session.log_length(self.viewer), list(self.seats)
        if self._keeping.forget_unwritten():  # the copy went on without the table, and others with it
            self._fall_back()
            self.desk.say(TABLE_REFUSALS["table.stale"])
        elif any(entry.kind == GAME for entry in news):
            self._fall_back()
            self._tell_of_game(next(entry.data for entry in reversed(news) if entry.kind == GAME))
        else:
            self._take_off()
            with self._played_back():
                self._play_along(news)
            composed = self._put_back()
            self._tell_news(before)
            self._tell_of_composed(composed)
            if any(entry.kind == CHAIRS for entry in news):
                self._tell_of_chairs(chairs)
            for entry in news:
                if entry.kind == STOP:
                    self._tell_of_stop(entry.data["over"])
                elif entry.kind == HOSTS:
                    self._notify(HOSTS_TOO.format(self._at_place(entry.data["place"])))
                elif entry.kind == NEW_LINK:
                    self._notify(NEW_LINK_FOR.format(self.name(entry.data["seat"])))
        if not self.any_order:  # where all act as they like, whoever was told why not still reads it
            self.why = None
        self._look_who_decides()

    def _at_place(self, place: str) -> str:
        """Who sits at another screen, by name."""
        names = listed(self.name(seat) for seat, chair in enumerate(self.seats) if place and chair.place == place)
        return names or "Someone"

    def _tell_of_stop(self, over: bool) -> None:
        """The host has ended the game for everybody, or lets it go on after all."""

    def _tell_of_game(self, game: Data) -> None:
        """A new game has begun, or the same one goes on with changed cards: which they are, can be read in the bar."""
        said = DEALT_AGAIN
        if (after := game.get(ON)) is not None:
            pack = self.desk.pack
            said = CHANGED.format(self.moments.named(after)) + (f" {pack.sentence}" if pack else "")
        self._notify(said)

    def _play_along(self, news: Sequence[Entry]) -> None:
        """Do on this copy what was done at the table; whoever looks at the past goes on looking at it."""
        shown = self.moments.of(self.session.at_input) if self.session.at_input < self.session.length else None
        if shown is not None:  # standing where it stands already would play the last moves again
            self.session.goto(self.session.length)
        for entry in news:
            if entry.kind == MOVE:
                seat, move = entry.data["seat"], tuple(entry.data["move"])
                if self._is_own(entry) and self.game.pace.forced_move(self.session.truth, seat) != move:
                    self._elsewhere += 1  # what is no decision, any screen at the table may have made
                self.session.submit(seat, move)
            elif entry.kind == BACK:
                self.session.cut(entry.data["to"])
            elif entry.kind == CHAIRS:
                self._seat_people()
        if shown is not None and shown < self.moments.length:
            self.session.goto(self.moments.input(shown))

    def _is_own(self, entry: Entry) -> bool:
        """Whether somebody of this screen has made a move; when others take theirs back, it is written once more."""
        return entry.kind == MOVE and entry.data["seat"] in self._people and not entry.data.get(AGAIN)

    def _fall_back(self) -> None:
        """Take the table as it is written; what was put together here comes after it."""
        table = self._keeping.table
        assert table is not None
        self._copy(table.session(self.game))
        self._is_off = self._composed is not None
        self._seat_people()
        self._tell_of_composed(self._put_back())

    def _seat_people(self) -> None:
        table = self._keeping.table
        assert table is not None
        self.seats = [replace(chair) for chair in table.chairs]
        self._after_a_change()

    def _name_seats(self, session: Session) -> None:
        session.people = {number: seat.name for number, seat in enumerate(self.seats) if seat.name}
        given = self._keeping.table.given if self._keeping.table else []
        session.others = {
            seat: of_others((until, was.place == chair.place) for until, one, was in given if one == seat)
            for seat, chair in enumerate(self.seats)
        }

    # -- what is done here --------------------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Write down what was done at this screen; MovedOn, if somebody else was faster and nothing of it counts."""
        if not self.started or not (self._keeping.table or is_private(self.seats, self._projected)):
            return False
        well = not self._keeping.trouble
        try:
            written = self._keeping.settle(self.seats, self.session, self.told)
        except MovedOn:
            self.catch_up_after_all()
            raise
        except CannotKeep as error:
            self._fall_back()
            raise OutOfReach(CUT_OFF.format(error)) from None
        if well and self._keeping.trouble:
            self.desk.say(self._keeping.trouble)
        self._note_composed()
        return written

    def catch_up_after_all(self) -> None:
        """Somebody else was faster: what was done here is forgotten, and what they did stands. What was put together
        before it is not lost."""
        table = self._keeping.table
        assert table is not None
        try:
            news = table.news()
            self._elsewhere += sum(map(self._is_own, news))
        except CannotKeep as error:  # what they did is heard at the next look
            raise OutOfReach(CUT_OFF.format(error)) from None
        finally:
            self._fall_back()
        self._look_who_decides()
