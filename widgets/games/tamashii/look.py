"""One look at a table of Tamashii, and the words that every part of a scene is built from."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import SLOT
from tabletop_kernel.games.tamashii.fighting import combat
from tabletop_kernel.games.tamashii.launch import pattern_list
from tabletop_kernel.games.tamashii.lines.language import words
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import CardWording, conditions_in_words
from tabletop_kernel.games.tamashii.opinions.imagining import shared_imagined_state
from tabletop_kernel.games.tamashii.phases import order_of_turn
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import naming, refusal_words
from tabletop_kernel.games.tamashii.telling.words import in_one_sentence
from widgets.look import TableLook
from widgets.scene import Item, Piece, item

if TYPE_CHECKING:
    from tabletop_kernel.games.tamashii.rules import Tamashii

SHIFTS = ("slide", "switch")  # moves of tokens: onto an empty slot, onto another token
MOST_LINES = 4000
NO_TRACE = " (no trace in this scenario)"  # the prologue leaves it out, whatever a card prints
_LINES: dict[tuple[str, str, bool, int, str], str] = {}  # lines in words
FACES = {"S": "strike", "D": "surge", "T": "static"}  # of player dice, by their signs


class Look(TableLook):
    """A view with the legal moves of its seat, and words for both."""

    game: Tamashii
    rules: Rules

    def prepare(self) -> None:
        self.step = str((order_of_turn.step_at(self.state) or ("",))[0])
        self.asked = [] if self.kind == "over" else list(self.game.asked(self.state))
        self.whose = self._whose()

    def _whose(self) -> int:
        """The player whose launcher is shown: whoever looks, else who decides."""
        if self.me is not None:
            return self.me
        return self.asked[0] if self.asked else int(self.view["active"])

    @cached_property
    def state(self) -> State:
        """A table that looks just like this one, for what rules say of the open things on it."""
        return shared_imagined_state(self.rules, self.view)

    @cached_property
    def seated(self) -> bool:
        """Whether the shown player has a board; before that there is nothing to show of one."""
        return bool(self.view["walker"][self.whose])

    def begins(self, seat: int) -> bool:
        """Whether this is the first player; while the table is asked who that is, nobody is."""
        return bool(self.view["first"] == seat) and all(kind != "first" for kind, _, _ in self.view["frames"])

    @cached_property
    def sources(self) -> dict[str, pattern_list.Source]:
        """The patterns that the shown player can see, for the launch step at hand or else for the next one."""
        if any(kind == "launch" and seat == self.whose for kind, seat, _ in self.view["frames"]):
            return pattern_list.sources_for(self.state, self.whose)
        later = self.state.clone()
        later.launched[self.whose] = ()  # what was launched in the last step counts no more in the next
        return pattern_list.sources_for(later, self.whose)

    @property
    def previews(self) -> bool:
        """Whether the page may say what a move would bring: a lesson may leave that to the learner."""
        return "previews" not in self.hidden

    # -- people --------------------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        return self.people.get(seat) or self.walker(seat)

    def walker(self, seat: int) -> str:
        name = naming.walker_name(self.state, seat)
        return name[:1].upper() + name[1:]

    def board(self, seat: int) -> str:
        """A player by name, and by the board where the name is another."""
        name, walker = self.name(seat), self.walker(seat)
        return name if name == walker else f"{name}, {walker}"

    # -- words ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _wording(self) -> CardWording:
        return refusal_words.card_wording(self.state)

    def line(self, key: str) -> str:
        """What a line does, as a part of a sentence, with the numbers of this table; kept, since a table has many."""
        scenario = self.rules.scenario
        traced = self.rules.traced
        known = (self.game.edition.digest, scenario.code if scenario else "", traced, self.rules.players, key)
        if known not in _LINES:
            line = self.rules.lines.get(key)
            said = words(line, self.rules.players, self._wording.names) if line is not None else ()
            if len(_LINES) >= MOST_LINES:
                _LINES.clear()
            _LINES[known] = in_one_sentence(said) + ("" if traced or "trace" not in in_one_sentence(said) else NO_TRACE)
        return _LINES[known]

    def tests(self, tests: tuple[Any, ...], theirs: bool = False) -> str:
        return conditions_in_words(tests, self._wording, theirs=theirs)

    @cached_property
    def frames(self) -> list[tuple[str, str]]:
        """The combat frames of the shown player, each with the line that it carries out."""
        return [(key, choice.line) for key, choice in combat.frame_choices(self.state, self.whose).items()]

    def named(self, ability: str) -> str:
        return naming.ability_name(self.state, ability)

    def enemy(self, card: str) -> str:
        return naming.enemy_name(self.state, card)

    # -- pieces --------------------------------------------------------------------------------------------------------

    @cached_property
    def on_slots(self) -> dict[str, list[Move]]:
        """The legal moves that name slots, by slot; whoever moves tokens names two."""
        found: dict[str, list[Move]] = {}
        for move in self.legal:
            parts = [part for arg in move[1:] if isinstance(arg, str) for part in arg.split("+")]
            for part in dict.fromkeys(parts):
                if part in SLOT:
                    found.setdefault(part, []).append(move)
        return found

    @cached_property
    def unlocks(self) -> list[Move]:
        """The upgrades that take a lock away."""
        return [move for move in self.moves("upgrade") if move[1] == "unlock"]

    @property
    def asks_me(self) -> bool:
        """Whether whoever looks at their own board is among those who decide now."""
        return self.me is not None and self.whose == self.me and self.me in self.asked

    def choice(self, move: Move, **entry: Any) -> Item:
        """A move that no piece of the table stands for, as a line."""
        name, text = f"choice:{'-'.join(map(str, move))}", self.phrase(move)
        piece: Piece = self.piece(name, text, [move])
        return item(piece, **{"text": text[:1].upper() + text[1:], **entry})

    def unless_legal(self, move: Move) -> Move:
        """A move that a click tries because it is refused now."""
        return () if move in self.legal else move
