"""Errors at the table: a player gets a sentence, the details go to a file.

Under Voila whatever a callback prints or raises vanishes without a trace, so every callback runs inside `guarded`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from logging.handlers import RotatingFileHandler
from pathlib import Path
from secrets import token_hex

from tabletop_kernel.errors import TabletopError

Tell = Callable[[str], None]

OURS = "Something went wrong inside the table, and nothing was changed. (Details: {number} in the log file.)"


def state_folder() -> Path:
    """Where this machine keeps what must outlive a page: the log file, and tables that people share at one screen."""
    if "TABLETOP_STATE" in os.environ:
        return Path(os.environ["TABLETOP_STATE"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tabletop"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "tabletop"


def log_path() -> Path:
    """The log file of everything that went wrong."""
    return Path(os.environ.get("TABLETOP_LOG") or state_folder() / "tabletop.log")


@cache
def _log() -> logging.Logger:
    """Our logger, opened at its first use; a disk that cannot be written to costs the log, not the game."""
    handler: logging.Handler = logging.StreamHandler()
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(log_path(), maxBytes=1_000_000, backupCount=1, encoding="utf-8")
    except OSError:
        pass
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    logger = logging.Logger("tabletop", logging.INFO)  # not one of the family: nobody else's settings change it
    logger.addHandler(handler)
    return logger


def record(error: BaseException) -> str:
    """Write an error with its traceback to the log file; the number under which it stands there."""
    number = token_hex(3)
    _log().error("%s %s", number, error, exc_info=error)
    return number


def note(text: str) -> None:
    """Write a line to the log file: a message that no page of ours would send, for instance."""
    _log().info("%s", text)


@contextmanager
def guarded(tell: Tell) -> Iterator[None]:
    """Run a callback: what is said on purpose is told as it is; all else is recorded, and told in one sentence."""
    try:
        yield
    except TabletopError as error:
        tell(str(error))
    except Exception as error:
        tell(OURS.format(number=record(error)))
