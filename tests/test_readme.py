"""The README's examples run, and say what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_examples_of_the_readme() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert result.attempted > 15
    assert result.failed == 0
