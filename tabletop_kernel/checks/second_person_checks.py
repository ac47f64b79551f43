"""Check that sentences are right for readers who have a seat in them: “You draw a card”, never “You draws”.

Every sentence with a seat in it has two forms (see `sentences.py`). `both_forms` writes them all out, under every
ruling that changes them, so that you can read them. `check_persons` finds faults by patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from string import Formatter
from typing import NamedTuple

from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.sentences import Number, Seat, Sentence, resolve_sentence, rulings_in, second_person

ONE_PLAYER, TWO_PLAYERS = "Ann", "Ann and Bob"  # the players in sample sentences
WORDS_THAT_ARE_NO_VERBS = "as|this|always|points|cards|its|us|perhaps|besides|towards|others|yours"
YOU_VERBS_WITH_SS = "[a-z]*ss"  # “you pass”, “you discuss”: these verbs end in ss even after “you”
PATTERNS_OF_FAULTS = {
    "you as an owner": r"\b[Yy]ou's\b|(?<!each )(?<!both )(?<!two )(?<!all )(?<!some )\bof you\b",
    "a verb of somebody else's": rf"\b[Yy]ou (?!(?:{WORDS_THAT_ARE_NO_VERBS}|{YOU_VERBS_WITH_SS})\b)[A-Za-z]+[sS]\b",
    "a small you": r"[.!?] your?\b",
    "a large you": r"[A-Za-z,;] Your?\b",
    "half a form": r"~",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in PATTERNS_OF_FAULTS.items()}


class SentenceForms(NamedTuple):
    """One sentence: its place, its text for everyone, and its text for each seat in it, by the fact's name."""

    place: str
    third: str
    second: dict[str, str]


class _StandIn(str):
    """The stand-in for any fact that isn't a seat."""

    def __format__(self, spec: str) -> str:
        """Return a text that suits the sentence, as a name, with an article or as a number."""
        return {"": "it", "a": "a thing"}.get(spec) or format(Number(2), spec)


class _FactsWithStandIns(dict[str, object]):
    """Facts for a sentence, with a stand-in for each missing one."""

    def __missing__(self, key: str) -> _StandIn:
        """Return the stand-in."""
        return _StandIn("it")


def person_fault(text: str) -> str:
    """Return the fault with “you” in a sentence; empty if there is none."""
    matches = ((name, pattern.search(text)) for name, pattern in _PATTERNS.items())
    return next((f"{name}, “{match[0]}”" for name, match in matches if match), "")


def both_forms(game: AnyGame) -> Iterator[SentenceForms]:
    """Yield every sentence about seats: those of events, and those shown while somebody else decides."""
    for place, text in _sentences_in_all_wordings(game):
        waits = place.startswith("prompts")  # only the other seats read it
        seats = [name for name in _names_in_braces(text) if name in game.telling.seat_facts]
        readers = [name for name in dict.fromkeys(seats) if not (waits and name == "seat")]
        if seats:
            yield SentenceForms(
                place, _as_read_by(text, seats, ""), {name: _as_read_by(text, seats, name) for name in readers}
            )


def _sentences_in_all_wordings(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Yield each of these sentences in all its wordings."""
    written = game.rulebook.written
    assert written is not None
    numbers = {key: Number(value) if type(value) is int else value for key, value in _numbers(game).items()}
    sentences: dict[str, Sentence] = {f"events.{kind}": sentence for kind, sentence in written.events.items()}
    sentences |= {f"prompts.{kind}": prompt["they"] for kind, prompt in written.prompts.items()}
    for place, sentence in sentences.items():
        shaping = sorted(rulings_in(sentence, written.slots))
        options = [list(written.rulings[ruling]["options"]) for ruling in shaping]
        for chosen in product(*options):
            rulings = {**written.defaults(), **dict(zip(shaping, chosen, strict=True))}
            yield place, resolve_sentence(sentence, rulings, written.slots, numbers)


def _numbers(game: AnyGame) -> Mapping[str, object]:
    """Return the game's numbers at a usual table."""
    return game.telling.numbers(game.agreement.configure())


def _names_in_braces(text: str) -> Iterator[str]:
    """Yield the names in a text's braces, also in braces within braces."""
    for _, name, spec, _ in Formatter().parse(text):
        if name:
            yield name
            yield from _names_in_braces(spec or "")


def _as_read_by(text: str, seats: list[str], reader: str) -> str:
    """Return the sentence as the seat with this name reads it."""
    facts: dict[str, object] = {}
    for name in seats:
        several, you = name.endswith("s"), name == reader
        facts[name] = (
            Seat(f"{ONE_PLAYER} and you" if you else TWO_PLAYERS, you)
            if several
            else Seat("you" if you else ONE_PLAYER, you)
        )
    sentence = text.format_map(_FactsWithStandIns(facts))
    return sentence[:1].upper() + sentence[1:]


def check_persons(game: AnyGame) -> None:
    """Check that every sentence about a seat is right for everyone and for that seat."""
    verbs = set(_verbs(game))
    for verb in verbs:
        assert second_person(verb) != verb, f"“{verb}” isn't a verb with a “you” form"
    verb_left_behind = (
        re.compile(rf"\b[Yy]ou\b[^.:;]*\b(?:and|but|or) (?:{'|'.join(sorted(verbs))})\b") if verbs else None
    )
    you_verb_of_other = (
        re.compile(rf"(?<!of )\b{ONE_PLAYER} (?:{'|'.join(sorted(map(second_person, verbs)))})\b") if verbs else None
    )
    for place, third, second in both_forms(game):
        wrong = you_verb_of_other and you_verb_of_other.search(third)
        assert not wrong, f"{place}: “{wrong and wrong[0]}” in “{third}”"
        for text in (third, *second.values()):
            fault = person_fault(text)
            assert not fault, f"{place}: {fault} in “{text}”"
        for text in second.values():
            wrong = verb_left_behind and verb_left_behind.search(text)
            assert not wrong, f"{place}: a verb is left behind, “{wrong and wrong[0]}” in “{text}”"


def _verbs(game: AnyGame) -> Iterator[str]:
    """Yield the verbs that go with a seat, in the form for others."""
    for _, text in _sentences_in_all_wordings(game):
        for _, name, spec, _ in Formatter().parse(text):
            if name in game.telling.seat_facts and spec and "/" not in spec:
                yield spec.removeprefix("?").split()[0]
