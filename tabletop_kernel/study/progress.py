"""Show a run's progress by a bar, or by calling a function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG_RUN = 100  # games; a shorter run shows no bar by default

Progress = Callable[[int, int], None]  # takes the finished games and all games


@contextmanager
def show_progress(games: int, wanted: bool | Progress | None) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes the number of finished games and shows it.

    It calls your function, draws a bar, or does nothing. With None, a long run gets a bar in a terminal or notebook.
    """
    if wanted is None:
        wanted = games >= LONG_RUN and (sys.stderr.isatty() or is_in_notebook())
    if callable(wanted):
        report: Progress = wanted
        yield lambda done: report(done, games)
    elif wanted:
        from tqdm.auto import tqdm

        with tqdm(total=games, unit="games", leave=False) as bar:
            yield lambda done: bar.update(done - bar.n)
    else:
        yield lambda done: None


def is_in_notebook() -> bool:
    """Return whether this process is a notebook's kernel, without importing anything."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None
