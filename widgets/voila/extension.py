"""What a Jupyter server (on Binder) needs beside Voila to show our pages."""

from __future__ import annotations

from typing import Any

from widgets.voila import code_files


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "widgets.voila.extension"}]


def _load_jupyter_server_extension(server: Any) -> None:
    server.web_app.add_handlers(".*$", code_files.handlers(server.web_app.settings["base_url"]))
