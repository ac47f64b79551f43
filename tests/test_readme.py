"""The README's examples run, and say what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

from tabletop_kernel import Session, load
from tabletop_kernel.games import games
from tabletop_kernel.terminal import Terminal

README = Path(__file__).parents[1] / "README.md"


def test_the_examples_of_the_readme() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert result.attempted > 15
    assert result.failed == 0


def test_the_games_of_the_readme_have_what_it_says() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    for name in games():
        game = load(name)
        about = text.partition(f"**{game.title}** (")[2].partition(" lesson steps")[0]
        steps = sum(len(chapter.steps) for chapter in game.lessons)
        assert about.endswith(f"{len(game.rulebook)} rules, {len(game.rulings)} rulings, {steps}"), name


PICTURE = {
    "seats": 3,
    "now": "attack",
    "tokens": [4, 9, 0],
    "excluded": [1],
    "hearts": [["QH", "5H"], ["2H", "3H", "9H"], ["4H", "8H"]],
    "diamonds": [["6D", "KD"], [], ["2D", "3D", "9D"]],
    "clubs": [["6C"], ["7C"], []],
}


def test_the_picture_of_the_readme_is_what_the_terminal_shows() -> None:
    shown: list[str] = []
    lines = iter(["attack 1", "odds", "quit"])

    def ask(prompt: str) -> str:
        line = next(lines)
        shown.append(prompt + line)
        return line

    Terminal(Session.at(load("royal_ascension"), PICTURE), 1, "greedy", ask, shown.append).run()
    screen = "\n".join(shown).splitlines()
    text = README.read_text(encoding="utf-8").partition("## In the terminal")[2]
    picture = text.split("```")[1].strip("\n").splitlines()
    assert len(picture) > 6
    for line in picture:
        assert line in screen
