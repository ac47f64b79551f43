"""A learner at the smallest course: what is allowed, what is said, and when a step is done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tictactoe import TicTacToe
from two_lanterns import TwoLanterns

from tabletop_kernel import Refused
from tabletop_kernel.checks.lesson_checks import check_lessons, measure
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.lessons import Goal, PieceToLay, Step, find_step
from tabletop_kernel.learning import lesson_run
from tabletop_kernel.learning.lesson_run import Lesson, open_first_table, reply_once

GAME = TicTacToe()


def test_a_step_is_done_by_doing_it() -> None:
    lesson = Lesson(GAME, "row")
    assert not lesson.done
    answer = lesson.submit(("mark", 2))
    assert (answer.kind, answer.text) == ("done", "Three of your marks in a row win at once.")
    assert "line.three" in answer.rules
    assert lesson.done and lesson.moves() == []


def test_a_legal_move_that_leads_away_gets_an_answer_and_a_way_back() -> None:
    lesson = Lesson(GAME, "row")
    start = lesson.session.position()
    answer = lesson.submit(("mark", 8))
    assert answer.kind == "off"
    assert answer.text == "No row is complete with that, and now the noughts have one."
    lesson.again()
    assert lesson.session.position() == start
    assert lesson.answer.kind == "on"


def test_what_the_rules_refuse_is_refused_here_too() -> None:
    lesson = Lesson(GAME, "row")
    with pytest.raises(Refused) as caught:
        lesson.submit(("mark", 4))
    assert caught.value.verdict.rule == "line.empty"
    assert lesson.refused == ["line.empty"]


def test_pieces_are_pointed_at() -> None:
    lesson = Lesson(GAME, "danger")
    verdict = lesson.point("cell:1")
    assert verdict is not None and verdict.rule == "line.three" and verdict.text
    assert lesson.unfound == ["cell:5"]
    assert lesson.point("cell:5") is None
    assert not lesson.done and not lesson.unfound
    assert lesson.submit(("mark", 5)).kind == "done"


def test_a_prediction_comes_before_the_move() -> None:
    lesson = Lesson(GAME, "full")
    assert lesson.moves() == []
    with pytest.raises(Refused, match="Before you play, answer: “"):
        lesson.submit(("mark", 8))
    lesson.predict("a draw")
    lesson.submit(("mark", 8))
    assert lesson.done and lesson.came_true


def test_hints_find_a_way_from_wherever_one_is() -> None:
    lesson = Lesson(GAME, "row")
    assert lesson.next_move() == ("mark", 2)


def test_the_moves_of_the_way_may_be_made_in_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a search: five cards can be laid down in more orders than one could try."""
    monkeypatch.setattr(lesson_run, "MOST_TABLES_TRIED", 0)
    lesson = Lesson(GAME, "exam")
    lesson.submit(("mark", 8))
    assert lesson.next_move() == ("mark", 4)


def test_the_course_lives_up_to_its_measures() -> None:
    check_lessons(GAME)
    assert str(measure(GAME)) == "4 steps, 5 moves, 1 questions with choices, at most 28 words before acting, 1 exams"


def test_an_exam_lets_any_way_be_tried_and_says_which_rules_it_used() -> None:
    lesson = Lesson(GAME, "exam")
    assert lesson.submit(("mark", 3)).kind == "on"
    assert lesson.submit(("mark", 6)).kind == "done"
    assert lesson.rules_used == ["line.three", "line.mark", "line.turns", "line.empty"]
    assert lesson.rules_missed == []


def exam_about(*rules: str) -> Lesson:
    """The exam, as if it were about these rules and no move rested on any of them."""
    lesson = Lesson(GAME, replace(find_step(GAME.teaching.chapters, "exam"), teaches=rules))
    lesson.game = TicTacToe()
    lesson.game.teaching.allowed_by = {}
    return lesson


def test_what_was_cited_on_the_way_was_not_missed() -> None:
    """By an event, by one that was taken back, or by a refusal; and looking back changes nothing of it."""
    lesson = exam_about("line.three", "line.mark", "line.turns", "line.empty", "line.full")
    assert lesson.rules_missed == ["line.three", "line.mark", "line.turns", "line.empty", "line.full"]
    with pytest.raises(Refused):
        lesson.submit(("mark", lesson.session.truth.board.index(1)))
    assert (lesson.rules_used, lesson.refused) == ([], ["line.empty"])
    assert lesson.rules_missed == ["line.three", "line.mark", "line.turns", "line.full"]
    lesson.submit(("mark", 3))
    lesson.again()
    assert not lesson.session.length and lesson.rules_used == ["line.mark"]
    lesson.submit(("mark", 3))
    assert lesson.submit(("mark", 6)).kind == "done"
    missed = lesson.rules_missed
    assert missed == ["line.turns", "line.full"] and lesson.rules_used == ["line.three", "line.mark"]
    lesson.session.goto(0)
    assert lesson.rules_missed == missed


def test_what_is_to_be_pointed_at_comes_before_the_move() -> None:
    lesson = Lesson(GAME, "danger")
    assert lesson.must_point and lesson.moves() == []
    with pytest.raises(Refused) as caught:
        lesson.submit(("mark", 5))
    assert caught.value.verdict.rule == "table.point"
    assert lesson.point("cell:1") is not None
    assert lesson.point("cell:5") is None
    assert lesson.submit(("mark", 5)).kind == "done"


def test_the_first_table_plays_the_others_lines() -> None:
    session = open_first_table(GAME)
    session.submit(0, ("mark", 4))
    assert reply_once(GAME.teaching.first_table, session)
    assert session.inputs[-1].move == ("mark", 2)
    assert not reply_once(GAME.teaching.first_table, session)


def test_things_of_one_name_are_laid_in_any_order() -> None:
    things = [
        PieceToLay("a cross", "cell:0", "line.mark"),
        PieceToLay("a cross", "cell:4", "line.mark"),
        PieceToLay("a nought", "cell:8", "line.mark"),
    ]
    step = Step("lay", "Lay it", ["line.mark"], task="Lay it.", learned="So it is.", lay=things)
    lesson = Lesson(GAME, step)
    assert lesson.lay(0, "cell:8") is not None
    assert lesson.lay(0, "cell:4") is None
    assert lesson.lay(0, "cell:4") is not None, "a place is taken once"
    assert lesson.lay(0, "cell:0") is None
    assert not lesson.done
    assert lesson.lay(2, "cell:8") is None
    assert lesson.done


def test_a_last_line_can_last_for_a_whole_game() -> None:
    step = replace(find_step(GAME.teaching.chapters, "exam"), others=[[1, "mark", 5], [1, "always"]])
    lesson = Lesson(GAME, step)
    lesson.submit(("mark", 2))
    lesson.submit(("mark", 4))
    assert lesson.submit(("mark", 7)).kind == "on"
    assert [done.move for done in lesson.session.inputs if done.seat == 1] == [("mark", 5), ("mark", 3), ("mark", 6)]


def test_an_exam_that_was_lost_begins_anew() -> None:
    step = replace(find_step(GAME.teaching.chapters, "exam"), others=[[1, "mark", 4], [1, "mark", 7]])
    lesson = Lesson(GAME, step)
    start = lesson.session.position()
    assert [lesson.submit(move).kind for move in (("mark", 2), ("mark", 3))] == ["on", "off"]
    lesson.again()
    assert lesson.session.position() == start


def test_a_partner_waits_for_the_learners_move() -> None:
    """In open order the others may act at any time: their lines say after which move of the learner's."""
    lines = [[1, "go", "a2"], [1, "after", "go"], [1, "go", "a3"], [1, "after", "light"], [1, "rest"]]
    goals = [Goal(event="rests", data={"seat": 1})]
    step = Step("wait", "Wait", ["map.ways"], "Go.", "Gone.", goals=goals, others=lines, position={"seats": 2})
    lesson = Lesson(TwoLanterns(), step)

    def partner() -> list[Move]:
        return [done.move for done in lesson.session.inputs if done.seat == 1]

    assert partner() == [("go", "a2")], "what no wait stands before is done at once"
    lesson.submit(("go", "b1"))
    assert partner() == [("go", "a2"), ("go", "a3")], "one wait at a time"
    lesson.undo()
    assert partner() == [("go", "a2")]
    lesson.submit(("go", "b1"))
    lesson.submit(("go", "c1"))
    assert partner() == [("go", "a2"), ("go", "a3")], "another move is no reason"
    lesson.submit(("rest",))
    assert partner() == [("go", "a2"), ("go", "a3"), ("rest",)], "whoever can do nothing more is not waited for"
