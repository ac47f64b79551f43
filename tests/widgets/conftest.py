"""Tests keep their tables and their log away from the user's."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from widgets.app import _progress


@pytest.fixture(autouse=True)
def own_state(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path_factory.getbasetemp() / "state"))
    _progress.cache_clear()  # a page is a process of its own: what one test has learned, the next one does not know


@pytest.fixture(autouse=True)
def new_page(monkeypatch):
    """Every test is a page of its own: nobody there has learned anything yet, and nothing outlasts it in memory."""
    from ipywidgets.widgets.widget import _instances

    from widgets.campaigns import memory_of
    from widgets.classroom import attendance
    from widgets.knowing import knowledge_of
    from widgets.shared import following
    from widgets.shared.store import the_store

    the_store.cache_clear()  # another test may have had a database
    knowledge_of.cache_clear()
    memory_of.cache_clear()
    attendance.cache_clear()
    monkeypatch.setattr(following, "atexit", SimpleNamespace(register=lambda farewell: None))
    yield
    following.follower.cache_clear()
    _instances.clear()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two small games in the lab, in place of the five large ones."""
    from lab_stage import GAMES

    from tabletop_kernel import load
    from widgets.lab import choosing, packs, page
    from widgets.plain_face import PlainFace

    titles = {name: game.title for name, game in GAMES.items()}
    monkeypatch.setattr(choosing, "games_here", lambda: titles)
    monkeypatch.setattr(page, "games_here", lambda: titles)
    monkeypatch.setattr(packs, "load", lambda name, pack="house": GAMES.get(name) or load(name))
    monkeypatch.setattr("widgets.desk.face_of", lambda _: PlainFace())
