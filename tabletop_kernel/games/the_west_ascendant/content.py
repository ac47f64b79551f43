"""The content pack: Facilities, Doppelgates, Reference cards, Loci, Cityengines, and the turn card's text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

from tabletop_kernel.content.packs import Pack, name_faults
from tabletop_kernel.contract.errors import clip, nearest
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import ACTION_WORDS, LANGUAGE
from tabletop_kernel.toolkit.card_language import Act, Effect, read_effect

FILES = ("facilities.toml", "gates.toml", "loci.toml", "cityengines.toml", "turn.toml", "setup.toml")
LOCUS_KINDS = ("prime", "trigger")
TYPE_COUNT = 4  # of Facilities
CARDS_PER_TYPE = 9
LOCUS_COUNT = 12
REQUIRED_COUNT = 2  # Facilities that a Locus requires
SEATS = 2
Lint = Callable[[Effect, str], Iterator[str]]  # faults of a line in its place
MADE = "doppelgate"  # the gate on the back of every Facility


@dataclass(frozen=True, slots=True)
class Facility:
    """One of the four types."""

    id: str
    name: str
    cards: list[str]
    pulse: str
    back: str
    plural: str = ""
    house: bool = False

    @property
    def several(self) -> str:
        return self.plural or f"{self.name}s"


@dataclass(frozen=True, slots=True)
class Gate:
    """A Doppelgate; the front of a Reference card also has its back's scoring."""

    id: str
    name: str
    radiate: str
    score: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True)
class Locus:
    id: str
    name: str
    kind: str
    required: list[str]
    effect: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Cityengine:
    id: str
    name: str
    cost: str
    effect: str
    score: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class TurnCard:
    gate_cost: str
    barter: str
    salvage: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the setup."""

    points: int
    middle: int
    hand: int
    locus_decks: int
    house: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    types: dict[str, Facility]
    gates: dict[str, Gate]
    loci: dict[str, Locus]
    engines: dict[str, Cityengine]
    numbers: Numbers
    effects: dict[str, Effect]  # by key: "kiln.pulse", "doppelgate.radiate", "prime.dawnforge", "turn.salvage"
    places: dict[str, str]  # by key: file, entry and field of the line
    digest: str

    @property
    def references(self) -> list[str]:
        """Return the starting Doppelgates, one for each seat."""
        return [gate for gate in self.gates if gate != MADE]


def read_pack(folder: Path, rules: Collection[str]) -> Content:
    """Return the pack in a folder. `rules` are the ids it can cite.

    Raise PackError, with every fault and its place, if the pack is invalid.
    """
    pack = Pack(folder, FILES, rules)
    types = pack.entries("facilities.toml", "facility", Facility)
    gates = pack.entries("gates.toml", "gate", Gate)
    loci = pack.entries("loci.toml", "locus", Locus)
    engines = pack.entries("cityengines.toml", "cityengine", Cityengine)
    turns = pack.entries("turn.toml", "turn", TurnCard)
    setups = pack.entries("setup.toml", "setup", Numbers)
    pack.note(_check_types(pack, types))
    pack.note(_check_gates(pack, gates))
    pack.note(_check_loci(pack, loci))
    pack.note(_check_engines(pack, engines))
    if len(turns) != 1 and pack.whole("turn.toml"):
        pack.note([f"turn.toml: {len(turns)} entries, but there must be one [[turn]]."])
    pack.note(_check_setup(pack, setups, types, loci))
    effects, places = _read_effects(pack, {entry.id: entry.kind for entry in loci})
    pack.finish()
    return Content(
        {entry.id: entry for entry in types},
        {entry.id: entry for entry in gates},
        {entry.id: entry for entry in loci},
        {entry.id: entry for entry in engines},
        setups[0],
        effects,
        places,
        pack.digest,
    )


# -- the entries -------------------------------------------------------------------------------------------------------


def _check_ids(pack: Pack, entries: Sequence[Facility | Gate | Locus | Cityengine]) -> Iterator[str]:
    """Yield faults of ids: moves use them as words."""
    for entry in entries:
        name = entry.id
        good = name and len(name) <= 40 and all(c.isascii() and (c.isalnum() or c in "-.") for c in name)
        if not good or name != name.lower() or name[0] in "-." or name[-1] in "-.":
            yield f"{pack.where(entry)}: id: use only lowercase letters from a to z, digits, hyphens and dots."


def _check_types(pack: Pack, types: list[Facility]) -> Iterator[str]:
    file = "facilities.toml"
    yield from _check_ids(pack, types)
    yield from name_faults([(f"{file}: facility", entry.name) for entry in types])
    if len(types) != TYPE_COUNT and pack.whole(file):
        yield f"{file}: {len(types)} types, but there must be {TYPE_COUNT} (card.facility-type)."
    seen: set[str] = set()
    for entry in types:
        where = pack.where(entry)
        if "." in entry.id:
            yield f"{where}: id: a type's id can't have a dot."
        if entry.back != MADE:
            yield f"{where}: back: the back of every Facility must be '{MADE}' (card.gate-back)."
        if len(entry.cards) != CARDS_PER_TYPE:
            there = f"{CARDS_PER_TYPE} cards, not {len(entry.cards)}"
            yield f"{where}: cards: each type must have {there} (setup.components)."
        for card in entry.cards:
            if card in seen:
                yield f"{where}: cards: {clip(card)} appears twice."
            seen.add(card)


def _check_gates(pack: Pack, gates: list[Gate]) -> Iterator[str]:
    yield from _check_ids(pack, gates)
    ids = [entry.id for entry in gates]
    if (MADE not in ids or len(ids) != SEATS + 1) and pack.whole("gates.toml"):
        yield f"gates.toml: it needs '{MADE}' and one gate for each of {SEATS} Reference cards (card.first-gate)."
        return
    for entry in gates:
        if (entry.id == MADE) == bool(entry.score):
            yield f"{pack.where(entry)}: score: every Reference card must have one, and no other card may (score.card)."


def _check_loci(pack: Pack, loci: list[Locus]) -> Iterator[str]:
    file = "loci.toml"
    yield from _check_ids(pack, loci)
    yield from name_faults([(f"{file}: locus", entry.name) for entry in loci])
    known = [name for _, _, _, name in pack.texts("facilities.toml", "facility", "id")]
    wrong = [fault for entry in loci for fault in _check_locus(pack.where(entry), entry, known)]
    yield from wrong
    if wrong or not pack.whole(file, "facilities.toml"):
        return
    if len(loci) != LOCUS_COUNT:
        yield f"{file}: {len(loci)} Loci, but there must be {LOCUS_COUNT} (setup.components)."
    elif 2 * sum(entry.kind == "prime" for entry in loci) != LOCUS_COUNT:
        yield f"{file}: there must be as many Primes as Triggers (card.locus-kind)."
    there = [{*entry.required} for entry in loci]
    for one, two in combinations(known, 2):
        if {one, two} not in there:
            yield f"{file}: no Locus requires {clip(one)} and {clip(two)} (card.locus-required)."


def _check_locus(where: str, entry: Locus, known: list[str]) -> Iterator[str]:
    if entry.kind not in LOCUS_KINDS:
        yield f"{where}: kind: {clip(entry.kind)} isn't a kind: {nearest(entry.kind, LOCUS_KINDS)}"
    if len(entry.required) != REQUIRED_COUNT:
        yield f"{where}: required: name {REQUIRED_COUNT} types, not {len(entry.required)} (card.locus-required)."
    for name in entry.required if known else ():
        if name not in known:
            yield f"{where}: required: there is no type {clip(name)}: {nearest(name, known)}"


def _check_engines(pack: Pack, engines: list[Cityengine]) -> Iterator[str]:
    file = "cityengines.toml"
    yield from _check_ids(pack, engines)
    yield from name_faults([(f"{file}: cityengine", entry.name) for entry in engines])
    if len(engines) != SEATS and pack.whole(file):
        yield f"{file}: {len(engines)} Cityengines, but each of {SEATS} players must have one (setup.cityengine)."


def _check_setup(pack: Pack, setups: list[Numbers], types: list[Facility], loci: list[Locus]) -> Iterator[str]:
    if len(setups) != 1 and pack.whole("setup.toml"):
        yield f"setup.toml: {len(setups)} entries, but there must be one [[setup]]."
    limits = {
        "points": (1, 999, "setup.points"),
        "middle": (1, 10, "setup.middle"),
        "hand": (0, 10, "setup.hand"),
        "locus_decks": (1, 6, "setup.loci"),
    }
    for numbers in setups[:1]:
        wrong = [
            f"setup.toml: setup: {name}: use a number from {least} to {most} ({rule})."
            for name, (least, most, rule) in limits.items()
            if not least <= getattr(numbers, name) <= most
        ]
        yield from wrong
        if wrong or not pack.whole("facilities.toml", "loci.toml"):
            continue
        if sum(len(entry.cards) for entry in types) <= numbers.middle + SEATS * numbers.hand:
            yield "setup.toml: setup: more cards are dealt than there are (setup.deck)."
        if len(loci) % numbers.locus_decks:
            yield f"loci.toml: {len(loci)} Loci can't make {numbers.locus_decks} equal decks (setup.loci)."


# -- the lines of the cards --------------------------------------------------------------------------------------------


def _read_effects(pack: Pack, kinds: Mapping[str, str]) -> tuple[dict[str, Effect], dict[str, str]]:
    """Return the lines of all cards by key, and their places; each is checked for what the grammar can't see.

    `kinds` maps each Locus to its kind.
    """
    effects: dict[str, Effect] = {}
    places: dict[str, str] = {}
    for file, table, lints in _lints_by_field():
        for where, name, field, line in pack.texts(file, table, *lints):
            key, lint = f"{name or table}.{field}", lints[field]
            if table == "locus":
                # if the kind can't be read, words reserved for Triggers are allowed
                key, lint = name, partial(_lint, trigger=kinds.get(name, "trigger") == "trigger")
            if line or key != f"{MADE}.score":
                with pack.noting():
                    effects[key], places[key] = read_effect(LANGUAGE, line, where), where
                    pack.note(lint(effects[key], where))
    return effects, places


def _lints_by_field() -> Iterator[tuple[str, str, dict[str, Lint]]]:
    """Yield the fields of entries that are lines, each with its check."""
    yield "facilities.toml", "facility", {"pulse": _lint}
    yield "gates.toml", "gate", {"radiate": _lint, "score": _lint_score}
    yield "loci.toml", "locus", {"effect": _lint}
    plan: dict[str, Lint] = {"cost": partial(_lint_cost, plan=True), "effect": partial(_lint, plan=True)}
    yield "cityengines.toml", "cityengine", {**plan, "score": _lint_score}
    yield "turn.toml", "turn", {"gate_cost": _lint_cost, "barter": _lint, "salvage": partial(_lint, salvage=True)}


def _lint(
    effect: Effect, where: str, trigger: bool = False, plan: bool = False, salvage: bool = False
) -> Iterator[str]:
    for column, step, act in effect.acts():
        at = f"{where}: column {column}"
        if act.verb == "score":
            yield f"{at}: 'score' belongs on Reference cards and on the Complete side (score.card)."
        if act.verb in ("flip", "radiate") and not plan:
            what = LANGUAGE.line(effect) if len(effect.steps) == 1 else f"{act.verb} …"
            yield f"{at}: '{what}' belongs on the Plan side of a Cityengine (city.result)."
        if "of each type" in act.args:
            yield f"{at}: 'of each type' belongs in the cost of a Plan (city.plan)."
        if "of paid type" in act.args and not salvage:
            yield f"{at}: 'of paid type' belongs in 'salvage' (reaction.salvage)."
        for test in step.tests:
            named = [word for word in (test.left, test.right) if word in ACTION_WORDS]
            if named and not trigger:
                yield f"{at}: '{named[0]}' belongs on Triggers (trigger.when)."
        if any(getattr(part, "amount", "") in ACTION_WORDS for part in act.args) and not trigger:
            yield f"{at}: only Triggers can count the cards taken (trigger.when)."
    yield from _lint_replacing(effect, where)


def _lint_cost(effect: Effect, where: str, plan: bool = False) -> Iterator[str]:
    """Yield a fault unless a price is one plain step that discards cards from the hand."""
    (column, step, act), *more = effect.acts()
    wanted = ("of one type", "of each type") if plan else ("of one type",)
    plain = not more and act.verb == "discard" and not step.tests and not step.may
    if not plain or act.args[1] not in wanted or not 1 <= act.args[0] <= 9:
        example = "'discard 1 of each type'" if plan else "'discard 3 of one type'"
        rule = "city.plan" if plan else "gate.cost"
        yield f"{where}: column {column}: write a price like {example} ({rule})."


def _lint_score(effect: Effect, where: str) -> Iterator[str]:
    for column, step, act in effect.acts():
        at = f"{where}: column {column}"
        if act.verb != "score" or step.may:
            yield f"{at}: this line can only score points (score.card)."
        words = [*(word for test in step.tests for word in (test.left, test.right)), *_counted_words(act)]
        if any(word in ACTION_WORDS or "hand" in str(word) for word in words):
            yield f"{at}: a score can count only Loci, Doppelgates and pairs (score.nothing-else)."


def _counted_words(act: Act) -> list[str]:
    return [part.amount for part in act.args if hasattr(part, "amount")]


def _lint_replacing(effect: Effect, where: str) -> Iterator[str]:
    """Yield uses of “it” that don't mean a card just discarded from the middle."""
    acts = list(effect.acts())
    for (_, _, before), (column, _, act) in pairwise([(0, None, Act("")), *acts]):
        if act.verb == "replace" and before != Act("discard", (1, "from middle")):
            yield (
                f"{where}: column {column}: 'replace it' must come right after 'discard 1 from middle' "
                "(prime.drift-exchange)."
            )
