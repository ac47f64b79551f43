"""Dice and shuffles: counter-based streams whose whole state is a few ints.

Draw n of a stream is a fixed function of (seed, stream, n). So only counters need copying, and one stream never
disturbs another. A *script* fixes the first draws of a stream, for lessons and tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
MAX_SEED = (1 << 63) - 1
SEEDS_OF_BOTS = 8  # seeds below this are for bots: each move they imagine tables with `Chance(1)`, `Chance(2)`, …
CACHED_DRAWS = 256  # cached draws of such a stream
_NO_SCRIPT: Mapping[str, Sequence[int]] = {}


def _mix(x: int) -> int:
    """Return the SplitMix64 finalizer of x: every input bit affects every output bit."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _MASK
    return x ^ (x >> 31)


def derive(seed: int, *names: str | int) -> int:
    """Return a new seed for a named purpose: a bot, one game of many, an imagined deal."""
    for name in names:
        seed = _mix((seed + crc32(str(name).encode()) * _STEP) & _MASK)
    return seed & MAX_SEED


@lru_cache(maxsize=64)
def _cached_draws(key: int) -> tuple[int, ...]:
    """Return the first draws of a stream."""
    return tuple(_mix((key + at * _STEP) & _MASK) for at in range(CACHED_DRAWS))


class Chance:
    """All the luck of one table."""

    __slots__ = ("_keys", "counts", "results", "script", "seed")

    def __init__(
        self,
        seed: int,
        counts: Mapping[str, int] | None = None,
        script: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.seed = seed
        self.counts: dict[str, int] = dict(counts) if counts else {}
        self.script: Mapping[str, Sequence[int]] = script or _NO_SCRIPT
        self.results: list[int] | None = None  # if a list, it records every result, for saves and their check
        self._keys: dict[str, int] = {}

    def clone(self) -> Chance:
        """Return an independent copy that continues with the same luck; it records nothing."""
        twin = Chance.__new__(Chance)
        twin.seed = self.seed
        twin.counts = self.counts.copy()
        twin.script = self.script
        twin.results = None
        twin._keys = self._keys
        return twin

    def _key(self, stream: str) -> int:
        key = self._keys.get(stream)
        if key is None:
            key = self._keys[stream] = derive(self.seed, stream)
        return key

    def roll(self, stream: str, sides: int = 6) -> int:
        """Roll a die and return the result."""
        count = self.counts.get(stream, 0)
        self.counts[stream] = count + 1
        script = self.script.get(stream, ())
        if count < len(script):
            value = script[count]
        else:
            value = 1 + (_mix((self._key(stream) + count * _STEP) & _MASK) * sides >> 64)
        if self.results is not None:
            self.results.append(value)
        return value

    def pick(self, stream: str, among: int) -> int:
        """Return the index of one of several equally likely things; a script counts them from 1, like a die."""
        return min(self.roll(stream, among), among) - 1

    def shuffle(self, stream: str, items: list[T]) -> None:
        """Shuffle a list in place (Fisher-Yates). Record only a fingerprint of the order."""
        if len(items) < 2:
            return
        count = self.counts.get(stream, 0)
        last = len(items) - 1
        self.counts[stream] = count + last
        fingerprint, recorded = len(items), self.results is not None
        for draw in self._draws(stream, count, last):
            other = draw * (last + 1) >> 64
            items[last], items[other] = items[other], items[last]
            last -= 1
            if recorded:
                fingerprint = (fingerprint * 31 + other) & 0xFFFFFF
        if self.results is not None:
            self.results.append(fingerprint)

    def _draws(self, stream: str, count: int, number: int) -> Sequence[int]:
        """Return draws of a stream from `count` on. Draws that bots need again and again come from a cache."""
        key = self._key(stream)
        if self.seed < SEEDS_OF_BOTS and count + number <= CACHED_DRAWS:
            return _cached_draws(key)[count : count + number]
        point, draws = key + count * _STEP, []
        for _ in range(number):
            mixed = point & _MASK  # `_mix` inlined: a search imagines hundreds of shuffles per move
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
            draws.append(mixed ^ (mixed >> 31))
            point += _STEP
        return draws

    def pass_over(self, stream: str, number: int) -> None:
        """Advance a stream as if `number` things were shuffled, for bots that don't need the order."""
        assert self.results is None, "what is recorded is shuffled"
        if number > 1:
            self.counts[stream] = self.counts.get(stream, 0) + number - 1

    def write(self) -> dict[str, object]:
        """Return the full state as plain data."""
        data: dict[str, object] = {"seed": self.seed, "counts": dict(self.counts)}
        if self.script:
            data["script"] = {stream: list(values) for stream, values in self.script.items()}
        return data
