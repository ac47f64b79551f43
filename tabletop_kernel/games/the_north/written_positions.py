"""Positions as plain data: states built from a person's text or from a full record.

A person can name a card by its Ancient alone ("frost-widow"), or leave out the owner of a starting card. That means the
first fitting card that isn't used elsewhere, the seat's own before another seat's.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PositionError, clip, nearest
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import read_position, shape_of, unknown_moment_error
from tabletop_kernel.games.the_north import setup
from tabletop_kernel.games.the_north.content import WASTES_SIZE
from tabletop_kernel.games.the_north.state import PER_SEAT, SHARED_ZONES, Rules, State

SCRIPTED_STREAMS = (
    "first",
    "copies",
)  # the luck that a script can fix; a position writes shuffles as the resulting decks
NAMED_MOMENTS = (
    "shuffle",
    "announce",
    "directive",
    "end",
    "take-one",
    "refill",
    "score",
)  # moments that a position can name


@dataclass
class PositionFields:
    """What only positions have."""

    now: str = ""  # instead of frames: the next decision
    wastes_left: int | None = None  # the size of the Wastes Deck; the other cards stay in the box


Written = shape_of(State, PositionFields)


def read(rules: Rules, position: Position, chance: Chance) -> State:
    """Return the state of a written position; an empty one is the table before the first turn.

    Raise PositionError if the position is faulty.
    """
    from tabletop_kernel.games.the_north.state_faults import find_faults

    return read_position(
        State(rules, chance), position, SCRIPTED_STREAMS, Written, setup.lay_table, _complete, find_faults
    )


def _complete(new: State, full: Position) -> None:
    """Fill in what a position leaves out, where it isn't as at a `new` table."""
    rules, n = new.rules, new.seats
    full["deck"] = [None] * n if full["deck"] is None else list(full["deck"])
    if full["points"] is None:
        full["points"] = setup.starting_points(new)
    _name_cards(rules, full)
    _complete_piles(rules, full, new.chance)
    full["hand"] = [sorted(hand, key=lambda card: rules.order.get(card, 0)) for hand in full["hand"]]
    if full["frames"] is None:
        full["frames"] = [] if full["result"] else _frames_of_moment(full, n)


def _name_cards(rules: Rules, full: Position) -> None:
    """Replace short names by full card ids, in place.

    Raise PositionError for the wrong number of lists, unknown cards, or too many copies.
    """
    piles: list[tuple[int, list[str]]] = []
    for name in PER_SEAT:
        if len(full[name]) != rules.config.seats:
            raise PositionError(f"position: {name}: there are {len(full[name])} lists for {rules.config.seats} seats.")
        full[name] = [None if pile is None else list(pile) for pile in full[name]]
        piles += [(seat, pile) for seat, pile in enumerate(full[name]) if pile is not None]
    for name in SHARED_ZONES:
        if full[name] is not None:
            full[name] = list(full[name])
            piles.append((-1, full[name]))
    taken = {card for _, pile in piles for card in pile if card in rules.ancient}
    for seat, pile in piles:
        for at, name in enumerate(pile):
            if name not in rules.ancient:
                pile[at] = _take_free_card(rules, name, seat, taken)
                taken.add(pile[at])
    full["flipped"] = [name if name in rules.ancient else _card_named(rules, name) for name in full["flipped"]]


def _take_free_card(rules: Rules, name: str, seat: int, taken: set[str]) -> str:
    """Return the first free card that a short name means. Raise PositionError if there is none."""
    fitting = [card for card in rules.cards if name in (card.split("@")[0], card.split("#")[0], rules.ancient[card])]
    fitting.sort(key=lambda card: rules.origin.get(card, seat) != seat)
    for card in fitting:
        if card not in taken:
            return card
    if fitting:
        raise PositionError(f"position: there aren't enough {clip(name)} cards for this.")
    known = [*rules.content.ancients, *rules.cards]
    raise PositionError(f"position: there is no card {clip(name)}: {nearest(name, known)}")


def _card_named(rules: Rules, name: str) -> str:
    return next((card for card in rules.cards if card.split("@")[0] == name), name)


def _complete_piles(rules: Rules, full: Position, chance: Chance) -> None:
    """Fill the piles left out, in place: starting cards go to Decks, the others to The Wastes and the Wastes Deck.

    Raise PositionError if `wastes_left` is impossible.
    """
    used = {card for name in PER_SEAT for pile in full[name] for card in pile or ()}
    used |= {card for name in SHARED_ZONES for card in full[name] or ()}
    for seat, pile in enumerate(full["deck"]):
        if pile is None:
            own = [card for card in rules.cards if rules.origin.get(card) == seat and card not in used]
            chance.shuffle("position", own)
            full["deck"][seat] = own
            used.update(own)
    left = [card for card in rules.cards if card not in used]
    chance.shuffle("position", left)
    left.sort(key=lambda card: card in rules.origin)  # stray starting cards go last
    if full["wastes"] is None:
        full["wastes"], left = left[:WASTES_SIZE], left[WASTES_SIZE:]
    deck = list(full["wastes_deck"] or ())
    spare = len(deck) + len(left) - (len(deck) + len(left) if full["wastes_left"] is None else full["wastes_left"])
    if spare < 0 or spare > len(left):
        raise PositionError(f"position: wastes_left: use a number from {len(deck)} to {len(deck) + len(left)} here.")
    full["wastes_deck"] = [*deck, *left[: len(left) - spare]]
    full["box"] = [*full["box"], *left[len(left) - spare :]]
    full["collector"] = full["collector"] or []


def _frames_of_moment(full: Position, seats: int) -> list[list[object]]:
    """Return the frames of a named moment.

    Raise PositionError if the moment is unknown or needs two players.
    """
    seat, now = full["active"], full["now"] or "shuffle"
    if now not in NAMED_MOMENTS:
        raise unknown_moment_error(now, NAMED_MOMENTS)
    if now == "take-one":
        if seats == 1:
            raise PositionError("position: now: 'take-one' needs two players.")
        return [["refill", seat, []], ["take-one", 1 - seat, []]]
    if now == "score":
        return [["finish", -1, ["end.deck"]]]
    return [[now, seat, []]]
