"""The worked examples of the rules, each by its number: given, move, result, and the rules that say so.

Those of battles, nights, trades and rolls together stand with the other tests of these.
"""

from __future__ import annotations

from asking import frame
from deck import GAME, A, B, discard, everything, hand, kinds_of, play, refused, rules_of, said, stock, table, through
from trail import left

from tabletop_kernel import Session

BOOT, KNIFE, PAN, PICK = "boots", "knife", "pan", "pickaxe"
PACK, MAUL, HATCHET, WOUND = "peddlers_pack", "spike_maul", "hatchet", "leg_wound"
FLAT = [[0, 1, "Long Grass"], [1, 1, "Buffalo Wallow"], [2, 1, "Sod House Claim"]]


# -- examples printed in the source ------------------------------------------------------------------------------------


def test_s1_a_knife_in_a_forest() -> None:
    session = table(hand=[KNIFE], at=(0, 0), roll=[1, 0])
    events = play(session, ("job", KNIFE, 0))
    assert stock(session) == {"food": 1}
    assert discard(session) == [KNIFE]
    assert said(events, "rolls") == [{"seat": A, "dice": [1, 0], "total": 1}]
    assert {"job.item", "dice.worth"} <= set(rules_of(events))
    assert frame(session) == "act"


def test_s2_a_boot() -> None:
    session = table(hand=[BOOT], stock={"food": 2}, lying=1)
    events = through(session, ("job", BOOT, 0), ("step", 1, 1, "walk"))
    assert stock(session) == {"food": 1}
    assert session.truth.meeple[A] == (1, 1)
    assert not session.truth.lying
    assert discard(session) == [BOOT]
    assert {"res.pay", "move.pool", "move.walk", "job.stand"} <= set(rules_of(events))
    assert frame(session) == "act"  # nothing is left to go on with


def test_s3_a_leg_wound() -> None:
    session = table(hand=[WOUND, BOOT, BOOT])
    events = play(session, ("job", WOUND, 0))
    assert discard(session) == [BOOT, BOOT]
    assert session.truth.pain_scrap == (WOUND,)
    assert "job.danger-last" in rules_of(events)


def test_s4_a_tile_with_a_job() -> None:
    session = table(ground=[[0, 1, "Timber Stand"], [1, 1, "Long Grass"]], stock={"food": 1})
    events = play(session, ("job", "tile", 0))
    assert stock(session) == {"wood": 3}
    assert session.truth.lying == 1
    assert {"job.land", "res.pay", "res.gain"} <= set(rules_of(events))


def test_s5_x_is_chosen_for_each_job() -> None:
    session = table(hand=[PACK, PACK], stock={"wood": 4, "food": 6})
    through(session, ("job", PACK, 0), ("x", 2), ("pay", "wood"))
    assert session.truth.frames[-1][0] == "gather", "the second pack could be done together with it"
    through(session, ("go",), ("gain", "food"))
    assert stock(session) == {"food": 8}
    events = through(session, ("job", PACK, 0), ("x", 3))
    assert stock(session) == {"food": 2}
    events += play(session, ("gain", "metal"))
    assert stock(session) == {"metal": 3, "food": 2}
    assert "x.choose" in rules_of(events)


def test_s6_gold_for_anything() -> None:
    session = table(hand=["company_scrip", "company_scrip"], stock={"gold": 6})
    through(session, ("job", "company_scrip", 1), ("x", 1), ("go",), ("gain", "wood"))
    assert stock(session) == {"gold": 5, "wood": 1}
    through(session, ("job", "company_scrip", 1), ("x", 5), ("gain", "food"))
    assert stock(session) == {"wood": 1, "food": 5}


def test_s7_four_dice() -> None:
    session = table(hand=["hunting_knife"], at=(0, 0), roll=[1, 0, 2, 0])
    play(session, ("job", "hunting_knife", 0))
    assert stock(session) == {"food": 3}


def test_s9_a_cow() -> None:
    session = table(hand=["cow"])
    play(session, ("job", "cow", 0))
    assert stock(session) == {"food": 5}
    assert session.truth.trade_discard == ("cow",)
    assert discard(session) == []


def test_s10_a_pickaxe_needs_another_card() -> None:
    session = table(hand=[PICK, PAN], ground=[[0, 1, "Snowline"]], roll=[2, 1])
    play(session, ("job", PICK, 0))
    assert stock(session) == {"metal": 3}
    assert sorted(discard(session)) == [PAN, PICK]


def test_s11_a_pan_on_a_river() -> None:
    session = table(hand=[PAN], ground=[[0, 1, "Great Muddy"]], roll=[1])
    play(session, ("job", PAN, 0))
    assert stock(session) == {"gold": 1}


def test_s12_two_boots_onto_a_mountain() -> None:
    session = table(hand=[BOOT, BOOT], stock={"food": 2}, ground=[[0, 1, "Long Grass"], [0, 0, "Snowline"]])
    events = through(session, ("job", BOOT, 0), ("also", BOOT, 0))
    assert left(session) == {"walk": 2}
    play(session, ("step", 0, 0, "walk"))
    assert stock(session) == {}
    assert (session.truth.meeple[A], frame(session)) == ((0, 0), "act")
    assert "act.same-final" in rules_of(events)


def test_s13_discovery_pays_for_new_land() -> None:
    ground = [*FLAT[:2], [2, 1, "Sod House Claim", 0]]
    session = table("discovery", hand=[BOOT], stock={"food": 1}, ground=ground, at=(1, 1))
    events = through(session, ("job", BOOT, 0), ("step", 2, 1), ("enter", "walk"))
    assert session.truth.meeple[A] == (2, 1)
    assert {(2, 0), (2, 2), (3, 1)} <= set(session.truth.tiles) - session.truth.up
    assert session.truth.score == [2, 0]
    assert {"reveal.flip", "reveal.surround", "reveal.event", "reveal.by-move", "vp.gain"} <= set(rules_of(events))


def test_s14_the_furthest_railway() -> None:
    ground = [[c, 1, tile] for c, tile in enumerate(("Long Grass", "Buffalo Wallow", "Windmill Rise", "Salt Lick"))]
    session = table(
        "discovery",
        hand=[MAUL],
        stock={"metal": 2, "wood": 1},
        ground=ground,
        at=(3, 1),
        records={"build": 2},
        rails=[[2, 1]],
    )
    events = play(session, ("job", MAUL, 0))
    assert (3, 1) in session.truth.rails
    assert session.truth.score == [3, 0]
    assert session.truth.records["build"] == 3
    assert "build.land" in rules_of(events)


def test_s15_moving_west() -> None:
    for place, points in ((1, 1), 1), ((0, 0), 0):
        ground = [[0, 1, "Long Grass"], [*place, "Buffalo Wallow", 0]]
        session = table("hungry_towns", hand=[BOOT], stock={"food": 1}, ground=ground)
        through(session, ("job", BOOT, 0), ("step", *place))
        assert session.truth.score == [points, 0], place


def test_s16_a_telescope_in_a_chain() -> None:
    ground = [[1, 1, "Long Grass"], [2, 1, "Buffalo Wallow", 0]]
    session = table(hand=["spyglass", PAN], ground=ground, at=(1, 1))
    play(session, ("job", "spyglass", 1))
    assert refused(session, ("reveal", 3, 1)) == "scope.range"
    events = play(session, ("reveal", 2, 1))
    assert (3, 1) in set(session.truth.tiles) - session.truth.up
    events += play(session, ("reveal", 3, 1))
    assert {(2, 1), (3, 1)} <= session.truth.up
    assert (kinds_of(events).count("reveals"), frame(session)) == (2, "act")


def test_s17_a_team_acts_in_any_order() -> None:
    session = table(
        "wide_country",
        character=["ada_quill", "hester_pike"],
        hand=[["cow", PAN, KNIFE, HATCHET], ["cow"]],
        at=(0, 0),
        roll=[1, 1, 1],
    )
    through(session, ("job", "cow", 0), ("job", KNIFE, 0), ("job", HATCHET, 0))
    play(session, ("job", "cow", 0), seat=B)
    assert stock(session, A) == {"wood": 1, "food": 7}
    assert stock(session, B) == {"food": 5}


def test_s19_an_ability_taps_the_character() -> None:
    session = table(stock={"wood": 1})
    events = through(session, ("job", "character", 0), ("step", 1, 1, "walk"))
    assert stock(session) == {}
    assert (session.truth.tapped, session.truth.meeple[A]) == (1, (1, 1))
    assert "job.tap" in rules_of(events)


def test_s20_the_options_of_a_first_game() -> None:
    config = GAME.agreement.configure(2, None, {"mission": "discovery"})
    assert (config.options["board"], config.options["dice"]) == ("A", "d20")


# -- further examples --------------------------------------------------------------------------------------------------


def test_w1_a_railway_gives_walking_back() -> None:
    names = ["Long Grass", "Buffalo Wallow", "Sod House Claim", "Larkspur Meadow", "Windmill Rise"]
    ground = [[c, 1, name] for c, name in enumerate(names)]
    session = table(hand=[BOOT], stock={"food": 1}, ground=ground, rails=[[1, 1], [2, 1], [3, 1]])
    events = play(session, ("job", BOOT, 0))
    for column in range(1, 5):
        events += play(session, ("step", column, 1, "walk"))
    assert (session.truth.meeple[A], frame(session)) == ((4, 1), "act")
    assert rules_of(events).count("move.rail-bonus") == 3


def test_w2_nobody_walks_into_water() -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Cold Lake"], [0, 0, "Pine Hollow"]]
    session = table(hand=["pony", PAN], stock={"food": 1}, ground=ground)
    play(session, ("job", "pony", 0))
    assert refused(session, ("step", 1, 1, "walk")) == "move.walk-water"
    play(session, ("step", 0, 0, "walk"))
    assert (session.truth.meeple[A], left(session)) == ((0, 0), {"walk": 2})


def test_w3_the_cheaper_type_counts() -> None:
    session = table(hand=[BOOT], stock={"food": 1}, ground=[[0, 1, "Long Grass"], [1, 1, "Canyon Gate"]])
    events = through(session, ("job", BOOT, 0), ("step", 1, 1, "walk"))
    assert session.truth.meeple[A] == (1, 1)
    assert "move.cheaper" in rules_of(events)


def test_w4_danger_is_no_item_card() -> None:
    session = table(hand=[PICK, WOUND, WOUND], ground=[[0, 1, "Snowline"]])
    assert refused(session, ("job", PICK, 0)) in ("job.item-other", "cards.item-any", "cards.kinds-apart")


def test_w5_one_ability_a_day() -> None:
    session = table(stock={"wood": 1}, tapped=1)
    assert refused(session, ("job", "character", 0)) == "job.tap"


def test_w6_one_kind_for_one_step() -> None:
    session = table(stock={"wood": 1, "food": 1}, row=["mule", "pony", "cow", "shotgun", "coffee_pot"])
    assert refused(session, ("buy", 5, 0)) == "res.any-same"


def test_w7_no_railway_on_a_railway_or_among_bandits() -> None:
    stocked = {"metal": 2, "wood": 1}
    assert refused(table(hand=[MAUL], stock=stocked, rails=[[0, 1]]), ("job", MAUL, 0)) == "build.no-double"
    assert refused(table(hand=[MAUL], stock=stocked, bandits=[[0, 1, 1]]), ("job", MAUL, 0)) == "build.no-bandits"


def test_w8_bandits_spoil_a_place_but_can_be_fought() -> None:
    session = table(hand=[KNIFE], at=(0, 0), bandits=[[0, 0, 1]])
    assert refused(session, ("job", KNIFE, 0)) == "cond.no-bandits"
    assert ("job", KNIFE, 1) in session.moves(A)


def test_w9_x_may_be_zero() -> None:
    session = table(hand=["auctioneer", PAN])
    through(session, ("job", "auctioneer", 0), ("x", 0))
    assert stock(session) == {}
    assert (hand(session), discard(session)) == ([PAN], ["auctioneer"])


def test_w10_danger_stays_at_the_end_of_the_day() -> None:
    session = table(hand=[BOOT, "blisters"], now="rest")
    assert refused(session, ("drop", "blisters")) == "day.no-danger-discard"
    play(session, ("drop", BOOT))
    assert BOOT in discard(session)


def test_w11_two_knives_in_one_action() -> None:
    session = table("discovery", hand=[KNIFE, KNIFE], at=(0, 0), roll=[2, 1, 0, 1])
    events = through(session, ("job", KNIFE, 0), ("also", KNIFE, 0), ("roll",))
    assert stock(session) == {"food": 4}
    assert session.truth.acted == 1
    assert "act.same-final" in rules_of(events)


def test_w15_sailing_needs_water_to_land() -> None:
    for start, allowed in ("Long Grass", False), ("Great Muddy", True):
        ground = [[0, 1, start], [1, 1, "Pine Hollow"], [0, 0, "Cold Lake"]]
        session = table(hand=["ferryman"], stock={"food": 1}, ground=ground)
        play(session, ("job", "ferryman", 0))
        if allowed:
            assert "move.sail-land" in rules_of(play(session, ("step", 1, 1, "sail")))
            assert session.truth.meeple[A] == (1, 1)
        else:
            assert refused(session, ("step", 1, 1, "sail")) == "move.sail-land"


def test_w16_the_same_column_is_no_record() -> None:
    ground = [[3, 1, "Long Grass"], [3, 0, "Buffalo Wallow", 0]]
    session = table("discovery", hand=[BOOT], stock={"food": 1}, ground=ground, at=(3, 1), records={"reveal": 3})
    through(session, ("job", BOOT, 0), ("step", 3, 0))
    assert session.truth.score == [1, 0]


def test_w18_the_last_point_ends_the_game_at_once() -> None:
    ground = [*FLAT[:2], [2, 1, "Sod House Claim", 0]]
    session = table("discovery", hand=[BOOT, BOOT], stock={"food": 2}, ground=ground, at=(1, 1), score=[23, 0])
    through(session, ("job", BOOT, 0), ("also", BOOT, 0), ("step", 2, 1))
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("versus.first-wins", (A,))
    assert (session.truth.meeple[A], frame(session)) == ((1, 1), "over")


def test_w19_a_reveal_that_is_declined() -> None:
    ground = [[0, 1, "Long Grass"], [0, 0, "Snowline", 0]]
    session = table(hand=[BOOT], stock={"food": 1}, ground=ground, bandits=[[0, 1, 1]])
    events = through(session, ("job", BOOT, 0), ("step", 0, 0))
    assert refused(session, ("enter", "walk")) == "move.walk"
    assert session.moves(A) == [("decline", "walk")]
    events += play(session, ("decline", "walk"))
    assert (session.truth.meeple[A], frame(session)) == ((0, 1), "act")
    assert (0, 0) in session.truth.up
    assert session.truth.score == [1]
    assert not said(events, "takes")
    assert {"reveal.event", "reveal.decline-cost"} <= set(rules_of(events))
    assert "move.leave-bandits" not in rules_of(events)


def test_w20_leaving_bandits_costs_one_pain() -> None:
    session = table(hand=["pony", PAN], stock={"food": 1}, bandits=[[0, 1, 3]], pain=["black_eye"])
    through(session, ("job", "pony", 0), ("step", 1, 1, "walk"))
    assert frame(session) == "danger"
    events = through(session, ("put", "draw"), ("step", 2, 1, "walk"))
    assert "move.leave-bandits" in rules_of(events)
    assert session.truth.meeple[A] == (2, 1)
    assert (session.truth.draw[A][0], len(session.truth.pain)) == ("black_eye", 29)
    assert "black_eye" not in discard(session)


def test_w22_the_row_closes_up() -> None:
    # from left to right: the front is on the right
    session = table(row=["bedroll", "shotgun", "cow", "pony", "mule"], trade=["bandages"], stock={"food": 4})
    events = through(session, ("buy", 3, 0), ("put", "draw"))
    assert session.truth.row == ("bandages", "bedroll", "shotgun", "pony", "mule")
    assert session.truth.draw[A][0] == "cow"
    assert {"job.buy", "buy.refill"} <= set(rules_of(events))


def test_w23_the_standard_map() -> None:
    session = Session(GAME, 1, seed=5)
    state = session.truth
    assert state.up == {(c, r) for c in range(2) for r in range(3)}
    assert set(state.tiles) - state.up == {(0, -1), (1, -1), (2, 0), (2, 1), (2, 2), (0, 3), (1, 3)}
    assert len(state.land) == 35
    assert state.meeple == [(0, 1)]
    camps = {place for place in state.up if state.tile(place).camp}
    assert set(state.bandits) == camps
    assert {"setup.grid", "setup.ring"} <= set(rules_of(everything(session)))


def test_w24_nothing_is_laid_in_the_east() -> None:
    ground = [[c, r, "?"] for c in range(2) for r in range(3)]
    ground += [[0, -1, "Long Grass", 0], [1, -1, "?", 0]]
    session = table(hand=[BOOT], stock={"food": 1}, ground=ground, at=(0, 0))
    before = set(session.truth.tiles)
    through(session, ("job", BOOT, 0), ("step", 0, -1), ("enter", "walk"))
    assert set(session.truth.tiles) - before == {(0, -2)}
    assert session.truth.meeple[A] == (0, -1)


def test_w25_a_short_deck_does_not_kill() -> None:
    session = table(hand=[BOOT, PAN, KNIFE, HATCHET], draw_left=[0], now="draw")
    assert session.outcome is None
    assert len(hand(session)) == 4


def test_w30_a_ride_between_steps() -> None:
    names = ["Long Grass", "Buffalo Wallow", "Pine Hollow", "Owl Wood", "Deer Run", "Burnt Wood", "Sod House Claim"]
    ground = [[c, 1, name] for c, name in enumerate(names)]
    session = table(hand=["handcar", BOOT], stock={"food": 1}, ground=ground, rails=[[1, 1], [5, 1]])
    events = through(session, ("job", BOOT, 0), ("also", "handcar", 0))
    events += through(session, ("step", 1, 1, "walk"), ("ride", 5, 1), ("step", 6, 1, "walk"))
    assert (session.truth.meeple[A], frame(session)) == ((6, 1), "act")
    assert {"move.rail-bonus", "train.combine", "act.same-final"} <= set(rules_of(events))


def test_w31_what_is_gained_is_another_kind() -> None:
    session = table(hand=["company_scrip"], stock={"gold": 3}, ground=[[0, 1, "Assay Office"]])
    through(session, ("job", "company_scrip", 0), ("x", 3))
    assert refused(session, ("gain", "gold")) == "ruling.any-equal"
    play(session, ("gain", "metal"))
    assert stock(session) == {"metal": 6}


def test_w32_sailing_to_a_mountain_railway() -> None:
    for start, allowed in ("Cold Lake", True), ("Long Grass", False):
        ground = [[0, 1, start], [1, 1, "Snowline"], [0, 0, "Mirror Lake"]]
        session = table(hand=["ferryman"], stock={"food": 1}, ground=ground, rails=[[1, 1]])
        play(session, ("job", "ferryman", 0))
        if allowed:
            play(session, ("step", 1, 1, "sail"))
            assert session.truth.meeple[A] == (1, 1)
        else:
            assert refused(session, ("step", 1, 1, "sail")) == "move.sail-land"


def test_w33_a_camp_is_revealed() -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Rustlers' Gulch", 0]]
    session = table(hand=["pony", PAN, KNIFE, BOOT], stock={"food": 1}, ground=ground)
    through(session, ("job", "pony", 1), ("discard", PAN), ("discard", KNIFE), ("go",))
    events = through(session, ("step", 1, 1), ("enter", "walk"))
    assert session.truth.bandits == {(1, 1): 1}
    assert (session.truth.meeple[A], frame(session)) == ((1, 1), "act")
    assert "reveal.camp" in rules_of(events)
    assert refused(session, ("job", "tile", 0)) == "job.land"
    through(session, ("job", BOOT, 0), ("step", 0, 1, "walk"))
    assert frame(session) == "danger"


def test_w34_the_wagon_is_on_a_leash() -> None:
    ground = [[c, 1, name] for c, name in enumerate(("Long Grass", "Buffalo Wallow", "Windmill Rise", "Salt Lick"))]
    ground += [[4, 1, "Sod House Claim"]]
    cards = [[BOOT, PAN], [BOOT, PAN]]
    session = table("speed_of_the_slowest", ground=ground, meeple=[[2, 1], [3, 1]], wagon=[2, 1], hand=cards)
    events = through(session, ("job", "mission", 0), ("haul", 3, 1), ("ride-along",))
    assert {"event.must", "ruling.wagon-move"} <= set(rules_of(events))
    assert session.truth.wagon == (3, 1)
    assert session.truth.score == [4]
    session = table("speed_of_the_slowest", ground=ground, meeple=[[2, 1], [3, 1]], wagon=[3, 1], hand=cards)
    play(session, ("job", "mission", 0), seat=B)
    assert refused(session, ("haul", 4, 1), seat=B) == "setup.mission"
    assert session.truth.score == [0]


def test_w35_off_the_water() -> None:
    ground = [[0, 1, "Cold Lake"], [0, 0, "Long Grass"], [0, 2, "Mirror Lake"]]
    session = table(hand=["rope_and_irons", BOOT, PAN], stock={"food": 1}, ground=ground)
    through(session, ("job", BOOT, 0), ("also", "rope_and_irons", 0))
    while session.truth.frames[-1][0] == "gather":
        play(session, ("go",))
    assert refused(session, ("step", 0, 2, "climb")) == "move.climb-water"
    assert refused(session, ("step", -1, 1, "walk")) == "move.tile-needed"
    events = play(session, ("step", 0, 0, "walk"))
    assert (said(events, "steps")[0]["place"], session.truth.meeple[A]) == ((0, 0), (0, 0))
    assert "move.off-water" in rules_of(events)


def test_w36_discard_two_draw_three() -> None:
    session = table(
        character=["silas_hark"],
        hand=[BOOT, BOOT, KNIFE, PICK, MAUL],
        draw=[PAN, HATCHET],
        draw_left=[2],
        discard=[PACK, PAN, "cow"],
    )
    through(session, ("job", "character", 2), ("discard", BOOT), ("discard", BOOT))
    assert len(hand(session)) == 6
    assert {PAN, HATCHET, KNIFE, PICK, MAUL} <= set(hand(session))
    assert len(session.truth.draw[A]) == 4
    assert discard(session) == []


def test_w37_danger_leaves_by_a_job_only() -> None:
    session = table(hand=["blisters", PAN], stock={"food": 1}, at=(0, 0))
    assert refused(session, ("discard", "blisters")) == "job.danger-stuck"
    play(session, ("job", "blisters", 0))
    assert stock(session) == {}
    assert discard(session) == [PAN]
    assert session.truth.exhaustion_scrap == ("blisters",)
