"""Find the helpers of the tests, deal the tests out to workers, and name the slowest files at the end."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from itertools import chain, groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# jsonschema, which all of Jupyter loads, can do without it; to load it takes longer than to load all of Jupyter.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

HERE = Path(__file__).parent
for folder in (
    HERE,
    HERE / "attack",
    HERE / "games",
    HERE / "games" / "deck_goes_west",
    HERE / "games" / "royal_ascension",
    HERE / "games" / "tamashii",
    HERE / "games" / "the_north",
    HERE / "games" / "the_west_ascendant",
    HERE / "kernel",
    HERE / "minigames",
    HERE / "widgets",
):
    sys.path.insert(0, str(folder))

gc.set_threshold(20_000, 50, 100)  # tables live long here: to look for garbage all the time is a tenth of the work

settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")


# -- which worker runs what --------------------------------------------------------------------------------------------

SLOW = ("tests/attack/", "tests/browser/", "tests/games/test_", "tests/notebooks/", "tests/server/")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have each worker begin with its share of the slow files, so that at the end nobody waits for a long test.

    Each worker gets an equal part of the list, in order, and takes from the end of another's part when it has finished.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers == 1:
        return
    files = [[*tests] for _, tests in groupby(items, lambda item: item.nodeid.partition("::")[0])]
    slow = [tests for tests in files if tests[0].nodeid.startswith(SLOW)]
    quick = [*chain.from_iterable(tests for tests in files if not tests[0].nodeid.startswith(SLOW))]
    dealt: list[pytest.Item] = []
    for number in range(workers):
        share = [*chain.from_iterable(slow[number::workers])]
        size = (len(items) - len(dealt)) // (workers - number) - len(share)
        dealt += share + quick[: max(0, size)]
        del quick[: max(0, size)]
    items[:] = dealt + quick


# -- the slowest files, shown at the end of a run (all of them with ALL_FILES=1) ---------------------------------------

SHOWN = 10

_seconds: Counter[str] = Counter()  # by file


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
