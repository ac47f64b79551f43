"""Small words that every game needs."""

from __future__ import annotations

from collections.abc import Iterable


def listed(parts: Iterable[str], last: str = "and") -> str:
    """«a, b and c»; of nothing there is nothing to say."""
    found = list(parts)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def percent(chance: float) -> str:
    """A chance as people say it; what is not certain is neither 0 nor 100."""
    if 0 < chance < 1:
        return f"{min(max(round(100 * chance), 1), 99)}%"
    return f"{round(100 * chance)}%"


def sentence(text: str) -> str:
    """A text as a sentence of its own, with one full stop whether or not it had one."""
    return f"{text.rstrip('.')}." if text else ""
