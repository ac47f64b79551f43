"""Scenes of jobs and what they leave behind, written from the rules alone, without a look at the code."""

from __future__ import annotations

from deck import A, B, discard, hand, play, refused, stock, table, why
from scenes import PAIR


def test_any_kinds_paid_and_gained() -> None:
    session = table(ground=[[0, 1, "Long Grass"]], hand=["peddlers_pack"], stock={"wood": 3, "food": 1})
    play(session, ("job", "peddlers_pack", 0))
    assert refused(session, ("x", 2)) in ("res.any-same", "res.pay", "x.choose")
    play(session, ("x", 1))
    assert refused(session, ("gain", "wood")) in ("ruling.any-equal", "res.any-separate", "res.any-same")
    play(session, ("gain", "gold"))
    assert stock(session) == {"gold": 1, "wood": 1, "food": 1}
    assert discard(session) == ["peddlers_pack"]


def test_the_kind_paid_may_be_gained() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"]],
        hand=["peddlers_pack"],
        stock={"wood": 4},
        rulings={"any-equal": "allowed", "x-zero": "from-one"},
    )
    play(session, ("job", "peddlers_pack", 0))
    assert refused(session, ("x", 0)) == "x.choose"
    play(session, ("x", 2), ("gain", "wood"))
    assert stock(session) == {"wood": 2}


def test_x_from_one_needs_the_price_of_one() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"]],
        hand=["peddlers_pack", "boots"],
        stock={"wood": 1, "food": 1},
        rulings={"x-zero": "from-one"},
    )
    assert refused(session, ("job", "peddlers_pack", 0))
    session = table(ground=[[0, 1, "Long Grass"]], hand=["peddlers_pack", "boots"], stock={"wood": 1, "food": 1})
    play(session, ("job", "peddlers_pack", 0))
    assert stock(session) == {"wood": 1, "food": 1}


def test_scrip_in_a_village() -> None:
    session = table(ground=[[0, 1, "Assay Office"]], hand=["company_scrip"], stock={"gold": 3})
    play(session, ("job", "company_scrip", 0), ("x", 3))
    assert refused(session, ("gain", "gold"))
    play(session, ("gain", "metal"))
    assert stock(session) == {"metal": 6}


def test_two_any_steps_differ() -> None:
    session = table(ground=[[0, 1, "Assay Office"]], hand=["mule"])
    play(session, ("job", "mule", 1), ("gain", "gold"), ("gain", "food"))
    assert stock(session) == {"gold": 2, "food": 2}
    assert list(session.truth.trade_discard) == ["mule"]
    assert discard(session) == []


def test_a_scrapped_cow_that_is_only_discarded() -> None:
    session = table(ground=[[0, 1, "Assay Office"]], hand=["cow"], rulings={"scrap-this-item": "discard-only"})
    play(session, ("job", "cow", 0))
    assert stock(session) == {"food": 5}
    assert list(session.truth.trade_discard) == []
    assert discard(session) == ["cow"]


def test_x_item_cards_without_danger() -> None:
    session = table(ground=[[0, 1, "Assay Office"]], hand=["auctioneer", "pan", "pan", "leg_wound"])
    play(session, ("job", "auctioneer", 0))
    assert refused(session, ("x", 3))
    play(session, ("x", 2), ("gain", "metal"))
    assert stock(session) == {"metal": 2}
    assert hand(session) == ["leg_wound"]


def test_a_tile_job_once_for_each_visit() -> None:
    land = [[0, 1, "Mill Town"], [1, 1, "Long Grass"]]
    session = table(
        "wide_country", ground=land, hand=[["boots", "boots"], ["pan"]], stock=[{"wood": 3, "food": 2}, {"wood": 2}]
    )
    play(session, ("job", "tile", 0), ("x", 1))
    assert stock(session) == {"wood": 2, "food": 3}
    assert session.truth.lying == 1
    assert refused(session, ("job", "tile", 0)) == "job.land-again"
    play(session, ("job", "tile", 0), ("x", 2), seat=B)
    assert stock(session, B) == {"food": 2}
    play(session, ("job", "boots", 0), ("also", "boots", 0), ("go",), ("step", 1, 1, "walk"), ("step", 0, 1, "walk"))
    assert session.truth.lying == 2
    play(session, ("job", "tile", 0), ("x", 2))
    assert stock(session) == {"food": 3}
    session = table(
        "wide_country",
        ground=land,
        hand=[["boots", "boots"], ["pan"]],
        stock=[{"wood": 3, "food": 2}, {"wood": 2}],
        rulings={"land-who": "one-per-day"},
    )
    play(session, ("job", "tile", 0), ("x", 1))
    rule, facts = why(session, ("job", "tile", 0), B)
    assert (rule, facts["partner"]) == ("ruling.land-who", A)


def test_one_player_a_day_may_come_back_to_a_tile() -> None:
    """A ruling keeps the others away from the job of a tile, and not the one who has done it."""
    land = [[0, 1, "Mill Town"], [1, 1, "Long Grass"]]
    session = table(
        ground=land, hand=["boots", "boots"], stock={"wood": 3, "food": 2}, rulings={"land-who": "one-per-day"}
    )
    play(session, ("job", "tile", 0), ("x", 1), ("job", "boots", 0), ("also", "boots", 0), ("go",))
    play(session, ("step", 1, 1, "walk"), ("step", 0, 1, "walk"), ("job", "tile", 0), ("x", 1))
    assert stock(session) == {"wood": 1, "food": 2}


def test_a_tile_job_needs_peace_and_its_price() -> None:
    land = [[0, 1, "Timber Stand"], [1, 1, "Tent Ring"]]
    session = table(ground=land, bandits=[[0, 1, 1]], hand=["boots", "boots"], stock={"food": 3})
    assert refused(session, ("job", "tile", 0)) == "job.land"
    session = table(ground=land, meeple=[[1, 1]], hand=["boots"], draw=["pan"])
    play(session, ("job", "tile", 0), ("gain", "gold"))
    assert stock(session) == {"gold": 1}
    assert hand(session) == ["boots", "pan"]
    session = table(ground=[[0, 1, "Timber Stand"]], hand=["boots"])
    assert refused(session, ("job", "tile", 0)) == "res.pay"


def test_a_tile_job_that_moves() -> None:
    session = table(ground=[[0, 1, "Cattle Trail"], [1, 1, "Snowline"]], hand=["boots"], exhaustion=["homesick"])
    play(session, ("job", "tile", 0), ("put", "draw"))
    assert session.truth.draw[0][0] == "homesick"
    assert session.truth.lying == 1
    play(session, ("step", 1, 1, "walk"))
    assert session.truth.meeple[0] == (1, 1)
    assert session.truth.lying == 0


def test_all_food_in_one_action() -> None:
    session = table(
        ground=[[0, 1, "Berry Thicket"]],
        character=["tobias_reed"],
        hand=["knife", "knife", "hunting_knife", "trapline", "hatchet"],
        roll=[1, 1, 2, 2, 0, 0, 0, 0, 1, 1, 1, 1, 2],
    )
    play(session, ("job", "knife", 0))
    assert refused(session, ("also", "hatchet", 0)) == "act.same-final"
    assert refused(session, ("also", "trapline", 0)) in ("cond.place", "cond.gate")
    play(
        session,
        ("also", "knife", 0),
        ("also", "hunting_knife", 0),
        ("also", "trapline", 1),
        ("also", "character", 1),
        ("also", "tile", 0),
    )
    assert stock(session)["food"] == 2 + 4 + 0 + 2 + 2 + 2
    assert session.truth.tapped == 1
    assert session.truth.lying == 1
    assert hand(session) == ["hatchet"]


def test_identical_last_steps_of_cards_only() -> None:
    session = table(
        ground=[[0, 1, "Berry Thicket"]],
        character=["tobias_reed"],
        hand=["knife", "hunting_knife", "trapline"],
        rulings={"same-final": "identical", "same-final-sources": "cards-only"},
        roll=[1] * 4,
    )
    play(session, ("job", "knife", 0))
    assert refused(session, ("also", "hunting_knife", 0)) == "ruling.same-final"
    assert refused(session, ("also", "character", 1)) in ("ruling.same-final", "ruling.same-final-sources")
    assert refused(session, ("also", "tile", 0)) == "ruling.same-final"
    play(session, ("also", "trapline", 1))
    assert stock(session)["food"] == 4


def test_no_cards_with_a_tile_job() -> None:
    session = table(
        ground=[[0, 1, "Cattle Trail"], [1, 1, "Pine Hollow"]],
        hand=["boots", "mule"],
        stock={"food": 3},
        rulings={"same-final-sources": "cards-only"},
    )
    play(session, ("job", "tile", 0), ("put", "draw"))
    assert not [move for move in session.moves(A) if move[0] == "also"]


def test_dangers_scrapped_together() -> None:
    session = table(
        ground=[[0, 1, "Berry Thicket"]],
        hand=["short_rations", "leg_wound", "boots", "boots", "blisters"],
        stock={"food": 2},
    )
    play(session, ("job", "short_rations", 0))
    assert ("also", "leg_wound", 0) in session.moves(A)
    assert ("also", "leg_wound", 1) not in session.moves(A)
    play(session, ("also", "leg_wound", 0))
    assert hand(session) == ["blisters"]
    assert list(session.truth.exhaustion_scrap) == ["short_rations"]
    assert list(session.truth.pain_scrap) == ["leg_wound"]
    assert set(session.truth.discard[0]) == {"boots"}


def test_walking_with_climbing() -> None:
    land = [[0, 1, "Long Grass"], [1, 1, "Snowline"], [0, 2, "Pine Hollow"]]
    session = table(
        ground=land, hand=["boots", "rope_and_irons"], stock={"food": 3}, rulings={"same-final": "kind-strict"}
    )
    play(session, ("job", "boots", 0))
    assert ("also", "rope_and_irons", 1) not in session.moves(0)
    assert refused(session, ("also", "rope_and_irons", 1))
    session = table(ground=land, hand=["boots", "rope_and_irons"], stock={"food": 3})
    play(session, ("job", "boots", 0), ("also", "rope_and_irons", 1))
    assert set(session.moves(0)) == {
        ("step", 1, 1, "climb"),
        ("step", 0, 2, "walk"),
        ("step", 0, 2, "climb"),
        ("stop",),
    }


def test_when_a_played_card_is_discarded() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"]],
        "hand": ["trestle_plans"],
        "draw_left": [0],
        "draw": [],
        "stock": {"wood": 2},
    }
    session = table(**scene)
    play(session, ("job", "trestle_plans", 1))
    assert hand(session) == ["trestle_plans"]
    session = table(rulings={"played-when": "last"}, **scene)
    play(session, ("job", "trestle_plans", 1))
    assert hand(session) == []
    assert discard(session) == ["trestle_plans"]


def test_a_pickaxe_needs_another_item() -> None:
    session = table(ground=[[0, 1, "Granite Saddle"]], hand=["pickaxe", "leg_wound", "homesick"])
    assert refused(session, ("job", "pickaxe", 0)) in ("job.item-other", "cards.item-any", "cards.kinds-apart")
    session = table(ground=[[0, 1, "Granite Saddle"]], hand=["pickaxe", "pickaxe", "pan"], roll=[2, 2])
    play(session, ("job", "pickaxe", 0), ("discard", "pan"))
    assert stock(session)["metal"] == 4
    assert hand(session) == ["pickaxe"]


def test_drawing_through_a_reshuffle() -> None:
    session = table(
        ground=[[0, 1, "Granite Saddle"]],
        character=["silas_hark"],
        hand=["boots", "boots", "knife", "pan", "pickaxe"],
        draw=["pan", "hatchet"],
        draw_left=[2],
        discard=["peddlers_pack", "spike_maul", "mule"],
    )
    play(session, ("job", "character", 2), ("discard", "boots"), ("discard", "boots"))
    assert len(session.truth.hand[0]) == 6
    assert len(session.truth.draw[0]) == 4
    assert len(session.truth.discard[0]) == 0


def test_coffee_for_blisters() -> None:
    session = table(ground=[[0, 1, "Long Grass"]], hand=["bedroll", "coffee_pot", "blisters"], stock={"food": 1})
    assert refused(session, ("job", "bedroll", 0))
    assert refused(session, ("job", "bedroll", 1)) == "cond.place"
    play(session, ("job", "coffee_pot", 1))
    assert list(session.truth.exhaustion_scrap) == ["blisters"]
    assert hand(session) == ["bedroll"]


def test_drawing_only_up_to_the_hand_size() -> None:
    session = table(
        ground=PAIR,
        hand=["trestle_plans", "pan", "boots", "boots", "knife", "mule"],
        draw=["hatchet", "pickaxe"],
        stock={"wood": 2},
        rulings={"over-hand": "stop-at-size"},
    )
    play(session, ("job", "trestle_plans", 1))
    assert len(session.truth.hand[0]) == 6


def test_scrapped_cards_shuffled_in() -> None:
    session = table(ground=PAIR, hand=["short_rations", "cow"], stock={"food": 2}, rulings={"scrap-pile": "into"})
    before = session.truth
    sizes = len(before.exhaustion), len(before.trade)
    play(session, ("job", "short_rations", 0), ("job", "cow", 0))
    after = session.truth
    assert (len(after.exhaustion), len(after.trade)) == (sizes[0] + 1, sizes[1] + 1)
    assert not after.exhaustion_scrap


def test_one_x_for_jobs_together() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"]],
        hand=["company_scrip", "company_scrip"],
        stock={"gold": 4},
        rulings={"x-per-job": "shared"},
    )
    play(
        session, ("job", "company_scrip", 1), ("x", 2), ("also", "company_scrip", 1), ("gain", "food"), ("gain", "food")
    )
    assert stock(session) == {"food": 4}


def test_a_doctor_and_a_bedroll() -> None:
    session = table(ground=[[0, 1, "Doctor's Porch"]], hand=["leg_wound"], stock={"gold": 1}, draw=["pan"])
    play(session, ("job", "tile", 0))
    assert hand(session) == ["pan"]
    session = table(
        ground=[[0, 1, "Doctor's Porch"]],
        character=["ruth_calloway"],
        hand=["bedroll", "leg_wound", "homesick"],
        draw=["pan"],
    )
    play(session, ("job", "bedroll", 0))
    assert set(session.truth.discard[0]) == {"bedroll", "leg_wound", "homesick"}


def test_the_walk_of_discovery() -> None:
    scene = {
        "mission": "discovery",
        "ground": [[0, 1, "Long Grass"], [1, 1, "Snowline"], [0, 0, "Mirror Lake"]],
        "hand": ["pan", "pan", "knife"],
    }
    session = table(rulings={"discovery-move": "climb"}, **scene)
    play(session, ("job", "mission", 0), ("step", 1, 1, "climb"))
    assert session.truth.meeple[0] == (1, 1)


def test_a_limited_supply_and_ten_dice() -> None:
    session = table(ground=PAIR, hand=["cow"], stock={"food": 68}, rulings={"supply": "limited"})
    play(session, ("job", "cow", 0))
    assert stock(session)["food"] == 70
    session = table(
        ground=[[0, 1, "Snowline"]],
        hand=["blasting_powder", "blasting_powder"],
        roll=[1] * 12,
        rulings={"dice-cap": "cap-10"},
    )
    play(session, ("job", "blasting_powder", 0), ("also", "blasting_powder", 0))
    assert stock(session)["metal"] == 10
    session = table(ground=[[0, 1, "Snowline"]], hand=["blasting_powder", "blasting_powder"], roll=[1] * 12)
    play(session, ("job", "blasting_powder", 0), ("also", "blasting_powder", 0))
    assert stock(session)["metal"] == 12


def test_no_step_before_the_jobs_are_chosen() -> None:
    session = table(ground=[[0, 1, "Long Grass"], [1, 1, "Pine Hollow"]], hand=["boots", "boots"], stock={"food": 2})
    play(session, ("job", "boots", 0))
    assert refused(session, ("step", 1, 1, "walk"))
    assert refused(session, ("stop",))


def test_the_log_keeps_the_name_of_the_tile() -> None:
    session = table(ground=[[0, 1, "Timber Stand"], [1, 1, "Berry Thicket"]], hand=["mule"], stock={"food": 1})
    play(session, ("job", "tile", 0), ("job", "mule", 0), ("go",), ("step", 1, 1, "walk"))
    entry = session.log(0)[0]
    assert (entry.kind, entry.rule, entry.data["seat"]) == ("does", "job.land", A)
    assert "Timber Stand" in entry.text


def test_prices_of_any_kind() -> None:
    row = ["mule", "placer_claim", "coffee_pot", "pony", "cow"]
    session = table(ground=PAIR, hand=["pan"], stock={"food": 3}, row=row, trade=["bedroll"])
    play(session, ("buy", 1, 0), ("put", "draw"))
    assert stock(session) == {}
    session = table(ground=PAIR, hand=["pan"], stock={"food": 2}, row=row)
    assert refused(session, ("buy", 1, 0))
    session = table(ground=PAIR, hand=["pan"], stock={"food": 3, "wood": 1}, row=row)
    play(session, ("buy", 1, 0), ("pay", "wood"), ("put", "draw"))
    assert stock(session) == {"food": 1}
    session = table(ground=PAIR, character=["widow_penhale"], hand=["pan", "leg_wound"], stock={"food": 1})
    assert refused(session, ("job", "character", 0))
    assert refused(session, ("job", "character", 1))
    session = table(ground=PAIR, character=["widow_penhale"], hand=["pan", "leg_wound", "homesick"], stock={"food": 2})
    play(session, ("job", "character", 1))
    assert set(session.truth.discard[0]) == {"pan", "leg_wound", "homesick"}
    assert refused(session, ("job", "character", 0)) == "job.tap"
    session = table(ground=PAIR, character=["ada_quill"], hand=["leg_wound"])
    play(session, ("job", "character", 2))
    assert discard(session) == ["leg_wound"]


def test_three_dangers_at_once() -> None:
    session = table(
        ground=[[0, 1, "Assay Office"]], hand=["homesick", "homesick", "cracked_rib", "pan"], stock={"wood": 3}
    )
    play(session, ("job", "homesick", 0), ("also", "homesick", 0), ("also", "cracked_rib", 1))
    assert hand(session) == []
    assert len(session.truth.exhaustion_scrap) == 2
    assert len(session.truth.pain_scrap) == 1


def test_a_scrapped_trade_card_shuffled_in() -> None:
    session = table(ground=PAIR, hand=["cow"], rulings={"scrap-pile": "into"})
    before = len(session.truth.trade)
    play(session, ("job", "cow", 0))
    assert len(session.truth.trade) == before + 1
    assert list(session.truth.trade_discard) == []


def test_a_draw_that_must_be_complete() -> None:
    session = table(
        ground=PAIR,
        hand=["trestle_plans"],
        draw=["pan"],
        draw_left=[1],
        stock={"wood": 2},
        rulings={"never-block": "hard"},
    )
    play(session, ("job", "trestle_plans", 1))
    assert sorted(session.truth.hand[0]) == ["pan", "trestle_plans"]
    session = table(
        ground=PAIR, hand=["trestle_plans"], draw=[], draw_left=[0], stock={"wood": 2}, rulings={"never-block": "hard"}
    )
    assert refused(session, ("job", "trestle_plans", 1))
    session = table(ground=PAIR, hand=["spyglass", "pan"], rulings={"never-block": "hard"})
    assert refused(session, ("job", "spyglass", 0))


def test_an_ability_a_day() -> None:
    session = table(ground=PAIR, hand=["pan"], tapped=1, script={"bandit": [20] * 8})
    play(session, ("pass",), ("keep",), ("put", "discard"))
    assert session.truth.tapped == 0
    session = table(ground=PAIR, hand=["pan", "pan"], tapped=1)
    assert refused(session, ("job", "character", 1)) == "job.tap"


def test_a_card_draws_itself() -> None:
    session = table(ground=PAIR, hand=["trestle_plans"], draw=["pan"], draw_left=[1], stock={"wood": 2})
    play(session, ("job", "trestle_plans", 1))
    assert sorted(session.truth.hand[0]) == ["pan", "trestle_plans"]


def test_a_job_of_villages_that_was_begun_elsewhere_closes_no_village() -> None:
    # setup.mission (limit village-day), cond.place, ruling.job-exact: where it does nothing, it is not used up
    feeding, towns = ("job", "mission", 0), "supper_for_a_thousand"
    session = table(towns, rulings={"job-exact": "lenient"}, stock={"food": 9})
    play(session, feeding)
    assert not session.truth.fed and stock(session) == {"food": 9}
    village = table(towns, ground=[[0, 1, "Bathhouse Row"]], stock={"food": 9})
    play(village, feeding)
    assert [place for _, place in village.truth.fed] == [(0, 1)] and stock(village) == {"food": 5}
