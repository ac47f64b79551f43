"""What happened, in blocks; rules by their names; the rulebook answers questions; changed rulings are marked."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from prepared import link, my_turn
from tables import Table, Visit, lines_of, open_page

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.links import write_table
from widgets.shared.chair import Chair

MIDDLE = link(first=my_turn, play=my_turn)


@pytest.fixture
def table(visit: Visit) -> Table:
    return Table(visit(MIDDLE), "first").arrive()


def test_blocks_say_who_moved_and_fold_what_is_long(table: Table) -> None:
    blocks = table.screen["log"]
    drawn = table.panel("log").locator(".block")
    first = blocks[0]
    expect(drawn.nth(0).locator(".cause")).to_contain_text(first["lines"][0]["text"])
    for index, block in enumerate(blocks[: drawn.count()]):
        expect(drawn.nth(index).locator(".seat-badge")).to_have_count(int(block["seat"] is not None))
    long = next(n for n, block in enumerate(blocks) if n and len(block["lines"]) > 4)
    if long >= drawn.count():
        table.panel("log").get_by_role("button", name="earlier moves").click()
    last = blocks[long]["lines"][-1]["text"]
    expect(drawn.nth(long)).not_to_contain_text(last)
    fold = drawn.nth(long).locator(".fold")
    expect(fold).to_have_attribute("aria-expanded", "false")
    before = table.at
    fold.click()
    expect(drawn.nth(long)).to_contain_text(last)
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert table.at == before, "folding is the page's own business"


def test_turns_are_told_apart_and_a_block_opens_its_moment(table: Table) -> None:
    block = table.screen["log"][1]
    expect(table.panel("log").locator(".turn").first).to_have_text(f"Turn {table.screen['log'][0]['turn']}")
    moment = table.panel("log").get_by_role("button", name=f"Go to move {block['number']}", exact=True)
    moment.focus()
    past = table.after(lambda: table.page.keyboard.press("Enter"))
    assert past["time"]["at"] == block["at"]
    table.press("Back to now")


def test_rules_are_called_by_their_titles_until_ids_are_wanted(table: Table) -> None:
    line = next(line for line in lines_of(table.screen) if line["rule"])
    rule, title = line["rule"], table.title(line["rule"])
    link_to_it = table.panel("log").locator("button.rule", has_text=title).first
    expect(link_to_it).to_be_visible()
    expect(table.root.get_by_text(rule, exact=True)).to_have_count(0)
    switch_ids(table)
    expect(link_to_it.locator("code")).to_have_text(rule)
    other = Table(table.page, "play").arrive()
    expect(other.root.locator("button.rule code").first).to_be_visible()
    table.arrive()
    switch_ids(table)
    expect(link_to_it.locator("code")).to_have_count(0)


def switch_ids(table: Table) -> None:
    table.root.get_by_role("button", name="Theme").click()
    table.root.get_by_role("menuitemcheckbox", name="Show rule ids").click()


def test_the_rulebook_answers_a_question(table: Table) -> None:
    table.after(table.root.get_by_role("button", name="Rules", exact=True).click)
    box = table.drawer.get_by_role("searchbox", name="Ask or search the rulebook")
    table.after(lambda: box.fill("when do I win"))
    expect(table.drawer.locator("article").first).to_contain_text(table.title("end.majority"))
    expect(table.drawer.locator("article code")).to_have_count(0)
    table.after(lambda: box.fill("mewtopia"))
    expect(table.drawer.locator("article").first).to_contain_text("A territory worth 20.")
    table.after(lambda: table.page.keyboard.press("Escape"))


def house_table() -> str:
    """A link to a table that plays two rules another way, some turns after the beginning."""
    game = load("royal_ascension")
    session = Session(game, seats=3, seed=3, rulings={"ruling.one-direction": "yes", "ruling.shop-limit": "one"})
    bots = [make_bot("greedy", game, session.config, seat, 1) for seat in range(3)]
    while session.length < 40 or session.deciders != (0,):
        seat = session.deciders[0]
        session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    return quote(write_table([Chair(), Chair("greedy"), Chair("greedy")], session), safe=",~")


def test_changed_rulings_stand_beside_the_title_and_mark_the_log(page: Page, game_here: str) -> None:
    open_page(page, f"{game_here}#first={house_table()}")
    table = Table(page, "first").arrive()
    marks = table.panel("log").locator(".house-mark")
    expect(marks.first).to_be_visible()
    question = table.screen["house"][0]["question"]
    expect(marks.first).to_have_attribute(
        "title", f"This table's house ruling: {question} {table.screen['house'][0]['text']}"
    )
    table.root.get_by_role("button", name="2 house rulings").click()
    entry = table.root.get_by_role("menuitem", name=question)
    drawer = table.after(entry.click)["drawer"]
    assert drawer["focus"] == table.screen["house"][0]["id"]


def test_a_usual_table_has_no_chip(table: Table) -> None:
    expect(table.root.locator(".house-chip, .house-mark")).to_have_count(0)


def test_on_a_phone_the_log_is_the_same(page: Page, game_here: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, f"{game_here}{MIDDLE}")
    table = Table(page, "first").arrive()
    expect(table.panel("log").locator(".block").first).to_contain_text(table.screen["log"][0]["lines"][0]["text"])
    assert table.panel("log").evaluate("(log) => log.scrollWidth <= log.clientWidth")
