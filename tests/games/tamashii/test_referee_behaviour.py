"""Moves that the rules allow or forbid, found by playing against the rulebook alone."""

from __future__ import annotations

import pytest
from refereed import (
    GAME,
    PLANNING,
    allowed,
    asset,
    fighting,
    launching,
    play,
    refusal,
    rows,
    stack,
    table,
)

from tabletop_kernel.contract.verdict import Verdict


def test_a_frame_is_named_by_a_text() -> None:
    # combat.player-frame: whatever is allowed is among the moves
    session = fighting(enemies=stack("riot-shell"), dice="SST", number=1, symbol="wire")
    play(session, "roll")
    assert session.judge(0, ("frame", 0, "S")) is not None
    assert session.judge(0, ("frame", "0", "S")) is None


def test_the_order_of_dice_on_a_frame_means_nothing() -> None:
    # combat.player-frame
    session = fighting(enemies=stack("gutter-hound"), bodies=["night-florist"], dice="SD", number=1, symbol="fang")
    play(session, "roll", "frame 3 SD")
    assert all(card != "gutter-hound" for card, _ in session.truth.enemies[0])


@pytest.mark.parametrize("option", ["open", "between-steps"])
def test_upgrades_while_the_trace_roll_waits(option: str) -> None:
    # ruling.plan.windows, upg.when
    session = table(
        {"plan.windows": option}, turn=2, frames=PLANNING, trace=3, reroll=1, memory=1, dice="SD", other={"memory": 1}
    )
    play(session, "done")
    play(session, "done", seat=1)
    assert allowed(session, "reroll") and session.asked == ((0, 1) if option == "open" else (0,))
    if option == "between-steps":
        assert refusal(session, "gain-token E") == Verdict("ruling.plan.windows")
        return
    play(session, "gain-token E", "keep")
    assert session.truth.dump[0] == "E" and asset(session, "memory") == 0 and session.truth.enemies[0]


def test_a_trace_roll_that_nobody_can_alter_asks_nobody() -> None:
    # trace.spawn
    session = table(turn=2, frames=PLANNING, trace=3, memory=1, dice="SD")
    told = play(session, "done")
    assert any(rule == "trace.spawn" for rule, _ in told)


def test_enemies_that_come_late_act_once_and_nobody_twice() -> None:
    # ruling.combat.late-enemy
    kites = ["camera-kite", "toll-clerk"]
    session = fighting(
        {"combat.late-enemy": "acts"},
        enemies=stack("camera-kite"),
        enemy_deck=kites,
        dice="TTT",
        number=1,
        symbol="wire",
    )
    told = play(session, "roll")
    while allowed(session, "pass"):
        told += play(session, "pass")
    acting = [facts["enemy"] for rule, facts in told if rule == "combat.enemy-frame" and "enemy" in facts]
    assert acting == ["camera-kite", "camera-kite", "toll-clerk"]
    assert ("combat.die-leaves", {"seat": 0}) in told


def test_a_late_enemy_acts_although_the_top_enemy_falls() -> None:
    # ruling.combat.late-enemy
    session = fighting(
        {"combat.late-enemy": "acts"},
        enemies=stack("riot-shell 4", "camera-kite"),
        enemy_deck=["toll-clerk"],
        dice="SSS",
        number=2,
        symbol="wire",
    )
    play(session, "roll", "pass")
    while len(session.truth.enemies[0]) == 3:
        told = play(session, "frame 0 S")
    assert ("ruling.combat.late-enemy", {"seat": 0, "enemy": "toll-clerk"}) in (told)


def test_rerolls_until_the_first_frame() -> None:
    # ruling.reroll.timing
    session = fighting(
        {"reroll.timing": "frame"}, enemies=stack("riot-shell"), reroll=1, dice="SSTD", number=1, symbol="wire"
    )
    play(session, "roll", "keep")
    assert allowed(session, "reroll") == ["reroll S", "reroll T"] and allowed(session, "frame")
    told = play(session, "reroll T", "again")
    assert ("asset.reroll-one", {"seat": 0, "dice": "T", "new": "D"}) in told
    assert not allowed(session, "reroll") and refusal(session, "reroll S").rule == "asset.reroll-once"
    session = fighting(
        {"reroll.timing": "frame"}, enemies=stack("riot-shell"), reroll=1, dice="SST", number=1, symbol="wire"
    )
    play(session, "roll", "keep", "frame 0 S")
    assert refusal(session, "reroll S") == Verdict("ruling.reroll.timing")


def test_abilities_of_bodies_have_a_rule() -> None:
    # body.ability
    assert GAME.rulebook["body.ability"].house and len(GAME.rulebook) == 323
    session = fighting(enemies=stack("riot-shell"), grid=rows("E..."), dice="SSST", number=1, symbol="wire")
    assert GAME.teaching.rules_for_move(("use", "body.kindle")) == ("body.ability",)
    assert GAME.teaching.rules_for_move(("swap",)) == ("body.inhabit-swap",)
    assert not GAME.teaching.rules_for_move(("do",)), "an offer of a tile rests on no rule of launching"
    assert ("body.ability", {"seat": 0, "ability": "body.kindle", "used": "the body's ability"}) in play(
        session, "use body.kindle"
    )
    assert refusal(session, "use body.kindle").rule == "body.ability"
    assert refusal(table(), "use body.kindle") == Verdict(
        "body.ability", what="timing", ability="body.kindle", when="before-attack"
    )


def test_a_trade_is_not_made_twice_in_a_turn() -> None:
    # upg.trade
    session = table(unequipped=["warm-soup"])
    play(session, "trade 1", "give warm-soup", "propose")
    play(session, "accept", seat=1)
    play(session, "trade 0", "give warm-soup", seat=1)
    assert refusal(session, "propose", seat=1) == Verdict("upg.trade", what="trade-again", partner=0)


def test_judging_leaves_the_table_alone() -> None:
    # solo.bot-example: what a BOT could do is thought of, and not tried out
    from tabletop_kernel import Session
    from tabletop_kernel.games.tamashii.launch import pattern_list

    session = Session(GAME, seats=1, seed=3, options={"scenario": "S01"})
    seen: list[str] = []

    class Watched(type(session.truth)):  # type: ignore[misc]
        __slots__ = ()

        def __setattr__(self, name: str, value: object) -> None:
            if name == "bot_used":
                seen.append(str(value))
            super().__setattr__(name, value)

    twin = session.truth.clone()
    twin.__class__ = Watched
    pattern_list.sources_for(twin, 0)
    assert seen == []


def test_two_equal_enemies_have_patterns_of_their_own() -> None:
    # pattern.once, enemy.patterns
    from tabletop_kernel.games.tamashii.fighting import enemies
    from tabletop_kernel.games.tamashii.launch import pattern_list

    session = launching(grid=rows("LEL.", "LEL."), enemies=stack("toll-clerk", "toll-clerk"))
    state = session.truth.clone()
    key = next(key for key in pattern_list.sources_for(state, 0) if key.startswith("enemy.toll-clerk"))
    pattern_list.note_launch(state, 0, key)
    blocked = pattern_list.sources_for(state, 0)[key].blocked
    assert blocked is not None and blocked.rule == "pattern.once"
    enemies.rotate_stack(state, 0, "pattern.augments", None)
    assert pattern_list.sources_for(state, 0)[key].blocked is None
