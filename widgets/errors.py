"""Errors at the table: a player gets a sentence, the details go to a file.

Under Voila whatever a callback prints or raises vanishes without a trace, so every callback runs inside `guarded`.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from html import escape
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from secrets import token_hex
from typing import NoReturn

from tabletop_kernel.contract.errors import SetupError, TabletopError

Tell = Callable[[str], None]

OURS = "Something went wrong, but nothing changed. Try again. (Details: {number} in the log file.)"


class Notice:
    """A sentence in a notebook, in place of what its cell asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    @property
    def session(self) -> NoReturn:
        """There is no table here, and this is why."""
        raise SetupError(self.text)

    def _repr_html_(self) -> str:
        return f'<p class="problem" role="alert">{escape(self.text)}</p>'


def state_folder() -> Path:
    """Where this machine keeps what must outlive a page: the log file, and tables that people share at one screen."""
    if "TABLETOP_STATE" in os.environ:
        return Path(os.environ["TABLETOP_STATE"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home()) / "tabletop"
    return Path(os.environ.get("XDG_STATE_HOME") or _home() / ".local" / "state") / "tabletop"


def _home() -> Path:
    """The user's own folder. Without one, a place that nobody can write to: whoever tries is told so as by any disk."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def log_path() -> Path:
    """The log file of everything that went wrong."""
    return Path(os.environ.get("TABLETOP_LOG") or state_folder() / "tabletop.log")


def own_file(path: str, flags: int) -> int:
    """Open a file that only its owner can read, also one that others could read so far."""
    file = os.open(path, flags, 0o600)
    with suppress(OSError):
        if hasattr(os, "fchmod") and stat.S_ISREG(os.fstat(file).st_mode):
            os.fchmod(file, 0o600)
    return file


class SharedFile(RotatingFileHandler):
    """A log file that several processes write to. Windows moves no file that another one has open: then it grows on.

    What went wrong may tell of people's games, so only the owner can read it.
    """

    def _open(self) -> TextIOWrapper:
        stream = open(self.baseFilename, f"{self.mode}b", opener=own_file)  # noqa: SIM115 (the handler closes it)
        return TextIOWrapper(stream, encoding=self.encoding, errors=self.errors, line_buffering=True)

    def doRollover(self) -> None:
        try:
            super().doRollover()
        except OSError:
            self.stream = self._open()


class QuietFile(SharedFile):
    """A log file that keeps its own troubles to itself: a full disk must not fill the terminal, or the page."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


@cache
def _log() -> logging.Logger:
    """Our logger, opened at its first use; a disk that cannot be written to costs the log, not the game."""
    handler: logging.Handler = logging.NullHandler()
    with suppress(OSError):
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = QuietFile(
            log_path(), maxBytes=1_000_000, backupCount=1, encoding="utf-8", delay=True, errors="backslashreplace"
        )
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    logger = logging.Logger("tabletop", logging.INFO)  # not one of the family: nobody else's settings change it
    logger.addHandler(handler)
    return logger


def record(error: BaseException) -> str:
    """Write an error with its traceback to the log file; the number under which it stands there."""
    number = token_hex(3)
    _write(logging.ERROR, "%s %s", number, error, exc_info=error)
    return number


def note(text: str) -> None:
    """Write a line to the log file: a message that no page of ours would send, for instance."""
    _write(logging.INFO, "%s", text)


def _write(level: int, text: str, *facts: object, exc_info: BaseException | None = None) -> None:
    """Whatever happens to the log, the game goes on."""
    with suppress(Exception):
        _log().log(level, text, *facts, exc_info=exc_info)


@contextmanager
def guarded(tell: Tell) -> Iterator[None]:
    """Run a callback: what is said on purpose is told as it is; all else is recorded, and told in one sentence."""
    try:
        yield
    except TabletopError as error:
        tell(str(error))
    except Exception as error:
        tell(OURS.format(number=record(error)))
