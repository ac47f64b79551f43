"""Kernels that come with a page and leave with it."""

from __future__ import annotations

import asyncio
import os
from typing import IO, Any
from weakref import WeakValueDictionary

from jupyter_client.session import utcnow
from jupyter_core.utils import ensure_async
from jupyter_server.base.call_context import CallContext
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from traitlets import Bool

from widgets.errors import log_path

SETTLE = 4  # seconds after a page's start until the next spare kernel may take the processor from it
KIND = {"kernel_name": "python3", "path": ""}  # what all our notebooks ask for
ARGUMENTS = [
    "--HistoryManager.enabled=False",
    "--Application.log_level=ERROR",
    "--IPKernelApp.exec_lines=import widgets.app",  # nearly all that a page needs, ready before its first cell
]


class PageKernels(AsyncMappingKernelManager):
    """Kernels without a page go soon: counted from the moment the page left, not from its last click.

    One spare kernel may be kept ready: a page then need not wait until Python has started.
    """

    spare = Bool(False, config=True, help="Keep one kernel ready for the next page.")

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)  # type: ignore[no-untyped-call]
        self._arriving: WeakValueDictionary[str, IOStream] = WeakValueDictionary()
        self._waiting: asyncio.Task[str] | None = None  # the spare kernel
        self._plan: object = None  # when the next one is started

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """A kernel for the page that is being asked for."""
        handler = CallContext.get(CallContext.JUPYTER_HANDLER)
        kernel = await self._take_spare(options) or await self._start(**options)
        self._kernels[kernel].last_activity = utcnow()
        self._arriving[kernel] = handler.request.connection.stream
        if self.spare:
            self._plan_spare()
        return kernel

    async def _start(self, **options: Any) -> str:
        """Start a kernel whose own words go to the log file, not to the terminal of whoever started the server."""
        with open_log() as log:
            kernel: str = await super().start_kernel(extra_arguments=ARGUMENTS, stdout=log, stderr=log, **options)
        return kernel

    async def _take_spare(self, options: dict[str, Any]) -> str | None:
        """The spare kernel, if it is of the wanted kind and alive. It knows nothing of the request: pages need not."""
        if self._waiting is None or any(options.get(key) != value for key, value in KIND.items()):
            return None
        task, self._waiting = self._waiting, None
        try:
            kernel = await task
            return kernel if await ensure_async(self.get_kernel(kernel).is_alive()) else None
        except Exception:
            self.log.exception("The spare kernel did not start.")
            return None

    def start_spare(self) -> None:
        if self._waiting is None:
            self._waiting = asyncio.ensure_future(self._start(**KIND, env=dict(os.environ)))

    def _plan_spare(self) -> None:
        if self._plan is not None:
            IOLoop.current().remove_timeout(self._plan)
        self._plan = IOLoop.current().call_later(SETTLE, self.start_spare)

    def _is_spare(self, kernel_id: str) -> bool:
        task = self._waiting
        return task is not None and (not task.done() or (task.exception() is None and task.result() == kernel_id))

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        self._arriving.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if kernel_id in self._kernels:
            self._kernels[kernel_id].last_activity = utcnow()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """A page that still holds the line it came through is on its way, and may take three times as long."""
        kernel = self._kernels[kernel_id]
        if not kernel.trait_has_value("last_activity"):
            return  # it is still starting
        line = self._arriving.get(kernel_id)
        away = (utcnow() - kernel.last_activity).total_seconds()
        on_its_way = line is not None and not line.closed() and away < 3 * self.cull_idle_timeout
        if not on_its_way and not self._is_spare(kernel_id):
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]


class PromptLine(ZMQChannelsWebsocketConnection):
    """What a kernel says goes to its page at once.

    A kernel says two or three short things for every click. Left to itself, TCP holds the second back until the browser
    has confirmed the first (Nagle's algorithm), which may take it 40 ms.
    """

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def open_log() -> IO[bytes]:
    """The log file, for a process to write to; nowhere, if it cannot be opened."""
    try:
        return log_path().open("ab")
    except OSError:
        return open(os.devnull, "ab")
