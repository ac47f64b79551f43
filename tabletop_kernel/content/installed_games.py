"""The installed games, with their house packs or with packs in folders.

A game is an entry point of the group `tabletop.games`, under the game's name. It points to a package with a function
`load(folder)` and a pack in `packs/house`. For a game with fixed content it points to a callable without arguments that
makes the game, such as its class. A game given as an object needs none of this.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from os.path import isfile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import PackError, SetupError, UnknownName, clip, nearest, printed
from tabletop_kernel.contract.game import AnyGame, Game
from tabletop_kernel.contract.pack_reading import Contents, record_reading

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "tabletop.games"
OWN_PACKAGE = "tabletop_kernel.games."


def games() -> list[str]:
    """Return the names of the installed games, in alphabetical order.

    >>> games()[:2]
    ['deck_goes_west', 'royal_ascension']
    """
    return sorted(_installed())


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the games by name; another package never replaces one of ours."""
    from importlib.metadata import entry_points

    entries = entry_points(group=ENTRY_POINT_GROUP)
    return {entry.name: entry for entry in sorted(entries, key=lambda entry: entry.value.startswith(OWN_PACKAGE))}


def check_game_name(name: object) -> str:
    """Return the name of an installed game. Raise UnknownName for anything else."""
    if not isinstance(name, str) or name not in _installed():
        raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
    return name


def with_house_pack(name: object) -> AnyGame:
    """Return a game with its house pack. Raise UnknownName if there is no such game."""
    return _cached_with_house_pack(check_game_name(name))


@cache
def _cached_with_house_pack(name: str) -> AnyGame:
    """Return a game with its house pack, loaded only once because it never changes."""
    return _make_with_pack(name, house_folder(name)) if has_packs(name) else _make_with_fixed_content(name)


def with_pack_in_folder(name: object, folder: str | Path) -> AnyGame:
    """Load a game with the pack in a folder.

    Raise UnknownName for an unknown game, or PackError for a faulty pack or a game with fixed content.
    """
    game_name = check_game_name(name)
    _check_packs(game_name)
    game = _make_with_pack(game_name, Path(folder))
    full_path = Path(folder).resolve()
    game.edition = replace(game.edition, folder=full_path, pack=printed(full_path.name))
    return game


def is_change_file(pack: str | Path) -> bool:
    """Tell if a path is a file of changed cards, not a folder with a whole pack."""
    return str(pack).endswith(".toml") and isfile(pack)


@cache
def _load_entry_point(name: str) -> Any:
    """Return an entry point's target: a package with packs, or a callable that makes the game.

    Raise SetupError if it can't be loaded.
    """
    entry = _installed()[name]
    try:
        return entry.load()
    except Exception as error:
        raise _loading_error(name, error) from error


def has_packs(name: str) -> bool:
    """Tell if a game reads packs; otherwise its content is fixed."""
    return isinstance(_load_entry_point(name), ModuleType)


def _check_packs(name: str) -> None:
    """Raise PackError if a game has fixed content."""
    if not has_packs(name):
        raise PackError(f"{with_house_pack(name).title} comes with fixed content, so you can't play it with a pack.")


def _make_with_fixed_content(name: str) -> AnyGame:
    """Make a game with fixed content. Raise SetupError if it fails or makes something else."""
    try:
        game = _load_entry_point(name)()
    except Exception as error:
        raise _loading_error(name, error) from error
    if not isinstance(game, Game) or game.name != name:
        raise SetupError(f"{_installed()[name].value} should make the game '{name}'; it makes {clip(game)}.")
    return game


def _loading_error(name: str, error: Exception) -> SetupError:
    value = _installed()[name].value
    return SetupError(f"The game '{name}' ({value}) can't be loaded: {printed(str(error), 400)}")


def house_folder(name: str) -> Path:
    """Return the folder of a game's house pack. Raise PackError if the game has none."""
    _check_packs(name)
    return Path(str(_load_entry_point(name).__file__)).parent / "packs" / "house"


def read_again(name: str, contents: Contents) -> AnyGame:
    """Load the game with changed contents, checked like those of any pack."""
    return _make_with_pack(name, contents.folder, contents)


def _make_with_pack(name: str, folder: Path, given: Contents | None = None) -> AnyGame:
    with record_reading(given) as read:
        game: AnyGame = _load_entry_point(name).load(folder)
    game.edition = replace(game.edition, contents=read.contents)
    return game
