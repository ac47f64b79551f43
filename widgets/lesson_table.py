"""The table of a lesson: as much of it as the step at hand shows, and what a click on a piece means there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import Refused, SetupError, clip
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.lessons import Question, Step
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.learning.lesson_run import Answer, Lesson
from tabletop_kernel.table.session import Session
from widgets import panel, small_table
from widgets.look import ORDER
from widgets.room import Room
from widgets.scene import Scene, pieces
from widgets.task import fits

if TYPE_CHECKING:
    from widgets.desk import Desk

Data = dict[str, Any]

ANY_PIECE = "{}"  # of a question that any piece may answer
FORESEEN = ("odds", "previews")  # what nobody gets before a prediction
UNLAID = ("odds", "previews", "totals", "log")  # what would tell where things go


class LessonTable(Room):
    """The table at which a step is taken."""

    def __init__(self, desk: Desk, step: str) -> None:
        super().__init__(desk)
        self._set(step)

    def _set(self, step: str) -> None:
        """Set the table for a step."""
        self.lesson = Lesson(self.game, step)
        self.viewer = self.lesson.step.seat
        self.why = None
        self._finished = False
        self._place_names: dict[str, str] = {}  # of places that are laid out in this step
        self._example: Session | None = None  # a table at which a move is being shown
        self._forget_clicks()
        if self._step.lay:
            self._place_names = small_table.numbered(self._in_outline([]), {thing.place for thing in self._step.lay})
        self._seen = self.session.log_length(self.viewer)

    def _forget_clicks(self) -> None:
        """What a click or a hint has left on the screen goes with the next thing that is done."""
        self._hinted: list[str] = []  # pieces that are pointed at
        self._hint: Move | None = None  # the move that they make
        self._showing = False  # whether that move is about to be shown, or is
        self._played = False  # whether it has been made on the example's table
        self._chosen = ""  # the first of two pieces, where the page does not know what they could do
        self._asked = ""  # the piece whose moves are to choose from, likewise

    @property
    def session(self) -> Session:  # type: ignore[override]
        """The table on the screen: the learner's, or one at which something is shown."""
        return self._example or self.lesson.session

    @property
    def _step(self) -> Step:
        return self.lesson.step

    # -- how far it is ------------------------------------------------------------------------------------------------

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

    @property
    def _must_answer(self) -> bool:
        """Whether something is to be laid, pointed at or foreseen before anybody plays."""
        lesson = self.lesson
        return not self._done and (lesson.must_lay or lesson.must_point or lesson.must_predict)

    @property
    def _may_move(self) -> bool:
        return not (self._must_answer or self._done or self._off or self._showing or self._held)

    @property
    def _held(self) -> bool:
        """Whether somebody waits for their class, and plays when it goes on."""
        return self.desk.attendance.holds

    @property
    def hidden(self) -> Collection[str]:
        """What would answer before the learner does; it comes back when the step is done, in the same places."""
        if self._done:
            return (ORDER,) if "previews" in self._step.hide else ()
        if self.lesson.must_lay:
            return (*self._step.hide, *UNLAID)
        return (*self._step.hide, *FORESEEN) if self.lesson.must_predict else self._step.hide

    def legal(self) -> list[Move]:
        return self.lesson.moves() if self._may_move else []

    def judge(self, move: Move) -> Verdict | None:
        return self.lesson.judge(move)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def table(self, moves: list[Move]) -> Data:
        """The table as small as the step has it."""
        table = super().table(moves)
        scene = self._with_later(table["scene"], moves)
        if "reach" in self.hidden:
            table["moves"] = small_table.beside_the_table(table["moves"], scene)
            small_table.out_of_reach(scene)
        if "log" in self.hidden:
            table["log"] = []
        if self.lesson.answer.text and not self._done and self.why is None and self._at_present:
            table["why"] = _led_away(self.lesson.answer) if self._off else _out_of_place(self.lesson.answer)
        return {**table, "scene": self._asking(scene)}

    def scene(self, moves: Sequence[Move] = ()) -> Scene:
        """Without what would answer, also while the moves of others are played back."""
        scene = super().scene(moves)
        if "odds" in self.hidden:
            small_table.without_odds(scene)
        return small_table.without_totals(scene) if "totals" in self.hidden else scene

    def _with_later(self, scene: Scene, moves: list[Move]) -> Scene:
        """Where a step allows only some kinds of move, the others say that they come later."""
        verbs = self._step.verbs
        every = self.session.moves(self._step.seat) if verbs and self._may_move else []
        if len(every) > len(moves):
            small_table.try_later(scene, self._in_outline(every), verbs)
        return scene

    def _in_outline(self, moves: list[Move]) -> Scene:
        """The scene without words for its moves, which take longest to make."""
        face, view = self.desk.face, self.session.view(self.viewer)
        return face.scene(face.look(self.game, self.config, view, moves, lambda move: "", {}, ("previews",)))

    def _asking(self, scene: Scene) -> Scene:
        """The scene while something is to be laid, pointed at or foreseen, with what was already."""
        lesson = self.lesson
        if self._must_answer and self._at_present:
            scene = small_table.unlaid(scene, self._place_names, self._empty_places)
            small_table.all_to_point_at(scene)
        small_table.dim(scene, self._step.zones)
        if wanted := self._wanted:
            small_table.bring_forward(scene, wanted)
        elif not self._must_answer and (answered := self._answered):
            small_table.keep_forward(scene, answered)
        small_table.signed(scene, "right", lesson.pointed)
        small_table.signed(scene, "said", [lesson.predicted] if lesson.predicted else ())
        for piece in pieces(scene) if self._chosen else ():
            if piece["id"] == self._chosen:
                piece["state"] = "selected"
        return scene

    @property
    def _wanted(self) -> Callable[[str], bool] | None:
        """Which pieces a hint marks, or which are such as something is asked of; None if no piece is wanted.

        Where any piece may be the answer none is: the parts in play come forward by themselves.
        """
        if self._hinted:
            return self._hinted.__contains__
        question = self._question
        return self._can_answer if self._must_answer and question and question.piece != ANY_PIECE else None

    @property
    def _answered(self) -> Callable[[str], bool] | None:
        """Which pieces are such as something was asked of, once it is answered; None if no piece is."""
        asked = self._step.predict or self._step.point
        return partial(fits, asked) if asked and asked.piece not in ("", ANY_PIECE) else None

    def _can_answer(self, piece: str) -> bool:
        """Whether a piece is such as the question at hand asks for."""
        if self.lesson.must_lay:
            return piece in self._place_names or piece in self._place_names.values()
        return self._question is not None and fits(self._question, piece)

    @property
    def _question(self) -> Question | None:
        """What is asked before anybody plays, once everything is laid."""
        lesson, step = self.lesson, self._step
        return None if lesson.must_lay else step.point if lesson.must_point else step.predict

    @property
    def _empty_places(self) -> dict[str, str]:
        """Places where something is still missing, with the names they have until then."""
        missing = {thing.place for number, thing in enumerate(self._step.lay) if number not in self.lesson.laid}
        return {place: name for place, name in self._place_names.items() if place in missing}

    def _usable(self) -> Scene:
        """The scene with all that can be done, whether or not the page has it."""
        moves = self.legal()
        return self._with_later(self.desk.face.scene(self.look(self.viewer, moves)), moves)

    def _menu(self) -> Data | None:
        """The moves of a piece, where the page learns of them only now."""
        if not self._asked:
            return None
        found = self._moves_of(self._asked)
        return {"piece": self._asked, "items": [{"text": text, "move": move} for move, text in found]}

    # -- clicks: worked out here where the page does not know what can be reached, as the page does it elsewhere -------

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
                self.turn_down(tuple(move), refusal.verdict)
                self._at_piece(piece)
        elif rule:
            self._tell_rule(rule, piece)

    def _tell_rule(self, rule: str, piece: str) -> None:
        """A piece that can do nothing says its rule beside the task: the whole book would lie over it."""
        book = self.session.book
        text = book[rule].text if rule in book else book.rulings[rule].options[self.config.rulings[rule]]
        self.why = {"head": "The rule", "what": "", "text": text, "rules": [rule], "can": []}
        self.why |= {"told": True, "piece": piece}
        self.desk.say(text)

    def _piece_of(self, move: list[Any]) -> str:
        lit = [part for part in self._usable() if not small_table.is_dimmed(part, self._step.zones)]
        meant = (piece for piece in pieces(lit) if move == piece.get("try") or move in piece.get("with", {}).values())
        return next((str(piece["id"]) for piece in meant), "")

    def _at_piece(self, piece: str) -> None:
        """A refusal stands at the piece that was clicked."""
        if self.why is not None:
            self.why["piece"] = piece

    def _part_with(self, piece: str) -> Any:
        """The part in which a piece lies; an empty place is in none."""
        if piece in self._empty_places.values():
            return {}
        for part in self._parts():
            if any(one["id"] == piece for one in pieces(part)):
                return part
        raise SetupError(f"There is no piece {clip(piece)} on this table.")

    def _parts(self) -> Iterator[Any]:
        """The parts of an outline, which is soon made, and then of the whole scene: an outline has no previews."""
        yield from self._in_outline([])
        yield from self.scene(self.legal())


def _led_away(answer: Answer) -> Data:
    """What a legal move that does not lead to the goal is answered."""
    return {
        "head": "That isn't the task",
        "what": "",
        "text": answer.text,
        "rules": list(answer.rules[:2]),
        "can": [panel.button("Try again", "again", main=True)],
        "off": True,
    }


def _out_of_place(answer: Answer) -> Data:
    """What a legal move has put out of place, if one can go on from there: nothing has to be taken back."""
    return {"head": "Out of place", "what": "", "text": answer.text, "rules": [], "can": [], "told": True, "made": True}
