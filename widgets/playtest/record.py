"""The record of a playtest: one JSON file with all that happened at a table, for whoever designs the game.

    kind        "tabletop record"                version     of this format: 1
    program     version of this program          made        the day, 2026-11-17
    game, title, rules, pack, pack_digest        which game, which version of its rules, which cards («house, changed»:
                cards were changed at the table, and `save` has what was changed as `change`)
    rulings     doubtful rules that were changed, by id; options: the board and so on
    seats       for each: seat, character, who (person or the name of a bot), name (only if one was typed), and
                `before`, if others have had the chair: until (after how many moves), who, name
    outcome     null, or the rule that ended it, the winners, and a score for each seat
    moves, turns  how many there were; number: of the last move, as every page counts. Wherever this says after how many
                moves, it counts those of `save`, among them what nobody else has seen; pages leave these out
    save        the table as any save holds it: `Session.load(json.dumps(record["save"]))` plays it again
    notes       at (after how many moves), number (as pages count), seat (null: none), mark, text, here (false: that
                move was taken back)
    questions   what was asked: title, questions (id, ask), ratings (id, ask, steps)
    answers     seat, ratings (id: which step, from 1), words (id: text), left (true: of somebody who had left it)
    refusals    at, seat, rule                   lookups     at, seat, rule: what was opened in the rulebook
    thinking    move (which one it came to), seat, seconds from when the table stood before them to that move
    stops       at, over: after how many moves the host has ended the game for everybody, or let it go on after all
    left        at, to, seat, told: the moves after so many, up to which one, that were taken back or played otherwise;
                of which seat the first of them was, and what they were
    advice      at, seat, told: after how many moves the coach was asked, and the first thing it has advised
    cards       at, cards: after how many moves the game went on with which changed cards; empty if it never did
    check       stands for all of it: whoever changes a record by hand is told so when it is read

It holds the whole truth, hidden cards included, and no names but those that were typed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2s
from typing import Any

from tabletop_kernel import __version__
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.moments import number_of
from widgets.playtest import clock
from widgets.playtest.journal import ADVISED, CARDS, LEFT, LOOKED, REFUSED, TOOK, Counted, Journal, Note, Opinion
from widgets.playtest.pins import trails, where
from widgets.playtest.questions import Questions
from widgets.shared.chair import PERSON, Chair
from widgets.shared.table import SharedTable

KIND, VERSION = "tabletop record", 1

Data = dict[str, Any]


def record_of(
    session: Session,
    seats: Sequence[Chair],
    journal: Journal,
    questions: Questions,
    table: SharedTable | None = None,
) -> Data:
    """The record of a table as it stands at its end, whatever moment of it is shown; `table` is what was shared."""
    given = table.given if table else []
    session = session.branch(session.length)
    known = trails(session)
    rulings, options = session.game.agreement.changed(session.config)
    record = {
        "kind": KIND,
        "version": VERSION,
        "program": __version__,
        "made": clock.today(),
        "game": session.game.name,
        "title": session.game.title,
        "rules": session.game.version,
        "pack": session.game.edition.pack,
        "pack_digest": session.game.edition.digest,
        "rulings": rulings,
        "options": options,
        "seats": [_seat(session, number, chair, given) for number, chair in enumerate(seats)],
        "outcome": _outcome(session),
        "moves": session.length,
        "number": number_of(session, session.length),
        "turns": session.game.pace.turns(session.truth),
        "save": json.loads(session.save()),
        "notes": sorted((_note(note, session) for note in journal.notes), key=lambda note: note["at"]),
        "questions": questions.as_data(),
        "answers": [_answers(one, questions, seats) for one in _by_seat(journal, len(seats))],
        "refusals": [_rule(one) for one in journal.counted[REFUSED]],
        "lookups": [_rule(one) for one in journal.counted[LOOKED]],
        "thinking": _thinking(journal.counted[TOOK], known),
        "cards": _cards(journal.counted[CARDS], known),
        "stops": [{"at": at, "over": over} for at, over in (table.stops if table else ())],
        "left": [_left(one) for one in journal.counted[LEFT] if not _is_part(one, known)],
        "advice": [_advice(one) for one in _given(journal, known)],
    }
    return {**record, "check": check_of(record)}


def in_json(record: Data) -> str:
    """A record as a file: it is read by people, too."""
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def check_of(record: Data) -> str:
    """What stands for all of a record but itself."""
    text = json.dumps({key: value for key, value in record.items() if key != "check"}, sort_keys=True)
    return blake2s(text.encode(), digest_size=8).hexdigest()


def _seat(session: Session, seat: int, chair: Chair, given: Sequence[tuple[int, int, Chair]]) -> Data:
    people, session.people = session.people, {}  # what it is called in the game, and not who sat there
    try:
        found = {"seat": seat, "character": panel.seat_name(session, seat)}
    finally:
        session.people = people
    before, since = [], 0
    for until, _, was in (one for one in given if one[1] == seat):
        if until > since:  # whoever was gone before the next move had no part in the game
            before.append({"until": until, **_sitter(was)})
        since = until
    return {**found, **_sitter(chair), **({"before": before} if before else {})}


def _sitter(chair: Chair) -> Data:
    """Who has a chair; people by their names only where one was typed."""
    return {"who": chair.who, **({"name": chair.name} if chair.who == PERSON and chair.name else {})}


def _outcome(session: Session) -> Data | None:
    outcome = session.outcome
    if outcome is None:
        return None
    return {"rule": outcome.rule, "winners": list(outcome.winners), "scores": list(outcome.scores)}


def _note(note: Note, session: Session) -> Data:
    at = where(session, note.pin)
    number = "" if at is None else number_of(session, at)
    place = {"at": note.pin.at if at is None else at, "number": number, "seat": note.pin.seat}
    return {**place, "mark": note.mark, "text": note.text, "here": at is not None}


def _by_seat(journal: Journal, seats: int) -> list[Opinion]:
    """What was answered for seats of this table: a browser may have kept anything."""
    found = (one for one in journal.opinions.values() if one.seat < seats)
    return sorted(found, key=lambda one: (one.seat, one.place))


def _answers(opinion: Opinion, questions: Questions, seats: Sequence[Chair]) -> Data:
    """The answers of a seat to what was asked at this table; whether its person had left it by then."""
    ratings = {one.id: opinion.ratings[one.id] for one in questions.ratings if one.id in opinion.ratings}
    words = {one.id: opinion.words[one.id] for one in questions.questions if one.id in opinion.words}
    left = seats[opinion.seat].place not in ("", opinion.place) or seats[opinion.seat].who != PERSON
    return {"seat": opinion.seat, "ratings": ratings, "words": words, **({"left": True} if left else {})}


def _rule(one: Counted) -> Data:
    return {"at": one.pin.at, "seat": one.pin.seat, "rule": one.what}


def _left(one: Counted) -> Data:
    at, told = one.what
    return {"at": at, "to": one.pin.at, "seat": one.pin.seat, "told": told}


def _advice(one: Counted) -> Data:
    _, told = one.what
    return {"at": one.pin.at, "seat": one.pin.seat, "told": told}


def _given(journal: Journal, known: Sequence[int]) -> Iterator[Counted]:
    """What the coach advised in this game; not in moves that were left later, though the same may be played again."""
    left = journal.counted[LEFT]
    for one in journal.counted[ADVISED]:
        then, _ = one.what
        gone = any(later.what[0] < one.pin.at and not _is_part(later, known) for later in left[then:])
        if _is_part(one, known) and not gone:
            yield one


def _is_part(one: Counted, known: Sequence[int]) -> bool:
    """Whether the moment of something that was counted is one of this game, as it was played in the end."""
    return one.pin.at < len(known) and known[one.pin.at] == one.pin.trail


def _thinking(times: Sequence[Counted], known: Sequence[int]) -> list[Data]:
    """One line for each decision that counts: of a move that was taken back and made again, the last time."""
    found = {
        one.pin.at: {"move": one.pin.at, "seat": one.pin.seat, "seconds": round(one.what / 1000, 1)}
        for one in times
        if _is_part(one, known)
    }
    return [found[at] for at in sorted(found)]


def _cards(changes: Sequence[Counted], known: Sequence[int]) -> list[Data]:
    """With which cards the game went on, from after which move; what was changed in another past is no part of it."""
    here = [one for one in changes if _is_part(one, known)]
    return [{"at": one.pin.at, "cards": one.what} for one in sorted(here, key=lambda one: one.pin.at)]
