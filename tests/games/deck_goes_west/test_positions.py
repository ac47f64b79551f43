"""A written position is refused with one sentence, or it can be played on without a surprise."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from asking import check_damaged, fault_of
from deck import GAME

from tabletop_kernel.checks.random_play import tables, wander

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("dead:", {"dead": 1}),
    ("frames: the first", {"frames": [["act", -1, [0, 0]]]}),
    ("no decision 'dance'", {"frames": [["round", -1, ["act"]], ["dance", 0, []]]}),
    ("round: its data", {"frames": [["round", -1, []]]}),
    ("moving: its data", {"frames": [["round", -1, ["act"]], ["moving", 0, [0]]]}),
    ("job: its data", {"frames": [["round", -1, ["act"]], ["job", 0, ["knife"]]]}),
]


@pytest.mark.parametrize(("what", "position"), FAULTS)
def test_faults(what: str, position: dict[str, Any]) -> None:
    assert what in fault_of(GAME, {"options": {"mission": "wide_country"}, **position})


@pytest.mark.parametrize("seed", range(4))
def test_damaged_positions(seed: int) -> None:
    session, _ = list(tables(GAME, 5, seed + 70))[seed]
    for _ in wander(session, Random(seed), 30 + 40 * seed):
        pass
    check_damaged(GAME, session.position(), seed)
