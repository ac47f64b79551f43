"""Questions to the coach while they are thought over, portion by portion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import monotonic
from typing import TYPE_CHECKING

from widgets.coach.words import reason_in_words

if TYPE_CHECKING:
    from tabletop_kernel.players.coach import Advisor, Watcher
    from widgets.coach.room import CoachedRoom

PORTION = 0.04  # seconds of thought for one message
LONGEST = 1.2  # seconds of thought for one question


class Thought(ABC):
    """A question while it is thought over."""

    asked = ""  # what the page asks for with it
    says = "The coach is thinking."
    least = 1  # thoughts without which there is no answer, however long they take

    def __init__(self, room: CoachedRoom, thinker: Advisor | Watcher) -> None:
        self._room, self._thinker = room, thinker
        self._spent = 0.0

    def go_on(self) -> bool:
        """One portion; True when it is enough."""
        began = monotonic()
        while not self._thinker.done:
            self._thinker.think()
            if monotonic() - began > PORTION:
                break
        self._spent += monotonic() - began
        return self._thinker.done or (self._spent > LONGEST and self._thinker.thoughts >= self.least)

    @abstractmethod
    def answer(self) -> None:
        """Say what was found."""


class AskedAdvice(Thought):
    """What is good here?"""

    asked = "coach"
    least = 2  # of two moves: one alone would look as if there were no other
    _thinker: Advisor

    def answer(self) -> None:
        self._room.say_advice(self._thinker.answer())


class AskedReason(Thought):
    """Why did they do that?"""

    asked = "reason"
    says = "The coach is thinking about that move."
    _thinker: Watcher

    def __init__(self, room: CoachedRoom, number: int, thinker: Watcher) -> None:
        super().__init__(room, thinker)
        self._number = number

    def answer(self) -> None:
        room = self._room
        room.say_reason(self._number, reason_in_words(self._thinker.answer(), room.mover_name(self._number)))
