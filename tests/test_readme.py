"""What newcomers and contributors read is true: examples run, figures are right, links and commands are there."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_kernel import load
from tabletop_kernel.cli.commands import _parser
from tabletop_kernel.content.installed_games import games

ROOT = Path(__file__).parents[1]
README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
NEWCOMERS = 700  # words that somebody reads who does not know yet whether it is worth it
MEGABYTE = 1 << 20


@pytest.mark.parametrize(("path", "examples"), [(README, 5), (CONTRIBUTING, 9)], ids=["README", "CONTRIBUTING"])
def test_the_examples_run(path: Path, examples: int) -> None:
    result = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert result.attempted >= examples
    assert result.failed == 0


def test_the_games_of_the_readme_have_what_it_says() -> None:
    rows = re.findall(
        r"^\| (.+?) \| .+? \| (\d+) \| (\d+) \| (\d+) \|$", README.read_text(encoding="utf-8"), re.MULTILINE
    )
    found = {title: tuple(map(int, figures)) for title, *figures in rows}
    for name in games():
        game = load(name)
        steps = sum(len(chapter.steps) for chapter in game.teaching.chapters)
        title = next(title for title in found if title.startswith(game.title))
        assert found[title] == (len(game.rulebook), len(game.rulebook.rulings), steps), name


def test_the_readme_is_for_newcomers() -> None:
    assert len(README.read_text(encoding="utf-8").split()) < NEWCOMERS


def test_the_readme_leads_to_every_guide() -> None:
    text = README.read_text(encoding="utf-8")
    for path in sorted((ROOT / "notebooks" / "guides").glob("*.ipynb")):
        assert f"(notebooks/guides/{path.name})" in text


@pytest.mark.parametrize("path", [README, CONTRIBUTING], ids=lambda path: path.stem)
def test_links_and_files_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    local = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert local
    for link in local:
        assert (ROOT / link).exists(), link
    for named in re.findall(r"`((?:tabletop_kernel|widgets|notebooks|tests|binder)/[\w./]*)`", text):
        assert (ROOT / named).exists(), named


def test_the_moving_picture_moves_and_is_small() -> None:
    (picture,) = (ROOT / "notebooks" / "pictures").glob("play.*")
    assert picture.stat().st_size <= 3 * MEGABYTE
    assert frames(picture.read_bytes()) >= 10


def frames(picture: bytes) -> int:
    """How many pictures an animated WebP or PNG has."""
    return picture.count(b"ANMF") if picture.startswith(b"RIFF") else picture.count(b"fcTL")


# -- commands ---------------------------------------------------------------------------------------------------------


def texts() -> Iterator[tuple[str, str]]:
    """All that people read, by the name of its file."""
    for path in (README, CONTRIBUTING):
        yield path.name, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        yield path.name, "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def test_every_command_of_make_is_a_target() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {(where, one) for where, text in texts() for one in re.findall(r"`make\s([a-z]+)`", text)}
    assert len({one for _, one in named}) >= 8
    assert [pair for pair in sorted(named) if pair[1] not in targets] == []


def test_every_line_for_a_terminal_is_understood() -> None:
    """Lines of code blocks as they stand; of commands in a sentence, which may leave something out, the name."""
    lines = [
        (where, line.removeprefix(".venv/bin/"))
        for where, text in texts()
        for block in re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if re.match(r"(\.venv/bin/)?tabletop ", line)
    ]
    assert len(lines) >= 10
    parser, commands = _parser()
    for where, line in lines:
        words = shlex.split(line, comments=True)[1:]
        assert parser.parse_args(words).run, f"{where}: {line}"
    for where, text in texts():
        for command in re.findall(r"`tabletop ([a-z]+)", text):
            assert command in commands.choices, f"{where}: tabletop {command}"


def test_options_that_are_named_exist() -> None:
    """«--most-pages 30» in a sentence: one of the commands knows it."""
    known = _options()
    for where, text in texts():
        for option in re.findall(r"`[^`\n]*?(--[a-z][a-z-]+)", text):
            assert option in known, f"{where}: {option}"


def _options() -> set[str]:
    """All options of all commands."""
    found: set[str] = set()
    waiting = [_parser()[0]]
    while waiting:
        for action in waiting.pop()._actions:
            found |= set(action.option_strings)
            if isinstance(action.choices, dict):
                waiting += action.choices.values()
    return found
