"""Combat as the rules tell it: dice, frames, enemies and wounds, under the defaults and under other rulings."""

from __future__ import annotations

import pytest
from played_tables import prompted
from refereed import aim, allowed, asset, fighting, onward, play, refusal, rows, stack, table

from tabletop_kernel.contract.verdict import Verdict

# -- The attack roll ---------------------------------------------------------------------------------------------------


def test_power_adds_dice_before_the_roll_and_not_after_it() -> None:
    # combat.dice, combat.power, asset.power-timing, asset.spend
    session = fighting(enemies=stack("riot-shell"), power=1, dice="SSSS", number=1, symbol="wire")
    play(session, "power")
    assert refusal(session, "power") == Verdict("asset.spend", need=1, have=0, asset="power")
    told = play(session, "roll")
    assert ("combat.roll", {"seat": 0, "dice": "SSSS", "count": 4}) in told
    assert refusal(session, "power").rule == "asset.power-timing"


def test_no_more_than_ten_dice_under_the_ruling() -> None:
    # ruling.dice.supply
    reaper = {"classes": "Reaper", "class_deck": [], "equipped": ["last-look"], "bodies": ["dockside-colossus"]}
    for option, dice in (("unlimited", 13), ("10", 10)):
        session = fighting({"dice.supply": option}, enemies=stack("warden-frame 3"), power=5, **reaper)
        play(session, *["power"] * 4, "use aug.last-look")  # 5 dice, 4 more, and 3 for the damage
        if option == "10":
            assert refusal(session, "power").rule == "ruling.dice.supply"
        else:
            play(session, "power")
        assert dice in [facts.get("count") for rule, facts in play(session, "roll") if rule == "combat.roll"]


def test_ten_dice_are_named_as_the_reason_why_no_more_come() -> None:
    # ruling.dice.supply: no log says that there is no roll
    reaper = {"classes": "Reaper", "class_deck": [], "equipped": ["last-look"], "bodies": ["dockside-colossus"]}
    session = fighting({"dice.supply": "10"}, enemies=stack("warden-frame 3"), power=5, **reaper)
    told = play(session, *["power"] * 5, "use aug.last-look")
    assert ("ruling.dice.supply", {"seat": 0, "count": 3}) in told
    said = session.game.telling.odds_in_words(session.config, session.view(0))
    assert "10" in said[0].split()


@pytest.mark.parametrize("option", ["player", "any"])
def test_the_prompt_of_a_roll_shows_the_dice_that_rerolls_reach(option: str) -> None:
    # ruling.reroll.dice
    session = fighting({"reroll.dice": option}, enemies=stack("riot-shell"), reroll=2, number=1, symbol="wire")
    play(session, "roll")
    assert all(("wire" in prompted(session, seat).facts["dice"]) == (option == "any") for seat in (0, 1))
    if option == "any":
        play(session, "reroll number", "reroll symbol")
        assert all(die in aim(session, "again") for die in ("number die", "symbol die"))


def test_a_blank_number_die_that_can_be_rerolled_does_not_end_the_enemies_part() -> None:
    # combat.blank, ruling.reroll.dice, ruling.reroll.timing
    rulings = {"reroll.dice": "any", "reroll.timing": "frame"}
    fight = {"enemies": stack("riot-shell"), "reroll": 1, "dice": "SST", "number": (0, 1), "symbol": "wire"}
    session = fighting(rulings, **fight)
    play(session, "roll")
    assert "blank" in prompted(session).facts["dice"]
    play(session, "keep")
    assert prompted(session).key == "combat-blank"  # no enemy acts unless it is rerolled
    play(session, "reroll number", "again")
    assert allowed(session, "pass") and prompted(session).key == "combat-fight"
    session = fighting({"reroll.timing": "frame"}, **fight)
    play(session, "roll", "keep")
    assert prompted(session).key == "combat-alone"  # no reroll reaches the number die


def test_kindle_burns_an_ember_or_an_open_token_for_a_die_once() -> None:
    # combat.dice, data.dump, data.open-wild
    session = fighting(enemies=stack("riot-shell"), grid=rows("EOW."), dice="SSSS", number=1, symbol="wire")
    play(session, "use body.kindle")
    assert allowed(session, "dump") == ["dump r1c1", "dump r1c2"]
    play(session, "dump r1c2")
    assert refusal(session, "use body.kindle").facts == {"what": "used", "ability": "body.kindle", "limit": "combat"}
    assert ("combat.roll", {"seat": 0, "dice": "SSSS", "count": 4}) in play(session, "roll")


def test_rerolls_are_one_batch() -> None:
    # asset.reroll-one, asset.reroll-once, combat.roll
    session = fighting(enemies=stack("riot-shell"), reroll=3, dice="SSTDD", number=1, symbol="wire")
    play(session, "roll")
    assert refusal(session, "reroll D").rule == "asset.reroll-one"
    assert refusal(session, "reroll number").rule == "ruling.reroll.dice"
    told = play(session, "reroll S", "reroll T", "again")
    assert ("asset.reroll-one", {"seat": 0, "dice": "ST", "new": "DD"}) in told
    assert asset(session, "reroll") == 1 and allowed(session, "reroll") == []


def test_a_reroll_of_a_body_comes_on_top_and_assets_do_not_work_twice() -> None:
    # asset.reroll-once, asset.reroll-others
    runner = {"walker": "runner", "core": "F", "grid": rows("F...")}
    session = fighting(enemies=stack("riot-shell"), reroll=3, dice="STTS", number=1, symbol="wire", **runner)
    play(session, "roll", "reroll T", "again")
    assert refusal(session, "reroll T") == Verdict("asset.reroll-once", what="spent")
    play(session, "use body.runner", "die T")
    assert allowed(session, "frame") == ["frame 0 S", "frame 0 SS"] and asset(session, "reroll") == 2


def test_not_more_rerolls_than_you_have() -> None:
    # asset.spend
    session = fighting(enemies=stack("riot-shell"), reroll=1, dice="SST", number=1, symbol="wire")
    play(session, "roll", "reroll T")
    assert refusal(session, "reroll S").rule == "asset.spend"


def test_enemy_dice_are_rerolled_only_under_the_ruling() -> None:
    # ruling.reroll.dice, combat.blank
    session = fighting({"reroll.dice": "any"}, enemies=stack("riot-shell"), reroll=2, number=(1, 0), symbol="fang wire")
    play(session, "roll")
    told = play(session, "reroll number", "reroll symbol", "again")
    assert [rule for rule, _ in told].count("ruling.reroll.dice") == 2 and "combat.blank" in [rule for rule, _ in told]


@pytest.mark.parametrize(("option", "placed"), [("placed", False), ("frame", True)])
def test_rerolls_come_before_or_after_the_number_die_is_placed(option: str, placed: bool) -> None:
    # ruling.reroll.timing, combat.number-die
    session = fighting({"reroll.timing": option}, enemies=stack("riot-shell"), reroll=1, number=1, symbol="wire")
    told = play(session, "roll")
    assert ("combat.number-die" in [rule for rule, _ in told]) is placed and allowed(session, "keep") == ["keep"]


def test_a_number_die_that_is_rerolled_after_it_was_placed_is_placed_anew() -> None:
    # ruling.reroll.dice, ruling.reroll.timing, combat.number-die
    rulings = {"reroll.dice": "any", "reroll.timing": "frame"}
    session = fighting(rulings, enemies=stack("riot-shell", "gutter-hound"), reroll=1, number=(1, 2), symbol="fang")
    play(session, "roll", "reroll number", "again")
    assert refusal(session, "end") == Verdict("combat.end-done", enemy="gutter-hound")


# -- The number die ----------------------------------------------------------------------------------------------------


def test_the_die_waits_on_the_second_enemy_while_the_first_falls() -> None:
    # W14: combat.number-die, frame.top-only, enemy.defeat, enemy.next-top, combat.enemy-frame, combat.die-leaves
    enemies = stack("adware-swarm", "gutter-hound", "riot-shell")
    session = fighting(enemies=enemies, dice="SST", number=2, symbol="wire")
    told = play(session, "roll")
    assert ("combat.number-die", {"seat": 0, "number": 2, "enemy": "gutter-hound"}) in told
    told = play(session, "frame 0 SS")
    assert session.truth.exp[0] == 1 and session.truth.integrity[0] == 4
    assert [card for card, _ in session.truth.enemies[0][:2]] == ["gutter-hound", "riot-shell"]
    assert (
        "combat.enemy-frame",
        {"seat": 0, "enemy": "gutter-hound", "symbol": "wire", "key": "enemy.gutter-hound.wire"},
    ) in told
    assert "riot-shell" not in [facts.get("enemy") for rule, facts in told if rule == "combat.enemy-frame"]


def test_a_number_too_high_goes_to_the_leftmost_enemy_and_walks() -> None:
    # W15: combat.number-over, combat.die-walks, combat.die-leaves, combat.alternate
    session = fighting(enemies=stack("riot-shell", "gutter-hound"), dice="TTT", number=3, symbol="wire")
    assert ("combat.number-over", {"seat": 0, "number": 3, "enemy": "gutter-hound"}) in play(session, "roll")
    assert ("combat.die-walks", {"seat": 0, "enemy": "riot-shell"}) in play(session, "pass")
    assert "combat.die-leaves" in [rule for rule, _ in play(session, "pass")]
    assert session.truth.integrity[0] == 3
    assert refusal(session, "pass") == Verdict("combat.die-leaves")


def test_a_blank_means_that_nobody_acts() -> None:
    # combat.blank
    session = fighting(enemies=stack("gutter-hound"), dice="SST", number=0, symbol="fang")
    assert "combat.blank" in [rule for rule, _ in play(session, "roll")]
    assert refusal(session, "pass").rule == "combat.blank"
    play(session, "end")
    assert session.truth.integrity[0] == 5


def test_an_enemy_that_falls_with_the_die_does_not_act() -> None:
    # combat.dead-dont-act, combat.die-shift
    session = fighting(enemies=stack("adware-swarm", "riot-shell"), dice="SSS", number=1, symbol="fang")
    told = play(session, "roll", "frame 0 SS")
    assert ("combat.dead-dont-act", {"seat": 0, "enemy": "adware-swarm"}) in told
    assert session.truth.integrity[0] == 5 and allowed(session, "end") == ["end"]


def test_an_enemy_that_is_discarded_does_not_act_and_gives_no_exp() -> None:
    # combat.dead-dont-act, enemy.discard-no-exp, combat.player-frame
    session = fighting(enemies=stack("gutter-hound"), bodies=["night-florist"], dice="SD", number=1, symbol="fang")
    play(session, "roll", "frame 3 DS")
    assert session.truth.exp[0] == 0 and session.truth.integrity[0] == 5


@pytest.mark.parametrize(("option", "acting"), [("waits", []), ("acts", ["toll-clerk"])])
def test_an_enemy_that_comes_in_combat(option: str, acting: list[str]) -> None:
    # enemy.attach, ruling.combat.late-enemy
    session = fighting(
        {"combat.late-enemy": option}, enemies=stack("riot-shell", "camera-kite"), dice="TTT", number=2, symbol="wire"
    )
    play(session, "roll", "pass")
    assert [card for card, _ in session.truth.enemies[0]] == ["riot-shell", "camera-kite", "toll-clerk"]
    assert refusal(session, "end") == Verdict("combat.end-done", enemy="riot-shell")
    told = play(session, "pass")
    while allowed(session, "pass"):
        told += play(session, "pass")
    acted = [facts for rule, facts in told if rule == "combat.enemy-frame" and "symbol" in facts]
    assert [(facts["enemy"], facts["symbol"]) for facts in acted] == [
        (enemy, "wire") for enemy in ("riot-shell", *acting)
    ]


# -- Frames ------------------------------------------------------------------------------------------------------------


def test_a_starred_frame_works_again_and_a_plain_one_does_not() -> None:
    # W16: frame.repeat, frame.once
    body = {"bodies": ["tin-saint"], "integrity": 3, "power": 1}
    session = fighting(enemies=stack("warden-frame"), dice="SSTT", number=0, symbol="fang", **body)
    play(session, "power", "roll", "frame 0 S", "frame 2 T")
    assert refusal(session, "frame 2 T") == Verdict("frame.once", frame="frame.tin-saint.2")
    play(session, "frame 0 S")
    assert session.truth.enemies[0][0] == ("warden-frame", 2) and session.truth.integrity[0] == 4


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("frame 0 ST", "frame.repeat"),
        ("frame 0 T", "frame.repeat"),
        ("frame 0 SSS", "combat.player-frame"),
        ("frame 1 D", "combat.player-frame"),
        ("frame 2 T", "combat.player-frame"),
        ("launch basic.power r1c1+r1c2+r1c3", "launch.only-here"),
        ("end", "combat.end-done"),
        ("roll", "combat.order"),
    ],
)
def test_what_kindle_cannot_do_with_two_strikes_and_a_static(move: str, rule: str) -> None:
    # frame.repeat, combat.player-frame, launch.only-here, combat.end-done, combat.order
    session = fighting(enemies=stack("riot-shell"), dice="SST", number=1, symbol="wire")
    play(session, "roll")
    assert refusal(session, move).rule == rule


@pytest.mark.parametrize("option", ["lost", "carries"])
def test_excess_of_a_frame_is_lost_whatever_hacks_do(option: str) -> None:
    # frame.excess-lost, ruling.combat.excess-elsewhere
    enemies = stack("adware-swarm 1", "riot-shell")
    session = fighting({"combat.excess-elsewhere": option}, enemies=enemies, dice="SSS", number=0, symbol="fang")
    assert "frame.excess-lost" in [rule for rule, _ in play(session, "roll", "frame 0 SSS")]
    assert session.truth.enemies[0][0] == ("riot-shell", 0)


def test_damage_stays_on_an_enemy_for_the_next_turn() -> None:
    # enemy.damage-stays
    session = fighting(enemies=stack("riot-shell"), dice="STT", number=0, symbol="fang")
    play(session, "roll", "frame 0 S", "end")
    assert session.truth.turn == 2 and session.truth.enemies[0][0] == ("riot-shell", 1)


def test_frames_that_still_help_run_on_when_nobody_is_left_or_do_not() -> None:
    # ruling.combat.no-enemies-left, combat.end-done
    fight = {"enemies": stack("adware-swarm"), "dice": "SSSTT", "number": 1, "symbol": "wire", "power": 2}
    session = fighting(**fight)
    play(session, "power", "power", "roll", "frame 0 SS")
    assert refusal(session, "frame 0 S").rule == "ruling.combat.no-enemies-left"
    play(session, "frame 2 TT")
    assert asset(session, "power") == 1
    session = fighting({"combat.no-enemies-left": "ends"}, **fight)
    told = play(session, "power", "power", "roll", "frame 0 SS")
    assert ("ruling.combat.no-enemies-left", {"seat": 0}) in told


@pytest.mark.parametrize(("option", "frames"), [("once", 3), ("final", 0)])
def test_a_pass_lasts_for_one_turn_or_for_good(option: str, frames: int) -> None:
    # combat.alternate, ruling.combat.pass
    enemies = stack("riot-shell", "gutter-hound")
    session = fighting({"combat.pass": option}, enemies=enemies, dice="SSS", number=2, symbol="wire")
    told = play(session, "roll", "pass")
    assert len(allowed(session, "frame")) == frames
    assert ("ruling.combat.pass" in [rule for rule, _ in told]) is (option == "final")


def test_a_frame_can_cancel_the_next_enemy_frame() -> None:
    # combat.enemy-frame, combat.die-walks
    enemies = stack("riot-shell", "gutter-hound")
    session = fighting(enemies=enemies, bodies=["static-widow"], dice="TTT", number=2, symbol="fang")
    told = play(session, "roll", "frame 0 TT")
    assert ("combat.enemy-frame", {"seat": 0, "enemy": "gutter-hound"}) in told and session.truth.integrity[0] == 5


def test_a_cancelled_frame_is_one_of_this_combat() -> None:
    # combat.enemy-frame
    widow = {"enemies": stack("warden-frame"), "bodies": ["static-widow"], "dice": "TTT"}
    session = fighting(**widow, number=(0, 1), symbol="wire wire")
    play(session, "roll", "frame 0 TT", "end")
    onward(session, "roll")
    play(session, "roll", "pass")
    assert session.truth.integrity[0] == 3


# -- Wounds and other harm ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "shields", "integrity"), [("shield 2", 0, 4), ("suffer", 2, 2)])
def test_shields_are_all_or_none(answer: str, shields: int, integrity: int) -> None:
    # W17: asset.shield-all-in, asset.shield-one, asset.shield-optional, combat.shield
    session = fighting(enemies=stack("gutter-hound"), shield=2, dice="STT", number=1, symbol="fang")
    play(session, "roll", "frame 0 S")
    for wrong in ("shield 1", "shield 3"):
        assert refusal(session, wrong) == Verdict("asset.shield-all-in", need=2, have=2)
    play(session, answer)
    assert asset(session, "shield") == shields and session.truth.integrity[0] == integrity


@pytest.mark.parametrize(("option", "integrity"), [("effect", 5), ("combat", 3)])
def test_shields_help_at_every_effect_or_once_in_a_combat(option: str, integrity: int) -> None:
    # ruling.combat.wound-batches
    enemies = stack("riot-shell", "stray-drone")
    session = fighting({"combat.wound-batches": option}, enemies=enemies, shield=5, dice="TTT", number=2, symbol="fang")
    play(session, "roll", "pass", "shield 2", "pass")
    if option == "effect":
        play(session, "shield 2")
    assert session.truth.integrity[0] == integrity


def test_a_barricade_stops_three_wounds_of_this_turn_before_shields_are_asked() -> None:
    # combat.shield, aug.break
    enemies = stack("gutter-hound", "gutter-hound")
    launch = {"grid": rows("WWE."), "equipped": ["barricade"], "shield": 2}
    session = onward(table(**launch, enemies=enemies, dice="TTT", number=2, symbol="fang"), "launch")
    play(session, "launch aug.barricade r1c1+r1c2+r1c3")
    onward(session, "roll")
    play(session, "roll", "pass")
    assert session.truth.integrity[0] == 5 and asset(session, "shield") == 2
    play(session, "pass")
    assert allowed(session, "shield") == ["shield 2"]


def test_shields_wait_for_wounds() -> None:
    # asset.shield-one
    session = fighting(enemies=stack("gutter-hound"), shield=2)
    assert refusal(session, "shield 2").rule == "asset.shield-one"


def test_bulwark_dumps_wards_and_open_tokens_against_wounds() -> None:
    # combat.shield, data.open-wild
    other = {"grid": rows("WO..", "E..."), "enemies": stack("gutter-hound"), "shield": 1}
    session = onward(table(other=other, number=1, symbol="fang"), "roll", 1)
    play(session, "roll", *(["keep"] if allowed(session, "keep", 1) else []), seat=1)
    play(session, "pass", "use body.bulwark", seat=1)
    assert allowed(session, "dump", 1) == ["dump r1c1", "dump r1c2"]
    play(session, "dump r1c1", "use body.bulwark", "shield 1", seat=1)
    assert session.truth.integrity[1] == 5 and session.truth.dump[1] == "OW"


@pytest.mark.parametrize(
    ("enemy", "symbol", "assets", "left"),
    [
        ("pickpocket-sub", "fang", {"shield": 1}, (0, 0, 0, 0)),
        ("toll-clerk", "wire", {"memory": 2}, (0, 1, 0, 0)),
        ("knife-accountant", "wire", {"memory": 1, "power": 2}, (0, 0, 1, 0)),
    ],
)
def test_assets_that_an_enemy_takes(enemy: str, symbol: str, assets: dict[str, int], left: tuple[int, ...]) -> None:
    # asset.lose
    session = fighting(enemies=stack(enemy), dice="TTT", number=1, symbol=symbol, enemy_deck=["riot-shell"], **assets)
    play(session, "roll", "pass")
    assert tuple(session.truth.assets[0]) == left


def test_an_enemy_hands_out_corrupted_data_from_the_pool() -> None:
    # data.corrupted-source
    session = fighting(enemies=stack("signal-leech"), dice="TTT", number=1, symbol="fang")
    pool = session.truth.corrupted
    play(session, "roll", "pass")
    assert session.truth.dump[0] == "X" and session.truth.corrupted == pool - 1


def test_tokens_that_an_enemy_makes_you_dump_are_yours_to_choose() -> None:
    # data.dump
    session = fighting(enemies=stack("signal-leech"), grid=rows("EWO."), dice="TTT", number=1, symbol="wire")
    play(session, "roll", "pass", "dump r1c3")
    assert refusal(session, "dump r4c4").rule == "data.dump"
    play(session, "dump r1c1")
    assert session.truth.grid[0] == rows(".W..") and session.truth.dump[0] == "EO"


def test_combat_goes_from_the_first_player_and_skips_who_has_no_enemies() -> None:
    # combat.order, combat.skip
    session = onward(
        table(first=1, active=1, enemies=stack("riot-shell"), other={"enemies": stack("stray-drone")}), "roll", 1
    )
    assert session.asked == (1,)
    session = fighting(enemies=stack("riot-shell"), dice="TTT", number=0, symbol="wire")
    assert ("combat.skip", {"seat": 1}) in play(session, "roll", "end")


@pytest.mark.parametrize(
    ("enemies", "number", "over"),
    [
        (("riot-shell",), 1, False),
        (("riot-shell",), 2, True),
        (("riot-shell", "toll-clerk"), 2, False),
        (("riot-shell", "toll-clerk"), 3, True),
    ],
)
def test_a_number_over_the_enemies_says_where_it_goes(enemies: tuple[str, ...], number: int, over: bool) -> None:
    # combat.roll, combat.number-over
    told = play(fighting(enemies=stack(*enemies), dice="SST", number=number, symbol="wire"), "roll")
    (shown,) = [facts for rule, facts in told if rule == "combat.roll" and "number" in facts]
    assert (shown["number"], bool(shown["goes"])) == (number, over)
