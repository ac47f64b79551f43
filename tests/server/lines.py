"""A page's line to its kernel without a page: what a stranger would send, byte by byte."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from itertools import accumulate, pairwise
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import websocket

V1 = "v1.kernel.websocket.jupyter.org"


def get(address: str, **headers: str) -> tuple[int, str]:
    try:
        asked = urllib.request.Request(
            address, headers={name.replace("_", "-"): said for name, said in headers.items()}
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def say_farewell(server: str, kernel: str, meanwhile: Callable[[], object] = lambda: None) -> bool:
    """Have a kernel ended, as a page does when it is closed; whether it was. Something may happen meanwhile."""
    here = urlsplit(server)
    with closing(HTTPConnection(here.hostname or "", here.port, timeout=60)) as line:
        said = {"Cookie": "_xsrf=abc", "X-XSRFToken": "abc"}
        line.request("POST", f"{here.path}voila/api/shutdown/{kernel}", headers=said)
        meanwhile()
        return line.getresponse().status == 204


def is_there(server: str, kernel: str) -> bool:
    """Whether a server knows a kernel."""
    return get(f"{server}api/kernels/{kernel}")[0] == 200


def kernel_of(html: str) -> str:
    found = re.search(r'"kernelId": "([\w-]+)"', html)
    assert found
    return found[1]


def header(kind: str) -> dict[str, str]:
    return {"msg_id": uuid4().hex, "msg_type": kind, "username": "", "session": "s", "version": "5.3", "date": ""}


def frame(*parts: bytes, channel: bytes = b"shell") -> bytes:
    """Parts of a message as one frame of the protocol."""
    lengths = [8 * (len(parts) + 3), len(channel), *map(len, parts)]
    places = list(accumulate(lengths))
    return b"".join(number.to_bytes(8, "little") for number in (len(places), *places)) + channel + b"".join(parts)


def message(kind: str, **content: Any) -> bytes:
    return frame(*(json.dumps(part).encode() for part in (header(kind), {}, {}, content)))


def old_message(kind: str, **content: Any) -> str:
    """The same in the protocol that was before."""
    whole = {"channel": "shell", "header": header(kind), "parent_header": {}, "metadata": {}, "content": content}
    return json.dumps({**whole, "buffers": []})


def read(frame: bytes) -> dict[str, Any]:
    """The kind and the content of what a kernel says."""
    count = int.from_bytes(frame[:8], "little")
    places = [int.from_bytes(frame[8 * n : 8 * n + 8], "little") for n in range(1, count + 1)]
    parts = [frame[start:end] for start, end in pairwise(places[1:])]
    return {"kind": json.loads(parts[0])["msg_type"], "content": json.loads(parts[3]), "buffers": parts[4:]}


class Line:
    """A websocket to a kernel of its own; `tables` are the names of the live parts of its page."""

    def __init__(self, server: str, page: str = "index", protocol: str = V1, **options: Any) -> None:
        _, html = get(f"{server}voila/render/{page}.ipynb")
        self.kernel = kernel_of(html)
        self.tables = re.findall(r'"model_id": "(\w+)"', html)
        self.address = f"ws{server.removeprefix('http')}api/kernels/{self.kernel}/channels?session_id=s"
        self.socket = connect(self.address, protocol, **options)

    def again(self) -> None:
        """Another line to the same kernel, as of somebody else: nothing is kept for it."""
        self.socket.close()
        self.socket = connect(f"{self.address}{uuid4().hex[:8]}")

    def send(self, data: bytes) -> None:
        self.socket.send(data, websocket.ABNF.OPCODE_BINARY)

    def say(self, content: Any, table: int = 0) -> None:
        """A message to a table, as its page would send it."""
        self.send(message("comm_msg", comm_id=self.tables[table], data={"method": "custom", "content": content}))

    def until(self, kind: str) -> list[dict[str, Any]]:
        """What the kernel says up to a message of this kind."""
        said = []
        while not said or said[-1]["kind"] != kind:
            data = self.socket.recv()
            if not isinstance(data, bytes):
                raise ConnectionError("the line is closed")
            said.append(read(data))
        return said

    def end(self) -> int:
        """Read until the server closes the line: why it did."""
        while True:
            try:
                code, data = self.socket.recv_data()
            except (ConnectionError, websocket.WebSocketException):
                return 0  # cut without a word
            if code == websocket.ABNF.OPCODE_CLOSE:
                return int.from_bytes(data[:2], "big")


def connect(address: str, protocol: str = V1, **options: Any) -> websocket.WebSocket:
    wanted = [protocol] if protocol else None
    return websocket.create_connection(address, timeout=60, subprotocols=wanted, **options)
