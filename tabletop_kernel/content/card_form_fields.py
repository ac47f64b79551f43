"""A card's fields as texts for people who don't know TOML: a line is a line, and a list is one line per part.

Values that don't fit, such as a map or the sections of a board, appear as TOML. A text that isn't a valid value goes on
as it is: the pack's reader reports what belongs there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import get_args, get_origin

from tabletop_kernel.content.change_files import MARK_FIELDS, toml
from tabletop_kernel.content.changes import Entry, fields_of, value_of
from tabletop_kernel.contract.errors import PackError, clip
from tabletop_kernel.contract.toml_files import MAX_DOTS

MAX_TEXT = 6_000  # characters in a field; the largest in a house pack has 900
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,18}")


@dataclass(frozen=True, slots=True)
class CardField:
    """One field of an entry, as a form shows it."""

    name: str
    kind: str  # text, number, flag, line, lines, numbers or toml
    needed: bool  # True: every entry must have it
    main: str = ""  # for a line that is a table: the field that may stand alone
    usual: object = None  # the pack's value

    def text(self, value: object) -> str:
        """Return a value as the form shows it; empty for a field that is left out."""
        if value is None:
            return ""
        if self.kind == "lines" and isinstance(value, list):
            return "\n".join(map(self._shown, value))
        if self.kind == "numbers" and isinstance(value, list):
            return ", ".join(map(str, value))
        if self.kind in ("text", "line"):
            return self._shown(value)
        if self.kind == "toml" and isinstance(value, list):
            return "[\n" + "".join(f"  {toml(one)},\n" for one in value) + "]"
        return toml(value)

    def value(self, text: str) -> object:
        """Return what someone typed as a pack has it; None leaves the field out.

        Raise PackError if it is too long or isn't TOML.
        """
        if len(text) > MAX_TEXT:
            raise PackError(f"{self.name}: {len(text):,} characters, but the limit is {MAX_TEXT:,}.")
        text = text.strip()
        if not text:
            return [] if self.needed and self.kind in ("lines", "numbers") else None
        if self.kind == "lines":
            return [self._line(line) for line in map(str.strip, text.splitlines()) if line]
        if self.kind == "numbers":
            return [_parse_number(part) for part in re.split(r"[,\s]+", text.strip("[], ")) if part]
        if self.kind == "flag":
            return {"true": True, "false": False}.get(text, text)
        if self.kind == "number":
            return _parse_number(text)
        if self.kind == "toml":
            return self._toml(text)
        return self._line(" ".join(text.split())) if self.kind == "line" else " ".join(text.split())

    def _shown(self, line: object) -> str:
        """Return a card's line as text; a line with more than its main field becomes a table in braces."""
        if isinstance(line, dict) and self.main in line and {*line} <= {self.main, *MARK_FIELDS}:
            return str(line[self.main])
        return line if isinstance(line, str) else toml(line)

    def _line(self, text: str) -> object:
        """Return a typed line as a pack has it. A line that the pack already has keeps its marks."""
        lines = self.usual if isinstance(self.usual, list) else [self.usual]
        line_of_text = {self._shown(line): line for line in lines if isinstance(line, dict)}
        return line_of_text.get(text) or (self._toml(text) if text.startswith("{") else text)

    def _toml(self, text: str) -> object:
        """Return the value that a text is in TOML. Raise PackError if it isn't TOML, or is more than one value."""
        if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
            raise PackError(f"{self.name}: one of its lines has more than {MAX_DOTS} dots.")
        try:
            read = tomllib.loads(f"value = {text}")
        except RecursionError:
            raise PackError(f"{self.name}: nested too deeply.") from None
        except ValueError as error:  # TOMLDecodeError is one of these
            raise PackError(f"{self.name}: not TOML: {str(error).partition(' (at')[0]}: {clip(text)}.") from None
        if list(read) != ["value"]:
            raise PackError(f"{self.name}: write one value, not several: {clip(text)}.")
        return read["value"]


def form_fields(entry: Entry) -> list[CardField]:
    """Return an entry's changeable fields: first those it has, in the order of its file, then those it could have."""
    field_of = {
        name: CardField(
            name, form_kind(hint), _is_required(entry.shape, name), _main_field(hint), value_of(entry.row, name)
        )
        for name, hint in fields_of(entry).items()
    }
    names_in_row = [name for name in _names_in_row(entry.row) if name in field_of]
    return [field_of[name] for name in dict.fromkeys([*names_in_row, *field_of])]


def _names_in_row(row: Mapping[str, object]) -> list[str]:
    """Return the names of the fields in a row, and in its parts."""
    inner = [f"{name}.{one}" for name, part in row.items() if isinstance(part, dict) for one in part]
    order = list(row)
    return sorted([*row, *inner], key=lambda name: order.index(name.partition(".")[0]))


def form_kind(hint: object) -> str:
    """Return how a form writes a field, from the type of its value."""
    hint = _kind_besides_none(hint)
    if hint in (str, int, bool):
        return {str: "text", int: "number", bool: "flag"}[hint]
    if hasattr(hint, "written_as"):
        return "line"
    if get_origin(hint) is list:
        (inner,) = get_args(hint)
        if inner is int:
            return "numbers"
        if inner is str or hasattr(inner, "written_as"):
            return "lines"
    return "toml"


def _main_field(hint: object) -> str:
    """Return the field of a line that may stand alone."""
    inner = _kind_besides_none(hint)
    inner = get_args(inner)[0] if get_origin(inner) is list else inner
    return getattr(inner, "written_as", "")


def _kind_besides_none(hint: object) -> object:
    kinds = [one for one in get_args(hint) if one is not type(None)]
    return kinds[0] if type(None) in get_args(hint) and len(kinds) == 1 else hint


def _is_required(shape: type, name: str) -> bool:
    first, _, rest = name.partition(".")
    field = next(one for one in fields(shape) if one.name == first)
    return not rest and field.default is MISSING and field.default_factory is MISSING


def _parse_number(text: str) -> int | str:
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text
