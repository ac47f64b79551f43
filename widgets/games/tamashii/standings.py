"""Versus: the points that everybody can count so far, and what gives points at all."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.modes import scoring
from widgets.games.tamashii.look import Look
from widgets.look import count
from widgets.scene import Counter, Item, item

COUNTED = {  # what gives points, and costs them
    "vp.assets": "asset",
    "vp.slots": "unlocked slot",
    "vp.open": "open token",
    "vp.integrity": "maximum integrity above 5",
    "vp.faction": "faction augment",
    "vp.class": "class augment",
    "vp.corrupted": "corrupted token",
}


def shown(look: Look) -> bool:
    """Whether points are told, once there are boards: a lesson may leave the sum to the learner."""
    return look.rules.mode == "versus" and "totals" not in look.hidden and bool(look.view["turn"])


def points(look: Look, seat: int) -> int:
    """Without goals, which lie face down until the end."""
    result = look.view["result"]
    return round(result[2][seat]) if result else scoring.total_points(look.state, seat, goals=False)


def counter(look: Look, seat: int) -> Counter:
    """For the line of another player: points, with a sign of goals that lie face down."""
    number, taken = points(look, seat), len(look.view["goals_taken"][seat])
    label = count(number, "victory point")
    if not taken or look.kind == "over":
        return {"glyph": "crown", "figure": f"{number} VP", "label": label}
    return {"glyph": "crown", "figure": f"{number}+? VP", "label": f"{label}, and {count(taken, 'goal')} face down"}


def lines(look: Look) -> Iterator[Item]:
    """Everybody's points so far, row by row; before a class the lines of the players have them, and at the end all."""
    if not shown(look) or look.me is None or look.kind == "over":
        return
    for seat in look.seats:
        if look.view["walker"][seat]:
            number = scoring.total_points(look.state, seat, goals=False)
            text = f"{look.name(seat)}, without goals"
            found = [_counted(row) for row in scoring.score_rows(look.state, seat, goals=False) if row.points]
            note = listed(found) if found else "No points yet."
            piece = look.piece(f"points:{seat}", f"{text}: {count(number, 'point')}. {note}", rule="comp.goal")
            yield item(piece, text=text, figure=f"{number} VP", note=note)


def _counted(row: scoring.Row) -> str:
    gained = f"{row.points:+}".replace("-", "−")
    what = COUNTED[row.rule]
    return f"{gained} for {what}" if row.rule == "vp.integrity" else f"{gained} for {count(row.number, what)}"


def what_counts(look: Look) -> str:
    """What gives points at the end, under the rulings of this table."""
    kind = " of a kind" if look.ruling["ruling.vp.asset-sum"] == "track" else ""
    ones = ["unlocked slot", "open token", "equipped faction augment that doesn't break"]
    if look.ruling["ruling.vp.max-integrity"] == "count":
        ones.insert(2, "point of maximum integrity above 5")
    return (
        f"At the end, goals score as printed. You score 1 for every {scoring.ASSETS_PER_POINT} assets{kind} "
        f"and 1 for each {listed(ones)}. "
        f"Each equipped class augment scores {scoring.CLASS_POINTS}, except starting ones. "
        "Corrupted tokens cost points."
    )
