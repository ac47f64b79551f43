"""Changed cards as a file: one TOML file that holds only what differs from a pack, and can be used in place of it.

    game = "the_west_ascendant"
    pack = "house"

    [locus.dawnforge]
    effect = "draw 2"
    leave_out = ["house"]

A pack that is not the house pack is a folder beside the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tabletop_kernel.content.changes import Change, checked, original, told
from tabletop_kernel.content.changes import changed as game_with
from tabletop_kernel.content.installed import house, in_folder, is_change_file
from tabletop_kernel.contract.errors import PackError, UnknownName, clip, printed
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.toml_files import read_toml, toml_in

HOUSE = "house"
HEAD = ("game", "pack")  # what a file of changed cards begins with
NOT_TOML = ": not TOML: "  # what is said of a text that is none
LOOKED_AT = 400  # characters of a file in which it says what it is
NO_CHANGES = (
    "this isn't a file of changed cards. A table writes such a file (Cards, Save as file). "
    'It begins with game = "…" and pack = "house".'
)
LEFT_OUT = "leave_out"  # the fields of an entry that the changed one does not have
BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key that TOML takes without quotes
MARKS = ("printed",)  # of a line: whose words it has, which whoever changes it need not see


# -- writing -----------------------------------------------------------------------------------------------------------


def as_file(game: Game[Any], name: str = "changes.toml") -> str:
    """What was changed about the cards of a game, as the text of a file."""
    base = original(game)
    lines = [
        f"# Changed cards for {base.title}.",
        "# In the browser: open this file at a table (Cards), or in the playtest lab (lab.ipynb, Cards) to compare.",
        f"# In a terminal: tabletop play {base.name} --text --pack {name}   and: tabletop pack check {name}",
        f"# In a notebook: play({toml(base.name)}, pack={toml(name)})",
        f"game = {toml(base.name)}",
        f"pack = {toml(base.pack)}",
    ]
    for table, entries in game.change.items():
        for key, new in entries.items():
            lines += ["", f"[{_key(table)}.{_key(key)}]"]
            lines += [f"{_key(field)} = {toml(value)}" for field, value in new.items() if value is not None]
            if left_out := [field for field, value in new.items() if value is None]:
                lines.append(f"{LEFT_OUT} = {toml(left_out)}")
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """A value as TOML writes it, in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {toml(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # a text or a number is written as JSON has it


def in_words(value: Any) -> str:
    """What stands in a field of a card, for people: a list line by line, nothing as «nothing»."""
    if value is None or value == []:
        return "nothing"
    if isinstance(value, list):
        lines = [_line(one) for one in value]
        return " | ".join(lines) if all(isinstance(one, str) for one in lines) else toml(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    line = _line(value)
    return line if isinstance(line, str) else toml(value)


def _line(value: Any) -> Any:
    """A line of a card, without what is only marked about it."""
    if isinstance(value, dict):
        rest = [one for key, one in value.items() if key not in MARKS]
        return rest[0] if len(rest) == 1 else value
    return value


def changes_in_words(game: Game[Any]) -> list[str]:
    """Every field that was changed about the cards of a game: «Kiln: pulse: other loses 2 → other loses 4»."""
    return [f"{what}: {was} → {now}" for what, was, now in fields_changed(game)]


def fields_changed(game: Game[Any]) -> list[tuple[str, str, str]]:
    """The same in parts: the card and its field, what stood there, and what stands there now."""
    return [
        (f"{one.entry.name}: {one.field.replace('_', ' ').replace('.', ' ')}", in_words(one.was), in_words(one.now))
        for one in told(game)
    ]


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


# -- reading -----------------------------------------------------------------------------------------------------------

Upon = Callable[[str, str], Game[Any]]  # the game with the pack that a file names


def load_file(name: str, path: Path) -> Game[Any]:
    """The game with the changed cards of a file; PackError has all that is wrong."""
    label = printed(path.name)
    data = _of_changes(read_toml(path), _no_folder(path))
    if data["game"] != name:
        raise UnknownName(f"{label}: these are changed cards for {clip(data['game'])}, not for '{name}'.")

    def beside(game: str, pack: str) -> Game[Any]:
        if pack == HOUSE:
            return house(game)
        if Path(pack).name != pack or pack == "..":
            raise PackError(f"{label}: pack: must be 'house' or the name of a folder beside this file.")
        place = path.parent / pack
        return load_file(game, place) if is_change_file(place) else in_folder(game, place)

    return _changed(data, beside)


def load_text(text: str, label: str, upon: Upon | None = None) -> Game[Any]:
    """The game with the changed cards of a file that is here as a text, such as one that a browser has sent.

    `label` is what the file is called. `upon` loads a game with the pack that the file names; without it that is the
    house pack and no other: nothing lies beside a text.
    """
    try:
        read = toml_in(text, label)
    except PackError as error:
        if NOT_TOML in str(error) and (problem := something_else(text)):
            raise PackError(f"{label}: {problem}") from None
        raise
    data = _of_changes(read, f"{label}: this isn't a file of changed cards.")
    return _changed(data, upon or partial(_upon_house, label))


def something_else(text: str) -> str:
    """What a text is that is no file of changed cards, in a sentence for people; empty if it may be one."""
    if text.lstrip().startswith("{"):  # as JSON does, and TOML never
        if '"tabletop record"' in text[:LOOKED_AT]:
            return "this is a record of a game. Open it in the playtest lab, under Records of people."
        if '"inputs"' in text:
            return "this is a saved game. Open it at a table, under Save."
        return NO_CHANGES
    return "" if re.search(r"^\s*(game|pack)\s*=", text, re.MULTILINE) else NO_CHANGES


def _upon_house(label: str, game: str, pack: str) -> Game[Any]:
    if pack != HOUSE:
        raise PackError(f"{label}: it changes cards in the pack {clip(pack)}, which isn't here.")
    return house(game)


def game_of(path: Path) -> str:
    """The game that a file of changes is for, as far as it says so."""
    return str(_of_changes(read_toml(path), _no_folder(path))["game"])


def _changed(data: dict[str, Any], upon: Upon) -> Game[Any]:
    """The game that is meant, with what the file has changed."""
    rest = {table: entries for table, entries in data.items() if table not in HEAD}
    for entries in rest.values():
        for new in entries.values() if isinstance(entries, dict) else ():
            if isinstance(new, dict) and isinstance(new.get(LEFT_OUT), list):
                new |= dict.fromkeys(map(str, new.pop(LEFT_OUT)))
    change: Change = checked(rest)
    base = upon(data["game"], data["pack"])
    if not hasattr(base, "contents"):
        raise PackError(f"{base.title} comes with fixed content, so you can't use changed cards with it.")
    return game_with(base, change)


def _of_changes(data: dict[str, Any], problem: str) -> dict[str, Any]:
    """What a file holds, if it begins as a file of changed cards does; else the problem, and how one begins."""
    if not all(isinstance(data.get(key), str) for key in HEAD):
        raise PackError(f'{problem} Begin the file with game = "…" and pack = "house".')
    return data


def _no_folder(path: Path) -> str:
    return f"There is no pack folder {clip(str(path), 200)}: that is a file, and a pack is a folder."
