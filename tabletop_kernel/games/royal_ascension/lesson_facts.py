"""The facts that lessons ask for, computed by the rules and never written down beside them.

Each fact takes a state and plain arguments, and doesn't change the state. If the rules are a process, such as a
purchase or a draft, the fact runs it on a copy and reads the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.games.royal_ascension import after_battle, battle, board, opponents, setup, shop, turn
from tabletop_kernel.games.royal_ascension.state import MAJORITY, RESOURCES, SUIT_LETTER, State

DISCARD = "discard"  # the common pile, besides the decks

# -- the board -------------------------------------------------------------------------------------------------------


def reach(state: State, seat: int, kind: str = "HDSC$") -> list[int]:
    """Return the spaces where this turn's walk can end, limited to some kinds of space."""
    ends = board.destinations(state.rules, state.characters[seat], state.tokens[seat], state.die)
    return [space for space in ends if state.rules.layout.kinds[space] in kind]


def spaces(state: State, kind: str) -> list[int]:
    """Return all spaces of a kind: H, D, S, C or $."""
    return [space for space, space_kind in enumerate(state.rules.layout.kinds) if space_kind == kind]


def never_drawn(state: State) -> list[str]:
    """Return the suits that no space gives."""
    return [suit for suit, letter in SUIT_LETTER.items() if letter not in state.rules.layout.kinds]


def draws_from(state: State, seat: int, space: int) -> str:
    """Return the suit that a seat draws if its walk ends on this space."""
    twin = state.clone()
    turn.Walk().apply(twin, seat, ("walk", space), None)
    return next(suit for suit in RESOURCES if len(twin.hands_of(suit)[seat]) > len(state.hands_of(suit)[seat]))


def plays_after(state: State, seat: int) -> int:
    """Return the seat that plays after this one."""
    twin = state.clone()
    twin.frames = [("close", seat, ())]
    turn.close_turn(twin, None)
    return twin.active


# -- cards and the Shop ----------------------------------------------------------------------------------------------


def held(state: State, seat: int, suit: str) -> list[str]:
    """Return the cards of a suit in a hand."""
    return list(state.hands_of(suit)[seat])


def worth(state: State, seat: int, points: int) -> list[str]:
    """Return the cards in a hand with this value."""
    return [card for suit in RESOURCES for card in state.hands_of(suit)[seat] if state.rules.value[card] == points]


def payable(state: State, seat: int) -> list[str]:
    """Return the weapons on offer that a seat can pay for."""
    return [weapon for weapon in state.offer if shop.refuse_payment(state, seat, (weapon,)) is None]


def exact(state: State, gold: str) -> list[str]:
    """Return the weapons on offer that cost exactly this card's value."""
    return [weapon for weapon in state.offer if shop.price(state, (weapon,)) == state.rules.value[gold]]


def spent(state: State, seat: int, weapon: str, *gold: str) -> str:
    """Return where the gold goes after it pays for a weapon: “discard” or “hand”."""
    twin, pay = state.clone(), shop.Pay()
    shop.Shop().apply(twin, seat, ("buy", weapon), None)
    for card in gold:
        pay.apply(twin, seat, ("pay", card), None)
    pay.apply(twin, seat, ("done",), None)
    return DISCARD if twin.discard == [*state.discard, *gold] else "hand"


# -- battle ----------------------------------------------------------------------------------------------------------


def richest(state: State) -> str:
    """Return the territory with the highest value."""
    return max(state.rules.strength, key=state.rules.strength.__getitem__)


def prize(state: State, seat: int) -> list[str]:
    """Return the territories that a fighter would win in the revealed battle."""
    assert state.battle is not None
    return [land for rival in state.battle.fighters if rival != seat for land in state.committed_territory[rival]]


def addable(state: State, seat: int) -> list[str]:
    """Return the cards that a fighter can still commit."""
    moves = battle.Commit().moves(state, seat)
    return [str(move[1]) for move in moves if move[0] == "commit" and move[1] in state.rules.value]


def stronger(state: State) -> list[int]:
    """Return the fighters who lead before the dice; several if they are equal."""
    assert state.battle is not None
    best = max(battle.strength_before_dice(state, seat) for seat in state.battle.fighters)
    return [seat for seat in state.battle.fighters if battle.strength_before_dice(state, seat) == best]


def pickable(state: State, seat: int) -> list[str]:
    """Return this seat's cards that the loser could pick from if this seat wins."""
    twin = state.clone()
    assert twin.battle is not None
    twin.battle.winner = seat
    return [card for suit in ("hearts", "clubs") for card in after_battle.pickable_cards(twin, suit)]


def forfeited(state: State, seat: int) -> list[str]:
    """Return the committed pieces that a fighter would no longer own after losing the revealed battle of two."""
    twin = state.clone()
    assert twin.battle is not None
    after_battle.conclude(twin, twin.battle, next(rival for rival in twin.battle.fighters if rival != seat), None)
    twin.frames = [frame for frame in twin.frames if frame[0] == "aftermath"]  # the picks cost only the winner cards
    after_battle.clean_up_battle(twin, None)
    committed = (state.committed_territory, state.committed_health, state.committed_weapons)
    kept = (*twin.territories[seat], *twin.hearts[seat], *twin.clubs[seat])
    return [piece for zone in committed for piece in zone[seat] if piece not in kept]


def crowned(state: State, seat: int) -> list[int]:
    """Return the rivals whose whole kingdom would give this seat a majority."""
    own = len(state.territories[seat])
    return [
        rival for rival in opponents.eligible_opponents(state, seat) if own + len(state.territories[rival]) >= MAJORITY
    ]


# -- the end ---------------------------------------------------------------------------------------------------------


def estate(state: State, seat: int, eliminator: int) -> str:
    """Return where a seat's cards go when it is eliminated: “discard” or “hand”."""
    twin = state.clone()
    after_battle.eliminate(twin, seat, eliminator, None)
    left_cards = [card for suit in RESOURCES for card in state.hands_of(suit)[seat]]
    return DISCARD if twin.discard == [*state.discard, *left_cards] else "hand"


def ahead(state: State) -> list[int]:
    """Return the winners if the game ended now without a majority."""
    return list(after_battle.leaders(state))


# -- before the first turn -------------------------------------------------------------------------------------------


def settled(state: State) -> list[int]:
    """Return the seats whose place in the order of selection is final."""
    again = setup.seats_to_roll_again(state)
    return [seat for seat in range(state.seats) if seat not in again]


def picks(state: State, number: int) -> int:
    """Return the seat that makes this pick of the draft, counted from 1."""
    twin, draft = state.clone(), setup.Draft()
    while len(state.rules.strength) - len(twin.pool) + 1 < number:
        seat = twin.frames[-1][1]
        draft.apply(twin, seat, draft.moves(twin, seat)[0], None)
    return twin.frames[-1][1]


def begins(state: State) -> int:
    """Return the seat that takes the first turn."""
    return _in_first_turn(state).active


def plays_second(state: State) -> int:
    """Return the seat that takes the second turn."""
    first = _in_first_turn(state)
    return plays_after(first, first.active)


def _in_first_turn(state: State) -> State:
    twin = state.clone()
    twin.frames = [("first", -1, ())]
    setup.start_first_turn(twin, None)
    return twin


FACTS: Mapping[str, Callable[..., object]] = {
    fact.__name__: fact
    for fact in (
        reach, spaces, never_drawn, draws_from, plays_after,
        held, worth, payable, exact, spent,
        richest, prize, addable, stronger, pickable, forfeited, crowned,
        estate, ahead, settled, picks, begins, plays_second,
    )
}  # fmt: skip
