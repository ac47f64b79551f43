"""A share code is a save in a link: short, checked, and as safe to paste as anything."""

from __future__ import annotations

import base64
import json
import random
import tracemalloc
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, calls, check_playable, json_values, random_table, step, to_and_fro

from tabletop_kernel import Refused, SaveError, Session
from tabletop_kernel.contract.untrusted import MAX_INPUTS
from tabletop_kernel.table.saves import CODE_PREFIX, LUCK_BYTES, MAX_CODE, MAX_SAVE, OLD_PREFIX

TABLE = random_table(3, 120)
CODE = TABLE.code()
PAYLOAD = zlib.decompress(base64.urlsafe_b64decode(CODE[len(CODE_PREFIX) :] + "=="))
HEAD, _, REST = PAYLOAD.partition(b"\n")
NUMBERS, DICE = REST[:-LUCK_BYTES], REST[-LUCK_BYTES:]


def packed(payload: bytes, prefix: str = CODE_PREFIX) -> str:
    return prefix + base64.urlsafe_b64encode(zlib.compress(payload, 9)).decode().rstrip("=")


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
        refused(code, "unpacked")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()


def test_gigabytes_do_not_even_fit() -> None:
    """Deflate packs at most 1032 to 1: what unpacks to gigabytes is longer than any code of ours."""
    refused(CODE_PREFIX + "A" * 5_000_000, f"{MAX_CODE:,}")
    refused(CODE_PREFIX + " " * 50_000_000, f"{MAX_CODE:,}")


def parts(table: Session) -> tuple[bytes, bytes, bytes]:
    """A code unfolded: its line of JSON, its moves, its luck."""
    text = table.code()[len(CODE_PREFIX) :]
    payload = zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    line, _, rest = payload.partition(b"\n")
    return line, rest[:-LUCK_BYTES], rest[-LUCK_BYTES:]


# -- small codes, large cost ------------------------------------------------------------------------------------------

MOST_CALLS = 3_000_000  # of functions, to open or refuse anything: about half a second


def test_a_game_without_an_end_stops() -> None:
    """Laying a card down and taking it back forever is legal; no move of such a code is made if there are too many."""
    line, twice, _ = parts(to_and_fro(2))
    assert len(twice) == 2
    endless = packed(line + b"\n" + twice * (MAX_INPUTS // 2 + 1) + bytes(LUCK_BYTES))
    assert len(endless) < 400
    assert calls(lambda: refused(endless, f"{MAX_INPUTS + 2:,} moves")) < 50_000


def test_the_longest_table_opens() -> None:
    table = to_and_fro(MAX_INPUTS)
    assert table.full
    assert table.moves(0) == []
    verdict = table.judge(0, ("commit", "7C"))
    assert verdict is not None
    assert verdict.rule == "table.long"
    code = table.code()
    assert calls(lambda: Session.from_code(code)) < MOST_CALLS
    assert Session.load(table.save()).inputs == table.inputs


def rich() -> Session:
    """Four fighters who hold all hearts and clubs: everybody has a long list of moves, again and again."""
    position: dict[str, Any] = {"seats": 4, "now": "commit", "battle": {"fighters": [0, 1, 2, 3], "kind": "decree"}}
    laid = Session.at(GAME, position).position()
    for suit in ("hearts", "clubs"):
        position[suit] = [laid[f"{suit}_deck"][seat::4] for seat in range(4)]
    return Session.at(GAME, position)


def test_a_code_is_played_only_as_far_as_its_work_is_allowed() -> None:
    table = rich()
    weapon = table.truth.clubs[3][0]
    table.submit(3, ("commit", weapon))
    table.submit(3, ("take-back", weapon))
    line, twice, luck = parts(table)
    endless = packed(line + b"\n" + twice * (MAX_INPUTS // 2) + luck)
    assert len(endless) < 500
    assert calls(lambda: refused(endless, "too long", "replay")) < MOST_CALLS
    old = json.loads(line) | {"luck": 0}
    numbers = b"".join(old_numbers(table))
    endless = packed(json.dumps(old).encode() + b"\n" + numbers * (MAX_INPUTS // 2), OLD_PREFIX)
    assert calls(lambda: refused(endless, "too long", "replay")) < MOST_CALLS


def test_a_table_stops_where_its_code_could_not_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    table = to_and_fro(20)
    monkeypatch.setattr("tabletop_kernel.table.session.MAX_WORK", table.mark.work)
    monkeypatch.setattr("tabletop_kernel.table.saves.MAX_WORK", table.mark.work)
    assert table.full
    with pytest.raises(Refused, match="20 moves"):
        table.submit(0, ("commit", "7C"))
    assert Session.from_code(table.code()).inputs == table.inputs
    assert Session.load(table.save()).inputs == table.inputs
    line, numbers, luck = parts(table)
    refused(packed(line + b"\n" + numbers + numbers[:1] + luck), "only 20 of its moves")
    table.undo()
    table.submit(0, ("take-back", "7C"))


@pytest.mark.parametrize("entry", [b"0", b"[]", b"{}", b'""', b'{"a":0}', b"[[]]", b'["7C","7C"]'])
def test_a_position_of_a_million_entries(entry: bytes) -> None:
    line = parts(to_and_fro(0))[0]
    many = [b",".join([entry] * number) for number in (1_000_000 // len(entry), 3_000, 9_000)]
    for inside in many:
        code = packed(line.replace(b'"clubs":[["7C"]', b'"clubs":[[' + inside + b"]"))
        assert len(code) < 5_000
        tracemalloc.start()
        assert calls(lambda code=code: refused(code)) < MOST_CALLS
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
        tracemalloc.stop()


def test_each_move_of_a_code_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several decide at the same time, only the moves of whoever moves are listed."""
    table, rnd = rich(), random.Random(1)
    for _ in range(60):
        step(table, rnd)
    assert len({one.seat for one in table.inputs}) == 4
    listed: list[int] = []
    list_moves = GAME.moves
    monkeypatch.setattr(GAME, "moves", lambda state, seat: listed.append(seat) or list_moves(state, seat))
    code, text = table.code(), table.save()
    again = Session.from_code(code)
    assert listed == [one.seat for one in table.inputs]
    assert again.inputs == table.inputs
    listed.clear()
    Session.load(text)
    assert listed == [one.seat for one in table.inputs]


# -- codes of earlier days --------------------------------------------------------------------------------------------


def old_numbers(table: Session) -> Iterator[bytes]:
    """The moves as older codes have them: places in the list of all moves of all who decide."""
    walk = table.branch(0)
    for seat, move, _ in table.inputs:
        number = [(one, choice) for one in walk.deciders for choice in walk.moves(one)].index((seat, move))
        yield bytes([number & 127 | 128, number >> 7]) if number > 127 else bytes([number])
        walk.submit(seat, move)


def old_code(table: Session) -> str:
    results = json.dumps([one.results for one in table.inputs], separators=(",", ":"))
    line = json.dumps({**json.loads(parts(table)[0]), "luck": zlib.crc32(results.encode())})
    return packed(line.encode() + b"\n" + b"".join(old_numbers(table)), OLD_PREFIX)


@pytest.mark.parametrize("seed", range(8))
def test_older_codes_open(seed: int) -> None:
    table = random_table(seed, 300) if seed else rich()
    for number in range(60 if not seed else 0):
        step(table, random.Random(number))
    again = Session.from_code(old_code(table))
    assert again.inputs == table.inputs
    assert again.code() == table.code()


def test_older_codes_are_checked_too() -> None:
    code = old_code(TABLE)
    line, _, numbers = zlib.decompress(base64.urlsafe_b64decode(code[len(OLD_PREFIX) :] + "==")).partition(b"\n")
    bent = json.dumps({**json.loads(line), "luck": 0}).encode()
    refused(packed(bent + b"\n" + numbers, OLD_PREFIX), "dice")
    refused(packed(line + b"\n" + numbers[:-1], OLD_PREFIX), "dice")
    refused(packed(line + b"\n\x7f", OLD_PREFIX), "move 1")
    refused(CODE_PREFIX + code[len(OLD_PREFIX) :], "match")
    refused(OLD_PREFIX + CODE[len(CODE_PREFIX) :])


# -- wrong in other ways ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payload", "word"),
    [
        (b"", "JSON"),
        (b"\n", "JSON"),
        (b"[]\n", "table"),
        (b"null\n", "table"),
        (b"{}\n", "format"),
        (b"\xff\xfe\n", "damaged"),
        (b"[" * 100_000, "unpacked"),
        (b"[" * 50_000, "characters"),
        (b"[" * 6_000, "entries"),
        (b"[" * 4_000, "JSON"),
        (HEAD[:-1], "JSON"),
        (HEAD + NUMBERS, ""),
        (head(format=2), "format"),
        (head(game="chess"), "don't have this save's game"),
        (head(version="0"), "version"),
        (head(pack="x"), "pack"),
        (head(seats=2), "three or four"),
        (head(seats=None), "seats"),
        (head(seed=None), "seed"),
        (head(seed=-1), "seed"),
        (head(rulings=7), "mapping"),
        (head(start=7), "position"),
        (HEAD + b"\n" + NUMBERS + bytes(LUCK_BYTES), "dice"),
        (HEAD + b"\n" + NUMBERS, "dice"),
        (HEAD + b"\n" + DICE[:2], "dice"),
        (head(seed=4) + b"\n" + REST, "match"),
        (HEAD + b"\n" + NUMBERS[:-1] + DICE, "dice"),
        (HEAD + b"\n\x05" + DICE, "move 1"),
        (HEAD + b"\n\x80" + DICE, "damaged"),
        (HEAD + b"\n\xff\xff\xff\xff\x7f" + DICE, "move 1"),
        (HEAD + b"\n\xff\xff\xff\xff\xff\xff\xff" + DICE, "damaged"),
        (HEAD + b"\n" + b"\xff" * 10_000, "damaged"),
        (HEAD + b"\n" + b"\xff" * 100_000, "unpacked"),
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
    loads_or_is_refused(packed(HEAD + b"\n" + raw + bytes(LUCK_BYTES)))


@given(st.dictionaries(st.sampled_from(list(json.loads(HEAD))), json_values, max_size=3))
@settings(max_examples=100)
def test_random_heads(changes: dict[str, Any]) -> None:
    loads_or_is_refused(packed(head(**changes) + b"\n" + REST))


@given(st.lists(st.integers(0, 127), max_size=40))
@settings(max_examples=60)
def test_random_moves(numbers: list[int]) -> None:
    loads_or_is_refused(packed(HEAD + b"\n" + bytes(numbers) + DICE))
