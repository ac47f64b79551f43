"""What kernels say goes to the log file, and whatever happens to that file is no matter of theirs.

A kernel that writes to a file itself ends when the disk is full, and its page with it. So kernels write into a pipe; a
thread of the server reads it, and drops what the log can't take.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from functools import cache
from typing import IO

from widgets.errors import log_path, own_file

AT_ONCE = 1 << 16  # bytes


@cache
def ear() -> IO[bytes]:
    """Return the end of the pipe that kernels write to; it is never full for long."""
    reading, writing = os.pipe()
    threading.Thread(target=_listen, args=(reading,), name="hearing", daemon=True).start()
    return open(writing, "wb", buffering=0)


def _listen(reading: int) -> None:
    while said := os.read(reading, AT_ONCE):
        with suppress(OSError), open(log_path(), "ab", buffering=0, opener=own_file) as log:
            log.write(said)
