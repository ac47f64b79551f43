"""The rules kernel: the rulebook is executable, and everything cites it.

from tabletop_kernel import load, Session
table = Session(load("royal_ascension"), seats=3, seed=7)
table.submit(0, ("roll", 2))
"""

from tabletop_kernel.compare import Comparison, compare, compare_packs
from tabletop_kernel.errors import PackError, PositionError, Refused, SaveError, SetupError, TabletopError, UnknownName
from tabletop_kernel.game import Config, Game, Outcome
from tabletop_kernel.games import games, load
from tabletop_kernel.rulebook import Rule, Ruling, Verdict
from tabletop_kernel.session import Session
from tabletop_kernel.simulate import Report, simulate

__version__ = "0.1.0"
__all__ = [
    "Comparison",
    "Config",
    "Game",
    "Outcome",
    "PackError",
    "PositionError",
    "Refused",
    "Report",
    "Rule",
    "Ruling",
    "SaveError",
    "Session",
    "SetupError",
    "TabletopError",
    "UnknownName",
    "Verdict",
    "compare",
    "compare_packs",
    "games",
    "load",
    "simulate",
]
