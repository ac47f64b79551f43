"""The Quest phase and the end, as an outsider reads the rules: blocks of cards, new cards, losing and winning."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    A,
    B,
    allowed,
    at,
    facts,
    in_turn,
    let_pass,
    make,
    pack_with,
    refused,
    rules,
    table,
    why,
    without,
)

from tabletop_kernel.contract.game import LOST, WON
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

WORLD_OF_STREET_LEVEL = (
    '"if tiles revealed >= 3: draw card S01-2",\n'
    '  "if time = 0: each player: gain 1 corrupted; draw card S01-2",\n'
    '  "otherwise: time down 1",'
)
COLD_STORAGE_UP = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "damaged-district", 1, "", []],
    [0, 1, "cold-storage", 1, "", []],
    [1, -1, "riot-line", 0, "", []],
]


def hideout_of_the_bot(**changes: Any) -> Session:
    """Alone in Lantern Market: the BOT is on a hideout, and you have an augment of that house."""
    fresh = table(1, "S03")
    ground = [
        [q, r, tile, int(up or tile == "commoner-canteen"), "", marks]
        for q, r, tile, up, _, marks in at(fresh, "ground")
    ]
    place = next([q, r] for q, r, tile, *_ in ground if tile == "commoner-canteen")
    houses = [[house, without(cards, "warm-soup")] for house, cards in at(fresh, "factions")]
    equipped = [[*at(fresh, "equipped")[A], "warm-soup"]]
    return table(1, "S03", ground=ground, bot=place, factions=houses, equipped=equipped, **changes)


def outcome(session: Any) -> tuple[str, ...] | None:
    return None if session.outcome is None else tuple(session.outcome.results)


def test_false_blocks_are_passed_over_and_an_if_inside_otherwise_is_checked() -> None:
    # W19: quest.if-false, quest.otherwise-ifs, quest.top-down
    card = '"if success here >= 2: draw card S01-2", "if time = 0: lost", '
    card += '"otherwise: time down 1; if time = 3: first player: attach 1",'
    game = pack_with("scenarios/s01.toml", (WORLD_OF_STREET_LEVEL, card))
    session = table(game=game, card="S01-1", time=4, on_card={"success": 1})
    told = make(session, B, "done")
    assert rules(told).count("quest.if-false") == 2 and "quest.otherwise-ifs" in rules(told)
    assert at(session, "time") == 3 and [len(stack) for stack in at(session, "enemies")] == [1, 0]
    # W20: quest.if-true, quest.draw-stops, quest.replace, quest.new-card
    session = table(game=game, card="S01-1", time=0, on_card={"success": 2})
    told = make(session, B, "done")
    assert at(session, "card") == "S01-2" and at(session, "on_card") == {} and at(session, "supply")["success"] == 20
    assert facts(told, "quest.replace") == [{"card": "S01-1", "count": 2}]
    assert "quest.if-false" not in rules(told)  # nobody looks at the time
    assert at(session, "time") == 6 and at(session, "exp") == [1, 1]


@pytest.mark.parametrize(("blocks", "memory"), [("first-true", 0), ("all-ifs", 1)])
def test_a_second_true_block_counts_only_if_all_are_checked(blocks: str, memory: int) -> None:
    # quest.if-true, ruling.quest.blocks
    card = '"if success here >= 9: draw card S01-2", "if time <= 5: each player: gain 1 exp", '
    card += '"if success here >= 1: each player: gain 1 memory", "otherwise: time down 1",'
    game = pack_with("scenarios/s01.toml", (WORLD_OF_STREET_LEVEL, card))
    session = table(game=game, rulings={"quest.blocks": blocks}, card="S01-1", time=5, on_card={"success": 1})
    make(session, B, "done")
    assert at(session, "exp") == [1, 1] and [row[1] for row in at(session, "assets")] == [memory, memory]
    assert at(session, "time") == 5  # OTHERWISE is skipped either way


@pytest.mark.parametrize(("when", "time"), [("this-turn", 1), ("next-turn", 2)])
def test_a_card_that_comes_early_acts_in_this_turn_or_waits(when: str, time: int) -> None:
    # quest.world, ruling.quest.draw-early
    game = pack_with(
        "scenarios/p00.toml",
        ('test lore 1 and put 1 success here"]', 'test lore 1 and draw card P00-2"]'),
        ('"if success here >= 1: draw card P00-2",', '"if success here >= 9: draw card P00-2",'),
    )
    session = table(
        scenario="P00",
        game=game,
        rulings={"quest.draw-early": when},
        ground=COLD_STORAGE_UP,
        place=[[0, 1], [0, 0]],
        grid=["L...#....#....#....#", "....#....#....#....#"],
        luck={"dice-0": [1]},
    )
    make(session, B, "done")
    for move in (("act", 0), ("put", "r1c1"), ("roll",)):
        make(session, A, *move)
    assert at(session, "card") == "P00-2" and at(session, "time") == time
    assert ("ruling.quest.draw-early" in rules(session.log(None))) is (when == "next-turn")


@pytest.mark.parametrize(("token", "first"), [("passed", B), ("stays", A)])
def test_the_token_of_a_first_player_who_resets_in_the_quest_phase(token: str, first: int) -> None:
    # quest.pass-token, reset.skip-phase, ruling.reset.token
    game = pack_with(
        "scenarios/s01.toml",
        ('"otherwise: time down 1",', '"otherwise: time down 1; first player: wound 1",'),
    )
    session = table(game=game, rulings={"reset.token": token}, integrity=[1, 5], luck={"symbol": [4]})
    told = make(session, B, "done")
    assert at(session, "turn") == 2 and at(session, "first") == first
    assert facts(told, "reset.skip-phase") == [{"seat": 0, "phase": "quest"}]


@pytest.mark.parametrize(
    ("left", "rule", "lost"),
    [
        (1, "short", True),
        (2, "short", False),
        (1, "empty", True),
        (2, "empty", True),
        (3, "empty", False),
        (1, "sheet", False),
    ],
)
def test_running_out_of_corrupted_tokens(left: int, rule: str, lost: bool) -> None:
    # end.cd-out, ruling.end.cd-empty, data.corrupted-source, camp.progress
    session = table(rulings={"end.cd-empty": rule}, card="S01-1", time=0, corrupted=left)
    told = make(session, B, "done")  # each player gains one
    assert (outcome(session) == (LOST, LOST)) is lost
    assert at(session, "corrupted") == max(left - 2, 0)
    if lost:
        assert session.outcome is not None and session.outcome.rule == "end.cd-out"
        assert at(session, "newly_unlocked") == ["D01"] and "camp.progress" not in rules(told)
    else:
        assert at(session, "card") == "S01-2"


@pytest.mark.parametrize("zero", ["card", "lost"])
def test_time_zero_is_what_the_card_makes_of_it_unless_it_loses(zero: str) -> None:
    # quest.world, end.scenario, ruling.end.time-zero
    session = table(rulings={"end.time-zero": zero}, card="S01-1", time=1)
    told = make(session, B, "done")
    assert at(session, "time") == 0
    assert outcome(session) == (None if zero == "card" else (LOST, LOST))
    assert ("ruling.end.time-zero" in rules(told)) is (zero == "lost")


def test_a_victory_card_unlocks_and_marks_and_then_nothing_can_be_done() -> None:
    # end.scenario, camp.unlock, camp.by-play, camp.progress, camp.future
    session = table(card="S01-3", time=0, on_card={"success": 4})  # the time is not looked at
    told = make(session, B, "done")
    assert outcome(session) == (WON, WON)
    assert at(session, "newly_unlocked") == ["A01", "A03", "C01"]
    assert facts(told, "camp.progress") == [{"scenario": "S01"}]
    assert refused(session, A, "done") == "end.scenario" and session.deciders == ()


def test_a_special_card_lies_beside_the_plot_card() -> None:
    # W24: scen.plot-special, scen.special-aside, scen.one-plot, quest.otherwise-ifs
    session = table(scenario="S04", card="S04-1", time=5, on_card={"success": 1}, enemies=[[], []])
    told = make(session, B, "done")
    assert at(session, "card") == "S04-1" and at(session, "specials") == ["S04-S"]
    assert at(session, "on_card") == {"success": 1} and at(session, "time") == 4
    assert rules(told).index("enemy.attach") < rules(told).index("scen.special-aside")


def test_torches_make_a_repel_cost_memory() -> None:
    # scen.special-aside, yokai.bottom, enemy.discard-no-exp
    written = {
        "seat": A,
        "scenario": "S04",
        "specials": ["S04-S"],
        "enemies": [[["adware-swarm", 0]], []],
        "enemy_deck": ["toll-clerk"],
        "grid": ["FF..#....#....#....#", "....#....#....#....#"],
    }
    repel = ("launch", "enemy.adware-swarm.repel", "r1c1+r1c2")
    assert refused(table(**written), A, *repel) == "scen.special-aside"
    session = table(**written, assets=[[0, 1, 0, 0], [0] * 4])
    make(session, A, *repel)
    assert at(session, "assets")[A] == [0] * 4 and at(session, "enemy_deck")[-1] == "adware-swarm"
    assert at(session, "exp") == [0, 0]


def test_the_first_player_token_goes_round() -> None:
    # quest.pass-token, quest.steps
    session = table(3)
    told = make(session, 2, "done")
    assert at(session, "first") == B
    assert facts(told, "quest.pass-token") == [{"seat": 0, "other": 1}]
    steps = [rule for rule in rules(told) if rule in ("quest.no-activity", "quest.top-down", "quest.pass-token")]
    assert steps == ["quest.no-activity", "quest.top-down", "quest.pass-token"]


def test_a_guest_that_is_sent_away_comes_back_to_the_next_player_with_its_damage() -> None:
    # scen.special-rules, quest.world, enemy.discard-no-exp
    session = table(
        scenario="S03",
        seat=A,
        card="S03-2",
        time=4,
        enemies=[[["ash-kirin!guest", 4]], []],
        guest=["", 0, A],
        grid=["OFF.#....#....#....#", "....#....#....#....#"],
    )
    make(session, A, "launch", "enemy.ash-kirin.repel", "r1c1+r1c2+r1c3")
    assert at(session, "enemies") == [[], []] and at(session, "guest")[:2] == ["ash-kirin!guest", 4]
    let_pass(session, in_turn(2))
    assert at(session, "enemies") == [[], [["ash-kirin!guest", 4]]]


@pytest.mark.parametrize(("card", "damage", "success"), [("warden-frame!god", 6, {"success": 1}), ("undertow", 5, {})])
def test_a_small_god_counts_and_loses_its_mark(card: str, damage: int, success: dict[str, int]) -> None:
    # scen.special-rules, yokai.bottom, enemy.defeat: a god that falls again would count like the other enemy
    session = table(
        scenario="S04", enemies=[[[card, damage]], []], enemy_deck=[], luck={"dice-0": [1, 1], "number": [6]}
    )
    make(session, B, "done")
    make(session, A, "roll")
    let_pass(session, lambda now: ("frame", "0", "S") in now.moves(A))
    make(session, A, "frame", "0", "S")
    assert at(session, "on_card") == success and at(session, "exp") == [1, 0]
    assert at(session, "enemy_deck")[-1] == card.removesuffix("!god")


def test_players_act_clockwise_or_as_they_like() -> None:
    # quest.activity, ruling.quest.activity-order
    written: dict[str, Any] = {
        "scenario": "P00",
        "ground": COLD_STORAGE_UP,
        "place": [[0, 1], [0, 1]],
        "grid": ["L...#....#....#....#"] * 2,
    }
    session = table(**written)
    make(session, B, "done")
    assert session.deciders == (A,)
    session = table(**written, rulings={"quest.activity-order": "free"})
    make(session, B, "done")
    assert session.deciders == (A, B) and allowed(session, B, "act", 0)
    make(session, B, "act", 0)
    assert session.deciders == (B,)


def test_an_activity_says_what_it_asks_for() -> None:
    # quest.activity, quest.no-activity
    session = hideout_of_the_bot()
    make(session, A, "done")  # alone one is asked, since the BOT may stand for you
    assert why(session, A, "act", 0) == (Verdict("quest.activity", what="where", number=1))
    told = make(table(), B, "done")
    assert facts(told, "quest.no-activity") == [{"card": "S01-1"}]


def test_only_the_first_reset_of_a_player_is_cheaper_in_first_light() -> None:
    # scen.special-rules, reset.corrupted
    for resets, left in ((0, 7), (1, 6)):
        session = table(
            destabilized=[1, 0], integrity=[1, 5], corrupted=8, tally=[{"resets": resets}, {}], luck={"symbol": [4]}
        )
        told = make(session, B, "done")
        assert at(session, "corrupted") == left
        assert ("scen.special-rules" in rules(told)) is (resets == 0)


@pytest.mark.parametrize("part", ["takes-part", "sits-out"])
def test_after_a_reset_in_combat_you_take_part_in_the_quest_or_sit_out(part: str) -> None:
    # reset.skip-phase, quest.activity, solo.bot-use, ruling.reset.quest
    session = hideout_of_the_bot(
        rulings={"reset.quest": part},
        integrity=[1],
        enemies=[[["riot-shell", 0]]],
        enemy_deck=[],
        luck={"dice-0": [6, 6], "number": [1], "symbol": [4, 4]},
    )
    make(session, A, "done")
    let_pass(session, lambda now: bool(now.truth.phase == "quest") or now.truth.turn == 2)
    assert at(session, "place") == [[0, 0]] and at(session, "integrity") == [5]
    if part == "sits-out":
        assert at(session, "turn") == 2
        return
    for move in (("battery",), ("act", 0)):
        make(session, A, *move)
    assert at(session, "on_card") == {"ascend": 1} and "warm-soup" not in at(session, "equipped")[A]


@pytest.mark.parametrize("attempts", ["one", "any"])
def test_a_gift_is_given_once_a_turn_for_it_is_no_test(attempts: str) -> None:
    # quest.activity, ruling.quest.attempts: it speaks of tests alone
    fresh = table(scenario="S03")
    ground = [[q, r, tile, int(up or tile == "commoner-canteen"), "", []] for q, r, tile, up, *_ in at(fresh, "ground")]
    place = next([q, r] for q, r, tile, *_ in ground if tile == "commoner-canteen")
    gifts = ["warm-soup", "many-hands"]
    session = table(
        scenario="S03",
        rulings={"quest.attempts": attempts},
        ground=ground,
        place=[place, [0, 0]],
        equipped=[[*at(fresh, "equipped")[A], *gifts], at(fresh, "equipped")[B]],
        factions=[[house, without(cards, *gifts)] for house, cards in at(fresh, "factions")],
    )
    make(session, B, "done")
    make(session, A, "act", 0)
    make(session, A, "return", "warm-soup")
    assert at(session, "turn") == 2 and at(session, "on_card") == {"ascend": 1}


def test_three_tiles_must_be_found_besides_those_of_the_start() -> None:
    # quest.if-true, quest.if-false
    for found, card in ((2, "S01-1"), (3, "S01-2")):
        ground = at(table(), "ground")
        for tile in [tile for tile in ground if not tile[3]][:found]:
            tile[3], tile[4] = 1, ""
        session = table(ground=ground)
        make(session, B, "done")
        assert at(session, "card") == card
