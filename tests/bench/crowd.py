"""People at shared tables for measurements: pages that are lines to real kernels, and how soon each of them is shown a
move."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple, Protocol

import psutil

from widgets.voila.kernels import kernels_of

HERE = Path(__file__).parent
for folder in (HERE.parent, HERE.parent / "browser", HERE.parent / "server"):
    sys.path.insert(0, str(folder))

from seats import Seat
from servers import Server

SEALED = ("commit", "take-back")  # moves of which nobody else is shown anything
PATIENCE = 30  # seconds until everybody must have been shown a move
BEGIN = 0.2  # seconds that bots get when nobody can move


class Line(NamedTuple):
    """A figure of the report, beside the goal that it must not exceed."""

    what: str
    middle: float
    most: float
    goal: float | None = None


class AtTable(Protocol):
    """Somebody at a table: a line to a kernel, or a browser."""

    @property
    def screen(self) -> dict[str, Any]: ...

    @property
    def moves(self) -> list[Any]: ...

    def say(self, do: str, **fields: Any) -> None: ...

    def forget(self) -> None:
        """What was shown until now does not count: before others came, a page counted moves in another way."""
        ...

    def shown_after(self, length: int, seconds: float) -> float:
        """When a screen with more moves than that was there, on the clock of this machine; or TimeoutError."""
        ...


class BareSeat(Seat):
    """A page without a browser: a screen counts as shown when it has arrived."""

    def forget(self) -> None:
        with self.news:
            self.arrived.clear()

    def shown_after(self, length: int, seconds: float) -> float:
        with self.news:
            if not self.news.wait_for(lambda: any(one > length for one in self.arrived), seconds):
                raise TimeoutError(str(self.screen.get("why")))
            return min(at for one, at in self.arrived.items() if one > length)


class Shown(NamedTuple):
    """One move: when it was sent, when its maker saw it, and when each of the others did."""

    mover: AtTable
    sent: float
    own: float
    others: dict[AtTable, float]

    @property
    def took(self) -> float:
        """Milliseconds from the press to the mover's own screen."""
        return 1000 * (self.own - self.sent)

    @property
    def later(self) -> list[float]:
        """Milliseconds from the mover's screen to each of the others'."""
        return [1000 * (at - self.own) for at in self.others.values()]


class SharedTable:
    """People at one table."""

    def __init__(self, seats: list[AtTable]) -> None:
        self.seats = seats
        for seat in seats:
            seat.forget()

    def move(self) -> Shown | None:
        """One move of whoever may; None if it was not to be seen by all, or nobody could move."""
        mover = next((seat for seat in self.seats if seat.moves), None)
        if mover is None:
            for seat in self.seats:
                if seat.screen.get("next"):
                    seat.say("go-on")
            time.sleep(BEGIN)
            return None
        lengths = {seat: seat.screen["time"]["length"] for seat in self.seats}  # each page counts what it may see
        move = mover.moves[0]
        sent = time.perf_counter()
        mover.say("move", move=move)
        try:
            own = mover.shown_after(lengths[mover], PATIENCE)
        except TimeoutError:
            return None  # somebody else was faster, and the page has said so
        if move[0] in SEALED:
            return None
        others = [seat for seat in self.seats if seat is not mover]
        return Shown(mover, sent, own, {seat: seat.shown_after(lengths[seat], PATIENCE) for seat in others})


def invitation(host: AtTable, until: Any) -> str:
    """What stands behind the link by which others come."""
    host.say("invite")
    drawer = until(lambda screen: screen.get("drawer", {}).get("share"))["drawer"]
    return str(drawer["share"]["link"].partition("#play=")[2])


def bare_table(server: Server, people: int, chairs: int) -> SharedTable:
    """A table of lines; those for whom there is no chair look on."""
    host = BareSeat(server.url)
    host.sits(0)
    link = invitation(host, host.until)
    guests = [BareSeat(server.url) for _ in range(1, people)]
    for number, guest in enumerate(guests, 1):
        guest.sits(number if number < chairs else None, link)
    return SharedTable([host, *guests])


# -- what pages cost ---------------------------------------------------------------------------------------------------


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def figures(what: str, values: list[float], goal: float | None = None) -> Line:
    return Line(what, median(values), p95(values), goal)


def kernels(server: Server) -> list[psutil.Process]:
    """The kernels of pages, and the spare one."""
    return kernels_of(psutil.Process(server.pid))


def used(processes: list[psutil.Process]) -> list[float]:
    """Seconds of processor time that each has taken."""
    return [sum(one.cpu_times()[:2]) for one in processes]


def idle(server: Server, seconds: float) -> Line:
    """How much of a core each page takes while nobody does anything, in percent."""
    pages = kernels(server)
    before = used(pages)
    time.sleep(seconds)
    shares = [100 * (after - one) / seconds for one, after in zip(before, used(pages), strict=True)]
    return Line(
        f"an idle page, % of a core ({len(pages)} pages, {seconds:g} s)", median(shares), sum(shares) / len(shares)
    )


def memory(server: Server, names: Sequence[str] = ("",)) -> list[float]:
    """Megabytes of the kernels with these names, else of all; what several of them share is counted in part (PSS).

    A copy has the beginning of its kernel's name as its own, and one that was started by itself a file with the name.
    """
    wanted = [one for one in kernels(server) if any(_is_of(one, name) for name in names)]
    return [one.memory_full_info().pss / 2**20 for one in wanted]


def _is_of(process: psutil.Process, kernel: str) -> bool:
    return kernel[:8] in process.name() or kernel in " ".join(process.cmdline())
