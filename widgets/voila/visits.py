"""Who may visit: requests for this server, made by somebody who wants to see a page."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from http.client import responses
from typing import Any
from urllib.parse import unquote

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPHeaders, HTTPMessageDelegate, HTTPServerRequest, RequestStartLine, ResponseStartLine
from tornado.iostream import IOStream
from tornado.routing import AnyMatches, Matcher, Rule, RuleRouter
from tornado.web import Application, HTTPError, RequestHandler

MISDIRECTED = 421
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
LONGEST_ADDRESS = 4000  # characters; those of our own pages have some hundred, what browsers keep to themselves aside
MOST_FIELDS = 100  # behind a question mark
MOST_SILENT = 100  # connections that have not said yet what they want
STRANGE = (
    "This server isn't known as {name}. Open it by its IP address. "
    "Or ask the person who started it to add the name: tabletop play --name {name}"
)
ABROAD = ("cross-site", "same-site")  # what a browser says of a request that a page of another origin has made


def known_names(more: Iterable[str] = ()) -> frozenset[str]:
    """The names under which this machine may be asked for; its numbers are always right."""
    here = socket.gethostname()
    return frozenset(name.lower().rstrip(".") for name in ("localhost", here, f"{here}.local", *more) if name)


class Doorway(HTTPServer):
    """Connections come in, and those that never say what they want make room for others.

    Each takes a file descriptor, of which there may be as few as 256 in all.
    """

    def initialize(self, *arguments: Any, **options: Any) -> None:
        super().initialize(*arguments, **options)
        self._silent: dict[IOStream, None] = {}  # in the order in which they came

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        for one in [one for one in self._silent if one.closed()]:
            del self._silent[one]
        while len(self._silent) >= MOST_SILENT:
            oldest = next(iter(self._silent))
            del self._silent[oldest]
            oldest.close()
        self._silent[stream] = None
        super().handle_stream(stream, address)

    def start_request(self, server_conn: object, request_conn: Any) -> Any:
        delegate = super().start_request(server_conn, request_conn)
        return Asking(delegate, request_conn, lambda: self._silent.pop(request_conn.stream, None))


class Asking(HTTPMessageDelegate):
    """A request on its way; as soon as it is known what it wants, somebody is told, and nonsense is answered."""

    def __init__(self, delegate: HTTPMessageDelegate, connection: Any, told: Callable[[], None]) -> None:
        self._delegate, self._connection, self._told = delegate, connection, told

    def headers_received(self, start_line: Any, headers: Any) -> Any:
        self._told()
        problem = nonsense(start_line)
        if problem:
            self._delegate = Refusing(self._connection, *problem)
        return self._delegate.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Any:
        return self._delegate.data_received(chunk)

    def finish(self) -> None:
        self._delegate.finish()

    def on_connection_close(self) -> None:
        self._delegate.on_connection_close()


class Refusing(HTTPMessageDelegate):
    """A request that is answered with one sentence, whatever else it brings."""

    def __init__(self, connection: Any, status: int, sentence: str) -> None:
        self._connection, self._status, self._sentence = connection, status, sentence.encode()

    def finish(self) -> None:
        line = ResponseStartLine("HTTP/1.1", self._status, responses[self._status])
        told = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(self._sentence))}
        self._connection.write_headers(line, HTTPHeaders(told), self._sentence)
        self._connection.finish()


def nonsense(asked: RequestStartLine) -> tuple[int, str] | None:
    """What is wrong with a request that no page of ours makes, and that would otherwise be answered with silence."""
    path, _, query = asked.path.partition("?")
    if asked.method not in METHODS:
        return 405, "This server only shows pages."
    if len(asked.path) > LONGEST_ADDRESS or query.count("&") > MOST_FIELDS:
        return 414, "This address is too long. A table's data belongs after a #, not after a question mark."
    try:
        unquote(path, errors="strict")
    except UnicodeDecodeError:
        return 404, "There is no such page: its address can't be read."
    return None


class KnownHost(Matcher):
    """Requests that name this server as their host.

    A page of another site can have its own name lead to our address (DNS rebinding), and would then be let in as one of
    ours by every browser on this network. It cannot change the name that the browser sends along.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        return {} if self.knows(request.host_name) else None

    def knows(self, name: str) -> bool:
        name = name.lower().rstrip(".")
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name in self._names
        return True


class Misdirected(RequestHandler):
    """The answer to requests that are meant for somebody else."""

    def prepare(self) -> None:
        self.set_status(MISDIRECTED, "Misdirected Request")
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        name = "".join(sign for sign in self.request.host_name[:60] if sign.isalnum() or sign in ".-")
        self.finish(STRANGE.format(name=name))


def for_known_hosts(app: Application, names: frozenset[str]) -> RuleRouter:
    """The application, for those who ask for it by name."""
    others = Application([(".*", Misdirected)])
    return RuleRouter([Rule(KnownHost(names), app), Rule(AnyMatches(), others)])


def check_visit(request: HTTPServerRequest) -> None:
    """A page costs a process, so it is begun only for a window that wants to show it: not for an image, a frame or a
    script of another site, nor for a browser that only prepares what might be clicked."""
    said = request.headers
    to_show = said.get("Sec-Fetch-Mode", "navigate") == "navigate" and said.get("Sec-Fetch-Dest", "document") in (
        "document",
        "empty",
    )
    if said.get("Sec-Fetch-Site") in ABROAD and not to_show:
        raise HTTPError(403, "Open this page in its own window.")
    if "prefetch" in said.get("Sec-Purpose", said.get("Purpose", "")):
        raise HTTPError(403, "This page can't be loaded in advance.")
    accepts = said.get("Accept", "*/*")
    if "image/" in accepts and "text/html" not in accepts:  # browsers say no more than this over plain http
        raise HTTPError(403, "This page isn't an image.")
