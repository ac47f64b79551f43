"""Write single games to a file: a line of JSON or a row of a Parquet table for each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tabletop_kernel.contract.errors import SetupError, printed
from tabletop_kernel.study.running_totals import Single

LINES_SUFFIXES, PARQUET_SUFFIXES = (".jsonl", ".ndjson"), (".parquet",)
ROWS_AT_ONCE = 1_000  # written to a Parquet file at once
PYARROW_MISSING = 'A Parquet file needs pyarrow: pip install "tabletop-notebooks[parquet]", or write .jsonl.'

Row = dict[str, object]  # a game as one line of the file
Write = Callable[[Sequence[Sequence[Single]]], None]  # takes the games of a chunk, a list for each side


@contextmanager
def writer_for(path: str | Path | None, sides: Sequence[str] = ()) -> Iterator[Write]:
    """Yield a function that writes single games to a file; without a path it does nothing.

    With several sides, each row has the name of its side. Raise SetupError if the file can't be written.
    """
    if path is None:
        yield lambda singles: None
        return
    path = check_format(path)
    with ExitStack() as open_file:
        with _errors_of_file(path):
            file = _open_parquet(path, bool(sides)) if path.suffix in PARQUET_SUFFIXES else _open_lines(path)
            put = open_file.enter_context(file)

        def write(singles: Sequence[Sequence[Single]]) -> None:
            with _errors_of_file(path):
                put(_rows(singles, sides))

        yield write
        with _errors_of_file(path):
            open_file.close()


@contextmanager
def _errors_of_file(path: Path) -> Iterator[None]:
    """Raise SetupError in place of a file's error, but only for errors of that file."""
    try:
        yield
    except OSError as error:
        raise cannot_write_error(path, error) from None


def check_format(path: str | Path) -> Path:
    """Return a path whose ending names a format we can write; raise SetupError if we can't."""
    path = Path(path)
    if path.suffix not in LINES_SUFFIXES + PARQUET_SUFFIXES:
        raise SetupError(f"You can write single games to .jsonl or .parquet, not '{printed(path.suffix)}'.")
    if path.suffix in PARQUET_SUFFIXES:
        try:
            import pyarrow.parquet  # noqa: F401  # only to see if it's installed
        except ModuleNotFoundError:
            raise SetupError(PYARROW_MISSING) from None
    return path


def cannot_write_error(path: Path, error: OSError) -> SetupError:
    """Return the error for a file that can't be written."""
    return SetupError(f"Can't write {printed(str(path), 200)}: {error.strerror}. Choose another folder or name.")


def _rows(singles: Sequence[Sequence[Single]], sides: Sequence[str]) -> list[Row]:
    """List the rows to write: game by game, and for each game one row for each side."""
    if not sides:
        return [single.plain() for singles_of_side in singles for single in singles_of_side]
    return [
        {"side": side, **game.plain()}
        for pair in zip(*singles, strict=True)
        for side, game in zip(sides, pair, strict=True)
    ]


Put = Callable[[list[Row]], None]


@contextmanager
def _open_lines(path: Path) -> Iterator[Put]:
    """Open a file with one line of JSON for each game."""
    with path.open("w", encoding="utf-8") as file:

        def put(rows: list[Row]) -> None:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            file.flush()  # readers of an unfinished file find whole lines

        yield put


@contextmanager
def _open_parquet(path: Path, sides: bool) -> Iterator[Put]:
    """Open a Parquet file with one row for each game."""
    import pyarrow as pa
    from pyarrow import parquet

    text, number, figure = pa.string(), pa.int64(), pa.float64()
    columns = {
        **({"side": text} if sides else {}),
        "game": number,
        "seed": number,
        "bots": pa.list_(text),
        "finished": pa.bool_(),
        "ending": text,
        "results": pa.list_(text),
        "winners": pa.list_(number),
        "shared": pa.bool_(),
        "first": number,
        "scores": pa.list_(figure),
        "turns": number,
        "decisions": number,
        "forced": number,
        "lead_changes": number,
        "figures": pa.map_(text, figure),
        "rules": pa.map_(text, number),
    }
    schema = pa.schema(list(columns.items()))
    waiting: list[Row] = []
    with parquet.ParquetWriter(path, schema) as file:

        def put(rows: list[Row]) -> None:
            waiting.extend({name: _table_as_pairs(value) for name, value in row.items()} for row in rows)
            if len(waiting) >= ROWS_AT_ONCE:
                flush()

        def flush() -> None:
            file.write_table(pa.Table.from_pylist(waiting, schema=schema))
            waiting.clear()

        try:
            yield put
        finally:
            if waiting:
                flush()


def _table_as_pairs(value: object) -> object:
    """Return what one column of a Parquet file takes: pairs in place of a table."""
    return list(value.items()) if isinstance(value, dict) else value
