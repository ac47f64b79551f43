"""Games by name, with their house packs, packs in folders, or changed cards."""

from __future__ import annotations

from pathlib import Path

from tabletop_kernel.content.change_files import load_file
from tabletop_kernel.content.changes import with_change
from tabletop_kernel.content.installed_games import (
    check_game_name,
    has_packs,
    house_folder,
    is_change_file,
    with_house_pack,
    with_pack_in_folder,
)
from tabletop_kernel.contract.errors import PackError, clip
from tabletop_kernel.contract.game import AnyGame

MOST_CACHED_GAMES = 16
_games_in_folders: dict[tuple[str, str], AnyGame] = {}  # the last games loaded with a pack in a folder


def load(name: object, pack: object = "house", change: object = None) -> AnyGame:
    """Load a game by name, with its house pack, a pack in a folder, or a file of changed cards.

    `change` changes its cards further. Raise UnknownName if there is no such game, or PackError for faults in the pack
    or the change.

    >>> load("royal_ascension")
    <Game The Royal Ascension: house pack, 87 rules, 50 rulings>
    """
    game = _load_with_pack(name, pack)
    return with_change(game, change) if change else game


def _load_with_pack(name: object, pack: object) -> AnyGame:
    """Return a game with a pack. Raise UnknownName for an unknown game, or PackError for the pack."""
    if not isinstance(pack, (str, Path)):
        raise PackError(f"A pack is 'house' or the path of a folder, not {clip(pack)}.")
    name = check_game_name(name)
    house_game = with_house_pack(name)
    if pack == "house":
        return house_game
    if has_packs(name) and is_change_file(pack):
        return load_file(name, Path(pack))
    game = with_pack_in_folder(name, pack)
    _games_in_folders[name, game.edition.digest] = game
    if len(_games_in_folders) > MOST_CACHED_GAMES:
        del _games_in_folders[next(iter(_games_in_folders))]
    return game


def find_by_digest(name: object, digest: object, pack: object = None) -> AnyGame | None:
    """Return a game with the pack of this digest, or None. Raise UnknownName for an unknown game.

    It can be the house pack, a pack loaded before, or one in a folder nearby: beside the house pack, or in the working
    directory under the pack's name.
    """
    name = check_game_name(name)
    house_game = with_house_pack(name)
    if house_game.edition.digest == digest:
        return house_game
    if not isinstance(digest, str) or (name, digest) in _games_in_folders:
        return _games_in_folders.get((name, str(digest)))
    if not has_packs(name):
        return None
    folders_nearby = [folder for folder in sorted(house_folder(name).parent.iterdir()) if folder.name != "house"]
    is_name = isinstance(pack, str) and Path(pack).name == pack and pack not in ("", "..")
    for folder in [*folders_nearby, Path(str(pack))] if is_name else folders_nearby:
        try:
            game = load(name, folder)
        except PackError:  # not a pack, or a faulty one
            continue
        if game.edition.digest == digest:
            return game
    return None
