"""The table of The Royal Ascension: one mutable state, cheap to clone.

Cards are short texts, rank and suit ("7C", "QH"); the two copies of a card are equal. Decks are lists with the top card
first. Hands are tuples in order of value, so that clones share them. Space 0 is home.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Config, OpenDecision, Outcome
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.games.royal_ascension.content import RANKS, Content, Layout
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of

SUITS = ("hearts", "diamonds", "clubs", "spades")
RESOURCES = ("hearts", "diamonds", "clubs")
LETTER = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}
SUIT_OF = {letter: suit for suit, letter in LETTER.items()}
RANK_VALUE = {rank: number for number, rank in enumerate(RANKS, 1)}
DECK = {suit: f"{suit}_deck" for suit in SUITS}
HOME = 0
OFF_BOARD = -1
JOKER = "Joker"
MAJORITY = 7
TURN_VERBS = ("roll", "walk", "end")
BATTLE_VERBS = ("attack", "pass", "fight", "commit", "seal")
PER_SEAT_TUPLES = (  # parts of the state with something for each seat
    "rolls", "territories", "hearts", "diamonds", "clubs", "alliances", "attached", "opening",
    "committed_territory", "committed_health", "committed_weapons",
)  # fmt: skip
PER_SEAT_NUMBERS = ("characters", "tokens", "plague", "all_in", "credit", "out")
SUCCESS = 5  # the lowest face that succeeds in a Random NPC event


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
    return [rank + LETTER[suit] for rank in RANKS for _ in range(2)]


class Battle:
    """The public facts of a battle; the state's zones hold the commitments."""

    __slots__ = (
        "all_in",
        "attacker",
        "bout",
        "dice",
        "fighters",
        "kind",
        "losers",
        "open",
        "queue",
        "sealed",
        "totals",
        "winner",
        "wins",
    )

    def __init__(self, kind: str, attacker: int, fighters: tuple[int, ...], seats: int, all_in: int = -1) -> None:
        self.kind = kind  # "duel", "decree", or "table": an All In drawer against everyone
        self.attacker = attacker
        self.fighters = fighters
        self.all_in = all_in  # the seat that staked everything, or -1
        self.sealed: tuple[int, ...] = ()
        self.open = False
        self.dice: list[tuple[int, ...]] = [()] * seats
        self.bout: tuple[int, ...] = ()  # the fighters who roll now
        self.queue: tuple[tuple[int, ...], ...] = ()  # further bouts of a knockout or round-robin
        self.wins: list[int] = [0] * seats
        self.totals: list[int] = [0] * seats  # of the latest bout
        self.winner = -1
        self.losers: tuple[int, ...] = ()

    def clone(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.kind, twin.attacker, twin.fighters, twin.all_in = self.kind, self.attacker, self.fighters, self.all_in
        twin.sealed, twin.open, twin.bout, twin.queue = self.sealed, self.open, self.bout, self.queue
        twin.dice, twin.wins, twin.totals = self.dice[:], self.wins[:], self.totals[:]
        twin.winner, twin.losers = self.winner, self.losers
        return twin

    def write(self) -> dict[str, Any]:
        return {
            "kind": self.kind, "attacker": self.attacker, "fighters": list(self.fighters), "all_in": self.all_in,
            "sealed": list(self.sealed), "open": self.open, "dice": [list(d) for d in self.dice],
            "bout": list(self.bout), "queue": [list(q) for q in self.queue], "wins": list(self.wins),
            "totals": list(self.totals), "winner": self.winner, "losers": list(self.losers),
        }  # fmt: skip


class State:
    """Everything on and around the table."""

    __slots__ = (
        "active",
        "all_in",
        "alliances",
        "allied",
        "attached",
        "battle",
        "card",
        "carried",
        "chance",
        "characters",
        "clubs",
        "clubs_deck",
        "committed_health",
        "committed_territory",
        "committed_weapons",
        "credit",
        "diamonds",
        "diamonds_deck",
        "die",
        "discard",
        "excluded",
        "fought",
        "frames",
        "hearts",
        "hearts_deck",
        "landed",
        "offer",
        "opening",
        "order",
        "out",
        "plague",
        "pool",
        "prize",
        "result",
        "rolls",
        "rules",
        "ruling",
        "seats",
        "spades_deck",
        "territories",
        "tokens",
        "truces",
        "turn",
        "turns",
    )  # fmt: skip

    def __init__(self, rules: Rules, chance: Chance) -> None:
        n = rules.config.seats
        self.rules = rules
        self.ruling = rulings_of(rules.config)  # ruling id -> option
        self.chance = chance
        self.seats = n
        self.frames: list[OpenDecision] = []
        self.result: Outcome | None = None
        # the order of play
        self.rolls: list[tuple[int, ...]] = [()] * n  # selection rolls, the latest last
        self.order: tuple[int, ...] = ()  # the order of selection
        self.turns: tuple[int, ...] = ()
        self.turn = 0
        self.active = -1
        # the board
        self.characters: list[int] = list(range(n))
        self.tokens: list[int] = [HOME] * n
        self.die = 0  # what the one die of this turn shows
        self.landed = False  # True: the active token has stopped this turn
        # the kingdoms
        self.pool: list[str] = []  # territories not yet drafted
        self.territories: list[tuple[str, ...]] = [()] * n
        self.hearts: list[tuple[str, ...]] = [()] * n
        self.diamonds: list[tuple[str, ...]] = [()] * n
        self.clubs: list[tuple[str, ...]] = [()] * n
        self.alliances: list[tuple[str, ...]] = [()] * n
        self.attached: list[tuple[tuple[str, str], ...]] = [()] * n  # (heart, territory), if a ruling asks for it
        self.plague: list[int] = [0] * n
        self.all_in: list[int] = [0] * n  # 1: an All In waits for its battle
        self.credit: list[int] = [0] * n
        self.out: list[int] = [0] * n
        self.opening: list[tuple[str, ...]] = [()] * n  # the suits of the opening cards drawn so far
        # the piles
        self.hearts_deck: list[str] = []
        self.diamonds_deck: list[str] = []
        self.clubs_deck: list[str] = []
        self.spades_deck: list[str] = []
        self.discard: list[str] = []
        self.offer: tuple[str, ...] = ()
        # a Spades landing
        self.card = ""  # the action card of this turn
        self.carried = True  # True: that card has gone to the discard pile or a hand
        self.prize = 0  # cards still to draw from a successful NPC event
        self.fought = 0  # battles fought this turn
        self.allied: tuple[int, ...] = ()  # seats that showed an alliance this turn
        self.excluded: tuple[int, ...] = ()  # seats that can't battle
        self.truces: tuple[tuple[int, int, int, int], ...] = ()  # (a, b, a has had a turn, b has)
        self.battle: Battle | None = None
        self.committed_territory: list[tuple[str, ...]] = [()] * n
        self.committed_health: list[tuple[str, ...]] = [()] * n
        self.committed_weapons: list[tuple[str, ...]] = [()] * n

    def clone(self) -> State:
        twin = State.__new__(State)
        twin.rules, twin.ruling, twin.seats, twin.result = self.rules, self.ruling, self.seats, self.result
        twin.chance = self.chance.clone()
        twin.order, twin.turns, twin.turn, twin.active = self.order, self.turns, self.turn, self.active
        twin.die, twin.landed, twin.offer, twin.card = self.die, self.landed, self.offer, self.card
        twin.carried = self.carried
        twin.prize, twin.fought, twin.allied = self.prize, self.fought, self.allied
        twin.excluded, twin.truces = self.excluded, self.truces
        twin.frames = self.frames[:]
        twin.rolls = self.rolls[:]
        twin.characters = self.characters[:]
        twin.tokens = self.tokens[:]
        twin.pool = self.pool[:]
        twin.territories = self.territories[:]
        twin.hearts = self.hearts[:]
        twin.diamonds = self.diamonds[:]
        twin.clubs = self.clubs[:]
        twin.alliances = self.alliances[:]
        twin.attached = self.attached[:]
        twin.plague = self.plague[:]
        twin.all_in = self.all_in[:]
        twin.credit = self.credit[:]
        twin.out = self.out[:]
        twin.opening = self.opening[:]
        twin.hearts_deck = self.hearts_deck[:]
        twin.diamonds_deck = self.diamonds_deck[:]
        twin.clubs_deck = self.clubs_deck[:]
        twin.spades_deck = self.spades_deck[:]
        twin.discard = self.discard[:]
        twin.battle = self.battle and self.battle.clone()
        twin.committed_territory = self.committed_territory[:]
        twin.committed_health = self.committed_health[:]
        twin.committed_weapons = self.committed_weapons[:]
        return twin

    # -- small questions that every phase asks ------------------------------------------------------------------------

    def alive(self) -> list[int]:
        """Return the seats still in the game."""
        return [seat for seat in range(self.seats) if not self.out[seat]]

    def on_spades(self, seat: int) -> bool:
        """Tell if a seat's token is on Spades; False if the token has left the board."""
        return self.tokens[seat] > HOME and self.rules.layout.kinds[self.tokens[seat]] == "S"

    def hand(self, suit: str) -> list[tuple[str, ...]]:
        hands: list[tuple[str, ...]] = getattr(self, suit)
        return hands

    def deck(self, suit: str) -> list[str]:
        deck: list[str] = getattr(self, DECK[suit])
        return deck

    # -- moving cards -------------------------------------------------------------------------------------------------

    def gain(self, seat: int, suit: str, card: str) -> None:
        """Add a card to a hand, in order."""
        hands = self.hand(suit)
        hands[seat] = tuple(sorted((*hands[seat], card), key=self.rules.order.__getitem__))

    def lose(self, seat: int, suit: str, card: str) -> None:
        """Discard a card from a hand, and from the commitment or territory it belongs to."""
        hands = self.hand(suit)
        hands[seat] = without(hands[seat], card)
        self.discard.append(card)
        if suit == "hearts" or suit == "clubs":
            committed = self.committed_health if suit == "hearts" else self.committed_weapons
            if committed[seat].count(card) > hands[seat].count(card):
                committed[seat] = without(committed[seat], card)
            under = [pair for pair in self.attached[seat] if pair[0] == card]
            if len(under) > self.hearts[seat].count(card):
                self.attached[seat] = without(self.attached[seat], under[0])

    def draw(self, suit: str, emit: Emit | None) -> str:
        """Return the top card of a deck, or '' if there is none. A ruling may reshuffle an empty deck."""
        deck = self.deck(suit)
        if not deck:
            if self.ruling["ruling.space-when-deck-empty"] != "reshuffle-suit":
                return ""
            letter = LETTER[suit]
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
        card = self.draw(suit, emit)
        if card:
            self.gain(seat, suit, card)
            if suit == "hearts" and self.ruling["ruling.health-attach"] == "attach-on-draw":
                self.frames.append(("attach", seat, ()))
        if emit:
            if not card:
                emit("empty", "ruling.space-when-deck-empty", EVERYONE, seat=seat, suit=suit)
            else:
                emit("drew", rule, only(seat), seat=seat, suit=suit, card=card)
                emit("draws", "cards.hidden", all_but(seat), seat=seat, suit=suit)
        return card


def tell_lands(
    kind: str, rule: str, state: State, insiders: tuple[int, ...], emit: Emit, lands: list[str], **data: Any
) -> None:
    """Emit that territories change hands: to everyone, or if they are secret by name only to the insiders."""
    if state.ruling["ruling.hidden-territories"] == "open":
        emit(kind, rule, EVERYONE, lands=lands, **data)
    else:
        emit(kind, rule, only(*insiders), lands=lands, **data)
        emit(f"{kind}-hidden", rule, all_but(*insiders), count=len(lands), **data)
