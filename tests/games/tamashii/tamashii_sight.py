"""What a seat sees of a table of Tamashii, for the claims about its refusals: tokens, the map, moments, patterns.

Everything is worked out from the view and the pack, in the plainest way: none of the rooms of the game is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop_kernel import load
from tabletop_kernel.checks.true_sentence_checks import Case

CONTENT: Any = vars(load("tamashii"))["content"]
ASSETS = ("shield", "memory", "power", "reroll")
SLOTS = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 6)]
ASIDE = ("learn", "diary", "anytime")
WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ANYONE = -1
Place = tuple[int, int]
Shape = tuple[str, ...]


# -- the decision at hand ----------------------------------------------------------------------------------------------


def own(case: Case, name: str) -> Any:
    """One of the things that every player has."""
    return case.view[name][case.seat]


def frames(case: Case, *kinds: str) -> list[Any]:
    """The frames of these kinds that wait for this seat, or for anyone."""
    return [one for one in case.view["frames"] if one[0] in kinds and one[1] in (case.seat, ANYONE)]


def kind(case: Case) -> str:
    return str(case.view["frames"][-1][0])


def owner(case: Case) -> int:
    return int(case.view["frames"][-1][1])


def data(case: Case) -> Any:
    return case.view["frames"][-1][2]


def asked(case: Case) -> bool:
    """Whether this seat is to decide now, and not only free to do something beside."""
    return any(move[0] not in ASIDE for move in case.legal)


def verb(case: Case, *verbs: str) -> bool:
    return case.move[0] in verbs


def named(case: Case, number: int = 1) -> Any:
    return case.move[number] if len(case.move) > number else None


def phase(case: Case) -> str:
    return str(case.view["phase"])


def window(case: Case) -> str:
    """The window of Planning on top; empty if something else is asked."""
    return str(data(case)[0]) if kind(case) == "plan" else ""


def stage(case: Case) -> str:
    return str(data(case)[0]) if kind(case) == "combat" else ""


def mode(case: Case) -> str:
    if case.config.options["mode"] == "versus":
        return "versus"
    return "solo" if case.config.seats == 1 else "story"


def scenario(case: Case) -> Any:
    return CONTENT.scenarios.get(case.config.options.get("scenario", ""))


def prologue(case: Case) -> bool:
    return scenario(case) is not None and scenario(case).kind == "prologue"


def module(case: Case, name: str) -> bool:
    """Whether this table plays with Catie tokens, the diary or the Living City."""
    return case.config.options.get(name) == "on"


def difficulty(case: Case) -> str:
    agreed = mode(case) != "versus" or case.ruled("mode.scope", "agreed")
    return str(case.config.options["difficulty"]) if agreed else "normal"


def out(case: Case, seat: int) -> bool:
    return bool(case.view["out"] >> seat & 1)


def moments(case: Case) -> set[str]:
    """The moments of abilities that are open to this seat now."""
    if not asked(case):
        return set()
    if kind(case) == "roll":
        purpose = data(case)[0]
        mine = {"trace": {"trace-roll"}, "attack": {"after-attack"}}.get(purpose, set()) | {"after-roll"}
        return mine if owner(case) == case.seat else {"after-other-roll"}
    fights = {"prepare": {"before-attack"}, "fight": {"frame"}}
    plans = {"begin": {"planning", "before-trace"}, "rolled": {"planning"}, "program": {"planning", "program"}}
    simple = {"launch": {"launch", "pattern"}, "district": {"district"}, "wounds": {"wounded"}, "fatal": {"fatal"}}
    return {**simple, "plan": plans.get(window(case), set()), "combat": fights.get(stage(case), set())}.get(
        kind(case), set()
    )


# -- tokens ------------------------------------------------------------------------------------------------------------


def at(case: Case, slot: object) -> str:
    """What lies on a slot of the launcher; empty if there is no such slot."""
    return str(own(case, "grid")[SLOTS.index(slot)]) if slot in SLOTS else ""


def bare(case: Case, slot: object) -> bool:
    """Whether it holds no token."""
    return at(case, slot) in ("", ".", "#")


def asset(case: Case, name: str, seat: int | None = None) -> int:
    return int(case.view["assets"][case.seat if seat is None else seat][ASSETS.index(name)])


def pool(case: Case) -> str:
    """All tokens of this player."""
    return str(own(case, "bag")) + str(own(case, "dump")) + str(own(case, "grid")).replace("D", "C")


def beside(one: str, other: str) -> bool:
    (r, c), (s, d) = ((SLOTS.index(name) // 5, SLOTS.index(name) % 5) for name in (one, other))
    return abs(r - s) + abs(c - d) == 1


def askew(one: str, other: str) -> bool:
    (r, c), (s, d) = ((SLOTS.index(name) // 5, SLOTS.index(name) % 5) for name in (one, other))
    return abs(r - s) == 1 == abs(c - d)


# -- augments, bodies, abilities ---------------------------------------------------------------------------------------


def augments(case: Case, seat: int | None = None) -> list[str]:
    whose = case.seat if seat is None else seat
    return [*case.view["equipped"][whose], *case.view["unequipped"][whose]]


def factions(case: Case, seat: int | None = None) -> list[str]:
    return [one for one in augments(case, seat) if CONTENT.augments[one].faction]


def body(case: Case) -> Any:
    """The active body."""
    return CONTENT.bodies[(own(case, "bodies") or [own(case, "walker")])[0]]


def held(case: Case, ability: str) -> bool:
    """Whether the card of an ability works for this player now."""
    sort, _, card = ability.partition(".")
    diary = own(case, "diary")
    working = {"aug": own(case, "equipped"), "body": [body(case).id], "diary": [diary] if diary else []}
    return card in {**working, "pvp": [case.view["pvp"]], "enhancement": [case.view["enhancement"]]}.get(sort, [])


def uses(ability: str) -> tuple[Any, ...]:
    """What a card lets its owner do."""
    sort, _, card = ability.partition(".")
    if sort == "diary":
        return (CONTENT.diary[card].use,)
    shelf = {"aug": "augments", "body": "bodies", "pvp": "pvp", "enhancement": "enhancements"}[sort]
    return tuple(getattr(CONTENT, shelf)[card].uses)


def modifiers(case: Case, name: str) -> int:
    """By how much the cards in sight change something."""
    changes = list(body(case).modify) if own(case, "walker") else []
    if case.view["enhancement"]:
        changes += CONTENT.enhancements[case.view["enhancement"]].modify
    if case.view["pvp"]:
        changes += CONTENT.pvp[case.view["pvp"]].modify
    if scenario(case) is not None:
        changes += scenario(case).modify
        cards = [code for code in (case.view["card"], *case.view["specials"]) if code]
        changes += [change for code in cards for change in scenario(case).cards[code].modify]
    return sum(number for word, number in changes if word == name)


# -- the map -----------------------------------------------------------------------------------------------------------


def tiles(case: Case) -> dict[Place, tuple[str, bool]]:
    """Each tile with its name, and whether it lies face up."""
    return {(q, r): (tile, bool(up)) for q, r, tile, up, *_ in case.view["ground"]}


def place_of(part: object) -> Place | None:
    """A place as moves write it, or as facts have it."""
    if isinstance(part, (list, tuple)):
        return (part[0], part[1])
    try:
        q, r = str(part).split(",")
        return int(q), int(r)
    except ValueError:
        return None


def figure(case: Case) -> Place:
    """Where the figure stands that is used in this step."""
    here = case.view["bot"] if case.view["bot_used"] and case.view["bot"] else own(case, "place")
    return here[0], here[1]


def apart(one: Place, other: Place) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def steps_to(case: Case, start: Place, end: Place, through: bool, gaps: bool = False) -> int:
    """How many steps lead there over tiles; `through`: also past face-down ones. 99 if there is no way."""
    ground, far, edge = tiles(case), {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        if far[here] > 30 or not (through or here == start or (here in ground and ground[here][1])):
            continue
        for q, r in WAYS:
            there = (here[0] + q, here[1] + r)
            if there not in far and (there in ground or gaps):
                far[there] = far[here] + 1
                edge.append(there)
    return far.get(end, 99)


# -- patterns ----------------------------------------------------------------------------------------------------------


def cells_of(case: Case, key: str) -> Shape:
    """The cells of a pattern, as its card prints them; none if it is not in sight."""
    sort, _, rest = key.partition(".")
    fixed: dict[str, Shape] = {"catie": ("@OOC",), "diary": ("@@@@@",), "bot": ("?@?",)}
    if sort in fixed:
        return fixed[sort]
    if sort == "basic":
        return _basic(case, rest)
    if sort == "body":
        return tuple(CONTENT.bodies[rest].pattern) if rest in case.view["market"] else ()
    if sort == "card":
        card = scenario(case).cards.get(rest) if scenario(case) is not None else None
        return tuple(card.pattern) if card is not None and rest in (case.view["card"], *case.view["specials"]) else ()
    if sort == "enemy":
        return _of_enemy(case, rest)
    return next((tuple(use.pattern) for use in _uses_of(case, key) if use.pattern), ())


def _basic(case: Case, name: str) -> Shape:
    asset_name, _, long = name.partition("-")
    letters = {"power": "E", "shield": "W", "memory": "L", "reroll": "F"}
    if name == "exp":
        return ("EW", "LF") if case.ruled("pattern.exp-shape", "square") else ("@?@",)
    known = asset_name in letters and long in ("", "long")
    return (letters[asset_name] * (5 if long else 3),) if known else ()


def _of_enemy(case: Case, rest: str) -> Shape:
    enemy, _, which = rest.rpartition(".")
    if not own(case, "enemies") or own(case, "enemies")[0][0].partition("!")[0] != enemy:
        return ()
    sort, number = ("hack", int(which[4:] or 0)) if which.startswith("hack") else ("repel", int(which[5:] or 0))
    alike = [one for one in CONTENT.enemies[enemy].patterns if one.kind == sort]
    return tuple(alike[number].cells) if number < len(alike) else ()


def _uses_of(case: Case, key: str) -> tuple[Any, ...]:
    """The uses of a card with a pattern that this player has, equipped or not."""
    parts = key.split(".")
    if len(parts) < 2 or parts[0] not in ("aug", "pvp", "enhancement", "diary"):
        return ()
    name = ".".join(parts[:2])
    if not held(case, name) and parts[1] not in augments(case):
        return ()
    found = uses(name)
    return found[int(parts[2]) : int(parts[2]) + 1] if len(parts) > 2 else found


def turned(cells: Shape, mirrors: bool) -> set[Shape]:
    """A pattern turned in all ways."""
    width = max(len(row) for row in cells)
    shapes, shape = set(), tuple(row.ljust(width, ".") for row in cells)
    for _ in range(4):
        shapes |= {shape, tuple(row[::-1] for row in shape)} if mirrors else {shape}
        shape = tuple("".join(row) for row in zip(*shape[::-1], strict=True))
    return shapes


def layings(cells: Shape, mirrors: bool) -> Iterator[dict[str, str]]:
    """Every way in which a pattern can lie on the launcher: the slots with the cells on them."""
    for shape in turned(cells, mirrors):
        for row in range(4 - len(shape) + 1):
            for column in range(5 - len(shape[0]) + 1):
                lying = (
                    (SLOTS[(row + r) * 5 + column + c], cell)
                    for r, line in enumerate(shape)
                    for c, cell in enumerate(line)
                )
                yield {slot: cell for slot, cell in lying if cell != "."}


def fills(case: Case, token: str, cell: str) -> bool:
    """Whether a token fills a cell."""
    core = own(case, "core")
    if cell in "OC":
        return token in ("CD" if cell == "C" else "O")
    if cell == "?":
        return token in "EWLFOCD"
    wanted = core if cell == "@" else cell
    return token in (wanted, "O") or (token in "CD" and wanted == core)


def connected(case: Case, key: str) -> bool:
    """Whether the cells of a pattern need only hang together."""
    return key.startswith("basic.") and key.endswith("-long") and case.ruled("pattern.long-shape", "connected")


def hang_together(slots: list[str]) -> bool:
    reached, edge = {slots[0]}, [slots[0]]
    while edge:
        here = edge.pop()
        new = [slot for slot in slots if slot not in reached and beside(here, slot)]
        reached.update(new)
        edge += new
    return len(reached) == len(slots)


def ways(case: Case, key: str, slots: list[str], mirrors: bool | None = None) -> list[dict[str, str]]:
    """The ways in which a pattern could lie on exactly these slots."""
    cells = cells_of(case, key)
    if connected(case, key):
        fits = len(slots) == 5 and hang_together(slots)
        return [dict.fromkeys(slots, cells[0][0])] if fits else []
    usual = case.ruled("pattern.mirror", "mirrors")
    found = layings(cells, usual if mirrors is None else mirrors)
    return [way for way in found if set(way) == set(slots)]


def lies(case: Case, way: dict[str, str], many_open: bool | None = None) -> bool:
    """Whether the tokens fill the cells."""
    usual = case.ruled("pattern.open-everything", "yes")
    tokens = {slot: at(case, slot) for slot in way}
    if "X" in tokens.values() and "launch:corrupted-open" in own(case, "used"):  # one of them counts as open
        tokens[min(slot for slot, token in tokens.items() if token == "X")] = "O"
    stand_ins = sum(cell != "O" and tokens[slot] == "O" for slot, cell in way.items())
    enough = (usual if many_open is None else many_open) or stand_ins <= 1
    return enough and all(fills(case, tokens[slot], cell) for slot, cell in way.items())


def slots_of(case: Case) -> list[str]:
    """The slots that a launch names."""
    return str(named(case, 2)).split("+")
