"""A lesson: something to do at a prepared table, step by step. Whatever one does there gets an answer."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from tabletop_kernel.errors import Refused, SetupError, TabletopError, clip
from tabletop_kernel.game import Move
from tabletop_kernel.learner import Answer, Lesson
from tabletop_kernel.lessons import Chapter, Step
from tabletop_kernel.rulebook import TABLE, Verdict
from tabletop_kernel.session import Session
from widgets import links, panel, small_table, task
from widgets.links import Progress
from widgets.messages import a_code, a_move, a_number, a_text, act, one_of
from widgets.room import Room
from widgets.scene import READ, Scene, pieces

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter

Data = dict[str, Any]

MARKED = 1300  # milliseconds that a piece is marked before its move is shown,
SHOWN = 2400  # and that the move then stands before it is taken back
FORESEEN = ("odds", "previews")  # what nobody gets before a prediction
WATCH = "Watch, and then do it yourself."


class LessonRoom(Room):
    """One learner, walking through the steps of a game's lessons."""

    def __init__(self, desk: Desk, step: str) -> None:
        super().__init__(desk)
        self._open(step)

    def _open(self, step: str) -> None:
        """Set the table for a step."""
        self.lesson = Lesson(self.game, step)
        self.chapter = task.chapter_of(self.game.lessons, step)
        self.viewer = self.lesson.step.seat
        self.why = None
        self._finished = False
        self._wrong: list[str] = []  # choices that were not right
        self._foreseen_at = 0  # moves that had been made when something was foreseen
        self._in_hand = 0  # which of the things to lay out is in the learner's hand
        self._nudged = False
        self._example: Session | None = None  # a table at which a move is being shown
        self._forget_clicks()
        self._seen = self.session.log_length(self.viewer)

    def _forget_clicks(self) -> None:
        """What a click or a hint has left on the screen goes with the next thing that is done."""
        self._hinted: list[str] = []  # pieces that are pointed at
        self._hint: Move | None = None  # the move that they make
        self._showing = False  # whether that move is about to be shown, or is
        self._chosen = ""  # the first of two pieces, where the page does not know what they could do
        self._asked = ""  # the piece whose moves are to choose from, likewise

    @property
    def session(self) -> Session:  # type: ignore[override]
        """The table on the screen: the learner's, or one at which something is shown."""
        return self._example or self.lesson.session

    @property
    def _step(self) -> Step:
        return self.lesson.step

    @property
    def _at_present(self) -> bool:
        return self.session.at_input == self.session.length

    @property
    def _done(self) -> bool:
        """Whether the step is done, also while one looks back."""
        session = self.lesson.session
        if session.at_input == session.length:
            self._finished = self.lesson.done
        return self._finished

    @property
    def _off(self) -> bool:
        """Whether the last move led away, so that nothing but another try is of use."""
        return self.lesson.answer.kind == "off" and not self._done

    def project(self, on: bool) -> None:
        """A lesson looks the same: nobody's secrets are in it, since everybody gets the same cards."""

    # -- the table ----------------------------------------------------------------------------------------------------

    @property
    def hidden(self) -> Collection[str]:
        """What would answer before the learner does; all of it comes back when the step is done."""
        if self._done:
            return ()
        if self.lesson.must_lay:
            return (*self._step.hide, "log", "odds", "previews")
        return (*self._step.hide, *FORESEEN) if self.lesson.must_predict else self._step.hide

    def legal(self) -> list[Move]:
        return [] if self._off or self._showing else self.lesson.moves()

    def table(self, moves: list[Move]) -> Data:
        """The table as small as the step has it."""
        table = super().table(moves)
        scene = self._with_later(table["scene"], moves)
        if "reach" in self.hidden:
            table["moves"] = small_table.beside_the_table(table["moves"], scene)
            small_table.out_of_reach(scene)
        if "log" in self.hidden:
            table["log"] = []
        if "odds" in self.hidden:
            small_table.without_odds(scene)
        if "totals" in self.hidden:
            scene = small_table.without_totals(scene)
        if self._off and self.why is None and self._at_present:
            table["why"] = _led_away(self.lesson.answer)
        return {**table, "scene": self._asking(scene)}

    def _with_later(self, scene: Scene, moves: list[Move]) -> Scene:
        """Where a step allows only some kinds of move, the others say that they come later."""
        verbs = self._step.verbs
        every = self.session.moves(self._step.seat) if verbs and moves else []
        if len(every) > len(moves):
            small_table.try_later(scene, self.desk.face.scene(self.look(self.viewer, every)), verbs)
        return scene

    def _asking(self, scene: Scene) -> Scene:
        """The scene while something is to be pointed at, foreseen or laid, with what was already."""
        lesson, step = self.lesson, self._step
        if not self._done and self._at_present and (lesson.must_lay or lesson.must_point or lesson.must_predict):
            scene = small_table.unlaid(scene, self._empty_places())
            small_table.all_to_point_at(scene)
        small_table.dim(scene, step.zones)
        small_table.signed(scene, "right", lesson.pointed)
        small_table.signed(scene, "said", [lesson.predicted])
        if self._chosen:
            next(piece for piece in pieces(scene) if piece["id"] == self._chosen)["state"] = "selected"
        return scene

    def _empty_places(self) -> set[str]:
        """Places where something is still missing."""
        return {thing.place for number, thing in enumerate(self._step.lay) if number not in self.lesson.laid}

    def _usable(self) -> Scene:
        """The scene with all that can be done, whether or not the page has it."""
        moves = self.legal()
        return self._with_later(self.desk.face.scene(self.look(self.viewer, moves)), moves)

    # -- the screen ---------------------------------------------------------------------------------------------------

    def screen(self) -> Data:
        session = self.session
        return {
            "kind": "table",
            "where": task.where(self.game.lessons, self.chapter, self.desk.progress.done, self._step.id),
            "tools": [tool for tool in ("rules", "odds", "save") if tool not in self.hidden],
            **self.table(self.legal()),
            "task": self._task(),
            "now": self._now(),
            "hint": {"pieces": self._hinted, "move": list(self._hint or ())} if self._hinted or self._hint else None,
            "show": (SHOWN if self._example else MARKED) if self._showing else None,
            "menu": self._menu(),
            "time": self._time() if session.length and not self._example else None,
            "keep": {"learn": self.desk.progress.write(), **self._no_game()},
        }

    def _no_game(self) -> dict[str, str]:
        """A link forgets the game that was played at the table of these lessons, unless it waits to go on."""
        own = self.desk.slot.startswith("learn:") and not self.desk.has_game_waiting
        return {self.desk.slot: ""} if own else {}

    def _time(self) -> Data:
        """Only moves of the learner's can be taken back, with all that answered them."""
        time = panel.time(self.session, [], [], 0)
        moved = any(done.seat == self._step.seat for done in self.session.inputs)
        return {**time, "undo": time["undo"] and moved}

    def _now(self) -> Data | None:
        """What is to be decided; nothing as long as the task card asks for something else."""
        lesson = self.lesson
        if not self._at_present:  # a lesson has no other lines: one takes back, as often as one likes
            now = panel.past(self.session)
            return {**now, "buttons": now["buttons"][:1], "text": "You are looking back. Undo is free in a lesson."}
        if self._showing:
            said = self.lesson.session.phrase(self._step.seat, self._hint) if self._hint else ""
            return {"kind": "pending", "head": "Like this", "text": f"{said}. {WATCH}", "rules": [], "buttons": []}
        if self._done or self._off or lesson.must_lay or lesson.must_point or lesson.must_predict:
            return None
        chosen = next((p for p in pieces(self._usable()) if p["id"] == self._chosen), None) if self._chosen else None
        if chosen:
            return {"kind": "pending", "head": "You are choosing", "buttons": [], **chosen["chosen"]}
        return panel.now(self.session, self.viewer)

    def _menu(self) -> Data | None:
        """The moves of a piece, where the page learns of them only now."""
        if not self._asked:
            return None
        found = self._moves_of(self._asked)
        return {"piece": self._asked, "items": [{"text": text, "move": move} for move, text in found]}

    def _task(self) -> Data:
        step, lesson, done = self._step, self.lesson, self._done
        chapters, progress = self.game.lessons, self.desk.progress
        last = done and step is self.chapter.steps[-1]
        return {
            "id": step.id,
            "title": step.title,
            "say": " ".join(step.say.split()),
            "task": step.task,
            "exam": step.exam,
            "done": done,
            "point": task.pointing(lesson, self._wrong),
            "predict": task.predicting(lesson, done, self._said(), self._may_rethink),
            "tray": task.tray(lesson, self._in_hand),
            "nudge": step.nudge if self._nudged and not done else "",
            "hints": self._hints(),
            "learned": step.learned if done else "",
            "rules": task.rules(lesson) if done else None,
            "summary": task.summary(self.chapter, progress.done) if last else None,
            "moved": not done and any(one.seat == step.seat for one in lesson.session.inputs),
            "onward": task.onward(chapters, self.chapter, step.id),
            "back": panel.button("Back to the game", "play") if self.desk.has_game_waiting else None,
        }

    def _said(self) -> str:
        """What was foreseen, in words: a piece by the beginning of its label."""
        predicted = self.lesson.predicted
        if not predicted or not (self._step.predict and self._step.predict.piece):
            return predicted
        scene = self.desk.face.scene(self.look(self.viewer))
        label = next((str(piece["label"]) for piece in pieces(scene) if piece["id"] == predicted), predicted)
        return label.split(",")[0].split(".")[0]

    def drawer(self, kind: str) -> Data | None:
        done, now = self.desk.progress.done, self._step.id
        if kind == "odds":
            later = {"title": "Odds", "lines": ["They come back when this step is done."], "figure": None, "rules": []}
            return {"kind": "odds", **later} if "odds" in self.hidden else self.odds()
        if kind == "save":
            code = self.desk.progress.write()
            text = "This code holds how far you have learned, and nothing else." if code else ""
            return {"kind": "save", "code": code, "warning": text, "problem": ""}
        if kind == "steps":
            chapters = [
                {"title": one.title, "summary": one.summary, "steps": [task.dot(step, done, now) for step in one.steps]}
                for one in self.game.lessons
            ]
            return {"kind": "steps", "chapters": chapters}
        return None

    # -- answers ------------------------------------------------------------------------------------------------------

    def submit(self, move: Move) -> None:
        self.lesson.submit(move)
        self._note_progress()

    def _note_progress(self) -> None:
        """Note how far the learner has come. Only what somebody does counts: a page opens several chapters at once."""
        self.desk.progress.now = self._step.id
        if self._done:
            self.desk.progress.done.add(self._step.id)

    def _tell_news(self, before: int) -> None:
        """Have read out what the move did and what the lesson says to it."""
        news = [] if "log" in self.hidden else [entry.text for entry in self.session.log(self.viewer, before)]
        if self._off:
            self.desk.say(self.lesson.answer.text)
        elif self._done:
            self.desk.say(" ".join([*news[:3], f"Done. {self._step.learned}"]))
        elif news:
            self.desk.say(" ".join(news[:4]))

    def refuse(self, move: Move, verdict: Verdict) -> None:
        """Why not. What one could do instead is not offered here: it might be the solution."""
        super().refuse(move, verdict)
        assert self.why is not None
        self.why["can"] = []
        if verdict.rule in TABLE:
            self.why |= {"what": "", "head": "Not yet", "told": True, "rules": []}

    def _not_right(self, what: str, verdict: Verdict, piece: str = "") -> None:
        self.why = {"what": what, "text": verdict.text, "rules": [verdict.rule], "can": [], "piece": piece}
        self.desk.say(f"{what} {verdict.text}", assertive=True)

    def _right(self, because: str) -> None:
        self.why = None
        self._note_progress()
        self.desk.say(" ".join(["Right.", because, f"Done. {self._step.learned}" if self._done else ""]).strip())

    # -- what the page may ask for: moves and answers -----------------------------------------------------------------

    @act(moves_on=True, move=a_move)
    def move(self, move: Move) -> None:
        """Make a move, unless one is being shown or the last one has to be taken back first."""
        if self._stop_showing():
            return
        self._forget_clicks()
        if self._off and move[0] != READ:
            self.why = None
            self.desk.say(self.lesson.answer.text, assertive=True)
            return
        super().move(move)

    @act(moves_on=True, piece=a_text)
    def point(self, piece: str) -> None:
        """A click on a piece where it is an answer, or where the page does not know what it would do."""
        if self._stop_showing():
            return
        lesson, step = self.lesson, self._step
        part = self._part_with(piece)
        self.why, self._hinted, self._hint, self._asked = None, [], None, ""
        if self._done:
            raise Refused(self.session.worded(Verdict("table.step-done")))
        if not self._at_present:
            raise Refused(
                self.session.worded(Verdict("table.past", at=self.session.at_input, length=self.session.length))
            )
        if lesson.must_lay:
            self._lay(piece)
        elif lesson.must_point and step.point and step.point.piece:
            self._point_at(piece)
        elif lesson.must_predict and step.predict and task.fits(step.predict, piece):
            self._predict(piece)
        elif small_table.is_dimmed(part, step.zones) and not (lesson.must_point or lesson.must_predict):
            self.refuse((), self.session.worded(Verdict("table.later", task=step.task)))
            self._refused_at(piece)
        else:
            self._click(piece)

    def _part_with(self, piece: str) -> Any:
        """The part in which a piece lies; a zone that is still empty counts as one."""
        for part in self.desk.face.scene(self.look(self.viewer)):
            if part.get("zone") == piece or any(one["id"] == piece for one in pieces(part)):
                return part
        raise SetupError(f"There is no piece {clip(piece)} on this table.")

    def _refused_at(self, piece: str) -> None:
        if self.why is not None:
            self.why["piece"] = piece

    def _point_at(self, piece: str) -> None:
        verdict = self.lesson.point(piece)
        if verdict is None:
            assert self._step.point is not None
            self._right("" if self.lesson.must_point else self._step.point.because)
        else:
            self._not_right("Not this one.", verdict, piece)

    def _lay(self, place: str) -> None:
        thing = self._step.lay[self._in_hand]
        verdict = self.lesson.lay(self._in_hand, place)
        if verdict is not None:
            self._not_right(f"Not here: {thing.what}.", verdict, place)
            return
        self._in_hand = next((n for n in range(len(self._step.lay)) if n not in self.lesson.laid), self._in_hand)
        self._right(f"{thing.what[:1].upper()}{thing.what[1:]}.")

    def _predict(self, answer: str) -> None:
        self.lesson.predict(answer)
        self._foreseen_at = self.lesson.session.length
        self.desk.progress.now = self._step.id
        self.desk.say(f"You say: {self._said()}. Now play, and see.")

    @act(moves_on=True, choice=a_text)
    def answer(self, choice: str) -> None:
        """Answer by a button what is asked and cannot be pointed at."""
        lesson, step = self.lesson, self._step
        if lesson.must_point and step.point and choice in step.point.choices:
            verdict = lesson.point(choice)
            if verdict is None:
                self._right(step.point.because)
            else:
                self._wrong.append(choice)
                self._not_right(f"Not {choice}.", verdict)
        elif lesson.must_predict and step.predict and choice in step.predict.choices:
            self.why = None
            self._predict(choice)
        else:
            raise SetupError(f"{clip(choice)} is no answer to anything that is asked now.")

    @property
    def _may_rethink(self) -> bool:
        """A prediction may be changed until something has happened."""
        return bool(self.lesson.predicted) and self.lesson.session.length == self._foreseen_at and not self._done

    @act(moves_on=True)
    def rethink(self) -> None:
        """Foresee something else, as long as nothing has happened."""
        if not self._may_rethink:
            raise SetupError("It is too late to foresee something else.")
        self.lesson.predict("")

    @act(moves_on=True, n=a_number)
    def take(self, n: int) -> None:
        """Take another of the things that are to be laid out into the hand."""
        if n >= len(self._step.lay) or n in self.lesson.laid:
            raise SetupError("That is not among what is still to be laid out.")
        self._in_hand, self.why = n, None

    # Where the page does not show what can be reached, a click is worked out here as the page does it elsewhere.

    def _click(self, name: str) -> None:
        found = next((piece for piece in pieces(self._usable()) if piece["id"] == name), None)
        if found is None:
            return
        if found.get("choose") and name == self._chosen:
            self._chosen = ""
            return
        moves = [move for move, _ in self._moves_of(name)]
        if found.get("choose") and (not self._chosen or not moves):
            self._chosen = name
        elif len(moves) > 1:
            self._asked = name
        else:
            tried = moves[0] if moves else found.get("with", {}).get(self._chosen) or found.get("try")
            self._try(tried, name, str(found.get("rule", "")))

    def _moves_of(self, name: str) -> list[tuple[list[Any], str]]:
        """The moves that a click on a piece can mean now, with words for them."""
        scene = {piece["id"]: piece for piece in pieces(self._usable())}
        found, first = scene[name], scene.get(self._chosen)
        words = zip(found.get("moves", ()), found.get("texts", ()), strict=True)
        if first is None:
            return list(words)
        kept = small_table.finishes(found, first)
        return [(move, text) for move, text in words if move in kept]

    def _try(self, move: Any, piece: str, rule: str) -> None:
        """Make the move that a click has meant; a refusal stands at the piece."""
        if move:
            try:
                self.move(tuple(move))
            except Refused as refusal:
                self.refuse(tuple(move), refusal.verdict)
                self._refused_at(piece)
        elif rule:
            self.desk.open("rules", rule)

    # -- what the page may ask for: help ------------------------------------------------------------------------------

    def _hints(self) -> list[str]:
        """The hints that can be had now; an exam gives none."""
        lesson, step = self.lesson, self._step
        if step.exam or self._done or self._off or not self._at_present:
            return []
        by_choice = (lesson.must_point and step.point and step.point.choices) or lesson.must_predict
        return ["nudge"] if by_choice else ["nudge", "point", "show"]

    @act(moves_on=True, kind=one_of("nudge", "point", "show"))
    def hint(self, kind: str) -> None:
        """Nudge says something, Point marks a piece, Show plays the move and takes it back."""
        self._stop_showing()
        if kind not in self._hints():
            raise SetupError("There is no such hint now.")
        self._forget_clicks()
        self.why = None
        if kind == "nudge":
            self._nudged = True
            self.desk.say(self._step.nudge)
            return
        self._mark(all=kind == "show")
        self._showing = kind == "show" and self._hint is not None
        words = self.lesson.session.phrase(self._step.seat, self._hint) if self._showing and self._hint else ""
        self.desk.say(f"{words}. {WATCH}" if words else "Marked on the table.")

    def _mark(self, all: bool) -> None:
        """Mark what is right to click now."""
        lesson = self.lesson
        if lesson.must_lay:
            self._hinted = [self._step.lay[self._in_hand].place]
        elif lesson.must_point:
            self._hinted = lesson.unfound if all else lesson.unfound[:1]
        else:
            self._hint = lesson.next_move()
            self._hinted = small_table.pieces_of(self._usable(), self._hint, self._step.zones) if self._hint else []

    @act(moves_on=True)
    def show_on(self) -> None:
        """What is being shown goes on: the piece was marked, now its move is made; it was made, now it is taken back."""
        if not self._showing or self._hint is None:
            raise SetupError("Nothing is being shown.")
        if self._example is None:
            self._example = self.lesson.session.branch()
            self._example.submit(self._step.seat, self._hint)
        else:
            self._stop_showing()
            self.desk.say("Taken back. Now you.")

    def _stop_showing(self) -> bool:
        """Whether something was being shown: then the table is the learner's again."""
        was, self._showing, self._example = self._showing, False, None
        return was

    # -- what the page may ask for: time and steps --------------------------------------------------------------------

    @act(moves_on=True, number=a_number)
    def goto(self, number: int) -> None:
        self._stop_showing()
        self._forget_clicks()
        super().goto(number)

    @act(moves_on=True)
    def undo(self) -> None:
        """Everything may be taken back in a lesson, with what the others answered."""
        self._take_back(self._off)

    @act(moves_on=True)
    def again(self) -> None:
        """Another try: all that led away is taken back, and what the others did because of it."""
        self._take_back(True)
        self.desk.say(f"Taken back. {self._step.task}")

    def _take_back(self, whole: bool) -> None:
        self._stop_showing()
        self._forget_clicks()
        (self.lesson.again if whole else self.lesson.undo)()
        self.lesson.answer = Answer("on", "")
        self.why = None
        self._seen = min(self._seen, self.session.log_length(self.viewer))

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


def _led_away(answer: Answer) -> Data:
    """What a legal move that does not lead to the goal is answered."""
    return {
        "head": "That leads elsewhere",
        "what": "",
        "text": answer.text,
        "rules": list(answer.rules[:2]),
        "can": [panel.button("Try again", "again", main=True)],
        "off": True,
    }


def resumed(desk: Desk, kept: str) -> Room:
    """A game at the table of lessons, as a link or a code has kept it."""
    from widgets.play import PlayRoom

    room = PlayRoom(desk)
    room.resume(kept)
    return room


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
