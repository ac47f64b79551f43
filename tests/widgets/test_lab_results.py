"""What a run of the lab came to: sentences of A beside B, runs below each other, and what is said on its pages."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

import pytest
from lab_stage import GAMES, Steps, flip, lanterns, open_lab, ran, row, sent
from two_lanterns import TwoLanterns

from tabletop_kernel import load
from tabletop_kernel.study.compare import Comparison, Difference
from tabletop_kernel.study.playing import play_chunk
from tabletop_kernel.study.simulate import make_plan, simulate
from tabletop_kernel.study.statistics import Mean
from widgets.lab import choosing, figures, results
from widgets.lab.beside import NOTHING_CLEAR, Beside
from widgets.lab.running import Running
from widgets.lab.worker import Job
from widgets.seating import WHO


def a_difference(section: str, name: str, old: float, new: float, clear: bool = True, **more: Any) -> Difference:
    change = new - old
    usual = {"low": change - 0.01, "high": change + 0.01, "needed": None}
    return Difference(section, name, Mean(old, 0.1), Mean(new, 0.1), change, **{**usual, **more}, clear=clear)


def beside(*differences: Difference, most: int = 2000) -> Beside:
    report = simulate(GAMES["connect_four"], games=2)
    comparison = Comparison(("A", "B"), report, report, [], list(differences))
    return Beside(comparison, {"end.zero": "Somebody at 0", "end.deck": "The deck is out"}, "turn", most)


def test_what_is_clearly_different_comes_first_in_numbers_of_both_sides_the_most_different_first() -> None:
    told = beside(
        a_difference("length", "turns", 12.7, 12.9, False, low=-1.0, high=1.4),
        a_difference("PULSE", "Kiln", 1.7, 3.1, low=1.0, high=1.8),
        a_difference("endings", "end.deck", 0.55, 0.32),
        a_difference("endings", "end.zero", 0.45, 0.68),
        a_difference("rules", "end.zero", 0.45, 0.68),
    )
    assert told.clear() == [
        "Somebody at 0 ends 45% of the games with A and 68% with B (+23.0, from +22.0 to +24.0); "
        "The deck is out ends the other games.",
        "PULSE, Kiln: 1.7 per game with A and 3.1 with B (+1.40, from +1.00 to +1.80).",
    ]
    assert told.rules() == ["Rules used clearly more or less often: Somebody at 0 (45% → 68%)."]
    assert told.rest()[0] == "A game takes 12.7 turns with A and 12.9 with B: this may be chance."


def test_who_wins_is_always_said_and_once_for_two_seats() -> None:
    one = a_difference("wins by seat", "seat 1", 0.5, 0.48, False, low=-0.1, high=0.1, needed=31_708)
    two = a_difference("wins by seat", "seat 2", 0.5, 0.52, False, low=-0.1, high=0.1, needed=31_708)
    said = "Seat 1 wins 50% of the games with A and 48% with B; seat 2 wins the other games: this may be chance"
    here = f"{said}. A run has at most 2,000 games, too few to see a difference this small."
    assert beside(one, two).rest()[:2] == [here, NOTHING_CLEAR]
    more = f"{said}. If the difference really is this large, about 32,000 games should show it."
    assert beside(one, two, most=40_000).rest()[0] == more
    clear = beside(replace(one, clear=True), two)
    assert len(clear.clear()) == 1 and not any("Seat" in line for line in clear.rest()), "not once more as chance"
    third = a_difference("wins by seat", "seat 3", 0.1, 0.1, False)
    assert [line for line in beside(one, two, third).rest() if line.startswith("Seat ")][2].endswith("no difference.")


def test_a_figure_whose_interval_leaves_out_nothing_is_not_simply_called_chance() -> None:
    for low, says in ((-1.0, "this may be chance."), (0.1, "1 in 20 unchanged figures looks this different.")):
        told = beside(a_difference("team", "wins", 0.1, 0.2, False, low=low, high=2.0))
        assert told.rest()[0].startswith("The team wins 10% of the games with A and 20% with B: ")
        assert told.rest()[0].endswith(says) and "1 figures" in told.rest()[-1], "why clear is strict"


def test_who_wins_comes_first_and_nothing_is_told_twice_under_another_name() -> None:
    told = beside(
        a_difference("enemies", "damage dealt", 13.8, 17.2),
        a_difference("end", "turn", 3.5, 4.0),
        a_difference("length", "turns", 3.5, 4.0),
        a_difference("endings", "won: end.scenario", 0.9, 0.7),
        a_difference("endings", "lost: end.scenario", 0.1, 0.3),
        a_difference("team", "wins", 0.9, 0.7),
    ).clear()
    assert sorted(line[:12] for line in told[:2]) == ["A game takes", "The team win"]
    assert len(told) == 3 and told[2].startswith("Enemies, damage dealt")


def test_the_clearest_differences_are_in_sight_and_all_others_can_be_opened(small: None) -> None:
    view = lanterns(12)
    flip(view)
    ran(view)
    known = view.view._receive.__self__._results
    many = [a_difference("PULSE", f"card {number}", 1, 2 + number) for number in range(10)]
    known.comparison = replace(known.comparison, differences=many)
    made = known.page("difference")
    assert len(made["clear"]) == results.MOST_CLEAR and made["clear"][0].startswith("PULSE, card 9: 1 per game with A")
    assert [line.partition(":")[0] for line in made["more_clear"]] == ["PULSE, card 1", "PULSE, card 0"]
    file = sent(view, "report.html")["text"]
    assert all(f"PULSE, card {number}: 1 per game with A" in file for number in range(10))


def test_runs_stand_below_each_other_with_who_wins_and_how_long_it_takes(small: None) -> None:
    view = ran(open_lab(), games=4)
    view.send("change", side="b", what="bot", key="0", choice="random")
    ran(view, games=6)
    second, first = (one["lines"] for one in view.screen["runs"]["list"])
    assert first[0].startswith("Seat 1 won ") and first[1].startswith("Turns per game: ")
    assert [line.rpartition(": ")[0] for line in second[:-1]] == [
        "Wins by seat: seat 1",
        "Wins by seat: seat 2",
        "Turns per game",
    ]
    assert all(" → " in line and ", from " in line for line in second[:-1]), second
    assert "figures differ clearly" in second[-1]


def test_how_long_a_run_will_take_is_said_as_soon_as_it_can_be_known(small: None) -> None:
    view, now = open_lab(), 100.0
    job = Job([choosing.make_plan(TwoLanterns(), 2, ["random"])], ["a"], 20)
    run = view.view._receive.__self__._run = Running(job, Steps(job), lambda: now)

    def told(later: float) -> str:
        nonlocal now
        now += later
        text: str = view.send("progress")["run"]["text"]
        return text

    assert told(0) == "0 of 20 games"
    assert told(3) == "1 of 20 games", "too early to say"
    assert told(3) == "2 of 20 games, about 50 seconds left"
    assert told(21) == "3 of 20 games, about 3 minutes left"
    run._line._told.clear()  # the next game takes long
    assert told(20) == "3 of 20 games, about 3 minutes left", "one game is one game"
    assert told(240) == "3 of 20 games. A run here has 10 minutes, enough for about 9 games"
    run.stop()


def test_how_often_the_first_player_wins_stands_under_who_wins() -> None:
    view = open_lab()
    view.send("choose-game", game="the_west_ascendant")
    ran(view, games=4)
    report = view.view._receive.__self__._results.first
    result = view.send("leaf", page="wins")["result"]
    part = report.figures["wins"]["first player"]
    assert any(line.startswith(f"Across all seats, the first player won {part.mean:.1%}") for line in result["lines"])
    (bar,) = [line for line in result["charts"][0]["rows"] if line["cells"][0] == "First player"]
    assert bar["cells"][1].startswith(f"{100 * part.mean:.1f}%") and (bar["games"].get("a") or not part.mean)
    assert "order" in report.figures, "what else was counted stays where it is"


def test_definitions_and_limits_are_not_said_to_never_come_up() -> None:
    view = open_lab()
    view.send("choose-game", game="the_west_ascendant")
    ran(view, games=2)
    result = view.send("leaf", page="rules")["result"]
    shown = " ".join([*result["lines"], *(line["cells"][0] for line in result["charts"][0]["rows"])])
    for title in ("Two players", "Fifty-four cards", "Four types", "No hand limit", "One per turn"):
        assert title not in shown
    assert "Dusk without cards" in shown, "it could have happened"


def test_games_of_one_length_are_told_in_one_number() -> None:
    report = simulate("the_north", games=12, bots=["random"])
    usual = report.turns.low
    alike = replace(report, turns=replace(report.turns, high=usual))
    part = 100 * report.histograms["turns"].counts[usual] / 12
    assert f"{part:.1f}% of the games take {usual}." in results._length_said(alike, "turn")
    assert f"to {usual}" not in results._length_said(alike, "turn")


def test_a_range_of_lengths_says_how_many_games_it_really_holds() -> None:
    """From the tenth percentile to the ninetieth are far more than eight of ten games, where many are alike."""
    report = simulate("the_north", games=30, bots=["random"])
    turns, counts = report.turns, report.histograms["turns"].counts
    inside = sum(count for value, count in counts.items() if turns.low <= value <= turns.high)
    assert turns.low < turns.high and inside > 0.8 * 30
    said = results._length_said(report, "turn")
    assert f"and {100 * inside / 30:.1f}% take {turns.low} to {turns.high}" in said


def test_long_labels_that_begin_alike_have_a_row_each() -> None:
    labels = [
        "Use of cards: the First Gate of the Hauler, RADIATE",
        "Use of cards: the First Gate of the Hauler, PULSE",
        "Short",
    ]
    report = a_difference("cards used", "a", 0.2, 0.4)
    chart = figures.changes("shares", "Shares", labels, [report] * 3, "axis", 100, 2000)
    rows = chart["figure"]["data"][0]["y"]
    assert len(set(rows)) == 3 and rows[2] == "Short" and all(len(one) <= 36 for one in rows)
    alike = figures.changes("shares", "Shares", [labels[0]] * 2, [report] * 2, "axis", 100, 2000)
    assert len(set(alike["figure"]["data"][0]["y"])) == 2


def test_why_a_difference_may_be_chance_stands_beside_it() -> None:
    intervals = ((-0.1, False), (0.01, False), (0.01, True))
    around, beyond, clear = (
        a_difference("wins", "x", 0.4, 0.5, clear=known, low=low, high=0.3) for low, known in intervals
    )
    assert [figures.mark(one) for one in (around, beyond, clear)] == [
        "may be chance, since 0 is in the interval",
        "may be chance, since 1 unchanged figure in 20 looks like this",
        "clear",
    ]
    assert figures.change_cells(around, 2000)[4] == figures.mark(around)


def test_bots_are_called_as_at_a_table(small: None) -> None:
    view = open_lab()
    called = {one["id"]: one["text"] for one in row(view, "bot", "0")["a"]["choices"]}
    assert {bot: f"Bot: {text.lower()}" for bot, text in called.items()} == {bot: WHO[bot] for bot in called}


def test_what_a_kind_of_figures_counts_is_said_where_it_is_looked_at() -> None:
    view = ran(open_lab(), games=2)
    said = load("royal_ascension").figures.legend()
    result = view.send("leaf", page="uses")["result"]
    kinds = [one["id"] for one in result["kinds"]]
    assert len(kinds) > 3
    for kind in kinds:
        assert view.send("leaf", page="uses", kind=kind)["result"]["legend"] == said[kind]
    assert view.send("leaf", page="length")["result"]["legend"] == ""
    file = sent(view, "report.html")["text"]
    places = [file.index(f"<h3>{kind[0].upper()}{kind[1:]} per game</h3><p>{escape(said[kind])}</p>") for kind in kinds]
    assert places == sorted(places) and all(file.count(escape(said[kind])) == 1 for kind in kinds)


@pytest.mark.parametrize("flipped", ["a", "b"])
def test_a_rule_is_called_as_on_the_side_on_which_it_was_at_work(flipped: str) -> None:
    """Under the flipped ruling its title says that it does not hold."""
    game, flip = load("the_west_ascendant"), {"ruling.end-zero": "no"}
    plans = {side: make_plan(game, bots=["quick"], rulings=flip if side == flipped else None) for side in ("a", "b")}
    found = results.Results(plans, 12, play_chunk(list(plans.values()), range(12)), [], 2000)
    other = found.reports["b" if flipped == "a" else "a"]
    assert other.coverage["end.zero"].count, "it ends games there"
    assert found.titles["end.zero"] == game.rulebook["end.zero"].title
