"""Scenes of setup, deaths, points and endings, written from the rules alone, without a look at the code."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, A, B, C, hand, play, refused, table
from scenes import DANGERS, FULL, LANDS, PAIR, SALT
from telling import told

from tabletop_kernel import Session, SetupError


def test_death_by_danger() -> None:
    scene = {"ground": PAIR, "now": "draw", "hand": [], "draw": DANGERS}
    session = table(**scene)
    assert session.truth.result.rule == "death.danger-hand"
    session = table(rulings={"danger-death-time": "end-of-day"}, **scene)
    assert session.truth.result is None
    play(session, ("pass",))
    assert session.truth.result is not None
    session = table(rulings={"danger-death-time": "off"}, **scene)
    assert session.truth.result is None
    play(session, ("pass",), ("put", "discard"))
    assert session.truth.result.rule == "death.full-hand"
    session = table(rulings={"hand-limit": "separate"}, **scene)
    assert session.truth.result is None


def test_death_by_a_full_hand() -> None:
    session = table(ground=PAIR, now="draw", hand=FULL)
    assert session.truth.result is not None
    session = table(ground=PAIR, now="draw", hand=[*FULL, "mule"])
    assert session.truth.result is not None
    session = table(ground=PAIR, now="draw", hand=FULL[:4], draw=[], draw_left=[0])
    assert session.truth.result is None
    session = table(ground=PAIR, hand=FULL[:5], draw=["leg_wound"], rulings={"idle-death": "played-test"})
    play(session, ("pass",), ("keep",))
    assert session.truth.result is not None
    session = table(ground=PAIR, hand=FULL, rulings={"idle-death": "both"}, stock={"wood": 1})
    play(session, ("pass",), ("drop", "pan"), ("keep",), ("put", "discard"))
    assert session.truth.result is None


def test_a_death_among_rivals() -> None:
    scene = {
        "seats": 3,
        "mission": "discovery",
        "ground": PAIR,
        "now": "draw",
        "p1": 0,
        "hand": [FULL, [], []],
        "score": [9, 1, 2],
    }
    session = table(**scene)
    assert session.truth.result is None
    assert session.truth.p1 == B
    assert session.deciders == (B,)
    assert session.truth.dead == 1
    session = table(rulings={"versus-death": "game-over"}, **scene)
    assert session.truth.result.results == ("lost", "lost", "won")
    session = table(rulings={"versus-death": "respawn"}, **scene)
    assert session.truth.result is None
    assert list(session.truth.score) == [0, 1, 2]


def test_the_last_day() -> None:
    scene = {"mission": "discovery", "board": "A", "ground": SALT, "hand": [[], []], "now": "night day", "day": 8}
    session = table(score=[11, 9], **scene)
    assert session.truth.result.results == ("won", "lost")
    assert session.truth.result.rule == "versus.day-end"
    session = table(score=[9, 9], meeple=[[0, 1], [1, 1]], **scene)
    assert session.truth.result.results == ("lost", "won")
    session = table(score=[9, 9], stock=[{"gold": 1, "food": 2}, {"wood": 2}], **scene)
    assert session.truth.result.results == ("won", "lost")
    session = table(score=[9, 9], stock=[{"gold": 1, "food": 2}, {"wood": 3}], **scene)
    assert session.truth.result.results == ("won", "won")
    session = table(
        score=[9, 9],
        stock=[{"gold": 1, "food": 2}, {"wood": 3}],
        p1=1,
        active=1,
        rulings={"last-tie": "p1-order"},
        **scene,
    )
    assert session.truth.result.results == ("lost", "won")
    session = table(score=[9, 9], meeple=[[0, 1], [1, 1]], far=[3, 1], rulings={"west-measure": "ever"}, **scene)
    assert session.truth.result.results == ("won", "lost")
    session = table("wide_country", board="B", ground=SALT, hand=[[], []], now="night day", day=12, score=[30])
    assert session.truth.result.results == ("lost", "lost")
    session = table("wide_country", board="B", ground=SALT, hand=[[], []], now="night day", day=11, score=[30])
    assert session.truth.result is None


def test_a_win_in_the_middle() -> None:
    scene = {
        "mission": "discovery",
        "board": "A",
        "ground": [[0, 1, "Salt Lick"], [1, 1, "Snowline", 0]],
        "hand": ["boots"],
        "stock": {"food": 1},
        "score": [23, 0],
    }
    session = table(**scene)
    play(session, ("job", "boots", 0), ("step", 1, 1))
    assert session.truth.result.results == ("won", "lost")
    assert session.truth.score[0] == 24
    assert session.truth.result.rule == "versus.first-wins"
    scene["score"] = [23, 0]
    scene["mission"] = "iron_rivals"
    scene["hand"] = [["spike_maul"], []]
    scene["stock"] = [{"metal": 2, "wood": 1}, {}]
    session = table(rulings={"vp-over": "exact"}, **scene)
    play(session, ("job", "spike_maul", 0))
    assert session.truth.score[0] == 24


def test_losing_points() -> None:
    session = table("discovery", ground=SALT, hand=["leg_wound", "homesick", "homesick", "pan"], score=[2, 0])
    play(session, ("job", "mission", 1), ("go",))
    assert session.truth.score[0] == 0
    assert hand(session) == ["pan"]
    assert (len(session.truth.pain_scrap), len(session.truth.exhaustion_scrap)) == (1, 2)
    session = table("discovery", ground=SALT, hand=["leg_wound", "homesick", "pan"], score=[9, 0])
    assert refused(session, ("job", "mission", 1))
    session = table(
        "discovery", ground=SALT, hand=["leg_wound", "homesick", "pan"], score=[9, 0], rulings={"job-exact": "lenient"}
    )
    play(session, ("job", "mission", 1), ("go",))
    assert session.truth.score[0] == 5
    assert hand(session) == ["pan"]
    session = table(
        "discovery",
        ground=SALT,
        hand=["leg_wound", "homesick", "homesick", "pan"],
        score=[2, 0],
        rulings={"never-block": "hard"},
    )
    assert refused(session, ("job", "mission", 1))


def test_a_village_once_a_day() -> None:
    session = table(
        "hungry_towns",
        ground=[[0, 1, "Assay Office"]],
        hand=[["pan", "boots"], ["pan"]],
        stock=[{"food": 7}, {"food": 3}],
    )
    play(session, ("job", "mission", 2), ("go",))
    assert list(session.truth.score) == [3, 0]
    assert refused(session, ("job", "mission", 2), seat=B)
    play(session, ("pass",), seat=B)
    assert refused(session, ("job", "mission", 2))
    play(session, ("pass",), ("keep",))
    play(session, ("keep",), seat=B)
    play(session, ("put", "discard"))
    play(session, ("put", "discard"), seat=B)
    assert session.deciders == (B,)
    play(session, ("job", "mission", 2), ("go",), seat=B)
    assert list(session.truth.score) == [3, 3]


def test_setup() -> None:
    truth = Session(GAME, 2, seed=3, options={"mission": "discovery"}).truth
    assert set(truth.up) == {(c, r) for c in (0, 1) for r in (0, 1, 2)}
    assert set(truth.tiles) - set(truth.up) == {(0, -1), (1, -1), (2, 0), (2, 1), (2, 2), (0, 3), (1, 3)}
    assert len(truth.land) == 35
    assert truth.meeple == [(0, 1), (0, 1)]
    assert (len(truth.row), len(truth.trade)) == (5, 45)
    assert len(truth.pain) == len(truth.exhaustion) == 30
    assert truth.bandits == camps(truth)
    wagon = Session(GAME, 3, seed=6, options={"mission": "medicine_run"}).truth.wagon
    assert wagon == (0, 1)
    rulings = {"ruling.around": "eight"}
    truth = Session(GAME, 2, seed=3, options={"mission": "discovery"}, rulings=rulings).truth
    corners = {(2, -1), (2, 3)}
    assert set(truth.tiles) - set(truth.up) == {(0, -1), (1, -1), (2, 0), (2, 1), (2, 2), (0, 3), (1, 3), *corners}


def test_a_draw_that_kills() -> None:
    scene = {
        "ground": PAIR,
        "hand": ["trestle_plans", "leg_wound", "black_eye", "homesick", "homesick"],
        "draw": ["blisters", "sleepless"],
        "stock": {"wood": 2},
    }
    session = table(**scene)
    play(session, ("job", "trestle_plans", 1))
    assert session.truth.result is not None
    session = table(rulings={"danger-death-time": "end-of-day"}, **scene)
    play(session, ("job", "trestle_plans", 1))
    assert session.truth.result is None
    play(session, ("pass",))
    assert session.truth.result is not None


def drop_all(session: Session, seat: int) -> None:
    for card in hand(session, seat):
        play(session, ("drop", card), seat=seat)


def test_the_dead_do_not_hold_tiles() -> None:
    land = [[c, 1, LANDS[c]] for c in range(7)]
    scene = {
        "seats": 3,
        "mission": "discovery",
        "board": "A",
        "ground": land,
        "meeple": [[0, 1], [5, 1], [6, 1]],
        "hand": [FULL, [], []],
        "now": "draw",
        "score": [20, 0, 0],
        "script": {"bandit": [20] * 8},
    }
    session = table(**scene)
    assert session.deciders == (1,)
    play(session, ("pass",), seat=B)
    play(session, ("pass",), seat=C)
    drop_all(session, B)
    drop_all(session, C)
    play(session, ("put", "discard"), seat=B)
    play(session, ("put", "discard"), seat=C)
    assert set(session.truth.tiles) == {(c, 1) for c in range(2, 7)}
    assert session.truth.p1 == 2


def test_idle_deaths() -> None:
    session = table(ground=PAIR, hand=FULL[:3], rulings={"idle-death": "either"})
    play(session, ("pass",), ("keep",))
    assert session.truth.result is not None
    session = table(ground=PAIR, hand=FULL[:3], rulings={"idle-death": "both"})
    play(session, ("pass",), ("keep",), ("put", "discard"))
    assert session.truth.result is None
    session = table(ground=PAIR, hand=FULL, rulings={"idle-death": "either"}, now="draw")
    assert session.truth.result is not None


def test_a_team_wins() -> None:
    session = table(
        "wide_country", board="B", ground=[[0, 1, "Long Grass"], [1, 1, "Deer Run", 0]], hand=["mule"], score=[35]
    )
    play(session, ("job", "mule", 0), ("step", 1, 1))
    assert session.truth.result.results == ("won", "won")


def test_the_points_of_the_survivor() -> None:
    session = table("discovery", ground=PAIR, hand=[FULL, ["pan"]], score=[9, 1])
    play(session, ("pass",))
    play(session, ("pass",), seat=B)
    play(session, ("keep",))
    play(session, ("keep",), seat=B)
    play(session, ("put", "discard"))
    play(session, ("put", "discard"), seat=B)
    assert told(session, "goal.lose-death")[-1] == ("wins", {"winners": [B], "points": 1})


def test_what_an_opponent_sees() -> None:
    session = table(
        "discovery",
        ground=[[0, 1, "Long Grass"], [1, 1, "Deer Run", 0]],
        hand=[["pan", "knife"], ["hatchet", "spike_maul"]],
        draw=[["pickaxe"], ["mule"]],
    )
    view = session.view(A)
    assert "Deer Run" not in repr(view)
    assert "spike_maul" not in repr(view["hand"])


def test_two_winners() -> None:
    session = table(
        "discovery",
        board="A",
        ground=SALT,
        hand=[["pan"], ["pan"]],
        day=8,
        score=[9, 9],
        stock=[{"food": 1}, {"food": 1}],
    )
    play(session, ("pass",))
    play(session, ("pass",), seat=B)
    play(session, ("keep",))
    play(session, ("keep",), seat=B)
    assert told(session)[-1] == ("shares", {"winners": [A, B], "points": 9})


def test_a_partner_dies_at_the_draw() -> None:
    session = table("wide_country", ground=PAIR, now="draw", hand=[[], []], draw=[[], DANGERS])
    assert session.truth.result.results == ("lost", "lost")
    assert session.truth.result.rule == "death.danger-hand"


def test_a_dead_holder_of_the_token() -> None:
    session = table(
        "discovery",
        seats=3,
        ground=PAIR,
        now="draw",
        p1=0,
        hand=[FULL, [], []],
        rulings={"p1-dead": "nobody"},
        score=[0, 0, 0],
        script={"bandit": [20] * 8},
    )
    play(session, ("pass",), seat=B)
    play(session, ("pass",), seat=C)
    drop_all(session, B)
    drop_all(session, C)
    play(session, ("put", "discard"), seat=B)
    play(session, ("put", "discard"), seat=C)
    assert session.truth.p1 == 1


def test_a_death_of_one_of_two() -> None:
    session = table("discovery", ground=PAIR, now="draw", hand=[FULL, []], score=[9, 1])
    assert session.truth.result.results == ("lost", "won")
    session = table("wide_country", ground=PAIR, now="draw", hand=[FULL, []])
    assert session.truth.result.results == ("lost", "lost")
    session = table("discovery", ground=PAIR, now="draw", hand=[FULL, FULL], score=[9, 1])
    assert session.truth.result.results == ("lost", "lost"), "those who die at the same Draw step die together"


def camps(truth: Any) -> dict[tuple[int, int], int]:
    """The bandits of the camps that lie face up."""
    return {place: 1 for place in truth.up if GAME.content.tiles[truth.tiles[place]].camp}


@pytest.mark.parametrize(("mission", "columns"), [("bounty_posters", (2,)), ("night_watch", (0, 1, 2))])
def test_bandits_at_the_start(mission: str, columns: tuple[int, ...]) -> None:
    truth = Session(GAME, 2, seed=4, options={"mission": mission}).truth
    down = {place: 1 for place in set(truth.tiles) - set(truth.up) if place[0] in columns}
    assert truth.bandits == camps(truth) | down


def test_extra_metal_of_iron_rivals() -> None:
    for mission, extra in (("iron_rivals", 2), ("hungry_towns", 0)):
        truth = Session(GAME, 2, seed=5, options={"mission": mission}).truth
        start = [GAME.content.characters[person].start for person in truth.character]
        assert [metal for _, metal, _, _ in truth.stock] == [own.get("metal", 0) + extra for own in start]


def test_setups_that_are_refused() -> None:
    for seats, options, rulings in (
        (2, {"mission": "discovery", "board": "D"}, {}),
        (2, {"mission": "new_world"}, {}),
        (5, {"mission": "discovery"}, {"ruling.players-max": "4"}),
    ):
        with pytest.raises(SetupError):
            Session(GAME, seats, seed=1, options=options, rulings=rulings)


HURT = ["leg_wound"] * 10 + ["cracked_rib"] * 7 + ["powder_burn"] * 7 + ["black_eye"] * 6  # all the pain there is


def leaving_to_die(seats: int, who: int, rulings: dict[str, str], **position: Any) -> Session:
    """Somebody leaves bandits where no pain card is left, which is deadly under a ruling."""
    hands = [["mule", "pan"], *[["pan", "boots"]] * (seats - 1)]
    hands[0], hands[who] = hands[who], hands[0]
    discard: list[list[str]] = [[] for _ in range(seats)]
    discard[(who + 1) % seats] = HURT
    position = {"seats": seats, "mission": "discovery", "bandits": [[0, 1, 2]], "p1": 0, "hand": hands, **position}
    return table(rulings={"danger-empty": "lose", **rulings}, discard=discard, **position)


def test_an_action_in_which_somebody_dies_was_one() -> None:
    session = leaving_to_die(2, A, {"versus-death": "respawn"}, score=[3, 2])
    play(session, ("job", "mule", 0), ("go",), ("step", 0, 0, "walk"))
    assert session.truth.score[A] == 0
    assert session.truth.acted == 1 and session.deciders == (B,)  # the single action that begins the day
    session = leaving_to_die(2, B, {"versus-death": "respawn"}, score=[3, 2])
    play(session, ("pass",))
    play(session, ("job", "mule", 0), ("go",), ("step", 0, 0, "walk"), seat=B)
    assert session.deciders == (B,) and ("end",) in session.moves(B)  # one of two actions is done
    session = leaving_to_die(3, A, {}, score=[3, 2, 1], stock=[{}, {"food": 1}, {}])
    play(session, ("job", "mule", 0), ("go",), ("step", 0, 0, "walk"))
    assert session.truth.p1 == B and session.deciders == (B,)
    play(session, ("job", "boots", 0), ("go",), ("stop",), seat=B)
    assert session.deciders == (B,)  # the day has begun: it is a turn like all others


def test_survivors_with_equal_points_are_ranked_like_at_the_end_of_time() -> None:
    rulings = {"versus-death": "game-over"}
    where = {"meeple": [[0, 1], [1, 1], [0, 0]]}
    food = [{}, {"food": 1}, {"food": 5}]
    session = leaving_to_die(3, A, rulings, score=[9, 2, 2], stock=food, **where)
    play(session, ("job", "mule", 0), ("go",), ("step", 0, 0, "walk"))
    assert session.outcome is not None and session.outcome.winners == (B,)
    assert [entry.rule for entry in session.log(None) if entry.kind == "tie-west"] == ["versus.tiebreak"]
