"""Refusals of Tamashii that speak of what is asked now, or of what nobody asks: each with what must be so.

«First choose a token to dump» is true if that is the question on the table, to this player, and if the card that asks
it is of the kind of which the rule speaks. «No effect moves you now» is true if no such question is there.
"""

from __future__ import annotations

import re

from tamashii_sight import CONTENT, asked, data, frames, kind, own, phase, stage, verb

from tabletop_kernel.checks.true_sentence_checks import Case

# What is to be answered first, and the kind of decision that it is.
FIRST = {
    r"first decide how to take the wounds": "wounds",
    r"first decide whether to use something against these wounds": "fatal",
    r"first choose the Shelter you go to": "shelter",
    r"first make your offer, or drop it": "trade",
    r"first accept or decline the offer": "offered",
    r"first keep one of the augments you have drawn": "pick-augment",
    r"first choose which side of the Catie token is up": "side",
    r"first decide whether to launch an Inari token too": "inari",
    r"first choose where the repelled enemy goes": "repelled",
    r"first choose a reward from the exploration token": "find",
    r"first choose which of your two advanced bodies to part with": "part-with",
    r"first choose which of your two advanced bodies is active": "active-body",
    r"first use INHABIT, or decline it": "inhabit",
    r"first put tokens into the test, or decline it": "test",
    r"first decide whether to discard your event for a heist": "event-met",
    r"first decide whether to pay for the event": "event-price",
    r"first turn up another reward, or stop the heist": "heist",
    r"first choose which asset the failed heist costs you": "lose-asset",
    r"first use your tile's effect, or skip it": "district",
    r"move or stay first": "move",
    r"first keep the roll, or change it": "roll",
    r"first decide whether to do what .* offers": "offer",
    r"first choose a part of .*": "choose",
    r"first choose a player for .*": "pick-player",
    r"first choose a token to dump": "pick-dump",
    r"first choose a token to discard": "pick-discard",
    r"first choose the tokens to dump": "pick-line",
    r"first swap a token with one from your dump": "swap-dump",
    r"first choose the type of token you gain": "pick-type",
    r"first choose your new core data": "pick-core",
    r"first choose the lock you remove": "pick-lock",
    r"first place the tokens you have drawn": "prepare",
    r"first move tokens on your launcher, or stop": "program",
    r"first choose the asset you gain": "pick-asset",
    r"first choose whose asset you take": "take-asset",
    r"first choose the tile you turn up": "pick-tile",
    r"first move the BOT, or leave it where it is": "bot-go",
    r"first move as .* lets you, or stay": "go",
    r"first choose whose enemy you take": "pull-enemy",
    r"first put back the cards you are looking at": "order",
    r"first choose the augment you equip": "pick-equip",
    r"first choose the augment that goes back into its deck": "pick-return",
    r"first choose a body from the market": "pick-body",
    r"first choose the dice to reroll": "pick-die",
    r"first choose the combat frame you may use again": "frame-again",
}

# What nobody asks now, and the kinds of decisions in which it would be asked.
UNASKED: dict[str, tuple[str, ...]] = {
    r"you aren't being wounded now": ("wounds",),
    r"no wounds threaten your last integrity now": ("fatal",),
    r"you aren't resetting now": ("shelter",),
    r"you can launch it only together with a pattern next to it": ("inari",),
    r"you can launch only one Inari token, together with a pattern next to it": ("inari",),
    r"you have no repelled enemy to send away now": ("repelled",),
    r"you have no exploration reward to choose now, and each token gives only one": ("find",),
    r"no effect offers you anything now": ("offer",),
    r"no effect offers you a choice now": ("choose",),
    r"no effect asks you to choose a player now": ("pick-player",),
    r"you have nothing to decline now": ("test",),
    r"no test is underway now": ("test",),
    r"nothing lets you swap a token with your dump now": ("swap-dump",),
    r"no effect lets you choose a type now": ("pick-type",),
    r"no effect lets you change it now": ("pick-core",),
    r"no effect lets you unlock a slot now": ("pick-lock",),
    r"you have no token to place now": ("prepare",),
    r"no effect lets you move now": ("go",),
    r"no effect lets you move the BOT now": ("bot-go",),
    r"no effect lets you turn up a tile now": ("pick-tile",),
    r"no effect lets you choose an asset now": ("pick-asset",),
    r"no effect lets you take an asset from another player now": ("take-asset",),
    r"no card lets you take an enemy now": ("pull-enemy",),
    r"no card lets you look at the enemy deck now": ("order",),
    r"nothing asks you for an augment now": ("pick-return",),
    r"no effect lets you take a body now": ("pick-body", "inhabit"),
    r"no effect lets you change bodies now": ("inhabit",),
    r"you have no choice between your bodies now": ("part-with", "active-body"),
    r"no card lets you reroll a die now": ("pick-die",),
    r"no effect lets you use a frame again now": ("frame-again",),
    r"no trade is underway": ("trade", "offered"),
    r"a heist begins only when you discard an event whose condition you have just met": ("event-met",),
    r"you have nothing to decide about an event now": ("event-price", "heist", "lose-asset"),
    r"this isn't your launch step": ("launch",),
    r"you have no class augment to take here": ("pick-augment",),
    r"answer the current question first": (),
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
    if found := re.fullmatch(r"nothing asks you to (dump|discard) a (token|row or column) now", words):
        named = "line" if found[2] != "token" else found[1]
        return str(case.move[0]) == named and not frames(case, *ASKS[named])
    if words == "the attack roll comes first":
        return stage(case) == "prepare"
    if words == "put dice on a combat frame now, or pass":
        return stage(case) == "fight" and data(case)[2] >= 0
    if words == "put dice on a combat frame now, or end Combat":
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
