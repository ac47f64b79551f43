"""Small words for every game."""

from __future__ import annotations

from collections.abc import Iterable


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Return “a, b and c”; empty for no parts."""
    texts = list(parts)
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def count_text(number: int, noun: str) -> str:
    """Return a number with its noun, such as “1 ruling” or “3 rulings”."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(chance: float) -> str:
    """Return a chance as a percentage; only certain things are 0% or 100%."""
    if 0 < chance < 1:
        return f"{min(max(round(100 * chance), 1), 99)}%"
    return f"{round(100 * chance)}%"


def sentence(text: str) -> str:
    """Return a text with exactly one full stop at the end; empty stays empty."""
    return f"{text.rstrip('.')}." if text else ""
