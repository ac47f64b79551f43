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
)

from tabletop_kernel import Session

MAP = [[0, 0, "shelter", 1, "", []], [1, 0, "neon-arcade", 1, "", []]]
FOUND = [*MAP, [-1, 0, "data-bazaar", 0, "notes", []], [-2, 0, "back-alley", 0, "", []]]


def test_while_wounds_are_asked_frames_wait_for_them() -> None:
    # combat.shield
    session = fighting(enemies=stack("gutter-hound"), shield=1, dice="SST", number=1, symbol="fang")
    play(session, "roll", "pass")
    said = "That is not possible: first say what you do about the wounds that come at you."
    for move in ("frame 0 S", "end", "pass", "done", "dump r1c1"):
        assert refusal(session, move) == ("combat.shield", said), move
    assert refusal(session, "gain-token E")[0] == "upg.when"  # it would not be the phase for that anyway


def test_while_an_augment_is_picked_planning_waits() -> None:
    # upg.exp-augment
    session = table(exp=2, grid=rows("E..."))
    play(session, "upgrade augment")
    said = "That is not possible: first keep one of the augments that you have drawn."
    for move in ("slide r1c1 r1c2", "switch r1c1 r1c2", "gain-token E", "done", "propose"):
        assert refusal(session, move) == ("upg.exp-augment", said), move


def test_while_the_trace_is_rolled_the_roll_comes_first() -> None:
    # trace.dice, plan.steps
    session = table({"plan.windows": "between-steps"}, turn=2, frames=PLANNING, trace=3, reroll=1, memory=1, dice="SD")
    play(session, "done")
    said = "That is not possible: first keep the roll, or alter it."
    for move in ("done", "dump r1c1", "accept"):
        assert refusal(session, move) == ("trace.dice", said), move
    assert refusal(session, "slide r1c1 r1c2")[0] == "plan.steps"


@pytest.mark.parametrize("move", ["propose", "accept", "decline", "give last-stand", "ask last-stand", "drop"])
def test_without_a_trade_there_is_nothing_to_answer(move: str) -> None:
    # upg.trade
    assert refusal(table(), move) == ("upg.trade", "That is not possible: no trade is under way.")


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
    cited, text = refusal(table(), move)
    assert cited == rule and ("Planning" in text) == (rule == "turn.phases")


def test_a_reward_comes_before_everything_else() -> None:
    # explore.token-first, move.stop-on-unrevealed
    session = acting(ground=FOUND)
    play(session, "move -1,0")
    said = "That is not possible: first choose one of the rewards of the exploration token."
    for move in ("move -2,0", "stay", "district", "dump r1c1"):
        assert refusal(session, move) == ("explore.token-first", said), move
    play(session, "reward 0")
    assert refusal(session, "reward 1")[0] == "explore.token-first"
    assert refusal(session, "move -2,0") == (
        "move.stop-on-unrevealed",
        "You have entered a face-down tile, and that has ended your move.",
    )


def test_a_second_move_and_a_second_district_effect() -> None:
    # move.once, district.optional
    session = acting(ground=MAP)
    play(session, "move 1,0")
    assert refusal(session, "move 0,0")[0] == "move.once"
    assert refusal(session, "done")[0] == "district.optional"
    play(session, "district")
    assert refusal(session, "district") == (
        "district.optional",
        "That is not possible: you have used all the district effects that this turn allows you.",
    )


def test_a_district_effect_that_would_do_nothing_is_told() -> None:
    # district.optional
    session = acting(ground=MAP, reroll=5)
    told = play(session, "move 1,0")
    assert ("district.optional", "There is nothing that the effect of Neon Arcade could do for Kindle now.") in told
    assert allowed(session, "done") and refusal(session, "district") == (
        "district.optional",
        "That is not possible: there was nothing that the effect of your tile could do for you.",
    )


def test_rerolls_in_a_fight_come_too_late_or_a_second_time() -> None:
    # asset.reroll-once, ruling.reroll.timing
    session = fighting(enemies=stack("riot-shell"), reroll=2, dice="SSTD", number=1, symbol="wire")
    play(session, "roll", "reroll T", "again")
    assert refusal(session, "reroll S")[0] == "asset.reroll-once"
    session = fighting(enemies=stack("riot-shell"), reroll=2, dice="SST", number=1, symbol="wire")
    play(session, "roll", "keep")
    assert refusal(session, "reroll S") == (
        "ruling.reroll.timing",
        "It is too late to reroll: an attack roll is changed before the number die is placed.",
    )


def test_who_has_no_enemies_does_not_fight() -> None:
    # combat.skip
    session = fighting(enemies=stack("riot-shell"))
    assert refusal(session, "roll", seat=1)[0] == refusal(session, "frame 0 S", seat=1)[0] == "combat.skip"


def test_no_corrupted_token_is_dumped_where_none_lies() -> None:
    # launch.dump-corrupted
    session = launching({"launch.corrupted-when": "any"}, grid=rows("E..."))
    assert refusal(session, "dump-corrupted")[0] == "launch.dump-corrupted"
    assert refusal(table({"launch.corrupted-when": "any"}), "dump-corrupted")[0] == "launch.dump-corrupted"


def test_a_way_back_to_a_tile_that_somebody_else_stands_on() -> None:
    # ruling.move.share, ruling.move.same-tile
    session = acting({"move.same-tile": "yes", "move.share": "no"}, ground=MAP)
    assert refusal(session, "move 0,0")[0] == "ruling.move.share"
    session = acting({"move.same-tile": "yes"}, ground=MAP)
    assert play(session, "move 0,0")[0][0] == "ruling.move.same-tile"


def test_a_way_back_that_a_face_down_tile_ends() -> None:
    # ruling.move.same-tile: two steps are enough, but nobody turns round on a tile that is face down
    session = acting({"move.same-tile": "yes"}, ground=[MAP[0], [1, 0, "neon-arcade", 0, "", []]])
    rule, said = refusal(session, "move 0,0")
    assert rule == "ruling.move.same-tile"
    assert said.endswith("you need two, and a face-up tile beside yours to turn round on.")


def test_an_augment_cannot_be_kept_while_a_roll_is_open() -> None:
    # upg.exp-augment, as before the roll
    session = fighting(enemies=stack("gutter-hound"), reroll=2, dice="SST", number=1, symbol="fang")
    before = refusal(session, "keep scapegoat")
    play(session, "roll")
    assert allowed(session, "reroll")
    assert refusal(session, "keep scapegoat") == before
    assert before[0] == "upg.exp-augment"


def test_a_bot_that_is_there_has_not_left() -> None:
    # pattern.marked: the BOT has one pattern, and this is not its name
    session = Session("tamashii", seats=1, seed=2, options={"scenario": "S01"})
    while session.truth.frames[-1][0] != "launch":
        session.play_on("greedy", moves=1)
    assert session.truth.bot is not None
    assert refusal(session, "launch bot.recharge r1c1+r1c2+r1c3")[0] == "pattern.marked"
