"""The table of The West: Ascendant: one mutable state, cheap to clone.

All Facilities of a type are alike, so a card is just its type, "kiln"; hands are in the order of the types. Piles are
tuples with the top card first, so that clones share them. The first frame of the stack is the turn, with the step it is
at; whatever the step asks lies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Config, Frame, Move, Outcome
from tabletop_kernel.contract.piles import fall, without
from tabletop_kernel.games.the_west_ascendant.content import Content
from tabletop_kernel.games.the_west_ascendant.ruling_types import rulings_of
from tabletop_kernel.toolkit.bounded_cache import Memory
from tabletop_kernel.toolkit.effects import Effect

SEATS = 2
FACILITY_ACTIONS = ("all", "two")
ACTIONS = (*FACILITY_ACTIONS, "locus")
NOTHING, SKIPPED = "none", "skip"  # no choice: nothing could be chosen; the player did nothing
CHOICES = (*ACTIONS, "city", NOTHING, SKIPPED)  # what step 2 can have been
NOT_YET, USED, DECLINED, IMPOSSIBLE = range(4)  # what has become of the other player's reaction

Asks = Callable[["State", int], bool]  # something about a table, for the seat whose effect it is
Runs = Callable[["State", int], None]
# a step of a turn: its frame for each seat, and what it does
StepAhead = tuple[tuple[Frame, ...], Callable[["State", int, Emit | None], None]]


class Line(NamedTuple):
    """What a line of a card asks and does; what belongs to its operations is in their order (`lines` makes them)."""

    does: Asks  # whether it would do anything if it were used now, as far as everybody can tell
    able: tuple[Asks | None, ...]  # of offers: whether everybody can see that they can be accepted
    possible: tuple[Asks | None, ...]  # of acts: whether they can do anything at all, as far as everybody can tell
    asks: tuple[tuple[str, tuple[Any, ...]] | None, ...]  # of acts: kind and data of the choice that they ask for
    run: tuple[Runs | None, ...]  # carries them out where nobody listens; the last one ends the effect


@dataclass(frozen=True, slots=True)
class Rules:
    """What stays the same for a whole game, ready for quick use: shared by all clones of a state."""

    config: Config
    content: Content
    types: tuple[str, ...]  # in the order of the pack
    order: dict[str, int]
    cards: tuple[str, ...]  # the type of every Facility
    loci: tuple[str, ...]  # every Locus
    prime: frozenset[str]
    required: dict[str, tuple[str, ...]]  # in the order of the types
    effects: dict[str, Effect]
    lines: dict[str, Line]  # the same as functions
    references: tuple[str, ...]  # the starting Doppelgate of each seat
    first_gates: tuple[str, ...]  # the key of what it does when it RADIATES
    engines: tuple[str, ...]
    gate_cost: int
    steps: tuple[str, ...]  # the steps of a turn in the order of the rulings
    steps_after: dict[str, tuple[StepAhead, ...]]  # step -> those that follow in a turn
    number: dict[str, int]  # of each step on the turn card
    quiet: bool  # whether nothing that counts changes in a turn before somebody decides
    idle_barter: bool  # whether a Barter changes nothing that counts before the next turn
    at_once: bool  # whether the game ends in the middle of a turn
    last_cards: int  # in the deck, at dusk: the game ends
    cites: dict[str, str]  # key of an effect -> the rule that it carries out
    plain_gates: bool  # whether made Doppelgates only cost points
    gate_loss: int  # and how many each of them, then
    by_action: frozenset[str]  # keys of effects that the ACTION of a turn can make void
    not_void: Memory[Any, tuple[str, ...]]  # keys of effects, ACTION -> those that it has not made void
    ordered: Memory[tuple[str, ...], tuple[str, ...]]  # cards -> the same in the order of their types
    worth: dict[str, float]  # key -> what an effect is worth at a glance, in points
    glances: Memory[Any, dict[Move, float]]  # hand, tops, Doppelgates -> what moves are worth there at a glance
    few_of_each: Memory[tuple[str, ...], tuple[int, ...]]  # hand -> how many of each type, as far as bots care
    builds: Memory[Any, list[Move]]  # hand, tops -> every LOCUS ACTION
    kinds: Memory[tuple[str, ...], tuple[str, ...]]  # cards -> the types among them
    takes: Memory[tuple[str, ...], list[Move]]  # middle -> every FACILITY ACTION, where nothing else matters
    exchanges: Memory[Any, list[Move]]  # types in a hand, in the middle -> how cards can be exchanged
    gate_prices: Memory[tuple[str, ...], Sequence[tuple[str, ...]]]  # hand -> how it can pay for a Doppelgate
    added: dict[Any, int]  # case -> what is added to points at the end, as far as it has been worked out


class State:
    """Everything on and around the table."""

    __slots__ = (
        "action",
        "active",
        "box",
        "chance",
        "city",
        "deck",
        "declared",
        "discard",
        "dusk",
        "engine",
        "first",
        "frames",
        "gates",
        "hand",
        "known",
        "last",
        "loci",
        "made",
        "middle",
        "paid",
        "points",
        "pulse",
        "reacted",
        "renewed",
        "result",
        "rules",
        "ruling",
        "took",
        "turn",
        "zone",
    )

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules = rules
        self.ruling = rulings_of(rules.config)  # ruling id -> option
        self.chance = chance
        self.frames: list[Frame] = []
        self.result: Outcome | None = None
        # the order of play
        self.turn = 1
        self.active = 0
        self.first = 0  # the Start Player; the other one holds the Second Player card
        self.dusk = 0  # 1: the deck has been renewed
        self.last = 0  # 1: the game ends after this round, where a ruling says so
        # this turn
        self.action = ""  # what was chosen in step 2
        self.pulse = 0  # 1: a PULSE was used
        self.took: tuple[str, ...] = ()  # Facilities taken from the middle
        self.paid: tuple[str, ...] = ()  # types just discarded as Required Facilities
        self.made = 0  # Doppelgates made
        self.reacted = NOT_YET  # USED, DECLINED or IMPOSSIBLE: the other player's reaction is over
        self.declared: tuple[str, ...] = ()  # Triggers that counted when the action was announced, under a ruling
        # the players
        self.points: list[int] = [0] * SEATS
        self.hand: list[tuple[str, ...]] = [()] * SEATS
        self.known: list[tuple[str, ...]] = [()] * SEATS  # what everybody knows to be in a hand, at least
        self.zone: list[tuple[str, ...]] = [()] * SEATS  # Loci
        self.gates: list[tuple[str, ...]] = [()] * SEATS  # Facility sides of made Doppelgates
        self.engine: list[str] = [""] * SEATS
        self.city: list[int] = [0] * SEATS  # 1: Complete
        # between the players
        self.deck: tuple[str, ...] = ()
        self.renewed: tuple[str, ...] = ()  # at dusk: what is left of the renewed deck is among these
        self.middle: tuple[str, ...] = ()
        self.discard: tuple[str, ...] = ()
        self.loci: list[tuple[str, ...]] = []
        self.box: tuple[str, ...] = ()  # Facilities and Loci that a prepared position leaves out of play

    def clone(self) -> State:
        twin = State.__new__(State)
        twin.rules, twin.ruling, twin.result = self.rules, self.ruling, self.result
        twin.chance = self.chance.clone()
        twin.frames = self.frames[:]
        twin.turn, twin.active, twin.first = self.turn, self.active, self.first
        twin.dusk, twin.last = self.dusk, self.last
        twin.action, twin.pulse, twin.took, twin.paid = self.action, self.pulse, self.took, self.paid
        twin.made, twin.reacted, twin.declared = self.made, self.reacted, self.declared
        twin.points = self.points[:]
        twin.hand = self.hand[:]
        twin.known = self.known[:]
        twin.zone = self.zone[:]
        twin.gates = self.gates[:]
        twin.engine = self.engine[:]
        twin.city = self.city[:]
        twin.deck, twin.renewed, twin.middle, twin.discard = self.deck, self.renewed, self.middle, self.discard
        twin.loci = self.loci[:]
        twin.box = self.box
        return twin

    # -- small questions that every step asks -------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """The step of the turn."""
        return str(self.frames[0][2][0]) if self.frames and self.frames[0][0] == "turn" else ""

    @property
    def tops(self) -> list[str]:
        """The visible first card of each Locus deck that has one."""
        return [deck[0] for deck in self.loci if deck]

    def recoverable(self) -> tuple[str, ...]:
        """The cards of the discard pile that can be chosen: those that are seen."""
        return self.discard[:1] if self.ruling["ruling.discard-open"] == "top" else self.discard

    def in_order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        memory = self.rules.ordered
        found = memory.get(cards)
        return memory.keep(cards, tuple(sorted(cards, key=self.rules.order.__getitem__))) if found is None else found

    # -- hands --------------------------------------------------------------------------------------------------------

    def gain(self, seat: int, cards: tuple[str, ...], seen: bool = True) -> None:
        """Cards come to a hand; if everybody has seen them, everybody knows."""
        self.hand[seat] = self.in_order(self.hand[seat] + cards)
        if seen:
            self.known[seat] = self.in_order(self.known[seat] + cards)

    def give(self, seat: int, cards: tuple[str, ...]) -> None:
        """Cards leave a hand; a card like one that was known may have been that one."""
        for card in cards:
            self.hand[seat] = without(self.hand[seat], card)
            if card in self.known[seat]:
                self.known[seat] = without(self.known[seat], card)

    def throw(self, seat: int, cards: tuple[str, ...]) -> None:
        """Cards go from a hand to the discard pile."""
        self.give(seat, cards)
        self.discard = cards[::-1] + self.discard

    def may_hold(self, seat: int, count: int) -> bool:
        """Whether a hand has so many cards, as far as everybody can tell: where hands are not counted, it may."""
        return self.ruling["ruling.hand-count"] == "no" or len(self.hand[seat]) >= count

    # -- the deck -----------------------------------------------------------------------------------------------------

    def take_top(self, seen: bool) -> str:
        """The top card of the deck, which must have one. Once it lies where it goes, `after_top` follows."""
        card, self.deck = self.deck[0], self.deck[1:]
        if seen and card in self.renewed:
            self.renewed = without(self.renewed, card)
        return card

    def take_tops(self, count: int) -> tuple[str, ...]:
        """The same with several cards that all see, as far as there are so many."""
        cards, self.deck = self.deck[:count], self.deck[count:]
        for card in cards:
            if card in self.renewed:
                self.renewed = without(self.renewed, card)
        return cards

    def after_top(self, emit: Emit | None) -> None:
        """With its last card of the day the deck is renewed; later it stays empty."""
        if self.deck:
            return
        if not self.dusk and self.ruling["ruling.turncard-sides"] != "single-day":
            self._renew(emit)
        elif emit:
            emit("deck-out", "deck.out" if self.dusk else "ruling.turncard-sides", EVERYONE)

    def _renew(self, emit: Emit | None) -> None:
        """Dusk: the discard pile becomes the deck."""
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
        """Draw cards one at a time, across the seam of dusk if need be; how many were drawn."""
        for number in range(count):
            if not self.deck:
                if emit:
                    emit("draw-short", "effect.best", EVERYONE, seat=seat, count=count - number)
                return number
            card = self.take_top(False)
            self.gain(seat, (card,), seen=False)
            if emit:
                emit("drew", rule, only(seat), seat=seat, card=card)
                emit("draws", "effect.draw", all_but(seat), seat=seat)
            self.after_top(emit)
        return count

    # -- points -------------------------------------------------------------------------------------------------------

    def lose(self, seat: int, points: int, rule: str, emit: Emit | None) -> None:
        """Points down, never below 0."""
        if points and emit and not self.points[seat]:
            emit("at-zero", "points.floor", EVERYONE, seat=seat, points=points)
        elif points:
            fall(self.points, seat, points, rule, "points.floor", emit)
