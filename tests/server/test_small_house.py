"""A house with room for two pages, of notebooks of one's own: who is let in, and what stays when they leave."""

from __future__ import annotations

import shutil
import sys
import urllib.request
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path

import psutil
import pytest
from lines import Line, get, is_there, kernel_of, message, say_farewell
from running import COUNTER, Running, wait_until, write_notebooks

from tabletop_kernel.content.installed_games import house_folder
from widgets.voila.kernels import lives

MISSPELT = """from widgets.app import learn
learn("royal_ascension", "batle")"""
FAULTY = """from widgets.app import play
play("the_north", pack="my <cards>")"""
AFTER = 'print("The cells after it go on.")'
# `tabletop play` that looks after its kernels often, keeps no more than one ready in all, and for which a second is two
# minutes as long as there is a certain file.
START = """
import os, sys, time
from datetime import timedelta
from tabletop_kernel.cli import main
from widgets.serve import SLOW_TO_LOAD, without

with without(SLOW_TO_LOAD):
    from widgets.voila import kernels, server
server.LOOK, kernels.SETTLE = 1, 3600
now = kernels.utcnow

def in_a_hurry():
    since = time.time() - os.stat({hurry!r}).st_mtime if os.path.exists({hurry!r}) else 0
    return now() + timedelta(minutes=2 * since)

kernels.utcnow = in_a_hurry
sys.exit(main())
"""
AGES = 60  # seconds in which kernels come and go on a busy machine


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("small")


@pytest.fixture(scope="module")
def small(folder: Path) -> Iterator[Running]:
    """A house with room for two: three files of a folder in which more lies."""
    pack = shutil.copytree(house_folder("the_north"), folder / "my <cards>")
    (pack / "node.toml").unlink()
    write_notebooks(folder, **{"my cards": [MISSPELT, FAULTY, AFTER], "other": ["1"], "counter": COUNTER})
    start = [sys.executable, "-c", START.format(hurry=str(folder / "hurry"))]
    files = [str(folder / f"{name}.ipynb") for name in ("my cards", "broken", "counter")]
    server = Running([*start, "play", "--no-browser", "--most-pages", "2", "--notebooks", *files], folder)
    yield server
    server.stop()


def come(server: Running) -> Line:
    """A page with its line, which has had an answer through it."""
    line = Line(server.address, "counter")
    line.send(message("kernel_info_request"))
    line.until("kernel_info_reply")
    return line


def test_notebooks_of_ones_own(small: Running) -> None:
    """They are listed, and a wrong word in one stays in its cell."""
    status, html = get(small.address)
    assert status == 200
    assert '<a href="/voila/render/my%20cards.ipynb">my cards</a>' in html and "Broken</a>" in html
    for path in ("voila/render/index.ipynb", "voila/render/other.ipynb"):
        assert get(small.address + path)[0] == 404
    status, html = get(small.address + "voila/render/my%20cards.ipynb")
    assert status == 200
    said = unescape(html.replace("\\u0026", "&").replace("\\u0027", "'"))  # it stands in the page as JSON
    assert "There is no chapter 'batle': did you mean 'battle'?" in said
    assert "node.toml" in html and "could not be set up" not in html
    assert "The cells after it go on." in html
    assert say_farewell(small.address, kernel_of(html))


IMAGE = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
TO_SHOW_ELSEWHERE = [
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"},
    {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "script"},
    {"Sec_Purpose": "prefetch;prerender", "Accept": f"text/html,{IMAGE}"},
    {"Accept": IMAGE},
]


def test_a_full_house_says_so_and_no_image_takes_a_place(small: Running) -> None:
    page = f"{small.address}voila/render/counter.ipynb"
    for said in TO_SHOW_ELSEWHERE:
        assert get(page, **said)[0] == 403
    lines = [come(small) for _ in range(2)]
    status, html = get(page)
    assert status == 503
    assert "(open now: 2)" in html and "tries again every" in html
    for line in lines:
        small.process_of(line.kernel).kill()
        line.end()
    status, html = get(page)
    assert status == 200
    assert say_farewell(small.address, kernel_of(html))


def test_pages_that_leave_and_kernels_that_are_killed_leave_nothing(small: Running) -> None:
    process = psutil.Process(small.process.pid)
    assert say_farewell(small.address, come(small).kernel)  # what is opened once is open
    assert wait_until(lambda: not small.kernels(), AGES)
    files = process.num_fds()
    for way in ("leaves", "is killed") * 3:
        line = come(small)
        kernel = small.process_of(line.kernel)
        assert is_there(small.address, line.kernel)
        if way == "leaves":
            assert say_farewell(small.address, line.kernel, partial(drop, line, kernel))
        else:
            kernel.kill()
            line.end()  # its page is told
        assert not is_there(small.address, line.kernel)
    assert wait_until(lambda: not small.kernels() and process.num_fds() <= files, AGES)


def drop(line: Line, kernel: psutil.Process) -> None:
    """Lose a line while its kernel is being ended: whoever comes last must tidy up."""
    wait_until(lambda: not lives(kernel), AGES, step=0.005)
    line.socket.sock.close()


def test_who_vanishes_loses_the_kernel_and_who_is_idle_keeps_it(folder: Path, small: Running) -> None:
    """A line that is lost without a farewell, as in a crash; a page that is closed before it is there."""
    idle, lost = come(small), come(small)
    lost.socket.sock.close()
    hurry = folder / "hurry"
    hurry.touch()
    assert wait_until(lambda: not is_there(small.address, lost.kernel), AGES)
    hurry.unlink()
    with urllib.request.urlopen(f"{small.address}voila/render/counter.ipynb", timeout=60) as answer:
        html = ""
        while '"kernelId": "' not in html:
            html += answer.readline().decode()
    early = kernel_of(html)
    hurry.touch()
    assert wait_until(lambda: not is_there(small.address, early), AGES)
    assert wait_until(lambda: len(small.kernels()) == 1, AGES), "the idle page's stays"
    idle.send(message("kernel_info_request"))
    assert idle.until("kernel_info_reply")
    hurry.unlink()
    assert say_farewell(small.address, idle.kernel)
