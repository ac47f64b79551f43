"""Charts: plotly figures as plain data, and plotly's drawing code for a page that asks for a chart.

plotly is not imported: its Python half costs a page's kernel four seconds and sixty megabytes, and the page needs only
the JavaScript that comes with it.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tabletop_kernel.errors import SetupError


def plotly_code() -> bytes:
    """The JavaScript that draws charts; sent to a page when it first asks for one."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        raise SetupError("Charts need plotly: pip install plotly")
    return (Path(spec.origin).parent / "package_data" / "plotly.min.js").read_bytes()
