"""What a browser remembers of a course is there on every page of it, whatever its link says or leaves out."""

from __future__ import annotations

from page import Page, room_of

from widgets import app

DONE = "TL1.royal_ascension/walk.exact/walk.first"


def chapter(**link: str) -> Page:
    app._progress.cache_clear()
    page = Page(app.learn("royal_ascension", "walking"), greet=False)
    page.send("hello", link=link)
    return page


def test_a_page_without_a_link_goes_on_from_what_the_browser_remembers() -> None:
    page = chapter(learned=DONE)
    assert room_of(page).learning == "walk.exact" and page.screen["keep"]["learn"] == DONE


def test_a_link_says_more_than_the_memory_of_a_browser() -> None:
    page = chapter(learned=DONE, learn="TL1.royal_ascension/walk.pass/")
    assert room_of(page).learning == "walk.pass" and not page.screen["why"]


def test_what_is_remembered_of_another_course_is_forgotten_without_a_word() -> None:
    for kept in ("TL1.royal_ascension/gone/gone", "TL1.the_north/x/", "nonsense", DONE[:-3]):
        page = chapter(learned=kept)
        assert not page.screen["why"] and room_of(page).learning == "walk.first", kept
