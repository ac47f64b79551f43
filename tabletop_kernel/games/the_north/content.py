"""The content pack: Ancients, Facilities, which of them share a card, the Node and the numbers of the setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletop_kernel.effects import Act, Condition, Effect, Step, read_effect
from tabletop_kernel.errors import PackError, clip, nearest
from tabletop_kernel.games.the_north.language import LANGUAGE, LEVELS, TERMS, VALUES
from tabletop_kernel.packs import Pack, check_names, slug

FILES = ("ancients.toml", "facilities.toml", "cards.toml", "node.toml", "setup.toml")
WASTES = 4  # Ancients that lie in The Wastes
LONGEST = 60  # turns; a game that has not ended by itself ends there
FEWEST_CARDS = 12  # in the Wastes Deck: four lie open, four end the game
MOST_CARDS = 80
MOST_POINTS = 999
UNKNOWN = "?"  # a side that is not seen

_KEYWORDS = {
    word
    for text in (*(verb.form for verb in LANGUAGE.verbs), *(phrase for words in TERMS.values() for phrase in words))
    for word in text.lower().replace("[", " ").replace("]", " ").split()
} | {"if", "and", "may", "per", "at", "most", "another"}  # a plural must not be one of these


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
    rules: list[str] = field(default_factory=list)  # which rule each step of the Protocol carries out, where one does

    @property
    def counted(self) -> str:
        """How effect lines count it: «outposts»."""
        return self.plural.lower().replace(" ", "-") or f"{slug(self.name)}s"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the Wastes, or of a starting deck (then there is one for each seat)."""

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
    """How a game begins."""

    points: int
    solo_points: int
    collector_easy: int
    collector_standard: int
    collector_hard: int
    hand: int
    printed_text: str  # the Facility that bears the Protocol printed in the source,
    printed_text_otherwise: str  # and the one that trades texts with it under `ruling.outpost-name`
    house: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    ancients: dict[str, Ancient]  # by slug
    facilities: dict[str, Facility]
    cards: list[Card]
    numbers: Numbers
    effects: dict[str, Effect]  # by key: "frost-widow.protocol", "outpost.protocol", "node.1"
    digest: str


def gains(content: Content) -> bool:
    """Whether some ability gives points."""
    return any(act.verb == "gain" for effect in content.effects.values() for _, _, act in effect.acts())


def read(folder: Path) -> Content:
    """The pack in a folder; PackError names what is wrong and where."""
    pack = Pack(folder, FILES)
    ancients = pack.entries("ancients.toml", "ancient", Ancient)
    facilities = pack.entries("facilities.toml", "facility", Facility)
    cards = pack.entries("cards.toml", "card", Card)
    lines = pack.entries("node.toml", "line", Line)
    setup = pack.entries("setup.toml", "setup", Numbers)
    check_names([("ancients.toml: ancient", a.name) for a in ancients])
    check_names([("facilities.toml: facility", f.name) for f in facilities])
    _check_apart(ancients, facilities)
    _check_counted(facilities)
    for number, ancient in enumerate(ancients, 1):
        _check_ancient(f"ancients.toml: ancient {number} ({clip(ancient.name)})", ancient)
    _check_cards(ancients, facilities, cards)
    _check_setup(setup, facilities)
    return Content(
        {slug(ancient.name): ancient for ancient in ancients},
        {slug(facility.name): facility for facility in facilities},
        cards,
        setup[0],
        _read_effects(ancients, facilities, lines),
        pack.digest,
    )


def _check_apart(ancients: list[Ancient], facilities: list[Facility]) -> None:
    """Abilities go by the name of their side, so an Ancient and a Facility never have the same."""
    taken = {slug(ancient.name): number for number, ancient in enumerate(ancients, 1)}
    for number, facility in enumerate(facilities, 1):
        if slug(facility.name) in taken:
            raise PackError(
                f"facilities.toml: facility {number} ({clip(facility.name)}): the same name as "
                f"ancients.toml: ancient {taken[slug(facility.name)]}; the two sides of cards have different names."
            )


def _check_counted(facilities: list[Facility]) -> None:
    seen = dict.fromkeys(TERMS["amount"], "a word of the language")
    for number, facility in enumerate(facilities, 1):
        where, plural = f"facilities.toml: facility {number} ({clip(facility.name)}): plural", facility.counted
        if not all(c.isascii() and (c.isalpha() or c == "-") for c in plural) or plural.startswith("-"):
            raise PackError(f"{where}: {clip(plural)}: letters from a to z, blanks and hyphens.")
        if plural in seen:
            raise PackError(f"{where}: {clip(plural)} is {seen[plural]} already.")
        seen[plural] = f"the plural of {facility.name}"
        if plural in _KEYWORDS:
            raise PackError(f"{where}: {clip(plural)} is a word of the language already.")


def _check_ancient(where: str, ancient: Ancient) -> None:
    if ancient.value not in VALUES:
        raise PackError(
            f"{where}: value: an Ancient has the Value 0, I or II, not {clip(ancient.value)} (ancient.value)."
        )
    if not 0 <= ancient.copies <= 40:
        raise PackError(f"{where}: copies: a number from 0 to 40.")


def _check_cards(ancients: list[Ancient], facilities: list[Facility], cards: list[Card]) -> None:
    names = {"ancient": [a.name for a in ancients], "facility": [f.name for f in facilities]}
    for number, card in enumerate(cards, 1):
        for side, known in names.items():
            name = getattr(card, side)
            if name not in known:
                missing = f"there is no {side.capitalize()} {clip(name)}: {nearest(name, known)}"
                raise PackError(f"cards.toml: card {number}: {side}: {missing}")
    count = Counter(card.ancient for card in cards)
    for ancient in ancients:
        if count[ancient.name] != ancient.copies:
            there = f"{count[ancient.name]} cards of {clip(ancient.name)}"
            raise PackError(f"cards.toml: {there}, where ancients.toml says {ancient.copies}.")
    wastes = sum(not card.start for card in cards)
    if not FEWEST_CARDS <= wastes <= MOST_CARDS:
        raise PackError(
            f"cards.toml: {wastes} cards for The Wastes; there are {FEWEST_CARDS} to {MOST_CARDS} (setup.wastes)."
        )
    if not 1 <= len(cards) - wastes <= MOST_CARDS:
        raise PackError("cards.toml: no card has `start = true`; each player starts with some (setup.decks).")


def _check_setup(setup: list[Numbers], facilities: list[Facility]) -> None:
    if len(setup) != 1:
        raise PackError(f"setup.toml: {len(setup)} entries, where there is one [[setup]].")
    numbers = setup[0]
    for name in ("points", "solo_points", "collector_easy", "collector_standard", "collector_hard"):
        if not 1 <= getattr(numbers, name) <= MOST_POINTS:
            raise PackError(f"setup.toml: setup: {name}: a number from 1 to {MOST_POINTS} (setup.points).")
    if not 0 <= numbers.hand <= 10:
        raise PackError("setup.toml: setup: hand: a number from 0 to 10 (turn.draw).")
    known = [facility.name for facility in facilities]
    for name in ("printed_text", "printed_text_otherwise"):
        if getattr(numbers, name) not in known:
            named = getattr(numbers, name)
            raise PackError(f"setup.toml: setup: {name}: there is no Facility {clip(named)}: {nearest(named, known)}")


# -- the lines of the cards --------------------------------------------------------------------------------------------


def _read_effects(ancients: list[Ancient], facilities: list[Facility], lines: list[Line]) -> dict[str, Effect]:
    names = [facility.counted for facility in facilities]
    effects = {}
    for number, ancient in enumerate(ancients, 1):
        for ability in ("protocol", "spark"):
            where = f"ancients.toml: ancient {number} ({clip(ancient.name)}): {ability}"
            effect = _read(getattr(ancient, ability), where, names)
            _refuse_copying(effect, where)
            effects[f"{slug(ancient.name)}.{ability}"] = effect
    for number, facility in enumerate(facilities, 1):
        where = f"facilities.toml: facility {number} ({clip(facility.name)})"
        effect = effects[f"{slug(facility.name)}.protocol"] = _read(facility.protocol, f"{where}: protocol", names)
        _check_cited(facility, effect, f"{where}: rules")
    if sorted(line.level for line in lines) != list(range(1, LEVELS + 1)):
        raise PackError(f"node.toml: one line for each level from 1 to {LEVELS} (node.table).")
    for line in lines:
        where = f"node.toml: line {line.level}: effect"
        effect = effects[f"node.{line.level}"] = _read(line.effect, where, names)
        _refuse_copying(effect, where)
    return effects


def _check_cited(facility: Facility, effect: Effect, where: str) -> None:
    """A step that cites a rule of the printed Protocol does what that rule says, whatever its numbers."""
    if facility.rules and len(facility.rules) != len(effect.steps):
        raise PackError(f"{where}: one for each step of the Protocol, or none.")
    for rule, step in zip(facility.rules, effect.steps, strict=False):
        if rule not in PRINTED:
            raise PackError(f"{where}: there is no rule {clip(rule)} for a step: {nearest(rule, PRINTED)}")
        if not PRINTED[rule](step):
            raise PackError(f"{where}: {rule} is not what step {effect.steps.index(step) + 1} of the Protocol does.")


def _is_loss(step: Step) -> bool:
    return len(step.acts) == 1 and step.acts[0].verb == "other-loses" and step.acts[0].args[1] is None


PRINTED: dict[str, Callable[[Step], bool]] = {
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


def _read(line: str, where: str, names: list[str]) -> Effect:
    effect = read_effect(LANGUAGE, line, where, names)
    for column, step, _ in effect.acts():
        for test in step.tests:
            if _off_the_node(test):
                raise PackError(f"{where}: column {column}: 'node' is compared with 1 to {LEVELS} (node.cap).")
    _refuse_no_spark(effect, where)
    return effect


def _off_the_node(test: Condition) -> bool:
    sides: tuple[Any, Any] = (test.left, test.right)
    return "node" in sides and any(isinstance(side, int) and not 1 <= side <= LEVELS for side in sides)


SHOWS_FACILITY = ("another facility in zone", "wastes deck top")  # what comes to lie there shows its Facility


def _refuse_no_spark(effect: Effect, where: str) -> None:
    """«use spark of it», where it has come to lie with its Facility up."""
    before: Act | None = None
    for column, _, act in effect.acts():
        shows_facility = before is not None and before.verb == "exchange" and before.args[0] in SHOWS_FACILITY
        if act.args == ("spark", "it") and shows_facility:
            raise PackError(
                f"{where}: column {column}: 'it' shows its Facility, which has no Spark (facility.protocol)."
            )
        before = act


def _refuse_copying(effect: Effect, where: str) -> None:
    """Abilities that copy abilities belong on Facilities: an Ancient that is copied must not copy again."""
    for column, _, act in effect.acts():
        if act.verb == "use":
            raise PackError(
                f"{where}: column {column}: 'use' belongs on Facilities only; "
                "otherwise copies of copies might never end (outpost.copy)."
            )
