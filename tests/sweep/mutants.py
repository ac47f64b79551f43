"""Do the tests bite? Small random faults are put into a copy of the project, and the tests nearest to each are run.

python tests/sweep/mutants.py [count [number ...]]        `make mutants`; with numbers, only these of the draw
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import tomllib
from difflib import unified_diff
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from typing import Any

from faults import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
SEED, COUNT = 1, 150
LIMIT = 300  # seconds; a fault that makes the tests hang is one that they notice
FILES = ("tabletop_kernel/*.py", "tabletop_kernel/games/*/*.py")
PAGES = tuple(f"widgets/{name}.py" for name in ("seating", "room", "links", "messages"))
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", "--tb=no")
NEAREST = tomllib.loads((ROOT / "tests/sweep/nearest.toml").read_text(encoding="utf-8"))


def tests_near(path: Path) -> list[str]:
    """What pytest is to run for a file of the project."""
    layer, *folders, name = path.relative_to(ROOT).with_suffix("").parts
    if not folders:
        return [f"tests/{test}.py" for test in NEAREST[layer].get(name, [f"kernel/test_{name}"])]
    game, nearest = folders[-1], NEAREST["games"]
    left_out = [slow for slow in nearest["slow"] if slow not in nearest["about"].get(name, [])]
    tests = sorted(f"tests/games/{game}/{test.name}" for test in (ROOT / "tests/games" / game).glob("test_*.py"))
    tests = [test for test in tests if not test.endswith(tuple(f"_{slow}.py" for slow in left_out))]
    elsewhere = [f"tests/{test}.py" for test in nearest["elsewhere"].get(f"{game}/{name}", [])]
    for_all = [f"tests/games/test_{test}.py" for test in nearest["for_all"]]
    wanted = f"kernel or {game} and (not test_comply or {nearest['checks']})"
    return [*tests, *elsewhere, *for_all, "-k", wanted]


def failures(tree: Path, tests: list[str], **env: str) -> list[str] | None:
    """The tests that fail in a tree; None if they hang, or cannot be run at all."""
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", **env}
    how: Any = {"cwd": tree, "env": env, "stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen([*PYTEST, *tests], **how) as run:
        try:
            said, _ = run.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # with whatever processes the tests have started
            return None
    failed = [line.split()[1] for line in said.splitlines() if line.startswith("FAILED ")]
    return failed if failed or run.returncode == 0 else None


class Tree:
    """A copy of the project in which one fault at a time is tried."""

    def __init__(self, folder: str) -> None:
        self.root = Path(folder) / "tree"
        copytree(ROOT, self.root, ignore=ignore_patterns(".*", "*.egg-info"))
        self._left_out: dict[str, list[str]] = {}

    def notices(self, mutant: Mutant) -> bool:
        tests = self._sound(tests_near(mutant.path))
        file = self.root / mutant.path.relative_to(ROOT)
        file.write_bytes(mutant.text())
        found = failures(self.root, ["-x", *tests], PYTHONDONTWRITEBYTECODE="1")
        file.write_bytes(mutant.source)
        return found != []

    def _sound(self, tests: list[str]) -> list[str]:
        """Without those that fail in any case: they say nothing about a fault."""
        key = " ".join(tests)
        if key not in self._left_out:
            found = failures(self.root, tests)
            if found is None:
                sys.exit(f"These tests cannot be run: {key}")
            if found:
                print("left out, since they fail without any fault:", *found, flush=True)
            self._left_out[key] = [f"--deselect={name}" for name in found]
        return tests + self._left_out[key]


def shown(number: int, mutant: Mutant) -> str:
    old, new = (text.decode().splitlines() for text in (mutant.source, mutant.text()))
    name = str(mutant.path.relative_to(ROOT))
    return "\n".join(unified_diff(old, new, name, f"mutant {number}", lineterm="", n=1))


def main() -> None:
    count, *wanted = map(int, sys.argv[1:] or [COUNT])
    files = sorted(path for pattern in (*FILES, *PAGES) for path in ROOT.glob(pattern))
    everything = [mutant for path in files for mutant in mutants_of(path)]
    drawn = dict(enumerate(Random(SEED).sample(everything, count), 1))
    chosen = {number: drawn[number] for number in wanted or drawn}
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder)
        for number, mutant in chosen.items():
            if not tree.notices(mutant):
                survivors.append(number)
                print(shown(number, mutant), flush=True)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed ({len(everything):,} could be drawn)")
    print("not noticed:", *survivors or ["none"])


if __name__ == "__main__":
    main()
