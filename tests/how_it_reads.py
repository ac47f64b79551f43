"""How a game reads: one sentence of every kind that its golden playthroughs come upon.

For every kind of event the first line of the log, for every kind of decision the prompt, for every kind of move its
words, and for every reason to refuse a move the sentence. A game keeps them in `reads.txt`, where they are compared and
read; all other tests ask for rules and facts.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tabletop_kernel.checks.golden_games import check_golden
from tabletop_kernel.checks.random_play import moves_that_almost_exist
from tabletop_kernel.contract.game import Game, Move
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

TRIES = 6  # moves of before, tried at each moment
CHOOSE = ("what", "problem", "so", "asks", "meanwhile", "then")  # facts that choose between sentences
HEAD = "# How {title} reads: one sentence of each kind. Written by tests/write_golden.py; read the difference.\n"


class Listener:
    """Whoever watches games being played, and writes down each kind of sentence when it first comes up."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.found: dict[str, dict[str, str]] = {"events": {}, "prompts": {}, "moves": {}, "refusals": {}}
        self._heard: dict[int | None, int] = {}
        self._seen: dict[Move, None] = {}
        self._rng = Random(1)

    def __call__(self, session: Session) -> None:
        if session.length == 0:
            self._heard, self._seen = {}, {}
        for viewer in (None, *range(session.config.seats)):
            self._hear_log(session, viewer)
        for seat in session.deciders:
            self._hear_decision(session, seat)
            self._try(session, seat)

    def _keep(self, part: str, key: str, text: str) -> None:
        self.found[part].setdefault(key, text)

    def _hear_log(self, session: Session, viewer: int | None) -> None:
        heard, self._heard[viewer] = self._heard.get(viewer, 0), session.log_length(viewer)
        if all(kind in self.found["events"] for kind, *_ in session.events_at(viewer, session.length)):
            return  # to put it into words takes longest
        for entry in session.log(viewer, heard):
            self._keep("events", entry.kind, f"{entry.text} [{entry.rule}]")

    def _hear_decision(self, session: Session, seat: int) -> None:
        prompt = self.game.telling.prompt(session.config, session.view(seat))
        if prompt is not None:
            self._keep("prompts", ", ".join(prompt.rules), prompt.text)
        for move in session.moves(seat):
            if str(move[0]) not in self.found["moves"]:
                self._keep("moves", str(move[0]), session.phrase(seat, move))
            self._seen[move] = None

    def _try(self, session: Session, seat: int) -> None:
        known = list(self._seen)
        for move in (*self._rng.sample(known, min(TRIES, len(known))), *moves_that_almost_exist(self._rng, self._seen)):
            verdict = session.judge(seat, move)
            if verdict is not None and verdict.rule not in TABLE_REFUSALS:
                self._keep("refusals", reason_of(verdict), verdict.text)


def reason_of(verdict: Verdict) -> str:
    """Name the reason for a refusal: the rule, and the facts that choose between its sentences."""
    chosen = [str(verdict.facts[name]) for name in CHOOSE if name in verdict.facts]
    return " ".join([verdict.rule, *chosen])


def listen(game: Game[Any], folder: Path) -> str:
    """Check the golden playthroughs in a folder, and say how they read."""
    listener = Listener(game)
    for path in sorted(folder.glob("*.txt")):
        check_golden(game, path, listener)
    parts = [HEAD.format(title=game.title)]
    for part, sentences in listener.found.items():
        lines = [f"{key}: {text}" for key, text in sorted(sentences.items())]
        parts.append("\n".join([f"== {part}", *lines]) + "\n")
    return "\n".join(parts)
