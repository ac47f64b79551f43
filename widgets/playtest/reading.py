"""Many records as one table, for whoever asks what a playtest came to.

    from widgets.playtest import read_records

    records = read_records(["tuesday.json", "friday"])      # files, and folders of files
    records.rows                                            # a dict for each seat of each game
    records.notes                                           # a dict for each note, with its sentence
    records.faults                                          # a sentence for each file that could not be used
    records.to_csv()                                        # the same as text, for a spreadsheet

A record is a file that went through many hands: everything in it is checked, and one that was changed says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from html import escape
from pathlib import Path
from statistics import median
from typing import Any

from tabletop_kernel.content.change_files import why_not_changes
from tabletop_kernel.content.changes import check_change
from tabletop_kernel.contract.errors import PackError, SaveError, TabletopError, clip, printed
from tabletop_kernel.contract.html import table
from tabletop_kernel.contract.typed_data import structure
from tabletop_kernel.contract.untrusted import SizeLimit, dump, parse_save
from tabletop_kernel.study.text_or_file import text_or_file
from tabletop_kernel.table.session import Session
from widgets.look import count
from widgets.playtest.journal import LONGEST_CHANGE, LONGEST_TIME, MARKS, are_answers, are_ratings, is_said
from widgets.playtest.record import KIND, VERSION, check_of
from widgets.spreadsheet import columns_of, records_as_csv

MOST_FILES = 2_000
SHOWN = ("file", "game", "seat", "character", "who", "name", "moves", "ended_by", "won", "score", "seconds_median")
HOST = "the host"  # who has ended a game before its end
MOST_SHOWN = 40  # seats in a cell of a notebook
A_RECORD = SizeLimit(400_000, 3_000_000)
BYTES = 4 * A_RECORD.characters

NO_RECORD = "this isn't the record of a game. At a table, open Note and download the record."
CARDS = "these are changed cards, not the record of a game. Open them in the lab under Cards, or at a table."

Data = dict[str, Any]


A_NUMBER = re.compile(r"(\d{1,6}(\+\d{1,6})?)?", re.ASCII)  # of a moment; empty in records that were made before


class RecordError(TabletopError):
    """A file that is no record, or one that was changed; the text says which, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who had a chair before, until after how many moves."""

    until: int
    who: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    seat: int
    character: str
    who: str
    name: str = ""
    before: list[Sitter] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Result:
    rule: str
    winners: list[int]
    scores: list[Any]


@dataclass(frozen=True, slots=True)
class Note:
    at: int
    seat: int | None
    mark: str
    text: str
    here: bool
    number: str = ""  # of records that were made before there is none


@dataclass(frozen=True, slots=True)
class Answers:
    seat: int
    ratings: dict[str, int]
    words: dict[str, str]
    left: bool = False


@dataclass(frozen=True, slots=True)
class Cited:
    at: int
    seat: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Decision:
    move: int
    seat: int | None
    seconds: Any


@dataclass(frozen=True, slots=True)
class Stop:
    at: int
    over: bool


@dataclass(frozen=True, slots=True)
class Left:
    """Moves that are no part of the game: after how many of them, up to which one, whose the first was, and what."""

    at: int
    to: int
    seat: int | None
    told: str


@dataclass(frozen=True, slots=True)
class Advice:
    at: int
    seat: int | None
    told: str


@dataclass(frozen=True, slots=True)
class CardsFrom:
    at: int
    cards: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record; `record.py` says what its fields are. `file` is where it came from."""

    kind: str
    version: int
    program: str
    made: str
    game: str
    title: str
    rules: str
    pack: str
    pack_digest: str
    rulings: dict[str, str]
    options: dict[str, str]
    seats: list[Seat]
    outcome: Result | None
    moves: int
    turns: int
    save: dict[str, Any]
    notes: list[Note]
    questions: dict[str, Any]
    answers: list[Answers]
    refusals: list[Cited]
    lookups: list[Cited]
    thinking: list[Decision]
    check: str
    cards: list[CardsFrom] = field(default_factory=list)  # of records that were made before there is none,
    stops: list[Stop] = field(default_factory=list)  # and none of these
    left: list[Left] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)
    number: str = ""
    file: str = ""

    def session(self, game: Any = None) -> Session:
        """The table, played again move by move; SaveError, if this program has another game or other cards."""
        return Session.load(dump(self.save), game)


@dataclass(frozen=True, slots=True)
class Records:
    """What was read: every record, a row for each of its seats, and what could not be used."""

    records: list[Record] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def rows(self) -> list[Data]:
        return [row for record in self.records for row in rows_of(record)]

    @property
    def columns(self) -> list[str]:
        return columns_of(self.rows)

    @property
    def notes(self) -> list[Data]:
        """Every note with its sentence: of which file, after which move, of which seat."""
        return [
            {"file": record.file, "game": record.game, **asdict(note)}
            for record in self.records
            for note in record.notes
        ]

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the rows as CSV; with a path, write them there."""
        return text_or_file(records_as_csv(self.rows), path)

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        unused = f", {count(len(self.faults), 'file')} not used" if self.faults else ""
        return f"<{count(len(self.records), 'record')}, {count(len(self.rows), 'seat')}{unused}>"

    def _repr_html_(self) -> str:
        """A line for each seat, as short as it gets; `rows` have everything."""
        shown = [[row[key] for key in SHOWN] for row in self.rows[:MOST_SHOWN]]
        more = f"<div>{len(self.rows) - MOST_SHOWN} more seats.</div>" if len(self.rows) > MOST_SHOWN else ""
        faults = "".join(f"<div>{escape(fault)}</div>" for fault in self.faults)
        return f"<div>{escape(repr(self)[1:-1])}</div>{table(SHOWN, shown)}{more}{faults}"


def read_records(paths: str | Path | Iterable[str | Path]) -> Records:
    """The records of some files, and of all files in some folders. One that is of no use is told, and left out."""
    found = Records()
    for path in files_in([paths] if isinstance(paths, str | Path) else paths):
        try:
            found.records.append(read_record(path))
        except RecordError as error:
            found.faults.append(str(error))
    return found


def files_in(paths: Iterable[str | Path]) -> list[Path]:
    """Single files, and all records that lie in folders; RecordError if that is too much."""
    found = [one for path in map(Path, paths) for one in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if len(found) > MOST_FILES:
        raise RecordError(f"You chose {len(found):,} files, but the limit is {MOST_FILES:,}.")
    return found


def read_record(path: str | Path) -> Record:
    """The record of a file; RecordError says what is wrong with it."""
    path = Path(path)
    name = printed(path.name)
    try:
        with path.open("rb") as stream:
            raw = stream.read(BYTES + 1)
        text = raw.decode("utf-8")
    except OSError as error:
        raise RecordError(f"{name}: it can't be read: {(error.strerror or 'unknown reason').lower()}.") from None
    except UnicodeDecodeError:
        raise RecordError(f"{name}: this isn't one of our records: it isn't UTF-8 text.") from None
    return record_in(text, name)


def record_in(text: str, name: str) -> Record:
    """The record that a file of this name holds; RecordError says what is wrong with it."""
    if not text.lstrip().startswith("{"):
        raise RecordError(f"{name}: {NO_RECORD if why_not_changes(text) else CARDS}")
    try:
        body = parse_save(text, A_RECORD)
    except SaveError as error:
        problem = str(error).replace("save", "record", 1)
        raise RecordError(f"{name}: {problem[:1].lower()}{problem[1:]}") from None
    return _checked(body, name)


def _checked(body: Data, name: str) -> Record:
    """Data as a record, once everything in it is in order."""
    if body.get("kind") != KIND:
        raise RecordError(f"{name}: this isn't the record of a game.")
    if body.get("version") != VERSION:
        found = clip(body.get("version"))
        raise RecordError(f"{name}: it has format {found}, but this program reads format {VERSION}.")
    if body.get("check") != check_of(body):
        raise RecordError(f"{name}: someone changed this record after it was written: its checksum doesn't match.")
    if "file" in body:
        raise RecordError(f"{name}: this record has a field 'file', which doesn't belong in a record.")
    try:
        record: Record = structure({**body, "file": name}, Record, name, "record")
    except PackError as error:
        raise RecordError(str(error)) from None
    if fault := next(_faults(record), ""):
        raise RecordError(f"{name}: {fault}")
    return record


def _faults(record: Record) -> Iterator[str]:
    """What no table could have written."""
    seats = range(len(record.seats))
    if [one.seat for one in record.seats] != list(seats) or record.save.get("seats") != len(seats):
        yield "seats: must be the seats of the saved table, counted from 0, each once."
    inputs = record.save.get("inputs")
    if not isinstance(inputs, list) or record.moves != len(inputs) or record.game != record.save.get("game"):
        yield "save: its game or its number of moves doesn't match the record."
    for what, entries in (
        ("notes", record.notes),
        ("answers", record.answers),
        ("refusals", record.refusals),
        ("lookups", record.lookups),
        ("thinking", record.thinking),
        ("left", record.left),
        ("advice", record.advice),
    ):
        if any(one.seat is not None and one.seat not in seats for one in entries):
            yield f"{what}: one entry has a seat that this table doesn't have."
    numbers = [record.number, *(note.number for note in record.notes)]
    if not all(A_NUMBER.fullmatch(number) for number in numbers):
        yield "number: must be a number such as 12 or 12+2."
    if any(note.mark not in MARKS or not is_said(note.text) for note in record.notes):
        yield "notes: one note has an unknown mark, is too long or can't be shown."
    if any(not are_ratings(one.ratings) or not are_answers(one.words) for one in record.answers):
        yield "answers: one entry isn't a valid answer."
    if any(not _is_seconds(one.seconds) for one in record.thinking):
        yield "thinking: each time must be a number of seconds."
    told = [one.told for one in record.left] + [one.told for one in record.advice]
    if not all(is_said(text, LONGEST_CHANGE) for text in told):
        yield "left and advice: one text is too long or can't be shown."
    if record.outcome and not (set(record.outcome.winners) <= set(seats) and _are_scores(record.outcome, len(seats))):
        yield "outcome: winners and scores must match the seats."


def _is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= LONGEST_TIME / 1000


def _are_scores(result: Result, seats: int) -> bool:
    return len(result.scores) == seats and all(type(score) in (int, float) for score in result.scores)


# -- rows -------------------------------------------------------------------------------------------------------------


def rows_of(record: Record) -> Iterator[Data]:
    """A row for each seat: what the table was, and what became of whoever sat there."""
    of_table = {
        "file": record.file,
        "made": record.made,
        "game": record.game,
        "rules": record.rules,
        "pack": record.pack,
        "pack_digest": record.pack_digest,
        "cards_changed": cards_changed(record),
        "rulings": ", ".join(f"{id}={choice}" for id, choice in sorted(record.rulings.items())),
        "seats": len(record.seats),
        "moves": int(record.number) if record.number.isdecimal() else record.moves,
        "turns": record.turns,
        "ended_by": record.outcome.rule if record.outcome else HOST * bool(record.stops and record.stops[-1].over),
    }
    asked = [*_ids(record, "ratings"), *_ids(record, "questions")]
    for seat in record.seats:
        given = next((one for one in record.answers if one.seat == seat.seat and not one.left), None)
        said: Data = {**given.ratings, **given.words} if given else {}
        yield {
            **of_table,
            "seat": seat.seat,
            "character": seat.character,
            "who": seat.who,
            "name": seat.name,
            "sat_before": "; ".join(f"{one.name or one.who} until move {one.until}" for one in seat.before),
            **_fortune(record, seat.seat),
            **_counts(record, seat.seat),
            **{f"answer_{id}": said.get(id, "") for id in asked},
        }


def cards_changed(record: Record) -> str:
    """What was changed about the cards, in a line: «facility kiln: pulse = other loses 4»; empty if nothing was."""
    try:
        change = check_change(record.save.get("change") or {})
    except PackError:
        return ""
    lines = [
        f"{table} {key}: {field} = {'nothing' if value is None else value}"
        for table, entries in change.items()
        for key, new in entries.items()
        for field, value in new.items()
    ]
    return printed("; ".join(lines), LONGEST_CHANGE)


def _ids(record: Record, what: str) -> list[str]:
    """The names of what was asked, as far as they are any."""
    entries = record.questions.get(what)
    found = [one.get("id") for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
    return [id for id in found if isinstance(id, str)]


def _fortune(record: Record, seat: int) -> Data:
    outcome = record.outcome
    if outcome is None:
        return {"won": "", "score": ""}
    return {"won": seat in outcome.winners, "score": outcome.scores[seat]}


def _counts(record: Record, seat: int) -> Data:
    marks = Counter(note.mark for note in record.notes if note.seat == seat)
    times = [one.seconds for one in record.thinking if one.seat == seat]
    return {
        **{f"notes_{mark}": marks[mark] for mark in MARKS},
        "refusals": sum(one.seat == seat for one in record.refusals),
        "lookups": sum(one.seat == seat for one in record.lookups),
        "coach_asked": sum(one.seat == seat for one in record.advice),
        "taken_back": sum(one.seat == seat for one in record.left),
        "decisions_timed": len(times),
        "seconds_median": round(median(times), 1) if times else "",
        "seconds_in_all": round(sum(times), 1),
    }
