"""The table of The North: one mutable state, cheap to clone.

A card is a text with both of its names, "frost-widow/outpost"; a starting card also names its first owner, "…@1". Piles
are tuples with the top card first, so that clones share them. Seat 1 of a solo table is The Collector, who has points
and a pile, and never decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Config, OpenDecision, Outcome
from tabletop_kernel.contract.piles_and_points import fall
from tabletop_kernel.games.the_north.content import UNKNOWN, Content
from tabletop_kernel.games.the_north.ruling_types import rulings_of
from tabletop_kernel.toolkit.effects import Effect

COLLECTOR = 1
DIRECTIVES = ("reprogram", "facility", "ancient", "discharge")
A_TURN = 3  # Directives
AGAIN = 2  # times a player can choose the same one in a turn
DISCHARGED = 0  # the level of a flipped Node
NOTHING = f"{UNKNOWN}/{UNKNOWN}"  # a card with neither side visible


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that stays the same for a whole game; all clones of a state share it."""

    config: Config
    content: Content
    cards: tuple[str, ...]  # every card of the game in a fixed order
    order: dict[str, int]
    ancient: dict[str, str]  # card -> slug of its Ancient
    facility: dict[str, str]
    value: dict[str, int]  # card -> its Ancient's Value
    origin: dict[str, int]  # starting card -> its first owner
    effects: dict[str, Effect]  # key -> effect under these rulings
    cites: dict[str, list[str]]  # key -> the rule for each step, if it has one
    counted: dict[str, str]  # plural -> slug of a Facility
    worth: dict[str, float]  # key -> an effect's rough worth, in points


class State:
    """Everything on and around the table."""

    __slots__ = (
        "active",
        "ancients",
        "announced",
        "aside",
        "box",
        "chain",
        "chance",
        "collector",
        "deck",
        "discard",
        "facilities",
        "first",
        "flipped",
        "frames",
        "hand",
        "node",
        "paid",
        "points",
        "primed",
        "result",
        "rules",
        "ruling",
        "seats",
        "turn",
        "used",
        "wastes",
        "wastes_deck",
    )

    def __init__(self, rules: Rules, chance: Chance) -> None:
        n = rules.config.seats
        self.rules = rules
        self.ruling = rulings_of(rules.config)  # ruling id -> option
        self.chance = chance
        self.seats = n
        self.frames: list[OpenDecision] = []
        self.result: Outcome | None = None
        # the order of play
        self.turn = 1
        self.active = 0
        self.first = 0  # the other player has the Second Player card
        # this turn
        self.used: tuple[str, ...] = ()  # Directives performed
        self.announced: tuple[str, ...] = ()  # Directives still to come, if announced together
        self.flipped: tuple[str, ...] = ()  # cards flipped
        self.paid = -1  # the Value of the last discarded Ancient
        self.chain = 0  # abilities since the last Directive
        # the players
        self.points: list[int] = [0, 0]
        self.node: list[int] = [1] * n
        self.primed: list[int] = [0] * n  # 1: a Charge waits for the Reset, under a ruling
        self.deck: list[tuple[str, ...]] = [()] * n
        self.hand: list[tuple[str, ...]] = [()] * n
        self.discard: list[tuple[str, ...]] = [()] * n
        self.ancients: list[tuple[str, ...]] = [()] * n  # cards in the Zone that show their Ancient
        self.facilities: list[tuple[str, ...]] = [()] * n  # cards in the Zone that show their Facility
        # the middle
        self.wastes: tuple[str, ...] = ()
        self.wastes_deck: tuple[str, ...] = ()
        self.collector: tuple[str, ...] = ()
        self.aside: tuple[str, ...] = ()  # the Ancient paid for the current Directive, under a ruling
        self.box: tuple[str, ...] = ()  # cards that a written position excludes from the game

    def clone(self) -> State:
        twin = State.__new__(State)
        twin.rules, twin.ruling, twin.seats, twin.result = self.rules, self.ruling, self.seats, self.result
        twin.chance = self.chance.clone()
        twin.turn, twin.active, twin.first = self.turn, self.active, self.first
        twin.used, twin.announced, twin.flipped = self.used, self.announced, self.flipped
        twin.paid, twin.chain = self.paid, self.chain
        twin.frames = self.frames[:]
        twin.points = self.points[:]
        twin.node = self.node[:]
        twin.primed = self.primed[:]
        twin.deck = self.deck[:]
        twin.hand = self.hand[:]
        twin.discard = self.discard[:]
        twin.ancients = self.ancients[:]
        twin.facilities = self.facilities[:]
        twin.wastes, twin.wastes_deck = self.wastes, self.wastes_deck
        twin.collector, twin.aside, twin.box = self.collector, self.aside, self.box
        return twin

    # -- small questions that every phase asks ------------------------------------------------------------------------

    @property
    def solo(self) -> bool:
        return self.seats == 1

    def row(self, side: str) -> list[tuple[str, ...]]:
        """Return the cards in each Zone that show this side."""
        return self.ancients if side == "ancient" else self.facilities

    def zone_size(self, seat: int) -> int:
        return len(self.ancients[seat]) + len(self.facilities[seat])

    def name(self, card: str, side: str) -> str:
        """Return the slug of one side of a card."""
        return self.rules.ancient[card] if side == "ancient" else self.rules.facility[card]

    # -- what is seen -------------------------------------------------------------------------------------------------

    def face(self, card: str, side: str) -> str:
        """Return an open card's face as everyone knows it: both names, or one if a ruling hides the other side."""
        if self.ruling["ruling.inspect"] == "yes" or card in self.flipped:
            return card
        return one_side(self.rules, card, side)

    def top(self) -> str:
        """Return the top of the Wastes Deck as everyone sees it."""
        if self.ruling["ruling.wastes-deck-side"] == "covered":
            return NOTHING
        return one_side(self.rules, self.wastes_deck[0], "facility")

    # -- moving cards -------------------------------------------------------------------------------------------------

    def to_discard(self, seat: int, card: str, emit: Emit | None = None) -> int:
        """Put a card on the acting player's Discard, or send it home under a ruling; return the Discard's owner."""
        owner = self.rules.origin.get(card, seat) if self.ruling["ruling.own-discard"] == "origin" else seat
        self.discard[owner] = (card, *self.discard[owner])
        if emit and owner != seat:
            emit("home", "ruling.own-discard", EVERYONE, seat=owner, ancient=self.face(card, "ancient"))
        return owner

    def draw(self, seat: int, count: int, rule: str, emit: Emit | None) -> int:
        """Draw cards, with a reshuffle if necessary; return the number drawn."""
        there = len(self.deck[seat]) + len(self.discard[seat])
        if there < count and self.ruling["ruling.draw-short"] == "all-or-none":
            self._tell_short(seat, count, there, emit)
            return 0
        drawn = self._draw_from_deck(seat, count, rule, emit)
        if drawn < count and self.discard[seat]:
            self._reshuffle(seat, emit)
            drawn += self._draw_from_deck(seat, count - drawn, rule, emit)
        if drawn < count:
            self._tell_short(seat, count, drawn, emit)
        return drawn

    def _tell_short(self, seat: int, count: int, there: int, emit: Emit | None) -> None:
        if emit and there:
            emit("draw-short", "ruling.draw-short", EVERYONE, seat=seat, count=count, there=there)
        elif emit:
            emit("draw-empty", "ruling.draw-short", EVERYONE, seat=seat, count=count)

    def _draw_from_deck(self, seat: int, count: int, rule: str, emit: Emit | None) -> int:
        """Draw at most `count` cards and return the number drawn. Other players see the backs, sorted as in a hand."""
        cards, self.deck[seat] = self.deck[seat][:count], self.deck[seat][count:]
        self.hand[seat] = self.in_order((*self.hand[seat], *cards))
        if emit:
            for card in cards:
                emit("drew", rule, only(seat), seat=seat, card=card)
            for back in sorted(map(self.back, cards)):
                emit("draws", rule, all_but(seat), seat=seat, facility=back)
        return len(cards)

    def back(self, card: str) -> str:
        """Return a card in a hand as other players see it."""
        if self.ruling["ruling.hand-backs"] == "no":
            return NOTHING
        return one_side(self.rules, card, "facility")

    def in_order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(cards, key=self.rules.order.__getitem__))

    def _reshuffle(self, seat: int, emit: Emit | None) -> None:
        cards = list(self.in_order(self.discard[seat]))
        self.chance.shuffle("decks", cards)
        self.deck[seat], self.discard[seat] = tuple(cards), ()
        if emit:
            emit("reshuffle", "deck.reshuffle", EVERYONE, seat=seat, count=len(cards))

    def lose(self, seat: int, points: int, rule: str, emit: Emit | None) -> None:
        """Take points from a seat; never below 0, unless a ruling allows it."""
        fall(self.points, seat, points, rule, "ruling.floor" if self.ruling["ruling.floor"] == "no" else "", emit)


def one_side(rules: Rules, card: str, side: str) -> str:
    """Return a face with only one side visible."""
    return f"{rules.ancient[card]}/{UNKNOWN}" if side == "ancient" else f"{UNKNOWN}/{rules.facility[card]}"
