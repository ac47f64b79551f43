"""Facts and prompts in words, and the table as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.sentences import Number, list_seats
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE, PLACES, VALUES
from tabletop_kernel.games.the_north.content import UNKNOWN
from tabletop_kernel.games.the_north.naming import (
    DIRECTIVE_IN_WORDS,
    ancient_name,
    card_name,
    facility_name,
    key_name,
    seat_name,
    value_in_brackets,
)
from tabletop_kernel.games.the_north.reason_words import REASON_BY_FACT
from tabletop_kernel.games.the_north.ruling_types import rulings_of
from tabletop_kernel.games.the_north.scoring import Score, tally
from tabletop_kernel.games.the_north.state import COLLECTOR, DIRECTIVES_PER_TURN, DISCHARGED, Rules, State
from tabletop_kernel.toolkit.card_language import in_words

CHAIN_WORD_BY_KIND = {"ability": "running", "waiting": "waiting"}
SEAT_KEYS = ("seat", "winner")
ANY_ABILITY = "ability.mandatory"
NONE_FROM_WASTES = ", but no Ancient from The Wastes"  # The Collector takes it


def word(state: State, key: str, value: object, you: int | None = None) -> str:
    """Return a fact in words, by its key in the sentence."""
    rules = state.rules
    if key in SEAT_KEYS and isinstance(value, int):
        return seat_name(rules, value, you)
    if key in _WORDS_BY_SEAT_FACT and isinstance(value, list):
        return _WORDS_BY_SEAT_FACT[key](rules, value, you)
    if key in _WORDS_BY_LIST_FACT and isinstance(value, list):
        return _WORDS_BY_LIST_FACT[key](rules, value)
    if key in _WORDS_BY_TEXT_FACT and isinstance(value, str):
        return _WORDS_BY_TEXT_FACT[key](rules, value)
    if key in REASON_BY_FACT:
        return REASON_BY_FACT[key](rules, value)
    if key == "name":
        entry = rules.content.ancients.get(str(value)) or rules.content.facilities.get(str(value))
        return entry.name if entry else str(value)
    if key == "ability":
        return str(value).capitalize()
    if key == "directive":
        return DIRECTIVE_IN_WORDS.get(str(value), str(value))
    if key == "value" and isinstance(value, int):
        return VALUES[value]
    return str(value)


_WORDS_BY_TEXT_FACT: dict[str, Callable[[Rules, str], str]] = {
    "ancient": ancient_name,
    "paid": ancient_name,
    "facility": facility_name,
    "card": card_name,
    "key": key_name,
}


def _low_points(rules: Rules, value: list[list[int]], you: int | None) -> str:
    """Return the low points of both sides, such as “player 1 is at 0 points”."""
    return listed(f"{seat_name(rules, seat, you):is} at {Number(points):point}" for seat, points in value)


def _points(rules: Rules, value: list[int], you: int | None) -> str:
    """Return the points of both sides, such as “player 1 has 12 and you have 9”."""
    return listed(f"{seat_name(rules, seat, you):has} {points}" for seat, points in enumerate(value))


def _what(rules: Rules, value: list[str | int], you: int | None) -> str:
    """Return the reason why a step does nothing, such as “there are no cards in player 1's hand”."""
    what, seat = value
    return str(what).format(f"{seat_name(rules, int(seat), you):~'s/your}")


_WORDS_BY_SEAT_FACT: dict[str, Callable[[Rules, Any, int | None], str]] = {  # their words depend on the reader
    "seats": lambda rules, seats, you: list_seats(seat_name(rules, seat, you) for seat in seats),
    "points": _points,
    "low": _low_points,
    "what": _what,
}


def _part(rules: Rules, value: list[str | bool]) -> str:
    """Return an ability's name, or “part of” it."""
    key, only_a_part = value
    return f"{'part of ' if only_a_part else ''}{key_name(rules, str(key))}"


def _ancients(rules: Rules, faces: list[str]) -> str:
    """Return Ancients in words, such as “two Pale Drone cards and Ice Porter”; a pack gives no plural of a name."""
    counted = Counter(ancient_name(rules, face) for face in faces)
    return listed(f"{in_words(n)} {name} cards" if n > 1 else name for name, n in counted.items()) or "nothing"


_WORDS_BY_LIST_FACT: dict[str, Callable[[Rules, Any], str]] = {
    "ancients": _ancients,
    "left": lambda rules, faces: (
        f", including {_ancients(rules, faces)} from The Wastes" if faces else NONE_FROM_WASTES
    ),
    "part": _part,
    **dict.fromkeys(("card", "given", "got"), lambda rules, turned: card_name(rules, *turned)),
}


def topic(rules: Rules, view: View) -> tuple[str, tuple[int], Facts]:
    """Return the prompt for a view, the seat that decides, and the words for its braces."""
    kind, seat, data = view["frames"][-1]
    facts: Facts = {
        "seat": seat_name(rules, seat, view["seat"]),
        "number": len(view["used"]) + 1,
        "most": DIRECTIVES_PER_TURN,
    }
    if view["announced"]:
        due = view["announced"][0]
        facts |= {"directive": DIRECTIVE_IN_WORDS[due], "how": _how_to_choose(rules, due)}
    if kind == "reprogram":
        facts["unlike-paid"] = _unlike_paid(view["paid"], data[0])
    return kind, (seat,), {**facts, **_FACTS_BY_KIND[kind](data)} if kind in _FACTS_BY_KIND else facts


def asking_rule(rules: Rules, view: View) -> str:
    """Return the rule of the ability that asks for a choice."""
    key, at = next((str(data[0]), int(data[1])) for kind, _, data in reversed(view["frames"]) if kind == "ability")
    if key in rules.cites:
        return rules.cites[key][rules.effects[key].ops[max(at, 1) - 1].step]  # the frame is already at the next step
    return "node.table" if key.rpartition(".")[2].isdigit() else ANY_ABILITY


def _how_to_choose(rules: Rules, due: str) -> str:
    """Return what there is to choose for a named Directive."""
    if due != "discharge":
        return ": choose how"
    return ": do it" if rulings_of(rules.config)["ruling.must-three"] == "may-stop" else ""


def _unlike_paid(paid: int, value: str) -> str:
    """Return the Value that an ability can't Reprogram under a ruling; empty if the ability names a Value."""
    return "" if value or paid < 0 else f", but not of Value {VALUES[paid]}, which you last discarded this turn"


_FACTS_BY_KIND: dict[str, Callable[[list[Any]], Facts]] = {
    "copy": lambda data: {"ability": str(data[0]).capitalize()},
    "recover": lambda data: {"which": "another card" if data[1] else "a card"},
    "reprogram": lambda data: {"of-value": f" of Value {data[0]}" if data[0] else ""},
    "play": lambda data: {"pile": data[0] if data[0] == "hand" else "Discard"},
    "exchange": lambda data: {"given": PLACES[data[0]], "got": PLACES[data[1]]},
}


# -- a view as text ----------------------------------------------------------------------------------------------------


def portray(rules: Rules, view: View) -> list[str]:
    """Return the table as one seat sees it, in lines of text."""
    me = view["seat"]
    lines = [f"  The Wastes     {_card_with_abilities(rules, face)}" for face in view["wastes"]] or [
        "  The Wastes     empty"
    ]
    lines.append(f"  Wastes Deck    {_deck_text(rules, view['wastes_deck'])}")
    for seat in range(rules.config.seats):
        lines += _seat_lines(rules, view, seat, seat == me)
    if rules.config.seats == 1:
        points, cards = Number(view["points"][COLLECTOR]), Number(len(view["collector"]))
        lines.append(f"  The Collector  {points:point}, {cards:card}")
    if me is not None:
        lines += [f"  your hand      {_card_with_abilities(rules, face)}" for face in view["hand"][me]]
    if view["used"]:
        lines.append(f"  Directives     {listed(DIRECTIVE_IN_WORDS[kind] for kind in view['used'])}")
    lines += _chain_lines(rules, view)
    return lines


def _seat_lines(rules: Rules, view: View, seat: int, mine: bool) -> list[str]:
    """Return the lines of one seat."""
    level = view["node"][seat]
    node = "discharged" if level == DISCHARGED else f"level {level}"
    name = seat_name(rules, seat) + (" (second)" if rules.config.seats > 1 and seat != view["first"] else "")
    head = f"{'*' if mine else ' '} {name:14} {Number(view['points'][seat]):point}, Node {node}"
    piles = f"hand {len(view['hand'][seat])}, Deck {_deck_text(rules, view['deck'][seat])}"
    lines = [f"{head}, {piles}"]
    for label, row, named in (("Ancients", "ancients", ancient_name), ("Facilities", "facilities", facility_name)):
        counted = Counter(named(rules, face) for face in view[row][seat])
        if counted:
            lines.append(
                f"      {label:10} {listed(f'{n} x {name}' if n > 1 else name for name, n in counted.items())}"
            )
    if view["discard"][seat]:
        lines.append(f"      {'Discard':10} {listed(ancient_name(rules, face) for face in view['discard'][seat])}")
    return lines


def _deck_text(rules: Rules, faces: list[str]) -> str:
    if not faces:
        return "empty"
    top = faces[0].split("/")[1]
    shown = "" if top == UNKNOWN else f", {facility_name(rules, faces[0])} on top"
    return f"{len(faces)}{shown}"


def _card_with_abilities(rules: Rules, face: str) -> str:
    """Return a card with its abilities, as far as its sides are seen."""
    ancient, facility = face.split("@")[0].split("#")[0].split("/")
    parts = [f"{card_name(rules, face)}{value_in_brackets(rules, face)}"]
    for label, key in (("P", f"{ancient}.protocol"), ("S", f"{ancient}.spark"), ("back", f"{facility}.protocol")):
        if key in rules.effects:
            parts.append(f"{label}: {LANGUAGE.line(rules.effects[key])}")
    return " | ".join(parts)


def _chain_lines(rules: Rules, view: View) -> list[str]:
    """Return the running and waiting abilities, the outermost first."""
    chain = [(CHAIN_WORD_BY_KIND[kind], data[0]) for kind, _, data in view["frames"] if kind in CHAIN_WORD_BY_KIND]
    return [f"  {'  ' * depth}{how}: {key_name(rules, key)}" for depth, (how, key) in enumerate(chain)]


# -- if the game ended now ---------------------------------------------------------------------------------------------


def odds_in_words(rules: Rules, view: View) -> list[str]:
    """Return the current scores, and the chances for the next card, in sentences."""
    lines = ["If the game ended now:"]
    for seat, score in enumerate(tally(rules, view)):
        lines.append(f"{seat_name(rules, seat)}: {_score_text(score)}")
    me = view["seat"]
    if me is not None and view["owned"] is not None and view["deck"][me]:
        lines += _next_card_lines(rules, view, me)
    return [line[:1].upper() + line[1:] for line in lines]


def _score_text(score: Score) -> str:
    total = f"{score.total:g}" if score.exact else f"about {score.total:.0f}"
    return f"{Number(score.points):point} + {score.values:.3g} in Values + {score.zone} in the Zone = {total}"


def _next_card_lines(rules: Rules, view: View, me: int) -> list[str]:
    """Return the player's cards that can be on top of the Deck: those with the back that shows there."""
    left = Counter(view["owned"][me])
    left.subtract(view["hand"][me])
    top = view["deck"][me][0].split("/")[1]
    fitting = Counter(rules.ancient[card] for card in left.elements() if rules.facility[card] == top)
    total = sum(fitting.values())
    chances = [f"{rules.content.ancients[key].name} {count} of {total}" for key, count in fitting.items()]
    return [f"The next card you draw has {rules.content.facilities[top].name} on its back: {listed(chances, 'or')}"]
