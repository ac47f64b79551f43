"""TOML files written by people. Each fault is one sentence that names the file and the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from datetime import date, time
from pathlib import Path
from stat import S_ISREG
from typing import Any

from tabletop_kernel.contract.errors import PackError, clip, printed

TomlTable = dict[str, Any]  # what a file or a table in it holds: text, numbers, and lists and tables of them
MAX_BYTES = 400_000  # people write these files; anything larger is a mistake or an attack
MAX_DOTS = 40  # in a line: tomllib's time is quadratic in a key's parts, hours for 100,000


def text_or_nothing(path: Path) -> str:
    """Return a file's text, or an empty text if it can't be read."""
    try:
        return file_text(path, path.name)
    except PackError:
        return ""


def read_toml(path: Path, name: str = "") -> TomlTable:
    """Return the data in a TOML file. Raise PackError, with the line, if there is a fault; it calls the file `name`."""
    name = printed(name or path.name)
    return parse_toml(file_text(path, name), name)


def parse_toml(text: str, name: str) -> TomlTable:
    """Return the data in a TOML text. Raise PackError, with the line, if there is a fault."""
    _check_text(text, name)
    try:
        data = tomllib.loads(text)
        if place := _place_of_date(data):
            raise PackError(f"{name}: {clip(place)} is a date or a time. Write a number, or put it in quotes.")
        return data
    except RecursionError:
        raise PackError(f"{name}: nested too deeply.") from None
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{name}: not TOML: {error}{_faulty_line(text, str(error))}.") from None
    except ValueError:
        raise PackError(f"{name}: this number has thousands of digits.") from None


def _place_of_date(value: object) -> str:
    """Return the place of the first date or time in TOML data, which our files never use; empty if there is none."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        if isinstance(inner, date | time):
            return str(key) if isinstance(key, str) else str(inner)
        if place := _place_of_date(inner):
            return place
    return ""


def _check_text(text: str, name: str) -> None:
    """Raise PackError if a text or one of its keys is so long that it would take hours to parse."""
    if len(text) > MAX_BYTES:
        raise PackError(f"{name}: larger than {MAX_BYTES:,} bytes.")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise PackError(f"{name}: line {number} has more than {MAX_DOTS} dots.")


def _faulty_line(text: str, problem: str) -> str:
    """Return the faulty line, so that people needn't count lines; empty if the problem names none."""
    position = re.search(r"\(at line (\d+)", problem)
    line = text.split("\n")[int(position[1]) - 1].strip() if position else ""
    return f": {clip(line)}" if line else ""


def file_text(path: Path, name: str) -> str:
    """Return the text of a plain UTF-8 file of modest size. Raise PackError for anything else."""
    if not is_there(path, S_ISREG):
        if is_there(path, bool):
            raise PackError(f"{name}: this isn't a file: it is a folder, a pipe or a device.")
        raise PackError(f"{name}: this file is missing from {clip(str(path.parent), 200)}.")
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise PackError(f"{name}: larger than {MAX_BYTES:,} bytes.")
    except OSError as error:
        raise PackError(f"{name}: can't be read ({error.strerror}).") from None
    return _decode(name, raw)


def _decode(name: str, raw: bytes) -> str:
    """Return bytes decoded as UTF-8. Raise PackError for other encodings and byte-order marks."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PackError(f"{name}: written in UTF-16. Save it in UTF-8.")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise PackError(
            f"{name}: begins with a byte-order mark. Save it in UTF-8 without one (not as “UTF-8 with BOM”)."
        )
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PackError(f"{name}: line {line} is not written in UTF-8. Save the file in UTF-8.") from None


def is_there(path: Path, kind: Callable[[int], bool]) -> bool:
    """Tell if the path exists and has this kind, without opening it: a pipe would block forever."""
    try:
        return kind(path.stat().st_mode)
    except (OSError, ValueError):  # missing, no permission, a loop of links, or an impossible name
        return False
