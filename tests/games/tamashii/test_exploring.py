"""Turning up tiles and exploration tokens."""

from __future__ import annotations

from typing import Any

import pytest
from street import A, B, Street, house

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.phases import exploring


def find(*rewards: str) -> str:
    """The exploration token with these rewards."""
    return next(one.id for one in house().finds.values() if tuple(line.text for line in one.rewards) == rewards)


def street(token: str = "", tile: str = "cold-storage", **agreed: Any) -> Street:
    """A face-down tile east of the Shelter, with an exploration token and a relay."""
    table = Street(**agreed).clear().tile("shelter", (0, 0))
    return table.tile(tile, (1, 0), False, token, "relay", "die:S")


def test_a_single_reward_is_nobodys_choice() -> None:  # explore.token-first
    table = street(find("gain 1 shield")).begin("move").play("move", "1,0")
    assert not table.asked
    assert table.state.has(A, "shield") == 1


def test_a_reward_may_be_wasted_or_another_picked() -> None:  # ruling.explore.reward-null
    token = find("trace down 2", "gain 1 shield")
    wasted = street(token).begin("move").play("move", "1,0")
    assert wasted.no("reward", 0) == ""
    assert wasted.play("reward", 0).by("find-wasted") == ["ruling.explore.reward-null"]
    other = street(token, explore__reward_null="another").begin("move").play("move", "1,0")
    assert other.no("reward", 0) == "ruling.explore.reward-null"
    nothing = street(token, explore__reward_null="another").asset(A, shield=5).begin("move").play("move", "1,0")
    assert nothing.moves() == [("reward", 0), ("reward", 1)]


def test_a_hideout_brings_its_augments_into_play() -> None:  # explore.hideout
    table = street(tile="commoner-canteen")
    table.state.faction_deck = {"Commoners": ("warm-soup", "market-day", "many-hands", "barricade")}
    table.begin("move").play("move", "1,0")
    assert table.told("faction-enters") == [{"faction": "Commoners", "count": 4}]
    assert sorted(table.state.faction_deck["Commoners"]) == ["barricade", "many-hands", "market-day", "warm-soup"]
    again = street(tile="commoner-canteen", scen__faction_decks="from-start")
    again.state.faction_deck = {"Commoners": ("warm-soup", "market-day")}
    assert again.begin("move").play("move", "1,0").told("faction-enters") == []


def test_a_faction_that_is_not_listed_brings_nothing() -> None:  # scen.factions
    table = street(tile="commoner-canteen").begin("move").play("move", "1,0")
    assert table.told("faction-enters") == []


@pytest.mark.parametrize(("choice", "lies", "memory"), [("next", True, 1), ("stays", True, 0), ("discarded", False, 0)])
def test_a_token_on_a_tile_that_an_effect_turned_up(choice: str, lies: bool, memory: int) -> None:
    # ruling.explore.face-up-token, kw.reveal
    table = street(find("gain 1 memory"), explore__face_up_token=choice)
    exploring.reveal_tile(table.state, B, (1, 0), "kw.reveal", recorder(table.events))
    assert ((1, 0) in table.state.finds) == lies
    assert table.state.tally[B]["revealed"] == 1
    table.begin("move").play("move", "1,0")
    assert table.state.has(A, "memory") == memory
    assert "revealed" not in table.state.tally[A]
    exploring.reveal_tile(table.state, A, (1, 0), "kw.reveal", recorder(table.events))
    assert len(table.told("revealed")) == 1  # it lies face up already


def test_entering_a_tile_with_its_token_takes_it_under_every_ruling() -> None:  # explore.token-first
    for choice in ("next", "stays", "discarded"):
        table = street(find("gain 1 memory"), explore__face_up_token=choice).begin("move").play("move", "1,0")
        assert table.state.has(A, "memory") == 1


def test_the_last_tile_of_a_map_without_hideouts_becomes_one() -> None:  # comp.last-tile
    table = street(mode="versus")
    table.begin("move").play("move", "1,0")
    assert table.state.tile((1, 0)).kind == "hideout"
    with_one = street(mode="versus").tile("spartan-barracks", (5, 5))
    with_one.begin("move").play("move", "1,0")
    assert with_one.state.tiles[1, 0] == "cold-storage"
    not_last = street(mode="versus").tile("free-clinic", (5, 5), False)
    not_last.begin("move").play("move", "1,0")
    assert not_last.state.tiles[1, 0] == "cold-storage"
