"""The moments when a coach's card helps: when the move it is about is possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.games.tamashii.components import CORRUPTED
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight
from tabletop_kernel.games.tamashii.fighting.rolling import Roll
from tabletop_kernel.games.tamashii.fighting.token_tests import Trial

PROGRAM = ("slide", "switch")
PATTERN = (*PROGRAM, "launch")  # to make a pattern, or to launch it
UPGRADE = ("discard-token", "gain-token", "equip", "upgrade")
MOVE = ("move", "bot-move", "go", "bot-go")
BOT = ("bot-move", "bot-go")
TRADE = ("trade", "give", "ask", "accept")
BODIES = ("swap", "take", "part-with", "active")
SPEND = ("power", "reroll", "again", "shield", "asset", "take-asset", *UPGRADE)
HURT = ("shield", "suffer", "fall", "frame")

# For each card, at least one of these verbs must be possible.
ABOUT: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("board",), ("setup.board",)),
    (("class",), ("setup.class",)),
    (("protocol",), ("setup.protocol", "learn.one")),
    (("start",), ("comp.start-tiles",)),
    (PROGRAM, ("setup.core", "setup.bag", "turn.phases", "plan.simultaneous", "refill.light", "prog.moves")),
    (PROGRAM, ("prog.switch", "data.corrupted-block", "data.core-cell", "data.any-cell", "pattern.exact")),
    (PROGRAM, ("pattern.orientation", "pattern.long", "inari.launch", "destab.tick", "test.group")),
    (PROGRAM, ("scen.special-rules", "comp.goal", "comp.quest", "comp.goal-take", "comp.end", "prog.optional")),
    (PATTERN, ("setup.market", "launch.keep-rest", "data.open-required", "pattern.marked", "pattern.basic-nine")),
    (PATTERN, ("pattern.asset", "pattern.exp", "pattern.once", "body.inhabit-pattern", "solo.recharge")),
    ((*PATTERN, "put"), ("data.open-wild",)),
    ((*PROGRAM, *MOVE), ("quest.world", "quest.new-card", "scen.cd-pool", "end.cd-out", "data.corrupted-source")),
    (UPGRADE, ("plan.upgrade-anytime", "upg.when")),
    (("discard-token", "gain-token", *PROGRAM), ("refill.dump-back",)),
    (("discard-token", "gain-token", "equip"), ("asset.memory-uses",)),
    (("discard-token",), ("upg.mem-discard", "vp.corrupted")),
    (("discard-token", "discard"), ("data.corrupted-box", "data.discard")),
    (("gain-token",), ("upg.mem-gain",)),
    (("equip",), ("upg.mem-equip", "aug.stays")),
    (("upgrade",), ("setup.locks", "upg.exp-cost", "upg.exp-integrity", "upg.exp-unlock", "upg.exp-open")),
    (("upgrade", "keep"), ("upg.exp-augment",)),
    (("unlock",), ("kw.unlock",)),
    (TRADE, ("upg.trade",)),
    (SPEND, ("asset.range",)),
    (("reroll",), ("trace.spawn", "asset.reroll-one", "asset.reroll-once")),
    (MOVE, ("scen.exploration", "move.stop-on-unrevealed", "comp.pvp")),
    (("move",), ("move.range", "trace.dice", "trace.stationary", "trace.top")),
    (("reward",), ("explore.token-first",)),
    ((*MOVE, "district"), ("explore.hideout",)),
    (("district",), ("district.optional", "aug.hideout-draw")),
    (("event",), ("city.event",)),
    (("more",), ("city.heist-on",)),
    (("launch",), ("launch.any-number", "launch.one-by-one", "pattern.hack-repel", "enemy.next-top")),
    (("launch",), ("launch.dump-then-effect",)),
    (("done",), ("plan.steps",)),
    (("launch", "done"), ("launch.dump-corrupted",)),
    (("launch", "frame"), ("enemy.top", "enemy.damage-stays", "enemy.defeat", "enemy.attach")),
    (("place",), ("kw.prepare",)),
    (("side",), ("catie.side",)),
    (BODIES, ("body.two", "body.inhabit-swap")),
    (("use",), ("body.ability", "aug.timing")),
    (("use", "launch"), ("aug.break",)),
    (("use", "diary", "launch"), ("diary.one",)),
    (("learn",), ("learn.anytime",)),
    (("power",), ("combat.power", "asset.power-timing")),
    (("frame",), ("combat.alternate", "combat.player-frame", "combat.enemy-frame", "frame.repeat")),
    (("frame",), ("frame.excess-lost", "combat.dead-dont-act", "combat.number-die")),
    (("shield",), ("combat.shield", "asset.shield-one", "asset.shield-all-in")),
    (HURT, ("reset.trigger", "reset.corrupted", "reset.skip-phase")),
    (("act",), ("quest.activity",)),
    (("put",), ("test.contribute",)),
    (BOT, ("solo.bot-presence", "solo.bot-move", "solo.bot-free")),
    (("battery",), ("solo.batteries", "solo.bot-use", "solo.bot-example", "solo.bot-trace", "solo.bot-gone")),
)
VERBS = {rule: verbs for verbs, rules in ABOUT for rule in rules}
CHAPTERS = {
    "prog": PROGRAM,
    "launch": ("launch",),
    "pattern": PATTERN,
    "frame": ("frame",),
}  # for the other rules of a chapter


def fits(view: View, moves: Sequence[Move], rule: str) -> bool:
    """Tell if one of these moves is what a rule is about, with a reason to make it. Rules about no verb always fit."""
    verbs = VERBS.get(rule) or CHAPTERS.get(rule.partition(".")[0])
    if verbs is None:
        return True
    possible = any(move[0] in verbs for move in moves)
    return possible and (rule not in REASON or REASON[rule](view))


def _corrupted_to_dump(view: View) -> bool:
    """Tell if the end of the launch step will dump corrupted tokens."""
    kind, seat, _ = view["frames"][-1]
    return kind == "launch" and CORRUPTED in view["grid"][seat]


def _wants_better(view: View) -> bool:
    """Tell if better dice would help; not if a test is already passed."""
    kind, _, data = view["frames"][-1]
    test = next((Trial(*one[2]) for one in view["frames"][-2:-1] if one[0] == "test"), None)
    if kind != "roll" or test is None:
        return True
    return test.total + token_tests.count_successes(Roll(*data).dice) < test.number


def _enemy_to_act(view: View) -> bool:
    """Tell if an enemy still has to act in the current Combat."""
    fights = [Fight(*data) for kind, _, data in view["frames"] if kind == "combat"]
    return bool(fights) and fights[-1].number >= 0


REASON: dict[str, Callable[[View], bool]] = {
    "launch.dump-corrupted": _corrupted_to_dump,
    "asset.reroll-one": _wants_better,
    "asset.reroll-once": _wants_better,
    **dict.fromkeys(
        ("combat.alternate", "combat.enemy-frame", "combat.dead-dont-act", "combat.number-die"), _enemy_to_act
    ),
}
