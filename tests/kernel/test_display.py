"""What things look like in a cell of a notebook: safe HTML, short texts, and nothing that a seat alone may see."""

from __future__ import annotations

import json
import pickle
import re
from html import escape
from typing import Any
from xml.etree import ElementTree

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Session, compare_rulings, games, load, simulate
from tabletop_kernel.contract.html import CHART, table
from tabletop_kernel.study.report_display import histogram_chart
from tabletop_kernel.table.picture_drawers import draw_tables_with

ROYAL = load("royal_ascension")


def test_what_stands_in_a_table_is_text() -> None:
    assert "&lt;b&gt;" in table(["<b>"], [["<i>", 3]]) and "<i>" not in table(["<b>"], [["<i>", 3]])


def test_reports_and_comparisons_show_their_figures() -> None:
    found = compare_rulings(ROYAL, {"ruling.used-cards": "discarded"}, games=10, seats=3, bots=["random"])
    html = found.old._repr_html_()
    assert "wins by seat" in html and f"{found.old.seat_wins[0].share:.1%}" in html and "comebacks" in html
    assert "kept -&gt; discarded" in found._repr_html_() and "games needed" in found._repr_html_()
    assert repr(found).startswith("<Comparison of royal_ascension: kept and discarded, 10 games each, ")
    chart = histogram_chart(found.old.bars("turns"), "turns")
    assert sum(chart["data"][0]["y"]) == pytest.approx(1) and json.dumps(chart)


def test_a_report_has_a_chart_in_a_notebook_with_plotly(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.display", lambda bundle, raw: shown.append(bundle))
    report = simulate(ROYAL, games=3, seats=3, bots=["random"])
    report._ipython_display_()
    assert [list(bundle) for bundle in shown] == [["text/plain", "text/html"]], "a terminal has no charts"
    monkeypatch.setattr("tabletop_kernel.study.report_display.is_in_notebook", lambda: True)
    monkeypatch.setattr("tabletop_kernel.study.report_display.find_spec", lambda name: None)
    report._ipython_display_()
    monkeypatch.setattr("tabletop_kernel.study.report_display.find_spec", lambda name: name)
    report._ipython_display_()
    assert [CHART in bundle for bundle in shown] == [False, False, False, True]
    picture = ElementTree.fromstring(shown[-1]["text/html"])
    heights = [float(one.attrib["height"]) for one in picture.iter("rect")]
    shares = [bar.share.share for bar in report.bars("turns")]
    assert len(heights) == len(shares) and heights.index(max(heights)) == shares.index(max(shares))
    assert len(shown[-1]["text/html"]) < 20_000, "a still picture, where plotly's own code would be megabytes"


def test_every_column_of_every_table_has_a_head() -> None:
    few = {"games": 4, "seats": 3, "bots": ["random"]}
    rule, ruling = next(iter(ROYAL.rulebook.values())), next(iter(ROYAL.rulebook.rulings.values()))
    report = simulate(ROYAL, **few)
    found = compare_rulings(ROYAL, {"ruling.used-cards": "discarded"}, **few)
    for shown in (report, found, ROYAL, rule, ruling, Session(ROYAL, seed=3).position()):
        heads = re.findall(r"<th[^>]*>(.*?)</th>", shown._repr_html_())
        assert heads and all(heads), heads


@pytest.mark.parametrize("name", games())
def test_tables_games_and_rules_show_themselves(name: str) -> None:
    game = load(name)
    session = Session(game, seed=3)
    assert game.title in session._repr_html_() and game.title in game._repr_html_()
    assert repr(game).startswith(f"<Game {game.title}: house pack, ")
    rule = next(iter(game.rulebook.values()))
    assert repr(rule) == f"<Rule {rule.id}: {rule.title}>" and rule.id in rule._repr_html_()


def test_all_rules_and_rulings_show_themselves_in_a_line_each() -> None:
    game = load("the_north")
    for rule in game.rulebook.values():
        assert rule.id in game.rulebook._repr_html_()
    for ruling in game.rulebook.rulings.values():
        assert escape(ruling.question) in game.rulebook.rulings._repr_html_()
    assert "Why this default" in next(iter(game.rulebook.rulings.values()))._repr_html_()


def test_a_report_says_how_a_win_of_several_counts() -> None:
    drawn = simulate(TicTacToe(), games=30, bots="random")
    assert "drawn" in drawn.results
    said = "wins by seat (players split a draw)"
    assert said in str(drawn) and said in drawn._repr_html_()
    assert "wins by bot" not in str(drawn), "all seats had the same one"
    assert "players split" not in str(simulate("royal_ascension", games=2, seats=3, bots="random"))


def test_a_table_shows_what_everybody_may_see_and_somebody_may_draw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.at(ROYAL, {"seats": 3, "now": "walk", "die": 4, "hearts": [["QH"], [], []]})
    assert "Queen of hearts" not in session._repr_html_() and "QH" not in session._repr_html_()
    monkeypatch.setattr("tabletop_kernel.table.picture_drawers._current_drawers", [])
    told = session._repr_html_()
    draw_tables_with(lambda table: f"<svg>{table.config.seats}</svg>")
    assert "<svg>3</svg>" in session._repr_html_()
    draw_tables_with(lambda table: None)
    assert session._repr_html_() == told, "who cannot draw this one leaves it to the text"


def test_a_position_is_a_dict_that_shows_itself() -> None:
    position: Any = Session(ROYAL, 3, seed=1).position()
    assert "A position of The Royal Ascension" in position._repr_html_()
    assert type(pickle.loads(pickle.dumps(position))) is dict and json.loads(json.dumps(position))["seats"] == 3
    assert Session.at(ROYAL, position).position() == position


def test_the_last_lines_of_a_log_are_the_same_however_they_are_found() -> None:
    session = Session(ROYAL, 3, seed=1)
    while session.length < 60:
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    for seat in (0, 2, None):
        for moment in (60, 31, 0):
            session.goto(moment)
            session._logs.clear()
            fresh = [session.log(seat, -count) for count in (1, 7, 1000)]
            assert seat not in session._logs, "nothing but the last lines was looked at"
            whole = session.log(seat)
            assert fresh == [whole[-1:], whole[-7:], whole]


def test_a_report_says_what_its_kinds_of_figures_mean_to_whoever_opens_that() -> None:
    report = simulate(ROYAL, games=2, seats=3, bots=["random"])
    cell = report._repr_html_()
    folded = re.findall(r"<details><summary>What these figures count</summary>(.*?)</details>", cell)
    kinds = re.findall(r"<tr><td[^>]*>(.*?)</td>", folded[0])
    assert len(folded) == 1 and kinds == [escape(kind) for kind in [*report.measured, *report.figures]]
    for said in (*report.measured.values(), *report.legend.values()):
        assert escape(said) in folded[0] and said not in str(report)
    plain = simulate(TicTacToe(), games=2)
    assert not plain.legend and "How many turns a game took" in plain._repr_html_(), "a game that explains nothing"
    assert "comebacks" not in plain.measured, "nobody is ahead there"
