"""`tabletop play`: the pages in the browser, served from this machine."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from tabletop_kernel.contract.errors import SetupError
from widgets.errors import SharedFile, log_path
from widgets.notebooks import find_notebooks
from widgets.playtest.questions import VARIABLE, read_questions
from widgets.shared.database import CannotKeep
from widgets.shared.store import open_database
from widgets.sharing import ADDRESSES, is_here_only
from widgets.voila.doing_without import without

HOST, PORT, TRIES = "localhost", 8866, 50
EVERYWHERE = ("", "0.0.0.0", "::")
FAR = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")  # somewhere, then the usual networks of schools and homes
MOST_ADDRESSES = 3  # of a machine in several networks
SLOW_TO_LOAD = "rfc3987_syntax"  # takes longer than all else; jsonschema can check international addresses with it


def serve(
    game: str | None = None,
    host: str = HOST,
    port: int | None = None,
    browser: bool = True,
    base_url: str = "/",
    notebooks: Sequence[Path] = (),
    names: Sequence[str] = (),
    pages: int | None = None,
    patience: int | None = None,
    store: str = "",
    questions: Path | None = None,
) -> None:
    """Serve the notebooks until Ctrl-C, and open the first page or a game's in the browser.

    `notebooks` are files of one folder, or a folder; without them the project's own are served.
    Without a `port` the first free one from 8866 on is taken. `names` are names of this machine that it does not know
    itself, such as the one of a web server in front of it. `pages` is the number of pages that may be open at the same
    time; without it, as many as the machine bears. `patience` is the number of seconds that the kernel of a page lives
    on when the page has vanished without a farewell. `store` is the address of a PostgreSQL database in which tables of
    several people are kept; without it they are in a file of this machine. `questions` is a file with what is asked
    after a game; without it the house's questions are.
    """
    if pages is not None and pages < 1:
        raise SetupError(f"The number of open pages must be at least 1, not {pages}.")
    if store:
        check_store(store)
        os.environ["TABLETOP_STORE"] = store  # for the kernels of all pages
    if questions is not None:
        read_questions(questions)  # a fault in it is told here, and not at a table
        os.environ[VARIABLE] = str(questions.resolve())
    served = find_notebooks(notebooks)
    page = f"voila/render/{served.of_game(game)}" if game else ""
    print("Starting the tables. This takes a few seconds (press Ctrl-C to stop) ...", flush=True)
    try:
        sockets = open_sockets(host, port)
        with without(SLOW_TO_LOAD):
            from widgets.voila import server
    except ModuleNotFoundError as error:
        raise SetupError(
            f"To play in the browser you need the package '{(error.name or '').partition('.')[0]}', which is missing. "
            'Try: pip install "tabletop-notebooks[notebooks]". To play in the terminal instead, add --text.'
        ) from None
    base_url = "/" + base_url.strip("/") + "/" if base_url.strip("/") else "/"
    number = sockets[0].getsockname()[1]
    addresses = [f"http://{name}:{number}{base_url}{page}" for name in names_of(host)]

    def ready() -> None:
        print(
            "\n".join(["The tables are ready:", *(f"  {one}" for one in addresses), "Press Ctrl-C to stop."]),
            flush=True,
        )
        if browser:
            threading.Thread(target=open_browser, args=(addresses[0],), daemon=True).start()

    check_temporary_files()
    do_without_a_home()
    server.find_template()
    waits = server.PATIENCE if patience is None else patience
    others = origins_for_others(host, names, number)
    os.environ[ADDRESSES] = " ".join(others)
    share_at = next(iter(others), "")
    settings = server.server_settings(served, base_url, waits, min(server.LOOK, waits), pages or 0, share_at)
    app = server.TableServer.instance(sockets, ready, [host, *names], served, config=settings)
    app.initialize([])
    log_to_file(app.log)
    app.start()


def check_store(address: str) -> None:
    """That the database is there, before anybody sits down."""
    database = open_database(address)
    try:
        database.read(lambda rows: rows.execute("SELECT count(*) FROM tables").fetchone())
    except CannotKeep as error:
        raise SetupError(f"Tables can't be kept in that store: {error}.") from None
    finally:
        database.close()


def check_temporary_files() -> None:
    """Every kernel is told its addresses in a small file: without a place for it no page can be set up."""
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"x" * 4096)
    except OSError as error:
        raise SetupError(
            f"Temporary files can't be written ({error.strerror or error}). Free some space, or set TMPDIR=FOLDER."
        ) from None


def do_without_a_home() -> None:
    """IPython wants a folder of its own in the home of whoever starts it; where it cannot have one, it gets another."""
    if "IPYTHONDIR" in os.environ:
        return
    try:
        (Path.home() / ".ipython").mkdir(exist_ok=True)
    except (OSError, RuntimeError):  # not writable, or no home at all
        os.environ["IPYTHONDIR"] = tempfile.mkdtemp(prefix="tabletop_")


def open_sockets(host: str, port: int | None) -> list[socket.socket]:
    """Sockets on the port that was asked for, or on the first free one."""
    from tornado.netutil import bind_sockets

    if port is not None and not 0 < port < 65536:
        raise SetupError(f"A port is a number from 1 to 65535, not {port}.")
    for number in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            return bind_sockets(number, host)
        except socket.gaierror:
            raise SetupError(f"This machine has no address '{host}'. Try --host {HOST} or --host 0.0.0.0.") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise SetupError(f"'{host}' is not an address of this machine. Try --host 0.0.0.0.") from None
            if port is not None:
                raise SetupError(port_problem(port, error)) from None
    raise SetupError(f"No port from {PORT} to {PORT + TRIES - 1} is free. Choose another one: --port N.")


def port_problem(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Another program is using port {port}. Leave out --port to get a free one."
    return f"Port {port} can't be used: {error.strerror}. Anyone can use ports from 1024 up."


def names_of(host: str) -> list[str]:
    """What to write into a browser to get here: on this machine first, then from other machines."""
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    return ["localhost", *(network_addresses() or [socket.gethostname()])]


def network_addresses() -> list[str]:
    """This machine's addresses in its networks, the likeliest first."""
    found = []
    for far in FAR:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # nothing is sent: this only asks which of our addresses would be used
            found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    usable = [one for one in found if not (is_here_only(one) or ip_address(one).is_link_local)]
    return list(dict.fromkeys(usable))[:MOST_ADDRESSES]


def origins_for_others(host: str, names: Sequence[str], port: int) -> list[str]:
    """How others on the network reach this server, the likeliest first; empty if they cannot."""
    if is_here_only(host):
        return []
    return [f"http://{name}:{port}" for name in names or [one for one in names_of(host) if one != HOST]]


def open_browser(address: str) -> None:
    """Open the page; where there is no browser, the printed address must do."""
    screen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    try:
        opened = bool(screen) and webbrowser.open(address, new=2)  # a text browser would take over this terminal
    except webbrowser.Error:
        opened = False
    if not opened:
        print("No browser was found. Open the address yourself.", flush=True)


def log_to_file(log: logging.Logger) -> None:
    """All that the server has to say goes to the log file of the tables; the terminal shows the address only."""
    handler: logging.Handler
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = SharedFile(log_path(), maxBytes=1_000_000, backupCount=1, encoding="utf-8")
    except OSError as error:
        print(f"Running without a log: {log_path()} can't be written ({error.strerror}).", file=sys.stderr)
        handler = logging.NullHandler()
    handler.setLevel(logging.INFO)
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    logging.getLogger("tornado.access").setLevel(logging.WARNING)
    logging.captureWarnings(True)
    logging.raiseExceptions = False  # a full disk costs the log, and fills no terminal
    log.handlers.clear()
    log.propagate = True
