"""Looking after content packs: whose is it, is it in order, and what do its cards say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletop_kernel.content import changes
from tabletop_kernel.content.change_files import game_of
from tabletop_kernel.content.installed import games, has_packs, house_folder, is_change_file
from tabletop_kernel.content.library import load
from tabletop_kernel.content.pack_diff import differences, tables_in
from tabletop_kernel.content.packs import check_folder, slug
from tabletop_kernel.contract.errors import PackError, TabletopError, UnknownName, clip, close_to, nearest
from tabletop_kernel.contract.game import Game
from tabletop_kernel.table.session import Session

MOST_NAMED = 8  # cards that a word may mean, before it has to be longer


def whose(folder: Path, name: str | None = None) -> str:
    """The game that a pack is for: the one that was named, or the one whose house pack has the same files.

    A file of changed cards says itself which one.
    """
    if not is_change_file(folder):
        check_folder(folder)
    elif name is None:
        name = game_of(folder)
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


def check(folder: Path, name: str) -> tuple[Game[Any], dict[str, int]]:
    """A pack that is in order: the game with it, and how many entries each table has. PackError has all its faults."""
    game = load(name, folder)
    for seats in game.seats:
        try:
            Session(game, seats, seed=1)
        except TabletopError as error:
            raise PackError(f"You can't set up a table for {seats} with this pack. {error}") from None
    counts: dict[str, int] = {}
    for data in game.contents.files.values():
        for table, entries in tables_in(data).items():
            counts[table] = counts.get(table, 0) + len(entries)
    return game, counts


def in_words(game: Game[Any], name: str = "") -> Iterator[str]:
    """What a card says, line by line; without a name all cards of the pack."""
    cards = game.cards()
    for card in [_card_meant(game, name)] if name.strip() else cards:
        first, *more = cards[card]
        yield f"{card}: {first}"
        yield from (f"    {line}" for line in more)


def _card_meant(game: Game[Any], name: str) -> str:
    """Find a card by its name, its id, or words that no other card's name has; UnknownName names the nearest."""
    cards = game.cards()
    known = {word: card for card in cards for word in (slug(card), card.casefold())}
    wanted = " ".join(name.casefold().split())
    if wanted in known:
        return known[wanted]
    having = [card for card in cards if wanted in card.casefold()]
    if len(having) == 1:
        return having[0]
    if having:
        raise UnknownName(f"{len(having)} cards have {clip(name)} in their names: {', '.join(having[:MOST_NAMED])}.")
    near = known.get(close_to(wanted, known))
    hint = f"did you mean '{near}'?" if near else nearest(wanted, cards)
    raise UnknownName(f"There is no card {clip(name)} in this pack of {game.title}: {hint}")


def differing(name: str, old: str | Path, new: Path) -> list[str]:
    """What differs between two packs of a game, either of which may be a file of changed cards."""
    if is_change_file(old) or is_change_file(new):
        return changes.differences(load(name, old), load(name, new))
    return differences(house_folder(name) if old == "house" else Path(old), new)
