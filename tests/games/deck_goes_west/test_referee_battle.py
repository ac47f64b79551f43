"""Scenes of battles, written from the rules alone, without a look at the code."""

from __future__ import annotations

import pytest
from deck import A, B, C, play, refused, stock, table
from scenes import PAIR, bandits, wounds
from telling import told


def test_a_team_clears_a_tile() -> None:
    scene = {
        "mission": "company_town",
        "ground": PAIR,
        "bandits": [[0, 1, 2]],
        "hand": [["shotgun"], ["hatchet"]],
        "roll": [1, 1, 1, 1, 0, 2],
    }
    session = table(**scene)
    play(session, ("job", "shotgun", 1))
    play(session, ("commit", "hatchet", 1), seat=B)
    play(session, ("who", 0))
    assert session.truth.score[0] == 1
    assert bandits(session) == {}
    assert stock(session) == {"gold": 2}
    session = table(rulings={"coop-event-count": "each"}, **scene)
    play(session, ("job", "shotgun", 1))
    play(session, ("commit", "hatchet", 1), seat=B)
    assert session.truth.score[0] == 2


def scores_of_a_clear(who: str) -> list[int]:
    session = table(
        "discovery",
        seats=3,
        rulings={"clear-who": who},
        ground=PAIR,
        bandits=[[0, 1, 1]],
        hand=[["knife"], ["overturned_cart"], ["pan"]],
        roll=[2, 0],
    )
    play(session, ("job", "knife", 1))
    play(session, ("commit", "overturned_cart", 1), seat=B)
    play(session, ("ready",), seat=C)
    return list(session.truth.score)


def test_who_scores_a_clear() -> None:
    assert scores_of_a_clear("all-battlers") == [2, 2, 0]
    assert scores_of_a_clear("attackers") == [2, 0, 0]
    assert scores_of_a_clear("initiator") == [2, 0, 0]
    assert scores_of_a_clear("all-on-tile") == [2, 2, 2]


def test_the_counter_attack() -> None:
    scene = {
        "mission": "discovery",
        "ground": PAIR,
        "bandits": [[0, 1, 3]],
        "hand": [["shotgun"], ["overturned_cart"]],
        "stock": [{"metal": 1}, {"wood": 1}],
        "pain": ["leg_wound"] * 9,
        "roll": [2, 2, 0, 0, 1, 1, 0, 2, 1, 1],  # 4 hits, 2 saves: one bandit is left and hits 2, three would hit 4
    }
    session = table(**scene)
    play(session, ("job", "shotgun", 0))
    play(session, ("commit", "overturned_cart", 0), seat=B)
    assert bandits(session) == {(0, 1): 1}
    assert wounds(session) == [0, 0]
    assert stock(session) == stock(session, B) == {}
    session = table(**scene)
    play(session, ("job", "shotgun", 0))
    play(session, ("ready",), seat=B)
    for seat in (A, A, B, B):
        play(session, ("put", "discard"), seat=seat)
    assert wounds(session) == [2, 2]
    rulings = {"counter-size": "original", "battle-who-hurts": "battlers", "battle-others": "active-only"}
    session = table(rulings=rulings, **scene)
    play(session, ("job", "shotgun", 0), *[("put", "discard")] * 4)
    assert wounds(session) == [4, 0]


def test_a_battle_without_an_attack() -> None:
    scene = {"ground": PAIR, "bandits": [[0, 1, 1]], "hand": ["overturned_cart", "knife"], "stock": {"wood": 1}}
    session = table(roll=[2], **scene)
    play(session, ("job", "overturned_cart", 0), ("ready",))
    assert not any(c in ("leg_wound", "cracked_rib", "powder_burn", "black_eye") for c in session.truth.discard[0])
    session = table(rulings={"battle-minimum": "attack-job"}, **scene)
    assert refused(session, ("job", "overturned_cart", 0))
    play(session, ("job", "knife", 1))
    assert ("commit", "overturned_cart", 0) in session.moves(A)
    session = table(
        ground=PAIR, meeple=[[1, 1]], bandits=[[0, 1, 1]], hand=["overturned_cart", "knife"], stock={"wood": 1}
    )
    assert refused(session, ("job", "knife", 1)) in ("act.battle", "battle.by-player")


def test_blasting_powder() -> None:
    session = table(ground=PAIR, bandits=[[0, 1, 3]], hand=["blasting_powder"], roll=[2, 2, 2, 1, 1, 2, 2, 0])
    play(session, ("job", "blasting_powder", 1))
    assert bandits(session) == {}
    assert session.truth.score[0] == 1
    assert list(session.truth.trade_discard) == ["blasting_powder"]


def test_saves_together_or_alone() -> None:
    scene = {
        "mission": "wide_country",
        "ground": PAIR,
        "bandits": [[0, 1, 2]],
        "hand": [["overturned_cart"], ["hatchet"]],
        "stock": {"wood": 1},
        "now": "night attack",
        "pain": ["leg_wound"] * 9,
    }
    session = table(roll=[2, 2, 0, 2, 1, 0], **scene)  # 4 hits against 3 saves and a die that shows 0
    play(session, ("commit", "overturned_cart", 0))
    play(session, ("commit", "hatchet", 1), seat=B)
    play(session, ("put", "discard"))
    play(session, ("put", "discard"), seat=B)
    assert wounds(session) == [1, 1]
    assert bandits(session)[0, 1] == 1
    session = table(rulings={"saves-pool": "own-saves"}, roll=[2, 2, 1, 2, 1, 0], **scene)
    play(session, ("commit", "overturned_cart", 0))
    play(session, ("commit", "hatchet", 1), seat=B)
    play(session, ("put", "discard"))
    play(session, *[("put", "discard")] * 3, seat=B)
    assert wounds(session) == [1, 3]


def test_abilities_at_night() -> None:
    shield = ("commit", "character", 1)
    scene = {
        "ground": PAIR,
        "character": ["ruth_calloway"],
        "bandits": [[0, 1, 2]],
        "hand": ["pan"],
        "now": "night attack",
    }
    session = table(**scene)
    play(session, shield)
    for rulings, tapped in (({}, 1), ({"tap-night": "no"}, 0), ({"night-hand": "cards-only"}, 0)):
        session = table(rulings=rulings, tapped=tapped, **scene)
        assert shield not in session.moves(A)


def test_attacks_from_west_to_east() -> None:
    session = table(
        "wide_country",
        seats=3,
        ground=[[3, 2, "Long Grass"], [1, 1, "Pine Hollow"], [3, 0, "Owl Wood"]],
        meeple=[[3, 2], [1, 1], [3, 0]],
        bandits=[[3, 2, 1], [1, 1, 1], [3, 0, 1]],
        hand=[[], [], []],
        roll=[0, 0, 0],
        script={"bandit": [20] * 8},
    )
    for move in (("pass",), ("put", "discard")):
        for seat in (A, B, C):
            play(session, move, seat=seat)
    assert [facts["place"] for kind, facts in told(session) if kind == "attacked"] == [(3, 0), (3, 2), (1, 1)]


def who_wins_at_once(ruling: str) -> tuple[str, ...]:
    session = table(
        "discovery",
        seats=3,
        rulings={"same-time-win": ruling},
        board="A",
        ground=PAIR,
        bandits=[[0, 1, 1]],
        hand=[["knife"]] * 3,
        stock=[{}, {}, {"food": 1}],
        score=[23, 22, 23],
        active=B,
        p1=B,
        roll=[2, 2, 2, 0],
    )
    for seat, move in ((B, "job"), (C, "commit"), (A, "commit")):
        play(session, (move, "knife", 1), seat=seat)
    return tuple(session.truth.result.results)


def test_three_reach_the_end_at_once() -> None:
    assert who_wins_at_once("active-first") == ("lost", "won", "lost")
    assert who_wins_at_once("share") == ("won", "won", "won")
    assert who_wins_at_once("tiebreak") == ("lost", "lost", "won")


def test_one_pile_for_all_pain() -> None:
    scene = {
        "ground": PAIR,
        "bandits": [[0, 1, 2]],
        "hand": ["knife"],
        "pain": ["leg_wound", "black_eye"],
        "roll": [0, 0, 0, 1, 1],
    }
    session = table(rulings={"gain-choice": "all-together"}, **scene)
    play(session, ("job", "knife", 1), ("put", "draw"))
    assert set(session.truth.draw[0][:2]) == {"leg_wound", "black_eye"}
    session = table(rulings={"danger-where": "discard"}, **scene)
    play(session, ("job", "knife", 1))
    assert "leg_wound" in session.truth.discard[0] and "black_eye" in session.truth.discard[0]


def test_the_mission_job_at_night() -> None:
    session = table(
        "night_watch",
        ground=PAIR,
        bandits=[[0, 1, 1]],
        hand=[["pan", "pan"], ["pan"]],
        records={},
        now="night attack",
        roll=[1, 1, 0, 2, 1, 0],
    )
    assert ("commit", "mission", 0) in session.moves(A)
    play(session, ("commit", "mission", 0), ("commit", "mission", 0))
    play(session, ("ready",), seat=B)
    assert session.truth.score[0] == 4


def test_a_scrapped_card_after_the_battle() -> None:
    session = table(
        ground=PAIR,
        bandits=[[0, 1, 1]],
        hand=["blasting_powder", "pan"],
        rulings={"battle-extra-steps": "after"},
        roll=[2, 2, 2, 2, 2, 0],
    )
    play(session, ("job", "blasting_powder", 1))
    assert bandits(session) == {}
    assert list(session.truth.trade_discard) == ["blasting_powder"]


def test_who_has_passed_and_battles() -> None:
    scene = {
        "mission": "wide_country",
        "ground": PAIR,
        "bandits": [[0, 1, 1]],
        "hand": [["knife"], ["knife"]],
        "roll": [0] * 4,
    }
    session = table(rulings={"battle-others": "not-passed"}, **scene)
    play(session, ("pass",), seat=B)
    play(session, ("job", "knife", 1))
    assert session.deciders != (1,)
    session = table(**scene)
    play(session, ("pass",), seat=B)
    play(session, ("job", "knife", 1))
    assert session.deciders == (1,)
    assert ("commit", "knife", 1) in session.moves(B)


def test_the_mission_job_twice() -> None:
    session = table(
        "bounty_posters", ground=PAIR, bandits=[[0, 1, 1]], hand=["pan"] * 2 + ["boots"] * 2 + ["hatchet"], roll=[1]
    )
    play(
        session,
        ("job", "mission", 0),
        ("discard", "boots"),
        ("discard", "boots"),
        ("commit", "mission", 0),
        ("discard", "pan"),
        ("discard", "pan"),
        ("ready",),
    )
    assert list(session.truth.score) == [4, 0]


def test_one_ability_in_a_battle() -> None:
    session = table(
        ground=PAIR,
        character=["hester_pike"],
        bandits=[[0, 1, 1]],
        hand=["pan", "pan"],
        stock={"metal": 2},
        roll=[0] * 5,
    )
    play(session, ("job", "character", 1))
    assert refused(session, ("job", "character", 1)) == "job.tap"
    assert refused(session, ("job", "character", 2)) == "job.tap"


@pytest.mark.parametrize("now", ["night exhaustion", "night attack"])
def test_no_abilities_at_night(now: str) -> None:
    session = table(
        ground=PAIR,
        character=["ruth_calloway"],
        bandits=[[0, 1, 2]],
        hand=["pan"],
        rulings={"tap-night": "no"},
        roll=[0, 0],
        now=now,
    )
    if now == "night exhaustion":
        play(session, ("put", "discard"))
    assert ("commit", "character", 1) not in session.moves(A)
