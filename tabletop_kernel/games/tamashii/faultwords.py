"""Half-sentences for refusals, and parts of lines in words: what a sentence of the rulebook leaves open.

A refusal names its case by a short word, `what`; here are the words for it. Where one short word means several things,
the rule stands before it. Other facts of the refusal may stand in braces.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.game import Move
from tabletop_kernel.games.tamashii import launcher, patterns, running, swapping, upgrading
from tabletop_kernel.games.tamashii.kinds import Place
from tabletop_kernel.games.tamashii.moving import read_place
from tabletop_kernel.games.tamashii.naming import ability_name, spot_name
from tabletop_kernel.games.tamashii.ops import Act, Test
from tabletop_kernel.games.tamashii.sentences_of_lines import Tongue, act_said, said_tests
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.rulebook import Verdict
from tabletop_kernel.wording import listed

WHAT: dict[str, str] = {
    **patterns.FAULTS,
    **swapping.FAULTS,
    **launcher.FAULTS,
    **upgrading.FAULTS,
    # abilities
    "used": "you have used it {limit} already",
    "needs": "what it asks for is not the case",
    "nothing": "it would do nothing now",
    "price": "you do not have what it costs",
    "timing": "it is used {when}",
    "trigger": "it happens by itself {when}",
    "unequipped": "it is not equipped",
    "not-yours": "it is not yours",
    "not-here": "it is not in this game",
    # tokens
    "no-token": "there is no token on {slot}",
    "locked": "{slot} is locked",
    "occupied": "there is a token on {slot}",
    "no-slot": "{slot} is no slot of a launcher",
    "no-second": "there is no token on {slot}",
    "order": "name the two slots in reading order",
    "too-far": "it is too far away",
    "same-slot": "that is one slot, and it takes two",
}


def tongue(state: State) -> Tongue:
    """How things are called at this table."""
    names = {tile.id: tile.name for tile in state.rules.content.tiles.values()}
    scenario = state.rules.scenario
    if scenario is not None:
        names |= {code: card.name for code, card in scenario.cards.items()}
    return Tongue(names, state.rules.players)


def acts_in_words(state: State, acts: list[Act]) -> str:
    return listed(act_said(act, tongue(state)) for act in acts) or "nothing"


def tests_in_words(state: State, tests: tuple[Test, ...]) -> str:
    return said_tests(tests, tongue(state))


def part_in_words(state: State, run: running.Run, part: int) -> str:
    """One of the parts of a choice."""
    ops = state.rules.lines[run.key].ops
    op = ops[run.at]
    start, end = op.starts[part], (*op.starts[1:], op.skip)[part]
    return acts_in_words(state, [one.act for one in ops[start:end] if one.kind == "do" and one.act is not None])


def offer_in_words(state: State, run: running.Run) -> str:
    """What a «may» offers, with what follows from it."""
    ops = state.rules.lines[run.key].ops
    op = ops[run.at]
    acts = [one.act for one in ops[run.at + 1 : op.skip] if one.kind == "do" and one.act is not None]
    price, *rest = acts
    first = acts_in_words(state, [price])
    return f"{first}, then {acts_in_words(state, rest)}" if rest else first


# -- what else a sentence may need -------------------------------------------------------------------------------------


def more(state: State, seat: int, move: Move, verdict: Verdict) -> dict[str, Any]:
    """Facts that follow from those of a refusal, or from the move."""
    facts = verdict.facts
    found: dict[str, Any] = {}
    place = facts.get("place")
    if isinstance(place, (tuple, list)):
        found["spot"] = spot_name(state, place)
    elif place is not None:
        found["spot"] = _spot(state, str(place))
    if "ability" in facts:
        found["augment"] = ability_name(state, str(facts["ability"]))
    return found


def _spot(state: State, text: str) -> str:
    place: Place | None = read_place(text)
    return spot_name(state, place) if place is not None else "that"
