"""The lines that cards print, read and carried out by the second engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from second.pack import ASSETS
from second.table import Play, Table, WasReset, slot_name, slot_number

LETTERS = {"ember": "E", "ward": "W", "lore": "L", "flux": "F", "open": "O", "corrupted": "X", "inari": "N"}
LETTERS |= {"catie": "C", "basic": "?", "core": "@", "token": "*"}
WHO = (
    *("each player without enemies", "each player here", "each player", "each other player", "first player"),
    *("player with most trace", "player with most inari", "another player here", "another player"),
)
AMOUNT = r"(?<!\w)(\d*n(?:\+\d+)?|\d+ \(\d+ from 3 players\)|\d+)(?!\w)"

CARDS: list[Callable[[Table, str], Play]] = []  # what the Quest phase adds: acts that bring cards


@dataclass(frozen=True)
class Clause:
    """One clause of a line: the heads before it, and its acts."""

    otherwise: bool
    heads: tuple[tuple[str, str], ...]  # ("if", the tests) or ("who", who)
    acts: tuple[str, ...]
    price: str = ""  # what is paid for the acts of a «may»


def clauses(line: str) -> list[Clause]:
    return [_clause(text.strip()) for text in line.split(";")]


def _clause(text: str) -> Clause:
    otherwise = text.startswith("otherwise:")
    text = text.removeprefix("otherwise:").strip()
    heads = []
    while True:
        who = next((word for word in WHO if text.startswith(word + ":")), None)
        if text.startswith("if "):
            tests, _, text = text.removeprefix("if ").partition(": ")
            heads.append(("if", tests))
        elif who is not None:
            heads.append(("who", who))
            text = text.removeprefix(who + ":").strip()
        else:
            break
    price = ""
    if text.startswith("may "):
        price, _, text = text.removeprefix("may ").partition(": ")
    return Clause(otherwise, tuple(heads), tuple(text.split(" and ")), price)


def amount(text: str, players: int) -> int:
    few = re.fullmatch(r"(\d+) \((\d+) from 3 players\)", text)
    if few:
        return int(few[2] if players >= 3 else few[1])
    many = re.fullmatch(r"(\d*)n(?:\+(\d+))?", text)
    if many:
        return int(many[1] or 1) * players + int(many[2] or 0)
    return int(text)


# -- Tests -------------------------------------------------------------------------------------------------------------


def holds(table: Table, seat: int, tests: str) -> bool:
    return all(_holds(table, seat, test) for test in tests.split(" and "))


def _holds(table: Table, seat: int, test: str) -> bool:
    if test.startswith("not "):
        return not _holds(table, seat, test.removeprefix("not "))
    compared = re.fullmatch(rf"(.+) (>=|<=|>|<|=) {AMOUNT}", test)
    if compared is None:
        return _fact(table, seat, test)
    left, right = _value(table, seat, compared[1]), amount(compared[3], table.seats)
    signs = {">=": left >= right, "<=": left <= right, ">": left > right, "<": left < right, "=": left == right}
    return signs[compared[2]]


def _fact(table: Table, seat: int, fact: str) -> bool:
    at = table.at
    if fact in ("time is even", "time is odd"):
        return bool(at["time"] % 2 == (fact == "time is odd"))
    if fact == "no enemies attached":
        return not any(at["enemies"])
    if fact.startswith(("on ", "all on ")):
        where = fact.removeprefix("all ").removeprefix("on ")
        who = range(table.seats) if fact.startswith("all ") else [seat]
        return all(_stands_on(table, one, where) for one in who)
    if fact == "another here":
        return at["place"].count(at["place"][seat]) > 1
    raise ValueError(f"no such fact: {fact}")


def _stands_on(table: Table, seat: int, where: str) -> bool:
    tile = next(tile for tile in table.at["ground"] if list(tile[:2]) == list(table.at["place"][seat]))
    return where in (tile[2], table.pack.tiles[tile[2]]["kind"]) and bool(tile[3])


def _value(table: Table, seat: int, left: str) -> int:
    at, row = table.at, table.at["assets"][seat]
    if left in ASSETS:
        return int(row[ASSETS.index(left)])
    if left in ("exp", "trace", "integrity", "maximum"):
        return int(at[left][seat])
    pool = at["grid"][seat] + at["bag"][seat] + at["dump"][seat]
    values: dict[str, Any] = {
        "time": at["time"],
        "success here": at["on_card"].get("success", 0),
        "ascend here": at["on_card"].get("ascend", 0),
        "corrupted left": at["corrupted"],
        "players": table.seats,
        "assets": sum(row),
        "best asset": max(row),
        "enemies": len(at["enemies"][seat]),
        "top damage": at["enemies"][seat][0][1] if at["enemies"][seat] else 0,
        "equipped augments": len(at["equipped"][seat]),
        "bodies": len(at["bodies"][seat]),
        "unlocked slots": 4 - at["grid"][seat].count("#"),
        "open in pool": pool.count("O"),
        "corrupted in pool": pool.count("X"),
        "inari in pool": pool.count("N"),
        "resets": at["tally"][seat].get("resets", 0),
    }
    return int(values[left])


# -- Doing -------------------------------------------------------------------------------------------------------------


def run(table: Table, seat: int, line: str, source: list[Any] | None = None, frame: bool = False) -> Play:
    """Carry out a line for a player; `source` is the enemy whose line it is."""
    met = False  # an «if» of the chain that is being read was true
    for clause in clauses(line):
        if clause.otherwise and met:
            continue
        met = False
        heads = list(clause.heads)
        if heads and heads[0][0] == "if":
            if not holds(table, seat, heads.pop(0)[1]):
                continue
            met = True
        yield from _heads(table, seat, heads, clause, source, frame)


def _heads(
    table: Table, seat: int, heads: list[tuple[str, str]], clause: Clause, source: list[Any] | None, frame: bool
) -> Play:
    """What stands before the acts: for whom they are, and whether they happen for this player."""
    if not heads:
        yield from _body(table, seat, clause, source, frame)
        return
    (kind, words), *rest = heads
    if kind == "if":
        if holds(table, seat, words):
            yield from _heads(table, seat, rest, clause, source, frame)
        return
    for one in list(people(table, seat, words)):
        if one in table.has_reset:
            continue  # for this player the rest of the effect is lost
        try:
            yield from _heads(table, one, rest, clause, source, frame)
        except WasReset:
            if table.fighting is not None:
                raise  # in Combat there is nobody else


def people(table: Table, seat: int, who: str) -> Iterator[int]:
    """Players that words name, from the first player clockwise."""
    first = table.at["first"]
    order = [(first + step) % table.seats for step in range(table.seats)]
    if who == "first player":
        yield first
    elif who == "player with most trace":
        yield max(order, key=lambda one: table.at["trace"][one])
    elif who == "player with most inari":
        yield max(order, key=lambda one: _value(table, one, "inari in pool"))
    else:
        for one in order:
            if who == "each player without enemies" and table.at["enemies"][one]:
                continue
            if who in ("each other player", "another player", "another player here") and one == seat:
                continue  # with two at the table «another» leaves no choice
            if who.endswith("player here") and table.at["place"][one] != table.at["place"][seat]:
                continue
            yield one


def _body(table: Table, seat: int, clause: Clause, source: list[Any] | None, frame: bool) -> Play:
    if clause.price:
        number, asset = re.fullmatch(rf"spend {AMOUNT} (\w+)", clause.price).groups()  # type: ignore[union-attr]
        cost = amount(number, table.seats)
        if table.asset(seat, asset) < cost:
            return
        move = yield seat, frozenset({("do",), ("leave",)})
        if move == ("leave",):
            return
        table.change_asset(seat, asset, -cost)
    for act in clause.acts:
        yield from do(table, seat, act, source, frame)


def _rate(table: Table, seat: int, thing: str) -> int:
    rates = {
        "die": table.dice_on_frame,
        "damage removed": table.removed,
        "equipped augment": len(table.at["equipped"][seat]),
        "enemy": len(table.at["enemies"][seat]),
        "advanced body": len(table.at["bodies"][seat]),
        "unlocked slot": 4 - table.at["grid"][seat].count("#"),
    }
    return rates[thing]


def do(table: Table, seat: int, act: str, source: list[Any] | None = None, frame: bool = False) -> Play:
    """One act for one player."""
    rate = re.fullmatch(r"(.+) per ([a-z ]+?)(?:, at most (\d+))?", act)
    times, most = 1, 10**6
    if rate:
        act, times, most = rate[1], _rate(table, seat, rate[2]), int(rate[3] or 10**6)
    found = re.search(AMOUNT, act)
    number, words = 0, act
    if found and " card " not in act and " code " not in act:
        number = min(most, times * amount(found[1], table.seats))
        words = re.sub(AMOUNT, "#", act, count=1)
    if words in ("wound #", "dump # token", "dump one column", "discard # corrupted", "gain any # asset"):
        yield from _asking(table, seat, words, number)
    elif words in ("victory", "lost") or words.startswith(("draw card ", "put card ")):
        yield from CARDS[0](table, words)
    elif words == "deal #":
        yield from table.deal(seat, number, frame)
    elif words == "deal # to each enemy":
        yield from _deal_each(table, seat, number)
    elif not (_simple(table, seat, words, number) or _enemies(table, seat, words, number, source)):
        before = table.at["time"]
        _table_wide(table, seat, words, number)
        if before > table.at["time"] == 0 and table.ruled("end.time-zero", "lost"):
            yield from CARDS[0](table, "lost")


def _asking(table: Table, seat: int, words: str, number: int) -> Play:
    """Acts that may ask somebody."""
    grid = table.at["grid"][seat]
    if words == "wound #":
        yield from table.wound(seat, number)
    elif words == "dump # token":
        for left in range(number, 0, -1):
            slots = [slot for slot, token in enumerate(table.at["grid"][seat]) if token not in ".#"]
            if len(slots) <= left:
                table.dump_all(seat)  # there is nothing to choose
                break
            yield from table.dump_chosen(seat, slots)
    elif words == "dump one column":
        columns = [c for c in range(5) if any(grid[row * 5 + c] not in ".#" for row in range(4))]
        if len(columns) > 1:
            move = yield seat, frozenset(("line", column + 1) for column in columns)
            columns = [move[1] - 1]
        for column in columns:
            slots = [row * 5 + column for row in range(4) if grid[row * 5 + column] not in ".#"]
            table.to_dump(seat, table.lift(seat, slots))
    elif words == "discard # corrupted":
        slots = [slot for slot, token in enumerate(grid) if token == "X"]
        if len(slots) > 1:
            move = yield seat, frozenset(("discard", slot_name(slot)) for slot in slots)
            slots = [slot_number(move[1])]
        table.at["box"] += list(table.lift(seat, slots))  # it leaves the game
    else:
        open_to = [name for name in ASSETS if table.asset(seat, name) < 5]
        move = yield seat, frozenset(("asset", name) for name in open_to)
        table.change_asset(seat, move[1], number)


def _simple(table: Table, seat: int, words: str, number: int) -> bool:
    """Acts on what one player has."""
    at = table.at
    kind, _, thing = words.partition(" # ")
    if thing in ASSETS and kind in ("gain", "lose", "spend"):
        table.change_asset(seat, thing, number if kind == "gain" else -number)
    elif words == "lose # of each asset":
        for name in ASSETS:
            table.change_asset(seat, name, -number)
    elif words in ("gain # exp", "lose # exp"):
        table.gain_exp(seat, number if kind == "gain" else -number)
    elif words == "recover #":
        table.recover(seat, number)
    elif words == "raise max #":
        cap = 8 if table.ruled("upg.max-cap", "8") else 10
        by = min(number, cap - at["maximum"][seat])
        at["maximum"][seat] += by
        at["integrity"][seat] += by
    elif words == "set integrity #":
        at["integrity"][seat] = min(number, at["maximum"][seat])
    else:
        return _tokens(table, seat, kind, thing, number) or _trace(table, seat, words, number)
    return True


def _tokens(table: Table, seat: int, kind: str, thing: str, number: int) -> bool:
    """Tokens that come, and a launcher that is emptied."""
    at = table.at
    if (kind, thing) == ("gain", "corrupted"):
        table.gain_corrupted(seat, number)
    elif kind in ("gain", "bag") and thing in LETTERS:
        letter = at["core"][seat] if thing == "core" else LETTERS[thing]
        taken = min(number, at["supply"][letter])
        at["supply"][letter] -= taken
        where = "dump" if kind == "gain" else "bag"
        at[where][seat] = "".join(sorted(at[where][seat] + letter * taken))
    elif kind == "dump all":
        table.dump_all(seat)
    else:
        return False
    return True


def _trace(table: Table, seat: int, words: str, number: int) -> bool:
    """Trace, and what guards against wounds."""
    at = table.at
    if words == "trace up #":
        table.trace_up(seat, number)
    elif words == "trace down #":
        at["trace"][seat] = max(0, at["trace"][seat] - number)
    elif words in ("set trace 0", "set trace #"):
        at["trace"][seat] = 0
    elif words == "guard #":
        table.guard[seat] += number
    elif words != "nothing":
        return False
    return True


def _deal_each(table: Table, seat: int, number: int) -> Play:
    stack = table.at["enemies"][seat]
    for entry in list(stack):
        entry[1] += number
        if entry[1] >= table.pack.enemy(entry[0])["integrity"]:
            yield from table.defeat(seat, next(at for at, one in enumerate(stack) if one is entry))


def _enemies(table: Table, seat: int, words: str, number: int, source: list[Any] | None) -> bool:
    """Acts on enemies and on the fight."""
    stack = table.at["enemies"][seat]
    if words == "attach #":
        table.attach(seat, number)
    elif words == "discard top enemy":
        if stack:
            table.remove(seat, 0)
    elif words == "rotate enemies":
        stack[:] = [*stack[1:], *stack[:1]]
    elif words == "heal #":
        target = source if source is not None else stack[0]
        target[1] = max(0, target[1] - number)
    elif words == "cancel next frame":
        table.cancelled += 1
    else:
        return False
    return True


def _table_wide(table: Table, seat: int, words: str, number: int) -> None:
    """Acts on the card, the time and the game."""
    at = table.at
    counter = re.fullmatch(r"(put|remove) # (success|ascend) here", words)
    if words == "set time #":
        at["time"] = min(12, number)
    elif words == "time down #":
        at["time"] = max(0, at["time"] - number)
    elif counter:
        kind = counter[2]
        have = at["on_card"].get(kind, 0)
        by = min(number, at["supply"][kind]) if counter[1] == "put" else -min(number, have)
        at["supply"][kind] -= by
        at["on_card"][kind] = have + by
        if not at["on_card"][kind]:
            del at["on_card"][kind]
    else:
        raise ValueError(f"no such act: {words} ({seat})")


Table.run = staticmethod(run)  # type: ignore[assignment]
