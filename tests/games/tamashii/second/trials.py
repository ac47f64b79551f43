"""Trials: from a seed comes a table, on which both engines play the same; a difference is an error."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import played_tables
from refereed import GAME, onward

from second import combat, compare, launcher, launching, scripts, world
from second.pack import ASSETS, house
from second.table import Table, slot_name, slot_number
from second.tables import LAUNCH, LUCK, few_caties, laid, launcher_of, luck, ruled, usable_augments

CLASSES = ("Reaper", "Brawler", "Trickster", "Whisperer")
FACTIONS = ("Spartans", "Ninkyo", "Seekers", "Commoners")
WALKERS = {"E": "kindle", "W": "bulwark", "L": "scribe", "F": "runner"}
PLANNING = [["turn", -1, [1]]]
SLOTS: dict[str, tuple[str, ...]] = {
    "launcher.light-slots": tuple(launcher.LIGHT),
    "prog.corrupted-moves": ("no",),
    "prog.dark-slots": ("no",),
    "refill.direction": ("columns",),
}
LAUNCHES: dict[str, tuple[str, ...]] = {
    "pattern.mirror": ("rotations",),
    "pattern.once-card": ("one",),
    "pattern.same-tokens-mode": ("shared",),
    "pattern.long-and-short": ("no",),
    "pattern.long-shape": ("connected",),
    "pattern.exp-shape": ("line",),
    "pattern.null-launch": ("refused",),
    "pattern.open-everything": ("one",),
    "exp.cap": ("10",),
    "launch.corrupted-when": ("any",),
    "combat.excess-elsewhere": ("carries",),
    "inari.adjacent": ("diagonal",),
    "inari.many": ("one",),
    "catie.effect": ("launcher",),
    "end.cd-empty": ("empty", "sheet"),
    "reset.rest-of-effect": ("finish",),
    "reset.symbol": ("wire",),
    "body.third": ("refused",),
    "body.new-active": ("choose",),
}


def board(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two players of different boards and classes, the first with some of everything."""
    core, other = rng.sample("EWLF", 2)
    one, two = rng.sample(CLASSES, 2)
    mine = {"walker": WALKERS[core], "core": core, "classes": one, "class_deck": []}
    mine |= {name: rng.choice((0, 0, 1, 2, 3, 5)) for name in ASSETS}
    mine |= {"exp": rng.choice((0, 1, 9, 10)), "trace": rng.randint(0, 8), "integrity": rng.randint(1, 5)}
    return mine, {"walker": WALKERS[other], "core": other, "classes": two, "class_deck": []}


def enemy_cards(rng: random.Random, unknown: str) -> list[str]:
    """All enemy cards but those with a hack that the second engine does not know, shuffled."""
    cards = [
        name
        for name, enemy in house().enemies.items()
        if "code" not in enemy and not any(unknown in hack for hack in enemy["hacks"])
        for _ in range(enemy["copies"])
    ]
    rng.shuffle(cards)
    return cards


def attached(rng: random.Random, cards: list[str], number: int) -> list[list[Any]]:
    """So many enemies from the top of these cards, with some damage."""
    stack = [cards.pop(0) for _ in range(number)]
    return [[name, rng.randrange(house().enemies[name]["integrity"])] for name in stack]


def launches(seed: int) -> int:
    """A whole launch step; how many moves it took."""
    rng = random.Random(seed)
    rulings = ruled(LAUNCHES, rng, rng.choice((0, 0.3)))
    options, extra = rng.choice(
        (({}, ""), ({}, ""), ({"scenario": "S05"}, "NN"), ({"unlocked": "C01", "catie": "on"}, "CD"))
    )
    mine, other = board(rng)
    cards = enemy_cards(rng, "program")
    augments = usable_augments(house(), (str(mine["classes"]), *FACTIONS))
    mine |= {
        "grid": few_caties(launcher_of(rng, extra), rng, rng.randint(1, 2)),
        "equipped": rng.sample(augments, rng.randint(0, 3)),
        "enemies": attached(rng, cards, rng.randint(0, 3)),
        "enemy_deck": cards[:8],
        "bodies": rng.choice(([], [], ["tin-saint"], ["paper-tiger", "tin-saint"])),
        "phase": "action",
        "frames": LAUNCH,
    }
    session, table = laid(rulings, luck(rng), mine, other, options)
    said = compare.follow(session, table, launching.launch_step(table, 0), rng)
    if not table.result:
        compare.check(session, table, said)
    return len(said)


def programs(seed: int) -> int:
    """Slides and switches until the moves are used up; how many were compared."""
    rng = random.Random(seed)
    rulings = ruled(SLOTS, rng, rng.choice((0, 0.5)))
    inari = rng.random() < 0.3
    mine, other = board(rng)
    grid = launcher_of(rng, "NN" if inari else "")
    mine |= {"grid": grid, "moves_left": 4, "exp": 0, "memory": 0}
    session, _ = laid(rulings, luck(rng), mine, other, {"scenario": "S05"} if inari else {})
    said: list[Any] = []
    for left in range(4, -1, -1):
        theirs = {
            (kind, frozenset(map(slot_number, slots)) if kind == "switch" else tuple(map(slot_number, slots)))
            for kind, *slots in session.moves(0)
            if kind in ("slide", "switch")
        }
        ours = launcher.program_moves(grid, rulings) if left else set()
        if theirs != ours:
            raise compare.Differs(f"{rulings} {grid} after {said}: only {ours - theirs} / only {theirs - ours}")
        if not ours:
            break
        kind, slots = rng.choice(sorted(ours, key=repr))
        one, two = sorted(slots) if kind == "switch" else tuple(slots)
        said.append((kind, slot_name(one), slot_name(two)))
        session.submit(0, said[-1])
        grid = launcher.after(grid, one, two)
        if session.truth.grid[0] != grid:
            raise compare.Differs(f"after {said}: {session.truth.grid[0]}, and not {grid}")
    return len(said)


def refills(seed: int) -> int:
    """A refill from a bag of one kind, and then from a dump of another; how many tokens were drawn."""
    rng = random.Random(seed)
    rulings = ruled(SLOTS, rng, rng.choice((0, 0.5)))
    mine, other = board(rng)
    grid = launcher_of(rng, density=rng.choice((0.0, 0.2, 0.5)))
    first, then = rng.sample("EWLF", 2)
    bag, dump = first * rng.randint(0, 8), then * rng.randint(0, 8)
    mine |= {"grid": grid, "bag": bag, "dump": dump, "trace": 0, "exp": 0, "memory": 0}
    mine |= {"turn": 2, "frames": PLANNING}
    session, _ = laid(rulings, luck(rng), mine, other)
    slots = launcher.to_refill(grid, rulings)
    drawn = (bag + dump)[: len(slots)]
    tokens = list(grid)
    for slot, token in zip(slots, drawn, strict=False):
        tokens[slot] = token
    back = len(slots) > len(bag)  # somebody was about to draw from an empty bag
    left = (bag + dump)[len(drawn) :] if back else bag[len(drawn) :]
    ours = "".join(tokens), "".join(sorted(left)), "" if back else dump
    theirs = session.truth.grid[0], "".join(sorted(session.truth.bag[0])), session.truth.dump[0]
    if ours != theirs:
        raise compare.Differs(f"{rulings} {grid} bag {bag} dump {dump}: first {theirs}, second {ours}")
    return len(drawn)


FIGHTS: dict[str, tuple[str, ...]] = {
    "reroll.dice": ("any",),
    "reroll.timing": ("frame",),
    "dice.supply": ("10",),
    "combat.pass": ("final",),
    "combat.no-enemies-left": ("ends",),
    "combat.late-enemy": ("acts",),
    "combat.wound-batches": ("combat",),
    "combat.excess-elsewhere": ("carries",),
    "exp.cap": ("10",),
    "trace.overshoot": ("carried",),
    "reset.symbol": ("wire",),
    "reset.rest-of-effect": ("finish",),
    "end.cd-empty": ("empty", "sheet"),
}
BODIES = (
    *("hollow-ronin", "tin-saint", "paper-tiger", "static-widow", "dockside-colossus", "night-florist", "cybercat"),
    *("lighthouse-unit", "borrowed-crown"),
)
FIGHTING = {
    "Brawler": ["haymaker", "thick-skin", "crowd-control", "shoulder-charge", "iron-debt", "bare-knuckles"],
    "Reaper": ["clean-cut", "lone-harvest", "shared-harvest", "last-look", "cold-trail", "ferrymans-coin"],
    "Trickster": ["loaded-dice"],
    "Whisperer": ["lullaby"],
}


def fights(seed: int) -> int:
    """A whole Combat, until the other player's begins; how many moves it took."""
    rng = random.Random(seed)
    rulings = ruled(FIGHTS, rng, rng.choice((0, 0.3)))
    mine, other = board(rng)
    cards = enemy_cards(rng, "nothing")
    bodies = rng.sample(BODIES, rng.choice((0, 0, 1, 1, 2)))
    mine |= {
        "grid": launcher_of(rng, density=rng.choice((0.0, 0.2, 0.5))),
        "enemies": attached(rng, cards, rng.randint(1, 4)),
        "bodies": bodies,
        "corrupted": rng.choice((1, 2, 3, 8, 8, 8)),
        "equipped": [name for name in FIGHTING[str(mine["classes"])] if rng.random() < 0.5],
        "integrity": rng.choice((1, 2, 5, 5, 5)),
    }
    other["enemies"] = attached(rng, cards, 1)
    mine["enemy_deck"] = cards
    session, table = laid(rulings, luck(rng), mine, other, {"unlocked": "all"})
    table.at |= deepcopy(GAME.write(onward(session, "roll").truth))
    said = compare.follow(session, table, combat.fight(table, 0), rng)
    if not table.result:
        compare.check(session, table, said)
    return len(said)


WORLDS: dict[str, tuple[str, ...]] = {
    "quest.blocks": ("all-ifs",),
    "quest.special-draw": ("yes",),
    "end.cd-empty": ("empty", "sheet"),
    "end.time-zero": ("lost",),
    "trace.overshoot": ("carried",),
    "reset.token": ("stays",),
    "reset.symbol": ("wire",),
    "reset.rest-of-effect": ("finish",),
    "exp.cap": ("10",),
    "upg.max-cap": ("8",),
}
FULL = "E.W.#.LFE#WLF.#.E.W#"
UNLIKE = ("grid", "bag", "dump")  # the next Planning phase may have refilled a launcher: pools are compared


def worlds(seed: int) -> int:
    """The Quest phase under a random card; how many questions were asked."""
    rng = random.Random(seed)
    game, pack = scripts.written(seed // (10 * scripts.CARDS))
    rulings = ruled(WORLDS, rng, rng.choice((0, 0.3)))
    seats = rng.choice((2, 2, 3))
    cards = enemy_cards(rng, "nothing")
    changes: dict[str, Any] = {
        "card": f"T01-{seed % scripts.CARDS + 1}",
        "time": rng.randint(0, 6),
        "on_card": {"success": number} if (number := rng.randint(0, 3)) else {},
        "corrupted": rng.choice((0, 1, 2, 3, 8)),
        "assets": [[rng.choice((0, 0, 1, 3, 5)) for _ in ASSETS] for _ in range(seats)],
        "exp": [rng.choice((0, 1, 2, 9, 10)) for _ in range(seats)],
        "trace": [rng.randint(0, 8) for _ in range(seats)],
        "integrity": [rng.randint(1, 5) for _ in range(seats)],
        "maximum": [rng.choice((5, 7, 10)) if "upg.max-cap" not in rulings else 7 for _ in range(seats)],
        "place": [rng.choice(([0, 0], [0, 0], [1, 0])) for _ in range(seats)],
        "enemies": [attached(rng, cards, rng.choice((0, 0, 1, 2))) for _ in range(seats)],
        "first": rng.randrange(seats),
        "learned": [3] * seats,
        "grid": [FULL] * seats,
        "bag": [""] * seats,
    }
    changes["enemy_deck"] = cards
    script = luck(rng, seats) | {f"dice-{seat}": [5] * LUCK for seat in range(seats)}
    laid_out = played_tables.table(seats, "T01", rulings=rulings, game=game, **changes)
    table = Table(pack, game.write(laid_out.truth), rulings, script)
    quest = {"frames": [["turn", -1, [9 * seats + 10]]], "phase": "quest"}
    session = played_tables.table(seats, "T01", rulings=rulings, luck=script, game=game, **changes, **quest)
    said = compare.follow(session, table, world.quest(table), rng, UNLIKE)
    if table.result:
        if session.outcome is None or session.outcome.results[0] != table.result:
            raise compare.Differs(f"{rulings} after {said}: the second says {table.result}, not {session.outcome}")
        return len(said)
    compare.check(session, table, said, UNLIKE)
    if session.truth.first != table.at["first"]:
        raise compare.Differs(f"{rulings} after {said}: the token is with {session.truth.first}")
    return len(said)
