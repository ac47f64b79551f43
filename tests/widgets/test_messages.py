"""Messages from the page are a stranger's: a bad one is refused with a sentence, and changes nothing."""

from __future__ import annotations

import json

import pytest
from depth import draw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from page import Page

from widgets.app import door, learn, play


@pytest.fixture
def page() -> Page:
    return Page(play("royal_ascension", dealt=True, seed=7))


def truth(page: Page) -> str:
    """Everything that a message could have changed, as text."""
    room = page.view._receive.__self__.room
    return json.dumps([room.session.save(), room.viewer, room.started, [str(seat) for seat in room.seats]])


HUGE = "x" * 1_000_000
BAD = [
    None,
    7,
    [],
    "roll",
    {},
    {"do": None},
    {"do": "__init__"},
    {"do": "draw"},
    {"do": "session"},
    {"do": "receive", "content": {}},
    {"do": "move"},
    {"do": "move", "move": "roll"},
    {"do": "move", "move": {"verb": "roll"}},
    {"do": "move", "move": [["roll"]]},
    {"do": "move", "move": ["roll"] * 1000},
    {"do": "move", "move": [HUGE]},
    {"do": "move", "move": ["roll", 10**400]},
    {"do": "move", "move": ["roll", 1], "seat": 1},
    {"do": "move", "move": ["roll", 1], "seat": None},
    {"do": "move", "move": ["roll", 1], "seat": "0"},
    {"do": "move", "move": ["roll", 1], "seat": False},
    {"do": "move", "move": ["roll", 1], "at": 0},
    {"do": "move", "move": ["roll", 1], "at": "now"},
    {"do": "move", "move": ["roll", 1], "at": True},
    {"do": "move", "move": ["roll", 1], "extra": 1},
    {"do": "type", "text": HUGE},
    {"do": "type", "text": "<img src=x onerror=alert(1)>"},
    {"do": "goto", "number": -1},
    {"do": "goto", "number": 10**9},
    {"do": "goto", "number": 1.5},
    {"do": "goto", "number": True},
    {"do": "line", "id": 99},
    {"do": "open", "drawer": "../../etc/passwd"},
    {"do": "library", "name": "../secrets"},
    {"do": "show", "rule": "no.such-rule"},
    {"do": "restore", "code": HUGE},
    {"do": "restore", "code": "TN1.AAAA"},
    {"do": "restore", "code": "<script>alert(1)</script>"},
    {"do": "restore", "code": "TT1.../../../etc/passwd"},
    {"do": "restore", "code": "greedy,person,person~TT1.abc"},
    {"do": "sit", "chair": 0, "who": "__import__('os')"},
    {"do": "sit", "chair": "0", "who": "person"},
    {"do": "sit", "chair": "0019", "who": "person"},
    {"do": "sit", "chair": 3, "who": "person"},
    {"do": "call", "chair": True, "name": "Anna"},
    {"do": "call", "chair": 0, "name": "\ud800"},
    {"do": "players", "count": 99999},
    {"do": "players", "count": "²"},
    {"do": "players", "count": "0039999999999999"},
    {"do": "players", "count": 39999999999999},
    {"do": "players", "count": 3.0},
    {"do": "players", "count": None},
    {"do": "ruling", "id": "ruling.ace-value", "choice": "none"},
    {"do": "ruling", "id": "ruling.ace-value", "choice": 14},
    {"do": "type", "text": "walk ²"},
    {"do": "type", "text": "walk --4"},
    {"do": "search", "text": "\ud83d"},
    {"do": "lift"},
    {"do": "think"},
    {"do": "coach", "move": ["roll", 1]},
    {"do": "reason", "seat": "0"},
    {"do": "coached"},
    {"do": "coached", "on": "yes"},
    {"do": "remember", "on": 1},
    {"do": "forget"},
    {"do": "forget", "sure": False},
    {"do": "forget", "sure": "yes"},
    {"do": "open", "drawer": "knowledge"},
    {"do": "hello", "link": {"a": HUGE}},
    {"do": "hello", "link": [1]},
    {"do": ["a"]},
    {"do": {"a": 1}},
]


@pytest.mark.parametrize("message", BAD, ids=lambda m: json.dumps(m)[:60])
def test_a_bad_message_is_refused_with_a_sentence(page: Page, message: object) -> None:
    before, at = truth(page), page.screen["at"]
    if isinstance(message, dict):
        message = {"at": at, "seat": page.screen["viewer"], **message}
    screen = page.raw(message)
    assert truth(page) == before
    assert screen["kind"] == "table"
    assert "but nothing changed" not in json.dumps(screen)
    if not isinstance(message, dict) or message.get("do") != "hello":
        assert screen["why"]["text"], "the page must say why"
        assert len(screen["why"]["text"]) < 400 and "?." not in screen["why"]["text"]


def test_buffers_are_refused(page: Page) -> None:
    before = truth(page)
    screen = page.raw({"do": "undo", "at": page.screen["at"], "seat": 0}, [b"\0" * 10])
    assert truth(page) == before and screen["why"]["text"]


def test_a_message_works_once(page: Page) -> None:
    """Replayed, it comes from a page that no longer stands."""
    message = {"do": "move", "move": ["roll", 1], "at": page.screen["at"], "seat": 0}
    page.raw(message)
    after = truth(page)
    assert "has changed since" in page.raw(message)["why"]["text"]
    assert truth(page) == after


def test_the_page_cannot_set_anything(page: Page) -> None:
    """A forged state update would put a screen of a stranger's before the player."""
    before = page.screen
    forged = {"method": "update", "state": {"screen": {"kind": "table"}, "_esm": "alert(1)"}, "buffer_paths": []}
    page.view._handle_msg({"content": {"data": forged}, "buffers": []})
    assert page.screen == before
    assert "alert" not in page.view._esm


@pytest.mark.parametrize("message", [{}, {"content": {}}, {"content": {"data": 5}}, {"content": {"data": {}}}])
def test_a_message_without_form_is_harmless(page: Page, message: dict[str, object]) -> None:
    before = truth(page)
    page.view._handle_msg(message)
    assert truth(page) == before


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20), lambda s: st.lists(s, max_size=4), max_leaves=6
)
ACTS = ["move", "ask", "type", "undo", "goto", "branch", "line", "go-on", "lift", "public", "open", "close", "search"]
ACTS += ["sit", "call", "players", "option", "ruling"]
ACTS += ["start", "again", "restore", "hint", "answer", "predict", "step", "retry", "show", "play", "reason"]
ACTS += ["coach", "think", "coached", "remember", "forget"]


@pytest.mark.deep
@settings(max_examples=draw(15, deep=300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.dictionaries(st.sampled_from(
    ["move", "text", "number", "id", "all", "drawer", "rule", "chair", "who", "name", "count", "code", "n", "choice",
     "fresh", "dealt"]
), plain, max_size=3)), max_size=6))  # fmt: skip
def test_no_sequence_of_messages_breaks_a_table(messages: list[tuple[str, dict[str, object]]]) -> None:
    """After any nonsense there is a table, and no sentence of it speaks of an inner fault."""
    for view in (play("royal_ascension", dealt=True, seed=7), learn("royal_ascension", "battle")):
        page = Page(view)
        for do, fields in messages:
            screen = page.send(do, **fields)
            assert screen["kind"] in ("table", "curtain")
            assert "but nothing changed" not in json.dumps(screen)


def test_the_door_takes_codes_and_nothing_else() -> None:
    page = Page(door())
    assert page.send("restore", code="utter nonsense")["problem"].startswith("We don't recognise this code")
    assert page.send("restore", code="TN1.zzz")["problem"]
    assert page.raw({"do": "start"})["problem"]
    assert page.screen["go"] == ""


def test_markup_in_a_name_is_only_text() -> None:
    page = Page(play("royal_ascension"))
    page.send("call", chair=0, name="<b onclick=x()>Al")
    screen = page.send("open", drawer="setup")
    assert screen["drawer"]["seats"][0]["name"] == "<b onclick=x()>Al"  # the page sets text, never markup
    assert page.send("call", chair=0, name="a" * 21)["why"]["text"] == "A name can have at most 20 characters."
    assert page.send("call", chair=0, name="a,b~c")["why"]["text"].startswith("A name can have letters")
