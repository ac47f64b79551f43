"""Rulings of Tamashii: what every one of them says under each option, and those that no other test flips."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from small_tables import RULINGS
from street import A, Street

from tabletop_kernel import load
from tabletop_kernel.games.tamashii.components import LIGHT, SLOTS

GAME = load("tamashii")


@cache
def said(ruling: str, option: str) -> dict[str, tuple[str, ...]]:
    """What the rules that a ruling is about say under one of its options."""
    book = GAME.telling.book(GAME.agreement.configure(2, {ruling: option}))
    rules = {rule: book[rule] for rule in GAME.rulebook.rulings[ruling].about}
    return {name: (rule.title, rule.text, rule.why, rule.tip) for name, rule in rules.items()}


@pytest.mark.parametrize("ruling", list(GAME.rulebook.rulings))
def test_the_rules_say_what_the_option_makes_of_them(ruling: str) -> None:
    """Each option has words of its own, and changes those rules that it does not leave unchanged."""
    one = GAME.rulebook.rulings[ruling]
    assert len(set(one.options.values())) == len(one.options)
    changed = [rule for rule in one.about if rule not in one.unchanged]
    for first, second in combinations(one.options, 2):
        before, after = said(ruling, first), said(ruling, second)
        assert not changed or any(before[rule] != after[rule] for rule in changed), (first, second)
        for rule in one.unchanged:
            assert before[rule] == after[rule]


def test_the_usual_options_are_the_first_ones() -> None:
    assert {name: next(iter(one.options)) for name, one in GAME.rulebook.rulings.items()} == RULINGS


@pytest.mark.parametrize(
    ("option", "number"), [("checker-centre", 10), ("checker", 8), ("left-two", 8), ("left-three", 12)]
)
def test_launcher_light_slots(option: str, number: int) -> None:
    """ruling.launcher.light-slots: a refill puts tokens on these slots, and on no others."""
    street = Street(launcher__light_slots=option).begin("refill")
    lying = [name for name, token in zip(SLOTS, street.state.grid[A], strict=True) if token not in ".#"]
    assert lying == sorted(LIGHT[option], key=SLOTS.index)
    assert len(lying) == number


@pytest.mark.parametrize(("option", "asked"), [("sides", ""), ("diagonal", "inari")])
def test_inari_adjacent(option: str, asked: str) -> None:
    """ruling.inari.adjacent: an Inari token that touches the pattern at a corner."""
    street = Street(modules=("inari",), inari__adjacent=option).launcher(A, "EEE.", "...N").begin("launch")
    street.play("launch", "basic.power", "r1c1+r1c2+r1c3")
    assert (street.asked == "inari") == bool(asked)


def test_the_options_of_light_slots_are_all_played() -> None:
    assert set(GAME.rulebook.rulings["ruling.launcher.light-slots"].options) == set(LIGHT)
