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
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out
from tabletop_kernel.games.deck_goes_west.jobs import dice_bonus, joined_jobs, under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, Job
from tabletop_kernel.games.deck_goes_west.jobs.sources import has_source, jobs_on
from tabletop_kernel.games.deck_goes_west.land import moving, reachable, revealing, wagon
from tabletop_kernel.games.deck_goes_west.state import State
from tabletop_kernel.toolkit import grid

# Verb -> the rules that allow it.
RULES_ALLOWING_VERB = {
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

ACTION_VERBS = ("job", "buy", "trade", "move", "pass", "end")
STEP_VERBS = ("step", "ride")
TRADE_VERBS = ("cost", "give", "ask", "offer", "carry", "use", "accept", "refuse", "drop")
WAGON_VERBS = ("haul", "take-wagon", "leave-wagon", "ride-along", "stay")
VERBS_THE_GAME_LACKS = ("draw", "untap", "token", "battle", "build")  # moves that people try, though the game has none


def refuse_wrong_moment(state: State, seat: int, move: Move) -> Verdict | None:
    """Refuse a move of the player who decides, if its verb doesn't fit; return None if the verb is unknown."""
    # The most specific reason comes first: a verb that is never a move, then a fact about the very job, battle,
    # wagon or place that the move names, and only then what the open decision asks for, or who would have to ask.
    kind, verb = state.frames[-1][0], str(move[0])
    if verb not in RULES_ALLOWING_VERB and verb not in (*VERBS_THE_GAME_LACKS, "discard"):
        return None
    if verb in VERBS_THE_GAME_LACKS:
        return _refuse_lacking_verb(state, seat, verb)
    if verb in ("commit", "ready") and (kind not in (*UNFINISHED, "rest") or battle.has_rolled(state)):
        return battle.refuse_late_commitment(state, seat)
    if verb == "take-wagon" and (refusal := wagon.refuse_wagon_on_leash(state, seat)):
        return refusal
    if refusal := _refuse_job_beside(state, seat, kind, move):
        return refusal
    if verb in ("step", "ride", "haul") and (refusal := reachable.refuse_destination(state, seat, move)):
        return refusal
    if kind in UNFINISHED:
        return UNFINISHED[kind](state, verb)
    if kind == "rest" and verb in (*ACTION_VERBS, *STEP_VERBS, "commit", "ready"):
        return Verdict("job.when" if verb in ("job", "commit") else "day.actions")
    return _refuse_unasked_answer(state, seat, kind, move)


def _refuse_lacking_verb(state: State, seat: int, verb: str) -> Verdict:
    """Refuse a verb that people try, though the game has no such move."""
    if verb == "untap":
        return Verdict("job.untap" if state.tapped >> seat & 1 else "day.untap")
    if verb == "token":
        return Verdict("turn.token-stays" if state.rules.mode == "versus" else "setup.p1")
    if verb == "battle":
        kind = state.frames[-1][0]
        is_in_battle = kind in UNFINISHED and battle.current_battle(state)
        return UNFINISHED[kind](state, verb) if is_in_battle else battle.refuse_without_battle(state, seat)
    return Verdict("cards.draw" if verb == "draw" else "build.job")


# -- something comes first ---------------------------------------------------------------------------------------------


def _must_do_first(rule: str, what: str) -> Callable[[State, str], Verdict]:
    """Return a function that refuses every verb: first do what this key of WHAT_TEXT says."""
    return lambda state, verb: Verdict(rule, what=what)


def _refuse_before_trade_ends(state: State, verb: str) -> Verdict:
    return trade_offers.refuse_before_trade_ends(state)


def _refuse_before_answer(state: State, verb: str) -> Verdict:
    """Refuse anything but the answer to an invitation to roll."""
    return Verdict("bonus.join", kind=state.frames[-1][2][1])


def _refuse_before_movement_ends(state: State, verb: str) -> Verdict:
    """Refuse anything but the use of movement, or an answer about the tile that it has revealed."""
    _, movement = moving.current_movement(state)
    if movement.tried:
        return moving.refuse_unanswered(movement)
    if verb in ("job", "also"):
        return Verdict("move.pool", what="no-change")
    return Verdict("job.steps", what="the-move")


def _refuse_job_beside(state: State, seat: int, frame_kind: str, move: Move) -> Verdict | None:
    """Refuse a job that doesn't fit the movement or roll under way; return None if the reason is another."""
    job = _named_job(state, seat, move) if frame_kind in ("moving", "bonus") else None
    if job is None:
        return None
    if frame_kind == "bonus":
        is_same_roll = job.is_cooperation and job.final.what in (state.frames[-1][2][0], ANY)
        return Verdict("act.same-final", what="ends-differently") if move[0] == "also" and not is_same_roll else None
    movement = moving.current_movement(state)[1]
    if movement.tried:
        return _refuse_job_for_tile(state, seat, job, move) if move[0] == "job" else None
    if move[0] == "job":
        return None if job.is_movement else Verdict("job.steps", what="the-move")
    return moving.refuse_job_beside(state, movement, job)


def _named_job(state: State, seat: int, move: Move) -> Job | None:
    """Return the job that a player wants to use beside another; None if there is no such job."""
    if move[0] not in ("job", "also") or len(move) != len(("job", "source", "n")):
        return None
    _, source, n = move
    if not isinstance(source, str) or type(n) is not int or not has_source(state, seat, source):
        return None
    jobs_there = jobs_on(state, seat, source)
    return jobs_there[n] if 0 <= n < len(jobs_there) else None


def _refuse_job_for_tile(state: State, seat: int, job: Job, move: Move) -> Verdict | None:
    """Refuse a movement job as an action while a revealed tile waits: it may only be added to the movement."""
    if not job.is_movement:
        return None
    return moving.MOVING.refuse(state, seat, ("more", *move[1:])) or Verdict("job.steps", what="the-tile")


def _refuse_before_job_ends(state: State, verb: str) -> Verdict:
    """Refuse anything but the job under way: other jobs can join only at its last step."""
    _, doing, _ = under_way.current_job(state)
    if verb == "also" and doing.mode == under_way.GATHER:
        return Verdict("act.same-final", what="steps-first")
    return Verdict("job.steps", what="go-on")


def _refuse_before_adding_ends(state: State, verb: str) -> Verdict:
    """Refuse anything but adding jobs; a player who names another job probably wants to add it."""
    return (
        joined_jobs.refuse_while_adding(state, state.frames[-1][1])
        if verb == "job"
        else Verdict("job.steps", what="go-adding")
    )


def _refuse_before_danger(state: State, verb: str) -> Verdict:
    return danger_cards.refuse_before_danger(state)


# Kind of the open decision -> why everything else has to wait for it.
UNFINISHED: dict[str, Callable[[State, str], Verdict]] = {
    "character": _must_do_first("setup.character", "pick"),
    "job": _refuse_before_job_ends,
    "gather": _refuse_before_adding_ends,
    "danger": _refuse_before_danger,
    "bought": lambda state, verb: Verdict("job.buy"),
    "shop": lambda state, verb: Verdict("ruling.buy-combine"),
    "who": _must_do_first("event.must", "who"),
    "moving": _refuse_before_movement_ends,
    "telescope": lambda state, verb: Verdict("scope.one-by-one"),
    "haul": _must_do_first("job.steps", "go-on"),
    "wagon": _must_do_first("ruling.wagon-move", "wagon-asked"),
    "crew": lambda state, verb: Verdict("ruling.wagon-crew"),
    "commit": _must_do_first("battle.commit", "commit-now"),
    "dice-kind": _must_do_first("job.steps", "the-roll"),
    "bonus": _must_do_first("job.steps", "the-roll"),
    "invited": _refuse_before_answer,
    "trade": _refuse_before_trade_ends,
    "offered": _refuse_before_trade_ends,
    "carry": _must_do_first("job.steps", "the-carry"),
}


# -- nothing is under way ----------------------------------------------------------------------------------------------


def _refuse_unasked_answer(state: State, seat: int, kind: str, move: Move) -> Verdict | None:
    """Refuse an answer that nothing has asked for; return None for a verb without such a refusal."""
    verb = str(move[0])
    if verb in ("discard", "keep", "scrap") or (verb == "drop" and len(move) > 1):
        return _refuse_throwing_away(state, seat, kind, move)
    if verb in TRADE_VERBS:
        return trade_offers.refuse_without_trade(state)
    if verb in WAGON_VERBS and state.wagon is None:
        return Verdict("event.wagon")
    if verb in STEP_VERBS:
        return _refuse_without_movement(state, seat, move)
    if verb not in REFUSAL_WHEN_UNASKED:
        return None
    rule, what = REFUSAL_WHEN_UNASKED[verb]
    return Verdict(rule, what=what) if what else Verdict(rule)


def _refuse_without_movement(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a step or ride without movement in use, and say where movement comes from."""
    place = revealing.read_place(move[1:3])
    is_far = move[0] == "step" and place is not None and grid.steps(state.meeple[seat], place) > 1
    what = "none-kept" if moving.can_use_kept(state, seat) else "none-far" if is_far else "none-yet"
    return Verdict("move.pool", what=what)


def _refuse_throwing_away(state: State, seat: int, kind: str, move: Move) -> Verdict:
    """Refuse to get rid of a card without a job or rule that says so."""
    card = move[1] if len(move) > 1 else ""
    if card in state.hand[seat] and state.is_danger(str(card)):
        return Verdict("day.no-danger-discard" if kind == "rest" else "job.danger-stuck", card=card)
    if move[0] == "scrap":
        return Verdict("job.everywhere", what="scrap-how") if card in state.hand[seat] else Verdict("cards.scrap")
    if kind == "rest" and card not in state.hand[seat]:
        return Verdict("cards.discard", card=card)
    return Verdict("day.discard", what="drop-it" if kind == "rest" else "not-yet")


# Verb -> the rule that refuses it when nothing has asked for it, and a key of WHAT_TEXT if the rule needs one.
REFUSAL_WHEN_UNASKED: dict[str, tuple[str, str]] = {
    "x": ("job.everywhere", "x-how"),
    **dict.fromkeys(("pay", "gain", "type"), ("job.everywhere", "choice-how")),
    "reveal": ("job.everywhere", "reveal-how"),
    **dict.fromkeys(("also", "go"), ("act.same-final", "none-begun")),
    "stop": ("move.free-stop", ""),
    **dict.fromkeys(("enter", "decline"), ("reveal.decline", "")),
    **dict.fromkeys(("invite", "join", "roll"), ("bonus.when", "")),
    **dict.fromkeys(("haul", "take-wagon", "leave-wagon"), ("ruling.wagon-move", "wagon-at-rest")),
    **dict.fromkeys(("ride-along", "stay"), ("ruling.wagon-crew", "")),
    "more": ("reveal.more-jobs", "more-no-tile"),
    "put": ("cards.gain", "none-gained"),
    "who": ("event.must", "no-event"),
    "character": ("setup.character", "picked"),
}


# -- another seat decides, or nobody -----------------------------------------------------------------------------------


def refuse_unasked_seat(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a move of a seat that isn't asked to decide."""
    kind, owner, _ = state.frames[-1]
    if state.dead >> seat & 1:
        return Verdict("goal.lose-death", seat=seat)
    if move[0] in ("commit", "ready") and battle.is_left_out(state, seat):
        return Verdict("ruling.battle-others")
    if move[0] in ("commit", "ready") and battle.is_elsewhere(state, seat):
        return Verdict("battle.commit", what="far-off")
    if move[0] in ("also", "join") and dice_bonus.has_joined(state, seat):
        return Verdict("ruling.bonus-several")
    if kind == "act" and state.passed >> seat & 1:  # only versus has turns, so a team needs another rule
        return Verdict("turn.until-passed" if state.rules.mode == "versus" else "ruling.pass-final")
    by_turns = state.rules.mode == "versus" and state.active not in (ANYONE, seat)
    if by_turns and day.has_just_begun_day(state, seat):
        return Verdict("turn.p1-first")
    if by_turns and kind == "act":
        return Verdict("versus.clockwise", seat=owner)
    return Verdict("table.wait")


def refuse_after_end(state: State) -> Verdict:
    """Refuse any move after the end, citing the ruling or the rule that ended the game."""
    assert state.result is not None
    rule = state.result.rule
    if rule == "reveal.run-out":
        return Verdict("ruling.no-tiles-left")
    if rule == "versus.day-end" and not can_days_run_out(state.rules):
        return Verdict("ruling.bandit-tracker", count=MOST_DAYS)
    if rule == "goal.lose-death":
        versus = state.rules.mode == "versus"
        return (
            Verdict("ruling.versus-death", count=len(state.living_seats()))
            if versus
            else Verdict("ruling.danger-empty")
        )
    return Verdict(rule)
