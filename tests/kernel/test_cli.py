"""The command line and the table in the terminal."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from shutil import copytree
from time import sleep
from typing import Any

import pytest
from asking import edit

from tabletop_kernel import Session, SetupError, __version__, compare, games, load, simulate
from tabletop_kernel.cli import main
from tabletop_kernel.cli.pack_commands import card_lines
from tabletop_kernel.cli.terminal import Terminal, agree, move_from_line
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.contract.errors import UnknownName
from tabletop_kernel.contract.game import Game
from tabletop_kernel.table.saves import CODE_PREFIX

ROYAL = load("royal_ascension")


def test_rules_are_found_by_words_and_by_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "royal_ascension", "health", "two"]) == 0
    assert "battle.health-limit" in capsys.readouterr().out
    assert main(["rules", "royal_ascension", "battle.tie"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("battle.tie")
    assert "ruling.tie-recommit" in out, "the open questions about a rule are named"
    assert main(["rules", "royal_ascension", "ruling.used-cards"]) == 0
    assert "* kept" in capsys.readouterr().out


def test_all_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "the_north", "rulings"]) == 0
    ids = [line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert ids == [*load("the_north").rulebook.rulings]


def test_the_notebooks_are_copied_and_nothing_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "mine"
    assert main(["notebooks", str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    names = {path.relative_to(target).as_posix() for path in target.rglob("*.ipynb")}
    assert {"index.ipynb", "lab.ipynb", "guides/add_a_game.ipynb", *(f"{name}.ipynb" for name in games())} <= names
    (target / "index.ipynb").write_text("mine")
    assert main(["notebooks", str(target)]) == 2
    assert "already exists" in capsys.readouterr().err and (target / "index.ipynb").read_text() == "mine"


def test_all_rules_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "royal_ascension"]) == 0
    out = capsys.readouterr().out
    assert all(f"{rule}  " in out for rule in (*ROYAL.rulebook, *ROYAL.rulebook.rulings))


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["simluate", "royal_ascension"], "did you mean 'simulate'?"),
        (["rules", "royal_ascention"], "did you mean 'royal_ascension'?"),
        (["rules", "royal_ascension", "battle.helth-limit"], "did you mean 'battle.health-limit'?"),
        (["simulate", "royal_ascension", "--ruling", "ruling.used-card=kept"], "did you mean 'ruling.used-cards'?"),
        (["simulate", "royal_ascension", "--ruling", "ruling.used-cards=keep"], "did you mean 'kept'?"),
        (["simulate", "royal_ascension", "--ruling", "ruling.used-cards"], "ID=CHOICE"),
        (["simulate", "royal_ascension", "--option", "layout=slow-bern"], "did you mean 'slow-burn'?"),
        (["simulate", "royal_ascension", "--bots", "gredy"], "did you mean 'greedy'?"),
        (["simulate", "royal_ascension", "--out", "report.xlsx"], ".json or .csv"),
        (["simulate", "royal_ascension", "--out", "not/there.json"], "Can't write not/there.json: No such file"),
        (["simulate", "royal_ascension", "--games-out", "games.txt"], ".jsonl or .parquet"),
        (["simulate", "royal_ascension", "--games-out", "not/there.jsonl"], "Can't write not/there.jsonl"),
        (["simulate", "royal_ascension", "--flip", "ruling.used-cards=kept"], "is already 'kept'"),
        (["simulate", "royal_ascension", "--flip", "ruling.used-cards"], "ID=CHOICE"),
        (["simulate", "royal_ascension", "--flip", "x=y", "--against", "house"], "Leave out --against"),
        (["simulate", "royal_ascension", "--games", "many"], "--help"),
        (["simulate", "royal_ascension", "--seats", "2", "--games", "1"], "three or four"),
        (["play", "royal_ascension", "--text", "--people", "9"], "9 people"),
        (["play", "royal_ascension", "--text", "--code", "nonsense"], CODE_PREFIX),
        (["play", "royal_ascension", "--text", "--load", "not/there.json"], "can't be read"),
        (["play", "royal_ascension", "--text", "--pack", "not/there"], "pack folder"),
    ],
)
def test_wrong_words_get_a_sentence(words: list[str], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    caught = capsys.readouterr()
    assert hint in caught.err
    assert "Traceback" not in caught.err


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_simulate_writes_a_report(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / f"report.{kind}"
    words = ["simulate", "royal_ascension", "--games", "10", "--seats", "4", "--bots", "random"]
    assert main([*words, "--ruling", "ruling.used-cards=discarded", "--out", str(out)]) == 0
    assert "wins by seat" in capsys.readouterr().out
    text = out.read_text()
    assert (json.loads(text)["games"] if kind == "json" else text.startswith("section,name,value")) in (10, True)


@pytest.mark.parametrize(
    "words",
    [
        ["--flip", "ruling.used-cards=discarded"],
        ["--ruling", "ruling.used-cards=discarded", "--against", "house"],
    ],
)
def test_a_ruling_is_flipped_and_compared(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "royal_ascension", "--games", "6", "--workers", "1", "--bots", "random", *words]) == 0
    told = capsys.readouterr().out
    assert "  ruling.used-cards: kept -> discarded\n" in told and "Both sides are the same" not in told
    assert "difference [95%]" in told


def test_a_file_that_is_there_is_kept_until_there_is_something_to_write(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    out.write_text("older")
    assert main(["simulate", "royal_ascension", "--bots", "gredy", "--out", str(out)]) == 2
    assert out.read_text() == "older"
    assert main(["simulate", "royal_ascension", "--bots", "gredy", "--out", str(tmp_path / "new.json")]) == 2
    assert not (tmp_path / "new.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C goes another way")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_run_with_the_report_so_far(workers: str, tmp_path: Path) -> None:
    """The whole process group hears it, as in a terminal."""
    played, out = tmp_path / "games.jsonl", tmp_path / "report.json"
    words = ["simulate", "royal_ascension", "--bots", "random", "--games", "1000000", "--workers", workers]
    words += ["--games-out", str(played), "--out", str(out)]
    code = f"import sys; from tabletop_kernel.cli import main; sys.exit(main({words!r}))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1, text=True, start_new_session=True) as run:
        while not (played.exists() and played.stat().st_size):
            assert run.poll() is None
            sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        told, faults = run.communicate(timeout=60)
    games = json.loads(out.read_text())["games"]
    assert run.returncode == 130 and not faults and games == len(played.read_text().splitlines()) > 0
    assert f"stopped after {games} of 1000000 games" in told


def test_a_report_is_written_though_nobody_reads_it_to_its_end(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    words = ["simulate", "royal_ascension", "--games", "4", "--bots", "random", "--workers", "1", "--out", str(out)]
    code = f"from tabletop_kernel.cli import main; raise SystemExit(main({words!r}))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=-1) as run:
        assert run.stdout is not None
        run.stdout.close()  # as `| head -0` does
    assert json.loads(out.read_text())["games"] == 4


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out == f"tabletop {__version__}\n"


def test_packs_of_any_game_are_checked_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = copytree(house_folder("royal_ascension"), tmp_path / "mine")
    assert main(["pack", "check", str(mine)]) == 0
    assert "The Royal Ascension: no faults in this pack" in capsys.readouterr().out
    path = mine / "territories.toml"
    path.write_text(path.read_text().replace("value = 20", "value = 21"))
    assert main(["pack", "diff", "house", str(mine)]) == 0
    assert capsys.readouterr().out == "  territories.toml: territory 'Mewtopia': value: 20 -> 21\n"
    assert main(["pack", "diff", str(mine), str(mine)]) == 0
    assert "The packs are the same" in capsys.readouterr().out


# -- cards in words ----------------------------------------------------------------------------------------------------


def test_a_card_is_read_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["Frost Widow"], ["frost", "widow"], ["FROST  WIDOW"], ["frost-widow"]):
        assert main(["read", "the_north", *words]) == 0
        out = capsys.readouterr().out
        assert out.startswith("Frost Widow: An Ancient of Value 0, on 3 cards with Outpost, Archive and Beacon ")
        assert "    Protocol: The other player loses 2.\n" in out


@pytest.mark.parametrize("game", games())
def test_all_cards_are_read_without_a_name(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", game]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 40
    assert [line.partition(": ")[0] for line in lines if line[0] != " "] == list(load(game).telling.cards())
    assert all(line[-1] in ".?" for line in lines), lines


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("frst wido", "did you mean 'Frost Widow'?"),
        ("OUTPOTS", "did you mean 'Outpost'?"),
        ("zzz", "choose from Pale Drone, Ice Porter"),
        ("²\x00", "choose from Pale Drone"),
    ],
)
def test_a_misspelt_card_gets_the_nearest(name: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "the_north", name]) == 2
    said = capsys.readouterr().err
    assert "There is no card" in said and hint in said


def test_a_card_of_another_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = copytree(house_folder("the_north"), tmp_path / "mine")
    edit(mine, "ancients.toml", 'protocol = "other loses 2"', 'protocol = "draw 3"')
    assert main(["read", "the_north", "frost widow", "--pack", str(mine)]) == 0
    assert "Protocol: Draw three cards." in capsys.readouterr().out


# -- tables of other packs ---------------------------------------------------------------------------------------------


def test_a_kept_table_is_opened_with_its_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known: dict[tuple[str, str], Game[Any]] = {}
    monkeypatch.setattr(import_module("tabletop_kernel.content.game_loading"), "_games_in_folders", known)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n" * 6))
    mine = copytree(house_folder("the_north"), tmp_path / "mine")
    edit(mine, "ancients.toml", 'protocol = "other loses 2"', 'protocol = "draw 3"')
    table = Session(load("the_north", mine), 2, 5)
    (tmp_path / "kept.json").write_text(table.save())
    for kept in (["--code", table.code()], ["--load", str(tmp_path / "kept.json")]):
        words = ["play", "the_north", "--text", *kept]
        known.clear()
        assert main(words) == 2
        said = capsys.readouterr().err
        assert f"'mine' '{table.game.edition.digest}', not 'house'" in said and "--pack FOLDER" in said
        assert main([*words, "--pack", str(mine)]) == 0
        assert main(words) == 0, "it was loaded a moment ago"
        known.clear()
        with monkeypatch.context() as elsewhere:
            elsewhere.chdir(tmp_path)
            assert main(words) == 0
        assert main(["play", "royal_ascension", *words[2:]]) == 2
        assert "another game" in capsys.readouterr().err


def test_a_report_says_which_pack_it_is_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = copytree(house_folder("the_north"), tmp_path / "mine")
    edit(mine, "ancients.toml", 'protocol = "other loses 2"', 'protocol = "draw 3"')
    digest, out = load("the_north", mine).edition.digest, tmp_path / "report.json"
    words = ["simulate", "the_north", "--pack", str(mine), "--against", "nothing", "--games", "2", "--bots", "random"]
    assert main([*words, "--out", str(out)]) == 0
    assert f"with the pack mine ({digest})" in capsys.readouterr().out
    report = json.loads(out.read_text())
    assert (report["pack"], report["digest"]) == ("mine", digest)
    reports = [simulate(load("the_north", pack), games=2, bots=["random"]) for pack in ("house", mine)]
    assert compare(*reports).changed == [
        f"pack: house ({load('the_north').edition.digest}) -> mine ({digest})",
        "  ancients.toml: ancient 'Frost Widow': protocol: 'other loses 2' -> 'draw 3'",
    ]
    assert f"run,pack,mine {digest}," in reports[1].to_csv()


def test_games_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "87 rules, 50 rulings" in capsys.readouterr().out
    assert main([]) == 0
    assert "simulate" in capsys.readouterr().out


# -- the table in the terminal -----------------------------------------------------------------------------------------


class Screen:
    """A keyboard that types what a test says, and a screen that remembers."""

    def __init__(self, lines: Iterator[str] | list[str]) -> None:
        self._lines = iter(lines)
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        return next(self._lines, "quit")

    def say(self, text: str) -> None:
        self.shown.append(text)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def at_the_table(session: Session, lines: list[str], people: int = 1) -> Screen:
    screen = Screen(lines)
    Terminal(session, people, "greedy", screen.ask, screen.say).run()
    return screen


def test_a_whole_game_against_bots_by_always_taking_the_first_move() -> None:
    session = Session(ROYAL, 3, seed=5)
    screen = Screen(["1"] * 2000)
    Terminal(session, 1, "greedy", screen.ask, screen.say).run()
    assert session.outcome is not None
    assert "(end.majority)" in screen.text


def test_a_refusal_names_its_rule_and_changes_nothing() -> None:
    session = Session.at(ROYAL, {"seats": 3, "now": "walk", "die": 4})
    screen = at_the_table(session, ["walk 3", "why walk 3", "why walk 4"])
    assert session.length == 0
    assert "Not now: " in screen.text
    assert screen.text.count("(turn.move-exact)") == 2
    assert "That is allowed." in screen.text


def test_a_refusal_says_what_can_be_done_instead() -> None:
    """Moves of the same kind where there are any, else a few of the others; the same for `why`."""
    session = Session.at(ROYAL, {"seats": 3, "now": "walk", "die": 4})
    screen = at_the_table(session, ["walk 3"])
    offers = screen.text.partition("You can:\n")[2].splitlines()[: len(session.moves(0))]
    typed_words = [line.split("  ")[2] for line in offers]
    assert typed_words == [" ".join(map(str, move)) for move in session.instead(0, ("walk", 3))]
    for words in ("dance", "why walk 3"):
        assert "You can:\n    walk " in at_the_table(session, [words]).text
    assert "You can:" not in at_the_table(session, ["why walk 4", "rules", "undo"]).text


@pytest.mark.parametrize(
    ("game", "position", "examples"),
    [
        ("royal_ascension", {"seats": 3, "now": "walk", "die": 4}, ["walk "]),
        (
            "the_north",
            {"seats": 2, "now": "directive", "hand": [["pale-drone/outpost@1"], []]},
            ["ancient ", "discharge"],
        ),
        ("the_west_ascendant", {"seats": 2}, []),
    ],
)
def test_help_has_examples_of_the_game_as_it_stands(game: str, position: dict[str, Any], examples: list[str]) -> None:
    session = Session.at(load(game), position)
    seat = session.deciders[0]
    lines: list[str] = []
    Terminal(session, 2 if seat else 1, "greedy", Screen(["", "help"] if seat else ["help"]).ask, lines.append).run()
    start = lines.index("  Moves in words, for example:") + 1
    shown = [line.strip().split("  ")[0] for line in lines[start:] if line.startswith("    ")]
    assert shown and all(session.judge(seat, move_from_line(session.moves(seat), line)) is None for line in shown)
    assert len({line.split()[0] for line in shown}) == len(shown), "one of each kind"
    for example in examples:
        assert any(line.startswith(example) for line in shown), shown
    rule, card = re.findall("`(?:rules|read) (.*?)`", lines[-1])
    assert rule in session.book and card in session.game.telling.cards()


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_a_letter_is_enough_to_leave(word: str) -> None:
    asked: list[str] = []

    def ask(text: str) -> str:
        asked.append(text)
        return word

    Terminal(Session("the_north", seed=1), people=2, ask=ask, say=lambda line: None).run()
    assert len(asked) <= 2, "once to pass the keyboard, once for the word itself"


def test_a_part_of_a_name_is_enough_where_one_card_has_it() -> None:
    north = load("the_north")
    assert next(card_lines(north, "widow")).startswith("Frost Widow: ")
    with pytest.raises(UnknownName, match=r"cards have 'r' in their names: .*Ice Porter"):
        next(card_lines(north, "r"))
    with pytest.raises(UnknownName) as caught:
        next(card_lines(north, "xylophone"))
    assert "did you mean" not in str(caught.value)


def test_a_card_is_read_at_the_table() -> None:
    session = Session(load("the_north"), 2, seed=5)
    screen = at_the_table(session, ["read frost widow", "read frst"])
    assert "    Protocol: The other player loses 2." in screen.text
    assert "did you mean 'Frost Widow'?" in screen.text


def test_the_wastes_are_shown_with_what_their_cards_do() -> None:
    position = {"seats": 2, "now": "directive", "wastes": ["frost-widow/outpost", "ember-choir/depot"]}
    text = at_the_table(Session.at(load("the_north"), position), []).text
    wastes = [line for line in text.splitlines() if "The Wastes  " in line]
    assert len(wastes) == 2
    assert "Frost Widow (Outpost on the back) [0] | P: other loses 2 | S: play hand card" in wastes[0]
    hidden = {**position, "rulings": {"ruling.inspect": "no"}}
    text = at_the_table(Session.at(load("the_north"), hidden), []).text
    assert "Frost Widow [0] | P: other loses 2 | S: play hand card as facility; other loses 1\n" in text


def test_what_one_can_ask(tmp_path: Path) -> None:
    session = Session(ROYAL, 3, seed=5)
    path = tmp_path / "kept.json"
    lines = ["help", "rules health limit", "log", "table", "code", f"save {path}", "save", "undo", "99", "", ""]
    screen = at_the_table(session, lines)
    assert "battle.health-limit" in screen.text
    assert CODE_PREFIX in screen.text
    assert "no move to undo" in screen.text.casefold()
    assert Session.load(path.read_text()).position() == Session(ROYAL, 3, seed=5).position()


def test_the_odds_are_one_word_away() -> None:
    position = {"seats": 3, "now": "attack", "hearts": [["QH", "KH"], [], ["2H", "3H"]]}
    screen = at_the_table(Session.at(ROYAL, position), ["odds"])
    assert re.search(r"Against Seraphina you would win \d+\.\d% of battles", screen.text)
    assert "You commit the strongest set you hold." in screen.text
    screen = at_the_table(Session(ROYAL, 3, seed=5), ["odds"])
    assert "no odds to show" in screen.text


def test_between_two_people_the_screen_is_cleared_and_keeps_secrets() -> None:
    position = {
        "seats": 3,
        "now": "commit",
        "battle": {"fighters": [0, 1]},
        "hearts": [["QH"], ["KH"], []],
    }
    session = Session.at(ROYAL, position)
    lines = ["", "commit qh", "commit Jiggy Jungle", "seal", "", "quit"]
    screen = at_the_table(session, lines, people=2)
    before, after = screen.text.split("Pass the keyboard to Seraphina", 1)
    assert "Queen of hearts" in before
    assert "Queen of hearts" not in after
    assert "King of hearts" in after
    assert "King of hearts" not in before
    assert before.rstrip().endswith("\033[2J\033[H")


def test_a_move_may_be_typed_as_it_is_listed() -> None:
    session = Session(load("tamashii"), 1, seed=5)
    move = next(move for move in session.moves(0) if move[0] == "slide")
    at_the_table(session, [session.phrase(0, move).upper(), "quit"])
    assert session.inputs[-1].move == move


def test_a_list_of_codes_is_chosen_as_it_is_written() -> None:
    screen = Screen(["", "A01+A03", *[""] * 9])
    assert agree(load("tamashii"), 1, {"mode": "story"}, screen.ask, screen.say)["unlocked"] == "none"
    screen = Screen(["A01+A03", *[""] * 9])
    chosen = agree(load("tamashii"), 1, {"mode": "story"}, screen.ask, screen.say)
    assert chosen["unlocked"] == "A01+A03" and "There is no choice" not in screen.text


def test_a_move_may_be_typed_in_words() -> None:
    moves = [("commit", "Jiggy Jungle"), ("walk", 4)]
    assert move_from_line(moves, "COMMIT  jiggy jungle") == ("commit", "Jiggy Jungle")
    assert move_from_line(moves, "walk 4") == ("walk", 4)
    assert move_from_line(moves, "walk 3") == ("walk", 3)
    assert move_from_line(moves, "dance wildly now") == ("dance", "wildly now")
    pairs = [("swap", "a", "b"), ("swap", "a", "c")]
    assert move_from_line(pairs, "swap a c") == ("swap", "a", "c")
    assert move_from_line(pairs, "swap b c") == ("swap", "b", "c"), (
        "words that stand in moves are arguments of their own"
    )
    assert move_from_line(pairs, "swap") == ("swap",)


def test_too_many_people() -> None:
    with pytest.raises(SetupError, match="3 seats"):
        Terminal(Session(ROYAL, 3, seed=1), people=4)


def test_a_table_that_is_full_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots without an end stop where nobody could open their table any more."""
    monkeypatch.setattr("tabletop_kernel.table.session.MAX_INPUTS", 30)
    said: list[str] = []
    Terminal(Session(ROYAL, 3, 1), people=0, bot="random", say=said.append).run()
    assert "its limit of 30 moves" in said[-1]


def test_a_course_is_checked_and_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["course", "the_north"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. Wake the machines: ")
    assert "questions with choices, at most" in out


def test_a_course_that_is_not_in_order_says_which_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tabletop_kernel.checks.lesson_checks.MOST_WORDS_BEFORE_ACTING", 5)
    assert main(["course", "the_north"]) == 2
    assert "step machines.play: " in capsys.readouterr().err
