"""A table with a launcher, written by hand: Program and launch steps, a fight, and a hex map."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

Data = dict[str, Any]
COLUMNS = 5
NAMES = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 6)]
LIGHT = {"r1c1", "r1c3", "r2c2", "r2c3", "r2c4", "r3c1", "r3c2", "r3c3", "r4c2", "r4c4"}
GRID = "E.LW#LEWF#FLFE#.X.O#"
WORDS = {"E": "Ember", "W": "Ward", "L": "Lore", "F": "Flux", "O": "open", "X": "corrupted"}
EXP = ["r2c2", "r2c3", "r3c2", "r3c3"]
HACKS = [["r3c2", "r3c3"], ["r2c4", "r3c4"]]


def beside(a: int, b: int) -> bool:
    (row, column), (other_row, other_column) = divmod(a, COLUMNS), divmod(b, COLUMNS)
    return abs(row - other_row) + abs(column - other_column) == 1


def shifts(grid: str = GRID) -> list[list[str]]:
    """Every slide and switch."""
    found = []
    for a, token in enumerate(grid):
        for b, other in enumerate(grid):
            if not beside(a, b) or "#" in (token, other) or token == ".":
                continue
            if other == ".":
                found.append(["slide", NAMES[a], NAMES[b]])
            elif a < b:
                found.append(["switch", NAMES[a], NAMES[b]])
    return found


def slots(grid: str = GRID, program: bool = False) -> list[Data]:
    """The slots; where tokens may be moved, each has its moves and what it finishes."""
    made = []
    for name, token in zip(NAMES, grid, strict=True):
        what = {"#": "locked", ".": "empty"}.get(token) or WORDS[token]
        slot: Data = {"id": f"slot:{name}", "at": name, "label": f"Row {name[1]}, column {name[3]}: {what}"}
        slot |= {"rule": "prog.moves", "light": name in LIGHT}
        slot |= {"lock": True} if token == "#" else {} if token == "." else {"token": token}
        made.append(slot | (_moves(name, token, grid) if program else {}))
    return made


def _moves(name: str, token: str, grid: str) -> Data:
    own = [move for move in shifts(grid) if name in move]
    if not own:
        return {}
    ends: Data = {}
    for move in own:
        other = move[2] if move[1] == name else move[1]
        ends[f"slot:{other}"] = [move]
    chosen = {"text": "Put it down beside its slot.", "rules": ["prog.slide", "prog.switch"], "quiet": True}
    texts = [" ".join(move) for move in own]
    return {"choose": True, "moves": own, "texts": texts, "chosen": chosen, "ends": ends} | (
        {"state": "empty"} if token == "." else {}
    )


def reach() -> list[Data]:
    """Sliding r1c1 to the right and switching r2c4 with r3c4 make something ready."""
    learn = {"slots": EXP, "pill": "+1 EXP", "pattern": "pattern:exp"}
    power = {"slots": ["r2c4", "r3c4"], "pill": "deal 1", "pattern": "pattern:hack"}
    return [
        {"from": "r1c1", "to": "r1c2", "lit": [learn, power]},
        {"from": "r2c4", "to": "r3c4", "lit": [power]},
        *({"from": a, "to": b, "lit": [learn]} for a, b in [("r2c1", "r3c1")]),
    ]


def launcher(program: bool = False, **more: Any) -> Data:
    stores = [
        {"id": "bag", "label": "3 tokens in the bag", "text": "bag", "figure": "3", "rule": "setup.bag"},
        {"id": "dump", "label": "2 tokens in the dump", "text": "dump", "figure": "2", "rule": "data.dump"},
    ]
    made: Data = {
        "part": "launcher",
        "place": "board",
        "zone": "launcher",
        "title": "Your launcher",
        "columns": COLUMNS,
        "slots": slots(program=program),
        "stores": stores,
        "core": "E",
    }
    if program:
        made |= {"shifts": ["slide", "switch"], "reach": reach(), "figure": "2 of 3 moves"}
    return {**made, **more}


def pattern(name: str, title: str, cells: list[str], gives: str, **more: Any) -> Data:
    made = {"id": f"pattern:{name}", "label": f"{title}: {gives}", "name": title, "gives": gives}
    return {**made, "picture": {"cells": cells, "core": "E"}, "rule": "pattern.exact", **more}


def ready(name: str, matches: list[list[str]], pill: str) -> Data:
    moves = [["launch", name, "+".join(match)] for match in matches]
    return {"moves": moves, "texts": [" ".join(move) for move in moves], "matches": matches, "pill": pill}


def patterns(launch: bool = True) -> Data:
    exp = ready("exp", [EXP], "+1 EXP")
    hack = ready("hack", HACKS, "deal 1")
    if not launch:
        exp, hack = {"matches": [EXP], "pill": "+1 EXP"}, {"matches": HACKS, "pill": "deal 1"}
    basic = [
        pattern("exp", "Learn", ["EW", "LF"], "gain 1 EXP", **exp),
        pattern("power", "Power", ["EEE"], "gain 1 power", why="no 3 Ember in line"),
        pattern("power-long", "Power, long", ["EEEEE"], "gain 2 power", why="no 5 Ember in line"),
        pattern("shield", "Shield", ["WWW"], "gain 1 shield", why="no 3 Ward in line"),
        pattern("reroll", "Reroll", ["FFF"], "gain 1 reroll", why="no 3 Flux in line"),
        pattern("memory", "Memory", ["LLL"], "gain 1 memory", why="no 3 Lore in line"),
    ]
    enemy = [
        pattern("hack", "Hack", ["FL"], "deal 1 to the top enemy", **hack),
        pattern("repel", "Repel", ["F@"], "discard the top enemy", why="no Flux beside Ember"),
    ]
    augments = [pattern("soup", "Warm Soup", ["WL"], "recover 1", used=True)]
    bodies = [
        pattern("ronin", "Hollow Ronin", ["EE.", ".EE"], "a new body: 2/3/4", why="2 tokens are missing"),
        pattern("saint", "Tin Saint", ["WW", "WW"], "a new body: 2/3/3", why="3 tokens are missing"),
    ]
    sources = [("Enemy", enemy), ("Basic", basic), ("Augments", augments), ("Bodies", bodies)]
    made = [{"label": label, "patterns": some} for label, some in sources]
    return {
        "part": "patterns",
        "place": "beside",
        "zone": "patterns",
        "title": "Patterns",
        "note": "each once",
        "sources": made,
    }


def foe(name: str, damage: int, integrity: int, **more: Any) -> Data:
    made = {"id": f"enemy:{name}", "label": f"{name}, {damage} of {integrity} damage", "rule": "enemy.top"}
    return {**made, "name": name, "level": "level 1", "damage": damage, "integrity": integrity, **more}


def stack(fighting: bool = False) -> Data:
    lines = [
        {"glyph": "fang", "text": "wound 1, dump 1 token"},
        {"glyph": "wire", "text": "trace up 2", "now": fighting},
    ]
    marks = [
        {"picture": {"cells": ["FL"]}, "text": "hack: deal 1"},
        {"picture": {"cells": ["F@"], "core": "E"}, "text": "repel: discard it"},
    ]
    number = {"id": "foe-die:number", "figure": "2", "glyph": "", "label": "Number die: 2", "at": 1 if fighting else -1}
    symbol = {
        "id": "foe-die:symbol",
        "figure": "",
        "glyph": "wire",
        "label": "Symbol die: wire",
        "at": 1 if fighting else -1,
    }
    return {
        "part": "stack",
        "place": "near",
        "zone": "enemies",
        "title": "Enemies on you",
        "note": "top first",
        "foes": [
            foe("Adware Swarm", 1, 2, lines=lines, patterns=marks),
            foe("Stray Drone", 0, 3),
            foe("Toll Clerk", 0, 3),
        ],
        "dice": [number, symbol],
    }


def meters() -> Data:
    stat = [
        ("mov", "2", "MOV"),
        ("pro", "3", "PRO"),
        ("att", "3", "ATT"),
        ("integrity", "4/5", "ITG"),
        ("exp", "1", "EXP"),
    ]
    held = {"shield": 1, "memory": 2, "power": 0, "reroll": 1}
    return {
        "part": "meters",
        "place": "near",
        "zone": "you",
        "title": "You",
        "who": {
            "id": "seat:0",
            "label": "Kindle, you",
            "seat": 0,
            "name": "Kindle",
            "you": True,
            "rule": "setup.board",
        },
        "stats": [
            {"id": f"stat:{name}", "label": f"{text} {figure}", "figure": figure, "text": text, "rule": "body.place"}
            for name, figure, text in stat
        ],
        "meters": [
            {
                "id": f"asset:{name}",
                "label": f"{name.capitalize()}: {level} of 5",
                "glyph": name,
                "text": name.capitalize(),
                "level": level,
                "levels": 5,
                "rule": "asset.range",
            }
            for name, level in held.items()
        ],
    }


def trace() -> Data:
    dice = (0, 1, 2, 2, 3, 3, 3, 4, 4)
    starts = [0, *(at for at, (one, other) in enumerate(pairwise(dice), 1) if one != other)]
    ends = [*(start - 1 for start in starts[1:]), len(dice) - 1]
    stretches = [
        {"first": a, "last": b, "text": f"{dice[a]} dice", "figure": str(dice[a]), "tone": "calm"}
        for a, b in zip(starts, ends, strict=True)
    ]
    top = {"first": 9, "last": 9, "text": "2 enemies", "figure": "!", "tone": "danger"}
    return {
        "part": "track",
        "place": "near",
        "zone": "trace",
        "title": "Trace",
        "label": "Trace 3 of 9: 2 dice at the next trace roll.",
        "spaces": [str(number) for number in range(10)],
        "stretches": [*stretches, top],
        "trackers": [{"at": 3}],
    }


def city(moving: bool = False) -> Data:
    up = [
        ((0, 0), "Shelter", "shelter", ["0", "1"]),
        ((1, 0), "Neon Arcade", "hideout", ["1", "2"]),
        ((-1, 1), "Back Alley", "damaged", ["0", "1"]),
        ((0, 1), "Free Clinic", "plain", ["1", "3"]),
    ]
    tiles = [
        {"id": f"tile:{q},{r}", "label": name, "at": [q, r], "name": name, "district": kind, "values": values}
        for (q, r), name, kind, values in up
    ]
    find = {"glyph": "find", "figure": "?", "text": "An exploration token, face down"}
    for q, r in ((0, -1), (1, -1), (-1, 0)):
        tiles.append({"id": f"tile:{q},{r}", "label": "Face down", "at": [q, r], "marks": [find] if q == 1 else []})
    for tile in tiles:
        tile["rule"] = "move.range"
        if moving and tile["at"] != [0, 0]:
            name = ",".join(map(str, tile["at"]))
            tile |= {"moves": [["move", name]], "texts": [f"Move to {name}"], "cost": "+1" if "name" in tile else "?"}
            tile |= {} if "name" in tile else {"state": "unsure"}
    you = {"id": "figure:0", "label": "Kindle", "kind": "meeple", "seat": 0, "at": [0, 0]}
    other = {"id": "figure:1", "label": "Scribe", "kind": "meeple", "seat": 1, "at": [-1, 1]}
    bot = {"id": "bot", "label": "The BOT", "kind": "bot", "at": [0, 0]}
    return {
        "part": "map",
        "place": "board",
        "zone": "map",
        "title": "Districts",
        "shape": "hexes",
        "grow": "down",
        "tiles": tiles,
        "tokens": [you, other, bot],
        "follow": [0, 0],
    }


def plot() -> Data:
    blocks = [
        ("If", "3 more tiles are revealed: draw S01-2.", False),
        ("If", "time is 0: each player gains 1 corrupted, then draw S01-2.", False),
        ("Otherwise", "time goes down 1.", True),
    ]
    world = [
        {"id": f"block:{n}", "label": f"{head} {text}", "head": head, "text": text, "now": now, "rule": "quest.if-true"}
        for n, (head, text, now) in enumerate(blocks)
    ]
    stat = {"id": "count:revealed", "label": "1 of 3 revealed", "figure": "1 of 3", "text": "revealed so far"}
    return {
        "part": "plot",
        "place": "beside",
        "zone": "card",
        "title": "Scenario card",
        "name": "Street Level",
        "code": "S01-1",
        "sections": [{"label": "World activity", "blocks": world}],
        "stats": [{**stat, "rule": "quest.world"}],
    }


def fight() -> Data:
    dice = [("strike", 0), ("strike", 1), ("surge", 2), ("static", 3)]
    frames = [
        ("0", ["strike"], True, "deal 1 for each die", [["frame", "0", "S"], ["frame", "0", "SS"]], False),
        ("1", ["surge"], True, "deal 2 for each die", [["frame", "1", "D"]], False),
        ("2", ["static", "static"], False, "gain 1 power", [], False),
    ]
    return {
        "part": "fight",
        "place": "beside",
        "zone": "fight",
        "title": "Your attack",
        "rule": "combat.alternate",
        "dice": [
            {"id": f"die:{n}", "label": f"A die: {face}", "figure": face, "rule": "combat.roll"} for face, n in dice
        ],
        "frames": [
            {
                "id": f"frame:{name}",
                "label": text,
                "needs": needs,
                "repeat": repeat,
                "text": text,
                "used": used,
                "rule": "combat.player-frame",
                **({"moves": moves, "texts": [" ".join(move) for move in moves]} if moves else {}),
            }
            for name, needs, repeat, text, moves, used in frames
        ],
        "notes": [{"text": "Stray Drone acts next: wound 2. 1 shield would save 1.", "rule": "combat.enemy-frame"}],
    }


def boards() -> Data:
    other = {
        "id": "seat:1",
        "label": "Scribe, Mei",
        "seat": 1,
        "name": "Scribe",
        "line": "planning",
        "rule": "setup.board",
    }
    return {
        "part": "boards",
        "place": "top",
        "zone": "others",
        "share": True,
        "title": "Other players",
        "boards": [
            {
                "who": other,
                "tokens": "E.LW#LEWF#FLFE#.X.O#",
                "columns": COLUMNS,
                "counters": [
                    {"glyph": "integrity", "figure": "5/5", "label": "integrity 5 of 5"},
                    {"glyph": "enemy", "figure": "1", "label": "1 enemy"},
                    {"glyph": "trace", "figure": "3", "label": "trace 3"},
                ],
                "lines": ["Shield 1, memory 2", "Enemies: Toll Clerk", "Augments: Loaded Dice"],
            }
        ],
    }


def top(now: int = 1) -> list[Data]:
    steps = ["Planning", "Action · launch", "Combat", "Quest"]
    items = [
        {"id": f"phase:{n}", "label": f"Phase {n + 1}: {text}", "text": text, "now": n == now, "rule": "turn.phases"}
        | ({"glyph": "tick"} if n < now else {"figure": str(n + 1)})
        for n, text in enumerate(steps)
    ]
    phases: Data = {"part": "list", "place": "top", "zone": "phases", "across": True, "items": items, "tab": "Phases"}
    time = {
        "part": "track",
        "place": "top",
        "zone": "time",
        "title": "Time",
        "share": True,
        "label": "Time 4.",
        "spaces": [str(number) for number in range(7)],
        "trackers": [{"at": 4}],
    }
    return [phases, time]


def scene(step: str = "launch") -> list[Data]:
    """The table in the Program step, the launch step, the move step or a fight."""
    return [
        *top({"program": 0, "fight": 2}.get(step, 1)),
        boards(),
        launcher(program=step == "program"),
        city(moving=step == "move"),
        *([fight()] if step == "fight" else []),
        patterns(launch=step == "launch"),
        plot(),
        stack(fighting=step == "fight"),
        meters(),
        trace(),
    ]


def screen(step: str = "launch", at: int = 1, parts: list[Data] | None = None) -> Data:
    """As Python would send it."""
    buttons = [
        {"text": "Learn", "strong": "+1 EXP", "legal": True, "do": {"do": "move", "move": ["launch", "exp", ""]}}
    ]
    done = {"text": "Done", "main": True, "do": {"do": "move", "move": ["done"]}}
    choice = {"piece": "slot:r1c1", "text": "Ember, r1c1", "what": "a token"}
    moves = [["slide", "r1c1", "r1c2"], ["switch", "r1c1", "r2c1"]]
    held = [{"text": " ".join(move), "legal": True, "do": {"do": "move", "move": move}} for move in moves]
    groups = {
        "launch": [{"label": "Launch", "buttons": buttons}],
        "program": [{"label": "Program", "choice": choice, "buttons": held}],
    }
    return {
        "kind": "table",
        "game": "tamashii",
        "title": "Tamashii",
        "at": at,
        "viewer": 0,
        "scene": scene(step) if parts is None else parts,
        "now": {"kind": "yours", "text": "Launch any number of patterns, one at a time.", "rules": []},
        "moves": [*groups.get(step, []), {"label": "", "buttons": [done]}],
        "log": [],
    }
