"""Deck Goes West played back: cards and meeples, dice of battles, the night step by step, points at the scores."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.events import Entry
from widgets.beats import Beat, Throw, delta, plain, seat_piece, travel
from widgets.games.deck_goes_west.battle import sheet
from widgets.games.deck_goes_west.look import Look
from widgets.games.deck_goes_west.side import night
from widgets.scene import Card, Die, card

QUIET = frozenset(
    {
        "mission", "board", "tracks", "danger-pile", "row", "land", "ring", "wagon-start", "stock", "deck", "day",
        "untaps", "x", "together", "movement", "movement-lost", "movement-kept", "stands", "goes-on", "ready",
        "bandits-hidden", "bandits-merge", "no-raid", "quiet", "land-stays", "risk", "night-over", "turn",
        "carries-not", "hand-full",
    }
)  # fmt: skip
MINOR = frozenset(
    {
        "drew", "draws", "reshuffles", "pays", "discards", "tries", "lays", "does", "wants", "row-loses", "row-gets",
        "compass", "bandit-die", "no-star", "star-idle", "bandits-stay", "token", "tracker", "night-step", "passes",
        "brings-attack-dice", "brings-hits", "brings-defence-dice", "brings-saves", "no-damage", "no-damage-to",
        "steps-free", "event", "lays-aside",
    }
)  # fmt: skip
PASSING = frozenset({"quiet", "no-raid", "bandits-stay", "land-stays"})  # of a night in which nothing happens
MORNING = frozenset({"drew"})  # nobody draws at night: whoever draws has seen the morning
ENDS = frozenset({"wins", "won", "lost", "nobody-left", "dies", "out", "tie"})
ROLLS = {
    "rolls", "attacks", "attacks-and-more", "defends", "defends-and-more", "bandits-save", "bandits-hit", "bandit-die",
}  # fmt: skip
MOMENTS = ENDS | ROLLS | {
    "drew", "reveals", "night", "night-step", "bandits", "bandits-move", "bandits-turn", "compass", "attacked", "split",
    "tracker", "row-loses", "row-gets", "land-gone", "takes", "scores", "damage", "no-damage", "bandits-fall", "clears",
    "damage-to", "no-damage-to",
}  # fmt: skip
FOUGHT = frozenset(
    {
        "attacks", "attacks-and-more", "defends", "defends-and-more", "bandits-save", "bandits-hit", "damage",
        "no-damage", "bandits-fall",
    }
)  # fmt: skip
TOGETHER = frozenset({"drew", "draws", "bandits", "bandits-move"})


def beat(look: Look, entry: Entry) -> Beat:
    made = _beat(look, entry)
    if entry.kind in MORNING:
        made["steps"] = None
    return made


def _beat(look: Look, entry: Entry) -> Beat:
    kind, data = entry.kind, entry.data
    if kind in ENDS:
        return plain(entry, big=True, becomes=["score", "you"])  # the points that the end is told with
    if kind in FOUGHT:
        return {**(_rolled(look, entry) if kind in ROLLS else plain(entry)), **_fight(look, entry)}
    if kind in ROLLS:
        return _rolled(look, entry)
    if kind in ("scores", "loses-points"):
        points = data["points"] if kind == "scores" else -data["points"]
        gained = {**delta(data["seat"], points), **({"piece": "track:score"} if look.mode == "coop" else {})}
        return plain(entry, deltas=[gained] if points else [], pieces=["track:score"])
    if kind == "night-step":
        return plain(entry, pieces=[f"night:{data['step']}"], steps=night(look, data["number"]))
    if kind == "tracker":
        return plain(entry, pieces=["track:day"])
    if "card" in data and kind in _WAYS:
        return _moved(look, entry)
    places = [_tile(data[key]) for key in ("place", "to") if _is_place(data.get(key))]
    return plain(entry, pieces=places) if places else plain(entry)


def _is_place(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == len(("column", "row")) and type(value[0]) is int


def _tile(place: Sequence[int]) -> str:
    return f"tile:{place[0]},{place[1]}"


# -- dice --------------------------------------------------------------------------------------------------------------


def _rolled(look: Look, entry: Entry) -> Beat:
    """Dice, shown large: of a player, of the bandits, or the die that says where bandits appear."""
    data = entry.data
    seat = data.get("seat", -1)
    figures = data.get("dice", [data.get("number")])
    name = look.name(seat) if seat >= 0 else "The bandits"
    dice: list[Die] = []
    for n, figure in enumerate(figures):
        made: Die = {**look.piece(f"thrown:{n}", f"A die: {figure}"), "figure": str(figure)}  # type: ignore[typeddict-item]
        dice.append({**made, "seat": seat} if seat >= 0 else made)
    throw: Throw = {"seat": max(seat, 0), "name": name, "dice": dice, "rolling": True}
    if "total" in data:
        throw["total"] = str(data["total"])
    return plain(entry, throws=[throw], big="place" in data or seat >= 0)


def _fight(look: Look, entry: Entry) -> Beat:
    """The sheet of the battle as it is when this is told, and the hand without what was used for it."""
    told = list(look.told())
    at = next((n for n, event in enumerate(told) if event[3] is entry.data), len(told))
    drawn = any(event[0] in MORNING for event in told[at:])  # then the hand that the stage leads to is tomorrow's
    more: Beat = {} if drawn else {"becomes": ["hand"]}  # type: ignore[typeddict-item]
    if any(kind == "battle" for kind, *_ in look.before["frames"]):
        earlier = Look(look.game, look.config, look.before, people=look.people, hidden=look.hidden)
        earlier.told = lambda: told[: at + 1]
        more["parts"] = [sheet(earlier)]
    return more


# -- cards -------------------------------------------------------------------------------------------------------------

_WAYS = {"drew", "discards", "scraps", "takes", "buys", "gives-card", "row-loses", "row-gets"}


def _moved(look: Look, entry: Entry) -> Beat:
    """A card goes from one place to another."""
    data, kind = entry.data, entry.kind
    name = str(data["card"])
    seat: int = data.get("seat", -1)
    if name not in look.rules.cards:
        return plain(entry)
    shown = _shown(look, name)
    own = seat == look.me
    hand = [f"hand:{name}"] if own else [seat_piece(seat)]
    slots = [f"row:{n}" for n, card in enumerate(look.before["row"], start=1) if card == name]
    danger = f"pile:{look.card(name).kind}"
    thrown, pile = [f"discard:{seat}", seat_piece(seat)], [f"{data.get('pile', 'draw')}:{seat}", seat_piece(seat)]
    ways = {
        "drew": ([f"draw:{seat}", seat_piece(seat)], [] if own else hand),
        "discards": (hand, thrown),
        "scraps": (hand, [danger, "pile:trade"]),
        "takes": ([danger, seat_piece(seat)], pile),
        "buys": (slots, pile),
        "gives-card": (hand, [seat_piece(data.get("partner", seat))]),
        "row-loses": (slots, ["pile:trade"]),
        "row-gets": (["pile:trade"], ["row:1"]),
    }
    start, end = ways[kind]
    return plain(entry, cards=[shown], travel=[travel(start, end, shown)])


def _shown(look: Look, name: str) -> Card:
    piece = look.piece(f"shown:{name}", look.card_said(name))
    return card(look.text_card(piece, name))
