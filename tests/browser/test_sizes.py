"""From a phone to a projector: everything is reachable, readable, and nothing lies on anything else."""

from __future__ import annotations

from itertools import combinations

from playwright.sync_api import Locator, Page, expect
from prepared import THIRD_HEALTH, chapter, link
from tables import Data, Table, Visit, refused_third_health

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}
HAIR = 4  # pixels that regions may share: room for outlines
BATTLE = link(learn=THIRD_HEALTH)

# Everything in the table that can be pressed, with its size on the screen. A rule's id inside a sentence is a word of
# that sentence, and links to it may be as small as words are (WCAG 2.5.8, "inline").
TARGETS = """(root) => [...root.querySelectorAll("button, a, input, select, textarea, summary, [role=button]")]
  .filter((one) => one.checkVisibility() && !one.closest("p, .hidden, .skip, .happened") && !one.disabled)
  .map((one) => ({ one, box: (one.closest("label") || one).getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0)
  .map(({ one, box }) => ({
    what: one.getAttribute("aria-label") || one.textContent || one.className,
    width: box.width,
    height: box.height,
  }))"""


def a_refusal(page: Page) -> Table:
    return refused_third_health(Table.chapter(page, chapter("battle")).arrive())


def box_of(one: Locator) -> Data:
    box = one.bounding_box()
    assert box, f"{one} is not on the screen"
    return {**box, "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]}


def overlap(one: Data, other: Data) -> float:
    """How far one reaches into the other, in pixels."""
    width = min(one["right"], other["right"]) - max(one["x"], other["x"])
    height = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
    return max(0.0, min(width, height))


def nothing_overlaps(table: Table, *selectors: str) -> None:
    boxes = {name: box_of(table.root.locator(name).first) for name in selectors if table.root.locator(name).count()}
    assert len(boxes) >= 3
    for one, other in combinations(boxes, 2):
        assert overlap(boxes[one], boxes[other]) <= HAIR, f"{one} and {other} overlap: {boxes[one]} {boxes[other]}"


# -- phone -------------------------------------------------------------------------------------------------------------


def test_a_phone_never_scrolls_sideways(visit: Visit) -> None:
    page = visit(BATTLE, **PHONE)
    for table in (a_refusal(page), Table(page, "first").arrive()):
        wide = page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{table.slot} is {wide[0]} px wide"
        assert table.root.evaluate("(root) => root.scrollWidth <= root.clientWidth")


def test_everything_on_a_phone_is_large_enough_for_a_finger(visit: Visit) -> None:
    table = a_refusal(visit(BATTLE, **PHONE))
    small = [one for one in table.root.evaluate(TARGETS) if min(one["width"], one["height"]) < 23.9]
    assert not small
    dock = table.root.get_by_role("group", name="Moves and time")
    low = [one for one in dock.evaluate(TARGETS) if one["height"] < 43.9]
    assert dock.evaluate(TARGETS) and not low


def test_on_a_phone_the_moves_stay_at_the_lower_edge(visit: Visit) -> None:
    table = a_refusal(visit(BATTLE, **PHONE))
    dock = box_of(table.root.get_by_role("group", name="Moves and time"))
    assert abs(dock["bottom"] - 844) < 2


def test_on_a_phone_a_drawer_covers_the_screen_and_goes_again(visit: Visit) -> None:
    table = Table(visit(BATTLE, **PHONE), "first").arrive()
    table.press("Rules")
    assert box_of(table.drawer)["width"] >= 380
    table.after(lambda: table.page.keyboard.press("Escape"))
    expect(table.drawer).to_have_count(0)


def test_on_a_phone_no_drawer_opens_by_itself(visit: Visit) -> None:
    """The last table of the page begins with its set-up; it must not cover the table above, where somebody plays."""
    page = visit("", **PHONE)
    table = Table(page, "play").arrive()
    Table(page, "table").wait(lambda screen: screen["kind"] != "waiting")
    expect(page.locator("dialog:modal")).to_have_count(0)
    table.press("Start")


# -- projector ---------------------------------------------------------------------------------------------------------


def font_sizes(table: Table) -> list[tuple[float, str]]:
    """All sizes in which something is written, with an example of each."""
    found = table.root.evaluate(
        """(root) => {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          const sizes = {};
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            if (!node.data.trim() || !element.checkVisibility() || element.closest("svg, .hidden, .skip")) continue;
            sizes[parseFloat(getComputedStyle(element).fontSize)] = node.data.slice(0, 40);
          }
          return Object.entries(sizes).map(([size, text]) => [Number(size), text]);
        }"""
    )
    return sorted((size, text) for size, text in found)


def size_of_now(table: Table) -> float:
    return float(table.panel("now").locator("p").first.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)"))


def test_a_projector_shows_large_type_and_nothing_overlaps(visit: Visit) -> None:
    table = Table.chapter(visit(BATTLE, **PROJECTOR), chapter("battle")).arrive()
    normal = size_of_now(table)
    table.button("Projector").click()
    assert abs(size_of_now(table) / normal - 1.6) < 0.05
    refused_third_health(table.arrive())
    smallest, text = font_sizes(table)[0]
    assert smallest >= 17, f"'{text}' is written in {smallest} px"
    nothing_overlaps(table, ".masthead", ".mat", ".rail", ".moves", ".time")
    nothing_overlaps(table, ".place.top", ".place.board", ".place.beside", ".place.hand")
    expect(table.panel("why")).to_be_in_viewport(ratio=0.95)
    assert table.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    table.button("Projector").click()


def test_at_a_desk_nothing_overlaps(visit: Visit) -> None:
    table = a_refusal(visit(BATTLE))
    nothing_overlaps(table, ".masthead", ".mat", ".rail", ".moves", ".time")
    nothing_overlaps(table, ".place.top", ".place.board", ".place.beside", ".place.hand")
    expect(table.panel("why")).to_be_in_viewport(ratio=0.95)
    smallest, text = font_sizes(table)[0]
    assert smallest >= 12, f"'{text}' is written in {smallest} px"
    small = [one for one in table.root.evaluate(TARGETS) if min(one["width"], one["height"]) < 23.9]
    assert not small
