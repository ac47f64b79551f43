"""Step 2 of a turn: the FACILITY ACTION, the LOCUS ACTION, or the Cityengine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant import abilities, waiting_effects
from tabletop_kernel.games.the_west_ascendant.abilities import MACHINE
from tabletop_kernel.games.the_west_ascendant.choices import distinct_types
from tabletop_kernel.games.the_west_ascendant.state import NO_CHOICE, SKIPPED, State

ANY_TWO = 2


class Choose(Decision[State]):
    """The choice in step 2."""

    verbs = ("all", "two", "locus", "city", "skip")

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if there may be an action to choose, as far as everyone can see; skip the step otherwise."""
        seat = state.frames[-1][1]
        if can_take(state):
            return True
        locus = bool(state.tops) and state.may_hold(seat, ANY_TWO)
        city = not state.city[seat] and state.may_hold(seat, _city_size(state, seat))
        if locus or city:
            return True
        _skip_action(state, seat, NO_CHOICE, "turn.no-action", emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        actions = [*facility_actions(state), *locus_actions(state, seat)]
        moves = actions if state.city[seat] else [*actions, *(("city", *price) for price in city_prices(state, seat))]
        must_choose = actions and state.ruling["ruling.voluntary-pass"] == "no"
        return moves if must_choose else [*moves, ("skip",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] == "skip":
            return refuse_to_go_on(state, seat)
        return _REFUSE_BY_VERB[str(move[0])](state, seat, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "skip":
            # If skipping is always allowed, it doesn't reveal if a hidden hand could have built something.
            may = state.ruling["ruling.voluntary-pass"] == "yes"
            _skip_action(state, seat, SKIPPED, "ruling.voluntary-pass" if may else "turn.no-action", emit)
            return
        state.frames.pop()
        if state.ruling["ruling.trigger-when"] == "declared":
            state.declared = waiting_effects.effects_that_count(state, seat, "trigger")
        state.action = str(move[0])
        if emit:
            emit(f"chooses-{move[0]}", "city.instead" if move[0] == "city" else "turn.one-choice", EVERYONE, seat=seat)
        _DO_BY_VERB[str(move[0])](state, seat, tuple(map(str, move[1:])), emit)


def has_to_act(state: State, seat: int) -> bool:
    """Tell if step 2 can't be skipped because the player can complete an ACTION."""
    return state.ruling["ruling.voluntary-pass"] == "no" and bool(can_take(state) or locus_actions(state, seat))


def refuse_to_go_on(state: State, seat: int) -> Verdict:
    """Return the reason why the turn can't go on: step 2 needs an ACTION, or another step isn't finished."""
    if state.step == "choose" and not state.action and has_to_act(state, seat):
        return Verdict("turn.must-act")
    return Verdict("turn.follow", step=state.step, number=state.rules.number[state.step])


def _skip_action(state: State, seat: int, how_so: str, rule: str, emit: Emit | None) -> None:
    """Skip steps 2, 3 and 4, by the player's choice or because nothing could be chosen."""
    state.frames.pop()
    state.action = how_so
    if emit:
        emit("no-choice" if how_so == NO_CHOICE else "no-action", rule, EVERYONE, seat=seat)
    how = state.ruling["ruling.no-action"]
    if rule != "turn.no-action" or how == "skip":
        return
    if how == "game-ends":
        state.last = 1
    else:
        state.frames[0] = ("turn", seat, (state.rules.steps[-2],))  # the check comes next
    if emit:
        emit("last-round" if how == "game-ends" else "turn-cut", "ruling.no-action", EVERYONE, seat=seat)


# -- FACILITY ACTION ---------------------------------------------------------------------------------------------------


def facility_actions(state: State) -> list[Move]:
    """Return every FACILITY ACTION that can be completed. By default it depends only on the middle."""
    if state.ruling["ruling.void-pulse"] != "yes":
        return _find_facility_actions(state)
    memory = state.rules.takes
    moves = memory.get(state.middle)
    return memory.keep(state.middle, _find_facility_actions(state)) if moves is None else moves


def _find_facility_actions(state: State) -> list[Move]:
    middle = state.middle
    types_there = distinct_types(state, middle)
    moves: list[Move] = [("all", name) for name in types_there if _is_pulse_allowed(state, "all", name)]
    for one, other in combinations_with_replacement(types_there, ANY_TWO):
        if one != other or (middle.count(one) >= ANY_TWO and not _has_forbidden_pulse(state, (one, other))):
            moves.append(("two", one, other))
    return moves


def can_take(state: State) -> bool:
    """Tell if any FACILITY ACTION can be completed; quick if one is certain."""
    if state.ruling["ruling.void-pulse"] == "yes":
        return bool(state.middle)
    return bool(facility_actions(state))


def _are_in_middle(state: State, pair: tuple[str, ...]) -> bool:
    return len(pair) == ANY_TWO and has_cards(state.middle, pair)


def pair_gives_pulse(state: State, pair: tuple[str, ...]) -> bool:
    """Tell if any two give a PULSE: under a ruling they do if they are the whole type."""
    alike = pair[0] == pair[1] and state.middle.count(pair[0]) == ANY_TWO
    return alike and state.ruling["ruling.two-same-type"] == "yes"


def _has_forbidden_pulse(state: State, pair: tuple[str, ...]) -> bool:
    """Tell if any two give a PULSE that must do something but can't."""
    return pair_gives_pulse(state, pair) and not _is_pulse_allowed(state, "two", pair[0])


def _is_pulse_allowed(state: State, action: str, name: str) -> bool:
    """Tell if a PULSE is allowed; a ruling requires that it can do something once the cards are taken and counted."""
    if state.ruling["ruling.void-pulse"] == "yes":
        return True
    after, seat = state.clone(), state.active
    after.action, after.pulse = action, 1
    _take_cards(after, seat, (name,) * state.middle.count(name), "", None)
    return abilities.does_something(after, seat, f"{name}.pulse")


def _refuse_all(state: State, seat: int, move: Move) -> Verdict:
    if len(move) == 1:
        return Verdict("facility.either")
    if move[1] not in state.middle:
        return Verdict("facility.type-present", type=move[1])
    if len(move) > 2:
        return Verdict("facility.all-of-type", cards=[card for card in state.middle if card == move[1]])
    return Verdict("ruling.void-pulse", type=move[1])


def _refuse_two(state: State, seat: int, move: Move) -> Verdict:
    if len(move) == 1:
        return Verdict("facility.either")
    if len(state.middle) < ANY_TWO:
        return Verdict("facility.two-needed", count=len(state.middle))
    if _are_in_middle(state, pair := tuple(str(part) for part in move[1:])):
        return Verdict("ruling.void-pulse", type=pair[0])
    return Verdict("facility.any-two", cards=list(state.middle))


def _take_all(state: State, seat: int, paid: tuple[str, ...], emit: Emit | None) -> None:
    (name,) = paid
    count = state.middle.count(name)
    _take_cards(state, seat, (name,) * count, "facility.all-of-type", emit)
    _begin_pulses(state, seat, name)


def _take_two(state: State, seat: int, cards: tuple[str, ...], emit: Emit | None) -> None:
    pulse = pair_gives_pulse(state, cards)
    _take_cards(state, seat, cards, "facility.any-two", emit)
    if pulse:
        _begin_pulses(state, seat, cards[0])
    else:
        if emit:
            emit("no-pulse", "facility.two-no-pulse", EVERYONE, seat=seat)
        push_radiate(state, seat)


def _take_cards(state: State, seat: int, cards: tuple[str, ...], rule: str, emit: Emit | None) -> None:
    """Take cards from the middle; each costs the other player a point."""
    for card in cards:
        state.middle = without(state.middle, card)
    state.gain(seat, cards)
    state.took = cards
    if emit:
        emit("takes", rule, EVERYONE, seat=seat, cards=list(cards))
    state.lose(1 - seat, len(cards), "facility.loss", emit)


def _begin_pulses(state: State, seat: int, name: str) -> None:
    """Begin the PULSE of a type; afterwards Doppelgates RADIATE only under a ruling."""
    state.pulse = 1
    push_radiate(state, seat)
    for _ in range(abilities.count_pulses(state)):
        MACHINE.begin(state, seat, f"{name}.pulse")


def push_radiate(state: State, seat: int) -> None:
    """Push the RADIATE of an ACTION, if it has one; frames on top of it come first."""
    how = state.ruling["ruling.radiate-when"]
    if (how == "no-pulse" and not state.pulse) or (how == "with-pulse" and state.pulse):
        abilities.radiate(state, seat)


# -- LOCUS ACTION ------------------------------------------------------------------------------------------------------


def has_cards(hand: tuple[str, ...], price: tuple[str, ...]) -> bool:
    """Tell if a hand has all these cards."""
    return all(hand.count(name) >= price.count(name) for name in price)


def locus_actions(state: State, seat: int) -> list[Move]:
    """Return every LOCUS ACTION that can be completed."""
    hand, required, memory = state.hand[seat], state.rules.required, state.rules.builds
    case = (hand, tuple(state.tops))
    moves = memory.get(case)
    if moves is None:
        moves = [("locus", top, *required[top]) for top in case[1] if has_cards(hand, required[top])]
        memory.keep(case, moves)
    return moves


def _refuse_locus(state: State, seat: int, move: Move) -> Verdict:
    if len(move) == 1 or move[1] not in state.tops:
        return Verdict("locus.top-only")
    locus, named = str(move[1]), move[2:]
    required = state.rules.required[locus]
    if any(part in state.rules.loci for part in named):
        return Verdict("locus.one")
    if named and named != required:
        return Verdict("locus.exact", locus=locus, types=list(required))
    missing = missing_cards(state.hand[seat], required)
    if not missing:
        return Verdict("card.locus-required", locus=locus, types=list(required))
    if named:
        return Verdict("locus.pay", locus=locus, types=list(required), missing=missing)
    return Verdict("turn.complete-only", locus=locus, missing=missing)


def missing_cards(hand: tuple[str, ...], price: tuple[str, ...]) -> list[str]:
    """Return the cards that a hand lacks for a price."""
    return [name for name in dict.fromkeys(price) for _ in range(price.count(name) - hand.count(name))]


def _build_locus(state: State, seat: int, parts: tuple[str, ...], emit: Emit | None) -> None:
    locus, *price = parts
    paid = tuple(price)
    state.throw(seat, paid)
    state.paid = paid
    at = next(number for number, deck in enumerate(state.loci) if deck and deck[0] == locus)
    state.loci[at] = state.loci[at][1:]
    state.zone[seat] = (*state.zone[seat], locus)
    if emit:
        emit("pays", "locus.pay", EVERYONE, seat=seat, cards=list(paid))
        emit("builds", "locus.to-zone", EVERYONE, seat=seat, locus=locus)
        if state.loci[at]:
            emit("next-top", "locus.next-top", EVERYONE, locus=state.loci[at][0], deck=at + 1)
        else:
            emit("no-top", "locus.next-top", EVERYONE, deck=at + 1)
        emit("no-loss", "locus.no-loss", EVERYONE, seat=1 - seat)
    push_radiate(state, seat)


# -- the Cityengine ----------------------------------------------------------------------------------------------------


def prices(state: State, hand: tuple[str, ...], count: int, which: str) -> list[tuple[str, ...]]:
    """Return the ways a hand can pay “n of each type” or “n of one type”."""
    types = state.rules.types
    if which == "of each type":
        whole = tuple(name for name in types for _ in range(count))
        return [whole] if has_cards(hand, whole) else []
    return [(name,) * count for name in types if hand.count(name) >= count]


def city_prices(state: State, seat: int) -> list[tuple[str, ...]]:
    """Return the ways a player can pay for the Cityengine now."""
    if state.city[seat]:
        return []
    return prices(state, state.hand[seat], *_city_cost(state, seat))


def _city_cost(state: State, seat: int) -> tuple[int, str]:
    act = state.rules.effects[f"{state.engine[seat]}.cost"].ops[0].act
    assert act is not None
    count, which = act.args
    return count, which


def _city_size(state: State, seat: int) -> int:
    """Return the number of cards that a Cityengine costs."""
    count, which = _city_cost(state, seat)
    return count * len(state.rules.types) if which == "of each type" else count


def _refuse_city(state: State, seat: int, move: Move) -> Verdict:
    if state.city[seat]:
        return Verdict("city.once")
    count, which = _city_cost(state, seat)
    if city_prices(state, seat):
        fault = ["named"]
    elif which == "of each type":
        fault = [
            "lacks",
            *missing_cards(state.hand[seat], tuple(name for name in state.rules.types for _ in range(count))),
        ]
    else:
        fault = ["few"]
    return Verdict("city.plan", engine=state.engine[seat], price=[count, which], fault=fault)


def _complete_city(state: State, seat: int, paid: tuple[str, ...], emit: Emit | None) -> None:
    state.throw(seat, paid)
    state.paid = paid
    if emit:
        emit("pays", "city.plan", EVERYONE, seat=seat, cards=list(paid))
    MACHINE.begin(state, seat, f"{state.engine[seat]}.effect")


_REFUSE_BY_VERB: dict[str, Callable[[State, int, Move], Verdict]] = {
    "all": _refuse_all,
    "two": _refuse_two,
    "locus": _refuse_locus,
    "city": _refuse_city,
}
_DO_BY_VERB: dict[str, Callable[[State, int, tuple[str, ...], Emit | None], None]] = {
    "all": _take_all,
    "two": _take_two,
    "locus": _build_locus,
    "city": _complete_city,
}
