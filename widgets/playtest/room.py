"""A table that is playtested: notes while a game is played, questions after it, and a record of all of it to take home.

Notes and answers belong to the place that wrote them. As long as the game is not over a note may betray what its writer
holds, so nobody else reads it, the host neither; afterwards the host does. Every sentence about that is said where one
writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import SetupError
from widgets import panel
from widgets.guests import HOSTS_ONLY
from widgets.messages import Unfit, a_flag, a_number, a_text, act, one_of
from widgets.moments import number_of
from widgets.playtest.breaking_off import SURE, BreakingOffRoom
from widgets.playtest.journal import (
    LONGEST_ANSWER,
    LONGEST_NOTE,
    MARKS,
    MOST_NOTES,
    MOST_OPINIONS,
    Journal,
    Note,
    are_answers,
    are_ratings,
    written,
)
from widgets.playtest.pins import pin_note, where
from widgets.shared.chair import people
from widgets.shared.codes import new_id
from widgets.shared.entries import NOTE, OPINION, UNNOTE

if TYPE_CHECKING:
    from widgets.playtest.questions import Questions

Data = dict[str, Any]

NOTES, ASKED = "notes", "asked"  # the two drawers
FILES = {"json": "application/json", "html": "text/html"}

NOT_STARTED = "Start the game first. Then you can write notes."
ONLY_PLAYERS = "You can't write notes while you watch. Take a seat first."
ON_THE_WALL = "Notes may reveal what a player holds, so a projector doesn't show them. Switch off the projector."
FULL = f"This screen already has {MOST_NOTES} notes, and that is the limit."
NOT_OVER = "You can answer the questions when the game is over."
WHOLE_TRUTH = (
    "The record shows everything, even hidden cards. It has all notes, answers, refused moves, rules looked up and "
    "the time each move took. The only names in it are those that someone typed. "
    "Share it only with people who may see all this."
)
RECORD_LATER = (
    "The record shows hidden cards, and others are playing here, have played here or are invited. "
    "You can download it when the game is over."
)
RECORD_HOSTS_NOW = "The host can download the record of this table. Your notes and answers are in it."
RECORD_HOSTS = "The host can download the record when the game is over. Your notes and answers will be in it."

SEEN_ALONE = "Only you and anyone you give the record to can read your notes. Your browser saves them with this table."
SEEN_BY_ALL_HERE = "Everyone at this screen can read this note. It will be in the record."
SEEN_LATER_HERE = (
    "Until the game is over, this note shows only on your turns at this screen. After that, everyone here can read it. "
    "It will be in the record."
)
SEEN_LATER_BY_HOST = (
    "Only you can read this note until the game is over. Then the host can read it too. It will be in the record."
)
SEEN_NOW_BY_HOST = "You and the host can read this note. It will be in the record."
OVER_BY_HOST = "You can now read everyone's notes. Others can read only their own. All notes will be in the record."
SEEN_BY_HOST = (
    "Only you can read this note. When the game is over, you can read everyone's notes. All of them will be in the "
    "record."
)


def ratings(value: Any) -> dict[str, int]:
    """Steps by the names of ratings."""
    if not are_ratings(value):
        raise Unfit("it must be a table of ratings, each the number of a step")
    return dict(value)


def answers(value: Any) -> dict[str, str]:
    """Answers by the names of questions; blanks of all kinds count as one space."""
    lines = {}
    if isinstance(value, dict):
        lines = {key: " ".join(text.split()) if isinstance(text, str) else text for key, text in value.items()}
    if not isinstance(value, dict) or not are_answers(lines):
        raise Unfit(f"it must be a table of answers, each with text of at most {LONGEST_ANSWER} characters")
    return lines


class PlaytestRoom(BreakingOffRoom):
    """One of the screens at a table where somebody may note something."""

    @property
    def questions(self) -> Questions:
        return self.desk.questions

    @property
    def _tool_of_notes(self) -> list[str]:
        """The button for notes, where somebody can write or read some."""
        looks = self._projected or self._looks_on or self._keeping.only_looks
        return [NOTES] if self.started and not looks else []

    @property
    def playtest_drawers(self) -> dict[str, Callable[[], Data]]:
        return {NOTES: self._drawer_of_notes, ASKED: self._drawer_of_questions}

    def look_around(self) -> bool:
        """Whoever is there, and what was jotted elsewhere."""
        before, self._told_of = self._told_of, (len(list(self._readable())), len(self.journal.opinions))
        return super().look_around() or self._told_of != before

    # -- notes --------------------------------------------------------------------------------------------------------

    def _why_no_note(self) -> str:
        """Why nobody can write a note here; empty if somebody can."""
        if not self.started:
            return NOT_STARTED
        if self._projected:
            return ON_THE_WALL
        if self._looks_on or self._keeping.only_looks:
            return ONLY_PLAYERS
        return FULL if self.journal.notes_of[self._keeping.place] >= MOST_NOTES else ""

    @property
    def _who_reads(self) -> str:
        """Who will be able to read a note that is written here."""
        if self._keeping.had_others:
            by_host, later = (SEEN_NOW_BY_HOST, OVER_BY_HOST) if self.is_over else (SEEN_LATER_BY_HOST, SEEN_BY_HOST)
            return later if self._is_host else by_host
        if len(self._people) < 2:
            return SEEN_ALONE if self._keeping.table is None else SEEN_BY_ALL_HERE
        return SEEN_BY_ALL_HERE if self._open or self.is_over else SEEN_LATER_HERE

    def _is_mine(self, note: Note) -> bool:
        """Whether whoever looks now has written it."""
        own = self._keeping.table is None or note.place == self._keeping.place
        return own and (self._open or len(self._people) < 2 or note.pin.seat == self.viewer)

    def _readable(self) -> list[Note]:
        """The notes that whoever looks now may read."""
        notes = self.journal.notes
        if self.is_over:
            place = self._keeping.place
            return [note for note in notes if self._is_host or note.place == place]
        return [note for note in notes if self._is_mine(note)]

    def _notes_on_slider(self) -> list[int]:
        """The moments to which a note is pinned that whoever looks may read."""
        if self._projected or self._looks_on or not self.journal.notes:
            return []
        places = (where(self.session, note.pin) for note in self._readable())
        return self.moments.all_of(at for at in places if at is not None)

    def _drawer_of_notes(self) -> Data:
        problem = self._why_no_note()
        drawer: Data = {"kind": NOTES, "problem": problem, "notes": [], **self._way_to_record()}
        if self._projected or not self.started:
            return drawer
        if not problem:
            if self._pinned is None or self._pinned > self.moments.length:
                self._pinned = self.moments.of(self.session.at_input)
            drawer |= {
                "focus": "mark",  # one can write at once
                "pin": {"at": self._pinned, "text": self._called(self._pinned)},
                "marks": [{"id": mark, "text": text} for mark, text in MARKS.items()],
                "longest": LONGEST_NOTE,
                "who_reads": self._who_reads,
                "count": self.journal.notes_of[self._keeping.place],
            }
        drawer["notes"] = [self._shown(note) for note in reversed(self._readable())]
        return drawer

    def _when(self, number: int) -> str:
        """The moment of an input in words."""
        return self._called(self.moments.of(number))

    def _called(self, moment: int) -> str:
        return f"move {self.moments.name(moment)}" if moment else "the start"

    def _shown(self, note: Note) -> Data:
        at = where(self.session, note.pin)
        return {
            "id": note.id,
            "mark": note.mark,
            "named": MARKS[note.mark],
            "text": note.text,
            "seat": note.pin.seat,
            "who": "" if note.pin.seat is None else self.name(note.pin.seat),
            "when": "a move that was taken back or replaced" if at is None else self._when(at),
            "here": at is not None,
            "own": self._is_mine(note),
        }

    @act(mark=one_of(*MARKS), text=a_text, number=a_number)
    def note(self, mark: str, text: str = "", number: int | None = None) -> None:
        """Pin a note to a moment: the one that is shown, or another."""
        if problem := self._why_no_note():
            raise SetupError(problem)
        if len(text) > LONGEST_NOTE:
            raise SetupError(f"A note can have at most {LONGEST_NOTE} characters; yours has {len(text)}.")
        session = self.session
        at = min(self.told, session.at_input if number is None else self.moments.input(number))
        found = Note(new_id(), "", pin_note(session, self.viewer, at), mark, text)
        self._jot(NOTE, written(found))
        self._pinned = None
        self.desk.say(f"Noted: {MARKS[mark].lower()}, at {self._when(at)}.")

    @act(id=a_text)
    def unnote(self, id: str) -> None:
        """Take a note of one's own away."""
        note = next((one for one in self.journal.notes if one.id == id and self._is_mine(one)), None)
        if note is None or self._why_no_note() in (ON_THE_WALL, ONLY_PLAYERS):
            raise SetupError("You can remove only a note that you wrote at this table.")
        self._erase_note(note.id)
        self._jot(UNNOTE, {"id": note.id})
        self.desk.say("You removed the note.")

    @act(moves_on=True, id=a_text, close=a_flag)
    def see_note(self, id: str, close: bool = False) -> None:
        """Show the table as it stood when a note was written."""
        note = next((one for one in self._readable() if one.id == id), None)
        at = None if note is None or self._projected else where(self.session, note.pin)
        if note is None or at is None:
            raise SetupError("You can't open that note on this screen.")
        self.goto(self.moments.of(at))
        self._pinned = None
        if close:
            self.desk.close()
        self.desk.say(f"The table at {self._when(at)}: {MARKS[note.mark].lower()}. {note.text}")

    # -- after the game -----------------------------------------------------------------------------------------------

    @property
    def _have_played(self) -> list[int]:
        """The seats of those at this screen; or those that they had in this game before somebody else got them."""
        table, place = self._keeping.table, self._keeping.place
        if self._people or table is None or not place:
            return self._people
        return sorted(seat for seat, places in table.held.items() if place in places)

    @property
    def _not_answered(self) -> list[int]:
        """Those of them who have not answered yet."""
        place = self._keeping.place
        return [seat for seat in self._have_played if (place, seat) not in self.journal.opinions]

    @property
    def _still_answering(self) -> list[str]:
        """The others at this table who are asked now and have not answered, by name."""
        if not (self._keeping.had_others and self.is_over and self._is_host):
            return []
        answered = {seat for _, seat in self.journal.opinions}
        others = (seat for seat in people(self.seats) if seat not in self._people)
        return [self.name(seat) for seat in others if seat not in answered]

    def _with_questions(self, over: Data) -> Data:
        """The end of a game, with the way to the questions for those who played here."""
        if not self._have_played or self._projected or self._keeping.only_looks:
            return over
        text = self.questions.title if self._not_answered else "Your answers"
        over["buttons"].append(panel.button(text, "open", drawer=ASKED, glyph="question"))
        if self._people:
            over["buttons"].append(panel.button("Notes and record", "open", drawer=NOTES))
        return over

    def _drawer_of_questions(self) -> Data:
        drawer: Data = {"kind": ASKED, "title": self.questions.title, "problem": self._why_no_questions()}
        if drawer["problem"]:
            return drawer
        people, left, place = self._have_played, self._not_answered, self._keeping.place
        seat = self._asks if self._asks in people else (left or people)[0]
        said = self.journal.opinions.get((place, seat))
        return {
            **drawer,
            **self.questions.as_data(),
            "seats": [{"seat": one, "name": self._named(one), "done": one not in left} for one in people],
            "chair": seat,
            "saved": self.journal.opinions_of[self._keeping.place],
            "given": {"ratings": said.ratings, "words": said.words} if said else {"ratings": {}, "words": {}},
            "longest": LONGEST_ANSWER,
            "who_reads": self._who_reads_answers,
        }

    def _named(self, seat: int) -> str:
        """A seat by its name; whoever has it now is not the one who is asked, if they had it before."""
        return self.name(seat) if seat in self._people else panel.seat_name(self.session, seat)

    @property
    def _who_reads_answers(self) -> str:
        if self._keeping.had_others and not self._is_host:
            return "Skip any question you like. The host gets your answers with the record."
        here = "Everyone at this screen can read your answers. They" if len(self._people) > 1 else "Your answers"
        return f"Skip any question you like. {here} will be in the record."

    def _why_no_questions(self) -> str:
        """Why nobody is asked here; empty if somebody is."""
        if self._projected:
            return ON_THE_WALL
        if not self.started or (self._keeping.had_others and not self.is_over):
            return NOT_OVER
        return (
            ""
            if self._have_played and not self._keeping.only_looks
            else "You can answer only if you played at this table."
        )

    @act(chair=a_number)
    def ask_seat(self, chair: int) -> None:
        """Another one at this screen answers."""
        if chair not in self._have_played:
            raise SetupError("You can't answer for that seat from this screen.")
        self._asks = chair

    @act(chair=a_number, ratings=ratings, words=answers)
    def opinion(self, chair: int, ratings: dict[str, int], words: dict[str, str]) -> None:
        """The answers of a seat at this screen; they may be changed."""
        if problem := self._why_no_questions():
            raise SetupError(problem)
        if chair not in self._have_played:
            raise SetupError("You can't answer for that seat from this screen.")
        if self.journal.opinions_of[self._keeping.place] >= MOST_OPINIONS:
            raise SetupError(f"This screen has saved answers {MOST_OPINIONS} times, and that is the limit.")
        steps = {one.id: len(one.words) for one in self.questions.ratings}
        asked = {one.id for one in self.questions.questions}
        if any(step > steps.get(id, 0) for id, step in ratings.items()) or not set(words) <= asked:
            raise SetupError("Your answers don't fit the questions at this table.")
        given = {id: text for id, text in words.items() if text}
        self._jot(OPINION, {"seat": chair, "ratings": ratings, "words": given})
        left = self._not_answered
        self._asks = left[0] if left else None
        if not left and self._people:
            self.desk.open(NOTES)
        self.desk.say("Thank you. Your answers are saved.")

    # -- the record ---------------------------------------------------------------------------------------------------

    def _why_no_record(self) -> str:
        """Why no record can be taken along from here; empty if it can."""
        if not self.started:
            return NOT_STARTED
        if self._projected:
            return ON_THE_WALL
        if not self._is_host or self._keeping.only_looks:
            return RECORD_HOSTS_NOW if self.is_over else RECORD_HOSTS
        return RECORD_LATER if self._others_play else ""

    def _way_to_record(self) -> Data:
        problem = self._why_no_record()
        if problem:
            ends = self._ways_to_break_off()
            text = f"{problem} You can also end the game early." if ends else problem
            return {"record": {"text": SURE if len(ends) > 1 else text, "buttons": ends}}
        buttons = [
            panel.button("Download record", "record", what="json", glyph="save"),
            panel.button("Download as a page", "record", what="html", glyph="book"),
        ]
        if not self.is_over and not self._why_no_questions():  # an evening may end before the game does
            buttons.append(panel.button(self.questions.title, "open", drawer=ASKED, glyph="question"))
        return {"record": {"text": WHOLE_TRUTH, "warns": True, "buttons": buttons}}

    @act(what=one_of(*FILES))
    def record(self, what: str) -> None:
        """Give the page the record of this table: as data, or as a page to read."""
        from widgets.playtest.record import in_json, record_of  # no page needs them before
        from widgets.playtest.report import report

        if problem := self._why_no_record():
            raise SetupError(HOSTS_ONLY if problem in (RECORD_HOSTS, RECORD_HOSTS_NOW) else problem)
        if not self.is_over:
            self._copied()
        made = record_of(self.session, self.seats, self.journal_with_counts(), self.questions, self._keeping.table)
        text = in_json(made) if what == "json" else report(made, self.session)
        name = f"{self.game.name}_{made['made']}_{number_of(self.session, self.session.length)}.{what}"
        self.desk.view.send({"file": name, "text": text, "type": FILES[what]})
        self.desk.say(f"Downloading {name}.")

    def journal_with_counts(self) -> Journal:
        """The journal with what was counted here and is not written yet."""
        full = Journal()
        for entry in [*self.journal.entries(), *self._keeping.aside]:
            full.take(*entry)
        return full
