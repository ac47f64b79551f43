"""Links for somebody else: what is in them, what is never in them, and the picture that a phone reads."""

from __future__ import annotations

import re

import pytest
from page import Page

from widgets.app import door, learn, play
from widgets.serve import network_addresses, origins_for_others
from widgets.sharing import ADDRESSES, ALONE, LONGEST, TOO_LONG, for_others, qr_code, share

ADDRESS = "http://192.0.2.7:8866/voila/render/royal_ascension.ipynb"
BOX = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def saved(page: Page, address: str = ADDRESS) -> dict:
    page.send("hello", address=address)
    return page.send("open", drawer="save")["drawer"]


def test_the_link_leads_to_this_table_and_to_no_other() -> None:
    page = Page(play("royal_ascension", dealt=True), greet=False)
    link = saved(page)["share"]["link"]
    assert link.startswith(f"{ADDRESS}#play=person,greedy,greedy~TN")
    again = Page(play("royal_ascension"), greet=False)
    again.send("hello", link={"play": link.partition("=")[2]})
    assert again.screen["scene"] == page.screen["scene"]


def test_before_anything_was_done_the_link_leads_to_the_page() -> None:
    assert saved(Page(learn("royal_ascension", "battle"), greet=False))["share"]["link"] == ADDRESS


@pytest.mark.parametrize(
    "address", [f"{ADDRESS}?token=abc123", f"{ADDRESS}#x", "http://me:abc123@host/x", "vscode-webview://x/y", "x" * 600]
)
def test_what_is_no_plain_address_is_not_shared_and_costs_nothing(address: str) -> None:
    page = Page(play("royal_ascension"), greet=False)
    assert "share" not in saved(page, address)
    assert page.screen["kind"] == "table" and "abc123" not in "".join(page.traffic)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "games.localhost"])
def test_an_address_of_this_machine_alone_says_so(host: str) -> None:
    found = share(f"http://{host}:8866/x", {"play": "TT1.x"})
    assert found["note"] == ALONE and found["qr"] is None


def test_a_link_that_is_too_long_for_a_picture() -> None:
    found = share(ADDRESS, {"play": "x" * LONGEST})
    assert found["note"] == TOO_LONG and found["qr"] == qr_code(ADDRESS)
    assert found["link"].endswith("x" * LONGEST)


def test_the_picture_is_a_qr_code() -> None:
    """Its squares, drawn again from the outline: every QR code has the same three corners."""
    code = qr_code(ADDRESS)
    assert code is not None
    boxes = [tuple(map(int, one)) for one in BOX.findall(code["path"])]
    dark = {(x + n, y) for x, y, length, _ in boxes for n in range(length)}
    assert BOX.sub("", code["path"]) == ""
    last = code["size"] - 1
    ring = [(x, y) for x in range(7) for y in range(7) if {x, y} & {0, 6}]
    for corner in (lambda x, y: (x, y), lambda x, y: (last - x, y), lambda x, y: (x, last - y)):
        assert {corner(x, y) for x, y in ring} <= dark
        assert corner(1, 1) not in dark and corner(3, 3) in dark


def test_the_door_shows_pupils_the_way_in() -> None:
    page = Page(door(), greet=False)
    assert page.send("hello", address=ADDRESS)["share"]["link"] == ADDRESS


@pytest.mark.parametrize(
    ("host", "names", "origins"),
    [
        ("localhost", [], []),
        ("127.0.0.1", ["tables.school"], []),
        ("0.0.0.0", ["tables.school"], ["http://tables.school:8866"]),
        ("192.0.2.7", [], ["http://192.0.2.7:8866"]),
    ],
)
def test_where_others_find_the_server(host: str, names: list[str], origins: list[str]) -> None:
    assert origins_for_others(host, names, 8866) == origins


def test_a_server_for_the_whole_network_is_found_by_its_number() -> None:
    origins = origins_for_others("0.0.0.0", [], 8866)
    assert origins and not re.search("localhost|127", " ".join(origins))


def test_a_machine_in_several_networks_tells_all_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of the way to others first; none that only the machine itself can use."""
    found = ["127.0.1.1", "169.254.3.4", "10.0.0.8", "192.168.1.5"]
    monkeypatch.setattr("socket.gethostbyname_ex", lambda name: (name, [], found))
    monkeypatch.setattr("socket.socket.connect", lambda probe, place: None)
    monkeypatch.setattr("socket.socket.getsockname", lambda probe: ("192.168.1.5", 9))
    assert network_addresses() == ["192.168.1.5", "10.0.0.8"]
    monkeypatch.setenv(ADDRESSES, " ".join(origins_for_others("0.0.0.0", [], 8866)))
    assert for_others("http://192.168.1.5:8866/x") == ["http://192.168.1.5:8866/x", "http://10.0.0.8:8866/x"]
    assert for_others("https://tables.school/x") == ["https://tables.school/x"], "a web server in front of it"
    assert for_others("http://localhost:8866/x") == []
