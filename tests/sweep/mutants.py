"""Do the tests bite? Small random faults are put into a copy of the project, and the tests that reach them are run.

python tests/sweep/mutants.py [--only 3 17] [--reach FOLDER] [--jobs 2]        `make mutants`
python tests/sweep/mutants.py --handmade [--only 3]                            those in handmade.toml

First the tests are run once, to see which of them reach which line. Then each fault meets the tests that reach its
line, the quickest first, until one fails or a minute of tests is over. Faults in what only a running server uses meet
the tests in `nearest.toml`. The draw depends on the code around a fault alone, so that it stays the same while
other files change.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from hashlib import blake2s
from pathlib import Path
from queue import SimpleQueue
from shutil import copytree, ignore_patterns
from typing import Any

from faults import Mutant, mutants_of
from reaching import Reach

ROOT = Path(__file__).parents[2]
SEED = 1
BUDGET = 60  # seconds of tests for one fault, as long as they take without it
LIMIT = 400  # seconds; a fault that makes the tests hang is one that they notice
MEASURED = ["tests/kernel", "tests/games", "tests/widgets"]  # the tests that run what they test in their own process
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", "--tb=no")
HANDMADE = tomllib.loads((ROOT / "tests/sweep/handmade.toml").read_text(encoding="utf-8"))["fault"]
NEAREST: dict[str, list[str]] = tomllib.loads((ROOT / "tests/sweep/nearest.toml").read_text(encoding="utf-8"))
GAMES = ROOT / "tabletop_kernel" / "games"
LAYERS = {"kernel": 90, "games": 150, "widgets": 100}  # how many faults of each


def drawn() -> dict[int, Mutant]:
    """Draw the faults of each layer and number them."""
    found: list[Mutant] = []
    for layer, count in LAYERS.items():
        everything = [mutant for path in files_of(layer) for mutant in ranked(path)]
        found += [mutant for _, mutant in sorted(everything, key=lambda pair: pair[0])[:count]]
    return dict(enumerate(found, 1))


def files_of(layer: str) -> list[Path]:
    """Return the Python files of a layer; the games lie in the kernel's folder and are a layer of their own."""
    folder = {"kernel": ROOT / "tabletop_kernel", "games": GAMES, "widgets": ROOT / "widgets"}[layer]
    return [path for path in sorted(folder.rglob("*.py")) if (GAMES in path.parents) == (layer == "games")]


def ranked(path: Path) -> Iterator[tuple[str, Mutant]]:
    """The faults of a file, each with its place in the draw, which only its own line decides."""
    seen: Counter[str] = Counter()
    for mutant in mutants_of(path):
        begin = mutant.source.rfind(b"\n", 0, mutant.start) + 1
        line = mutant.source[begin:].split(b"\n", 1)[0].strip().decode()
        key = f"{SEED} {path.relative_to(ROOT)} {line} {mutant.new}"
        seen[key] += 1
        yield blake2s(f"{key} {seen[key]}".encode()).hexdigest(), mutant


def measure(folder: Path) -> None:
    """Run the tests once and see which lines they reach."""
    env = {**os.environ, "REACHED": str(folder), "PYTHONPATH": str(ROOT / "tests/sweep")}
    subprocess.run([*PYTEST, "-n", "2", "-p", "reaching", *MEASURED], cwd=ROOT, env=env, check=False)


def tests_for(mutant: Mutant, reach: Reach) -> list[str]:
    """The tests for a fault: those that reach its lines, within the budget, or those near its file."""
    first, last = (mutant.source[:at].count(b"\n") + 1 for at in (mutant.start, mutant.end))
    chosen, seconds = [], 0.0
    for test in reach.tests(mutant.path, first, last):
        seconds += reach.seconds[test]
        if chosen and seconds > BUDGET:
            break
        chosen.append(test)
    return chosen or tests_near(mutant.path)


def tests_near(path: Path) -> list[str]:
    """The tests of what only a running server or a browser uses."""
    name = path.relative_to(ROOT).as_posix()
    return [f"tests/{test}" for test in next(tests for near, tests in NEAREST.items() if name.startswith(near))]


def failures(tree: Path, tests: list[str]) -> list[str] | None:
    """The tests that fail in a tree; None if they hang, or cannot be run at all."""
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    how: Any = {"cwd": tree, "env": env, "stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as chosen:
        chosen.write("\n".join(tests))
        chosen.flush()
        with subprocess.Popen([*PYTEST, "-x", f"@{chosen.name}"], stderr=subprocess.DEVNULL, **how) as run:
            try:
                said, _ = run.communicate(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)  # with whatever processes the tests have started
                return None
    broken = [line.split(" ", 1)[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    failed = [line.split(" - ")[0] for line in broken]
    return failed if failed or run.returncode == 0 else None


class Tree:
    """A copy of the project in which one fault at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        copytree(ROOT, self.root, ignore=ignore_patterns(".*", "*.egg-info", "__pycache__", "screenshots"))

    def notices(self, path: Path, faulty: bytes, tests: list[str]) -> bool:
        """Whether a test fails with a fault that does not fail without it."""
        file = self.root / path.relative_to(ROOT)
        sound = file.read_bytes()
        file.write_bytes(faulty)
        found = failures(self.root, tests)
        file.write_bytes(sound)
        if found is None:
            return True
        if found and failures(self.root, found) == []:
            return True
        return bool(found) and self.notices(path, faulty, [test for test in tests if not found[0].startswith(test)])


def by_hand(fault: dict[str, Any]) -> tuple[Path, bytes, list[str]]:
    """A fault of `handmade.toml`: its file, what stands in it then, and the tests that must notice."""
    path = ROOT / fault["file"]
    text = path.read_text(encoding="utf-8")
    assert text.count(fault["old"]) == 1, f"{fault['about']}: {path.name} has changed"
    names = [f"tests/{test}" for test in fault["tests"]]
    tests = [name if (ROOT / name).is_dir() else f"{name}.py" for name in names]
    return path, text.replace(fault["old"], fault["new"]).encode(), tests


def try_handmade(numbers: list[int]) -> list[int]:
    """Try the faults put in by hand, one after the other; the numbers of those that nobody noticed."""
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder) / "tree")
        for number in numbers:
            fault = HANDMADE[number - 1]
            path, faulty, tests = by_hand(fault)
            found = any(tree.notices(path, faulty, [test]) for test in tests)
            print(f"{number:3} {'noticed' if found else 'NOT NOTICED'}  {fault['kind']}: {fault['about']}", flush=True)
            missed += [number] * (not found)
    return missed


def shown(number: int, mutant: Mutant) -> str:
    old, new = (text.decode().splitlines() for text in (mutant.source, mutant.text()))
    name = str(mutant.path.relative_to(ROOT))
    return "\n".join(unified_diff(old, new, name, f"fault {number}", lineterm="", n=1))


def try_all(chosen: dict[int, Mutant], reach: Reach, jobs: int) -> list[int]:
    """Try faults side by side, each copy of the project one at a time; the numbers of those that nobody noticed."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        trees: SimpleQueue[Tree] = SimpleQueue()
        for number in range(jobs):
            trees.put(Tree(Path(folder) / f"tree{number}"))

        def noticed(number: int) -> bool:
            mutant, tree = chosen[number], trees.get()
            tests = tests_for(mutant, reach)
            found = bool(tests) and tree.notices(mutant.path, mutant.text(), tests)
            trees.put(tree)
            if not found:
                print(f"{shown(number, mutant)}\n({len(tests)} tests)", flush=True)
            return found

        return [number for number, found in zip(chosen, pool.map(noticed, chosen), strict=True) if not found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", type=int, nargs="+", help="only these of the draw, by number")
    parser.add_argument("--reach", type=Path, help="what an earlier run has measured, or where to keep it")
    parser.add_argument("--jobs", type=int, default=2, help="how many faults are tried at a time")
    parser.add_argument("--handmade", action="store_true", help="the faults of handmade.toml")
    said = parser.parse_args()
    if said.handmade:
        missed = try_handmade(said.only or list(range(1, len(HANDMADE) + 1)))
        print("not noticed:", *missed or ["none"])
        return
    everything = drawn()
    chosen = {number: everything[number] for number in said.only or everything}
    with tempfile.TemporaryDirectory() as folder:
        reached = said.reach or Path(folder)
        if not [*reached.glob("data*")]:
            measure(reached)
        survivors = try_all(chosen, Reach(reached, ROOT), said.jobs)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed")
    print("not noticed:", *survivors or ["none"])


if __name__ == "__main__":
    main()
