"""Return figures as text, or write them to a file."""

from __future__ import annotations

from pathlib import Path

from tabletop_kernel.contract.common_words import count_text
from tabletop_kernel.contract.errors import SetupError, clip


def text_or_file(text: str, path: str | Path | None) -> str:
    """Return the text; with a path, write it there and return a line about the file.

    Raise SetupError if the path isn't a path or can't be written.
    """
    if path is None:
        return text
    if not isinstance(path, (str, Path)):
        raise SetupError(f"Give the file name as text, such as 'figures.csv', not {clip(path)}.")
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise SetupError(f"Can't write {clip(str(path))}: {error.strerror}. Choose another folder or name.") from None
    lines = text.count("\n") + (not text.endswith("\n"))
    return f"{path}: {count_text(lines, 'line')} written."
