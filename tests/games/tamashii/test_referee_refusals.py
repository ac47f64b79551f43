"""What is said when something is tried at the wrong moment: it names what is asked now, and never a wrong phase."""

from __future__ import annotations

import pytest
from refereed import (
    PLANNING,
    acting,
    allowed,
    fighting,
    launching,
    play,
    refusal,
    rows,
    stack,
    table,
    written,
)

from tabletop_kernel import Session
from tabletop_kernel.contract.verdict import Verdict

MAP = [[0, 0, "shelter", 1, "", []], [1, 0, "neon-arcade", 1, "", []]]
FOUND = [*MAP, [-1, 0, "data-bazaar", 0, "notes", []], [-2, 0, "back-alley", 0, "", []]]


def only_reason(session: Session, *moves: str) -> str:
    """The rule that refuses all these moves, which tells the same of each of them."""
    (found,) = {str(refusal(session, move)) for move in moves}
    assert "what" in found
    return refusal(session, moves[0]).rule


def test_while_wounds_are_asked_frames_wait_for_them() -> None:
    # combat.shield
    session = fighting(enemies=stack("gutter-hound"), shield=1, dice="SST", number=1, symbol="fang")
    play(session, "roll", "pass")
    assert only_reason(session, "frame 0 S", "end", "pass", "done", "dump r1c1") == "combat.shield"
    assert refusal(session, "gain-token E").rule == "upg.when"  # it would not be the phase for that anyway


def test_while_an_augment_is_picked_planning_waits() -> None:
    # upg.exp-augment
    session = table(exp=2, grid=rows("E..."))
    play(session, "upgrade augment")
    moves = ("slide r1c1 r1c2", "switch r1c1 r1c2", "gain-token E", "done", "propose")
    assert only_reason(session, *moves) == "upg.exp-augment"


def test_while_the_trace_is_rolled_the_roll_comes_first() -> None:
    # trace.dice, plan.steps
    session = table({"plan.windows": "between-steps"}, turn=2, frames=PLANNING, trace=3, reroll=1, memory=1, dice="SD")
    play(session, "done")
    assert only_reason(session, "done", "dump r1c1", "accept") == "trace.dice"
    assert refusal(session, "slide r1c1 r1c2").rule == "plan.steps"


@pytest.mark.parametrize("move", ["propose", "accept", "decline", "give last-stand", "ask last-stand", "drop"])
def test_without_a_trade_there_is_nothing_to_answer(move: str) -> None:
    # upg.trade
    assert refusal(table(), move) == Verdict("upg.trade", what="trade-none")


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("keep", "asset.reroll-where"),
        ("keep last-stand", "upg.exp-augment"),
        ("take-back reroll T", "asset.reroll-where"),
        ("take-back give last-stand", "upg.trade"),
        ("dump r1c1", "data.dump"),
        ("discard r1c1", "data.discard"),
        ("type E", "data.gain"),
        ("place E r1c1", "kw.prepare"),
        ("die S", "asset.reroll-others"),
        ("go 1,0", "kw.move-effect"),
        ("no-go", "kw.move-effect"),
        ("choose 1", "launch.dump-then-effect"),
        ("do", "launch.dump-then-effect"),
        ("leave", "test.optional"),
        ("unlock r1c5", "kw.unlock"),
        ("core W", "data.core-change"),
        ("suffer", "combat.shield"),
        ("reward 0", "explore.token-first"),
        ("roll", "turn.phases"),
        ("move 1,0", "turn.phases"),
    ],
)
def test_what_nobody_asks_in_planning(move: str, rule: str) -> None:
    verdict = table().judge(0, written(move))
    assert verdict is not None and verdict.rule == rule
    assert verdict.facts.get("phase") == ("planning" if rule == "turn.phases" else None)


def test_a_reward_comes_before_everything_else() -> None:
    # explore.token-first, move.stop-on-unrevealed
    session = acting(ground=FOUND)
    play(session, "move -1,0")
    assert only_reason(session, "move -2,0", "stay", "district", "dump r1c1") == "explore.token-first"
    play(session, "reward 0")
    assert refusal(session, "reward 1").rule == "explore.token-first"
    assert refusal(session, "move -2,0") == Verdict("move.stop-on-unrevealed")


def test_a_second_move_and_a_second_district_effect() -> None:
    # move.once, district.optional
    session = acting(ground=MAP)
    play(session, "move 1,0")
    assert refusal(session, "move 0,0").rule == "move.once"
    assert refusal(session, "done").rule == "district.optional"
    play(session, "district")
    assert refusal(session, "district") == Verdict("district.optional")


def test_a_district_effect_that_would_do_nothing_is_told() -> None:
    # district.optional
    session = acting(ground=MAP, reroll=5)
    told = play(session, "move 1,0")
    assert ("district.optional", {"seat": 0, "tile": "neon-arcade", "place": (1, 0), "spot": "Neon Arcade"}) in told
    assert allowed(session, "done") and refusal(session, "district") == Verdict("district.optional", what="was-nothing")


def test_rerolls_in_a_fight_come_too_late_or_a_second_time() -> None:
    # asset.reroll-once, ruling.reroll.timing
    session = fighting(enemies=stack("riot-shell"), reroll=2, dice="SSTD", number=1, symbol="wire")
    play(session, "roll", "reroll T", "again")
    assert refusal(session, "reroll S").rule == "asset.reroll-once"
    session = fighting(enemies=stack("riot-shell"), reroll=2, dice="SST", number=1, symbol="wire")
    play(session, "roll", "keep")
    assert refusal(session, "reroll S") == Verdict("ruling.reroll.timing")


def test_who_has_no_enemies_does_not_fight() -> None:
    # combat.skip
    session = fighting(enemies=stack("riot-shell"))
    assert refusal(session, "roll", seat=1).rule == refusal(session, "frame 0 S", seat=1).rule == "combat.skip"


def test_no_corrupted_token_is_dumped_where_none_lies() -> None:
    # launch.dump-corrupted
    session = launching({"launch.corrupted-when": "any"}, grid=rows("E..."))
    assert refusal(session, "dump-corrupted").rule == "launch.dump-corrupted"
    assert refusal(table({"launch.corrupted-when": "any"}), "dump-corrupted").rule == "launch.dump-corrupted"


def test_a_way_back_to_a_tile_that_somebody_else_stands_on() -> None:
    # ruling.move.share, ruling.move.same-tile
    session = acting({"move.same-tile": "yes", "move.share": "no"}, ground=MAP)
    assert refusal(session, "move 0,0").rule == "ruling.move.share"
    session = acting({"move.same-tile": "yes"}, ground=MAP)
    assert play(session, "move 0,0")[0][0] == "ruling.move.same-tile"


def test_a_way_back_that_a_face_down_tile_ends() -> None:
    # ruling.move.same-tile: two steps are enough, but nobody turns round on a tile that is face down
    session = acting({"move.same-tile": "yes"}, ground=[MAP[0], [1, 0, "neon-arcade", 0, "", []]])
    assert refusal(session, "move 0,0") == Verdict("ruling.move.same-tile", place=(0, 0), tile="shelter", mov=2)


def test_an_augment_cannot_be_kept_while_a_roll_is_open() -> None:
    # upg.exp-augment, as before the roll
    session = fighting(enemies=stack("gutter-hound"), reroll=2, dice="SST", number=1, symbol="fang")
    before = refusal(session, "keep scapegoat")
    play(session, "roll")
    assert allowed(session, "reroll")
    assert refusal(session, "keep scapegoat") == before
    assert before.rule == "upg.exp-augment"


def test_a_bot_that_is_there_has_not_left() -> None:
    # pattern.marked: the BOT has one pattern, and this is not its name
    session = Session("tamashii", seats=1, seed=2, options={"scenario": "S01"})
    while session.truth.frames[-1][0] != "launch":
        session.play_on("greedy", moves=1)
    assert session.truth.bot is not None
    assert refusal(session, "launch bot.recharge r1c1+r1c2+r1c3").rule == "pattern.marked"
