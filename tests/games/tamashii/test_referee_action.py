"""Moving, exploring, trace and district effects as the rules tell them, under the defaults and under other rulings."""

from __future__ import annotations

from typing import Any

import pytest
from refereed import acting, allowed, asset, onward, play, refusal, rows, stack

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

# A street to the east, two face-down tiles to the west, a hideout and a hub in the north.
TILES: dict[str, list[Any]] = {
    "shelter": [0, 0, "shelter", 1, "", []],
    "arcade": [1, 0, "neon-arcade", 1, "", []],
    "mast": [2, 0, "broadcast-mast", 1, "", []],
    "storage": [3, 0, "cold-storage", 1, "", []],
    "island": [5, 0, "riot-line", 1, "", []],
    "bazaar": [-1, 0, "data-bazaar", 0, "notes", ["relay"]],
    "alley": [-2, 0, "back-alley", 0, "mask", []],
    "canteen": [0, -1, "commoner-canteen", 0, "", []],
    "hub": [1, -1, "transit-hub", 1, "", []],
    "clinic": [0, 1, "free-clinic", 1, "", []],
}


def street(rulings: dict[str, str] | None = None, tiles: dict[str, list[Any]] | None = None, **changes: Any) -> Session:
    """The move & trace step of seat 0 on these tiles."""
    return acting(rulings, ground=list((TILES | (tiles or {})).values()), **changes)


def tile(session: Session, place: tuple[int, int]) -> tuple[bool, str]:
    """Whether a tile is face up, and which exploration token lies there."""
    return place in session.truth.up, session.truth.finds.get(place, "")


# -- Moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("move 3,0", "move.range"),
        ("move 5,0", "move.range"),
        ("move 9,9", "move.no-gaps"),
        ("move -2,0", "move.no-through-unrevealed"),
        ("move 0,0", "ruling.move.same-tile"),
    ],
)
def test_where_a_move_cannot_end(move: str, rule: str) -> None:
    # W13a: move.range, move.no-gaps, move.no-through-unrevealed, ruling.move.same-tile
    assert refusal(street(), move).rule == rule


def test_a_gap_is_named_when_the_movement_would_be_long_enough() -> None:
    # move.no-gaps
    tiles: dict[str, list[Any]] = {"storage": [4, 0, "cold-storage", 1, "", []]}
    assert refusal(street(tiles=tiles, bodies=["cybercat"]), "move 4,0") == Verdict(
        "move.no-gaps", place=(4, 0), tile="cold-storage", mov=4
    )


@pytest.mark.parametrize(("option", "left"), [("lost", 0), ("carried", 2)])
def test_at_the_top_of_the_track_two_enemies_come_at_once(option: str, left: int) -> None:
    # W12: move.range, trace.entry, trace.top, ruling.trace.overshoot
    session = street({"trace.overshoot": option}, trace=8, enemies=stack("gutter-hound"))
    told = play(session, "move 2,0")
    assert [card for card, _ in session.truth.enemies[0]] == ["gutter-hound", "toll-clerk", "rust-monk"]
    assert session.truth.trace[0] == left and told[-1][0] == "ruling.trace.overshoot"
    assert ("trace.top", {"seat": 0, "count": 2}) in told


def test_the_top_of_the_track_works_in_combat_as_well() -> None:
    # trace.top
    session = onward(street(trace=7, enemies=stack("stray-drone"), number=1, symbol="wire", dice="TTT"), "roll")
    play(session, "roll", "pass")  # 7, 1 for staying, 1 for the wire frame
    assert len(session.truth.enemies[0]) == 3 and session.truth.trace[0] == 0


def test_staying_costs_the_red_number() -> None:
    # trace.stationary, move.optional
    session = street(place=[2, 0])
    assert play(session, "stay")[-1] == ("trace.stationary", {"seat": 0, "count": 3, "trace": 3})


def test_a_body_can_make_a_value_smaller() -> None:
    # trace.entry, trace.stationary
    session = street(bodies=["glass-courier"])
    play(session, "move 2,0")
    assert session.truth.trace[0] == 2
    session = street(bodies=["lighthouse-unit"], place=[2, 0])
    play(session, "stay")
    assert session.truth.trace[0] == 2


def test_a_move_may_come_back_only_under_the_ruling_and_pays_the_entry_value() -> None:
    # ruling.move.same-tile
    session = street({"move.same-tile": "yes"}, place=[1, 0])
    play(session, "move 1,0")
    assert session.truth.trace[0] == 1  # the entry value; staying would cost 2


def test_a_tile_can_be_closed_to_a_second_character() -> None:
    # ruling.move.share
    play(street(other={"place": [1, 0]}), "move 1,0")
    session = street({"move.share": "no"}, other={"place": [1, 0]})
    assert refusal(session, "move 1,0") == Verdict("ruling.move.share", seat=1, place=(1, 0), tile="neon-arcade")
    play(session, "move 2,0")  # passing by is no problem


# -- Exploring ---------------------------------------------------------------------------------------------------------


def test_exploring_gives_the_token_first_then_the_tile_then_trace() -> None:
    # W13b: move.stop-on-unrevealed, explore.token-first, explore.tile-then, explore.others-stay, trace.entry
    session = street()
    told = play(session, "move -1,0")
    assert allowed(session, "reward") == ["reward 0", "reward 1"] and tile(session, (-1, 0)) == (False, "")
    assert refusal(session, "reward 2").rule == "explore.token-first"
    told += play(session, "reward 1")
    assert asset(session, "memory") == 1 and session.truth.exp[0] == 0 and session.truth.trace[0] == 1
    assert session.truth.markers[(-1, 0)] == ("relay",)
    order = ["move.stop-on-unrevealed", "explore.token-first", "explore.tile-then", "explore.others-stay"]
    places = [[rule for rule, _ in told].index(rule) for rule in [*order, "trace.entry"]]
    assert places == sorted(places)


@pytest.mark.parametrize(("option", "rewards"), [("wasted", ["reward 0", "reward 1"]), ("another", ["reward 0"])])
def test_a_useless_reward_is_wasted_or_cannot_be_picked(option: str, rewards: list[str]) -> None:
    # ruling.explore.reward-null
    session = street({"explore.reward-null": option}, memory=5)
    play(session, "move -1,0")
    assert allowed(session, "reward") == rewards
    if option == "another":
        assert refusal(session, "reward 1").rule == "ruling.explore.reward-null"


@pytest.mark.parametrize(("option", "left", "found"), [("next", "", 1), ("stays", "chip", 0)])
def test_a_token_on_a_face_up_tile(option: str, left: str, found: int) -> None:
    # ruling.explore.face-up-token
    tiles = {"arcade": [1, 0, "neon-arcade", 1, "chip", []]}
    session = street({"explore.face-up-token": option}, tiles=tiles)
    told = play(session, "move 1,0")
    assert tile(session, (1, 0)) == (True, left) and asset(session, "memory") == found
    assert ("ruling.explore.face-up-token" in [rule for rule, _ in told]) is bool(found)


@pytest.mark.parametrize(("option", "left"), [("next", "notes"), ("stays", "notes"), ("discarded", "")])
def test_a_tile_that_an_effect_turns_up(option: str, left: str) -> None:
    # kw.reveal, ruling.explore.face-up-token
    session = street({"explore.face-up-token": option}, equipped=["star-chart"], grid=rows("FE.."))
    onward(session, "launch")
    play(session, "launch aug.star-chart r1c1+r1c2", "tile -1,0")
    assert tile(session, (-1, 0)) == (True, left)


def test_a_hideout_that_is_found_brings_its_deck_and_gives_an_augment() -> None:
    # explore.hideout, aug.hideout-draw, aug.arrive-unequipped
    session = street()
    told = play(session, "move 0,-1", "district")
    assert "explore.hideout" in [rule for rule, _ in told]
    assert len(session.truth.unequipped[0]) == 1 and session.truth.equipped[0] == ()


def test_the_cybercat_walks_through_a_face_down_tile_without_turning_it() -> None:
    # move.no-through-unrevealed
    session = street(bodies=["cybercat"])
    play(session, "move -2,0", "reward 1")
    assert tile(session, (-2, 0)) == (True, "") and tile(session, (-1, 0)) == (False, "notes")


# -- District effects and moves by effects -----------------------------------------------------------------------------


def test_a_district_effect_may_be_left_alone() -> None:
    # district.optional
    session = street()
    play(session, "move 1,0")
    assert allowed(session, "district") == ["district"]
    assert play(session, "no-district")[0][0] == "district.optional" and asset(session, "reroll") == 0


def test_an_asset_stops_at_five() -> None:
    # asset.range, ruling.asset.over-five
    tiles = {"arcade": [1, 0, "riot-line", 1, "", []], "island": [5, 0, "neon-arcade", 1, "", []]}
    session = street(tiles=tiles, shield=4)
    told = play(session, "move 1,0", "district")
    assert asset(session, "shield") == 5 and told[-1] == (
        "asset.range",
        {"seat": 0, "asset": "shield", "count": 1, "assets": "1 shield"},
    )


def test_recovery_stops_at_the_maximum() -> None:
    # kw.recover
    session = street(integrity=4)
    play(session, "move 0,1", "district")
    assert session.truth.integrity[0] == 5


@pytest.mark.parametrize(("option", "far"), [("printed", False), ("mov", True)])
def test_how_far_an_effect_moves_a_fast_body(option: str, far: bool) -> None:
    # kw.move-effect, ruling.move.effect-range
    session = street({"move.effect-range": option}, bodies=["cybercat"], place=[1, 0])
    play(session, "move 1,-1", "district")
    assert ("go 3,0" in allowed(session, "go")) is far


@pytest.mark.parametrize(("option", "trace"), [("no", 1), ("entry", 4)])
def test_whether_an_effect_move_raises_trace(option: str, trace: int) -> None:
    # kw.move-effect, ruling.move.effect-trace
    session = street({"move.effect-trace": option}, place=[1, 0])
    play(session, "move 1,-1", "district", "go 2,0")
    assert session.truth.trace[0] == trace


def test_an_effect_move_explores_unless_the_ruling_forbids_it() -> None:
    # kw.move-effect, ruling.move.effect-reveal
    session = street(place=[1, 0])
    play(session, "move 1,-1", "district", "go -1,0", "reward 1")
    assert tile(session, (-1, 0))[0] and asset(session, "memory") == 1 and session.truth.trace[0] == 1
    session = street({"move.effect-reveal": "no"}, place=[1, 0])
    play(session, "move 1,-1", "district")
    assert refusal(session, "go -1,0").rule == "ruling.move.effect-reveal"
    assert refusal(session, "go 3,0").rule == "kw.move-effect"


def test_an_effect_move_passes_over_a_face_down_tile_only_under_the_ruling() -> None:
    # move.no-through-unrevealed, ruling.move.effect-reveal
    tiles = {"bazaar": [2, -1, "data-bazaar", 0, "chip", []], "alley": [3, -1, "back-alley", 1, "", []]}
    far = {"storage": [-1, 0, "cold-storage", 1, "", []], "mast": [-2, 0, "broadcast-mast", 1, "", []]}
    for option, reached in (("yes", False), ("no", True)):
        session = street({"move.effect-reveal": option}, tiles=tiles | far, place=[1, 0])
        play(session, "move 1,-1", "district")
        assert ("go 3,-1" in allowed(session, "go")) is reached and tile(session, (2, -1)) == (False, "chip")


def test_no_second_district_effect_after_an_effect_moved_you() -> None:
    # district.optional, ruling.district.once, ruling.district.current
    for option in ("start", "now"):
        session = street({"district.current": option}, place=[1, 0])
        play(session, "move 1,-1", "district", "go 2,0")
        assert allowed(session, "district") == [] and session.truth.exp[0] == 0


@pytest.mark.parametrize(("option", "trace"), [("no", 0), ("yes", 1)])
def test_the_prologue_knows_no_trace_unless_the_ruling_says_so(option: str, trace: int) -> None:
    # ruling.setup.prologue-trace
    session = acting({"setup.prologue-trace": option}, scenario="P00")
    play(session, "move 1,0")
    assert session.truth.trace[0] == trace


# -- Prepare and Program as effects ------------------------------------------------------------------------------------

FARM = {
    "arcade": [1, 0, "server-farm", 1, "", []],
    "mast": [0, 1, "old-subway", 1, "", []],
    "clinic": [2, 0, "foundry", 1, "", []],
}


def test_prepare_places_tokens_freely_but_not_on_locks() -> None:
    # kw.prepare, refill.dump-back, ruling.prog.locked
    session = street(tiles=FARM, grid=rows("EEEE"), bag="W", dump="L")
    told = play(session, "move 1,0", "district")
    assert "refill.dump-back" in [rule for rule, _ in told]
    assert refusal(session, "place L r1c5") == Verdict("kw.prepare", what="locked", slot="r1c5")
    assert refusal(session, "place L r1c1") == Verdict("kw.prepare", what="occupied", slot="r1c1")
    assert refusal(session, "place F r2c1") == Verdict("kw.prepare", what="not-drawn", token="F")
    play(session, "place L r2c1", "place W r4c4")
    assert session.truth.grid[0] == rows("EEEE", "L...", "....", "...W")


@pytest.mark.parametrize(("option", "choices"), [("fitting", 0), ("return", 2)])
def test_prepare_with_too_little_room(option: str, choices: int) -> None:
    # ruling.prepare.short
    session = street({"prepare.short": option}, tiles=FARM, grid=rows("EEEE", "WWWW", "LLLL", "FFF."), bag="WL")
    told = play(session, "move 1,0", "district")
    assert len(allowed(session, "place")) == choices
    for move in allowed(session, "place")[:1]:
        told += play(session, move)
    assert session.truth.grid[0][18] in "WL" and len(session.truth.bag[0]) == 1
    assert "ruling.prepare.short" in [rule for rule, _ in told]


def test_a_program_effect_gives_up_to_that_many_moves_even_where_all_must_be_made() -> None:
    # kw.program
    session = street({"prog.must": "must"}, tiles=FARM, grid=rows("EW.."), moves_left=0)
    play(session, "move 0,1", "district")
    assert refusal(session, "slide r1c1 r2c2").rule == "prog.no-diagonal"
    told = play(session, "switch r1c1 r1c2", "done")
    assert told[0][0] == "kw.program" and session.truth.grid[0] == rows("WE..")
