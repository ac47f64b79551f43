"""What effects ask of the player whose effect it is. Moves name Facilities by their type, and Loci by their id."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant import abilities
from tabletop_kernel.games.the_west_ascendant.abilities import (
    BARTER,
    MACHINE,
    REACTIONS,
    SALVAGE,
    charge_gains,
    rule_of,
    running,
)
from tabletop_kernel.games.the_west_ascendant.state import DECLINED, FACILITY_ACTIONS, USED, State
from tabletop_kernel.toolkit.running_effects import Data, EffectChoice, EffectOffer


def kinds(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The types among some cards, in order."""
    rules = state.rules
    found = rules.kinds.get(cards)
    return rules.kinds.keep(cards, tuple(name for name in rules.types if name in cards)) if found is None else found


GENERAL = ("prime.when", "trigger.when", "facility.pulse")  # cited for cards that have no rule of their own


class Choice(EffectChoice[State]):
    """Something is picked for an effect: from a frame that asks for it, or at once where it is offered."""

    @abstractmethod
    def take(self, state: State, seat: int, data: Data, picked: tuple[Any, ...], emit: Emit | None) -> None:
        """Do it; the effect that asks is on top of the stack."""

    def pick(self, state: State, seat: int, picked: tuple[str, ...], emit: Emit | None) -> None:
        self.take(state, seat, state.frames.pop()[2], picked, emit)

    def moves(self, state: State, seat: int) -> list[Move]:
        return self.listed(state, seat, state.frames[-1][2])

    def listed(self, state: State, seat: int, data: Data) -> list[Move]:
        """Every pick as a move."""
        verb = self.verb
        return [(verb, *picked) for picked in self.picks(state, seat, data)]


class TypeChoice(Choice):
    """A Facility is chosen by its type."""

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        asks, name = asked_by(state, running(state), self.verb), str(move[1]) if len(move) > 1 else ""
        known = len(move) == len((self.verb, "card")) and name in state.rules.types
        return wrong_pick(state, [asks, *self.fault(state, seat, asks, name)] if known else asks)

    @abstractmethod
    def fault(self, state: State, seat: int, asks: str, name: str) -> list[Any]:
        """What is wrong with a type of Facility that cannot be chosen."""


def wrong_pick(state: State, asks: str | list[Any]) -> Verdict:
    """An effect asks for something else: by the rule of its card, where it has one."""
    key = running(state)
    rule = rule_of(state, key)
    return Verdict("effect.best" if rule in GENERAL else rule, effect=key, asks=asks)


def asked_by(state: State, key: str, verb: str) -> str:
    """What an effect asks for, for the words of a refusal."""
    which = {part for _, _, act in state.rules.effects[key].acts() for part in act.args if isinstance(part, str)}
    if verb == "discard" and "of one type" in which:
        return "alike"
    return "paid" if verb == "recover" and "of paid type" in which else verb


class Discard(TypeChoice):
    """From the hand. Frame data: how many are still to go, and which they have to be."""

    verb = "discard"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        count, which = data
        hand = state.hand[seat]
        least = count if which == "of one type" else 1
        return [(name,) for name in kinds(state, hand) if hand.count(name) >= least]

    def fault(self, state: State, seat: int, asks: str, name: str) -> list[Any]:
        return ["holds", name, state.hand[seat].count(name)]

    def take(self, state: State, seat: int, data: Data, picked: tuple[Any, ...], emit: Emit | None) -> None:
        count, which = data
        cards = picked * (count if which == "of one type" else 1)
        state.throw(seat, cards)
        if emit:
            emit("discard", rule_of(state, running(state)), EVERYONE, seat=seat, cards=list(cards))
        if count > len(cards) and state.hand[seat]:
            state.frames.append(("discard", seat, (count - 1, which)))


class Clear(TypeChoice):
    """From the middle. Frame data: how many are still to go."""

    verb = "clear"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        return [(name,) for name in kinds(state, state.middle)]

    def fault(self, state: State, seat: int, asks: str, name: str) -> list[Any]:
        return ["absent", name]

    def take(self, state: State, seat: int, data: Data, picked: tuple[Any, ...], emit: Emit | None) -> None:
        (count,), (card,) = data, picked
        place = state.middle.index(card)
        state.middle = without(state.middle, card)
        state.discard = (card, *state.discard)
        MACHINE.moved(state, str(place))
        if emit:
            emit("clear", rule_of(state, running(state)), EVERYONE, seat=seat, card=card)
        if count > 1 and state.middle:
            state.frames.append(("clear", seat, (count - 1,)))


class Recover(TypeChoice):
    """From the discard pile. Frame data: how many are still to come, and which they have to be."""

    verb = "recover"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        there = abilities.recoverable(state, data[1])
        return [(name,) for name in state.rules.types if name in there]

    def fault(self, state: State, seat: int, asks: str, name: str) -> list[Any]:
        if asks == "paid" and name not in state.paid:
            return ["unpaid", name]
        return ["not-top" if state.ruling["ruling.discard-open"] == "top" else "absent", name]

    def take(self, state: State, seat: int, data: Data, picked: tuple[Any, ...], emit: Emit | None) -> None:
        (count, which), (card,) = data, picked
        state.discard = without(state.discard, card)
        state.gain(seat, picked)
        if emit:
            emit("recover", rule_of(state, running(state)), EVERYONE, seat=seat, card=card)
        charge_gains(state, seat, 1, emit)
        if count > 1 and abilities.recoverable(state, which):
            state.frames.append(("recover", seat, (count - 1, which)))


class Exchange(Choice):
    """A card of the hand for one of the middle."""

    verb = "exchange"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        same = state.ruling["ruling.exchange-same"] == "yes"
        middle = kinds(state, state.middle)
        return [(one, two) for one in kinds(state, state.hand[seat]) for two in middle if same or one != two]

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        given, got = (str(move[1]), str(move[2])) if len(move) == len(("exchange", "given", "got")) else ("", "")
        if not given:
            return Verdict("effect.exchange", trade=["unnamed"])
        if given not in state.hand[seat]:
            return Verdict("effect.exchange", trade=["holds", given, 0])
        return Verdict("effect.exchange", trade=_not_for(state, seat, given, got))

    def listed(self, state: State, seat: int, data: Data) -> list[Move]:
        """Remembered for the types on both sides: every ACTION of somebody else offers a Barter."""
        memory, case = state.rules.exchanges, (kinds(state, state.hand[seat]), kinds(state, state.middle))
        found = memory.get(case)
        return (memory.keep(case, super().listed(state, seat, data)) if found is None else found)[:]

    def take(self, state: State, seat: int, data: Data, picked: tuple[Any, ...], emit: Emit | None) -> None:
        given, got = picked
        place = state.middle.index(got)
        state.give(seat, (given,))
        state.gain(seat, (got,))
        state.middle = (*state.middle[:place], given, *state.middle[place + 1 :])
        if emit:
            emit("exchange", rule_of(state, running(state)), EVERYONE, seat=seat, given=given, got=got)


def _not_for(state: State, seat: int, given: str, got: str) -> list[str]:
    """Why a card is not given for another: perhaps no other pair would do either, and then it says so."""
    if got not in state.middle:
        return ["absent", got]
    if set(state.middle) == {got}:
        return ["only-lie", got]
    return ["only-held", given] if set(state.hand[seat]) == {given} else ["alike"]


class Under(Choice):
    """The top of a Locus deck goes under it."""

    verb = "under"

    def picks(self, state: State, seat: int, data: Data) -> list[tuple[str, ...]]:
        return [(deck[0],) for deck in state.loci if len(deck) > 1]

    def refusal(self, state: State, seat: int, move: Move) -> Verdict:
        return wrong_pick(state, asked_by(state, running(state), self.verb))

    def take(self, state: State, seat: int, data: Data, picked: tuple[Any, ...], emit: Emit | None) -> None:
        (locus,) = picked
        at = next(number for number, deck in enumerate(state.loci) if deck and deck[0] == locus)
        state.loci[at] = (*state.loci[at][1:], locus)
        if emit:
            top = state.loci[at][0]
            emit("under", rule_of(state, running(state)), EVERYONE, seat=seat, locus=locus, top=top)


def other_reaction(state: State, verb: str) -> Verdict | None:
    """Why a reaction does not go with what was chosen; or asks for a yes before it asks for a card."""
    facility = state.action in FACILITY_ACTIONS
    if verb == "exchange" and not facility:
        return Verdict("reaction.barter", effect=BARTER, asks="facility")
    if verb == "recover" and facility:
        return Verdict("reaction.salvage", effect=SALVAGE, asks="locus")
    if verb == "recover" and running(state) == SALVAGE:
        return Verdict("reaction.salvage", effect=SALVAGE, asks="offer")
    return None


CHOICES: dict[str, Choice] = {
    "discard": Discard(),
    "clear": Clear(),
    "recover": Recover(),
    "exchange": Exchange(),
    "under": Under(),
}


class Offer(EffectOffer[State]):
    """What a `may` offers; using a reaction and declining anything are told to all."""

    def __init__(self) -> None:
        super().__init__(MACHINE, "effect.may", CHOICES)

    def asked(self, state: State) -> tuple[Choice, Data] | None:
        key, at, _ = state.frames[-2][2]
        asks = state.rules.lines[key].asks[at]
        return asks and (CHOICES[asks[0]], asks[1])

    def moves(self, state: State, seat: int) -> list[Move]:
        asked = self.asked(state)
        found: list[Move] = [("do",)] if asked is None else asked[0].listed(state, seat, asked[1])
        found.append(("leave",))
        return found

    def due(self, state: State, emit: Emit | None) -> bool:
        """Whoever has only hidden cards against it is asked all the same, and told why there is nothing to do."""
        seat = state.frames[-1][1]
        if emit and self.hopeless(state, seat):
            key = running(state)
            emit("cannot", "reaction.impossible" if key in REACTIONS else "effect.best", only(seat), seat=seat, key=key)
        return True

    def hopeless(self, state: State, seat: int) -> bool:
        """Whether the hand leaves nothing to do but to decline."""
        return self.moves(state, seat) == [("leave",)]

    def judge(self, state: State, seat: int, move: Move) -> Verdict | None:
        verdict = super().judge(state, seat, move)
        if verdict is None or verdict.rule != "effect.may":
            return verdict
        wrong = other_reaction(state, str(move[0])) if running(state) in REACTIONS else None
        return wrong or Verdict("effect.may", effect=running(state), asks=self.asks(state, seat, str(move[0])))

    def asks(self, state: State, seat: int, verb: str) -> str:
        """What an offer asks of somebody who tries something else: a yes or no, or at once a card."""
        if self.hopeless(state, seat):
            return "hopeless"
        asked = self.asked(state)
        if asked is None or verb == "leave":
            return "offer"
        return "named" if verb == "do" else asked_by(state, running(state), asked[0].verb)

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
        state.frames[-2:] = [(MACHINE.kind, seat, (key, at + 1, ""))]  # what was picked is done at once
        CHOICES[asks[0]].take(state, seat, asks[1], move[1:], emit)
