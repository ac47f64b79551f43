"""Half-sentences for refusals, and parts of lines in words: what a sentence of the rulebook leaves open.

A refusal names its case by a short word, `what`; here are the words for it. Where one short word means several things,
the rule stands before it. Other facts of the refusal may stand in braces.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.game import Move
from tabletop_kernel.games.tamashii.gear import swapping
from tabletop_kernel.games.tamashii.launch import launcher, patterns
from tabletop_kernel.games.tamashii.lines import language, running
from tabletop_kernel.games.tamashii.lines.ops import Act, Line, Test
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import Tongue, act_said, said_tests
from tabletop_kernel.games.tamashii.pack.kinds import Place
from tabletop_kernel.games.tamashii.phases import activity, upgrading
from tabletop_kernel.games.tamashii.phases.moving import read_place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import spot_name
from tabletop_kernel.rulebook import Facts, Verdict
from tabletop_kernel.wording import listed

WHAT: dict[str, str] = {
    **launcher.FAULTS,
    **patterns.FAULTS,
    **swapping.FAULTS,
    **upgrading.FAULTS,
    "trade-no-cards": "neither side has a faction augment",
    # abilities
    "used": "you have used {ability} {limit} already",
    "needs": "what {ability} asks for is not the case",
    "nothing": "{ability} would do nothing now",
    "price": "you do not have what {ability} costs",
    "timing": "{ability} is used {when}",
    "by-use": "{ability} is used {when}, with 'use'",
    "trigger": "{ability} helps by itself {when}",
    "unequipped": "{ability} is not equipped",
    "equipped": "{ability} is equipped already",
    "not-yours": "{ability} is not yours",
    "not-here": "{ability} is not in this game",
    "body.two under": "{ability} lies under your active body",
    "body.ability none": "{ability} has no such ability",
    "diary.one used": "you have used your diary card, and there is one for each player",
    "diary.one none": "you have no diary card",
    # what effects ask
    "token": "this takes {wanted} tokens, and {token} lies on that slot",
    "not-in-dump": "your dump has no such token",
    "basic-only": "this gives a basic token: Ember, Ward, Lore or Flux",
    "no-asset": "name shield, memory, power or reroll",
    "different": "these assets are different ones, and you have taken {asset} already",
    "take": "you take an asset from a player on your tile who has enough of it",
    "too-far": "that is too far away",
    "no-enemies": "that player has no enemy whom you could take",
    "own-enemies": "you take an enemy from another player, not from yourself",
    "bury": "say which of these cards goes under the deck",
    "next": "say which of these cards comes next",
    "picked": "that card is dealt with already",
    "not-seen": "that is none of the cards that you look at",
    "another-player": "this is meant for another player",
    "not-meant": "this cannot be meant for that player",
    "no-effect": "that part of {key} would do nothing now",
    "no-choice": "{key} has no such choice",
    "no-die": "there is no such die left in this roll",
    "no-faction": "this takes an equipped faction augment",
    "diagonal-only": "this effect switches two tokens that touch at a corner",
    "empty-line": "no token lies there",
    "data.corrupted-block one-open": "only one corrupted token of a pattern counts as open",
    # rolls and tests
    "asset.reroll-one enemy-die": "there is no {die} in this roll",
    "asset.reroll-one named": "you have named every such die already",
    "asset.reroll-one no-die": "there is no {die} in this roll",
    "asset.reroll-one none": "no such die has been named for it",
    "test.contribute none": "you have not put any in yet",
    "test.contribute not-put": "that one has not been put in",
    "test.contribute put-already": "the one on {slot} is put in already",
    "test.contribute type": "the token on {slot} is {other:a} token",
    "test.contribute core": "the Catie token on {slot} counts as {core}",
    "test.contribute no-token": "you have none there",
    "test.contribute nobody": "nobody has one there",
    # tokens
    "kw.prepare not-drawn": "you have not drawn such a token",
    "kw.prepare locked": "{slot} is locked",
    "kw.prepare occupied": "{slot} is not empty",
    "kw.prepare no-slot": "name an empty slot",
    "kw.prepare form": "name one token and one slot",
    "data.dump price": "{ability} takes one that you do not have on your launcher",
    "data.discard price": "{ability} takes one that you do not have on your launcher",
    "data.dump no-token": "no token lies on that slot",
    "data.dump empty": "no token lies on that slot",
    "data.discard no-token": "no token lies on that slot",
    "kw.unlock no-lock": "no lock lies on that slot",
    "kw.move-effect too-far": "{spot} is too far away for this effect",
    "move.optional stayed": "your character stays in this step",
    "move.optional first": "first your character moves, or stays",
    # the BOT
    "solo.bot-use own": "your own figure has had its part in this step, and only one of the two is used for you",
    "solo.bot-use as-you": "the BOT stands for you in this step: your move is its move, and it has no other",
    "solo.bot-use place": "the BOT stands for you in this step, and it is not where the card wants you to be",
    "solo.bot-use idle": "where the BOT stands it could do nothing in this step",
    "solo.bot-use no-figure": "nothing in this step depends on where a figure stands",
    "solo.bot-move too-far": "that is more than {mov} tiles away, by the ways that are open to it",
    "solo.bot-move moved": "it moves once in this step, and has done so",
    # Inari tokens
    "inari.launch sides": "the Inari token on {slot} lies beside no token of the pattern, and a corner is not enough",
    "inari.launch diagonal": "the Inari token on {slot} touches no token of the pattern, not even at a corner",
    "inari.launch each": "it goes along at the moment when a pattern beside it is launched",
    "inari.launch one": "one Inari token goes along with a pattern, at the moment when a pattern beside it is launched",
    # the table
    "city.event instead": "you have drawn an event in this turn instead",
    "scen.special-aside repel-memory": "launching a repel also costs {need} memory, and you have {have}",
    "district.optional face-down": "there is no face-up tile whose effect you could use",
    "district.optional is-nothing": "there is nothing that the effect of your tile could do for you now",
    "district.optional was-nothing": "there was nothing that the effect of your tile could do for you",
    "setting-up": "the game is still being set up",
    "quest.activity none": "there is no such activity",
    "quest.activity once": "you have done it in this turn",
    "quest.activity where": "it asks that {need}",
    "quest.activity nothing": "it would do nothing now",
    "test.group-where where": "it asks that {need}",
    "learn.anytime not-met": "step {step} asks that {need}",
    "comp.quest goal": "no goal on the table shows such a test",
    "comp.quest where": "it asks that {need}",
    "kw.reveal no-tile": "there is no tile there",
    "kw.reveal face-up": "that tile lies face up",
    "frame.once not-used": "that frame has not been activated in this Combat",
    "other-dice": "this is a combat frame: put its dice on it",
    "no-launch-step": "this is not your launch step",
    "no-city": "this table plays without the Living City",
    "alone": "nobody else plays with you",
    "no-goals": "goals are for versus only",
    "versus-only": "only versus is played with such a card",
    "effect-used": "you have used the effect of your tile instead",
    "no-event": "there is no event left",
    "stands-there": "that is where the figure stands",
    "none-lies": "there is none on your launcher",
    "to-whom": "the enemy goes to a player on your tile, or is discarded",
    # what is asked now
    "first wounds": "first say what you do about the wounds that come at you",
    "first fatal": "first say whether you use something against these wounds",
    "first shelter": "first choose the Shelter where you are placed",
    "first trade": "first make your offer, or drop it",
    "first offered": "first say yes or no to the offer",
    "first pick-augment": "first keep one of the augments that you have drawn",
    "first side": "first choose which side of the Catie token is up",
    "first inari": "first say whether an Inari token goes along with the pattern",
    "first repelled": "first say where the repelled enemy goes",
    "first find": "first choose one of the rewards of the exploration token",
    "first part-with": "first say which of your two advanced bodies you part with",
    "first active-body": "first say which of your two advanced bodies is active",
    "first inhabit": "first change bodies, or leave it",
    "first test": "first put tokens into the test, or leave it",
    "first event-met": "first say whether you discard your event for a heist",
    "first event-price": "first say whether you pay for the event",
    "first heist": "first turn up another reward, or stop the heist",
    "first lose-asset": "first say which asset the failed heist costs you",
    "first district": "first use the effect of your tile, or leave it",
    "first roll": "first keep the roll, or alter it",
    "first offer": "first say whether you do what {key} offers",
    "first choose": "first choose a part of {key}",
    "first pick-player": "first say which player {key} is meant for",
    "first pick-dump": "first choose a token to dump",
    "first pick-discard": "first choose a token to discard",
    "first pick-line": "first choose the tokens to dump",
    "first swap-dump": "first swap a token with one of your dump",
    "first pick-type": "first choose the type of the token that you gain",
    "first pick-core": "first choose your new core data",
    "first pick-lock": "first choose the lock that is taken off",
    "first prepare": "first place the tokens that you have drawn",
    "first program": "first move tokens on your launcher, or be done with that",
    "first pick-asset": "first choose the asset that you gain",
    "first take-asset": "first choose whose asset you take",
    "first pick-tile": "first choose the tile that is turned up",
    "first bot-go": "first move the BOT, or leave it where it is",
    "first go": "first go where {key} lets you, or stay",
    "first pull-enemy": "first say whose enemy you take",
    "first order": "first put the cards back that you look at",
    "first pick-equip": "first choose the augment that you equip",
    "first pick-return": "first choose the augment that goes back into its deck",
    "first pick-body": "first choose a body of the market",
    "first pick-die": "first choose the dice to reroll",
    "first frame-again": "first choose the combat frame that you may use once more",
    "first attack": "the attack roll comes first",
    "first frame": "put dice on a combat frame now, or pass",
    "first end": "put dice on a combat frame now, or end the Combat",
    # what nobody asks now
    "unasked suffer": "no wounds come at you now",
    "unasked fall": "no wounds are about to take your last integrity",
    "unasked shelter": "you do not reset now",
    "unasked hand-over": "no repelled enemy waits to be sent away",
    "unasked discard-enemy": "no repelled enemy waits to be sent away",
    "unasked reward": "no exploration token waits for you to choose, and each gives one reward",
    "unasked do": "no effect offers you anything now",
    "unasked choose": "no effect has parts to choose from now",
    "unasked player": "no effect asks for a player now",
    "unasked leave": "there is nothing now that you could leave",
    "unasked put": "no test is being taken now",
    "unasked dump": "nothing asks for that now",
    "unasked line": "nothing asks for that now",
    "unasked swap": "nothing swaps tokens with your dump now",
    "unasked discard": "nothing asks for that now",
    "unasked type": "no effect lets you choose one now",
    "unasked core": "no effect changes it now",
    "unasked unlock": "no effect unlocks a slot now",
    "unasked place": "no token waits to be placed now",
    "unasked go": "no effect moves you now",
    "unasked no-go": "no effect moves you now",
    "unasked bot-go": "no effect moves the BOT now",
    "unasked tile": "no effect turns up a tile now",
    "unasked asset": "no effect lets you choose an asset now",
    "unasked take-asset": "no effect takes an asset from another player now",
    "unasked pull": "no card lets you take an enemy now",
    "unasked next": "no card lets you look at the enemy deck now",
    "unasked bury": "no card lets you look at the enemy deck now",
    "unasked return": "nothing asks for an augment now",
    "unasked take": "no effect lets you take a body now",
    "unasked active": "there is no choice between your bodies now",
    "unasked part-with": "there is no choice between your bodies now",
    "unasked die": "no card rerolls a die now",
    "unasked frame-again": "no effect lets you use a frame once more now",
    "unasked swap-bodies": "no effect lets you change bodies now",
}

# What is said where a refusal names no case.
USUAL: dict[str, str] = {
    "data.dump": "no token lies on that slot",
    "data.discard": "no token lies on that slot",
    "data.corrupted-block": "fills no cell of a pattern; for a test it counts just as little",
    "data.core-change": "it changes to another basic type",
    "turn.phases": "this is the {phase} phase",
    "reset.trigger": "your integrity is down to 0, so you must reset",
    "reset.shelter": "name one of those",
    "upg.exp-augment": "there is no class augment for you to take here",
    "catie.side": "the side of a Catie token is chosen when it is put on the launcher, and stays as it is",
    "combat.end-done": "your Combat is not over, since the number die still lies on {enemy}",
    "comp.quest": "tests of goals are tried one by one, in your turn of the Quest phase",
    "explore.token-first": "an exploration token gives you one of its rewards, and no more",
    "body.two": "say which of your two advanced bodies goes to the bottom of the body deck",
    "body.inhabit-swap": "INHABIT needs something to swap or to take, and there is nothing",
    "frame.once": "you have activated this frame in this Combat already",
    "solo.bot-use": "the BOT's figure stands for you in this step, so your own is not used",
    "solo.bot-move": "it moves at most 2 tiles, by a way that is open to it",
    "district.optional": "you have used all the district effects that this turn allows you",
    "pattern.augments": "you have launched a pattern of {augment} already, and each augment gives one in a launch step",
    "combat.player-frame": "this frame takes {need}, from dice that you have rolled and not used yet",
    "city.heist-start": "a heist begins only when you have just met your event, and discard it for that",
    "city.event": "there is nothing to decide about an event now",
}


def tongue(state: State) -> Tongue:
    """How things are called at this table."""
    names = {tile.id: tile.name for tile in state.rules.content.tiles.values()}
    scenario = state.rules.scenario
    if scenario is not None:
        names |= {code: card.name for code, card in scenario.cards.items()}
    return Tongue(names, state.rules.players)


def as_printed(state: State, line: Line) -> tuple[str, ...]:
    """What a card prints, with the number of players who play this game."""
    here = tongue(state)
    return language.words(line, here.players, here.names)


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
    """Facts that follow from those of a refusal, from the move, or from the table."""
    rule, facts = verdict.rule, verdict.facts
    found: dict[str, Any] = {"core": state.core[seat], "seat": seat}
    if "place" in facts:
        found["spot"] = _spot(state, facts["place"])
    kind, _, entry = str(facts.get("ability", "")).partition(".")
    if kind in ("aug", "body"):
        found["augment" if kind == "aug" else "body"] = entry
    if "pattern" not in facts and move[0] == "launch" and len(move) > 1:
        found["pattern"] = str(move[1])
    if rule == "pattern.exact":
        found["where"] = "anywhere on your launcher" if facts.get("nowhere") else "there"
    if rule == "turn.phases":
        found["phase"] = state.phase
        if not state.phase:
            found["what"] = "setting-up"
    if rule == "asset.shield-all-in":
        found["wounds"] = state.frames[-1][2][0]
    if rule == "inari.launch" and "slot" in facts:
        found["what"] = state.ruling["ruling.inari.adjacent"]
    if rule == "inari.launch" and str(facts.get("what", "")).startswith("unasked "):
        found["what"] = state.ruling["ruling.inari.many"]
    if facts.get("what") in ("where", "not-met"):
        found["need"] = _asked_for(state, seat, facts)
    return found


def _spot(state: State, place: Any) -> str:
    if isinstance(place, (tuple, list)):
        return spot_name(state, place)
    read: Place | None = read_place(str(place))
    return spot_name(state, read) if read is not None else "that"


def _asked_for(state: State, seat: int, facts: Facts) -> str:
    """What a learning step, an activity or a goal asks for."""
    content = state.rules.content
    if "step" in facts:
        return tests_in_words(state, content.protocols[state.protocol[seat]].steps[facts["step"] - 1][0])
    if "goal" in facts:
        goal = content.goals[facts["goal"]]
        return tests_in_words(state, (*goal.where, *goal.tests))
    return tests_in_words(state, activity.activities(state)[facts["number"] - 1].where)
