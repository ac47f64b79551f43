"""A bad, foreign or altered save gets one clear sentence, and nothing else happens."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from typing import Any

import pytest
from depth import draw
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, calls, check_playable, json_values, look, paths, random_table, removed, replaced

from tabletop_kernel import SaveError, Session
from tabletop_kernel.contract.untrusted import MAX_INPUTS
from tabletop_kernel.table.saves import MAX_SAVE

TABLE = random_table(3, 120)
SAVE = TABLE.save()
STARTED = Session.at(GAME, random_table(9, 300).position()).save()  # a save that begins with a position


def fixed(body: Any) -> str:
    """A save with a check that fits: what somebody writes who knows how."""
    if isinstance(body, dict) and "check" in body:
        rest = {key: value for key, value in body.items() if key != "check"}
        body["check"] = hashlib.blake2s(json.dumps(rest, sort_keys=True).encode(), digest_size=8).hexdigest()
    return json.dumps(body)


def refused(text: Any, *words: str) -> None:
    """It is refused in one sentence or two, short and printable, with these words."""
    with pytest.raises(SaveError) as caught:
        Session.load(text)
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 500
    assert said.endswith((".", "?", ")"))
    for word in words:
        assert word in said, said


def body(text: str = SAVE) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(text)
    return parsed


def test_a_save_is_readable_json_and_loads_to_the_same_table() -> None:
    for text in (SAVE, STARTED, Session(GAME, 4, 0).save()):
        again = Session.load(text)
        assert again.save() == text
        assert json.loads(text)["check"] in text
    assert Session.load(SAVE).position() == TABLE.position()
    assert fixed(body()).replace(" ", "") == json.dumps(body()).replace(" ", "")  # our way to compute a check is theirs


def test_truncated_anywhere() -> None:
    for end in [*range(0, len(SAVE) - 2, max(1, len(SAVE) // 60)), len(SAVE) - 3, len(SAVE) - 2]:
        refused(SAVE[:end], "JSON")
    lines = body()["inputs"]
    for end in range(0, len(lines), 10):  # a shorter game is another game: the check tells
        refused(json.dumps({**body(), "inputs": lines[:end]}), "changed after")


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("game", "chess", "don't have this save's game"),
        ("game", "royal_ascion", "did you mean 'royal_ascension'"),
        ("game", None, "don't have this save's game"),
        ("game", ["royal_ascension"], "don't have this save's game"),
        ("version", "0", "version"),
        ("pack", "0123456789abcdef", "pack"),
        ("format", 2, "format"),
        ("format", "1", "format"),
        ("format", None, "format"),
        ("seats", 5, "three or four"),
        ("seats", None, "seats"),
        ("seats", True, "seats"),
        ("seed", -1, "seed"),
        ("seed", None, "seed"),
        ("seed", 1.0, "seed"),
        ("seed", "1", "seed"),
        ("rulings", {"ruling.ace": "1"}, "ruling.ace-value"),
        ("rulings", {"ruling.ace-value": "2"}, "ruling.ace-value"),
        ("rulings", [1], "mapping"),
        ("rulings", None, "contradicts"),
        ("options", {"layout": "rose-rig"}, "rose-ring"),
        ("options", 7, "mapping"),
        ("start", 7, "position"),
        ("start", [], "position"),
        ("start", {"tokns": []}, "tokens"),
        ("inputs", None, "inputs"),
        ("inputs", {}, "inputs"),
        ("inputs", 7, "inputs"),
        ("inputs", [7], "Input 1"),
        ("inputs", [[]], "Input 1"),
        ("inputs", [[0, ["roll", 2]]], "Input 1"),
        ("inputs", [[9, ["roll", 2], []]], "no seat 9"),
        ("inputs", [[0, "roll", []]], "recognise this move"),
        ("inputs", [[0, ["roll", 2], 7]], "Input 1"),
    ],
)
def test_one_wrong_part(key: str, value: Any, word: str) -> None:
    refused(fixed({**body(), key: value}), word)
    if key != "inputs" or not isinstance(value, list):
        refused(json.dumps({**body(), key: value}), word)


@pytest.mark.parametrize("key", ["format", "game", "version", "pack", "seats", "seed", "inputs", "check"])
def test_a_missing_part(key: str) -> None:
    refused(json.dumps(removed(body(), (key,))))
    if key != "check":
        refused(fixed(removed(body(), (key,))))


def test_altered_without_a_new_check() -> None:
    for number in range(0, len(body()["inputs"]), 7):
        twin = body()
        twin["inputs"][number][1] = ["end"]
        refused(json.dumps(twin), "changed after")
    refused(json.dumps({**body(), "seed": 4}), "changed after")
    refused(json.dumps({**body(), "check": "0" * 16}), "changed after")
    refused(json.dumps({**body(), "check": None}), "changed after")


def test_altered_with_a_new_check() -> None:
    inputs = body()["inputs"]
    with_luck = next(number for number, line in enumerate(inputs) if line[2])
    twin = body()
    twin["inputs"][with_luck][2][0] += 1
    refused(fixed(twin), f"Input {with_luck + 1}", "rolls and draws")
    twin = body()
    twin["inputs"][with_luck][2] = []
    refused(fixed(twin), f"Input {with_luck + 1}", "rolls and draws")
    twin = body()
    twin["inputs"][with_luck][1] = ["pass"]
    refused(fixed(twin), f"Input {with_luck + 1}", "isn't allowed")
    refused(fixed({**body(), "seed": 4}), "rolls and draws")
    refused(fixed({**body(), "inputs": [*inputs, inputs[0]]}), "isn't allowed")


def test_a_start_and_a_header_that_disagree() -> None:
    for key, value in (("seats", 7 - body(STARTED)["seats"]), ("seed", 5), ("rulings", {"ruling.ace-value": "11"})):
        refused(fixed({**body(STARTED), key: value}), "contradicts", key)


def test_deep_nesting() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900):
        refused(text)
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    text = json.dumps(deep)
    for key in ("start", "inputs", "rulings", "game", "check"):
        refused(SAVE.replace('{"format"', f'{{"{key}2":{text},"format"', 1), "deep")
        refused(json.dumps({**body(), key: deep}), "deep")
    refused(json.dumps({**body(), "start": {"frames": deep}}), "deep")


def test_huge_texts_are_refused_before_they_are_read() -> None:
    tracemalloc.start()
    huge = "[" + "0," * 25_000_000 + "0]"
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    refused(huge, "50,000,003", f"{MAX_SAVE:,}")
    assert tracemalloc.get_traced_memory()[1] - held < 1_000_000
    tracemalloc.stop()
    refused(json.dumps({**body(), "inputs": [0] * (MAX_INPUTS + 1)}), f"{MAX_INPUTS:,}")
    refused(fixed({**body(), "inputs": ["x" * 900_000]}), "Input 1")
    refused(fixed({**body(), "game": "x" * 900_000}), "don't have this save's game")


def test_many_territories_or_cards_do_not_take_forever() -> None:
    start = body(STARTED)["start"]
    for key, piece in (("pool", "Mewtopia"), ("discard", "7C"), ("hearts_deck", "7H"), ("turns", 0), ("allied", 0)):
        for number in (3_000, 60_000):
            many = fixed({**body(STARTED), "start": {**start, key: [piece] * number}})
            assert calls(lambda many=many: refused(many)) < 500_000
    for key, pieces in (("territories", ["Mewtopia"] * 1_000), ("committed_weapons", ["7C"] * 20_000)):
        many = fixed({**body(STARTED), "start": {**start, key: [pieces] * 3}})
        assert calls(lambda many=many: refused(many)) < 500_000


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 4000, "9" * 5000, "-" + "9" * 5000])
def test_numbers_that_are_none(number: str) -> None:
    for key in ("seed", "seats", "format", "version", "check", "start", "inputs"):
        refused(json.dumps({**body(), key: "HERE"}).replace('"HERE"', number))
    refused(SAVE.replace("[", f"[{number},", 1))


@pytest.mark.parametrize("word", ["\\ud800", "\\u0000", "\\n", "\\u202e"])
def test_texts_that_cannot_be_printed(word: str) -> None:
    for key in ("game", "version", "pack", "check", "start", "rulings"):
        refused(json.dumps({**body(), key: "HERE"}).replace("HERE", word), "printed")
        refused(json.dumps({**body(), key: {"HERE": 1}}).replace("HERE", word), "printed")


def test_a_field_twice() -> None:
    refused('{"format":1,' + SAVE[1:], "twice")
    refused(STARTED.replace('"turn":', '"turn":1,"turn":', 1), "twice")


@pytest.mark.parametrize("text", [None, 7, 1.5, True, b"{}", SAVE.encode(), [], {}, body(), object(), Session])
def test_not_a_text(text: Any) -> None:
    refused(text, "text")


@pytest.mark.parametrize(
    "text", ["", " ", "null", "7", '"x"', "[]", "{}", "true", "\x00", "\ud800", "\ufeff{}", "{'a':1}"]
)
def test_not_a_save(text: str) -> None:
    refused(text)


def test_another_game_object() -> None:
    for game in ("royal_ascension", 7, Session, object()):
        with pytest.raises(Exception, match="A table needs a game"):
            Session.load(SAVE, game)  # type: ignore[arg-type]


def loads_or_is_refused(text: str) -> None:
    try:
        session = Session.load(text)
    except SaveError as error:
        assert len(str(error)) < 500
        assert str(error).isprintable()
    else:
        check_playable(session, 1, 30)
        assert Session.load(session.save()).position() == session.position()


@pytest.mark.deep
@given(json_values)
@settings(max_examples=draw(50, deep=1500))
def test_random_values(value: Any) -> None:
    loads_or_is_refused(json.dumps(value))


@given(st.text(max_size=50))
@settings(max_examples=60)
def test_random_texts(text: str) -> None:
    loads_or_is_refused(text)


@pytest.mark.deep
@given(st.dictionaries(st.sampled_from(list(body())), json_values, max_size=4))
@settings(max_examples=draw(50, deep=1500))
def test_random_parts(parts: dict[str, Any]) -> None:
    loads_or_is_refused(fixed({**body(), **parts}))


@pytest.mark.deep
@given(st.booleans(), st.integers(0, 10**6), json_values, st.booleans())
@settings(max_examples=draw(83, deep=2500))
def test_random_damage(started: bool, place: int, value: Any, known: bool) -> None:
    whole = body(STARTED if started else SAVE)
    places = list(paths(whole))
    path = places[place % len(places)]
    if known:  # something of the save itself, in the wrong place
        value = look(whole, places[(place * 7919) % len(places)])
    loads_or_is_refused(fixed(replaced(whole, path, value)))
    loads_or_is_refused(fixed(removed(whole, path)))
