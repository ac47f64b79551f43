"""Lines as functions: where nobody listens the same happens, and what bots leave out makes no difference."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from asking import edit
from depth import draw

from tabletop_kernel import load
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.the_west_ascendant.rules import TheWest

ODD = {  # lines with parts that the house pack has not, in the place of its own
    "other loses 1": "if loci = 0 and your gates >= 1: may lose 1: recover 2; discard 2 of one type",
    "may discard 1: other loses 2": "may draw 2: put locus top under; other loses 1 per your gates, at most 3",
    "if took >= 3: other loses 2": "if took > types: discard 2 from middle; may recover 1; draw 0",
    "you lose 1; draw 1": "exchange hand card for middle card; if facility action: you lose 2",
}
TABLES: list[dict[str, str]] = [
    {},
    {"ruling.end-check": "at-once", "ruling.hand-count": "no", "ruling.took-counts": "yes"},
    {"ruling.effect-list": "re-check", "ruling.self-loss": "no", "ruling.radiate-when": "when-made"},
    {"ruling.salvage-zero": "free", "ruling.discard-open": "top", "ruling.void-pulse": "no"},
]


def odd_pack(folder: Path) -> str:
    """The house pack with odd lines."""
    pack = Path(copytree(house_folder("the_west_ascendant"), folder / "odd"))
    for old, new in ODD.items():
        edit(pack, "loci.toml", f'effect = "{old}"', f'effect = "{new}"')
    return str(pack)


@pytest.mark.deep
@pytest.mark.parametrize("rulings", TABLES)
@pytest.mark.parametrize("odd", [False, True])
def test_where_nobody_listens_the_same_happens(odd: bool, rulings: dict[str, str], tmp_path: Path) -> None:
    game = load("the_west_ascendant", odd_pack(tmp_path) if odd else "house")
    config, rng = game.agreement.configure(None, rulings), Random(3)
    for number in range(draw(3, deep=8)):
        events: list[Event] = []
        emit = recorder(events)
        state = game.setup(config, Chance(number), emit)
        while asked := game.asked(state):
            twin, move = state.clone(), rng.choice(game.moves(state, asked[0]))
            game.apply(state, asked[0], move, emit)
            game.apply(twin, asked[0], move)
            assert twin.truth() == state.truth(), (number, move)


@pytest.mark.deep
def test_a_barter_that_is_left_out_changes_no_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TheWest(house_folder("the_west_ascendant"))
    config, rng = game.agreement.configure(), Random(4)
    rules = game.rules_for(config)
    assert rules.barter_is_idle
    thorough = TheWest(house_folder("the_west_ascendant"))
    monkeypatch.setattr(thorough.opinions, "rules_for", lambda config: replace(rules, barter_is_idle=False))
    judged = 0
    for number in range(draw(1, deep=3)):
        state = game.setup(config, Chance(number))
        while asked := game.asked(state):
            seat = asked[0]
            moves, view = game.moves(state, seat), game.view(state, seat)
            assert game.opinions.appraise(config, view, moves) == thorough.opinions.appraise(config, view, moves)
            judged += len(moves)
            game.apply(state, seat, rng.choice(moves))
    assert judged > 100


@pytest.mark.parametrize(
    ("ruling", "option"),
    [
        ("reaction-when", "before"),
        ("radiate-when", "when-made"),
        ("radiate-when", "end-of-turn"),
        ("gate-order", "after"),
    ],
)
def test_where_a_barter_may_matter_it_is_judged(ruling: str, option: str) -> None:
    game = TheWest(house_folder("the_west_ascendant"))
    assert not game.rules_for(game.agreement.configure(None, {f"ruling.{ruling}": option})).barter_is_idle


def test_lines_can_be_sent_to_a_worker() -> None:
    game = load("the_west_ascendant")
    config = game.agreement.configure()
    state = game.setup(config, Chance(1))
    twin = pickle.loads(pickle.dumps(state))
    seat = game.asked(state)[0]
    move = game.moves(state, seat)[0]
    game.apply(state, seat, move)
    game.apply(twin, seat, move)
    assert twin.truth() == state.truth()
