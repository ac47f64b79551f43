"""Facts and moves in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.rulebook import fill_template
from tabletop_kernel.contract.sentences import Number, Seat, Text, list_seats, seat_or_you
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import BASIC, EMPTY, LOCK, SLOT
from tabletop_kernel.games.tamashii.fighting import combat, token_tests, wounds
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.phases import purchases
from tabletop_kernel.games.tamashii.phases.moving import read_place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import refusal_words
from tabletop_kernel.games.tamashii.telling.naming import (
    FACE_NAMES,
    ability_name,
    card_name,
    dice_in_words,
    enemy_name,
    is_own_body,
    line_name,
    pattern_name,
    seat_name,
    slots_of_launch,
    spot_name,
    tile_name,
    token_name,
    tokens_in_words,
)

FactWords = Callable[[State, Any], str]  # puts a fact into words; its name in the sentence tells what it is
Rest = list[Any]  # what follows the verb of a move
SEAT_KEYS = ("seat", "other", "partner", "player", "seats", "winners")
VERBS_ABOUT_SEATS = frozenset(
    ("first", "trade", "hand-over", "player", "take-asset", "pull")
)  # verbs that name a player

# Events that can't be undone at a table, because something was drawn, turned up or shown.
REVEALING_EVENTS = frozenset(
    (
        *("attached", "revealed", "find", "market-body", "gains-augment", "draws-augments", "refills", "places"),
        *("event-drawn", "reward", "looks", "goal-refilled", "next-goal", "protocols-dealt", "card", "card-untold"),
        *("die-turned", "offers-trade", "diary-drawn", "special-card", "faction-enters"),
    )
)

# Events that report an effect that does nothing, or less than it could.
EVENTS_IN_VAIN = frozenset(
    (
        *("track-full", "exp-full", "gains-less", "find-wasted", "district-in-vain", "nothing-to-redeem"),
        *("no-augment", "no-event"),
    )
)

# Moves that only carry out an earlier choice.
VERBS_THAT_CARRY_ON = frozenset(
    (
        *("place", "side", "reward", "choose", "do", "core", "type", "line", "dump", "discard", "unlock", "asset"),
        *("tile", "next", "bury", "keep", "active", "part-with", "shelter", "die", "again", "put"),
    )
)


# -- facts -------------------------------------------------------------------------------------------------------------


def fact_in_words(state: State, key: str, value: object, you: int | None = None) -> str:
    """Return a fact in words, by its name in the sentence."""
    if key == "player" and isinstance(value, int):  # there are no walkers yet
        return seat_or_you(f"player {value + 1}", value == you)
    if key in SEAT_KEYS and type(value) is int:
        return seat_name(state, value, you)
    if key in ("seats", "winners") and isinstance(value, (list, tuple)):
        return list_seats(seat_name(state, seat, you) for seat in value)
    if key in _WORDS_BY_FACT and value not in ("", None):
        return _WORDS_BY_FACT[key](state, value)
    return str(value)


def _name_words(kind: str) -> FactWords:
    return lambda state, value: ability_name(state, f"{kind}.{value}")


def _names_words(kind: str) -> FactWords:
    return lambda state, values: listed(ability_name(state, f"{kind}.{value}") for value in values) or "nothing"


def _place_text(state: State, value: object) -> str:
    if isinstance(value, (list, tuple)):
        return spot_name(state, value)
    place = read_place(str(value))
    return str(value) if place is None else spot_name(state, place)


def _token_or_pattern_text(state: State, value: object) -> str:
    """Return the name of a second token, body or pattern, or plain words as they are."""
    if value in state.rules.content.bodies:
        return ability_name(state, f"body.{value}")
    if "." in str(value) or value in ("bot", "catie", "diary"):
        return pattern_name(state, str(value))
    return token_name(str(value))


def _marker_text(marker: str) -> str:
    if marker == "relay":
        return "a relay marker"
    face = marker.removeprefix("die:").rstrip("!")
    return f"a dice token ({FACE_NAMES[face]})" if marker.endswith("!") else "a face-down dice token"


def _phase_text(state: State, phase: str) -> str:
    return str(phase).capitalize()


TEXT_BY_MOMENT = {
    "planning": "in Planning",
    "before-trace": "before the trace roll",
    "program": "in the Program step",
    "start-planning": "as Planning begins",
    "trace-roll": "after a trace roll",
    "before-attack": "before your attack roll",
    "after-roll": "after one of your rolls",
    "after-attack": "after your attack roll",
    "after-other-roll": "after another player's roll",
    "frame": "as a combat frame, with dice on it",
    "wounded": "when you would suffer wounds",
    "fatal": "when your integrity would drop to 0",
    "defeat": "when you defeat an enemy",
    "hack": "when you launch a hack",
    "start-launch": "as your launch step begins",
    "launch": "in your launch step",
    "district": "in your district effect step",
    "pattern": "by launching its pattern",
    "any": "at any time",
}
TEXT_BY_LIMIT = {"turn": "this turn", "combat": "this Combat", "roll": "on this roll", "game": "this game"}

_WORDS_BY_FACT: dict[str, FactWords] = {
    "enemy": lambda state, card: enemy_name(state, card),
    "other_enemy": lambda state, card: enemy_name(state, card),
    "enemies": lambda state, cards: listed(enemy_name(state, card) for card in cards),
    "body": _name_words("body"),
    "other_body": _name_words("body"),
    "bodies": _names_words("body"),
    "boards": _names_words("body"),
    "board": _name_words("body"),
    "augment": _name_words("aug"),
    "augments": _names_words("aug"),
    "give": _names_words("aug"),
    "ask": _names_words("aug"),
    "ability": lambda state, name: ability_name(state, name),
    "frame": lambda state, key: ability_name(state, key) if "." in key else "a combat frame",
    "tile": lambda state, tile: tile_name(state, tile),
    "old_tile": lambda state, tile: tile_name(state, tile),
    "place": _place_text,
    "old_place": _place_text,
    "token": lambda state, letter: token_name(letter),
    "core": lambda state, letter: token_name(letter),
    "new": lambda state, value: _replacement_text(state, value),
    "tokens": lambda state, letters: tokens_in_words(letters),
    "slots": lambda state, slots: listed(slots),
    "card": lambda state, code: card_name(state, code),
    "scenario": lambda state, code: state.rules.content.scenarios[code].name,
    "map": lambda state, name: state.rules.content.maps[name].name,
    "conditions": _name_words("conditions"),
    "enhancement": _name_words("enhancement"),
    "pvp": _name_words("pvp"),
    "goal": lambda state, goal: _title_text(state, f"goal.{goal}"),
    "goals": lambda state, goals: listed(_title_text(state, f"goal.{goal}") for goal in goals),
    "event": lambda state, event: _title_text(state, f"event.{event}"),
    "diary": lambda state, card: _title_text(state, f"diary.{card}"),
    "protocol": _name_words("protocol"),
    "protocols": _names_words("protocol"),
    "reward": lambda state, reward: reward_in_words(state, reward),
    "find": lambda state, find: find_in_words(state, find),
    "pattern": lambda state, key: pattern_name(state, key),
    "other": _token_or_pattern_text,
    "key": lambda state, key: line_name(state, key),
    "dice": lambda state, dice: dice_in_words(dice),
    "face": lambda state, face: FACE_NAMES.get(face, str(face)),
    "die": lambda state, die: (
        {"number": "number die", "symbol": "symbol die"}.get(die) or FACE_NAMES.get(die, str(die))
    ),
    "factions": lambda state, names: listed(names),
    "classes": lambda state, names: listed(names),
    "codes": lambda state, codes: listed(codes),
    "markers": lambda state, markers: listed(_marker_text(marker) for marker in markers),
    "phase": _phase_text,
    "when": lambda state, when: TEXT_BY_MOMENT.get(when, str(when)),
    "type": lambda state, letter: token_name(letter),
    "limit": lambda state, limit: TEXT_BY_LIMIT.get(limit, str(limit)) if isinstance(limit, str) else str(limit),
    "wanted": lambda state, wanted: {"?": "basic", "@": "core", "*": "any"}.get(wanted) or token_name(wanted),
}


def _title_text(state: State, name: str) -> str:
    """Return a card's title in quotation marks."""
    return f"“{ability_name(state, name)}”"


def _replacement_text(state: State, value: object) -> str:
    """Return the name of a replacement: dice, a token or a tile."""
    text = str(value)
    if text in state.rules.content.tiles:
        return tile_name(state, text)
    return dice_in_words(text) if set(text) <= set("SDT") and text else token_name(text)


def reward_in_words(state: State, reward: str) -> str:
    """Return a reward card's text."""
    return in_one_sentence(state.rules.content.rewards[reward].line.words)


def find_in_words(state: State, find: str) -> str:
    """Return the rewards of an exploration token."""
    return listed((in_one_sentence(line.words) for line in state.rules.content.finds[find].rewards), "or")


def in_one_sentence(sentences: tuple[str, ...]) -> str:
    """Return sentences as one part of another."""
    return "; ".join(one.rstrip(".")[:1].lower() + one.rstrip(".")[1:] for one in sentences)


# -- refusals ----------------------------------------------------------------------------------------------------------


def explain_refusal(state: State, seat: int, move: Move, verdict: Verdict) -> Verdict:
    """Return a refusal with `what` put into words, and with every fact that its sentence needs."""
    rule = verdict.rule
    if rule.startswith("table."):
        return verdict
    more = refusal_words.derived_facts(state, seat, move, verdict)
    facts = {**more, **verdict.facts}
    case = more.get("what") or facts.get("what", facts.get("problem", ""))
    template = (
        refusal_words.TEXT_BY_CASE.get(f"{rule} {case}")
        or refusal_words.TEXT_BY_CASE.get(case)
        or case
        or refusal_words.TEXT_BY_RULE.get(rule, "")
    )
    rest = {key: value for key, value in facts.items() if key not in ("what", "problem")}
    text = fill_template(f"x{template}", rest, lambda key, value: fact_in_words(state, key, value, seat))[1:]
    return Verdict(rule, **{**rest, "case": case, "what": text, "problem": text} if text else rest)


# -- moves -------------------------------------------------------------------------------------------------------------


def move_in_words(state: State, seat: int, move: Move) -> str:
    """Return a move in words, for a button or a list."""
    verb, *rest = move
    try:
        return _WORDS_BY_VERB[str(verb)](state, seat, rest) if verb in _WORDS_BY_VERB else " ".join(map(str, move))
    except (
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
        AssertionError,
    ):  # even an invalid move needs words
        return " ".join(map(str, move))


def _with_slots_text(slots: Rest) -> str:
    return f" with {_slots_text(slots[0])}" if slots else ""


def _slots_text(slots: object) -> str:
    return listed(slots_of_launch(str(slots)))


def _frame_text(state: State, seat: int, rest: Rest) -> str:
    key, dice = rest
    return f"{dice_in_words(dice)}: {_frame_in_words(state, seat, key)}"


def _frame_in_words(state: State, seat: int, key: object) -> str:
    """Return the effect of a combat frame."""
    return in_one_sentence(state.rules.lines[combat.frame_choices(state, seat)[str(key)].line].words)


def _choice_text(state: State, seat: int, rest: Rest) -> str:
    """Return a part of a line to choose, as its card prints it."""
    at = running.top_line(state)
    run = running.Run(*state.frames[at][2])
    text = refusal_words.part_in_words(state, run, int(rest[0]) - 1)
    return text[:1].upper() + text[1:]


def _offer_text(state: State, seat: int, rest: Rest) -> str:
    at = running.top_line(state)
    run = running.Run(*state.frames[at][2])
    return f"Yes: {refusal_words.offer_in_words(state, run)}"


def _upgrade_text(state: State, seat: int, rest: Rest) -> str:
    what, *more = rest
    price = purchases.catie_cost(state) if what == "catie" else purchases.exp_cost(state)
    text = {
        "integrity": "raise your maximum integrity by 1",
        "unlock": f"remove the lock from {more[0] if more else ''}",
        "open": "gain an open token",
        "augment": "draw two class augments and keep one",
        "catie": "gain a Catie token",
    }[what]
    return f"{price} EXP: {text}"


def _take_back_text(state: State, seat: int, rest: Rest) -> str:
    verb, *what = rest
    if verb == "reroll":
        return f"Don't reroll the {fact_in_words(state, 'die', what[0])}"
    if verb in ("give", "ask"):
        return f"Take back {ability_name(state, f'aug.{what[0]}')}"
    return f"Take back {listed(map(str, what))}"


def _token_on_text(state: State, seat: int, slot: object) -> str:
    letter = state.grid[seat][SLOT[str(slot)]]
    if letter in (EMPTY, LOCK):  # the move may be a mistake
        return str(slot)
    return f"{token_name(letter)} on {slot}" if letter in BASIC else f"the {token_name(letter)} token on {slot}"


def _keep_text(state: State, seat: int) -> str:
    kind, owner, _ = state.frames[-1] if state.frames else ("", seat, ())
    return "Leave the roll as it is" if kind == "roll" and seat != owner else "Keep the roll"


def _do_dice_wait(state: State) -> bool:
    """Tell if everyone dumps before anyone rolls in the current test."""
    kind, _, data = state.frames[-1] if state.frames else ("", 0, ())
    return kind == "test" and token_tests.rolls_later(state, token_tests.Trial(*data))


def _die_text(state: State, die: object) -> str:
    return fact_in_words(state, "die", die)


Phrase = Callable[[State, int, Rest], str]
FINISH_TEXT_BY_DECISION = {"plan": "Finish planning", "launch": "Finish launching", "activity": "Finish"}
_WORDS_BY_VERB: dict[str, Phrase] = {
    "first": lambda state, seat, rest: f"{_seat_text(state, rest[0])} goes first",
    "board": lambda state, seat, rest: f"Take the {ability_name(state, f'body.{rest[0]}')} board",
    "class": lambda state, seat, rest: f"Be a {rest[0]}",
    "protocol": lambda state, seat, rest: f"Keep {ability_name(state, f'protocol.{rest[0]}')}",
    "start": lambda state, seat, rest: f"Start on {_place_text(state, rest[0])}",
    "slide": lambda state, seat, rest: f"Slide {_token_on_text(state, seat, rest[0])} to {rest[1]}",
    "switch": lambda state, seat, rest: (
        f"Switch {_token_on_text(state, seat, rest[0])} with {_token_on_text(state, seat, rest[1])}"
    ),
    "discard-token": lambda state, seat, rest: f"1 memory: discard {_token_on_text(state, seat, rest[0])}",
    "gain-token": lambda state, seat, rest: f"1 memory: gain {Text(token_name(rest[0])):a} token",
    "equip": lambda state, seat, rest: f"Equip {ability_name(state, f'aug.{rest[0]}')}",
    "upgrade": _upgrade_text,
    "keep": lambda state, seat, rest: (
        f"Keep {ability_name(state, f'aug.{rest[0]}')}" if rest else _keep_text(state, seat)
    ),
    "trade": lambda state, seat, rest: f"Trade with {_seat_text(state, rest[0])}",
    "give": lambda state, seat, rest: f"Give {ability_name(state, f'aug.{rest[0]}')}",
    "ask": lambda state, seat, rest: f"Ask for {ability_name(state, f'aug.{rest[0]}')}",
    "propose": lambda state, seat, rest: "Make this offer",
    "drop": lambda state, seat, rest: "Drop the trade",
    "accept": lambda state, seat, rest: "Accept the trade",
    "decline": lambda state, seat, rest: "Decline the trade",
    "use": lambda state, seat, rest: _use_text(state, seat, rest),
    "anytime": lambda state, seat, rest: _use_text(state, seat, rest),
    "learn": lambda state, seat, rest: f"Complete step {state.learned[seat] + 1} of {_protocol_text(state, seat)}",
    "diary": lambda state, seat, rest: f"Use your diary card {_title_text(state, f'diary.{state.diary[seat]}')}",
    "move": lambda state, seat, rest: f"Move to {_place_text(state, rest[0])}",
    "stay": lambda state, seat, rest: _stay_text(state, seat),
    "bot-move": lambda state, seat, rest: f"Send the BOT to {_place_text(state, rest[0])}",
    "battery": lambda state, seat, rest: "Use the BOT for this step (1 battery)",
    "go": lambda state, seat, rest: f"Go to {_place_text(state, rest[0])}",
    "no-go": lambda state, seat, rest: "Stay here",
    "reward": lambda state, seat, rest: _reward_text(state, rest),
    "district": lambda state, seat, rest: "Use the district effect",
    "no-district": lambda state, seat, rest: "Skip the district effect",
    "event": lambda state, seat, rest: "Draw an event",
    "heist": lambda state, seat, rest: "Discard the event and start a heist",
    "no-heist": lambda state, seat, rest: "Keep the event for later",
    "pay": lambda state, seat, rest: "Pay for the event",
    "no-pay": lambda state, seat, rest: "Keep the event for later",
    "more": lambda state, seat, rest: "Turn up another reward",
    "stop": lambda state, seat, rest: "Stop with these rewards",
    "lose": lambda state, seat, rest: f"Lose 1 {rest[0]}",
    "launch": lambda state, seat, rest: f"Launch {pattern_name(state, str(rest[0]))}{_with_slots_text(rest[1:])}",
    "dump-corrupted": lambda state, seat, rest: "Dump the corrupted tokens",
    "inari": lambda state, seat, rest: f"Launch the Inari token on {rest[0]} too",
    "no-inari": lambda state, seat, rest: "Launch no Inari token",
    "hand-over": lambda state, seat, rest: f"Attach the enemy to {_seat_text(state, rest[0])}",
    "power": lambda state, seat, rest: "Spend 1 power for another die",
    "roll": lambda state, seat, rest: "Dump these tokens" if _do_dice_wait(state) else "Roll",
    "frame": _frame_text,
    "pass": lambda state, seat, rest: "Pass",
    "end": lambda state, seat, rest: "End Combat",
    "shield": lambda state, seat, rest: f"Spend {Number(rest[0]):shield}",
    "suffer": lambda state, seat, rest: f"Suffer the {Number(wounds.count_coming(state, seat)):?wound/wounds}",
    "shelter": lambda state, seat, rest: f"Go to {_place_text(state, rest[0])}",
    "reroll": lambda state, seat, rest: f"Reroll the {_die_text(state, rest[0])}",
    "again": lambda state, seat, rest: "Reroll these dice",
    "act": lambda state, seat, rest: _activity_text(state, rest),
    "attempt": lambda state, seat, rest: f"Try the test of {_title_text(state, f'goal.{rest[0]}')}",
    "put": lambda state, seat, rest: f"Put in {_token_on_text(state, seat, rest[0])}",
    "leave": lambda state, seat, rest: "Decline the test" if state.frames[-1][0] == "test" else "Decline",
    "do": _offer_text,
    "choose": _choice_text,
    "player": lambda state, seat, rest: str(_seat_text(state, rest[0])),
    "dump": lambda state, seat, rest: f"Dump {_token_on_text(state, seat, rest[0])}",
    "discard": lambda state, seat, rest: f"Discard {_token_on_text(state, seat, rest[0])}",
    "line": lambda state, seat, rest: f"Dump column {rest[0]}" if _is_about_columns(state) else f"Dump row {rest[0]}",
    "swap": lambda state, seat, rest: _swap_text(state, seat, rest),
    "type": lambda state, seat, rest: f"Gain {Text(token_name(rest[0])):a} token",
    "core": lambda state, seat, rest: f"Make {token_name(rest[0])} your core data",
    "unlock": lambda state, seat, rest: f"Remove the lock from {rest[0]}",
    "place": lambda state, seat, rest: f"Place {token_name(rest[0])} on {rest[1]}",
    "side": lambda state, seat, rest: "Recover 1" if rest[0] == "recover" else "Deal 1 damage",
    "asset": lambda state, seat, rest: f"Gain 1 {rest[0]}",
    "take-asset": lambda state, seat, rest: f"Take 1 {rest[1]} from {_seat_text(state, rest[0])}",
    "tile": lambda state, seat, rest: f"Turn up {_place_text(state, rest[0])}",
    "pull": lambda state, seat, rest: f"Take {_seat_text(state, rest[0])}'s bottom enemy",
    "next": lambda state, seat, rest: _looked_at_text(state, rest, "next"),
    "bury": lambda state, seat, rest: _looked_at_text(state, rest, "under the deck"),
    "bot-go": lambda state, seat, rest: f"Send the BOT to {_place_text(state, rest[0])}",
    "die": lambda state, seat, rest: f"Reroll the {_die_text(state, rest[0])}",
    "discard-enemy": lambda state, seat, rest: "Discard the enemy",
    "fall": lambda state, seat, rest: "Accept the reset",
    "frame-again": lambda state, seat, rest: f"Use again: {_frame_in_words(state, seat, rest[0])}",
    "return": lambda state, seat, rest: f"Return {ability_name(state, f'aug.{rest[0]}')}",
    "part-with": lambda state, seat, rest: f"Part with {ability_name(state, f'body.{rest[0]}')}",
    "active": lambda state, seat, rest: f"Make {ability_name(state, f'body.{rest[0]}')} active",
    "take": lambda state, seat, rest: f"Inhabit {ability_name(state, f'body.{rest[0]}')}",
    "done": lambda state, seat, rest: FINISH_TEXT_BY_DECISION.get(state.frames[-1][0] if state.frames else "", "Done"),
    TAKE_BACK: _take_back_text,
}


def _swap_text(state: State, seat: int, rest: Rest) -> str:
    """Return the words for swapping two bodies, or a token on the launcher with one in the dump."""
    if not rest:
        return "Swap your two bodies"
    return f"Swap {_token_on_text(state, seat, rest[0])} with {token_name(rest[1])} in the dump"


def _stay_text(state: State, seat: int) -> str:
    """Return the words for staying, for the figure of this step."""
    where = spot_name(state, state.figure(seat))
    return f"The BOT stays on {where}" if state.bot_used else f"Stay on {where}"


def _seat_text(state: State, seat: int) -> Seat:
    return seat_name(state, seat)


def _protocol_text(state: State, seat: int) -> str:
    return ability_name(state, f"protocol.{state.protocol[seat]}")


def _use_text(state: State, seat: int, rest: Rest) -> str:
    """Return the words for using an ability; the player's own body is named by what it is."""
    more = f" with {_slots_text(rest[1])}" if len(rest) > 1 else ""
    own = is_own_body(state, seat, str(rest[0]))
    used = "the body's ability" if own else ability_name(state, str(rest[0]))
    return f"Use {used}{more}"


def _reward_text(state: State, rest: Rest) -> str:
    find = next(data[0] for kind, _, data in reversed(state.frames) if kind == "find")
    text = in_one_sentence(state.rules.content.finds[find].rewards[rest[0]].words)
    return text[:1].upper() + text[1:]


def _activity_text(state: State, rest: Rest) -> str:
    card = state.plot()
    assert card is not None
    line = card.activities[int(rest[0])].line
    text = in_one_sentence(refusal_words.printed_sentences(state, line))
    return text[:1].upper() + text[1:]


def _looked_at_text(state: State, rest: Rest, where: str) -> str:
    """Return the words for moving a card at the top of the deck. Only a player who has seen these cards gets them."""
    return f"{enemy_name(state, state.enemy_deck[rest[0] - 1])}: {where}"


def _is_about_columns(state: State) -> bool:
    return bool(state.frames) and state.frames[-1][2][:1] == ("column",)
