"""The content pack: bodies, enemies, tiles, augments, scenarios and all the rest, with compiled lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from tabletop_kernel.content.packs import Pack
from tabletop_kernel.games.tamashii.components import CATIE_CODE, FACTIONS, FREE_CODE
from tabletop_kernel.games.tamashii.lines.language import read as read_line
from tabletop_kernel.games.tamashii.lines.language import read_test_of_data
from tabletop_kernel.games.tamashii.lines.operations import Amount, Test
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import Tongue, as_sentence, said_tests
from tabletop_kernel.games.tamashii.pack import faults_of_scenarios, line_keys, pack_faults
from tabletop_kernel.games.tamashii.pack.entries import (
    AugmentEntry,
    BodyEntry,
    ConditionsEntry,
    DiaryEntry,
    EnemyEntry,
    EventEntry,
    FindEntry,
    GoalEntry,
    MapEntry,
    ProtocolEntry,
    RewardEntry,
    ScenarioEntry,
    TableCardEntry,
    TileEntry,
    UseEntry,
    WithId,
)
from tabletop_kernel.games.tamashii.pack.pieces import (
    Augment,
    Body,
    CityEvent,
    Conditions,
    Content,
    Diary,
    Enemy,
    EnemyPattern,
    Find,
    Goal,
    MapCard,
    Protocol,
    Reward,
    Scenario,
    TableCard,
    Tile,
    Use,
)
from tabletop_kernel.games.tamashii.pack.reading_lines import MOST_LINES, Reader, modifiers_said
from tabletop_kernel.games.tamashii.pack.reading_scenarios import laid, lots, scenario

E = TypeVar("E", bound=WithId)
BODIES, ENEMIES, TILES, FINDS = "bodies.toml", "enemies.toml", "tiles.toml", "finds.toml"
AUGMENTS, PROTOCOLS, SCENARIOS = "augments/*.toml", "protocols.toml", "scenarios/*.toml"
MAPS, CONDITIONS, ENHANCEMENTS, PVP, GOALS = (
    f"{name}.toml" for name in ("maps", "conditions", "enhancements", "pvp", "goals")
)
EVENTS, REWARDS, DIARY = "events.toml", "rewards.toml", "diary.toml"
NEEDED = (BODIES, ENEMIES, TILES, FINDS, AUGMENTS, PROTOCOLS, SCENARIOS)
OPTIONAL = (MAPS, CONDITIONS, ENHANCEMENTS, PVP, GOALS, EVENTS, REWARDS, DIARY)  # for modes and modules


def read(folder: Path, rules: Collection[str] = ()) -> Content:
    """Return the pack in a folder. Raise PackError with all faults and their places."""
    files = (*NEEDED, *(name for name in OPTIONAL if (folder / name).exists()))
    return _Pack(Pack(folder, files, rules), files).read()


class _Pack:
    """A pack being read: entries become content, and faults are noted."""

    def __init__(self, pack: Pack, files: Collection[str]) -> None:
        self.pack = pack
        self.files = files
        self.reader = Reader(pack)
        self.places: dict[str, str] = {}

    def read(self) -> Content:
        entries = self._entries()
        self._make_known(*entries)
        tiles, enemies, bodies, augments, scenarios, diary = entries
        finds = self._finds()
        self.pack.note(pack_faults.enough_finds(self.pack, FINDS, finds, scenarios))
        content = Content(
            bodies={entry.id: self._body(entry) for entry in sorted(bodies, key=lambda entry: not entry.core)},
            enemies={entry.id: self._enemy(entry) for entry in enemies},
            tiles={entry.id: self._tile(entry) for entry in tiles},
            finds={find.id: find for find in finds},
            augments={entry.id: self._augment(entry) for entry in augments},
            protocols={protocol.id: protocol for protocol in self._protocols()},
            scenarios=self._scenarios(scenarios, tiles, enemies),
            maps={card.id: card for card in self._maps(tiles)},
            conditions={card.id: card for card in self._conditions(enemies)},
            enhancements=self._table_cards(ENHANCEMENTS, "enhancement"),
            pvp=self._table_cards(PVP, "pvp"),
            goals={goal.id: goal for goal in self._goals()},
            events={event.id: event for event in self._events()},
            rewards={reward.id: reward for reward in self._rewards()},
            diary={entry.id: self._diary(entry) for entry in diary},
            lines=self.reader.lines,
            places=self.places,
            digest=self.pack.digest,
        )
        self.pack.finish()
        return content

    def _optional(self, file: str, table: str, shape: type[E]) -> list[E]:
        entries = self.pack.entries(file, table, shape) if file in self.files else []
        self._remember(table, entries)
        return entries

    def _remember(self, table: str, entries: Sequence[ScenarioEntry | WithId]) -> None:
        for entry in entries:
            name = entry.code if isinstance(entry, ScenarioEntry) else entry.id
            self.places[f"{table}.{name}"] = self.pack.where(entry)

    # -- what lines may name -------------------------------------------------------------------------------------------

    def _entries(
        self,
    ) -> tuple[
        list[TileEntry], list[EnemyEntry], list[BodyEntry], list[AugmentEntry], list[ScenarioEntry], list[DiaryEntry]
    ]:
        """Return the entries that others refer to, checked on their own."""
        tiles = self.pack.entries(TILES, "tile", TileEntry)
        enemies = self.pack.entries(ENEMIES, "enemy", EnemyEntry)
        bodies = self.pack.entries(BODIES, "body", BodyEntry)
        augments = self.pack.entries(AUGMENTS, "augment", AugmentEntry)
        scenarios = self.pack.entries(SCENARIOS, "scenario", ScenarioEntry)
        diary = self._optional(DIARY, "diary", DiaryEntry)
        for table, entries in (("tile", tiles), ("enemy", enemies), ("body", bodies), ("augment", augments)):
            self._remember(table, entries)
        self._remember("scenario", scenarios)
        self.pack.note(pack_faults.tiles(self.pack, TILES, tiles))
        self.pack.note(pack_faults.enemies(self.pack, enemies))
        self.pack.note(pack_faults.bodies(self.pack, BODIES, bodies))
        self.pack.note(pack_faults.augments(self.pack, AUGMENTS, augments))
        self.pack.note(pack_faults.diary(self.pack, diary))
        return tiles, enemies, bodies, augments, scenarios, diary

    def _make_known(
        self,
        tiles: Sequence[TileEntry],
        enemies: Sequence[EnemyEntry],
        bodies: Sequence[BodyEntry],
        augments: Sequence[AugmentEntry],
        scenarios: Sequence[ScenarioEntry],
        diary: Sequence[DiaryEntry],
    ) -> None:
        """Tell the reader all names, tiles, factions and codes."""
        reader, pack = self.reader, self.pack
        reader.names |= {tile.id: tile.name for tile in tiles}
        reader.names |= {card.code: f"{card.name} ({card.code})" for sheet in scenarios for card in sheet.cards}
        if pack.whole(TILES):
            reader.context.tiles = [tile.id for tile in tiles]
        if pack.whole(AUGMENTS):
            owners = {augment.owner for augment in augments}
            reader.context.factions = [faction for faction in FACTIONS if faction in owners]
        if pack.whole(BODIES, ENEMIES, AUGMENTS, *[DIARY] * (DIARY in self.files)):
            cards: list[BodyEntry | EnemyEntry | AugmentEntry | DiaryEntry] = [*bodies, *enemies, *augments, *diary]
            codes = {card.code for card in cards} | {sheet.needs for sheet in scenarios} | {CATIE_CODE}
            reader.context.codes = sorted(codes - {FREE_CODE, ""})

    # -- cards of the players ------------------------------------------------------------------------------------------

    def _body(self, entry: BodyEntry) -> Body:
        where, reader = self.pack.where(entry), self.reader
        uses, said = self._use(f"{where}: use", entry.use, line_keys.use(f"body.{entry.id}"))
        modify = reader.modifiers(where, entry.modify)
        return Body(
            id=entry.id,
            name=entry.name,
            code=entry.code,
            core=entry.core,
            mov=entry.mov,
            pro=entry.pro,
            att=entry.att,
            pattern=reader.pattern(f"{where}: pattern", entry.pattern),
            frames=reader.frames(where, entry.frames, lambda number: line_keys.frame(entry.id, number)),
            uses=uses,
            modify=modify,
            text=" ".join([*said, *modifiers_said(modify)]),
            replaces=entry.replaces,
        )

    def _use(self, where: str, entry: UseEntry | None, key: str) -> tuple[tuple[Use, ...], list[str]]:
        if entry is None:
            return (), []
        use, said = self.reader.use(where, entry, key)
        return (use,), [said]

    def _augment(self, entry: AugmentEntry) -> Augment:
        use, said = self.reader.use(self.pack.where(entry), entry, line_keys.use(f"aug.{entry.id}"))
        text = f"{said} Then it breaks." if entry.breaks else said
        faction = entry.owner in FACTIONS
        return Augment(
            entry.id, entry.name, entry.code, entry.owner, faction, entry.start, entry.cost, (use,), entry.breaks, text
        )

    def _diary(self, entry: DiaryEntry) -> Diary:
        use, said = self.reader.use(self.pack.where(entry), entry, line_keys.use(f"diary.{entry.id}"))
        return Diary(entry.id, entry.name, entry.code, use, said)

    def _protocols(self) -> list[Protocol]:
        entries = self.pack.entries(PROTOCOLS, "protocol", ProtocolEntry)
        self._remember("protocol", entries)
        self.pack.note(pack_faults.protocols(self.pack, PROTOCOLS, entries))
        return [self._protocol(entry) for entry in entries]

    def _protocol(self, entry: ProtocolEntry) -> Protocol:
        steps, texts = [], []
        for number, text in enumerate(entry.steps[:MOST_LINES]):
            where = f"{self.pack.where(entry)}: steps {number + 1}"
            block = self.reader.block(where, text, "protocol", line_keys.step(entry.id, number))
            if not block.tests:
                self.pack.note([f"{where}: the condition is missing, as in 'if exp >= 2: recover 1' (learn.order)."])
            steps.append((block.tests, block.line))
            asked = said_tests(block.tests, Tongue(self.reader.names))
            first, *rest = block.line.words
            texts.append(" ".join([as_sentence(f"if {asked}, {first[:1].lower()}{first[1:]}"), *rest]))
        return Protocol(entry.id, entry.name, tuple(steps), tuple(texts))

    # -- the city ------------------------------------------------------------------------------------------------------

    def _enemy(self, entry: EnemyEntry) -> Enemy:
        where, reader = self.pack.where(entry), self.reader
        patterns = []
        for number, text in enumerate(entry.hacks[:MOST_LINES]):
            place = f"{where}: hacks {number + 1}"
            head, line = reader.headed(place, text, "hack", line_keys.enemy_pattern(entry.id, number), "E?E: deal 2")
            patterns.append(EnemyPattern("hack", reader.pattern(place, head), line))
        if entry.repel:
            repel = read_line("discard top enemy")
            reader.lines[line_keys.enemy_pattern(entry.id, len(patterns))] = repel
            patterns.append(EnemyPattern("repel", reader.pattern(f"{where}: repel", entry.repel), repel))
        fang = reader.line(f"{where}: fang", entry.fang, "enemy", line_keys.enemy(entry.id, "fang"))
        wire = reader.line(f"{where}: wire", entry.wire, "enemy", line_keys.enemy(entry.id, "wire"))
        return Enemy(
            entry.id, entry.name, entry.code, entry.level, entry.integrity, entry.copies, fang, wire, tuple(patterns)
        )

    def _tile(self, entry: TileEntry) -> Tile:
        line = self.reader.line(f"{self.pack.where(entry)}: do", entry.do, "tile", line_keys.tile(entry.id))
        return Tile(entry.id, entry.name, entry.kind, entry.faction, entry.copies, entry.entry, entry.stationary, line)

    def _finds(self) -> list[Find]:
        entries = self.pack.entries(FINDS, "find", FindEntry)
        self._remember("find", entries)
        self.pack.note(pack_faults.finds(self.pack, entries))
        return [self._find(entry) for entry in entries]

    def _find(self, entry: FindEntry) -> Find:
        where = self.pack.where(entry)
        rewards = [
            self.reader.line(f"{where}: rewards {number + 1}", text, "find", line_keys.find(entry.id, number))
            for number, text in enumerate(entry.rewards[:MOST_LINES])
        ]
        return Find(entry.id, entry.copies, tuple(rewards))

    # -- scenarios and the competitive mode ----------------------------------------------------------------------------

    def _scenarios(
        self, entries: Sequence[ScenarioEntry], tiles: Sequence[TileEntry], enemies: Sequence[EnemyEntry]
    ) -> dict[str, Scenario]:
        whole = self.pack.whole(TILES, ENEMIES)
        known = faults_of_scenarios.Known(tiles, enemies) if whole else None
        self.pack.note(faults_of_scenarios.scenarios(self.pack, entries, known))
        names = {enemy.id: enemy.name for enemy in enemies}
        return {entry.code: scenario(self.reader, self.pack.where(entry), entry, names) for entry in entries}

    def _maps(self, tiles: Sequence[TileEntry]) -> list[MapCard]:
        entries: list[MapEntry] = self._optional(MAPS, "map", MapEntry)
        if self.pack.whole(TILES):
            self.pack.note(faults_of_scenarios.maps(self.pack, entries, faults_of_scenarios.Known(tiles, ())))
        return [MapCard(entry.id, entry.name, laid(entry.map), entry.hideouts) for entry in entries]

    def _conditions(self, enemies: Sequence[EnemyEntry]) -> list[Conditions]:
        entries: list[ConditionsEntry] = self._optional(CONDITIONS, "conditions", ConditionsEntry)
        if self.pack.whole(ENEMIES):
            self.pack.note(faults_of_scenarios.conditions(self.pack, entries, faults_of_scenarios.Known((), enemies)))
        found = []
        for entry in entries:
            where = f"{self.pack.where(entry)}: bonus"
            bonus = self.reader.line(where, entry.bonus, "conditions", line_keys.conditions(entry.id))
            found.append(Conditions(entry.id, entry.name, lots(entry.enemies), bonus))
        return found

    def _table_cards(self, file: str, table: str) -> dict[str, TableCard]:
        entries: list[TableCardEntry] = self._optional(file, table, TableCardEntry)
        self.pack.note(pack_faults.table_cards(self.pack, entries))
        found = {}
        for entry in entries:
            where = self.pack.where(entry)
            uses, said = self._use(f"{where}: use", entry.use, line_keys.use(f"{table}.{entry.id}"))
            modify = self.reader.modifiers(where, entry.modify)
            text = " ".join([*said, *modifiers_said(modify)])
            found[entry.id] = TableCard(entry.id, entry.name, uses, modify, text)
        return found

    def _goals(self) -> list[Goal]:
        entries: list[GoalEntry] = self._optional(GOALS, "goal", GoalEntry)
        self.pack.note(pack_faults.goals(self.pack, entries))
        return [self._goal(entry) for entry in entries]

    def _goal(self, entry: GoalEntry) -> Goal:
        where, reader = self.pack.where(entry), self.reader
        tests = reader.tests(f"{where}: needs", entry.needs, "goal")
        place = reader.tests(f"{where}: where", entry.where, "goal")
        act = reader.tried(f"{where}: test", lambda: read_test_of_data(entry.test), None) if entry.test else None
        if act is not None and act.args[1] != Amount(act.args[1].number):
            self.pack.note([f"{where}: test: use a plain number, since each player meets a goal alone (comp.quest)."])
        test = (str(act.args[0]), act.args[1].number) if act is not None else None
        text = goal_said(tests, entry.when, entry.test if test else "", place, reader.names)
        when = entry.when or ("quest" if test else "")
        return Goal(entry.id, entry.name, entry.vp, tests, when, test, place, text)

    # -- the living city -----------------------------------------------------------------------------------------------

    def _events(self) -> list[CityEvent]:
        entries: list[EventEntry] = self._optional(EVENTS, "event", EventEntry)
        self.pack.note(pack_faults.events(self.pack, entries))
        return [self._event(entry) for entry in entries]

    def _event(self, entry: EventEntry) -> CityEvent:
        where, reader = self.pack.where(entry), self.reader
        tests = reader.tests(f"{where}: needs", entry.needs, "event")
        acts = reader.acts(f"{where}: pay", entry.pay, "event")
        pay = reader.line(f"{where}: pay", entry.pay, "event", line_keys.event_price(entry.id)) if acts else None
        said = [said_tests(tests, Tongue(reader.names))] if tests else []
        said += [f"you {pay.words[0][:1].lower()}{pay.words[0][1:].rstrip('.')}"] if pay else []
        moment = pack_faults.EVENT_MOMENTS.get(entry.when, "")
        text = as_sentence(f"{moment}: {' and '.join(said)}") if said else ""
        return CityEvent(entry.id, entry.name, entry.number, entry.when, tests, pay, text)

    def _rewards(self) -> list[Reward]:
        entries: list[RewardEntry] = self._optional(REWARDS, "reward", RewardEntry)
        self.pack.note(pack_faults.rewards(self.pack, entries))
        found = []
        for entry in entries:
            line = self.reader.line(f"{self.pack.where(entry)}: do", entry.do, "reward", line_keys.reward(entry.id))
            found.append(Reward(entry.id, entry.number, entry.copies, line))
        return found


def goal_said(tests: Sequence[Test], when: str, test: str, place: Sequence[Test], names: Mapping[str, str]) -> str:
    """Return a goal's condition as a sentence."""
    tongue = Tongue(names)
    if test:
        there = f" while {said_tests(place, tongue)}" if place else ""
        letter, _, number = test.partition(" ")
        return f"Pass a test of {letter.capitalize()} {number}{there}."
    moment = "at the end of your action, " if when == "acted" else ""
    return as_sentence(f"{moment}{said_tests(tests, tongue)}")


def counts(content: Content) -> dict[str, int]:
    """Return the number of everything, for the braces of the rulebook."""
    kinds = Counter(scenario.kind for scenario in content.scenarios.values())
    advanced = [body for body in content.bodies.values() if not body.core]
    return {
        "walker_count": len(content.walkers),
        "body_count": len(advanced),
        "enemy_kinds": len(content.enemies),
        "enemy_count": sum(enemy.copies for enemy in content.enemies.values()),
        "tile_count": sum(tile.copies for tile in content.tiles.values()),
        "find_count": sum(find.copies for find in content.finds.values()),
        "class_augment_count": sum(not augment.faction for augment in content.augments.values()),
        "faction_augment_count": sum(augment.faction for augment in content.augments.values()),
        "protocol_count": len(content.protocols),
        "scenario_count": len(content.scenarios) - kinds["prologue"],
        "map_count": len(content.maps),
        "goal_count": len(content.goals),
        "event_count": len(content.events),
        "reward_count": sum(reward.copies for reward in content.rewards.values()),
        "diary_count": len(content.diary),
    }
