"""Saves and share codes: write a table down, and open those of strangers.

Both hold the agreement (game, pack, rulings, seats), the seed or the starting position, and the moves. A save
is readable JSON with the luck that each move met. A code is a packed save for a link:

    TN2.  a line of JSON, then each move as a number, then a four-byte check of all the luck

A move's number is its place among the mover's own moves; if several seats decide at the same time, multiply by their
number and add the mover's place among them. In older codes (TN1.) it is the place among all their moves,
and the check of the luck is in the line of JSON.

Opening one replays everything, so its unpacked size and the work to replay it are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self, TypeVar
from zlib import crc32

from tabletop_kernel.content.changes import with_change
from tabletop_kernel.content.game_loading import find_by_digest
from tabletop_kernel.content.game_loading import load as load_game
from tabletop_kernel.contract.errors import Refused, SaveError, SetupError, TabletopError, clip
from tabletop_kernel.contract.game import AnyGame, Config, Game, Move, Position
from tabletop_kernel.contract.untrusted import HEAD_LIMIT, MAX_INPUTS, MAX_WORK, SAVE_LIMIT, dump, parse_save

FORMAT = 1
CODE_PREFIX = "TN2."
OLD_PREFIX = "TN1."
CODE_PREFIXES = (CODE_PREFIX, OLD_PREFIX)
MAX_CODE = 100_000  # characters; a very long game has 1,300
MAX_SAVE = SAVE_LIMIT.characters
LUCK_BYTES = 4  # bytes
Head = Mapping[str, Any]  # what a save or code says before its inputs, as it was read: checked entry by entry


class Mark(NamedTuple):
    """Running totals after an input, for codes and limits, so that nothing is counted twice."""

    written: bytes  # the input as written in a code
    luck: int  # a checksum of all results so far
    work: int  # of all inputs so far


START = Mark(b"", 0, 0)


class Input(NamedTuple):
    """One move as it was made, with the results of its dice and shuffles."""

    seat: int
    move: Move
    results: tuple[int, ...]


class Table(Protocol):
    """The part of a table that saves need: its agreement, its inputs, and a way to make them again."""

    game: AnyGame
    config: Config
    seed: int
    start: Position | None
    inputs: list[Input]

    def __init__(
        self,
        game: AnyGame | str,
        seats: int | None = None,
        seed: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None: ...

    @classmethod
    def at(cls, game: AnyGame | str, position: Position) -> Self: ...

    @property
    def length(self) -> int: ...

    @property
    def deciders(self) -> tuple[int, ...]: ...

    @property
    def mark(self) -> Mark: ...

    def moves(self, seat: int) -> list[Move]: ...

    def submit(self, seat: int, move: object) -> object: ...

    def make(self, seat: int, moves: list[Move], number: int) -> object: ...


T = TypeVar("T", bound=Table)


# -- what both begin with ---------------------------------------------------------------------------------------------


def check_game(game: object) -> None:
    """Raise SetupError if this isn't a loaded game."""
    if not isinstance(game, Game):
        raise SetupError(f"A table needs a game that load() returned, not {clip(game)}.")


def load_if_named(game: AnyGame | str) -> AnyGame:
    """Return a game, loaded by name if necessary. Raise SetupError if it is neither."""
    if isinstance(game, str):
        return load_game(game)
    check_game(game)
    return game


def save_header(session: Table) -> dict[str, object]:
    """Return the agreement, and how the table began."""
    rulings, options = session.game.agreement.changed(session.config)
    return {
        "format": FORMAT,
        "game": session.game.name,
        "version": session.game.version,
        **_pack_entries(session.game),
        "seats": session.config.seats,
        "seed": session.seed,
        "rulings": rulings,
        "options": options,
        "start": session.start,
    }


def _pack_entries(game: AnyGame) -> dict[str, object]:
    """Return the entries that identify a table's cards: its pack, and the changes made to it at the table."""
    base = game.edition.unchanged or game
    named = {"pack_name": base.edition.pack} if base.edition.pack != "house" else {}
    carried = {"upon": base.edition.digest, "change": game.edition.change} if game.edition.change else {}
    return {"pack": game.edition.digest, **named, **carried}


def _open_table(kind: type[T], head: Head, game: AnyGame | None) -> T:
    """Return the table of a save or code before its first input. Raise SaveError if its header is wrong."""
    if head.get("format") != FORMAT:
        raise SaveError(f"This save has the format {clip(head.get('format'))}; this program reads {FORMAT}.")
    game = _find_game(head, game)
    for key in ("seats", "seed"):
        if type(head.get(key)) is not int:
            raise SaveError(f"This save doesn't name its {key}.")
    try:
        if head.get("start") is not None:
            session = kind.at(game, head["start"])
        else:
            session = kind(game, head["seats"], head["seed"], head.get("rulings"), head.get("options"))
    except TabletopError as error:
        raise SaveError(f"We can't set up this save. {error}") from None
    for key, value in save_header(session).items():
        if head.get(key, value) != value and key != "pack_name":  # someone may have renamed the folder
            raise SaveError(f"This save contradicts itself about its {key}.")
    return session


def _find_game(head: Head, game: AnyGame | None) -> AnyGame:
    """Return the save's game: the one given, or one found by name and pack. Raise SaveError if it doesn't match."""
    if game is None:
        name = head.get("game")
        try:
            game = find_by_digest(name, head.get("upon", head.get("pack")), head.get("pack_name")) or load_game(name)
        except TabletopError as error:
            raise SaveError(f"We don't have this save's game. {error}") from None
    check_game(game)
    for key, expected, difference in (
        ("game", game.name, "is from another game"),
        ("version", game.version, "was made with another version of the rules"),
    ):
        if head.get(key) != expected:
            raise SaveError(f"This save {difference}: {clip(head.get(key))}, not '{expected}'.")
    base = game.edition.unchanged or game
    if "change" in head and head.get("upon") == base.edition.digest:
        return _apply_change(head, base)
    if head.get("pack") == base.edition.digest and "change" not in head:
        return base
    if head.get("pack") != game.edition.digest:
        raise _other_pack_error(head, game)
    return game


def _apply_change(head: Head, base: AnyGame) -> AnyGame:
    """Return the game with the save's changed cards. Raise SaveError if they are faulty or were edited."""
    try:
        game = with_change(base, head["change"])
    except TabletopError as error:
        raise SaveError(f"We can't use the changed cards in this save. {error}") from None
    if head.get("pack") != game.edition.digest:
        raise SaveError("This save's changed cards were edited after you saved: the checksum doesn't match.")
    return game


def _other_pack_error(head: Head, game: AnyGame) -> SaveError:
    """Return the error that names the pack a save needs."""
    key = "upon" if "change" in head else "pack"
    needed = " ".join(clip(head[key]) for key in ("pack_name", key) if key in head)
    changes = " with some cards changed" if "change" in head else ""
    own = (game.edition.unchanged or game).edition
    return SaveError(
        f"This save was made with another content pack: {needed}{changes}, not '{own.pack}' '{own.digest}'. "
        "To open it, give the folder of that pack (`--pack FOLDER`, or `pack=` in Python)."
    )


# -- saves ------------------------------------------------------------------------------------------------------------


def save(session: Table) -> str:
    """Return the table as readable JSON."""
    head = save_header(session)
    inputs = [[seat, list(move), list(results)] for seat, move, results in session.inputs]
    head["check"] = _checksum({**head, "inputs": inputs})
    lines = ",\n  ".join(map(dump, inputs))
    return f'{dump(head)[:-1]},\n "inputs":[\n  {lines}\n]}}\n'


def load(kind: type[T], text: object, game: AnyGame | None) -> T:
    """Return the table from a save. Judge every move, compare every die; raise SaveError for a fault."""
    if not isinstance(text, str):
        raise SaveError(f"A save is text, not {clip(type(text).__name__)}.")
    if text.endswith(".json") and "{" not in text:
        raise SaveError("Give the file's content, not its name: Session.load(Path(…).read_text()).")
    body = parse_save(text, SAVE_LIMIT)
    session = _open_table(kind, body, game)
    inputs = body.get("inputs")
    if not isinstance(inputs, list):
        raise SaveError("This save has no list of inputs.")
    _check_length(len(inputs))
    if body.get("check") != _checksum(body):
        raise SaveError("This save was changed after it was made: its checksum doesn't match.")
    for number, line in enumerate(inputs, 1):
        _make_saved_input(session, number, line)
    return session


def _check_length(inputs: int) -> None:
    """Raise SaveError if a table has too many inputs."""
    if inputs > MAX_INPUTS:
        raise SaveError(f"This table has {inputs:,} moves, but the limit is {MAX_INPUTS:,}.")


def _make_saved_input(session: Table, number: int, line: object) -> None:
    """Make one input of a save. Raise SaveError if it isn't allowed or the luck differs."""
    if not (isinstance(line, list) and len(line) == 3 and isinstance(line[2], list)):
        raise SaveError(f"Input {number} of this save is not [seat, move, results].")
    seat, move, results = line
    try:
        session.submit(seat, move)
    except Refused as refusal:
        raise SaveError(f"Input {number} of this save isn't allowed: {refusal}") from None
    happened = list(session.inputs[-1].results)
    if happened != results:
        raise SaveError(
            f"Input {number} of this save: the rolls and draws were {happened}, but the save says {clip(results)}."
        )


def _checksum(body: Mapping[str, object]) -> str:
    """Return the checksum of everything but the checksum itself."""
    import hashlib
    import json

    text = json.dumps({k: v for k, v in body.items() if k != "check"}, sort_keys=True)
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


# -- writing a code ---------------------------------------------------------------------------------------------------


def next_mark(before: Mark, value: int, results: tuple[int, ...], work: int) -> Mark:
    """Return the mark after the next input."""
    return Mark(_in_seven_bits(value), crc32(repr(results).encode(), before.luck), before.work + work)


class CodeWriter:
    """A share code that grows with its table, without repacking earlier inputs."""

    def __init__(self, session: Table) -> None:
        import zlib

        head = {key: value for key, value in save_header(session).items() if value not in ({}, None)}
        self._squeeze = zlib.compressobj(9)
        self._packed = self._squeeze.compress(dump(head).encode() + b"\n")
        self._inputs = 0

    def write(self, marks: Sequence[Mark]) -> str:
        """Return the code after these inputs; they must begin with those of the last call."""
        import base64

        self._packed += self._squeeze.compress(b"".join(mark.written for mark in marks[self._inputs :]))
        self._inputs = len(marks)
        luck = (marks[-1] if marks else START).luck
        end = self._squeeze.copy()
        packed = self._packed + end.compress(luck.to_bytes(LUCK_BYTES, "big")) + end.flush()
        return CODE_PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _in_seven_bits(value: int) -> bytes:
    """Return a number as bytes of seven bits, lowest first; only the last byte is below 128."""
    if value < 128:
        return bytes((value,))
    return bytes((value & 127 | 128,)) + _in_seven_bits(value >> 7)


# -- reading a code ---------------------------------------------------------------------------------------------------


def from_code(kind: type[T], code: str, game: AnyGame | None) -> T:
    """Return the table from a share code. Raise SaveError if something is wrong."""
    payload = _unpack(code)
    line, _, rest = payload.partition(b"\n")
    try:
        head = parse_save(line.decode(), HEAD_LIMIT)
    except UnicodeDecodeError:
        raise _damaged_error() from None
    session = _open_table(kind, head, game)
    if code.strip().startswith(OLD_PREFIX):
        # old codes list the moves of every seat, so they cost more work per input
        _make_coded_moves(session, rest, _chosen_move_in_old_code, MAX_WORK // session.config.seats)
        luck_matches = crc32(dump([done.results for done in session.inputs]).encode()) == head.get("luck")
    else:
        _make_coded_moves(session, rest[:-LUCK_BYTES], _chosen_move, MAX_WORK)
        luck_matches = session.mark.luck.to_bytes(LUCK_BYTES, "big") == rest[-LUCK_BYTES:]
    if not luck_matches:
        raise SaveError("This code doesn't match: the dice would fall differently.")
    return session


def _unpack(code: object) -> bytes:
    """Return the unpacked bytes of a code. Raise SaveError if it is damaged or larger than a code of ours can be."""
    import base64
    import zlib

    if isinstance(code, str) and len(code) > MAX_CODE:
        raise SaveError(f"We don't recognise this code: {len(code):,} characters, but the limit is {MAX_CODE:,}.")
    if not isinstance(code, str) or not code.strip().startswith(CODE_PREFIXES):
        raise SaveError(f"We don't recognise this code. Our codes begin with {CODE_PREFIX}")
    limit = HEAD_LIMIT.characters + 2 * MAX_INPUTS
    try:
        text = code.strip()[len(CODE_PREFIX) :]
        if "=" in text:  # ours have no padding, and some extra padding would pass unnoticed
            raise _damaged_error()
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpack = zlib.decompressobj()
        payload = unpack.decompress(packed, limit)
    except (ValueError, zlib.error):
        raise _damaged_error() from None
    if unpack.unconsumed_tail:
        raise SaveError(f"We don't recognise this code: unpacked, it has more than {limit:,} characters.")
    if unpack.unused_data or not unpack.eof:
        raise _damaged_error()
    return payload


def _damaged_error() -> SaveError:
    return SaveError("This code is damaged: some of it is missing or changed.")


ChosenMove = tuple[int, list[Move], int]  # the mover, the mover's moves, and the place of the chosen move


def _make_coded_moves(
    session: Table, written: bytes, chosen: Callable[[Table, int], ChosenMove], most_work: int
) -> None:
    """Make the moves of a code. Raise SaveError if one doesn't exist or the work is too much."""
    _check_length(sum(byte < 128 for byte in written))
    for value in _read_numbers(written):
        if session.mark.work >= most_work:
            raise SaveError(f"This code is too long: we can replay only {session.length:,} of its moves.")
        seat, moves, number = chosen(session, value)
        if number >= len(moves):
            raise SaveError(f"This code doesn't match: move {session.length + 1} doesn't exist.")
        session.make(seat, moves, number)


def _chosen_move(session: Table, value: int) -> ChosenMove:
    deciders = session.deciders
    if not deciders:
        return 0, [], 0
    number, place = divmod(value, len(deciders))
    return deciders[place], session.moves(deciders[place]), number


def _chosen_move_in_old_code(session: Table, value: int) -> ChosenMove:
    for seat in session.deciders:
        moves = session.moves(seat)
        if value < len(moves):
            return seat, moves, value
        value -= len(moves)
    return 0, [], 0


def _read_numbers(written: bytes) -> list[int]:
    """Return the numbers that `_in_seven_bits` wrote. Raise SaveError if the last one is incomplete."""
    values = []
    value = shift = 0
    for byte in written:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            values.append(value)
            value = shift = 0
        elif shift > 28:
            break
    if shift:
        raise SaveError("This code is damaged: it ends in the middle of a move.")
    return values
