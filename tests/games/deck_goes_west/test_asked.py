"""What is said above a decision is true, whatever the table has agreed."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, A, B, play, refused, table, topic

from tabletop_kernel import Session
from tabletop_kernel.games.deck_goes_west.telling.words import tile_name

HUNTING: tuple[tuple[Any, ...], ...] = (("job", "knife", 0), ("go",))


def morning(**rulings: str) -> Session:
    """The first turn of a day in versus: two players with a Knife and a Pan, each in a Forest with a River."""
    named = {name.replace("_", "-"): option for name, option in rulings.items()}
    hands = [["knife", "pan"], ["knife", "pan"]]
    ground = [[0, 1, "Beaver Run"], [1, 1, "Alder Creek"]]
    meeples = [[0, 1], [1, 1]]
    return table("discovery", rulings=named, hand=hands, ground=ground, meeple=meeples, tapped=3, roll=[1] * 8)


# -- a turn ------------------------------------------------------------------------------------------------------------


def test_who_begins_the_day_hears_of_a_single_action() -> None:
    session = morning()
    assert [topic(session, seat)[0] for seat in (A, B)] == ["act-versus-first"] * 2
    play(session, *HUNTING, seat=A)
    assert topic(session, B)[0] == "act-versus"


def test_who_must_begin_hears_nothing_of_a_pass() -> None:
    session = morning(p1_pass="no")
    assert refused(session, ("pass",)) == "ruling.p1-pass"
    assert topic(session, A)[0] == "act-versus-first"


@pytest.mark.parametrize("option", ["no", "yes"])
def test_after_one_action_a_pass_is_offered_only_where_it_is_allowed(option: str) -> None:
    session = morning(act_then_pass=option)
    play(session, *HUNTING, seat=A)
    play(session, *HUNTING, seat=B)
    assert [topic(session, seat)[0] for seat in (A, B)] == ["act-versus-second"] * 2
    assert (("pass",) in session.moves(B)) == (option == "yes")


def test_a_team_hears_that_only_those_may_act_who_have_not_passed() -> None:
    session = table("wide_country", hand=[["knife"], ["knife"]])
    play(session, ("pass",), seat=B)
    assert topic(session, A)[0] == "act-coop"


# -- the trade row -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("front", "place"), [("right", 1), ("left", 5)])
def test_the_row_says_at_which_end_its_front_is(front: str, place: int) -> None:
    row = ["mule", "bedroll", "spyglass", "coffee_pot", "pony"]
    session = table(rulings={"row-front": front}, row=row, trade=["cow"], stock={"metal": 2})
    play(session, ("buy", 3, 0), ("put", "discard"))
    assert session.truth.row[place - 1] == "cow"
    assert front in GAME.telling.book(session.config)["night.row"].text


def test_nobody_who_is_alone_is_told_to_talk() -> None:
    session = table()
    asked = GAME.telling.prompt(session.config, session.view(0))
    assert asked is not None and asked.rules == ("day.actions",)


def test_a_face_down_tile_is_named_by_its_neighbour() -> None:
    lesson = Session.at(GAME, GAME.teaching.chapters[0].steps[0].position)
    named = tile_name(lesson.truth, (1, -1))
    assert "North" in named and "Long Grass" in named and named in lesson.phrase(0, ("reveal", 1, -1))
    assert "West" in tile_name(lesson.truth, (2, 0))
    assert tile_name(lesson.truth, (9, 8)).count("9") == tile_name(lesson.truth, (9, 8)).count("8") == 1


def test_a_hand_that_must_shrink_under_both_rules_of_idling() -> None:
    said = [
        GAME.telling.book(GAME.agreement.configure(1, {"ruling.idle-death": how})).prompts["rest-full"].you
        for how in ("both", "either")
    ]
    assert ["No card has left" in text for text in said] == [True, False]


def test_who_must_give_something_is_not_asked_to_offer_less() -> None:
    hands, stock = [["knife", "pan"], ["knife"]], [{"wood": 1}, {"food": 1}]
    for option, kinds in (("no", ["trade-half", "trade"]), ("yes", ["trade", "trade"])):
        session = table("wide_country", rulings={"trade-gift": option}, hand=hands, stock=stock)
        play(session, ("trade", B), ("cost", "pan"), ("give", "wood", 1))
        seen, able = [topic(session, A)[0]], [("offer",) in session.moves(A)]
        play(session, ("ask", "food", 1))
        assert [*seen, topic(session, A)[0]] == kinds
        assert [*able, ("offer",) in session.moves(A)] == [kind == "trade" for kind in kinds]
