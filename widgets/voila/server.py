"""The server of the pages: Voila with our template, without a listing of files, and kernels that leave with a page.

Alone, as `tabletop play` starts it, it lets a page send comm messages and nothing else: no code comes from outside.
As an extension of a Jupyter server (on Binder) the same pages stand beside the Jupyter API, and whoever has that
server's token may run any code in its kernels. The tables treat every message as a stranger's in both cases.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import HTTPError, RedirectHandler
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.paths import collect_static_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from widgets.notebooks import GUIDES, LAB, Notebooks
from widgets.voila import code_files, nursery
from widgets.voila.connection import LARGEST_MESSAGE, PageConnection, PageSocket, PromptConnection
from widgets.voila.kernels import NO_START, PageKernels, end_kernels, open_files
from widgets.voila.visits import Doorway, check_visit, for_known_hosts, known_names

PATIENCE = 40  # seconds that a kernel waits for a page that is not connected
LOOK = 5  # seconds between two looks for such kernels
HEARTBEAT = 4  # seconds after which a page in the making is sent a sign of life, and looks for its kernel
PING = 10_000  # milliseconds between two pings of a page; three without an answer, and its connection counts as lost
SLOW = 20  # seconds that a browser may take to send a request, or to ask again through the same connection
RENDER = "voila/render"
PAGE = rf"/{RENDER}/([^\x00-\x1f]+\.ipynb)"  # other addresses there lead nowhere
NOT_YOURS = "Only a table's own page can clear it, and it proves this with its _xsrf cookie."

# The front ends that a page loads besides Voila's own; others that happen to be installed only slow it down.
FRONT_ENDS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]


LOST = '<p class="problem" role="alert">{}</p>'

# Listings of files, and files of notebooks and templates: our pages have all they need in themselves.
UNUSED = (TornadoVoilaTreeHandler, VoilaContentsHandler, TemplateStaticFileHandler, AllowListFileHandler)


class Overview(BaseVoilaHandler):
    """The first page of notebooks that have no first page of their own: their names."""

    def initialize(self, notebooks: Notebooks, **more: Any) -> None:
        super().initialize(**more)
        self._notebooks = notebooks

    def get(self) -> None:
        self.write(self.render_template("list.html", pages=self._notebooks.titles()))


class Lost(BaseVoilaHandler):
    """Every address that leads nowhere: our own page says so, and leads to the first one."""

    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)


class Page(TornadoVoilaHandler):
    """A page as it is made, piece by piece; one whose kernel is lost says so, and does not wait for ever."""

    kernel = ""  # set as soon as one is on its way

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        async for piece in super().get_generator(path):
            yield piece
            if self.kernel and self.kernel_manager.is_lost(self.kernel):
                yield LOST.format(NO_START)
                return


class Farewell(VoilaShutdownKernelHandler):
    """A page that closes takes its kernel with it; whoever else asks for that gets a sentence."""

    def write_error(self, status_code: int, **more: Any) -> None:
        said = NOT_YOURS if status_code < 500 else "The table could not be cleared."
        self.finish(said, set_content_type="text/plain; charset=utf-8")


class TableServer(Voila):
    """Voila on sockets that are already open, and only with the addresses that our pages need."""

    def __init__(
        self,
        sockets: Sequence[socket.socket] = (),
        ready: Callable[[], None] = lambda: None,
        names: Iterable[str] = (),
        notebooks: Notebooks | None = None,
        **traits: Any,
    ):
        super().__init__(**traits)
        self.sockets, self.ready, self.names = sockets, ready, known_names(names)
        self.notebooks = notebooks or Notebooks(Path(self.root_dir))

    def init_settings(self) -> dict[str, Any]:
        lost = {
            "default_handler_class": Lost,
            "default_handler_args": {"voila_configuration": self.voila_configuration},
        }
        settings = {**super().init_settings(), **lost}
        settings["voila_jinja2_env"].globals["index"] = self.base_url  # where a page that says no leads to
        return settings

    def init_handlers(self) -> list[Any]:
        """Voila's addresses without those that our pages do not need, and with our own lines to the kernels."""
        sign_in = {name for name, _ in self.identity_provider.get_handlers()}
        kept = [one for one in super().init_handlers() if one[1] not in UNUSED and one[0] not in sign_in]
        address = {TornadoVoilaHandler: url_path_join(self.server_url, PAGE)}
        handler = {
            TornadoVoilaHandler: Page,
            VoilaKernelWebsocketHandler: PageSocket,
            VoilaShutdownKernelHandler: Farewell,
        }
        ours = [(address.get(one[1], one[0]), handler.get(one[1], one[1]), *one[2:]) for one in kept]
        return [*ours, *code_files.handlers(self.server_url), self.first_page()]

    def first_page(self) -> Any:
        """What is at the address that people type: the first notebook, or a list of them."""
        root, first = f"{self.server_url.rstrip('/')}/?", self.notebooks.first
        if not first:
            about = {"notebooks": self.notebooks, "voila_configuration": self.voila_configuration}
            return (root, Overview, about)
        return (root, RedirectHandler, {"url": url_path_join(self.base_url, RENDER, quote(first)), "permanent": False})

    def listen(self) -> None:
        open_files()  # before the first page is there
        server = Doorway(
            for_known_hosts(self.app, self.names),
            max_body_size=LARGEST_MESSAGE,
            idle_connection_timeout=SLOW,
            body_timeout=SLOW,
        )
        server.add_sockets(self.sockets)
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._end_by_key)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._handle_signal_stop)  # the terminal's window was closed
        if sys.platform == "win32":  # where the loop sleeps through Ctrl-C until something else wakes it
            PeriodicCallback(lambda: None, 1000).start()
        self.ioloop.add_callback(self.kernel_manager.start_spare)
        self.ioloop.add_callback(self.ready)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    def _end_by_key(self, number: int, frame: Any) -> None:
        """Ctrl-C. An exception could be lost: some are, wherever it happens to be raised. The second time it is one."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self._handle_signal_stop(number, frame)

    def stop(self) -> None:
        """End all kernels at once: their tables are in the links of the pages, or kept in a file.

        Voila's own way takes the folder of the addresses away first, and then waits a minute for a kernel that is just
        starting and will never find its own.
        """
        end_kernels()
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def receive(handler: BaseVoilaHandler, *_: Any, names: Sequence[str] = (), **__: Any) -> None:
    """Somebody asks for a page: not everybody gets one, and not every one that lies there if only some are served.

    The `_xsrf` cookie is set with it: without that the server refuses the closing page's farewell.
    """
    if names and handler.path_args[0] not in names:
        raise HTTPError(404)
    check_visit(handler.request)
    handler.kernel_manager.check_room()
    _ = handler.xsrf_token


@cache
def early_scripts() -> list[str]:
    """The parts of Voila's front end that its main script names: a page may fetch them while its kernel starts."""
    for folder in map(Path, collect_static_paths(["voila", "nbconvert"], "tabletop", prune=True)):
        if (folder / "voila.js").exists():
            named = set(re.findall(r"\.e\((\d+)\)", (folder / "voila.js").read_text(encoding="utf-8")))
            return sorted(f"{name}.voila.js" for name in named if (folder / f"{name}.voila.js").exists())
    return []


def shape_page(
    page: dict[str, Any],
    base_url: str = "/",
    share_at: str = "",
    home: str = "",
    lab: bool = True,
    notebook_path: str = "",
    **_: Any,
) -> dict[str, Any]:
    """What the template gets to know; formulas, if there are any, are set without asking another host.

    `share_at` is where others find this server, for pages that are opened on this machine itself; `home` is where its
    first page is; without it, it lies beside the page, or above the folder of the guides. `lab` is whether the playtest
    lab is among the pages here.
    """
    home = home or ("../index.ipynb" if Path(notebook_path).parent.name == GUIDES else "index.ipynb")
    ours = {"earlyScripts": early_scripts(), "shareAt": share_at, "home": home, "lab": lab}
    ours |= code_files.addresses(base_url)
    return {**page, **ours, "fullMathjaxUrl": None, "mathjaxConfig": None}


def page_settings(patience: int = PATIENCE, look: int = LOOK) -> Config:
    """What holds for our pages under Voila alone and under a Jupyter server."""
    settings = Config()
    settings.VoilaConfiguration.template = "tabletop"
    settings.VoilaConfiguration.allow_template_override = "NO"
    settings.VoilaConfiguration.allow_theme_override = "NO"
    settings.VoilaConfiguration.strip_sources = True
    settings.VoilaConfiguration.http_keep_alive_timeout = HEARTBEAT
    settings.VoilaConfiguration.show_tracebacks = False
    settings.VoilaConfiguration.file_allowlist = []
    settings.VoilaConfiguration.extension_allowlist = FRONT_ENDS
    settings.VoilaConfiguration.prelaunch_hook = receive
    settings.VoilaConfiguration.page_config_hook = shape_page
    settings.MappingKernelManager.cull_idle_timeout = patience
    settings.MappingKernelManager.cull_interval = look
    settings.MappingKernelManager.cull_connected = False
    return settings


def extension_settings() -> Config:
    """The settings of Voila in a Jupyter server, whose other kernels want more patience."""
    settings = page_settings(patience=3 * PATIENCE, look=3 * LOOK)
    settings.ServerApp.kernel_manager_class = PageKernels
    settings.ServerApp.kernel_websocket_connection_class = PromptConnection
    settings.ServerApp.jpserver_extensions = {"widgets.voila.extension": True}
    return settings


def server_settings(
    notebooks: Notebooks, base_url: str, patience: int, look: int, most_pages: int = 0, share_at: str = ""
) -> Config:
    """The settings of Voila alone, for these notebooks; Voila's own settings files are not read."""
    settings = page_settings(patience, look)
    lab = LAB in notebooks.pages
    settings.VoilaConfiguration.page_config_hook = partial(shape_page, share_at=share_at, home=base_url, lab=lab)
    settings.VoilaConfiguration.prelaunch_hook = partial(receive, names=notebooks.names)
    settings.VoilaConfiguration.multi_kernel_manager_class = PageKernels
    settings.PageKernels.spare = True
    settings.KernelProvisionerFactory.default_provisioner_name = nursery.NAME
    settings.PageKernels.most_pages = most_pages
    settings.Voila.kernel_websocket_connection_class = PageConnection
    settings.Voila.config_file_paths = []
    settings.NotebookNotary.db_file = ":memory:"  # signatures of notebooks: Jupyter's home need not be writable
    settings.NotebookNotary.secret = os.urandom(32)
    settings.Voila.root_dir = str(notebooks.folder)
    settings.Voila.base_url = base_url
    settings.Voila.open_browser = False
    settings.Voila.tornado_settings = {
        "websocket_max_message_size": LARGEST_MESSAGE,
        "ws_ping_interval": PING,
        "ws_ping_timeout": 3 * PING,
    }
    return settings


def find_template() -> None:
    """Let Jupyter find our template: it looks for voila/templates/ in the folders of JUPYTER_PATH."""
    folders = [str(Path(__file__).parents[1]), os.environ.get("JUPYTER_PATH", "")]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, folders))
