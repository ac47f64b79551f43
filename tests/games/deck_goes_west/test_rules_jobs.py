"""Jobs, resources, dice and events, rule by rule, with the rulings that change the steps of a job."""

from __future__ import annotations

from typing import Any

import pytest
import trail
from deck import A, B, changed_game, discard, play, refused, rules_of, stock, table, text_of
from night_table import Table, dice

from tabletop_kernel import PackError
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job

LAKE = [[0, 1, "Cold Lake"], [1, 1, "Long Grass"]]


# -- where jobs are ----------------------------------------------------------------------------------------------------


def test_every_player_may_do_the_jobs_of_the_mission() -> None:
    session = table("last_spike", stock=[{"gold": 1}, {"wood": 3, "metal": 1}])
    assert refused(session, ("job", "mission", 0), A) == "res.pay"
    events = play(session, ("job", "mission", 0), seat=B)
    assert "job.mission" in rules_of(events)
    assert session.truth.rails == {(0, 1)}
    assert [refused(session, ("job", "mission", n)) for n in (2, 3, 4)] == ["job.event"] * 3
    assert refused(session, ("job", "mission", 5)) == "job.everywhere"


@pytest.mark.parametrize(
    ("job", "choices", "pile"),
    [(0, [("discard", "pan")], "exhaustion_scrap"), (1, [], "discard")],
)
def test_danger_that_its_own_job_removes(job: int, choices: list[Any], pile: str) -> None:
    """Blisters on a prairie: for food and a card they are scrapped, or they are only discarded."""
    session = table(hand=["blisters", "pan", "knife"], stock={"food": 1}, exhaustion_scrap=["homesick"])
    play(session, ("job", "blisters", job), *choices)
    beside, own = session.truth.exhaustion_scrap, discard(session)
    assert (beside, "blisters" in own) == (
        (("blisters", "homesick"), False) if pile != "discard" else (("homesick",), True)
    )


def test_danger_that_an_ability_removes() -> None:
    session = table(hand=["black_eye"])
    events = play(session, ("job", "character", 2))  # Ada Quill discards a danger card
    assert discard(session) == ["black_eye"]
    assert "job.danger-to" in rules_of(events)


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (["pan", "hatchet", "knife"], "cards.colour"),  # none of them is blue
        (["boots", "pan"], "cards.colour"),
        (["boots"], "cards.colour"),
        (["boots", "pony"], ""),
    ],
)
def test_a_wound_needs_blue_cards(cards: list[str], rule: str) -> None:
    session = table(hand=["leg_wound", *cards], stock={})
    if rule:
        assert refused(session, ("job", "leg_wound", 0)) == rule
        return
    play(session, ("job", "leg_wound", 0))
    assert (session.truth.hand[A], session.truth.pain_scrap) == ((), ("leg_wound",))


def test_a_danger_step_takes_the_type_that_it_shows() -> None:
    """Bandages scrap pain and no exhaustion; Ada Quill discards danger of both types."""
    assert refused(table(hand=["bandages", "blisters"]), ("job", "bandages", 0)) == "cards.danger-type"
    session = table(hand=["bandages", "blisters", "black_eye", "leg_wound"])
    play(session, ("job", "bandages", 0))
    assert refused(session, ("scrap", "blisters")) == "cards.danger-type"
    play(session, ("scrap", "black_eye"))
    assert set(session.truth.hand[A]) == {"blisters", "leg_wound"}
    both = table(hand=["blisters", "black_eye"])
    play(both, ("job", "character", 2))
    assert set(both.moves(A)) == {("discard", "blisters"), ("discard", "black_eye")}


def test_x_keeps_its_value() -> None:
    session = table(hand=["peddlers_pack"], stock={"food": 6, "wood": 4})
    play(session, ("job", "peddlers_pack", 0), ("x", 2))
    assert refused(session, ("x", 3)) == "x.same"
    play(session, ("pay", "food"), ("gain", "metal"))
    assert stock(session) == {"food": 2, "wood": 4, "metal": 2}


def test_a_card_is_bought_by_a_job_in_its_corner() -> None:
    row = ["cow", "pony", "mule", "shotgun", "bedroll"]
    session = table(row=row, stock={"gold": 1})
    assert refused(session, ("buy", 1, 2)) == "act.buy"  # a Cow has two such jobs
    events = play(session, ("buy", 1, 1), ("put", "draw"))  # on a Prairie for 1 Gold
    assert "act.buy" in rules_of(events)
    assert (session.truth.draw[A][0], stock(session)) == ("cow", {})


# -- counters and dice -------------------------------------------------------------------------------------------------


def test_a_big_counter_is_worth_five() -> None:
    """Twenty small counters and ten big ones of a kind are seventy, for all players together."""
    cow = {"hand": [["cow"], []], "rulings": {"supply": "limited"}}
    session = table("wide_country", stock=[{"food": 4}, {"food": 20 + 10 * 5 - 4 - 3}], **cow)
    play(session, ("job", "cow", 0))
    assert stock(session) == {"food": 7}


@pytest.mark.parametrize(("number", "face"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_the_faces_of_a_job_die(number: int, face: int) -> None:
    session = table(hand=["pan"], ground=[[0, 1, "Great Muddy"], [1, 1, "Long Grass"]], script={"job": [number]})
    play(session, ("job", "pan", 0))
    assert session.truth.resource_count(A, "gold") == face
    assert str(face) in text_of("dice.faces")


# -- events ------------------------------------------------------------------------------------------------------------


def test_there_are_six_kinds_of_events() -> None:
    for event in ("build", "reveal", "clear", "wagon-west", "wagon-east", "wagon-damage"):
        assert read_job(f"on {event}: +1 vp").event == event
    for other in ("move", "trade", "buy", "wagon-north", "night"):
        with pytest.raises(PackError, match="column 4"):
            read_job(f"on {other}: +1 vp")
    words = ("build", "reveal", "last bandits", "West", "East", "damaged")
    assert all(word in text_of("event.kinds") for word in words)


@pytest.mark.parametrize(("place", "points"), [(trail.WEST, 13), (trail.EAST, 7), (trail.NORTH, 10)])
def test_the_wagon_goes_west_or_east(place: tuple[int, int], points: int) -> None:
    """Medicine Run: 3 points for a step West, 3 lost for one East, and no event for one North."""
    ground = {trail.HERE: trail.Tile.FOREST, place: trail.Tile.PRAIRIE}
    scene = {"seats": 2, "wagon": list(trail.HERE), "meeple": [[1, 1]] * 2, "stock": [{"food": 1}, {}], "score": [10]}
    session = trail.table(ground, None, "medicine_run", rulings={"wagon-crew": "no"}, **scene)
    play(session, ("job", "mission", 0), ("haul", *place))
    assert session.truth.wagon == place
    assert session.truth.score == [points]


def test_the_wagon_is_damaged() -> None:
    night = Table("medicine_run", 2, script=dice(2, 1))
    state = night.state
    state.meeple, state.wagon, state.bandits, state.score = [(2, 2)] * 2, (1, 1), {(1, 1): 2}, [10]
    night.night("attack")
    assert state.score == [7]  # a point for each hit


def test_the_last_bandit_of_a_tile() -> None:
    for count, points in ((2, 0), (1, 2)):
        session = table("discovery", hand=[["hunting_knife"], []], bandits=[[0, 1, count]], roll=[1, 0, 0, 0])
        play(session, ("job", "hunting_knife", 1))
        assert session.truth.score[A] == points


@pytest.mark.parametrize(
    ("card", "goods", "ground"),
    [
        ("spike_maul", {"metal": 2, "wood": 1}, [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"]]),
        ("trestle_plans", {"metal": 1, "wood": 3}, LAKE),
    ],
)
def test_both_kinds_of_building_are_the_build_event(card: str, goods: dict[str, int], ground: Any) -> None:
    """Discovery: 2 points for it, and one more for the furthest West."""
    session = table("discovery", hand=[[card], []], stock=goods, ground=ground)
    events = play(session, ("job", card, 0))
    assert session.truth.score == [3, 0]
    assert "build.event" in rules_of(events)


def test_every_step_must_be_completed() -> None:
    """A job without a card to discard is not begun; one that is begun comes first, to its last step."""
    peak = {"ground": [[0, 1, "Eagle Ledge"], [1, 1, "Long Grass"]]}
    assert refused(table(hand=["pickaxe"], **peak), ("job", "pickaxe", 0)) == "cards.item-any"
    session = table(hand=["pickaxe", "pan", "knife"], roll=[1, 1], **peak)
    play(session, ("job", "pickaxe", 0))
    assert refused(session, ("pass",)) == "job.steps"
    play(session, ("discard", "pan"))
    assert stock(session) == {"metal": 2}
    walk = table(hand=["boots", "boots"], stock={"food": 2})
    play(walk, ("job", "boots", 0))
    assert [refused(walk, move) for move in (("pass",), ("buy", 1, 0))] == ["job.steps"] * 2
    assert refused(walk, ("job", "boots", 0)) == "act.same-final"


# -- rulings about steps -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "rule"), [("printed", "cond.place"), ("costs-first", "res.pay")])
def test_step_order_decides_which_reason_comes_first(option: str, rule: str) -> None:
    """«?village, -4 food, +5 vp» by somebody who has no food and is in no village."""
    assert refused(table("supper_for_a_thousand", rulings={"step-order": option}), ("job", "mission", 0)) == rule


@pytest.mark.parametrize(("option", "left"), [("printed", {"gold": 1}), ("costs-first", None)])
def test_step_order_decides_what_can_be_paid(option: str, left: dict[str, int] | None) -> None:
    """Wood that a step brings pays for a later one, unless everything is paid first."""
    game = changed_game("starters.toml", "?river, +1d gold", "+1 wood, -1 wood, +1 gold")
    session = table(game=game, rulings={"step-order": option}, hand=["pan"])
    if left is None:
        assert refused(session, ("job", "pan", 0)) == "res.pay"
        return
    play(session, ("job", "pan", 0))
    assert stock(session) == left


@pytest.mark.parametrize(("option", "choices"), [("each", [0, 1, 2]), ("shared", None)])
def test_ruling_x_per_job(option: str, choices: list[int] | None) -> None:
    """Two auctioneers sell one card and then others: each time as many as one likes, or the same number."""
    cards = ["auctioneer", "auctioneer", "pan", "knife", "hatchet"]
    session = table(hand=cards, rulings={"x-per-job": option})
    play(session, ("job", "auctioneer", 0), ("x", 1), ("discard", "pan"), ("also", "auctioneer", 0))
    found = [move[1] for move in session.moves(A) if move[0] == "x"]
    assert found == (choices or [])


REVEAL = "on reveal: +1 vp, ?moving-west, +1 vp"
UNKNOWN = {"ground": [[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]], "hand": ["boots"]}


@pytest.mark.parametrize(
    ("job", "option", "food", "score"),
    [
        ("-1 food, +2 vp", "as-far-as-possible", 1, 2),
        ("-1 food, +2 vp", "lose-nothing", 1, 2),
        ("-1 food, +2 vp", "as-far-as-possible", 0, 2),
        ("-1 food, +2 vp", "lose-nothing", 0, 0),
        ("+1 vp, ?forest, -1 food, +1 vp", "lose-nothing", 0, 1),  # behind a condition that is not met nothing is due
        ("+1 vp, ?prairie, -1 food, +1 vp", "lose-nothing", 0, 0),
        ("+1 vp, ?prairie, -1 food, +1 vp", "as-far-as-possible", 0, 2),
    ],
)
def test_event_cannot(job: str, option: str, food: int, score: int) -> None:
    """A boot takes one food, and the reveal is made from a prairie with what is left."""
    game = changed_game("missions/new_world.toml", REVEAL, f"on reveal: {job}")
    session = table(game=game, rulings={"event-cannot": option}, stock={"food": 1 + food}, **UNKNOWN)
    play(session, ("job", "boots", 0), ("step", 1, 1))
    assert session.truth.score == [score]
    assert session.truth.resource_count(A, "food") == (0 if score and "forest" not in job else food)


@pytest.mark.parametrize(("option", "score"), [("event-stops", 1), ("always-stop", 1), ("never-start", 0)])
def test_a_place_in_the_middle_of_an_event(option: str, score: int) -> None:
    game = changed_game("missions/new_world.toml", REVEAL, "on reveal: +1 vp, ?village, +1 vp")
    session = table(game=game, rulings={"mid-condition": option}, stock={"food": 1}, **UNKNOWN)
    play(session, ("job", "boots", 0), ("step", 1, 1))
    assert session.truth.score == [score]


@pytest.mark.parametrize(
    ("option", "jobs"),
    [("walk", ["walk 1"]), ("climb", ["climb 1"]), ("any-type", ["walk 1", "climb 1", "sail 1"])],
)
def test_the_plain_move_of_discovery(option: str, jobs: list[str]) -> None:
    session = table("discovery", rulings={"discovery-move": option}, hand=[["pan", "pan", "knife"], []], ground=LAKE)
    assert [job.line for job in session.truth.rules.jobs if "discard 3" in job.line] == [
        f"discard 3, {way}" for way in jobs
    ]
    play(session, ("job", "mission", len(jobs) - 1))
    assert {move[3] for move in session.moves(A) if move[0] == "step"} == {jobs[-1].split()[0]}


@pytest.mark.parametrize(("option", "rule"), [("water", "build.land"), ("either", "")])
def test_a_tile_of_water_and_land(option: str, rule: str) -> None:
    """A tile that is Water and something else: a bridge always, and under a ruling a railway on land too."""
    lake = 'name = "Cold Lake"\ntypes = ["water"]'
    game = changed_game("tiles.toml", lake, lake.replace('"water"', '"water", "prairie"'))
    scene = {"game": game, "rulings": {"water-type": option}, "ground": LAKE, "stock": {"metal": 2, "wood": 3}}
    session = table(hand=["spike_maul"], **scene)
    if rule:
        assert refused(session, ("job", "spike_maul", 0)) == rule
    else:
        play(session, ("job", "spike_maul", 0))
        assert session.truth.rails == {(0, 1)}
    bridge = table(hand=["trestle_plans"], **scene)
    play(bridge, ("job", "trestle_plans", 0))
    assert bridge.truth.rails == {(0, 1)}
