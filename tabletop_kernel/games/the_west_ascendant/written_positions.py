"""Positions as plain data: states built from a person's text or from a full record.

Anything left out is filled in: the remaining cards go under the written tops of the Locus decks and the Facility deck,
in a random order. `deck_left` and `loci_left` limit the decks; cards without a place go to the box.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PositionError, clip, nearest
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import read_position, shape_of, unknown_moment_error
from tabletop_kernel.games.the_west_ascendant import setup
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Rules, State

SCRIPTED_STREAMS = ("first",)  # the luck that a script can fix; a position writes shuffles as the resulting decks
NAMED_MOMENTS = (
    "prime",
    "choose",
    "trigger",
    "reaction",
    "gate",
    "refill",
    "check",
    "score",
)  # moments that can be named


@dataclass
class PositionFields:
    """What only positions have."""

    now: str = ""  # instead of frames: the step that begins
    deck_left: int | None = None  # the size of the deck; the other cards stay in the box
    loci_left: list[int] | None = None  # the size of each Locus deck


Written = shape_of(State, PositionFields)


def read(rules: Rules, position: Position, chance: Chance) -> State:
    """Return the state of a written position; an empty one is the table before the first turn.

    Raise PositionError if the position is faulty.
    """
    from tabletop_kernel.games.the_west_ascendant.state_faults import find_faults

    return read_position(
        State(rules, chance), position, SCRIPTED_STREAMS, Written, setup.lay_table, _complete, find_faults
    )


def _complete(new: State, full: Position) -> None:
    """Fill in what a position leaves out, where it isn't as in a new state. In its Doppelgates, “?” is any card."""
    rules, chance = new.rules, new.chance
    if full["points"] is None:
        full["points"] = [rules.content.numbers.points] * SEATS
    full["engine"] = list(rules.engines) if full["engine"] is None else full["engine"]
    _complete_facilities(rules, full, chance)
    _complete_loci(rules, full, chance)
    for name in ("hand", "known"):
        full[name] = [sorted(hand, key=lambda card: rules.order.get(card, 0)) for hand in full[name]]
    if full["frames"] is None:
        full["frames"] = [] if full["result"] else _frames_of_moment(rules, full)


def _complete_facilities(rules: Rules, full: Position, chance: Chance) -> None:
    """Shuffle the unplaced Facilities into the middle, Doppelgates and the deck.

    Raise PositionError for unknown cards, too many copies, or an impossible `deck_left`.
    """
    left = list(rules.cards)
    for pile in (*full["hand"], *full["gates"], full["middle"] or (), full["discard"], full["deck"] or (), full["box"]):
        for card in pile:
            if card in left:
                left.remove(card)
            elif card in rules.order:
                raise PositionError(f"position: there are too few {clip(card)} cards for this.")
            elif card != "?" and card not in rules.loci:
                raise PositionError(f"position: there is no card {clip(card)}: {nearest(card, rules.types)}")
    chance.shuffle("position", left)
    full["gates"] = [[_take_next(left) if card == "?" else card for card in pile] for pile in full["gates"]]
    if full["middle"] is None:
        size = rules.content.numbers.middle
        full["middle"], left = left[:size], left[size:]
    top = list(full["deck"] or ())
    wanted = len(top) + len(left) if full["deck_left"] is None else full["deck_left"]
    if not len(top) <= wanted <= len(top) + len(left):
        raise PositionError(f"position: deck_left: use a number from {len(top)} to {len(top) + len(left)} here.")
    under = wanted - len(top)
    full["deck"] = [*top, *left[:under]]
    full["box"] += left[under:]


def _take_next(left: list[str]) -> str:
    """Return the next of the unplaced cards. Raise PositionError if there is none."""
    if not left:
        raise PositionError("position: gates: there are not enough cards left.")
    return left.pop()


def _complete_loci(rules: Rules, full: Position, chance: Chance) -> None:
    """Shuffle the unplaced Loci under the tops, as evenly as possible.

    Raise PositionError for unknown Loci or an impossible `loci_left`.
    """
    decks = [list(deck) for deck in full["loci"] or [[] for _ in range(rules.content.numbers.locus_decks)]]
    placed = [locus for pile in (*decks, *full["zone"], full["box"]) for locus in pile]
    for locus in placed:
        if locus not in rules.loci and locus not in rules.order:
            raise PositionError(f"position: there is no Locus {clip(locus)}: {nearest(locus, rules.loci)}")
    left = [locus for locus in rules.loci if locus not in placed]
    chance.shuffle("position", left)
    sizes = full["loci_left"]
    if sizes is not None:
        if len(sizes) != len(decks) or any(size < len(deck) for size, deck in zip(sizes, decks, strict=True)):
            raise PositionError(
                "position: loci_left: give a number for each Locus deck, and count the cards you listed, too."
            )
        if sum(sizes) > sum(map(len, decks)) + len(left):
            raise PositionError("position: loci_left: there are too few Loci for this.")
    while left:
        open_decks = [n for n, deck in enumerate(decks) if sizes is None or len(deck) < sizes[n]]
        if not open_decks:
            break
        decks[min(open_decks, key=lambda n: len(decks[n]))].append(left.pop(0))
    full["loci"] = decks
    full["box"] += left


def _frames_of_moment(rules: Rules, full: Position) -> list[list[object]]:
    """Return the frames of a named moment, at the end of the step before it.

    Raise PositionError if the moment is unknown.
    """
    now = full["now"] or "prime"
    if now not in NAMED_MOMENTS:
        raise unknown_moment_error(now, NAMED_MOMENTS)
    if now == "score":
        return [["finish", -1, ["end.deck"]]]
    return [["turn", full["active"], [rules.steps[rules.steps.index(now) - 1]]]]
