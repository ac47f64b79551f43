"""One look at a table of Deck Goes West, and the pieces that every part of a scene is built from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, MISSION, TILE
from tabletop_kernel.games.deck_goes_west.jobs.wasted import why_wasted
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving
from tabletop_kernel.games.deck_goes_west.land.reachable import table_after_setting_out
from tabletop_kernel.games.deck_goes_west.pack.content import CardKind, Character
from tabletop_kernel.games.deck_goes_west.state import DANGERS, UNSEEN, Place, Rules, State
from widgets.games.deck_goes_west.signs import COLOUR_SIGN, signs
from widgets.look import TableLook
from widgets.scene import Card, Line, Piece
from widgets.scene import card as as_card

if TYPE_CHECKING:
    from tabletop_kernel.games.deck_goes_west.rules import DeckGoesWest

# What is done with a job of a card, by what is decided: the verb of the move.
USES = {
    "act": "job",
    "gather": "also",
    "moving": "more",
    "commit": "commit",
    "invited": "join",
    "carry": "use",
}
LOST = " It would do nothing now."
_WORDS: dict[tuple[str, str, bool], str] = {}  # of jobs


class Look(TableLook):
    """A view with the legal moves of its seat, and words for both."""

    game: DeckGoesWest
    rules: Rules

    def prepare(self) -> None:
        self.mode = self.rules.mode
        self.night = next((data[0] for kind, _, data in self.view["frames"] if kind == "night"), 0)
        self.asked = self._asked()
        draw_pile_first = sorted(self.legal, key=lambda move: move == ("put", "discard"))
        self.legal = dict.fromkeys(draw_pile_first)

    def _asked(self) -> list[int]:
        """The seats that may decide now: where it is nobody's own decision, all that have not passed."""
        if self.decider != ANYONE:
            return [self.decider]
        if self.kind == "who":
            return [seat for seat in self.data[2] if self.lives(seat)]
        return [seat for seat in self.seats if self.lives(seat) and not self.view["passed"] >> seat & 1]

    @property
    def today(self) -> int:
        """The day that it is, or whose night: the tracker moves on before the morning, and under a ruling never."""
        return max(1, int(self.view["begun"]))

    @cached_property
    def moving(self) -> Moving | None:
        """The movement that is being used, if that is what is decided."""
        return Moving(*self.data) if self.kind == "moving" else None

    @cached_property
    def set_out(self) -> State | None:
        """The table as soon as no more is added to the movement that is gathered."""
        return table_after_setting_out(self.state, self.decider) if self.kind == "gather" else None

    @property
    def at_hand(self) -> Moving | None:
        """The movement that is being used, or that will be as soon as no more is added to it."""
        if self.set_out is None or self.set_out.frames[-1][0] != "moving":
            return self.moving
        return Moving(*self.set_out.frames[-1][2])

    @property
    def moves_wagon(self) -> bool:
        """Whether the wagon is moving, or will be as soon as no more is added to its movement."""
        return self.kind == "haul" or (self.set_out is not None and self.set_out.frames[-1][0] == "haul")

    @property
    def tried(self) -> Place | None:
        """The tile that was just revealed by a step, and is to be entered or left alone."""
        return self.moving.place() if self.moving and self.moving.tried else None

    @cached_property
    def state(self) -> State:
        """A table that looks just like this one, for what rules say of the open things on it."""
        return self.game.imagine(self.config, self.view, Chance(0))

    # -- people --------------------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        person = self.person(seat)
        return self.people.get(seat) or (person.name if person else f"Player {seat + 1}")

    def whose(self, seat: int) -> str:
        """«your», «Ada Quill's»."""
        return "your" if seat == self.me else f"{self.name(seat)}'s"

    def person(self, seat: int) -> Character | None:
        return self.rules.characters.get(self.view["character"][seat])

    def lives(self, seat: int) -> bool:
        return not self.view["dead"] >> seat & 1

    def has_passed(self, seat: int) -> bool:
        return self.kind == "act" and bool(self.view["passed"] >> seat & 1)

    def points(self, seat: int) -> int:
        return int(self.view["score"][seat if self.mode == "versus" else 0])

    def limit(self, seat: int) -> int:
        """So many danger cards in hand are deadly."""
        person = self.person(seat)
        if person is None:
            return 0
        return person.limit if self.ruling["ruling.hand-limit"] == "separate" else person.hand

    def held(self, seat: int) -> list[str] | None:
        """The cards in a hand, if these eyes see them."""
        hand = self.view["hand"][seat]
        return None if isinstance(hand, int) else list(hand)

    def dangers(self, seat: int) -> int | None:
        """How many danger cards a player holds, one that is being dealt with included; None: that is not seen."""
        held = self.held(seat)
        if held is None:
            return None
        return sum(self.card(card).kind in DANGERS for card in [*held, *self.view["played"][seat]])

    # -- what would be lost --------------------------------------------------------------------------------------------

    def is_wasted(self, move: Move) -> bool:
        """Whether a legal move would use something up for nothing; a lesson that hides previews does not tell."""
        if self.me is None or "previews" in self.hidden or move not in self.legal:
            return False
        if move not in self._wasted:
            self._wasted[move] = why_wasted(self.state, self.me, move) is not None
        return self._wasted[move]

    @cached_property
    def _wasted(self) -> dict[Move, bool]:
        return {}

    def piece(self, name: str, label: str, can: Iterable[Move] = (), attempt: Move = (), rule: str = "") -> Piece:
        """As at every table; a piece with which something would only be lost is not marked as one to use."""
        piece = super().piece(name, label, can, attempt, rule)
        lost = [self.is_wasted((move[0], *move[1:])) for move in piece.get("moves", [])]
        if any(lost):
            piece["texts"] = [f"{said}{LOST * vain}" for said, vain in zip(piece["texts"], lost, strict=True)]
        if lost and all(lost):
            piece["state"] = "vain"
        return piece

    # -- cards and jobs ------------------------------------------------------------------------------------------------

    def card(self, name: str) -> CardKind:
        return self.rules.cards[name]

    def card_name(self, name: str) -> str:
        return "an unseen card" if name == UNSEEN else self.rules.cards[name].name

    def job(self, job: Job) -> str:
        """A job in words. They are kept, since a table has a hundred of them: what the words depend on is the key."""
        key = (job.line, job.limit, job.on_item)
        if key not in _WORDS:
            _WORDS[key] = job_in_words(job)
        return _WORDS[key]

    def card_said(self, name: str) -> str:
        """A card in one sentence for the ear."""
        card = self.card(name)
        kind = f"{card.kind} card" if card.kind in DANGERS else f"{card.colour} {card.kind} card"
        return f"{card.name}, {kind}. {' Or: '.join(map(self.job, card.jobs))}"

    def face(self, name: str, now: bool = False) -> dict[str, Any]:
        """What a card shows: its name, and each job as signs and as a sentence."""
        card = self.card(name)
        danger = card.kind in DANGERS
        sign = card.kind if danger else COLOUR_SIGN[card.colour]
        lines = [self._line(job, name if now else "") for job in card.jobs]
        house = not any(job.printed for job in (*card.jobs, *card.buy))
        tone = "danger" if danger else card.colour
        return {"face": "text", "name": card.name, "glyph": sign, "tone": tone, "body": lines, "house": house}

    def _line(self, job: Job, source: str) -> Line:
        text = self.job(job)
        most = self.most_x(source, job) if source and job.uses_x else 0
        return {"signs": signs(job), "text": f"{text} X can be at most {most} now." if most else text}

    def most_x(self, source: str, job: Job) -> int:
        """The greatest X that the viewer can choose for a job of a card now; 0 where that is not known."""
        from tabletop_kernel.games.deck_goes_west.jobs.can_be_done import choices_of_x
        from tabletop_kernel.games.deck_goes_west.jobs.under_way import means_for

        if self.me is None or self.kind != "act" or "previews" in self.hidden:
            return 0
        return max(choices_of_x(self.state, self.me, job, means_for(self.state, self.me, source)), default=0)

    def text_card(self, piece: Piece, name: str, now: bool = False) -> Card:
        return as_card(piece, size="text", **self.face(name, now))

    # -- what a click means --------------------------------------------------------------------------------------------

    def uses(self, source: str, n: int) -> Move:
        """The move that uses a job, at this moment. More movement is used only for a tile that was just revealed."""
        verb = "job" if self.moving and not self.tried else USES.get(self.kind, "job")
        return (verb, source, n)

    def use_of(self, source: str, jobs: Sequence[Job]) -> tuple[list[Move], Move]:
        """The moves that use jobs of a source, and one that is not possible: a click tries it, or «why not?» asks."""
        can = [self.uses(source, n) for n in range(len(jobs))]
        wanted = [n for n, job in enumerate(jobs) if job.is_battle or self.kind != "commit"] or [0]
        missing = [n for n in wanted if can[n] not in self.legal] or wanted
        return can, can[missing[0]]

    def place_of(self, seat: int) -> Place:
        column, row = self.view["meeple"][seat]
        return column, row

    def source_name(self, seat: int, source: str) -> str:
        """Where a job is: «Knife», «Ada Quill», «the mission», «Berry Thicket»."""
        from tabletop_kernel.games.deck_goes_west.telling.words import source_name

        return str(source_name(self.state, seat, source))

    def item_for(self, move: Move, name: str, label: str = "", rule: str = "") -> Piece:
        """A piece that stands for one move that is not on the table otherwise."""
        return self.piece(name, label or self.phrase(move), [move], rule=rule)


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many of each card, in the order in which they are held."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


__all__ = ["CHARACTER", "KINDS", "MISSION", "TILE", "Look", "counted"]
