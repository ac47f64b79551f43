"""Puzzles on a launcher alone: a pattern to be made in a few slides and switches, each puzzle by its number.

A puzzle stands on a table of its own, in the Program step with just as many moves as it needs. So every move is judged
by the rules of the game, and a refusal has the same reason as in a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from tabletop_kernel.contract.errors import SaveError, SetupError, TabletopError, clip
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import COLUMNS, CORRUPTED, EMPTY, OPEN, SLOT, SLOTS
from tabletop_kernel.games.tamashii.launch import launcher, pattern_matching, puzzles
from tabletop_kernel.games.tamashii.launch.puzzles import MOST_MOVES, Puzzle, Step
from tabletop_kernel.games.tamashii.telling import naming
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.games.tamashii import grid
from widgets.games.tamashii.look import SHIFTS, Look
from widgets.look import count
from widgets.messages import a_number, a_text, act
from widgets.room import Room

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter
    from widgets.launcher_parts import Launcher

Data = dict[str, Any]

SEAT = 0
LAST = 999_999  # the highest number of a puzzle
NAME = re.compile(r"([1-9])-([0-9]{1,6})")
STEP = re.compile(r"(r[1-4]c[1-5])(r[1-4]c[1-5])")
TABLE = {"seats": 1, "options": {"scenario": "P00"}, "walker": ["Kindle"], "batteries": 0, "now": "program"}
ONLY_SHIFTS = "In a puzzle you only slide and switch tokens."

FIRST = 14  # the number of the puzzle to begin with: a plain one, of the usual three moves

laid = lru_cache(64)(puzzles.make_puzzle)  # a puzzle of five moves takes a second or two to be found


def named(text: str) -> tuple[int, int]:
    """The moves and the number of a puzzle that is called «3-17»; SaveError says how puzzles are called."""
    found = NAME.fullmatch("".join(text.split()))
    if not found or not 1 <= int(found[1]) <= MOST_MOVES:
        raise SaveError(
            f"{clip(text)} isn't a puzzle. Write a number of moves, 1 to {MOST_MOVES}, then a puzzle number, "
            "as in 3-17."
        )
    return int(found[1]), int(found[2])


class PuzzleRoom(Room):
    """One launcher, one pattern, and somebody who moves tokens."""

    viewer = SEAT

    def __init__(self, desk: Desk, moves: int, number: int) -> None:
        super().__init__(desk)
        self._trouble = ""  # why a link or a number was of no use
        self.solved: set[str] = set()  # puzzles that were solved on this page
        self._lay(moves, number)

    def _lay(self, moves: int, number: int) -> None:
        """Begin a puzzle; the same one for everybody who names it."""
        self.moves, self.number = moves, number
        self.puzzle: Puzzle = laid(number, moves)
        self._begin()

    def _begin(self) -> None:
        puzzle = self.puzzle
        rows = [puzzle.grid[start : start + COLUMNS] for start in range(0, len(SLOTS), COLUMNS)]
        table = Session.at(self.game, {**TABLE, "core": [puzzle.core], "grid": [" ".join(rows)]})
        # The step has begun with the moves of a body: only now there can be more or fewer of them.
        position = {**table.position(), "moves_left": [puzzle.moves]}
        self.session = Session.at(self.game, position, free_undo=True)
        self._trail: list[tuple[str, str]] = []  # the moves so far: slide or switch, and in words
        self.why = None
        self._hint: Step | None = None
        self._hints = 0  # how much of the next move was told
        self._stuck = False  # whether somebody asked, and there is no way any more

    # -- how it stands ------------------------------------------------------------------------------------------------

    @property
    def name_of_it(self) -> str:
        return f"{self.moves}-{self.number}"

    @property
    def _grid(self) -> str:
        return str(self.session.view(SEAT)["grid"][SEAT])

    @property
    def _left(self) -> int:
        return self.puzzle.moves - self.session.length

    @property
    def _made(self) -> list[str]:
        """The slots where the pattern lies; none as long as it does not."""
        rules = self.game.rules_for(self.config)  # type: ignore[attr-defined]
        found = pattern_matching.find_places_by_reading(
            self._grid, self.puzzle.pattern, self.puzzle.core, pattern_matching.reading_of(rules)
        )
        return [SLOTS[slot] for slot in found[0]] if found else []

    @property
    def hidden(self) -> tuple[str, ...]:
        return ("previews",)  # the page would outline what other patterns a move makes

    @property
    def learner(self) -> int | None:
        return None if self.desk.projecting else SEAT

    def project(self, on: bool) -> None:
        """There is nothing here that anybody may not see."""

    def drawer(self, kind: str) -> Data | None:
        return None

    def legal(self) -> list[Move]:
        return [] if self._made else [move for move in super().legal() if move[0] in SHIFTS]

    # -- the screen ---------------------------------------------------------------------------------------------------

    def screen(self) -> Data:
        self.desk.knowledge.follow(self.session, self.learner, self.session.length)
        made = self._made
        if made:
            self.solved.add(self.name_of_it)
        return {
            "kind": "puzzle",
            "where": {"text": f"Puzzle {self.name_of_it}"},
            "tools": ["rules"],
            "scene": [self._board(made)],
            "target": {"cells": list(self.puzzle.pattern), "core": self.puzzle.core},
            "notes": [{"text": text, "rule": rule} for text, rule in self._notes()],
            "level": {"moves": self.moves, "most": MOST_MOVES, "left": self._left, "name": self.name_of_it},
            "solved": bool(made),
            "now": self._now(made),
            "trail": [{"text": text, "rule": f"prog.{verb}"} for verb, text in self._trail],
            "problem": self._trouble,
            "why": self.why,
            "time": {"undo": self.session.length > 0},
            "keep": {self.desk.slot: self._kept()},
        }

    def _notes(self) -> Iterator[tuple[str, str]]:
        """What the signs of this puzzle mean, for somebody who has not met them yet."""
        cells, tokens = set("".join(self.puzzle.pattern)), set(self.puzzle.grid)
        if pattern_matching.CORE in cells:
            yield f"@ is core data, which is {naming.token_name(self.puzzle.core)} here.", "data.core-cell"
        if pattern_matching.ANY in cells:
            yield "? takes any basic or open token.", "data.any-cell"
        if OPEN in tokens:
            yield "O is open data. It fills any of these cells.", "data.open-wild"
        if CORRUPTED in tokens:
            yield "X is corrupted. It fills no cell.", "data.corrupted-block"

    def _board(self, made: list[str]) -> Launcher:
        """The launcher without bag and dump, which have no part in this."""
        board = grid.board(cast("Look", self.look(SEAT, self.legal())))
        board["title"] = "The launcher"
        board["stores"] = []
        for slot in board["slots"]:
            if slot.get("lock"):  # nobody upgrades here, so a click on a lock tells its rule
                slot.pop("try", None)
        board["shifts"] = list(SHIFTS)
        if pattern_matching.CORE not in "".join(self.puzzle.pattern):
            del board["core"]
        board["figure"] = f"{count(self._left, 'move')} left"
        if made:
            board["lit"] = [{"slots": made, "pill": "made"}]
        elif self._hint and self._hints > 1:
            board["lit"] = [{"slots": list(self._hint[1:]), "pill": self._hint[0]}]
        return board

    def _now(self, made: list[str]) -> Data:
        undo = panel.button("Take back", "undo", glyph="undo")
        anew = panel.button("Start over", "anew")
        if made:
            more = f" {count(len(self.solved), 'puzzle')} solved here." if len(self.solved) > 1 else ""
            text = f"You made the pattern in {count(self.session.length, 'move')}.{more}"
            following = panel.button("Next puzzle", "next", main=True)
            return {"kind": "over", "head": "Solved", "text": text, "rules": [], "buttons": [following, anew]}
        head, text, rules = self._asked()
        buttons = [panel.button("Hint", "hint", glyph="bulb")]
        if self.session.length:
            buttons += [undo, anew]
        return {"kind": "yours", "head": head, "text": text, "rules": rules, "buttons": buttons}

    def _asked(self) -> tuple[str, str, list[str]]:
        """What there is to do, or what was asked about it."""
        if self._stuck:
            way = "You can't reach the pattern from here" if self._left else "No moves left"
            return "Too far", f"{way}. Take back the last move.", ["prog.moves"]
        if self._hint:
            verb = self._hint[0]
            if self._hints > 1:
                return "Hint", f"{self.session.phrase(SEAT, self._hint)}.", [f"prog.{verb}"]
            token = naming.token_name(self._grid[SLOT[self._hint[1]]])
            return "Hint", f"The next move is a {verb} of {token}.", [f"prog.{verb}"]
        if not self._left:
            return "No moves left", "The pattern isn't there yet. Take back a move or start over.", ["prog.moves"]
        text = f"Make this pattern in {count(self.puzzle.moves, 'move')}. You may turn or mirror it."
        return "Your puzzle", text, ["prog.slide", "prog.switch", "pattern.orientation"]

    def _kept(self) -> str:
        """The puzzle and its moves so far, for the link."""
        steps = ".".join(f"{done.move[1]}{done.move[2]}" for done in self.session.inputs)
        return f"{self.name_of_it}~{steps}" if steps else self.name_of_it

    def _tell_news(self, before: int) -> None:
        said = (
            f"Solved in {count(self.session.length, 'move')}." if self._made else f"{count(self._left, 'move')} left."
        )
        self.desk.say(f"{self._trail[-1][1]}. {said}")

    # -- what the page may ask for ------------------------------------------------------------------------------------

    def submit(self, move: Move) -> None:
        if not move or move[0] not in SHIFTS:
            raise SetupError(ONLY_SHIFTS)
        if self._made:
            raise SetupError("This puzzle is solved. Take the next one or start over.")
        said = self.session.phrase(SEAT, move) if self.session.judge(SEAT, move) is None else ""
        self.session.submit(SEAT, move)
        self._trail.append((str(move[0]), said))
        self._forget()

    def _forget(self) -> None:
        """What was said of the launcher as it lay before is no longer true."""
        self.why, self._hint, self._hints, self._stuck, self._trouble = None, None, 0, False, ""

    def refuse(self, move: Move, verdict: Verdict) -> None:
        """Why not; what is offered instead belongs to the puzzle."""
        super().refuse(move, verdict)
        assert self.why is not None
        offered = [one for one in self.why["can"] if one["do"]["move"][0] in SHIFTS]
        back = [panel.button("Take back", "undo")] if self.session.length and not self._left else []
        self.why["can"] = offered or back

    @act(moves_on=True)
    def undo(self) -> None:
        """Take back the last move."""
        if not self.session.length:
            raise SetupError("You haven't moved anything yet.")
        self.session.undo()
        self._trail.pop()
        self._forget()
        self.desk.say("Move taken back.")

    @act(moves_on=True)
    def anew(self) -> None:
        """The same puzzle from its start."""
        self._begin()
        self.desk.say("The puzzle starts over.")

    @act()
    def hint(self) -> None:
        """A word about the next move, then the move itself; or that there is no way any more."""
        if self._made:
            raise SetupError("This puzzle is solved.")
        rules = self.game.rules_for(self.config)  # type: ignore[attr-defined]
        puzzle, how = self.puzzle, pattern_matching.reading_of(rules)
        way = puzzles.solution(
            self._grid, puzzle.pattern, puzzle.core, self._left, how, launcher.handling_at(self.session.truth)
        )
        self.why = None
        self._stuck = not way
        self._hint = way[0] if way else None
        self._hints += 1
        head, text, _ = self._asked()
        self.desk.say(f"{head}: {text}")

    @act(moves_on=True)
    def next(self) -> None:
        """The puzzle with the next number."""
        self._open(self.moves, self.number + 1 if self.number < LAST else 0)

    @act(moves_on=True, moves=a_number)
    def grade(self, moves: int) -> None:
        """Easier or harder: a puzzle of more or fewer moves."""
        if not 1 <= moves <= MOST_MOVES:
            raise SetupError(f"A puzzle has 1 to {MOST_MOVES} moves, not {clip(moves)}.")
        self._open(moves, self.number)

    @act(moves_on=True, name=a_text)
    def called(self, name: str) -> None:
        """The puzzle that somebody has told the name of."""
        try:
            self._open(*named(name))
        except SaveError as error:
            self._trouble = str(error)

    def _open(self, moves: int, number: int) -> None:
        self._trouble = ""
        self._lay(moves, number)
        self.desk.say(f"Puzzle {self.name_of_it}: {count(moves, 'move')}.")

    def resume(self, kept: str) -> None:
        """The puzzle that a link has kept, with the moves that were made."""
        name, _, steps = kept.partition("~")
        self._lay(*named(name))
        for pair in filter(None, steps.split(".")):
            step = STEP.fullmatch(pair)
            if not step:
                raise SaveError("This puzzle's moves can't be read, so the puzzle starts over.")
            tokens = [self._grid[SLOT[slot]] for slot in step.groups()]
            self.submit(("slide" if EMPTY in tokens else "switch", *step.groups()))


def opening_room(slot: str, moves: int, number: int) -> Enter:
    """How a puzzle is entered: as its link has kept it, or the one that the notebook names."""
    named(f"{moves}-{number}")  # a wrong number is told in the cell, and not at the table

    def enter(desk: Desk, link: dict[str, str]) -> Room:
        room = PuzzleRoom(desk, moves, number)
        if link.get(slot):
            try:
                room.resume(link[slot])
            except TabletopError as error:
                room = PuzzleRoom(desk, moves, number)
                room._trouble = str(error)
        return room

    return enter
