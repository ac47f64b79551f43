"""Random scenario cards, written in the language of packs."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from second.pack import HOUSE, Pack
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.game import Game

CARDS = 24  # plot cards of one scenario; the last ones are drawn by those before them
SHEET = """
[[scenario]]
code = "T01"
name = "Trial"
kind = "story"
start = [0, 0]
corrupted = {{ number = 4, each = 2 }}
factions = ["Commoners"]
first = "T01-H"
special = {special}
map = [
  {{ at = [0, 0], tile = "shelter", up = true }},
  {{ at = [1, 0], tile = "neon-arcade", up = true }},
  {{ at = [0, 1], tile = "free-clinic", up = true }},
  {{ at = [-1, 0], tile = "data-bazaar", find = true }},
  {{ at = [0, -1], tile = "commoner-canteen" }},
]
enemies = [{{ level = 1, number = 10 }}, {{ level = 2, number = 8 }}]
"""
CARD = """
[[scenario.cards]]
code = "{code}"
name = "Card {name}"
story = "A trial."
immediate = "{immediate}"
world = {world}
{more}
"""
END = '\n[[scenario.cards]]\ncode = "T01-{code}"\nname = "{name}"\nends = "{ends}"\nstory = "Over."\n'
SPECIAL = (
    '\n[[scenario.cards]]\ncode = "T01-{code}"\nname = "Aside {code}"\nspecial = true\nstory = "Beside."\n{more}\n'
)
COMPARE = (">=", "<=", ">", "<", "=")


def _amount(rng: random.Random, most: int = 3) -> str:
    return rng.choice([*map(str, range(1, most + 1)), "n", "2 (3 from 3 players)"])


def _of_players(rng: random.Random) -> str:
    asset = rng.choice(("shield", "memory", "power", "reroll"))
    return rng.choice(
        (
            f"gain {_amount(rng)} {asset}",
            f"lose {_amount(rng)} {asset}",
            f"gain {_amount(rng)} exp",
            "lose 1 exp",
            f"recover {_amount(rng)}",
            f"wound {_amount(rng)}",
            f"wound {_amount(rng)}",
            f"trace up {_amount(rng)}",
            f"trace down {_amount(rng)}",
            "attach 1",
            "gain 1 corrupted",
            "gain 1 open",
            "gain 1 core",
            "raise max 1",
            "set trace 0",
            "dump all",
            "lose 1 of each asset",
            "wound 1 per enemy, at most 2",
        )
    )


def _of_table(rng: random.Random, number: int) -> str:
    later = f"T01-{rng.randint(number + 1, CARDS)}" if number < CARDS else "T01-S"
    acts = [f"time down {rng.randint(1, 2)}"] * 4 + [f"set time {rng.randint(1, 9)}", "put 1 success here"]
    acts += ["remove 1 success here", f"draw card {later}", "draw card T01-S", "put card T01-R into play"]
    return rng.choice([*acts, "victory", "lost"])


def _test(rng: random.Random, players: bool) -> str:
    sign, number = rng.choice(COMPARE), _amount(rng, 5)
    table = [f"time {sign} {number}", f"success here {sign} {number}", f"corrupted left {sign} {number}"]
    table += ["time is even", "time is odd", "no enemies attached", "not no enemies attached", "all on shelter"]
    mine = [f"{word} {sign} {number}" for word in ("exp", "trace", "integrity", "assets", "enemies", "shield")]
    mine += ["on shelter", "not on shelter", f"best asset {sign} {number}", f"corrupted in pool {sign} {number}"]
    return rng.choice(mine if players else table)


def _tests(rng: random.Random, players: bool) -> str:
    return " and ".join(_test(rng, players) for _ in range(rng.choice((1, 1, 1, 2))))


def _clause(rng: random.Random, number: int) -> str:
    if rng.random() < 0.4:
        return _of_table(rng, number)
    who = rng.choice(("each player", "each player", "first player", "each player without enemies"))
    who = rng.choice((who, who, "player with most trace"))
    test = f"if {_tests(rng, True)}: " if rng.random() < 0.4 else ""
    acts = " and ".join(_of_players(rng) for _ in range(rng.choice((1, 1, 2))))
    return f"{who}: {test}{acts}"


def _line(rng: random.Random, number: int) -> str:
    """Clauses; some with an «if», and then perhaps an «otherwise», which may ask once more."""
    parts: list[str] = []
    chain = False
    for _ in range(rng.randint(1, 4)):
        clause = _clause(rng, number)
        asks = rng.random() < 0.45
        if asks:
            clause = f"if {_tests(rng, False)}: {clause}"
        if chain and rng.random() < 0.6:
            clause = f"otherwise: {clause}"
        parts.append(clause)
        chain = asks
    return "; ".join(parts)


def _world(rng: random.Random, number: int) -> list[str]:
    blocks = [f"if {_tests(rng, False)}: {_line(rng, number)}" for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.8:
        blocks.append(f"otherwise: {_line(rng, number)}")
    elif rng.random() < 0.5:
        blocks.append(f"{_clause(rng, number)}; {_line(rng, number)}")
    return [block for block in blocks if len(block) <= 300]


def _immediate(rng: random.Random) -> str:
    who = rng.choice(("each player", "first player"))
    return rng.choice((f"set time {rng.randint(1, 9)}", f"{who}: {_of_players(rng)}", "nothing"))


@cache
def written(batch: int) -> tuple[Game[Any], Pack]:
    """The game with a scenario of random cards, and the same cards for the second engine."""
    rng = random.Random(f"cards {batch}")
    folder = Path(mkdtemp(prefix="tamashii-second-"))
    home = folder / "pack"
    shutil.copytree(HOUSE, home)
    special = rng.choice(([], ["first-reset-one"]))
    text = SHEET.format(special=str(special).replace("'", '"'))
    ways = ", ".join(f'"if time = {number}: draw card T01-{number}"' for number in range(1, CARDS + 1))
    ways += ', "otherwise: draw card T01-S; put card T01-R into play; if time = 1: victory; otherwise: lost"'
    text += CARD.format(code="T01-H", name="Hub", immediate="set time 12", world=f"[{ways}]", more="")
    for number in range(1, CARDS + 1):
        world = ", ".join(f'"{block}"' for block in _world(rng, number))
        more = "stays = true" if rng.random() < 0.2 else ""
        card = {"code": f"T01-{number}", "name": number, "immediate": _immediate(rng), "world": f"[{world}]"}
        text += CARD.format(more=more, **card)
    text += SPECIAL.format(code="S", more='immediate = "each player: gain 1 exp"') + SPECIAL.format(code="R", more="")
    text += END.format(code="V", name="Victory!", ends="won") + END.format(code="L", name="Lost", ends="lost")
    (home / "scenarios/t01.toml").write_text(text, encoding="utf-8")
    game = type(load("tamashii"))(home)  # type: ignore[call-arg]
    pack = Pack(home)
    shutil.rmtree(folder)
    return game, pack
