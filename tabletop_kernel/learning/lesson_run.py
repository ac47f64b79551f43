"""One learner at one lesson step: the moves allowed, the answers to them, and the moment the step is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tabletop_kernel.contract.errors import Refused
from tabletop_kernel.contract.game import TAKE_BACK, AnyGame
from tabletop_kernel.contract.lessons import FirstTable, Goal, Step, find_step, value_at
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.learning.question_answers import right_answers
from tabletop_kernel.table.session import Session

if TYPE_CHECKING:
    from tabletop_kernel.contract.game import Move

ANY_MOVE = ("any",)  # a line of `others`: the first legal move, whatever it is
ANY_MOVES_FROM_HERE = ("always",)  # like ANY_MOVE, but repeated: for the last line of a game that may go its own way
WAIT_FOR = "after"  # a line ["after", verb]: the seat's next lines wait for such a move by the learner
MOST_TABLES_TRIED = 120  # tables to try when a click waits to know if the goal is still in reach
IN_REACH, MAYBE_IN_REACH, OUT_OF_REACH = "yes", "unsure", "no"  # is the goal in reach from here?
EXTRA_MOVES = 3  # extra moves for a learner's own way


@dataclass(frozen=True, slots=True)
class Answer:
    """The table's answer to a legal move: `done`, `on` (go on) or `off` (it leads away; try again).

    `on` has a text if the move put something out of place that can still be fixed.
    """

    kind: str
    text: str
    rules: tuple[str, ...] = ()


class Lesson:
    """A lesson step in progress.

    >>> from tabletop_kernel import load
    >>> lesson = Lesson(load("royal_ascension"), "walk.gold")
    >>> lesson
    <Lesson walk.gold: Find the space in reach that gives gold, and walk there.>
    >>> lesson.point("space:12")
    >>> lesson.submit(("walk", 12)).kind
    'done'
    """

    def __init__(self, game: AnyGame, step: Step | str) -> None:
        self.game = game
        self.step = find_step(game.teaching.chapters, step) if isinstance(step, str) else step
        self.session = Session.at(game, self.step.position, free_undo=True)
        self.pointed: set[str] = set()  # right answers given so far: pieces, or one choice
        self.predicted = ""
        self.laid: set[int] = set()
        self.answer = Answer("on", "")  # the answer to the last move,
        self._log_length_before = 0  # and the log's length before it
        self.refused: list[str] = []  # rules that refused a move or an answer, in order
        self._prospects: dict[str, str] = {}  # cached prospects by the inputs so far
        self._rules_cited: set[str] = set()  # rules behind moves and events, including moves taken back
        self._let_others_reply()
        self._table_of_questions = (
            self.session.truth.clone()
        )  # questions are about the table that the learner first sees

    def __repr__(self) -> str:
        return f"<Lesson {self.step.id}: {self.step.task}>"

    # -- how far it is ------------------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Tell if the step is complete."""
        return not self.must_point and not self.must_lay and is_goal_reached(self.step, self.session)

    @cached_property
    def _right_answers(self) -> list[str]:
        """Return the right answers to the question, cached because some facts play the game on."""
        assert self.step.point is not None
        return right_answers(self.game, self._table_of_questions, self.step.point)

    def _answers_needed(self) -> set[str]:
        """Return the answers still needed in total: every right piece, or one right choice."""
        assert self.step.point is not None
        right = self._right_answers
        return set(right) if self.step.point.piece else self.pointed & set(right) or {right[0]}

    @property
    def must_lay(self) -> bool:
        """Tell if pieces are still to be laid out; nobody plays before that."""
        return len(self.laid) < len(self.step.lay)

    @property
    def must_point(self) -> bool:
        """Tell if pieces are still to be pointed at; until then a click on a piece points and moves nothing."""
        return self.step.point is not None and not self.pointed >= self._answers_needed()

    @property
    def unfound(self) -> list[str]:
        """Return the right answers not found yet: for hints, never for a page that didn't ask."""
        return sorted(self._answers_needed() - self.pointed) if self.must_point else []

    @property
    def must_predict(self) -> bool:
        """Tell if the learner must still make a prediction before playing."""
        return self.step.predict is not None and not self.predicted and not self.must_point

    def _let_others_reply(self) -> None:
        """Let the others answer, and remember all rules cited so far, even if moves are taken back later."""
        session, seat = self.session, self.step.seat
        _reply_until_done(self.step, session)
        for number in range(session.length + 1):
            self._rules_cited.update(session.rules_at(seat, number))
        for done in session.inputs:
            if done.seat == seat:
                self._rules_cited.update(self.game.teaching.rules_for_move(done.move))

    @property
    def rules_used(self) -> list[str]:
        """Return the step's rules behind the learner's moves, answers and events."""
        used = self._rules_cited | {self.step.lay[number].rule for number in self.laid}
        used |= {question.rule for question in (self.step.point, self.step.predict) if question}
        return [rule for rule in self.step.teaches if rule in used]

    @property
    def rules_missed(self) -> list[str]:
        """Return the step's rules that the learner didn't meet. Rules that refused something don't count as missed."""
        rules_met = {*self.rules_used, *self.refused}
        return [rule for rule in self.step.teaches if rule not in rules_met]

    # -- moves --------------------------------------------------------------------------------------------------------

    @property
    def question_first(self) -> Verdict:
        """Return the refusal that asks the open question, in its own words."""
        rule, question = ("table.point", self.step.point) if self.must_point else ("table.predict", self.step.predict)
        assert question is not None
        verdict = Verdict(rule)
        verdict.text = TABLE_REFUSALS[rule].format(
            ask=question.ask
        )  # already in the course's words, so the game words nothing
        return verdict

    def moves(self) -> list[Move]:
        """Return the learner's moves now: legal ones with this step's verbs.

        It is empty while a question or a set-up is open, and when the step is done.
        """
        if self.must_lay or self.must_point or self.must_predict or self.done:
            return []
        verbs = self.step.verbs
        return [move for move in self.session.moves(self.step.seat) if not verbs or move[0] in verbs]

    def judge(self, move: Move) -> Verdict | None:
        """Return None if the move is possible, or else why not.

        Something may come first, the verb may come later, or a rule may refuse the move.
        """
        step, session = self.step, self.session
        if self.must_lay:
            return session.worded(Verdict("table.lay"))
        if self.must_point or self.must_predict:
            return self.question_first
        if self.done:
            return session.worded(Verdict("table.step-done"))
        if step.verbs and move and move[0] not in step.verbs and move in session.moves(step.seat):
            return session.worded(Verdict("table.later", task=step.to_play))
        return session.judge(step.seat, move)

    def submit(self, move: Move) -> Answer:
        """Make the learner's move, let the others reply, and return the answer. Raise Refused if it isn't possible."""
        verdict = self.judge(tuple(move))
        if verdict is not None:
            self.refused.append(verdict.rule)
            raise Refused(verdict)
        before, values_before = self.session.log_length(self.step.seat), self._values_of_goals()
        self._log_length_before = before
        try_out(self.step, self.session, move)
        self._let_others_reply()
        self.answer = self._answer(tuple(move), before)
        if self.answer == Answer("on", "", self.answer.rules) and not self.step.exam:
            self.answer = replace(self.answer, text=self._what_is_out_of_place(values_before))
        return self.answer

    @property
    def fulfilled(self) -> list[str]:
        """Return log lines of the last move that match a goal."""
        entries = self.session.log(self.step.seat, self._log_length_before, you=True)
        texts = (
            entry.text for goal in self.step.goals for entry in entries if _is_event_of(goal, entry.kind, entry.data)
        )
        return list(dict.fromkeys(filter(None, texts)))

    def _values_of_goals(self) -> list[object]:
        """Return the present values that the goals look at."""
        view = self.session.view(self.step.seat)
        return [value_at(view, goal.see) if goal.see else None for goal in self.step.goals]

    def _what_is_out_of_place(self, before: list[object]) -> str:
        """Return what the last move put out of place, though a longer way still leads to the goal; else empty."""
        goals_with_values = zip(self.step.goals, before, self._values_of_goals(), strict=True)
        notes = (
            self.game.teaching.out_of_place(goal.see, goal.equals, old, new)
            for goal, old, new in goals_with_values
            if goal.see
        )
        return next(filter(None, notes), "")

    def _answer(self, move: Move, before: int) -> Answer:
        step, session = self.step, self.session
        entries = session.log(step.seat, before, you=True)
        rules = tuple(dict.fromkeys(entry.rule for entry in entries))
        if self.done:
            return Answer("done", step.learned, rules)
        prospect = IN_REACH if step.exam and self.moves() else self._prospect()
        if prospect == IN_REACH:
            return Answer("on", "", rules)
        for off in step.off:
            kinds = off.event.split(" or ")
            is_caused = not off.event or any(entry.kind in kinds for entry in entries)
            if is_caused and tuple(off.move) == move[: len(off.move)]:
                return Answer("off", off.says, rules)
        if prospect == MAYBE_IN_REACH:
            return Answer("on", "", rules)
        log_text = " ".join(entry.text for entry in entries[:2])
        return Answer("off", f"{log_text} That doesn't lead to the goal. {step.to_play}".strip(), rules)

    def again(self) -> None:
        """Undo the learner's moves until a way to the goal is known; an exam restarts from the beginning."""
        self.undo()
        while self._has_moved() and (self.step.exam or self._prospect() != IN_REACH):
            self.undo()
        self.answer = Answer("on", "")

    def _prospect(self) -> str:
        """Return the prospect of the present table, cached because undo returns to known tables."""
        played = str(self.session.inputs)
        if played not in self._prospects:
            self._prospects[played] = prospect_of(self.step, self.session)
        return self._prospects[played]

    def _has_moved(self) -> bool:
        return any(done.seat == self.step.seat for done in self.session.inputs)

    def undo(self) -> None:
        """Undo the learner's last move and all replies to it."""
        session, seat = self.session, self.step.seat
        while session.length:
            last = session.inputs[-1]
            session.undo()
            if last.seat == seat and not _is_formal(session, seat, last.move):
                break
        self._let_others_reply()

    # -- answers without a move ---------------------------------------------------------------------------------------

    def point(self, answer: str) -> Verdict | None:
        """Point at a piece or pick a choice. Return None if it is right, or else the rule that says why not."""
        question = self.step.point
        assert question is not None, "this step has no piece to point at"
        if answer in self._right_answers:
            self.pointed.add(answer)
            return None
        return self._refuse_with_words(question.rule, question.wrong)

    def predict(self, answer: str) -> None:
        """Store the learner's prediction."""
        self.predicted = answer

    @property
    def came_true(self) -> bool:
        """Tell if the prediction is right."""
        return self.foretold(self.predicted)

    def foretold(self, answer: str) -> bool:
        """Tell if an answer to the prediction question is right."""
        assert self.step.predict is not None
        return answer in right_answers(self.game, self._table_of_questions, self.step.predict)

    def lay(self, number: int, place: str) -> Verdict | None:
        """Lay a piece at a place. Return None if it belongs there, or else the rule against it.

        Equal pieces can swap places.
        """
        piece = self.step.lay[number]
        for other, equal_piece in enumerate(self.step.lay):
            if (equal_piece.what, equal_piece.place) == (piece.what, place) and other not in self.laid:
                self.laid.add(other)
                return None
        return self._refuse_with_words(piece.rule, piece.wrong)

    def _refuse_with_words(self, rule: str, text: str) -> Verdict:
        """Return a refusal in the step's words, or else in those of the rule or of this table's ruling."""
        book = self.session.book
        verdict = Verdict(rule)
        chosen = self.session.config.rulings.get(rule)
        verdict.text = text or (book.rulings[rule].options[chosen] if chosen else book[rule].text)
        self.refused.append(rule)
        return verdict

    # -- hints: Nudge says, Point marks, Show plays -------------------------------------------------------------------

    def next_move(self) -> Move | None:
        """Return a move toward the goal, for the Point and Show hints; None if a short search finds none."""
        return next_on_way(self.step, self.session)


def is_goal_reached(step: Step, session: Session) -> bool:
    """Tell if the goals hold and nothing is still being resolved; cached, because screens ask again and again."""
    return session.once(f"reached {step.id}", step.seat, lambda: _check_goals(step, session))


def _check_goals(step: Step, session: Session) -> bool:
    if not step.midway and session.game.pace.is_resolving(session.truth):
        return False
    return all(_is_goal_met(goal, step.seat, session) for goal in step.goals)


def _is_goal_met(goal: Goal, seat: int, session: Session) -> bool:
    if goal.event:
        return any(_is_event_of(goal, kind, data) for kind, _, _, data in session.events(seat))
    value = value_at(session.view(seat), goal.see)
    if goal.has is not None and not (isinstance(value, list) and goal.has in value):
        return False
    if goal.lacks is not None and not (isinstance(value, list) and goal.lacks not in value):
        return False
    if goal.least is not None and not (isinstance(value, int) and value >= goal.least):
        return False
    return goal.equals is None or bool(value == goal.equals)


def _is_event_of(goal: Goal, kind: str, data: Mapping[str, object]) -> bool:
    """Tell if an event matches a goal."""
    return kind in goal.event.split(" or ") and goal.data.items() <= data.items()


def prospect_of(step: Step, session: Session) -> str:
    """Return YES, UNSURE or NO: is there a way to the goals, as far as a short search can tell?"""
    if (
        is_goal_reached(step, session)
        or _kept_to(step, session) is not None
        or _by_its_moves(step, session) is not None
    ):
        return IN_REACH
    search = _WaySearch(step, session)
    return IN_REACH if search.found is not None else MAYBE_IN_REACH if search.unsure else OUT_OF_REACH


def next_on_way(step: Step, session: Session) -> Move | None:
    """Return the first move of a way to the goals, or None if a short search finds none."""
    return _kept_to(step, session) or _by_its_moves(step, session) or _WaySearch(step, session).found


def _kept_to(step: Step, session: Session) -> Move | None:
    """Return the next move of the written way, or None if the learner has left it."""
    done = [one.move for one in session.inputs if one.seat == step.seat]
    way = [tuple(move) for move in step.way]
    kept = len(done) < len(way) and done == way[: len(done)]
    return way[len(done)] if kept and way[len(done)] in session.moves(step.seat) else None


def _by_its_moves(step: Step, session: Session) -> Move | None:
    """Return the first possible move of the written way, if its moves lead to the goals in any order; else None.

    This is fast where a search would try every order, such as laying down five cards or filling a bill.
    """
    table, first = session.branch(), None
    with table.still():
        for move in map(tuple, step.way):
            if move in table.moves(step.seat):
                first = first or move
                try_out(step, table, move)
                if is_goal_reached(step, table):
                    return first
    return None


class _WaySearch:
    """A breadth-first search for the shortest way; `unsure` if it stopped early."""

    def __init__(self, step: Step, session: Session) -> None:
        self.step = step
        self.tables = 0
        self.unsure = False
        done = sum(move.seat == step.seat for move in session.inputs)
        self.found = self._search(session, max(1, len(step.way) - done + EXTRA_MOVES))

    def _search(self, session: Session, depth: int) -> Move | None:
        layer: list[tuple[Move | None, Session]] = [(None, session)]
        for _ in range(depth):
            following: list[tuple[Move | None, Session]] = []
            for first, table in layer:
                for move, twin in self._tables_after(table):
                    if is_goal_reached(self.step, twin):
                        return first or move
                    following.append((first or move, twin))
            layer = following
        self.unsure = self.unsure or any(table.moves(self.step.seat) for _, table in layer)
        return None

    def _tables_after(self, table: Session) -> Iterator[tuple[Move, Session]]:
        """Yield the learner's moves with the tables they lead to, including the others' replies."""
        for move in table.moves(self.step.seat):
            if move[0] == TAKE_BACK or (self.step.verbs and move[0] not in self.step.verbs):
                continue  # taking back leads nowhere new
            if self.tables == MOST_TABLES_TRIED:
                self.unsure = True
                return
            self.tables += 1
            twin = table.branch()
            with twin.still():  # until the search has looked at it, so that nothing is worked out twice
                try_out(self.step, twin, move)
                yield move, twin


def try_out(step: Step, session: Session, move: Move) -> None:
    """Make a learner's move with the others' replies, and repeat it while it is only formal."""
    with session.still():
        session.submit(step.seat, move)
        _reply_until_done(step, session)
        while session.game.pace.forced_move(session.truth, step.seat) == move and not (
            step.goals and is_goal_reached(step, session)
        ):
            session.submit(step.seat, move)
            _reply_until_done(step, session)


def _is_formal(session: Session, seat: int, move: Move) -> bool:
    """Tell if a move just taken back only repeated the seat's last one, without a decision."""
    last = next((done.move for done in reversed(session.inputs) if done.seat == seat), None)
    return last == move == session.game.pace.forced_move(session.truth, seat)


def _reply_until_done(step: Step, session: Session) -> None:
    """Let the other seats play their written moves until the step is done."""
    while not (session.length and step.goals and is_goal_reached(step, session)) and reply_once(step, session):
        pass


def reply_while_possible(script: Step | FirstTable, session: Session) -> None:
    """Let the other seats play their written moves as long as it is their turn to decide."""
    while reply_once(script, session):
        pass


def reply_once(script: Step | FirstTable, session: Session) -> bool:
    """Make one written move of another seat. Return False if there is none, or the learner must decide."""
    for seat in session.deciders:
        move = _next_written_move(script, session, seat) if seat != script.seat else None
        if move is not None:
            session.submit(seat, move)
            return True
    return False


def open_first_table(game: AnyGame) -> Session:
    """Open a notebook's first table at the learner's first decision."""
    assert game.teaching.first_table is not None, f"{game.title} has no first table"
    session = Session.at(game, game.teaching.first_table.position, free_undo=True)
    reply_while_possible(game.teaching.first_table, session)
    return session


def _next_written_move(script: Step | FirstTable, session: Session, seat: int) -> Move | None:
    """Return a seat's next written move that is possible now; skip lines that the learner's way made impossible."""
    lines = [tuple(move) for line_seat, *move in script.others if line_seat == seat]
    at = 0
    for done in session.inputs:
        if done.seat == seat:
            while at < len(lines) and lines[at] not in (done.move, ANY_MOVE, ANY_MOVES_FROM_HERE):
                at += 1
            at += lines[at : at + 1] != [ANY_MOVES_FROM_HERE]
        elif done.seat == script.seat:
            at = _line_after_wait(lines, at, str(done.move[0]))
    for move in lines[at:]:
        if move[0] == WAIT_FOR:
            if script.seat in session.asked:
                return None
            continue  # don't wait: the learner isn't asked, so the table needs this seat
        if move in (ANY_MOVE, ANY_MOVES_FROM_HERE):
            moves = session.moves(seat)
            return next((one for one in moves if one[0] != TAKE_BACK), moves[0])  # a take-back could repeat forever
        if session.judge(seat, move) is None:
            return move
    return None


def _line_after_wait(lines: list[Move], at: int, verb: str) -> int:
    """Return a seat's next line after a learner's move: past the next wait, if it was for this verb."""
    wait = next((number for number in range(at, len(lines)) if lines[number][0] == WAIT_FOR), None)
    return wait + 1 if wait is not None and lines[wait] == (WAIT_FOR, verb) else at
