"""Before a game: what can be agreed, and what cannot."""

from __future__ import annotations

import pytest

from tabletop_kernel import SetupError, load
from widgets.links import Chair
from widgets.seating import Setup, usual_seats

ROYAL, NORTH = load("royal_ascension"), load("the_north")


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
    ruling = next(iter(ROYAL.rulings.values()))
    option = ROYAL.options[0]
    for act, words, complaint in (
        (setup.set_option, ("bord", "x"), "There is no option 'bord'"),
        (setup.set_option, (option.id, "x"), f"{option.id} cannot be 'x'"),
        (setup.set_ruling, ("ruling.x", "y"), r"There is no ruling 'ruling\.x'"),
        (setup.set_ruling, (ruling.id, "y"), f"{ruling.id} cannot be 'y'"),
        (setup.set_who, (len(setup.seats), "person"), "There is no chair"),
        (setup.set_who, (-1, "person"), "There is no chair"),
        (setup.set_who, (0, "nobody"), "a person or a bot"),
        (setup.set_name, (len(setup.seats), "Anna"), "There is no chair"),
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
        with pytest.raises(SetupError, match="A name has"):
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
    assert setup.data()["problem"] == "The board 'inner-armoury' does not go with ruling.home-counted=extra."
    assert {seat["character"] for seat in setup.data()["seats"]} == {""}


def test_seats_are_called_by_what_they_are_sure_to_be() -> None:
    setup = Setup(ROYAL)
    assert [seat["character"] for seat in setup.data()["seats"]] == ["Eadric", "Seraphina", "Thaddeus"]
    setup.set_ruling("ruling.characters", "free-choice")
    assert [seat["character"] for seat in setup.data()["seats"]] == ["Player 1", "Player 2", "Player 3"]
