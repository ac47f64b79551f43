"""Events as they are played back: what they concern on the table, dice that roll, enemies that come."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_kernel.events import Entry
from tabletop_kernel.games.tamashii import naming
from widgets.beats import Beat, Throw, plain, seat_piece
from widgets.games.tamashii.look import FACES, Look
from widgets.scene import Die

ROLLS = frozenset({"rolled-trace", "rolled-attack", "rolled-test"})
QUIET = frozenset(
    {
        "action", "assets-zero", "augments-out", "bag", "bags", "batteries", "bot-start", "card-active", "cards",
        "cards-back", "class-deck", "core", "decks-aside", "die-leaves", "enemy-deck", "enemy-to-bottom",
        "enemy-to-pile", "factions", "fights", "finds", "goal-hidden", "goals", "help-cards", "if-false",
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
    "trace-top", "wounded", "won",
}  # fmt: skip
TOGETHER = frozenset({"slides", "switches", "attached", "dumps", "gains"})
PASSING = frozenset({"trace-up", "trace-down", "die-placed", "die-walks"})
TOKENS = ("slides", "switches", "refills", "dumps", "discards", "places", "unlocks", "catie-side")


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


def beat(look: Look, entry: Entry) -> Beat:
    """One event: the pieces it is about, in the order in which the eye should find them."""
    data, kind = entry.data, entry.kind
    if kind in ROLLS:
        return _rolled(look, entry)
    seat = data.get("seat")
    own = seat == look.whose
    if kind in TOKENS and own:
        slots = [data[key] for key in ("slot", "to") if isinstance(data.get(key), str)] or data.get("slots") or []
        return plain(entry, pieces=[f"slot:{slot}" for slot in slots] or _of(seat))
    if own and kind.startswith("trace"):
        return plain(entry, pieces=["trace"])
    if own and isinstance(data.get("enemy"), str):
        return plain(entry, pieces=[*_enemies(look, data["enemy"]), *_of(seat)][:1])
    if own and kind in ("wounded", "recovers"):
        return plain(entry, pieces=["stat:integrity"])
    if own and kind in ("gains-exp", "spends-exp"):
        return plain(entry, pieces=["stat:exp"])
    if own and isinstance(data.get("asset"), str):
        return plain(entry, pieces=[f"asset:{data['asset']}"])
    if kind in ("time", "time-down"):
        return plain(entry, pieces=["time"])
    if kind in ("card", "card-drawn", "world", "activity", "if-true", "otherwise"):
        return plain(entry, pieces=["plot"])
    places = [_tile(data[key]) for key in ("place",) if _is_place(data.get(key))]
    return plain(entry, pieces=places) if places else plain(entry)


def _of(seat: object) -> list[str]:
    return [seat_piece(seat)] if isinstance(seat, int) else []


def _enemies(look: Look, card: str) -> Iterable[str]:
    """The enemy card, wherever it lies in the stack of the shown player."""
    name = card.partition("!")[0]
    for at, (other, _) in enumerate(look.view["enemies"][look.whose]):
        if other.partition("!")[0] == name:
            yield f"enemy:{at}:{name}"


def _is_place(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == len(("q", "r")) and all(type(one) is int for one in value)


def _tile(place: Iterable[int]) -> str:
    return f"tile:{','.join(map(str, place))}"


def _rolled(look: Look, entry: Entry) -> Beat:
    """Dice, shown large."""
    seat = entry.data["seat"]
    dice: list[Die] = []
    for number, face in enumerate(entry.data["dice"]):
        piece = look.piece(f"thrown:{number}", f"A die: {naming.FACES[face]}")
        dice.append({**piece, "figure": FACES[face], "seat": seat})
    throw: Throw = {"seat": seat, "name": look.name(seat), "dice": dice, "rolling": True}
    return plain(entry, throws=[throw], big=True)
