"""Which address a request comes from, also through another web server on this machine.

A web server in front names the visitor in `X-Forwarded-For`, behind whatever the visitor wrote there. So the last
address counts, and only if the request comes from this machine: everybody else could write any address. A web server on
another machine is one address for all its visitors, who then wait for each other's wrong codes, a few seconds at most.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
from hashlib import sha256

from tornado.httputil import HTTPServerRequest

_KEY = os.urandom(16)  # of this server: nobody who reads a digest finds the address by trying all
HOME_OF_ONE = 64  # bits: who has one IPv6 address usually has all that begin like it


def caller_of(request: HTTPServerRequest) -> str:
    """Return a name for the address of a request: always the same, and no way back to it."""
    return hmac.new(_KEY, address_of(request).encode(), sha256).hexdigest()[:20]


def address_of(request: HTTPServerRequest) -> str:
    """Return the address of a request, as far as it can be trusted."""
    peer = _address(request.remote_ip or "")
    if peer is not None and not peer.is_loopback:
        return _home(peer)
    said = ",".join(request.headers.get_list("X-Forwarded-For")).split(",")
    named = _address(said[-1].strip())
    return _home(named) if named is not None else "here"


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _home(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((int(address), HOME_OF_ONE), strict=False))
