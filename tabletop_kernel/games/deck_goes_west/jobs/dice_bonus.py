"""Job dice, and the bonus for players on one tile who roll for the same resource.

The last steps of an action that roll for a resource are a frame `("bonus", seat, Bonus)`. Its player may invite others
on the tile, one by one. Each answers in a frame `("invited", seat, (inviter, kind))` and may join with jobs of their
own, gathered like those of an action. Then all roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.dice import throw_job_dice
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, KINDS, Job, Step, job_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on, refuse_source
from tabletop_kernel.games.deck_goes_west.state import State

Share = tuple[int, int]  # a seat and how many dice it rolls


class Bonus(NamedTuple):
    """A roll for one resource that others may still join."""

    kind: str
    shares: tuple[Share, ...]  # the inviter first, then those who joined
    jobs: int  # how many jobs the inviter uses
    asked: int = 0  # seats invited so far


class Kinds(NamedTuple):
    """Dice for any resource, with the kinds chosen so far, job by job."""

    parts: tuple[under_way.Part, ...]
    kinds: tuple[str, ...] = ()


def roll_job_dice(state: State, seat: int, dice: int, emit: Emit | None) -> int:
    """Roll job dice, at most as many as a ruling allows, and return their sum."""
    faces = throw_job_dice(state, dice)
    if emit and len(faces) < dice:
        emit("too-many-dice", "ruling.dice-cap", EVERYONE, seat=seat, count=dice, limit=len(faces))
    if emit and faces:
        emit("rolls", "dice.worth", EVERYONE, seat=seat, dice=faces, total=sum(faces))
    return sum(faces)


def begin_roll(state: State, seat: int, parts: Sequence[under_way.Part], purpose: str, emit: Emit | None) -> None:
    """Begin the dice steps of gathered jobs: an action's roll, or a guest's share of one."""
    if purpose == "join":
        _add_guest_dice(state, seat, parts, emit)
    elif _last_step(state, parts[0]).what != ANY:
        _open_roll(state, seat, _last_step(state, parts[0]).what, parts, emit)
    elif state.ruling["ruling.any-dice"] == "before":
        state.frames.append(("dice-kind", seat, Kinds(tuple(parts))))
    else:  # the resource isn't known yet, so nobody can join
        under_way.finish_each(state, parts)


def _last_step(state: State, part: under_way.Part) -> Step:
    return under_way.job_of(state, part.seat, part.source, part.n).final


def _count_dice(state: State, parts: Sequence[under_way.Part]) -> int:
    return sum(_last_step(state, part).amount.value(part.x) for part in parts)


def _open_roll(state: State, seat: int, kind: str, parts: Sequence[under_way.Part], emit: Emit | None) -> None:
    """Open a roll for others to join; do nothing if X is zero and there are no dice."""
    dice = _count_dice(state, parts)
    if not dice:
        return
    state.frames.append(("bonus", seat, Bonus(kind, ((seat, dice),), len(parts))))
    if emit and len(parts) > 1 and is_one_job_each(state) and can_invite(state, seat, kind):
        emit("rolls-alone", "ruling.bonus-several", EVERYONE, seat=seat)


def is_one_job_each(state: State) -> bool:
    """Tell if a ruling limits each player in a shared roll to one job."""
    return state.ruling["ruling.bonus-several"] == "one"


def can_invite(state: State, seat: int, kind: str) -> bool:
    """Tell if a player with a single job for a resource would have someone to invite."""
    return bool(_worth_inviting(state, seat, Bonus(kind, (), 1)))


def _add_guest_dice(state: State, seat: int, parts: Sequence[under_way.Part], emit: Emit | None) -> None:
    """Add the dice of a guest who has paid for their jobs; a guest without dice stays out."""
    frame, inviter, data = state.frames[-1]
    bonus = Bonus(*data)
    dice = _count_dice(state, parts)
    if dice:
        state.frames[-1] = (frame, inviter, bonus._replace(shares=(*bonus.shares, (seat, dice))))
    if emit:
        emit("joins" if dice else "stays-out", "bonus.join", EVERYONE, seat=seat, partner=inviter, kind=bonus.kind)


class DiceKind(Decision[State]):
    """Dice for a resource of the player's choice, named before the roll, one job after the other."""

    verbs = ("gain",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        chosen = Kinds(*data)
        if len(chosen.kinds) < len(chosen.parts):
            choices = self.moves(state, seat)
            if len(choices) > 1:
                return True
            self._choose(state, seat, str(choices[0][1]) if choices else "")
            return False
        state.frames.pop()
        for kind in reversed([kind for kind in dict.fromkeys(chosen.kinds) if kind]):
            pairs = zip(chosen.parts, chosen.kinds, strict=True)
            _open_roll(state, seat, kind, [under_way.Part(*part) for part, for_it in pairs if for_it == kind], emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        chosen = Kinds(*state.frames[-1][2])
        paid = under_way.Part(*chosen.parts[len(chosen.kinds)]).paid
        can_repeat = state.ruling["ruling.any-equal"] == "allowed"
        return [("gain", kind) for kind in KINDS if can_repeat or kind not in paid]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        kind = move[1] if len(move) == len(("gain", "kind")) else ""
        return Verdict("ruling.any-equal", kind=kind) if kind in KINDS else Verdict("res.four")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        self._choose(state, seat, str(move[1]))

    def _choose(self, state: State, seat: int, kind: str) -> None:
        frame, _, data = state.frames[-1]
        chosen = Kinds(*data)
        state.frames[-1] = (frame, seat, chosen._replace(kinds=(*chosen.kinds, kind)))


# -- inviting ----------------------------------------------------------------------------------------------------------


class Invite(Decision[State]):
    """A player's chance to invite others on the tile before a roll."""

    verbs = ("invite", "roll")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        if _worth_inviting(state, seat, Bonus(*data)):
            return True
        _roll_all(state, emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        bonus = Bonus(*state.frames[-1][2])
        return [*(("invite", other) for other in _guests(state, seat, bonus)), ("roll",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if len(move) != len(("invite", "seat")) or type(move[1]) is not int or move[0] != "invite":
            return Verdict("job.steps", what="the-roll")
        return _refuse_guest(state, seat, Bonus(*state.frames[-1][2]), move[1])

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "roll":
            _roll_all(state, emit)
            return
        frame, _, data = state.frames[-1]
        bonus, other = Bonus(*data), int(move[1])
        state.frames[-1] = (frame, seat, bonus._replace(asked=bonus.asked | 1 << other))
        state.frames.append(("invited", other, (seat, bonus.kind)))
        if emit:
            emit("invites", "bonus.invite", EVERYONE, seat=seat, partner=other, kind=bonus.kind)


def _worth_inviting(state: State, seat: int, bonus: Bonus) -> list[int]:
    """Return the players worth inviting: where hands are open, only those who could join."""
    others = _guests(state, seat, bonus)
    return (
        [other for other in others if any(_iter_joinable(state, other, bonus.kind))] if state.open_hands() else others
    )


def _guests(state: State, seat: int, bonus: Bonus) -> list[int]:
    """Return the players who may still be invited."""
    return [other for other in state.living_seats() if not _refuse_guest(state, seat, bonus, other)]


def _refuse_guest(state: State, seat: int, bonus: Bonus, other: int) -> Verdict | None:
    """Return why a player can't be invited; None if they can."""
    if not 0 <= other < state.rules.seats:
        return Verdict("job.steps", what="the-roll")
    if state.dead >> other & 1:
        return Verdict("goal.lose-death", seat=other)
    if other == seat or state.meeple[other] != state.meeple[seat]:
        return Verdict("bonus.invite", seat=other)
    if bonus.asked >> other & 1:
        return Verdict("bonus.once", seat=other)
    if bonus.jobs > 1 and is_one_job_each(state):
        return Verdict("ruling.bonus-several")
    return refuse_passed(state, other)


def refuse_passed(state: State, other: int) -> Verdict | None:
    """Return why a player who has passed takes no part in what others do, under a ruling; else None."""
    if state.passed >> other & 1 and state.ruling["ruling.invite-passed"] == "no":
        return Verdict("ruling.invite-passed", seat=other)
    return None


def has_joined(state: State, seat: int) -> bool:
    """Tell if a player has already joined the roll on top with the one job that a ruling allows."""
    kind, inviter, data = state.frames[-1]
    if kind != "bonus" or seat == inviter or not is_one_job_each(state):
        return False
    return any(seat == other for other, _ in Bonus(*data).shares)


class Invited(Decision[State]):
    """A guest's answer: join with jobs for the same resource, or refuse."""

    verbs = ("join", "refuse")

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if the guest must answer; refuse for them if everyone can see that they can't join."""
        _, seat, (_, kind) = state.frames[-1]
        if not state.open_hands() or any(_iter_joinable(state, seat, kind)):
            return True
        self.apply(state, seat, ("refuse",), emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = [("join", source, n) for source, n in joinable_jobs(state, seat, state.frames[-1][2][1])]
        return moves if moves and state.ruling["ruling.bonus-refuse"] == "no" else [*moves, ("refuse",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        inviter, kind = state.frames[-1][2]
        if move == ("refuse",):
            return Verdict("ruling.bonus-refuse", seat=inviter)
        is_well_formed = len(move) == len(("join", "source", "n")) and type(move[1]) is str and type(move[2]) is int
        if not is_well_formed or move[0] != "join":
            return Verdict("bonus.join", kind=kind)
        return refuse_joining(state, seat, kind, str(move[1]), int(move[2]))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (inviter, kind) = state.frames.pop()
        if move[0] == "join":
            state.frames.append(("gather", seat, under_way.Gathered("join", seat)))
            under_way.begin_job(state, seat, str(move[1]), int(move[2]), under_way.GATHER, emit)
        elif emit:
            emit("stays-out", "bonus.join", EVERYONE, seat=seat, partner=inviter, kind=kind)


def joinable_jobs(state: State, seat: int, kind: str) -> list[tuple[str, int]]:
    """Return the jobs with which a player can join a roll for a resource."""
    return list(_iter_joinable(state, seat, kind))


def _iter_joinable(state: State, seat: int, kind: str) -> Iterator[tuple[str, int]]:
    """Yield the jobs with which a player can join, for callers that need only the first."""
    return under_way.usable_jobs(
        state, seat, lambda source, n, job: _can_roll_for(state, job, kind) and not job.is_battle
    )


def refuse_joining(state: State, seat: int, kind: str, source: str, n: int) -> Verdict | None:
    """Return why a player can't join a roll for a resource with this job; None if they can."""
    if refusal := refuse_source(state, seat, source, n):
        return refusal
    job = jobs_on(state, seat, source)[n]
    if not _can_roll_for(state, job, kind):
        return Verdict("bonus.join", kind=kind, job=job_fact(job))
    return Verdict("battle.jobs", job=job_fact(job)) if job.is_battle else under_way.refuse_job(state, seat, source, n)


def _can_roll_for(state: State, job: Job, kind: str) -> bool:
    """Tell if a job's last step can roll dice for a resource.

    Dice for any kind can, if the kind is named before the roll and the job doesn't pay it; a ruling allows the same
    kind.
    """
    if not job.is_cooperation or job.final.what != ANY:
        return job.is_cooperation and job.final.what == kind
    if state.ruling["ruling.any-dice"] == "after":
        return False
    is_paid = any(step.verb == "pay" and step.what in (kind, ANY) for step in job.steps)
    return not is_paid or state.ruling["ruling.any-equal"] == "allowed"


# -- rolling -----------------------------------------------------------------------------------------------------------


def _roll_all(state: State, emit: Emit | None) -> None:
    """Roll for all who take part: each gains their own roll, then half of the best other roll."""
    bonus = Bonus(*state.frames.pop()[2])
    rolled = {seat: roll_job_dice(state, seat, dice, emit) for seat, dice in bonus.shares}
    own_rule = "bonus.own" if len(rolled) > 1 else "dice.worth"
    for seat, total in rolled.items():
        under_way.give_resources(state, seat, bonus.kind, total, own_rule, emit)
    for seat in rolled:
        best = max((total for other, total in rolled.items() if other != seat), default=0)
        if best:
            under_way.give_resources(state, seat, bonus.kind, (best + 1) // 2, "bonus.half", emit)
