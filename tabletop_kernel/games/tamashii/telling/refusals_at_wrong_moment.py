"""Refusals of moves at the wrong moment by a rule of their own, which says more than the order of a turn."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.modes import living_city, solo_bot, versus_goals
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.phases import activity, order_of_turn
from tabletop_kernel.games.tamashii.state import State

FIGURE_STEPS = ("move", "district", "launch", "combat", "activity")  # frames of steps in which a figure is used
STEPS_WITH_EFFECT_LEFT = (("move",), ("district",), ("activity",))  # steps that may have nothing left but an effect
RULE_BY_SETUP_CHOICE = {
    "first": "scen.first-player",
    "board": "setup.board",
    "class": "setup.class",
    "protocol": "setup.protocol",
    "start": "comp.start-tiles",
}
SKIPPED_IN_PROLOGUE = {"class": "classes", "protocol": "learning protocols"}  # in the prologue
TRIED_RULE = "ruling.quest.attempts"
PLACE_RULES = ("quest.activity", "test.group-where", "comp.quest")  # rules that say where something is done


def refuse_by_own_rule(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why the deciding player can't do this now, or None if the order of the turn is the reason."""
    verb = str(move[0])
    if verb in RULE_BY_SETUP_CHOICE:
        return _why_no_draft(state, seat, verb)
    if verb == "battery" and not any(frame[0] in FIGURE_STEPS and frame[1] in (seat, -1) for frame in state.frames):
        return (
            solo_bot.why_too_late(state, seat)
            if order_of_turn.step_at(state)[:1] in STEPS_WITH_EFFECT_LEFT
            else solo_bot.why_no_figure(state, seat)
        )
    if verb == "side":
        return Verdict("catie.side")
    if (
        verb == "district"
        and living_city.DRAWN_MARK in state.used[seat]
        and state.phase == "action"
        and state.active == seat
    ):
        return Verdict("city.event", what="instead")
    return None


def _why_no_draft(state: State, seat: int, verb: str) -> Verdict:
    """Return why a setup choice isn't open now: it is already made, comes later, or isn't part of this game."""
    versus = state.rules.mode == "versus"
    if verb == "first" and state.rules.mode == "solo":
        return Verdict("solo.first")
    if verb == "protocol" and versus:
        return Verdict("comp.no-protocols")
    if verb in SKIPPED_IN_PROLOGUE and state.rules.prologue:
        return Verdict("setup.prologue-skips", what=SKIPPED_IN_PROLOGUE[verb])
    if state.turn == 0 and not _has_chosen(state, seat, verb):
        return Verdict("table.form", problem="answer the current question first")
    return Verdict("comp.first" if verb == "first" and versus else RULE_BY_SETUP_CHOICE[verb])


def _has_chosen(state: State, seat: int, verb: str) -> bool:
    """Tell if a player has already made this setup choice."""
    chosen = {"board": state.walker[seat], "class": state.classes[seat], "protocol": state.protocol[seat]}
    return bool(chosen.get(verb, verb == "first" or state.rules.mode != "versus"))


def refuse_on_own_turn_too(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why a player couldn't do this on their turn either (already tried, wrong place), or None."""
    verb = str(move[0])
    if state.phase != "quest" or not has_arguments(move, 1) or state.is_out(seat):
        return None
    refusal = None
    if verb == "act" and type(move[1]) is int:
        refusal = activity.refuse_activity(state, seat, move[1])
    elif verb == "attempt" and state.rules.mode == "versus":
        refusal = versus_goals.refuse_goal_test(state, seat, str(move[1]))
    if refusal is None or refusal.rule == TRIED_RULE:
        return refusal
    return refusal if refusal.rule in PLACE_RULES and refusal.facts.get("what") == "where" else None
