"""Facts for lessons about enemies, Combat, augments, bodies and upgrades."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import DecisionGame, play_moves
from tabletop_kernel.games.tamashii.components import ASSETS
from tabletop_kernel.games.tamashii.fighting import enemies, fight_state
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.launch import pattern_list
from tabletop_kernel.games.tamashii.phases import purchases
from tabletop_kernel.games.tamashii.state import State

NOBODY = "nobody"


# -- enemies -----------------------------------------------------------------------------------------------------------


def _at(state: State, seat: int, index: int) -> str:
    """Return an enemy's place in the stack and card, as its piece ends."""
    return f"{index}:{enemies.unmarked(state.enemies[seat][index][0])}"


def stacked(state: State, seat: int, index: int) -> str:
    """Return the enemy at this place in a stack; 0 is the top."""
    return _at(state, seat, index)


def weakest(state: State, seat: int) -> list[str]:
    """Return the enemies that need least damage to be defeated."""
    left = [state.integrity_of(card) - damage for card, damage in state.enemies[seat]]
    return [_at(state, seat, index) for index, one in enumerate(left) if one == min(left)]


def under_number(state: State, seat: int, number: int) -> str:
    """Return the enemy that the number die goes on if it shows this number."""
    return _at(state, seat, min(number, len(state.enemies[seat])) - 1)


def still_top_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> str:
    """Return the current enemy that is on top after these moves, or “nobody”."""
    top = play_moves(game, state, moves).enemies[seat][0][0]
    cards = [card for card, _ in state.enemies[seat]]
    return _at(state, seat, cards.index(top)) if top in cards else NOBODY


def damage_after(game: DecisionGame[State], state: State, seat: int, index: int, *moves: list[str | int]) -> int:
    """Return the damage on an enemy in a stack after these moves."""
    return play_moves(game, state, moves).enemies[seat][index][1]


def die_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> str:
    """Return the enemy under the number die after these moves, or “nobody”."""
    twin = play_moves(game, state, moves)
    now = fight_state.fight_of(twin, seat)
    if now is None or now.number < 0:
        return NOBODY
    return twin.enemy(twin.enemies[seat][now.number][0]).name


# -- what can be bought ------------------------------------------------------------------------------------------------


def affordable(state: State, seat: int) -> list[str]:
    """Return the upgrades that a player can afford, by kind."""
    names = {"discard-token": "discard", "gain-token": "gain"}
    found = (names.get(str(move[0]), str(move[1])) for move in purchases.upgrades(state, seat) if move[0] != "equip")
    return list(dict.fromkeys(found))


def equippable(state: State, seat: int) -> list[str]:
    """Return the augments that a player can afford to equip."""
    have = state.has(seat, "memory")
    return [one for one in state.unequipped[seat] if augments.equip_cost(state, seat, one) <= have]


def kept_assets_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return the assets that are unchanged after these moves."""
    twin = play_moves(game, state, moves)
    return [asset for asset in ASSETS if twin.has(seat, asset) == state.has(seat, asset)]


# -- cards before a player ---------------------------------------------------------------------------------------------


def unequipped(state: State, seat: int) -> list[str]:
    return list(state.unequipped[seat])


def tradable(state: State, seat: int) -> list[str]:
    """Return a player's augments that can be traded."""
    return augments.faction_augments(state, seat)


def usable_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> int:
    """Return how many augments a player can use after these moves."""
    return len(play_moves(game, state, moves).equipped[seat])


def inhabitable(state: State, seat: int) -> list[str]:
    """Return the bodies in the market that a player can launch now."""
    return list(dict.fromkeys(key for key, _ in pattern_list.launches_now(state, seat) if key.startswith("body.")))


def launchable_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return the patterns that can be launched after these moves."""
    return list(dict.fromkeys(key for key, _ in pattern_list.launches_now(play_moves(game, state, moves), seat)))


def active_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> str:
    """Return a player's active body after these moves."""
    return play_moves(game, state, moves).body(seat).id


def learners(state: State, *protocols: str) -> list[int]:
    """Return the players with one of these learning protocols, or with any if none is named."""
    return [seat for seat, one in enumerate(state.protocol) if one and (one in protocols or not protocols)]


PLAIN: tuple[Callable[..., object], ...] = (
    stacked,
    weakest,
    under_number,
    affordable,
    equippable,
    unequipped,
    tradable,
    inhabitable,
    learners,
)
PLAYING: tuple[Callable[..., object], ...] = (
    still_top_after,
    damage_after,
    die_after,
    kept_assets_after,
    usable_after,
    launchable_after,
    active_after,
)
