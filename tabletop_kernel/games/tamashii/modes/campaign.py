"""Campaign progress between games: scenarios won, components unlocked, and diary cards to redeem.

A table only knows what was unlocked before it began (the option `unlocked`), and its state what has changed since. A
campaign is one short line that people can keep and type: `T1-P00.S01-A01.A03-D01-7KQM`. Its parts are the scenarios
won, the codes unlocked, the codes of used diary cards, and a checksum. Unknown codes are kept, so that a campaign
survives changes of the pack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SaveError, clip
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import WON
from tabletop_kernel.games.tamashii.components import FREE_CODE
from tabletop_kernel.games.tamashii.pack.pieces import Content
from tabletop_kernel.games.tamashii.state import State

VERSION = "T1"
NONE, ALL = "none", "all"  # choices of the option `unlocked`
USED_PREFIX = "x"  # before the code of a used diary card: xD01
_NOTHING = "0"  # an empty part of a written campaign
_CODE = re.compile(r"[A-Z0-9]{1,8}")
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letters that look alike
_CHECK = 4  # letters
_LONGEST = 2000
_PARTS = 4  # after the version: won, unlocked, used, and the checksum


@dataclass(frozen=True, slots=True)
class Progress:
    """A campaign; every part is sorted and without duplicates."""

    marked: tuple[str, ...] = ()  # scenarios won
    unlocked: tuple[str, ...] = ()
    used: tuple[str, ...] = ()  # used diary cards, locked until redeemed


@dataclass(frozen=True, slots=True)
class Gained:
    """A finished game's changes to a campaign."""

    marked: tuple[str, ...]
    unlocked: tuple[str, ...]
    relocked: tuple[str, ...]


# -- codes of a pack ---------------------------------------------------------------------------------------------------


def codes_of(content: Content) -> tuple[str, ...]:
    """Return every code that locks something in the pack, or that a scenario unlocks."""
    codes = {one.code for kind in (content.bodies, content.enemies, content.augments) for one in kind.values()}
    codes |= diary_codes(content)
    for scenario in content.scenarios.values():
        codes |= {scenario.needs, *scenario.unlocks}
        acts = (act for card in scenario.cards.values() for act in card.immediate.acts())
        codes.update(str(act.args[0]) for act in acts if act.verb in ("unlock-code", "lock-code"))
    return tuple(sorted(codes - {FREE_CODE, ""}))


def diary_codes(content: Content) -> set[str]:
    return {card.code for card in content.diary.values()}


def read_choice(content: Content, choice: str) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Return the open codes and used diary cards for a choice of the option `unlocked`, or None if it isn't valid.

    A list has only one spelling, since a table is known by its choices.
    """
    codes = codes_of(content)
    if choice in (NONE, ALL):
        return frozenset((FREE_CODE, *(codes if choice == ALL else ()))), ()
    parts = choice.split("+") if choice.isascii() and len(choice) <= _LONGEST else []
    unlocked = [part for part in parts if not part.startswith(USED_PREFIX)]
    used = [part.removeprefix(USED_PREFIX) for part in parts if part.startswith(USED_PREFIX)]
    if choice_text(content, Progress((), tuple(unlocked), tuple(used))) != choice:
        return None
    return frozenset((FREE_CODE, *unlocked)), tuple(used)


def correct_spelling(content: Content, choice: str) -> tuple[str, str]:
    """Return a list of codes correctly spelled, whatever its order and separators, and its first invalid part."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", choice[:_LONGEST]) if part]
    codes, diary = codes_of(content), diary_codes(content)
    unlocked = [part.upper() for part in parts if part.upper() in codes]
    used = [part[1:].upper() for part in parts if part[:1].lower() == USED_PREFIX and part[1:].upper() in diary]
    strange = [part for part in parts if part.upper() not in unlocked and part[1:].upper() not in used]
    return choice_text(content, Progress((), tuple(unlocked), tuple(used))), strange[0] if strange else ""


def choice_text(content: Content, progress: Progress) -> str:
    """Return a campaign as a choice of the option `unlocked`, without codes that the pack doesn't know."""
    codes = codes_of(content)
    unlocked = [code for code in codes if code in progress.unlocked]
    used = sorted(code for code in diary_codes(content) if code in progress.used and code not in unlocked)
    if not unlocked and not used:
        return NONE
    return ALL if len(unlocked) == len(codes) else "+".join((*unlocked, *(USED_PREFIX + code for code in used)))


def unknown_codes(content: Content, progress: Progress) -> tuple[str, ...]:
    """Return a campaign's codes that this pack doesn't know. They are kept anyway."""
    known = {*codes_of(content), *content.scenarios}
    return tuple(sorted({*progress.marked, *progress.unlocked, *progress.used} - known))


def open_scenarios(content: Content, unlocked: frozenset[str] | tuple[str, ...]) -> list[str]:
    """Return the scenarios that can be played, in the order of the pack."""
    return [code for code, one in content.scenarios.items() if not one.needs or one.needs in unlocked]


# -- writing down ------------------------------------------------------------------------------------------------------


def write(progress: Progress) -> str:
    """Return a campaign as one line."""
    parts = (progress.marked, progress.unlocked, progress.used)
    body = "-".join((VERSION, *(".".join(part) or _NOTHING for part in parts)))
    return f"{body}-{_checksum(body)}"


def read(text: str) -> Progress:
    """Return the campaign in a line, ignoring case and blanks. Raise SaveError if the line is faulty."""
    line = "".join(text.split()).upper() if isinstance(text, str) else ""
    if not line or len(line) > _LONGEST:
        raise SaveError(f"A campaign code is one short line that starts with {VERSION}-.")
    version, *parts = line.split("-")
    if version != VERSION:
        newer = re.fullmatch(r"T[0-9]{1,3}", version)
        what = "comes from another version of the game" if newer else f"doesn't start with {VERSION}-"
        raise SaveError(f"This campaign code {what}: {clip(text)}.")
    if len(parts) != _PARTS:
        raise SaveError(f"A campaign code has five parts with hyphens between them. This one has {1 + len(parts)}.")
    if _checksum(line.rpartition("-")[0]) != parts[-1]:
        raise SaveError("This campaign code has a typo: its last four characters don't match the rest.")
    marked, unlocked, used = (_read_codes(part) for part in parts[:-1])
    return Progress(marked, unlocked, tuple(code for code in used if code not in unlocked))


def _read_codes(part: str) -> tuple[str, ...]:
    if part == _NOTHING:
        return ()
    codes = part.split(".")
    wrong = next((code for code in codes if not _CODE.fullmatch(code)), None)
    if wrong is not None:
        raise SaveError(f"{clip(wrong)} isn't a campaign code. Use letters and digits, with dots between codes.")
    return tuple(sorted(set(codes)))


def _checksum(body: str) -> str:
    number = crc32(body.encode(errors="replace"))
    letters = ""
    for _ in range(_CHECK):
        number, at = divmod(number, len(_LETTERS))
        letters += _LETTERS[at]
    return letters


# -- what a game changes -----------------------------------------------------------------------------------------------


def unlock(state: State, code: str, emit: Emit | None) -> None:
    """Unlock a component for later games."""
    already = code in state.newly_unlocked or (code in state.rules.unlocked and code not in state.newly_locked)
    state.newly_locked = tuple(one for one in state.newly_locked if one != code)
    if not already and code not in state.rules.unlocked:
        state.newly_unlocked = (*state.newly_unlocked, code)
    if emit and already:
        emit("unlocked-already", "camp.unlock", EVERYONE, code=code)
    elif emit:
        emit("unlocked", "camp.unlock", EVERYONE, code=code)
        emit("unlocked-later", "camp.future", EVERYONE, code=code)


def lock(state: State, code: str, emit: Emit | None) -> None:
    """Lock a component again."""
    state.newly_unlocked = tuple(one for one in state.newly_unlocked if one != code)
    if code in state.rules.unlocked and code not in state.newly_locked:
        state.newly_locked = (*state.newly_locked, code)
    if emit:
        emit("locked", "camp.relock", EVERYONE, code=code)


def changes_of_game(state: State) -> Gained:
    """Return a finished game's changes: its scenario if won, and what its cards unlocked and locked."""
    scenario, result = state.rules.scenario, state.result
    won = scenario is not None and result is not None and WON in result.results
    marked = (scenario.code,) if won and scenario is not None else ()
    diary = {state.rules.content.diary[card].code for card in state.diary_box}
    relocked = {*state.newly_locked, *(diary & state.rules.unlocked)}
    return Gained(marked, tuple(sorted(state.newly_unlocked)), tuple(sorted(relocked)))


def progress_after(before: Progress, state: State) -> Progress:
    """Return a campaign after one of its games."""
    gained = changes_of_game(state)
    diaries = diary_codes(state.rules.content)
    unlocked = ({*before.unlocked} - {*gained.relocked}) | {*gained.unlocked}
    used = ({*before.used} | ({*gained.relocked} & diaries)) - unlocked
    marked = {*before.marked, *gained.marked}
    result = Progress(tuple(sorted(marked)), tuple(sorted(unlocked)), tuple(sorted(used)))
    return result if len(write(result)) <= _LONGEST else before  # no room for hundreds of codes from other packs


def changes_in_words(gained: Gained) -> str:
    """Return a sentence on what a finished game changes; empty for nothing."""
    parts = [
        f"{word} {listed(codes)}"
        for word, codes in (("won", gained.marked), ("unlocked", gained.unlocked), ("locked again", gained.relocked))
        if codes
    ]
    return f"For your campaign: {'; '.join(parts)}." if parts else ""
