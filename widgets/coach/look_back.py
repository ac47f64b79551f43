"""What bots did at a table, as far as the one who asks about it could see: which of their moves was a choice.

What others seal is nobody's to count, so moves are looked back upon as the eyes that ask have counted them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.players.bots import forward
from widgets import panel
from widgets.coach.cards import CardRoom
from widgets.playback import sentences
from widgets.recap import weight
from widgets.shared.chair import PERSON, Chair

LOOK_BACK = 24  # moves of others among which the last real choice is looked for


class LookBackRoom(CardRoom):
    """A table with bots, about whose moves somebody may ask. Moves are known by the number of inputs before them."""

    seats: list[Chair]

    def _telling_choice_of_a_bot(self) -> tuple[int, list[Any]] | None:
        """Of the bots' last moves the one that mattered most and was a choice to the eyes that ask; else the latest.

        A move that only carries on another says nothing by itself: what came of it, that other has decided.
        """
        session = self.session
        if session.at_input < session.length:
            return None
        numbers = self._lately_seen_of_bots()
        impact, matters = self._impact(numbers), Counter[int]()
        for number in numbers:
            matters[self._decided_by(number)] += impact[number]
        decided = sorted(matters, key=lambda number: (-matters[number], -number))
        found = next((one for one in decided if self._was_a_choice(one)), None)
        chosen = found if found is not None else max(decided) if decided else None
        return None if chosen is None else (chosen, session.events_at(self.viewer, chosen + 1))

    def _lately_seen_of_bots(self) -> list[int]:
        """The inputs of bots since a person has decided anything, as far as something of them was seen."""
        session, found = self.session, []
        for number in self._lately_noticed():
            seat, move, _ = session.inputs[number]
            if self.seats[seat].who != PERSON:
                found += [number] if session.events_at(self.viewer, number + 1) else []
            elif move[0] not in self.game.pace.follow_up_verbs:
                break
        return found

    def _lately_noticed(self) -> Iterator[int]:
        """The last inputs of which those who look know, the latest first."""
        moments = self.moments
        for moment in range(moments.length, max(0, moments.length - LOOK_BACK), -1):
            yield moments.began(moment) - 1

    def _inputs_of_its_seat(self, number: int) -> list[int]:
        """An input, and those that the same seat has made before it, the latest first."""
        inputs = self.session.inputs
        return [one for one in range(number, -1, -1) if inputs[one].seat == inputs[number].seat][:LOOK_BACK]

    def _decided_by(self, number: int) -> int:
        """The input with which this seat decided what another one of its inputs carries on, if that was seen."""
        session, follow_up = self.session, self.game.pace.follow_up_verbs
        own = self._inputs_of_its_seat(number)
        found = next((one for one in own if session.inputs[one].move[0] not in follow_up), number)
        return found if session.events_at(self.viewer, found + 1) else number

    def _under_cover(self, number: int) -> bool:
        """Whether a move ends what the same seat has chosen in secret just before."""
        session, before = self.session, self._inputs_of_its_seat(number)[1:2]
        if not before or session.inputs[before[0]].move[0] in self.game.pace.follow_up_verbs:
            return False  # nothing is seen of it because there is nothing to see
        at, moments = before[0] + 1, self.moments
        between = moments.of(number) - moments.of(at)  # noticed by those who look
        return not between and not session.events_at(self.viewer, at)

    def _impact(self, numbers: list[int]) -> Counter[int]:
        """How much each of these moves mattered to the viewer."""
        impact: Counter[int] = Counter()
        if numbers and self.viewer is not None:
            face, look = self.desk.face, self.look(self.viewer)
            for entry in sentences(self.session, self.viewer, min(numbers)):
                if entry.kind not in face.quiet:
                    impact[entry.at - 1] += weight(face, look, entry, self.viewer)
        return impact

    def _was_a_choice(self, number: int) -> bool:
        """Whether somebody who sees what the viewer sees would think that there was something to choose."""
        if self.viewer is None:
            return True
        before = self.session.branch(number)
        world = self.game.imagine(self.config, before.view(self.viewer), Chance(0))
        mover = self.session.inputs[number].seat
        return mover in self.game.deciders(world) and len(forward(self.game.moves(world, mover))) > 1

    def _decision_in_words(self, number: int) -> Entry:
        """The first line of a move; one about the table itself, such as whose turn it is, only if there is no other."""
        session = self.session
        lines = [entry for entry in sentences(session, self.viewer, number) if entry.at == number + 1]
        return next((entry for entry in lines if entry.kind not in self.desk.face.quiet), lines[0])

    def mover_name(self, number: int) -> str:
        return panel.seat_name(self.session, self.session.inputs[number].seat)
