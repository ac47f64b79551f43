"""The standing attack with few tries; `make attack` makes many."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("server", "widgets"))]

import crowds
import files
import keys
import restarts
import together
import wire
from attack import served
from attempts import Attack
from running import Running


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with served() as running:
        yield running


@pytest.mark.parametrize(
    ("attack", "tries"),
    [
        (files.saves, 60),
        (files.codes, 60),
        (files.positions, 60),
        (files.packs, 20),
        (files.values, 10),
        (files.records, 60),
    ],
)
def test_files_of_strangers(attack: Attack, tries: int) -> None:
    found = attack(tries, random.Random(7))
    spoiled = tries / 5 if attack is files.records else tries / 3  # in a record the save is only read when it is played
    assert found.tries >= tries and found.refused > spoiled
    assert found.through == []


@pytest.mark.parametrize(
    ("attack", "tries"),
    [
        (wire.frames, 60),
        (wire.old_protocol, 3),
        (wire.tables, 60),
        (wire.keys, 15),
        (wire.slow_readers, 100),
        (wire.half_open, 30),
        (wire.killed_kernels, 1),
        (wire.many_pages, 4),
    ],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_strangers_on_the_wire(attack: wire.OnServer, tries: int, server: Running) -> None:
    found = attack(server, tries, random.Random(7))
    assert found.tries >= tries
    assert found.through == []


def test_forged_and_replayed_keys() -> None:
    found = keys.forged_keys(2_000, random.Random(7))
    assert found.tries >= 2_000 and found.refused > 1_800
    assert found.through == []


@pytest.mark.parametrize(
    ("attack", "kills"),
    [(restarts.killed_tables, 1), (restarts.killed_tables_on_postgresql, 1)],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_servers_killed_in_the_middle_of_a_move(attack: Attack, kills: int) -> None:
    found = attack(kills, random.Random(7))
    assert found.tries >= kills * 9
    assert found.through == []


def test_cards_that_set_each_other_off() -> None:
    found = files.lines_of_cards(4, random.Random(7))
    assert found.tries >= 4
    assert found.through == []


def test_an_evening_with_two_hosts() -> None:
    found = together.evenings(1, random.Random(7))
    assert found.tries > together.EVENING
    assert found.through == []


@pytest.mark.parametrize("attack", [crowds.joins, crowds.joins_on_postgresql])
def test_many_pupils_join_at_once(attack: Attack) -> None:
    found = attack(60, random.Random(7))
    assert found.tries >= 60
    assert found.through == []
