"""Why something is not possible now: for whatever a player may try that has nothing to do with what is decided."""

from __future__ import annotations

from tabletop_kernel.frames import ANYONE
from tabletop_kernel.game import Move
from tabletop_kernel.games.tamashii import misplaced, turn
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

UPGRADES = ("discard-token", "gain-token", "equip", "upgrade", "trade", "give", "ask", "propose", "accept", "decline")
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
LAUNCH = ("launch", "dump-corrupted", "inari", "no-inari")
COMBAT = ("frame", "pass", "end", "power")
WOUNDS = ("shield", "suffer")
REROLLS = ("reroll", "again")
ACTIVITIES = ("act", "attempt", "put", "leave", "roll", "done")


def elsewhere(state: State, seat: int, move: Move) -> Verdict | None:
    """Why the player who decides cannot do this now: something else comes first, or it is not the time for it."""
    verb = str(move[0])
    if verb not in ALLOWED_BY:
        return None
    return misplaced.elsewhere(state, seat, move) or out_of_time(state, seat, verb)


def out_of_time(state: State, seat: int, verb: str) -> Verdict:
    """The rule by which a verb does not belong to this moment."""
    if verb in DRAFT:
        return Verdict("comp.first" if verb == "first" and state.rules.mode == "versus" else DRAFT[verb])
    if verb in UPGRADES:
        return Verdict("upg.when")
    if verb in PROGRAM:
        return Verdict("plan.steps") if state.phase == "planning" else _phase(state)
    if verb in LAUNCH:
        return _no_launch(state, seat, verb)
    if verb in (*MOVING, *DISTRICT):
        if _underway(state, seat, "move" if verb in MOVING else "district"):
            return Verdict("table.form", problem="first comes what is asked now")
        return Verdict("act.order") if state.phase == "action" else _phase(state)
    if verb in COMBAT:
        if verb == "power":
            return Verdict("asset.power-timing")
        return Verdict("combat.order") if state.phase == "combat" else _phase(state)
    if verb in WOUNDS:
        return Verdict("asset.shield-one")
    if verb in REROLLS:
        return Verdict("asset.reroll-where")
    if verb in ACTIVITIES and state.phase == "quest":
        return _no_activity(state, verb)
    return _phase(state)


def _underway(state: State, seat: int, step: str) -> bool:
    """Whether a step of a player has begun, and waits for what lies on it."""
    return any(frame[:2] == (step, seat) for frame in state.frames)


def _no_launch(state: State, seat: int, verb: str) -> Verdict:
    """Why nothing is launched now: it is another step, or something that was launched comes first."""
    if not _underway(state, seat, "launch"):
        return Verdict("launch.only-here")
    if verb in ("inari", "no-inari"):
        return Verdict("table.form", problem="an Inari token goes along when a pattern beside it is launched")
    return Verdict("launch.one-by-one")


def _no_activity(state: State, verb: str) -> Verdict:
    """Why something that belongs to the Quest phase is not possible at this moment of it."""
    versus = state.rules.mode == "versus"
    if verb == "act" and versus:
        return Verdict("comp.no-cards")
    if verb == "attempt" and not versus:
        return Verdict("table.form", problem="only versus has goals to try")
    tested = any(frame[0] == "test" for frame in state.frames)
    if verb in ("put", "leave", "roll") and not tested:
        return Verdict("table.form", problem="no test has begun")
    return Verdict("table.form", problem="first comes what is asked now")


def _phase(state: State) -> Verdict:
    return Verdict("turn.phases", phase=state.phase) if state.phase else Verdict("table.wait")


def not_yours(state: State, seat: int, move: Move) -> Verdict:
    """Why somebody who is not asked cannot do this."""
    kind, owner, _ = state.frames[-1]
    if state.is_out(seat):
        return Verdict("reset.skip-phase")
    if wrong := misplaced.not_yours(state, seat, move):
        return wrong
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
