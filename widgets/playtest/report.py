"""A record as a page to read: one file that stands alone, with the log in blocks and the notes beside it.

The log is what everybody at the table saw. The page asks nothing of any server, and runs no code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from tabletop_kernel.content.change_files import changes_in_words
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.players.bots import BOTS
from tabletop_kernel.table.session import Session
from widgets.log import of_others, turns
from widgets.look import count
from widgets.moments import number_of
from widgets.playtest.journal import MARKS
from widgets.playtest.pictures import bars, times
from widgets.rulebook import TABLE_TITLE, chosen, house, titles
from widgets.seating import bot_called
from widgets.shared.chair import OPEN, PERSON

Data = dict[str, Any]

STYLE = Path(__file__).with_name("report.css")
MOST_BARS = 12
CHANGED = ", changed"  # how the name of a pack ends whose cards were changed at a table
TRUTH = (
    "This page has the players' notes and answers, which may reveal hidden cards. The log shows only what everyone "
    "saw. The record as data (JSON) also has every hidden card."
)


def report(record: Data, session: Session) -> str:
    """The page of a record; `session` is the table it is of."""
    page = _Page(record, session.branch(session.length))
    parts = [page.head(), page.result(), page.thinking(), page.notes(), page.answers(), page.rules()]
    parts += [page.left(), page.advice(), page.log()]
    return standing_alone(f"{record['title']}, {record['made']}", parts)


def standing_alone(title: str, parts: Iterable[str]) -> str:
    """Parts of HTML as a whole page in one file."""
    style = STYLE.read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head>\n<body><main>{''.join(parts)}</main></body></html>\n"
    )


class _Page:
    """The parts of a page, from top to bottom. Whatever came from people goes through `escape`."""

    def __init__(self, record: Data, session: Session) -> None:
        self.record, self.session = record, session
        self.titles = titles(session.game, session.config)
        self.turn_of = turns(session)

    def name(self, seat: int | None) -> str:
        if seat is None:
            return "the table"
        found = self.record["seats"][seat]
        return f"{found['character']} ({found['name']})" if found.get("name") else str(found["character"])

    def rule(self, rule: str) -> str:
        """A rule by its title, with its id."""
        return f"{escape(self.titles.get(rule, TABLE_TITLE))} <code>{escape(rule)}</code>"

    def when(self, at: int) -> str:
        return f"move {self.number(at)}" if at else "the start"

    def number(self, at: int) -> str:
        """The number of a moment, as every page shows it."""
        return number_of(self.session, at)

    def sitters(self, seat: Data) -> str:
        """«a person», «a bot (weighs its moves)», «a person; until move 20 a bot (weighs its moves)»."""
        before = (f"until {self.when(one['until'])} {_sitter(one)}" for one in seat.get("before", ()))
        return "; ".join([_sitter(seat), *before])

    def badge(self, seat: int | None) -> str:
        return f'<span class="seat seat{(seat or 0) % 5 + 1}">{"" if seat is None else seat + 1}</span>'

    # -- the parts ----------------------------------------------------------------------------------------------------

    def head(self) -> str:
        record = self.record
        seats = [f"{self.name(one['seat'])}: {self.sitters(one)}" for one in record["seats"]]
        pack = _cards_said(record["pack"])
        rulings = [f"{one['question']} {one['text']}" for one in house(self.session)]
        cards = changes_in_words(self.session.game)
        since = self._cards_since()
        turns = count(record["turns"], self.session.game.pace.round_word)
        counts = f"{count(int(self.number(record['moves'])), 'move')}, {turns}."
        agreed = "".join(f" {one}." for one in chosen(self.session.game, self.session.config))
        facts = (
            f"{counts}{agreed}{pack} Rules {record['rules']}, program {record['program']}, made on {record['made']}."
        )
        return (
            f"<header><h1>{escape(record['title'])}</h1><p>{escape(facts)}</p>"
            f"{list_of(map(escape, seats))}"
            f"{section('Changed rulings', list_of(map(escape, rulings)), 'h3') if rulings else ''}"
            f"{section('Changed cards', list_of(map(escape, cards)) + since, 'h3') if cards or since else ''}"
            f'<p class="warning">{escape(TRUTH)}</p></header>'
        )

    def _cards_since(self) -> str:
        """From which move on the game was played with which cards, if they were changed in the middle of it."""
        lines = [f"After {self.when(one['at'])}: {one['cards']}." for one in self.record.get("cards", ())]
        told = f"<p>The cards were changed during this game.</p>{list_of(map(escape, lines))}"
        return told if lines else ""

    def result(self) -> str:
        outcome = self.record["outcome"]
        if outcome is None:
            return section("Result", f"<p>{self._not_over()}</p>")
        winners = listed(self.name(seat) for seat in outcome["winners"])
        said = f"{winners} won." if winners else "Nobody won."
        scores = [f"{escape(self.name(seat))}: {score:g}" for seat, score in enumerate(outcome["scores"])]
        if self.session.config.seats > 1 and self.session.game.agreement.is_team_game(self.session.config):
            said = "They won together." if winners else "They lost together."
            most = max(outcome["scores"])
            scores = [f"{most:g} points"] if most > 1 else []  # one or none says no more than whether they won
        return section(
            "Result", f"<p>{escape(said)} The rule that ended it: {self.rule(outcome['rule'])}</p>{list_of(scores)}"
        )

    def _not_over(self) -> str:
        """What the host did about a game that has no result."""
        told = [
            f"At {self.when(one['at'])} the host {'ended it for everyone' if one['over'] else 'resumed it'}."
            for one in self.record.get("stops", ())
        ]
        return " ".join(["The game wasn't finished.", *told])

    def thinking(self) -> str:
        decisions = [(one["move"], one["seat"], one["seconds"]) for one in self.record["thinking"]]
        if not decisions:
            return ""
        by_seat: dict[int | None, list[float]] = {}
        for _, seat, seconds in decisions:
            by_seat.setdefault(seat, []).append(seconds)
        lines = [
            f"{self.badge(seat)} {escape(self.name(seat))}: {count(len(found), 'move')}, half of them within "
            f"{median(found):.1f} s, {_long(sum(found))} in total"
            for seat, found in by_seat.items()
        ]
        picture = times("How long each move took", self.record["moves"], decisions, self.number)
        return section("How long moves took", picture + list_of(lines))

    def notes(self) -> str:
        notes = self.record["notes"]
        if not notes:
            return section("Notes", "<p>Nobody wrote a note.</p>")
        marks = Counter(note["mark"] for note in notes)
        rows = [(MARKS[mark], float(marks[mark]), str(marks[mark])) for mark in MARKS if marks[mark]]
        left = [note for note in notes if not note["here"]]
        apart = "<p>On moves that were taken back or replaced:</p>" if left else ""
        return section("Notes", bars(rows) + apart + "".join(map(self.note, left)))

    def note(self, note: Data) -> str:
        where = f"{self.when(note['at'])}, {self.name(note['seat'])}"
        return (
            f'<p class="note mark-{note["mark"]}"><b>{MARKS[note["mark"]]}</b> {escape(note["text"])} '
            f"<small>{escape(where)}</small></p>"
        )

    def answers(self) -> str:
        asked, answers = self.record["questions"], self.record["answers"]
        if not answers:
            return ""
        found = []
        for rating in asked["ratings"]:
            given = [(one["seat"], one["ratings"][rating["id"]]) for one in answers if rating["id"] in one["ratings"]]
            rows = [(self.name(seat), float(step), rating["steps"][step - 1]) for seat, step in given]
            if rows:
                found.append(section(rating["ask"], bars(rows, len(rating["steps"])), "h3"))
        for question in asked["questions"]:
            given = [(one["seat"], one["words"][question["id"]]) for one in answers if question["id"] in one["words"]]
            lines = [f"{self.badge(seat)} {escape(self.name(seat))}: {escape(text)}" for seat, text in given]
            if lines:
                found.append(section(question["ask"], list_of(lines), "h3"))
        return section(asked["title"], "".join(found))

    def rules(self) -> str:
        parts = []
        for key, title in (("refusals", "Refusals by rule"), ("lookups", "Rules looked up")):
            counts = Counter(one["rule"] for one in self.record[key])
            rows = [
                (f"{self.titles.get(rule, TABLE_TITLE)} ({rule})", float(number), str(number))
                for rule, number in counts.most_common(MOST_BARS)
            ]
            if rows:
                parts.append(section(title, bars(rows)))
        return "".join(parts)

    def left(self) -> str:
        """What was played and is no part of this game: others may have learned from it."""
        lines = [f"After {self.when(one['at'])}: {one['told']}." for one in self.record.get("left", ())]
        return section("Moves taken back or replaced", list_of(map(escape, lines))) if lines else ""

    def advice(self) -> str:
        """What the coach was asked for."""
        lines = [
            f"{self.badge(one['seat'])} {escape(self.name(one['seat']))}, after {escape(self.when(one['at']))}: "
            f"{escape(one['told'])}."
            for one in self.record.get("advice", ())
        ]
        return section("The coach's first advice", list_of(lines)) if lines else ""

    def log(self) -> str:
        """All that everybody saw, move by move, the oldest first."""
        beside: dict[int, list[Data]] = {}
        for note in self.record["notes"]:
            if note["here"]:
                beside.setdefault(note["at"], []).append(note)
        lines = {at: list(found) for at, found in groupby(self._told(), lambda entry: entry.at)}
        took = {one["move"]: one["seconds"] for one in self.record["thinking"]}
        moments = sorted({*lines, *beside})
        blocks = "".join(self._blocks(moments, lines, beside, took))
        return section("What happened", f'<div class="log">{blocks}</div>')

    def _told(self) -> list[Entry]:
        """The log. What somebody did on a chair is not told under the name of whoever came to it later."""
        self.session.others = {
            one["seat"]: of_others((was["until"], _same(one, was)) for was in one.get("before", ()))
            for one in self.record["seats"]
        }
        return self.session.log(None)

    def _blocks(
        self, moments: list[int], lines: dict[int, list[Entry]], beside: dict[int, list[Data]], took: dict[int, float]
    ) -> Iterator[str]:
        turn: int | None = -1
        for at in moments:
            if (now := self.turn_of(at)) != turn:
                turn = now
                begun = "Setting up" if turn == 0 else "From a prepared position"  # which does not say its turn
                word = f"{self.session.game.pace.round_word.capitalize()} {turn}" if turn else begun
                yield f"<h3>{escape(word)}</h3>"
            told = "".join(f"<li>{escape(one.text)} {self._rule(one.rule)}</li>" for one in lines.get(at, ()))
            mover = self.badge(self.session.inputs[at - 1].seat) if at else ""
            seconds = f' <small title="how long it took">{took[at]:g} s</small>' if at in took else ""
            notes = "".join(map(self.note, beside.get(at, ())))
            yield (
                f'<div class="block" id="move-{at}"><div class="moment">{mover}{self.number(at)}{seconds}</div>'
                f"<ul>{told}</ul><aside>{notes}</aside></div>"
            )

    def _rule(self, rule: str) -> str:
        """A rule by its name; whoever wants its id finds it there, too."""
        return f'<small title="{escape(rule)}">{escape(self.titles.get(rule, TABLE_TITLE))}</small>'


def _same(one: Data, other: Data) -> bool:
    return bool((one["who"], one.get("name")) == (other["who"], other.get("name")))


def _sitter(one: Data) -> str:
    name = f" ({one['name']})" if "until" in one and "name" in one else ""  # of the last one it stands before
    known = {PERSON: f"a person{name}", OPEN: "a free seat"}
    return known.get(one["who"]) or f"a bot ({bot_called(one['who']) if one['who'] in BOTS else one['who']})"


def _cards_said(pack: str) -> str:
    """Which cards; what is changed about them is listed below."""
    name = pack.removesuffix(CHANGED)
    if pack == "house":
        return ""
    whose = "the game's own cards" if name == "house" else f"the pack {name}"
    return f" Played with {whose}{', some changed' * (name != pack)}."


def _long(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} seconds" if whole < 120 else f"{whole // 60} min {whole % 60} s"


def section(title: str, body: str, level: str = "h2") -> str:
    """A part of a page under its title; the body is HTML."""
    return f"<section><{level}>{escape(title)}</{level}>{body}</section>"


def list_of(lines: Iterable[str]) -> str:
    """Lines, which are HTML, as a list."""
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
