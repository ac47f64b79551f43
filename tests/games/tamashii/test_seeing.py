"""What lies open, what is hidden, and that a hidden rest can be imagined."""

from __future__ import annotations

from random import Random

import pytest
from depth import draw

from tabletop_kernel import Session, load
from tabletop_kernel.checks.compliance import check_seat_is_blind
from tabletop_kernel.checks.random_play import tables, wander
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.games.tamashii.state import State

GAME = load("tamashii")
ELSEWHERE = {"rules", "ruling", "chance"}  # what was agreed, and luck
IN_ROWS = {"map", "finds", "markers", "faction_deck"}  # told as `ground` and `factions`


def test_everything_of_a_state_is_told_or_hidden_on_purpose() -> None:
    told = set(GAME.view(Session(GAME, 2, 1).truth, None)) - {"seat", "ground", "factions"}
    assert set(State.__slots__) - ELSEWHERE - IN_ROWS == told


def at(**position: object) -> Session:
    return Session.at(GAME, {"seats": 2, "options": {"scenario": "S02"}, **position})


def test_nobody_sees_the_faces_of_what_lies_face_down() -> None:
    """kw.reveal: tiles, exploration tokens and dice tokens."""
    session = at(now="move")
    for eyes in (None, 0, 1):
        for q, r, tile, up, find, markers in session.view(eyes)["ground"]:
            place = (q, r)
            assert (tile == session.truth.tiles[place]) == bool(up) == (place in session.truth.up)
            assert find == ("?" if place in session.truth.finds else "")
            assert all(marker in ("relay", "die") for marker in markers)
    assert any(row[5] == ["relay", "die"] for row in session.view(0)["ground"])


def test_a_dice_token_that_is_turned_up_shows_its_face() -> None:
    session = at(now="move", ground=[[0, 0, "Shelter"], [1, 0, "Server Farm", 1, "", ["relay", "die:S!"]]])
    assert session.view(None)["ground"][1][5] == ["relay", "die:S!"]


def test_decks_show_how_many_cards_they_have() -> None:
    view, truth = at(now="move").view(0), at(now="move").truth
    assert view["enemy_deck"] == ["?"] * len(truth.enemy_deck)
    assert view["body_deck"] == len(truth.body_deck)
    assert view["class_deck"] == [len(deck) for deck in truth.class_deck]
    assert view["factions"] == [[faction, len(deck)] for faction, deck in truth.faction_deck.items()]
    assert view["market"] == list(truth.market)


def test_who_looks_at_the_enemy_deck_sees_those_cards_alone() -> None:
    session = at(now="planning")
    session.truth.frames.append(("order", 1, (2, (), 0)))
    top = list(session.truth.enemy_deck[:2])
    assert session.view(1)["enemy_deck"][:3] == [*top, "?"]
    assert session.view(0)["enemy_deck"][:2] == session.view(None)["enemy_deck"][:2] == ["?", "?"]


def test_everybody_knows_which_goals_were_taken() -> None:
    """comp.goal-hidden: each of them lay face up before, and only the deck below its top card is hidden."""
    session = Session.at(GAME, {"seats": 2, "options": {"mode": "versus"}, "now": "move"})
    goal = session.truth.goals[0]
    session.truth.goals_taken[0] = (goal,)
    assert all(session.view(eyes)["goals_taken"] == [[goal], []] for eyes in (0, 1, None))
    assert session.view(1)["goal_deck"][:2] == [session.truth.goal_deck[0], "?"]


def test_what_is_imagined_looks_the_same() -> None:
    session = at(now="launch")
    for seed in range(20):
        twin = GAME.imagine(session.config, session.view(0), Chance(seed))
        assert GAME.view(twin, 0) == session.view(0)
        assert not GAME.faults(twin)
    faces = {tuple(GAME.imagine(session.config, session.view(0), Chance(seed)).tiles.items()) for seed in range(20)}
    assert len(faces) > 1  # where a face-down tile lies is not known


@pytest.mark.deep
def test_secrets_of_random_games() -> None:
    for number in range(1, draw(2, deep=4)):
        session, rng = list(tables(GAME, number + 1, 30 + number))[number]
        for mover in wander(session, rng, 120):
            if rng.random() < 0.1:
                for eyes in (None, *range(session.config.seats)):
                    check_seat_is_blind(session, eyes, mover, Random(number))
