"""The games that come with the kernel: one package each, with a function `load(pack)`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tabletop_kernel.errors import PackError, UnknownName, clip, nearest, printed
from tabletop_kernel.game import Game

KEPT = 16
_loaded: dict[tuple[str, str], Game[Any]] = {}  # the games with packs of one's own that were loaded last


def games() -> list[str]:
    """The names of the games that can be learned and played: those with a course."""
    return _with("lessons.toml")


def _with(file: str) -> list[str]:
    return sorted(path.parent.name for path in Path(__file__).parent.glob(f"*/{file}"))


def load(name: Any, pack: Any = "house") -> Game[Any]:
    """A game by name, with its house pack or with a folder of TOML files in its place."""
    if not isinstance(name, str) or name not in _with("rulebook.toml"):
        raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
    if not isinstance(pack, (str, Path)):
        raise PackError(f"A pack is 'house' or the path of a folder, not {clip(pack)}.")
    if pack == "house":
        return _house(name)
    game = _load(name, Path(pack))
    game.pack = printed(Path(pack).resolve().name)
    _loaded[name, game.digest] = game
    if len(_loaded) > KEPT:
        del _loaded[next(iter(_loaded))]
    return game


def find(name: Any, digest: Any, pack: Any = None) -> Game[Any] | None:
    """The game with the pack of this digest: the house pack, one that was loaded, or one in a folder nearby.

    Nearby are the folders beside the house pack, and one in the working directory that has the name of the pack.
    """
    house = load(name)
    if house.digest == digest:
        return house
    if not isinstance(digest, str) or (name, digest) in _loaded:
        return _loaded.get((name, str(digest)))
    beside = [folder for folder in sorted(house_folder(name).parent.iterdir()) if folder.name != "house"]
    is_name = isinstance(pack, str) and Path(pack).name == pack and pack not in ("", "..")
    for folder in [*beside, Path(pack)] if is_name else beside:
        try:
            game = load(name, folder)
        except PackError:  # not a pack, or not one that can be played
            continue
        if game.digest == digest:
            return game
    return None


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
