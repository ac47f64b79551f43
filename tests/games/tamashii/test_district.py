"""The district effect step."""

from __future__ import annotations

from typing import Any

import pytest
from street import A, B, Street


def on(tile: str, **agreed: Any) -> Street:
    return Street(**agreed).clear().tile(tile, (0, 0)).tile("riot-line", (1, 0))


def test_the_effect_is_optional_and_happens_once() -> None:  # district.optional, ruling.district.once
    street = on("neon-arcade").begin("district")
    assert street.moves() == [("district",), ("no-district",)]
    street.play("district")
    assert (street.state.has(A, "reroll"), street.asked) == (1, "")
    assert street.by("district") == ["district.optional"]
    skipped = on("neon-arcade").begin("district").play("no-district")
    assert (skipped.state.has(A, "reroll"), skipped.asked) == (0, "")


def test_a_step_in_which_nothing_could_happen_passes() -> None:
    assert on("neon-arcade").asset(A, reroll=5).begin("district").asked == ""


def test_a_hideout_draws_from_its_deck() -> None:  # aug.hideout-draw
    street = on("commoner-canteen")
    street.state.faction_deck = {"Commoners": ("warm-soup", "market-day")}
    street.begin("district").play("district")
    assert street.state.unequipped[A] == ("warm-soup",)
    assert street.by("district") == ["aug.hideout-draw"]


def test_an_event_of_the_city_instead() -> None:  # city.event
    assert on("neon-arcade").begin("district").no("event") == "city.event"
    street = on("neon-arcade", modules=("city",))
    street.state.event_deck = tuple(street.state.rules.content.events)[:1]
    event = street.state.event_deck
    street.begin("district").play("event")
    assert (street.state.event[A], street.state.has(A, "reroll"), street.asked) == (event, 0, "")
    empty = on("neon-arcade", modules=("city",)).begin("district")
    assert empty.no("event") == "city.event"


def test_a_tile_without_use_still_offers_the_city() -> None:  # city.event
    street = on("neon-arcade", modules=("city",)).asset(A, reroll=5)
    street.state.event_deck = tuple(street.state.rules.content.events)
    assert street.begin("district").asked == "district"


@pytest.mark.parametrize(("choice", "asset"), [("start", "reroll"), ("now", "shield")])
def test_which_tile_counts_after_something_moved_the_figure(choice: str, asset: str) -> None:  # ruling.district.current
    street = on("neon-arcade", district__current=choice).begin("district")
    street.at(A, (1, 0)).play("district")
    assert street.state.has(A, asset) > 0


def test_a_hideout_twice_once_per_game() -> None:  # comp.enhancement
    street = on("commoner-canteen", mode="versus")
    street.state.enhancement = "open-doors"
    street.state.faction_deck = {"Commoners": ("warm-soup", "market-day", "many-hands", "barricade")}
    street.begin("district").play("district")
    assert street.asked == "district"
    assert street.no("use", "pvp.pickpockets") == "district.optional"
    street.play("district")
    assert (street.asked, len(street.state.unequipped[A])) == ("", 2)
    street.begin("district").play("district")
    assert street.asked == ""
    declined = on("commoner-canteen", mode="versus")
    declined.state.enhancement = "open-doors"
    declined.state.faction_deck = {"Commoners": ("warm-soup", "market-day", "many-hands", "barricade")}
    declined.begin("district").play("district").play("no-district")
    declined.begin("district").play("district")
    assert declined.asked == "district"  # it has not been used yet


def test_something_else_instead_of_the_effect() -> None:  # comp.pvp
    street = on("neon-arcade", mode="versus").asset(B, power=3)
    street.state.pvp = "pickpockets"
    street.begin("district").play("use", "pvp.pickpockets")
    if street.asked:
        street.play(*street.moves()[0])
    assert (street.state.has(A, "power"), street.state.has(B, "power")) == (1, 2)
    assert (street.state.has(A, "reroll"), street.asked) == (0, "")


# -- the BOT -----------------------------------------------------------------------------------------------------------


def bot(tile: str = "riot-line", **agreed: Any) -> Street:
    """The player on the Arcade, the BOT on another tile."""
    street = Street(1, mode="solo", **agreed).clear().tile("neon-arcade", (0, 0)).tile(tile, (1, 0))
    street.state.bot = (1, 0)
    return street


def test_a_battery_uses_the_tile_of_the_bot() -> None:  # solo.bot-use
    street = bot().begin("district").play("battery").play("district")
    assert (street.state.has(A, "shield"), street.state.has(A, "reroll")) == (2, 0)
    assert (street.state.batteries, street.state.bot_used) == (4, "")


@pytest.mark.parametrize(("moved", "trace"), [(False, 3), (True, 2)])
def test_the_trace_of_its_tile_replaces_the_own(moved: bool, trace: int) -> None:
    # solo.bot-trace, ruling.solo.bot-trace-when
    street = bot("server-farm").begin("move").play("stay")
    assert street.state.trace[A] == 2  # of the Arcade
    street.state.tally[A]["bot-moved"] = int(moved)
    street.begin("district").play("battery").play("district")
    assert street.state.trace[A] == trace
    assert set(street.by("trace-down")) == {"solo.bot-trace"}


def test_trace_stays_where_the_ruling_says_so() -> None:  # ruling.solo.bot-trace-when
    street = bot("server-farm", solo__bot_trace_when="per-step").begin("move").play("stay")
    street.begin("district").play("battery").play("district")
    assert street.state.trace[A] == 2


def test_a_bot_that_was_used_to_move_gives_its_trace_once() -> None:  # solo.bot-trace
    street = bot("server-farm").begin("move").play("battery").play("stay")
    assert street.state.trace[A] == 3
    street.begin("district").play("battery").play("district")
    assert street.state.trace[A] == 3
