"""Advice and reasons as sentences: what a move is good for, and how it compares with another.

How it compares is the coach's estimate, so it is told in words: a figure would pass for a chance to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletop_kernel.contract.coach_sentences import BEFORE_A_COST, gains_nothing, quoted_words_note
from tabletop_kernel.contract.game import WON
from tabletop_kernel.contract.sentences import Number

if TYPE_CHECKING:
    from tabletop_kernel.players.coach import Advice, Insight

BETTER = {
    2: "clearly better than",
    1: "a little better than",
    0: "about equal to",
    -1: "a little worse than",
    -2: "clearly worse than",
}
UNTRIED = "The coach has tried too few games to compare this move."
ALL_UNTRIED = "The coach has tried too few games to compare these moves."
SOME_UNTRIED = "The coach has tried too few games to compare every move."
ONLY_MOVE = "This is your only move."
ONLY_USE = "Your other moves wouldn't change anything now."
GUESS = "The coach sees only what you see. Dice, cards and other players may change this estimate."


def reason_in_words(found: Insight, name: str) -> str:
    """An insight as sentences; a comparison where there are no better words, and never an empty phrase."""
    aim = f"{aim_in_words(found.aim)} {quoted_words_note(found.aim, name)}".strip()
    if found.forced:
        return f"{aim} From what you can see, they had no choice.".strip()
    if found.better is None:
        return f"{aim} {UNTRIED}".strip()
    other = f"“{found.other}”" if found.other else "another move"
    compared = f"The coach's estimate, knowing only what you knew: {BETTER[found.better]} {other}."
    doubt = f"{capital(name)} may know something you can't see, or may be wrong." if found.better < 0 else ""
    return " ".join(filter(None, (aim, compared, doubt)))


def worth_saying(found: Sequence[Advice]) -> list[Advice]:
    """The moves without those of which there is nothing good to say: no gain, no comparison, no end. Two stay."""
    said = list(found)
    for advice in reversed(found):
        if len(said) > 2 and advice.better is None and advice.ending is None and gains_nothing(advice.aim):
            said.remove(advice)
    return said


def standing(found: Sequence[Advice], number: int) -> str:
    """How one of the moves that are named compares: the first with the second, and every other with the first."""
    advice = found[number]
    if advice.ending is not None:
        does = "Wins" if advice.ending.result == WON else "Loses"
        return f"{does} at once{'' if advice.ending.sure else ', in every trial the coach ran'}."
    if len(found) == 1 or advice.better is None:  # the note says once which moves weren't compared
        return ""
    return f"Estimate: {BETTER[advice.better]} the {'first' if number else 'second'} move."


def note_on(found: Sequence[Advice], choices: int) -> str:
    """What is to be said of all moves together: whether one is better, and how that is known."""
    if len(found) == 1:
        return ONLY_MOVE if choices == 1 else ONLY_USE
    untried = [advice.better is None and advice.ending is None for advice in found]
    if all(untried):
        return ALL_UNTRIED
    if any(untried):
        return f"{SOME_UNTRIED} {GUESS}"
    close = 1 + sum(advice.better == 0 and advice.ending is None for advice in found[1:])
    if found[0].ending is not None or close == 1:
        return GUESS
    which = "These moves" if close == len(found) else f"The first {Number(close):~}"
    return f"{which} are about equal. {GUESS}"


def aim_in_words(text: str) -> str:
    """A reason as a sentence; one that only says what a move costs has nothing for its «but»."""
    return f"{capital(text.removeprefix(BEFORE_A_COST))}." if text else ""


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]
