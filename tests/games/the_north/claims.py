"""Of each rule that refuses moves: whether its sentence is true, worked out from what the seat sees.

Written from the rules and the pack, not from the code that judges. A claim asks whether the reason holds, whether each
fact in the sentence is so, and whether it is the sentence of the option by which this table plays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

from tabletop_kernel.checks.true_sentence_checks import Case
from tabletop_kernel.content.installed_games import house_folder

FOLDER = house_folder("the_north")


def _entries(file: str, table: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))[table]
    return entries


VALUES = {entry["name"].lower().replace(" ", "-"): entry["value"] for entry in _entries("ancients.toml", "ancient")}
NAMES = {
    entry["name"].lower().replace(" ", "-"): entry["name"]
    for entry in (*_entries("ancients.toml", "ancient"), *_entries("facilities.toml", "facility"))
}
CARDS = {
    f"{entry['ancient']}/{entry['facility']}{whose}".lower().replace(" ", "-")
    for entry in _entries("cards.toml", "card")
    for whose in (("@1", "@2") if entry.get("start") else ("",))
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


AT = {
    "hand": "in your hand",
    "hand-or-zone": "in your hand or among the Ancients in your Zone",
    "zone": "in your Zone",
    "discard": "in your Discard",
    "ancients": "among the Ancients in your Zone",
    "facilities": "among the Facilities in your Zone",
    "wastes": "in The Wastes",
    "top": "on top of the Wastes Deck",
    "aside": "set aside until the Directive is done",
}


def seen(case: Case) -> dict[str, list[str]]:
    """The places that the seat can look into, others' as «discard:1», with what it sees there."""
    found = {"hand": mine(case, "hand"), "wastes": case.view["wastes"], "aside": case.view["aside"]}
    for whose in range(case.config.seats):
        more = "" if whose == case.seat else f":{whose}"
        found |= {f"{pile}{more}": case.view[pile][whose] for pile in ("discard", "ancients", "facilities")}
    return found


def at(place: str) -> str:
    pile, _, whose = place.partition(":")
    return AT[pile].replace("your", f"player {int(whose) + 1}'s") if whose else AT[place]


def absent(case: Case, told: list[str], named: str, wanted: str) -> bool:
    """Whether a card really does not lie where it should, and lies where the sentence says, if that is seen."""
    face, place, should = told
    lies = [key for key, pile in seen(case).items() if named in pile]
    here = {"zone": ["ancients", "facilities"], "hand-or-zone": ["hand", "ancients"]}.get(wanted, [wanted])
    top = wanted == "top" and named in case.view["wastes_deck"][:1]
    if should != wanted or top or any(key in here for key in lies):
        return False
    if not face:
        return not lies and says(case, f"ou can't see that card {AT[wanted]}")
    name = NAMES[sides(face)[1 if place.startswith("facilities") else 0]]
    if not lies:
        sure = named in CARDS and (wanted == "hand" or case.ruled("inspect", "yes"))
        return sure and not place and face == named and says(case, name) and says(case, f" is not {AT[wanted]}")
    told_so = says(case, name) and says(case, f" is {at(place)}, not {AT[wanted]}")
    return place in lies and face == named and told_so


def possible(case: Case) -> bool:
    """Whether a Directive could be performed, as far as cards and the Node go."""
    hand, wastes = mine(case, "hand"), case.view["wastes"]
    pays = hand or (case.ruled("discard-from", "hand-or-zone") and mine(case, "ancients"))
    differs = any(value(paid) != value(face) for paid in hand for face in wastes)
    found = {
        "ancient": hand,
        "reprogram": differs or (hand and case.ruled("reprogram-needs-target", "yes")),
        "facility": pays and (case.view["wastes_deck"] or case.ruled("facility-needs-card", "yes")),
        "discharge": mine(case, "node") or case.ruled("discharge-twice", "yes"),
    }
    return any(there and case.view["used"].count(kind) < 2 for kind, there in found.items())


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


def skipped(case: Case) -> bool:
    """Whether the rest of the Directives was skipped because none is possible."""
    early = decides(case, "end") and len(case.view["used"]) < 3 and case.ruled("sequential", "one-by-one")
    return early and not possible(case)


def choosing(case: Case, directive: str) -> bool:
    """A Directive is tried while one is chosen, or when the rest was skipped."""
    chooses = decides(case, "directive") or skipped(case)
    return tries(case, directive) and chooses and open_now(case, directive)


# -- the front side ----------------------------------------------------------------------------------------------------


def shuffle(case: Case) -> bool:
    early = decides(case, "shuffle") and case.move != ("shuffle",)
    late = tries(case, "shuffle") and decides(case, *FRONT) and kind(case) != "shuffle"
    told = says(case, "You can't shuffle now: ", late) and says(case, "You can't do that yet: first shuffle ", early)
    told = told and case.facts == {"begin": early, "once": early}
    return (early or late) and told and says(case, "your hand", case.ruled("hand-waits", "stays"))


OVER = {
    "": "your Directives are done",
    "done": "you have performed all three Directives",
    "impossible": "you can't perform any Directive",
    "stopped": "you have stopped",
    "named": "each Directive you named was performed or lost",
    "lost": "the last Directive you named was lost",
}


def three(case: Case) -> bool:
    """How many Directives are left, or why there are none."""
    announced, used = case.ruled("sequential", "announce-all"), len(case.view["used"])
    if decides(case, "directive"):
        left = len(case.view["announced"]) if announced else 3 - used
        now = "Carry out the next one you named." if announced else "Choose a Directive."
        told = (
            f"You can't do that now: you have {WORDS[left]} Directive{'' if left == 1 else 's'} left this turn. {now}"
        )
        return tries(case, "discard", "take", "recover") and case.facts == {"stage": left} and case.text == told
    why = case.facts["stage"]
    true = {
        "": not case.view["frames"][-1][2],
        "done": used == 3,
        "impossible": skipped(case) and not tries(case, *DIRECTIVES),
        "stopped": used < 3 and case.ruled("must-three", "may-stop"),
        "named": 0 < used < 3 and announced,
        "lost": used < 3 and announced,
    }
    told = case.text == f"You can't do that now: {OVER[why]}. Turn the turn card over."
    return decides(case, "end") and true[why] and told


def one_twice(case: Case) -> bool:
    named = case.ruled("sequential", "announce-all")
    directive = part(case, 1) if named else part(case, 0)
    before = case.view["announced" if named else "used"]
    chooses = decides(case, "announce" if named else "directive") or skipped(case)
    told = says(case, f"You have already {'named' if named else 'chosen'} “{DIRECTIVES[directive]}” twice")
    return chooses and before.count(directive) == 2 and case.facts == {"directive": directive} and told


def must_three(case: Case) -> bool:
    if not (tries(case, "end") and decides(case, "announce", "directive")):
        return False
    if case.ruled("must-three", "may-stop"):
        return len(case.move) > 1 and ("end",) in case.legal and says(case, "You may stop")
    named = case.ruled("sequential", "announce-all")
    return ("end",) not in case.legal and says(
        case, "you have to name three" if named else "you have to perform three Directives, or"
    )


def sequential(case: Case) -> bool:
    if case.ruled("sequential", "one-by-one"):
        return (
            tries(case, "announce")
            and decides(case, "directive")
            and says(case, "You can't name Directives in advance")
        )
    if decides(case, "announce"):
        left = 3 - len(case.view["announced"])
        told = f"you still have to name {WORDS[left]}"
        if case.ruled("must-three", "may-stop"):
            told = "you may name one more" if left == 1 else f"you may name up to {WORDS[left]} more"
        names_one = tries(case, "announce") and len(case.move) == 2 and part(case, 1) in DIRECTIVES
        return not names_one and case.facts == {"due": left} and says(case, told)
    if case.facts != {"due": due(case)}:
        return False
    other = tries(case, "announce", *(name for name in DIRECTIVES if name != due(case)))
    return decides(case, "directive") and other and says(case, f"now it is “{DIRECTIVES[due(case)]}”")


def reprogram(case: Case) -> bool:
    paid, target = part(case, 1), part(case, 2)
    whole = len(case.move) == 3 and paid in mine(case, "hand") and target in case.view["wastes"]
    alone = len(case.move) == 2 and paid in mine(case, "hand")
    fitting = alone and any(value(face) != value(paid) for face in case.view["wastes"])
    told = says(case, "If The Wastes have one with a different Value", case.ruled("reprogram-needs-target", "yes"))
    told = told and says(case, "and an Ancient in The Wastes to Reprogram", case.ruled("reprogram-needs-target", "no"))
    where = case.facts["where"]
    if len(case.move) not in (2, 3) or alone:
        told = told and not where and case.text.startswith("This Directive")
    elif paid not in mine(case, "hand"):
        told = told and absent(case, where, paid, "hand")
    else:
        told = told and absent(case, where, target, "wastes")
    return choosing(case, "reprogram") and not whole and (fitting or not alone) and told


def different_value(case: Case) -> bool:
    paid, target = part(case, 1), part(case, 2)
    there = choosing(case, "reprogram") and paid in mine(case, "hand") and target in case.view["wastes"]
    facts = {"ancient": target, "paid": paid, "value": ["0", "I", "II"].index(value(paid))}
    told = names(case, target, paid) and says(case, f"both have the Value {value(paid)},")
    return there and value(paid) == value(target) and case.facts == facts and told


def no_target(case: Case) -> bool:
    paid = part(case, 1)
    there = choosing(case, "reprogram") and len(case.move) == 2 and paid in mine(case, "hand")
    same = all(value(face) == value(paid) for face in case.view["wastes"])
    return case.ruled("reprogram-needs-target", "no") and there and same and case.facts == {"paid": paid}


def facility(case: Case) -> bool:
    zone = case.ruled("discard-from", "hand-or-zone")
    paying = len(case.move) == 2 and part(case, 1) in (*mine(case, "hand"), *mine(case, "ancients"))
    there = bool(case.view["wastes_deck"]) or case.ruled("facility-needs-card", "yes")
    told = one_card(case, "hand-or-zone" if zone else "hand") and says(case, "or an Ancient showing in your Zone", zone)
    return choosing(case, "facility") and there and not paying and told


def one_card(case: Case, wanted: str) -> bool:
    """A Directive that takes one card: it is told where that one lies, if one was named."""
    where = case.facts["where"]
    if len(case.move) != 2:
        return not where and case.text.startswith("This Directive")
    return absent(case, where, part(case, 1), wanted)


def discard_from(case: Case) -> bool:
    there = choosing(case, "facility") and part(case, 1) in mine(case, "ancients")
    told = case.facts == {"card": [part(case, 1), "ancient"]} and names(case, part(case, 1))
    return case.ruled("discard-from", "hand") and there and part(case, 1) not in mine(case, "hand") and told


def needs_card(case: Case) -> bool:
    empty = choosing(case, "facility") and not case.view["wastes_deck"]
    return empty and case.ruled("facility-needs-card", "no")


def ancient(case: Case) -> bool:
    return choosing(case, "ancient") and one_card(case, "hand")


def discharge(case: Case) -> bool:
    there = mine(case, "node") > 0 or case.ruled("discharge-twice", "yes")
    return choosing(case, "discharge") and there and len(case.move) > 1


def discharge_twice(case: Case) -> bool:
    if not case.ruled("discharge-twice", "no"):
        return False
    if case.ruled("sequential", "announce-all"):
        named = decides(case, "announce") and case.view["announced"].count("discharge") == 1
        return named and case.move == ("announce", "discharge") and says(case, "You have already named a Discharge")
    return choosing(case, "discharge") and mine(case, "node") == 0 and says(case, "it is already Discharged")


def zone_stays(case: Case) -> bool:
    face, side = case.facts["card"]
    row = mine(case, "ancients" if side == "ancient" else "facilities")
    shown = sides(face)[0 if side == "ancient" else 1]
    pays = says(case, "pay for a Facility", case.ruled("discard-from", "hand-or-zone"))
    there = face == case.move[-1] and face in row and case.text.startswith(NAMES[shown])
    return tries(case, "take", "recover") and decides(case, "directive") and there and pays


def charge(case: Case, *kinds: str, levels: range) -> bool:
    return tries(case, "charge") and decides(case, *kinds) and mine(case, "node") in levels


def reset(case: Case) -> bool:
    told = says(case, "You can't Charge or Reset the Node yourself: a Discharged Node is Reset when you turn")
    return told and (in_front(case, "reset") or charge(case, "end", levels=range(1)))


def charge_early(case: Case) -> bool:
    told = says(case, "A Node you didn't Discharge is also Charged after your Directives.")
    return told and charge(case, "shuffle", "announce", "directive", levels=range(4))


def draw(case: Case) -> bool:
    return in_front(case, "draw") and says(case, f"You draw {WORDS[HAND]} cards after") and says(case, "or a Discharge")


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
        return in_front(case, "skip") and case.facts == {"key": "", "but": []} and says(case, "every ability")
    name, _, ability = running(case).rpartition(".")
    told = f"a Discharge at level {ability}" if name == "node" else f"{NAMES[name]}'s {ability.capitalize()}"
    right = case.facts["key"] == running(case) and says(case, f"You must carry out {told} as it says")
    return not fits(case) and right and because(case)


ASKED = {
    "discard": "hand",
    "recover": "discard",
    "flip": "zone",
    "take": "wastes",
    "reprogram": "wastes",
    "copy": "wastes",
}
EXCHANGED = {
    "another ancient in zone": "ancients",
    "another facility in zone": "facilities",
    "another ancient in discard": "discard",
    "ancient in wastes": "wastes",
    "wastes deck top": "top",
}
SPARED = {"recover": 1, "flip": 0, "exchange": 2}  # where the frame names the card that «another» leaves out


def because(case: Case) -> bool:
    """Whether that is what is wrong with the answer to an ability; where nothing is told, it is no answer at all."""
    what, *more = case.facts["but"] or [""]
    data, pair = case.view["frames"][-1][2], kind(case) == "exchange"
    if not tries(case, kind(case)) or len(case.move) != (3 if pair else 2):
        return not what and says(case, "you can't leave out")
    if what == "where":
        places = [EXCHANGED[place] for place in data[:2]] if pair else [ASKED.get(kind(case)) or data[0]]
        return any(absent(case, more, str(named), at) for named, at in zip(case.move[1:], places, strict=True))
    face = more[0]
    if what == "itself":
        there = kind(case) in SPARED and face == lying(case, data[SPARED[kind(case)]]) and face in case.move
        return there and says(case, f"it needs another card, not {NAMES[sides(face)[more[1] == 'facility']]}")
    wrong = kind(case) == "reprogram" and face in case.view["wastes"] and data[0] not in ("", value(face))
    return wrong and says(case, f"of Value {data[0]}, but {NAMES[sides(face)[0]]} has {value(face)}.")


def lying(case: Case, card: str) -> str:
    """A card of a frame as it is seen; where other sides are hidden, frames name the place instead."""
    pile, *where = card.split(".")
    if len(where) != 2:
        return card
    cards = case.view[pile][int(where[0])] if where[0] else case.view[pile]
    return str(cards[int(where[1])])


def flip_once(case: Case) -> bool:
    face, side = case.facts["card"]
    shown = sides(face)[0 if side == "ancient" else 1]
    lies = face in mine(case, "ancients" if side == "ancient" else "facilities")
    once = case.ruled("flip-once", "once-per-turn") and case.move == ("flip", face) and face in case.view["flipped"]
    return decides(case, "flip") and once and lies and case.text.startswith(f"You can't flip {NAMES[shown]}")


def free_reprogram(case: Case) -> bool:
    face = part(case, 1)
    wanted = case.view["frames"][-1][2][0]
    there = decides(case, "reprogram") and tries(case, "reprogram") and face in case.view["wastes"]
    same = ["0", "I", "II"].index(value(face)) == case.view["paid"] and wanted in ("", value(face))
    return case.ruled("free-reprogram", "yes") and there and same and case.facts == {"ancient": face}


def copied(case: Case) -> bool:
    told = says(case, "Borrowing it doesn't move the Ancient", case.ruled("copy", "stays"))
    told = told and says(case, "goes to your Discard", case.ruled("copy", "moves"))
    told = told and says(
        case, "their starting card", case.ruled("copy", "moves") and case.ruled("own-discard", "origin")
    )
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
    seen = f"they share {'the name ' + NAMES[name] if name else 'a name'}."  # of a hidden side, nobody knows the name
    showing = case.ruled("exchange-name", "showing")
    told = says(case, " for another: the card you get must" if showing else seen) and case.facts["shared"] == name
    alike = (name, name) in pairs or (not name and not showing and "?" in (*sides(given[0]), *sides(got[0])))
    return alike and told and says(case, NAMES.get(name, ""))


# -- the back side and the end -----------------------------------------------------------------------------------------


def take_one(case: Case) -> bool:
    """Who takes, to whoever wants something else meanwhile."""
    receiver = 1 - case.view["active"]
    takes = tries(case, "take") and len(case.move) == 2 and part(case, 1) in case.view["wastes"]
    idle = not takes and not tries(case, "spark", "reprogram", "decline")
    apt = kind(case) == "take-one" and (case.seat != receiver or idle)
    told = taker(case, receiver) and says(case, "or to decline", case.ruled("take-one-choice", "may"))
    besides = case.facts["besides"]
    if decides(case, "take-one") and tries(case, "take") and len(case.move) == 2:
        told = told and absent(case, besides, part(case, 1), "wastes")
    else:
        told = told and not besides
    return case.config.seats == 2 and apt and told


def taker(case: Case, receiver: int) -> bool:
    """Who has to take an Ancient; to that player the sentence says «you»."""
    me = decides(case, "take-one")
    told = says(case, "ou have to take", me) and says(
        case, f"n the back of the turn card, player {receiver + 1} has to take", not me
    )
    return case.facts["taker"] == ("you" if me else receiver) and told


def decline(case: Case) -> bool:
    must = case.ruled("take-one-choice", "must")
    idle = not decides(case, "take-one") or len(case.move) > 1
    told = says(case, "You can't decline: ", must) and taker(case, 1 - case.view["active"])
    told = told and says(case, "you can't add anything", not must and len(case.move) > 1)
    return case.config.seats == 2 and tries(case, "decline") and (must or idle) and told


def turn_over(case: Case) -> bool:
    """The card still has to be turned over: nothing comes along, and no Ancient is taken before."""
    receiver = f"player {2 - case.view['active']}"
    if decides(case, "end") and tries(case, "end"):
        return len(case.move) > 1 and case.text == "You have to turn the card over, and you can't add anything to that."
    if kind(case) != "end" or case.config.seats != 2:
        return False
    may = case.ruled("take-one-choice", "may")
    if not decides(case, "end"):
        told = f"Not yet: player {case.view['active'] + 1} has to turn the card over first."
        return tries(case, "take", *(["decline"] if may else [])) and case.text == told
    then = f" first. Then {receiver} takes an Ancient{' or declines' if may else ''}."
    if not case.view["wastes"]:
        then = ": there are no Ancients left."
    return tries(case, "take") and case.text == f"You have to turn the card over{then}"


def early_spark(case: Case) -> bool:
    """A Spark is wanted where its Ancient could be Reprogrammed, but before that."""
    there = len(case.move) == 2 and part(case, 1) in case.view["wastes"]
    return tries(case, "spark") and decides(case, "directive") and there


def passed(case: Case) -> bool:
    decider = case.view["frames"][-1][1]
    there = decider == case.view["active"] != case.seat and kind(case) != "take-one"
    there = there and not (kind(case) == "end" and tries(case, "take"))
    return there and case.facts == {"seat": decider} and says(case, f"player {decider + 1} has the turn card")


def end_check(case: Case) -> bool:
    told = says(case, "Only the second player checks whether the game ends")
    return in_front(case, "score") and case.config.seats == 2 and told


def refill(case: Case) -> bool:
    declined = says(case, "or declined", case.ruled("take-one-choice", "may"))
    return in_front(case, "refill") and case.config.seats == 2 and declined


def alone(case: Case, *verbs: str) -> bool:
    return case.config.seats == 1 and in_front(case, *verbs)


def collect(case: Case) -> bool:
    told = says(case, "if there is one", case.ruled("solo-collect-short", "wastes-only"))
    told = told and says(case, "If the Wastes Deck has a card, ", case.ruled("solo-collect-short", "none"))
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
    "turn.flip-card": turn_over,
    "turn.reset": reset,
    "turn.charge": lambda case: charge(case, "end", levels=range(1, 4)),
    "node.charge": charge_early,
    "node.cap": lambda case: charge(case, *FRONT, levels=range(4, 5)),
    "directive.reprogram": reprogram,
    "directive.facility": facility,
    "directive.ancient": ancient,
    "directive.discharge": discharge,
    "reprogram.different-value": different_value,
    "reprogram.move-first": early_spark,
    "ability.spark": lambda case: in_front(case, "spark") and not early_spark(case),
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
    "solo.end-check": lambda case: alone(case, "score") and says(case, "you check once per turn"),
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
