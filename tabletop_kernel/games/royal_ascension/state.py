"""The table of The Royal Ascension: one mutable state, cheap to clone.

Cards are short texts, rank and suit ("7C", "QH"); the two copies of a card are equal. Decks are lists with the top card
first. Hands are tuples in order of value, so that clones share them. Space 0 is home.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Config, OpenDecision, Outcome
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.state_fields import (
    REQUIRED,
    Record,
    TableState,
    fact,
    fact_per_seat,
    shared,
    zone,
    zone_per_seat,
)
from tabletop_kernel.contract.zones import MayLook, everyone, owner
from tabletop_kernel.games.royal_ascension.content import CARD_RANKS, SPADES, Content, Layout
from tabletop_kernel.games.royal_ascension.ruling_types import Rulings, rulings_of

SUITS = ("hearts", "diamonds", "clubs", "spades")
RESOURCES = ("hearts", "diamonds", "clubs")
SUIT_LETTER = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}
SUIT_OF_LETTER = {letter: suit for suit, letter in SUIT_LETTER.items()}
RANK_VALUE = {rank: number for number, rank in enumerate(CARD_RANKS, 1)}
DECK_FIELD = {suit: f"{suit}_deck" for suit in SUITS}
HOME = 0
OFF_BOARD = -1
JOKER = "Joker"
MAJORITY = 7  # territories that end the game
TURN_VERBS = ("roll", "walk", "end")
BATTLE_VERBS = ("attack", "pass", "fight", "commit", "seal")
LOWEST_SUCCESS = 5  # the lowest face that succeeds in a Random NPC event


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that stays the same for a whole game; all clones of a state share it."""

    config: Config
    content: Content
    layout: Layout
    value: dict[str, int]  # of hearts, diamonds and clubs; the ace as ruled
    strength: dict[str, int]  # of territories
    action: dict[str, str]  # spade -> id of its action
    order: dict[str, int]  # every piece in a fixed order, for sorted hands and move lists


def full_suit(suit: str) -> list[str]:
    """Return the 26 cards of a suit: two of each rank."""
    return [rank + SUIT_LETTER[suit] for rank in CARD_RANKS for _ in range(2)]


class Battle(Record):
    """The public facts of a battle; the state's zones hold the commitments."""

    kind: str = fact("duel")  # "duel", "decree", or "table": an All In drawer against everyone
    attacker: int = fact(-1, written=None)
    fighters: tuple[int, ...] = fact((), written=REQUIRED)
    all_in: int = fact(-1)  # the seat that staked everything, or -1
    sealed: tuple[int, ...] = fact(())
    open: bool = fact(False)
    dice: list[tuple[int, ...]] = fact_per_seat(())
    bout: tuple[int, ...] = fact((), written=None)  # the fighters who roll now
    queue: tuple[tuple[int, ...], ...] = fact(())  # further bouts of a knockout or round-robin
    wins: list[int] = fact_per_seat(0)
    totals: list[int] = fact_per_seat(0)  # of the latest bout
    winner: int = fact(-1)
    losers: tuple[int, ...] = fact((), written=None)

    def __init__(self, kind: str, attacker: int, fighters: tuple[int, ...], seats: int, all_in: int = -1) -> None:
        self.set_defaults(seats)
        self.kind, self.attacker, self.fighters, self.all_in = kind, attacker, fighters, all_in


# -- who sees what -----------------------------------------------------------------------------------------------------


def sees_territories(state: State, owner: int | None, viewer: int | None) -> bool:
    """Tell if a viewer sees a player's territories.

    They are open unless a ruling hides them until the end; a loser shows them to a winner who claims one.
    """
    if owner == viewer or state.ruling["ruling.hidden-territories"] == "open" or state.result is not None:
        return True
    return bool(state.frames) and state.frames[-1] == ("claim", viewer, (owner,))


def sees_pool(state: State, owner: int | None, viewer: int | None) -> bool:
    """Tell if a viewer sees the pool: if hidden by a ruling, only the player who drafts from it sees it."""
    if state.ruling["ruling.hidden-territories"] == "open":
        return True
    return bool(state.frames) and state.frames[-1] == ("draft", viewer, ())


def sees_hand(suit: str) -> MayLook:
    """Return a test for a suit: the owner sees the hand, and by a ruling a loser who picks from it."""

    def sees(state: State, owner: int | None, viewer: int | None) -> bool:
        if owner == viewer:
            return True
        if state.ruling["ruling.pick-who"] != "loser-sees" or state.ruling["ruling.pick-pool"] != "all-held":
            return False
        if not state.frames or state.frames[-1][0] != "pick" or state.battle is None:
            return False
        _, loser, (suit_to_pick, _) = state.frames[-1]
        return viewer == loser and suit_to_pick == suit and owner == state.battle.winner

    return sees


def sees_alliances(state: State, owner: int | None, viewer: int | None) -> bool:
    """Tell if a viewer sees a player's Secret Alliances: their own, or all if the ruling opens them."""
    return owner == viewer or state.ruling["ruling.alliance-open"] == "open"


def sees_commitment(state: State, owner: int | None, viewer: int | None) -> bool:
    """Tell if a viewer sees a player's commitment: their own, or all after the reveal."""
    return owner == viewer or (state.battle is not None and state.battle.open)


# -- the table ---------------------------------------------------------------------------------------------------------

ANY_COUNT = range(1 << 63)
NUMBER_FAULT = "die, prize, turn or fought: this number can't occur."
FLAG_FAULT = "all_in and out: each seat must have 0 or 1."


def token_spaces(state: State) -> range:
    """Return the spaces on which a token can be."""
    return range(OFF_BOARD, state.rules.layout.length + 1)


def active_seats(state: State) -> range:
    """Return the seats that can be active; -1 before the first turn."""
    return range(-1, state.seats)


class State(TableState):
    """Everything on and around the table."""

    rules: Rules = shared()
    ruling: Rulings = shared()  # ruling id -> option
    seats: int = shared()
    # the order of play
    turn: int = fact(0, written=1, within=ANY_COUNT, fault=NUMBER_FAULT)
    active: int = fact(-1, written=0, within=active_seats, fault="active: there is no seat {value}.")
    frames: list[OpenDecision] = fact([], written=None)
    rolls: list[tuple[int, ...]] = fact_per_seat(  # selection rolls, the latest last
        (), within=range(1, 13), fault="rolls: two dice show 2 to 12, and one die shows 1 to 6."
    )
    order: tuple[int, ...] = fact((), written=None)  # the order of selection
    turns: tuple[int, ...] = fact((), written=None)
    # the board
    characters: list[int] = fact_per_seat(0)
    tokens: list[int] = fact_per_seat(
        HOME, within=token_spaces, fault="tokens: each must be on a space from 0 (home) to {high}."
    )
    die: int = fact(0, within=range(7), fault=NUMBER_FAULT)  # what the one die of this turn shows
    landed: bool = fact(False, written=None)  # True: the active token has stopped this turn
    # the kingdoms
    pool: list[str] = zone(sees=sees_pool, written=None)  # territories not yet drafted
    territories: list[tuple[str, ...]] = zone_per_seat(
        sees=sees_territories,
        written=None,
        shape=list[list[str] | None],  # None: an even share of the rest
    )
    hearts: list[tuple[str, ...]] = zone_per_seat(sees=sees_hand("hearts"))
    diamonds: list[tuple[str, ...]] = zone_per_seat(sees=owner)
    clubs: list[tuple[str, ...]] = zone_per_seat(sees=sees_hand("clubs"))
    alliances: list[tuple[str, ...]] = zone_per_seat(sees=sees_alliances, counted=False)
    # (heart, territory), if a ruling asks for it
    attached: list[tuple[tuple[str, str], ...]] = zone_per_seat(sees=owner, counted=False)
    plague: list[int] = fact_per_seat(0)
    all_in: list[int] = fact_per_seat(0, within=(0, 1), fault=FLAG_FAULT)  # 1: an All In waits for its battle
    credit: list[int] = fact_per_seat(0)
    out: list[int] = fact_per_seat(0, within=(0, 1), fault=FLAG_FAULT)
    opening: list[tuple[str, ...]] = fact_per_seat((), written=None)  # the suits of the opening cards drawn so far
    # the piles; a written position gives the top cards, and the rest of the suit is shuffled under them
    hearts_deck: list[str] = zone(written=None)
    diamonds_deck: list[str] = zone(written=None)
    clubs_deck: list[str] = zone(written=None)
    spades_deck: list[str] = zone(written=None)
    discard: list[str] = zone(sees=everyone)
    offer: tuple[str, ...] = zone(sees=everyone)
    # a Spades landing
    card: str = fact("")  # the action card of this turn
    carried: bool = fact(True)  # True: that card has gone to the discard pile or a hand
    prize: int = fact(0, within=range(3), fault=NUMBER_FAULT)  # cards still to draw from a successful NPC event
    fought: int = fact(0, within=ANY_COUNT, fault=NUMBER_FAULT)  # battles fought this turn
    allied: tuple[int, ...] = fact(())  # seats that showed an alliance this turn
    excluded: tuple[int, ...] = fact(())  # seats that can't battle
    truces: tuple[tuple[int, int, int, int], ...] = fact(())  # (a, b, a has had a turn, b has)
    battle: Battle | None = fact(None)
    committed_territory: list[tuple[str, ...]] = zone_per_seat(sees=sees_commitment, counted=False)
    committed_health: list[tuple[str, ...]] = zone_per_seat(sees=sees_commitment, counted=False)
    committed_weapons: list[tuple[str, ...]] = zone_per_seat(sees=sees_commitment, counted=False)
    result: Outcome | None = fact(None)

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules, self.ruling, self.chance = rules, rulings_of(rules.config), chance
        self.seats = rules.config.seats
        self.set_defaults(self.seats)
        self.characters = list(range(self.seats))

    # -- small questions that every phase asks ------------------------------------------------------------------------

    def living_seats(self) -> list[int]:
        """Return the seats still in the game."""
        return [seat for seat in range(self.seats) if not self.out[seat]]

    def is_on_spades(self, seat: int) -> bool:
        """Tell if a seat's token is on Spades; False if the token has left the board."""
        return self.tokens[seat] > HOME and self.rules.layout.kinds[self.tokens[seat]] == SPADES

    def hands_of(self, suit: str) -> list[tuple[str, ...]]:
        """Return all seats' hands of a suit; the list itself, so that a change counts."""
        hands: list[tuple[str, ...]] = getattr(self, suit)
        return hands

    def deck_of(self, suit: str) -> list[str]:
        """Return the deck of a suit; the list itself, so that a change counts."""
        deck: list[str] = getattr(self, DECK_FIELD[suit])
        return deck

    # -- moving cards -------------------------------------------------------------------------------------------------

    def add_to_hand(self, seat: int, suit: str, card: str) -> None:
        """Add a card to a hand, in order."""
        hands = self.hands_of(suit)
        hands[seat] = tuple(sorted((*hands[seat], card), key=self.rules.order.__getitem__))

    def discard_from_hand(self, seat: int, suit: str, card: str) -> None:
        """Discard a card from a hand, and from the commitment or territory it belongs to."""
        hands = self.hands_of(suit)
        hands[seat] = without(hands[seat], card)
        self.discard.append(card)
        if suit == "hearts" or suit == "clubs":
            committed = self.committed_health if suit == "hearts" else self.committed_weapons
            if committed[seat].count(card) > hands[seat].count(card):
                committed[seat] = without(committed[seat], card)
            pairs = [pair for pair in self.attached[seat] if pair[0] == card]
            if len(pairs) > self.hearts[seat].count(card):
                self.attached[seat] = without(self.attached[seat], pairs[0])

    def draw_card(self, suit: str, emit: Emit | None) -> str:
        """Return the top card of a deck, or '' if there is none. A ruling may reshuffle an empty deck."""
        deck = self.deck_of(suit)
        if not deck:
            if self.ruling["ruling.space-when-deck-empty"] != "reshuffle-suit":
                return ""
            letter = SUIT_LETTER[suit]
            deck.extend(card for card in self.discard if card[-1] == letter)
            if not deck:
                return ""
            self.discard[:] = [card for card in self.discard if card[-1] != letter]
            self.chance.shuffle("decks", deck)
            if emit:
                emit("reshuffle", "ruling.space-when-deck-empty", EVERYONE, suit=suit, count=len(deck))
        return deck.pop(0)

    def draw_to_hand(self, seat: int, suit: str, rule: str, emit: Emit | None) -> str:
        """Draw a resource card and return it; '' if there is none. Only its owner learns which it is.

        A ruling may ask the owner to put a heart under a territory.
        """
        card = self.draw_card(suit, emit)
        if card:
            self.add_to_hand(seat, suit, card)
            if suit == "hearts" and self.ruling["ruling.health-attach"] == "attach-on-draw":
                self.frames.append(("attach", seat, ()))
        if emit:
            if not card:
                emit("empty", "ruling.space-when-deck-empty", EVERYONE, seat=seat, suit=suit)
            else:
                emit("drew", rule, only(seat), seat=seat, suit=suit, card=card)
                emit("draws", "cards.hidden", all_but(seat), seat=seat, suit=suit)
        return card


def emit_lands(
    kind: str, rule: str, state: State, insiders: tuple[int, ...], emit: Emit, lands: list[str], **data: object
) -> None:
    """Emit that territories change hands: to everyone, or if they are secret by name only to the insiders."""
    if state.ruling["ruling.hidden-territories"] == "open":
        emit(kind, rule, EVERYONE, lands=lands, **data)
    else:
        emit(kind, rule, only(*insiders), lands=lands, **data)
        emit(f"{kind}-hidden", rule, all_but(*insiders), count=len(lands), **data)
