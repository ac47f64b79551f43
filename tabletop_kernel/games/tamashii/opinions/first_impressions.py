"""First impressions of moves: one judgement for each kind of decision, on an imagined table.

Programs and launches are searched (`program_search`); ways over the map are judged by what is at their end;
`impressions_in_fights` has dice, wounds and tests.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.components import CORRUPTED, SLOT, SLOTS
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.launch import launcher, pattern_matching
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.opinions import piece_worth
from tabletop_kernel.games.tamashii.opinions.look_at_table import (
    FACTOR_PER_TURN,
    JUDGEMENT_BY_DECISION,
    WORTH_OF_FREE,
    WORTH_OF_NEVER,
    Judgement,
    Look,
)
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import moving, trace

# -- Planning ----------------------------------------------------------------------------------------------------------


def plan(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of Planning moves: affordable upgrades first, then the program, then done."""
    state, seat = look.state, look.seat
    left = state.moves_left[seat] if state.frames[-1][0] == "plan" else int(state.frames[-1][2][0])
    sliding = any(move[0] in ("slide", "switch") for move in moves)
    first: Move | None = None
    gain = 0.0
    if sliding:
        program = look.program(left)
        gain = program.worth - look.launches.worth
        if program.steps:
            verb, a, b = program.steps[0]
            first = (verb, SLOTS[a], SLOTS[b])
    return [_plan_move_worth(look, move, first, gain) for move in moves]


def _plan_move_worth(look: Look, move: Move, first: Move | None, gain: float) -> float:
    verb = str(move[0])
    if verb in ("slide", "switch"):
        return 0.05 + max(0.0, gain) if move == first else -1.0
    if verb == "done":
        return 0.0
    if verb == "trade":
        return WORTH_OF_NEVER
    if verb == "use":
        return look.after(move) - 0.05
    worth = upgrade(look, move)
    return worth + WORTH_OF_FREE if worth > 0 else worth  # first of all: a free slot may still be filled this turn


def upgrade(look: Look, move: Move) -> float:
    """Return an upgrade's worth minus its price; EXP have no other use."""
    state, seat = look.state, look.seat
    verb, what = str(move[0]), str(move[1])
    if verb == "equip":
        return _equip_worth(look, what)
    if verb == "discard-token":
        spare = state.has(seat, "memory") - (1 if state.unequipped[seat] else 0)
        return 0.5 if state.grid[seat][SLOT[what]] == CORRUPTED and spare >= 1 else -1.0
    if verb == "gain-token":
        return -0.5
    rival = needs.POINT_WORTH if piece_worth.is_versus(state) else 0.0
    later = min(1.0, 0.4 + 0.15 * state.time)
    if what == "integrity":
        weak = 1.2 if state.integrity[seat] <= 2 else 0.0
        return piece_worth.RAISE + rival + weak + needs.worth_for_goals(state, seat, "maximum")
    if what == "unlock":
        middle = 0.05 * (SLOT[str(move[2])] // 5 in (1, 2))
        return piece_worth.UNLOCK * later + rival + middle + needs.worth_for_goals(state, seat, "unlocked slots")
    if what == "open":
        return piece_worth.OPEN_TOKEN * later + rival + needs.worth_for_goals(state, seat, "open in pool")
    if what == "catie":
        return 0.7
    memory, waiting = state.has(seat, "memory"), len(state.unequipped[seat])
    points = rival * (2.0 if memory >= 2 else 1.2 if state.time > 2 else 0.0)
    return piece_worth.CLASS_CARD * later + 0.2 * memory + points - 0.9 * waiting


def _equip_worth(look: Look, what: str) -> float:
    """Return the worth of equipping an augment, minus its memory."""
    state, seat = look.state, look.seat
    price = -piece_worth.asset_worth(state, seat, "memory", -augments.equip_cost(state, seat, what))
    faction = state.augment(what).faction
    given = sum(need.each for need in look.needs if need.kind == needs.GIFT) if faction else 0.0
    owned = any(state.augment(one).faction for one in state.equipped[seat])
    ready = (1 - piece_worth.UNEQUIPPED) * piece_worth.augment_worth(state, seat, what) + (
        0.0 if owned else 0.6 * given
    )
    points = piece_worth.UNEQUIPPED * piece_worth.points_of(state, what) + needs.worth_for_goals(
        state, seat, "new augments"
    )
    return ready + points - 0.6 * price


# -- Action ------------------------------------------------------------------------------------------------------------


def move(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of each destination, minus its trace."""
    state, seat = look.state, look.seat
    steps = moving.move_range(state, seat)
    here = state.figure(seat)
    base = look.place_worth(here, steps) - _trace_rise_cost(look, here, False)
    worths = []
    for one in moves:
        verb = str(one[0])
        place = moving.read_place(one[1]) if len(one) > 1 else None
        if verb == "battery":
            worths.append(-2.0)
        elif place is None:  # stay, done, no-go
            worths.append(0.0)
        elif verb in ("bot-move", "bot-go"):
            worths.append(_bot_move_worth(look, place) + 0.05)
        elif verb == "go":
            worths.append(look.place_worth(place, steps) - look.place_worth(here, steps))
        else:
            worths.append(look.place_worth(place, steps) - _trace_rise_cost(look, place, True) - base)
    return worths


UNKNOWN_ENTRY = 1  # average trace of an unknown tile


def _trace_rise_cost(look: Look, place: Place, moved: bool) -> float:
    """Return the cost of the trace from a move or a stay."""
    state, seat = look.state, look.seat
    if not state.rules.traced:
        return 0.0
    more = trace.tile_trace(state, seat, place, moved) if place in state.up else UNKNOWN_ENTRY
    more += trace.added_without_relay(state, seat, place) if moved else 0
    now = state.trace[seat]
    return piece_worth.trace_cost(state, seat, now + more) - piece_worth.trace_cost(state, seat, now)


def _bot_move_worth(look: Look, place: Place) -> float:
    """Return the worth of a BOT move: it explores for free, and goes where its player can't be."""
    state = look.state
    assert state.bot is not None
    worth = look.targets.get(place, 0.0) - look.targets.get(state.bot, 0.0)
    near = max(
        (value * FACTOR_PER_TURN ** map_graph.steps_apart(place, target) for target, value in look.targets.items()),
        default=0.0,
    )
    taken = 0.5 * (place == state.place[look.seat])
    return worth + 0.3 * near - taken


def district(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of using the tile, drawing an event or neither."""
    state, seat = look.state, look.seat
    worths = []
    for one in moves:
        verb = str(one[0])
        if verb == "district":
            place = state.figure(seat)
            known = state.frames[-1][2][0]
            line = line_keys.tile(state.tiles[known if isinstance(known, tuple) and known in state.tiles else place])
            worths.append(piece_worth.line_worth(state, seat, line) + 0.01)
        elif verb == "event":
            worths.append(0.55 if not state.event[seat] else -0.1)
        elif verb == "use":
            worths.append(look.after(one))
        else:
            worths.append(0.0 if verb == "no-district" else -2.0)
    return worths


def launch(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of launches: the best set of patterns, strongest first."""
    best = {(key, launcher.slots_text(slots)) for key, slots in look.launches.patterns}
    worths = {one.key: one.worth for one in look.wanted}
    found = []
    for one in moves:
        verb = str(one[0])
        if verb == "launch":
            worth = worths.get(str(one[1]), 0.0)
            found.append(0.1 + worth if (one[1], one[2]) in best else min(0.0, worth) - 1.0)
        elif verb == "use":
            found.append(look.after(one) - 0.05)
        elif verb == "battery":
            found.append(_bot_launch_worth(look))
        else:
            found.append(0.0)
    return found


def _bot_launch_worth(look: Look) -> float:
    """Return the worth of a battery, which helps if the BOT can launch a pattern where its player can't."""
    state, seat = look.state, look.seat
    how = pattern_matching.reading_of(state.rules)
    for need in look.needs:
        if need.kind == needs.PATTERN and state.bot is not None and needs.fits_place(state, need, state.bot):
            fits = pattern_matching.find_places_by_reading(state.grid[seat], need.cells, state.core[seat], how)
            if fits and not needs.fits_place(state, need, state.place[seat]):
                return need.each
    return -2.0


def trade(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of trade moves: bots drop every trade."""
    return [1.0 if one[0] == "drop" else 0.0 for one in moves]


def offered(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of an offer, accepted if it brings more than it costs."""
    state, seat = look.state, look.seat
    _, _, give, ask = state.frames[-1][2][:4]
    comes = sum(piece_worth.augment_worth(state, seat, one) for one in give)
    goes = sum(piece_worth.augment_worth(state, seat, one) for one in ask)
    return [comes - 1.4 * goes - 0.1 if one[0] == "accept" else 0.0 for one in moves]


def inari(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of Inari tokens: always launch them, since they give EXP and are drawn again."""
    return [piece_worth.EXP if one[0] == "inari" else 0.0 for one in moves]


HEIST = 0.5  # average worth of a heist's rewards


def meet_event(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of a heist: always start it, since it only costs the event."""
    return [HEIST if one[0] == "heist" else 0.0 for one in moves]


def heist(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of another reward, compared with its risk."""
    state, seat = look.state, look.seat
    number, rewards_drawn = state.frames[-1][2]
    rewards = state.rules.content.rewards
    left = [one for one in rewards.values() for _ in range(one.copies - rewards_drawn.count(one.id))]
    room = number - sum(rewards[one].number for one in rewards_drawn)
    have = sum(piece_worth.line_worth(state, seat, line_keys.reward(one)) for one in rewards_drawn)
    fits = [piece_worth.line_worth(state, seat, line_keys.reward(one.id)) for one in left if one.number <= room]
    more = (sum(fits) - have * (len(left) - len(fits))) / max(1, len(left))
    return [more if one[0] == "more" else 0.0 for one in moves]


def indifferent(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return no preference, for choices before the game."""
    return [0.0] * len(moves)


FIRST_JUDGEMENTS: dict[str, Judgement] = {
    **dict.fromkeys(("first", "board", "class", "protocol", "start", "shelter"), indifferent),
    **dict.fromkeys(("plan", "program"), plan),
    **dict.fromkeys(("move", "go", "bot-go"), move),
    "district": district,
    "launch": launch,
    "trade": trade,
    "offered": offered,
    "inari": inari,
    "event-met": meet_event,
    "heist": heist,
}
JUDGEMENT_BY_DECISION.update(FIRST_JUDGEMENTS)
