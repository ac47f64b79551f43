"""Every check that the kernel has for a game finds the fault that it is there for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import faulty
import pytest
from tictactoe import TicTacToe

from tabletop_kernel.checks import compliance, random_play, rule_coverage_checks
from tabletop_kernel.contract.rulebook import ById, Rule, Ruling

FAULTS = [
    (compliance.check_play, faulty.Stuck, "seat 1 decides, but has no move"),
    (compliance.check_play, faulty.LosesAPiece, "A mark is gone"),
    (compliance.check_play, faulty.NoOutcome, "nobody decides, but there is no outcome"),
    (compliance.check_play, faulty.EndsByNoRule, r"ended by line\.four"),
    (compliance.check_play, faulty.NobodyWins, "nobody wins, not even together"),
    (
        compliance.check_play,
        faulty.ResultsInOwnWords,
        r"the results \('victory', 'defeat'\) are not won, lost or drawn",
    ),
    (compliance.check_end, faulty.OneResultForTwo, "are not won, lost or drawn for each seat"),
    (compliance.check_end, faulty.TogetherButApart, "together, but the results are"),
    (compliance.check_law, faulty.SaysItTwice, "a move stands twice"),
    (compliance.check_law, faulty.HalfASentence, "an unfinished sentence, “Cell {cell}"),
    (compliance.check_clones, faulty.ClonesForget, "a clone differs"),
    (compliance.check_replay, faulty.NeverTheSame, r"load\(save\(\)\) differs"),
    (compliance.check_positions, faulty.RefusesItsOwn, "its own position is refused: board: only an empty one"),
    (compliance.check_positions, faulty.ReadsAnother, r"at\(position\(\)\) differs"),
    (rule_coverage_checks.check_citations, faulty.CitesNoRule, r"cites line\.four, which isn't a rule"),
    (rule_coverage_checks.check_citations, faulty.WithoutAWord, "the event nods has no sentence"),
    (rule_coverage_checks.check_citations, faulty.HalfAnEvent, "an unfinished sentence"),
    (compliance.check_secrets, faulty.TellsInItsView, "the view depends on a secret"),
    (compliance.check_secrets, faulty.TellsTheProjector, "the projector shows a secret"),
    (compliance.check_secrets, faulty.TellsByItsMoves, "the moves depend on a secret"),
    (compliance.check_secrets, faulty.TellsInItsRefusals, "a verdict tells"),
    (compliance.check_secrets, faulty.TellsInItsLog, "the log tells a secret"),
    (compliance.check_secrets, faulty.ImaginesNonsense, "imagined: board: the marks are not in turn"),
]


@pytest.mark.parametrize(("check", "game", "complaint"), FAULTS, ids=[game.__name__ for _, game, _ in FAULTS])
def test_a_fault_is_found(check: Any, game: type[TicTacToe], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(game(), 8)


def test_all_who_look_on_are_asked() -> None:
    looking_on = {*random_play.Check.__subclasses__()} - {rule_coverage_checks.Citations}
    assert {type(check) for check in compliance.every_check()} == looking_on


def test_a_game_that_may_beat_all_says_by_which_rules() -> None:
    game = faulty.NobodyWins()
    game.beats_all = frozenset({"line.full", "line.three"})
    compliance.check_play(game, 8)


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (faulty.OneChoiceTooMany, r"{'board': 'torn'} can't be played by 2, whatever the rulings: The board is torn"),
        (faulty.NothingForTheProjector, "nothing to see for seat None"),
    ],
)
def test_a_choice_that_cannot_be_played_or_shown_is_found(game: type[TicTacToe], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        compliance.check_options(game())


def test_a_set_that_decides_is_found() -> None:
    with pytest.raises(AssertionError, match="another hash seed, another game"):
        compliance.check_hash_seeds(faulty.ByTheOrderOfASet())


def test_a_secret_that_is_kept_is_no_fault() -> None:
    compliance.comply(faulty.Envelope(), 40)


RULING = Ruling("ruling.first", "Who begins?", {"cross": "Cross.", "nought": "Nought."}, "Custom.", ["line.turns"])
RULING = replace(RULING, unchanged=["line.turns"])


@pytest.mark.parametrize(
    ("ruling", "complaint"),
    [
        (replace(RULING, options={"cross": "Cross."}), "is not complete"),
        (replace(RULING, question=""), "is not complete"),
        (replace(RULING, reason=""), "is not complete"),
        (replace(RULING, options={"cross": "Cross.", "nought": ""}), "every option says what it means"),
        (replace(RULING, unchanged=["line.three"]), "unchanged has rules that about doesn't have"),
        (replace(RULING, unchanged=[]), r"line\.turns has no words for the options of ruling\.first"),
    ],
)
def test_a_ruling_that_is_not_complete_is_found(ruling: Ruling, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        compliance.check_book(with_book(rulings={ruling.id: ruling}))


@pytest.mark.parametrize("empty", ["title", "text", "source"])
def test_a_rule_that_says_nothing_is_found(empty: str) -> None:
    rules = dict(TicTacToe().rulebook.rules)
    rules["line.mark"] = replace(rules["line.mark"], **{empty: ""})
    with pytest.raises(AssertionError, match=r"line\.mark: title, text and source must not be empty"):
        compliance.check_book(with_book(rules=rules))


def test_prose_that_is_cited_is_found() -> None:
    rules: dict[str, Rule] = dict(TicTacToe().rulebook.rules)
    rules["line.mark"] = replace(rules["line.mark"], prose="It only informs.")
    with pytest.raises(AssertionError, match="says it is prose, but something cites it"):
        rule_coverage_checks.check_citations(with_book(rules=rules), 8)


def with_book(**parts: Any) -> TicTacToe:
    """Tic-tac-toe with other rules or rulings in its book."""
    game = TicTacToe()
    for name, entries in parts.items():
        setattr(game.rulebook, name, ById(name.rstrip("s"), entries))
    compliance.check_book(TicTacToe())
    return game


def test_a_whole_ruling_is_no_fault() -> None:
    compliance.check_book(with_book(rulings={RULING.id: RULING}))
