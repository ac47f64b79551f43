"""Kernels that come with a page and leave with it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import psutil
from jupyter_client.session import utcnow
from jupyter_core.utils import ensure_async
from jupyter_server.base.call_context import CallContext
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.web import HTTPError
from traitlets import Bool, Int
from voila.handler import VoilaHandler

from widgets.drawing import SERVED
from widgets.voila.connection import MOST_WAITING
from widgets.voila.hearing import ear
from widgets.voila.nursery import LAUNCHER, MOTHER

SETTLE = 4  # seconds after a page's start until the next spare kernel may take the processor from it
KIND = {"kernel_name": "python3", "path": ""}  # what all our notebooks ask for
ARGUMENTS = [
    "--HistoryManager.enabled=False",
    "--Application.log_level=ERROR",
    "--IPKernelApp.exec_lines=import widgets.app",  # nearly all that a page needs, ready before its first cell
]
A_TURN = 20  # seconds after which the next page begins, though this one is not set yet
LONG_SILENCE = 600  # seconds after which a page gives its place to somebody who waits for one
FULL = "There is no room for another table (open now: {count}). A place becomes free when someone closes a page."
PROMPT = 8.0  # seconds in which a kernel is there, where the one before it did not come
NO_START = (
    "This page can't be set up now: its server can't start another table. Nothing is lost. Try again in a moment."
)
SHARE = 0.7  # of the memory may go to pages
A_PAGE = 60 << 20  # bytes; a page's kernel takes about 45 MB, and more when a game is long
PAGE_FILES = 16  # file descriptors that a page takes in the server, with room for its start
SERVER_FILES = 64  # and those that the server itself has
MOST_FILES = 8192  # more are never needed, and some systems refuse larger numbers


class PageKernels(AsyncMappingKernelManager):
    """Kernels without a page go soon: counted from the moment the page left, not from its last click.

    One spare kernel may be kept ready: a page then need not wait until Python has started. Beside kernels of pages
    there may be others (in a Jupyter server, notebooks that somebody works in): those are left to Jupyter's own ways.
    """

    spare = Bool(False, config=True, help="Keep one kernel ready for the next page.")
    most_pages = Int(
        0, config=True, help="Pages that may be open at the same time; 0: as many as the machine can handle."
    )

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)  # type: ignore[no-untyped-call]
        self._pages: set[str] = set()  # the kernels of pages, those included that are still to be started
        self._queue: dict[str, asyncio.Future[Any]] = {}  # kernels that are still to be started
        self._turns = asyncio.Semaphore(max(1, (os.cpu_count() or 2) - 1))  # one processor is for those who play
        self._setting: dict[str, asyncio.TimerHandle] = {}  # kernels of pages that are being set, each with a turn
        self._arriving: WeakValueDictionary[str, IOStream] = WeakValueDictionary()
        self._waiting: asyncio.Task[str] | None = None  # the spare kernel
        self._plan: object = None  # when the next one is started
        self._heard: dict[str, float] = {}  # when each page last said something
        self._doubtful = False  # whether the kernel before did not come: then a page waits until its own is there

    # -- a page comes -------------------------------------------------------------------------------------------------

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """A kernel for the page that is being asked for; 503 if the house is full.

        Its name is known at once, so that the page can begin. The kernel itself may have to wait for its turn: where a
        whole class opens its pages in the same second, they are set one after the other, and who is there plays on.
        """
        handler = CallContext.get(CallContext.JUPYTER_HANDLER)
        if not isinstance(handler, VoilaHandler):
            other: str = await super().start_kernel(**options)
            return other
        self.check_room()
        line = handler.request.connection.stream
        kernel = await self._take_spare(options) or self._line_up(options, line)
        if self._doubtful:
            await self._see_it_come(kernel)
        handler.on_finish = partial(self._is_set, kernel)  # all its cells have run
        handler.kernel = kernel
        self._pages.add(kernel)
        self.hear(kernel)
        self._arriving[kernel] = line
        if self.spare:
            self._plan_spare()
        return kernel

    def check_room(self) -> None:
        """Say so before a page is begun that the machine cannot bear."""
        most = self.most_pages or room()
        if len(self._pages) < most:
            return
        idle = [kernel for kernel in self._pages if self.silence(kernel) > LONG_SILENCE]
        if idle:  # its table is in its link: whoever comes back to that page presses a button, and it stands again
            kernel = max(idle, key=self.silence)
            self._pages.discard(kernel)
            IOLoop.current().add_callback(self._end, kernel)
            return
        self.log.warning("There is no room for another page: %s are open.", len(self._pages))
        raise HTTPError(503, FULL.format(count=len(self._pages)))

    def hear(self, kernel_id: str) -> None:
        """A page has said something."""
        self._heard[kernel_id] = time.monotonic()

    def silence(self, kernel_id: str) -> float:
        """For how many seconds a page has said nothing."""
        now = time.monotonic()
        return now - self._heard.setdefault(kernel_id, now)

    def _line_up(self, options: dict[str, Any], line: IOStream) -> str:
        """A place in the queue, under the name that the kernel will have."""
        kernel: str = self.new_kernel_id(**options)
        self._queue[kernel] = asyncio.ensure_future(self._start_in_turn(kernel, line, options))
        return kernel

    async def _start_in_turn(self, kernel: str, line: IOStream, options: dict[str, Any]) -> Any:
        await self._turns.acquire()
        self._setting[kernel] = asyncio.get_running_loop().call_later(A_TURN, self._is_set, kernel)
        try:
            if line.closed():
                raise HTTPError(410, "The page was closed before its turn came.")
            await self._start(kernel_id=kernel, **options)
            self._kernels[kernel].last_activity = utcnow()
            return self._kernels[kernel]
        except BaseException:
            self._pages.discard(kernel)
            self._is_set(kernel)
            raise
        finally:
            del self._queue[kernel]

    async def _see_it_come(self, kernel: str) -> None:
        """Wait for a kernel before its page begins; 503 if it does not come."""
        try:
            async with asyncio.timeout(PROMPT):
                if kernel in self._queue:
                    await asyncio.shield(self._queue[kernel])  # it may still come: then nobody is at it, and it leaves
                await self._answers(kernel)
        except Exception:
            self.log.exception("The kernel %s did not start.", kernel)
            self._pages.discard(kernel)
            IOLoop.current().add_callback(self._end, kernel)
            raise HTTPError(503, NO_START) from None
        self._doubtful = False

    async def _answers(self, kernel: str) -> None:
        """Wait until a kernel says a first word."""
        client = self._kernels[kernel].client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=PROMPT)
        finally:
            client.stop_channels()

    def is_lost(self, kernel: str) -> bool:
        """Return whether a kernel that a page waits for will not come."""
        return kernel not in self._queue and kernel not in self

    def get_kernel(self, kernel_id: str) -> Any:
        """The manager of a kernel; something to wait for, if it is still in the queue. Voila does wait."""
        waits = kernel_id in self._queue and kernel_id not in self._kernels
        return self._queue[kernel_id] if waits else super().get_kernel(kernel_id)

    def _is_set(self, kernel: str) -> None:
        """A page is there, or has left, or takes too long: the next one has its turn."""
        turn = self._setting.pop(kernel, None)
        if turn is not None:
            turn.cancel()
            self._turns.release()

    async def _start(self, **options: Any) -> str:
        """Start a kernel whose own words go to the log file, not to the terminal of whoever started the server.

        If it dies it stays dead: a new one in its place would know nothing of the page's tables.
        """
        options["env"] = {**options.get("env", os.environ), SERVED: "1"}
        kernel: str = await super().start_kernel(extra_arguments=ARGUMENTS, stdout=ear(), stderr=ear(), **options)
        manager = self._kernels[kernel]
        manager.stop_restarter()
        manager.autorestart = False
        return kernel

    async def _take_spare(self, options: dict[str, Any]) -> str | None:
        """The spare kernel, if it is of the wanted kind and alive. It knows nothing of the request: pages need not."""
        if self._waiting is None or any(options.get(key) != value for key, value in KIND.items()):
            return None
        task, self._waiting = self._waiting, None
        try:
            kernel = await task
            self._kernels[kernel].last_activity = utcnow()
            return kernel if await ensure_async(self._kernels[kernel].is_alive()) else None
        except Exception:
            return None  # which the log knows already

    def start_spare(self) -> None:
        if self._waiting is None:
            self._waiting = asyncio.ensure_future(self._start_spare())

    async def _start_spare(self) -> str:
        """Start a kernel that nobody waits for yet; how that goes tells the next page what to expect."""
        kernel = ""
        try:
            kernel = await self._start(**KIND)
            await self._answers(kernel)
        except Exception:
            self._doubtful = True
            self.log.exception("The spare kernel did not start.")
            await self._end(kernel)
            raise
        self._doubtful = False
        return kernel

    def _plan_spare(self) -> None:
        if self._plan is not None:
            IOLoop.current().remove_timeout(self._plan)
        self._plan = IOLoop.current().call_later(SETTLE, self.start_spare)

    def _is_spare(self, kernel_id: str) -> bool:
        task = self._waiting
        return task is not None and (not task.done() or (task.exception() is None and task.result() == kernel_id))

    # -- its line -----------------------------------------------------------------------------------------------------

    def lines(self, kernel_id: str) -> int:
        """How many lines there are to a kernel."""
        return int(self._kernel_connections.get(kernel_id, 0))

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        self._arriving.pop(kernel_id, None)
        self._is_set(kernel_id)

    def notify_disconnect(self, kernel_id: str) -> None:
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if kernel_id in self._kernels:
            self._kernels[kernel_id].last_activity = utcnow()

    def start_buffering(self, kernel_id: str, session_key: str, channels: Any) -> None:
        """Keep what a kernel says while its page is away for a moment, but not without a bound."""
        super().start_buffering(kernel_id, session_key, channels)  # type: ignore[no-untyped-call]
        self._kernel_buffers[kernel_id]["buffer"] = Backlog(lambda: self._give_up(kernel_id))

    def _give_up(self, kernel_id: str) -> None:
        self.log.warning("The kernel %s sends more than its page reads.", kernel_id)
        IOLoop.current().add_callback(self._end, kernel_id)

    # -- it leaves ----------------------------------------------------------------------------------------------------

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that has died, or whose page has left, even if it is still busy: nobody waits for it.

        A page that still holds the line it came through is on its way, and may take three times as long.
        """
        kernel = self._kernels[kernel_id]
        if not kernel.trait_has_value("last_activity") or self._is_spare(kernel_id):
            return  # it is still starting, or waits for its page
        if kernel_id not in self._pages:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]
            return
        if not await ensure_async(kernel.is_alive()):
            self.log.warning("The kernel %s has died.", kernel_id)
            await self._end(kernel_id)
            return
        line = self._arriving.get(kernel_id)
        away = (utcnow() - kernel.last_activity).total_seconds()
        on_its_way = line is not None and not line.closed() and away < 3 * self.cull_idle_timeout
        if not on_its_way and not self.lines(kernel_id) and away > self.cull_idle_timeout:
            self.log.info("No page is connected to kernel %s any longer.", kernel_id)
            await self._end(kernel_id)

    async def _end(self, kernel_id: str) -> None:
        """End a kernel at once, if it is still there."""
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)

    async def shutdown_kernel(  # type: ignore[override]
        self, kernel_id: str, now: bool = False, restart: bool = False
    ) -> None:
        """End a kernel; whoever still holds a line to it is told by its end."""
        self._pages.discard(kernel_id)
        self._is_set(kernel_id)
        await super().shutdown_kernel(kernel_id, now=now, restart=restart)  # type: ignore[no-untyped-call]
        self._forget(kernel_id)
        for connection in list(ZMQChannelsWebsocketConnection._open_sockets):
            if not restart and connection.kernel_id == kernel_id:
                connection.websocket_handler.close()

    def _forget(self, kernel_id: str) -> None:
        """A page that left while its kernel was being ended has left its channels behind: nobody else closes them."""
        self._heard.pop(kernel_id, None)
        for channel in self._kernel_buffers.pop(kernel_id, {"channels": {}})["channels"].values():
            if not channel.closed():
                channel.close()


def end_kernels() -> None:
    """End the kernels of this process, those included that nobody has in a list yet, since they are just starting."""
    kernels = [one for one in psutil.Process().children(recursive=True) if _is(one, LAUNCHER) or _is(one, MOTHER)]
    for kernel in kernels:
        with suppress(psutil.NoSuchProcess):
            kernel.kill()
    until = time.monotonic() + A_TURN
    while any(map(lives, kernels)) and time.monotonic() < until:
        time.sleep(0.02)


def lives(process: psutil.Process) -> bool:
    """Whether a process still does anything: in a container it may be that nobody takes note of those that ended."""
    with suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def kernels_of(server: psutil.Process) -> list[psutil.Process]:
    """The kernels that live under a server: its own children, and those of the process that others are copied from."""
    children = server.children()
    with suppress(psutil.NoSuchProcess):
        copies = [one for mother in children if _is(mother, MOTHER) for one in mother.children()]
        return [one for one in children if _is(one, LAUNCHER)] + copies
    return kernels_of(server)  # she ended while we looked


def _is(process: psutil.Process, word: str) -> bool:
    with suppress(psutil.Error):  # it has ended meanwhile
        return word in process.cmdline()
    return False


class Backlog(list[Any]):
    """Messages that wait for a page to come back; when they are too many, they are dropped, and somebody is told."""

    def __init__(self, overflow: Callable[[], None]) -> None:
        super().__init__()
        self._size, self._overflow = 0, overflow

    def append(self, message: tuple[str, list[Any]]) -> None:
        self._size += sum(len(part) for part in message[1])
        if self._size <= MOST_WAITING:
            super().append(message)
        elif self:
            self.clear()
            self._overflow()


@cache
def room() -> int:
    """How many pages this machine can bear: by its memory, and by the files it lets a process open."""
    by_memory = int(memory() * SHARE // A_PAGE)
    return max(2, min(by_memory, (open_files() - SERVER_FILES) // PAGE_FILES))


def memory() -> int:
    """The bytes of memory that this machine, or the container around it, has."""
    found = [int(psutil.virtual_memory().total)]
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # no container, or none with a limit
            found.append(int(Path(path).read_text(encoding="ascii")))
    return min(found)


def open_files() -> int:
    """How many files this process may have open, once it has asked for as many as it can get."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS may say no to what it said was possible
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
