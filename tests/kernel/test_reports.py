"""What a report knows beyond averages: histograms with games in each bar, users of cards, comebacks, single games."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Report, Session, SetupError, compare, compare_rulings, load, simulate
from tabletop_kernel.contract.game import DRAWN, LOST, WON, Outcome
from tabletop_kernel.contract.report_figures import Figures
from tabletop_kernel.study import running_totals
from tabletop_kernel.study.playing import play_chunk, play_single
from tabletop_kernel.study.running_totals import Course, Single, SumsOfSome, Totals
from tabletop_kernel.study.simulate import make_plan
from tabletop_kernel.study.single_games import PYARROW_MISSING
from tabletop_kernel.study.statistics import MOST_SAMPLES, Histogram, Sums, games_needed, round_roughly

ROYAL, NORTH = load("royal_ascension"), load("the_north")
FLIP = {"ruling.used-cards": "discarded"}


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate("royal_ascension", games=50, seats=3, bots=["greedy", "random"], seed=5)


def test_a_game_by_its_name_is_the_game(report: Report) -> None:
    assert report == simulate(ROYAL, games=50, seats=3, bots=["greedy", "random"], seed=5)
    assert repr(report) == "<Report of royal_ascension: 50 games, 3 seats, greedy, random, seed 5>"


# -- from a bar to a game ----------------------------------------------------------------------------------------------


def test_bars_hold_every_game_once(report: Report) -> None:
    for what in ("turns", "decisions", "lead changes"):
        bars = report.bars(what, most=6)
        assert sum(bar.share.count for bar in bars) == 50 and len(bars) <= 7
        assert len({bar.high - bar.low for bar in bars}) == 1
        assert all(bar.games or not bar.share.count for bar in bars)
    assert report.histograms["choices"].total == sum(
        value * count for value, count in report.histograms["decisions"].counts.items()
    )
    with pytest.raises(SetupError, match="did you mean 'turns'"):
        report.bars("turn")


def test_a_game_in_a_bar_is_played_again_as_it_was(report: Report) -> None:
    for bar in report.bars("decisions", most=4):
        for number in bar.games[:1]:
            session = report.replay(number)
            assert isinstance(session, Session) and session.outcome is not None
            assert bar.low <= session.length <= bar.high
            assert session.game.pace.turns(session.truth) == report.records[number]["length", "turns"]
            winners = [f"seat {seat + 1}" for seat in session.outcome.winners]
            assert all(report.records[number]["wins by seat", name] for name in winners)
            cited = {event[1] for at in range(session.length + 1) for event in session._events[at]}
            assert {("rules", rule) for rule in cited} == {key for key in report.records[number] if key[0] == "rules"}
    with pytest.raises(SetupError, match="has games 0 to 49, but no game 50"):
        report.replay(50)


def test_games_are_found_by_what_came_up_in_them(report: Report) -> None:
    for number in report.games_with("rules", "decree.cards"):
        assert ("rules", "decree.cards") in report.records[number]
    assert (
        report.games_with("wins by seat", "seat 1")
        == [number for number, record in enumerate(report.records) if record["wins by seat", "seat 1"]][:MOST_SAMPLES]
    )
    assert report.games_at("turns", report.turns.least)
    with pytest.raises(SetupError, match="did you mean 'rules'"):
        report.games_with("rule", "decree.cards")


# -- what is counted ---------------------------------------------------------------------------------------------------


def test_choices_and_turns_without_any_are_counted() -> None:
    plan = make_plan(ROYAL, 3, ["random"], 5)
    course = play_single(plan, 0).course
    assert course.choices[1] == course.forced and sum(course.choices.values()) == course.decisions
    assert 0 < course.forced_turns < course.turns
    report = simulate(TicTacToe(), games=5, bots=["random"])
    assert report.choices.most == 9 and report.forced_turns.count == 0


def test_users_of_a_card_win_as_often_as_they_do() -> None:
    """Worked out here a second time, from the events of every game."""
    report = simulate(NORTH, games=10, bots=["random"], seed=3)
    seats, won = 0, 0.0
    figure = max(report.users["cards used"], key=lambda name: report.users["cards used"][name].games)
    for number in range(10):
        session = report.replay(number)
        events = [event for at in range(session.length + 1) for event in session._events[at]]
        counted = [(NORTH.figures.count(kind, rule, data), data) for kind, rule, _, data in events]
        users = {data["seat"] for found, data in counted if found and found[0] == ("cards used", figure)}
        assert session.outcome is not None
        worth = NORTH.agreement.shares(session.config, session.outcome)
        seats, won = seats + len(users), won + sum(worth[seat] for seat in users)
    part = report.users["cards used"][figure]
    assert (part.games, part.count) == (seats, won) and seats > 0


def test_rules_are_counted_by_how_often_they_fire() -> None:
    report = simulate(ROYAL, games=4, seats=3, bots=["random"])
    fired = [
        sum(event[1] == "turn.roll" for at in range(table.length + 1) for event in table._events[at])
        for table in map(report.replay, range(4))
    ]
    assert report.rule_uses["turn.roll"].mean == pytest.approx(sum(fired) / 4) and sum(fired) > 40
    assert "battle.health-limit" not in report.rule_uses


def test_a_comeback_is_won_from_behind_at_half_time() -> None:
    course = Course(decisions=10, leaders=[(1, 0), (6, 1)], behind=[0.0, 3.0])
    assert course.came_back((1,)) and not course.came_back((0,)) and not course.came_back(())
    assert course.made_up((1,)) == 3.0 and course.made_up((0, 1)) == 0.0
    assert not Course(decisions=10, leaders=[(6, 1)]).came_back((0,)), "nobody led yet"
    assert not Course(decisions=10, leaders=[(1, 0), (4, -1)]).came_back((1,)), "all were level at half-time"


def test_what_is_kept_does_not_grow_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_totals, "MOST_RECORDS", 10)
    report = simulate(TicTacToe(), games=60, bots=["random"])
    assert len(report.records) == 10 and report.games == 60
    assert all(len(one.games) <= MOST_SAMPLES for one in report.sums.values())
    long, short = (simulate(TicTacToe(), games=60, bots=["random"], seed=seed) for seed in (1, 1))
    assert long == short and compare(long, short).paired is False
    assert "separate runs" in str(compare(long, short))


def test_chunks_add_up_to_the_same_in_any_grouping() -> None:
    plan = make_plan(NORTH, bots=["random"])
    singles = play_chunk([plan], range(9)).singles[0]

    def counted(*groups: range) -> Totals:
        total = Totals()
        for group in groups:
            part = Totals()
            for number in group:
                part.take(singles[number])
            total.add(part)
        return total

    one, two = counted(range(9)), counted(range(3), range(3, 4), range(4, 9))
    assert one.lengths == two.lengths and one.choices == two.choices and one.users == two.users
    assert {key: sums.games for key, sums in one.sums.items()} == {key: sums.games for key, sums in two.sums.items()}
    assert one.sums.keys() == two.sums.keys()
    assert all(one.sums[key].total == pytest.approx(two.sums[key].total) for key in one.sums)


def test_sums_and_histograms() -> None:
    sums = Sums()
    for value in (1.0, 2.0, 6.0):
        sums.take(value)
    assert sums.mean(4).mean == 2.25 and sums.variance(4) == pytest.approx(6.9167, abs=1e-4)
    assert sums.mean(4).low == 0 and sums.mean(4).high == pytest.approx(2.25 + sums.mean(4).reach)
    below = Sums()
    below.take(-1.0)
    sums.add(below)
    assert sums.mean(5).low < -1, "what can be below nothing may be so on average"
    found = Histogram()
    for game, value in enumerate((3, 3, 17, 40)):
        found.take(value, game)
    assert [(bar.low, bar.high, bar.share.count, bar.games) for bar in found.bars(4)] == [
        *((0, 9, 2, [0, 1]), (10, 19, 1, [2])),
        *((20, 29, 0, []), (30, 39, 0, []), (40, 49, 1, [3])),
    ]


def test_sums_of_what_some_games_have_are_as_sure_as_those_games_make_them() -> None:
    some, alone = SumsOfSome(), Sums()
    for value in (1.0, 2.0, 6.0):
        some.take(value)
        alone.take(value)
    assert some.mean(12) == alone.mean(3)
    assert some.variance(12) / 12 == pytest.approx(alone.variance(3) / 3), "so two runs apart are compared rightly, too"
    some.add(some)
    assert some.known == 6 and some.mean(12).mean == 3
    assert SumsOfSome().mean(5).mean == 0 == SumsOfSome().variance(5)


class Begun(TicTacToe):
    """Tic-tac-toe that says whether who began has won, unless nobody has; `cell` must be marked, too."""

    def __init__(self, cell: int | None = None) -> None:
        super().__init__()
        self.figures = Beginners(self, cell)


class Beginners(Figures):
    def __init__(self, game: TicTacToe, cell: int | None) -> None:
        super().__init__(game)
        self.cell = cell

    def at_end(self, state: Any) -> dict[tuple[str, str], float]:
        counts = state.winner >= 0 and (self.cell is None or state.board[self.cell])
        return {("wins", "who began"): float(state.winner == 0), ("end", "marks"): state.marks} if counts else {}


def test_games_that_say_nothing_of_who_began_do_not_count_as_lost() -> None:
    found = simulate(Begun(), games=40, bots=["random"], seed=1, workers=2)
    whole = [single.outcome for single in play_chunk([make_plan(Begun(), None, ["random"], 1)], range(40)).singles[0]]
    won = [float(outcome.winners == (0,)) for outcome in whole if outcome is not None and len(outcome.winners) == 1]
    assert 0 < sum(won) < len(won) < 40
    known = Sums()
    for one in won:
        known.take(one)
    assert found.figures["wins"]["who began"] == known.mean(len(won))
    assert [("wins", "who began") in record for record in found.records].count(True) == len(won)


def test_a_comparison_takes_what_some_games_do_not_have_from_the_pairs_that_do() -> None:
    how: dict[str, Any] = {"games": 40, "bots": ["random"], "seed": 1}
    one, two = simulate(Begun(), **how), simulate(Begun(8), **how)
    figure = ("wins", "who began")
    pairs = [(old, new) for old, new in zip(one.records, two.records, strict=True) if figure in old and figure in new]
    assert 0 < len(pairs) < sum(figure in old for old in one.records)
    rows = {(row.section, row.name): row for row in compare(one, two).differences}
    row, won = rows[figure], sum(old[figure] for old, _ in pairs)
    assert row.old.mean == row.new.mean == pytest.approx(won / len(pairs)) and row.change == 0
    nothing = {(row.section, row.name) for row in compare(one, simulate(TicTacToe(), **how)).differences}
    assert not nothing & {figure, ("end", "marks")}, "what only one side has cannot be compared"


def test_games_needed_for_a_small_difference() -> None:
    """Half a difference takes four times the games; (1.96 + 0.84)² is 7.85."""
    assert games_needed(1.0, 1.0) == 8
    assert games_needed(0.1, 1.0) == 785
    assert games_needed(-0.05, 1.0) == 3140
    assert games_needed(0.0, 1.0) is games_needed(1.0, 0.0) is None


# -- flipped rulings ---------------------------------------------------------------------------------------------------


def test_a_flip_is_the_comparison_of_two_reports() -> None:
    how: dict[str, Any] = {"games": 30, "seats": 3, "bots": ["random"]}
    found = compare_rulings("royal_ascension", FLIP, **how)
    apart = compare(simulate(ROYAL, **how), simulate(ROYAL, **how, rulings=FLIP))
    assert (found.old, found.new) == (apart.old, apart.new)
    for one, two in zip(found.differences, apart.differences, strict=True):
        assert (one.section, one.name, one.clear, one.needed) == (two.section, two.name, two.clear, two.needed)
        assert (one.change, one.low, one.high) == pytest.approx((two.change, two.low, two.high))
    assert found.names == ("kept", "discarded") and found.changed == ["ruling.used-cards: kept -> discarded"]
    open_rows = [one for one in found.differences if one.section == "wins by seat" and one.change and not one.clear]
    assert all(one.needed and one.needed > 30 for one in open_rows)
    assert any(
        f"about {round_roughly(one.needed):,} games should be enough to show it" in str(found) for one in open_rows
    )


@pytest.mark.parametrize(
    ("flip", "sentence"),
    [
        ({}, "nothing to flip"),
        ({"ruling.used-card": "kept"}, "did you mean 'ruling.used-cards'"),
        ({"ruling.used-cards": "keep"}, "did you mean 'kept'"),
        ({"ruling.used-cards": "kept"}, "ruling.used-cards is already 'kept'"),
    ],
)
def test_a_flip_that_flips_nothing_says_so(flip: dict[str, str], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        compare_rulings(ROYAL, flip, games=2)


# -- stopping, progress, and files -------------------------------------------------------------------------------------


class Interrupted(TicTacToe):
    """A game in whose seventh play somebody presses Ctrl-C."""

    begun = 0

    def setup(self, *how: Any) -> Any:
        self.begun += 1
        if self.begun == 7:
            raise KeyboardInterrupt
        return super().setup(*how)


@pytest.mark.usefixtures("little_work")
def test_whoever_stops_a_run_gets_the_report_of_the_games_that_are_whole() -> None:
    stopped, whole = simulate(Interrupted(), games=50, bots=["random"]), simulate(TicTacToe(), games=6, bots=["random"])
    assert (stopped.games, stopped.wanted, stopped.stopped) == (6, 50, True)
    assert (stopped.seat_wins, stopped.histograms) == (whole.seat_wins, whole.histograms)
    assert "stopped after 6 of 50 games" in str(stopped) and not whole.stopped


def test_progress_is_told_to_whoever_asks() -> None:
    told: list[tuple[int, int]] = []
    simulate(TicTacToe(), games=50, bots=["random"], progress=lambda done, games: told.append((done, games)))
    assert told == [(20, 50), (40, 50), (50, 50)]


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_every_single_game_is_written(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{kind}"
    report = simulate(NORTH, games=25, bots=["random"], games_out=path)
    if kind == "jsonl":
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = [{**row, "figures": dict(row["figures"])} for row in parquet.read_table(path).to_pylist()]
    assert [row["game"] for row in rows] == list(range(25))
    for row, record in zip(rows, report.records, strict=True):
        assert row["turns"] == record["length", "turns"]
        assert row["figures"]["a player's score: total"] == record["a player's score", "total"]
        assert record["endings", row["ending"]] == 1.0


def test_single_games_of_a_comparison_say_which_side_they_are_of(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    compare_rulings(ROYAL, FLIP, games=3, seats=3, bots=["random"], games_out=path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(row["game"], row["side"]) for row in rows] == [
        (number, side) for number in range(3) for side in ("kept", "discarded")
    ]


def test_parquet_without_pyarrow_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SetupError) as caught:
        simulate(TicTacToe(), games=1, games_out=tmp_path / "games.parquet")
    assert str(caught.value) == PYARROW_MISSING
    with pytest.raises(SetupError, match=r"\.jsonl or \.parquet"):
        simulate(TicTacToe(), games=1, games_out=tmp_path / "games.xlsx")


def test_a_fault_of_a_game_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    class Broken(TicTacToe):
        def setup(self, *how: Any) -> Any:
            raise TimeoutError("of the game")

    with pytest.raises(TimeoutError, match="of the game"):
        simulate(Broken(), games=1, games_out=tmp_path / "games.jsonl")


def test_what_winners_made_up_is_averaged_over_games_with_a_winner() -> None:
    total = Totals()
    for number, results in enumerate([(WON, LOST), (DRAWN, DRAWN), (LOST, WON)]):
        outcome = Outcome("end", results, (1.0, 1.0))
        course = Course(behind=[6.0, 2.0])
        total.take(Single(number, 1, ["a", "b"], outcome, [0.5, 0.5], False, None, 1, course, {}, {}, {}))
    assert total.made_up.mean(3).mean == 4, "6 and 2; nobody made anything up in the second game"


@pytest.mark.parametrize("name", ["royal_ascension", "the_west_ascendant"])
def test_turns_without_a_choice_are_a_part_of_all_turns(name: str) -> None:
    """The last turn is one, and setting up is none."""
    report = simulate(name, games=3, bots=["quick"])
    assert report.forced_turns.games == sum(turns * games for turns, games in report.histograms["turns"].counts.items())
