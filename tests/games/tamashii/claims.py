"""What each refusal of Tamashii claims, worked out again from the rules of the game and what a seat sees.

The pack is asked for what cards and tiles are; never the code that refuses. `tamashii_sight` has what a seat sees, and
`tamashii_said` the half-sentences that many refusals end with.
"""

from __future__ import annotations

from collections.abc import Callable

from tamashii_promises import PROMISES as PROMISES
from tamashii_said import said
from tamashii_sight import (
    ANYONE,
    CONTENT,
    SLOTS,
    apart,
    asked,
    askew,
    asset,
    at,
    augments,
    bare,
    body,
    cells_of,
    connected,
    data,
    difficulty,
    factions,
    figure,
    fills,
    frames,
    hang_together,
    held,
    kind,
    layings,
    lies,
    mode,
    modifiers,
    module,
    named,
    out,
    own,
    owner,
    phase,
    place_of,
    pool,
    prologue,
    slots_of,
    stage,
    steps_to,
    tiles,
    verb,
    ways,
    window,
)
from tamashii_waits import no_fight, stays_as_laid, waits

from tabletop_kernel.checks.true_sentence_checks import Case, Claim

MOVING = ("move", "stay", "bot-move")
DISTRICT = ("district", "no-district", "event")
STEPS = {
    **dict.fromkeys(("slide", "switch"), "planning"),
    **dict.fromkeys((*MOVING, *DISTRICT), "action"),
    **dict.fromkeys(("frame", "pass", "end", "roll"), "combat"),
    **dict.fromkeys(("act", "attempt"), "quest"),
}


def both(*claims: Callable[[Case], bool]) -> Claim:
    return lambda case: all(claim(case) for claim in claims)


def during(*kinds: str) -> Claim:
    """It is true whenever one of these decisions is this seat's."""
    return lambda case: asked(case) and kind(case) in kinds


def under(ruling: str, *options: str) -> Claim:
    return lambda case: case.ruled(ruling, *options)


# -- the order of things -----------------------------------------------------------------------------------------------


def other_phase(case: Case) -> bool:
    """The move belongs to another phase than the one that is named; before the first turn that is the set-up."""
    if verb(case, "learn", "diary", "anytime"):
        return case.view["turn"] == 0 and "Set-up" in case.text
    return (
        STEPS.get(str(case.move[0])) not in (None, phase(case)) and f"the {phase(case).capitalize()} phase" in case.text
    )


def other_step(of: str, *own_frames: str) -> Claim:
    """It is the phase for it, and its own step is not under way."""
    return lambda case: phase(case) == of and not frames(case, *own_frames)


def not_programming(case: Case) -> bool:
    """Tokens are moved in the Program step, and this is another part of Planning."""
    programs = [one for one in frames(case, "plan") if one[2][0] == "program"]
    return phase(case) == "planning" and not programs and not frames(case, "program")


def combat_step(case: Case) -> bool:
    """The dice are not rolled yet, or rolled already; or it is the phase, and somebody else fights."""
    if kind(case) == "roll" and owner(case) == case.seat:
        return data(case)[0] == "attack" and not verb(case, "roll")
    if kind(case) != "combat" or owner(case) != case.seat:
        return phase(case) == "combat" and not frames(case, "combat")
    return verb(case, "roll") == (stage(case) != "prepare")


def too_late_to_alter(case: Case) -> bool:
    """The roll was kept, and the number die lies; under a ruling there is time until the first frame."""
    begun = "combat:begun" in own(case, "used")
    return stage(case) == "fight" and (case.ruled("reroll.timing", "placed") or begun)


def acted_before(case: Case) -> bool:
    """Why a seat that is not asked has nothing to do in Planning."""
    if case.ruled("plan.barrier", "per-player"):
        return kind(case) == "plan" and owner(case) not in (ANYONE, case.seat)
    over = case.facts["what"].startswith("you have finished Planning")
    return kind(case) == "plan" and not asked(case) and not out(case, case.seat) and over == (window(case) == "program")


def draft(chosen: str) -> Claim:
    """It is over for this seat, or somebody has taken what was named."""
    return lambda case: case.view["turn"] > 0 or bool(own(case, chosen)) or named(case) in case.view[chosen]


def no_start(case: Case) -> bool:
    """The tile is none to start on, or somebody starts there; or there is nothing to choose any more."""
    if kind(case) != "start" or not verb(case, "start"):
        return case.view["turn"] > 0 or mode(case) != "versus"
    place = place_of(named(case))
    name, up = tiles(case)[place or (0, 0)]
    taken = place in [tuple(one) for one in case.view["place"]]
    return taken or not up or CONTENT.tiles[name].kind not in ("shelter", "damaged")


def not_launching(case: Case) -> bool:
    return not frames(case, "launch")


def launch_underway(case: Case) -> bool:
    names = [one[0] for one in case.view["frames"]]
    return "launch" in names and bool({"launched", "launch-effect", "after-launch", "breaks"} & set(names))


# -- prices ------------------------------------------------------------------------------------------------------------


def too_little(have: Callable[[Case], int]) -> Claim:
    return lambda case: case.facts["have"] == have(case) < case.facts["need"]


def too_few_assets(case: Case) -> bool:
    return case.facts["have"] == asset(case, case.facts["asset"]) < case.facts["need"]


def exp(case: Case) -> int:
    return int(own(case, "exp"))


def dearer(level: str, cost: int) -> Claim:
    return lambda case: difficulty(case) == level and case.facts["need"] == cost and too_little(exp)(case)


def memory(case: Case) -> int:
    return asset(case, "memory")


def equip_price(case: Case) -> bool:
    printed = CONTENT.augments[case.facts["augment"]].cost
    usual = max(min(1, printed), printed + modifiers(case, "equip"))
    return case.facts["augment"] in own(case, "unequipped") and case.facts["need"] == usual and too_little(memory)(case)


def catie_price(case: Case) -> bool:
    dearer = difficulty(case) != "normal" and case.ruled("catie.cost-modes", "4")
    cost = 4 if dearer and case.rule == "ruling.catie.cost-modes" else 3
    return module(case, "catie") and case.facts["need"] == cost and too_little(exp)(case)


def all_in(case: Case) -> bool:
    need = min(asset(case, "shield"), data(case)[0])
    return kind(case) == "wounds" and case.facts["need"] == need and case.move != ("shield", need)


# -- the map -----------------------------------------------------------------------------------------------------------


def goal(case: Case) -> tuple[int, int]:
    place = place_of(case.facts.get("place", named(case)))
    return place if place is not None else (999, 999)


def start(case: Case) -> tuple[int, int]:
    """Where the figure stands that would move."""
    if verb(case, "bot-move", "bot-go"):
        return (case.view["bot"][0], case.view["bot"][1])
    here = figure(case) if verb(case, "move") else own(case, "place")
    return (here[0], here[1])


def far(case: Case) -> int:
    """How many steps this figure may make."""
    if verb(case, "bot-move") or (
        verb(case, "move") and case.view["bot_used"] and case.ruled("solo.bot-as-you", "bot")
    ):
        return 2
    if verb(case, "go", "bot-go"):
        return int(data(case)[0])
    return max(0, int(body(case).mov) + modifiers(case, "mov"))


def free(case: Case) -> tuple[bool, bool]:
    """Whether this figure passes face-down tiles, and gaps."""
    if verb(case, "bot-move", "bot-go") or (verb(case, "move") and case.view["bot_used"]):
        return case.ruled("solo.bot-limits", "no"), case.ruled("solo.bot-limits", "no")
    if verb(case, "go") and case.ruled("move.effect-reveal", "no"):
        return True, False
    return modifiers(case, "passes-face-down") > 0, False


def out_of_reach(case: Case) -> bool:
    """However it goes over tiles, face up or not, it is too far."""
    return goal(case) in tiles(case) and steps_to(case, start(case), goal(case), True, free(case)[1]) > far(case)


def too_far(case: Case) -> bool:
    return out_of_reach(case) and case.facts["mov"] == far(case)


def only_through(case: Case) -> bool:
    """There is a short way, and each of them leads through a face-down tile."""
    short = steps_to(case, start(case), goal(case), True) <= far(case)
    return short and not free(case)[0] and steps_to(case, start(case), goal(case), False) > far(case)


def no_way(case: Case) -> bool:
    return (
        goal(case) not in tiles(case)
        or steps_to(case, start(case), goal(case), True) == 99
        or (apart(start(case), goal(case)) <= far(case) and steps_to(case, start(case), goal(case), True) > far(case))
    )


def back_to_start(case: Case) -> bool:
    """The tile is the one where the figure stands, and a move cannot come back to it."""
    if goal(case) != start(case):
        return False
    around = [
        place for place in tiles(case) if apart(place, start(case)) == 1 and (tiles(case)[place][1] or free(case)[0])
    ]
    if case.ruled("move.same-tile", "no"):
        return True
    return (far(case) < 2 or not around) and "a face-up tile beside yours" in case.text


def bot_moved(case: Case) -> bool:
    """The BOT has moved in this step, or there is no such way for it."""
    return (
        bool(own(case, "tally").get("bot-free") or case.view["bot_used"])
        or goal(case) == start(case)
        or out_of_reach(case)
    )


def taken_tile(case: Case) -> bool:
    standing = [
        seat for seat, place in enumerate(case.view["place"]) if tuple(place) == goal(case) and seat != case.seat
    ]
    return case.ruled("move.share", "no") and case.facts["seat"] in standing


def shelter(case: Case) -> bool:
    """What was named is no open Shelter, or farther away than another."""
    place = place_of(named(case)) or (999, 999)
    return (
        kind(case) == "shelter"
        and ("shelter", named(case)) not in case.legal
        and (
            place not in tiles(case)
            or not tiles(case)[place][1]
            or CONTENT.tiles[tiles(case)[place][0]].kind != "shelter"
            or len(case.move) != 2
        )
    )


def farther_shelter(case: Case) -> bool:
    place = place_of(named(case)) or (999, 999)
    return case.ruled("reset.which-shelter", "nearest") and CONTENT.tiles[tiles(case)[place][0]].kind == "shelter"


# -- patterns ----------------------------------------------------------------------------------------------------------


def key(case: Case) -> str:
    return str(named(case)).split("+")[0]


def not_lying(case: Case) -> bool:
    """The tokens on these slots are not this pattern."""
    return bool(cells_of(case, key(case))) and not any(lies(case, way) for way in ways(case, key(case), slots_of(case)))


def lies_nowhere(case: Case) -> bool:
    """The move names no slots, and on no slots do the tokens lie as the pattern shows."""
    if connected(case, key(case)):
        return len(case.move) == 2 and not any(move[:2] == case.move for move in case.legal)
    found = layings(cells_of(case, key(case)), case.ruled("pattern.mirror", "mirrors"))
    return len(case.move) == 2 and not any(lies(case, way) for way in found)


def too_early_to_launch(case: Case) -> bool:
    """No launch step is under way, and tokens that are said not to be in place lie nowhere as the pattern shows."""
    if "aren't in place" not in case.text:
        return not_launching(case)
    cells = cells_of(case, key(case))
    found = layings(cells, case.ruled("pattern.mirror", "mirrors")) if cells and not connected(case, key(case)) else ()
    return not_launching(case) and not any(lies(case, way) for way in found)


def size(case: Case) -> int:
    return sum(cell != "." for row in cells_of(case, key(case)) for cell in row)


def no_orientation(case: Case) -> bool:
    """So many slots, but no orientation of the pattern lies like them."""
    return len(slots_of(case)) == size(case) and not ways(case, key(case), slots_of(case))


def misfit(cell: str, *tokens: str) -> Claim:
    """The slot that is named is one of the launch, holds such a token, and the pattern has such a cell."""

    def claim(case: Case) -> bool:
        slot = case.facts["slot"]
        cells = "".join(cells_of(case, key(case)))
        there = at(case, slot)
        wrong = there in tokens if tokens else not fills(case, there, cell)
        return slot in slots_of(case) and wrong and (not cell or cell in cells)

    return claim


def corrupted(case: Case) -> bool:
    """The token is corrupted, and no card opens it, or another one of the launch is opened already."""
    slots = [slot for slot in slots_of(case) if at(case, slot) == "X"]
    opened = "launch:corrupted-open" in own(case, "used") and not verb(case, "put")
    one_open = "only one corrupted token" in case.text
    return misfit("", "X")(case) and opened == one_open and (not opened or len(slots) > 1)


def counts_as_core(case: Case) -> bool:
    """A Catie token lies where the pattern wants basic data of another type."""
    return misfit("", "C", "D")(case) and any(
        cell in "EWLF" and cell != own(case, "core") for cell in "".join(cells_of(case, key(case)))
    )


def empty_cell(case: Case) -> bool:
    """All slots of the pattern are named, and besides some within its frame."""
    usual = case.ruled("pattern.mirror", "mirrors")
    found = layings(cells_of(case, key(case)), usual)
    return any(set(way) < set(slots_of(case)) and lies(case, way) for way in found)


def right_tokens(case: Case) -> bool:
    """The tokens are of its type, and do not lie in its line."""
    cell = cells_of(case, key(case))[0][0]
    return not_lying(case) and all(fills(case, at(case, slot), cell) for slot in slots_of(case))


def long_line(case: Case) -> bool:
    wrong = len(slots_of(case)) != 5 or not connected(case, key(case)) or not hang_together(slots_of(case))
    return key(case).endswith("-long") and right_tokens(case) and wrong


def mirrored(case: Case) -> bool:
    found = ways(case, key(case), slots_of(case), mirrors=True)
    lying = any(lies(case, way, many_open=True) for way in found)
    return case.ruled("pattern.mirror", "rotations") and not_lying(case) and lying


def too_many_open(case: Case) -> bool:
    found = ways(case, key(case), slots_of(case))
    return case.ruled("pattern.open-everything", "one") and any(lies(case, way, many_open=True) for way in found)


def launched_before(case: Case) -> bool:
    """It has been launched, in this step or, under a ruling, in this game."""
    step = case.ruled("pattern.once-scope", "step")
    before = own(case, "launched")
    return any(part in before for part in str(named(case)).split("+")) and ("in this launch step" in case.text) == step


def launched_in_a_turn_before(case: Case) -> bool:
    """It has been launched in this game, and not in this step."""
    parts = set(str(named(case)).split("+"))
    before = parts & {one.removeprefix("game:launch:") for one in own(case, "used")}
    return case.ruled("pattern.once-scope", "game") and bool(before - set(own(case, "launched")))


def other_version(case: Case) -> bool:
    twin = key(case).removesuffix("-long") if key(case).endswith("-long") else f"{key(case)}-long"
    return case.ruled("pattern.long-and-short", "no") and twin in own(case, "launched")


def same_look(case: Case) -> bool:
    """Something has been launched, in this step or in this game, and equal patterns count as one."""
    before = [*own(case, "launched"), *(one for one in own(case, "used") if one.startswith("game:launch:"))]
    return case.ruled("pattern.once-card", "one") and bool(before)


def unknown_pattern(case: Case) -> bool:
    """One of the patterns that were named is none that this player has in sight."""
    parts = str(named(case)).split("+")
    gone = {"bot": case.view["bot"] is None, "catie": not module(case, "catie"), "diary": not module(case, "diary")}
    return any(gone.get(part, False) or not cells_of(case, part) for part in parts)


def not_the_top(case: Case) -> bool:
    stack = own(case, "enemies")
    return (
        not stack
        or stack[0][0].partition("!")[0] != case.facts["enemy"].partition("!")[0]
        or any(card == case.facts["enemy"] for card, _ in stack[1:])
    )


def several(case: Case) -> bool:
    return "+" in str(named(case))


def at_the_bot(case: Case) -> bool:
    here = case.view["bot"]
    return here is not None and not case.view["bot_used"] and tiles(case)[here[0], here[1]][0] == case.facts["tile"]


# -- combat and rolls --------------------------------------------------------------------------------------------------


def fight(case: Case) -> list[object]:
    return list(data(case))


def no_number_die(blank: bool) -> Claim:
    mark = "combat:not-placed"
    return lambda case: kind(case) == "combat" and data(case)[2] < 0 and (mark in own(case, "used")) == blank


def die_lies(case: Case) -> bool:
    return stage(case) == "fight" and own(case, "enemies")[data(case)[2]][0] == case.facts["enemy"]


def frame_dice(case: Case) -> str:
    """The dice that a frame of the active body takes; starred ones with their star, empty if a card has it."""
    number = str(named(case))
    found = body(case).frames
    if not number.isdigit() or int(number) >= len(found):
        return ""
    return "".join(sorted(found[int(number)].dice)) + ("*" if found[int(number)].repeat else "")


def frame_dice_missing(case: Case) -> bool:
    """A frame takes other dice than those that are named, or these are not there."""
    if "dice that you have rolled" not in case.text:
        return said(case)
    dice, need = str(named(case, 2)), frame_dice(case).rstrip("*")
    there = all(str(data(case)[1]).count(face) >= dice.count(face) for face in dice)
    right = not need or (dice == need if "*" not in frame_dice(case) else bool(dice) and set(dice) == {need})
    return said(case) and not (there and right and need)


def other_symbol(case: Case) -> bool:
    need, dice = frame_dice(case), str(named(case, 2))
    return "*" in need and (not dice or set(dice) != {need[0]}) if need else True


def somebody_elses(case: Case) -> bool:
    return named(case, 3) in [seat for seat in range(case.config.seats) if seat != case.seat]


# -- learning ----------------------------------------------------------------------------------------------------------


def later_step(case: Case) -> bool:
    return own(case, "learned") + 1 == case.facts["step"] and bool(own(case, "protocol"))


def no_protocol(case: Case) -> bool:
    return not own(case, "protocol") and mode(case) != "versus" and not prologue(case)


def others_act(case: Case) -> bool:
    return case.ruled("learn.when", "own") and phase(case) != "planning" and case.view["active"] != case.seat


def skipped(case: Case) -> bool:
    words = ("classes", "class augments", "learning protocols", "trace", "the body market")
    return prologue(case) and any(case.text.endswith(f"without {one}.") for one in words)


def heard(claim: Claim) -> Claim:
    """What is said about the questions of now is claimed of all rules alike; the rest by the claim of its rule."""

    def both_kinds(case: Case) -> bool:
        answer = waits(case)
        return claim(case) if answer is None else answer

    return both_kinds


def ended(case: Case) -> bool:
    """Whether the game is over by the rule that is named."""
    return case.view["result"] is not None and case.view["result"][0] == case.rule


OWN_CLAIMS: dict[str, Claim] = {
    "act.order": lambda case: other_step("action", "move" if verb(case, *MOVING) else "district")(case),
    "asset.lose": lambda case: asset(case, case.facts["asset"]) == 0,
    "asset.personal": lambda case: kind(case) == "roll" and owner(case) == case.facts["other"] != case.seat,
    "asset.power-timing": lambda case: stage(case) != "prepare" or owner(case) != case.seat,
    "asset.range": lambda case: asset(case, case.facts["asset"]) == 5,
    "asset.gain": said,
    "asset.reroll-once": lambda case: (
        data(case)[3] == 1 if kind(case) == "roll" else "combat:rerolled" in own(case, "used")
    ),
    "asset.reroll-others": said,
    "asset.reroll-one": said,
    "asset.reroll-where": lambda case: not frames(case, "roll"),
    "asset.shield-all-in": all_in,
    "asset.shield-one": lambda case: not frames(case, "wounds"),
    "asset.spend": too_few_assets,
    "aug.class-only": lambda case: (
        not CONTENT.augments[case.facts["augment"]].faction and case.facts["augment"] not in augments(case)
    ),
    "aug.equip": lambda case: case.facts["augment"] not in augments(case),
    "aug.faction-launch": said,
    "aug.stays": lambda case: case.facts["augment"] in own(case, "equipped"),
    "aug.timing": said,
    "aug.two-states": said,
    "body.ability": said,
    "body.inhabit-pattern": lambda case: (
        not held(case, f"body.{case.facts['body']}") and case.facts["body"] not in own(case, "bodies")
    ),
    "body.inhabit-swap": said,
    "body.market-access": lambda case: case.facts["body"] not in case.view["market"],
    "body.no-walker": lambda case: bool(own(case, "bodies")),
    "body.two": said,
    "catie.buy": catie_price,
    "catie.counts-as": counts_as_core,
    "catie.include": lambda case: not module(case, "catie"),
    "catie.max": lambda case: pool(case).count("C") >= 2,
    "catie.launch": said,
    "catie.side": stays_as_laid,
    "city.event": said,
    "city.heist-bust": said,
    "city.heist-gain": said,
    "city.heist-on": said,
    "city.heist-start": said,
    "combat.blank": no_number_die(True),
    "combat.die-leaves": no_number_die(False),
    "combat.end-done": die_lies,
    "combat.enemy-frame": said,
    "combat.order": combat_step,
    "combat.own-only": somebody_elses,
    "combat.player-frame": frame_dice_missing,
    "combat.roll": said,
    "combat.shield": said,
    "combat.skip": no_fight,
    "comp.conditions": said,
    "comp.enhancement": said,
    "comp.first": both(lambda case: mode(case) == "versus", lambda case: kind(case) != "first"),
    "comp.no-protocols": lambda case: mode(case) == "versus",
    "comp.order": lambda case: (
        mode(case) == "versus" and case.facts["seat"] == owner(case) != case.seat and case.view["active"] == owner(case)
    ),
    "comp.pvp": said,
    "comp.quest": said,
    "comp.start-tiles": no_start,
    "data.any-cell": misfit("?", "X"),
    "data.core-cell": misfit("@"),
    "data.core-change": during("pick-core"),
    "data.corrupted-block": corrupted,
    "data.discard": said,
    "data.dump": said,
    "data.gain": said,
    "data.gain-empty": lambda case: case.view["supply"].get(case.facts["token"], 0) == 0,
    "data.open-immune": lambda case: at(case, named(case)) == "O" and bool(data(case)[2]),
    "data.open-required": misfit("O"),
    "diary.include": lambda case: not module(case, "diary"),
    "diary.one": said,
    "diary.redeem": said,
    "district.optional": said,
    "enemy.patterns": not_the_top,
    "explore.token-first": said,
    "frame.once": lambda case: said(case),
    "frame.repeat": other_symbol,
    "inari.special": lambda case: case.config.options.get("scenario") != "S05",
    "inari.blank": lambda case: at(case, case.facts["slot"]) == "N",
    "inari.launch": lambda case: kind(case) == "inari" and named(case) not in [SLOTS[slot] for slot in data(case)[0]],
    "kw.move-effect": both(during("go"), said),
    "kw.prepare": said,
    "kw.reveal": said,
    "kw.unlock": lambda case: at(case, named(case)) != "#",
    "launch.dump-corrupted": both(during("launch"), lambda case: "X" not in own(case, "grid")),
    "launch.dump-then-effect": said,
    "launch.one-by-one": launch_underway,
    "launch.only-here": too_early_to_launch,
    "learn.anytime": said,
    "learn.done": lambda case: own(case, "learned") == len(CONTENT.protocols[own(case, "protocol")].steps),
    "learn.one": no_protocol,
    "learn.order": later_step,
    "mode.hard": dearer("hard", 3),
    "mode.insane-cost": dearer("insane", 3),
    "move.no-gaps": no_way,
    "move.no-through-unrevealed": only_through,
    "move.once": lambda case: phase(case) == "action" and bool(own(case, "tally").get("moved")),
    "move.optional": said,
    "move.range": too_far,
    "move.stop-on-unrevealed": lambda case: phase(case) == "action" and bool(own(case, "tally").get("stopped")),
    "pattern.asset": both(right_tokens, lambda case: len(cells_of(case, key(case))[0]) == 3),
    "pattern.augments": said,
    "pattern.basic-nine": lambda case: key(case).startswith("basic.") and unknown_pattern(case),
    "pattern.empty-frame": empty_cell,
    "pattern.exact": lambda case: lies_nowhere(case) if case.facts.get("nowhere") else not_lying(case),
    "pattern.exp": both(lambda case: key(case) == "basic.exp", not_lying),
    "pattern.hack-repel": said,
    "pattern.long": long_line,
    "pattern.marked": unknown_pattern,
    "pattern.once": launched_before,
    "pattern.orientation": no_orientation,
    "pattern.other-places": said,
    "pattern.same-tokens": several,
    "plan.simultaneous": acted_before,
    "plan.steps": not_programming,
    "prog.moves": lambda case: window(case) == "program" and own(case, "moves_left") == 0,
    "prog.no-diagonal": lambda case: (
        askew(case.move[1], case.move[2]) and not (kind(case) == "program" and data(case)[1] and verb(case, "switch"))
    ),
    "prog.slide": said,
    "prog.switch": said,
    "quest.activity": said,
    "quest.new-card": said,
    "quest.world": said,
    "reset.shelter": shelter,
    "reset.trigger": said,
    "reset.skip-phase": lambda case: out(case, case.seat),
    "ruling.body.third": lambda case: case.ruled("body.third", "refused") and len(own(case, "bodies")) == 2,
    "ruling.catie.cost-modes": both(under("catie.cost-modes", "4"), catie_price),
    "ruling.city.fail": both(under("city.fail", "asset"), during("lose-asset")),
    "ruling.combat.no-enemies-left": both(lambda case: not own(case, "enemies"), during("combat")),
    "ruling.combat.wound-batches": both(
        under("combat.wound-batches", "combat"), lambda case: "combat:shield" in own(case, "used")
    ),
    "ruling.dice.supply": both(under("dice.supply", "10"), lambda case: len(data(case)[1]) >= 10),
    "ruling.explore.reward-null": both(under("explore.reward-null", "another"), during("find")),
    "ruling.launch.corrupted-when": both(
        under("launch.corrupted-when", "end"), during("launch"), lambda case: "X" in own(case, "grid")
    ),
    "ruling.learn.three": both(under("learn.three", "two"), lambda case: own(case, "used").count("moment:learn") == 2),
    "ruling.learn.when": others_act,
    "ruling.move.effect-reveal": both(under("move.effect-reveal", "no"), lambda case: not tiles(case)[goal(case)][1]),
    "ruling.move.same-tile": both(lambda case: verb(case, "move"), back_to_start),
    "ruling.move.share": taken_tile,
    "ruling.pattern.long-and-short": other_version,
    "ruling.pattern.mirror": mirrored,
    "ruling.pattern.null-launch": under("pattern.null-launch", "refused"),
    "ruling.pattern.once-card": same_look,
    "ruling.pattern.once-scope": launched_in_a_turn_before,
    "ruling.pattern.open-everything": too_many_open,
    "ruling.pattern.same-tokens-mode": both(under("pattern.same-tokens-mode", "separate"), several),
    "ruling.plan.windows": both(
        under("plan.windows", "between-steps"),
        lambda case: kind(case) == "roll" or bool(data(case)[2] >> case.seat & 1),
    ),
    "ruling.prog.corrupted-moves": both(
        under("prog.corrupted-moves", "no"), lambda case: bool({at(case, slot) for slot in case.move[1:]} & {"X", "N"})
    ),
    "ruling.prog.dark-slots": both(
        under("prog.dark-slots", "no"), lambda case: case.facts["slot"] == named(case, 2) and bare(case, named(case, 2))
    ),
    "ruling.prog.must": both(
        under("prog.must", "must"),
        lambda case: own(case, "moves_left") > 0 and any(move[0] in ("slide", "switch") for move in case.legal),
    ),
    "ruling.quest.attempts": both(
        under("quest.attempts", "one"), lambda case: any(str(named(case)) in mark for mark in own(case, "used"))
    ),
    "ruling.reroll.dice": both(
        under("reroll.dice", "player"), lambda case: data(case)[0] == "attack" and named(case) in ("number", "symbol")
    ),
    "ruling.reroll.timing": too_late_to_alter,
    "ruling.reset.which-shelter": farther_shelter,
    "ruling.setup.class-unique": both(
        under("setup.class-unique", "no"), lambda case: case.view["classes"][case.facts["seat"]] == named(case)
    ),
    "ruling.solo.last-battery": both(under("solo.last-battery", "at-once"), lambda case: case.view["batteries"] == 1),
    "ruling.upg.exp-repeat": both(under("upg.exp-repeat", "one"), lambda case: "turn:exp-upgrade" in own(case, "used")),
    "ruling.upg.max-cap": lambda case: (
        own(case, "maximum") == case.facts["limit"] and case.ruled("upg.max-cap", str(case.facts["limit"]))
    ),
    "ruling.upg.trade-gift": both(
        under("upg.trade-gift", "equal"),
        lambda case: not verb(case, "trade") or not (factions(case) and factions(case, named(case))),
    ),
    "scen.first-player": lambda case: kind(case) != "first" and mode(case) == "story",
    "scen.special-aside": said,
    "setup.board": draft("walker"),
    "setup.class": draft("classes"),
    "setup.prologue-skips": skipped,
    "setup.protocol": lambda case: (
        mode(case) != "versus" and not prologue(case) and (kind(case) == "protocol" or bool(own(case, "protocol")))
    ),
    "setup.walker": said,
    "solo.bot-example": at_the_bot,
    "solo.bot-gone": lambda case: mode(case) == "solo" and case.view["bot"] is None,
    "solo.bot-move": bot_moved,
    "solo.bot-per-step": lambda case: bool(case.view["bot_used"]),
    "solo.bot-start": lambda case: mode(case) != "solo",
    "solo.bot-use": said,
    "solo.first": lambda case: mode(case) == "solo",
    "solo.recharge-full": lambda case: case.view["batteries"] == 5,
    "test.contribute": said,
    "test.group-where": said,
    "test.optional": said,
    "test.success": said,
    "trace.dice": said,
    "turn.phases": other_phase,
    "upg.exp-augment": lambda case: not own(case, "class_deck"),
    "upg.exp-cost": dearer("normal", 2),
    "upg.exp-unlock": lambda case: at(case, named(case, 2)) != "#",
    "upg.mem-discard": both(lambda case: not bare(case, named(case)), too_little(memory)),
    "upg.mem-equip": equip_price,
    "upg.mem-gain": lambda case: len(case.move) != 2 or named(case) not in ("E", "W", "L", "F"),
    "upg.trade": said,
    "upg.trade-no-class": lambda case: not CONTENT.augments[case.facts["augment"]].faction,
    "upg.when": lambda case: phase(case) != "planning",
}

ENDS: dict[str, Claim] = {
    "comp.end": lambda case: mode(case) == "versus" and case.view["time"] == 0 and ended(case),
    "end.cd-out": lambda case: mode(case) != "versus" and not under("end.cd-empty", "sheet")(case) and ended(case),
    "end.scenario": lambda case: mode(case) != "versus" and ended(case),
}

CLAIMS: dict[str, Claim] = {rule: heard(claim) for rule, claim in OWN_CLAIMS.items()} | ENDS
