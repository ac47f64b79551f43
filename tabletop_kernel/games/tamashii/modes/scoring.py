"""Victory points at the end of a versus game, row by row, and the winners."""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import outcome_for
from tabletop_kernel.games.tamashii.components import ASSETS, CORRUPTED, OPEN, START_INTEGRITY
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State

ASSETS_PER_POINT = 3
CLASS_POINTS = 2
PENALTIES = ((6, 4), (4, 3), (2, 2), (1, 1))  # from this many corrupted tokens on, this many points less


class Row(NamedTuple):
    """A row of the score: its rule, the number of things counted, and their points."""

    rule: str
    number: int
    points: int


def score_rows(state: State, seat: int, goals: bool = True) -> list[Row]:
    """Return a player's rows; without goals, these are the ones everyone can count."""
    result = [_assets_row(state, seat)]
    unlocked = state.unlocked(seat)
    result.append(Row("vp.slots", unlocked, unlocked))
    open_tokens = state.pool(seat).count(OPEN)
    result.append(Row("vp.open", open_tokens, open_tokens))
    above = max(0, state.maximum[seat] - START_INTEGRITY)
    counted = state.ruling["ruling.vp.max-integrity"] == "count"
    result.append(Row("vp.integrity", above, above if counted else 0))
    equipped = [state.augment(augment) for augment in state.equipped[seat]]
    lasting = sum(one.faction and not one.breaks for one in equipped)
    result.append(Row("vp.faction", lasting, lasting))
    learned = sum(not one.faction and not one.start for one in equipped)
    result.append(Row("vp.class", learned, CLASS_POINTS * learned))
    if goals:
        taken = state.goals_taken[seat]
        result.append(Row("vp.goals", len(taken), sum(state.rules.content.goals[goal].vp for goal in taken)))
    corrupted = count_corrupted(state, seat)
    result.append(Row("vp.corrupted", corrupted, -penalty(corrupted)))
    return result


def _assets_row(state: State, seat: int) -> Row:
    """Return the row for assets: one point for every three, over all tracks or, under a ruling, on each track."""
    held = state.assets[seat]
    by_track = state.ruling["ruling.vp.asset-sum"] == "track"
    points = sum(level // ASSETS_PER_POINT for level in held) if by_track else sum(held) // ASSETS_PER_POINT
    assert len(held) == len(ASSETS)
    return Row("vp.assets", sum(held), points)


def count_corrupted(state: State, seat: int) -> int:
    return state.pool(seat).count(CORRUPTED)


def penalty(corrupted: int) -> int:
    return next((points for number, points in PENALTIES if corrupted >= number), 0)


def total_points(state: State, seat: int, goals: bool = True) -> int:
    return sum(row.points for row in score_rows(state, seat, goals))


# -- the end -----------------------------------------------------------------------------------------------------------


def finish_game(state: State, emit: Emit | None) -> None:
    """Reveal everyone's goals, count points, and end the game; most points win."""
    if emit:
        emit("time-over", "comp.end", EVERYONE)
    for seat in state.clockwise():
        _tell_points(state, seat, emit)
    scores = [total_points(state, seat) for seat in range(state.rules.seats)]
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    winners = _break_tie(state, best, emit)
    if emit:
        emit("won-together" if len(winners) > 1 else "won", "comp.goal", EVERYONE, seats=winners, number=max(scores))
    quest.end_game(state, outcome_for("comp.end", winners, [float(points) for points in scores]), emit)


def _tell_points(state: State, seat: int, emit: Emit | None) -> None:
    if not emit:
        return
    if state.goals_taken[seat]:
        emit("goals-shown", "vp.goals", EVERYONE, seat=seat, goals=list(state.goals_taken[seat]))
    for row in score_rows(state, seat):
        if row.points:
            kind, rule = "points-lost" if row.points < 0 else row.rule.replace("vp.", "points-"), row.rule
            if rule == "vp.assets" and state.ruling["ruling.vp.asset-sum"] == "track":
                kind, rule = "points-by-kind", "ruling.vp.asset-sum"
            emit(kind, rule, EVERYONE, seat=seat, count=row.number, points=abs(row.points))
    emit("points-in-all", "comp.goal", EVERYONE, seat=seat, points=total_points(state, seat))


def _break_tie(state: State, best: list[int], emit: Emit | None) -> list[int]:
    """Return the tied players with the fewest corrupted tokens. If several remain, a ruling decides."""
    if len(best) == 1:
        return best
    fewest = min(count_corrupted(state, seat) for seat in best)
    tied = [seat for seat in best if count_corrupted(state, seat) == fewest]
    if emit:
        emit("tie", "vp.tie", EVERYONE, seats=best, count=fewest)
    if len(tied) == 1:
        return tied
    if state.ruling["ruling.comp.tie-left"] == "later":
        order = state.clockwise(state.active)  # from the first player of the last turn
        tied = [max(tied, key=order.index)]
    if emit:
        emit("tie-left", "ruling.comp.tie-left", EVERYONE, seats=tied)
    return tied
