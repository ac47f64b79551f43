"""Whatever arrives as a move is judged: allowed exactly if it is in the list, else refused by a rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any

import pytest
from depth import draw
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, json_values, new_table, random_table, step

from tabletop_kernel import Refused, Session
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.untrusted import MAX_PARTS, MAX_WORD_LENGTH, why_malformed
from tabletop_kernel.games.royal_ascension.refusals_at_wrong_moment import REFUSAL_BY_VERB
from tabletop_kernel.games.royal_ascension.state import SUITS, full_suit

TABLE_AT_ROLL = Session.at(GAME, {"seats": 3, "now": "roll"})


class Word(str):
    __slots__ = ()


class Verb(StrEnum):
    ROLL = "roll"


class One(IntEnum):
    DIE = 1


class Moves(list[Any]):
    pass


class Rude:
    """A class that does not want to be looked at."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError


def check_refused(session: Session, seat: Any, move: Any, *rules: str) -> None:
    """It is refused, by a known rule and in a sentence; nothing changes, and judging is the same as trying."""
    before, length = session.position(), session.length
    verdict = session.judge(seat, move)
    assert verdict is not None
    with pytest.raises(Refused) as caught:
        session.submit(seat, move)
    assert caught.value.verdict == verdict
    assert verdict.rule in TABLE_REFUSALS or verdict.rule in GAME.rulebook or verdict.rule in GAME.rulebook.rulings
    assert not rules or verdict.rule in rules, verdict
    assert verdict.text.isprintable()
    assert verdict.rule in ("table.seat", "table.unknown") or "{" not in verdict.text  # those two quote the stranger
    assert len(verdict.text) < 400
    assert verdict.text in str(caught.value)
    assert verdict.rule in str(caught.value)
    assert (session.position(), session.length) == (before, length)


DEEP: list[Any] = []
for _ in range(50_000):
    DEEP = [DEEP]
CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)
NOT_MOVES: list[Any] = [
    None, True, 7, 1.5, "roll", "", b"roll", {}, {"verb": "roll"}, {"roll", 1}, frozenset(["roll"]), object(), Rude(),
    iter(["roll", 1]), range(2), bytearray(b"x"), [], (), [[]], [None], [1], [1, "roll"], [["roll"], 1], [None, 1],
    ["roll", None], ["roll", True], ["roll", 1.0], ["roll", [1]], ["roll", {}], ["roll", (1,)], ["roll", b"1"],
    ["roll", 1, 1, 1, 1, 1, 1], ["roll"] * (MAX_PARTS + 1), ["roll"] * 1_000_000, ["x" * (MAX_WORD_LENGTH + 1)],
    ["roll", "x" * 10_000_000], ["roll", 1_000_001], ["roll", -1_000_001], ["roll", 10**5000], ["roll", float("nan")],
    ["roll", "\ud800"], ["\x00"], ["roll", "a\nb"], ["\u202eroll", 1], [Word("roll"), 1], [Verb.ROLL, 1],
    ["roll", One.DIE], [Rude(), 1], ["roll", Rude()], DEEP, ["roll", DEEP], CIRCLE, ["roll", CIRCLE], 10**5000,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(NOT_MOVES)))
def test_what_has_no_form(number: int) -> None:
    assert why_malformed(NOT_MOVES[number])
    check_refused(TABLE_AT_ROLL, 0, NOT_MOVES[number], "table.form")


NOT_SEATS: list[Any] = [
    None, True, False, 0.0, 1.0, -1, 3, 10**9, 10**5000, "0", "A", b"0", [0], (0,), {}, One.DIE, object(), Rude(), DEEP,
    float("nan"), "\ud800", "x" * 1_000_000, CIRCLE,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(NOT_SEATS)))
def test_seats_that_do_not_exist(number: int) -> None:
    seat = NOT_SEATS[number]
    check_refused(TABLE_AT_ROLL, seat, ("roll", 1), "table.seat")
    check_refused(TABLE_AT_ROLL, seat, DEEP, "table.seat")
    for ask in (TABLE_AT_ROLL.moves, TABLE_AT_ROLL.view, TABLE_AT_ROLL.log):
        if seat is None and ask != TABLE_AT_ROLL.moves:
            continue  # the projector
        with pytest.raises(Refused) as caught:
            ask(seat)
        assert caught.value.verdict.rule == "table.seat"
        assert len(str(caught.value)) < 200


def test_a_list_is_as_good_as_a_tuple() -> None:
    for move in (["roll", 1], ("roll", 1), Moves(["roll", 1])):
        session = Session.at(GAME, {"seats": 3, "now": "roll"})
        session.submit(0, move)
        assert session.inputs[0].move == ("roll", 1)
        assert type(session.inputs[0].move) is tuple


def test_what_was_submitted_is_not_shared() -> None:
    session = Session.at(GAME, {"seats": 3, "now": "roll"})
    move: list[Any] = ["roll", 1]
    session.submit(0, move)
    move[1] = 2
    assert session.inputs[0].move == ("roll", 1)


def test_a_fault_in_the_rules_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.at(GAME, {"seats": 3, "now": "roll"})
    before = session.position()
    real = type(GAME).apply

    def broken(*arguments: Any) -> None:
        real(*arguments)
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "apply", broken)
        with pytest.raises(ZeroDivisionError):
            session.submit(0, ("roll", 1))
    assert session.position() == before
    assert session.length == session.at_input == 0
    session.submit(0, ("roll", 1))
    assert session.length == 1


# -- the law ----------------------------------------------------------------------------------------------------------

ROYAL: Any = GAME  # with what only this game has
VERBS = sorted(
    {*REFUSAL_BY_VERB, *(verb for decision in ROYAL.decisions.values() for verb in decision.verbs), "dance", ""}
)
NAMES = [entry.name for entry in (*ROYAL.content.territories, *ROYAL.content.characters)]
CARDS = [card for suit in SUITS for card in full_suit(suit)[::2]]
ODDITIES = ["Joker", "", "Mewtopia ", "mewtopia", "7", "7c", "heart", "0", "1", "2", 100, 1_000_000]
PIECES: list[str | int] = [*NAMES, *SUITS, *CARDS, *range(-2, 38), *ODDITIES]


def universe() -> Iterator[Move]:
    """All verbs with nothing, with everything, and with too much."""
    for verb in VERBS:
        yield (verb,)
        for piece in PIECES:
            yield (verb, piece)
    for verb in VERBS:
        yield from ((verb, 1, 1), (verb, "7C", "7C"), (verb, "Mewtopia", 1), (verb, verb), (verb, 1, verb))


UNIVERSE = list(universe())


def check_law(session: Session, moves: list[Any]) -> None:
    before = session.position()
    with session.still():  # the moves are listed once
        for seat in range(session.config.seats):
            legal = session.moves(seat)
            assert len(set(legal)) == len(legal)
            assert all(not why_malformed(move) for move in legal)
            for move in legal:
                assert session.judge(seat, move) is None, move
            allowed = [move for move in moves if session._why_not(seat, move) is None]
            assert set(allowed) <= set(legal)
            assert set(allowed) == set(legal) & set(moves)
    assert session.position() == before


def test_the_universe_is_large() -> None:
    assert len(UNIVERSE) > 3000


@pytest.mark.parametrize("seed", range(12))
def test_allowed_is_listed(seed: int) -> None:
    """judge is None <=> in the list, for everything that looks like a move."""
    check_law(random_table(seed), UNIVERSE)


@pytest.mark.parametrize("seed", range(16))
def test_allowed_is_listed_all_the_way(seed: int) -> None:
    """The same at every step of a game, with a part of the universe that changes."""
    rnd = random.Random(seed)
    session = new_table(seed)
    for _ in range(150):
        if not session.deciders:
            break
        check_law(session, rnd.sample(UNIVERSE, 60))
        step(session, rnd)


def test_every_refusal_is_a_sentence() -> None:
    """In full, for a sample: the rule exists and its sentence has all its facts."""
    for seed in range(8):
        session = random_table(seed)
        rnd = random.Random(seed)
        for move in rnd.sample(UNIVERSE, 60):
            seat = rnd.randrange(session.config.seats)
            if move not in session.moves(seat):
                check_refused(session, seat, move)


TABLES = st.sampled_from(range(20)).map(cache(random_table))


@pytest.mark.deep
@given(TABLES, json_values, json_values)
@settings(max_examples=draw(50, deep=1500))
def test_any_value(session: Session, seat: Any, move: Any) -> None:
    check_refused(session, seat, ("no", "such", "move"))
    check_refused(session, 0, move)
    if type(seat) is not int or not 0 <= seat < session.config.seats:
        check_refused(session, seat, move, "table.seat")


@pytest.mark.deep
@given(TABLES, st.sampled_from(VERBS), st.lists(json_values, max_size=3))
@settings(max_examples=draw(83, deep=2500))
def test_any_value_after_a_verb(session: Session, verb: str, rest: list[Any]) -> None:
    move = [verb, *rest]
    for seat in range(session.config.seats):
        listed = not why_malformed(move) and tuple(move) in session.moves(seat)
        if session.judge(seat, move) is not None:
            assert not listed
            check_refused(session, seat, move)
        else:
            assert listed
