"""A table with a large map, written by hand: 48 tiles, five players, two tracks, cards beside it and in hand."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.toolkit.grid import Place
from widgets.maps import tile_label, where

Data = dict[str, Any]
PLAYERS = ["Ada Quill", "Tobias Reed", "Mei Long", "Sam Okoro", "Inés Vega"]
LAND = ["forest", "prairie", "mountain", "water", "village", "river prairie", "river forest", "forest mountain"]
NAMES = [
    "Pine Hollow",
    "Long Grass",
    "Snowline",
    "Mirror Lake",
    "Mill Town",
    "Wide Ford",
    "Beaver Run",
    "Rustlers' Gulch",
]
HOME: Place = (0, 1)
HERE: Place = (4, 1)  # where Ada stands
STANDING = [HERE, (4, 1), (2, 1), (5, 0), (1, 2)]
BANDITS = {(4, 1): 2, (6, 2): 1, (3, 3): 11}
FACE_DOWN = [(7, row) for row in range(-1, 5)] + [(column, 4) for column in range(7)] + [(6, -1), (5, -1)]
COSTS = {(5, 1): "2", (3, 1): "1", (4, 0): "free", (4, 2): "1", (5, 2): "2"}


def tiles() -> list[Data]:
    """Eight columns, six rows; the North-West and the South lie face down."""
    return [tile((column, row)) for row in range(-1, 5) for column in range(8)]


def tile(place: Place) -> Data:
    number = place[0] * 6 + place[1] + 1
    at = f"{place[0]},{place[1]}"
    made: Data = {"id": f"tile:{at}", "at": list(place), "stars": [str(number % 20 + 1)]}
    if place in FACE_DOWN:
        made["label"] = tile_label("", (), where(place, HOME), [f"star {made['stars'][0]}"])
    else:
        kind = (place[0] * 3 + place[1] * 5) % len(LAND)
        made |= {"name": NAMES[kind], "terrain": LAND[kind].split(), "stars": made["stars"] if number % 3 else []}
        made |= {"job": ["swap", "+2", "dice"]} if kind == 4 else {}
        made |= {"railway": True} if place in [(1, 1), (2, 1), (3, 1)] else {}
        made |= {"camp": True} if place == (6, 2) else {}
        things = [f"{PLAYERS[seat]} stands here" for seat, there in enumerate(STANDING) if there == place]
        made["label"] = tile_label(made["name"], made["terrain"], where(place, HOME), things, walk(place))
    if place in COSTS:
        way = {"moves": [["walk", at]], "texts": [f"Walk there: {COSTS[place]}"], "cost": COSTS[place]}
        return {**made, **way}
    return {**made, "try": ["walk", at]}


def walk(place: Place) -> str:
    return f"walk: {COSTS[place]}" if place in COSTS else ""


def tokens(here: Place = HERE) -> list[Data]:
    stand = [list(here), *map(list, STANDING[1:])]
    meeples = [
        {"id": f"meeple:{seat}", "label": f"{name}'s meeple", "kind": "meeple", "seat": seat, "at": stand[seat]}
        for seat, name in enumerate(PLAYERS)
    ]
    meeples[2]["lying"] = True
    gangs = [
        {"id": f"bandits:{c},{r}", "label": f"{count} bandits", "kind": "bandits", "figure": str(count), "at": [c, r]}
        for (c, r), count in BANDITS.items()
    ]
    wagon = {"id": "wagon", "label": "The wagon", "kind": "wagon", "at": [2, 1]}
    return [*gangs, wagon, *meeples]


def map_part(here: Place = HERE, **more: Any) -> Data:
    return {
        "part": "map",
        "place": "board",
        "title": "The land",
        "grow": "left",
        "tiles": tiles(),
        "tokens": tokens(here),
        "open": [[8, row] for row in range(4)],
        "records": [{"column": 6, "text": "furthest West so far"}],
        "columns": True,
        "far": "West",
        "ways": [{"at": [[2, 1], [3, 1], list(HERE)], "seat": 0}],
        "follow": list(here),
        **more,
    }


def hex_part() -> Data:
    """The same tokens and terrains on hexes."""
    places = [(column, row) for row in range(4) for column in range(-(row // 2), 6 - row // 2)]
    made = [
        {**tile((abs(column), row % 4)), "id": f"hex:{column},{row}", "at": [column, row]} for column, row in places
    ]
    here = {"id": "hex:meeple", "label": "Ada's meeple", "kind": "meeple", "seat": 0, "at": [2, 1]}
    enemy = {"id": "hex:enemy", "label": "Enemy 4", "kind": "disc", "glyph": "spark", "figure": "4", "at": [3, 2]}
    return {
        "part": "map",
        "place": "board",
        "title": "City",
        "shape": "hexes",
        "grow": "down",
        "tiles": made,
        "tokens": [here, enemy],
        "follow": [2, 1],
    }


def track_parts() -> list[Data]:
    risks = [("calm", 0, 3), ("warning", 4, 6), ("danger", 7, 9)]
    stretches = [
        {"first": first, "last": last, "text": f"risk {risk}", "glyph": "bandit", "figure": str(risk), "tone": tone}
        for risk, (tone, first, last) in enumerate(risks, 1)
    ]
    day = {
        "part": "track",
        "place": "top",
        "title": "Day",
        "label": "Day 3 of 9: risk 1.",
        "spaces": [str(number) for number in range(10)],
        "stretches": stretches,
        "trackers": [{"at": 3}],
        "finish": "After day 9 the game ends.",
    }
    score = {
        "part": "track",
        "place": "top",
        "title": "Score",
        "label": "Score: Ada 8, Tobias 5, Mei 8, Sam 0, Inés 17.",
        "spaces": [str(number) for number in range(25)],
        "stretches": [{"first": 9, "last": 24, "text": "more bandits", "tone": "warning"}],
        "trackers": [{"at": at, "seat": seat} for seat, at in enumerate([8, 5, 8, 0, 17])],
        "share": True,
    }
    return [day, score]


def trade_row() -> Data:
    names = ["Surveyor's Map", "Cow", "Trestle Plans", "Shotgun", "Coffee Pot"]
    items = [{"id": f"trade:{name}", "label": name, "text": name, "figure": "−2 wood", "rule": "buy"} for name in names]
    return {"part": "list", "place": "beside", "title": "Trade row", "items": items}


def hand() -> Data:
    look = {
        "face": "text",
        "size": "text",
        "tone": "spade",
        "body": [{"text": "Pay 1 food, then walk 1."}],
        "rule": "job",
    }
    names = ["Boots", "Knife", "Pickaxe", "Spike Maul", "Blisters"]
    cards = [{"id": f"hand:{name}", "label": name, "name": name, **look} for name in names]
    return {"part": "hand", "place": "hand", "title": "Your hand", "groups": [{"label": "", "cards": cards}]}


def scene(here: Place = HERE) -> list[Data]:
    return [*track_parts(), map_part(here), trade_row(), hand()]


def screen(parts: list[Data] | None = None, at: int = 1) -> Data:
    """As Python would send it."""
    buttons = [
        {
            "text": f"Walk to {c} West, {r} South",
            "strong": cost,
            "legal": True,
            "do": {"do": "move", "move": ["walk", f"{c},{r}"]},
        }
        for (c, r), cost in COSTS.items()
    ]
    return {
        "kind": "table",
        "game": "map",
        "title": "A map",
        "at": at,
        "viewer": 0,
        "scene": scene() if parts is None else parts,
        "now": {"kind": "yours", "text": "You have walk 2. Step to an outlined tile.", "rules": []},
        "moves": [{"label": "Step", "buttons": buttons}],
        "log": [],
    }
