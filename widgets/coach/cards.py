"""Cards of the coach: when something comes up for the first time, one sentence about its rule, beside its piece."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.table.session import Session
from widgets.log import told
from widgets.recap import own_turn_over
from widgets.room import Room
from widgets.rulebook import lesson_of
from widgets.scene import pieces

Data = dict[str, Any]

WAITING = 40  # lines that may still be explained


class CardRoom(Room):
    """A table where somebody plays, and perhaps does not know a rule yet."""

    started: bool

    def __init__(self, desk: Any) -> None:
        super().__init__(desk)
        self._card: tuple[Any, Data | None] | None = None  # the card of a moment, if it has one
        self._waiting: list[tuple[int, Entry]] = []  # lines of the log that were not explained yet, with their numbers
        self._looked: tuple[Session | None, int | None, int] = (None, None, 0)  # how far the log was looked through
        self._told: dict[int | None, set[str]] = {}  # to whom the coach has explained what, where several people play
        self._cards = 0  # and answers: a page that has closed one knows it by its number

    def _moment(self) -> Any:
        """Where the table stands, and who looks: cards and advice are for one moment."""
        session = self.session
        seen = tuple(self.moments.made(session.inputs, session.at_input))
        return session, session.at_input < session.length, seen, self.viewer

    @property
    def _decides(self) -> bool:
        """Whether the one who looks is asked now."""
        session = self.session
        now = self.started and session.at_input == session.length and not session.full
        return now and self.viewer is not None and self.viewer in session.asked

    def _current_card(self, scene: Any) -> Data | None:
        """At most one, for the decision at hand; it goes with the next move."""
        moment = self._moment()
        if self.session.at_input < self.session.length:
            return None
        if self._card is None or self._card[0] != moment:
            self._note_news()
            over = self.started and self.session.outcome is not None
            self._card = (moment, self._next_card(scene) if self._decides or over else None)
        return self._card[1]

    def _note_news(self) -> None:
        """Remember what has happened since the last look, in case it must be explained. At first nothing has."""
        session = self.session
        known = session.log_length(self.viewer)
        table, eyes, seen = self._looked
        if table is session and eyes == self.viewer and seen <= known:
            self._waiting += enumerate(told(session, self.viewer, seen), seen) if seen < known else []
        else:
            self._waiting = []
        self._looked = (session, self.viewer, known)
        own = own_turn_over(session, self.viewer) if self._decides and self.viewer is not None else 0
        now, begun, face = self.moments.last, max(session.turn_starts, default=-1), self.desk.face
        waiting = [  # an input has another number when something sealed before it was taken back
            (number, replace(entry, at=session.input_of(self.viewer, number))) for number, entry in self._waiting
        ]
        fresh = [line for line in waiting if line[1].at > own or line[1].at == now]
        fresh = [line for line in fresh if line[1].kind not in face.quiet]  # what goes by without a word needs none
        lasting = [line for line in fresh if line[1].kind not in face.passing or line[1].at > begun]
        self._waiting = lasting[-WAITING:]  # what came before is no longer to be seen on the table

    def _next_card(self, scene: Any) -> Data | None:
        """First the decision at hand, then what one's own move has brought about, then what else happened lately.

        A rule that belongs to a decision is told at that decision, and not after it. What speaks of a move that can't
        be made now waits until it can.
        """
        session, book, told = self.session, self.session.book, self._explained
        prompt = session.game.telling.prompt(session.config, session.view(self.viewer)) if self._decides else None
        asked = [rule for rule in (prompt.rules if prompt else ()) if rule in book and rule not in told]
        asked = [rule for rule in asked if self._fits(rule)]
        asked.sort(key=lambda rule: not book[rule].tip)
        if asked and book[asked[0]].tip:
            return self._card_of(scene, asked[0])
        decided = {rule for one in book.prompts.values() for rule in one.rules}
        open_news = [one for _, one in self._waiting if one.rule in book and one.rule not in told | decided]
        open_news = [entry for entry in open_news if self._fits(entry.rule)]
        tipped = [entry for entry in open_news if book[entry.rule].tip]
        now = self.moments.last
        mine = [entry for entry in tipped if entry.at == now and self._made_by_viewer(entry.at)]
        if mine:
            return self._card_of(scene, mine[0].rule, mine[0])
        if asked:
            return self._card_of(scene, asked[0])
        news = (tipped or open_news)[-1:]
        return self._card_of(scene, news[0].rule, news[0]) if news else None

    def _fits(self, rule: str) -> bool:
        """Whether a card about a rule helps with the decision of the one who looks."""
        session, seat = self.session, self.viewer
        moves = session.moves(seat) if seat is not None and self._decides else []
        return session.game.opinions.tip_fits(session.view(seat), moves, rule)

    @property
    def _explained(self) -> set[str]:
        """What the coach has explained to the one who looks. Several people do not hear of each other's cards."""
        if self.learner is not None:
            return self.desk.knowledge.ledger.told
        return self._told.setdefault(self.listener, set())

    @property
    def listener(self) -> int | None:
        """To whom the coach speaks, where several people play."""
        return self.viewer

    def _made_by_viewer(self, at: int) -> bool:
        return at > 0 and self.session.inputs[at - 1].seat == self.viewer

    def _card_of(self, scene: Any, rule: str, entry: Entry | None = None) -> Data:
        """One rule in one sentence, beside the piece that it is about."""
        self._explained.add(rule)
        self._cards += 1
        found = self.session.book[rule]
        return {
            "n": self._cards,
            "rule": rule,
            "title": found.title,
            "text": found.tip or _first_sentence(found.text),
            "about": entry.text if entry else "",
            "piece": _piece_about(scene, entry),
            "lesson": self._offers_lesson(rule),
        }

    def _offers_lesson(self, rule: str) -> bool:
        """Whether a lesson teaches this rule that the one person at this screen has not done."""
        step = lesson_of(self.game, rule) if self.learner is not None else ""
        return bool(step) and step not in self.desk.progress.done


def _first_sentence(text: str) -> str:
    head, dot, _ = text.partition(". ")
    return head + dot.strip()


def _piece_about(scene: Any, entry: Entry | None) -> str:
    """The piece that a line of the log names, or the first that may be used now; empty: at the prompt.

    A move that names nothing is a pass, a refusal or an end: whoever is new is not shown that first.
    """
    every = pieces(scene)
    if entry is None:
        usable = [piece for piece in every if piece.get("moves")]
        return next((one["id"] for one in usable if any(len(move) > 1 for move in one["moves"])), "")
    named = [value for value in entry.data.values() if isinstance(value, str) and len(value) > 1]
    return next((piece["id"] for piece in every if any(_ends_with(piece["id"], name) for name in named)), "")


def _ends_with(piece: str, name: str) -> bool:
    """Whether the last part of a piece's id is this name: «hand.hearts 0 QH»."""
    return piece == name or (piece.endswith(name) and not piece[-len(name) - 1].isalnum())
