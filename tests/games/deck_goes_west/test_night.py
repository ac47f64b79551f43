"""The night, the bandits on the map and the trade row: worked examples, every step, and every ruling about them.

Tests of a default option name no ruling, so that they also fail when another option becomes the default.
"""

from __future__ import annotations

import pytest
from night_table import LONG_GRASS, PINE_HOLLOW, TENT_RING, Table, compass, land, ruled

from tabletop_kernel.games.deck_goes_west.cards import trade_row
from tabletop_kernel.games.deck_goes_west.days import ending
from tabletop_kernel.games.deck_goes_west.days.phases import night_steps
from tabletop_kernel.games.deck_goes_west.land import bandits
from tabletop_kernel.games.deck_goes_west.state import Place

ANN, BEN, CAT = 0, 1, 2
FAR = (5, 5)  # where the meeples wait, out of the way of bandits
ROW = ("pony", "cow", "mule", "shotgun", "bedroll")


def wild(
    groups: dict[Place, int], faces: str = "", ground: dict[Place, int] | None = None, down: tuple[Place, ...] = (),
    **rulings: str,
) -> Table:  # fmt: skip
    """Bandits on a map of five columns and five rows; the meeple is elsewhere."""
    table = Table(rulings=ruled(**rulings), script=compass(*faces))
    table.lay({**(ground or land(5, 5)), FAR: PINE_HOLLOW}, down)
    table.state.meeple = [FAR]
    table.state.bandits = dict(groups)
    return table


# -- the order of the night --------------------------------------------------------------------------------------------


def test_s18_the_night_of_discovery() -> None:
    table = Table("discovery", 2, script={"bandit": [20]}).night()
    steps = ["row", "day", "exhaustion", "attack", "move", "remove", "appear", "pass-p1"]
    assert [data["step"] for data in table.told("night-step")] == steps
    assert table.rules()[0] == "night.mission-order"
    assert table.rules()[-1] == "night.then-day"
    assert table.state.frames == [("round", -1, ("morning",))]
    assert (table.state.day, table.state.p1) == (1, BEN)
    assert table.state.discard == [("blisters",), ("blisters",)]


def test_ruling_night_order() -> None:
    table = Table("discovery", 2, ruled(night_order="standard"))
    assert night_steps(table.state.rules)[:2] == ("day", "row")
    assert night_steps(table.state.rules)[5] == "remove 3"
    watch = Table("night_watch", 2, ruled(night_order="standard"))
    assert night_steps(watch.state.rules) == ("day", "row", "exhaustion", "attack", "move", "appear")
    assert "night.standard" in table.night().rules()


def test_ruling_bandit_tracker() -> None:
    table = Table("discovery", 2, ruled(bandit_tracker="none")).night()
    assert table.state.day == 0
    assert Table("iron_rivals", 2, ruled(bandit_tracker="none")).night().state.day == 1


# -- the day tracker ---------------------------------------------------------------------------------------------------


def test_w14_versus_ends_with_the_last_day() -> None:
    table = Table("discovery", 2)
    table.state.day, table.state.score = 8, [11, 9]
    table.night()
    assert table.state.result is not None
    assert table.state.result.rule == "versus.day-end"
    assert (table.state.result.results, table.state.day) == (("won", "lost"), 9)
    assert [data["step"] for data in table.told("night-step")] == ["row", "day"]
    assert not table.state.frames


def test_w40_a_team_loses_with_the_last_day() -> None:
    table = Table("speed_of_the_slowest", 2)
    table.state.day, table.state.score = 8, [20]
    table.night()
    assert table.state.result is not None
    assert table.state.result.rule == "goal.lose-time"
    assert table.state.result.results == ("lost", "lost")


# -- the trade row -----------------------------------------------------------------------------------------------------


def shop(**rulings: str) -> Table:
    table = Table(rulings=ruled(**rulings))
    table.state.row, table.state.trade = ROW, ("bandages", "spyglass")
    return table


def test_w28_the_row_at_night() -> None:
    table = shop().night("row")
    assert table.state.row == ("bandages", "pony", "cow", "mule", "shotgun")
    assert table.state.trade_discard == ("bedroll",)
    assert table.rules() == ["night.row", "night.row"]


def test_ruling_row_front() -> None:
    table = shop(row_front="left").night("row")
    assert table.state.row == ("cow", "mule", "shotgun", "bedroll", "bandages")
    assert table.state.trade_discard == ("pony",)
    trade_row.refill_after_purchase(table.state, 1, table.emit)
    assert table.state.row == ("cow", "shotgun", "bedroll", "bandages", "spyglass")


def test_ruling_trade_empty() -> None:
    table = shop()
    table.state.trade = ()
    table.night("row")  # the card that has just left comes back
    assert table.state.row == ("bedroll", "pony", "cow", "mule", "shotgun")
    assert table.rules() == ["night.row", "buy.five", "night.row"]
    table = shop(trade_empty="stay-short")
    table.state.trade = ()
    assert table.night("row").state.row == ("pony", "cow", "mule", "shotgun")
    assert table.rules()[-1] == "ruling.trade-empty"
    table.state.trade = ("bandages", "spyglass")
    assert table.night("row").state.row == ("spyglass", "bandages", "pony", "cow", "mule")


def test_without_any_cards_the_row_is_short() -> None:
    table = shop()
    table.state.row, table.state.trade = ("pony", "cow"), ()
    trade_row.refill_after_purchase(table.state, 0, table.emit)
    assert table.state.row == ("cow",)
    assert table.told("row-short") == [{"count": 1}]


# -- exhaustion --------------------------------------------------------------------------------------------------------


def test_everybody_takes_an_exhaustion_card_beginning_with_p1() -> None:
    table = Table("discovery", 3)
    table.state.p1 = BEN
    table.night("exhaustion")
    assert [data["seat"] for data in table.told("takes")] == [BEN, CAT, ANN]
    assert table.rules() == ["card.e-origin", "night.exhaustion"] * 3


def test_who_is_out_of_the_game_is_not_tired() -> None:
    table = Table("discovery", 3)
    table.state.dead = 1 << BEN
    assert [data["seat"] for data in table.night("exhaustion").told("takes")] == [ANN, CAT]


# -- bandits attack ----------------------------------------------------------------------------------------------------


def test_w26_battles_from_west_to_east_and_north_before_south() -> None:
    table = Table("discovery", 3)
    table.lay(land(5))
    table.state.meeple = [(3, 2), (1, 1), (3, 0)]
    table.state.bandits = {(1, 1): 1, (3, 2): 1, (3, 0): 1, (2, 0): 4}
    table.night("attack")
    assert [data["place"] for data in table.told("attacked")] == [(3, 0), (3, 2), (1, 1)]


def test_w39_no_bandits_at_all() -> None:
    table = Table(script=compass("W")).night("attack", "move")
    assert table.rules() == ["night.no-bandits"] * 2
    assert table.state.chance.counts == {}


def test_bandits_without_anybody_to_attack() -> None:
    assert wild({(1, 1): 2}).night("attack").rules() == ["night.attack"]


# -- bandits move ------------------------------------------------------------------------------------------------------


def test_w12_a_camp_keeps_its_bandits_and_plus_adds_one() -> None:
    table = wild({(1, 1): 2, (3, 3): 1}, "+", ground={**land(5, 5), (1, 1): TENT_RING}).night("move")
    assert table.state.bandits == {(1, 1): 2, (3, 3): 2}
    assert table.state.chance.counts == {"compass": 1}
    assert table.rules() == ["night.move", "night.plus"]


def test_w27_a_group_that_is_stuck_grows() -> None:
    ground = {(0, 0): PINE_HOLLOW, (1, 0): PINE_HOLLOW, (2, 0): PINE_HOLLOW}
    table = wild({(1, 0): 1}, "N", ground=ground).night("move")
    assert table.state.bandits == {(1, 0): 2}
    assert table.rules() == ["night.move", "night.stuck"]


@pytest.mark.parametrize(("face", "to"), [("N", (2, 1)), ("S", (2, 3)), ("W", (3, 2))])
def test_a_group_moves_as_the_compass_says(face: str, to: Place) -> None:
    table = wild({(2, 2): 3}, face).night("move")
    assert table.state.bandits == {to: 3}
    assert table.told("bandits-move") == [{"place": (2, 2), "to": to, "count": 3}]


def test_a_group_at_the_edge_moves_the_opposite_way() -> None:
    table = wild({(4, 2): 2, (0, 0): 1}, "WN").night("move")
    assert table.state.bandits == {(3, 2): 2, (0, 1): 1}
    assert table.rules().count("night.opposite") == 2


def test_groups_with_a_player_stay() -> None:
    table = wild({FAR: 2, (1, 1): 1}, "S").night("move")
    assert table.state.bandits == {FAR: 2, (1, 2): 1}
    assert wild({FAR: 2}).night("move").rules() == ["night.move"]


def test_bandits_go_onto_face_down_tiles_and_onto_players() -> None:
    table = wild({(4, 4): 1, (2, 2): 1}, "SW", down=((3, 2),), ground={**land(5, 5), (4, 5): PINE_HOLLOW}).night("move")
    assert table.state.bandits == {(4, 5): 1, (3, 2): 1}
    assert "night.any-tile" in table.rules()
    table = wild({(4, 4): 1}, "S", ground={**land(5, 5), (4, 5): PINE_HOLLOW})
    table.state.meeple = [(4, 5)]
    assert table.night("move").state.bandits == {(4, 5): 1}


def test_the_group_that_is_met_rolls_at_once() -> None:
    # from West to East: (3, 2) goes East, since there is no tile West of it, and meets (2, 2), which goes North
    ground = land(4, 5)
    table = wild({(3, 2): 2, (2, 2): 1}, "WN", ground=ground).night("move")
    assert table.state.bandits == {(2, 2): 2, (2, 1): 1}
    assert table.rules() == ["night.move", "night.opposite", "night.meet", "night.move", "night.move"]


def test_a_chain_of_meetings() -> None:
    table = wild({(3, 2): 1, (2, 2): 2, (2, 1): 3}, "WNN", ground=land(4, 5)).night("move")
    # the first group meets the second, and that one the third, which is on its way before its turn would come
    assert table.state.bandits == {(2, 2): 1, (2, 1): 2, (2, 0): 3}
    assert table.rules().count("night.meet") == 2


def test_a_group_that_has_moved_does_not_roll_again() -> None:
    # (3, 1) goes South onto the place where (3, 3) goes North
    table = wild({(3, 1): 1, (3, 3): 2}, "SN").night("move")
    assert table.state.bandits == {(3, 2): 3}
    assert table.state.chance.counts == {"compass": 2}
    assert table.told("bandits-merge") == [{"place": (3, 2), "total": 3}]


def test_who_is_met_and_rolls_plus_stays_and_grows() -> None:
    table = wild({(3, 1): 1, (3, 2): 2}, "S+").night("move")
    assert table.state.bandits == {(3, 2): 4}
    assert table.rules() == ["night.move", "night.move", "night.meet", "night.move", "night.plus", "night.merge"]


def test_a_group_that_stays_is_joined_without_a_roll() -> None:
    table = wild({(3, 1): 1, (3, 2): 2}, "SN", ground={**land(5, 5), (3, 2): TENT_RING}).night("move")
    assert table.state.bandits == {(3, 2): 3}
    assert table.state.chance.counts == {"compass": 1}


def test_ruling_meet_fixed() -> None:
    table = wild({(3, 1): 1, (3, 2): 2}, "SS", ground={**land(5, 5), (3, 2): TENT_RING}, meet_fixed="roll-anyway")
    assert table.night("move").state.bandits == {(3, 2): 1, (3, 3): 2}


def test_ruling_meet_plus() -> None:
    groups = {(3, 1): 1, (3, 2): 2, (3, 3): 4}
    for option, merges in ((None, [7 + 1]), ("merge-at-once", [4, 8])):
        table = wild(groups, "S+N", **({"meet_plus": option} if option else {})).night("move")
        assert table.state.bandits == {(3, 2): 8}
        assert [data["total"] for data in table.told("bandits-merge")] == merges


def test_ruling_group_once() -> None:
    table = wild({(3, 1): 1, (3, 3): 2}, "SNS", group_once="yes").night("move")
    assert table.state.bandits == {(3, 2): 2, (3, 3): 1}
    # two groups that meet for ever: each rolls twice at most
    ground = {(0, 0): PINE_HOLLOW, (1, 0): PINE_HOLLOW}
    table = wild({(0, 0): 1, (1, 0): 1}, "WWWWWWWW", ground=ground, group_once="yes").night("move")
    assert table.state.chance.counts["compass"] <= 4
    assert sum(table.state.bandits.values()) == 2


def test_ruling_camp_hidden() -> None:
    ground = {**land(5, 5), (1, 1): TENT_RING}
    assert wild({(1, 1): 2}, "S", ground=ground, down=((1, 1),)).night("move").state.bandits == {(1, 2): 2}
    hidden = wild({(1, 1): 2}, "S", ground=ground, down=((1, 1),), camp_hidden="yes")
    assert hidden.night("move").state.bandits == {(1, 1): 2}


# -- removing land -----------------------------------------------------------------------------------------------------


def left_behind(**rulings: str) -> Table:
    table = Table("discovery", 2, ruled(**rulings))
    table.lay(land(7))
    table.state.meeple = [(6, 0), (5, 1)]
    table.state.bandits = {(1, 1): 2, (2, 2): 1}
    return table.with_railways((0, 0), (3, 0))


def test_land_far_east_of_the_last_meeple_goes() -> None:
    table = left_behind().night("remove 3")
    assert {column for column, _ in table.state.tiles} == {2, 3, 4, 5, 6}
    assert table.state.up == set(table.state.tiles)
    assert table.state.bandits == {(2, 2): 1}
    assert table.state.rails == {(3, 0)}
    assert len(table.state.land_discard) == 6
    assert table.told("land-gone")[0]["count"] == 6
    assert [data["count"] for data in table.told("bandits-gone")] == [2]


def test_no_land_goes_when_all_is_near() -> None:
    table = left_behind()
    table.state.meeple[BEN] = (3, 1)
    assert table.night("remove 3").told("land-stays")
    assert len(table.state.tiles) == 21


def test_the_dead_hold_no_land() -> None:
    table = left_behind()
    table.state.meeple[BEN] = (0, 0)
    table.state.dead = 1 << BEN
    table.night("remove 3")
    assert {column for column, _ in table.state.tiles} == {3, 4, 5, 6}


def test_ruling_remove_column() -> None:
    table = left_behind(remove_column="steps").night("remove 3")
    assert {place for place in table.state.tiles if place[0] < 4} == {(2, 1), (3, 0), (3, 1), (3, 2)}


def test_ruling_remove_wagon() -> None:
    def hauled(**rulings: str) -> Table:
        table = Table("medicine_run", 2, ruled(**rulings))
        table.lay({place: tile for place, tile in land(7).items() if place != (2, 2)})
        table.state.meeple = [(6, 0), (5, 1)]
        table.state.wagon = (0, 2)
        return table.night("remove 3")

    assert len(hauled().state.tiles) == 20
    table = hauled(remove_wagon="no")
    assert {column for column, _ in table.state.tiles} == {2, 3, 4, 5, 6}
    assert table.state.wagon == (2, 1)  # the nearest tile of the eastmost column that is left
    assert table.told("wagon-shifts")


def test_the_wagon_turns_up_the_tile_that_it_is_moved_to() -> None:
    table = Table("medicine_run", 2, ruled(remove_wagon="no"))
    table.lay(land(7), down=((2, 2),))
    table.state.meeple = [(6, 0), (5, 1)]
    table.state.wagon = (0, 2)
    table.night("remove 3")
    assert table.state.wagon == (2, 2) and (2, 2) in table.state.up
    assert not table.told("event")


# -- bandits appear ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "score", "risk"), [(0, 0, 1), (3, 8, 1), (2, 10, 2), (4, 0, 2), (7, 10, 3), (0, 17, 3), (8, 23, 3)]
)
def test_the_risk_is_that_of_the_foremost_token(day: int, score: int, risk: int) -> None:
    table = Table()
    table.state.day, table.state.score = day, [score]
    assert bandits.count_risk_rolls(table.state) == risk


def test_ruling_risk_token() -> None:
    for rulings, risk in (({}, 3), (ruled(risk_token="last"), 1)):
        table = Table("discovery", 2, rulings)
        table.state.score = [3, 20]
        assert bandits.count_risk_rolls(table.state) == risk


def starry(numbers: list[int], risk: int = 1, dice: str = "d20", **rulings: str) -> Table:
    """Long Grass (8), Tent Ring (7 and 9) and, face down, another Prairie with a 6 on its back."""
    table = Table(rulings=ruled(**rulings), script={"bandit": numbers}, dice=dice)
    table.lay({(0, 0): LONG_GRASS, (1, 0): TENT_RING, (2, 0): 6}, down=((2, 0),))
    table.state.meeple = [(0, 0)]
    table.state.day = {1: 0, 2: 4, 3: 7}[risk]
    return table.night("appear")


def test_bandits_come_to_the_stars_that_show() -> None:
    table = starry([8, 9, 6], risk=3)
    assert table.state.bandits == {(0, 0): 1, (1, 0): 1, (2, 0): 1}
    assert table.rules() == ["night.risk", *["night.appear"] * 6]
    assert starry([7, 9, 12], risk=3).state.bandits == {(1, 0): 2}  # 12 is on the face of the face-down tile
    assert starry([17]).told("no-star") == [{"number": 17}]


def test_ruling_star_side() -> None:
    assert starry([6, 12, 8], risk=3, star_side="front-only").state.bandits == {(0, 0): 1}


def test_ruling_multi_star() -> None:
    assert starry([7, 9], risk=2, multi_star="first-star").state.bandits == {(1, 0): 1}


def test_ruling_roll_high() -> None:
    assert starry([13, 8]).state.bandits == {}
    table = starry([13, 20, 8], roll_high="reroll")
    assert table.state.bandits == {(0, 0): 1}
    assert table.rules().count("ruling.roll-high") == 2


def test_ruling_both_dice() -> None:
    each = starry([8, 9], dice="both")
    assert each.state.bandits == {(0, 0): 1, (1, 0): 1}
    assert sorted(data["die"] for data in each.told("bandit-die")) == [12, 20]
    turns = starry([8, 9, 8], risk=3, dice="both", both_dice="alternate")
    assert [data["die"] for data in turns.told("bandit-die")] == [20, 12, 20]
    assert turns.state.bandits == {(0, 0): 2, (1, 0): 1}
    lower = starry([9, 8], dice="both", both_dice="choose-lower")
    assert lower.state.bandits == {(0, 0): 1}


def test_rulings_supply_and_bandit_coins() -> None:
    for rulings, total in (
        (ruled(), 121),
        (ruled(supply="limited"), 120),
        (ruled(supply="limited", bandit_coins="one"), 118),
    ):
        table = Table(rulings=rulings)
        table.state.bandits = {(0, 0): 118}
        for place in ((1, 0), (1, 1), (1, 2)):
            bandits.add_bandits(table.state, place, 1, "night.appear", table.emit)
        assert sum(table.state.bandits.values()) == total
        assert bool(table.told("bandits-out")) == (total < 121)


# -- splitting ---------------------------------------------------------------------------------------------------------


def split(groups: dict[Place, int], ground: dict[Place, int] | None = None, **rulings: str) -> Table:
    table = wild(groups, ground=ground, **rulings)
    bandits.split_groups(table.state, table.emit)
    return table


def test_w13_six_bandits_split() -> None:
    table = split({(2, 2): 6, (0, 0): 5})
    assert table.state.bandits == {(2, 2): 2, (2, 1): 1, (2, 3): 1, (1, 2): 1, (3, 2): 1, (0, 0): 5}
    assert table.rules() == ["night.split"]


def test_seven_bandits_at_the_edge() -> None:
    table = split({(0, 1): 7})
    assert table.state.bandits == {(0, 1): 4, (0, 0): 1, (0, 2): 1, (1, 1): 1}
    assert table.rules() == ["night.split", "night.split-blocked"]


def test_a_split_that_makes_another_large_group() -> None:
    table = split({(2, 2): 6, (2, 1): 5})
    assert table.state.bandits[2, 1] == 2
    assert table.state.bandits[2, 2] == 3
    assert table.rules() == ["night.split", "night.split-again"]


def test_large_groups_split_until_none_is_left() -> None:
    table = split({(2, 2): 30})
    assert max(table.state.bandits.values()) < 6
    assert sum(table.state.bandits.values()) == 30


def test_a_map_full_of_bandits_stops_after_200_splits() -> None:
    ground = {(0, 0): PINE_HOLLOW, (1, 0): PINE_HOLLOW}
    table = split({(0, 0): 40, (1, 0): 40}, ground=ground)
    assert sum(table.state.bandits.values()) == 80
    assert len(table.told("split")) == 200
    assert table.rules()[-1] == "ruling.split-repeat"


def test_a_group_without_any_way_is_left_alone() -> None:
    table = split({(0, 0): 9}, ground={(0, 0): PINE_HOLLOW})
    assert table.state.bandits == {(0, 0): 9}
    assert not table.events


def test_ruling_split_repeat() -> None:
    table = split({(2, 2): 30}, split_repeat="once-per-tile")
    assert table.state.bandits == {(2, 2): 26, (2, 1): 1, (2, 3): 1, (1, 2): 1, (3, 2): 1}
    table = split({(2, 2): 6, (2, 1): 5}, split_repeat="once-per-tile")
    assert table.rules() == ["night.split", "night.split-again"]


def test_ruling_split_where() -> None:
    for rulings, there in (({}, 1), ({"split_where": "no-players"}, 0)):
        table = wild({(2, 2): 6}, **rulings)
        table.state.meeple = [(2, 1)]
        bandits.split_groups(table.state, table.emit)
        assert table.state.bandits.get((2, 1), 0) == there


def test_splits_come_after_all_have_appeared() -> None:
    table = Table(script={"bandit": [8]})
    table.lay({(0, 0): LONG_GRASS, (1, 0): PINE_HOLLOW})
    table.state.bandits = {(0, 0): 5}
    table.state.meeple = [(1, 0)]
    assert table.night("appear").state.bandits == {(0, 0): 5, (1, 0): 1}


# -- the token ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("holder", "dead", "then"), [(0, 0, 1), (2, 0, 0), (0, 1 << 1, 2)])
def test_the_token_goes_to_the_left(holder: int, dead: int, then: int) -> None:
    table = Table("discovery", 3)
    table.state.p1, table.state.dead = holder, dead
    table.night("pass-p1")
    assert table.state.p1 == then
    assert table.told("token") == [{"seat": then}]


def test_ruling_p1_dead() -> None:
    for rulings, by_day, at_night in (({}, CAT, ANN), (ruled(p1_dead="nobody"), None, CAT)):
        table = Table("discovery", 3, rulings)
        table.state.p1 = BEN
        ending.die(table.state, BEN, "death.danger-hand", table.emit)
        assert (table.state.p1 if table.state.p1 >= 0 else None) == by_day
        assert table.night("pass-p1").state.p1 == at_night


# -- in words ----------------------------------------------------------------------------------------------------------


def test_a_night_in_words() -> None:
    table = Table("discovery", 2, script={"bandit": [8], **compass("W", "N", "+")})
    table.lay({**land(7), (6, 2): LONG_GRASS}, down=((5, 0),))
    table.state.meeple = [(6, 0), (5, 1)]
    table.state.bandits = {(0, 0): 1, (3, 1): 1, (2, 1): 2, (5, 1): 1}
    table.with_railways((0, 1))
    table.state.row, table.state.trade = ROW, ("bandages",)
    lines = table.night().lines()
    assert {"step": "move", "number": 5, "count": 8} in table.told("night-step")
    assert table.told("tracker") == [{"day": 1, "limit": 9}]
    assert table.told("row-loses") == [{"card": "bedroll"}]
    assert not [line for line in lines if "{" in line]
