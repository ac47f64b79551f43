"""comply(game): the checks that every game must pass, shipped with the kernel.

    from tabletop_kernel.checks.testing import comply
    comply(my_game)          # raises AssertionError with what is wrong, where, and the seed to see it again

Each check is a function of its own, so that a test can run them one by one. Those that look at random games can also
look at the same ones: `watch(game, games, Law(), Secrets())`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tabletop_kernel.checks.golden import check_golden
from tabletop_kernel.checks.person_checks import check_persons
from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.errors import SetupError, TabletopError
from tabletop_kernel.contract.events import Entry, Event, recorder, sees
from tabletop_kernel.contract.game import DRAWN, LOST, WON, Game, Move, Outcome, first_choice
from tabletop_kernel.contract.rulebook import TABLE
from tabletop_kernel.contract.sentences import faults_of, names_in
from tabletop_kernel.players.bots import forward
from tabletop_kernel.study.simulate import MOVE_LIMIT
from tabletop_kernel.table.session import Session

TIP_WORDS = 25
GAMES = 24  # random games for each check
MOVES = 400  # at most, in one of them
OPTION_MOVES = 60  # with each choice of content
OPTION_TRIES = 60  # sets of rulings, until one goes with a choice


def comply(game: Game[Any], games: int = GAMES, golden: Path | None = None) -> None:
    """Every check of this module."""
    from tabletop_kernel.checks.citation_checks import Citations

    citations = Citations(game, golden)
    check_book(game)
    check_options(game)
    watch(game, games, *every_check(), citations)
    citations.check()
    check_hash_seeds(game)
    if game.lessons:
        from tabletop_kernel.checks.lesson_checks import check_lessons

        check_lessons(game)
    for path in sorted(golden.glob("*.txt")) if golden else ():
        check_golden(game, path)


# -- tables to check on ----------------------------------------------------------------------------------------------


def tables(game: Game[Any], games: int | Iterable[int], seed: int = 1) -> Iterator[tuple[Session, Random]]:
    """Tables before their first move: some as usual, the others with random rulings and choices of content.

    `games` says how many, or the numbers of some of them.
    """
    for number in range(games) if isinstance(games, int) else games:
        rng = Random(derive(seed, number))
        seats = game.seats[number % len(game.seats)]
        rulings = random_rulings(game, rng, rng.choice([0.1, 0.3, 0.6])) if number % 4 else {}
        options = random_options(game, seats, rng) if number % 4 else {}
        yield open_table(game, seats, number, rulings, options), rng


def random_rulings(game: Game[Any], rng: Random, flipped: float) -> dict[str, str]:
    """Some rulings, each with an option by chance."""
    return {i: rng.choice(list(r.options)) for i, r in game.rulings.items() if rng.random() < flipped}


def random_options(game: Game[Any], seats: int, rng: Random) -> dict[str, str]:
    walked = game.walk_options(seats, lambda option: rng.choice(list(option.choices)))
    return {option.id: choice for option, choice in walked}


def open_table(game: Game[Any], seats: int, seed: int, rulings: dict[str, str], options: dict[str, str]) -> Session:
    """A table with these rulings and choices of content; what does not go with the rest is left out."""
    try:
        return Session(game, seats, seed, rulings, options)
    except SetupError:
        pass
    try:
        return Session(game, seats, seed, rulings)
    except SetupError as error:
        return Session(game, seats, seed, {key: value for key, value in rulings.items() if key != error.rule})


def every_choice(game: Game[Any]) -> Iterator[tuple[int, dict[str, str]]]:
    """For each number of seats, choices of content in which every choice of every option is there once."""
    for seats in game.seats:
        found: set[tuple[str, str]] = set()
        begun: list[dict[str, str]] = [{}]
        while begun:
            chosen = begun.pop()
            option = next((one for one in game.options_for(seats, chosen) if one.id not in chosen), None)
            if option is None:
                yield seats, chosen
                continue
            new = [choice for choice in option.choices if (option.id, choice) not in found]
            found.update((option.id, choice) for choice in new)
            begun += [{**chosen, option.id: choice} for choice in new or [first_choice(option)]]


def wander(session: Session, rng: Random, moves: int = MOVES) -> Iterator[int]:
    """Play random moves, now and then one that takes something back; yields the seat that is about to move."""
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


def where(session: Session) -> str:
    """How to see it again."""
    position = session.position()
    agreed = {**position.get("rulings", {}), **position.get("options", {})}
    return f"(seed {session.seed}, {session.config.seats} seats, {agreed}, after {session.length} moves)"


class Check:
    """A check that watches random games, with random numbers of its own, and changes nothing."""

    share = 1.0  # of the moments that are looked at

    def begin(self, session: Session, rng: Random) -> None:
        """Look at a table before its first move."""

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Look at a table where this seat is about to move."""

    def end(self, session: Session, rng: Random) -> None:
        """Look at a table where no more is played."""


def watch(game: Game[Any], games: int | Iterable[int], *checks: Check) -> None:
    """Play random games, and show each moment to all checks."""
    for session, rng in tables(game, games):
        eyes = [(check, Random(derive(session.seed, type(check).__name__))) for check in checks]
        for check, luck in eyes:
            check.begin(session, luck)
        for mover in wander(session, rng):
            for check, luck in eyes:
                if luck.random() < check.share:
                    check.moment(session, mover, luck)
        for check, luck in eyes:
            check.end(session, luck)


def every_check() -> list[Check]:
    """All who look at random games, but for who counts the rules."""
    return [Play(), End(), Law(), Clones(), Replay(), Positions(), Secrets()]


# -- the checks --------------------------------------------------------------------------------------------------------


def check_book(game: Game[Any]) -> None:
    """The rulebook is complete: every text is there, every ruling has options and speaks of rules that exist."""
    for rule in game.rulebook.values():
        assert rule.title and rule.text and rule.source, f"{rule.id}: title, text and source must not be empty"
    _check_sentences(game)
    check_persons(game)
    _check_chapters(game)
    for ruling in game.rulings.values():
        assert len(ruling.options) > 1 and ruling.question and ruling.reason, f"{ruling.id} is not complete"
        assert all(ruling.options.values()), f"{ruling.id}: every option says what it means"
        for rule_id in ruling.about:
            assert rule_id in game.rulebook.rules, f"{ruling.id} is about {rule_id}, which does not exist"
    for chapter in game.lessons:
        for step in chapter.steps:
            for rule_id in step.teaches:
                assert rule_id in game.rulebook.rules, f"lesson {step.id} teaches {rule_id}, which does not exist"


def _check_sentences(game: Game[Any]) -> None:
    """Every sentence has its words under every option, and each rule that a ruling touches says so or stays true."""
    written = game.rulebook.written
    assert written is not None
    options = {ruling.id: ruling.options for ruling in game.rulings.values()}
    for place, sentence in written.sentences():
        wrong = faults_of(sentence, options)
        assert not wrong, f"{place}: {wrong}"
    numbers = set(game.numbers(game.configure()))
    for rule in game.book(game.configure()).values():
        left = {*names_in(rule.title), *names_in(rule.text), *names_in(rule.tip)}
        assert not left, f"{rule.id}: this game has no number called {left}; it has {numbers or 'none'}"
    for ruling in game.rulings.values():
        assert set(ruling.unchanged) <= set(ruling.about), f"{ruling.id}: unchanged has rules that about doesn't have"
        for rule_id in ruling.about:
            knows, unchanged = ruling.id in written.rulings_of(rule_id), rule_id in ruling.unchanged
            assert knows or unchanged, (
                f"{rule_id} has no words for the options of {ruling.id} and isn't listed as unchanged"
            )
            assert not (knows and unchanged), f"{rule_id} depends on {ruling.id}, but is listed as unchanged"


def _check_chapters(game: Game[Any]) -> None:
    """The chapters of a book hold each of its rules once, and a tip is short."""
    chapters = game.rulebook.chapters
    parts = [part for named in chapters.values() for part in named]
    used = {rule.partition(".")[0] for rule in game.rulebook}
    assert len(set(parts)) == len(parts), "a part of the rulebook is in two chapters"
    assert not chapters or set(parts) == used, f"chapters and rules differ in {set(parts) ^ used}"
    for rule in game.rulebook.values():
        assert len(rule.tip.split()) <= TIP_WORDS, f"{rule.id}: a tip has at most {TIP_WORDS} words"


class Play(Check):
    """Random games keep every piece, offer a move to every decider, and end with an outcome."""

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        for seat in session.deciders:
            assert session.moves(seat), f"seat {seat} decides, but has no move {where(session)}"
        _check_pieces(session)

    def end(self, session: Session, rng: Random) -> None:
        _check_pieces(session)
        if not session.deciders:
            _check_outcome(session)


def check_play(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, Play())


def _check_pieces(session: Session) -> None:
    wrong = session.game.faults(session.truth)
    assert not wrong, f"{wrong[0]} {where(session)}"


def check_options(game: Game[Any]) -> None:
    """Every choice of every option can be played with, for each number of seats, and can be shown to all eyes."""
    for seats, options in every_choice(game):
        session, rng = _table_with(game, seats, options), Random(1)
        assert session.config.options == options, f"{options} was chosen, and {session.config.options} is played"
        for _ in wander(session, rng, OPTION_MOVES):
            _check_pieces(session)
        for eyes in (None, *range(seats)):
            view = session.view(eyes)
            game.prompt(session.config, view)
            assert game.portray(session.config, view), f"nothing to see for seat {eyes} {where(session)}"


def _table_with(game: Game[Any], seats: int, options: dict[str, str]) -> Session:
    """A table with these choices, if need be with other rulings than usual."""
    for seed in range(OPTION_TRIES):
        try:
            return Session(game, seats, seed, random_rulings(game, Random(seed), 0.5) if seed else {}, options)
        except SetupError as error:
            refused = error
    raise AssertionError(f"{options} can't be played by {seats}, whatever the rulings: {refused}")


def _check_outcome(session: Session) -> None:
    outcome = session.outcome
    assert outcome is not None, f"nobody decides, but there is no outcome {where(session)}"
    assert outcome.rule in session.game.rulebook.rules, f"ended by {outcome.rule}, which isn't a rule"
    _check_results(session, outcome)


def _check_results(session: Session, outcome: Outcome) -> None:
    """A result for each seat, and somebody has won or drawn, unless it is the game that wins."""
    results, seats = outcome.results, session.config.seats
    fits = len(results) == seats == len(outcome.scores) and set(results) <= {WON, LOST, DRAWN}
    assert fits, f"the results {results} are not won, lost or drawn for each seat {where(session)}"
    if session.game.together(session.config):
        assert len(set(results)) == 1, f"together, but the results are {results} {where(session)}"
    elif outcome.rule not in session.game.beats_all:
        assert set(results) != {LOST} or seats == 1, f"nobody wins, not even together {where(session)}"


class End(Check):
    """Random games come to their end, whatever the rulings."""

    def end(self, session: Session, rng: Random) -> None:
        game, state = session.game, session.truth.clone()
        _stumble(game, state, rng, MOVE_LIMIT)
        outcome = game.outcome(state)
        assert outcome is not None, f"no end after {MOVE_LIMIT:,} moves {where(session)}"
        _check_results(session, outcome)


def check_end(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, End())


class Law(Check):
    """judge is None <=> the move, as the game reads it, is in moves: for every move seen anywhere, altered moves, and
    every seat."""

    share = 0.4

    def __init__(self) -> None:
        self.seen: dict[Move, None] = {("nonsense",): None, ("",): None}

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        legal = {seat: session.moves(seat) for seat in range(session.config.seats)}
        for moves in legal.values():
            assert len(set(moves)) == len(moves), f"a move stands twice in {moves} {where(session)}"
            self.seen.update(dict.fromkeys(moves))
        tries = [*rng.sample(list(self.seen), min(15, len(self.seen))), *almost(rng, self.seen)]
        for seat, moves in legal.items():
            for move in (*moves, *tries):
                _check_verdict(session, seat, move, session.game.read_move(session.truth, seat, move) in moves)


def check_law(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, Law())


def almost(rng: Random, seen: dict[Move, None]) -> list[Move]:
    """Moves that almost exist."""
    move, other = rng.choice(list(seen)), rng.choice(list(seen))
    return [(*move, 1), (*move, "x"), move[:1], (move[0], *other[1:]), (move[0], -1), (move[0], 99), ("x" * 60,)]


def _check_verdict(session: Session, seat: int, move: Move, legal: bool) -> None:
    verdict = session.judge(seat, move)

    def place() -> str:  # a table takes longer to write down than to judge a move
        return f"seat {seat}, {move} {where(session)}"

    assert (verdict is None) == legal, f"judge says {verdict!r}, moves say {legal}: {place()}"
    if verdict is not None:
        book = session.book
        assert verdict.rule in book.rules or verdict.rule in book.rulings or verdict.rule in TABLE, (
            f"{verdict.rule} isn't a rule: {place()}"
        )
        assert verdict.text and "{" not in verdict.text, f"an unfinished sentence, “{verdict.text}”: {place()}"


class Clones(Check):
    """What happens to a clone does not happen to the original, and both go on alike."""

    share = 0.1

    def begin(self, session: Session, rng: Random) -> None:
        self.moment(session, 0, rng)

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        game = session.game
        before = _record(game, session.truth)
        twin = session.truth.clone()
        assert _record(game, twin) == before, f"a clone differs {where(session)}"
        _stumble(game, twin, rng, 30)
        assert _record(game, session.truth) == before, f"playing on a clone changed the original {where(session)}"


def check_clones(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, Clones())


def _record(game: Game[Any], state: Any) -> str:
    return json.dumps([game.write(state), state.chance.write()], sort_keys=True)


def _stumble(game: Game[Any], state: Any, rng: Random, moves: int) -> None:
    """Random moves on a bare state."""
    for _ in range(moves):
        deciders = game.deciders(state)
        if not deciders:
            return
        seat = rng.choice(list(deciders))
        game.apply(state, seat, rng.choice(forward(game.moves(state, seat))), None)


class Replay(Check):
    """Replayed, saved, coded and branched, a table is the same table: somewhere on its way, or at its end."""

    def begin(self, session: Session, rng: Random) -> None:
        self.length = rng.randrange(20, 200)

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        if session.length == self.length:
            _check_replayed(session)

    def end(self, session: Session, rng: Random) -> None:
        if session.length <= self.length:
            _check_replayed(session)


def check_replay(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, Replay())


def _check_replayed(session: Session) -> None:
    live = session.position()
    log = _logs(session)
    copies = {
        "load(save())": Session.load(session.save(), session.game),
        "from_code(code())": Session.from_code(session.code(), session.game),
        "branch()": session.branch(),
    }
    for how, copy in copies.items():
        assert copy.position() == live, f"{how} differs {where(session)}"
        assert _logs(copy) == log, f"{how}: another log"
    session.goto(session.length // 2)
    session.goto(session.length)
    assert session.position() == live, f"there and back again differs {where(session)}"
    assert json.loads(json.dumps(session.view(0))) is not None


def _logs(session: Session) -> list[list[Entry]]:
    return [session.log(seat) for seat in (None, *range(session.config.seats))]


class Positions(Check):
    """Every table that play can reach may be written down, and what is read is the same table."""

    share = 0.2

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        _check_written(session)

    def end(self, session: Session, rng: Random) -> None:
        _check_written(session)


def check_positions(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, Positions())


def _check_written(session: Session) -> None:
    live = session.position()
    try:
        written = Session.at(session.game, live)
    except TabletopError as error:
        raise AssertionError(f"its own position is refused: {error} {where(session)}") from error
    assert json.dumps(written.position()) == json.dumps(live), f"at(position()) differs {where(session)}"


class Secrets(Check):
    """Permute everything that a seat cannot see: its view, moves, verdicts and log stay the same."""

    share = 0.3

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        for seat in (*range(session.config.seats), None):
            check_blind(session, seat, mover, rng)


def check_secrets(game: Game[Any], games: int = GAMES) -> None:
    watch(game, games, Secrets())


def check_blind(session: Session, seat: int | None, mover: int, rng: Random) -> None:
    """One pair of eyes (None: the projector's), one moment: the table as it is beside a table with other secrets."""
    game, truth = session.game, session.truth
    view = game.view(truth, seat)
    other = game.imagine(session.config, view, Chance(rng.getrandbits(60)))

    def place() -> str:
        return f"seat {seat} {where(session)}"

    assert not game.faults(other), f"imagined: {game.faults(other)[0]} {place()}"
    assert _same(game.view(other, seat), view), f"the view depends on a secret: {place()}"
    assert _same(game.view(other, None), game.view(truth, None)), f"the projector shows a secret: {place()}"
    if seat is None:  # what the projector hears is asked with the eyes of each seat
        return
    if seat in game.deciders(truth):
        moves = game.moves(truth, seat)
        assert game.moves(other, seat) == moves, f"the moves depend on a secret: {place()}"
        for move in moves[:5]:
            assert game.phrase(other, seat, move) == game.phrase(truth, seat, move), (
                f"{move}: its words tell: {place()}"
            )
        for move in (*moves[:5], *almost(rng, dict.fromkeys(moves))):
            assert game.judge(other, seat, move) == game.judge(truth, seat, move), f"{move}: a verdict tells: {place()}"
    _check_overheard(game, truth, other, seat, mover, rng, place)


def _check_overheard(
    game: Game[Any], truth: Any, other: Any, seat: int, mover: int, rng: Random, place: Callable[[], str]
) -> None:
    """Somebody else's move on both tables: as long as the seat sees the same afterwards, it has been told the same.

    A move that ends the game is left out: what was seen on the way, who lost which land, is put together at the end.
    """
    if mover == seat or mover not in game.deciders(other):
        return
    both = [move for move in game.moves(truth, mover) if move in game.moves(other, mover)]
    if not both:
        return
    move = rng.choice(both)
    told: list[list[list[Event]]] = []
    views = []
    luck = truth.chance.clone()
    for table in (truth.clone(), other):
        table.chance = luck.clone()
        events: list[Event] = []
        game.apply(table, mover, move, recorder(events))
        told.append([[event for event in events if sees(event[2], eyes)] for eyes in (seat, None)])
        views.append(game.view(table, seat))
        if game.outcome(table) is not None:
            return
    if _same(*views):
        assert told[0] == told[1], f"{move} by seat {mover}: the log tells a secret: {told} {place()}"


def _same(first: Any, second: Any) -> bool:
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


# -- the same everywhere ---------------------------------------------------------------------------------------------

_PROBE = """
import sys
sys.path[:0] = sys.argv[3:]
from importlib import import_module
from tabletop_kernel import load
from tabletop_kernel.checks.testing import fingerprint
module, name = sys.argv[1:3]
print(fingerprint(getattr(import_module(module), name)() if module else load(name)))
"""


def fingerprint(game: Game[Any]) -> str:
    """A few games in one number: the same on every machine and in every process."""
    import hashlib

    digest = hashlib.blake2s()
    for session, rng in tables(game, 6, 7):
        for _ in wander(session, rng, 150):
            pass
        digest.update(session.save().encode())
        digest.update(json.dumps(session.position(), sort_keys=True).encode())
    return digest.hexdigest()


def check_hash_seeds(game: Game[Any]) -> None:
    """Nothing depends on the order of sets: two processes with other hash seeds play the same games."""
    from tabletop_kernel.content.installed import games, has_packs

    module, name = "", game.name
    if name not in games() or not has_packs(name):
        module, name = type(game).__module__, type(game).__name__
    results = {_probe(seed, module, name) for seed in ("1", "2")}
    assert results == {fingerprint(game)}, "another hash seed, another game: something iterates over a set"


def _probe(hash_seed: str, module: str, name: str) -> str:
    import os

    command = [sys.executable, "-c", _PROBE, module, name, *sys.path]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
