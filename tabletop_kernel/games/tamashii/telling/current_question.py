"""The current question, as the reason why something else must wait."""

from __future__ import annotations

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.fighting import fight_state, rolling
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.picking import place_rule
from tabletop_kernel.games.tamashii.state import State

# The rule behind each kind of question that the rules ask. `refusal_words` has the text.
RULE_BY_QUESTION = {
    "wounds": "combat.shield",
    "fatal": "reset.trigger",
    "shelter": "reset.shelter",
    "trade": "upg.trade",
    "offered": "upg.trade",
    "pick-augment": "upg.exp-augment",
    "side": "catie.side",
    "inari": "inari.launch",
    "repelled": "pattern.hack-repel",
    "find": "explore.token-first",
    "part-with": "body.two",
    "active-body": "body.two",
    "inhabit": "body.inhabit-swap",
    "test": "test.optional",
    "event-met": "city.heist-start",
    "event-price": "city.heist-start",
    "heist": "city.heist-on",
    "lose-asset": "city.heist-bust",
    "district": "district.optional",
}

# Questions from a card's line; their rule is that of the place where the line is printed.
QUESTIONS_OF_LINES = (
    "offer",
    "choose",
    "pick-player",
    "pick-dump",
    "pick-discard",
    "pick-line",
    "swap-dump",
    "pick-type",
    "pick-core",
    "pick-lock",
    "prepare",
    "program",
    "pick-asset",
    "take-asset",
    "pick-tile",
    "bot-go",
    "go",
    "pull-enemy",
    "order",
    "pick-equip",
    "pick-return",
    "pick-body",
    "pick-die",
    "frame-again",
)

RULE_AND_CASE_BY_STAGE = {
    fight_state.PREPARE: ("combat.order", "first attack"),
    fight_state.FIGHT: ("combat.player-frame", "first frame"),
}
RULE_AND_CASE_WITHOUT_ENEMY = ("combat.end-done", "first end")


def why_question_comes_first(state: State) -> Verdict:
    """Return a refusal that names the question on top of the stack."""
    kind, _, data = state.frames[-1]
    if kind == "roll":
        return rolling.refuse_until_kept(state)
    if kind == "combat":
        alone = data[0] != fight_state.PREPARE and data[2] < 0
        rule, what = (
            RULE_AND_CASE_WITHOUT_ENEMY
            if alone
            else RULE_AND_CASE_BY_STAGE.get(data[0], RULE_AND_CASE_BY_STAGE[fight_state.FIGHT])
        )
        return Verdict(rule, what=what)
    if kind in QUESTIONS_OF_LINES:
        return Verdict(place_rule(state), what=f"first {kind}", key=running.running_key(state))
    return Verdict(RULE_BY_QUESTION[kind], what=f"first {kind}")
