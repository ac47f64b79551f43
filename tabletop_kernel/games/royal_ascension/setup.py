"""The time before the first turn: characters, selection rolls, the draft and the opening cards."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.content import SHOP, TERRITORY_COUNT
from tabletop_kernel.games.royal_ascension.shop import OFFER_SIZE, emit_offer
from tabletop_kernel.games.royal_ascension.state import (
    DECK_FIELD,
    JOKER,
    SUIT_LETTER,
    SUITS,
    State,
    emit_lands,
    full_suit,
)
from tabletop_kernel.games.royal_ascension.turn import begin_turn

OPENING_CARDS = 2  # drawn from each suit at the start
OPENING_SUITS = ("diamonds", "hearts")
KINDS_BEFORE_TERRITORIES = ("character", "select", "draft")  # decisions while nobody has a territory
KINDS_BEFORE_PLAY = (*KINDS_BEFORE_TERRITORIES, "opening", "first")


def refuse_other_seat(state: State, kind: str, seat: int, decider: int) -> Verdict:
    """Refuse a move of a seat that has to wait for another one before the first turn."""
    if kind == "character":
        return Verdict("ruling.characters")
    if kind == "draft":
        return Verdict("setup.draft", seat=decider, so="another's")
    if kind == "opening":
        return Verdict("setup.resources")
    tied = state.ruling["ruling.selection-ties"] == "reroll-tied" and state.rolls[decider]
    if tied and state.rolls[seat]:  # other seats settle the tie
        return Verdict("ruling.selection-ties", seat=decider)
    return Verdict("setup.roll", dice=count_selection_dice(state))


def set_up_table(state: State, emit: Emit | None) -> None:
    """Set up the table up to the first decision."""
    rules = state.rules
    for suit in SUITS:
        deck = full_suit(suit)
        state.chance.shuffle("decks", deck)
        setattr(state, DECK_FIELD[suit], deck)
    if state.ruling["ruling.jokers"] == "four":
        state.discard = [JOKER] * 4
    state.pool = [territory.name for territory in rules.content.territories]
    if state.ruling["ruling.shop-offer"] == "market-3":
        state.offer = tuple(state.clubs_deck.pop(0) for _ in range(OFFER_SIZE))
    if emit:
        _emit_table(state, emit)
    if state.ruling["ruling.characters"] == "free-choice":
        state.characters = [-1] * state.seats
        state.frames.append(("character", 0, ()))
    else:
        if emit:
            for seat, character in enumerate(state.characters):
                emit("character", "pieces.token", EVERYONE, seat=seat, number=seat + 1, character=character)
        ask_selection(state, tuple(range(state.seats)))


def _emit_table(state: State, emit: Emit) -> None:
    """Emit what lies on the table before the first decision."""
    layout = state.rules.layout
    emit("seats", "players.count", EVERYONE, count=state.seats)
    emit("board", "board.count", EVERYONE, layout=layout.name, count=layout.length)
    spaces = {suit: layout.kinds.count(SUIT_LETTER[suit]) for suit in SUITS}
    emit("spaces", "board.kinds", EVERYONE, **{suit: number for suit, number in spaces.items() if number})
    emit("shops", "board.shops", EVERYONE, shops=[n for n, kind in enumerate(layout.kinds) if kind == SHOP])
    emit("home", "setup.home", EVERYONE)
    emit("dice-box", "pieces.dice", EVERYONE)
    emit("suits", "cards.suits", EVERYONE)
    emit("shuffle", "setup.decks", EVERYONE)
    if JOKER in state.discard:
        emit("jokers", "setup.jokers", EVERYONE, count=len(state.discard))
    if state.offer:
        emit_offer(state, emit)


class Character(Decision[State]):
    """The free choice of characters, seat by seat (only under that ruling)."""

    verbs = ("character",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [
            ("character", character.name)
            for number, character in enumerate(state.rules.content.characters)
            if number not in state.characters
        ]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != "character":
            return Verdict("ruling.characters")
        return Verdict("pieces.token")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        names = [character.name for character in state.rules.content.characters]
        state.characters[seat] = names.index(str(move[1]))
        state.frames.pop()
        if emit:
            emit("character", "pieces.token", EVERYONE, seat=seat, number=seat + 1, character=state.characters[seat])
        if seat + 1 < state.seats:
            state.frames.append(("character", seat + 1, ()))
        else:
            ask_selection(state, tuple(range(state.seats)))


def count_selection_dice(state: State) -> int:
    """Return the number of dice in a selection roll."""
    return 1 if state.ruling["ruling.selection-dice"] == "one" else 2


def ask_selection(state: State, seats: tuple[int, ...]) -> None:
    """Let these seats roll for selection, one after the other."""
    state.frames.append(("select", seats[0], seats[1:]))


class Select(Decision[State]):
    """A roll for the order of selection."""

    verbs = ("roll", "take")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("roll", count_selection_dice(state))]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "take":
            return Verdict("setup.order")
        return Verdict("setup.roll", dice=count_selection_dice(state))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, later_seats = state.frames.pop()
        dice = [state.chance.roll("dice") for _ in range(count_selection_dice(state))]
        state.rolls[seat] = (*state.rolls[seat], sum(dice))
        if emit:
            emit("select", "setup.roll", EVERYONE, seat=seat, dice=dice, total=sum(dice))
        if later_seats:
            ask_selection(state, later_seats)
            return
        tied_seats = seats_to_roll_again(state)
        if tied_seats:
            if emit:
                emit("select-tie", "ruling.selection-ties", EVERYONE, seats=list(tied_seats))
            if state.ruling["ruling.selection-ties"] == "reroll-all":
                state.rolls = [()] * state.seats
            ask_selection(state, tied_seats)
            return
        state.order = selection_order(state)
        if emit:
            for group in _groups_of_tied_seats(state):  # these seats have settled the tie
                emit("select-seat", "ruling.selection-ties", EVERYONE, seats=group)
            emit("order", "setup.order", EVERYONE, seats=list(state.order))
        state.frames.append(("draft", state.order[0], ()))


def seats_to_roll_again(state: State) -> tuple[int, ...]:
    """Return the seats that must roll again because of a tie."""
    if state.ruling["ruling.selection-ties"] == "seat":
        return ()
    tied = tuple(seat for seat in range(state.seats) if state.rolls.count(state.rolls[seat]) > 1)
    if tied and state.ruling["ruling.selection-ties"] == "reroll-all":
        return tuple(range(state.seats))
    return tied


def _groups_of_tied_seats(state: State) -> list[list[int]]:
    """Return the groups of seats with equal rolls, the highest roll first."""
    seats_by_roll = {roll: [seat for seat in state.order if state.rolls[seat] == roll] for roll in state.rolls}
    return [seats_by_roll[roll] for roll in sorted(seats_by_roll, reverse=True) if len(seats_by_roll[roll]) > 1]


def selection_order(state: State) -> tuple[int, ...]:
    """Return the seats by their rolls, the highest first; a second roll decides only among seats that tied."""
    return tuple(sorted(range(state.seats), key=lambda seat: state.rolls[seat], reverse=True))


class Draft(Decision[State]):
    """The choice of one territory."""

    verbs = ("take",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("take", territory) for territory in state.pool]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if len(move) == 2 and move[0] == "take":
            if move[1] not in state.rules.strength:
                return Verdict("terr.values")
            return Verdict("setup.draft", seat=seat, so="taken")
        return Verdict("setup.draft", seat=seat, so="no-pick")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        territory = str(move[1])
        state.frames.pop()
        state.pool.remove(territory)
        state.territories[seat] = sort_pieces(state, (*state.territories[seat], territory))
        if emit:
            emit_lands("take", "setup.draft", state, (seat,), emit, seat=seat, lands=[territory])
        if state.pool:
            taken = TERRITORY_COUNT - len(state.pool)
            state.frames.append(("draft", state.order[taken % state.seats], ()))
            return
        if emit:
            emit("shared", "setup.share", EVERYONE, count=TERRITORY_COUNT // state.seats)
        state.frames.append(("opening", state.order[0], ()))


def sort_pieces(state: State, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Return pieces in the fixed order of the game."""
    return tuple(sorted(pieces, key=state.rules.order.__getitem__))


class Opening(Decision[State]):
    """The draw of opening cards: two diamonds and two hearts, in either order."""

    verbs = ("draw",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("draw", suit) for suit in OPENING_SUITS if suit not in state.opening[seat]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "draw" and len(move) == 2 and move[1] in ("clubs", "spades"):
            return Verdict("setup.no-weapons")
        return Verdict("setup.share" if move[0] == "take" else "setup.resources")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        suit = str(move[1])
        state.frames.pop()
        state.opening[seat] = (*state.opening[seat], suit)
        if len(state.opening[seat]) < len(OPENING_SUITS):
            state.frames.append(("opening", seat, ()))
        else:
            place = state.order.index(seat) + 1
            if place < state.seats:
                state.frames.append(("opening", state.order[place], ()))
            else:
                state.frames.append(("first", -1, ()))
        for _ in range(OPENING_CARDS):
            state.draw_to_hand(seat, suit, "setup.resources", emit)


def start_first_turn(state: State, emit: Emit | None) -> None:
    """Fix the turn order and start the highest roller's turn."""
    state.frames.pop()
    first = state.order[0]
    if state.ruling["ruling.turn-order"] == "selection":
        state.turns = state.order
    else:
        state.turns = tuple((first + n) % state.seats for n in range(state.seats))
    if emit:
        emit("first", "turn.first", EVERYONE, seat=first)
    begin_turn(state, first)


class Attach(Decision[State]):
    """The choice of a territory for a heart just drawn (only under that ruling)."""

    verbs = ("attach",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("attach", territory) for territory in state.territories[seat]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("ruling.health-attach", so="not-there")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        loose_hearts = list(state.hearts[seat])
        for heart, _ in state.attached[seat]:
            loose_hearts.remove(heart)
        state.attached[seat] = (*state.attached[seat], (loose_hearts[0], str(move[1])))
        if emit:
            emit("attach", "ruling.health-attach", only(seat), seat=seat, card=loose_hearts[0], territory=move[1])
