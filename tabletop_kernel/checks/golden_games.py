"""Write and check golden playthroughs: whole games as text, each move with its seat and its events.

       4. seat 3 (among 1, seen 0db2 442e 57b1 f2e9 8ab7): roll 2
          select dice=[6,4] seat=3 total=10 [setup.roll]
          order seats=[0,1,3,2] [setup.order]

An event has its kind, its facts and its rule, but not its sentence. So a playthrough shows where a changed rule changes
a game, and a better sentence changes nothing. Each move also has the number of legal moves, and a digest of each seat's
view, and last of the projector's: a game of four seats has five digests. So a missing move shows too, and so does a
secret that a seat can see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2s
from pathlib import Path
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, sees
from tabletop_kernel.contract.game import AnyGame, Move
from tabletop_kernel.table.session import Session

DIGEST_BYTES = 2  # a change that one digest misses shows at the next move
NEEDS_NO_QUOTES = re.compile(r"[\w./?@+-]+")  # texts that are written without quotation marks
FIRST_LINE = re.compile(
    r"# .*, (?P<seats>\d+) seats, seed (?P<seed>\d+)(?P<agreed>(?:, .*)?)"
)  # a title may have commas
NEXT_PAIR = re.compile(r", (?=[\w.-]+=)")  # a choice may have commas
MOVE_LINE = re.compile(r" *\d+\. seat (?P<seat>\d+) \([^)]*\): (?P<move>.*)")
Chooser = Callable[[Session], tuple[int, Move]]  # returns the next seat and its move
Watcher = Callable[[Session], None]


class GoldenPlaythrough(NamedTuple):
    """A playthrough read from its file: how its table was set up, and each move with its seat."""

    seats: int
    seed: int
    agreed: dict[str, str]  # rulings and options
    moves: list[tuple[int, str]]  # (seat, move as text)


def playthrough_text(
    game: AnyGame,
    seats: int,
    seed: int,
    agreed: dict[str, str],
    choose: Chooser,
    watch: Watcher = lambda session: None,
) -> str:
    """Play a whole game and return it as text.

    `agreed` has rulings and options by id. `watch` is called before the first move and after each move.
    """
    rulings = {key: choice for key, choice in agreed.items() if key in game.rulebook.rulings}
    options = {key: choice for key, choice in agreed.items() if key not in rulings}
    session = Session(game, seats, seed, rulings, options)
    agreed_text = "".join(f", {key}={choice}" for key, choice in agreed.items())
    lines = [f"# {game.title}, {seats} seats, seed {seed}{agreed_text}", "", *_event_lines(session)]
    with session.still():
        watch(session)
        while session.deciders:
            seat, move = choose(session)
            before = f"among {len(session.moves(seat))}, seen {_view_digests(session)}"
            session.submit(seat, move)
            lines += [f"{session.length:4}. seat {seat} ({before}): {_move_text(move)}", *_event_lines(session)]
            watch(session)
    outcome = session.outcome
    assert outcome is not None
    results = ", ".join(f"seat {seat} {result}" for seat, result in enumerate(outcome.results))
    lines += ["", f"# {results} by {outcome.rule} (seen {_view_digests(session)})"]
    return "\n".join(lines) + "\n"


def _view_digests(session: Session) -> str:
    """Return a digest of each seat's view, and last the projector's, such as “0db2 442e 57b1” for two seats."""
    views = [session.view(seat) for seat in (*range(session.config.seats), None)]
    written = [json.dumps(view, sort_keys=True).encode() for view in views]
    return " ".join(blake2s(view, digest_size=DIGEST_BYTES).hexdigest() for view in written)


def _move_text(move: Move) -> str:
    """Return a move as a playthrough writes it, such as “take Mewtopia” for ("take", "Mewtopia")."""
    return " ".join(map(str, move))


def _event_lines(session: Session) -> Iterator[str]:
    """Yield the events of the last move as lines; before the first move, those of the set-up."""
    for kind, rule, audience, data in session.last_events:
        facts = "".join(f" {name}={_fact_text(value)}" for name, value in sorted(data.items()))
        yield f"      {_audience_note(audience, session.config.seats)}{kind}{facts} [{rule}]"


def _fact_text(value: object) -> str:
    """Return a fact as plain data: JSON, but without quotation marks where it needs none."""
    if isinstance(value, str) and NEEDS_NO_QUOTES.fullmatch(value):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def _audience_note(audience: int, seats: int) -> str:
    """Return a note about the seats that see an event, such as “(only to seat 0) ”; empty if everyone sees it.

    If the projector sees the event, the note names the seats that don't: “(not to seat 1 and seat 2) ”.
    """
    if audience == EVERYONE:
        return ""
    if sees(audience, None):
        return f"(not to {_seats_text(seat for seat in range(seats) if not sees(audience, seat))}) "
    return f"(only to {_seats_text(seat for seat in range(seats) if sees(audience, seat))}) "


def _seats_text(seats: Iterable[int]) -> str:
    """Return “seat 0 and seat 2” for 0 and 2."""
    return " and ".join(f"seat {seat}" for seat in seats)


def read_golden(path: Path) -> GoldenPlaythrough:
    """Return the playthrough in a file. Raise ValueError if its first line isn't one that `playthrough_text` writes."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    start = FIRST_LINE.fullmatch(first)
    if start is None:
        raise ValueError(f"{path.name} doesn't begin with a game, its seats and its seed")
    pairs = [pair.partition("=") for pair in NEXT_PAIR.split(start["agreed"])[1:]]
    moves = [line for line in map(MOVE_LINE.fullmatch, lines) if line is not None]
    return GoldenPlaythrough(
        seats=int(start["seats"]),
        seed=int(start["seed"]),
        agreed={key: choice for key, _, choice in pairs},
        moves=[(int(line["seat"]), line["move"]) for line in moves],
    )


def replayed_text(game: AnyGame, path: Path, watch: Watcher = lambda session: None) -> str:
    """Play the playthrough in a file again, and return the text that it gives now."""
    golden = read_golden(path)
    script = iter(golden.moves)

    def choose(session: Session) -> tuple[int, Move]:
        seat, text = next(script)
        return seat, _find_move(session, seat, text)

    return playthrough_text(game, golden.seats, golden.seed, golden.agreed, choose, watch)


def _find_move(session: Session, seat: int, text: str) -> Move:
    """Return the legal move that a playthrough writes like this. Raise AssertionError if there is none."""
    for move in session.moves(seat):
        if _move_text(move) == text:
            return move
    raise AssertionError(f"move {session.length + 1}, “{text}”, is no longer possible for seat {seat}")


def check_golden(game: AnyGame, path: Path, watch: Watcher = lambda session: None) -> None:
    """Check that a playthrough still gives the same text; raise AssertionError with the first changed line."""
    lines, written = replayed_text(game, path, watch).splitlines(), path.read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(lines, written, strict=False), 1):
        assert line == expected, f"{path.name}, line {number}: now “{line}”, written “{expected}”"
    assert len(lines) == len(written), f"{path.name}: the game is longer or shorter now"
