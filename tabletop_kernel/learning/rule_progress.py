"""The rules ledger: what one person knows of a rulebook, rule by rule.

    new     it has not come up yet
    met     it happened before their eyes: an event that they saw cites it, or a refusal did
    used    a move of their own rested on it
    sure    used twice, without a refusal by it since

Every event and every verdict names its rule, so a table can keep such a ledger without asking anybody anything. A link
keeps it as a short text, in the order of the book: two bits for each rule, and one for what the coach has told already.
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
ENOUGH = 2  # uses without a refusal after which one is sure
PREFIX = "TK1."
WRITTEN = re.compile(r"TK1\.([a-z_]{1,40})\.([0-9a-f]{8})\.([0-9a-f])\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]*)")
DAMAGED = "This link's list of rules you know is damaged, so the count starts again."
FINISHED, COACH_OFF, COACH_ON, RESTING = 1, 2, 4, 8  # flags of the text


class Ledger:
    """What somebody knows of one rulebook."""

    def __init__(self, game: str, rules: Iterable[str]) -> None:
        self.game = game
        self.rules = tuple(rules)
        self.forget()

    def forget(self) -> None:
        """Somebody else sits down who has not met anything yet."""
        self._state = dict.fromkeys(self.rules, NEW)
        self._uses: Counter[str] = Counter()  # since the last refusal; what a link has brought is not counted again
        self.told: set[str] = set()  # rules that the coach has explained
        self.keeping = True  # whether it is kept at all
        self.finished = False  # whether a whole game has been played
        self.coach: bool | None = None  # what the switch says; None as long as nobody has touched it

    @property
    def coached(self) -> bool:
        """Whether the coach speaks up by itself: in the first game, unless somebody has said otherwise."""
        return not self.finished if self.coach is None else self.coach

    def __getitem__(self, rule: str) -> str:
        return STATES[self._state[rule]]

    def counts(self, rules: Sequence[str] | None = None) -> dict[str, int]:
        """How many of these rules are in which state."""
        found = Counter(self._state[rule] for rule in (self.rules if rules is None else rules))
        return {name: found[number] for number, name in enumerate(STATES)}

    # -- what happens at a table ---------------------------------------------------------------------------------------

    def meet(self, rules: Iterable[str]) -> None:
        """These were seen to happen."""
        self._raise(rules, MET)

    def use(self, rules: Iterable[str]) -> None:
        """One move of the person's own rested on these."""
        if not self.keeping:
            return
        for rule in set(rules) & self._state.keys():
            self._uses[rule] += 1
            self._state[rule] = max(self._state[rule], SURE if self._uses[rule] >= ENOUGH else USED)

    def refused(self, rule: str) -> None:
        """A move was refused by this rule: it is met, and no longer sure."""
        if self.keeping and rule in self._state:
            self._uses[rule] = 0
            self._state[rule] = max(MET, min(self._state[rule], USED))

    def _raise(self, rules: Iterable[str], least: int) -> None:
        if self.keeping:
            for rule in set(rules) & self._state.keys():
                self._state[rule] = max(self._state[rule], least)

    def follow(self, session: Session, seat: int, start: int) -> None:
        """Take in what a table has come to since its first `start` inputs, as the person on this seat saw it."""
        for number in range(start, session.length):
            self.see(session, seat, number + 1)

    def see(self, session: Session, seat: int, number: int) -> None:
        """Take in one input of a table, as the person on this seat saw it."""
        seen = session.rules_at(seat, number)
        mover, move, _ = session.inputs[number - 1]
        if mover == seat:
            self.use([*seen, *session.game.rests_on(move)])
        else:
            self.meet(seen)

    # -- as a link keeps it --------------------------------------------------------------------------------------------

    def write(self) -> str:
        """Empty as long as there is nothing to remember."""
        flags = FINISHED * self.finished + RESTING * (not self.keeping)
        flags += COACH_ON * (self.coach is True) + COACH_OFF * (self.coach is False)
        states = _packed([self._state[rule] for rule in self.rules], 2)
        told = _packed([rule in self.told for rule in self.rules], 1)
        if not (flags or states or told):
            return ""
        return f"{PREFIX}{self.game}.{self._version}.{flags:x}.{states}.{told}"

    @property
    def _version(self) -> str:
        """Of the list of rules: bits of another list would say something else."""
        return f"{crc32(' '.join(self.rules).encode()):08x}"

    def read(self, text: str) -> None:
        """Add what a link has kept, each rule at its best; SaveError says kindly why not, and nothing is changed."""
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise SaveError(DAMAGED)
        game, version, flags, states, told = found.groups()
        if game != self.game:
            raise SaveError(
                f"This link's list of rules you know belongs to another game, {clip(game)}, so you start again here."
            )
        if version != self._version:
            raise SaveError("The rulebook has changed since this link was made, so the count starts again.")
        known, spoken = _unpacked(states, 2, len(self.rules)), _unpacked(told, 1, len(self.rules))
        for rule, state, said in zip(self.rules, known, spoken, strict=True):
            self._state[rule] = max(self._state[rule], state)
            if said:
                self.told.add(rule)
        self._take_flags(int(flags, 16))

    def _take_flags(self, flags: int) -> None:
        self.finished = self.finished or bool(flags & FINISHED)
        self.keeping = self.keeping and not flags & RESTING
        if self.coach is None and flags & (COACH_ON | COACH_OFF):
            self.coach = bool(flags & COACH_ON)


def _packed(numbers: Sequence[int], bits: int) -> str:
    """Small numbers as base64url; nothing stands there for the last ones if they are 0."""
    whole = int("".join(map(f"{{:0{bits}b}}".format, reversed(numbers))) or "0", 2)
    return urlsafe_b64encode(whole.to_bytes((whole.bit_length() + 7) // 8, "little")).decode().rstrip("=")


def _unpacked(text: str, bits: int, count: int) -> list[int]:
    if len(text) % 4 == 1:
        raise SaveError(DAMAGED)
    whole = int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)), "little")
    if whole >> bits * count:
        raise SaveError(DAMAGED)
    return [whole >> bits * place & (1 << bits) - 1 for place in range(count)]
