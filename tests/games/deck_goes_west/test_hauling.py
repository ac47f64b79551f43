"""The wagon: where it can be hauled, who rides along, what its moves bring, and the rulings about it."""

from __future__ import annotations

from typing import Any

import pytest
from asking import frame, kinds_of, refused, rules_of, said
from telling import why
from trail import EAST, HERE, NORTH, SOUTH, WEST, Tile, meeple, play, step, table

from tabletop_kernel import Session
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.games.deck_goes_west.days import events

ROAD = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, EAST: Tile.PRAIRIE_2}
SLOW, RUN, WIDOW = "speed_of_the_slowest", "medicine_run", "widows_wagon"


def hauling(count: int, land: dict[tuple[int, int], str] = ROAD, mission: str = RUN, **position: Any) -> Session:
    """A wagon job of the first player has come to its last step."""
    position.setdefault("seats", 1 if mission == WIDOW else 2)
    position.setdefault("meeple", [[*HERE], [*EAST]][: position["seats"]])
    frames = [["round", ANYONE, ["act"]], ["act", ANYONE, [0, 0]], ["action", 0, []], ["haul", 0, [count, [[*HERE]]]]]
    return table(land, position.pop("down", None), mission, wagon=[*HERE], frames=frames, **position)


# -- beginning ---------------------------------------------------------------------------------------------------------


def test_no_wagon_here() -> None:
    session = table(ROAD, None, RUN, seats=2, meeple=[[*HERE], [*WEST]], wagon=[*WEST], stock=[{"food": 1}] * 2)
    assert refused(session, ("job", "mission", 0)) == "ruling.wagon-move"
    assert ("job", "mission", 0) in session.moves(1)


def test_a_wagon_that_cannot_go_anywhere() -> None:
    for west, rule in ((Tile.LAKE, "move.walk-water"), (Tile.MOUNTAIN, "move.walk")):
        session = table(
            {HERE: Tile.FOREST, WEST: west}, {EAST: Tile.PRAIRIE_2}, WIDOW, stock=[{"food": 1}], wagon=[*HERE]
        )
        assert refused(session, ("job", "mission", 0)) == rule


@pytest.mark.parametrize("food", [0, 1])
def test_a_wagon_before_face_down_land_is_told_so_whatever_the_price(food: int) -> None:
    """No Food would help: the reason is the land, and it names the West."""
    land, down = {HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE, NORTH: Tile.PRAIRIE_3}
    session = table(land, down, WIDOW, stock=[{"food": food}], wagon=[*HERE])
    assert why(session, ("job", "mission", 0)) == ("ruling.wagon-move", {"what": "wagon-shut-in", "place": WEST})


def test_a_wagon_is_not_hauled_onto_face_down_land() -> None:
    session = hauling(1, ROAD, meeple=[[*HERE]] * 2, down={NORTH: Tile.PRAIRIE_3})
    assert why(session, ("haul", *NORTH)) == ("ruling.wagon-move", {"what": "wagon-hidden", "place": NORTH})


def test_a_wagon_that_is_about_to_move_has_the_same_reasons() -> None:
    """While jobs can still be added, it isn't the job that is missing something: the land is in the way."""
    stock, down = [{"food": 2}] * 2, {NORTH: Tile.PRAIRIE_3}
    session = table(ROAD, down, SLOW, seats=2, meeple=[[*HERE]] * 2, wagon=[*HERE], stock=stock)
    play(session, ("job", "mission", 1))
    assert session.truth.frames[-1][0] == "gather"
    assert why(session, ("haul", *NORTH)) == ("ruling.wagon-move", {"what": "wagon-hidden", "place": NORTH})
    assert why(session, ("haul", *WEST)) == ("job.steps", {"what": "go-adding"})


def test_no_wagon_in_this_mission() -> None:
    session = table(ROAD)
    assert refused(session, ("haul", *WEST)) == "event.wagon"
    session = table(ROAD, None, WIDOW, wagon=[*HERE])
    assert refused(session, ("haul", *WEST)) == "ruling.wagon-move"


# -- where it goes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (("haul", 2, 2), "move.cardinal"),
        (("haul",), "move.cardinal"),
        (("haul", "2", 1), "move.cardinal"),
        (("haul", 1, 2), "move.tile-needed"),
        (("haul", *NORTH), "ruling.wagon-move"),
        (("haul", *EAST), "move.walk-water"),
        (("stop",), "ruling.wagon-move"),
    ],
)
def test_no_haul(move: tuple[Any, ...], rule: str) -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, EAST: Tile.LAKE, (2, 2): Tile.PRAIRIE_2}
    assert refused(hauling(1, land, meeple=[[*HERE]] * 2, down={NORTH: Tile.PRAIRIE_3}), move) == rule


def test_a_mountain_takes_two() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.MOUNTAIN, EAST: Tile.PRAIRIE}
    assert refused(hauling(1, land), ("haul", *WEST)) == "move.walk"
    session = hauling(2, land)
    play(session, ("haul", *WEST), ("stay",))
    assert (session.truth.wagon, frame(session)) == (WEST, "act")


def test_it_may_stop_after_its_first_step() -> None:
    session = hauling(2)
    play(session, ("haul", *WEST), ("ride-along",))
    assert ("stop",) in session.moves(0)
    play(session, ("stop",))
    assert (session.truth.wagon, frame(session)) == (WEST, "act")


def test_the_railway_bonus_counts_once_for_each_tile() -> None:
    session = hauling(1, rails=[[*HERE], [*WEST]], mission=SLOW, meeple=[[*HERE]] * 2)
    play(session, ("haul", *WEST), ("ride-along",))
    play(session, ("stay",), seat=1)
    assert frame(session) == "haul"  # the step came back
    play(session, ("haul", *HERE), ("ride-along",))
    assert (session.truth.wagon, frame(session)) == (HERE, "act")  # no points without end by going to and fro
    assert session.truth.score == [4]


def test_the_leash_does_not_hold_it_back_from_the_east() -> None:
    land = {
        (5, 1): Tile.FOREST,
        (4, 1): Tile.PRAIRIE,
        (6, 1): Tile.PRAIRIE_2,
        (5, 2): Tile.PRAIRIE_3,
        (0, 1): Tile.MOUNTAIN,
    }
    frames = [["round", ANYONE, ["act"]], ["act", ANYONE, [0, 0]], ["action", 0, []], ["haul", 0, [1, [[5, 1]]]]]
    session = table(land, None, SLOW, seats=2, meeple=[[5, 1], [0, 1]], wagon=[5, 1], frames=frames)
    assert session.moves(0) == [("haul", 4, 1), ("haul", 5, 2)]
    assert refused(session, ("haul", 6, 1)) == "setup.mission"


# -- the crew ----------------------------------------------------------------------------------------------------------


def test_everybody_on_its_tile_is_asked() -> None:
    session = hauling(1, meeple=[[*HERE]] * 2, bandits=[[*HERE, 1]], lying=3)
    play(session, ("haul", *WEST))
    assert session.truth.score == [0]  # the event waits until everybody is on their tile
    assert refused(session, ("haul", *EAST)) == "ruling.wagon-crew"
    assert refused(session, ("ride-along", 1)) == "ruling.wagon-crew"
    play(session, ("ride-along",))
    assert session.truth.frames[-1][:2] == ("danger", 0)
    play(session, ("put", "discard"))
    told = play(session, ("stay",), seat=1)
    assert (meeple(session, 0), meeple(session, 1), session.truth.lying) == (WEST, HERE, 2)
    assert session.truth.score == [3]
    assert "event.must" in rules_of(told)


@pytest.mark.parametrize("hurts", [False, True])
def test_riding_along_speaks_of_running_away_only_where_bandits_are(hurts: bool) -> None:
    session = hauling(1, bandits=[[*HERE, 1]] * hurts)
    play(session, ("haul", *WEST))
    asked = session.game.telling.prompt(session.config, session.view(0))
    assert asked is not None and asked.rules[0] == "ruling.wagon-crew"
    assert ("move.leave-bandits" in asked.rules) == hurts


def test_no_crew() -> None:
    session = hauling(1, rulings={"wagon-crew": "no"})
    play(session, ("haul", *WEST))
    assert (frame(session), meeple(session)) == ("act", HERE)


# -- what its moves bring ----------------------------------------------------------------------------------------------


def test_east_is_an_event_too() -> None:
    session = hauling(1, score=[5])
    play(session, ("haul", *EAST), ("stay",))
    assert session.truth.score == [2]


def test_north_and_south_are_none() -> None:
    session = hauling(1, {HERE: Tile.FOREST, SOUTH: Tile.PRAIRIE, EAST: Tile.PRAIRIE_2}, score=[5])
    told = play(session, ("haul", *SOUTH), ("stay",))
    assert session.truth.score == [5]
    assert "event.must" not in rules_of(told)


def test_only_west_is_moving_west(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, event in ((WEST, "wagon-west"), (EAST, "wagon-east")):
        told: list[Any] = []
        monkeypatch.setattr(events, "fire", lambda *parts, told=told, **west: told.append((parts[1], west["west"])))
        play(hauling(1), ("haul", *place), ("stay",))
        assert told == [(event, place == WEST)]


def test_damage_by_leaving() -> None:
    for how, points in (("attack-step", 9), ("leaving", 7)):
        session = hauling(1, mission=WIDOW, bandits=[[*HERE, 2]], rulings={"wagon-damage": how}, score=[5])
        told = play(session, ("haul", *WEST), ("stay",))
        assert session.truth.score == [points]  # the widow's wagon: 4 points for West, 2 lost by damage
        assert len(said(told, "wagon-hit")) == (how == "leaving")


# -- along with a meeple -----------------------------------------------------------------------------------------------


def walking(**position: Any) -> Session:
    rulings = {"wagon-move": "with-meeple", **position.pop("rulings", {})}
    return table(position.pop("land", ROAD), None, RUN, rulings, seats=2, wagon=[*HERE], walk=2, **position)


def test_the_wagon_comes_along() -> None:
    session = walking()
    play(session, step(WEST, "walk"))
    assert frame(session) == "wagon"
    assert refused(session, ("take-wagon", 1)) == "ruling.wagon-move"
    told = play(session, ("take-wagon",))
    told += play(session, ("stay",), seat=1)  # the other one on the tile may ride along
    assert (session.truth.wagon, session.truth.score) == (WEST, [3])
    assert frame(session) == "moving"
    assert kinds_of(told).count("hauls") == 1


def test_the_wagon_may_be_left() -> None:
    session = walking()
    play(session, step(WEST, "walk"), ("leave-wagon",))
    assert (session.truth.wagon, frame(session)) == (HERE, "moving")


def test_it_does_not_come_along_otherwise() -> None:
    session = walking(meeple=[[*EAST], [*HERE]])
    play(session, step(HERE, "walk"))
    assert frame(session) == "moving"  # the walker came to the wagon, and did not walk off its tile
    session = table(ROAD, None, RUN, {"wagon-move": "with-meeple"}, seats=2, wagon=[*HERE], climb=2)
    play(session, step(WEST, "climb"))
    assert frame(session) == "moving"


def test_then_no_job_moves_it() -> None:
    session = table(ROAD, None, RUN, {"wagon-move": "with-meeple"}, seats=2, wagon=[*HERE], stock=[{"food": 1}] * 2)
    assert refused(session, ("job", "mission", 0)) == "ruling.wagon-move"
