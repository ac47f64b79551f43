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
from tabletop_kernel.contract.piles_and_points import lose_points
from tabletop_kernel.contract.state_fields import TableState, fact, fact_per_seat, shared, zone, zone_per_seat, zones_of
from tabletop_kernel.contract.zones import Faces, everyone
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS, VALUES
from tabletop_kernel.games.the_north.content import MOST_POINTS, UNKNOWN, Content
from tabletop_kernel.games.the_north.ruling_types import Rulings, rulings_of
from tabletop_kernel.toolkit.card_language import Effect

COLLECTOR = 1
DIRECTIVES = ("reprogram", "facility", "ancient", "discharge")
DIRECTIVES_PER_TURN = 3  # Directives
MOST_OF_ONE_DIRECTIVE = 2  # times a player can choose the same one in a turn
NUMBER_LIMIT = 1 << 63  # more than any number in a position
DISCHARGED = 0  # the level of a flipped Node
HIDDEN_CARD = f"{UNKNOWN}/{UNKNOWN}"  # a card with neither side visible


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


# -- who sees what: the faces of two-sided cards -----------------------------------------------------------------------
#
# In a view every pile is a list of faces: "frost-widow/outpost" if both sides are known, "?/outpost" or "frost-widow/?"
# if one is, "?/?" if neither is.


def show_open_pile(side: str) -> Faces:
    """Return the faces of face-up piles that show this side."""

    def faces(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
        if state.ruling["ruling.inspect"] == "yes":
            return list(cards)
        return [state.face(card, side) for card in cards]

    return faces


def show_hand(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a hand: its owner sees everything, other players see backs."""
    if owner == viewer:
        return list(cards)
    # Sorted by back: the owner's order would give hints about the other sides.
    return sorted(state.back(card) for card in cards)


def show_deck(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a player's Deck, Facility side up: only the top card's Facility is seen."""
    return [one_side(state.rules, cards[0], "facility"), *[HIDDEN_CARD] * (len(cards) - 1)] if cards else []


def show_wastes_deck(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the Wastes Deck, with its top as the ruling shows it."""
    return [state.top(), *[HIDDEN_CARD] * (len(cards) - 1)] if cards else []


def show_collector(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return The Collector's Deck, face down until the game ends, unless a ruling opens it."""
    is_open = state.result is not None or state.ruling["ruling.collector-deck"] == "yes"
    return list(cards) if is_open else [HIDDEN_CARD] * len(cards)


# -- the table ---------------------------------------------------------------------------------------------------------

SEAT_FAULT = "active and first: name a seat that exists."
NUMBER_FAULT = "turn, chain or paid: this number is not valid."
NODE_FAULT = f"node: use a level from 1 to {LEVELS}, or {DISCHARGED} for a Discharged Node."


def seats_of(state: State) -> range:
    return range(state.seats)


class State(TableState):
    """Everything on and around the table."""

    rules: Rules = shared()
    ruling: Rulings = shared()  # ruling id -> option
    seats: int = shared()
    # the order of play
    turn: int = fact(1, within=range(1, NUMBER_LIMIT), fault=NUMBER_FAULT)
    active: int = fact(0, within=seats_of, fault=SEAT_FAULT)
    first: int = fact(0, within=seats_of, fault=SEAT_FAULT)  # the other player has the Second Player card
    frames: list[OpenDecision] = fact([], written=None)
    # this turn
    used: tuple[str, ...] = fact(())  # Directives performed
    announced: tuple[str, ...] = fact(())  # Directives still to come, if announced together
    flipped: tuple[str, ...] = fact(())  # cards flipped
    paid: int = fact(-1, within=range(-1, len(VALUES)), fault=NUMBER_FAULT)  # the Value of the last discarded Ancient
    chain: int = fact(0, within=range(NUMBER_LIMIT), fault=NUMBER_FAULT)  # abilities since the last Directive
    # the players
    points: list[int] = fact(
        [0, 0],
        written=None,
        within=range(-MOST_POINTS, 10 * MOST_POINTS + 1),
        fault="points: this number is not valid.",
    )
    node: list[int] = fact_per_seat(1, within=range(LEVELS + 1), fault=NODE_FAULT)
    # 1: a Charge waits for the Reset, under a ruling
    primed: list[int] = fact_per_seat(0, within=(0, 1), fault="primed: use 0 or 1 for each seat.")
    # the middle; a written position without The Wastes has four of the remaining cards there, in a random order
    wastes: tuple[str, ...] = zone(faces=show_open_pile("ancient"), written=None)
    wastes_deck: tuple[str, ...] = zone(
        faces=show_wastes_deck, written=None
    )  # its top cards; the rest is shuffled under them
    # the players' piles; a written Deck can be None, for the starting cards that aren't elsewhere
    deck: list[tuple[str, ...]] = zone_per_seat(faces=show_deck, written=None, shape=list[list[str] | None])
    hand: list[tuple[str, ...]] = zone_per_seat(faces=show_hand)
    discard: list[tuple[str, ...]] = zone_per_seat(faces=show_open_pile("ancient"))
    ancients: list[tuple[str, ...]] = zone_per_seat(
        faces=show_open_pile("ancient")
    )  # in the Zone, showing their Ancient
    facilities: list[tuple[str, ...]] = zone_per_seat(
        faces=show_open_pile("facility")
    )  # in the Zone, showing their Facility
    # beside the table
    collector: tuple[str, ...] = zone(faces=show_collector, written=None)
    aside: tuple[str, ...] = zone(
        faces=show_open_pile("ancient")
    )  # the Ancient paid for the current Directive, under a ruling
    box: tuple[str, ...] = zone(sees=everyone)  # out of the game, by a written position, and not counted for anyone
    result: Outcome | None = fact(None)

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules, self.ruling, self.chance = rules, rulings_of(rules.config), chance
        self.seats = rules.config.seats
        self.set_defaults(self.seats)

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
            return HIDDEN_CARD
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
            return HIDDEN_CARD
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
        lose_points(
            self.points, seat, points, rule, "ruling.floor" if self.ruling["ruling.floor"] == "no" else "", emit
        )


def one_side(rules: Rules, card: str, side: str) -> str:
    """Return a face with only one side visible."""
    return f"{rules.ancient[card]}/{UNKNOWN}" if side == "ancient" else f"{UNKNOWN}/{rules.facility[card]}"


PER_SEAT = zones_of(State, per_seat=True)
SHARED_ZONES = zones_of(State, per_seat=False)
