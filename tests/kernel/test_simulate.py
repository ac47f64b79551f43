"""Many games: the figures are right, and the same for any number of workers."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from random import Random
from statistics import stdev
from typing import Any

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Session, SetupError, UnknownName, load, simulate
from tabletop_kernel.contract.game import Game, outcome_for
from tabletop_kernel.contract.report_figures import Figures
from tabletop_kernel.contract.turns_and_rounds import Pace
from tabletop_kernel.study import playing
from tabletop_kernel.study.compare import _judge_difference
from tabletop_kernel.study.playing import play_single
from tabletop_kernel.study.reports import MOST_LINES
from tabletop_kernel.study.simulate import make_plan
from tabletop_kernel.study.statistics import Mean, Sums, errors_for, share, spread
from tabletop_kernel.study.statistics import mean as means

ROYAL = load("royal_ascension")


@pytest.mark.usefixtures("little_work")
def test_the_same_seed_gives_the_same_report_for_any_number_of_workers() -> None:
    alone = simulate(ROYAL, games=20, seats=3, bots=["greedy", "random"], seed=5)
    together = simulate(ROYAL, games=20, seats=3, bots=["greedy", "random"], seed=5, workers=2)
    assert alone == together
    assert alone != simulate(ROYAL, games=20, seats=3, bots=["greedy", "random"], seed=6)


@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize("name", ["the_west_ascendant", "tictactoe"])  # one that is installed, one that is a class
def test_workers_play_the_same_games_however_they_are_started(name: str, start_method: str) -> None:
    game: Game[Any] = TicTacToe() if name == "tictactoe" else load(name)
    how: dict[str, Any] = {"games": 4, "bots": ["greedy", "random"], "seed": 5}
    assert simulate(game, **how, workers=2) == simulate(game, **how)


@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize(("games", "workers"), [(4, 1), (2, 2)])
def test_where_one_is_enough_no_process_is_started(games: int, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", None)
    assert simulate(TicTacToe(), games=games, bots=["random"], workers=workers).games == games


@pytest.mark.usefixtures("little_work")
def test_a_game_that_cannot_be_sent_to_workers_says_so(start_method: str) -> None:
    class Here(TicTacToe):
        """A class that no other process can find."""

    if start_method == "fork":
        assert simulate(Here(), games=4, workers=2).games == 4
        return
    with pytest.raises(SetupError, match=r"Tic-tac-toe can't run in other processes .* Use one worker instead"):
        simulate(Here(), games=4, workers=2)


def test_shares_of_wins_are_shares_of_the_games_that_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOVE_LIMIT", 100)
    report = simulate(ROYAL, games=40, seats=3, bots=["greedy", "random"], seed=5)
    assert 5 < report.unfinished < 35
    finished = 40 - report.unfinished
    for shares in (report.seat_wins, report.bot_wins.values(), report.endings.values()):
        assert {part.games for part in shares} == {finished}
        assert sum(part.share for part in shares) == pytest.approx(1)
    monkeypatch.setattr(playing, "MOVE_LIMIT", 60)
    north = simulate(load("the_north"), games=40, bots=["random"], seed=5)
    assert 5 < north.unfinished < 35
    ended = [record for record in north.records if any(section == "endings" for section, _ in record)]
    points = sum(record["a player's score", "points left"] for record in ended) / len(ended)
    assert north.figures["a player's score"]["points left"].mean == pytest.approx(points)


def test_what_a_report_counts() -> None:
    report = simulate(ROYAL, games=60, seats=4, bots=["random"], seed=2)
    assert report.games == 60
    assert report.unfinished == 0
    assert sum(part.count for part in report.seat_wins) == 60
    assert report.endings["end.majority"].count == 60
    assert report.coverage["turn.roll"].share == 1.0
    assert report.coverage["setup.draft"].share == 1.0
    assert 0 < report.coverage["decree.cards"].share < 1
    assert report.coverage["battle.health-limit"].count == 0, "a limit refuses, it causes nothing"
    assert "battle.health-limit" in report.unused
    assert report.decisions.least > report.turns.least > 0
    assert 0.3 < report.forced.share < 0.8
    assert set(report.coverage) == set(ROYAL.rulebook)


def test_a_shared_victory_is_shared_in_the_report() -> None:
    report = simulate(TicTacToe(), games=100, bots=["random"], seed=1)
    assert report.endings["line.full"].count + report.endings["line.three"].count == 100
    assert report.endings["line.full"].count > 0
    assert sum(part.count for part in report.seat_wins) == pytest.approx(100)
    assert report.bot_wins["random"].share == pytest.approx(1)


def test_bots_change_seats_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first seat always wins, every bot wins as often."""
    monkeypatch.setattr(type(ROYAL), "outcome", lambda *_: outcome_for("end.majority", (0,), (1.0, 0.0, 0.0)))
    monkeypatch.setattr(playing, "MOVE_LIMIT", 3)
    bots = ["random", "greedy", "mcts:1"]
    report = simulate(ROYAL, games=12, seats=3, bots=bots, seed=1)
    assert [part.count for part in report.seat_wins] == [12, 0, 0]
    assert {name: part.count for name, part in report.bot_wins.items()} == dict.fromkeys(bots, 4)


def test_a_bot_is_shown_what_its_seat_sees_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    game, tables, looks = load("royal_ascension"), [], []

    class Watcher:
        needs_view = True

        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, view: Any, moves: Any) -> Any:
            assert view == game.view(tables[-1], self.seat) != game.write(tables[-1])
            looks.append(self.seat)
            return moves[len(looks) % len(moves)]

    def setup(*how: Any) -> Any:
        tables.append(type(game).setup(game, *how))
        return tables[-1]

    monkeypatch.setattr(game, "setup", setup)
    monkeypatch.setattr(playing, "make_bot", lambda name, game, config, seat, seed: Watcher(seat))
    monkeypatch.setattr(playing, "MOVE_LIMIT", 60)
    simulate(game, games=2, seats=3)
    assert set(looks) == {0, 1, 2}


def test_a_lead_changes_when_somebody_else_is_alone_in_front() -> None:
    """Neither the first lead nor a lead that was shared for a while is a change."""
    standings = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 3), (4, 3)]  # after so many marks; no game is shorter

    class Race(Figures):
        def standing(self, state: Any) -> Any:
            return standings[min(state.marks, 5)]

    game = TicTacToe()
    game.figures = Race(game)
    report = simulate(game, games=5, bots=["random"], seed=1)
    assert report.lead_changes == spread([2] * 5)
    assert [record["length", "lead changes"] for record in report.records] == [2] * 5
    assert simulate(TicTacToe(), games=5, bots=["random"]).lead_changes == spread([0] * 5), "nobody is ever ahead"


def test_nobody_leads_while_a_table_is_being_set_up_or_when_all_are_level() -> None:
    standings = [(0, 0), (0, 9), (2, 1), (2, 2), (2, 2), (2, 3)]  # after so many marks; no game is shorter

    class Drafting(Pace):
        def is_opening(self, state: Any) -> bool:
            return bool(state.marks < 2)

    class Score(Figures):
        def standing(self, state: Any) -> Any:
            return standings[min(state.marks, 5)]

    game = TicTacToe()
    game.pace, game.figures = Drafting(game), Score(game)
    single = play_single(make_plan(game, None, ["random"], 1), 0)
    assert single.course.leaders == [(2, 0), (3, -1), (5, 1)] and single.course.lead_changes == 1
    assert single.course.behind == [1, 1]
    assert single.course.leader_at(2) == 0 and single.course.leader_at(4) == -1


def test_in_a_draft_nobody_is_ahead() -> None:
    """Worked out from the tables of three games: who was alone in front in each, from the first turn on."""
    report = simulate(ROYAL, games=3, seats=3, bots=["quick"], seed=25)
    for number, record in enumerate(report.records):
        session, leads = report.replay(number), []
        for at in range(1, session.length + 1):
            session.goto(at)
            lands = [len(lands) for lands in session.truth.territories]
            alone = lands.index(max(lands)) if lands.count(max(lands)) == 1 else -1
            leads.append(alone if session.truth.turns and not ROYAL.pace.is_opening(session.truth) else -1)
        front = [lead for lead in leads if lead >= 0]
        assert record["length", "lead changes"] == sum(one != two for one, two in pairwise(front))
        half = leads[session.length // 2 - 1]
        assert session.outcome is not None
        assert record["leads", "comebacks"] == (half >= 0 and half not in session.outcome.winners)


def test_a_ruling_changes_the_report_and_is_named_in_it() -> None:
    ruling = {"ruling.used-cards": "discarded"}
    plain = simulate(ROYAL, games=20, seats=3, seed=1)
    changed = simulate(ROYAL, games=20, seats=3, seed=1, rulings=ruling)
    assert changed.rulings == ruling
    assert changed.coverage != plain.coverage
    assert "ruling.used-cards=discarded" in str(changed)


def test_reports_are_written_as_json_and_csv() -> None:
    report = simulate(ROYAL, games=20, seats=3, bots=["random"], seed=1, options={"layout": "slow-burn"})
    data = json.loads(report.to_json())
    assert data["options"] == {"layout": "slow-burn"}
    assert data["seat_wins"][0]["games"] == 20
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    seats = [float(row["value"]) for row in rows if row["section"] == "wins by seat"]
    assert sum(seats) == pytest.approx(1, abs=1e-5)
    assert {row["section"] for row in rows} >= {"run", "wins by bot", "endings", "coverage", "length, 10 to 90%"}


def test_wilson_intervals() -> None:
    """Against values worked out by hand with z = 1.96: 8 of 10 gives [0.490, 0.943]."""
    part = share(8, 10)
    assert part.low == pytest.approx(0.490, abs=0.001)
    assert part.high == pytest.approx(0.943, abs=0.001)
    assert share(0, 20).low == 0.0
    assert share(20, 20).high == 1.0


def test_spread_of_numbers() -> None:
    numbers = spread(list(range(1, 101)))
    assert (numbers.low, numbers.median, numbers.high) == (11, 50.5, 91)
    assert (numbers.least, numbers.most, numbers.mean) == (1, 100, 50.5)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"games": 0}, SetupError),
        ({"games": "many"}, SetupError),
        ({"workers": 0}, SetupError),
        ({"bots": []}, SetupError),
        ({"bots": "greedy,"}, UnknownName),
        ({"bots": 7}, SetupError),
        ({"bots": ["greedy"] * 5}, SetupError),
        ({"bots": ["gredy"]}, UnknownName),
        ({"seats": 2}, SetupError),
        ({"rulings": {"ruling.used-card": "kept"}}, SetupError),
    ],
)
def test_wrong_arguments_are_named(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        simulate(ROYAL, **{"games": 4, "seats": 4, **wrong})


def test_greedy_beats_random() -> None:
    """One greedy among three random players: far above its fair quarter."""
    report = simulate(ROYAL, games=100, seats=4, bots=["greedy", "random", "random", "random"], seed=7)
    assert report.bot_wins["greedy"].low > 0.5


def test_one_name_is_for_all_seats() -> None:
    alike = [simulate("royal_ascension", games=2, seats=3, bots=bots) for bots in ("random", ["random"])]
    assert alike[0].to_json() == alike[1].to_json()
    assert [*simulate("royal_ascension", games=1, seats=3, bots="random, quick").bots] == ["random", "quick", "random"]
    with pytest.raises(SetupError, match="list of 1 to 3 names"):
        simulate("royal_ascension", games=1, seats=3, bots="random,random,random,random")


class First:
    """A bot of somebody's own: always the first move."""

    def __init__(self, *made: Any) -> None:
        self.made = made

    def choose(self, view: Any, moves: Any) -> Any:
        assert view["seat"] == self.made[2]
        return moves[0]


class Wild(First):
    def choose(self, view: Any, moves: Any) -> Any:
        return ("fly",)


def test_a_bot_of_ones_own_plays_with_ours() -> None:
    report = simulate("royal_ascension", games=6, seats=3, bots=[First, "random"])
    assert [*report.bots] == ["First", "random", "First"] and {"First", "random"} == {*report.bot_wins}
    assert (
        report.to_json() == simulate("royal_ascension", games=6, seats=3, bots=[First, "random"], workers=2).to_json()
    )
    table = report.replay(0)
    assert table.outcome is not None
    fresh = Session("royal_ascension", seats=3, seed=5)
    fresh.play_on(First, moves=9)
    assert fresh.length == 9
    with pytest.raises(SetupError, match=r"Wild chose .*fly"):
        simulate("royal_ascension", games=1, seats=3, bots=Wild)
    greedy = type("greedy", (First,), {})
    with pytest.raises(SetupError, match="can't be called 'greedy'"):
        simulate("royal_ascension", games=1, seats=3, bots=[greedy, "random"])


class Bare:
    def choose(self, view: Any, moves: Any) -> Any:
        return moves[0]


def test_a_bot_is_given_as_what_makes_it() -> None:
    with pytest.raises(SetupError, match=r"First is already a bot\. Give its class instead"):
        simulate("royal_ascension", games=1, seats=3, bots=[First(), "random"])  # type: ignore[list-item]
    with pytest.raises(
        SetupError, match=r"The bot Bare can't be made: its __init__ must accept \(game, config, seat, seed\)"
    ):
        simulate("royal_ascension", games=1, seats=3, bots=Bare)


def test_of_a_long_list_the_largest_are_printed_and_the_rest_is_told() -> None:
    report = simulate("the_west_ascendant", games=12, bots="quick")
    uses = report.figures["use of Loci"]
    assert len(uses) > MOST_LINES
    largest = max(uses, key=lambda name: uses[name].mean)
    for shown in (str(report), report._repr_html_()):
        assert largest in shown and " more: see to_csv()" in shown
    assert all(name in report.to_csv() for name in (one.split(",")[0] for one in uses))


@pytest.mark.parametrize("game", ["the_west_ascendant", "the_north"])
def test_a_line_that_does_not_exist_is_told_in_a_sentence(game: str) -> None:
    with pytest.raises(UnknownName, match=r"no (card text|line) 'signal'"):
        load(game).telling.reads("signal")


def test_where_nobody_says_who_is_ahead_no_lead_changes_are_counted() -> None:
    assert "lead changes" not in str(simulate(TicTacToe(), games=3, bots="random"))
    assert "lead changes" in str(simulate("royal_ascension", games=3, seats=3, bots="random"))


@pytest.mark.parametrize(
    ("games", "errors"), [(2, 12.706), (3, 4.303), (4, 3.182), (7, 2.447), (10, 2.262), (60, 2.001), (10_000, 1.960)]
)
def test_few_games_make_an_interval_wider(games: int, errors: float) -> None:
    """By the table of Student's distribution."""
    assert errors_for(0.95, games) == pytest.approx(errors, abs=0.004)
    values = [float(number % 3) for number in range(games)]
    assert means(values, games).reach == pytest.approx(errors * stdev(values) / games**0.5, rel=0.002)


def test_chance_alone_seldom_makes_a_difference_clear_however_few_games_there_are() -> None:
    """In one report of twenty; by the normal distribution it would be in more of them."""
    rng, marked, games, figures = Random(1), 0, 10, 20
    for _ in range(200):
        rows = []
        for number in range(figures):
            sums = Sums()
            for _ in range(games):
                sums.take(rng.gauss(0.0, 1.0))
            mean, deviation = sums.mean(games), sums.variance(games) ** 0.5
            rows.append(_judge_difference(("figures", str(number)), (mean, mean), mean, deviation, games, figures))
        marked += any(one.clear for one in rows)
    assert 2 <= marked <= 20


@pytest.mark.parametrize(("games", "clear"), [(2, False), (9, False), (10, True)])
def test_what_is_alike_in_every_pair_is_clear_once_there_are_enough_of_them(games: int, clear: bool) -> None:
    """Ten pairs fall to one side by chance in one case of 512, and of twenty figures one in one report of 26."""
    row = _judge_difference(("figures", "1"), (Mean(1.0, 0.0), Mean(2.0, 0.0)), Mean(1.0, 0.0), 0.0, games, 20)
    assert row.clear is clear and row.needed == 10 and row.changed.endswith("in every pair")
    small = _judge_difference(("figures", "1"), (Mean(1.0, 1.0), Mean(2.0, 1.0)), Mean(75.0, 55.0), 22.0, 3, 268)
    assert not small.clear and small.needed is not None and 10 < small.needed < 40, "and no more than it takes"


@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "the_west_ascendant", "deck_goes_west", "tamashii"])
def test_a_single_game_says_who_won_whether_they_shared_it_and_who_went_first(name: str) -> None:
    """Read off the table as it is played once more, and not from the row itself."""
    seats = 3 if name == "royal_ascension" else 2
    against_each_other = {"deck_goes_west": {"mission": "iron_rivals"}, "tamashii": {"mode": "versus"}}
    plan = make_plan(load(name), seats, ["random"], 4, options=against_each_other.get(name))
    for number in range(4):
        row = play_single(plan, number).plain()
        winners = [seat for seat, result in enumerate(row["results"]) if result == "won"]
        assert (row["winners"], row["shared"]) == (winners, len(winners) > 1)
        if name == "deck_goes_west" and row["first"] is None:
            continue  # somebody died: the token that tells may have skipped them
        assert row["first"] in range(seats)
        first = row["figures"].get("wins: first player", row["figures"].get("wins: who began"))
        if first is not None and len(winners) == 1:
            assert first == float(row["first"] == winners[0])
