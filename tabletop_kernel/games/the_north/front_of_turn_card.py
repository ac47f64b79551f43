"""The front of the turn card: shuffle, draw, three Directives, and the Node."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_north import abilities, back_of_turn_card
from tabletop_kernel.games.the_north.cards_by_name import cards_by_face, locate_missing_card
from tabletop_kernel.games.the_north.state import (
    DIRECTIVES,
    DIRECTIVES_PER_TURN,
    DISCHARGED,
    MOST_OF_ONE_DIRECTIVE,
    State,
)

TURN_VERBS = (
    *DIRECTIVES,
    "announce",
    "end",
    "discard",
    "recover",
    "take",
)  # verbs that every decision of the front judges itself


class Shuffle(Decision[State]):
    """The start of a turn."""

    verbs = ("shuffle", "draw", *TURN_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("shuffle",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("turn.draw") if move[0] == "draw" else Verdict("turn.shuffle", begin=True, once=True)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        cards = list(state.in_order((*state.hand[seat], *state.discard[seat], *state.deck[seat])))
        state.chance.shuffle("decks", cards)
        state.hand[seat], state.discard[seat], state.deck[seat] = (), (), tuple(cards)
        if emit:
            emit("shuffle", "turn.shuffle", EVERYONE, seat=seat, count=len(cards))
        state.draw(seat, state.rules.content.numbers.hand, "turn.draw", emit)
        if emit and state.deck[seat]:
            top = f"?/{state.rules.facility[state.deck[seat][0]]}"
            emit("top", "deck.facility-up", EVERYONE, seat=seat, facility=top)
        at_once = state.ruling["ruling.sequential"] == "announce-all"
        state.frames[-1] = ("announce" if at_once else "directive", seat, ())


class Announce(Decision[State]):
    """The choice of all three Directives before any is performed (only under that ruling)."""

    verbs = TURN_VERBS

    def moves(self, state: State, seat: int) -> list[Move]:
        named: list[Move] = [("announce", kind) for kind in DIRECTIVES if self._can_announce(state, kind)]
        return [*named, ("end",)] if state.ruling["ruling.must-three"] == "may-stop" else named

    def _can_announce(self, state: State, kind: object) -> bool:
        most = 1 if kind == "discharge" and state.ruling["ruling.discharge-twice"] == "no" else MOST_OF_ONE_DIRECTIVE
        return kind in DIRECTIVES and state.announced.count(str(kind)) < most

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "announce" and len(move) == 2 and move[1] in DIRECTIVES:
            once = move[1] == "discharge" and state.announced.count("discharge") < MOST_OF_ONE_DIRECTIVE
            return Verdict("ruling.discharge-twice") if once else Verdict("turn.one-twice", directive=move[1])
        if move[0] == "end":
            return Verdict("ruling.must-three")
        return Verdict("ruling.sequential", due=DIRECTIVES_PER_TURN - len(state.announced))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "announce":
            state.announced = (*state.announced, str(move[1]))
            if emit:
                emit("announce", "ruling.sequential", EVERYONE, seat=seat, directive=move[1])
        elif emit:
            emit("names-no-more", "ruling.must-three", EVERYONE, seat=seat, count=len(state.announced))
        if move[0] == "end" or len(state.announced) == DIRECTIVES_PER_TURN:
            state.frames[-1] = ("directive", seat, ())


class Directive(Decision[State]):
    """The choice of a Directive, and its payment."""

    verbs = TURN_VERBS

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if there is a Directive to choose; otherwise end the front."""
        seat = state.frames[-1][1]
        state.chain = 0
        at_once = state.ruling["ruling.sequential"] == "announce-all"
        reason = self._end_reason_of_announced(state, seat, emit) if at_once else self._end_reason(state, seat, emit)
        if reason:
            state.frames[-1] = ("end", seat, (reason,))
        return not reason

    def _end_reason(self, state: State, seat: int, emit: Emit | None) -> str:
        """Return the reason why there are no more Directives; empty if there is one."""
        if len(state.used) == DIRECTIVES_PER_TURN:
            return "done"
        if self._is_any_possible(state, seat):
            return ""
        if emit:
            emit("no-directive", "ruling.must-three", EVERYONE, seat=seat, count=len(state.used), more=bool(state.used))
        return "impossible"

    def _end_reason_of_announced(self, state: State, seat: int, emit: Emit | None) -> str:
        """Return the reason why there are no more announced Directives, and drop those that are impossible now."""
        reason = "named" if state.used else "stopped"
        while state.announced and not self._is_any_possible(state, seat):
            if emit:
                emit("lost-directive", "ruling.sequential", EVERYONE, seat=seat, directive=state.announced[0])
            state.announced = state.announced[1:]
            reason = "lost"
        if state.announced:
            return ""
        return "done" if len(state.used) == DIRECTIVES_PER_TURN else reason

    def moves(self, state: State, seat: int) -> list[Move]:
        moves = self._directive_moves(state, seat)
        return [*moves, ("end",)] if state.ruling["ruling.must-three"] == "may-stop" else moves

    def _is_any_possible(self, state: State, seat: int) -> bool:
        """Tell if any Directive is possible. A playable card in hand is enough, and most turns have one."""
        return bool(state.hand[seat] and "ancient" in allowed_directives(state)) or bool(
            self._directive_moves(state, seat)
        )

    def _directive_moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = []
        for kind in allowed_directives(state):
            if kind == "reprogram":
                moves += reprogram_moves(state, seat)
            elif kind == "facility":
                if state.wastes_deck or state.ruling["ruling.facility-needs-card"] == "yes":
                    moves += [("facility", card) for card in payment_cards(state, seat)]
            elif kind == "ancient":
                moves += [("ancient", card) for card in state.hand[seat]]
            elif state.node[seat] != DISCHARGED or state.ruling["ruling.discharge-twice"] == "yes":
                moves.append(("discharge",))
        return moves

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        verb = str(move[0])
        if verb == "end":
            return Verdict("ruling.must-three")
        if verb not in DIRECTIVES:
            return self._refuse_other_verb(state, seat, move)
        if verb not in allowed_directives(state):
            if state.announced:
                return Verdict("ruling.sequential", due=state.announced[0])
            return Verdict("turn.one-twice", directive=verb)
        return _REFUSE_BY_VERB[verb](state, seat, move)

    def _refuse_other_verb(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "announce":
            return Verdict("ruling.sequential", due="".join(state.announced[:1]))
        for side in ("ancient", "facility"):
            if move[0] in ("take", "recover") and move[-1] in cards_by_face(state, state.row(side)[seat], side):
                return Verdict("zone.stays", card=[move[-1], side])
        return Verdict("turn.three", stage=len(state.announced) or DIRECTIVES_PER_TURN - len(state.used))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        verb = str(move[0])
        if verb == "end":
            state.frames[-1] = ("end", seat, ("stopped",))
            state.announced = ()
            if emit:
                emit("stops", "ruling.must-three", EVERYONE, seat=seat, count=len(state.used))
            return
        state.used = (*state.used, verb)
        state.announced = state.announced[1:]
        if emit:
            emit("directive", "turn.three", EVERYONE, seat=seat, directive=verb, number=len(state.used))
        _DO_BY_VERB[verb](state, seat, move, emit)


def allowed_directives(state: State) -> Sequence[str]:
    """Return the Directives that can be chosen now, judging only by how often each was used."""
    if state.ruling["ruling.sequential"] == "announce-all":
        return state.announced[:1]
    return [kind for kind in DIRECTIVES if state.used.count(kind) < MOST_OF_ONE_DIRECTIVE]


# -- paying ------------------------------------------------------------------------------------------------------------


def payment_cards(state: State, seat: int) -> dict[str, str]:
    """Return the cards that can be discarded for a Facility, by face."""
    cards = {card: card for card in state.hand[seat]}
    if state.ruling["ruling.discard-from"] == "hand-or-zone":
        cards |= cards_by_face(state, state.ancients[seat], "ancient")
    return cards


def _pay_with(state: State, seat: int, card: str, rule: str, emit: Emit | None) -> None:
    """Discard an Ancient as payment; a ruling may set it aside until the Directive is done."""
    if card in state.hand[seat]:
        state.hand[seat] = without(state.hand[seat], card)
    else:
        state.ancients[seat] = without(state.ancients[seat], card)
    state.paid = state.rules.value[card]
    if emit:
        emit("pays", rule, EVERYONE, seat=seat, ancient=state.face(card, "ancient"))
    if state.ruling["ruling.discard-first"] == "no":
        state.aside = (card,)
        state.frames.append(("paid", seat, ()))
    else:
        state.to_discard(seat, card, emit)


def discard_payment(state: State, emit: Emit | None) -> None:
    """Discard the Ancient that was set aside, now that the Directive is done."""
    _, seat, _ = state.frames.pop()
    owner = state.to_discard(seat, state.aside[0])
    if emit:
        emit("aside", "ruling.discard-first", EVERYONE, seat=owner, ancient=state.face(state.aside[0], "ancient"))
    state.aside = ()


# -- Reprogram ---------------------------------------------------------------------------------------------------------


def reprogram_moves(state: State, seat: int) -> list[Move]:
    value, faces = state.rules.value, cards_by_face(state, state.wastes, "ancient")
    may_lack_target = state.ruling["ruling.reprogram-needs-target"] == "yes"
    moves: list[Move] = []
    for card in state.hand[seat]:
        fitting: list[Move] = [
            ("reprogram", card, face) for face, target in faces.items() if value[target] != value[card]
        ]
        moves += fitting or ([("reprogram", card)] if may_lack_target else [])
    return moves


def _refuse_reprogram(state: State, seat: int, move: Move) -> Verdict:
    faces = cards_by_face(state, state.wastes, "ancient")
    if len(move) not in (2, 3):
        return Verdict("directive.reprogram", where=[])
    if move[1] not in state.hand[seat]:
        return Verdict("directive.reprogram", where=locate_missing_card(state, seat, move[1], "hand"))
    values = state.rules.value
    if len(move) == 3 and move[2] in faces:
        value = values[str(move[1])]
        return Verdict("reprogram.different-value", ancient=move[2], paid=move[1], value=value)
    if len(move) == 2 and all(values[target] == values[str(move[1])] for target in state.wastes):
        return Verdict("ruling.reprogram-needs-target", paid=move[1])
    return Verdict(
        "directive.reprogram", where=locate_missing_card(state, seat, move[2], "wastes") if len(move) == 3 else []
    )


def _do_reprogram(state: State, seat: int, move: Move, emit: Emit | None) -> None:
    target = cards_by_face(state, state.wastes, "ancient")[str(move[2])] if len(move) > 2 else ""
    _pay_with(state, seat, str(move[1]), "directive.reprogram", emit)
    if target:
        abilities.reprogram_ancient(state, seat, target, emit)
    elif emit:
        emit("no-target", "ruling.reprogram-needs-target", EVERYONE, seat=seat)


# -- Facility, Ancient, Discharge --------------------------------------------------------------------------------------


def _refuse_facility(state: State, seat: int, move: Move) -> Verdict:
    if not state.wastes_deck and state.ruling["ruling.facility-needs-card"] == "no":
        return Verdict("ruling.facility-needs-card")
    if len(move) == 2 and move[1] in cards_by_face(state, state.ancients[seat], "ancient"):
        return Verdict("ruling.discard-from", card=[move[1], "ancient"])
    wanted = "hand" if state.ruling["ruling.discard-from"] == "hand" else "hand-or-zone"
    return Verdict(
        "directive.facility", where=locate_missing_card(state, seat, move[1], wanted) if len(move) == 2 else []
    )


def _do_facility(state: State, seat: int, move: Move, emit: Emit | None) -> None:
    _pay_with(state, seat, payment_cards(state, seat)[str(move[1])], "directive.facility", emit)
    if state.wastes_deck:
        abilities.play_top(state, seat, "directive.facility", emit)
    elif emit:
        emit("no-top", "ruling.facility-needs-card", EVERYONE, seat=seat)


def _refuse_ancient(state: State, seat: int, move: Move) -> Verdict:
    return Verdict(
        "directive.ancient", where=locate_missing_card(state, seat, move[1], "hand") if len(move) == 2 else []
    )


def _do_ancient(state: State, seat: int, move: Move, emit: Emit | None) -> None:
    card = str(move[1])
    state.hand[seat] = without(state.hand[seat], card)
    abilities.add_to_zone(state, seat, card, "ancient", "directive.ancient", emit)


def _refuse_discharge(state: State, seat: int, move: Move) -> Verdict:
    if state.node[seat] == DISCHARGED and state.ruling["ruling.discharge-twice"] == "no":
        return Verdict("ruling.discharge-twice")
    return Verdict("directive.discharge")


def _do_discharge(state: State, seat: int, move: Move, emit: Emit | None) -> None:
    """Discharge the Node: announce its level, flip it, then begin its lines."""
    level = state.node[seat]
    if level == DISCHARGED:
        if emit:
            emit("no-level", "ruling.discharge-twice", EVERYONE, seat=seat)
        return
    state.node[seat] = DISCHARGED
    if emit:
        emit("discharge", "directive.discharge", EVERYONE, seat=seat, level=level)
        emit("node-flip", "node.flip", EVERYONE, seat=seat)
        emit("node", "node.table", EVERYONE, seat=seat, key=f"node.{level}", level=level)
    abilities.MACHINE.begin(state, seat, f"node.{level}", "", "")


_REFUSE_BY_VERB = {
    "reprogram": _refuse_reprogram,
    "facility": _refuse_facility,
    "ancient": _refuse_ancient,
    "discharge": _refuse_discharge,
}
_DO_BY_VERB = {"reprogram": _do_reprogram, "facility": _do_facility, "ancient": _do_ancient, "discharge": _do_discharge}


# -- the end of the front side -----------------------------------------------------------------------------------------


class End(Decision[State]):
    """The end of the Directives: the Node resets or charges, and the card is turned. Frame data: why they ended."""

    verbs = tuple(verb for verb in TURN_VERBS if verb != "take")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("end",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "end":
            return Verdict("turn.flip-card", turner=back_of_turn_card.YOU, then="")
        why = "".join(state.frames[-1][2])
        if why == "impossible" and move[0] in DIRECTIVES:  # say what prevents this one
            return Directive().refuse(state, seat, move)
        return Verdict("turn.three", stage=why)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if state.node[seat] == DISCHARGED:
            state.node[seat] = 1 + state.primed[seat]
            state.primed[seat] = 0
            if emit:
                emit("reset", "turn.reset", EVERYONE, seat=seat, level=state.node[seat])
        else:
            abilities.charge_node(state, seat, "turn.charge", emit)
        if emit:
            emit("turn-card", "turn.flip-card", EVERYONE, seat=seat)
        back_of_turn_card.begin_back(state, seat)
