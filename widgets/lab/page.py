"""The lab's page: takes its messages, and answers with what is chosen, how far a run is, and what came of it."""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.table.session import Session
from widgets.drawing import check_needed, plotly_code, served
from widgets.errors import guarded, note, state_folder
from widgets.lab import files
from widgets.lab.choosing import MOST_SEED, SAME, SIDES, Experiment, games_here, shortened
from widgets.lab.kept import Kept, Runs
from widgets.lab.packs import Packs
from widgets.lab.people import RECORD, People
from widgets.lab.replay import ReplayDesk
from widgets.lab.results import Results
from widgets.lab.running import Line, Process, Running
from widgets.lab.worker import Job
from widgets.messages import (
    CARDS_FILE,
    BadMessage,
    Unfit,
    a_flag,
    a_link,
    a_number,
    a_text,
    a_whole_file,
    act,
    acts_of,
    an_address,
    one_of,
    read,
)
from widgets.packs import HOUSE, OwnPack
from widgets.playtest.reading import RecordError
from widgets.table import TableView

Data = dict[str, Any]

KEY = "lab"  # of the link, and of the table on the page
MOST_GAMES, FOR_VISITORS = 20_000, 2_000
SECONDS, FOR_VISITORS_SECONDS = 6 * 3600.0, 600.0
SOON = 60
POLL = 500  # milliseconds from one look at a run to the next
READING = 0.3  # seconds for which records of a folder are read at a time
MOST_CHANGED = 8  # lines of what differs, above the results
MOST_TYPED = 40  # characters in a field for a number
LARGE = 1_000_000  # characters of a file from which on it is packed
WHAT = ("seats", "bot", "pack", "option", "ruling")
CARDS_OF_PEOPLE = "cards from the records"
BUSY = "You can't do this while games are being played. Stop the run, or wait until it is done."
STARTING = "The games are about to start …"
WAITING = "Others are running games here. Yours will start when it is their turn."
STOPPED = "Stopped after {games} of {wanted} games{each}. The results below are for these games."
LATE = (
    "Time is up: a run here can take {minutes} minutes. It played {games} of {wanted} games{each}. "
    "The results below are for these games."
)
DONE = "Played {games} games{each}."
NONE_YET = "You stopped before the first game was over, so there are no results."


def as_typed(value: Any) -> int | str:
    """What stands in a field for a number: a number, or whatever somebody has typed there instead."""
    if type(value) is int and 0 <= value <= MOST_SEED:
        return value
    if isinstance(value, str) and len(value) <= MOST_TYPED:
        return value
    raise Unfit(f"it must be a whole number from 0 to {MOST_SEED:,}, or text of at most {MOST_TYPED} characters")


def _each(job: Job) -> str:
    """Of whom games are counted: a pair is one game of each side."""
    return " per side" * (len(job.sides) > 1)


class LabPage:
    """One page of the lab."""

    def __init__(
        self,
        packs: Sequence[str | Path] = (),
        records: str | Path | None = None,
        games: int | None = None,
        workers: int | None = None,
        start: Callable[[Job], Line] = Process,
    ) -> None:
        for number in (games, workers):
            if number is not None and (type(number) is not int or number < 1):
                raise SetupError(f"games and workers must be whole numbers, 1 or more, not {clip(number)}.")
        self.served = served()
        self._workers = workers or (1 if self.served else max(1, (os.cpu_count() or 2) - 1))
        self._start = start
        self._experiment = Experiment(Packs(packs), games or (FOR_VISITORS if self.served else MOST_GAMES))
        self._people = People(records)
        self._run: Running | None = None
        self._ran: Data = {}  # what the run is of: plans, what differs, and the names of the cards
        self._runs = Runs()
        self._leaf, self._kind = "", ""
        self._like: tuple[str, list[int], int, str] = ("", [], 0, "")  # side, games like the one shown, which, its bar
        self._fetched: Running | None = None  # a game that is being played once more
        self._replay: ReplayDesk | None = None
        self._projecting = False
        self._greeted = False  # before the page has read its link to us, nothing of it may be written over
        self._at = 0
        self._problem = " ".join(self._experiment.packs.faults)
        self._said = ""
        self._beside = ""  # the part of the page that the problem is about, if it is about one alone
        self.view = TableView(self._screen(), self.receive, KEY)

    # -- messages -----------------------------------------------------------------------------------------------------

    def receive(self, content: Any, buffers: Any = None) -> None:
        """One message from the page, taken as a stranger's. A table that is open takes all but the way back."""
        word = content.get("do") if isinstance(content, dict) else None
        if self._replay is not None and word not in ("back", "another"):
            self._replay.receive(content, buffers)
            return
        if word != "progress":
            self._problem = self._beside = ""
        with guarded(self._tell):
            try:
                message = read(content, buffers, acts_of(LabPage))
            except BadMessage as error:
                note(f"refused a message: {error}")
                raise
            getattr(self, message.act.method)(**message.fields)
        if self._replay is not None and self._problem:
            self._replay.tell(self._problem)
        if self._replay is None:
            self._draw()

    def _tell(self, text: str) -> None:
        self._problem = text

    def _draw(self) -> None:
        self._at += 1
        screen: Data = {**self.view.screen, "run": self._progress()}  # what is left if the rest cannot be drawn
        if not self._going:
            screen.pop("poll", None)
        with guarded(self._tell):
            screen = self._screen()
        self.view.screen = {**screen, "at": self._at, "problem": self._problem, "beside": self._beside}

    # -- the screen ---------------------------------------------------------------------------------------------------

    def _screen(self) -> Data:
        going = self._going
        people, shown = self._people, self._results
        screen: Data = {
            "kind": "lab",
            "at": self._at,
            "title": "The playtest lab",
            "problem": self._problem,
            "beside": self._beside,
            "said": self._said,
            "projector": self._projecting,
            "keep": {KEY: self._experiment.written()} if self._greeted else {},
            "summary": self._summary(),
            "limits": self._limits(),
            "run": self._progress(),
            "runs": self._runs.data(),
            "people": people.data(shown.reports if shown else {}),
        }
        if not going:
            screen["form"] = self._form()
        if shown is not None:
            screen["result"] = self._result(shown)
        if going or people.waiting:
            screen["poll"] = POLL if self._fetched is None and going else SOON
        return screen

    def _form(self) -> Data:
        chosen = self._experiment
        return {
            "games": [{"id": name, "text": title} for name, title in games_here().items()],
            "game": chosen.game,
            "number": chosen.games,
            "most": chosen.most_games,
            "seed": chosen.seed,
            "most_seed": MOST_SEED,
            "rows": list(chosen.rows()),
            "longest_cards": CARDS_FILE,
            "problem": chosen.problem,
            "wrong": chosen.wrong,
        }

    def _summary(self) -> Data:
        """What would be played, in a few lines."""
        differ = self._experiment.differences()
        return {"game": games_here()[self._experiment.game], "differs": differ, "same": "" if differ else SAME}

    def _limits(self) -> str:
        minutes = f" and stops after {FOR_VISITORS_SECONDS / 60:.0f} minutes" if self.served else ""
        process = "One process plays" if self._workers == 1 else f"{self._workers} processes play"
        others = " If others are running games here, yours wait their turn." if self.served else ""
        most = f"A run has at most {self._experiment.most_games:,} games"
        return f"{most}{minutes}. {process} them in the background.{others}"

    def _progress(self) -> Data | None:
        run = self._run
        if self._fetched is not None:
            number = self._like[1][self._like[2]]
            return {"done": 0, "of": 0, "text": f"Replaying game {number:,} to show it here …"}
        if run is None or not run.going:
            return None
        text = {"starting": STARTING, "waiting": WAITING}.get(run.state)
        text = text or f"{run.games:,} of {run.job.games:,} games{_each(run.job)}{self._still(run)}"
        return {"done": run.games, "of": run.job.games, "text": text}

    def _still(self, run: Running) -> str:
        """How long it will take; where the time for a run is up before, for how many games that is enough."""
        left = run.seconds_left
        if left is None:
            return ""
        if run.seconds_played + left > run.job.seconds:
            enough = int(run.job.games * run.job.seconds / (run.seconds_played + left))
            return f". A run here has {run.job.seconds / 60:.0f} minutes, enough for about {enough:,} games"
        seconds = max(1, round(left)) if left < 15 else round(left, -1)  # what changes all the time says less
        return f", about {f'{left / 60:.0f} minutes' if seconds > 90 else f'{seconds:.0f} seconds'} left"

    def _result(self, results: Results) -> Data:
        pages = results.pages
        leaf = self._leaf if self._leaf in pages else next(iter(pages))
        several, games = len(results.reports) > 1, results.first.games
        return {
            "pages": [{"id": page, "text": text} for page, text in pages.items()],
            "changed": shortened(results.changed, MOST_CHANGED),
            "sides": list(results.reports),
            "other": self._runs.known().settings != self._experiment.written(),  # than those that are chosen now
            "games": games,
            "heading": f"Run {self._runs.known().number}, {results.game.title}: {games:,} game{'s' * (games > 1)}"
            + " per side" * several
            + f", seed {results.first.seed}",
            **results.page(leaf, self._kind),
        }

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(link=a_link, prefers=a_text, address=an_address, projector=a_flag)
    def hello(
        self, link: dict[str, str] | None = None, prefers: str = "", address: str = "", projector: bool = False
    ) -> None:
        """The page is shown; its link may hold an experiment."""
        self._projecting, self._greeted = projector, True
        if kept := (link or {}).get(KEY):
            self._experiment.read(kept)

    @act(on=a_flag)
    def project(self, on: bool) -> None:
        """The page goes onto a projector, or comes back from it."""
        self._projecting = on

    @act(name=a_text)
    def library(self, name: str) -> None:
        """The page wants to draw its first chart."""
        if name != "plotly":
            raise SetupError(f"This page has no library called {clip(name)}.")
        check_needed()
        self.view.send({"library": "plotly"}, [plotly_code()])

    def _idle(self) -> None:
        """Nothing is changed while games are played."""
        if self._going:
            raise SetupError(BUSY)

    @property
    def _going(self) -> bool:
        return self._fetched is not None or (self._run is not None and self._run.going)

    @act(game=a_text)
    def choose_game(self, game: str) -> None:
        """Another game; both sides are as usual."""
        self._idle()
        self._experiment.choose_game(game)

    @act(side=one_of(*SIDES), what=one_of(*WHAT), key=a_text, choice=a_text)
    def change(self, side: str, what: str, choice: str, key: str = "") -> None:
        """Change one thing of one side."""
        self._idle()
        self._experiment.change(side, what, key, choice)

    @act(name=a_text, text=a_whole_file(CARDS_FILE))
    def open_cards(self, name: str, text: str) -> None:
        """Take a file of changed cards: B plays with them, and A without."""
        self._idle()
        self._beside = "cards"  # is where a problem belongs
        called = self._experiment.open_cards(text, name)
        self._said = f"B now plays with {called}. A plays with the cards as they were before."

    @act()
    def alike(self) -> None:
        """Make B the same as A again."""
        self._idle()
        self._experiment.alike()

    @act(number=as_typed)
    def number(self, number: int | str) -> None:
        """How many games are played."""
        self._idle()
        self._experiment.choose_number(number)

    @act(seed=as_typed)
    def seed(self, seed: int | str) -> None:
        """With which luck."""
        self._idle()
        self._experiment.choose_seed(seed)

    # A run.

    @act()
    def run(self) -> None:
        """Play the games, beside the page."""
        self._idle()
        chosen = self._experiment
        plans = chosen.plans()
        folder = str(state_folder() / "lab") if self.served else ""
        seconds = FOR_VISITORS_SECONDS if self.served else SECONDS
        turns = max(1, (os.cpu_count() or 2) - 1)
        job = Job(list(plans.values()), list(plans), chosen.games, self._workers, seconds, turns, folder)
        self._run = Running(job, self._start(job))
        self._runs.shown, self._kind = None, ""
        packs = {side: chosen.sides[side].pack for side in plans}
        self._ran = {"plans": plans, "changed": chosen.differences(None), "packs": packs, "settings": chosen.written()}
        self._said = f"Playing {chosen.games:,} games{_each(job)}."

    @act()
    def progress(self) -> None:
        """How far is it? Records of a folder are read on, too."""
        if self._people.waiting:
            end = time.monotonic() + READING
            while self._people.waiting and time.monotonic() < end:
                self._people.read_on()
        if self._fetched is not None:
            self._look_at_fetched(self._fetched)
        elif self._run is not None and self._run.going:
            self._run.look()
            if not self._run.going:
                self._finish(self._run)

    @act()
    def stop(self) -> None:
        """End the run; what was played is kept."""
        if self._fetched is not None:
            self._fetched.stop()
            self._fetched = None
            return
        if self._run is None or not self._run.going:
            raise SetupError("There is no run to stop.")
        self._run.stop()
        self._finish(self._run)

    def _finish(self, run: Running) -> None:
        """What was counted, as results."""
        games, wanted = run.games, run.job.games
        self._problem = run.trouble  # what was refused while it went on is old now
        if not games:
            self._said = "" if run.trouble else NONE_YET
            self._runs.show_last()
            return
        told = {"done": DONE, "late": LATE}.get(run.state, STOPPED)
        minutes = f"{run.job.seconds / 60:.0f}"
        self._said = told.format(games=f"{games:,}", wanted=f"{wanted:,}", minutes=minutes, each=_each(run.job))
        most = self._experiment.most_games
        results = Results(self._ran["plans"], wanted, run.counted(), self._ran["changed"], most)
        self._said += self._runs.add(results, run, self._ran["packs"], self._ran["settings"])

    @property
    def _results(self) -> Results | None:
        """Those that are shown."""
        return self._runs.shown.results if self._runs.shown else None

    def _known(self) -> Results:
        return self._runs.known().results

    @act(run=a_number)
    def look_again(self, run: int) -> None:
        """Show what came of an earlier run; what is chosen for the next one stays as it is."""
        self._runs.show(run)
        self._like = ("", [], 0, "")
        self._said = f"Showing run {run}."

    @act()
    def as_in_run(self) -> None:
        """Choose once more what was played in the run that is shown."""
        self._idle()
        kept = self._runs.known()
        self._experiment.read(kept.settings)
        self._said = f"The next run is set up like run {kept.number}."

    @act(page=a_text, kind=a_text)
    def leaf(self, page: str, kind: str = "") -> None:
        """Open another page of the results; `kind` is what to look at there."""
        pages = self._known().pages
        if page not in pages:
            raise SetupError(f"The results have no page {clip(page)}.")
        self._leaf, self._kind = page, kind

    def _packs_said(self, kept: Kept) -> dict[str, str]:
        """What the cards of each side are called."""
        called = self._experiment.packs.of(kept.results.game.name)
        return {side: called.get(name, name) for side, name in kept.packs.items()}

    # One game.

    @act(chart=a_text, bar=a_number, side=one_of(*SIDES))
    def show(self, chart: str, bar: int, side: str) -> None:
        """Show a game of a bar of a chart on the page."""
        self._idle()
        results = self._known()
        charts = self._result(results)["charts"]
        rows: list[Data] = next((one["rows"] for one in charts if one["name"] == chart), [])
        games = rows[bar]["games"].get(side, []) if bar < len(rows) else []
        if not games:
            raise SetupError("We have no game to show for this bar. Choose another bar.")
        title = next(one["title"] for one in charts if one["name"] == chart)
        self._like = (side, games, -1, f"{title}: {rows[bar]['cells'][0]}")
        self.another()

    @act()
    def another(self) -> None:
        """Show the next game of the same bar."""
        self._idle()
        results = self._known()
        side, games, place, bar = self._like
        if not games:
            raise SetupError("Choose a bar in a chart first.")
        place = (place + 1) % len(games)
        self._like = (side, games, place, bar)
        self._close_replay()
        job = Job([results.plans[side]], [side], 1, again=games[place])
        self._fetched = Running(job, self._start(job))

    def _look_at_fetched(self, fetched: Running) -> None:
        """The game that was played once more: as soon as it is there, its table is set."""
        fetched.look()
        if fetched.going:
            return
        self._fetched = None
        if not fetched.save:
            raise SetupError(fetched.trouble)
        results = self._known()
        side, games, place, bar = self._like
        plan, name = results.plans[side], self._runs.known().packs[side]
        of_side = f" of {side.upper()}" if len(results.reports) > 1 else ""
        own = None if name == HOUSE else OwnPack(plan.game, name)
        session = Session.load(fetched.save, plan.game)
        desk = ReplayDesk(plan, own, self.view, self._at, self._projecting)
        told = f"Game {games[place]:,}{of_side}, from “{bar}”."
        desk.show_game(session, games[place], told, len(games) > 1)
        self._replay = desk

    @act()
    def back(self) -> None:
        """From a table back to the results."""
        self._close_replay()

    def _close_replay(self) -> None:
        if self._replay is not None:
            self._at, self._projecting = self._replay.drawn, self._replay.projecting
            self._replay.leave()
            self._replay = None

    # Records of people.

    @act(name=a_text, text=a_whole_file(RECORD))
    def record(self, name: str, text: str) -> None:
        """Take a record file that was chosen in the page; of many files, each that is left out stays in a list."""
        try:
            self._people.take(name, text)
        except RecordError as error:
            self._people.note_fault(str(error))
            raise

    @act()
    def compare_cards(self) -> None:
        """Let bots play with the cards that people have played with: B has them, and A has those from before."""
        self._idle()
        changed = self._people.changed
        if changed is None:
            raise SetupError("These people played with unchanged cards, so you have nothing to compare.")
        self._experiment.take_cards(*changed, CARDS_OF_PEOPLE)
        self._said = f"B now plays with the {CARDS_OF_PEOPLE}. A plays with the cards as they were before."

    @act()
    def forget_records(self) -> None:
        """Leave all records out again."""
        self._people.forget()

    @act(game=a_text, cards=a_text)
    def choose_people(self, game: str, cards: str = "") -> None:
        """Look at the records of another game, or at those that were played with other cards."""
        self._people.choose(game, cards)

    # Files.

    @act(what=one_of(*files.NAMES))
    def file(self, what: str) -> None:
        """Give the page a file to take home."""
        if what == files.PEOPLE:
            text, name = self._people.to_csv(), "people.csv"
        else:
            kept = self._runs.known()
            text = files.text_of(what, kept.results, self._packs_said(kept), kept.run.lines)
            name = files.name_of(kept.results.game.name, kept.number, what)
        kind = files.NAMES[what]
        if len(text) <= LARGE:
            self.view.send({"file": name, "text": text, "type": kind})
        else:
            name += ".gz"
            self.view.send({"file": name, "type": "application/gzip"}, [gzip.compress(text.encode())])
        self._said = f"Downloading {name}."
