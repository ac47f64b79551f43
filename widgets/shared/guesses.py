"""Wrong codes, counted for each address: whoever types many of them waits, and nobody else does.

The server writes on every message which address it came from, as a digest that only this server can make. A kernel
reads it there (`caller`). Counts fade by the second, so nobody stays slow, and only so many addresses are remembered.
A right code is never refused because of others: a school behind one address waits some seconds at most.
"""

from __future__ import annotations

import socket
import sys

from widgets.shared.database import Rows

CALLER = "tabletop_caller"  # where the server writes the address in the metadata of a message
FREE = 30.0  # wrong codes of one address that cost no time: a class types some
FADES = 6.0  # seconds after which a wrong code counts no more
STEP = 0.1  # seconds to wait for each wrong code beyond the free ones
LONGEST = 5.0  # seconds that anybody waits
MOST = FREE + LONGEST / STEP  # wrong codes that are counted of one address: whoever stops is quick again in 5 minutes
ADDRESSES = 1_000  # that are remembered

COUNTED = "SELECT wrong, at FROM guesses WHERE caller = ?"
COUNT = """
INSERT INTO guesses VALUES (?, ?, ?)
ON CONFLICT (caller) DO UPDATE SET wrong = excluded.wrong, at = excluded.at"""
FORGET = "DELETE FROM guesses WHERE at < ? OR at > ?"
FORGET_OLDEST = """
DELETE FROM guesses WHERE caller IN (SELECT caller FROM guesses ORDER BY at DESC, caller LIMIT 1000000 OFFSET ?)"""


def caller() -> str:
    """Return the address of the message that is being answered. Without our server, this machine has one user."""
    found = _metadata().get(CALLER)
    return found if isinstance(found, str) else f"at {socket.gethostname()}"


def _metadata() -> dict[str, object]:
    if "IPython" not in sys.modules:
        return {}
    from IPython import get_ipython

    kernel = getattr(get_ipython(), "kernel", None)
    message = kernel.get_parent("shell") if kernel is not None else None
    found = (message or {}).get("metadata")
    return found if isinstance(found, dict) else {}


def pause(rows: Rows, who: str, now: float) -> float:
    """Return how many seconds an address waits before its next code is looked up."""
    return min(LONGEST, max(0.0, _wrong(rows, who, now) - FREE) * STEP)


def count(rows: Rows, who: str, now: float) -> None:
    """Count a wrong code of an address, and forget what has faded."""
    wrong = min(MOST, _wrong(rows, who, now) + 1)
    rows.execute(FORGET, (now - MOST * FADES, now + MOST * FADES))
    rows.execute(COUNT, (who, wrong, now))
    rows.execute(FORGET_OLDEST, (ADDRESSES,))


def _wrong(rows: Rows, who: str, now: float) -> float:
    row = rows.execute(COUNTED, (who,)).fetchone()
    return max(0.0, row[0] - max(0.0, now - row[1]) / FADES) if row else 0.0
