"""The moves of a game as one pair of eyes can count them.

Where several people seal something at the same time, each of their moves is an input of the table, and nobody else may
know of it, not even how many there are. So a page never hears the numbers of inputs. It counts *moments*: one for each
input of its own people, and one for each of which those who look have seen something: a line of their log, or a change
on the table. What others seal belongs to the moment before it.

A moment has one *number* on every page, in every record and in the lab: that of the moves up to it that everybody has
seen. What somebody has done since, unseen by others, is counted apart: “12+2” to them, and “12” to all others.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.table.saves import Input
from tabletop_kernel.table.session import Session


class Moments:
    """All moments of a game up to now; moment 0 is the beginning."""

    def __init__(self, seen: Sequence[int], session: Session, told: int | None = None) -> None:
        self._seen = seen  # the numbers of the inputs that began a moment each
        self._session = session
        self._told = session.length if told is None else told  # others have not heard of any input after so many
        self._inputs = session.length

    @cached_property
    def apart(self) -> list[int]:
        """The moments of which not everybody has seen something."""
        public = shown_to(self._session, None)
        return [moment for moment, number in enumerate(self._seen, 1) if number > self._told or not public[number - 1]]

    @cached_property
    def _before_apart(self) -> list[int]:
        """For each moment that stands apart: how many before it do not. Of those in a row it is the same number."""
        return [moment - place for place, moment in enumerate(self.apart, 1)]

    def name(self, moment: int) -> str:
        """The number of a moment, as every page shows it."""
        place = bisect_right(self.apart, moment)
        if not place or self.apart[place - 1] != moment:
            return str(moment - place)
        first = bisect_left(self._before_apart, moment - place)
        return f"{moment - place}+{place - first}"

    def named(self, number: int) -> str:
        """The number of the moment to which an input belongs."""
        return self.name(self.of(number))

    @property
    def length(self) -> int:
        """How many moments there were after the beginning."""
        return len(self._seen)

    @property
    def last(self) -> int:
        """The input that began the present moment; 0 at the beginning."""
        return self._seen[-1] if self._seen else 0

    def began(self, moment: int) -> int:
        """The input that began a moment; there is none for the beginning itself."""
        return self._seen[moment - 1]

    def of(self, number: int) -> int:
        """The moment to which an input belongs."""
        return bisect_right(self._seen, number)

    def made(self, inputs: Sequence[Input], number: int) -> Sequence[Input]:
        """Those of the inputs up to a number that began a moment each."""
        if self._are_all:
            return inputs[:number]
        return [inputs[one - 1] for one in self._seen[: self.of(number)]]

    @property
    def _are_all(self) -> bool:
        """Whether each input is a moment, as at most tables: then there is nothing to count."""
        return len(self._seen) == self._inputs

    def all_of(self, numbers: Iterable[int]) -> list[int]:
        """The moments of several inputs, each once and in order."""
        if self._are_all:
            return sorted(numbers)
        return sorted({self.of(number) for number in numbers})

    def input(self, moment: int) -> int:
        """The last input that belongs to a moment: what was sealed then is on the table."""
        if not 0 <= moment <= self.length:
            raise SetupError(f"This table has {self.length} moves, so it has no moment {clip(moment)}.")
        return self._seen[moment] - 1 if moment < self.length else self._inputs


def all_moments(session: Session) -> Moments:
    """Where nobody has a secret from those who look, each input is a moment."""
    return Moments(range(1, session.length + 1), session)


def seen_moments(session: Session, eyes: int | None, own: Collection[int | None], told: int | None = None) -> Moments:
    """The moments as these eyes can count them, of which some seats are the own ones. Others have not heard of what
    these do after as many inputs as all are `told` of."""
    made = enumerate(zip(session.inputs, shown_to(session, eyes), shown_to(session, None), strict=True), 1)
    return Moments([number for number, (one, *shown) in made if any(shown) or one.seat in own], session, told)


def number_of(session: Session, at: int) -> str:
    """The number of the moment after so many inputs, for whoever reads of a game and was not there."""
    return str(sum(shown_to(session, None)[:at]))


_shown: WeakKeyDictionary[Session, dict[int | None, tuple[list[Input], list[bool]]]] = WeakKeyDictionary()


def shown_to(session: Session, eyes: int | None) -> list[bool]:
    """Whether these eyes could see anything of each input; worked out once, as far as the game is the same."""
    inputs, shown = _shown.setdefault(session, {}).setdefault(eyes, ([], []))
    pairs = enumerate(zip(inputs, session.inputs, strict=False))
    same = next((n for n, (one, other) in pairs if one is not other), min(len(inputs), session.length))
    del inputs[same:], shown[same:]
    inputs += session.inputs[same:]
    shown += [bool(session.events_at(eyes, number)) for number in range(same + 1, session.length + 1)]
    silent = [number for number in range(same + 1, session.length + 1) if not shown[number - 1]]
    for number in _changed(session, eyes, silent):
        shown[number - 1] = True
    return shown


def _changed(session: Session, eyes: int | None, numbers: Sequence[int]) -> Iterator[int]:
    """Those of some inputs that have changed the table to these eyes; all between the first and the last are made
    again."""
    if not numbers:
        return
    game, truth = session.game, session.branch(numbers[0] - 1).truth
    for number in range(numbers[0], numbers[-1] + 1):
        before = game.view(truth, eyes) if number in numbers else None
        seat, move, _ = session.inputs[number - 1]
        game.apply(truth, seat, move)
        if before is not None and game.view(truth, eyes) != before:
            yield number
