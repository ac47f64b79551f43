"""The content pack: territories, characters, action cards and boards, read from TOML and checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tabletop_kernel.content.packs import Pack
from tabletop_kernel.contract.errors import character_in_words, clip

PACK_FILES = ("territories.toml", "characters.toml", "actions.toml", "layouts.toml")
CARD_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACTION_IDS = ("all-in", "decree", "alliance", "npc", "plague")
SHOP, SPADES, CLUBS = "$", "S", "C"  # kinds of spaces
SPACE_KINDS = f"HD{SPADES}{CLUBS}{SHOP}"
TERRITORY_COUNT = 12
CHARACTER_COUNT = 4
MOST_CHARACTERS_IN_NAME = 40


@dataclass(frozen=True, slots=True)
class Territory:
    name: str
    value: int
    house_line: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    name: str
    short: str
    house_line: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    id: str
    name: str
    ranks: list[str]
    house_reminder: str
    rules: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Layout:
    """A ring of spaces; `kinds[0]` is home, `kinds[n]` is the kind of space n."""

    id: str
    name: str
    line: str
    spaces: str
    gates: list[int]
    house: bool = False

    @property
    def kinds(self) -> str:
        return " " + self.spaces.replace(" ", "")

    @property
    def length(self) -> int:
        return len(self.kinds) - 1


@dataclass(frozen=True, slots=True)
class Content:
    territories: list[Territory]
    characters: list[Character]
    actions: list[Action]
    layouts: list[Layout]
    digest: str = ""


def read_content(folder: Path, rules: Collection[str]) -> Content:
    """Return the pack in a folder. `rules` are the ids it can cite.

    Raise PackError, with every fault and its place, if the pack is invalid.
    """
    pack = Pack(folder, PACK_FILES, rules)
    content = Content(
        pack.entries("territories.toml", "territory", Territory),
        pack.entries("characters.toml", "character", Character),
        pack.entries("actions.toml", "action", Action),
        pack.entries("layouts.toml", "layout", Layout),
    )
    pack.note(_check_counts(pack, content))
    pack.note(_check_names(content))
    if pack.whole("actions.toml"):
        pack.note(_check_actions(content.actions))
    pack.note(fault for layout in content.layouts for fault in _check_layout(pack.where(layout), layout))
    pack.finish()
    return replace(content, digest=pack.digest)


def _check_counts(pack: Pack, content: Content) -> Iterator[str]:
    """Yield faults of numbers: how many entries each file has, and what territories are worth."""
    if len(content.territories) != TERRITORY_COUNT and pack.whole("territories.toml"):
        yield f"territories.toml: {len(content.territories)} territories, but the game needs {TERRITORY_COUNT}."
    if len(content.characters) != CHARACTER_COUNT and pack.whole("characters.toml"):
        yield f"characters.toml: {len(content.characters)} characters, but the game needs {CHARACTER_COUNT}."
    for territory in content.territories:
        if not 1 <= territory.value <= 99:
            yield f"territories.toml: territory {clip(territory.name)}: value: a number from 1 to 99."
    if not content.layouts and pack.whole("layouts.toml"):
        yield "layouts.toml: there is no layout."


def _check_names(content: Content) -> Iterator[str]:
    """Yield faults of names: they appear in moves and on buttons, so they must be short, printable and unambiguous."""
    pieces = {
        "Joker",
        "hearts",
        "diamonds",
        "clubs",
        "spades",
        *(rank + kind for rank in CARD_RANKS for kind in "HDSC"),
    }
    for file, name, reserved in (
        *(("territories.toml: territory", territory.name, pieces) for territory in content.territories),
        *(("characters.toml: character", character.name, {""}) for character in content.characters),
        *(("characters.toml: character: short", character.short, {""}) for character in content.characters),
        *(("layouts.toml: layout", layout.id, {"auto"}) for layout in content.layouts),
    ):
        if not 1 <= len(name) <= MOST_CHARACTERS_IN_NAME or not name.isprintable() or name != name.strip():
            yield f"{file} {clip(name)}: a name must have 1 to {MOST_CHARACTERS_IN_NAME} printable characters."
        if set(name) & set("{}"):
            yield f"{file} {clip(name)}: a name can't have braces."
        if name in reserved:
            yield f"{file} {clip(name)}: this name means something else in the game."


def _check_actions(actions: list[Action]) -> Iterator[str]:
    """Yield faults of the actions: each of the five appears once, and each rank of spades means exactly one."""
    ids = [action.id for action in actions]
    if sorted(ids) != sorted(ACTION_IDS):
        yield f"actions.toml: the actions must be {', '.join(ACTION_IDS)}, each once, not {clip(', '.join(ids))}."
    action_of_rank: dict[str, str] = {}
    for action in actions:
        where = f"actions.toml: action {clip(action.id)}: ranks"
        if not action.ranks:
            yield f"{where}: give at least one."
        for rank in action.ranks:
            if rank not in CARD_RANKS:
                yield f"{where}: {clip(rank)} isn't a card rank."
            elif rank in action_of_rank:
                yield f"{where}: {rank} already means {action_of_rank[rank]}."
            action_of_rank.setdefault(rank, clip(action.id).strip("'"))
    missing = [rank for rank in CARD_RANKS if rank not in action_of_rank]
    if missing:
        yield f"actions.toml: no action has the rank {' or '.join(missing)}."


def _check_layout(where: str, layout: Layout) -> Iterator[str]:
    """Yield faults of a board: its length, its kinds of spaces, its gates, and the way to Spades."""
    kinds, length = layout.kinds, layout.length
    for number, kind in enumerate(kinds[1:], 1):
        if kind not in SPACE_KINDS:
            wrong = character_in_words(kind)
            yield f"{where}: spaces: {wrong} on space {number}, but a space must be one of H D S C $."
    if length not in (34, 35):
        yield f"{where}: spaces: this lists {length} spaces, but the ring has 35 (list 34 if home is one of them)."
        return
    if kinds.count(SHOP) != 2:
        yield f"{where}: spaces: this lists {kinds.count('$')} shops, but a board has exactly 2."
    for kind in "HDS":
        if kind not in kinds:
            yield f"{where}: spaces: this lists no {kind} space."
    if len(layout.gates) != CHARACTER_COUNT:
        yield f"{where}: gates: this lists {len(layout.gates)} gates, but there are {CHARACTER_COUNT} characters."
    for gate in layout.gates:
        if not 1 <= gate <= length or kinds[gate] == SHOP:
            yield f"{where}: gates: {clip(gate)} isn't a suit space on this ring."
    too_far = [space for space in range(1, length + 1) if SPADES in kinds and not _can_reach_spades(kinds, space)]
    if too_far:
        yield f"{where}: spaces: no roll from space {too_far[0]} reaches Spades."


def _can_reach_spades(kinds: str, space: int) -> bool:
    """Tell if one roll of a die can lead from a space to Spades, in either direction."""
    length = len(kinds) - 1
    return any(kinds[(space - 1 + step) % length + 1] == SPADES for step in range(-6, 7) if step)
