"""Everything before one player: points, gates, the Cityengine, the Loci, and the score as it stands."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.names_and_moves import cards_in_words
from tabletop_kernel.games.the_west_ascendant.scoring import Addend
from tabletop_kernel.games.the_west_ascendant.state import UNSEEN
from widgets.games.the_west_ascendant.look import KIND_SIGN, KIND_TONE, Look
from widgets.look import count
from widgets.scene import Card, Heap, Place, Player, Reckoning, SeatPiece, Strips, card


def player(look: Look, seat: int, place: Place) -> Player:
    """A Zone, the same for both viewers; of a hand that is not the viewer's, the backs."""
    own = seat == look.me
    cards = [_first_gate(look, seat), *_gates(look, seat), _engine(look, seat), *_second(look, seat)]
    rows: list[Strips] = [{"label": "Zone", "cards": cards}]
    if look.view["zone"][seat]:
        rows.append({"label": "Loci", "cards": [_locus(look, seat, locus) for locus in look.view["zone"][seat]]})
    return {
        "part": "player",
        "place": place,
        "zone": "you" if own else "other",
        "title": look.name(seat) + (", you" if own else ""),
        "who": _who(look, seat),
        "unit": "points",
        "rows": rows,
        "piles": [] if own else [_backs(look, seat)],
        "reckoning": _ended_now(look, seat),
    }


def _who(look: Look, seat: int) -> SeatPiece:
    view = look.view
    began = look.rules.content.numbers.points
    line = "first player" if seat == view["first"] else "second player"
    said = [
        look.name(seat) + (", you" if seat == look.me else ""),
        f"{count(view['points'][seat], 'point')} of {began}",
        count(len(view["zone"][seat]), "Locus", "Loci"),
        count(len(view["gates"][seat]), "made Doppelgate"),
        line,
    ]
    return {
        **look.piece(f"seat:{seat}", ", ".join(said), [("start", seat)], rule="points.only-lose"),
        "seat": seat,
        "name": look.name(seat),
        "you": seat == look.me,
        "now": seat == look.decider,
        "score": str(view["points"][seat]),
        "of": str(began),
        "line": line,
        "counters": [],
        "badge": None,
        "out": False,
    }


def _ended_now(look: Look, seat: int) -> Reckoning:
    """«If it ended now: 31 points left + 10 for Loci + 4 for Doppelgates = 45»"""
    score = look.scores[seat]
    return {
        "text": "The end:" if look.kind == "over" else "If it ended now:",
        "addends": [{"text": _addend(addend), "rule": addend.rule} for addend in score.addends],
        "total": {"text": str(score.total), "rule": "score.card"},
    }


def _addend(addend: Addend) -> str:
    """Points, not pieces: «6 for Doppelgates» are three of them."""
    if addend.rule == "score.left":
        return f"{addend.points} {'point' if addend.points == 1 else 'points'} left"
    several = addend.rule in ("score.locus", "score.gate")
    return f"{addend.points} for {'' if several else 'the '}{addend.text}"


# -- the cards of a Zone -----------------------------------------------------------------------------------------------


def _first_gate(look: Look, seat: int) -> Card:
    key = f"{look.rules.references[seat]}.radiate"
    name = look.rules.content.gates[look.rules.references[seat]].name
    label = f"{name} in {look.whose(seat)} Zone. RADIATE: {look.text(key)} It scores nothing at the end. House card."
    can: list[Move] = [("use", "first-gate")] if seat == look.me else []
    piece = look.piece(f"zone:{seat}:first{seat}", label, can, rule="radiate.first-gate")
    if not piece.get("moves"):  # in its step a click uses it, without a menu
        look.readable(piece, f"Read {name}")
    return card(piece, face="text", glyph="gate", name=name, tone="facility", size="strip")


def _gates(look: Look, seat: int) -> list[Card]:
    """The made Doppelgates, as one strip: they are all alike, and nobody looks at their Facility sides."""
    made = look.view["gates"][seat]
    if not made:
        return []
    several = count(len(made), "Doppelgate")
    label = f"{look.whose(seat)} Zone: {several}. Each RADIATE: {look.text(f'{MADE}.radiate')}"
    seen = [name for name in made if name != UNSEEN]
    label += f" On the other side: {cards_in_words(look.rules, seen)}." if seen else ""
    can: list[Move] = [("use", "gate")] if seat == look.me else []
    piece = look.piece(f"zone:{seat}:gates{seat}", label, can, ("look", "gates"), "gate.unseen")
    return [card(piece, face="text", glyph="gates", name="Doppelgate", tone="facility", size="strip", dots=len(made))]


def _engine(look: Look, seat: int) -> Card:
    engine, done = look.view["engine"][seat], look.view["city"][seat]
    own = seat == look.me
    can: list[Move] = look.moves("city", "engine") if own else []
    if not engine:
        piece = look.piece(f"zone:{seat}:engine{seat}", f"{look.whose(seat)} Cityengine, not yet dealt", can)
        piece["rule"] = "setup.cityengine"
        return card(piece, face="text", glyph="city", name="Cityengine", tone="value0", size="strip")
    entry = look.rules.content.engines[engine]
    if done:
        said = f"Complete. {look.text(f'{engine}.score')}"
    else:
        said = f"Plan. {look.text(f'{engine}.cost')} Then: {look.text(f'{engine}.effect')}"
    label = f"{look.whose(seat)} Cityengine, {entry.name}, {said}{' House card.' if look.is_house(entry) else ''}"
    attempt: Move = ("city", *look.rules.types) if own and look.kind == "choose" and look.decider == seat else ()
    piece = look.piece(f"zone:{seat}:engine{seat}", label, can, attempt, "card.city-sides")
    look.readable(piece, f"Read {entry.name}")
    name = f"{entry.name}: {'Complete' if done else 'Plan'}"
    return card(piece, face="text", glyph="city", name=name, tone="facility" if done else "value0", size="strip")


def _second(look: Look, seat: int) -> list[Card]:
    if seat == look.view["first"]:
        return []
    label = f"Second Player card in {look.whose(seat)} Zone"
    if look.ruling["ruling.end-check"] == "second":
        label += ": after each of this player's turns, you check whether the game ends"
    piece = look.piece(f"zone:{seat}:second{seat}", label, rule="end.check")
    return [card(piece, face="text", glyph="flag", name="Second Player", tone="value0", size="strip")]


def _locus(look: Look, seat: int, locus: str) -> Card:
    """A Locus in a Zone: it works for its owner alone."""
    entry = look.rules.content.loci[locus]
    label = f"{look.said_locus(locus)} It is in {look.whose(seat)} Zone."
    rule = f"{entry.kind}.own-zone"
    can: list[Move] = [("use", locus)] if seat == look.me else []
    piece = look.piece(f"zone:{seat}:{locus}", label, can, ("use", locus), rule)
    made = card(piece, face="text", glyph=KIND_SIGN[entry.kind], name=entry.name, tone=KIND_TONE[entry.kind])
    return card(made, size="strip", note=look.text(locus))


def _backs(look: Look, seat: int) -> Heap:
    """Another's hand: backs, and their number where a ruling lets it be counted."""
    held = look.view["hand"][seat]
    if held is None:
        return {"title": "Hand", "cards": [_back(look, seat, 0, "Cards in {} hand, face down, number unknown")]}
    cards = [_back(look, seat, number, "A card in {} hand, face down") for number in range(held)]
    return {"title": f"Hand {held}", "cards": cards}


def _back(look: Look, seat: int, number: int, label: str) -> Card:
    said = label.format(look.whose(seat))
    piece = look.piece(f"held:b{seat}{number}", said, attempt=("look", "hand"), rule="zone.hand-hidden")
    return card(piece, face="back", tone="facility", emblem="gate", size="zone")
