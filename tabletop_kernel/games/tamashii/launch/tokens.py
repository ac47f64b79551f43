"""Data tokens, assets and EXP: where they come from and where they go.

Tokens move between the neutral pool (`state.supply`) and a player's bag, launcher and dump. In a scenario, corrupted
tokens come from a pool on the time track, which can run out; in versus, they are in the neutral pool like all others.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    CATIE,
    CATIE_DAMAGE,
    CORRUPTED,
    EMPTY,
    LOCK,
    MOST_CATIE,
    SLOTS,
)
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State

EXP_LIMIT = 10  # under a ruling
SIDES = {"recover": CATIE, "damage": CATIE_DAMAGE}

# -- from the bag to the launcher --------------------------------------------------------------------------------------


def draw(state: State, seat: int, emit: Emit | None) -> str:
    """Draw a token from the bag, which an empty bag first refills from the dump. Return "" if both are empty."""
    if not state.bag[seat]:
        if not state.dump[seat]:
            return ""
        if emit:
            emit("dump-back", "refill.dump-back", EVERYONE, seat=seat, count=len(state.dump[seat]))
        state.bag[seat], state.dump[seat] = state.dump[seat], ""
    bag = state.bag[seat]
    at = state.chance.pick(f"bag-{seat}", len(bag))
    state.bag[seat] = bag[:at] + bag[at + 1 :]
    return bag[at]


def put(state: State, seat: int, slot: int, token: str, emit: Emit | None) -> None:
    """Place a token on an empty slot. The owner then chooses a Catie token's side."""
    assert state.grid[seat][slot] == EMPTY
    state.set_slot(seat, slot, token)
    if token == CATIE:
        state.frames.append(("side", seat, (slot,)))


class ChooseSide(Decision[State]):
    """A choice of the upper side of a Catie token that has come onto the launcher."""

    verbs = ("side",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (slot,) = state.frames[-1]
        if state.grid[seat][slot] == CATIE:
            return True
        state.frames.pop()  # it has left again since
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("side", side) for side in SIDES]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("table.form", problem="choose recover or damage")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (slot,) = state.frames.pop()
        state.set_slot(seat, slot, SIDES[str(move[1])])
        if emit:
            emit("catie-side", "catie.side", EVERYONE, seat=seat, slot=SLOTS[slot], side=move[1])


# -- away from the launcher --------------------------------------------------------------------------------------------


def lift(state: State, seat: int, slots: Iterable[int]) -> str:
    """Take tokens off the launcher and return them as bags and pools write them."""
    lifted = ""
    for slot in sorted(slots):
        letter = state.grid[seat][slot]
        assert letter not in (EMPTY, LOCK)
        lifted += CATIE if letter == CATIE_DAMAGE else letter
        state.set_slot(seat, slot, EMPTY)
    return lifted


def dump(state: State, seat: int, slots: Iterable[int], rule: str, emit: Emit | None) -> str:
    """Dump tokens from the launcher. Return which."""
    slots = sorted(slots)
    lifted = lift(state, seat, slots)
    state.to_dump(seat, lifted)
    if lifted and emit:
        emit("dumps", rule, EVERYONE, seat=seat, tokens=lifted, slots=[SLOTS[slot] for slot in slots])
    return lifted


def discard(state: State, seat: int, slots: Iterable[int], rule: str, emit: Emit | None) -> str:
    """Move tokens from the launcher to the neutral pool; return which. In a scenario, corrupted ones leave the game."""
    slots = sorted(slots)
    lifted = lift(state, seat, slots)
    for slot, token in zip(slots, lifted, strict=True):
        facts = {"seat": seat, "token": token, "slot": SLOTS[slot], "cause": rule}  # corrupted tokens cite another rule
        if token == CORRUPTED and _leaves_the_game(state):
            state.box += (token,)
            why = "ruling.comp.cd-discard" if state.rules.mode == "versus" else "data.corrupted-box"
            if emit:
                emit("discards-for-good", why, EVERYONE, **facts)
            continue
        state.supply[token] = state.supply.get(token, 0) + 1
        if emit:
            by = "ruling.comp.cd-discard" if token == CORRUPTED else rule
            emit("discards", by, EVERYONE, **facts)
    return lifted


def _leaves_the_game(state: State) -> bool:
    """Tell if a discarded corrupted token leaves the game."""
    return state.rules.mode != "versus" or state.ruling["ruling.comp.cd-discard"] == "box"


# -- gaining tokens ----------------------------------------------------------------------------------------------------


def no_gain(state: State, seat: int, letter: str) -> Verdict | None:
    """Return why a token of this kind can't be gained, or None. Corrupted ones are reported when it happens."""
    if letter == CATIE and state.pool(seat).count(CATIE) >= MOST_CATIE:
        return Verdict("catie.max", limit=MOST_CATIE)
    if letter != CORRUPTED and state.supply.get(letter, 0) < 1:
        return Verdict("data.gain-empty", token=letter)
    return None


def gain(state: State, seat: int, letter: str, number: int, rule: str, emit: Emit | None, to_bag: bool = False) -> int:
    """Gain tokens from the neutral pool, into the dump or the bag. Return how many were there."""
    if letter == CORRUPTED:
        return gain_corrupted(state, seat, number, rule, emit, to_bag)
    gained = min(number, state.supply.get(letter, 0))
    if letter == CATIE:
        gained = max(0, min(gained, MOST_CATIE - state.pool(seat).count(CATIE)))
    if gained < number and emit:
        full = letter == CATIE and state.supply.get(letter, 0) > gained
        emit("gains-less", "catie.max" if full else "data.gain-empty", EVERYONE, seat=seat, token=letter)
    if gained:
        state.supply[letter] -= gained
        _take_in(state, seat, letter * gained, rule, emit, to_bag)
    return gained


def _take_in(state: State, seat: int, tokens: str, rule: str, emit: Emit | None, to_bag: bool) -> None:
    if to_bag:
        state.to_bag(seat, tokens)
    else:
        state.to_dump(seat, tokens)
    if emit:
        kind = "bags" if to_bag else "gains-token"
        emit(kind, rule, EVERYONE, seat=seat, token=tokens[0], count=len(tokens))


def gain_corrupted(state: State, seat: int, number: int, rule: str, emit: Emit | None, to_bag: bool = False) -> int:
    """Gain corrupted tokens; return how many were there. In a scenario, too small a pool can lose the game."""
    versus = state.rules.mode == "versus"
    left = state.supply.get(CORRUPTED, 0) if versus else state.corrupted
    gained = min(number, left)
    if versus:
        state.supply[CORRUPTED] = left - gained
    else:
        state.corrupted = left - gained
    if gained:
        _take_in(state, seat, CORRUPTED * gained, rule, emit, to_bag)
    if gained < number and emit:
        lost = "ruling.end.cd-empty" if state.ruling["ruling.end.cd-empty"] == "sheet" else "end.cd-out"
        emit("no-corrupted", "comp.cd-empty" if versus else lost, EVERYONE, seat=seat, count=number - gained)
    if not versus:
        _run_out(state, gained < number, emit)
    return gained


def _run_out(state: State, short: bool, emit: Emit | None) -> None:
    """Lose a scenario that has run out of corrupted tokens, as the ruling reads it."""
    reading = state.ruling["ruling.end.cd-empty"]
    if state.result is None and reading != "sheet":
        if short:
            quest.lose(state, "end.cd-out", emit)
        elif reading == "empty" and state.corrupted == 0:
            quest.lose(state, "ruling.end.cd-empty", emit)


# -- assets and EXP ----------------------------------------------------------------------------------------------------


def gain_asset(state: State, seat: int, asset: str, number: int, rule: str, emit: Emit | None) -> int:
    """Gain an asset, up to the end of its track. Return how much."""
    gained = state.add_asset(seat, asset, number)
    if emit:
        if gained:
            emit("gains", rule, EVERYONE, seat=seat, count=gained, asset=asset)
        if gained < number:
            emit("track-full", "asset.range", EVERYONE, seat=seat, asset=asset, count=number - gained)
    return gained


def lose_asset(state: State, seat: int, asset: str, number: int, rule: str, emit: Emit | None) -> int:
    """Lose an asset, but never below 0. Return how much."""
    lost = -state.add_asset(seat, asset, -number)
    if lost and emit:
        emit("loses", rule, EVERYONE, seat=seat, count=lost, asset=asset)
    return lost


def spend_asset(state: State, seat: int, asset: str, number: int, rule: str, emit: Emit | None) -> None:
    """Pay with an asset; the player must have enough."""
    assert state.has(seat, asset) >= number
    state.add_asset(seat, asset, -number)
    if number and emit:
        emit("spends", rule, EVERYONE, seat=seat, count=number, asset=asset)


def gain_exp(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Gain EXP, up to the limit if there is one. Return how much."""
    limited = state.ruling["ruling.exp.cap"] != "none"
    gained = max(0, min(number, EXP_LIMIT - state.exp[seat])) if limited else number
    state.exp[seat] += gained
    if emit:
        if gained:
            emit("gains-exp", rule, EVERYONE, seat=seat, count=gained, exp=state.exp[seat])
        if gained < number:
            emit("exp-full", "ruling.exp.cap", EVERYONE, seat=seat, count=number - gained, limit=EXP_LIMIT)
    return gained


def spend_exp(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Pay with EXP; the player must have enough."""
    assert state.exp[seat] >= number
    state.exp[seat] -= number
    if emit:
        emit("spends-exp", rule, EVERYONE, seat=seat, count=number, exp=state.exp[seat])


def raise_maximum(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Raise maximum integrity and integrity, up to the end of the track. Return by how much."""
    raised = max(0, min(number, int(state.ruling["ruling.upg.max-cap"]) - state.maximum[seat]))
    state.maximum[seat] += raised
    state.integrity[seat] += raised
    if raised and emit:
        facts = {"count": raised, "integrity": state.integrity[seat], "maximum": state.maximum[seat]}
        emit("raises-maximum", rule, EVERYONE, seat=seat, **facts)
    return raised
