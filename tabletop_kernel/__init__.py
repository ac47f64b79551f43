"""The rules kernel: an executable rulebook that every move and refusal cites.

>>> from tabletop_kernel import Session, games, load, simulate
>>> table = Session("royal_ascension", seats=3, seed=7)   # a table; `games()` lists the games
>>> table.moves()
[('roll', 2)]
>>> print(table.play("roll", 2)[-1])
Eadric rolls 1 and 3 for the order of selection: 4. (setup.roll)
>>> simulate("royal_ascension", games=5, seats=3, bots=["random"])
<Report of royal_ascension: 5 games, 3 seats, random, seed 1>
"""

# The empty package first: imported later, it would take the place of the function `games` here.
import tabletop_kernel.games as _package_of_the_games  # noqa: F401
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.errors import (
    PackError,
    PositionError,
    Refused,
    SaveError,
    SetupError,
    TabletopError,
    UnknownName,
)
from tabletop_kernel.contract.game import Config, Game, Outcome
from tabletop_kernel.contract.rulebook import Rule, Ruling
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.contract.version import VERSION as __version__
from tabletop_kernel.study.compare import Comparison, compare, compare_games, compare_packs, compare_rulings
from tabletop_kernel.study.reports import Report
from tabletop_kernel.study.simulate import simulate
from tabletop_kernel.table.session import Session

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
    "__version__",
    "compare",
    "compare_games",
    "compare_packs",
    "compare_rulings",
    "games",
    "load",
    "simulate",
]
