"""A game and what it looks like, for tests of scenes: short ways to ask for a part or a piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tabletop_kernel import Session, load
from tabletop_kernel.checks.random_play import tables, wander
from tabletop_kernel.contract.game import Move, View
from widgets.face import face_of
from widgets.look import Phrase, TableLook
from widgets.scene import pieces


class Stage:
    def __init__(self, name: str, pack: Path | str = "house") -> None:
        self.game = load(name, pack)
        self.face = face_of(name)

    def scene(self, session: Session, seat: int | None) -> list[Any]:
        moves = session.moves(seat) if seat is not None else []
        return self.drawn(session, session.view(seat), moves)[0]

    def groups(self, session: Session, seat: int) -> list[Any]:
        return self.drawn(session, session.view(seat), session.moves(seat))[1]

    def drawn(self, session: Session, view: View, moves: list[Move]) -> tuple[list[Any], list[Any]]:
        """The scene and the buttons for a view."""

        def look() -> TableLook:
            return self.face.look(self.game, session.config, view, moves, _phrase(session, view["seat"] or 0))

        return self.face.scene(look()), self.face.groups(look())

    def part(self, session: Session, seat: int | None, kind: str, number: int = 0) -> Any:
        return [each for each in self.scene(session, seat) if each["part"] == kind][number]

    def piece(self, session: Session, seat: int | None, name: str) -> Any:
        return next(each for each in pieces(self.scene(session, seat)) if each["id"] == name)

    def chart(self, session: Session, view: View) -> Any:
        return self.face.chart(self.face.look(self.game, session.config, view))

    def watched(self, games: int, seed: int) -> Iterator[tuple[Session, Random]]:
        """Random tables before each input, and at their end."""
        for session, rng in tables(self.game, games, seed):
            for _ in wander(session, rng):
                yield session, rng
            yield session, rng


def _phrase(session: Session, seat: int) -> Phrase:
    return lambda move: session.phrase(seat, move)
