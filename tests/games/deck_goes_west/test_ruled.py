"""What a ruling leaves out, puts off or holds back: nothing is skipped without a word, nor wrongly."""

from __future__ import annotations

from typing import Any

import company
import pytest
import trail
from company import ANN, BEN
from deck import GAME, A, B, changed_game, kinds_of, play, refused, stock, table, topic, why
from trail import EAST, HERE, WEST, Tile

from tabletop_kernel import Session

LENIENT = {"job-exact": "lenient"}


def cited(events: list[Any], *kinds: str) -> list[tuple[str, str]]:
    return [(kind, rule) for kind, rule, *_ in events if kind in kinds]


# -- climbing onto mountains only --------------------------------------------------------------------------------------

HILLS = [[0, 1, "Long Grass"], [1, 1, "Snowline"], [0, 0, "Cold Lake"], [0, 2, "Rustlers' Gulch"], [-1, 1, "Owl Wood"]]
ONLY = {"move-costs": "climb-mountain-only"}


def climbing(card: str, rulings: dict[str, str] = ONLY, **position: Any) -> Session:
    session = table(ground=HILLS, hand=[card], stock={"food": 2}, rulings=rulings, **position)
    play(session, ("job", card, 1 if card == "rope_and_irons" else 0))
    return session


def test_who_has_no_climbing_may_still_climb_onto_a_mountain() -> None:
    rule, facts = why(climbing("boots"), ("step", 1, 1, "climb"))
    assert (rule, facts["have"], facts["place"]) == ("move.climb", 0, (1, 1))


def test_what_is_no_mountain_is_not_climbed_by_that_ruling() -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Owl Wood"], [0, 2, "Snowline"]]
    session = table(ground=ground, rails=[[1, 1]], hand=["rope_and_irons"], stock={"food": 2}, rulings=ONLY)
    play(session, ("job", "rope_and_irons", 1))
    rule, facts = why(session, ("step", 1, 1, "climb"))
    assert (rule, facts["place"]) == ("ruling.move-costs", (1, 1))
    session = climbing("rope_and_irons", {**ONLY, "camp-terrain": "else-tile"})
    assert refused(session, ("step", 0, 2, "climb")) == "ruling.move-costs"
    assert refused(session, ("step", 0, 0, "climb")) == "move.climb-water"


# -- the order of steps ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["printed", "costs-first"])
def test_a_gain_is_not_called_a_cost(option: str) -> None:
    session = table(hand=["mule"], rulings={"step-order": option})
    play(session, ("job", "mule", 1))
    assert why(session, ("pay", "food")) == ("job.order", {"what": [2, "gain any"]})


def test_danger_that_a_job_brings_is_no_cost_to_a_coach() -> None:
    session = table(character=["ezekiel_stone"])
    aim = GAME.opinions.aims(session.config, session.view(A), A, ("job", "character", 1))
    assert "exhaustion" in aim and "cost" not in aim


def test_how_many_are_still_to_be_discarded() -> None:
    session = table(hand=["pan", "knife", "hatchet"], rulings={"step-order": "costs-first"})
    play(session, ("job", "character", 1), ("discard", "pan"))
    assert why(session, ("pay", "food")) == ("job.order", {"what": [1, "discard item"]})


# -- what is left out --------------------------------------------------------------------------------------------------


def damaged(points: int, **rulings: str) -> list[Any]:
    """The widow's wagon leaves bandits: «on wagon-damage: -2 vp»."""
    session = trail.table(
        {HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, mission="widows_wagon", wagon=[*HERE], bandits=[[*HERE, 1]],
        score=[points], records={"wagon-west": 5}, stock=[{"food": 1}],
        rulings={"wagon-damage": "leaving", **{key.replace("_", "-"): option for key, option in rulings.items()}},
    )  # fmt: skip
    return play(session, ("job", "mission", 0), ("haul", *WEST), ("stay",))


@pytest.mark.parametrize(
    ("points", "kinds"), [(0, ["loses-nothing"]), (1, ["loses-points", "loses-rest"]), (2, ["loses-points"])]
)
def test_how_many_of_the_points_are_lost(points: int, kinds: list[str]) -> None:
    every = ("loses-nothing", "loses-rest", "loses-points")
    assert cited(damaged(points), *every) == [(kind, "vp.lose") for kind in kinds]


def test_an_event_that_is_left_out_is_told_with_its_ruling() -> None:
    left = damaged(1, event_cannot="lose-nothing", never_block="hard")
    assert ("left-out", "ruling.event-cannot") in cited(left, "left-out")
    assert not cited(left, "loses-nothing", "loses-rest", "loses-points")
    unmet = damaged(5, mid_condition="never-start")
    assert cited(unmet, "left-out", "left-unmet") == [("left-unmet", "ruling.mid-condition")]


def test_what_an_event_cannot_take_is_told() -> None:
    reveal = "on reveal: +1 vp, ?moving-west, +1 vp"
    game = changed_game("missions/new_world.toml", reveal, "on reveal: -2 food, scrap 1 pain")
    unknown = [[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]]
    for food, kind in ((1, "pays-none"), (2, "pays-less"), (3, "pays")):
        session = table(game=game, ground=unknown, hand=["boots"], stock={"food": food})
        events = play(session, ("job", "boots", 0), ("step", 1, 1))
        assert kinds_of(events)[-2:] == [kind, "scraps-less"]
        rules = {rule for _, rule in cited(events, "pays-less", "pays-none", "scraps-less")}
        assert rules == {"ruling.event-cannot"}


ALWAYS = {"mid-condition": "always-stop", "step-order": "costs-first"}


def test_what_comes_before_a_condition_is_paid_though_it_is_not_met() -> None:
    """«?mountain, discard 1, +2d metal» on a prairie: the discard comes first, and then nothing more."""
    session = table(hand=["pickaxe", "pan", "knife"], rulings=ALWAYS)
    play(session, ("job", "pickaxe", 0))
    assert session.moves(A) == [("discard", "knife"), ("discard", "pan")]
    assert kinds_of(play(session, ("discard", "pan"))) == ["discards", "stops"]


@pytest.mark.parametrize(("town", "numbers"), [("Long Grass", [0, 1, 2]), ("Assay Office", [0, 1, 2])])
def test_an_x_before_a_condition_that_is_not_met_is_chosen(town: str, numbers: list[int]) -> None:
    """«?village, -x gold, +x any»"""
    ground = [[0, 1, town], [1, 1, "Owl Wood"]]
    session = table(hand=["peddlers_pack"], ground=ground, stock={"gold": 2}, rulings=ALWAYS)
    play(session, ("job", "peddlers_pack", 1))
    assert [move[1] for move in session.moves(A)] == numbers


def test_behind_a_condition_that_is_met_all_steps_are_demanded() -> None:
    game = changed_game("starters.toml", "?river, +1d gold", "+1 wood, ?prairie, -2 food, +1 gold")
    for place, refuses in (("Long Grass", True), ("Owl Wood", False)):
        ground = [[0, 1, place], [1, 1, "Pine Hollow"]]
        session = table(game=game, hand=["pan"], ground=ground, rulings={"mid-condition": "always-stop"})
        assert (("job", "pan", 0) in session.moves(A)) != refuses


# -- jobs that are done in part ----------------------------------------------------------------------------------------


def test_what_a_lenient_table_leaves_out_is_told() -> None:
    peak = [[0, 1, "Eagle Ledge"], [1, 1, "Long Grass"]]
    session = table(hand=["pickaxe"], ground=peak, rulings=LENIENT, roll=[1, 1])
    assert ("discards-less", "ruling.job-exact") in cited(play(session, ("job", "pickaxe", 0)), "discards-less")
    session = table(row=["mule", "cow", "pony", "shotgun", "bedroll"], stock={"gold": 1}, rulings=LENIENT)
    assert ("pays-none", "ruling.job-exact") in cited(play(session, ("buy", 1, 0)), "pays-none")


def test_which_kind_is_paid_where_none_is_enough() -> None:
    """A partner's debt of three of one kind, by somebody who has two of one and one of another."""
    session = table(hand=["peddlers_pack"], stock={"food": 3, "wood": 2}, rulings=LENIENT)
    play(session, ("job", "peddlers_pack", 0))
    assert why(session, ("x", 2)) == ("x.choose", {"what": "x-in-full"})
    poor = table(hand=["peddlers_pack"], rulings={**LENIENT, "x-zero": "from-one"})
    assert "x-none" in kinds_of(play(poor, ("job", "peddlers_pack", 0)))


def test_less_of_any_kind_is_asked_for_and_paid() -> None:
    game = changed_game("starters.toml", "?river, +1d gold", "-3 any, +1 gold")
    session = table(game=game, hand=["pan"], stock={"food": 2, "wood": 2, "metal": 1}, rulings=LENIENT)
    play(session, ("job", "pan", 0))
    assert session.moves(A) == [("pay", "wood"), ("pay", "food")]
    kind, _, facts = game.telling.topic(session.config, session.view(A))
    assert (kind, facts["count"], facts["what"]) == ("job-pay", 2, "any")
    assert why(session, ("pay", "metal")) == ("job.steps", {"what": "most-of"})
    assert "pays-less" in kinds_of(play(session, ("pay", "wood")))


def test_a_coach_does_not_praise_what_will_not_be_done() -> None:
    session = table("company_town", hand=[["knife"], []], rulings=LENIENT)
    for move in (("job", "knife", 0), ("job", "mission", 0)):
        assert "nothing" in GAME.opinions.aims(session.config, session.view(A), A, move)


# -- steps that wait for the end of a battle ---------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["at-commit", "after"])
def test_steps_that_wait_for_the_end_of_a_battle_are_told(option: str) -> None:
    late = option == "after"
    session = table(hand=["blasting_powder"], bandits=[[0, 1, 1]], roll=[0] * 9, rulings={"battle-extra-steps": option})
    kinds = kinds_of(play(session, ("job", "blasting_powder", 1)))
    assert ("put-off" in kinds, "picks-up" in kinds) == (late, late)
    assert (kinds.index("scraps") > kinds.index("bandits-hit")) == late
    if late:
        assert kinds.index("put-off") < kinds.index("attacks") < kinds.index("picks-up") < kinds.index("scraps")


# -- one job each in a roll together -----------------------------------------------------------------------------------


@pytest.mark.parametrize("versus", [False, True])
@pytest.mark.parametrize("option", ["yes", "one"])
def test_an_invitation_is_not_lost_without_a_word(option: str, versus: bool) -> None:
    session = company.table({"bonus-several": option}, versus, hand=[["knife", "knife"], ["knife"]])
    play(session, ("job", "knife", 0))
    assert (topic(session, ANN)[0] == "gather-alone") == (option == "one")
    assert topic(session, BEN)[0] == "gather"
    events = play(session, ("also", "knife", 0))
    if ("go",) in session.moves(ANN):
        assert topic(session, ANN)[0] == "gather"
        events += play(session, ("go",))
    alone = cited(events, "rolls-alone")
    assert alone == ([("rolls-alone", "ruling.bonus-several")] if option == "one" else [])


def test_whoever_could_invite_nobody_loses_no_invitation() -> None:
    for hands, meeples in (([["knife"] * 2, ["pan"]], None), ([["knife"] * 2, ["knife"]], [[0, 1], [1, 1]])):
        position = {"meeple": meeples} if meeples else {}
        session = company.table({"bonus-several": "one"}, hand=hands, **position)
        play(session, ("job", "knife", 0))
        assert topic(session, ANN)[0] == "gather"
        assert "rolls-alone" not in kinds_of(play(session, ("also", "knife", 0)))


def test_whoever_joins_with_one_job_is_not_asked_for_more() -> None:
    session = company.table({"bonus-several": "one"}, True, hand=[["knife"], ["knife", "knife"]])
    play(session, ("job", "knife", 0))
    play(session, ("invite", BEN))
    events = play(session, ("join", "knife", 0), seat=BEN)
    assert [data["total"] >= 0 for kind, _, _, data in events if kind == "rolls"] == [True, True]


# -- a tile that was revealed ------------------------------------------------------------------------------------------


def test_nobody_is_told_to_enter_what_the_movement_is_too_little_for() -> None:
    for tile, enters in ((Tile.PRAIRIE, True), (Tile.MOUNTAIN, False), (Tile.LAKE, False)):
        session = trail.table({HERE: Tile.FOREST}, {WEST: tile}, hand=[["boots"]], walk=1)
        trail.play(session, ("step", *WEST))
        assert (("enter", "walk") in session.moves(A)) == enters
        assert topic(session, A)[0] == ("moving-tried" if enters else "moving-short")


# -- the wagon and a walker --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "comes"), [(EAST, False), (HERE, True)])
def test_a_wagon_that_the_mission_holds_back(last: tuple[int, int], comes: bool) -> None:
    road = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, EAST: Tile.PRAIRIE_2}
    session = trail.table(
        road, None, "speed_of_the_slowest", {"wagon-move": "with-meeple"}, seats=2, meeple=[[*HERE], [*last]],
        wagon=[*HERE], walk=2,
    )  # fmt: skip
    events = play(session, ("step", *WEST, "walk"))
    assert cited(events, "wagon-held") == ([] if comes else [("wagon-held", "setup.mission")])
    assert (("take-wagon",) in session.moves(A)) == comes
    if not comes:
        rule, facts = why(session, ("take-wagon",))
        assert (rule, facts["what"]) == ("setup.mission", "leash")


def test_a_fragile_wagon_is_not_said_to_be_hit_only_at_night() -> None:
    lines = GAME.telling.cards()["Medicine Run"]
    assert any("fragile" in line for line in lines)
    assert not any("fragile" in line and "night" in line for line in lines)


def test_a_coach_promises_no_way_west_that_is_closed() -> None:
    session = trail.table(
        {HERE: Tile.FOREST, EAST: Tile.PRAIRIE}, {WEST: Tile.PRAIRIE_2}, "medicine_run", seats=2, wagon=[*HERE],
        stock=[{"food": 1}] * 2,
    )  # fmt: skip
    aim = GAME.opinions.aims(session.config, session.view(A), A, ("job", "mission", 0))
    assert "wagon" in aim and "West" not in aim
    assert stock(session, B) == {"food": 1}


@pytest.mark.parametrize(
    ("rulings", "way", "rule"),
    [
        ({"bridge-walk": "walk-only"}, "climb", "ruling.bridge-walk"),
        ({"bridge-walk": "no"}, "climb", "ruling.bridge-walk"),
        ({"bridge-walk": "no"}, "walk", "ruling.bridge-walk"),
        ({"move-costs": "climb-mountain-only"}, "climb", "ruling.move-costs"),
    ],
)
def test_what_keeps_one_off_a_bridge_is_a_ruling_and_not_the_water(
    rulings: dict[str, str], way: str, rule: str
) -> None:
    land = [[0, 1, "Long Grass"], [1, 1, "Cold Lake"], [0, 0, "Pine Hollow"], [0, 2, "Snowline"]]
    card, n = ("rope_and_irons", 1) if way == "climb" else ("boots", 0)
    for rails, by in (([[1, 1]], rule), ([], f"move.{way}-water")):
        session = table(ground=land, rails=rails, hand=[card, "mule"], stock={"food": 3}, rulings=rulings)
        play(session, ("job", card, n), ("go",))
        assert refused(session, ("step", 1, 1, way)) == by


# -- what a ruling adds to a price, a place or a death -----------------------------------------------------------------


def asks(session: Session, seat: int = A) -> tuple[str, tuple[str, ...]]:
    """Which prompt stands above a decision, and the rules under it."""
    found = GAME.telling.prompt(session.config, session.view(seat))
    assert found is not None
    return topic(session, seat)[0], found.rules


@pytest.mark.parametrize("walk", [1, 2])
def test_a_reveal_that_costs_something_says_so(walk: int) -> None:
    session = trail.table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, rulings={"entry-cost": "yes"}, walk=walk)
    play(session, ("step", *WEST))
    kind, rules = asks(session)
    assert kind == ("moving-short-dear" if walk == 1 else "moving-tried-dear")
    assert "ruling.entry-cost" in rules
    rule, facts = why(session, ("enter", "walk"))
    assert (rule, facts.get("what")) == (
        ("ruling.entry-cost", None) if walk == 1 else ("reveal.decline-cost", "which-kind")
    )


def test_a_reveal_without_a_price_names_none() -> None:
    session = trail.table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, walk=1)
    play(session, ("step", *WEST))
    kind, rules = asks(session)
    assert kind == "moving-tried" and "ruling.entry-cost" not in rules


@pytest.mark.parametrize(
    ("option", "rule"),
    [("end-of-day", "death.danger-hand"), ("off", "death.full-hand"), ("at-once", "death.full-hand")],
)
def test_whoever_dies_of_danger_tonight_is_not_told_of_the_morning(option: str, rule: str) -> None:
    danger = ["leg_wound"] * (5 if option == "at-once" else 6)
    session = table(hand=[*danger, "pan"], character=["silas_hark"], rulings={"danger-death-time": option})
    play(session, ("pass",))
    kind, rules = asks(session)
    assert rule in rules and kind == ("rest-danger" if option == "end-of-day" else "rest-full")
    died = "death.danger-hand" in [event[1] for event in play(session, ("drop", "pan"))]
    assert died == (option == "end-of-day")


def test_a_step_of_one_is_not_paid_with_two_kinds() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.LAKE, EAST: Tile.PRAIRIE}
    session = trail.table(land, rulings={"mix-types": "yes"}, walk=1, climb=1)
    assert refused(session, ("step", *EAST, "walk+climb")) == "ruling.mix-types"
    assert refused(session, ("step", *WEST, "walk+climb")) == "move.walk-water"
    assert refused(session, ("step", *EAST, "climb+walk")) == "move.pool"


def test_a_camp_that_is_no_place_is_refused_by_its_ruling() -> None:
    camp = {"camp-terrain": "else-tile"}
    ground = [[0, 1, "Rustlers' Gulch"], [1, 1, "Long Grass"]]
    pick = table(ground=ground, hand=["pickaxe", "pan"], rulings=camp)
    assert why(pick, ("job", "pickaxe", 0)) == ("ruling.camp-terrain", {"place": "mountain", "tile": (0, 1)})
    assert refused(table(ground=ground, hand=["knife"], rulings=camp), ("job", "knife", 0)) == "cond.place"
    table(ground=ground, hand=["pickaxe", "pan"]).play(("job", "pickaxe", 0))


def test_a_railway_without_metal_of_ones_own_is_no_fault_of_the_tile() -> None:
    rulings = {**LENIENT, "build-token": "own"}
    for metal, kind in ((2, "no-own-metal"), (3, "builds")):
        session = table(hand=["spike_maul"], stock={"metal": metal, "wood": 1}, rulings=rulings)
        events = play(session, ("job", "spike_maul", 0))
        found = cited(events, "no-own-metal", "no-building", "builds")
        assert [one for one, _ in found] == [kind]
        assert kind == "builds" or found == [("no-own-metal", "ruling.build-token")]


def test_a_pass_with_too_much_danger_asks_while_something_can_be_done() -> None:
    for rulings, rules in (
        ({"danger-death-time": "end-of-day"}, ["death.danger-hand"]),
        ({"danger-death-time": "off"}, []),
    ):
        hand = [*["leg_wound"] * 5, "short_rations", "pan", "pan"]
        session = table(hand=hand, character=["silas_hark"], rulings=rulings)
        fate = [entry.rule for entry in session.fate(A, ("pass",))]
        assert [rule for rule in fate if rule.startswith("death.")] == rules


@pytest.mark.parametrize(
    ("option", "rule"), [("identical", "ruling.same-final"), ("kind-strict", "ruling.same-final"), ("kind", "")]
)
def test_steps_that_only_a_ruling_tells_apart(option: str, rule: str) -> None:
    session = table(
        hand=["boots", "rope_and_irons", "hatchet", "pan"], stock={"food": 3}, rulings={"same-final": option}
    )
    play(session, ("job", "boots", 0))
    if rule:
        assert why(session, ("also", "rope_and_irons", 1)) == (rule, {"what": "ends-differently"})
    assert refused(session, ("also", "hatchet", 0)) in ("act.same-final", "cond.place")
    if not rule:
        play(session, ("also", "rope_and_irons", 1))


@pytest.mark.parametrize("option", ["merge", "roll-anyway"])
def test_a_group_in_a_camp_that_is_met_rolls_by_its_ruling(option: str) -> None:
    ground = [[0, 0, "Berry Thicket"], [0, 1, "Snowline"], [1, 0, "Owl Wood"], [1, 1, "Tent Ring"]]
    ground += [[1, 2, "Pine Hollow"], [2, 1, "Deer Run"]]
    session = table(
        ground=ground, at=[0, 0], bandits=[[1, 1, 2], [1, 2, 1]], rulings={"meet-fixed": option},
        script={"compass": [1, 3], "bandit": [20] * 8},
    )  # fmt: skip
    events = play(session, ("pass",))
    while session.moves(A) and "bandits-move" not in kinds_of(events):
        events += play(session, session.moves(A)[0])
    met = [] if option == "merge" else [("bandits-meet", "ruling.meet-fixed")]
    assert cited(events, "bandits-meet") == met
