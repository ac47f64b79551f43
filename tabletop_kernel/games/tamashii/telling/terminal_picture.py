"""The table as lines of text, for a terminal."""

from __future__ import annotations

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.tamashii.components import ASSETS, COLUMNS, ROWS
from tabletop_kernel.games.tamashii.opinions.imagining import imagine
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import naming


def picture_lines(rules: Rules, view: View) -> list[str]:
    """Return lines with turn and time, the map, the market, and each player's launcher, tracks and enemies."""
    state = imagine(rules, view, Chance(0))  # nothing face down is named below
    lines = [_head_text(state)]
    lines += [_tile_text(state, *row) for row in view["ground"]]
    if state.market:
        lines.append(f"Body market: {listed(naming.ability_name(state, f'body.{body}') for body in state.market)}")
    if state.goals:
        lines.append(f"Goals: {listed(naming.ability_name(state, f'goal.{goal}') for goal in state.goals)}")
    for seat in range(rules.seats):
        lines += _player_lines(state, seat)
    return lines


def _head_text(state: State) -> str:
    rules = state.rules
    name = rules.scenario.name if rules.scenario is not None else "Versus"
    card = f"; card {naming.card_name(state, state.card)}" if state.card else ""
    pool = f"; {state.corrupted} corrupted left" if rules.mode != "versus" else ""
    return f"{name}: turn {state.turn}, {state.phase or 'setup'}, time {state.time}{card}{pool}"


def _tile_text(state: State, q: int, r: int, tile: str, up: int, find: str, markers: list[str]) -> str:
    """Return a line such as “  1,-1 Neon Arcade 1/2 @1”: trace values, what is on the tile, and who is there."""
    kind = state.rules.content.tiles.get(tile)
    text = f"{kind.name} {kind.entry}/{kind.stationary}" if kind and up else "(face down)"
    text += " *" if find else ""
    text += "".join(f" [{marker}]" for marker in markers)
    here = "".join(str(seat + 1) for seat in state.here((q, r))) + ("b" if state.bot == (q, r) else "")
    return f"{q:>3},{r:<2} {text}{f' @{here}' if here else ''}"


def _player_lines(state: State, seat: int) -> list[str]:
    if not state.walker[seat]:
        return []
    tracks = ", ".join(f"{asset} {number}" for asset, number in zip(ASSETS, state.assets[seat], strict=True))
    lines = [
        f"@{seat + 1} {naming.walker_name(state, seat)} as {state.body(seat).name}: integrity "
        f"{state.integrity[seat]}/{state.maximum[seat]}, trace {state.trace[seat]}, EXP {state.exp[seat]}; {tracks}",
    ]
    grid = state.grid[seat]
    lines += [f"    {' '.join(grid[at * COLUMNS : (at + 1) * COLUMNS])}" for at in range(ROWS)]
    lines.append(
        f"    core {naming.token_name(state.core[seat])}; bag {len(state.bag[seat])}; "
        f"dump {naming.tokens_in_words(state.dump[seat])}"
    )
    held = [naming.ability_name(state, f"aug.{card}") for card in state.equipped[seat]]
    held += [f"({naming.ability_name(state, f'aug.{card}')})" for card in state.unequipped[seat]]
    if held:
        lines.append(f"    {listed(held)}")
    for card, damage in state.enemies[seat]:
        left = state.integrity_of(card) - damage
        lines.append(f"    enemy {naming.enemy_name(state, card)}: {left} of {state.integrity_of(card)}")
    return lines
