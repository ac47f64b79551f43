"""Facts for lessons, computed by the rules instead of written down.

A fact takes a state and plain arguments, and leaves the state unchanged. If the rules are a process, a fact runs it on
a copy and looks at the result. Most answers are pieces of the table, or the end of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tabletop_kernel.contract.decision_stack import DecisionGame, play_moves
from tabletop_kernel.games.tamashii import lesson_facts_of_fights, lesson_facts_of_quests
from tabletop_kernel.games.tamashii.components import ASSETS, EMPTY, LOCK, SLOTS, TRACE_DICE
from tabletop_kernel.games.tamashii.launch import pattern_list
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import moving, planning, trace
from tabletop_kernel.games.tamashii.state import State, written

# -- the launcher ------------------------------------------------------------------------------------------------------


def light(state: State) -> list[str]:
    """Return the highlighted slots of a launcher."""
    return [name for slot, name in enumerate(SLOTS) if slot in state.rules.light]


def next_slots(state: State, seat: int) -> list[str]:
    """Return the slots that a refill fills, in order."""
    return [SLOTS[slot] for slot in planning.slots_to_fill(state, seat)]


def holding(state: State, seat: int, *letters: str) -> list[str]:
    """Return the slots with tokens of these kinds."""
    return [SLOTS[slot] for slot, letter in enumerate(state.grid[seat]) if letter in letters]


def empty(state: State, seat: int) -> list[str]:
    """Return the empty slots without a lock."""
    return [SLOTS[slot] for slot in state.empty_slots(seat)]


def locked(state: State, seat: int) -> list[str]:
    return [SLOTS[slot] for slot, letter in enumerate(state.grid[seat]) if letter == LOCK]


def tokens(state: State, seat: int) -> int:
    """Return how many tokens are on a launcher."""
    return sum(letter not in (EMPTY, LOCK) for letter in state.grid[seat])


def in_bag(state: State, seat: int) -> int:
    return len(state.bag[seat])


def launchable(state: State, seat: int) -> list[str]:
    """Return the patterns that can be launched now."""
    return list(dict.fromkeys(key for key, _ in pattern_list.launches_now(state, seat)))


def patterns_of(state: State, seat: int, *kinds: str) -> list[str]:
    """Return the visible patterns of these kinds: basic, augment, hack, repel, body, card."""
    return [source.key for source in pattern_list.sources_for(state, seat).values() if source.kind in kinds]


def slots_for(state: State, seat: int, key: str) -> list[str]:
    """Return the slots whose tokens a pattern can use where they are."""
    found = pattern_list.places_of(state, seat, pattern_list.sources_for(state, seat)[key])
    return [SLOTS[slot] for slot in sorted({slot for slots in found for slot in slots})]


# -- the map and the tracks --------------------------------------------------------------------------------------------


def reachable(state: State, seat: int) -> list[str]:
    """Return the tiles where a move can end."""
    return [
        written(place)
        for place in moving.reachable_places(state, seat, state.place[seat], moving.move_range(state, seat))
    ]


def face_down(state: State) -> list[str]:
    return [written(place) for place in state.tiles if place not in state.up]


def standing(state: State, seat: int) -> list[str]:
    return [written(state.place[seat])]


def tiles_called(state: State, *names: str) -> list[str]:
    """Return the face-up tiles with these names."""
    return [written(place) for place in state.tiles if place in state.up and state.tile(place).name in names]


def trace_dice(state: State, seat: int) -> int:
    """Return how many dice a trace roll has now."""
    return TRACE_DICE[min(state.trace[seat], len(TRACE_DICE) - 1)]


def has(state: State, seat: int, asset: str) -> int:
    return state.has(seat, asset)


def top_enemy(state: State, seat: int) -> str:
    return state.enemies[seat][0][0] if state.enemies[seat] else ""


def quietest(state: State, seat: int) -> list[str]:
    """Return the face-up tiles in reach that add least to trace when entered."""
    known = [
        place
        for place in moving.reachable_places(state, seat, state.place[seat], moving.move_range(state, seat))
        if place in state.up
    ]
    least = min(trace.tile_trace(state, seat, place, True) for place in known)
    return [written(place) for place in known if trace.tile_trace(state, seat, place, True) == least]


def first_player(state: State) -> int:
    return state.first


# -- the scenario card -------------------------------------------------------------------------------------------------


def world_blocks(state: State, verb: str) -> list[int]:
    """Return the blocks of the active card's world activity that contain a verb, such as victory, lost or time-down."""
    card = state.plot()
    numbers = range(len(card.world)) if card is not None else ()
    lines = {number: state.rules.lines[line_keys.card(state.card, "world", number)] for number in numbers}
    return [number for number, line in lines.items() if any(act.verb == verb for act in line.acts())]


# -- after some moves --------------------------------------------------------------------------------------------------


def after(game: DecisionGame[State], state: State, what: str, at: int, *moves: list[str | int]) -> int:
    """Return a number after these moves: a seat's asset, EXP, trace or integrity, or its number of enemies."""
    twin = play_moves(game, state, moves)
    if what in ASSETS:
        return twin.has(at, what)
    found = getattr(twin, what)
    one = found[at] if isinstance(found, list) else found
    return one if isinstance(one, int) else len(one)


def grid_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> str:
    """Return a launcher after these moves."""
    return play_moves(game, state, moves).grid[seat]


def fuller(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return “bag” or “dump” for each that holds more tokens after these moves."""
    twin = play_moves(game, state, moves)
    stores = {"bag": (state.bag, twin.bag), "dump": (state.dump, twin.dump)}
    return [name for name, (before, now) in stores.items() if len(now[seat]) > len(before[seat])]


def blocks_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the first true block of the world activity after these moves, or an empty list."""
    twin = play_moves(game, state, moves)
    card = twin.plot()
    blocks = card.world if card is not None else ()
    return [number for number, block in enumerate(blocks) if running.holds(twin, twin.first, block.tests)][:1]


def place_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return a character's tile after these moves."""
    return standing(play_moves(game, state, moves), seat)


def card_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return the active scenario card after these moves."""
    return play_moves(game, state, moves).card


def enemies_after(game: DecisionGame[State], state: State, seat: int, *moves: list[str | int]) -> list[str]:
    """Return a player's enemies after these moves, top enemy first."""
    return [card for card, _ in play_moves(game, state, moves).enemies[seat]]


def asked_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> list[int]:
    """Return the seats that decide after these moves."""
    return list(game.asked(play_moves(game, state, moves)))


def outcome_after(game: DecisionGame[State], state: State, *moves: list[str | int]) -> str:
    """Return the state of the game after these moves: going on, won or lost."""
    result = play_moves(game, state, moves).result
    return "it goes on" if result is None else "it is won" if result.winners else "it is lost"


def facts(game: DecisionGame[State]) -> Mapping[str, Callable[..., object]]:
    """Return all facts by name. Some need the game, to play on."""
    plain, playing = (*PLAIN, *lesson_facts_of_quests.PLAIN), (*PLAYING, *lesson_facts_of_quests.PLAYING)
    return {fact.__name__: fact for fact in plain} | {fact.__name__: partial(fact, game) for fact in playing}


PLAIN: tuple[Callable[..., object], ...] = (
    light,
    next_slots,
    holding,
    empty,
    locked,
    tokens,
    in_bag,
    launchable,
    patterns_of,
    slots_for,
    reachable,
    face_down,
    standing,
    tiles_called,
    trace_dice,
    has,
    top_enemy,
    quietest,
    first_player,
    world_blocks,
    *lesson_facts_of_fights.PLAIN,
)
PLAYING: tuple[Callable[..., object], ...] = (
    after,
    grid_after,
    fuller,
    blocks_after,
    place_after,
    card_after,
    enemies_after,
    asked_after,
    outcome_after,
    *lesson_facts_of_fights.PLAYING,
)
