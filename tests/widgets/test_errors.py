"""What goes wrong inside: a player gets one sentence, the details are in the log file, and the table stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from page import Page

from widgets import errors
from widgets.app import play
from widgets.play import PlayRoom


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A log file of our own; it is opened at its first use."""
    path = tmp_path / "somewhere" / "tabletop.log"
    monkeypatch.setenv("TABLETOP_LOG", str(path))
    errors._log.cache_clear()
    yield path
    errors._log.cache_clear()


def test_a_fault_in_a_callback_is_one_sentence_and_a_traceback_in_the_file(log, monkeypatch) -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7))
    monkeypatch.setattr(PlayRoom, "submit", lambda self, move: 1 / 0)
    length = page.screen["time"]["length"]
    screen = page.send("move", move=["roll", 1])
    said = screen["why"]["text"]
    assert said.startswith("Something went wrong, but nothing changed.")
    assert "ZeroDivisionError" not in said and "Traceback" not in said
    assert screen["time"]["length"] == length
    number = said.partition("Details: ")[2].partition(" ")[0]
    written = log.read_text(encoding="utf-8")
    assert number in written and "ZeroDivisionError" in written and "Traceback" in written


def test_a_fault_in_drawing_leaves_a_sentence(log) -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7))
    desk = page.view._receive.__self__

    class Broken:
        emblem = "crown"

    desk.face = Broken
    screen = page.send("close")
    assert screen["kind"] == "waiting" and "but nothing changed" in screen["text"]
    assert "AttributeError" in log.read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_costs_the_log_and_not_the_game(log, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TABLETOP_LOG", str(tmp_path / "file" / "tabletop.log"))
    page = Page(play("royal_ascension", dealt=True, seed=7))
    assert page.raw({"do": "nonsense"})["why"]["text"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_not_told_to_anybody(log, monkeypatch, capfd) -> None:
    monkeypatch.setenv("TABLETOP_LOG", "/dev/full")
    page = Page(play("royal_ascension", dealt=True, seed=7))
    monkeypatch.setattr(PlayRoom, "submit", lambda self, move: 1 / 0)
    assert "Details:" in page.send("move", move=["roll", 1])["why"]["text"]
    assert page.raw({"do": "nonsense"})["why"]["text"].startswith("This table has no action")
    assert capfd.readouterr() == ("", "")


def test_whatever_goes_wrong_with_the_log_stays_there(log, monkeypatch, capfd) -> None:
    class Rude(Exception):
        def __str__(self) -> str:
            raise RecursionError

    assert len(errors.record(Rude())) == 6
    errors.note("half a sign: \ud800")
    assert "\\ud800" in log.read_text(encoding="utf-8")
    with monkeypatch.context() as broken:
        broken.setattr(errors, "_log", lambda: 1 / 0)
        assert len(errors.record(ValueError())) == 6
        errors.note("nothing")
    assert capfd.readouterr() == ("", "")


def test_a_machine_without_a_home(monkeypatch, capfd) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("TABLETOP_STATE", "TABLETOP_LOG", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    errors._log.cache_clear()
    page = Page(play("royal_ascension"))
    page.send("sit", chair=1, who="person")
    page.send("start")
    page.send("lift")
    assert page.screen["kind"] == "table" and "can't keep this table here" in page.screen["now"]["note"]
    assert page.raw({"do": "nonsense"})["why"]["text"]
    assert capfd.readouterr() == ("", "")
    errors._log.cache_clear()


def test_where_the_log_is(monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_LOG", "/tmp/a.log")
    assert str(errors.log_path()) == "/tmp/a.log"
    monkeypatch.delenv("TABLETOP_LOG")
    monkeypatch.setenv("TABLETOP_STATE", "/tmp/state")
    assert str(errors.log_path()) == "/tmp/state/tabletop.log"
