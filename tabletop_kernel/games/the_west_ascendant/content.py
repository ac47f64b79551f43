"""The content pack: Facilities, Doppelgates and Reference cards, Loci, Cityengines, and what the turn card says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

from tabletop_kernel.effects import Act, Effect, read_effect
from tabletop_kernel.errors import PackError, clip, nearest
from tabletop_kernel.games.the_west_ascendant.language import LANGUAGE, OF_THE_ACTION
from tabletop_kernel.packs import Pack, check_names

FILES = ("facilities.toml", "gates.toml", "loci.toml", "cityengines.toml", "turn.toml", "setup.toml")
KINDS = ("prime", "trigger")
TYPES = 4  # of Facilities
OF_A_TYPE = 9  # cards
LOCI = 12
REQUIRED = 2  # Facilities that a Locus asks for
SEATS = 2
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
    """A Doppelgate; the front of a Reference card has the scoring of its back."""

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
    """How a game begins."""

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
        """The starting Doppelgates, one for each seat."""
        return [gate for gate in self.gates if gate != MADE]


def read(folder: Path) -> Content:
    """The pack in a folder; PackError names what is wrong and where."""
    pack = Pack(folder, FILES)
    types = pack.entries("facilities.toml", "facility", Facility)
    gates = pack.entries("gates.toml", "gate", Gate)
    loci = pack.entries("loci.toml", "locus", Locus)
    engines = pack.entries("cityengines.toml", "cityengine", Cityengine)
    turns = pack.entries("turn.toml", "turn", TurnCard)
    setups = pack.entries("setup.toml", "setup", Numbers)
    _check_types(types)
    _check_gates(gates)
    _check_loci(loci, types)
    _check_engines(engines)
    if len(turns) != 1:
        raise PackError(f"turn.toml: {len(turns)} entries, where there is one [[turn]].")
    _check_setup(setups, types, loci)
    lines = list(_effects(types, gates, loci, engines, turns[0]))
    return Content(
        {entry.id: entry for entry in types},
        {entry.id: entry for entry in gates},
        {entry.id: entry for entry in loci},
        {entry.id: entry for entry in engines},
        setups[0],
        {key: effect for key, _, effect in lines},
        {key: place for key, place, _ in lines},
        pack.digest,
    )


# -- the entries -------------------------------------------------------------------------------------------------------


def _where(file: str, table: str, number: int, name: str) -> str:
    return f"{file}: {table} {number} ({clip(name)})"


def _check_ids(file: str, table: str, ids: list[str]) -> None:
    """Ids are words of moves."""
    for number, name in enumerate(ids, 1):
        good = name and len(name) <= 40 and all(c.isascii() and (c.isalnum() or c in "-.") for c in name)
        if not good or name != name.lower() or name[0] in "-." or name[-1] in "-.":
            where = _where(file, table, number, name)
            raise PackError(f"{where}: id: small letters from a to z, digits, hyphens and dots.")


def _check_types(types: list[Facility]) -> None:
    file, table = "facilities.toml", "facility"
    _check_ids(file, table, [entry.id for entry in types])
    check_names([(f"{file}: {table}", entry.name) for entry in types])
    if len(types) != TYPES:
        raise PackError(f"{file}: {len(types)} types, where there are {TYPES} (card.facility-type).")
    seen: set[str] = set()
    for number, entry in enumerate(types, 1):
        where = _where(file, table, number, entry.id)
        if "." in entry.id:
            raise PackError(f"{where}: id: a type has no dot in its id.")
        if entry.back != MADE:
            raise PackError(f"{where}: back: every Facility has '{MADE}' on its back (card.gate-back).")
        if len(entry.cards) != OF_A_TYPE:
            raise PackError(f"{where}: cards: {OF_A_TYPE} of each type, not {len(entry.cards)} (setup.components).")
        for card in entry.cards:
            if card in seen:
                raise PackError(f"{where}: cards: {clip(card)} is there twice.")
            seen.add(card)


def _check_gates(gates: list[Gate]) -> None:
    ids = [entry.id for entry in gates]
    _check_ids("gates.toml", "gate", ids)
    if MADE not in ids or len(ids) != SEATS + 1:
        raise PackError(f"gates.toml: '{MADE}' and one gate for each of {SEATS} Reference cards (card.first-gate).")
    for number, entry in enumerate(gates, 1):
        where = _where("gates.toml", "gate", number, entry.id)
        if (entry.id == MADE) == bool(entry.score):
            raise PackError(f"{where}: score: on the Reference cards, and there only (score.card).")


def _check_loci(loci: list[Locus], types: list[Facility]) -> None:
    file, table = "loci.toml", "locus"
    _check_ids(file, table, [entry.id for entry in loci])
    check_names([(f"{file}: {table}", entry.name) for entry in loci])
    known = [entry.id for entry in types]
    for number, entry in enumerate(loci, 1):
        where = _where(file, table, number, entry.id)
        if entry.kind not in KINDS:
            raise PackError(f"{where}: kind: {clip(entry.kind)} is no kind: {nearest(entry.kind, KINDS)}")
        if len(entry.required) != REQUIRED:
            raise PackError(f"{where}: required: {REQUIRED} types, not {len(entry.required)} (card.locus-required).")
        for name in entry.required:
            if name not in known:
                raise PackError(f"{where}: required: there is no type {clip(name)}: {nearest(name, known)}")
    if len(loci) != LOCI:
        raise PackError(f"{file}: {len(loci)} Loci, where there are {LOCI} (setup.components).")
    if 2 * sum(entry.kind == "prime" for entry in loci) != LOCI:
        raise PackError(f"{file}: as many Primes as Triggers (card.locus-kind).")
    there = [{*entry.required} for entry in loci]
    for one, two in combinations(known, 2):
        if {one, two} not in there:
            raise PackError(f"{file}: no Locus requires '{one}' and '{two}' (card.locus-required).")


def _check_engines(engines: list[Cityengine]) -> None:
    file, table = "cityengines.toml", "cityengine"
    _check_ids(file, table, [entry.id for entry in engines])
    check_names([(f"{file}: {table}", entry.name) for entry in engines])
    if len(engines) != SEATS:
        raise PackError(
            f"{file}: {len(engines)} Cityengines, where each of {SEATS} players has one (setup.cityengine)."
        )


def _check_setup(setups: list[Numbers], types: list[Facility], loci: list[Locus]) -> None:
    if len(setups) != 1:
        raise PackError(f"setup.toml: {len(setups)} entries, where there is one [[setup]].")
    numbers = setups[0]
    limits = {
        "points": (1, 999, "setup.points"),
        "middle": (1, 10, "setup.middle"),
        "hand": (0, 10, "setup.hand"),
        "locus_decks": (1, 6, "setup.loci"),
    }
    for name, (least, most, rule) in limits.items():
        if not least <= getattr(numbers, name) <= most:
            raise PackError(f"setup.toml: setup: {name}: a number from {least} to {most} ({rule}).")
    if sum(len(entry.cards) for entry in types) <= numbers.middle + SEATS * numbers.hand:
        raise PackError("setup.toml: setup: more cards are dealt than there are (setup.deck).")
    if len(loci) % numbers.locus_decks:
        raise PackError(f"loci.toml: {len(loci)} Loci cannot make {numbers.locus_decks} even decks (setup.loci).")


# -- the lines of the cards --------------------------------------------------------------------------------------------


def _effects(
    types: list[Facility], gates: list[Gate], loci: list[Locus], engines: list[Cityengine], turn: TurnCard
) -> Iterator[tuple[str, str, Effect]]:
    """The lines of all cards by key, with their places, each read and linted: what the grammar cannot see."""
    for number, one in enumerate(types, 1):
        place = _where("facilities.toml", "facility", number, one.id) + ": pulse"
        yield f"{one.id}.pulse", place, _read(place, one.pulse)
    for number, gate in enumerate(gates, 1):
        where = _where("gates.toml", "gate", number, gate.id)
        yield f"{gate.id}.radiate", f"{where}: radiate", _read(f"{where}: radiate", gate.radiate)
        if gate.score:
            yield f"{gate.id}.score", f"{where}: score", _score(f"{where}: score", gate.score)
    for number, locus in enumerate(loci, 1):
        place = _where("loci.toml", "locus", number, locus.id) + ": effect"
        yield locus.id, place, _read(place, locus.effect, trigger=locus.kind == "trigger")
    for number, engine in enumerate(engines, 1):
        where = _where("cityengines.toml", "cityengine", number, engine.id)
        yield f"{engine.id}.cost", f"{where}: cost", _cost(f"{where}: cost", engine.cost, plan=True)
        yield f"{engine.id}.effect", f"{where}: effect", _read(f"{where}: effect", engine.effect, plan=True)
        yield f"{engine.id}.score", f"{where}: score", _score(f"{where}: score", engine.score)
    where = "turn.toml: turn"
    yield "turn.gate_cost", f"{where}: gate_cost", _cost(f"{where}: gate_cost", turn.gate_cost)
    yield "turn.barter", f"{where}: barter", _read(f"{where}: barter", turn.barter)
    yield "turn.salvage", f"{where}: salvage", _read(f"{where}: salvage", turn.salvage, salvage=True)


def _read(where: str, line: str, trigger: bool = False, plan: bool = False, salvage: bool = False) -> Effect:
    effect = read_effect(LANGUAGE, line, where)
    for column, step, act in effect.acts():
        at = f"{where}: column {column}"
        if act.verb == "score":
            raise PackError(f"{at}: 'score' belongs on Reference cards and on the Complete side (score.card).")
        if act.verb in ("flip", "radiate") and not plan:
            what = LANGUAGE.line(effect) if len(effect.steps) == 1 else f"{act.verb} …"
            raise PackError(f"{at}: '{what}' belongs on the Plan side of a Cityengine (city.result).")
        if "of each type" in act.args:
            raise PackError(f"{at}: 'of each type' belongs in the cost of a Plan (city.plan).")
        if "of paid type" in act.args and not salvage:
            raise PackError(f"{at}: 'of paid type' belongs in 'salvage' (reaction.salvage).")
        for test in step.tests:
            named = [word for word in (test.left, test.right) if word in OF_THE_ACTION]
            if named and not trigger:
                raise PackError(f"{at}: '{named[0]}' belongs on Triggers (trigger.when).")
        if any(getattr(part, "amount", "") in OF_THE_ACTION for part in act.args) and not trigger:
            raise PackError(f"{at}: what was taken counts on Triggers only (trigger.when).")
    _check_replacing(effect, where)
    return effect


def _cost(where: str, line: str, plan: bool = False) -> Effect:
    """A price: one plain step that discards cards from the hand."""
    effect = read_effect(LANGUAGE, line, where)
    (column, step, act), *more = effect.acts()
    wanted = ("of one type", "of each type") if plan else ("of one type",)
    plain = not more and act.verb == "discard" and not step.tests and not step.may
    if not plain or act.args[1] not in wanted or not 1 <= act.args[0] <= 9:
        example = "'discard 1 of each type'" if plan else "'discard 3 of one type'"
        rule = "city.plan" if plan else "gate.cost"
        raise PackError(f"{where}: column {column}: a price is written like {example} ({rule}).")
    return effect


def _score(where: str, line: str) -> Effect:
    effect = read_effect(LANGUAGE, line, where)
    for column, step, act in effect.acts():
        at = f"{where}: column {column}"
        if act.verb != "score" or step.may:
            raise PackError(f"{at}: at the end points are only scored (score.card).")
        words = [*(word for test in step.tests for word in (test.left, test.right)), *_counted(act)]
        if any(word in OF_THE_ACTION or "hand" in str(word) for word in words):
            raise PackError(f"{at}: at the end only Loci, Doppelgates and pairs count (score.nothing-else).")
    return effect


def _counted(act: Act) -> list[str]:
    return [part.amount for part in act.args if hasattr(part, "amount")]


def _check_replacing(effect: Effect, where: str) -> None:
    """«it» is the card of the middle that has just been discarded."""
    acts = list(effect.acts())
    for (_, _, before), (column, _, act) in pairwise([(0, None, Act("")), *acts]):
        if act.verb == "replace" and before != Act("discard", (1, "from middle")):
            raise PackError(
                f"{where}: column {column}: 'replace it' comes right after 'discard 1 from middle' "
                "(prime.drift-exchange)."
            )
