"""Pictures of the product for people to look at, in the folder screenshots/. Taken by `make screenshots`."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from prepared import THIRD_HEALTH, chapter, lay_out, link, may, my_turn, over, played
from servers import ROOT
from tables import READY, OpenContext, Table, Visit, open_page, refused_third_health

from widgets.links import write_table
from widgets.shared.chair import Chair

FOLDER = ROOT / "screenshots"
PAGE = link(first=my_turn, play=my_turn, table=over, learn=THIRD_HEALTH)
SET_LOOK = """(look) => {
  localStorage.setItem("tabletop.look", JSON.stringify(look));
  window.dispatchEvent(new CustomEvent("tabletop:look", { detail: look }));
}"""


def shoot(page: Page, name: str) -> None:
    """The window as it is, once all its pieces have come to rest."""
    page.mouse.move(0, 0)
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')", timeout=READY)
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"{name}.png")


def look(page: Page, theme: str = "light", projector: bool = False) -> None:
    page.evaluate(SET_LOOK, {"theme": theme, "projector": projector})


def a_refusal(page: Page) -> Table:
    return refused_third_health(Table.chapter(page, chapter("battle")).arrive())


def with_drawer(table: Table, name: str, then: Callable[[], None]) -> None:
    table.press(name)
    then()
    table.press("Close")


def test_pictures_at_a_desk(visit: Visit) -> None:
    page = visit(PAGE)
    look(page)
    table = a_refusal(page)
    for theme in ("light", "dark", "contrast"):
        look(page, theme)
        table.arrive()
        shoot(page, f"lesson_{theme}")
    look(page)
    table = Table(page, "play").arrive()
    shoot(page, "play_light")
    with_drawer(table, "Rules", lambda: shoot(page, "rulebook"))
    end = Table(page, "table").arrive()
    for theme in ("light", "dark"):
        look(page, theme)
        end.arrive()
        shoot(page, f"end_{theme}")
    look(page)
    with_drawer(end, "Set up", lambda: shoot(page, "setup"))


def test_pictures_of_a_chart_and_a_curtain(visit: Visit) -> None:
    page = visit(link(play=may("commit")))
    look(page)
    table = Table(page, "play").arrive()
    shoot(page, "battle_light")
    table.press("Odds")
    expect(table.root.locator("[data-plot] svg").first).to_be_visible(timeout=READY)
    shoot(page, "odds")
    table.press("Close")
    lay_out(table, write_table([Chair(), Chair(), Chair()], played(may("commit"))))
    table.arrive()
    shoot(page, "curtain")
    table.press("Public table")
    shoot(page, "curtain_public")
    Table(page, "table").arrive()
    shoot(page, "rulings")


def test_pictures_on_a_projector(visit: Visit) -> None:
    page = visit(PAGE, viewport={"width": 1920, "height": 1080})
    look(page, projector=True)
    a_refusal(page).arrive()
    shoot(page, "projector_lesson")
    Table(page, "play").arrive()
    shoot(page, "projector_play")


def test_pictures_on_a_phone(visit: Visit) -> None:
    page = visit(PAGE, viewport={"width": 390, "height": 844}, has_touch=True, device_scale_factor=2)
    look(page)
    table = a_refusal(page)
    shoot(page, "phone_refusal")
    table.arrive()
    shoot(page, "phone_lesson")
    Table(page, "play").arrive()
    shoot(page, "phone_play")


def test_pictures_of_the_first_page(open_context: OpenContext, index_here: str) -> None:
    page = open_context().new_page()
    open_page(page, index_here, tables=1)
    for theme in ("light", "dark", "contrast"):
        look(page, theme)
        shoot(page, f"index_{theme}")
    look(page)
    page.set_viewport_size({"width": 390, "height": 844})
    shoot(page, "index_phone")
