"""A turn: the roll, the walk, the space's effect, and the end."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension import action_cards, shop
from tabletop_kernel.games.royal_ascension.after_battle import (
    emit_freed,
    end_by_majority,
    end_without_majority,
    majority_holder,
)
from tabletop_kernel.games.royal_ascension.board import destinations, ends_after_turning, mistaken_exits
from tabletop_kernel.games.royal_ascension.challenges import end_without_battle, start_challenge
from tabletop_kernel.games.royal_ascension.content import CLUBS, SHOP, SPADES
from tabletop_kernel.games.royal_ascension.opponents import (
    are_battles_over,
    barred_seats,
    challengeable,
    moment_of_turn,
    refuse_battle_after_space,
)
from tabletop_kernel.games.royal_ascension.state import (
    BATTLE_VERBS,
    HOME,
    RESOURCES,
    SUIT_OF_LETTER,
    TURN_VERBS,
    State,
)

HAND_LIMIT = 10
MOST_TURNS = (
    300  # turns; in thousands of games, under any rulings, hardly any game that can end by itself lasts this long
)


def begin_turn(state: State, seat: int) -> None:
    """Make a seat the active one, and ask it to roll."""
    state.turn += 1
    state.active = seat
    state.frames.append(("roll", seat, ()))


class Roll(Decision[State]):
    """A turn's roll."""

    verbs = ("roll", "walk", "end")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("roll", 1)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("turn.roll", dice=1, so="start")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.die = state.chance.roll("dice")
        state.frames[-1] = ("walk", seat, ())
        if emit:
            emit("roll", "turn.roll", EVERYONE, seat=seat, die=state.die)


class Walk(Decision[State]):
    """The walk, left or right, exactly as far as the die says."""

    verbs = ("walk", "roll", "end")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("walk", space) for space in self._possible_ends(state, seat)]

    def _possible_ends(self, state: State, seat: int) -> list[int]:
        return destinations(state.rules, state.characters[seat], state.tokens[seat], state.die)

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        spaces = self._possible_ends(state, seat)
        if move[0] == "roll":
            return Verdict("turn.roll", dice=1, so="rolled")
        if move == ("walk", HOME) and state.tokens[seat] != HOME:
            return Verdict("ruling.return-home")
        at_home = move[0] == "walk" and state.tokens[seat] == HOME
        if at_home and move[-1] in mistaken_exits(state.rules, state.characters[seat], state.die):
            return Verdict("ruling.leave-home")
        if move[0] == "walk" and len(move) == 2 and self._could_end_only_by_turning(state, seat, move[1]):
            return Verdict("turn.direction", spaces=spaces)
        return Verdict("turn.move-exact", die=state.die, spaces=spaces)

    def _could_end_only_by_turning(self, state: State, seat: int, space: object) -> bool:
        """Tell if only turning round on the way would lead to this space, and the rulings forbid that.

        If turning round is allowed, that is true only of the start: the token would not have moved.
        """
        start = state.tokens[seat]
        may_turn = state.ruling["ruling.one-direction"] == "yes"
        would_turn = space in ends_after_turning(state.rules, state.characters[seat], start, state.die)
        return would_turn and (space == start) == may_turn

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        space = int(move[1])
        start, state.tokens[seat] = state.tokens[seat], space
        state.landed = True
        state.frames[-1] = ("end", seat, ())
        if emit:
            rule = "ruling.leave-home" if start == HOME else "turn.direction"
            emit("walk", rule, EVERYONE, seat=seat, start=start, space=space, die=state.die)
        resolve_space(state, seat, emit)


def resolve_space(state: State, seat: int, emit: Emit | None) -> None:
    """Resolve the space where the token has stopped."""
    space = state.tokens[seat]
    kind = state.rules.layout.kinds[space]
    if space == HOME:
        if emit:
            emit("land-home", "ruling.return-home", EVERYONE, seat=seat)
    elif kind == SHOP:
        if emit:
            emit("land-shop", "shop.may", EVERYONE, seat=seat, space=space)
        shop.enter_shop(state, seat, emit)
    elif kind == SPADES:
        if emit:
            emit("land-spades", "space.spades", EVERYONE, seat=seat, space=space)
        action_cards.draw_action(state, seat, emit)
    else:
        suit = SUIT_OF_LETTER[kind]
        if emit:
            rule = "ruling.club-spaces" if kind == CLUBS else "space.draw"
            emit("land-suit", rule, EVERYONE, seat=seat, space=space, suit=suit)
        state.draw_to_hand(seat, suit, "ruling.club-spaces" if kind == CLUBS else f"space.{suit}", emit)


class End(Decision[State]):
    """The end of the turn. Under a ruling the player may first challenge a token on the same space."""

    verbs = (*TURN_VERBS, *BATTLE_VERBS, "draw")

    def due(self, state: State, emit: Emit | None) -> bool:
        if state.out[state.active]:  # eliminated in their own turn
            state.frames[-1] = ("close", state.active, ())
            return False
        return True

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("attack", other) for other in challengeable(state, seat)), ("end",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] in BATTLE_VERBS:
            return refuse_battle_after_space(state, seat, move)
        return Verdict("turn.end", so=moment_of_turn(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        declined = move == ("end",) and state.is_on_spades(seat) and not state.fought and challengeable(state, seat)
        state.frames[-1] = ("close", seat, ())  # even after an extra battle: only one is allowed
        if move[0] == "attack":
            start_challenge(state, seat, int(move[1]), "met", emit)
        elif declined:
            end_without_battle(state, seat, emit)


class Limit(Decision[State]):
    """The discard down to the hand limit (only under that ruling)."""

    verbs = ("discard", *TURN_VERBS, *BATTLE_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        held = [card for suit in (*RESOURCES, "alliances") for card in state.hands_of(suit)[seat]]
        return [("discard", card) for card in dict.fromkeys(held)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("ruling.hand-limit", limit=HAND_LIMIT, cards=count_cards_held(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        card = str(move[1])
        suit = SUIT_OF_LETTER[card[-1]]
        state.frames.pop()
        state.discard_from_hand(seat, "alliances" if suit == "spades" else suit, card)
        if emit:
            emit("limit", "ruling.hand-limit", EVERYONE, seat=seat, card=card)


def count_cards_held(state: State, seat: int) -> int:
    """Return the number of cards that count towards the hand limit."""
    return sum(len(state.hands_of(suit)[seat]) for suit in (*RESOURCES, "alliances"))


def close_turn(state: State, emit: Emit | None) -> None:
    """End the turn once all hands are within the limit, and start the next player's turn or end the game."""
    if state.ruling["ruling.hand-limit"] == "ten":
        for seat in state.living_seats():
            if count_cards_held(state, seat) > HAND_LIMIT:
                state.frames.append(("limit", seat, ()))
                return
    _, seat, _ = state.frames.pop()
    if emit:
        emit("end", "turn.end", EVERYONE, seat=seat)
    winner = majority_holder(state)
    if winner >= 0:
        end_by_majority(state, winner, emit)
        return
    _reset_turn(state, seat, emit)
    if are_battles_over(state) or state.turn >= MOST_TURNS:
        _end_endless_game(state, emit)
        return
    place = state.turns.index(seat)
    others_in_order = [*state.turns[place + 1 :], *state.turns[: place + 1]]
    next_seat = next(other for other in others_in_order if not state.out[other])
    if emit:
        emit("next", "turn.clockwise", EVERYONE, seat=next_seat)
    begin_turn(state, next_seat)


def _end_endless_game(state: State, emit: Emit | None) -> None:
    """End a game that could go on for ever without any change."""
    if emit:
        if are_battles_over(state):
            emit("battles-over", "end.no-majority", EVERYONE)
        else:
            emit("too-long", "end.no-majority", EVERYONE, count=state.turn)
    end_without_majority(state, emit)


def _reset_turn(state: State, seat: int, emit: Emit | None) -> None:
    """Reset everything that lasts only this turn."""
    if state.ruling["ruling.repeat-clears"] == "one-spade" and state.is_on_spades(seat) and not state.fought:
        emit_freed(state, barred_seats(state), emit)
        state.excluded = ()
    truces = []
    for a, b, turns_of_a, turns_of_b in state.truces:
        turns_of_a, turns_of_b = turns_of_a + (a == seat), turns_of_b + (b == seat)
        if turns_of_a < 1 or turns_of_b < 1:
            truces.append((a, b, turns_of_a, turns_of_b))
    state.truces = tuple(truces)
    state.die = 0
    state.landed = False
    state.card = ""
    state.fought = 0
    state.allied = ()
    state.battle = None
    empty: list[tuple[str, ...]] = [()] * state.seats
    state.committed_territory, state.committed_health, state.committed_weapons = empty, empty[:], empty[:]
