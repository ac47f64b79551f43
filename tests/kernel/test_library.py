"""The kernel as a library: what it calls by name, how things look in a cell, and whether its examples are true."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tabletop_kernel
from tabletop_kernel import Refused, SaveError, Session, SetupError, load, simulate
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.table.picture_drawers import ENTRY_POINT_GROUP

ROYAL = load("royal_ascension")
KERNEL = Path(tabletop_kernel.__file__).parent
WITH_EXAMPLES = [
    ".".join(("tabletop_kernel", *path.relative_to(KERNEL).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(KERNEL.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
SHORT = 200  # characters of what stands in a terminal for a thing


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_are_true(name: str) -> None:
    module = import_module(name)
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, globs=dict(vars(module)))
    runner = doctest.DocTestRunner()  # no options: the sentence of an error is part of the example
    for test in tests:
        runner.run(test)
    assert runner.tries and not runner.failures


@pytest.mark.parametrize("name", tabletop_kernel.__all__)
def test_every_public_name_says_what_it_is(name: str) -> None:
    thing = getattr(tabletop_kernel, name)
    assert inspect.getdoc(thing)
    for member, value in vars(thing).items() if inspect.isclass(thing) else ():
        if not member.startswith("_") and (callable(value) or isinstance(value, property)):
            assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"


def test_a_table_is_made_and_played_with_few_words() -> None:
    table = Session("royal_ascension", seats=3, seed=7)
    assert table.game is ROYAL and table.moves() == table.moves(0)
    (line,) = table.play("roll", 2)
    assert line.rule == "setup.roll" and table.length == 1
    assert table.play("roll", 2, seat=1)[0].rule == "setup.roll"
    with pytest.raises(Refused):
        table.play("roll", 2, seat=1)
    with pytest.raises(SetupError, match="not 7"):
        Session(7)  # type: ignore[arg-type]


def test_a_move_is_played_as_it_is_listed() -> None:
    one, other = (Session("royal_ascension", seats=3, seed=7) for _ in range(2))
    move = one.moves()[0]
    assert one.play(move) == other.play(*move) and one.inputs == other.inputs


def test_who_names_the_file_of_a_save_is_told_so() -> None:
    with pytest.raises(SaveError, match="not its name"):
        Session.load("evening.json")


@pytest.mark.parametrize("name", ["royal_ascension", "deck_goes_west"])
def test_bots_play_on_the_same_way_each_time(name: str) -> None:
    one, two = Session(name, seed=3), Session(name, seed=3)
    for table in (one, two):
        table.play_on("random", moves=10)
        table.play_on(["random"] * table.config.seats, moves=5)
    assert one.inputs == two.inputs and one.length == 15


def test_bots_play_to_the_end_and_no_further() -> None:
    table = Session("royal_ascension", 3, seed=7)
    table.play_on("random")
    assert table.outcome is not None and table.moves() == []
    length = table.length
    table.play_on("random", moves=5)
    assert table.length == length
    table.goto(3)
    with pytest.raises(Refused, match="looking at move 3"):
        table.play_on("random")
    with pytest.raises(SetupError, match="3 seats"):
        Session("royal_ascension", 3, seed=7).play_on(["random"])


def shown() -> dict[str, Any]:
    """One of everything that people look at in a cell."""
    table = Session(ROYAL, 3, seed=7)
    table.play("roll", 2)
    report = simulate("royal_ascension", games=2, seats=3, bots=["random"])
    return {
        "game": ROYAL, "table": table, "book": ROYAL.rulebook, "rule": ROYAL.rulebook["setup.roll"],
        "rulings": ROYAL.rulebook.rulings, "ruling": ROYAL.rulebook.rulings["ruling.ace-value"],
        "line": table.log(0)[-1],
        "verdict": table.judge(0, ("attack", 1)), "position": table.position(), "chapter": ROYAL.teaching.chapters[0],
        "step": ROYAL.teaching.chapters[0].steps[0], "lesson": Lesson(ROYAL, "walk.gold"), "report": report,
        "turns": report.turns, "share": report.seat_wins[0], "field": table.truth.fields["hearts"],
    }  # fmt: skip


def test_everything_has_a_short_name_for_the_terminal() -> None:
    for name, thing in shown().items():
        said = repr(thing)
        assert len(said) <= SHORT and said.startswith("<") and " object at " not in said, name


def test_ids_are_completed_and_a_ruling_shows_its_options() -> None:
    assert "ruling.ace-value" in ROYAL.rulebook.rulings._ipython_key_completions_()
    assert "setup.roll" in ROYAL.rulebook._ipython_key_completions_()
    html = ROYAL.rulebook.rulings["ruling.ace-value"]._repr_html_()
    assert "1 (default)" in html and "14" in html


def test_a_position_prints_short_and_keeps_everything() -> None:
    from IPython.lib.pretty import pretty

    position = Session(ROYAL, 3, seed=7).position()
    assert pretty(position) == repr(position) == f"<A position of {ROYAL.title}: 3 seats, {len(position)} entries>"
    assert str(dict(position)).startswith("{'seats': 3")


class Point:
    """What a package that is installed says it can."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw

    def load(self) -> Any:
        if self._draw is None:
            raise ImportError
        return self._draw


def test_whoever_is_installed_draws_tables_and_who_cannot_be_loaded_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {ENTRY_POINT_GROUP: [Point(None), Point(lambda table: "<svg>a table</svg>")]}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points[group])
    monkeypatch.setattr("tabletop_kernel.table.picture_drawers._current_drawers", None)
    assert "<svg>a table</svg>" in Session(ROYAL, 3, seed=1)._repr_html_()


def test_the_project_names_its_pictures() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"][ENTRY_POINT_GROUP]["still"].partition(":")
    assert callable(getattr(import_module(module), name))


def test_others_may_check_their_types_against_ours() -> None:
    """The package is marked as typed, and nothing of a table is without a type (mypy checks that they are right)."""
    assert (Path(tabletop_kernel.__file__).parent / "py.typed").exists()
    public = [value for name, value in vars(Session).items() if inspect.isfunction(value) and not name.startswith("_")]
    for function in public:
        signature = inspect.signature(function)
        given = [one for one in signature.parameters.values() if one.name != "self"]
        assert signature.return_annotation is not signature.empty, function
        assert all(one.annotation is not one.empty for one in given), function


def test_the_list_of_games_is_a_function_though_the_games_have_a_room_of_that_name() -> None:
    tabletop_kernel.load("the_north")
    assert "the_north" in tabletop_kernel.games()
