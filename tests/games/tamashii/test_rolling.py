"""One mechanism for every roll of player dice: assets, abilities, help from others."""

from __future__ import annotations

import pytest
from played_lines import answer, asked, desk, fact, go_on, offers, refused, told, use, with_uses
from small_tables import A, B, lawful

from tabletop_kernel.contract.events import Emit, Event, recorder
from tabletop_kernel.games.tamashii.fighting import fight_state, rolling
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import prompting

STRIKE, SURGE, STATIC = 1, 4, 5  # what a script has to say for these faces
Done = list[tuple[int, str]]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Done:
    """What each roll came to, in place of what would be done with it."""
    found: Done = []

    def after(state: State, seat: int, dice: str, emit: Emit | None) -> None:
        found.append((seat, dice))

    for purpose in rolling.RULE_BY_PURPOSE:
        monkeypatch.setitem(rolling.AFTER, purpose, after)
    return found


def roll(state: State, seat: int, purpose: str, number: int) -> list[Event]:
    events: list[Event] = []
    rolling.begin_roll(state, seat, purpose, number, recorder(events))
    return events + go_on(state)


def test_nobody_is_asked_who_cannot_alter_a_roll(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STRIKE, SURGE]})
    events = roll(state, A, "trace", 3)
    assert told(events) == [("rolled-trace", "trace.dice")] and done == [(A, "DST")]


@pytest.mark.parametrize("purpose", ["trace", "attack", "test"])
def test_reroll_assets_work_in_every_roll(done: Done, purpose: str) -> None:
    state = desk(script={"dice-0": [STATIC, STATIC, STRIKE, SURGE]})  # asset.reroll-where
    state.assets[A] = (0, 0, 0, 1)
    roll(state, A, purpose, 3)
    answer(state, A, "reroll", "T")
    events = answer(state, A, "again")
    assert ("spends", "asset.reroll-one") in told(events) and ("rerolled", "asset.reroll-one") in told(events)
    assert done == [(A, "DST")] and state.has(A, "reroll") == 0


def test_one_reroll_for_each_die_and_only_one_batch(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STATIC, STRIKE, STATIC, SURGE]})  # asset.reroll-one, asset.reroll-once
    state.assets[A] = (0, 0, 0, 3)
    roll(state, A, "attack", 3)
    assert offers(state, A) == [("reroll", "S"), ("reroll", "T"), ("keep",)]
    assert refused(state, A, "reroll", "D") == "asset.reroll-one"
    assert refused(state, A, "again") == "asset.reroll-one"
    answer(state, A, "reroll", "T")
    answer(state, A, "reroll", "T")
    assert refused(state, A, "reroll", "T") == "asset.reroll-one"
    answer(state, A, "take-back", "reroll", "T")
    answer(state, A, "reroll", "S")
    events = answer(state, A, "again")
    assert fact(events, "rerolled", "dice") == "ST"
    assert done == [(A, "DTT")] and state.has(A, "reroll") == 1  # the one that is left may not touch this roll


def test_assets_that_are_not_there_buy_no_reroll(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STATIC]})  # asset.spend
    state.assets[A] = (0, 0, 0, 1)
    roll(state, A, "test", 2)
    answer(state, A, "reroll", "T")
    assert refused(state, A, "reroll", "T") == "asset.spend"
    answer(state, A, "keep")
    assert done == [(A, "TT")] and state.has(A, "reroll") == 1


def test_after_the_batch_an_ability_still_works(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STATIC, STATIC, STRIKE]})  # asset.reroll-others
    with_uses(state, "ledger", use("after-roll", "reroll 1", limit="roll"))
    state.equipped[A], state.assets[A] = ("ledger",), (0, 0, 0, 2)
    roll(state, A, "trace", 2)
    answer(state, A, "reroll", "T")
    answer(state, A, "again")
    assert refused(state, A, "reroll", "T") == "asset.reroll-once"
    assert offers(state, A) == [("use", "aug.ledger"), ("keep",)]
    events = answer(state, A, "use", "aug.ledger")
    assert told(events) == [("uses", "aug.timing"), ("rerolled", "asset.reroll-others")]
    assert done == [(A, "ST")]
    roll(state, A, "trace", 1)  # once per roll: the next roll is another one
    assert ("use", "aug.ledger") in offers(state, A)


def test_dice_to_reroll_are_chosen_and_rolled_together(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STRIKE, SURGE, STRIKE, STRIKE]})
    with_uses(state, "ledger", use("after-roll", "reroll 2", limit="roll"))
    state.equipped[A] = ("ledger",)
    roll(state, A, "trace", 3)
    answer(state, A, "use", "aug.ledger")
    assert offers(state, A) == [("die", "D"), ("die", "S"), ("die", "T")]
    answer(state, A, "die", "T")
    assert refused(state, A, "die", "T") == "aug.timing"
    answer(state, A, "die", "D")
    assert done == [(A, "SSS")]


def test_a_face_is_turned_once_per_turn(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STATIC]})
    with_uses(state, "ledger", use("after-roll", "turn 1 static to strike", limit="turn"))
    state.equipped[A] = ("ledger",)
    roll(state, A, "attack", 2)
    events = answer(state, A, "use", "aug.ledger")
    assert told(events) == [("uses", "aug.timing"), ("turns-die", "aug.timing")] and done == [(A, "ST")]
    roll(state, A, "attack", 2)
    assert len(done) == 2  # used up: nobody is asked


def test_some_abilities_belong_to_one_kind_of_roll(done: Done) -> None:
    state = desk(script={"dice-0": [STRIKE] * 3})
    with_uses(state, "ledger", use("trace-roll", "turn 1 strike to static"))
    with_uses(state, "tax", use("after-attack", "reroll all", limit="roll"))
    state.equipped[A] = ("ledger", "tax")
    roll(state, A, "trace", 1)
    assert offers(state, A) == [("use", "aug.ledger"), ("keep",)]
    assert refused(state, A, "use", "aug.tax") == "aug.timing"
    answer(state, A, "keep")
    roll(state, A, "attack", 1)
    assert offers(state, A) == [("use", "aug.tax"), ("keep",)]
    answer(state, A, "keep")
    roll(state, A, "test", 1)
    assert done == [(A, "S")] * 3


def test_another_player_may_lend_a_reroll(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STRIKE]})
    with_uses(state, "ledger", use("after-other-roll", "lend reroll", limit="turn"))
    with_uses(state, "tax", use("after-roll", "reroll 1"))
    state.equipped[B], state.assets[B] = ("ledger", "tax"), (0, 0, 0, 1)
    state.assets[A] = (0, 0, 0, 1)
    roll(state, A, "test", 1)
    assert asked(state).deciders(state, state.frames[-1]) == [A, B]
    answer(state, A, "keep")
    assert asked(state).deciders(state, state.frames[-1]) == [B]
    assert offers(state, B) == [("use", "aug.ledger"), ("keep",)]
    assert refused(state, B, "reroll", "T") == "asset.personal"  # asset.personal
    assert refused(state, B, "use", "aug.tax") == "aug.timing"  # after one's own rolls
    answer(state, B, "use", "aug.ledger")
    assert state.has(B, "reroll") == 0 and state.has(A, "reroll") == 1
    assert asked(state).deciders(state, state.frames[-1]) == [A]  # other dice: the roller looks again
    answer(state, A, "keep")
    assert done == [(A, "S")]


def test_enemy_dice_are_within_reach_only_under_a_ruling(done: Done) -> None:
    for choice in ("player", "any"):
        state = desk(script={"dice-0": [STRIKE], "symbol": [4]}, reroll__dice=choice)  # ruling.reroll.dice
        state.enemies[A], state.assets[A] = (("drone", 0),), (0, 0, 0, 2)
        state.frames.append(("combat", A, Fight(fight_state.ROLLED, "", 1, "fang")))
        roll(state, A, "attack", 1)
        if choice == "player":
            assert refused(state, A, "reroll", "symbol") == "ruling.reroll.dice"
        else:
            answer(state, A, "reroll", "symbol")
            assert refused(state, A, "reroll", "symbol") == "asset.reroll-one"
            events: list[Event] = []
            asked(state).apply(state, A, ("again",), recorder(events))
            now = fight_state.fight_of(state, A)
            assert now is not None and now.symbol == "wire" and state.has(A, "reroll") == 1


def test_ten_dice_are_the_most_where_a_ruling_counts_them(done: Done) -> None:
    for choice, number in (("10", 10), ("unlimited", 12)):
        state = desk(dice__supply=choice)  # ruling.dice.supply
        events = roll(state, A, "attack", 12)
        assert len(done[-1][1]) == number
        assert (("dice-short", "ruling.dice.supply") in told(events)) == (choice == "10")


@pytest.mark.parametrize(
    ("choice", "before", "after"), [("10", 8, 10), ("10", 9, 10), ("10", 10, 10), ("unlimited", 10, 12)]
)
def test_dice_that_join_a_roll_are_as_many_as_there_are(done: Done, choice: str, before: int, after: int) -> None:
    state = desk(dice__supply=choice)  # ruling.dice.supply
    with_uses(state, "ledger", use("after-roll", "roll 2 more", limit="turn"))
    state.equipped[A] = ("ledger",)
    roll(state, A, "attack", before)
    assert bool(done) == (choice == "10" and before == 10)  # then nothing can alter it
    if not done:
        events = answer(state, A, "use", "aug.ledger")
        assert (("dice-short", "ruling.dice.supply") in told(events)) == (after - before == 1)
    assert len(done[-1][1]) == after


def test_no_dice_join_an_attack_where_there_are_ten() -> None:
    for choice, added in (("10", 0), ("unlimited", 2)):  # ruling.dice.supply
        state = desk(dice__supply=choice)
        with_uses(state, "ledger", use("before-attack", "clear damage and roll 1 more per damage removed"))
        state.enemies[A], state.equipped[A] = (("drone", 2),), ("ledger",)
        state.frames.append(("combat", A, Fight(fight_state.PREPARE, "?" * 10, 0, "")))
        abilities.use_ability(state, A, "aug.ledger", None, "before-attack")
        events = go_on(state)
        now = fight_state.fight_of(state, A)
        assert now is not None and len(now.dice) == 10 + added
        kinds = told(events)
        assert (("dice-short", "ruling.dice.supply") in kinds) == (choice == "10")
        assert "left-out" not in [kind for kind, _ in kinds]  # there is a roll to add dice to


def test_more_dice_join_an_open_roll_or_the_attack_to_come(done: Done) -> None:
    state = desk(script={"dice-0": [STRIKE, SURGE]})
    with_uses(state, "ledger", use("after-roll", "roll 1 more", limit="turn"))
    state.equipped[A] = ("ledger",)
    roll(state, A, "attack", 1)
    answer(state, A, "use", "aug.ledger")
    assert done == [(A, "DS")]
    state.enemies[A] = (("drone", 2),)
    with_uses(state, "ledger", use("before-attack", "clear damage and roll 1 more per damage removed"))
    state.frames.append(("combat", A, Fight(fight_state.PREPARE, "??", 0, "")))
    assert abilities.usable_names(state, A, "before-attack") == ["aug.ledger"]
    abilities.use_ability(state, A, "aug.ledger", None, "before-attack")
    go_on(state)
    now = fight_state.fight_of(state, A)
    assert now is not None and now.dice == "????" and state.enemies[A] == (("drone", 0),)


def test_the_law_holds_in_a_roll(done: Done) -> None:
    state = desk(script={"dice-0": [STATIC, STRIKE]})
    state.assets[A] = (0, 0, 0, 1)
    roll(state, A, "test", 2)
    dice = ("D", "S", "T", "number", "symbol", "x")
    tried = [("again",), ("keep",), ("keep", "x"), ("use", "aug.nobody"), *(("reroll", die) for die in dice)]
    for _ in range(2):
        lawful(asked(state), state, A, [*tried, *(("take-back", "reroll", die) for die in dice)])
        answer(state, A, "reroll", "T") if ("reroll", "T") in offers(state, A) else None


@pytest.mark.parametrize(("equipped", "said"), [(False, "roll-trace-equip"), (True, "roll-trace")])
def test_a_roll_that_only_an_upgrade_could_alter_says_so(done: Done, equipped: bool, said: str) -> None:
    state = desk(script={"dice-0": [STATIC]})  # upg.mem-equip
    with_uses(state, "ledger", use("after-roll", "reroll 1", limit="roll"))
    (state.equipped if equipped else state.unequipped)[A] = ("ledger",)
    state.assets[A] = (9, 9, 9, 0)
    roll(state, A, "trace", 1)
    assert (("equip", "ledger") if not equipped else ("use", "aug.ledger")) in offers(state, A)
    assert prompting.OPTIONS_BY_DECISION["roll"](state, A, "roll-trace", rolling.ALTER.moves(state, A))[0] == said
