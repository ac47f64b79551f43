"""The line between a page and its kernel, held against strangers.

Whoever opens a page can send anything through its line, and need not read what comes back. A line therefore checks the
form of all that arrives before any number in it is used, and has a bound on everything: the size and the pace of what
is sent, what waits for a slow reader, and the lines to one kernel.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError

from widgets.shared.guesses import CALLER
from widgets.voila.callers import caller_of

PROTOCOL = "v1.kernel.websocket.jupyter.org"  # the one that every page of ours speaks
CHANNELS = ("shell", "iopub")  # all that a page needs: two more would cost each page four file descriptors
LINES = 4  # to one kernel: its page has one, and perhaps an old one that is not yet known to be lost
BAD_FORM, AGAINST_THE_RULES = 1007, 1008  # why a line is closed, as websockets number it

LARGEST_MESSAGE = 1 << 20  # bytes from a page; a pasted save code has some thousand
LARGEST_HEADER = 2000
MOST_PARTS = 12  # of a message: header, parent, metadata, content, and buffers that no page of ours sends
MOST_WAITING = 16 << 20  # bytes on their way to a page that does not read them
MESSAGES = (400, 40.0)  # from one page: so many at once, then so many a second
BYTES = (4 << 20, 250_000.0)
ALLOWED = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")
OPENS = {"target_name": "jupyter.widget.control"}  # what the page's widget manager opens; widgets are made here alone
HEADER = {"msg_id": str, "msg_type": str, "session": str}  # what each header must have


class PromptConnection(ZMQChannelsWebsocketConnection):
    """What a kernel says goes to its page at once.

    A kernel says two or three short things for every click. Left to itself, TCP holds the second back until the browser
    has confirmed the first (Nagle's algorithm), which may take it 40 ms.
    """

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        self.multi_kernel_manager.hear(self.kernel_id)
        super().handle_incoming_message(incoming_msg)


class Allowance:
    """So much at once, and so much a second after that."""

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._pace, self._clock = at_once, a_second, clock
        self._left, self._last = at_once, clock()

    def take(self, amount: float = 1) -> bool:
        """Whether there is so much left; if so, it is taken."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._last) * self._pace)
        self._last = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class BadFrame(ValueError):
    """Bytes that are no message of the protocol."""


def read_frame(frame: Any) -> tuple[str, dict[str, Any], list[bytes]]:
    """The channel, the header and the parts of a message in Jupyter's protocol v1; BadFrame if it is none.

    A frame begins with the number of its offsets and the offsets, eight bytes each. Both are a stranger's numbers: they
    are compared with the length of the frame before anything is built from them.
    """
    if not isinstance(frame, bytes):
        raise BadFrame("text instead of bytes")
    count = int.from_bytes(frame[:8], "little")
    if not 6 <= count <= MOST_PARTS + 2 or len(frame) < 8 * (count + 1):
        raise BadFrame("an impossible number of parts")
    places = [int.from_bytes(frame[8 * n : 8 * (n + 1)], "little") for n in range(1, count + 1)]
    if places[0] != 8 * (count + 1) or places != sorted(places) or places[-1] != len(frame):
        raise BadFrame("parts outside the message")
    if places[2] - places[1] > LARGEST_HEADER:
        raise BadFrame("a header that is too long")
    parts = [frame[start:end] for start, end in pairwise(places[1:])]
    return frame[places[0] : places[1]].decode("utf-8", "replace"), read_header(parts[0]), parts


def read_header(text: bytes) -> dict[str, Any]:
    """The header of a message: a flat table of short texts."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame("a header that can't be read") from None
    if not isinstance(header, dict) or not all(type(header.get(key)) is kind for key, kind in HEADER.items()):
        raise BadFrame("a header with missing fields")
    if not all(isinstance(value, str) for value in header.values()):
        raise BadFrame("a header with fields that aren't text")
    return header


def with_caller(metadata: bytes, caller: str) -> bytes:
    """Write on a message where it comes from, over whatever a page may have written there."""
    try:
        said = json.loads(metadata)
        return json.dumps({**said, CALLER: caller}).encode()
    except (ValueError, TypeError, RecursionError):
        raise BadFrame("metadata that can't be read") from None


def may_send(kind: str, content: bytes) -> bool:
    """Whether a page has any business with this: no code, no end of its kernel, no widgets of its own making."""
    if kind != "comm_open":
        return kind in ALLOWED
    try:
        opened = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(opened, dict) and all(opened.get(key) == value for key, value in OPENS.items())


class PageConnection(PromptConnection):
    """The line of one page: what arrives is read as a stranger's, what leaves waits within bounds."""

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._messages, self._bytes = Allowance(*MESSAGES), Allowance(*BYTES)
        self._waiting = 0  # bytes that the page has not taken yet
        self._caller = caller_of(self.websocket_handler.request)

    def create_stream(self) -> None:
        for channel in CHANNELS:
            connect = getattr(self.kernel_manager, f"connect_{channel}")
            self.channels[channel] = stream = connect(identity=self.session.bsession)
            stream.channel = channel

    # -- from the page ------------------------------------------------------------------------------------------------

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        if not self.channels:
            return  # the line is being closed
        if not self._messages.take() or not self._bytes.take(len(incoming_msg)):
            self.hang_up(AGAINST_THE_RULES, "Too many messages.")
            return
        try:
            channel, header, parts = read_frame(incoming_msg)
            parts[2] = with_caller(parts[2], self._caller)
        except BadFrame as error:
            self.log.warning("A page sent %s.", error)
            self.hang_up(BAD_FORM, "This isn't a message.")
            return
        if channel != "shell" or not may_send(header["msg_type"], parts[3]):
            self.log.warning("A page may not send %.40r on %.20r.", header["msg_type"], channel)
            return
        self.multi_kernel_manager.hear(self.kernel_id)
        self.session.send_raw(self.channels[channel], parts)

    def hang_up(self, code: int, reason: str) -> None:
        """Close the line, and say why to whoever listens."""
        self.websocket_handler.close(code, reason)

    # -- to the page --------------------------------------------------------------------------------------------------

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        _, parts = self.session.feed_identities(outgoing_msg)
        if self.session.unpack(parts[1])["msg_type"] == "execute_input":
            return  # the source of a cell is nothing for the page
        super().handle_outgoing_message(stream, outgoing_msg)

    @property
    def write_message(self) -> Callable[..., None]:
        return self._write

    def _write(self, message: Any, binary: bool = False) -> None:
        """Send something, unless the page lets too much of it lie."""
        size = len(message)
        if self._waiting and self._waiting + size > MOST_WAITING:
            self.log.warning("A page doesn't read what it asked for, so its connection was closed.")
            self._cut()
            return
        try:
            sent = asyncio.ensure_future(self.websocket_handler.write_message(message, binary))
        except WebSocketClosedError:
            return
        self._waiting += size
        sent.add_done_callback(lambda done: self._arrived(done, size))

    def _arrived(self, sent: asyncio.Future[None], size: int) -> None:
        self._waiting -= size
        if not sent.cancelled():
            sent.exception()  # a closed line is no news: the handler's own callback looks after it

    def _cut(self) -> None:
        """End the line at once. A farewell would wait behind all that is not read; what waits is freed."""
        line = self.websocket_handler.ws_connection
        if line is not None and line.stream is not None:
            line.stream.close()


class PageSocket(KernelWebsocketHandler):
    """The door of the lines: pages in our protocol come in, and not too many to one kernel.

    Voila's own handler reads messages to the page as protocol v1, whatever protocol was agreed: an answer with a binary
    part in the older one then looks like a near-endless list, and the whole server stands still building it.
    """

    async def pre_get(self) -> None:
        wanted = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [one.strip() for one in wanted.split(",")]:
            raise HTTPError(400, "This server supports only %s.", PROTOCOL)
        if self.kernel_manager.lines(self.kernel_id) >= LINES:  # type: ignore[attr-defined]
            raise HTTPError(429, "This page already has too many connections to its tables.")
        await super().pre_get()  # type: ignore[no-untyped-call]

    def log_exception(self, *error: Any) -> None:
        """A stranger who is refused is worth the one line that every request has."""
        if not isinstance(error[1], HTTPError) or error[1].status_code >= 500:
            super().log_exception(*error)

    def write_error(self, status_code: int, **more: Any) -> None:
        """Say so in a few words: whoever asks for a line shows no pages."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("You can't connect to a table this way.")
