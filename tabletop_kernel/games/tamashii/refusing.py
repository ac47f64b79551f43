"""Why something is not possible now: for whatever a player may try that has nothing to do with what is decided."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.frames import ANYONE, Decision
from tabletop_kernel.game import Move
from tabletop_kernel.games.tamashii import abilities, turn
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.rulebook import Verdict

AT_REST = ("plan", "move", "district", "launch", "activity", "goals", "first", "board", "class", "protocol", "start")

# Each verb with the rules that give a player this move.
ALLOWED_BY: dict[str, tuple[str, ...]] = {
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
    "decline": ("upg.trade",),
    "use": ("aug.timing", "setup.walker"),
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
    "do": ("launch.dump-then-effect",),
    "choose": ("launch.dump-then-effect",),
    "player": ("launch.dump-then-effect",),
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

UPGRADES = ("discard-token", "gain-token", "equip", "upgrade", "trade")
DRAFT = {
    "first": "scen.first-player",
    "board": "setup.board",
    "class": "setup.class",
    "protocol": "setup.protocol",
    "start": "comp.start-tiles",
}
PROGRAM = ("slide", "switch")
MOVING = ("move", "stay", "bot-move")
DISTRICT = ("district", "no-district", "event")
COMBAT = ("frame", "pass", "end", "power")
WOUNDS = ("shield", "suffer")
REROLLS = ("reroll", "again")
# The phases of whatever is a step of its own; all other moves answer a question that somebody has been asked.
PHASES = {
    **dict.fromkeys(PROGRAM, "planning"),
    **dict.fromkeys((*MOVING, *DISTRICT), "action"),
    **dict.fromkeys((*COMBAT, "roll"), "combat"),
    **dict.fromkeys(("act", "attempt"), "quest"),
}
LAUNCHES = ("launched", "launch-effect", "after-launch", "breaks")  # frames of a pattern that is not done with
BOT = ("battery", "bot-move", "bot-go")


def elsewhere(state: State, seat: int, move: Move, decisions: Mapping[str, Decision[State]]) -> Verdict | None:
    """Why the player who decides cannot do this now: something else comes first, or it is not the time for it."""
    verb = str(move[0])
    if verb not in ALLOWED_BY:
        return None
    if any(owner in (seat, ANYONE) and verb in _verbs(decisions, kind) for kind, owner, _ in state.frames[:-1]):
        return _first_things_first(state, verb)
    if verb == "use" and len(move) == len(("use", "name")):
        return abilities.refused(state, seat, str(move[1]))
    return out_of_time(state, seat, verb)


def _verbs(decisions: Mapping[str, Decision[State]], kind: str) -> tuple[str, ...]:
    return decisions[kind].verbs if kind in decisions else ()


def _first_things_first(state: State, verb: str) -> Verdict:
    """The step for it is under way, and waits for what lies on it."""
    if verb == "launch" and any(frame[0] in LAUNCHES for frame in state.frames):
        return Verdict("launch.one-by-one")
    return Verdict("table.form", problem="first comes what is asked now")


def out_of_time(state: State, seat: int, verb: str) -> Verdict:
    """The rule by which a verb does not belong to this moment."""
    if verb in DRAFT:
        return _no_draft(state, seat, verb)
    if verb in BOT and state.rules.mode != "solo":
        return Verdict("solo.bot-start")
    if verb in ("launch", "dump-corrupted"):
        return Verdict("launch.only-here")
    if verb in UPGRADES:
        return Verdict("upg.when") if state.phase != "planning" else _first_things_first(state, verb)
    if verb == "power":
        return Verdict("asset.power-timing")
    if verb in WOUNDS:
        return Verdict("asset.shield-one")
    if verb in REROLLS:
        return Verdict("asset.reroll-where")
    if verb not in PHASES:
        return Verdict("table.form", problem="nothing asks you for that now")
    return _other_phase(state, verb)


def _other_phase(state: State, verb: str) -> Verdict:
    """It belongs to another phase, or to another step of this one."""
    if state.phase != PHASES[verb]:
        return Verdict("turn.phases", phase=state.phase) if state.phase else Verdict("table.wait")
    rule = {"planning": "plan.steps", "action": "act.order", "combat": "combat.order"}.get(state.phase)
    return Verdict(rule) if rule else Verdict("table.form", problem="nothing asks you for that now")


def _no_draft(state: State, seat: int, verb: str) -> Verdict:
    """What is chosen in the set-up, if it is chosen at all in this game."""
    rules, versus = state.rules, state.rules.mode == "versus"
    if verb == "first" and rules.mode == "solo":
        return Verdict("solo.first")
    if verb == "protocol" and versus:
        return Verdict("comp.no-protocols")
    if verb in SKIPPED and rules.prologue:
        return Verdict("setup.prologue-skips", what=SKIPPED[verb])
    if state.turn == 0 and not _drafted(state, seat, verb):
        return Verdict("table.form", problem="first comes what is asked now")
    return Verdict("comp.first" if verb == "first" and versus else DRAFT[verb])


SKIPPED = {"class": "classes", "protocol": "learning protocols"}


def _drafted(state: State, seat: int, verb: str) -> bool:
    """Whether a player has had this choice of the set-up already."""
    chosen = {"board": state.walker[seat], "class": state.classes[seat], "protocol": state.protocol[seat]}
    return bool(chosen.get(verb, verb == "first" or state.rules.mode != "versus"))


def not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Why somebody who is not asked cannot do this."""
    kind, owner, _ = state.frames[-1]
    if state.is_out(seat):
        return Verdict("reset.skip-phase")
    if kind == "plan":
        return Verdict("plan.simultaneous", seat=owner if owner != ANYONE else state.first)
    if (
        state.rules.mode == "versus"
        and turn.step_at(state)[:1] not in ((), ("window",))
        and owner not in (ANYONE, seat)
    ):
        return Verdict("comp.order", seat=owner)
    return Verdict("table.wait")


def over(state: State) -> Verdict:
    """Why nothing more is played."""
    assert state.result is not None
    return Verdict(state.result.rule)
