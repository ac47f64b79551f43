"""Wounds, shields, what prevents wounds, and the reset."""

from __future__ import annotations

from dataclasses import replace

import pytest
from played_lines import answer, desk, fact, go_on, offers, refused, run, told, use, with_uses
from small_tables import A, B, laid

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.fighting import resetting
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.modes import destabilization_damage
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.maps import Map

FANG, WIRE = 1, 4  # what a script has to say for these symbols


def wound(state: State, seat: int, number: int) -> list[Event]:
    return run(state, seat, f"wound {number}", key="enemy.drone.fang")


# -- shields -----------------------------------------------------------------------------------------------------------


def test_wounds_cost_integrity_by_the_rule_of_what_wounds() -> None:
    state = desk()
    assert told(wound(state, A, 2)) == [("wounded", "combat.enemy-frame")]
    assert state.integrity[A] == 3


def test_shields_are_spent_all_in_or_not_at_all() -> None:
    state = desk()  # W17: asset.shield-all-in, asset.shield-one, asset.shield-optional, combat.shield
    state.assets[A] = (2, 0, 0, 0)
    wound(state, A, 3)
    assert offers(state, A) == [("shield", 2), ("suffer",)]
    assert refused(state, A, "shield", 1) == "asset.shield-all-in"
    assert refused(state, A, "shield", 3) == "asset.shield-all-in"
    twin = state.clone()
    events = answer(state, A, "shield", 2)
    assert told(events) == [("spends", "asset.shield-one"), ("wounded", "combat.enemy-frame")]
    assert (state.has(A, "shield"), state.integrity[A]) == (0, 4)
    answer(twin, A, "suffer")
    assert (twin.has(A, "shield"), twin.integrity[A]) == (2, 2)


def test_no_more_shields_are_spent_than_stop_wounds() -> None:
    state = desk()
    state.assets[A] = (4, 0, 0, 0)
    wound(state, A, 1)
    assert refused(state, A, "shield", 4) == "asset.shield-all-in"
    answer(state, A, "shield", 1)
    assert (state.has(A, "shield"), state.integrity[A]) == (3, 5)


def test_shields_help_again_at_the_next_effect_or_only_once_per_combat() -> None:
    for choice, again in (("effect", True), ("combat", False)):  # ruling.combat.wound-batches
        state = desk(combat__wound_batches=choice)
        state.phase, state.assets[A] = "combat", (3, 0, 0, 0)
        wound(state, A, 1)
        answer(state, A, "shield", 1)
        with_uses(state, "ledger", use("wounded", "prevent 1"))
        state.equipped[A] = ("ledger",)
        wound(state, A, 1)
        if again:
            assert ("shield", 1) in offers(state, A)
        else:
            assert refused(state, A, "shield", 1) == "ruling.combat.wound-batches"
        answer(state, A, "suffer")
        abilities.clear_scope(state, "combat", A)
        state.phase = "action"
        wound(state, A, 1)
        assert ("shield", 1) in offers(state, A)


def test_without_shields_there_is_nothing_to_spend() -> None:
    state = desk()
    with_uses(state, "ledger", use("wounded", "prevent 1", limit="combat"))
    state.equipped[A] = ("ledger",)
    wound(state, A, 1)
    assert offers(state, A) == [("use", "aug.ledger"), ("suffer",)]
    assert refused(state, A, "shield", 1) == "asset.spend"


# -- preventing --------------------------------------------------------------------------------------------------------


def test_tokens_prevent_wounds_as_long_as_there_are_some() -> None:
    state = desk()
    with_uses(state, "ledger", use("wounded", "prevent 1", pay="dump 1 ward"))
    state.equipped[A], state.grid[A] = ("ledger",), laid("WEW.")
    wound(state, A, 3)
    answer(state, A, "use", "aug.ledger")
    answer(state, A, "dump", "r1c3")
    assert state.frames[-1] == ("wounds", A, (2, "combat.enemy-frame"))
    answer(state, A, "use", "aug.ledger")
    assert (state.integrity[A], state.grid[A]) == (4, laid(".E.."))  # no Ward left: the last wound is suffered


def test_once_per_combat_is_once_per_combat() -> None:
    state = desk()
    with_uses(state, "ledger", use("wounded", "prevent 1", limit="combat"))
    state.equipped[A], state.phase = ("ledger",), "combat"
    wound(state, A, 1)
    assert told(answer(state, A, "use", "aug.ledger")) == [("uses", "aug.timing"), ("prevents", "aug.timing")]
    wound(state, A, 1)
    assert state.integrity[A] == 4 and not state.frames
    abilities.clear_scope(state, "combat", A)
    wound(state, A, 1)
    assert ("use", "aug.ledger") in offers(state, A)


def test_a_guard_stops_wounds_of_this_turns_combat_alone() -> None:
    state = desk()
    run(state, A, "guard 3", key="aug.phalanx.use.0")
    wound(state, A, 1)
    assert state.integrity[A] == 4  # still the Action phase
    state.phase = "combat"
    assert told(wound(state, A, 2)) == [("guarded", "aug.faction-launch")]
    wound(state, A, 2)
    assert state.integrity[A] == 3
    run(state, B, "guard 3", key="aug.ledger.use.0")
    abilities.clear_scope(state, "combat", A)
    assert state.tally[B]["guard"] == 3  # another player's Combat is still to come
    abilities.clear_scope(state, "turn")
    assert not state.tally[B].get("guard")


def test_the_last_wound_can_be_averted_once_per_game() -> None:
    state = desk()
    with_uses(state, "ledger", use("fatal", "set integrity 1", pay="spend 3 power", limit="game"))
    state.equipped[A], state.assets[A] = ("ledger",), (0, 0, 5, 0)
    wound(state, A, 4)
    assert state.integrity[A] == 1 and not state.frames  # not the last one: nobody is asked
    wound(state, A, 2)
    assert offers(state, A) == [("use", "aug.ledger"), ("fall",)]
    answer(state, A, "use", "aug.ledger")
    assert (state.integrity[A], state.has(A, "power"), state.tally[A].get("resets", 0)) == (1, 2, 0)
    state.assets[A] = (0, 0, 5, 0)
    wound(state, A, 1)
    assert state.tally[A]["resets"] == 1


def test_destabilization_wounds_or_takes_integrity_as_a_ruling_says() -> None:
    for choice, left in (("yes", 5), ("no", 3)):  # ruling.destab.wound, destab.tick
        state = desk(destab__wound=choice)
        state.assets[A], state.destabilized[A] = (2, 0, 0, 0), 2
        destabilization_damage.begin_damage(state, None)
        go_on(state)
        assert bool(state.frames) == (choice == "yes") and state.integrity[A] == left


def test_what_averts_the_last_wound_helps_where_shields_do_not() -> None:
    state = desk(destab__wound="no")
    with_uses(state, "ledger", use("fatal", "set integrity 1", limit="game"))
    state.equipped[A], state.destabilized[A], state.integrity[A] = ("ledger",), 2, 2
    destabilization_damage.begin_damage(state, None)
    go_on(state)
    answer(state, A, "use", "aug.ledger")
    assert state.integrity[A] == 1 and not state.is_out(A)


# -- reset -------------------------------------------------------------------------------------------------------------


def fallen(script: dict[str, list[int]] | None = None, **agreed: str) -> tuple[State, list[Event]]:
    """W18: integrity 1 of 6, two bodies, three enemies, tokens, trace; one wound in Combat."""
    state = desk(2, script or {"symbol": [FANG]}, **agreed)
    state.phase, state.corrupted = "combat", 5
    state.integrity[A], state.maximum[A], state.trace[A] = 1, 6, 4
    state.bodies[A], state.body_deck = ("tin-saint", "crown"), ("night-florist",)
    state.grid[A], state.dump[A] = laid("EOX.", "..D."), "W"
    state.enemies[A], state.enemy_discard = (("drone", 1), ("clerk", 0)), ()
    state.destabilized[A], state.exp[A], state.place[A] = 2, 0, (1, 0)
    state.map = state.map.turned_up((1, 0))
    return state, wound(state, A, 1)


def test_a_reset_does_everything_in_order() -> None:
    state, events = fallen()
    assert [pair for pair in told(events) if pair[1].startswith(("reset", "destab"))] == [
        ("resets", "reset.trigger"),
        ("reset-rolled", "reset.roll"),
        ("body-gone", "reset.lose-body"),
        ("next-body", "reset.next-body"),
        ("gains-token", "reset.corrupted"),
        ("dumps", "reset.dump-launcher"),
        ("enemy-discarded", "reset.enemies"),
        ("enemy-discarded", "reset.enemies"),
        ("board-cleared", "destab.player-clear"),
        ("trace-zero", "reset.trace"),
        ("whole-again", "reset.integrity"),
        ("skips-phase", "reset.skip-phase"),
        ("to-shelter", "reset.shelter"),
    ]
    assert state.bodies[A] == ("crown",) and state.body_deck == ("night-florist", "tin-saint")
    assert (state.corrupted, state.dump[A], state.grid[A]) == (3, "CEOWXXX", laid())
    assert state.enemies[A] == () and sorted(state.enemy_discard) == ["clerk", "drone"]
    assert (state.exp[A], state.trace[A], state.integrity[A], state.destabilized[A]) == (
        0,
        0,
        6,
        0,
    )  # enemy.discard-no-exp
    assert state.place[A] == (0, 0) and state.is_out(A) and not state.is_out(B)
    assert not state.frames and state.result is None


def test_the_symbol_decides_about_the_body() -> None:
    for symbol, ruling, bodies in (
        (FANG, "fang", ("crown",)),
        (WIRE, "fang", ("tin-saint", "crown")),
        (WIRE, "wire", ("crown",)),
        (FANG, "wire", ("tin-saint", "crown")),
    ):
        state, events = fallen({"symbol": [symbol]}, reset__symbol=ruling)  # ruling.reset.symbol
        assert state.bodies[A] == bodies
        assert (("keeps-body", "reset.keep-body") in told(events)) == (len(bodies) == 2)


def test_an_insane_reset_rolls_nothing_and_always_takes_the_body() -> None:
    state, events = fallen({"symbol": [WIRE]}, difficulty="insane")  # mode.insane-reset
    assert ("body-gone", "mode.insane-reset") in told(events)
    assert not any(kind == "reset-rolled" for kind, _ in told(events)) and state.bodies[A] == ("crown",)


def test_a_body_that_is_lost_on_any_reset() -> None:
    state = desk(script={"symbol": [WIRE]})
    body = replace(state.rules.content.bodies["crown"], modify=(("lost-on-any-reset", 1),))
    bodies = {**state.rules.content.bodies, "crown": body}
    state.rules = replace(state.rules, content=replace(state.rules.content, bodies=bodies))
    state.bodies[A] = ("crown", "tin-saint")
    resetting.reset_player(state, A, "reset.trigger", None)
    assert state.bodies[A] == ("tin-saint",)


def test_without_an_advanced_body_the_walker_stays() -> None:
    state = desk(script={"symbol": [FANG]})
    resetting.reset_player(state, A, "reset.trigger", None)
    assert state.bodies[A] == () and state.body(A).id == "kindle" and state.body_deck == ()


def test_a_pool_that_is_too_small_loses_the_scenario() -> None:
    state = desk()
    state.corrupted, state.integrity[A] = 1, 1
    wound(state, A, 1)  # end.cd-out
    assert state.result is not None and state.result.rule == "end.cd-out" and not state.frames


def test_the_first_reset_may_be_milder() -> None:
    state = desk()
    scenario = state.rules.scenario
    assert scenario is not None
    state.rules = replace(state.rules, scenario=replace(scenario, special_rules=("first-reset-one",)))
    events: list[Event] = []
    resetting.reset_player(state, A, "reset.trigger", recorder(events))
    assert ("gains-token", "scen.special-rules") in told(events) and state.corrupted == 7
    resetting.reset_player(state, A, "reset.trigger", None)
    assert state.corrupted == 5 and state.tally[A]["resets"] == 2


def test_the_nearest_shelter_or_a_choice_or_the_starting_tile() -> None:
    def lost(**agreed: str) -> State:
        state = desk(2, None, **agreed)
        tiles = {(0, 0): "shelter", (2, 0): "shelter", (1, 0): "barracks", (-1, 0): "barracks"}
        state.map, state.place[A], state.start_place[A] = Map(tiles, frozenset(tiles)), (1, 0), (-1, 0)
        return state

    state = lost()  # reset.shelter, ruling.reset.which-shelter
    resetting.reset_player(state, A, "reset.trigger", None)
    assert offers(state, A) == [("shelter", "0,0"), ("shelter", "2,0")]
    assert refused(state, A, "shelter", "1,0") == "reset.shelter"
    answer(state, A, "shelter", "2,0")
    assert state.place[A] == (2, 0)
    state = lost()
    state.place[A] = (-1, 0)
    resetting.reset_player(state, A, "reset.trigger", None)
    assert state.place[A] == (0, 0) and not state.frames
    state = lost(reset__which_shelter="any")
    state.place[A] = (-1, 0)
    resetting.reset_player(state, A, "reset.trigger", None)
    assert offers(state, A) == [("shelter", "0,0"), ("shelter", "2,0")]
    state = lost()
    state.map = Map(state.tiles, frozenset({(1, 0), (-1, 0)}))
    resetting.reset_player(state, A, "reset.trigger", None)
    assert state.place[A] == (-1, 0)


@pytest.mark.parametrize(("choice", "exp"), [("lost", 0), ("finish", 1)])
def test_the_rest_of_an_effect_is_lost_or_finished(choice: str, exp: int) -> None:
    state = desk(reset__rest_of_effect=choice)  # ruling.reset.rest-of-effect
    state.integrity[A] = 1
    events = run(state, A, "wound 1; gain 1 exp; gain 1 power", key="aug.phalanx.use.0")
    assert state.exp[A] == exp and state.has(A, "power") == exp
    assert state.is_out(A) and state.integrity[A] == 5 and not state.frames
    kinds = [kind for kind, _ in told(events)]
    cut = [(rule, facts) for kind, rule, _, facts in events if kind == "effect-lost"]
    if choice == "finish":
        assert kinds.index("reset-waits") < kinds.index("gains-exp") < kinds.index("resets") and not cut
    else:
        facts = {"seat": A, "key": "aug.phalanx.use.0", "what": "the rest of this effect"}
        assert cut == [("ruling.reset.rest-of-effect", facts)] and kinds.index("resets") < kinds.index("effect-lost")


def test_the_rest_is_lost_for_the_one_who_resets_only() -> None:
    state = desk(2)
    state.integrity[A] = 1
    run(state, A, "each player: wound 1; time down 1; each player: gain 1 exp", key="card.S01-1.world.0")
    assert (state.exp[A], state.exp[B], state.integrity[B]) == (0, 1, 4)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("wound 1", "aug.phalanx.use.0"),  # the effect is over
        ("wound 1; trace down 1", "aug.phalanx.use.0"),  # the rest would do nothing
        ("wound 1; time down 1", "card.S01-1.world.0"),  # the scenario's own line goes on
    ],
)
def test_no_effect_is_lost_if_the_reset_changes_nothing(line: str, key: str) -> None:
    state = desk()
    state.integrity[A] = 1
    assert "effect-lost" not in [kind for kind, _ in told(run(state, A, line, key=key))]
    assert state.is_out(A)


def test_an_effect_with_parts_for_each_player_is_lost_once() -> None:
    state = desk(2)
    state.integrity[A] = 1
    events = run(state, A, "each player: wound 1 and gain 1 exp; gain 1 power", key="aug.phalanx.use.0")
    assert [kind for kind, _ in told(events)].count("effect-lost") == 1


@pytest.mark.parametrize("choice", ["lost", "finish"])
def test_an_effect_that_has_not_begun_is_lost_by_skipping_the_phase(choice: str) -> None:
    state = desk(reset__rest_of_effect=choice)
    resetting.reset_player(state, A, "reset.trigger", None)
    events = run(state, A, "gain 1 exp", key="aug.phalanx.use.0")
    assert (
        told(events) == [("effect-lost", "reset.skip-phase")] and fact(events, "effect-lost", "what") == "this effect"
    )


def test_a_reset_that_waits_is_not_forgotten_when_a_new_card_stops_the_world() -> None:
    state = desk(reset__rest_of_effect="finish")  # quest.draw-stops
    state.integrity[A], state.card = 1, "S01-1"
    state.frames.append(("world", -1, ("S01-1", 1, 1)))
    run(state, A, "wound 1; draw card S01-1; gain 1 exp", key="card.S01-1.world.0")
    assert state.tally[A]["resets"] == 1 and state.is_out(A) and state.exp[A] == 0 and not state.frames


def test_a_last_chance_that_has_gone_is_not_asked_about() -> None:
    state = desk()
    state.frames.append(("fatal", A, (5, "combat.enemy-frame")))
    go_on(state)
    assert state.tally[A]["resets"] == 1 and not state.frames


def test_two_resets_of_one_effect_are_one() -> None:
    state = desk(reset__rest_of_effect="finish")
    state.integrity[A] = 1
    run(state, A, "wound 1; wound 1", key="aug.phalanx.use.0")
    assert state.tally[A]["resets"] == 1 and state.integrity[A] == 5
