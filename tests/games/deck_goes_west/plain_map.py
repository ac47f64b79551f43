"""A second map of Deck Goes West: tuples in a list, and loops over all of them. It shares nothing with the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Place = tuple[int, int]
SIDES = ((0, -1), (-1, 0), (0, 1), (1, 0))
KINDS = ("walk", "climb", "sail")


class Tile(NamedTuple):
    place: Place
    types: tuple[str, ...] | None  # None: it lies face down
    rail: bool


class Going(NamedTuple):
    """Where a meeple is, and the movement that it has left."""

    place: Place
    walk: int
    climb: int
    sail: int
    rides: tuple[int, ...]

    @property
    def points(self) -> int:
        return self.walk + self.climb + self.sail


class PlainMap:
    def __init__(self, tiles: list[Tile], ruling: Mapping[str, str]) -> None:
        self.tiles = tiles
        self.by_place = {tile.place: tile for tile in tiles}
        self.ruling = {name.removeprefix("ruling."): option for name, option in ruling.items()}

    def at(self, place: Place) -> Tile | None:
        return self.by_place.get(place)

    def beside(self, place: Place) -> list[Place]:
        """North, East, South, West."""
        around = [(place[0] + across, place[1] + down) for across, down in SIDES]
        return [other for other in around if self.at(other)]

    # -- what a step costs --------------------------------------------------------------------------------------------

    def costs(self, here: Place, there: Place) -> dict[str, int]:
        found = {"walk": self.walk(there), "climb": self.climb(there), "sail": self.sail(here, there)}
        return {kind: cost for kind, cost in found.items() if cost} if there in self.beside(here) else {}

    def walk(self, there: Place) -> int:
        tile = self.at(there)
        if tile is None or tile.types is None:
            return 0
        if self.lake(tile):
            return 1 if tile.rail and self.ruling["bridge-walk"] in ("yes", "walk-only") else 0
        if self.peak(tile):
            return 1 if tile.rail and self.ruling["rail-mountain"] == "1-returned" else 2
        return 1

    def climb(self, there: Place) -> int:
        tile = self.at(there)
        if tile is None or tile.types is None:
            return 0
        if self.ruling["move-costs"] == "climb-mountain-only":
            return 1 if "mountain" in tile.types else 0
        if self.lake(tile):
            return 1 if tile.rail and self.ruling["bridge-walk"] == "yes" else 0
        return 1

    def sail(self, here: Place, there: Place) -> int:
        start, tile = self.at(here), self.at(there)
        if tile is None or tile.types is None:
            return 0
        if "water" in tile.types or "river" in tile.types:
            return 1
        if tile.rail and self.ruling["rail-sail"] == "anywhere":
            return 1
        if start is None or start.types is None or not ("water" in start.types or "river" in start.types):
            return 0
        if self.peak(tile):
            return 1 if tile.rail and self.ruling["rail-sail"] == "railway-column" else 0
        return 1

    def lake(self, tile: Tile) -> bool:
        return tile.types == ("water",)

    def peak(self, tile: Tile) -> bool:
        return tile.types is not None and [kind for kind in tile.types if kind != "water"] == ["mountain"]

    # -- railways -----------------------------------------------------------------------------------------------------

    def spaces(self, one: Place, other: Place) -> int:
        """How often one has to go to the next space, on an endless board."""
        askew = [(-1, -1), (-1, 1), (1, -1), (1, 1)] if self.ruling["range"] == "diagonal" else []
        steps, reached = 0, {one}
        while other not in reached:
            reached |= {(c + across, r + down) for c, r in reached for across, down in (*SIDES, *askew)}
            steps += 1
        return steps

    def rides(self, place: Place, most: int) -> list[Place]:
        start = self.at(place)
        if start is None or not start.rail:
            return []
        others = [tile.place for tile in self.tiles if tile.rail and tile.place != place]
        return sorted(other for other in others if self.spaces(place, other) <= most)

    # -- movement -----------------------------------------------------------------------------------------------------

    def onward(self, going: Going) -> Iterator[tuple[tuple[Any, ...], Going]]:
        """Every move of a meeple over known land, and what is left after it."""
        for there in self.beside(going.place):
            for price in self.prices(going.place, there):
                left = {kind: getattr(going, kind) - price.get(kind, 0) for kind in KINDS}
                if min(left.values()) >= 0:
                    first = next(iter(price))
                    left[first] += self.given_back(there, first)
                    yield ("step", *there, "+".join(price)), Going(there, **left, rides=going.rides)
        for there in self.rides(going.place, max(going.rides)) if going.rides else ():
            used = next(ride for ride in going.rides if ride >= self.spaces(going.place, there))
            rest = list(going.rides)
            rest.remove(used)
            yield ("ride", *there), going._replace(place=there, rides=tuple(rest))

    def prices(self, here: Place, there: Place) -> list[dict[str, int]]:
        costs = self.costs(here, there)
        mixed = [{"walk": 1, kind: 1} for kind in costs if kind != "walk" and costs.get("walk") == 2]
        return [{kind: cost} for kind, cost in costs.items()] + (mixed if self.ruling["mix-types"] == "yes" else [])

    def given_back(self, there: Place, kind: str) -> int:
        tile = self.at(there)
        kinds = ("walk", "climb") if self.ruling["climb-rail"] == "yes" else ("walk",)
        return int(tile is not None and tile.rail and kind in kinds)

    def reach(self, start: Going) -> dict[Place, int]:
        """The least that it takes to get to each place; onto a face-down tile one more than to stand beside it."""
        goings = [start]
        for going in goings:
            goings += [after for _, after in self.onward(going) if after not in goings]
        found: dict[Place, int] = {}
        for going in goings:
            spent = start.points - going.points
            found[going.place] = min(spent, found.get(going.place, spent))
            looks = going.points or (going.rides and self.ruling["reveal-by-rail"] == "as-one")
            for there in self.beside(going.place) if looks else ():
                if self.is_hidden(there):
                    found[there] = min(spent + 1, found.get(there, spent + 1))
        return {place: cost for place, cost in found.items() if place != start.place}

    def is_hidden(self, place: Place) -> bool:
        tile = self.at(place)
        return tile is not None and tile.types is None

    # -- the map as a whole -------------------------------------------------------------------------------------------

    def led_to(self, start: Place, without: Place | None = None) -> list[Place]:
        """Every known place to which known ways lead, by rides however long, if one place may not be entered."""
        found = [start]
        for here in found:
            rides = [tile.place for tile in self.tiles if tile.rail and self.by_place[here].rail]
            for there in (*self.beside(here), *rides):
                if there not in (*found, without) and (there in rides or self.costs(here, there)):
                    found.append(there)
        return found

    def is_only_way_west(self, place: Place) -> bool:
        """Whether known land lies further West, and whoever is not there gets to none of it without this place."""
        if self.is_hidden(place):
            return False
        others = [other for other in self.led_to(place) if other != place]
        near = [other for other in others if other[0] <= place[0]]
        beyond = any(other[0] > place[0] for other in others)
        closed = all(there[0] <= place[0] for other in near for there in self.led_to(other, without=place))
        return beyond and bool(near) and closed

    def toil(self, place: Place) -> float:
        """What it takes to walk onto a known tile, as bots count it; 0 if nobody can."""
        tile = self.at(place)
        assert tile is not None
        return 0.1 if tile.rail else 0.0 if self.lake(tile) else 2.0 if self.peak(tile) else 1.0

    def way_west(self, start: Place, goal: int, sideways: int, known: float, unknown: float) -> float | None:
        """The least that it takes to get to a column; None if one cannot get there."""
        spent = {start: 0.0}
        for _ in self.tiles:
            for here, cost in [*spent.items()]:
                for there in self.beside(here) if here[0] < goal else ():
                    step = known + unknown if self.is_hidden(there) else known * self.toil(there)
                    if step and abs(there[1] - start[1]) <= sideways:
                        spent[there] = min(cost + step, spent.get(there, cost + step))
        return min((cost for place, cost in spent.items() if place[0] == goal), default=None)

    def hopes(self, promises: Mapping[Place, float], price: float, fears: Mapping[Place, float]) -> dict[Place, float]:
        """What each known place promises, or another one less what it takes to get there, and the fear on the way."""
        found = dict(promises)
        for _ in self.tiles:
            for there, worth in [*found.items()]:
                for here in self.beside(there) if self.toil(there) else ():
                    hope = worth - price * self.toil(there) - fears.get(here, 0.0)
                    if not self.is_hidden(here):
                        found[here] = max(hope, found.get(here, hope))
        return found
