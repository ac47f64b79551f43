"""Lessons, taken as a learner takes them: by mouse, by keyboard, with mistakes and with help, at any size.

Each game's whole course stands on a page of its own, which all tests of this file share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bare import open_bare, sent, show
from here import House
from learner import KeyLearner, Learner
from page import Page as WidgetPage
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tables import WINDOW, OpenContext, Table, complaints_in_every_theme, leave, new_context, open_page

from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.lessons import Step
from widgets.app import learn
from widgets.games import drawn

GAMES: dict[str, Any] = {name: load(name) for name in drawn()}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 720}}

Open = Callable[..., Learner]


@pytest.fixture(scope="module")
def course(browser: Browser, here: House) -> Iterator[Open]:
    """The course of a game at a size, on a page that is opened once for a mouse and once for a finger."""
    contexts: dict[str, BrowserContext] = {}

    def open_one(name: str, kind: type[Learner] = Learner, has_touch: bool = False, **wishes: Any) -> Learner:
        key, size = f"{name} {has_touch}", wishes.get("viewport", WINDOW["viewport"])
        if key not in contexts:
            contexts[key] = new_context(browser, viewport=size, has_touch=has_touch)
            open_page(contexts[key].new_page(), here.cell(f"learn({name!r})"), tables=1)
        page = contexts[key].pages[0]
        page.set_viewport_size(size)
        steps = [step.id for chapter in GAMES[name].teaching.chapters for step in chapter.steps]
        return kind(Table(page, f"learn:{','.join(steps)}").arrive(), GAMES[name])

    yield open_one
    for context in contexts.values():
        leave(context)


def first(name: str, fits: Callable[[Step], Any]) -> Step:
    """The first step of a course that fits."""
    return next(step for chapter in GAMES[name].teaching.chapters for step in chapter.steps if fits(step))


def plain(step: Step) -> bool:
    return bool(step.way) and not (step.exam or step.point or step.predict or step.lay)


# -- whole chapters ----------------------------------------------------------------------------------------------------


def test_the_picture_of_a_game_leads_to_its_lessons(page: Page, index_here: str) -> None:
    """People press what looks best: the whole lid does what its first button says, except where another one lies."""
    lid = page.locator(".lid").first
    page.route("**/royal_ascension.ipynb*", lambda route: route.fulfill(body="", content_type="text/html"))
    for part, leads_to in ((".picture", "#learn"), ("h2", "#learn"), (".btn:not(.main)", "#play")):
        open_page(page, index_here, tables=1)
        box = lid.locator(part).first.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_url(f"**/royal_ascension.ipynb{leads_to}*", wait_until="commit")


def see_the_summary(learner: Learner, chapter: Any) -> None:
    """At the end of a chapter stands what it has taught, and the way to the next one."""
    summary = learner.table.panel("task").locator(".summary")
    for step in chapter.steps:
        expect(summary).to_contain_text(step.learned)
    assert all(dot["done"] for dot in learner.table.screen["where"]["steps"])
    expect(learner.table.button("Next chapter: ")).to_be_in_viewport(ratio=1)


def test_a_chapter_by_mouse_alone(course: Open) -> None:
    learner = course("royal_ascension")
    chapter = learner.game.teaching.chapters[0]
    learner.go_to(chapter.steps[0])
    for step in chapter.steps:
        learner.take(step)
        expect(learner.table.panel("now")).to_have_count(0)
        if step is not chapter.steps[-1]:
            learner.table.press("Next: ")
    see_the_summary(learner, chapter)
    learner.table.press("Next chapter: ")
    assert learner.table.screen["task"]["id"] == learner.game.teaching.chapters[1].steps[0].id


def test_a_chapter_by_keyboard_alone(course: Open) -> None:
    """Whoever presses Next stands at the new task, and a second Enter skips nothing."""
    learner = course("the_north", KeyLearner)
    assert isinstance(learner, KeyLearner)
    chapter = learner.game.teaching.chapters[0]
    learner.go_to(chapter.steps[0])
    learner.table.tab_to(".masthead", limit=600)
    for step in chapter.steps:
        learner.take(step)
        if step is not chapter.steps[-1]:
            learner.press(".onward .next")
            title = learner.table.page.evaluate("() => document.activeElement.textContent")
            assert title == learner.table.screen["task"]["title"]
    see_the_summary(learner, chapter)


def test_an_enter_for_the_last_decision_does_not_go_past_the_end_of_a_step(open_context: OpenContext) -> None:
    """A step ended by itself: Enter means Next only when that has been on the screen for a moment of page time."""
    page = open_context().new_page()
    page.clock.install(time=0)
    screen = WidgetPage(learn("royal_ascension")).screen
    open_bare(page, screen)
    page.clock.pause_at(60_000)
    onward = {"text": "Next: more", "do": {"do": "step", "id": "another"}}
    done = {**screen["task"], "done": True, "learned": "So it is.", "hints": [], "onward": onward}
    for again in (0, 2):  # and so it is when the step is taken once more
        show(page, {**screen, "at": screen["at"] + again + 1, "task": done})
        page.locator(".tabletop").focus()
        page.keyboard.press("Enter")
        page.clock.run_for(100)
        page.keyboard.press("Enter")
        assert sent(page) == []
        page.clock.run_for(2000)
        page.keyboard.press("Enter")
        assert [message["do"] for message in sent(page)] == ["step"]
        show(page, {**screen, "at": screen["at"] + again + 2})


def test_the_second_click_of_a_gesture_is_none_for_the_step_that_it_has_led_to(open_context: OpenContext) -> None:
    """Skip stands where Next stood: whoever clicks twice skips nothing unseen, and a click of its own skips."""
    page = open_context(**LAPTOP).new_page()
    screen = WidgetPage(learn("royal_ascension")).screen
    task = screen["task"]
    done = {**task, "done": True, "learned": "So it is.", "hints": []}
    open_bare(page, {**screen, "task": done})
    page.locator(".onward .next").click()  # the first press at a table brings it forward, and has a guard of its own
    assert [message["do"] for message in sent(page)] == ["step"]
    show(page, {**screen, "at": screen["at"] + 1, "task": done})
    box = page.locator(".onward .next").bounding_box()
    assert box
    place = (box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    assert [message["do"] for message in sent(page)] == ["step"]
    show(page, {**screen, "at": screen["at"] + 2, "task": {**task, "id": task["onward"]["do"]["id"]}})
    under = page.evaluate("(at) => document.elementFromPoint(...at).closest('button')?.className", list(place))
    assert "skip-step" in under
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert [message["do"] for message in sent(page)] == []
    page.mouse.click(*place)
    assert [message["do"] for message in sent(page)] == ["step"]


# -- answers on the table ----------------------------------------------------------------------------------------------


def test_pointing_by_clicks_on_the_table(course: Open) -> None:
    step = first("royal_ascension", lambda step: step.point and step.point.piece)
    learner = course("royal_ascension")
    learner.go_to(step)
    right = learner.right(step.point)
    head = step.point.piece.partition("{}")[0]
    wrong = next(one["id"] for one in learner.table.pieces() if one["id"].startswith(head) and one["id"] not in right)
    learner.point_at(wrong)
    expect(learner.table.piece(wrong)).to_have_class(re_word("is-refused"))
    expect(learner.table.panel("why")).to_contain_text("Not this one.")
    expect(learner.table.panel("task")).to_contain_text(step.task)
    for one in right:
        learner.point_at(one)
        expect(learner.table.piece(one)).to_have_attribute("aria-description", "Right")
    expect(learner.table.panel("why")).to_have_count(0)
    expect(learner.table.panel("task")).to_contain_text(step.point.because)


def re_word(word: str) -> Any:
    import re

    return re.compile(rf"(^|\s){word}(\s|$)")


def test_a_prediction_blocks_the_table_and_is_marked_afterwards(course: Open) -> None:
    learner = course("royal_ascension")
    step = first("royal_ascension", lambda step: step.predict and step.predict.piece and not step.point)
    learner.go_to(step)
    table = learner.table
    expect(table.root.locator(".is-legal")).to_have_count(0)
    expect(table.button("Odds")).to_have_count(0)
    expect(table.root.locator(".question .ask")).to_have_text(step.predict.ask)
    learner.get_ready()
    expect(table.root.locator(".corner-said, .frame-said")).to_have_count(1)
    table.press("Change")
    assert table.screen["task"]["predict"]["open"]
    learner.answer(step.predict)
    for move in step.way:
        learner.play(move)
    expect(table.root.locator(".foreseen.right")).to_contain_text(step.predict.because)


def test_laying_the_table(course: Open) -> None:
    learner = course("the_west_ascendant")
    step = first("the_west_ascendant", lambda step: len(step.lay) > 3)
    learner.go_to(step)
    table, count = learner.table, len(step.lay)
    empty = table.root.get_by_role("button", name="An empty place", exact=True)
    expect(empty).to_have_count(count)
    expect(table.root.locator(".tray")).to_contain_text(f"0 of {count}")
    table.after(table.root.locator(".thing", has_text=step.lay[1].what).click)
    expect(table.root.locator(".thing.now")).to_have_text(step.lay[1].what)
    places = {thing.place for thing in step.lay}
    from widgets.small_table import numbered

    names = numbered(learner.scene([]), places)
    learner.point_at(names[step.lay[0].place])
    expect(table.panel("why")).to_contain_text(f"Not here: {step.lay[1].what}.")
    table.after(table.root.locator(".thing", has_text=step.lay[0].what).first.click)
    learner.lay()
    expect(empty).to_have_count(0)
    assert table.screen["task"]["done"]


def test_the_table_is_small_and_what_is_dimmed_can_be_read(course: Open) -> None:
    step = first("royal_ascension", lambda step: step.zones and plain(step))
    learner = course("royal_ascension")
    learner.go_to(step)
    dimmed = learner.table.root.locator(".part.is-dimmed")
    assert dimmed.count() == sum(part.get("dimmed", False) for part in learner.table.screen["scene"]) > 0
    piece = dimmed.locator("[data-piece]").first
    learner.table.after(piece.click)
    expect(learner.table.panel("why")).to_contain_text("That is not part of this task.")
    assert complaints_in_every_theme(learner.table.page, learner.table, colours=True) == {}


# -- mistakes and help -------------------------------------------------------------------------------------------------


def led_away(name: str) -> tuple[Step, list[Any]]:
    """A step with a legal move that leads away from its goal."""
    game = GAMES[name]
    for chapter in game.teaching.chapters:
        for step in filter(plain, chapter.steps):
            for move in [] if step.hide else answered_lesson(game, step).moves():
                if answered_lesson(game, step).submit(move).kind == "off":
                    return step, list(move)
    raise AssertionError("no step has a wrong way")


def test_a_mistake_is_answered_and_tried_again(course: Open) -> None:
    step, move = led_away("the_west_ascendant")
    learner = course("the_west_ascendant")
    learner.go_to(step)
    table, before = learner.table, learner.table.screen["scene"]
    table.play(move)
    why = table.panel("why")
    expect(why).to_have_class(re_word("off"))
    expect(why).to_contain_text(table.screen["why"]["text"])
    expect(table.panel("task")).to_contain_text(step.task)
    expect(table.root.locator("[data-main]")).to_have_text("Try again")
    table.press("Try again")
    expect(why).to_have_count(0)
    assert table.screen["scene"] == before
    for one in step.way:
        learner.play(one)
    assert table.screen["task"]["done"]


def test_hints_say_point_and_show(course: Open) -> None:
    step = first("the_north", plain)
    learner = course("the_north")
    learner.go_to(step)
    table, before = learner.table, learner.table.screen["scene"]
    table.press("Hint: nudge")
    expect(table.root.locator(".nudge")).to_have_text(step.nudge)
    table.press("Hint: point")
    hinted = table.screen["hint"]["pieces"]
    assert hinted == learner.takes(step.way[0])
    for piece in hinted:
        expect(table.piece(piece)).to_have_class(re_word("is-hinted"))
    ring = table.piece(hinted[0]).evaluate("(piece) => getComputedStyle(piece, '::before').animationName")
    assert ring == "none", "with reduced motion it does not pulse"
    table.press("Hint: show")
    expect(table.panel("now")).to_contain_text("do it yourself")
    table.wait(lambda screen: screen["show"] and screen["scene"] != before)
    table.wait(lambda screen: screen["show"] is None)
    assert table.screen["scene"] == before and not table.screen["task"]["done"]
    for move in step.way:
        learner.play(move)
    assert table.screen["task"]["done"]


def test_what_is_hidden_is_in_no_message(page: Page, here: House) -> None:
    """Neither what can be reached nor what a move would do goes over the line, before the step is done."""
    step = first("the_north", lambda step: {"reach", "previews"} <= set(step.hide) and step.way and not step.point)
    open_page(page, here.cell("learn('the_north')") + f"#learn=TL1.the_north/{step.id}/", tables=1)
    kernel = here.kernel(page)
    learner = Learner(Table(page, kernel.views[0].slot).arrive(), GAMES["the_north"])
    learner.begin(step)
    sent = [said for said in kernel.said if '"scene"' in said]
    assert sent and all('"moves": [[' not in said and '"texts"' not in said for said in sent)
    assert all(" \\u2192 " not in said and " → " not in said for said in sent)
    learner.get_ready()
    for move in step.way:
        learner.play(move)
    assert learner.table.screen["task"]["done"]


def test_a_task_that_comes_after_a_question_takes_its_words_and_no_more_room(course: Open) -> None:
    learner = course("royal_ascension")
    learner.go_to(first("royal_ascension", lambda step: step.id == "walk.pass"))
    expect(learner.table.panel("task")).to_contain_text("After that:")
    room = "(goal) => goal.offsetHeight / parseFloat(getComputedStyle(goal).lineHeight)"
    lines = [goal.evaluate(room) for goal in learner.table.root.locator(".pane.task .goal").all()]
    assert lines and max(lines) < 6


# -- sizes -------------------------------------------------------------------------------------------------------------


def stays_in_sight(learner: Learner, button: Locator) -> None:
    """At the top of the table and at its end, nothing lies over the way on."""
    for end in ("start", "end"):
        learner.table.root.evaluate("(root, end) => root.scrollIntoView({ block: end })", end)
        expect(button).to_be_in_viewport(ratio=1)
        button.click(trial=True)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", list(GAMES))
def test_the_way_on_is_always_in_sight(course: Open, name: str, size: dict[str, Any]) -> None:
    step = first(name, plain)
    learner = course(name, **size)
    learner.go_to(step)
    stays_in_sight(learner, learner.table.button("Skip this step"))
    for move in step.way:
        learner.play(move)
    stays_in_sight(learner, learner.table.button("Next: "))
    assert learner.table.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")


def test_axe_finds_nothing(course: Open) -> None:
    """While something is asked, and at the end of a chapter."""
    learner = course("royal_ascension")
    chapter = learner.game.teaching.chapters[0]
    for step in (first("royal_ascension", lambda step: step.lay), chapter.steps[1]):
        learner.go_to(step)
        assert complaints_in_every_theme(learner.table.page, learner.table) == {}


def test_a_refusal_and_the_rulebook_by_keyboard(visit: Callable[..., Page]) -> None:
    """Ask about a piece with `?`, open the rule, close it with Escape: the focus comes back to where it was."""
    table = Table(visit(), "first").arrive()
    table.settle()
    table.tab_to("[data-zone]:has([data-piece^='hand:'])", limit=600)
    table.after(lambda: table.key("?"))
    table.tab_to(".pane.why .rule")
    rule = table.screen["why"]["rules"][0]
    table.after(lambda: table.key("Enter"))
    expect(table.drawer).to_be_visible()
    assert table.page.evaluate("() => document.activeElement.dataset.entry") == rule
    table.after(lambda: table.key("Escape"))
    expect(table.drawer).to_have_count(0)
    assert table.page.evaluate("() => document.activeElement.textContent") == table.title(rule)
