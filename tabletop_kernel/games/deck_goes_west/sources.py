"""Where jobs stand, and whether a player may use one there at all; what the job itself asks for is in `able`."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.content import Tile
from tabletop_kernel.games.deck_goes_west.jobs import Job
from tabletop_kernel.games.deck_goes_west.state import State

CHARACTER, MISSION, TILE = "character", "mission", "tile"  # in the place of a card's id
FIXED = (CHARACTER, MISSION, TILE)
# Once it is under way, a tile's job is on "tile 13", since the meeple may go on.
ROW = "row"  # "row 2": the corner of the second trade card from the left


def jobs_on(state: State, seat: int, source: str) -> tuple[Job, ...]:
    """The jobs that a player finds on a card of the hand, the character, the mission, the tile or in the row."""
    card = state.rules.cards.get(source)
    if card is not None and source not in FIXED:
        return card.jobs
    if source == CHARACTER:
        return state.person(seat).jobs
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
    """The place in the trade row that a source names, from 0."""
    return int(source.split()[1]) - 1


def sources(state: State, seat: int) -> Iterator[str]:
    """Everything that has jobs for a player: each card of the hand once, then what lies on the table."""
    yield from dict.fromkeys(state.hand[seat])
    yield from FIXED


def within_reach(state: State, seat: int, source: str) -> bool:
    """Whether there is such a thing before a player, whatever somebody may have written."""
    return source in FIXED or source in state.hand[seat]


def barred(state: State, seat: int, source: str, n: int, night: bool = False) -> Verdict | None:
    """Why a job cannot be used where it stands, whatever it says."""
    if not within_reach(state, seat, source):
        return Verdict("act.job", card=source)
    jobs = jobs_on(state, seat, source)
    if not 0 <= n < len(jobs):
        return Verdict("job.everywhere", card=source, what="no-such-job")
    return barred_there(state, seat, source, n, jobs[n], night)


def barred_there(state: State, seat: int, source: str, n: int, job: Job, night: bool = False) -> Verdict | None:
    """The same for a job that is there."""
    if job.event:
        return Verdict("job.event", job=job.line)
    if source == CHARACTER:
        return _barred_ability(state, seat, night)
    if source == TILE:
        return _barred_land(state, seat)
    if source == MISSION:
        return _barred_mission(state, seat, n)
    return None


def _barred_ability(state: State, seat: int, night: bool) -> Verdict | None:
    if state.tapped >> seat & 1:
        return Verdict("job.tap", card=state.character[seat])
    if night and state.ruling["ruling.tap-night"] == "no":
        return Verdict("ruling.tap-night", card=state.character[seat])
    return None


def _barred_land(state: State, seat: int) -> Verdict | None:
    place = state.meeple[seat]
    if place in state.bandits:
        return Verdict("job.land", tile=place)
    if state.lying >> seat & 1:
        return Verdict("job.land-again", tile=place)
    others = [by for *there, by in state.worked if (*there,) == place and by != seat]
    if others and state.ruling["ruling.land-who"] == "one-per-day":
        return Verdict("ruling.land-who", tile=place, partner=others[0])
    return None


def _barred_mission(state: State, seat: int, n: int) -> Verdict | None:
    """Some jobs of a mission are done once a day in each village, by all players together."""
    if state.rules.jobs[n].limit and (n, state.meeple[seat]) in state.fed:
        return Verdict("setup.mission", what="fed", tile=state.meeple[seat])
    return None
