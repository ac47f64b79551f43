"""Which address a message comes from: a page can't say so itself, and a web server in front can."""

from __future__ import annotations

import json

import pytest
from lines import Line, connect, frame, header
from running import Running
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from widgets.shared.guesses import CALLER
from widgets.voila.callers import address_of, caller_of
from widgets.voila.connection import BadFrame, with_caller


def asked(peer: str, *forwarded: str) -> HTTPServerRequest:
    line = RequestStartLine("GET", "/", "HTTP/1.1")
    request = HTTPServerRequest(start_line=line, headers=HTTPHeaders({"Host": "here"}))
    for one in forwarded:
        request.headers.add("X-Forwarded-For", one)
    request.remote_ip = peer
    return request


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),  # anybody can write that
        ("::ffff:192.0.2.7", [], "192.0.2.7"),
        ("2001:db8:1:2:3::4", [], "2001:db8:1:2::/64"),
        ("127.0.0.1", [], "here"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("::1", ["10.0.0.1, 198.51.100.1"], "198.51.100.1"),  # the visitor wrote the first, our web server the last
        ("127.0.0.1", ["10.0.0.1", "198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["[2001:db8:1:2:3::4]"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["nonsense"], "here"),
        ("127.0.0.1", ["9" * 5000], "here"),
        ("", [], "here"),
    ],
)
def test_the_address_of_a_request(peer: str, forwarded: list[str], address: str) -> None:
    assert address_of(asked(peer, *forwarded)) == address


def test_an_address_is_known_again_and_cannot_be_read() -> None:
    one, same, other = (caller_of(asked(peer)) for peer in ("192.0.2.7", "192.0.2.7", "192.0.2.8"))
    assert one == same != other and "192" not in one


@pytest.mark.parametrize("metadata", [b"", b"[]", b"1", b"null", b"{", b"\xff", b"[" * 10_000])
def test_metadata_that_are_none_are_refused(metadata: bytes) -> None:
    with pytest.raises(BadFrame):
        with_caller(metadata, "somebody")


def test_a_page_cannot_say_where_it_is(server: Running) -> None:
    page = Line(server.address, "echo")
    heard = []
    for forged, more in (({}, []), ({CALLER: "forged"}, []), ({}, ["X-Forwarded-For: 198.51.100.1"])):
        page.socket.close()
        page.socket = connect(page.address, header=more)
        data = {"method": "custom", "content": {}}
        parts = (header("comm_msg"), {}, forged, {"comm_id": page.tables[0], "data": data})
        page.send(frame(*(json.dumps(part).encode() for part in parts)))
        heard.append(page.until("comm_msg")[-1]["content"]["data"]["content"]["caller"])
    page.socket.close()
    usual, forged_too, forwarded = heard
    assert usual == forged_too != forwarded and "forged" not in heard and " " not in usual
