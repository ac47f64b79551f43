"""What each refusal of The West: Ascendant claims, worked out again from the rules of the game and what a seat sees.

Nothing here asks the game: the twelve Loci of the house pack and the order of the steps are written down once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tabletop_kernel.checks.true_sentence_checks import Case, Claim

TYPES = ["kiln", "cistern", "orrery", "relay"]
FACILITY, CHOICES = ("all", "two"), ("all", "two", "locus", "city", "skip")
PRIMES = {
    "prime.steamwright-hall": ("kiln", "cistern"),
    "prime.dawnforge": ("kiln", "orrery"),
    "prime.signal-pyre": ("kiln", "relay"),
    "prime.tidal-clock": ("cistern", "orrery"),
    "prime.drift-exchange": ("cistern", "relay"),
    "prime.farsight-mast": ("orrery", "relay"),
}
TRIGGERS = {
    "trigger.quench-yard": ("kiln", "cistern"),
    "trigger.cinder-almanac": ("kiln", "orrery"),
    "trigger.arc-foundry": ("kiln", "relay"),
    "trigger.mirror-basin": ("cistern", "orrery"),
    "trigger.undertow-wire": ("cistern", "relay"),
    "trigger.null-meridian": ("orrery", "relay"),
}
REQUIRED = PRIMES | TRIGGERS
CONDITION: dict[str, Callable[[Any], bool]] = {  # of the Triggers, by what the ACTION was
    "trigger.quench-yard": lambda view: view["action"] == "locus",
    "trigger.undertow-wire": lambda view: view["action"] == "locus",
    "trigger.cinder-almanac": lambda view: len(view["took"]) >= 3,
    "trigger.arc-foundry": lambda view: bool(view["pulse"]),
    "trigger.mirror-basin": lambda view: len(view["took"]) == len(set(view["took"])) == 2,
}
ASKS = {  # what effects that ask for a card ask for: the verb of the answer, and its name in the sentence
    "prime.signal-pyre": ("discard", "discard"),
    "reference-a.radiate": ("discard", "discard"),
    "reference-b.radiate": ("discard", "discard"),
    "prime.drift-exchange": ("clear", "clear"),
    "relay.pulse": ("recover", "recover"),
    "trigger.undertow-wire": ("recover", "recover"),
    "orrery.pulse": ("under", "under"),
    "turn.salvage": ("recover", "paid"),
    "turn.barter": ("exchange", "exchange"),
    "prime.tidal-clock": ("exchange", "exchange"),
}
MAY = ("prime.signal-pyre", "prime.drift-exchange", "prime.tidal-clock")  # what waits and says «may»
NAME = {"choose": "Choose", "prime": "Prime", "trigger": "Trigger", "reaction": "Reaction", "refill": "Refill"}
NAME |= dict.fromkeys(("gate", "limit", "radiate"), "Doppelgate") | {"check": "Check"}


# -- what a seat sees -------------------------------------------------------------------------------------------------


def top(case: Case) -> tuple[str, int, list[Any]]:
    """What is being decided, by whom."""
    kind, seat, data = case.view["frames"][-1]
    return kind, seat, data


def decides(case: Case) -> bool:
    return top(case)[1] == case.seat


def step(case: Case) -> str:
    kind, _, data = case.view["frames"][0]
    return str(data[0]) if kind == "turn" else ""


def order(case: Case) -> list[str]:
    """The steps of a turn at this table."""
    acted = ["trigger", "reaction"] if case.ruled("reaction-when", "after") else ["reaction", "trigger"]
    ended = ["gate", "refill"] if case.ruled("gate-order", "before") else ["refill", "gate"]
    steps = ["prime", "choose", *acted, *ended, "check", "pass"]
    if case.ruled("refill-when", "start"):
        steps.remove("refill")
        steps.insert(0, "refill")
    return steps


def number(case: Case, name: str) -> int:
    return order(case).index({"limit": "gate", "radiate": "gate"}.get(name, name)) + 1


def hand(case: Case) -> list[str]:
    return list(case.view["hand"][case.seat])


def tops(case: Case) -> list[str]:
    return [deck[0] for deck in case.view["loci"] if deck]


def lacking(case: Case, price: Any) -> Counter[str]:
    return Counter(price) - Counter(hand(case))


def running(case: Case) -> str:
    return next((str(data[0]) for kind, _, data in reversed(case.view["frames"]) if kind == "effect"), "")


def waits(case: Case) -> tuple[str, list[str], list[str]]:
    """Primes, Triggers or Doppelgates that wait, and those used."""
    return next((data for kind, _, data in reversed(case.view["frames"]) if kind == "use"), ("", [], []))


def verb(case: Case, *verbs: str) -> bool:
    return case.move[0] in verbs


def offered(case: Case, name: str) -> bool:
    return any(move[0] == name for move in case.legal)


def named(case: Case) -> Any:
    return case.move[1] if len(case.move) > 1 else None


def is_action(case: Case) -> bool:
    action = case.view["action"]
    return action in ("all", "two", "locus") or (action == "city" and case.ruled("city-is-action", "yes"))


def says(case: Case, ruling: str, **words: str) -> bool:
    """The sentence is that of the option which holds here, and of no other."""
    option = case.config.rulings[f"ruling.{ruling}"].replace("-", "_")
    wanted = words.get(option, words.get("otherwise", ""))
    return wanted in case.text and not any(word in case.text for word in words.values() if word not in wanted)


def looks(what: str) -> Claim:
    return lambda case: case.move[:2] == ("look", what)


def ended(case: Case) -> bool:
    return bool(case.view["result"]) and case.view["result"][0] == case.rule


# -- choosing ---------------------------------------------------------------------------------------------------------


def locus(case: Case) -> tuple[str, tuple[str, ...], tuple[Any, ...]]:
    """A Locus on top that is to be built: its price, and the cards that were named for it."""
    assert named(case) in tops(case), "not on top"
    return str(named(case)), REQUIRED[str(named(case))], case.move[2:]


def locus_required(case: Case) -> bool:
    name, price, cards = locus(case)
    return not cards and not lacking(case, price) and case.facts == {"locus": name, "types": list(price)}


def complete_only(case: Case) -> bool:
    name, price, cards = locus(case)
    missing = Counter(case.facts["missing"])
    return not cards and case.facts["locus"] == name and bool(missing) and missing == lacking(case, price)


def locus_pay(case: Case) -> bool:
    _, price, cards = locus(case)
    missing = Counter(case.facts["missing"])
    right = sorted(map(str, cards)) == sorted(price) and case.facts["types"] == list(price)
    return right and bool(missing) and missing == lacking(case, price)


def locus_exact(case: Case) -> bool:
    _, price, cards = locus(case)
    return bool(cards) and sorted(map(str, cards)) != sorted(price) and case.facts["types"] == list(price)


def any_two(case: Case) -> bool:
    there, wanted = Counter(case.view["middle"]), Counter(case.move[1:])
    possible = len(case.move) == 3 and not wanted - there
    return not possible and there.total() > 1 and Counter(case.facts["cards"]) == there


def all_of_type(case: Case) -> bool:
    same = [card for card in case.view["middle"] if card == named(case)]
    return len(case.move) > 2 and bool(same) and case.facts["cards"] == same


def void_pulse(case: Case) -> bool:
    view, name = case.view, case.facts["type"]
    able = {  # when the cards are taken, and each has cost the other player a point
        "kiln": view["points"][1 - case.seat] > view["middle"].count(name),
        "cistern": view["deck"] > 0,
        "orrery": any(len(deck) > 1 for deck in view["loci"]),
        "relay": bool(view["discard"]),
    }
    pair = case.move == ("two", name, name) and case.ruled("two-same-type", "yes")
    whole = case.move == ("all", name) or (pair and view["middle"].count(name) == 2)
    way = "that way" in case.text
    return case.ruled("void-pulse", "no") and whole and not able[name] and way


def must_act(case: Case) -> bool:
    able = any(move[0] in ("all", "two", "locus") for move in case.legal)
    begun = step(case) == "choose" and not case.view["action"]
    return begun and able and case.ruled("voluntary-pass", "no") and verb(case, "skip", "end")


def follow(case: Case) -> bool:
    known = case.facts["number"] == number(case, step(case)) == case.view["step"]
    said = f"step {number(case, step(case))}, {NAME[step(case)]}," in case.text
    early = verb(case, *CHOICES) and step(case) == "prime"
    return decides(case) and (verb(case, "skip", "end") or early) and known and said and not must_act(case)


def one_choice(case: Case) -> bool:
    """The choice of this turn is over; the sentence says whether there was one."""
    action = case.view["action"]
    said = {"none": "nothing could be chosen", "skip": "you did nothing"}.get(action, "You have already chosen")
    number_said = f"tep {number(case, 'choose')}" in case.text
    mine = decides(case) and case.view["active"] == case.seat and verb(case, *CHOICES)
    return mine and number_said and action != "" and said in case.text


def city_plan(case: Case) -> bool:
    missing = [name for name in TYPES if name not in hand(case)]
    wrong = bool(missing) or sorted(map(str, case.move[1:])) != sorted(TYPES)
    facts = {
        "engine": case.view["engine"][case.seat],
        "price": [1, "of each type"],
        "fault": ["lacks", *missing] if missing else ["named"],
    }
    said = "you lack" if missing else "name just those"
    whole = case.facts == facts and "one Facility of each" in case.text and said in case.text
    return wrong and whole and not case.view["city"][case.seat]


# -- effects ----------------------------------------------------------------------------------------------------------


def counting(case: Case, kind: str) -> list[str]:
    """The Primes or Triggers that count for this seat, as they lie now."""
    found = tops(case)
    if kind == "trigger" and case.ruled("face-up", "all"):
        found = [locus for deck in case.view["loci"] for locus in deck]
    return [
        name for name in (*found, *case.view["zone"][case.seat]) if name in (PRIMES if kind == "prime" else TRIGGERS)
    ]


def prime_when(case: Case) -> bool:
    """The step is over, and nothing nearer stands in the way."""
    theirs = named(case) in case.view["zone"][1 - case.seat]
    late = step(case) != "prime" and (step(case) != "choose" or bool(case.view["action"]) or not used_before(case))
    return verb(case, "use") and named(case) in PRIMES and late and not theirs


def used_before(case: Case) -> bool:
    """A choice is due, and this Prime was used just before."""
    due = step(case) == "choose" and not case.view["action"]
    return due and named(case) in counting(case, "prime")


def trigger_when(case: Case) -> bool:
    late = says(case, "reaction-when", after="right after it", before="once the reaction to it is over")
    whole = ("Cityengine" in case.text) == case.ruled("city-is-action", "yes")
    theirs = named(case) in case.view["zone"][1 - case.seat]
    use = verb(case, "use") and named(case) in TRIGGERS and not theirs
    return use and step(case) != "trigger" and late and whole


def not_there(kind: str) -> Claim:
    """There is no such Prime or Trigger where it could count."""

    def claim(case: Case) -> bool:
        there = named(case) in counting(case, kind) or named(case) in case.view["zone"][1 - case.seat]
        where = kind == "prime" or says(case, "face-up", tops="on top of a", all="anywhere in a")
        strange = named(case) not in REQUIRED or named(case) in (PRIMES if kind == "prime" else TRIGGERS)
        return waits(case)[0] == kind and not there and strange and where

    return claim


def theirs(kind: str) -> Claim:
    def claim(case: Case) -> bool:
        mine = named(case) in (PRIMES if kind == "prime" else TRIGGERS)
        return mine and named(case) in case.view["zone"][1 - case.seat] and case.facts["locus"] == named(case)

    return claim


def not_listed(kind: str) -> Claim:
    """It is used already; or the list was made without it."""

    def claim(case: Case) -> bool:
        _, waiting, spent = waits(case)
        declared = kind == "trigger" and case.ruled("trigger-when", "declared")
        again = case.ruled("effect-list", "re-check") and not declared
        began = "when the action was announced" if declared else "when the step began"
        used = named(case) in spent or (kind == "prime" and used_before(case))
        said = f"works once per {'turn' if kind == 'prime' else 'step'}" if again else began
        return (
            named(case) not in waiting
            and (used or (not again and named(case) in counting(case, kind)))
            and said in case.text
        )

    return claim


def condition(case: Case) -> bool:
    listed = case.view["declared"] if case.ruled("trigger-when", "declared") else counting(case, "trigger")
    name = case.facts["locus"]
    return name == named(case) and name in listed and not CONDITION[name](case.view)


def mandatory(case: Case) -> bool:
    kind, _, _ = top(case)
    if case.facts["duty"] == "first":
        return first_used(case)
    if kind != "use":
        accepted = running(case) == "turn.salvage"  # of the house effects the only «may» that asks again
        said = ("you accepted it" if accepted else "only an effect that says “may”") in case.text
        return decides(case) and case.facts["effects"] == [running(case)] and offered(case, kind) and said
    keys = {"gate": "doppelgate.radiate"}
    waiting = list(dict.fromkeys(keys.get(name, name) for name in waits(case)[1]))
    may = any(name in MAY or name.endswith("first-gate") for name in waits(case)[1])
    words = "a “may” only when it is offered" if may else "only an effect that says “may”"
    whole = case.facts["effects"] == waiting and case.facts["count"] == len(waiting)
    unasked = not any(asks(name) == case.move[0] for name in waiting)
    return decides(case) and whole and words in case.text and unasked


def asks(name: str) -> str:
    """The verb of the card that an effect asks for; empty if it asks for none."""
    return ASKS.get(name, ("", ""))[0]


def first_used(case: Case) -> bool:
    """A card was named for an effect that still waits."""
    wanted = list(dict.fromkeys(name for name in waits(case)[1] if asks(name) == case.move[0]))
    return decides(case) and top(case)[0] == "use" and wanted == case.facts["effects"] and "only then" in case.text


def not_waiting(case: Case) -> bool:
    """Nothing that waits asks for such a card."""
    return top(case)[0] != "use" or not any(asks(name) == case.move[0] for name in waits(case)[1])


def hopeless(case: Case) -> bool:
    """Only the hand stands against an effect that is on offer."""
    held, there = set(hand(case)), set(case.view["middle"])
    verb_asked = asks(running(case))
    if verb_asked == "exchange":
        same = case.ruled("exchange-same", "yes")
        return not any(same or one != other for one in held for other in there)
    return verb_asked == "discard" and not held


def asked(case: Case) -> bool:
    """An effect asks for a card, and another was named; or for nothing yet but a yes or no."""
    effect, fault = case.facts["effect"], []
    if case.facts["asks"] == "offer":
        return effect == running(case) and ("leave",) in case.legal and top(case)[0] == "offer"
    name, asks = ASKS[effect]
    there = {
        "discard": hand(case),
        "clear": case.view["middle"],
        "under": [deck[0] for deck in case.view["loci"] if len(deck) > 1],
        "recover": case.view["discard"][:1] if case.ruled("discard-open", "top") else case.view["discard"],
    }[name]
    fits = len(case.move) == 2 and named(case) in there and (asks != "paid" or named(case) in case.view["paid"])
    seen = name != "recover" or ("the top card" in case.text) == case.ruled("discard-open", "top")
    if name != "under" and len(case.move) == 2 and named(case) in TYPES:
        fault = {"discard": ["holds", named(case), 0], "clear": ["absent", named(case)]}.get(name) or [
            "not-top" if case.ruled("discard-open", "top") else "absent",
            named(case),
        ]
        if asks == "paid" and named(case) not in case.view["paid"]:
            fault = ["unpaid", named(case)]
        seen = seen and str(named(case)).capitalize() in case.text
    wanted = [asks, *fault] if fault else asks
    return effect == running(case) and verb(case, name) and wanted == case.facts["asks"] and not fits and seen


def may(case: Case) -> bool:
    """Something is on offer, and this is no answer to it; or nothing is."""
    if case.facts["asks"] == "nothing":
        free = top(case)[0] != "offer" and not_waiting(case)
        return free and verb(case, "under", "do", "leave") and "No effect" in case.text
    on_offer = top(case)[0] == "offer" and case.facts["effect"] == running(case) and ("leave",) in case.legal
    if case.facts["asks"] == "hopeless":
        return on_offer and hopeless(case) and list(case.legal) == [("leave",)]
    if hopeless(case):
        return False
    if case.facts["asks"] == "offer":
        return on_offer
    if case.facts["asks"] == "named":
        return on_offer and verb(case, "do") and ("do",) not in case.legal
    name, asks = ASKS[running(case)]
    return on_offer and case.facts["asks"] == asks and not verb(case, name, "do", "leave")


def exchange(case: Case) -> bool:
    if case.facts["trade"] == ["unasked"]:
        said = case.text == "You can't exchange a card now: no effect asks for that." and not_waiting(case)
    else:
        said = says(case, "exchange-same", no="of a different type", yes="for one in the middle")
    return verb(case, "exchange") and said and case.facts["trade"] == exchange_fault(case)


def exchange_fault(case: Case) -> list[Any]:
    """The first thing that is wrong with an exchange."""
    if not (top(case)[0] == "offer" and running(case) in ("turn.barter", "prime.tidal-clock")):
        return ["unasked"]
    if len(case.move) != 3:
        return ["unnamed"]
    _, given, got = case.move
    if given not in hand(case):
        return ["holds", given, 0]
    if got not in case.view["middle"]:
        return ["absent", got]
    if given != got or not case.ruled("exchange-same", "no"):
        return []
    if set(case.view["middle"]) == {got}:
        return ["only-lie", got]
    return ["only-held", given] if set(hand(case)) == {given} else ["alike"]


# -- Doppelgates ------------------------------------------------------------------------------------------------------


def cost(case: Case) -> int:
    return int(case.config.rulings["ruling.gate-cost"])


def gate_when(case: Case) -> bool:
    """It comes later in this turn."""
    now, then = number(case, step(case)), number(case, "gate")
    said = f"in step {then}," in case.text and f"this is step {now}." in case.text
    return verb(case, "gate") and now < then and said


def gate_matching(case: Case) -> bool:
    """Cards of several types, or fewer in hand than the price."""
    alike, held = len(set(case.move[1:])) == 1, hand(case).count(str(named(case)))
    fault = ["holds", named(case), held] if alike else ["mixed"]
    few = held < cost(case) == len(case.move) - 1
    said = "You can't make a Doppelgate" in case.text
    return top(case)[0] == "gate" and case.facts["fault"] == fault and (few or not alike) and said


def gate_cost(case: Case) -> bool:
    count = f"exactly {['', 'one', 'two', 'three', 'four'][cost(case)]} Facilities"
    return top(case)[0] == "gate" and len(case.move) - 1 != cost(case) == case.facts["cost"] and count in case.text


def radiating(case: Case) -> bool:
    return waits(case)[0] == "radiate" or running(case).endswith(".radiate")


def radiate_when(case: Case) -> bool:
    words = {
        "no_pulse": "ACTION without a PULSE",
        "with_pulse": "after a PULSE",
        "end_of_turn": "when the Doppelgate step begins",
        "when_made": "when you make it",
    }
    tried = verb(case, "radiate") or named(case) in ("gate", "first-gate")
    return tried and not radiating(case) and says(case, "radiate-when", **words) and "Cityengine" in case.text


# -- reactions --------------------------------------------------------------------------------------------------------


def is_over(case: Case, reacted: int) -> bool:
    """The reaction of this turn is over, in this way."""
    steps = order(case)
    now = {"limit": "gate", "radiate": "gate"}.get(step(case), step(case))
    past = steps.index(now) > steps.index("reaction")
    return case.seat != case.view["active"] and past and is_action(case) and case.view["reacted"] == reacted


def reaction(case: Case) -> str:
    return "turn.barter" if case.view["action"] in FACILITY else "turn.salvage"


def reaction_when(case: Case) -> bool:
    steps = order(case)
    early = steps.index(step(case)) < steps.index("reaction")
    said = says(case, "reaction-when", after="Triggers come first", before="action is not over")
    return case.seat != case.view["active"] and early and is_action(case) and said


def of_reaction(key: str, word: str) -> Claim:
    """The reaction was used; or it does not go with what was done; or it asks for a card, or for a yes or no."""

    def claim(case: Case) -> bool:
        asks, goes = case.facts["asks"], reaction(case) == key
        if case.facts["effect"] != key or asks not in ("used", word):
            return asked(case) and goes
        if asks == "used":
            return is_over(case, 1) and goes
        tried = case.move[0] == {"facility": "exchange", "locus": "recover"}[word]
        city = asks == "facility" or ("Cityengine" in case.text) == case.ruled("city-is-action", "yes")
        return case.seat != case.view["active"] and is_action(case) and tried and city and not goes

    return claim


def impossible(case: Case) -> bool:
    """What made it impossible is gone when the turn goes on; that nothing was paid for it can be seen."""
    return is_over(case, 3) and case.facts["key"] == reaction(case)


def holder(case: Case) -> bool:
    reacts = verb(case, "exchange", "recover", "do", "leave") and is_action(case)
    return case.seat != case.view["active"] == case.facts["seat"] and not reacts


# -- all of them ------------------------------------------------------------------------------------------------------

CLAIMS: dict[str, Claim] = {
    # setting up
    "setup.start-player": lambda case: verb(case, "start") and case.move not in case.legal,
    "setup.cityengine": lambda case: verb(case, "engine") and case.move not in case.legal,
    "setup.begin": lambda case: (
        top(case)[0] == case.facts["pending"] in ("start", "engine") and case.facts["seat"] == top(case)[1]
    ),
    # eyes
    "setup.deck": looks("deck"),
    "gate.unseen": lambda case: looks("gates")(case) and says(case, "gate-peek", no="both players", owner="your own"),
    "card.locus-sides": lambda case: looks("loci")(case) and any("?" in deck for deck in case.view["loci"]),
    "ruling.locus-browse": lambda case: looks("loci")(case) and not any("?" in deck for deck in case.view["loci"]),
    "ruling.discard-open": lambda case: looks("discard")(case) and case.ruled("discard-open", "top"),
    "zone.open": lambda case: verb(case, "look") and says(case, "discard-open", yes=", the discard", top="top of the"),
    "zone.hand-hidden": lambda case: (
        looks("hand")(case)
        and says(case, "hand-count", yes="you may count", no="not even")
        and (case.view["hand"][1 - case.seat] is None) == case.ruled("hand-count", "no")
    ),
    # the turn
    "turn.holder": holder,
    "turn.follow": follow,
    "turn.one-choice": one_choice,
    "turn.must-act": must_act,
    "turn.complete-only": complete_only,
    "turn.pass": lambda case: verb(case, "pass") or (case.move[0] == "end" and ("end",) in case.legal),
    # taking, building, the Cityengine
    "facility.either": lambda case: verb(case, "take") or case.move in (("all",), ("two",)),
    "facility.all-of-type": all_of_type,
    "facility.type-present": lambda case: case.facts["type"] == named(case) not in case.view["middle"],
    "facility.any-two": any_two,
    "facility.two-needed": lambda case: case.facts["count"] == len(case.view["middle"]) < 2,
    "facility.pulse": lambda case: (
        verb(case, "pulse")
        and not running(case).endswith(".pulse")
        and says(case, "pulse-count", once="use it once,", per_card="once for each card")
    ),
    "facility.two-no-pulse": lambda case: (
        verb(case, "pulse")
        and case.view["action"] == "two"
        and not case.view["pulse"]
        and says(case, "two-same-type", no="whatever", yes="not all the cards of one type in the middle")
    ),
    "ruling.void-pulse": void_pulse,
    "card.locus-required": locus_required,
    "locus.pay": locus_pay,
    "locus.exact": locus_exact,
    "locus.top-only": lambda case: verb(case, "locus") and named(case) not in tops(case),
    "locus.one": lambda case: any(part in REQUIRED for part in locus(case)[2]),
    "city.once": lambda case: bool(case.view["city"][case.seat]),
    "city.plan": city_plan,
    # effects
    "prime.when": prime_when,
    "prime.tops": not_there("prime"),
    "prime.own-zone": theirs("prime"),
    "prime.list": not_listed("prime"),
    "trigger.when": trigger_when,
    "trigger.tops": not_there("trigger"),
    "trigger.own-zone": theirs("trigger"),
    "trigger.list": not_listed("trigger"),
    "effect.condition": condition,
    "effect.mandatory": mandatory,
    "effect.may": may,
    "effect.best": asked,
    "effect.draw": lambda case: verb(case, "draw"),
    "effect.recover": lambda case: verb(case, "recover") and not offered(case, "recover") and not_waiting(case),
    "effect.exchange": exchange,
    "card.facility-uses": lambda case: (
        verb(case, "discard")
        and not offered(case, "discard")
        and not_waiting(case)
        and ("hand limit" in case.text) != case.ruled("hand-limit", "none")
    ),
    "zone.discard": lambda case: verb(case, "clear") and not offered(case, "clear") and not_waiting(case),
    **dict.fromkeys(REQUIRED, asked),
    **{f"pulse.{name}": asked for name in TYPES},
    "radiate.first-gate": asked,
    # Doppelgates
    "radiate.when": radiate_when,
    "radiate.all": lambda case: radiating(case) and not running(case).endswith(".pulse"),
    "gate.when": gate_when,
    "gate.matching": gate_matching,
    "gate.cost": gate_cost,
    "gate.once": lambda case: case.view["made"] > 0 and case.ruled("gate-per-turn", "1"),
    "gate.deck-empty": lambda case: case.view["deck"] == 0,
    # reactions
    "reaction.other": lambda case: case.seat == case.view["active"] != top(case)[1] == case.facts["seat"],
    "reaction.not-action": lambda case: decides(case) and case.seat != case.view["active"],
    "reaction.when": reaction_when,
    "reaction.may": lambda case: (
        is_over(case, 2) and case.facts["key"] == reaction(case) and "declined" not in case.text
    ),
    "reaction.impossible": impossible,
    "reaction.barter": of_reaction("turn.barter", "facility"),
    "reaction.salvage": of_reaction("turn.salvage", "locus"),
    "reaction.not-city": lambda case: (
        case.seat != case.view["active"]
        and not is_action(case)
        and says(case, "city-is-action", no="FACILITY", yes="did nothing")
    ),
    # the deck, points and the end
    "refill.five": lambda case: says(
        case, "refill-when", end="Refill step fills it to five", start="start of", two_left="only if two"
    ),
    "deck.dusk": lambda case: (
        not case.view["dusk"] and says(case, "turncard-sides", single_day="never", otherwise="only")
    ),
    "deck.out": lambda case: bool(case.view["dusk"]),
    "points.only-lose": lambda case: verb(case, "gain"),
    "score.card": lambda case: verb(case, "score") and not case.view["result"],
    "end.check": lambda case: says(
        case, "end-check", second="Second Player", every="when a turn", at_once="automatically"
    ),
    "ruling.hand-limit": lambda case: (
        case.facts["held"] == len(hand(case)) > case.facts["limit"] == int(case.config.rulings["ruling.hand-limit"])
        and not (verb(case, "discard") and len(case.move) == 2)
    ),
    "hand.no-limit": lambda case: (
        top(case)[0] == "limit" and verb(case, "discard") and case.facts["type"] == named(case) not in hand(case)
    ),
    **dict.fromkeys(("end.zero", "end.deck", "end.long", "turn.no-action"), ended),
}
