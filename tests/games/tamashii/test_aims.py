"""What a coach says about moves of Tamashii: something for every kind of move, in the third person, and true."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from depth import draw

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import gains_nothing
from tabletop_kernel.contract.game import TAKE_BACK
from tabletop_kernel.games.tamashii.components import MOST_ASSETS
from tabletop_kernel.games.tamashii.kinds_of_decisions import DECISIONS
from tabletop_kernel.games.tamashii.opinions import aims_in_words
from tabletop_kernel.games.tamashii.opinions.ready_patterns import ready_in_words, ready_keys
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.players.bots import forward
from tabletop_kernel.table.session import Session

GAME: Any = load("tamashii")
ALL = {"unlocked": "all", "city": "on", "catie": "on", "diary": "on"}
TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"scenario": "S05", "city": "on"}),
    (2, {"scenario": "S03", "draft": "chosen", **ALL}),
    (2, {"mode": "versus", "city": "on"}),
    (3, {"scenario": "S02"}),
]


def said(state: State, seat: int, *move: str | int) -> str:
    return GAME.opinions.aims(state.rules.config, GAME.view(state, seat), seat, move)


def test_every_verb_has_words() -> None:
    verbs = {verb for decision in DECISIONS.values() for verb in decision.verbs} | set(GAME.aside.verbs)
    assert verbs - {TAKE_BACK} <= aims_in_words.AIM_BY_VERB.keys()


@pytest.mark.deep
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_can_be_done_is_said_in_the_third_person(seats: int, options: dict[str, str]) -> None:
    config, rng = GAME.agreement.configure(seats, None, options), Random(7)
    state = GAME.setup(config, Chance(7))
    for _ in range(draw(70, deep=130)):
        if not GAME.asked(state):
            break
        seat = GAME.pace.next_up(state)
        moves = [move for move in GAME.moves(state, seat) if move[0] != TAKE_BACK]
        view = GAME.view(state, seat)
        for move in rng.sample(moves, min(6, len(moves))):
            text = GAME.opinions.aims(config, view, seat, move)
            assert text, move
            assert not re.search(r"\byour?\b|[{}|]", re.sub("“[^”]*”", "", text)), (move, text)
        GAME.apply(state, seat, rng.choice(moves))


def test_a_slide_that_helps_no_pattern_does_not_claim_to() -> None:
    """What as few moves could make ready without it is not its merit; nor does it bring together what stays apart."""
    position = {"seats": 1, "options": {"scenario": "P00"}, "walker": ["Kindle"], "now": "program"}
    state = Session.at(GAME, {**position, "grid": ["E.EE .... .... L..."]}).truth
    assert "power" in said(state, 0, "slide", "r1c1", "r1c2")
    assert not gains_nothing(said(state, 0, "slide", "r1c1", "r1c2"))
    assert gains_nothing(said(state, 0, "slide", "r4c1", "r4c2"))
    assert gains_nothing(said(state, 0, "slide", "r4c1", "r3c1"))


def test_others_hear_the_same_and_never_what_they_cannot_see() -> None:
    state = GAME.setup(GAME.agreement.configure(2, None, {"scenario": "S01"}), Chance(2))
    assert "enemy" in said(state, 0, "next", 1)
    assert not any(enemy.name in said(state, 0, "next", 1) for enemy in GAME.content.enemies.values())


def program_step(seed: int = 1) -> tuple[State, int]:
    state = GAME.setup(GAME.agreement.configure(2, None, {"scenario": "S01"}), Chance(seed))
    while not (state.frames[-1][0] == "plan" and state.frames[-1][2][0] == "program"):
        seat = GAME.pace.next_up(state)
        GAME.apply(state, seat, GAME.moves(state, seat)[-1])
    return state, GAME.pace.next_up(state)


def test_a_slide_names_what_it_makes_ready_and_what_it_breaks_up() -> None:
    state, seat = program_step()
    state.market = ()
    state.grid[seat] = "WW..#" + "..W.#" + "....#" * 2
    made = said(state, seat, "slide", "r2c3", "r1c3")
    state.grid[seat] = "WWW.#" + "....#" * 3
    broken = said(state, seat, "slide", "r1c3", "r2c3")
    state.grid[seat] = "WW..#" + "....#" + "..W.#" + "....#"
    nearer = said(state, seat, "slide", "r3c3", "r2c3")
    assert all("the shield pattern" in text for text in (made, broken, nearer))
    assert "ready" in made and "breaks" in broken and "more" in nearer


def test_upgrades_say_what_they_bring_and_cost() -> None:
    state, seat = program_step()
    state.exp[seat] = 2
    text = said(state, seat, "upgrade", "integrity")
    assert re.findall(r"\d+", text) == ["5", "6", "2"]


def test_a_move_tells_what_it_does_to_trace() -> None:
    state, seat = program_step()
    state.place[seat], state.trace[seat] = (0, 0), 3
    assert re.findall(r"\d+", said(state, seat, "move", "1,0"))[-2:] == ["3", "4"]
    state.trace[seat] = 8
    assert "top" in said(state, seat, "move", "1,0") and "enemies" in said(state, seat, "move", "1,0")


@pytest.mark.parametrize(("ruling", "counted"), [("count", True), ("ignore", False)])
def test_in_versus_an_upgrade_names_its_points(ruling: str, counted: bool) -> None:
    config = GAME.agreement.configure(2, {"ruling.vp.max-integrity": ruling}, {"mode": "versus"})
    state = GAME.setup(config, Chance(3))
    while state.turn == 0:
        seat = GAME.pace.next_up(state)
        GAME.apply(state, seat, forward(GAME.moves(state, seat))[0])
    assert "2 VP" in said(state, 0, "upgrade", "augment")
    assert "1 VP" in said(state, 0, "upgrade", "open")
    assert ("1 VP" in said(state, 0, "upgrade", "integrity")) == counted
    state.frames.append(("pick-augment", 0, state.class_deck[0][:2]))
    assert "2 VP" in said(state, 0, "keep", state.class_deck[0][0])


@pytest.mark.parametrize(
    ("grid", "patterns", "together"),
    [
        ("EEE.#" + "FFF.#" + "....#" * 2, ["power", "reroll"], True),
        ("EEEW#" + "..LF#" + "....#" * 2, ["power", "EXP"], False),
        ("EEEW#" + "..LF#" + "WWW.#" + "....#", ["power", "shield", "EXP"], False),
    ],
)
def test_only_patterns_that_share_no_tokens_are_listed_together(grid: str, patterns: list[str], together: bool) -> None:
    state, seat = program_step()
    state.market = ()
    says = ready_in_words(state, seat, grid, ready_keys(state, seat, grid))
    assert re.findall(r"the (\w+) pattern", says) == patterns
    assert ("either" in says or "not all" in says) != together
    state.grid[seat] = grid
    assert says in said(state, seat, "done")


def test_what_would_do_nothing_is_no_reason() -> None:
    state, seat = program_step()
    state.market = ()
    state.grid[seat] = "EEE.#" + "....#" * 3
    state.assets[seat] = tuple(MOST_ASSETS for _ in state.assets[seat])
    assert ready_keys(state, seat, state.grid[seat]) == []
    state.frames.append(("launch", seat, ()))
    assert "nothing" in said(state, seat, "launch", "basic.power", "r1c1+r1c2+r1c3")
