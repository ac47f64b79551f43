"""What a move aims for, in words that name the cards: the ability that it sets off, and what counts at the end."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.game import Move, View
from tabletop_kernel.games.the_north.language import LANGUAGE
from tabletop_kernel.games.the_north.naming import ancient_name, names
from tabletop_kernel.games.the_north.state import Rules

IN_ZONE = "a card in the Zone counts 1 at the end"
IN_HAND = "each card in hand at the end of the turn costs the other side 1"


def aims(rules: Rules, view: View, seat: int, move: Move) -> str:
    """The words for one move. Cards lie open or in the own hand; of others' cards only what a view shows is there."""
    said = _AIMS.get(str(move[0]))
    return said(rules, view, seat, move) if said else ""


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _ability(rules: Rules, slug: str, ability: str) -> str:
    """«the Spark of Grave Diver: «Draw one card»», from the line that is carried out."""
    entry = rules.content.ancients.get(slug) or rules.content.facilities.get(slug)
    said = _text(rules, f"{slug}.{ability}")
    return f"the {ability.capitalize()} of {entry.name}: {said}" if entry and said else ""


def _text(rules: Rules, key: str) -> str:
    effect = rules.content.effects.get(key)
    return f"«{LANGUAGE.words(effect).rstrip('.')}»" if effect else ""


def _sides(face: str) -> tuple[str, str]:
    """Ancient and Facility of a face by their ids; «?» where a side is not seen."""
    one, _, two = face.split("@")[0].split("#")[0].partition("/")
    return one, two


def _value(rules: Rules, face: str) -> str:
    ancient = rules.content.ancients.get(_sides(face)[0])
    return f"brings Value {ancient.value}" if ancient else ""


def _reprogram(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _joined(_ability(rules, _sides(str(move[-1]))[0], "spark"), _value(rules, str(move[-1])))


def _facility(rules: Rules, view: View, seat: int, move: Move) -> str:
    top = view["wastes_deck"][0] if view["wastes_deck"] else "?/?"
    said = _ability(rules, _sides(top)[1], "protocol") or "the Facility on top is not seen"
    return _joined(said, IN_ZONE)


def _ancient(rules: Rules, view: View, seat: int, move: Move) -> str:
    face = str(move[1])
    ancient = rules.content.ancients.get(_sides(face)[0])
    counts = f"counts 1 in the Zone, and no longer its Value {ancient.value}" if ancient else IN_ZONE
    return _joined(_ability(rules, _sides(face)[0], "protocol"), counts)


def _discharge(rules: Rules, view: View, seat: int, move: Move) -> str:
    said = _text(rules, f"node.{view['node'][seat]}")
    return f"{said}; the Node begins anew" if said else ""


def _take(rules: Rules, view: View, seat: int, move: Move) -> str:
    without_spark = view["frames"][-1][0] == "take-one"
    return _joined(_value(rules, str(move[1])), "its Spark is not used" if without_spark else "")


def _copy(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _text(rules, f"{_sides(str(move[1]))[0]}.{view['frames'][-1][2][0]}")


def _flip(rules: Rules, view: View, seat: int, move: Move) -> str:
    face = str(move[1])
    ancient, facility = _sides(face)
    return _ability(rules, facility if face in view["ancients"][seat] else ancient, "protocol")


def _play(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _joined(_ability(rules, _sides(str(move[1]))[1], "protocol"), IN_ZONE)


def _recover(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _joined(f"{ancient_name(rules, str(move[1]))} can be played or paid again", IN_HAND)


def _discard(rules: Rules, view: View, seat: int, move: Move) -> str:
    return f"{ancient_name(rules, str(move[1]))} is no longer in hand, where each card costs the other side 1"


def _exchange(rules: Rules, view: View, seat: int, move: Move) -> str:
    got, given = str(move[2]), str(move[1])
    shown = names(rules, given)[1] if given in view["facilities"][seat] else ""
    return _joined(f"gets {_seen_name(rules, got)} for {shown or _seen_name(rules, given)}", _value(rules, got))


def _seen_name(rules: Rules, face: str) -> str:
    ancient, facility = names(rules, face)
    return ancient or facility or "a card that is not seen"


def _end(rules: Rules, view: View, seat: int, move: Move) -> str:
    held = view["hand"][seat]
    number = held if isinstance(held, int) else len(held)
    return f"{number} in hand cost the other side {number}" if number else ""


_AIMS: dict[str, Callable[[Rules, View, int, Move], str]] = {
    "reprogram": _reprogram, "facility": _facility, "ancient": _ancient, "discharge": _discharge, "take": _take,
    "copy": _copy, "flip": _flip, "play": _play, "recover": _recover, "discard": _discard, "exchange": _exchange,
    "end": _end,
}  # fmt: skip
