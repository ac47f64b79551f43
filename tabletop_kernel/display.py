"""How tables, games, rules and positions show themselves in a cell of a notebook.

The picture of a table is drawn by whoever can draw one: a package that is installed may say that it can (the
entry points of `PICTURES`), and `draw_tables_with` names another. Else the table is told in text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.html import table, text_lines, titled

if TYPE_CHECKING:
    from tabletop_kernel.contract.game import Game
    from tabletop_kernel.contract.rulebook import Rule, Rulebook, Ruling
    from tabletop_kernel.table.session import Session

LAST_LINES = 8  # of the log of a table
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


# -- tables, games, rules and positions --------------------------------------------------------------------------------


def session_html(session: Session) -> str:
    """A table as everybody may see it: its picture if somebody draws one, else text; and the last lines of its log."""
    view = session.view(None)
    picture = next((drawn for draw in _drawers() if (drawn := draw(session))), None)
    return titled(
        f"{session.game.title}: {session.config.seats} seats, move {session.at_input} of {session.length}",
        picture or text_lines(session.game.portray(session.config, view)),
        text_lines(str(line) for line in session.log(None, -LAST_LINES)),
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
    return titled(game.title, table(("what", "value"), rows), table(("chapter", "rules"), chapters))


def rule_html(rule: Rule) -> str:
    rows = [("rule", rule.text), ("refusal", rule.why), ("tip", rule.tip), ("source", rule.source)]
    return titled(f"{rule.title} ({rule.id})", table(("part", "text"), [row for row in rows if row[1]]))


def ruling_html(ruling: Ruling) -> str:
    rows = [
        (f"{option} (default)" if option == ruling.default else option, told) for option, told in ruling.options.items()
    ]
    why = f"<div>Why this default: {escape(ruling.reason)}</div>" if ruling.reason else ""
    return titled(f"{ruling.question} ({ruling.id})", table(("option", "what it means"), rows), why)


def entries_html(what: str, entries: Mapping[str, Rule | Ruling]) -> str:
    """Rules or rulings by id, each in a line."""
    rows = [(name, one.title if hasattr(one, "title") else one.question) for name, one in entries.items()]
    return titled(f"{len(rows)} {what}s", table(("id", "title" if what == "rule" else "question"), rows))


def rulebook_html(book: Rulebook) -> str:
    """The rules by chapter, each chapter to be opened; behind them the rulings."""
    chapters = [(title, [(rule, book[rule].title) for rule in rules]) for title, rules in book.by_chapter().items()]
    chapters.append(("Rulings", [(one.id, one.question) for one in book.rulings.values()]))
    folds = (
        f"<details><summary>{escape(title)} ({len(rows)})</summary>{table(('id', 'title'), rows)}</details>"
        for title, rows in chapters
    )
    return titled(f"{len(book.rules)} rules, {len(book.rulings)} rulings", *folds)


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
        return titled(title, table(("field", "value"), [(key, _shortened(value)) for key, value in self.items()]))


def _shortened(value: object, most: int = 200) -> str:
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"
