"""Mistakes that authors of a game make, each told in a sentence where it happens."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import RulesError, clip
from tabletop_kernel.contract.game import AnyGame, Move
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.contract.report_figures import Figures
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.contract.telling import Telling
from tabletop_kernel.contract.turns_and_rounds import Pace

TYPE_OF_PART = {
    "telling": Telling,
    "opinions": Opinions,
    "figures": Figures,
    "pace": Pace,
    "agreement": Agreement,
    "teaching": Teaching,
}


def check_declared(game: AnyGame) -> None:
    """Raise RulesError unless a game declares its name, seats, rulebook and objects as it should."""
    for name in ("name", "title", "version"):
        if not isinstance(getattr(game, name, None), str):
            raise RulesError(f'{type(game).__name__} needs a {name}, as text: {name} = "…".')
    if not isinstance(getattr(game, "rulebook", None), Rulebook):
        raise RulesError(f"{game.title} needs a rulebook: self.rulebook = read_rulebook(path).")
    seats = getattr(game, "seats", None)
    if isinstance(seats, str) or not isinstance(seats, Sequence) or not seats or not all(map(_is_count, seats)):
        raise RulesError(f"The seats of {game.title} are numbers of players, such as range(2, 5), not {clip(seats)}.")
    for name, kind in TYPE_OF_PART.items():
        part = getattr(game, name)
        if not isinstance(part, kind):
            raise RulesError(f"The {name} of {game.title} is an object of a {kind.__name__} class, not {clip(part)}.")


def _is_count(seats: object) -> bool:
    """Tell if this is a whole number above 0."""
    return type(seats) is int and seats > 0


def check_start(game: AnyGame, state: object) -> None:
    """Raise RulesError if a game's functions return something else than they should."""
    if missing := [name for name in ("chance", "clone", "view", "truth") if not hasattr(state, name)]:
        raise RulesError(f"setup of {game.title} returns a state with {listed(missing)}, not {clip(state)}.")
    seats = game.deciders(state)
    if not isinstance(seats, Sequence) or not all(type(seat) is int for seat in seats):
        raise RulesError(f"deciders of {game.title} returns seats, such as (0,), not {clip(seats)}.")


def check_moves(game: AnyGame, moves: list[Move]) -> list[Move]:
    """Return the moves that a game lists. Raise RulesError unless they are a list of tuples.

    Only the first move is looked at: the others are made by the same code."""
    wrong: object = (
        moves if not isinstance(moves, list) else next((one for one in moves[:1] if not _is_move(one)), None)
    )
    if wrong is not None:
        raise RulesError(f'moves of {game.title} returns a list of moves such as ("take", 1), not {clip(wrong)}.')
    return moves


def _is_move(move: object) -> bool:
    """Tell if this is a tuple that begins with a verb."""
    return isinstance(move, tuple) and bool(move) and isinstance(move[0], str)
