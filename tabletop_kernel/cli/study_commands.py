"""The command `tabletop simulate`: many games of one kind, or a comparison of two kinds."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from tabletop_kernel.contract.errors import SetupError, printed
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.study.compare import Comparison, compare_packs, compare_rulings
from tabletop_kernel.study.reports import Report
from tabletop_kernel.study.simulate import How, simulate
from tabletop_kernel.study.single_games import cannot_write_error, check_format

REPORT_SUFFIXES = (".json", ".csv")
EXIT_CODE_AFTER_INTERRUPT = 130  # the exit code after Ctrl-C

ParsePairs = Callable[[str, list[str]], dict[str, str]]  # parses an option's ID=CHOICE texts


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's own options, besides the game and its table."""
    command.add_argument("--games", type=int, default=1000, metavar="N")
    command.add_argument(
        "--bots", help="random, quick, greedy, mcts or mcts:400; separate several with commas, one for each seat"
    )
    command.add_argument(
        "--workers", type=int, metavar="N", help="number of processes (default: one for each processor)"
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://machine:8786, or 'local' to start one here"
    )
    command.add_argument(
        "--flip",
        action="append",
        default=[],
        metavar="ID=OPTION",
        help="compare with the same table, with this ruling flipped",
    )
    command.add_argument(
        "--against",
        metavar="PACK",
        help="compare with this pack, or with 'nothing' "
        "(default: the house pack; with --ruling or --option, the usual table)",
    )
    command.add_argument("--out", type=Path, metavar="FILE", help="write the report to FILE.json or FILE.csv")
    command.add_argument(
        "--games-out", type=Path, metavar="FILE", help="write every single game to FILE.jsonl or FILE.parquet"
    )


def run(options: argparse.Namespace, load: Callable[[argparse.Namespace], AnyGame], pairs: ParsePairs) -> int:
    """Simulate, print and write the result. Return the exit code.

    Raise SetupError for files that can't be written, before any game is played.
    """
    how: How = {
        "games": options.games,
        "seats": options.seats,
        "bots": options.bots,
        "seed": options.seed,
        "workers": os.cpu_count() or 1 if options.workers is None else options.workers,
        "rulings": pairs("ruling", options.ruling),
        "options": pairs("option", options.option),
        "cluster": options.cluster,
        "games_out": options.games_out,
    }
    _check_files(options.out, options.games_out)
    result = _play_and_report(options, load, pairs("flip", options.flip), how)
    if options.out:
        _write(options.out, result)  # write first: with a closed pipe (`| head`) the file must still exist
    print(result)
    if options.out:
        print(f"written to {printed(str(options.out), 200)}")
    if options.games_out:
        print(f"single games written to {printed(str(options.games_out), 200)}")
    report = result.new if isinstance(result, Comparison) else result
    return EXIT_CODE_AFTER_INTERRUPT if report.stopped else 0


def _play_and_report(
    options: argparse.Namespace,
    load: Callable[[argparse.Namespace], AnyGame],
    flip: dict[str, str],
    how: How,
) -> Report | Comparison:
    """Return a report, or a comparison if a ruling is flipped or another pack given.

    Raise SetupError if both are asked for.
    """
    if flip:
        if options.against is not None:
            raise SetupError("--flip compares with the same table, unflipped. Leave out --against.")
        return compare_rulings(load(options), flip, **how)
    against = options.against or ("nothing" if options.pack == "house" else "house")
    if against == "nothing":
        return simulate(load(options), **how)
    if (how["rulings"] or how["options"]) and _is_same_pack(options, against):
        return _compare_with_default(load(options), how)
    return compare_packs(options.game, options.pack, against, **how)


def _is_same_pack(options: argparse.Namespace, against: str) -> bool:
    from tabletop_kernel.content.game_loading import load

    return load(options.game, options.pack).edition.digest == load(options.game, against).edition.digest


def _compare_with_default(game: AnyGame, how: How) -> Comparison:
    """Return a comparison with the default table.

    With one pack, only rulings and options differ; the number of seats stays the same.
    """
    rulings, options = how["rulings"] or {}, how["options"] or {}
    seats = game.agreement.configure(how["seats"], rulings, options).seats
    default_table: How = {**how, "seats": seats, "rulings": {}, "options": {}}
    return compare_rulings(game, {**rulings, **options}, **default_table)


def _check_files(out: Path | None, games_out: Path | None) -> None:
    """Raise an error if a file can't be written. Leave existing files as they are."""
    if out is not None and out.suffix not in REPORT_SUFFIXES:
        raise SetupError(f"--out writes .json or .csv, not '{printed(out.suffix)}'.")
    if games_out is not None:
        check_format(games_out)
    for path in (out, games_out):
        if path is None:
            continue
        existed = path.exists()
        try:
            path.open("ab").close()
            if not existed:
                path.unlink()
        except OSError as error:
            raise cannot_write_error(path, error) from None


def _write(path: Path, result: Report | Comparison) -> None:
    """Write a report or comparison to a file. Raise SetupError if that fails."""
    try:
        path.write_text(result.to_json() if path.suffix == ".json" else result.to_csv(), encoding="utf-8")
    except OSError as error:
        raise cannot_write_error(path, error) from None
