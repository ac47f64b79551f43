"""One look at a table of The Royal Ascension, and the pieces that every part of a scene is built from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.royal_ascension.content import Action, Character
from tabletop_kernel.games.royal_ascension.names_and_moves import KIND_NAME, card_name
from tabletop_kernel.games.royal_ascension.state import HOME, SUIT_OF_LETTER, Rules
from widgets.look import TableLook
from widgets.scene import Card, Suit
from widgets.scene import card as as_card

if TYPE_CHECKING:
    from tabletop_kernel.games.royal_ascension.rules import RoyalAscension

GLYPH: dict[str, Suit] = {"hearts": "heart", "diamonds": "diamond", "clubs": "club", "spades": "spade"}
USE = {"hearts": "health", "diamonds": "gold", "clubs": "weapon"}
# One picture for each place in the list of territories; they suit the names of the house pack.
ARTS = (
    "jungle", "ruins", "valley", "desert", "town", "peaks", "meadow", "shore", "marsh", "hills", "forest", "isle",
)  # fmt: skip

# What the reminder of an action is about, and the rulings under whose other options it would be wrong.
REMINDS = {
    "all-in": ("allin.win", ["ruling.allin-stake"]),
    "decree": ("decree.all", ["ruling.alliance-vs-decree"]),
    "alliance": ("alliance.use", ["ruling.alliance-vs-decree", "ruling.alliance-vs-allin", "ruling.allin-stake"]),
    "npc": ("npc.roll", ["ruling.npc-prize"]),
    "plague": ("plague.minus", ["ruling.plague-carry"]),
}


class Look(TableLook):
    """A view with the legal moves of its seat, and words for both."""

    game: RoyalAscension
    rules: Rules

    def prepare(self) -> None:
        self.book = self.game.telling.book(self.config)
        self.battle: dict[str, Any] | None = self.view["battle"]
        self.fighting = self.battle is not None and self.battle["winner"] < 0

    # -- people --------------------------------------------------------------------------------------------------------

    def asked(self) -> Sequence[int]:
        """The seats that decide now."""
        if self.kind == "commit" and self.battle:
            return [seat for seat in self.battle["fighters"] if seat not in self.battle["sealed"]]
        return [self.decider] if self.kind != "over" else []

    def name(self, seat: int) -> str:
        """«Lady Seraphina»: the full name as far as the short one."""
        number = self.view["characters"][seat]
        if number < 0:
            return f"Player {seat + 1}"
        character: Character = self.rules.content.characters[number]
        head, found, _ = character.name.partition(character.short)
        return head + found if found else character.short

    def short(self, seat: int) -> str:
        number = self.view["characters"][seat]
        return self.rules.content.characters[number].short if number >= 0 else f"Player {seat + 1}"

    def mine(self, seat: int) -> str:
        """«Seraphina's», or «your» to the seat itself."""
        return "your" if seat == self.me else f"{self.short(seat)}'s"

    def place(self, seat: int) -> str:
        """Where a token stands."""
        token = self.view["tokens"][seat]
        if token < 0:
            return "off the board"
        return "at home" if token == HOME else f"on space {token} ({KIND_NAME[self.rules.layout.kinds[token]]})"

    # -- pieces --------------------------------------------------------------------------------------------------------

    def suit_card(
        self, where: str, card: str, place: str, can: Iterable[Move] = (), attempt: Move = (), rule: str = "cards.value"
    ) -> Card:
        """A card face up; `place` ends the sentence that is spoken for it."""
        name = f"{where}:{card}"
        if card[-1] not in SUIT_OF_LETTER:  # a joker
            return as_card(self.piece(name, f"{card}, {place}", can, attempt, rule), face="text", name=card)
        suit = SUIT_OF_LETTER[card[-1]]
        if suit == "spades":
            use, worth = self.action(card).name, ""
        else:
            value = self.rules.value[card]
            use, worth = f"{USE[suit]} {value}", str(value) if suit == "diamonds" else f"+{value}"
        piece = self.piece(name, f"{card_name(card)}, {use}, {place}", can, attempt, rule)
        return as_card(piece, face="suit", rank=card[:-1], suit=GLYPH[suit], worth=worth)

    def land_card(
        self, where: str, land: str, place: str, can: Iterable[Move] = (), attempt: Move = (), rule: str = "terr.values"
    ) -> Card:
        """A territory face up."""
        value, number = self.rules.strength[land], self.rules.order[land]
        return as_card(
            self.piece(f"{where}:{land}", f"{land}, territory of strength {value}, {place}", can, attempt, rule),
            face="picture",
            figure=str(value),
            name=land,
            art=ARTS[number],
            hue=number,
        )

    def action(self, card: str) -> Action:
        """What a spade means on the key card."""
        meaning = self.rules.action[card]
        return next(action for action in self.rules.content.actions if action.id == meaning)

    def reminder(self, action: Action) -> str:
        """The words of the key card; where the table plays otherwise, those of the rule."""
        rule, rulings = REMINDS[action.id]
        usual = all(self.ruling[ruling] == self.book.rulings[ruling].default for ruling in rulings)
        return action.house_reminder if usual else self.book[rule].text


def count(held: Any) -> int:
    """How many pieces a zone of a view has, seen or not; 0 where even that is secret."""
    return held if isinstance(held, int) else len(held or ())


def several(number: int, one: str, many: str = "") -> str:
    """«1 weapon», «2 weapons», «no weapons»."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"
