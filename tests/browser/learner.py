"""Somebody who takes lessons in a real browser, by mouse or by keyboard, through any step of any course.

What is right is worked out by the rules at a twin of the table: the page does not have it.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tables import Data, Table

from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import Chapter, Question, Step
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.learning.question_answers import right_answers
from widgets.face import face_of
from widgets.scene import pieces
from widgets.small_table import numbered, pieces_of


class Learner:
    """One learner at one table, with a twin that knows the answers."""

    def __init__(self, table: Table, game: Game[Any]) -> None:
        self.table = table
        self.game = game
        self.face = face_of(game.name)

    @classmethod
    def at(cls, page: Page, game: Game[Any], chapter: Chapter) -> Learner:
        return cls(Table.chapter(page, chapter).arrive(), game)

    def go_to(self, step: Step) -> None:
        """Go to a step in its chapter, as the list of steps does it."""
        screen = self.table.screen
        if screen["task"]["id"] != step.id or screen["time"] or "number" not in screen["where"]:
            self.table.forge({"do": "step", "id": step.id, "at": screen["at"], "seat": screen["viewer"]})
        self.begin(step)

    def begin(self, step: Step) -> None:
        assert self.table.screen["task"]["id"] == step.id
        self.step = step
        self.twin = Lesson(self.game, step)

    def take(self, step: Step) -> None:
        """The whole step, which stands there already."""
        self.begin(step)
        expect(self.table.panel("task")).to_contain_text(step.task)
        self.get_ready()
        for move in step.way:
            self.play(move)
        assert self.table.screen["task"]["done"], f"step {step.id} is not done: {self.table.screen['why']}"
        expect(self.table.panel("task")).to_contain_text(step.learned)

    def get_ready(self) -> None:
        """Lay, point and foresee, so that only moves are missing."""
        self.lay()
        for question in (self.step.point, self.step.predict):
            if question:
                self.answer(question)

    def right(self, question: Question) -> list[str]:
        return right_answers(self.game, self.twin._table_of_questions, question)

    def answer(self, question: Question) -> None:
        found = self.right(question)
        if question is self.step.predict:
            self.twin.predict(found[0])
        for one in found if question is self.step.point and question.piece else found[:1]:
            if question.piece:
                self.point_at(one)
            else:
                self.choose(question, one)
            if question is self.step.point:
                assert self.twin.point(one) is None

    def lay(self) -> None:
        """Lay out what is in the tray, thing by thing."""
        names = numbered(self.scene([]), {thing.place for thing in self.step.lay})
        for number, thing in enumerate(self.step.lay):
            if number not in self.twin.laid:
                self.table.after(self.table.root.locator(".thing:not(.laid)", has_text=thing.what).first.click)
                self.point_at(names[thing.place])
                assert self.twin.lay(number, thing.place) is None

    def scene(self, moves: Any) -> Any:
        """The table as the twin has it, with all that can be done."""
        session, seat = self.twin.session, self.step.seat
        return self.face.scene(self.face.look(self.game, session.config, session.view(seat), moves, str))

    def takes(self, move: list[Any]) -> list[str]:
        """The pieces that a move takes, on the part of the table that is in play."""
        return pieces_of(self.scene(self.twin.moves()), tuple(move), self.step.zones)

    # -- by mouse -----------------------------------------------------------------------------------------------------

    def point_at(self, piece: str) -> Data:
        return self.table.click_piece(piece)

    def choose(self, question: Question, choice: str) -> None:
        choices = self.table.root.get_by_role("group", name=question.ask)
        self.table.after(choices.get_by_role("button", name=choice, exact=True).click)

    def play(self, move: list[Any]) -> None:
        if "reach" in self.step.hide:
            self._play_unseen(move)
        else:
            self.table.play(list(move))
        self.twin.submit(tuple(move))

    def _play_unseen(self, move: list[Any]) -> None:
        """Click the pieces that a move takes, though nothing on the page says what they do."""
        found = self.takes(move)
        if not found:
            self.table.play(list(move))
        for piece in found:
            self.point_at(piece)
        menu = self.table.screen["menu"]
        if menu:
            number = [item["move"] for item in menu["items"]].index(list(move))
            self.table.after(self.table.root.get_by_role("menu").get_by_role("menuitem").nth(number).click)


class KeyLearner(Learner):
    """The same without a mouse."""

    def _walk_to(self, piece: str) -> None:
        selector = f'[data-piece="{piece}"]'
        self.table.tab_to(f"[data-zone]:has({selector})", limit=400)
        self.table.walk_to(selector)

    def _enter(self) -> Data:
        screen = self.table.after(lambda: self.table.key("Enter"))
        assert self.table.has_focus(), "the focus left the table"
        return screen

    def point_at(self, piece: str) -> Data:
        self._walk_to(piece)
        return self._enter()

    def choose(self, question: Question, choice: str) -> None:
        self.table.tab_to(f'[role=group][aria-label="{question.ask}"] .choices')
        self.table.walk_to_text(choice)
        self._enter()

    def play(self, move: list[Any]) -> None:
        """Walk to the pieces of a move and press Enter; what no piece makes is typed, or is the main button."""
        found = self.takes(move)
        if "reach" in self.step.hide and found:
            self._play_unseen(move)
        elif len(found) == 1 and self._moves_of(found[0]) == [list(move)]:
            self.point_at(found[0])
        else:
            self._type(move)
        self.twin.submit(tuple(move))

    def _moves_of(self, piece: str) -> list[list[Any]]:
        return next((one.get("moves", []) for one in pieces(self.table.screen["scene"]) if one["id"] == piece), [])

    def _type(self, move: list[Any]) -> None:
        self.table.tab_to(".moves")
        self.table.key("/")
        self.table.page.keyboard.type(" ".join(map(str, move)))
        self._enter()

    def press(self, selector: str) -> Data:
        self.table.tab_to(selector, limit=400)
        return self._enter()
