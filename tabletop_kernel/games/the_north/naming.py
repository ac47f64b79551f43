"""The names of seats, cards and abilities."""

from __future__ import annotations

from tabletop_kernel.contract.sentences import Seat, seat_or_you
from tabletop_kernel.games.the_north.state import COLLECTOR, Rules

DIRECTIVE_IN_WORDS = {
    "reprogram": "Reprogram",
    "facility": "play a Facility",
    "ancient": "play an Ancient",
    "discharge": "Discharge the Node",
}


def seat_name(rules: Rules, seat: int, you: int | None = None) -> Seat:
    """Return a seat's name: “player 1”, “The Collector”, or “you” for the reader, seat `you`."""
    name = f"player {seat + 1}"
    if rules.config.seats == 1:
        name = "The Collector" if seat == COLLECTOR else "the player"
    return seat_or_you(name, seat == you)


def side_names(rules: Rules, face: str) -> tuple[str, str]:
    """Return the printed names of a face's two sides; empty for a side that isn't seen."""
    one, _, two = face.split("@")[0].split("#")[0].partition("/")
    ancient, facility = rules.content.ancients.get(one), rules.content.facilities.get(two)
    return ancient.name if ancient else "", facility.name if facility else ""


def ancient_name(rules: Rules, face: str) -> str:
    return side_names(rules, face)[0] or "unseen Ancient"


def facility_name(rules: Rules, face: str) -> str:
    return side_names(rules, face)[1] or "unseen Facility"


def card_name(rules: Rules, face: str, shows: str = "ancient") -> str:
    """Return a card's name, such as “Frost Widow (Outpost on the back)”, or the part that is seen."""
    ancient, facility = side_names(rules, face)
    if not (ancient and facility):
        return ancient or facility or "hidden card"
    if shows == "ancient":
        return f"{ancient} ({facility} on the back)"
    return f"{facility} (with {ancient} on the other side)"


def key_name(rules: Rules, key: str) -> str:
    """Return an ability's name, such as “Frost Widow's Protocol”."""
    name, _, ability = key.rpartition(".")
    if not name:
        return "every ability"
    if ability.isdigit():
        return f"a Discharge at level {ability}"
    entry = rules.content.ancients.get(name) or rules.content.facilities.get(name)
    return f"{entry.name if entry else name}'s {ability.capitalize()}"


def value_in_brackets(rules: Rules, face: str) -> str:
    """Return a card's Value to put after its name, such as “ [II]”; empty if it isn't seen."""
    ancient = rules.content.ancients.get(face.split("/")[0])
    return f" [{ancient.value}]" if ancient else ""
