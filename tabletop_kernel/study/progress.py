"""A run's progress: a bar, or a function that hears how many games are done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG_RUN = 100  # games from which a progress bar is worth its line

Progress = Callable[[int, int], None]  # is told how many games of how many are done


@contextmanager
def with_progress(games: int, wanted: bool | Progress | None) -> Iterator[Callable[[int], None]]:
    """Whom to tell how many games are done: nobody, somebody who asked for it, or a bar for a run that takes time."""
    if wanted is None:
        wanted = games >= LONG_RUN and (sys.stderr.isatty() or in_a_notebook())
    if callable(wanted):
        told: Progress = wanted
        yield lambda done: told(done, games)
    elif wanted:
        from tqdm.auto import tqdm

        with tqdm(total=games, unit="games", leave=False) as bar:
            yield lambda done: bar.update(done - bar.n)
    else:
        yield lambda done: None


def in_a_notebook() -> bool:
    """Whether this process is the kernel of a notebook; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None
