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
FROM = re.compile(r'from "\./(\w+)\.js"')
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";', re.MULTILINE)
HANDED_ON = re.compile(r'^export \{([^}]*)\} from "\./(\w+)\.js";', re.MULTILINE)
LISTED = re.compile(r"^export \{([^}]*)\};", re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)
SERVED = "TABLETOP_SERVED"  # set for kernels whose server hands out the code as files


def screen_code() -> dict[str, Any]:
    """What draws a table: all modules as one, and styles.

    It is read anew each time: it is asked for once by a browser, and a page's kernel would keep a megabyte for nothing.
    """
    code = {path.stem: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")) if path != STUB}
    styles = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
    return {"code": linked(code), "styles": styles}


def linked(code: dict[str, str]) -> str:
    """Make one module of all, which exports what `main` renders: a browser takes far longer for sixty.

    Each becomes a function that runs once, after those it imports, and gives back what it exports. Raise for a form of
    import or export that our modules do not use.
    """
    order = TopologicalSorter({name: FROM.findall(text) for name, text in code.items()}).static_order()
    return "\n".join([*(_as_function(name, code[name]) for name in order), "export const { render } = in_main;"])


def _as_function(name: str, text: str) -> str:
    handed_on = [(one, f"in_{other}.{one}") for names, other in HANDED_ON.findall(text) for one in _names(names)]
    own = [one for names in LISTED.findall(text) for one in _names(names)] + [own for _, own in EXPORT.findall(text)]
    text = LISTED.sub("", HANDED_ON.sub("", IMPORT.sub(r"const {\1} = in_\2;", text)))
    text = EXPORT.sub(r"\1 \2", text)
    if left := LEFT.search(text):
        raise SyntaxError(f"{name}.js: can't link {left[0]!r}")
    exports = ", ".join([*own, *(f"{one}: {where}" for one, where in handed_on)])
    return f"const in_{name} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();"


def _names(listed: str) -> list[str]:
    return [name for one in listed.split(",") if (name := one.strip())]


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
