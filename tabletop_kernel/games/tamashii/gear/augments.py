"""Augments: drawing, equipping and giving them away.

Decks have their top card first. Drawn augments are face up and unequipped; equipped ones can be used.
"""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.state import State

CLASS_CARDS_DRAWN = 2  # class augments drawn, to keep one


def all_augments(state: State, seat: int) -> tuple[str, ...]:
    """Return all of a player's augments, equipped ones first."""
    return state.equipped[seat] + state.unequipped[seat]


def faction_augments(state: State, seat: int) -> list[str]:
    """Return a player's faction augments, which can be traded."""
    return [augment for augment in all_augments(state, seat) if state.augment(augment).faction]


# -- drawing -----------------------------------------------------------------------------------------------------------


def is_deck_in_play(state: State, faction: str) -> bool:
    """Tell if a faction's deck can be drawn from: its hideout is face up, or decks are in play from the start."""
    listed = faction in state.faction_deck
    return listed and (state.ruling["ruling.scen.faction-decks"] == "from-start" or faction in state.hideouts())


def draw_faction(state: State, seat: int, faction: str, emit: Emit | None) -> str:
    """Draw an augment from a faction's deck and return it; empty if the deck is empty or not in play."""
    deck = state.faction_deck.get(faction, ()) if is_deck_in_play(state, faction) else ()
    if not deck:
        if emit:
            rule = "aug.hideout-draw" if is_deck_in_play(state, faction) else "scen.factions"
            emit("no-augment", rule, EVERYONE, seat=seat, faction=faction)
        return ""
    state.faction_deck[faction] = deck[1:]
    _give_augment(state, seat, deck[0], "aug.hideout-draw", emit)
    return deck[0]


def _give_augment(state: State, seat: int, augment: str, rule: str, emit: Emit | None) -> None:
    """Give a player a new augment, unequipped."""
    state.unequipped[seat] += (augment,)
    if emit:
        emit("gains-augment", rule, EVERYONE, seat=seat, augment=augment)


def draw_class(state: State, seat: int, emit: Emit | None) -> None:
    """Draw two class augments to keep one; a single last one is kept without a choice."""
    cards = state.class_deck[seat][:CLASS_CARDS_DRAWN]
    state.class_deck[seat] = state.class_deck[seat][CLASS_CARDS_DRAWN:]
    if len(cards) < CLASS_CARDS_DRAWN:
        for augment in cards:
            _give_augment(state, seat, augment, "upg.exp-augment", emit)
        if not cards and emit:
            emit("no-augment", "upg.exp-augment", EVERYONE, seat=seat, faction=state.classes[seat])
        return
    if emit:
        emit("draws-augments", "upg.exp-augment", EVERYONE, seat=seat, augments=list(cards))
    state.frames.append(("pick-augment", seat, cards))


class PickAugment(Decision[State]):
    """One of the drawn class augments to keep; the other goes under the deck."""

    verbs = ("keep",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("keep", augment) for augment in state.frames[-1][2]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        kept = move[1] if has_arguments(move, 1) else None
        known = state.rules.content.augments.get(str(kept))
        if known is not None and not known.faction and kept not in all_augments(state, seat):
            return Verdict("aug.class-only", augment=kept)
        return Verdict("table.form", problem="keep one of the augments you have drawn")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kept = str(move[1])
        _, _, cards = state.frames.pop()
        rest = tuple(augment for augment in cards if augment != kept)
        state.class_deck[seat] += rest
        _give_augment(state, seat, kept, "upg.exp-augment", emit)
        if emit:
            for augment in rest:
                emit("augment-under", "upg.exp-augment", EVERYONE, seat=seat, augment=augment)


# -- equipping ---------------------------------------------------------------------------------------------------------


def equip_cost(state: State, seat: int, augment: str, cheaper: int = 0) -> int:
    """Return the memory cost of equipping. Cards in play can't make it free, but an effect can."""
    printed = state.augment(augment).cost
    usual = max(min(1, printed), printed + abilities.modifier(state, seat, line_keys.EQUIP))
    return max(0, usual - cheaper)


def equip(state: State, seat: int, augment: str, rule: str, emit: Emit | None) -> None:
    """Equip an augment that has been paid for."""
    state.unequipped[seat] = _without_augment(state.unequipped[seat], augment)
    state.equipped[seat] += (augment,)
    if emit:
        emit("equips", rule, EVERYONE, seat=seat, augment=augment)


# -- giving away -------------------------------------------------------------------------------------------------------


def _without_augment(augments: tuple[str, ...], augment: str) -> tuple[str, ...]:
    at = augments.index(augment)
    return (*augments[:at], *augments[at + 1 :])


def remove_augment(state: State, seat: int, augment: str) -> bool:
    """Take an augment from a player. Return True if it was equipped."""
    if augment in state.equipped[seat]:
        state.equipped[seat] = _without_augment(state.equipped[seat], augment)
        return True
    state.unequipped[seat] = _without_augment(state.unequipped[seat], augment)
    return False


def hand_over(state: State, giver: int, taker: int, augment: str, emit: Emit | None) -> None:
    """Give a traded augment to its new owner, unequipped."""
    equipped = remove_augment(state, giver, augment)
    state.unequipped[taker] += (augment,)
    if emit:
        emit("hands-over", "upg.trade", EVERYONE, seat=giver, partner=taker, augment=augment)
        if equipped:
            emit("unequipped", "upg.trade-unequips", EVERYONE, augment=augment)


def break_augment(state: State, seat: int, augment: str, emit: Emit | None) -> None:
    """Remove a used augment that breaks from the game."""
    remove_augment(state, seat, augment)
    state.box += (augment,)
    if emit:
        emit("breaks", "aug.break", EVERYONE, seat=seat, augment=augment)


def return_to_deck(state: State, seat: int, augment: str, rule: str, emit: Emit | None) -> None:
    """Shuffle a faction augment back into its deck."""
    remove_augment(state, seat, augment)
    faction = state.augment(augment).owner
    deck = [*state.faction_deck.get(faction, ()), augment]
    state.chance.shuffle(f"faction-{faction}", deck)
    state.faction_deck[faction] = tuple(deck)
    if emit:
        emit("gives-back", rule, EVERYONE, seat=seat, augment=augment)
