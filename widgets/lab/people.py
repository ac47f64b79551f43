"""Many records of people as one table: where notes cluster, which rules were looked up, and what takes time to decide.

A record is taken one at a time: it is checked, played again to see what was being decided, and only what is counted is
kept of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from tabletop_kernel.content.change_files import changes_in_words
from tabletop_kernel.content.changes import Change, original
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SetupError, TabletopError, clip, nearest, printed
from tabletop_kernel.study.reports import Report
from tabletop_kernel.study.statistics import Share, share
from tabletop_kernel.study.statistics import mean as mean_of
from tabletop_kernel.table.session import Session
from widgets import charts
from widgets.charts import Chart
from widgets.games import drawn
from widgets.lab.answers import Answer, answers_of, told
from widgets.lab.figures import BAR, FRAME, MOST_BARS, bars, legend, per_cent, share_said
from widgets.look import count
from widgets.moments import number_of
from widgets.packs import HOUSE
from widgets.playtest.journal import MARKS
from widgets.playtest.reading import (
    A_RECORD,
    HOST,
    Data,
    Record,
    RecordError,
    cards_changed,
    files_in,
    read_record,
    record_in,
    rows_of,
)
from widgets.rulebook import TABLE_TITLE, titles
from widgets.shared.chair import PERSON
from widgets.spreadsheet import records_as_csv

RECORD = A_RECORD.characters
MOST_RECORDS = 500
MOST_FAULTS = 12
MOST_MIDWAY = 4  # games whose cards were changed in the middle, by the move
SHOWN_NOTES = 40
FEW = 5  # games from which on an interval says something
SINGLY = 8  # things on an axis that are counted one by one
LOOK_BACK = 5  # moves before a note in which its rule is looked for
TONES = {"confusing": "seat3", "boring": "seat5", "unfair": "seat1", "fun": "seat2", "idea": "seat4"}
PATTERNS = {"confusing": "x", "boring": "-", "unfair": "/", "fun": "", "idea": "."}
FULL = f"This page takes at most {MOST_RECORDS:,} records. Remove the records first, or read more with Python."


@dataclass(frozen=True, slots=True)
class Taken:
    """What is kept of one record."""

    file: str
    check: str  # the same for two copies of one record
    game: str
    rows: list[Data]
    finished: bool
    turns: int
    moves: int
    ending: str
    refused: Counter[str]
    looked_up: Counter[str]
    notes: list[Data]
    cards: str  # the digest of what they played with: games with other cards are not put together
    played_with: str  # the same in words
    rulings: dict[str, str]
    answers: list[Answer]
    thought: dict[str, list[float]] = field(default_factory=dict)  # by what was decided, in seconds
    together: bool = False  # whether all win or lose as one
    changed: tuple[str, Change] | None = None  # what was changed about the cards, on top of which pack
    midway: int | None = None  # the last move that was made with others, if the game had begun with those


class People:
    """The records that were taken on this page."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self._records: list[Taken] = []
        self._faults: list[str] = []
        self._game, self._cards = "", ""  # of the records that are looked at
        self._waiting: list[Path] = []
        if folder is not None:
            if not Path(folder).exists():
                raise SetupError(f"We found no folder called {clip(str(folder), 200)}.")
            self._waiting = files_in([folder])[:MOST_RECORDS][::-1]  # the last is read first

    @property
    def changed(self) -> tuple[str, str, Change] | None:
        """The game, the pack and the changed cards of the records that are looked at; None if none were changed."""
        for one in self._records:
            if (one.game, one.cards) == (self._game, self._cards) and one.changed:
                return one.game, *one.changed
        return None

    @property
    def waiting(self) -> int:
        """How many records of the folder are still to be read."""
        return len(self._waiting)

    def read_on(self) -> None:
        """Read one more record of the folder."""
        path = self._waiting.pop()
        try:
            self._add(read_record(path))
        except RecordError as error:
            self.note_fault(str(error))

    def take(self, name: str, text: str) -> None:
        """Take one record; RecordError says what is wrong with it, and nothing is changed."""
        if len(self._records) >= MOST_RECORDS:
            raise SetupError(FULL)
        self._add(record_in(text, printed(name) or "a file without a name"))

    def _add(self, record: Record) -> None:
        if record.game not in drawn():
            raise RecordError(f"{record.file}: we have no game called {clip(record.game)}.")
        if any(known.check == record.check for known in self._records):
            raise RecordError(f"{record.file}: you have already added this record.")
        taken = self._taken(record)
        self._records.append(taken)
        if not self._game:
            self._game, self._cards = taken.game, taken.cards

    def _taken(self, record: Record) -> Taken:
        try:
            session: Session | None = record.session()
        except TabletopError as error:
            session = None
            self.note_fault(
                f"{record.file}: counted, but we can't replay it here, so we don't know what each move decided. {error}"
            )
        thought: dict[str, list[float]] = {}
        decided = Decided(session)
        for one in record.thinking:
            thought.setdefault(decided.at(one.move - 1), []).append(float(one.seconds))
        return Taken(
            record.file,
            record.check,
            record.game,
            list(rows_of(record)),
            record.outcome is not None,
            record.turns,
            record.moves,
            record.outcome.rule if record.outcome else "",
            Counter(one.rule for one in record.refusals),
            Counter(one.rule for one in record.lookups),
            [
                {
                    "mark": note.mark,
                    "text": note.text,
                    "at": note.number or str(note.at),
                    "decided": decided.at(note.at) if note.here else "a move that was taken back",
                    "rule": _rule_before(session, note.at) if note.here else "",
                }
                for note in record.notes
            ],
            record.pack_digest,
            _played_with(record, session),
            record.rulings,
            list(answers_of(record)),
            thought,
            session is not None and session.game.agreement.is_team_game(session.config),
            (original(session.game).edition.pack, dict(session.game.edition.change))
            if session and session.game.edition.change
            else None,
            _midway(record, session),
        )

    def note_fault(self, text: str) -> None:
        """Remember what was left out, and why; the last ones are enough."""
        self._faults = [*self._faults, text][-MOST_FAULTS:]

    def forget(self) -> None:
        self._records, self._faults, self._game, self._cards, self._waiting = [], [], "", "", []

    def choose(self, game: str, cards: str = "") -> None:
        """Look at the records of a game, played with these cards; without a wish, with those of its first record."""
        known = list(dict.fromkeys(one.game for one in self._records))
        if game not in known:
            raise SetupError(f"You have no records of {clip(game)} here: {nearest(game, known)}")
        found = self._packs(game)
        if cards and cards not in found:
            raise SetupError("You have no records played with those cards.")
        self._game, self._cards = game, cards or next(iter(found))

    def _packs(self, game: str) -> dict[str, str]:
        """The cards that the records of a game were played with, each in words that no other has."""
        found = {one.cards: one.played_with for one in self._records if one.game == game}
        twice = Counter(found.values())
        return {key: f"{text} ({key[:8]})" if twice[text] > 1 else text for key, text in found.items()}

    def to_csv(self) -> str:
        if not self._records:
            raise SetupError("You haven't added any records yet.")
        return records_as_csv([row for one in self._records for row in one.rows])

    # -- as the page shows it -----------------------------------------------------------------------------------------

    def data(self, reports: Mapping[str, Report]) -> Data:
        """The records of one game with the same cards; `reports` is what bots have played, by side."""
        games = list(dict.fromkeys(one.game for one in self._records))
        shown: Data = {
            "count": len(self._records),
            "most": MOST_RECORDS,
            "longest": RECORD,
            "waiting": self.waiting,
            "faults": self._faults,
            "games": [{"id": game, "text": load(game).title} for game in games],
            "game": self._game,
        }
        if not self._records:
            return shown
        packs = self._packs(self._game)
        found = [one for one in self._records if (one.game, one.cards) == (self._game, self._cards)]
        left = sum(one.game == self._game for one in self._records) - len(found)
        bots = {side: one for side, one in reports.items() if one.game == self._game}
        game = load(self._game)
        known = titles(game, game.agreement.configure())
        return {
            **shown,
            "compares": self.changed is not None,
            "packs": [{"id": key, "text": text} for key, text in packs.items()],
            "pack": self._cards,
            "lines": [
                *_told(found),
                *_cards_said(packs[self._cards], left, [one.midway for one in found if one.midway is not None]),
                *_beside(found, bots, game.pace.round_word, known),
            ],
            "answers": told(answer for one in found for answer in one.answers),
            "charts": [*_notes(found, known), *_rules(found, known), *_thinking(found)],
            "notes": _listed_notes(found, known),
        }


def _played_with(record: Record, session: Session | None) -> str:
    """The cards of a record in words: what is changed on them, if anything is."""
    if session is not None and session.game.edition.change:
        return f"changed cards: {'; '.join(changes_in_words(session.game))}"
    if record.pack == HOUSE:
        return "the game's own cards"
    return cards_changed(record) or printed(record.pack, 80)


def _midway(record: Record, session: Session | None) -> int | None:
    """The number of the move after which a game went on with its cards; None if it had begun with them."""
    if not record.cards or not record.cards[-1].at:
        return None
    at = record.cards[-1].at
    return int(number_of(session, at)) if session is not None else at


class Decided:
    """What was being decided at each moment of a game, in words: what the rule is about that the table asks by."""

    def __init__(self, session: Session | None) -> None:
        self._session = session
        self._titles = titles(session.game, session.config) if session else {}
        self._known: dict[int, str] = {}

    def at(self, place: int) -> str:
        """What the move at this place decided."""
        session = self._session
        if session is None:
            return "Unknown"
        if not 0 <= place <= session.length or (place == session.length and session.outcome is not None):
            return "The end of the game"
        if place not in self._known:
            self._known[place] = self._asked(session, place)
        return self._known[place]

    def _asked(self, session: Session, place: int) -> str:
        session.goto(place)
        made = session.inputs[place] if place < session.length else None
        seat = made.seat if made else session.next_up
        asked = session.game.telling.prompt(session.config, session.view(seat))
        session.goto(session.length)
        title = self._titles.get(asked.rules[0], "") if asked and asked.rules else ""
        verb = str(made.move[0]).replace("-", " ").capitalize() if made else "The next move"
        return title or verb


def _rule_before(session: Session | None, at: int) -> str:
    """The rule of what everybody had seen last."""
    if session is None:
        return ""
    for number in range(min(at, session.length), max(-1, at - LOOK_BACK), -1):
        if events := session.events_at(None, number):
            return str(events[-1][1])
    return ""


# -- sentences ---------------------------------------------------------------------------------------------------------


def _told(found: Sequence[Taken]) -> list[str]:
    seats = [row for one in found for row in one.rows]
    people = sum(row["who"] == PERSON for row in seats)
    finished = sum(one.finished for one in found)
    notes = sum(len(one.notes) for one in found)
    lines = [
        f"{count(len(found), 'record')}: {count(people, 'seat')} played by people, "
        f"{count(len(seats) - people, 'seat')} by bots. {count(finished, 'game').capitalize()} finished, "
        f"{count(notes, 'note')}."
    ]
    if changed := sum(bool(row.get("sat_before")) for row in seats):
        lines.append(f"{count(changed, 'seat')} changed hands during a game. Only the last player counts here.")
    lines += _besides(found, seats)
    teams = [one for one in found if one.together and one.finished]
    if teams:
        won = share(sum(bool(one.rows[0]["won"]) for one in teams), len(teams))
        lines.append(f"Teams won {share_said(won)} of their games.")
    for who, part in _won(row for one in found if not one.together for row in one.rows).items():
        lines.append(f"{who} won in {int(part.count)} of {count(part.games, 'seat')}: {share_said(part)}.")
    return lines


def _besides(found: Sequence[Taken], seats: Sequence[Data]) -> list[str]:
    """What happened beside the moves that count."""
    ended = sum(one.rows[0]["ended_by"] == HOST for one in found)
    back, asked = (sum(row[what] for row in seats) for what in ("taken_back", "coach_asked"))
    lines = [f"The host ended {count(ended, 'game')} early."] if ended else []
    if back:
        lines.append(f"Moves were taken back or replaced {count(back, 'time')}. Only the final moves count here.")
    return [*lines, f"Players asked the coach {count(asked, 'time')}."] if asked else lines


def _won(seats: Iterable[Data]) -> dict[str, Share]:
    """How often people and bots won, in games that were over."""
    over = [row for row in seats if row["won"] != ""]
    sides = {
        "People": [row for row in over if row["who"] == PERSON],
        "Bots": [row for row in over if row["who"] != PERSON],
    }
    return {who: share(sum(bool(row["won"]) for row in rows), len(rows)) for who, rows in sides.items() if rows}


def _cards_said(played_with: str, left: int, midway: Sequence[int]) -> list[str]:
    """With which cards, where they came in the middle of a game, and that others are not counted in."""
    others = f" {count(left, 'record')} of this game with other cards {'isn' if left == 1 else 'aren'}'t counted here."
    lines = [f"Played with {played_with}.{others * bool(left)}"]
    if midway:
        moves = listed(f"move {number}" for number in sorted(midway)[:MOST_MIDWAY])
        more = ", and later ones" * (len(midway) > MOST_MIDWAY)
        games = count(len(midway), "game")
        lines.append(
            f"In {games}, the cards were changed after {moves}{more}. Here they count as changed from the start."
        )
    return lines


def _beside(found: Sequence[Taken], reports: Mapping[str, Report], word: str, known: Mapping[str, str]) -> list[str]:
    """The games of people beside those that bots have just played: with the same cards, if either side has them."""
    over = [one for one in found if one.finished]
    if not over:
        return []
    said = _length_said([one.turns for one in over], mean(one.moves for one in over), word)
    if not reports:
        return [f"{said}. Run bot games above to compare them here."]
    side = next((side for side, one in reports.items() if one.digest == found[0].cards), next(iter(reports)))
    report = reports[side]
    lines = [
        f"{said}. The bot games above ({side.upper()}) took {report.turns.mean:.1f} {word}s "
        f"and {report.decisions.mean:.0f} moves."
    ]
    if report.digest != found[0].cards:
        lines.append("The bots played with different cards, which alone may explain any difference.")
    if any(one.rulings != report.rulings for one in over):
        lines.append("The bots played with different rulings from some of these people.")
    endings = Counter(one.ending for one in over)
    rule, times = endings.most_common(1)[0]
    by_bots = sum(part.share for name, part in report.endings.items() if name.rpartition(" by ")[2] == rule)
    lines.append(
        f"People's games most often ended by “{known.get(rule, rule)}”: {times} of {len(over)}. "
        f"In the bot games it was {per_cent(by_bots)}."
    )
    return lines


def _length_said(turns: Sequence[int], moves: float, word: str) -> str:
    """How long games were; a few are named one by one, since nothing follows from them about others."""
    if len(turns) == 1:
        return f"People's one finished game took {turns[0]} {word}s and {moves:.0f} moves"
    if len(turns) < FEW:
        each = listed(map(str, sorted(turns)))
        return f"People's {len(turns)} finished games took {each} {word}s, and {moves:.0f} moves on average"
    part = mean_of(turns, len(turns))
    return f"People's finished games took {part.mean:.1f} ± {part.reach:.1f} {word}s and {moves:.0f} moves"


# -- charts ------------------------------------------------------------------------------------------------------------


def _notes(found: Sequence[Taken], known: Mapping[str, str]) -> list[Chart]:
    notes = [note for one in found for note in one.notes]
    if not notes:
        return []
    by_decision = [(note["decided"], note["mark"]) for note in notes]
    by_rule = [(known.get(note["rule"], TABLE_TITLE), note["mark"]) for note in notes if note["rule"]]
    charts = [_stacked("people-notes", "Notes by decision", by_decision)]
    if by_rule:
        charts.append(_stacked("people-rules", "Notes by the last rule used", by_rule))
    return charts


def _stacked(name: str, title: str, pairs: Sequence[tuple[str, str]]) -> Chart:
    """How many notes of each mark there are of each thing; the most first."""
    order = [what for what, _ in Counter(what for what, _ in pairs).most_common()]
    times = Counter(pairs)
    used = [mark for mark in MARKS if any(times[what, mark] for what in order)]
    drawn_first = order[:MOST_BARS]
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": MARKS[mark],
            "x": [times[what, mark] for what in drawn_first],
            "y": drawn_first,
            "hovertemplate": f"%{{y}}, {MARKS[mark].lower()}: %{{x}}<extra></extra>",
            "marker": {"pattern": {"shape": PATTERNS[mark], "size": 6}},  # nobody needs the colours
            "meta": {"tone": TONES[mark]},
        }
        for mark in used
    ]
    layout = charts.layout("Notes")
    layout["xaxis"] |= _whole(max(Counter(what for what, _ in pairs).values()))
    layout["yaxis"] |= {"type": "category", "autorange": "reversed"}
    layout |= {"height": FRAME + 24 + len(drawn_first) * BAR, "barmode": "stack", **legend(2)}
    rows = [{"cells": [what, *(str(times[what, mark]) for mark in used)], "games": {}} for what in order]
    head = ["Where", *(MARKS[mark] for mark in used)]
    return {
        "name": name,
        "title": title,
        "figure": {"data": traces, "layout": layout},
        "head": head,
        "rows": rows,
        "note": "",
    }


def _whole(most: int) -> Data:
    """An axis that counts: where little is counted, each of it has its mark, and there are no halves."""
    return {"dtick": 1} if most <= SINGLY else {}


def _rules(found: Sequence[Taken], known: Mapping[str, str]) -> list[Chart]:
    refused, looked_up = Counter[str](), Counter[str]()
    for one in found:
        refused.update(one.refused)
        looked_up.update(one.looked_up)
    rules = [rule for rule, _ in (refused + looked_up).most_common()]
    if not rules:
        return []
    shown = rules[:MOST_BARS]
    names = [f"{known.get(rule, TABLE_TITLE)} ({rule})" for rule in rules]
    sides = (("Refused a move", refused, "seat3"), ("Looked up", looked_up, "seat2"))
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": text,
            "x": [times[rule] for rule in shown],
            "y": [name if len(name) < 40 else name[:39] + "…" for name in names[: len(shown)]],
            "hovertemplate": f"%{{y}}, {text.lower()}: %{{x}}<extra></extra>",
            "meta": {"tone": tone},
            **({"marker": {"pattern": {"shape": "/", "size": 6}}} if times is looked_up else {}),
        }
        for text, times, tone in sides
    ]
    layout = charts.layout("Times")
    layout["xaxis"] |= _whole(max(*refused.values(), *looked_up.values()))
    layout["yaxis"] |= {"type": "category", "autorange": "reversed"}
    layout |= {"height": FRAME + 24 + len(shown) * BAR * 4 // 3, "barmode": "group", **legend(2)}
    rows = [
        {"cells": [name, str(refused[rule]), str(looked_up[rule])], "games": {}}
        for name, rule in zip(names, rules, strict=True)
    ]
    title = "Rules that refused a move or were looked up"
    head = ["Rule", *(text for text, _, _ in sides)]
    return [
        {
            "name": "people-refused",
            "title": title,
            "figure": {"data": traces, "layout": layout},
            "head": head,
            "rows": rows,
            "note": "",
        }
    ]


def _thinking(found: Sequence[Taken]) -> list[Chart]:
    times: dict[str, list[float]] = {}
    for one in found:
        for what, seconds in one.thought.items():
            times.setdefault(what, []).extend(seconds)
    if not times:
        return []
    order = sorted(times, key=lambda what: -mean(times[what]))
    parts = {"a": [mean_of(times[what], len(times[what])) for what in order]}
    more = {
        "Half within": [f"{median(times[what]):.1f} s" for what in order],
        "Longest": [f"{max(times[what]):.0f} s" for what in order],
        "Decisions": [str(len(times[what])) for what in order],
    }
    title = "Thinking time by decision"
    chart = bars("people-thinking", title, order, parts, "Average seconds", lying=True, more=more)
    for row, what in zip(chart["rows"], order, strict=True):
        if len(times[what]) == 1:  # which says nothing about how far others may lie from it
            row["cells"][1] = f"{times[what][0]:.2f}"
    return [chart]


def _listed_notes(found: Sequence[Taken], known: Mapping[str, str]) -> list[Data]:
    """The notes themselves, as far as a page has room."""
    notes = [
        {
            "mark": MARKS[note["mark"]],
            "text": note["text"],
            "where": f"{one.file}, move {note['at']}, {note['decided']}",
            "rule": known.get(note["rule"], ""),
        }
        for one in found
        for note in one.notes
        if note["text"]
    ]
    return notes[:SHOWN_NOTES]
