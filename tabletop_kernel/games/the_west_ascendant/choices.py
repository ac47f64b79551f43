"""The choices that effects give their owner. Moves name Facilities by type, and Loci by id."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant import abilities
from tabletop_kernel.games.the_west_ascendant.abilities import (
    BARTER,
    MACHINE,
    REACTIONS,
    SALVAGE,
    charge_gains,
    effect_rule,
    running_key,
)
from tabletop_kernel.games.the_west_ascendant.state import DECLINED, FACILITY_ACTIONS, USED, State
from tabletop_kernel.toolkit.running_effects import EffectChoice, EffectOffer


def distinct_types(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types of some cards, in the pack's order."""
    rules = state.rules
    types = rules.kinds.get(cards)
    return rules.kinds.keep(cards, tuple(name for name in rules.types if name in cards)) if types is None else types


GENERAL_RULES = ("prime.when", "trigger.when", "facility.pulse")  # cited for cards without their own rule
Picked = tuple[Any, ...]  # the types or Loci that a move names
Fault = list[str | int]  # what is wrong with a pick, and with which card


class Choice(EffectChoice[State]):
    """A choice for an effect: in its own frame, or made directly when it is offered."""

    @abstractmethod
    def take(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        """Carry out the choice; the effect that asks is on top of the stack."""

    def pick(self, state: State, seat: int, picked: tuple[str, ...], emit: Emit | None) -> None:
        self.take(state, seat, state.frames.pop()[2], picked, emit)

    def moves(self, state: State, seat: int) -> list[Move]:
        return self.list_moves(state, seat, state.frames[-1][2])

    def list_moves(self, state: State, seat: int, data: Data) -> list[Move]:
        """Return every pick as a move."""
        verb = self.verb
        return [(verb, *picked) for picked in self.picks(state, seat, data)]


class TypeChoice(Choice):
    """The choice of a Facility by its type."""

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        asks, name = ask_key(state, running_key(state), self.verb), str(move[1]) if len(move) > 1 else ""
        names_a_type = len(move) == 2 and name in state.rules.types
        return refuse_pick(state, [asks, *self.fault(state, seat, asks, name)] if names_a_type else asks)

    @abstractmethod
    def fault(self, state: State, seat: int, asks: str, name: str) -> Fault:
        """Return the fault of a type of Facility that can't be chosen."""


def refuse_pick(state: State, asks: str | Fault) -> Verdict:
    """Return the refusal of a wrong answer to an effect, with the rule of its card if it has one."""
    key = running_key(state)
    rule = effect_rule(state, key)
    return Verdict("effect.best" if rule in GENERAL_RULES else rule, effect=key, asks=asks)


def ask_key(state: State, key: str, verb: str) -> str:
    """Return the key for what an effect asks for, in a refusal."""
    which = {part for _, _, act in state.rules.effects[key].acts() for part in act.args if isinstance(part, str)}
    if verb == "discard" and "of one type" in which:
        return "alike"
    return "paid" if verb == "recover" and "of paid type" in which else verb


class Discard(TypeChoice):
    """The choice of a card to discard from the hand. Frame data: how many are left, and which they must be."""

    verb = "discard"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        count, which = data
        hand = state.hand[seat]
        least = count if which == "of one type" else 1
        return [(name,) for name in distinct_types(state, hand) if hand.count(name) >= least]

    def fault(self, state: State, seat: int, asks: str, name: str) -> Fault:
        return ["holds", name, state.hand[seat].count(name)]

    def take(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        count, which = data
        cards = picked * (count if which == "of one type" else 1)
        state.throw(seat, cards)
        if emit:
            emit("discard", effect_rule(state, running_key(state)), EVERYONE, seat=seat, cards=list(cards))
        if count > len(cards) and state.hand[seat]:
            state.frames.append(("discard", seat, (count - 1, which)))


class Clear(TypeChoice):
    """The choice of a card to discard from the middle. Frame data: how many are left."""

    verb = "clear"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        return [(name,) for name in distinct_types(state, state.middle)]

    def fault(self, state: State, seat: int, asks: str, name: str) -> Fault:
        return ["absent", name]

    def take(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        (count,), (card,) = data, picked
        place = state.middle.index(card)
        state.middle = without(state.middle, card)
        state.discard = (card, *state.discard)
        MACHINE.moved(state, str(place))
        if emit:
            emit("clear", effect_rule(state, running_key(state)), EVERYONE, seat=seat, card=card)
        if count > 1 and state.middle:
            state.frames.append(("clear", seat, (count - 1,)))


class Recover(TypeChoice):
    """The choice of a card to recover from the discard pile. Frame data: how many are left, and which they must be."""

    verb = "recover"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        there = abilities.recoverable_cards(state, data[1])
        return [(name,) for name in state.rules.types if name in there]

    def fault(self, state: State, seat: int, asks: str, name: str) -> Fault:
        if asks == "paid" and name not in state.paid:
            return ["unpaid", name]
        return ["not-top" if state.ruling["ruling.discard-open"] == "top" else "absent", name]

    def take(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        (count, which), (card,) = data, picked
        state.discard = without(state.discard, card)
        state.gain(seat, picked)
        if emit:
            emit("recover", effect_rule(state, running_key(state)), EVERYONE, seat=seat, card=card)
        charge_gains(state, seat, 1, emit)
        if count > 1 and abilities.recoverable_cards(state, which):
            state.frames.append(("recover", seat, (count - 1, which)))


class Exchange(Choice):
    """The exchange of a card from the hand for one in the middle."""

    verb = "exchange"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        same = state.ruling["ruling.exchange-same"] == "yes"
        middle = distinct_types(state, state.middle)
        return [(one, two) for one in distinct_types(state, state.hand[seat]) for two in middle if same or one != two]

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        if len(move) != 3:
            return Verdict("effect.exchange", trade=["unnamed"])
        given, got = str(move[1]), str(move[2])
        if given not in state.hand[seat]:
            return Verdict("effect.exchange", trade=["holds", given, 0])
        return Verdict("effect.exchange", trade=_trade_fault(state, seat, given, got))

    def list_moves(self, state: State, seat: int, data: Data) -> list[Move]:
        """Return every exchange as a move; remembered by the types on both sides, because bots ask often."""
        memory, case = (
            state.rules.exchanges,
            (distinct_types(state, state.hand[seat]), distinct_types(state, state.middle)),
        )
        moves = memory.get(case)
        return (memory.keep(case, super().list_moves(state, seat, data)) if moves is None else moves)[:]

    def take(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        given, got = picked
        place = state.middle.index(got)
        state.give(seat, (given,))
        state.gain(seat, (got,))
        state.middle = (*state.middle[:place], given, *state.middle[place + 1 :])
        if emit:
            emit("exchange", effect_rule(state, running_key(state)), EVERYONE, seat=seat, given=given, got=got)


def _trade_fault(state: State, seat: int, given: str, got: str) -> list[str]:
    """Return the reason why an exchange is impossible: for this pair, or for any pair with this card."""
    if got not in state.middle:
        return ["absent", got]
    if set(state.middle) == {got}:
        return ["only-lie", got]
    return ["only-held", given] if set(state.hand[seat]) == {given} else ["alike"]


class Under(Choice):
    """The choice of a Locus deck whose top card goes to the bottom."""

    verb = "under"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        return [(deck[0],) for deck in state.loci if len(deck) > 1]

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        return refuse_pick(state, ask_key(state, running_key(state), self.verb))

    def take(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        (locus,) = picked
        at = next(number for number, deck in enumerate(state.loci) if deck and deck[0] == locus)
        state.loci[at] = (*state.loci[at][1:], locus)
        if emit:
            top = state.loci[at][0]
            emit("under", effect_rule(state, running_key(state)), EVERYONE, seat=seat, locus=locus, top=top)


def refuse_other_reaction(state: State, verb: str) -> Verdict | None:
    """Refuse a reaction that doesn't fit the action, or that needs a “yes” first; None if it fits."""
    facility = state.action in FACILITY_ACTIONS
    if verb == "exchange" and not facility:
        return Verdict("reaction.barter", effect=BARTER, asks="facility")
    if verb == "recover" and facility:
        return Verdict("reaction.salvage", effect=SALVAGE, asks="locus")
    if verb == "recover" and running_key(state) == SALVAGE:
        return Verdict("reaction.salvage", effect=SALVAGE, asks="offer")
    return None


CHOICE_BY_KIND: dict[str, Choice] = {
    "discard": Discard(),
    "clear": Clear(),
    "recover": Recover(),
    "exchange": Exchange(),
    "under": Under(),
}


class Offer(EffectOffer[State]):
    """The offer of a `may`. Everyone sees when a player uses a reaction or declines anything."""

    def __init__(self) -> None:
        super().__init__(MACHINE, "effect.may", CHOICE_BY_KIND)

    def asked(self, state: State) -> tuple[Choice, Data] | None:
        key, at, _ = state.frames[-2][2]
        asks = state.rules.lines[key].asks[at]
        return asks and (CHOICE_BY_KIND[asks[0]], asks[1])

    def moves(self, state: State, seat: int) -> list[Move]:
        asked = self.asked(state)
        moves: list[Move] = [("do",)] if asked is None else asked[0].list_moves(state, seat, asked[1])
        moves.append(("leave",))
        return moves

    def due(self, state: State, emit: Emit | None) -> bool:
        """Ask even if only hidden cards prevent the offer, and tell the player why nothing can be done."""
        seat = state.frames[-1][1]
        if emit and self.is_hopeless(state, seat):
            key = running_key(state)
            emit("cannot", "reaction.impossible" if key in REACTIONS else "effect.best", only(seat), seat=seat, key=key)
        return True

    def is_hopeless(self, state: State, seat: int) -> bool:
        """Tell if the hand leaves no choice but to decline."""
        return self.moves(state, seat) == [("leave",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        verdict = super().refuse(state, seat, move)
        if verdict.rule != "effect.may":
            return verdict
        wrong = refuse_other_reaction(state, str(move[0])) if running_key(state) in REACTIONS else None
        return wrong or Verdict("effect.may", effect=running_key(state), asks=self.ask_key(state, seat, str(move[0])))

    def ask_key(self, state: State, seat: int, verb: str) -> str:
        """Return the key for what an offer asks for, in a refusal: a yes or no, or a card."""
        if self.is_hopeless(state, seat):
            return "hopeless"
        asked = self.asked(state)
        if asked is None or verb == "leave":
            return "offer"
        return "named" if verb == "do" else ask_key(state, running_key(state), asked[0].verb)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        key, at, _ = state.frames[-2][2]
        reaction = key in REACTIONS
        if move[0] == "leave":
            if reaction and state.reacted != USED:
                state.reacted = DECLINED
            if emit:
                emit("declines", "reaction.may" if reaction else "effect.may", EVERYONE, seat=seat, key=key)
        elif reaction:
            state.reacted = USED
            if emit:
                emit("reacts", "reaction.not-action", EVERYONE, seat=seat, key=key)
        if move[0] in ("leave", "do"):
            super().apply(state, seat, move, emit)
            return
        asks = state.rules.lines[key].asks[at]
        assert asks is not None
        state.frames[-2:] = [(MACHINE.kind, seat, (key, at + 1, ""))]  # the pick is carried out at once
        CHOICE_BY_KIND[asks[0]].take(state, seat, asks[1], move[1:], emit)
