"""Tests find their helpers beside them, and hypothesis is patient on a busy machine."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

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

from slowest import pytest_runtest_logreport, pytest_terminal_summary

__all__ = ["pytest_runtest_logreport", "pytest_terminal_summary"]

gc.set_threshold(20_000, 50, 100)  # tables live long here: to look for garbage all the time is a tenth of the work

settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")
