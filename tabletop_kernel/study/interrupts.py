"""Handle Ctrl-C during a run: the run ends with the games counted so far, and workers ignore it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

from tabletop_kernel.study.playing import Chunk


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a while, so that processes started meanwhile ignore it too."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: it can't set signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Interrupts:
    """End a run on Ctrl-C, but never in the middle of adding up, so each chunk counts whole or not at all.

    While games are played or waited for, Ctrl-C works at once. At other times it waits for the next such moment.
    """

    def __init__(self) -> None:
        self.asked = False
        self._may_break = False
        self._before: Callable[[int, FrameType | None], object] | int | None = None

    def __enter__(self) -> Interrupts:
        try:
            self._before = signal.signal(signal.SIGINT, self._note_interrupt)
        except ValueError:  # not the main thread: it gets no signals
            self._before = None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Note the interrupt, and raise KeyboardInterrupt if nothing is being added up."""
        self.asked = True
        if self._may_break:
            raise KeyboardInterrupt

    def until_interrupted(self, parts: Iterator[Chunk]) -> Iterator[Chunk]:
        """Yield the chunks until you interrupt the run; a chunk that was cut short is the last one."""
        while not self.asked:
            try:
                self._may_break = True
                chunk = next(parts, None)
            except KeyboardInterrupt:
                return
            finally:
                self._may_break = False
            if chunk is None:
                return
            yield chunk
            if chunk.stopped:
                return
