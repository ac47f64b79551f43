"""Two simulations side by side: paired by their seeds, honest about chance, and the same from the command line."""

from __future__ import annotations

import csv
import io
import json
import shutil
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Comparison, SetupError, UnknownName, compare, compare_packs, load, simulate
from tabletop_kernel.cli import main
from tabletop_kernel.content.changes import with_change as changed_game
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.study import playing
from tabletop_kernel.study.compare import LONG_SECTIONS, Difference, compare_rulings
from tabletop_kernel.study.statistics import Mean

GAMES = 60


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house pack with one card far too strong."""
    folder = tmp_path_factory.mktemp("packs") / "my_cards"
    shutil.copytree(house_folder("the_north"), folder)
    file = folder / "ancients.toml"
    file.write_text(file.read_text().replace('protocol = "other loses 2"', 'protocol = "other loses 9"', 1))
    return folder


@pytest.fixture(scope="module")
def changed(pack: Path) -> Comparison:
    return compare_packs("the_north", pack, games=GAMES, bots=["random"])


def test_a_changed_card_is_seen(changed: Comparison) -> None:
    assert changed.names == ("house", "my_cards")
    assert changed.changed == ["  ancients.toml: ancient 'Frost Widow': protocol: 'other loses 2' -> 'other loses 9'"]
    clear = {(one.section, one.name) for one in changed.clear}
    assert ("points lost", "to Protocols") in clear and ("a player's score", "points left") in clear
    assert ("length", "decisions") not in clear
    text = str(changed)
    assert "house" in text and "my_cards" in text and "'other loses 2' -> 'other loses 9'" in text
    assert "  Frost Widow, Protocol " in text, "what the changed card does is shown, whether it differs clearly or not"
    assert "  Ember Choir, Protocol " not in text


def test_a_row_says_shares_in_percent_and_everything_else_as_it_is() -> None:
    numbers = (Mean(0.5, 0.1), Mean(0.75, 0.05), 0.25, 0.125, 0.375)
    share = str(Difference("endings", "end.deck", *numbers, clear=True))
    assert " ".join(share.split()) == "end.deck 50.0% 75.0% +25.0 [+12.5, +37.5] *"
    plain = str(Difference("score", "total", *numbers, clear=False))
    assert " ".join(plain.split()) == "total 0.50 ± 0.10 0.75 ± 0.05 +0.25 [+0.12, +0.38]"
    alike = str(Difference("score", "total", Mean(2.0, 0.0), Mean(2.0, 0.0), 0.0, 0.0, 0.0, clear=False))
    assert " ".join(alike.split()) == "total 2.00 2.00 +0.00 in every pair"


def test_what_is_not_shown_is_counted(changed: Comparison) -> None:
    """A figure of a card or a rule is shown if it differs clearly, or if its card was changed."""
    about = [
        one for one in changed.differences if one.clear or one.section not in LONG_SECTIONS or "Frost Widow" in one.name
    ]
    more = len(changed.differences) - len(about)
    assert more > 0 and f"\n{more} more figures for cards and rules don't differ clearly." in str(changed)
    assert "more figures" not in str(replace(changed, differences=about))


def test_differences_are_taken_game_by_game(changed: Comparison) -> None:
    """The figures of one row, worked out here a second time."""
    figure = ("points lost", "to Protocols")
    one = next(row for row in changed.differences if (row.section, row.name) == figure)
    sides = [[record.get(figure, 0.0) for record in report.records] for report in (changed.old, changed.new)]
    pairs = [after - before for before, after in zip(*sides, strict=True)]
    middle, reach = mean(pairs), 2.001 * stdev(pairs) / sqrt(GAMES)  # Student, 59 degrees of freedom
    assert (one.old.mean, one.new.mean) == pytest.approx((mean(sides[0]), mean(sides[1])))
    assert (one.change, one.low, one.high) == pytest.approx((middle, middle - reach, middle + reach), abs=1e-3)
    apart = 2.001 * sqrt(stdev(sides[0]) ** 2 + stdev(sides[1]) ** 2) / sqrt(GAMES)
    assert reach < apart, "the same seeds make the difference sharper than two separate runs would"


def test_two_equal_packs_differ_in_nothing() -> None:
    same = compare_packs("the_north", "house", games=20, bots=["random"])
    assert not same.changed and not same.clear
    assert all(one.change == 0 for one in same.differences)
    assert "Both sides are the same." in str(same) and same.names[0] != same.names[1]


@pytest.mark.usefixtures("little_work", "start_method")
def test_packs_are_compared_alike_by_any_number_of_workers(pack: Path) -> None:
    how: dict[str, Any] = {"games": 4, "bots": ["random"]}
    assert compare_packs("the_north", pack, **how, workers=2) == compare_packs("the_north", pack, **how)


def test_games_that_were_given_up_on_either_side_count_for_their_length_only(monkeypatch: pytest.MonkeyPatch) -> None:
    royal = load("royal_ascension")
    whole = simulate(royal, games=30, seats=3, bots=["random"])
    monkeypatch.setattr(playing, "MOVE_LIMIT", 100)
    cut = simulate(royal, games=30, seats=3, bots=["random"])
    assert 5 < cut.unfinished < 25
    rows = {(one.section, one.name): one for one in compare(whole, cut).differences}
    assert rows["endings", "end.majority"].old.mean == rows["endings", "end.majority"].new.mean == 1
    assert sum(one.new.mean for (section, _), one in rows.items() if section == "wins by seat") == pytest.approx(1)
    assert rows["length", "decisions"].change < 0


def test_a_mark_takes_more_than_one_interval_in_twenty() -> None:
    """Two runs with different luck under one name: hardly ever anything is marked, although many figures are seen."""
    north = load("the_north")
    one, other = (simulate(north, games=50, bots=["random"], seed=seed) for seed in (1, 2))
    object.__setattr__(other, "seed", 1)
    found = compare(one, other)
    assert len(found.differences) > 80
    assert sum(not row.low <= 0 <= row.high for row in found.differences) > 0
    assert len(found.clear) <= 1


def test_rulings_are_compared_in_the_same_way() -> None:
    royal, ruling = load("royal_ascension"), {"ruling.used-cards": "discarded"}
    plain, flipped = simulate(royal, games=30, seats=3), simulate(royal, games=30, seats=3, rulings=ruling)
    found = compare(plain, flipped)
    assert found.changed == ["ruling.used-cards: default -> discarded"]
    assert any(one.name == "turns" and one.change for one in found.differences)
    with pytest.raises(SetupError, match="differ in games"):
        compare(plain, simulate(royal, games=10, seats=3))


def test_a_comparison_says_what_both_sides_have() -> None:
    how = {"games": 2, "bots": "random", "options": {"mission": "wide_country"}}
    found = compare_rulings("deck_goes_west", {"ruling.wagon-crew": "no"}, **how)
    line = next(line for line in str(found).splitlines() if line.startswith("  both with "))
    assert "mission=wide_country" in line and "ruling.wagon-crew" not in line
    assert line.strip() in found._repr_html_()
    assert "mission,wide_country,wide_country," in found.to_csv()
    assert "run,mission,wide_country,," in found.old.to_csv() and "mission=wide_country" in str(found.old)
    assert "No game differs" in str(found), "this mission has no wagon"


def test_games_that_were_changed_in_code_are_compared_by_another_name() -> None:
    game = load("the_west_ascendant")
    new = changed_game(game, {"locus": {"Signal Pyre": {"name": "Signal Fire"}}})
    assert new.edition.change == {"locus": {"prime.signal-pyre": {"name": "Signal Fire"}}}
    with pytest.raises(SetupError, match="compare_games"):
        compare_packs(game, new)  # type: ignore[arg-type]
    found = compare(*(simulate(one, games=2, bots="random") for one in (game, new)))
    assert any("Signal Fire" in line for line in found.changed)


def test_a_comparison_as_json_csv_and_in_a_notebook(changed: Comparison) -> None:
    data = json.loads(changed.to_json())
    assert list(data["reports"]) == ["house", "my_cards"] and data["reports"]["house"]["games"] == GAMES
    assert "records" not in data["reports"]["house"]
    rows = list(csv.DictReader(io.StringIO(changed.to_csv())))
    run = {row["name"]: row for row in rows if row["section"] == "run"}
    assert run["seed"]["house"] == "1" and run["pack"]["my_cards"].startswith("my_cards ")
    rows = [row for row in rows if row["section"] != "run"]
    assert len(rows) == len(data["differences"]) == len(changed.differences)
    assert {"house", "my_cards", "difference", "low", "high", "clear"} <= set(rows[0])
    assert changed._repr_markdown_() == f"```text\n{changed}\n```"


def test_the_command_compares_with_the_house_pack_by_itself(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "the_north", "--pack", str(pack), "--games", "8", "--bots", "random"]
    out = tmp_path / "both.json"
    assert main([*words, "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "8 games each" in shown and "difference [95%]" in shown and "house" in shown
    assert json.loads(out.read_text())["changed"]
    assert main([*words, "--against", "nothing"]) == 0
    assert "wins by seat" in capsys.readouterr().out
    assert main([*words, "--against", str(pack)]) == 0
    assert "Both sides are the same." in capsys.readouterr().out


def test_the_command_reads_what_was_typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate the_north --games 2 --bots random"
    monkeypatch.setattr("sys.argv", ["tabletop", *words.split()])
    assert main() == 0
    assert capsys.readouterr().out.startswith("the_north: 2 games")


def test_a_wrong_pack_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownName):
        compare_packs("the_nort", "house")
    assert main(["simulate", "the_north", "--against", "nowhere"]) == 2
    assert "pack folder" in capsys.readouterr().err


def test_where_nobody_says_who_is_ahead_no_lead_is_compared() -> None:
    reports = [simulate(TicTacToe(), games=4, bots=bots) for bots in ("random", "random")]
    found = compare(*reports)
    assert not any("lead" in one.section or "lead" in one.name for one in found.differences)
    assert any(one.name == "lead changes" for one in compare(*_two_of_royal()).differences)


def _two_of_royal() -> list[Any]:
    return [simulate("royal_ascension", games=2, seats=3, bots="random") for _ in range(2)]


def test_what_a_team_has_is_not_compared_with_what_single_players_have() -> None:
    how: dict[str, Any] = {"games": 3, "seed": 3, "seats": 2, "bots": ["random"]}
    found = compare_rulings("deck_goes_west", {"mission": "iron_rivals"}, **how)
    sections = {one.section for one in found.differences}
    assert found.old.team_wins is not None and found.new.team_wins is None
    assert not sections & {"team", "wins", "wins by seat", "results", "leads"} and {"length", "rules"} <= sections
    assert not any(one.name == "lead changes" for one in found.differences)
    assert "In only one of the two versions do players win or lose together" in str(found)


def test_how_often_a_flipped_ruling_is_cited_is_no_effect_of_it() -> None:
    """It says again what was changed, and would stand at the head of what differs clearly."""
    flipped = "ruling.nesting"
    few: dict[str, Any] = {"games": 12, "seats": 2, "bots": ["random"], "seed": 2}
    one, two = (simulate("the_north", **few, rulings={flipped: option}) for option in ("nested", "queue"))
    assert ("rules", flipped) not in one.sums and ("rules", flipped) in two.sums
    found = compare(one, two)
    assert any(row.section == "rules" for row in found.differences)
    assert not any(row.name == flipped for row in found.differences)
