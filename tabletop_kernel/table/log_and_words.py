"""A table in words: the log as each seat may read it, and moves, refusals and names as sentences."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import Refused, clip
from tabletop_kernel.contract.events import Entry, Event, SeatLog, last_log_lines, sees
from tabletop_kernel.contract.game import AnyGame, Config, Move, View
from tabletop_kernel.contract.rulebook import Rulebook, Wording
from tabletop_kernel.contract.sentences import Seat
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.players.certain_losses import certain_loss_events

IMAGINED_TABLES = 3  # imagined tables used to put a refused move into words
MOST_FATE_LINES = 2  # last log lines that tell a player how a move would lose


class TableInWords(ABC):
    """The part of a table that people read. `Session` adds the moves, and the way back to earlier moments."""

    game: AnyGame
    config: Config
    book: Rulebook  # the rulebook as this table plays it
    truth: Any  # the whole state, in the type of its own game; never show it to a player
    at_input: int  # how many inputs the table shows
    people: Mapping[int, str]  # names by seat, if known: only for sentences, never saved
    others: Mapping[int, Sequence[range]]  # seat -> inputs made by an earlier player: only for sentences
    to_all: bool  # whether several people read each line: then nobody is “you”
    _events: list[list[Event]]  # of the set-up, then of each input
    _logs: dict[int | None, SeatLog]  # logs by seat, filled on demand

    @property
    @abstractmethod
    def length(self) -> int: ...

    @abstractmethod
    def moves(self, seat: int) -> list[Move]: ...

    @abstractmethod
    def view(self, seat: int | None) -> View: ...

    # -- the log ------------------------------------------------------------------------------------------------------

    def log(self, seat: int | None, start: int = 0, you: bool = False) -> list[Entry]:
        """Return the log as far as this seat may know it, each line with its rule and a sentence.

        `start` skips lines (negative: counts from the end); putting lines into words is the slow part. With `you`,
        lines call the seat “you”: “You draw a card”.
        """
        tell = self._entry_writer(seat if you and not self.to_all else None)
        return [tell(at, event) for at, event in self._log_lines(seat, start)]

    def logs(self) -> list[list[Entry]]:
        """Return the log of each seat, and first the projector's. What several may know is put into words once."""
        tell, entries = self._entry_writer(None), dict[int, Entry]()

        def once(at: int, event: Event) -> Entry:
            if id(event) not in entries:
                entries[id(event)] = tell(at, event)
            return entries[id(event)]

        viewers = (None, *range(self.config.seats))
        return [[once(at, event) for at, event in self._log_lines(viewer, 0)] for viewer in viewers]

    def _entry_writer(self, reader: int | None) -> Callable[[int, Event], Entry]:
        """Return a function that puts the event of an input into words, for a seat that is “you”, or for all."""
        wordings: dict[frozenset[int], Wording] = {}

        def wording(at: int) -> Wording:
            """Return the words for one input, so that a seat's earlier player isn't confused with the present one."""
            early = frozenset(one for one, theirs in self.others.items() if any(at in part for part in theirs))
            if early not in wordings:
                wordings[early] = self._wording(None if reader in early else reader, early)
            return wordings[early]

        def tell(at: int, event: Event) -> Entry:
            kind, rule, _, data = event
            return Entry(at, kind, rule, self.book.tell(kind, data, wording(at)), data)

        return tell

    def _log_lines(self, seat: int | None, start: int) -> list[tuple[int, Event]]:
        """Return the log lines from `start` on. A few last lines are quick to find, however long the game is."""
        if start < 0 and seat not in self._logs:
            if seat is not None:
                self._check_seat(seat)
            return last_log_lines(self._events, seat, self.at_input, -start)
        return self._log_of(seat).part(start, self.at_input)

    def events(self, seat: int | None) -> list[Event]:
        """Return all events so far that this seat may know."""
        return [event for _, event in self._log_of(seat).part(0, self.at_input)]

    def events_at(self, seat: int | None, number: int) -> list[Event]:
        """Return the events of one input that this seat saw; 0 is the set-up."""
        return [event for event in self._events[number] if sees(event[2], seat)]

    def rules_at(self, seat: int | None, number: int) -> list[str]:
        """Return the rules that this seat saw in action during one input."""
        return [rule for event in self.events_at(seat, number) for rule in self.game.teaching.rules_for_event(event)]

    def log_length(self, seat: int | None, at: int | None = None) -> int:
        """Return how many lines this seat's log has now, or had after `at` inputs."""
        return self._log_of(seat).count(self.at_input if at is None else at)

    def input_of(self, seat: int | None, line: int) -> int:
        """Return the number of the input that caused a line of this seat's log; 0 is the set-up."""
        return self._log_of(seat).part(line, self.at_input)[0][0]

    def _log_of(self, seat: int | None) -> SeatLog:
        """Return the events that this seat may know."""
        if seat is not None:
            self._check_seat(seat)
        lines = self._logs.setdefault(seat, SeatLog(seat))
        lines.go_on(self._events)
        return lines

    # -- moves in words -----------------------------------------------------------------------------------------------

    def phrase(self, seat: int, move: Move) -> str:
        """Return a legal move in words, with people's names during the set-up and for moves that name a player."""
        words = self.game.telling.phrase(self.truth, seat, move)
        has_names = move[0] in self.game.telling.about_seats or self.game.pace.is_opening(self.truth)
        return self.named(words) if self.people and has_names else words

    def attempted(self, seat: int, move: Move) -> str:
        """Return a refused move in words; empty if it makes no sense or mentions what this seat can't see.

        Anyone may try anything, so the words come from imagined tables that look the same to the seat, never from this
        one.
        """
        view = self.view(seat)
        tables = (self.game.imagine(self.config, view, Chance(number)) for number in range(IMAGINED_TABLES))
        try:
            wordings = {self.game.telling.phrase(world, seat, move) for world in tables}
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
            return ""
        return wordings.pop() if len(wordings) == 1 else ""

    def fate(self, seat: int, move: Move) -> list[Entry]:
        """Return log lines that show how this move would surely lose the game for its seat; empty if it wouldn't."""
        events = certain_loss_events(self.game, self.config, self.view(seat), self.moves(seat), move)
        wording = self._wording(None if self.to_all else seat)
        last_events = events[-MOST_FATE_LINES:] if events else []
        tell = self.book.tell
        return [
            Entry(self.length + 1, kind, rule, tell(kind, data, wording), data) for kind, rule, _, data in last_events
        ]

    def wasted(self, seat: int, move: Move) -> Verdict | None:
        """Return why a legal move would surely waste something, or None if it may be useful."""
        verdict = self.game.opinions.why_wasteful(self.config, self.view(seat), seat, move)
        return None if verdict is None else self.worded(verdict, seat)

    # -- names and refusals -------------------------------------------------------------------------------------------

    def named(self, text: str, but: Collection[int] = ()) -> str:
        """Return a text with people's names in place of the game's words for their seats, such as “player 2”.

        Seats in `but` keep the game's words.
        """
        people = {seat: name for seat, name in self.people.items() if seat not in but}
        if not people or not self.game.telling.nameless:
            return text
        keys = [key for key in ("seat", "player") if key in self.game.telling.nameless]
        name_of_word = {
            self.game.telling.word(self.truth, key, seat).lower(): name for seat, name in people.items() for key in keys
        }
        pattern = "|".join(re.escape(word) for word in name_of_word)
        text_with_names = re.sub(
            rf"\b({pattern})\b", lambda match: name_of_word.get(match[0].lower(), match[0]), text, flags=re.IGNORECASE
        )
        return Seat(text_with_names, text.you) if isinstance(text, Seat) else text_with_names

    def _wording(self, you: int | None = None, but: Collection[int] = ()) -> Wording:
        """Return a function that words facts for the seat `you`, or for everyone if None.

        Seats in `but` don't get people's names.
        """
        word = partial(self.game.telling.word, self.truth, you=you)
        if not self.people:
            return word
        nameless = self.game.telling.nameless
        return lambda key, value: self.named(word(key, value), but) if key in nameless else word(key, value)

    def worded(self, verdict: Verdict, seat: int | None = None) -> Verdict:
        """Return a verdict with its sentence, worded for the seat that tried."""
        verdict.text = self.book.why(verdict, self._wording(seat))
        return verdict

    def _check_seat(self, seat: object) -> None:
        """Raise Refused if this isn't a seat of this table."""
        if type(seat) is not int or not 0 <= seat < self.config.seats:
            self._raise_refused(Verdict("table.seat", seat=clip(seat)))

    def _raise_refused(self, verdict: Verdict, seat: int | None = None) -> NoReturn:
        """Raise Refused, worded for the seat that tried."""
        raise Refused(self.worded(verdict, seat))
