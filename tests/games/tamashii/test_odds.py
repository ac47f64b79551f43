"""Odds of Tamashii, against trying everything."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from street import FANG, WIRE, A, Street, dice, number

from tabletop_kernel.contract.common_words import percent
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.games.tamashii.components import DIE, NUMBER_DIE, SYMBOL_DIE
from tabletop_kernel.games.tamashii.fighting import odds, odds_words
from tabletop_kernel.games.tamashii.fighting.token_tests import Trial


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_rolls_are_all_there(count: int) -> None:
    tried = Counter("".join(sorted(faces)) for faces in product(DIE, repeat=count))
    assert dict(odds.all_rolls(count)) == dict(tried)


def test_successes_of_a_test() -> None:  # test.success
    tried = Counter(sum({"S": 1, "D": 2, "T": 0}[face] for face in faces) for faces in product(DIE, repeat=3))
    assert {n: Fraction(ways, 6**3) for n, ways in tried.items()} == {
        n: odds.success_odds(3).chance(n) for n in range(7) if odds.success_odds(3).chance(n)
    }


@pytest.mark.parametrize(("choice", "chance"), [("strike", Fraction(1, 2)), ("strike-surge", Fraction(2, 3))])
def test_spawned_enemies(choice: str, chance: Fraction) -> None:  # trace.dice, trace.spawn, ruling.trace.symbols
    street = Street(trace__symbols=choice)
    street.state.trace[A] = 3
    assert odds.spawn_odds(street.state, A).chance(2) == chance**2
    street.state.trace[A] = 0
    assert odds.spawn_odds(street.state, A).chance(0) == 1
    assert odds.spawn_odds(Street(scenario="P00").state, A).chance(0) == 1


def most(faces: str, body: str) -> int:
    """What can be dealt with these dice, written down by hand."""
    strikes, surges, statics = (faces.count(face) for face in "SDT")
    if body == "kindle":
        return strikes + 2 * surges
    if body == "hollow-ronin":
        return strikes + 5 * (surges > 1) + (statics > 0)
    assert body == "paper-tiger"  # S S S deals 5; the Static frame asks for a shield and is only offered
    return max(strikes, 5 + strikes - 3 if strikes > 2 else 0) + 3 * (surges > 0)


@pytest.mark.parametrize("body", ["kindle", "hollow-ronin", "paper-tiger"])
def test_the_most_damage_of_a_roll(body: str) -> None:  # frame.once, frame.repeat
    street = Street().stack(A, "ash-kirin")
    if body != "kindle":
        street.body(A, body)
    tried = Counter(most("".join(faces), body) for faces in product(DIE, repeat=4))
    found = odds.damage_odds(street.state, A, 4)
    assert {n: Fraction(ways, 6**4) for n, ways in tried.items()} == {n: found.chance(n) for n in found.counts}


def test_the_chance_to_topple_the_top_enemy() -> None:  # enemy.defeat
    street = Street().stack(A, ("gutter-hound", 2))
    tried = sum(most("".join(faces), "kindle") >= 2 for faces in product(DIE, repeat=3))
    assert odds.defeat_chance(street.state, A, 3) == Fraction(tried, 6**3)
    assert odds.defeat_chance(Street().state, A, 3) == 0


def test_the_answer_of_enemies_that_nobody_stops() -> None:  # combat.number-die, combat.enemy-frame
    street = Street().stack(A, "stray-drone", "gutter-hound")  # fang 2 and 3, wire 0 and 1
    tried: Counter[int] = Counter()
    for shown, symbol in product(NUMBER_DIE, SYMBOL_DIE):
        hits = (2, 3) if symbol == "fang" else (0, 1)
        tried[sum(hits[: min(shown, 2)])] += 1
    found = odds.wound_odds(street.state, A)
    assert {n: Fraction(ways, 36) for n, ways in tried.items()} == {n: found.chance(n) for n in found.counts}


def fought(faces: str, shown: int, symbol: list[int], *stack: tuple[str, int]) -> tuple[int, int, int]:
    """The same Combat at the table: strongest blow first. Damage, defeats, wounds."""
    script = {"dice-0": dice(faces), "number": number(shown), "symbol": symbol}
    street = Street(script=script).stack(A, *stack)
    street.state.integrity[A] = street.state.maximum[A] = 99
    street.begin("combat").play("roll")
    while street.asked:
        left = top_left(street)
        blows = [move for move in street.moves() if move[0] == "frame" and move[1] in ("0", "1")]
        worth = {move: min(left, len(str(move[2])) * (1 + int(str(move[1])))) for move in blows}
        best = max(blows, key=lambda move: (worth[move], -len(str(move[2]))), default=None)
        if best is not None and worth[best] > 0:
            street.play(*best)
        else:
            street.play("pass" if ("pass",) in street.moves() else "end")
    dealt = sum(told["count"] for told in street.told("damaged"))
    return dealt, len(street.told("defeated")), sum(told["count"] for told in street.told("wounded"))


def top_left(street: Street) -> int:
    """What the top enemy can still take."""
    for card, damage in street.state.enemies[A][:1]:
        return street.state.integrity_of(card) - damage
    return 0


def test_a_whole_attack_as_it_is_fought() -> None:  # combat.alternate, combat.die-shift, frame.excess-lost
    stack = (("adware-swarm", 0), ("gutter-hound", 1))
    tried: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for (faces, ways), (shown, times), symbol in product(odds.all_rolls(3), Counter(NUMBER_DIE).items(), (FANG, WIRE)):
        for counter, result in zip(tried, fought(faces, shown, symbol, *stack), strict=True):
            counter[result] += ways * times
    found = odds.exchange_odds(Street().stack(A, *stack).state, A, 3)
    for counter, distribution in zip(tried, found, strict=True):
        total = sum(counter.values())
        assert {n: Fraction(ways, total) for n, ways in counter.items()} == {
            n: distribution.chance(n) for n in distribution.counts
        }


# -- in words ----------------------------------------------------------------------------------------------------------


def said(street: Street, seat: int | None = A) -> list[str]:
    return odds_words.odds_in_words(street.state.rules, street.state.view(seat))


def test_an_attack_in_words() -> None:  # combat.power
    street = Street().stack(A, "stray-drone").asset(A, power=1)
    street.begin("combat")
    street.state.frames = [("turn", ANYONE, (5,)), street.state.frames[-1]]
    three, four = (percent(float(odds.defeat_chance(street.state, A, number))) for number in (3, 4))
    lines = said(street)
    assert all(part in lines[0] for part in ("3 dice", "Stray Drone", three))
    assert four in lines[1] and "wounds" in lines[-1]
    street.asset(A, power=0)
    assert len(said(street, None)) == 3


def test_a_trace_roll_in_words() -> None:  # trace.dice
    street = Street()
    street.state.frames.append(("plan", ANYONE, ("begin", 0, 0)))
    assert said(street) == []
    street.state.trace[A] = 1
    (now,) = said(street)
    assert now.count("50%") == 2 and "next" not in now
    street.state.turn = 1
    assert said(street) == []  # trace.skip-first
    street.state.frames[-1] = ("plan", ANYONE, ("program", 0, 0))
    assert "next" in said(street)[0] and "1 die" in said(street)[0]


def test_a_test_in_words() -> None:  # test.pass
    street = Street()
    street.state.frames.append(("test", A, Trial("L", 2, A, ())[:]))
    lines = said(street)
    assert "1 die 17%" in lines[0] and "2 dice" in lines[0]
    street.state.frames[-1] = ("test", A, Trial("L", 2, A, (), ("r1c1",))[:])
    (alone,) = said(street)
    assert "1 die 17%" in alone and "2 dice" not in alone
