"""Refusals for any move that has nothing to do with the current decision."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west import battle
from tabletop_kernel.games.deck_goes_west.cards import danger_cards, trade_offers
from tabletop_kernel.games.deck_goes_west.components import MOST_DAYS
from tabletop_kernel.games.deck_goes_west.days import day
from tabletop_kernel.games.deck_goes_west.days.phases import days_run_out
from tabletop_kernel.games.deck_goes_west.jobs import dice_bonus, joined_jobs, under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, Job
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on, within_reach
from tabletop_kernel.games.deck_goes_west.land import moving, reachable, revealing, wagon
from tabletop_kernel.games.deck_goes_west.state import State
from tabletop_kernel.toolkit import grid

AT_REST = ("act", "rest", "character")  # decisions when nothing is under way

# The rules that allow each verb.
ALLOWED_BY = {
    "character": ("setup.character",),
    "job": ("act.job", "job.everywhere", "job.when", "job.mission", "job.tap", "job.item", "job.land"),
    "also": ("act.same-final",),
    "go": ("act.same-final", "move.pool"),
    "buy": ("act.buy", "job.buy"),
    "put": ("job.buy", "cards.gain", "night.exhaustion"),
    "x": ("x.choose", "x.same"),
    "pay": ("res.pay", "res.any-same"),
    "gain": ("res.gain", "res.any-separate"),
    "discard": ("cards.discard", "cards.item-any", "cards.colour", "cards.danger-type", "job.item-other"),
    "scrap": ("cards.scrap", "cards.scrap-home", "cards.danger-type"),
    "type": ("cards.danger-type",),
    "step": ("move.cardinal", "move.onto", "move.pool", "move.face-down-ok"),
    "enter": ("reveal.by-move", "move.onto"),
    "more": ("reveal.more-jobs",),
    "decline": ("reveal.decline", "reveal.decline-cost"),
    "ride": ("train.move", "train.between", "train.combine"),
    "stop": ("move.free-stop",),
    "move": ("ruling.unused-movement",),
    "reveal": ("scope.range", "scope.one-by-one"),
    "haul": ("event.wagon", "ruling.wagon-move"),
    "ride-along": ("ruling.wagon-crew",),
    "stay": ("ruling.wagon-crew",),
    "take-wagon": ("ruling.wagon-move",),
    "leave-wagon": ("ruling.wagon-move",),
    "commit": ("battle.commit", "battle.jobs"),
    "ready": ("battle.commit",),
    "invite": ("bonus.when", "bonus.invite"),
    "roll": ("dice.worth",),
    "join": ("bonus.join",),
    "trade": ("trade.modes", "trade.where"),
    "cost": ("trade.cost",),
    "give": ("trade.goods",),
    "ask": ("trade.goods",),
    "carry": ("trade.move",),
    "offer": ("trade.goods",),
    "use": ("trade.move",),
    "drop": ("day.discard", "trade.goods"),
    "keep": ("day.discard",),
    "accept": ("trade.goods",),
    "refuse": ("trade.goods", "bonus.invite"),
    "who": ("event.must",),
    "end": ("turn.one-or-two",),
    "pass": ("day.actions", "turn.until-passed"),
}

ACTIONS = ("job", "buy", "trade", "move", "pass", "end")
GOING = ("step", "ride")
TRADE = ("cost", "give", "ask", "offer", "carry", "use", "accept", "refuse", "drop")
WAGON = ("haul", "take-wagon", "leave-wagon", "ride-along", "stay")
NEVER = ("draw", "untap", "token", "battle", "build")  # moves that people try, though the game has none


def elsewhere(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why the player who decides can't do this now; None if the verb is unknown."""
    kind, verb = state.frames[-1][0], str(move[0])
    if verb not in ALLOWED_BY and verb not in (*NEVER, "discard"):
        return None
    if verb in NEVER:
        return _never(state, seat, verb)
    if verb in ("commit", "ready") and (kind not in (*FIRST, "rest") or battle.rolled(state)):
        return battle.too_late(state, seat)
    if verb == "take-wagon" and (wrong := wagon.held_back(state, seat)):
        return wrong
    if wrong := _job_beside(state, seat, kind, move):
        return wrong
    if verb in ("step", "ride", "haul") and (wrong := reachable.not_there(state, seat, move)):
        return wrong
    if kind in FIRST:
        return FIRST[kind](state, verb)
    if kind == "rest" and verb in (*ACTIONS, *GOING, "commit", "ready"):
        return Verdict("job.when" if verb in ("job", "commit") else "day.actions")
    return _nothing_begun(state, seat, kind, move)


def _never(state: State, seat: int, verb: str) -> Verdict:
    """Return why this verb is never a move."""
    if verb == "untap":
        return Verdict("job.untap" if state.tapped >> seat & 1 else "day.untap")
    if verb == "token":
        return Verdict("turn.token-stays" if state.rules.mode == "versus" else "setup.p1")
    if verb == "battle":
        kind = state.frames[-1][0]
        fought = kind in FIRST and battle.current(state)
        return FIRST[kind](state, verb) if fought else battle.no_fight(state, seat)
    return Verdict("cards.draw" if verb == "draw" else "build.job")


# -- something comes first ---------------------------------------------------------------------------------------------


def _first(rule: str, what: str) -> Callable[[State, str], Verdict]:
    return lambda state, verb: Verdict(rule, what=what)


def _trade_first(state: State, verb: str) -> Verdict:
    return trade_offers.comes_first(state)


def _answer_first(state: State, verb: str) -> Verdict:
    return Verdict("bonus.join", kind=state.frames[-1][2][1])


def _movement_first(state: State, verb: str) -> Verdict:
    _, under_way = moving.current(state)
    if under_way.tried:
        return moving.unanswered(under_way)
    if verb in ("job", "also"):
        return Verdict("move.pool", what="no-change")
    return Verdict("job.steps", what="the-move")


def _job_beside(state: State, seat: int, kind: str, move: Move) -> Verdict | None:
    """Return why a job doesn't fit the movement or roll under way; None if something else is wrong."""
    job = _named_job(state, seat, move) if kind in ("moving", "bonus") else None
    if job is None:
        return None
    if kind == "bonus":
        same = job.is_cooperation and job.final.what in (state.frames[-1][2][0], ANY)
        return Verdict("act.same-final", what="ends-differently") if move[0] == "also" and not same else None
    under_way = moving.current(state)[1]
    if under_way.tried:
        return _job_for_tile(state, seat, job, move) if move[0] == "job" else None
    if move[0] == "job":
        return None if job.is_movement else Verdict("job.steps", what="the-move")
    return moving.not_beside(state, under_way, job)


def _named_job(state: State, seat: int, move: Move) -> Job | None:
    """Return the job that a player wants to use beside another; None if there is no such job."""
    if move[0] not in ("job", "also") or len(move) != len(("job", "source", "n")):
        return None
    _, source, n = move
    if not isinstance(source, str) or type(n) is not int or not within_reach(state, seat, source):
        return None
    jobs = jobs_on(state, seat, source)
    return jobs[n] if 0 <= n < len(jobs) else None


def _job_for_tile(state: State, seat: int, job: Job, move: Move) -> Verdict | None:
    """Return why a movement job for a revealed tile isn't an action: it may only be added to the movement."""
    if not job.is_movement:
        return None
    return moving.MOVING.refuse(state, seat, ("more", *move[1:])) or Verdict("job.steps", what="the-tile")


def _job_first(state: State, verb: str) -> Verdict:
    """Return why the job under way comes first: other jobs can join only at its last step."""
    _, doing, _ = under_way.current(state)
    if verb == "also" and doing.mode == under_way.GATHER:
        return Verdict("act.same-final", what="steps-first")
    return Verdict("job.steps", what="go-on")


def _added_first(state: State, verb: str) -> Verdict:
    """Return why combining jobs comes first; a player who names another job probably wants to add it."""
    return (
        joined_jobs.add_or_go(state, state.frames[-1][1]) if verb == "job" else Verdict("job.steps", what="go-adding")
    )


def _danger_first(state: State, verb: str) -> Verdict:
    return danger_cards.wrong_pile(state)


FIRST: dict[str, Callable[[State, str], Verdict]] = {
    "character": _first("setup.character", "pick"),
    "job": _job_first,
    "gather": _added_first,
    "danger": _danger_first,
    "bought": lambda state, verb: Verdict("job.buy"),
    "shop": lambda state, verb: Verdict("ruling.buy-combine"),
    "who": _first("event.must", "who"),
    "moving": _movement_first,
    "telescope": lambda state, verb: Verdict("scope.one-by-one"),
    "haul": _first("job.steps", "go-on"),
    "wagon": _first("ruling.wagon-move", "wagon-asked"),
    "crew": lambda state, verb: Verdict("ruling.wagon-crew"),
    "commit": _first("battle.commit", "commit-now"),
    "dice-kind": _first("job.steps", "the-roll"),
    "bonus": _first("job.steps", "the-roll"),
    "invited": _answer_first,
    "trade": _trade_first,
    "offered": _trade_first,
    "carry": _first("job.steps", "the-carry"),
}


# -- nothing is under way ----------------------------------------------------------------------------------------------


def _nothing_begun(state: State, seat: int, kind: str, move: Move) -> Verdict | None:
    """Return why an answer doesn't fit when nothing has asked for it."""
    verb = str(move[0])
    if verb in ("discard", "keep", "scrap") or (verb == "drop" and len(move) > 1):
        return _thrown_away(state, seat, kind, move)
    if verb in TRADE:
        return trade_offers.none_begun(state)
    if verb in WAGON and state.wagon is None:
        return Verdict("event.wagon")
    if verb in GOING:
        return _no_movement(state, seat, move)
    return UNASKED[verb]


def _no_movement(state: State, seat: int, move: Move) -> Verdict:
    """Return where movement comes from, to a player who has none in use."""
    place = revealing.read_place(move[1:3])
    far = move[0] == "step" and place is not None and grid.steps(state.meeple[seat], place) > 1
    what = "none-kept" if moving.can_go_on(state, seat) else "none-far" if far else "none-yet"
    return Verdict("move.pool", what=what)


def _thrown_away(state: State, seat: int, kind: str, move: Move) -> Verdict:
    """Return why a player can't get rid of a card without a job or rule that says so."""
    card = move[1] if len(move) > 1 else ""
    if card in state.hand[seat] and state.is_danger(str(card)):
        return Verdict("day.no-danger-discard" if kind == "rest" else "job.danger-stuck", card=card)
    if move[0] == "scrap":
        return Verdict("job.everywhere", what="scrap-how") if card in state.hand[seat] else Verdict("cards.scrap")
    if kind == "rest" and card not in state.hand[seat]:
        return Verdict("cards.discard", card=card)
    return Verdict("day.discard", what="drop-it" if kind == "rest" else "not-yet")


UNASKED = {
    "x": Verdict("job.everywhere", what="x-how"),
    **dict.fromkeys(("pay", "gain", "type"), Verdict("job.everywhere", what="choice-how")),
    "reveal": Verdict("job.everywhere", what="reveal-how"),
    **dict.fromkeys(("also", "go"), Verdict("act.same-final", what="none-begun")),
    "stop": Verdict("move.free-stop"),
    **dict.fromkeys(("enter", "decline"), Verdict("reveal.decline")),
    **dict.fromkeys(("invite", "join", "roll"), Verdict("bonus.when")),
    **dict.fromkeys(("haul", "take-wagon", "leave-wagon"), Verdict("ruling.wagon-move", what="wagon-at-rest")),
    **dict.fromkeys(("ride-along", "stay"), Verdict("ruling.wagon-crew")),
    "more": Verdict("reveal.more-jobs", what="more-no-tile"),
    "put": Verdict("cards.gain", what="none-gained"),
    "who": Verdict("event.must", what="no-event"),
    "character": Verdict("setup.character", what="picked"),
}


# -- another seat decides, or nobody -----------------------------------------------------------------------------------


def not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Return why a seat that isn't deciding can't do this."""
    kind, owner, _ = state.frames[-1]
    if state.dead >> seat & 1:
        return Verdict("goal.lose-death", seat=seat)
    if move[0] in ("commit", "ready") and battle.left_out(state, seat):
        return Verdict("ruling.battle-others")
    if move[0] in ("commit", "ready") and battle.elsewhere(state, seat):
        return Verdict("battle.commit", what="far-off")
    if move[0] in ("also", "join") and dice_bonus.has_joined(state, seat):
        return Verdict("ruling.bonus-several")
    if kind == "act" and state.passed >> seat & 1:  # only versus has turns, so a team needs another rule
        return Verdict("turn.until-passed" if state.rules.mode == "versus" else "ruling.pass-final")
    by_turns = state.rules.mode == "versus" and state.active not in (ANYONE, seat)
    if by_turns and day.has_begun(state, seat):
        return Verdict("turn.p1-first")
    if by_turns and kind == "act":
        return Verdict("versus.clockwise", seat=owner)
    return Verdict("table.wait")


def over(state: State) -> Verdict:
    """Return why the game is over: the ruling, if a ruling ended it."""
    assert state.result is not None
    rule = state.result.rule
    if rule == "reveal.run-out":
        return Verdict("ruling.no-tiles-left")
    if rule == "versus.day-end" and not days_run_out(state.rules):
        return Verdict("ruling.bandit-tracker", count=MOST_DAYS)
    if rule == "goal.lose-death":
        versus = state.rules.mode == "versus"
        return Verdict("ruling.versus-death", count=len(state.living())) if versus else Verdict("ruling.danger-empty")
    return Verdict(rule)
