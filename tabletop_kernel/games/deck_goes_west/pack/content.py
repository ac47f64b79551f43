"""The content pack: scoreboards, characters, game cards, land tiles and missions, with their jobs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tabletop_kernel.content.packs import Pack
from tabletop_kernel.contract.errors import PackError
from tabletop_kernel.games.deck_goes_west.components import (
    BOARDS,
    CAMP,
    CHARACTERS,
    COMPASS_DIE,
    DANGERS,
    JOB_DICE,
    JOB_DIE,
    MISSIONS,
    MODE_TEXT,
    MOST_ACTIONS,
    MOST_DAYS,
    MOST_PLAYERS,
    PACK_FILES,
    SPLIT_SIZE,
    STARTERS,
    TILES,
    TRADE,
    TRADE_ROW_SIZE,
)
from tabletop_kernel.games.deck_goes_west.jobs.language import SCOPE_RANGE, Job, read_job
from tabletop_kernel.games.deck_goes_west.pack import pack_faults
from tabletop_kernel.games.deck_goes_west.pack.entries import (
    Board,
    CardEntry,
    CharacterEntry,
    DangerEntry,
    Line,
    MissionEntry,
    NamedEntry,
    StarterEntry,
    TileEntry,
    TradeEntry,
    WagonEntry,
)

MOST_JOBS_ON_CARD = 20  # the most on one card, character or mission


@dataclass(frozen=True, slots=True)
class Character:
    """A character card."""

    id: str
    name: str
    role: str
    difficulty: int
    hand: int
    limit: int  # how many danger cards are deadly, if a ruling separates this from the hand size
    start: dict[str, int]
    extra: str  # a starter card besides the core of the deck; empty: none
    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class CardKind:
    """A game card, for all its copies. `kind` is starter, trade, pain or exhaustion."""

    id: str
    name: str
    colour: str  # empty on danger cards
    kind: str
    copies: int
    jobs: tuple[Job, ...]
    buy: tuple[Job, ...] = ()

    @property
    def is_item(self) -> bool:
        return self.kind in ("starter", "trade")


@dataclass(frozen=True, slots=True)
class Tile:
    """A land tile: its places, its camp, the red stars on both sides, and its job."""

    id: int
    name: str
    types: tuple[str, ...]
    camp: bool
    face: tuple[int, ...]
    back: int
    job: Job | None


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission card. Its setup and rules are in `extra`, `bandits` and the fields for the wagon."""

    id: str
    name: str
    mode: str
    difficulty: int
    boards: tuple[str, ...]
    extra: dict[str, int]  # resources for every player, besides those of the character
    bandits: str  # tiles that start with a bandit: "west-column", "face-down" or "" for none
    wagon: bool
    leash: int | None  # how many columns West of the eastmost meeple the wagon may be; None: any
    fragile: bool  # bandits attack the wagon
    jobs: tuple[Job, ...]
    night: tuple[str, ...]
    first: bool  # the mission for a first game of its mode
    printed: bool

    @property
    def removes(self) -> int | None:
        """Return how far East of the eastmost meeple tiles may lie at night; None if all stay."""
        return next((int(step.split()[1]) for step in self.night if step.startswith("remove ")), None)


class PlacedJob(NamedTuple):
    """A job with its place in the files, and its card: character, item, price, danger, tile or mission."""

    where: str
    on: str
    job: Job


@dataclass(frozen=True, slots=True)
class Content:
    """Everything in a pack."""

    boards: dict[str, Board]
    characters: dict[str, Character]
    cards: dict[str, CardKind]
    core: dict[str, int]  # the starter cards of every deck
    tiles: dict[int, Tile]
    missions: dict[str, Mission]  # those for a first game come first in each mode
    placed: tuple[PlacedJob, ...]
    places: dict[str, str]  # the file and entry of each id, such as “card.cow”
    digest: str

    def deck(self, character: str) -> list[str]:
        """Return the starter cards of a character."""
        cards = [card for card, number in self.core.items() for _ in range(number)]
        extra = self.characters[character].extra
        return [*cards, extra] if extra else cards

    def of_kind(self, kind: str) -> list[str]:
        """Return every card of a kind, copy by copy."""
        return [card.id for card in self.cards.values() if card.kind == kind for _ in range(card.copies)]


def read_content(folder: Path, rules: Collection[str] = ()) -> Content:
    """Return the content of the pack in a folder. Raise PackError with every fault and its place."""
    reader = _Reader(Pack(folder, PACK_FILES, rules))
    boards = reader.boards()
    starters, cards = reader.cards()
    characters = reader.characters(starters)
    tiles = reader.tiles()
    missions = reader.missions([board.id for board in boards])
    reader.pack.finish()
    return Content(
        {board.id: board for board in boards},
        {character.id: character for character in characters},
        {card.id: card for card in cards},
        {starter.id: starter.core for starter in starters if starter.core},
        {tile.id: tile for tile in tiles},
        {mission.id: mission for mission in sorted(missions, key=_mission_order)},
        tuple(reader.placed),
        reader.places,
        reader.pack.digest,
    )


def _mission_order(mission: Mission) -> tuple[int, bool, int, str]:
    return list(MODE_TEXT).index(mission.mode), not mission.first, mission.difficulty, mission.id


class _Reader:
    """A reader that turns entries into content, and notes faults in the pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.placed: list[PlacedJob] = []
        self.places: dict[str, str] = {}

    def boards(self) -> list[Board]:
        """Return the scoreboards."""
        boards = self.pack.entries(BOARDS, "scoreboard", Board)
        self.pack.note(pack_faults.board_faults(self.pack, boards))
        self._remember("board", boards)
        return boards

    def cards(self) -> tuple[list[StarterEntry], list[CardKind]]:
        """Return the starter entries, which say how many of each are in every deck, and all game cards."""
        starters = self.pack.entries(STARTERS, "starter", StarterEntry)
        trade = self.pack.entries(TRADE, "trade", TradeEntry)
        dangers = self.pack.entries(DANGERS, "danger", DangerEntry)
        self.pack.note(pack_faults.card_faults(self.pack, starters, trade, dangers))
        self._remember("card", [*starters, *trade, *dangers])
        cards = [self._card(entry, "starter", "item") for entry in starters]
        cards += [self._card(entry, "trade", "item") for entry in trade]
        cards += [self._card(entry, entry.kind, "danger") for entry in dangers]
        return starters, cards

    def _card(self, entry: CardEntry, kind: str, on: str) -> CardKind:
        jobs = self._jobs(entry, entry.jobs, "jobs", on)
        if isinstance(entry, DangerEntry) and len(jobs) == len(entry.jobs):
            self.pack.note(pack_faults.danger_faults(self.pack.where(entry), jobs))
        buy = self._jobs(entry, entry.buy, "buy", "price") if isinstance(entry, TradeEntry) else ()
        return CardKind(entry.id, entry.name, entry.colour, kind, entry.copies, jobs, buy)

    def characters(self, starters: Sequence[StarterEntry]) -> list[Character]:
        """Return the characters, who need the starter cards for their decks."""
        entries = self.pack.entries(CHARACTERS, "character", CharacterEntry)
        self.pack.note(pack_faults.character_faults(self.pack, entries, starters))
        self._remember("character", entries)
        return [self._character(entry) for entry in entries]

    def _character(self, entry: CharacterEntry) -> Character:
        jobs = self._jobs(entry, entry.jobs, "jobs", "character")
        if len(jobs) == len(entry.jobs):
            self.pack.note(pack_faults.mobility_faults(self.pack.where(entry), jobs))
        limit = entry.limit or entry.hand
        return Character(
            entry.id, entry.name, entry.role, entry.difficulty, entry.hand, limit, entry.start, entry.extra, jobs
        )

    def tiles(self) -> list[Tile]:
        """Return the land tiles."""
        entries = self.pack.entries(TILES, "tile", TileEntry)
        self.pack.note(pack_faults.tile_faults(self.pack, entries))
        self._remember("tile", entries)
        return [self._tile(entry) for entry in entries]

    def _tile(self, entry: TileEntry) -> Tile:
        jobs = self._jobs(entry, [entry.job] if entry.job else [], "job", "tile")
        types = tuple(name for name in entry.types if name != CAMP)
        job = jobs[0] if jobs else None
        return Tile(entry.id, entry.name, types, CAMP in entry.types, tuple(entry.face), entry.back, job)

    def missions(self, boards: Collection[str]) -> list[Mission]:
        """Return the missions, which need the ids of scoreboards."""
        entries = self.pack.entries(MISSIONS, "mission", MissionEntry)
        known = boards if self.pack.whole(BOARDS) else None
        self.pack.note(pack_faults.mission_faults(self.pack, entries, known))
        self._remember("mission", entries)
        return [self._mission(entry) for entry in entries if entry.mode in MODE_TEXT]

    def _mission(self, entry: MissionEntry) -> Mission:
        jobs = self._jobs(entry, entry.jobs, "jobs", "mission")
        wagon = entry.wagon or WagonEntry()
        mission = Mission(
            id=entry.id,
            name=entry.name,
            mode=entry.mode,
            difficulty=entry.difficulty,
            boards=tuple(entry.boards),
            extra=entry.extra,
            bandits=entry.bandits,
            wagon=entry.wagon is not None,
            leash=wagon.leash,
            fragile=wagon.fragile,
            jobs=jobs,
            night=tuple(entry.night),
            first=entry.first,
            printed=entry.printed,
        )
        if len(jobs) == len(entry.jobs):
            self.pack.note(pack_faults.scoring_faults(self.pack.where(entry), jobs))
        return mission

    def _remember(self, what: str, entries: Sequence[NamedEntry | TileEntry | Board]) -> None:
        self.places.update({f"{what}.{entry.id}": self.pack.where(entry) for entry in entries})

    def _jobs(self, entry: object, lines: Sequence[Line], field: str, on: str) -> tuple[Job, ...]:
        """Return the readable jobs of an entry, and note the faults that the job language alone can't see."""
        jobs: list[Job] = []
        if len(lines) > MOST_JOBS_ON_CARD:
            self.pack.note([f"{self.pack.where(entry)}: {field}: use at most {MOST_JOBS_ON_CARD} (job.everywhere)."])
            return ()
        for number, line in enumerate(lines, 1):
            where = f"{self.pack.where(entry)}: {field}" + f" {number}" * (field != "job")
            try:
                job = read_job(line.do, where)
            except PackError as error:
                self.pack.note(error.faults)
                continue
            printed = line.printed or getattr(entry, "printed", False)
            job = replace(job, limit=line.limit, plain_move=line.plain_move, on_item=on == "item", printed=printed)
            self.pack.note(pack_faults.job_faults(job, on, where, getattr(entry, "wagon", None)))
            self.placed.append(PlacedJob(where, on, job))
            jobs.append(job)
        return tuple(jobs)


def count_pieces(content: Content) -> dict[str, int | str]:
    """Return how many there are of everything, for the braces in the rulebook."""
    modes = [mission.mode for mission in content.missions.values()]
    return {
        "board_count": len(content.boards),
        "character_count": len(content.characters),
        "mission_count": len(modes),
        **{f"{mode}_count": modes.count(mode) for mode in MODE_TEXT},
        **{f"{kind}_count": len(content.of_kind(kind)) for kind in ("starter", "trade", "pain", "exhaustion")},
        "tile_count": len(content.tiles),
        "players_most": MOST_PLAYERS,
        "job_dice": JOB_DICE,
        "job_die": ", ".join(map(str, JOB_DIE)),
        "compass_die": ", ".join(COMPASS_DIE),
        "trade_row": TRADE_ROW_SIZE,
        "split_size": SPLIT_SIZE,
        "scope_range": SCOPE_RANGE,
        "most_actions": MOST_ACTIONS,
        "most_days": MOST_DAYS,
    }
