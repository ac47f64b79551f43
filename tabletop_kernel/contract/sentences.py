"""Sentences that adapt to the table: words that depend on a ruling, and numbers from the pack.

A sentence in the rulebook is a text, or a choice by a ruling:

    text = { by = "ruling.repeat-scope", until-decree = "… until the next Royal Decree.", ever = "… for ever." }

A text may have *slots* in braces. `[slots]` defines them, so that several rulings can shape one sentence:

    [slots]
    protected = { by = "ruling.repeat-scope", until-decree = "until the next Royal Decree", ever = "for good" }

Other braces hold numbers of the game and its pack, or facts of the moment. A number can add the noun it counts:

    {hand}              3
    {hand:card}         3 cards              (1 card)
    {hand:~card}        three cards          in words
    {hand:~}            three
    {count:city/cities} 2 cities             an irregular plural
    {count:?is/are}     are                  only the word that goes with the number

and a word can add its article: {piece:a} is “an orrery” or “a kiln”.

A seat comes with its verb, because players read “you” in lines about their own seat. Write the verb as the others read
it; after a slash comes the player's own version, if it isn't just the verb without its s:

    {seat:draws} a card                    Seraphina draws a card          You draw a card
    {seat:draws} and {seat:?keeps} it      … draws and keeps it            … draw and keep it
    {seat:?her/your} hand                  her hand                        your hand
    {seat:the turn of ~/your turn}         the turn of Seraphina           your turn           (~ is the name)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from tabletop_kernel.contract.common_words import listed

BY, ELSE = "by", "else"
MOST_CACHED_FORMS = 256  # finished forms of a sentence; packs bring ever new numbers
NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

ByRuling = dict[str, str]  # {"by": ruling, option: text, …, "else": text}
Sentence = str | ByRuling


class Number(int):
    """A number in a sentence, which can add the noun it counts."""

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(int(self))
        if spec[0] == "?":
            return _noun_for(self, spec[1:])
        in_words = spec[0] == "~"
        noun = spec[1:] if in_words else spec
        text = NUMBER_WORDS[self] if in_words and 0 <= self < len(NUMBER_WORDS) else str(int(self))
        return f"{text} {_noun_for(self, noun)}" if noun else text


class Text(str):
    """A word in a sentence, which can add its article. It ignores a noun to count."""

    def __format__(self, spec: str) -> str:
        if spec != "a" or not self:
            return str(self)
        return f"{'an' if self[0].lower() in 'aeiou' else 'a'} {self}"


class Seat(str):
    """A player in a sentence, or several; `you` is True if the reader is one of them."""

    you: bool

    def __new__(cls, text: str, you: bool = False) -> Seat:
        seat = super().__new__(cls, text)
        seat.you = you
        return seat

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        for_others, has_second, for_you = spec.removeprefix("?").partition("/")
        words = (for_you if has_second else second_person(for_others)) if self.you else for_others
        if spec[0] == "?":
            return words
        return words.replace("~", str(self)) if "~" in for_others else f"{self} {words}"


def seat_or_you(name: str, you: bool) -> Seat:
    """Return a seat by its name, or “you” for its own player."""
    return Seat("you" if you else name, you)


def list_seats(seats: Iterable[Seat], last: str = "and") -> Seat:
    """Return seats as a list in words: “Seraphina, you and Thaddeus”."""
    names = list(seats)
    return Seat(listed(names, last), any(seat.you for seat in names))


IRREGULAR_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def second_person(words: str) -> str:
    """Return “draw a card” for “draws a card”. Only the first word is the verb."""
    verb, blank, rest = words.partition(" ")
    if verb in IRREGULAR_VERBS:
        return f"{IRREGULAR_VERBS[verb]}{blank}{rest}"
    lower = verb.lower()
    if lower.endswith("ies"):
        base = f"{verb[:-3]}y"
    elif lower.endswith(("sses", "shes", "ches", "xes")):
        base = verb[:-2]
    else:
        base = verb[:-1] if lower.endswith("s") else verb
    return f"{base}{blank}{rest}"


def _noun_for(number: int, noun: str) -> str:
    """Return “card” or “cards”; “city/cities” gives both forms."""
    singular, _, plural = noun.partition("/")
    return singular if number == 1 else plural or f"{singular}s"


class _KnownValues(dict[str, object]):
    """Known values for a text. Unknown names stay in braces with their format, for facts that come later."""

    def __missing__(self, key: str) -> _LaterValue:
        return _LaterValue(key)


class _LaterValue:
    """A value that isn't known yet: it formats as its own braces, `{hand:card}`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __format__(self, spec: str) -> str:
        return f"{{{self.name}:{spec}}}" if spec else f"{{{self.name}}}"


def fill_in(text: str, known: Mapping[str, object]) -> str:
    """Fill in the known braces of a text, and leave the rest."""
    return text.format_map(_KnownValues(known)) if "{" in text or "}" in text else text


def choose_text(sentence: Sentence, rulings: Mapping[str, str]) -> str:
    """Return the text of a sentence under these rulings."""
    if isinstance(sentence, str):
        return sentence
    option = rulings[sentence[BY]]
    return sentence[option] if option in sentence else sentence[ELSE]


def resolve_sentence(
    sentence: Sentence, rulings: Mapping[str, str], slots: Mapping[str, Sentence], numbers: Mapping[str, object]
) -> str:
    """Return a sentence as this table reads it. Slots may contain slots, one level deep."""
    text = choose_text(sentence, rulings)
    for _ in range(2):
        fillings = {name: choose_text(slots[name], rulings) for name in names_in(text) if name in slots}
        text = fill_in(text, fillings) if fillings else text
    return fill_in(text, numbers)


@lru_cache(8192)
def names_in(text: str) -> tuple[str, ...]:
    """Return the names in the braces of a text."""
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name) if "{" in text else ()


def rulings_in(sentence: Sentence, slots: Mapping[str, Sentence]) -> set[str]:
    """Return the rulings that a sentence depends on, directly or through its slots."""
    texts = [sentence] if isinstance(sentence, str) else [text for key, text in sentence.items() if key != BY]
    rulings = set() if isinstance(sentence, str) else {sentence[BY]}
    for text in texts:
        for name in names_in(text):
            if name in slots:
                rulings |= rulings_in(slots[name], {key: text for key, text in slots.items() if key != name})
    return rulings


class _CachedSentence(NamedTuple):
    """A sentence with the rulings and numbers that change it, and its finished text for each set of these."""

    rulings: list[str]
    names: list[str]
    forms: dict[tuple[object, ...], str]


class SentenceCache:
    """A cache of finished sentences, shared by all tables where they read the same."""

    def __init__(self, slots: Mapping[str, Sentence]) -> None:
        self.slots = slots
        self._cached: dict[Hashable, _CachedSentence] = {}

    def plain(self, sentence: Sentence, rulings: Mapping[str, str], numbers: Mapping[str, object]) -> str:
        """Return a sentence as a table with these rulings and numbers reads it."""
        cached = self._entry(sentence)
        at_table = (*map(rulings.get, cached.rulings), *map(numbers.get, cached.names))
        if at_table not in cached.forms:
            if len(cached.forms) >= MOST_CACHED_FORMS:
                cached.forms.clear()
            cached.forms[at_table] = resolve_sentence(sentence, rulings, self.slots, numbers)
        return cached.forms[at_table]

    def varies(self, sentence: Sentence, numbers: frozenset[str]) -> bool:
        """Return whether a sentence depends on a ruling, or on one of these numbers."""
        cached = self._entry(sentence)
        return bool(cached.rulings) or not numbers.isdisjoint(cached.names)

    def _entry(self, sentence: Sentence) -> _CachedSentence:
        """Return the rulings and the names that a sentence depends on, and how tables have read it so far."""
        written = sentence if isinstance(sentence, str) else tuple(sentence.items())
        if written not in self._cached:
            used = sorted(rulings_in(sentence, self.slots)), sorted(self._names(sentence))
            self._cached[written] = _CachedSentence(*used, forms={})
        return self._cached[written]

    def _names(self, sentence: Sentence) -> set[str]:
        """Return the names in a sentence's braces, and in the braces of its slots."""
        names = _names_in_sentence(sentence)
        for _ in range(2):
            names |= {name for slot in names & self.slots.keys() for name in _names_in_sentence(self.slots[slot])}
        return names


def _names_in_sentence(sentence: Sentence) -> set[str]:
    """Return the names in the braces of a sentence, in all its choices."""
    texts = [sentence] if isinstance(sentence, str) else [text for key, text in sentence.items() if key != BY]
    return {name for text in texts for name in names_in(text)}


def choice_fault(sentence: Sentence, options: Mapping[str, Mapping[str, str]]) -> str:
    """Return the fault of a choice by ruling: an unknown ruling or option, or a missing option; else empty."""
    if isinstance(sentence, str):
        return ""
    ruling = sentence.get(BY, "")
    if ruling not in options:
        return f"it is chosen by '{ruling}', which isn't a ruling"
    unknown = [key for key in sentence if key not in (BY, ELSE, *options[ruling])]
    missing = [option for option in options[ruling] if option not in sentence and ELSE not in sentence]
    if unknown:
        return f"{ruling} has no option '{unknown[0]}'"
    return f"it says nothing for {ruling} = {missing[0]}" if missing else ""
