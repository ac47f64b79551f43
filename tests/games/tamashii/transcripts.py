"""Tables of the rules as they are written down in tests, and how what a pack holds is compared with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from tabletop_kernel.games.tamashii.components import FREE_CODE
from tabletop_kernel.games.tamashii.lines import grammar
from tabletop_kernel.games.tamashii.lines.operations import Act, Line, Test
from tabletop_kernel.games.tamashii.pack.pieces import Cells, Content, EnemyLot, Laid, Place

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def rows(table: str) -> Iterator[list[str]]:
    for row in table.strip().splitlines():
        yield [cell.strip() for cell in row.split("|")]


def slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower().replace("'", ""))


def pattern(cells: Cells) -> str:
    return "/".join(cells)


def size(cells: Cells) -> int:
    return sum(cell != "." for cell in "".join(cells))


def done(line: Line) -> str:
    """The line of a card, whether its acts are joined by «and» or stand in clauses of their own."""
    return line.text.replace(" and ", "; ")


def price(acts: Iterable[Act]) -> str:
    return "; ".join(grammar.written_act(act) for act in acts)


def without_price(line: Line, paid: str) -> str:
    """What is paid stands at the beginning of the line."""
    assert done(line).startswith(paid)
    return done(line).removeprefix(paid).removeprefix("; ")


def laid(row: str) -> Laid:
    """«Riot Line 1,-1 down*»: a place of a map. «any» is a random tile, «relay» a marker with a dice token."""
    found = re.fullmatch(r"(.+) (-?\d),(-?\d) (up|down)(\*?)( relay)?", " ".join(row.split()))
    assert found is not None, row
    name, q, r, side, star, relay = found.groups()
    tile = "" if name == "any" else slug(name)
    return Laid((int(q), int(r)), tile, side == "up", bool(star), bool(relay), bool(relay))


def number(lot: EnemyLot, players: int) -> int:
    many = lot.number + lot.each * players
    return many if lot.most is None else min(many, lot.most)


def deck_size(lots: Sequence[EnemyLot], players: int) -> int:
    cards = 0
    for lot in lots:
        if not lot.aside:
            cards = number(lot, players) if lot.fill else cards + number(lot, players)
    return cards


def said(lot: EnemyLot, players: int) -> str:
    parts = ["fill"] * lot.fill + [str(number(lot, players)), lot.enemy or f"level {lot.level}"]
    return " ".join([*parts, *["shuffled"] * lot.shuffled, *["aside"] * lot.aside, *[lot.mark] * bool(lot.mark)])


def connected(places: Collection[Place]) -> bool:
    first, *_ = places
    seen, todo = {first}, [first]
    while todo:
        q, r = todo.pop()
        for near in ((q + dq, r + dr) for dq, dr in NEIGHBOURS):
            if near in places and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) == len(places)


def check_enough_enemies(house: Content, lots: Sequence[EnemyLot], players: int) -> None:
    """No more cards of a kind, or of a level, than there are without unlocking anything."""
    wanted: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    cards = 0
    for lot in lots:
        many = number(lot, players) - (cards if lot.fill else 0)
        cards += 0 if lot.aside else many
        wanted[lot.enemy] += many
        levels[house.enemies[lot.enemy].level if lot.enemy else lot.level] += many
    assert all(wanted[kind] <= house.enemies[kind].copies for kind in wanted if kind)
    for level, many in levels.items():
        free = (enemy for enemy in house.enemies.values() if enemy.code == FREE_CODE and enemy.level == level)
        assert many <= sum(enemy.copies for enemy in free)


def places_named(tests: Iterable[Test]) -> set[str]:
    return {test.left.split("on ", 1)[1] for test in tests if re.match("(all )?on ", test.left)}
