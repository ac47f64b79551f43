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
import urllib.request
from pathlib import Path

import psutil
import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from lines import get, kernel_of
from running import Running, played, wait_until, write_notebooks

from tabletop_kernel.cli import main
from widgets.drawing import plotly_code, screen_code
from widgets.voila import code_files
from widgets.voila.connection import PageConnection, PromptConnection
from widgets.voila.server import extension_settings, server_settings


def test_only_the_address_is_printed(server: Running) -> None:
    status, html = get(server.address)
    assert status == 200
    assert "<title>A page · Tabletop Notebooks</title>" in html
    lines = server.said().splitlines()
    assert lines == ["The tables are set:", f"  {server.address}", "Ctrl-C ends it."]
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


def test_a_wrong_address_leads_to_the_games(server: Running) -> None:
    for path, way in (("nothing/here", "/"), ("voila/render/nothing.ipynb", "index.ipynb")):
        _, html = get(server.address + path)
        assert "There is no such page" in html
        assert f'<a href="{way}">To the games</a>' in html


def test_answers_are_not_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: "connected")
    handler = KernelWebsocketHandler.__new__(KernelWebsocketHandler)
    told: list[bool] = []
    monkeypatch.setattr(handler, "set_nodelay", told.append)
    assert PromptConnection(websocket_handler=handler).connect() == "connected"
    assert told == [True]
    alone = server_settings(Path(), "/", patience=1, look=1)
    assert alone.Voila.kernel_websocket_connection_class is PageConnection
    assert issubclass(PageConnection, PromptConnection)
    assert extension_settings().ServerApp.kernel_websocket_connection_class is PromptConnection


def test_another_start_from_beginning_to_end(tmp_path: Path) -> None:
    """The usual port is taken, there is no browser, the pages stand under a path; then Ctrl-C, and all is gone."""
    try:
        usual = socket.create_server(("127.0.0.1", 8866))
    except OSError:
        usual = socket.socket()  # another program has it already
    with usual, played(tmp_path, "--base-url", "games") as server:
        assert server.address.endswith("/games/") and ":8866/" not in server.address
        assert wait_until(lambda: "No browser was found here: open the address yourself." in server.said(), 60)
        status, html = get(server.address)
        assert status == 200 and '"baseUrl": "/games/"' in html
        assert get(server.address.removesuffix("games/"))[0] == 404
        kernels = server.kernels()
        assert kernels
        os.kill(server.process.pid, signal.SIGINT)
        assert server.process.wait(60) == 0
        assert not any(map(psutil.pid_exists, kernels))
        assert server.err.read_text() == ""


def test_without_a_home_to_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    with played(tmp_path, "--no-browser") as server:
        status, html = get(server.address)
        assert status == 200 and kernel_of(html)


def test_without_room_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert main(["play", "--notebooks", str(write_notebooks(tmp_path)), "--no-browser"]) == 2
    assert "No temporary files can be written (No space left on device)" in capsys.readouterr().err


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


def test_a_taken_port_that_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["play", "--notebooks", str(write_notebooks(tmp_path)), "--port", str(port)]) == 2
    assert f"Port {port} is taken by another program" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--most-pages", "0"], "The number of pages that may be open is at least 1"),
        (["--port", "70000"], "A port is a number from 1 to 65535"),
        (["--host", "nowhere.invalid"], "This machine has no address 'nowhere.invalid'"),
        (["--host", "203.0.113.5"], "'203.0.113.5' is not an address of this machine"),
        (["royal_ascention"], "did you mean 'royal_ascension'?"),
        (["royal_ascension"], "There is no notebook of a game 'royal_ascension'"),
        (["--people", "2", "--bot", "mcts"], "--people and --bot: that is for the terminal. Add --text"),
        (["royal_ascension", "--text", "--port", "80"], "--port: that is for the tables in the browser"),
        (["--text"], "tabletop play royal_ascension --text"),
    ],
)
def test_wrong_words_get_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [] if "--text" in words else ["--notebooks", str(write_notebooks(tmp_path))]
    assert main(["play", *words, *where]) == 2
    assert sentence in capsys.readouterr().err


def test_a_folder_without_notebooks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--notebooks", str(tmp_path)]) == 2
    assert "There are no notebooks in" in capsys.readouterr().err


def test_without_voila(tmp_path: Path) -> None:
    words = ["play", "--notebooks", str(write_notebooks(tmp_path))]
    code = f"import sys; sys.modules['voila'] = None; from tabletop_kernel.cli import main; sys.exit(main({words!r}))"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert tried.returncode == 2
    assert "need the package 'voila'" in tried.stderr and "tabletop-notebooks[notebooks]" in tried.stderr


def test_the_wheel_has_the_template(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-cache-dir"]
    root = Path(__file__).parents[2]
    copy = tmp_path / "project"
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_bytes((root / name).read_bytes())
    for package in ("tabletop_kernel", "widgets"):
        (copy / package).symlink_to(root / package)
    subprocess.run([*build, "--wheel-dir", str(tmp_path), str(copy)], check=True, capture_output=True)
    names = subprocess.run(
        [sys.executable, "-m", "zipfile", "--list", str(next(tmp_path.glob("*.whl")))], capture_output=True, text=True
    ).stdout
    for name in ("voila/templates/tabletop/index.html.j2", "voila/templates/tabletop/page.css", "static/dom.js"):
        assert f"widgets/{name}" in names
