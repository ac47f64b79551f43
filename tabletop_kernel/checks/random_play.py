"""Play random games for checks, with random rulings and options, and make moves that almost exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from tabletop_kernel.contract.chance import derive
from tabletop_kernel.contract.errors import RulesError, SetupError
from tabletop_kernel.contract.game import AnyGame, Move
from tabletop_kernel.contract.table_options import first_choice
from tabletop_kernel.players.bots import forward
from tabletop_kernel.table.session import Session

GAMES_PER_CHECK = 24  # random games for each check
MOST_MOVES = 400  # at most, in each game


def tables(game: AnyGame, games: int | Iterable[int], seed: int = 1) -> Iterator[tuple[Session, Random]]:
    """Yield tables before their first move; three of four have random rulings and options.

    `games` is their number, or the numbers of some of them.
    """
    for number in range(games) if isinstance(games, int) else games:
        rng = Random(derive(seed, number))
        seats = game.seats[number % len(game.seats)]
        rulings = random_rulings(game, rng, rng.choice([0.1, 0.3, 0.6])) if number % 4 else {}
        options = random_options(game, seats, rng) if number % 4 else {}
        yield open_table(game, seats, number, rulings, options), rng


def random_rulings(game: AnyGame, rng: Random, flipped: float) -> dict[str, str]:
    """Choose a random option for some rulings."""
    return {
        key: rng.choice(list(ruling.options)) for key, ruling in game.rulebook.rulings.items() if rng.random() < flipped
    }


def random_options(game: AnyGame, seats: int, rng: Random) -> dict[str, str]:
    """Choose each option of content at random."""
    walked = game.agreement.walk_options(seats, lambda option: rng.choice(list(option.choices)))
    return {option.id: choice for option, choice in walked}


def open_table(game: AnyGame, seats: int, seed: int, rulings: dict[str, str], options: dict[str, str]) -> Session:
    """Open a table with these rulings and options, without those that don't fit the others."""
    try:
        return Session(game, seats, seed, rulings, options)
    except SetupError:
        pass
    try:
        return Session(game, seats, seed, rulings)
    except SetupError as error:
        return Session(game, seats, seed, {key: value for key, value in rulings.items() if key != error.rule})


def every_choice(game: AnyGame) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield, for each number of seats, sets of options in which every choice appears."""
    for seats in game.seats:
        choices_seen: set[tuple[str, str]] = set()
        unfinished: list[dict[str, str]] = [{}]
        while unfinished:
            chosen = unfinished.pop()
            option = next(
                (option for option in game.agreement.options_for(seats, chosen) if option.id not in chosen), None
            )
            if option is None:
                yield seats, chosen
                continue
            new_choices = [choice for choice in option.choices if (option.id, choice) not in choices_seen]
            choices_seen.update((option.id, choice) for choice in new_choices)
            unfinished += [{**chosen, option.id: choice} for choice in new_choices or [first_choice(option)]]


def wander(session: Session, rng: Random, moves: int = MOST_MOVES) -> Iterator[int]:
    """Play random moves, sometimes one that takes back a choice; yield each seat before it moves."""
    for _ in range(moves):
        deciders = session.deciders
        if not deciders:
            return
        seat = rng.choice(deciders)
        with session.still():
            yield seat
            legal = session.moves(seat)
            onward = legal if rng.random() < 0.1 else forward(legal)
            session.submit(seat, rng.choice(onward))


def place_text(session: Session) -> str:
    """Describe how to set this table up again; its random moves also need the seed given to `tables`."""
    position = session.position()
    agreed = {**position.get("rulings", {}), **position.get("options", {})}
    return f"(seed {session.seed}, {session.config.seats} seats, {agreed}, after {session.length} moves)"


class Check:
    """Watch random games with separate random numbers, without changing anything; subclasses do the checking."""

    share = 1.0  # of the moments to check

    def begin(self, session: Session, rng: Random) -> None:
        """Look at a table before its first move."""

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Look at a table where this seat is about to move."""

    def end(self, session: Session, rng: Random) -> None:
        """Look at a table after the last move."""


def watch(game: AnyGame, games: int | Iterable[int], *checks: Check) -> None:
    """Play random games and show each moment to all checks. Raise AssertionError for a fault."""
    for session, rng in tables(game, games):
        try:
            _watch_game(session, rng, *checks)
        except RulesError as error:
            raise AssertionError(f"{error} {place_text(session)}") from None


def _watch_game(session: Session, rng: Random, *checks: Check) -> None:
    checks_with_luck = [(check, Random(derive(session.seed, type(check).__name__))) for check in checks]
    for check, luck in checks_with_luck:
        check.begin(session, luck)
    for mover in wander(session, rng):
        for check, luck in checks_with_luck:
            if luck.random() < check.share:
                check.moment(session, mover, luck)
    for check, luck in checks_with_luck:
        check.end(session, luck)


def moves_that_almost_exist(rng: Random, seen: dict[Move, None]) -> list[Move]:
    """Return moves that almost exist."""
    move, other = rng.choice(list(seen)), rng.choice(list(seen))
    return [(*move, 1), (*move, "x"), move[:1], (move[0], *other[1:]), (move[0], -1), (move[0], 99), ("x" * 60,)]
