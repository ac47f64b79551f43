"""Desks for those who change a game: the lab with its runs, and tables whose cards are being changed.

Whoever attacks them knows the names of cards, packs and rulings, of this game and of others, and what a link or a file
of theirs looks like.
"""

from __future__ import annotations

import json
import pickle
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[1] / "widgets"))

from lab_stage import Steps
from page import Page, room_of

from tabletop_kernel.content.card_form_fields import form_fields
from tabletop_kernel.content.changes import entries_of
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.game import Game
from widgets.app import play
from widgets.card_forms import Draft
from widgets.edit_room import HOW
from widgets.lab import files
from widgets.lab.link import PLAIN
from widgets.lab.page import WHAT, LabPage
from widgets.lab.running import Line
from widgets.lab.worker import Job, Told

GAMES = 2  # of a run, so that one takes a moment
WORDS = ["other loses 3", "?forest, +2d food", "3", "-1", "1e3", "[1, 2]", "true", "loses loses", "“", "nan", "x = 1"]
FORGED: list[Any] = [  # experiments
    *(["nowhere", 1, 1, []], ["the_north", "1", 1, []], ["the_north", 1, -1, [{}, {}]], [], {"a": 1}, [[], 1, 1, 1]),
    ["the_north", 1, 7, [{"pack": "royal_ascension", "bots": ["greedy"] * 2, "options": {}, "rulings": {}}] * 2],
]
BOTS = ["greedy", "random", "clever"]  # a third kind would think too long here

Data = dict[str, Any]


# -- tables whose cards are changed -----------------------------------------------------------------------------------


def with_a_draft(game: str, rng: Random) -> Page:
    """A table in the middle of a game, and a card of it that was changed."""
    page = Page(play(game, dealt=True, seed=rng.randrange(1000)))
    for _ in range(rng.randrange(8)):
        if page.screen.get("next"):
            page.send("go-on")
        elif page.buttons():
            page.press(rng.choice(page.buttons()))
    table, entry = rng.choice(list(entries_of(room_of(page).game.edition.contents)))
    form = page.send("card", table=table, entry=entry)["drawer"]["card"]
    if fields := form["fields"]:
        page.send("reword", table=table, entry=entry, field=rng.choice(fields)["name"], text=rng.choice(WORDS))
    return page


def a_hosts_draft(game: str, rng: Random) -> Page:
    """The same at a table at which somebody else plays, too."""
    page = Page(play(game))
    page.send("sit", chair=1, who="open")
    page.send("start", dealt=True)
    table, entry = rng.choice(list(entries_of(room_of(page).game.edition.contents)))
    page.send("card", table=table, entry=entry)
    return page


def draft_of(room: Any) -> Any:
    """What is being changed at a table, and with which cards it plays."""
    draft = room._draft or Draft(room.session.game, room.session.config)  # as it is once somebody asks for it
    return [room.game.edition.digest, str([draft.change, draft._unread, draft.rulings]), room._edited]


def card_fields(game: Game[Any], name: str, message: Data) -> Iterator[Any] | None:
    """What a message about a card may hold, of this game or of another; None, if it is not about one."""
    if message["do"] not in ("card", "reword", "put-back", "play-changed"):
        return None
    known = entries_of(game.edition.contents)
    entries = list(known) + cards_of_others(game.name)
    table, entry = str(message.get("table")), str(message.get("entry"))
    chosen = [one for one in entries if one[0] == table]
    real = [field.name for field in form_fields(known[table, entry])] if (table, entry) in known else []
    fields = {
        "table": [table for table, _ in entries[:: max(1, len(entries) // 9)]] + ["ruling"],
        "entry": [entry for _, entry in chosen[:9]] or list(game.rulebook.rulings),
        "field": [*real, "name", "__dict__"],
        "text": [*WORDS, *(choice for ruling in game.rulebook.rulings.values() for choice in ruling.options)],
        "how": list(HOW),
    }
    return iter(fields.get(name, ()))


@cache
def cards_of_others(game: str) -> list[tuple[str, str]]:
    """A few cards that this game has not."""
    others = [load(name) for name in games() if name != game]
    return [place for other in others for place in list(entries_of(other.edition.contents))[:2]]


# -- the lab ----------------------------------------------------------------------------------------------------------


class Known(Steps):
    """Games that were played before in this attack are not played again: their like is known."""

    _known: ClassVar[dict[tuple[str, int | None], list[Told]]] = {}

    def __init__(self, job: Job) -> None:
        key = job.plans[0].game.name, job.again
        if key not in self._known:
            super().__init__(job)
            self._known[key] = self._told
        self._told = pickle.loads(pickle.dumps(self._known[key]))


class Elsewhere:
    """Games that another process plays, and of which nothing is heard yet."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def hear(self) -> list[Told]:
        return []

    def end(self) -> None:
        pass


def the_lab(game: str, rng: Random) -> Page:
    """Something is chosen, and nothing was run yet."""
    page = Page(LabPage(games=GAMES, start=Elsewhere).view)
    page.send("choose-game", game=game)
    return page


def after_a_run(game: str, rng: Random, start: Callable[[Job], Line] = Elsewhere) -> Page:
    page = the_lab(game, rng)
    page.view._receive.__self__._start = Known
    page.send("run")
    while page.screen.get("run"):
        page.send("progress")
    page.view._receive.__self__._start = start
    return page


def a_game_of_a_run(game: str, rng: Random) -> Page:
    """A table on the page of the lab: one of the games that were played."""
    page = after_a_run(game, rng, start=Known)
    charts = [(one["name"], bar) for one in page.screen["result"]["charts"] for bar, _ in enumerate(one["rows"])]
    for chart, bar in charts:
        page.send("show", chart=chart, bar=bar, side="a")
        if page.screen.get("run"):
            break
    while page.screen.get("run"):
        page.send("progress")
    page.view._receive.__self__._start = Elsewhere
    return page


def state_of_lab(lab: LabPage) -> Any:
    """Everything of a lab that outlasts a message."""
    results = [id(lab._run), id(lab._results), lab._leaf, lab._kind, lab._like, id(lab._fetched), id(lab._replay)]
    replayed = lab._replay.room.session.at_input if lab._replay and lab._replay.room else 0
    return [lab._experiment.written(), results, lab._people.data(None)["count"], replayed]


def lab_fields(lab: LabPage, name: str, message: Data) -> list[Any]:
    """What a page of the lab could send in a field, with the fields that stand before it."""
    game = lab._experiment.sides["a"].game
    rulings = {key: list(ruling.options) for key, ruling in game.rulebook.rulings.items()}
    choices: dict[str, list[Any]] = {
        "seats": ["1", "2", "3", "4", "99"],
        "bot": BOTS,
        "pack": ["house", "../../etc", *games()],
        "ruling": rulings.get(str(message.get("key")), ["always"]),
        "option": [choice for option in game.agreement.options for choice in option.choices],
    }
    pages = list(lab._results.pages) if lab._results else []
    fitting: dict[str, list[Any]] = {
        "game": list(games()),
        "side": ["a", "b", "c"],
        "what": [*WHAT, *files.NAMES],
        "key": ["0", "1", "9", *rulings, *(option.id for option in game.agreement.options)],
        "choice": choices.get(str(message.get("what")), ["house"]),
        "number": [0, 1, GAMES, 5000],
        "seed": [0, 1, 7],
        "page": pages,
        "chart": ["wins", "length", "rules", "scores"],
        "bar": [0, 1, 2, 900],
        "name": ["friday.json", "../../etc/passwd", "plotly"],
        "text": ["{}", "[]", '{"kind": "tabletop record", "version": 1}', '{"kind": NaN}', "x" * 500_000],
        "link": [{"lab": written} for written in written_experiments(lab)],
    }
    return fitting.get(name, [True, False, ""])


def written_experiments(lab: LabPage) -> list[str]:
    """What a link keeps: of this lab, mutilated, and as somebody would forge it."""
    whole = lab._experiment.written()
    forged = (
        ["nowhere", 1, 1, []],
        ["the_north", "1", 1, []],
        ["the_north", 1, -1, [{}, {}]],
        [],
        {"a": 1},
        [[], 1, 1, 1],
    )
    return [whole, whole[:-9], whole.swapcase(), "", *(packed(one) for one in forged)]


def packed(experiment: Any) -> str:
    """An experiment as a link has it."""
    return PLAIN + urlsafe_b64encode(json.dumps(experiment).encode()).decode().rstrip("=")
