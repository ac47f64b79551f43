"""Map setup: tiles face up and face down, exploration tokens, and other markers."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import DICE_TOKENS
from tabletop_kernel.games.tamashii.pack.pieces import Laid, MapCard, Place, Scenario
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.maps import Map


def lay_scenario(state: State, scenario: Scenario, emit: Emit | None) -> None:
    """Lay a scenario sheet's tiles, with the markers it shows."""
    shuffled = list(scenario.shuffled)
    state.chance.shuffle("tiles", shuffled)
    _lay_tiles(state, scenario.map, shuffled)
    if emit:
        emit("map", "scen.map", EVERYONE, count=len(state.tiles), number=len(state.up))
    lay_finds(state, scenario.map, "scen.exploration", emit)
    _lay_markers(state, scenario.map, emit)


def lay_versus(state: State, card: MapCard, emit: Emit | None) -> None:
    """Lay a map card's tiles: those it names, and random ones, including its number of hideouts."""
    named = [laid.tile for laid in card.map if laid.tile]
    shuffled = random_tiles(state, named, sum(not laid.tile for laid in card.map), card.hideouts)
    _lay_tiles(state, card.map, shuffled)
    if emit:
        emit("map-card", "comp.map", EVERYONE, map=card.id)
        emit("map", "comp.map", EVERYONE, count=len(state.tiles), number=len(state.up))
    lay_finds(state, card.map, "comp.map", emit)


def random_tiles(state: State, named: Sequence[str], number: int, hideouts: int) -> list[str]:
    """Return random unused tiles, including exactly `hideouts` hideouts. If that is 0, the hideouts come by chance."""
    boxes: dict[str, list[str]] = {"hideout": [], "plain": []}
    for tile in state.rules.content.tiles.values():
        if tile.kind in boxes:
            boxes[tile.kind] += [tile.id] * (tile.copies - named.count(tile.id))
    for kind, tiles in boxes.items():
        state.chance.shuffle(f"tiles-{kind}", tiles)
    if hideouts:
        tiles_drawn = boxes["hideout"][:hideouts]
        tiles_drawn += boxes["plain"][: number - len(tiles_drawn)]
    else:
        tiles_drawn = boxes["hideout"] + boxes["plain"]
    state.chance.shuffle("tiles", tiles_drawn)
    return tiles_drawn[:number]


def _lay_tiles(state: State, places: Sequence[Laid], shuffled: list[str]) -> None:
    """Put each tile in its place, and loose tiles in their order."""
    tiles = {laid.place: laid.tile or shuffled.pop(0) for laid in places if laid.tile or shuffled}
    state.map = Map(tiles, frozenset(laid.place for laid in places if laid.up and laid.place in tiles))


def lay_finds(state: State, places: Sequence[Laid], rule: str, emit: Emit | None) -> None:
    """Put a face-down exploration token on every tile marked for one."""
    tokens = [find.id for find in state.rules.content.finds.values() for _ in range(find.copies)]
    state.chance.shuffle("finds", tokens)
    marked = [laid.place for laid in places if laid.find and laid.place in state.tiles]
    state.finds = dict(zip(marked, tokens, strict=False))
    state.finds_left = tuple(tokens[len(state.finds) :])
    if emit and state.finds:
        emit("finds", rule, EVERYONE, count=len(state.finds))


def _lay_markers(state: State, places: Sequence[Laid], emit: Emit | None) -> None:
    """Put down relays and face-down dice tokens. A full set comes first, so tokens only repeat beyond it."""
    dice = list(DICE_TOKENS)
    state.chance.shuffle("dice-tokens", dice)
    rest = [face for face, count in DICE_TOKENS.items() for _ in range(count - 1)]
    state.chance.shuffle("dice-tokens", rest)
    dice += rest
    for laid in places:
        markers = ["relay"] if laid.relay else []
        if laid.die:
            markers.append(f"die:{dice.pop(0)}")
        if markers:
            state.markers[laid.place] = tuple(markers)
    if emit:
        relays, tokens = sum(laid.relay for laid in places), sum(laid.die for laid in places)
        if relays:
            emit("relays", "scen.map", EVERYONE, count=relays)
        if tokens:
            kind = "dice-tokens" if tokens <= len(DICE_TOKENS) else "dice-tokens-more"
            emit(kind, "scen.dice-set", EVERYONE, count=tokens)


def start_tiles(state: State) -> list[Place]:
    """Return the face-up Shelters and Damaged districts, where players can start in versus, in map order."""
    return [place for place in state.tiles if place in state.up and state.tile(place).kind in ("shelter", "damaged")]
