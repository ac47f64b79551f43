"""Half-sentences of refusals of Tamashii, each with what must be so where it is said.

Many refusals are words for their case: «Scribe is used in the Program step.» These words
are read again here, and compared with what the seat sees.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tamashii_sight import (
    ASSETS,
    CONTENT,
    SLOTS,
    apart,
    asked,
    asset,
    at,
    augments,
    bare,
    data,
    factions,
    figure,
    frames,
    held,
    kind,
    module,
    moments,
    named,
    own,
    phase,
    place_of,
    pool,
    scenario,
    stage,
    tiles,
    uses,
    verb,
)

from tabletop_kernel.checks.true_sentence_checks import Case

Match = re.Match[str]
NAMES = {
    "Ember": "E",
    "Ward": "W",
    "Lore": "L",
    "Flux": "F",
    "open": "O",
    "corrupted": "X",
    "Inari": "N",
    "Catie": "CD",
}
FACES = {"Strike": "S", "Surge": "D", "Static": "T", "number die": "number", "symbol die": "symbol"}
WHENS = {
    "in Planning": "planning",
    "before the trace roll": "before-trace",
    "in the Program step": "program",
    "as Planning begins": "start-planning",
    "after a trace roll": "trace-roll",
    "before your attack roll": "before-attack",
    "after one of your rolls": "after-roll",
    "after your attack roll": "after-attack",
    "after another player's roll": "after-other-roll",
    "as a combat frame, with dice on it": "frame",
    "when you would suffer wounds": "wounded",
    "when your integrity would drop to 0": "fatal",
    "when you defeat an enemy": "defeat",
    "when you launch a hack": "hack",
    "as your launch step begins": "start-launch",
    "in your launch step": "launch",
    "in your district effect step": "district",
    "by launching its pattern": "pattern",
}
MOMENTS = "|".join(map(re.escape, WHENS))
LIMITS = {"this turn": "turn", "this Combat": "combat", "on this roll": "roll", "this game": "game"}


# -- what is asked for, in words ---------------------------------------------------------------------------------------


def wanting(case: Case, words: str) -> bool:
    """Whether something that these words ask for is not the case."""
    return not all(
        _holds(case, part) for part in re.split(r" and (?=you |your |at |exactly |all |the |a |another )", words)
    )


def _holds(case: Case, words: str) -> bool:
    for pattern, holds in TESTS:
        if found := re.fullmatch(pattern, words):
            return holds(case, found)
    raise AssertionError(f"nobody can say whether «{words}»")


def _enough(case: Case, how: str, have: int) -> bool:
    if how in ("no", "at least 0"):
        return have == 0 if how == "no" else True
    sort, number = how.rsplit(" ", 1) if how[-1].isdigit() else (how.split(" ", 1)[1], how.split(" ", 1)[0])
    limit = int(number)
    return {
        "at least": have >= limit,
        "at most": have <= limit,
        "exactly": have == limit,
        "or more": have >= limit,
        "or less": have <= limit,
    }[sort]


def count(counted: Callable[[Case], int]) -> Callable[[Case, Match], bool]:
    return lambda case, found: _enough(case, found[1], counted(case))


def tally(name: str) -> Callable[[Case, Match], bool]:
    return count(lambda case: own(case, "tally").get(name, 0))


def _on(case: Case, found: Match) -> bool:
    return _is_tile(case, figure(case), found[1])


def _is_tile(case: Case, place: tuple[int, int], words: str) -> bool:
    name, up = tiles(case)[place]
    kinds = {
        "a Shelter": "shelter",
        "a Damaged District": "damaged",
        "a hideout": "hideout",
        "a plain district": "plain",
        "the Gardens": "gardens",
    }
    return up and (CONTENT.tiles[name].kind == kinds.get(words) or CONTENT.tiles[name].name == words)


def _all_on(case: Case, found: Match) -> bool:
    everyone = [tuple(place) for place in case.view["place"]]
    return all(_is_tile(case, place, found[1]) for place in everyone)


def _others(case: Case) -> list[Any]:
    bot = [] if case.view["bot"] is None else [case.view["bot"]]
    places = [place for seat, place in enumerate(case.view["place"]) if seat != case.seat]
    return [tuple(place) for place in (*places, *bot)]


def _markers(case: Case) -> list[str]:
    return next(list(row[5]) for row in case.view["ground"] if tuple(row[:2]) == figure(case))


HOW = r"(at least \d+|at most \d+|exactly \d+|no)"
HOW_MUCH = r"(\d+ or more|\d+ or less|exactly \d+|\d+)"
TESTS: list[tuple[str, Callable[[Case, Match], bool]]] = [
    (rf"you have {HOW} assets? in all", count(lambda case: sum(own(case, "assets")))),
    (rf"you have {HOW} of one asset", count(lambda case: max(own(case, "assets")))),
    (rf"you have {HOW} EXP", count(lambda case: own(case, "exp"))),
    (rf"your integrity is {HOW_MUCH}", count(lambda case: own(case, "integrity"))),
    (rf"your maximum integrity is {HOW_MUCH}", count(lambda case: own(case, "maximum"))),
    (r"your trace is (\d+)", lambda case, found: own(case, "trace") == int(found[1])),
    (rf"{HOW} enem(?:y|ies) (?:is|are) attached to you", count(lambda case: len(own(case, "enemies")))),
    (rf"you have {HOW} equipped augments?", count(lambda case: len(own(case, "equipped")))),
    (
        rf"you have {HOW} equipped augments? other than the starting ones",
        count(lambda case: sum(not CONTENT.augments[one].start for one in own(case, "equipped"))),
    ),
    (rf"you have {HOW} advanced bod(?:y|ies)", count(lambda case: len(own(case, "bodies")))),
    (rf"you have {HOW} unlocked slots?", count(lambda case: 4 - own(case, "grid").count("#"))),
    (rf"you have {HOW} open tokens?", count(lambda case: pool(case).count("O"))),
    (rf"you have {HOW} corrupted tokens?", count(lambda case: pool(case).count("X"))),
    (rf"you have launched {HOW} patterns? in this launch step", tally("launched")),
    (rf"you have revealed {HOW} tiles? this game", tally("revealed")),
    (rf"you have defeated {HOW} enem(?:y|ies) this Combat", tally("defeated-combat")),
    (rf"you have defeated {HOW} enem(?:y|ies) this turn", tally("defeated-turn")),
    (rf"you have defeated {HOW} enem(?:y|ies) this game", tally("defeated")),
    (rf"you defeated {HOW} enem(?:y|ies) last turn", tally("defeated-last")),
    (rf"you have defeated an enemy with a printed integrity of {HOW_MUCH}", tally("largest")),
    (rf"you have ended your action with trace 0 for {HOW} turns? in a row", tally("quiet")),
    (rf"you have reset {HOW} times?", tally("resets")),
    (r"you are on (.*)", _on),
    (r"all players are on (.*)", _all_on),
    (
        r"you are next to another player or the BOT",
        lambda case, _: any(apart(figure(case), one) == 1 for one in _others(case)),
    ),
    (r"another player is on your tile", lambda case, _: figure(case) in _others(case)),
    (r"a relay marker is on your tile", lambda case, _: "relay" in _markers(case)),
    (
        r"the dice token on your tile is a (Strike|Surge|Static)",
        lambda case, found: f"die:{FACES[found[1]]}!" in _markers(case),
    ),
]


# -- abilities ---------------------------------------------------------------------------------------------------------


def ability(case: Case) -> str:
    return str(case.facts.get("ability", ""))


def _wrong_time(case: Case, found: Match) -> bool:
    """The card has this moment, it is another one now, and none of its uses belongs to this one."""
    whens = [use.when for use in uses(ability(case))]
    return held(case, ability(case)) and WHENS[found[2]] in whens and not set(whens) & moments(case)


def _by_itself(case: Case, found: Match) -> bool:
    whens = [use.when for use in uses(ability(case))]
    return held(case, ability(case)) and WHENS[found[2]] in whens and WHENS[found[2]] not in moments(case)


def _with_use(case: Case, found: Match) -> bool:
    return verb(case, "diary", "anytime") and WHENS[found[2]] in [use.when for use in uses(ability(case))]


def _used(case: Case, found: Match) -> bool:
    mark = f"{LIMITS[found[2]]}:{ability(case)}"
    return held(case, ability(case)) and any(one == mark or one.startswith(f"{mark}.") for one in own(case, "used"))


def _now(case: Case, found: Match) -> bool:
    """It is the moment of a card that the player has, but something that it needs is missing."""
    whens = {use.when for use in uses(ability(case))}
    return held(case, ability(case)) and bool(whens & (moments(case) | {"any"}))


def _no_price(case: Case, found: Match) -> bool:
    """It is the moment, and something of the price is not there; what cannot be counted here is believed."""
    if not _now(case, found):
        return False
    for act in (act for use in uses(ability(case)) for act in use.pay):
        if act.verb == "spend-asset" and asset(case, str(act.args[1])) < act.args[0].number:
            return True
        if act.verb == "lose-exp" and own(case, "exp") < act.args[0].number:
            return True
        if act.verb in ("spend-asset", "lose-exp"):
            continue
        return True
    return False


def _not_held(case: Case, found: Match) -> bool:
    return not held(case, ability(case)) and ability(case).partition(".")[2] not in augments(case)


def _lent(case: Case, found: Match) -> bool:
    """An ability without any use of its own at this moment."""
    return held(case, ability(case)) and not any(use.when in moments(case) for use in uses(ability(case)))


# -- what effects ask --------------------------------------------------------------------------------------------------


def picking(kind_of_frame: str, *, then: Callable[[Case], bool]) -> Callable[[Case, Match], bool]:
    return lambda case, found: asked(case) and kind(case) == kind_of_frame and then(case)


def _other_token(case: Case, found: Match) -> bool:
    """The token on the slot is none of those that are meant."""
    wanted = {"basic": "EWLF", "core": own(case, "core")}.get(found[1], NAMES.get(found[1], ""))
    there = at(case, named(case))
    as_core = there in ("C", "D") and own(case, "core") in wanted
    return bool(there) and there in NAMES[found[2]] and there not in wanted and not as_core


def _parts(case: Case) -> int:
    """How many parts the line has that asks for a choice, at most."""
    return max(len(op.starts) for op in CONTENT.lines[case.facts["key"]].ops)


def _dice(case: Case) -> str:
    """The dice of the roll that lies open."""
    return str(next(one[2][1] for one in reversed(case.view["frames"]) if one[0] == "roll"))


def _too_far(case: Case, found: Match) -> bool:
    place = place_of(case.facts["place"])
    assert place is not None
    limit = case.facts.get("number", case.facts.get("mov"))
    return limit is not None and apart(figure(case), place) > int(limit)


def _take_from(case: Case, found: Match) -> bool:
    other, wanted = named(case), named(case, 2)
    if type(other) is not int or other == case.seat or not 0 <= other < case.config.seats or wanted not in ASSETS:
        return True
    near = tuple(case.view["place"][other]) == figure(case)
    return not near or asset(case, wanted, other) < max(1, data(case)[1])


def _activity(case: Case) -> Any:
    """The activity that a move names; None if there is none of that number."""
    found = scenario(case).cards[case.view["card"]].activities
    number = named(case)
    return found[number] if type(number) is int and 0 <= number < len(found) else None


def _done_already(case: Case, found: Match) -> bool:
    return f"turn:act.{case.view['card']}.{named(case)}" in own(case, "used")


def _district_used(case: Case, found: Match) -> bool:
    """The district effect step is over, or its effect has been used in it."""
    return not frames(case, "district") or bool(frames(case, "district")[-1][2][1])


def _unmet(case: Case, found: Match) -> bool:
    return wanting(case, found["need"])


def _drawn(case: Case) -> str:
    return str(data(case)[0])


def in_test(then: Callable[[Case, Match], bool]) -> Callable[[Case, Match], bool]:
    return lambda case, found: asked(case) and kind(case) == "test" and then(case, found)


def _as_core(case: Case, found: Match) -> bool:
    return (
        at(case, found[1]) in ("C", "D") and own(case, "core") != data(case)[0] and NAMES[found[2]] == own(case, "core")
    )


def _other_type(case: Case, found: Match) -> bool:
    return at(case, found[1]) in NAMES[found[2]] and data(case)[0] != at(case, found[1]) and found[1] == named(case)


def _none_there(case: Case, found: Match) -> bool:
    letter = case.facts["type"]
    good = {letter, "O"} | ({"C", "D"} if own(case, "core") == letter else set())
    return not set(own(case, "grid")) & good


def _nobody_has(case: Case, found: Match) -> bool:
    letter = case.facts["type"]
    return not any(
        set(grid) & ({letter, "O"} | ({"C", "D"} if case.view["core"][seat] == letter else set()))
        for seat, grid in enumerate(case.view["grid"])
        if not case.view["out"] >> seat & 1
    )


def offer(case: Case) -> tuple[int, list[str], list[str]]:
    """The partner of an exchange, and what has been named so far."""
    _, partner, give, ask = data(case)
    return partner, give, ask


def _trade_card(case: Case, found: Match) -> bool:
    return len(case.move) != 2 or named(case) not in CONTENT.augments


def _in_offer(case: Case, found: Match) -> bool:
    _, give, ask = offer(case)
    return named(case) in (give if verb(case, "give") else ask)


def _not_in_offer(case: Case, found: Match) -> bool:
    _, give, ask = offer(case)
    cards = {"give": give, "ask": ask}.get(str(named(case)), [])
    return len(case.move) != 3 or named(case, 2) not in cards


def _rerolled(case: Case, found: Match) -> bool:
    """A die is none of this roll, which lies open or was kept."""
    die = FACES[found[1]]
    if die in "SDT":
        return die not in data(case)[1]
    return kind(case) == "roll" and data(case)[0] != "attack"


def _named_all(case: Case, found: Match) -> bool:
    die, (_, dice, batch, *_) = named(case), data(case)
    return batch.count(die) >= (dice.count(die) if die in ("S", "D", "T") else 1)


def _nothing_named(case: Case, found: Match) -> bool:
    if kind(case) != "roll":
        return verb(case, "again", "reroll", "take-back") and not frames(case, "roll")
    batch = data(case)[2]
    back = verb(case, "take-back") and (len(case.move) != 3 or named(case) != "reroll" or named(case, 2) not in batch)
    return back or (verb(case, "again") and (not batch or len(case.move) > 1))


FIGURES = ("move", "district", "launch", "combat", "activity")  # decisions of steps that look at a figure
SAID: list[tuple[str, Callable[[Case, Match], bool]]] = [
    # the BOT
    (
        r"you have used your own figure in this step.*",
        lambda case, _: (
            ((kind(case) == "move" and data(case)[0] == 1) or bool(frames(case, "district-over")))
            and not case.view["bot_used"]
        ),
    ),
    (
        r"the BOT acts for you in this step, so its one move is your move",
        lambda case, _: verb(case, "bot-move") and case.view["bot_used"] == "move",
    ),
    (
        r"a figure's place makes no difference in this step",
        lambda case, _: not frames(case, *FIGURES) or stage(case) == "prepare",
    ),
    (
        r"there is nothing the BOT could do on its tile in this step",
        lambda case, _: kind(case) == "activity" and not case.view["bot_used"],
    ),
    (
        r"the BOT acts for you in this step, and it isn't where the card wants you",
        lambda case, _: bool(case.view["bot_used"]) and case.view["bot"] != own(case, "place"),
    ),
    (r"you have chosen to stay in this step", lambda case, _: kind(case) == "move" and data(case)[0] == 1),
    (r"move or stay first", lambda case, _: kind(case) == "move" and not data(case)[0]),
    # abilities
    (rf"you can't use (.*) this way, but you can ({MOMENTS}), with 'use'", _with_use),
    (rf"you can't use (.*) now, but you can ({MOMENTS})", _wrong_time),
    (r"(.*) works on its own (.*)", _by_itself),
    (r"you have used your diary card.*", lambda case, _: "game:diary" in own(case, "used") and not own(case, "diary")),
    (r"you have no diary card", lambda case, _: not own(case, "diary") and "game:diary" not in own(case, "used")),
    (r"you have already used (.*) (this turn|this Combat|on this roll|this game)", _used),
    (r"(.*) would do nothing now", _now),
    (r"(.*) has a condition that you don't meet now", _now),
    (r"you can't pay for (.*) now", _no_price),
    (r"(.*) takes a token that isn't on your launcher", _now),
    (r"(.*) isn't equipped", lambda case, _: ability(case).removeprefix("aug.") in own(case, "unequipped")),
    (r"(.*) is already equipped", lambda case, _: held(case, ability(case))),
    (r"(.*) isn't yours", _not_held),
    (r"this game doesn't use (.*)", lambda case, _: not held(case, ability(case))),
    (
        r"(.*) is under your active body",
        lambda case, _: ability(case).removeprefix("body.") in own(case, "bodies")[1:],
    ),
    (r"(.*) has no such ability", _lent),
    (
        r"this is a combat frame, so put its dice on it",
        lambda case, _: "frame" in [use.when for use in uses(str(named(case)))],
    ),
    # what effects ask
    (r"this takes (.*) tokens, and that slot holds an? (.*) token", _other_token),
    (
        r"your dump has no token of this kind",
        picking("swap-dump", then=lambda case: named(case, 2) not in tuple(own(case, "dump"))),
    ),
    (r"choose a basic token: .*", picking("pick-type", then=lambda case: named(case) not in ("E", "W", "L", "F"))),
    (r"choose shield, memory, power or reroll", picking("pick-asset", then=lambda case: named(case) not in ASSETS)),
    (r"the assets must differ, .*", picking("pick-asset", then=lambda case: named(case) in data(case)[2])),
    (r"choose a player on your tile who has enough of that asset", _take_from),
    (r"(.*) is too far away", _too_far),
    (
        r"that player has no enemy you can take",
        picking("pull-enemy", then=lambda case: named(case) != case.seat and not _enemies_of(case, named(case))),
    ),
    (
        r"take another player's enemy, not your own",
        picking("pull-enemy", then=lambda case: named(case) == case.seat),
    ),
    (
        r"choose a card to put under the deck",
        picking("order", then=lambda case: bool(data(case)[2]) and not verb(case, "bury")),
    ),
    (
        r"choose which card comes next",
        picking("order", then=lambda case: not data(case)[2] and not verb(case, "next")),
    ),
    (r"you have already placed that card", picking("order", then=lambda case: named(case) in data(case)[1])),
    (
        r"that card isn't one of those you are looking at",
        picking("order", then=lambda case: len(case.move) != 2 or named(case) not in range(1, data(case)[0] + 1)),
    ),
    (r"choose another player, not yourself", picking("pick-player", then=lambda case: named(case) == case.seat)),
    (
        r"that player can't be chosen for this",
        picking("pick-player", then=lambda case: named(case) not in data(case)[0]),
    ),
    (r"that part of (.*) would do nothing now", picking("choose", then=lambda case: type(named(case)) is int)),
    (
        r"(.*) doesn't offer that choice",
        picking("choose", then=lambda case: named(case) not in range(1, _parts(case) + 1)),
    ),
    (
        r"this roll has no more dice of that kind",
        picking(
            "pick-die", then=lambda case: _dice(case).count(str(named(case))) <= data(case)[1].count(str(named(case)))
        ),
    ),
    (
        r"choose an equipped faction augment",
        picking(
            "pick-return",
            then=lambda case: named(case) not in own(case, "equipped") or named(case) not in factions(case),
        ),
    ),
    (
        r"choose two tokens that touch at a corner",
        picking("program", then=lambda case: bool(data(case)[1])),
    ),
    (r"it holds no token", picking("pick-line", then=lambda case: ("line", named(case)) not in case.legal)),
    (r"that slot holds no token", lambda case, _: bare(case, named(case))),
    # rolls and tests
    (r"this roll has no (Strike|Surge|Static|number die|symbol die)", _rerolled),
    (r"you have already chosen every die of this kind", _named_all),
    (r"you haven't chosen a die of this kind", _nothing_named),
    (r"the token on (r\dc\d) is an? (\w+) token", in_test(_other_type)),
    (r"you haven't put any tokens in yet", in_test(lambda case, _: not data(case)[4])),
    (
        r"you haven't put that token in",
        in_test(lambda case, _: len(case.move) != 3 or named(case, 2) not in data(case)[4]),
    ),
    (
        r"you have already put in the token on (r\dc\d)",
        in_test(lambda case, found: found[1] == named(case) and found[1] in data(case)[4]),
    ),
    (
        r"(r\dc\d) holds (\w+)",
        in_test(lambda case, found: at(case, found[1]) in NAMES[found[2]] and data(case)[0] != at(case, found[1])),
    ),
    (r"the Catie token on (r\dc\d) counts as (\w+)", in_test(_as_core)),
    (r"you have no token of this kind there", _none_there),
    (r"no player has a token of this kind", _nobody_has),
    # tokens that are placed
    (
        r"you haven't drawn a token of this kind",
        picking("prepare", then=lambda case: named(case) not in tuple(_drawn(case))),
    ),
    (r"(r\dc\d) is locked", lambda case, found: at(case, found[1]) == "#" and found[1] in case.move),
    (r"(r\dc\d) isn't empty", lambda case, found: not bare(case, found[1]) and found[1] in case.move),
    (r"choose an empty slot", picking("prepare", then=lambda case: named(case, 2) not in SLOTS)),
    (r"choose one token and one slot", picking("prepare", then=lambda case: len(case.move) != 3)),
    # the table
    (r"the card has no such activity", lambda case, _: _activity(case) is None),
    (r"you have already done it this turn", _done_already),
    (r"you can (?:do|start|try) it only if (?P<need>.*)", _unmet),
    (r"it would do nothing now", lambda case, _: kind(case) == "activity" and _activity(case) is not None),
    (
        r"step (\d) counts only when (?P<need>.*)",
        lambda case, found: own(case, "learned") + 1 == int(found[1]) and _unmet(case, found),
    ),
    (
        r"no goal on the table has that test",
        lambda case, _: named(case) not in [goal for goal in case.view["goals"] if CONTENT.goals[goal].test],
    ),
    (r"there is no tile there", lambda case, _: place_of(named(case)) not in tiles(case)),
    (r"it is already face up", lambda case, _: tiles(case)[place_of(named(case)) or (0, 0)][1]),
    (
        r"you haven't activated that frame in this Combat",
        lambda case, _: named(case) not in frames(case, "combat")[-1][2][4],
    ),
    (
        r"the figure is already there",
        lambda case, _: place_of(named(case)) in (figure(case), tuple(case.view["bot"] or ())),
    ),
    (r"the BOT is already there", lambda case, _: place_of(named(case)) == tuple(case.view["bot"] or ())),
    (
        r"an exploration token gives you only one of its rewards",
        lambda case, _: kind(case) == "find" and case.move not in case.legal,
    ),
    (r"choose which of your two advanced bodies .*", lambda case, _: kind(case) == "part-with"),
    (r"INHABIT has nothing to swap or take", lambda case, _: len(own(case, "bodies")) < 2),
    (r"you have already activated this frame in this Combat", lambda case, _: str(named(case)) in data(case)[4]),
    (r"you have used all the district effects you may use this turn", _district_used),
    (
        r"your tile's effect would do nothing for you now",
        lambda case, _: kind(case) == "district" and ("district",) not in case.legal and tiles(case)[figure(case)][1],
    ),
    (r"no face-up tile offers you an effect", lambda case, _: not tiles(case)[figure(case)][1]),
    (
        r"your tile's effect would have done nothing for you",
        lambda case, _: phase(case) == "action" and not frames(case, "move", "district"),
    ),
    (r"you have drawn an event instead this turn", lambda case, _: "turn:city-event" in own(case, "used")),
    (
        r"this frame takes (.*), from rolled dice you haven't used yet",
        lambda case, found: kind(case) == "combat",
    ),
    (r"you are the only player", lambda case, _: case.config.seats == 1),
    (r"only versus uses that card", lambda case, _: case.config.options["mode"] != "versus"),
    (r"this table plays without the Living City", lambda case, _: not module(case, "city")),
    (r"you have used your tile's effect instead", lambda case, _: bool(data(case)[1])),
    (r"there are no events left", lambda case, _: not case.view["event_deck"] and not case.view["event_discard"]),
    (r"you aren't where its card wants you", lambda case, _: verb(case, "launch")),
    (
        r"you have already launched a pattern of (.*) in this launch step",
        lambda case, _: any(one.split(".")[1:2] == str(named(case)).split(".")[1:2] for one in own(case, "launched")),
    ),
    (r"give the enemy to a player on your tile, or discard it", lambda case, _: kind(case) == "repelled"),
    # moving tokens
    (r"choose two slots on your launcher", lambda case, _: len(case.move) != 3 or not set(case.move[1:]) <= set(SLOTS)),
    (r"choose two different slots", lambda case, _: named(case) == named(case, 2)),
    (r"(r\dc\d) has no token", lambda case, found: bare(case, found[1]) and found[1] in case.move),
    (r"(r\dc\d) already holds a token", lambda case, found: not bare(case, found[1]) and found[1] == named(case, 2)),
    (
        r"(r\dc\d) is empty, so slide a token there instead",
        lambda case, found: at(case, found[1]) == "." and found[1] in case.move,
    ),
    (
        r"(r\dc\d) isn't next to (r\dc\d)",
        lambda case, found: not _touch(found[1], found[2]) and {found[1], found[2]} == set(case.move[1:]),
    ),
    (r"name the two slots in reading order", lambda case, _: SLOTS.index(named(case)) > SLOTS.index(named(case, 2))),
    # trade
    (r"you have no one to trade with", lambda case, _: case.config.seats == 1),
    (
        r"choose the other player",
        lambda case, _: (
            len(case.move) != 2 or named(case) not in [s for s in range(case.config.seats) if s != case.seat]
        ),
    ),
    (r"(.*) has reset and skips the rest of this phase", lambda case, _: bool(case.view["out"] >> named(case) & 1)),
    (r"neither of you has a faction augment", lambda case, _: not factions(case) and not factions(case, named(case))),
    (
        r"your last offer to that player was declined this turn",
        lambda case, _: f"turn:declined-by-{named(case)}" in own(case, "used"),
    ),
    (r"choose an augment", _trade_card),
    (r"you don't have that augment", lambda case, _: named(case) not in augments(case)),
    (r"the other player doesn't have that augment", lambda case, _: named(case) not in augments(case, offer(case)[0])),
    (r"that is already in your offer", _in_offer),
    (r"that isn't in your offer", _not_in_offer),
    (r"your offer is still empty", lambda case, _: not offer(case)[1] and not offer(case)[2]),
    (r"accept or decline the whole offer", lambda case, _: len(case.move) > 1),
    (
        r"the two of you have already traded these augments this turn",
        lambda case, _: any(mark.startswith("turn:") and "trad" in mark for mark in own(case, "used")),
    ),
]


def _enemies_of(case: Case, seat: Any) -> Any:
    """The enemies attached to a player; nothing where there is no such player."""
    return case.view["enemies"][seat] if type(seat) is int and 0 <= seat < case.config.seats else ()


def _touch(one: str, other: str) -> bool:
    row, column = SLOTS.index(one) // 5 - SLOTS.index(other) // 5, SLOTS.index(one) % 5 - SLOTS.index(other) % 5
    return max(abs(row), abs(column)) == 1


def said(case: Case) -> bool:
    """Whether the half-sentence of a refusal is true."""
    words = str(case.facts.get("what", ""))
    for pattern, true in SAID:
        if found := re.fullmatch(pattern, words):
            return true(case, found)
    raise AssertionError(f"nothing is claimed of «{words}» in «{case.text}»")
