"""Upgrades as the rules tell them: memory, EXP and trades, under the defaults and under other rulings."""

from __future__ import annotations

import pytest
from refereed import allowed, asset, launching, play, refusal, rows, stack, table

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

# -- Memory ------------------------------------------------------------------------------------------------------------


def test_memory_discards_tokens_and_a_corrupted_one_leaves_the_game() -> None:
    # upg.mem-discard, data.corrupted-box, upg.mem-repeat, ruling.upg.mem-discard-open
    session = table(grid=rows("XEO."), memory=3)
    pool, supply = session.truth.corrupted, dict(session.truth.supply)
    told = play(session, "discard-token r1c1", "discard-token r1c2", "discard-token r1c3")
    assert ("data.corrupted-box", {"seat": 0, "token": "X", "slot": "r1c1", "cause": "upg.mem-discard"}) in told
    assert session.truth.corrupted == pool and asset(session, "memory") == 0
    assert session.truth.supply["E"] == supply["E"] + 1 and session.truth.supply["O"] == supply["O"] + 1


def test_only_tokens_on_the_launcher_are_discarded() -> None:
    # data.discard
    session = table(grid=rows("E..."), bag="WL", memory=2)
    for slot in ("r4c4", "r1c5"):
        assert refusal(session, f"discard-token {slot}").rule == "data.discard"


def test_memory_gains_basic_tokens_into_the_dump() -> None:
    # upg.mem-gain, data.gain, asset.spend
    session = table(memory=1)
    for letter in "OXN":
        assert refusal(session, f"gain-token {letter}").rule == "upg.mem-gain"
    play(session, "gain-token L")
    assert session.truth.dump[0] == "L"
    assert refusal(session, "gain-token L") == Verdict("asset.spend", need=1, have=0, asset="memory")


def test_what_the_neutral_pool_does_not_have_cannot_be_gained() -> None:
    # data.gain-empty, ruling.upg.no-lock
    session = table(memory=1, exp=2, other={"bag": "E" * 24 + "O" * 16})
    assert refusal(session, "gain-token E").rule == "data.gain-empty"
    assert refusal(session, "upgrade open").rule == "data.gain-empty"
    assert "gain-token W" in allowed(session, "gain-token")


def test_an_augment_is_equipped_for_its_price_once() -> None:
    # upg.mem-equip, aug.stays, aug.equip
    session = table(memory=1, unequipped=["oath", "phalanx-protocol"], equipped=["spear-line"])
    assert refusal(session, "equip oath") == Verdict("upg.mem-equip", need=2, have=1, augment="oath")
    assert refusal(session, "equip spear-line").rule == "aug.stays"
    assert refusal(session, "equip warm-soup").rule == "aug.equip"
    play(session, "equip phalanx-protocol")
    assert session.truth.equipped[0] == ("spear-line", "phalanx-protocol") and asset(session, "memory") == 0


@pytest.mark.parametrize("move", ["gain-token E", "discard-token r1c1", "equip oath", "upgrade open", "trade 1"])
def test_there_are_no_upgrades_outside_planning(move: str) -> None:
    # upg.when
    session = launching(grid=rows("E..."), memory=3, exp=4, unequipped=["oath"])
    assert refusal(session, move) == Verdict("upg.when")


# -- EXP ---------------------------------------------------------------------------------------------------------------


def test_the_four_exp_upgrades() -> None:
    # upg.exp-cost, upg.exp-integrity, upg.exp-unlock, upg.exp-open, upg.exp-augment
    session = table(exp=9, integrity=3)
    play(session, "upgrade integrity", "upgrade unlock r3c5", "upgrade open", "upgrade augment")
    assert (session.truth.maximum[0], session.truth.integrity[0]) == (6, 4)
    assert session.truth.grid[0] == rows("....", "....", ".....") and session.truth.dump[0] == "O"
    first, second = (move.split()[1] for move in allowed(session, "keep"))
    play(session, f"keep {second}")
    assert session.truth.unequipped[0] == (second,) and session.truth.class_deck[0][-1] == first
    assert refusal(session, "upgrade open") == Verdict("upg.exp-cost", need=2, have=1)


def test_a_lock_is_taken_off_only_where_one_lies() -> None:
    # upg.exp-unlock, ruling.upg.no-lock
    session = table(exp=4, grid=rows("....."))
    for slot in ("r1c5", "r2c2"):
        assert refusal(session, f"upgrade unlock {slot}").rule == "upg.exp-unlock"
    assert allowed(session, "upgrade")[1:4] == [f"upgrade unlock r{row}c5" for row in (2, 3, 4)]


def test_the_last_class_augment_is_kept_and_then_there_are_none() -> None:
    # upg.exp-augment, ruling.upg.class-short
    session = table(exp=4, class_deck=["backdoor"])
    play(session, "upgrade augment")
    assert session.truth.unequipped[0] == ("backdoor",)
    assert refusal(session, "upgrade augment").rule == "upg.exp-augment"


@pytest.mark.parametrize(("difficulty", "rule"), [("hard", "mode.hard"), ("insane", "mode.insane-cost")])
def test_upgrades_cost_three_in_harder_games(difficulty: str, rule: str) -> None:
    # W23: mode.hard, mode.insane-cost
    session = table(difficulty=difficulty, exp=2)
    assert refusal(session, "upgrade unlock r2c5") == Verdict(rule, need=3, have=2)
    session = table(difficulty=difficulty, exp=3)
    play(session, "upgrade unlock r2c5")
    assert session.truth.exp[0] == 0


def test_one_exp_upgrade_in_each_planning_under_the_ruling() -> None:
    # ruling.upg.exp-repeat
    session = table({"upg.exp-repeat": "one"}, exp=6)
    play(session, "upgrade integrity")
    assert refusal(session, "upgrade open").rule == "ruling.upg.exp-repeat" and allowed(session, "upgrade") == []


@pytest.mark.parametrize(("option", "top"), [("10", 10), ("8", 8)])
def test_how_high_the_maximum_goes(option: str, top: int) -> None:
    # ruling.upg.max-cap, upg.exp-integrity
    session = table({"upg.max-cap": option}, exp=4, maximum=top - 1, integrity=3)
    play(session, "upgrade integrity")
    assert (session.truth.maximum[0], session.truth.integrity[0]) == (top, 4)
    assert refusal(session, "upgrade integrity").rule == "ruling.upg.max-cap"


def test_the_prologue_has_no_class_augments() -> None:
    # setup.prologue-skips
    assert refusal(table(scenario="P00", exp=4), "upgrade augment").rule == "setup.prologue-skips"


# -- Trades ------------------------------------------------------------------------------------------------------------


def market(rulings: dict[str, str] | None = None) -> Session:
    """Two players with something to trade."""
    mine = {"unequipped": ["oath"], "equipped": ["spear-line", "murmur"]}
    return table(rulings, **mine, other={"unequipped": ["warm-soup"], "equipped": ["loaded-dice"]})


def test_traded_augments_arrive_unequipped() -> None:
    # upg.trade, upg.trade-unequips
    session = market()
    play(session, "trade 1", "give spear-line", "ask warm-soup", "propose")
    told = play(session, "accept", seat=1)
    assert ("upg.trade-unequips", {"augment": "spear-line"}) in told
    assert session.truth.unequipped[1] == ("spear-line",) and session.truth.unequipped[0] == ("oath", "warm-soup")


def test_class_augments_never_change_hands() -> None:
    # upg.trade-no-class
    session = market()
    play(session, "trade 1")
    assert refusal(session, "give murmur").rule == refusal(session, "ask loaded-dice").rule == "upg.trade-no-class"
    assert refusal(session, "give warm-soup").rule == refusal(session, "ask oath").rule == "upg.trade"


@pytest.mark.parametrize("option", ["yes", "equal"])
def test_a_gift_is_a_trade_or_not(option: str) -> None:
    # ruling.upg.trade-gift
    session = market({"upg.trade-gift": option})
    play(session, "trade 1", "give oath")
    if option == "equal":
        assert refusal(session, "propose").rule == "ruling.upg.trade-gift"
        return
    play(session, "propose")
    play(session, "accept", seat=1)
    assert "oath" in session.truth.unequipped[1]


def test_a_trade_that_is_declined_changes_nothing() -> None:
    # upg.trade
    session = market()
    play(session, "trade 1", "give oath", "propose")
    play(session, "decline", seat=1)
    assert session.truth.unequipped == [("oath",), ("warm-soup",)]


def test_a_player_who_is_done_still_answers_an_offer() -> None:
    # upg.trade, plan.simultaneous
    session = market()
    play(session, "done", seat=1)
    play(session, "trade 1", "give oath", "propose")
    play(session, "accept", seat=1)
    assert "oath" in session.truth.unequipped[1] and session.asked == (0,)


# -- Core data ---------------------------------------------------------------------------------------------------------


def test_core_data_changes_to_another_type_and_patterns_follow() -> None:
    # data.core-change, ruling.data.core-pick, data.core-cell
    whisperer = {"classes": "Whisperer", "class_deck": [], "equipped": ["borrowed-tongue"], "unlocked": "all"}
    session = table(grid=rows("FW.."), enemies=stack("adware-swarm"), **whisperer)
    play(session, "use aug.borrowed-tongue")
    assert allowed(session, "core") == ["core W", "core L", "core F"]
    assert refusal(session, "core E").rule == "data.core-change"
    play(session, "core W", "done")
    play(session, "done", seat=1)
    play(session, "stay")
    assert allowed(session, "launch") == ["launch enemy.adware-swarm.repel r1c1+r1c2"]
