"""Whole games, time travel and other ways to go on, by mouse."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect
from prepared import link, my_turn
from tables import Table, TableHere, Visit, lines_of, number_of, open_page, play_to_the_end

SHORT = 2  # the seed of a game that is short, and has fights
MIDDLE = link(first=my_turn, play=my_turn, table=my_turn)  # half a game was played at each, and it is my turn


def test_a_whole_game_against_bots_and_another_one(table_here: TableHere) -> None:
    table = table_here(f'play("royal_ascension", seed={SHORT})')
    table.press("Start")
    screen = play_to_the_end(table, Random(4).choice)
    result = screen["now"]["result"]
    names = [result["winners"][0]["name"], *(score["name"] for score in result["scores"])]
    for told in (*names, table.title(result["rule"])):
        expect(table.panel("now")).to_contain_text(told)
    table.press("Play again")
    table.wait(lambda now: now["time"]["length"] < screen["time"]["length"])
    table.settle()
    assert table.screen["now"]["kind"] == "yours" and table.forward_moves()


def test_the_first_table_of_the_page_can_be_played_at_once(page: Page, game_here: str) -> None:
    open_page(page, game_here)
    table = Table(page, "first")
    expect(table.root).to_be_in_viewport()
    table.wait(lambda screen: screen["kind"] == "table")
    expect(table.panel("now")).to_contain_text("Roll the die to begin")
    legal = table.legal_pieces()
    assert legal, "a piece on the table can be used, not only a button"
    before = table.screen["time"]["length"]
    assert table.click_piece(legal[0])["time"]["length"] == before + 1


HOLD_FRAMES = """() => {
  const held = [];
  const real = window.requestAnimationFrame;
  window.requestAnimationFrame = (run) => held.push(run);
  window.letGo = () => { window.requestAnimationFrame = real; held.forEach((run) => real(run)); };
}"""


def test_the_table_answers_first_and_the_log_follows(page: Page, game_here: str) -> None:
    """What nobody waits for is drawn when the answer itself is on the screen."""
    open_page(page, game_here)
    table = Table(page, "first").arrive()
    page.evaluate(HOLD_FRAMES)
    screen = table.play(table.forward_moves()[0])
    news = lines_of(screen)[0]["text"]
    assert screen["now"]["text"] in table.text("now") and news not in table.text("log")
    page.evaluate("() => window.letGo()")
    expect(table.panel("log")).to_contain_text(news)


# -- time --------------------------------------------------------------------------------------------------------------


def test_back_in_time_by_slider(visit: Visit) -> None:
    table = Table(visit(MIDDLE), "first").arrive()
    now = table.screen
    number = drag(table, 1, 0.6, 0.4)
    past = table.wait(lambda screen: screen["time"]["at"] == number)
    assert past["now"]["kind"] == "past" and past["scene"] != now["scene"]
    at, length = (number_of(past["time"], moment) for moment in (past["time"]["at"], past["time"]["length"]))
    assert past["time"]["length"] == now["time"]["length"]
    expect(table.root.locator(".time .count")).to_contain_text(f"of {length}")
    expect(table.root.locator(".time .count")).to_contain_text(f"move {at}")
    table.press("Back to now")
    assert table.screen["scene"] == now["scene"] and table.screen["time"]["at"] == now["time"]["length"]


def drag(table: Table, *parts: float) -> int:
    """Drag the slider of time with the mouse, from one part of its length to the next; where it then stands."""
    slider = table.root.get_by_role("slider", name="Moment of the game")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    mouse = table.page.mouse
    for number, part in enumerate(parts):
        mouse.move(box["x"] + 8 + (box["width"] - 16) * part, box["y"] + box["height"] / 2, steps=5)
        if number == 0:
            mouse.down()
    mouse.up()
    return int(slider.input_value())


def test_back_in_time_by_a_line_of_the_log(visit: Visit) -> None:
    table = Table(visit(MIDDLE), "first").arrive()
    screen = table.screen
    number, block = next((n, one) for n, one in enumerate(screen["log"]) if one["at"] < screen["time"]["length"] - 2)
    past = table.after(table.panel("log").locator(".block .cause .happened").nth(number).click)
    assert past["time"]["at"] == block["at"]
    assert not table.legal_pieces(), "moves are made in the present"
    table.press("Back to now")
    assert table.screen["now"]["kind"] == "yours"


def test_play_on_from_an_earlier_moment_and_reach_both_lines(visit: Visit) -> None:
    table = Table(visit(MIDDLE), "play").arrive()
    length = table.screen["time"]["length"]
    earlier = table.screen["time"]["turns"][-4]
    named = number_of(table.screen["time"], earlier)
    table.panel("log").get_by_role("button", name="earlier moves").click()
    table.after(table.panel("log").get_by_role("button", name=f"Go to move {named}", exact=True).first.click)
    table.press("Play on from here")
    table.settle()
    table.play(table.forward_moves()[0])
    table.settle()
    other = table.screen["time"]
    choice = table.root.get_by_role("combobox", name="Line of play")
    table.after(lambda: choice.select_option(label="The game"))
    assert table.screen["time"]["length"] == length and table.screen["now"]["kind"] == "yours"
    table.after(lambda: choice.select_option(label=f"From move {named}"))
    table.settle()
    assert table.screen["time"]["length"] >= other["length"] > earlier
    assert [line["now"] for line in table.screen["time"]["lines"]] == [False, True]


def test_a_die_that_was_rolled_stays_rolled(visit: Visit) -> None:
    """Undo takes back what gave nothing away, and says why not otherwise."""
    table = Table(visit(MIDDLE), "table").arrive()
    rolled = table.play(["roll", 1])
    undo = table.button("Undo")
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", "You can't undo the last move: it rolled or drew something.")
    table.after(lambda: undo.click(force=True))
    expect(table.panel("why")).to_be_visible()
    assert table.screen["time"]["length"] == rolled["time"]["length"]
