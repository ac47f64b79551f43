"""What lessons may ask: facts that the rules compute, never written down beside them.

Each fact takes a state and plain arguments and leaves the state as it is. Where the rules are a process (a draft, the
dice of a battle, an elimination), a fact lets that process run on a copy and looks at what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_kernel.games.royal_ascension import battle, board, setup, spoils, walking
from tabletop_kernel.games.royal_ascension.state import MAJORITY, State
from tabletop_kernel.games.royal_ascension.words import seat_name

OPEN = "nobody yet"  # the answer where a tie has to be settled first

# -- the realm -------------------------------------------------------------------------------------------------------


def players(state: State) -> list[int]:
    """For how many people a table can be opened; each of the numbers is right."""
    from tabletop_kernel.games.royal_ascension.rules import RoyalAscension

    return list(RoyalAscension.seats)


def majority(state: State) -> int:
    """How many territories win the game."""
    return MAJORITY


def richest(state: State) -> str:
    """The territory with the highest value."""
    return max(state.rules.strength, key=state.rules.strength.__getitem__)


def worth(state: State, card: str) -> int:
    """What a heart, diamond or club is worth."""
    return state.rules.value[card]


def action(state: State, card: str) -> str:
    """What a spade means."""
    kind = state.rules.action[card]
    return next(entry.name for entry in state.rules.content.actions if entry.id == kind)


# -- the order of things ---------------------------------------------------------------------------------------------


def select(state: State, place: int) -> str:
    """Who selects in this place, counted from 1, as far as the rolls have settled it."""
    seat = setup.selection_order(state)[place - 1]
    return OPEN if seat in setup.roll_again(state) else seat_name(state, seat)


def order(state: State, *rolls: list[int]) -> str:
    """The whole order of selection, if the seats had rolled like this (second rolls included)."""
    twin = state.clone()
    twin.rolls = [tuple(rolled) for rolled in rolls]
    return ", ".join(seat_name(state, seat) for seat in setup.selection_order(twin))


def picks(state: State, number: int) -> str:
    """Who makes this pick of the draft, counted from 1."""
    twin, draft = state.clone(), setup.Draft()
    while len(state.rules.strength) - len(twin.pool) + 1 < number:
        seat = twin.frames[-1][1]
        draft.apply(twin, seat, draft.moves(twin, seat)[0], None)
    return seat_name(state, twin.frames[-1][1])


def plays(state: State, place: int) -> str:
    """Who takes this turn of the first round, counted from 1."""
    twin = state.clone()
    twin.frames = [("first", -1, ())]
    setup.first_turn(twin, None)
    return seat_name(state, twin.turns[place - 1])


# -- the board -------------------------------------------------------------------------------------------------------


def turn_dice(state: State) -> int:
    """How many dice a turn begins with."""
    return int(walking.Roll().moves(state, state.active)[0][1])


def reach(state: State, seat: int, die: int) -> list[int]:
    """The spaces where a walk with this die may end; each of them is right."""
    return board.destinations(state.rules, state.characters[seat], state.tokens[seat], die)


def spaces(state: State, kind: str) -> int:
    """How many spaces of the board are of a kind: H, D, S, C or $."""
    return state.rules.layout.kinds.count(kind)


# -- battle ----------------------------------------------------------------------------------------------------------


def opponents(state: State, seat: int) -> list[str]:
    """Everybody whom a seat may challenge; naming any of them is right."""
    return [seat_name(state, other) for other in battle.eligible(state, seat)]


def challenges(state: State, seat: int) -> str:
    """Whether a seat may start a battle with anybody."""
    return "yes" if battle.eligible(state, seat) else "no"


def strongest(state: State, seat: int) -> int:
    """The most that a seat can commit, before the dice."""
    value = state.rules.value
    land = max(state.rules.strength[territory] for territory in state.territories[seat])
    health = sorted((value[card] for card in battle.usable_health(state, seat)), reverse=True)
    weapons = sum(value[card] for card in state.clubs[seat])
    return land + sum(health[: battle.HEALTH_LIMIT]) + weapons - state.plague[seat]


def total(state: State, seat: int, dice: int) -> int:
    """A fighter's total, once the dice show so much."""
    return battle.strength(state, seat) + dice


def winner(state: State) -> str:
    """Who wins the battle whose dice are about to fall."""
    twin, dice = state.clone(), battle.Dice()
    assert twin.battle is not None
    while twin.battle.winner < 0:
        seat = twin.frames[-1][1]
        dice.apply(twin, seat, dice.moves(twin, seat)[0], None)
    return seat_name(state, twin.battle.winner)


def plagued(state: State) -> list[str]:
    """Whose next total is lowered."""
    return [seat_name(state, seat) for seat, points in enumerate(state.plague) if points]


def picked(state: State, seat: int, suit: str) -> str:
    """What a loser picks of a suit if this seat wins with its present cards: a card of that suit, or nothing."""
    twin = state.clone()
    assert twin.battle is not None
    twin.battle.winner = seat
    loser = next(fighter for fighter in twin.battle.fighters if fighter != seat)
    twin.frames.append(("pick", loser, (suit, "battle.if-any")))
    return f"one of the {suit}" if spoils.Pick().due(twin, None) else "nothing"


# -- what is at stake ------------------------------------------------------------------------------------------------


def stake(state: State, seat: int) -> int:
    """How many territories a seat loses if it loses this battle."""
    ruling = state.ruling["ruling.allin-stake"]
    everything = state.all_in[seat] or (ruling == "both-all" and any(state.all_in))
    return len(state.territories[seat]) if everything else 1


def lands_after(state: State, seat: int, opponent: int) -> int:
    """How many territories a seat owns after beating this opponent."""
    return len(state.territories[seat]) + stake(state, opponent)


def showdown(state: State) -> int:
    """How many players a Royal Decree calls to battle."""
    return len(state.alive())


def lands_after_decree(state: State, seat: int) -> int:
    """How many territories a seat owns after winning a Royal Decree: one comes from each loser."""
    return len(state.territories[seat]) + showdown(state) - 1


def estate(state: State, seat: int, eliminator: int) -> str:
    """Where the cards of a seat go when it is eliminated."""
    twin = state.clone()
    spoils.eliminate(twin, seat, eliminator, None)
    held = [card for suit in ("hearts", "diamonds", "clubs") for card in state.hand(suit)[seat]]
    discarded = twin.discard == [*state.discard, *held]
    return "the discard pile" if discarded else f"the hand of {seat_name(state, eliminator)}"


def ahead(state: State) -> str:
    """Who would win if the game ended now without a majority."""
    return " and ".join(seat_name(state, seat) for seat in spoils.leaders(state))


FACTS: Mapping[str, Callable[..., Any]] = {
    fact.__name__: fact
    for fact in (
        players, majority, richest, worth, action,
        select, order, picks, plays,
        turn_dice, reach, spaces,
        opponents, challenges, strongest, total, winner, plagued, picked,
        stake, lands_after, showdown, lands_after_decree, estate, ahead,
    )
}  # fmt: skip
