"""Tests of data, as an outsider reads the rules: who contributes what, when, and what a failure leaves."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    EMPTY,
    A,
    B,
    C,
    allowed,
    at,
    facts,
    let_pass,
    make,
    prompted,
    refused,
    rules,
    table,
    top,
    why,
)

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

STRIKE, SURGE, STATIC = 1, 4, 6
MAST = [1, -1]
STREET = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "neon-arcade", 1, "", []],
    [0, 1, "free-clinic", 1, "", []],
    [-1, 1, "back-alley", 0, "", []],
    [-1, 0, "data-bazaar", 0, "", []],
    [0, -1, "commoner-canteen", 0, "", []],
    [1, -1, "broadcast-mast", 1, "", []],
]
RELAYS = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "cold-storage", 0, "", []],
    [0, 1, "riot-line", 0, "", []],
    [-1, 1, "old-subway", 1, "", []],
    [-1, 0, "transit-hub", 1, "", []],
    [0, -1, "ninkyo-teahouse", 0, "", []],
    [1, -1, "seeker-observatory", 0, "", []],
    [2, -1, "server-farm", 1, "", ["relay", "die:S"]],
    [-2, 1, "reactor-row", 0, "", ["relay", "die:D"]],
    [0, 2, "scrap-field", 0, "", ["relay", "die:T"]],
]


def on_the_mast(
    luck: dict[str, list[int]] | None = None, rulings: dict[str, str] | None = None, **changes: Any
) -> Session:
    """Three players, Lore 10: only Bulwark stands on the Mast, Runner is first player, all hold Lore."""
    usual = {
        "place": [[0, 0], MAST, [1, 0]],
        "grid": ["LLLE#....#....#....#", "LLO.#....#....#....#", "WL..#....#....#....#"],
    }
    session = table(3, card="S01-2", ground=STREET, rulings=rulings, luck=luck, **{**usual, **changes})
    make(session, C, "done")
    return session


def give(session: Session, seat: int, *slots: str) -> list[Any]:
    for slot in slots:
        make(session, seat, "put", slot)
    return make(session, seat, "roll")


def test_a_group_test_goes_round_from_who_started_it() -> None:
    # test.group, test.group-where, test.group-roll, test.optional, test.pass, data.open-wild
    session = on_the_mast({"dice-1": [SURGE, SURGE, SURGE], "dice-0": [SURGE, SURGE]})
    assert session.deciders == (B,)
    told = make(session, B, "act", 0)
    assert facts(told, "test.group") == [{"seat": 1, "token": "L", "number": 10}]
    give(session, B, "r1c1", "r1c2", "r1c3")  # one of them is open
    assert session.deciders == (C,)
    make(session, C, "leave")
    told = give(session, A, "r1c1", "r1c2")
    assert facts(told, "test.pass") == [{"seat": 1, "count": 10, "number": 10}]
    assert at(session, "card") == "S01-3" and at(session, "dump") == ["LL", "LLO", ""]


def test_where_all_dump_first_nobody_rolls_before_the_last() -> None:
    # test.group, test.group-roll, ruling.test.group-turns
    session = on_the_mast(
        {"dice-1": [SURGE], "dice-2": [STATIC], "dice-0": [STRIKE]}, {"test.group-turns": "dump-first"}
    )
    make(session, B, "act", 0)
    for seat, slot in ((B, "r1c1"), (C, "r1c2")):
        assert "test.group-roll" not in rules(give(session, seat, slot))
    told = give(session, A, "r1c1")
    assert facts(told, "test.pass") == [{"seat": 1, "count": 3, "number": 10}]
    assert rules(told).count("test.group-roll") == 3


def test_where_all_dump_first_nobody_is_told_to_roll_now() -> None:
    # ruling.test.group-turns, test.group
    for option, later in (("in-turn", False), ("dump-first", True)):
        session = on_the_mast(rulings={"test.group-turns": option})
        make(session, B, "act", 0)
        assert prompted(session, B).key == ("test-later" if later else "test")
        assert not allowed(session, B, "act", 0)
        make(session, B, "put", "r1c1")
        assert prompted(session, B).key == ("test-put-later" if later else "test-put")
        assert (session.game.telling.phrase(session.truth, B, ("roll",)) == "Roll") != later
        make(session, B, "roll")
        make(session, C, "put", "r1c2")
        aim = session.game.opinions.aims(session.config, session.view(C), C, ("roll",))
        assert ("others" in aim) == later


@pytest.mark.parametrize(("supply", "dice", "word"), [("10", 10, "ten"), ("unlimited", 12, "twelve")])
def test_no_test_promises_more_dice_than_there_are(supply: str, dice: int, word: str) -> None:
    # ruling.dice.supply, test.contribute
    grid = ["LLLL#LLLL#LLLL#EEEE#", EMPTY, EMPTY]
    session = on_the_mast(rulings={"dice.supply": supply}, grid=grid, place=[MAST, [0, 0], [0, 0]])
    short = supply == "10"
    make(session, A, "act", 0)
    assert ("10" in prompted(session, A).facts["most_dice"]) == short
    for slot in [f"r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3, 4)][:-1]:
        make(session, A, "put", slot)
    aim = session.game.opinions.aims(session.config, session.view(A), A, ("put", "r3c4"))
    assert ("10" in aim) == short
    make(session, A, "put", "r3c4")
    assert str(dice) in prompted(session, A).facts["ways"].split()
    assert word in session.game.opinions.aims(session.config, session.view(A), A, ("roll",)).split()
    assert str(dice) in " ".join(session.game.telling.odds_in_words(session.config, session.view(A))).split()
    assert any(len(line.data.get("dice", "")) == dice for line in make(session, A, "roll"))


@pytest.mark.parametrize(("carry", "before"), [("no", 0), ("yes", 2)])
def test_successes_of_a_failed_test_are_lost_or_kept(carry: str, before: int) -> None:
    # test.pass, ruling.test.carry
    session = on_the_mast({"dice-1": [SURGE]}, {"test.carry": carry})
    make(session, B, "act", 0)
    give(session, B, "r1c1")
    for seat in (C, A):
        make(session, seat, "leave")
    let_pass(session, lambda now: top(now)[0] == "activity")
    told = make(session, B, "act", 0)
    assert facts(told, "ruling.test.carry") == ([{"count": 2}] if before else [])


def test_a_test_takes_only_its_own_type_and_at_least_one_token() -> None:
    # test.contribute, test.success, data.dump
    session = on_the_mast()
    make(session, B, "act", 0)
    assert refused(session, B, "roll") == "test.contribute"
    make(session, B, "put", "r1c1")
    assert why(session, B, "put", "r1c1").facts["what"] == "put-already"
    assert refused(session, B, "put", "r2c1") == "data.dump"
    make(session, B, "leave")
    make(session, C, "leave")
    assert why(session, A, "put", "r1c4") == (
        Verdict("test.contribute", what="type", type="L", token="L", other="E", slot="r1c4")
    )


def test_strikes_surges_and_static_are_counted() -> None:
    # test.success
    session = on_the_mast({"dice-1": [STRIKE, SURGE, STATIC]})
    make(session, B, "act", 0)
    give(session, B, "r1c1", "r1c2", "r1c3")
    let_pass(session, lambda now: now.deciders == (C,))
    assert facts(session.log(None), "test.group-roll")[-1] == {
        "seat": B,
        "dice": "DST",
        "count": 3,
        "total": 3,
        "number": 10,
    }


def test_alone_a_group_test_is_a_test_like_any_other() -> None:
    # solo.group-tests, test.kinds
    session = table(
        1, card="S01-2", ground=STREET, place=[MAST], grid=["LL..#....#....#....#"], luck={"dice-0": [SURGE, SURGE]}
    )
    make(session, A, "done")
    told = make(session, A, "act", 0)
    assert facts(told, "solo.group-tests") == [{"seat": 0, "token": "L", "number": 4}]
    told = give(session, A, "r1c1", "r1c2")
    assert facts(told, "test.pass") == [{"seat": 0, "count": 4, "number": 4}]
    assert at(session, "card") == "S01-3"


@pytest.mark.parametrize("attempts", ["one", "any"])
def test_a_test_may_be_tried_once_a_turn_or_again_and_again(attempts: str) -> None:
    # quest.activity, ruling.quest.attempts
    session = table(
        options={"mode": "versus", "map": "ring-road", "pvp": "tip-off"},
        rulings={"quest.attempts": attempts},
        goals=["controlled-fire", "deep-reading"],
        goal_deck=[],
        goals_taken=[[], []],
        place=[[2, 0], [-2, 0]],
        grid=["EEEO#....#....#....#", EMPTY],
        luck={"dice-0": [STATIC]},
    )
    make(session, B, "done")
    make(session, A, "attempt", "controlled-fire")
    give(session, A, "r1c1")
    let_pass(session, lambda now: top(now) == ("goals", A))
    assert allowed(session, A, "attempt", "deep-reading")  # the open token fits
    if attempts == "any":
        assert allowed(session, A, "attempt", "controlled-fire")
    else:
        assert refused(session, A, "attempt", "controlled-fire") == "ruling.quest.attempts"
        assert why(session, A, "attempt", "controlled-fire") == Verdict("ruling.quest.attempts")


@pytest.mark.parametrize(("dice", "passed"), [([STRIKE, STRIKE], True), ([STATIC, STATIC], False)])
def test_a_relay_shows_its_dice_token_and_what_it_tests(dice: list[int], passed: bool) -> None:
    # scen.dice-revealed, quest.activity, test.kinds, kw.unlock
    session = table(
        scenario="S02",
        ground=RELAYS,
        place=[[2, -1], [0, 0]],
        grid=["EE..#....#....#....#", EMPTY],
        luck={"dice-0": dice},
    )
    make(session, B, "done")
    told = make(session, A, "act", 0)
    assert facts(told, "scen.dice-revealed") == [{"seat": 0, "die": "S", "tile": "server-farm"}]
    assert facts(told, "test.kinds") == [{"seat": 0, "token": "E", "number": 2}]
    give(session, A, "r1c1", "r1c2")
    let_pass(session, lambda now: ("unlock", "r2c5") in now.moves(A) or now.truth.turn == 2)
    marks = next(marks for q, r, _, _, _, marks in at(session, "ground") if [q, r] == [2, -1])
    assert marks == ([] if passed else ["relay", "die:S!"])
    assert (("unlock", "r2c5") in session.moves(A)) is passed


def test_with_three_players_a_relay_is_harder() -> None:
    # quest.activity, scen.player-number
    session = table(
        3, "S02", ground=RELAYS, place=[[2, -1], [0, 0], [0, 0]], grid=["EEE.#....#....#....#", EMPTY, EMPTY]
    )
    make(session, C, "done")
    assert facts(make(session, A, "act", 0), "test.kinds") == [{"seat": 0, "token": "E", "number": 3}]


def test_a_catie_token_pays_for_a_test_of_the_core_type_only() -> None:
    # catie.counts-as, test.contribute, inari.blank
    catie = {"unlocked": "C01", "catie": "on"}
    for core, fits in (("L", True), ("F", False)):
        session = table(
            1,
            options=catie,
            card="S01-2",
            ground=STREET,
            place=[MAST],
            core=[core],
            grid=["CL..#....#....#....#"],
            bag=["EEEWWWFFF"],
        )
        make(session, A, "done")
        make(session, A, "act", 0)
        assert allowed(session, A, "put", "r1c1") is fits
