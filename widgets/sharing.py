"""A link for somebody else: an address that others can open, and the same as a picture that a phone reads.

The page says where it stands, without what a server may have asked for behind it (a token is never shared); a table
adds what it keeps in the link.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address
from itertools import groupby
from typing import Any
from urllib.parse import quote, urlsplit

LONGEST = 900  # characters of a link that a phone still reads from a screen
START = "tabletop play --host 0.0.0.0"  # how a server is started that others can reach
ALONE = f"Only this computer can open this link. To let others in, close the program and restart it with: {START}"
ADDRESSES = "TABLETOP_ADDRESSES"  # where a server says how others reach it, to the kernels of its pages
TOKEN = (
    "To join here, others need this server's token, and with it they can run any code here. "
    "Give it only to people you trust. Give everyone else the save code."
)
OWN_SERVERS = "Everyone opens the tables on their own server and types this code on its first page."
TOO_LONG = "This QR code leads only to the page: the link to this table is too long for it."


def needs_token() -> bool:
    """Whether a page of this machine opens only for those who have the right to run code on it: Binder, JupyterHub."""
    return any(os.environ.get(name) for name in ("BINDER_LAUNCH_HOST", "BINDER_REPO_URL", "JUPYTERHUB_API_URL"))


def share(address: str, keep: Mapping[str, str]) -> dict[str, Any]:
    """The link to a table as it stands, with its picture, and a note where something must be said about it."""
    link = with_kept(address, keep)
    if is_here_only(urlsplit(address).hostname or ""):
        return {"link": link, "qr": None, "note": ALONE}
    fits = len(link) <= LONGEST
    return {"link": link, "qr": qr_code(link if fits else address), "note": "" if fits else TOO_LONG}


def with_kept(address: str, keep: Mapping[str, str]) -> str:
    """An address with all that a table keeps behind its `#`, written as the page itself writes it."""
    kept = "&".join(f"{quote(key, safe=',')}={quote(value, safe=',')}" for key, value in keep.items() if value)
    return f"{address}#{kept}" if kept else address


def for_others(address: str) -> list[str]:
    """The addresses at which others may find a page, the likeliest first; none if only this machine can open it."""
    found = urlsplit(address)
    if is_here_only(found.hostname or ""):
        return []
    origin = f"{found.scheme}://{found.netloc}"
    known = os.environ.get(ADDRESSES, "").split()
    others = [one for one in known if one != origin] if origin in known else []
    return [address, *(one + address.removeprefix(origin) for one in others)]


def is_here_only(host: str) -> bool:
    """Whether a host is this machine to itself, and something else to everybody else."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@lru_cache(4)
def qr_code(text: str) -> dict[str, Any] | None:
    """A QR code as the outline of its dark squares, on a grid of `size` units; None where the library is missing."""
    try:
        import segno  # only a page that shows a link needs it
    except ModuleNotFoundError:
        return None
    rows = [bytes(row) for row in segno.make(text, error="l", micro=False).matrix]
    return {"size": len(rows), "path": "".join(_runs(row, y) for y, row in enumerate(rows))}


def _runs(row: bytes, y: int) -> str:
    """The dark squares of a row, each run of them as one box."""
    x, boxes = 0, []
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            boxes.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(boxes)
