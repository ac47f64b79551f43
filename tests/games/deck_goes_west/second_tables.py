"""Random tables of Deck Goes West on which the kernel and the second engine are compared."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from second_engine import Ground

import tabletop_kernel
from tabletop_kernel.contract.decision_stack import ANYONE

Position = dict[str, Any]

PACK = Path(tabletop_kernel.__file__).parent / "games/deck_goes_west/packs/house"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((PACK / f"{name}.toml").read_text(encoding="utf-8"))


def job_text(job: Any) -> str:
    return str(job["do"] if isinstance(job, dict) else job)


def _card(entry: dict[str, Any], kind: str) -> dict[str, Any]:
    jobs = {name: [job_text(job) for job in entry.get(name, [])] for name in ("jobs", "buy")}
    return {"kind": entry.get("kind", kind), "colour": entry.get("colour"), "copies": entry.get("copies", 2), **jobs}


TILES = {tile["id"]: tile for tile in _read("tiles")["tile"]}
NAMES = {tile["name"]: tile for tile in TILES.values()}
FILES = {"starter": "starters", "trade": "trade", "danger": "dangers"}
CARDS = {entry["id"]: _card(entry, kind) for kind, name in FILES.items() for entry in _read(name)[kind]}
PEOPLE = {person["id"]: person for person in _read("characters")["character"]}
BOARDS = {board["id"]: board for board in _read("scoreboards")["scoreboard"]}

# The missions in which jobs are tried, with the points of a railway that is the first of the game.
BUILD = {
    "new_world": 2,
    "lone_surveyor": 1,
    "discovery": 3,
    "iron_rivals": 4,
    "hungry_towns": 1,
    "bounty_posters": 0,
    "last_spike": 5,
    "wide_country": 3,
    "river_road": 2,
    "supper_for_a_thousand": 2,
    "company_town": 3,
    "night_watch": 0,
}
SOLO = ("new_world", "lone_surveyor")
VERSUS = ("discovery", "iron_rivals", "hungry_towns", "bounty_posters")
# The missions in which nights are tried, with their boards and how many columns stay in the East.
NIGHTS: dict[str, tuple[str, int | None]] = {
    "discovery": ("AB", 3),
    "new_world": ("AB", 3),
    "hungry_towns": ("AB", 4),
    "bounty_posters": ("AC", None),
    "night_watch": ("CD", None),
    "wide_country": ("BD", 5),
    "speed_of_the_slowest": ("AB", 3),
    "river_road": ("BD", 3),
}

FLIPS = {
    "moves": {
        "move-costs": ["climb-mountain-only"],
        "bridge-walk": ["walk-only", "no"],
        "rail-mountain": ["2-1-returned"],
        "climb-rail": ["yes"],
        "rail-sail": ["as-its-land", "anywhere"],
        "rail-circle": ["once"],
        "mix-types": ["yes"],
        "camp-terrain": ["else-tile"],
        "range": ["diagonal"],
        "leave-when": ["start-only"],
        "entry-cost": ["yes"],
        "reveal-by-rail": ["as-one"],
        "around": ["eight"],
        "east-limit": ["any-tile"],
    },
    "jobs": {
        "same-final": ["identical", "kind-strict"],
        "same-final-sources": ["cards-only"],
        "any-equal": ["allowed"],
        "x-zero": ["from-one"],
        "water-type": ["either"],
        "build-token": ["own"],
        "camp-terrain": ["else-tile"],
        "range": ["diagonal"],
        "played-when": ["last"],
        "scrap-this-item": ["discard-only"],
        "starter-home": ["trade-discard"],
        "scrap-pile": ["into"],
    },
    "night": {
        "star-side": ["front-only"],
        "multi-star": ["first-star"],
        "both-dice": ["alternate", "choose-lower"],
        "roll-high": ["reroll"],
        "risk-token": ["last"],
        "camp-hidden": ["yes"],
        "meet-fixed": ["roll-anyway"],
        "meet-plus": ["merge-at-once"],
        "group-once": ["yes"],
        "split-repeat": ["once-per-tile"],
        "split-where": ["no-players"],
        "remove-wagon": ["no"],
        "remove-column": ["steps"],
    },
}


def flipped(part: str, number: int) -> dict[str, str]:
    """One of seven sets of rulings. Set 0 has the defaults; each of the others turns every third ruling.

    So each ruling is turned twice, and to its second option the second time if it has one.
    """
    found = {}
    for n, (name, options) in enumerate(FLIPS[part].items()):
        if number and (n + number) % 3 == 0:
            found[f"ruling.{name}"] = options[-1] if number > 3 else options[0]
    return found


def ground_of(position: Position) -> Ground:
    tiles = {(c, r): NAMES[name] for c, r, name, _ in position["ground"]}
    up = {(c, r) for c, r, _, face in position["ground"] if face}
    bandits = Counter({(c, r): n for c, r, n in position["bandits"]})
    rules = {name.removeprefix("ruling."): option for name, option in position["rulings"].items()}
    return Ground(tiles, up, {tuple(place) for place in position["rails"]}, bandits, rules)


def _land(rng: random.Random, columns: int, rows: int, down: float) -> list[list[Any]]:
    names = rng.sample(sorted(NAMES), len(NAMES))
    east = rng.choice([0, 0, 1, 3])
    places = [(c, r) for c in range(east, east + columns) for r in range(rows) if rng.random() > 0.12]
    ground = [[c, r, names.pop(), int(rng.random() >= down)] for c, r in places]
    if rng.random() < 0.4:  # nothing shows in the East, where little is left
        ground = [[c, r, name, face * (c > east)] for c, r, name, face in ground if c > east or rng.random() < 0.4]
    for tile in ground[-2:]:
        tile[3] = 1
    return ground


def _up(ground: list[list[Any]]) -> list[list[int]]:
    return [[c, r] for c, r, _, face in ground if face]


def moving(rng: random.Random, rulings: dict[str, str]) -> Position:
    """Somebody in the middle of a movement."""
    ground = _land(rng, 4, 4, 0.2)
    at = rng.choice(_up(ground))
    often = rng.choice([0, 0.3, 0.6])
    pool = [rng.choice([0, 0, 1, 2, 3]) for _ in range(3)]
    rides = sorted(rng.randint(1, 5) for _ in range(rng.choice([0, 0, 1, 2])))
    if not any(pool) and not rides:
        pool[0] = 1
    return {
        "seats": 1,
        "rulings": rulings,
        "options": {"mission": "new_world", "board": "A", "dice": "d20"},
        "ground": ground,
        "meeple": [at],
        "rails": [place for place in _up(ground) if rng.random() < often],
        "bandits": [[c, r, rng.randint(1, 3)] for c, r, *_ in ground if rng.random() < 0.25],
        "stock": [{}],
        "hand": [[]],
        "tapped": 1,
        "lying": int(rng.random() < 0.3),
        "frames": [
            ["round", ANYONE, ["act"]],
            ["act", ANYONE, [0, 0]],
            ["action", 0, []],
            ["moving", 0, [0, [at], *pool, rides, [], 0]],
        ],
    }


def _hand(rng: random.Random, most_dangers: int) -> tuple[list[str], list[str]]:
    """A hand, and the trade cards that are not in it."""
    pile = [card for card, entry in CARDS.items() for _ in range(entry["copies"])]
    rng.shuffle(pile)
    size, hand, dangers = rng.randint(1, 8), list[str](), 0
    while len(hand) < size:
        card = pile.pop()
        danger = CARDS[card]["kind"] in ("pain", "exhaustion")
        dangers += danger
        if not danger or dangers <= most_dangers:
            hand.append(card)
    return hand, [card for card in pile if CARDS[card]["kind"] == "trade"]


def acting(rng: random.Random, rulings: dict[str, str]) -> Position:
    """Somebody with a hand and a stock, at the actions of a day; a partner is on another tile."""
    ground = _land(rng, 3, 3, 0.2)
    mission, person = rng.choice(sorted(BUILD)), rng.choice(sorted(PEOPLE))
    seats = 1 if mission in SOLO else 2
    where = rng.sample(_up(ground), seats)
    hand, trade = _hand(rng, PEOPLE[person]["hand"] - 1)
    other = "ada_quill" if person != "ada_quill" else "li_wen"
    return {
        "seats": seats,
        "rulings": rulings,
        "options": {"mission": mission, "difficulty": "any"},
        "ground": ground,
        "meeple": where,
        "bandits": [[*where[0], rng.randint(1, 2)]] if rng.random() < 0.15 else [],
        "rails": [where[0]] if rng.random() < 0.15 else [],
        "hand": [hand, []][:seats],
        "row": rng.sample(trade, 5),
        "character": [person, other][:seats],
        "stock": [[rng.choice([0, 0, 1, 2, 3, 4, 6]) for _ in range(4)], [0] * 4][:seats],
        "score": [rng.choice([0, 2, 4, 5]), *([0] if mission in VERSUS else [])],
        "tapped": int(rng.random() < 0.2),
        "lying": int(rng.random() < 0.2),
        "chance": {"script": {"job": [rng.randint(1, 6) for _ in range(12)]}},
    }


def _faces(rng: random.Random, dice: str, rulings: dict[str, str]) -> list[int]:
    """Bandit dice that fall so; a d12 never shows more than 12, and a d20 may have to be rolled again."""
    found = []
    for n in range(12):
        pair = ("d20", "d12")[n % 2 :][:1] if rulings.get("ruling.both-dice") == "alternate" else ("d12", "d20")
        for die in pair if dice == "both" else (dice,):
            found.append(rng.randint(1, int(die[1:])))
            while die == "d20" and found[-1] > 12 and rulings.get("ruling.roll-high") == "reroll":
                found.append(rng.randint(1, 20))
    return found


def sleeping(rng: random.Random, rulings: dict[str, str]) -> Position:
    """A step of the night in which bandits move or appear, or land is taken away."""
    mission = rng.choice(sorted(NIGHTS))
    boards, east = NIGHTS[mission]
    ground = _land(rng, rng.choice([3, 5, 7]), rng.choice([2, 3, 4]), 0.35)
    up = _up(ground)
    west = sorted(up, reverse=True)[: max(2, len(up) // 2)] if rng.random() < 0.6 else up
    where = [rng.choice(west) for _ in range(1 if mission in SOLO else rng.choice([2, 3]))]
    board, dice, heavy = rng.choice(boards), rng.choice(["d20", "d12", "both"]), rng.random() < 0.5
    counts = [1, 2, 3, 5, 6, 9] if heavy else [1, 1, 2]
    steps = ["move"] if mission == "night_watch" else ["move", "appear", *(["remove", "move"] if east else [])]
    position = {
        "seats": len(where),
        "rulings": rulings,
        "options": {"mission": mission, "board": board, "dice": dice, "difficulty": "any"},
        "ground": ground,
        "meeple": where,
        "bandits": [[c, r, rng.choice(counts)] for c, r, *_ in ground if rng.random() < 0.45],
        "now": f"night {rng.choice(steps)}",
        "hand": [[] for _ in where],
        "rails": [place for place in up if rng.random() < 0.15],
        "day": rng.randint(0, BOARDS[board]["day_end"] - 1),
        "score": [rng.randint(0, BOARDS[board]["score_end"] - 1) for _ in (where if mission in VERSUS else [0])],
        "chance": {"script": {"compass": [rng.randint(1, 6) for _ in range(60)], "bandit": _faces(rng, dice, rulings)}},
    }
    if mission == "speed_of_the_slowest":
        position["wagon"] = rng.choice(up)
    return position
