"""A turn: the roll, the walk, the space's effect, and the end."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension import action_cards, shop
from tabletop_kernel.games.royal_ascension.after_battle import (
    end_by_majority,
    end_without_majority,
    majority_holder,
    tell_free,
)
from tabletop_kernel.games.royal_ascension.battle import (
    barred,
    battles_are_over,
    met,
    moment_of_turn,
    no_battle,
    no_more_battle,
    start_challenge,
)
from tabletop_kernel.games.royal_ascension.board import destinations, mistaken_exits, turned_round
from tabletop_kernel.games.royal_ascension.state import (
    BATTLE_VERBS,
    HOME,
    RESOURCES,
    SUIT_OF,
    TURN_VERBS,
    State,
)

HAND_LIMIT = 10
LONGEST = 300  # turns; in thousands of games, under any rulings, hardly any game that can end by itself lasts this long


def begin_turn(state: State, seat: int) -> None:
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
        return [("walk", space) for space in self._ends(state, seat)]

    def _ends(self, state: State, seat: int) -> list[int]:
        return destinations(state.rules, state.characters[seat], state.tokens[seat], state.die)

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        spaces = self._ends(state, seat)
        if move[0] == "roll":
            return Verdict("turn.roll", dice=1, so="rolled")
        if move == ("walk", HOME) and state.tokens[seat] != HOME:
            return Verdict("ruling.return-home")
        at_home = move[0] == "walk" and state.tokens[seat] == HOME
        if at_home and move[-1] in mistaken_exits(state.rules, state.characters[seat], state.die):
            return Verdict("ruling.leave-home")
        if move[0] == "walk" and len(move) == 2 and self._only_turned(state, seat, move[1]):
            return Verdict("turn.direction", spaces=spaces)
        return Verdict("turn.move-exact", die=state.die, spaces=spaces)

    def _only_turned(self, state: State, seat: int, space: object) -> bool:
        """Tell if a walk that turns round would end here, but can't.

        If turning round is allowed, that is true only of the start: the token would not have moved.
        """
        start = state.tokens[seat]
        may_turn = state.ruling["ruling.one-direction"] == "yes"
        turned = space in turned_round(state.rules, state.characters[seat], start, state.die)
        return turned and (space == start) == may_turn

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        space = int(move[1])
        start, state.tokens[seat] = state.tokens[seat], space
        state.landed = True
        state.frames[-1] = ("end", seat, ())
        if emit:
            rule = "ruling.leave-home" if start == HOME else "turn.direction"
            emit("walk", rule, EVERYONE, seat=seat, start=start, space=space, die=state.die)
        land(state, seat, emit)


def land(state: State, seat: int, emit: Emit | None) -> None:
    """Resolve the space where the token has stopped."""
    space = state.tokens[seat]
    kind = state.rules.layout.kinds[space]
    if space == HOME:
        if emit:
            emit("land-home", "ruling.return-home", EVERYONE, seat=seat)
    elif kind == "$":
        if emit:
            emit("land-shop", "shop.may", EVERYONE, seat=seat, space=space)
        shop.enter(state, seat, emit)
    elif kind == "S":
        if emit:
            emit("land-spades", "space.spades", EVERYONE, seat=seat, space=space)
        action_cards.draw_action(state, seat, emit)
    else:
        suit = SUIT_OF[kind]
        if emit:
            rule = "ruling.club-spaces" if kind == "C" else "space.draw"
            emit("land-suit", rule, EVERYONE, seat=seat, space=space, suit=suit)
        state.draw_to_hand(seat, suit, "ruling.club-spaces" if kind == "C" else f"space.{suit}", emit)


class End(Decision[State]):
    """The end of the turn. Under a ruling the player may first challenge a token on the same space."""

    verbs = (*TURN_VERBS, *BATTLE_VERBS, "draw")

    def due(self, state: State, emit: Emit | None) -> bool:
        if state.out[state.active]:  # eliminated in their own turn
            state.frames[-1] = ("close", state.active, ())
            return False
        return True

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("attack", other) for other in met(state, seat)), ("end",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] in BATTLE_VERBS:
            return no_more_battle(state, seat, move)
        return Verdict("turn.end", so=moment_of_turn(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        turned_down = move == ("end",) and state.on_spades(seat) and not state.fought and met(state, seat)
        state.frames[-1] = ("close", seat, ())  # even after an extra battle: only one is allowed
        if move[0] == "attack":
            start_challenge(state, seat, int(move[1]), "met", emit)
        elif turned_down:
            no_battle(state, seat, emit)


class Limit(Decision[State]):
    """The discard down to the hand limit (only under that ruling)."""

    verbs = ("discard", *TURN_VERBS, *BATTLE_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        held = [card for suit in (*RESOURCES, "alliances") for card in state.hand(suit)[seat]]
        return [("discard", card) for card in dict.fromkeys(held)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("ruling.hand-limit", limit=HAND_LIMIT, cards=cards_held(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        card = str(move[1])
        suit = SUIT_OF[card[-1]]
        state.frames.pop()
        state.lose(seat, "alliances" if suit == "spades" else suit, card)
        if emit:
            emit("limit", "ruling.hand-limit", EVERYONE, seat=seat, card=card)


def cards_held(state: State, seat: int) -> int:
    return sum(len(state.hand(suit)[seat]) for suit in (*RESOURCES, "alliances"))


def close_turn(state: State, emit: Emit | None) -> None:
    """End the turn once all hands are within the limit, and start the next player's turn or end the game."""
    if state.ruling["ruling.hand-limit"] == "ten":
        for seat in state.alive():
            if cards_held(state, seat) > HAND_LIMIT:
                state.frames.append(("limit", seat, ()))
                return
    _, seat, _ = state.frames.pop()
    if emit:
        emit("end", "turn.end", EVERYONE, seat=seat)
    winner = majority_holder(state)
    if winner >= 0:
        end_by_majority(state, winner, emit)
        return
    _forget_turn(state, seat, emit)
    if battles_are_over(state) or state.turn >= LONGEST:
        _stop_here(state, emit)
        return
    place = state.turns.index(seat)
    following = [*state.turns[place + 1 :], *state.turns[: place + 1]]
    after = next(other for other in following if not state.out[other])
    if emit:
        emit("next", "turn.clockwise", EVERYONE, seat=after)
    begin_turn(state, after)


def _stop_here(state: State, emit: Emit | None) -> None:
    """End a game that could go on for ever without any change."""
    if emit:
        if battles_are_over(state):
            emit("battles-over", "end.no-majority", EVERYONE)
        else:
            emit("too-long", "end.no-majority", EVERYONE, count=state.turn)
    end_without_majority(state, emit)


def _forget_turn(state: State, seat: int, emit: Emit | None) -> None:
    """Reset everything that lasts only this turn."""
    if state.ruling["ruling.repeat-clears"] == "one-spade" and state.on_spades(seat) and not state.fought:
        tell_free(state, barred(state), emit)
        state.excluded = ()
    truces = []
    for a, b, done_a, done_b in state.truces:
        done_a, done_b = done_a + (a == seat), done_b + (b == seat)
        if done_a < 1 or done_b < 1:
            truces.append((a, b, done_a, done_b))
    state.truces = tuple(truces)
    state.die = 0
    state.landed = False
    state.card = ""
    state.fought = 0
    state.allied = ()
    state.battle = None
    nothing: list[tuple[str, ...]] = [()] * state.seats
    state.committed_territory, state.committed_health, state.committed_weapons = nothing, nothing[:], nothing[:]
