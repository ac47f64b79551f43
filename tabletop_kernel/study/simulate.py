"""Simulate many games, and report wins, lengths, decisions and the rules that were used.

The same seed gives the same report for any number of workers, here or on other machines. Every game has its own seed,
games are counted in chunks of a fixed size, and chunks are added in order. More games take no more memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypedDict

from tabletop_kernel.contract.author_checks import check_declared
from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.players.bots import BOTS, Kind, bot_name
from tabletop_kernel.study.interrupts import Interrupts
from tabletop_kernel.study.playing import Chunk, Plan
from tabletop_kernel.study.progress import Progress, show_progress
from tabletop_kernel.study.reports import Report, make_report
from tabletop_kernel.study.running_totals import Pairs, Records, Totals
from tabletop_kernel.study.single_games import writer_for
from tabletop_kernel.study.workers import Run, play_in_chunks

GAMES_PER_CHUNK = 20  # games that a worker plays at a time


class How(TypedDict, total=False):
    """The arguments of `simulate` after the game."""

    games: int
    seats: int | None
    bots: Kind | Sequence[Kind] | None
    seed: int
    workers: int
    rulings: Mapping[str, str] | None
    options: Mapping[str, str] | None
    coverage: bool
    progress: bool | Progress | None
    cluster: str | None
    games_out: str | Path | None


def simulate(
    game: AnyGame | str,
    games: int = 1000,
    seats: int | None = None,
    bots: Kind | Sequence[Kind] | None = None,
    seed: int = 1,
    workers: int = 1,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    coverage: bool = True,
    progress: bool | Progress | None = None,
    cluster: str | None = None,
    games_out: str | Path | None = None,
) -> Report:
    """Play many games between bots, who change seats from game to game; `coverage=False` leaves the events out.

    `bots` are "random", "quick", "greedy" or "mcts:400": one for all seats, or a list. By default they are the game's
    usual bots. You may add your own: a class that is made with (game, config, seat, seed), and whose `choose(view,
    moves)` returns one of the moves.

    With several `workers`, each is a process; `cluster` is the address of a Dask scheduler, or "local". In a script,
    keep the call under `if __name__ == "__main__":`, because some systems read the script again in each process.
    `games_out` is a file for the single games (.jsonl or .parquet). `progress` shows a bar, or is a function that takes
    the finished games and all games. An interrupt (Ctrl-C) ends the run with a report of the games played so far. Raise
    SetupError or UnknownName if an argument is wrong.

    >>> simulate("royal_ascension", games=5, seats=3, bots=["random"], rulings={"ruling.ace-value": "14"}).games
    5
    """
    plan = make_plan(game, seats, bots, seed, rulings, options, coverage)
    return run_plans([plan], Run(games, workers, cluster, progress, games_out))[0][0]


def make_plan(
    game: AnyGame | str,
    seats: int | None = None,
    bots: Kind | Sequence[Kind] | None = None,
    seed: int = 1,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    coverage: bool = True,
) -> Plan:
    """Make a plan from the arguments of `simulate`; raise SetupError or UnknownName for a wrong one."""
    if isinstance(game, str):
        from tabletop_kernel.content.game_loading import load

        game = load(game)
    check_declared(game)
    config = game.agreement.configure(seats, rulings, options)
    bots = (game.opinions.usual_bot,) if bots is None else bots
    if isinstance(bots, str):
        bots = [name.strip() for name in bots.split(",")]
    kinds = [bots] if callable(bots) else list(bots) if isinstance(bots, Sequence) else []
    if not kinds or len(kinds) > config.seats:
        raise SetupError(f"bots must be a list of 1 to {config.seats} names, not {clip(bots)}.")
    own_bots = {bot_name(kind): kind for kind in kinds if callable(kind)}
    if taken_names := [
        name for name in own_bots if name in (*BOTS, *(kind for kind in kinds if isinstance(kind, str)))
    ]:
        raise SetupError(f"Your own bot can't be called {clip(taken_names[0])}: we already have a bot with that name.")
    names = [bot_name(kinds[seat % len(kinds)]) for seat in range(config.seats)]
    plan = Plan(game, config, names, seed, coverage, own=own_bots)
    plan.seat_bots(names, 0)  # raise the error for a wrong name here, not in a worker
    return plan


def run_plans(plans: Sequence[Plan], run: Run) -> tuple[list[Report], Pairs]:
    """Play the same games by each plan; return a report for each, and the sums over pairs if there are two.

    Raise SetupError if the number of games or workers is wrong.
    """
    games, workers = run.games, run.workers
    if type(games) is not int or games < 1 or type(workers) is not int or workers < 1:
        raise SetupError(f"games and workers must be whole numbers, 1 or more, not {clip(games)} and {clip(workers)}.")
    total = Chunk([Totals() for _ in plans], Pairs())
    records = [Records() for _ in plans]
    with writer_for(run.games_out, run.names) as write, Interrupts() as interrupts:
        parts = play_in_chunks(plans, run, GAMES_PER_CHUNK)
        with closing(parts), show_progress(games, run.progress) as tell:
            for chunk in interrupts.until_interrupted(parts):
                _add(total, records, chunk)
                write(chunk.singles)
                tell(total.games)
    sides = zip(plans, total.totals, records, strict=True)
    return [make_report(plan, games, totals, records_of_plan) for plan, totals, records_of_plan in sides], total.pairs


def _add(total: Chunk, records: Sequence[Records], chunk: Chunk) -> None:
    """Add the next chunk, and keep its single games."""
    total.add(chunk)
    for records_of_plan, singles in zip(records, chunk.singles, strict=False):
        for single in singles:
            records_of_plan.append(single.record)
