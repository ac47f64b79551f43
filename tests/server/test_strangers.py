"""What a hostile or unlucky visitor does to the server: it goes on serving the others."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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
from running import Running, played, wait_until
from tornado.ioloop import IOLoop
from tornado.web import HTTPError

from widgets.voila.connection import LINES, MESSAGES, MOST_WAITING, Allowance, BadFrame, may_send, read_frame
from widgets.voila.kernels import LONG_SILENCE, Backlog, PageKernels
from widgets.voila.visits import MOST_SILENT

HUGE = (2**62).to_bytes(8, "little")
TALKER = """
import anywidget

class Talker(anywidget.AnyWidget):
    _esm = "export default { render() {} }"

    def __init__(self):
        super().__init__()
        self.on_msg(lambda _, asked, __: self.send({}, [b"x" * asked["bytes"]]))

Talker()
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with played(tmp_path_factory.mktemp("server"), "--no-browser", talker=TALKER) as running:
        yield running


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with room for two."""
    with played(tmp_path_factory.mktemp("small"), "--no-browser", "--most-pages", "2") as running:
        yield running


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
    """Voila takes its answers with binary parts for the newer one, and never comes back."""
    for protocol in ("", "v0.kernel.websocket.jupyter.org"):
        with pytest.raises(websocket.WebSocketBadStatusException) as refused:
            connect(line.address, protocol)
        assert refused.value.status_code == 400
    line.socket.send(old_message("kernel_info_request"))
    assert line.end() == 1007
    assert lives(server)


def test_a_line_that_is_refused_is_one_line_in_the_log(server: Running, line: Line) -> None:
    nowhere = line.address.replace(line.kernel, "00000000-0000-0000-0000-000000000000")
    for address, protocol, status in ((line.address, "", 400), (nowhere, V1, 404)):
        before = len(server.logged())
        with pytest.raises(websocket.WebSocketBadStatusException) as refused:
            connect(address, protocol)
        assert refused.value.status_code == status
        assert wait_until(lambda before=before: "/channels" in server.logged()[before:], 30)
        assert "Traceback" not in server.logged()[before:] and server.logged()[before:].count("/channels") == 1


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


def test_endless_numbers_close_the_line_and_nothing_else(server: Running, line: Line) -> None:
    line.send((6).to_bytes(8, "little") + HUGE * 6)
    assert line.end() == 1007
    assert lives(server)


def test_a_huge_message_is_refused(server: Running, line: Line) -> None:
    try:
        line.send(message("comm_msg", data="x" * 2_000_000))
        line.end()
    except ConnectionError:
        pass
    with pytest.raises((ConnectionError, websocket.WebSocketException)):
        send_on(line)
    assert lives(server)


def send_on(line: Line) -> None:
    """Send again and again: the first may still go out before this side has heard of the end."""
    for _ in range(100):
        line.send(message("kernel_info_request"))
        time.sleep(0.1)


def test_too_many_messages_close_the_line(server: Running, line: Line) -> None:
    at_once, a_second = MESSAGES
    for _ in range(int(at_once + 60 * a_second)):  # more than a minute's worth, in however long it takes
        try:
            line.send(message("comm_msg", comm_id="none", data={}))
        except (ConnectionError, websocket.WebSocketException):
            break
    else:
        assert line.end() == 1008
    assert lives(server)


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
    size, count = 4_000_000, 200
    small = ((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),)
    line = Line(server.address, "talker", sockopt=small)
    process = psutil.Process(server.process.pid)
    before = process.memory_info().rss
    for _ in range(count):
        line.say({"bytes": size})
    assert wait_until(lambda: "its line is cut" in server.logged(), 60)
    assert wait_until(lambda: "more than anybody waits for" in server.logged(), 60)
    assert wait_until(lambda: process.memory_info().rss - before < 16 * MOST_WAITING < size * count / 2, 60)
    assert lives(server)


def test_a_backlog_is_dropped_when_it_is_too_long() -> None:
    told: list[int] = []
    backlog = Backlog(lambda: told.append(len(backlog)))
    for _ in range(5):
        backlog.append(("iopub", [b"x" * (MOST_WAITING // 3)]))
    assert told == [0] and backlog == []


# -- kernels ----------------------------------------------------------------------------------------------------------


def test_pages_that_come_and_go_leave_nothing(small: Running) -> None:
    """The page's line is lost while its kernel is being ended: whoever comes last must tidy up."""
    process = psutil.Process(small.process.pid)
    assert wait_until(lambda: len(small.kernels()) == 1, 60)
    files = process.num_fds()
    for _ in range(8):
        line = Line(small.address)
        line.send(message("kernel_info_request"))
        line.until("kernel_info_reply")
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(ended, small.address, line.kernel)
            time.sleep(0.05)  # the kernel takes longer than that to end
            line.socket.sock.close()
            assert answer.result()
    assert wait_until(lambda: len(small.kernels()) == 1 and process.num_fds() <= files + 8, 60)


def ended(server: str, kernel: str) -> bool:
    """Have a kernel ended, as a page does when it is closed."""
    said = {"Cookie": "_xsrf=abc", "X-XSRFToken": "abc"}
    asked = urllib.request.Request(f"{server}voila/api/shutdown/{kernel}", method="POST", headers=said)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return answer.status == 204


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


def test_killed_kernels_are_told_and_leave_nothing(small: Running) -> None:
    process = psutil.Process(small.process.pid)
    assert wait_until(lambda: len(small.kernels()) == 1, 60)
    files = process.num_fds()
    for _ in range(3):
        spare = small.kernels()
        line = Line(small.address)  # takes the spare kernel
        line.send(message("kernel_info_request"))
        line.until("kernel_info_reply")
        assert get(f"{small.address}api/kernels/{line.kernel}")[0] == 200
        os.kill(spare[0], signal.SIGKILL)
        line.end()
        assert get(f"{small.address}api/kernels/{line.kernel}")[0] == 404
        assert wait_until(lambda: len(small.kernels()) == 1, 60)
    assert wait_until(lambda: process.num_fds() <= files + 8, 60)  # a spare kernel in the making has fewer


@pytest.mark.parametrize(("away", "connected", "ended"), [(100, 0, True), (100, 1, False), (10, 0, False)])
def test_a_busy_kernel_that_nobody_waits_for_is_ended(
    away: int, connected: int, ended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels, gone = PageKernels(connection_dir=str(tmp_path), cull_idle_timeout=40), []
    kernel = ServerKernelManager(execution_state="busy", last_activity=utcnow() - timedelta(seconds=away))
    monkeypatch.setattr(kernel, "is_alive", lambda: True)
    kernels._kernels["k"] = kernel
    kernels._kernel_connections["k"] = connected
    kernels._pages.add("k")

    async def end(kernel_id: str) -> None:
        gone.append(kernel_id)

    monkeypatch.setattr(kernels, "_end", end)
    asyncio.run(kernels.cull_kernel_if_idle("k"))
    assert gone == (["k"] if ended else [])
    kernels._kernels.clear()


# -- visits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"])
def test_other_names_are_not_ours(server: Running, name: str) -> None:
    status, text = get(server.address, Host=name)
    assert status == 421
    assert f"does not go by the name {name}" in text and f"--name {name}" in text


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "192.0.2.7:8866", socket.gethostname()])
def test_our_own_names_and_all_numbers_are(server: Running, name: str) -> None:
    assert get(server.address + "nothing", Host=name)[0] == 404


IMAGE = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
DOCUMENT = f"text/html,{IMAGE}"


@pytest.mark.parametrize(
    "said",
    [
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "script"},
        {"Sec_Purpose": "prefetch;prerender", "Accept": DOCUMENT},
        {"Accept": IMAGE},
    ],
)
def test_no_page_is_begun_for_an_image(server: Running, said: dict[str, str]) -> None:
    before = server.logged().count("Kernel started")
    assert get(f"{server.address}voila/render/index.ipynb", **said)[0] == 403
    assert server.logged().count("Kernel started") == before


def test_a_link_from_elsewhere_opens_a_page(server: Running) -> None:
    said = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert get(f"{server.address}voila/render/index.ipynb", **said, Accept=DOCUMENT)[0] == 200


def test_a_full_house_says_so(small: Running) -> None:
    lines = [Line(small.address) for _ in range(2)]
    status, html = get(small.address)
    assert status == 503
    assert "2 tables are open" in html and "tries again by itself" in html
    for kernel in small.kernels():
        os.kill(kernel, signal.SIGKILL)
    for line in lines:
        line.end()
    assert get(small.address)[0] == 200
