"""The aim of a move in words: first its gain, then its cost or what it leaves undone.

Card effects are quoted as printed, “like this”; the rest is in the third person. `aims_of_dice` has the words for dice,
wounds and tests, and `aims_of_choices` those for small choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.sentences import Number, Text
from tabletop_kernel.games.tamashii.components import (
    BASIC,
    CATIE,
    CATIE_DAMAGE,
    CORRUPTED,
    MOST_ASSETS,
    OPEN,
    SLOT,
    TRACE_TOP,
)
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.launch import extra_gains, launcher, pattern_list, pattern_matching, program_search
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.modes import living_city, scoring
from tabletop_kernel.games.tamashii.opinions import imagining, piece_worth
from tabletop_kernel.games.tamashii.opinions.aims_of_choices import CHOICE_AIM_BY_VERB
from tabletop_kernel.games.tamashii.opinions.aims_of_dice import DICE_AIM_BY_VERB
from tabletop_kernel.games.tamashii.opinions.pieces_in_words import (
    DOES_NOTHING,
    Aim,
    arrival_text,
    augment_in_words,
    body_in_words,
    damage_of,
    effect_or_nothing_text,
    effect_text,
    fixed_aim,
    printed_quote_by_key,
    quoted_text,
)
from tabletop_kernel.games.tamashii.opinions.ready_patterns import (
    open_patterns,
    ready_in_words,
    ready_keys,
    ready_keys_now,
)
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Body, Place, TableCard
from tabletop_kernel.games.tamashii.phases import moving, purchases, trace
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling.naming import (
    ability_name,
    card_name,
    enemy_name,
    pattern_name,
    seat_name,
    spot_name,
    token_name,
)


def aims(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return the words for one move. They only use open facts, which an imagined table has just like the view."""
    aim = AIM_BY_VERB.get(str(move[0]))
    return aim(imagining.imagine(rules, view, Chance(1)), seat, move) if aim else ""


# -- Planning ----------------------------------------------------------------------------------------------------------


def _program_aim(state: State, seat: int, move: Move) -> str:
    """Return the patterns that a slide or switch makes ready, or else leads to."""
    a, b = SLOT[str(move[1])], SLOT[str(move[2])]
    before = state.grid[seat]
    after = launcher.exchange_slots(before, a, b)
    old, new = ready_keys(state, seat, before), ready_keys(state, seat, after)
    gained = [key for key in new if key not in old]
    lost = [pattern_name(state, key) for key in old if key not in new]
    broken = f"breaks up {listed(lost)}" if lost else ""
    if gained:
        return reason(f"makes {ready_in_words(state, seat, after, gained)} ready to launch", but=broken)
    left = max(0, _moves_left(state, seat) - 1)
    found = _prepared_patterns_text(state, seat, after, min(left, program_search.MOVES_TOGETHER), [*old, *new])
    if found or _pairs(after) > _pairs(before):
        return reason(found or "brings tokens together for later", but=broken)
    return reason(but=broken or "prepares no pattern")


def _pairs(grid: str) -> int:
    """Return how many basic tokens lie beside one of their own type, pair by pair."""
    return sum(grid[a] == grid[b] and grid[a] in BASIC for a, b in launcher.NEIGHBOUR_PAIRS)


def _moves_left(state: State, seat: int) -> int:
    kind, _, data = state.frames[-1]
    return int(data[0]) if kind == "program" else state.moves_left[seat]


def _prepared_patterns_text(state: State, seat: int, grid: str, moves: int, lying: Sequence[str]) -> str:
    """Return the patterns that more moves could make ready, in words; empty if there are none.

    A pattern that as few moves could make ready anyway, without the move in question, doesn't count.
    """
    wanted = open_patterns(state, seat)
    how, hands = pattern_matching.reading_of(state.rules), launcher.handling_at(state)
    program = program_search.best_program(grid, state.core[seat], how, moves, wanted, (), hands)
    if not program.steps:
        return ""
    anyway = program_search.best_program(state.grid[seat], state.core[seat], how, len(program.steps), wanted, (), hands)
    known = {*lying, *(key for key, _ in anyway.launches.patterns)}
    new = [pattern_name(state, key) for key, _ in program.launches.patterns if key not in known]
    return f"prepares {listed(new)}: {Number(len(program.steps)):~more move} needed" if new else ""


def _done(state: State, seat: int, move: Move) -> str:
    """Return what a player leaves as it is by being done."""
    kind, _, data = state.frames[-1]
    grid = state.grid[seat]
    keys = ready_keys_now(state, seat) if kind == "launch" else ready_keys(state, seat, grid)
    names = ready_in_words(state, seat, grid, keys)
    if kind == "launch":
        left = sum(token not in ".#X" for token in grid)
        corrupted = grid.count(CORRUPTED)
        rid = f"dumps {Number(corrupted):~corrupted token}" if corrupted else ""
        return reason(
            rid,
            f"keeps {Number(left):~token} on the launcher",
            but=f"leaves {names} unlaunched" if names else "",
        )
    if kind in ("plan", "program"):
        unused = _moves_left(state, seat) if kind == "program" or data[0] == "program" else 0
        lies = f"leaves {names} ready" if names else "leaves the launcher unchanged"
        return reason(lies, but=f"wastes {Number(unused):~move}" if unused else "")
    return "does nothing more in this step"


def _discard_token(state: State, seat: int, move: Move) -> str:
    token = state.grid[seat][SLOT[str(move[1])]]
    gone = "removes a corrupted token for good" if token == CORRUPTED else f"removes {Text(token_name(token)):a} token"
    return reason(gone, but="costs 1 memory")


def _gain_token(state: State, seat: int, move: Move) -> str:
    return reason(f"adds {Text(token_name(str(move[1]))):a} token to the dump", but="costs 1 memory")


def _equip(state: State, seat: int, move: Move) -> str:
    name = str(move[1])
    cost = augments.equip_cost(state, seat, name) if state.frames[-1][0] == "plan" else 0
    gift = any(need.kind == needs.GIFT for need in needs.needs_of(state)) and state.augment(name).faction
    wanted = f"can be returned for {card_name(state, state.card)}" if gift else ""
    points = round(piece_worth.points_of(state, name) / needs.POINT_WORTH)
    counts = f"scores {points} VP" if points else ""
    return reason(
        f"makes {augment_in_words(state, name)} usable", wanted, counts, but=f"costs {cost} memory" if cost else ""
    )


def _upgrade(state: State, seat: int, move: Move) -> str:
    what = str(move[1])
    point = _points_for(state, what) if piece_worth.is_versus(state) else ""
    text = {
        "integrity": f"raises maximum integrity from {state.maximum[seat]} to {state.maximum[seat] + 1}",
        "unlock": f"unlocks {move[-1]}, which every refill then fills",
        "open": "adds an open token, which can be any data",
        "augment": "adds a new class augment",
        "catie": "adds a Catie token",
    }[what]
    cost = purchases.catie_cost(state) if what == "catie" else purchases.exp_cost(state)
    return reason(text, point, but=f"costs {cost} EXP")


def _points_for(state: State, what: str) -> str:
    """Return an upgrade's victory points in words, under this table's rulings."""
    if what == "augment":
        return f"scores {scoring.CLASS_POINTS} VP once equipped"
    raised = what == "integrity" and state.ruling["ruling.vp.max-integrity"] == "count"
    return "scores 1 VP" if raised or what in ("unlock", "open") else ""


def _trade(state: State, seat: int, move: Move) -> str:
    return f"starts a trade with {seat_name(state, int(move[1]))}"


def _offer(state: State, seat: int, move: Move) -> str:
    _, _, give, ask = state.frames[-1][2][:4]
    comes, goes = (give, ask) if move[0] in ("accept", "decline") else (ask, give)
    got = listed(ability_name(state, f"aug.{one}") for one in comes)
    gone = listed(ability_name(state, f"aug.{one}") for one in goes)
    if move[0] in ("decline", "drop"):
        return f"keeps {gone}" if gone else "changes nothing"
    return reason(f"gets {got}, unequipped" if got else "", but=f"gives {gone} away" if gone else "")


def _keep(state: State, seat: int, move: Move) -> str:
    if len(move) == 1:
        return "keeps the dice as they are"
    points = round(piece_worth.points_of(state, str(move[1])) / needs.POINT_WORTH)
    counts = f"scores {points} VP once equipped" if points else ""
    return reason(f"takes {augment_in_words(state, str(move[1]))}", counts)


def use(state: State, seat: int, move: Move) -> str:
    """Return an ability's effect as its card prints it."""
    name = f"diary.{state.diary[seat]}" if move[0] == "diary" else str(move[1])
    kind, _, entry = name.partition(".")
    content = state.rules.content
    if kind == "diary":
        return quoted_text(content.diary[entry].use.line)
    rooms: dict[str, Mapping[str, Augment | Body | TableCard]] = {
        "aug": content.augments,
        "body": content.bodies,
        "pvp": content.pvp,
        "enhancement": content.enhancements,
    }
    card = rooms.get(kind, {}).get(entry)
    return "; ".join(quoted_text(one.line) for one in card.uses) if card is not None else ""


def _learn(state: State, seat: int, move: Move) -> str:
    protocol, step = state.protocol[seat], state.learned[seat]
    does = effect_text(state, seat, line_keys.step(protocol, step))
    return reason(does, "costs nothing", but="" if does else DOES_NOTHING)


# -- the map -----------------------------------------------------------------------------------------------------------


def _trace_text(state: State, seat: int, place: Place, moved: bool) -> str:
    """Return a step's effect on trace, as far as it is known; empty for none."""
    if not state.rules.traced:
        return ""
    if place not in state.up:
        return "raises trace by the value on the tile"
    more = trace.tile_trace(state, seat, place, moved) + (trace.added_without_relay(state, seat, place) if moved else 0)
    now = state.trace[seat] + more
    if not more:
        return ""
    return (
        "raises trace to the top, which attaches two enemies"
        if now >= TRACE_TOP
        else f"raises trace from {state.trace[seat]} to {now}"
    )


def place_need_text(state: State, place: Place) -> str:
    """Return the words for a card or goal that needs a player at a place; empty if there is none."""
    for need in needs.needs_of(state):
        if need.kind == needs.REVEAL and place not in state.up:
            return f"turns up a tile for {card_name(state, state.card)}"
        if (
            need.where
            and needs.fits_place(state, need, place)
            and (place in state.up or needs.RELAY_HERE in need.where[0].left)
        ):
            whose = ability_name(state, f"goal.{need.goal}") if need.goal else card_name(state, state.card)
            return f"puts someone where {whose} needs them"
    return ""


def _move(state: State, seat: int, move: Move) -> str:
    place = moving.read_place(move[1])
    if place is None or place not in state.tiles:
        return ""
    cost = _trace_text(state, seat, place, True) if move[0] == "move" else ""
    return reason(place_need_text(state, place), arrival_text(state, seat, place), but=cost)


def _stay(state: State, seat: int, move: Move) -> str:
    place = state.figure(seat)
    cost = _trace_text(state, seat, place, False) if move[0] == "stay" else ""
    return reason(place_need_text(state, place), arrival_text(state, seat, place), but=cost)


def _battery(state: State, seat: int, move: Move) -> str:
    place = state.bot
    where = f"lets the BOT act on {spot_name(state, place)}" if place is not None else ""
    return reason(where, place_need_text(state, place) if place is not None else "", but="costs a battery")


def _reward(state: State, seat: int, move: Move) -> str:
    find = next(data[0] for kind, _, data in reversed(state.frames) if kind == "find")
    return effect_or_nothing_text(state, seat, line_keys.find(find, int(move[1])))


def _district(state: State, seat: int, move: Move) -> str:
    place = state.figure(seat)
    name = spot_name(state, place)
    if move[0] == "no-district":
        return f"skips the effect of {name}"
    return effect_or_nothing_text(state, seat, line_keys.tile(state.tiles[place])) if place in state.up else ""


def _event(state: State, seat: int, move: Move) -> str:
    old = state.event[seat]
    drops = old and state.ruling["ruling.city.hold"] == "one"
    dropped = f"{ability_name(state, f'event.{old[0]}')} is discarded" if drops else ""
    return reason("draws an event, and meeting its condition starts a heist", but=dropped)


def _heist(state: State, seat: int, move: Move) -> str:
    number, drawn = state.frames[-1][2]
    room = number - living_city.sum_of_rewards(state, tuple(drawn))
    if move[0] == "stop":
        return f"secures {Number(len(drawn)):~reward}"
    return reason(f"turns up another reward, safe up to number {room}", but="loses all rewards if its number is higher")


# -- launching ---------------------------------------------------------------------------------------------------------


def _launch(state: State, seat: int, move: Move) -> str:
    key = str(move[1])
    known = pattern_list.sources_for(state, seat)
    slots = tuple(SLOT[slot] for slot in str(move[2]).split("+"))
    parts = [known[one] for one in key.split(pattern_list.JOINING_SIGN)]
    then = pattern_list.state_after_dump(state, seat, slots)
    useful = [_pattern_gain_text(state, seat, one.key) for one in parts if pattern_list.has_effect(then, seat, one)]
    brings = listed([*useful, *_other_gains(state, then, seat, slots, any(one.hack for one in parts))])
    real = sum(state.grid[seat][slot] == OPEN for slot in slots)
    uses = f"uses {Number(real):~open token}" if real else ""
    return reason(brings, but=" and ".join(filter(None, ("" if brings else DOES_NOTHING, uses))))


def _other_gains(state: State, then: State, seat: int, slots: tuple[int, ...], hack: bool) -> list[str]:
    """Return a launch's gains besides its effects. `then` is the table with its tokens in the dump."""
    faces = extra_gains.helpful_faces(state, seat, slots)
    gains = [
        *(["lets its Catie token recover 1"] if CATIE in faces else []),
        *(["lets its Catie token deal 1 damage"] if CATIE_DAMAGE in faces else []),
    ]
    beside = extra_gains.inari_slots_beside(state, seat, slots)
    if beside and (extra_gains.has_room_for_exp(state, seat) or extra_gains.inari_puts_success(state)):
        gains.append("can launch an Inari token too")
    waiting = extra_gains.triggered_by_hack(then, seat) if hack else []
    return [*gains, *(f"sets off {ability_name(state, one.name)}" for one in waiting)]


def _pattern_gain_text(state: State, seat: int, key: str) -> str:
    """Return one pattern's gain."""
    source = pattern_list.sources_for(state, seat)[key]
    if key in pattern_list.ASSET_PATTERNS:
        _, asset, _, number = pattern_list.ASSET_PATTERNS[key]
        return f"gives {min(number, MOST_ASSETS - state.has(seat, asset))} {asset}"
    if source.kind == "repel":
        return f"discards {enemy_name(state, state.enemies[seat][0][0])} without EXP"
    if source.kind == "body":
        return f"inhabits {body_in_words(state.rules.content.bodies[key.partition('.')[2]])}"
    if source.line:
        falls = _defeat_text(state, seat, source.line)
        return f"{printed_quote_by_key(state, source.line)}{falls}"
    fixed = {"bot": "recharges a battery", "catie": "gains a Catie token", "diary": "redeems a diary card"}
    return fixed.get(key, "gives 1 EXP")


def _defeat_text(state: State, seat: int, key: str) -> str:
    """Return the words for a line's damage that defeats the top enemy; else empty."""
    if not state.enemies[seat]:
        return ""
    card, taken = state.enemies[seat][0]
    dealt = damage_of(state, seat, key)
    return f", which defeats {enemy_name(state, card)}" if 0 < state.integrity_of(card) - taken <= dealt else ""


def _inari(state: State, seat: int, move: Move) -> str:
    seeds = any(need.kind == needs.SEEDS for need in needs.needs_of(state))
    brings = extra_gains.has_room_for_exp(state, seat)
    success = f"puts a success token on {card_name(state, state.card)}" if seeds else ""
    return reason("gives 1 EXP" if brings else "", success, but="" if brings or seeds else DOES_NOTHING)


AIM_BY_VERB: dict[str, Aim] = {
    **DICE_AIM_BY_VERB,
    **CHOICE_AIM_BY_VERB,
    **dict.fromkeys(("slide", "switch"), _program_aim),
    "done": _done,
    "discard-token": _discard_token,
    "gain-token": _gain_token,
    "equip": _equip,
    "upgrade": _upgrade,
    "trade": _trade,
    **dict.fromkeys(("propose", "drop", "accept", "decline"), _offer),
    "give": lambda state, seat, move: f"offers {ability_name(state, f'aug.{move[1]}')}",
    "ask": lambda state, seat, move: f"asks for {augment_in_words(state, str(move[1]))}",
    "keep": _keep,
    **dict.fromkeys(("use", "anytime", "diary"), use),
    "learn": _learn,
    **dict.fromkeys(("move", "bot-move", "go", "bot-go"), _move),
    **dict.fromkeys(("stay", "no-go"), _stay),
    "battery": _battery,
    "reward": _reward,
    **dict.fromkeys(("district", "no-district"), _district),
    "event": _event,
    **dict.fromkeys(("more", "stop"), _heist),
    "heist": fixed_aim("discards the event and starts a heist"),
    "no-heist": fixed_aim("keeps the event for later"),
    "pay": fixed_aim("pays for the event and starts a heist"),
    "no-pay": fixed_aim("keeps the event for later"),
    "launch": _launch,
    "inari": _inari,
    "no-inari": fixed_aim("keeps the Inari tokens on the launcher"),
    "dump-corrupted": fixed_aim("clears the launcher of corrupted tokens"),
    "hand-over": lambda state, seat, move: f"attaches the enemy to {seat_name(state, int(move[1]))}",
    "discard-enemy": fixed_aim("discards the enemy"),
}
