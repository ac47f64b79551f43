"""Half-sentences for refusals, and parts of lines in words, to fill the gaps in rulebook sentences.

A refusal names its case by a short word, `what`; here is the text for it. If one short word means several things, the
rule comes before it. Other facts of the refusal can be in braces.
"""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.tamashii.gear import swapping
from tabletop_kernel.games.tamashii.launch import launcher, pattern_list
from tabletop_kernel.games.tamashii.lines import language, running, sentences_of_lines
from tabletop_kernel.games.tamashii.lines.operations import Act, Line, Test
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import CardWording, act_in_words
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import activity, planning, purchases
from tabletop_kernel.games.tamashii.phases.moving import read_place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import spot_name

TEXT_BY_CASE: dict[str, str] = {
    **launcher.FAULT_TEXTS,
    **pattern_list.FAULT_TEXTS,
    **swapping.FAULT_TEXTS,
    **purchases.FAULT_TEXTS,
    "trade-no-cards": "neither of you has a faction augment",
    # abilities
    "used": "you have already used {ability} {limit}",
    "needs": "{ability} has a condition that you don't meet now",
    "nothing": "{ability} would do nothing now",
    "price": "you can't pay for {ability} now",
    "timing": "you can't use {ability} now, but you can {when}",
    "by-use": "you can't use {ability} this way, but you can {when}, with 'use'",
    "trigger": "{ability} works on its own {when}",
    "unequipped": "{ability} isn't equipped",
    "equipped": "{ability} is already equipped",
    "not-yours": "{ability} isn't yours",
    "not-here": "this game doesn't use {ability}",
    "body.two under": "{ability} is under your active body",
    "body.ability none": "{ability} has no such ability",
    "diary.one used": "you have used your diary card, and each player has only one",
    "diary.one none": "you have no diary card",
    # questions from effects
    "token": "this takes {wanted} tokens, and that slot holds {token:a} token",
    "not-in-dump": "your dump has no token of this kind",
    "basic-only": "choose a basic token: Ember, Ward, Lore or Flux",
    "no-asset": "choose shield, memory, power or reroll",
    "different": "the assets must differ, and you have already taken {asset}",
    "take": "choose a player on your tile who has enough of that asset",
    "too-far": "{spot} is too far away",
    "no-enemies": "that player has no enemy you can take",
    "own-enemies": "take another player's enemy, not your own",
    "bury": "choose a card to put under the deck",
    "next": "choose which card comes next",
    "picked": "you have already placed that card",
    "not-seen": "that card isn't one of those you are looking at",
    "another-player": "choose another player, not yourself",
    "not-meant": "that player can't be chosen for this",
    "no-effect": "that part of {key} would do nothing now",
    "no-choice": "{key} doesn't offer that choice",
    "no-die": "this roll has no more dice of that kind",
    "no-faction": "choose an equipped faction augment",
    "diagonal-only": "choose two tokens that touch at a corner",
    "empty-line": "it holds no token",
    "data.corrupted-block one-open": "only one corrupted token in a pattern may count as open",
    # rolls and tests
    "asset.reroll-one enemy-die": "this roll has no {die}",
    "asset.reroll-one named": "you have already chosen every die of this kind",
    "asset.reroll-one no-die": "this roll has no {die}",
    "asset.reroll-one none": "you haven't chosen a die of this kind",
    "test.contribute none": "you haven't put any tokens in yet",
    "test.contribute not-put": "you haven't put that token in",
    "test.contribute put-already": "you have already put in the token on {slot}",
    "test.contribute type": "the token on {slot} is {other:a} token",
    "test.contribute core": "the Catie token on {slot} counts as {core}",
    "test.contribute no-token": "you have no token of this kind there",
    "test.contribute nobody": "no player has a token of this kind",
    # tokens
    "kw.prepare not-drawn": "you haven't drawn a token of this kind",
    "kw.prepare locked": "{slot} is locked",
    "kw.prepare occupied": "{slot} isn't empty",
    "kw.prepare no-slot": "choose an empty slot",
    "kw.prepare form": "choose one token and one slot",
    "data.dump price": "{ability} takes a token that isn't on your launcher",
    "data.discard price": "{ability} takes a token that isn't on your launcher",
    "data.dump no-token": "that slot holds no token",
    "data.dump empty": "that slot holds no token",
    "data.discard no-token": "that slot holds no token",
    "kw.unlock no-lock": "that slot has no lock",
    "kw.move-effect too-far": "{spot} is too far away for this effect",
    "move.optional stayed": "you have chosen to stay in this step",
    "move.optional first": "move or stay first",
    # the BOT
    "solo.bot-use own": "you have used your own figure in this step, and only one figure can act for you",
    "solo.bot-use as-you": "the BOT acts for you in this step, so its one move is your move",
    "solo.bot-use place": "the BOT acts for you in this step, and it isn't where the card wants you",
    "solo.bot-use idle": "there is nothing the BOT could do on its tile in this step",
    "solo.bot-use no-figure": "a figure's place makes no difference in this step",
    "solo.bot-move too-far": "it is more than {mov} tiles away, along the paths open to the BOT",
    "solo.bot-move moved": "the BOT has already moved this step",
    "solo.bot-move stands-there": "the BOT is already there",
    # Inari tokens
    "inari.launch sides": "the Inari token on {slot} isn't next to a token of the pattern, and a corner isn't enough",
    "inari.launch diagonal": "the Inari token on {slot} doesn't touch a token of the pattern, even at a corner",
    "inari.launch each": "you can launch it only together with a pattern next to it",
    "inari.launch one": "you can launch only one Inari token, together with a pattern next to it",
    # the table
    "city.event instead": "you have drawn an event instead this turn",
    "scen.special-aside repel-memory": "launching a repel also costs {need} memory, and you have {have}",
    "district.optional face-down": "no face-up tile offers you an effect",
    "district.optional is-nothing": "your tile's effect would do nothing for you now",
    "district.optional was-nothing": "your tile's effect would have done nothing for you",
    "setting-up": "setup isn't finished",
    "quest.activity none": "the card has no such activity",
    "quest.activity once": "you have already done it this turn",
    "quest.activity where": "you can do it only if {need}",
    "quest.activity nothing": "it would do nothing now",
    "test.group-where where": "you can start it only if {need}",
    "learn.anytime not-met": "step {step} counts only when {need}",
    "comp.quest goal": "no goal on the table has that test",
    "comp.quest where": "you can try it only if {need}",
    "kw.reveal no-tile": "there is no tile there",
    "kw.reveal face-up": "it is already face up",
    "frame.once not-used": "you haven't activated that frame in this Combat",
    "other-dice": "this is a combat frame, so put its dice on it",
    "no-launch-step": "this isn't your launch step",
    "no-city": "this table plays without the Living City",
    "alone": "you are the only player",
    "no-goals": "only versus has goals",
    "versus-only": "only versus uses that card",
    "effect-used": "you have used your tile's effect instead",
    "no-event": "there are no events left",
    "stands-there": "the figure is already there",
    "none-lies": "there are none on your launcher",
    "to-whom": "give the enemy to a player on your tile, or discard it",
    # Planning
    "step-over": "you have finished this part of Planning, so wait until the others have, too",
    "planning-over": "you have finished Planning this turn, so you can't change anything now",
    # the current question
    "first wounds": "first decide how to take the wounds",
    "first fatal": "first decide whether to use something against these wounds",
    "first shelter": "first choose the Shelter you go to",
    "first trade": "first make your offer, or drop it",
    "first offered": "first accept or decline the offer",
    "first pick-augment": "first keep one of the augments you have drawn",
    "first side": "first choose which side of the Catie token is up",
    "first inari": "first decide whether to launch an Inari token too",
    "first repelled": "first choose where the repelled enemy goes",
    "first find": "first choose a reward from the exploration token",
    "first part-with": "first choose which of your two advanced bodies to part with",
    "first active-body": "first choose which of your two advanced bodies is active",
    "first inhabit": "first use INHABIT, or decline it",
    "first test": "first put tokens into the test, or decline it",
    "first event-met": "first decide whether to discard your event for a heist",
    "first event-price": "first decide whether to pay for the event",
    "first heist": "first turn up another reward, or stop the heist",
    "first lose-asset": "first choose which asset the failed heist costs you",
    "first district": "first use your tile's effect, or skip it",
    "first roll": "first keep the roll, or change it",
    "first offer": "first decide whether to do what {key} offers",
    "first choose": "first choose a part of {key}",
    "first pick-player": "first choose a player for {key}",
    "first pick-dump": "first choose a token to dump",
    "first pick-discard": "first choose a token to discard",
    "first pick-line": "first choose the tokens to dump",
    "first swap-dump": "first swap a token with one from your dump",
    "first pick-type": "first choose the type of token you gain",
    "first pick-core": "first choose your new core data",
    "first pick-lock": "first choose the lock you remove",
    "first prepare": "first place the tokens you have drawn",
    "first program": "first move tokens on your launcher, or stop",
    "first pick-asset": "first choose the asset you gain",
    "first take-asset": "first choose whose asset you take",
    "first pick-tile": "first choose the tile you turn up",
    "first bot-go": "first move the BOT, or leave it where it is",
    "first go": "first move as {key} lets you, or stay",
    "first pull-enemy": "first choose whose enemy you take",
    "first order": "first put back the cards you are looking at",
    "first pick-equip": "first choose the augment you equip",
    "first pick-return": "first choose the augment that goes back into its deck",
    "first pick-body": "first choose a body from the market",
    "first pick-die": "first choose the dice to reroll",
    "first frame-again": "first choose the combat frame you may use again",
    "first attack": "the attack roll comes first",
    "first frame": "put dice on a combat frame now, or pass",
    "first end": "put dice on a combat frame now, or end Combat",
    # questions nobody asks now
    "unasked suffer": "you aren't being wounded now",
    "unasked fall": "you aren't about to suffer wounds that would bring you to 0 integrity",
    "unasked shelter": "you aren't resetting now",
    "unasked hand-over": "you have no repelled enemy to send away now",
    "unasked discard-enemy": "you have no repelled enemy to send away now",
    "unasked reward": "you have no exploration reward to choose now, and each token gives only one",
    "unasked do": "no effect offers you anything now",
    "unasked choose": "no effect offers you a choice now",
    "unasked player": "no effect asks you to choose a player now",
    "unasked leave": "you have nothing to decline now",
    "unasked put": "no test is underway now",
    "unasked dump": "nothing asks you to dump a token now",
    "unasked line": "nothing asks you to dump a row or column now",
    "unasked swap": "nothing lets you swap a token with your dump now",
    "unasked discard": "nothing asks you to discard a token now",
    "unasked type": "no effect lets you choose a type now",
    "unasked core": "no effect lets you change it now",
    "unasked unlock": "no effect lets you unlock a slot now",
    "unasked place": "you have no token to place now",
    "unasked go": "no effect lets you move now",
    "unasked no-go": "no effect lets you move now",
    "unasked bot-go": "no effect lets you move the BOT now",
    "unasked tile": "no effect lets you turn up a tile now",
    "unasked asset": "no effect lets you choose an asset now",
    "unasked take-asset": "no effect lets you take an asset from another player now",
    "unasked pull": "no card lets you take an enemy now",
    "unasked next": "no card lets you look at the enemy deck now",
    "unasked bury": "no card lets you look at the enemy deck now",
    "unasked return": "nothing asks you for an augment now",
    "unasked take": "no effect lets you take a body now",
    "unasked active": "you have no choice between your bodies now",
    "unasked part-with": "you have no choice between your bodies now",
    "unasked die": "no card lets you reroll a die now",
    "unasked frame-again": "no effect lets you use a frame again now",
    "unasked swap-bodies": "no effect lets you change bodies now",
}

# The text for a refusal that names no case.
TEXT_BY_RULE: dict[str, str] = {
    "data.dump": "that slot holds no token",
    "data.discard": "that slot holds no token",
    "data.corrupted-block": "doesn't count for patterns or tests",
    "data.core-change": "choose a different basic type",
    "turn.phases": "this is the {phase} phase",
    "reset.trigger": "you are at 0 integrity, so you must reset",
    "reset.shelter": "choose one of the Shelters",
    "upg.exp-augment": "you have no class augment to take here",
    "catie.side": "you choose a Catie token's side when it comes onto your launcher, and that side stays up",
    "combat.end-done": "the number die is still on {enemy}, so your Combat isn't over",
    "comp.quest": "you try goal tests one by one, on your turn in the Quest phase",
    "explore.token-first": "an exploration token gives you only one of its rewards",
    "body.two": "choose which of your two advanced bodies goes to the bottom of the body deck",
    "body.inhabit-swap": "INHABIT has nothing to swap or take",
    "frame.once": "you have already activated this frame in this Combat",
    "solo.bot-use": "the BOT acts for you in this step, so you don't use your own figure",
    "solo.bot-move": "the BOT moves at most 2 tiles, along a path open to it",
    "district.optional": "you have used all the district effects you may use this turn",
    "pattern.augments": "you have already launched a pattern of {augment} in this launch step",
    "combat.player-frame": "this frame takes {need}, from rolled dice you haven't used yet",
    "city.heist-start": "a heist begins only when you discard an event whose condition you have just met",
    "city.event": "you have nothing to decide about an event now",
}


def card_wording(state: State) -> CardWording:
    """Return this table's names for things."""
    names = {tile.id: tile.name for tile in state.rules.content.tiles.values()}
    scenario = state.rules.scenario
    if scenario is not None:
        names |= {code: card.name for code, card in scenario.cards.items()}
    return CardWording(names, state.rules.players)


def printed_sentences(state: State, line: Line) -> tuple[str, ...]:
    """Return a card's printed text, for the number of players in this game."""
    wording = card_wording(state)
    return language.words(line, wording.players, wording.names)


def acts_in_words(state: State, acts: list[Act]) -> str:
    return listed(act_in_words(act, card_wording(state)) for act in acts) or "nothing"


def conditions_in_words(state: State, conditions: tuple[Test, ...]) -> str:
    """Return conditions in words, for this table."""
    return sentences_of_lines.conditions_in_words(conditions, card_wording(state))


def part_in_words(state: State, run: running.Run, part: int) -> str:
    """Return one part of a choice in words."""
    ops = state.rules.lines[run.key].ops
    op = ops[run.at]
    start, end = op.starts[part], (*op.starts[1:], op.skip)[part]
    return acts_in_words(state, [one.act for one in ops[start:end] if one.kind == "do" and one.act is not None])


def offer_in_words(state: State, run: running.Run) -> str:
    """Return the offer of a “may” in words, with what follows from it."""
    ops = state.rules.lines[run.key].ops
    op = ops[run.at]
    acts = [one.act for one in ops[run.at + 1 : op.skip] if one.kind == "do" and one.act is not None]
    price, *rest = acts
    first = acts_in_words(state, [price])
    return f"{first}, then {acts_in_words(state, rest)}" if rest else first


# -- what else a sentence may need -------------------------------------------------------------------------------------


def derived_facts(state: State, seat: int, move: Move, verdict: Verdict) -> Facts:
    """Return facts that follow from a refusal's own facts, its move or the table."""
    rule, facts = verdict.rule, verdict.facts
    facts_found: Facts = {"core": state.core[seat], "seat": seat}
    if "place" in facts:
        facts_found["spot"] = _spot_text(state, facts["place"])
    kind, _, entry = str(facts.get("ability", "")).partition(".")
    if kind in ("aug", "body"):
        facts_found["augment" if kind == "aug" else "body"] = entry
    if "pattern" not in facts and move[0] == "launch" and len(move) > 1:
        facts_found["pattern"] = str(move[1])
    if rule == "pattern.exact":
        facts_found["where"] = "anywhere on your launcher" if facts.get("nowhere") else "there"
    if rule == "launch.only-here":
        facts_found["and-unready"] = _with_unready_cards(state, seat, move)
    if rule == "turn.phases":
        facts_found["phase"] = state.phase
        if not state.phase:
            facts_found["what"] = "setting-up"
    if rule == "asset.shield-all-in":
        facts_found["wounds"] = state.frames[-1][2][0]
    if rule == "plan.simultaneous" and state.ruling["ruling.plan.barrier"] == "per-step":
        facts_found["what"] = "planning-over" if planning.in_program(state) else "step-over"
    if rule == "inari.launch" and "slot" in facts:
        facts_found["what"] = state.ruling["ruling.inari.adjacent"]
    if rule == "inari.launch" and str(facts.get("what", "")).startswith("unasked "):
        facts_found["what"] = state.ruling["ruling.inari.many"]
    if facts.get("what") in ("where", "not-met"):
        facts_found["need"] = _needs_text(state, seat, facts)
    return facts_found


def _with_unready_cards(state: State, seat: int, move: Move) -> str:
    """Return what else stops a launch before its step: its tokens are not in place yet."""
    source = pattern_list.sources_for(state, seat).get(str(move[1])) if move[0] == "launch" and len(move) > 1 else None
    unready = source is not None and not pattern_list.places_of(state, seat, source)
    return ", and this pattern's tokens aren't in place yet" if unready else ""


def _spot_text(state: State, place: object) -> str:
    if isinstance(place, (tuple, list)):
        return spot_name(state, place)
    read: Place | None = read_place(str(place))
    return spot_name(state, read) if read is not None else "that"


def _needs_text(state: State, seat: int, facts: Facts) -> str:
    """Return what a learning step, an activity or a goal needs, in words."""
    content = state.rules.content
    if "step" in facts:
        return conditions_in_words(state, content.protocols[state.protocol[seat]].steps[facts["step"] - 1][0])
    if "goal" in facts:
        goal = content.goals[facts["goal"]]
        return conditions_in_words(state, (*goal.where, *goal.tests))
    return conditions_in_words(state, activity.activities(state)[facts["number"] - 1].where)
