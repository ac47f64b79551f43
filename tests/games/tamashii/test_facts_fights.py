"""What lessons ask about enemies, Combat, cards and upgrades is computed by the rules."""

from __future__ import annotations

from typing import Any

from tabletop_kernel import Session, load

GAME: Any = load("tamashii")
ME = 0
SAINT = ["launch", "body.tin-saint", "r1c1+r1c2+r2c1+r2c2"]


def fact(position: dict[str, Any], name: str, *arguments: Any) -> Any:
    """A fact of a table for one, at which only what is written is special."""
    usual = {"seats": 1, "options": {"scenario": "S01"}, "walker": ["Kindle"], "batteries": 0, "classes": ["Trickster"]}
    cards = {"equipped": [[]], "unequipped": [[]], "grid": [".... .... .... ...."]}
    state = Session.at(GAME, {**usual, **cards, **position}).truth
    before = state.clone()
    found = GAME.teaching.facts[name](state, *arguments)
    assert state.open_facts() == before.open_facts(), "a fact leaves the table as it is"
    return found


def fight(*enemies: Any, **luck: list[int]) -> dict[str, Any]:
    script = {"dice-0": [1, 4, 5], "number": [1], "symbol": [1]} | luck
    return {"now": "combat", "enemies": [list(enemies)], "chance": {"script": script}}


def test_the_weakest_enemy_is_the_one_with_the_least_left() -> None:
    stack = fight(["Riot Shell", 1], ["Rust Monk", 3], "Camera Kite")
    assert fact(stack, "weakest", ME) == ["1:rust-monk"]  # enemy.damage-stays
    assert fact(stack, "stacked", ME, 0) == "0:riot-shell"  # enemy.top


def test_the_number_die_counts_from_the_top_and_stops_at_the_bottom() -> None:
    stack = fight("Riot Shell", "Camera Kite")
    assert fact(stack, "under_number", ME, 1) == "0:riot-shell"  # combat.number-die
    assert fact(stack, "under_number", ME, 3) == "1:camera-kite"  # combat.number-over


def test_whoever_was_on_top_stays_there_when_others_come() -> None:
    ground = [[0, 0, "Shelter"], [1, 0, "Broadcast Mast"]]
    hunted = {"now": "move", "ground": ground, "trace": [8], "enemies": [["Rust Monk"]]}
    assert fact(hunted, "still_top_after", ME, ["move", "1,0"]) == "0:rust-monk"  # enemy.attach
    drone = {"now": "launch", "grid": ["FF.. .... .... ...."], "enemies": [["Stray Drone", "Rust Monk"]]}
    repel = ["launch", "enemy.stray-drone.repel", "r1c1+r1c2"]
    assert fact(drone, "still_top_after", ME, repel) == "1:rust-monk"  # enemy.next-top


def test_what_a_fight_would_come_to() -> None:
    swarm = fight("Adware Swarm", "Camera Kite", **{"dice-0": [1, 2, 3]})
    assert fact(swarm, "damage_after", ME, 0, ["roll"], ["frame", "0", "SSS"]) == 0  # frame.excess-lost
    assert fact(swarm, "die_after", ME, ["roll"]) == "Adware Swarm"
    assert fact(swarm, "die_after", ME, ["roll"], ["frame", "0", "SS"]) == "nobody"  # combat.die-shift


def test_only_what_one_has_is_lost() -> None:
    accountant = fight("Knife Accountant", symbol=[4]) | {"assets": [{"memory": 2}]}
    lost = fact(accountant, "kept_assets_after", ME, ["roll"], ["frame", "0", "S"])
    assert lost == ["shield", "power", "reroll"]  # asset.lose


def test_what_can_be_paid_for() -> None:
    rich = {"now": "program", "grid": ["E... .... .... ...."], "assets": [{"memory": 2}], "exp": [2]}
    assert fact(rich, "affordable", ME) == ["discard", "gain", "integrity", "unlock", "open", "augment"]
    assert fact(rich | {"exp": [1]}, "affordable", ME) == ["discard", "gain"]  # upg.exp-cost
    cards = {"equipped": [["Loaded Dice"]], "unequipped": [["Sleight", "Scapegoat", "Warm Soup"]]}
    assert fact(rich | cards, "equippable", ME) == ["sleight", "warm-soup"]  # upg.mem-equip
    assert fact(rich | cards, "unequipped", ME) == ["sleight", "scapegoat", "warm-soup"]
    assert fact(rich | cards, "tradable", ME) == ["warm-soup"]  # aug.faction-all
    assert fact(rich | cards, "usable_after", ME, ["equip", "sleight"]) == 2  # aug.two-states


def test_bodies_that_lie_on_the_launcher() -> None:
    square = {"now": "launch", "grid": ["WW.. WW.. .... ...."], "market": ["Tin Saint", "Hollow Ronin"]}
    assert fact(square, "inhabitable", ME) == ["body.tin-saint"]  # body.inhabit-pattern
    assert fact(square, "active_after", ME, SAINT) == "tin-saint"  # body.place
    assert fact(square, "launchable_after", ME, SAINT) == []


def test_who_learns_what() -> None:
    assert fact({"protocol": ["Courage"]}, "learners", "courage") == [ME]  # learn.one
    assert fact({"protocol": ["Courage"]}, "learners", "thrift") == []
