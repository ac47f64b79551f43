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

UPGRADE_VERBS = (*purchases.VERBS, "trade")
USE_STEP = ("use an ability", ("use",))
BOT_STEP = ("use the BOT for this step", ("battery",))
REROLL_STEPS: Steps = (("reroll dice", ("reroll",)), ("reroll the chosen dice", ("again",)))

# Options to choose one from, in the order and words of a prompt.
STEPS_BY_DECISION: dict[str, Steps] = {
    "launch": (
        ("launch patterns one by one", ("launch",)),
        USE_STEP,
        BOT_STEP,
        ("dump your corrupted tokens", ("dump-corrupted",)),
        ("finish launching", ("done",)),
    ),
    "move": (("move the BOT", ("bot-move",)), BOT_STEP, ("stay where you are", ("stay",))),
    "combat-fight": (("put dice on a combat frame", ("frame",)), *REROLL_STEPS, BOT_STEP, ("pass", ("pass",))),
    "combat-alone": (("put dice on a combat frame", ("frame",)), *REROLL_STEPS, BOT_STEP, ("end Combat", ("end",))),
    "wounds": (("spend shields", ("shield",)), USE_STEP),
    "activity": (BOT_STEP, ("finish", ("done",))),
}
PLANNING_EXTRAS: Steps = (("upgrade", UPGRADE_VERBS), USE_STEP)  # extras in Planning, besides the step itself
PROGRAM_STEP = ("move tokens on your launcher", planning.MOVING_VERBS)
DONE_STEP = ("finish planning", ("done",))
POWER_STEP = ("spend power for more dice", ("power",))


def options_of_decision(moves: Sequence[Move], kind: str, last: str = "") -> Facts:
    """Return the open options for one kind of decision, joined by “or”."""
    return _option_facts(
        listed([*texts_of_open_steps(moves, STEPS_BY_DECISION[kind]), *([last] if last else [])], "or")
    )


def texts_of_open_steps(moves: Iterable[Move], steps: Steps) -> list[str]:
    """Return the words of the steps that at least one move takes."""
    verbs = {move[0] for move in moves}
    return [words for words, needed in steps if not verbs.isdisjoint(needed)]


def planning_options(moves: Sequence[Move]) -> Facts:
    """Return the options before a step of Planning: upgrades and abilities."""
    return _option_facts(_if_you_like_text(moves, PLANNING_EXTRAS))


def program_options(moves: Sequence[Move]) -> Facts:
    """Return the options in the Program step: move tokens, upgrade, go on."""
    parts = [*texts_of_open_steps(moves, [PROGRAM_STEP]), _if_you_like_text(moves, PLANNING_EXTRAS)]
    first = listed(part for part in parts if part)
    return _option_facts(", then ".join([*([first] if first else []), *texts_of_open_steps(moves, [DONE_STEP])]))


def options_before_attack(moves: Sequence[Move]) -> Facts:
    """Return the options before the attack roll: power, abilities, then the roll."""
    more = _if_you_like_text(moves, [POWER_STEP, USE_STEP])
    return _option_facts(f"{more}, then roll" if more else "roll the dice")


def roll_options(state: State, seat: int, moves: Sequence[Move]) -> Facts:
    """Return a player's options while a roll waits."""
    frame = state.frames[-1]
    altering = ["equip an augment that changes this roll"] if rolling.can_equip_for_roll(state, seat, frame) else []
    last = "keep the roll" if seat == frame[1] else "leave the roll as it is"
    upgrades = texts_of_open_steps(moves, [("upgrade", UPGRADE_VERBS)])
    return _option_facts(
        listed([*texts_of_open_steps(moves, [*REROLL_STEPS, USE_STEP]), *altering, *upgrades, last], "or")
    )


def test_options(moves: Sequence[Move], dice: int, later: bool) -> Facts:
    """Return the options once tokens are put in: more, a roll, or none. `later`: tokens are only dumped now."""
    number = f"{dice} {'die' if dice == 1 else 'dice'}"
    roll = f"dump these (you roll {number} when everyone has dumped their tokens)" if later else f"roll {number}"
    first = ", ".join([*texts_of_open_steps(moves, [("put in more tokens", ("put",))]), roll])
    return _option_facts(f"{first}, or decline the test")


def _if_you_like_text(moves: Sequence[Move], steps: Steps) -> str:
    text = listed(texts_of_open_steps(moves, steps), "or")
    return f"{text} if you like" if text else ""


def _option_facts(words: str) -> Facts:
    """Return the options for the middle and the start of a sentence."""
    return {"ways": words, "Ways": words[:1].upper() + words[1:]}
