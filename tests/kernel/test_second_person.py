"""Whoever reads about their own seat is spoken to; everybody else reads who did it."""

from pathlib import Path
from typing import Any

import pytest

from tabletop_kernel import Session, load
from tabletop_kernel.checks.second_person_checks import both_forms, check_persons, person_fault
from tabletop_kernel.contract.rulebook import fill_template, read_rulebook
from tabletop_kernel.contract.sentences import Seat, list_seats, seat_or_you, second_person
from tabletop_kernel.players.bots import forward
from tests.minigames.tictactoe import TicTacToe

GAMES = ["royal_ascension", "the_north", "the_west_ascendant"]


@pytest.mark.parametrize(
    ("sentence", "third", "second"),
    [
        ("{seat:draws} a card.", "Ann draws a card.", "You draw a card."),
        ("{seat:draws} one and {seat:?keeps} it.", "Ann draws one and keeps it.", "You draw one and keep it."),
        ("{seat:has} lost {seat:?her/your} hand.", "Ann has lost her hand.", "You have lost your hand."),
        ("It is {seat:the turn of ~/your turn}.", "It is the turn of Ann.", "It is your turn."),
        ("So it is{seat:, ~/}.", "So it is, Ann.", "So it is."),
        ("Bob takes it from {seat}.", "Bob takes it from Ann.", "Bob takes it from you."),
        ("{seat:Node {level} of ~/your Node {level}} glows.", "Node 3 of Ann glows.", "Your Node 3 glows."),
    ],
)
def test_one_sentence_has_both_forms(sentence: str, third: str, second: str) -> None:
    def told(you: bool) -> str:
        return fill_template(
            sentence, {"seat": 0, "level": 3}, lambda key, _: seat_or_you("Ann", you) if key == "seat" else "3"
        )

    assert (told(False), told(True)) == (third, second)


def test_several_are_spoken_to_if_the_reader_is_one_of_them() -> None:
    seats = list_seats([Seat("Ann"), seat_or_you("Bob", True), Seat("Cid")])
    assert f"{seats} tie: {seats:?they/you} roll again." == "Ann, you and Cid tie: you roll again."


@pytest.mark.parametrize(
    ("third", "second"),
    [
        ("is", "are"), ("has", "have"), ("does without", "do without"), ("passes", "pass"), ("carries", "carry"),
        ("loses", "lose"), ("chooses", "choose"), ("exchanges", "exchange"), ("reaches", "reach"),
        ("RADIATES", "RADIATE"), ("Discharges", "Discharge"), ("may", "may"),
    ],
)  # fmt: skip
def test_a_verb_loses_its_s(third: str, second: str) -> None:
    assert second_person(third) == second


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_a_game_has_both_forms(name: str) -> None:
    game = load(name)
    check_persons(game)
    told = [text for forms in both_forms(game) for text in forms.second.values()]
    assert len(told) > 70
    assert all("you" in text.lower() for text in told), [text for text in told if "you" not in text.lower()]


@pytest.mark.parametrize("name", GAMES)
def test_a_log_in_the_second_person_says_the_same_lines(name: str) -> None:
    game = load(name)
    session = Session(game, seed=4)
    for _ in range(60):
        if not session.deciders:
            break
        seat = session.deciders[0]
        session.submit(seat, forward(session.moves(seat))[0])
    third, second = session.log(0), session.log(0, you=True)
    assert [(line.at, line.kind, line.rule) for line in third] == [(line.at, line.kind, line.rule) for line in second]
    name_of_seat = session.game.telling.word(session.truth, "seat", 0)
    both = zip(second, third, strict=True)
    mine = [line.text for line, told in both if line.text != told.text and line.kind != "character"]
    assert len(mine) > 10
    assert not any(name_of_seat in text for text in mine)
    assert not any(person_fault(text) for text in mine)
    assert session.log(None, you=True) == session.log(None), "a projector has no seat"
    assert not any("you" in line.text.lower().split() for line in session.log(None))


def test_people_are_named_and_the_reader_is_not() -> None:
    session = Session(load("the_north"), seed=4)
    session.people = {0: "Ann", 1: "Bob"}
    lines = [line.text for line in session.log(1, you=True) if line.kind == "points"]
    assert lines == ["Ann starts with 30 points.", "You start with 30 points."]


def test_a_refusal_speaks_to_whoever_tried() -> None:
    session = Session(load("royal_ascension"), seats=3, seed=7)
    while session.truth.frames[-1][0] != "draft":
        seat = session.deciders[0]
        session.submit(seat, session.moves(seat)[0])
    seat = session.deciders[0]
    taken = session.moves(seat)[0]
    session.submit(seat, taken)
    picker = session.deciders[0]
    verdict = session.judge(picker, taken)
    assert verdict is not None
    assert "You pick next." in verdict.text and "free territory" in verdict.text


class Misspoken(TicTacToe):
    """Tic-tac-toe with one sentence that is wrong to somebody."""

    def __init__(self, tmp_path: Path, sentence: str) -> None:
        super().__init__()
        rulebook = (Path(__file__).parents[1] / "minigames" / "rulebook_tictactoe.toml").read_text(encoding="utf-8")
        path = tmp_path / "rulebook.toml"
        path.write_text(rulebook.replace("{seat:marks} cell {cell}.", sentence), encoding="utf-8")
        self.rulebook = read_rulebook(path)


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("{seat} marks cell {cell}.", "a verb of somebody else's"),
        ("{seat:marks} a cell and has it.", "a verb is left behind"),
        ("The mark of {seat} stands.", "you as an owner"),
        ("{seat}'s mark stands.", "you as an owner"),
        ("A mark. {seat:marks} cell {cell}.", "a small you"),
        ("So {seat:The mark of ~/Your mark} stands.", "a large you"),
        ("{seat:mark} cell {cell}.", "isn't a verb"),
        ("{seat:marks} one. Now {seat} mark another.", "Ann mark"),
    ],
)
def test_a_sentence_that_is_wrong_to_somebody_is_found(tmp_path: Path, sentence: str, fault: str) -> None:
    game: Any = Misspoken(tmp_path, sentence)
    with pytest.raises(AssertionError, match=fault):
        check_persons(game)
