"""Refusals of moves that have nothing to do with the current decision."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import CORRUPTED
from tabletop_kernel.games.tamashii.fighting import combat
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.modes import solo_bot
from tabletop_kernel.games.tamashii.phases import district, moving, order_of_turn
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import current_question, refusals_at_wrong_moment

RESTING_DECISIONS = (
    "plan",
    "move",
    "district",
    "launch",
    "activity",
    "goals",
    "first",
    "board",
    "class",
    "protocol",
    "start",
)

# The rules that allow each verb.
RULES_BY_VERB: dict[str, tuple[str, ...]] = {
    "first": ("scen.first-player", "comp.first"),
    "board": ("setup.board",),
    "class": ("setup.class",),
    "protocol": ("setup.protocol",),
    "start": ("comp.start-tiles",),
    "slide": ("prog.slide", "prog.moves", "kw.program"),
    "switch": ("prog.switch", "prog.moves", "kw.program"),
    "discard-token": ("upg.mem-discard", "asset.memory-uses", "upg.mem-repeat"),
    "gain-token": ("upg.mem-gain", "asset.memory-uses", "upg.mem-repeat"),
    "equip": ("upg.mem-equip", "aug.equip"),
    "upgrade": ("upg.exp-cost", "upg.exp-integrity", "upg.exp-unlock", "upg.exp-open", "upg.exp-augment", "catie.buy"),
    "keep": ("upg.exp-augment", "asset.reroll-where"),
    "trade": ("upg.trade",),
    "give": ("upg.trade",),
    "ask": ("upg.trade",),
    "propose": ("upg.trade",),
    "drop": ("upg.trade",),
    "accept": ("upg.trade",),
    "decline": (),  # a trade, or the offer of an effect
    "use": ("aug.timing", "body.ability"),
    "learn": ("learn.anytime", "learn.order"),
    "diary": ("diary.one",),
    "anytime": ("aug.timing",),
    "move": ("move.range",),
    "stay": ("move.optional",),
    "bot-move": ("solo.bot-move", "solo.bot-free"),
    "battery": ("solo.bot-use", "solo.bot-per-step"),
    "go": ("kw.move-effect",),
    "no-go": ("kw.move-effect",),
    "bot-go": ("solo.bot-move",),
    "reward": ("explore.token-first",),
    "district": ("district.optional",),
    "no-district": ("district.optional",),
    "event": ("city.event",),
    "heist": ("city.heist-start",),
    "no-heist": ("city.heist-start",),
    "pay": ("city.heist-start",),
    "no-pay": ("city.heist-start",),
    "more": ("city.heist-on",),
    "stop": ("city.heist-on",),
    "lose": ("ruling.city.fail",),
    "launch": ("launch.any-number", "launch.one-by-one"),
    "dump-corrupted": ("ruling.launch.corrupted-when",),
    "inari": ("inari.launch",),
    "no-inari": ("inari.launch",),
    "hand-over": ("comp.pvp",),
    "discard-enemy": ("comp.pvp",),
    "power": ("combat.power", "asset.power-timing"),
    "roll": ("combat.roll", "test.contribute"),
    "frame": ("combat.player-frame",),
    "pass": ("combat.alternate",),
    "end": ("combat.end-done",),
    "shield": ("combat.shield", "asset.shield-one", "asset.shield-all-in"),
    "suffer": ("asset.shield-optional",),
    "fall": ("reset.trigger",),
    "shelter": ("reset.shelter",),
    "reroll": ("asset.reroll-one", "asset.reroll-where"),
    "again": ("asset.reroll-one", "asset.reroll-once"),
    "take-back": ("asset.reroll-one", "test.optional", "upg.trade"),
    "act": ("quest.activity",),
    "attempt": ("comp.quest",),
    "put": ("test.contribute",),
    "leave": ("test.optional",),
    "do": (),  # these three answer an effect, and its events name its rule
    "choose": (),
    "player": (),
    "dump": ("data.dump",),
    "discard": ("data.discard",),
    "line": ("data.dump",),
    "swap": ("data.dump", "body.inhabit-swap"),
    "type": ("data.gain",),
    "core": ("data.core-change",),
    "unlock": ("kw.unlock",),
    "place": ("kw.prepare",),
    "side": ("catie.side",),
    "asset": ("asset.gain",),
    "take-asset": ("comp.pvp",),
    "tile": ("kw.reveal",),
    "pull": ("aug.timing",),
    "next": ("aug.timing",),
    "bury": ("aug.timing",),
    "return": ("quest.activity",),
    "take": ("ruling.body.keyword",),
    "die": ("asset.reroll-others",),
    "frame-again": ("combat.player-frame",),
    "part-with": ("body.two",),
    "active": ("ruling.body.new-active",),
    "done": ("prog.optional", "launch.any-number"),
}

UPGRADE_VERBS = ("discard-token", "gain-token", "equip", "upgrade", "trade")
TRADE_VERBS = ("give", "ask", "propose", "drop", "accept", "decline")
PROGRAM_VERBS = ("slide", "switch")
MOVE_VERBS = ("move", "stay", "bot-move")
DISTRICT_VERBS = ("district", "no-district", "event")
LAUNCH_VERBS = ("launch", "inari", "no-inari")
LAUNCH_FRAMES = ("launched", "launch-effect", "after-launch", "breaks")  # frames of a pattern being resolved
COMBAT_VERBS = ("frame", "pass", "end")
REROLL_VERBS = ("reroll", "again")

# The only phase in which a verb is possible.
PHASE_BY_VERB = {
    **dict.fromkeys((*UPGRADE_VERBS, *TRADE_VERBS, *PROGRAM_VERBS), "planning"),
    **dict.fromkeys((*MOVE_VERBS, *DISTRICT_VERBS), "action"),
    **dict.fromkeys(COMBAT_VERBS, "combat"),
    **dict.fromkeys(("act", "attempt"), "quest"),
}

# Answers to a question that isn't asked now, with the rule on such questions.
RULE_OF_UNASKED_ANSWER = {
    "suffer": "combat.shield",
    "fall": "reset.trigger",
    "shelter": "reset.shelter",
    "inari": "inari.launch",
    "no-inari": "inari.launch",
    "hand-over": "pattern.hack-repel",
    "discard-enemy": "pattern.hack-repel",
    "reward": "explore.token-first",
    "do": "launch.dump-then-effect",
    "choose": "launch.dump-then-effect",
    "player": "launch.dump-then-effect",
    "leave": "test.optional",
    "put": "test.optional",
    "dump": "data.dump",
    "line": "data.dump",
    "swap": "data.dump",
    "discard": "data.discard",
    "type": "data.gain",
    "core": "data.core-change",
    "unlock": "kw.unlock",
    "place": "kw.prepare",
    "go": "kw.move-effect",
    "no-go": "kw.move-effect",
    "bot-go": "kw.move-effect",
    "tile": "kw.reveal",
    "asset": "asset.gain",
    "take-asset": "asset.gain",
    "pull": "aug.timing",
    "next": "aug.timing",
    "bury": "aug.timing",
    "return": "quest.activity",
    "take": "body.inhabit-swap",
    "active": "body.two",
    "part-with": "body.two",
    "die": "asset.reroll-others",
    "frame-again": "frame.once",
}

# Answers whose rule has just one thing to say.
RULE_WITHOUT_CASE = {
    "side": "catie.side",
    **dict.fromkeys(("heist", "no-heist"), "city.heist-start"),
    **dict.fromkeys(("pay", "no-pay", "more", "stop", "lose"), "city.event"),
}


def refuse_here_and_now(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why the deciding player can't do this now: it is the wrong time, or something else comes first."""
    verb = str(move[0])
    if verb not in RULES_BY_VERB:
        return None
    if refusal := refusals_at_wrong_moment.refuse_by_own_rule(state, seat, move) or _refuse_phase(state, seat, verb):
        return refusal
    if refusal := _refuse_step(state, seat, verb):
        return refusal
    kind = state.frames[-1][0]
    if kind in RESTING_DECISIONS or kind == "combat":
        return _why_not_now(state, seat, move)
    return current_question.why_question_comes_first(state)


def _refuse_phase(state: State, seat: int, verb: str) -> Verdict | None:
    """Return why a verb belongs to another phase, or None."""
    if not state.phase:
        return Verdict("upg.when" if verb in UPGRADE_VERBS else "turn.phases")
    if verb in LAUNCH_VERBS and not _is_underway(state, seat, "launch"):
        return Verdict("launch.only-here")
    if state.phase == PHASE_BY_VERB.get(verb, state.phase) or (
        verb in PROGRAM_VERBS and _is_underway(state, seat, "program")
    ):
        return None
    return Verdict("upg.when") if verb in (*UPGRADE_VERBS, *TRADE_VERBS) else Verdict("turn.phases")


def _refuse_step(state: State, seat: int, verb: str) -> Verdict | None:
    """Return why a verb belongs to another step, or None."""
    kind, _, data = state.frames[-1]
    if verb == "launch" and any(frame[0] in LAUNCH_FRAMES for frame in state.frames):
        return Verdict("launch.one-by-one")
    if kind == "roll" and data[0] == "trace" and verb in PROGRAM_VERBS:
        return Verdict("plan.steps")
    if kind == "roll" and data[0] == "attack" and verb in COMBAT_VERBS:
        return Verdict("combat.order")
    return None


def _is_underway(state: State, seat: int, step: str) -> bool:
    """Tell if a player's step has begun and waits for frames above it."""
    return any(frame[:2] == (step, seat) for frame in state.frames)


# -- nothing is under way ----------------------------------------------------------------------------------------------


def _why_not_now(state: State, seat: int, move: Move) -> Verdict:
    """Return why a move of this phase, or of any, isn't possible in this step."""
    verb = str(move[0])
    if verb == "take-back":
        verb = str(move[1]) if len(move) > 1 and move[1] in ("give", "ask", "put") else "reroll"
    if verb in MOVE_VERBS:
        return (moving.refuse_second_move(state, seat) if verb != "bot-move" else None) or Verdict("act.order")
    if verb in DISTRICT_VERBS:
        return district.why_too_late(state, seat) if verb == "district" else Verdict("act.order")
    if verb == "swap" and len(move) == 1:
        return Verdict("body.inhabit-swap", what="unasked swap-bodies")
    if verb == "keep" and len(move) > 1:
        return Verdict("upg.exp-augment")
    if verb in ("dump-corrupted", "battery", "use", "roll", "act", "attempt"):
        return _REFUSAL_BY_VERB[verb](state, seat, move)
    if verb == "keep":
        return (
            current_question.why_question_comes_first(state)
            if state.frames[-1][0] == "combat"
            else Verdict("asset.reroll-where")
        )
    if verb in REROLL_VERBS:
        return _why_no_roll(state, seat, move)
    if verb in RULE_OF_UNASKED_ANSWER:
        return Verdict(RULE_OF_UNASKED_ANSWER[verb], what=f"unasked {verb}")
    if verb in RULE_WITHOUT_CASE:
        return Verdict(RULE_WITHOUT_CASE[verb])
    fixed = {"power": "asset.power-timing", "shield": "asset.shield-one"}
    if verb in TRADE_VERBS:
        return Verdict("upg.trade", what="trade-none")
    return Verdict(fixed[verb]) if verb in fixed else current_question.why_question_comes_first(state)


def _why_no_roll(state: State, seat: int, move: Move) -> Verdict:
    """Return why no roll can be changed: it was rerolled already, or it is too late."""
    return combat.refuse_late_reroll(state, seat, move) or Verdict("asset.reroll-one", what="none")


def _why_no_battery(state: State, seat: int, move: Move) -> Verdict:
    return solo_bot.refuse_battery(state, seat) or Verdict("turn.phases")


def _why_no_use(state: State, seat: int, move: Move) -> Verdict:
    return abilities.refuse_use(state, seat, move, ()) or Verdict("aug.timing")


def _why_no_dump(state: State, seat: int, move: Move) -> Verdict:
    if state.ruling["ruling.launch.corrupted-when"] != "end":
        return Verdict("launch.dump-corrupted", what="no-launch-step")
    lies = CORRUPTED in state.grid[seat]
    return Verdict("ruling.launch.corrupted-when") if lies else Verdict("launch.dump-corrupted", what="none-lies")


def _why_no_dice(state: State, seat: int, move: Move) -> Verdict:
    """Return why there is nothing to roll for."""
    return Verdict("test.optional", what="unasked put") if state.phase == "quest" else _wrong_phase_verdict()


def _why_no_activity(state: State, seat: int, move: Move) -> Verdict:
    return Verdict("turn.phases") if move[0] == "act" else Verdict("comp.quest")


def _wrong_phase_verdict() -> Verdict:
    return Verdict("turn.phases")


_REFUSAL_BY_VERB = {
    "dump-corrupted": _why_no_dump,
    "battery": _why_no_battery,
    "use": _why_no_use,
    "roll": _why_no_dice,
    "act": _why_no_activity,
    "attempt": _why_no_activity,
}


# -- others ------------------------------------------------------------------------------------------------------------


def why_not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Return why a player who isn't deciding can't do this."""
    kind, owner, _ = state.frames[-1]
    if state.is_out(seat):
        return Verdict("reset.skip-phase")
    if refusal := refusals_at_wrong_moment.refuse_on_own_turn_too(state, seat, move):
        return refusal
    if state.phase == "combat" and move[0] in (*COMBAT_VERBS, "roll", "power") and not state.enemies[seat]:
        return Verdict("combat.skip")
    if kind == "plan":
        return Verdict("plan.simultaneous", seat=owner if owner != ANYONE else state.first)
    own_turn = state.phase not in ("", "planning") and order_of_turn.step_at(state)[:1] not in ((), ("window",))
    if state.rules.mode == "versus" and own_turn and owner == state.active != seat:
        return Verdict("comp.order", seat=owner)
    return Verdict("table.wait")


def why_over(state: State) -> Verdict:
    """Return a verdict with the rule that ended the game."""
    assert state.result is not None
    return Verdict(state.result.rule)
