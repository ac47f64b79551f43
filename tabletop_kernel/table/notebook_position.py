"""A written position that shows itself in a notebook cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_kernel.contract.game import AnyGame, Position
from tabletop_kernel.contract.html import table, with_title

if TYPE_CHECKING:
    from IPython.lib.pretty import RepresentationPrinter


class ShownPosition(Position):
    """A written position that shows itself in a cell. `dict(position)` prints everything."""

    game: AnyGame | None = None  # the position's game

    def __reduce__(self) -> tuple[type[Position], tuple[Position]]:
        return dict, (dict(self),)

    def __repr__(self) -> str:
        of = f" of {self.game.title}" if self.game else ""
        return f"<A position{of}: {self.get('seats')} seats, {len(self)} entries>"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """Print the short form, because IPython would print every dict in full."""
        printer.text(repr(self))

    def _repr_html_(self) -> str:
        title = f"A position of {self.game.title}" if self.game else "A position"
        return with_title(title, table(("field", "value"), [(key, _shortened(value)) for key, value in self.items()]))


def _shortened(value: object, most: int = 200) -> str:
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"
