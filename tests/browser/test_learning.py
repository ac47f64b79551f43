"""Chapters of lessons, done as a learner does them: one by mouse alone, one by keyboard alone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from prepared import chapter, right_answer
from tables import Data, Table, Visit, open_page

from tabletop_kernel.lessons import Question, Step


def open_chapter(page: Page, name: str) -> tuple[Table, list[Step]]:
    number, steps = chapter(name)
    table = Table.chapter(page, number).arrive()
    assert table.screen["task"]["id"] == steps[0].id
    return table, steps


def see_the_summary(table: Table, steps: list[Step]) -> None:
    """At the end of a chapter stands what it has taught, each sentence with its rules."""
    summary = table.panel("task").locator(".summary")
    for step in steps:
        expect(summary).to_contain_text(step.learned)
        expect(summary.get_by_role("button", name=step.teaches[0], exact=True).first).to_be_visible()
    assert all(dot["done"] for dot in table.screen["where"]["steps"])


# -- by mouse ----------------------------------------------------------------------------------------------------------


def test_the_picture_of_a_game_leads_to_its_lessons(page: Page, index_url: str) -> None:
    """People press what looks best: the whole lid does what its first button says, except where another one lies."""
    lid = page.locator(".lid").first
    for part, leads_to in ((".picture", "#learn"), ("h2", "#learn"), (".btn:not(.main)", "#play")):
        open_page(page, index_url, tables=1)
        box = lid.locator(part).first.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_url(f"**/royal_ascension.ipynb{leads_to}*", wait_until="commit")


def choose(table: Table, question: Question, choice: str) -> None:
    choices = table.root.get_by_role("group", name=question.ask)
    table.after(choices.get_by_role("button", name=choice, exact=True).click)


def do_by_mouse(table: Table, step: Step) -> None:
    if step.predict:
        choose(table, step.predict, step.predict.choices[0])
    for question in step.questions:
        choose(table, question, right_answer(step, question))
    for move in step.solution:
        table.play(move)
    assert table.screen["task"]["done"], f"step {step.id} is not done: {table.text('now')}"


def test_a_chapter_by_mouse_alone(visit: Visit) -> None:
    table, steps = open_chapter(visit(), "battle")
    for step in steps:
        assert table.screen["task"]["id"] == step.id
        expect(table.panel("task")).to_contain_text(step.task)
        do_by_mouse(table, step)
        if step is not steps[-1]:
            table.press("Next: ")
    see_the_summary(table, steps)


def test_three_hints_lead_to_the_solution(visit: Visit) -> None:
    table, steps = open_chapter(visit(), "walking")
    for hint in steps[0].hints:
        table.press("Hint: ")
        expect(table.panel("task")).to_contain_text(hint)
    expect(table.button("Hint: ")).to_have_count(0)


def test_a_wrong_answer_meets_its_rule(visit: Visit) -> None:
    table, steps = open_chapter(visit(), "shop")
    question = steps[0].questions[0]
    wrong = next(choice for choice in question.choices if choice != right_answer(steps[0], question))
    choose(table, question, wrong)
    expect(table.panel("why")).to_contain_text(table.title(table.screen["why"]["rules"][0]))
    choices = table.root.get_by_role("group", name=question.ask)
    expect(choices.get_by_role("button", name=wrong, exact=True)).to_be_disabled()
    choose(table, question, right_answer(steps[0], question))
    expect(table.panel("why")).to_have_count(0)


# -- by keyboard -------------------------------------------------------------------------------------------------------


def scroll_by_keyboard(table: Table) -> None:
    """Page down until the table is in sight, then Tab into it."""
    while table.screen["kind"] == "waiting":
        table.page.keyboard.press("PageDown")
        table.page.evaluate("() => new Promise(requestAnimationFrame)")
    table.tab_to(".masthead", limit=600)


def answer_by_keyboard(table: Table, ask: str, choice: str) -> None:
    table.tab_to(f'[role=group][aria-label="{ask}"] .choices')
    table.walk_to_text(choice)
    enter(table)


def play_by_keyboard(table: Table, move: list[Any]) -> None:
    """Walk to the piece that has the move, and press Enter; what lies on no piece is typed."""
    owners = [piece for piece in table.legal_pieces() if move in piece["moves"]]
    if not owners:
        type_it(table, move)
        return
    selector = f'[data-piece="{owners[0]["id"]}"]'
    table.tab_to(f"[data-zone]:has({selector})")
    table.walk_to(selector)
    if len(owners[0]["moves"]) > 1:
        table.key("Enter")  # opens the menu of the piece
        for _ in range(owners[0]["moves"].index(move)):
            table.key("ArrowDown")
    enter(table)


def type_it(table: Table, move: list[Any]) -> None:
    """Type a move into its box: `/` leads there from anywhere at the table."""
    table.key("/")
    table.page.keyboard.type(" ".join(map(str, move)))
    enter(table)


def enter(table: Table) -> Data:
    screen = table.after(lambda: table.key("Enter"))
    assert table.has_focus(), "the focus left the table"
    return screen


def go_on_by_keyboard(table: Table) -> None:
    table.tab_to(".pane.now .row")
    enter(table)


def test_a_chapter_by_keyboard_alone(page: Page, game_url: str) -> None:
    number, steps = chapter("realm")
    open_page(page, game_url)
    table = Table.chapter(page, number)
    scroll_by_keyboard(table)
    for step in steps:
        assert table.screen["task"]["id"] == step.id
        for question in step.questions:
            answer_by_keyboard(table, question.ask, right_answer(step, question))
        for move in step.solution[:1]:
            play_by_keyboard(table, move)
        for move in step.solution[1:]:
            type_it(table, move)
        assert table.screen["task"]["done"], table.text("now")
        if step is not steps[-1]:
            go_on_by_keyboard(table)
    see_the_summary(table, steps)


def test_a_refusal_and_the_rulebook_by_keyboard(visit: Visit) -> None:
    """Ask about a piece with `?`, open the rule, close it with Escape: the focus comes back to where it was."""
    table = Table(visit(), "first").arrive()
    table.settle()
    table.tab_to("[data-zone]:has([data-piece^='hand:'])", limit=600)
    table.after(lambda: table.key("?"))
    table.tab_to(".pane.why .rule")
    rule = table.screen["why"]["rules"][0]
    enter(table)
    expect(table.drawer).to_be_visible()
    assert table.page.evaluate("() => document.activeElement.dataset.entry") == rule
    table.after(lambda: table.key("Escape"))
    expect(table.drawer).to_have_count(0)
    assert table.page.evaluate("() => document.activeElement.textContent") == rule
