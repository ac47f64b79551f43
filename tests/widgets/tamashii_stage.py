"""Tamashii and what it looks like, for tests of its scenes."""

from __future__ import annotations

from stage import Stage

from tabletop_kernel.games import house_folder
from tabletop_kernel.games import tamashii as package
from widgets.face import face_of


class TamashiiStage(Stage):
    """The game with its house pack."""

    def __init__(self) -> None:
        self.game = package.load(house_folder("tamashii"))
        self.face = face_of("tamashii")
