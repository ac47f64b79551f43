"""Setting up and the cards, rule by rule."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from deck import GAME, A, discard, everything, hand, play, rules_of, said, table, text_of
from night_table import Table, dice

from tabletop_kernel import Session, SetupError
from tabletop_kernel.cli.pack_commands import check_pack
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.games.deck_goes_west.jobs import jobs_in_words

# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "mission"), [(1, "new_world"), (2, "speed_of_the_slowest"), (2, "discovery")])
def test_a_first_game_takes_the_first_options(seats: int, mission: str) -> None:
    """Whoever chooses nothing plays the cell at the top left: the mission's first board, with the d20."""
    chosen = GAME.agreement.configure(seats, {}, {"mission": mission}).options
    assert (chosen["board"], chosen["dice"]) == (GAME.content.missions[mission].boards[0], "d20")


def test_discovery_begins_with_the_shortest_board_and_the_d20() -> None:
    chosen = GAME.agreement.configure(2, {}, {"mission": "discovery"})
    assert chosen.options["board"] == "A"
    boards = GAME.content.boards.values()
    assert min(boards, key=lambda board: (board.day_end, board.score_end)).id == "A"
    dice_option = next(option for option in GAME.agreement.options_for(2, chosen.options) if option.id == "dice")
    assert "d20" in dice_option.choices["d20"]
    advice = text_of("setup.first-options")
    assert all(name in advice for name in (GAME.content.missions["discovery"].name, "board A", "d20"))


# -- the table ---------------------------------------------------------------------------------------------------------


def test_all_directions_are_meant_from_the_east() -> None:
    """West is the way of travel: there columns grow, and behind the start there is no land."""
    session = Session(GAME, 1, 5, {}, {"mission": "new_world"})
    assert min(column for column, _ in session.truth.tiles) == 0 == session.truth.meeple[A][0]
    ground = [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [1, 0, "Owl Wood"], [1, 2, "Deer Run"], [2, 1, "Burnt Wood"]]
    session = table(ground=ground, hand=["boots"], stock={"food": 1}, at=(1, 1))
    play(session, ("job", "boots", 0))
    ways = {
        move[1:3]: GAME.telling.phrase(session.truth, A, move).split()[1] for move in session.moves(A) if len(move) > 1
    }
    assert ways == {(2, 1): "West", (0, 1): "East", (1, 0): "North", (1, 2): "South"}
    assert "travel West" in text_of("setup.east")


def test_every_mission_can_be_read_aloud() -> None:
    """Its rules and its jobs are sentences, and all of them are said before anybody acts."""
    for mission in GAME.content.missions.values():
        lines = GAME.telling.cards()[mission.name]
        assert {jobs_in_words.job_in_words(job) for job in mission.jobs} <= set(lines)
        assert all(line[0].isupper() and line.endswith(".") for line in lines)
    session = Session(GAME, 2, 1, {}, {"mission": "discovery"})
    told = [event[0] for event in everything(session)]
    assert told[0] == "mission"
    assert max(at for at, kind in enumerate(told) if kind == "score-job") < told.index("day")
    assert "aloud" in text_of("setup.read-mission")


def test_a_camp_that_lies_face_up_gets_a_bandit() -> None:
    camps = 0
    for seed in range(12):
        session = Session(GAME, 1, seed, {}, {"mission": "new_world"})
        state = session.truth
        found = {place: 1 for place in state.up if state.tile(place).camp}
        assert state.bandits == found
        assert [told["place"] for told in said(everything(session), "bandits")] == sorted(
            found, key=lambda p: (-p[0], p[1])
        )
        assert rules_of(everything(session)).count("setup.camp") == len(found)
        camps += len(found)
    assert camps > 1


def test_ruling_start_tile() -> None:
    """As dealt, the start tile may be anything; drawn again, it is dry, flat and no camp."""
    kinds: dict[str, set[bool]] = {"as-dealt": set(), "redraw": set()}
    for option, found in kinds.items():
        for seed in range(25):
            session = Session(GAME, 1, seed, {"ruling.start-tile": option}, {"mission": "new_world"})
            tile = session.truth.tile(session.truth.meeple[A])
            found.add(bool(tile.camp or {"water", "mountain"} & set(tile.types)))
            assert len(set(session.truth.tiles.values()) | set(session.truth.land)) == len(GAME.content.tiles)
    assert kinds == {"as-dealt": {True, False}, "redraw": {False}}


def test_everybody_takes_the_starter_cards_of_their_character() -> None:
    orders = set()
    for seed in range(3):
        state = Session(GAME, 3, seed, {}, {"mission": "discovery"}).truth
        for seat, name in enumerate(state.character):
            assert sorted(state.hand[seat] + state.draw[seat]) == sorted(GAME.content.deck(name))
            assert state.discard[seat] == ()
        orders.add(state.draw[A])
    assert len(orders) > 1  # they are shuffled
    assert "shuffle" in text_of("setup.deck")


# -- cards -------------------------------------------------------------------------------------------------------------


def test_pain_comes_from_battles() -> None:
    fight = Table(script=dice(2, 0))
    fight.state.bandits = {(1, 1): 1}
    fight.night("attack")
    assert fight.pain(A) == 2
    assert [told["what"] for told in fight.told("must-take")] == ["pain"]
    assert "card.p-origin" in fight.rules()


def test_pain_comes_from_running_away() -> None:
    session = table(hand=["boots"], stock={"food": 1}, bandits=[[0, 1, 1]], pain=["black_eye"])
    events = play(session, ("job", "boots", 0), ("step", 1, 1, "walk"), ("put", "discard"))
    assert "card.p-origin" in rules_of(events)
    assert discard(session) == ["black_eye", "boots"]


def test_the_night_brings_no_pain() -> None:
    night = Table().night("exhaustion")
    assert [told["what"] for told in night.told("must-take")] == ["exhaustion"]
    assert "card.p-origin" not in night.rules()
    assert night.state.discard[A] == ("blisters",)


def test_cards_go_round() -> None:
    """Draw pile, hand, discard pile, and shuffled into the draw pile again."""
    session = table(draw=["boots"], draw_left=[1], hand=[], stock={"food": 1}, now="draw", exhaustion=["blisters"])
    places: list[Any] = [hand(session) == ["boots"]]
    play(session, ("job", "boots", 0), ("stop",))
    places.append(discard(session) == ["boots"])
    events = play(session, ("pass",), ("put", "discard"))
    places.append(set(hand(session)) == {"boots", "blisters"})
    assert all(places)
    assert "day.reshuffle" in rules_of(events)
    steps = ["hand", "discard pile", "draw pile"]
    found = [text_of("card.cycle").index(part) for part in steps]
    assert all(one < two for one, two in pairwise(found))


# -- a pack without missions for some ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modes", "seats", "wrong"), [({"coop", "versus"}, range(2, 6), 1), ({"solo"}, range(1, 2), 2)]
)
def test_only_tables_with_a_mission_are_offered(tmp_path: Path, modes: set[str], seats: range, wrong: int) -> None:
    pack = Path(shutil.copytree(house_folder("deck_goes_west"), tmp_path / "mine"))
    for one in GAME.content.missions.values():
        if one.mode not in modes:
            (pack / "missions" / f"{one.id}.toml").unlink()
    game, _ = check_pack(pack, "deck_goes_west")
    assert game.seats == game.agreement.seats_for({}) == seats
    assert game.agreement.configure().seats == game.agreement.usual_seats({}) == seats[0]
    for ask in (
        game.agreement.configure,
        lambda number: Session(game, number, 1),
        lambda number: game.agreement.options_for(number, {}),
    ):
        with pytest.raises(SetupError, match=f"{wrong} player") as caught:
            ask(wrong)
        assert caught.value.rule == "setup.mission"
    with pytest.raises(SetupError, match="is for"):
        game.agreement.configure(6)
