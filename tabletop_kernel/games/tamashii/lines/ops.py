"""A line of the card language once it has been read: operations that only ever lead forward.

`language` makes them from a line and says them in words; `running` carries them out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Amount(NamedTuple):
    """3, 2n+1 (n: the number of players), «1 per die», «1 per equipped augment, at most 3», «2 (3 from 3 players)»."""

    number: int
    players: int = 0  # so many for each player
    per: str = ""  # what it is multiplied by: a word of the language
    most: int | None = None
    crowd: int = 0  # with so many players or more …
    then: int = 0  # … it is this number

    def of(self, players: int) -> int:
        """The number for so many players, before it is multiplied."""
        return self.then if self.crowd and players >= self.crowd else self.number + self.players * players


class Test(NamedTuple):
    """«time = 3», or a fact that holds or not: then there is no `compare`."""

    left: str
    compare: str = ""
    right: Amount = Amount(0)
    negated: bool = False


class Act(NamedTuple):
    """A verb with what fills the slots of its form."""

    verb: str
    args: tuple[Any, ...] = ()


class Op(NamedTuple):
    """One operation. Which fields count is said by `kind`.

    test: if not all `tests` hold, go on at `skip`.   who: up to `skip` for each player whom `who` means, then `skip`.
    offer: `act`, which comes next, is offered; declined, go on at `skip`.   choose: one of the parts that begin at
    `starts`, each of which ends with a jump.   jump: go on at `skip`.   do: carry out `act`.
    """

    kind: str
    skip: int = 0
    tests: tuple[Test, ...] = ()
    who: str = ""
    starts: tuple[int, ...] = ()
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """What a card does: the line as written, its operations, and what the card prints."""

    text: str
    ops: tuple[Op, ...]
    words: tuple[str, ...]  # sentences
    columns: tuple[int, ...] = field(default=(), compare=False)  # where each operation stands in the text, for errors

    def acts(self) -> list[Act]:
        return [op.act for op in self.ops if op.act is not None and op.kind == "do"]


NOTHING = Line("nothing", (), ("Nothing happens.",))
