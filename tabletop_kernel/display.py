"""How things show themselves in a cell of a notebook: tables as HTML, and charts where plotly is installed.

A chart is plain data that plotly's own code draws in the page; nothing of plotly is imported here, because that takes
seconds. The picture of a table is drawn by whoever can draw one: a package that is installed may say that it can (the
entry points of `PICTURES`), and `draw_tables_with` names another. Else the table is told in text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.game import Position

if TYPE_CHECKING:
    from tabletop_kernel.contract.game import Game
    from tabletop_kernel.contract.rulebook import Rule, Rulebook, Ruling
    from tabletop_kernel.study.compare import Comparison
    from tabletop_kernel.study.reports import Report
    from tabletop_kernel.study.statistics import Mean, Share
    from tabletop_kernel.table.session import Session

CHART = "application/vnd.plotly.v1+json"
LAST_LINES = 8  # of the log of a table
LONG_TABLE = 12  # rows of one kind that are shown in a cell; a file has them all

PICTURE_WIDTH, PICTURE_HEIGHT, LABEL_WIDTH = 640, 200, 44  # of a still chart

PICTURES = "tabletop_kernel.pictures"

Draw = Callable[["Session"], str | None]  # the still picture of a table for everybody's eyes, as HTML or SVG
_drawn_by: list[Draw] | None = None  # None: nobody has looked yet who can draw


def draw_tables_with(*draw: Draw) -> None:
    """Have tables in cells drawn by these, or by nobody. They must show what everybody may see, and no more."""
    global _drawn_by
    _drawn_by = list(draw)


def _drawers() -> list[Draw]:
    """Who can draw a table: those that were named, or those that are installed."""
    if _drawn_by is None:
        draw_tables_with(*_installed())
    return _drawn_by or []


def _installed() -> Iterable[Draw]:
    from importlib.metadata import entry_points

    for point in entry_points(group=PICTURES):
        with suppress(ImportError, AttributeError):  # what it needs is not there: then there is the text
            yield point.load()


# -- pieces of HTML ----------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A plain table; every text in it is made safe."""
    top = "".join(f"<th style='text-align:left'>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(_cell(one) for one in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(content: object) -> str:
    side = "right" if isinstance(content, (int, float)) else "left"
    return f"<td style='text-align:{side}'>{escape(str(content))}</td>"


def _titled(title: str, *parts: str) -> str:
    return f"<div><strong>{escape(title)}</strong>{''.join(parts)}</div>"


def _text(lines: Iterable[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _share(part: Share) -> tuple[str, str]:
    return f"{part.share:.1%}", f"{part.low:.1%} to {part.high:.1%}"


def _mean(part: Mean) -> tuple[str, str]:
    return f"{part.mean:.2f}", part.between


# -- reports -----------------------------------------------------------------------------------------------------------


def largest(means: Mapping[str, Mean], number: int) -> tuple[dict[str, Mean], str]:
    """As many figures of one kind as have room, the largest of them; and what is said of the rest, if there is any."""
    if len(means) <= number:
        return dict(means), ""
    most = sorted(means, key=lambda name: -means[name].mean)[:number]
    return {name: means[name] for name in means if name in most}, f"… and {len(means) - number} more: see to_csv()"


def report_html(report: Report) -> str:
    """The figures of a report: who wins and how it ends, how long it takes, what is decided, what is counted."""
    decided = {"forced": report.forced, "turns without a choice": report.forced_turns}
    shares = [*report.told(), *report.parts().items(), ("decisions", decided)]
    if report.comebacks is not None:
        shares.append(("leads", {"comebacks": report.comebacks}))
    rows = [(report.said(kind), name, *_share(part)) for kind, parts in shares for name, part in parts.items()]
    for kind, means in report.counted().items():
        most, rest = largest(means, LONG_TABLE)
        rows += [(f"{kind} per game", name, *_mean(part)) for name, part in most.items()]
        rows += [(f"{kind} per game", rest, "", "")] * bool(rest)
    lengths = {**report.lengths(), "choices": report.choices}
    spreads = [
        (name, f"{one.mean:.1f}", f"{one.median:g}", f"{one.low} to {one.high}") for name, one in lengths.items()
    ]
    title, *more = report.heading()
    return _titled(
        title,
        *(f"<div>{escape(line.strip())}</div>" for line in more),
        table(("kind", "figure", "value", "95% interval"), rows),
        table(("measure", "mean", "median", "at least 80% are within"), spreads),
        _legend({**report.measured, **report.legend}),
    )


def _legend(said: Mapping[str, str]) -> str:
    """What the kinds of figures mean, to be opened by whoever wonders."""
    if not said:
        return ""
    meanings = table(("kind", "what these figures count"), said.items())
    return f"<details><summary>What these figures count</summary>{meanings}</details>"


def histogram_chart(report: Report, what: str = "turns") -> dict[str, Any]:
    """A histogram as data for plotly; each bar knows a few of its games by their numbers (`customdata`)."""
    bars = report.bars(what)
    names = [str(bar.low) if bar.low == bar.high else f"{bar.low}-{bar.high}" for bar in bars]
    trace = {
        "type": "bar",
        "x": names,
        "y": [bar.share.share for bar in bars],
        "error_y": {
            "type": "data",
            "array": [bar.share.high - bar.share.share for bar in bars],
            "arrayminus": [bar.share.share - bar.share.low for bar in bars],
        },
        "customdata": [", ".join(map(str, bar.games)) for bar in bars],
        "hovertemplate": "%{x}: %{y:.1%}<br>games %{customdata}<extra></extra>",
    }
    axes = {
        "xaxis": {"title": {"text": what}, "type": "category"},
        "yaxis": {"title": {"text": "games" if what != "choices" else "decisions"}, "tickformat": ".0%"},
    }
    return {"data": [trace], "layout": {**axes, "showlegend": False, "height": 300}}


def histogram_svg(report: Report, what: str = "turns") -> str:
    """The same as a still picture of a few kilobytes, for pages that cannot draw charts, such as Voila's."""
    bars = report.bars(what)
    most = max((bar.share.high for bar in bars), default=0.0) or 1.0
    step = PICTURE_WIDTH / max(1, len(bars))
    every = max(1, round(LABEL_WIDTH / step))
    parts = [_svg_line(part, most) for part in (0.0, 0.5, 1.0)]
    for number, bar in enumerate(bars):
        x, name = (number + 0.5) * step, str(bar.low) if bar.low == bar.high else f"{bar.low}-{bar.high}"
        parts.append(_svg_bar(bar.share, name, x, 0.8 * step, most))
        if number % every == 0:
            parts.append(f"<text x='{x:.1f}' y='{PICTURE_HEIGHT + 16}' text-anchor='middle'>{name}</text>")
    parts.append(
        f"<text x='{PICTURE_WIDTH / 2:.0f}' y='{PICTURE_HEIGHT + 36}' text-anchor='middle'>{escape(what)}</text>"
    )
    said = escape(f"Games by {what}, with 95% intervals")
    box = f"-48 -10 {PICTURE_WIDTH + 56} {PICTURE_HEIGHT + 50}"
    style = "max-width:720px;width:100%;font:12px sans-serif"
    head = f"<svg viewBox='{box}' role='img' aria-label='{said}' fill='currentColor' style='{style}'>"
    return f"{head}{''.join(parts)}</svg>"


def _svg_line(part: float, most: float) -> str:
    """A line across the picture at a part of its height, with the share that it stands for."""
    y = PICTURE_HEIGHT * (1 - part)
    line = f"<path d='M0 {y:.0f}H{PICTURE_WIDTH}' stroke='currentColor' opacity='0.25'/>"
    return f"{line}<text x='-6' y='{y + 4:.0f}' text-anchor='end'>{part * most:.0%}</text>"


def _svg_bar(part: Share, name: str, x: float, width: float, most: float) -> str:
    """A bar with its interval."""
    top, low, high = (PICTURE_HEIGHT * (1 - share / most) for share in (part.share, part.low, part.high))
    place = f"x='{x - width / 2:.1f}' y='{top:.1f}' width='{width:.1f}' height='{PICTURE_HEIGHT - top:.1f}'"
    told = f"<title>{name}: {part.share:.1%}</title>"
    interval = f"<path d='M{x:.1f} {low:.1f}V{high:.1f}' stroke='currentColor'/>"
    return f"<rect {place} fill='#3b7ea1'>{told}</rect>{interval}"


def show_report(report: Report) -> None:
    """In IPython: the tables; in a notebook with plotly also how long the games were.

    Whoever shows the chart takes the best that it can draw: plotly's, the still picture, or the words.
    """
    from IPython.display import display

    from tabletop_kernel.study.progress import in_a_notebook

    display({"text/plain": str(report), "text/html": report_html(report)}, raw=True)
    if in_a_notebook() and find_spec("plotly") is not None:
        words = f"A chart of how long these games are: {report.turns}"
        shown = {CHART: histogram_chart(report), "text/html": histogram_svg(report), "text/plain": words}
        display(shown, raw=True)


def comparison_html(found: Comparison) -> str:
    """What differs clearly, and who wins in any case."""
    from tabletop_kernel.study.compare import CLEAR

    shown = [one for one in found.differences if one.clear or one.section in ("team", "wins", "wins by seat", "length")]
    rows = []
    for one in shown:
        before, after = (f"{one.side(part)}{one.unit}" for part in (one.old, one.new))
        needed = "" if one.clear or not one.needed else f"{one.needed:,}"
        rows.append((one.section, one.name, before, after, one.changed, "*" * one.clear, needed))
    title, *both = found.heading()
    head = ("kind", "figure", *found.names, "difference [95%]", "clear", "games needed")
    changed = [f"<div>{escape(line.strip())}</div>" for line in both]
    more = len(found.differences) - len(shown)
    last = [f"<div>{more} more figures don't differ clearly.</div>"] if more else []
    said = (
        f"{len(found.clear)} of {len(found.differences)} figures differ clearly"
        if found.clear
        else "Nothing differs clearly"
    )
    notes = [f"<div>{escape(line)}</div>" for line in [CLEAR, *found.notes(shown)]]
    return _titled(
        title, *changed, f"<div>{said}: by more than chance explains.</div>", table(head, rows), *last, *notes
    )


# -- tables, games, rules and positions --------------------------------------------------------------------------------


def session_html(session: Session) -> str:
    """A table as everybody may see it: its picture if somebody draws one, else text; and the last lines of its log."""
    view = session.view(None)
    picture = next((drawn for draw in _drawers() if (drawn := draw(session))), None)
    return _titled(
        f"{session.game.title}: {session.config.seats} seats, move {session.at_input} of {session.length}",
        picture or _text(session.game.portray(session.config, view)),
        _text(str(line) for line in session.log(None, -LAST_LINES)),
    )


def game_html(game: Game[Any]) -> str:
    rows = [
        ("players", f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])),
        ("pack", f"{game.pack} {game.digest}"),
        ("rules", str(len(game.rulebook))),
        ("rulings", str(len(game.rulings))),
        ("lessons", str(sum(len(chapter.steps) for chapter in game.lessons))),
    ]
    chapters = [(title, len(rules)) for title, rules in game.rulebook.by_chapter().items()]
    return _titled(game.title, table(("what", "value"), rows), table(("chapter", "rules"), chapters))


def rule_html(rule: Rule) -> str:
    rows = [("rule", rule.text), ("refusal", rule.why), ("tip", rule.tip), ("source", rule.source)]
    return _titled(f"{rule.title} ({rule.id})", table(("part", "text"), [row for row in rows if row[1]]))


def ruling_html(ruling: Ruling) -> str:
    rows = [
        (f"{option} (default)" if option == ruling.default else option, told) for option, told in ruling.options.items()
    ]
    why = f"<div>Why this default: {escape(ruling.reason)}</div>" if ruling.reason else ""
    return _titled(f"{ruling.question} ({ruling.id})", table(("option", "what it means"), rows), why)


def entries_html(what: str, entries: Mapping[str, Rule | Ruling]) -> str:
    """Rules or rulings by id, each in a line."""
    rows = [(name, one.title if hasattr(one, "title") else one.question) for name, one in entries.items()]
    return _titled(f"{len(rows)} {what}s", table(("id", "title" if what == "rule" else "question"), rows))


def rulebook_html(book: Rulebook) -> str:
    """The rules by chapter, each chapter to be opened; behind them the rulings."""
    chapters = [(title, [(rule, book[rule].title) for rule in rules]) for title, rules in book.by_chapter().items()]
    chapters.append(("Rulings", [(one.id, one.question) for one in book.rulings.values()]))
    folds = (
        f"<details><summary>{escape(title)} ({len(rows)})</summary>{table(('id', 'title'), rows)}</details>"
        for title, rows in chapters
    )
    return _titled(f"{len(book.rules)} rules, {len(book.rulings)} rulings", *folds)


class ShownPosition(Position):
    """A written position that shows itself in a cell. It is a plain dict in every other way: `dict(it)` prints all."""

    game: Game[Any] | None = None  # of which it is one

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (dict(self),)

    def __repr__(self) -> str:
        of = f" of {self.game.title}" if self.game else ""
        return f"<A position{of}: {self.get('seats')} seats, {len(self)} entries>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """IPython would print every dict in full."""
        printer.text(repr(self))

    def _repr_html_(self) -> str:
        title = f"A position of {self.game.title}" if self.game else "A position"
        return _titled(title, table(("field", "value"), [(key, _shortened(value)) for key, value in self.items()]))


def _shortened(value: object, most: int = 200) -> str:
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"
