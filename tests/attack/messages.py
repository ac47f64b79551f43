"""An attack with messages: whoever can open a page can send anything to its kernel.

Many forged messages go to every kind of desk in four games, at every stage of a table: some are right, most are nearly
right, some are nonsense. None may end in an inner fault, take long, or change a table that says it refused. The same
seed makes the same attack:

    attack(seed=1, count=20_000)
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "widgets"))

from page import Page
from workshop import (
    a_game_of_a_run,
    a_hosts_draft,
    after_a_run,
    card_fields,
    draft_of,
    lab_fields,
    state_of_lab,
    the_lab,
    with_a_draft,
)

from widgets.app import door, learn, play, rulings
from widgets.desk import DRAWERS, Desk
from widgets.door import Door
from widgets.keeping import Keeping
from widgets.lab.page import LabPage
from widgets.lesson import LessonRoom
from widgets.messages import Act, acts_of
from widgets.play import PlayRoom
from widgets.scene import pieces
from widgets.seating import WHO

GAMES = ("royal_ascension", "the_north", "the_west_ascendant")
INNER_FAULT = "Something went wrong, but nothing changed"
SLOW = 5.0  # seconds of processor time that no message may take
FRESH = 40  # messages that one table gets
MANY = 100  # faults after which an attack has made its point

Data = dict[str, Any]
Stage = Callable[[str, Random], Page]


@dataclass
class Answers:
    """What came of an attack."""

    sent: int = 0
    refused: int = 0
    slowest: float = 0.0
    taken: Counter[str] = field(default_factory=Counter)  # by what was asked for
    faults: list[str] = field(default_factory=list)  # each with the message that caused it


def attack(
    seed: int, count: int, games: tuple[str, ...] = GAMES, stages: Sequence[Stage] = (), fresh: int = FRESH
) -> Answers:
    """Send so many forged messages, spread over desks at these stages; nothing in `faults` is as it should be."""
    rng, tally = Random(seed), Answers()
    with patch("secrets.randbelow", Random(seed).randrange):  # where new tables take their luck from
        while tally.sent < count and not tally.faults[MANY:]:
            for open_desk in stages or STAGES:
                page = open_desk(rng.choice(games), rng)
                for _ in range(min(fresh, count - tally.sent)):
                    strike(page, rng, tally)
                page.view.close()  # else every table of a long attack stays in memory
    return tally


def strike(page: Page, rng: Random, tally: Answers) -> None:
    """One forged message, and a look at what it did."""
    message = forge(page, rng)
    before, at, news, start = state(page), page.screen["at"], said_so_far(page), time.process_time()
    try:
        page.raw(message)
        said = json.dumps(page.screen, ensure_ascii=False)
        said.encode()  # as it goes over the line
    except Exception as error:
        tally.sent += 1
        tally.faults.append(f"raised {error!r}: {shown(message)}")
        return
    took = time.process_time() - start
    refused = was_refused(page, news)
    tally.sent += 1
    tally.refused += refused
    tally.slowest = max(tally.slowest, took)
    if not refused:
        tally.taken[message["do"]] += 1
    for wrong, why in (
        (INNER_FAULT in said, "an inner fault"),
        (took > SLOW, f"took {took:.1f} s"),
        (page.screen["at"] <= at, "no new screen"),
        (refused and before is not None and state(page) != before, "refused, and yet the table changed"),
    ):
        if wrong:
            tally.faults.append(f"{why}: {shown(message)} at {page.screen['kind']} of {page.screen.get('game')}")


def shown(message: Any) -> str:
    return repr(message)[:300]


# -- what a message could have changed --------------------------------------------------------------------------------


def owner(page: Page) -> Any:
    return page.view._receive.__self__


def said_so_far(page: Page) -> int:
    return int((page.screen.get("say") or {"n": 0})["n"])


def was_refused(page: Page, before: int) -> bool:
    """Whether the page was told that something does not happen: every refusal is read out, and at once."""
    desk = owner(page)
    if isinstance(desk, LabPage) and desk._replay is None:
        return bool(desk._problem)
    if isinstance(desk, LabPage):
        desk = desk._replay
    if isinstance(desk, Door):
        return bool(desk._problem)
    return bool(desk._trouble) or (said_so_far(page) > before and page.screen["say"]["assertive"])


def state(page: Page) -> Any:
    """Everything at a desk that outlasts a message, but for what it says."""
    desk = owner(page)
    if isinstance(desk, LabPage):
        return state_of_lab(desk)
    if isinstance(desk, Door) or desk.room is None:
        return None
    room = desk.room
    here = [room.viewer, sorted(desk.progress.done), desk.progress.now, id(room)]
    if isinstance(room, LessonRoom):
        lesson = room.lesson
        said = [sorted(lesson.pointed), lesson.predicted, sorted(lesson.laid)]
        return [*here, lesson.step.id, lesson.session.inputs[:], lesson.session.at_input, said]
    agreed = [room.setup.options.copy(), room.setup.rulings.copy(), [str(seat) for seat in room.setup.seats]]
    lines = [(line.seed, line.inputs[:], line.at_input) for line in room.lines]
    here += draft_of(room)
    return [*here, *agreed, lines, room._line, room._curtain, room.started, [str(seat) for seat in room.seats]]


# -- tables at all stages ---------------------------------------------------------------------------------------------


def first_page(game: str, rng: Random) -> Page:
    return Page(door())


def not_greeted(game: str, rng: Random) -> Page:
    return Page(play(game), greet=False)


def before_start(game: str, rng: Random) -> Page:
    return Page(play(game))


def agreeing(game: str, rng: Random) -> Page:
    return Page(rulings(game))


def against_bots(game: str, rng: Random) -> Page:
    page = Page(play(game, dealt=True, seed=rng.randrange(1000)))
    advance(page, rng, rng.randrange(30))
    return page


def looking_back(game: str, rng: Random) -> Page:
    page = against_bots(game, rng)
    page.send("goto", number=rng.randrange(1 + owner(page).room.session.length))
    return page


def over(game: str, rng: Random) -> Page:
    page = Page(play(game))
    for seat in range(len(owner(page).room.seats)):
        page.send("sit", chair=seat, who="random")
    page.send("start")
    while page.screen.get("next"):
        page.send("go-on", all=True)
    return page


def several_people(game: str, rng: Random) -> Page:
    page = Page(play(game))
    for seat in range(len(owner(page).room.seats)):
        page.send("sit", chair=seat, who="person")
    page.send("start", dealt=rng.random() < 0.5)
    return page


def between_people(game: str, rng: Random) -> Page:
    page = several_people(game, rng)
    advance(page, rng, rng.randrange(20))
    return page


def in_open_order(game: str, rng: Random) -> Page:
    """People and bots who act in any order, with open hands."""
    page = Page(play("deck_goes_west", seats=3))
    page.send("option", id="mission", choice="speed_of_the_slowest")
    for seat in range(rng.randrange(4)):
        page.send("sit", chair=seat, who="person")
    page.send("start")
    advance(page, rng, rng.randrange(20))
    return page


def at_the_atlas(game: str, rng: Random) -> Page:
    """A table with the atlas open, at the page that counts over many games."""
    page = Page(play("deck_goes_west", dealt=True))
    page.send("open", drawer="atlas")
    page.send("leaf", page="deaths")
    return page


def a_lesson(game: str, rng: Random) -> Page:
    page = Page(learn(game))
    page.send("step", id=rng.choice(owner(page).progress.steps))
    return page


def a_lesson_that_asks(game: str, rng: Random) -> Page:
    """A step in which something is to be laid, pointed at or foreseen, or in which something is hidden."""
    page = Page(learn(game))
    steps = [step for chapter in owner(page).game.teaching.chapters for step in chapter.steps]
    asking = [step.id for step in steps if step.lay or step.point or step.predict or step.hide]
    page.send("step", id=rng.choice(asking))
    return page


STAGES: list[Stage] = [
    *(first_page, not_greeted, before_start, agreeing, against_bots),
    *(looking_back, over, several_people, between_people, in_open_order, at_the_atlas, a_lesson, a_lesson_that_asks),
    *(with_a_draft, a_hosts_draft, the_lab, after_a_run, a_game_of_a_run),
]


def advance(page: Page, rng: Random, moves: int) -> None:
    """Play a little, as people do."""
    for _ in range(moves):
        if page.screen["kind"] == "curtain":
            page.send("lift")
        elif page.screen.get("next"):
            page.send("go-on")
        elif page.buttons():
            page.press(rng.choice(page.buttons()))


# -- messages ---------------------------------------------------------------------------------------------------------


def forge(page: Page, rng: Random) -> Any:
    """A message: right, nearly right, or nonsense."""
    if rng.random() < 0.03:
        return rng.choice(ODD)
    message = pressed(page, rng) if page.buttons() and rng.random() < 0.1 else invented(page, rng)
    spoil(message, rng)
    return message


def pressed(page: Page, rng: Random) -> Data:
    """What a page sends when somebody moves: the table goes on, and the next message meets another one."""
    return {**rng.choice(page.buttons())["do"], "at": page.screen["at"], "seat": page.screen.get("viewer")}


def invented(page: Page, rng: Random) -> Data:
    """Any act, with what its fields may hold or hardly may."""
    acts = known_acts(page)
    word = rng.choice([*acts, *OFTEN, "nonsense", "__init__", "draw"])
    message: Data = {"do": word, "at": page.screen["at"], "seat": page.screen.get("viewer")}
    for name in acts[word].fields if word in acts else ("move", "id"):
        likely = list(fitting(page, name, message, rng))
        message[name] = rng.choice(likely) if likely and rng.random() < 0.8 else near_miss(likely, rng)
    return message


def known_acts(page: Page) -> dict[str, Act]:
    """What any desk knows, too: a page may send what belongs to another room."""
    desk = owner(page)
    if isinstance(desk, LabPage):
        return acts_of(LabPage) if desk._replay is None else {**acts_of(LabPage), **desk._replay._acts()}
    mine = acts_of(Door) if isinstance(desk, Door) else desk._acts()
    return {**acts_of(Desk), **acts_of(LessonRoom), **acts_of(PlayRoom), **mine}


def spoil(message: Data, rng: Random) -> None:
    """Sometimes something about the message itself is wrong."""
    kind = rng.random()
    if kind < 0.05:
        message[rng.choice(["at", "seat"])] = rng.choice(NEAR_NUMBERS)
    elif kind < 0.08:
        message[rng.choice(["x", "move", "all", "", "é"])] = rng.choice(NEAR_NUMBERS)
    elif kind < 0.11:
        message.pop(rng.choice(list(message)))


def fitting(page: Page, name: str, message: Data, rng: Random) -> Iterator[Any]:
    """What a page could send in a field of this name, with the fields that stand before it."""
    desk = owner(page)
    if isinstance(desk, LabPage):
        return iter(lab_fields(desk, name, message))
    if isinstance(desk, Door):
        desk = somebody_elses()
    return card_fields(desk.game, name, message) or table_fields(page, desk, name, message, rng)


def table_fields(page: Page, desk: Desk, name: str, message: Data, rng: Random) -> Iterator[Any]:
    """What the page of a table could send there."""
    room: Any = desk.room
    rules = list(desk.game.rulebook) if room else []
    if name in ("number", "chair", "n"):
        yield from (0, 1, 2, room.session.length if room else 0)
    elif name == "count":
        yield from desk.game.seats
    elif name in ("all", "fresh", "dealt"):
        yield from (True, False)
    elif name == "move":
        yield from moves(page, rng)
    elif name in ("code", "link"):
        codes = kept_codes(page)
        yield from codes if name == "code" else [{"play": code, "learn": code} for code in codes]
    elif name == "id":
        ids = {
            "line": [0, 1],
            "ruling": list(desk.game.rulebook.rulings),
            "option": [o.id for o in desk.game.agreement.options],
        }
        if room is not None and message["do"] in ("unnote", "see-note") and hasattr(room, "journal"):
            ids[message["do"]] = [note.id for note in room.journal.notes]
        yield from ids.get(message["do"], desk.progress.steps)
    elif name in JOTTED:
        yield from JOTTED[name]
    elif name == "choice":
        yield from choices(desk, room, message.get("id"))
    elif name == "piece":
        yield from pointed_at(page, room)
    elif name == "kind":
        yield from ("nudge", "point", "show")
    elif name == "page":
        yield from (*desk.face.pages, "", "deaths", "rules")
    else:
        words = {"drawer": DRAWERS, "who": list(WHO), "rule": rules, "name": ["Anna", "plotly"], "prefers": [""]}
        yield from words.get(name, ["roll 1", "pass", "walk 4", "read a", "health", ""])


JOTTED: dict[str, list[Any]] = {  # what notes and answers consist of
    "mark": ["fun", "idea", "good"],
    "what": ["json", "html", "exe"],
    "ratings": [{}, {"fun": 5}, {"fun": 9}, {"joy": 1}, []],
    "words": [{}, {"best": "<b>all</b>"}, {"best": 5}, {"worst": "x"}],
}


def moves(page: Page, rng: Random) -> Iterator[list[Any]]:
    """Moves that the page offers, with a part exchanged here and there."""
    for button in page.buttons()[:6]:
        move = list(button["do"]["move"])
        yield move
        yield [*move[:-1], rng.choice(NEAR_NUMBERS[:12])]
        yield [move[0], *rng.sample(move[1:], len(move) - 1), 1]
        yield [str(part) for part in move]
    text = json.dumps(page.screen.get("scene") or [])
    tried = [json.loads(part.partition("]")[0] + "]") for part in text.split('"try": ')[1:]]
    yield from rng.sample(tried, min(4, len(tried)))
    yield from (["roll", 1], ["walk", "4"], ["read"], ["read", "hand"], ["read", "hand", 99], ["take-back"], ["pass"])


def kept_codes(page: Page) -> list[str]:
    """Codes of this table, whole and mutilated; tickets; and lessons."""
    room = getattr(owner(page), "room", None)
    if room is None:
        return ["TT1.x", "TN1.x", "TL1.a/b/c", "TL1.royal_ascension//", "x#play=TT1.y"]
    code = room.session.code()
    seats = ",".join(["person"] * room.config.seats)
    ticket = Keeping().write(room.seats, room.session) if isinstance(room, PlayRoom) and room.started else "TT1.x"
    whole = [code, ticket, f"greedy,{ticket}", f"{seats}~{code}", f"{seats}~{ticket}", f"person~{code}", code[:-5]]
    return [*whole, f"http://x/y.ipynb#a=1&play={code}", code.swapcase(), *lesson_codes(owner(page))]


def lesson_codes(desk: Any) -> list[str]:
    steps = desk.progress.steps
    return [f"TL1.{desk.game.name}/{steps[0]}/{'~'.join(steps[:3])}", f"TL1.{desk.game.name}/9.9/", "TL1.x/y/z", "TL1."]


def choices(desk: Any, room: Any, of: Any) -> Iterator[str]:
    """Answers to what a lesson asks, or the sides of a ruling or an option."""
    if isinstance(room, LessonRoom):
        asked = (room.lesson.step.point, room.lesson.step.predict)
        yield from (choice for question in asked if question for choice in question.choices)
    yield from (
        choice for ruling in desk.game.rulebook.rulings.values() if ruling.id == of for choice in ruling.options
    )
    yield from (choice for option in desk.game.agreement.options if option.id == of for choice in option.choices)


def pointed_at(page: Page, room: Any) -> Iterator[str]:
    """Pieces on the screen, places that are still empty, and what nobody should know: what belongs there."""
    yield from (piece["id"] for piece in pieces(page.screen.get("scene") or []))
    if isinstance(room, LessonRoom):
        yield from (thing.place for thing in room.lesson.step.lay)
        yield from room.lesson.unfound


def near_miss(likely: list[Any], rng: Random) -> Any:
    """A value of the wrong kind, or nearly the right one."""
    kind = rng.randrange(4)
    if kind == 0 or not likely:
        return rng.choice(NEAR_NUMBERS)
    if kind == 1:
        return rng.choice(NEAR_TEXTS)
    value = rng.choice(likely)
    return rng.choice(
        [str(value), [value], {"value": value}, f"{value} ", f"{value}\ud800", json.dumps(value, default=str)]
    )


def deep(levels: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


@cache
def somebody_elses() -> Desk:
    """Whose acts the first page may be sent."""
    desk: Desk = owner(Page(play("royal_ascension"), greet=False))
    return desk


OFTEN = ["move"] * 8 + ["ask"] * 4 + ["point"] * 4 + ["type", "restore", "lift", "answer", "players", "sit"] * 2
OFTEN += ["hint", "show-on", "again", "sit-in", "let", "finish", "leaf", "survey"] * 2
OFTEN += ["card", "put-back", "play-changed"] * 2 + ["reword"] * 6
HUGE = "9" * 300_000
NEAR_NUMBERS: list[Any] = [
    *(-1, 4, 99, 10**6, 10**30, True, False, 1.0, 1e3, float("nan"), float("inf"), -0.0),
    *("0", "1", "-0", "1e3", "²", "٣", "0019", "0039999999999999", " 3", "3\n", "0x3", "", HUGE, None, [], {}, [1]),
]
NEAR_TEXTS: list[Any] = [
    *("", " ", "\0", "\ud800", "\udfff\ud800", "a\u202eb", "x" * 301, "x" * 300, "é" * 300, HUGE, "<b>", "__class__"),
    *("../../etc/passwd", "%s%s%n", "{0.__class__}", "'; DROP TABLE tables; --", None, 0, True, deep(500), ["a"], {}),
]
ODD: list[Any] = [
    *(None, 7, [], "roll", {}, {"do": None}, {"do": ["move"]}, {"do": HUGE}, {"do": "\ud800"}, deep(900), True, 1.5),
    *({"do": "move", "move": deep(900)}, {"do": {"do": "move"}}, {str(n): n for n in range(2000)}, {None: 1, 2: 3}),
    {"do": "hello", "link": {str(n): "x" for n in range(9)}},
    {"do": "hello", "link": {"play": "\ud800"}},
    {"do": "hello", "link": {"play": None}},
    {"do": "hello", "link": {"": ""}},
]
