"""What is said before a move that ends a game: only what is certain, and nothing that a seat could not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletop_kernel import Session
from tabletop_kernel.contract.game import LOST, Move
from tabletop_kernel.players.certain_losses import certain_loss_events
from tabletop_kernel.table.session import NEXT

FULL = ["boots", "boots", "knife", "pan", "blisters", "hatchet"]  # as many cards as Ada's hand has room for
GROUND = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 1, "Beaver Run"]]


def evening(mission: str = "new_world", **position: Any) -> Session:
    """Deck Goes West when a day is over: what is not discarded now is in hand tomorrow."""
    alone = {"seats": 1, "character": ["ada_quill"], "hand": [FULL], "stock": [[0, 1, 2, 4]]}
    wanted = {**alone, "options": {"mission": mission}, "ground": GROUND, **position}
    session = Session.at("deck_goes_west", wanted)
    session.submit(session.next_up, ("pass",))
    return session


def test_keeping_a_full_hand_is_deadly_and_it_is_said_how() -> None:
    session = evening()
    told = session.fate(0, ("keep",))
    assert [entry.rule for entry in told] == ["death.full-hand", "solo.lose"]
    assert told[0].text == "Your character dies."
    assert session.fate(0, ("drop", "pan")) == []
    session.submit(0, ("keep",))
    while session.outcome is None:
        session.submit(0, session.moves(0)[0])
    assert session.outcome.rule in ("goal.lose-death", "death.full-hand")


@pytest.mark.parametrize(
    "harmless",
    [
        {"hand": [FULL[:5]]},  # a card is drawn in the morning
        {"day": 8},  # the days run out, whatever one keeps
    ],
)
def test_what_is_not_certain_or_cannot_be_helped_is_not_said(harmless: dict[str, Any]) -> None:
    session = evening(**harmless)
    assert ("keep",) in session.moves(0) and session.fate(0, ("keep",)) == []


def test_in_a_team_a_death_is_everybodys_loss() -> None:
    people = {"character": ["ada_quill", "silas_hark"], "hand": [FULL, ["pan"]], "stock": [[0] * 4] * 2}
    session = evening("speed_of_the_slowest", seats=2, wagon=[0, 1], **people)
    session.submit(1, ("pass",))
    assert session.fate(0, ("keep",)) and not session.fate(1, ("keep",))


def test_who_is_out_while_others_play_on_has_lost_too() -> None:
    people = {"character": ["ada_quill", "silas_hark"], "hand": [FULL, ["pan"]], "stock": [[0] * 4] * 2}
    session = evening("discovery", seats=2, **people)
    while session.truth.frames[-1][0] == "act":
        session.submit(session.next_up, ("pass",))
    assert session.fate(0, ("keep",))


def random_table(name: str, seed: int, options: dict[str, str]) -> Session:
    session, rng = Session(name, seed=seed, options=options), Random(seed)
    for _ in range(rng.randrange(20, 90)):
        if session.deciders:
            seat = session.next_up
            session.submit(seat, rng.choice(session.moves(seat)))
    return session


def asked(session: Session) -> list[tuple[int, Move]]:
    seat = session.next_up if session.deciders else NEXT
    return [(seat, move) for move in session.moves(seat)[:8]] if session.deciders else []


@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "the_west_ascendant", "deck_goes_west", "tamashii"])
def test_a_warning_rests_on_nothing_hidden(name: str) -> None:
    """At a table that looks the same to a seat, and is another, the same is said."""
    from tabletop_kernel.contract.chance import Chance

    for seed in range(3):
        session = random_table(name, seed, {})
        for seat, move in asked(session):
            game, config, view = session.game, session.config, session.view(seat)
            other = game.imagine(config, view, Chance(99))
            again = certain_loss_events(game, config, game.view(other, seat), game.moves(other, seat), move)
            assert certain_loss_events(game, config, view, session.moves(seat), move) == again


def test_nothing_is_said_of_a_move_that_wins_and_what_is_said_comes_true() -> None:
    """Random games of the one where people die: after each warning the seat loses, whatever it answers."""
    said = 0
    for seed in range(12):
        session, rng = Session("deck_goes_west", seats=1, seed=seed, options={"mission": "new_world"}), Random(seed)
        while session.deciders and session.length < 300:
            move = rng.choice(session.moves(0))
            warned = move in (("keep",), ("pass",)) and bool(session.fate(0, move))
            session.submit(0, move)
            if not warned:
                continue
            said += 1
            twin = session.branch()
            while twin.outcome is None:
                twin.submit(0, rng.choice(twin.moves(0)))
            assert (
                twin.outcome.results[0] == LOST
                and twin.game.pace.turns(twin.truth) <= session.game.pace.turns(session.truth) + 1
            )
    assert said > 2
