"""The table of The West: Ascendant: one mutable state, cheap to clone.

All Facilities of a type are equal, so a card is just its type, "kiln"; hands are in the order of the types. Piles are
tuples with the top card first, so that clones share them. The first frame of the stack is the turn, with its current
step; the step's decisions and effects are on top of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Config, Move, OpenDecision, Outcome
from tabletop_kernel.contract.piles_and_points import lose_points, without
from tabletop_kernel.contract.state_fields import FieldOptions, TableState, fact, fact_per_seat, shared, zone_per_seat
from tabletop_kernel.contract.state_fields import zone as pile
from tabletop_kernel.contract.zones import everyone
from tabletop_kernel.games.the_west_ascendant.content import Content
from tabletop_kernel.games.the_west_ascendant.ruling_types import Rulings, rulings_of
from tabletop_kernel.toolkit.bounded_cache import BoundedCache
from tabletop_kernel.toolkit.card_language import Effect

SEATS = 2
MOST_TURNS = 120  # turns; hardly any game lasts this long, unless players can skip their actions
MOST_POINTS = 9999
UNSEEN = "?"  # a hidden card
FACILITY_ACTIONS = ("all", "two")
ACTIONS = (*FACILITY_ACTIONS, "locus")
NO_CHOICE, SKIPPED = "none", "skip"  # no choice: nothing could be chosen, or the player did nothing
CHOICES = (*ACTIONS, "city", NO_CHOICE, SKIPPED)  # the possible results of step 2
NOT_YET, USED, DECLINED, IMPOSSIBLE = range(4)  # the state of the other player's reaction

Asks = Callable[["State", int], bool]  # a test of a table, for the effect's owner
Runs = Callable[["State", int], None]
Counts = tuple[tuple[int, int], tuple[int, int]]  # (Loci, made Doppelgates) of each seat
TwoLists = tuple[tuple[str, ...], tuple[str, ...]]  # cards in two places
# a step of a turn: its frame for each seat, and its function
StepAhead = tuple[tuple[OpenDecision, ...], Callable[["State", int, Emit | None], None]]


class Line(NamedTuple):
    """A card's line as functions; the tuples follow the order of its operations (`compiled_lines` makes them)."""

    does: Asks  # would it do anything now, as far as everyone can see?
    able: tuple[Asks | None, ...]  # for offers: can everyone see that they can be accepted?
    possible: tuple[Asks | None, ...]  # for acts: can they do anything at all, as far as everyone can see?
    asks: tuple[tuple[str, Data] | None, ...]  # for acts: kind and data of the choice they ask for
    run: tuple[Runs | None, ...]  # runs the operations without events; the last one ends the effect


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that stays the same for a whole game; all clones of a state share it."""

    config: Config
    content: Content
    types: tuple[str, ...]  # in the pack's order
    order: dict[str, int]
    cards: tuple[str, ...]  # the type of every Facility
    loci: tuple[str, ...]  # every Locus
    prime: frozenset[str]
    required: dict[str, tuple[str, ...]]  # in the pack's order of types
    effects: dict[str, Effect]
    lines: dict[str, Line]  # the effects as functions
    references: tuple[str, ...]  # each seat's starting Doppelgate
    first_gates: tuple[str, ...]  # the keys of their RADIATE effects
    engines: tuple[str, ...]
    gate_cost: int
    steps: tuple[str, ...]  # the steps of a turn, in the order under these rulings
    steps_after: dict[str, tuple[StepAhead, ...]]  # step -> the steps after it in a turn
    number: dict[str, int]  # each step's number on the turn card
    quiet: bool  # cards, points and the end can't change in a turn before its first decision
    barter_is_idle: bool  # a Barter only swaps cards, and the rest of the turn doesn't depend on which
    at_once: bool  # the game can end in the middle of a turn
    last_cards: int  # at dusk the game ends with this many in the deck, or fewer
    cites: dict[str, str]  # key of an effect -> the rule it carries out
    plain_gates: bool  # made Doppelgates only cost points
    gate_loss: int  # the points that each of them costs then
    by_action: frozenset[str]  # keys of effects that a turn's ACTION can make void
    not_void: BoundedCache[
        tuple[tuple[str, ...], str, int, tuple[str, ...]], tuple[str, ...]
    ]  # keys of effects, ACTION -> those that it leaves
    ordered: BoundedCache[tuple[str, ...], tuple[str, ...]]  # cards -> the cards in the order of their types
    worth: dict[str, float]  # key -> an effect's rough worth, in points
    glances: BoundedCache[
        tuple[tuple[int, ...], tuple[str, ...], int], dict[Move, float]
    ]  # hand, tops, Doppelgates -> the rough worth of moves
    few_of_each: BoundedCache[tuple[str, ...], tuple[int, ...]]  # hand -> how many of each type, as far as bots care
    builds: BoundedCache[TwoLists, list[Move]]  # hand, tops -> every LOCUS ACTION
    kinds: BoundedCache[tuple[str, ...], tuple[str, ...]]  # cards -> their types
    takes: BoundedCache[tuple[str, ...], list[Move]]  # middle -> every FACILITY ACTION, if nothing else matters
    exchanges: BoundedCache[TwoLists, list[Move]]  # types in a hand, in the middle -> the possible exchanges
    gate_prices: BoundedCache[tuple[str, ...], Sequence[tuple[str, ...]]]  # hand -> the ways to pay for a Doppelgate
    added: dict[tuple[int, Counts, str], int]  # case -> the points added at the end, for the cases computed so far


# -- who sees what -----------------------------------------------------------------------------------------------------


def show_hand(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str] | int | None:
    """Return a hand: cards for its owner, a number for others, or None if a ruling hides the number."""
    if owner == viewer:
        return list(cards)
    return len(cards) if state.ruling["ruling.hand-count"] == "yes" else None


def show_gates(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return made Doppelgates: their Facility sides are hidden, but under a ruling not from their owner."""
    if owner == viewer and state.ruling["ruling.gate-peek"] == "owner":
        return list(cards)
    return [UNSEEN] * len(cards)


def show_locus_decks(
    state: State, decks: list[tuple[str, ...]], owner: int | None, viewer: int | None
) -> list[list[str]]:
    """Return the Locus decks: their tops, or all cards if a ruling opens them."""
    if are_locus_decks_open(state):
        return [*map(list, decks)]
    return [[*cards[:1], *[UNSEEN] * (len(cards) - 1)] for cards in decks]


def are_locus_decks_open(state: State) -> bool:
    """Tell if Locus decks are open."""
    return state.ruling["ruling.locus-browse"] == "yes" or state.ruling["ruling.face-up"] == "all"


def show_discard_pile(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the discard pile: all of it, or under a ruling its top card."""
    if state.ruling["ruling.discard-open"] == "yes":
        return list(cards)
    return [*cards[:1], *[UNSEEN] * (len(cards) - 1)]


# -- the table ---------------------------------------------------------------------------------------------------------

SEAT_RANGE: FieldOptions = {"within": range(SEATS), "fault": "active and first: name a seat that exists."}
FLAG_RANGE: FieldOptions = {"within": (0, 1), "fault": "city, dusk, last and pulse: use 0 or 1."}
NUMBER_FAULT = "turn or made: this number is not valid."


class State(TableState):
    """Everything on and around the table."""

    rules: Rules = shared()
    ruling: Rulings = shared()  # ruling id -> option
    # the order of play
    turn: int = fact(1, within=range(1, MOST_TURNS + 1), fault=NUMBER_FAULT)
    active: int = fact(0, **SEAT_RANGE)
    first: int = fact(0, **SEAT_RANGE)  # the Start Player; the other player has the Second Player card
    frames: list[OpenDecision] = fact([], written=None)
    dusk: int = fact(0, **FLAG_RANGE)  # 1: the deck has been renewed
    last: int = fact(0, **FLAG_RANGE)  # 1: the game ends after this round, under a ruling
    # this turn
    action: str = fact("")  # what was chosen in step 2
    pulse: int = fact(0, **FLAG_RANGE)  # 1: a PULSE was used
    took: tuple[str, ...] = fact(())  # Facilities taken from the middle
    paid: tuple[str, ...] = fact(())  # types just discarded as Required Facilities
    made: int = fact(0, within=range(1 << 63), fault=NUMBER_FAULT)  # Doppelgates made
    # USED, DECLINED or IMPOSSIBLE: the other player's reaction is over
    reacted: int = fact(NOT_YET, within=range(NOT_YET, IMPOSSIBLE + 1))
    declared: tuple[str, ...] = fact(())  # Triggers that counted when the action was announced, under a ruling
    # the players
    points: list[int] = fact_per_seat(
        0, written=None, within=range(MOST_POINTS + 1), fault="points: use numbers from {low} to {high}."
    )
    known: list[tuple[str, ...]] = fact_per_seat(())  # the cards that everyone knows to be in a hand
    engine: list[str] = fact_per_seat("", written=None)
    city: list[int] = fact_per_seat(0, **FLAG_RANGE)  # 1: Complete
    # between the players; a written position gives the top cards of a deck, and the rest is shuffled under them
    renewed: tuple[str, ...] = fact(())  # at dusk: the cards that the renewed deck can still have
    deck: tuple[str, ...] = pile(written=None)
    middle: tuple[str, ...] = pile(sees=everyone, written=None)  # if left out: the usual number, at random
    discard: tuple[str, ...] = pile(faces=show_discard_pile)
    loci: list[tuple[str, ...]] = pile(faces=show_locus_decks, written=None)
    # the players' cards
    hand: list[tuple[str, ...]] = zone_per_seat(faces=show_hand)
    zone: list[tuple[str, ...]] = zone_per_seat(sees=everyone)  # Loci
    gates: list[tuple[str, ...]] = zone_per_seat(faces=show_gates)  # Facility sides of made Doppelgates
    # Facilities and Loci that a written position excludes from the game
    box: tuple[str, ...] = pile(sees=everyone)
    result: Outcome | None = fact(None)

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules, self.ruling, self.chance = rules, rulings_of(rules.config), chance
        self.set_defaults(SEATS)

    # -- small questions that every step asks -------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """Return the current step; empty outside a turn."""
        return str(self.frames[0][2][0]) if self.frames and self.frames[0][0] == "turn" else ""

    @property
    def tops(self) -> list[str]:
        """Return the visible top card of each Locus deck that has one."""
        return [deck[0] for deck in self.loci if deck]

    def recoverable(self) -> tuple[str, ...]:
        """Return the visible cards in the discard pile: only those can be recovered."""
        return self.discard[:1] if self.ruling["ruling.discard-open"] == "top" else self.discard

    def in_order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards in the order of their types."""
        memory = self.rules.ordered
        if (sorted_cards := memory.get(cards)) is not None:
            return sorted_cards
        return memory.keep(cards, tuple(sorted(cards, key=self.rules.order.__getitem__)))

    # -- hands --------------------------------------------------------------------------------------------------------

    def gain(self, seat: int, cards: tuple[str, ...], *, seen: bool = True) -> None:
        """Add cards to a hand; if everyone has seen them, they become known."""
        self.hand[seat] = self.in_order(self.hand[seat] + cards)
        if seen:
            self.known[seat] = self.in_order(self.known[seat] + cards)

    def give(self, seat: int, cards: tuple[str, ...]) -> None:
        """Remove cards from a hand, and from its known cards: each may have been the known one."""
        for card in cards:
            self.hand[seat] = without(self.hand[seat], card)
            if card in self.known[seat]:
                self.known[seat] = without(self.known[seat], card)

    def throw(self, seat: int, cards: tuple[str, ...]) -> None:
        """Discard cards from a hand."""
        self.give(seat, cards)
        self.discard = cards[::-1] + self.discard

    def may_hold(self, seat: int, count: int) -> bool:
        """Tell if a hand may have at least `count` cards; always True if a ruling hides the number."""
        return self.ruling["ruling.hand-count"] == "no" or len(self.hand[seat]) >= count

    # -- the deck -----------------------------------------------------------------------------------------------------

    def take_top(self, *, seen: bool) -> str:
        """Remove and return the top card of a deck with cards; everyone has `seen` it or not.

        Call `renew_if_empty` once the card is in its place.
        """
        card, self.deck = self.deck[0], self.deck[1:]
        if seen and card in self.renewed:
            self.renewed = without(self.renewed, card)
        return card

    def take_tops(self, count: int) -> tuple[str, ...]:
        """Remove and return at most `count` cards from the deck, in everyone's sight. Then call `renew_if_empty`."""
        cards, self.deck = self.deck[:count], self.deck[count:]
        for card in cards:
            if card in self.renewed:
                self.renewed = without(self.renewed, card)
        return cards

    def renew_if_empty(self, emit: Emit | None) -> None:
        """Renew the deck after its last card of the day; later it stays empty."""
        if self.deck:
            return
        if not self.dusk and self.ruling["ruling.turncard-sides"] != "single-day":
            self._renew(emit)
        elif emit:
            emit("deck-out", "deck.out" if self.dusk else "ruling.turncard-sides", EVERYONE)

    def _renew(self, emit: Emit | None) -> None:
        """Begin dusk: the discard pile becomes the deck."""
        self.dusk = 1
        cards = list(self.in_order(self.discard))
        if self.ruling["ruling.discard-open"] == "yes":
            self.renewed = tuple(cards)
        self.chance.shuffle("deck", cards)
        self.deck, self.discard = tuple(cards), ()
        if emit:
            if cards:
                emit("dusk", "deck.dusk", EVERYONE, count=len(cards))
            else:
                emit("dusk-bare", "deck.dusk-bare", EVERYONE)

    def draw(self, seat: int, count: int, rule: str, emit: Emit | None) -> int:
        """Draw cards one at a time, even across dusk; return the number drawn."""
        for number in range(count):
            if not self.deck:
                if emit:
                    emit("draw-short", "effect.best", EVERYONE, seat=seat, count=count - number)
                return number
            card = self.take_top(seen=False)
            self.gain(seat, (card,), seen=False)
            if emit:
                emit("drew", rule, only(seat), seat=seat, card=card)
                emit("draws", "effect.draw", all_but(seat), seat=seat)
            self.renew_if_empty(emit)
        return count

    # -- points -------------------------------------------------------------------------------------------------------

    def lose(self, seat: int, points: int, rule: str, emit: Emit | None) -> None:
        """Take points from a seat, never below 0."""
        if points and emit and not self.points[seat]:
            emit("at-zero", "points.floor", EVERYONE, seat=seat, points=points)
        elif points:
            lose_points(self.points, seat, points, rule, "points.floor", emit)
