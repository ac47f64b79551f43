"""Turning up the city: the exploration token first, then the tile, and what a hideout brings into play."""

from __future__ import annotations

from tabletop_kernel.contract.decisions import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import competing
from tabletop_kernel.games.tamashii.pack import keys
from tabletop_kernel.games.tamashii.pack.kinds import Place
from tabletop_kernel.games.tamashii.state import State


def enter(state: State, seat: int, place: Place, emit: Emit | None, bots: bool = False) -> None:
    """A figure has ended its move on a tile: a token is taken, and a face-down tile is turned up after that.

    What the BOT finds is for its player.
    """
    down = place not in state.up
    if down:
        state.frames.append(("turn-up", seat, (place, int(bots))))
    if place in state.finds and (down or state.ruling["ruling.explore.face-up-token"] == "next"):
        find = state.finds.pop(place)
        rule = "solo.bot-rewards" if bots else "explore.token-first" if down else "ruling.explore.face-up-token"
        if emit:
            emit("find", rule, EVERYONE, seat=seat, find=find, place=place)
        state.frames.append(("find", seat, (find,)))


def turn_up(state: State, emit: Emit | None) -> None:
    """The tile that was entered is turned up, once its token is dealt with."""
    _, seat, (place, bots) = state.frames.pop()
    reveal(state, seat, place, "solo.bot-reveals" if bots else "explore.tile-then", emit, entered=True)


def reveal(state: State, seat: int, place: Place, rule: str, emit: Emit | None, entered: bool = False) -> None:
    """Turn a tile up. Everything that lies on it stays, but under one ruling a token that nobody has fetched."""
    if place not in state.tiles or place in state.up:
        return
    state.map = state.map.turned_up(place)
    state.count(seat, "revealed")
    if emit:
        emit("revealed", rule, EVERYONE, seat=seat, tile=state.tiles[place], place=place)
        if state.markers.get(place):
            emit("stays-there", "explore.others-stay", EVERYONE, place=place, markers=_shown(state.markers[place]))
    if not entered and place in state.finds and state.ruling["ruling.explore.face-up-token"] == "discarded":
        del state.finds[place]
        if emit:
            emit("find-discarded", "ruling.explore.face-up-token", EVERYONE, place=place)
    competing.last_tile(state, place, emit)
    _hideout(state, place, emit)


def _shown(markers: tuple[str, ...]) -> list[str]:
    """What everybody sees of the markers on a tile: dice tokens that lie face down stay secret."""
    return ["die" if marker.startswith("die:") and not marker.endswith("!") else marker for marker in markers]


def _hideout(state: State, place: Place, emit: Emit | None) -> None:
    """The augments of a faction enter play, shuffled, when its hideout is turned up."""
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
    """One of the rewards of an exploration token. The token itself is gone already."""

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
        return [("reward", n) for n in _open(state, seat, find)]

    def judge(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move in self.moves(state, seat):
            return None
        find = state.frames[-1][2][0]
        known = [("reward", n) for n in range(len(state.rules.content.finds[find].rewards))]
        return Verdict("ruling.explore.reward-null" if move in known else "explore.token-first", find=find)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        find = state.frames.pop()[2][0]
        self._gain(state, seat, find, int(move[1]), emit)

    @staticmethod
    def _gain(state: State, seat: int, find: str, number: int, emit: Emit | None) -> None:
        key = keys.find(find, number)
        if not running.does_something(state, seat, key) and emit:
            emit("find-wasted", "ruling.explore.reward-null", EVERYONE, seat=seat, find=find)
        running.begin(state, seat, key)


def _open(state: State, seat: int, find: str) -> list[int]:
    """The rewards that may be picked: under one ruling only those that do something, if any does."""
    every = list(range(len(state.rules.content.finds[find].rewards)))
    if state.ruling["ruling.explore.reward-null"] == "wasted":
        return every
    return [n for n in every if running.does_something(state, seat, keys.find(find, n))] or every


DECISIONS: dict[str, Decision[State]] = {"find": Reward()}
AUTOMATIC = {"turn-up": turn_up}
