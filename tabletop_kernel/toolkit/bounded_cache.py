"""A bounded cache for judgements that bots repeat on tables that differ only in other things."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(dict[K, V]):
    """A cache of results, under keys that name all they depend on. When it is full, it starts again empty.

    A pickled copy, such as a worker gets, is empty: the cache only saves time.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        """Store a result and return it."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return BoundedCache, (self.most,)
