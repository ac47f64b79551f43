"""`tabletop play` from outside: addresses, sentences, what is served and what is not, and a clean end."""

from __future__ import annotations

import errno
import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from lines import Line, get, kernel_of, message
from running import SPECIAL, Running, played, wait_until, write_notebooks

from tabletop_kernel.cli import main
from widgets.drawing import plotly_code, screen_code
from widgets.notebooks import Notebooks, find_notebooks
from widgets.serve import without
from widgets.voila import code_files
from widgets.voila.connection import PageConnection, PromptConnection
from widgets.voila.kernels import lives
from widgets.voila.server import extension_settings, server_settings


def test_only_what_is_being_done_and_the_address_are_printed(server: Running) -> None:
    status, html = get(server.address)
    assert status == 200
    assert "<title>A page · Tabletop Notebooks</title>" in html
    lines = server.said().splitlines()
    begun = "Starting the tables. This takes a few seconds (press Ctrl-C to stop) ..."
    assert lines == [begun, "The tables are ready:", f"  {server.address}", "Press Ctrl-C to stop."]
    assert f"Kernel started: {kernel_of(html)}" in server.logged()


def test_a_failing_cell_gets_a_sentence_and_the_log_the_details(server: Running) -> None:
    status, html = get(f"{server.address}voila/render/broken.ipynb")
    assert status == 200
    assert "could not be set up" in html
    assert "ZeroDivisionError" not in html and "secret" not in html
    assert "ZeroDivisionError" in server.logged()


@pytest.mark.parametrize(
    "path",
    [
        "nothing/here",
        "voila/tree",
        "login",
        "logout",
        "voila/templates/tabletop/static/nothing.css",
        "voila/templates/..%2f..%2f..%2fserver.py",
        "voila/templates/",
        "voila/charts-.js",
        "voila/charts-0123456789ab.js",
        "voila/screen-0123456789ab.json",
        "voila/api/contents",
        "api/kernels",
        "api/contents",
        "voila/files/index.ipynb",
        "voila/render/nothing.ipynb",
        "voila/render/%00",
        "voila/render/index.ipynb%00",
        "voila/render/index.html",
        "voila/render/.ipynb_checkpoints/index.ipynb",
        "voila/render/..%2f..%2fetc%2fpasswd",
        "voila/static/..%2f..%2f..%2fconf.json",
    ],
)
def test_nothing_else_is_served(server: Running, path: str) -> None:
    status, html = get(server.address + path)
    assert status in (403, 404)
    assert "cdn" not in html.lower() and "Traceback" not in html


def answer_to(server: Running, path: str, method: str = "GET") -> tuple[int, str, str]:
    """Status, kind and text of what is answered to a request that no page of ours makes."""
    body = b"x=1" if method == "POST" else None
    asked = urllib.request.Request(server.address + path, data=body, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers["Content-Type"], refused.read().decode()


@pytest.mark.parametrize(
    ("path", "method", "status", "sentence"),
    [
        ("voila/render/index.ipynb?" + "a=1&" * 3000, "GET", 414, "This address is too long."),
        ("voila/render/index.ipynb?" + "a&" * 101, "GET", 414, "This address is too long."),
        ("voila/render/index.ipynb?" + "x" * 5000, "GET", 414, "This address is too long."),
        ("voila/render/%ff.ipynb", "GET", 404, "its address can't be read."),
        ("voila/render/index.ipynb", "TRACE", 405, "This server only shows pages."),
        ("voila/api/shutdown/x", "POST", 403, "Only a table's own page can clear it"),
        ("voila/render/index.ipynb", "POST", 403, "You can only open pages by their address"),
        ("voila/render/index.ipynb", "DELETE", 403, "You can only open pages by their address"),
    ],
)
def test_absurd_requests_get_a_sentence(server: Running, path: str, method: str, status: int, sentence: str) -> None:
    got, kind, text = answer_to(server, path, method)
    assert got == status and sentence in text
    assert kind.startswith("text/") and "Traceback" not in text
    assert get(server.address + "nothing")[0] == 404, "the server goes on"


def test_a_wrong_address_leads_to_the_games(server: Running) -> None:
    for path in ("nothing/here", "voila/render/nothing.ipynb"):
        _, html = get(server.address + path)
        assert "There is no such page" in html
        assert '<a href="/">All games</a>' in html


def test_answers_are_not_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: "connected")
    handler = KernelWebsocketHandler.__new__(KernelWebsocketHandler)
    told: list[bool] = []
    monkeypatch.setattr(handler, "set_nodelay", told.append)
    assert PromptConnection(websocket_handler=handler).connect() == "connected"
    assert told == [True]
    alone = server_settings(Notebooks(Path()), "/", patience=1, look=1)
    assert alone.Voila.kernel_websocket_connection_class is PageConnection
    assert issubclass(PageConnection, PromptConnection)
    assert extension_settings().ServerApp.kernel_websocket_connection_class is PromptConnection


FULL = Path("/dev/full")  # every write to it fails as on a full disk


def test_an_unlucky_start_from_beginning_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual port is taken, there is no browser, no home to write to and no room for the log, and the pages stand
    under a path; then Ctrl-C, and all is gone."""
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    if FULL.exists():
        monkeypatch.setattr(Running, "log_path", str(FULL))
    try:
        usual = socket.create_server(("127.0.0.1", 8866))
    except OSError:
        usual = socket.socket()  # another program has it already
    with usual, played(tmp_path, "--base-url", "games", talking=SPECIAL["talking"]) as server:
        assert server.address.endswith("/games/") and ":8866/" not in server.address
        assert wait_until(lambda: "No browser was found. Open the address yourself." in server.said(), 60)
        status, html = get(server.address)
        assert status == 200 and '"baseUrl": "/games/"' in html and kernel_of(html)
        assert get(server.address.removesuffix("games/"))[0] == 404
        for _ in range(2):  # one in the spare kernel, one in another
            status, html = get(f"{server.address}voila/render/talking.ipynb")
            assert status == 200 and "the page goes on" in html
        line = Line(server.address)
        line.send(message("kernel_info_request"))
        assert line.until("kernel_info_reply")
        kernels = [psutil.Process(kernel) for kernel in server.kernels()]
        assert len(kernels) >= 4
        os.kill(server.process.pid, signal.SIGINT)
        assert server.process.wait(60) == 0
        assert not any(map(lives, kernels))
        assert server.err.read_text() == ""


def test_without_room_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert main(["play", "--notebooks", str(write_notebooks(tmp_path)), "--no-browser"]) == 2
    assert "Temporary files can't be written (No space left on device)" in capsys.readouterr().err


def test_the_code_that_draws_is_a_file_that_browsers_keep(server: Running) -> None:
    html = get(f"{server.address}voila/render/index.ipynb")[1]
    files = code_files.addresses("/")
    for what, inside in (("chartCode", plotly_code()), ("screenCode", json.dumps(screen_code()).encode())):
        assert f'"{what}": "{files[what]}"' in html
        for packing in ("gzip", "identity"):
            asked = urllib.request.Request(server.address + files[what][1:], headers={"Accept-Encoding": packing})
            with urllib.request.urlopen(asked, timeout=60) as answer:
                assert "immutable" in answer.headers["Cache-Control"]
                code = gzip.decompress(answer.read()) if packing == "gzip" else answer.read()
                assert inside in code


def test_what_takes_long_to_load_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with without("colorsys"), pytest.raises(ImportError):
        import colorsys
    import colorsys

    with without("colorsys"):  # it was loaded before: then it does no harm
        assert sys.modules["colorsys"] is colorsys


def test_a_taken_port_that_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["play", "--notebooks", str(write_notebooks(tmp_path)), "--port", str(port)]) == 2
    assert f"Another program is using port {port}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--most-pages", "0"], "The number of open pages must be at least 1"),
        (["--port", "70000"], "A port is a number from 1 to 65535"),
        (["--host", "nowhere.invalid"], "This machine has no address 'nowhere.invalid'"),
        (["--host", "203.0.113.5"], "'203.0.113.5' is not an address of this machine"),
        (["royal_ascention"], "did you mean 'royal_ascension'?"),
        (["royal_ascension"], "There is no notebook for a game 'royal_ascension'"),
        (["--people", "2", "--bot", "mcts"], "--people and --bot: this only works in the terminal. Add --text"),
        (["royal_ascension", "--text", "--port", "80"], "--port: this only works in the browser"),
        (["--text"], "tabletop play deck_goes_west --text"),
    ],
)
def test_wrong_words_get_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [] if "--text" in words else ["--notebooks", str(write_notebooks(tmp_path))]
    assert main(["play", *words, *where]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("paths", "sentence"),
    [
        (["empty"], "There are no notebooks in"),
        (["nowhere"], "There is no file or folder"),
        (["notes.txt"], "notes.txt isn't a notebook."),
        (["damaged.ipynb"], "damaged.ipynb is named like a notebook"),
        (["list.ipynb"], "list.ipynb is named like a notebook"),
        (["pages/index.ipynb", "empty"], "empty is a folder. Give only this folder, or give files from it."),
        (["pages/index.ipynb", "other/index.ipynb"], "Notebooks served together must be in one folder"),
    ],
)
def test_bad_paths_get_a_sentence(
    paths: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("pages", "other"):
        write_notebooks(tmp_path / folder)
    (tmp_path / "empty").mkdir()
    for name, text in (("notes.txt", "x"), ("damaged.ipynb", "{"), ("list.ipynb", "[]")):
        (tmp_path / name).write_text(text)
    assert main(["play", "--notebooks", *(str(tmp_path / path) for path in paths)]) == 2
    error = capsys.readouterr().err
    assert sentence in error and len(error.splitlines()) == 1


def test_one_notebook_is_the_first_page(tmp_path: Path) -> None:
    folder = write_notebooks(tmp_path)
    alone = find_notebooks([folder / "broken.ipynb"])
    assert alone.first == "broken.ipynb" and alone.titles() == {"broken.ipynb": "Broken"}
    assert find_notebooks([folder]).first == "index.ipynb"
    assert find_notebooks([folder / "broken.ipynb", folder / "index.ipynb"]).first == "index.ipynb"
    assert find_notebooks().of_game("the_north") == "the_north.ipynb"


def test_without_voila(tmp_path: Path) -> None:
    words = ["play", "--notebooks", str(write_notebooks(tmp_path))]
    code = f"import sys; sys.modules['voila'] = None; from tabletop_kernel.cli import main; sys.exit(main({words!r}))"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert tried.returncode == 2
    assert "need the package 'voila'" in tried.stderr and "tabletop-notebooks[notebooks]" in tried.stderr
