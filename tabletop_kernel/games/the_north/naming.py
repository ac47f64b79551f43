"""What seats, cards and abilities are called."""

from __future__ import annotations

from tabletop_kernel.contract.sentences import Seat, seat_or_you
from tabletop_kernel.games.the_north.state import COLLECTOR, Rules

DIRECTIVE = {
    "reprogram": "Reprogram",
    "facility": "play a Facility",
    "ancient": "play an Ancient",
    "discharge": "Discharge the Node",
}


def seat_name(rules: Rules, seat: int, you: int | None = None) -> Seat:
    """People have no characters here: they are counted; the Collector has a name. `you` is the one who reads."""
    name = f"player {seat + 1}"
    if rules.config.seats == 1:
        name = "The Collector" if seat == COLLECTOR else "the player"
    return seat_or_you(name, seat == you)


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
    """«Frost Widow (Outpost on the back)», «Outpost (with Frost Widow on the other side)», or what is seen of it."""
    ancient, facility = names(rules, face)
    if not (ancient and facility):
        return ancient or facility or "hidden card"
    if shows == "ancient":
        return f"{ancient} ({facility} on the back)"
    return f"{facility} (with {ancient} on the other side)"


def key_name(rules: Rules, key: str) -> str:
    """«Frost Widow's Protocol»"""
    name, _, ability = key.rpartition(".")
    if not name:
        return "every ability"
    if ability.isdigit():
        return f"a Discharge at level {ability}"
    entry = rules.content.ancients.get(name) or rules.content.facilities.get(name)
    return f"{entry.name if entry else name}'s {ability.capitalize()}"


def in_brackets(rules: Rules, face: str) -> str:
    """The Value of a card after its name: « [II]»; empty where it is not seen."""
    ancient = rules.content.ancients.get(face.split("/")[0])
    return f" [{ancient.value}]" if ancient else ""
