"""What is jotted at a table while a game is played, and after it: notes, answers, and what was counted.

Everything is *pinned* to a moment (see `pins.py`). So whatever is taken back or played on in another way, a note stays
with the game in which its moment is, and comes back with it.

A journal takes entries one by one, from the log of a table or from what a browser has kept. Anybody may have written
there, so an entry that is not as it should be is left out, and so is whatever is too much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tabletop_kernel.contract.untrusted import MAX_INPUTS
from widgets.playtest.pins import MOST_SEATS, Pin, is_whole, read_pin
from widgets.playtest.questions import AN_ID, MOST_QUESTIONS, MOST_RATINGS, STEPS
from widgets.shared.entries import NOTE, OPINION, TALLY, UNNOTE, New

MARKS = {"confusing": "Confusing", "boring": "Boring", "unfair": "Unfair", "fun": "Fun", "idea": "Idea"}
LONGEST_NOTE = 240  # characters of a note
LONGEST_ANSWER = 500
LONGEST_CHANGE = 400  # characters of what was changed about the cards in the middle of a game, or was taken back
MOST_NOTES = 100  # of one place at a table, those that were removed included
MOST_OPINIONS = 60  # times that one place may change the answers of its seats
MOST_COUNTED = 2_000  # of each thing that is counted, of all places together
OF_AN_ENTRY = 200  # things that were counted, in one entry of a log
LONGEST_TIME = 86_400_000  # milliseconds: a day
LONGEST_WORD = 60  # of the name of a place, a note or a rule

Data = dict[str, Any]


class Note(NamedTuple):
    """What somebody thought at a moment."""

    id: str
    place: str
    pin: Pin
    mark: str
    text: str


class Opinion(NamedTuple):
    """The answers of a seat: ratings by their names, counted from 1, and answers in words."""

    place: str
    seat: int
    ratings: dict[str, int]
    words: dict[str, str]


class Counted(NamedTuple):
    """One thing that was counted: milliseconds of a decision, a rule, with which cards the game went on, what the
    coach said, or what was played up to a moment that is no part of the game any more."""

    pin: Pin
    what: Any


class Journal:
    """All that was jotted in one game."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.opinions: dict[tuple[str, int], Opinion] = {}  # by place and seat: a seat may have had several people
        self.counted: dict[str, list[Counted]] = {key: [] for key in COUNTED}
        self.length = 0  # entries that were taken
        self.notes_of: Counter[str] = Counter()  # by their places, with those that were removed
        self.opinions_of: Counter[str] = Counter()

    def take(self, kind: str, data: Any) -> None:
        """One entry; what is not in order, or too much, is left out."""
        self.length += 1
        if isinstance(data, dict) and kind in _TAKE and _is_word(data.get("place"), empty=True):
            _TAKE[kind](self, data)

    def _take_note(self, data: Data) -> None:
        place, found = data["place"], read_pin(data.get("pin"))
        fits = found and _is_word(data.get("id")) and data.get("mark") in MARKS and is_said(data.get("text"))
        if fits and found and self.notes_of[place] < MOST_NOTES:
            self.notes_of[place] += 1
            self.notes.append(Note(data["id"], place, found, data["mark"], data["text"]))

    def _take_away(self, data: Data) -> None:
        mine = (data["place"], data.get("id"))
        self.notes = [note for note in self.notes if (note.place, note.id) != mine]

    def _take_opinion(self, data: Data) -> None:
        place: str = data["place"]
        seat, ratings, words = (data.get(key, "") for key in ("seat", "ratings", "words"))
        if not _is_seat(seat) or not are_ratings(ratings) or not are_answers(words):
            return
        if self.opinions_of[place] < MOST_OPINIONS:
            self.opinions_of[place] += 1
            self.opinions[place, seat] = Opinion(place, seat, ratings, words)

    def _take_tally(self, data: Data) -> None:
        for key, fits in COUNTED.items():
            lines = data.get(key)
            for line in lines if isinstance(lines, list) else ():
                if isinstance(line, list) and len(line) == 2 and fits(line[1]) and (found := read_pin(line[0])):
                    if len(self.counted[key]) < MOST_COUNTED:
                        self.counted[key].append(Counted(found, line[1]))

    def entries(self, place: str | None = None) -> list[New]:
        """Write the whole journal as entries of a log, by whoever wrote each, or all by one place."""
        notes = [(NOTE, written(note)) for note in self.notes]
        opinions = [(OPINION, opinion._asdict()) for opinion in self.opinions.values()]
        counted = [
            tally(key, lines[start : start + OF_AN_ENTRY])
            for key, lines in self.counted.items()
            for start in range(0, len(lines), OF_AN_ENTRY)
        ]
        found = [*notes, *opinions, *counted]
        return found if place is None else [(kind, {**data, "place": place}) for kind, data in found]


def written(note: Note) -> Data:
    """A note as an entry has it."""
    return {**note._asdict(), "pin": list(note.pin)}


def tally(key: str, lines: list[Counted]) -> New:
    """Something that was counted, as an entry."""
    return TALLY, {"place": "", key: [[list(one.pin), one.what] for one in lines]}


# -- what may stand in an entry ---------------------------------------------------------------------------------------


def is_said(text: Any, longest: int = LONGEST_NOTE) -> bool:
    """Whether this is a line of text that can be shown; it may be empty."""
    return isinstance(text, str) and len(text) <= longest and text.isprintable()


def are_ratings(value: Any) -> bool:
    """Whether these are steps by the names of ratings; which ratings there are, the questions say."""
    if not isinstance(value, dict) or len(value) > MOST_RATINGS:
        return False
    return all(_is_id(key) and type(step) is int and 1 <= step <= STEPS[-1] for key, step in value.items())


def are_answers(value: Any) -> bool:
    """Whether these are texts by the names of questions."""
    if not isinstance(value, dict) or len(value) > MOST_QUESTIONS:
        return False
    return all(_is_id(key) and is_said(text, LONGEST_ANSWER) for key, text in value.items())


def _is_id(key: Any) -> bool:
    return isinstance(key, str) and bool(AN_ID.fullmatch(key))


def _is_seat(seat: Any) -> bool:
    return is_whole(seat, MOST_SEATS)


def _is_word(text: Any, empty: bool = False) -> bool:
    return is_said(text, LONGEST_WORD) and (empty or bool(text))


def _is_time(number: Any) -> bool:
    return is_whole(number, LONGEST_TIME)


def _is_told(text: Any) -> bool:
    return is_said(text, LONGEST_CHANGE)


def _is_numbered(value: Any) -> bool:
    """A text with a number: after how many moves something was played that is gone, and what it was; or how often
    moves had been left before the coach was asked, and what it said."""
    return isinstance(value, list) and len(value) == 2 and is_whole(value[0], MAX_INPUTS) and _is_told(value[1])


def cut_short(text: str) -> str:
    """A text that has room in an entry."""
    return text if len(text) <= LONGEST_CHANGE else f"{text[: LONGEST_CHANGE - 1]}…"


def as_many_as_fit(texts: Sequence[str], of: int) -> str:
    """The first of so many texts, as far as there is room for them, and how many there are besides."""
    for shown in range(len(texts), 0, -1):
        rest = f"; and {of - shown} more" if shown < of else ""
        if len(told := "; ".join(texts[:shown]) + rest) <= LONGEST_CHANGE:
            return told
    return cut_short(texts[0])


TOOK, REFUSED, LOOKED, CARDS, ADVISED, LEFT = "took", "refused", "looked", "cards", "advised", "left"
COUNTED: Mapping[str, Callable[[Any], bool]] = {
    TOOK: _is_time,
    REFUSED: _is_word,
    LOOKED: _is_word,
    CARDS: _is_told,
    ADVISED: _is_numbered,
    LEFT: _is_numbered,
}
_TAKE: Mapping[str, Callable[[Journal, Data], None]] = {
    NOTE: Journal._take_note,
    UNNOTE: Journal._take_away,
    OPINION: Journal._take_opinion,
    TALLY: Journal._take_tally,
}
