"""What a game needs that is won or lost together, in open order, with choices that depend on each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tictactoe import TicTacToe
from two_lanterns import LanternAgreement, TwoLanterns

from tabletop_kernel import Config, Outcome, Session, SetupError, compare, simulate
from tabletop_kernel.checks.compliance import comply
from tabletop_kernel.checks.golden_games import GoldenPlaythrough, check_golden, read_golden
from tabletop_kernel.checks.random_play import every_choice
from tabletop_kernel.cli import main
from tabletop_kernel.cli.terminal import Terminal, agree
from tabletop_kernel.contract.decision_stack import play_moves
from tabletop_kernel.contract.game import DRAWN, LOST, WON, Option, PerConfig, outcome_for
from tabletop_kernel.learning.turning_point import turning_point
from tabletop_kernel.players.bots import STARTING_MOVES, TRIALS_PER_ADDED_MOVE, Search, forward, make_bot
from tabletop_kernel.players.tried_moves import Tryouts

GAME = TwoLanterns()
GOLDEN = Path(__file__).parents[1] / "minigames" / "golden_two_lanterns"
TOWER = {"mission": "tower"}


def almost_won(seats: int = 3, **more: Any) -> Session:
    """One lantern burns, and everybody stands beside the other with a step left."""
    position = {"seats": seats, "lit": ["c1"], "places": ["a3"] * seats, "steps": [1] * seats, **more}
    return Session.at(GAME, {"winds": ["calm"] * 4, "blown": ["gust", "gust"], **position})


def play(session: Session, *moves: tuple[int, Sequence[Any]]) -> Session:
    for seat, move in moves:
        session.submit(seat, move)
    return session


def won() -> Session:
    return play(almost_won(), (0, ["light"]), (2, ["rest"]), (1, ["rest"]))


# -- results and what they are worth -----------------------------------------------------------------------------------


def test_all_win_or_lose_as_one() -> None:
    assert won().outcome == Outcome("end.light", (WON, WON, WON), (2.0, 2.0, 2.0))
    dark = almost_won(winds=["gust"], blown=["calm"] * 4 + ["gust"])
    play(dark, (0, ["rest"]), (1, ["rest"]), (2, ["rest"]))
    assert dark.outcome is not None and dark.outcome.results == (LOST, LOST, LOST) and dark.outcome.winners == ()
    assert list(GAME.opinions.prospects(dark.truth)) == [0, 0, 0] and list(GAME.opinions.prospects(won().truth)) == [
        1,
        1,
        1,
    ]


def test_each_for_oneself_equals_share() -> None:
    game = TicTacToe()
    config = game.agreement.configure()
    assert list(game.agreement.shares(config, outcome_for("line.three", (1,), (0.0, 1.0)))) == [0, 1]
    assert list(game.agreement.shares(config, outcome_for("line.three", (0, 1), (1.0, 1.0)))) == [1 / 2, 1 / 2]
    draw = Outcome("line.full", (DRAWN, DRAWN), (0.0, 0.0))
    assert list(game.agreement.shares(config, draw)) == [1 / 2, 1 / 2] and draw.winners == ()


def test_prospects_are_one_number_for_each_seat_of_the_table() -> None:
    for seats in GAME.seats:
        assert list(GAME.opinions.prospects(Session(GAME, seats, seed=1).truth)) == [1 / 2] * seats


# -- open order --------------------------------------------------------------------------------------------------------


def test_whoever_has_steps_may_act_in_any_order() -> None:
    session = Session(GAME, 3, seed=1)
    assert session.deciders == (0, 1, 2) and session.next_up == 2
    play(session, (1, ["go", "b1"]), (0, ["rest"]), (1, ["rest"]))
    assert session.deciders == (2,)
    verdict = session.judge(0, ["rest"])
    assert verdict is not None and verdict.rule == "hour.order"
    views = [GAME.telling.prompt(session.config, session.view(seat)) for seat in (0, 2, None)]
    assert [said and said.yours for said in views] == [False, True, False]


def test_moves_without_a_seat_are_made_by_whoever_is_next() -> None:
    session = Session(GAME, 3, seed=1)
    assert play_moves(GAME, session.truth, [["rest"], ["go", "b1"]]).places == ["a1", "b1", "a1"]
    assert session.truth.places == ["a1"] * 3


@pytest.mark.parametrize("seed", range(6))
def test_a_table_in_open_order_is_kept(seed: int) -> None:
    rng = Random(seed)
    session = Session(GAME, 2, seed, options=TOWER if seed % 2 else None)
    while session.deciders:
        seat = rng.choice(session.deciders)
        session.submit(seat, rng.choice(forward(session.moves(seat))))
        copies = (Session.load(session.save(), GAME), Session.from_code(session.code(), GAME))
        assert all(copy.position() == session.position() and copy.inputs == session.inputs for copy in copies)


# -- choices that depend on each other ---------------------------------------------------------------------------------


def test_what_is_offered_depends_on_what_was_chosen() -> None:
    assert [option.id for option in GAME.agreement.options] == ["mission", "map"]
    assert GAME.agreement.configure().options == {"mission": "harbour", "map": "meadow"}
    assert GAME.agreement.configure(options=TOWER).options == {"mission": "tower", "map": "ridge"}
    assert list(GAME.agreement.options_for(3, {})[0].choices) == ["harbour"]


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (None, {"mission": "towr"}, "mission can't be 'towr': did you mean 'tower'?"),
        (None, {"mission": "tower", "map": "pnd"}, "map can't be 'pnd': choose from ridge, meadow."),
        (None, {"map": "ridge"}, "map can't be 'ridge': choose from meadow, pond."),
        (None, {"mapp": "pond"}, "There is no option 'mapp': did you mean 'map'?"),
        (None, {"map": ["pond"]}, "map can't be ['pond']: did you mean 'pond'?"),
        (3, TOWER, "Two lanterns with mission=tower is for 1 to 2 players, not 3."),
        (4, {}, "Two lanterns is for 1 to 3 players, not 4."),
        ("two", {}, "Two lanterns is for 1 to 3 players, not 'two'."),
    ],
)
def test_what_does_not_go_together_is_said(seats: Any, options: Any, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.agreement.configure(seats, None, options)
    assert str(caught.value) == sentence


class ForFew(LanternAgreement):
    """For pairs, and for more only without the tower."""

    def seats_for(self, chosen: Any) -> Sequence[int]:
        return (2, 4) if chosen.get("mission") != "tower" else (1,)

    def options_for(self, seats: int, chosen: Any) -> tuple[Option, ...]:
        return super().options_for(min(seats, 2), chosen)


def test_the_number_of_players_follows_from_the_choices() -> None:
    game = TwoLanterns()
    game.seats = range(2, 5)
    game.agreement = ForFew(game)
    assert game.agreement.configure().seats == 2 and game.agreement.configure(options=TOWER).seats == 1
    with pytest.raises(SetupError, match="Two lanterns is for 2 or 4 players, not 3"):
        game.agreement.configure(3)
    with pytest.raises(SetupError, match="Two lanterns with mission=tower is for 1 player, not 2"):
        game.agreement.configure(2, None, TOWER)


def test_only_what_differs_from_what_is_usual_then_is_kept() -> None:
    """«meadow» is usual at the harbour, but not at the tower."""
    session = Session(GAME, 2, seed=1, options={"mission": "tower", "map": "meadow"})
    assert session.position()["options"] == {"mission": "tower", "map": "meadow"}
    assert Session.at(GAME, session.position()).config == session.config
    assert Session.from_code(session.code(), GAME).config == session.config
    assert Session(GAME, 2, seed=1, options=TOWER).position()["options"] == TOWER


def test_what_is_worked_out_for_a_table_knows_its_options_by_name() -> None:
    worked_out = PerConfig(lambda config: dict(config.options))
    for options in ({"mission": "x"}, {"map": "x"}, {"mission": "x", "map": "y"}):
        assert worked_out(Config(2, {}, options)) == options


# -- checks, playthroughs, statistics and bots -------------------------------------------------------------------------


def test_two_lanterns_complies() -> None:
    comply(GAME, golden=GOLDEN)


def test_every_choice_is_there_for_each_number_of_seats() -> None:
    found = list(every_choice(GAME))
    assert {(seats, *one) for seats, options in found for one in options.items()} == {
        *((seats, "mission", "harbour") for seats in GAME.seats),
        *((seats, "map", name) for seats in GAME.seats for name in ("meadow", "pond")),
        *((seats, *one) for seats in (1, 2) for one in (("mission", "tower"), ("map", "ridge"))),
    }
    assert all(GAME.agreement.configure(seats, None, options).options == options for seats, options in found)


@pytest.mark.parametrize(
    ("part", "other", "line"),
    [("among 3,", "among 4,", 3), ("seen 9244 ", "seen 9245 ", 3), ("seat 0 lost, ", "seat 0 won, ", 84)],
)
def test_a_playthrough_has_options_moves_views_and_results(part: str, other: str, line: int, tmp_path: Path) -> None:
    text = (GOLDEN / "tower.txt").read_text(encoding="utf-8")
    assert text.startswith("# Two lanterns, 2 seats, seed 1, mission=tower, map=meadow\n")
    changed = tmp_path / "changed.txt"
    changed.write_text(text.replace(part, other, 1), encoding="utf-8")
    with pytest.raises(AssertionError, match=f"line {line}: "):
        check_golden(GAME, changed)


def test_a_playthrough_may_have_commas_in_its_title_and_choices(tmp_path: Path) -> None:
    path = tmp_path / "commas.txt"
    first = "# Tea, Cake, and War, 2 seats, seed 7, map=hill, lake, mission=tower"
    path.write_text(f"{first}\n\n   1. seat 1 (among 3, seen 92 28 dc): say one: two\n", encoding="utf-8")
    choices = {"map": "hill, lake", "mission": "tower"}
    assert read_golden(path) == GoldenPlaythrough(2, 7, choices, [(1, "say one: two")])
    path.write_text("no playthrough", encoding="utf-8")
    with pytest.raises(ValueError, match="doesn't begin with"):
        read_golden(path)


def test_a_team_wins_as_one() -> None:
    report = simulate(GAME, games=40, seats=3, bots=["greedy", "random"])
    assert report.team_wins is not None and 0 < report.team_wins.share < 1
    assert report.seat_wins == [report.team_wins] * 3
    assert report.bot_wins == dict.fromkeys(["greedy", "random"], report.team_wins)
    assert list(report.endings) == ["lost by end.dark", "won by end.light"]
    assert sum(part.count for part in report.endings.values()) == 40
    assert report.endings["won by end.light"].share == report.team_wins.share
    assert report.team_turns["lost"].least == report.team_turns["lost"].most == 6 > report.team_turns["won"].mean
    text = str(report)
    assert f"team\n  wins                     {report.team_wins}\nendings\n  lost by end.dark" in text
    assert "turns, won    mean" in text and "wins by" not in text and "lead changes" not in text
    rows = report.to_csv().splitlines()
    assert any(row.startswith("team,wins,") for row in rows) and not any(row.startswith("wins by") for row in rows)


def test_teams_are_compared_with_options() -> None:
    harbour, tower = (simulate(GAME, games=40, seats=2, bots=["random"], options=options) for options in ({}, TOWER))
    found = compare(harbour, tower)
    assert found.changed == ["mission: default -> tower"]
    first = found.differences[0]
    assert (first.section, first.name) == ("team", "wins") and first.old.mean == harbour.team_wins.share  # type: ignore[union-attr]
    assert harbour.team_wins.share - first.old.mean == 0 and "%" in str(first)  # type: ignore[union-attr]


def test_the_command_prints_the_team(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tabletop_kernel.cli.commands._load_game", lambda options: GAME)
    words = "simulate two_lanterns --games 6 --seats 2 --bots random --workers 1 --option mission=tower"
    assert main(words.split()) == 0
    told = capsys.readouterr().out
    assert "  mission=tower, map=ridge\nteam\n  wins " in told and " by end." in told


def test_draws_and_shared_victories_are_named() -> None:
    """Of each against each: seats and bots get their share, and the report says how often that was."""
    drawn = simulate(TicTacToe(), games=60, bots=["random"])
    assert list(drawn.results) == ["drawn"] and 0 < drawn.results["drawn"].share < 1
    assert sum(part.count for part in drawn.seat_wins) == 60 and drawn.team_wins is None
    assert "\nresults\n  drawn  " in str(drawn)
    both = simulate(BothWin(), games=3, bots=["random"])
    assert list(both.results) == ["shared victory"] and [part.share for part in both.seat_wins] == [1 / 2, 1 / 2]


class BothWin(TicTacToe):
    def outcome(self, state: Any) -> Outcome | None:
        return super().outcome(state) and outcome_for("line.full", (0, 1), (1.0, 1.0))


def test_the_turning_point_is_everybodys() -> None:
    point = turning_point(won(), None)
    assert point is not None and (point.before, point.after) == (1 / 2, 1) and point.at == 3
    lost = almost_won(winds=["gust"], blown=["calm"] * 4 + ["gust"])
    assert turning_point(play(lost, *((seat, ["rest"]) for seat in range(3))), None) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_takes_the_common_victory(seats: int) -> None:
    """To win with others is worth all, not a part of it: a part is less than what an open game promises."""
    session = almost_won(seats, steps=[1] + [0] * (seats - 1))
    bot = make_bot("mcts:30", GAME, session.config, 0, seed=1)
    assert bot.choose(session.view(0), session.moves(0)) == ("light",)


def test_a_long_list_is_tried_from_its_best_end() -> None:
    session = almost_won()
    moves: list[Any] = [("rest",)] * 300 + [("light",)]
    search = Search(GAME, session.config, 0, Random(1), session.view(0), moves)
    for _ in range(60):
        search.try_once()
    assert search.best(Tryouts(GAME, session.config, session.view(0), moves)).move == ("light",)
    assert sum(node.visits > 0 for node in search.roots) <= STARTING_MOVES + 60 // TRIALS_PER_ADDED_MOVE


# -- the terminal ------------------------------------------------------------------------------------------------------


def at_the_table(session: Session, lines: list[str], people: int = 3) -> list[str]:
    """What a terminal shows, its questions among it, while these lines are typed; then somebody quits."""
    shown: list[str] = []
    typed = iter([*lines, "quit"])

    def ask(prompt: str) -> str:
        shown.append(prompt)
        return next(typed)

    Terminal(session, people, "random", ask, shown.append).run()
    return shown


def test_people_change_seats_freely_where_hands_are_open() -> None:
    session = Session(GAME, 3, seed=1)
    shown = at_the_table(session, ["go b1", "as 1", "rest", "as walker 2", "as 1", "as nobody"])
    assert [line for line in shown if line.endswith("> ")] == [
        *("as walker 3> ", "as walker 3> "),
        *("as walker 1> ", "as walker 3> "),
        *("as walker 2> ",) * 3,
    ]
    assert [one.seat for one in session.inputs] == [2, 0]
    text = "\n".join(shown)
    assert "  walker 1 and walker 2 may act too: `as 1`." in text
    assert "You can't act as '1' now. Seats that may act: 2 (walker 2), 3 (walker 3)." in text
    assert "Pass the keyboard" not in text and "Walker 1 rests at a1." in text


def test_a_bot_acts_when_it_is_asked() -> None:
    session = Session(GAME, 3, seed=1)
    at_the_table(session, ["as 3", "as 2", "rest"], people=1)
    assert [one.seat for one in session.inputs[:3]] == [2, 1, 0]


@pytest.mark.parametrize(("people", "sentence"), [(3, "You win together"), (0, "They win together")])
def test_the_end_is_everybodys(people: int, sentence: str) -> None:
    assert f"The game is over. {sentence}: If both lanterns burn" in at_the_table(won(), [], people)[-1]


def test_lost_together_alone_and_drawn() -> None:
    for seats, sentence in ((2, "You lose together"), (1, "Nobody won")):
        dark = almost_won(seats, winds=["gust"], blown=["calm"] * 4 + ["gust"])
        shown = at_the_table(dark, ["rest"] * seats, people=seats)
        assert f"The game is over. {sentence}: If the winds run out" in shown[-1]
    full = Session.at(TicTacToe(), {"board": [1, 2, 1, 1, 2, 2, 2, 1, 1]})
    assert "It is a draw between 0 and 1" in at_the_table(full, [], people=2)[-1]


def test_choices_are_asked_one_after_the_other() -> None:
    shown: list[str] = []
    lines = iter(["9", "2", "meadow"])
    assert agree(GAME, 2, {}, lambda prompt: next(lines), shown.append) == {"mission": "tower", "map": "meadow"}
    assert "  There is no choice '9': choose from harbour, tower." in shown
    assert [line.split() for line in shown[-2:]] == [["1", "ridge", "The", "ridge"], ["2", "meadow", "The", "meadow"]]
    assert agree(GAME, 2, TOWER, lambda prompt: "", shown.append) == {"mission": "tower", "map": "ridge"}
    assert agree(GAME, 3, {"map": "pond"}, str, shown.append) == {"mission": "harbour", "map": "pond"}
    with pytest.raises(SetupError, match="map can't be 'pond'"):
        agree(GAME, 2, {"map": "pond", **TOWER}, str, shown.append)
