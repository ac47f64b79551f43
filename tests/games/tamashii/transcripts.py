"""Tables of the rules as they are written down in tests, and how what a pack holds is compared with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tabletop_kernel.games.tamashii import grammar
from tabletop_kernel.games.tamashii.kinds import Cells
from tabletop_kernel.games.tamashii.ops import Act, Line


def rows(table: str) -> Iterator[list[str]]:
    for row in table.strip().splitlines():
        yield [cell.strip() for cell in row.split("|")]


def slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower().replace("'", ""))


def pattern(cells: Cells) -> str:
    return "/".join(cells)


def size(cells: Cells) -> int:
    return sum(cell != "." for cell in "".join(cells))


def done(line: Line) -> str:
    """The line of a card, whether its acts are joined by «and» or stand in clauses of their own."""
    return line.text.replace(" and ", "; ")


def price(acts: Iterable[Act]) -> str:
    return "; ".join(grammar.written_act(act) for act in acts)


def without_price(line: Line, paid: str) -> str:
    """What is paid stands at the beginning of the line."""
    assert done(line).startswith(paid)
    return done(line).removeprefix(paid).removeprefix("; ")
