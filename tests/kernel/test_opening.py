"""A table that can't be opened says which word is wrong, and the nearest right one."""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, check_playable, json_values

from tabletop_kernel import Session, SetupError
from tabletop_kernel.contract.chance import MAX_SEED

HUGE = pytest.param(10**5000, id="huge")  # its digits are more than Python is ready to write


class Three(IntEnum):
    SEATS = 3


def said(*arguments: Any, **named: Any) -> str:
    with pytest.raises(SetupError) as caught:
        Session(*arguments, **named)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 400
    assert text.endswith((".", "?"))
    return text


@pytest.mark.parametrize("seats", [0, 1, 2, 5, -3, 10**9, HUGE, 3.0, True, "3", "three", [3], {}, Three.SEATS, b"3"])
def test_seats(seats: Any) -> None:
    text = said(GAME, seats)
    assert "three or four players" in text
    with pytest.raises(SetupError) as caught:
        GAME.agreement.configure(seats)
    assert caught.value.rule == "players.count"


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, HUGE, 1.0, True, "1", [1], b"1", float("nan")])
def test_seeds(seed: Any) -> None:
    assert "A seed is a whole number" in said(GAME, 3, seed)


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED])
def test_good_seeds(seed: int) -> None:
    table = Session(GAME, 3, seed)
    assert Session.load(table.save()).seed == seed
    check_playable(table, 1, 20)


def test_without_a_seed_every_table_is_another() -> None:
    assert len({Session(GAME).seed for _ in range(20)}) == 20


@pytest.mark.parametrize("game", [None, 7, Session, type(GAME), object()])
def test_not_a_game(game: Any) -> None:
    assert "A table needs a game" in said(game)
    with pytest.raises(SetupError, match="A table needs a game"):
        Session.at(game, {})


@pytest.mark.parametrize(
    ("rulings", "hint"),
    [
        ({"ruling.ace": "1"}, "There is no ruling 'ruling.ace': did you mean 'ruling.ace-value'?"),
        ({"ace-value": "1"}, "did you mean 'ruling.ace-value'?"),
        ({"ruling.ace-value": "2"}, "ruling.ace-value can't be '2'"),
        ({"ruling.ace-value": 2}, "ruling.ace-value can't be 2"),
        ({"ruling.ace-value": 11.0}, "ruling.ace-value can't be 11.0"),
        ({"ruling.ace-value": True}, "ruling.ace-value can't be True"),
        ({"ruling.ace-value": None}, "ruling.ace-value can't be None"),
        ({"ruling.ace-value": ["11"]}, "ruling.ace-value can't be ['11']"),
        ({"ruling.selection-ties": "rerol-all"}, "did you mean 'reroll-all'?"),
        ({7: "1"}, "There is no ruling 7"),
        ({None: "1"}, "There is no ruling None"),
        ({"\ud800\n": "1"}, "There is no ruling '??'"),
        ({"x" * 10_000: "1"}, "There is no ruling 'xxx"),
        ({("ruling.ace-value",): "1"}, "There is no ruling ('ruling.ace-value',)"),
        ("ruling.ace-value=11", "mapping"),
        ([("ruling.ace-value", "11")], "mapping"),
        (7, "mapping"),
    ],
)
def test_rulings(rulings: Any, hint: str) -> None:
    assert hint in said(GAME, 3, rulings=rulings)


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"layot": "auto"}, "There is no option 'layot': did you mean 'layout'?"),
        ({"layout": "rose-rig"}, "layout can't be 'rose-rig': did you mean 'rose-ring'?"),
        ({"layout": 7}, "layout can't be 7"),
        ({"layout": {}}, "layout can't be {}"),
        ({"layout": "inner-rose"}, "'inner-rose' doesn't work with ruling.home-counted=extra"),
        ({"layout": "armoury-ring"}, "'armoury-ring' doesn't work with ruling.club-spaces"),
        ([], "mapping"),
        ("layout", "mapping"),
    ],
)
def test_options(options: Any, hint: str) -> None:
    assert hint in said(GAME, 3, options=options)


def test_the_error_names_the_ruling() -> None:
    with pytest.raises(SetupError) as caught:
        Session(GAME, 3, rulings={"ruling.ace-value": "2"})
    assert caught.value.rule == "ruling.ace-value"


def test_every_ruling_and_every_board_opens() -> None:
    for key, ruling in GAME.rulebook.rulings.items():
        for option in ruling.options:
            assert Session(GAME, 4, 1, {key: option}).config.rulings[key] == option
    assert Session(GAME, 3, 1, {"ruling.ace-value": 11}).config.rulings["ruling.ace-value"] == "11"  # type: ignore[dict-item]
    assert Session(GAME, 3, 1, MappingProxyType({"ruling.ace-value": "11"})).config.rulings["ruling.ace-value"] == "11"
    assert Session(GAME, 3, 1, options={"layout": "slow-burn"}).truth.rules.layout.id == "slow-burn"


@given(json_values, json_values, json_values, json_values)
@settings(max_examples=100)
def test_random_values(seats: Any, seed: Any, rulings: Any, options: Any) -> None:
    for arguments in ((seats,), (3, seed), (3, 1, rulings), (3, 1, None, options), (seats, seed, rulings, options)):
        try:
            session = Session(GAME, *arguments)
        except SetupError as error:
            assert str(error).isprintable()
        else:
            check_playable(session, 1, 5)


@given(st.dictionaries(st.sampled_from(list(GAME.rulebook.rulings)), json_values, min_size=1, max_size=3))
@settings(max_examples=60)
def test_random_choices(rulings: Any) -> None:
    try:
        Session(GAME, 3, 1, rulings)
    except SetupError as error:
        assert str(error).startswith("ruling.")
