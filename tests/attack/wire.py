"""Attacks on a running server: over websockets in both protocols, by not reading, by killing, by opening many pages.

All of it is aimed at a server that this script has started on this machine, and every loop has an end.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil
import websocket
from attempts import Attempts
from lines import V1, Line, connect, frame, get, message, old_message
from running import Running, wait_until

from widgets.desk import Desk
from widgets.lesson import LessonRoom
from widgets.messages import acts_of
from widgets.play import PlayRoom
from widgets.voila.kernels import lives

BROKEN = (ConnectionError, websocket.WebSocketException, TimeoutError, OSError)
GAMES = ("royal_ascension", "the_north", "the_west_ascendant")
SMALL = ((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),)
PACE = 0.02  # seconds between two messages of one attacker: a flood has an attack of its own
OnServer = Callable[[Running, int, random.Random], Attempts]


def alive(server: Running) -> bool:
    """Whether the server answers somebody else."""
    try:
        return get(server.address + "nothing/here")[0] == 404
    except OSError:
        return False


def garbage(rng: random.Random) -> bytes:
    """A frame that no page sends: lengths that lie, parts that are missing, bytes from nowhere."""
    good = message("comm_msg", comm_id="x", data={"method": "custom", "content": {"do": "hello"}})
    way = rng.randrange(5)
    if way == 0:
        return rng.randbytes(rng.randrange(400))
    if way == 1:
        return good[: rng.randrange(len(good))]
    if way == 2:
        at = 8 * rng.randrange(7)
        return good[:at] + rng.choice([0, 1, 2**31, 2**62, 2**64 - 1]).to_bytes(8, "little") + good[at + 8 :]
    if way == 3:
        parts = [
            rng.choice([b"", b"{}", b"[]", b"[" * 900, b"null", b'{"msg_type": 1}']) for _ in range(rng.randrange(9))
        ]
        return frame(*parts, channel=rng.choice([b"shell", b"control", b"", b"\xff"]))
    return frame(*[b"{}"] * 3, rng.randbytes(50))


def frames(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Garbage in the protocol of our pages: a line may be closed, the server may not."""
    found = Attempts("garbage over a websocket")
    line = Line(server.address, rng.choice(GAMES))
    for _ in range(tries):
        found.tries += 1
        try:
            line.send(garbage(rng))
            line.send(message("kernel_info_request"))
            line.until("kernel_info_reply")
            time.sleep(PACE)
        except BROKEN:
            found.refused += 1
            line.socket = reconnect(line)
    found.expect(alive(server), "the server does not answer")
    line.socket.close()
    return found


def reconnect(line: Line) -> websocket.WebSocket:
    for _ in range(50):
        try:
            return connect(line.address, V1)
        except BROKEN:
            time.sleep(0.2)
    raise RuntimeError("the kernel of the attacker is gone")


def old_protocol(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Clients that agree on no protocol, or on another, and ask for answers with binary parts."""
    found = Attempts("the older protocol")
    line = Line(server.address, rng.choice(GAMES))
    for number in range(tries):
        found.tries += 1
        try:
            other = connect(line.address, rng.choice(["", "v0.kernel.websocket.jupyter.org"]))
            other.send(old_message("comm_msg", comm_id=line.tables[0], data={"method": "request_state"}))
            found.through.append(f"try {number}: let in")
            other.close()
        except BROKEN:
            found.refused += 1
        time.sleep(PACE)
    found.expect(alive(server), "the server does not answer")
    line.socket.close()
    return found


def tables(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Forged messages to real tables; whatever comes back is a screen, and no fault of ours stands in it."""
    found = Attempts("forged messages over a websocket")
    line = Line(server.address, rng.choice(GAMES))
    line.say({"do": "hello", "link": {}, "prefers": ""})
    heard: list[str] = []
    ear = threading.Thread(target=listen, args=(line, heard), daemon=True)
    ear.start()
    for _ in range(tries):
        found.tries += 1
        try:
            line.say(forged(rng), rng.randrange(len(line.tables)))
            time.sleep(2 * PACE)
        except BROKEN:
            found.refused += 1
            break
    found.through += [text for text in heard if "Something went wrong, but nothing changed" in text]
    found.expect(alive(server), "the server does not answer")
    line.socket.close()
    return found


def listen(line: Line, heard: list[str]) -> None:
    try:
        while True:
            said = line.socket.recv()  # bytes, or the empty text of a line that is closed
            heard.append(bytes(said).decode("utf-8", "replace")[:5000] if said else "")
    except BROKEN:
        return


def forged(rng: random.Random) -> Any:
    """Something like a message of a page."""
    acts = acts_of(Desk) | acts_of(PlayRoom) | acts_of(LessonRoom)
    words, keys = [*acts, "x"], sorted({"at", "seat", *(field for act in acts.values() for field in act.fields)})
    values: list[Any] = [None, True, 0, -1, 10**12, "", "0039999999999999", "²", "x" * 400, [], ["roll", 1], {}, 1.5]
    some = {key: rng.choice(values) for key in rng.sample(keys, rng.randrange(5))}
    return rng.choice([{"do": rng.choice(words), **some}, rng.choice(values), {"do": rng.choice(values), **some}])


def keys(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Keys that are none, at a table, at the door and at a teacher's page: sentences come back, and nobody gets in."""
    found = Attempts("forged keys over a websocket")
    lines = [Line(server.address, page) for page in ("royal_ascension", "index", "class")]
    heard: list[str] = []
    for line in lines:
        line.say({"do": "hello", "link": {}, "prefers": ""})
        threading.Thread(target=listen, args=(line, heard), daemon=True).start()
    for number in range(tries):
        found.tries += 1
        key = rng.choice([f"{rng.getrandbits(128):032x}"[:22], "", "x" * 4000, "' OR 1=1 --"])
        prefix = rng.choice(["TT1.", "TJ1.", "TP1.", "TC1."])
        link = {"play": prefix + key, "class": prefix + key, "teach": prefix + key}
        say = rng.choice([{"do": "hello", "link": link}, {"do": "restore", "code": prefix + key}])
        code = "".join(rng.choice("CDFHJKMNPRTWXY3479") for _ in range(7))
        lines[number % 3].say(say if number % 5 else {"do": "restore", "code": code})
        time.sleep(2 * PACE)
    wait_until(lambda: len(heard) >= tries, 30)
    found.refused = sum('"problem"' in text or "That did not work" in text for text in heard)
    found.through += [
        text for text in heard if "Something went wrong, but nothing changed" in text or '"stage": "open"' in text
    ]
    found.expect(alive(server), "the server does not answer")
    for line in lines:
        line.socket.close()
    return found


def slow_readers(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Everything is asked for, and nothing is read."""
    found = Attempts("requests whose answers are not read")
    process = psutil.Process(server.process.pid)
    before = process.memory_info().rss
    line = Line(server.address, "royal_ascension", sockopt=SMALL)
    for _ in range(tries):
        found.tries += 1
        try:
            line.say({"do": "library", "name": rng.choice(["plotly", "screen"])}, rng.randrange(len(line.tables)))
        except BROKEN:
            found.refused += 1
            break
    grown = process.memory_info().rss - before
    found.expect(grown < 300 << 20, f"the server grew by {grown >> 20} MB")
    found.expect(alive(server), "the server does not answer")
    line.socket.close()
    return found


def half_open(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Connections that begin and never go on: half a request, half a handshake, half a frame in the middle of a game.

    They stay open until the end, while somebody else opens a page and plays.
    """
    found = Attempts("connections left half open")
    host, _, port = server.address.split("//")[1].split("/")[0].partition(":")
    line = Line(server.address, rng.choice(GAMES))
    whole = [
        b"GET /voila/render/royal_ascension.ipynb HTTP/1.1\r\nHost: x\r\nX-A: b",
        f"GET /api/kernels/{line.kernel}/channels HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n".encode(),
        b"POST /voila/api/shutdown/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc",
    ]
    left: list[Any] = []
    for _ in range(tries):
        found.tries += 1
        try:
            if rng.random() < 0.3:
                torn = connect(line.address, V1)
                torn.sock.sendall(b"\x82\xfe\xff\xff" + rng.randbytes(4))  # a frame of 65,535 bytes that never come
                left.append(torn.sock)
                continue
            bare = socket.create_connection((host, int(port)), 10)
            text = rng.choice(whole)
            bare.sendall(text[: rng.randrange(1, len(text) + 1)])
            left.append(bare)
        except BROKEN:
            found.refused += 1
    other = Line(server.address, rng.choice(GAMES))
    other.say({"do": "hello", "link": {}, "prefers": ""})
    other.until("comm_msg")
    found.expect(alive(server), "the server does not answer")
    for one in (*left, line.socket, other.socket):
        one.close()
    return found


def process_of(server: Running, kernel: str) -> int:
    """The process of a kernel: its own name has the first signs of the kernel's."""
    for pid in server.kernels():
        if psutil.Process(pid).name() == f"page {kernel[:8]}":
            return pid
    raise LookupError(kernel)


def killed_kernels(server: Running, tries: int, rng: random.Random) -> Attempts:
    """A page's kernel is killed: its page is told, and everybody else plays on."""
    found = Attempts("killed kernels")
    for number in range(tries):
        line = Line(server.address, rng.choice(GAMES))
        line.say({"do": "hello", "link": {}, "prefers": ""})
        os.kill(process_of(server, line.kernel), signal.SIGKILL)
        line.end()
        gone = get(f"{server.address}api/kernels/{line.kernel}")[0] == 404
        found.expect(gone, f"kill {number}: the page was not told")
        line.socket.close()
    found.expect(alive(server), "the server does not answer")
    return found


def killed_servers(start: Callable[[], Any], tries: int, rng: random.Random) -> Attempts:
    """A server is killed in the middle of a page: its kernels end by themselves, and it can be started again."""
    found = Attempts("killed servers")
    for number in range(tries):
        with start() as server:
            Line(server.address, rng.choice(GAMES)).say({"do": "hello", "link": {}, "prefers": ""})
            kernels = [psutil.Process(pid) for pid in server.kernels()]
            server.process.kill()
            server.process.wait(30)
            ended = wait_until(lambda left=kernels: not any(map(lives, left)), 60)
            found.expect(bool(kernels) and ended, f"kill {number}: kernels live on without their server")
    return found


def many_pages(server: Running, tries: int, rng: random.Random) -> Attempts:
    """Many pages opened at once by one visitor: each is served, or told that the house is full."""
    found = Attempts("pages opened at once")

    def visit(number: int) -> int:
        try:
            return get(f"{server.address}voila/render/{rng.choice(GAMES)}.ipynb")[0]
        except OSError:
            return 0

    with ThreadPoolExecutor(20) as pool:
        for status in pool.map(visit, range(tries)):
            found.expect(status in (200, 503), f"answered {status}")
            found.refused += status == 503
    found.expect(alive(server), "the server does not answer")
    return found
