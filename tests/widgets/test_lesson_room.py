"""Lessons in the page: every step can be done with what the page offers, and progress is in the link."""

from __future__ import annotations

import pytest
from page import Page

from tabletop_kernel import load
from tabletop_kernel.lessons import Lesson
from widgets.app import _progress, learn, play
from widgets.games import drawn
from widgets.links import Progress
from widgets.scene import check

GAME = load("royal_ascension")
STEPS = [step for chapter in GAME.lessons for step in chapter.steps]
EVERY = [(load(name), step) for name in drawn() for chapter in load(name).lessons for step in chapter.steps]
NAMES = [f"{game.name} {step.id}" for game, step in EVERY]


@pytest.fixture(autouse=True)
def fresh():
    _progress.cache_clear()
    yield
    _progress.cache_clear()


def at(step: str, game=GAME) -> Page:
    page = Page(learn(game.name))
    page.send("step", id=step)
    return page


def answer_all(page: Page, step, game=GAME) -> None:
    for number, question in enumerate(step.questions):
        right = Lesson(game, step).right(question)
        page.send("answer", n=number, choice=next(c for c in question.choices if c in right))


def solve(page: Page, step, game=GAME) -> None:
    """Do what the step's solution says, as a person would: answers and moves."""
    answer_all(page, step, game)
    for move in step.solution:
        page.send("move", move=move)


@pytest.mark.parametrize(("game", "step"), EVERY, ids=NAMES)
def test_every_step_can_be_done(game, step) -> None:
    page = at(step.id, game)
    assert page.screen["task"]["task"] == step.task and not page.screen["task"]["done"]
    check(page.screen["scene"])
    solve(page, step, game)
    task = page.screen["task"]
    assert task["done"] and task["learned"] == step.learned, page.screen["why"]
    assert page.screen["now"]["buttons"][0]["main"]


@pytest.mark.parametrize(("game", "step"), EVERY, ids=NAMES)
def test_the_tempting_wrong_way_teaches_its_rule(game, step) -> None:
    page = at(step.id, game)
    wrong = step.wrong
    if wrong.answer:
        number = next(n for n, q in enumerate(step.questions) if q.refuse.get(wrong.answer) == wrong.rule)
        page.send("answer", n=number, choice=wrong.answer)
    else:
        answer_all(page, step, game)
        for move in step.solution[: wrong.after]:
            page.send("move", move=move)
        page.send("move", move=wrong.move)
    assert page.screen["why"]["rules"] == [wrong.rule]
    assert page.screen["why"]["text"]


def test_hints_come_one_at_a_time() -> None:
    page = at("4.2")
    assert page.screen["task"]["hints"] == [] and page.screen["task"]["hints_left"] == 3
    for number in (1, 2, 3, 3):
        task = page.send("hint")["task"]
        assert len(task["hints"]) == number and task["hints_left"] == 3 - number


def test_the_first_step_shows_what_it_speaks_of() -> None:
    """«Look at the territories»: all twelve are on the table, each with its value, before anybody has rolled."""
    shown = [part for part in at("1.1").screen["scene"] if part.get("title") == "The twelve territories"]
    assert [card["figure"] for card in shown[0]["cards"]].count("20") == 1
    assert len(shown[0]["cards"]) == 12 and "note" not in shown[0]


def test_an_answer_is_in_the_page_only_once_it_was_given() -> None:
    page = at("1.1")
    assert "right" not in page.screen["task"]["questions"][0]
    page.send("answer", n=0, choice="2")
    question = page.screen["task"]["questions"][0]
    assert question["wrong"] == ["2"] and "right" not in question
    question = page.send("answer", n=0, choice="3")["task"]["questions"][0]
    assert question["right"] == "3" and question["because"]


def test_a_prediction_is_judged_after_the_reveal() -> None:
    step = next(step for step in STEPS if step.predict)
    page = at(step.id)
    page.send("predict", choice=step.predict.choices[0])
    assert page.screen["task"]["predict"]["chosen"] == step.predict.choices[0]
    assert "came" not in page.screen["task"]["predict"]
    solve(page, step)
    assert page.screen["task"]["predict"]["came"] in (True, False)


def test_undo_is_free() -> None:
    step = next(step for step in STEPS if len(step.solution) > 1)
    page = at(step.id)
    start = page.screen["scene"]
    page.send("move", move=step.solution[0])
    page.send("undo")
    assert page.screen["scene"] == start and page.screen["why"] is None


def test_progress_is_in_the_link_and_comes_back() -> None:
    page = at("1.1")
    solve(page, STEPS[0])
    page.press(page.button("Next"))
    kept = page.screen["keep"]["learn"]
    assert kept == "TL1.royal_ascension/1.2/1.1"
    _progress.cache_clear()
    again = Page(learn("royal_ascension"), link={"learn": kept})
    assert again.screen["task"]["id"] == "1.2"
    assert again.screen["where"]["steps"][0]["done"]


def test_a_chapter_opens_at_its_first_step_that_is_not_done() -> None:
    page = Page(learn("royal_ascension", "battle"), link={"learn": "TL1.royal_ascension/1.2/1.1~4.1"})
    assert page.screen["task"]["id"] == "4.2"


@pytest.mark.parametrize(
    "kept", ["TL1.x", "TL1.royal_ascension/9.9/", "TL1.the_north/1.1/", "TL1.royal_ascension/1.1/7"]
)
def test_a_bad_lesson_link_starts_at_the_beginning(kept: str) -> None:
    page = Page(learn("royal_ascension"), link={"learn": kept})
    assert page.screen["task"]["id"] == "1.1"
    assert "begin at the beginning" in page.screen["why"]["text"]


def test_the_end_of_a_chapter_sums_up_and_leads_on() -> None:
    chapter = GAME.lessons[1]
    page = at(chapter.steps[-1].id)
    solve(page, chapter.steps[-1])
    summary = page.screen["task"]["summary"]
    assert [line["text"] for line in summary["learned"]] == [step.learned for step in chapter.steps]
    assert page.screen["now"]["buttons"][0]["text"] == "Next chapter: The shop"


def test_the_end_of_the_lessons_leads_into_a_game() -> None:
    page = at(STEPS[-1].id)
    solve(page, STEPS[-1])
    page.press(page.button("Play a real game"))
    assert page.screen["now"]["head"] == "Ready to start" and "task" not in page.screen


@pytest.mark.parametrize("name", drawn())
def test_all_rules_have_a_lesson_to_show(name: str) -> None:
    page = Page(learn(name))
    entries = page.send("open", drawer="rules")["drawer"]["entries"]
    assert not [entry["id"] for entry in entries if entry["kind"] == "rule" and not entry["step"]]


def test_progress_survives_any_order() -> None:
    one = Progress("royal_ascension", GAME.lessons, "2.1", {"4.1", "1.1"})
    other = Progress("royal_ascension", GAME.lessons)
    other.read(one.write())
    assert (other.now, other.done) == (one.now, one.done)


def kept_in_link(link: dict[str, str], page: Page) -> dict[str, str]:
    """The link after the page has written into it what the screen keeps: empty values go."""
    return {key: value for key, value in {**link, **page.screen["keep"]}.items() if value}


def test_a_game_that_was_opened_among_lessons_is_there_after_a_reload() -> None:
    code = Page(play("royal_ascension", seed=4, dealt=True)).send("open", drawer="save")["drawer"]["code"]
    page = at("1.2")
    link = kept_in_link({}, page)
    page.send("restore", code=code)
    link = kept_in_link(link, page)
    again = Page(learn("royal_ascension"), link=link)
    assert again.screen["scene"] == page.screen["scene"] and "task" not in again.screen
    again.send("show", rule="turn.move-exact")
    assert kept_in_link(link, again) == {**link, "learn": again.screen["keep"]["learn"]}, "the game waits"
    again.send("play")
    assert again.screen["scene"] == page.screen["scene"]


def test_a_damaged_game_among_lessons_leads_to_the_lessons() -> None:
    view = learn("royal_ascension", "battle")
    page = Page(view, link={view.slot: "person~TN2.broken"})
    assert page.screen["task"] and "The lessons begin at the beginning." in page.screen["why"]["text"]
    assert view.slot not in kept_in_link({view.slot: "person~TN2.broken"}, page)


def test_the_page_lets_no_longer_names_be_written_than_the_table_takes() -> None:
    page = Page(play("royal_ascension"))
    longest = page.send("open", drawer="setup")["drawer"]["longest_name"]
    assert page.send("call", chair=0, name="a" * longest)["why"] is None
    assert "at most" in page.send("call", chair=0, name="a" * (longest + 1))["why"]["text"]
