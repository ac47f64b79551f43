"""A line of the card language as operations, which only lead forward.

`language` makes them from a line and turns them into sentences; `running` carries them out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Args = tuple[Any, ...]  # the values for the slots of a verb's form


class Amount(NamedTuple):
    """A number in a line: 3, 2n+1 (n players), “1 per die”, “1 per enemy, at most 3”, “2 (3 from 3 players)”."""

    number: int
    players: int = 0  # added for each player
    per: str = ""  # its multiplier: a phrase of the language
    most: int | None = None
    crowd: int = 0  # from this many players on …
    then: int = 0  # … it is this number instead

    def of(self, players: int) -> int:
        """Return the number for this many players, before it is multiplied."""
        return self.then if self.crowd and players >= self.crowd else self.number + self.players * players


class Test(NamedTuple):
    """A test such as “time = 3”, or a plain fact without `compare`."""

    left: str
    compare: str = ""
    right: Amount = Amount(0)
    negated: bool = False


class Act(NamedTuple):
    """A verb and the values for its form's slots."""

    verb: str
    args: Args = ()


class Op(NamedTuple):
    """One operation, whose `kind` decides which fields matter.

    - test: unless all `tests` hold, continue at `skip`
    - who: run the part up to `skip` for each player that `who` means, then continue at `skip`
    - offer: offer `act`, which comes next; if it is declined, continue at `skip`
    - choose: run one of the parts that begin at `starts`, each of which ends with a jump
    - jump: continue at `skip`
    - do: carry out `act`
    """

    kind: str
    skip: int = 0
    tests: tuple[Test, ...] = ()
    who: str = ""
    starts: tuple[int, ...] = ()
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A card's effect: its line, operations and printed sentences."""

    text: str
    ops: tuple[Op, ...]
    words: tuple[str, ...]  # sentences
    columns: tuple[int, ...] = field(default=(), compare=False)  # each operation's place in the text, for errors

    def acts(self) -> list[Act]:
        return [op.act for op in self.ops if op.act is not None and op.kind == "do"]


NOTHING = Line("nothing", (), ("Nothing happens.",))
