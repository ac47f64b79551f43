"""The options in a prompt: it names only what the player can do now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.tamashii.fighting import rolling
from tabletop_kernel.games.tamashii.phases import planning, purchases
from tabletop_kernel.games.tamashii.state import State

Steps = Sequence[tuple[str, Sequence[str]]]  # words, and the verbs; at least one verb must be among the moves

UPGRADES = (*purchases.VERBS, "trade")
USE = ("use an ability", ("use",))
BOT = ("use the BOT for this step", ("battery",))
REROLL: Steps = (("reroll dice", ("reroll",)), ("reroll the chosen dice", ("again",)))

# Options to choose one from, in the order and words of a prompt.
ONE_OF: dict[str, Steps] = {
    "launch": (
        ("launch patterns one by one", ("launch",)),
        USE,
        BOT,
        ("dump your corrupted tokens", ("dump-corrupted",)),
        ("finish launching", ("done",)),
    ),
    "move": (("move the BOT", ("bot-move",)), BOT, ("stay where you are", ("stay",))),
    "combat-fight": (("put dice on a combat frame", ("frame",)), *REROLL, BOT, ("pass", ("pass",))),
    "combat-alone": (("put dice on a combat frame", ("frame",)), *REROLL, BOT, ("end Combat", ("end",))),
    "wounds": (("spend shields", ("shield",)), USE),
    "activity": (BOT, ("finish", ("done",))),
}
MAY: Steps = (("upgrade", UPGRADES), USE)  # extras in Planning, besides the step itself
PROGRAM = ("move tokens on your launcher", planning.MOVING)
DONE = ("finish planning", ("done",))
POWER = ("spend power for more dice", ("power",))


def one_of(moves: Sequence[Move], kind: str, last: str = "") -> Facts:
    """Return the open options for one kind of decision, joined by “or”."""
    return _facts(listed([*open_ways(moves, ONE_OF[kind]), *([last] if last else [])], "or"))


def open_ways(moves: Iterable[Move], steps: Steps) -> list[str]:
    """Return the words of the steps that at least one move takes."""
    verbs = {move[0] for move in moves}
    return [words for words, needed in steps if not verbs.isdisjoint(needed)]


def in_planning(moves: Sequence[Move]) -> Facts:
    """Return the options before a step of Planning: upgrades and abilities."""
    return _facts(_if_liked(moves, MAY))


def in_program(moves: Sequence[Move]) -> Facts:
    """Return the options in the Program step: move tokens, upgrade, go on."""
    parts = [*open_ways(moves, [PROGRAM]), _if_liked(moves, MAY)]
    first = listed(part for part in parts if part)
    return _facts(", then ".join([*([first] if first else []), *open_ways(moves, [DONE])]))


def before_attack(moves: Sequence[Move]) -> Facts:
    """Return the options before the attack roll: power, abilities, then the roll."""
    more = _if_liked(moves, [POWER, USE])
    return _facts(f"{more}, then roll" if more else "roll the dice")


def with_roll(state: State, seat: int, moves: Sequence[Move]) -> Facts:
    """Return a player's options while a roll waits."""
    frame = state.frames[-1]
    altering = ["equip an augment that changes this roll"] if rolling.may_equip(state, seat, frame) else []
    last = "keep the roll" if seat == frame[1] else "leave the roll as it is"
    upgrades = open_ways(moves, [("upgrade", UPGRADES)])
    return _facts(listed([*open_ways(moves, [*REROLL, USE]), *altering, *upgrades, last], "or"))


def in_test(moves: Sequence[Move], dice: int, later: bool) -> Facts:
    """Return the options once tokens are put in: more, a roll, or none. `later`: tokens are only dumped now."""
    number = f"{dice} {'die' if dice == 1 else 'dice'}"
    roll = f"dump these (you roll {number} when everyone has dumped their tokens)" if later else f"roll {number}"
    first = ", ".join([*open_ways(moves, [("put in more tokens", ("put",))]), roll])
    return _facts(f"{first}, or decline the test")


def _if_liked(moves: Sequence[Move], steps: Steps) -> str:
    found = listed(open_ways(moves, steps), "or")
    return f"{found} if you like" if found else ""


def _facts(words: str) -> Facts:
    """Return the options for the middle and the start of a sentence."""
    return {"ways": words, "Ways": words[:1].upper() + words[1:]}
