"""Nothing is created and nothing is lost: every kind of fault is found on a table that was sound before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletop_kernel import Session, load
from tabletop_kernel.games.tamashii.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.tamashii.records import shapes
from tabletop_kernel.games.tamashii.state import State

GAME = load("tamashii")


def table() -> State:
    return Session.at(
        GAME,
        {
            "seats": 2,
            "options": {"scenario": "S01"},
            "now": "move",
            "classes": ["Reaper", "Brawler"],
            "enemies": [["Stray Drone"], []],
            "bodies": [["Tin Saint"], []],
        },
    ).truth


def _bag(state: State) -> None:
    state.bag[0] += "W"


def _supply(state: State) -> None:
    state.supply["E"] -= 1


def _corrupted(state: State) -> None:
    state.corrupted = 21


def _enemy_gone_mad(state: State) -> None:
    state.enemies[0] = (("stray-drone", 3),)


def _enemies(state: State) -> None:
    state.enemies[1] = tuple(("ash-kirin", 0) for _ in range(5))


def _body_twice(state: State) -> None:
    state.market = ("tin-saint", *state.market)


def _three_bodies(state: State) -> None:
    state.bodies[0] = ("tin-saint", "cybercat", "static-widow")


def _foreign_class(state: State) -> None:
    state.equipped[0] += ("sidestep",)


def _nowhere(state: State) -> None:
    state.place[0] = (9, 9)


def _no_such_tile(state: State) -> None:
    state.map = state.map.laid({(0, 0): "moon-base"})


def _bot_in_company(state: State) -> None:
    state.bot = (0, 0)


def _frame(state: State) -> None:
    state.frames.append(("dance", 0, ()))


def _nobody_decides(state: State) -> None:
    state.frames.clear()


def _boardless(state: State) -> None:
    state.walker[1] = ""


WRONG: list[tuple[Callable[[State], None], str]] = [
    (_bag, "W tokens"),
    (_supply, "E tokens"),
    (_corrupted, "corrupted"),
    (_enemy_gone_mad, "damage"),
    (_enemies, "ash-kirin"),
    (_body_twice, "twice"),
    (_three_bodies, "at most 2"),
    (_foreign_class, "another class"),
    (_nowhere, "place"),
    (_no_such_tile, "no tile"),
    (_bot_in_company, "bot"),
    (_frame, "isn't a decision"),
    (_nobody_decides, "no decision is open"),
    (_boardless, "board"),
]


@pytest.mark.parametrize(("harm", "word"), WRONG)
def test_every_harm_is_found(harm: Callable[[State], None], word: str) -> None:
    state = table()
    assert not GAME.faults(state)
    harm(state)
    found = GAME.faults(state)
    assert found and word in found[0], found


def test_every_frame_has_a_shape() -> None:
    assert set(shapes.SHAPES) == {*DECISIONS, *AUTOMATIC}
