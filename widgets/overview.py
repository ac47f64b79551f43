"""What a teacher sees of a class: who is where, who is stuck, which rules are refused most, and what was foreseen.

Everything here is counted from what pupils' pages have reported: names of steps and rules, and numbers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import Chapter, find_step
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.learning.rule_progress import STATES
from widgets.asked_table import right_by_name
from widgets.links import lesson_parts
from widgets.shared.classes import Pupil
from widgets.spreadsheet import as_csv
from widgets.task import names_question

Data = dict[str, Any]

BYTE_ORDER = "\ufeff"  # by it a spreadsheet knows how letters are written

TRIES = {"since": "refused", "undone": "undone"}  # what is counted from the last progress on, in the teacher's words
BESIDE = ""  # stands for the rule where none refused something: it was no part of the task, say
NO_TRIES = dict.fromkeys(TRIES, 0)
MOST_TRIES = 4  # since the last progress: then somebody is stuck,
QUIET = 4  # and also after so many minutes without progress,
WAITED = 2  # or after so many in which others at their table wait for them
ALONE, LOOKS_ON, THEIRS, OTHERS, ENDED = "", "looks on", "theirs", "others", "over"  # whose turn it is at a table
TABLES = {  # where somebody is then
    ALONE: "playing {} alone",
    LOOKS_ON: "watching {}",
    THEIRS: "playing {} with others",
    OTHERS: "playing {} with others, waiting for them",
    ENDED: "at a finished game of {}",
}
ACTIVE = ("used", "sure")  # what somebody knows of a rule who has done something
CLICK = re.compile(r"\s*\bClick\b[^.?]*\.$")  # how to answer on one's own screen; on a wall nobody clicks
MOST_RIGHT = 3  # answers that are told though nobody has given them
MOST_RULES = 8  # that are shown as those that are refused most


# -- one pupil ---------------------------------------------------------------------------------------------------------


def step_key(game: str, step: str) -> str:
    """A step of a game, as a class keeps it."""
    return f"{game}/{step}"


def done_steps(state: Data, game: str) -> set[str]:
    """The steps of a game that somebody has done, by what is known of them."""
    kept = state.get("learn", {}).get(game, "")
    return set(filter(None, lesson_parts(kept)[2].split("~"))) if kept else set()


def minutes_since(then: float, now: float) -> int:
    return max(0, int((now - then) // 60))


class Doing(NamedTuple):
    """What a class does now."""

    now: float
    order: Data  # what is wanted; empty if nothing is
    resting: bool  # whether nobody is expected to come on
    since: float  # when it was last told to go on


def doing(orders: Data, now: float) -> Doing:
    """What a class does at a moment, by its orders."""
    order = orders.get("order") or {}
    asked = order.get("kind") == "predict" and not order["shown"]
    return Doing(now, order, orders["pause"] or asked or order.get("kind") == "look", orders.get("since", 0.0))


def has_finished(state: Data, order: Data) -> bool:
    """Whether somebody has done all that the class is to do now: their game is over, or their step is done and so is
    every other that is wanted."""
    game, step = state.get("game", ""), state.get("step", "")
    if not step:
        return bool(state.get("turn") == ENDED)
    steps = order.get("steps") or [order["step"]] if "step" in order else []
    wanted = {step_key(order["game"], one) for one in steps}
    done = {step_key(one, found) for one in {game, order.get("game", game)} for found in done_steps(state, one)}
    return {step_key(game, step), *wanted} <= done


def stuck(pupil: Pupil, doing: Doing) -> str:
    """Why somebody seems to be stuck, in one short line; empty if they do not. Tries count from the last progress, and
    minutes from when the class went on, if that was later. Whoever has finished is not expected to come on."""
    if has_finished(pupil.state, doing.order):
        return ""
    tries = {words: pupil.state.get(key, 0) for key, words in TRIES.items()}
    if sum(tries.values()) >= MOST_TRIES:
        return ", ".join(f"{words} {_times(count)}" for words, count in tries.items() if count)
    quiet = minutes_since(max(pupil.state.get("moved", pupil.seen), doing.since), doing.now)
    turn = pupil.state.get("turn", "")
    if doing.resting or not pupil.state.get("game") or turn in (OTHERS, LOOKS_ON):  # they have nothing to do
        return ""
    if turn == THEIRS:
        return f"others have waited {quiet} min" if quiet >= WAITED else ""
    return f"no progress for {quiet} min" if quiet >= QUIET else ""


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def not_there_yet(pupils: Iterable[Pupil], here: Collection[str], orders: Data) -> list[str]:
    """Who has a page open and has not followed the order that is given now."""
    order = orders.get("order") or {}
    seats = order.get("seats")  # who has none has nowhere to go
    called = [one for one in pupils if order and one.id in here and (seats is None or one.id in seats)]
    return [one.name for one in called if one.state.get("obeyed", 0) < orders["n"]]


def unanswered(pupils: Iterable[Pupil], here: Collection[str], orders: Data) -> list[str]:
    """Who has a page open and has not answered what the class is asked."""
    order = orders.get("order") or {}
    if order.get("kind") != "predict" or order["shown"]:
        return []
    key = step_key(order["game"], order["step"])
    there = [one for one in pupils if one.id in here]
    return [one.name for one in to_answer(there, order) if not has_foreseen(one.state, key)]


def to_answer(there: Iterable[Pupil], order: Data) -> list[Pupil]:
    """Those whose answer to a question is waited for: who has done the step knows how it comes out."""
    key = step_key(order["game"], order["step"])
    asked = [one for one in there if order["step"] not in done_steps(one.state, order["game"])]
    return [*asked, *(one for one in there if one not in asked and has_foreseen(one.state, key))]


def has_foreseen(state: Data, key: str) -> bool:
    """Whether somebody has said what will happen at a step, lately or before."""
    return state.get("foreseen") == key or key in state.get("foresaw", ())


def without_seat(pupils: Iterable[Pupil], here: Collection[str], orders: Data) -> list[str]:
    """Who has a page open and no seat, while the class plays in groups."""
    seats = (orders.get("order") or {}).get("seats")
    return [] if seats is None else [one.name for one in pupils if one.id in here and one.id not in seats]


def where(pupil: Pupil, class_game: str = "") -> str:
    """Where somebody is, in a few words; of a game that the class is not about, its name is among them."""
    game = pupil.state.get("game", "")
    if not game:
        return "on the first page"
    step = pupil.state.get("step", "")
    if step:
        stray = f" ({load(game).title})" if class_game and game != class_game else ""
        done = ", done" if step in done_steps(pupil.state, game) else ""
        return f"{_title_of(game, step)}{stray}{done}"
    if not pupil.state.get("mark"):
        return f"on the page for {load(game).title}"
    return TABLES[pupil.state.get("turn", "")].format(load(game).title)


@cache
def _title_of(game: str, step: str) -> str:
    return find_step(load(game).teaching.chapters, step).title


def row(pupil: Pupil, steps: Sequence[str], game: str, here: Collection[str], doing: Doing) -> Data:
    """A pupil in the grid: dots for the steps that the class is at, and a mark if they are stuck."""
    done, at = done_steps(pupil.state, game), pupil.state.get("step") if pupil.state.get("game") == game else ""
    waits = doing.resting or pupil.state.get("turn") in (OTHERS, LOOKS_ON)
    return {
        "id": pupil.id,
        "animal": pupil.animal,
        "colour": pupil.colour,
        "where": where(pupil, game),
        "dots": ["done" if step in done else "now" if step == at else "open" for step in steps],
        "stuck": stuck(pupil, doing) if pupil.id in here else "",
        "idle": 0 if waits else minutes_since(pupil.seen, doing.now),
        "away": pupil.id not in here,
    }


def detail(pupil: Pupil) -> Data:
    """More about one pupil, for the teacher's eyes: what they know of the rules, and which ones refused something."""
    game = pupil.state.get("game", "")
    counts = pupil.state.get("knows", {}).get(game, {})
    return {
        "id": pupil.id,
        "name": pupil.name,
        "where": where(pupil),
        "knows": [{"state": state, "count": counts.get(state, 0)} for state in STATES],
        "rules": rules_refused([pupil]),
        "beside": sum(_beside(pupil).values()),
    }


# -- the whole class ---------------------------------------------------------------------------------------------------


def chapter_at(game: Game[Any], wanted: str, pupils: Iterable[Pupil]) -> Chapter | None:
    """The chapter that is looked at: the one that was chosen, else the one where most pupils are."""
    chapters = {chapter.id: chapter for chapter in game.teaching.chapters}
    if wanted in chapters:
        return chapters[wanted]
    steps = Counter(pupil.state.get("step", "") for pupil in pupils if pupil.state.get("game") == game.name)
    crowd = [(sum(steps[step.id] for step in chapter.steps), chapter) for chapter in game.teaching.chapters]
    return max(crowd, key=lambda one: one[0])[1] if crowd else None


def progress(chapter: Chapter, game: str, pupils: Sequence[Pupil]) -> list[Data]:
    """How far these pupils have come in a chapter, step by step; who has done a step is no longer counted as at it."""
    done = [done_steps(pupil.state, game) for pupil in pupils]
    at = [pupil.state.get("step", "") if pupil.state.get("game") == game else "" for pupil in pupils]
    now = Counter(step for step, over in zip(at, done, strict=True) if step not in over)
    return [
        {
            "id": step.id,
            "title": step.title,
            "done": sum(step.id in steps for steps in done),
            "now": now[step.id],
            "predict": step.predict is not None,
        }
        for step in chapter.steps
    ]


@cache
def _book(game: str) -> Rulebook:
    found = load(game)
    return found.telling.book(found.agreement.configure(None))


def rules_refused(pupils: Iterable[Pupil]) -> list[Data]:
    """The rules that refused most, each with its sentence, how often, and to how many pupils."""
    times: Counter[str] = Counter()
    people: Counter[str] = Counter()
    for pupil in pupils:
        for key, count in _by_rules(pupil).items():
            times[key] += count
            people[key] += 1
    most = sorted(times, key=lambda key: (-times[key], key))[:MOST_RULES]
    return [{**_rule(key), "times": times[key], "pupils": people[key]} for key in most]


def _by_rules(pupil: Pupil) -> dict[str, int]:
    """How often each rule has refused something, by game and rule."""
    return {key: count for key, count in pupil.state.get("refused", {}).items() if not key.endswith(f"/{BESIDE}")}


def _beside(pupil: Pupil) -> dict[str, int]:
    """How often something was refused in each game because it was no part of the task."""
    found = pupil.state.get("refused", {})
    return {key.removesuffix(f"/{BESIDE}"): count for key, count in found.items() if key.endswith(f"/{BESIDE}")}


def _rule(key: str) -> Data:
    game, _, rule = key.partition("/")
    entry = _book(game)[rule]
    return {"id": rule, "title": entry.title, "text": entry.text}


def knowledge(game: str, pupils: Iterable[Pupil]) -> list[Data]:
    """How well the class knows the rules of a game: of all rules of all pupils, how many are in which state."""
    total: Counter[str] = Counter()
    for pupil in pupils:
        total.update(pupil.state.get("knows", {}).get(game, {}))
    return [{"state": state, "count": total[state]} for state in STATES]


# -- what was foreseen -------------------------------------------------------------------------------------------------


def foreseen(game: str, step: str, answers: dict[str, int], shown: bool, present: int) -> Data:
    """The answers of a class to a question; which of them is right is in it only when that may be seen."""
    found = find_step(load(game).teaching.chapters, step)
    question = found.predict
    assert question is not None
    counts = Counter({tuple(json.loads(choice)): count for choice, count in answers.items()})
    offered = [(choice, choice) for choice in question.choices]
    given = sorted((one for one in counts if one not in offered), key=lambda one: (-counts[one], one[1]))
    bars = [{"text": said, "count": counts[answer, said]} for answer, said in [*offered, *given]]
    if shown:
        right = right_by_name(game, step)
        for bar, (answer, _) in zip(bars, [*offered, *given], strict=True):
            bar["right"] = answer in right
        if not any(bar["right"] for bar in bars):  # then the answer is told all the same
            bars += [{"text": text, "count": 0, "right": True} for text in list(right.values())[:MOST_RIGHT]]
    return {
        "step": step,
        "title": found.title,
        "ask": _aloud(question.ask),
        "say": " ".join(found.say.split()),
        "first": _aloud(found.point.ask) if found.point else "",  # what is asked before it, and may be meant by it
        "task": _aloud(found.task),
        "names_question": names_question(found),
        "choices": list(question.choices),
        "bars": bars,
        "answered": sum(counts.values()),
        "of": present,
        "shown": shown,
        "because": question.because if shown else "",
    }


def _aloud(ask: str) -> str:
    """A question as it is read out to a class: nobody clicks."""
    return CLICK.sub("", ask) or ask.replace("Click", "Find")


# -- to take home ------------------------------------------------------------------------------------------------------


def pupils_csv(pupils: Iterable[Pupil]) -> str:
    """A row for each pupil and each game in which they did something; one without a game for who did nothing.

    Pupils are numbers here, in no order: neither animals nor times are in it. What is not known stays empty.
    """
    nothing = ["", 0, 0, *("" for _ in STATES), 0, 0]
    each = [list(_games_of(pupil)) or [nothing] for pupil in sorted(pupils, key=lambda one: one.id)]
    rows = [[number, *figures] for number, found in enumerate(each, 1) for figures in found]
    rules = (f"rules {'not met' if state == 'new' else state}" for state in STATES)
    head = ["pupil", "game", "steps done", "questions answered", *rules, "refused by a rule", "outside the task"]
    return _csv(head, rows)


def _games_of(pupil: Pupil) -> Iterator[list[Any]]:
    """The games in which somebody did something, each with its figures."""
    refused: Counter[str] = Counter()
    for key, count in _by_rules(pupil).items():
        refused[key.partition("/")[0]] += count
    answered = Counter(key.partition("/")[0] for key in pupil.state.get("foresaw", ()))
    beside, played = _beside(pupil), _played(pupil)
    for game in sorted({*pupil.state.get("learn", {}), *refused, *answered, *beside, *played}):
        knows = pupil.state.get("knows", {}).get(game, {})
        done, counts = len(done_steps(pupil.state, game)), [refused[game], beside.get(game, 0)]
        if game in played or done or answered[game] or any(counts) or any(knows.get(state) for state in ACTIVE):
            known = [knows.get(state, 0 if knows else "") for state in STATES]
            yield [load(game).title, done, answered[game], *known, *counts]


def _played(pupil: Pupil) -> list[str]:
    """The game that somebody was last playing at a table, if any."""
    game, at, moves = pupil.state.get("mark") or ("", "", 0)
    return [game] if moves and not isinstance(at, str) else []


def class_csv(pupils: Sequence[Pupil], predicted: Iterable[tuple[str, str, int]]) -> str:
    """What the whole class met: how often each rule refused something, and what was answered at which step.

    A right answer that nobody gave is there too.
    """
    times: Counter[str] = Counter()
    for pupil in pupils:
        times.update(_by_rules(pupil))
    rows = [["rule refused", *_named(key), "", "", "", count] for key, count in sorted(times.items())]
    given: dict[str, list[tuple[str, str, int]]] = {}
    for key, choice, count in predicted:
        answer, said = json.loads(choice)
        given.setdefault(key, []).append((answer, said, count))
    rows += [["answer", *row] for key, answers in given.items() for row in _answered(key, answers)]
    return _csv(["what", "game", "rule or step", "question", "answer", "right", "times"], rows)


def _named(key: str) -> tuple[str, str]:
    """The titles of a game and of one of its rules."""
    return load(key.partition("/")[0]).title, str(_rule(key)["title"])


def _answered(key: str, answers: Sequence[tuple[str, str, int]]) -> Iterator[list[Any]]:
    """A row for each answer to the question of a step."""
    name, _, step = key.partition("/")
    game = load(name)
    found, right = find_step(game.teaching.chapters, step), right_by_name(name, step)
    assert found.predict is not None
    missing = [
        (answer, said, 0) for answer, said in right.items() if not any(answer in right for answer, *_ in answers)
    ]
    for answer, said, count in [*answers, *missing[:MOST_RIGHT]]:
        yield [game.title, found.title, _aloud(found.predict.ask), said, "yes" if answer in right else "no", count]


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    return BYTE_ORDER + as_csv(head, rows, line_end="\r\n")
