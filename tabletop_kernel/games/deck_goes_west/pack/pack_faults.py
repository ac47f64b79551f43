"""Faults in a pack that its fields and the job language can't show. Each fault names its rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from re import fullmatch

from tabletop_kernel.content.packs import MAX_NAME, Pack, name_faults
from tabletop_kernel.contract.errors import clip, nearest, printed
from tabletop_kernel.games.deck_goes_west.components import (
    BANDIT_START_TEXT,
    BOARDS,
    CAMP,
    CHARACTERS,
    DANGERS,
    HIGHEST_STAR_NUMBER,
    MISSIONS,
    MODE_TEXT,
    MOST_PLAYERS,
    NIGHT_STEP_TEXT,
    STARTERS,
    TILES,
    TRADE,
    TRADE_ROW_SIZE,
)
from tabletop_kernel.games.deck_goes_west.jobs.language import (
    COLOURS,
    KINDS,
    LIMIT_WORDS,
    PLACE_WORDS,
    THIS,
    Job,
    Step,
    step_line,
)
from tabletop_kernel.games.deck_goes_west.pack.entries import (
    Board,
    CardEntry,
    CharacterEntry,
    DangerEntry,
    MissionEntry,
    NamedEntry,
    StarterEntry,
    TileEntry,
    TradeEntry,
    WagonEntry,
)

FEWEST_TILES = 20  # the grid, its ring with corners, and some land to find
MAP_VERBS = ("move", "telescope", "build", "attack", "defend", "wagon")  # steps that happen on the map
TRAVEL_VERBS = ("move", "telescope", "build", "wagon")
PLACE_BOUND_VERBS = ("if", "build", "attack", "defend", "wagon")  # steps that can't be done just anywhere


# -- jobs --------------------------------------------------------------------------------------------------------------


def job_faults(job: Job, on: str, where: str, wagon: WagonEntry | None) -> Iterator[str]:
    """Yield the faults of a job on its card; `wagon` belongs to its mission."""
    for column, problem in _misplaced_steps(job, on):
        yield f"{where}: column {column}: {problem}"
    for column, problem in _wagon_faults(job, wagon):
        yield f"{where}: column {column}: {problem}"
    for problem in _mark_faults(job, on):
        yield f"{where}: {problem}"


def _misplaced_steps(job: Job, on: str) -> Iterator[tuple[int, str]]:
    if job.event and on != "mission":
        yield 1, f"'on {job.event}:' works only on missions (event.where)."
    for step in job.steps:
        problem = _misplaced_step_problem(job, step, on)
        if problem:
            yield step.column, problem
    if on == "danger" and job.final.what != THIS:
        yield job.final.column, "a danger card's last step must be 'discard this' or 'scrap this' (job.danger-last)."


def _misplaced_step_problem(job: Job, step: Step, on: str) -> str:
    step_text = f"'{step_line(step)}'"
    if step.what == THIS and on not in ("item", "danger"):
        return f"{step_text} works only on game cards (cards.this)."
    if (step.verb, step.what, on) == ("discard", THIS, "item"):
        return "you always discard an item card to do its job (job.item)."
    if step.verb in ("score", "lose") and on != "mission":
        return f"{step_text}: only missions give points (goal.score-source)."
    if step.verb in MAP_VERBS and on == "price":
        return f"{step_text} can't be a price: a price can't move anything on the map (job.buy)."
    if step.verb in MAP_VERBS and job.event:
        reason = "an event interrupts another job, so an event job can't move anything on the map"
        return f"{step_text}: {reason} (event.must)."
    if step.verb in TRAVEL_VERBS and job.is_battle:
        return f"{step_text} doesn't work in a battle (battle.jobs)."
    return ""


def _wagon_faults(job: Job, wagon: WagonEntry | None) -> Iterator[tuple[int, str]]:
    if wagon is None and job.event.startswith("wagon"):
        yield 1, f"'on {job.event}:' works only on a mission with a wagon (event.wagon)."
    elif wagon and not wagon.fragile and job.event == "wagon-damage":
        yield 1, "only a fragile wagon takes damage (ruling.wagon-damage)."
    for step in job.steps:
        if step.verb == "wagon" and wagon is None:
            yield step.column, f"'{step_line(step)}' works only on a mission with a wagon (event.wagon)."


def _mark_faults(job: Job, on: str) -> Iterator[str]:
    if job.limit and job.limit not in LIMIT_WORDS:
        yield f"limit: {clip(job.limit)} isn't a limit: {nearest(job.limit, LIMIT_WORDS)}"
    elif job.limit and (on != "mission" or job.event or job.steps[0].what != "village"):
        yield f"limit: '{job.limit}' works only in a mission job that begins with '?village' (job.mission)."
    if job.plain_move and (on != "mission" or [step.what for step in job.steps if step.verb == "move"] != ["walk"]):
        yield "plain_move: a mission job needs one 'walk' step and no other movement (ruling.discovery-move)."


def mobility_faults(where: str, jobs: Sequence[Job]) -> Iterator[str]:
    """Yield a fault if a character can't walk or climb: there may be neither water nor railways."""
    if not any(step.what in ("walk", "climb") for job in jobs for step in job.steps if step.verb == "move"):
        yield f"{where}: jobs: at least one ability must walk or climb (char.mobility)."


def danger_faults(where: str, jobs: Sequence[Job]) -> Iterator[str]:
    """Yield a fault if a player could be stuck with a danger card."""
    if len(jobs) < 2:
        yield f"{where}: jobs: a danger card needs at least two jobs that get rid of it (card.dangers)."
    elif all(any(step.verb in PLACE_BOUND_VERBS for step in job.steps) for job in jobs):
        yield f"{where}: jobs: at least one must work anywhere, or you may be stuck with it (job.danger-stuck)."


def scoring_faults(where: str, jobs: Iterable[Job]) -> Iterator[str]:
    """Yield a fault if no mission job scores."""
    if not any(step.verb == "score" for job in jobs for step in job.steps):
        yield f"{where}: jobs: at least one must score (goal.score-source)."


# -- boards and cards --------------------------------------------------------------------------------------------------


def board_faults(pack: Pack, boards: Sequence[Board]) -> Iterator[str]:
    """Yield the faults of scoreboards."""
    if not boards and pack.whole(BOARDS):
        yield f"{BOARDS}: at least one scoreboard is needed (setup.options)."
    for board in boards:
        where = pack.where(board)
        yield from _id_faults(where, board.id)
        yield from _number_faults(where, "day_end", board.day_end, 1, 60, "setup.day-zero")
        yield from _number_faults(where, "score_end", board.score_end, 1, 200, "setup.score-zero")
        yield from _section_faults(where, board)


def _section_faults(where: str, board: Board) -> Iterator[str]:
    spaces = [(section.day, section.score) for section in board.sections]
    if spaces[:1] != [(0, 0)]:
        yield f"{where}: sections: the first section must begin at day 0 and score 0 (night.risk)."
    for number, (one, two) in enumerate(pairwise([*spaces, (board.day_end, board.score_end)]), 1):
        if one[0] >= two[0] or one[1] >= two[1]:
            yield f"{where}: sections {number}: day and score must rise with each section (night.risk)."
    for number, section in enumerate(board.sections, 1):
        yield from _number_faults(where, f"sections {number}: risk", section.risk, 0, 20, "night.risk")


def card_faults(
    pack: Pack, starters: Sequence[StarterEntry], trade: Sequence[TradeEntry], dangers: Sequence[DangerEntry]
) -> Iterator[str]:
    """Yield the faults of game cards."""
    everything: list[CardEntry] = [*starters, *trade, *dangers]
    yield from _name_faults(pack, everything)
    seen: dict[str, str] = {}
    for card in everything:
        where = pack.where(card)
        if seen.setdefault(card.id, where).partition(":")[0] != where.partition(":")[0]:
            yield f"{where}: it has the same id as {seen[card.id]}."
        yield from _number_faults(where, "copies", card.copies, 1, 99, "card.four-kinds")
        if not card.jobs:
            yield f"{where}: jobs: a card needs at least one (job.everywhere)."
        if not isinstance(card, DangerEntry) and card.colour not in COLOURS:
            yield f"{where}: colour: {clip(card.colour)} isn't a colour: {nearest(card.colour, COLOURS)}"
    for starter in starters:
        yield from _number_faults(pack.where(starter), "core", starter.core, 0, 20, "setup.deck")
    for each in trade:
        if not each.buy:
            yield f"{pack.where(each)}: buy: a trade card needs a job that buys it (card.items)."
    if pack.whole(TRADE) and sum(each.copies for each in trade) < TRADE_ROW_SIZE:
        yield f"{TRADE}: the trade row needs at least {TRADE_ROW_SIZE} cards (setup.trade-row)."
    yield from _danger_kind_faults(pack, dangers)


def _danger_kind_faults(pack: Pack, dangers: Sequence[DangerEntry]) -> Iterator[str]:
    kinds = ("pain", "exhaustion")
    for danger in dangers:
        if danger.kind not in kinds:
            yield f"{pack.where(danger)}: kind: {clip(danger.kind)} isn't a kind: {nearest(danger.kind, kinds)}"
    for kind in kinds:
        if pack.whole(DANGERS) and not any(danger.kind == kind for danger in dangers):
            yield f"{DANGERS}: at least one {kind} card is needed (setup.danger-piles)."


# -- characters --------------------------------------------------------------------------------------------------------


def character_faults(pack: Pack, entries: Sequence[CharacterEntry], starters: Sequence[StarterEntry]) -> Iterator[str]:
    """Yield the faults of characters."""
    yield from _name_faults(pack, entries)
    known = [starter.id for starter in starters]
    for entry in entries:
        where = pack.where(entry)
        yield from _number_faults(where, "difficulty", entry.difficulty, 1, 9, "setup.character")
        yield from _number_faults(where, "hand", entry.hand, 1, 20, "char.card")
        yield from _resource_faults(where, "start", entry.start, "setup.resources")
        if not 1 <= len(entry.role) <= MAX_NAME or not entry.role.isprintable():
            yield f"{where}: role: use 1 to {MAX_NAME} letters, as in 'surveyor'."
        if entry.extra and entry.extra not in known and pack.whole(STARTERS):
            yield f"{where}: extra: there is no starter card {clip(entry.extra)}: {nearest(entry.extra, known)}"
    if pack.whole(CHARACTERS) and len(entries) < MOST_PLAYERS:
        yield f"{CHARACTERS}: {MOST_PLAYERS} can play, but there are only {len(entries)} characters (setup.character)."
    if pack.whole(CHARACTERS, STARTERS):
        yield from _deck_faults(pack, entries, starters)


def _deck_faults(pack: Pack, entries: Sequence[CharacterEntry], starters: Sequence[StarterEntry]) -> Iterator[str]:
    """Yield a fault if there are too few starter cards for the decks of any five characters."""
    if not any(starter.core > 0 for starter in starters):
        yield f"{STARTERS}: core: at least one card must be in every deck (setup.deck)."
    for starter in starters:
        extras = sum(entry.extra == starter.id for entry in entries)
        needed = MOST_PLAYERS * starter.core + min(MOST_PLAYERS, extras)
        if needed > starter.copies:
            decks = f"{MOST_PLAYERS} characters' decks may need {needed}"
            yield f"{pack.where(starter)}: copies: there are {starter.copies}, but {decks} (setup.deck)."


# -- tiles and missions ------------------------------------------------------------------------------------------------


def tile_faults(pack: Pack, entries: Sequence[TileEntry]) -> Iterator[str]:
    """Yield the faults of land tiles."""
    yield from _button_name_faults(pack, entries)
    for entry in entries:
        yield from _one_tile_faults(pack.where(entry), entry)
    if not pack.whole(TILES):
        return
    if len(entries) < FEWEST_TILES:
        yield f"{TILES}: there are only {len(entries)} tiles, but a map needs at least {FEWEST_TILES} (setup.tiles)."
    if all({*entry.types} & {"water", "mountain", CAMP} for entry in entries):
        yield f"{TILES}: at least one tile must not be Water, a Mountain or a camp (ruling.start-tile)."


def _one_tile_faults(where: str, entry: TileEntry) -> Iterator[str]:
    yield from _number_faults(where, "id", entry.id, 1, 999, "setup.tiles")
    known = (*PLACE_WORDS, CAMP)
    for name in entry.types:
        if name not in known:
            yield f"{where}: types: {clip(name)} isn't a type: {nearest(name, known)}"
    if len({*entry.types}) < len(entry.types):
        yield f"{where}: types: use each at most once (cond.places)."
    if not {*entry.types} - {CAMP}:
        yield f"{where}: types: a tile needs a place, even if it is a camp (ruling.camp-terrain)."
    if len({*entry.face}) < len(entry.face):
        yield f"{where}: face: use each number at most once (night.appear)."
    for field, numbers in (("face", entry.face), ("back", [entry.back])):
        for number in numbers:
            yield from _number_faults(where, field, number, 1, HIGHEST_STAR_NUMBER, "night.appear")


def mission_faults(pack: Pack, entries: Sequence[MissionEntry], boards: Collection[str] | None) -> Iterator[str]:
    """Yield the faults of missions. `boards` holds the ids of all scoreboards; None if they can't be read."""
    if not entries and pack.whole(MISSIONS):
        yield f"{MISSIONS}: at least one mission is needed (setup.mission)."
    yield from _name_faults(pack, entries)
    for entry in entries:
        where = pack.where(entry)
        yield from _number_faults(where, "difficulty", entry.difficulty, 1, 9, "setup.mission")
        if entry.mode not in MODE_TEXT:
            yield f"{where}: mode: {clip(entry.mode)} isn't a mode: {nearest(entry.mode, MODE_TEXT)}"
        yield from _setup_faults(where, entry, boards)
        yield from _night_faults(where, entry)
    for mode in MODE_TEXT:
        first = [entry for entry in entries if entry.first and entry.mode == mode]
        for entry in first[1:]:
            other = pack.where(first[0])
            yield f"{pack.where(entry)}: first: {other} has it too, but each mode has only one (setup.first-mission)."


def _setup_faults(where: str, entry: MissionEntry, boards: Collection[str] | None) -> Iterator[str]:
    if not entry.boards or len({*entry.boards}) < len(entry.boards):
        yield f"{where}: boards: name at least one board, and each only once (setup.options)."
    for board in entry.boards:
        if boards is not None and board not in boards:
            yield f"{where}: boards: there is no scoreboard {clip(board)}: {nearest(board, boards)}"
    yield from _resource_faults(where, "extra", entry.extra, "setup.overrides")
    if entry.bandits and entry.bandits not in BANDIT_START_TEXT:
        advice = nearest(entry.bandits, BANDIT_START_TEXT)
        yield f"{where}: bandits: {clip(entry.bandits)} isn't a place for bandits: {advice}"
    if entry.wagon and entry.wagon.leash is not None:
        yield from _number_faults(where, "wagon: leash", entry.wagon.leash, 0, 20, "ruling.wagon-move")


def _night_faults(where: str, entry: MissionEntry) -> Iterator[str]:
    names = []
    for number, step in enumerate(entry.night, 1):
        name, _, far = step.partition(" ")
        names.append(name)
        if name not in NIGHT_STEP_TEXT:
            yield f"{where}: night {number}: {clip(step)} isn't a step of the night: {nearest(name, NIGHT_STEP_TEXT)}"
        elif name == "remove" and not (far.isdecimal() and far.isascii() and 1 <= len(far) <= 2):
            yield f"{where}: night {number}: add a number of spaces, as in 'remove 3' (night.remove)."
        elif name != "remove" and step != name:
            yield f"{where}: night {number}: write just '{name}' (night.mission-order)."
    for name in NIGHT_STEP_TEXT:
        if names.count(name) > 1:
            yield f"{where}: night: use '{name}' at most once (night.mission-order)."
    if "day" not in names:
        yield f"{where}: night: add 'day', or the game might never end (night.day)."
    if entry.mode in MODE_TEXT and ("pass-p1" in names) != (entry.mode == "versus"):
        yield f"{where}: night: use 'pass-p1' in versus missions, and only there (night.pass-p1)."


# -- what several have in common ---------------------------------------------------------------------------------------


def _name_faults(pack: Pack, entries: Sequence[NamedEntry]) -> Iterator[str]:
    """Yield faults in ids, which are words in moves, and in names, which are words on buttons."""
    for entry in entries:
        yield from _id_faults(pack.where(entry), entry.id)
    yield from _button_name_faults(pack, entries)


def _button_name_faults(pack: Pack, entries: Sequence[NamedEntry | TileEntry]) -> Iterator[str]:
    yield from name_faults([(pack.where(entry).partition(" (")[0] + ": name", entry.name) for entry in entries])


def _id_faults(where: str, name: str) -> Iterator[str]:
    if not fullmatch("[A-Za-z0-9]([A-Za-z0-9_]{0,38}[A-Za-z0-9])?", name):
        yield f"{where}: id: use letters from a to z, digits, and underscores between them."


def _number_faults(where: str, field: str, number: int, least: int, most: int, rule: str) -> Iterator[str]:
    if not least <= number <= most:
        yield f"{where}: {field}: use a number from {least} to {most} ({rule})."


def _resource_faults(where: str, field: str, stock: Mapping[str, int], rule: str) -> Iterator[str]:
    for kind, number in stock.items():
        if kind not in KINDS:
            yield f"{where}: {field}: {clip(kind)} isn't a resource: {nearest(kind, KINDS)}"
        yield from _number_faults(where, f"{field} {printed(kind)}", number, 0, 99, rule)
