"""Faults of a line in its place: acts and tests without meaning there, and unknown names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from tabletop_kernel.contract.errors import clip, nearest
from tabletop_kernel.games.tamashii.components import TIME_TOP
from tabletop_kernel.games.tamashii.lines.grammar import written_act
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount, Line, Test
from tabletop_kernel.games.tamashii.lines.vocabulary import ON_TILE, TILE_KINDS

MOST_PLAYERS = 4
CARD_PARTS = ("immediate", "activity", "world", "launch")  # the parts of a scenario card
_ROLL_PLACES = ("use after-roll", "use after-attack", "use trace-roll")
_FRAME_PLACES = ("frame", "use frame")

# Verbs that only work in some places: the places, their description, and the rule.
_PLACES_BY_VERB: dict[str, tuple[Collection[str], str, str]] = {
    **dict.fromkeys(
        ("draw-card", "put-card", "victory", "lost", "set-time", "time-down", "unlock-code", "lock-code"),
        (CARD_PARTS, "on scenario cards", "scen.cards"),
    ),
    **dict.fromkeys(("mark-progress", "attach-guest"), (CARD_PARTS, "on scenario cards", "scen.cards")),
    **dict.fromkeys(
        ("put-counter", "remove-counter", "put-relay", "remove-relay", "turn-up-die"),
        (CARD_PARTS, "on scenario cards", "scen.cards"),
    ),
    **dict.fromkeys(("test", "group-test"), (("activity",), "in the activities of scenario cards", "test.kinds")),
    "prevent": (("use wounded",), "when = 'wounded'", "combat.shield"),
    "set-integrity": (("use fatal",), "when = 'fatal'", "reset.trigger"),
    "roll-more": (("use before-attack",), "when = 'before-attack'", "combat.dice"),
    "number-blank": (("use before-attack", "use after-attack"), "when = 'before-attack'", "combat.blank"),
    "number-down": (("use after-attack",), "when = 'after-attack'", "combat.number-die"),
    "lend-reroll": (("use after-other-roll",), "when = 'after-other-roll'", "asset.reroll-where"),
    **dict.fromkeys(
        ("reroll", "reroll-all"),
        ((*_ROLL_PLACES, "use after-other-roll"), "when = 'after-roll' or 'after-attack'", "asset.reroll-others"),
    ),
    "turn-die": ((*_ROLL_PLACES, "use after-other-roll"), "when = 'after-roll' or 'trace-roll'", "combat.roll"),
    "cancel-frame": (_FRAME_PLACES, "in combat frames", "combat.enemy-frame"),
    "frame-again": (_FRAME_PLACES, "in combat frames", "frame.once"),
    "skip-trace-roll": (("use before-trace", "use start-planning"), "when = 'before-trace'", "plan.steps"),
    "corrupted-open": (("use launch", "use start-launch"), "when = 'launch'", "data.corrupted-block"),
    "heal": (("enemy",), "in the frames of enemies", "enemy.damage-stays"),
}
_LEFT_OUT_OF_PROLOGUE = (
    "trace-up",
    "trace-down",
    "trace-zero",
    "skip-trace-roll",
    "draw-class",
    "take-body",
    "refresh-market",
)
_TESTS_LEFT_OUT = ("trace", "bodies", "new augments", "equipped augments", "quiet turns")
_ON_CARDS = frozenset(
    (
        "success here",
        "ascend here",
        "defeated since card",
        "guest defeated",
        "guest waits",
        "relays left",
        "relay here",
        "tiles revealed",
        "corrupted left",
    )
)
_WHO_OF_CARDS = ("giver", "next holder")
PRICE_VERBS = frozenset(
    (
        "spend-asset",
        "spend-exp",
        "lose-asset",
        "lose-exp",
        "wound",
        "dump-token",
        "dump-line",
        "dump-all",
        "discard-token",
        "discard-top",
        "trace-up",
        "attach",
        "destabilize",
        "gain-token",
    )
)


@dataclass(slots=True)
class Context:
    """Everything that a line can name. None means that it couldn't be read, so it isn't checked."""

    tiles: Collection[str] | None = None  # in the pack, or on the scenario's map
    factions: Collection[str] | None = None  # factions with augments
    codes: Collection[str] | None = None  # locks
    plot: Collection[str] = field(default_factory=tuple)  # cards of the current scenario
    special: Collection[str] = field(default_factory=tuple)
    prologue: bool = False
    guest: bool = False


def faults_of_line(line: Line, where: str, on: str, text: str, context: Context, shift: int = 0) -> Iterator[str]:
    """Yield faults of a line. `text` is what the file has; the line starts `shift` characters into it."""
    for op, column in zip(line.ops, line.columns, strict=True):
        if op.kind == "test":
            yield from faults_of_conditions(op.tests, where, on, text, context)
        if op.who in _WHO_OF_CARDS and on not in CARD_PARTS:
            yield f"{where}: column {column + shift}: '{op.who}' belongs on scenario cards (scen.cards)."
        if op.kind == "do" and op.act is not None:
            for problem in _faults_of_act(op.act, on, context):
                yield f"{where}: column {column + shift}: {problem}"


def _faults_of_act(act: Act, on: str, context: Context) -> Iterator[str]:
    quoted = f"'{written_act(act)}'"
    places, called, rule = _PLACES_BY_VERB.get(act.verb, ((on,), "", ""))
    if on not in places:
        yield f"{quoted} belongs {called} ({rule})."
    if any(isinstance(arg, Amount) and arg.per == "die" for arg in act.args) and on not in _FRAME_PLACES:
        yield f"{quoted}: only combat frames take dice (combat.player-frame)."
    if act.verb == "set-time" and act.args[0].of(MOST_PLAYERS) > TIME_TOP:
        yield f"{quoted}: the time track ends at {TIME_TOP} (setup.time-zero)."
    if context.prologue and act.verb in _LEFT_OUT_OF_PROLOGUE:
        yield f"{quoted}: the prologue doesn't use it (setup.prologue-skips)."
    if act.verb == "attach-guest" and on in CARD_PARTS and not context.guest:
        yield f"{quoted}: the scenario doesn't set an enemy aside with mark = 'guest' (scen.enemies)."
    if act.verb == "draw-faction" and context.factions is not None and act.args[0] not in context.factions:
        yield f"{quoted}: there are no {act.args[0]} augments here (scen.factions)."
    yield from _faults_of_code(act, on, context)


def _faults_of_code(act: Act, on: str, context: Context) -> Iterator[str]:
    if act.verb in ("draw-card", "put-card") and on in CARD_PARTS:
        cards = (*context.plot, *context.special) if act.verb == "draw-card" else context.special
        what = "plot or special card" if act.verb == "draw-card" else "special card"
        if act.args[0] not in cards:
            yield f"this scenario has no {what} {clip(act.args[0])}: {nearest(act.args[0], cards)}"
    if act.verb in ("unlock-code", "lock-code") and context.codes is not None and act.args[0] not in context.codes:
        yield f"nothing has the code {clip(act.args[0])}: {nearest(act.args[0], context.codes)}"


def faults_of_conditions(tests: Sequence[Test], where: str, on: str, text: str, context: Context) -> Iterator[str]:
    for test in tests:
        found = re.search(rf"(?<![\w-]){re.escape(test.left)}(?![\w-])", text.lower())
        column = found.start() + 1 if found else 1
        for problem in _faults_of_condition(test, on, context):
            yield f"{where}: column {column}: {problem}"


def _faults_of_condition(test: Test, on: str, context: Context) -> Iterator[str]:
    head, _, name = test.left.rpartition(" ")
    if head in ON_TILE and name not in TILE_KINDS and context.tiles is not None and name not in context.tiles:
        there = "tile" if on not in CARD_PARTS else "tile on this map"
        yield f"there is no {there} {clip(name)}: {nearest(name, (*TILE_KINDS, *context.tiles))}"
    if test.left in _ON_CARDS and on not in CARD_PARTS:
        yield f"'{test.left}' belongs on scenario cards (scen.cards)."
    if test.left.startswith("guest ") and on in CARD_PARTS and not context.guest:
        yield f"'{test.left}': the scenario doesn't set an enemy aside with mark = 'guest' (scen.enemies)."
    if context.prologue and test.left in _TESTS_LEFT_OUT:
        yield f"'{test.left}': the prologue doesn't use it (setup.prologue-skips)."


def faults_of_price(acts: Sequence[Act], where: str) -> Iterator[str]:
    for act in acts:
        if act.verb not in PRICE_VERBS:
            yield f"{where}: '{written_act(act)}' costs nothing, so it can't be a price (asset.spend)."
