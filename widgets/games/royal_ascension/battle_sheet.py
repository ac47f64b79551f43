"""A battle as a sheet: one column for each fighter, one row for each addend of the total."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.royal_ascension.battle import BATTLE_DICE, HEALTH_LIMIT
from widgets.games.royal_ascension.look import Look
from widgets.games.royal_ascension.playback import tied_dice, was_sick
from widgets.scene import Card, Cell, Cover, Die, Note, Row, Sheet, card

ODDS = {"do": "open", "drawer": "odds"}


def battle_sheet(look: Look) -> Sheet:
    """Who stakes what. What a fighter has not shown is not in the view, so it is a cover here, without a number."""
    battle = look.battle
    assert battle is not None
    fighters = sorted(battle["fighters"], key=lambda seat: seat != look.me)  # whoever looks comes first
    rows = _settled(look, fighters) if battle["winner"] >= 0 else _addends(look, fighters)
    sheet: Sheet = {
        "part": "sheet",
        "place": "beside",
        "zone": "battle",
        "title": _title(look, battle),
        "glyph": "crown" if battle["kind"] != "duel" else "spade",
        "columns": [{"seat": seat, "title": _heading(look, battle, seat)} for seat in fighters],
        "rows": [*rows, *_tied_row(look, fighters), _dice_row(look, fighters), _total_row(look, fighters)],
        "covers": [cover for column, seat in enumerate(fighters) for cover in _cover(look, column, seat)],
    }
    if look.fighting:
        sheet["button"] = {"text": "Odds", "glyph": "chart", "do": ODDS, "label": "The odds for this battle"}
    return sheet


def _title(look: Look, battle: dict[str, Any]) -> str:
    space = look.view["tokens"][battle["attacker"]]
    if battle["kind"] == "decree":
        return "Royal Decree"
    if battle["kind"] == "table":
        return "All In against everyone"
    where = f" on space {space}" if space > 0 else ""
    return ("All In" if battle["all_in"] >= 0 else "Battle") + where


def _heading(look: Look, battle: dict[str, Any], seat: int) -> str:
    few = len(battle["fighters"]) < 3
    name = f"{look.name(seat)}, you" if seat == look.me and few else look.short(seat)
    if seat != battle["winner"]:
        return name
    return "You win" if seat == look.me else f"{look.short(seat)} wins"


def bouts(look: Look) -> list[Note]:
    """Where not everybody rolls at the same time: who rolls against whom."""
    battle = look.battle
    assert battle is not None
    if not look.fighting or not battle["bout"] or len(battle["bout"]) == len(battle["fighters"]):
        return []
    text = f"Now {listed(map(look.short, battle['bout']))} roll against each other."
    rule = "ruling.decree-format" if battle["kind"] == "decree" else "battle.tie"
    return [{"part": "note", "place": "beside", "zone": "battle", "text": text, "rule": rule}]


# -- what is staked ----------------------------------------------------------------------------------------------------


def staked(look: Look, seat: int, what: str) -> list[str] | None:
    """The pieces of a fighter that this view shows; None where they are covered."""
    shown: list[str] | None = look.view[f"committed_{what}"][seat]
    return shown


def points(look: Look, pieces: list[str]) -> int:
    strength, value = look.rules.strength, look.rules.value
    return sum(strength[piece] if piece in strength else value[piece] for piece in pieces)


def addends(look: Look, seat: int) -> list[int] | None:
    """What a fighter's strength is made of before the dice; None where it is covered."""
    if staked(look, seat, "territory") is None:
        return None
    found = [points(look, staked(look, seat, what) or []) for what in ("territory", "health", "weapons")]
    return [part for part in (*found, -look.view["plague"][seat]) if part]


def _addends(look: Look, fighters: list[int]) -> list[Row]:
    own = staked(look, look.me, "health") if look.me in fighters else None
    rows: list[Row] = [
        {"label": "Territory", "rule": "battle.territory", "cells": _cells(look, fighters, "territory")},
        {"label": "Health", "rule": "battle.health-limit", "cells": _cells(look, fighters, "health")},
        {"label": "Weapons", "rule": "battle.weapons-any", "cells": _cells(look, fighters, "weapons")},
    ]
    if own and look.kind == "commit":
        rows[1]["note"] = f"{len(own)} of {HEALTH_LIMIT}"
    if tied_dice(look.told()) and not _anybody_staked(look, fighters, "weapons"):
        rows.pop()  # a battle that goes on needs the room for the roll that was tied
    plague = look.view["plague"]
    if any(plague[seat] for seat in fighters):
        cells: list[Cell | None] = [{"figure": f"−{plague[seat]}"} if plague[seat] else None for seat in fighters]
        rows.append({"label": "Plague", "rule": "plague.minus", "cells": cells})
    return rows


def _anybody_staked(look: Look, fighters: list[int], what: str) -> bool:
    return look.kind == "commit" or any(staked(look, seat, what) != [] for seat in fighters)


def _cells(look: Look, fighters: list[int], what: str) -> list[Cell | None]:
    return [_cell(look, seat, what) for seat in fighters]


def _cell(look: Look, seat: int, what: str) -> Cell | None:
    pieces = staked(look, seat, what)
    if pieces is None:
        return None
    if not pieces:
        return {"text": "none yet" if seat in look.asked() and look.kind == "commit" else "none"}
    cell: Cell = {"cards": [_stake(look, seat, piece) for piece in pieces], "figure": str(points(look, pieces))}
    if what == "territory" and look.battle and len(look.battle["fighters"]) == 2:  # with more there is no room
        cell["text"] = pieces[0]
    return cell


def _stake(look: Look, seat: int, piece: str) -> Card:
    """A piece in the battle; its owner may take it back until the cover is sealed."""
    own = seat == look.me
    back: Move = (TAKE_BACK, piece)
    place = f"in {look.mine(seat)} commitment"
    can, attempt = ([back], back) if own and look.fighting else ([], ())
    where = f"stake:{seat}"
    if piece in look.rules.strength:
        return card(look.land_card(where, piece, place, can, attempt, "terr.defend"), size="mini")
    rule = "battle.health-add" if piece[-1] == "H" else "shop.power"
    return card(look.suit_card(where, piece, place, can, attempt, rule), size="mini")


def _cover(look: Look, column: int, seat: int) -> list[Cover]:
    if staked(look, seat, "territory") is not None:
        return []
    assert look.battle is not None
    text = "Sealed" if seat in look.battle["sealed"] else "Not sealed yet"  # four covers side by side are narrow
    return [{"column": column, "from": 0, "to": 2, "seat": seat, "text": text}]


# -- the dice and the totals -------------------------------------------------------------------------------------------


def throws(look: Look) -> int:
    return 1 if look.ruling["ruling.battle-dice"] == "one-roll-each" else 2


def counted(look: Look, dice: list[int]) -> int:
    """What dice on the table count."""
    if look.ruling["ruling.battle-dice"] == "best-of-two":
        return max(sum(dice[:BATTLE_DICE]), sum(dice[BATTLE_DICE:]))
    return sum(dice)


def thrown(look: Look, seat: int) -> list[int]:
    """A fighter's dice; while the fighters commit, those of a tie before do not count."""
    assert look.battle is not None
    dice: list[int] = [] if look.kind == "commit" else look.battle["dice"][seat]
    return dice


def _tied_row(look: Look, fighters: list[int]) -> list[Row]:
    """The roll that was tied stays in sight until the battle is over."""
    tied = tied_dice(look.told())
    if not tied or look.kind == "commit":
        return []
    cells: list[Cell | None] = []
    for seat in fighters:
        dice, points = tied.get(seat, ([], 0))
        cells.append(
            {"dice": [_old_die(look, seat, str(one)) for one in dice], "text": "tied", "figure": str(points)}
            if dice
            else None
        )
    return [{"label": "Tied roll", "rule": "battle.tie", "slim": True, "cells": cells}]


def _old_die(look: Look, seat: int, figure: str) -> Die:
    label = f"{look.short(seat)}'s battle die from the tied roll, showing {figure}"
    return {**look.piece(f"tied:{seat}", label, rule="battle.tie"), "figure": figure, "seat": seat}


def _dice_row(look: Look, fighters: list[int]) -> Row:
    number = throws(look) * BATTLE_DICE
    label = "Four dice" if number == 4 else "Two dice"
    cells = [_dice_cell(look, seat, number) for seat in fighters]
    row: Row = {"label": label, "rule": "battle.dice", "stays": True, "cells": cells}
    if look.ruling["ruling.battle-dice"] == "best-of-two":
        row["note"] = "the better roll"
    return row


def _dice_cell(look: Look, seat: int, number: int) -> Cell | None:
    if addends(look, seat) is None:
        return None
    dice = thrown(look, seat)
    cell: Cell = {
        "dice": [_die(look, seat, face) for face in map(str, dice)] or [_die(look, seat, "") for _ in range(number)]
    }
    if dice:
        cell["figure"] = str(counted(look, dice))
    else:
        most = 24 if look.ruling["ruling.battle-dice"] == "two-rolls-each" else 12
        cell["text"] = f"{most // 6}–{most}"
    return cell


def _die(look: Look, seat: int, figure: str) -> Die:
    label = f"{look.short(seat)}'s battle die, " + (f"showing {figure}" if figure else "not rolled yet")
    roll: Move = ("roll", BATTLE_DICE)
    own = seat == look.me and not figure
    piece = look.piece(f"die:{seat}", label, [roll] if own else [], roll if own else (), "battle.dice")
    return {**piece, "figure": figure, "seat": seat}


def _total_row(look: Look, fighters: list[int]) -> Row:
    assert look.battle is not None
    done = not look.fighting or all(thrown(look, seat) for seat in look.battle["bout"] or fighters)
    return {
        "label": "Total" if done else "Total so far",
        "rule": "battle.total",
        "strong": True,
        "cells": [_total(look, seat) for seat in fighters],
    }


def _total(look: Look, seat: int) -> Cell:
    assert look.battle is not None
    if not look.fighting:
        return {"text": "total", "figure": str(look.battle["totals"][seat])}  # a strong row has no other words
    parts = addends(look, seat)
    if parts is None:
        return {"figure": "?"}
    dice = thrown(look, seat)
    if dice:
        parts = [*parts, counted(look, dice)]
    text = " + ".join(map(str, parts)).replace("+ -", "− ") if len(parts) > 1 else ""
    return {"text": text, "figure": str(sum(parts)).replace("-", "−")}


def _settled(look: Look, fighters: list[int]) -> list[Row]:
    """The addends of a battle that is over. Cards may have left a hand since, so what they gave is reckoned back."""
    assert look.battle is not None
    rows = _addends(look, fighters)
    rests = []
    for seat in fighters:
        rest = look.battle["totals"][seat] - sum(addends(look, seat) or ()) - counted(look, thrown(look, seat))
        rests.append(rest)
    if not any(rests):
        return rows
    cells: list[Cell | None] = []
    for seat, rest in zip(fighters, rests, strict=True):
        cards = rest + sum(addends(look, seat) or ()) - points(look, staked(look, seat, "territory") or [])
        cells.append({"figure": str(cards).replace("-", "−")})
    left: Row = {"label": "Cards", "rule": "battle.total", "cells": cells}
    if _plague_counted(look):
        left["note"] = "minus the Plague"
    return [rows[0], left]


def _plague_counted(look: Look) -> bool:
    """Whether somebody fought the battle that is over with a Plague. Afterwards only what was told still knows it."""
    assert look.battle is not None
    drawn, plague = look.view["card"], look.view["plague"]
    now = any(plague[seat] for seat in look.battle["fighters"])
    return now or was_sick(look.told()) or bool(drawn and look.action(drawn).id == "plague")
