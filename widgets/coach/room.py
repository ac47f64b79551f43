"""The coach at a table: cards about what comes up for the first time, and answers to two questions.

What is good here, and why did they do that? Both are thought over in short portions: each message is answered at once,
and the page asks for the next portion once it has painted, so that nobody waits. Drawers may be opened and closed
meanwhile; any other click ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.coach_sentences import gains_nothing, to_reader
from tabletop_kernel.contract.common_words import sentence
from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.players.bots import forward
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.coach.look_back import LookBackRoom
from widgets.coach.thoughts import AskedAdvice, AskedReason, Thought
from widgets.coach.words import aim_in_words, capital, note_on, standing, worth_saying
from widgets.messages import act

if TYPE_CHECKING:
    from tabletop_kernel.players.coach import Advice

Data = dict[str, Any]

LOOKING_UP = ("open", "close", "search", "library")  # drawers: they change nothing of what is thought over
NOT_YOURS = "You can ask the coach when you have a decision to make."
NOTHING_ASKED = "Ask the coach a question first."
NO_BOT = "You can't ask about the last move: it wasn't a bot's move, or you didn't see it."
AT_RANDOM = "This bot picks any legal move at random."
COVERED = "This was chosen in secret. No one else could see it at the time."
NO_EYES = "Everyone can see this screen, so the coach says nothing that could give hidden cards away."


class CoachedRoom(LookBackRoom):
    """A table where somebody plays and may ask."""

    _thought: Thought | None

    def __init__(self, desk: Any) -> None:
        super().__init__(desk)
        self._advice: tuple[Any, Data] | None = None  # what was said, and about which moment
        self._played: Session | None = None  # a game that was seen before its end
        self._reason: Data | None = None  # the last answer about a bot's move

    @property
    def pondering(self) -> bool:
        """Whether somebody waits for an answer or reads one about a bot's move: the bots wait, too."""
        return self._thought is not None or (self.why is not None and self.why is self._reason)

    def interrupted_by(self, method: str) -> None:
        """Whoever presses the same button again is waiting for its answer, and so is who looks something up."""
        if self._thought is None or method not in (self._thought.asked, *LOOKING_UP):
            super().interrupted_by(method)

    def coaching(self, scene: Any) -> Data:
        """What the coach adds to a screen with this scene."""
        ledger = self.desk.knowledge.ledger
        self._note_the_end()
        said: Data = {"card": self._current_card(scene)} if ledger.coached else {}
        if self._thought is not None:
            said |= {"coach": {"kind": "thinking", "n": 0, "text": self._thought.says}, "think": {"ms": 0}}
        elif self._advice is not None and self._advice[0] == self._moment():
            said["coach"] = self._advice[1]
        return said

    def _note_the_end(self) -> None:
        """A game that somebody has played to its end here, and not only opened at its end."""
        session = self.session
        if self.learner is None or session.at_input < session.length:
            return
        if session.outcome is None:
            self._played = session
        elif self._played is session:
            self.desk.knowledge.ledger.finished = True

    # -- questions ----------------------------------------------------------------------------------------------------

    @act()
    def coach(self) -> None:
        """What is good here?"""
        if self._thought is not None:
            return
        if not self._decides:
            raise SetupError(NOT_YOURS)
        self._advice = None
        session, seat = self.session, self.viewer
        assert seat is not None
        from tabletop_kernel.players.coach import Advice, Advisor  # here: most tables are never asked

        moves = forward(session.moves(seat))
        if len(moves) == 1:
            aim = self.game.opinions.aims(self.config, session.view(seat), seat, moves[0])
            self.say_advice([Advice(moves[0], None, aim)])
            return
        self._thought = AskedAdvice(self, Advisor(self.game, self.config, session.view(seat), moves))
        self.desk.say(self._thought.says)

    @act()
    def reason(self) -> None:
        """Why did they do that? As far as the one who asks can know."""
        if self._thought is not None:
            return
        last = self._telling_choice_of_a_bot()
        if last is None:
            raise SetupError(NO_BOT)
        number, seen = last
        mover = self.session.inputs[number].seat
        if self.seats[mover].who == "random" or self.viewer is None:
            self.say_reason(number, AT_RANDOM if self.seats[mover].who == "random" else NO_EYES)
            return
        if self._under_cover(number):
            self.say_reason(number, COVERED)
            return
        from tabletop_kernel.players.coach import Watcher

        before = self.session.branch(number)
        self._thought = AskedReason(
            self, number, Watcher(self.game, self.config, before.view(self.viewer), mover, seen)
        )
        self.desk.say(self._thought.says)

    @act()
    def think(self) -> None:
        """One more portion of thought; the page asks for it by itself."""
        thought = self._thought
        if thought is None:
            raise SetupError(NOTHING_ASKED)
        if thought.go_on():
            self._thought = None
            thought.answer()

    # -- answers ------------------------------------------------------------------------------------------------------

    def say_advice(self, found: list[Advice]) -> None:
        """Moves with their aims, and how they compare; the best first."""
        session, seat = self.session, self.viewer
        assert seat is not None
        found = worth_saying(found)
        own_name = session.game.telling.word(session.truth, "seat", seat)
        names = [capital(to_reader(session.phrase(seat, advice.move), own_name, two=False)) for advice in found]
        rows: list[Data] = []
        for number, advice in enumerate(found):
            aim, stands = aim_in_words(advice.aim), standing(found, number)
            if gains_nothing(advice.aim):  # then the comparison says what it is good for
                aim, stands = f"{stands} {aim}".strip(), ""
            move = {"do": "move", "move": list(advice.move)}
            rows.append({"text": names[number], "aim": aim, "stands": stands, "do": move})
        self._cards += 1
        note = note_on(found, len(forward(session.moves(seat))))
        self._advice = (self._moment(), {"kind": "advice", "n": self._cards, "rows": rows, "note": note})
        told = (
            f"{number}. {sentence(row['text'])} {row['aim']} {row['stands']}".strip()
            for number, row in enumerate(rows, 1)
        )
        self.desk.say(" ".join(told))

    def say_reason(self, number: int, text: str) -> None:
        """What is said of another's move: the line that the asker saw, and why."""
        session = self.session
        entry = self._decision_in_words(number)
        others = bool(session.deciders) and not self._decides  # who would go on at once
        self.why = self._reason = {
            "head": "Why did they do that?",
            "what": entry.text,
            "text": text,
            "rules": [entry.rule],
            "can": [panel.button("Continue", "go-on")] if others else [],
            "told": True,
        }
        self.desk.say(f"{entry.text} {text}")
