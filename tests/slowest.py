"""The ten slowest files, shown at the end of a run (all of them with ALL_FILES=1)."""

from __future__ import annotations

import os
from collections import Counter

import pytest

SHOWN = 10

_seconds: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add what a test took, with its set-up and its end, to its file."""
    _seconds[report.nodeid.partition("::")[0]] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if len(_seconds) < SHOWN:
        return
    all_of_them = sum(_seconds.values())
    terminalreporter.section(f"{SHOWN} slowest of {len(_seconds)} files, {all_of_them:.0f} s of work in all")
    shown = len(_seconds) if os.environ.get("ALL_FILES") else SHOWN
    for file, seconds in _seconds.most_common(shown):
        terminalreporter.line(f"{seconds:7.1f} s  {file}")
