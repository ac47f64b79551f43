"""A lesson: one step after the other at a prepared table, with hints, questions and predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.errors import SetupError, TabletopError, clip
from tabletop_kernel.game import Move
from tabletop_kernel.lessons import Chapter, Lesson, Question, Step, find_step
from widgets import links, panel
from widgets.links import Progress
from widgets.messages import a_code, a_number, a_text, act
from widgets.room import Room

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter

Data = dict[str, Any]

REVEAL = "It will show when the table has gone on."


class LessonRoom(Room):
    """One learner, walking through the steps of a game's lessons."""

    def __init__(self, desk: Desk, step: str) -> None:
        super().__init__(desk)
        self._open(step)

    def _open(self, step: str) -> None:
        """Set the table for a step."""
        find_step(self.game.lessons, step)
        self.lesson = Lesson(self.game, step)
        self.session = self.lesson.session
        self.viewer = self.lesson.step.seat
        self.chapter = next(c for c in self.game.lessons if any(s.id == step for s in c.steps))
        self.why = None
        self._hints: list[str] = []
        self._wrong: dict[int, list[str]] = {}
        self._predicted = ""
        self._seen = self.session.log_length(self.viewer)

    @property
    def _step(self) -> Step:
        return self.lesson.step

    def submit(self, move: Move) -> None:
        self.lesson.submit(move)
        self._look_if_done()

    def _look_if_done(self) -> None:
        """Note how far the learner has come. Only what somebody does counts: a page opens several chapters at once."""
        self.desk.progress.now = self._step.id
        if self.lesson.done and self._step.id not in self.desk.progress.done:
            self.desk.progress.done.add(self._step.id)
            self.desk.say(f"Done. {self._step.learned}")

    def project(self, on: bool) -> None:
        """A lesson looks the same: nobody's secrets are in it, since everybody gets the same cards."""

    # -- the screen ---------------------------------------------------------------------------------------------------

    def screen(self) -> Data:
        session = self.session
        looking_back = session.at_input < session.length
        return {
            "kind": "table",
            "where": self._where(),
            "tools": ["rules", "odds", "save"],
            **self.table(self.legal()),
            "task": self._task(),
            "now": self._looking_back() if looking_back else self._now(),
            "time": panel.time(session, [], [], 0) if session.length else None,
            "keep": {"learn": self.desk.progress.write(), **self._no_game()},
        }

    def _no_game(self) -> dict[str, str]:
        """A link forgets the game that was played at the table of these lessons, unless it waits to go on."""
        own = self.desk.slot.startswith("learn:") and not self.desk.has_game_waiting
        return {self.desk.slot: ""} if own else {}

    def _where(self) -> Data:
        done, now = self.desk.progress.done, self._step.id
        return {
            "chapter": self.chapter.title,
            "number": self.game.lessons.index(self.chapter) + 1,
            "step": [step.id for step in self.chapter.steps].index(now) + 1,
            "steps": [_dot(step, done, now) for step in self.chapter.steps],
            "chapters": [
                {
                    "id": chapter.id,
                    "title": chapter.title,
                    "number": number,
                    "steps": len(chapter.steps),
                    "done": sum(step.id in done for step in chapter.steps),
                    "now": chapter is self.chapter,
                }
                for number, chapter in enumerate(self.game.lessons, 1)
            ],
        }

    def _now(self) -> Data:
        lesson = self.lesson
        now: Data
        if lesson.done:
            now = {"kind": "over", "head": "Done", "text": self._step.learned, "rules": [], "buttons": self._onward()}
        elif lesson.stuck:
            text = "This way leads no further. Take your last move back, or set the step up anew."
            buttons = [panel.button("Take back", "undo", main=True), panel.button("Set up anew", "retry")]
            now = {"kind": "pending", "head": "A dead end", "text": text, "rules": [], "buttons": buttons}
        elif self.viewer in self.session.deciders and self._step.goals:
            now = panel.now(self.session, self.viewer)
        else:
            now = {"kind": "yours", "head": "Your answer", "text": "Answer the question.", "rules": [], "buttons": []}
        if self.desk.has_game_waiting:
            now["buttons"].append(panel.button("Back to the game", "play"))
        return now

    def _looking_back(self) -> Data:
        """A lesson has no other lines: one takes back, as often as one likes."""
        now = panel.past(self.session)
        return {**now, "buttons": now["buttons"][:1], "text": "You are looking back. Undo is free in a lesson."}

    def _onward(self) -> list[Data]:
        """Where to go from a finished step."""
        following = self._following()
        if following is None:
            return [panel.button("Play a real game", "play", fresh=True, main=True)]
        new_chapter = following.id not in {step.id for step in self.chapter.steps}
        words = f"Next chapter: {self._chapter_of(following).title}" if new_chapter else f"Next: {following.title}"
        return [panel.button(words, "step", id=following.id, main=True), panel.button("Once more", "retry")]

    def _following(self) -> Step | None:
        steps = [step for chapter in self.game.lessons for step in chapter.steps]
        number = steps.index(self._step) + 1
        return steps[number] if number < len(steps) else None

    def _chapter_of(self, step: Step) -> Chapter:
        return next(chapter for chapter in self.game.lessons if step in chapter.steps)

    def _task(self) -> Data:
        step, lesson = self._step, self.lesson
        following = self._following()
        return {
            "id": step.id,
            "title": step.title,
            "text": " ".join(step.text.split()),
            "task": step.task,
            "tempt": step.wrong.says,
            "teaches": list(step.teaches),
            "hints": list(self._hints),
            "hints_left": len(step.hints) - len(self._hints),
            "questions": [self._question(number, question) for number, question in enumerate(step.questions)],
            "predict": self._prediction(step.predict) if step.predict else None,
            "done": lesson.done,
            "stuck": lesson.stuck and not lesson.done,
            "learned": step.learned if lesson.done else "",
            "next": {"id": following.id, "title": following.title} if following else None,
            "last": following is None,
            "summary": self._summary() if lesson.done and step is self.chapter.steps[-1] else None,
        }

    def _question(self, number: int, question: Question) -> Data:
        """A question; its answer is in the page only once it was given."""
        asked: Data = {"n": number, "ask": question.ask, "choices": list(question.choices)}
        asked["wrong"] = list(self._wrong.get(number, []))
        if number in self.lesson.answered:
            right = self.lesson.right(question)
            asked["right"] = next(choice for choice in question.choices if choice in right)
            asked["because"] = question.because
        return asked

    def _prediction(self, question: Question) -> Data:
        asked: Data = {"ask": question.ask, "choices": list(question.choices), "chosen": self._predicted}
        if self._predicted and self.lesson.done:
            asked["came"] = self.lesson.predict(self._predicted)
            asked["right"] = self.lesson.right(question)
            asked["because"] = question.because
        return asked

    def _summary(self) -> Data:
        """What the chapter has taught."""
        following = self._following()
        chapter = self._chapter_of(following) if following else None
        return {
            "chapter": self.chapter.title,
            "learned": [{"text": step.learned, "rules": list(step.teaches)} for step in self.chapter.steps],
            "next_chapter": {"id": chapter.id, "title": chapter.title} if chapter else None,
        }

    def drawer(self, kind: str) -> Data | None:
        done, now = self.desk.progress.done, self._step.id
        if kind == "odds":
            return self.odds()
        if kind == "save":
            code = self.desk.progress.write()
            text = "This code holds how far you have learned, and nothing else." if code else ""
            return {"kind": "save", "code": code, "warning": text, "problem": ""}
        if kind == "steps":
            chapters = [
                {"title": c.title, "summary": c.summary, "steps": [_dot(step, done, now) for step in c.steps]}
                for c in self.game.lessons
            ]
            return {"kind": "steps", "chapters": chapters}
        return None

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(moves_on=True)
    def undo(self) -> None:
        """Everything may be taken back in a lesson, with what the others answered."""
        self.lesson.undo()
        self.why = None
        self._seen = min(self._seen, self.session.log_length(self.viewer))

    @act()
    def hint(self) -> None:
        """One hint more: a nudge, a pointer, the way."""
        if len(self._hints) < len(self._step.hints):
            self._hints.append(self.lesson.hint())
            self.desk.say(self._hints[-1])

    @act(moves_on=True, n=a_number, choice=a_text)
    def answer(self, n: int, choice: str) -> None:
        """Answer a question; a wrong answer meets the rule that says why."""
        questions = self._step.questions
        if not 0 <= n < len(questions) or choice not in questions[n].choices:
            raise SetupError(f"{clip(choice)} is no answer to a question of this step.")
        verdict = self.lesson.answer(n, choice)
        if verdict is None:
            self.why = None
            self.desk.say(f"Right. {questions[n].because}")
            self._look_if_done()
        else:
            self._wrong.setdefault(n, []).append(choice)
            self.why = {"what": f"Not {choice}.", "text": verdict.text, "rules": [verdict.rule], "can": []}
            self.desk.say(f"Not {choice}. {verdict.text}", assertive=True)

    @act(moves_on=True, choice=a_text)
    def predict(self, choice: str) -> None:
        """Say beforehand how it will come out; a wrong guess costs nothing."""
        question = self._step.predict
        if question is None or choice not in question.choices or self.lesson.done:
            raise SetupError("There is nothing to predict now.")
        self._predicted = choice
        self.desk.say(f"You predict: {choice}. {REVEAL}")

    @act(moves_on=True, id=a_text)
    def step(self, id: str) -> None:
        """Go to any step, forward or back."""
        self._open(id)
        self.desk.progress.now = id
        self.desk.close()

    @act(moves_on=True)
    def retry(self) -> None:
        """The same step from its beginning."""
        self._open(self._step.id)

    @act(moves_on=True, code=a_code)
    def restore(self, code: str) -> None:
        """Go on where a lesson code says, or at the table of a game's code."""
        kind, kept = links.from_anything(code)
        if kind == "lesson":
            self.desk.progress.read(kept)
            self._open(self.desk.progress.now or self._step.id)
            self.desk.close()
            return
        self.desk.move_to(resumed(self.desk, kept))


def resumed(desk: Desk, kept: str) -> Room:
    """A game at the table of lessons, as a link or a code has kept it."""
    from widgets.play import PlayRoom

    room = PlayRoom(desk)
    room.resume(kept)
    return room


def _dot(step: Step, done: set[str], now: str) -> Data:
    return {"id": step.id, "title": step.title, "done": step.id in done, "now": step.id == now}


def opening_room(chapter: Chapter | None) -> Enter:
    """How lessons are entered: at the step that the link names, or at the first one that is not done.

    Where a game was opened at the table of the lessons, the link keeps it under their slot, and it goes on.
    """

    def enter(desk: Desk, link: dict[str, str]) -> Room:
        trouble = ""
        try:
            if link.get("learn") and not desk.progress.done:
                desk.progress.read(link["learn"])
            if link.get(desk.slot):
                return resumed(desk, link[desk.slot])
        except TabletopError as error:
            trouble = f"{error} The lessons begin at the beginning."
        room = LessonRoom(desk, first_step(desk.progress, chapter))
        if trouble:
            room.why = {"what": "That link did not work.", "text": trouble, "rules": [], "can": []}
        return room

    return enter


def first_step(progress: Progress, chapter: Chapter | None) -> str:
    """Where a learner goes on in a chapter, or in all of them."""
    steps = [step.id for step in chapter.steps] if chapter else progress.steps
    undone = [step for step in steps if step not in progress.done]
    return progress.now if progress.now in steps else (undone or steps)[0]
