"""The Royal Ascension played back: cards that are drawn or change hands, and the dice of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_kernel.contract.events import Entry, Event
from tabletop_kernel.games.royal_ascension.state import SUIT_OF_LETTER
from widgets.beats import Beat, Throw, Travel, delta, plain, points, seat_piece, travel
from widgets.games.royal_ascension.look import GLYPH, Look
from widgets.scene import Card, Die, card

QUIET = frozenset(
    {
        "end", "next", "land-suit", "land-spades", "land-home", "action-done", "action-discarded", "alliance-held",
        "alliance-spent", "spend", "overpay", "credit", "no-pick", "no-second-pick", "no-picks", "free", "reset",
        "shared", "order", "used", "barred", "hearts-under", "resources",
    }
)  # fmt: skip
MINOR = frozenset(
    {
        "roll", "walk", "land-shop", "offer", "seal", "battle", "reveal", "health", "weapons", "sick", "total", "npc",
        "fights", "dice",
    }
)  # fmt: skip
MOMENTS = frozenset(
    {
        "drew", "action", "action-hidden", "alliance", "dice", "total", "tie", "won", "won-bout", "most-bouts",
        "loses", "conquers", "conquers-hidden", "everything", "everything-hidden", "spoils", "spoils-hidden", "pick",
        "npc-won", "npc-lost", "out", "over", "most",
    }
)  # fmt: skip
ROLLED = frozenset({"dice", "total", "tie", "won", "won-bout", "most-bouts"})  # the dice stay through all of these
CONQUESTS = ("conquers", "everything", "spoils")
STARTS = ("battle", "everyone")  # before these nothing was rolled in a battle


def beat(look: Look, entry: Entry) -> Beat:
    kind, data = entry.kind, entry.data
    if kind in ROLLED:
        return _battle(look, entry)
    if kind in ("roll", "npc-won", "npc-lost"):
        return plain(entry, throws=[_throw(look, data["seat"], [data["die"]], True)])
    if kind == "walk":
        return plain(entry, pieces=[f"token:{data['seat']}", f"space:{data['space']}"])
    if kind in ("drew", "draws", "action", "action-hidden", "alliance"):
        return _drawn(look, entry)
    if kind == "attack":
        return plain(entry, pieces=[seat_piece(data["seat"]), seat_piece(data["opponent"])], big=True)
    if kind in CONQUESTS or kind.removesuffix("-hidden") in CONQUESTS:
        return _conquest(look, entry)
    return _changes(look, entry)


def _changes(look: Look, entry: Entry) -> Beat:
    """What changes hands one by one."""
    kind, data = entry.kind, entry.data
    seat = seat_piece(data["seat"]) if "seat" in data else ""
    if kind == "loses":
        return plain(entry, deltas=[delta(data["seat"], -len(data["lands"]))], big=True)
    if kind == "take":
        way = [travel([f"draft:{land}"], [seat]) for land in data["lands"]]
        return plain(entry, travel=way, deltas=[delta(data["seat"], len(data["lands"]))])
    if kind == "buy":
        return plain(entry, travel=[travel([f"offer:{weapon}"], [seat]) for weapon in data["weapons"]])
    if kind in ("pick", "forfeit", "limit"):
        owner = seat_piece(data["winner"] if "winner" in data else data["seat"])
        thrown = _face(look, data["card"])
        return plain(entry, cards=[thrown], travel=[travel([owner], ["pile:discard", "home"], thrown)])
    if kind in ("out", "over", "most"):
        return plain(entry, big=True)
    return plain(entry)


# -- cards -------------------------------------------------------------------------------------------------------------


def _drawn(look: Look, entry: Entry) -> Beat:
    """A card comes from its deck: its face to those who may see it, its back to the others."""
    data = entry.data
    suit = "spades" if entry.kind in ("action", "action-hidden", "alliance") else data["suit"]
    shown = _face(look, data["card"]) if "card" in data else _back(look, suit)
    end = [] if data["seat"] == look.me else [seat_piece(data["seat"])]  # into the own hand it goes by itself
    way = travel([f"pile:{suit}"], end, shown)
    return plain(entry, cards=[shown], travel=[way])


def _face(look: Look, name: str) -> Card:
    shown = card(look.suit_card("shown", name, "shown to you"), size="hand")
    if SUIT_OF_LETTER.get(name[-1]) == "spades":
        shown["note"] = look.action(name).name
    return shown


def _back(look: Look, suit: str) -> Card:
    piece = look.piece("shown:back", f"A card from the {suit} deck, face down")
    return card(piece, face="back", tone=GLYPH[suit], emblem=GLYPH[suit], size="hand")


def _conquest(look: Look, entry: Entry) -> Beat:
    """The winner takes the territory before one's eyes."""
    data = entry.data
    seat, loser, lands = data["seat"], data.get("loser"), data.get("lands", [])
    ways = [_taken(look, land, loser, seat) for land in lands]
    number = len(lands) or data.get("count", 1)
    shown = [card(look.land_card("shown", land, "taken"), size="hand") for land in lands[:4]]
    deltas = [delta(seat, number)]
    if loser is not None and not entry.kind.startswith("conquers"):  # where a loss of its own comes before
        deltas.append(delta(loser, -number))
    return plain(entry, travel=ways, cards=shown, deltas=deltas, big=True)


def _taken(look: Look, land: str, loser: Any, seat: int) -> Travel:
    start = [f"stake:{loser}:{land}", f"realm:{land}", f"hand:{land}", f"seat:{loser}"]
    return travel(start, [seat_piece(seat)], card(look.land_card("going", land, "taken"), size="mini"))


# -- dice --------------------------------------------------------------------------------------------------------------


def _battle(look: Look, entry: Entry) -> Beat:
    """The dice of a bout: each fighter's as they fall, all of them until the battle is decided."""
    data = entry.data
    rows = throws(look, look.told(), entry)
    seats = [data["seat"]] if "seat" in data else data["seats"]
    made = plain(entry, pieces=[seat_piece(seat) for seat in seats], throws=rows, big=entry.kind != "total")
    if entry.kind == "won":
        made["becomes"] = ["battle"]  # from now on the dice lie on the sheet
    return made


def throws(look: Look, told: Sequence[Event], upto: Entry | None = None) -> list[Throw]:
    """What was rolled in the battle at hand, as far as a line of the log; a roll that was tied stays in sight."""
    tied, bout, _ = _bouts(_this_battle(told, upto))
    found = [_throw(look, data["seat"], data["dice"], False, data["points"], totals) for data, totals in tied]
    for row in found:
        row["note"] = "tied"
    now = upto.data.get("seat") if upto and upto.kind == "dice" else None
    won = upto.data["seat"] if upto and upto.kind in ("won", "won-bout", "most-bouts") else None
    for data, total in bout:
        row = _throw(look, data["seat"], data["dice"], data["seat"] == now, data["points"], total)
        if data["seat"] == won:
            row["won"] = True
        found.append(row)
    return found


def _this_battle(told: Sequence[Event], upto: Entry | None) -> list[Event]:
    """The events of the battle at hand, up to one of them."""
    end = len(told)
    if upto is not None:
        end = max(n for n, (kind, _, _, data) in enumerate(told) if kind == upto.kind and data == upto.data) + 1
    start = max((n for n in range(end) if told[n][0] in STARTS), default=0)
    return list(told[start:end])


Rolled = tuple[dict[str, Any], int]  # the facts of a throw, and the total it led to; 0: not told yet


def tied_dice(told: Sequence[Event]) -> dict[int, tuple[list[int], int]]:
    """The dice that were tied last in the battle at hand, by seat, and what they counted."""
    tied, bout, settled = _bouts(_this_battle(told, None))
    last = bout if settled == "tie" else tied
    return {data["seat"]: (data["dice"], data["points"]) for data, _ in last}


def was_sick(told: Sequence[Event]) -> bool:
    """Whether a Plague counted in the battle at hand."""
    return any(kind == "sick" for kind, *_ in _this_battle(told, None))


def _bouts(events: list[Event]) -> tuple[list[Rolled], list[Rolled], str]:
    """The throws that were tied last, those of the bout that is going on or was the last, and how that one ended."""
    tied: list[Rolled] = []
    bout: list[Rolled] = []
    settled = ""  # how the bout ended, until the next throw
    for kind, _, _, data in events:
        if kind == "dice":
            if settled:
                tied, bout, settled = bout if settled == "tie" else [], [], ""
            bout.append((data, 0))
        elif kind == "total" and bout:
            bout[-1] = (bout[-1][0], data["total"])
        elif kind in ("tie", "won", "won-bout"):
            settled = kind
    return tied, bout, settled


def _throw(look: Look, seat: int, dice: list[int], rolling: bool, counted: int = 0, total: int = 0) -> Throw:
    row: Throw = {"seat": seat, "name": look.short(seat), "dice": [_die(look, seat, str(one)) for one in dice]}
    if counted:
        row["figure"] = points(counted)
    if total:
        row["total"] = str(total)
    if rolling:
        row["rolling"] = True
    return row


def _die(look: Look, seat: int, figure: str) -> Die:
    piece = look.piece(f"thrown:{seat}", f"{look.short(seat)}'s die, showing {figure}")
    return {**piece, "figure": figure, "seat": seat}
