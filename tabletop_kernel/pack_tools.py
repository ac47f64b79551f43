"""Looking after content packs from the command line: whose is it, is it in order, and how does it differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tabletop_kernel.errors import PackError, TabletopError, UnknownName, clip, nearest
from tabletop_kernel.game import Game
from tabletop_kernel.games import games, house_folder, load
from tabletop_kernel.packs import check_folder, read_toml
from tabletop_kernel.session import Session

Entries = dict[str, list[dict[str, Any]]]  # table -> its entries


def whose(folder: Path, name: str | None = None) -> str:
    """The game that a pack is for: the one that was named, or the one whose house pack has the same files."""
    check_folder(folder)
    if name is not None:
        if name not in games():
            raise UnknownName(f"There is no game {clip(name)}: {nearest(name, games())}")
        return name
    files = {path.name for path in folder.glob("*.toml")}
    if not files:
        raise PackError(f"There are no TOML files in {clip(str(folder), 200)}.")
    shared = {game: len(files & {path.name for path in house_folder(game).glob("*.toml")}) for game in games()}
    best = [game for game in shared if shared[game] == max(shared.values())]
    if not shared[best[0]]:
        raise PackError(f"{clip(str(folder), 200)} looks like no game's pack. Name the game with --game.")
    if len(best) > 1:
        which = " or ".join(best)
        raise PackError(f"{clip(str(folder), 200)} may be a pack of {which}. Name the game with --game.")
    return best[0]


def check(folder: Path, name: str) -> tuple[Game[Any], dict[str, int]]:
    """A pack that is in order: the game with it, and how many entries each table has. PackError has all its faults."""
    game = load(name, folder)
    for seats in game.seats:
        try:
            Session(game, seats, seed=1)
        except TabletopError as error:
            raise PackError(f"No table for {seats} can be laid with it. {error}") from None
    return game, {table: len(entries) for data in _read(folder).values() for table, entries in data.items()}


def differences(old: Path, new: Path) -> list[str]:
    """What changed from one pack to another, line by line."""
    before, after = _read(old), _read(new)
    lines: list[str] = []
    for file in sorted({*before, *after}):
        one, two = before.get(file, {}), after.get(file, {})
        for table in dict.fromkeys([*one, *two]):
            lines += _changed(f"{file}: {table}", one.get(table, []), two.get(table, []))
    return lines


def _read(folder: Path) -> dict[str, Entries]:
    """The files of a pack; only tables of entries count."""
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise PackError(f"There is no pack in {clip(str(folder), 200)}.")
    return {path.name: _tables(read_toml(path)) for path in files}


def _tables(data: Mapping[str, Any]) -> Entries:
    return {
        table: [entry for entry in entries if isinstance(entry, dict)]
        for table, entries in data.items()
        if isinstance(entries, list)
    }


def _changed(where: str, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    """Entries with an id or a name are followed by it; of the others it is told which came and which went."""
    before, after = _by_label(old), _by_label(new)
    for label in dict.fromkeys([*before, *after]):
        if label not in after:
            yield f"- {where} {label}"
        elif label not in before:
            yield f"+ {where} {label}"
        else:
            yield from _fields(f"{where} {label}", before[label], after[label])


def _by_label(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for entry in entries:
        name = entry.get("id") or entry.get("name")
        texts = [f"{value}" for value in entry.values() if not isinstance(value, bool)]
        label = clip(name) if isinstance(name, str) else clip(", ".join(texts), 100)
        times = sum(known == label or known.startswith(f"{label} (") for known in found)
        found[f"{label} ({times + 1})" if times else label] = entry
    return found


def _fields(where: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            yield f"  {where}: {key}: {_shown(old, key)} -> {_shown(new, key)}"


def _shown(entry: dict[str, Any], key: str) -> str:
    return clip(entry[key], 100) if key in entry else "(not there)"
