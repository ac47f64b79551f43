"""A bot's view of a table, in points: what players have, what threatens, and the story's progress.

It looks at one moment, and never at hidden parts, so it works for a view as well as for a whole state.
"""

from __future__ import annotations

from tabletop_kernel.contract.game import shares_when_alone
from tabletop_kernel.games.tamashii.components import ASSETS, CORRUPTED, LENGTHS, OPEN, START_INTEGRITY
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.lines.needs import CARD_WORTH, POINT_WORTH
from tabletop_kernel.games.tamashii.modes import scoring
from tabletop_kernel.games.tamashii.opinions import piece_worth
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.quick_judgement import chance_by_lead

WIN = 40.0
RIVAL_WEIGHT = 0.5  # weight of the rivals' average
WORTH_BY_AMOUNT = tuple(
    sum(piece_worth.FACTOR_BY_AMOUNT[:number]) for number in range(len(piece_worth.FACTOR_BY_AMOUNT))
)  # total worth of an asset, by amount
LOW_POOL = 4  # corrupted tokens in the pool at which a story is in danger
TURNS_OF_CARD = 4.0  # average turns for a card


def worth(state: State, seat: int) -> float:
    """Return the table's worth to a player: the team's total, or the lead over rivals."""
    seats = range(state.rules.seats)
    if state.result is not None:
        return (WIN if seat in state.result.winners else -WIN) + sum(player_worth(state, one) for one in seats)
    if state.rules.mode != "versus":
        return story_worth(state) + sum(player_worth(state, one) for one in seats)
    others = [versus_worth(state, one) for one in seats if one != seat]
    return versus_worth(state, seat) - RIVAL_WEIGHT * sum(others) / len(others)


def story_worth(state: State) -> float:
    """Return the story's progress, minus the danger of an empty corrupted pool."""
    scenario = state.rules.scenario
    if scenario is None:
        return 0.0
    left = needs.cards_left_now(state)
    low = max(0, LOW_POOL + 1 - state.corrupted)
    return CARD_WORTH * (needs.share_done(state) - left) - 0.5 * low * low + 0.3 * state.time


def player_worth(state: State, seat: int) -> float:
    """Return the worth of a player's position, minus its threats."""
    assets = sum(WORTH_BY_AMOUNT[state.has(seat, name)] * piece_worth.WORTH_BY_ASSET[name] for name in ASSETS)
    pool = state.pool(seat)
    tokens = piece_worth.OPEN_TOKEN * pool.count(OPEN) + piece_worth.CORRUPTED_TOKEN * pool.count(CORRUPTED)
    grown = piece_worth.UNLOCK * state.unlocked(seat) + piece_worth.RAISE * (state.maximum[seat] - START_INTEGRITY)
    firm = piece_worth.integrity_worth(state, seat, state.integrity[seat]) - piece_worth.trace_cost(
        state, seat, state.trace[seat]
    )
    return (
        assets
        + piece_worth.EXP * state.exp[seat]
        + tokens
        + grown
        + firm
        + _cards_worth(state, seat)
        - _enemies_threat(state, seat)
    )


def _cards_worth(state: State, seat: int) -> float:
    """Return the worth of augments, bodies and events."""
    ready = sum(piece_worth.augment_worth(state, seat, one) for one in state.equipped[seat])
    drawn = piece_worth.UNEQUIPPED * sum(piece_worth.augment_worth(state, seat, one) for one in state.unequipped[seat])
    known = state.rules.content.bodies
    bodies = [piece_worth.stats_worth(known[one]) for one in state.bodies[seat]]
    now = bodies[0] if bodies else piece_worth.stats_worth(state.body(seat)) if state.walker[seat] else 0.0
    return ready + drawn + piece_worth.BODY * now + 0.5 * len(bodies) + 0.4 * len(state.event[seat])


def _enemies_threat(state: State, seat: int) -> float:
    """Return the threat of attached enemies, minus the damage they have taken.

    `needs.share_done` has their part in the story.
    """
    total = 0.0
    for at, (card, taken) in enumerate(state.enemies[seat]):
        whole = piece_worth.threat_of(state, seat, card)
        total += whole * (1.0 if at < 2 else 0.7)
        if taken:
            total -= (
                0.7
                * (whole + piece_worth.own_defeat_worth(state, seat, card))
                * taken
                / max(1, state.integrity_of(card))
            )
    return total + piece_worth.RESET * 0.1 * max(0, len(state.enemies[seat]) - 2) - 0.5 * state.fuses[seat]


# -- against each other ------------------------------------------------------------------------------------------------


def versus_worth(state: State, seat: int) -> float:
    """Return the final points so far, plus chances for more while there is time."""
    left = min(1.0, state.time / LENGTHS["medium"])
    points = scoring.total_points(state, seat) + needs.points_near(state, seat) * (0.4 + 0.6 * left)
    thirds = sum(state.assets[seat]) / scoring.ASSETS_PER_POINT - sum(state.assets[seat]) // scoring.ASSETS_PER_POINT
    return POINT_WORTH * (points + 0.8 * thirds) + (0.15 + 0.6 * left) * player_worth(state, seat)


# -- chances -----------------------------------------------------------------------------------------------------------


def prospects(state: State) -> list[float]:
    """Return each seat's chance to win: from work and time left, or from the lead."""
    seats = range(state.rules.seats)
    if state.result is not None:
        if state.rules.mode != "versus":
            return [float(seat in state.result.winners) for seat in seats]
        return shares_when_alone(state.result)
    if state.rules.mode != "versus":
        return [_team_chance(state)] * len(seats)
    have = [versus_worth(state, seat) for seat in seats]
    chances = []
    for seat in seats:
        best = max(value for other, value in enumerate(have) if other != seat)
        chances.append(chance_by_lead(have[seat] - best, 3.0 + 1.2 * state.time))
    total = sum(chances) or 1.0
    return [chance / total for chance in chances]


def _team_chance(state: State) -> float:
    """Return a team's chance: time left against work left, and what the players have."""
    scenario = state.rules.scenario
    if scenario is None:
        return 0.5
    have = sum(player_worth(state, seat) for seat in range(state.rules.seats)) / state.rules.seats
    missing = (1.0 - needs.share_done(state)) * TURNS_OF_CARD
    later = needs.cards_left_now(state) - 1
    low = max(0, LOW_POOL + 1 - state.corrupted)
    return chance_by_lead(1.5 + 0.9 * (state.time + 1 - missing) - 0.8 * later + 0.25 * have - 0.4 * low * low, 3.0)
