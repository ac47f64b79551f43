"""The first step of a job that can't be done in full, under the ruling that every step must be.

Without that ruling nothing here matters: gaining, drawing, points and telescopes are done as far as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tabletop_kernel.games.deck_goes_west.jobs.language import THIS, Step
from tabletop_kernel.games.deck_goes_west.state import DANGERS, SUPPLY_PER_RESOURCE, State

Todo = tuple[Step, int]  # a step with the X of its job
ALL_POSSIBLE = -1  # no step falls short


def must_be_in_full(state: State) -> bool:
    """Tell if the ruling demands every step in full."""
    return state.ruling["ruling.never-block"] != "soft"


def supply_limits(state: State, seat: int) -> tuple[int, ...] | None:
    """Return how many of each resource the supply lets a player hold; None if there is no such limit."""
    if not must_be_in_full(state) or state.ruling["ruling.supply"] != "limited":
        return None
    others = [stock for other, stock in enumerate(state.stock) if other != seat]
    return (
        tuple(SUPPLY_PER_RESOURCE - sum(held) for held in zip(*others, strict=True))
        if others
        else (SUPPLY_PER_RESOURCE,) * len(state.stock[seat])
    )


@dataclass
class _Course:
    """The course of a job step by step, without its dice and its resources."""

    state: State
    seat: int
    hand: int
    piles: int  # cards that the player can draw
    points: int = 0
    taken: dict[str, int] = field(default_factory=dict)

    def falls_short(self, step: Step, count: int) -> str:
        """Do a step, and return the key of what it lacks; empty if it can be done in full."""
        if step.verb in ("discard", "scrap") and step.what != THIS:
            self.hand -= count
            self.piles += count if step.verb == "discard" else 0
        if step.verb == "draw" and not step.amount.dice:
            return self._draws(count)
        if step.verb == "score":
            return self._scores(count)
        if step.verb == "lose":
            short = count > self.points
            self.points -= count
            return "no-lose" if short else ""
        return self._takes(step.what, count) if step.verb == "take" else ""

    def _draws(self, count: int) -> str:
        if count > self.piles:
            return "no-draw"
        self.piles -= count
        self.hand += count
        size = self.state.character_of(self.seat).hand
        stops = count and self.state.ruling["ruling.over-hand"] == "stop-at-size"
        return "no-room" if stops and self.hand > size else ""

    def _scores(self, count: int) -> str:
        end = self.state.rules.board.score_end
        self.points += count
        if self.points > end and count and self.state.ruling["ruling.vp-over"] == "exact":
            return "no-score"
        self.points = min(self.points, end)
        return ""

    def _takes(self, what: str, count: int) -> str:
        if self.state.ruling["ruling.danger-empty"] == "lose":
            return ""  # a missing card is deadly, but it doesn't stop the job
        self.taken[what] = self.taken.get(what, 0) + count
        there = {kind: count_danger_left(self.state, kind) for kind in DANGERS}
        if any(self.taken.get(kind, 0) > left for kind, left in there.items()):
            return "no-danger"
        return "no-danger" if sum(self.taken.values()) > sum(there.values()) else ""


def count_danger_left(state: State, kind: str) -> int:
    """Count the danger cards of a kind that can still be taken, scrapped ones included."""
    return len(getattr(state, kind)) + len(getattr(state, f"{kind}_scrap"))


def first_incomplete_step(
    state: State, seat: int, todo: Sequence[Todo], hand: Sequence[str], recycled: int
) -> tuple[int, str]:
    """Return the index of the first step that can't be done in full, and what it lacks; FINE if there is none."""
    if not must_be_in_full(state):
        return ALL_POSSIBLE, ""
    piles = len(state.draw[seat]) + len(state.discard[seat]) + recycled
    course = _Course(state, seat, len(hand), piles, state.points_of(seat))
    for index, (step, x) in enumerate(todo):
        if lacks := course.falls_short(step, step.amount.value(x)):
            return index, lacks
    return ALL_POSSIBLE, ""
