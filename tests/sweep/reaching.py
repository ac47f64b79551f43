"""Which tests reach which lines: a plugin for pytest that measures coverage by test, and how long each test takes.

    REACHED=folder PYTHONPATH=tests/sweep pytest -p reaching tests/kernel

writes its findings into the folder, one file for each worker; `Reach` reads them.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage, CoverageData

FOLDER = Path(os.environ.get("REACHED", ".reach")).absolute()
PACKAGES = ["tabletop_kernel", "widgets"]


def function_of(nodeid: str) -> str:
    """The test function of a case: `tests/kernel/test_bots.py::test_it[3]` without the three."""
    return nodeid.partition("[")[0]


class Measuring:
    """Coverage of one process, switched to each test that begins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.coverage = Coverage(folder / "data", data_suffix=True, branch=True, source=PACKAGES, config_file=False)
        self.seconds: dict[str, float] = defaultdict(float)

    def begin(self) -> None:
        self.coverage.start()

    def end(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        (self.folder / f"seconds.{os.getpid()}.json").write_text(json.dumps(self.seconds), encoding="utf-8")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        self.coverage.switch_context(function_of(item.nodeid))
        result = yield
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[function_of(report.nodeid)] += report.duration


def pytest_configure(config: pytest.Config) -> None:
    """Measure where tests run: in each worker, or here if there is none."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    measuring = Measuring(FOLDER)
    measuring.begin()
    config.pluginmanager.register(measuring)
    config.add_cleanup(measuring.end)


class Reach:
    """What has been measured: the tests that reach a line, and the seconds they take."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.root = root
        self.data = CoverageData(str(folder / "data"))
        coverage = Coverage(folder / "data", config_file=False)
        if not (folder / "data").exists():
            coverage.combine([str(folder)], keep=True)
            coverage.save()
        self.data.read()
        self._lines: dict[str, dict[int, list[str]]] = {}
        self.seconds: dict[str, float] = defaultdict(float)
        for path in folder.glob("seconds.*.json"):
            for test, seconds in json.loads(path.read_text(encoding="utf-8")).items():
                self.seconds[test] += seconds

    def lines(self, path: Path) -> dict[int, list[str]]:
        """The tests by line of a file of the project."""
        name = str(path)
        if name not in self._lines:
            self._lines[name] = self.data.contexts_by_lineno(name)
        return self._lines[name]

    def tests(self, path: Path, first: int, last: int) -> list[str]:
        """The tests that reach some of these lines, the quickest first; of lines run at import, all of the file."""
        by_line = self.lines(path)
        found = {test for line in range(first, last + 1) for test in by_line.get(line, [])} - {""}
        if not found and any("" in by_line.get(line, []) for line in range(first, last + 1)):
            found = {test for tests in by_line.values() for test in tests} - {""}
        return sorted(found, key=lambda test: (self.seconds[test], test))
