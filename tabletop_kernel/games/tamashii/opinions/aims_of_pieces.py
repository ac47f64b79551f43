"""What pieces are called and what they do, for those who say what a move aims for."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.game import Move
from tabletop_kernel.games.tamashii.launch import matching, patterns
from tabletop_kernel.games.tamashii.launch.enough import Wanted
from tabletop_kernel.games.tamashii.lines import counting
from tabletop_kernel.games.tamashii.lines.ops import Line
from tabletop_kernel.games.tamashii.pack import keys
from tabletop_kernel.games.tamashii.pack.kinds import Body, Place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import faultwords
from tabletop_kernel.games.tamashii.telling.naming import pattern_name, spot_name

Aim = Callable[[State, int, Move], str]


def fixed(text: str) -> Aim:
    """Words that are the same for every such move."""
    return lambda state, seat, move: text


def quoted(line: Line) -> str:
    """What a card prints."""
    text = " ".join(line.words).rstrip(".")
    return f"«{text}»" if text else ""


def here(state: State, line: Line) -> str:
    """What a card prints, with the number of players who play this game."""
    text = " ".join(faultwords.as_printed(state, line)).rstrip(".")
    return f"«{text}»" if text else ""


def by_key(state: State, key: str) -> str:
    return here(state, state.rules.lines[key])


def damage_of(state: State, seat: int, key: str, dice: str = "") -> int:
    """The damage that a line deals to the top enemy."""
    acts = state.rules.lines[key].acts()
    return sum(counting.amount(state, seat, act.args[0], dice) for act in acts if act.verb in ("deal", "deal-each"))


def open_patterns(state: State, seat: int) -> tuple[Wanted, ...]:
    """Every pattern that could be launched if the tokens lay right, wherever its card wants its player to stand."""
    known = patterns.sources(state, seat).values()
    return tuple(
        Wanted(one.key, one.cells, 1.0, one.connected) for one in known if not one.blocked or one.kind == "card"
    )


def ready(state: State, seat: int, grid: str) -> list[str]:
    """The names of the patterns that lie on a launcher."""
    how, core = matching.reading(state.rules), state.core[seat]
    lying = [one for one in open_patterns(state, seat) if matching.found(grid, one.cells, core, how, one.connected)]
    return [pattern_name(state, one.key) for one in lying]


def augment_in_words(state: State, name: str) -> str:
    """An augment by its name, with what it does."""
    card = state.augment(name)
    text = card.text.rstrip(".") or quoted(card.uses[0].line).strip("«»") if card.uses else card.text
    return f"{card.name}: «{text}»" if text else card.name


def arrival(state: State, seat: int, place: Place) -> str:
    """What waits on a tile."""
    if place not in state.up:
        return "explores" + (", and finds what lies there" if place in state.finds else "")
    return f"can use {spot_name(state, place)}: {by_key(state, keys.tile(state.tiles[place]))}"


def body_in_words(one: Body) -> str:
    return f"{one.name}: MOV {one.mov}, PRO {one.pro}, ATT {one.att}"
