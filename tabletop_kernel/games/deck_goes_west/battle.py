"""Battles: how they start, and the jobs that players commit. The attacks that follow are in `fighting`.

A battle is a frame `("battle", ANYONE, Battle)` that runs by itself. On top of it come frames `("commit", seat, ())`,
one for each player on the tile, and then whatever the dice bring: pain, and jobs of events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.days.ending import first_seat
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import Step, job_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import FIXED_SOURCES, jobs_on, refuse_source, sources
from tabletop_kernel.games.deck_goes_west.jobs.under_way import ALONE, BATTLE, Doing
from tabletop_kernel.games.deck_goes_west.state import Place, State

PLAYERS, OUTLAWS = "players", "bandits"  # the two sides, in the order of their attacks
WAGON = ANYONE  # instead of a seat, when the wagon is hurt


class Side(NamedTuple):
    """A player's share in a battle."""

    seat: int
    attack_dice: int = 0
    hits: int = 0  # without dice
    defence_dice: int = 0
    saves: int = 0


class Battle(NamedTuple):
    """A battle under way."""

    place: Place
    starter: int  # a seat; ANYONE: the bandits
    size: int  # bandits when it began
    waiting: tuple[int, ...]  # players still to be asked for battle jobs
    attacks: tuple[str, ...]  # sides that have not yet attacked
    sides: tuple[Side, ...] = ()
    hurt: tuple[tuple[int, int], ...] = ()  # harm still to take: pain for a seat, damage for the wagon
    later: tuple[OpenDecision, ...] = ()  # jobs with steps that a ruling puts after the battle


def current_battle(state: State) -> Battle | None:
    """Return the battle under way; None if there is none."""
    at = _battle_index(state)
    return read_battle(state.frames[at]) if at >= 0 else None


def _battle_index(state: State) -> int:
    return next((index for index in reversed(range(len(state.frames))) if state.frames[index][0] == "battle"), -1)


def read_battle(frame: OpenDecision) -> Battle:
    battle = Battle(*frame[2])
    return battle._replace(sides=tuple(Side(*side) for side in battle.sides))


def change_battle(state: State, **changes: Any) -> Battle:
    """Update the battle under way and return it."""
    at = _battle_index(state)
    battle = read_battle(state.frames[at])._replace(**changes)
    state.frames[at] = ("battle", ANYONE, battle)
    return battle


def first_fighter(state: State, battle: Battle) -> int:
    """Return the seat that comes first in each round of a battle: the starter, or at night the P1 token's holder."""
    return first_seat(state) if battle.starter == ANYONE else battle.starter


def players_on_tile(state: State, battle: Battle) -> list[int]:
    """Return the players on the tile, in order."""
    return [seat for seat in state.clockwise(first_fighter(state, battle)) if state.meeple[seat] == battle.place]


# -- starting one ------------------------------------------------------------------------------------------------------


def refuse_start(state: State, seat: int, source: str, n: int) -> Verdict | None:
    """Return why a player can't start a battle with a job; None if they can."""
    if refusal := _refuse_battle_job(state, seat, source, n):
        return refusal
    if state.meeple[seat] not in state.bandits:
        return Verdict("act.battle", tile=state.meeple[seat])
    job = under_way.job_of(state, seat, source, n)
    has_attack = any(step.verb == "attack" for step in job.steps)
    if not has_attack and state.ruling["ruling.battle-minimum"] == "attack-job":
        return Verdict("battle.by-player", job=job_fact(job))
    return under_way.refuse_job(state, seat, source, n, BATTLE)


def _refuse_battle_job(state: State, seat: int, source: str, n: int) -> Verdict | None:
    """Return why this isn't one of the player's battle jobs; None if it is."""
    jobs = jobs_on(state, seat, source) if source in (*FIXED_SOURCES, *state.hand[seat]) else ()
    if not 0 <= n < len(jobs):
        return refuse_source(state, seat, source, n)
    return None if jobs[n].is_battle else Verdict("battle.jobs", job=job_fact(jobs[n]))


def start_battle(state: State, seat: int, source: str, n: int, emit: Emit | None) -> None:
    """Start a battle against the bandits on a player's tile, with a first job."""
    place = state.meeple[seat]
    others = [other for other in state.clockwise(seat)[1:] if _can_join(state, other, place)]
    _begin_battle(state, place, seat, others, (PLAYERS, OUTLAWS), emit)
    state.frames.append(("commit", seat, ()))
    under_way.begin_job(state, seat, source, n, BATTLE, emit)


def _can_join(state: State, seat: int, place: Place) -> bool:
    ruling = state.ruling["ruling.battle-others"]
    is_kept_out = ruling == "active-only" or (ruling == "not-passed" and state.passed >> seat & 1)
    return state.meeple[seat] == place and not is_kept_out


def can_be_attacked(state: State, place: Place) -> bool:
    """Tell if bandits have a target on a tile at night: players, or a fragile wagon."""
    return bool(state.seats_on(place)) or can_hit_wagon(state, place)


def can_hit_wagon(state: State, place: Place) -> bool:
    is_fragile = state.rules.mission.fragile and state.ruling["ruling.wagon-damage"] == "attack-step"
    return is_fragile and state.wagon == place


def begin_night_battle(state: State, place: Place, emit: Emit | None) -> None:
    """Start an attack by the bandits on a tile."""
    there = [seat for seat in state.clockwise(first_seat(state)) if state.meeple[seat] == place]
    _begin_battle(state, place, ANYONE, there, (OUTLAWS, PLAYERS), emit)


def _begin_battle(
    state: State, place: Place, starter: int, asked: Sequence[int], attacks: tuple[str, ...], emit: Emit | None
) -> None:
    size = state.bandits[place]
    state.frames.append(("battle", ANYONE, Battle(place, starter, size, tuple(asked), attacks)))
    if not emit:
        return
    if starter == ANYONE:
        seats = state.seats_on(place)
        rule = "battle.by-bandits" if seats else "ruling.wagon-damage"  # without players it isn't a battle
        emit("attacked", rule, EVERYONE, place=place, count=size, seats=seats)
    else:
        emit("battle", "battle.by-player", EVERYONE, seat=starter, place=place, count=size)


# -- committing --------------------------------------------------------------------------------------------------------


class Commit(Decision[State]):
    """A player's choice of battle jobs, as many as they like, before any dice are rolled."""

    verbs = ("commit", "ready")

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if the player must decide.

        A closed hand always must, so that nobody learns who has no battle job.
        """
        _, seat, _ = state.frames[-1]
        is_hidden = bool(state.hand[seat]) and not state.open_hands()
        if is_hidden or next(usable_battle_jobs(state, seat), None):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("commit", source, n) for source, n in usable_battle_jobs(state, seat)), ("ready",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        is_well_formed = len(move) == len(("commit", "source", "n")) and type(move[1]) is str and type(move[2]) is int
        if not is_well_formed or move[0] != "commit":
            return Verdict("battle.commit", what="commit-now")
        return refuse_commitment(state, seat, str(move[1]), int(move[2]))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "commit":
            under_way.begin_job(state, seat, str(move[1]), int(move[2]), BATTLE, emit)
            return
        state.frames.pop()
        if emit:
            what = "nothing-more" if _has_added(state, seat) else "nothing"
            emit("ready", "battle.commit", EVERYONE, seat=seat, what=what)


def _has_added(state: State, seat: int) -> bool:
    battle = current_battle(state)
    return battle is not None and any(side.seat == seat for side in battle.sides)


def usable_battle_jobs(state: State, seat: int) -> Iterator[tuple[str, int]]:
    """Yield the battle jobs that a player can add to the battle."""
    for source in sources(state, seat):
        for n, job in enumerate(jobs_on(state, seat, source)):
            if job.is_battle and not refuse_commitment(state, seat, source, n):
                yield source, n


def refuse_commitment(state: State, seat: int, source: str, n: int) -> Verdict | None:
    """Return why a player can't add a job to the battle; None if they can."""
    if refusal := _refuse_battle_job(state, seat, source, n):
        return refusal
    battle = current_battle(state)
    is_night_battle = battle is not None and battle.starter == ANYONE
    if is_night_battle and source in FIXED_SOURCES and state.ruling["ruling.night-hand"] == "cards-only":
        return Verdict("ruling.night-hand")
    return under_way.refuse_job(state, seat, source, n, BATTLE)


def has_rolled(state: State) -> bool:
    """Tell if one side of the current battle has rolled its dice."""
    battle = current_battle(state)
    return battle is not None and len(battle.attacks) < len((PLAYERS, OUTLAWS))


def refuse_late_commitment(state: State, seat: int) -> Verdict:
    """Return why nothing can be committed now: the dice are rolled, or there is no battle."""
    return Verdict("battle.commit", what="rolled") if has_rolled(state) else refuse_without_battle(state, seat)


def refuse_without_battle(state: State, seat: int) -> Verdict:
    """Return why a player is in no battle: none has started, or there are no bandits."""
    here = state.meeple[seat]
    return Verdict("battle.by-player") if here in state.bandits else Verdict("act.battle", tile=here)


def is_left_out(state: State, seat: int) -> bool:
    """Tell if a ruling keeps a player on the tile out of the battle."""
    battle = current_battle(state)
    if battle is None or battle.starter in (ANYONE, seat) or state.meeple[seat] != battle.place:
        return False
    return not _can_join(state, seat, battle.place)


def is_elsewhere(state: State, seat: int) -> bool:
    """Tell if the current battle is on another tile than this player."""
    battle = current_battle(state)
    return battle is not None and state.meeple[seat] != battle.place


def commit_step(state: State, seat: int, step: Step, x: int, emit: Emit | None) -> None:
    """Add a step of a battle job to the current battle: dice, hits or saves."""
    battle = current_battle(state)
    if battle is None:
        return
    count = step.amount.value(x)
    field = SIDE_FIELD[step.verb, step.amount.dice]
    side = next((side for side in battle.sides if side.seat == seat), Side(seat))
    more = side._replace(**{field: getattr(side, field) + count})
    sides = (*(other for other in battle.sides if other.seat != seat), more)
    seats, first = state.rules.seats, first_fighter(state, battle)
    change_battle(state, sides=tuple(sorted(sides, key=lambda side: (side.seat - first) % seats)))
    if emit:
        emit(f"brings-{field.replace('_', '-')}", "battle.commit", EVERYONE, seat=seat, count=count)


SIDE_FIELD = {
    ("attack", True): "attack_dice",
    ("attack", False): "hits",
    ("defend", True): "defence_dice",
    ("defend", False): "saves",
}


def put_off_job(state: State, emit: Emit | None) -> None:
    """Put off the rest of the job on top until after the battle, under a ruling."""
    _, seat, data = state.frames.pop()
    if emit:
        emit("put-off", "ruling.battle-extra-steps", EVERYONE, seat=seat, source=Doing(*data).source)
    battle = current_battle(state)
    assert battle is not None
    change_battle(state, later=(*battle.later, ("job", seat, Doing(*data)._replace(mode=ALONE))))
