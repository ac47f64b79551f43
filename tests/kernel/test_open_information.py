"""Games with open information have only their rules, and authors hear of a mistake where it happens."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nim import Nim

from tabletop_kernel import PositionError, Session, SetupError, TabletopError
from tabletop_kernel.checks.compliance import comply
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import RulesError
from tabletop_kernel.contract.open_information import OpenState
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.contract.state_fields import TableState, fact, zone
from tabletop_kernel.players.bots import make_bot

LINES = 60  # of Python for a whole game with a ruling
WRITTEN = Path(__file__).parents[1] / "minigames" / "nim.py"


def test_nim_is_short_and_complies() -> None:
    text = WRITTEN.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES
    written = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    assert not written & {"open_facts", "imagine", "read", "judge", "view", "clone"}
    comply(Nim(), games=12)


def test_a_position_of_an_open_game_is_its_facts() -> None:
    table = Session.at(Nim(), {"heaps": [0, 1, 2], "mover": 1})
    assert [table.view(seat) for seat in (0, None)] == [
        {"heaps": [0, 1, 2], "mover": 1, "seat": seat} for seat in (0, None)
    ]
    assert table.deciders == (1,) and table.moves() == [("take", 2, 1), ("take", 3, 1), ("take", 3, 2)]
    assert Session.at(Nim(), {"mover": 1}).truth.heaps == [3, 4, 5], "the rest is as in a new game"


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"heap": [1]}, "there is no 'heap': did you mean 'heaps'"),
        ({"heaps": 3}, "heaps: 3 doesn't fit; in a new game it is"),
        ({"heaps": ["x"]}, "heaps: 'x' doesn't fit"),
        ({"mover": "me"}, "mover: 'me' doesn't fit; in a new game it is 0"),
    ],
)
def test_a_position_that_does_not_fit_is_told(position: dict[str, Any], told: str) -> None:
    with pytest.raises(PositionError, match=told):
        Session.at(Nim(), position)


def test_a_copy_of_an_open_state_is_independent() -> None:
    state = OpenState(None, Chance(1), rows=[[1], [2]], pair=(3, 4), names={"a": [5]})
    twin = state.clone()
    twin.rows[0][0], twin.names["a"] = 9, []
    assert vars(state)["rows"] == [[1], [2]] and vars(state)["names"] == {"a": [5]} and twin.pair == (3, 4)


def changed(**parts: Any) -> Nim:
    """Nim with other attributes; a function takes the place of a method."""
    return type("Odd", (Nim,), parts)()  # type: ignore[no-any-return]


def starting(**facts: Any) -> Callable[..., Any]:
    return lambda self, config, chance, emit=None: OpenState(config, chance, **{"heaps": [1], "mover": 0} | facts)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"seats": "2"}, "seats of Nim are numbers of players, such as range.2, 5., not '2'"),
        ({"seats": 2}, "seats of Nim are numbers of players.* not 2"),
        ({"title": None}, "Odd needs a title, as text"),
        ({"opinions": Opinions}, "opinions of Nim is an object of a Opinions class"),
        ({"setup": lambda self, config, chance, emit=None: None}, "setup of Nim returns a state .* not None"),
        ({"deciders": lambda self, state: 0}, "deciders of Nim returns seats, such as .0,., not 0"),
        ({"moves": lambda self, state, seat: ["take"]}, "moves of Nim returns a list of moves .* not 'take'"),
        ({"moves": lambda self, state, seat: ("take", 1)}, "moves of Nim returns a list of moves .* not"),
    ],
)
def test_an_author_hears_of_a_mistake_where_it_happens(parts: dict[str, Any], told: str) -> None:
    with pytest.raises((RulesError, SetupError), match=told):
        Session(changed(**parts), seed=1).moves()


class Covered(TableState):
    """Nim with heaps that nobody sees."""

    heaps: list[int] = zone()
    mover: int = fact(0)

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.set_defaults(2)
        self.heaps = [3, 4, 5]


def test_what_the_kernel_cannot_show_or_imagine_is_told() -> None:
    table = Session(changed(setup=starting(odd=object())), seed=1)
    with pytest.raises(RulesError, match=r"The state's 'odd' is .* isn't plain data"):
        table.view(0)
    hides = Session(changed(setup=lambda self, config, chance, emit=None: Covered(chance)), seed=1)
    with pytest.raises(RulesError, match="Nim hides heaps, so it needs its own imagine"):
        hides.game.imagine(hides.config, hides.view(0), Chance(1))


def test_a_refusal_without_a_reason_is_an_error() -> None:
    table = Session(changed(refuse=lambda self, state, seat, move: None), seed=1)
    with pytest.raises(TabletopError, match=r"Nim refuses .* without a reason"):
        table.play("take", 1, 9)


def test_a_greedy_bot_without_an_evaluation_takes_a_win_and_says_that_it_knows_no_more() -> None:
    table = Session.at(Nim(), {"heaps": [0, 2, 0]})
    with pytest.warns(UserWarning, match="Nim doesn't say what a move is worth"):
        bot = make_bot("greedy", table.game, table.config, 0, 1)
    assert bot.choose(table.view(0), table.moves(0)) == ("take", 2, 2)
    loses = Session.at(Nim(), {"heaps": [0, 2, 0], "rulings": {"ruling.last": "loses"}})
    assert bot_of(loses).choose(loses.view(0), loses.moves(0)) == ("take", 2, 1)


def bot_of(table: Session) -> Any:
    with pytest.warns(UserWarning, match="one move ahead for a win"):
        return make_bot("greedy", table.game, table.config, 0, Random(1).randrange(9))
