"""Changed cards as a file: one TOML file with only the differences from a pack, usable wherever a pack is.

    game = "the_west_ascendant"
    pack = "house"

    [locus.dawnforge]
    effect = "draw 2"
    leave_out = ["house"]

Any pack but the house pack is a folder next to the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tabletop_kernel.content.changes import Change, changed_fields, check_change, original
from tabletop_kernel.content.changes import with_change as game_with
from tabletop_kernel.content.installed_games import is_change_file, with_house_pack, with_pack_in_folder
from tabletop_kernel.contract.errors import PackError, UnknownName, clip, printed
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.toml_files import TomlTable, parse_toml, read_toml

HOUSE = "house"
HEAD = ("game", "pack")  # the fields at the start of a file of changed cards
NOT_TOML = ": not TOML: "  # in the error for a text that isn't TOML
START_OF_FILE = 400  # first characters of a file, which identify it
NO_CHANGES = (
    "this isn't a file of changed cards. A table writes such a file (Cards, Save as file). "
    'It begins with game = "…" and pack = "house".'
)
LEFT_OUT = "leave_out"  # the fields that the changed entry drops
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")  # a key that TOML accepts without quotes
MARK_FIELDS = ("printed",)  # fields of a line that only mark its source; card editors don't show them


# -- writing -----------------------------------------------------------------------------------------------------------


def change_file_text(game: AnyGame, name: str = "changes.toml") -> str:
    """Return a game's changed cards as the text of a file."""
    base = original(game)
    lines = [
        f"# Changed cards for {base.title}.",
        "# In the browser: open this file at a table (Cards), or in the playtest lab (lab.ipynb, Cards) to compare.",
        f"# In a terminal: tabletop play {base.name} --text --pack {name}   and: tabletop pack check {name}",
        f"# In a notebook: play({toml(base.name)}, pack={toml(name)})",
        f"game = {toml(base.name)}",
        f"pack = {toml(base.edition.pack)}",
    ]
    for table, entries in game.edition.change.items():
        for key, new in entries.items():
            lines += ["", f"[{_key(table)}.{_key(key)}]"]
            lines += [f"{_key(field)} = {toml(value)}" for field, value in new.items() if value is not None]
            if left_out := [field for field, value in new.items() if value is None]:
                lines.append(f"{LEFT_OUT} = {toml(left_out)}")
    return "\n".join(lines) + "\n"


def toml(value: object) -> str:
    """Return a value as TOML, in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {toml(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # TOML and JSON write texts and numbers alike


def value_in_words(value: object) -> str:
    """Return a card field's value for people: a list as parts with bars, no value as “nothing”."""
    if value is None or value == []:
        return "nothing"
    if isinstance(value, list):
        lines = [line for one in value if isinstance(line := _without_marks(one), str)]
        return " | ".join(lines) if len(lines) == len(value) else toml(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    line = _without_marks(value)
    return line if isinstance(line, str) else toml(value)


def _without_marks(value: object) -> object:
    """Return a card's line without its marks."""
    if isinstance(value, dict):
        rest = [one for key, one in value.items() if key not in MARK_FIELDS]
        return rest[0] if len(rest) == 1 else value
    return value


def changes_in_words(game: AnyGame) -> list[str]:
    """Return every changed field of a game's cards, such as “Kiln: pulse: other loses 2 → other loses 4”."""
    return [f"{what}: {was} → {now}" for what, was, now in changed_fields_in_words(game)]


def changed_fields_in_words(game: AnyGame) -> list[tuple[str, str, str]]:
    """Return every changed field in parts: the card with its field, the old value, and the new value."""
    return [
        (
            f"{one.entry.name}: {one.field.replace('_', ' ').replace('.', ' ')}",
            value_in_words(one.was),
            value_in_words(one.now),
        )
        for one in changed_fields(game)
    ]


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


# -- reading -----------------------------------------------------------------------------------------------------------

LoadPack = Callable[[str, str], AnyGame]  # (game, pack) -> the game with the pack that a file names


def load_file(name: str, path: Path) -> AnyGame:
    """Return the game with a file's changed cards.

    Raise PackError for faults, or UnknownName if they are for another game.
    """
    label = printed(path.name)
    data = _check_head(read_toml(path), _no_folder_text(path))
    if data["game"] != name:
        raise UnknownName(f"{label}: these are changed cards for {clip(data['game'])}, not for '{name}'.")

    def beside(game: str, pack: str) -> AnyGame:
        if pack == HOUSE:
            return with_house_pack(game)
        if Path(pack).name != pack or pack == "..":
            raise PackError(f"{label}: pack: must be 'house' or the name of a folder beside this file.")
        place = path.parent / pack
        return load_file(game, place) if is_change_file(place) else with_pack_in_folder(game, place)

    return _game_with_changes(data, beside)


def load_text(text: str, label: str, load_pack: LoadPack | None = None) -> AnyGame:
    """Return the game with changed cards from a text, such as a file that a browser sent. Raise PackError for faults.

    `label` is the file's name. `upon` loads a game with the pack that the file names; without it only the house pack
    works, because a text has no folder beside it.
    """
    try:
        data = parse_toml(text, label)
    except PackError as error:
        if NOT_TOML in str(error) and (problem := why_not_changes(text)):
            raise PackError(f"{label}: {problem}") from None
        raise
    data = _check_head(data, f"{label}: this isn't a file of changed cards.")
    return _game_with_changes(data, load_pack or partial(_load_house_pack, label))


def why_not_changes(text: str) -> str:
    """Return a sentence that says what a text is instead of a file of changed cards; empty if it may be one."""
    if text.lstrip().startswith("{"):  # only JSON starts like this, never TOML
        if '"tabletop record"' in text[:START_OF_FILE]:
            return "this is a record of a game. Open it in the playtest lab, under Records of people."
        if '"inputs"' in text:
            return "this is a saved game. Open it at a table, under Save."
        return NO_CHANGES
    return "" if re.search(r"^\s*(game|pack)\s*=", text, re.MULTILINE) else NO_CHANGES


def _load_house_pack(label: str, game: str, pack: str) -> AnyGame:
    """Return the game with its house pack. Raise PackError if the file names another."""
    if pack != HOUSE:
        raise PackError(f"{label}: it changes cards in the pack {clip(pack)}, which isn't here.")
    return with_house_pack(game)


def game_in_file(path: Path) -> str:
    """Return the game that a file of changes names. Raise PackError if it names none."""
    return str(_check_head(read_toml(path), _no_folder_text(path))["game"])


def _game_with_changes(data: TomlTable, load_pack: LoadPack) -> AnyGame:
    """Return the game with the file's changes. Raise PackError for a faulty change or a game with fixed content."""
    rest = {table: entries for table, entries in data.items() if table not in HEAD}
    for entries in rest.values():
        for new in entries.values() if isinstance(entries, dict) else ():
            if isinstance(new, dict) and isinstance(new.get(LEFT_OUT), list):
                new |= dict.fromkeys(map(str, new.pop(LEFT_OUT)))
    change: Change = check_change(rest)
    base = load_pack(data["game"], data["pack"])
    if not base.edition.contents.files:
        raise PackError(f"{base.title} comes with fixed content, so you can't use changed cards with it.")
    return game_with(base, change)


def _check_head(data: TomlTable, problem: str) -> TomlTable:
    """Return a file's data. Raise PackError with `problem` unless it starts like a file of changed cards."""
    if not all(isinstance(data.get(key), str) for key in HEAD):
        raise PackError(f'{problem} Begin the file with game = "…" and pack = "house".')
    return data


def _no_folder_text(path: Path) -> str:
    return f"There is no pack folder {clip(str(path), 200)}: that is a file, and a pack is a folder."
