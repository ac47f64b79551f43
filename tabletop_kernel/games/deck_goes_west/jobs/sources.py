"""The sources of jobs, and if a player may use a job there. What the job itself needs is in `can_be_done`."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs.language import Job
from tabletop_kernel.games.deck_goes_west.pack.content import Tile
from tabletop_kernel.games.deck_goes_west.state import State

CHARACTER, MISSION, TILE = "character", "mission", "tile"  # used instead of a card's id
FIXED_SOURCES = (CHARACTER, MISSION, TILE)
# A tile's job under way is on "tile 13", since the meeple may move on.
ROW = "row"  # "row 2": the corner of the second trade card from the left


def jobs_on(state: State, seat: int, source: str) -> tuple[Job, ...]:
    """Return the jobs on a card in hand, the character, the mission, the tile or a card in the row."""
    card = state.rules.cards.get(source)
    if card is not None and source not in FIXED_SOURCES:
        return card.jobs
    if source == CHARACTER:
        return state.character_of(seat).jobs
    if source == MISSION:
        return state.rules.jobs
    if source == TILE:
        return _land_job(state.tile(state.meeple[seat])) if state.meeple[seat] in state.up else ()
    if source.startswith(TILE):
        return _land_job(state.rules.tiles[int(source.split()[1])])
    if source.startswith(ROW):
        return state.rules.cards[state.row[slot_of(source)]].buy
    return ()


def _land_job(tile: Tile) -> tuple[Job, ...]:
    return (tile.job,) if tile.job else ()


def slot_of(source: str) -> int:
    """Return the place in the trade row that a source names, from 0."""
    return int(source.split()[1]) - 1


def sources(state: State, seat: int) -> Iterator[str]:
    """Yield every source of jobs for a player: each card in hand once, then the fixed ones."""
    yield from dict.fromkeys(state.hand[seat])
    yield from FIXED_SOURCES


def has_source(state: State, seat: int, source: str) -> bool:
    """Tell if a player has this source, whatever the move says."""
    return source in FIXED_SOURCES or source in state.hand[seat]


def refuse_source(state: State, seat: int, source: str, n: int, night: bool = False) -> Verdict | None:
    """Return why a job can't be used where it is, whatever it says; None if it can."""
    if not has_source(state, seat, source):
        return Verdict("act.job", card=source)
    jobs = jobs_on(state, seat, source)
    if not 0 <= n < len(jobs):
        return Verdict("job.everywhere", card=source, what="no-such-job")
    return refuse_job_at_source(state, seat, source, n, jobs[n], night)


def refuse_job_at_source(state: State, seat: int, source: str, n: int, job: Job, night: bool = False) -> Verdict | None:
    """Return why a job can't be used where it is; None if it can. The job must exist."""
    if job.event:
        return Verdict("job.event", job=job.line)
    if source == CHARACTER:
        return _refuse_ability(state, seat, night)
    if source == TILE:
        return _refuse_land(state, seat)
    if source == MISSION:
        return _refuse_mission(state, seat, n)
    return None


def _refuse_ability(state: State, seat: int, night: bool) -> Verdict | None:
    if state.tapped >> seat & 1:
        return Verdict("job.tap", card=state.character[seat])
    if night and state.ruling["ruling.tap-night"] == "no":
        return Verdict("ruling.tap-night", card=state.character[seat])
    return None


def _refuse_land(state: State, seat: int) -> Verdict | None:
    place = state.meeple[seat]
    if place in state.bandits:
        return Verdict("job.land", tile=place)
    if state.lying >> seat & 1:
        return Verdict("job.land-again", tile=place)
    others = [by for *there, by in state.worked if (*there,) == place and by != seat]
    if others and state.ruling["ruling.land-who"] == "one-per-day":
        return Verdict("ruling.land-who", tile=place, partner=others[0])
    return None


def _refuse_mission(state: State, seat: int, n: int) -> Verdict | None:
    """Return why a mission job can't be done: some are done only once a day in each village, by anyone."""
    if state.rules.jobs[n].limit and (n, state.meeple[seat]) in state.fed:
        return Verdict("setup.mission", what="fed", tile=state.meeple[seat])
    return None
