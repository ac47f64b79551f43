"""`tabletop plan check`: a plan for a class is in order, or each of its faults is a sentence with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_kernel.cli import main
from widgets.plan import HOUSE

GOOD = """
title = "Mine"
game = "royal_ascension"

[[parts]]
minutes = 5
do = "learn"
steps = ["walk.first"]

[[parts]]
minutes = 5
do = "table"
people = 3
"""


@pytest.mark.parametrize("path", sorted(HOUSE.glob("*.toml")), ids=lambda path: path.stem)
def test_the_plans_of_the_house_are_in_order(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "check", str(path)]) == 0
    assert "45 minutes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("minutes = 5", "minuts = 5", "mine.toml: plan parts 1: unknown field 'minuts': did you mean 'minutes'?"),
        ("minutes = 5", 'minutes = "5"', "mine.toml: plan parts 1 minutes: expected a whole number, not '5'."),
        ("minutes = 5", "minutes = 0", "mine.toml: part 1: minutes: must be a number from 1 to 240, not 0."),
        ('"learn"', '"lern"', "a class can't do 'lern': did you mean 'learn'?"),
        ('"learn"', '"predict"', "mine.toml: part 1: steps: 'walk.first' doesn't ask for a prediction"),
        ("walk.first", "walk.fist", "has no step 'walk.fist': did you mean 'walk.first'?"),
        ('steps = ["walk.first"]', "", "mine.toml: part 1: steps: 'learn' needs at least one step"),
        ("people = 3", "people = 5", "mine.toml: part 2: people: a table for The Royal Ascension has room for 2 to 4"),
        ("people = 3", 'steps = ["walk.first"]', "mine.toml: part 2: steps: 'table' takes no steps"),
        ("royal_ascension", "royal", "mine.toml: plan: game: we have no game called 'royal': did you mean"),
        ('title = "Mine"', 'title = ""', "mine.toml: plan: title: must be one line of 1 to 80 characters."),
        ('title = "Mine"', "title =", "mine.toml: not TOML"),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    path = tmp_path / "mine.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    assert main(["plan", "check", str(path)]) == 2
    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told and "fault" in told


def test_all_faults_are_told_and_a_missing_file_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("walk.first", "walk.fist").replace("people = 3", "people = 9"), encoding="utf-8")
    assert main(["plan", "check", str(path)]) == 2
    assert "2 faults in this plan" in capsys.readouterr().err
    assert main(["plan", "check", str(tmp_path / "nothing.toml")]) == 2
    assert "nothing.toml" in capsys.readouterr().err
