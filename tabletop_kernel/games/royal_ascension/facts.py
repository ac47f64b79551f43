"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process (a purchase, a
draft, an elimination), a fact lets that process run on a copy and looks at what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_kernel.games.royal_ascension import battle, board, setup, shop, spoils, walking
from tabletop_kernel.games.royal_ascension.state import LETTER, MAJORITY, RESOURCES, State

DISCARD = "discard"  # the pile, beside those of the suits

# -- the board -------------------------------------------------------------------------------------------------------


def reach(state: State, seat: int, kind: str = "HDSC$") -> list[int]:
    """The spaces where the walk of this turn may end; those of some kinds only, if that is asked."""
    ends = board.destinations(state.rules, state.characters[seat], state.tokens[seat], state.die)
    return [space for space in ends if state.rules.layout.kinds[space] in kind]


def spaces(state: State, kind: str) -> list[int]:
    """All spaces of a kind: H, D, S, C or $."""
    return [space for space, found in enumerate(state.rules.layout.kinds) if found == kind]


def never_drawn(state: State) -> list[str]:
    """The suits of which no space gives a card."""
    return [suit for suit, letter in LETTER.items() if letter not in state.rules.layout.kinds]


def draws_from(state: State, seat: int, space: int) -> str:
    """The deck from which a seat draws if its walk ends there."""
    twin = state.clone()
    walking.Walk().apply(twin, seat, ("walk", space), None)
    return next(suit for suit in RESOURCES if len(twin.hand(suit)[seat]) > len(state.hand(suit)[seat]))


def plays_after(state: State, seat: int) -> int:
    """Whose turn follows the one of this seat."""
    twin = state.clone()
    twin.frames = [("close", seat, ())]
    walking.close_turn(twin, None)
    return twin.active


# -- cards and the Shop ----------------------------------------------------------------------------------------------


def held(state: State, seat: int, suit: str) -> list[str]:
    """The cards of a suit in a hand."""
    return list(state.hand(suit)[seat])


def worth(state: State, seat: int, points: int) -> list[str]:
    """The cards in a hand that are worth so much."""
    return [card for suit in RESOURCES for card in state.hand(suit)[seat] if state.rules.value[card] == points]


def payable(state: State, seat: int) -> list[str]:
    """The weapons on offer that a seat has the gold for."""
    return [weapon for weapon in state.offer if shop.cannot_pay(state, seat, (weapon,)) is None]


def exact(state: State, gold: str) -> list[str]:
    """The weapons on offer that cost just what this card is worth."""
    return [weapon for weapon in state.offer if shop.price(state, (weapon,)) == state.rules.value[gold]]


def spent(state: State, seat: int, weapon: str, *gold: str) -> str:
    """Where gold goes that pays for a weapon."""
    twin, pay = state.clone(), shop.Pay()
    shop.Shop().apply(twin, seat, ("buy", weapon), None)
    for card in gold:
        pay.apply(twin, seat, ("pay", card), None)
    pay.apply(twin, seat, ("done",), None)
    return DISCARD if twin.discard == [*state.discard, *gold] else "hand"


# -- battle ----------------------------------------------------------------------------------------------------------


def richest(state: State) -> str:
    """The territory with the highest value."""
    return max(state.rules.strength, key=state.rules.strength.__getitem__)


def prize(state: State, seat: int) -> list[str]:
    """The territories that a fighter wins in the battle whose covers are off."""
    assert state.battle is not None
    return [land for rival in state.battle.fighters if rival != seat for land in state.committed_territory[rival]]


def addable(state: State, seat: int) -> list[str]:
    """The cards that a fighter may still add to a commitment."""
    moves = battle.Commit().moves(state, seat)
    return [str(move[1]) for move in moves if move[0] == "commit" and move[1] in state.rules.value]


def stronger(state: State) -> list[int]:
    """Which fighter is ahead before the dice."""
    assert state.battle is not None
    best = max(battle.strength(state, seat) for seat in state.battle.fighters)
    return [seat for seat in state.battle.fighters if battle.strength(state, seat) == best]


def pickable(state: State, seat: int) -> list[str]:
    """The cards of a seat that the loser may pick from if this seat wins."""
    twin = state.clone()
    assert twin.battle is not None
    twin.battle.winner = seat
    return [card for suit in ("hearts", "clubs") for card in spoils.pool(twin, suit)]


def forfeited(state: State, seat: int) -> list[str]:
    """What a fighter brought into the battle of two whose covers are off, and no longer owns after losing it."""
    twin = state.clone()
    assert twin.battle is not None
    spoils.conclude(twin, twin.battle, next(rival for rival in twin.battle.fighters if rival != seat), None)
    twin.frames = [frame for frame in twin.frames if frame[0] == "aftermath"]  # the picks are no loss of the loser's
    spoils.aftermath(twin, None)
    brought = (state.committed_territory, state.committed_health, state.committed_weapons)
    kept = (*twin.territories[seat], *twin.hearts[seat], *twin.clubs[seat])
    return [piece for zone in brought for piece in zone[seat] if piece not in kept]


def crowned(state: State, seat: int) -> list[int]:
    """The rivals whose whole kingdom would win this seat the game."""
    own = len(state.territories[seat])
    return [rival for rival in battle.eligible(state, seat) if own + len(state.territories[rival]) >= MAJORITY]


# -- the end ---------------------------------------------------------------------------------------------------------


def estate(state: State, seat: int, eliminator: int) -> str:
    """Where the cards of a seat go when it is eliminated."""
    twin = state.clone()
    spoils.eliminate(twin, seat, eliminator, None)
    left = [card for suit in RESOURCES for card in state.hand(suit)[seat]]
    return DISCARD if twin.discard == [*state.discard, *left] else "hand"


def ahead(state: State) -> list[int]:
    """Who would win if the game ended now without a majority."""
    return list(spoils.leaders(state))


# -- before the first turn -------------------------------------------------------------------------------------------


def settled(state: State) -> list[int]:
    """The seats whose place in the order of selection no further roll can change."""
    again = setup.roll_again(state)
    return [seat for seat in range(state.seats) if seat not in again]


def picks(state: State, number: int) -> int:
    """Who makes this pick of the draft, counted from 1."""
    twin, draft = state.clone(), setup.Draft()
    while len(state.rules.strength) - len(twin.pool) + 1 < number:
        seat = twin.frames[-1][1]
        draft.apply(twin, seat, draft.moves(twin, seat)[0], None)
    return twin.frames[-1][1]


def begins(state: State) -> int:
    """Who takes the first turn."""
    return _in_first_turn(state).active


def plays_second(state: State) -> int:
    """Who takes the turn after the first one."""
    first = _in_first_turn(state)
    return plays_after(first, first.active)


def _in_first_turn(state: State) -> State:
    twin = state.clone()
    twin.frames = [("first", -1, ())]
    setup.first_turn(twin, None)
    return twin


FACTS: Mapping[str, Callable[..., Any]] = {
    fact.__name__: fact
    for fact in (
        reach, spaces, never_drawn, draws_from, plays_after,
        held, worth, payable, exact, spent,
        richest, prize, addable, stronger, pickable, forfeited, crowned,
        estate, ahead, settled, picks, begins, plays_second,
    )
}  # fmt: skip
