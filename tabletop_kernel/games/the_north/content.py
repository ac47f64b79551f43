"""The content pack: Ancients, Facilities, the cards that pair them, the Node and the setup's numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tabletop_kernel.content.packs import Pack, name_faults, slug
from tabletop_kernel.contract.errors import clip, nearest
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE, LEVELS, TERMS, VALUES
from tabletop_kernel.toolkit.card_language import Act, Condition, Effect, Step, read_effect

FILES = ("ancients.toml", "facilities.toml", "cards.toml", "node.toml", "setup.toml")
WASTES_SIZE = 4  # Ancients in The Wastes
MOST_TURNS = 60  # turns; then any game ends
FEWEST_CARDS = 12  # in the Wastes Deck: four are turned up, four end the game
MOST_CARDS = 80
MOST_COPIES = 40
MOST_POINTS = 999
UNKNOWN = "?"  # a side that isn't seen

_KEYWORDS = {
    word
    for text in (*(verb.form for verb in LANGUAGE.verbs), *(phrase for words in TERMS.values() for phrase in words))
    for word in text.lower().replace("[", " ").replace("]", " ").split()
} | {"if", "and", "may", "per", "at", "most", "another"}  # a plural can't be one of these


def count_word(name: str, plural: str) -> str:
    """Return the word for a Facility's count in effect lines, such as “outposts”."""
    return slug(plural) or f"{slug(name)}s"


@dataclass(frozen=True, slots=True)
class Ancient:
    name: str
    value: str
    protocol: str
    spark: str
    copies: int
    house: bool = False
    source: str = ""

    @property
    def worth(self) -> int:
        return VALUES.index(self.value)


@dataclass(frozen=True, slots=True)
class Facility:
    name: str
    protocol: str
    plural: str = ""
    house: bool = False
    source: str = ""
    rules: list[str] = field(default_factory=list)  # the rule for each step of the Protocol, if it has one

    @property
    def counted(self) -> str:
        """Return the word for its count in effect lines, such as “outposts”."""
        return count_word(self.name, self.plural)


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the Wastes, or of every player's starting deck."""

    ancient: str
    facility: str
    start: bool = False
    house: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    level: int
    effect: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the setup."""

    points: int
    solo_points: int
    collector_easy: int
    collector_standard: int
    collector_hard: int
    hand: int
    printed_text: str  # the Facility with the Protocol printed in the source
    printed_text_otherwise: str  # the one that swaps Protocols with it under `ruling.outpost-name`
    house: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    ancients: dict[str, Ancient]  # by slug
    facilities: dict[str, Facility]
    cards: list[Card]
    numbers: Numbers
    effects: dict[str, Effect]  # by key: "frost-widow.protocol", "outpost.protocol", "node.1"
    digest: str


def has_gains(content: Content) -> bool:
    """Tell if any ability gives points."""
    return any(act.verb == "gain" for effect in content.effects.values() for _, _, act in effect.acts())


def read_pack(folder: Path, rules: Collection[str]) -> Content:
    """Return the pack in a folder. `rules` are the ids it can cite.

    Raise PackError, with every fault and its place, if the pack is invalid.
    """
    pack = Pack(folder, FILES, rules)
    ancients = pack.entries("ancients.toml", "ancient", Ancient)
    facilities = pack.entries("facilities.toml", "facility", Facility)
    cards = pack.entries("cards.toml", "card", Card)
    lines = pack.entries("node.toml", "line", Line)
    setup = pack.entries("setup.toml", "setup", Numbers)
    pack.note(name_faults([("ancients.toml: ancient", name) for name in dict.fromkeys(a.name for a in ancients)]))
    pack.note(name_faults([("facilities.toml: facility", name) for name in dict.fromkeys(f.name for f in facilities)]))
    pack.note(_check_apart(pack, ancients, facilities))
    pack.note(_check_counted(pack, facilities))
    pack.note(fault for ancient in ancients for fault in _check_ancient(pack.where(ancient), ancient))
    pack.note(_check_cards(pack, ancients, cards))
    pack.note(_check_setup(pack, setup))
    effects = _read_effects(pack, facilities, lines)
    pack.finish()
    return Content(
        {slug(ancient.name): ancient for ancient in ancients},
        {slug(facility.name): facility for facility in facilities},
        cards,
        setup[0],
        effects,
        pack.digest,
    )


def _check_apart(pack: Pack, ancients: list[Ancient], facilities: list[Facility]) -> Iterator[str]:
    """Yield names shared by an Ancient and a Facility: the key of an ability is its side's name."""
    taken = {slug(ancient.name): ancient for ancient in ancients}
    for facility in facilities:
        twin = taken.get(slug(facility.name))
        if twin is not None:
            where = f"{pack.where(facility)}: it has the same name as {pack.where(twin)}"
            yield f"{where}, but Ancients and Facilities must have different names."


def _check_counted(pack: Pack, facilities: list[Facility]) -> Iterator[str]:
    words_taken = dict.fromkeys(TERMS["amount"], "a word of the language")
    for facility in facilities:
        where, plural = f"{pack.where(facility)}: plural", facility.counted
        if not _is_word(plural):
            yield f"{where}: {clip(plural)}: use only letters from a to z, spaces and hyphens."
        elif plural in words_taken:
            yield f"{where}: {clip(plural)} is already {words_taken[plural]}."
        elif plural in _KEYWORDS:
            yield f"{where}: {clip(plural)} is already a word of the language."
        words_taken.setdefault(plural, f"the plural of {clip(facility.name)}")


def _is_word(plural: str) -> bool:
    """Tell if the card language can read this word."""
    return all(c.isascii() and (c.isalpha() or c == "-") for c in plural) and not plural.startswith("-")


def _check_ancient(where: str, ancient: Ancient) -> Iterator[str]:
    if ancient.value not in VALUES:
        yield f"{where}: value: an Ancient has the Value 0, I or II, not {clip(ancient.value)} (ancient.value)."
    if not 0 <= ancient.copies <= MOST_COPIES:
        yield f"{where}: copies: use a number from 0 to {MOST_COPIES}."


def _check_cards(pack: Pack, ancients: list[Ancient], cards: list[Card]) -> Iterator[str]:
    dangling = list(_missing_sides(pack, cards))
    yield from dangling
    if dangling or not pack.whole("ancients.toml", "cards.toml"):
        return
    count = Counter(card.ancient for card in cards)
    for ancient in ancients:
        if count[ancient.name] != ancient.copies and 0 <= ancient.copies <= MOST_COPIES:
            there = f"{count[ancient.name]} cards of {clip(ancient.name)}"
            yield f"cards.toml: {there}, but ancients.toml says {ancient.copies}."
    wastes = sum(not card.start for card in cards)
    if not FEWEST_CARDS <= wastes <= MOST_CARDS:
        yield f"cards.toml: there are {wastes} cards for The Wastes; use {FEWEST_CARDS} to {MOST_CARDS} (setup.wastes)."
    if not 1 <= len(cards) - wastes <= MOST_CARDS:
        yield "cards.toml: no card has `start = true`, but each player must start with some (setup.decks)."


def _missing_sides(pack: Pack, cards: list[Card]) -> Iterator[str]:
    """Yield cards with a side that doesn't exist."""
    for side, file in (("ancient", "ancients.toml"), ("facility", "facilities.toml")):
        known = _names(pack, file, side)
        for card in cards if known else ():  # an empty file has its own fault
            name = getattr(card, side)
            if name not in known:
                missing = f"there is no {side.capitalize()} {clip(name)}: {nearest(name, known)}"
                yield f"{pack.where(card)}: {side}: {missing}"


def _names(pack: Pack, file: str, table: str) -> list[str]:
    """Return the names in a file, even those of faulty entries."""
    return [name for _, _, _, name in pack.texts(file, table, "name")]


def _check_setup(pack: Pack, setup: list[Numbers]) -> Iterator[str]:
    if len(setup) != 1 and pack.whole("setup.toml"):
        yield f"setup.toml: there are {len(setup)} entries, but give only one [[setup]]."
    known = _names(pack, "facilities.toml", "facility")
    for numbers in setup[:1]:
        for name in ("points", "solo_points", "collector_easy", "collector_standard", "collector_hard"):
            if not 1 <= getattr(numbers, name) <= MOST_POINTS:
                yield f"setup.toml: setup: {name}: use a number from 1 to {MOST_POINTS} (setup.points)."
        if not 0 <= numbers.hand <= 10:
            yield "setup.toml: setup: hand: use a number from 0 to 10 (turn.draw)."
        for name in ("printed_text", "printed_text_otherwise"):
            named = getattr(numbers, name)
            if known and named not in known:
                yield f"setup.toml: setup: {name}: there is no Facility {clip(named)}: {nearest(named, known)}"


# -- the lines of the cards --------------------------------------------------------------------------------------------


def _read_effects(pack: Pack, facilities: list[Facility], lines: list[Line]) -> dict[str, Effect]:
    names = _plurals(pack)
    effects: dict[str, Effect] = {}
    for where, name, ability, line in pack.texts("ancients.toml", "ancient", "protocol", "spark"):
        with pack.noting():
            effect = effects[f"{slug(name)}.{ability}"] = _read_line(pack, line, where, names)
            pack.note(_check_copying(effect, where))
    for where, name, ability, line in pack.texts("facilities.toml", "facility", "protocol"):
        with pack.noting():
            effects[f"{slug(name)}.{ability}"] = _read_line(pack, line, where, names)
    for facility in facilities:
        protocol = effects.get(f"{slug(facility.name)}.protocol")
        if facility.rules and protocol:
            pack.note(_check_cited(pack, facility, protocol))
    if pack.whole("node.toml") and sorted(line.level for line in lines) != list(range(1, LEVELS + 1)):
        pack.note([f"node.toml: give one line for each level from 1 to {LEVELS} (node.table)."])
    levels = {pack.where(entry): entry.level for entry in lines}
    for where, _, _, line in pack.texts("node.toml", "line", "effect"):
        with pack.noting():
            level = levels.get(where.rpartition(":")[0], 0)
            effect = effects[f"node.{level}"] = _read_line(pack, line, where, names)
            pack.note(_check_copying(effect, where))
    return effects


def _check_cited(pack: Pack, facility: Facility, effect: Effect) -> Iterator[str]:
    """Yield steps that don't do what the rule they cite says, apart from its numbers."""
    where = f"{pack.where(facility)}: rules"
    if len(facility.rules) != len(effect.steps):
        yield f"{where}: give one rule for each step of the Protocol, or leave them all out."
        return
    for number, (rule, step) in enumerate(zip(facility.rules, effect.steps, strict=True), 1):
        if not pack.has_rule(rule):
            continue  # this has its own fault
        if rule not in PRINTED_TEST_BY_RULE:
            yield f"{where}: there is no rule {clip(rule)} for a step: {nearest(rule, PRINTED_TEST_BY_RULE)}"
        elif not PRINTED_TEST_BY_RULE[rule](step):
            yield f"{where}: step {number} of the Protocol doesn't do what {rule} says."


def _is_loss(step: Step) -> bool:
    return len(step.acts) == 1 and step.acts[0].verb == "other-loses" and step.acts[0].args[1] is None


PRINTED_TEST_BY_RULE: dict[str, Callable[[Step], bool]] = {
    "outpost.copy": lambda step: step == Step((), (Act("use", ("protocol", "wastes ancient")),)),
    "outpost.loss": lambda step: _is_loss(step) and not step.tests,
    "outpost.trio": lambda step: (
        _is_loss(step)
        and len(step.tests) == 1
        and step.tests[0].left not in TERMS["amount"]
        and step.tests[0].compare == ">="
        and isinstance(step.tests[0].right, int)
    ),
    "ability.protocol": lambda step: True,
}


def _plurals(pack: Pack) -> list[str]:
    """Return the words that count Facilities, even those of faulty entries."""
    file, table = "facilities.toml", "facility"
    plurals = {where.rpartition(":")[0]: text for where, _, _, text in pack.texts(file, table, "plural")}
    named = [(where.rpartition(":")[0], name) for where, _, _, name in pack.texts(file, table, "name")]
    words = [count_word(name, plurals.get(where, "")) for where, name in named]
    return [word for word in words if _is_word(word)] or _AnyWord()


class _AnyWord(list[str]):
    """A stand-in for words that can't be read: it accepts any word."""

    def __contains__(self, word: object) -> bool:
        return True


def _read_line(pack: Pack, line: str, where: str, names: list[str]) -> Effect:
    effect = read_effect(LANGUAGE, line, where, names)
    for column, step, _ in effect.acts():
        if any(_compares_impossible_level(test) for test in step.tests):
            pack.note([f"{where}: column {column}: compare 'node' with 1 to {LEVELS} (node.cap)."])
    pack.note(_check_sparks(effect, where))
    return effect


def _compares_impossible_level(test: Condition) -> bool:
    sides = (test.left, test.right)
    return "node" in sides and any(isinstance(side, int) and not 1 <= side <= LEVELS for side in sides)


SHOWS_FACILITY = ("another facility in zone", "wastes deck top")  # places where a card shows its Facility


def _check_sparks(effect: Effect, where: str) -> Iterator[str]:
    """Yield uses of “spark of it” after an exchange that leaves the card with its Facility up."""
    before: Act | None = None
    for column, _, act in effect.acts():
        shows_facility = before is not None and before.verb == "exchange" and before.args[0] in SHOWS_FACILITY
        if act.args == ("spark", "it") and shows_facility:
            yield f"{where}: column {column}: 'it' shows its Facility, which has no Spark (facility.protocol)."
        before = act


def _check_copying(effect: Effect, where: str) -> Iterator[str]:
    """Yield abilities outside Facilities that copy: a copied Ancient must not copy again."""
    for column, _, act in effect.acts():
        if act.verb == "use":
            yield (
                f"{where}: column {column}: 'use' belongs only on Facilities. "
                "Otherwise copies of copies might never end (outpost.copy)."
            )
