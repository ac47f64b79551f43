"""A reader that turns an entry's fields into lines, tests, patterns, frames and uses; faults are noted in the pack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tabletop_kernel.content.packs import Pack
from tabletop_kernel.contract.errors import clip, nearest
from tabletop_kernel.games.tamashii.components import BASIC, CATIE, COLUMNS, OPEN, ROWS
from tabletop_kernel.games.tamashii.lines import grammar, language, sentences_of_lines
from tabletop_kernel.games.tamashii.lines.operations import NOTHING, Act, Line, Test
from tabletop_kernel.games.tamashii.lines.vocabulary import ANY_BASIC, CORE, LIMITS, TIMINGS
from tabletop_kernel.games.tamashii.pack import faults_of_lines
from tabletop_kernel.games.tamashii.pack.entries import Using
from tabletop_kernel.games.tamashii.pack.line_keys import MODIFIERS
from tabletop_kernel.games.tamashii.pack.pieces import Cells, Frame, Use
from tabletop_kernel.toolkit.card_language import EffectError

CELLS = BASIC + OPEN + CATIE + CORE + ANY_BASIC
EMPTY_CELL = "."
MOST_CELLS = 10
MOST_LINES = 12  # of one kind, on one card
T = TypeVar("T")


class Reader:
    """A reader for the fields of entries. `names` has the names of tiles and cards, for sentences."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.lines: dict[str, Line] = {}
        self.names: dict[str, str] = {}
        self.context = faults_of_lines.Context()

    # -- lines ---------------------------------------------------------------------------------------------------------

    def line(self, where: str, text: str, on: str, key: str = "") -> Line:
        """Return a line of an entry. `on` says where it is printed, which limits what it can do."""
        line = self.tried(where, lambda: language.read(text, self.names), NOTHING)
        return self._kept(where, line, on, key, text)

    def block(self, where: str, text: str, on: str, key: str = "") -> language.Block:
        """Return a line with a head."""
        block = self.tried(where, lambda: language.read_block(text, self.names), language.Block((), False, NOTHING))
        self.pack.note(faults_of_lines.faults_of_conditions(block.tests, where, on, text, self.context))
        return block._replace(line=self._kept(where, block.line, on, key, text))

    def _kept(self, where: str, line: Line, on: str, key: str, text: str, shift: int = 0) -> Line:
        self.pack.note(faults_of_lines.faults_of_line(line, where, on, text, self.context, shift))
        if key:
            self.lines[key] = line
        return line

    def tests(self, where: str, text: str, on: str) -> tuple[Test, ...]:
        none: tuple[Test, ...] = ()
        tests = self.tried(where, lambda: language.read_tests(text), none)
        self.pack.note(faults_of_lines.faults_of_conditions(tests, where, on, text, self.context))
        return tests

    def acts(self, where: str, text: str, on: str) -> tuple[Act, ...]:
        """Return the acts of a price."""
        none: tuple[Act, ...] = ()
        acts = self.tried(where, lambda: language.read_acts(text), none)
        self.pack.note(faults_of_lines.faults_of_price(acts, where))
        return acts

    def tried(self, where: str, reading: Callable[[], T], instead: T) -> T:
        try:
            return reading()
        except EffectError as error:
            self.pack.note([f"{where}: {error}"])
            return instead

    # -- patterns and frames -------------------------------------------------------------------------------------------

    def pattern(self, where: str, text: str) -> Cells:
        """Return the rows of a pattern, all of one width; empty if it is faulty."""
        if not text:
            return ()
        faults = list(_faults_of_pattern(text))
        self.pack.note(f"{where}: {fault}" for fault in faults)
        rows = text.split("/")
        width = max(map(len, rows))
        return () if faults else tuple(row.ljust(width, EMPTY_CELL) for row in rows)

    def headed(self, where: str, text: str, on: str, key: str, example: str) -> tuple[str, Line]:
        """Return the text before the colon, and the line after it."""
        head, colon, rest = text.partition(":")
        if not colon:
            self.pack.note([f"{where}: expected a colon, as in '{example}'."])
            return "", NOTHING
        shift = len(head) + 1 + len(rest) - len(rest.lstrip())
        try:
            line = language.read(rest.strip(), self.names)
        except EffectError as error:
            self.pack.note([f"{where}: column {error.column + shift}: {error.problem}"])
            return head, NOTHING
        return head, self._kept(where, line, on, key, text, shift)

    def frames(self, where: str, texts: Sequence[str], body: Callable[[int], str]) -> tuple[Frame, ...]:
        """Return combat frames, written as “S*: deal 1 per die” or “T T: gain 1 power”."""
        frames = []
        for number, text in enumerate(texts):
            location = f"{where}: frames {number + 1}"
            head, line = self.headed(location, text, "frame", body(number), "S*: deal 1 per die")
            repeat = head.endswith("*")
            dice = self.dice(location, head.removesuffix("*"), text)
            if repeat and dice not in ("S", "D"):
                self.pack.note([f"{location}: column 1: only 'S*' and 'D*' take any number of dice (frame.repeat)."])
            frames.append(Frame(dice, repeat, line))
        return tuple(frames)

    def dice(self, where: str, text: str, whole: str) -> str:
        """Return the dice of a frame, sorted."""
        letters = text.replace(" ", "")
        if not re.fullmatch("[SDT]{1,5}", letters) and ":" in whole:
            self.pack.note([f"{where}: column 1: use S, D and T for dice, as in 'S S' or 'S*' (combat.player-frame)."])
        return "".join(sorted(letters))

    # -- uses and modifiers --------------------------------------------------------------------------------------------

    def use(self, where: str, entry: Using, key: str) -> tuple[Use, str]:
        """Return a use, and its text on the card."""
        when = entry.when or ("pattern" if entry.pattern else "")
        self.pack.note(_faults_of_use(where, entry, when))
        on = f"use {when}"
        pay = self.acts(f"{where}: pay", entry.pay, on)
        line = self.line(f"{where}: do", entry.do, on)
        needs = self.tests(f"{where}: needs", entry.needs, on)
        pattern = self.pattern(f"{where}: pattern", entry.pattern)
        dice = self.dice(f"{where}: dice", entry.dice, ":") if entry.dice else ""
        price = " and ".join(map(grammar.written_act, pay))
        whole = language.read(f"{price}; {line.text}", self.names) if pay else line
        self.lines[key] = whole
        parts = sentences_of_lines.UseParts(
            when, grammar.read(line.text), pay, needs, entry.limit, _lead_text(dice, pattern)
        )
        text = (
            sentences_of_lines.use_in_words(parts, self.names)
            if when in TIMINGS and entry.limit in ("", *LIMITS)
            else ""
        )
        use = Use(when, whole, entry.limit, pay, needs, dice, pattern, entry.hack)
        return use, text + (" This counts as a hack." if entry.hack else "")

    def modifiers(self, where: str, texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
        """Return modifiers, written as “pro +1”."""
        modifiers = []
        for number, text in enumerate(texts, 1):
            name, _, value = text.partition(" ")
            if name not in MODIFIERS:
                self.pack.note([f"{where}: modify {number}: {clip(name)} changes nothing: {nearest(name, MODIFIERS)}"])
            elif not re.fullmatch(r"[+-][1-9]", value):
                self.pack.note([f"{where}: modify {number}: use a sign and a number, as in '{name} +1'."])
            else:
                modifiers.append((name, int(value)))
        return tuple(modifiers)


def modifiers_in_words(modify: Iterable[tuple[str, int]]) -> list[str]:
    """Return modifiers in sentences."""
    sentences = []
    for name, value in modify:
        much = f"{abs(value)} {'more' if value > 0 else 'less'}"
        higher = "higher" if value > 0 else "lower"
        text = MODIFIERS[name].format(much=much, number=abs(value), higher=higher)
        sentences.append(sentences_of_lines.as_sentence(text))
    return sentences


def _lead_text(dice: str, pattern: Cells) -> str:
    if dice:
        return f"combat frame {' '.join(dice)}"
    return f"launch {'/'.join(pattern)}" if pattern else ""


def _faults_of_pattern(text: str) -> Iterable[str]:
    unknown_at = next((at for at, cell in enumerate(text) if cell not in f"{CELLS}{EMPTY_CELL}/"), None)
    if unknown_at is not None:
        allowed = f"{', '.join(CELLS)}, '.' and '/'"
        yield f"column {unknown_at + 1}: {clip(text[unknown_at])} isn't a pattern cell; use {allowed} (pattern.exact)."
        return
    rows = text.split("/")
    width = max(map(len, rows))
    rows = [row.ljust(width, EMPTY_CELL) for row in rows]
    cells = sum(cell != EMPTY_CELL for row in rows for cell in row)
    if not 1 <= cells <= MOST_CELLS:
        yield f"use 1 to {MOST_CELLS} cells that need a token (pattern.exact)."
    elif any(set(side) == {EMPTY_CELL} for side in (rows[0], rows[-1], [r[0] for r in rows], [r[-1] for r in rows])):
        yield "a row or column at its edge is empty (pattern.empty-frame)."
    short, long = sorted((len(rows), width))
    if short > ROWS or long > COLUMNS:
        yield f"it must fit the launcher's {ROWS} rows and {COLUMNS} columns (pattern.exact)."


def _faults_of_use(where: str, entry: Using, when: str) -> Iterable[str]:
    if not when:
        yield f"{where}: when: the moment is missing: {nearest(when, TIMINGS)}"
    elif when not in TIMINGS:
        yield f"{where}: when: {clip(when)} isn't a moment: {nearest(when, TIMINGS)}"
    if entry.limit and entry.limit not in LIMITS:
        yield f"{where}: limit: {clip(entry.limit)} isn't a limit: {nearest(entry.limit, LIMITS)}"
    if bool(entry.pattern) != (when == "pattern"):
        yield f"{where}: pattern: when = 'pattern' needs it, and no other moment allows it (pattern.marked)."
    if bool(entry.dice) != (when == "frame"):
        yield f"{where}: dice: when = 'frame' needs them, and no other moment allows them (combat.player-frame)."
    if entry.hack and not entry.pattern:
        yield f"{where}: hack: only a pattern can count as a hack (pattern.hack-repel)."
