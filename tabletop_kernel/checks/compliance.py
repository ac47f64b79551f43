"""Check that a game complies with the rules for all games; the checks are part of the kernel.

    from tabletop_kernel.checks.compliance import comply
    comply(my_game)          # raises AssertionError with the fault, its place, and the seed to see it again

Each check is a function, so a test can run it alone. Checks of random games can share their games:
`watch(game, games, Law(), Secrets())`.
"""

from __future__ import annotations

import json
import marshal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from tabletop_kernel.checks.golden_games import check_golden
from tabletop_kernel.checks.lesson_checks import check_lessons
from tabletop_kernel.checks.random_play import (
    GAMES_PER_CHECK,
    Check,
    every_choice,
    moves_that_almost_exist,
    place_text,
    random_rulings,
    tables,
    wander,
    watch,
)
from tabletop_kernel.checks.rule_coverage_checks import Citations
from tabletop_kernel.checks.second_person_checks import check_persons
from tabletop_kernel.content.installed_games import games as installed_games
from tabletop_kernel.content.installed_games import has_packs
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import SetupError, TabletopError
from tabletop_kernel.contract.events import Event, recorder, sees
from tabletop_kernel.contract.game import DRAWN, LOST, WON, AnyGame, Move, Outcome, State, View
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.sentences import choice_fault, names_in
from tabletop_kernel.players.bots import forward
from tabletop_kernel.study.playing import MOVE_LIMIT
from tabletop_kernel.table.session import Session

MOST_TIP_WORDS = 25
MOVES_PER_CHOICE = 60  # for each set of options
RULINGS_TRIED_PER_CHOICE = 60  # sets of rulings to try with each set of options


def comply(game: AnyGame, games: int = GAMES_PER_CHECK, golden: Path | None = None) -> None:
    """Run every check that a game must pass; raise AssertionError for the first fault.

    `golden` is a folder of golden playthroughs, if the game has any.
    """
    citations = Citations(game, golden)
    check_book(game)
    check_options(game)
    watch(game, games, *every_check(), citations)
    citations.check()
    check_hash_seeds(game)
    if game.teaching.chapters:
        check_lessons(game)
    for path in sorted(golden.glob("*.txt")) if golden else ():
        check_golden(game, path)


def every_check() -> list[Check]:
    """Make one of each check that watches random games, except the one for citations."""
    return [Play(), End(), Law(), Clones(), Replay(), Positions(), Secrets()]


# -- the checks --------------------------------------------------------------------------------------------------------


def check_book(game: AnyGame) -> None:
    """Check that the rulebook is complete: no text is empty, and rulings and lessons name real rules."""
    for rule in game.rulebook.values():
        assert rule.title and rule.text and rule.source, f"{rule.id}: title, text and source must not be empty"
    _check_sentences(game)
    check_persons(game)
    _check_chapters(game)
    for ruling in game.rulebook.rulings.values():
        assert len(ruling.options) > 1 and ruling.question and ruling.reason, f"{ruling.id} is not complete"
        assert all(ruling.options.values()), f"{ruling.id}: every option says what it means"
        for rule_id in ruling.about:
            assert rule_id in game.rulebook.rules, f"{ruling.id} is about {rule_id}, which does not exist"
    for chapter in game.teaching.chapters:
        for step in chapter.steps:
            for rule_id in step.teaches:
                assert rule_id in game.rulebook.rules, f"lesson {step.id} teaches {rule_id}, which does not exist"


def _check_sentences(game: AnyGame) -> None:
    """Check that sentences have words for every option, and that rules mention the rulings they depend on."""
    written = game.rulebook.written
    assert written is not None
    options = {ruling.id: ruling.options for ruling in game.rulebook.rulings.values()}
    for place, sentence in written.sentences():
        wrong = choice_fault(sentence, options)
        assert not wrong, f"{place}: {wrong}"
    numbers = set(game.telling.numbers(game.agreement.configure()))
    for rule in game.telling.book(game.agreement.configure()).values():
        left = {*names_in(rule.title), *names_in(rule.text), *names_in(rule.tip)}
        assert not left, f"{rule.id}: this game has no number called {left}; it has {numbers or 'none'}"
    for ruling in game.rulebook.rulings.values():
        assert set(ruling.unchanged) <= set(ruling.about), f"{ruling.id}: unchanged has rules that about doesn't have"
        for rule_id in ruling.about:
            knows, unchanged = ruling.id in written.rulings_of(rule_id), rule_id in ruling.unchanged
            assert knows or unchanged, (
                f"{rule_id} has no words for the options of {ruling.id} and isn't listed as unchanged"
            )
            assert not (knows and unchanged), f"{rule_id} depends on {ruling.id}, but is listed as unchanged"


def _check_chapters(game: AnyGame) -> None:
    """Check that the chapters hold each rule once, and that tips are short."""
    chapters = game.rulebook.chapters
    parts = [part for named in chapters.values() for part in named]
    used = {rule.partition(".")[0] for rule in game.rulebook}
    assert len(set(parts)) == len(parts), "a part of the rulebook is in two chapters"
    assert not chapters or set(parts) == used, f"chapters and rules differ in {set(parts) ^ used}"
    for rule in game.rulebook.values():
        assert len(rule.tip.split()) <= MOST_TIP_WORDS, f"{rule.id}: a tip has at most {MOST_TIP_WORDS} words"


class Play(Check):
    """Check that random games keep every piece, offer each decider a move, and end with an outcome."""

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Check that each decider has a move, and that no piece is lost."""
        for seat in session.deciders:
            assert session.moves(seat), f"seat {seat} decides, but has no move {place_text(session)}"
        _check_pieces(session)

    def end(self, session: Session, rng: Random) -> None:
        """Check the pieces, and the outcome if the game is over."""
        _check_pieces(session)
        if not session.deciders:
            _check_outcome(session)


def check_play(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check Play alone."""
    watch(game, games, Play())


def _check_pieces(session: Session) -> None:
    """Check that the game finds no faults in its own state."""
    wrong = session.game.faults(session.truth)
    assert not wrong, f"{wrong[0]} {place_text(session)}"


def check_options(game: AnyGame, moves: int = MOVES_PER_CHOICE) -> None:
    """Check that you can play every choice of every option, for each number of seats, and show it to all."""
    for seats, options in every_choice(game):
        session, rng = _table_with(game, seats, options), Random(1)
        assert session.config.options == options, f"{options} was chosen, and {session.config.options} is played"
        for _ in wander(session, rng, moves):
            _check_pieces(session)
        for eyes in (None, *range(seats)):
            view = session.view(eyes)
            game.telling.prompt(session.config, view)
            assert game.telling.portray(session.config, view), f"nothing to see for seat {eyes} {place_text(session)}"


def _table_with(game: AnyGame, seats: int, options: dict[str, str]) -> Session:
    """Open a table with these choices, if necessary with random rulings; raise AssertionError if none fit."""
    for seed in range(RULINGS_TRIED_PER_CHOICE):
        try:
            return Session(game, seats, seed, random_rulings(game, Random(seed), 0.5) if seed else {}, options)
        except SetupError as error:
            refused = error
    raise AssertionError(f"{options} can't be played by {seats}, whatever the rulings: {refused}")


def _check_outcome(session: Session) -> None:
    """Check that a finished game has an outcome, by a rule that exists."""
    outcome = session.outcome
    assert outcome is not None, f"nobody decides, but there is no outcome {place_text(session)}"
    assert outcome.rule in session.game.rulebook.rules, f"ended by {outcome.rule}, which isn't a rule"
    _check_results(session, outcome)


def _check_results(session: Session, outcome: Outcome) -> None:
    """Check that each seat has a result, and that somebody won or drew unless the game itself won."""
    results, seats = outcome.results, session.config.seats
    fits = len(results) == seats == len(outcome.scores) and set(results) <= {WON, LOST, DRAWN}
    assert fits, f"the results {results} are not won, lost or drawn for each seat {place_text(session)}"
    if session.game.agreement.is_team_game(session.config):
        assert len(set(results)) == 1, f"together, but the results are {results} {place_text(session)}"
    elif outcome.rule not in session.game.beats_all:
        assert set(results) != {LOST} or seats == 1, f"nobody wins, not even together {place_text(session)}"


class End(Check):
    """Check that random games end, with any rulings."""

    def end(self, session: Session, rng: Random) -> None:
        """Play a copy of the table on to its end, and check its results."""
        game, state = session.game, session.truth.clone()
        _play_randomly(game, state, rng, MOVE_LIMIT)
        outcome = game.outcome(state)
        assert outcome is not None, f"no end after {MOVE_LIMIT:,} moves {place_text(session)}"
        _check_results(session, outcome)


def check_end(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check End alone."""
    watch(game, games, End())


class Law(Check):
    """Check that `judge` accepts a move exactly if it's in `moves`, as the game reads it.

    It tries every move seen so far, altered moves, and every seat.
    """

    share = 0.4

    def __init__(self) -> None:
        """Start with two moves that no game has."""
        self.seen: dict[Move, None] = {("nonsense",): None, ("",): None}

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Judge legal moves, moves from other moments, and altered moves, for every seat."""
        legal = {seat: session.moves(seat) for seat in range(session.config.seats)}
        for moves in legal.values():
            assert len(set(moves)) == len(moves), f"a move stands twice in {moves} {place_text(session)}"
            self.seen.update(dict.fromkeys(moves))
        tries = [*rng.sample(list(self.seen), min(15, len(self.seen))), *moves_that_almost_exist(rng, self.seen)]
        with session.still():  # the moves are listed once
            for seat, moves in legal.items():
                for move in (*moves, *tries):
                    _check_verdict(session, seat, move, session.game.read_move(session.truth, seat, move) in moves)


def check_law(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check Law alone."""
    watch(game, games, Law())


def _check_verdict(session: Session, seat: int, move: Move, legal: bool) -> None:
    """Check that a verdict fits the legal moves, cites a rule and has a finished sentence."""

    verdict = session.judge(seat, move)

    def place() -> str:  # made only on failure: it takes longer than judging a move
        return f"seat {seat}, {move} {place_text(session)}"

    assert (verdict is None) == legal, f"judge says {verdict!r}, moves say {legal}: {place()}"
    if verdict is not None:
        book = session.book
        assert verdict.rule in book.rules or verdict.rule in book.rulings or verdict.rule in TABLE_REFUSALS, (
            f"{verdict.rule} isn't a rule: {place()}"
        )
        assert verdict.text and "{" not in verdict.text, f"an unfinished sentence, “{verdict.text}”: {place()}"


class Clones(Check):
    """Check that a clone plays on like its original, and never changes it."""

    share = 0.1

    def begin(self, session: Session, rng: Random) -> None:
        """Check the table before its first move too."""
        self.moment(session, 0, rng)

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Clone the table, play on with the clone, and check that the original stays as it was."""
        game = session.game
        before = _state_text(game, session.truth)
        twin = session.truth.clone()
        assert _state_text(game, twin) == before, f"a clone differs {place_text(session)}"
        _play_randomly(game, twin, rng, 30)
        assert _state_text(game, session.truth) == before, (
            f"playing on a clone changed the original {place_text(session)}"
        )


def check_clones(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check Clones alone."""
    watch(game, games, Clones())


def _state_text(game: AnyGame, state: State) -> str:
    """Return all of a state as text, with its chance."""
    return json.dumps([game.write(state), state.chance.write()], sort_keys=True)


def _play_randomly(game: AnyGame, state: State, rng: Random, moves: int) -> None:
    """Play random moves on a bare state."""
    for _ in range(moves):
        deciders = game.deciders(state)
        if not deciders:
            return
        seat = rng.choice(list(deciders))
        game.apply(state, seat, rng.choice(forward(game.moves(state, seat))), None)


class Replay(Check):
    """Check that a table replayed, saved, coded or branched is the same table, midway or at its end."""

    def begin(self, session: Session, rng: Random) -> None:
        """Choose a random moment for the check."""
        self.length = rng.randrange(20, 200)

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Check the copies if the moment has come."""
        if session.length == self.length:
            _check_replayed(session)

    def end(self, session: Session, rng: Random) -> None:
        """Check the copies if the game ended before that moment."""
        if session.length <= self.length:
            _check_replayed(session)


def check_replay(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check Replay alone."""
    watch(game, games, Replay())


def _check_replayed(session: Session) -> None:
    """Check that each kind of copy has the same position and the same logs."""
    live = session.position()
    logs = session.logs()
    copies = {
        "load(save())": Session.load(session.save(), session.game),
        "from_code(code())": Session.from_code(session.code(), session.game),
        "branch()": session.branch(),
    }
    for how, copy in copies.items():
        assert copy.position() == live, f"{how} differs {place_text(session)}"
        assert copy.logs() == logs, f"{how}: another log"
    session.goto(session.length // 2)
    session.goto(session.length)
    assert session.position() == live, f"there and back again differs {place_text(session)}"
    assert json.loads(json.dumps(session.view(0))) is not None


class Positions(Check):
    """Check that every table in play can be written as a position and read back the same."""

    share = 0.2

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Check the position of this moment."""
        _check_position_reads_back(session)

    def end(self, session: Session, rng: Random) -> None:
        """Check the last position."""
        _check_position_reads_back(session)


def check_positions(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check Positions alone."""
    watch(game, games, Positions())


def _check_position_reads_back(session: Session) -> None:
    """Write the table as a position, read it, and check that it's the same."""
    live = session.position()
    try:
        written = Session.at(session.game, live)
    except TabletopError as error:
        raise AssertionError(f"its own position is refused: {error} {place_text(session)}") from error
    assert json.dumps(written.position()) == json.dumps(live), f"at(position()) differs {place_text(session)}"


class Secrets(Check):
    """Permute all that a seat can't see, and check that its view, moves, verdicts and log stay the same."""

    share = 0.3

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Check the eyes of every seat, and the projector."""
        for seat in (*range(session.config.seats), None):
            check_seat_is_blind(session, seat, mover, rng)


def check_secrets(game: AnyGame, games: int = GAMES_PER_CHECK) -> None:
    """Run the check Secrets alone."""
    watch(game, games, Secrets())


def check_seat_is_blind(session: Session, seat: int | None, mover: int, rng: Random) -> None:
    """Check one seat (None: the projector) at one moment, beside a table with other secrets."""
    game, truth = session.game, session.truth
    view = game.view(truth, seat)
    other = game.imagine(session.config, view, Chance(rng.getrandbits(60)))

    def place() -> str:
        return f"seat {seat} {place_text(session)}"

    assert not game.faults(other), f"imagined: {game.faults(other)[0]} {place()}"
    assert _views_are_equal(game.view(other, seat), view), f"the view depends on a secret: {place()}"
    if seat is None:  # the projector's log is checked together with each seat's
        return
    assert _views_are_equal(game.view(other, None), session.view(None)), f"the projector shows a secret: {place()}"
    if seat in game.deciders(truth):
        moves = session.moves(seat)
        assert game.moves(other, seat) == moves, f"the moves depend on a secret: {place()}"
        for move in moves[:5]:
            assert game.telling.phrase(other, seat, move) == game.telling.phrase(truth, seat, move), (
                f"{move}: its words tell: {place()}"
            )
        for move in (*moves[:5], *moves_that_almost_exist(rng, dict.fromkeys(moves))):
            verdicts = [game.judge(one, seat, game.read_move(one, seat, move), moves) for one in (other, truth)]
            assert verdicts[0] == verdicts[1], f"{move}: a verdict tells: {place()}"
    _check_others_move_tells_nothing(game, truth, other, seat, mover, rng, place)


def _check_others_move_tells_nothing(
    game: AnyGame, truth: State, other: State, seat: int, mover: int, rng: Random, place: Callable[[], str]
) -> None:
    """Check that another seat's move tells this seat the same on both tables, if it sees the same after it.

    A move that ends the game is left out, because the end reveals what happened on the way.
    """
    if mover == seat or mover not in game.deciders(other):
        return
    possible = game.moves(other, mover)
    both = [move for move in game.moves(truth, mover) if move in possible]
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
    if _views_are_equal(*views):
        assert told[0] == told[1], f"{move} by seat {mover}: the log tells a secret: {told} {place()}"


def _views_are_equal(first: View, second: View) -> bool:
    """Return whether two views are equal."""
    with suppress(ValueError):  # what `marshal` can't write
        if marshal.dumps(first, 2) == marshal.dumps(second, 2):  # far quicker; but tables may have another order
            return True
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


# -- the same everywhere ---------------------------------------------------------------------------------------------

_FINGERPRINT_CODE = """
import json, sys
sys.path[:0] = sys.argv[2:]
from importlib import import_module
from tabletop_kernel import load
from tabletop_kernel.checks.compliance import fingerprint
for module, name in json.loads(sys.argv[1]):
    print(fingerprint(getattr(import_module(module), name)() if module else load(name)))
"""


def fingerprint(game: AnyGame) -> str:
    """Play a few games; return a digest that is the same on every machine and in every process."""
    import hashlib

    digest = hashlib.blake2s()
    for session, rng in tables(game, 6, 7):
        for _ in wander(session, rng, 150):
            pass
        digest.update(session.save().encode())
        digest.update(json.dumps(session.position(), sort_keys=True).encode())
    return digest.hexdigest()


def check_hash_seeds(*games: AnyGame) -> None:
    """Check that two processes with other hash seeds play the same games, so no order of a set matters."""
    for game, one, other in zip(games, *(_fingerprints_elsewhere(seed, games) for seed in ("1", "2")), strict=True):
        assert one == other, f"{game.title}: another hash seed, another game: something iterates over a set"


def _maker_of(game: AnyGame) -> tuple[str, str]:
    """Return the module and the name of what makes a game; no module if it can be loaded by its name."""
    if game.name in installed_games() and has_packs(game.name):
        return "", game.name
    return type(game).__module__, type(game).__name__


def _fingerprints_elsewhere(hash_seed: str, games: Sequence[AnyGame]) -> list[str]:
    """Return the fingerprints of games from a process with this hash seed."""
    import os

    command = [sys.executable, "-c", _FINGERPRINT_CODE, json.dumps([_maker_of(game) for game in games]), *sys.path]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()
