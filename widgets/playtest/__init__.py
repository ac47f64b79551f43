"""Playtests: notes at the table, questions after a game, and records that can be taken home and read together.

`read_records(paths)` makes one table of many records; `record.py` says what a record holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from widgets.playtest.reading import Records as Records
    from widgets.playtest.reading import read_record as read_record
    from widgets.playtest.reading import read_records as read_records

__all__ = ["Records", "read_record", "read_records"]


def __getattr__(name: str) -> Any:
    """What reads records is imported when somebody reads one: no table needs it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from widgets.playtest import reading

    return getattr(reading, name)
