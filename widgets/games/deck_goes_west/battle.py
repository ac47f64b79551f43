"""A battle as a sheet: what each side has brought, the dice, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tabletop_kernel.contract.events import Event
from tabletop_kernel.games.deck_goes_west.battle import Battle, Side
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import job_from_fact
from tabletop_kernel.toolkit.grid import steps
from widgets.games.deck_goes_west.look import Look
from widgets.look import count
from widgets.scene import Cell, Column, Die, Note, Row, Sheet

BEGINS = ("battle", "attacked")  # events with which a battle begins
OUTLAWS = -1  # in the place of a seat
Told = tuple[str, dict[str, Any]]  # the kind of an event, and its facts


def sheet(look: Look) -> Sheet:
    """The players on the tile, and the bandits; dice are open until they are rolled."""
    battle = Battle(*next(data for kind, _, data in reversed(look.view["frames"]) if kind == "battle"))
    sides = {side.seat: side for side in (Side(*one) for one in battle.sides)}
    here = [seat for seat in look.seats if look.lives(seat) and look.view["meeple"][seat] == list(battle.place)]
    fighters = sorted({*here, *sides})
    left = next((n for *at, n in look.view["bandits"] if at == list(battle.place)), 0)
    told = _since(look.told())
    names = [look.name(seat) for seat in fighters]
    short = [name.split()[0] if len(fighters) > 1 else name for name in names]  # several share the width
    columns: list[Column] = [{"seat": seat, "title": name} for seat, name in zip(fighters, short, strict=True)]
    columns.append({"glyph": "bandit", "title": count(left, "bandit")})
    rows = [
        _jobs(look, fighters, told),
        _row(look, "Attack", "battle.hits", fighters, sides, left, told),
        _row(look, "Defence", "battle.saves", fighters, sides, left, told),
    ]
    return {
        "part": "sheet",
        "place": "beside",
        "zone": "battle",
        "title": "Bandits attack" if battle.starter == OUTLAWS else "Battle",
        "glyph": "attack",
        "rule": "battle.order",
        "columns": columns,
        "rows": [row for row in [*rows, *_results(told, fighters)] if row],
    }


def threat(look: Look) -> list[Note]:
    """Bandits on the own tile or beside it, before anybody fights."""
    if look.me is None or not look.lives(look.me):
        return []
    place = look.place_of(look.me)
    near: Counter[int] = Counter()
    for column, row, number in look.view["bandits"]:
        near[steps(place, (column, row))] += number
    if near[0]:
        here = count(near[0], "bandit")
        text = f"{here} on your tile. Jobs that name a place don't work here. To fight, use a battle job."
        rule = "battle.by-player"
    elif near[1]:
        text, rule = f"{count(near[1], 'bandit')} next to you. To fight, walk onto their tile.", "act.battle"
    else:
        return []
    return [{"part": "note", "place": "beside", "zone": "battle", "text": text, "rule": rule}]


def _since(told: Sequence[Event]) -> list[Told]:
    """What has happened in this battle so far."""
    start = max((n for n, (kind, *_) in enumerate(told) if kind in BEGINS), default=len(told))
    return [(kind, data) for kind, _, _, data in told[start:]]


def _jobs(look: Look, fighters: list[int], told: Iterable[Told]) -> Row | None:
    """The jobs that each has brought."""
    said: dict[int, list[str]] = {}
    for kind, data in told:
        if kind == "does":
            said.setdefault(data["seat"], []).append(job_in_words(job_from_fact(data["job"])))
    if not said:
        return None
    cells: list[Cell | None] = [{"text": " ".join(said[seat])} if seat in said else None for seat in fighters]
    return {"label": "Jobs", "rule": "battle.commit", "slim": True, "cells": [*cells, None]}


def _row(
    look: Look, label: str, rule: str, fighters: list[int], sides: dict[int, Side], left: int, told: list[Told]
) -> Row:
    """Dice of the players and of the bandits for one of the two: hits or saves."""
    attack = label == "Attack"
    cells: list[Cell | None] = []
    for seat in fighters:
        side = sides.get(seat, Side(seat))
        dice, sure = (side.attack_dice, side.hits) if attack else (side.defence_dice, side.saves)
        kinds = ("attacks", "attacks-and-more") if attack else ("defends", "defends-and-more")
        rolled = _rolled(told, kinds, seat)
        cell: Cell = {"dice": _dice(look, f"{label}:{seat}", dice, rolled, rule, seat)}
        if sure:
            cell["text"] = f"+{sure}"
        if not dice and not sure:
            cell = {"text": "none"}
        cells.append(cell)
    rolled = _rolled(told, ("bandits-hit",) if attack else ("bandits-save",), OUTLAWS)
    cells.append({"dice": _dice(look, f"{label}:bandits", left, rolled, rule, None)})
    return {"label": label, "rule": rule, "stays": True, "cells": cells}


def _rolled(told: Iterable[Told], kinds: Sequence[str], seat: int) -> list[int]:
    """The dice that a side has rolled in this battle, if it has."""
    found = [data["dice"] for kind, data in told if kind in kinds and data.get("seat", OUTLAWS) == seat]
    return list(found[-1]) if found else []


def _dice(look: Look, name: str, number: int, rolled: list[int], rule: str, seat: int | None) -> list[Die]:
    figures: list[Any] = rolled or [""] * number
    found: list[Die] = []
    for n, figure in enumerate(figures):
        label = f"A die: {figure}" if figure != "" else "A die, not rolled yet"
        made: Die = {**look.piece(f"die:{name}:{n}", label, rule=rule), "figure": str(figure)}  # type: ignore[typeddict-item]
        if seat is not None:
            made["seat"] = seat
        found.append(made)
    return found


def _results(told: Iterable[Told], fighters: list[int]) -> list[Row]:
    """Hits against saves, for each attack that is over; the players' stands under them, the bandits' under theirs.

    Under a ruling each player has saves of their own, and so a result of their own.
    """
    rows: list[Row] = []
    players, columns = True, len(fighters) + 1
    own: list[Cell | None] = [None] * columns
    for kind, data in told:
        if kind in ("bandits-save", "bandits-hit"):
            players = kind == "bandits-save"
        if kind in ("damage-to", "no-damage-to") and data["seat"] in fighters:
            own[fighters.index(data["seat"])] = _through(data)
        if kind not in ("damage", "no-damage"):
            continue
        cells: list[Cell | None] = [None] * columns
        cells[0 if players else -1] = _through(data)
        label = "Bandits removed" if players else "Pain cards each"
        rows.append({"label": label, "rule": "battle.damage", "strong": True, "cells": cells})
    if any(own):
        rows.append({"label": "Pain", "rule": "battle.damage", "strong": True, "cells": own})
    return rows


def _through(data: dict[str, Any]) -> Cell:
    """«4 − 3 = 1»"""
    hits, saves, through = (data[key] for key in ("hits", "saves", "count"))
    return {"text": f"{hits} − {saves} = {through}", "figure": str(through)}
