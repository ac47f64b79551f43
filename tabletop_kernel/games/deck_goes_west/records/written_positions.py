"""Positions as plain data, written by people or complete, and how to turn them into a state.

Anything left out is filled in: the usual map, the rest of each character's deck under the written cards, the other
cards in their piles. A tile is written `[column, row, "Pine Hollow"]`, with a 0 at the end if it is face down; "?" is
any tile. `ring` lays face-down tiles around the written ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.errors import PositionError, clip, nearest
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import read_position, shape_of, unknown_moment_error
from tabletop_kernel.games.deck_goes_west import setup
from tabletop_kernel.games.deck_goes_west.components import TRADE_ROW_SIZE
from tabletop_kernel.games.deck_goes_west.days.phases import PHASES, night_steps
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.records.state_faults import faults
from tabletop_kernel.games.deck_goes_west.state import LAND, PER_SEAT, PILES, START, Place, PlainList, Rules, State

SCRIPTED_STREAMS = ("job", "bandit", "compass", "first")  # the kinds of luck that a script can fix
ANY_TILE = "?"
KIND_PILES = {"trade": "trade", "pain": "pain", "exhaustion": "exhaustion"}


@dataclass
class PositionOnly:
    """What only positions have."""

    now: str = ""  # instead of frames: a phase of the day, or a step of the night as in "night attack"
    ring: bool = False  # face-down tiles around the written ones
    draw_left: list[int] | None = None  # how many cards each draw pile has; the others are out of the game
    land_left: int | None = None  # how many tiles the pile has; the others are out of the game


WrittenPosition = shape_of(State, PositionOnly)


def read_written(rules: Rules, position: Position, chance: Chance) -> State:
    """Return the state of a written position; an empty one is the table before the first day."""
    state = read_position(
        State(rules, chance), position, SCRIPTED_STREAMS, WrittenPosition, setup.set_up_table, _complete, faults
    )
    if position.get("begun") is None:
        state.begun = _days_begun(state)
    return state


def _days_begun(state: State) -> int:
    """Return the days so far by the tracker: it moves on at night, and a day begins with its morning."""
    steps = next((data[0] for kind, _, data in state.frames if kind == "night"), 0)
    moved = "day" in night_steps(state.rules)[:steps]
    ahead = any(kind == "character" or (kind, data) == ("round", ("morning",)) for kind, _, data in state.frames)
    return min(state.day + 1 - (moved or ahead), state.rules.board.day_end)


def _complete(new: State, full: Position) -> None:
    """Fill in what a position leaves out, where it isn't as in a new state."""
    rules, chance = new.rules, new.chance
    if full["score"] is None:
        full["score"] = new.score[:]
    if full["character"] is None:
        full["character"] = [*_first_characters(rules)][: rules.seats]
    if full["begun"] is None:
        full["begun"] = full["day"]
    if full["top"] is None:
        full["top"] = [len(pile) for pile in full["draw"]]
    _complete_map(rules, full, chance)
    _complete_stock(rules, full)
    if full["box"] is None:  # a full record names every card
        _complete_cards(rules, full, chance)
    full["hand"] = [sorted(hand, key=lambda card: rules.order.get(card, 0)) for hand in full["hand"]]
    if full["frames"] is None:
        full["frames"] = [] if full["result"] else _named_moment_frames(rules, full)


def _first_characters(rules: Rules) -> Iterable[str]:
    level = rules.config.options["difficulty"]
    return (one.id for one in rules.characters.values() if level in ("any", str(one.difficulty)))


# -- the map -----------------------------------------------------------------------------------------------------------


def _complete_map(rules: Rules, full: Position, chance: Chance) -> None:
    """Fill in the map: tiles by their names, then the tiles that aren't placed, shuffled.

    Raise PositionError for an unknown tile, or if there are too few.
    """
    if full["ground"] is None:
        full["ground"] = [[c, r, ANY_TILE] for c in range(setup.FIRST_COLUMNS) for r in range(setup.FIRST_ROWS)]
        full["ring"] = True
    ground = [_tile_row(rules, row) for row in full["ground"]]
    if full["ring"]:
        ground += _ring(ground)
    for name in LAND:
        full[name] = [_tile_id(rules, tile) for tile in full[name]]
    placed = [tile[2] for tile in ground] + full["land"] + full["land_discard"]
    unplaced = [tile for tile in rules.tiles if tile not in placed]
    chance.shuffle("position", unplaced)
    for tile in ground:
        if not tile[2]:
            if not unplaced:
                raise PositionError("position: ground: the pack has too few tiles for this.")
            tile[2] = unplaced.pop()
        tile[4] = rules.tiles[tile[2]].back
    pile_size = full["land_left"]
    added = len(unplaced) if pile_size is None else pile_size - len(full["land"])
    if not 0 <= added <= len(unplaced):
        raise PositionError(
            f"position: land_left: there can be at most {len(full['land']) + len(unplaced)} tiles here."
        )
    full["land"] += unplaced[:added]
    full["ground"] = sorted(ground)
    full["meeple"] = full["meeple"] or [list(_start_place(ground))] * rules.seats
    if full["far"] is None:
        full["far"] = [place[0] for place in full["meeple"]]


def _tile_row(rules: Rules, row: PlainList) -> PlainList:
    """Return a tile of the map as [column, row, id, face up, back]; id 0 is any tile.

    Raise PositionError if it isn't written as one.
    """
    is_row = [type(part) for part in row[:2]] == [int, int] and 3 <= len(row) <= 5
    if not is_row or any(abs(part) > 999 for part in row[:2]):
        raise PositionError(f"position: ground: write a tile as [column, row, name], not {clip(row)}.")
    is_up = row[3] if len(row) > 3 else 1
    return [row[0], row[1], 0 if row[2] == ANY_TILE else _tile_id(rules, row[2]), int(bool(is_up)), 0]


def _tile_id(rules: Rules, tile: object) -> int:
    """Return the id of a tile by its id or name. Raise PositionError if there is none."""
    if type(tile) is int and tile in rules.tiles:
        return tile
    names = {one.name: one.id for one in rules.tiles.values()}
    if type(tile) is not str or tile not in names:
        raise PositionError(f"position: there is no tile {clip(tile)}: {nearest(tile, names)}")
    return names[tile]


def _ring(ground: list[PlainList]) -> list[PlainList]:
    """Return face-down tiles around the written ones, but not East of them."""
    places: list[Place] = [(tile[0], tile[1]) for tile in ground]
    east = min(column for column, _ in places)
    around = setup.ring_around([(column - east, row) for column, row in places], False)
    return [[column + east, row, 0, 0, 0] for column, row in around]


def _start_place(ground: list[PlainList]) -> Place:
    places: list[Place] = [(tile[0], tile[1]) for tile in ground if tile[3]] or [START]
    return START if START in places else min(places)


# -- cards and resources -----------------------------------------------------------------------------------------------


def _complete_stock(rules: Rules, full: Position) -> None:
    """Fill in what each player has. Raise PositionError for an unknown resource."""
    if full["stock"] is None:
        people = [rules.characters.get(name) for name in full["character"]]
        full["stock"] = [[one.start.get(kind, 0) for kind in KINDS] if one else [0] * 4 for one in people]
        return
    stocks = []
    for stock in full["stock"]:
        if isinstance(stock, dict):
            strange = [kind for kind in stock if kind not in KINDS]
            if strange:
                raise PositionError(
                    f"position: stock: there is no resource {clip(strange[0])}: {nearest(strange[0], KINDS)}"
                )
            stock = [stock.get(kind, 0) for kind in KINDS]
        stocks.append(stock)
    full["stock"] = stocks


def _complete_cards(rules: Rules, full: Position, chance: Chance) -> None:
    """Fill in the cards: each character's own go under its draw pile, the others to their piles.

    Raise PositionError for an unknown card, or for more copies than there are.
    """
    remaining = Counter({card.id: card.copies for card in rules.cards.values()})
    written = [*(pile for name in PER_SEAT for pile in full[name]), *(full[name] or () for name in PILES)]
    for card in (card for pile in written for card in pile):
        if card not in remaining:
            raise PositionError(f"position: there is no card {clip(card)}: {nearest(card, remaining)}")
        remaining[card] -= 1
        if remaining[card] < 0:
            raise PositionError(f"position: there are too few copies of {clip(card)}.")
    full["box"] = []
    for seat, name in enumerate(full["character"]):
        _complete_deck(rules, full, seat, name, remaining, chance)
    for kind, pile in KIND_PILES.items():
        cards = [card for card in remaining if rules.cards[card].kind == kind for _ in range(remaining[card])]
        chance.shuffle("position", cards)
        if kind == "trade" and full["row"] is None:
            full["row"] = [cards.pop() for _ in range(min(TRADE_ROW_SIZE, len(cards)))]
        full[pile] = [*full[pile], *cards]
    full["box"] += [card for card in remaining if rules.cards[card].kind == "starter" for _ in range(remaining[card])]


def _complete_deck(rules: Rules, full: Position, seat: int, name: str, remaining: Counter[str], chance: Chance) -> None:
    """Put a character's starter cards that aren't written under its draw pile.

    Raise PositionError for an unknown character, or if a number in `draw_left` doesn't fit.
    """
    if name not in rules.characters:
        if name:
            raise PositionError(f"position: there is no character {clip(name)}: {nearest(name, rules.characters)}")
        return
    own = Counter(rules.content.deck(name))
    own.subtract(card for part in PER_SEAT for card in full[part][seat])
    rest = [card for card in own for _ in range(min(max(own[card], 0), remaining[card]))]
    remaining.subtract(rest)
    chance.shuffle("position", rest)
    if full["draw_left"] is not None:
        under = full["draw_left"][seat] - len(full["draw"][seat])
        if not 0 <= under <= len(rest):
            raise PositionError(
                "position: draw_left: give each draw pile a number that includes the cards you listed for it."
            )
        full["box"] += rest[under:]
        rest = rest[:under]
    full["draw"][seat] = [*full["draw"][seat], *rest]


def _named_moment_frames(rules: Rules, full: Position) -> list[PlainList]:
    """Return the frames of a named moment that is about to begin. Raise PositionError if nothing has that name."""
    now, _, step = (full["now"] or "act").partition(" ")
    steps = [name.split()[0] for name in rules.mission.night]
    if now not in PHASES or (step and step not in steps):
        named = [*PHASES, *(f"night {name}" for name in steps)]
        raise unknown_moment_error(full["now"], named)
    if now == "night" and step:
        return [["round", ANYONE, ["night"]], ["night", ANYONE, [steps.index(step)]]]
    return [["round", ANYONE, [now]]]
