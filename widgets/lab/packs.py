"""The cards that a page of the lab can choose from: those of the server, and those that somebody has brought along."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_kernel.cli.pack_commands import game_of_pack
from tabletop_kernel.content import changes
from tabletop_kernel.content.change_files import changes_in_words, load_text
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.content.pack_diff import differences
from tabletop_kernel.contract.errors import SetupError, TabletopError, clip, nearest, printed
from tabletop_kernel.contract.game import Game
from widgets.packs import HOUSE, said

MOST_FOLDERS = 40  # beside the notebooks, in which packs are looked for
MOST_BROUGHT = 12  # changed cards that a page keeps
USUAL = "The game's own cards"
FULL = f"This page already has {MOST_BROUGHT} card files, and that is the limit. Open the lab again to use others."
NOTHING = "{}: this file doesn't change any cards."


class Packs:
    """The packs that there are: the house's, those beside the notebooks, those that were named, and changed cards."""

    def __init__(self, named: Sequence[str | Path] = (), beside: Path | None = None) -> None:
        beside = beside or Path.cwd()
        near = sorted(path for path in beside.iterdir() if path.is_dir() and any(path.glob("*.toml")))
        self._folders: dict[str, dict[str, Path]] = {}
        self._brought: dict[tuple[str, str], Game[Any]] = {}  # games with changed cards, by game and name
        self.faults: list[str] = []
        self._changes: dict[tuple[str, str, str], list[str]] = {}
        for folder in [*map(Path, named), *near[:MOST_FOLDERS]]:
            try:
                game = game_of_pack(folder)
                self._folders.setdefault(game, {}).setdefault(printed(folder.resolve().name), folder)
            except TabletopError as error:
                if folder in map(Path, named):  # whoever named it wants to know; others may have folders of their own
                    self.faults.append(str(error))

    def of(self, game: str) -> dict[str, str]:
        """The packs of a game: what each is known by, and how it is shown."""
        own = {name: name for name in self._folders.get(game, {})}
        return {HOUSE: USUAL, **own, **{name: name for owner, name in self._brought if owner == game}}

    def load(self, game: str, name: str) -> Game[Any]:
        if name not in self.of(game):
            raise SetupError(f"We have no cards called {clip(name)}: {nearest(name, self.of(game))}")
        if brought := self._brought.get((game, name)):
            return brought
        return load(game) if name == HOUSE else load(game, self._folders[game][name])

    def changes(self, game: str, old: str, new: str) -> list[str]:
        """What one pack has that another has not, worked out once."""
        key = (game, old, new)
        if key not in self._changes:
            self._changes[key] = self._differences(game, old, new)
        return self._changes[key]

    def _differences(self, game: str, old: str, new: str) -> list[str]:
        brought = self.brought(game, new)
        if brought is not None and self.base(game, new) == old:
            return changes_in_words(brought)  # as the table told it where they were changed
        if any((game, name) in self._brought for name in (old, new)):
            return list(map(said, changes.differences(self.load(game, old), self.load(game, new))))
        folders = [house_folder(game) if name == HOUSE else self._folders[game][name] for name in (old, new)]
        return list(map(said, differences(*folders)))

    # -- cards that somebody brings along ------------------------------------------------------------------------------

    def bring(self, text: str, label: str) -> tuple[str, str]:
        """Take a file of changed cards: which game it is of, and what its cards are called here.

        TabletopError says what is wrong with it, and then nothing has changed.
        """
        label = printed(label) or "a file without a name"
        game = load_text(text, label, self.load)
        return game.name, self._keep(game, label)

    def bring_change(self, game: str, pack: str, name: str, change: Any) -> str:
        """The same of a change that a link carries."""
        return self._keep(changes.with_change(self.load(game, pack), change), printed(name) or "changed cards")

    def _keep(self, game: Game[Any], label: str) -> str:
        if not game.edition.change:
            raise SetupError(NOTHING.format(label))
        for (owner, name), known in self._brought.items():
            if (owner, known.edition.digest) == (game.name, game.edition.digest):
                return name  # the same cards are here already
        if len(self._brought) >= MOST_BROUGHT:
            raise SetupError(FULL)
        name, number = label, 1
        while name in self.of(game.name):
            number += 1
            name = f"{label} ({number})"
        self._brought[game.name, name] = game
        return name

    def brought(self, game: str, name: str) -> Game[Any] | None:
        """The game with these changed cards; None for a pack of the server."""
        return self._brought.get((game, name))

    def base(self, game: str, name: str) -> str:
        """The pack that changed cards stand upon; any other pack itself."""
        found = self.brought(game, name)
        return name if found is None else changes.original(found).edition.pack
