"""The code that draws a page: our own modules and styles, and plotly's for charts.

Our server hands both out as files that a browser keeps. In JupyterLab, whose server knows nothing of us, they go
through the kernel, each when it is first needed.

plotly is not imported: its Python half costs a page's kernel four seconds and sixty megabytes, and the page needs only
the JavaScript that comes with it; figures are plain data.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache, lru_cache
from graphlib import TopologicalSorter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tabletop_kernel.contract.errors import SetupError

STATIC = Path(__file__).parent / "static"
STUB = STATIC / "stub.js"
IMPORT = re.compile(r'from "\./(\w+)\.js"')
COMMENT = re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)
SERVED = "TABLETOP_SERVED"  # set for kernels whose server hands out the code as files


def screen_code() -> dict[str, Any]:
    """What draws a table: modules in an order in which each comes after those it imports, and styles.

    It is read anew each time: it is asked for once by a browser, and a page's kernel would keep a megabyte for nothing.
    """
    code = {path.stem: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")) if path != STUB}
    order = TopologicalSorter({name: IMPORT.findall(text) for name, text in code.items()}).static_order()
    styles = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
    return {"modules": [[name, code[name]] for name in order], "styles": styles}


def screen_version() -> str:
    """A name that changes when the code does, as it is on the disk now: whoever works on it only reloads the page."""
    return _screen_version(max(path.stat().st_mtime_ns for path in STATIC.iterdir()))


@lru_cache(1)
def _screen_version(changed: int) -> str:
    digest = hashlib.blake2s(digest_size=6)
    for path in sorted(STATIC.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def stub() -> str:
    """What every table carries: the way to the code, without what is said about it."""
    return re.sub(COMMENT, "", STUB.read_text(encoding="utf-8")).replace("VERSION", screen_version())


def plotly_code() -> bytes:
    """What draws charts."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        raise SetupError("Charts need plotly: pip install plotly")
    return (Path(spec.origin).parent / "package_data" / "plotly.min.js").read_bytes()


def version_of(code: bytes) -> str:
    return hashlib.blake2s(code, digest_size=6).hexdigest()


def served() -> bool:
    """Whether the page is one of our own server's; else it is a notebook in which somebody works."""
    return bool(os.environ.get(SERVED))


def check_needed() -> None:
    """That a page has no other way to the code than its kernel."""
    if served():
        raise SetupError("The drawing code is a file on this server.")
