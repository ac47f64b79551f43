"""Questions after a game, as designers write them: every fault is told with the file, the entry and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_kernel.cli import main
from widgets.app import play
from widgets.errors import Notice
from widgets.playtest.questions import HOUSE, VARIABLE, QuestionsError, read_questions, the_questions

GOOD = 'title = "After"\n[[questions]]\nid = "best"\nask = "What was best?"\n'
MANY = "".join(f'[[questions]]\nid = "b{n}"\nask = "?"\n' for n in range(10))
RATING = '[[ratings]]\nid = "fun"\nask = "Fun?"\n'


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_house_asks_three_questions_and_seven_ratings() -> None:
    house = read_questions(HOUSE)
    assert len(house.questions) == 3
    assert [one.id for one in house.ratings] == [
        "length",
        "ease",
        "decisions",
        "waiting",
        "interaction",
        "fun",
        "again",
    ]
    assert house.ratings[0].words == ["too short", "just right", "too long"]
    assert house.ratings[1].words == ["1 hard", "2", "3", "4", "5 easy"]


FAULTS = {
    "": "mine.toml: questions: the field 'title' is missing",
    'title = ""': "mine.toml: title: must be one line of 1 to 60 characters",
    'title = "x"': "mine.toml: the file has no questions or ratings",
    'title = "x': "mine.toml: not TOML",
    GOOD + "colour = 1\n": "unknown field 'colour'",
    GOOD.replace("ask", "asks"): "did you mean 'ask'?",
    GOOD.replace('"best"', '"The best"'): "question 'The best': id:",
    GOOD.replace('"What was best?"', '""'): "question 'best': ask: must be one line of 1 to 120 characters",
    GOOD.replace('"What was best?"', "5"): "ask",
    GOOD + '[[questions]]\nid = "best"\nask = "Again?"\n': "another entry already has this id",
    GOOD + RATING: "rating 'fun': low: must be one line of 1 to 30 characters",
    GOOD + RATING + 'steps = ["a"]\n': "steps: use 2 to 7 steps, not 1",
    GOOD + RATING + 'steps = ["a", "a"]\n': "two steps are the same",
    GOOD + RATING + 'steps = ["a", "b"]\nlow = "c"\n': "don't use both",
    GOOD + RATING + 'steps = ["a", ""]\n': "each must be one line",
    GOOD + MANY: "questions: use at most 10, not 11",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_with_its_place(text: str, tmp_path) -> None:
    with pytest.raises(QuestionsError) as error:
        read_questions(written(tmp_path, text))
    assert FAULTS[text] in str(error.value) and str(error.value).startswith("mine.toml: ")


def test_a_file_that_is_not_there_is_told_in_the_cell(tmp_path) -> None:
    notice = play("royal_ascension", questions=tmp_path / "none.toml")
    assert isinstance(notice, Notice) and "none.toml can't be read: no such file" in notice.text


def test_a_server_may_name_the_questions_of_all_its_tables(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, str(written(tmp_path, GOOD)))
    assert the_questions().title == "After"
    assert the_questions(HOUSE).title == "What was it like?"


def test_questions_are_read_again_when_they_have_changed(tmp_path) -> None:
    import os

    path = written(tmp_path, GOOD)
    assert read_questions(path).title == "After"
    path.write_text(GOOD.replace("After", "Later"), "utf-8")
    os.utime(path, ns=(1, 1))
    assert read_questions(path).title == "Later"


def test_the_command_line_tells_a_fault_before_it_serves_anything(tmp_path, capsys) -> None:
    pytest.importorskip("voila")
    assert main(["play", "--no-browser", "--questions", str(written(tmp_path, GOOD.replace("ask", "asks")))]) == 2
    assert "did you mean 'ask'?" in capsys.readouterr().err
    assert main(["play", "royal_ascension", "--text", "--questions", str(HOUSE)]) == 2
    assert "--questions: this only works in the browser" in capsys.readouterr().err
