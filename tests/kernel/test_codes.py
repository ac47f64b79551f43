"""A share code is a save in a link: short, checked, and as safe to paste as anything."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, check_playable, json_values, random_table

from tabletop_kernel import SaveError, Session
from tabletop_kernel.saves import CODE_PREFIX, LUCK, MAX_CODE, MAX_INPUTS, MAX_SAVE

TABLE = random_table(3, 120)
CODE = TABLE.code()
PAYLOAD = zlib.decompress(base64.urlsafe_b64decode(CODE[len(CODE_PREFIX) :] + "=="))
HEAD, _, REST = PAYLOAD.partition(b"\n")
NUMBERS, DICE = REST[:-LUCK], REST[-LUCK:]


def packed(payload: bytes) -> str:
    return CODE_PREFIX + base64.urlsafe_b64encode(zlib.compress(payload, 9)).decode().rstrip("=")


def head(**changes: Any) -> bytes:
    return json.dumps({**json.loads(HEAD), **changes}).encode()


def refused(code: Any, *words: str) -> None:
    with pytest.raises(SaveError) as caught:
        Session.from_code(code)
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 500
    for word in words:
        assert word in said, said


def loads_or_is_refused(code: str) -> None:
    try:
        session = Session.from_code(code)
    except SaveError as error:
        assert len(str(error)) < 500
    else:
        check_playable(session, 1, 30)


@pytest.mark.parametrize("seed", range(12))
def test_round_trip(seed: int) -> None:
    table = random_table(seed, 300)
    again = Session.from_code(table.code())
    assert again.position() == table.position()
    assert again.inputs == table.inputs
    assert again.save() == table.save()
    started = Session.at(GAME, table.position())
    assert Session.from_code(started.code()).position() == table.position()


def test_it_is_short_and_fits_in_a_link() -> None:
    assert len(CODE) < 1500
    assert set(CODE) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    assert Session.from_code(f"  {CODE}\n").position() == TABLE.position()  # as people paste it


@pytest.mark.parametrize(
    "code", [None, 7, True, b"TN2.", CODE.encode(), [], {}, "", "TN2", "TN3." + CODE[4:], "tn2." + CODE[4:], "x" + CODE]
)
def test_wrong_beginning(code: Any) -> None:
    refused(code, CODE_PREFIX)


def test_truncated_anywhere() -> None:
    for end in range(len(CODE_PREFIX), len(CODE)):
        refused(CODE[:end], "damaged")


def test_every_bit_counts() -> None:
    raw = base64.urlsafe_b64decode(CODE[len(CODE_PREFIX) :] + "==")
    for bit in range(0, len(raw) * 8, 3):
        bent = bytearray(raw)
        bent[bit // 8] ^= 1 << bit % 8
        try:
            session = Session.from_code(CODE_PREFIX + base64.urlsafe_b64encode(bytes(bent)).decode())
        except SaveError:
            continue
        assert session.position() == TABLE.position()  # zlib ignores a few bits of its own head


@pytest.mark.parametrize("tail", ["A", "AAAA", "====", "!", "é", "\ud800", "\x00", " x", "." * 50])
def test_something_added(tail: str) -> None:
    refused(CODE + tail, "damaged")


def test_bombs_are_refused_in_little_memory() -> None:
    squeeze = zlib.compressobj(9)
    block = bytes(10_000_000)
    bomb = squeeze.compress(block) + b"".join(squeeze.compress(block) for _ in range(6)) + squeeze.flush()
    codes = [CODE_PREFIX + base64.urlsafe_b64encode(bomb).decode()]
    codes.append(packed(HEAD + b"\n" + bytes(MAX_SAVE * 4)))
    assert len(codes[0]) < MAX_CODE  # 70 MB in less than 100,000 characters
    for code in codes:
        tracemalloc.start()
        refused(code, "unfolds")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()


def test_gigabytes_do_not_even_fit() -> None:
    """Deflate packs at most 1032 to 1: what unpacks to gigabytes is longer than any code of ours."""
    refused(CODE_PREFIX + "A" * 5_000_000, f"{MAX_CODE:,}")
    refused(CODE_PREFIX + " " * 50_000_000, f"{MAX_CODE:,}")


def test_a_game_without_an_end_stops() -> None:
    """Laying a card down and taking it back forever is legal; a code of it is still refused in bounded time."""
    position = {
        "seats": 3, "now": "commit", "battle": {"fighters": [0, 1]}, "clubs": [["7C"], [], []],
    }  # fmt: skip
    table = Session.at(GAME, position)
    table.submit(0, ("commit", "7C"))
    table.submit(0, ("take-back", "7C"))
    text = zlib.decompress(base64.urlsafe_b64decode(table.code()[len(CODE_PREFIX) :] + "=="))
    start, _, twice = text.partition(b"\n")
    assert len(twice) == 2 + LUCK
    twice = twice[:-LUCK]
    refused(packed(start + b"\n" + twice * (MAX_INPUTS // 2 + 1) + bytes(LUCK)), f"{MAX_INPUTS + 2:,} moves")


@pytest.mark.parametrize(
    ("payload", "word"),
    [
        (b"", "JSON"),
        (b"\n", "JSON"),
        (b"[]\n", "table"),
        (b"null\n", "table"),
        (b"{}\n", "format"),
        (b"\xff\xfe\n", "damaged"),
        (b"[" * 100_000, "unfolds"),
        (b"[" * 50_000, "characters"),
        (b"[" * 6_000, "entries"),
        (b"[" * 4_000, "JSON"),
        (HEAD[:-1], "JSON"),
        (HEAD + NUMBERS, ""),
        (head(format=2), "format"),
        (head(game="chess"), "not here"),
        (head(version="0"), "version"),
        (head(pack="x"), "pack"),
        (head(seats=2), "three or four"),
        (head(seats=None), "seats"),
        (head(seed=None), "seed"),
        (head(seed=-1), "seed"),
        (head(rulings=7), "mapping"),
        (head(start=7), "position"),
        (HEAD + b"\n" + NUMBERS + bytes(LUCK), "dice"),
        (HEAD + b"\n" + NUMBERS, "dice"),
        (HEAD + b"\n" + DICE[:2], "dice"),
        (head(seed=4) + b"\n" + REST, "fit"),
        (HEAD + b"\n" + NUMBERS[:-1] + DICE, "dice"),
        (HEAD + b"\n\x05" + DICE, "move 1"),
        (HEAD + b"\n\x80" + DICE, "damaged"),
        (HEAD + b"\n\xff\xff\xff\xff\x7f" + DICE, "move 1"),
        (HEAD + b"\n\xff\xff\xff\xff\xff\xff\xff" + DICE, "damaged"),
        (HEAD + b"\n" + b"\xff" * 10_000, "damaged"),
        (HEAD + b"\n" + b"\xff" * 100_000, "unfolds"),
    ],
)
def test_wrong_inside(payload: bytes, word: str) -> None:
    refused(packed(payload), word)


def test_a_code_of_another_game() -> None:
    with pytest.raises(Exception, match="A table needs a game"):
        Session.from_code(CODE, "royal_ascension")  # type: ignore[arg-type]


@given(st.text(max_size=60))
@settings(max_examples=80)
def test_random_text(text: str) -> None:
    loads_or_is_refused(text)
    loads_or_is_refused(CODE_PREFIX + text)


@given(st.binary(max_size=60))
@settings(max_examples=80)
def test_random_bytes(raw: bytes) -> None:
    loads_or_is_refused(CODE_PREFIX + base64.urlsafe_b64encode(raw).decode())
    loads_or_is_refused(packed(raw))
    loads_or_is_refused(packed(HEAD + b"\n" + raw))
    loads_or_is_refused(packed(HEAD + b"\n" + raw + bytes(LUCK)))


@given(st.dictionaries(st.sampled_from(list(json.loads(HEAD))), json_values, max_size=3))
@settings(max_examples=100)
def test_random_heads(changes: dict[str, Any]) -> None:
    loads_or_is_refused(packed(head(**changes) + b"\n" + REST))


@given(st.lists(st.integers(0, 127), max_size=40))
@settings(max_examples=60)
def test_random_moves(numbers: list[int]) -> None:
    loads_or_is_refused(packed(HEAD + b"\n" + bytes(numbers) + DICE))
