"""Golden playthroughs come out as they are written, and every game reads as its `reads.txt` says."""

from __future__ import annotations

from pathlib import Path

import pytest
from how_it_reads import listen

from tabletop_kernel import load
from tabletop_kernel.content.installed_games import games

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", games())
def test_golden_playthroughs_come_out_and_read_as_written(name: str) -> None:
    reads = (HERE / name / "reads.txt").read_text(encoding="utf-8").splitlines()
    now = listen(load(name), HERE / name / "golden").splitlines()
    assert now == reads, "if this is meant, run tests/write_golden.py and read the difference"


@pytest.mark.parametrize("name", games())
def test_there_are_golden_playthroughs_for_every_kind_of_table(name: str) -> None:
    """At least two of each game, and one for each number of seats that plays differently."""
    heads = [path.read_text(encoding="utf-8").splitlines()[0] for path in (HERE / name / "golden").glob("*.txt")]
    assert len(heads) >= 2
    if 1 in load(name).seats:
        assert {head.split(", ")[1] for head in heads} >= {"1 seats", "2 seats"}
