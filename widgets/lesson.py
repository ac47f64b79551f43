"""A lesson: something to do at a prepared table, step by step. Whatever one does there gets an answer."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.common_words import listed, sentence
from tabletop_kernel.contract.errors import Refused, SaveError, SetupError, TabletopError, clip
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.lessons import Chapter
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.learning.lesson_run import Answer, is_goal_reached, next_on_way, try_out
from tabletop_kernel.players.bots import forward
from widgets import links, panel, small_table, task
from widgets.lesson_table import LessonTable
from widgets.links import Progress
from widgets.log import told
from widgets.messages import a_code, a_flag, a_move, a_number, a_text, act, one_of
from widgets.room import Room
from widgets.scene import READ, pieces

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter

Data = dict[str, Any]

MARKED = 1300  # milliseconds that a piece is marked before its move is shown,
SHOWN = 2400  # and that the move then stands before it is taken back
LESSON_SLOTS = ("learn:", "short:")  # how the slots of tables begin that teach a chapter, or the short way
LONGEST_SHOW = 40  # moves, with those of others
PLAYED = -1  # whoever has seen how it comes out cannot foresee it any more
WATCH = "Watch, then do it yourself."
HELD = "You can play on when your teacher lets the class continue."


class LessonRoom(LessonTable):
    """One learner, walking through the steps of a game's lessons, or along its short way."""

    def __init__(self, desk: Desk, step: str, short: bool = False) -> None:
        self._short = desk.game.teaching.short_way if short else None
        super().__init__(desk, step)

    def _set(self, step: str) -> None:
        super()._set(step)
        on_short_way = self._short is not None and self._step in self._short.steps
        self.chapter = (
            self._short if on_short_way and self._short else task.chapter_of(self.game.teaching.chapters, step)
        )
        self._wrong: list[str] = []  # choices that were not right
        self._said = ""  # what was foreseen, in words,
        self._said_at = 0  # and how many moves had been made then
        self._offered = task.offered(self._step, self._place_names)
        self._in_hand = self._offered[0] if self._offered else 0  # which of the things is in the learner's hand
        self._nudged = False
        self._in_words = ""  # the move that was marked last

    @property
    def learning(self) -> str:
        return self._step.id

    def project(self, on: bool) -> None:
        """A lesson looks the same: nobody's secrets are in it, since everybody gets the same cards."""

    # -- the screen ---------------------------------------------------------------------------------------------------

    def screen(self) -> Data:
        hinted = {"pieces": self._hinted, "move": list(self._hint or ())} if self._hinted or self._hint else None
        return {
            "kind": "table",
            "where": task.where(self.game.teaching.chapters, self.chapter, self.desk.progress.done, self._step.id),
            "tools": [tool for tool in ("rules", "odds", "save") if tool not in self.hidden],
            **self.table(self.legal()),
            "task": self._task(),
            "now": self._now(),
            "hint": hinted,
            "show": (SHOWN if self._played else MARKED) if self._showing else None,
            "menu": self._menu(),
            "time": self._time(),
            "keep": {"learn": self.desk.progress.write(), **self._no_game()},
        }

    def _no_game(self) -> dict[str, str]:
        """A link forgets the game that was played at the table of these lessons, unless it waits to go on."""
        own = self.desk.slot.startswith(LESSON_SLOTS) and not self.desk.has_game_waiting
        return {self.desk.slot: ""} if own else {}

    @property
    def _moved(self) -> bool:
        return any(done.seat == self._step.seat for done in self.lesson.session.inputs)

    def _time(self) -> Data | None:
        """Only moves of the learner's can be taken back, with all that answered them."""
        if self._example or not self.session.length:
            return None
        time = panel.time(self.session, self.moments, [], [], 0)
        return {**time, "undo": time["undo"] and self._moved}

    def _now(self) -> Data | None:
        """What is to be decided; nothing as long as the task card asks for something else."""
        if not self._at_present:  # a lesson has no other lines: one takes back, as often as one likes
            now = panel.past(self.session, self.moments)
            return {**now, "buttons": now["buttons"][:1], "text": "You are looking back. Undo is free in a lesson."}
        if self._showing:
            return _pending("Like this", f"{self._hint_in_words()} {WATCH}")
        if self._hinted and self._must_answer:
            return _pending("Like this", self._marked_in_words())
        if not self._may_move:
            return None
        if not self._chosen:
            return self._decision()
        chosen = next(piece for piece in pieces(self._usable()) if piece["id"] == self._chosen)
        return _pending("You are choosing", **chosen["chosen"])

    def _decision(self) -> Data | None:
        """The prompt; where it names something that the step does not have in play, what is left of the task.

        Where all of the task is left there is none, since the task card above says it already.
        """
        now, later = panel.now(self.session, self.viewer, self.moments), self._rules_of_later
        rules = [rule for rule in now["rules"] if rule not in later]
        if rules == now["rules"] and not self._leaves_one_word:
            return now
        step = self._step
        return {**now, "text": step.to_play, "rules": rules} if step.to_play != step.task else None

    @property
    def _leaves_one_word(self) -> bool:
        """Whether, with nothing under way, a step leaves one word in play of all that could be done: to pass."""
        session, moves = self.session, self.legal()
        at_rest = not self.game.pace.is_resolving(session.truth)
        return at_rest and [len(move) for move in moves] == [1] and len(session.moves(self._step.seat)) > 1

    @property
    def _rules_of_later(self) -> set[str]:
        """The rules that give moves which come later, possible now or not, and none that are in play."""
        verbs = {str(move[0]) for move in forward(self.session.moves(self._step.seat))}
        in_play = verbs & set(self._step.verbs or verbs)
        later = {*verbs, *self.game.teaching.allowed_by} - set(self._step.verbs) if self._step.verbs else set()
        found, kept = (
            {rule for verb in part for rule in self.game.teaching.allowed_by.get(verb, ())} for part in (later, in_play)
        )
        return found - kept

    def _task(self) -> Data:
        step, lesson, done = self._step, self.lesson, self._done
        return {
            "id": step.id,
            "title": step.title,
            "opening": task.opening(self.game, self.chapter, step),
            "say": " ".join(step.say.split()),
            "task": step.task,
            "waits": not done and task.waits(lesson, self._held),
            "exam": step.exam,
            "done": done,
            "point": task.pointing(lesson, self._wrong),
            "predict": task.predicting(lesson, done, self._said, self._may_rethink, self._held),
            "tray": task.tray(lesson, self._in_hand, self._offered),
            "nudge": step.nudge if self._nudged and not done else "",
            "hints": self._hints(),
            "happened": " ".join(lesson.fulfilled) if done and self._at_present else "",
            "learned": step.learned if done else "",
            "rules": task.rules(lesson) if done else None,
            "summary": self._summary() if done and step is self.chapter.steps[-1] else None,
            "moved": self._moved and not done,
            "onward": task.onward(
                self.game.teaching.chapters,
                self.chapter,
                step.id,
                self._wanted_next,
                bool(self.game.agreement.first_seats),
            ),
            "back": panel.button("Back to the game", "play") if self.desk.has_game_waiting else None,
        }

    def _summary(self) -> Data:
        """What the chapter, or the short way, has taught."""
        return task.summary(self.game.teaching.chapters, self.chapter, self.desk.progress.done)

    @property
    def _wanted_next(self) -> str | None:
        """The step that a class does next; None for whoever goes on as they like."""
        return self.desk.attendance.next_step(self.game.name, self._step.id)

    def drawer(self, kind: str) -> Data | None:
        done, now = self.desk.progress.done, self._step.id
        if kind == "odds":
            later = {"title": "Odds", "lines": ["The odds come back after this step."], "figure": None, "rules": []}
            return {"kind": "odds", **later} if "odds" in self.hidden else self.odds()
        if kind == "save":
            code = self.desk.progress.write()
            text = "This code holds only your progress in these lessons." if code else ""
            return {"kind": "save", "code": code, "warning": text, "problem": ""}
        if kind == "steps":
            short = [self.game.teaching.short_way] if self.game.teaching.short_way else []
            chapters = [
                {
                    "title": one.title,
                    "number": number,
                    "summary": one.summary,
                    "steps": [task.dot(step, done, now, one is self.game.teaching.short_way) for step in one.steps],
                }
                for number, one in enumerate([*short, *self.game.teaching.chapters], 1 - len(short))
            ]
            return {"kind": "steps", "chapters": chapters}
        return None

    # -- answers ------------------------------------------------------------------------------------------------------

    def submit(self, move: Move) -> None:
        self.lesson.submit(move)
        self._said_at = PLAYED
        self._note_progress()

    def _come_here(self) -> None:
        """A link leads back to this step, and to the way on which it is taken."""
        progress = self.desk.progress
        progress.now, progress.short = self._step.id, self.chapter is self._short

    def _note_progress(self) -> None:
        """Note how far the learner has come. Only what somebody does counts: a page opens several chapters at once."""
        self._come_here()
        if self._done:
            self.desk.progress.done.add(self._step.id)
            if self._step.predict:
                self._note_answer(self._step.predict.rule, self.lesson.came_true)

    def _note_answer(self, rule: str, right: bool) -> None:
        """Pointing, laying and foreseeing are acting: the rule behind an answer goes into the ledger like a move's."""
        ledger = self.desk.knowledge.ledger
        if right:
            ledger.use([rule])
        else:
            ledger.refused(rule)

    def _tell_news(self, before: int) -> None:
        """Have read out what the move did and what the lesson says to it."""
        news = [] if "log" in self.hidden else [entry.text for entry in told(self.session, self.viewer, before)]
        if self._off:
            self.desk.say(self.lesson.answer.text)
        elif self._done:
            self.desk.say(" ".join([*news[:3], f"Done. {self._step.learned}"]))
        elif news or self.lesson.answer.text:
            self.desk.say(" ".join([*news[:4], self.lesson.answer.text]).strip())

    def refuse(self, move: Move, verdict: Verdict) -> None:
        """Why not. What one could do instead is not offered here: it might be the solution."""
        super().refuse(move, verdict)
        assert self.why is not None
        if verdict.rule not in self.lesson.refused:  # somebody only asked
            self.lesson.refused.append(verdict.rule)
        self.why["can"] = []
        if verdict.rule in TABLE_REFUSALS:
            self.why |= {"what": "", "head": "Not yet", "told": True, "rules": []}

    def _not_right(self, what: str, verdict: Verdict, piece: str = "") -> None:
        self.why = {"what": what, "text": verdict.text, "rules": [verdict.rule], "can": [], "piece": piece}
        self._note_answer(verdict.rule, right=False)
        self.desk.attendance.refused(self.game, verdict.rule)
        self.desk.say(f"{what} {verdict.text}", assertive=True)

    def _right(self, because: str, rule: str) -> None:
        self.why = None
        self._note_answer(rule, right=True)
        self._note_progress()
        self.desk.say(" ".join(["Right.", because, f"Done. {self._step.learned}" if self._done else ""]).strip())

    # -- what the page may ask for: moves and answers -----------------------------------------------------------------

    @act(moves_on=True, move=a_move, sure=a_flag)
    def move(self, move: Move, sure: bool = False) -> None:
        """Make a move, unless one is being shown or the last one has to be taken back first."""
        if self._stop_showing():
            return
        self._forget_clicks()
        if self._held:
            raise SetupError(HELD)
        if self._off and move[0] != READ:
            self.why = None
            self.desk.say(self.lesson.answer.text, assertive=True)
            return
        super().move(move, sure)

    @act(moves_on=True, piece=a_text)
    def point(self, piece: str) -> None:
        """A click on a piece where it is an answer, or where the page does not know what it would do."""
        if self._stop_showing():
            return
        part, marked = self._part_with(piece), self._hinted
        self.why, self._hinted, self._hint, self._asked = None, [], None, ""
        session = self.session
        if not self._at_present:
            raise Refused(session.worded(Verdict("table.past", at=session.at_input, length=session.length)))
        if self._must_answer:
            self._answer_with(piece)
            self._hinted = [one for one in marked if one in self.lesson.unfound]  # what was found is marked no more
        elif small_table.is_dimmed(part, self._step.zones):
            later = Verdict("table.step-done") if self._done else Verdict("table.later", task=self._step.to_play)
            self.turn_down((), session.worded(later))
            self._at_piece(piece)
        else:
            self._click(piece)

    def _answer_with(self, piece: str) -> None:
        """Answer what is asked by a piece; one that can be no answer is told what is asked."""
        lesson, step = self.lesson, self._step
        piece = self._meant(piece)
        if lesson.must_lay:
            self._lay(piece)
        elif lesson.must_point and step.point and step.point.piece:
            self._point_at(piece)
        elif lesson.must_predict and step.predict and task.fits(step.predict, piece):
            found = next(one for one in pieces(self._in_outline([])) if one["id"] == piece)
            self._predict(piece, task.name_of(found))
        else:
            self.turn_down((), lesson.question_first)
            self._at_piece(piece)

    def _meant(self, piece: str) -> str:
        """The piece that a click answers with: one that can be no answer stands for what it lies on."""
        scene = small_table.unlaid(self._in_outline([]), self._place_names, self._empty_places)
        under = small_table.what_lies_under(scene, piece)
        return piece if self._can_answer(piece) else next(filter(self._can_answer, under), piece)

    def _point_at(self, piece: str) -> None:
        """A piece of the kind that is asked for gets its reason; any other may not fit it, and is named."""
        verdict, asked = self.lesson.point(piece), self._step.point
        assert asked is not None
        if verdict is not None and not task.fits(asked, piece):
            found = next((one for one in pieces(self._in_outline([])) if one["id"] == piece), None)
            clicked = f"You clicked “{task.name_of(found)}”. " if found else ""
            verdict.text = f"{clicked}{asked.ask}"
        if verdict is None:
            self._right("" if self.lesson.must_point else asked.because, asked.rule)
        else:
            self._not_right("Not this one.", verdict, piece)

    def _lay(self, name: str) -> None:
        """Lay what is in hand into a place, which has a name of its own as long as it is empty."""
        thing = self._step.lay[self._in_hand]
        place = next((place for place, given in self._empty_places.items() if given == name), name)
        verdict = self.lesson.lay(self._in_hand, place)
        if verdict is not None:
            self._not_right(f"Not here: {thing.what}.", verdict, name)
            return
        self._in_hand = next((n for n in self._offered if n not in self.lesson.laid), self._in_hand)
        self._right(f"{thing.what[:1].upper()}{thing.what[1:]}.", thing.rule)

    def _predict(self, answer: str, said: str) -> None:
        self.lesson.predict(answer)
        if self._step.id not in self.desk.progress.done:  # else they have seen already how it comes out
            self.desk.attendance.foresaw(self.game.name, self._step, answer, said)
        self._said, self._said_at = said, self.lesson.session.length
        self._come_here()
        self.desk.say(f"Your prediction: {said}. {HELD if self._held else 'Now play and see.'}")

    @act(moves_on=True, choice=a_text)
    def answer(self, choice: str) -> None:
        """Answer by a button what is asked and cannot be pointed at."""
        lesson, step = self.lesson, self._step
        if lesson.must_point and step.point and choice in step.point.choices:
            verdict = lesson.point(choice)
            if verdict is None:
                self._right(step.point.because, step.point.rule)
            else:
                self._wrong.append(choice)
                self._not_right(f"Not {choice}.", verdict)
        elif lesson.must_predict and step.predict and choice in step.predict.choices:
            self.why = None
            self._predict(choice, choice)
        else:
            raise SetupError(f"You can't answer {clip(choice)} here.")

    @property
    def _may_rethink(self) -> bool:
        """A prediction may be changed until something has happened."""
        is_told = self.desk.attendance.has_seen(self.game.name, self._step.id)  # on the wall of a class
        still = self.lesson.session.length == self._said_at and not self._done
        return bool(self.lesson.predicted) and still and not (is_told or self._held)

    @act(moves_on=True)
    def rethink(self) -> None:
        """Foresee something else, as long as nothing has happened."""
        if not self._may_rethink:
            raise SetupError("It is too late to change your prediction.")
        self.lesson.predict("")

    @act(moves_on=True, n=a_number)
    def take(self, n: int) -> None:
        """Take another of the things that are to be laid out into the hand."""
        if n >= len(self._step.lay) or n in self.lesson.laid:
            raise SetupError("You can't take that: it is already placed, or it isn't part of this step.")
        self._in_hand, self.why = n, None

    # -- what the page may ask for: help ------------------------------------------------------------------------------

    def _hints(self) -> list[str]:
        """The hints that can be had now; an exam gives none."""
        lesson, step = self.lesson, self._step
        if step.exam or self._done or self._off or self._held or not self._at_present:
            return []
        by_choice = (lesson.must_point and step.point and step.point.choices) or lesson.must_predict
        return ["nudge"] if by_choice else ["nudge", "point", "show"]

    def _hint_in_words(self) -> str:
        """The move that is marked; once it has been shown, it is still told as it was before."""
        if not self._hint:
            return ""
        if not self._played:
            self._in_words = sentence(self.session.phrase(self._step.seat, self._hint))
        return self._in_words

    @act(moves_on=True, kind=one_of("nudge", "point", "show"))
    def hint(self, kind: str) -> None:
        """Nudge says something, Point marks a piece, Show plays the way from here and takes it back."""
        self._stop_showing()
        if kind not in self._hints():
            raise SetupError("You can't get this hint now.")
        self._forget_clicks()
        self.why = None
        if kind == "nudge":
            self._nudged = True
            self.desk.say(self._step.nudge)
            return
        self._mark(all=kind == "show")
        self._showing = kind == "show" and self._hint is not None
        marked = self._marked_in_words() if self._hinted and self._must_answer else "Marked on the table."
        self.desk.say(f"{self._hint_in_words()} {WATCH}" if self._showing else marked)

    def _marked_in_words(self) -> str:
        """What is marked while something is to be laid or pointed at: no move is shown, since a click is the answer."""
        if self.lesson.must_lay:
            return f"In your hand: {self._step.lay[self._in_hand].what}. Click the marked place on the table."
        found = {piece["id"]: piece for piece in pieces(self._in_outline([]))}
        names = listed(task.name_of(found[one]) for one in self._hinted)
        return f"Marked on the table: {names}. Click {'them' if len(self._hinted) > 1 else 'it'} to answer."

    def _mark(self, all: bool) -> None:
        """Mark what is right to click now."""
        lesson = self.lesson
        if lesson.must_lay:
            self._hinted = [self._place_names[self._step.lay[self._in_hand].place]]
        elif lesson.must_point:
            self._hinted = lesson.unfound if all else lesson.unfound[:1]
        else:
            self._hint = lesson.next_move()
            self._hinted = self._makers(self._hint, lesson.moves()) if self._hint else []

    @act(moves_on=True)
    def show_on(self) -> None:
        """What is being shown goes on: a mark, its move, the next mark; after the last move all is taken back."""
        if not self._showing or self._hint is None:
            raise SetupError("There is no demonstration to continue.")
        if self._example is None:
            self._example = self.lesson.session.branch()
            self._said_at = PLAYED
        if self._played:
            self._show_next()
        else:
            try_out(self._step, self._example, self._hint)
            self._played, self._hinted = True, []

    def _show_next(self) -> None:
        """Mark what makes the next move of the way; at its end all of it is taken back."""
        step, example = self._step, self._example
        assert example is not None
        made = example.length - self.lesson.session.length
        coming = next_on_way(step, example) if made < LONGEST_SHOW and not is_goal_reached(step, example) else None
        if coming is None:
            self._stop_showing()
            self.desk.say("Taken back. Now it is your turn.")
            return
        self._hint, self._played = coming, False
        self._hinted = self._makers(coming, example.moves(step.seat))
        self.desk.say(self._hint_in_words())

    def _makers(self, move: Move, moves: list[Move]) -> list[str]:
        """The pieces that make a move at the table on the screen."""
        scene = self.desk.face.scene(self.look(self.viewer, moves))
        return small_table.pieces_of(scene, move, self._step.zones)

    def _stop_showing(self) -> bool:
        """Whether something was being shown: then the table is the learner's again."""
        was, self._showing, self._example, self._played = self._showing, False, None, False
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
        self.desk.say(f"Taken back. {self._step.to_play}")

    def _take_back(self, whole: bool) -> None:
        self._stop_showing()
        self._forget_clicks()
        (self.lesson.again if whole else self.lesson.undo)()
        self.desk.attendance.took_back()
        self.lesson.answer = Answer("on", "")
        self.why = None
        self._seen = min(self._seen, self.session.log_length(self.viewer))

    @act(moves_on=True, id=a_text, short=a_flag)
    def step(self, id: str, short: bool = False) -> None:
        """Go to any step, along the short way or in its chapter; a question of the class is answered first."""
        here = self._step.id
        if id != here and self.lesson.must_predict and self.desk.attendance.asks(self.game.name, here):
            raise SetupError("Your teacher wants your answer here. Answer before you go on.")
        self._short = self.game.teaching.short_way if short else None
        self._set(id)
        self._come_here()
        self.desk.close()

    @act(moves_on=True)
    def retry(self) -> None:
        """The same step from its beginning."""
        self._set(self._step.id)
        self.desk.attendance.took_back()

    @act(moves_on=True, code=a_code)
    def restore(self, code: str) -> None:
        """Go on where a lesson code says, or at the table of a game's code."""
        kind, kept = links.from_anything(code)
        if kind == "lesson":
            self.desk.progress.read(kept)
            self._set(self.desk.progress.now or self._step.id)
            self.desk.close()
            return
        if kind == "code":
            kept = links.invitation_of(kept)
        self.desk.move_to(resumed(self.desk, kept))


def _pending(head: str, text: str, rules: list[str] | None = None) -> Data:
    return {"kind": "pending", "head": head, "text": text, "rules": rules or [], "buttons": []}


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
            elif link.get("learned") and not desk.progress.done:  # what this browser remembers, without any link
                with suppress(SaveError):  # the course has changed since
                    desk.progress.read(link["learned"])
            if link.get(desk.slot):
                return resumed(desk, link[desk.slot])
        except TabletopError as error:
            trouble = f"{error} The lessons start from the beginning."
        short, progress = desk.game.teaching.short_way, desk.progress
        if chapter is not short and (chapter or (progress.now and not progress.short)):
            short = None
        room = LessonRoom(desk, first_step(progress, chapter, short), short=short is not None)
        if trouble:
            room.why = {"what": "That link did not work.", "text": trouble, "rules": [], "can": []}
        return room

    return enter


def first_step(progress: Progress, chapter: Chapter | None, short: Chapter | None) -> str:
    """Where a learner goes on in a chapter, or in the whole course: first along its short way."""
    begun = chapter or short
    steps = [step.id for step in begun.steps] if begun else []
    if chapter is None:
        steps += progress.steps
    undone = [step for step in steps if step not in progress.done]
    return progress.now if progress.now in steps else (undone or steps)[0]
