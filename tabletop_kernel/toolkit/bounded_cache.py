"""What was worked out before, for judgements that bots ask again and again of tables that differ in something else."""

from __future__ import annotations

from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(dict[K, V]):
    """Results by a key that names all they depend on. When there are too many, it forgets them and begins anew.

    A copy of it, such as a worker gets, begins empty: it is only there to save time.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        """Remember a result, and give it back."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        return Memory, (self.most,)
