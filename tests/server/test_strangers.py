"""What a hostile or unlucky visitor does to the server: it goes on serving the others."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
import websocket
from jupyter_client.session import utcnow
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from lines import V1, Line, connect, frame, get, header, message, old_message
from running import Running, wait_until
from tornado.ioloop import IOLoop
from tornado.web import HTTPError

from widgets.voila.connection import LINES, MESSAGES, MOST_WAITING, Allowance, BadFrame, may_send, read_frame
from widgets.voila.kernels import LONG_SILENCE, Backlog, PageKernels
from widgets.voila.visits import MOST_SILENT

HUGE = (2**62).to_bytes(8, "little")


@pytest.fixture
def line(server: Running) -> Iterator[Line]:
    opened = Line(server.address)
    yield opened
    opened.socket.close()


def lives(server: Running) -> bool:
    """Whether another visitor gets an answer."""
    return get(server.address + "nothing/here")[0] == 404


# -- messages ---------------------------------------------------------------------------------------------------------


def test_no_code_comes_from_outside(line: Line, tmp_path: Path) -> None:
    made = tmp_path / "made"
    line.send(message("execute_request", code=f"open({str(made)!r}, 'w')", silent=False))
    line.send(message("kernel_info_request"))
    assert "execute_reply" not in [one["kind"] for one in line.until("kernel_info_reply")]
    assert not made.exists()


def test_the_older_protocol_is_refused(server: Running, line: Line) -> None:
    """Voila takes its answers with binary parts for the newer one, and never comes back.

    Whoever is refused is one line in the log.
    """
    nowhere = line.address.replace(line.kernel, "00000000-0000-0000-0000-000000000000")
    older = "v0.kernel.websocket.jupyter.org"
    for address, protocol, status in ((line.address, "", 400), (line.address, older, 400), (nowhere, V1, 404)):
        before = len(server.logged())
        with pytest.raises(websocket.WebSocketBadStatusException) as refused:
            connect(address, protocol)
        assert refused.value.status_code == status
        assert wait_until(lambda before=before: "/channels" in server.logged()[before:], 30)
        assert "Traceback" not in server.logged()[before:] and server.logged()[before:].count("/channels") == 1
    line.socket.send(old_message("kernel_info_request"))
    assert line.end() == 1007
    assert lives(server)


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"x",
        HUGE,
        HUGE * 20,
        (6).to_bytes(8, "little") + HUGE * 6,
        (10**6).to_bytes(8, "little") + bytes(10**5),
        frame(b"{}", b"{}", b"{}"),
        frame(*[b"{}"] * 40),
        frame(b"{}", b"{}", b"{}", b"{}"),
        frame(b"[" * 1000, b"{}", b"{}", b"{}"),
        frame(b'{"msg_id": 1, "msg_type": "comm_msg", "session": "s"}', b"{}", b"{}", b"{}"),
        frame(b'{"msg_id": "1", "msg_type": "comm_msg", "session": "s", "more": [[]]}', b"{}", b"{}", b"{}"),
        frame(b'{"msg_id": "1", "msg_type": "comm_msg", "session": "' + b"s" * 5000 + b'"}', b"{}", b"{}", b"{}"),
        message("comm_msg")[:-1],
        message("comm_msg") + b"x",
        old_message("comm_msg"),
    ],
)
def test_frames_are_measured_before_they_are_read(bad: bytes | str) -> None:
    with pytest.raises(BadFrame):
        read_frame(bad)


def test_a_good_frame_is_read() -> None:
    channel, head, parts = read_frame(message("comm_msg", comm_id="c"))
    assert (channel, head["msg_type"], len(parts)) == ("shell", "comm_msg", 4)
    assert parts[3] == b'{"comm_id": "c"}'
    assert set(header("comm_msg")) == set(head)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("execute_request", {"code": "1"}),
        ("shutdown_request", {"restart": False}),
        ("comm_open", {"target_name": "jupyter.widget", "comm_id": "x", "data": {"state": {}}}),
        ("comm_open", {"target_name": ["jupyter.widget.control"]}),
        ("comm_open", []),
    ],
)
def test_what_a_page_has_no_business_with(kind: str, content: object) -> None:
    assert not may_send(kind, json.dumps(content).encode())
    assert not may_send("comm_open", b"[" * 100_000)
    assert may_send("comm_open", json.dumps({"target_name": "jupyter.widget.control", "comm_id": "x"}).encode())
    assert may_send("comm_msg", b"")


def test_endless_numbers_and_endless_messages_close_the_line_and_nothing_else(server: Running, line: Line) -> None:
    line.send((6).to_bytes(8, "little") + HUGE * 6)
    assert line.end() == 1007
    assert lives(server)

    line.again()
    with suppress(ConnectionError):
        line.send(message("comm_msg", data="x" * 2_000_000))
        line.end()
    with pytest.raises((ConnectionError, websocket.WebSocketException)):
        send_on(line)
    assert lives(server)

    line.again()
    at_once, a_second = MESSAGES
    for _ in range(int(at_once + 60 * a_second)):  # more than a minute's worth, in however long it takes
        try:
            line.send(message("comm_msg", comm_id="none", data={}))
        except (ConnectionError, websocket.WebSocketException):
            break
    else:
        assert line.end() == 1008
    assert lives(server)


def send_on(line: Line) -> None:
    """Send again and again: the first may still go out before this side has heard of the end."""
    for _ in range(100):
        line.send(message("kernel_info_request"))
        time.sleep(0.1)


def test_an_allowance_fills_up_again() -> None:
    now = [0.0]
    allowance = Allowance(3, 2.0, lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [allowance.take() for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert [allowance.take(2), allowance.take(2)] == [True, False]


def test_too_many_lines_to_one_kernel_are_refused(server: Running, line: Line) -> None:
    more = [connect(f"{line.address}{number}") for number in range(LINES - 1)]
    for one in [line.socket, *more]:  # each is there for sure once it has got an answer
        one.send(message("kernel_info_request"), websocket.ABNF.OPCODE_BINARY)
        one.recv()
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        connect(f"{line.address}x")
    assert refused.value.status_code == 429
    for one in more:
        one.close()


# -- slow readers -----------------------------------------------------------------------------------------------------


def test_answers_that_nobody_reads_do_not_pile_up(server: Running) -> None:
    size, count = 2_000_000, 100
    small = ((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),)
    line = Line(server.address, "talker", sockopt=small)
    process = psutil.Process(server.process.pid)
    before, logged = process.memory_info().rss, len(server.logged())
    for _ in range(count):
        line.say({"bytes": size})
    assert wait_until(lambda: "so its connection was closed" in server.logged()[logged:], 60)
    assert wait_until(lambda: "sends more than its page reads" in server.logged()[logged:], 60)
    assert wait_until(lambda: process.memory_info().rss - before < 5 * MOST_WAITING < size * count / 2, 60)
    assert lives(server)


def test_a_backlog_is_dropped_when_it_is_too_long() -> None:
    told: list[int] = []
    backlog = Backlog(lambda: told.append(len(backlog)))
    for _ in range(5):
        backlog.append(("iopub", [b"x" * (MOST_WAITING // 3)]))
    assert told == [0] and backlog == []


# -- kernels ----------------------------------------------------------------------------------------------------------


def test_a_page_that_says_nothing_gives_its_place_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels, gone = PageKernels(connection_dir=str(tmp_path), most_pages=2), []
    kernels._pages |= {"a", "b"}
    kernels._heard |= {"a": time.monotonic() - LONG_SILENCE - 1, "b": time.monotonic()}
    monkeypatch.setattr(IOLoop, "current", lambda: SimpleNamespace(add_callback=lambda _, kernel: gone.append(kernel)))
    kernels.check_room()
    assert gone == ["a"] and kernels._pages == {"b"}
    kernels._pages.add("c")
    with pytest.raises(HTTPError):
        kernels.check_room()


def test_connections_that_say_nothing_make_room(server: Running) -> None:
    address = server.address.split("/")[2].split(":")
    silent = [socket.create_connection((address[0], int(address[1])), timeout=60) for _ in range(MOST_SILENT + 20)]
    for one in silent:
        one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    assert lives(server)
    with suppress(ConnectionResetError):
        assert silent[0].recv(1) == b""  # the oldest is closed
    for one in silent:
        one.close()


class Stream:
    """The line that a page comes through."""

    def __init__(self, is_closed: bool) -> None:
        self.closed = lambda: is_closed


HERE, GONE = Stream(False), Stream(True)


@pytest.mark.parametrize(
    ("away", "connected", "came_by", "ended"),
    [
        (100, 0, GONE, True),
        (100, 1, GONE, False),
        (10, 0, GONE, False),
        (100, 0, HERE, False),  # it is on its way: its page is still being read
        (130, 0, HERE, True),
    ],
)
def test_a_busy_kernel_that_nobody_waits_for_is_ended(
    away: int, connected: int, came_by: Stream, ended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels, gone = PageKernels(connection_dir=str(tmp_path), cull_idle_timeout=40), []
    kernel = ServerKernelManager(execution_state="busy", last_activity=utcnow() - timedelta(seconds=away))
    monkeypatch.setattr(kernel, "is_alive", lambda: True)
    kernels._kernels["k"] = kernel
    kernels._kernel_connections["k"] = connected
    kernels._pages.add("k")
    kernels._arriving["k"] = came_by

    async def end(kernel_id: str) -> None:
        gone.append(kernel_id)

    monkeypatch.setattr(kernels, "_end", end)
    asyncio.run(kernels.cull_kernel_if_idle("k"))
    assert gone == (["k"] if ended else [])
    kernels._kernels.clear()


def test_a_kernel_that_waits_for_its_page_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = PageKernels(connection_dir=str(tmp_path), cull_idle_timeout=40)
    kernels._kernels["k"] = ServerKernelManager(last_activity=utcnow() - timedelta(hours=1))

    async def look() -> None:
        kernels._waiting = asyncio.ensure_future(asyncio.sleep(0, "k"))
        for _ in range(3):  # it is being started, and then it is there
            await kernels.cull_kernel_if_idle("k")
            await asyncio.sleep(0)

    monkeypatch.setattr(kernels, "shutdown_kernel", None)
    asyncio.run(look())
    kernels._kernels.clear()


# -- visits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"])
def test_other_names_are_not_ours(server: Running, name: str) -> None:
    status, text = get(server.address, Host=name)
    assert status == 421
    assert f"isn't known as {name}" in text and f"--name {name}" in text


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "192.0.2.7:8866", socket.gethostname()])
def test_our_own_names_and_all_numbers_are(server: Running, name: str) -> None:
    assert get(server.address + "nothing", Host=name)[0] == 404


def test_a_link_from_elsewhere_opens_a_page(server: Running) -> None:
    said = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert get(f"{server.address}voila/render/index.ipynb", **said, Accept="text/html,image/avif")[0] == 200
