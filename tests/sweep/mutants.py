"""Do the tests bite? Small random faults are put into a copy of the project, and the tests nearest to each are run.

python tests/sweep/mutants.py [count [number ...]]        `make mutants`; with numbers, only these of the draw
"""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from copy import copy
from difflib import unified_diff
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
SEED, COUNT = 1, 150
LIMIT = 240  # seconds; a fault that makes the tests hang is one that they notice
FILES = ("tabletop_kernel/*.py", "tabletop_kernel/games/*/*.py")
PAGES = tuple(f"widgets/{name}.py" for name in ("seating", "room", "links", "messages"))
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", "--tb=no")

NEAREST = tomllib.loads((ROOT / "tests/sweep/nearest.toml").read_text(encoding="utf-8"))
PAIRS: list[tuple[Any, Any]] = [
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
]
SWAPS = dict(PAIRS) | {other: one for one, other in PAIRS}


class Mutant(NamedTuple):
    path: str
    start: int  # in bytes, as the parser counts
    end: int
    new: str

    def put_into(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


def changes(node: Any) -> Iterator[tuple[Any, str]]:
    """Places in a piece of code, and what may stand there instead."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            yield node, ast.unparse(ast.Compare(node.left, [SWAPS[type(op)]()], node.comparators))
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPS:
            twin = copy(node)
            twin.op = SWAPS[type(node.op)]()
            yield node, f"({ast.unparse(twin)})"
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})"
        case ast.If() | ast.IfExp() | ast.While() if isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
            yield node.test, f"(not {ast.unparse(node.test)})"
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int()):
            yield node, str(node.value + 1)
        case ast.Call(args=[first, second, *others]) if not any(isinstance(a, ast.Starred) for a in node.args):
            yield node, ast.unparse(ast.Call(node.func, [second, first, *others], node.keywords))
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield node, "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"


def pieces(node: ast.AST) -> Iterator[ast.AST]:
    """The code that runs: no types, no decorators, and no f-strings, whose parts the parser misplaces."""
    yield node
    for name, part in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "values" * isinstance(node, ast.JoinedStr)):
            for child in part if isinstance(part, list) else [part]:
                if isinstance(child, ast.AST):
                    yield from pieces(child)


def mutants_of(path: Path) -> Iterator[Mutant]:
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in pieces(ast.parse(source)):
        for place, new in changes(node):
            start, end = (
                starts[place.lineno - 1] + place.col_offset,
                starts[place.end_lineno - 1] + place.end_col_offset,
            )
            yield Mutant(str(path.relative_to(ROOT)), start, end, new)


def tests_near(path: str) -> list[str]:
    layer, *folders, name = Path(path).with_suffix("").parts
    if not folders:
        return [f"tests/{test}.py" for test in NEAREST[layer].get(name, [f"kernel/test_{name}"])]
    game, nearest = folders[-1], NEAREST["games"]
    left_out = [slow for slow in nearest["slow"] if slow not in nearest["about"].get(name, [])]
    tests = sorted(f"tests/games/{game}/{test.name}" for test in (ROOT / "tests/games" / game).glob("test_*.py"))
    tests = [test for test in tests if not test.endswith(tuple(f"_{slow}.py" for slow in left_out))]
    return [*tests, "tests/games/test_comply.py", "-k", f"not test_comply or {game} and ({nearest['checks']})"]


def failures(tree: Path, tests: list[str]) -> list[str] | None:
    """The tests that fail in a tree, named as pytest names them; None if they took too long."""
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [*PYTEST, *tests], cwd=tree, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        try:
            said, _ = run.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # with whatever processes the tests have started
            return None
    names = [line.split()[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return names or ["?"] * (run.returncode != 0)


class Tree:
    """A copy of the project in which one fault at a time is tried."""

    def __init__(self, folder: str) -> None:
        self.root = Path(folder) / "tree"
        copytree(ROOT, self.root, ignore=ignore_patterns(".*", "*.egg-info", "__pycache__"))
        self._broken: dict[str, list[str]] = {}

    def notices(self, mutant: Mutant) -> bool:
        """Whether a test fails that does not fail without the fault."""
        tests = [*tests_near(mutant.path), *self._left_out(mutant.path)]
        file = self.root / mutant.path
        source = file.read_bytes()
        file.write_bytes(mutant.put_into(source))
        try:
            return failures(self.root, ["-x", *tests]) != []
        finally:
            file.write_bytes(source)

    def _left_out(self, path: str) -> list[str]:
        """A test that fails in any case says nothing about a fault."""
        tests = tests_near(path)
        key = " ".join(tests)
        if key not in self._broken:
            found = failures(self.root, tests)
            if found is None or "?" in found:
                sys.exit(f"The tests of {path} cannot be run: {key}")
            if found:
                print("left out, they fail without any fault:", *found, flush=True)
            self._broken[key] = [f"--deselect={name}" for name in found]
        return self._broken[key]


def shown(number: int, mutant: Mutant) -> str:
    source = (ROOT / mutant.path).read_bytes()
    old, new = (text.decode().splitlines() for text in (source, mutant.put_into(source)))
    return "\n".join(unified_diff(old, new, mutant.path, f"mutant {number}", lineterm="", n=1))


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
