"""Abilities: when they may be used, how often, what runs by itself, and what may be done at any time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from played_lines import answer, desk, go_on, offers, told, use, with_lines, with_uses
from small_tables import A, B, laid, rule

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import language
from tabletop_kernel.games.tamashii.pack.pieces import Card, Diary, Protocol, TableCard
from tabletop_kernel.games.tamashii.phases import anytime
from tabletop_kernel.games.tamashii.phases.anytime import ANYTIME
from tabletop_kernel.games.tamashii.state import State


def used(state: State, seat: int, name: str, when: str) -> list[Event]:
    assert name in abilities.usable_names(state, seat, when)
    events: list[Event] = []
    abilities.use_ability(state, seat, name, recorder(events), when)
    return events + go_on(state)


# -- when and how often ------------------------------------------------------------------------------------------------


def test_only_equipped_augments_help_and_only_at_their_moment() -> None:
    state = with_uses(desk(), "ledger", use("planning", "gain 1 memory", limit="turn"))
    state.unequipped[A] = ("ledger",)
    assert abilities.usable_names(state, A, "planning") == []
    assert abilities.why_not_usable(state, A, "aug.ledger", "planning").rule == "aug.two-states"  # aug.two-states
    state.equipped[A], state.unequipped[A] = ("ledger",), ()
    assert abilities.usable_names(state, A, "planning") == ["aug.ledger"]
    assert abilities.usable_names(state, A, "launch") == []
    assert abilities.why_not_usable(state, A, "aug.ledger", "launch").rule == "aug.timing"  # aug.timing
    assert abilities.why_not_usable(state, B, "aug.ledger", "planning").rule == "aug.class-only"  # aug.class-only
    assert abilities.why_not_usable(state, A, "aug.phalanx", "launch").rule == "aug.two-states"
    assert abilities.why_not_usable(state, A, "aug.nobody", "launch").rule == "table.unknown"


@pytest.mark.parametrize("scope", ["turn", "combat", "roll"])
def test_once_per_scope_comes_back_when_the_scope_is_over(scope: str) -> None:
    state = with_uses(desk(), "ledger", use("planning", "gain 1 memory", limit=scope))
    state.equipped[A] = ("ledger",)
    assert told(used(state, A, "aug.ledger", "planning")) == [("uses", "aug.timing"), ("gains", "asset.gain")]
    assert state.used[A] == (f"{scope}:aug.ledger",)
    assert abilities.why_not_usable(state, A, "aug.ledger", "planning").facts["what"] == "used"
    abilities.clear_scope(state, scope)
    assert abilities.usable_names(state, A, "planning") == ["aug.ledger"]


def test_once_per_game_never_comes_back() -> None:
    state = with_uses(desk(), "ledger", use("planning", "gain 1 memory", limit="game"))
    state.equipped[A] = ("ledger",)
    used(state, A, "aug.ledger", "planning")
    for scope in ("roll", "combat", "launch", "turn", "card"):
        abilities.clear_scope(state, scope)
    assert abilities.usable_names(state, A, "planning") == []


def test_what_an_ability_costs_must_be_there() -> None:
    state = with_uses(desk(), "ledger", use("planning", "gain 1 exp", pay="spend 2 reroll"))
    with_uses(state, "tax", use("planning", "gain 1 exp", pay="dump 1 lore"))
    state.equipped[A] = ("ledger", "tax")
    wrong = abilities.why_not_usable(state, A, "aug.ledger", "planning")
    assert (wrong.rule, wrong.facts["need"], wrong.facts["have"]) == ("asset.spend", 2, 0)  # asset.spend
    assert abilities.why_not_usable(state, A, "aug.tax", "planning").rule == "data.dump"
    state.assets[A], state.grid[A] = (0, 0, 0, 2), laid("L...")
    used(state, A, "aug.ledger", "planning")
    used(state, A, "aug.tax", "planning")
    assert (state.has(A, "reroll"), state.exp[A], state.dump[A]) == (0, 2, "L")


def test_what_would_do_nothing_is_not_offered() -> None:
    state = with_uses(desk(), "ledger", use("planning", "gain 1 memory"))
    state.equipped[A], state.assets[A] = ("ledger",), (0, 5, 0, 0)
    assert abilities.usable_names(state, A, "planning") == []
    assert abilities.why_not_usable(state, A, "aug.ledger", "planning").facts["what"] == "nothing"


def test_what_an_ability_needs_must_hold() -> None:
    needs = language.read_tests("enemies >= 1")
    state = with_uses(desk(), "ledger", use("planning", "gain 1 memory", needs=needs))
    state.equipped[A] = ("ledger",)
    assert abilities.why_not_usable(state, A, "aug.ledger", "planning").facts["what"] == "needs"
    state.enemies[A] = (("drone", 0),)
    assert abilities.usable_names(state, A, "planning") == ["aug.ledger"]


def test_whoever_skips_the_phase_uses_nothing() -> None:
    state = with_uses(desk(), "ledger", use("planning", "gain 1 memory"))
    state.equipped[A], state.out = ("ledger",), 1 << A
    assert abilities.usable_names(state, A, "planning") == []
    assert abilities.why_not_usable(state, A, "aug.ledger", "planning").rule == "reset.skip-phase"


def test_only_the_active_body_has_abilities() -> None:
    state = desk()
    body = replace(state.rules.content.bodies["kindle"], uses=(use("planning", "gain 1 power"),))
    crown = replace(state.rules.content.bodies["crown"], uses=(use("planning", "gain 1 shield"),))
    bodies = {**state.rules.content.bodies, "kindle": body, "crown": crown}
    state.rules = replace(state.rules, content=replace(state.rules.content, bodies=bodies))
    with_lines(state, body__kindle__use__0="gain 1 power", body__crown__use__0="gain 1 shield")
    assert abilities.usable_names(state, A, "planning") == ["body.kindle"]
    assert abilities.why_not_usable(state, A, "body.crown", "planning").rule == "body.inhabit-pattern"
    state.bodies[A] = ("tin-saint", "crown")
    assert abilities.usable_names(state, A, "planning") == []
    assert abilities.why_not_usable(state, A, "body.kindle", "planning").rule == "body.no-walker"
    assert abilities.why_not_usable(state, A, "body.crown", "planning").rule == "body.two"
    state.bodies[A] = ("crown", "tin-saint")  # body.inhabit-swap
    assert abilities.usable_names(state, A, "planning") == ["body.crown"]


def test_cards_of_the_table_help_everybody() -> None:
    state = desk(mode="versus")
    card = TableCard("x", "X", (use("launch", "gain 1 exp", pay="spend 1 reroll", limit="turn"),), (("pro", 1),), "")
    state.rules = replace(state.rules, content=replace(state.rules.content, pvp={"x": card}))
    with_lines(state, pvp__x__use__0="spend 1 reroll and gain 1 exp")
    assert abilities.why_not_usable(state, A, "pvp.x", "launch").rule == "comp.pvp"
    state.pvp, state.assets = "x", [(0, 0, 0, 1)] * 2
    assert [abilities.usable_names(state, seat, "launch") for seat in (A, B)] == [["pvp.x"], ["pvp.x"]]
    assert told(used(state, A, "pvp.x", "launch"))[0] == ("uses", "comp.pvp")
    assert abilities.usable_names(state, B, "launch") == ["pvp.x"]  # once per turn is once for each player
    assert abilities.modifier(state, A, "pro") == 1 and abilities.modifier(state, A, "mov") == 0


def test_cards_in_play_change_numbers_while_they_are_in_play() -> None:
    state = desk()
    assert abilities.modifier(state, A, "repel-memory") == 0
    state.specials = ("S04-S",)  # scen.special-aside
    assert abilities.modifier(state, A, "repel-memory") == 1
    assert isinstance(next(iter(state.in_play())), Card)


# -- what runs by itself -----------------------------------------------------------------------------------------------


def test_triggers_run_by_themselves_card_by_card() -> None:
    state = with_uses(desk(), "ledger", use("defeat", "gain 1 memory", limit="turn"))
    with_uses(state, "tax", use("defeat", "another player: gain 1 shield"))
    state.equipped[A] = ("ledger", "tax")
    events: list[Event] = []
    abilities.run_triggers(state, A, "defeat", recorder(events))
    events += go_on(state)
    assert [kind for kind, _ in told(events)] == ["triggers", "triggers", "gains", "gains"]
    assert (state.has(A, "memory"), state.has(B, "shield")) == (1, 1)
    abilities.run_triggers(state, A, "defeat", None)
    go_on(state)
    assert (state.has(A, "memory"), state.has(B, "shield")) == (1, 2)  # once per turn, and again and again
    assert abilities.why_not_usable(state, A, "aug.tax", "launch").facts["what"] == "trigger"
    assert abilities.usable_names(state, A, "defeat") == []


def test_a_trigger_that_is_declined_has_not_been_used() -> None:
    state = with_uses(desk(), "ledger", use("hack", "may program 1", limit="turn"))
    state.equipped[A], state.grid[A] = ("ledger",), laid("EW..")
    for move in ("leave", "do"):
        abilities.run_triggers(state, A, "hack", None)
        go_on(state)
        assert offers(state, A) == [("do",), ("leave",)]
        answer(state, A, move)
    assert state.frames[-1][0] == "program" and state.used[A] == ("turn:aug.ledger",)


def test_what_was_counted_is_forgotten_with_its_scope() -> None:
    state = desk()
    state.tally[A] = {"defeated-turn": 2, "defeated-card": 3, "defeated": 4, "launched": 1, "ascended": 1}
    abilities.clear_scope(state, "turn")
    assert state.tally[A] == {"defeated-last": 2, "defeated-card": 3, "defeated": 4, "ascended": 1}
    abilities.clear_scope(state, "card")
    assert state.tally[A] == {"defeated-last": 2, "defeated": 4, "ascended-last": 1}


# -- at any time -------------------------------------------------------------------------------------------------------


def schooled(**agreed: str) -> State:
    """A player who learns by enemies defeated: 1, 2, 3."""
    state = desk(2, None, **agreed)
    rewards = ("gain 1 power", "gain 1 shield", "gain 1 exp")
    tests = [language.read_tests(f"defeated this game >= {number}") for number in (1, 2, 3)]
    steps = tuple((test, language.read(line)) for test, line in zip(tests, rewards, strict=True))
    protocol = Protocol("hunger", "Hunger", steps, ("", "", ""))
    state.rules = replace(state.rules, content=replace(state.rules.content, protocols={"hunger": protocol}))
    with_lines(state, **{f"protocol.hunger.{at}": line for at, line in enumerate(rewards)})
    state.protocol[A] = "hunger"
    return state


def learn(state: State) -> list[Event]:
    assert ANYTIME.moves(state, A) == [("learn",)]
    events: list[Event] = []
    ANYTIME.apply(state, A, ("learn",), recorder(events))
    return events + go_on(state)


def test_steps_are_learned_in_order_at_any_time() -> None:
    state = schooled()
    state.active = B  # learn.anytime, learn.order, learn.two, learn.mark, learn.done
    assert rule(ANYTIME.refuse(state, A, ("learn",))) == "learn.anytime" and ANYTIME.moves(state, A) == []
    state.tally[A]["defeated"] = 2
    assert ANYTIME.deciders(state, ("turn", -1, ())) == [A]
    assert told(learn(state)) == [("learns", "learn.mark"), ("gains", "asset.gain")]
    assert told(learn(state)) == [("learns", "learn.two"), ("gains", "asset.gain")]
    assert (state.learned[A], state.has(A, "power"), state.has(A, "shield")) == (2, 1, 1)
    state.tally[A]["defeated"] = 3
    learn(state)
    assert rule(ANYTIME.refuse(state, A, ("learn",))) == "learn.done"
    assert rule(ANYTIME.refuse(state, B, ("learn",))) == "learn.one"  # learn.one
    assert rule(ANYTIME.refuse(desk(mode="versus"), A, ("learn",))) == "comp.no-protocols"  # comp.no-protocols


def test_a_later_step_waits_for_the_one_before_it() -> None:
    state = schooled()
    steps = state.rules.content.protocols["hunger"].steps
    turned = replace(state.rules.content.protocols["hunger"], steps=(steps[2], steps[0], steps[1]))
    state.rules = replace(state.rules, content=replace(state.rules.content, protocols={"hunger": turned}))
    state.tally[A]["defeated"] = 2
    assert rule(ANYTIME.refuse(state, A, ("learn",))) == "learn.order"


@pytest.mark.parametrize(("choice", "third"), [("all", True), ("two", False)])
def test_three_steps_at_one_moment(choice: str, third: bool) -> None:
    state = schooled(learn__three=choice)  # ruling.learn.three
    state.tally[A]["defeated"] = 3
    learn(state)
    learn(state)
    assert (ANYTIME.refuse(state, A, ("learn",)) is None) == third
    if not third:
        assert rule(ANYTIME.refuse(state, A, ("learn",))) == "ruling.learn.three"
        anytime.end_learning_moment(state, A)
    learn(state)
    assert state.learned[A] == 3


@pytest.mark.parametrize(("choice", "others"), [("any", True), ("own", False)])
def test_learning_in_others_steps(choice: str, others: bool) -> None:
    state = schooled(learn__when=choice)  # ruling.learn.when
    state.tally[A]["defeated"] = 1
    state.phase, state.active = "combat", B
    assert (ANYTIME.moves(state, A) == [("learn",)]) == others
    if not others:
        assert rule(ANYTIME.refuse(state, A, ("learn",))) == "ruling.learn.when"
    for phase, active in (("planning", B), ("combat", A)):
        state.phase, state.active = phase, active
        assert ANYTIME.moves(state, A) == [("learn",)]


def test_learning_in_the_middle_of_a_decision_changes_what_can_be_done() -> None:
    state = schooled()
    state.tally[A]["defeated"], state.learned[A] = 2, 1
    with_uses(state, "ledger", use("wounded", "prevent 1"))
    state.equipped[A] = ("ledger",)
    state.frames.append(("wounds", A, (2, "combat.enemy-frame")))
    go_on(state)
    assert ("shield", 1) not in offers(state, A)
    learn(state)
    assert ("shield", 1) in offers(state, A)


def test_nothing_is_learned_before_the_first_turn_or_after_a_reset() -> None:
    state = schooled()
    state.tally[A]["defeated"], state.out = 1, 1 << A
    assert rule(ANYTIME.refuse(state, A, ("learn",))) == "reset.skip-phase"
    state.out, state.turn = 0, 0
    assert rule(ANYTIME.refuse(state, A, ("learn",))) == "turn.phases"


def test_a_diary_card_is_used_once_and_then_locked() -> None:
    state = desk(modules=("diary",))
    card = Diary("d01", "Warm Milk", "D01", use("any", "recover 2"), "")
    later = Diary("d02", "Dice", "D02", use("after-roll", "reroll all"), "")
    state.rules = replace(state.rules, content=replace(state.rules.content, diary={"d01": card, "d02": later}))
    with_lines(state, diary__d01__use__0="recover 2", diary__d02__use__0="reroll all")
    assert rule(ANYTIME.refuse(state, A, ("diary",))) == "diary.one"
    assert rule(ANYTIME.refuse(desk(), A, ("diary",))) == "diary.include"  # diary.include
    state.diary, state.integrity[A] = ["d01", "d02"], 2
    assert ANYTIME.moves(state, A) == [("diary",)] and ANYTIME.moves(state, B) == []
    assert rule(ANYTIME.refuse(state, B, ("diary",))) == "diary.one"  # not at any time: after a roll
    events: list[Event] = []
    ANYTIME.apply(state, A, ("diary",), recorder(events))
    events += go_on(state)
    assert told(events)[0] == ("uses", "diary.one") and "diary.relock" in [by for _, by in told(events)]
    assert (state.integrity[A], state.diary[A], state.diary_box) == (4, "", ("d01",))
    assert rule(ANYTIME.refuse(state, A, ("diary",))) == "diary.one"
    assert abilities.why_not_usable(state, A, "diary.d01", "any").facts["what"] == "used"


def test_other_abilities_without_a_moment_have_a_move_of_their_own() -> None:
    state = with_uses(desk(), "ledger", use("any", "gain 1 memory", limit="turn"))
    state.equipped[A] = ("ledger",)
    assert ANYTIME.moves(state, A) == [("anytime", "aug.ledger")]
    assert rule(ANYTIME.refuse(state, B, ("anytime", "aug.ledger"))) == "aug.class-only"
    ANYTIME.apply(state, A, ("anytime", "aug.ledger"), None)
    go_on(state)
    assert state.has(A, "memory") == 1
    assert rule(ANYTIME.refuse(state, A, ("anytime", "aug.ledger"))) == "aug.timing"
