"""One table: an append-only list of inputs; undo, jump, branch, save and share code, all by replay.

A session stores what was agreed (game, pack, rulings, seats), the seed, and the moves with the luck each of them met.
Everything else is played again. So that neither a jump nor a move gets slower as a game gets longer, the position after
every so many inputs is kept at hand, and so are the lines of each log; none of this is saved.
A save and a share code (`saves.py`) hold the whole truth of the table, hidden cards included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Any, NoReturn, TypeVar

from tabletop_kernel.contract.chance import MAX_SEED, Chance
from tabletop_kernel.contract.errors import PositionError, Refused, SetupError, TabletopError, clip
from tabletop_kernel.contract.events import Entry, Event, Lines, last_lines, recorder, sees
from tabletop_kernel.contract.game import TAKE_BACK, Config, Game, Move, Outcome, Position, View
from tabletop_kernel.contract.html import text_lines, titled
from tabletop_kernel.contract.positions import chance_of, check_outcome
from tabletop_kernel.contract.rulebook import Ruling
from tabletop_kernel.contract.sentences import Seat
from tabletop_kernel.contract.untrusted import MAX_INPUTS, MAX_WORK, copied, malformed
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.contract.zones import check_zones
from tabletop_kernel.players.bots import Kind, let_play, seated
from tabletop_kernel.players.certain_losses import fate
from tabletop_kernel.table import saves
from tabletop_kernel.table.pictures import drawn
from tabletop_kernel.table.saves import START, CodeWriter, Input, Mark, loaded
from tabletop_kernel.table.shown_position import ShownPosition

LAST_LINES = 8  # of the log, that a cell shows
OFFERS = 3  # moves that are named with a refusal
IMAGINED = 3  # tables at which a refused move is put into words
FATE = 2  # of the last sentences in which the end of a game is told beforehand
STRIDE = 16  # inputs from one position that is kept at hand to the next


T = TypeVar("T")


class NextSeat(int):
    """In place of a seat: the one that is next. No message and no save can hold it."""

    def __repr__(self) -> str:
        return "NEXT"


NEXT = NextSeat(-1)


class Session:
    """A table where people and bots play one game; `truth` is the whole state, never to be shown to a player.

    >>> table = Session("royal_ascension", seats=3, seed=7)
    >>> table.moves()                                     # of the seat that is next
    [('roll', 2)]
    >>> print(*table.play("roll", 2))
    Eadric rolls 1 and 3 for the order of selection: 4. (setup.roll)
    >>> table.play_on("random", moves=20)                 # bots take over for a while
    >>> table
    <Session of The Royal Ascension: 3 seats, move 21 of 21>
    """

    def __init__(
        self,
        game: Game[Any] | str,
        seats: int | None = None,
        seed: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        free_undo: bool = False,
    ) -> None:
        game = loaded(game)
        if seed is None:
            import secrets

            seed = secrets.randbelow(1 << 48)
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise SetupError(f"A seed is a whole number from 0 to 2^63 - 1, not {clip(seed)}.")
        self._open(game, game.configure(seats, rulings, options), seed, None, free_undo)

    @classmethod
    def at(cls, game: Game[Any] | str, position: Position, free_undo: bool = False) -> Session:
        """A table that stands as a position says: what lessons, tests and playtest groups set up.

        >>> table = Session.at("royal_ascension", {"seats": 3, "now": "walk", "die": 4})
        >>> table.moves()
        [('walk', 4), ('walk', 33)]
        """
        game = loaded(game)
        if not isinstance(position, Mapping):
            raise PositionError(f"A position is a table of plain data, not {clip(position)}.")
        start = copied(position)
        config = game.configure(start.get("seats"), start.get("rulings"), start.get("options"))
        session = cls.__new__(cls)
        session._open(game, config, chance_of(start).seed, start, free_undo)
        check_outcome(session.outcome, session.book.rules, config.seats)
        return session

    def _open(self, game: Game[Any], config: Config, seed: int, start: Position | None, free_undo: bool) -> None:
        self.game = game
        self.config = config
        self.book = game.book(config)  # what the rules say at this table
        rulings: list[Ruling] = list(self.book.rulings.values())
        self.house_rulings = [one for one in rulings if config.rulings[one.id] != one.default]  # read another way here
        self.seed = seed
        self.start = start
        self.free_undo = free_undo  # in a lesson everything may be taken back; at a table nothing that showed something
        self.people: Mapping[int, str] = {}  # who sits where, if anybody said so: for sentences only, never saved
        self.others: Mapping[int, Sequence[range]] = {}  # inputs at which others had a chair than now: for sentences
        self.to_all = False  # whether several people read each line: then it names everybody, and nobody is «you»
        self.inputs: list[Input] = []
        self.at_input = 0  # how many inputs the table now shows; less than `length` while looking at the past
        self.turn_starts: list[int] = []  # after which inputs a new turn began
        events: list[Event] = []
        self.truth: Any = (
            game.setup(config, Chance(seed), recorder(events))
            if start is None
            else game.read(config, start, chance_of(start))
        )
        check_zones(game, self.truth)
        self._events = [events]  # of the set-up, then of each input
        self._marks: list[Mark] = []  # one for each input
        self._kept = [self.truth.clone()]  # the positions after 0, STRIDE, 2 * STRIDE … inputs
        self._earlier = (0, self._kept[0])  # the position before the last input, and its number: most often asked for
        self._lines: dict[int | None, Lines] = {}  # the logs that were asked for
        self._code: CodeWriter | None = None
        self._known: dict[Any, Any] | None = None  # what was asked for since the table changed, see `still`

    @contextmanager
    def still(self) -> Iterator[None]:
        """While somebody is answered: what is asked for again, moves and views, is not worked out again until something
        happens at the table. Nobody changes what they get, nor the position but through this session."""
        begun = self._known is None
        if begun:
            self._known = {}
        try:
            yield
        finally:
            if begun:
                self._known = None

    def _forget(self) -> None:
        """Something has happened at the table."""
        self._known = None if self._known is None else {}

    def once(self, what: str, seat: int | None, work: Callable[[], T]) -> T:
        """A result, worked out at most once while the table stands still."""
        if self._known is None:
            return work()
        key = what, seat
        if key not in self._known:
            self._known[key] = work()
        found: T = self._known[key]
        return found

    # -- playing ------------------------------------------------------------------------------------------------------

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over."""
        return self.once("deciders", None, lambda: tuple(self.game.deciders(self.truth)))

    @property
    def asked(self) -> tuple[int, ...]:
        """The deciders for whom the table waits; the others only may do what is possible at any time."""
        return self.once("asked", None, lambda: tuple(self.game.asked(self.truth)))

    @property
    def next_up(self) -> int:
        """The seat that goes next where somebody must choose one of the deciders."""
        return self.game.next_up(self.truth)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: the rule, and who won; None as long as it goes on."""
        return self.game.outcome(self.truth)

    @property
    def length(self) -> int:
        """How many inputs the table has taken."""
        return len(self.inputs)

    @property
    def last_events(self) -> list[Event]:
        """What the last input caused, for all eyes; filter it before anybody sees it."""
        return self._events[self.at_input]

    @property
    def full(self) -> bool:
        """Whether the table takes no more moves: nobody could open its save."""
        return self.length >= MAX_INPUTS or self.mark.work >= MAX_WORK

    @property
    def mark(self) -> Mark:
        """Return what is kept beside the last input: for codes, and for the limits."""
        return self._marks[-1] if self._marks else START

    def moves(self, seat: int = NEXT) -> list[Move]:
        """Every legal move of a seat, in a fixed order; without a seat, of the one that is next."""
        seat = self._next(seat)
        return self.once("moves", seat, lambda: self._moves(seat))

    def _moves(self, seat: int) -> list[Move]:
        if self.at_input < self.length or self.full or seat not in self.deciders:
            return []
        return self.game.moves(self.truth, seat)

    def instead(self, seat: int, move: Any) -> list[Move]:
        """A few allowed moves to offer with a refusal: of the same kind where there are any, the nearest first."""
        legal = self.moves(seat)
        wanted = list(move) if isinstance(move, (list, tuple)) else []
        same = [one for one in legal if one[:1] == tuple(wanted[:1])]
        alike = sorted(same, key=lambda one: -sum(part in wanted for part in one[1:]))
        return (alike or [one for one in legal if one[0] != TAKE_BACK])[:OFFERS]

    def judge(self, seat: int, move: Any) -> Verdict | None:
        """None if the move is allowed, else which rule refuses it and why. Never changes anything.

        >>> table = Session.at("royal_ascension", {"seats": 3, "now": "walk", "die": 4})
        >>> table.judge(0, ("walk", 5)).rule
        'ruling.leave-home'
        """
        verdict = self._judge(seat, move)
        return None if verdict is None else self.worded(verdict, seat)

    def _judge(self, seat: Any, move: Any) -> Verdict | None:
        return self._judge_form(seat, move) or self.game.judge(self.truth, seat, self._read(seat, move))

    def _read(self, seat: int, move: Any) -> Move:
        """A move as the game writes it."""
        return self.game.read_move(self.truth, seat, tuple(move))

    def _judge_form(self, seat: Any, move: Any) -> Verdict | None:
        """What can be said of a move before its game is asked."""
        if type(seat) is not int or not 0 <= seat < self.config.seats:
            return Verdict("table.seat", seat=clip(seat))
        problem = malformed(move)
        if problem:
            return Verdict("table.form", problem=problem)
        if self.at_input < self.length:
            return Verdict("table.past", at=self.at_input, length=self.length)
        return Verdict("table.long", length=self.length) if self.full else None

    def play(self, *move: str | int | Move, seat: int = NEXT) -> list[Entry]:
        """Make a move, of the seat that is next if none is named: what that seat saw of it; Refused says why not.

        A move may also be given as `moves` lists it: `play("roll", 2)` and `play(("roll", 2))` are the same.

        >>> table = Session("royal_ascension", seats=3, seed=7)
        >>> table.play("take", "Mewtopia")
        Traceback (most recent call last):
        tabletop_kernel.contract.errors.Refused: The rolls for the order of selection come first: the players roll one \
after the other, and the number of dice is two. (setup.roll)
        """
        seat = self._next(seat)
        before = self.log_length(seat)
        whole = len(move) == 1 and isinstance(move[0], (tuple, list))
        self.submit(seat, move[0] if whole else move)
        return self.log(seat, before)

    def play_on(self, bots: Kind | Sequence[Kind] = "greedy", moves: int | None = None) -> None:
        """Let bots play on, one kind or one for each seat: so many moves, or to the end.

        They are named as for `simulate`; the class of a bot of your own is one, too.

        >>> table = Session("royal_ascension", seats=3, seed=7)
        >>> table.play_on("random")
        >>> table.outcome.rule
        'end.majority'
        """
        if self.at_input < self.length:
            self._refuse(Verdict("table.past", at=self.at_input, length=self.length))
        let_play(self, seated(bots, self), moves)

    def submit(self, seat: int, move: Any) -> list[Event]:
        """Make a move: the events it caused, or Refused. What arrives is checked as a stranger's."""
        verdict = self._judge_form(seat, move)
        if verdict is not None:
            self._refuse(verdict, seat)
        move, moves = self._read(seat, move), self.moves(seat)
        if move not in moves:  # that says it all, but for the reason
            verdict = self.game.judge(self.truth, seat, move)
            assert verdict is not None, f"{move} is allowed, but isn't in the list of moves"
            self._refuse(verdict, seat)
        return self.make(seat, moves, moves.index(move))

    def make(self, seat: int, moves: list[Move], number: int) -> list[Event]:
        """Make one of a seat's moves, by its number: the events it caused."""
        deciders = self.deciders
        value = number * len(deciders) + deciders.index(seat)
        turn = self.game.turns(self.truth)
        events: list[Event] = []
        earlier = (self.length, self.truth.clone())
        try:
            results = self._apply(seat, moves[number], events)
        except Exception:
            self._stand(self.length)  # a fault in a game's rules must not leave half a move behind
            raise
        self.inputs.append(Input(seat, moves[number], results))
        self._marks.append(saves.mark(self.mark, value, results, 1 + len(moves) + len(events)))
        self._events.append(events)
        self.at_input += 1
        if self.game.turns(self.truth) != turn:
            self.turn_starts.append(self.length)
        if self.length % STRIDE == 0:
            self._kept.append(self.truth.clone())
        self._earlier = earlier
        return events

    def _apply(self, seat: int, move: Move, events: list[Event]) -> tuple[int, ...]:
        """Have the game carry out a move: the luck it met."""
        self._forget()
        results: list[int] = []
        self.truth.chance.results = results
        self.game.apply(self.truth, seat, move, recorder(events))
        self.truth.chance.results = None
        return tuple(results)

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat may see, as plain data; None is the projector."""
        if seat is not None:
            self._check_seat(seat)
        return self.once("view", seat, lambda: self.game.view(self.truth, seat))

    def map(self, seat: int | None = None) -> Any:
        """Map the table as a seat sees it, or as everyone does: a networkx graph of places and steps, yours to change.

        Each place has a `pos` for drawing (`tabletop_kernel.toolkit.maps.draw`), and says what is seen there.
        """
        found = self.game.map(self.config, self.view(seat))
        if found is None:
            raise TabletopError(f"{self.game.title} has no map.")
        return found

    def log(self, seat: int | None, start: int = 0, you: bool = False) -> list[Entry]:
        """What has happened so far, as far as this seat may know, each line with its rule and a sentence.

        `start` leaves out the first lines (from the end if negative): putting them into words is what takes time.
        `you` speaks to the seat: «You draw a card», where everybody else reads who draws one.
        """
        reader = seat if you and not self.to_all else None
        wordings: dict[frozenset[int], Any] = {}

        def wording(at: int) -> Any:
            """What others have done on a chair is not told as of whoever has it now."""
            early = frozenset(one for one, theirs in self.others.items() if any(at in part for part in theirs))
            if early not in wordings:
                wordings[early] = self._wording(None if reader in early else reader, early)
            return wordings[early]

        tell = self.book.tell
        return [
            Entry(at, kind, rule, tell(kind, data, wording(at)), data)
            for at, (kind, rule, _, data) in self._lines_from(seat, start)
        ]

    def _lines_from(self, seat: int | None, start: int) -> list[tuple[int, Event]]:
        """The lines of a log from one on; a few of the last ones are found from the end, however long the game is."""
        if start < 0 and seat not in self._lines:
            if seat is not None:
                self._check_seat(seat)
            return last_lines(self._events, seat, self.at_input, -start)
        return self._seen_by(seat).part(start, self.at_input)

    def events(self, seat: int | None) -> list[Event]:
        """What has happened so far, as far as this seat may know, as data."""
        return [event for _, event in self._seen_by(seat).part(0, self.at_input)]

    def events_at(self, seat: int | None, number: int) -> list[Event]:
        """What this seat saw of one input; 0 is the set-up."""
        return [event for event in self._events[number] if sees(event[2], seat)]

    def rules_at(self, seat: int | None, number: int) -> list[str]:
        """The rules that this seat saw at work in one input."""
        return [rule for event in self.events_at(seat, number) for rule in self.game.at_work(event)]

    def log_length(self, seat: int | None, at: int | None = None) -> int:
        """How many lines this seat's log has now, or had after so many inputs."""
        return self._seen_by(seat).count(self.at_input if at is None else at)

    def input_of(self, seat: int | None, line: int) -> int:
        """The number of the input that caused a line of this seat's log; 0 is the set-up."""
        return self._seen_by(seat).part(line, self.at_input)[0][0]

    def _seen_by(self, seat: int | None) -> Lines:
        """The events that this seat may know of."""
        if seat is not None:
            self._check_seat(seat)
        lines = self._lines.setdefault(seat, Lines(seat))
        lines.go_on(self._events)
        return lines

    def phrase(self, seat: int, move: Move) -> str:
        """A legal move in words; people are called by their names while a table is set, and where a move names them."""
        said = self.game.phrase(self.truth, seat, move)
        names = move[0] in self.game.about_seats or self.game.opening(self.truth)
        return self.named(said) if self.people and names else said

    def attempted(self, seat: int, move: Move) -> str:
        """A move that is refused, in words; nothing, if it makes no sense or speaks of what this seat cannot see.

        Anybody may try anything, so it is worded at imagined tables which look the same to the seat, and never here.
        """
        view = self.view(seat)
        worlds = (self.game.imagine(self.config, view, Chance(number)) for number in range(IMAGINED))
        try:
            said = {self.game.phrase(world, seat, move) for world in worlds}
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
            return ""
        return said.pop() if len(said) == 1 else ""

    def fate(self, seat: int, move: Move) -> list[Entry]:
        """How a seat would surely lose its game by a move that it may make, as its log would say; none if not."""
        found = fate(self.game, self.config, self.view(seat), self.moves(seat), move)
        wording = self._wording(None if self.to_all else seat)
        told = found[-FATE:] if found else []
        tell = self.book.tell
        return [Entry(self.length + 1, kind, rule, tell(kind, data, wording), data) for kind, rule, _, data in told]

    def wasted(self, seat: int, move: Move) -> Verdict | None:
        """Why a move that a seat may make would surely use something up for nothing; None if it may serve."""
        found = self.game.wasted(self.config, self.view(seat), seat, move)
        return None if found is None else self.worded(found, seat)

    def position(self) -> Position:
        """The table as it stands, written down as plain data: everything, hidden cards included.

        >>> table = Session("royal_ascension", seats=3, seed=7)
        >>> Session.at("royal_ascension", {**table.position(), "turn": 2}).moves() == table.moves()
        True
        """
        written: Position = {"seats": self.config.seats}
        rulings, options = self.game.changed(self.config)
        if rulings:
            written["rulings"] = rulings
        if options:
            written["options"] = options
        position = ShownPosition({**written, **self.game.write(self.truth), "chance": self.truth.chance.write()})
        position.game = self.game
        return position

    def named(self, text: str, but: Collection[int] = ()) -> str:
        """A text with people's names in place of seats that the game only counts («player 2»), or calls by a piece;
        `but` are seats that stay as they are."""
        people = {seat: name for seat, name in self.people.items() if seat not in but}
        if not people or not self.game.nameless:
            return text
        keys = [key for key in ("seat", "player") if key in self.game.nameless]
        called = {self.game.word(self.truth, key, seat).lower(): name for seat, name in people.items() for key in keys}
        pattern = "|".join(re.escape(word) for word in called)
        named = re.sub(
            rf"\b({pattern})\b", lambda found: called.get(found[0].lower(), found[0]), text, flags=re.IGNORECASE
        )
        return Seat(named, text.you) if isinstance(text, Seat) else named

    def _wording(self, you: int | None = None, but: Collection[int] = ()) -> Any:
        """Facts in words, to the seat that reads them or, with None, to everybody; `but` are seats without names."""
        word = partial(self.game.word, self.truth, you=you)
        if not self.people:
            return word
        nameless = self.game.nameless
        return lambda key, value: self.named(word(key, value), but) if key in nameless else word(key, value)

    def _next(self, seat: int) -> int:
        """The seat that is meant: one that is named, or the one that is next; at the end any will do."""
        if seat is NEXT:
            return self.next_up if self.asked else 0
        self._check_seat(seat)
        return seat

    def _check_seat(self, seat: Any) -> None:
        if type(seat) is not int or not 0 <= seat < self.config.seats:
            self._refuse(Verdict("table.seat", seat=clip(seat)))

    def worded(self, verdict: Verdict, seat: int | None = None) -> Verdict:
        """A verdict with its sentence, for the seat that tried."""
        verdict.text = self.book.why(verdict, self._wording(seat))
        return verdict

    def _refuse(self, verdict: Verdict, seat: int | None = None) -> NoReturn:
        """Refuse, in words for the seat that tried."""
        raise Refused(self.worded(verdict, seat))

    # -- time ---------------------------------------------------------------------------------------------------------

    def goto(self, number: int) -> None:
        """Show the table as it stood after so many inputs. Nothing is lost: `goto(length)` comes back."""
        self._check_number(number)
        self._stand(number)

    def branch(self, number: int | None = None) -> Session:
        """A new table that goes on from here, or from after so many inputs; this one stays as it is."""
        number = self.at_input if number is None else number
        self._check_number(number)
        twin = copy(self)
        twin.inputs, twin._marks = self.inputs[:number], self._marks[:number]
        twin._events, twin._kept = self._events[: number + 1], self._kept[: number // STRIDE + 1]
        twin._known = None
        twin._forget_after(number)
        twin.turn_starts = [start for start in self.turn_starts if start <= number]
        twin._lines, twin._code = {}, None
        twin._stand(number)
        return twin

    def undo(self) -> None:
        """Take the last input back. At a table this stops at what rolled, drew or showed something."""
        if not self.inputs:
            self._refuse(Verdict("table.first"))
        if self.at_input < self.length:
            self._refuse(Verdict("table.past", at=self.at_input, length=self.length))
        if not self.free_undo and self._final(self.length):
            by_luck = bool(self.inputs[-1].results)
            self._refuse(
                Verdict("table.undo", what="rolled or drew something" if by_luck else "revealed something hidden")
            )
        self.cut(self.length - 1)

    def cut(self, number: int) -> None:
        """Take back all that came after so many inputs, whatever it gave away: whoever saw it has agreed."""
        self._check_number(number)
        del self.inputs[number:], self._marks[number:], self._events[number + 1 :]
        del self._kept[number // STRIDE + 1 :]
        self._forget_after(number)
        self.turn_starts = [start for start in self.turn_starts if start <= number]
        for lines in self._lines.values():
            lines.cut(number)
        self._code = None
        self._stand(number)

    def _forget_after(self, number: int) -> None:
        """What is at hand of a game that goes on another way after so many inputs is of no use any more."""
        if self._earlier[0] > number:
            self._earlier = (0, self._kept[0])

    def _final(self, number: int) -> bool:
        """Whether the input of this number gave away something that cannot be unseen."""
        reveals = self.game.reveals
        return bool(self.inputs[number - 1].results) or any(e[0] in reveals for e in self._events[number])

    def _check_number(self, number: Any) -> None:
        if type(number) is not int or not 0 <= number <= self.length:
            raise SetupError(f"This table has taken {self.length} moves, so there is no moment {clip(number)}.")

    def _stand(self, number: int) -> None:
        """Let the table stand as it did after so many inputs, played on from the last position at hand before it."""
        near, position = number // STRIDE * STRIDE, self._kept[number // STRIDE]
        if near < self._earlier[0] <= number:
            near, position = self._earlier
        self.truth = position.clone()
        self._forget()
        for seat, move, _ in self.inputs[near:number]:
            self.game.apply(self.truth, seat, move)
        self.at_input = number

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The table as readable JSON. It holds the whole truth, hidden cards included."""
        return saves.save(self)

    @classmethod
    def load(cls, text: str, game: Game[Any] | None = None) -> Session:
        """The table of a save; every move is judged and every die compared. SaveError says what is wrong."""
        return saves.load(cls, text, game)

    def code(self) -> str:
        """The table as a short code for a link. Like a save it holds the whole truth."""
        if self._code is None:
            self._code = CodeWriter(self)
        return self._code.write(self._marks)

    @classmethod
    def from_code(cls, code: str, game: Game[Any] | None = None) -> Session:
        """The table of a share code; SaveError says what is wrong with it."""
        return saves.from_code(cls, code, game)

    def __repr__(self) -> str:
        return f"<Session of {self.game.title}: {self.config.seats} seats, move {self.at_input} of {self.length}>"

    def _repr_html_(self) -> str:
        """A table as everybody may see it: its picture if somebody draws one, else text; and the end of its log."""
        return titled(
            f"{self.game.title}: {self.config.seats} seats, move {self.at_input} of {self.length}",
            drawn(self) or text_lines(self.game.portray(self.config, self.view(None))),
            text_lines(str(line) for line in self.log(None, -LAST_LINES)),
        )
