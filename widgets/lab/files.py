"""The files that a run gives: its report, as a page and as data, and its single games."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping

from widgets.lab.report import report
from widgets.lab.results import Results

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
    """The single games as rows for a spreadsheet; what a game counts besides is in the lines of JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in lines.splitlines():
        row = json.loads(line)
        cells = (row[column] for column in COLUMNS)
        writer.writerow([" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in cells])
    return text.getvalue()
