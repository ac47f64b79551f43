"""Deck Goes West told again to somebody who is asked: one line for an action and all it brought, and what threatens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.deck_goes_west.state import Place
from widgets.games.deck_goes_west.look import Look
from widgets.games.deck_goes_west.playback import MINOR, QUIET, ROLLS

CAUSE = "does"
ENDS_ACTION = frozenset({"turn", "passes", "rest", "night", "wants"})
UNTOLD = ROLLS | {  # what they lead to is told
    "night", "rest", "must-take", "bandits-turn", "stops", "east-edge", "declines", "rail-token", "draws", "drew",
    "reshuffles",
}  # fmt: skip
SMALL = (QUIET | MINOR | UNTOLD) - {"draws"}  # of an action
NAMED = 3  # tiles
EVERY_NIGHT = "night.exhaustion"
ON_ME, HURT, NEAR, TIRED = 4, 3, 2, 1  # how much something threatens


def retold(look: Look, log: Sequence[Entry], seat: int) -> list[Entry]:
    """The lines of a log for one seat: an action of anybody else is one line, and so is a row of bandits that come."""
    here = look.view["meeple"][seat]
    made: list[Entry] = []
    action: list[Entry] = []  # the one that is being told
    for entry in log:
        if entry.kind == CAUSE and entry.data["seat"] != seat:
            if any(one.kind != CAUSE for one in action) or (action and action[0].data["seat"] != entry.data["seat"]):
                made, action = [*made, *_as_one(action)], []
            action.append(entry)
        elif action and entry.kind not in ENDS_ACTION and entry.data.get("seat") == action[0].data["seat"]:
            action += [entry] if entry.kind not in SMALL else []
        else:
            if entry.kind in ENDS_ACTION:
                made, action = [*made, *_as_one(action)], []
            if entry.kind not in UNTOLD and not _tired(entry, seat):
                made = _with_bandits(made, entry, here)
    return sorted([*made, *_as_one(action)], key=lambda entry: entry.at)


def _tired(entry: Entry, seat: int) -> bool:
    """Whether it is the card that everybody takes every night, and somebody else does."""
    return entry.rule == EVERY_NIGHT and entry.data.get("seat") != seat


def _as_one(action: Sequence[Entry]) -> list[Entry]:
    """«Tobias Reed uses Pan: gains 2 Gold.» Points are added up, and count most."""
    if not action:
        return []
    causes = [entry for entry in action if entry.kind == CAUSE]
    results = [entry for entry in action if entry.kind != CAUSE]
    if not results:
        return [replace(causes[0], text=" ".join(entry.text for entry in causes))]
    heads = [entry.text.partition(": “")[0].rstrip(".") for entry in causes]  # without the job itself
    name = heads[0].partition(" uses ")[0]
    text = listed([heads[0], *(head.removeprefix(f"{name} uses ") for head in heads[1:])])
    scores = [entry for entry in results if entry.kind == "scores"]
    points = sum(entry.data["points"] for entry in scores)
    brought = _brought(results, name)
    if scores:
        brought.append(f"scores {Number(points):point} ({scores[-1].data['total']} of {scores[-1].data['limit']})")
    told = f"{text}: {listed(brought)}."
    main = scores[-1] if scores else results[-1]
    data = {**main.data, "points": points} if scores else main.data
    return [replace(main, at=action[0].at, text=told, data=data)]


def _brought(results: Sequence[Entry], name: str) -> list[str]:
    """What came of an action, without whose it is: all land that was revealed, and of all steps the last."""
    bare = [entry.text.removeprefix(f"{name} ").rstrip(".") for entry in results]
    land = [text.removeprefix("reveals ") for text in bare if text.startswith("reveals ")]
    steps = [n for n, entry in enumerate(results) if entry.kind == "steps"]
    said = [f"reveals {listed(land)}"] if land else []
    for n, entry in enumerate(results):
        if entry.kind == "gains-nothing":
            said.append("gains nothing")
        elif entry.kind not in ("reveals", "scores") and n not in steps[:-1]:
            said.append(bare[n])
    return said


def _with_bandits(made: list[Entry], entry: Entry, here: Place) -> list[Entry]:
    """One more line; bandits that come to several tiles in one night are one, and the nearest are named."""
    last = made[-1] if made else None
    if last is None or not last.kind == entry.kind == "bandits" or last.at != entry.at:
        return [*made, entry]
    spots = {**last.data.get("spots", _spot(last)), **_spot(entry)}
    near = [spots[place] for place in sorted(spots, key=lambda place: _far(place, here))]
    if len(near) <= NAMED:
        text = f"Bandits appear on {listed(near)}."
    else:
        text = f"Bandits appear on {len(near)} tiles: {', '.join(near[:NAMED])} …"
    return [*made[:-1], replace(last, text=text, data={**last.data, "spots": spots})]


def _spot(entry: Entry) -> dict[Place, str]:
    column, row = entry.data["place"]
    return {(column, row): entry.text.partition(" on ")[2].rpartition(" (now ")[0]}


def _far(place: Sequence[int], here: Sequence[int]) -> int:
    return abs(place[0] - here[0]) + abs(place[1] - here[1])


def threat(look: Look, entry: Entry, seat: int) -> int:
    """How much a line tells of danger to a seat: wounds, bandits on its tile or beside it, and being tired."""
    data, here = entry.data, look.view["meeple"][seat]
    if entry.kind == "takes" and data["seat"] == seat:
        return HURT if look.card(data["card"]).kind == "pain" else TIRED
    if entry.kind == "dies":
        return ON_ME if data["seat"] == seat else 0
    if entry.kind == "attacked":
        return ON_ME if seat in data["seats"] else 0
    if entry.kind not in ("bandits", "bandits-move"):
        return 0
    nearest = min(_far(place, here) for place in data.get("spots", [data.get("to", data["place"])]))
    return {0: ON_ME, 1: NEAR}.get(nearest, 0)
