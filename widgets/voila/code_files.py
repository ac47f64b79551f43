"""The code that draws, as files of the server: a browser asks for each of them once, and keeps it."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, RequestHandler

from tabletop_kernel.contract.errors import SetupError
from widgets.drawing import plotly_code, screen_code, screen_version, version_of

A_YEAR = 365 * 24 * 3600
# Run as a script of its own: the page's module loader, if there is one, must not catch it.
BEFORE, AFTER = b"(function (define, module, exports) {\n", b"\n}).call(window);"
KINDS = {"js": "text/javascript; charset=utf-8", "json": "application/json"}


def names() -> dict[str, str]:
    """The files by what they are for. Each has the version of its content in its name, so it never changes."""
    return {"screenCode": f"screen-{screen_version()}.json", **_chart_name()}


@cache
def _chart_name() -> dict[str, str]:
    with suppress(SetupError):  # without plotly there are no charts
        return {"chartCode": f"charts-{version_of(plotly_code())}.js"}
    return {}


@lru_cache(2)
def packed(name: str) -> bytes:
    """A file as it goes over the wire: a third of its size, and the same for everybody."""
    plain = json.dumps(screen_code()).encode() if name.startswith("screen") else BEFORE + plotly_code() + AFTER
    return gzip.compress(plain, 9)


class CodeFile(RequestHandler):
    """One of the files; nobody needs to ask for it again."""

    def get(self, name: str) -> None:
        if name not in names().values():
            raise HTTPError(404)
        self.set_header("Content-Type", KINDS[name.rpartition(".")[2]])
        self.set_header("Cache-Control", f"public, max-age={A_YEAR}, immutable")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(packed(name))
        else:
            self.finish(gzip.decompress(packed(name)))

    def write_error(self, status_code: int, **more: Any) -> None:
        self.finish("There is no such file.")


def addresses(base_url: str) -> dict[str, str]:
    """Where a page finds the files."""
    return {what: url_path_join(base_url, "voila", name) for what, name in names().items()}


def handlers(base_url: str) -> list[Any]:
    """What a server must add to hand them out."""
    return [(url_path_join(base_url, r"voila/((?:screen|charts)-\w*\.\w+)"), CodeFile)]
