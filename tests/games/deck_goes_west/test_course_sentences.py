"""What is said above a decision and about a death is true, whatever the table has agreed."""

from __future__ import annotations

from typing import Any

import pytest
from company import prompt
from deck import GAME, A, B, play, refused, table

from tabletop_kernel import Session
from tabletop_kernel.games.deck_goes_west.words import tile_name

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
    assert prompt(session, A) == "You begin the day: one action, or a pass."
    assert prompt(session, B) == "Ada Quill begins the day."
    play(session, *HUNTING, seat=A)
    assert prompt(session, B) == "Your turn: one or two actions, or a pass."


def test_who_must_begin_hears_nothing_of_a_pass() -> None:
    session = morning(p1_pass="no")
    assert refused(session, ("pass",)) == "ruling.p1-pass"
    assert prompt(session, A) == "You begin the day with one action; a pass only if there is nothing that you can do."


@pytest.mark.parametrize(
    ("option", "said"),
    [("no", "One more action, or end your turn."), ("yes", "One more action, or end your turn, or pass for today.")],
)
def test_after_one_action_a_pass_is_offered_only_where_it_is_allowed(option: str, said: str) -> None:
    session = morning(act_then_pass=option)
    play(session, *HUNTING, seat=A)
    play(session, *HUNTING, seat=B)
    assert prompt(session, B) == said
    assert prompt(session, A) == "Tobias Reed may take one more action."
    assert (("pass",) in session.moves(B)) == (option == "yes")


def test_a_team_hears_that_only_those_may_act_who_have_not_passed() -> None:
    session = table("wide_country", hand=[["knife"], ["knife"]])
    play(session, ("pass",), seat=B)
    assert prompt(session, A).startswith("Whoever has not passed may act now:")


# -- a death -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("draw-test", "their hand was already full at the Draw step."),
        ("played-test", "no card left their hand all day."),
        ("both", "full at the Draw step and no card had left it the day before."),
        ("either", "full at the Draw step, or no card left it all day."),
    ],
)
def test_a_death_is_explained_by_what_was_tested(option: str, said: str) -> None:
    config = GAME.configure(1, {"ruling.idle-death": option}, {"mission": "new_world"})
    assert GAME.book(config)["death.full-hand"].why.endswith(said)


# -- the trade row -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("front", "place"), [("right", 1), ("left", 5)])
def test_the_row_says_at_which_end_its_front_is(front: str, place: int) -> None:
    row = ["mule", "bedroll", "spyglass", "coffee_pot", "pony"]
    session = table(rulings={"row-front": front}, row=row, trade=["cow"], stock={"metal": 2})
    play(session, ("buy", 3, 0), ("put", "discard"))
    assert session.truth.row[place - 1] == "cow"
    assert GAME.book(session.config)["buy.refill"].text.endswith(f"the front is on the {front}.")


def test_nobody_who_is_alone_is_told_to_talk() -> None:
    session = table()
    asked = GAME.prompt(session.config, session.view(0))
    assert asked is not None and asked.rules == ("day.actions",)


def test_a_face_down_tile_is_named_by_its_neighbour() -> None:
    lesson = Session.at(GAME, GAME.lessons[0].steps[0].position)
    assert tile_name(lesson.truth, (2, 0)) == "the face-down tile West of Long Grass"
    assert lesson.phrase(0, ("reveal", 1, -1)) == "Reveal the face-down tile North of Long Grass"
    assert tile_name(lesson.truth, (9, 9)) == "the place in column 9, row 9"
