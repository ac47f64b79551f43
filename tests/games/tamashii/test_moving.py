"""Moving on the map, in the move & trace step and by effects; the BOT besides."""

from __future__ import annotations

from typing import Any

import pytest
from street import A, B, Street

from tabletop_kernel.games.tamashii.modes import solo_bot
from tabletop_kernel.games.tamashii.phases import moving

LINE = ("shelter", "neon-arcade", "free-clinic", "back-alley")


def line(*down: int, seats: int = 2, **agreed: Any) -> Street:
    """Tiles in a row to the east, some of them face down; A stands on the first of them."""
    street = Street(seats, **agreed).clear()
    for at, tile in enumerate(LINE):
        street.tile(tile, (at, 0), at not in down)
    return street


def test_as_far_as_mov_goes() -> None:  # move.range
    street = line().begin("move")
    assert street.moves() == [("move", "1,0"), ("move", "2,0"), ("stay",)]
    assert street.no("move", "3,0") == "move.range"
    street.play("move", "2,0")
    assert street.state.place[A] == (2, 0)
    assert not street.asked  # move.once: the step is over


def test_the_body_says_how_far() -> None:  # move.range
    assert line().body(A, "cybercat").begin("move").no("move", "3,0") == ""
    assert line().body(A, "choir-engine").begin("move").no("move", "2,0") == "move.range"


def test_entering_adds_the_entry_value_and_staying_the_stationary_one() -> None:  # trace.entry, trace.stationary
    street = line().begin("move").play("move", "2,0")
    assert street.state.trace[A] == 1
    assert street.by("trace-up") == ["trace.entry"]
    stays = line().at(A, (2, 0)).begin("move").play("stay")
    assert stays.state.trace[A] == 3
    assert stays.by("trace-up") == ["trace.stationary"]
    assert stays.by("stays") == ["move.optional"]


def test_a_face_down_tile_is_entered_but_not_passed() -> None:  # move.no-through-unrevealed, move.stop-on-unrevealed
    street = line(1).begin("move")
    assert street.no("move", "2,0") == "move.no-through-unrevealed"
    street.play("move", "1,0")
    assert (1, 0) in street.state.up
    assert street.by("stops") == ["move.stop-on-unrevealed"]


def test_cybercat_passes_face_down_tiles() -> None:
    street = line(1, 2).body(A, "cybercat").begin("move")
    assert street.no("move", "3,0") == ""
    street.play("move", "2,0")
    assert street.state.up == {(0, 0), (2, 0), (3, 0)}  # stopping reveals, passing does not


def test_gaps_are_not_crossed() -> None:  # move.no-gaps
    street = line()
    street.state.map = street.state.map.without((1, 0))
    street.begin("move")
    assert street.no("move", "2,0") == "move.no-gaps"
    assert street.no("move", "1,0") == "move.no-gaps"
    assert street.no("move", "nowhere") == "move.no-gaps"
    assert street.no("move", "01,0") == "move.no-gaps"
    assert street.moves() == [("stay",)]


def test_a_way_round_counts_its_steps() -> None:  # move.range
    street = line(1).tile("riot-line", (1, -1)).tile("old-subway", (0, 1)).begin("move")
    assert street.no("move", "2,0") == "move.no-through-unrevealed"  # (2,0) is beside (1,0) and (2,-1), not (1,-1)
    street.tile("scrap-field", (2, -1))
    assert street.no("move", "2,0") == "move.no-through-unrevealed"  # three steps that way
    street.state.map = street.state.map.without((1, 0))
    assert street.no("move", "2,0") == "move.range"
    street.tile("neon-arcade", (1, 0), False)
    assert street.body(A, "cyberdog").no("move", "2,0") == ""


def test_coming_back_is_no_move_unless_a_ruling_says_so() -> None:  # ruling.move.same-tile
    assert line().begin("move").no("move", "0,0") == "ruling.move.same-tile"
    street = line(move__same_tile="yes").at(A, (2, 0)).begin("move").play("move", "2,0")
    assert street.by("trace-up") == ["trace.entry"]
    closed = line(1, move__same_tile="yes").begin("move")
    assert closed.no("move", "0,0") == "ruling.move.same-tile"  # nowhere to turn round
    short = line(move__same_tile="yes").body(A, "choir-engine").begin("move")
    assert short.no("move", "0,0") == "ruling.move.same-tile"


def test_tiles_are_shared_unless_a_ruling_forbids_it() -> None:  # ruling.move.share
    assert line().at(B, (1, 0)).begin("move").no("move", "1,0") == ""
    alone = line(move__share="no").at(B, (1, 0)).begin("move")
    assert alone.no("move", "1,0") == "ruling.move.share"
    assert alone.no("move", "2,0") == ""  # passing is no sharing


def test_one_move_in_a_step() -> None:  # move.once
    street = line(seats=1, mode="solo").begin("move").play("move", "1,0")
    assert street.asked == "move"  # the BOT may still move
    assert street.no("move", "2,0") == "move.once"
    assert street.no("stay") == "move.once"
    stayed = line(seats=1, mode="solo").begin("move").play("stay")
    assert stayed.no("move", "2,0") == "move.optional"  # it has not moved, and cannot any more


def test_the_prologue_moves_without_trace() -> None:  # setup.prologue-skips
    street = Street(scenario="P00").begin("move").play("stay")
    assert street.state.trace[A] == 0
    assert not street.by("trace-up")


# -- effects -----------------------------------------------------------------------------------------------------------


def pushed(street: Street, steps: int, kind: str = "go") -> Street:
    street.begin("acted")
    street.state.frames.append((kind, A, (steps,)))
    return street.settle()


def test_effects_move_without_trace() -> None:  # kw.move-effect, ruling.move.effect-trace
    street = pushed(line(), 2).play("go", "2,0")
    assert (street.state.place[A], street.state.trace[A]) == ((2, 0), 0)
    assert street.by("moves") == ["kw.move-effect"]
    loud = pushed(line(move__effect_trace="entry"), 2).play("go", "2,0")
    assert loud.by("trace-up") == ["ruling.move.effect-trace"]
    assert pushed(line(), 2).play("no-go").state.place[A] == (0, 0)


def test_effects_reveal_and_stop_like_other_moves() -> None:  # ruling.move.effect-reveal
    street = pushed(line(1), 2)
    assert street.no("go", "2,0") == "move.no-through-unrevealed"
    assert (1, 0) in street.play("go", "1,0").state.up
    over = pushed(line(1, move__effect_reveal="no"), 2)
    assert over.no("go", "1,0") == "ruling.move.effect-reveal"
    over.play("go", "2,0")
    assert (1, 0) not in over.state.up


def test_too_far_for_the_effect() -> None:  # kw.move-effect
    street = pushed(line(), 1)
    assert street.no("go", "2,0") == "kw.move-effect"
    assert street.no("go", "0,0") == "kw.move-effect"


@pytest.mark.parametrize(("choice", "steps"), [("printed", 1), ("mov", 2)])
def test_how_far_an_effect_moves(choice: str, steps: int) -> None:  # ruling.move.effect-range
    street = line(move__effect_range=choice)
    assert moving.effect_range(street.state, A, 1) == steps
    assert moving.effect_range(street.state, A, None) == 2


# -- the BOT -----------------------------------------------------------------------------------------------------------


def alone(*down: int, **agreed: Any) -> Street:
    return line(*down, seats=1, mode="solo", **agreed)


def test_the_bot_moves_two_tiles_for_free_before_or_after() -> None:  # solo.bot-move, solo.bot-free
    street = alone().begin("move")
    assert street.no("bot-move", "3,0") == "solo.bot-move"
    street.play("bot-move", "2,0")
    assert (street.state.bot, street.state.trace[A]) == ((2, 0), 0)
    assert street.no("bot-move", "1,0") == "solo.bot-move"
    street.play("move", "1,0")
    assert not street.asked
    after = alone().begin("move").play("stay")
    assert after.no("done") == ""
    after.play("bot-move", "1,0")
    assert (after.state.bot, after.asked) == ((1, 0), "")
    assert alone().begin("move").no("done") == "move.optional"
    assert alone().begin("move").play("stay").play("done").asked == ""


def test_the_bot_reveals_and_collects_for_its_player() -> None:  # solo.bot-reveals, solo.bot-rewards
    street = alone(1)
    memory = next(one.id for one in street.state.rules.content.finds.values() if one.rewards[0].text == "gain 1 memory")
    street.state.finds[1, 0] = memory
    street.begin("move").play("bot-move", "1,0")
    assert (1, 0) in street.state.up
    assert street.state.has(A, "memory") == 1
    assert (street.by("find"), street.by("revealed")) == (["solo.bot-rewards"], ["solo.bot-reveals"])
    assert street.state.trace[A] == 0


def test_limits_of_the_bot() -> None:  # ruling.solo.bot-limits
    assert alone(1).begin("move").no("bot-move", "2,0") == "move.no-through-unrevealed"
    free = alone(1, 2, solo__bot_limits="no")
    del free.state.tiles[1, 0]
    free.begin("move").play("bot-move", "2,0")
    assert (2, 0) in free.state.up


def test_a_battery_lets_the_bot_move_instead() -> None:  # solo.bot-use, solo.bot-trace, ruling.solo.bot-as-you
    street = alone().at(A, (3, 0)).body(A, "cybercat").begin("move").play("battery")
    assert street.state.batteries == 4
    assert street.no("battery") == "solo.bot-per-step"
    assert street.no("bot-move", "1,0") == "solo.bot-use"
    assert street.no("move", "3,0") == "solo.bot-move"
    street.play("move", "2,0")
    assert (street.state.bot, street.state.place[A]) == ((2, 0), (3, 0))
    assert street.state.trace[A] == 1  # the BOT's tile
    assert (street.asked, street.state.bot_used) == ("", "")
    mine = alone(solo__bot_as_you="yours").body(A, "cybercat").begin("move").play("battery")
    assert mine.no("move", "3,0") == ""
    staying = alone().at(A, (2, 0)).begin("move").play("battery").play("stay")
    assert staying.state.trace[A] == 1  # of the Shelter, where the BOT stands


def test_no_battery_once_a_figure_has_been_used() -> None:  # solo.bot-use
    assert alone().begin("move").play("stay").no("battery") == "solo.bot-use"
    moved = alone().at(A, (2, 0)).begin("move").play("bot-move", "1,0").play("battery")
    assert moved.no("move", "2,0") == "solo.bot-move"  # it moves once
    moved.play("stay")
    assert moved.state.trace[A] == 1  # the entry value of the BOT's tile


def test_company_has_no_bot() -> None:  # solo.bot-start
    street = line().begin("move")
    assert street.no("battery") == "solo.bot-start"
    assert street.no("bot-move", "1,0") == "solo.bot-start"


def test_the_bot_leaves_with_its_last_battery() -> None:  # solo.bot-gone, ruling.solo.last-battery
    street = alone()
    street.state.batteries = 1
    street.begin("move").play("battery").play("stay")
    assert street.state.bot is None
    assert street.by("bot-gone") == ["solo.bot-gone"]
    street.begin("move")
    assert street.no("bot-move", "1,0") == "solo.bot-gone"
    assert street.no("battery") == "solo.bot-gone"


def test_the_bot_leaves_as_well_where_nobody_is_told() -> None:  # solo.bot-gone
    street = alone()
    street.state.batteries = 0
    solo_bot.end_step(street.state, None)
    assert street.state.bot is None and street.told("bot-gone") == []


def test_an_effect_can_move_the_bot() -> None:
    street = pushed(alone(), 1, "bot-go")
    assert street.no("bot-go", "2,0") == "solo.bot-move"
    street.play("bot-go", "1,0")
    assert street.state.bot == (1, 0)
    assert "bot-free" not in street.state.tally[A]


def test_reach_tells_the_steps() -> None:  # move.range
    street = line(2)
    assert moving.reachable_places(street.state, A, (0, 0), 3) == {(1, 0): 1, (2, 0): 2}
    assert moving.reachable_places(street.state, A, (0, 0), 0) == {}
