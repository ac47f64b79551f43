"""Check that events or verdicts cite every rule that isn't prose, and that every event has a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tabletop_kernel.checks.random_play import GAMES_PER_CHECK, Check, moves_that_almost_exist, watch
from tabletop_kernel.contract.game import AnyGame, Move
from tabletop_kernel.table.session import Session


class Citations(Check):
    """Collect the rules that lessons, golden playthroughs, random play and random attempts cite."""

    def __init__(self, game: AnyGame, golden: Path | None = None) -> None:
        """Collect the rules that lessons and playthroughs cite."""
        self.game = game
        self.cited = {*_rules_cited_in_lessons(game), *_rules_cited_in_playthroughs(golden)}
        self.asked = set(_rules_asked_in_lessons(game))
        self.taught = dict.fromkeys(_moves_in_lessons(game))

    def begin(self, session: Session, rng: Random) -> None:
        """Forget the moves of earlier games, so that each game cites the same rules in any order of games."""
        self.seen = dict(self.taught)  # the moves of this game are added

    def moment(self, session: Session, mover: int, rng: Random) -> None:
        """Try some moves that are probably refused, and collect the rules of the refusals."""
        for seat in range(session.config.seats):
            legal = session.moves(seat)
            self.seen.update(dict.fromkeys(legal))
            if not self.seen:
                continue
            known = list(self.seen)
            tries = [
                *rng.sample(known, min(6, len(known))),
                *moves_that_almost_exist(rng, self.seen),
                *cross_moves(rng, legal, known),
            ]
            read = [self.game.read_move(session.truth, seat, move) for move in tries]
            verdicts = [self.game.judge(session.truth, seat, move, legal) for move in read]
            self.cited.update(verdict.rule for verdict in verdicts if verdict is not None)

    def end(self, session: Session, rng: Random) -> None:
        """Check that each line of the log is a finished sentence and cites a rule; collect these rules."""
        for entry in (entry for log in session.logs() for entry in log):
            assert entry.kind in self.game.rulebook.events, f"the event {entry.kind} has no sentence"
            assert "{" not in entry.text, f"an unfinished sentence, “{entry.text}”"
            written = entry.rule in self.game.rulebook.rules or entry.rule in self.game.rulebook.rulings
            assert written, f"the event {entry.kind} cites {entry.rule}, which isn't a rule"
            self.cited.add(entry.rule)

    def missing(self) -> list[str]:
        """List the rules that need a citation and have none so far."""
        known = self.cited | self.asked
        return [rule.id for rule in self.game.rulebook.values() if rule.id not in known and not rule.prose]

    def check(self) -> None:
        """Raise AssertionError for a rule without a citation, or for a rule in prose with one."""
        missing = self.missing()
        assert not missing, f"{missing[0]} is cited by no event and no verdict"
        for rule in self.game.rulebook.values():
            assert not (rule.id in self.cited and rule.prose), f"{rule.id} says it is prose, but something cites it"


def check_citations(game: AnyGame, games: int = GAMES_PER_CHECK, golden: Path | None = None) -> None:
    """Check the citations of one game; raise AssertionError for the first fault."""
    citations = Citations(game, golden)
    watch(game, games, citations)
    citations.check()


def cross_moves(rng: Random, legal: list[Move], seen: list[Move]) -> Iterator[Move]:
    """Cross legal moves with other moves of their kind; people with the right idea try such moves."""
    for move in rng.sample(legal, min(3, len(legal))):
        other = rng.choice(seen)
        if len(move) > 1 and other[0] == move[0] and len(other) == len(move):
            at = rng.randrange(1, len(move))
            yield (*move[:at], other[at], *move[at + 1 :])


def _rules_cited_in_playthroughs(golden: Path | None) -> Iterator[str]:
    """Yield the rules that golden playthroughs cite."""
    for path in golden.glob("*.txt") if golden else ():
        yield from (line.rsplit("[", 1)[-1].rstrip("]") for line in path.read_text(encoding="utf-8").splitlines())


def _rules_asked_in_lessons(game: AnyGame) -> Iterator[str]:
    """Yield the rules of questions, predictions and pieces to lay; prose rules may be among them."""
    for step in (step for chapter in game.teaching.chapters for step in chapter.steps):
        yield from (question.rule for question in (step.point, step.predict) if question)
        yield from (laid.rule for laid in step.lay)


def _moves_in_lessons(game: AnyGame) -> Iterator[Move]:
    """Yield the moves of lessons, including the wrong ones."""
    for step in (step for chapter in game.teaching.chapters for step in chapter.steps):
        yield from map(tuple, step.way)
        if step.wrong:
            yield tuple(step.wrong.move)


def _rules_cited_in_lessons(game: AnyGame) -> Iterator[str]:
    """Yield the rules that refuse the wrong moves of lessons, and those of all events in lessons."""
    from tabletop_kernel.checks.lesson_checks import answered_lesson

    for step in (step for chapter in game.teaching.chapters for step in chapter.steps):
        if step.wrong:
            yield step.wrong.rule
        lesson = answered_lesson(game, step)
        for move in step.way:
            lesson.submit(tuple(move))
        yield from (event[1] for event in lesson.session.events(step.seat))
