"""Where tokens, assets and EXP come from and go."""

from __future__ import annotations

import pytest
from judging import judged
from small_tables import A, B, cited, laid, lawful, rule, settle, table

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.launch import assets, tokens
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.phases.planning import DECISIONS
from tabletop_kernel.games.tamashii.state import State


def test_an_empty_bag_is_filled_from_the_dump_first() -> None:
    state, events = table(), []  # refill.dump-back
    state.bag[A], state.dump[A] = "E", "LW"
    drawn = [tokens.draw_token(state, A, recorder(events)) for _ in range(4)]
    assert drawn[0] == "E" and sorted(drawn[1:3]) == ["L", "W"] and drawn[3] == ""
    assert cited(events) == [("dump-back", "refill.dump-back")]
    assert (state.bag[A], state.dump[A]) == ("", "")


def test_every_token_of_a_bag_can_come_first() -> None:
    first = {tokens.draw_token(table(script={"bag-0": [n]}), A, None) for n in range(1, 14)}
    assert first == set("EFLW")


def test_dumped_tokens_stay_with_their_owner() -> None:
    state, events = table(), []  # data.dump
    state.grid[A], state.dump[A] = laid("EDX."), "W"
    assert tokens.dump_tokens(state, A, [0, 1, 2], "launch.dump-then-effect", recorder(events)) == "ECX"
    assert (state.grid[A], state.dump[A]) == (laid(), "CEWX")
    assert cited(events) == [("dumps", "launch.dump-then-effect")]
    assert state.supply["E"] == 24


def test_discarded_tokens_go_to_the_neutral_pool_and_corrupted_ones_out_of_the_game() -> None:
    state, events = table(), []  # data.discard, data.corrupted-box
    state.grid[A] = laid("EXD.")
    state.supply.update(E=3, C=2)
    tokens.discard_tokens(state, A, [0, 1, 2], "upg.mem-discard", recorder(events))
    assert (state.supply["E"], state.supply["C"], state.corrupted, state.box) == (4, 3, 8, ("X",))
    assert state.dump[A] == "" and state.grid[A] == laid()
    assert cited(events) == [
        ("discards", "upg.mem-discard"),
        ("discards-for-good", "data.corrupted-box"),
        ("discards", "upg.mem-discard"),
    ]


def test_in_versus_a_ruling_says_where_discarded_corrupted_tokens_go() -> None:
    for choice, supply, box in (("pool", 6, ()), ("box", 5, ("X",))):
        state, events = table(mode="versus", comp__cd_discard=choice), []
        state.grid[A], state.supply["X"] = laid("X..."), 5
        tokens.discard_tokens(state, A, [0], "data.discard", recorder(events))
        assert (state.supply["X"], state.box) == (supply, box)
        assert events[0][1] == "ruling.comp.cd-discard"


def test_gained_tokens_go_into_the_dump() -> None:
    state, events = table(), []  # data.gain, data.gain-empty
    state.supply["O"] = 1
    assert tokens.gain_tokens(state, A, "O", 2, "upg.exp-open", recorder(events)) == 1
    assert (state.dump[A], state.supply["O"]) == ("O", 0)
    assert cited(events) == [("gains-less", "data.gain-empty"), ("gains-token", "upg.exp-open")]
    assert rule(tokens.refuse_gain(state, A, "O")) == "data.gain-empty"
    tokens.gain_tokens(state, B, "L", 1, "comp.conditions", None, to_bag=True)
    assert state.bag[B].count("L") == 4 and state.dump[B] == ""


def test_nobody_has_three_caties() -> None:
    state, events = table(modules=("catie",)), []  # catie.max
    state.grid[A], state.bag[A] = laid("D..."), ""
    assert tokens.gain_tokens(state, A, "C", 2, "catie.buy", recorder(events)) == 1
    assert cited(events)[0] == ("gains-less", "catie.max")
    assert rule(tokens.refuse_gain(state, A, "C")) == "catie.max"
    assert tokens.refuse_gain(state, B, "C") is None
    state.supply["C"] = 0
    assert tokens.gain_tokens(state, B, "C", 1, "catie.buy", recorder(events)) == 0
    assert cited(events)[-1] == ("gains-less", "data.gain-empty")


def lost(state: State) -> str:
    return state.result.rule if state.result else ""


@pytest.mark.parametrize(
    ("reading", "pool", "number", "by"),
    [
        ("short", 2, 2, ""),  # emptied exactly: survived
        ("short", 1, 2, "end.cd-out"),
        ("empty", 2, 2, "ruling.end.cd-empty"),
        ("empty", 3, 2, ""),
        ("empty", 1, 2, "end.cd-out"),
        ("sheet", 1, 2, ""),
    ],
)
def test_corrupted_tokens_can_run_out(
    reading: str, pool: int, number: int, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons: list[str] = []
    monkeypatch.setattr(quest, "lose_scenario", lambda state, rule, emit: reasons.append(rule))
    state = table(end__cd_empty=reading)
    state.corrupted = pool
    events: list[Event] = []
    gained = tokens.gain_corrupted(state, A, number, "reset.corrupted", recorder(events))
    assert (gained, state.dump[A], state.corrupted) == (min(pool, number), "X" * gained, pool - gained)
    assert reasons == ([by] if by else [])
    short = "ruling.end.cd-empty" if reading == "sheet" else "end.cd-out"
    assert (("no-corrupted", short) in cited(events)) == (gained < number)


def test_in_versus_nothing_happens_without_corrupted_tokens() -> None:
    state, events = table(mode="versus"), []  # comp.no-cd-pool, comp.cd-empty
    state.supply["X"] = 1
    assert tokens.gain_tokens(state, A, "X", 3, "reset.corrupted", recorder(events)) == 1
    assert lost(state) == "" and cited(events)[-1] == ("no-corrupted", "comp.cd-empty")


def test_assets_stay_on_their_tracks() -> None:
    state, events = table(), []  # asset.range, asset.gain, asset.lose, asset.spend
    assert assets.gain_asset(state, A, "power", 4, "pattern.asset", recorder(events)) == 4
    assert assets.gain_asset(state, A, "power", 2, "pattern.long", recorder(events)) == 1
    assert assets.lose_asset(state, A, "shield", 1, "asset.lose", recorder(events)) == 0
    assets.spend_asset(state, A, "power", 2, "combat.power", recorder(events))
    assert state.assets[A] == (0, 0, 3, 0) and state.assets[B] == (0, 0, 0, 0)
    kinds = ["gains", "gains", "track-full", "spends"]
    assert [kind for kind, _ in cited(events)] == kinds and events[2][3]["count"] == 1


def test_exp_may_be_limited() -> None:
    free, capped = table(), table(exp__cap="10")  # ruling.exp.cap
    for state in (free, capped):
        state.exp[A] = 9
    assert assets.gain_exp(free, A, 3, "pattern.exp", None) == 3
    events: list[Event] = []
    assert assets.gain_exp(capped, A, 3, "pattern.exp", recorder(events)) == 1
    assert cited(events) == [("gains-exp", "pattern.exp"), ("exp-full", "ruling.exp.cap")]
    assert events[1][3]["count"] == 2 and capped.exp[A] == 10
    assets.spend_exp(capped, A, 3, "upg.exp-cost", None)
    assets.gain_asset(capped, A, "memory", 2, "pattern.asset", None)
    assets.spend_asset(capped, A, "memory", 1, "upg.mem-gain", None)
    assert (capped.exp[A], capped.has(A, "memory")) == (7, 1)


def test_the_owner_chooses_the_side_of_a_catie_token() -> None:
    state, events = table(modules=("catie",)), []  # catie.side
    tokens.put_on_launcher(state, A, 0, "C", None)
    tokens.put_on_launcher(state, A, 1, "E", None)
    assert [frame[0] for frame in state.frames] == ["side"]
    side = DECISIONS["side"]
    lawful(side, state, A, [("side", "up"), ("side",), ("side", "damage")])
    assert rule(judged(side, state, A, ("side", "up"))) == "table.form"
    side.apply(state, A, ("side", "damage"), recorder(events))
    assert state.grid[A] == laid("DE..") and not state.frames
    assert cited(events) == [("catie-side", "catie.side")]


def test_a_side_is_not_asked_of_a_token_that_has_gone() -> None:
    state = table(modules=("catie",))
    tokens.put_on_launcher(state, A, 0, "C", None)
    tokens.dump_tokens(state, A, [0], "reset.dump-launcher", None)
    settle(state, DECISIONS, {})
    assert not state.frames


def test_faction_augments_come_from_decks_that_are_in_play() -> None:
    state, events = table(), []  # aug.hideout-draw, scen.factions, aug.arrive-unequipped
    assert augments.draw_faction(state, A, "Spartans", recorder(events)) == ""
    state.map = state.map.turned_up((1, 0))
    assert augments.draw_faction(state, A, "Spartans", recorder(events)) == "phalanx"
    assert (state.unequipped[A], state.equipped[A], state.faction_deck["Spartans"]) == (("phalanx",), (), ("triple",))
    augments.draw_faction(state, A, "Spartans", None)
    assert augments.draw_faction(state, A, "Spartans", recorder(events)) == ""
    assert cited(events) == [
        ("no-augment", "scen.factions"),
        ("gains-augment", "aug.hideout-draw"),
        ("no-augment", "aug.hideout-draw"),
    ]
    early = table(scen__faction_decks="from-start")
    assert augments.draw_faction(early, A, "Spartans", None) == "phalanx"
    assert augments.draw_faction(early, A, "Ninkyo", None) == ""


def test_augments_break_and_go_back() -> None:
    state, events = table(), []  # aug.break
    state.equipped[A], state.unequipped[A] = ("favour", "phalanx"), ("spare",)
    state.faction_deck["Spartans"] = ()
    augments.break_augment(state, A, "favour", recorder(events))
    assert state.box == ("favour",) and state.equipped[A] == ("phalanx",)
    augments.return_to_deck(state, A, "phalanx", "quest.activity", recorder(events))
    assert state.faction_deck["Spartans"] == ("phalanx",) and augments.all_augments(state, A) == ("spare",)
    assert cited(events) == [("breaks", "aug.break"), ("gives-back", "quest.activity")]


def test_the_maximum_has_an_end() -> None:
    for cap in ("10", "8"):
        state = table(upg__max_cap=cap)
        state.maximum[A], state.integrity[A] = int(cap) - 1, 3
        events: list[Event] = []
        assert assets.raise_maximum(state, A, 2, "upg.exp-integrity", recorder(events)) == 1
        assert cited(events) == [("raises-maximum", "upg.exp-integrity")]
        assert (state.maximum[A], state.integrity[A]) == (int(cap), 4)
