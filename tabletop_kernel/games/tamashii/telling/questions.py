"""What is asked now, put so that it says why something else has to wait."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.fighting import fight, rolling
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.picking import place_rule
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.rulebook import Verdict

# What the rules themselves ask: the rule, and what comes first by it.
BY_RULE: dict[str, tuple[str, str]] = {
    "wounds": ("combat.shield", "first say what you do about the wounds that come at you"),
    "fatal": ("reset.trigger", "first say whether you use something against these wounds"),
    "shelter": ("reset.shelter", "first choose the Shelter where you are placed"),
    "trade": ("upg.trade", "first make your offer, or drop it"),
    "offered": ("upg.trade", "first say yes or no to the offer"),
    "pick-augment": ("upg.exp-augment", "first keep one of the augments that you have drawn"),
    "side": ("catie.side", "first choose which side of the Catie token is up"),
    "inari": ("inari.launch", "first say whether an Inari token goes along with the pattern"),
    "repelled": ("pattern.hack-repel", "first say where the repelled enemy goes"),
    "find": ("explore.token-first", "first choose one of the rewards of the exploration token"),
    "part-with": ("body.two", "first say which of your two advanced bodies you part with"),
    "active-body": ("body.two", "first say which of your two advanced bodies is active"),
    "inhabit": ("body.inhabit-swap", "first change bodies, or leave it"),
    "test": ("test.optional", "first put tokens into the test, or leave it"),
    "event-met": ("city.heist-start", "first say whether you discard your event for a heist"),
    "event-price": ("city.heist-start", "first say whether you pay for the event"),
    "heist": ("city.heist-on", "first turn up another reward, or stop the heist"),
    "lose-asset": ("city.heist-bust", "first say which asset the failed heist costs you"),
    "district": ("district.optional", "first use the effect of your tile, or leave it"),
}

# What a line of a card asks: by the rule of the place where that line is printed.
BY_CARD: dict[str, str] = {
    "offer": "first say whether you do what {key} offers",
    "choose": "first choose a part of {key}",
    "pick-player": "first say which player {key} is meant for",
    "pick-dump": "first choose a token to dump",
    "pick-discard": "first choose a token to discard",
    "pick-line": "first choose the tokens to dump",
    "swap-dump": "first swap a token with one of your dump",
    "pick-type": "first choose the type of the token that you gain",
    "pick-core": "first choose your new core data",
    "pick-lock": "first choose the lock that is taken off",
    "prepare": "first place the tokens that you have drawn",
    "program": "first move tokens on your launcher, or be done with that",
    "pick-asset": "first choose the asset that you gain",
    "take-asset": "first choose whose asset you take",
    "pick-tile": "first choose the tile that is turned up",
    "bot-go": "first move the BOT, or leave it where it is",
    "go": "first go where {key} lets you, or stay",
    "pull-enemy": "first say whose enemy you take",
    "order": "first put the cards back that you look at",
    "pick-equip": "first choose the augment that you equip",
    "pick-return": "first choose the augment that goes back into its deck",
    "pick-body": "first choose a body of the market",
    "pick-die": "first choose the dice to reroll",
    "frame-again": "first choose the combat frame that you may use once more",
}

FIGHTING = {
    fight.PREPARE: ("combat.order", "the attack roll comes first"),
    fight.FIGHT: ("combat.player-frame", "put dice on a combat frame now, or pass"),
}
NO_ENEMY_ACTS = ("combat.end-done", "put dice on a combat frame now, or end the Combat")


def comes_first(state: State) -> Verdict:
    """The question on top of the stack, as the reason why something else is not possible yet."""
    kind, _, data = state.frames[-1]
    if kind == "roll":
        return rolling.first_keep(state)
    if kind == "combat":
        alone = data[0] != fight.PREPARE and data[2] < 0
        rule, what = NO_ENEMY_ACTS if alone else FIGHTING.get(data[0], FIGHTING[fight.FIGHT])
        return Verdict(rule, what=what)
    if kind in BY_CARD:
        return Verdict(place_rule(state), what=BY_CARD[kind], key=running.running_key(state))
    rule, what = BY_RULE[kind]
    return Verdict(rule, what=what)
