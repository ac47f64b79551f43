"""Events as they are played back: what they concern on the table, dice that roll, enemies that come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.games.tamashii.telling import naming
from widgets.beats import Beat, Delta, Throw, plain, points, seat_piece
from widgets.games.tamashii.look import FACES, Look
from widgets.scene import Die

ROLLS = frozenset({"rolled-trace", "rolled-attack", "rolled-test"})
QUIET = frozenset(
    {
        "action", "assets-zero", "augments-out", "bag", "bags", "batteries", "bot-start", "card-active", "cards",
        "cards-back", "class-deck", "core", "decks-aside", "die-leaves", "enemy-deck", "enemy-to-bottom",
        "enemy-to-pile", "factions", "fights", "finds", "goal-hidden", "goals", "goes-on", "help-cards", "if-false",
        "integrity-start", "launches-over", "left-out", "locked-codes", "locked-out", "locks", "may-program",
        "next-top", "no-activity", "no-combat", "no-district", "order", "planned", "player-number", "protocol-one",
        "protocols-dealt", "start-equipped", "start-unequipped", "supply", "takes-dice", "time-zero", "trace-start",
        "walker",
    }
)  # fmt: skip
MINOR = QUIET | {
    "die-placed", "dump-back", "dumps", "number-rolled", "number-blank", "phase", "slides", "spends", "stops",
    "stops-early", "switches", "symbol-rolled", "token-passed", "turn", "uses", "world",
}  # fmt: skip
MOMENTS = ROLLS | {
    "attached", "card", "card-drawn", "defeated", "enemy-acts", "goal-taken", "resets", "scenario-lost", "scenario-won",
    "test-failed", "test-passed", "trace-top", "wounded", "won",
}  # fmt: skip
AFTER_ACT = frozenset({"die-walks", "die-leaves", "late-turn", "enemy-acts", "combat-over"})  # an act ends before these
RESULTS = {"test-failed": "Failed", "test-passed": "Passed"}
TOGETHER = frozenset({"slides", "switches", "attached", "dumps", "gains"})
PASSING = frozenset({"trace-up", "trace-down", "die-placed", "die-walks"})
TOKENS = ("slides", "switches", "refills", "dumps", "discards", "places", "unlocks", "catie-side")
STORES = {"dumps": "dump", "refills": "bag"}  # where tokens go, or come from
CARD = ("card", "card-drawn", "world", "activity", "if-true", "otherwise", "does-activity")
DIE = ("die-walks", "die-placed", "die-leaves")
NUMBERS = {
    "wounded": "stat:integrity",
    "recovers": "stat:integrity",
    "gains-exp": "stat:exp",
    "spends-exp": "stat:exp",
}
SIGNS = {  # of what an event counts: more of it, or less
    "wounded": -1,
    "recovers": 1,
    "gains-exp": 1,
    "spends-exp": -1,
    "gains": 1,
    "loses": -1,
    "spends": -1,
    "time-down": -1,
    "trace-up": 1,
    "trace-down": -1,
}
BECOMES = {"card": "card", "attached": "enemies"}  # what is new stands there while it is told
UNTOLD = MINOR | {"takes-dice", "refills", "trace-up", "die-walks", "rerolled", "stays", "may-program"}
THREATS = {
    "resets": 4,
    "wounded": 3,
    "attached": 3,
    "trace-top": 3,
    "destabilization-hurts": 2,
    "loses": 1,
}


def threat(entry: Entry, seat: int) -> int:
    """How much a line tells of danger to a seat."""
    return THREATS.get(entry.kind, 0) if entry.data.get("seat") == seat else 0


def moments_of(log: Sequence[Entry]) -> list[Entry]:
    """The moments, and what the act of an enemy brings."""
    brought = {id(entry) for _, effects in _acts(log) for entry in effects}
    return [entry for entry in log if entry.kind in MOMENTS or id(entry) in brought]


def retold(log: Sequence[Entry], seat: int) -> list[Entry]:
    """The act of an enemy in one line with what it brings, a roll for a test with how that ended.

    What concerns the reader stays a line of its own, and of what others do with tokens only the end is told.
    """
    more: dict[int, list[Entry]] = {}
    for act, effects in _acts(log):
        more[id(act)] = [entry for entry in effects if entry.data.get("seat") != seat]
    roll: Entry | None = None
    for entry in log:
        roll = entry if entry.kind == "rolled-test" else roll
        if roll is not None and entry.kind in RESULTS:
            more[id(roll)], roll = [entry], None
    merged = {id(entry) for entries in more.values() for entry in entries}
    left = (entry for entry in log if id(entry) not in merged)
    told = (entry for entry in left if entry.kind not in UNTOLD or entry.data.get("seat") == seat)
    return [_with(entry, more.get(id(entry), ())) for entry in told]


def _with(entry: Entry, more: Sequence[Entry]) -> Entry:
    return replace(entry, text=" ".join([entry.text, *(one.text for one in more)])) if more else entry


def _acts(log: Sequence[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Every act of an enemy, with what it brings at once."""
    act, effects = None, list[Entry]()
    for entry in log:
        if act is not None and (entry.at != act.at or entry.kind in AFTER_ACT):
            yield act, effects
            act = None
        if entry.kind == "enemy-acts":
            act, effects = entry, []
        elif act is not None:
            effects.append(entry)
    if act is not None:
        yield act, effects


def beat(look: Look, entry: Entry) -> Beat:
    """One event: the pieces it is about, in the order in which the eye should find them, and what changes by it."""
    if entry.kind in ROLLS:
        return _rolled(look, entry)
    if entry.kind in RESULTS:
        return _tested(look, entry)
    found = [*_pieces(look, entry)]
    made = plain(entry, pieces=found) if found else plain(entry)
    if deltas := [*_deltas(look, entry)]:
        made["deltas"] = deltas
    if entry.kind in BECOMES:
        made["becomes"] = [BECOMES[entry.kind]]
    return made


def _pieces(look: Look, entry: Entry) -> Iterable[str]:
    """What an event points at: slots, enemies with their die, blocks of the card, tiles, numbers."""
    data, kind = entry.data, entry.kind
    seat, own = data.get("seat"), data.get("seat") == look.whose
    if kind in ("time", "time-down"):
        yield "marker:time"
    elif kind in CARD:
        yield _block(look, kind, data)
    elif kind in TOKENS and own:
        slots = [data[key] for key in ("slot", "to") if isinstance(data.get(key), str)] or data.get("slots") or []
        yield from (f"slot:{slot}" for slot in slots)
        if kind in STORES:
            yield STORES[kind]
    elif own and kind.startswith("trace"):
        yield "marker:trace"
    elif own and kind in DIE:
        yield from ("foe-die:number", *_enemies(look, str(data.get("enemy"))))
    elif own and isinstance(data.get("enemy"), str):
        yield from [*_enemies(look, data["enemy"]), *_of(seat)][:1]
    elif own and kind in NUMBERS:
        yield NUMBERS[kind]
    elif own and isinstance(data.get("asset"), str):
        yield f"asset:{data['asset']}"
    elif own and kind == "frame":
        yield from (f"frame:{key}" for key, line in look.frames if line == data.get("frame"))
    elif own and isinstance(data.get("pattern"), str):
        yield f"pattern:{data['pattern']}"
    elif _is_place(data.get("place")):
        yield _tile(data["place"])


def _deltas(look: Look, entry: Entry) -> Iterable[Delta]:
    """«−2» at the number that changes: of whoever looks at its own place, of others at their boards."""
    data, sign = entry.data, SIGNS.get(entry.kind, 0)
    number = data.get("count")
    if not sign or type(number) is not int or not number:
        return
    seat = data.get("seat")
    if seat is None or seat == look.whose:
        where = [name for name in _pieces(look, entry) if not name.startswith(("slot:", "tile:"))][:1]
    else:
        where = _of(seat) if entry.kind in ("wounded", "recovers") else []
    for name in where:
        yield {"piece": name, "text": points(sign * number)}


def _of(seat: object) -> list[str]:
    return [seat_piece(seat)] if isinstance(seat, int) else []


def _enemies(look: Look, card: str) -> Iterable[str]:
    """The enemy card in the stack of the shown player: where it lay before, or where it has come to lie."""
    name = card.partition("!")[0]
    for view in (look.before, look.view):
        for at, (other, _) in enumerate(view["enemies"][look.whose]):
            if other.partition("!")[0] == name:
                yield f"enemy:{at}:{name}"
                return


def _block(look: Look, kind: str, data: Mapping[str, Any]) -> str:
    """The block of the scenario card that acts; the head of the card where it is about all of it."""
    scenario = look.rules.scenario
    card = scenario.cards.get(str(data.get("card"))) if scenario is not None else None
    if kind == "does-activity" and type(data.get("number")) is int:
        return f"block:act:{data['number'] - 1}"
    for number, one in enumerate(card.world if card is not None else ()):
        if kind == "otherwise" and not one.tests:
            return f"block:world:{number}"
        if kind == "if-true" and one.tests and look.tests(one.tests, theirs=True) == data.get("need"):
            return f"block:world:{number}"
    return "plot"


def _is_place(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == len(("q", "r")) and all(type(one) is int for one in value)


def _tile(place: Iterable[int]) -> str:
    return f"tile:{','.join(map(str, place))}"


def _tested(look: Look, entry: Entry) -> Beat:
    """How a test has ended, as large as its dice were."""
    data, passed = entry.data, entry.kind == "test-passed"
    dice = _thrown(look, data["seat"], _dice_of_test(look, entry))
    throw: Throw = {"seat": data["seat"], "name": look.name(data["seat"]), "dice": dice, "won": passed}
    throw |= {"figure": RESULTS[entry.kind], "total": f"{data['count']} (needs {data['number']})"}
    return plain(entry, throws=[throw], big=True, becomes=["fight"])


def _dice_of_test(look: Look, entry: Entry) -> str:
    """The dice that a test has ended with, if the one who took it rolled last: they stay in sight."""
    told = list(look.told())
    end = max((n for n, (kind, _, _, data) in enumerate(told) if kind == entry.kind and data == entry.data), default=0)
    last = next((data for kind, _, _, data in reversed(told[:end]) if kind == "successes"), None)
    return str(last["dice"]) if last is not None and last["seat"] == entry.data["seat"] else ""


def _thrown(look: Look, seat: int, faces: str) -> list[Die]:
    """Dice as they were thrown."""
    dice: list[Die] = []
    for number, face in enumerate(faces):
        piece = look.piece(f"thrown:{number}", f"A die: {naming.FACE_NAMES[face]}")
        dice.append({**piece, "figure": FACES[face], "seat": seat})
    return dice


def _rolled(look: Look, entry: Entry) -> Beat:
    """Dice, shown large."""
    seat = entry.data["seat"]
    dice = _thrown(look, seat, entry.data["dice"])
    throw: Throw = {"seat": seat, "name": look.name(seat), "dice": dice, "rolling": True}
    return plain(entry, throws=[throw], big=True, becomes=["fight"])
