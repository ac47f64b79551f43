"""Scenes of rolling, trading and travelling together, written from the rules alone, without a look at the code."""

from __future__ import annotations

from deck import A, B, C, discard, hand, play, refused, stock, table
from scenes import PAIR


def test_three_roll_together() -> None:
    land = [[0, 1, "Alder Creek"]]
    session = table(
        "wide_country",
        seats=3,
        ground=land,
        hand=[["knife"], ["knife", "hatchet"], ["hunting_knife"]],
        passed=0,
        roll=[2, 1, 1, 0, 1, 1, 1, 1],
    )
    play(session, ("pass",), seat=C)
    play(session, ("job", "knife", 0), ("invite", 1))
    assert refused(session, ("join", "hatchet", 0), seat=B) == "bonus.join"
    play(session, ("join", "knife", 0), ("go",), seat=B)
    play(session, ("invite", 2))
    play(session, ("join", "hunting_knife", 0), seat=C)
    assert stock(session, A)["food"] == 3 + 2
    assert stock(session, B)["food"] == 1 + 2
    assert stock(session, C)["food"] == 4 + 2


def test_who_has_passed_is_not_invited() -> None:
    land = [[0, 1, "Alder Creek"]]
    session = table(
        "wide_country",
        ground=land,
        hand=[["knife"], ["knife", "hatchet"]],
        rulings={"invite-passed": "no"},
        roll=[2, 1],
    )
    play(session, ("pass",), seat=B)
    play(session, ("job", "knife", 0))
    assert stock(session)["food"] == 3


def test_an_invitation_that_binds() -> None:
    land = [[0, 1, "Alder Creek"]]
    session = table(
        "discovery",
        ground=land,
        character=["ada_quill", "hester_pike"],
        hand=[["knife"], ["knife", "hatchet"]],
        rulings={"bonus-refuse": "no"},
        roll=[2, 1, 0, 1],
    )
    play(session, ("job", "knife", 0), ("invite", 1))
    assert refused(session, ("refuse",), seat=B)
    play(session, ("join", "knife", 0), ("go",), seat=B)
    assert stock(session)["food"] == 4
    assert stock(session, B)["food"] == 3


def test_several_jobs_of_rivals() -> None:
    land = [[0, 1, "Alder Creek"]]
    session = table(
        "discovery", ground=land, hand=[["knife", "knife"], ["knife", "trapline"]], roll=[1, 1, 1, 0, 2, 1, 1, 1]
    )
    play(session, ("job", "knife", 0), ("also", "knife", 0), ("invite", 1))
    play(session, ("join", "trapline", 2), ("also", "knife", 0), ("go",), seat=B)
    assert stock(session)["food"] == 3 + 3
    assert stock(session, B)["food"] == 5 + 2


def test_a_trade() -> None:
    scene = {
        "mission": "wide_country",
        "ground": [[0, 1, "Pine Hollow"], [1, 1, "Long Grass"], [2, 1, "Deer Run", 0]],
        "hand": [["knife", "boots", "leg_wound"], ["shotgun", "hatchet"]],
        "stock": [{"wood": 1, "food": 1}, {"food": 1}],
        "pain": ["black_eye"],
    }
    session = table(meeple=[[0, 1], [1, 1]], **scene)
    assert refused(session, ("trade", 1)) == "trade.where"
    session = table(meeple=[[0, 1], [1, 1]], rails=[[0, 1]], **scene)
    assert refused(session, ("trade", 1)) == "trade.where"
    session = table(meeple=[[0, 1], [1, 1]], rails=[[0, 1], [1, 1]], **scene)
    play(session, ("trade", 1))
    assert refused(session, ("cost", "leg_wound"))
    play(session, ("cost", "knife"), ("ask", "shotgun", 1), ("offer",))
    play(session, ("accept",), seat=B)
    assert sorted(session.truth.hand[0]) == ["boots", "leg_wound", "shotgun"]
    assert discard(session) == ["knife"]
    session = table(rulings={"trade-gift": "no"}, **scene)
    play(session, ("trade", 1), ("cost", "knife"), ("give", "wood", 1))
    assert ("offer",) not in session.moves(A)
    assert refused(session, ("offer",))
    session = table(bandits=[[0, 1, 1]], **scene)
    assert ("trade", 1) in session.moves(A)
    session = table(rulings={"trade-bandits": "yes"}, bandits=[[0, 1, 1]], **scene)
    assert refused(session, ("trade", 1))
    session = table(rulings={"trade-card": "any"}, **scene)
    play(session, ("trade", 1), ("cost", "leg_wound"))
    assert ("give", "knife", 1) in session.moves(A)
    session = table(**scene)
    play(session, ("trade", 1), ("cost", "knife"), ("give", "wood", 1), ("offer",))
    play(session, ("refuse",), seat=B)
    assert sorted(hand(session)) == ["boots", "knife", "leg_wound"]
    assert stock(session) == {"wood": 1, "food": 1}
    session = table(hand=["knife"])
    assert refused(session, ("trade", 0)) == "trade.modes"
    assert refused(session, ("trade", 1)) == "trade.modes"


def test_a_partner_is_carried() -> None:
    scene = {
        "mission": "river_road",
        "ground": [[0, 1, "Pine Hollow"], [1, 1, "Long Grass", 0]],
        "hand": [["knife", "boots", "boots"], ["mule"]],
        "stock": {"food": 1},
        "bandits": [[0, 1, 1]],
        "pain": ["black_eye"],
        "score": [0],
    }
    session = table(**scene)
    play(session, ("trade", 1), ("cost", "knife"), ("carry", 1), ("offer",))
    assert session.deciders == (1,)
    play(session, ("accept",), seat=B)
    assert refused(session, ("use", "character", 0)) in ("trade.move", "ruling.trade-move-jobs")
    play(session, ("use", "boots", 0))
    play(session, ("go",), seat=B)
    play(session, ("step", 1, 1), ("enter", "walk"))
    play(session, ("put", "discard"), seat=B)
    assert session.truth.meeple[1] == (1, 1)
    assert session.truth.meeple[0] == (0, 1)
    assert "black_eye" in session.truth.discard[1]
    assert session.truth.score[0] == 2
    assert stock(session) == {}


def test_a_tile_job_joins_a_tile_job() -> None:
    session = table(
        "wide_country", ground=[[0, 1, "Island Lake"]], hand=[["pan", "pan"], ["pan", "knife"]], roll=[1, 1, 2, 2]
    )
    play(session, ("job", "tile", 0), ("invite", 1))
    assert refused(session, ("join", "knife", 0), seat=B)
    play(session, ("join", "tile", 0), ("discard", "pan"), seat=B)
    assert (stock(session)["food"], stock(session, B)["food"]) == (2 + 2, 4 + 1)
    assert session.truth.lying == 3


def test_one_job_each_for_the_bonus() -> None:
    scene = {
        "mission": "wide_country",
        "ground": [[0, 1, "Alder Creek"]],
        "hand": [["knife", "knife"], ["knife", "trapline"]],
        "rulings": {"bonus-several": "one"},
        "roll": [1] * 4,
        "character": ["ada_quill", "hester_pike"],
    }
    session = table(**scene)
    play(session, ("job", "knife", 0), ("go",), ("invite", 1))
    play(session, ("join", "knife", 0), seat=B)
    assert (stock(session)["food"], stock(session, B)["food"]) == (3, 3)


def test_who_scores_a_carried_reveal() -> None:
    scene = {
        "mission": "hungry_towns",
        "ground": [[0, 1, "Pine Hollow"], [1, 1, "Long Grass", 0]],
        "hand": [["knife", "boots"], ["pan"]],
        "stock": {"food": 1},
        "character": ["ada_quill", "hester_pike"],
    }
    for rulings, scores in (({}, [1, 0]), ({"trade-move-credit": "meeple-owner"}, [0, 1])):
        session = table(rulings=rulings, **scene)
        play(session, ("trade", 1), ("cost", "knife"), ("carry", 1), ("offer",))
        play(session, ("accept",), seat=B)
        play(session, ("use", "boots", 0), ("go",))
        play(session, ("go",), seat=B)
        play(session, ("step", 1, 1), ("enter", "walk"))
        assert list(session.truth.score) == scores
        assert session.deciders == (1,)


def test_a_refused_trade_is_no_action() -> None:
    session = table("hungry_towns", ground=PAIR, hand=[["knife", "boots"], ["pan"]], stock={"food": 1})
    play(session, ("trade", 1), ("cost", "knife"), ("give", "food", 1), ("offer",))
    play(session, ("refuse",), seat=B)
    assert session.deciders == (0,)


def test_trading_with_who_has_passed() -> None:
    session = table(
        "hungry_towns",
        ground=PAIR,
        passed=2,
        hand=[["knife", "boots"], ["pan"]],
        stock={"food": 1},
        rulings={"invite-passed": "no"},
    )
    assert refused(session, ("trade", 1))
    session = table("hungry_towns", ground=PAIR, passed=2, hand=[["knife", "boots"], ["pan"]], stock={"food": 1})
    assert ("trade", 1) in session.moves(A)


def test_both_carry_one() -> None:
    session = table(
        "wide_country",
        ground=[[0, 1, "Timber Stand"], [1, 1, "Long Grass"], [2, 1, "Deer Run"]],
        hand=[["knife", "boots"], ["boots", "pan"]],
        stock=[{"food": 1}, {"food": 1}],
    )
    play(session, ("trade", 1), ("cost", "knife"), ("carry", 0), ("offer",))
    play(session, ("accept",), ("use", "boots", 0), seat=B)
    play(session, ("use", "boots", 0))
    play(session, ("step", 1, 1, "walk"), ("step", 2, 1, "walk"), seat=B)
    assert session.truth.meeple[0] == (2, 1)
    assert stock(session) == stock(session, B) == {}


def test_an_ability_carries() -> None:
    session = table(
        "wide_country",
        ground=[[0, 1, "Timber Stand"], [1, 1, "Long Grass"]],
        hand=[["knife"], ["pan"]],
        stock={"wood": 1},
        rulings={"trade-move-jobs": "any-movement-job"},
    )
    play(session, ("trade", 1), ("cost", "knife"), ("carry", 1), ("offer",))
    play(session, ("accept",), seat=B)
    play(session, ("use", "character", 0))
    play(session, ("go",), seat=B)
    play(session, ("step", 1, 1, "walk"))
    assert session.truth.meeple[1] == (1, 1)
    assert session.truth.tapped == 1
