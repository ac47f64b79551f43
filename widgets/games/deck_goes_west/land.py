"""The map: tiles with what is on them, meeples, bandits, the wagon, and where one can go from here."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.jobs.sources import TILE
from tabletop_kernel.games.deck_goes_west.land.cheapest_ways import Way
from tabletop_kernel.games.deck_goes_west.land.map_drawing import WATER, chart
from tabletop_kernel.games.deck_goes_west.land.map_graph import WAYS
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving
from tabletop_kernel.games.deck_goes_west.land.reachable import GO, reachable_places
from tabletop_kernel.games.deck_goes_west.land.revealing import is_open
from tabletop_kernel.games.deck_goes_west.land.wagon import price as haul_price
from tabletop_kernel.games.deck_goes_west.pack.content import Tile as TileKind
from tabletop_kernel.games.deck_goes_west.state import START, Place
from tabletop_kernel.toolkit.grid import neighbours, steps
from widgets.games.deck_goes_west.look import Look
from widgets.games.deck_goes_west.signs import gist
from widgets.look import count
from widgets.maps import tile_label, where
from widgets.scene import Gap, Map, Record, Standing, Tile

RECORDS = {
    "reveal": "furthest reveal",
    "build": "furthest railway",
    "clear": "furthest cleared tile",
    "wagon-west": "furthest wagon move",
}


ON_ITS_SIDE = "on its side"  # a meeple that has done the job of its tile


class Lying(NamedTuple):
    """What is on the map by place, gathered once for all tiles."""

    costs: dict[Place, str]
    dear: dict[Place, str]  # what it takes to enter the tiles beside the meeple that take more than there is
    routes: dict[Place, list[Move]]  # the steps to tiles that are more than one away
    things: dict[Place, list[str]]  # in words
    rails: set[Place]


def map_part(look: Look) -> Map:
    """All land that lies there; the page looks at where somebody acts."""
    reached = _reached(look)
    routes = _routes(look, reached)
    rails = {(column, row) for column, row in look.view["rails"]}
    lying = Lying(_costs(look, reached, routes), _dear(look, reached), routes, _things(look), rails)
    ground = [(place, tile, up, back) for *place, tile, up, back in look.view["ground"]]
    return {
        "part": "map",
        "place": "board",
        "zone": "map",
        "title": "Map",
        "grow": "left",
        "tiles": [_tile(look, (at[0], at[1]), tile if up else 0, back, lying) for at, tile, up, back in ground],
        "gaps": list(_gaps(look, {(at[0], at[1]) for at, *_ in ground})),
        "tokens": [_meant(one, routes) for one in (*_bandits(look), *_wagon(look), *_meeples(look))],
        "open": [list(place) for place in _open(frozenset((at[0], at[1]) for at, _, up, _ in ground if up))],
        "records": list(_records(look)),
        "columns": True,
        "far": "West",
        "follow": _follow(look),
    }


@lru_cache(maxsize=32)
def _open(up: frozenset[Place]) -> list[Place]:
    """Where land will come next to what lies West: one column beyond the last that is seen."""
    west = max((column for column, _ in up), default=0)
    return [(west + 2, row) for column, row in sorted(up) if column == west]


def _follow(look: Look) -> list[int] | None:
    """The tile where things happen: of the battle, of the meeple that moves, or of whoever looks."""
    tiles = [tile[:2] for tile in look.view["ground"]]
    battle = next((data[0] for kind, _, data in reversed(look.view["frames"]) if kind == "battle"), None)
    seat = look.me if look.me in look.asked or not look.asked else look.asked[0]
    moved = look.moving.whom if look.moving else seat
    at = battle or look.view["meeple"][moved if moved is not None and look.lives(moved) else 0]
    return list(at) if list(at) in tiles else None


# -- tiles -------------------------------------------------------------------------------------------------------------


def _tile(look: Look, place: Place, number: int, back: int, lying: Lying) -> Tile:
    """One tile. Face down it shows no more than the number on its back."""
    kind = look.rules.tiles.get(number)
    cost = lying.costs.get(place, "")
    can = _moves(look, place)
    label = _label(look, place, kind, back, lying)
    piece = look.piece(f"tile:{place[0]},{place[1]}", label, can, _try(look, place, kind), "move.face-down-ok")
    made: Tile = {**piece, "at": list(place), "stars": [str(back)]}  # type: ignore[typeddict-item]
    if kind is not None:
        made |= _face(kind, place in lying.rails)
        if not made.get("moves") or look.kind == "act":
            look.readable(made, f"Read {kind.name}")
    if cost:
        made["cost"] = cost
        if route := lying.routes.get(place):
            made |= {"route": [list(move) for move in route], "state": "legal" if kind else "unsure"}
        elif not made.get("moves"):
            made["state"] = "later"
        elif kind is None:
            made["state"] = "unsure"
    elif dear := lying.dear.get(place):
        made |= {"cost": dear, "dear": True}
    return made


def _gaps(look: Look, land: set[Place]) -> Iterator[Gap]:
    """Beside whoever looks or is moved, where no tile lies: nobody goes there, and a click tells why."""
    seat = look.moving.whom if look.moving else look.me
    if seat is None or look.person(seat) is None or not look.lives(seat) or look.kind == "over":
        return
    for place in neighbours(look.place_of(seat)):
        if place not in land:
            attempt: Move = ("step", *place) if look.me in look.asked else ()
            label = tile_label("No tile", (), where(place, START))
            piece = look.piece(f"tile:{place[0]},{place[1]}", label, (), attempt, "move.tile-needed")
            yield {**piece, "at": list(place), "grows": is_open(look.state, place)}


def _face(kind: TileKind, railway: bool) -> Tile:
    made: Tile = {
        "name": kind.name,
        "terrain": list(kind.types),  # type: ignore[arg-type]
        "stars": [str(number) for number in kind.face],
    }  # type: ignore[typeddict-item]
    if kind.job:
        made["job"] = gist(kind.job)
    if railway:
        made["railway"] = True
    if kind.camp:
        made["camp"] = True
    return made


def _label(look: Look, place: Place, kind: TileKind | None, back: int, lying: Lying) -> str:
    """The sentence for a tile, with all that is on it."""
    numbers = kind.face if kind else (back,)
    things = [f"star {number} (bandits appear on this number)" for number in numbers]
    if kind and kind.camp:
        things.append("a bandit camp")
    things += lying.things.get(place, [])
    if kind and kind.job:
        things.append(f"job: {look.job(kind.job).rstrip('.')}")
    name, types = (kind.name, kind.types) if kind else ("", ())
    if kind and kind.types == (WATER,) and place not in lying.rails:
        things.append("you can enter only by sailing")
    cost, dear = lying.costs.get(place, ""), lying.dear.get(place, "")
    said = f"cost: {cost}" if cost else dear and f"cost: {dear}, more than you have"
    return tile_label(name, types, where(place, START), things, said)


def _things(look: Look) -> dict[Place, list[str]]:
    """What is on the tiles, in words: railways, bandits, people, the wagon."""
    view = look.view
    said = [((column, row), "a railway") for column, row in view["rails"]]
    said += [((column, row), count(number, "bandit")) for column, row, number in view["bandits"]]
    people = [seat for seat in look.seats if look.lives(seat) and look.person(seat)]
    said += [(look.place_of(seat), f"{look.name(seat)}'s meeple ({_posture(look, seat)})") for seat in people]
    if view["wagon"]:
        said.append(((view["wagon"][0], view["wagon"][1]), "the wagon"))
    found: dict[Place, list[str]] = {}
    for place, words in said:
        found.setdefault(place, []).append(words)
    return found


def _posture(look: Look, seat: int) -> str:
    return ON_ITS_SIDE if look.view["lying"] >> seat & 1 else "upright"


# -- what a click on a tile means --------------------------------------------------------------------------------------


def _moves(look: Look, place: Place) -> list[Move]:
    """Everything that can be done with a tile at some moment: walk there, reveal it, do its job."""
    found = [move for move in look.moves("step", "ride", "reveal", "haul") if move[1:3] == place]
    if look.kind == "moving" and look.tried == place:
        found += look.moves("enter")
    if look.me is not None and look.place_of(look.me) == place:
        found.append(look.uses(TILE, 0))
    return found


def _try(look: Look, place: Place, kind: TileKind | None) -> Move:
    """What a click tries where it cannot be done; at other times one wants to read a tile."""
    up = kind is not None
    if look.me is None or look.me not in look.asked:
        return ()
    if look.kind == "moving" and look.tried:
        return ("enter", "walk") if look.tried == place else ("step", *place)
    if look.at_hand and (look.moving or place != look.place_of(look.at_hand.whom)):
        return _try_to_move(look, look.at_hand, place, up)
    if look.kind == "telescope" or look.moves_wagon:
        return ("reveal" if look.kind == "telescope" else "haul", *place)
    if kind and kind.job and look.place_of(look.me) == place and look.kind in ("act", "gather", "commit"):
        return look.uses(TILE, 0)
    return () if up else ("step", *place)


def _of_tile(look: Look, place: Place) -> Move:
    """The job of a tile, where somebody could mean it who points at what stands there."""
    up = next((tile for *at, tile, up, _ in look.view["ground"] if tuple(at) == place and up), 0)
    kind = look.rules.tiles.get(up)
    return _try(look, place, kind) if kind and kind.job and look.kind == "act" else ()


def _try_to_move(look: Look, moving: Moving, place: Place, up: bool) -> Move:
    """By railway, where that could be meant, else by the first kind of movement there is."""
    if not up:
        return ("step", *place)
    if moving.rides and list(place) in look.view["rails"] and steps(look.place_of(moving.whom), place) > 1:
        return ("ride", *place)
    way = next((kind for kind in WAYS if moving.amount_of(kind)), "walk")
    return ("step", *place, way)


def _reached(look: Look) -> dict[Place, Way]:
    """The cheapest way to each tile within reach of the movement at hand."""
    if look.kind not in ("moving", "gather") or look.tried or "reach" in look.hidden:
        return {}
    return reachable_places(look.state, look.decider)


def _dear(look: Look, reached: Collection[Place]) -> dict[Place, str]:
    """What it takes to enter the tiles beside the meeple for which the movement at hand is not enough.

    By a kind of movement that there is, if one gets there; else the kind that is missing is named.
    """
    moving = look.at_hand
    if moving is None or look.tried or "reach" in look.hidden:
        return {}
    found = {}
    here, land = look.place_of(moving.whom), chart(look.state)
    for place in land.beside(here):
        costs = land.costs(here, place) if place not in reached else {}
        own = [cost for way, cost in costs.items() if moving.amount_of(way)]
        if costs:
            way, cost = next(iter(costs.items()))
            found[place] = str(min(own)) if own else f"{way} {cost}"
    return found


def _costs(look: Look, reached: dict[Place, Way], routes: Collection[Place]) -> dict[Place, str]:
    """What it takes to get to each tile within reach, or the wagon to the tiles beside it.

    A face-down tile is only asked about where a click tries it: nobody could plan with a "?" further away.
    """
    if look.kind == "haul":
        places = [(int(move[1]), int(move[2])) for move in look.moves("haul")]
        return {place: str(haul_price(look.state, place) or "free") for place in places}
    up = _face_up(look)
    costs = {place: str(way.cost or "free") for place, way in reached.items() if place in up}
    tried = [place for place, way in reached.items() if place not in up and (place in routes or len(way.moves) == 1)]
    return costs | dict.fromkeys(tried, "?")


def _face_up(look: Look) -> set[Place]:
    return {(column, row) for column, row, _, up, _ in look.view["ground"] if up}


def _routes(look: Look, reached: dict[Place, Way]) -> dict[Place, list[Move]]:
    """Ways of several moves that one click makes: no more is added to the movement, then tile by tile.

    Nobody passes bandits like this: whoever leaves them is hurt. The last step may be onto a face-down tile, which is
    tried: how to enter it is asked once it is seen.
    """
    bandits = {(column, row) for column, row, _ in look.view["bandits"]}
    found = {}
    for place, way in reached.items():
        steps_there = [move for move in way.moves if move != GO]
        left = {(int(move[1]), int(move[2])) for move in steps_there[:-1]}
        if look.at_hand and len(steps_there) > 1:
            left.add(look.place_of(look.at_hand.whom))
        if len(way.moves) > 1 and way.moves[0] in look.legal and not left & bandits:
            found[place] = list(way.moves)
    return found


# -- what stands there -------------------------------------------------------------------------------------------------


def _meant(standing: Standing, routes: dict[Place, list[Move]]) -> Standing:
    """Whoever points at what stands on a tile, and can do nothing with it, means the tile."""
    column, row = standing["at"]
    if route := not standing.get("moves") and routes.get((column, row)):
        standing["route"] = [list(move) for move in route]
    return standing


def _meeples(look: Look) -> Iterator[Standing]:
    for seat in look.seats:
        if not look.lives(seat) or look.person(seat) is None:
            continue
        posture = _posture(look, seat)
        can = [("trade", seat), ("invite", seat), ("who", seat), *_moves(look, look.place_of(seat))]
        label = f"{look.name(seat)}'s meeple, {posture}"
        rule = "job.land-again" if posture == ON_ITS_SIDE else "job.stand"
        attempt = _of_tile(look, look.place_of(seat)) if seat == look.me else ()
        piece = look.piece(f"meeple:{seat}", label, can, attempt, rule)
        at = look.view["meeple"][seat]
        yield {**piece, "kind": "meeple", "seat": seat, "at": list(at), "lying": posture == ON_ITS_SIDE}  # type: ignore[typeddict-item]


def _bandits(look: Look) -> Iterator[Standing]:
    for column, row, number in look.view["bandits"]:
        can = _moves(look, (column, row))  # whoever points at what stands on a tile means the tile
        piece = look.piece(f"bandits:{column},{row}", count(number, "bandit"), can, rule="night.attack")
        yield {**piece, "kind": "bandits", "at": [column, row], "figure": str(number)}  # type: ignore[typeddict-item]


def _wagon(look: Look) -> Iterator[Standing]:
    if look.view["wagon"]:
        piece = look.piece("wagon", "The wagon", rule="event.wagon")
        yield {**piece, "kind": "wagon", "at": list(look.view["wagon"])}  # type: ignore[typeddict-item]


def _records(look: Look) -> Iterator[Record]:
    """How far West each event has come, where the mission asks for it."""
    asked = {job.event for job in look.rules.jobs if any(step.what == "furthest-west" for step in job.steps)}
    for event, column in look.view["records"].items():
        name, _, seat = event.partition(" ")  # under a ruling each player has records of their own
        if name in asked:
            record: Record = {"column": column, "text": RECORDS.get(name, name)}
            yield {**record, "seat": int(seat)} if seat else record
