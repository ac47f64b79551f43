"""Exploration: take the token, then turn up the tile, then bring a hideout's faction into play."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import versus_goals
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.state import State


def enter_tile(state: State, seat: int, place: Place, emit: Emit | None, is_bot: bool = False) -> None:
    """End a figure's move on a tile: take its token, then turn a face-down tile up.

    The BOT's player gets what the BOT finds.
    """
    is_face_down = place not in state.up
    if is_face_down:
        state.frames.append(("turn-up", seat, (place, int(is_bot))))
    if place in state.finds and (is_face_down or state.ruling["ruling.explore.face-up-token"] == "next"):
        find = state.finds.pop(place)
        rule = (
            "solo.bot-rewards" if is_bot else "explore.token-first" if is_face_down else "ruling.explore.face-up-token"
        )
        if emit:
            emit("find", rule, EVERYONE, seat=seat, find=find, place=place)
        state.frames.append(("find", seat, (find,)))


def turn_up_entered(state: State, emit: Emit | None) -> None:
    """Turn up the tile that was entered, after its token is resolved."""
    _, seat, (place, is_bot) = state.frames.pop()
    reveal_tile(state, seat, place, "solo.bot-reveals" if is_bot else "explore.tile-then", emit, entered=True)


def reveal_tile(state: State, seat: int, place: Place, rule: str, emit: Emit | None, entered: bool = False) -> None:
    """Turn a tile up. Everything on it stays, except that one ruling discards a token nobody took."""
    if place not in state.tiles or place in state.up:
        return
    state.map = state.map.turned_up(place)
    state.count(seat, "revealed")
    if emit:
        emit("revealed", rule, EVERYONE, seat=seat, tile=state.tiles[place], place=place)
        if state.markers.get(place):
            emit(
                "stays-there",
                "explore.others-stay",
                EVERYONE,
                place=place,
                markers=_shown_markers(state.markers[place]),
            )
    if not entered and place in state.finds and state.ruling["ruling.explore.face-up-token"] == "discarded":
        del state.finds[place]
        if emit:
            emit("find-discarded", "ruling.explore.face-up-token", EVERYONE, place=place)
    versus_goals.replace_last_tile(state, place, emit)
    _bring_faction_in(state, place, emit)


def _shown_markers(markers: tuple[str, ...]) -> list[str]:
    """Return the markers on a tile as everyone sees them: face-down dice tokens stay secret."""
    return ["die" if marker.startswith("die:") and not marker.endswith("!") else marker for marker in markers]


def _bring_faction_in(state: State, place: Place, emit: Emit | None) -> None:
    """Shuffle a faction's augments and bring them into play when its hideout is turned up."""
    faction = state.tile(place).faction
    if not faction or state.ruling["ruling.scen.faction-decks"] == "from-start":
        return
    deck = list(state.faction_deck.get(faction, ()))
    if not deck:
        return
    state.chance.shuffle(f"faction-{faction}", deck)
    state.faction_deck[faction] = tuple(deck)
    if emit:
        emit("faction-enters", "explore.hideout", EVERYONE, faction=faction, count=len(deck))


# -- the reward --------------------------------------------------------------------------------------------------------


class Reward(Decision[State]):
    """A choice of one reward from an exploration token, which is already gone."""

    verbs = ("reward",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (find,) = state.frames[-1]
        rewards = state.rules.content.finds[find].rewards
        if len(rewards) > 1 and not state.is_out(seat):
            return True
        state.frames.pop()
        if rewards:
            self._gain(state, seat, find, 0, emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        find = state.frames[-1][2][0]
        return [("reward", n) for n in _open_rewards(state, seat, find)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        find = state.frames[-1][2][0]
        known = [("reward", n) for n in range(len(state.rules.content.finds[find].rewards))]
        return Verdict("ruling.explore.reward-null" if move in known else "explore.token-first", find=find)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        find = state.frames.pop()[2][0]
        self._gain(state, seat, find, int(move[1]), emit)

    @staticmethod
    def _gain(state: State, seat: int, find: str, number: int, emit: Emit | None) -> None:
        key = line_keys.find(find, number)
        if not running.does_something(state, seat, key) and emit:
            emit("find-wasted", "ruling.explore.reward-null", EVERYONE, seat=seat, find=find)
        running.begin_line(state, seat, key)


def _open_rewards(state: State, seat: int, find: str) -> list[int]:
    """Return the rewards that can be chosen. Under one ruling, these are only the ones that do something, if any do."""
    every = list(range(len(state.rules.content.finds[find].rewards)))
    if state.ruling["ruling.explore.reward-null"] == "wasted":
        return every
    return [n for n in every if running.does_something(state, seat, line_keys.find(find, n))] or every


DECISIONS: dict[str, Decision[State]] = {"find": Reward()}
AUTOMATIC = {"turn-up": turn_up_entered}
