"""The content pack: bodies, enemies, tiles, augments, scenarios and all the rest, with compiled lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from tabletop_kernel.content.packs import Pack
from tabletop_kernel.games.tamashii.components import CATIE_CODE, FACTIONS, FREE_CODE
from tabletop_kernel.games.tamashii.lines.language import read as read_line
from tabletop_kernel.games.tamashii.lines.language import read_test_of_data
from tabletop_kernel.games.tamashii.lines.operations import Amount, Test
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import CardWording, as_sentence, conditions_in_words
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
from tabletop_kernel.games.tamashii.pack.reading_lines import MOST_LINES, Reader, modifiers_in_words
from tabletop_kernel.games.tamashii.pack.reading_scenarios import read_enemy_lots, read_map, read_scenario

E = TypeVar("E", bound=WithId)
BODIES, ENEMIES, TILES, FINDS = "bodies.toml", "enemies.toml", "tiles.toml", "finds.toml"
AUGMENTS, PROTOCOLS, SCENARIOS = "augments/*.toml", "protocols.toml", "scenarios/*.toml"
MAPS, CONDITIONS, GOALS = "maps.toml", "conditions.toml", "goals.toml"
ENHANCEMENTS, PVP = "enhancements.toml", "pvp.toml"
EVENTS, REWARDS, DIARY = "events.toml", "rewards.toml", "diary.toml"
NEEDED_FILES = (BODIES, ENEMIES, TILES, FINDS, AUGMENTS, PROTOCOLS, SCENARIOS)
OPTIONAL_FILES = (MAPS, CONDITIONS, ENHANCEMENTS, PVP, GOALS, EVENTS, REWARDS, DIARY)  # for modes and modules


def read(folder: Path, rules: Collection[str] = ()) -> Content:
    """Return the pack in a folder. Raise PackError with all faults and their places."""
    files = (*NEEDED_FILES, *(name for name in OPTIONAL_FILES if (folder / name).exists()))
    return _PackReader(Pack(folder, files, rules), files).read()


class _NamedEntries(NamedTuple):
    """The entries whose ids, names and codes lines may use."""

    tiles: list[TileEntry]
    enemies: list[EnemyEntry]
    bodies: list[BodyEntry]
    augments: list[AugmentEntry]
    scenarios: list[ScenarioEntry]
    diary: list[DiaryEntry]


class _PackReader:
    """A reader of one pack: entries become content, and faults are noted in the pack."""

    def __init__(self, pack: Pack, files: Collection[str]) -> None:
        self._pack = pack
        self._files = files
        self._reader = Reader(pack)
        self._places: dict[str, str] = {}

    def read(self) -> Content:
        """Return the content. Raise PackError if the pack has a fault."""
        named = self._named_entries()
        self._tell_reader_names(named)
        finds = self._finds()
        self._pack.note(pack_faults.enough_finds(self._pack, FINDS, finds, named.scenarios))
        content = Content(
            bodies={entry.id: self._body(entry) for entry in sorted(named.bodies, key=lambda entry: not entry.core)},
            enemies={entry.id: self._enemy(entry) for entry in named.enemies},
            tiles={entry.id: self._tile(entry) for entry in named.tiles},
            finds={find.id: find for find in finds},
            augments={entry.id: self._augment(entry) for entry in named.augments},
            protocols={protocol.id: protocol for protocol in self._protocols()},
            scenarios=self._scenarios(named),
            maps={card.id: card for card in self._maps(named.tiles)},
            conditions={card.id: card for card in self._conditions(named.enemies)},
            enhancements=self._table_cards(ENHANCEMENTS, "enhancement"),
            pvp=self._table_cards(PVP, "pvp"),
            goals={goal.id: goal for goal in self._goals()},
            events={event.id: event for event in self._events()},
            rewards={reward.id: reward for reward in self._rewards()},
            diary={entry.id: self._diary(entry) for entry in named.diary},
            lines=self._reader.lines,
            places=self._places,
            digest=self._pack.digest,
        )
        self._pack.finish()
        return content

    def _optional_entries(self, file: str, table: str, shape: type[E]) -> list[E]:
        """Return the entries of a file for modes and modules; none if the pack doesn't have it."""
        entries = self._pack.entries(file, table, shape) if file in self._files else []
        self._remember_places(table, entries)
        return entries

    def _remember_places(self, table: str, entries: Sequence[ScenarioEntry | WithId]) -> None:
        """Note the file and entry of each piece, by a key such as “body.kindle”."""
        for entry in entries:
            name = entry.code if isinstance(entry, ScenarioEntry) else entry.id
            self._places[f"{table}.{name}"] = self._pack.where(entry)

    # -- what lines may name -------------------------------------------------------------------------------------------

    def _named_entries(self) -> _NamedEntries:
        """Return the entries that lines may name, checked on their own."""
        tiles = self._pack.entries(TILES, "tile", TileEntry)
        enemies = self._pack.entries(ENEMIES, "enemy", EnemyEntry)
        bodies = self._pack.entries(BODIES, "body", BodyEntry)
        augments = self._pack.entries(AUGMENTS, "augment", AugmentEntry)
        scenarios = self._pack.entries(SCENARIOS, "scenario", ScenarioEntry)
        diary = self._optional_entries(DIARY, "diary", DiaryEntry)
        for table, entries in (("tile", tiles), ("enemy", enemies), ("body", bodies), ("augment", augments)):
            self._remember_places(table, entries)
        self._remember_places("scenario", scenarios)
        self._pack.note(pack_faults.tiles(self._pack, TILES, tiles))
        self._pack.note(pack_faults.enemies(self._pack, enemies))
        self._pack.note(pack_faults.bodies(self._pack, BODIES, bodies))
        self._pack.note(pack_faults.augments(self._pack, AUGMENTS, augments))
        self._pack.note(pack_faults.diary(self._pack, diary))
        return _NamedEntries(tiles, enemies, bodies, augments, scenarios, diary)

    def _tell_reader_names(self, named: _NamedEntries) -> None:
        """Tell the reader the names of tiles and cards, and the tiles, factions and codes that lines may name.

        If an entry couldn't be read, the reader doesn't learn its kind: a line that names it isn't at fault.
        """
        reader, pack = self._reader, self._pack
        reader.names |= {tile.id: tile.name for tile in named.tiles}
        reader.names |= {card.code: f"{card.name} ({card.code})" for sheet in named.scenarios for card in sheet.cards}
        if pack.whole(TILES):
            reader.context.tiles = [tile.id for tile in named.tiles]
        if pack.whole(AUGMENTS):
            owners = {augment.owner for augment in named.augments}
            reader.context.factions = [faction for faction in FACTIONS if faction in owners]
        files_with_codes = [BODIES, ENEMIES, AUGMENTS]
        if DIARY in self._files:
            files_with_codes.append(DIARY)
        if pack.whole(*files_with_codes):
            cards: list[BodyEntry | EnemyEntry | AugmentEntry | DiaryEntry] = [*named.bodies, *named.enemies]
            cards += [*named.augments, *named.diary]
            codes = {card.code for card in cards} | {sheet.needs for sheet in named.scenarios} | {CATIE_CODE}
            reader.context.codes = sorted(codes - {FREE_CODE, ""})

    # -- cards of the players ------------------------------------------------------------------------------------------

    def _body(self, entry: BodyEntry) -> Body:
        where, reader = self._pack.where(entry), self._reader
        uses, sentences = self._uses(f"{where}: use", entry.use, line_keys.use(f"body.{entry.id}"))
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
            text=" ".join([*sentences, *modifiers_in_words(modify)]),
            replaces=entry.replaces,
        )

    def _uses(self, where: str, entry: UseEntry | None, key: str) -> tuple[tuple[Use, ...], list[str]]:
        """Return a card's use and its sentence, each as the only one of its list; both empty without an entry."""
        if entry is None:
            return (), []
        use, sentence = self._reader.use(where, entry, key)
        return (use,), [sentence]

    def _augment(self, entry: AugmentEntry) -> Augment:
        use, sentence = self._reader.use(self._pack.where(entry), entry, line_keys.use(f"aug.{entry.id}"))
        return Augment(
            id=entry.id,
            name=entry.name,
            code=entry.code,
            owner=entry.owner,
            faction=entry.owner in FACTIONS,
            start=entry.start,
            cost=entry.cost,
            uses=(use,),
            breaks=entry.breaks,
            text=f"{sentence} Then it breaks." if entry.breaks else sentence,
        )

    def _diary(self, entry: DiaryEntry) -> Diary:
        use, text = self._reader.use(self._pack.where(entry), entry, line_keys.use(f"diary.{entry.id}"))
        return Diary(entry.id, entry.name, entry.code, use, text)

    def _protocols(self) -> list[Protocol]:
        entries = self._pack.entries(PROTOCOLS, "protocol", ProtocolEntry)
        self._remember_places("protocol", entries)
        self._pack.note(pack_faults.protocols(self._pack, PROTOCOLS, entries))
        return [self._protocol(entry) for entry in entries]

    def _protocol(self, entry: ProtocolEntry) -> Protocol:
        steps, sentences = [], []
        for number, text in enumerate(entry.steps[:MOST_LINES]):
            where = f"{self._pack.where(entry)}: steps {number + 1}"
            block = self._reader.block(where, text, "protocol", line_keys.step(entry.id, number))
            if not block.tests:
                self._pack.note([f"{where}: the condition is missing, as in 'if exp >= 2: recover 1' (learn.order)."])
            steps.append((block.tests, block.line))
            conditions = conditions_in_words(block.tests, CardWording(self._reader.names))
            first, *rest = block.line.words
            sentences.append(" ".join([as_sentence(f"if {conditions}, {first[:1].lower()}{first[1:]}"), *rest]))
        return Protocol(entry.id, entry.name, tuple(steps), tuple(sentences))

    # -- the city ------------------------------------------------------------------------------------------------------

    def _enemy(self, entry: EnemyEntry) -> Enemy:
        where, reader = self._pack.where(entry), self._reader
        patterns = []
        for number, text in enumerate(entry.hacks[:MOST_LINES]):
            location = f"{where}: hacks {number + 1}"
            head, line = reader.headed(location, text, "hack", line_keys.enemy_pattern(entry.id, number), "E?E: deal 2")
            patterns.append(EnemyPattern("hack", reader.pattern(location, head), line))
        if entry.repel:
            repel = read_line("discard top enemy")
            reader.lines[line_keys.enemy_pattern(entry.id, len(patterns))] = repel
            patterns.append(EnemyPattern("repel", reader.pattern(f"{where}: repel", entry.repel), repel))
        fang = reader.line(f"{where}: fang", entry.fang, "enemy", line_keys.enemy(entry.id, "fang"))
        wire = reader.line(f"{where}: wire", entry.wire, "enemy", line_keys.enemy(entry.id, "wire"))
        return Enemy(
            id=entry.id,
            name=entry.name,
            code=entry.code,
            level=entry.level,
            integrity=entry.integrity,
            copies=entry.copies,
            fang=fang,
            wire=wire,
            patterns=tuple(patterns),
        )

    def _tile(self, entry: TileEntry) -> Tile:
        line = self._reader.line(f"{self._pack.where(entry)}: do", entry.do, "tile", line_keys.tile(entry.id))
        return Tile(
            id=entry.id,
            name=entry.name,
            kind=entry.kind,
            faction=entry.faction,
            copies=entry.copies,
            entry=entry.entry,
            stationary=entry.stationary,
            line=line,
        )

    def _finds(self) -> list[Find]:
        entries = self._pack.entries(FINDS, "find", FindEntry)
        self._remember_places("find", entries)
        self._pack.note(pack_faults.finds(self._pack, entries))
        return [self._find(entry) for entry in entries]

    def _find(self, entry: FindEntry) -> Find:
        where = self._pack.where(entry)
        rewards = [
            self._reader.line(f"{where}: rewards {number + 1}", text, "find", line_keys.find(entry.id, number))
            for number, text in enumerate(entry.rewards[:MOST_LINES])
        ]
        return Find(entry.id, entry.copies, tuple(rewards))

    # -- scenarios and the competitive mode ----------------------------------------------------------------------------

    def _scenarios(self, named: _NamedEntries) -> dict[str, Scenario]:
        entries = named.scenarios
        is_whole = self._pack.whole(TILES, ENEMIES)
        known = faults_of_scenarios.KnownPieces(named.tiles, named.enemies) if is_whole else None
        self._pack.note(faults_of_scenarios.faults_of_scenarios(self._pack, entries, known))
        names = {enemy.id: enemy.name for enemy in named.enemies}
        return {entry.code: read_scenario(self._reader, self._pack.where(entry), entry, names) for entry in entries}

    def _maps(self, tiles: Sequence[TileEntry]) -> list[MapCard]:
        entries: list[MapEntry] = self._optional_entries(MAPS, "map", MapEntry)
        if self._pack.whole(TILES):
            self._pack.note(
                faults_of_scenarios.faults_of_maps(self._pack, entries, faults_of_scenarios.KnownPieces(tiles, ()))
            )
        return [MapCard(entry.id, entry.name, read_map(entry.map), entry.hideouts) for entry in entries]

    def _conditions(self, enemies: Sequence[EnemyEntry]) -> list[Conditions]:
        entries: list[ConditionsEntry] = self._optional_entries(CONDITIONS, "conditions", ConditionsEntry)
        if self._pack.whole(ENEMIES):
            self._pack.note(
                faults_of_scenarios.faults_of_conditions(
                    self._pack, entries, faults_of_scenarios.KnownPieces((), enemies)
                )
            )
        cards = []
        for entry in entries:
            where = f"{self._pack.where(entry)}: bonus"
            bonus = self._reader.line(where, entry.bonus, "conditions", line_keys.conditions(entry.id))
            cards.append(Conditions(entry.id, entry.name, read_enemy_lots(entry.enemies), bonus))
        return cards

    def _table_cards(self, file: str, table: str) -> dict[str, TableCard]:
        entries: list[TableCardEntry] = self._optional_entries(file, table, TableCardEntry)
        self._pack.note(pack_faults.table_cards(self._pack, entries))
        cards = {}
        for entry in entries:
            where = self._pack.where(entry)
            uses, sentences = self._uses(f"{where}: use", entry.use, line_keys.use(f"{table}.{entry.id}"))
            modify = self._reader.modifiers(where, entry.modify)
            text = " ".join([*sentences, *modifiers_in_words(modify)])
            cards[entry.id] = TableCard(entry.id, entry.name, uses, modify, text)
        return cards

    def _goals(self) -> list[Goal]:
        entries: list[GoalEntry] = self._optional_entries(GOALS, "goal", GoalEntry)
        self._pack.note(pack_faults.goals(self._pack, entries))
        return [self._goal(entry) for entry in entries]

    def _goal(self, entry: GoalEntry) -> Goal:
        where, reader = self._pack.where(entry), self._reader
        conditions = reader.tests(f"{where}: needs", entry.needs, "goal")
        place_conditions = reader.tests(f"{where}: where", entry.where, "goal")
        act = reader.tried(f"{where}: test", lambda: read_test_of_data(entry.test), None) if entry.test else None
        if act is not None and act.args[1] != Amount(act.args[1].number):
            self._pack.note([f"{where}: test: use a plain number, since each player meets a goal alone (comp.quest)."])
        data_test = (str(act.args[0]), act.args[1].number) if act is not None else None
        text = goal_text(conditions, entry.when, entry.test if data_test else "", place_conditions, reader.names)
        when = entry.when or ("quest" if data_test else "")
        return Goal(entry.id, entry.name, entry.vp, conditions, when, data_test, place_conditions, text)

    # -- the living city -----------------------------------------------------------------------------------------------

    def _events(self) -> list[CityEvent]:
        entries: list[EventEntry] = self._optional_entries(EVENTS, "event", EventEntry)
        self._pack.note(pack_faults.events(self._pack, entries))
        return [self._event(entry) for entry in entries]

    def _event(self, entry: EventEntry) -> CityEvent:
        where, reader = self._pack.where(entry), self._reader
        conditions = reader.tests(f"{where}: needs", entry.needs, "event")
        acts = reader.acts(f"{where}: pay", entry.pay, "event")
        pay = reader.line(f"{where}: pay", entry.pay, "event", line_keys.event_price(entry.id)) if acts else None
        needs = [conditions_in_words(conditions, CardWording(reader.names))] if conditions else []
        needs += [f"you {pay.words[0][:1].lower()}{pay.words[0][1:].rstrip('.')}"] if pay else []
        moment = pack_faults.EVENT_MOMENTS.get(entry.when, "")
        text = as_sentence(f"{moment}: {' and '.join(needs)}") if needs else ""
        return CityEvent(entry.id, entry.name, entry.number, entry.when, conditions, pay, text)

    def _rewards(self) -> list[Reward]:
        entries: list[RewardEntry] = self._optional_entries(REWARDS, "reward", RewardEntry)
        self._pack.note(pack_faults.rewards(self._pack, entries))
        rewards = []
        for entry in entries:
            line = self._reader.line(f"{self._pack.where(entry)}: do", entry.do, "reward", line_keys.reward(entry.id))
            rewards.append(Reward(entry.id, entry.number, entry.copies, line))
        return rewards


def goal_text(
    conditions: Sequence[Test], when: str, data_test: str, place_conditions: Sequence[Test], names: Mapping[str, str]
) -> str:
    """Return a goal's condition as a sentence.

    `data_test` is its test as written, such as “lore 4”, or empty; `place_conditions` say where a player takes it.
    """
    wording = CardWording(names)
    if data_test:
        place_text = f" while {conditions_in_words(place_conditions, wording)}" if place_conditions else ""
        token, _, number = data_test.partition(" ")
        return f"Pass a test of {token.capitalize()} {number}{place_text}."
    moment = "at the end of your action, " if when == "acted" else ""
    return as_sentence(f"{moment}{conditions_in_words(conditions, wording)}")


def pack_totals(content: Content) -> dict[str, int]:
    """Return the pack's totals, by the name that rulebook sentences put in braces."""
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
