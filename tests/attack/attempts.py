"""What every attack has in common: tries are counted, and whatever gets through is written down."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tabletop_kernel.contract.errors import TabletopError

DEAR = 3.0  # seconds of processor time that no single try may cost


@dataclass
class Attempts:
    """The tries of one attack. `through` is what should not have happened, in words."""

    name: str
    tries: int = 0
    refused: int = 0
    through: list[str] = field(default_factory=list)

    @contextmanager
    def one(self, what: str) -> Iterator[None]:
        """One try: a sentence of ours or plain success is fine, anything else has got through."""
        self.tries += 1
        began = time.process_time()
        try:
            yield
        except TabletopError:
            self.refused += 1
        except Exception:
            self.through.append(f"{what}: {traceback.format_exc(limit=-3)}")
        if time.process_time() - began > DEAR:
            self.through.append(f"{what}: {time.process_time() - began:.1f} s of work")

    def expect(self, good: bool, what: str) -> None:
        """A try that was looked at from outside."""
        self.tries += 1
        if not good:
            self.through.append(what)

    def __str__(self) -> str:
        return f"{self.name:44} {self.tries:>9,} {self.refused:>9,} {len(self.through):>9,}"


Attack = Callable[[int, random.Random], Attempts]  # (how many tries, luck): what came of it
HEAD = f"{'attack':44} {'tries':>9} {'refused':>9} {'through':>9}"
