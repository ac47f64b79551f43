"""The modules and the difficulties, as an outsider reads the rules."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    EMPTY,
    A,
    B,
    allowed,
    at,
    facts,
    in_turn,
    kinds,
    let_pass,
    make,
    refused,
    rules,
    table,
    top,
    why,
    without,
)

from tabletop_kernel.table.session import Session

LINE, OTHER_LINE = "r1c1+r1c2+r1c3", "r3c1+r3c2+r3c3"
CITY = {"city": "on"}
CATIE = {"unlocked": "C01", "catie": "on"}
DIARY = {"unlocked": "all", "diary": "on"}
CARDS = ["d01", "d02", "d03", "d04", "d05", "d06", "d07", "d08"]
NOTHING = [0, 0, 0, 0]


def shift(rewards: list[str], rulings: dict[str, str] | None = None) -> Session:
    """You have met Double Shift, up to 6, and these rewards lie on top."""
    fresh = table(options=CITY)
    below = at(fresh, "reward_deck")
    for reward in rewards:
        below.remove(reward)
    session = table(
        seat=A,
        options=CITY,
        rulings=rulings,
        event=[["double-shift"], []],
        event_deck=without(at(fresh, "event_deck"), "double-shift"),
        reward_deck=rewards + below,
        grid=["EEE.#....#LLL.#....#", EMPTY],
    )
    make(session, A, "launch", "basic.power", LINE)
    make(session, A, "launch", "basic.memory", OTHER_LINE)
    assert session.moves(A) == [("heist",), ("no-heist",)] and at(session, "event")[A] == ["double-shift"]
    make(session, A, "heist")
    return session


def test_a_heist_goes_on_while_the_sum_fits_and_pays_everything() -> None:
    # city.heist-start, city.heist-on, city.heist-gain
    session = shift(["floor-plan", "data-chip", "old-vest"])
    assert session.moves(A) == [("more",), ("stop",)]  # 3 of 6
    make(session, A, "more")
    make(session, A, "more")  # 6 of 6 is not too much
    make(session, A, "stop")
    assert at(session, "assets")[A] == [1, 2, 1, 0] and at(session, "exp")[A] == 1
    assert len(at(session, "reward_deck")) == 14 and at(session, "event_discard") == ["double-shift"]


@pytest.mark.parametrize("fail", ["nothing", "asset"])
def test_a_heist_that_goes_too_far_fails(fail: str) -> None:
    # city.heist-bust, ruling.city.fail
    session = shift(["master-plan", "bolt-cutter"], {"city.fail": fail})
    told = make(session, A, "more")
    assert "city.heist-bust" in rules(told) and at(session, "exp")[A] == 0 and len(at(session, "reward_deck")) == 14
    if fail == "asset":
        assert session.moves(A) == [("lose", "memory"), ("lose", "power")]
        assert refused(session, A, "lose", "shield") == "asset.lose"
        make(session, A, "lose", "memory")
    assert at(session, "assets")[A] == [0, 0 if fail == "asset" else 1, 1, 0]


def test_the_first_reward_alone_can_be_too_much() -> None:
    # city.heist-start, city.heist-bust
    fresh = table(options=CITY)
    below = without(at(fresh, "reward_deck"), "master-plan")
    session = table(
        moment="move",
        seat=A,
        options=CITY,
        event=[["good-neighbours"], []],
        event_deck=without(at(fresh, "event_deck"), "good-neighbours"),
        reward_deck=["master-plan", *below],
    )
    make(session, A, "move", "1,0")  # beside the other player
    told = make(session, A, "heist")
    assert {"city.heist-start", "city.heist-bust"} <= set(rules(told)) and at(session, "event")[A] == []


@pytest.mark.parametrize(("hold", "events"), [("one", 1), ("any", 2)])
def test_a_second_event_drops_the_first_or_not(hold: str, events: int) -> None:
    # city.event, ruling.city.hold
    deck = without(at(table(options=CITY), "event_deck"), "house-call")
    session = table(
        moment="move", seat=A, options=CITY, rulings={"city.hold": hold}, event=[["house-call"], []], event_deck=deck
    )
    make(session, A, "stay")
    make(session, A, "event")
    assert len(at(session, "event")[A]) == events
    assert at(session, "event_discard") == (["house-call"] if hold == "one" else [])


def test_an_event_comes_instead_of_the_effect_of_the_tile() -> None:
    # city.event
    session = table(moment="move", seat=A, options=CITY, integrity=[4, 5])
    make(session, A, "stay")
    make(session, A, "event")
    assert not allowed(session, A, "district") and at(session, "integrity")[A] == 4
    session = table(moment="move", seat=A, integrity=[4, 5])
    make(session, A, "stay")
    assert refused(session, A, "event") == "city.event" and not allowed(session, A, "event")


def cat(launcher: str, moment: str = "launch", seat: int = A, **changes: Any) -> Session:
    """You have the Ember board, and Catie tokens are used."""
    usual = {"walker": ["kindle", "bulwark"], "core": ["E", "W"], "grid": [launcher, EMPTY], "options": CATIE}
    return table(moment=moment, seat=seat, **{**usual, **changes})


def test_a_catie_token_stands_for_the_core_and_gives_its_side() -> None:
    # catie.counts-as, catie.launch
    session = cat("ECE.#....#....#....#", integrity=[3, 5])
    told = make(session, A, "launch", "basic.power", LINE)
    assert at(session, "integrity")[A] == 4 and rules(told)[-2:] == ["pattern.asset", "catie.launch"]
    session = cat("EDE.#....#....#....#", enemies=[[["riot-shell", 0]], []], enemy_deck=[])
    make(session, A, "launch", "basic.power", LINE)
    assert at(session, "enemies")[A] == [["riot-shell", 1]]
    assert refused(cat("WCW.#....#....#....#"), A, "launch", "basic.shield", LINE) == "catie.counts-as"


def test_catie_may_work_as_the_launch_step_begins() -> None:
    # catie.launch, ruling.catie.effect
    session = cat("ECE.#....#....#....#", moment="move", integrity=[3, 5], rulings={"catie.effect": "launcher"})
    make(session, A, "stay")
    let_pass(session, lambda now: top(now) == ("launch", A))
    assert at(session, "integrity")[A] == 4
    make(session, A, "launch", "basic.power", LINE)
    assert at(session, "integrity")[A] == 4


def test_a_third_catie_token_is_refused() -> None:
    # catie.pattern, catie.max, catie.buy
    session = cat("EOOC#....#....#....#")
    make(session, A, "launch", "catie", f"{LINE}+r1c4")
    assert at(session, "dump")[A] == "CCEOO"
    full = cat("EOOC#....#....#....#", bag=["CEEEWWWLLLFFF", "EEEWWWLLLFFF"])
    assert refused(full, A, "launch", "catie", f"{LINE}+r1c4") == "catie.max"
    rich = cat(EMPTY, moment="plan", seat=-1, exp=[9, 0], bag=["CCEEEWWWLLLFFF", "EEEWWWLLLFFF"])
    assert refused(rich, A, "upgrade", "catie") == "catie.max"
    assert refused(table(moment="plan", seat=-1, exp=[9, 0]), A, "upgrade", "catie") == "catie.include"


@pytest.mark.parametrize(
    ("difficulty", "cost", "bought"),
    [("normal", "4", True), ("hard", "3", True), ("hard", "4", False), ("insane", "4", False)],
)
def test_what_a_catie_token_costs(difficulty: str, cost: str, bought: bool) -> None:
    # catie.buy, ruling.catie.cost-modes
    session = cat(
        EMPTY,
        moment="plan",
        seat=-1,
        exp=[3, 0],
        rulings={"catie.cost-modes": cost},
        options={**CATIE, "difficulty": difficulty},
    )
    assert allowed(session, A, "upgrade", "catie") is bought
    if not bought:
        assert why(session, A, "upgrade", "catie").facts == {"need": 4, "have": 3}


@pytest.mark.parametrize(("difficulty", "rule"), [("hard", "mode.hard"), ("insane", "mode.insane-cost")])
def test_upgrades_cost_three_when_it_is_hard(difficulty: str, rule: str) -> None:
    # W23: mode.hard, mode.insane-cost
    poor = table(moment="plan", seat=-1, exp=[2, 0], options={"difficulty": difficulty})
    assert refused(poor, A, "upgrade", "unlock", "r1c5") == rule
    rich = table(moment="plan", seat=-1, exp=[3, 0], options={"difficulty": difficulty})
    make(rich, A, "upgrade", "unlock", "r1c5")
    assert at(rich, "exp")[A] == 0
    assert allowed(table(moment="plan", seat=-1, exp=[2, 0]), A, "upgrade", "unlock", "r1c5")


def diary(mine: str, seat: int = A, box: tuple[str, ...] = (), **changes: Any) -> Session:
    """You have this diary card, or none, and these are locked."""
    deck = without(CARDS, mine, "d02", *box)
    usual = {"diary": [mine, "d02"], "diary_deck": deck, "diary_box": list(box), "options": DIARY}
    return table(seat=seat, **{**usual, **changes})


def test_a_diary_card_is_used_once_and_locked() -> None:
    # diary.one, diary.relock, diary.include
    session = diary("d01", seat=B, integrity=[2, 5])
    assert session.asked == (B,) and session.moves(A) == [("diary",)]  # at any time
    told = make(session, A, "diary")
    assert at(session, "integrity")[A] == 4 and "diary.relock" in rules(told) and at(session, "diary_box") == ["d01"]
    assert refused(session, A, "diary") == "diary.one"
    assert refused(table(seat=A), A, "diary") == "diary.include"


def test_five_core_tokens_redeem_a_diary_card() -> None:
    # diary.redeem
    session = diary("", box=("d01",), grid=["FFFFF....#....#....#", EMPTY])
    make(session, A, "launch", "diary", f"{LINE}+r1c4+r1c5")
    assert at(session, "diary_box") == [] and "d01" in at(session, "diary_deck") and at(session, "diary")[A] == ""


def test_a_corrupted_token_counts_as_open_for_one_pattern() -> None:
    # diary.one, data.corrupted-block
    session = diary("d03", grid=["FXF.#....#....#....#", EMPTY])
    assert refused(session, A, "launch", "basic.reroll", LINE) == "data.corrupted-block"
    make(session, A, "use", "diary.d03")
    make(session, A, "launch", "basic.reroll", LINE)
    assert at(session, "assets")[A] == [0, 0, 0, 1] and at(session, "dump")[A] == "FFX"


@pytest.mark.parametrize(("wound", "asked"), [("yes", True), ("no", False)])
def test_shields_against_destabilization(wound: str, asked: bool) -> None:
    # destab.tick, destab.place, ruling.destab.wound
    session = table(rulings={"destab.wound": wound}, destabilized=[2, 0], assets=[[1, 0, 0, 0], NOTHING])
    make(session, B, "done")
    assert (top(session)[0] == "wounds") is asked
    if asked:
        assert session.moves(A) == [("shield", 1), ("suffer",)]
        make(session, A, "shield", 1)
    assert at(session, "integrity")[A] == (4 if asked else 3) and at(session, "destabilized") == [2, 0]


@pytest.mark.parametrize("order", ["enemies", "players"])
def test_whose_destabilization_comes_first(order: str) -> None:
    # destab.tick, destab.enemy-clear, ruling.destab.order
    session = table(
        rulings={"destab.order": order},
        destabilized=[0, 1],
        fuses=[2, 0],
        enemies=[[["riot-shell", 4], ["toll-clerk", 0]], []],
        enemy_deck=[],
        luck={"number": [6], "dice-0": [6, 6, 6]},
    )
    make(session, B, "done")
    let_pass(session, lambda now: bool(now.truth.turn == 2 and now.truth.phase == "planning" and top(now)[0] == "plan"))
    first = kinds(session.log(None), "destab.tick")[0], facts(session.log(None), "destab.tick")[0]
    assert (
        first
        == {
            "enemies": ("fuses-burn", {"seat": A, "count": 2}),
            "players": ("destabilization-hurts", {"seat": B, "count": 1}),
        }[order]
    )
    # The first one defeats the top enemy, the second hits the next: both tokens stay.
    assert at(session, "enemies")[A] == [["toll-clerk", 1]] and at(session, "fuses") == [2, 0]
    assert at(session, "exp") == [1, 0] and at(session, "integrity") == [5, 4]


@pytest.mark.parametrize(("holder", "left"), [("stack", 1), ("card", 0)])
def test_where_a_token_on_enemies_stays(holder: str, left: int) -> None:
    # destab.place, destab.enemy-clear, destab.stack, ruling.destab.holder
    everything = {"unlocked": "all"}
    fresh = table(scenario="S03", options=everything)
    session = table(
        scenario="S03",
        seat=A,
        options=everything,
        rulings={"destab.holder": holder},
        equipped=[[*at(fresh, "equipped")[A], "slow-fuse"], at(fresh, "equipped")[B]],
        factions=[[house, without(cards, "slow-fuse")] for house, cards in at(fresh, "factions")],
        enemies=[[["stray-drone", 0], ["toll-clerk", 0]], []],
        enemy_deck=[],
        grid=["EFE.#....#FF..#....#", EMPTY],
        luck={"number": [6], "dice-0": [6, 6, 6]},
    )
    make(session, A, "launch", "aug.slow-fuse", LINE)
    assert at(session, "supply")["destabilization"] == 15
    make(session, A, "launch", "enemy.stray-drone.repel", "r3c1+r3c2")
    assert at(session, "supply")["destabilization"] == 16 - left
    let_pass(session, in_turn(2))
    assert at(session, "enemies")[A] == [["toll-clerk", left]]


@pytest.mark.parametrize(
    ("rulings", "beside"),
    [
        ({}, ["r2c1", "r2c3"]),
        ({"inari.adjacent": "diagonal"}, ["r2c1", "r2c3", "r2c4"]),
        ({"inari.many": "one"}, ["r2c1", "r2c3"]),
    ],
)
def test_inari_tokens_go_along_with_a_pattern(rulings: dict[str, str], beside: list[str]) -> None:
    # inari.launch, inari.exp, inari.dump, scen.special-rules, ruling.inari.adjacent, ruling.inari.many
    session = table(scenario="S05", seat=A, rulings=rulings, grid=["FFF.#N.NN#N...#....#", EMPTY], dump=["", ""])
    make(session, A, "launch", "basic.reroll", LINE)
    assert session.moves(A) == [*(("inari", slot) for slot in beside), ("no-inari",)]
    assert refused(session, A, "inari", "r3c1") == "inari.launch"
    launched = 0
    while ("no-inari",) in session.moves(A):
        make(session, A, *session.moves(A)[0])
        launched += 1
    assert launched == (1 if "inari.many" in rulings else len(beside))
    assert at(session, "exp")[A] == launched and at(session, "on_card") == {"success": launched}
    assert at(session, "dump")[A] == "FFF" + "N" * launched


def test_an_inari_token_is_blank() -> None:
    # inari.blank, inari.special, inari.launch
    session = table(scenario="S05", seat=A, grid=["FNF.#....#....#....#", EMPTY], dump=["", ""])
    assert refused(session, A, "launch", "basic.reroll", LINE) == "inari.blank"
    session = table(scenario="S05", seat=A, card="S05-2", grid=["FFF.#N...#....#....#", EMPTY], dump=["", ""])
    make(session, A, "launch", "basic.reroll", LINE)
    make(session, A, "inari", "r2c1")
    assert at(session, "exp")[A] == 1 and at(session, "on_card") == {}  # only the first card collects
    session = table(scenario="S05", moment="move", seat=A, dump=["", ""])
    make(session, A, "move", "1,0")
    told = make(session, A, "district")
    assert at(session, "dump")[A] == "N" and facts(told, "data.gain") == [{"seat": 0, "token": "N", "count": 1}]


@pytest.mark.parametrize("order", ["top", "random"])
def test_enemies_that_leave_together_go_under_the_deck(order: str) -> None:
    # yokai.bottom, reset.enemies, ruling.yokai.order
    stack = ["adware-swarm", "camera-kite", "rust-monk"]
    session = table(
        scenario="S04",
        rulings={"yokai.order": order},
        enemies=[[[card, 0] for card in stack], []],
        enemy_deck=[],
        destabilized=[1, 0],
        integrity=[1, 5],
        luck={"number": [6], "dice-0": [6, 6, 6], "symbol": [1, 4]},
    )
    make(session, B, "done")
    let_pass(session, in_turn(2))
    last = at(session, "enemy_deck")[-3:]
    assert sorted(last) == stack and at(session, "enemy_discard") == []
    assert (last == stack) is (order == "top")


ELSEWHERE = {  # what belongs to which module, and the rule that says that it is not played with
    "city.event": [
        ("event",),
        ("heist",),
        ("no-heist",),
        ("pay",),
        ("no-pay",),
        ("more",),
        ("stop",),
        ("lose", "shield"),
    ],
    "catie.include": [("side", "recover"), ("upgrade", "catie"), ("launch", "catie", LINE)],
    "diary.include": [("diary",), ("use", "diary.d01"), ("anytime", "diary.d01"), ("launch", "diary", LINE)],
    "inari.special": [("inari", "r1c1"), ("no-inari",)],
}
VERSUS_ONLY = {
    "quest.activity": [("attempt", "popular")],
    "comp.pvp": [("hand-over", 1), ("discard-enemy",), ("use", "pvp.tip-off")],
    "comp.enhancement": [("use", "enhancement.night-shift")],
    "solo.bot-start": [("battery",), ("bot-move", "0,1"), ("bot-go", "0,1"), ("launch", "bot", LINE)],
}


@pytest.mark.parametrize("moment", ["plan", "move", "launch"])
def test_a_part_that_is_not_played_with_is_no_part_of_any_step(moment: str) -> None:
    # catie.include, diary.include, city.event, inari.special, comp.pvp, solo.bot-start
    session = table(moment=moment, seat=-1 if moment == "plan" else B)
    for by, moves in (ELSEWHERE | VERSUS_ONLY).items():
        for move in moves:
            for asker in (A, B):  # whose decision it is makes no difference
                assert refused(session, asker, *move) == by, move


def test_what_is_played_with_is_refused_by_the_moment() -> None:
    # city.heist-start, catie.side, inari.launch
    session = table(options={**CITY, **CATIE}, seat=A)
    assert refused(session, A, "heist") == "city.heist-start" and refused(session, A, "side", "recover") == "catie.side"
    assert refused(session, A, "event") == "act.order"
    assert refused(table(scenario="S05", seat=A), A, "inari", "r1c1") == "inari.launch"


def test_other_modes_have_parts_of_their_own() -> None:
    # comp.no-cards, comp.no-protocols, upg.trade, setup.prologue-skips
    versus = table(options={"mode": "versus"}, seat=A)
    for asker in (A, B):
        assert refused(versus, asker, "act", 0) == "comp.no-cards"
        assert refused(versus, asker, "launch", "card.S01-3", LINE) == "comp.no-cards"
        assert refused(versus, asker, "learn") == "comp.no-protocols"
    alone = table(1, moment="plan", seat=-1)
    assert refused(alone, A, "trade", 1) == "upg.trade"
    prologue = table(scenario="P00", seat=A)
    for move in (("launch", "body.tin-saint", LINE), ("launch", "aug.sweep", LINE), ("class", "Reaper"), ("learn",)):
        assert refused(prologue, A, *move) == "setup.prologue-skips"
