"""Where movement leads to, and random journeys that hold the law of moves."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import pytest
from trail import GAME, HERE, NORTH, WEST, Tile, play, step, table

from tabletop_kernel import Session
from tabletop_kernel.games.deck_goes_west.land import reachable


def test_reachable() -> None:
    ground = {HERE: Tile.FOREST, WEST: Tile.MOUNTAIN, (3, 1): Tile.PRAIRIE, NORTH: Tile.LAKE, (0, 1): Tile.PRAIRIE_2}
    session = table(ground, {(3, 0): Tile.PRAIRIE_3}, walk=2, climb=1, sail=1)
    found = reachable.reachable_places(session.truth, 0)
    costs = {place: way.cost for place, way in found.items()}
    assert costs == {WEST: 1, (0, 1): 1, NORTH: 1, (3, 1): 2, (3, 0): 3}
    assert found[3, 0].moves == (step(WEST, "climb"), step((3, 1), "walk"), step((3, 0)))
    play(session, *found[3, 0].moves)
    assert (3, 0) in session.truth.up
    assert reachable.reachable_places(session.truth, 0) == {}  # first the answer: enter or not


def test_reachable_by_rail() -> None:
    line = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, (6, 1): Tile.PRAIRIE_2, (7, 1): Tile.PRAIRIE_3}
    session = table(line, rails=[[*WEST], [6, 1]], walk=1, rides=[4])
    found = reachable.reachable_places(session.truth, 0)
    assert {place: way.cost for place, way in found.items()} == {WEST: 0, (6, 1): 0, (7, 1): 1}
    assert found[7, 1].moves == (step(WEST, "walk"), ("ride", 6, 1), step((7, 1), "walk"))
    assert reachable.reachable_places(table(line).truth, 0) == {}


def test_walking_alone_is_the_plain_search_of_the_map() -> None:
    """The same places for the same costs as whoever has networkx finds on the map that a session shows."""
    rng = random.Random(3)
    for _ in range(20):
        ground = {(c, r): name for (c, r), name in zip(_places(), rng.sample(_names(), 25), strict=True)}
        session = table(ground, meeple=[[2, 2]], walk=3)
        plain = nx.single_source_dijkstra_path_length(session.map(), (2, 2), cutoff=3, weight="walk")
        found = reachable.reachable_places(session.truth, 0)
        assert {place: way.cost for place, way in found.items()} == {p: c for p, c in plain.items() if p != (2, 2)}
        paths = nx.single_source_dijkstra_path(session.map(), (2, 2), weight="walk")
        assert all(len(way.moves) == len(paths[place]) - 1 for place, way in found.items())


def _places() -> list[tuple[int, int]]:
    return [(column, row) for column in range(5) for row in range(5)]


def _names() -> list[str]:
    return [tile.name for tile in GAME.content.tiles.values()]


RULINGS = {
    "mix-types": "yes", "entry-cost": "yes", "moving-west-decline": "no", "reveal-by-rail": "as-one",
    "wagon-move": "with-meeple", "eastmost-line": "single-tile", "removed-things": "follow", "around": "eight",
    "unused-movement": "kept", "rail-circle": "once", "climb-rail": "yes", "shift-west": "normal-reveal",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_random_journeys(seed: int) -> None:
    """Whatever happens on the way, the moves are those that are not refused, and the state is whole."""
    rng = random.Random(seed)
    rulings = {key: value for key, value in RULINGS.items() if rng.random() < 0.5}
    mission = rng.choice(["widows_wagon", "new_world"])
    more: dict[str, Any] = {"wagon": [2, 2]} if mission == "widows_wagon" else {}
    names = rng.sample(_names(), 25)
    ground = dict(zip(_places(), names, strict=True))
    dark = {place: ground.pop(place) for place in _places() if place != (2, 2) and rng.random() < 0.5}
    rails = [[*place] for place in ground if rng.random() < 0.4]
    pool = {"walk": rng.randrange(1, 5), "climb": rng.randrange(3), "sail": rng.randrange(3), "rides": [2, 4]}
    hand = [["boots", "log_raft", "pony", "mule"]]
    stock = [{"food": 3}]
    session = table(
        ground, dark, mission, rulings, meeple=[[2, 2]], rails=rails, hand=hand, stock=stock,
        land_left=rng.randrange(8), bandits=[[2, 2, 1]], **pool, **more,
    )  # fmt: skip
    for _ in range(60):
        if not session.deciders or session.truth.frames[-1][0] == "act":
            break
        _check_law(session, rng)
        prompt = GAME.telling.prompt(session.config, session.view(0))
        assert prompt is not None and prompt.yours and "{" not in prompt.text, prompt
        session.submit(0, rng.choice(session.moves(0)))
        assert GAME.faults(session.truth) == []
    _check_words(session)


def _check_law(session: Session, rng: random.Random) -> None:
    state, legal = session.truth, session.moves(0)
    assert all(session.judge(0, move) is None for move in legal)
    kinds: list[Any] = ["walk", "climb", "sail", "rail", "walk+climb", "boots", "mule", "character", "row 1", 0, 1, 2]
    verbs = ["step", "ride", "enter", "decline", "more", "stop", "haul", "reveal", "take-wagon", "ride-along"]
    for _ in range(60):
        verb = rng.choice(verbs)
        column, row = state.meeple[0]
        near = (column + rng.randrange(-1, 2), row + rng.randrange(-1, 2))
        move = (verb, *(near if rng.random() < 0.6 else ()), *rng.sample(kinds, rng.randrange(3)))
        verdict = session.judge(0, move)
        assert (verdict is None) == (move in legal), move
        assert verdict is None or "{" not in verdict.text, (move, verdict.text)


def _check_words(session: Session) -> None:
    """Everything that was told has its sentence, whoever reads it, and cites what is in the book."""
    book = GAME.rulebook
    for entry in (*session.log(0, you=True), *session.log(None)):
        assert entry.kind in book.events, entry.kind
        assert "{" not in entry.text, entry.text
        assert entry.rule in book or entry.rule in book.rulings, entry
