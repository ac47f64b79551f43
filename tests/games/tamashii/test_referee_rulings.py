"""Which ruling a refusal, a prompt or a line names where a ruling is the reason: what a second outsider found."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    ANYONE,
    EMPTY,
    GAME,
    A,
    B,
    at,
    facts,
    kinds,
    let_pass,
    make,
    prompted,
    refused,
    rules,
    table,
    top,
    why,
)
from refereed import allowed, fighting, play, refusal, rows, stack

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.modes import scoring
from tabletop_kernel.table.session import Session

LINE, SQUARE = "r1c1+r1c2+r1c3", "r1c1+r1c2+r2c1+r2c2"
DIARY = {"unlocked": "all", "diary": "on"}
COLD_STORAGE = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "damaged-district", 1, "", []],
    [0, 1, "cold-storage", 1, "", []],
    [1, -1, "riot-line", 0, "", []],
]
VERSUS = {"mode": "versus", "map": "ring-road", "pvp": "tip-off"}
CARDS = ["d01", "d02", "d04", "d05", "d06", "d07", "d08"]


def prompt(session: Session, seat: int = A) -> Any:
    """What a seat reads above the decision, and the rules under it."""
    found = GAME.telling.prompt(session.config, session.view(seat))
    assert found is not None
    return found


def planning(**more: Any) -> Session:
    """The Program step, in which everybody moves tokens and upgrades."""
    return let_pass(table(moment="plan", seat=ANYONE, **more), lambda now: top(now)[0] == "plan" and at_program(now))


def at_program(session: Session) -> bool:
    return bool(at(session, "frames")[-1][2][0] == "program")


def stain(grid: str, **rulings: str) -> Session:
    """A diary card has made one corrupted token count as open."""
    session = table(
        seat=A,
        options=DIARY,
        rulings={key.replace("__", ".").replace("_", "-"): option for key, option in rulings.items()},
        diary=["d03", ""],
        diary_deck=CARDS,
        diary_box=[],
        grid=[grid, EMPTY],
    )
    make(session, A, "use", "diary.d03")
    return session


# -- launching ---------------------------------------------------------------------------------------------------------


def test_a_corrupted_token_that_counts_as_open_is_not_what_is_wrong() -> None:
    # pattern.exact, data.corrupted-block
    session = stain("EXW.#....#....#....#")
    assert refused(session, A, "launch", "basic.power", LINE) == "pattern.exact"
    session = stain("XXE.#....#....#....#")
    assert refused(session, A, "launch", "basic.power", LINE) == "data.corrupted-block"
    assert why(session, A, "launch", "basic.power", LINE).facts["what"] == "one-open"


@pytest.mark.parametrize(
    ("grid", "ruling", "option", "pattern", "slots"),
    [
        ("OXE.#....#....#....#", "pattern.open-everything", "one", "basic.power", LINE),
        ("WX..#FL..#....#....#", "pattern.mirror", "rotations", "basic.exp", SQUARE),
    ],
)
def test_a_ruling_is_in_the_way_of_a_token_that_counts_as_open(
    grid: str, ruling: str, option: str, pattern: str, slots: str
) -> None:
    # ruling.pattern.open-everything, ruling.pattern.mirror
    session = stain(grid, **{ruling.replace(".", "__").replace("-", "_"): option})
    assert refused(session, A, "launch", pattern, slots) == f"ruling.{ruling}"
    assert f"ruling.{ruling}" in prompt(session).rules and "pattern.exact" not in prompt(session).rules


def test_two_rulings_in_the_way_at_once() -> None:
    # ruling.pattern.mirror
    session = table(
        seat=A,
        rulings={"pattern.mirror": "rotations", "pattern.open-everything": "one"},
        grid=["WO..#FO..#....#....#", EMPTY],
    )
    assert refused(session, A, "launch", "basic.exp", SQUARE) == "ruling.pattern.mirror"
    assert "ruling.pattern.mirror" in prompt(session).rules and "pattern.exact" not in prompt(session).rules


def test_once_in_the_game_refuses_in_a_later_turn() -> None:
    # ruling.pattern.once-scope, pattern.once
    session = table(
        seat=A, rulings={"pattern.once-scope": "game"}, grid=["EEE.#....#EEE.#....#", EMPTY], bag=["WWWLLL", "WWW"]
    )
    make(session, A, "launch", "basic.power", LINE)
    again = ("launch", "basic.power", "r3c1+r3c2+r3c3")
    assert refused(session, A, *again) == "pattern.once"
    later = dict(session.position())
    later["launched"] = [[], []]
    session = Session.at(GAME, later)
    assert why(session, A, *again) == Verdict("ruling.pattern.once-scope", pattern="basic.power")
    assert "ruling.pattern.once-scope" in prompt(session).rules


def test_equal_patterns_dump_tokens_of_their_own() -> None:
    # ruling.pattern.same-tokens-mode, pattern.same-tokens
    for option, rule in (("two", "ruling.pattern.same-tokens-mode"), ("one", "pattern.same-tokens")):
        session = table(
            seat=A,
            rulings={"pattern.once-card": option},
            equipped=[["rent-strike"], []],
            factions=[
                [name, [card for card in deck if card != "rent-strike"]] for name, deck in at(table(), "factions")
            ],
            enemies=[[["rust-monk", 0]], []],
            enemy_deck=[],
            grid=["WFW.#....#....#....#", EMPTY],
        )
        assert refused(session, A, "launch", "aug.rent-strike+enemy.rust-monk.repel", LINE) == rule


# -- Combat ------------------------------------------------------------------------------------------------------------


def in_a_fight(**rulings: str) -> Session:
    """The attack roll was kept, and the number die lies on the lower of two enemies."""
    return fighting(
        {key.replace("__", "."): option for key, option in rulings.items()},
        enemies=stack("gutter-hound", "riot-shell"),
        reroll=3,
        dice="STT",
        number=2,
        symbol="wire",
    )


def test_the_frame_of_an_enemy_ends_rerolls_too() -> None:
    # ruling.reroll.timing
    session = in_a_fight(reroll__timing="frame")
    play(session, "roll", "keep")
    assert allowed(session, "reroll") and prompted(session).key == "combat-reroll"
    assert "ruling.reroll.timing" in prompt(session).rules
    told = play(session, "pass")
    assert "combat.enemy-frame" in [rule for rule, _ in told] and not allowed(session, "reroll")
    assert refusal(session, "reroll S").rule == "ruling.reroll.timing"


def test_a_late_reroll_is_refused_by_its_ruling() -> None:
    # ruling.reroll.timing
    session = in_a_fight()
    play(session, "roll", "keep")
    assert refusal(session, "reroll S").rule == "ruling.reroll.timing"
    assert "ruling.reroll.timing" not in prompt(session).rules


def test_whoever_passes_for_good_is_told_before() -> None:
    # ruling.combat.pass
    for option, final in (("once", False), ("final", True)):
        session = in_a_fight(combat__pass=option)
        play(session, "roll", "keep")
        assert ("ruling.combat.pass" in prompt(session).rules) is final


def test_no_more_than_ten_dice_is_the_reason_for_an_ability_too() -> None:
    # ruling.dice.supply
    session = fighting({"dice.supply": "10"}, enemies=stack("riot-shell"), power=5, grid=rows("EEE."))
    written = dict(session.position())
    kind, seat, data = written["frames"][-1]
    written["frames"] = [*written["frames"][:-1], [kind, seat, [data[0], "?" * 10, *data[2:]]]]
    session = Session.at(GAME, written)
    assert refusal(session, "use body.kindle").rule == "ruling.dice.supply" == refusal(session, "power").rule


# -- the rest of the turn ----------------------------------------------------------------------------------------------


def test_a_second_try_is_refused_by_the_ruling_also_when_others_decide() -> None:
    # ruling.quest.attempts
    session = table(
        scenario="P00",
        rulings={"quest.activity-order": "free"},
        place=[[0, 1], [0, 1]],
        ground=COLD_STORAGE,
        grid=["L...#....#....#....#", "L...#....#....#....#"],
    )
    make(session, B, "done")
    make(session, A, "act", 0)
    make(session, A, "put", "r1c1")
    make(session, A, "roll")
    assert session.deciders == (B,) and refused(session, A, "act", 0) == "ruling.quest.attempts"


def test_time_that_is_at_zero_stays_there() -> None:
    # quest.world
    session = table(scenario="S03", moment="combat", card="S03-1", time=1, corrupted=2)
    turn = session.truth.turn
    told = let_pass(session, lambda now: now.truth.turn > turn).log(None)
    assert kinds(told, "quest.world")[-1] == "time-stays"


def test_a_dearer_catie_token_is_a_ruling() -> None:
    # ruling.catie.cost-modes, catie.buy
    options = {"unlocked": "C01", "catie": "on", "difficulty": "hard"}
    for option, cost, rule in (("4", 4, "ruling.catie.cost-modes"), ("3", 3, "catie.buy")):
        rich = planning(options=options, rulings={"catie.cost-modes": option}, exp=[cost, 0])
        told = make(rich, A, "upgrade", "catie")
        assert rule in rules(told) and cost in facts(told, rule)[0].values()
        poor = planning(options=options, rulings={"catie.cost-modes": option}, exp=[cost - 1, 0])
        assert refused(poor, A, "upgrade", "catie") == rule
        assert why(poor, A, "upgrade", "catie").facts["need"] == cost


def inari(grid: str, **more: Any) -> Session:
    session = table(scenario="S05", seat=A, grid=[grid, EMPTY], **more)
    make(session, A, "launch", "basic.power", LINE)
    return session


def test_an_inari_token_at_a_corner_only() -> None:
    # inari.launch, ruling.inari.adjacent
    session = inari("EEE.#N..N#....#....#")
    assert why(session, A, "inari", "r2c4") == Verdict("inari.launch", slot="r2c4")
    session = inari("EEE.#N...#...N#....#", rulings={"inari.adjacent": "diagonal"})
    assert why(session, A, "inari", "r3c4") == Verdict("inari.launch", slot="r3c4")


def test_a_second_inari_token_where_one_goes_along() -> None:
    # inari.launch, ruling.inari.many
    session = inari("EEE.#NN..#....#....#", rulings={"inari.many": "one"})
    make(session, A, "inari", "r2c1")
    assert why(session, A, "inari", "r2c2") == Verdict("inari.launch", what="unasked inari")
    told = session.judge(A, ("inari", "r2c2"))
    assert told is not None and told.facts["case"] == "one"
    each = inari("EEE.#NN..#....#....#", rulings={"inari.many": "each"})
    make(each, A, "inari", "r2c1")
    assert ("inari", "r2c2") in each.moves(A)


def test_inari_tokens_bring_no_exp_to_whoever_has_all() -> None:
    # ruling.exp.cap
    for option, full in (("10", True), ("none", False)):
        session = inari("EEE.#N...#....#....#", rulings={"exp.cap": option}, exp=[10, 0])
        assert (prompted(session).key == "inari-full") is full
        assert ("ruling.exp.cap" in prompt(session).rules) is full


@pytest.mark.parametrize(
    ("grid", "rulings", "rule", "key"),
    [
        ("X...#....#....#....#", {"prog.corrupted-moves": "no"}, "ruling.prog.corrupted-moves", "plan-stuck-corrupted"),
        ("E...#....#....#....#", {"prog.dark-slots": "no"}, "ruling.prog.dark-slots", "plan-stuck-dark"),
        (EMPTY, {}, "prog.slide", "plan-stuck"),
    ],
)
def test_why_no_token_can_be_moved(grid: str, rulings: dict[str, str], rule: str, key: str) -> None:
    # ruling.prog.corrupted-moves, ruling.prog.dark-slots
    session = planning(rulings=rulings, grid=[grid, EMPTY], exp=[5, 0])
    assert prompted(session).key == key and rule in prompted(session).rules


def test_a_body_of_the_market_is_taken_by_a_ruling() -> None:
    # ruling.body.keyword, body.place
    session = table(moment="move", seat=A, rulings={"body.keyword": "market"}, integrity=[5, 5])
    make(session, A, "stay")
    make(session, A, "district")
    assert prompt(session).rules == ("ruling.body.keyword",)
    told = make(session, A, *next(move for move in session.moves(A) if move[0] == "take"))
    assert "ruling.body.keyword" in rules(told) and "body.place" not in rules(told)


def test_a_move_by_an_effect_that_goes_as_far_as_mov() -> None:
    # ruling.move.effect-range
    hub = [[0, 0, "shelter", 1, "", []], [1, 0, "transit-hub", 1, "", []], [2, 0, "neon-arcade", 1, "", []]]
    for option, otherwise in (("mov", True), ("printed", False)):
        session = table(moment="move", seat=A, rulings={"move.effect-range": option}, ground=hub)
        make(session, A, "move", "1,0")
        assert ("MOV" in prompted(session).facts["what"]) is otherwise
        assert ("ruling.move.effect-range" in prompt(session).rules) is otherwise


def test_a_body_that_is_lost_on_any_reset_says_so() -> None:
    # body.ability, reset.lose-body
    session = fighting(
        enemies=stack("riot-shell"), bodies=["borrowed-crown"], number=1, symbol="fang wire", integrity=1
    )
    told = play(session, "roll", "pass")
    assert ("body.ability", {"seat": 0, "body": "borrowed-crown"}) in told


def counted_ten(session: Session) -> list[str]:
    """The rules by which ten of something are counted at the end."""
    told: list[tuple[str, Any]] = []
    scoring.finish_game(session.truth.clone(), lambda kind, by, *seats, **facts: told.append((by, facts.get("count"))))
    return [by for by, count in told if count == 10]


def test_assets_counted_kind_by_kind() -> None:
    # ruling.vp.asset-sum
    for option, rule in (("track", "ruling.vp.asset-sum"), ("sum", "vp.assets")):
        session = table(options=VERSUS, rulings={"vp.asset-sum": option}, assets=[[2, 3, 0, 5], [0, 0, 0, 0]])
        assert counted_ten(session) == [rule]


def test_a_heist_that_costs_an_asset() -> None:
    # ruling.city.fail, ruling.body.new-active
    book = GAME.telling.book(GAME.agreement.configure(2))
    assert "ruling.city.fail" in book.prompts["lose-asset"].rules
    assert "ruling.body.new-active" in book.prompts["active-body"].rules


def test_an_effect_that_only_switches_over_a_corner_asks_for_that() -> None:
    # aug.timing
    session = table(
        moment="plan",
        seat=ANYONE,
        scenario="S02",
        options={"unlocked": "all"},
    )
    written = dict(session.position())
    written["frames"] = [*written["frames"], ["program", A, [1, 1]]]
    written["grid"] = ["E...#.W..#....#....#", EMPTY]
    session = Session.at(GAME, {key: value for key, value in written.items() if key != "supply"})
    assert prompted(session).key == "program-askew" and "prog.slide" not in prompted(session).rules
