"""Positions that a person writes shortly, and positions that cannot be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from asking import check_damaged, fault_of
from depth import draw

from tabletop_kernel import Session, load
from tabletop_kernel.checks.random_play import tables, wander
from tabletop_kernel.games.tamashii.components import DESTABILIZATION
from tabletop_kernel.games.tamashii.records.completing import launcher

GAME = load("tamashii")
STORY = {"scenario": "S01"}


def at(**position: Any) -> Session:
    return Session.at(GAME, {"seats": 2, "options": STORY, **position})


# -- what is left out is as the set-up leaves it -----------------------------------------------------------------------


def test_a_launcher_and_a_moment_are_enough() -> None:
    session = at(grid=["EEE. .... .... ....", ".... .... .... ...."], now="launch", walker=["Kindle", "Scribe"])
    truth = session.truth
    assert session.moves(0) == [("launch", "basic.power", "r1c1+r1c2+r1c3"), ("done",)]
    assert truth.bag == ["EFFFLLLWWW", "EEEFFFLLLLWWW"]  # what lies on the launcher is not in the bag
    assert truth.core == ["E", "L"] and truth.phase == "action" and truth.active == 0
    assert truth.supply["E"] == 24 - 4 - 3
    assert len(truth.market) == 3 and truth.card == "S01-1" and truth.time == 4


def test_every_step_of_a_turn_can_be_the_moment() -> None:
    stood = {"enemies": [["Stray Drone"], [["Toll Clerk", 1]]], "place": ["Neon Arcade", "0,0"]}
    for now, kind, seat in (
        ("planning", "plan", -1),
        ("program", "plan", -1),
        ("move", "move", 0),
        ("move 1", "move", 1),
        ("district", "district", 0),
        ("launch 1", "launch", 1),
        ("combat", "combat", 0),
    ):
        session = at(now=now, **stood)
        assert session.truth.frames[-1][:2] == (kind, seat), now
        assert session.truth.enemies[1] == (("toll-clerk", 1),) and session.truth.place == [(1, 0), (0, 0)]
    assert at(now="combat", **stood).truth.phase == "combat"


def test_launchers_are_written_in_several_ways() -> None:
    assert launcher("E... .W.. .... ....") == "E...#.W..#....#....#"
    assert launcher("E..../.W..#/....#/....#") == "E.....W..#....#....#"
    assert launcher({"r1c1": "E", "r2c5": "."}) == "E...#.........#....#"


def test_cards_that_are_written_leave_their_decks() -> None:
    session = at(
        now="move",
        classes=["Trickster", "Reaper"],
        equipped=[["Loaded Dice", "Sidestep"], []],
        unequipped=[["Warm Soup"], []],
        bodies=[["Tin Saint"], []],
        enemy_deck=["Camera Kite", "Rust Monk"],
    )
    truth = session.truth
    assert truth.equipped[0] == ("loaded-dice", "sidestep") and "sidestep" not in truth.class_deck[0]
    assert "warm-soup" not in truth.faction_deck["Commoners"]
    assert truth.bodies[0] == ("tin-saint",) and "tin-saint" not in (*truth.market, *truth.body_deck)
    assert len(truth.market) == 3
    assert truth.enemy_deck[:2] == ("camera-kite", "rust-monk")


def test_tiles_are_turned_and_walked_on() -> None:
    session = at(now="move", turned=["Broadcast Mast"], place=["Broadcast Mast", "Shelter"])
    assert session.truth.place[0] in session.truth.up and session.truth.place[0] not in session.truth.finds


def test_dice_can_be_written_down() -> None:
    session = at(
        now="combat", enemies=[["Riot Shell"], []], chance={"script": {"dice-0": [1, 4, 5]}}, walker=["Kindle"]
    )
    session.submit(0, ("roll",))
    assert session.truth.frames[-1][2][1] == "DST"


def test_other_tables() -> None:
    alone = Session.at(GAME, {"seats": 1, "options": STORY, "now": "move", "bot": "Neon Arcade"})
    assert alone.truth.bot == (1, 0) and ("battery",) in alone.moves(0)
    versus = Session.at(GAME, {"seats": 3, "options": {"mode": "versus"}, "now": "move", "goals": ["Perfect Recall"]})
    assert versus.truth.goals == ("perfect-recall",) and "perfect-recall" not in versus.truth.goal_deck


KEPT = (  # what is written, and all piles of its kind
    ("market", ("market", "body_deck", "bodies")),
    ("goals", ("goals", "goal_deck", "goals_taken")),
    ("goals_taken", ("goals", "goal_deck", "goals_taken")),
    ("bodies", ("market", "body_deck", "bodies")),
    ("event", ("event", "event_deck", "event_discard")),
    ("event_discard", ("event", "event_deck", "event_discard")),
    ("diary", ("diary", "diary_deck", "diary_box")),
    ("enemies", ("enemies", "enemy_deck", "enemy_discard")),
)


def cards_of(data: Any) -> list[str]:
    """All cards of some piles, of players or of the table."""
    if isinstance(data, str):
        return [data] if data else []
    return [card for part in data for card in cards_of(part)] if isinstance(data, (list, tuple)) else []


def piled(session: Session, piles: tuple[str, ...]) -> list[str]:
    return sorted(card for pile in piles for card in cards_of(getattr(session.truth, pile)))


@pytest.mark.deep
@pytest.mark.parametrize("seed", (4, 2, 1, 0, 3, 5)[: draw(2, deep=6)])
def test_no_card_is_lost_where_only_some_are_written(seed: int) -> None:
    session, rng = list(tables(GAME, seed + 2, seed + 40))[seed + 1]
    for _ in wander(session, rng, 60 + 60 * seed):
        pass
    position = session.position()
    table = {key: position[key] for key in ("seats", "options", "rulings") if key in position}
    whole = Session.at(GAME, {**table, "now": "move"})
    for name, piles in KEPT:
        lying = position[name]
        partly = lying if name in ("diary", "enemies", "event", "bodies", "goals_taken") else lying[:1]
        written = Session.at(GAME, {**table, "now": "move", name: partly, "enemy_discard": []})
        lost = Counter(piled(whole, piles)) - Counter(piled(written, piles))
        assert not lost, name  # enemies that the deck did not have come on top


# -- what cannot be ---------------------------------------------------------------------------------------------------

TURN = [["turn", -1, [0]]]
CARD = {"ruling.destab.holder": "card"}
FAULTS: list[tuple[tuple[str, ...], dict[str, Any]]] = [  # what is named: the field, what stands there, what could
    (("walker", "'Kindling'", "'Kindle'"), {"walker": ["Kindling"]}),
    (("tile", "'Moon Base'", "Shelter"), {"place": ["Moon Base", "0,0"]}),
    (("enemy", "'Stray Dog'", "'Stray Drone'"), {"enemies": [["Stray Dog"], []]}),
    (("augment", "'Sidestepp'", "'Sidestep'"), {"equipped": [["Sidestepp"], []]}),
    (("now:", "'lunch'", "'launch'"), {"now": "lunch"}),
    (("grid:", "four rows", "'EEE'"), {"grid": ["EEE", "...."]}),
    (("grid:", "'r9c9'", "r1c1"), {"grid": [{"r9c9": "E"}, {}]}),
    (("assets:", "'gold'", "shield, memory, power, reroll"), {"assets": [{"gold": 1}, {}]}),
    (("grid:", "locks", "rightmost"), {"grid": ["#... .... .... ....", ".... .... .... ...."]}),
    (("trace:", "0 to 9"), {"trace": [12, 0]}),
    (("integrity:", "0 to", "maximum"), {"integrity": [9, 5]}),
    (("assets:", "four numbers", "0 to 5"), {"assets": [[6, 0, 0, 0], [0, 0, 0, 0]]}),
    (("enemies:", "'stray-drone'", "9 damage"), {"enemies": [[["Stray Drone", 9]], []]}),
    (("exp:", "1 entries", "2 seats"), {"exp": [1]}),
    (("frames:", "'dance' isn't a decision"), {"frames": [*TURN, ["dance", 0, []]]}),
    (("frames: move: impossible data",), {"frames": [*TURN, ["move", 0, []]]}),
    (("frames: move: impossible data",), {"frames": [*TURN, ["move", -1, [0]]]}),
    (("frames: effect: impossible data",), {"frames": [*TURN, ["effect", 0, ["nothing", 0, 0, "", ""]]]}),
    (("frames: roll: impossible data",), {"frames": [*TURN, ["roll", 0, ["attack", "S", [], 0, 0]]]}),
    (("frames:", "first", "turn"), {"frames": [["move", 0, [0]]]}),
    (("corrupted", "20"), {"corrupted": 19, "dump": ["XX", ""]}),
    (
        ("fuses:", "single enemies", "'toll-clerk!fuse2'"),
        {"rulings": CARD, "enemies": [["Toll Clerk"], []], "fuses": [1, 0]},
    ),
    (("enemies:", "destabilization", "stack", "fuses"), {"enemies": [["Toll Clerk!fuse1"], []]}),
    (("fuses:", "player has none"), {"fuses": [1, 0]}),
    (("'sidestep'", "another class"), {"classes": ["Reaper", "Brawler"], "equipped": [["Sidestep"], []]}),
]


@pytest.mark.parametrize(("named", "position"), FAULTS)
def test_faults(named: tuple[str, ...], position: dict[str, Any]) -> None:
    said = fault_of(GAME, {"options": STORY, **position})
    assert [part for part in named if part not in said] == [], said


def test_tokens_on_single_enemies_come_out_of_the_supply() -> None:
    session = at(rulings=CARD, now="planning", enemies=[["Toll Clerk!fuse2"], []])
    assert session.truth.supply["destabilization"] == DESTABILIZATION - 2 and session.truth.enemies[0] == (
        ("toll-clerk!fuse2", 0),
    )


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(2, deep=4)))
def test_damaged_positions(seed: int) -> None:
    session, _ = list(tables(GAME, seed + 1, seed + 70))[seed]
    for _ in wander(session, Random(seed), 30 + 40 * seed):
        pass
    check_damaged(GAME, session.position(), seed)
