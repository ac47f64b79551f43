"""What bots do in Tamashii: they search the launcher, see to what a card needs, and do not trade without end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from depth import draw

from tabletop_kernel import Session
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.launch import enough_tokens, launcher, pattern_matching, program_search
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.opinions import piece_worth, table_worth
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.learning.turning_point import turning_point
from tabletop_kernel.players.bots import forward, make_bot

GAME: Any = load("tamashii")
HOW = pattern_matching.Reading()
POWER = program_search.Wanted("basic.power", ("EEE",), 1.0)
MEMORY = program_search.Wanted("basic.memory", ("LLL",), 1.0)
EXP = program_search.Wanted("basic.exp", ("EW", "LF"), 1.3)


def opened(seats: int = 2, seed: int = 1, **options: str) -> State:
    """A table before its first turn's Program step."""
    state = GAME.setup(GAME.agreement.configure(seats, None, options), Chance(seed))
    while state.frames[-1][0] != "plan":
        seat = GAME.pace.next_up(state)
        GAME.apply(state, seat, GAME.moves(state, seat)[0])
    return state


def greedy_move(state: State, seat: int = 0) -> Move:
    bot = make_bot("greedy", GAME, state.rules.config, seat, 1)
    return bot.choose(GAME.view(state, seat), forward(GAME.moves(state, seat)))


def played(state: State, limit: int = 600) -> Iterator[tuple[int, Move]]:
    """The moves of greedy bots at all seats to the end of the game."""
    seats = state.rules.seats
    bots = [make_bot("greedy", GAME, state.rules.config, seat, 1) for seat in range(seats)]
    for _ in range(limit):
        if not GAME.asked(state):
            return
        seat = GAME.pace.next_up(state)
        moves = forward(GAME.moves(state, seat))
        move = moves[0] if len(moves) == 1 else bots[seat].choose(GAME.view(state, seat), moves)
        GAME.apply(state, seat, move)
        yield seat, move


@pytest.mark.parametrize("options", [{"scenario": "S02"}, {"mode": "versus"}])
def test_what_is_remembered_of_the_view_before_changes_nothing_that_is_imagined(options: dict[str, str]) -> None:
    state = GAME.setup(GAME.agreement.configure(2, {}, options), Chance(5))
    config, more, seen = state.rules.config, state.rules.more, 0
    for seat, _ in islice(played(state), 120):
        view = GAME.view(state, seat)
        before = more.get("imagined")
        warm, luck = GAME.imagine(config, view, first := Chance(1)), first.counts
        seen += more["imagined"] is before
        for name in ("imagined", "dealt"):
            del more[name]
        cold = GAME.imagine(config, view, second := Chance(1))
        assert warm.truth() == cold.truth() and luck == second.counts
    assert seen


# -- the search on the launcher ----------------------------------------------------------------------------------------


def every_launcher(grid: str, moves: int) -> set[str]:
    """Everything that so many moves can make, the slow way."""
    found = {grid}
    for _ in range(moves):
        found |= {launcher.exchange_slots(one, a, b) for one in found for _, a, b in launcher.possible_steps(one)}
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_search_finds_the_best_that_two_moves_can_do(seed: int) -> None:
    rng = Random(seed)
    grid = "".join("#" if slot % 5 == 4 else rng.choice("EWLF..") for slot in range(20))
    wanted = (EXP, POWER, MEMORY)
    best = max(program_search.best_launches(one, "E", HOW, wanted).worth for one in every_launcher(grid, 2))
    found = program_search.best_program(grid, "E", HOW, 2, wanted)
    assert found.launches.worth == pytest.approx(best)
    for _, a, b in found.steps:
        grid = launcher.exchange_slots(grid, a, b)
    assert program_search.best_launches(grid, "E", HOW, wanted) == found.launches
    assert found.worth == pytest.approx(best - program_search.MOVE_COST * len(found.steps))


@pytest.mark.parametrize("seed", range(12))
def test_nothing_lies_anywhere_that_is_worth_more_than_there_are_tokens_for(seed: int) -> None:
    rng = Random(seed)
    tokens = "EWLFO..X" if seed % 2 else "EWLFC.N"
    grid = "".join("#" if slot % 5 == 4 else rng.choice(tokens) for slot in range(20))
    hack = program_search.Wanted("enemy.hack", ("@?", ".F"), 0.9, group="enemy")
    repel = program_search.Wanted("enemy.repel", ("WO",), 0.8, group="enemy")
    wanted, keep = (EXP, POWER, MEMORY, hack, repel), (("L", 0.2), ("N", 0.4))
    sets = enough_tokens.sets_with_enough("".join(sorted(grid)), "E", wanted, keep)
    for _ in range(30):
        lying = "".join(rng.sample(grid, len(grid)))
        found = program_search.best_launches(lying, "E", HOW, wanted, keep)
        members = sum(1 << [one.key for one in wanted].index(key) for key, _ in found.patterns)
        known = {one.members: one.worth for one in sets}
        assert not members or found.worth <= known[members] + 1e-9


def test_of_two_ways_the_shorter_one_is_taken_and_no_move_is_made_for_nothing() -> None:
    grid = "EE..#" + "..E.#" + "....#" * 2
    assert [step[1:] for step in program_search.best_program(grid, "E", HOW, 3, (POWER,)).steps] == [(7, 2)]
    assert program_search.best_program("EEE.#" + "....#" * 3, "E", HOW, 3, (POWER,)).steps == ()
    assert program_search.best_program("EWW.#" + "....#" * 3, "E", HOW, 3, (POWER,)).steps == ()


def test_no_token_is_used_twice_and_of_a_group_one_pattern_is_launched() -> None:
    grid = "EEE.#" + "E...#" + "E...#" + "....#"
    twice = (POWER, POWER._replace(key="aug.twin"))
    assert len(program_search.best_launches(grid, "E", HOW, twice).patterns) == 1
    apart = "EEE.#" + "....#" + "EEE.#" + "....#"
    assert len(program_search.best_launches(apart, "E", HOW, twice).patterns) == 2
    grouped = tuple(one._replace(group="enemy") for one in twice)
    assert len(program_search.best_launches(apart, "E", HOW, grouped).patterns) == 1


def test_tokens_that_a_test_needs_are_kept() -> None:
    grid = "LLL.#" + "....#" * 3
    assert program_search.best_launches(grid, "E", HOW, (MEMORY,)).worth == 1.0
    assert program_search.best_launches(grid, "E", HOW, (MEMORY,), (("L", 0.5),)).patterns == ()


def test_an_inari_token_beside_a_pattern_makes_it_worth_more() -> None:
    wanted = (POWER, POWER._replace(key="aug.twin", worth=0.9))
    grid = "EEE.#" + "....#" + "EEEN#" + "....#"
    with_seed = program_search.best_launches(grid, "E", HOW, wanted[:1], (("N", 1.0),))
    assert with_seed.patterns == (("basic.power", (10, 11, 12)),) and with_seed.worth == pytest.approx(2.0)


def test_five_moves_are_searched_in_portions() -> None:
    grid = "E...#" + "....#" + "..E.#" + "E...#"
    found = program_search.best_program(grid, "E", HOW, 5, (POWER,))
    assert found.launches.patterns and len(found.steps) <= 5


# -- what a card needs -------------------------------------------------------------------------------------------------


def kinds(state: State) -> list[str]:
    return [need.kind for need in needs.needs_of(state)]


def test_needs_are_read_off_the_cards_of_every_scenario() -> None:
    expected = {
        "P00": [needs.TEST],
        "S01": [needs.REVEAL],
        "S02": [needs.TEST],
        "S03": [needs.GIFT],
        "S04": [needs.GODS],
        "S05": [needs.SEEDS],
    }
    for code, wanted in expected.items():
        assert kinds(opened(scenario=code)) == wanted, code


@pytest.mark.parametrize(
    ("scenario", "card", "wanted"),
    [
        ("P00", "P00-2", [needs.DEFEAT]),
        ("S01", "S01-2", [needs.TEST]),
        ("S01", "S01-3", [needs.PATTERN]),
        ("S02", "S02-2", [needs.GATHER, needs.DEFEAT]),
        ("S03", "S03-2", [needs.GUEST]),
        ("S05", "S05-2", [needs.TEST]),
    ],
)
def test_later_cards_have_their_needs(scenario: str, card: str, wanted: list[str]) -> None:
    state = opened(scenario=scenario)
    state.card = card
    assert kinds(state) == wanted  # in S02-2 all are on the Shelter already, and must not leave it


def test_a_story_is_nearer_its_end_card_by_card() -> None:
    state = opened(scenario="S01")
    assert state.rules.scenario is not None
    left = [needs.cards_left(state.rules.scenario, code) for code in ("S01-1", "S01-2", "S01-3", "S01-V")]
    assert left == [3, 2, 1, 0]
    before = table_worth.story_worth(state)
    state.map = state.map.turned_up(*list(state.tiles)[3:5])
    assert table_worth.story_worth(state) > before


def test_the_chance_of_a_test() -> None:
    assert needs.success_chance(1, 1) == pytest.approx(2 / 3)  # a Strike or a Surge
    assert needs.success_chance(1, 2) == pytest.approx(1 / 6)  # a Surge
    assert needs.success_chance(0, 1) == 0.0 and needs.success_chance(0, 0) == 1.0
    assert all(needs.success_chance(dice, 4) < needs.success_chance(dice + 1, 4) for dice in range(2, 8))


def test_relays_ask_for_what_their_dice_tokens_show() -> None:
    state = opened(scenario="S02")
    need = needs.needs_of(state)[0]
    place = next(place for place, lying in state.markers.items() if "relay" in lying)
    assert len(needs.tests_at(state, need, place)) == 3  # face down it may be any of them
    state.markers[place] = ("relay", "die:D!")
    assert needs.tests_at(state, need, place) == [("F", 3)]


# -- decisions ---------------------------------------------------------------------------------------------------------


def in_program(state: State) -> State:
    while not (state.frames[-1][0] == "plan" and state.frames[-1][2][0] == "program"):
        seat = GAME.pace.next_up(state)
        GAME.apply(state, seat, ("done",))
    return state


def test_a_pattern_one_slide_away_is_made() -> None:
    state = in_program(opened(scenario="S01"))
    seat = GAME.pace.next_up(state)
    state.grid[seat] = "WW..#" + "..W.#" + "....#" * 2
    assert greedy_move(state, seat) == ("slide", "r2c3", "r1c3")


def test_exp_are_spent_and_faction_augments_are_not_traded_for_nothing() -> None:
    state = in_program(opened(scenario="S01"))
    seat = GAME.pace.next_up(state)
    state.exp[seat] = 2
    state.unequipped[seat] += ("warm-soup",)
    assert ("trade", 1 - seat) in GAME.moves(state, seat)
    assert greedy_move(state, seat)[0] == "upgrade"


def test_whoever_is_asked_gives_nothing_away() -> None:
    state = in_program(opened(scenario="S01"))
    seat = GAME.pace.next_up(state)
    other = 1 - seat
    state.unequipped[seat], state.unequipped[other] = ("warm-soup",), ("market-day",)
    for move in (("trade", other), ("ask", "market-day"), ("propose",)):
        GAME.apply(state, seat, move)
    assert list(GAME.asked(state)) == [other] and greedy_move(state, other) == ("decline",)
    GAME.apply(state, other, ("decline",))


def test_a_gift_is_taken() -> None:
    state = in_program(opened(scenario="S01"))
    seat = GAME.pace.next_up(state)
    state.unequipped[seat] = ("warm-soup",)
    for move in (("trade", 1 - seat), ("give", "warm-soup"), ("propose",)):
        GAME.apply(state, seat, move)
    assert greedy_move(state, 1 - seat) == ("accept",)


def test_games_come_to_an_end_in_every_mode_without_trades() -> None:
    for seats, options in ((1, {"scenario": "S01"}), (2, {"scenario": "P00"}), (2, {"mode": "versus"})):
        state = opened(seats, 3, **options)
        moves = list(played(state))
        assert state.result is not None, options
        assert all(move[0] != "trade" for _, move in moves)
        slides = [(seat, move) for seat, move in moves if move[0] in ("slide", "switch")]
        assert slides and all(one != other for one, other in pairwise(slides))


@pytest.mark.deep
def test_greedy_bots_win_the_prologue_and_random_ones_hardly_ever() -> None:
    games = draw(4, deep=8)

    def wins(bot: str) -> int:
        found = 0
        for seed in range(games):
            state = GAME.setup(GAME.agreement.configure(2, None, {"scenario": "P00"}), Chance(seed))
            players = [make_bot(bot, GAME, state.rules.config, seat, seed) for seat in range(2)]
            for _ in range(1500):
                if not GAME.asked(state):
                    break
                seat = GAME.pace.next_up(state)
                moves = forward(GAME.moves(state, seat))
                GAME.apply(state, seat, players[seat].choose(GAME.view(state, seat), moves))
            found += bool(state.result and state.result.winners)
        return found

    assert wins("greedy") >= games * 3 / 4 and wins("random") <= games * 3 / 8


def test_the_same_view_gives_the_same_appraisal_and_leaves_the_view_as_it_is() -> None:
    state = in_program(opened(scenario="S03", seed=5))
    seat = GAME.pace.next_up(state)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    before = repr(view)
    first = GAME.opinions.appraise(state.rules.config, view, moves)
    assert first == GAME.opinions.appraise(state.rules.config, GAME.view(state, seat), moves) and repr(view) == before


def test_wounds_cost_more_to_the_weak_and_shields_stop_them() -> None:
    state = opened(scenario="S01")
    strong = piece_worth.wounds_worth(state, 0, 2)
    state.integrity[0] = 2
    assert piece_worth.wounds_worth(state, 0, 2) < strong < 0
    weak = piece_worth.wounds_worth(state, 0, 2)
    state.add_asset(0, "shield", 2)
    assert piece_worth.wounds_worth(state, 0, 2) > weak


@pytest.mark.parametrize(
    ("card", "more", "foe"),
    [
        ("P00-2", {"tally": [{"defeated-card": 3}, {}]}, ["Riot Shell", 4]),
        ("S03-2", {"guest": ["", 0, 0]}, ["ash-kirin!guest", 21]),
    ],
)
def test_the_last_enemy_that_a_card_asks_for_is_finished(card: str, more: dict[str, Any], foe: list[Any]) -> None:
    dice = {"dice-0": [1, 1, 1], "number": [6], "symbol": [4]}
    session = Session.at(
        GAME,
        {
            "seats": 2,
            "options": {"scenario": card[:3]},
            "walker": ["Bulwark", "Scribe"],
            "card": card,
            "time": 0,
            "now": "combat",
            "enemies": [[foe], [["Riot Shell", 4], ["Rust Monk", 3]]],
            "chance": {"script": dice},
            **more,
        },
    )
    session.submit(0, ("roll",))
    assert greedy_move(session.truth)[0] == "frame"


def test_damage_on_enemies_counts_for_a_hunt_and_a_defeat_counts_for_more() -> None:
    state = opened(scenario="P00")
    state.card = "P00-2"
    worths = []
    for foes in ((("riot-shell", 0), ("riot-shell", 4)), (("riot-shell", 4), ("riot-shell", 4)), (("riot-shell", 4),)):
        state.enemies[0] = foes
        state.tally[0]["defeated-card"] = 4 - len(foes)
        worths.append(needs.share_done(state))
    assert worths == sorted(set(worths)) and worths[-1] < 1


# -- the search in imagined worlds -------------------------------------------------------------------------------------


def test_prospects_rise_with_what_is_done_and_are_certain_at_the_end() -> None:
    state = opened(scenario="P00")
    early = GAME.opinions.prospects(state)
    state.on_card["success"] = 1
    assert GAME.opinions.prospects(state)[0] > early[0] and len(set(early)) == 1
    list(played(state))
    assert state.result is not None
    assert list(GAME.opinions.prospects(state)) == [float(seat in state.result.winners) for seat in range(2)]


def test_chances_against_each_other_add_up_and_follow_the_points() -> None:
    state = opened(mode="versus")
    assert sum(GAME.opinions.prospects(state)) == pytest.approx(1.0)
    state.assets[0] = (5, 5, 5, 5)
    ahead: list[Any] = list(GAME.opinions.prospects(state))
    assert ahead[0] > ahead[1] and GAME.figures.standing(state)[0] > GAME.figures.standing(state)[1]


def test_a_search_finds_a_move_of_the_list() -> None:
    state = in_program(opened(scenario="S01"))
    seat = GAME.pace.next_up(state)
    bot = make_bot("mcts:6", GAME, state.rules.config, seat, 1)
    moves = forward(GAME.moves(state, seat))
    assert bot.choose(GAME.view(state, seat), moves) in moves


def test_quick_judgement_does_not_change_the_table() -> None:
    state = in_program(opened(scenario="S01"))
    seat = GAME.pace.next_up(state)
    before = GAME.write(state)
    assert GAME.opinions.quick(state, seat, GAME.moves(state, seat), Random(1)) in GAME.moves(state, seat)
    assert GAME.write(state) == before


def test_no_game_turns_while_its_table_is_set() -> None:
    """A table without boards is estimated by what is missing on it: that is no rise of anybody's chances."""
    session = Session(GAME, 2, 2, options={"scenario": "P00"})
    bots = [make_bot("greedy", GAME, session.config, seat, 2) for seat in range(2)]
    while session.deciders:
        seat = session.next_up
        session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    point = turning_point(session, None)
    assert point is not None and not GAME.pace.is_opening(session.branch(point.at - 1).truth)
