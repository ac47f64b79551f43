"""The short way: at most thirty steps to a first game, before the course and through it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets import Widget
from page import Page
from taking import get_ready, room, take

from tabletop_kernel import load
from tabletop_kernel.contract.lessons import MOST_SHORT_STEPS
from tabletop_kernel.contract.verdict import Verdict
from widgets.app import _progress, learn, play
from widgets.games import drawn
from widgets.rulebook import lesson_of


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    _progress.cache_clear()
    yield
    Widget.close_all()


def opened(game: str, chapter: str | None = "short", **link: str) -> Page:
    return Page(learn(game, chapter), link=link)


@pytest.mark.parametrize("name", drawn())
def test_every_course_has_one_and_it_opens_with_what_the_game_is_about(name: str) -> None:
    game = load(name)
    short = game.teaching.short_way
    assert short is not None and len(short.steps) <= MOST_SHORT_STEPS
    page = opened(name)
    task, where = page.screen["task"], page.screen["where"]
    assert task["id"] == short.steps[0].id and task["opening"] == short.summary
    assert (where["chapter"], len(where["steps"])) == ("The short way", len(short.steps))
    assert "number" not in where and len(where["chapters"]) == len(game.teaching.chapters)


def test_next_leads_along_the_short_way_and_then_into_a_game() -> None:
    game: Any = load("the_north")
    page = opened("the_north")
    for number, step in enumerate(game.teaching.short_way.steps, 1):
        task = page.screen["task"]
        assert (task["id"], page.screen["where"]["step"]) == (step.id, number)
        assert bool(task["opening"]) == (number == 1)
        take(page, game, step)
        onward = page.screen["task"]["onward"]
        if number < len(game.teaching.short_way.steps):
            assert onward["kind"] == "step"
            page.send(**onward["do"])
    assert onward["kind"] == "play"
    assert page.screen["task"]["summary"]["chapter"] == "The short way"
    assert "task" not in page.send(**onward["do"])


def test_a_reload_goes_on_along_the_short_way() -> None:
    game: Any = load("royal_ascension")
    first, second = game.teaching.short_way.steps[:2]
    page = opened("royal_ascension")
    take(page, game, first)
    kept = page.send("step", id=second.id, short=True)["keep"]["learn"]
    assert kept.split("/")[1] == f"+{second.id}", "the page opens the table of the short way, and not the chapter's"
    _progress.cache_clear()
    again = opened("royal_ascension", learn=kept)
    assert (again.screen["task"]["id"], again.screen["where"]["chapter"]) == (second.id, "The short way")


def test_the_whole_course_begins_with_the_short_way_and_a_step_outside_it_has_its_own_chapter() -> None:
    game: Any = load("tamashii")
    page = opened("tamashii", None)
    assert page.screen["where"]["chapter"] == "The short way"
    listed = page.send("open", drawer="steps")["drawer"]["chapters"]
    assert [one["title"] for one in listed][:2] == ["The short way", game.teaching.chapters[0].title]
    assert [one["number"] for one in listed[:3]] == [0, 1, 2]
    on_it = {step.id for step in game.teaching.short_way.steps}
    other = next(step for step in game.teaching.chapters[1].steps if step.id not in on_it)
    assert page.send("step", id=other.id)["where"]["chapter"] == game.teaching.chapters[1].title


def test_a_chapter_goes_its_own_way_through_the_same_steps() -> None:
    game: Any = load("the_north")
    chapter = game.teaching.chapters[0]
    page = opened("the_north", chapter.id)
    assert page.screen["where"]["number"] == 1 and page.screen["task"]["opening"] == game.teaching.short_way.summary
    assert page.screen["task"]["onward"]["do"] == {"do": "step", "id": chapter.steps[1].id}
    kept = page.send("step", id=chapter.steps[1].id)["keep"]["learn"]
    _progress.cache_clear()
    again = opened("the_north", None, learn=kept)
    assert again.screen["where"]["chapter"] == chapter.title
    first = game.teaching.short_way.steps[0]
    assert again.send("step", id=first.id, short=True)["where"]["chapter"] == "The short way"
    assert again.send("step", id=first.id)["where"]["chapter"] == chapter.title


# -- the rest, when it matters -----------------------------------------------------------------------------------------


def coached() -> tuple[Page, Any]:
    """A first game with the coach's card about a rule that a lesson teaches."""
    page = Page(play("the_north", dealt=True, seed=3))
    for _ in range(12):
        card = page.screen.get("card")
        if card and card["lesson"]:
            return page, card
        page.send("move", move=room(page).legal()[0])
        while page.screen.get("now", {}).get("kind") == "others":
            page.send("go-on")
    raise AssertionError("no card offers a lesson")


def test_the_coach_offers_the_lesson_of_a_rule_and_the_game_waits_as_it_was() -> None:
    page, card = coached()
    before = room(page).session.position()
    screen = page.send("show", rule=card["rule"])
    assert screen["task"]["id"] == lesson_of(load("the_north"), card["rule"])
    assert screen["task"]["back"]
    page.send("play")
    assert room(page).session.position() == before


def test_a_lesson_that_is_done_is_not_offered() -> None:
    page, card = coached()
    desk = room(page).desk
    desk.progress.done.add(lesson_of(load("the_north"), card["rule"]))
    assert not room(page)._offers_lesson(card["rule"])


def test_what_a_step_of_the_short_way_needs_is_there_without_the_steps_before_it() -> None:
    """Any of them can be opened first, and its tempting move is refused as in the course."""
    for name in drawn():
        game: Any = load(name)
        page = opened(name)
        for step in game.teaching.short_way.steps:
            if step.wrong and not step.wrong.after:
                page.send("step", id=step.id)
                get_ready(page, game, step)
                verdict = room(page).judge(tuple(step.wrong.move))
                assert isinstance(verdict, Verdict) and verdict.rule == step.wrong.rule, step.id
