"""Points, deaths and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import LOST, WON, Outcome
from tabletop_kernel.games.deck_goes_west.state import NOTHING, START, Place, State

RULE_FOR_SCORE = {"versus": "versus.first-wins", "coop": "coop.shared-score", "solo": "solo.win"}
RULE_FOR_LOSS = {"coop": "coop.lose-together", "solo": "solo.lose"}


def score_points(state: State, seat: int, points: int, emit: Emit | None, what: str = "") -> None:
    """Give points to a player or the team, with `what` they are for. The end of the track wins the game."""
    if not points:
        return
    who = seat if state.rules.mode == "versus" else 0
    end = state.rules.board.score_end
    total = state.score[who] + points
    if total > end and state.ruling["ruling.vp-over"] == "exact":
        if emit:
            emit("overshoots", "ruling.vp-over", EVERYONE, seat=seat, points=points)
        return
    gained = min(total, end) - state.score[who]  # the rest is lost
    state.score[who] += gained
    if emit and gained:
        emit("scores", "vp.gain", EVERYONE, seat=seat, points=gained, total=state.score[who], limit=end, what=what)
    elif emit:  # the event that brought a player to the end may bring more points
        emit("overshoots", "vp.gain", EVERYONE, seat=seat, points=points)
    if total < end:
        return
    if any(kind == "reached" for kind, _, _ in state.frames):  # others may reach the end by the same event
        state.reached |= 1 << seat
    else:
        end_game(
            state,
            RULE_FOR_SCORE[state.rules.mode],
            [seat] if state.rules.mode == "versus" else state.living_seats(),
            emit,
        )


def lose_points(state: State, seat: int, points: int, emit: Emit | None, team: bool = False) -> None:
    """Take points away, never below zero. `team` if the message is about the whole team."""
    who = seat if state.rules.mode == "versus" else 0
    lost = min(points, state.score[who])
    state.score[who] -= lost
    if emit:
        kind = "loses-points" if lost else "loses-nothing"
        who_loses = ANYONE if team else seat
        emit(kind, "vp.lose", EVERYONE, seat=seat, who=who_loses, points=lost, count=points, total=state.score[who])
        if 0 < lost < points:
            emit("loses-rest", "vp.lose", EVERYONE, seat=seat, points=lost, count=points)


def find_joint_winners(state: State, emit: Emit | None) -> None:
    """Find the winners after an event by which several players may have reached the end of the track."""
    state.frames.pop()
    winners = [seat for seat in state.living_seats() if state.reached >> seat & 1]
    state.reached = 0
    if len(winners) > 1 and state.ruling["ruling.same-time-win"] == "tiebreak":
        winners = _winners_by_tiebreaks(state, winners, emit)
    if winners:
        end_game(state, "versus.first-wins", winners, emit)


def end_game(state: State, rule: str, winners: Sequence[int], emit: Emit | None) -> None:
    """End the game with these winners."""
    seats = range(state.rules.seats)
    results = tuple(WON if seat in winners else LOST for seat in seats)
    state.result = Outcome(rule, results, tuple(state.points_of(seat) for seat in seats))
    state.frames.clear()
    state.pending = ()
    if emit:
        rule_told = rule if winners else RULE_FOR_LOSS.get(state.rules.mode, rule)
        points = state.points_of(winners[0]) if winners else max(state.score)
        emit(_ending_kind(state, winners), rule_told, EVERYONE, winners=list(winners), points=points)


def _ending_kind(state: State, winners: Sequence[int]) -> str:
    """Return the kind of ending: one winner, several, the team won, everyone lost, or nobody is left."""
    if state.rules.mode != "versus":
        return "won" if winners else "lost"
    if not winners:
        return "nobody-left"
    return "wins" if len(winners) == 1 else "shares"


# -- time --------------------------------------------------------------------------------------------------------------


def end_by_time(state: State, emit: Emit | None) -> None:
    """End the game because the day tracker is at its end."""
    if emit:
        emit("time-over", "goal.lose-time", EVERYONE)
    end_early(state, "versus.day-end" if state.rules.mode == "versus" else "goal.lose-time", emit)


def end_early(state: State, rule: str, emit: Emit | None) -> None:
    """End the game before anyone has won: in versus the most points win, in other modes everyone loses."""
    if state.rules.mode != "versus":
        end_game(state, rule, (), emit)
        return
    end_game(state, rule, _break_tie(state, best_by(state, state.living_seats(), (state.points_of,)), emit), emit)


def _break_tie(state: State, tied: list[int], emit: Emit | None) -> list[int]:
    """Return the winners among those with the most points, and report what decides between them."""
    if emit and len(tied) > 1:
        emit("tie", "versus.tiebreak", EVERYONE, seats=tied[:], points=state.points_of(tied[0]))
    winners = _winners_by_tiebreaks(state, tied, emit)
    if len(winners) > 1 and state.ruling["ruling.last-tie"] == "p1-order":
        winners = [next(seat for seat in state.clockwise(first_seat(state)) if seat in winners)]
        if emit:
            emit("tie-order", "ruling.last-tie", EVERYONE, seats=winners[:])
    return winners


Measure = Callable[[int], int]


def best_by(state: State, seats: Sequence[int], measures: Sequence[Measure]) -> list[int]:
    """Return the seats that are first by one measure after another."""
    best = list(seats)
    for measure in measures:
        most = max(map(measure, best), default=0)
        best = [seat for seat in best if measure(seat) == most]
    return best


def _winners_by_tiebreaks(state: State, tied: list[int], emit: Emit | None) -> list[int]:
    """Return the winners of a tie: those furthest West, then those with the most resources."""
    winners = tied
    for kind, measure in (("tie-west", _west_measure(state)), ("tie-stock", lambda seat: sum(state.stock[seat]))):
        best = best_by(state, winners, (measure,))
        if emit and len(best) < len(winners):
            emit(kind, "versus.tiebreak", EVERYONE, seats=best[:])
        winners = best
    return winners


def _west_measure(state: State) -> Measure:
    """Return the measure of how far West a player is, or has ever been under a ruling."""
    if state.ruling["ruling.west-measure"] == "ever":
        return state.far.__getitem__
    return lambda seat: state.meeple[seat][0]


def first_seat(state: State) -> int:
    """Return the holder of the P1 token; without one, the next player to the left of where it was."""
    return state.p1 if state.p1 >= 0 else state.clockwise(~state.p1)[0]


# -- death -------------------------------------------------------------------------------------------------------------


def die(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Kill a character. Alone or in a team this ends the game; in versus a ruling says what follows."""
    die_together(state, {seat: rule}, emit)


def die_together(state: State, doomed: Mapping[int, str], emit: Emit | None, evening: bool = False) -> None:
    """Kill characters at the same time, each by a rule, so that nobody wins just by being counted later.

    `evening`: their hands are deadly because no card has left them all day, not because they are full.
    """
    for seat, rule in doomed.items():
        if emit:
            is_idle = evening and rule == "death.full-hand"
            emit("dies", rule, EVERYONE, seat=seat, limit=state.danger_limit(seat), idle=is_idle)
        if state.rules.mode != "versus":
            end_game(state, "goal.lose-death" if rule.startswith("ruling.") else rule, (), emit)
            return
    if not doomed:
        return
    ruling = state.ruling["ruling.versus-death"]
    if ruling == "respawn":
        for seat in doomed:
            _respawn(state, seat, emit)
        return
    for seat in doomed:  # all must be out before anyone takes over the token
        state.dead |= 1 << seat
    for seat in doomed:
        _take_out_of_game(state, seat, emit)
    living = state.living_seats()
    if len(living) < 2 or ruling == "game-over":
        end_game(state, "goal.lose-death", _break_tie(state, best_by(state, living, (state.points_of,)), emit), emit)
    elif state.p1 in doomed:
        _pass_on_token(state, emit)


def _take_out_of_game(state: State, seat: int, emit: Emit | None) -> None:
    """Take a player out of the game, with everything they had."""
    state.box += (*state.hand[seat], *state.played[seat], *state.draw[seat], *state.discard[seat])
    _clear_cards(state, seat)
    state.stock[seat] = NOTHING
    state.acted += any(kind == "action" and owner == seat for kind, owner, _ in state.frames)  # this was their last
    state.frames[1:] = [frame for frame in state.frames[1:] if frame[1] != seat]
    if emit:
        emit("out", "ruling.versus-death", EVERYONE, seat=seat)


def _clear_cards(state: State, seat: int) -> None:
    state.hand[seat] = state.played[seat] = state.draw[seat] = state.discard[seat] = ()
    state.top[seat], state.kept[seat] = 0, ()


def _pass_on_token(state: State, emit: Emit | None) -> None:
    """Pass a dead player's P1 token to the left, or under a ruling to nobody until the night."""
    if state.ruling["ruling.p1-dead"] == "nobody":
        state.p1 = ~state.p1
        return
    state.p1 = state.clockwise(state.p1)[0]
    if emit:
        emit("token", "ruling.p1-dead", EVERYONE, seat=state.p1)


def _respawn(state: State, seat: int, emit: Emit | None) -> None:
    """Put a player back at the start with an empty hand and no points."""
    state.discard[seat] = state.hand[seat] + state.played[seat] + state.discard[seat]
    state.hand[seat] = state.played[seat] = ()
    lost, state.score[seat] = state.score[seat], 0
    state.meeple[seat] = start_or_nearest_tile(state)
    state.lying &= ~(1 << seat)
    state.frames[1:] = [frame for frame in state.frames[1:] if frame[1] != seat or frame[0] in ("act", "action")]
    if emit and lost:
        facts = {"seat": seat, "who": seat, "points": lost, "count": lost, "total": 0}
        emit("loses-points", "ruling.versus-death", EVERYONE, **facts)
    if emit:
        emit("respawns", "ruling.versus-death", EVERYONE, seat=seat, place=state.meeple[seat])


def start_or_nearest_tile(state: State) -> Place:
    """Return the start tile; if it is gone, the nearest face-up tile in the eastmost column that has any."""
    if START in state.up:
        return START
    east = min(column for column, _ in state.up)
    return min((p for p in state.up if p[0] == east), key=lambda place: (abs(place[1] - START[1]), place[1]))
