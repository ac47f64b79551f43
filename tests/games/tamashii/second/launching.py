"""The launch step of the second engine: which patterns a player has, and what a launch does."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations

from second import launcher, lines
from second.pack import TYPES
from second.table import GameOver, Move, Play, Stopped, Table, slot_name, slot_number


@dataclass(frozen=True)
class Source:
    """A pattern that a player may launch: where it stands, what it looks like, and what it does."""

    key: str
    once: str  # what is ticked off when it was launched
    pattern: str
    line: str
    hangs_together: bool = False  # any connected five will do

    def places(self, table: Table, seat: int) -> set[frozenset[int]]:
        grid, core = table.at["grid"][seat], table.at["core"][seat]
        if self.hangs_together:
            return launcher.connected_fives(self.pattern[0], grid, core, table.rulings)
        return launcher.places(self.pattern, grid, core, table.rulings)


def sources(table: Table, seat: int) -> list[Source]:
    """Every pattern that lies open to a player now, launched before or not."""
    found = []
    for asset, letter in TYPES.items():
        together = table.ruled("pattern.long-shape", "connected")
        key = f"basic.{asset}"
        found.append(Source(key, key, letter * 3, f"gain 1 {asset}"))
        found.append(Source(f"{key}-long", f"{key}-long", letter * 5, f"gain 2 {asset}", together))
    exp = "@?@" if table.ruled("pattern.exp-shape", "line") else "EW/LF"
    found.append(Source("basic.exp", "basic.exp", exp, "gain 1 exp"))
    for name in table.at["equipped"][seat]:
        augment = table.pack.augments[name]
        if "pattern" in augment:
            found.append(Source(f"aug.{name}", f"aug.{name}", augment["pattern"], augment["do"]))
    if table.at["enemies"][seat]:
        entry = table.at["enemies"][seat][0]
        enemy = table.pack.enemy(entry[0])
        for number, hack in enumerate(enemy["hacks"]):
            pattern, _, line = hack.partition(": ")
            key = f"enemy.{enemy['id']}.hack{number}"
            found.append(Source(key, f"{key}#{id(entry)}", pattern, line))
        key = f"enemy.{enemy['id']}.repel"
        found.append(Source(key, f"{key}#{id(entry)}", enemy["repel"], "discard top enemy"))
    for name in table.at["market"]:
        if len(table.at["bodies"][seat]) < 2 or not table.ruled("body.third", "refused"):
            found.append(Source(f"body.{name}", f"body.{name}", table.pack.bodies[name]["pattern"], "inhabit"))
    if table.at.get("catie"):
        found.append(Source("catie", "catie", "@OOC", "catie"))
    return found


def open_sources(table: Table, seat: int, launched: list[Source]) -> list[Source]:
    """Those that may still be launched in this step."""
    ticked = {one.once for one in launched}
    found = [one for one in sources(table, seat) if one.once not in ticked]
    if table.ruled("pattern.long-and-short", "no"):
        assets = {one.key.removesuffix("-long") for one in launched if one.key.startswith("basic.")}
        found = [one for one in found if one.key.removesuffix("-long") not in assets]
    if table.ruled("pattern.once-card", "one"):
        seen = {one.pattern for one in launched}
        found = [one for one in found if one.pattern not in seen]
    pool = table.at["grid"][seat] + table.at["bag"][seat] + table.at["dump"][seat]
    return [one for one in found if one.key != "catie" or pool.count("C") + pool.count("D") < 2]


def does_something(table: Table, seat: int, source: Source, slots: frozenset[int]) -> bool:
    """Would the launch change anything but its tokens? Tried on a copy on which they are dumped."""
    counts = not table.ruled("exp.cap", "10") or table.at["exp"][seat] < 10
    counts |= "inari-success" in table.special_rules() and table.at["card"].endswith("-1")
    if counts and launcher.beside(slots, table.at["grid"][seat], table.rulings):
        return True
    twin = deepcopy(table)
    tokens = twin.lift(seat, sorted(slots))
    twin.to_dump(seat, tokens)
    before = deepcopy(twin.at)
    try:
        play = effect(twin, seat, source)
        question = next(play, None)
        while question is not None:
            question = play.send(min(question[1], key=repr))
    except (StopIteration, Stopped, GameOver):
        pass
    if not table.ruled("catie.effect", "launcher"):
        hurt = twin.at["integrity"][seat] < twin.at["maximum"][seat]
        if ("C" in tokens and hurt) or ("D" in tokens and twin.at["enemies"][seat]):
            return True
    return bool(twin.at != before)


def written(slots: frozenset[int]) -> str:
    return "+".join(slot_name(slot) for slot in sorted(slots))


def launch_moves(table: Table, seat: int, launched: list[Source]) -> dict[Move, list[Source]]:
    moves: dict[Move, list[Source]] = {}
    found = {one.key: (one, one.places(table, seat)) for one in open_sources(table, seat, launched)}
    if table.ruled("pattern.null-launch", "refused"):
        found = {
            key: (one, {slots for slots in places if does_something(table, seat, one, slots)})
            for key, (one, places) in found.items()
        }
    for source, places in found.values():
        moves |= {("launch", source.key, written(slots)): [source] for slots in places}
    if table.ruled("pattern.same-tokens-mode", "shared"):
        for (one, some), (other, more) in combinations(found.values(), 2):
            for slots in some & more:
                if one.pattern != other.pattern:
                    continue
                moves["launch", f"{one.key}+{other.key}", written(slots)] = [one, other]
    return moves


def effect(table: Table, seat: int, source: Source) -> Play:
    """What a launched pattern does; the tokens are in the dump already."""
    if source.line == "inhabit":
        yield from inhabit(table, seat, source.key.removeprefix("body."))
        return
    if source.line == "catie":
        table.at["supply"]["C"] -= 1
        table.to_dump(seat, "C")
        return
    yield from lines.run(table, seat, source.line)
    if source.key.startswith("aug.") and table.pack.augments[source.key[4:]].get("breaks"):
        table.at["equipped"][seat].remove(source.key[4:])
        table.at["box"].append(source.key[4:])


def inhabit(table: Table, seat: int, name: str) -> Play:
    """A body of the market goes on top; of two that lie there one goes under the deck first."""
    bodies = table.at["bodies"][seat]
    if len(bodies) == 2:
        move = yield seat, frozenset(("part-with", body) for body in bodies)
        bodies.remove(move[1])
        table.at["body_deck"].append(move[1])
    bodies.insert(0, name)
    table.at["market"].remove(name)
    if table.at["body_deck"]:
        table.at["market"].append(table.at["body_deck"].pop(0))
    if len(bodies) == 2 and table.ruled("body.new-active", "choose"):
        move = yield seat, frozenset(("active", body) for body in bodies)
        bodies.sort(key=lambda body: body != move[1])


def launch_step(table: Table, seat: int) -> Play:
    """The whole step, from the first launch to the corrupted tokens at its end."""
    launched: list[Source] = []
    while True:
        moves = launch_moves(table, seat, launched)
        others: set[Move] = {("done",)}
        if table.ruled("launch.corrupted-when", "any") and "X" in table.at["grid"][seat]:
            others.add(("dump-corrupted",))
        move = yield seat, frozenset({*moves, *others})
        if move == ("done",):
            break
        if move == ("dump-corrupted",):
            dump_corrupted(table, seat)
            continue
        launched += moves[move]
        try:
            yield from launch(table, seat, moves[move], frozenset(map(slot_number, move[2].split("+"))))
        except Stopped:
            return
    dump_corrupted(table, seat)


def dump_corrupted(table: Table, seat: int) -> None:
    table.to_dump(seat, table.lift(seat, [at for at, token in enumerate(table.at["grid"][seat]) if token == "X"]))


def launch(table: Table, seat: int, chosen: list[Source], slots: frozenset[int]) -> Play:
    """Dump the tokens and the Inari tokens that go along, then the effect, then what Catie tokens give."""
    near = launcher.beside(slots, table.at["grid"][seat], table.rulings)
    tokens = table.lift(seat, sorted(slots))
    table.to_dump(seat, tokens)
    while near:
        move = yield seat, frozenset({("no-inari",), *(("inari", slot_name(slot)) for slot in near)})
        if move == ("no-inari",):
            break
        slot = slot_number(move[1])
        table.to_dump(seat, table.lift(seat, [slot]))
        table.gain_exp(seat, 1)
        if "inari-success" in table.special_rules() and table.at["card"].endswith("-1"):
            yield from lines.do(table, seat, "put 1 success here")
        near = set() if table.ruled("inari.many", "one") else near - {slot}
    for source in chosen:
        yield from effect(table, seat, source)
    if not table.ruled("catie.effect", "launcher"):
        yield from catie(table, seat, tokens)


def catie(table: Table, seat: int, tokens: str) -> Play:
    """The side that lies up: recover 1, or 1 damage."""
    for token in tokens:
        if token == "C":
            table.recover(seat, 1)
        elif token == "D":
            yield from table.deal(seat, 1, frame=False)
