"""Setting up a table, and working out its configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Config, Move, Option
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.components import MOST_PLAYERS, TRADE_ROW_SIZE
from tabletop_kernel.games.deck_goes_west.days.phases import begin_day, can_days_run_out
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job, line_of
from tabletop_kernel.games.deck_goes_west.land import bandits
from tabletop_kernel.games.deck_goes_west.opinions import piece_worth
from tabletop_kernel.games.deck_goes_west.pack.content import Content, Mission, Tile
from tabletop_kernel.games.deck_goes_west.ruling_types import rulings_of
from tabletop_kernel.games.deck_goes_west.state import DIRECTIONS, START, Land, Place, Rules, State
from tabletop_kernel.toolkit.bounded_cache import BoundedCache

FIRST_COLUMNS, FIRST_ROWS = 2, 3  # of the first tiles
DIE_SIDES = {"d20": (20,), "d12": (12,), "both": (12, 20)}
ALONE, IN_COMPANY = range(1, 2), range(2, MOST_PLAYERS + 1)  # numbers of players for a mission
MOST_CHARTS = 24  # charts to keep: bots imagine the same land again and again
MOST_JUDGEMENTS = 2_000  # results to keep of each kind of judgement: some 10 MB
MODE_WORDS = {"solo": "solo", "coop": "cooperative", "versus": "versus"}


# -- options that depend on each other ---------------------------------------------------------------------------------


def options_for(content: Content, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the options for this many players. The mission comes first, since it decides about the rest.

    Raise SetupError if the pack has no mission for them.
    """
    missions = missions_for(content, seats)
    if not missions:
        raise no_mission_error(seats)
    mission = missions.get(chosen.get("mission", "")) or next(iter(missions.values()))
    return (
        Option("mission", "Which mission?", {key: _mission_text(one) for key, one in missions.items()}),
        Option("board", "Which scoreboard?", {board: _board_text(content, board) for board in mission.boards}),
        Option("dice", "Which bandit dice?", DICE_WORDS),
        Option("difficulty", "Which character difficulty?", _difficulties(content, seats)),
        Option("characters", "How do players get their characters?", CHARACTER_WORDS),
        *_mode_options(mission.mode, seats),
    )


def missions_for(content: Content, seats: int) -> dict[str, Mission]:
    """Return the missions for this many players, those for a first game in front."""
    modes = ("solo",) if seats == 1 else ("coop", "versus")
    return {key: one for mode in modes for key, one in content.missions.items() if one.mode == mode}


def seat_counts(content: Content) -> range:
    """Return the numbers of players that the pack has missions for."""
    found = [number for size in (ALONE, IN_COMPANY) if missions_for(content, size[0]) for number in size]
    return range(found[0], found[-1] + 1)


def no_mission_error(seats: int) -> SetupError:
    """Return the error for a number of players that the pack has no mission for."""
    text = f"This pack of Deck Goes West has no mission for {seats} player{'s' * (seats > 1)}."
    return SetupError(text, rule="setup.mission")


def _mission_text(mission: Mission) -> str:
    return f"{mission.name}: {MODE_WORDS[mission.mode]}, difficulty {mission.difficulty}."


def _board_text(content: Content, board: str) -> str:
    one = content.boards[board]
    return f"Board {board}: {one.score_end} points in {one.day_end} days."


DICE_WORDS = {
    "d20": "The d20.",
    "d12": "The d12.",
    "both": "Both dice.",
}
HAND_WORDS = {"open": "Face up: everyone sees all cards.", "closed": "Each player sees only their own cards."}
CHARACTER_WORDS = {"dealt": "They are dealt at random.", "chosen": "Each player chooses one."}


def _difficulties(content: Content, seats: int) -> dict[str, str]:
    """Return the difficulties that have enough characters for everyone, then “any”."""
    levels = sorted({one.difficulty for one in content.characters.values()})
    large_enough = {
        str(level): f"Difficulty {level}."
        for level in levels
        if sum(one.difficulty == level for one in content.characters.values()) >= seats
    }
    return {**large_enough, "any": "Any difficulty."}


def _mode_options(mode: str, seats: int) -> tuple[Option, ...]:
    if mode == "coop":
        return (Option("hands", "Who can see each player's cards?", HAND_WORDS),)
    if mode == "versus":
        names = {f"player-{seat + 1}": f"Player {seat + 1}." for seat in range(seats)}
        return (Option("first", "Who takes the P1 token?", {"lot": "A random player.", **names}),)
    return ()


# -- what a configuration means ----------------------------------------------------------------------------------------


def _copies_of_kind(content: Content, kind: str) -> tuple[tuple[str, int], ...]:
    return tuple((card.id, card.copies) for card in content.cards.values() if card.kind == kind)


def make_rules(config: Config, content: Content) -> Rules:
    """Return everything that a configuration fixes."""
    chosen = config.options
    mission = content.missions[chosen["mission"]]
    jobs = tuple(
        one for job in mission.jobs for one in _jobs_as_ruled(job, rulings_of(config)["ruling.discovery-move"])
    )
    return Rules(
        config=config,
        content=content,
        mission=mission,
        jobs=jobs,
        board=content.boards[chosen["board"]],
        dice=DIE_SIDES[chosen["dice"]],
        seats=config.seats,
        cards=content.cards,
        characters=content.characters,
        tiles=content.tiles,
        types={number: _tile_types(tile, config) for number, tile in content.tiles.items()},
        order={card: at for at, card in enumerate(content.cards)},
        unseen={kind: _copies_of_kind(content, kind) for kind in ("trade", "pain", "exhaustion")},
        open_hands=mission.mode == "solo" or chosen.get("hands") == "open",
        plan=piece_worth.make_plan(jobs, content.cards, content.tiles),
        charts=BoundedCache(MOST_CHARTS),
        outlooks=BoundedCache(MOST_JUDGEMENTS),
        day_ends=BoundedCache(MOST_JUDGEMENTS),
        ways_west=BoundedCache(MOST_JUDGEMENTS),
        affordable=BoundedCache(8 * MOST_JUDGEMENTS),
    )


def _tile_types(tile: Tile, config: Config) -> tuple[str, ...]:
    return () if tile.camp and rulings_of(config)["ruling.camp-terrain"] == "else-tile" else tile.types


def _jobs_as_ruled(job: Job, move: str) -> tuple[Job, ...]:
    """Return the job, with the way of moving from a ruling if its card says only “move”.

    If the ruling allows any way, return one job for each.
    """
    if not job.plain_move:
        return (job,)
    ways = ("walk", "climb", "sail") if move == "any-type" else (move,)
    return tuple(_with_way(job, way) for way in ways)


def _with_way(job: Job, way: str) -> Job:
    job = replace(job, steps=tuple(replace(step, what=way) if step.verb == "move" else step for step in job.steps))
    return replace(job, line=line_of(job))


# -- laying the table --------------------------------------------------------------------------------------------------


def set_up_table(state: State, emit: Emit | None) -> None:
    """Lay out the cards and the map, and deal the characters or let the players choose."""
    _emit_mission(state, emit)
    _lay_cards(state, emit)
    _lay_map(state, emit)
    if state.rules.config.options["characters"] == "chosen":
        begin_day(state)
        order = state.clockwise(_first_player(state, emit))
        state.frames += [("character", seat, ()) for seat in reversed(order)]
        return
    dealt = [*characters_to_choose(state)]
    state.chance.shuffle("characters", dealt)
    for seat in range(state.rules.seats):
        give_character(state, seat, dealt[seat], emit)
    _first_player(state, emit)
    begin_day(state)


def _emit_mission(state: State, emit: Emit | None) -> None:
    if not emit:
        return
    rules, board = state.rules, state.rules.board
    emit("mission", "setup.mission", EVERYONE, mission=rules.mission.id)
    emit("mode", "mode.three", EVERYONE, what=rules.mode)
    emit("missions-out", "setup.missions-out", EVERYONE, count=len(rules.content.missions) - 1)
    for job in rules.jobs:
        if any(step.verb == "score" for step in job.steps):
            emit("score-job", "goal.score-source", EVERYONE, job=job.line)
    emit("board", "setup.options", EVERYONE, board=board.id)
    emit("boards-out", "setup.boards-out", EVERYONE, count=len(rules.content.boards) - 1)
    emit("compass-dice", "setup.dice", EVERYONE, dice=rules.config.options["dice"])
    emit("day-track" if can_days_run_out(rules) else "day-track-still", "setup.day-zero", EVERYONE, day=board.day_end)
    emit(*SCORE_TRACK_EVENT[rules.mode], EVERYONE)
    emit("goal" if rules.mode == "versus" else "goal-one", "goal.win", EVERYONE, points=board.score_end)


SCORE_TRACK_EVENT = {
    "solo": ("score-track", "setup.score-zero"),
    "coop": ("score-track-team", "setup.score-zero"),
    "versus": ("score-track-each", "versus.own-score"),
}


def _lay_cards(state: State, emit: Emit | None) -> None:
    """Lay out the danger piles, the trade deck and its row. Starter cards wait in the box until dealt."""
    kinds: dict[str, list[str]] = {"starter": [], "trade": [], "pain": [], "exhaustion": []}
    for card in state.rules.cards.values():
        kinds[card.kind] += [card.id] * card.copies
    for kind in ("pain", "exhaustion", "trade"):
        state.chance.shuffle(kind, kinds[kind])
        setattr(state, kind, tuple(kinds[kind]))
    state.box = tuple(kinds["starter"])
    state.row, state.trade = state.trade[:TRADE_ROW_SIZE], state.trade[TRADE_ROW_SIZE:]
    if emit:
        emit("sorted", "card.four-kinds", EVERYONE, count=sum(map(len, kinds.values())))
        emit("item-cards", "card.items", EVERYONE, count=len(kinds["starter"]), number=len(kinds["trade"]))
        emit("danger-cards", "card.dangers", EVERYONE, count=len(kinds["pain"]), number=len(kinds["exhaustion"]))
        for kind in ("pain", "exhaustion"):
            emit("danger-pile", "setup.danger-piles", EVERYONE, what=kind, count=len(getattr(state, kind)))
        emit("trade-pile", "setup.trade-deck", EVERYONE, count=len(kinds["trade"]))
        emit("row", "setup.trade-row", EVERYONE, cards=list(state.row))


def _lay_map(state: State, emit: Emit | None) -> None:
    """Lay six tiles face up, others face down around them, and the things on them at the start."""
    tiles = list(state.rules.tiles)
    state.chance.shuffle("land", tiles)
    if state.ruling["ruling.start-tile"] == "redraw":
        _swap_start_tile(state, tiles)
    grid = [(column, row) for column in range(FIRST_COLUMNS) for row in range(FIRST_ROWS)]
    ring = ring_around(grid, state.ruling["ruling.around"] == "eight")
    state.map = Land(dict(zip((*grid, *ring), tiles, strict=False)), frozenset(grid))
    state.land = tuple(tiles[len(grid) + len(ring) :])
    state.meeple = [START] * state.rules.seats
    if emit:
        emit("tiles", "setup.tiles", EVERYONE, count=len(tiles))
        emit("land", "setup.grid", EVERYONE, tiles=[state.tiles[place] for place in grid])
        emit("ring", "setup.ring", EVERYONE, count=len(ring))
        emit("start", "setup.start-tile", EVERYONE, place=START)
    _lay_extras(state, emit)


def _swap_start_tile(state: State, tiles: list[int]) -> None:
    """Swap the start tile for a dry, flat one without a camp, under a ruling."""
    at = START[1]  # the tiles of the first column come first
    for other in range(at, len(tiles)):
        tile = state.rules.tiles[tiles[other]]
        if not tile.camp and not {"water", "mountain"} & set(tile.types):
            tiles[at], tiles[other] = tiles[other], tiles[at]
            return


def ring_around(grid: Sequence[Place], eight: bool) -> list[Place]:
    """Return the places North, South and West of the first tiles; with `eight` the corners too."""
    steps = [*DIRECTIONS.values(), *([(1, -1), (1, 1), (-1, -1), (-1, 1)] if eight else [])]
    around = {(column + west, row + south) for column, row in grid for west, south in steps}
    return sorted(place for place in around - set(grid) if place[0] >= 0)


def _lay_extras(state: State, emit: Emit | None) -> None:
    """Put bandits on camps, and lay out what the mission adds."""
    for place in state.places():
        if place in state.up and state.tile(place).camp:
            bandits.add_bandits(state, place, 1, "setup.camp", emit)
    mission = state.rules.mission
    west = max(column for column, _ in state.tiles)
    if mission.bandits:
        for place in state.places():
            if place not in state.up and (mission.bandits == "face-down" or place[0] == west):
                bandits.add_bandits(state, place, 1, "setup.overrides", emit)
    if mission.wagon:
        state.wagon = START
        if emit:
            emit("wagon-start", "setup.overrides", EVERYONE, place=START)


def _first_player(state: State, emit: Emit | None) -> int:
    """Return the first player: in versus the one who takes the P1 token."""
    if state.rules.mode != "versus":
        return 0
    chosen = state.rules.config.options["first"]
    by_lot = chosen == "lot"
    state.p1 = state.chance.pick("first", state.rules.seats) if by_lot else int(chosen.partition("-")[2]) - 1
    if emit:
        emit("token-first", "setup.p1", EVERYONE, player=state.p1)
    return state.p1


# -- characters --------------------------------------------------------------------------------------------------------


def characters_to_choose(state: State) -> list[str]:
    """Return the characters of the chosen difficulty."""
    level = state.rules.config.options["difficulty"]
    return [one.id for one in state.rules.characters.values() if level in ("any", str(one.difficulty))]


def give_character(state: State, seat: int, name: str, emit: Emit | None) -> None:
    """Give a player a character with its resources and its starter cards."""
    content, person = state.rules.content, state.rules.characters[name]
    state.character[seat] = name
    extra = state.rules.mission.extra
    gold, metal, wood, food = (person.start.get(kind, 0) + extra.get(kind, 0) for kind in KINDS)
    state.stock[seat] = (gold, metal, wood, food)
    deck = content.deck(name)
    box = list(state.box)
    for card in deck:
        box.remove(card)
    state.box = tuple(box)
    state.chance.shuffle(f"deck {seat}", deck)
    state.draw[seat] = tuple(deck)
    if emit:
        emit("character", "setup.character", EVERYONE, player=seat, character=name)
        emit("hand-size", "char.card", EVERYONE, seat=seat, count=person.hand)
        emit("stock", "setup.resources", EVERYONE, seat=seat, stock=list(state.stock[seat]))
        emit("deck", "setup.deck", EVERYONE, seat=seat, count=len(deck))


class PickCharacter(Decision[State]):
    """A player's choice of a character, if the table has agreed to choose."""

    verbs = ("character",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("character", name) for name in characters_to_choose(state) if name not in state.character]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("setup.character", what="pick")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        give_character(state, seat, str(move[1]), emit)
