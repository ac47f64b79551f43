"""Reasons, lines and prompts, as an outsider reads them: each says what is so at this table and at this moment."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    EMPTY,
    GAME,
    A,
    B,
    allowed,
    at,
    facts,
    in_turn,
    kinds,
    let_pass,
    make,
    opened,
    pack_with,
    prompted,
    refused,
    rules,
    table,
    why,
    without,
)

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.phases import activity
from tabletop_kernel.table.session import Session

LINE = "r1c1+r1c2+r1c3"
MAST = [1, -1]
STREET = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "neon-arcade", 1, "", []],
    [0, 1, "free-clinic", 1, "", []],
    [-1, 1, "back-alley", 0, "plate", []],
    [-1, 0, "data-bazaar", 0, "", []],
    [0, -1, "commoner-canteen", 0, "", []],
    [1, -1, "broadcast-mast", 1, "", []],
]
COLD_STORAGE = [
    [0, 0, "shelter", 1, "", []],
    [1, 0, "damaged-district", 1, "", []],
    [0, 1, "cold-storage", 1, "", []],
    [1, -1, "riot-line", 0, "", []],
]
FEEBLE = {"dice-0": [6] * 8, "dice-1": [6] * 8, "number": [6] * 4}  # nobody strikes, and no enemy acts
VERSUS = {"mode": "versus", "map": "ring-road", "pvp": "tip-off"}


def alone(moment: str = "launch", **changes: Any) -> Session:
    return table(1, moment=moment, **{"ground": STREET, **changes})


def told_in_setup(session: Session, rule: str) -> list[tuple[str, dict[str, Any]]]:
    return [(entry.kind, entry.data) for entry in let_pass(session, in_turn(1)).log(None) if entry.rule == rule]


# -- the BOT -----------------------------------------------------------------------------------------------------------


def test_a_battery_is_spent_only_where_a_figure_matters() -> None:
    # solo.bot-use
    session = table(1, moment="plan", seat=-1)
    assert why(session, A, "battery") == Verdict("solo.bot-use", what="no-figure")
    session = alone(enemies=[[["riot-shell", 0]]], enemy_deck=[])
    make(session, A, "done")
    assert refused(session, A, "battery") == "solo.bot-use"  # before the attack roll
    assert "combat frames" in session.book["solo.bot-use"].text
    assert refused(table(2, moment="plan", seat=-1), A, "battery") == "solo.bot-start"


def test_one_of_two_figures_is_used() -> None:
    # solo.bot-use
    session = alone("move")
    make(session, A, "move", "1,0")
    assert why(session, A, "battery") == Verdict("solo.bot-use", what="own")


@pytest.mark.parametrize("as_you", ["bot", "yours"])
def test_a_bot_that_stands_for_you_has_no_other_move(as_you: str) -> None:
    # solo.bot-use, ruling.solo.bot-as-you
    session = alone("move", rulings={"solo.bot-as-you": as_you})
    make(session, A, "battery")
    assert allowed(session, A, "move", "0,1")
    assert why(session, A, "bot-move", "0,1") == Verdict("solo.bot-use", what="as-you")


def test_the_bots_own_move_is_over_once_made() -> None:
    # solo.bot-move
    session = alone("move")
    make(session, A, "bot-move", "1,0")
    assert why(session, A, "bot-move", "0,0") == (Verdict("solo.bot-move", what="moved", tile="shelter", place="0,0"))


def test_the_bot_is_not_where_you_are() -> None:
    # solo.bot-use: your own figure is not used
    session = alone(card="S01-3", place=[MAST], bot=[0, 0], grid=["FEF.#....#....#....#"], bag=["EEWWWLLLFF"])
    make(session, A, "battery")
    assert refused(session, A, "launch", "card.S01-3", LINE) == "solo.bot-use"
    session = alone(card="S01-2", place=[MAST], bot=[0, 0], grid=["LLLL#....#....#....#"], bag=["EEE"])
    make(session, A, "done")
    used = session.truth.clone()
    used.bot_used = "activity"
    verdict = activity.refuse_activity(used, A, 0)
    assert verdict is not None and verdict.rule == "solo.bot-use"


def test_it_is_the_bot_that_stays_and_its_tile_that_counts() -> None:
    # solo.bot-use, solo.bot-trace
    session = alone("move", bot=MAST)
    make(session, A, "battery")
    assert prompted(session).key == "move-as-bot"
    told = make(session, A, "stay")
    assert facts(told, "solo.bot-use") == [{"seat": 0, "place": (1, -1), "spot": "Broadcast Mast"}]
    assert facts(told, "solo.bot-trace") == [{"seat": 0, "count": 3, "trace": 3}]
    assert "move.optional" not in rules(told) and "trace.stationary" not in rules(told)
    session = alone("move")
    make(session, A, "bot-move", "1,0")
    make(session, A, "battery")
    assert prompted(session).key == "stay-as-bot"


# -- learning, the diary, what is locked -------------------------------------------------------------------------------


def test_an_answer_to_a_reward_is_no_new_moment() -> None:
    # ruling.learn.three
    session = table(
        seat=A,
        protocol=["thrift", "hunger"],
        protocol_deck=[],
        learned=[0, 0],
        assets=[[3, 3, 3, 0], [0, 0, 0, 0]],
        rulings={"learn.three": "two"},
    )
    make(session, A, "learn")
    make(session, A, "type", "E")
    make(session, A, "learn")
    let_pass(session, lambda now: now.moves(A)[0][0] != "type")
    assert refused(session, A, "learn") == "ruling.learn.three"


def test_a_diary_card_for_any_time_is_used_by_its_name_too() -> None:
    # diary.one, diary.include
    cards = [f"d0{number}" for number in range(1, 9)]
    session = table(
        seat=A,
        options={"unlocked": "all", "diary": "on"},
        diary=["d01", "d02"],
        diary_deck=cards[2:],
        diary_box=[],
        integrity=[2, 5],
    )
    assert allowed(session, A, "use", "diary.d01")
    make(session, A, "use", "diary.d01")
    assert at(session, "diary")[A] == "" and at(session, "integrity")[A] > 2
    assert refused(table(seat=A), A, "use", "diary.d01") == "diary.include"
    assert refused(table(moment="move", seat=A), A, "use", "diary.d01") == "diary.include"


def test_locked_catie_tokens_are_counted() -> None:
    # camp.locked-out, camp.code
    codes = "A01+A02+A03+B01+B02+D01+D02+D03+D04+D05+D06+D07+D08"
    locked, code = [entry for entry in opened(options={"unlocked": codes}).log(None) if entry.rule.startswith("camp.")]
    assert (locked.kind, locked.data) == ("locked-out", {"count": 8}) and "C01" in code.text


# -- tests -------------------------------------------------------------------------------------------------------------


def test_a_test_that_was_left_has_not_been_tried() -> None:
    # ruling.quest.attempts, test.optional
    session = table(
        scenario="P00",
        place=[[0, 1], [0, 1]],
        ground=COLD_STORAGE,
        grid=["L...#....#....#....#", "L...#....#....#....#"],
    )
    make(session, B, "done")
    make(session, A, "act", 0)
    make(session, A, "leave")
    assert allowed(session, A, "act", 0)
    make(session, A, "act", 0)
    make(session, A, "put", "r1c1")
    make(session, A, "roll")
    assert not allowed(session, A, "act", 0)


@pytest.mark.parametrize(("die", "open_to_all"), [("die:S", True), ("die:S!", False)])
def test_a_test_that_is_known_needs_a_token(die: str, open_to_all: bool) -> None:
    # test.contribute: the dice token says which test it is; while it lies face down, anybody there may look
    ground = at(table(scenario="S02"), "ground")
    farm = next(tile[:2] for tile in ground if tile[2] == "server-farm")
    laid = [[q, r, tile, 1, "", ["relay", die] if [q, r] == farm else marks] for q, r, tile, _, _, marks in ground]
    dice = iter(["die:D", "die:T"])
    for tile in laid:
        if tile[5] and tile[:2] != farm:
            tile[5] = ["relay", next(dice)]
    session = table(
        scenario="S02", place=[farm, farm], ground=laid, grid=["W...#....#....#....#", "E...#....#....#....#"]
    )
    make(session, B, "done")
    assert session.deciders == ((A,) if open_to_all else (B,))
    assert allowed(session, A, "act", 0) is open_to_all
    if open_to_all:
        make(session, A, "act", 0)
        assert session.deciders == (B,)  # it takes Ember, and A has none


def test_the_wrong_place_is_named_before_the_order_of_players() -> None:
    # test.group-where, quest.activity, comp.quest
    lore = {"grid": ["LLL.#E...#....#....#", "LLO.#....#....#....#"]}
    session = table(card="S01-2", place=[[0, 0], MAST], ground=STREET, **lore)
    make(session, B, "done")
    assert session.deciders == (B,) and refused(session, A, "act", 0) == "test.group-where"
    session = table(scenario="P00", place=[[0, 0], [0, 1]], ground=COLD_STORAGE, **lore)
    make(session, B, "done")
    assert refused(session, A, "act", 0) == "quest.activity"
    session = table(
        options=VERSUS,
        goals=["controlled-fire", "deep-reading"],
        goal_deck=[],
        goals_taken=[[], []],
        place=[[0, 0], [-2, 0]],
        grid=["EEEO#....#....#....#", "LLLL#....#....#....#"],
    )
    make(session, B, "done")
    assert session.deciders == (B,) and refused(session, A, "attempt", "controlled-fire") == "comp.quest"
    assert why(session, A, "attempt", "controlled-fire").facts == {"what": "where", "goal": "controlled-fire"}
    assert refused(session, A, "act", 0) == refused(session, B, "act", 0) == "comp.no-cards"


def test_a_token_of_another_kind_is_named_as_one() -> None:
    # test.contribute
    session = table(scenario="P00", place=[[0, 1], [0, 1]], ground=COLD_STORAGE, grid=["LEX.#....#....#....#", EMPTY])
    make(session, B, "done")
    make(session, A, "act", 0)
    for slot, other in (("r1c2", "E"), ("r1c3", "X")):
        assert why(session, A, "put", slot) == Verdict(
            "test.contribute", what="type", type="L", token="L", other=other, slot=slot
        )


# -- what the set-up tells ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "kind"), [("no", "prologue"), ("yes", "prologue-traced")])
def test_the_prologue_has_trace_under_a_ruling(option: str, kind: str) -> None:
    # setup.prologue-skips, ruling.setup.prologue-trace
    session = opened(scenario="P00", rulings={"setup.prologue-trace": option})
    assert told_in_setup(session, "setup.prologue-skips")[0] == (kind, {})
    session = table(scenario="P00", moment="move", seat=A, rulings={"setup.prologue-trace": option})
    assert prompted(session).key == ("move" if option == "yes" else "move-untraced")


@pytest.mark.parametrize("decks", ["set-aside", "from-start"])
def test_versus_names_no_faction_whose_hideout_is_hidden(decks: str) -> None:
    # scen.factions, ruling.scen.faction-decks
    session = opened(options=VERSUS, rulings={"scen.faction-decks": decks})
    assert [kind for kind, _ in told_in_setup(session, "scen.factions")] == ["factions-hidden"]
    if decks == "set-aside":
        assert told_in_setup(session, "ruling.scen.faction-decks")[0][0] == "decks-hidden"


def test_dice_tokens_are_told_plainly() -> None:
    # scen.dice-set
    told = told_in_setup(opened(scenario="S02"), "scen.dice-set")
    assert told == [("dice-tokens", {"count": 3})]


def test_insane_decks_differ_by_what_replaces_level_one() -> None:
    # mode.insane-enemies, ruling.mode.insane-pool
    most = {}
    for option in ("repeats", "smaller"):
        counts = []
        for seed in range(6):
            session = opened(
                2, "S02", options={"difficulty": "insane"}, rulings={"mode.insane-pool": option}, seed=seed
            )
            deck = at(let_pass(session, in_turn(1)), "enemy_deck")
            counts += [max(deck.count(card) for card in deck)]
        most[option] = max(counts)
    assert most["smaller"] <= 2 < most["repeats"]  # there are two cards of each


def test_an_insane_deck_may_get_smaller() -> None:
    # ruling.mode.insane-pool: with one card of each there are eight
    game = pack_with("enemies.toml", ("copies = 2", "copies = 1"))
    for option, size in (("repeats", 12), ("smaller", 8)):
        rulings = {"mode.insane-pool": option}
        session = opened(2, "S01", options={"difficulty": "insane"}, rulings=rulings, game=game)
        missing = told_in_setup(session, "ruling.mode.insane-pool")
        assert len(at(session, "enemy_deck")) == size
        assert told_in_setup(session, "mode.insane-enemies")[0] == ("enemies-replaced", {"count": size})
        assert missing == ([("enemies-missing", {"count": 4})] if option == "smaller" else [])


# -- lines and prompts -------------------------------------------------------------------------------------------------


def test_a_reset_in_planning_says_whether_the_refill_is_left() -> None:
    # reset.skip-phase, ruling.reset.planning
    for option, kind in {"nothing": "skips-phase", "refill": "skips-program"}.items():
        session = table(destabilized=[1, 0], integrity=[1, 5], rulings={"reset.planning": option}, luck={"symbol": [4]})
        assert kinds(make(session, B, "done"), "reset.skip-phase")[0] == kind


def test_without_a_trace_roll_no_prompt_speaks_of_one() -> None:
    # plan.steps, trace.skip-first
    first = table(1, moment="plan", seat=-1, exp=[5])
    assert at(first, "turn") == 1 and not prompted(first).key.endswith("trace")
    session = table(scenario="P00", exp=[5, 5])
    make(session, B, "done")
    assert at(session, "turn") == 2 and prompted(session).key == "plan-start"


@pytest.mark.parametrize(
    ("bodies", "third", "asked"),
    [([], "allowed", "inhabit-take"), (["glass-courier", "paper-tiger"], "refused", "inhabit-two")],
)
def test_inhabit_asks_only_for_what_is_possible(bodies: list[str], third: str, asked: str) -> None:
    # body.inhabit-swap, ruling.body.keyword
    fresh = table(moment="move", seat=A)
    rulings = {"body.keyword": "market"} | ({"body.third": "refused"} if third == "refused" else {})
    rest = [body for body in at(fresh, "body_deck") + at(fresh, "market") if body not in bodies]
    session = table(
        moment="move",
        seat=A,
        rulings=rulings,
        bodies=[bodies, []],
        market=rest[:3],
        body_deck=rest[3:],
        integrity=[4, 5],
    )
    make(session, A, "stay")
    make(session, A, "district")
    if session.moves(A)[0][0] == "choose":
        make(session, A, "choose", 1)
    assert prompted(session).key == asked


def test_one_inari_token_is_one() -> None:
    # inari.launch, ruling.inari.many
    for option, key in (("one", "inari-one"), ("each", "inari")):
        session = table(
            scenario="S05",
            seat=A,
            grid=["FFF.#N.N.#....#....#", EMPTY],
            bag=["EEE", "EEE"],
            dump=["", ""],
            rulings={"inari.many": option},
        )
        make(session, A, "launch", "basic.reroll", LINE)
        assert prompted(session).key == key


def test_a_shared_win_is_told_as_one() -> None:
    # comp.goal
    session = table(
        options={**VERSUS, "conditions": "quiet-season"},
        time=1,
        goals=["wardrobe", "old-hand"],
        goal_deck=[],
        goals_taken=[[], []],
        assets=[[0] * 4] * 2,
    )
    assert facts(make(session, B, "done"), "comp.goal")[-1] == {"seats": [A, B], "number": 0}


def test_events_and_rewards_are_told_in_order() -> None:
    # city.event, ruling.city.hold, city.heist-start
    deck = without(at(table(options={"city": "on"}), "event_deck"), "house-call")
    session = table(moment="move", seat=A, options={"city": "on"}, event=[["house-call"], []], event_deck=deck)
    make(session, A, "stay")
    told = make(session, A, "event")
    assert rules(told)[:2] == ["city.event", "ruling.city.hold"]
    assert facts(told, "ruling.city.hold") == [{"seat": 0, "event": "house-call"}]
    assert why(session, A, "district") == Verdict("city.event", what="instead")


def test_bots_begin_the_heist_that_they_have_met() -> None:
    # city.heist-start
    deck = without(at(table(options={"city": "on"}), "event_deck"), "good-neighbours")
    session = table(moment="move", seat=A, options={"city": "on"}, event=[["good-neighbours"], []], event_deck=deck)
    make(session, A, "move", "1,0")  # beside the other player
    moves = session.moves(A)
    worth = dict(zip(moves, GAME.opinions.appraise(session.config, session.view(A), moves), strict=True))
    assert worth["heist",] > worth["no-heist",]


def test_a_side_is_chosen_only_when_the_token_comes() -> None:
    # catie.side
    session = table(seat=A, options={"unlocked": "C01", "catie": "on"}, grid=["C...#....#....#....#", EMPTY])
    assert refused(session, A, "side", "damage") == "catie.side"


def test_a_part_for_nobody_names_nobody() -> None:
    # quest.world
    deck = at(table(scenario="P00"), "enemy_deck")
    session = table(
        scenario="P00", card="P00-2", time=5, enemies=[[[deck[0], 0]], [[deck[1], 0]]], enemy_deck=deck[2:], luck=FEEBLE
    )
    make(session, B, "done")
    let_pass(session, in_turn(2))
    assert "left-out-for-all" in kinds(session.log(None), "quest.world")
