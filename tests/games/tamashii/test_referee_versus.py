"""Against each other, as an outsider reads the rules: setting up, goals, the end and the count."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import (
    EMPTY,
    A,
    B,
    C,
    allowed,
    at,
    facts,
    in_turn,
    let_pass,
    make,
    opened,
    refused,
    rules,
    table,
    top,
    why,
    without,
)

from tabletop_kernel.contract.game import LOST, WON
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

VERSUS = {
    "mode": "versus",
    "map": "ring-road",
    "conditions": "quiet-season",
    "enhancement": "overclock",
    "pvp": "tip-off",
}
NOTHING = [0, 0, 0, 0]


def rivals(seats: int = 2, options: dict[str, str] | None = None, **changes: Any) -> Session:
    """A table on Ring Road where nobody has a goal, and the goals that lie there are far away."""
    usual = {
        "goals": ["wardrobe", "old-hand"],
        "goal_deck": [],
        "goals_taken": [[]] * seats,
        "assets": [NOTHING] * seats,
    }
    return table(seats, options={**VERSUS, **(options or {})}, **{**usual, **changes})


def counted(session: Session) -> tuple[float, ...]:
    """The points, after the last player's last step."""
    make(session, session.config.seats - 1, "done")
    assert session.outcome is not None
    return tuple(session.outcome.scores)


@pytest.mark.parametrize(("length", "time"), [("short", 5), ("medium", 7), ("long", 9)])
def test_the_length_sets_the_time(length: str, time: int) -> None:
    # comp.length, comp.no-protocols, comp.no-cards, comp.standard
    session = let_pass(opened(2, options={**VERSUS, "length": length}), in_turn(1))
    assert at(session, "time") == time and at(session, "card") == "" and at(session, "protocol") == ["", ""]
    assert refused(session, A, "learn") == "comp.no-protocols"


@pytest.mark.parametrize(("seats", "goals"), [(2, 2), (3, 3), (4, 3)])
def test_goals_lie_there_and_the_next_one_is_seen(seats: int, goals: int) -> None:
    # comp.goals-start
    session = let_pass(opened(seats, options=VERSUS), in_turn(1))
    deck = session.view(None)["goal_deck"]
    assert len(at(session, "goals")) == goals and deck[0] != "?" and set(deck[1:]) == {"?"}
    assert len(deck) == 20 - goals


def test_everybody_starts_on_a_tile_of_their_own() -> None:
    # comp.start-tiles, comp.first, comp.order
    session = opened(3, options=VERSUS, rulings={"setup.first-player": "ask"})
    make(session, A, "first", B)
    assert top(session) == ("start", B)
    assert refused(session, B, "start", "1,0") == "comp.start-tiles"  # a face-down tile
    make(session, B, "start", "0,0")
    assert session.deciders == (C,) and refused(session, C, "start", "0,0") == "comp.start-tiles"
    make(session, C, "start", "2,0")
    make(session, A, "start", "-2,0")
    assert at(session, "place") == at(session, "start_place") == [[-2, 0], [0, 0], [2, 0]]


@pytest.mark.parametrize(
    ("conditions", "bag", "assets", "exp", "deck"),
    [
        ("quiet-season", "EEEFFFFLLLWWW", [0, 1, 0, 0], 0, 12),
        ("long-heat", "EEEFFFFLLLOWWW", [0, 0, 0, 0], 0, 14),
        ("broken-glass", "EEEFFFFLLLWWWX", [0, 0, 0, 0], 2, 14),
    ],
)
def test_conditions_make_the_deck_and_give_to_everybody(
    conditions: str, bag: str, assets: list[int], exp: int, deck: int
) -> None:
    # comp.conditions: data tokens go straight into the bags
    session = let_pass(opened(2, options={**VERSUS, "conditions": conditions}), in_turn(1))
    drawn = at(session, "grid")[A].replace(".", "").replace("#", "")
    assert sorted(at(session, "bag")[A] + drawn) == sorted(bag)
    assert at(session, "assets")[A] == assets and at(session, "exp") == [exp, exp]
    assert len(at(session, "enemy_deck")) == deck


def final(rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """The last step of a game of which W22 tells the count."""
    fresh = rivals()
    first, second = at(fresh, "equipped")
    own, other = at(fresh, "class_deck")
    houses = [[house, without(cards, "oath", "last-stand")] for house, cards in at(fresh, "factions")]
    return rivals(
        rulings=rulings,
        time=1,
        assets=[[2, 3, 0, 5], NOTHING],
        grid=["E....E..O.....#....#", EMPTY],
        maximum=[7, 5],
        integrity=[7, 5],
        equipped=[[*first, "oath", "last-stand", own[0]], second],
        class_deck=[own[1:], other],
        factions=houses,
        goals_taken=[["thick-plating", "virtuoso"], []],
        dump=["XXX", ""],
        **changes,
    )


@pytest.mark.parametrize(
    ("rulings", "points"), [({}, 16), ({"vp.asset-sum": "track"}, 15), ({"vp.max-integrity": "ignore"}, 14)]
)
def test_the_final_count(rulings: dict[str, str], points: int) -> None:
    # W22: vp.assets, vp.slots, vp.open, vp.integrity, vp.faction, vp.class, vp.goals, vp.corrupted, comp.end,
    # comp.goal, ruling.vp.asset-sum, ruling.vp.max-integrity
    session = final(rulings)
    assert counted(session) == (points, 0)
    assert session.outcome is not None and session.outcome.results == (WON, LOST)
    assert facts(session.log(None), "vp.goals")[0] == {"seat": A, "goals": ["thick-plating", "virtuoso"]}
    assert refused(session, A, "done") == "comp.end"


@pytest.mark.parametrize(("tokens", "points"), [(0, 0), (1, -1), (2, -2), (3, -2), (4, -3), (5, -3), (6, -4), (9, -4)])
def test_what_corrupted_tokens_cost(tokens: int, points: int) -> None:
    # vp.corrupted
    assert counted(rivals(time=1, dump=["X" * tokens, ""]))[A] == points


@pytest.mark.parametrize(
    ("left", "dumps", "results"),
    [
        ("shared", ["X", ""], (LOST, WON)),
        ("shared", ["", ""], (WON, WON)),
        ("later", ["", ""], (LOST, WON)),
        ("later", ["", "X"], (WON, LOST)),
    ],
)
def test_a_tie(left: str, dumps: list[str], results: tuple[str, ...]) -> None:
    # vp.tie, ruling.comp.tie-left: who has the corrupted token has more assets to make up for it
    assets = [[3, 3 * len(dumps[seat]), 0, 0] for seat in (A, B)]
    session = rivals(rulings={"comp.tie-left": left}, time=1, assets=assets, dump=dumps)
    assert counted(session) == (1, 1)
    assert session.outcome is not None and session.outcome.results == results


def test_the_token_goes_round_and_time_runs_down() -> None:
    # comp.quest-end, comp.quest
    session = rivals(time=3)
    told = make(session, B, "done")
    assert rules(told).count("comp.quest-end") == 2 and at(session, "time") == 2 and at(session, "first") == B


def test_a_goal_is_taken_at_once_and_its_place_is_filled() -> None:
    # comp.goal-take, comp.goal-refill, comp.goal-hidden
    session = rivals(
        seat=A,
        goals=["specialist", "wardrobe"],
        goal_deck=["full-pockets", "open-mind"],
        assets=[[0, 4, 4, 0], NOTHING],
        grid=["LLL.#....#....#....#", EMPTY],
    )
    told = make(session, A, "launch", "basic.memory", "r1c1+r1c2+r1c3")
    # The goal that takes its place is met as well: 9 assets.
    assert at(session, "goals_taken") == [["specialist", "full-pockets"], []] and at(session, "goals")[0] == "open-mind"
    assert rules(told).count("comp.goal-take") == 2
    assert session.view(B)["goals_taken"] == session.view(A)["goals_taken"]  # all saw which they were


@pytest.mark.parametrize(("claim", "taken"), [("at-once", ["full-pockets"]), ("own-turn", [])])
def test_a_goal_met_in_somebody_elses_step(claim: str, taken: list[str]) -> None:
    # comp.goal-take, ruling.comp.goal-claim
    session = rivals(
        seat=A, rulings={"comp.goal-claim": claim}, goals=["full-pockets", "wardrobe"], assets=[NOTHING, [3, 3, 3, 0]]
    )
    assert at(session, "goals_taken")[B] == taken
    make(session, A, "done")
    assert at(session, "goals_taken")[B] == ["full-pockets"]


def test_of_two_who_meet_a_goal_the_first_in_order_takes_it() -> None:
    # comp.goal-take, comp.order
    session = rivals(seat=A, first=B, goals=["full-pockets", "wardrobe"], assets=[[3, 3, 3, 0]] * 2)
    assert at(session, "goals_taken") == [[], ["full-pockets"]]


def test_tests_of_goals_are_tried_in_order_and_where_the_goal_wants() -> None:
    # comp.quest, comp.order, data.open-wild
    session = rivals(
        goals=["controlled-fire", "deep-reading"],
        place=[[2, 0], [-2, 0]],
        grid=["EEE.#....#....#....#", "LLLL#....#....#....#"],
        luck={"dice-0": [1, 1, 1]},
    )
    make(session, B, "done")
    assert session.moves(A) == [("attempt", "controlled-fire"), ("done",)]
    assert refused(session, A, "attempt", "wardrobe") == "comp.quest"
    assert why(session, B, "attempt", "deep-reading") == Verdict("comp.order", seat=A)
    make(session, A, "attempt", "controlled-fire")
    for slot in ("r1c1", "r1c2", "r1c3"):
        make(session, A, "put", slot)
    make(session, A, "roll")
    assert at(session, "goals_taken")[A] == ["controlled-fire"] and session.deciders == (B,)
    at_home = rivals(
        goals=["controlled-fire", "wardrobe"], place=[[0, 0], [2, 0]], grid=["EEE.#....#....#....#", EMPTY]
    )
    make(at_home, B, "done")
    assert at(at_home, "turn") == 2  # the Shelter is no Damaged District


@pytest.mark.parametrize(("hideout", "tile"), [(False, "commoner-canteen"), (True, "scrap-field")])
def test_the_last_tile_becomes_a_hideout_if_there_is_none(hideout: bool, tile: str) -> None:
    # comp.last-tile, explore.hideout
    tiles = ["ninkyo-teahouse" if hideout else "foundry", "reactor-row", "neon-arcade", "back-alley", "cold-storage"]
    spots = [[0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1], [2, -2], [-2, 2]]
    ground = [[0, 0, "shelter", 1, "", []], [1, 0, "scrap-field", 0, "", []]]
    ground += [[q, r, "damaged-district", 1, "", []] for q, r in ((2, 0), (-2, 0), (0, 2), (0, -2))]
    ground += [
        [q, r, name, 1, "", []] for (q, r), name in zip(spots, [*tiles, "riot-line", "transit-hub"], strict=True)
    ]
    session = rivals(moment="move", seat=A, ground=ground, place=[[0, 0], [2, 0]])
    told = make(session, A, "move", "1,0")
    now = next(name for q, r, name, *_ in at(session, "ground") if (q, r) == (1, 0))
    assert ("comp.last-tile" in rules(told)) is not hideout
    assert (
        now == tile
        if hideout
        else now in {"commoner-canteen", "spartan-barracks", "seeker-observatory", "ninkyo-teahouse"}
    )
    assert allowed(session, A, "district") is not hideout


def test_corrupted_tokens_cannot_end_the_game() -> None:
    # comp.no-cd-pool, comp.cd-empty
    session = rivals(destabilized=[1, 0], integrity=[1, 5], dump=["X" * 10, "X" * 9], luck={"symbol": [4]})
    told = make(session, B, "done")
    assert session.outcome is None and at(session, "supply")["X"] == 0
    assert facts(told, "reset.corrupted") == [{"seat": 0, "token": "X", "count": 1}]
    assert "comp.cd-empty" in rules(told)


@pytest.mark.parametrize(("where", "left"), [("pool", 20), ("box", 19)])
def test_a_discarded_corrupted_token(where: str, left: int) -> None:
    # comp.no-cd-pool, upg.mem-discard, ruling.comp.cd-discard
    session = rivals(
        moment="plan",
        seat=-1,
        rulings={"comp.cd-discard": where},
        grid=["X...#....#....#....#", EMPTY],
        assets=[[0, 1, 0, 0], NOTHING],
    )
    make(session, A, "discard-token", "r1c1")
    assert at(session, "supply")["X"] == left


def test_tip_off_reaches_neighbours_once_a_turn() -> None:
    # comp.pvp
    session = rivals(seat=A, assets=[[0, 0, 0, 4], NOTHING], place=[[0, 0], [1, 0]], trace=[0, 0])
    make(session, A, "use", "pvp.tip-off")
    assert at(session, "trace") == [0, 2] and at(session, "assets")[A] == [0, 0, 0, 2]
    assert refused(session, A, "use", "pvp.tip-off") == "comp.pvp"
    far = rivals(seat=A, assets=[[0, 0, 0, 4], NOTHING], place=[[0, 0], [-2, 0]])
    assert refused(far, A, "use", "pvp.tip-off") == "comp.pvp"


@pytest.mark.parametrize(("theirs", "together", "possible"), [(3, True, True), (2, True, False), (3, False, False)])
def test_pickpockets_take_where_there_is_much(theirs: int, together: bool, possible: bool) -> None:
    # comp.pvp: instead of the effect of the tile
    session = rivals(
        options={"pvp": "pickpockets"},
        moment="move",
        seat=A,
        assets=[NOTHING, [theirs, 0, 0, 0]],
        place=[[0, 0], [0, 0] if together else [1, 0]],
        integrity=[4, 5],
    )
    make(session, A, "stay")
    assert allowed(session, A, "use", "pvp.pickpockets") is possible
    if possible:
        make(session, A, "use", "pvp.pickpockets")
        assert at(session, "assets") == [[1, 0, 0, 0], [2, 0, 0, 0]] and not allowed(session, A, "district")


@pytest.mark.parametrize("together", [True, False])
def test_bad_company_hands_a_repelled_enemy_over(together: bool) -> None:
    # comp.pvp, enemy.discard-no-exp
    session = rivals(
        options={"pvp": "bad-company"},
        seat=A,
        place=[[0, 0], [0, 0] if together else [1, 0]],
        enemies=[[["stray-drone", 1]], []],
        enemy_deck=[],
        grid=["FF..#....#....#....#", EMPTY],
    )
    make(session, A, "launch", "enemy.stray-drone.repel", "r1c1+r1c2")
    if together:
        assert session.moves(A) == [("hand-over", B), ("discard-enemy",)]
        make(session, A, "hand-over", B)
    assert at(session, "enemies") == [[], [["stray-drone", 1]] if together else []]


@pytest.mark.parametrize(("scope", "price"), [("agreed", False), ("no", True)])
def test_difficulty_counts_in_versus_if_the_table_agrees(scope: str, price: bool) -> None:
    # mode.hard, ruling.mode.scope
    session = table(
        options={**VERSUS, "difficulty": "hard"}, rulings={"mode.scope": scope}, moment="plan", seat=-1, exp=[2, 0]
    )
    assert allowed(session, A, "upgrade", "integrity") is price
    if not price:
        assert refused(session, A, "upgrade", "integrity") == "mode.hard"


def test_the_last_in_turn_order_wins_a_tie_counted_from_the_first_player() -> None:
    # vp.tie, ruling.comp.tie-left
    session = rivals(3, seat=A, first=B, rulings={"comp.tie-left": "later"}, time=1)
    make(session, A, "done")  # Runner is the last of this turn
    let_pass(session, lambda now: False)
    assert session.outcome is not None and session.outcome.results == (WON, LOST, LOST)
