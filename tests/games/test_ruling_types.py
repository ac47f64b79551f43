"""Each game's rulings are known to the type checker just as its rulebook has them."""

from inspect import getfile
from pathlib import Path

import pytest

from tabletop_kernel import games, load
from tabletop_kernel.checks.write_ruling_types import TYPES_FILE, ruling_types


@pytest.mark.parametrize("name", games())
def test_the_types_are_those_of_the_rulebook(name: str) -> None:
    game = load(name)
    written = Path(getfile(type(game))).with_name(TYPES_FILE).read_text(encoding="utf-8")
    assert written == ruling_types(game), "run tests/write_golden.py"
