"""The games that come with the kernel: one package each, with a function `load(pack)`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tabletop_kernel.errors import PackError, UnknownName, clip, nearest
from tabletop_kernel.game import Game


def games() -> list[str]:
    """The names of the games that are there."""
    here = Path(__file__).parent
    return sorted(path.parent.name for path in here.glob("*/rulebook.toml"))


def load(name: Any, pack: Any = "house") -> Game[Any]:
    """A game by name, with its house pack or with a folder of TOML files in its place."""
    if not isinstance(name, str) or name not in games():
        raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
    if not isinstance(pack, (str, Path)):
        raise PackError(f"A pack is 'house' or the path of a folder, not {clip(pack)}.")
    return _house(name) if pack == "house" else _load(name, Path(pack))


@cache
def _house(name: str) -> Game[Any]:
    """The game with its own pack, read once: it never changes."""
    return _load(name, house_folder(name))


def house_folder(name: str) -> Path:
    """Where the house pack of a game lies."""
    return Path(__file__).parent / name / "packs" / "house"


def _load(name: str, folder: Path) -> Game[Any]:
    game: Game[Any] = import_module(f"tabletop_kernel.games.{name}").load(folder)
    return game
