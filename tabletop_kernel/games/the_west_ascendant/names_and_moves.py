"""Names of seats and cards, moves in words, and the table as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.sentences import Number, Seat, Text, seat_or_you
from tabletop_kernel.games.the_west_ascendant.abilities import running_key
from tabletop_kernel.games.the_west_ascendant.actions import pair_gives_pulse
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE, facilities_in_words
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.imagining import count_unseen
from tabletop_kernel.games.the_west_ascendant.scoring import Score, tally
from tabletop_kernel.games.the_west_ascendant.state import NO_CHOICE, SEATS, SKIPPED, UNSEEN, Rules, State
from tabletop_kernel.games.the_west_ascendant.steps import NUMBERED_AS, PRINTED_NAMES
from tabletop_kernel.games.the_west_ascendant.waiting_effects import effect_key

SEAT_KEYS = ("seat", "opponent")
About = list[Any]  # a fact of several parts, such as a fault, a type and a number


def seat_name(seat: int, you: int | None = None) -> Seat:
    """Return “player 1” or “player 2”, or “you” for the reader, seat `you`."""
    return seat_or_you(f"player {seat + 1}", seat == you)


def type_name(rules: Rules, name: str) -> str:
    entry = rules.content.types.get(name)
    return entry.name if entry else str(name)


def _with_article(rules: Rules, name: str) -> str:
    """Return a type with its article: “a Kiln”, “an Orrery”."""
    return f"{Text(type_name(rules, name)):a}"


def cards_in_words(rules: Rules, cards: Iterable[str]) -> str:
    """Return cards in words, such as “2 Kilns and 1 Relay”, in the order of the types."""
    counted = Counter(cards)
    types = rules.content.types
    names = [name for name in types if counted[name]]
    return listed(
        f"{counted[name]} {types[name].name if counted[name] == 1 else types[name].several}" for name in names
    )


def locus_name(rules: Rules, locus: str) -> str:
    entry = rules.content.loci.get(locus)
    return entry.name if entry else "an unseen Locus"


def engine_name(rules: Rules, engine: str) -> str:
    entry = rules.content.engines.get(engine)
    return entry.name if entry else "a Cityengine"


def key_name(rules: Rules, key: str) -> str:
    """Return an effect's name, such as “the Kiln PULSE”, “Dawnforge” or “First Gate”."""
    if key in rules.content.loci:
        return locus_name(rules, key)
    name, _, what = key.rpartition(".")
    if what == "pulse":
        return f"the {type_name(rules, name)} PULSE"
    if what == "radiate":
        return "a Doppelgate" if name == MADE else rules.content.gates[name].name
    if name == "turn":
        return what.capitalize()
    return f"{engine_name(rules, name)}'s Plan"


ASK_BY_KEY = {
    "discard": "asks for a Facility from your hand",
    "alike": "asks for Facilities of one type from your hand",
    "clear": "asks for a Facility from the middle",
    "recover": "asks for a Facility from the discard pile",
    "paid": "asks for a Facility from the discard pile, of a type just discarded as a Required Facility",
    "under": "asks for the top of a Locus deck that has two or more cards",
    "exchange": "asks for a card to give from your hand and a card to get from the middle",
    "offer": "needs your answer first: use it or decline it",
    "named": "needs you to name the cards for it",
    "hopeless": "can't be used now: nothing in your hand lets you. Decline it",
    "nothing": "asks for that now",
    "used": "can be used only once per turn, and you have used it",
    "facility": "follows a FACILITY ACTION, and you can't use it because there hasn't been one this turn",
    "locus": "follows a LOCUS ACTION, and you can't use it because there hasn't been one this turn",
}
ASK_OF_TOP_BY_KEY = {  # if a ruling shows only the top of the pile
    "recover": "asks for the top card of the discard pile",
    "paid": "asks for the top card of the discard pile, if its type was just discarded as a Required Facility",
}
ASK_WITH_CITY_BY_KEY = {  # where a ruling makes an ACTION of the Cityengine
    "locus": "follows a LOCUS ACTION or the Cityengine, and you can't use it because there has been neither this turn",
}


def ask_in_words(rules: Rules, what: str) -> str:
    """Return what an effect asks for or needs."""
    ruling = rules.config.rulings
    on_top = ASK_OF_TOP_BY_KEY if ruling["ruling.discard-open"] == "top" else {}
    city = ruling["ruling.city-is-action"] == "yes"
    text = {**ASK_BY_KEY, **on_top, **(ASK_WITH_CITY_BY_KEY if city else {})}[what]
    return f"{text} or for the Cityengine" if city and what == "paid" else text


WHY_NOTHING_CHOSEN = {  # why nothing was chosen in the step
    "": "you can't go back to it",
    NO_CHOICE: "nothing could be chosen, so you skipped it",
    SKIPPED: "you did nothing in it",
}
MEANWHILE_BY_KEY = {  # what the player who isn't on turn can do
    "": "",
    "reaction": ". You can decide only about your reaction now",
}
DUTY_BY_KEY = {
    "must": "you can decline only an effect that says “may”",
    "part": "you can't decline this part of it",
    "waiting": "you can decline a “may” only when it is offered to you",
    "first": "only then can you choose cards",
    "accepted": "you accepted it, so now choose the card",
}


def chosen_in_words(rules: Rules, what: str) -> str:
    """Return why there is nothing more to choose: a choice was made, or the step is over."""
    step = f"step {rules.number['choose']}"
    if what in WHY_NOTHING_CHOSEN:
        return f"{step} of this turn is over: {WHY_NOTHING_CHOSEN[what]}"
    return f"you have already chosen in {step}, and you get only one choice per turn"


def fault_in_words(rules: Rules, fault: About) -> str:
    """Return the fault of a payment or an exchange in words."""
    kind, *about = fault
    return _FAULT_WORDS_BY_KIND[kind](rules, about)


def ask_and_fault_in_words(rules: Rules, asks: About) -> str:
    """Return what an effect asks for, and why the named card doesn't fit."""
    what, *fault = asks
    wrong = fault_in_words(rules, fault)
    return f"{ask_in_words(rules, what)}. {wrong[0].upper()}{wrong[1:]}"


def trade_in_words(rules: Rules, fault: About) -> str:
    """Return why an exchange is impossible: its requirements and the fault, or that none is possible now."""
    wrong = fault_in_words(rules, fault)
    if fault == ["unasked"]:
        return f"You can't exchange a card now: {wrong}"
    same = rules.config.rulings["ruling.exchange-same"] == "yes"
    which = "one in the middle" if same else "one of a different type in the middle"
    return f"You can exchange a card from your hand only for {which}: {wrong}"


def _lack_in_words(rules: Rules, about: About) -> str:
    """Return the lack of a type, such as “you hold no Kiln” or “you hold only two Kilns”."""
    name, count = about
    entry = rules.content.types.get(name)
    if not count or entry is None:
        return f"you hold no {type_name(rules, name)}"
    return f"you hold only {Number(count):~{entry.name}/{entry.several}}"


_FAULT_WORDS_BY_KIND: dict[str, Callable[[Rules, About], str]] = {
    "holds": _lack_in_words,
    "lacks": lambda rules, names: f"you lack {listed(_with_article(rules, name) for name in names)}",
    "few": lambda rules, about: "you hold too few of any type",
    "named": lambda rules, about: "name just those cards",
    "mixed": lambda rules, about: "those cards are of different types",
    "unnamed": lambda rules, about: "name both cards",
    "absent": lambda rules, about: f"there is no {type_name(rules, about[0])} there",
    "alike": lambda rules, about: "these two are of the same type",
    "only-lie": lambda rules, about: f"there are only {rules.content.types[about[0]].several} there",
    "only-held": lambda rules, about: f"you hold only {rules.content.types[about[0]].several}",
    "unasked": lambda rules, about: "no effect asks for that",
    "not-top": lambda rules, about: f"its top card isn't {_with_article(rules, about[0])}",
    "unpaid": lambda rules, about: f"no {type_name(rules, about[0])} was discarded that way",
}


def word(state: State, key: str, value: object, you: int | None = None) -> str:
    """Return a fact in words, by its key in the sentence."""
    rules = state.rules
    if key in SEAT_KEYS and isinstance(value, int):
        return seat_name(value, you)
    if key == "points" and isinstance(value, list):
        return listed(f"{seat_name(seat, you):has} {points}" for seat, points in enumerate(value))
    if key in _WORDS_BY_LIST_FACT and isinstance(value, list):
        return _WORDS_BY_LIST_FACT[key](rules, value)
    if key in _WORDS_BY_TEXT_FACT and isinstance(value, str):
        return _WORDS_BY_TEXT_FACT[key](rules, value)
    return str(value)


_WORDS_BY_TEXT_FACT: dict[str, Callable[[Rules, str], str]] = {
    "card": type_name,
    "type": type_name,
    "given": type_name,
    "got": type_name,
    "locus": locus_name,
    "top": locus_name,
    "engine": engine_name,
    "key": key_name,
    "effect": lambda rules, key: key_name(rules, key) if key else "no effect",
    "asks": ask_in_words,
    "chosen": chosen_in_words,
    "duty": lambda rules, what: DUTY_BY_KEY[what],
    "meanwhile": lambda rules, what: MEANWHILE_BY_KEY[what],
    "step": lambda rules, step: PRINTED_NAMES[NUMBERED_AS.get(step, step)],
    "pending": lambda rules, kind: {"start": "who begins", "engine": "a Cityengine"}[kind],
}
_WORDS_BY_LIST_FACT: dict[str, Callable[[Rules, About], str]] = {
    "cards": cards_in_words,
    "types": lambda rules, names: listed(_with_article(rules, name) for name in names),
    "missing": lambda rules, names: listed(_with_article(rules, name) for name in names),
    "loci": lambda rules, loci: listed(locus_name(rules, locus) for locus in loci),
    "effects": lambda rules, keys: listed(key_name(rules, key) for key in keys),
    "fault": fault_in_words,
    "asks": ask_and_fault_in_words,
    "trade": trade_in_words,
    "price": lambda rules, price: f"{facilities_in_words(price[0])} {price[1]}",
}


# -- moves -------------------------------------------------------------------------------------------------------------


def phrase(state: State, seat: int, move: Move) -> str:
    """Return a move in words, for a button or a list."""
    verb, parts = str(move[0]), [str(part) for part in move[1:]]
    return _PHRASE_BY_VERB[verb](state, seat, parts)


def _say_all(state: State, seat: int, parts: list[str]) -> str:
    entry = state.rules.content.types[parts[0]]
    count = state.middle.count(parts[0])
    what = f"the only {entry.name}" if count == 1 else f"all {count} {entry.several}" if count else "all of one type"
    return f"Take {what}, {_with_pulse(state, count)}"


def _say_two(state: State, seat: int, parts: list[str]) -> str:
    text = f"Take any two: {cards_in_words(state.rules, parts)}"
    return f"{text}, {_with_pulse(state, len(parts))}" if pair_gives_pulse(state, tuple(parts)) else text


def _with_pulse(state: State, count: int) -> str:
    """Return “with the PULSE”, or their number if a ruling gives one for each card."""
    each = count > 1 and state.ruling["ruling.pulse-count"] == "per-card"
    return f"with {count} PULSES" if each else "with the PULSE"


def _say_start(state: State, seat: int, parts: list[str]) -> str:
    text = f"{seat_name(int(parts[0]), seat):begins}"
    return text[0].upper() + text[1:]


def _say_use(state: State, seat: int, parts: list[str]) -> str:
    return f"Use {key_name(state.rules, effect_key(state, seat, parts[0]))}"


def _say_leave(state: State, seat: int, parts: list[str]) -> str:
    return f"Decline {key_name(state.rules, running_key(state))}"


def _say_do(state: State, seat: int, parts: list[str]) -> str:
    return f"Use {key_name(state.rules, running_key(state))}"


def _say_gate(state: State, seat: int, parts: list[str]) -> str:
    return f"Discard {cards_in_words(state.rules, parts)} to make a Doppelgate"


def _say_locus(state: State, seat: int, parts: list[str]) -> str:
    rules = state.rules
    return f"Discard {listed(_with_article(rules, name) for name in parts[1:])} to build {locus_name(rules, parts[0])}"


_PHRASE_BY_VERB: dict[str, Callable[[State, int, list[str]], str]] = {
    "start": _say_start,
    "engine": lambda state, seat, parts: f"Take {engine_name(state.rules, parts[0])}",
    "use": _say_use,
    "all": _say_all,
    "two": _say_two,
    "locus": _say_locus,
    "city": lambda state, seat, parts: f"Complete {engine_name(state.rules, state.engine[seat])}",
    "skip": lambda state, seat, parts: "Do nothing in this step",
    "do": _say_do,
    "leave": _say_leave,
    "discard": lambda state, seat, parts: f"Discard {_with_article(state.rules, parts[0])}",
    "clear": lambda state, seat, parts: f"Discard {_with_article(state.rules, parts[0])} from the middle",
    "recover": lambda state, seat, parts: f"Recover {_with_article(state.rules, parts[0])}",
    "exchange": lambda state, seat, parts: " for ".join(
        (f"Exchange {_with_article(state.rules, parts[0])}", f"{_with_article(state.rules, parts[1])} from the middle")
    ),
    "under": lambda state, seat, parts: f"Put {locus_name(state.rules, parts[0])} under its deck",
    "gate": _say_gate,
    "end": lambda state, seat, parts: "End the turn",
}


# -- a view as text ----------------------------------------------------------------------------------------------------


def portray(rules: Rules, view: View) -> list[str]:
    """Return the table as one seat sees it, in lines of text."""
    me = view["seat"]
    time = "dusk" if view["dusk"] else "day"
    lines = [f"  turn card      {time}, step {view['step']}, {view['side']} side"]
    lines.append(f"  deck           {view['deck']} cards")
    lines.append(f"  middle         {_row_text(rules, view['middle'])}")
    lines.append(f"  discard pile   {_pile_text(rules, view['discard'])}")
    lines += [
        f"  Locus deck {number + 1}   {_locus_deck_text(rules, deck)}" for number, deck in enumerate(view["loci"])
    ]
    for seat in range(SEATS):
        lines += _seat_lines(rules, view, seat, seat == me)
    if me is not None:
        lines.append(f"  your hand      {cards_in_words(rules, view['hand'][me]) if view['hand'][me] else 'empty'}")
    for waits in view["waiting"]:
        done = "used" if waits["done"] else "waiting"
        lines.append(f"  {done:14} {key_name(rules, waits['key'])}: {LANGUAGE.words(rules.effects[waits['key']])}")
    return lines


def _row_text(rules: Rules, cards: list[str]) -> str:
    return listed(type_name(rules, card) for card in cards) if cards else "empty"


def _pile_text(rules: Rules, cards: list[str]) -> str:
    if not cards:
        return "empty"
    hidden = cards.count(UNSEEN)
    shown = cards_in_words(rules, cards)
    return f"{shown} and {hidden} under it" if hidden else shown


def _locus_deck_text(rules: Rules, deck: list[str]) -> str:
    return f"{len(deck)}, {_locus_text(rules, deck[0])}" if deck else "empty"


def _locus_text(rules: Rules, locus: str) -> str:
    entry = rules.content.loci[locus]
    price = " + ".join(type_name(rules, name) for name in entry.required)
    return f"{entry.name} ({entry.kind.upper()}, {price}): {LANGUAGE.words(rules.effects[locus])}"


def _seat_lines(rules: Rules, view: View, seat: int, mine: bool) -> list[str]:
    """Return the lines of one seat."""
    hand = view["hand"][seat]
    held = "hidden" if hand is None else str(hand if isinstance(hand, int) else len(hand))
    name = seat_name(seat) + (" (second)" if seat != view["first"] else "")
    city = "Complete" if view["city"][seat] else "Plan"
    engine = engine_name(rules, view["engine"][seat])
    head = f"{'*' if mine else ' '} {name:18} {view['points'][seat]} points, hand {held}"
    lines = [f"{head}, Doppelgates {len(view['gates'][seat])}, {engine} ({city})"]
    lines += [f"      {_locus_text(rules, locus)}" for locus in view["zone"][seat]]
    return lines


# -- if the game ended now ---------------------------------------------------------------------------------------------


def odds_in_words(rules: Rules, view: View) -> list[str]:
    """Return the current scores, and the chances for the deck's next card, in sentences."""
    lines = ["If the game ended now:"]
    lines += [f"{seat_name(seat)}: {_score_text(score)}" for seat, score in enumerate(tally(rules, view))]
    if view["seat"] is not None and view["deck"]:
        lines.append(f"the next card in the deck: {_next_card_text(rules, view)}")
    return [line[:1].upper() + line[1:] for line in lines]


def _score_text(score: Score) -> str:
    parts = " + ".join(f"{addend.points} ({addend.text})" for addend in score.addends)
    return f"{parts} = {score.total}"


def next_cards(rules: Rules, view: View) -> Counter[str]:
    """Return the cards that can be on top of the deck, by type: those this seat can't place elsewhere."""
    left = Counter(count_unseen(rules, view))
    left.subtract(view["known"][1 - view["seat"]])
    return left & Counter(view["renewed"]) if view["renewed"] else left


def _next_card_text(rules: Rules, view: View) -> str:
    left = next_cards(rules, view)
    total = left.total()
    return listed((f"{type_name(rules, name)} {left[name]} of {total}" for name in rules.types if left[name]), "or")
