"""The lab for its tests: small games, those who play them in this process, and what one does on the page."""

from __future__ import annotations

import json
import pickle
from typing import Any

from connect_four import ConnectFour
from page import Page
from two_lanterns import TwoLanterns

from tabletop_kernel import load
from tabletop_kernel.content.change_files import change_file_text
from tabletop_kernel.content.changes import with_change
from widgets.lab import worker
from widgets.lab.page import LabPage
from widgets.lab.worker import Job, Told


class Steps:
    """Those who play, without a process: at each look they tell one thing more."""

    def __init__(self, job: Job) -> None:
        self._told: list[Told] = []
        clock = iter(range(10**6))
        if job.again is not None:
            worker.work(job, self._tell)
        else:
            worker.play(job, self._tell, lambda: float(next(clock)))

    def _tell(self, told: Told) -> None:
        self._told.append(pickle.loads(pickle.dumps(told)))

    def hear(self) -> list[Told]:
        return [self._told.pop(0)] if self._told else []

    def end(self) -> None:
        self._told = []


GAMES: dict[str, Any] = {"connect_four": ConnectFour(), "two_lanterns": TwoLanterns()}


def open_lab(**how: Any) -> Page:
    return Page(LabPage(start=Steps, **how).view)


def ran(view: Page, games: int = 12) -> Page:
    """The lab after a run."""
    view.send("number", number=games)
    view.send("run")
    for _ in range(4 * games + 4):
        if view.screen.get("run"):
            view.send("progress")
    assert not view.screen["run"] and not view.screen["problem"], view.screen["problem"]
    return view


def row(view: Page, what: str, key: str = "") -> dict[str, Any]:
    return next(one for one in view.screen["form"]["rows"] if (one["what"], one["key"]) == (what, key))


def flip(view: Page) -> dict[str, Any]:
    """Change the first thing in B that can be changed; the row."""
    found: dict[str, Any] = next(
        one
        for one in view.screen["form"]["rows"]
        if one["what"] in ("option", "ruling") and len(one["b"]["choices"]) > 1
    )
    other = next(choice["id"] for choice in found["b"]["choices"] if choice["id"] != found["b"]["value"])
    view.send("change", side="b", what=found["what"], key=found["key"], choice=other)
    return found


def lanterns(games: int) -> Page:
    """The lab after a run of a game that a table can show."""
    view = open_lab()
    view.send("choose-game", game="two_lanterns")
    return ran(view, games)


def sent(view: Page, what: str) -> dict[str, Any]:
    view.traffic.clear()
    view.send("file", what=what)
    return next(json.loads(one)["content"] for one in view.traffic if '"file"' in one)


CHANGE = {"territory": {"Jiggy Jungle": {"value": 20}}}


def file_of(name: str = "royal_ascension", change: Any = CHANGE) -> str:
    return change_file_text(with_change(load(name), change))
