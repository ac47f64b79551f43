"""The coach at a table: a small card when something comes up for the first time, and answers to two questions.

What is good here, and why did they do that? Both are thought over in short portions: each message is answered at once,
and the page asks for the next portion once it has painted, so that nobody waits, and any other click ends it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any

from tabletop_kernel.bots import forward
from tabletop_kernel.chance import Chance
from tabletop_kernel.errors import SetupError
from tabletop_kernel.events import Entry
from tabletop_kernel.game import Move
from tabletop_kernel.reasons import BUT, gains_nothing, to_reader, whom_cards_mean
from tabletop_kernel.sentences import Number
from tabletop_kernel.session import Session
from tabletop_kernel.wording import listed, sentence
from widgets import panel
from widgets.log import told
from widgets.messages import act
from widgets.playback import sentences
from widgets.recap import own_turn_over, weight
from widgets.room import Room, pieces_in
from widgets.shared.chair import PERSON, Chair

if TYPE_CHECKING:
    from tabletop_kernel.coach import Advisor, Insight, Watcher

Data = dict[str, Any]

PORTION = 0.04  # seconds of thought for one message
LONGEST = 1.2  # seconds of thought for one question
LOOK_BACK = 24  # moves of others among which the last real choice is looked for
WAITING = 40  # lines that may still be explained
EVEN = 2  # of 100 games: a difference that means nothing

NOT_YOURS = "The coach answers whoever decides now."
NOTHING_ASKED = "The coach is not thinking about anything."
NO_BOT = "The last move was not a bot's, or nothing of it can be seen."
AT_RANDOM = "It plays any legal move, each as likely."
COVERED = "What it consists of was chosen under cover: when it was chosen, nobody else could see anything of it."
NO_EYES = "The coach sees what one seat sees. Everybody looks at this screen, so it says nothing about hidden cards."


class CoachedRoom(Room):
    """A table where somebody plays and may ask."""

    seats: list[Chair]
    started: bool
    _thought: Thought | None

    def __init__(self, desk: Any) -> None:
        super().__init__(desk)
        self._advice: tuple[Any, Data] | None = None  # what was said, and about which moment
        self._card: tuple[Any, Data | None] | None = None  # the card of a moment, if it has one
        self._waiting: list[Entry] = []  # what happened and was not explained yet, the newest last
        self._looked: tuple[Session | None, int | None, int] = (None, None, 0)  # how far the log was looked through
        self._played: Session | None = None  # a game that was seen before its end
        self._reason: Data | None = None  # the last answer about a bot's move
        self._told: dict[int | None, set[str]] = {}  # to whom the coach has explained what, where several people play
        self._cards = 0  # and answers: a page that has closed one knows it by its number

    def _moment(self) -> Any:
        """Where the table stands, and who looks: cards and advice are for one moment."""
        return self.session, self.session.at_input, tuple(self.session.inputs), self.viewer

    @property
    def _decides(self) -> bool:
        """Whether the one who looks is asked now."""
        session = self.session
        now = self.started and session.at_input == session.length and not session.full
        return now and self.viewer is not None and self.viewer in session.asked

    @property
    def pondering(self) -> bool:
        """Whether somebody waits for an answer or reads one about a bot's move: the bots wait, too."""
        return self._thought is not None or (self.why is not None and self.why is self._reason)

    def interrupted_by(self, method: str) -> None:
        """Whoever presses the same button again is waiting for its answer."""
        if self._thought is None or self._thought.asked != method:
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

    # -- cards --------------------------------------------------------------------------------------------------------

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
            self._waiting += told(session, self.viewer, seen) if seen < known else []
        else:
            self._waiting = []
        self._looked = (session, self.viewer, known)
        own = own_turn_over(session, self.viewer) if self._decides and self.viewer is not None else 0
        fresh = [entry for entry in self._waiting if entry.at > own or entry.at == session.length]
        passing, begun = self.desk.face.passing, max(session.turn_starts, default=-1)
        lasting = [entry for entry in fresh if entry.kind not in passing or entry.at > begun]
        self._waiting = lasting[-WAITING:]  # what came before is no longer to be seen on the table

    def _next_card(self, scene: Any) -> Data | None:
        """First the decision at hand, then what one's own move has brought about, then what else happened lately.

        A rule that belongs to a decision is told at that decision, and not after it.
        """
        session, book, told = self.session, self.session.book, self._explained
        prompt = session.game.prompt(session.config, session.view(self.viewer)) if self._decides else None
        asked = [rule for rule in (prompt.rules if prompt else ()) if rule in book and rule not in told]
        asked.sort(key=lambda rule: not book[rule].tip)
        if asked and book[asked[0]].tip:
            return self._card_of(scene, asked[0])
        decided = {rule for one in book.prompts.values() for rule in one.rules}
        open_news = [
            one for one in self._waiting if one.rule in book and one.rule not in told and one.rule not in decided
        ]
        tipped = [entry for entry in open_news if book[entry.rule].tip]
        mine = [entry for entry in tipped if entry.at == session.length and self._made_by_viewer(entry.at)]
        if mine:
            return self._card_of(scene, mine[0].rule, mine[0])
        if asked:
            return self._card_of(scene, asked[0])
        news = (tipped or open_news)[-1:]
        return self._card_of(scene, news[0].rule, news[0]) if news else None

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
        }

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
        moves = forward(session.moves(seat))
        if len(moves) == 1:
            aim = self.game.aims(self.config, session.view(seat), seat, moves[0])
            self.say_advice([(moves[0], None, aim)])
            return
        from tabletop_kernel.coach import Advisor  # here: most tables are never asked

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
        from tabletop_kernel.coach import Watcher

        before = self.session.branch(number)
        self._thought = AskedReason(
            self, number, Watcher(self.game, self.config, before.view(self.viewer), mover, seen)
        )
        self.desk.say(self._thought.says)

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
        for number in range(session.length - 1, max(-1, session.length - 1 - LOOK_BACK), -1):
            seat, move, _ = session.inputs[number]
            if self.seats[seat].who != PERSON:
                found += [number] if session.events_at(self.viewer, number + 1) else []
            elif move[0] not in self.game.carries_on:
                break
        return found

    def _decided_by(self, number: int) -> int:
        """The input with which this seat decided what another one of its inputs carries on, if that was seen."""
        session, carries_on = self.session, self.game.carries_on
        seat = session.inputs[number].seat
        before = range(number, max(-1, number - LOOK_BACK), -1)
        decisions = (
            one for one in before if session.inputs[one].seat == seat and session.inputs[one].move[0] not in carries_on
        )
        found = next(decisions, number)
        return found if session.events_at(self.viewer, found + 1) else number

    def _under_cover(self, number: int) -> bool:
        """Whether a move ends what the same seat has chosen in secret just before."""
        session = self.session
        if not number or session.inputs[number - 1].move[0] in self.game.carries_on:
            return False  # nothing is seen of it because there is nothing to see
        same = session.inputs[number - 1].seat == session.inputs[number].seat
        return same and not session.events_at(self.viewer, number)

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

    def say_advice(self, found: list[tuple[Move, int | None, str]]) -> None:
        """Moves with their chances and aims, the best first."""
        session, seat = self.session, self.viewer
        assert seat is not None
        own_name = session.game.word(session.truth, "seat", seat)
        rows = [
            {
                "text": _capital(to_reader(session.phrase(seat, move), own_name, two=False)),
                "aim": _sentence(aim),
                "wins": wins,
                "do": {"do": "move", "move": list(move)},
            }
            for move, wins, aim in found
        ]
        for number, row in enumerate(rows if len(rows) > 1 else []):
            if gains_nothing(found[number][2]):
                row["aim"] = f"{_compared(row, rows[0 if number else 1])} {row['aim']}".strip()
        self._cards += 1
        self._advice = (self._moment(), {"kind": "advice", "n": self._cards, "rows": rows, "note": _note_on(rows)})
        self.desk.say(
            " ".join(f"{number}. {sentence(str(row['text']))} {row['aim']}" for number, row in enumerate(rows, 1))
        )

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
            "can": [panel.button("Go on", "go-on")] if others else [],
            "told": True,
        }
        self.desk.say(f"{entry.text} {text}")

    def _decision_in_words(self, number: int) -> Entry:
        """The first line of a move; one about the table itself, such as whose turn it is, only if there is no other."""
        session = self.session
        lines = [entry for entry in sentences(session, self.viewer, number) if entry.at == number + 1]
        return next((entry for entry in lines if entry.kind not in self.desk.face.quiet), lines[0])

    def mover_name(self, number: int) -> str:
        return panel.seat_name(self.session, self.session.inputs[number].seat)


class Thought(ABC):
    """A question while it is thought over."""

    asked = ""  # what the page asks for with it
    says = "The coach is thinking."

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
        return self._thinker.done or self._spent > LONGEST

    @abstractmethod
    def answer(self) -> None:
        """Say what was found."""


class AskedAdvice(Thought):
    """What is good here?"""

    asked = "coach"
    _thinker: Advisor

    def answer(self) -> None:
        found = self._thinker.answer()
        self._room.say_advice([(advice.move, advice.wins, advice.aim) for advice in found])


class AskedReason(Thought):
    """Why did they do that?"""

    asked = "reason"
    says = "The coach is thinking about it."
    _thinker: Watcher

    def __init__(self, room: CoachedRoom, number: int, thinker: Watcher) -> None:
        super().__init__(room, thinker)
        self._number = number

    def answer(self) -> None:
        room = self._room
        together = room.game.together(room.config)
        said = reason_in_words(self._thinker.answer(), room.mover_name(self._number), together)
        room.say_reason(self._number, said)


# -- words -------------------------------------------------------------------------------------------------------------


def reason_in_words(found: Insight, name: str, together: bool = False) -> str:
    """An insight as sentences; a comparison where there are no better words, and never an empty phrase."""
    aim = f"{_sentence(found.aim)} {whom_cards_mean(found.aim, name)}".strip()
    if found.forced:
        return f"{aim} By what you can see, there was nothing to choose.".strip()
    other = f"with «{found.other}»" if found.other else "with another move"
    games = f"of 100 games imagined from what you could see, {'you all win' if together else f'{name} wins'} about"
    if found.wins - found.other_wins > EVEN:
        compared = f"{_capital(games)} {found.wins} after it, and {found.other_wins} {other}."
    elif found.other_wins - found.wins > EVEN:
        compared = (
            f"{_capital(games)} {found.wins} after it, and {found.other_wins} {other}: {name} may know something that "
            "you cannot see, or be wrong."
        )
    else:
        compared = f"It made no great difference: {games} {found.wins} after it, and {found.other_wins} {other}."
    return f"{aim} {compared}".strip()


def _compared(row: Data, other: Data) -> str:
    """The chances side by side, where a game has no words for what a move is good for."""
    if row["wins"] - other["wins"] > EVEN:
        return (
            f"Better than «{other['text']}»: wins about {row['wins']} of 100 imagined games, and not {other['wins']}."
        )
    return f"Wins about {row['wins']} of 100 imagined games; «{other['text']}» {other['wins']}."


def _note_on(rows: list[Data]) -> str:
    if len(rows) == 1:
        return "There is nothing to choose: this is the only move."
    close = [row for row in rows if rows[0]["wins"] - row["wins"] <= EVEN]
    if len(close) == len(rows):
        return f"By what you can see, it makes no great difference: {_in_games(rows)} of 100 imagined games are won."
    if len(close) > 1:
        return f"The first {Number(len(close)):~} are about as good as each other, by what you can see."
    return "Imagined from what you can see; dice, cards and the others may decide otherwise."


def _in_games(rows: list[Data]) -> str:
    return listed(str(row["wins"]) for row in rows)


def _sentence(text: str) -> str:
    """A reason as a sentence; one that only says what a move costs has nothing for its «but»."""
    return f"{_capital(text.removeprefix(BUT))}." if text else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _first_sentence(text: str) -> str:
    head, dot, _ = text.partition(". ")
    return head + dot.strip()


def _piece_about(scene: Any, entry: Entry | None) -> str:
    """The piece that a line of the log names, or the first that may be used now; empty: at the prompt.

    A move that names nothing is a pass, a refusal or an end: whoever is new is not shown that first.
    """
    pieces = list(pieces_in(scene))
    if entry is None:
        usable = [piece for piece in pieces if piece.get("moves")]
        return next((one["id"] for one in usable if any(len(move) > 1 for move in one["moves"])), "")
    named = [value for value in entry.data.values() if isinstance(value, str) and len(value) > 1]
    return next((piece["id"] for piece in pieces if any(_ends_with(piece["id"], name) for name in named)), "")


def _ends_with(piece: str, name: str) -> bool:
    """Whether the last part of a piece's id is this name: «hand.hearts 0 QH»."""
    return piece == name or (piece.endswith(name) and not piece[-len(name) - 1].isalnum())
