"""The games that can be loaded by name: those of the kernel, and those that other installed packages bring.

A game of the kernel is a package here with a function `load(pack)`. Another package brings one by an entry point of the
group `tabletop.games`: its name is the game's, and it stands for whatever makes the game when it is called without
arguments, such as its class. A game that is given as an object needs none of this.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.contents import Contents, reading
from tabletop_kernel.contract.errors import PackError, SetupError, UnknownName, clip, nearest, printed
from tabletop_kernel.contract.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tabletop.games"
KEPT = 16
_loaded: dict[tuple[str, str], Game[Any]] = {}  # the games with packs of one's own that were loaded last


def games() -> list[str]:
    """The names of the games that can be learned and played: ours that have a course, and those of other packages.

    >>> games()[:2]
    ['deck_goes_west', 'royal_ascension']
    """
    return sorted({*_with("lessons.toml"), *installed()})


@cache
def _with(file: str) -> tuple[str, ...]:
    """Our games that have such a file: those that were here when somebody first asked."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob(f"*/{file}")))


@cache
def installed() -> dict[str, EntryPoint]:
    """The games of other packages, by name; one of ours is never replaced."""
    from importlib.metadata import entry_points

    ours = _with("rulebook.toml")
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in ours}


def load(name: Any, pack: Any = "house") -> Game[Any]:
    """A game by name, with its house pack, with a folder of TOML files in its place, or with a file of changes.

    >>> load("royal_ascension")
    <Game The Royal Ascension: house pack, 87 rules, 50 rulings>
    """
    ours = isinstance(name, str) and name in _with("rulebook.toml")
    if not ours and (not isinstance(name, str) or name not in installed()):
        raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
    if not isinstance(pack, (str, Path)):
        raise PackError(f"A pack is 'house' or the path of a folder, not {clip(pack)}.")
    if pack == "house":
        return _house(name)
    if not ours:
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
    if name in installed():
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
    return _brought(installed()[name]) if name in installed() else _load(name, house_folder(name))


def _brought(entry: EntryPoint) -> Game[Any]:
    """The game of another package; what is wrong with it is told as a sentence that names it."""
    try:
        game = entry.load()()
    except Exception as error:
        raise SetupError(
            f"The game '{entry.name}' ({entry.value}) can't be loaded: {printed(str(error), 400)}"
        ) from error
    if not isinstance(game, Game) or game.name != entry.name:
        raise SetupError(f"{entry.value} should make the game '{entry.name}'; it makes {clip(game)}.")
    return game


def house_folder(name: str) -> Path:
    """Where the house pack of a game lies."""
    return Path(__file__).parent / name / "packs" / "house"


def read_again(name: str, contents: Contents) -> Game[Any]:
    """The game with contents that somebody has changed; they are checked like those of any pack."""
    return _load(name, contents.folder, contents)


def _load(name: str, folder: Path, given: Contents | None = None) -> Game[Any]:
    with reading(given) as read:
        game: Game[Any] = import_module(f"tabletop_kernel.games.{name}").load(folder)
    game.contents = read.contents
    return game
