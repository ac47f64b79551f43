"""Faults in a state, in sentences. Play never gets there, but a written position may.

The tests are chosen so that a state without faults can be played on to the end.
"""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.contract.decision_stack import ANYONE, stack_faults
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal
from tabletop_kernel.games.deck_goes_west.days.phases import days_run_out
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.deck_goes_west.records import shapes
from tabletop_kernel.games.deck_goes_west.state import FOREVER, MOST, PER_SEAT, PILES, State

DEEPEST = 200  # frames; play has far fewer


def faults(state: State) -> list[str]:
    """Return the faults of a state, in sentences.

    Later tests rely on earlier ones, so the first test that finds faults is the last.
    """
    for ask in (_shape_faults, _number_faults, _card_faults, _map_faults, _stack_faults, _frame_faults):
        wrong = ask(state)
        if wrong:
            return wrong
    return []


def _shape_faults(state: State) -> list[str]:
    """Return faults in data that needs an entry for each seat."""
    seats = state.rules.seats
    wrong = length_faults(state, seats, "it has ")
    if len(state.score) != (seats if state.rules.mode == "versus" else 1):
        wrong.append("score: versus needs one score for each player; other modes need only one.")
    return wrong


def _number_faults(state: State) -> list[str]:
    wrong = range_faults(state)
    most = state.day + 1 if days_run_out(state.rules) else FOREVER
    if not state.day <= state.begun <= most:
        wrong.append(f"begun: it must be from {state.day} to {most}.")
    for stock in state.stock:
        if len(stock) != len(("gold", "metal", "wood", "food")) or any(
            type(count) is not int or not 0 <= count <= MOST for count in stock
        ):
            wrong.append("stock: each player needs four numbers.")
    if state.dead and state.rules.mode != "versus":
        wrong.append("dead: players can leave the game only in versus.")
    if not state.living() and state.result is None:
        wrong.append("dead: everyone is dead, but the game isn't over.")
    if any(not 0 <= known <= len(pile) for known, pile in zip(state.top, state.draw, strict=True)):
        wrong.append("top: it can't exceed the size of the draw pile.")
    return wrong


def _card_faults(state: State) -> list[str]:
    """Return the first fault in cards: a copy too many, an unsorted hand, a missing or doubled character."""
    rules = state.rules
    piles = [*(pile for name in PER_SEAT for pile in getattr(state, name)), *(getattr(state, name) for name in PILES)]
    there = Counter(card for pile in piles for card in pile)
    for card in there:
        if card not in rules.cards:
            return [f"there is no card {clip(card)}."]
    for card in rules.cards.values():
        if there[card.id] > card.copies:
            return [f"there are {there[card.id]} copies of {clip(card.id)}, but the pack has {card.copies}."]
    if any(hand != state.in_order(hand) for hand in state.hand):
        return ["hand: its cards aren't sorted."]
    known = [name for name in state.character if name]
    if any(name not in rules.characters for name in known) or len(set(known)) < len(known):
        return ["character: each player needs a different character."]
    if len(known) < rules.seats and not any(frame[0] == "character" for frame in state.frames):
        return ["character: a player has no character."]
    return []


def _map_faults(state: State) -> list[str]:
    rules = state.rules
    lying = Counter([*state.tiles.values(), *state.land, *state.land_discard])
    if any(tile not in rules.tiles or times > 1 for tile, times in lying.items()):
        return ["ground: each tile may appear only once."]
    if not state.up:
        return ["ground: at least one tile must be face up."]
    wrong = []
    if any(place not in state.up for seat, place in enumerate(state.meeple) if not state.dead >> seat & 1):
        wrong.append("meeple: it must be on a face-up tile.")
    if any(
        place not in state.tiles or type(count) is not int or not 0 < count <= MOST
        for place, count in state.bandits.items()
    ):
        wrong.append("bandits: a group needs at least one bandit and must be on a tile.")
    if any(place not in state.up for place in state.rails):
        wrong.append("rails: they must be on face-up tiles.")
    if (state.wagon is not None) != rules.mission.wagon or (state.wagon and state.wagon not in state.up):
        wrong.append("wagon: it must be on a face-up tile, in a mission with a wagon.")
    return wrong


def _stack_faults(state: State) -> list[str]:
    return stack_faults(state, DEEPEST)


def _frame_faults(state: State) -> list[str]:
    """Return the first fault in frames: an unknown kind or seat, or data that can't be played."""
    for kind, seat, data in state.frames:
        if kind not in DECISIONS and kind not in AUTOMATIC:
            return [f"frames: there is no decision {clip(kind)}."]
        if not ANYONE <= seat < state.rules.seats:
            return [f"frames: there is no seat {seat}."]
        if shapes.misshapen(state, kind, seat, data):
            return [f"frames: {kind}: its data isn't valid."]
    if state.frames and state.frames[0][0] != "round":
        return ["frames: the first frame must be the round."]
    for waiting in state.pending:
        if len(waiting) != len(("kind", "seat", "data")) or waiting[0] not in ("event", "who", "reached"):
            return ["pending: only events can be pending."]
        if shapes.misshapen(state, *waiting):
            return ["pending: its data isn't valid."]
    return _turn_faults(state) or _trade_faults(state)


def _turn_faults(state: State) -> list[str]:
    """Return faults in turns: the player must not have passed, and must have actions left."""
    versus = state.rules.mode == "versus"
    for _, seat, turn in (frame for frame in state.frames if frame[0] == "act"):
        done, most = (*turn, 0, 2 if versus else 0)[:2] if len(turn) != 1 else (turn[0], 2)
        if (seat == ANYONE) == versus or not (0 <= done < most <= 2 if versus else done == most == 0):
            return ["frames: act: this turn isn't valid."]
        acting = [seat] if versus else state.living()
        if all((state.passed | state.dead) >> one & 1 for one in acting):
            return ["passed: a player who has passed can't act."]
    return []


def _trade_faults(state: State) -> list[str]:
    """Return faults in proposals: the players must have what they offer and ask for."""
    for seat, partner, cost, give, ask, _ in (Proposal(*f[2]) for f in state.frames if f[0] in ("trade", "offered")):
        if not {seat, partner} <= set(state.living()) or seat == partner:
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
