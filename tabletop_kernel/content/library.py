"""The games that are installed: finding them, and loading one by its name, with its own pack or with another.

A game is an entry point of the group `tabletop.games`, under the game's name. It stands for a package with a function
`load(folder)` and a pack in `packs/house`. For a game with fixed content it stands for what makes the game when called
without arguments, such as its class. A game given as an object needs none of this.
"""

from __future__ import annotations

from functools import cache
from os.path import isfile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.contents import Contents, reading
from tabletop_kernel.contract.errors import PackError, SetupError, UnknownName, clip, nearest, printed
from tabletop_kernel.contract.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tabletop.games"
OURS = "tabletop_kernel.games."
KEPT = 16
_loaded: dict[tuple[str, str], Game[Any]] = {}  # the games with packs of one's own that were loaded last


def games() -> list[str]:
    """List the names of the games that are installed.

    >>> games()[:2]
    ['deck_goes_west', 'royal_ascension']
    """
    return sorted(_installed())


@cache
def _installed() -> dict[str, EntryPoint]:
    """Find the games by name; one of this package is never replaced by another's."""
    from importlib.metadata import entry_points

    found = entry_points(group=GROUP)
    return {entry.name: entry for entry in sorted(found, key=lambda one: one.value.startswith(OURS))}


def load(name: Any, pack: Any = "house") -> Game[Any]:
    """Load a game by name, with its house pack, with a folder of TOML files in its place, or with a file of changes.

    UnknownName says that there is no such game, PackError what is wrong with a pack.

    >>> load("royal_ascension")
    <Game The Royal Ascension: house pack, 87 rules, 50 rulings>
    """
    if not isinstance(name, str) or name not in _installed():
        raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
    if not isinstance(pack, (str, Path)):
        raise PackError(f"A pack is 'house' or the path of a folder, not {clip(pack)}.")
    if pack == "house":
        return _house(name)
    if not _has_packs(name):
        raise PackError(f"{load(name).title} comes with fixed content, so you can't play it with a pack.")
    if is_change_file(pack):
        from tabletop_kernel.content.change_files import load_file

        return load_file(name, Path(pack))
    game = _load(name, Path(pack))
    game.folder = Path(pack).resolve()
    game.pack = printed(game.folder.name)
    _loaded[name, game.digest] = game
    if len(_loaded) > KEPT:
        del _loaded[next(iter(_loaded))]
    return game


def is_change_file(pack: str | Path) -> bool:
    """Whether this is one TOML file, and not a folder of them: then it holds only what differs from another pack."""
    return str(pack).endswith(".toml") and isfile(pack)


def find(name: Any, digest: Any, pack: Any = None) -> Game[Any] | None:
    """The game with the pack of this digest: the house pack, one that was loaded, or one in a folder nearby.

    Nearby are the folders beside the house pack, and one in the working directory that has the name of the pack.
    """
    house = load(name)
    if house.digest == digest:
        return house
    if not isinstance(digest, str) or (name, digest) in _loaded:
        return _loaded.get((name, str(digest)))
    if not _has_packs(name):
        return None
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
    return _load(name, house_folder(name)) if _has_packs(name) else _brought(name)


@cache
def _found(name: str) -> Any:
    """What an entry point stands for: a package with packs, or what makes the game."""
    entry = _installed()[name]
    try:
        return entry.load()
    except Exception as error:
        raise _broken(name, error) from error


def _has_packs(name: str) -> bool:
    return isinstance(_found(name), ModuleType)


def _brought(name: str) -> Game[Any]:
    """The game with fixed content; what is wrong with it is told as a sentence that names it."""
    try:
        game = _found(name)()
    except SetupError:
        raise
    except Exception as error:
        raise _broken(name, error) from error
    if not isinstance(game, Game) or game.name != name:
        raise SetupError(f"{_installed()[name].value} should make the game '{name}'; it makes {clip(game)}.")
    return game


def _broken(name: str, error: Exception) -> SetupError:
    value = _installed()[name].value
    return SetupError(f"The game '{name}' ({value}) can't be loaded: {printed(str(error), 400)}")


def house_folder(name: str) -> Path:
    """The folder of a game's house pack."""
    return Path(str(_found(name).__file__)).parent / "packs" / "house"


def read_again(name: str, contents: Contents) -> Game[Any]:
    """Load the game with contents that somebody has changed; they are checked like those of any pack."""
    return _load(name, contents.folder, contents)


def _load(name: str, folder: Path, given: Contents | None = None) -> Game[Any]:
    with reading(given) as read:
        game: Game[Any] = _found(name).load(folder)
    game.contents = read.contents
    return game
