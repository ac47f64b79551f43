"""Refusals of Tamashii that speak of what is asked now, or of what nobody asks: each with what must be so.

«First choose a token to dump» is true if that is the question on the table, to this player, and if the card that asks
it is of the kind of which the rule speaks. «No effect moves you now» is true if no such question is there.
"""

from __future__ import annotations

import re

from tamashii_sight import CONTENT, asked, data, frames, kind, own, phase, stage, verb

from tabletop_kernel.refusal_checks import Case

# What is to be answered first, and the kind of decision that it is.
FIRST = {
    r"first say what you do about the wounds that come at you": "wounds",
    r"first say whether you use something against these wounds": "fatal",
    r"first choose the Shelter where you are placed": "shelter",
    r"first make your offer, or drop it": "trade",
    r"first say yes or no to the offer": "offered",
    r"first keep one of the augments that you have drawn": "pick-augment",
    r"first choose which side of the Catie token is up": "side",
    r"first say whether an Inari token goes along with the pattern": "inari",
    r"first say where the repelled enemy goes": "repelled",
    r"first choose one of the rewards of the exploration token": "find",
    r"first say which of your two advanced bodies you part with": "part-with",
    r"first say which of your two advanced bodies is active": "active-body",
    r"first change bodies, or leave it": "inhabit",
    r"first put tokens into the test, or leave it": "test",
    r"first say whether you discard your event for a heist": "event-met",
    r"first say whether you pay for the event": "event-price",
    r"first turn up another reward, or stop the heist": "heist",
    r"first say which asset the failed heist costs you": "lose-asset",
    r"first use the effect of your tile, or leave it": "district",
    r"first your character moves, or stays": "move",
    r"first keep the roll, or alter it": "roll",
    r"first say whether you do what .* offers": "offer",
    r"first choose a part of .*": "choose",
    r"first say which player .* is meant for": "pick-player",
    r"first choose a token to dump": "pick-dump",
    r"first choose a token to discard": "pick-discard",
    r"first choose the tokens to dump": "pick-line",
    r"first swap a token with one of your dump": "swap-dump",
    r"first choose the type of the token that you gain": "pick-type",
    r"first choose your new core data": "pick-core",
    r"first choose the lock that is taken off": "pick-lock",
    r"first place the tokens that you have drawn": "prepare",
    r"first move tokens on your launcher, or be done with that": "program",
    r"first choose the asset that you gain": "pick-asset",
    r"first choose whose asset you take": "take-asset",
    r"first choose the tile that is turned up": "pick-tile",
    r"first move the BOT, or leave it where it is": "bot-go",
    r"first go where .* lets you, or stay": "go",
    r"first say whose enemy you take": "pull-enemy",
    r"first put the cards back that you look at": "order",
    r"first choose the augment that you equip": "pick-equip",
    r"first choose the augment that goes back into its deck": "pick-return",
    r"first choose a body of the market": "pick-body",
    r"first choose the dice to reroll": "pick-die",
    r"first choose the combat frame that you may use once more": "frame-again",
}

# What nobody asks now, and the kinds of decisions in which it would be asked.
UNASKED: dict[str, tuple[str, ...]] = {
    r"no wounds come at you now": ("wounds",),
    r"no wounds are about to take your last integrity": ("fatal",),
    r"you do not reset now": ("shelter",),
    r"it goes along at the moment when a pattern beside it is launched": ("inari",),
    r"one Inari token goes along with a pattern, at the moment when a pattern beside it is launched": ("inari",),
    r"no repelled enemy waits to be sent away": ("repelled",),
    r"no exploration token waits for you to choose, and each gives one reward": ("find",),
    r"no effect offers you anything now": ("offer",),
    r"no effect has parts to choose from now": ("choose",),
    r"no effect asks for a player now": ("pick-player",),
    r"there is nothing now that you could leave": ("test",),
    r"no test is being taken now": ("test",),
    r"nothing swaps tokens with your dump now": ("swap-dump",),
    r"no effect lets you choose one now": ("pick-type",),
    r"no effect changes it now": ("pick-core",),
    r"no effect unlocks a slot now": ("pick-lock",),
    r"no token waits to be placed now": ("prepare",),
    r"no effect moves you now": ("go",),
    r"no effect moves the BOT now": ("bot-go",),
    r"no effect turns up a tile now": ("pick-tile",),
    r"no effect lets you choose an asset now": ("pick-asset",),
    r"no effect takes an asset from another player now": ("take-asset",),
    r"no card lets you take an enemy now": ("pull-enemy",),
    r"no card lets you look at the enemy deck now": ("order",),
    r"nothing asks for an augment now": ("pick-return",),
    r"no effect lets you take a body now": ("pick-body", "inhabit"),
    r"no effect lets you change bodies now": ("inhabit",),
    r"there is no choice between your bodies now": ("part-with", "active-body"),
    r"no card rerolls a die now": ("pick-die",),
    r"no effect lets you use a frame once more now": ("frame-again",),
    r"no trade is under way": ("trade", "offered"),
    r"a heist begins only when you have just met your event, and discard it for that": ("event-met",),
    r"there is nothing to decide about an event now": ("event-price", "heist", "lose-asset"),
    r"this is not your launch step": ("launch",),
    r"there is no class augment for you to take here": ("pick-augment",),
    r"first comes what is asked now": (),
}
ASKS = {"dump": ("pick-dump",), "line": ("pick-line",), "discard": ("pick-discard",)}

# Where the line is printed that asks, and the rules of such places.
PLACES = {
    "tile": ("district.optional",),
    "find": ("explore.token-first",),
    "frame": ("combat.player-frame",),
    "event": ("city.event",),
    "reward": ("city.heist-gain",),
    "protocol": ("learn.anytime",),
    "diary": ("diary.one",),
    "pvp": ("comp.pvp",),
    "enhancement": ("comp.enhancement",),
    "conditions": ("comp.conditions",),
    "catie": ("catie.launch",),
    "enemy": ("combat.enemy-frame", "pattern.hack-repel"),
    "card": ("quest.new-card", "pattern.other-places", "quest.activity", "quest.world"),
    "basic": ("pattern.asset", "pattern.long", "pattern.exp"),
    "body": ("body.ability",),
    "aug": ("combat.player-frame", "aug.faction-launch", "pattern.augments", "aug.timing"),
}


def waits(case: Case) -> bool | None:
    """Whether what is said about the questions of now is true; None if nothing is said about them."""
    words = str(case.facts.get("what", ""))
    for pattern, decision in FIRST.items():
        if re.fullmatch(pattern, words):
            return asked(case) and kind(case) == decision and _right_place(case)
    for pattern, kinds in UNASKED.items():
        if re.fullmatch(pattern, words):
            return not frames(case, *kinds)
    if words == "nothing asks for that now":
        return not frames(case, *ASKS[str(case.move[0])])
    if words == "the attack roll comes first":
        return stage(case) == "prepare"
    if words == "put dice on a combat frame now, or pass":
        return stage(case) == "fight" and data(case)[2] >= 0
    if words == "put dice on a combat frame now, or end the Combat":
        return stage(case) == "fight" and data(case)[2] < 0
    return None


def _right_place(case: Case) -> bool:
    """The line that asks is printed where its rule says; an augment's rule is that of its faction and its moment."""
    key = str(case.facts.get("key", ""))
    if not key:
        return True
    place, name, *rest = key.split(".")
    if place != "aug":
        return case.rule in PLACES[place]
    card = CONTENT.augments[name]
    when = card.uses[int(rest[1])].when if len(rest) > 1 else ""
    if when == "frame":
        return case.rule == "combat.player-frame"
    if card.faction:
        return case.rule == "aug.faction-launch"
    return case.rule == ("pattern.augments" if when == "pattern" else "aug.timing")


def stays_as_laid(case: Case) -> bool:
    """A side of a Catie token is named while none is being put down."""
    return verb(case, "side") and not frames(case, "side")


def no_fight(case: Case) -> bool:
    return phase(case) == "combat" and not own(case, "enemies")
