"""A run as a page to read, to print and to send: one file that stands alone, asks nothing of any server and runs no
code. It has what was compared, the sentences, and every figure in a table with its bars in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tabletop_kernel import __version__
from tabletop_kernel.content.change_files import changes_in_words
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.study.playing import Plan
from widgets.charts import Chart
from widgets.lab.results import Results
from widgets.playtest import clock
from widgets.playtest.report import list_of, section, standing_alone
from widgets.rulebook import chosen
from widgets.seating import bot_called

Data = dict[str, Any]

WIDE, HIGH = 220, 14  # of the picture of one difference
CLEAR, UNCLEAR = "Clearly different", "Not clearly different, and how to read this"
TRUTH = (
    "Bots played these games, and people play differently. About 95 times out of 100, a 95% interval contains the "
    "figure that very many games would give."
)


def report(results: Results, packs: Mapping[str, str]) -> str:
    """The page of a run; `packs` is what the cards of each side are called."""
    both = len(results.reports) > 1
    title = f"{results.game.title}: {'A and B compared' if both else 'many games'}"
    pages = [_page(results, name) for name in results.pages]
    return standing_alone(f"{title}, {clock.today()}", [_head(title, results), _compared(results, packs), *pages])


# -- what was compared -------------------------------------------------------------------------------------------------


def _head(title: str, results: Results) -> str:
    first = results.first
    each = " per side" * (len(results.reports) > 1)
    stopped = f" The run was stopped early: {first.wanted:,} games were planned." if first.stopped else ""
    facts = (
        f"{first.games:,} games{each}, seed {first.seed}.{stopped} Rules {results.game.version}, "
        f"program {__version__}, made on {clock.today()}."
    )
    return f'<header><h1>{escape(title)}</h1><p>{escape(facts)}</p><p class="warning">{escape(TRUTH)}</p></header>'


def _compared(results: Results, packs: Mapping[str, str]) -> str:
    """Both sides as columns of a table, and what differs line by line."""
    sides = results.plans
    head = ["", *(side.upper() for side in sides)] if len(sides) > 1 else ["", "Played"]
    columns = [_side(plan, packs[side]) for side, plan in sides.items()]
    rows = [[what, *(column[what] for column in columns)] for what in columns[0]]
    differs = section("What differs in B", list_of(map(escape, results.changed)), "h3")
    return section("What was played", _table(head, rows) + (differs if results.changed else ""))


def _side(plan: Plan, pack: str) -> dict[str, str]:
    """One side in words."""
    game, config = plan.game, plan.config
    rulings, _ = game.agreement.changed(config)
    read = [
        f"{game.rulebook.rulings[key].question} {game.rulebook.rulings[key].options[choice]}"
        for key, choice in rulings.items()
    ]
    return {
        "Players": str(config.seats),
        "Bots": listed(_bots(plan.bots)),
        "Cards": "; ".join([pack, *changes_in_words(game)]),
        "Setup": "; ".join(chosen(game, config)) or "default",
        "Rulings": "; ".join(read) or "default",
    }


def _bots(bots: Sequence[str]) -> list[str]:
    """«2 that weigh …» cannot be said of every bot: «weighs its moves (2)»."""
    return [bot_called(bot) + f" ({number})" * (number > 1) for bot, number in Counter(bots).items()]


# -- what came of it ---------------------------------------------------------------------------------------------------


def _page(results: Results, name: str) -> str:
    """A page of the results; one with several kinds of figures has all of them here."""
    first = results.page(name)
    kinds = [one["id"] for one in first["kinds"]]
    drawn = [first, *(results.page(name, kind) for kind in kinds if kind != first["kind"])] if kinds else [first]
    lines = list_of(map(escape, first["lines"]))
    if first["clear"]:
        clear = section(CLEAR, list_of(map(escape, [*first["clear"], *first["more_clear"]])), "h3")
        lines = clear + section(UNCLEAR, lines, "h3")
    charts = [_chart(chart, page["legend"] * (not at)) for page in drawn for at, chart in enumerate(page["charts"])]
    return section(first["title"], "".join([lines, *charts]))


def _chart(chart: Chart, legend: str) -> str:
    """A chart as a table: beside each figure stands its bar, or the line of its interval; `legend`: what it counts."""
    traces = chart["figure"]["data"]
    cells = [[escape(text) for text in row["cells"]] for row in chart["rows"]]
    if traces and traces[0]["type"] == "scatter":
        pictures = list(_intervals(traces[0]))
        for row, picture in zip(cells, pictures, strict=False):
            row.insert(1, picture)
        head = [chart["head"][0], "", *chart["head"][1:]]
    else:
        head = chart["head"]
        _put_bars(cells, traces)
    said = f"<p>{escape(legend)}</p>" if legend else ""
    return section(chart["title"], said + _rows(head, cells), "h3")


def _put_bars(cells: list[list[str]], traces: Sequence[Data]) -> None:
    """A bar into each cell whose figure is drawn; all bars of a table have one scale."""
    drawn = [trace["x"] if trace.get("orientation") == "h" else trace["y"] for trace in traces]
    most = max((value for values in drawn for value in values if value is not None), default=0)
    for column, (trace, values) in enumerate(zip(traces, drawn, strict=True), 1):
        tone = trace["meta"]["tone"]
        for row, value in zip(cells, values, strict=False):
            if value is not None and most > 0:
                row[column] += f'<span class="inner {tone}" style="width: {100 * max(0, value) / most:.1f}%"></span>'


def _intervals(trace: Data) -> Iterator[str]:
    """Each difference as a dot on the line of its interval, around a stroke at nothing."""
    middles, ups, downs = trace["x"], trace["error_x"]["array"], trace["error_x"]["arrayminus"]
    symbols = trace["marker"]["symbol"]
    found = list(zip(middles, ups, downs, symbols, strict=True))
    most = max((max(abs(middle + up), abs(middle - down)) for middle, up, down, _ in found), default=0) or 1

    def place(value: float) -> str:
        return f"{WIDE / 2 + (WIDE / 2 - 8) * value / most:.1f}"

    for middle, up, down, symbol in found:
        kind = "clear" if symbol == "diamond" else "unclear"
        yield (
            f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" class="interval {kind}" '
            f'aria-hidden="true"><line x1="{place(0)}" y1="0" x2="{place(0)}" y2="{HIGH}" class="nothing"/>'
            f'<line x1="{place(middle - down)}" y1="{HIGH / 2}" x2="{place(middle + up)}" y2="{HIGH / 2}"/>'
            f'<circle cx="{place(middle)}" cy="{HIGH / 2}" r="5"/></svg>'
        )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return _rows(head, [[escape(cell) for cell in row] for row in rows]).replace("<table>", '<table class="told">')


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are HTML already."""
    top = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
