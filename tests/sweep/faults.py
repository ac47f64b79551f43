"""Small faults in Python code: what somebody might have written in the place of what stands there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

PAIRS = [pair.split() for pair in ("Lt LtE", "Gt GtE", "Eq NotEq", "In NotIn", "Is IsNot", "And Or", "Add Sub")]
SWAPS = {getattr(ast, one): getattr(ast, other) for pair in PAIRS for one, other in (pair, pair[::-1])}


class Mutant(NamedTuple):
    """A file with one piece of it replaced."""

    path: Path
    source: bytes
    start: int  # in bytes, as the parser counts
    end: int
    new: str

    def text(self) -> bytes:
        """The file with the fault in it."""
        return self.source[: self.start] + self.new.encode() + self.source[self.end :]


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
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
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
    """Every fault that can be put into a file."""
    source = path.read_bytes()
    lines = [0, *accumulate(map(len, source.splitlines(keepends=True)))]  # where each begins
    for node in pieces(ast.parse(source)):
        for place, new in changes(node):
            start, end = lines[place.lineno - 1] + place.col_offset, lines[place.end_lineno - 1] + place.end_col_offset
            yield Mutant(path, source, start, end, new)
