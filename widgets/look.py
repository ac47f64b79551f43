"""One look at a table: what a seat sees, its legal moves, and the pieces that are made of both."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import TAKE_BACK, Config, Move, View
from widgets.scene import READ, Piece

Phrase = Callable[[Move], str]
ORDER = "order"  # among what is hidden: no list is sorted anew by what its previews say


class TableLook:
    """A view with the legal moves of its seat. Nothing else of the table may be looked at."""

    def __init__(
        self,
        game: Any,
        config: Config,
        view: View,
        moves: Sequence[Move] = (),
        phrase: Phrase = str,
        people: Mapping[int, str] | None = None,
        hidden: Collection[str] = (),
    ) -> None:
        self.game, self.config, self.view = game, config, view
        self.rules: Any = game.rules_for(config) if hasattr(game, "rules_for") else None  # what a game works out of it
        self.ruling = config.rulings
        self.people = people or {}  # names of those who sit there, where a game only counts its seats
        self.hidden = hidden  # what a lesson does not show yet: `lessons.FACETS`
        self.seats = range(config.seats)
        self.me: int | None = view["seat"]
        self.legal = dict.fromkeys(moves)
        self._phrase = phrase
        frames = view.get("frames")  # of a game whose decisions nest (`tabletop_kernel.contract.decision_stack`)
        self.kind, self.decider, self.data = frames[-1] if frames else ("over", -1, [])
        self.before: View = view  # while an event is played back: the table before it
        self.told: Callable[[], Sequence[Event]] = tuple  # what this seat has seen happen so far
        self._ids: dict[str, int] = {}
        self.prepare()

    def prepare(self) -> None:
        """What a game works out once for each look."""

    def phrase(self, move: Move) -> str:
        """A move in words."""
        return self._phrase(move)

    def moves(self, *verbs: str) -> list[Move]:
        """The legal moves of these kinds."""
        return [move for move in self.legal if move[0] in verbs]

    def piece(self, name: str, label: str, can: Iterable[Move] = (), attempt: Move = (), rule: str = "") -> Piece:
        """A piece that stands for those of the moves it `can` make which are legal; a click tries `attempt` if none is.

        The projector decides nothing, so there a click can only show a rule.
        """
        seen = self._ids[name] = self._ids.get(name, 0) + 1
        piece: Piece = {"id": name if seen == 1 else f"{name}:{seen}", "label": label[:1].upper() + label[1:]}
        found = [move for move in dict.fromkeys(can) if move in self.legal] if can else []
        if found:
            piece["moves"] = [list(move) for move in found]
            piece["texts"] = [self.phrase(move) for move in found]
            if all(move[0] == TAKE_BACK for move in found):
                piece["state"] = "back"
        if attempt and self.me is not None:
            piece["try"] = list(attempt)
        if rule:
            piece["rule"] = rule
        return piece

    def readable(self, piece: Piece, text: str) -> None:
        """Let a piece be read: by a click where it has no move, else in the menu beside its moves."""
        if piece.get("moves"):
            piece["moves"] = [*piece["moves"], [READ, piece["id"]]]
            piece["texts"] = [*piece["texts"], text]
        elif "try" not in piece:
            piece["try"] = [READ, piece["id"]]


def count(number: int, one: str, many: str = "") -> str:
    """«1 card», «2 cards», «no cards»."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"
