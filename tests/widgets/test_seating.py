"""Before a game: what can be agreed, and what cannot."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from page import Page
from two_lanterns import TwoLanterns

from tabletop_kernel import SetupError, load
from tabletop_kernel.content.installed_games import house_folder
from widgets.app import play
from widgets.errors import Notice
from widgets.seating import Setup, usual_seats
from widgets.shared.chair import Chair

ROYAL, NORTH, LANTERNS = load("royal_ascension"), load("the_north"), TwoLanterns()
DECK = load("deck_goes_west")


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (["person"], "You play alone."),
        (["greedy"], "A bot plays alone, and you watch."),
        (["greedy", "mcts"], "2 bots play, and you watch."),
        (["person", "greedy"], "You play against 1 bot."),
        (["person", "greedy", "random"], "You play against 2 bots."),
        (["person", "person", "greedy"], "2 people at this screen play against 1 bot."),
        (["person", "person"], "2 people at this screen play against each other."),
    ],
)
def test_who_will_play_in_a_sentence(who: list[str], sentence: str) -> None:
    assert Setup(ROYAL, [Chair(one) for one in who]).summary == sentence


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (["person"], "You play alone."),
        (["greedy", "mcts"], "2 bots play together, and you watch."),
        (["person", "greedy"], "You play together with 1 bot."),
        (["person", "person", "greedy"], "2 people at this screen play together with 1 bot."),
        (["person", "person"], "2 people at this screen play together."),
    ],
)
def test_who_will_play_together_in_a_sentence(who: list[str], sentence: str) -> None:
    assert Setup(LANTERNS, [Chair(one) for one in who]).summary == sentence


def offered(setup: Setup) -> dict[str, list[str]]:
    """What each option offers on the page; the one that is chosen has a star."""
    options = setup.data()["options"]
    return {one["id"]: [c["id"] + "*" * c["chosen"] for c in one["choices"]] for one in options}


def test_what_is_chosen_changes_what_is_offered() -> None:
    setup = Setup(LANTERNS)
    setup.set_option("map", "pond")
    assert offered(setup) == {"mission": ["harbour*", "tower"], "map": ["meadow", "pond*"]}
    setup.set_option("mission", "tower")
    assert offered(setup) == {"mission": ["harbour", "tower*"], "map": ["ridge*", "meadow"]}
    assert setup.problem == "" and setup.open(1).config.options == {"mission": "tower", "map": "ridge"}
    with pytest.raises(SetupError, match="map can't be 'pond'"):
        setup.set_option("map", "pond")
    setup.set_count(3)
    assert offered(setup) == {"mission": ["harbour*"], "map": ["meadow", "pond*"]}
    assert setup.open(1).config.options == {"mission": "harbour", "map": "pond"}


def test_the_mission_of_deck_goes_west_decides_about_the_rest() -> None:
    """Who plays alone has missions of their own, and each has its scoreboards; what was wished before comes back."""
    missions = DECK.content.missions
    setup = Setup(DECK, usual_seats(DECK, 4))
    for name in offered(setup)["mission"]:
        setup.set_option("mission", name.rstrip("*"))
        mission = missions[name.rstrip("*")]
        assert [board.rstrip("*") for board in offered(setup)["board"]] == list(mission.boards)
        assert ("hands" in offered(setup)) == (mission.mode == "coop")
        assert setup.summary == f"You play {'against' if mission.mode == 'versus' else 'together with'} 3 bots."
        assert setup.problem == "" and setup.open(1).config.options["mission"] == mission.id
    setup.set_option("mission", "speed_of_the_slowest")
    setup.set_count(1)
    alone = [missions[name.rstrip("*")].mode for name in offered(setup)["mission"]]
    assert set(alone) == {"solo"} and setup.summary == "You play alone." and setup.problem == ""
    setup.set_count(2)
    assert "speed_of_the_slowest*" in offered(setup)["mission"]


def test_one_person_among_bots_unless_somebody_says_otherwise() -> None:
    assert [seat.who for seat in usual_seats(ROYAL)] == ["person"] + ["greedy"] * (ROYAL.seats[0] - 1)
    assert [seat.who for seat in usual_seats(NORTH)] == ["person", "greedy"]
    assert [seat.who for seat in usual_seats(NORTH, 1)] == ["person"]


def test_more_chairs_are_for_bots_and_those_who_sit_stay() -> None:
    setup = Setup(ROYAL, [Chair("person", "Anna"), Chair("mcts"), Chair("random")])
    setup.set_count(4)
    assert list(map(str, setup.seats)) == ["person:Anna", "mcts", "random", "greedy"]
    setup.set_count(3)
    assert list(map(str, setup.seats)) == ["person:Anna", "mcts", "random"]
    for count in (ROYAL.seats[0] - 1, ROYAL.seats[-1] + 1):
        with pytest.raises(SetupError):
            setup.set_count(count)
    assert len(setup.seats) == 3


def test_what_does_not_exist_is_named_and_changes_nothing() -> None:
    setup = Setup(ROYAL)
    ruling = next(iter(ROYAL.rulebook.rulings.values()))
    option = ROYAL.agreement.options[0]
    for act, words, complaint in (
        (setup.set_option, ("bord", "x"), "There is no option 'bord'"),
        (setup.set_option, (option.id, "x"), f"{option.id} can't be 'x'"),
        (setup.set_ruling, ("ruling.x", "y"), r"There is no ruling 'ruling\.x'"),
        (setup.set_ruling, (ruling.id, "y"), f"{ruling.id} can't be 'y'"),
        (setup.set_who, (len(setup.seats), "person"), "There is no seat"),
        (setup.set_who, (-1, "person"), "There is no seat"),
        (setup.set_who, (0, "nobody"), "a person or a bot"),
        (setup.set_name, (len(setup.seats), "Anna"), "There is no seat"),
    ):
        with pytest.raises(SetupError, match=complaint):
            act(*words)  # type: ignore[operator]
    assert setup.data() == Setup(ROYAL).data()


def test_a_name_is_short_and_plain() -> None:
    setup = Setup(ROYAL)
    setup.set_name(0, "  Anna \t Maria  ")
    assert setup.seats[0].name == "Anna Maria"
    setup.set_name(0, "x" * 20)
    for name in ("x" * 21, "a,b", "a:b", "a~b", "a/b", "a&b", "a#b", "a\u200bb"):
        with pytest.raises(SetupError, match="A name can have"):
            setup.set_name(0, name)
    assert setup.seats[0].name == "x" * 20


def test_what_was_agreed_is_shown_and_played() -> None:
    setup = Setup(ROYAL)
    assert setup.data()["changed"] == 0
    setup.set_option("layout", "slow-burn")
    setup.set_ruling("ruling.used-cards", "discarded")
    setup.set_who(1, "mcts")
    setup.set_name(0, "Anna")
    data = setup.data()
    assert [choice["id"] for choice in data["options"][0]["choices"] if choice["chosen"]] == ["slow-burn"]
    assert data["changed"] == 1 and data["problem"] == ""
    seats = [(seat["seat"], seat["who"], seat["name"]) for seat in data["seats"]]
    assert seats[:2] == [(0, "person", "Anna"), (1, "mcts", "")]
    config = setup.open(5).config
    assert (config.options["layout"], config.rulings["ruling.used-cards"]) == ("slow-burn", "discarded")


def test_what_does_not_go_together_is_told_and_not_refused() -> None:
    setup = Setup(ROYAL)
    setup.set_option("layout", "inner-armoury")
    setup.set_ruling("ruling.home-counted", "extra")
    assert setup.data()["problem"] == "The board 'inner-armoury' doesn't work with ruling.home-counted=extra."
    assert {seat["character"] for seat in setup.data()["seats"]} == {""}


def test_seats_are_called_by_what_they_are_sure_to_be() -> None:
    setup = Setup(ROYAL)
    assert [seat["character"] for seat in setup.data()["seats"]] == ["Eadric", "Seraphina", "Thaddeus"]
    setup.set_ruling("ruling.characters", "free-choice")
    assert [seat["character"] for seat in setup.data()["seats"]] == ["Player 1", "Player 2", "Player 3"]


def test_a_size_of_table_without_a_mission_is_not_offered(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(house_folder("deck_goes_west"), tmp_path / "mine"))
    for one in DECK.content.missions.values():  # type: ignore[attr-defined]
        if one.mode == "solo":
            (pack / "missions" / f"{one.id}.toml").unlink()
    page = Page(play("deck_goes_west", pack=pack))
    setup = page.send("open", drawer="setup")["drawer"]
    assert (setup["counts"], len(setup["seats"])) == ([2, 3, 4, 5], 2)
    after = page.send("players", count=1)
    assert after["why"]["text"] == "This pack of Deck Goes West has no mission for 1 player."
    assert len(after["drawer"]["seats"]) == 2
    told = play("deck_goes_west", pack=pack, seats=1)
    assert isinstance(told, Notice) and "has no mission for 1 player" in told.text
