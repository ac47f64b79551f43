"""Of each rule that refuses moves: whether its sentence is true, worked out from what the seat sees.

Written from the rules and the pack, not from the code that judges. A claim asks whether the reason holds, whether each
fact in the sentence is so, and whether it is the sentence of the option by which this table plays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

from tabletop_kernel.games import house_folder
from tabletop_kernel.refusal_checks import Case

FOLDER = house_folder("the_north")


def _entries(file: str, table: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))[table]
    return entries


VALUES = {entry["name"].lower().replace(" ", "-"): entry["value"] for entry in _entries("ancients.toml", "ancient")}
NAMES = {
    entry["name"].lower().replace(" ", "-"): entry["name"]
    for entry in (*_entries("ancients.toml", "ancient"), *_entries("facilities.toml", "facility"))
}
HAND = _entries("setup.toml", "setup")[0]["hand"]
WORDS = ["no", "one", "two", "three", "four", "five"]
DIRECTIVES = {
    "reprogram": "Reprogram",
    "facility": "play a Facility",
    "ancient": "play an Ancient",
    "discharge": "Discharge the Node",
}
FRONT = ("shuffle", "announce", "directive", "end")
CHOICES = ("discard", "recover", "flip", "take", "reprogram", "play", "copy", "exchange")
FACILITY_UP = ("another facility in zone", "wastes deck top")


# -- what the seat sees ------------------------------------------------------------------------------------------------


def kind(case: Case) -> str:
    """What is being decided."""
    return str(case.view["frames"][-1][0]) if case.view["frames"] else "over"


def mine(case: Case, pile: str) -> Any:
    return case.view[pile][case.seat]


def decides(case: Case, *kinds: str) -> bool:
    """Whether it is this seat that decides, and one of these things."""
    return kind(case) in kinds and case.view["frames"][-1][1] == case.seat


def tries(case: Case, *verbs: str) -> bool:
    return case.move[0] in verbs


def part(case: Case, number: int) -> str:
    return str(case.move[number]) if len(case.move) > number else ""


def value(face: str) -> str:
    return str(VALUES[face.split("/")[0]])


def sides(face: str) -> list[str]:
    return face.split("@")[0].split("#")[0].split("/")


def names(case: Case, *faces: str) -> bool:
    """Whether the sentence calls these Ancients by their names."""
    return all(NAMES[sides(face)[0]] in case.text for face in faces)


def says(case: Case, words: str, when: bool = True) -> bool:
    """Whether the sentence has these words, just when it should."""
    return (words in case.text) == when


def in_front(case: Case, *verbs: str) -> bool:
    """Something that is never done just so, on the front side of a turn of one's own."""
    return tries(case, *verbs) and decides(case, *FRONT)


def due(case: Case) -> str:
    """The Directive that was announced to be next."""
    announced = case.view["announced"]
    return str(announced[0]) if announced and kind(case) == "directive" else ""


def open_now(case: Case, directive: str) -> bool:
    """Whether this Directive may be chosen as far as its number goes."""
    if case.ruled("sequential", "announce-all"):
        return due(case) == directive
    return case.view["used"].count(directive) < 2 and len(case.view["used"]) < 3


def choosing(case: Case, directive: str) -> bool:
    return tries(case, directive) and decides(case, "directive") and open_now(case, directive)


# -- the front side ----------------------------------------------------------------------------------------------------


def shuffle(case: Case) -> bool:
    early = decides(case, "shuffle") and case.move != ("shuffle",)
    late = tries(case, "shuffle") and decides(case, *FRONT) and kind(case) != "shuffle"
    return (early or late) and says(case, "your hand", case.ruled("hand-waits", "stays"))


def three(case: Case) -> bool:
    """How many Directives are left; none when they are done."""
    left = 0
    if kind(case) == "directive":
        announced = case.ruled("sequential", "announce-all")
        left = len(case.view["announced"]) if announced else 3 - len(case.view["used"])
        if not tries(case, "discard", "take", "recover"):
            return False
    told = f"{WORDS[left]} Directive{'' if left == 1 else 's'} left"
    return decides(case, "directive", "end") and case.facts == {"left": left} and says(case, told)


def one_twice(case: Case) -> bool:
    named = case.ruled("sequential", "announce-all")
    directive = part(case, 1) if named else part(case, 0)
    before = case.view["announced" if named else "used"]
    at = decides(case, "announce" if named else "directive")
    told = says(case, f"You have {'named' if named else 'chosen'} «{DIRECTIVES[directive]}» twice")
    return at and before.count(directive) == 2 and case.facts == {"directive": directive} and told


def must_three(case: Case) -> bool:
    if not (tries(case, "end") and decides(case, "announce", "directive")):
        return False
    if case.ruled("must-three", "may-stop"):
        return len(case.move) > 1 and ("end",) in case.legal and says(case, "You may stop")
    named = case.ruled("sequential", "announce-all")
    return ("end",) not in case.legal and says(case, "are named" if named else "are performed, as long as")


def sequential(case: Case) -> bool:
    if case.ruled("sequential", "one-by-one"):
        return tries(case, "announce") and decides(case, "directive") and says(case, "not announced here")
    if case.facts != {"due": due(case)}:
        return False
    if decides(case, "announce"):
        names_one = tries(case, "announce") and len(case.move) == 2 and part(case, 1) in DIRECTIVES
        return not names_one and says(case, "being named now")
    other = tries(case, "announce", *(name for name in DIRECTIVES if name != due(case)))
    return decides(case, "directive") and other and says(case, f"now it is «{DIRECTIVES[due(case)]}»")


def reprogram(case: Case) -> bool:
    paid, target = part(case, 1), part(case, 2)
    whole = len(case.move) == 3 and paid in mine(case, "hand") and target in case.view["wastes"]
    alone = len(case.move) == 2 and paid in mine(case, "hand")
    fitting = alone and any(value(face) != value(paid) for face in case.view["wastes"])
    told = says(case, "as long as one there", case.ruled("reprogram-needs-target", "yes"))
    return choosing(case, "reprogram") and not whole and (fitting or not alone) and told


def different_value(case: Case) -> bool:
    paid, target = part(case, 1), part(case, 2)
    there = choosing(case, "reprogram") and paid in mine(case, "hand") and target in case.view["wastes"]
    facts = {"ancient": target, "paid": paid, "value": ["0", "I", "II"].index(value(paid))}
    told = names(case, target, paid) and says(case, f"which is {value(paid)}:")
    return there and value(paid) == value(target) and case.facts == facts and told


def no_target(case: Case) -> bool:
    paid = part(case, 1)
    there = choosing(case, "reprogram") and len(case.move) == 2 and paid in mine(case, "hand")
    same = all(value(face) == value(paid) for face in case.view["wastes"])
    return case.ruled("reprogram-needs-target", "no") and there and same and case.facts == {"paid": paid}


def facility(case: Case) -> bool:
    zone = case.ruled("discard-from", "hand-or-zone")
    paying = len(case.move) == 2 and part(case, 1) in (*mine(case, "hand"), *mine(case, "ancients"))
    possible = bool(case.view["wastes_deck"]) or case.ruled("facility-needs-card", "yes")
    return choosing(case, "facility") and possible and not paying and says(case, "or one that shows in your Zone", zone)


def discard_from(case: Case) -> bool:
    there = choosing(case, "facility") and part(case, 1) in mine(case, "ancients")
    told = case.facts == {"card": [part(case, 1), "ancient"]} and names(case, part(case, 1))
    return case.ruled("discard-from", "hand") and there and part(case, 1) not in mine(case, "hand") and told


def needs_card(case: Case) -> bool:
    empty = choosing(case, "facility") and not case.view["wastes_deck"]
    return empty and case.ruled("facility-needs-card", "no")


def ancient(case: Case) -> bool:
    return choosing(case, "ancient") and not (len(case.move) == 2 and part(case, 1) in mine(case, "hand"))


def discharge(case: Case) -> bool:
    possible = mine(case, "node") > 0 or case.ruled("discharge-twice", "yes")
    return choosing(case, "discharge") and possible and len(case.move) > 1


def discharge_twice(case: Case) -> bool:
    if not case.ruled("discharge-twice", "no"):
        return False
    if case.ruled("sequential", "announce-all"):
        named = decides(case, "announce") and case.view["announced"].count("discharge") == 1
        return named and case.move == ("announce", "discharge") and says(case, "You have named a Discharge already")
    return choosing(case, "discharge") and mine(case, "node") == 0 and says(case, "Your Node is Discharged already")


def zone_stays(case: Case) -> bool:
    face, side = case.facts["card"]
    row = mine(case, "ancients" if side == "ancient" else "facilities")
    shown = sides(face)[0 if side == "ancient" else 1]
    pays = says(case, "pays for a Facility", case.ruled("discard-from", "hand-or-zone"))
    there = face == case.move[-1] and face in row and case.text.startswith(NAMES[shown])
    return tries(case, "take", "recover") and decides(case, "directive") and there and pays


def charge(case: Case, *kinds: str, levels: range) -> bool:
    return tries(case, "charge") and decides(case, *kinds) and mine(case, "node") in levels


def reset(case: Case) -> bool:
    return in_front(case, "reset") or charge(case, "end", levels=range(1))


def draw(case: Case) -> bool:
    return in_front(case, "draw") and says(case, f"{WORDS[HAND]} cards are drawn")


# -- abilities ---------------------------------------------------------------------------------------------------------


def running(case: Case) -> str:
    """The ability that asks for something: the uppermost one."""
    return str([data[0] for name, _, data in case.view["frames"] if name == "ability"][-1])


def fits(case: Case) -> bool:
    """Whether the move is what an ability asks for, as far as the choice is plain."""
    face, data = part(case, 1), case.view["frames"][-1][2]
    if len(case.move) != 2 or not tries(case, kind(case)):
        return False
    if kind(case) == "discard" or (kind(case) == "play" and data[0] == "hand"):
        return face in mine(case, "hand")
    if kind(case) == "play":
        return face in mine(case, "discard")
    if kind(case) in ("take", "copy"):
        return face in case.view["wastes"]
    if kind(case) == "reprogram" and case.ruled("free-reprogram", "no"):
        return face in case.view["wastes"] and (not data[0] or value(face) == data[0])
    return case.move in case.legal


def mandatory(case: Case) -> bool:
    if not decides(case, *CHOICES):
        return in_front(case, "skip") and case.facts == {"key": ""} and says(case, "every ability")
    name, _, ability = running(case).rpartition(".")
    told = f"a Discharge at level {ability}" if name == "node" else f"the {ability.capitalize()} of {NAMES[name]}"
    return not fits(case) and case.facts == {"key": running(case)} and says(case, f"Carry out {told} as it says")


def flip_once(case: Case) -> bool:
    face, side = case.facts["card"]
    shown = sides(face)[0 if side == "ancient" else 1]
    lies = any(face in row for row in case.view["facilities"]) == (side == "facility")
    once = case.ruled("flip-once", "once-per-turn") and case.move == ("flip", face) and face in case.view["flipped"]
    return decides(case, "flip") and once and lies and case.text.startswith(NAMES[shown])


def free_reprogram(case: Case) -> bool:
    face = part(case, 1)
    wanted = case.view["frames"][-1][2][0]
    there = decides(case, "reprogram") and tries(case, "reprogram") and face in case.view["wastes"]
    same = ["0", "I", "II"].index(value(face)) == case.view["paid"] and wanted in ("", value(face))
    return case.ruled("free-reprogram", "yes") and there and same and case.facts == {"ancient": face}


def copied(case: Case) -> bool:
    told = says(case, "stays in The Wastes", case.ruled("copy", "stays"))
    return decides(case, "copy") and tries(case, "take", "reprogram") and told


def same_name(case: Case) -> bool:
    old, new, _ = case.view["frames"][-1][2]
    given, got, name = case.facts["given"], case.facts["got"], case.facts["name"]
    shows = ["facility" if place in FACILITY_UP else "ancient" for place in (old, new)]
    if not decides(case, "exchange") or case.move != ("exchange", given[0], got[0]) or [given[1], got[1]] != shows:
        return False
    pairs = list(zip(sides(given[0]), sides(got[0]), strict=True))
    if case.ruled("exchange-name", "showing"):
        zones = [place for place in (old, new) if "in zone" in place]
        at = 1 if "another facility in zone" in zones or old == new == "wastes deck top" else 0
        pairs = [pairs[at]]
    told = says(case, "is never exchanged for" if case.ruled("exchange-name", "showing") else "on one of their sides")
    return (name, name) in pairs and says(case, NAMES[name]) and told


# -- the back side and the end -----------------------------------------------------------------------------------------


def take_one(case: Case) -> bool:
    """Who takes, to whoever wants something else meanwhile, or takes an Ancient before it is time."""
    receiver = 1 - case.view["active"]
    takes = tries(case, "take") and len(case.move) == 2 and part(case, 1) in case.view["wastes"]
    if kind(case) == "take-one":
        apt = case.seat != receiver or (not takes and not tries(case, "spark", "reprogram", "decline"))
    else:
        apt = decides(case, "end") and tries(case, "take")
    told = says(case, f"player {receiver + 1} takes") and says(
        case, "or declines", case.ruled("take-one-choice", "may")
    )
    return case.config.seats == 2 and apt and case.facts == {"seat": receiver} and told


def decline(case: Case) -> bool:
    must = case.ruled("take-one-choice", "must")
    idle = not decides(case, "take-one") or len(case.move) > 1
    told = says(case, "Nothing can be declined", must)
    return case.config.seats == 2 and tries(case, "decline") and (must or idle) and told


def passed(case: Case) -> bool:
    decider = case.view["frames"][-1][1]
    there = decider == case.view["active"] != case.seat and kind(case) != "take-one"
    return there and case.facts == {"seat": decider} and says(case, f"player {decider + 1} has the turn card")


def end_check(case: Case) -> bool:
    run_down = says(case, "the Wastes Deck has run down", case.ruled("zero-continues", "at-once"))
    return in_front(case, "score") and case.config.seats == 2 and run_down


def refill(case: Case) -> bool:
    declined = says(case, "or declined", case.ruled("take-one-choice", "may"))
    return in_front(case, "refill") and case.config.seats == 2 and declined


def alone(case: Case, *verbs: str) -> bool:
    return case.config.seats == 1 and in_front(case, *verbs)


def collect(case: Case) -> bool:
    told = says(case, "if there is one", case.ruled("solo-collect-short", "wastes-only"))
    return told and (alone(case, "decline") or (alone(case, "take") and kind(case) == "end"))


def over(case: Case, reason: bool) -> bool:
    return kind(case) == "over" and case.view["result"][0] == case.rule and reason


def over_by_deck(case: Case) -> bool:
    short = case.ruled("refill-short", "end-now") and len(case.view["wastes"]) < 4
    return over(case, len(case.view["wastes_deck"]) <= 4 or short)


def over_at_zero(case: Case) -> bool:
    return over(case, min(case.view["points"]) <= 0) and says(case, "or below", case.ruled("floor", "yes"))


CLAIMS: dict[str, Callable[[Case], bool]] = {
    "turn.shuffle": shuffle,
    "turn.draw": draw,
    "turn.three": three,
    "turn.one-twice": one_twice,
    "turn.flip-card": lambda case: decides(case, "end") and tries(case, "end") and len(case.move) > 1,
    "turn.reset": reset,
    "turn.charge": lambda case: charge(case, "end", levels=range(1, 4)),
    "node.charge": lambda case: charge(case, "shuffle", "announce", "directive", levels=range(4)),
    "node.cap": lambda case: charge(case, *FRONT, levels=range(4, 5)),
    "directive.reprogram": reprogram,
    "directive.facility": facility,
    "directive.ancient": ancient,
    "directive.discharge": discharge,
    "reprogram.different-value": different_value,
    "reprogram.move-first": lambda case: in_front(case, "spark"),
    "zone.stays": zone_stays,
    "flip.as-added": lambda case: in_front(case, "flip"),
    "facility.several-ways": lambda case: in_front(case, "play"),
    "outpost.copy": lambda case: in_front(case, "copy") and says(case, "such as the Outpost", _printed_there(case)),
    "exchange.same-name": same_name,
    "ability.mandatory": mandatory,
    "back.take-one": take_one,
    "back.no-spark": lambda case: decides(case, "take-one") and tries(case, "spark", "reprogram"),
    "back.pass": passed,
    "back.end-check": end_check,
    "back.refill": refill,
    "solo.end-check": lambda case: alone(case, "score"),
    "solo.refill": lambda case: alone(case, "refill"),
    "solo.collect": collect,
    "end.deck": over_by_deck,
    "end.zero": over_at_zero,
    "end.long": lambda case: over(case, case.view["turn"] >= 60),
    "ruling.must-three": must_three,
    "ruling.sequential": sequential,
    "ruling.reprogram-needs-target": no_target,
    "ruling.facility-needs-card": needs_card,
    "ruling.discard-from": discard_from,
    "ruling.discharge-twice": discharge_twice,
    "ruling.flip-once": flip_once,
    "ruling.free-reprogram": free_reprogram,
    "ruling.copy": copied,
    "ruling.exchange-meaning": lambda case: in_front(case, "exchange"),
    "ruling.take-one-choice": decline,
}


def _printed_there(case: Case) -> bool:
    """Whether the printed Protocol belongs to the Outpost."""
    return case.ruled("outpost-name", "yes")
