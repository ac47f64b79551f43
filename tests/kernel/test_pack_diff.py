"""`tabletop pack diff`: what differs, and of a long text or list only the part that does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from asking import edit

from tabletop_kernel.cli import main
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.content.pack_diff import differences

HOUSE = house_folder("the_north")
FROST = 'ancient = "Frost Widow"\nfacility = "Archive"\nhouse = true\n'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of the house pack, to be changed."""
    return Path(shutil.copytree(HOUSE, tmp_path / "mine"))


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("ancients.toml", "charge; if node >= 3: other loses 2", "charge; if node >= 3: other loses 3",
         "ancient 'Signal Keeper': protocol: '… other loses 2' -> '… other loses 3'"),
        ("ancients.toml", "charge; if node >= 3: other loses 2", "charge; if node >= 4: other loses 2",
         "ancient 'Signal Keeper': protocol: '… node >= 3: other loses 2' -> '… node >= 4: other loses 2'"),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "draw 2; charge"',
         "ancient 'Lantern Child': spark: 'draw 2' -> 'draw 2; charge'"),
        ("ancients.toml", "copies = 2", "copies = 4", "ancient 'Ice Porter': copies: 2 -> 4"),
        ("ancients.toml", '"Winter Crown"', '"Winter Queen"',
         "ancient 'Winter Crown': name: 'Winter Crown' -> 'Winter Queen'"),
        ("facilities.toml", "outpost.trio", "outpost.loss",
         "facility 'Outpost': rules: […, 'outpost.trio'] -> […, 'outpost.loss']"),
        ("facilities.toml", 'source = "L167-169"\n', "", "facility 'Outpost': source: 'L167-169' -> (not there)"),
        ("cards.toml", FROST, FROST.replace("Archive", "Depot"),
         "card 8 ('Frost Widow'): facility: 'Archive' -> 'Depot'"),
        ("node.toml", "play top", "play discard card",
         "line 4: effect: 'play top as facility' -> 'play discard card as facility'"),
        ("setup.toml", "points = 30", "points = 31", "setup: points: 30 -> 31"),
        ("setup.toml", "[[setup]]", "[setup]", ""),
    ],
)  # fmt: skip
def test_only_the_part_that_differs_is_shown(mine: Path, file: str, old: str, new: str, line: str) -> None:
    edit(mine, file, old, new)
    assert differences(HOUSE, mine) == ([f"  {file}: {line}"] if line else [])


def test_what_came_and_what_went(mine: Path) -> None:
    edit(mine, "cards.toml", f"[[card]]\n{FROST}", "")
    with (mine / "cards.toml").open("a") as file:
        file.write('[[card]]\nancient = "Old Regent"\nfacility = "Archive"\nstart = true\n')
    assert differences(HOUSE, mine) == [
        "- cards.toml: card 8 ('Frost Widow', 'Archive')",
        "+ cards.toml: card 42 ('Old Regent', 'Archive')",
    ]


def test_another_order_is_a_difference(mine: Path) -> None:
    head, *entries = (mine / "ancients.toml").read_text().split("[[ancient]]")
    (mine / "ancients.toml").write_text("[[ancient]]".join([head, entries[1], entries[0], *entries[2:]]))
    assert differences(HOUSE, mine) == ["  ancients.toml: ancient: order: 'Pale Drone' -> 'Ice Porter'"]


def test_entries_that_are_equal_are_counted(mine: Path) -> None:
    with (mine / "cards.toml").open("a") as file:
        file.write(f"[[card]]\n{FROST}" * 2)
    assert differences(HOUSE, mine) == [f"+ cards.toml: card {n} ('Frost Widow', 'Archive')" for n in (43, 44)]


def test_a_pack_that_is_not_there(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "diff", "house", str(mine / "gone")]) == 2
    assert main(["pack", "diff", str(mine / "gone"), str(mine)]) == 2
    assert capsys.readouterr().err.count("There is no pack folder") == 2
