"""The files that a run gives: its report, as a page and as data, and its single games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from widgets.lab.report import report
from widgets.lab.results import Results
from widgets.spreadsheet import as_csv

PEOPLE = "people"
PAGE = "report.html"
NAMES = {
    PAGE: "text/html",
    "report.json": "application/json",
    "report.csv": "text/csv",
    "games.jsonl": "application/x-ndjson",
    "games.csv": "text/csv",
    PEOPLE: "text/csv",
}
COLUMNS = (
    "side",
    "game",
    "seed",
    "bots",
    "finished",
    "ending",
    "results",
    "scores",
    "turns",
    "decisions",
    "forced",
    "lead_changes",
)


def name_of(game: str, run: int, what: str) -> str:
    """«the_north_run2_report.html»: files of several runs lie beside each other."""
    return f"{game}_run{run}_{what}"


def text_of(what: str, results: Results, packs: Mapping[str, str], lines: Callable[[], str]) -> str:
    """A file of a run, as text; `packs` is what the cards of each side are called."""
    if what == PAGE:
        return report(results, packs)
    told = results.comparison or results.first
    if what == "report.json":
        return told.to_json()
    if what == "report.csv":
        return told.to_csv()
    return lines() if what == "games.jsonl" else _table(lines())


def _table(lines: str) -> str:
    """The single games as rows for a spreadsheet, with all that the game counts; the lines of JSON have the rules."""
    rows = [json.loads(line) for line in lines.splitlines()]
    figures = sorted({name for row in rows for name in row["figures"]})
    cells = []
    for row in rows:
        told = [" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in map(row.get, COLUMNS)]
        never = 0 if row["finished"] else ""  # what was not counted in a whole game did not happen
        cells.append([*told, *(row["figures"].get(name, never) for name in figures)])
    return as_csv([*COLUMNS, *figures], cells)
