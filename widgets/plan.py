"""Lesson plans: what a class does, part by part, as a small TOML file that teachers can pass on.

    title = "The Royal Ascension in 45 minutes"
    game = "royal_ascension"

    [[parts]]
    minutes = 10
    do = "learn"                        # learn, predict, table or look
    steps = ["walk.first", "walk.gold"]
    say = "Walk, and see what each suit does."

`learn` brings everybody to the first of its steps, `predict` asks for an answer before anybody plays, `table` forms
tables of `people`, and `look` shows everybody one table, which the teacher plays.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.errors import PackError, TabletopError, clip, nearest, printed
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.toml_files import read_toml
from tabletop_kernel.contract.typed_data import structure
from widgets.games import drawn

HOUSE = Path(__file__).parent / "plans"
DO = ("learn", "predict", "table", "look")
MOST_PARTS = 20
MOST_MINUTES = 240
LONGEST_TITLE, LONGEST_SAY = 80, 300
GROUP = range(2, 6)  # people at a table of a class


class PlanError(TabletopError):
    """A plan with faults; the text is the first of them, and names the file, the entry and the field."""

    def __init__(self, *faults: str) -> None:
        super().__init__(faults[0])
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Part:
    """What a class does for some minutes."""

    minutes: int
    do: str
    steps: list[str] = field(default_factory=list)
    say: str = ""  # to the class, in the teacher's own words
    people: int = 0  # at each table; 0: as many as the game is usually played with


@dataclass(frozen=True, slots=True)
class Plan:
    title: str
    game: str
    parts: list[Part]

    @property
    def minutes(self) -> int:
        return sum(part.minutes for part in self.parts)


def read_plan(path: Path) -> Plan:
    """The plan of a file."""
    try:
        data = read_toml(path)
    except PackError as error:
        raise PlanError(*error.faults) from None
    except OSError as error:
        raise PlanError(f"{path.name}: it can't be read: {(error.strerror or 'unknown reason').lower()}.") from None
    return check(data, path.name)


def plan_of(text: str, name: str = "plan") -> Plan:
    """A plan that was pasted."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise PlanError(f"{name}: not TOML: {printed(str(error), 120)}.") from None
    return check(data, name)


def written(plan: Plan) -> str:
    """A plan as the text of a file that somebody can change."""
    lines = [f"title = {_quoted(plan.title)}", f"game = {_quoted(plan.game)}"]
    for part in plan.parts:
        lines += ["", "[[parts]]", f"minutes = {part.minutes}", f"do = {_quoted(part.do)}"]
        lines += [f"steps = [{', '.join(map(_quoted, part.steps))}]"] if part.steps else []
        lines += [f"people = {part.people}"] if part.people else []
        lines += [f"say = {_quoted(part.say)}"] if part.say else []
    return "\n".join([*lines, "", *_steps_to_choose(plan.game)]) + "\n"


def _steps_to_choose(game: str) -> Iterator[str]:
    """All steps of a game, as comments: whoever changes a plan finds in its file what it may name."""
    yield f"# The steps of {load(game).title}. A question mark means the step asks for a prediction."
    for chapter in load(game).teaching.chapters:
        yield f"# {chapter.title}"
        yield from (f"#   {_quoted(step.id)}{' ?' if step.predict else ''}  {step.title}" for step in chapter.steps)


def file_name(plan: Plan) -> str:
    """What the file of a plan is called: its title, in letters that every system takes."""
    return re.sub(r"[^a-z0-9]+", "_", plan.title.lower()).strip("_") or "plan"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # which TOML reads as well


def check(data: dict[str, Any], name: str) -> Plan:
    """Data as a plan; PlanError names everything that is wrong with it."""
    try:
        plan: Plan = structure(data, Plan, name, "plan")
    except PackError as error:
        raise PlanError(*error.faults, *(f"{name}: {fault}" for fault in _faults_of_rest(data))) from None
    faults = [f"{name}: {fault}" for fault in _faults(plan)]
    if faults:
        raise PlanError(*faults)
    return plan


def _faults(plan: Plan) -> Iterator[str]:
    if not plan.title.strip() or len(plan.title) > LONGEST_TITLE or not plan.title.isprintable():
        yield f"plan: title: must be one line of 1 to {LONGEST_TITLE} characters."
    if plan.game not in drawn():
        yield f"plan: game: we have no game called {clip(plan.game)}: {nearest(plan.game, drawn())}"
        return
    if not 1 <= len(plan.parts) <= MOST_PARTS:
        yield f"plan: parts: a plan has 1 to {MOST_PARTS} parts, not {len(plan.parts)}."
    if plan.minutes > MOST_MINUTES:
        yield f"plan: parts: {plan.minutes} minutes is too long; the limit is {MOST_MINUTES}."
    game = load(plan.game)
    for number, part in enumerate(plan.parts, 1):
        yield from (f"part {number}: {fault}" for fault in _faults_of(part, game))


def _faults_of_rest(data: dict[str, Any]) -> Iterator[str]:
    """What else is wrong with a plan some of whose fields are of the wrong kind: everything is told at once."""
    game, parts = data.get("game"), data.get("parts")
    if game not in drawn() or not isinstance(parts, list):
        return
    for number, part in enumerate(parts, 1):
        if isinstance(part, dict):
            fields = {"minutes": 1, **{key: value for key, value in part.items() if _fits(key, value)}}
            if "do" in fields:
                yield from (f"part {number}: {fault}" for fault in _faults_of(Part(**fields), load(game)))


def _fits(key: str, value: Any) -> bool:
    if key == "steps":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    kind = {"minutes": int, "people": int, "do": str, "say": str}.get(key)
    return kind is not None and type(value) is kind


def _faults_of(part: Part, game: Game[Any]) -> Iterator[str]:
    steps = {step.id: step for chapter in game.teaching.chapters for step in chapter.steps}
    if not 1 <= part.minutes <= MOST_MINUTES:
        yield f"minutes: must be a number from 1 to {MOST_MINUTES}, not {clip(part.minutes)}."
    if len(part.say) > LONGEST_SAY or not part.say.replace("\n", " ").isprintable():
        yield f"say: use at most {LONGEST_SAY} printable characters."
    if part.do not in DO:
        yield f"do: a class can't do {clip(part.do)}: {nearest(part.do, DO)}"
        return
    for step in part.steps:
        if step not in steps:
            yield f"steps: {game.title} has no step {clip(step)}: {nearest(step, steps)}"
        elif part.do == "predict" and steps[step].predict is None:
            foreseen = [one for one, found in steps.items() if found.predict]
            yield f"steps: '{step}' doesn't ask for a prediction: {nearest(step, foreseen)}"
    if part.do in ("learn", "predict") and not part.steps:
        yield f"steps: '{part.do}' needs at least one step, such as '{next(iter(steps))}'."
    if part.do in ("table", "look") and part.steps:
        yield f"steps: '{part.do}' takes no steps; only 'learn' and 'predict' do."
    if part.people and part.do != "table":
        yield "people: only 'table' takes a number of people."
    elif part.people and part.people not in sizes(game):
        yield f"people: a table for {game.title} has room for {_range(sizes(game))}, not {clip(part.people)}."


def sizes(game: Game[Any]) -> list[int]:
    """How many people may sit at one table of a class; where the game wants more, bots sit down too."""
    return [size for size in GROUP if size <= max(game.agreement.seats_for({}))]


def _range(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


@cache
def house_plans() -> dict[str, Plan]:
    """The plans that come with the project, by the names of their files."""
    return {path.stem: read_plan(path) for path in sorted(HOUSE.glob("*.toml"))}
