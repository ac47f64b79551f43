"""The rules ledger: what somebody knows, fed by a table, kept in a link."""

from __future__ import annotations

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Session, load
from tabletop_kernel.contract.errors import Refused, SaveError
from tabletop_kernel.learning.rule_progress import STATES, Ledger


@pytest.fixture
def ledger() -> Ledger:
    return Ledger("tictactoe", TicTacToe().rulebook)


def play(session: Session, *cells: int) -> None:
    for cell in cells:
        session.submit(session.deciders[0], ("mark", cell))


def test_everything_is_new_at_first(ledger: Ledger) -> None:
    assert {ledger[rule] for rule in ledger.rules} == {"new"}
    assert ledger.write() == "", "there is nothing to remember"
    assert ledger.coached, "the first game is coached"


def test_what_others_do_is_met_and_what_one_does_is_used(ledger: Ledger) -> None:
    session = Session(TicTacToe())
    play(session, 0)
    ledger.follow(session, 1, 0)
    assert ledger["line.mark"] == "met"
    play(session, 1)
    ledger.follow(session, 1, 1)
    assert ledger["line.mark"] == "used"
    assert ledger["line.three"] == "new"


def test_sure_is_who_has_used_it_twice_without_a_refusal(ledger: Ledger) -> None:
    session = Session(TicTacToe())
    play(session, 0, 1, 2, 3)
    ledger.follow(session, 0, 0)
    assert ledger["line.mark"] == "sure"
    ledger.refused("line.mark")
    assert ledger["line.mark"] == "used"
    ledger.use(["line.mark"])
    assert ledger["line.mark"] == "used", "once since the refusal"
    ledger.use(["line.mark"])
    assert ledger["line.mark"] == "sure"


def test_two_events_of_one_move_are_one_use(ledger: Ledger) -> None:
    ledger.use(["line.mark", "line.mark"])
    assert ledger["line.mark"] == "used"


def test_a_refusal_is_a_meeting(ledger: Ledger) -> None:
    session = Session(TicTacToe())
    play(session, 0)
    with pytest.raises(Refused) as refusal:
        play(session, 0)
    ledger.refused(refusal.value.verdict.rule)
    assert ledger["line.empty"] == "met"
    ledger.refused("table.wait")  # no rule of the game


def test_a_game_may_say_which_rules_allow_a_move(ledger: Ledger) -> None:
    game = TicTacToe()
    game.teaching.allowed_by = {"mark": ["line.turns"]}
    session = Session(game)
    play(session, 0, 1)
    ledger.follow(session, 0, 0)
    assert ledger["line.turns"] == "used"


def test_what_a_seat_did_not_see_is_not_met() -> None:
    game = load("royal_ascension")
    session = Session(game, 3, seed=7)
    ledger = Ledger(game.name, game.rulebook)
    while not any("drew" in [kind for kind, *_ in session._events[at]] for at in range(session.length + 1)):
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    ledger.follow(session, 0, 0)
    seen = {entry.rule for entry in session.log(0) if entry.at}
    rested_on = {rule for one in session.inputs if one.seat == 0 for rule in game.teaching.allowed_by[str(one.move[0])]}
    assert {rule for rule in game.rulebook if ledger[rule] != "new"} == (seen | rested_on) & set(game.rulebook)


def test_a_ledger_that_is_switched_off_learns_nothing(ledger: Ledger) -> None:
    ledger.keeping = False
    ledger.use(["line.mark"])
    ledger.meet(["line.mark"])
    ledger.refused("line.empty")
    assert ledger.counts()["new"] == len(ledger.rules)


# -- the link ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "the_west_ascendant"])
def test_a_link_keeps_all_of_it_in_few_characters(name: str) -> None:
    game = load(name)
    ledger = Ledger(name, game.rulebook)
    for number, rule in enumerate(ledger.rules):
        for _ in range(number % 3):
            ledger.use([rule])
        ledger.meet(ledger.rules[::2])
    ledger.told = set(ledger.rules[::3])
    ledger.finished, ledger.coach = True, True
    kept = ledger.write()
    assert len(kept) < 120
    twin = Ledger(name, game.rulebook)
    twin.read(kept)
    assert [twin[rule] for rule in twin.rules] == [ledger[rule] for rule in ledger.rules]
    assert (twin.told, twin.finished, twin.coach, twin.keeping) == (ledger.told, True, True, True)
    assert twin.write() == kept


def test_several_links_are_merged_by_the_best(ledger: Ledger) -> None:
    other = Ledger("tictactoe", ledger.rules)
    ledger.use(["line.mark"])
    other.meet(["line.mark", "line.full"])
    ledger.read(other.write())
    assert (ledger["line.mark"], ledger["line.full"]) == ("used", "met")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "damaged"),
        ("TK1.", "damaged"),
        ("TK1.tictactoe.00000000.0..", "rulebook has changed"),
        ("TK1.chess.00000000.0..", "another game"),
        ("TK1.tictactoe.{version}.0.A.", "damaged"),
        ("TK1.tictactoe.{version}.0.____.", "damaged"),
        ("TK1.tictactoe.{version}.0.AA.____", "damaged"),
        ("TK1.tictactoe.{version}.g..", "damaged"),
    ],
)
def test_a_link_that_is_of_no_use_says_so_kindly(ledger: Ledger, text: str, says: str) -> None:
    with pytest.raises(SaveError, match=says):
        ledger.read(text.format(version=ledger._version))
    assert ledger.counts()["new"] == len(ledger.rules), "nothing is taken over"


def test_forgetting(ledger: Ledger) -> None:
    ledger.use(["line.mark"])
    ledger.told.add("line.mark")
    ledger.finished, ledger.coach, ledger.keeping = True, False, False
    ledger.forget()
    assert ledger.write() == "" and ledger.coached and ledger.keeping


def test_the_coach_is_there_for_the_first_game(ledger: Ledger) -> None:
    ledger.finished = True
    assert not ledger.coached
    ledger.coach = True
    assert ledger.coached, "unless somebody wants it"
    ledger.finished, ledger.coach = False, False
    assert not ledger.coached, "or does not"


def test_counts_add_up(ledger: Ledger) -> None:
    ledger.use(["line.mark"])
    counts = ledger.counts()
    assert list(counts) == list(STATES)
    assert sum(counts.values()) == len(ledger.rules) and counts["used"] == 1
    assert ledger.counts(["line.mark"]) == {"new": 0, "met": 0, "used": 1, "sure": 0}
