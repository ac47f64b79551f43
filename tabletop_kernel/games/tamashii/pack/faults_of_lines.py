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
CARDS = ("immediate", "activity", "world", "launch")  # the parts of a scenario card
_ROLLS = ("use after-roll", "use after-attack", "use trace-roll")
_FIGHT = ("frame", "use frame")

# Verbs that only work in some places: the places, their description, and the rule.
_PLACES: dict[str, tuple[Collection[str], str, str]] = {
    **dict.fromkeys(
        ("draw-card", "put-card", "victory", "lost", "set-time", "time-down", "unlock-code", "lock-code"),
        (CARDS, "on scenario cards", "scen.cards"),
    ),
    **dict.fromkeys(("mark-progress", "attach-guest"), (CARDS, "on scenario cards", "scen.cards")),
    **dict.fromkeys(
        ("put-counter", "remove-counter", "put-relay", "remove-relay", "turn-up-die"),
        (CARDS, "on scenario cards", "scen.cards"),
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
        ((*_ROLLS, "use after-other-roll"), "when = 'after-roll' or 'after-attack'", "asset.reroll-others"),
    ),
    "turn-die": ((*_ROLLS, "use after-other-roll"), "when = 'after-roll' or 'trace-roll'", "combat.roll"),
    "cancel-frame": (_FIGHT, "in combat frames", "combat.enemy-frame"),
    "frame-again": (_FIGHT, "in combat frames", "frame.once"),
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
PRICES = frozenset(
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


def of_line(line: Line, where: str, on: str, text: str, known: Context, shift: int = 0) -> Iterator[str]:
    """Yield faults of a line. `text` is what the file has; the line starts `shift` characters into it."""
    for op, column in zip(line.ops, line.columns, strict=True):
        if op.kind == "test":
            yield from of_tests(op.tests, where, on, text, known)
        if op.who in _WHO_OF_CARDS and on not in CARDS:
            yield f"{where}: column {column + shift}: '{op.who}' belongs on scenario cards (scen.cards)."
        if op.kind == "do" and op.act is not None:
            for problem in _of_act(op.act, on, known):
                yield f"{where}: column {column + shift}: {problem}"


def _of_act(act: Act, on: str, known: Context) -> Iterator[str]:
    said = f"'{written_act(act)}'"
    places, called, rule = _PLACES.get(act.verb, ((on,), "", ""))
    if on not in places:
        yield f"{said} belongs {called} ({rule})."
    if any(isinstance(arg, Amount) and arg.per == "die" for arg in act.args) and on not in _FIGHT:
        yield f"{said}: only combat frames take dice (combat.player-frame)."
    if act.verb == "set-time" and act.args[0].of(MOST_PLAYERS) > TIME_TOP:
        yield f"{said}: the time track ends at {TIME_TOP} (setup.time-zero)."
    if known.prologue and act.verb in _LEFT_OUT_OF_PROLOGUE:
        yield f"{said}: the prologue doesn't use it (setup.prologue-skips)."
    if act.verb == "attach-guest" and on in CARDS and not known.guest:
        yield f"{said}: the scenario doesn't set an enemy aside with mark = 'guest' (scen.enemies)."
    if act.verb == "draw-faction" and known.factions is not None and act.args[0] not in known.factions:
        yield f"{said}: there are no {act.args[0]} augments here (scen.factions)."
    yield from _of_code(act, on, known)


def _of_code(act: Act, on: str, known: Context) -> Iterator[str]:
    if act.verb in ("draw-card", "put-card") and on in CARDS:
        cards = (*known.plot, *known.special) if act.verb == "draw-card" else known.special
        what = "plot or special card" if act.verb == "draw-card" else "special card"
        if act.args[0] not in cards:
            yield f"this scenario has no {what} {clip(act.args[0])}: {nearest(act.args[0], cards)}"
    if act.verb in ("unlock-code", "lock-code") and known.codes is not None and act.args[0] not in known.codes:
        yield f"nothing has the code {clip(act.args[0])}: {nearest(act.args[0], known.codes)}"


def of_tests(tests: Sequence[Test], where: str, on: str, text: str, known: Context) -> Iterator[str]:
    for test in tests:
        found = re.search(rf"(?<![\w-]){re.escape(test.left)}(?![\w-])", text.lower())
        column = found.start() + 1 if found else 1
        for problem in _of_test(test, on, known):
            yield f"{where}: column {column}: {problem}"


def _of_test(test: Test, on: str, known: Context) -> Iterator[str]:
    head, _, name = test.left.rpartition(" ")
    if head in ON_TILE and name not in TILE_KINDS and known.tiles is not None and name not in known.tiles:
        there = "tile" if on not in CARDS else "tile on this map"
        yield f"there is no {there} {clip(name)}: {nearest(name, (*TILE_KINDS, *known.tiles))}"
    if test.left in _ON_CARDS and on not in CARDS:
        yield f"'{test.left}' belongs on scenario cards (scen.cards)."
    if test.left.startswith("guest ") and on in CARDS and not known.guest:
        yield f"'{test.left}': the scenario doesn't set an enemy aside with mark = 'guest' (scen.enemies)."
    if known.prologue and test.left in _TESTS_LEFT_OUT:
        yield f"'{test.left}': the prologue doesn't use it (setup.prologue-skips)."


def of_price(acts: Sequence[Act], where: str) -> Iterator[str]:
    for act in acts:
        if act.verb not in PRICES:
            yield f"{where}: '{written_act(act)}' costs nothing, so it can't be a price (asset.spend)."
