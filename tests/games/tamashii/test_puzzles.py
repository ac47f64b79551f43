"""Puzzles need exactly as many moves as they say."""

from __future__ import annotations

from random import Random

import pytest
from small_tables import laid

from tabletop_kernel.games.tamashii.components import SLOT
from tabletop_kernel.games.tamashii.launch import puzzles
from tabletop_kernel.games.tamashii.launch.launcher import Handling, exchange_slots, possible_steps
from tabletop_kernel.games.tamashii.launch.pattern_matching import Reading, search_places


def reached(grid: str, moves: int) -> set[str]:
    """Every launcher within so many moves: nothing is left out."""
    found = {grid}
    for _ in range(moves):
        found |= {exchange_slots(here, a, b) for here in found for _, a, b in possible_steps(here)}
    return found


def solved(grid: str, pattern: tuple[str, ...], core: str) -> bool:
    return bool(search_places(grid, pattern, core, Reading()))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("moves", [1, 2, 3])
def test_a_puzzle_needs_all_its_moves(seed: int, moves: int) -> None:
    puzzle = puzzles.make_puzzle(seed, moves)
    assert puzzle == puzzles.make_puzzle(seed, moves)
    assert len(puzzle.solution) == puzzle.moves == moves
    grid = puzzle.grid
    for verb, start, end in puzzle.solution:
        assert (verb, SLOT[start], SLOT[end]) in possible_steps(grid)
        grid = exchange_slots(grid, SLOT[start], SLOT[end])
    assert solved(grid, puzzle.pattern, puzzle.core)
    assert not any(solved(one, puzzle.pattern, puzzle.core) for one in reached(puzzle.grid, moves - 1))


def test_whether_it_can_still_be_solved_is_answered_like_trying_everything() -> None:
    rng = Random(2)
    answers = []
    for _ in range(60):
        letters = rng.choice(["EWLFO....", "EX.....", "EWLFNX...", "EF........"])
        grid = "".join("#" if slot % 5 == 4 else rng.choice(letters) for slot in range(20))
        pattern, core = rng.choice(puzzles.PATTERNS), rng.choice("EWLF")
        answers.append(puzzles.is_solvable(grid, pattern, core, 2))
        assert answers[-1] == any(solved(one, pattern, core) for one in reached(grid, 2)), (grid, pattern, core)
    assert 10 < sum(answers) < 50


def test_a_wrong_move_can_spoil_a_puzzle() -> None:
    puzzle = puzzles.make_puzzle(1, 3)
    _, start, end = puzzle.solution[0]
    on_the_way = exchange_slots(puzzle.grid, SLOT[start], SLOT[end])
    assert puzzles.is_solvable(on_the_way, puzzle.pattern, puzzle.core, 2)
    assert not puzzles.is_solvable(puzzle.grid, puzzle.pattern, puzzle.core, 2)


def test_rulings_count() -> None:
    grid = laid("E.E.", ".X..", ".E..")
    assert puzzles.is_solvable(grid, ("EEE",), "W", 2)
    assert not puzzles.is_solvable(grid, ("EEE",), "W", 2, handling=Handling(stuck="X"))
    mirrored = laid("WE..", "FL..")
    assert puzzles.is_solvable(mirrored, ("EW", "LF"), "W", 0)
    assert not puzzles.is_solvable(mirrored, ("EW", "LF"), "W", 1, reading=Reading(mirrors=False))


def test_what_is_not_there_cannot_be_made() -> None:
    assert not puzzles.is_solvable(laid("EE.."), ("EEE",), "W", 5)
    assert puzzles.solution(laid("EEEE", "EEEE"), ("EEEEEE",), "W", 2) is None
    with pytest.raises(ValueError, match="1 to 5"):
        puzzles.make_puzzle(1, 9)
    with pytest.raises(LookupError):
        puzzles.make_puzzle(1, 1, (("NNN",),))
