"""Write and check golden playthroughs: whole games as text, each move with its seat and its events.

    12. seat 0 (among 5, seen 3000 f5d2): roll 2
          select dice=[6,6] seat=0 total=12 [setup.roll]

An event has its kind, its facts and its rule, but not its sentence. So a playthrough shows where a changed rule changes
a game, and a better sentence changes nothing. Each move also has the number of legal moves, and a digest of each seat's
view, the projector's last. So a missing move shows too, and so does a secret that a seat can see.
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

DIGEST = 2  # bytes; a change that one digest misses shows at the next move
PLAIN = re.compile(r"[\w./?@+-]+")  # texts that need no quotation marks
Chooser = Callable[[Session], tuple[int, Move]]  # returns the next seat and its move
Watcher = Callable[[Session], None]


class Golden(NamedTuple):
    """Hold a written playthrough: its start, and its moves with their seats."""

    seats: int
    seed: int
    agreed: dict[str, str]  # rulings and options
    moves: list[tuple[int, str]]


def playthrough(
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
    lines = [f"# {game.title}, {seats} seats, seed {seed}" + "".join(f", {k}={v}" for k, v in agreed.items()), ""]
    lines += _events(session)
    with session.still():
        watch(session)
        while session.deciders:
            seat, move = choose(session)
            known = f"among {len(session.moves(seat))}, seen {_seen(session)}"
            session.submit(seat, move)
            lines += [f"{session.length:4}. seat {seat} ({known}): {' '.join(map(str, move))}", *_events(session)]
            watch(session)
    outcome = session.outcome
    assert outcome is not None
    results = ", ".join(f"seat {seat} {result}" for seat, result in enumerate(outcome.results))
    lines += ["", f"# {results} by {outcome.rule} (seen {_seen(session)})"]
    return "\n".join(lines) + "\n"


def _seen(session: Session) -> str:
    """Return a digest of each seat's view, and last the projector's."""
    views = [session.view(seat) for seat in (*range(session.config.seats), None)]
    return " ".join(
        blake2s(json.dumps(view, sort_keys=True).encode(), digest_size=DIGEST).hexdigest() for view in views
    )


def _events(session: Session) -> Iterator[str]:
    """Yield the events of the last move as lines."""
    for kind, rule, audience, data in session._events[session.length]:
        facts = "".join(f" {name}={_fact(value)}" for name, value in sorted(data.items()))
        yield f"      {_eyes(audience, session.config.seats)}{kind}{facts} [{rule}]"


def _fact(value: object) -> str:
    """Return a fact as plain data, without quotation marks where it needs none."""
    if isinstance(value, str) and PLAIN.fullmatch(value):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def _eyes(audience: int, seats: int) -> str:
    """Return a note about the seats that see a line; nothing if all do."""
    if audience == EVERYONE:
        return ""
    if sees(audience, None):
        return f"(not to {_seats(seat for seat in range(seats) if not sees(audience, seat))}) "
    return f"(only to {_seats(seat for seat in range(seats) if sees(audience, seat))}) "


def _seats(seats: Iterable[int]) -> str:
    """List seats in words."""
    return " and ".join(f"seat {seat}" for seat in seats)


def read_golden(path: Path) -> Golden:
    """Read a written playthrough."""
    lines = path.read_text(encoding="utf-8").splitlines()
    _, seats, seed, *agreed = [part.strip() for part in lines[0].split(",")]
    moves = [line.split(". seat ", 1)[1].split(": ", 1) for line in lines if ". seat " in line[:12]]
    return Golden(
        int(seats.split()[0]),
        int(seed.split()[1]),
        dict(pair.split("=", 1) for pair in agreed),
        [(int(seat.split()[0]), move) for seat, move in moves],
    )


def replayed(game: AnyGame, path: Path, watch: Watcher = lambda session: None) -> str:
    """Play a written playthrough again, and return the text that it gives now."""
    golden = read_golden(path)
    script = iter(golden.moves)

    def choose(session: Session) -> tuple[int, Move]:
        return _written(session, *next(script))

    return playthrough(game, golden.seats, golden.seed, golden.agreed, choose, watch)


def _written(session: Session, seat: int, text: str) -> tuple[int, Move]:
    """Find the legal move with this text; raise AssertionError if there is none."""
    found = [move for move in session.moves(seat) if " ".join(map(str, move)) == text]
    assert found, f"move {session.length + 1}, “{text}”, is no longer possible for seat {seat}"
    return seat, found[0]


def check_golden(game: AnyGame, path: Path, watch: Watcher = lambda session: None) -> None:
    """Check that a playthrough still gives the same text; raise AssertionError with the first changed line."""
    text, expected = replayed(game, path, watch).splitlines(), path.read_text(encoding="utf-8").splitlines()
    for number, (line, want) in enumerate(zip(text, expected, strict=False), 1):
        assert line == want, f"{path.name}, line {number}: now “{line}”, written “{want}”"
    assert len(text) == len(expected), f"{path.name}: the game is longer or shorter now"
