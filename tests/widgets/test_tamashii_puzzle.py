"""Puzzles on a launcher: every move is judged by the rules, and a puzzle is the same for all who name it."""

from __future__ import annotations

import pytest
from page import Page, room_of

from tabletop_kernel import load
from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.games.tamashii.launch import pattern_matching, puzzles
from widgets.app import puzzle
from widgets.errors import Notice
from widgets.games.tamashii.puzzle import FIRST, LAST, named
from widgets.scene import check

GAME = load("tamashii")


@pytest.fixture
def page() -> Page:
    return Page(puzzle("tamashii"))


def solve(page: Page) -> None:
    level = page.screen["level"]
    moves, number = named(level["name"])
    for step in puzzles.make_puzzle(number, moves).solution:
        page.send("move", move=list(step))


def test_the_first_puzzle_is_a_plain_one_of_three_moves(page: Page) -> None:
    screen = page.screen
    assert screen["level"] == {"moves": 3, "most": puzzles.MOST_MOVES, "left": 3, "name": f"3-{FIRST}"}
    assert screen["notes"] == [], "no sign of it need be explained"
    assert [button["text"] for button in screen["now"]["buttons"]] == ["Hint"]


def test_a_solution_solves_it_and_the_next_one_follows(page: Page) -> None:
    for number in range(FIRST, FIRST + 4):
        assert not page.screen["solved"]
        solve(page)
        screen = page.screen
        lit = screen["scene"][0]["lit"][0]["slots"]
        made = puzzles.make_puzzle(number, 3)
        assert screen["solved"] and screen["now"]["head"] == "Solved" and screen["level"]["left"] == 0
        assert len(lit) == sum(cell != "." for cell in "".join(made.pattern))
        assert "Solved" in screen["say"]["text"]
        assert page.press(page.button("Next puzzle"))["level"]["name"] == f"3-{number + 1}"
    assert len(room_of(page).solved) == 4


@pytest.mark.parametrize("moves", range(1, puzzles.MOST_MOVES + 1))
def test_a_puzzle_of_any_length_can_be_solved(moves: int) -> None:
    """However many moves a body has: a puzzle has as many as it says."""
    page = Page(puzzle("tamashii", moves=moves, number=FIRST))
    solve(page)
    assert page.screen["solved"] and page.screen["level"]["left"] == 0


def test_what_is_drawn_is_a_scene_and_cites_rules_that_there_are(page: Page) -> None:
    seen = set()
    for number in range(30):
        screen = page.send("called", name=f"2-{number}")
        check(screen["scene"])
        cited = {*screen["now"]["rules"], *(note["rule"] for note in screen["notes"])}
        assert cited <= set(GAME.rulebook.rules)
        seen |= cited
    assert {"data.core-cell", "data.any-cell", "data.open-wild", "data.corrupted-block"} <= seen


def test_the_signs_of_a_puzzle_are_explained_and_only_those(page: Page) -> None:
    for number in range(30):
        screen = page.send("called", name=f"2-{number}")
        told = {note["rule"] for note in screen["notes"]}
        made = puzzles.make_puzzle(number, 2)
        cells = "".join(made.pattern)
        assert ("data.core-cell" in told) == (pattern_matching.CORE in cells) == ("core" in screen["scene"][0])
        assert ("data.any-cell" in told) == (pattern_matching.ANY in cells)
        assert ("data.open-wild" in told) == ("O" in made.grid)
        assert ("data.corrupted-block" in told) == ("X" in made.grid)


def test_a_refusal_names_its_rule_and_costs_no_move(page: Page) -> None:
    grid = puzzles.make_puzzle(FIRST, 3).grid
    assert grid.startswith("W.F.#...F#")
    for move, rule in (
        (["slide", "r1c1", "r2c2"], "prog.no-diagonal"),
        (["slide", "r1c1", "r1c4"], "prog.slide"),
        (["switch", "r1c1", "r1c3"], "prog.switch"),
    ):
        screen = page.send("move", move=move)
        assert screen["why"]["rules"] == [rule] and screen["level"]["left"] == 3
        assert screen["why"]["can"] and all(one["do"]["move"][0] in ("slide", "switch") for one in screen["why"]["can"])
    assert page.send("move", move=["done"])["why"]["text"].startswith("In a puzzle")


def test_after_the_last_move_one_can_only_take_back(page: Page) -> None:
    for move in (["slide", "r1c1", "r1c2"], ["slide", "r1c2", "r1c1"], ["slide", "r1c1", "r1c2"]):
        page.send("move", move=move)
    assert page.screen["now"]["head"] == "No moves left"
    screen = page.send("move", move=["slide", "r1c2", "r1c1"])
    assert screen["why"]["rules"] == ["prog.moves"] and [one["text"] for one in screen["why"]["can"]] == ["Take back"]
    assert page.send("hint")["now"]["text"].startswith("No moves left")
    page.send("undo")
    assert page.screen["level"]["left"] == 1 and page.screen["why"] is None
    assert page.send("hint")["now"]["text"].startswith("You can't reach the pattern from here")
    assert page.send("anew")["level"]["left"] == 3 and page.screen["trail"] == []
    assert "You haven't moved anything" in page.send("undo")["why"]["text"]


def test_hints_lead_to_the_end(page: Page) -> None:
    """First the rule and a token, then the move, which is outlined; whoever follows them solves the puzzle."""
    for _ in range(3):
        first = page.send("hint")
        assert first["now"]["rules"][0] in ("prog.slide", "prog.switch") and "lit" not in first["scene"][0]
        second = page.send("hint")
        slots = second["scene"][0]["lit"][0]["slots"]
        assert second["now"]["text"].count("r") >= 2 and all(slot in second["now"]["text"] for slot in slots)
        page.send("move", move=[second["now"]["rules"][0].removeprefix("prog."), *slots])
    assert page.screen["solved"]


def test_harder_and_easier(page: Page) -> None:
    assert page.send("grade", moves=4)["level"]["name"] == f"4-{FIRST}"
    assert page.send("grade", moves=2)["level"]["name"] == f"2-{FIRST}"
    for moves in (0, puzzles.MOST_MOVES + 1):
        assert "A puzzle has 1 to" in page.send("grade", moves=moves)["why"]["text"]
    assert page.screen["level"]["name"] == f"2-{FIRST}"


@pytest.mark.parametrize("name", ["", "17", "0-3", "6-3", "3-1234567", "3--1", "three", "3-x"])
def test_what_is_no_name_of_a_puzzle_is_told_and_changes_nothing(page: Page, name: str) -> None:
    with pytest.raises(SaveError, match="as in 3-17"):
        named(name)
    screen = page.send("called", name=name)
    assert "as in 3-17" in screen["problem"] and screen["level"]["name"] == f"3-{FIRST}"
    assert page.send("called", name="2 - 5")["problem"] == "" and page.screen["level"]["name"] == "2-5"


def test_the_last_number_is_followed_by_the_first(page: Page) -> None:
    page.send("called", name=f"1-{LAST}")
    assert page.send("next")["level"]["name"] == "1-0"


def test_a_reload_brings_back_the_puzzle_with_its_moves(page: Page) -> None:
    page.send("called", name="3-7")
    for step in puzzles.make_puzzle(7, 3).solution[:2]:
        page.send("move", move=list(step))
    again = Page(puzzle("tamashii"), page.screen["keep"])
    for part in ("level", "trail", "scene", "now"):
        assert again.screen[part] == page.screen[part]
    assert again.screen["level"]["left"] == 1


@pytest.mark.parametrize("kept", ["nonsense", "3-7~r1", "3-7~r1c1r4c4", "3-7~" + "r1c1r1c2." * 9, "9-9~r1c1r1c2"])
def test_a_link_that_was_changed_is_told_and_a_puzzle_is_there(kept: str) -> None:
    screen = Page(puzzle("tamashii"), {"puzzle": kept}).screen
    assert screen["kind"] == "puzzle" and screen["problem"] and screen["level"]["name"] == f"3-{FIRST}"


def test_a_solved_puzzle_takes_no_more_moves(page: Page) -> None:
    solve(page)
    assert "is solved" in page.send("move", move=["slide", "r2c2", "r1c2"])["why"]["text"]
    assert "is solved" in page.send("hint")["why"]["text"]
    assert not any(slot.get("moves") for slot in page.screen["scene"][0]["slots"])


def test_rules_open_beside_a_puzzle(page: Page) -> None:
    drawer = page.send("open", drawer="rules", rule="prog.slide")["drawer"]
    assert drawer["kind"] == "rules" and drawer["focus"] == "prog.slide"
    assert "drawer" not in page.send("close")


def test_what_a_cell_asks_for_in_vain_is_said_in_its_place() -> None:
    for made, said in (
        (puzzle("royal_ascension"), "has no puzzles"),
        (puzzle("tamashii", moves=9), "as in 3-17"),
        (puzzle("tamashii", number=-1), "as in 3-17"),
    ):
        assert isinstance(made, Notice) and said in str(made)
