"""Commands for content packs: find a pack's game, check it, and put its cards into words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tabletop_kernel.content import changes
from tabletop_kernel.content.change_files import game_in_file
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games, has_packs, house_folder, is_change_file
from tabletop_kernel.content.pack_diff import differences, tables_in
from tabletop_kernel.content.packs import check_folder, slug
from tabletop_kernel.contract.errors import PackError, TabletopError, UnknownName, clip, close_to, nearest
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.table.session import Session

MOST_CARDS_NAMED = 8  # cards to list when a word fits several


def game_of_pack(folder: Path, name: str | None = None) -> str:
    """Return the game that a pack is for: the given name, or the game whose house pack has the most files in common.

    A file of changed cards names its own game. Raise UnknownName or PackError if no single game fits.
    """
    if not is_change_file(folder):
        check_folder(folder)
    elif name is None:
        name = game_in_file(folder)
    if name is not None:
        if name not in games():
            raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
        return name
    files = {path.name for path in folder.glob("*.toml")}
    if not files:
        raise PackError(f"There are no TOML files in {clip(str(folder), 200)}.")
    playable = [game for game in games() if has_packs(game)]
    shared = {game: len(files & {path.name for path in house_folder(game).glob("*.toml")}) for game in playable}
    best = [game for game in shared if shared[game] == max(shared.values())]
    if not shared[best[0]]:
        raise PackError(
            f"{clip(str(folder), 200)} doesn't look like a pack for any game we know. Name the game with --game."
        )
    if len(best) > 1:
        which = " or ".join(best)
        raise PackError(f"{clip(str(folder), 200)} could be a pack for {which}. Name the game with --game.")
    return best[0]


def check_pack(folder: Path, name: str) -> tuple[AnyGame, dict[str, int]]:
    """Return the game with a valid pack, and the number of entries per table. Raise PackError with all its faults."""
    game = load(name, folder)
    for seats in game.seats:
        try:
            Session(game, seats, seed=1)
        except TabletopError as error:
            raise PackError(f"You can't set up a table for {seats} with this pack. {error}") from None
    counts: dict[str, int] = {}
    for data in game.edition.contents.files.values():
        for table, entries in tables_in(data).items():
            counts[table] = counts.get(table, 0) + len(entries)
    return game, counts


def card_lines(game: AnyGame, name: str = "") -> Iterator[str]:
    """Yield a card's text, line by line; without a name, the texts of all cards."""
    cards = game.telling.cards()
    for card in [_find_card(game, name)] if name.strip() else cards:
        first, *more = cards[card]
        yield f"{card}: {first}"
        yield from (f"    {line}" for line in more)


def _find_card(game: AnyGame, name: str) -> str:
    """Return a card by its name, its slug, or words that only its name has.

    Raise UnknownName, with the closest name, if none or several fit.
    """
    cards = game.telling.cards()
    card_of_word = {word: card for card in cards for word in (slug(card), card.casefold())}
    wanted = " ".join(name.casefold().split())
    if wanted in card_of_word:
        return card_of_word[wanted]
    matching = [card for card in cards if wanted in card.casefold()]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise UnknownName(
            f"{len(matching)} cards have {clip(name)} in their names: {', '.join(matching[:MOST_CARDS_NAMED])}."
        )
    closest = card_of_word.get(close_to(wanted, card_of_word))
    hint = f"did you mean '{closest}'?" if closest else nearest(wanted, cards)
    raise UnknownName(f"There is no card {clip(name)} in this pack of {game.title}: {hint}")


def pack_differences(name: str, old: str | Path, new: Path) -> list[str]:
    """Return the differences between two packs of a game; either can be a file of changed cards."""
    if is_change_file(old) or is_change_file(new):
        return changes.differences(load(name, old), load(name, new))
    return differences(house_folder(name) if old == "house" else Path(old), new)
