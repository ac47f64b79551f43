"""Many games: statistics and rule coverage."""

from __future__ import annotations


class Report: ...


def simulate() -> Report:
    return Report()
