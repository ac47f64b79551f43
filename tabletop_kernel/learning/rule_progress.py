"""The rules ledger: what one person knows of a rulebook, rule by rule.

    new     it has not come up yet
    met     they saw it happen, in an event or a refusal
    used    a move of their own rested on it
    sure    used twice, with no refusal by it since

Every event and verdict names its rule, so a table can keep this ledger without asking anyone. A link stores it as a
short text, in the order of the book: two bits per rule, and one for whether the coach has explained it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from tabletop_kernel.contract.errors import SaveError, clip

if TYPE_CHECKING:
    from tabletop_kernel.table.session import Session

STATES = ("new", "met", "used", "sure")
NEW, MET, USED, SURE = range(4)
USES_TO_BE_SURE = 2  # uses without a refusal that make a person sure
PREFIX = "TK1."
LEDGER_TEXT = re.compile(r"TK1\.([a-z_]{1,40})\.([0-9a-f]{8})\.([0-9a-f])\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]*)")
DAMAGED_LEDGER = "This link's list of rules you know is damaged, so the count starts again."
DIGIT_OF_NUMBER = b"0123".ljust(256)
FINISHED, COACH_OFF, COACH_ON, RESTING = 1, 2, 4, 8  # flags in the text


class Ledger:
    """One person's knowledge of one rulebook."""

    def __init__(self, game: str, rules: Iterable[str]) -> None:
        self.game = game
        self.rules = tuple(rules)
        self.forget()

    def forget(self) -> None:
        """Start again for a person who has not met any rule."""
        self._state = dict.fromkeys(self.rules, NEW)
        self._uses: Counter[str] = Counter()  # uses since the last refusal, without those from a link
        self.told: set[str] = set()  # rules that the coach has explained
        self.keeping = True  # False: the ledger records nothing
        self.finished = False  # whether the person has finished a game
        self.coach: bool | None = None  # the coach switch; None until someone uses it

    @property
    def coached(self) -> bool:
        """Tell if the coach speaks up unasked: in the first game, unless the switch says otherwise."""
        return not self.finished if self.coach is None else self.coach

    def __getitem__(self, rule: str) -> str:
        return STATES[self._state[rule]]

    def counts(self, rules: Sequence[str] | None = None) -> dict[str, int]:
        """Return how many of these rules (None: all) are in each state."""
        rules_in_state = Counter(self._state[rule] for rule in (self.rules if rules is None else rules))
        return {name: rules_in_state[number] for number, name in enumerate(STATES)}

    # -- what happens at a table ---------------------------------------------------------------------------------------

    def meet(self, rules: Iterable[str]) -> None:
        """Record rules that the person saw happen."""
        self._raise_state(rules, MET)

    def use(self, rules: Iterable[str]) -> None:
        """Record rules behind one of the person's own moves."""
        if not self.keeping:
            return
        for rule in set(rules) & self._state.keys():
            self._uses[rule] += 1
            self._state[rule] = max(self._state[rule], SURE if self._uses[rule] >= USES_TO_BE_SURE else USED)

    def refused(self, rule: str) -> None:
        """Record a refusal by this rule: it is met, and no longer sure."""
        if self.keeping and rule in self._state:
            self._uses[rule] = 0
            self._state[rule] = max(MET, min(self._state[rule], USED))

    def _raise_state(self, rules: Iterable[str], least: int) -> None:
        if self.keeping:
            for rule in set(rules) & self._state.keys():
                self._state[rule] = max(self._state[rule], least)

    def follow(self, session: Session, seat: int, start: int) -> None:
        """Record a table's inputs after the first `start`, as the person in this seat saw them."""
        for number in range(start, session.length):
            self.see(session, seat, number + 1)

    def see(self, session: Session, seat: int, number: int) -> None:
        """Record one input of a table, as the person in this seat saw it."""
        seen = session.rules_at(seat, number)
        mover, move, _ = session.inputs[number - 1]
        if mover == seat:
            self.use([*seen, *session.game.teaching.rules_for_move(move)])
        else:
            self.meet(seen)

    # -- as a link keeps it --------------------------------------------------------------------------------------------

    def write(self) -> str:
        """Return the ledger as text for a link; empty if there is nothing to remember."""
        flags = (FINISHED if self.finished else 0) | (0 if self.keeping else RESTING)
        if self.coach is not None:
            flags |= COACH_ON if self.coach else COACH_OFF
        states = _pack_numbers([self._state[rule] for rule in self.rules], 2)
        told = _pack_numbers([rule in self.told for rule in self.rules], 1)
        if not (flags or states or told):
            return ""
        return f"{PREFIX}{self.game}.{self._version}.{flags:x}.{states}.{told}"

    @property
    def _version(self) -> str:
        """Return a checksum of the list of rules, because bits for another list would mean other rules."""
        return f"{crc32(' '.join(self.rules).encode()):08x}"

    def read(self, text: str) -> None:
        """Add the ledger of a link; each rule keeps its better state.

        Raise SaveError, and change nothing, if the text doesn't fit.
        """
        match = LEDGER_TEXT.fullmatch(text)
        if match is None:
            raise SaveError(DAMAGED_LEDGER)
        game, version, flags, states, told = match.groups()
        if game != self.game:
            raise SaveError(
                f"This link's list of rules you know belongs to another game, {clip(game)}, so you start again here."
            )
        if version != self._version:
            raise SaveError("The rulebook has changed since this link was made, so the count starts again.")
        new_states, new_flags = _unpack_numbers(states, 2, len(self.rules)), _unpack_numbers(told, 1, len(self.rules))
        for rule, state, is_told in zip(self.rules, new_states, new_flags, strict=True):
            self._state[rule] = max(self._state[rule], state)
            if is_told:
                self.told.add(rule)
        self._take_flags(int(flags, 16))

    def _take_flags(self, flags: int) -> None:
        self.finished = self.finished or bool(flags & FINISHED)
        self.keeping = self.keeping and not flags & RESTING
        if self.coach is None and flags & (COACH_ON | COACH_OFF):
            self.coach = bool(flags & COACH_ON)


def _pack_numbers(numbers: Sequence[int], bits: int) -> str:
    """Return small numbers as base64url; zeros at the end take no space."""
    whole = int(bytes(numbers)[::-1].translate(DIGIT_OF_NUMBER) or b"0", 1 << bits)
    return urlsafe_b64encode(whole.to_bytes((whole.bit_length() + 7) // 8, "little")).decode().rstrip("=")


def _unpack_numbers(text: str, bits: int, count: int) -> list[int]:
    """Return the small numbers in base64url. Raise SaveError if the text is damaged."""
    if len(text) % 4 == 1:
        raise SaveError(DAMAGED_LEDGER)
    whole = int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)), "little")
    if whole >> bits * count:
        raise SaveError(DAMAGED_LEDGER)
    return [whole >> bits * place & (1 << bits) - 1 for place in range(count)]
