"""Tamashii as it is drawn from real games: every kind of decision fits its screen, and nothing is missing.

No server is needed: the code that draws gets screens made from random games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any

import pytest
from bare import open_bare, show
from playwright.sync_api import Browser, Page, expect
from tables import Table, leave, new_context

from tabletop_kernel import Session, load
from tabletop_kernel.checks.random_play import tables as random_tables
from tabletop_kernel.checks.random_play import wander
from widgets.face import face_of
from widgets.moments import all_moments
from widgets.panel import now

# What is cut off at its right edge; an outline may stand over it.
CUT_OFF = """() => [...document.querySelectorAll(".mat .place, .mat .part, .foe, .pattern, .item, .board-line, .meter")]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 12)
  .map((one) => `${one.className}: ${one.textContent.slice(0, 60)}`)"""
# Columns of the table that would have to be scrolled.
SCROLLED = """() => [...document.querySelectorAll(".has-launcher > :is(.near, .beside), .has-launcher .beside > .part")]
  .filter((one) => one.scrollHeight > one.clientHeight + 12).map((one) => one.className)"""
SIZE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
GAME = load("tamashii")
FACE = face_of("tamashii")


def screen(session: Session, seat: int | None, at: int) -> dict[str, Any]:
    """As a room would send it, without what does not belong to the table."""
    moves = session.moves(seat) if seat is not None else []

    def look() -> Any:
        return FACE.look(GAME, session.config, session.view(seat), moves, lambda move: session.phrase(seat or 0, move))

    return {
        "kind": "table",
        "game": "tamashii",
        "title": "Tamashii",
        "at": at,
        "viewer": seat,
        "scene": FACE.scene(look()),
        "now": now(session, seat, all_moments(session)),
        "moves": FACE.groups(look()),
        "log": [],
    }


Moment = tuple[str, dict[str, Any], dict[str, Any]]


@cache
def moments() -> list[Moment]:
    """The first time that each kind of decision is met: as the one who decides sees it, and as everybody does."""
    met = {}
    for session, rng in random_tables(GAME, 8, 9):
        for _ in wander(session, rng):
            kind = session.truth.frames[-1][0] if session.deciders else "over"
            if kind not in met and session.deciders:
                met[kind] = (kind, screen(session, session.deciders[0], 0), screen(session, None, 0))
    assert {"plan", "move", "launch", "combat", "district", "roll", "test"} <= met.keys()
    return list(met.values())


def things(scene: Any, part: Any = None) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Everything in a scene, with the part in which it lies."""
    for one in scene.values() if isinstance(scene, dict) else scene:
        if isinstance(one, dict):
            where = part or (one.get("zone"), one.get("place"))
            yield where, one
            yield from things(one, where)
        elif isinstance(one, list):
            yield from things(one, part)


@cache
def enough(kinds: Callable[[Moment], set[Any]]) -> list[Moment]:
    """A few moments in which everything is met that all of them have."""
    left = [(kinds(one), one) for one in moments()]
    found = []
    while any(new for new, _ in left):
        met, most = max(left, key=lambda one: len(one[0]))
        found.append(most)
        left = [(new - met, one) for new, one in left]
    return found


def with_names(moment: Moment) -> set[Any]:
    """What has a name, as the one who decides sees it: the part in which it lies, and what is told of it."""
    return {(part, *sorted(one)) for part, one in things(moment[1]["scene"]) if "name" in one}


def everybodys(moment: Moment) -> set[Any]:
    """The same for all that everybody sees."""
    return {(part, *sorted(one)) for part, one in things(moment[2]["scene"])}


def in_action(seats: int, scenario: str = "S01") -> Session:
    """A table where somebody is about to move."""
    session = Session(GAME, seats, seed=3, options={"scenario": scenario, "draft": "dealt"})
    while session.truth.frames[-1][0] != "move":
        seat = session.deciders[0]
        session.submit(seat, session.moves(seat)[-1])
    return session


SIZES = {"desk": (1280, 720), "tablet": (1024, 768), "phone": (390, 844), "wall": (1920, 1080)}
NUMBERS = count(1)
ON_A_WALL = "localStorage.setItem('tabletop.look', JSON.stringify({ pace: 'once', projector: true }))"
Window = Callable[[str], Page]


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Window]:
    """A page of each size, on which one screen after another is drawn."""
    opened: dict[str, Page] = {}

    def open_one(name: str) -> Page:
        if name not in opened:
            width, height = SIZES[name]
            context = new_context(browser, viewport={"width": width, "height": height}, has_touch=name == "phone")
            if name == "wall":
                context.add_init_script(ON_A_WALL)
            opened[name] = context.new_page()
            open_bare(opened[name], screen(in_action(2), 0, next(NUMBERS)))
        return opened[name]

    yield open_one
    for page in opened.values():
        leave(page.context)


def draw(page: Page, made: dict[str, Any]) -> None:
    show(page, {**made, "at": next(NUMBERS)})
    Table(page, "bare").steady()


@pytest.mark.parametrize("name", ["desk", "phone", "wall"])
def test_every_kind_of_decision_fits_its_screen(window: Window, name: str) -> None:
    page, (width, height) = window(name), SIZES[name]
    for kind, own, open_to_all in enough(everybodys) if name == "wall" else moments():
        draw(page, open_to_all if name == "wall" else own)
        expect(page.locator(".fault"), kind).to_have_count(0)
        across, down = page.evaluate(SIZE)
        assert across <= width, kind
        assert name == "phone" or down <= height, kind
        assert page.evaluate(CUT_OFF) == [], kind
        assert name != "wall" or page.evaluate(SCROLLED) == [], kind


def test_a_launch_that_is_looked_at_in_the_bar_is_outlined(window: Window) -> None:
    page = window("desk")
    session = next(launches())
    draw(page, screen(session, session.deciders[0], 0))
    page.mouse.move(5, 5)
    button = page.get_by_role("group", name="Launch", exact=True).get_by_role("button").first
    expect(page.locator(".lit")).to_have_count(0)
    button.hover()
    expect(page.locator(".lit")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".lit")).to_have_count(0)
    button.focus()
    expect(page.locator("button.lit-pill")).to_have_count(1)


def launches() -> Iterator[Session]:
    for session, rng in random_tables(GAME, 12, 3):
        for _ in wander(session, rng):
            if session.deciders and any(move[0] == "launch" for move in session.moves(session.deciders[0])):
                yield session


LONG = " of the Everlasting and Unforgettable Nightfall District"


def stretched(part: Any) -> Any:
    """The same with names of sixty letters, as somebody else's pack may have them."""
    if isinstance(part, list):
        return [stretched(one) for one in part]
    if isinstance(part, dict):
        return {key: f"{one}{LONG}"[:60] if key == "name" else stretched(one) for key, one in part.items()}
    return part


@pytest.mark.parametrize("name", ["desk", "tablet", "phone"])
def test_long_names_are_clipped_and_said_in_full(window: Window, name: str) -> None:
    page = window(name)
    for kind, own, _ in enough(with_names):
        draw(page, {**own, "scene": stretched(own["scene"])})
        across, _ = page.evaluate(SIZE)
        assert across <= SIZES[name][0] and page.evaluate(CUT_OFF) == [], kind


# Boxes of other players in which something lies over something else, or a name cannot be seen.
CROWDED = """() => [...document.querySelectorAll(".board-line")].flatMap((line) => {
  const button = line.querySelector(".board-open").getBoundingClientRect();
  const name = line.querySelector("b").getBoundingClientRect();
  const all = [...line.querySelectorAll(".counter")].map((one) => one.getBoundingClientRect());
  const figures = all.filter((box) => box.width);
  const over = figures.filter((box) => box.right > button.left + 1).length;
  const beside = (box) => box.left >= name.right || box.top >= name.bottom - 3;
  const fine = !over && figures.length && figures.every(beside) && name.width >= 20;
  return fine ? [] : [[line.textContent, over, name.width]];
})"""


@pytest.mark.parametrize("name", ["desk", "tablet", "wall"])
def test_the_boxes_of_others_have_a_name_and_figures_beside_their_button(window: Window, name: str) -> None:
    page = window(name)
    for seats in (2, 3, 4):
        session = in_action(seats)
        draw(page, screen(session, session.deciders[0], 0))
        expect(page.locator(".board-line")).to_have_count(seats - 1)
        assert page.evaluate(CROWDED) == [], seats


def test_on_a_large_city_every_open_tile_has_a_short_name_of_its_own(window: Window) -> None:
    """Twelve tiles are small at 1280x720: the first word is read, and the rest is in the tile's own words."""
    page = window("desk")
    session = Session(GAME, 2, seed=11, options={"mode": "versus", "draft": "dealt"})
    while session.truth.turn < 1:
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    draw(page, screen(session, session.deciders[0], 0))
    names = page.locator(".district-name:visible")
    shown = names.all_text_contents()
    assert shown and len(set(shown)) == len(shown) == len(session.truth.up)
    heights = names.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 11, "as large as the smallest text may be"


# Figures on the map whose left half lies under what a way costs.
COVERED = """() => {
  const boxes = (all) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect());
  const costs = boxes(".map-cost rect");
  const inside = (x, y) => costs.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  const covered = (box) => inside(box.left + box.width / 4, box.top + box.height / 2);
  return [costs.length, boxes(".map-meeple .meeple").filter(covered).length];
}"""


# Pairs of outlines of figures on the map that touch each other.
TOUCHING = """() => {
  const all = [...document.querySelectorAll(".map-token .token-outline")].map((one) => {
    const { e, f } = one.getCTM(), scale = one.getCTM().a;
    return [e, f, one.r.baseVal.value * scale];
  });
  const touch = ([a, b, r], [c, d, s]) => Math.hypot(a - c, b - d) < r + s;
  return [all.length, all.flatMap((one, n) => all.slice(n + 1).filter((other) => touch(one, other))).length];
}"""


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_figures_stand_apart_and_under_nothing_that_a_way_costs(window: Window, seats: int) -> None:
    page = window("desk")
    session = in_action(seats)
    draw(page, screen(session, session.deciders[0], 0))
    assert page.evaluate(TOUCHING) == [max(2, seats), 0]
    costs, covered = page.evaluate(COVERED)
    assert costs and not covered
