"""A class of four in real browsers, with a teacher and a projector: code, live grid, orders, predictions, the end."""

from __future__ import annotations

import re
import time

from here import OTHERS, House
from playwright.sync_api import Page, expect
from tables import READY, OpenContext, Table, complaints, find_tables, hash_of, open_page

from widgets.shared.animals import ANIMALS, COLOURS

LATE = 15_000  # milliseconds: a busy machine, on which more pages are being opened

# What makes a page ask Python for other eyes.
LOOK = """(projector) => window.dispatchEvent(
  new CustomEvent("tabletop:look", { detail: { theme: "system", projector } }),
)"""

# What the page asks Python for from now on.
KEEP_WISHES = """() => {
  const model = window.tablesInTest.class;
  const send = model.send.bind(model);
  window.wishes = [];
  model.send = (message, ...more) => {
    window.wishes.push(message);
    send(message, ...more);
  };
}"""

# Whether the bar of the class leaves free what lies under it, and the animal is not cut off.
UNCOVERED = """() => {
  const bar = document.getElementById("class-bar").getBoundingClientRect();
  const table = document.querySelector(".tabletop:has(.pane.task)").getBoundingClientRect();
  const animal = document.querySelector("#page-bar .animal");
  return table.top >= bar.bottom - 1 && animal.scrollWidth <= animal.clientWidth;
}"""
SIZES = ({"width": 1024, "height": 768}, {"width": 1920, "height": 1080})  # of walls
# How many pixels of a wall lie below all that is on it.
LEFT_EMPTY = """() => innerHeight - Math.max(...[...document.querySelectorAll(".class-wall .wall-main > *")]
  .map((one) => one.getBoundingClientRect().bottom))"""


# How many pixels of a question do not fit into its place on the wall.
CUT_OFF = """() => {
  const pane = document.querySelector(".class-foreseen");
  const below = pane.getBoundingClientRect().bottom - innerHeight;
  return Math.max(below, pane.scrollHeight - pane.clientHeight, pane.scrollWidth - pane.clientWidth);
}"""
# How much of the window a phone's table has, beside or below what is said above it.
IN_SIGHT = """() => {
  const mat = document.querySelector(".tabletop:has(.pane.task) .mat").getBoundingClientRect();
  const top = Math.max(mat.top, document.getElementById("page-bar").getBoundingClientRect().bottom);
  return (Math.min(mat.bottom, innerHeight) - top) / innerHeight;
}"""


def a_page(open_context: OpenContext, address: str, **wishes: object) -> Page:
    page = open_context(**wishes).new_page()
    open_page(page, address)
    return page


def join(page: Page, code: str) -> str:
    """Type the code on the door; the animal that one becomes."""
    page.get_by_label("Table code, save code or link").fill(code.lower())
    page.get_by_role("button", name="Open", exact=True).click()
    return arrived(page, code)


def arrived(page: Page, code: str) -> str:
    """On the page of the game, where one is an animal."""
    page.wait_for_url("**/royal_ascension.ipynb*", timeout=READY)
    find_tables(page)
    badge = page.locator("#page-bar .class-badge")
    expect(badge).to_contain_text(code)
    return badge.locator(".animal").inner_text()


# How much wider than its window a page would be with such a name in its bar.
FITS = """(name) => {
  const animal = document.querySelector("#page-bar .animal") || document.querySelector("#class-bar .animal");
  const own = animal.textContent;
  animal.textContent = name;
  const over = document.documentElement.scrollWidth - window.innerWidth;
  animal.textContent = own;
  return over;
}"""


# Whether the open table has the window from `top` to its lower edge, and the page's bar lies over nothing else.
FILLS = """(orders) => {
  const table = document.querySelector(".pane.task").closest(".tabletop");
  const open = table.getBoundingClientRect();
  const bar = document.querySelector("#page-bar").getBoundingClientRect();
  const emblem = table.querySelector(".emblem").getBoundingClientRect();
  const top = orders ? bar.height + document.querySelector("#class-bar").offsetHeight : 0;
  const isFree = orders ? emblem.top >= top : bar.right <= emblem.left;
  return isFree && Math.abs(open.top - top) <= 2 && Math.abs(open.bottom - innerHeight) <= 2;
}"""


def test_a_class_of_four(open_context: OpenContext, here: House) -> None:
    base = f"{OTHERS}voila/render/"
    teacher = a_page(open_context, f"{base}class.ipynb", viewport={"width": 1280, "height": 720})
    teacher.get_by_label("The Royal Ascension in 45 minutes").check()
    teacher.get_by_role("button", name="Open class").click()
    code = teacher.locator(".class-bar .class-number").inner_text()
    assert hash_of(teacher)["teach"].startswith("TC1.")
    assert complaints(teacher) == []

    sizes = [{"width": 390, "height": 844}, {"width": 768, "height": 1024}, *[{"width": 1280, "height": 720}] * 2]
    pupils, names = [], []
    for size in sizes[:2]:  # one after the other: a door that is left makes room for the next
        pupils.append(a_page(open_context, f"{base}index.ipynb", viewport=size))
        names.append(join(pupils[-1], code))
    for size in sizes[2:]:  # by the picture on the wall
        pupils.append(open_context(viewport=size).new_page())
        here.serve(pupils[-1].context)
        pupils[-1].goto(f"{base}index.ipynb#join={code}", timeout=READY)
        names.append(arrived(pupils[-1], code))
    assert len(set(names)) == 4 and {name.split()[1] for name in names} <= set(ANIMALS)
    expect(teacher.locator(".pupil")).to_have_count(4)

    everybody_goes_to_a_step(teacher, pupils)
    whoever_reloads_is_brought_back(teacher, pupils[0], names[0])
    a_pause_covers_all(teacher, pupils)
    wall = the_wall_shows_no_pupil(open_context, base, teacher, names)
    the_class_foresees(teacher, wall, pupils[1:3])
    pupils_sit_at_tables(teacher, pupils)
    everybody_looks_at_one(teacher, wall)
    the_end(teacher, wall, pupils)


def everybody_goes_to_a_step(teacher: Page, pupils: list[Page]) -> None:
    """At once, each in its own chapter; the teacher sees within a second that somebody has done something."""
    teacher.get_by_role("button", name="Send everyone to Roll and walk").click()
    for pupil in pupils:
        expect(pupil.locator(".pane.task")).to_contain_text("Roll and walk", timeout=LATE)
    expect(teacher.locator(".class-steps li").first).to_contain_text("4 doing it", timeout=LATE)
    longest = " ".join(max(names, key=len) for names in (COLOURS, ANIMALS))
    desk = pupils[2]
    desk.wait_for_function(FILLS, arg=False)
    expect(desk.locator("#page-bar .animal")).to_be_in_viewport(ratio=0.99)
    for pupil in pupils[:2]:  # on a phone and on a tablet the bars fit, whatever somebody is called
        assert pupil.evaluate(FITS, longest) <= 0
    phone = pupils[0]
    for size in ({"width": 740, "height": 360}, {"width": 844, "height": 390}):  # it is laid on its side
        phone.set_viewport_size(size)
        phone.wait_for_function(f"({IN_SIGHT})() > 0.5")
        expect(phone.locator(".dock").get_by_role("button", name="Roll the die")).to_be_in_viewport()
    phone.set_viewport_size({"width": 390, "height": 844})
    teacher.get_by_role("checkbox").uncheck()
    teacher.get_by_role("button", name="Send everyone to Gold this time").click()
    for pupil in pupils:
        expect(pupil.locator("#class-bar")).to_contain_text("Gold this time")
    assert complaints(pupils[0]) == []
    desk.wait_for_function(FILLS, arg=True)
    begun = time.monotonic()
    pupils[1].get_by_role("button", name="Go there").click()
    expect(teacher.locator(".class-steps li").nth(1)).to_contain_text("1 doing it", timeout=LATE)
    print(f"\nthe teacher sees it after {time.monotonic() - begun:.2f} s")
    expect(pupils[1].locator("#class-bar")).to_be_hidden()
    teacher.get_by_role("checkbox").check()


def whoever_reloads_is_brought_back(teacher: Page, pupil: Page, name: str) -> None:
    teacher.get_by_role("button", name="Send everyone to Roll and walk").click()
    expect(pupil.locator(".pane.task")).to_contain_text("Roll and walk", timeout=LATE)
    pupil.reload()
    find_tables(pupil)
    expect(pupil.locator(".class-badge .animal")).to_have_text(name)
    expect(pupil.locator(".pane.task")).to_contain_text("Roll and walk", timeout=LATE)
    expect(pupil.locator(".pane.task")).to_be_in_viewport()
    expect(teacher.locator(".pupil")).to_have_count(4)


def a_pause_covers_all(teacher: Page, pupils: list[Page]) -> None:
    teacher.get_by_role("button", name="Pause").press("Enter")
    expect(teacher.get_by_role("button", name="Resume")).to_be_focused()
    for pupil in pupils:
        expect(pupil.locator("#class-cover")).to_contain_text("A short pause")
    pupils[0].keyboard.press("Escape")
    pupils[0].keyboard.press("Escape")
    expect(pupils[0].locator("#class-cover")).to_be_visible()
    assert complaints(pupils[0]) == []
    teacher.get_by_role("button", name="Resume").dblclick()  # its second half does not pause again
    for pupil in pupils:
        expect(pupil.locator("#class-cover")).to_be_hidden()
    expect(teacher.get_by_role("button", name="Pause")).to_be_visible()


def the_wall_shows_no_pupil(open_context: OpenContext, base: str, teacher: Page, names: list[str]) -> Page:
    link = teacher.get_by_role("link", name="Window for the projector").get_attribute("href") or ""
    assert hash_of(teacher)["teach"] not in link, "everybody can read it"
    cut = link.removesuffix("&wall")  # whoever copies half of the address is shown the same
    wall = open_context(viewport={"width": 1920, "height": 1080}).new_page()
    open_page(wall, f"{base}class.ipynb{cut}")
    expect(wall.locator(".class-wall .qr")).to_be_visible()
    expect(wall.locator(".class-wall .class-count")).to_contain_text("4 here")
    said = wall.locator(".class-wall").inner_text()  # the guide under it may have an animal of its own
    assert not [name for name in names if name in said]
    assert complaints(wall) == []
    assert teacher.locator(".class-wall").count() == 0, "the teacher's own window is as it was"
    table = Table(wall, "class")
    wall.evaluate(KEEP_WISHES)
    table.after(lambda: wall.evaluate(LOOK, False))
    table.steady()
    asked = [one for one in wall.evaluate("() => window.wishes") if one["do"] == "project"]
    assert [one["on"] for one in asked] == [False], "a wall stays one, and the page does not insist"
    expect(wall.locator(".class-wall .qr")).to_be_visible()
    wall.evaluate(LOOK, True)
    return wall


def the_class_foresees(teacher: Page, wall: Page, pupils: list[Page]) -> None:
    """Two answer, wait without a move, and play on when the answer is shown."""
    teacher.get_by_role("button", name="Ask everyone to predict Walking past").click()
    for pupil in pupils:
        expect(pupil.locator(".pane.task")).to_contain_text("Walking past", timeout=LATE)
        lesson = pupil.locator(".tabletop", has=pupil.locator(".pane.task"))  # the table at the top has piles too
        lesson.locator('[data-piece^="pile:"]').first.click()
        expect(pupil.locator("#class-bar")).to_contain_text("Your answer is in")
        expect(lesson).to_contain_text("Wait for your class.")
        assert lesson.locator(".pane.now, .bar .btn, .dock .btn").count() == 0, "nothing is to be decided or pressed"
        assert pupil.evaluate(UNCOVERED), "the bar lies over nothing, and the animal is whole"
    expect(wall.locator(".class-foreseen")).to_contain_text("2 of 4 have answered", timeout=LATE)
    expect(wall.locator('.wall-asked [data-piece="pile:hearts"]')).to_be_visible()
    for size in SIZES:
        wall.set_viewport_size(size)
        Table(wall, "class").steady()
        assert wall.evaluate(LEFT_EMPTY) <= 40, size
    assert wall.locator(".answers, .is-right, .because").count() == 0, "who still thinks about it thinks alone"
    teacher.get_by_role("button", name="Show class answers").click()
    expect(wall.locator(".answers")).to_be_visible()
    assert wall.locator(".is-right, .because").count() == 0
    teacher.get_by_role("button", name="Show answer").click()
    expect(wall.locator(".because")).to_be_visible()
    expect(wall.locator(".wall-asked .corner-right")).to_have_count(1)
    expect(wall.locator(".asked-task")).to_contain_text("Walk to space 24")
    for size in SIZES:
        wall.set_viewport_size(size)
        Table(wall, "class").steady()
        assert wall.evaluate(CUT_OFF) <= 1, size
    for pupil in pupils:
        expect(pupil.locator("#class-bar")).to_be_hidden()
        expect(pupil.locator(".pane.task")).to_contain_text("Now play.")


def pupils_sit_at_tables(teacher: Page, pupils: list[Page]) -> None:
    teacher.get_by_role("button", name="Form tables").click()
    expect(teacher.locator(".class-groups li")).to_have_count(2)
    for pupil in pupils:
        table = pupil.locator('.tabletop[data-slot="play"]')
        expect(table.locator(".seats, .part-seats").first).to_contain_text("you", timeout=LATE)
        assert hash_of(pupil)["play"].startswith("TT1.")
        assert pupil.locator(".tabletop .mat").count() == 1, "one table is in sight"


def everybody_looks_at_one(teacher: Page, wall: Page) -> None:
    teacher.locator(".class-groups").get_by_role("button", name=re.compile("^Show .* to everyone$")).first.click()
    expect(wall.frame_locator(".wall-look").locator('[data-slot="play"] .mat')).to_be_visible(timeout=READY)
    assert wall.locator(".class-wall").get_by_role("button", name="Show answer").count() == 0


def the_end(teacher: Page, wall: Page, pupils: list[Page]) -> None:
    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Pupils (CSV)").click()
    assert download.value.suggested_filename == "pupils.csv"
    teacher.get_by_role("button", name="End class").click()
    teacher.get_by_role("button", name="Delete class").click()
    expect(teacher.locator(".class-said")).to_contain_text("All its data is deleted")
    expect(teacher.locator(".class-said")).to_be_in_viewport()
    for page in pupils:
        expect(page.locator("#class-bar")).to_contain_text("This class is over", timeout=LATE)
        assert page.locator(".class-badge").count() == 0
        assert "class" not in hash_of(page)
    expect(wall.locator(".class-wall")).to_contain_text("The class is over")
    pupils[0].reload()
    find_tables(pupils[0])
    assert pupils[0].locator(".class-badge").count() == 0
