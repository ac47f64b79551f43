"""One table: an append-only list of inputs; undo, jump, branch, save and share code, all by replay.

A session never stores a position: it stores what was agreed (game, pack, rulings, seats), the seed, and the moves with
the luck each of them met. Everything else is played again, which takes well under a millisecond for a usual game.
A save and a share code therefore hold the whole truth of the table, hidden cards included.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tabletop_kernel.chance import MAX_SEED, Chance
from tabletop_kernel.errors import PositionError, Refused, SaveError, SetupError, TabletopError, clip
from tabletop_kernel.events import Entry, Event, recorder, sees
from tabletop_kernel.game import Config, Game, Move, Outcome, Position, View
from tabletop_kernel.rulebook import Verdict

FORMAT = 1
CODE_PREFIX = "TN1."
MAX_SAVE = 2_000_000  # characters of a save; the longest real one has a few ten thousand
MAX_CODE = 200_000
MAX_INPUTS = 50_000
MAX_DEPTH = 12  # of lists in lists; a real save has six levels
MAX_PARTS = 6  # of a move
MAX_WORD = 60


class Input(NamedTuple):
    """One move as it was made, with the results of the dice and shuffles it caused."""

    seat: int
    move: Move
    results: tuple[int, ...]


class Session:
    """A table where people and bots play one game; `truth` is the whole state, never to be shown to a player."""

    def __init__(
        self,
        game: Game[Any],
        seats: int | None = None,
        seed: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        free_undo: bool = False,
    ) -> None:
        _check_game(game)
        if seed is None:
            import secrets

            seed = secrets.randbelow(1 << 48)
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise SetupError(f"A seed is a whole number from 0 to 2^63 - 1, not {clip(seed)}.")
        self._open(game, game.configure(seats, rulings, options), seed, None, free_undo)

    @classmethod
    def at(cls, game: Game[Any], position: Position, free_undo: bool = False) -> Session:
        """A table that stands as a position says: what lessons, tests and playtest groups set up."""
        _check_game(game)
        if not isinstance(position, Mapping):
            raise PositionError(f"A position is a table of plain data, not {clip(position)}.")
        start = _plain(position)
        config = game.configure(start.get("seats"), start.get("rulings"), start.get("options"))
        session = cls.__new__(cls)
        session._open(game, config, _chance(start).seed, start, free_undo)
        return session

    def _open(self, game: Game[Any], config: Config, seed: int, start: Position | None, free_undo: bool) -> None:
        self.game = game
        self.config = config
        self.seed = seed
        self.start = start
        self.free_undo = free_undo  # in a lesson everything may be taken back; at a table nothing that showed something
        self.inputs: list[Input] = []
        self._numbers: list[int] = []  # each input as its place in the list of all legal moves, for the share code
        self.at_input = 0  # how many inputs the table now shows; less than `length` while looking at the past
        self._events: list[list[Event]] = []
        self.truth: Any = None
        self.people: Mapping[int, str] = {}  # who sits where, if anybody said so: for sentences only, never saved
        self._replay(0)

    # -- playing ------------------------------------------------------------------------------------------------------

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats whose decision it is; empty when the game is over."""
        return tuple(self.game.deciders(self.truth))

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.truth)

    @property
    def length(self) -> int:
        """How many inputs the table has taken."""
        return len(self.inputs)

    @property
    def last_events(self) -> list[Event]:
        """What the last input caused, for all eyes; filter it before anybody sees it."""
        return self._events[self.at_input]

    def moves(self, seat: int) -> list[Move]:
        """Every legal move of a seat, in a fixed order."""
        self._check_seat(seat)
        if self.at_input < self.length or self.length >= MAX_INPUTS or seat not in self.game.deciders(self.truth):
            return []
        return self.game.moves(self.truth, seat)

    def judge(self, seat: int, move: Any) -> Verdict | None:
        """None if the move is allowed, else which rule refuses it and why. Never changes anything."""
        verdict = self._judge(seat, move)
        if verdict is not None:
            verdict.text = self.game.rulebook.why(verdict, self._wording())
        return verdict

    def _judge(self, seat: Any, move: Any) -> Verdict | None:
        if type(seat) is not int or not 0 <= seat < self.config.seats:
            return Verdict("table.seat", seat=clip(seat))
        problem = malformed(move)
        if problem:
            return Verdict("table.form", problem=problem)
        if self.at_input < self.length:
            return Verdict("table.past", at=self.at_input, length=self.length)
        if self.length >= MAX_INPUTS:
            return Verdict("table.long", length=self.length)
        return self.game.judge(self.truth, seat, tuple(move))

    def submit(self, seat: int, move: Any) -> list[Event]:
        """Make a move: the events it caused, or Refused. What arrives is checked as a stranger's."""
        verdict = self.judge(seat, move)
        if verdict is not None:
            raise Refused(verdict)
        move = tuple(move)
        number = self._choices().index((seat, move))
        try:
            events, results = self._apply(seat, move)
        except Exception:
            self._replay(self.length)  # a fault in a game's rules must not leave half a move behind
            raise
        self.inputs.append(Input(seat, move, results))
        self._numbers.append(number)
        self._events.append(events)
        self.at_input += 1
        return events

    def _apply(self, seat: int, move: Move) -> tuple[list[Event], tuple[int, ...]]:
        events: list[Event] = []
        results: list[int] = []
        self.truth.chance.results = results
        self.game.apply(self.truth, seat, move, recorder(events))
        self.truth.chance.results = None
        return events, tuple(results)

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat may see, as plain data; None is the projector."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self.truth, seat)

    def log(self, seat: int | None, start: int = 0) -> list[Entry]:
        """What has happened so far, as far as this seat may know, each line with its rule and a sentence.

        `start` leaves out the first lines (from the end if negative): putting them into words is what takes time.
        """
        wording = self._wording()
        tell = self.game.rulebook.tell
        return [
            Entry(at, kind, rule, tell(kind, data, wording), data)
            for at, (kind, rule, _, data) in self._seen_by(seat)[start:]
        ]

    def events(self, seat: int | None) -> list[Event]:
        """What has happened so far, as far as this seat may know, as data."""
        return [event for _, event in self._seen_by(seat)]

    def log_length(self, seat: int | None) -> int:
        """How many lines this seat's log has."""
        return len(self._seen_by(seat))

    def _seen_by(self, seat: int | None) -> list[tuple[int, Event]]:
        """The events up to now that this seat may know of, each with the number of its input."""
        if seat is not None:
            self._check_seat(seat)
        return [
            (at, event)
            for at, events in enumerate(self._events[: self.at_input + 1])
            for event in events
            if sees(event[2], seat)
        ]

    def phrase(self, seat: int, move: Move) -> str:
        """A legal move in words."""
        return self.game.phrase(self.truth, seat, move)

    def position(self) -> Position:
        """The table as it stands, written down as plain data: everything, hidden cards included."""
        written: Position = {"seats": self.config.seats}
        rulings, options = self._changed()
        if rulings:
            written["rulings"] = rulings
        if options:
            written["options"] = options
        return {**written, **self.game.write(self.truth), "chance": self.truth.chance.write()}

    def named(self, text: str) -> str:
        """A text with people's names in place of seats that the game only counts («player 2»)."""
        if not self.people or not self.game.nameless:
            return text
        counted = {self.game.word(self.truth, "seat", seat): name for seat, name in self.people.items()}
        pattern = "|".join(re.escape(word) for word in counted)
        return re.sub(
            rf"\b({pattern})\b", lambda found: counted.get(found[0].lower(), found[0]), text, flags=re.IGNORECASE
        )

    def _wording(self) -> Any:
        word = partial(self.game.word, self.truth)
        if not self.people:
            return word
        nameless = self.game.nameless
        return lambda key, value: self.named(word(key, value)) if key in nameless else word(key, value)

    def _check_seat(self, seat: Any) -> None:
        if type(seat) is not int or not 0 <= seat < self.config.seats:
            verdict = Verdict("table.seat", seat=clip(seat))
            verdict.text = self.game.rulebook.why(verdict, self._wording())
            raise Refused(verdict)

    # -- time ---------------------------------------------------------------------------------------------------------

    def goto(self, number: int) -> None:
        """Show the table as it stood after so many inputs. Nothing is lost: `goto(length)` comes back."""
        self._check_number(number)
        self._replay(number)

    def branch(self, number: int | None = None) -> Session:
        """A new table that goes on from here, or from after so many inputs; this one stays as it is."""
        number = self.at_input if number is None else number
        self._check_number(number)
        twin = Session.__new__(Session)
        twin._open(self.game, self.config, self.seed, self.start, self.free_undo)
        twin.inputs, twin._numbers = self.inputs[:number], self._numbers[:number]
        twin.people = self.people
        twin._replay(number)
        return twin

    def undo(self) -> None:
        """Take the last input back. At a table this stops at what rolled, drew or showed something."""
        if not self.inputs:
            self._refuse(Verdict("table.first"))
        if self.at_input < self.length:
            self._refuse(Verdict("table.past", at=self.at_input, length=self.length))
        if not self.free_undo and self._final(self.length):
            self._refuse(Verdict("table.undo"))
        self.inputs.pop()
        self._numbers.pop()
        self._replay(self.length)

    def _final(self, number: int) -> bool:
        """Whether the input of this number gave away something that cannot be unseen."""
        reveals = self.game.reveals
        return bool(self.inputs[number - 1].results) or any(e[0] in reveals for e in self._events[number])

    def _refuse(self, verdict: Verdict) -> None:
        verdict.text = self.game.rulebook.why(verdict, self._wording())
        raise Refused(verdict)

    def _check_number(self, number: Any) -> None:
        if type(number) is not int or not 0 <= number <= self.length:
            raise SetupError(f"This table has taken {self.length} moves; there is no moment {clip(number)}.")

    def _replay(self, number: int) -> None:
        """Build the table anew from its start and its first inputs."""
        events: list[Event] = []
        if self.start is None:
            self.truth = self.game.setup(self.config, Chance(self.seed), recorder(events))
        else:
            self.truth = self.game.read(self.config, self.start, _chance(self.start))
        kept = self._events[number + 1 :] if number < self.length else []
        self._events = [events]
        for seat, move, _ in self.inputs[:number]:
            self._events.append(self._apply(seat, move)[0])
        self._events += kept
        self.at_input = number

    # -- keeping ------------------------------------------------------------------------------------------------------

    def _changed(self) -> tuple[dict[str, str], dict[str, str]]:
        """The rulings and options that differ from their defaults."""
        plain = self.game.configure(self.config.seats)
        return (
            {key: value for key, value in self.config.rulings.items() if plain.rulings[key] != value},
            {key: value for key, value in self.config.options.items() if plain.options[key] != value},
        )

    def _header(self) -> dict[str, Any]:
        rulings, options = self._changed()
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "pack": self.game.digest,
            "seats": self.config.seats,
            "seed": self.seed,
            "rulings": rulings,
            "options": options,
            "start": self.start,
        }

    def save(self) -> str:
        """The table as readable JSON. It holds the whole truth, hidden cards included."""
        body = self._header()
        body["inputs"] = [[seat, list(move), list(results)] for seat, move, results in self.inputs]
        body["check"] = _checksum(body)
        inputs = ",\n  ".join(_dump(line) for line in body.pop("inputs"))
        head = _dump(body)[:-1]
        return f'{head},\n "inputs":[\n  {inputs}\n]}}\n'

    @classmethod
    def load(cls, text: str, game: Game[Any] | None = None) -> Session:
        """The table of a save; every move is judged and every die compared. SaveError says what is wrong."""
        if not isinstance(text, str):
            raise SaveError(f"A save is a text, not {clip(type(text).__name__)}.")
        if len(text) > MAX_SAVE:
            raise SaveError(f"This is no save of ours: {len(text):,} characters, where {MAX_SAVE:,} are the most.")
        body = _parse(text)
        session = cls._from_header(body, game)
        inputs = body.get("inputs")
        if not isinstance(inputs, list):
            raise SaveError("This save has no list of inputs.")
        if len(inputs) > MAX_INPUTS:
            raise SaveError(f"This save has {len(inputs):,} inputs, where {MAX_INPUTS:,} are the most.")
        if body.get("check") != _checksum(body):
            raise SaveError("This save was altered after it was written: its check does not fit.")
        for number, line in enumerate(inputs, 1):
            session._take(number, line)
        return session

    def _take(self, number: int, line: Any) -> None:
        """One input of a save."""
        if not (isinstance(line, list) and len(line) == 3 and isinstance(line[2], list)):
            raise SaveError(f"Input {number} of this save is not [seat, move, results].")
        seat, move, results = line
        try:
            self.submit(seat, move)
        except Refused as refusal:
            raise SaveError(f"Input {number} of this save is not possible: {refusal}") from None
        happened = list(self.inputs[-1].results)
        if happened != results:
            raise SaveError(f"Input {number} of this save: the luck was {happened}, but the save says {clip(results)}.")

    def code(self) -> str:
        """The table as a short code for a link. Like a save it holds the whole truth."""
        import base64
        import zlib

        numbers = bytearray()
        for number in self._numbers:
            _put(numbers, number)
        head = {key: value for key, value in self._header().items() if value not in ({}, None)}
        head["luck"] = zlib.crc32(_dump([i.results for i in self.inputs]).encode())
        payload = _dump(head).encode() + b"\n" + bytes(numbers)
        return CODE_PREFIX + base64.urlsafe_b64encode(zlib.compress(payload, 9)).decode().rstrip("=")

    @classmethod
    def from_code(cls, code: str, game: Game[Any] | None = None) -> Session:
        """The table of a share code; SaveError says what is wrong with it."""
        import zlib

        text, numbers = _decode(code)
        head = _parse(text)
        session = cls._from_header(head, game)
        while numbers:
            number = _get(numbers)
            choices = session._choices()
            if number >= len(choices) or session.length >= MAX_INPUTS:
                raise SaveError(f"This code does not fit: move {session.length + 1} of it does not exist.")
            session.submit(*choices[number])
        if head.get("luck") != zlib.crc32(_dump([i.results for i in session.inputs]).encode()):
            raise SaveError("This code does not fit: the dice fall differently.")
        return session

    def _choices(self) -> list[tuple[int, Move]]:
        """All moves of all deciders, in a fixed order: a move of a code is a number in this list."""
        return [(seat, move) for seat in self.deciders for move in self.moves(seat)]

    @classmethod
    def _from_header(cls, head: Mapping[str, Any], game: Game[Any] | None) -> Session:
        """The table of a save or code before its first input, once everything about it is in order."""
        if head.get("format") != FORMAT:
            raise SaveError(f"This save has the format {clip(head.get('format'))}; this program reads {FORMAT}.")
        if game is None:
            from tabletop_kernel.games import load

            try:
                game = load(head.get("game"))
            except TabletopError as error:
                raise SaveError(f"This save is of a game that is not here. {error}") from None
        _check_game(game)
        for key, here, said in (
            ("game", game.name, "is of another game"),
            ("version", game.version, "was made by another version of the rules"),
            ("pack", game.digest, "was made with another content pack"),
        ):
            if head.get(key) != here:
                raise SaveError(f"This save {said}: {clip(head.get(key))}, not '{here}'.")
        for key in ("seats", "seed"):
            if type(head.get(key)) is not int:
                raise SaveError(f"This save does not say its {key}.")
        try:
            if head.get("start") is not None:
                session = cls.at(game, head["start"])
            else:
                session = cls(game, head["seats"], head["seed"], head.get("rulings"), head.get("options"))
        except TabletopError as error:
            raise SaveError(f"This save cannot be set up. {error}") from None
        for key, value in session._header().items():
            if head.get(key, value) != value:
                raise SaveError(f"This save contradicts itself about its {key}.")
        return session

    def __repr__(self) -> str:
        return f"<Session of {self.game.title}: {self.config.seats} seats, move {self.at_input} of {self.length}>"


def _check_game(game: Any) -> None:
    if not isinstance(game, Game):
        raise SetupError(f"A table needs a game, as load() gives one, not {clip(game)}.")


def malformed(move: Any) -> str:
    """What is wrong with the form of a move that arrived from outside; empty if nothing is."""
    if not isinstance(move, (list, tuple)):
        return 'a move is a list such as ["roll", 1]'
    if not 1 <= len(move) <= MAX_PARTS:
        return f"a move has 1 to {MAX_PARTS} parts"
    if type(move[0]) is not str:
        return "a move begins with a verb"
    for part in move:
        if type(part) is int:
            if abs(part) > 1_000_000:
                return "a number in it is too large"
        elif type(part) is not str:
            return "its parts are texts and whole numbers"
        elif len(part) > MAX_WORD:
            return "a text in it is too long"
        elif not part.isprintable():
            return "a text in it cannot be printed"
    return ""


def _chance(start: Position) -> Chance:
    """The luck that a written position asks for: seed and counters, or dice written down in advance."""
    data = start.get("chance", {})
    if not isinstance(data, Mapping):
        raise PositionError(f"chance: expected a table, not {clip(data)}.")
    for key in data:
        if key not in ("seed", "counts", "script"):
            raise PositionError(f"chance: unknown field {clip(key)}; there is seed, counts, script.")
    seed, counts, script = data.get("seed", 0), data.get("counts", {}), data.get("script", {})
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise PositionError(f"chance.seed: expected a whole number from 0 to 2^63 - 1, not {clip(seed)}.")
    if not isinstance(counts, Mapping) or not all(type(n) is int and 0 <= n < 10**9 for n in counts.values()):
        raise PositionError("chance.counts: expected a whole number for each stream.")
    if not isinstance(script, Mapping) or not all(_is_script(values) for values in script.values()):
        raise PositionError("chance.script: expected a list of results from 1 to 100 for each stream.")
    return Chance(seed, counts, {stream: tuple(values) for stream, values in script.items()})


def _is_script(values: Any) -> bool:
    return isinstance(values, Sequence) and all(type(v) is int and 1 <= v <= 100 for v in values)


def _dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _plain(position: Mapping[str, Any]) -> Position:
    """A copy of a position that is nobody else's, and is plain data through and through."""
    try:
        text = _dump(dict(position))
        copy: Position = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise PositionError("A position holds plain data only: texts, numbers, lists and tables.") from None
    if len(text) > MAX_SAVE:
        raise PositionError(f"This position has {len(text):,} characters, where {MAX_SAVE:,} are the most.")
    problem = _unfit(copy)
    if problem:
        raise PositionError(f"This is no position: {problem}.")
    return copy


def _parse(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError):
        raise SaveError("This is no save of ours, or a part of it is missing: it cannot be read as JSON.") from None
    if not isinstance(body, dict):
        raise SaveError("This is no save of ours: it is not a table of plain data.")
    problem = _unfit(body)
    if problem:
        raise SaveError(f"This is no save of ours: {problem}.")
    return body


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise SaveError("This is no save of ours: a field in it is there twice.")
    return table


def _unfit(data: Any) -> str:
    """What in the data no save or position holds; empty if nothing. Layer by layer: deep data break recursion."""
    layer = [data]
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for value in layer:
            if isinstance(value, dict):
                deeper += value
                deeper += value.values()
            elif isinstance(value, list):
                deeper += value
            elif isinstance(value, str):
                if not value.isprintable():
                    return "a text in it cannot be printed"
            elif isinstance(value, (int, float)) and not abs(value) <= MAX_SEED:  # not a number is not smaller either
                return "a number in it is too large"
        if not deeper:
            return ""
        layer = deeper
    return "it is nested too deeply"


def _checksum(body: Mapping[str, Any]) -> str:
    """Of everything but itself."""
    import hashlib

    text = json.dumps({k: v for k, v in body.items() if k != "check"}, sort_keys=True)
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


def _decode(code: Any) -> tuple[str, list[int]]:
    """The two parts of a share code: its header and its numbers."""
    import base64
    import zlib

    if not isinstance(code, str) or not code.strip().startswith(CODE_PREFIX):
        raise SaveError(f"This is no code of ours: ours begin with {CODE_PREFIX}")
    if len(code) > MAX_CODE:
        raise SaveError(f"This is no code of ours: {len(code):,} characters, where {MAX_CODE:,} are the most.")
    try:
        text = code.strip()[len(CODE_PREFIX) :]
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpack = zlib.decompressobj()
        payload = unpack.decompress(packed, MAX_SAVE)
        if unpack.unconsumed_tail or unpack.unused_data or not unpack.eof:
            raise ValueError
        head, _, numbers = payload.partition(b"\n")
        return head.decode(), list(reversed(numbers))
    except (ValueError, zlib.error):
        raise SaveError("This code is damaged: a part of it is missing or was changed.") from None


def _put(numbers: bytearray, value: int) -> None:
    """Append a number, seven bits a byte."""
    while value > 127:
        numbers.append(value & 127 | 128)
        value >>= 7
    numbers.append(value)


def _get(numbers: list[int]) -> int:
    """Take a number off the end of a reversed list of bytes."""
    value = shift = 0
    while numbers:
        byte = numbers.pop()
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value
        if shift > 28:
            break
    raise SaveError("This code is damaged: it ends in the middle of a move.")
