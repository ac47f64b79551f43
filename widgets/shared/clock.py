"""What time it is for a store, when it judges what is old enough to be forgotten.

The database's clock counts, not that of a machine whose pages use it. A clock can jump, and a jump looks like a long
time in which nobody came. So after more than `PAUSE` nothing ages at first: the time before counts on, until the clock
has gone steadily for `SETTLED`, or until a second such pause follows the first.
"""

from __future__ import annotations

from widgets.shared.database import Rows

PAUSE = 6 * 3600.0  # seconds without any visitor, after which the clock may have jumped
SETTLED = 3600.0  # seconds of steady time after which it is believed again
OFTEN = 60.0  # seconds between two looks that are worth writing down

READ = "SELECT seen, since, trusted FROM clock"
BEGIN = "INSERT INTO clock VALUES (1, ?, ?, 0) ON CONFLICT (id) DO NOTHING"
WRITE = "UPDATE clock SET seen = ?, since = ?, trusted = ?"


def judged(rows: Rows, now: float) -> float:
    """Return the time by which things are too old: now, or a time before the clock may have jumped."""
    row = rows.execute(READ).fetchone()
    return min(now, _looked(row, now)[2]) if row else 0.0


def tick(rows: Rows, now: float) -> float:
    """Write down that somebody was there now; the same answer."""
    row = rows.execute(READ).fetchone()
    if row is None:
        rows.execute(BEGIN, (now, now))
        return 0.0
    looked = _looked(row, now)
    if abs(now - row[0]) >= OFTEN:
        rows.execute(WRITE, looked)
    return min(now, looked[2])


def _looked(row: tuple[float, float, float], now: float) -> tuple[float, float, float]:
    """When somebody was there last, since when the clock has gone steadily, and the last time that is believed."""
    seen, since, trusted = row
    if now - seen > PAUSE:
        since, trusted = now, max(trusted, seen)
    elif now < seen - OFTEN:
        since = now
    if now - since >= SETTLED:
        trusted = now
    return now, since, trusted
