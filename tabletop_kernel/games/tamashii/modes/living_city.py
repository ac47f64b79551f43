"""The Living City: events to draw instead of using a tile, and heists, which push your luck."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import ASSETS
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import CityEvent
from tabletop_kernel.games.tamashii.state import State

DRAWN_MARK = "turn:city-event"  # an event was drawn instead of a district effect

# -- events ------------------------------------------------------------------------------------------------------------


def draw_event(state: State, seat: int, emit: Emit | None) -> None:
    """Draw an event. If only one is allowed, it replaces the old one without a heist."""
    if not state.event_deck and state.event_discard:
        deck = sorted(state.event_discard)
        state.chance.shuffle("events", deck)
        state.event_deck, state.event_discard = tuple(deck), ()
        if emit:
            emit("events-reshuffled", "city.event", EVERYONE, count=len(deck))
    if not state.event_deck:
        if emit:
            emit("no-event", "city.event", EVERYONE, seat=seat)
        return
    event, state.event_deck = state.event_deck[0], state.event_deck[1:]
    old = state.event[seat]
    drops = bool(old) and state.ruling["ruling.city.hold"] == "one"
    state.event[seat] = (event,) if drops else (*old, event)
    if emit:
        emit("event-drawn", "city.event", EVERYONE, seat=seat, event=event)
    if drops:
        state.event_discard += old
        if emit:
            emit("event-dropped", "ruling.city.hold", EVERYONE, seat=seat, event=old[0])


def ask_about_events(state: State, seat: int, when: str, emit: Emit | None) -> None:
    """Ask players who meet an event now, once a turn, if they discard it for a heist.

    An event with a price is met by paying.
    """
    if "city" not in state.rules.modules or state.is_out(seat):
        return
    for event in state.event[seat]:
        card = state.rules.content.events[event]
        if card.when != when or not running.holds(state, seat, card.tests):
            continue
        if _asked_mark(event) in state.used[seat]:
            continue
        if card.pay is None or can_pay_for(state, seat, card):
            state.used[seat] += (_asked_mark(event),)
            state.frames.append(("event-met" if card.pay is None else "event-price", seat, (event,)))


def can_pay_for(state: State, seat: int, card: CityEvent) -> bool:
    return card.pay is not None and running.can_pay(state, seat, line_keys.event_price(card.id))


def _asked_mark(event: str) -> str:
    return f"turn:event.{event}"


class MeetEvent(Decision[State]):
    """A met event to discard for a heist, or to keep for later."""

    verbs = ("heist", "no-heist")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (event,) = state.frames[-1]
        if event in state.event[seat] and not state.is_out(seat):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("heist",), ("no-heist",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("table.form", problem=f"write just '{move[0]}'")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (event,) = state.frames.pop()
        if move[0] == "heist":
            begin_heist(state, seat, event, emit)
        elif emit:
            emit("event-kept", "city.heist-start", EVERYONE, seat=seat, event=event)


class PayForEvent(Decision[State]):
    """An event's price to pay for a heist, or the event to keep for later."""

    verbs = ("pay", "no-pay")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (event,) = state.frames[-1]
        if event in state.event[seat] and can_pay_for(state, seat, state.rules.content.events[event]):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("pay",), ("no-pay",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("table.form", problem=f"write just '{move[0]}'")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (event,) = state.frames.pop()
        if move[0] == "pay":
            begin_heist(state, seat, event, emit)
            running.begin_line(state, seat, line_keys.event_price(event))  # on top, so the price comes before the heist
        elif emit:
            emit("event-kept", "city.heist-start", EVERYONE, seat=seat, event=event)


# -- heists ------------------------------------------------------------------------------------------------------------


def begin_heist(state: State, seat: int, event: str, emit: Emit | None) -> None:
    """Discard a met event and start its heist; the first reward is turned up without a choice."""
    state.event[seat] = tuple(one for one in state.event[seat] if one != event)
    state.event_discard += (event,)
    number = state.rules.content.events[event].number
    if emit:
        emit("heist", "city.heist-start", EVERYONE, seat=seat, event=event, number=number)
    state.frames.append(("heist", seat, (number, ())))


def sum_of_rewards(state: State, rewards: tuple[str, ...]) -> int:
    return sum(state.rules.content.rewards[reward].number for reward in rewards)


class Heist(Decision[State]):
    """Another reward, or an end with those turned up. Data: the event's number, and the rewards turned up."""

    verbs = ("more", "stop")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (number, rewards) = state.frames[-1]
        if not rewards and state.reward_deck:
            rewards = _turn_up(state, seat, "city.heist-start", emit)
        if sum_of_rewards(state, rewards) > number:
            _end_badly(state, seat, rewards, emit)
        elif state.reward_deck:
            return True
        else:
            _end_well(state, seat, rewards, emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("more",), ("stop",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("table.form", problem=f"write just '{move[0]}'")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "more":
            _turn_up(state, seat, "city.heist-on", emit)
        else:
            _end_well(state, seat, state.frames[-1][2][1], emit)


def _turn_up(state: State, seat: int, rule: str, emit: Emit | None) -> tuple[str, ...]:
    """Turn up the next reward. Return all rewards so far."""
    kind, _, (number, rewards) = state.frames[-1]
    reward, state.reward_deck = state.reward_deck[0], state.reward_deck[1:]
    rewards = (*rewards, reward)
    state.frames[-1] = (kind, seat, (number, rewards))
    if emit:
        facts = {"reward": reward, "count": sum_of_rewards(state, rewards), "number": number}
        emit("reward", rule, EVERYONE, seat=seat, **facts)
    return rewards


def _put_back(state: State, rewards: tuple[str, ...]) -> None:
    """Shuffle rewards back into their deck."""
    deck = [*state.reward_deck, *rewards]
    state.chance.shuffle("rewards", deck)
    state.reward_deck = tuple(deck)


def _end_well(state: State, seat: int, rewards: tuple[str, ...], emit: Emit | None) -> None:
    """Gain all bonuses, in their order."""
    state.frames.pop()
    if emit:
        emit("heist-done", "city.heist-gain", EVERYONE, seat=seat, count=len(rewards))
    _put_back(state, rewards)
    for reward in reversed(rewards):
        running.begin_line(state, seat, line_keys.reward(reward))


def _end_badly(state: State, seat: int, rewards: tuple[str, ...], emit: Emit | None) -> None:
    """End a failed heist without a bonus. Under a ruling, an asset is also lost."""
    state.frames.pop()
    _put_back(state, rewards)
    if emit:
        emit("heist-failed", "city.heist-bust", EVERYONE, seat=seat, count=sum_of_rewards(state, rewards))
    if state.ruling["ruling.city.fail"] == "asset" and any(state.assets[seat]):
        state.frames.append(("lose-asset", seat, ()))


class LoseAsset(Decision[State]):
    """The asset to lose after a failed heist, under a ruling."""

    verbs = ("lose",)

    def due(self, state: State, emit: Emit | None) -> bool:
        seat = state.frames[-1][1]
        held = [asset for asset in ASSETS if state.has(seat, asset)]
        if len(held) > 1:
            return True
        state.frames.pop()
        if held:
            _lose_asset(state, seat, held[0], emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("lose", asset) for asset in ASSETS if state.has(seat, asset)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if has_arguments(move, 1) and move[1] in ASSETS:
            return Verdict("asset.lose", asset=str(move[1]))
        return Verdict("ruling.city.fail")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        _lose_asset(state, seat, str(move[1]), emit)


def _lose_asset(state: State, seat: int, asset: str, emit: Emit | None) -> None:
    state.add_asset(seat, asset, -1)
    if emit:
        emit("heist-costs", "ruling.city.fail", EVERYONE, seat=seat, asset=asset)


DECISIONS: dict[str, Decision[State]] = {
    "event-met": MeetEvent(),
    "event-price": PayForEvent(),
    "heist": Heist(),
    "lose-asset": LoseAsset(),
}
