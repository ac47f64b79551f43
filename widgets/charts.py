"""Charts: plotly figures as plain data, and plotly's drawing code for a page that wants to draw one.

plotly is not imported: its Python half costs a page's kernel four seconds and sixty megabytes, and the page needs only
the JavaScript that comes with it. Our server hands it out as a file that the browser keeps; in JupyterLab, whose server
knows nothing of us, it goes through the kernel.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from tabletop_kernel.errors import SetupError

SERVED = "TABLETOP_SERVED"  # set for kernels whose server hands out the drawing code itself


def plotly_code() -> bytes:
    """The JavaScript that draws charts."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        raise SetupError("Charts need plotly: pip install plotly")
    return (Path(spec.origin).parent / "package_data" / "plotly.min.js").read_bytes()


def plotly_for_page() -> bytes:
    """The same for a page that has no other way to it than its kernel."""
    if os.environ.get(SERVED):
        raise SetupError("The drawing code for charts is a file of this server.")
    return plotly_code()
