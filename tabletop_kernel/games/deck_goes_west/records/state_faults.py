"""Faults in a state, in sentences. Play never gets there, but a written position may.

The tests are chosen so that a state without faults can be played on to the end.
"""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.contract.decision_stack import ANYONE, stack_faults
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.kinds_of_decisions import AUTOMATIC_STEPS, DECISIONS
from tabletop_kernel.games.deck_goes_west.records import shapes
from tabletop_kernel.games.deck_goes_west.state import HIGHEST_COUNT, MOST_OF_ANYTHING, PER_SEAT, PILES, State

MOST_FRAMES = 200  # frames; play has far fewer


def faults(state: State) -> list[str]:
    """Return the faults of a state, in sentences.

    Later tests rely on earlier ones, so the first test that finds faults is the last.
    """
    for check in (_shape_faults, _number_faults, _card_faults, _map_faults, _stack_faults, _frame_faults):
        problems = check(state)
        if problems:
            return problems
    return []


def _shape_faults(state: State) -> list[str]:
    """Return faults in data that needs an entry for each seat."""
    seats = state.rules.seats
    problems = length_faults(state, seats, "it has ")
    if len(state.score) != (seats if state.rules.mode == "versus" else 1):
        problems.append("score: versus needs one score for each player; other modes need only one.")
    return problems


def _number_faults(state: State) -> list[str]:
    problems = range_faults(state)
    most = state.day + 1 if can_days_run_out(state.rules) else HIGHEST_COUNT
    if not state.day <= state.begun <= most:
        problems.append(f"begun: it must be from {state.day} to {most}.")
    for stock in state.stock:
        if len(stock) != len(("gold", "metal", "wood", "food")) or any(
            type(count) is not int or not 0 <= count <= MOST_OF_ANYTHING for count in stock
        ):
            problems.append("stock: each player needs four numbers.")
    if state.dead and state.rules.mode != "versus":
        problems.append("dead: players can leave the game only in versus.")
    if not state.living_seats() and state.result is None:
        problems.append("dead: everyone is dead, but the game isn't over.")
    if any(not 0 <= shown <= len(pile) for shown, pile in zip(state.top, state.draw, strict=True)):
        problems.append("top: it can't exceed the size of the draw pile.")
    return problems


def _card_faults(state: State) -> list[str]:
    """Return the first fault in cards: a copy too many, an unsorted hand, a missing or doubled character."""
    rules = state.rules
    piles = [*(pile for name in PER_SEAT for pile in getattr(state, name)), *(getattr(state, name) for name in PILES)]
    card_counts = Counter(card for pile in piles for card in pile)
    for card in card_counts:
        if card not in rules.cards:
            return [f"there is no card {clip(card)}."]
    for card in rules.cards.values():
        if card_counts[card.id] > card.copies:
            return [f"there are {card_counts[card.id]} copies of {clip(card.id)}, but the pack has {card.copies}."]
    if any(hand != state.in_order(hand) for hand in state.hand):
        return ["hand: its cards aren't sorted."]
    chosen = [name for name in state.character if name]
    if any(name not in rules.characters for name in chosen) or len(set(chosen)) < len(chosen):
        return ["character: each player needs a different character."]
    if len(chosen) < rules.seats and not any(frame[0] == "character" for frame in state.frames):
        return ["character: a player has no character."]
    return []


def _map_faults(state: State) -> list[str]:
    rules = state.rules
    tile_counts = Counter([*state.tiles.values(), *state.land, *state.land_discard])
    if any(tile not in rules.tiles or times > 1 for tile, times in tile_counts.items()):
        return ["ground: each tile may appear only once."]
    if not state.up:
        return ["ground: at least one tile must be face up."]
    problems = []
    if any(place not in state.up for seat, place in enumerate(state.meeple) if not state.dead >> seat & 1):
        problems.append("meeple: it must be on a face-up tile.")
    if any(
        place not in state.tiles or type(count) is not int or not 0 < count <= MOST_OF_ANYTHING
        for place, count in state.bandits.items()
    ):
        problems.append("bandits: a group needs at least one bandit and must be on a tile.")
    if any(place not in state.up for place in state.rails):
        problems.append("rails: they must be on face-up tiles.")
    if (state.wagon is not None) != rules.mission.wagon or (state.wagon and state.wagon not in state.up):
        problems.append("wagon: it must be on a face-up tile, in a mission with a wagon.")
    return problems


def _stack_faults(state: State) -> list[str]:
    return stack_faults(state, MOST_FRAMES)


def _frame_faults(state: State) -> list[str]:
    """Return the first fault in frames: an unknown kind or seat, or data that can't be played."""
    for kind, seat, data in state.frames:
        if kind not in DECISIONS and kind not in AUTOMATIC_STEPS:
            return [f"frames: there is no decision {clip(kind)}."]
        if not ANYONE <= seat < state.rules.seats:
            return [f"frames: there is no seat {seat}."]
        if shapes.is_misshapen(state, kind, seat, data):
            return [f"frames: {kind}: its data isn't valid."]
    if state.frames and state.frames[0][0] != "round":
        return ["frames: the first frame must be the round."]
    for waiting in state.pending:
        if len(waiting) != len(("kind", "seat", "data")) or waiting[0] not in ("event", "who", "reached"):
            return ["pending: only events can be pending."]
        if shapes.is_misshapen(state, *waiting):
            return ["pending: its data isn't valid."]
    return _turn_faults(state) or _trade_faults(state)


def _turn_faults(state: State) -> list[str]:
    """Return faults in turns: the player must not have passed, and must have actions left."""
    is_versus = state.rules.mode == "versus"
    for _, seat, turn in (frame for frame in state.frames if frame[0] == "act"):
        done, most = (*turn, 0, 2 if is_versus else 0)[:2] if len(turn) != 1 else (turn[0], 2)
        if (seat == ANYONE) == is_versus or not (0 <= done < most <= 2 if is_versus else done == most == 0):
            return ["frames: act: this turn isn't valid."]
        acting = [seat] if is_versus else state.living_seats()
        if all((state.passed | state.dead) >> one & 1 for one in acting):
            return ["passed: a player who has passed can't act."]
    return []


def _trade_faults(state: State) -> list[str]:
    """Return faults in proposals: the players must have what they offer and ask for."""
    for seat, partner, cost, give, ask, _ in (Proposal(*f[2]) for f in state.frames if f[0] in ("trade", "offered")):
        if not {seat, partner} <= set(state.living_seats()) or seat == partner:
            return ["frames: trade: it needs two different living players."]
        if any(what not in KINDS and what not in state.rules.cards for what, _ in (*give, *ask)):
            return ["frames: trade: it names goods that don't exist."]
        given = Counter([card for card in [cost] if card])
        for what, count in give:
            given[what] += count
        here = Counter(state.hand[seat]) + Counter(dict(zip(KINDS, state.stock[seat], strict=True)))
        there = Counter(dict(zip(KINDS, state.stock[partner], strict=True)))
        if given - here or Counter({what: count for what, count in ask if what in KINDS}) - there:
            return ["frames: trade: it contains more than the players have."]
    return []
