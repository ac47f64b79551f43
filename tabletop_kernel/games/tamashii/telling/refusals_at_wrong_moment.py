"""Refusals of moves at the wrong moment by a rule of their own, which says more than the order of a turn."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.modes import living_city, solo_bot, versus_goals
from tabletop_kernel.games.tamashii.phases import activity, order_of_turn
from tabletop_kernel.games.tamashii.state import State

FIGURES = ("move", "district", "launch", "combat", "activity")  # frames of steps in which a figure is used
BEGUN = (("move",), ("district",), ("activity",))  # steps that may have nothing left but an effect
DRAFT = {
    "first": "scen.first-player",
    "board": "setup.board",
    "class": "setup.class",
    "protocol": "setup.protocol",
    "start": "comp.start-tiles",
}
SKIPPED = {"class": "classes", "protocol": "learning protocols"}  # in the prologue
TRIED = "ruling.quest.attempts"
PLACES = ("quest.activity", "test.group-where", "comp.quest")  # rules that say where something is done


def elsewhere(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why the deciding player can't do this now, or None if the order of the turn is the reason."""
    verb = str(move[0])
    if verb in DRAFT:
        return _no_draft(state, seat, verb)
    if verb == "battery" and not any(frame[0] in FIGURES and frame[1] in (seat, -1) for frame in state.frames):
        return (
            solo_bot.too_late(state, seat)
            if order_of_turn.step_at(state)[:1] in BEGUN
            else solo_bot.no_figure(state, seat)
        )
    if verb == "side":
        return Verdict("catie.side")
    if (
        verb == "district"
        and living_city.DRAWN in state.used[seat]
        and state.phase == "action"
        and state.active == seat
    ):
        return Verdict("city.event", what="instead")
    return None


def _no_draft(state: State, seat: int, verb: str) -> Verdict:
    """Return why a setup choice isn't open now: it is already made, comes later, or isn't part of this game."""
    versus = state.rules.mode == "versus"
    if verb == "first" and state.rules.mode == "solo":
        return Verdict("solo.first")
    if verb == "protocol" and versus:
        return Verdict("comp.no-protocols")
    if verb in SKIPPED and state.rules.prologue:
        return Verdict("setup.prologue-skips", what=SKIPPED[verb])
    if state.turn == 0 and not _drafted(state, seat, verb):
        return Verdict("table.form", problem="answer the current question first")
    return Verdict("comp.first" if verb == "first" and versus else DRAFT[verb])


def _drafted(state: State, seat: int, verb: str) -> bool:
    """Tell if a player has already made this setup choice."""
    chosen = {"board": state.walker[seat], "class": state.classes[seat], "protocol": state.protocol[seat]}
    return bool(chosen.get(verb, verb == "first" or state.rules.mode != "versus"))


def not_yours(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why a player couldn't do this on their turn either (already tried, wrong place), or None."""
    verb = str(move[0])
    if state.phase != "quest" or len(move) != len(("verb", "what")) or state.is_out(seat):
        return None
    wrong = None
    if verb == "act" and type(move[1]) is int:
        wrong = activity.refused(state, seat, move[1])
    elif verb == "attempt" and state.rules.mode == "versus":
        wrong = versus_goals.refused(state, seat, str(move[1]))
    if wrong is None or wrong.rule == TRIED:
        return wrong
    return wrong if wrong.rule in PLACES and wrong.facts.get("what") == "where" else None
