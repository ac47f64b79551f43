"""Faults of cards and tiles that fields and lines alone don't show; each names its rule."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from re import fullmatch

from tabletop_kernel.content.packs import Pack, name_faults
from tabletop_kernel.contract.errors import clip, nearest
from tabletop_kernel.games.tamashii.components import BASIC, CLASSES, FACTIONS, FREE_CODE
from tabletop_kernel.games.tamashii.lines.grammar import words_of_language
from tabletop_kernel.games.tamashii.lines.vocabulary import TILE_KINDS
from tabletop_kernel.games.tamashii.pack.entries import (
    AugmentEntry,
    BodyEntry,
    DiaryEntry,
    EnemyEntry,
    EventEntry,
    FindEntry,
    GoalEntry,
    ProtocolEntry,
    RewardEntry,
    ScenarioEntry,
    TableCardEntry,
    TileEntry,
    WithName,
)
from tabletop_kernel.games.tamashii.pack.faults_of_lines import MOST_PLAYERS
from tabletop_kernel.games.tamashii.pack.pieces import Find

STARTS = ("plain", "co-op", "solo")
STEPS = 3
LEVELS = (1, 2)
EVENT_MOMENTS = {
    "launch": "in your launch step",
    "move": "at the end of your move",
    "defeat": "when you defeat an enemy",
    "planning": "in Planning",
}
GOAL_MOMENTS = ("", "acted")


# -- bodies and enemies ------------------------------------------------------------------------------------------------


def bodies(pack: Pack, file: str, entries: Sequence[BodyEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    known = [entry.id for entry in entries]
    for entry in entries:
        where = pack.where(entry)
        for field in ("mov", "pro", "att"):
            yield from between(where, field, getattr(entry, field), 0, 9, "body.place")
        if entry.core and entry.core not in BASIC:
            yield f"{where}: core: {clip(entry.core)} isn't a data type: {nearest(entry.core, BASIC)}"
        if bool(entry.core) == bool(entry.pattern):
            yield f"{where}: give a walker a core, and an advanced body a pattern (body.inhabit-pattern)."
        if not 1 <= len(entry.frames) <= 6:
            yield f"{where}: frames: write 1 to 6 (combat.player-frame)."
        if entry.replaces and entry.replaces not in known:
            yield f"{where}: replaces: there is no body {clip(entry.replaces)}: {nearest(entry.replaces, known)}"
        yield from lock(where, entry.code)
    if pack.whole(file):
        yield from _boards(file, entries)


def _boards(file: str, entries: Sequence[BodyEntry]) -> Iterator[str]:
    cores = [entry.core for entry in entries if entry.core]
    for core in BASIC:
        if cores.count(core) != 1:
            yield f"{file}: {cores.count(core)} walkers with the core {core}; each type needs just one (setup.walker)."
    free = sum(not entry.core and entry.code == FREE_CODE for entry in entries)
    if free < MOST_PLAYERS + 1:
        there = f"{free} advanced bodies with the code {FREE_CODE}"
        yield f"{file}: {there}, but a market shows up to {MOST_PLAYERS + 1} (setup.market)."


def enemies(pack: Pack, entries: Sequence[EnemyEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    for entry in entries:
        where = pack.where(entry)
        if entry.level not in LEVELS:
            yield f"{where}: level: write 1 or 2 (mode.insane-enemies)."
        yield from between(where, "integrity", entry.integrity, 1, 20, "enemy.defeat")
        yield from between(where, "copies", entry.copies, 1, 20, "scen.enemies")
        if len(entry.hacks) > 4:
            yield f"{where}: hacks: write at most 4 (pattern.hack-repel)."
        if not entry.hacks and not entry.repel:
            yield f"{where}: hacks: write a hack or a repel (enemy.patterns)."
        yield from lock(where, entry.code)


# -- tiles and exploration tokens --------------------------------------------------------------------------------------


def tiles(pack: Pack, file: str, entries: Sequence[TileEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    words = words_of_language()
    for entry in entries:
        where = pack.where(entry)
        if entry.id in words and entry.id not in TILE_KINDS:
            yield f"{where}: id: '{entry.id}' is a word in the card language, so lines couldn't name this tile."
        elif entry.id in TILE_KINDS and entry.id != entry.kind:
            yield f"{where}: id: '{entry.id}' is a kind of tile, but this tile is another kind (scen.map)."
        if entry.kind not in TILE_KINDS:
            yield f"{where}: kind: {clip(entry.kind)} isn't a kind: {nearest(entry.kind, TILE_KINDS)}"
        if entry.faction and entry.faction not in FACTIONS:
            yield f"{where}: faction: {clip(entry.faction)} isn't a faction: {nearest(entry.faction, FACTIONS)}"
        if bool(entry.faction) != (entry.kind == "hideout"):
            yield f"{where}: faction: hideouts have one, and other tiles don't (explore.hideout)."
        yield from between(where, "copies", entry.copies, 1, 20, "scen.map")
        yield from between(where, "entry", entry.entry, 0, 9, "trace.entry")
        yield from between(where, "stationary", entry.stationary, 0, 9, "trace.stationary")
    if pack.whole(file) and not any(entry.kind == "shelter" for entry in entries):
        yield f"{file}: there is no Shelter (reset.shelter)."


def finds(pack: Pack, entries: Sequence[FindEntry]) -> Iterator[str]:
    for entry in entries:
        where = pack.where(entry)
        yield from identifier(where, entry.id)
        yield from between(where, "copies", entry.copies, 1, 40, "scen.exploration")
        if not 1 <= len(entry.rewards) <= 4:
            yield f"{where}: rewards: write 1 to 4 (explore.token-first)."


def enough_finds(pack: Pack, file: str, found: Sequence[Find], scenarios: Sequence[ScenarioEntry]) -> Iterator[str]:
    there = sum(find.copies for find in found)
    for entry in scenarios:
        marked = sum(place.find for place in entry.map)
        if pack.whole(file) and marked > there:
            yield f"{pack.where(entry)}: map: {marked} exploration tokens, but there are {there} (scen.exploration)."


# -- augments and protocols --------------------------------------------------------------------------------------------


def augments(pack: Pack, file: str, entries: Sequence[AugmentEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    owners = (*CLASSES, *FACTIONS)
    for entry in entries:
        where = pack.where(entry)
        yield from between(where, "cost", entry.cost, 0, 5, "upg.mem-equip")
        yield from lock(where, entry.code)
        if entry.owner not in owners:
            yield f"{where}: owner: {clip(entry.owner)} isn't a class or faction: {nearest(entry.owner, owners)}"
        if entry.start and entry.start not in STARTS:
            yield f"{where}: start: {clip(entry.start)} isn't a mark: {nearest(entry.start, STARTS)}"
        if entry.owner in FACTIONS:
            yield from _of_faction(where, entry)
        elif entry.breaks:
            yield f"{where}: breaks: only faction augments break (aug.break)."
        elif entry.start and entry.code != FREE_CODE:
            yield f"{where}: code: a starting augment can't be locked (setup.start-augments)."
    if pack.whole(file):
        for owner in CLASSES:
            yield from _class_deck(file, owner, [entry for entry in entries if entry.owner == owner])


def _of_faction(where: str, entry: AugmentEntry) -> Iterator[str]:
    if not entry.pattern:
        yield f"{where}: pattern: a faction augment is used by launching its pattern (aug.faction-launch)."
    if entry.start:
        yield f"{where}: start: only class augments can be starting augments (setup.start-augments)."


def _class_deck(file: str, owner: str, cards: Sequence[AugmentEntry]) -> Iterator[str]:
    for mark in STARTS:
        number = sum(card.start == mark for card in cards)
        if number != 1:
            yield f"{file}: {owner}: {number} starting augments with the mark '{mark}', not 1 (setup.class)."
    if sum(not card.start and card.code == FREE_CODE for card in cards) < 2:
        yield f"{file}: {owner}: fewer than 2 augments to draw from at the start (upg.exp-augment)."


def protocols(pack: Pack, file: str, entries: Sequence[ProtocolEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    for entry in entries:
        if len(entry.steps) != STEPS:
            yield f"{pack.where(entry)}: steps: it has {len(entry.steps)}, but a protocol needs {STEPS} (learn.order)."
    if pack.whole(file) and len(entries) < 2 * MOST_PLAYERS:
        yield f"{file}: {len(entries)} protocols, but {MOST_PLAYERS} players are dealt 2 each (setup.protocol)."


# -- the competitive mode and the modules ------------------------------------------------------------------------------


def table_cards(pack: Pack, entries: Sequence[TableCardEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    for entry in entries:
        if entry.use is None and not entry.modify:
            yield f"{pack.where(entry)}: it has neither a use nor a modifier, so it does nothing (comp.enhancement)."


def goals(pack: Pack, entries: Sequence[GoalEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    for entry in entries:
        where = pack.where(entry)
        yield from between(where, "vp", entry.vp, 1, 9, "vp.goals")
        if entry.when not in GOAL_MOMENTS:
            yield f"{where}: when: {clip(entry.when)} isn't a moment for a goal: {nearest(entry.when, ['acted'])}"
        if bool(entry.needs) == bool(entry.test):
            yield f"{where}: give a goal either needs or a test (comp.goal-take)."
        if entry.where and not entry.test:
            yield f"{where}: where: only a goal with a test has a place; put the place in needs (comp.quest)."


def events(pack: Pack, entries: Sequence[EventEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    for entry in entries:
        where = pack.where(entry)
        yield from between(where, "number", entry.number, 1, 20, "city.heist-on")
        if entry.when not in EVENT_MOMENTS:
            yield f"{where}: when: {clip(entry.when)} isn't a moment for an event: {nearest(entry.when, EVENT_MOMENTS)}"
        if not entry.needs and not entry.pay:
            yield f"{where}: needs: give it a condition or a price (city.heist-start)."


def rewards(pack: Pack, entries: Sequence[RewardEntry]) -> Iterator[str]:
    for entry in entries:
        where = pack.where(entry)
        yield from identifier(where, entry.id)
        yield from between(where, "number", entry.number, 1, 20, "city.heist-bust")
        yield from between(where, "copies", entry.copies, 1, 20, "city.heist-gain")


def diary(pack: Pack, entries: Sequence[DiaryEntry]) -> Iterator[str]:
    yield from names(pack, entries)
    seen: dict[str, str] = {}
    for entry in entries:
        where = pack.where(entry)
        yield from lock(where, entry.code)
        if entry.code == FREE_CODE:
            yield f"{where}: code: a diary card must start locked (camp.code)."
        elif entry.code in seen:
            yield f"{where}: code: {seen[entry.code]} has this code, but each diary card needs its own (diary.relock)."
        seen.setdefault(entry.code, where)


# -- shared checks -----------------------------------------------------------------------------------------------------


def names(pack: Pack, entries: Sequence[WithName]) -> Iterator[str]:
    """Yield faults of ids, which are words in moves, and of names, which are words on buttons."""
    for entry in entries:
        yield from identifier(pack.where(entry), entry.id)
    yield from name_faults([(pack.where(entry).partition(" (")[0] + ": name", entry.name) for entry in entries])


def identifier(where: str, name: str) -> Iterator[str]:
    if len(name) > 40 or not fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        yield f"{where}: id: use lowercase letters, digits and hyphens, as in 'stray-drone'."


def lock(where: str, code: str) -> Iterator[str]:
    if not fullmatch("[A-Z][0-9]{2}", code):
        free = f"{FREE_CODE} is never locked"
        yield f"{where}: code: use a capital letter and two digits, as in 'A01'; {free} (camp.code)."


def between(where: str, field: str, number: int, least: int, most: int, rule: str) -> Iterator[str]:
    if not least <= number <= most:
        yield f"{where}: {field}: use a number from {least} to {most} ({rule})."


def listed_once(where: str, field: str, words: Sequence[str], known: Collection[str], rule: str) -> Iterator[str]:
    """Yield faults in a list of known words, each allowed once."""
    for word in words:
        if word not in known:
            yield f"{where}: {field}: there is no {clip(word)}: {nearest(word, known)}"
    if len({*words}) < len(words):
        yield f"{where}: {field}: list each only once ({rule})."
