"""Replay of a table with other cards, as far as the past would have been the same with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tabletop_kernel.contract.errors import Refused, TabletopError
from tabletop_kernel.contract.events import sees
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.table.session import Session


class Parting(NamedTuple):
    """The point where two pasts part: the input (0: the set-up), the rule behind it, and a sentence about it."""

    at: int
    rule: str  # empty if no rule that this seat may know did it
    text: str


class Replayed(NamedTuple):
    """A table with other cards, with as much of the old past as stays the same; `parting` is None if all of it does."""

    session: Session
    parting: Parting | None


def replay(
    old: Session,
    game: AnyGame,
    rulings: Mapping[str, str] | None = None,
    seat: int | None = None,
    count: Callable[[int], int | str] = int,
) -> Replayed:
    """Replay a table's inputs with other cards, and perhaps other rulings, until something differs.

    The text of the parting shows only what `seat` may know; `count` turns an input's number into the number that this
    seat knows. Raise TabletopError if no such table can be set up.
    """
    pasts = _TwoPasts(old, restart_with(old, game, rulings), seat, count)
    parting = pasts.find_parting()
    while parting is None and pasts.new.length < old.length:
        parting = pasts.step()
    if parting is None:
        return Replayed(pasts.new, None)
    return Replayed(pasts.new.branch(max(0, min(pasts.new.length, parting.at - 1))), parting)


def restart_with(old: Session, game: AnyGame, rulings: Mapping[str, str] | None = None) -> Session:
    """Return the same table from its start, with the same luck, but with other cards and perhaps other rulings."""
    agreed = {**old.config.rulings, **(rulings or {})}
    if old.start is None:
        new = Session(game, old.config.seats, old.seed, agreed, old.config.options, old.free_undo)
    elif agreed == dict(old.config.rulings):
        new = Session.at(game, old.start, old.free_undo)
    else:
        other = {key: choice for key, choice in agreed.items() if choice != game.rulebook.rulings[key].default}
        new = Session.at(game, {**old.start, "rulings": other}, old.free_undo)
    new.people, new.to_all = old.people, old.to_all
    return new


class _TwoPasts:
    """Two tables that take the same inputs, side by side."""

    def __init__(self, old: Session, new: Session, seat: int | None, count: Callable[[int], int | str]) -> None:
        self.old = old.branch(old.length)  # the full game, whichever moment the old table shows
        self.new = new
        self.seat = seat
        self._count = count
        self._truth = self.old.branch(0).truth  # the old table after as many inputs as the new one has

    def step(self) -> Parting | None:
        """Make the next input at both tables, and return where they part, or None."""
        at = self.new.length + 1
        mover, move, luck = self.old.inputs[at - 1]
        named = f"Move {self._count(at)}"
        try:
            self.new.submit(mover, move)
        except Refused as refusal:
            if self.seat not in (None, mover):
                return Parting(at, "", f"{named} wouldn't have been allowed.")
            return Parting(at, refusal.verdict.rule, f"{named} wouldn't have been allowed: {refusal.verdict.text}")
        except TabletopError as error:
            return Parting(at, "", f"{named}: {error}")
        self.old.game.apply(self._truth, mover, move)
        return self.find_parting(luck != self.new.inputs[-1].results)

    def find_parting(self, differs: bool = False) -> Parting | None:
        """Return the first difference between the two tables, or None if they are the same."""
        at = self.new.length
        before, after = self.old._events[at], self.new._events[at]
        if not differs and before == after and self._have_same_position():
            return None
        when = (
            f"Move {self._count(at)} would have turned out differently" if at else "The setup would have been different"
        )
        for old_event, new_event in zip([*before, None], [*after, None], strict=False):
            if old_event != new_event:
                break
        seen_events = [
            event for event in (new_event, old_event, *reversed(after)) if event and sees(event[2], self.seat)
        ]
        lines = [[*self._lines(table, at), ""] for table in (self.old, self.new)]
        differing_lines = next(((a, b) for a, b in zip(*lines, strict=False) if a != b), None)
        if differing_lines is None:
            return Parting(
                at,
                seen_events[0][1] if seen_events and before == after else "",
                f"{when}, though you wouldn't have seen it.",
            )
        return Parting(at, seen_events[0][1] if seen_events else "", f"{when}: {_difference_text(*differing_lines)}")

    def _have_same_position(self) -> bool:
        return bool(self.old.game.write(self._truth) == self.new.game.write(self.new.truth))

    def _lines(self, table: Session, at: int) -> list[str]:
        """Return the seat's log lines for one input."""
        return [line.text for line in table.log(self.seat, you=True) if line.at == at]


def _difference_text(was: str, now: str) -> str:
    if not was or not now:
        return f"“{was or now}” {'is new' if now else 'would not have happened'}."
    return f"“{now}” instead of “{was}”"
