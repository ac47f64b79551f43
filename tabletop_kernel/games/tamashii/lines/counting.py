"""Numbers and facts in lines: “1 per die”, “time = 3”, “all on shelter”, “another player here”."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.components import CORRUPTED, INARI, NAMES, OPEN, STATIC, STRIKE, SURGE
from tabletop_kernel.games.tamashii.lines.operations import Amount, Test
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.state import State

COMPARISON_BY_SIGN: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
FACES = {"strike": STRIKE, "surge": SURGE, "static": STATIC}
RELAY = "relay"


# -- amounts -----------------------------------------------------------------------------------------------------------


def amount(state: State, seat: int, wanted: Amount | int, by: str = "", it: str = "") -> int:
    """Return an amount for a player now. `by` is the dice on a frame, `it` what the last act left behind."""
    if isinstance(wanted, int):
        return wanted
    number = wanted.of(state.rules.players)
    if wanted.per:
        number *= _COUNT_BY_RATE[wanted.per](state, seat, by, it)
    return number if wanted.most is None else min(number, wanted.most)


_COUNT_BY_RATE: Mapping[str, Callable[[State, int, str, str], int]] = {
    "die": lambda state, seat, by, it: len(by),
    "damage removed": lambda state, seat, by, it: int(it) if it.isdigit() else 0,
    "equipped augment": lambda state, seat, by, it: len(state.equipped[seat]),
    "enemy": lambda state, seat, by, it: len(state.enemies[seat]),
    "advanced body": lambda state, seat, by, it: len(state.bodies[seat]),
    "unlocked slot": lambda state, seat, by, it: state.unlocked(seat),
    "relay left": lambda state, seat, by, it: relays_left(state),
    "player here": lambda state, seat, by, it: len(state.here(state.figure(seat))),
    "pattern launched": lambda state, seat, by, it: len(patterns_launched(state, seat)),
}


def relays_left(state: State) -> int:
    return sum(RELAY in lying for lying in state.markers.values())


def tiles_revealed(state: State) -> int:
    """Return how many tiles have been turned up since the game began."""
    scenario = state.rules.scenario
    return len(state.up) - (sum(laid.up for laid in scenario.map) if scenario is not None else 0)


def corrupted_left(state: State) -> int:
    """Return the corrupted tokens left in the pool of the time track, or, in versus, in the neutral pool."""
    return state.supply.get(CORRUPTED, 0) if state.rules.mode == "versus" else state.corrupted


def patterns_launched(state: State, seat: int) -> list[str]:
    """Return the keys of patterns launched in this step, as on their cards, even if the cards have left."""
    return [key.removeprefix("gone:") for key in state.launched[seat]]


def _asset_patterns(state: State, seat: int) -> int:
    return sum(key.startswith("basic.") and key != "basic.exp" for key in patterns_launched(state, seat))


def is_hack(state: State, key: str) -> bool:
    """Tell if a pattern counts as a hack: an enemy's except repels, the BOT's, or an augment that says so."""
    kind, _, rest = key.partition(".")
    if kind == "enemy":
        return "repel" not in rest
    if kind == "aug":
        augment = state.rules.content.augments.get(rest)
        return augment is not None and any(use.hack for use in augment.uses)
    return kind == "bot"


def _new_augments(state: State, seat: int) -> int:
    return sum(not state.augment(augment).start for augment in state.equipped[seat])


def _faction_augments(state: State, seat: int) -> int:
    return sum(state.augment(augment).faction for augment in state.equipped[seat])


def _tally(name: str) -> Callable[[State, int], int]:
    return lambda state, seat: state.tally[seat].get(name, 0)


def _asset(name: str) -> Callable[[State, int], int]:
    return lambda state, seat: state.has(seat, name)


def _in_pool(letter: str) -> Callable[[State, int], int]:
    return lambda state, seat: state.pool(seat).count(letter)


def _on_card(name: str) -> Callable[[State, int], int]:
    return lambda state, seat: state.on_card.get(name, 0)


COUNT_BY_PHRASE: Mapping[str, Callable[[State, int], int]] = {
    "time": lambda state, seat: state.time,
    "success here": _on_card("success"),
    "ascend here": _on_card("ascend"),
    "tiles revealed": lambda state, seat: tiles_revealed(state),
    "relays left": lambda state, seat: relays_left(state),
    "corrupted left": lambda state, seat: corrupted_left(state),
    "defeated since card": lambda state, seat: sum(counts.get("defeated-card", 0) for counts in state.tally),
    "players": lambda state, seat: state.rules.players,
    "shield": _asset("shield"),
    "memory": _asset("memory"),
    "power": _asset("power"),
    "reroll": _asset("reroll"),
    "assets": lambda state, seat: sum(state.assets[seat]),
    "best asset": lambda state, seat: max(state.assets[seat]),
    "exp": lambda state, seat: state.exp[seat],
    "trace": lambda state, seat: state.trace[seat],
    "integrity": lambda state, seat: state.integrity[seat],
    "maximum": lambda state, seat: state.maximum[seat],
    "enemies": lambda state, seat: len(state.enemies[seat]),
    "top damage": lambda state, seat: state.enemies[seat][0][1] if state.enemies[seat] else 0,
    "equipped augments": lambda state, seat: len(state.equipped[seat]),
    "new augments": _new_augments,
    "faction augments": _faction_augments,
    "bodies": lambda state, seat: len(state.bodies[seat]),
    "unlocked slots": lambda state, seat: state.unlocked(seat),
    "open in pool": _in_pool(OPEN),
    "corrupted in pool": _in_pool(CORRUPTED),
    "inari in pool": _in_pool(INARI),
    "patterns launched": lambda state, seat: len(patterns_launched(state, seat)),
    "asset patterns launched": _asset_patterns,
    "hacks launched": lambda state, seat: sum(is_hack(state, key) for key in patterns_launched(state, seat)),
    "tiles revealed by you": _tally("revealed"),
    "defeated this combat": _tally("defeated-combat"),
    "defeated this turn": _tally("defeated-turn"),
    "defeated last turn": _tally("defeated-last"),
    "defeated this game": _tally("defeated"),
    "printed integrity defeated": _tally("largest"),
    "quiet turns": _tally("quiet"),
    "resets": _tally("resets"),
}


# -- tests -------------------------------------------------------------------------------------------------------------


def holds(state: State, seat: int, test: Test, it: str = "") -> bool:
    """Tell if a test holds for a player."""
    if test.compare:
        result = COMPARISON_BY_SIGN[test.compare](
            COUNT_BY_PHRASE[test.left](state, seat), amount(state, seat, test.right, it=it)
        )
    else:
        result = _is_fact_true(state, seat, test.left)
    return result != test.negated


def _is_fact_true(state: State, seat: int, phrase: str) -> bool:
    simple = _FACT_BY_PHRASE.get(phrase)
    if simple is not None:
        return simple(state, seat)
    for beginning, fact in _FACT_BY_BEGINNING.items():
        if phrase.startswith(beginning):
            return fact(state, seat, phrase.removeprefix(beginning))
    raise LookupError(f"no fact is called '{phrase}'")


def is_on(state: State, place: Place | None, wanted: str) -> bool:
    """Tell if a place has a face-up tile of this id or kind."""
    if place is None or place not in state.up:
        return False
    tile = state.tile(place)
    return wanted in (tile.id, tile.kind)


def _places_of_others(state: State, seat: int) -> list[Place]:
    """Return the places of the other players, including the BOT."""
    places = [state.place[other] for other in state.others(seat)]
    if state.bot is not None:
        places.append(state.place[seat] if state.bot_used else state.bot)
    return places


def _are_all_on(state: State, seat: int, wanted: str) -> bool:
    bot = [] if state.bot is None else [state.bot]
    return all(is_on(state, place, wanted) for place in (*state.place, *bot))


def _shows_die(state: State, seat: int, face: str) -> bool:
    """Tell if the dice token here is face up with this face."""
    return f"die:{FACES[face]}!" in state.markers.get(state.figure(seat), ())


_FACT_BY_PHRASE: Mapping[str, Callable[[State, int], bool]] = {
    "time is even": lambda state, seat: state.time % 2 == 0,
    "time is odd": lambda state, seat: state.time % 2 == 1,
    "guest defeated": lambda state, seat: state.guest[2] == -2,
    "guest waits": lambda state, seat: bool(state.guest[0]),
    "no enemies attached": lambda state, seat: not any(state.enemies),
    "beside another": lambda state, seat: any(
        place in map_graph.places_beside(state, state.figure(seat)) for place in _places_of_others(state, seat)
    ),
    "another here": lambda state, seat: state.figure(seat) in _places_of_others(state, seat),
    "relay here": lambda state, seat: RELAY in state.markers.get(state.figure(seat), ()),
}
_FACT_BY_BEGINNING: Mapping[str, Callable[[State, int, str], bool]] = {
    "all on ": _are_all_on,
    "on ": lambda state, seat, wanted: is_on(state, state.figure(seat), wanted),
    "die here is ": _shows_die,
}


# -- players -----------------------------------------------------------------------------------------------------------

CHOSEN_PLAYERS = ("another player", "another player here", "another player near")  # one of them is chosen


def players_named(state: State, seat: int, who: str) -> list[int]:
    """Return the players whom a line means, clockwise from the first player."""
    return _PLAYERS[who](state, seat)


def _player_with_most(state: State, value: Callable[[int], int]) -> list[int]:
    """Return the player with most; ties go to the first in turn order."""
    return [max(state.clockwise(), key=value)]


def _players_near(state: State, seat: int) -> list[int]:
    here = state.figure(seat)
    near = (here, *map_graph.places_beside(state, here))
    return [other for other in state.clockwise() if other != seat and state.place[other] in near]


def _count_given(state: State, seat: int) -> int:
    """Return how many ascend tokens a player put on the active card, or on the one before."""
    counts = state.tally[seat]
    return counts.get("ascended", 0) or counts.get("ascended-last", 0)


def _next_holder(state: State) -> list[int]:
    """Return the player clockwise of the guest's last holder."""
    last = state.guest[2]
    return [(last + 1) % state.rules.seats if last >= 0 else state.first]


_PLAYERS: Mapping[str, Callable[[State, int], list[int]]] = {
    "each player": lambda state, seat: state.clockwise(),
    "each player without enemies": lambda state, seat: [one for one in state.clockwise() if not state.enemies[one]],
    "each other player": lambda state, seat: [one for one in state.clockwise() if one != seat],
    "each player here": lambda state, seat: [
        one for one in state.clockwise() if state.place[one] == state.figure(seat) or one == seat
    ],
    "another player": lambda state, seat: [one for one in state.clockwise() if one != seat],
    "another player here": lambda state, seat: [
        one for one in state.clockwise() if one != seat and state.place[one] == state.figure(seat)
    ],
    "another player near": _players_near,
    "first player": lambda state, seat: [state.first],
    "player with most trace": lambda state, seat: _player_with_most(state, lambda one: state.trace[one]),
    "player with most inari": lambda state, seat: _player_with_most(state, lambda one: state.pool(one).count(INARI)),
    "giver": lambda state, seat: _player_with_most(state, lambda one: _count_given(state, one)),
    "next holder": lambda state, seat: _next_holder(state),
}
TOKEN_WORDS = {**NAMES, "?": "basic", "@": "core", "*": ""}  # letters of tokens as lines name them
