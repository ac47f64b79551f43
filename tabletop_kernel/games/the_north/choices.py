"""The choices an ability gives its player in the middle of a chain.

Moves name cards as the player sees them: if only one side is visible, a face means the first card that shows it.
"""

from __future__ import annotations

from abc import abstractmethod

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_north import abilities
from tabletop_kernel.games.the_north.abilities import MACHINE
from tabletop_kernel.games.the_north.cards_by_name import cards_by_face, locate_missing_card
from tabletop_kernel.games.the_north.content import UNKNOWN
from tabletop_kernel.games.the_north.state import State
from tabletop_kernel.toolkit.running_effects import EffectChoice


def refuse_unfit(state: State, *but: str) -> Verdict:
    """Return the refusal of a move that doesn't answer the ability. `but` says what exactly is wrong, if anything."""
    return Verdict("ability.mandatory", key=abilities.running_data(state)[0], but=list(but))


def refuse_own_card(state: State, face: str, card: str, side: str) -> Verdict | None:
    """Return a refusal if a player chose the ability's own card where it needs another one; None otherwise."""
    return refuse_unfit(state, "itself", face, side) if card and face == state.face(card, side) else None


class CardChoice(EffectChoice[State]):
    """The choice of one card by its face, from a given place."""

    place = ""

    @abstractmethod
    def options(self, state: State, seat: int) -> dict[str, str]:
        """Return the cards that can be chosen, by face."""

    @abstractmethod
    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        """Carry out the choice; the frame is still on the stack."""

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        return [(face,) for face in self.options(state, seat)]

    def pick(self, state: State, seat: int, picked: tuple[str, ...], emit: Emit | None) -> None:
        self.choose(state, seat, self.options(state, seat)[picked[0]], emit)

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != self.verb or len(move) != 2:
            return refuse_unfit(state)
        return self.refuse_unsuited(state, seat, str(move[1]))

    def refuse_unsuited(self, state: State, seat: int, face: str) -> Verdict:
        """Return the reason why a card can't be chosen."""
        return refuse_unfit(state, "where", *locate_missing_card(state, seat, face, self.place))


class Discard(CardChoice):
    """The choice of a card to discard. Frame data: how many are left to discard."""

    verb, place = "discard", "hand"

    def options(self, state: State, seat: int) -> dict[str, str]:
        return {card: card for card in state.hand[seat]}

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        _, _, (left,) = state.frames.pop()
        state.hand[seat] = without(state.hand[seat], card)
        state.paid = state.rules.value[card]
        if emit:
            emit(
                "discard",
                abilities.running_ability_rule(state),
                EVERYONE,
                seat=seat,
                ancient=state.face(card, "ancient"),
            )
        state.to_discard(seat, card, emit)
        if left > 1 and state.hand[seat]:
            state.frames.append(("discard", seat, (left - 1,)))


class Recover(CardChoice):
    """The choice of a card to recover. Frame data: how many are left to recover, and the card it can't be."""

    verb, place = "recover", "discard"

    def options(self, state: State, seat: int) -> dict[str, str]:
        spared = state.frames[-1][2][1]
        return cards_by_face(state, (card for card in state.discard[seat] if card != spared), "ancient")

    def refuse_unsuited(self, state: State, seat: int, face: str) -> Verdict:
        return refuse_own_card(state, face, state.frames[-1][2][1], "ancient") or super().refuse_unsuited(
            state, seat, face
        )

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        _, _, (left, spared) = state.frames.pop()
        state.discard[seat] = without(state.discard[seat], card)
        state.hand[seat] = state.in_order((*state.hand[seat], card))
        if emit:
            emit(
                "recover",
                abilities.running_ability_rule(state),
                EVERYONE,
                seat=seat,
                ancient=state.face(card, "ancient"),
            )
        if left > 1 and any(other != spared for other in state.discard[seat]):
            state.frames.append(("recover", seat, (left - 1, spared)))


class Flip(CardChoice):
    """The choice of a card to flip. Frame data: the card whose ability is running."""

    verb, place = "flip", "zone"

    def options(self, state: State, seat: int) -> dict[str, str]:
        running = state.frames[-1][2][0]
        cards_of_faces: dict[str, str] = {}
        for card, side in abilities.flippable_cards(state, seat, running):
            cards_of_faces.setdefault(state.face(card, side), card)
        return cards_of_faces

    def refuse_unsuited(self, state: State, seat: int, face: str) -> Verdict:
        running = state.frames[-1][2][0]
        for side in ("ancient", "facility"):
            card = cards_by_face(state, state.row(side)[seat], side).get(face, "")
            if card == running and (verdict := refuse_own_card(state, face, card, side)):
                return verdict
            if card in state.flipped and state.ruling["ruling.flip-once"] == "once-per-turn":
                return Verdict("ruling.flip-once", card=[face, side])
        return super().refuse_unsuited(state, seat, face)

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        state.frames.pop()
        flip_card(state, seat, card, emit)


def flip_card(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Flip a card in a Zone; the revealed side counts as just added."""
    old, new = ("ancient", "facility") if card in state.ancients[seat] else ("facility", "ancient")
    abilities.mark_gone(state, card, "flipped")
    state.row(old)[seat] = without(state.row(old)[seat], card)
    state.row(new)[seat] = (*state.row(new)[seat], card)
    if card not in state.flipped:
        state.flipped = (*state.flipped, card)
    if emit:
        emit(f"flips-to-{new}", "flip.as-added", EVERYONE, seat=seat, ancient=card, facility=card)
    abilities.queue_ability(state, seat, f"{state.name(card, new)}.protocol", card, new, emit)


class Take(CardChoice):
    """The choice of an Ancient in The Wastes, without its Spark. Frame data: how many are left to take."""

    verb, place = "take", "wastes"

    def options(self, state: State, seat: int) -> dict[str, str]:
        return cards_by_face(state, state.wastes, "ancient")

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        _, _, (left,) = state.frames.pop()
        state.wastes = without(state.wastes, card)
        if emit:
            emit(
                "take", abilities.running_ability_rule(state), EVERYONE, seat=seat, ancient=state.face(card, "ancient")
            )
        state.to_discard(seat, card, emit)
        MACHINE.moved(state, card)
        if left > 1 and state.wastes:
            state.frames.append(("take", seat, (left - 1,)))


class Reprogram(CardChoice):
    """The choice of an Ancient to Reprogram. Frame data: the Value it must have, or empty."""

    verb, place = "reprogram", "wastes"

    def options(self, state: State, seat: int) -> dict[str, str]:
        return cards_by_face(state, abilities.reprogram_targets(state, state.frames[-1][2][0]), "ancient")

    def refuse_unsuited(self, state: State, seat: int, face: str) -> Verdict:
        card, wanted = cards_by_face(state, state.wastes, "ancient").get(face), state.frames[-1][2][0]
        if card is None:
            return super().refuse_unsuited(state, seat, face)
        value = state.rules.content.ancients[state.rules.ancient[card]].value
        if wanted not in ("", value):
            return refuse_unfit(state, "value", face, value, wanted)
        return Verdict("ruling.free-reprogram", ancient=face)

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        state.frames.pop()
        MACHINE.moved(state, card)
        abilities.reprogram_ancient(state, seat, card, emit)


class Play(CardChoice):
    """The choice of a card from hand or Discard to play as a Facility. Frame data: which of the two."""

    verb = "play"

    def options(self, state: State, seat: int) -> dict[str, str]:
        if state.frames[-1][2][0] == "hand":
            return {card: card for card in state.hand[seat]}
        return cards_by_face(state, state.discard[seat], "ancient")

    def refuse_unsuited(self, state: State, seat: int, face: str) -> Verdict:
        return refuse_unfit(state, "where", *locate_missing_card(state, seat, face, state.frames[-1][2][0]))

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        _, _, (pile,) = state.frames.pop()
        cards = state.hand if pile == "hand" else state.discard
        cards[seat] = without(cards[seat], card)
        abilities.add_to_zone(state, seat, card, "facility", "facility.several-ways", emit)


class Copy(CardChoice):
    """The choice of an Ancient in The Wastes to copy. Frame data: the ability to copy, and the rule."""

    verb, place = "copy", "wastes"

    def __init__(self) -> None:
        self.verbs = ("copy", "take", "reprogram")

    def options(self, state: State, seat: int) -> dict[str, str]:
        return cards_by_face(state, state.wastes, "ancient")

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != "copy":
            return Verdict("ruling.copy")
        return super().refuse(state, seat, move)

    def choose(self, state: State, seat: int, card: str, emit: Emit | None) -> None:
        _, _, (ability, rule) = state.frames.pop()
        abilities.copy_from_wastes(state, seat, ability, card, rule, emit)


PILE_BY_PLACE = {
    "another ancient in zone": "ancients",
    "another facility in zone": "facilities",
    "another ancient in discard": "discard",
    "ancient in wastes": "wastes",
    "wastes deck top": "top",
}


class Exchange(EffectChoice[State]):
    """The choice of two cards to exchange. Frame data: the places, the running ability's card, and failed pairs."""

    verb = "exchange"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        return list(abilities.exchange_pairs(state, seat, data))

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        old, new, running = state.frames[-1][2][:3]
        given, got = (
            {
                abilities.exchange_face(state, place, card): card
                for card in abilities.exchangeable_cards(state, seat, place, running)
            }
            for place in (old, new)
        )
        if len(move) == 3 and move[1] in given and move[2] in got:
            one, two = str(move[1]), str(move[2])
            name = _shared_name(state, one, two, abilities.shown_side(old, new))
            faces = {
                "given": abilities.exchange_face_and_side(state, old, given[one]),
                "got": abilities.exchange_face_and_side(state, new, got[two]),
            }
            return Verdict("exchange.same-name", **faces, name=name, shared=name)
        if len(move) != 3:
            return refuse_unfit(state)
        face, place = (move[1], old) if move[1] not in given else (move[2], new)
        side = abilities.SIDE_BY_PLACE.get(place, "ancient")
        refusal = place.startswith("another") and refuse_own_card(state, str(face), running, side)
        return refusal or refuse_unfit(state, "where", *locate_missing_card(state, seat, face, PILE_BY_PLACE[place]))

    def pick(self, state: State, seat: int, picked: tuple[str, ...], emit: Emit | None) -> None:
        _, _, asked = state.frames.pop()
        given, got = abilities.exchange_pairs(state, seat, asked)[picked[0], picked[1]]
        abilities.exchange_cards(state, seat, asked, given, got, emit)


def _shared_name(state: State, one: str, two: str, side: str) -> str:
    """Return the name that forbids an exchange; after a failed try, only as much as everyone can see."""
    if name := abilities.shared_name(state, one, two, side):
        return name
    if state.ruling["ruling.exchange-name"] == "either-side":
        return ""
    visible_names = (face.split("@")[0].split("/")[0 if side == "ancient" else 1] for face in (one, two))
    return next(name for name in visible_names if name != UNKNOWN)
