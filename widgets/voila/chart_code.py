"""The drawing code for charts as a file of the server: asked for once by a browser, and kept by it."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, RequestHandler

from widgets.charts import plotly_code

A_YEAR = 365 * 24 * 3600
# Run as a script of its own: the page's module loader, if there is one, must not catch it.
BEFORE, AFTER = b"(function (define, module, exports) {\n", b"\n}).call(window);"


@cache
def version() -> str:
    """A name that changes when the code does; empty where there is no plotly."""
    try:
        return hashlib.blake2s(plotly_code(), digest_size=8).hexdigest()
    except Exception:
        return ""


@cache
def packed() -> bytes:
    """The code as it goes over the wire: a third of its size, and the same for everybody."""
    return gzip.compress(BEFORE + plotly_code() + AFTER, 9)


class ChartCode(RequestHandler):
    """`charts-<version>.js`: it never changes, so nobody needs to ask again."""

    def get(self, wanted: str) -> None:
        if not wanted or wanted != version():
            raise HTTPError(404)
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", f"public, max-age={A_YEAR}, immutable")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(packed())
        else:
            self.finish(gzip.decompress(packed()))

    def write_error(self, status_code: int, **more: Any) -> None:
        self.finish("There is no such file.")


def address(base_url: str) -> str:
    """Where a page finds the code; empty where there is none."""
    return url_path_join(base_url, f"voila/charts-{version()}.js") if version() else ""


def handlers(base_url: str) -> list[Any]:
    """What a server must add to hand it out."""
    return [(url_path_join(base_url, r"voila/charts-(\w*)\.js"), ChartCode)]
