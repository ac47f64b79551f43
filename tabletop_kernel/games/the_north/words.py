"""Names for seats and cards, moves in words, and the table as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tabletop_kernel.game import Move, View
from tabletop_kernel.games.the_north.content import SHOWS_FACILITY, UNKNOWN
from tabletop_kernel.games.the_north.language import LANGUAGE, VALUES
from tabletop_kernel.games.the_north.scoring import Score, tally
from tabletop_kernel.games.the_north.state import A_TURN, COLLECTOR, DISCHARGED, NOTHING, Rules, State
from tabletop_kernel.rulebook import Facts
from tabletop_kernel.sentences import Number
from tabletop_kernel.wording import listed

SEAT_KEYS = ("seat", "winner")
DIRECTIVE = {
    "reprogram": "Reprogram",
    "facility": "play a Facility",
    "ancient": "play an Ancient",
    "discharge": "Discharge the Node",
}


def seat_name(rules: Rules, seat: int) -> str:
    """People have no characters here: they are counted; the Collector has a name."""
    if rules.config.seats == 1:
        return "The Collector" if seat == COLLECTOR else "the player"
    return f"player {seat + 1}"


def names(rules: Rules, face: str) -> tuple[str, str]:
    """The two names of a face, as printed; empty where a side is not seen."""
    one, _, two = face.split("@")[0].split("#")[0].partition("/")
    ancient, facility = rules.content.ancients.get(one), rules.content.facilities.get(two)
    return ancient.name if ancient else "", facility.name if facility else ""


def ancient_name(rules: Rules, face: str) -> str:
    return names(rules, face)[0] or "unseen Ancient"


def facility_name(rules: Rules, face: str) -> str:
    return names(rules, face)[1] or "unseen Facility"


def card_name(rules: Rules, face: str, shows: str = "ancient") -> str:
    """«Frost Widow (Outpost on the back)», or what is seen of it; the side that shows names the card."""
    front, back = names(rules, face) if shows == "ancient" else reversed(names(rules, face))
    if front and back:
        return f"{front} ({back} on the back)"
    return front or back or "covered card"


def key_name(rules: Rules, key: str) -> str:
    """«the Protocol of Frost Widow»"""
    name, _, ability = key.rpartition(".")
    if not name:
        return "every ability"
    if ability.isdigit():
        return f"a Discharge at level {ability}"
    entry = rules.content.ancients.get(name) or rules.content.facilities.get(name)
    return f"the {ability.capitalize()} of {entry.name if entry else name}"


def word(state: State, key: str, value: Any) -> str:
    """A fact in words, by its name in the sentence."""
    rules = state.rules
    if key in SEAT_KEYS and isinstance(value, int):
        return seat_name(rules, value)
    if key == "seats" and isinstance(value, list):
        return listed(seat_name(rules, seat) for seat in value)
    if key == "points" and isinstance(value, list):
        return listed(f"{seat_name(rules, seat)} has {points}" for seat, points in enumerate(value))
    if key == "ancients" and isinstance(value, list):
        return listed(ancient_name(rules, face) for face in value) if value else "nothing"
    if key in TURNED and isinstance(value, list):
        return card_name(rules, *value)
    if key in _CARD_WORDS and isinstance(value, str):
        return _CARD_WORDS[key](rules, value)
    if key == "name":
        entry = rules.content.ancients.get(value) or rules.content.facilities.get(value)
        return entry.name if entry else str(value)
    if key == "ability":
        return str(value).capitalize()
    if key == "directive":
        return DIRECTIVE.get(value, str(value))
    if key == "due":
        return f"now it is «{DIRECTIVE[value]}»" if value else "they are being named now"
    if key == "value" and isinstance(value, int):
        return VALUES[value]
    return str(value)


_CARD_WORDS: dict[str, Callable[[Rules, str], str]] = {
    "ancient": ancient_name,
    "paid": ancient_name,
    "facility": facility_name,
    "card": card_name,
    "key": key_name,
}
TURNED = ("card", "given", "got")  # a face with the side that shows


def topic(rules: Rules, view: View) -> tuple[str, tuple[int], Facts]:
    """Which prompt fits a view, the seat that is asked, and the words in its braces."""
    kind, seat, data = view["frames"][-1]
    facts: Facts = {"seat": seat_name(rules, seat), "number": len(view["used"]) + 1, "most": A_TURN}
    if view["announced"]:
        facts["directive"] = DIRECTIVE[view["announced"][0]]
    if kind == "copy":
        facts["ability"] = str(data[0]).capitalize()
    return kind, (seat,), facts


# -- moves -------------------------------------------------------------------------------------------------------------


def phrase(state: State, seat: int, move: Move) -> str:
    """A move in words, for a button or a list."""
    rules, verb = state.rules, str(move[0])
    faces = [str(part) for part in move[1:]]
    if verb == "reprogram":
        return _say_reprogram(state, faces)
    if verb == "facility":
        return f"Discard {ancient_name(rules, faces[0])}{_say_top(state)}"
    if verb == "ancient":
        return f"Play {card_name(rules, faces[0])} as an Ancient"
    if verb == "discharge":
        again = "again, " if state.node[seat] == DISCHARGED else ""
        return f"Discharge the Node {again}at level {state.node[seat]}"
    if verb == "announce":
        return f"Announce: {DIRECTIVE[faces[0]]}"
    if verb == "take":
        return f"Take {card_name(rules, faces[0])}{_value(rules, faces[0])} from The Wastes"
    if verb == "play":
        return f"Play {facility_name(rules, faces[0])} (with {ancient_name(rules, faces[0])} on the other side)"
    if verb == "copy":
        ability = state.frames[-1][2][0]
        return f"Use the {ability.capitalize()} of {ancient_name(rules, faces[0])}"
    if verb == "exchange":
        given, got = (_say_exchanged(rules, *both) for both in zip(faces, state.frames[-1][2], strict=False))
        return f"Exchange {given} for {got}"
    if verb == "flip":
        lying = {state.face(card, "facility") for card in state.facilities[seat]}
        return f"Flip {card_name(rules, faces[0], 'facility' if faces[0] in lying else 'ancient')}"
    if verb in ("discard", "recover"):
        how = {"discard": "Discard", "recover": "Take back to hand:"}[verb]
        return f"{how} {card_name(rules, faces[0])}"
    return {
        "shuffle": "Shuffle everything and draw",
        "end": "End the Directives and turn the card",
        "decline": "Take nothing",
    }[verb]


def _say_top(state: State) -> str:
    """What a Facility Directive brings, as far as it is seen."""
    if not state.wastes_deck:
        return ", with nothing to play"
    facility = names(state.rules, state.top())[1] or "the covered top card"
    return f" to play {facility} from the Wastes Deck"


def _say_exchanged(rules: Rules, face: str, place: str) -> str:
    name = card_name(rules, face, "facility" if place in SHOWS_FACILITY else "ancient")
    return f"the {name}" if face == NOTHING else name


def _say_reprogram(state: State, faces: list[str]) -> str:
    rules = state.rules
    if state.frames[-1][0] == "reprogram":  # an ability asks: nothing is paid
        return f"Reprogram {ancient_name(rules, faces[0])}{_value(rules, faces[0])}"
    if len(faces) == 1:
        return f"Discard {ancient_name(rules, faces[0])}, with nothing to Reprogram"
    target = f"{ancient_name(rules, faces[1])}{_value(rules, faces[1])}"
    return f"Discard {ancient_name(rules, faces[0])} to Reprogram {target}"


def _value(rules: Rules, face: str) -> str:
    ancient = rules.content.ancients.get(face.split("/")[0])
    return f" [{ancient.value}]" if ancient else ""


# -- a view as text ----------------------------------------------------------------------------------------------------


def portray(rules: Rules, view: View) -> list[str]:
    """The table as one seat sees it, in lines of text."""
    me = view["seat"]
    lines = [f"  The Wastes     {_held(rules, face)}" for face in view["wastes"]] or ["  The Wastes     empty"]
    lines.append(f"  Wastes Deck    {_pile(rules, view['wastes_deck'])}")
    for seat in range(rules.config.seats):
        lines += _side(rules, view, seat, seat == me)
    if rules.config.seats == 1:
        points, cards = Number(view["points"][COLLECTOR]), Number(len(view["collector"]))
        lines.append(f"  The Collector  {points:point}, {cards:card}")
    if me is not None:
        lines += [f"  your hand      {_held(rules, face)}" for face in view["hand"][me]]
    if view["used"]:
        lines.append(f"  Directives     {listed(DIRECTIVE[kind] for kind in view['used'])}")
    lines += _chain(rules, view)
    return lines


def _side(rules: Rules, view: View, seat: int, mine: bool) -> list[str]:
    """Who, with what."""
    level = view["node"][seat]
    node = "discharged" if level == DISCHARGED else f"level {level}"
    name = seat_name(rules, seat) + (" (second)" if rules.config.seats > 1 and seat != view["first"] else "")
    head = f"{'*' if mine else ' '} {name:14} {Number(view['points'][seat]):point}, Node {node}"
    piles = f"hand {len(view['hand'][seat])}, Deck {_pile(rules, view['deck'][seat])}"
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


def _pile(rules: Rules, faces: list[str]) -> str:
    if not faces:
        return "empty"
    top = faces[0].split("/")[1]
    shown = "" if top == UNKNOWN else f", {facility_name(rules, faces[0])} on top"
    return f"{len(faces)}{shown}"


def _held(rules: Rules, face: str) -> str:
    """A card with everything that it can do, as far as its sides are seen."""
    ancient, facility = face.split("@")[0].split("#")[0].split("/")
    said = [f"{card_name(rules, face)}{_value(rules, face)}"]
    for label, key in (("P", f"{ancient}.protocol"), ("S", f"{ancient}.spark"), ("back", f"{facility}.protocol")):
        if key in rules.effects:
            said.append(f"{label}: {LANGUAGE.line(rules.effects[key])}")
    return " | ".join(said)


def _chain(rules: Rules, view: View) -> list[str]:
    """The abilities that are running, the outermost first."""
    running = [data for kind, _, data in view["frames"] if kind == "ability"]
    return [f"  {'  ' * depth}running: {key_name(rules, data[0])}" for depth, data in enumerate(running)]


# -- if the game ended now ---------------------------------------------------------------------------------------------


def odds_in_words(rules: Rules, view: View) -> list[str]:
    """What the game would be worth now, and what the next card may be."""
    lines = ["If the game ended now:"]
    for seat, score in enumerate(tally(rules, view)):
        lines.append(f"{seat_name(rules, seat)}: {_score(score)}")
    me = view["seat"]
    if me is not None and view["owned"] is not None and view["deck"][me]:
        lines += _next_card(rules, view, me)
    return [line[:1].upper() + line[1:] for line in lines]


def _score(score: Score) -> str:
    total = f"{score.total:g}" if score.exact else f"about {score.total:.0f}"
    return f"{Number(score.points):point} + {score.values:.3g} in Values + {score.zone} in the Zone = {total}"


def _next_card(rules: Rules, view: View, me: int) -> list[str]:
    """Which cards can lie on top: those of one's own that show this back."""
    left = Counter(view["owned"][me])
    left.subtract(view["hand"][me])
    top = view["deck"][me][0].split("/")[1]
    fitting = Counter(rules.ancient[card] for card in left.elements() if rules.facility[card] == top)
    total = sum(fitting.values())
    chances = [f"{rules.content.ancients[key].name} {count} of {total}" for key, count in fitting.items()]
    return [f"the next card you draw has {rules.content.facilities[top].name} on its back: {listed(chances, 'or')}"]
