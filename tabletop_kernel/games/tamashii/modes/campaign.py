"""What is kept from game to game: scenarios won, components unlocked, and diary cards that wait to be redeemed.

A table only knows what was unlocked before it began (the option `unlocked`), and its state what has changed since. A
campaign is one short line that people can keep and type: `T1-P00.S01-A01.A03-D01-7KQM`. Its parts are the scenarios
won, the codes unlocked, the codes of used diary cards, and a check of the rest. Codes that a pack does not know are
kept, so that a campaign outlives changes of the pack.
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
from tabletop_kernel.games.tamashii.pack.kinds import Content
from tabletop_kernel.games.tamashii.state import State

VERSION = "T1"
NONE, ALL = "none", "all"  # of the option `unlocked`
USED = "x"  # stands before the code of a used diary card: xD01
_NOTHING = "0"  # an empty part of a written campaign
_CODE = re.compile(r"[A-Z0-9]{1,8}")
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that can be mistaken for another
_CHECK = 4  # letters
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Progress:
    """A campaign; every part is sorted and has nothing twice."""

    marked: tuple[str, ...] = ()  # scenarios won
    unlocked: tuple[str, ...] = ()
    used: tuple[str, ...] = ()  # diary cards that were used, and are locked until redeemed


@dataclass(frozen=True, slots=True)
class Gained:
    """What a finished game changes in a campaign."""

    marked: tuple[str, ...]
    unlocked: tuple[str, ...]
    relocked: tuple[str, ...]


# -- codes of a pack ---------------------------------------------------------------------------------------------------


def codes_of(content: Content) -> tuple[str, ...]:
    """Every code that something of the pack is locked by, or that a scenario unlocks."""
    found = {one.code for kind in (content.bodies, content.enemies, content.augments) for one in kind.values()}
    found |= diary_codes(content)
    for scenario in content.scenarios.values():
        found |= {scenario.needs, *scenario.unlocks}
        acts = (act for card in scenario.cards.values() for act in card.immediate.acts())
        found.update(str(act.args[0]) for act in acts if act.verb in ("unlock-code", "lock-code"))
    return tuple(sorted(found - {FREE_CODE, ""}))


def diary_codes(content: Content) -> set[str]:
    return {card.code for card in content.diary.values()}


def understood(content: Content, choice: str) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """What a choice of the option `unlocked` means: the open codes, and the diary cards that are used.

    None if it does not exist. A list has one spelling only, since a table is known by its choices.
    """
    codes = codes_of(content)
    if choice in (NONE, ALL):
        return frozenset((FREE_CODE, *(codes if choice == ALL else ()))), ()
    parts = choice.split("+") if choice.isascii() and len(choice) <= _LONGEST else []
    unlocked = [part for part in parts if not part.startswith(USED)]
    used = [part.removeprefix(USED) for part in parts if part.startswith(USED)]
    if spelled(content, Progress((), tuple(unlocked), tuple(used))) != choice:
        return None
    return frozenset((FREE_CODE, *unlocked)), tuple(used)


def respelled(content: Content, choice: str) -> tuple[str, str]:
    """The right spelling of a list of codes, however it is ordered and divided; and the first part that is no code."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", choice[:_LONGEST]) if part]
    codes, diary = codes_of(content), diary_codes(content)
    unlocked = [part.upper() for part in parts if part.upper() in codes]
    used = [part[1:].upper() for part in parts if part[:1].lower() == USED and part[1:].upper() in diary]
    strange = [part for part in parts if part.upper() not in unlocked and part[1:].upper() not in used]
    return spelled(content, Progress((), tuple(unlocked), tuple(used))), strange[0] if strange else ""


def spelled(content: Content, progress: Progress) -> str:
    """A campaign as a choice of the option `unlocked`; codes that the pack does not know are left out."""
    codes = codes_of(content)
    unlocked = [code for code in codes if code in progress.unlocked]
    used = sorted(code for code in diary_codes(content) if code in progress.used and code not in unlocked)
    if not unlocked and not used:
        return NONE
    return ALL if len(unlocked) == len(codes) else "+".join((*unlocked, *(USED + code for code in used)))


def unknown(content: Content, progress: Progress) -> tuple[str, ...]:
    """The codes of a campaign that this pack does not know; they are kept all the same."""
    known = {*codes_of(content), *content.scenarios}
    return tuple(sorted({*progress.marked, *progress.unlocked, *progress.used} - known))


def open_scenarios(content: Content, unlocked: frozenset[str] | tuple[str, ...]) -> list[str]:
    """The scenarios that may be played, in the order of the pack."""
    return [code for code, one in content.scenarios.items() if not one.needs or one.needs in unlocked]


# -- writing down ------------------------------------------------------------------------------------------------------


def write(progress: Progress) -> str:
    """A campaign as one line."""
    parts = (progress.marked, progress.unlocked, progress.used)
    body = "-".join((VERSION, *(".".join(part) or _NOTHING for part in parts)))
    return f"{body}-{_check(body)}"


def read(text: str) -> Progress:
    """The campaign that a line describes; SaveError says what is wrong with it. Small letters and blanks do no harm."""
    line = "".join(text.split()).upper() if isinstance(text, str) else ""
    if not line or len(line) > _LONGEST:
        raise SaveError(f"A campaign code is one short line that starts with {VERSION}-.")
    version, *parts = line.split("-")
    if version != VERSION:
        newer = re.fullmatch(r"T[0-9]{1,3}", version)
        what = "comes from another version of the game" if newer else f"doesn't start with {VERSION}-"
        raise SaveError(f"This campaign code {what}: {clip(text)}.")
    if len(parts) != len(("marked", "unlocked", "used", "check")):
        raise SaveError(f"A campaign code has five parts with hyphens between them. This one has {1 + len(parts)}.")
    if _check(line.rpartition("-")[0]) != parts[-1]:
        raise SaveError("This campaign code has a typo: its last four characters don't match the rest.")
    marked, unlocked, used = (_codes(part) for part in parts[:-1])
    return Progress(marked, unlocked, tuple(code for code in used if code not in unlocked))


def _codes(part: str) -> tuple[str, ...]:
    if part == _NOTHING:
        return ()
    codes = part.split(".")
    wrong = next((code for code in codes if not _CODE.fullmatch(code)), None)
    if wrong is not None:
        raise SaveError(f"{clip(wrong)} isn't a campaign code. Use letters and digits, with dots between codes.")
    return tuple(sorted(set(codes)))


def _check(body: str) -> str:
    number = crc32(body.encode(errors="replace"))
    letters = ""
    for _ in range(_CHECK):
        number, at = divmod(number, len(_LETTERS))
        letters += _LETTERS[at]
    return letters


# -- what a game changes -----------------------------------------------------------------------------------------------


def unlock(state: State, code: str, emit: Emit | None) -> None:
    """A card unlocks a component: it belongs to later games."""
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
    """A card locks a component again."""
    state.newly_unlocked = tuple(one for one in state.newly_unlocked if one != code)
    if code in state.rules.unlocked and code not in state.newly_locked:
        state.newly_locked = (*state.newly_locked, code)
    if emit:
        emit("locked", "camp.relock", EVERYONE, code=code)


def progress(state: State) -> Gained:
    """What a finished game adds to a campaign: after a win, its scenario; after any game, what its cards unlocked."""
    scenario, result = state.rules.scenario, state.result
    won = scenario is not None and result is not None and WON in result.results
    marked = (scenario.code,) if won and scenario is not None else ()
    diary = {state.rules.content.diary[card].code for card in state.diary_box}
    relocked = {*state.newly_locked, *(diary & state.rules.unlocked)}
    return Gained(marked, tuple(sorted(state.newly_unlocked)), tuple(sorted(relocked)))


def after(before: Progress, state: State) -> Progress:
    """A campaign after a game that was played in it."""
    gained = progress(state)
    diaries = diary_codes(state.rules.content)
    unlocked = ({*before.unlocked} - {*gained.relocked}) | {*gained.unlocked}
    used = ({*before.used} | ({*gained.relocked} & diaries)) - unlocked
    marked = {*before.marked, *gained.marked}
    found = Progress(tuple(sorted(marked)), tuple(sorted(unlocked)), tuple(sorted(used)))
    return found if len(write(found)) <= _LONGEST else before  # hundreds of codes of other packs: there is no room left


def told(gained: Gained) -> str:
    """What a finished game adds, in a sentence; empty if it adds nothing."""
    parts = [
        f"{word} {listed(codes)}"
        for word, codes in (("won", gained.marked), ("unlocked", gained.unlocked), ("locked again", gained.relocked))
        if codes
    ]
    return f"For your campaign: {'; '.join(parts)}." if parts else ""
