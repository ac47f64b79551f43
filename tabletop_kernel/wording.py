"""Small words that every game needs."""

from __future__ import annotations

from collections.abc import Iterable


def listed(parts: Iterable[str], last: str = "and") -> str:
    """«a, b and c»"""
    found = list(parts)
    if len(found) < 2:
        return found[0] if found else "none"
    return f"{', '.join(found[:-1])} {last} {found[-1]}"
